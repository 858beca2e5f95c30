"""What is dear is shared out: each guest has some, and an address what several guests have."""

from __future__ import annotations

import asyncio

import pytest

from adjudge.table.budgets import HINT, PREVIEW, REVIEW, Budgets, cost_of_record
from adjudge.table.config import Config
from adjudge.table.denials import Denied
from adjudge.table.limits import Limits
from adjudge.table.turns import Turns


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


def budgets(clock: Clock, household: float = 4.0) -> Budgets:
    """Of a server as it is usually set."""
    made = Budgets(Config("table.db", "keys", household=household))
    made.guests.now = made.addresses.now = clock
    return made


def spent(of: Budgets, guest: str, address: str, cost: float) -> int:
    """How often it could be paid, one after the other."""
    for times in range(100_000):
        try:
            of.spend(guest, address, cost)
        except Denied:
            return times
    raise AssertionError("there is no end to it")


def test_a_person_never_meets_the_limit() -> None:
    clock = Clock()
    mine = budgets(clock)
    for turn in range(500):  # a decision every five seconds, all of it looked at
        clock.time += 5
        for _ in range(20):
            mine.spend("ann", "10.0.0.1", PREVIEW)
        if turn % 4 == 0:
            mine.spend("ann", "10.0.0.1", HINT)


def test_a_school_behind_one_address_is_let_in() -> None:
    clock = Clock()
    school = budgets(clock)
    for _ in range(200):
        clock.time += 5
        for child in range(30):
            for _ in range(4):
                school.spend(f"child {child}", "203.0.113.7", PREVIEW)
    for child in range(25):
        school.spend(f"child {child}", "203.0.113.7", REVIEW)


def test_a_thousand_guests_of_one_address_have_no_more_than_a_few() -> None:
    one, many = budgets(Clock()), budgets(Clock())
    alone = spent(one, "ann", "203.0.113.7", PREVIEW)
    together = sum(spent(many, f"guest {n}", "203.0.113.7", PREVIEW) for n in range(1000))
    assert alone <= together <= 4 * alone
    assert spent(many, "bob", "198.51.100.1", PREVIEW) == alone
    line = budgets(Clock())
    addresses = [f"2001:db8::{n:x}" for n in range(1000)]
    assert sum(spent(line, at, at, PREVIEW) for at in addresses) <= 4 * alone


def test_an_operator_may_give_a_household_more() -> None:
    few, more = budgets(Clock()), budgets(Clock(), household=20)
    counts = [
        sum(spent(given, f"guest {n}", "203.0.113.7", REVIEW) for n in range(100))
        for given in (few, more)
    ]
    assert counts[1] == 5 * counts[0]


def test_what_is_refused_is_not_paid_for() -> None:
    clock = Clock()
    mine = budgets(clock)
    spent(mine, "ann", "203.0.113.7", REVIEW)
    for _ in range(1000):
        with pytest.raises(Denied):
            mine.spend("ann", "203.0.113.7", REVIEW)
    clock.time += 10
    mine.spend("ann", "203.0.113.7", REVIEW)
    assert mine.addresses.wait("203.0.113.7", 23 * REVIEW) == 0


def test_the_longest_record_can_be_paid_once() -> None:
    mine = budgets(Clock())
    assert cost_of_record(4_000_000) > mine.guests.burst
    mine.spend("ann", "203.0.113.7", cost_of_record(4_000_000))
    with pytest.raises(Denied):
        mine.spend("ann", "203.0.113.7", PREVIEW)


def test_to_ask_for_the_wait_costs_nothing() -> None:
    limits = Limits(rate=1, burst=3, now=Clock())
    for _ in range(10):
        assert limits.wait("ann", 3) == 0.0
    assert len(limits) == 0
    assert limits.take("ann", 3) == 0.0
    assert limits.wait("ann", 3) == pytest.approx(3)


# In turn


def test_each_guest_in_turn() -> None:
    async def story() -> list[str]:
        turns, done = Turns(10), []

        async def work(guest: str) -> None:
            async with turns.turn(guest):
                await asyncio.sleep(0)
                done.append(guest)

        async with asyncio.TaskGroup() as group:
            for guest in ("ann",) * 6 + ("bob",) * 2 + ("eve",):
                group.create_task(work(guest))
        assert not turns.busy
        assert not turns.lines
        return done

    told = asyncio.run(story())
    assert told == ["ann", "ann", "bob", "eve", "ann", "bob", "ann", "ann", "ann"]


def test_nobody_waits_for_too_much_at_once() -> None:
    async def story() -> None:
        turns = Turns(2)
        async with turns.turn("ann"):
            waiting = [asyncio.create_task(take(turns, "ann")) for _ in range(3)]
            await asyncio.sleep(0)
            assert [task.done() for task in waiting] == [False, False, True]
            with pytest.raises(Denied, match="much at once"):
                waiting[2].result()
            other = asyncio.create_task(take(turns, "bob"))
            await asyncio.sleep(0)
            assert not other.done()
        await asyncio.gather(*waiting[:2], other)

    asyncio.run(story())


async def take(turns: Turns, guest: str) -> None:
    """A turn, and at once out of it."""
    async with turns.turn(guest):
        pass


def test_who_goes_away_while_waiting_holds_nobody_up() -> None:
    async def story() -> None:
        turns = Turns(5)
        async with turns.turn("ann"):
            tasks = [asyncio.create_task(take(turns, name)) for name in ("bob", "eve", "zoe")]
            await asyncio.sleep(0)
            tasks[0].cancel()
        tasks[1].cancel()  # it has just been called
        await asyncio.gather(*tasks, return_exceptions=True)
        assert tasks[2].exception() is None
        assert not turns.busy
        async with turns.turn("ann"), asyncio.timeout(5):
            pass

    asyncio.run(story())
