"""Head-to-head rules: ending the game."""

from __future__ import annotations

from typing import Any

import pytest

import adjudge
from tests.cursed_earth.story import NOTHING, Story, card, resolving, story_pack
from tests.cursed_earth.test_versus_rows import QUIET, both_rows

ADVANCE = card(must=["advance"])
ENEMY_ADVANCE = card(must=["enemy-advance"])
AMMO = card(must=["ammo"])
DEATH = card(must=["death"])
PSI = card(must=["psi"])
WOUND = card(must=["wound"])

FOUND = "Max Normal is found"
BOTH_FOUND = "both found Max Normal, survivors times health decide"
TEAM_DEAD = "one team is dead"
ALL_SIX_DEAD = "all six are dead, the nearer team wins"
DECK_OUT = "the encounter deck ran out, the nearer team wins"

ONE_JUDGE: dict[str, Any] = {"giant": 0, "anderson": 0}
ONE_PERP: dict[str, Any] = {"satellat": 0, "disciple": 0}

both_times = pytest.mark.parametrize("time", ["dawn", "dusk"])
either = pytest.mark.parametrize("picker", [0, 1])


def result(s: Story) -> tuple[str, tuple[int, ...] | None]:
    """Why it ended and who won."""
    return (s.reason, s.winners)


def is_over(s: Story, time: str) -> bool:
    """Nothing came after the last encounter card."""
    later = {"ate", "starved", "drew", "round", "dusk", "dawn", "senior"} & set(s.news())
    return s.seat is None and s.news()[-1] == "ended" and not later and s.table["time"] == time


def deck_out(**position: Any) -> Story:
    """A dusk after which new hands cannot be dealt."""
    deck = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    s = both_rows([NOTHING], [], time="dusk", deck=deck, deck_ends=True, **position)
    return s.choose("ignore a")


@pytest.mark.proves("CE-HHEND-01", "CE-HHEND-07", "CE-HH-03", "CE-RULING-44", "CE-RULING-51")
@both_times
@either
def test_a_pawn_on_max_normal_ends_the_game_once_the_other_has_finished(
    time: str, picker: int
) -> None:
    pawns = (10, 5) if picker == 0 else (5, 10)
    s = both_rows(
        [NOTHING, ADVANCE, WOUND], [WOUND, NOTHING], time=time, picker=picker, pawns=pawns
    )
    s.choose("ignore a")
    assert s.pawn(("judges", "perps")[picker]) == 11
    told = [event["args"] for event in s.match.events(None) if event["what"] == "ending"]
    assert told == [[["team", ("judges", "perps")[picker]]]]
    assert result(s) == ("", None)
    assert s.seat == 1 - picker
    s.choose(s.options[0])
    assert result(s) == ("", None)
    s.choose("ignore a")
    assert result(s) == (FOUND, (picker,))
    assert len(s.row("above")) == 1
    assert is_over(s, time)
    assert s.match.outcome is not None
    assert s.match.outcome.rules == ("CE-HHEND-07",)
    assert s.match.outcome.scores == ((1, 0) if picker == 0 else (0, 1))
    assert s.why_not("ignore a", 0) == "CE-HHEND-07"


@pytest.mark.proves("CE-HHEND-02", "CE-HHEND-09", "CE-HH-03")
@both_times
@either
def test_a_dead_team_ends_the_game_once_the_other_has_finished(time: str, picker: int) -> None:
    last = ONE_JUDGE if picker == 0 else ONE_PERP
    s = both_rows(
        [NOTHING, DEATH, AMMO], [WOUND, NOTHING], time=time, picker=picker, pawns=(5, 5), **last
    )
    s.choose("ignore a")
    assert s.team(("judges", "perps")[picker])["ammo"] == 4
    assert result(s) == ("", None)
    assert s.seat == 1 - picker
    s.choose(s.options[0])
    assert result(s) == ("", None)
    s.choose("ignore a")
    assert result(s) == (TEAM_DEAD, (1 - picker,))
    assert is_over(s, time)


