"""The Slough of St Louis: the last card added at dusk lies face-down."""

from __future__ import annotations

from typing import Any

import pytest

import adjudge
from tests.cursed_earth.story import NOTHING, Story, card, resolving, starting

SLOUGH = ["slough-of-st-louis", "ozark-silence"]


def cards_told(events: list[dict[str, Any]]) -> set[int]:
    """The cards that events name."""
    return {n for event in events for kind, n in event["args"] if kind == "card"}


def play_all(s: Story, cards: int) -> None:
    """Everybody plays their lowest card, in turn."""
    for turn in range(cards):
        s.choose(s.options[0])


@pytest.mark.proves("CE-SLOUGH-01", "CE-RULING-30")
@pytest.mark.parametrize(("seats", "each"), [(2, 3), (3, 2), (4, 2)])
def test_with_the_judges_on_the_slough_the_last_dusk_card_is_known_only_to_its_player(
    seats: int, each: int
) -> None:
    hands = [[NOTHING] * each for seat in range(seats)]
    s = starting(
        mode="cooperative", time="dusk", seats=seats, senior=1, hands=hands, locations=SLOUGH
    )
    play_all(s, seats * each - 1)
    assert all(isinstance(number, int) for number in s.view(None)["rows"]["above"])
    last = s.table["hands"][0][0]
    s.choose(f"play {last}")
    for seat in (*range(seats), None):
        row = s.view(seat)["rows"]["above"]
        assert row[-1] == {"face_down": last if seat == 0 else "?", "seen_by": 0}
        assert all(isinstance(number, int) for number in row[:-1])
        assert (last in cards_told(s.match.events(seat))) == (seat == 0)
        told = s.news(seat)
        assert ("played-face-down" in told) == (seat == 0)
        assert ("played-unseen" in told) == (seat != 0)
        assert told.count("played") == seats * each - 1


@pytest.mark.proves("CE-SLOUGH-01")
@pytest.mark.parametrize(("time", "pawns", "locations"), [
    ("dawn", (1, 3), SLOUGH),
    ("dusk", (1, 2), SLOUGH[::-1]),
    ("dusk", (2, 1), SLOUGH),
])  # fmt: skip
def test_at_dawn_or_with_only_the_perps_there_every_card_is_face_up(
    time: str, pawns: tuple[int, int], locations: list[str]
) -> None:
    hands = [[NOTHING] * 4 for seat in range(3)]
    s = starting(
        mode="cooperative", time=time, seats=3, hands=hands, pawns=pawns, locations=locations
    )
    play_all(s, 6)
    for seat in (0, 1, 2, None):
        assert sorted(s.view(seat)["rows"]["above"]) == [15, 18, 19, 22, 23]
        assert s.news(seat).count("played") == 6


@pytest.mark.proves("CE-RULING-30", "CE-RULING-53")
def test_it_stays_face_down_until_it_becomes_the_current_card() -> None:
    hands = [[NOTHING] * 2, [NOTHING] * 2, [NOTHING, card(may=[["ammo"]])]]
    s = starting(mode="cooperative", time="dusk", seats=3, hands=hands, locations=SLOUGH)
    play_all(s, 6)
    for left in (5, 4, 3, 2, 1):
        assert s.view(0)["rows"]["above"][-1] == {"face_down": "?", "seen_by": 2}
        assert len(s.row()) == left
        assert "turned-up" not in s.news()
        s.choose("ignore a")
    assert s.news()[-2:] == ["turned-up", "encountered"]
    for seat in (0, 1, None):
        assert 19 in cards_told(s.match.events(seat))
    s.choose("trigger a")
    assert s.ammo == 5


@pytest.mark.proves("CE-RULING-30")
def test_a_card_added_by_psi_lies_behind_it_face_up() -> None:
    hands = [[card(may=[["psi"]]), NOTHING, NOTHING], [NOTHING] * 3]
    s = starting(mode="cooperative", time="dusk", hands=hands, deck=[NOTHING] * 2, locations=SLOUGH)
    play_all(s, 6)
    s.choose("trigger a", "add-card")
    assert s.view(0)["rows"]["above"][-2:] == [{"face_down": "?", "seen_by": 1}, 20]


