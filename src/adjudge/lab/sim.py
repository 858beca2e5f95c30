"""Simulation: bots play many games, and the results are counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from adjudge.bots import Bot, Budget
from adjudge.kernel.agenda import play
from adjudge.kernel.game import Game, Outcome
from adjudge.kernel.rng import seeded
from adjudge.match import SeatView, scrambled
from adjudge.packs import LoadedPack

MOST_DECISIONS = 100_000  # no game comes near it; one that did would never end


@dataclass
class Tally:
    """What came of the games played so far."""

    game: str
    setup: Mapping[str, str]
    bots: Sequence[str]
    seed: int
    games: int = 0
    ended: int = 0
    decisions: int = 0
    seconds: float = 0.0
    wins: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    scores: list[tuple[int, ...]] = field(default_factory=list)

    def count(self, outcome: Outcome) -> None:
        """One more finished game."""
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
) -> Tally:
    """Play so many games, the nth with seed + n; one bot per seat."""
    tally = Tally(pack.game.id, setup, [bot.name for bot in bots], seed)
    began = time.perf_counter()
    for n in range(games):
        tally.games += 1
        outcome, decisions = play_one(pack, setup, bots, seed + n)
        tally.decisions += decisions
        if outcome is not None:
            tally.count(outcome)
        progress(tally.games)
    tally.seconds = time.perf_counter() - began
    return tally


def play_one(
    pack: LoadedPack, setup: Mapping[str, str], bots: Sequence[Bot], seed: int
) -> tuple[Outcome | None, int]:
    """How one game ended, or None if not within the bound, and after how many decisions."""
    game: Game = pack.game
    state = game.new(pack.facts, len(bots), setup, seeded(scrambled(seed)), None)
    chance = Random(seed)
    budget = Budget()
    decisions = 0
    while not state.over and decisions < MOST_DECISIONS:
        view = SeatView(game, game.view(state, state.player), state.player)
        options = view.options
        choice = bots[state.player].choose(view, options, chance, budget)
        play(state, choice.index)
        decisions += 1
    return (game.outcome(state) if state.over else None), decisions
