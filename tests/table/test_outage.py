"""The database goes away and comes back: people wait, nothing is lost, all goes on by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import httpx

from adjudge.table.client import Client, Live
from tests.table.crowd import DUEL, GLANCE, Crowd, Figures, parties
from tests.table.postgres import Cluster, Mode
from tests.table.proofs import check_kept, kept
from tests.table.servers import Server
from tests.table.test_kill import FURTHER, LOAD, LONGEST, quiet, two_servers

TABLES = 6
AWAY = 3.0  # seconds
MODES: tuple[Mode, ...] = ("immediate", "fast")


async def until_health(servers: Sequence[Server], status: int) -> None:
    """Until every server answers so; it never answers anything but 200 and 503."""
    async with httpx.AsyncClient(timeout=30.0) as http:
        for server in servers:
            while True:
                answer = await http.get(f"{server.url}/health")
                assert answer.status_code in (200, 503), answer.text
                if answer.status_code == status:
                    break
                await asyncio.sleep(GLANCE)


async def away(
    cluster: Cluster,
    servers: Sequence[Server],
    mode: Mode,
    seconds: float,
    say: Callable[[str], None],
) -> None:
    """The database stops, and starts again."""
    await asyncio.to_thread(cluster.stop, mode)
    try:
        await asyncio.gather(until_health(servers, 503), asyncio.sleep(seconds))
    finally:
        await asyncio.to_thread(cluster.start)
    await until_health(servers, 200)
    say(f"{mode}: back after {seconds:g} s")


class Pair:
    """A match of one guest with sockets on both workers, which nobody opens again."""

    def __init__(self, here: Client, there: Client, table: str) -> None:
        self.here = here
        self.there = there
        self.table = table
        self.sockets: list[Live] = []

    async def connect(self, stack: AsyncExitStack) -> None:
        """A socket on each worker, for every seat."""
        for worker in (self.here, self.there):
            for seat in (0, 1):
                live = await stack.enter_async_context(worker.live(self.table, seat))
                await live.until_position()
                self.sockets.append(live)

    async def move(self, worker: Client) -> None:
        """A move through one worker reaches every socket of both."""
        asked = (await worker.table(self.table)).asked[0]
        seen = await worker.position(self.table, asked)
        move = seen.options[0].text
        version = await worker.play(self.table, asked, seen.version, move)
        for live in self.sockets:
            if live.position is None or live.position.version < version:
                await live.until_position(version - 1)


async def run_outage(
    cluster: Cluster,
    servers: Sequence[Server],
    tables: int,
    seconds: float,
    seed: int,
    say: Callable[[str], None] = quiet,
) -> Figures:
    """One of each kind under load, and the proof that nothing is lost."""
    one, two = [server.url for server in servers]
    crowd = Crowd([one, two], seed)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(asyncio.timeout(LONGEST))
        here = await stack.enter_async_context(Client(one))
        there = await stack.enter_async_context(Client(two, here.cookie))
        table = await here.make("cursed-earth", ["me", "me"], setup=DUEL)
        pair = Pair(here, there, table.id)
        await pair.connect(stack)
        await stack.enter_async_context(crowd.playing(parties(tables)))
        await crowd.until(lambda: len(crowd.tables) >= tables)
        for mode in MODES:
            await pair.move(here)
            await crowd.more(LOAD)
            await away(cluster, servers, mode, seconds, say)
            await pair.move(here)
            await pair.move(there)
            await crowd.all_go_on(FURTHER)
    for server in servers:
        assert "Traceback" not in server.log(), server.log()
    check_kept(kept(servers[0].database), crowd.figures.notes)
    return crowd.figures


def test_nothing_acknowledged_is_lost_while_the_database_is_away(tmp_path: Path) -> None:
    cluster = Cluster()
    try:
        one, two = two_servers(tmp_path, cluster.new_database())
        with one, two:
            asyncio.run(run_outage(cluster, [one, two], TABLES, AWAY, seed=4))
    finally:
        cluster.close()