@pytest.mark.proves("CE-RULING-30", "CE-RULING-31", "CE-RULING-53")
def test_alone_the_third_draw_is_placed_unseen_and_turned_up_once_placed() -> None:
    s = starting(
        mode="solo",
        time="dusk",
        hands=[[NOTHING] * 3],
        deck=[NOTHING] * 4,
        locations=SLOUGH,
    )
    s.choose("play 14", "draw")
    assert 17 in cards_told(s.match.events(0))
    s.choose("place left", "draw")
    assert 18 in cards_told(s.match.events(0))
    s.choose("place right", "draw")
    assert s.options == ["place left", "place right"]
    assert 19 not in cards_told(s.match.events(0))
    assert s.view(0)["rows"]["above"] == [17, 14, 18]
    assert "19" not in str(s.match.prompt)
    s.choose("place left")
    assert s.view(0)["rows"]["above"] == [19, 17, 14, 18]
    assert 19 in cards_told(s.match.events(0))
    assert s.options == ["play 15 left", "play 15 right", "play 16 left", "play 16 right"]


@pytest.mark.proves("CE-RULING-31")
def test_alone_a_drawn_card_is_seen_before_its_side_is_chosen_and_cannot_be_taken_back() -> None:
    s = starting(mode="solo", time="dusk", hands=[[NOTHING] * 3], deck=[NOTHING] * 3)
    s.choose("play 14")
    assert "draw" in s.options
    s.choose("draw")
    drawn = [event["text"] for event in s.match.events(0) if event["what"] == "drawn"]
    assert drawn == ["17 Story 17 is drawn and waits to be placed."]
    assert s.match.prompt is not None
    assert "17 Story 17" in s.match.prompt.text
    assert s.options == ["place left", "place right"]
    assert s.why_not("play 15 left") == "CE-SODUSK-04"
    with pytest.raises(adjudge.Refused, match="17 Story 17 was revealed"):
        s.match.undo(0)


@pytest.mark.proves("CE-SLOUGH-01", "CE-RULING-30")
@pytest.mark.parametrize("team", ["judges", "perps"])
def test_head_to_head_the_third_dusk_card_of_the_player_there_lies_face_down(team: str) -> None:
    seat = 0 if team == "judges" else 1
    pawns = (1, 2) if team == "judges" else (2, 1)
    hands = [[NOTHING] * 3, [NOTHING] * 3]
    s = starting(
        mode="head-to-head",
        time="dusk",
        hands=hands,
        pawns=pawns,
        locations=SLOUGH,
        dawn_picker=0,
    )
    s.choose("play 14 above", "play 17 above", "play 15 above", "play 18 above")
    assert s.view(None)["rows"]["above"] == [14, 17, 15, 18]
    s.choose("play 16 above", "play 19 above")
    number = 16 if team == "judges" else 19
    place = 4 if team == "judges" else 5
    up = [14, 17, 15, 18, 16, 19]
    known = [*up[:place], {"face_down": number, "seen_by": seat}, *up[place + 1 :]]
    unknown = [*up[:place], {"face_down": "?", "seen_by": seat}, *up[place + 1 :]]
    assert s.view(seat)["rows"]["above"] == known
    assert s.view(1 - seat)["rows"]["above"] == s.view(None)["rows"]["above"] == unknown
    assert number not in cards_told(s.match.events(1 - seat))
    assert (s.seat, s.options) == (1, ["take above", "take below"])
    s.choose("take below")
    for viewer in (0, 1, None):
        assert s.view(viewer)["rows"]["above"] == up[1:]
        assert number in cards_told(s.match.events(viewer))


@pytest.mark.proves("CE-SLOUGH-01")
def test_head_to_head_nothing_lies_face_down_at_dawn() -> None:
    hands = [[NOTHING] * 3, [NOTHING] * 3]
    s = starting(mode="head-to-head", hands=hands, pawns=(1, 1), locations=SLOUGH)
    for number in (14, 17, 15, 18, 16, 19):
        s.choose(f"play {number} below")
    assert s.view(None)["rows"]["below"] == [14, 15, 16, 17, 18, 19]


@pytest.mark.proves("CE-SLOUGH-01")
def test_judges_who_arrive_at_dawn_meet_the_fog_at_dusk() -> None:
    row = [card(may=[["advance"]])]
    hands = [[NOTHING] * 3, [NOTHING] * 3]
    s = resolving(row, mode="cooperative", hands=hands, locations=SLOUGH[::-1])
    s.choose("trigger a")
    assert s.pawn() == 2
    play_all(s, 6)
    assert s.view(0)["rows"]["above"][-1] == {"face_down": "?", "seen_by": 1}
