"""A record from outside is read in little memory, a few at a time, and paid for by its length."""

from __future__ import annotations

import tracemalloc
from contextlib import suppress
from pathlib import Path

import httpx
import msgspec
import pytest

import adjudge
from adjudge.table.bringing import (
    AT_ONCE,
    MOST_MOVES,
    OF_AN_ADDRESS,
    PART_BYTES,
    RECORD_BYTES,
    Desk,
    read_record,
)
from adjudge.table.budgets import RECORD, cost_of_record
from adjudge.table.denials import Denied
from adjudge.table.routes import COOKIE
from tests.table.servers import Server
from tests.table.wire import Wire, most_memory, status


def filled(before: bytes, filling: bytes, after: bytes) -> bytes:
    """As long as a record may be."""
    times = (RECORD_BYTES - len(before) - len(after)) // len(filling)
    return before + filling * times + after


HOSTILE = {
    "empty lists": filled(b'{"record":{"x":[', b"[],", b"[]]}}"),
    "empty lists for moves": filled(b'{"record":{"moves":[', b"[],", b"[]]}}"),
    "empty objects for a position": filled(b'{"record":{"position":[', b"{},", b"{}]}}"),
    "numbers for dice": filled(b'{"record":{"dice":[', b"1,", b"1]}}"),
    "empty moves": filled(b'{"record":{"moves":[', b'["",""],', b'["",""]]}}'),
    "one text": filled(b'{"record":{"setup":"', b"x", b'"}}'),
    "the same name again": filled(b'{"record":{', b'"seed":[[]],', b'"seed":}}'),
    "names": b'{"record":{' + b",".join(b'"%x":1' % n for n in range(300_000)) + b"}}",
    "a deep list": filled(b'{"record":', b"[", b""),
    "a deep object": filled(b'{"record":', b'{"position":', b""),
    "depth that ends": b'{"record":{"position":' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
    "a list around it": filled(b"[", b"[],", b"[]]"),
    "nothing": b"",
    "no text": b'{"record":{"game":"\xff"}}',
    "half a pair": b'{"record":{"game":"\\ud800"}}',
    "an unknown name": b'{"record":{},"admin":true}',
    "privacy of another kind": b'{"record":{},"private":1}',
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=list(HOSTILE))
def test_what_is_no_record_costs_little_more_than_its_length(body: bytes) -> None:
    tracemalloc.start()
    with pytest.raises(Denied) as denied:
        read_record(body)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert denied.value.code in ("bad-request", "too-large")
    assert most < 12 * RECORD_BYTES


def test_a_record_is_read_as_it_is() -> None:
    match = adjudge.new("cursed-earth", seats=2, seed=7, mode="head-to-head", dice=[1, 2])
    match.play(0)
    for private in (True, False):
        body = msgspec.json.encode({"record": match.record(), "private": private})
        assert read_record(body) == (match.record(), private)
    assert read_record(msgspec.json.encode({"record": match.record()})).private


def test_moves_are_many_and_nothing_else_is_long() -> None:
    moves = [["a", "b"]] * MOST_MOVES
    assert read_record(msgspec.json.encode({"record": {"moves": moves}})).record["moves"] == moves
    with pytest.raises(Denied, match="20001 is more than 20000"):
        read_record(msgspec.json.encode({"record": {"moves": [*moves, ["a", "b"]]}}))
    for part in ("position", "setup", "dice", "outcome", "game"):
        long = "x" * (PART_BYTES - 1)
        with pytest.raises(Denied, match=f"record.{part}: {PART_BYTES + 1} bytes are more"):
            read_record(msgspec.json.encode({"record": {part: long}}))
        read_record(msgspec.json.encode({"record": {part: long[1:]}}))


def test_few_are_taken_in_at_once() -> None:
    desk = Desk()
    with desk.place("ann", "10.0.0.1"):
        with pytest.raises(Denied, match="A record of yours") as denied, desk.place("ann", "x"):
            pass
        assert denied.value.status == 429
    places = [desk.place(f"guest {n}", "10.0.0.1") for n in range(OF_AN_ADDRESS)]
    for place in places:
        place.__enter__()
    with pytest.raises(Denied, match="Other records") as denied, desk.place("bob", "10.0.0.1"):
        pass
    assert denied.value.status == 503
    others = [desk.place(f"other {n}", f"10.0.1.{n}") for n in range(AT_ONCE - OF_AN_ADDRESS)]
    for place in others:
        place.__enter__()
    with pytest.raises(Denied, match="Other records"), desk.place("bob", "10.0.0.2"):
        pass
    for place in (*places, *others):
        place.__exit__(None, None, None)
    with desk.place("bob", "10.0.0.2"):
        pass
    assert (desk.count, dict(desk.here)) == (0, {})


def test_a_record_is_paid_for_by_its_length() -> None:
    assert cost_of_record(0) == RECORD
    assert cost_of_record(RECORD_BYTES) > 10 * cost_of_record(30_000)


def test_guests_who_bring_much_at_once_take_no_memory_from_others(tmp_path: Path) -> None:
    body = HOSTILE["empty lists"]
    flags = ("--arrivals", "100", "--log-level", "warning")
    with Server(tmp_path, flags=flags) as server:
        cookies = [httpx.post(f"{server.url}/api/guest").cookies[COOKIE] for _ in range(6)]
        before = most_memory(server)
        wires = [Wire(server) for _ in range(4 * len(cookies))]
        for wire, cookie in zip(wires, 4 * cookies, strict=True):
            named = "Content-Type: application/json", f"Cookie: {COOKIE}={cookie}"
            wire.asks("POST /api/records", *named, f"Content-Length: {len(body)}")
        codes = []
        for wire in wires:
            with wire:
                with suppress(OSError):  # it need not be taken
                    wire.say(body)
                codes.append(status(wire.hears()))
        assert set(codes) <= {400, 429, 503}
        assert codes.count(400) < len(codes) / 2
        assert codes.count(400) > 0
        assert most_memory(server) - before < 100_000_000
