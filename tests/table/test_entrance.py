"""However many knock, a newcomer gets in, or is told why not; and the log stays small."""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from adjudge.table.client import Client
from adjudge.table.entrance import (
    AT_ONCE,
    FOR_BOTS,
    MOST_CONNECTIONS,
    MOST_FILES,
    RESERVE,
    Entrance,
    Room,
    room_for,
    share_of,
)
from tests.table.servers import Server
from tests.table.wire import ELSEWHERE, Wire, status

FEW_FILES = 240  # enough for a server, and for some 100 connections
FEW = 40


def limits_of(server: Server) -> tuple[int, int]:
    """Open files that a server may have, and could."""
    assert server.process is not None
    found = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    return int(found[0]), int(found[1])


def processor(server: Server) -> float:
    """Seconds of it that a server has had."""
    assert server.process is not None
    words = Path(f"/proc/{server.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def asks(server: Server) -> int:
    """What a newcomer is answered."""
    with Wire(server) as wire:
        return status(wire.asks("GET /health").hears())


def test_half_requests_keep_nobody_out(tmp_path: Path) -> None:
    with Server(tmp_path, files=f"-n {FEW_FILES}") as server, ExitStack() as stack:
        for _ in range(2 * FEW_FILES):
            stack.enter_context(Wire(server).say(b"GET /health HT"))
        before = processor(server)
        for _ in range(5):
            assert asks(server) == 200
            time.sleep(0.4)
        assert processor(server) - before < 1.5  # of the two seconds: nothing spins
        assert len(server.log()) < 10_000


def test_the_soft_limit_is_raised_and_told(tmp_path: Path) -> None:
    flags = ("--bots", "0", "--log-level", "info")
    with Server(tmp_path, flags=flags, files="-S -n 100") as server:
        soft, hard = limits_of(server)
        assert soft == min(hard, MOST_FILES)
        most = room_for(soft, 0, 0)
        (line,) = [line for line in server.log().splitlines() if "connections=" in line]
        for told in (f"files={soft}", f"connections={most}", f"from_one_address={share_of(most)}"):
            assert told in line


def test_one_address_has_its_share_and_others_theirs(tmp_path: Path) -> None:
    with Server(tmp_path, flags=("--connections", str(FEW))) as server, ExitStack() as stack:
        share = share_of(FEW)
        for _ in range(share):
            stack.enter_context(Wire(server, ELSEWHERE).say(b"GET /health HT"))
        one_more = stack.enter_context(Wire(server, ELSEWHERE))
        answer = one_more.hears()
        assert status(answer) == 503
        assert "Your address has as many connections as it may" in answer
        assert "retry-after: 1" in answer
        assert one_more.ends()
        with Wire(server, "127.0.0.3") as other:
            assert status(other.asks("GET /health").hears()) == 200
        assert asks(server) == 200
        assert "no room for a connection" in server.log()
        assert f"address={ELSEWHERE}" in server.log()


def test_whoever_leaves_makes_room(tmp_path: Path) -> None:
    with Server(tmp_path, flags=("--connections", str(FEW))) as server:
        for _ in range(3):
            with ExitStack() as stack:
                for _ in range(share_of(FEW)):
                    come_in(stack, server)


def come_in(stack: ExitStack, server: Server) -> None:
    """One more connection, as soon as the server has seen that others are gone."""
    deadline = time.monotonic() + 20
    while status(stack.enter_context(Wire(server, ELSEWHERE)).asks("GET /health").hears()) != 200:
        assert time.monotonic() < deadline


def test_sockets_that_fill_a_server_are_told_and_make_room(tmp_path: Path) -> None:
    flags = ("--connections", str(FEW), "--sockets", "1000")
    with Server(tmp_path, flags=flags) as server, ExitStack() as stack:
        request = upgrade(*asyncio.run(a_table(server)))
        wires = [stack.enter_context(Wire(server)).asks(*request) for _ in range(FEW)]
        assert all(b"101 Switching" in wire.more() for wire in wires)
        with Wire(server) as newcomer:
            answer = newcomer.asks("GET /health").hears()
        assert status(answer) == 503
        assert "as many connections as it can take" in answer
        assert "connection: close" in answer
        wires[0].socket.close()
        deadline = time.monotonic() + 20
        while asks(server) != 200:
            assert time.monotonic() < deadline


async def a_table(server: Server) -> tuple[str, str]:
    """A table, and the cookie of whoever sits there."""
    async with Client(server.url) as guest:
        table = await guest.make("cursed-earth", ["me"])
        assert guest.cookie is not None
        return table.id, guest.cookie


def upgrade(table: str, cookie: str) -> tuple[str, ...]:
    """A socket's handshake."""
    return (
        f"GET /api/tables/{table}/socket",
        f"Cookie: adjudge_guest={cookie}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    )


# The listening socket by itself


@contextmanager
def listening(room: Room) -> Iterator[Entrance]:
    """One on a free port."""
    with Entrance(room, socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as entrance:
        entrance.bind(("127.0.0.1", 0))
        entrance.listen()
        entrance.setblocking(False)
        yield entrance


def knock(entrance: Entrance, source: str = ELSEWHERE) -> socket.socket:
    """Somebody in line."""
    return socket.create_connection(entrance.getsockname(), 5, source_address=(source, 0))


@pytest.fixture
def _few_files() -> Iterator[None]:
    """This process may have few."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("_few_files")
def test_without_a_file_left_the_line_is_told_and_nobody_is_asked_for_ever() -> None:
    with listening(Room(1000, ())) as entrance:
        guests = [knock(entrance) for _ in range(5)]
        last = os.open(os.devnull, os.O_RDONLY)
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (last + 1, hard))
        with pytest.raises(OSError, match="Too many") as full:
            os.open(os.devnull, os.O_RDONLY)
        assert full.value.errno == errno.EMFILE
        with pytest.raises(BlockingIOError):
            entrance.accept()
        os.close(last)
        for guest in guests:
            with guest:
                assert guest.recv(65_536).startswith(b"HTTP/1.1 503 ")
        assert entrance.count == 0


def test_who_is_in_counts_until_it_is_closed_or_forgotten() -> None:
    with listening(Room(64, ("127.0.0.1",))) as entrance:
        share = share_of(64)
        guests = [knock(entrance) for _ in range(share + 1)]
        inside = [entrance.accept()[0] for _ in range(share)]
        with pytest.raises(BlockingIOError):
            entrance.accept()
        assert guests[-1].recv(65_536).startswith(b"HTTP/1.1 503 ")
        assert (entrance.count, entrance.inside[ELSEWHERE]) == (share, share)
        inside.pop().close()
        inside.pop().close()
        assert entrance.count == share - 2
        local = [
            knock(entrance, "127.0.0.1") for _ in range(share + 3)
        ]  # a proxy has many clients'
        there = [entrance.accept()[0] for _ in local]
        assert entrance.count == 2 * share + 1
        for each in (*guests, *inside, *local, *there):
            each.close()
        assert (entrance.count, entrance.inside[ELSEWHERE]) == (0, 0)


def test_all_addresses_of_a_line_are_one() -> None:
    with listening(Room(1000, ())) as entrance:
        for last in range(3):
            entrance.inside[f"2001:db8:0:{last}::/64"] += 1
        assert entrance.no_room("2001:db8:0:1::/64") == b""
        entrance.inside["2001:db8:0:1::/64"] = entrance.share
        assert b"Your address" in entrance.no_room("2001:db8:0:1::/64")


def test_each_of_several_workers_counts_for_itself(cluster: Any, tmp_path: Path) -> None:
    flags = ("--workers", "2", "--connections", str(FEW), "--bots", "0", "--patience", "60")
    with Server(tmp_path, cluster.new_database(), flags) as server, ExitStack() as stack:
        share = share_of(FEW)
        wires = [stack.enter_context(Wire(server, ELSEWHERE)) for _ in range(3 * share)]
        refused: dict[Wire, str] = {}
        deadline = time.monotonic() + 20
        while len(refused) < share:
            assert time.monotonic() < deadline
            refused |= {wire: answer for wire in wires if (answer := heard_at_once(wire))}
        assert all(status(answer) == 503 for answer in refused.values())
        assert len(refused) <= 2 * share  # each worker took its share
        assert asks(server) == 200
        assert server.stop() == 0


def heard_at_once(wire: Wire) -> str:
    """What has been said, if anything was."""
    wire.socket.settimeout(0.01)
    try:
        return wire.more().decode()
    except TimeoutError:
        return ""


def test_connections_follow_from_files() -> None:
    assert room_for(1024, 0, 1) == 1024 - RESERVE - AT_ONCE - FOR_BOTS
    assert room_for(1024, 100, 1) == 100
    assert room_for(1024, 100_000, 1) == room_for(1024, 0, 1)
    assert room_for(10**6, 0, 1) == MOST_CONNECTIONS
    assert room_for(10, 0, 1) > 0
    assert share_of(1000) == 250
    assert share_of(4) == 4