@pytest.mark.proves("CE-HHEND-03")
def test_without_psi_the_deck_lasts_four_rounds() -> None:
    cards = tuple((number, card(must=["rations"])) for number in range(1, 61))
    pack = story_pack(cards, tuple(QUIET))
    match = adjudge.new("cursed-earth", seats=2, seed=1, mode="head-to-head", pack=pack, dice=[0])
    s = Story(match)
    while s.seat is not None:
        side = ("above", "below")[s.seat]
        match.play(next(text for text in s.options if text.endswith(side)))
    assert s.table["round"] == 4
    assert len(s.deck) == 7
    assert s.table["hands"] == [[], []]
    assert result(s) == (DECK_OUT, (1,))


@pytest.mark.proves("CE-HHEND-03")
def test_the_deck_runs_out_when_twelve_cards_cannot_be_dealt() -> None:
    out = deck_out()
    assert out.table["hands"] == [[], []]
    assert out.reason == DECK_OUT
    assert out.team("judges")["met"] == out.team("perps")["met"] > 0
    deck = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 20]
    s = both_rows([NOTHING], [], time="dusk", deck=deck, deck_ends=True).choose("ignore a")
    assert result(s) == ("", None)
    assert [len(hand) for hand in s.table["hands"]] == [6, 6]
    assert s.deck == []


@pytest.mark.proves("CE-HHEND-04", "CE-RULING-44")
@either
def test_the_other_player_still_finishes_the_investigation_in_front_of_them(picker: int) -> None:
    pawns = (10, 5) if picker == 0 else (5, 10)
    s = both_rows(
        [NOTHING, ADVANCE, AMMO], [WOUND, AMMO, WOUND, AMMO, NOTHING], picker=picker, pawns=pawns
    )
    s.choose("ignore a")
    other = ("judges", "perps")[1 - picker]
    for i in range(2):
        assert s.seat == 1 - picker
        s.choose(s.options[0])
    assert s.team(other)["ammo"] == 6
    assert result(s) == ("", None)
    s.choose("ignore a")
    assert s.team(("judges", "perps")[picker])["ammo"] == 4
    assert result(s) == (FOUND, (picker,))


@pytest.mark.proves("CE-RULING-44", "CE-HHEND-05")
@pytest.mark.parametrize("symbol", ["advance", "death"])
@either
def test_who_meets_an_end_condition_leaves_the_rest_of_the_card(symbol: str, picker: int) -> None:
    position = ({"pawns": (10, 5)} | ONE_JUDGE, {"pawns": (5, 10)} | ONE_PERP)[picker]
    card_of_many = card(musts=[[symbol, "ammo"], ["rations"]], may=[["ammo"]])
    s = both_rows([NOTHING, card_of_many], [NOTHING], picker=picker, **position)
    s.choose("ignore a")
    team = s.team(("judges", "perps")[picker])
    assert (team["ammo"], team["rations"]) == (4, 3)
    assert s.seat == 1 - picker
    assert s.discard == [14, 15]


@pytest.mark.proves("CE-HHEND-05")
def test_the_finishing_player_stops_on_max_normal() -> None:
    s = both_rows([ADVANCE], [NOTHING, ADVANCE, AMMO, AMMO], pawns=(10, 10), satellat=4)
    assert s.seat == 1
    s.choose("ignore a")
    assert result(s) == (BOTH_FOUND, (0,))
    assert s.team("perps")["ammo"] == 4
    assert len(s.row("below")) == 2
    assert s.discard == [14, 15, 16]


@pytest.mark.proves("CE-HHEND-05")
def test_the_finishing_player_stops_when_their_last_character_dies() -> None:
    s = both_rows([ADVANCE], [NOTHING, DEATH, AMMO, AMMO], pawns=(10, 10), **ONE_PERP)
    s.choose("ignore a")
    assert result(s) == (FOUND, (0,))
    assert s.team("perps")["ammo"] == 4
    assert len(s.row("below")) == 2


@pytest.mark.proves("CE-HHEND-06", "CE-RULING-51")
@both_times
@either
def test_an_ending_by_hunger_ends_the_game_at_once(time: str, picker: int) -> None:
    s = both_rows(
        [NOTHING],
        [],
        time=time,
        picker=picker,
        rations=0,
        dredd=2,
        radiation={"dredd": 2},
        **ONE_JUDGE,
    )
    hands = s.table["hands"]
    s.choose("ignore a")
    assert s.dead("dredd")
    assert s.team("perps")["rations"] == 2
    assert result(s) == (TEAM_DEAD, (1,))
    assert s.table["hands"] == hands
    assert not {"drew", "dusk", "round"} & set(s.news())


