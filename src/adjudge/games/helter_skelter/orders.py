"""Standing orders: when a player wants to be asked about INTERRUPT (HS-RULING-22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudge.kernel.game import Order

ASK, CARD, END, NEVER = "ask", "card", "end", "never"
ORDERS = (
    Order(CARD, "ask me only while I hold an INTERRUPT"),
    Order(ASK, "ask me after every action and every end of a turn"),
    Order(END, "ask me only at the end of a turn, or when one of mine was hit"),
    Order(NEVER, "let everything pass until the next turn begins", lasts="turn"),
)
TURNS = ("turn", "interrupting-turn")
HITS = ("damaged", "killed", "killed-own", "gave-up")


def wants_to_be_asked(
    order: str, view: Mapping[str, Any], latest: Iterator[Mapping[str, Any]], choices: int
) -> bool:
    """HS-RULING-22: whether the seat of the view wants to decide in the window that is open."""
    if order == END:
        return view["table"]["agenda"][-2]["is"] in TURNS or was_hit(view, latest)
    return order == ASK or (order == CARD and choices > 1)


def was_hit(view: Mapping[str, Any], latest: Iterator[Mapping[str, Any]]) -> bool:
    """Whether the action that the window follows has hurt one of the seat's."""
    own = view["table"]["players"][view["seat"]]["characters"]
    for event in latest:
        if event["what"] == "action":
            return False
        if event["what"] in HITS and event["args"][0][1] in own:
            return True
    return False
