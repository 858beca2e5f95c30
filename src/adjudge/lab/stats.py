"""Intervals and tests: shares, differences, paired games, means, many comparisons, ratings.

Everything is for 95 %. Resampling is seeded, so that a report says the same twice.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, sqrt
from typing import TypeVar

import numpy as np
from scipy.stats import binomtest, fisher_exact, norm, t, ttest_1samp, ttest_ind

from adjudge.lab.wilson import Z, wilson

D = TypeVar("D", bound=Hashable)  # a deal

RESAMPLES = 4000
ELO = 400 / np.log(10)  # the points of a natural logarithm of the odds


@dataclass(frozen=True)
class Estimate:
    """A figure, its 95 % interval, and of how many it is."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class Difference:
    """What B has more than A, its 95 % interval, and how likely so much is by chance alone."""

    a: float
    b: float
    low: float
    high: float
    p: float

    @property
    def value(self) -> float:
        """B less A."""
        return self.b - self.a


# Shares


def share(hits: int, n: int) -> Estimate:
    """Of things that have nothing to do with each other."""
    return Estimate(hits / n if n else 0.0, *wilson(hits, n), n)


def grouped_share(rows: Iterable[tuple[Hashable, bool]]) -> Estimate:
    """Of games that share deals: each with its deal. Wilson, with as many games as they are worth.

    If the games of a deal tend to end alike, they count for fewer; never for more than they are.
    """
    hits: dict[Hashable, int] = {}
    sizes: dict[Hashable, int] = {}
    for deal, hit in rows:
        hits[deal] = hits.get(deal, 0) + hit
        sizes[deal] = sizes.get(deal, 0) + 1
    n, total = sum(sizes.values()), sum(hits.values())
    if n == 0:
        return share(0, 0)
    value = total / n
    even = value * (1 - value) * n
    found = sum((hits[deal] - value * sizes[deal]) ** 2 for deal in sizes)
    worth = n / max(1.0, found / even) if even else float(n)
    return Estimate(value, *wilson(value * worth, worth), n)


def newcombe(hits_a: int, n_a: int, hits_b: int, n_b: int) -> Difference:
    """Two shares of different games: Newcombe's interval (from Wilson's), Fisher's exact test."""
    a, b = hits_a / n_a, hits_b / n_b
    (low_a, high_a), (low_b, high_b) = wilson(hits_a, n_a), wilson(hits_b, n_b)
    low = b - a - sqrt((b - low_b) ** 2 + (high_a - a) ** 2)
    high = b - a + sqrt((high_b - b) ** 2 + (a - low_a) ** 2)
    table = [[hits_a, n_a - hits_a], [hits_b, n_b - hits_b]]
    return Difference(a, b, low, high, float(fisher_exact(table).pvalue))


def lift_change(a: Sequence[int], b: Sequence[int]) -> Difference:
    """How far a share is above another, in A and in B.

    Each is hits, of how many, and the same of the other. Newcombe's interval for the four shares
    together, and a normal test.
    """
    (above_a, low_a, high_a, spread_a), (above_b, low_b, high_b, spread_b) = lift(*a), lift(*b)
    change = above_b - above_a
    low = change - sqrt((above_b - low_b) ** 2 + (high_a - above_a) ** 2)
    high = change + sqrt((high_b - above_b) ** 2 + (above_a - low_a) ** 2)
    p = 2 * float(norm.sf(abs(change) / sqrt(spread_a + spread_b)))
    return Difference(above_a, above_b, low, high, p)


def lift(hits: int, n: int, other_hits: int, other_n: int) -> tuple[float, float, float, float]:
    """How far a share is above another, at least and at most, and its variance.

    For the variance both shares are drawn towards a half, so that none is taken to be certain.
    """
    over = newcombe(other_hits, other_n, hits, n)
    drawn = [((k + 1) / (m + 2), m) for k, m in ((hits, n), (other_hits, other_n))]
    return over.value, over.low, over.high, sum(p * (1 - p) / m for p, m in drawn)


# The same games twice


def paired_share(a: Mapping[D, Sequence[bool]], b: Mapping[D, Sequence[bool]]) -> Difference:
    """The same deals played twice: bootstrap over deals, and the sign test (McNemar's, exactly).

    If no deal ended differently, less than three in n of them do, at 95 %.
    """
    deals = [deal for deal in a if deal in b]
    before = np.array([np.mean(a[deal]) for deal in deals])
    after = np.array([np.mean(b[deal]) for deal in deals])
    change = after - before
    low, high = bootstrap(change)
    up, down = int((change > 0).sum()), int((change < 0).sum())
    if up + down == 0:
        low, high = -3 / len(deals), 3 / len(deals)
    p = binomtest(up, up + down).pvalue if up + down else 1.0
    return Difference(float(before.mean()), float(after.mean()), low, high, float(p))