@pytest.mark.proves("CE-RULING-51")
def test_together_the_end_is_immediate_but_head_to_head_is_not() -> None:
    row = [NOTHING, ADVANCE]
    assert resolving(row, mode="cooperative", pawns=(10, 3)).choose("ignore a").reason == FOUND
    s = both_rows(row, [NOTHING], pawns=(10, 3)).choose("ignore a")
    assert result(s) == ("", None)
    dying = [NOTHING, DEATH]
    assert resolving(dying, mode="cooperative", **ONE_JUDGE).choose("ignore a").winners == ()
    assert both_rows(dying, [NOTHING], **ONE_JUDGE).choose("ignore a").winners is None


@pytest.mark.proves("CE-HHEND-08", "CE-CLAR-08")
@pytest.mark.parametrize(
    ("health", "winner"),
    [
        (
            {
                "dredd": 3,
                "giant": 4,
                "anderson": 0,
                "mean-machine": 1,
                "satellat": 1,
                "disciple": 2,
            },
            0,
        ),
        (
            {
                "dredd": 1,
                "giant": 1,
                "anderson": 2,
                "mean-machine": 3,
                "satellat": 4,
                "disciple": 0,
            },
            1,
        ),
        (
            {
                "dredd": 5,
                "giant": 0,
                "anderson": 0,
                "mean-machine": 1,
                "satellat": 2,
                "disciple": 0,
            },
            1,
        ),
        (
            {
                "dredd": 1,
                "giant": 2,
                "anderson": 0,
                "mean-machine": 5,
                "satellat": 0,
                "disciple": 0,
            },
            0,
        ),
        (
            {
                "dredd": 4,
                "giant": 4,
                "anderson": 4,
                "mean-machine": 4,
                "satellat": 4,
                "disciple": 5,
            },
            1,
        ),
    ],
)
@either
def test_of_two_finders_the_higher_product_of_survivors_and_health_wins(
    health: dict[str, int], winner: int, picker: int
) -> None:
    s = both_rows(
        [ADVANCE], [NOTHING, ADVANCE], picker=picker, pawns=(10, 10), health=health, time="dusk"
    )
    s.choose("ignore a")
    assert result(s) == (BOTH_FOUND, (winner,))
    assert is_over(s, "dusk")
    assert (s.team("judges")["rations"], s.team("perps")["rations"]) == (3, 3)


EQUAL = {"dredd": 3, "giant": 3, "anderson": 0, "mean-machine": 1, "satellat": 1, "disciple": 2}


@pytest.mark.proves("CE-HHEND-13", "CE-RULING-49", "CE-CLAR-08")
@pytest.mark.parametrize("first_senior", [0, 1])
def test_equal_products_are_lost_by_the_first_senior_judge(first_senior: int) -> None:
    s = both_rows(
        [ADVANCE],
        [NOTHING, ADVANCE],
        pawns=(10, 10),
        health=EQUAL,
        senior=1 - first_senior,
        first_senior=first_senior,
    )
    s.choose("ignore a")
    assert result(s) == (BOTH_FOUND, (1 - first_senior,))


@pytest.mark.proves("CE-HHEND-10", "CE-RULING-48")
@pytest.mark.parametrize(("pawns", "winner"), [((6, 5), 0), ((5, 6), 1)])
@either
def test_if_all_six_are_dead_the_nearer_team_wins(
    pawns: tuple[int, int], winner: int, picker: int
) -> None:
    s = both_rows([DEATH], [NOTHING, DEATH], picker=picker, pawns=pawns, **ONE_JUDGE, **ONE_PERP)
    assert result(s) == ("", None)
    s.choose("ignore a")
    assert result(s) == (ALL_SIX_DEAD, (winner,))


@pytest.mark.proves("CE-HHEND-13", "CE-RULING-48", "CE-RULING-49")
@pytest.mark.parametrize("first_senior", [0, 1])
def test_all_six_dead_on_one_location_is_lost_by_the_first_senior_judge(first_senior: int) -> None:
    s = both_rows(
        [DEATH],
        [NOTHING, DEATH],
        pawns=(5, 5),
        senior=1 - first_senior,
        first_senior=first_senior,
        **ONE_JUDGE,
        **ONE_PERP,
    )
    s.choose("ignore a")
    assert result(s) == (ALL_SIX_DEAD, (1 - first_senior,))


