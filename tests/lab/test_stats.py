"""Intervals and tests against published figures."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.lab.stats import (
    beyond_chance,
    fit,
    grouped_share,
    lift_change,
    mean,
    newcombe,
    paired_mean,
    paired_share,
    share,
    welch,
)
from adjudge.lab.wilson import wilson


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_in_newcombe_1998(hits: int, n: int, low: float, high: float) -> None:
    assert list(wilson(hits, n)) == pytest.approx([low, high], abs=5e-5)


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_differences_as_in_newcombe_1998(
    a: tuple[int, int], b: tuple[int, int], low: float, high: float
) -> None:
    found = newcombe(*b, *a)
    assert [found.low, found.high] == pytest.approx([low, high], abs=5e-5)
    assert found.value == pytest.approx(a[0] / a[1] - b[0] / b[1])


def test_how_far_a_share_is_above_another() -> None:
    same = lift_change((30, 60, 100, 200), (60, 120, 200, 400))
    assert (same.a, same.b, same.p) == (0, 0, 1)
    found = lift_change((30, 60, 100, 200), (54, 60, 120, 200))
    assert (found.a, round(found.b, 9)) == (0, 0.3)
    assert 0.1 < found.low < 0.3 < found.high < 0.5
    assert found.p < 0.01


def test_fishers_tea() -> None:
    assert newcombe(3, 4, 1, 4).p == pytest.approx(34 / 70)


def test_games_of_a_deal_that_end_alike_count_once() -> None:
    alike = [(deal, deal % 2 == 0) for deal in range(100) for _ in range(4)]
    alone = [(i, hit) for i, (deal, hit) in enumerate(alike)]
    once = share(50, 100)
    found = grouped_share(alike)
    assert [found.low, found.high] == pytest.approx([once.low, once.high])
    assert grouped_share(alone) == share(200, 400)
    swapped = [(deal, order == 0) for deal in range(100) for order in range(2)]
    assert grouped_share(swapped) == share(100, 200)


def test_pairs_by_the_sign_test() -> None:
    """McNemar's example of 10 against 2 discordant pairs: p = 0.0386, exactly."""
    a = {deal: [deal < 2 or deal >= 50] for deal in range(100)}
    b = {deal: [2 <= deal < 12 or deal >= 50] for deal in range(100)}
    found = paired_share(a, b)
    assert found.p == pytest.approx(0.03857421875)
    assert found.value == pytest.approx(0.08)
    assert 0.0 < found.low < 0.08 < found.high < 0.2


def test_nothing_changed_is_not_sure_to_be_nothing() -> None:
    same = {deal: [deal % 2 == 0] for deal in range(300)}
    found = paired_share(same, same)
    assert (found.low, found.high, found.p) == (-0.01, 0.01, 1.0)


def test_means() -> None:
    """Student's sleep: the second drug gives 1.58 hours more, 0.70 to 2.46, p = 0.00283."""
    first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    found = paired_mean(first, second)
    assert (round(found.value, 2), round(found.low, 2), round(found.high, 2)) == (1.58, 0.70, 2.46)
    assert found.p == pytest.approx(0.002833, abs=1e-6)
    apart = welch(first, second)
    assert (round(apart.low, 3), round(apart.high, 3)) == (-0.205, 3.365)
    assert apart.p == pytest.approx(0.07939, abs=1e-5)
    assert mean([2, 2, 2]).low == 2


def test_benjamini_and_hochberg_1995() -> None:
    """Their example: of 15 tests the first four hold."""
    p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344]
    p += [0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000]
    assert beyond_chance(p) == [True] * 4 + [False] * 11
    assert beyond_chance(p[::-1]) == [False] * 11 + [True] * 4
    assert beyond_chance([]) == []


def test_ratings_of_the_american_league() -> None:
    """Agresti's baseball of 1987: Milwaukee 1.58 above Baltimore, and so on."""
    teams = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
    wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    results = [
        (teams[i], teams[j], float(wins[i][j])) for i in range(7) for j in range(7) if i != j
    ]
    found = fit(results, anchor="Baltimore")
    logits = [found[team].rating * np.log(10) / 400 for team in teams]
    assert [round(x, 2) for x in logits] == [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]
    assert found["Milwaukee"].games == 78
    error = (found["Milwaukee"].high - found["Milwaukee"].low) / (2 * 1.96) * np.log(10) / 400
    assert error == pytest.approx(0.343, abs=0.002)
    average = fit(results)
    assert sum(one.rating for one in average.values()) == pytest.approx(0)
    gap = average["Milwaukee"].rating - average["Baltimore"].rating
    assert gap == pytest.approx(found["Milwaukee"].rating)


def test_whoever_wins_everything_is_rated_with_a_prior() -> None:
    found = fit([("sharp", "random", 50.0)], prior=1.0)
    assert found["sharp"].rating > 200 > 0 > found["random"].rating
    assert found["sharp"].rating < 2000
