"""Flat Monte Carlo: try every option in worlds that fit the view, and play each out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from time import perf_counter

from adjudge.bots.bot import Bot, Budget, Estimate, Thought
from adjudge.kernel.agenda import BEST, State, play, play_on, worth
from adjudge.kernel.game import Option
from adjudge.kernel.rng import Rng, seeded
from adjudge.match import SeatView

USUAL = 200  # iterations, when nothing is said
RASHNESS = 0  # of a thousand decisions in a play-out, as many are taken at random
HORIZON = 60  # decisions, after which a play-out is cut off and its position estimated
DOUBT = 1.0  # standard errors by which an option must beat the heuristic's
WORLDS = 8  # when time is short, play-outs are cut so that as many worlds can be tried
SPARED = 0.05  # of the seconds allowed are left over, and no less than a busy machine may take:
TURN = 0.02  # seconds that other processes may run before this one does again
SLICE = 0.02  # of the seconds allowed may pass between two looks at the clock


class FlatBot(Bot):
    """The option with the best mean over play-outs by the game's heuristic."""

    name = "flat"

    def __init__(
        self,
        clock: Callable[[], float] = perf_counter,
        rashness: int = RASHNESS,
        horizon: int = HORIZON,
        doubt: float = DOUBT,
    ) -> None:
        self.clock = clock
        self.rashness = rashness
        self.horizon = horizon
        self.doubt = doubt

    def think(
        self, view: SeatView, options: Sequence[Option], rng: Random, budget: Budget
    ) -> Thought:
        """The best of those tried; the heuristic's, if there was no time to try each once."""
        if len(options) == 1:
            return Thought(0)
        allowance = Allowance(budget, self.clock)
        contest = open_contest(view, options, allowance, self.doubt)
        return halve(contest, allowance, lambda left: self.try_each(view, left, rng, allowance))

    def try_each(
        self, view: SeatView, left: Sequence[int], rng: Random, allowance: Allowance
    ) -> list[int]:
        """The worth of each option that is left in one world; nothing if the budget runs out."""
        if not (allowance.covers(len(left)) and allowance.goes_on()):
            return []
        horizon = allowance.horizon(self.horizon, len(left))
        deal, luck = rng.getrandbits(61), rng.getrandbits(61)
        world = view.determinize(seeded(deal))
        results = []
        for index in left:
            state = world.copy()
            play(state, index)
            if not self.play_out(state, seeded(luck), horizon, allowance):
                return []
            results.append(worth(state, view.seat))
        allowance.played += len(left)
        return results

    def play_out(self, state: State, luck: Rng, horizon: int, allowance: Allowance) -> bool:
        """Play on to the horizon or the end; false if the time runs out on the way."""
        while allowance.goes_on():
            if horizon <= 0 or state.over:
                return True
            made = play_on(state, luck, self.rashness, min(horizon, allowance.stretch()))
            allowance.count(made)
            horizon -= made
        return False