@pytest.mark.proves("CE-HHEND-11", "CE-RULING-48")
def test_when_the_deck_runs_out_the_nearer_team_wins() -> None:
    assert result(deck_out(pawns=(4, 6))) == (DECK_OUT, (1,))
    assert result(deck_out(pawns=(6, 4))) == (DECK_OUT, (0,))
    assert result(deck_out(pawns=(4, 6), **ONE_PERP)) == (DECK_OUT, (1,))
    assert result(deck_out(pawns=(6, 4), **ONE_JUDGE)) == (DECK_OUT, (0,))


@pytest.mark.proves("CE-HHEND-12", "CE-RULING-48")
def test_on_the_same_location_the_team_with_more_survivors_wins() -> None:
    for first_senior in (0, 1):
        judges = deck_out(pawns=(5, 5), satellat=0, first_senior=first_senior)
        assert result(judges) == (DECK_OUT, (0,))
        perps = deck_out(pawns=(5, 5), dredd=0, first_senior=first_senior)
        assert result(perps) == (DECK_OUT, (1,))


@pytest.mark.proves("CE-HHEND-13", "CE-RULING-49")
@pytest.mark.parametrize("first_senior", [0, 1])
@pytest.mark.parametrize("senior", [0, 1])
def test_a_tie_is_lost_by_the_senior_judge_of_the_first_round(
    first_senior: int, senior: int
) -> None:
    s = deck_out(pawns=(5, 5), dredd=0, satellat=0, senior=senior, first_senior=first_senior, day=4)
    assert result(s) == (DECK_OUT, (1 - first_senior,))


@pytest.mark.proves("CE-HHEND-13")
@pytest.mark.parametrize("judges_seat", [0, 1])
def test_the_winner_is_the_player_of_the_winning_team(judges_seat: int) -> None:
    ahead = deck_out(pawns=(6, 4), judges_seat=judges_seat)
    assert ahead.winners == (judges_seat,)
    behind = deck_out(pawns=(4, 6), judges_seat=judges_seat)
    assert behind.winners == (1 - judges_seat,)
    tie = deck_out(pawns=(5, 5), judges_seat=judges_seat, first_senior=0)
    assert tie.winners == (1,)


@pytest.mark.proves("CE-CLAR-07", "CE-RULING-57")
@both_times
def test_no_ration_is_spent_when_the_game_is_ending(time: str) -> None:
    places = ["alabama-morass", "mutie-country", "static-mesa", "drowned-arsenal", "ozark-silence"]
    s = both_rows(
        [ADVANCE],
        [WOUND, NOTHING],
        time=time,
        pawns=(10, 5),
        locations=places,
        effects=[*QUIET, ("ozark-silence", "end", ["ammo"])],
        waiting=[("below", 20, 1)],
    )
    hands = s.table["hands"]
    s.choose("wound satellat", "ignore a")
    assert result(s) == (FOUND, (0,))
    assert (s.team("judges")["rations"], s.team("perps")["rations"]) == (3, 3)
    assert s.team("perps")["ammo"] == 4
    assert s.table["hands"] == hands
    assert s.table["waiting"] == [{"side": "below", "face_down": 20, "seen_by": 1}]
    assert is_over(s, time)


@pytest.mark.proves("CE-CLAR-08")
@both_times
def test_the_path_is_completed_even_into_a_tie(time: str) -> None:
    s = both_rows(
        [ADVANCE], [WOUND, ADVANCE], time=time, pawns=(10, 10), dredd=1, rations=0, perp_rations=0
    )
    s.choose("wound satellat")
    assert result(s) == (BOTH_FOUND, (1,))
    assert is_over(s, time)
    assert [s.radiation(name) for name in ("dredd", "satellat")] == [0, 0]


