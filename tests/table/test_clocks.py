"""Clocks as they are folded from the log: nobody gains time, whatever is done in between."""

from __future__ import annotations

import pytest

import adjudge
from adjudge.match import find_game
from adjudge.table.live import (
    BACK,
    MOVE,
    STAND_IN,
    START,
    UNDO,
    Entry,
    Live,
    Place,
    Settings,
    go_on_from,
    snapshot_of,
)
from adjudge.table.protocol import Clock

SOLO = {"mode": "solo", "difficulty": "cadet", "first_player": "random", "judges": "0"}


def solo(clock: Clock) -> Live:
    """A solo game that began at 1,000; every move of it can be taken back for a while."""
    match = adjudge.new("cursed-earth", seats=1, seed=7, mode="solo", difficulty="cadet")
    settings = Settings("cursed-earth", match.pack.hash, "{}", "g", 1000.0, clock=clock)
    place = Place(0, "g", "Quiet Heron", "", "", None, "", 0, 0.0)
    live = Live(settings, SOLO, [place], find_game("cursed-earth"), "playing", None, match)
    live.act(START, 0, "", 1000.0, "0")
    return live


def play(live: Live, at: float) -> Entry:
    """The first option, at that time."""
    assert live.match is not None
    return live.act(MOVE, 0, live.match.options[0].text, at, "")


def test_a_clock_per_move_runs_from_the_position() -> None:
    live = solo(Clock("move", 30))
    assert live.flag == 1030.0
    play(live, 1010.0)
    assert (live.flag, live.left(0)) == (1040.0, 30)


def test_days_are_days() -> None:
    assert solo(Clock("day", 2)).flag == 1000.0 + 2 * 86_400


def test_a_clock_per_game_counts_all_decisions() -> None:
    live = solo(Clock("game", 100))
    play(live, 1010.0)
    play(live, 1030.0)
    assert (live.left(0), live.flag) == (70.0, 1100.0)


def test_taking_a_move_back_gives_no_more_time_for_it() -> None:
    """Per move, the clock goes on as if it had never been made."""
    live = solo(Clock("move", 30))
    play(live, 1020.0)
    live.act(UNDO, 0, "", 1025.0, "")
    assert live.flag == 1030.0
    play(live, 1028.0)
    play(live, 1029.0)
    live.act(UNDO, 0, "", 1029.5, "")
    assert live.flag == 1058.0


def test_taking_a_move_back_costs_the_time_it_took() -> None:
    live = solo(Clock("game", 100))
    play(live, 1020.0)
    live.act(UNDO, 0, "", 1025.0, "")
    assert (live.left(0), live.flag) == (75.0, 1100.0)
    play(live, 1030.0)
    assert (live.left(0), live.flag) == (70.0, 1100.0)


def test_the_time_of_a_stand_in_is_nobodys() -> None:
    live = solo(Clock("game", 100))
    live.act(STAND_IN, 0, "careful", 1010.0, "")
    flags = [live.flag]
    live.act(BACK, 0, "", 1050.0, "")
    flags.append(live.flag)
    assert (live.left(0), flags) == (90.0, [None, 1140.0])
    play(live, 1060.0)
    assert live.left(0) == 80.0


def test_who_comes_back_has_the_time_of_a_decision_once() -> None:
    """Otherwise a seat could be handed to and fro for ever."""
    live = solo(Clock("move", 30))
    live.act(STAND_IN, 0, "careful", 1030.0, "")
    live.act(BACK, 0, "", 1031.0, "")
    assert live.flag == 1061.0
    live.act(STAND_IN, 0, "careful", 1060.0, "")
    live.act(BACK, 0, "", 1060.5, "")
    assert live.flag == 1061.0
    play(live, 1060.9)
    assert live.flag == 1090.9


def test_a_clock_of_the_machine_that_goes_back_gives_no_time() -> None:
    live = solo(Clock("game", 100))
    play(live, 1020.0)
    assert play(live, 990.0).at == 1020.0
    assert live.left(0) == 80.0


@pytest.mark.parametrize("clock", [Clock("move", 30), Clock("game", 100)])
def test_a_snapshot_keeps_the_clocks(clock: Clock) -> None:
    live = solo(clock)
    play(live, 1011.0)
    play(live, 1017.0)
    live.act(UNDO, 0, "", 1018.0, "")
    live.act(STAND_IN, 0, "careful", 1019.0, "")
    live.act(BACK, 0, "", 1020.0, "")
    again = solo(clock)
    assert live.match is not None
    go_on_from(again, snapshot_of(live), live.match.pack)
    assert (again.flag, again.left(0), again.at) == (live.flag, live.left(0), live.at)
    for one in (live, again):
        play(one, 1025.0)
    assert (again.flag, again.left(0), again.spent) == (live.flag, live.left(0), live.spent)
