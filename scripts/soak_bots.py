"""Bots by the clock: thousands of decisions of whole games, none of them over its cap.

python scripts/soak_bots.py [--decisions 10000] [--bots flat,...] [--kill 40] [--seed 1]

Every seat of every game is the bot's. Its budgets are 0.04, 0.06 and 0.1 seconds in turn, alone and
in two processes in turn; in every so many decisions of two processes the other one is killed in
mid-thought. A decision is timed from the view to the choice. It may be over its seconds by 5 % at
most: if one is later than that, the exit code is 1. Nothing else should run meanwhile: a process
that is not run cannot look at the clock. So it is told for how long of the longest decision it
waited for a processor (on Linux), and how many were late by more than they waited.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from os import kill
from pathlib import Path
from random import Random
from signal import SIGKILL
from threading import Timer
from time import perf_counter

from soak import TABLES

import adjudge
from adjudge.bots import BOTS, Bot, Budget, find_bot
from adjudge.bots.aides import aides_here
from adjudge.bots.several import Several
from adjudge.kernel.agenda import State, play
from adjudge.kernel.game import Game
from adjudge.kernel.rng import seeded
from adjudge.match import SeatView, scrambled
from adjudge.packs import default_pack

SECONDS = (0.04, 0.06, 0.1)
PROCESSES = (1, 2)
LOOKING_AHEAD = [name for name, bot in BOTS.items() if isinstance(bot, Several)]
WAITS = Path("/proc/thread-self/schedstat")
ALLOWED = 1.05  # of the seconds


@dataclass(frozen=True)
class Timed:
    """One decision: its budget, the seconds it took, and those it waited for a processor."""

    bot: str
    game: str
    budget: Budget
    took: float
    waited: float
    playouts: int

    @property
    def share(self) -> float:
        """Of the seconds that it had."""
        assert self.budget.seconds is not None
        return self.took / self.budget.seconds

    @property
    def own_fault(self) -> bool:
        """Whether it would have been over the cap on a machine of its own as well."""
        assert self.budget.seconds is not None
        return self.took - self.waited > self.budget.seconds


class Killer:
    """Ends the process that thinks along, in some decisions in the midst of them."""

    def __init__(self, every: int) -> None:
        self.every = every
        self.seen = 0
        self.killed = 0

    @contextmanager
    def lurking(self, budget: Budget) -> Iterator[None]:
        """While a decision is made."""
        aides = aides_here().aides
        self.seen += budget.processes > 1
        if budget.processes == 1 or self.seen % self.every or not (aides and aides[0].ready):
            yield
            return
        assert budget.seconds is not None
        timer = Timer(budget.seconds / 4, self.strike, [aides[0].process.pid])
        timer.start()
        yield
        timer.join()

    def strike(self, pid: int) -> None:
        """Without warning."""
        with suppress(ProcessLookupError):
            kill(pid, SIGKILL)
            self.killed += 1


def budgets() -> Iterator[Budget]:
    """All of them, again and again."""
    while True:
        for processes in PROCESSES:
            for seconds in SECONDS:
                yield Budget(seconds, processes=processes)


def games(seed: int) -> Iterator[tuple[Game, State]]:
    """One game after the other, of every table in turn."""
    tables = {id: list(TABLES[id]) for id in adjudge.games()}
    number = seed
    while True:
        for id, kinds in tables.items():
            game = adjudge.game(id)
            seats, setup = kinds[number % len(kinds)]
            chosen = game.choose_setup(seats, setup)
            rng = seeded(scrambled(number))
            yield game, game.new(default_pack(game).facts, seats, chosen, rng, None)
        number += 1


def decided(bot: Bot, game: Game, state: State, chance: Random, budget: Budget) -> Timed:
    """One decision, timed and played."""
    view = SeatView(game, game.view(state, state.player), state.player)
    options = view.options
    before, began = waiting(), perf_counter()
    thought = bot.think(view, options, chance, budget)
    took, waited = perf_counter() - began, waiting() - before
    play(state, thought.choice)
    return Timed(bot.name, game.id, budget, took, waited, thought.playouts)


def waiting() -> float:
    """The seconds that this thread has waited for a processor so far; 0 where nobody counts."""
    try:
        return int(WAITS.read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


def soak(bot: Bot, decisions: int, seed: int, killer: Killer) -> list[Timed]:
    """So many decisions with a choice, of games that go on to their end."""
    chance = Random(seed)
    allowed = budgets()
    found: list[Timed] = []
    for game, state in games(seed):
        while not state.over:
            if len(found) == decisions:
                return found
            if state.n_options == 1:
                play(state, 0)
                continue
            budget = next(allowed)
            with killer.lurking(budget):
                found.append(decided(bot, game, state, chance, budget))
            if len(found) % 500 == 0:
                print(f"{bot.name}: {len(found)} decisions", file=sys.stderr, flush=True)
    raise AssertionError("there is always another game")


HEAD = (
    f"{'':32}{'decisions':>10}{'play-outs':>10}{'median':>9}{'p99':>9}{'longest':>9}"
    f"{'seconds':>10}{'waited':>9}{'over':>6}{'over 5 %':>9}{'by itself':>10}"
)


def told(name: str, rows: list[Timed]) -> str:
    """The figures of some decisions on a line; times are shares of the cap."""
    shares = sorted(row.share for row in rows)
    worst = max(rows, key=lambda row: row.share)
    playouts = sum(row.playouts for row in rows) // len(rows)
    return (
        f"{name:32}{len(rows):>10}{playouts:>10}{shares[len(rows) // 2]:>9.1%}"
        f"{shares[len(rows) * 99 // 100]:>9.1%}{worst.share:>9.1%}{worst.took:>10.4f}"
        f"{worst.waited:>9.4f}{sum(share > 1 for share in shares):>6}"
        f"{sum(share > ALLOWED for share in shares):>9}{sum(row.own_fault for row in rows):>10}"
    )


def report(bot: Bot, rows: list[Timed]) -> None:
    """A line for each game and budget, and one for all."""
    print(HEAD)
    for id in adjudge.games():
        for processes in PROCESSES:
            for seconds in SECONDS:
                budget = Budget(seconds, processes=processes)
                some = [row for row in rows if (row.game, row.budget) == (id, budget)]
                if some:
                    print(told(f"{bot.name}:{seconds}sx{processes} {id}", some))
    print(told(f"{bot.name}, all", rows))


def main() -> int:
    """Decide, and say how long it took."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decisions", type=int, default=10_000, help="of all bots together")
    parser.add_argument("--bots", help="by name, with commas between; else all that look ahead")
    parser.add_argument("--kill", type=int, default=40, metavar="N", help="a process in every N")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    named = arguments.bots.split(",") if arguments.bots else LOOKING_AHEAD
    bots = [find_bot(name) for name in named]
    late = 0
    for bot in bots:
        killer = Killer(arguments.kill)
        aides = aides_here()
        before = aides.started, aides.died
        rows = soak(bot, arguments.decisions // len(bots), arguments.seed, killer)
        report(bot, rows)
        started, died = aides.started - before[0], aides.died - before[1]
        print(f"{bot.name}: {killer.killed} processes killed, {died} found dead, {started} started")
        late += sum(row.share > ALLOWED for row in rows)
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
