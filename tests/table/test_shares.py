"""Bots' processes are shared among guests: who asks little does not wait for who asks much."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from adjudge.match import SeatView
from adjudge.table.live import Live
from adjudge.table.shares import HALF, Lanes, Shares
from adjudge.table.thinker import Answer, Request
from adjudge.table.thinkers import Choice, Question, Turns, stand_in
from tests.table.stories import story
from tests.table.test_review import guests, made, option, worker
from tests.table.test_thinkers import asked, run, running, some_match, until


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def ask(turns: Turns, guest: str, table: str, number: int = 0, processes: int = 1) -> Question:
    """A question that waits from now on."""
    match = some_match()
    view = match.seat_view(0)
    request = Request(number, "careful", match.pack.hash, {}, "", None)
    reply: asyncio.Future[tuple[Answer | None, str]] = asyncio.get_running_loop().create_future()
    question = Question(guest, table, number, request, match.pack, processes, view, "", reply)
    turns.add(question)
    return question


def take(turns: Turns) -> Question:
    """The next question, which there is."""
    question = turns.take()
    assert question is not None
    return question


# Who is next


def test_a_guest_with_a_hundred_tables_is_one_guest() -> None:
    async def story() -> None:
        match = some_match()
        finished: list[str] = []

        async def wait(guest: str, table: str) -> None:
            await asked(thinkers, match, "random", table, guest)
            finished.append(guest)

        async with running() as thinkers:
            asking = [asyncio.create_task(wait("greedy", f"{n}")) for n in range(100)]
            await until(lambda: thinkers.waiting == 99)
            asking.append(asyncio.create_task(wait("modest", "table")))
            await asyncio.gather(*asking)
        assert finished.index("modest") <= 2  # one under way, and what was told at that moment

    run(story())


@story
async def test_nobody_has_more_processes_than_others_while_these_wait() -> None:
    turns = Turns(Clock())
    for n in range(20):
        ask(turns, "greedy", f"{n}")
    held = [take(turns) for _ in range(4)]  # nobody else waits: all are theirs
    for guest in ("ann", "bob", "ann", "bob"):
        ask(turns, guest, f"{guest}'s")
    while Counter(one.guest for one in held) != {"greedy": 2, "ann": 1, "bob": 1}:
        turns.done(held.pop(0), 1.0)
        held.append(take(turns))
        assert held[-1].guest != "greedy"
    turns.done(held.pop(0), 1.0)
    held.append(take(turns))
    assert Counter(one.guest for one in held) == {"greedy": 1, "ann": 2, "bob": 1}


@story
async def test_who_has_used_the_least_time_lately_comes_first() -> None:
    clock = Clock()
    turns = Turns(clock)
    for guest, seconds in (("long", 3.0), ("short", 0.1), ("none", 0.0)):
        ask(turns, guest, guest)
        turns.done(take(turns), seconds)
    for guest in ("long", "short", "none"):
        ask(turns, guest, guest)
    assert [take(turns).guest for _ in range(3)] == ["none", "short", "long"]


def test_what_was_used_fades() -> None:
    clock = Clock()
    shares = Shares(clock)
    shares.charge("ann", 8.0)
    clock.at += 3 * HALF
    assert shares.used("ann") == pytest.approx(1.0)
    shares.charge("ann", 1.0)
    assert shares.used("ann") == pytest.approx(2.0)
    assert (shares.last("ann"), shares.last("bob")) == (1.0, 0.0)


@story
async def test_whoever_thinks_with_two_processes_uses_twice_as_much() -> None:
    turns = Turns(Clock())
    for guest, processes in (("two", 2), ("one", 1)):
        ask(turns, guest, guest, processes=processes)
        turns.done(take(turns), 1.0)
    for guest in ("two", "one"):
        ask(turns, guest, guest)
    assert take(turns).guest == "one"


@story
async def test_a_guests_own_tables_take_turns() -> None:
    turns = Turns(Clock())
    for number, table in enumerate(("a", "a", "b", "c", "a")):
        ask(turns, "ann", table, number)
    order = []
    while (question := turns.take()) is not None:
        order.append((question.table, question.number))
        turns.done(question, 0.0)
    assert order == [("a", 0), ("b", 2), ("c", 3), ("a", 1), ("a", 4)]


@story
async def test_what_is_dropped_leaves_nothing_behind() -> None:
    turns = Turns(Clock())
    questions = [ask(turns, "ann", table) for table in ("a", "b")]
    assert [turns.drop(question) for question in questions] == [True, True]
    assert (len(turns), turns.take()) == (0, None)
    assert not turns.drop(questions[0])


def test_what_is_remembered_is_bounded() -> None:
    clock = Clock()
    shares = Shares(clock, most=100)
    for n in range(1000):
        shares.charge(f"{n}", 5.0)
    assert len(shares) == 100
    clock.at += 60 * HALF
    for n in range(100):
        shares.charge("ann", 0.01)
    assert len(shares) == 1


@story
async def test_only_who_is_not_alone_owes_a_rest() -> None:
    clock = Clock()
    turns = Turns(clock)
    ask(turns, "greedy", "a")
    turns.done(take(turns), 3.0)
    assert turns.rest("greedy") == 0.0
    ask(turns, "modest", "b")
    turns.done(take(turns), 0.5)
    assert (turns.rest("greedy"), turns.rest("modest")) == (3.0, 0.5)
    clock.at += 20 * HALF
    assert turns.rest("greedy") == 0.0


# Tables at which nobody waits


@story
async def test_lanes_are_as_wide_as_said_and_leave_nothing_behind() -> None:
    lanes = Lanes(2)
    inside: Counter[str] = Counter()
    most: Counter[str] = Counter()

    async def go(key: str) -> None:
        async with lanes.lane(key):
            inside[key] += 1
            most[key] = max(most[key], inside[key])
            await asyncio.sleep(0)
            inside[key] -= 1

    await asyncio.gather(*(go(key) for key in "aaaaabbb"))
    assert most == {"a": 2, "b": 2}
    going = asyncio.create_task(go("c"))
    going.cancel()
    await asyncio.gather(going, return_exceptions=True)
    assert len(lanes) == 0


class Pool:
    """Stands for the bots' processes: notes who has how many questions there at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.inside: Counter[str] = Counter()
        self.peak: Counter[str] = Counter()
        self.asked: list[str] = []
        self.enough = asyncio.Event()

    async def choose(
        self,
        guest: str,
        table: str,
        bot: str,
        pack: str,
        view: SeatView,
        chance: str,
        seconds: float | None,
    ) -> Choice:
        """The plain heuristic, after a moment."""
        self.inside[guest] += 1
        self.peak[guest] = max(self.peak[guest], self.inside[guest])
        self.asked.append(guest)
        if len(self.asked) >= self.most:
            self.enough.set()
        try:
            await asyncio.sleep(0.001)
        finally:
            self.inside[guest] -= 1
        return Choice(stand_in(view), 0.001, "")


@story
async def test_of_a_guests_tables_at_which_nobody_sits_one_asks_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with worker(tmp_path) as house:
        greedy, modest = await guests(house, 2)
        pool = Pool(200)
        monkeypatch.setattr(house.thinkers, "choose", pool.choose)
        for _ in range(20):
            await made(house, greedy, "bot", "bot", pace=0.0)
        for _ in range(3):
            id = await made(house, modest, "me", "bot", pace=0.0)
            seat, version, move = await option(house, id)
            await house.service.play(id, modest, seat, version, move, "")
        await pool.enough.wait()
        assert pool.peak[greedy] == 1
        assert pool.asked.count(modest) >= 3


@story
async def test_who_has_handed_all_over_does_not_wait_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with worker(tmp_path) as house:
        (greedy,) = await guests(house, 1)
        pool = Pool(100)
        monkeypatch.setattr(house.thinkers, "choose", pool.choose)
        for _ in range(10):
            id = await made(house, greedy, "me", "bot", pace=0.0)
            await house.lobby.stand_in(id, greedy, 0)
        pool.peak.clear()
        await pool.enough.wait()
        async with house.service.table(id) as live:
            assert isinstance(live, Live)
            assert not live.people
        assert pool.peak[greedy] == 1
