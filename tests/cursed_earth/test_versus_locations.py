"""Head-to-head rules: location cards."""

from __future__ import annotations

from typing import Any

import pytest

import adjudge
from tests.cursed_earth.story import (
    NOTHING,
    Story,
    card,
    plain_locations,
    resolving,
    starting,
    story_pack,
)
from tests.cursed_earth.test_versus_rows import QUIET, both_rows, versus

HERE = "ozark-silence"
THERE = "static-mesa"
SLOUGH = "slough-of-st-louis"
HANDS = [[2, 4, 6, 8, 10, 12], [3, 5, 7, 9, 11, 60]]
WOUND = card(must=["wound"])
AMMO = card(must=["ammo"])


def at(moment: str, effect: Any) -> list[tuple[str, str, Any]]:
    """The first location has that effect, the others none."""
    return [*QUIET, (HERE, moment, effect)]


def tokens(s: Story, kind: str) -> tuple[int, int]:
    """What the Judges and the perps have of a resource."""
    return (s.team("judges")[kind], s.team("perps")[kind])


ONGOING = {
    "no-ammo": ("violence", "spend-ammo"),
    "no-healing": ("heal", "heal {name}"),
    "no-psi-action": ("psi", "psi-action"),
    "no-swap": ("swap", "swap 1"),
}


@pytest.mark.proves("CE-HHLOC-01")
@pytest.mark.parametrize("effect", ONGOING)
@pytest.mark.parametrize("there", ["judges", "perps"])
def test_an_ongoing_effect_applies_only_to_the_team_that_is_there(effect: str, there: str) -> None:
    symbol, text = ONGOING[effect]
    row = [WOUND, card(must=[symbol]), NOTHING, NOTHING]
    pawns = (1, 2) if there == "judges" else (2, 1)
    for seat, team, name in ((0, "judges", "dredd"), (1, "perps", "satellat")):
        s = both_rows(
            row, [], picker=seat, pawns=pawns, effects=at("ongoing", effect), locations=[HERE]
        )
        s.choose(f"wound {name}")
        happened = text.format(name=name) in s.options
        if effect == "no-healing":  # the only wounded one is healed unasked
            happened = s.health(name) == 5
        assert happened == (team != there)


@pytest.mark.proves("CE-HHLOC-02")
@pytest.mark.parametrize(
    ("pawns", "rations"), [((1, 2), (4, 3)), ((2, 1), (3, 4)), ((1, 1), (4, 4)), ((2, 2), (3, 3))]
)
@pytest.mark.parametrize("time", ["dawn", "dusk"])
@pytest.mark.parametrize("senior", [0, 1])
def test_a_start_effect_applies_only_to_the_team_that_is_there(
    pawns: tuple[int, int], rations: tuple[int, int], time: str, senior: int
) -> None:
    places = ["alabama-morass", HERE]
    quiet = [place for place in QUIET if place[0] != "alabama-morass"]
    picker = None if time == "dawn" else 0
    s = versus(
        time=time,
        hands=HANDS,
        locations=places,
        pawns=pawns,
        effects=quiet,
        senior=senior,
        dawn_picker=picker,
    )
    assert tokens(s, "rations") == rations


@pytest.mark.proves("CE-HHLOC-02")
@pytest.mark.parametrize(
    ("pawns", "ammo"), [((1, 2), (5, 4)), ((2, 1), (4, 5)), ((1, 1), (5, 5)), ((2, 2), (4, 4))]
)
@pytest.mark.parametrize("time", ["dawn", "dusk"])
@pytest.mark.parametrize("picker", [0, 1])
def test_an_end_effect_applies_only_to_the_team_that_is_there(
    pawns: tuple[int, int], ammo: tuple[int, int], time: str, picker: int
) -> None:
    effects = at("end", ["ammo"])
    s = both_rows([NOTHING], [], time=time, picker=picker, pawns=pawns, effects=effects)
    assert tokens(s, "ammo") == (4, 4)
    s.choose("ignore a")
    assert tokens(s, "ammo") == ammo


