"""Simulation: bots play many games, and the results are counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudge.bots import Bot, Budget
from adjudge.kernel.game import Outcome
from adjudge.lab.fan import fan_out
from adjudge.lab.playing import Result, play_one
from adjudge.packs import LoadedPack


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


@dataclass(frozen=True)
class Sitting:
    """The same bots at the same set-up; a number is a seed."""

    pack: LoadedPack
    setup: Mapping[str, str]
    bots: Sequence[Bot]
    budget: Budget

    def play(self, number: int) -> tuple[int, Result]:
        """The game of that seed."""
        return number, play_one(self.pack, self.setup, self.bots, self.budget, number)


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
    results: dict[int, Result] = {}
    with fan_out(Sitting(pack, setup, bots, allowed), range(seed, seed + games), jobs) as played:
        for number, result in played:
            results[number] = result
            progress(len(results))
    for number in sorted(results):
        tally.count(*results[number])
    tally.seconds = time.perf_counter() - began
    return tally
