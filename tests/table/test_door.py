"""Who knocks without a cookie, by drops, or with two tongues is sent away, and nothing is read."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from adjudge.table.routes import COOKIE, OPEN_TO_ALL
from tests.table.servers import FAST, Server
from tests.table.strangers import CASES, NOWHERE, Case
from tests.table.wire import Wire, most_memory, status

PATIENCE = 1.0
DROPS = 0.2  # seconds between two of them
TYPE = "Content-Type: application/json"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without much patience."""
    flags = (*FAST, "--patience", str(PATIENCE))
    with Server(tmp_path_factory.mktemp("door"), flags=flags) as running:
        yield running
        assert "Traceback" not in running.log()
        assert "failed" not in running.log()


@pytest.fixture(scope="module")
def cookie(server: Server) -> str:
    """A guest's."""
    return httpx.post(f"{server.url}/api/guest").cookies[COOKIE]


def path_of(case: Case) -> str:
    """Its address, at a table that is not there."""
    return case.path.replace("{table}", NOWHERE).replace("{seat}", "0")


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.needs], ids=lambda case: f"{case.method} {case.path}"
)
def test_a_stranger_is_sent_away_before_a_byte_of_the_body_is_read(
    server: Server, case: Case
) -> None:
    assert case.route not in OPEN_TO_ALL
    for length in ("Content-Length: 60000", "Transfer-Encoding: chunked"):
        with Wire(server) as wire:  # and the body never comes
            answer = wire.asks(f"{case.method} {path_of(case)}", TYPE, length).hears()
            assert status(answer) == 401, case
            assert '"no-guest"' in answer


def test_what_is_open_to_all_is_there_and_nothing_else(server: Server) -> None:
    assert {case.route for case in CASES if not case.needs} == OPEN_TO_ALL


def test_a_stranger_s_body_takes_no_memory(tmp_path: Path) -> None:
    lists = b'{"record":{"x":[' + b"[]," * 1_300_000 + b"[]]}}"
    with Server(tmp_path) as server:
        before = most_memory(server)
        wires = [Wire(server) for _ in range(12)]
        for wire in wires:
            wire.asks("POST /api/records", TYPE, f"Content-Length: {len(lists)}")
        assert [status(wire.hears()) for wire in wires] == [401] * 12
        for wire in wires:
            with wire:
                assert send_until_refused(wire, lists) < 10 * len(lists)  # not read for ever
        assert httpx.get(f"{server.url}/health").status_code == 200
        assert most_memory(server) - before < 60_000_000


def send_until_refused(wire: Wire, body: bytes) -> int:
    """The bytes after which nothing more is taken."""
    for times in range(20):
        try:
            wire.say(body)
        except OSError:
            return times * len(body)
    raise AssertionError("it is read on and on")


def drip(wire: Wire, drops: bytes) -> str:
    """What is answered to whoever sends a byte now and then, and nothing else."""
    wire.socket.settimeout(DROPS)
    came = b""
    for at in range(len(drops)):
        try:
            wire.say(drops[at : at + 1])
            more = wire.socket.recv(65_536)
        except TimeoutError:
            continue
        except OSError:
            return came.decode()
        if not more:
            return came.decode()
        came += more
    raise AssertionError("it is still waited for")


def test_a_head_that_comes_by_drops_is_not_waited_for(server: Server) -> None:
    with Wire(server) as wire:
        answer = drip(wire, b"GET /health HTTP/1.1\r\nHost: nobody-knows-how-long-this-is")
        assert status(answer) == 408
        assert '"The request took too long to come."' in answer


def test_a_body_that_comes_by_drops_is_not_waited_for(server: Server, cookie: str) -> None:
    with Wire(server) as wire:
        wire.asks("PUT /api/guest", TYPE, f"Cookie: {COOKIE}={cookie}", "Content-Length: 600")
        answer = drip(wire, b'{"name": "' + b" " * 100)
        assert status(answer) == 408


def test_who_says_nothing_is_not_waited_for(server: Server, cookie: str) -> None:
    silent, begun = Wire(server), Wire(server).say(b"GET /health HT")
    again = Wire(server)
    assert status(again.asks("GET /health").hears()) == 200
    again.say(b"GET /hea")  # a second request on the same connection
    stuck = Wire(server)
    stuck.asks("PUT /api/guest", TYPE, f"Cookie: {COOKIE}={cookie}", "Content-Length: 600")
    for wire in (silent, begun, again, stuck):
        with wire:
            assert wire.ends()