class Contest:
    """The options of one decision: which are left, and what the play-outs have made of them.

    An option is measured by what it brings more than the favourite in the same world.
    """

    def __init__(self, options: int, favourite: int, doubt: float) -> None:
        self.favourite = favourite
        self.doubt = doubt
        self.left = [favourite, *(i for i in range(options) if i != favourite)]
        self.worlds = [0] * options
        self.gains = [0] * options
        self.squares = [0] * options
        self.total = 0  # of the favourite

    def add(self, results: Sequence[int]) -> None:
        """One world more: the worth of each option that is left, the favourite's first."""
        self.total += results[0]
        for index, result in zip(self.left, results, strict=True):
            gain = result - results[0]
            self.worlds[index] += 1
            self.gains[index] += gain
            self.squares[index] += gain * gain

    def drop_half(self) -> None:
        """Only the better half is worth more time; the favourite stays to be compared with."""
        self.left = [self.favourite, *self.ranked()[: len(self.left) // 2]]

    def ranked(self) -> list[int]:
        """The favourite's rivals that are left, the best first."""
        return sorted(self.left[1:], key=lambda index: -self.gains[index])

    def leader(self) -> int:
        """The best rival, if it is better than the favourite beyond doubt; else the favourite."""
        best = self.ranked()[0]
        return best if self.gains[best] > self.doubt * self.spread(best) else self.favourite

    def spread(self, index: int) -> float:
        """The standard error of an option's summed gains."""
        worlds = self.worlds[index]
        mean = self.gains[index] / max(1, worlds)
        return sqrt(max(0.0, self.squares[index] - worlds * mean * mean))

    def thought(self) -> Thought:
        """What it has come to."""
        leader = self.leader()
        tried = [self.estimate(index) for index, worlds in enumerate(self.worlds) if worlds]
        tried.sort(key=lambda estimate: (estimate.index != leader, -estimate.chance))
        return Thought(leader, tuple(tried), sum(self.worlds))

    def estimate(self, index: int) -> Estimate:
        """An option's chance: the favourite's, and what it brought more in the worlds it was in."""
        worlds = self.worlds[index]
        mean = self.total / self.worlds[self.favourite] + self.gains[index] / worlds
        error = self.spread(index) / worlds / BEST
        return Estimate(index, worlds, max(0.0, min(1.0, mean / BEST)), error)


def open_contest(
    view: SeatView, options: Sequence[Option], allowance: Allowance, doubt: float
) -> Contest:
    """All options against the heuristic's favourite, which takes some of the time to find."""
    favourite = view.game.careful(view.state)
    allowance.count(1)
    return Contest(len(options), favourite, doubt)


def halve(
    contest: Contest, allowance: Allowance, try_each: Callable[[Sequence[int]], list[int]]
) -> Thought:
    """Sequential halving: world after world, and now and then the worse half is given up."""
    rounds = (len(contest.left) - 1).bit_length()  # each leaves half of the favourite's rivals
    for number in range(1, rounds + 1):
        while allowance.share() < number / rounds:
            results = try_each(contest.left)
            if not results:
                return contest.thought()
            contest.add(results)
        contest.drop_half()
    return contest.thought()


def usable(seconds: float) -> float:
    """What may be planned for, so that it is not exceeded when something comes in between."""
    return max(1e-9, seconds - max(SPARED * seconds, TURN))


class Allowance:
    """What is left of a budget. The clock is looked at only if seconds are counted."""

    def __init__(self, budget: Budget, clock: Callable[[], float]) -> None:
        nothing_said = budget.seconds is None and budget.iterations is None
        self.iterations = USUAL if nothing_said else budget.iterations
        self.seconds = None if budget.seconds is None else usable(budget.seconds)
        self.clock = clock
        self.played = 0
        self.made = 0  # decisions in play-outs
        self.longest = 0.0  # between two looks at the clock
        self.began = self.seen = 0.0 if budget.seconds is None else clock()

    def count(self, decisions: int) -> None:
        """So many decisions more."""
        self.made += decisions

    def share(self) -> float:
        """How much of the budget is spent: from 0 to 1, or beyond."""
        played = 0.0 if self.iterations is None else self.played / self.iterations
        passed = 0.0 if self.seconds is None else (self.seen - self.began) / self.seconds
        return max(played, passed)

    def covers(self, playouts: int) -> bool:
        """Whether so many play-outs more are allowed."""
        return self.iterations is None or self.played + playouts <= self.iterations

    def goes_on(self) -> bool:
        """A look at the clock: is there time for as much as was ever done between two looks?"""
        if self.seconds is None:
            return True
        now = self.clock()
        self.longest = max(self.longest, now - self.seen)
        self.seen = now
        return now + self.longest <= self.began + self.seconds

    def pace(self) -> float:
        """Decisions a second so far."""
        return self.made / max(self.seen - self.began, 1e-9)

    def stretch(self) -> int:
        """How many decisions to make before the next look at the clock."""
        if self.seconds is None:
            return HORIZON
        return max(1, int(self.pace() * self.seconds * SLICE))

    def horizon(self, most: int, options: int) -> int:
        """How far to play out so that some worlds can be tried in time, even on a slow build."""
        if self.seconds is None:
            return most
        return max(1, min(most, int(self.pace() * self.seconds / (options * WORLDS))))
