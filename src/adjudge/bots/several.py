"""Several processes for one decision: each thinks a share of its own, and the thoughts are merged.

Every process but this one is fed the view as it is written, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf, sqrt
from random import Random
from time import perf_counter

from adjudge.bots.aides import Aide, Aides, Gone, Share, aides_here
from adjudge.bots.bot import Bot, Budget, Estimate, Thought
from adjudge.bots.flat import DOUBT, usable
from adjudge.kernel.game import Option
from adjudge.match import SeatView

TRAVEL = 0.005  # seconds that a view and a thought may take on their way
LEAST = 0.01  # seconds of thinking for which it is worth asking others


class Several(Bot):
    """A bot that looks ahead, in as many processes as the budget says."""

    def __init__(
        self,
        bot: Bot,
        doubt: float = DOUBT,
        clock: Callable[[], float] = perf_counter,
        aides: Callable[[], Aides] = aides_here,
    ) -> None:
        self.name = bot.name
        self.bot = bot
        self.doubt = doubt
        self.clock = clock
        self.aides = aides

    def think(
        self, view: SeatView, options: Sequence[Option], rng: Random, budget: Budget
    ) -> Thought:
        """What all of them make of it; with iterations alone, a seed repeats it."""
        if budget.processes == 1 or len(options) == 1:
            return self.bot.think(view, options, rng, budget)
        began = self.clock()
        shares = split(budget, rng)
        if budget.seconds is None:
            thoughts = self.by_iterations(view, options, shares)
        else:
            thoughts = self.by_seconds(view, options, shares, began, budget.seconds)
        return merged(thoughts, view.game.careful(view.state), self.doubt)

    def here(self, view: SeatView, options: Sequence[Option], share: Share) -> Thought:
        """A share that this process thinks itself."""
        return self.bot.think(view, options, Random(share.chance), share.budget)

    def by_iterations(
        self, view: SeatView, options: Sequence[Option], shares: Sequence[Share]
    ) -> list[Thought]:
        """Every share is thought, by whom does not matter."""
        aides = self.aides()
        with aides.lock:
            asked = self.ask(aides, aides.at_hand(len(shares) - 1), view, shares[1:])
            try:
                thoughts = [self.here(view, options, shares[0])]
                heard = [hear(aides, aide, inf) for aide in asked]
            finally:
                for aide in asked:
                    if aide is not None and aide.owes and aide in aides.aides:
                        aides.lose(aide)
        missing = [None] * (len(shares) - 1 - len(heard))
        for share, thought in zip(shares[1:], [*heard, *missing], strict=True):
            thoughts.append(thought or self.here(view, options, share))
        return thoughts

    def by_seconds(
        self,
        view: SeatView,
        options: Sequence[Option],
        shares: Sequence[Share],
        began: float,
        seconds: float,
    ) -> list[Thought]:
        """What has come in time. Those that are not there at once are not waited for."""
        aides = self.aides()
        if usable(seconds) < LEAST or not aides.lock.acquire(blocking=False):
            return [self.here(view, options, shares[0])]
        try:
            at_hand = aides.at_hand(len(shares) - 1)
            free = [aide for aide in at_hand if aide.ready and not aide.owes]
            left = seconds - (self.clock() - began) - TRAVEL
            given = [within(share, left) for share in shares]
            asked = self.ask(aides, free, view, given[1:])
            left = seconds - (self.clock() - began)
            thoughts = [self.here(view, options, within(shares[0], left))]
            spare = (seconds - usable(seconds)) / 2
            left = max(0.0, seconds - spare - (self.clock() - began))
            ends = perf_counter() + left
            return thoughts + [t for aide in asked if (t := hear(aides, aide, ends)) is not None]
        finally:
            aides.lock.release()

    def ask(
        self, aides: Aides, free: Sequence[Aide], view: SeatView, shares: Sequence[Share]
    ) -> list[Aide | None]:
        """Give each its share; None stands for one that is gone."""
        asked: list[Aide | None] = []
        for aide, share in zip(free, shares, strict=False):
            try:
                aide.ask(self.name, view, share)
                asked.append(aide)
            except Gone:
                aides.lose(aide)
                asked.append(None)
        return asked


def hear(aides: Aides, aide: Aide | None, ends: float) -> Thought | None:
    """What it has thought by then, if it is still there."""
    if aide is None:
        return None
    try:
        return aide.answer(ends)
    except Gone:
        aides.lose(aide)
        return None


def split(budget: Budget, rng: Random) -> list[Share]:
    """A share for each process: the same seconds, part of the iterations, chance of its own."""
    processes = budget.processes
    if budget.iterations is not None:
        processes = min(processes, budget.iterations)
    shares = []
    for number in range(processes):
        part = None
        if budget.iterations is not None:
            part = (budget.iterations + number) // processes
        shares.append(Share(rng.getrandbits(61), Budget(budget.seconds, part)))
    return shares


def within(share: Share, seconds: float) -> Share:
    """The same share with the seconds that are left."""
    return replace(share, budget=replace(share.budget, seconds=max(1e-6, seconds)))


class Total:
    """What all processes have found out about one option: its gain over the favourite."""

    def __init__(self) -> None:
        self.tries = 0
        self.gain = 0.0
        self.variance = 0.0

    def add(self, estimate: Estimate, favourite: Estimate) -> None:
        """What one process has found out, in worlds of its own."""
        self.tries += estimate.tries
        self.gain += estimate.tries * (estimate.chance - favourite.chance)
        self.variance += (estimate.tries * estimate.error) ** 2

    def estimate(self, index: int, favourite: float) -> Estimate:
        """The mean over all worlds."""
        chance = max(0.0, min(1.0, favourite + self.gain / self.tries))
        return Estimate(index, self.tries, chance, sqrt(self.variance) / self.tries)


def merged(thoughts: Sequence[Thought], favourite: int, doubt: float) -> Thought:
    """All thoughts in one: an option counts by its tries, and by its gain over the favourite.

    As in one thought, another than the favourite must be better beyond doubt.
    """
    playouts = sum(thought.playouts for thought in thoughts)
    totals: dict[int, Total] = {}
    level = 0.0  # of the favourite, summed over its tries
    for thought in thoughts:
        known = next((e for e in thought.estimates if e.index == favourite), None)
        if known is None:
            continue
        level += known.tries * known.chance
        for estimate in thought.estimates:
            totals.setdefault(estimate.index, Total()).add(estimate, known)
    if favourite not in totals:
        return Thought(thoughts[0].choice, (), playouts)
    mean = level / totals[favourite].tries
    choice = max(sorted(totals), key=lambda index: totals[index].gain)
    if totals[choice].gain <= doubt * sqrt(totals[choice].variance):
        choice = favourite
    found = [total.estimate(index, mean) for index, total in sorted(totals.items())]
    found.sort(key=lambda estimate: (estimate.index != choice, -estimate.chance))
    return Thought(choice, tuple(found), playouts)
