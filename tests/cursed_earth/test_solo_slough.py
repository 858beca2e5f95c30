"""The Slough of St Louis in a solo game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cursed_earth.story import Story, starting

SLOUGH = "slough-of-st-louis"


def dusk_at(locations: list[str], **position: Any) -> Story:
    """Solo dusk with two deck cards placed and the third about to be drawn."""
    hands, deck = [[5, 30, 50]], [40, 10, 20, 60]
    s = starting(time="dusk", locations=locations, hands=hands, deck=deck, **position)
    s.choose("play 30")
    for drawn in (40, 10):
        s.choose("draw")
        assert s.view(0)["agenda"][-1]["card"] == drawn
        s.choose("place right")
    return s


@pytest.mark.proves("CE-SLOUGH-02", "CE-SLOUGH-03", "CE-RULING-30")
@pytest.mark.parametrize(("end", "row"), [("left", [20, 30, 40, 10]), ("right", [30, 40, 10, 20])])
def test_the_last_card_drawn_on_the_slough_is_placed_unseen(end: str, row: list[int]) -> None:
    s = dusk_at([SLOUGH]).choose("draw")
    assert s.options == ["place left", "place right"]
    assert s.view(0)["agenda"][-1] == {"is": "placing", "at": 0, "card": "?"}
    prompt = s.match.prompt
    assert prompt is not None
    assert "the unseen card" in prompt.text
    assert s.row() == [30, 40, 10]
    told = [dict(event["args"]).get("card") for event in s.match.events(0)]
    assert told == [30, 40, 40, 10, 10]
    s.choose(f"place {end}")
    assert s.view(0)["rows"]["above"] == row
    assert dict(s.match.events(0)[-1]["args"])["card"] == 20
    assert s.deck[0] == 60


@pytest.mark.proves("CE-RULING-30")
def test_the_unseen_card_lies_face_up_once_placed_even_if_hand_cards_follow() -> None:
    s = dusk_at([SLOUGH]).choose("draw", "place left")
    assert s.options == ["play 5 left", "play 5 right", "play 50 left", "play 50 right"]
    assert s.why_not("draw") == "CE-SODUSK-05"
    s.choose("play 5 left")
    assert s.view(0)["rows"]["above"] == [5, 20, 30, 40, 10]


@pytest.mark.proves("CE-SLOUGH-02")
@pytest.mark.parametrize("locations", [["ozark-silence", "static-mesa", SLOUGH], ["ozark-silence"]])
def test_away_from_the_slough_the_last_card_drawn_is_seen(locations: list[str]) -> None:
    s = dusk_at(locations, pawns=(1, 3)).choose("draw")
    assert s.view(0)["agenda"][-1]["card"] == 20
    assert s.options == ["place left", "place right"]


@pytest.mark.proves("CE-SLOUGH-02")
def test_at_dawn_the_slough_hides_nothing() -> None:
    s = starting(locations=[SLOUGH], hands=[[3, 8, 12, 24, 30, 50]], deck=[40, 10, 28])
    s.choose("play 3", "play 24")
    assert s.view(0)["rows"]["above"] == [3, 10, 24, 28, 40]