@pytest.mark.proves("CE-RULING-28")
@pytest.mark.parametrize("symbol", ["advance", "enemy-advance"])
@pytest.mark.parametrize("picker", [0, 1])
def test_a_reveal_touches_the_team_whose_pawn_enters_by_it(symbol: str, picker: int) -> None:
    moved = picker if symbol == "advance" else 1 - picker
    pawns = (3, 1) if moved == 0 else (1, 3)
    places = ["alabama-morass", SLOUGH, "mutie-country", HERE]
    s = both_rows(
        [card(must=[symbol]), NOTHING],
        [],
        picker=picker,
        pawns=pawns,
        locations=places,
        effects=at("reveal", ["ammo", "wound"]),
    )
    assert s.pawn(("judges", "perps")[moved]) == 4
    assert tokens(s, "ammo") == ((5, 4) if moved == 0 else (4, 5))
    assert s.seat == moved
    assert s.options[0] == ("wound dredd" if moved == 0 else "wound mean-machine")


@pytest.mark.proves("CE-RULING-28")
def test_who_enters_a_location_that_lies_open_is_not_touched_by_its_reveal() -> None:
    s = both_rows(
        [card(must=["advance"]), NOTHING],
        [],
        pawns=(3, 4),
        locations=["alabama-morass", SLOUGH, "mutie-country", HERE],
        effects=at("reveal", ["ammo", "wound"]),
    )
    assert s.pawn("judges") == 4
    assert tokens(s, "ammo") == (4, 4)
    assert s.options == ["trigger a", "ignore a"]


@pytest.mark.proves("CE-RULING-28")
def test_at_set_up_a_reveal_touches_the_card_but_no_team() -> None:
    for key, value in (("reveal", ("ammo",)), ("ongoing", "cache")):
        pack = story_pack((), tuple((place, key, value) for place in plain_locations()))
        match = adjudge.new("cursed-earth", seats=2, seed=1, mode="head-to-head", pack=pack)
        s = Story(match)
        assert tokens(s, "ammo") == (4, 4)
        assert s.table["caches"] == ([1, 2, 3] if key == "ongoing" else [])


@pytest.mark.proves("CE-RULING-29")
@pytest.mark.parametrize("symbol", ["advance", "enemy-advance"])
@pytest.mark.parametrize("picker", [0, 1])
def test_the_first_team_to_leave_mutie_country_takes_the_token(symbol: str, picker: int) -> None:
    s = both_rows(
        [NOTHING, card(must=[symbol]), NOTHING],
        [card(must=[symbol]), NOTHING],
        picker=picker,
        locations=["mutie-country"],
        caches=[1],
    )
    s.choose("ignore a")
    first = picker if symbol == "advance" else 1 - picker
    assert tokens(s, "ammo") == ((5, 4) if first == 0 else (4, 5))
    assert s.table["caches"] == []
    assert s.news().count("cache-taken") == 1
    s.choose("ignore a")
    assert (s.pawn("judges"), s.pawn("perps")) == (2, 2)
    assert tokens(s, "ammo") == ((5, 4) if first == 0 else (4, 5))


@pytest.mark.proves("CE-RULING-29")
def test_the_token_is_put_on_mutie_country_when_it_is_revealed() -> None:
    quiet = [place for place in QUIET if place[0] != "mutie-country"]
    places = [HERE, THERE, "alabama-morass", "mutie-country"]
    s = both_rows(
        [NOTHING, card(must=["advance"]), NOTHING, card(must=["advance"]), NOTHING],
        [],
        picker=1,
        pawns=(1, 3),
        locations=places,
        effects=quiet,
    )
    s.choose("ignore a")
    assert s.pawn("perps") == 4
    assert s.table["caches"] == [4]
    assert tokens(s, "ammo") == (4, 4)
    s.choose("ignore a")
    assert s.table["caches"] == []
    assert tokens(s, "ammo") == (4, 5)


def dusk_on_the_slough(pawns: tuple[int, int], senior: int = 0) -> Story:
    """Dusk with the Slough first in the row of locations, four cards played to the row above."""
    quiet = [place for place in QUIET if place[0] != SLOUGH]
    s = versus(
        time="dusk",
        hands=[[40, 10, 30], [7, 33, 5]],
        locations=[SLOUGH],
        pawns=pawns,
        effects=quiet,
        senior=senior,
        dawn_picker=0,
    )
    plays = ["play 40 above", "play 7 above", "play 10 above", "play 33 above"]
    if senior == 1:
        plays = ["play 7 above", "play 40 above", "play 33 above", "play 10 above"]
    s.choose(*plays)
    assert s.row("above") == [int(text.split()[1]) for text in plays]
    return s


