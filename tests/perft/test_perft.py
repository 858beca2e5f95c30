"""Perft: how many ways there are to play so many decisions from the start of a seeded game.

A count that moves means that rules or content have changed: look why, then run
`python -m tests.perft.test_perft` and put the new counts into the file beside this one.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from adjudge.kernel.agenda import State, play
from tests.laws.positions import TABLES, Table

COUNTS = Path(__file__).with_name("counts.toml")
SEEDS = (1, 2, 3)
DEPTHS = {"cursed-earth": 7, "helter-skelter": 6}
MOVES = {"cursed-earth": 6, "helter-skelter": 40}  # the heuristic's, for each number of the seed


def perft(state: State, depth: int) -> int:
    """The leaves of the tree of decisions, chance being fixed by the seed."""
    if depth == 0 or state.over:
        return 1
    if depth == 1:
        return int(state.n_options)
    total = 0
    for choice in range(state.n_options):
        after = state.copy()
        play(after, choice)
        total += perft(after, depth - 1)
    return total


def start(table: Table, seed: int) -> State:
    """A little into the game, where things happen: the heuristic makes the first moves."""
    state = table.new(seed)
    for _ in range(MOVES[table.game.id] * seed):
        if not state.over:
            play(state, table.game.careful(state))
    return state


def counts_of(table: Table) -> list[int]:
    """For each seed."""
    return [perft(start(table, seed), DEPTHS[table.game.id]) for seed in SEEDS]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_counts_stand(table: Table) -> None:
    counts = tomllib.loads(COUNTS.read_text("utf-8"))
    assert [perft(start(table, seed), DEPTHS[table.game.id]) for seed in SEEDS] == counts[
        str(table)
    ]


if __name__ == "__main__":
    for each in TABLES:
        print(f"{each} = {counts_of(each)}")
