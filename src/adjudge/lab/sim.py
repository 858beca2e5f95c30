"""Simulation: bots play many games, and the results are counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from random import Random
from signal import SIG_IGN, SIGINT, signal
from typing import Any

from adjudge.bots import Bot, Budget
from adjudge.kernel.agenda import play
from adjudge.kernel.game import Game, Outcome
from adjudge.kernel.rng import seeded
from adjudge.match import SeatView, scrambled
from adjudge.packs import LoadedPack

Result = tuple[Outcome | None, int]  # how a game ended, and after how many decisions
BATCH = 2  # games handed to a process at a time
MOST_DECISIONS = 100_000  # no game comes near it; one that did would never end


@dataclass
class Tally:
    """What came of the games played so far."""

    game: str
    setup: Mapping[str, str]
    bots: Sequence[str]
    seed: int
    budget: Budget = field(default_factory=Budget)
    games: int = 0
    ended: int = 0
    decisions: int = 0
    seconds: float = 0.0
    wins: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    scores: list[tuple[int, ...]] = field(default_factory=list)

    def count(self, outcome: Outcome | None, decisions: int) -> None:
        """One more game, finished or not."""
        self.games += 1
        self.decisions += decisions
        if outcome is None:
            return
        self.ended += 1
        self.reasons[outcome.reason] += 1
        self.scores.append(outcome.scores)
        for seat in outcome.winners:
            self.wins[str(seat)] += 1

    def data(self) -> dict[str, Any]:
        """JSON-safe."""
        return {
            "game": self.game,
            "setup": dict(self.setup),
            "bots": list(self.bots),
            "budget": self.budget.data(),
            "seed": self.seed,
            "games": self.games,
            "ended": self.ended,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "wins": {seat: self.wins[seat] for seat in sorted(self.wins)},
            "reasons": dict(self.reasons.most_common()),
        }


def simulate(
    pack: LoadedPack,
    setup: Mapping[str, str],
    bots: Sequence[Bot],
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
    budget: Budget | None = None,
    jobs: int = 1,
) -> Tally:
    """Play so many games, the nth with seed + n; one bot per seat.

    However many processes share the work, the games are the same and are counted in order.
    """
    allowed = budget or Budget()
    tally = Tally(pack.game.id, setup, [bot.name for bot in bots], seed, allowed)
    began = time.perf_counter()
    play = partial(play_one, pack, setup, bots, allowed)
    with played(play, range(seed, seed + games), jobs) as results:
        for outcome, decisions in results:
            tally.count(outcome, decisions)
            progress(tally.games)
    tally.seconds = time.perf_counter() - began
    return tally


@contextmanager
def played(
    play_seed: Callable[[int], Result], seeds: range, jobs: int
) -> Iterator[Iterator[Result]]:
    """The results in the order of the seeds, played here or by so many processes."""
    if jobs == 1:
        yield map(play_seed, seeds)
        return
    with get_context("spawn").Pool(jobs, signal, (SIGINT, SIG_IGN)) as pool:
        yield pool.imap(play_seed, seeds, BATCH)


def play_one(
    pack: LoadedPack, setup: Mapping[str, str], bots: Sequence[Bot], budget: Budget, seed: int
) -> Result:
    """How one game ended, or None if not within the bound, and after how many decisions."""
    game: Game = pack.game
    state = game.new(pack.facts, len(bots), setup, seeded(scrambled(seed)), None)
    chance = Random(seed)
    decisions = 0
    while not state.over and decisions < MOST_DECISIONS:
        view = SeatView(game, game.view(state, state.player), state.player)
        options = view.options
        choice = bots[state.player].choose(view, options, chance, budget)
        play(state, choice.index)
        decisions += 1
    return (game.outcome(state) if state.over else None), decisions
