"""Solo rules: game end scoring."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cursed_earth.story import NOTHING, Story, card, resolving, starting

ENEMY_ADVANCE = card(must=["enemy-advance"])
ADVANCE = card(must=["advance"])


def score(s: Story) -> int:
    """The score of a finished solo game."""
    outcome = s.match.outcome
    assert outcome is not None
    assert len(outcome.scores) == 1
    return outcome.scores[0]


def lost(**position: Any) -> Story:
    """The perps find Max Normal; without other tokens that is worth nothing."""
    usual: dict[str, Any] = {"rations": 0, "ammo": 0, "pawns": (1, 10)}
    return resolving([NOTHING, ENEMY_ADVANCE], **(usual | position)).choose("ignore a")


ENDINGS: dict[str, dict[str, Any]] = {
    "Max Normal is found": {"row": [NOTHING, card(must=["advance", "ammo"])], "pawns": (10, 3)},
    "the perps found Max Normal first": {
        "row": [NOTHING, card(must=["enemy-advance", "ammo"])],
        "pawns": (1, 10),
    },
    "all Judges are dead": {
        "row": [NOTHING, card(must=["wound", "ammo"])],
        "dredd": 1,
        "giant": 0,
        "anderson": 0,
    },
    "the encounter deck ran out": {
        "row": [NOTHING],
        "time": "dusk",
        "deck": [1, 2, 3, 4, 5],
        "deck_ends": True,
    },
}


@pytest.mark.proves("CE-SCORE-01")
@pytest.mark.parametrize("reason", ENDINGS)
def test_a_solo_game_ends_as_a_cooperative_game_does(reason: str) -> None:
    for mode, everybody in (("solo", (0,)), ("cooperative", (0, 1))):
        s = resolving(mode=mode, **ENDINGS[reason])
        assert s.winners is None
        s.choose("ignore a")
        assert s.reason == reason
        assert s.winners == (everybody if reason == "Max Normal is found" else ())
        assert s.seat is None
        assert s.ammo == 4
        assert s.match.outcome is not None
        assert s.why_not("ignore a") == s.match.outcome.rules[0]


@pytest.mark.proves("CE-SCORE-01")
def test_a_deck_of_six_is_enough_for_a_new_hand_but_not_for_the_dawn_row() -> None:
    for cards, drawn in (([1, 2, 3, 4, 5, 6], 6), ([1, 2, 3, 4, 5, 6, 7], 7)):
        s = resolving([NOTHING], time="dusk", deck=cards, deck_ends=True).choose("ignore a")
        assert s.table["hands"][0] == [1, 2, 3, 4, 5, 6]
        assert s.row() == cards[6:drawn]
        assert (s.reason, s.winners) == ("the encounter deck ran out", ())


@pytest.mark.proves("CE-SCORE-01")
def test_a_deck_too_small_for_the_dusk_row_loses_when_no_other_card_is_left() -> None:
    s = starting(time="dusk", hands=[[5, 30, 50]], deck=[40, 10], deck_ends=True)
    s.choose("play 30", "draw", "place left", "draw", "place left")
    assert s.options == ["play 5 left", "play 5 right", "play 50 left", "play 50 right"]
    assert s.why_not("draw") == "CE-RULING-05"
    s.choose("play 5 left", "play 50 left")
    assert s.row() == [50, 5, 10, 40, 30]
    assert (s.reason, s.winners) == ("the encounter deck ran out", ())


@pytest.mark.proves("CE-SCORE-02", "CE-RULING-38")
def test_a_lost_solo_game_has_a_score_too() -> None:
    s = resolving([NOTHING, ENEMY_ADVANCE], rations=2, ammo=3, pawns=(4, 10), dredd=0)
    assert s.match.outcome is None
    s.choose("ignore a")
    assert s.winners == ()
    assert score(s) == 2 + 3 + 9 - 8


@pytest.mark.proves("CE-SCORE-02")
def test_there_is_no_such_score_in_a_cooperative_game() -> None:
    s = lost(mode="cooperative", rations=3)
    assert s.match.outcome is not None
    assert s.match.outcome.scores == (0, 0)


@pytest.mark.proves("CE-SCORE-03")
def test_one_point_for_each_ration_left() -> None:
    assert score(lost()) == 0
    assert score(lost(rations=3)) == 3


@pytest.mark.proves("CE-SCORE-04")
def test_one_point_for_each_ammunition_left() -> None:
    assert score(lost(ammo=2)) == 2


@pytest.mark.proves("CE-SCORE-05")
def test_two_points_for_each_unspent_expertise_card() -> None:
    assert score(lost(kept={"survival": [50]})) == 2
    assert score(lost(kept={"diplomacy": [50]})) == 2
    assert score(lost(kept={"survival": [50], "diplomacy": [51]})) == 4


@pytest.mark.proves("CE-SCORE-05")
def test_a_card_kept_for_both_expertises_is_one_card_and_a_spent_one_is_none() -> None:
    both = card(must=["gain-survival", "gain-diplomacy"])
    s = resolving([NOTHING, both, ENEMY_ADVANCE], rations=0, ammo=0, pawns=(1, 10))
    assert score(s.choose("ignore a")) == 2
    spend = card(must=["spend-survival"])
    s = resolving([spend, ENEMY_ADVANCE], rations=0, ammo=0, pawns=(1, 10), kept={"survival": [50]})
    assert score(s.choose("spend-card 50")) == 0


@pytest.mark.proves("CE-SCORE-06")
def test_three_points_for_each_location_progressed_through() -> None:
    s = resolving([NOTHING, *[ADVANCE] * 5, ENEMY_ADVANCE], rations=0, ammo=0, pawns=(1, 10))
    s.choose("ignore a")
    assert s.pawn() == 6
    assert score(s) == 15


@pytest.mark.proves("CE-SCORE-07", "CE-RULING-37")
def test_the_starting_location_counts_once_it_is_left_and_the_last_one_does_not() -> None:
    assert score(lost(pawns=(1, 10))) == 0
    s = resolving([NOTHING, ADVANCE, ENEMY_ADVANCE], rations=0, ammo=0, pawns=(1, 10))
    s.choose("ignore a")
    assert s.pawn() == 2
    assert score(s) == 3


@pytest.mark.proves("CE-SCORE-08", "CE-RULING-38")
def test_minus_eight_for_each_dead_judge() -> None:
    assert score(lost(dredd=0)) == -8
    assert score(lost(dredd=0, anderson=0)) == -16
    s = resolving([NOTHING, card(must=["death"])], rations=0, ammo=0, giant=0, anderson=0)
    s.choose("ignore a")
    assert s.reason == "all Judges are dead"
    assert score(s) == -24


@pytest.mark.proves("CE-SCORE-09", "CE-RULING-37")
def test_twelve_points_for_max_normal() -> None:
    position: dict[str, Any] = {"rations": 2, "ammo": 1, "dredd": 0, "goal": 9}
    s = resolving([NOTHING, ADVANCE], pawns=(8, 3), kept={"survival": [50]}, **position)
    s.choose("ignore a")
    assert s.winners == (0,)
    assert score(s) == 2 + 1 + 2 + 24 - 8 + 12 == 33


@pytest.mark.proves("CE-SCORE-09")
def test_no_twelve_points_when_the_perps_find_max_normal() -> None:
    assert score(lost(pawns=(9, 10))) == 24
