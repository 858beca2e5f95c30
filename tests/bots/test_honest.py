"""Bots are honest: they decide from what their seat knows, and from nothing else.

Two checks, each held against every bot, and each shown to catch one that cheats.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType

import pytest

import adjudge
from adjudge.bots import BOTS, Bot, Budget, Thought
from adjudge.kernel.agenda import State, play
from adjudge.kernel.game import Option
from adjudge.kernel.notation import digest
from adjudge.kernel.rng import seeded
from adjudge.match import SeatView
from adjudge.table.thinker import READ_ANSWER, READY, Request, line_of
from tests.laws.positions import TABLES, Table

ROOT = Path(__file__).parents[2]
THINKER = "from adjudge.table.thinker import main; main([])"
FAST = adjudge.BUILD == "compiled"  # a thought of the other build takes some thirty times as long
POSITIONS = 24 if FAST else 2  # of each table
ITERATIONS = 40 if FAST else 12
IN_GAMES = 12 if FAST else 3  # iterations: whole games have hundreds of decisions
SEATED = [table for table in TABLES if table.setup.get("difficulty", "cadet") != "chief-judge"]
EVERY_MODE = [
    next(table for table in TABLES if str(table).startswith(start))
    for start in (
        "cursed-earth-1-solo",
        "cursed-earth-2-cooperative",
        "cursed-earth-2-head-to-head",
        "helter-skelter-2",
    )
]
every_bot = pytest.mark.parametrize("name", list(BOTS))


class Peeker(Bot):
    """Cheats: it looks for the true world in the hands of those who ask it, and plays by that."""

    name = "peeker"

    def think(
        self, view: SeatView, options: Sequence[Option], rng: Random, budget: Budget
    ) -> Thought:
        """By lot, as the true world has it; the first where there is none to be found."""
        world = peeked(sys._getframe(1))
        if world is None:
            return Thought(0)
        return Thought(Random(digest(view.game.write(world))).randrange(len(options)))


def peeked(frame: FrameType | None) -> State | None:
    """The world that somebody holds who waits for an answer."""
    while frame is not None:
        world = frame.f_locals.get("world")
        if isinstance(world, State):
            return world
        frame = frame.f_back
    return None


# What the seat cannot see is dealt again


def some_worlds(table: Table) -> list[State]:
    """Some positions with a choice, from a game by the heuristic."""
    found = []
    state = table.new(3)
    while not state.over:
        if state.n_options > 1:
            found.append(state.copy())
        play(state, table.game.careful(state))
    return found[2 :: max(1, len(found) // POSITIONS)]


def thought_in(table: Table, world: State, bot: Bot) -> Thought:
    """What the bot thinks there, from the view of the player who is asked."""
    view = SeatView(table.game, table.game.view(world, world.player), world.player)
    return bot.think(view, view.options, Random(5), Budget(iterations=ITERATIONS))


def check_twins(table: Table, bot: Bot) -> None:
    """The bot thinks the same, estimates included, in all worlds that look the same to its seat."""
    for state in some_worlds(table):
        seen = table.game.view(state, state.player)
        twins = [table.game.determinize(seen, seeded(n)) for n in (7, 77)]
        thoughts = [thought_in(table, world, bot) for world in (state, *twins)]
        assert thoughts[1:] == thoughts[:1] * 2


@pytest.mark.parametrize("table", SEATED, ids=str)
@every_bot
def test_a_thought_is_the_same_when_the_unseen_is_dealt_again(name: str, table: Table) -> None:
    check_twins(table, BOTS[name])


@pytest.mark.parametrize("table", EVERY_MODE, ids=str)
def test_who_peeks_is_caught_when_the_unseen_is_dealt_again(table: Table) -> None:
    with pytest.raises(AssertionError):
        check_twins(table, Peeker())


# A process that has views and nothing else


@contextmanager
def told_views_alone(folder: Path, program: str = THINKER) -> Iterator[subprocess.Popen[bytes]]:
    """A bot's process in an empty folder, with nothing but what it is told on its input."""
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=folder,
        env={key: os.environ[key] for key in ("ADJUDGE_PURE", "PYTHONPATH") if key in os.environ},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == READY
        yield process
        process.communicate(b"")


def answer(
    process: subprocess.Popen[bytes], number: int, bot: str, match: adjudge.Match
) -> Thought | None:
    """What the process thinks of the view as it is written."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert match.seat is not None
    view = json.loads(json.dumps(match.view(match.seat)))
    name = f"{bot}:{IN_GAMES}"
    request = Request(number, name, match.pack.hash, view, chance=str(number), seconds=None)
    process.stdin.write(line_of(request))
    process.stdin.flush()
    return READ_ANSWER.decode(process.stdout.readline()).thought


def check_game(table: Table, bot: Bot, process: subprocess.Popen[bytes]) -> None:
    """A whole game, in which the process thinks what the bot thinks here, move by move."""
    match = table.match(11)
    budget = Budget(iterations=IN_GAMES)
    while match.seat is not None:
        world = match._state
        number = len(match.moves)
        view = SeatView(table.game, table.game.view(world, world.player), world.player)
        thought = bot.think(view, view.options, Random(str(number)), budget)
        assert answer(process, number, bot.name, match) == thought
        match.play(thought.choice)


@every_bot
def test_a_process_that_has_views_alone_plays_the_same_games(name: str, tmp_path: Path) -> None:
    with told_views_alone(tmp_path) as process:
        for table in EVERY_MODE:
            check_game(table, BOTS[name], process)


def test_who_peeks_is_caught_by_a_process_that_has_views_alone() -> None:
    """There is nothing to peek at: it plays otherwise than where there is."""
    cheating = (
        "from adjudge.bots import BOTS; from tests.bots.test_honest import Peeker; "
        f"BOTS['peeker'] = Peeker(); {THINKER}"
    )
    with told_views_alone(ROOT, cheating) as process:
        for table in EVERY_MODE:
            with pytest.raises(AssertionError):
                check_game(table, Peeker(), process)
