"""How fast the engine is: random play and copies, one core, nothing told to anybody."""

from __future__ import annotations

import time
from typing import Any

from adjudge.build import BUILD
from adjudge.kernel.agenda import State, play_out
from adjudge.kernel.game import Game
from adjudge.kernel.rng import Rng, seeded
from adjudge.lab.playing import MOST_DECISIONS
from adjudge.match import scrambled
from adjudge.packs import default_pack

POSITIONS = 32  # as many positions are copied in turn
ROUNDS = 16  # as many times each between two looks at the clock


def modes(game: Game) -> list[tuple[int, dict[str, str]]]:
    """Every mode with its fewest seats; a game without modes counts as one."""
    option = next((option for option in game.setup if option.name == "mode"), None)
    given = [{"mode": choice} for choice in option.choices] if option else [{}]
    seats = [game.fewest_seats(setup) for setup in given]
    return [(n, game.choose_setup(n, setup)) for n, setup in zip(seats, given, strict=True)]


def started(game: Game, n: int) -> State:
    """The nth game, over all modes in turn."""
    ways = modes(game)
    seats, setup = ways[n % len(ways)]
    return game.new(default_pack(game).facts, seats, setup, seeded(scrambled(n)), None)


def bench(game: Game, seconds: float) -> dict[str, Any]:
    """Decisions, games and copies a second, each measured for half the time."""
    chance = seeded(scrambled(0))
    decisions, games, played = play_for(game, seconds / 2, chance)
    copies, copied = copy_for(positions(game, chance), seconds / 2)
    return {
        "build": BUILD,
        "decisions_per_s": round(decisions / played, 1),
        "copies_per_s": round(copies / copied, 1),
        "games_per_s": round(games / played, 2),
    }


def play_for(game: Game, seconds: float, chance: Rng) -> tuple[int, int, float]:
    """Random games, set-up included, every mode as often: decisions, games, seconds."""
    facts = default_pack(game).facts
    ways = modes(game)
    decisions = games = 0
    began = time.perf_counter()
    passed = 0.0
    while passed < seconds:
        for seats, setup in ways:
            state = game.new(facts, seats, setup, seeded(scrambled(games)), None)
            decisions += play_out(state, chance, MOST_DECISIONS)
            games += 1
        passed = time.perf_counter() - began
    return decisions, games, passed


def positions(game: Game, chance: Rng) -> list[State]:
    """Unfinished positions from the middle of random games."""
    found = []
    for n in range(POSITIONS):
        length = play_out(started(game, n), chance, MOST_DECISIONS)
        state = started(game, n)
        while play_out(state, chance, length // 2) and state.over:
            state = started(game, n)
        found.append(state)
    return found


def copy_for(states: list[State], seconds: float) -> tuple[int, float]:
    """Copies of the positions in turn: how many, in how many seconds."""
    copies = 0
    began = time.perf_counter()
    passed = 0.0
    while passed < seconds:
        for _ in range(ROUNDS):
            for state in states:
                state.copy()
        copies += ROUNDS * len(states)
        passed = time.perf_counter() - began
    return copies, passed
