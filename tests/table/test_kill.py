"""Nothing acknowledged is lost when servers are killed under load."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.table.crowd import Crowd, Figures, Guest, parties
from tests.table.postgres import Cluster, free_port
from tests.table.proofs import bots_alone, check_kept, check_records, kept
from tests.table.servers import FAST, Server

TABLES = 12  # at once
KILLS = 3  # of the only server
IN_TURN = 2  # of two servers
LOAD = 30  # decisions acknowledged before each kill
FURTHER = 3  # versions that every table goes on by after the last kill
FINISHED = 1  # matches that are to be over at least
PATIENT = (*FAST, "--cap", "20")  # a stand-in for a late bot would not decide the same
LONGEST = 3_600.0  # seconds, after which something hangs


@dataclass(frozen=True)
class Storm:
    """What came of it."""

    tables: int
    finished: int
    bots_alone: int
    acknowledged: int
    undone: int
    answers: int
    entries: int
    failures: int
    kills: int


def quiet(words: str) -> None:
    """Nobody listens."""


async def kill_each_in_turn(
    crowd: Crowd, servers: Sequence[Server], kills: int, rng: Random, say: Callable[[str], None]
) -> None:
    """At random moments under load; the others serve on until it is started again."""
    for kill in range(kills):
        await crowd.more(LOAD)
        await asyncio.sleep(rng.uniform(0.0, 0.5))
        server = servers[kill % len(servers)]
        await asyncio.to_thread(server.kill)
        if len(servers) > 1:
            await crowd.more(LOAD)
        await asyncio.to_thread(server.start)
        say(f"kill {kill + 1}: {len(crowd.figures.notes)} acknowledged")


async def storm(
    servers: Sequence[Server],
    tables: int,
    kills: int,
    seed: int,
    say: Callable[[str], None] = quiet,
) -> Storm:
    """Load, kills, and the proof that nothing is lost; AssertionError otherwise."""
    crowd = Crowd([server.url for server in servers], seed)
    async with asyncio.timeout(LONGEST):
        async with crowd.playing(parties(tables)):
            await crowd.until(lambda: len(crowd.tables) >= tables)
            await kill_each_in_turn(crowd, servers, kills, Random(seed), say)
            await crowd.all_go_on(FURTHER)
            await crowd.until(lambda: crowd.over >= FINISHED)
        finished = await records_replay(servers[0], crowd.figures)
        for server in servers:
            server.kill()
            assert "Traceback" not in server.log(), server.log()
        found = kept(servers[0].database)
        say(f"{sum(len(table.log) for table in found.values())} entries to be checked")
        check_kept(found, crowd.figures.notes)
    notes = crowd.figures.notes
    return Storm(
        tables=len(found),
        finished=finished,
        bots_alone=sum(bots_alone(table) for table in found.values()),
        acknowledged=len(notes),
        undone=sum(note.kind == "undo" for note in notes),
        answers=sum(note.kind == "answer" for note in notes),
        entries=sum(len(table.log) for table in found.values()),
        failures=crowd.figures.failures,
        kills=kills,
    )


async def records_replay(server: Server, figures: Figures) -> int:
    """The records of all matches that are over, as anybody gets them; how many there are."""
    guest = Guest([server.url], figures)
    await guest.arrive()
    try:
        return await check_records(kept(server.database), guest)
    finally:
        await guest.leave()


def two_servers(folder: Path, database: str) -> list[Server]:
    """On one database, with the same keys, and figures at the address that the last flag names."""
    servers = []
    for name in ("one", "two"):
        (folder / name).mkdir()
        shown = f"127.0.0.1:{free_port()}"
        server = Server(folder / name, database, (*PATIENT, "--metrics", shown))
        server.keys = str(folder / "keys")
        servers.append(server)
    return servers


def test_nothing_acknowledged_is_lost_when_the_only_server_is_killed(tmp_path: Path) -> None:
    with Server(tmp_path, flags=PATIENT) as server:
        came = asyncio.run(storm([server], TABLES, KILLS, seed=1))
    assert came.failures
    assert came.acknowledged > KILLS * LOAD


def test_nothing_acknowledged_is_lost_when_one_of_two_servers_is_killed(
    tmp_path: Path, cluster: Cluster
) -> None:
    one, two = two_servers(tmp_path, cluster.new_database())
    with one, two:
        came = asyncio.run(storm([one, two], TABLES, IN_TURN, seed=2))
    assert came.failures
    assert came.acknowledged > 2 * IN_TURN * LOAD