@pytest.mark.proves("CE-SLOUGH-01", "CE-HHLOC-01", "CE-RULING-30")
@pytest.mark.parametrize("pawns", [(1, 1), (1, 2), (2, 1), (2, 2)])
@pytest.mark.parametrize("senior", [0, 1])
def test_the_third_dusk_card_of_a_player_on_the_slough_is_laid_face_down(
    pawns: tuple[int, int], senior: int
) -> None:
    s = dusk_on_the_slough(pawns, senior)
    third = {0: 30, 1: 5}
    for seat in (senior, 1 - senior):
        s.choose(f"play {third[seat]} above")
    for viewer in (0, 1, None):
        places = []
        for seat in (senior, 1 - senior):
            known = third[seat] if seat == viewer else "?"
            covered = {"face_down": known, "seen_by": seat}
            places.append(covered if pawns[seat] == 1 else third[seat])
        assert s.view(viewer)["rows"]["above"][4:] == places
        told = [dict(event["args"]).get("card") for event in s.match.events(viewer)]
        for seat in (0, 1):
            assert (third[seat] in told) == (pawns[seat] == 2 or viewer == seat)


@pytest.mark.proves("CE-RULING-30", "CE-HHPSI-05", "CE-HHPSI-06")
def test_it_keeps_its_place_and_is_turned_up_once_a_row_has_been_chosen() -> None:
    quiet = [place for place in QUIET if place[0] != SLOUGH]
    s = versus(
        time="dusk",
        hands=[[40, 10, 30], [WOUND, 33, 5]],
        locations=[SLOUGH],
        effects=quiet,
        dawn_picker=0,
        waiting=[("above", 2, 0)],
    )
    s.choose("play 40 above", "play 14 below", "play 10 above", "play 33 above")
    s.choose("play 30 above", "play 5 above")
    assert s.view(1)["rows"]["above"] == [
        40,
        10,
        33,
        {"face_down": "?", "seen_by": 0},
        {"face_down": 5, "seen_by": 1},
    ]
    s.choose("take below")
    assert s.options[0] == "wound mean-machine"
    for seat in (0, 1, None):
        assert s.view(seat)["rows"]["above"] == [40, 10, 33, 30, 5, 2]
    assert s.news().count("turned-up") == 3


@pytest.mark.proves("CE-SLOUGH-01", "CE-RULING-30")
def test_at_dawn_every_card_on_the_slough_is_laid_face_up() -> None:
    quiet = [place for place in QUIET if place[0] != SLOUGH]
    s = versus(hands=HANDS, locations=[SLOUGH], effects=quiet)
    s.choose("play 2 above", "play 3 above", "play 4 above", "play 5 above", "play 6 above")
    s.choose("play 7 above")
    for seat in (0, 1, None):
        assert s.view(seat)["rows"]["above"] == [2, 3, 4, 5, 6, 7]


@pytest.mark.proves("CE-RULING-56", "CE-HHLOC-02")
@pytest.mark.parametrize("time", ["dawn", "dusk"])
@pytest.mark.parametrize("senior", [0, 1])
def test_start_effects_come_to_the_senior_judge_first(time: str, senior: int) -> None:
    picker = None if time == "dawn" else 0
    effects = at("start", ["wound"])
    s = versus(time=time, hands=HANDS, effects=effects, senior=senior, dawn_picker=picker)
    names = ("dredd", "satellat")
    assert s.seat == senior
    assert len(s.options) == 3
    s.choose(f"wound {names[senior]}")
    assert s.seat == 1 - senior
    s.choose(f"wound {names[1 - senior]}")
    assert (s.health("dredd"), s.health("satellat")) == (4, 4)
    assert s.seat == senior
    assert s.options[0].startswith("play")


