"""Information-set Monte Carlo tree search, on views only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from time import perf_counter

from adjudge.bots.bot import Bot, Budget, Thought
from adjudge.bots.flat import Allowance, halve, open_contest
from adjudge.kernel.agenda import play
from adjudge.kernel.game import Option
from adjudge.kernel.rng import seeded
from adjudge.kernel.search import ROOT, Tree, below, grow
from adjudge.match import SeatView

DOUBT = 0.8  # standard errors by which an option must beat the heuristic's
EARLY, LATE = (12, 48), (36, 72)  # decisions below the tree to a play-out's first and last look
FEW = 120  # iterations, up to which it is judged early
PATIENCE = 40  # worlds in which an option is tried before what comes after it is looked at
MOST_NODES = 16_000


class SharpBot(Bot):
    """One tree over all worlds: options of the root by halving, what follows by what it brings."""

    name = "sharp"

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.clock = clock

    def think(
        self, view: SeatView, options: Sequence[Option], rng: Random, budget: Budget
    ) -> Thought:
        """The best of those tried; the heuristic's, if there was no time to try each once."""
        if len(options) == 1:
            return Thought(0)
        allowance = Allowance(budget, self.clock)
        contest = open_contest(view, options, allowance, DOUBT)
        search = Search(view, options, rng, allowance)
        return replace(halve(contest, allowance, search.try_each), playouts=search.tree.playouts)


class Search:
    """What is thought about one decision."""

    def __init__(
        self, view: SeatView, options: Sequence[Option], rng: Random, allowance: Allowance
    ) -> None:
        self.view = view
        self.rng = rng
        self.allowance = allowance
        nodes = MOST_NODES if allowance.iterations is None else 8 * allowance.iterations
        self.tree = Tree(len(options) + min(MOST_NODES, nodes))
        self.nodes = [below(self.tree, ROOT, option.packed) for option in options]
        self.tried = [0] * len(options)
        self.first_look, self.last_look = looks(allowance.iterations)

    def try_each(self, left: Sequence[int]) -> list[int]:
        """The worth of each option that is left in one world; nothing if the budget runs out."""
        closer = [self.tried[index] >= PATIENCE for index in left]
        most = len(left) + sum(closer)
        if not (self.allowance.covers(most) and self.allowance.goes_on()):
            return []
        self.tree.horizon = self.allowance.horizon(self.last_look, most)
        self.tree.first_look = min(self.first_look, self.tree.horizon)
        deal, luck = self.rng.getrandbits(61), self.rng.getrandbits(61)
        world = self.view.determinize(seeded(deal))
        results = []
        for index, look in zip(left, closer, strict=True):
            state = world.copy()
            play(state, index)
            made = self.tree.made
            results.append(
                grow(self.tree, state, self.nodes[index], self.view.seat, seeded(luck), look)
            )
            self.allowance.count(self.tree.made - made)
            if not self.allowance.goes_on():
                return []
        for index in left:
            self.tried[index] += 1
        self.allowance.played = self.tree.playouts
        return results


def looks(iterations: int | None) -> tuple[int, int]:
    """With few play-outs luck weighs most, so each is judged early and often; with many, late."""
    return LATE if iterations is None or iterations > FEW else EARLY