def test_a_large_body_has_more_time_than_a_small_one(server: Server, cookie: str) -> None:
    body = b'{"record": {}}' + b" " * 100_000
    sent = f"Content-Length: {len(body)}"
    with Wire(server) as wire:
        wire.asks("POST /api/records", TYPE, f"Cookie: {COOKIE}={cookie}", sent)
        wire.say(body[:50_000])
        time.sleep(2 * PATIENCE)
        answer = wire.say(body[50_000:]).hears()
        assert status(answer) == 400
        assert "adjudge is missing" in answer


def test_a_connection_serves_one_request_after_another(server: Server, cookie: str) -> None:
    body = json.dumps({"name": "Slow Loris"}).encode()
    with Wire(server) as wire:
        for _ in range(8):
            time.sleep(PATIENCE / 5)
            assert status(wire.asks("GET /health").hears()) == 200
            head = f"Cookie: {COOKIE}={cookie}", f"Content-Length: {len(body)}"
            assert status(wire.asks("PUT /api/guest", TYPE, *head).say(body).hears()) == 200
        assert wire.ends()


def test_who_does_not_take_the_answer_is_let_go(server: Server) -> None:
    with Wire(server) as wire:
        wire.socket.settimeout(DROPS)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:  # asks on and on, and never listens
            try:
                wire.asks("GET /schema/openapi.json")
            except TimeoutError:
                continue
            except OSError:
                return
    raise AssertionError("the answers are still kept for it")


FRAMINGS = {
    "a length and chunks": ("Content-Length: 5", "Transfer-Encoding: chunked"),
    "chunks and a length": ("Transfer-Encoding: chunked", "Content-Length: 5"),
    "two lengths": ("Content-Length: 5", "Content-Length: 6"),
    "the same length twice": ("Content-Length: 5", "content-length: 5"),
    "two lengths in one": ("Content-Length: 5, 5",),
    "a length that is none": ("Content-Length: +5",),
    "chunks twice": ("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
}


@pytest.mark.parametrize("headers", FRAMINGS.values(), ids=list(FRAMINGS))
def test_a_body_with_more_than_one_end_is_refused(
    server: Server, cookie: str, headers: tuple[str, ...]
) -> None:
    with Wire(server) as wire:
        wire.asks("PUT /api/guest", TYPE, f"Cookie: {COOKIE}={cookie}", *headers)
        answer = wire.say(b"0\r\n\r\nGET /health HTTP/1.1\r\n\r\n").hears()
        assert status(answer) == 400
        problem = json.loads(answer.partition("\r\n\r\n")[2])
        assert problem["code"] == "bad-request"
        assert "one Content-Length, or Transfer-Encoding" in problem["reason"]
        assert wire.ends()  # and what follows is no request


def test_what_looks_like_a_second_length_in_a_body_is_none(server: Server, cookie: str) -> None:
    body = b'{"name":\r\nContent-Length: 7\r\n"x"}'
    with Wire(server) as wire:
        head = f"Cookie: {COOKIE}={cookie}", f"Content-Length: {len(body)}"
        answer = wire.asks("PUT /api/guest", TYPE, *head).say(body).hears()
        assert status(answer) == 400
        assert "JSON" in answer
        assert status(wire.asks("GET /health").hears()) == 200


EMPTY = {
    "pings": b"\x89\x80mask",
    "pongs": b"\x8a\x80mask",
    "parts of a message": b"\x00\x80mask",
}


@pytest.mark.parametrize("frame", EMPTY.values(), ids=list(EMPTY))
def test_a_socket_that_says_nothing_all_the_time_is_let_go(
    server: Server, cookie: str, frame: bytes
) -> None:
    with Wire(server) as wire:
        wire.asks(
            f"GET /api/tables/{NOWHERE}/socket",
            f"Cookie: {COOKIE}={cookie}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        )
        assert b"101 Switching" in wire.more()
        wire.say(b"\x01\x80mask" if frame == EMPTY["parts of a message"] else b"")
        with suppress(OSError):
            for _ in range(40):
                wire.say(frame * 100)
                time.sleep(0.01)
        wire.socket.settimeout(PATIENCE * 4)  # less than it may stay without a hello
        assert wire.ends()
