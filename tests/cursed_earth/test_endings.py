"""Ending the game: one way to win, three ways to lose."""

from __future__ import annotations

import random
from typing import Any

import pytest

import adjudge
from tests.cursed_earth.story import NOTHING, card, resolving

FOUND = "Max Normal is found"
LOSSES = {
    "the perps found Max Normal first": "CE-LOC-05",
    "the encounter deck ran out": "CE-ROUND-04",
    "all Judges are dead": "CE-DEATH-06",
}


@pytest.mark.proves("CE-END-01")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
@pytest.mark.parametrize(("symbol", "position", "reason"), [
    ("advance", {"pawns": (8, 8), "goal": 9}, FOUND),
    ("enemy-advance", {"pawns": (8, 8), "goal": 9}, "the perps found Max Normal first"),
    ("psi", {"deck_ends": True}, "the encounter deck ran out"),
    ("death", {"dredd": 0, "giant": 0}, "all Judges are dead"),
])  # fmt: skip
def test_there_is_one_way_to_win_and_there_are_three_to_lose(
    mode: str, symbol: str, position: dict[str, Any], reason: str
) -> None:
    row = [card(may=[[symbol, "ammo"]]), NOTHING]
    s = resolving(row, mode=mode, **position)
    s.choose("trigger a")
    assert s.reason == reason
    assert s.winners == (tuple(range(s.match.seats)) if reason == FOUND else ())
    assert (s.seat, s.options, s.ammo) == (None, [], 4)
    assert s.match.outcome is not None
    assert s.match.outcome.rules == (LOSSES.get(reason, "CE-LOC-03"),)
    for seat in (*range(s.match.seats), None):
        last = s.match.events(seat)[-1]
        assert (last["what"], last["text"]) == ("ended", f"The game is over: {reason}.")


@pytest.mark.proves("CE-END-01")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("difficulty", ["cadet", "chief-judge"])
def test_every_finished_game_ended_in_one_of_the_four_ways(seats: int, difficulty: str) -> None:
    for seed in range(4):
        match = adjudge.new("cursed-earth", seats=seats, seed=seed, difficulty=difficulty)
        chance = random.Random(seed)
        while match.seat is not None:
            match.play(chance.choice(match.options))
        assert match.outcome is not None
        assert match.outcome.reason in (FOUND, *LOSSES)
        won = match.outcome.reason == FOUND
        assert match.outcome.winners == (tuple(range(seats)) if won else ())


@pytest.mark.proves("CE-END-01")
def test_two_dead_judges_a_last_card_and_perps_next_door_are_no_ending() -> None:
    row = [card(may=[["death"], ["psi"], ["enemy-advance"]]), NOTHING]
    s = resolving(
        row,
        mode="cooperative",
        deck=[NOTHING],
        deck_ends=True,
        pawns=(8, 7),
        goal=9,
        dredd=0,
    )
    s.choose("trigger a", "lose giant", "trigger b", "trigger c")
    assert (s.deck, s.pawn("perps"), s.reason) == ([], 8, "")
    assert s.seat == 0
