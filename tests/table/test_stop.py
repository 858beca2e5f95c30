"""A server that is told to stop under load finishes what it began, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import subprocess
from contextlib import AsyncExitStack
from pathlib import Path

from adjudge.table.client import CLOSED, Client, Live
from tests.table.crowd import Crowd, Figures, parties
from tests.table.proofs import check_kept, kept
from tests.table.servers import Server
from tests.table.test_kill import LOAD, PATIENT

TABLES = 8
GOING_AWAY = (1001, 1012)  # what a socket may be told: the server goes, or starts again


def processes() -> dict[int, int]:
    """The parent of every process."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, check=True)
    return {
        int(pid): int(parent) for pid, parent in map(str.split, listed.stdout.decode().splitlines())
    }


def children(pid: int) -> list[int]:
    """Processes that it has started."""
    return [child for child, parent in processes().items() if parent == pid]


async def until_closed(live: Live) -> int:
    """How the server ends it."""
    while True:
        try:
            await live.receive()
        except CLOSED as closed:
            return 0 if closed.rcvd is None else closed.rcvd.code


async def stopped_under_load(server: Server) -> tuple[int, Figures]:
    """The exit code, and what had been acknowledged; every socket was told."""
    crowd = Crowd([server.url], seed=5)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(crowd.playing(parties(TABLES)))
        await crowd.until(lambda: len(crowd.tables) >= TABLES)
        watcher = await stack.enter_async_context(Client(server.url))
        sockets = [
            await stack.enter_async_context(watcher.live(table, None)) for table in crowd.tables
        ]
        closing = [asyncio.create_task(until_closed(live)) for live in sockets]
        await crowd.more(LOAD)
        code = await asyncio.to_thread(server.stop)
        assert {await task for task in closing} <= set(GOING_AWAY)
    return code, crowd.figures


def test_what_was_acknowledged_before_a_stop_is_kept_and_nothing_runs_on(tmp_path: Path) -> None:
    with Server(tmp_path, flags=PATIENT) as server:
        assert server.process is not None
        thinkers = children(server.process.pid)
        assert thinkers
        code, figures = asyncio.run(stopped_under_load(server))
    assert code == 0, server.log()
    assert "Traceback" not in server.log(), server.log()
    assert not set(thinkers) & set(processes())
    check_kept(kept(server.database), figures.notes)
