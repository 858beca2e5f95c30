"""Who asks too often waits, nobody else does, and memory stays bounded."""

from __future__ import annotations

import math

import pytest

from adjudge.table.limits import Limits


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_burst_then_a_wait(clock: Clock) -> None:
    limits = Limits(rate=2, burst=5, now=clock)
    assert [limits.take("anna") for _ in range(5)] == [0.0] * 5
    assert limits.take("anna") == pytest.approx(0.5)
    assert limits.take("anna") == pytest.approx(0.5)


def test_one_key_does_not_pay_for_another(clock: Clock) -> None:
    limits = Limits(rate=1, burst=1, now=clock)
    assert limits.take("anna") == 0.0
    assert limits.take("anna") > 0
    assert limits.take("bert") == 0.0


@pytest.mark.parametrize("rate", [0.1, 0.3, 1, 3, 7, 1000])
def test_who_waits_as_told_is_let_in(clock: Clock, rate: float) -> None:
    limits = Limits(rate, burst=3, now=clock)
    for _ in range(200):
        wait = limits.take("anna")
        if wait:
            clock.time += wait
            assert limits.take("anna") == 0.0


def test_the_rate_holds_in_the_long_run(clock: Clock) -> None:
    limits = Limits(rate=2, burst=5, now=clock)
    let_in = 0
    for _ in range(10_000):
        clock.time += 1 / 64
        let_in += limits.take("anna") == 0.0
    assert let_in == 5 + int(10_000 / 64 * 2)


def test_a_rest_gives_no_more_than_a_burst(clock: Clock) -> None:
    limits = Limits(rate=2, burst=5, now=clock)
    limits.take("anna")
    clock.time += 1_000_000
    assert [limits.take("anna") > 0 for _ in range(6)] == [False] * 5 + [True]


def test_a_dear_request_takes_more(clock: Clock) -> None:
    limits = Limits(rate=1, burst=10, now=clock)
    assert limits.take("anna", cost=8) == 0.0
    assert limits.take("anna", cost=8) == pytest.approx(6)
    assert limits.take("anna", cost=2) == 0.0
    assert limits.take("anna", cost=0) == 0.0


@pytest.mark.parametrize("cost", [10.5, math.inf, math.nan, -1])
def test_what_can_never_be_paid_is_refused_for_good(clock: Clock, cost: float) -> None:
    limits = Limits(rate=1, burst=10, now=clock)
    assert limits.take("anna", cost) == math.inf
    assert limits.take("anna", 10) == 0.0


def test_a_flood_of_keys_is_bounded_and_who_hammers_is_remembered(clock: Clock) -> None:
    limits = Limits(rate=0.001, burst=1, most=100, now=clock)
    assert limits.take("hammer") == 0.0
    for n in range(5000):
        assert limits.take(f"key {n}") == 0.0
        assert limits.take("hammer") > 0
        assert len(limits) <= 100


def test_full_buckets_are_forgotten(clock: Clock) -> None:
    limits = Limits(rate=1, burst=1, now=clock)
    for n in range(1000):
        limits.take(f"key {n}")
    assert len(limits) == 1000
    clock.time += 2
    for _ in range(600):
        limits.take("anna")
    assert len(limits) == 1


@pytest.mark.parametrize(
    ("rate", "burst", "most"),
    [(0, 1, 1), (-1, 1, 1), (1, 0, 1), (1, 1, 0), (math.nan, 1, 1), (1, math.inf, 1)],
)
def test_limits_that_let_nobody_in_are_an_error(rate: float, burst: float, most: int) -> None:
    with pytest.raises(ValueError, match="limits: rate"):
        Limits(rate, burst, most)
