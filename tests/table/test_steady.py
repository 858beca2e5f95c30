"""The clock of the machine is set, or stands still while it is suspended: no match minds."""

from __future__ import annotations

import asyncio
import time
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.exceptions import LitestarDeprecationWarning

import adjudge
from adjudge.table.app import make_app
from adjudge.table.config import Config
from adjudge.table.house import House
from adjudge.table.live import Place, new_id
from adjudge.table.protocol import Clock, NewTable, SeatWish
from adjudge.table.routes import COOKIE
from adjudge.table.steady import SLEW, Steady
from tests.table.stories import story, until
from tests.table.test_windows import first_window
from tests.table.worlds import settings_for

HOUR, DAY = 3600.0, 86_400.0
JUMPS = [-HOUR, -240.0, 2 * DAY]
LOOKS = 3.5  # seconds in which the driver looks three times for what is due
MARGIN = 30.0  # seconds that a loaded machine may be late


class Machine:
    """Clocks as the operating system has them: one can be set, and all but one of them sleep."""

    def __init__(self, real: bool = True) -> None:
        self.ahead = 0.0
        self.slept = 0.0
        self.passed = 0.0
        self.real = real

    def awake(self) -> float:
        """Since it was started, without what it slept."""
        return self.passed + (time.monotonic() if self.real else 0.0)

    def ticks(self) -> float:
        """Since it was started."""
        return self.awake() + self.slept

    def wall(self) -> float:
        """Since 1970, as somebody has set it."""
        return 1_700_000_000.0 + self.ticks() + self.ahead

    def steady(self) -> Steady:
        """The clock for matches."""
        return Steady(self.wall, self.ticks, self.awake)


@pytest.fixture
def machine() -> Machine:
    """One whose time passes when the test says so."""
    return Machine(real=False)


# The clock itself


@pytest.mark.parametrize("jump", [*JUMPS, -10 * DAY])
def test_it_does_not_jump_and_comes_back_slowly(machine: Machine, jump: float) -> None:
    now = machine.steady()
    began = now()
    machine.ahead = jump
    told = [now()]
    for _ in range(int(abs(jump) / SLEW / 100) + 2):
        machine.passed += 100
        told.append(now())
    assert told[0] == began
    for one, other in pairwise(told):
        assert other - one == pytest.approx(100, rel=1.01 * SLEW)
    assert told[-1] == pytest.approx(machine.wall(), abs=0.01)
    assert not now.sleeps


def test_it_agrees_with_a_wall_clock_that_is_a_little_fast(machine: Machine) -> None:
    now = machine.steady()
    for _ in range(1000):
        machine.passed += 1
        machine.ahead += 0.001
        assert now() == pytest.approx(machine.wall(), abs=0.01)


def test_at_a_start_it_is_not_before_what_was_written_last(machine: Machine) -> None:
    now = machine.steady()
    later = machine.wall() + HOUR
    now.not_before(later)
    assert now() == later
    machine.passed += 100
    assert later + 98 < now() < later + 100
    now.not_before(later - HOUR)
    assert now() > later


def test_a_sleep_is_time_that_passed_and_is_known(machine: Machine) -> None:
    now = machine.steady()
    began = now()
    machine.passed += 10
    now()
    machine.slept += 8 * HOUR
    machine.passed += 1
    assert now() == pytest.approx(began + 8 * HOUR + 11)
    sleep = now.slept_since(began)
    assert sleep is not None
    assert sleep.ended - sleep.began == pytest.approx(8 * HOUR)
    assert now.slept_since(sleep.ended) is None


def test_the_clocks_of_this_machine_will_do() -> None:
    now = Steady()
    assert abs(now() - time.time()) < MARGIN
    assert now.slept_since(0.0) is None


# A server


@asynccontextmanager
async def server(folder: Path, machine: Machine) -> AsyncIterator[tuple[House, httpx.AsyncClient]]:
    """A server on that machine, and requests to it."""
    config = Config(str(folder / "table.db"), str(folder / "keys"), rate=1e9, burst=1e9, thinkers=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LitestarDeprecationWarning)
        app: Any = make_app(config, clock=machine.steady())
    transport = httpx.ASGITransport(app)
    async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://h") as http:
        yield app.state.house, http


async def come(http: httpx.AsyncClient, cookie: str = "") -> tuple[str, str]:
    """Somebody comes, or comes back: their id and their cookie."""
    http.cookies.clear()
    sent = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
    answer = await http.post("/api/guest", headers=sent)
    given = answer.cookies[COOKIE]
    http.cookies.clear()
    return given.split(".")[0], given


async def solo(house: House, guest: str, clock: Clock) -> str:
    """A match alone against a clock that costs the game."""
    setup = {"mode": "solo"}
    wish = NewTable("cursed-earth", [SeatWish("me")], setup, clock=clock)
    return await house.lobby.make(guest, "Ann", wish)


async def bots_play(house: House, guest: str) -> str:
    """Two bots at a steady pace."""
    seats = [SeatWish("bot", "careful")] * 2
    setup = {"mode": "head-to-head"}
    return await house.lobby.make(guest, "Ann", NewTable("cursed-earth", seats, setup, pace=0.2))