@pytest.mark.proves("CE-RULING-43", "CE-HHEND-04")
@either
def test_who_pushes_the_enemy_onto_max_normal_finishes_and_the_enemy_does_not(picker: int) -> None:
    pawns = (5, 10) if picker == 0 else (10, 5)
    s = both_rows([NOTHING, ENEMY_ADVANCE, WOUND], [WOUND], picker=picker, pawns=pawns)
    s.choose("ignore a")
    assert s.seat == picker
    assert result(s) == ("", None)
    s.choose(s.options[0])
    assert result(s) == (FOUND, (1 - picker,))
    assert len(s.row("below")) == 1


@pytest.mark.proves("CE-RULING-43")
def test_who_pushes_the_enemy_onto_max_normal_may_reach_him_too() -> None:
    s = both_rows([NOTHING, ENEMY_ADVANCE, ADVANCE, AMMO], [AMMO], pawns=(10, 10), satellat=1)
    s.choose("ignore a")
    assert result(s) == (BOTH_FOUND, (0,))
    assert (s.team("judges")["ammo"], s.team("perps")["ammo"]) == (4, 4)


@pytest.mark.proves("CE-RULING-43")
def test_an_enemy_who_has_resolved_their_row_may_be_pushed_onto_max_normal() -> None:
    s = both_rows([AMMO], [NOTHING, ENEMY_ADVANCE, WOUND], pawns=(10, 5))
    s.choose("ignore a")
    assert (s.seat, s.pawn("judges")) == (1, 11)
    s.choose("wound satellat")
    assert result(s) == (FOUND, (0,))


@pytest.mark.proves("CE-RULING-44")
@both_times
@either
def test_if_the_other_has_resolved_their_row_the_game_ends_at_once(time: str, picker: int) -> None:
    pawns = (5, 10) if picker == 0 else (10, 5)
    s = both_rows([AMMO], [NOTHING, ADVANCE, WOUND], time=time, picker=picker, pawns=pawns)
    s.choose("ignore a")
    assert result(s) == (FOUND, (1 - picker,))
    assert len(s.row("below")) == 1
    assert is_over(s, time)


@pytest.mark.proves("CE-RULING-45", "CE-RULING-47")
def test_finding_max_normal_beats_the_death_of_the_other_team() -> None:
    found_first = both_rows([ADVANCE], [NOTHING, DEATH], pawns=(10, 5), **ONE_PERP)
    assert result(found_first.choose("ignore a")) == (FOUND, (0,))
    died_first = both_rows([DEATH], [NOTHING, ADVANCE], picker=1, pawns=(10, 5), **ONE_PERP)
    assert result(died_first.choose("ignore a")) == (FOUND, (0,))


@pytest.mark.proves("CE-RULING-45")
def test_the_dead_do_not_find_max_normal() -> None:
    s = both_rows([DEATH], [NOTHING, ENEMY_ADVANCE, WOUND], picker=1, pawns=(5, 10), **ONE_PERP)
    s.choose("ignore a")
    assert s.pawn("perps") == 11
    s.choose("wound dredd")
    assert result(s) == (TEAM_DEAD, (0,))


@pytest.mark.proves("CE-RULING-45")
def test_a_dead_teams_pawn_still_moves_for_measuring_distance() -> None:
    s = both_rows(
        [DEATH],
        [NOTHING, ENEMY_ADVANCE, DEATH],
        picker=1,
        pawns=(5, 5),
        first_senior=1,
        **ONE_PERP,
        **ONE_JUDGE,
    )
    s.choose("ignore a")
    assert (s.pawn("judges"), s.pawn("perps")) == (5, 6)
    assert result(s) == (ALL_SIX_DEAD, (1,))


STARVING: dict[str, Any] = {
    "rations": 0,
    "perp_rations": 0,
    "dredd": 1,
    "mean_machine": 1,
    "radiation": {"dredd": 1, "mean-machine": 1},
    **ONE_JUDGE,
    **ONE_PERP,
}


@pytest.mark.proves("CE-RULING-46", "CE-HHEND-06", "CE-HHEND-10")
@both_times
@either
def test_both_teams_starve_together(time: str, picker: int) -> None:
    for pawns, winner in (((6, 5), 0), ((5, 6), 1)):
        s = both_rows([NOTHING], [], time=time, picker=picker, pawns=pawns, **STARVING)
        s.choose("ignore a")
        assert s.dead("dredd")
        assert s.dead("mean-machine")
        assert result(s) == (ALL_SIX_DEAD, (winner,))


