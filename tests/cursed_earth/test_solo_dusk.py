"""Solo rules: dusk."""

from __future__ import annotations

import pytest

from tests.cursed_earth.story import NOTHING, Story, card, resolving, starting

AMMO = card(must=["ammo"])


def encountered(s: Story) -> list[int]:
    """The cards encountered since the story began, in order."""
    events = [event for event in s.match.events(None) if event["what"] == "encountered"]
    return [dict(event["args"])["card"] for event in events]


@pytest.mark.proves("CE-SODUSK-03")
def test_solo_dusk_begins_with_one_card_from_hand() -> None:
    s = starting(time="dusk", hands=[[5, 30, 50]], deck=[40, 10, 20])
    assert s.row() == []
    assert s.options == ["play 5", "play 30", "play 50"]
    assert s.why_not("draw")
    assert s.why_not("play 5 left")
    s.choose("play 30")
    assert s.row() == [30]


@pytest.mark.proves("CE-SODUSK-02", "CE-SODUSK-04")
def test_each_further_card_comes_from_hand_or_deck_and_goes_to_either_end() -> None:
    s = starting(time="dusk", hands=[[1, 30, 60]], deck=[40, 10, 20]).choose("play 30")
    from_hand = ["play 1 left", "play 1 right", "play 60 left", "play 60 right"]
    assert s.options == [*from_hand, "draw"]
    s.choose("draw")
    assert s.news() == ["played", "drawn"]
    assert s.view(0)["agenda"][-1]["card"] == 40
    assert "40" in (s.match.prompt.text if s.match.prompt else "")
    assert s.options == ["place left", "place right"]
    assert s.seat == 0
    assert s.row() == [30]
    s.choose("place left")
    assert s.row() == [40, 30]
    assert s.options == [*from_hand, "draw"]
    s.choose("play 1 left")
    assert s.row() == [1, 40, 30]
    assert s.match.events(0)[-1]["args"] == [["seat", 0], ["card", 1]]
    assert s.options == ["play 60 left", "play 60 right", "draw"]


@pytest.mark.proves("CE-SODUSK-01", "CE-SODUSK-02")
def test_at_solo_dusk_cards_keep_the_order_in_which_they_were_placed() -> None:
    s = starting(time="dusk", hands=[[5, 30, 50]], deck=[40, 10, 20]).choose("play 30")
    s.choose("draw", "place right")
    assert s.row() == [30, 40]
    s.choose("play 5 right")
    assert s.row() == [30, 40, 5]
    s.choose("draw", "place left")
    assert s.row() == [10, 30, 40, 5]
    s.choose("draw", "place right")
    assert s.row() == [10, 30, 40, 5, 20]


@pytest.mark.proves("CE-SODUSK-05")
def test_after_three_draws_only_cards_from_hand_are_left_to_place() -> None:
    s = starting(time="dusk", hands=[[5, 30, 50]], deck=[40, 10, 20, 60]).choose("play 30")
    s.choose("draw", "place right", "draw", "place right", "draw", "place right")
    assert s.options == ["play 5 left", "play 5 right", "play 50 left", "play 50 right"]
    assert s.why_not("draw") == "CE-SODUSK-05"
    assert s.deck[0] == 60


@pytest.mark.proves("CE-SODUSK-05")
def test_after_the_hand_is_empty_only_draws_are_left() -> None:
    s = starting(time="dusk", hands=[[5, 30, 50]], deck=[40, 10, 20])
    s.choose("play 30", "play 5 left", "play 50 right")
    assert s.options == ["draw"]
    s.choose("draw", "place left")
    assert s.options == ["draw"]
    s.choose("draw", "place left")
    assert s.options == ["draw"]
    assert s.row() == [10, 40, 5, 30, 50]


@pytest.mark.proves("CE-SODUSK-05", "CE-SODUSK-06")
def test_the_solo_dusk_row_of_six_is_resolved_from_left_to_right() -> None:
    s = starting(time="dusk", hands=[[AMMO] * 3], deck=[AMMO] * 3)
    s.choose("play 15", "draw", "place left", "play 14 right", "draw", "place left")
    s.choose("draw", "place right", "play 16 left")
    assert encountered(s) == [16, 18, 17, 15, 14, 19]
    assert s.ammo == 10


@pytest.mark.proves("CE-SODUSK-07", "CE-SODUSK-08", "CE-SODUSK-09")
def test_after_solo_dusk_the_judges_eat_the_perps_advance_and_a_new_dawn_begins() -> None:
    top = [9, 2, 7, 4, 60, 6, 40, 10, 33]
    s = resolving([NOTHING], time="dusk", deck=top).choose("ignore a")
    assert s.rations == 2
    assert (s.pawn("judges"), s.pawn("perps")) == (1, 4)
    assert s.table["hands"][0] == [2, 4, 6, 7, 9, 60]
    assert (s.table["time"], s.table["round"]) == ("dawn", 2)
    assert s.row() == [10, 40]
    assert s.options == ["play 2", "play 4", "play 6", "play 7", "play 9", "play 60"]
    assert s.seat == 0


@pytest.mark.proves("CE-SODUSK-07")
def test_hungry_solo_judges_take_radiation_after_dusk_before_the_perps_advance() -> None:
    s = resolving([NOTHING], time="dusk", rations=0).choose("ignore a")
    assert s.options == ["irradiate dredd", "irradiate giant", "irradiate anderson"]
    assert s.pawn("perps") == 3
    s.choose("irradiate dredd")
    assert s.radiation("dredd") == 1
    assert s.pawn("perps") == 4