async def a_window(house: House, *guests: str) -> str:
    """A match of two at a window that is open for two seconds."""
    match = first_window(2, "action")
    settings = replace(settings_for(match, window=2.0), id=new_id())
    places = [
        Place(seat, guest, "N", "", "", None, "", 0, 0.0) for seat, guest in enumerate(guests)
    ]
    await house.lobby.keep(settings, places)
    return settings.id


async def version(house: House, id: str) -> int:
    """How far a table has come."""
    async with house.service.table(id) as live:
        return live.version


async def further(house: House, id: str, entries: int) -> None:
    """A table comes so much further."""
    goal = await version(house, id) + entries
    await until(lambda: version(house, id), lambda now: now >= goal)


async def status(house: House, id: str) -> str:
    """Whether a match goes on."""
    async with house.service.table(id) as live:
        return live.status


@pytest.mark.parametrize("jump", JUMPS)
@story
async def test_a_clock_that_is_set_and_set_right_again_costs_nothing(
    tmp_path: Path, jump: float
) -> None:
    """No cookie, no match; windows close and bots move in time, before, in between and after."""
    machine = Machine()
    async with server(tmp_path, machine) as (house, http):
        (ann, cookie), (bob, _) = await come(http), await come(http)
        clocks = [Clock("move", 300, "lose"), Clock("game", 300, "lose"), Clock("day", 1, "lose")]
        matches = [await solo(house, ann, clock) for clock in clocks]
        bots = await bots_play(house, ann)
        for ahead in (jump, 0.0):
            window = await a_window(house, ann, bob)
            await further(house, bots, 1)
            machine.ahead = ahead
            (again, cookie), (eve, fresh) = await come(http, cookie), await come(http)
            assert again == ann
            await further(house, bots, 3)
            await further(house, window, 1)
            await asyncio.sleep(LOOKS)
            assert [await status(house, id) for id in matches] == ["playing"] * 3
        assert (await come(http, fresh))[0] == eve
        assert (await come(http, cookie))[0] == ann


@pytest.mark.parametrize("ahead", [-HOUR, 2 * DAY])
@story
async def test_a_server_that_starts_by_a_wrong_clock_goes_on_from_where_it_was(
    tmp_path: Path, ahead: float
) -> None:
    """Behind what was written, it is as late as that; ahead of it, it was down for so long."""
    machine = Machine()
    async with server(tmp_path, machine) as (house, http):
        ann, cookie = await come(http)
        match = await solo(house, ann, Clock("day", 1, "lose"))
        bots = await bots_play(house, ann)
        await further(house, bots, 1)
    machine.ahead = ahead
    async with server(tmp_path, machine) as (house, http):
        assert (await come(http, cookie))[0] == ann
        await further(house, bots, 2)
        if ahead < 0:
            await asyncio.sleep(LOOKS)
            assert await status(house, match) == "playing"
        else:  # as ever: clocks run on while a server is down
            await until(lambda: status(house, match), lambda now: now == "finished")


@story
async def test_a_machine_that_was_suspended_charges_nobody_for_seconds(tmp_path: Path) -> None:
    """Nobody could play; but who had a day for a move has what is left of it."""
    machine = Machine()
    async with server(tmp_path, machine) as (house, http):
        ann, _ = await come(http)
        clocks = [Clock("move", 90, "lose"), Clock("game", 300, "lose"), Clock("day", 1, "lose")]
        move, game, day = [await solo(house, ann, clock) for clock in clocks]
        machine.slept += 8 * HOUR

        async def forgiven() -> bool:
            return min([await version(house, id) for id in (move, game)]) > 1

        await until(forgiven, bool)
        await asyncio.sleep(LOOKS)
        assert [await status(house, id) for id in (move, game, day)] == ["playing"] * 3
        left = [await time_left(house, id) for id in (move, game, day)]
        wanted = [90, 300, 16 * HOUR]
        assert all(most - MARGIN < has <= most + 1 for has, most in zip(left, wanted, strict=True))
        async with house.service.table(move) as live:
            assert live.bot_of(0) == ""
        machine.slept += 2 * DAY
        await until(lambda: status(house, day), lambda now: now == "finished")
        assert await status(house, game) == "playing"


async def time_left(house: House, id: str) -> float:
    """Until the clock of the match runs out."""
    async with house.service.table(id) as live:
        assert live.flag is not None
        return live.flag - house.service.now()


@story
async def test_the_log_that_a_sleep_leaves_replays(tmp_path: Path) -> None:
    machine = Machine()
    async with server(tmp_path, machine) as (house, http):
        ann, _ = await come(http)
        id = await solo(house, ann, Clock("game", 300, "lose"))
        machine.slept += HOUR

        async def forgiven() -> bool:
            return await version(house, id) > 1

        await until(forgiven, bool)
        async with house.service.table(id) as live:
            known = (live.flag, live.left(0), live.stand_ins, live.spent)
        house.service.drop(id)
        async with house.service.table(id) as live:
            assert (live.flag, live.left(0), live.stand_ins, live.spent) == known
        await house.lobby.resign(id, ann, 0)
        assert adjudge.verify(await house.records.export(id, ann, "")).moves == []