def bootstrap(values: np.ndarray) -> tuple[float, float]:
    """The interval of a mean, by drawing as many again from the values themselves."""
    chance = np.random.default_rng(20)
    n = len(values)
    drawn = [values[chance.integers(0, n, n)].mean() for _ in range(RESAMPLES)]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(low), float(high)


def paired_mean(a: Sequence[float], b: Sequence[float]) -> Difference:
    """The same games twice: Student's interval of the differences, and his test."""
    first, second = np.asarray(a, float), np.asarray(b, float)
    change = mean(list(second - first))
    found = float(ttest_1samp(second - first, 0).pvalue) if np.any(second != first) else 1.0
    p = 0.0 if isnan(found) else found
    return Difference(float(first.mean()), float(second.mean()), change.low, change.high, p)


# Means


def mean(values: Sequence[float]) -> Estimate:
    """A mean with Student's interval."""
    n = len(values)
    if n == 0:
        return Estimate(0.0, 0.0, 0.0, 0)
    found = np.asarray(values, float)
    half = float(t.ppf(0.975, n - 1) * found.std(ddof=1) / sqrt(n)) if n > 1 else 0.0
    middle = float(found.mean())
    return Estimate(middle, middle - half, middle + half, n)


def welch(a: Sequence[float], b: Sequence[float]) -> Difference:
    """Two means of different games, whatever their spreads."""
    first, second = np.asarray(a, float), np.asarray(b, float)
    if len(a) < 2 or len(b) < 2 or (first.std() == 0 and second.std() == 0):
        change = float(second.mean() - first.mean())
        p = 1.0 if change == 0 else 0.0
        return Difference(float(first.mean()), float(second.mean()), change, change, p)
    test = ttest_ind(second, first, equal_var=False)
    between = test.confidence_interval(0.95)
    return Difference(
        float(first.mean()),
        float(second.mean()),
        float(between.low),
        float(between.high),
        float(test.pvalue),
    )


def beyond_chance(p: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Benjamini and Hochberg: which of many findings hold, so that one in twenty may be wrong."""
    order = sorted(range(len(p)), key=lambda i: p[i])
    last = max((k for k, i in enumerate(order) if p[i] <= rate * (k + 1) / len(p)), default=-1)
    held = set(order[: last + 1])
    return [i in held for i in range(len(p))]


# Ratings


@dataclass(frozen=True)
class Rating:
    """A player's strength in Elo points, the interval, and the games it is from."""

    rating: float
    low: float
    high: float
    games: int


def fit(
    results: Iterable[tuple[str, str, float]], anchor: str | None = None, prior: float = 0.0
) -> dict[str, Rating]:
    """Bradley and Terry: ratings of everybody who met, from (winner, loser, how often).

    A draw is half a win each way. Ratings are relative: the anchor has 0, or the average if none
    is named; an interval says how far a player is from that. With a prior, everybody has drawn so
    many more games with an average player: needed where somebody has won or lost everything.
    """
    won: dict[tuple[str, str], float] = {}
    for winner, loser, times in results:
        won[winner, loser] = won.get((winner, loser), 0.0) + times
    names = sorted({name for pair in won for name in pair})
    place = {name: i for i, name in enumerate(names)}
    wins = np.zeros((len(names), len(names)))
    for (winner, loser), times in won.items():
        wins[place[winner], place[loser]] += times
    strength, spread = solve(wins, prior)
    at = place[anchor] if anchor is not None else None
    weights = np.full(len(names), 1 / len(names)) if at is None else np.eye(len(names))[at]
    against = np.eye(len(names)) - weights
    value = ELO * against @ strength
    error = ELO * np.sqrt(np.maximum(0.0, np.diag(against @ spread @ against.T)))
    games = (wins + wins.T).sum(axis=1)
    return {
        name: Rating(
            float(value[i]),
            float(value[i] - Z * error[i]),
            float(value[i] + Z * error[i]),
            round(float(games[i])),
        )
        for name, i in place.items()
    }


def solve(wins: np.ndarray, prior: float) -> tuple[np.ndarray, np.ndarray]:
    """The likeliest strengths, which add up to 0, and how they vary together: Newton's method."""
    n = len(wins)
    met = wins + wins.T
    strength = np.zeros(n)
    for _ in range(100):
        odds = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (wins - met * odds).sum(axis=1) + prior * (0.5 - 1 / (1 + np.exp(-strength)))
        bend = met * odds * (1 - odds)
        own = 1 / (1 + np.exp(-strength))
        curve = np.diag(bend.sum(axis=1) + prior * own * (1 - own)) - bend
        step = np.linalg.pinv(curve) @ slope
        strength = np.clip(strength + step, -20, 20)
        strength -= strength.mean() if prior == 0 else 0.0
        if np.abs(step).max() < 1e-10:
            break
    return strength, np.linalg.pinv(curve)
