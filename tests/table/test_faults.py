"""The disk is full, or fixed, or the database is: it is said at once, in a line, and it passes."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from adjudge.cli import main
from adjudge.table.client import Client
from adjudge.table.faults import FULL, ONLY_READ, REFUSED
from adjudge.table.store import PATIENCE
from tests.table.postgres import Cluster
from tests.table.servers import FAST, Server
from tests.table.stories import denied, move, story, until
from tests.table.test_earlier_builds import health

FLAGS = (*FAST, "--bots", "0")
SMALL = "size=4m"
ROOM = 8192  # bytes of a file that a process may write whose disk "refuses"
TRIES = 5
BEGAN, ENDED = "nothing can be saved", "everything can be saved again"


def mounted(folder: Path, *flags: str) -> bool:
    """Whether a disk of our own can be had: not everybody may do that."""
    folder.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", ",".join([SMALL, *flags]), "tmpfs", str(folder)]
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


class Disk:
    """A disk that can be filled: a small one, or else one that refuses what a process writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.own = mounted(folder)
        self.fault = FULL if self.own else REFUSED

    def fill(self, server: Server) -> None:
        """Nothing more fits on it."""
        if not self.own:
            assert server.process is not None
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (ROOM, -1))
            return
        with (self.folder / "big").open("wb", buffering=0) as file:
            piece = b"x" * 65536
            while piece:
                try:
                    file.write(piece)
                except OSError:
                    piece = piece[: len(piece) // 2]

    def empty(self, server: Server) -> None:
        """There is room again."""
        if self.own:
            (self.folder / "big").unlink()
            return
        assert server.process is not None
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (-1, -1))

    def close(self) -> None:
        """As it was before."""
        if self.own:
            subprocess.run(["umount", "-l", str(self.folder)], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """A disk of one's own."""
    made = Disk(tmp_path / "disk")
    yield made
    made.close()


async def check_refused(ann: Client, id: str, server: Server, fault: str) -> None:
    """While nothing can be saved: people are told at once, the operator once, looking goes on."""
    began = time.monotonic()
    seen = await ann.position(id, 0)
    for number in range(TRIES):
        with denied("unavailable", f"Nothing can be saved now: {fault}"):
            await ann.play(id, 0, seen.version, seen.options[0].text, "again")
        assert (await health(ann))["reason"] == fault, number
    async with ann.live(id, 0) as live:
        position = await live.until_position()
        answer = await live.play_at(position, position.options[0].text, "again")
        assert fault in getattr(answer, "reason", "")
    assert time.monotonic() - began < PATIENCE
    assert (await ann.http.get("/health")).status_code == 503
    assert server.log().count(BEGAN) == 1
    assert fault in server.log()
    assert "left undone" not in server.log()


async def check_mended(ann: Client, id: str, server: Server) -> None:
    """It is found out without anybody's help, and the same move is made once."""
    await until(partial(ann.http.get, "/health"), lambda answer: answer.status_code == 200)
    assert server.log().count(ENDED) == 1
    seen = await ann.position(id, 0)
    for _ in range(2):
        made = await ann.play(id, 0, seen.version, seen.options[0].text, "again")
        assert made == seen.version + 1
    assert "Traceback" not in server.log()


@asynccontextmanager
async def at_a_table(server: Server) -> AsyncIterator[tuple[Client, str]]:
    """A match alone that has begun."""
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"], setup={"mode": "solo"})
        for _ in range(3):
            await move(ann, table.id, 0)
        yield ann, table.id


def test_a_disk_that_is_full_is_told_at_once_and_nothing_is_lost(
    tmp_path: Path, disk: Disk
) -> None:
    kept: list[Any] = []

    @story
    async def told() -> None:
        async with at_a_table(server) as (ann, id):
            disk.fill(server)
            await check_refused(ann, id, server, disk.fault)
            disk.empty(server)
            await check_mended(ann, id, server)
            kept.extend([id, ann.cookie, (await ann.table(id)).version])

    @story
    async def again() -> None:
        async with Client(server.url, kept[1]) as ann:
            assert (await ann.table(kept[0])).version == kept[2]

    with Server(tmp_path, str(disk.folder / "table.db"), FLAGS) as server:
        told()
        server.kill()
        server.start()
        again()


# PostgreSQL says so itself

FULL_DISK = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON {} EXECUTE FUNCTION full_disk();
"""
TABLES = ("entries", "alembic_version", "seats")


@contextmanager
def superuser(url: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection beside the server's."""
    plain = url.replace("+psycopg", "")
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        yield connection


def fill(c: psycopg.Connection[Any], name: str) -> None:
    """Its disk is full."""
    for table in TABLES:
        words = FULL_DISK.replace("full_disk", f"full_{table}").format(table)
        c.execute(words.encode())


def make_room(c: psycopg.Connection[Any], name: str) -> None:
    """It is not any more."""
    for table in TABLES:
        c.execute(f"DROP FUNCTION full_{table} CASCADE".encode())


def fix(c: psycopg.Connection[Any], name: str) -> None:
    """The database takes nothing, as one that stands by for another."""
    c.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on".encode())
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
    c.execute(f"{others} AND pid != pg_backend_pid()", (name,))


def unfix(c: psycopg.Connection[Any], name: str) -> None:
    """It has taken over."""
    c.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = off".encode())


Act = Callable[[psycopg.Connection[Any], str], None]


@pytest.mark.parametrize(
    ("begin", "end", "fault"),
    [(fill, make_room, FULL), (fix, unfix, ONLY_READ)],
    ids=["full", "only read"],
)
def test_what_postgresql_cannot_write_is_told_at_once(
    tmp_path: Path, cluster: Cluster, begin: Act, end: Act, fault: str
) -> None:
    database = cluster.new_database()
    name = database.rpartition("/")[2]

    @story
    async def told() -> None:
        async with at_a_table(server) as (ann, id):
            with superuser(database) as c:
                begin(c, name)
            await until(lambda: has_begun(ann, id), bool)
            await check_refused(ann, id, server, fault)
            with superuser(database) as c:
                end(c, name)
            await check_mended(ann, id, server)

    with Server(tmp_path, database, FLAGS) as server:
        told()
        server.stop()
    with superuser(database) as c:
        begin(c, name)
    assert fault in refused(tmp_path, database)


async def has_begun(ann: Client, id: str) -> bool:
    """Whether the server has met with the fault: old connections may have to break first."""
    await ann.http.put("/api/guest", json={"name": "Ann"})
    seen = await ann.position(id, 0)
    answer = await ann.http.post(
        f"/api/tables/{id}/moves",
        json={"seat": 0, "version": seen.version, "move": seen.options[0].text, "token": "again"},
    )
    assert answer.status_code == 503
    return bool((await health(ann))["reason"])


# At the start


def refused(folder: Path, database: str, prepare: Callable[[], None] | None = None) -> str:
    """What a server says that does not start: one line."""
    command = [sys.executable, "-m", "adjudge", "serve", "--port", "0", "--bots", "0"]
    command += ["--database", database, "--keys", str(folder / "keys")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, preexec_fn=prepare)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("adjudge: database: ")
    return done.stderr


def write_nothing() -> None:
    """A process that may not write a byte to a file."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, -1))


@pytest.mark.parametrize("there", [True, False], ids=["there", "new"])
def test_a_full_disk_at_the_start_is_said_in_one_line(
    tmp_path: Path, disk: Disk, there: bool
) -> None:
    server = Server(tmp_path, str(disk.folder / "table.db"), FLAGS)
    if there:
        with server:
            server.stop()
    if disk.own:
        disk.fill(server)
    said = refused(tmp_path, server.database, None if disk.own else write_nothing)
    assert disk.fault in said


def test_a_fixed_disk_at_the_start_is_said_in_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    own = mounted(folder)
    try:
        with Server(tmp_path, str(folder / "table.db"), FLAGS) as server:
            server.stop()
        if own:
            subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        elif os.geteuid() != 0:
            folder.chmod(0o500)
        closed = own or os.geteuid() != 0
        said = refused(tmp_path, server.database, None if closed else write_nothing)
        assert (ONLY_READ if closed else REFUSED) in said
        if closed:
            said = refused(tmp_path, str(folder / "another.db"))
            assert "another.db" in said
    finally:
        if own:
            subprocess.run(["umount", "-l", str(folder)], check=True)
        else:
            folder.chmod(0o700)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_of_another_encoding_is_said_in_one_line(
    tmp_path: Path, cluster: Cluster, encoding: str, capsys: pytest.CaptureFixture[str]
) -> None:
    database = cluster.new_database()
    with superuser(database) as c:
        c.execute(f"CREATE DATABASE {encoding} ENCODING '{encoding}' TEMPLATE template0".encode())
    other = f"{database.rpartition('/')[0]}/{encoding.lower()}"
    said = refused(tmp_path, other)
    assert f"the encoding of {encoding.lower()} is {encoding}, and must be UTF8" in said
    assert "createdb --encoding=UTF8 --template=template0" in said
    assert main(["backup", str(tmp_path / "x"), "--database", other]) == 2
    assert "must be UTF8" in capsys.readouterr().err


def test_a_database_that_is_not_there_is_said_in_one_line(tmp_path: Path, cluster: Cluster) -> None:
    assert "does not exist" in refused(tmp_path, cluster.url("nowhere"))