@pytest.mark.proves("CE-RULING-56")
@pytest.mark.parametrize("time", ["dawn", "dusk"])
@pytest.mark.parametrize("picker", [0, 1])
@pytest.mark.parametrize("senior", [0, 1])
def test_end_effects_and_rations_come_first_to_who_resolved_first(
    time: str, picker: int, senior: int
) -> None:
    s = both_rows(
        [NOTHING],
        [],
        time=time,
        picker=picker,
        senior=senior,
        effects=at("end", ["wound"]),
        rations=0,
        perp_rations=0,
    )
    s.choose("ignore a")
    names = ("dredd", "satellat")
    for verb in ("wound", "irradiate"):
        for seat in (picker, 1 - picker):
            assert s.seat == seat
            s.choose(f"{verb} {names[seat]}")
    assert [s.health(name) for name in names] == [4, 4]
    assert [s.radiation(name) for name in names] == [1, 1]
    assert s.options[0].startswith("play")


LAST_JUDGE: dict[str, Any] = {"dredd": 1, "giant": 0, "anderson": 0}


@pytest.mark.proves("CE-RULING-56")
@pytest.mark.parametrize("senior", [0, 1])
def test_an_ending_met_by_a_start_effect_waits_for_the_other_start_effect(senior: int) -> None:
    effects = at("start", ["ammo", "wound"])
    s = versus(hands=HANDS, effects=effects, senior=senior, **LAST_JUDGE)
    assert s.seat == 1
    assert s.reason == ""
    assert s.dead("dredd") == (senior == 0)
    s.choose("wound satellat")
    assert s.health("satellat") == 4
    assert (s.reason, s.winners) == ("one team is dead", (1,))
    assert [len(hand) for hand in s.table["hands"]] == [6, 6]


@pytest.mark.proves("CE-RULING-56")
@pytest.mark.parametrize("picker", [0, 1])
@pytest.mark.parametrize("time", ["dawn", "dusk"])
def test_an_ending_met_by_an_end_effect_waits_for_the_other_end_effect(
    picker: int, time: str
) -> None:
    effects = at("end", ["wound"])
    s = both_rows([NOTHING], [], time=time, picker=picker, effects=effects, **LAST_JUDGE)
    s.choose("ignore a")
    assert s.seat == 1
    assert s.reason == ""
    s.choose("wound satellat")
    assert s.health("satellat") == 4
    assert (s.reason, s.winners) == ("one team is dead", (1,))
    assert tokens(s, "rations") == (3, 3)
    assert s.table["time"] == time


@pytest.mark.proves("CE-RULING-56")
@pytest.mark.parametrize("picker", [0, 1])
@pytest.mark.parametrize("time", ["dawn", "dusk"])
def test_an_ending_met_by_hunger_waits_for_the_other_team_to_eat(picker: int, time: str) -> None:
    s = both_rows(
        [NOTHING],
        [],
        time=time,
        picker=picker,
        rations=0,
        perp_rations=0,
        dredd=1,
        giant=0,
        anderson=0,
        radiation={"dredd": 1},
    )
    s.choose("ignore a")
    assert s.seat == 1
    assert s.reason == ""
    s.choose("irradiate satellat")
    assert s.radiation("satellat") == 1
    assert (s.reason, s.winners) == ("one team is dead", (1,))


@pytest.mark.proves("CE-HHLOC-02")
def test_start_effects_come_before_the_first_card_is_played() -> None:
    s = starting(mode="head-to-head", hands=HANDS, effects=at("start", ["ammo"]), pawns=(1, 2))
    assert tokens(s, "ammo") == (5, 4)
    assert (s.row("above"), s.row("below")) == ([], [])


@pytest.mark.proves("CE-RULING-60")
def test_a_location_stops_acting_on_a_team_that_it_has_killed() -> None:
    s = resolving(
        [card(must=["enemy-advance"], may=[["heal"]])],
        mode="head-to-head",
        pawns=(3, 3),
        locations=["ozark-silence", "alabama-morass", "mutie-country", "static-mesa"],
        effects=[("static-mesa", "reveal", ["wound", "rations"])],
        mean_machine=1,
        satellat=0,
        disciple=0,
    )
    assert s.dead("mean-machine")
    assert s.team("perps")["rations"] == 3