@pytest.mark.proves("CE-RULING-46", "CE-HHEND-13")
@pytest.mark.parametrize("first_senior", [0, 1])
def test_teams_that_starve_on_one_location_are_told_apart_by_the_first_senior_judge(
    first_senior: int,
) -> None:
    s = both_rows([NOTHING], [], pawns=(5, 5), first_senior=first_senior, **STARVING)
    s.choose("ignore a")
    assert result(s) == (ALL_SIX_DEAD, (1 - first_senior,))


@pytest.mark.proves("CE-RULING-47", "CE-HHEND-03", "CE-HHEND-04")
@both_times
def test_who_runs_out_of_cards_in_a_row_stops_and_the_other_finishes(time: str) -> None:
    s = both_rows(
        [NOTHING, PSI, AMMO],
        [WOUND, AMMO, NOTHING],
        time=time,
        deck_ends=True,
        pawns=(4, 6),
        hands=[[], []],
    )
    assert s.deck == []
    s.choose("ignore a")
    assert s.team("judges")["ammo"] == 4
    assert s.seat == 1
    s.choose("wound satellat")
    assert s.team("perps")["ammo"] == 5
    assert result(s) == ("", None)
    s.choose("ignore a")
    assert result(s) == (DECK_OUT, (1,))
    assert is_over(s, time)


@pytest.mark.proves("CE-RULING-47")
def test_the_other_player_stops_at_a_psi_symbol_that_the_empty_deck_cannot_serve() -> None:
    s = both_rows([PSI], [NOTHING, PSI, AMMO], deck_ends=True, pawns=(6, 4), hands=[[], []])
    s.choose("ignore a")
    assert result(s) == (DECK_OUT, (0,))
    assert s.team("perps")["ammo"] == 4
    assert len(s.row("below")) == 1


@pytest.mark.proves("CE-RULING-47")
def test_finding_and_dying_come_before_the_empty_deck() -> None:
    empty: dict[str, Any] = {"deck_ends": True, "hands": [[], []]}
    found = both_rows([PSI], [NOTHING, ADVANCE], pawns=(4, 10), **empty)
    assert result(found.choose("ignore a")) == (FOUND, (1,))
    dead = both_rows([PSI], [NOTHING, DEATH], pawns=(4, 10), **ONE_PERP, **empty)
    assert result(dead.choose("ignore a")) == (TEAM_DEAD, (0,))


@pytest.mark.proves("CE-RULING-47")
def test_taking_the_last_card_of_the_deck_is_no_ending_yet() -> None:
    s = both_rows([PSI, WOUND], [NOTHING], deck=[AMMO], deck_ends=True)
    s.choose("add-card", "wound dredd")
    assert s.deck == []
    assert s.team("judges")["ammo"] == 5
    s.choose("ignore a")
    assert result(s) == ("", None)
    assert s.table["time"] == "dusk"


@pytest.mark.proves("CE-RULING-54")
def test_no_pawn_goes_past_max_normal() -> None:
    s = both_rows(
        [NOTHING, ENEMY_ADVANCE, ENEMY_ADVANCE, WOUND], [AMMO], pawns=(5, 8), goal=9, revealed=8
    )
    s.choose("ignore a")
    assert s.pawn("perps") == 9
    assert s.table["revealed"] == 9
    assert s.view(0)["locations"][9:] == ["?", "?"]
    assert s.news().count("moved") == 1
    assert "nothing" in s.news()
    s.choose("wound dredd")
    assert result(s) == (FOUND, (1,))


@pytest.mark.proves("CE-RULING-57")
@either
def test_an_end_effect_is_left_out_for_both_when_the_game_is_ending(picker: int) -> None:
    last = ONE_JUDGE if picker == 0 else ONE_PERP
    s = both_rows(
        [DEATH],
        [NOTHING],
        picker=picker,
        pawns=(1, 1),
        effects=[*QUIET, ("ozark-silence", "end", ["ammo"])],
        **last,
    )
    s.choose("ignore a")
    assert result(s) == (TEAM_DEAD, (1 - picker,))
    assert (s.team("judges")["ammo"], s.team("perps")["ammo"]) == (4, 4)
    assert "location" not in s.news()
