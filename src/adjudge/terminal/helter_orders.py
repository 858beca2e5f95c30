"""Standing orders: when a person is asked about INTERRUPT, and what needs no asking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudge.kernel.game import Option
from adjudge.match import Match

if TYPE_CHECKING:
    from adjudge.terminal.session import Session

ASK, CARD, END, NEVER = "ask", "card", "end", "never"
MEANINGS = {
    ASK: "ask me after every action and every end of a turn",
    CARD: "ask me only while I hold an INTERRUPT (several people at one screen are always asked)",
    END: "ask me only at the end of a turn, or when one of mine was hit",
    NEVER: "let everything pass until the next turn begins",
}
PASS = "pass"
LASTING = ("end", "pay")  # what shows a card or ends a turn cannot be undone: it is always asked
TURNS = ("turn", "interrupting-turn")
HITS = ("damaged", "killed", "killed-own", "gave-up")


class StandingOrders:
    """HS-RULING-22: a player may set an automatic pass. Orders are private to each seat."""

    def __init__(self) -> None:
        self.orders: dict[int, str] = {}
        self.silent: dict[int, int] = {}  # per seat: the turn in which it lets all pass

    def command(self, session: Session, seat: int, rest: str) -> None:
        """`auto`: what the order is, or a new one."""
        if rest and rest not in MEANINGS:
            session.screen.say(f"auto takes {', '.join(MEANINGS)}, not {rest!r}.")
            return
        turn: int = session.match.view(seat)["table"]["turn"]
        if rest == NEVER:
            self.silent[seat] = turn
        elif rest:
            self.orders[seat] = rest
            self.silent.pop(seat, None)
        now = NEVER if self.silent.get(seat) == turn else self.orders.get(seat, CARD)
        for order, meaning in MEANINGS.items():
            mark = "▶" if order == now else " "
            session.screen.say(f" {mark} auto {order:<6} {meaning}")

    def at_once(self, match: Match, seat: int, alone: bool) -> tuple[Option, str] | None:
        """The pass that an order gives; for one person alone, the only option there is."""
        options = match.options
        t = match.view(seat)["table"]
        if t["agenda"][-1]["is"] == "window":
            if self.asks(match, t, seat, alone):
                return None
            return next(option for option in options if option.text == PASS), ""
        if alone and len(options) == 1 and options[0].text.split()[0] not in LASTING:
            return options[0], f"Nothing to choose: {options[0].label}."
        return None

    def asks(self, match: Match, t: Any, seat: int, alone: bool) -> bool:
        """Whether the seat wants to be asked in this window."""
        if self.silent.get(seat) == t["turn"]:
            return False
        order = self.orders.get(seat, CARD)
        if order == END:
            return t["agenda"][-2]["is"] in TURNS or was_hit(match, t, seat)
        return order == ASK or not alone or len(match.options) > 1


def was_hit(match: Match, t: Any, seat: int) -> bool:
    """Whether the action that the window follows has hurt one of the seat's."""
    own = t["players"][seat]["characters"]
    for event in reversed(match.events(seat)):
        if event["what"] == "action":
            return False
        if event["what"] in HITS and event["args"][0][1] in own:
            return True
    return False
