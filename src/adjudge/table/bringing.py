"""A record as it comes from outside: hostile until it has been read, in little memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from adjudge.table.addresses import household
from adjudge.table.denials import Denied

RECORD_BYTES: Final = 4_000_000
PART_BYTES: Final = 256_000  # of anything in it but its moves: a position takes some 10,000
MOST_MOVES: Final = 20_000
AT_ONCE: Final = 8  # records that are being received, wait to be played, or are played
OF_AN_ADDRESS: Final = 4
OF_A_GUEST: Final = 1

Part = Raw | UnsetType


class Outer(Struct, forbid_unknown_fields=True):
    """A record, of which nothing is read yet."""

    adjudge: Part = UNSET
    game: Part = UNSET
    pack: Part = UNSET
    seats: Part = UNSET
    setup: Part = UNSET
    seed: Part = UNSET
    chance: Part = UNSET
    dice: Part = UNSET
    position: Part = UNSET
    moves: Part = UNSET
    outcome: Part = UNSET
    seal: Part = UNSET


class Body(Struct, forbid_unknown_fields=True):
    """The body of the request."""

    record: Raw
    private: bool = True


class Brought(NamedTuple):
    """What somebody wants to keep here."""

    record: dict[str, Any]
    private: bool


def read_record(body: bytes) -> Brought:
    """A body by its parts, none of which can become much larger than it came; Denied if it is none.

    Text of 4 MB can say a million empty lists: only the moves may be long, and they are pairs.
    """
    try:
        whole = msgspec.json.decode(body, type=Body)
        outer = part_of("record", whole.record, Outer)
        record: dict[str, Any] = {}
        for name in Outer.__struct_fields__:
            part = getattr(outer, name)
            if part is not UNSET:
                record[name] = moves_of(part) if name == "moves" else small_part(name, part)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise Denied("bad-request", f"The body is no record: {problem}") from None
    return Brought(record, whole.private)


def part_of(name: str, part: Raw, type: Any) -> Any:
    """A part of that type; the problem says which part it is."""
    try:
        return msgspec.json.decode(part, type=type)
    except msgspec.ValidationError as problem:
        raise Denied("bad-request", f"{name}: {problem}") from None


def moves_of(part: Raw) -> list[list[str]]:
    """The moves, each with the digest after it."""
    moves = part_of("record.moves", part, list[tuple[str, str]])
    if len(moves) > MOST_MOVES:
        raise Denied("too-large", f"record.moves: {len(moves)} is more than {MOST_MOVES}.")
    return [list(move) for move in moves]


def small_part(name: str, part: Raw) -> Any:
    """Anything else."""
    size = memoryview(part).nbytes
    if size > PART_BYTES:
        raise Denied("too-large", f"record.{name}: {size} bytes are more than {PART_BYTES}.")
    return msgspec.json.decode(part)


class Desk:
    """Where records are taken in: a few at a time, and not all of them from one place."""

    def __init__(self) -> None:
        self.here: Counter[str] = Counter()  # guests, and addresses
        self.count = 0

    @contextmanager
    def place(self, guest: str, address: str) -> Iterator[None]:
        """Until this is left; Denied if there is none."""
        who, home = f"guest {guest}", f"address {household(address)}"
        if self.here[who] >= OF_A_GUEST:
            raise Denied("slow-down", "A record of yours is being read: wait for it.")
        if self.here[home] >= OF_AN_ADDRESS or self.count >= AT_ONCE:
            raise Denied("unavailable", "Other records are being read: try again in a moment.")
        self.here.update((who, home))
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1
            self.here.subtract((who, home))
            self.here += Counter()  # forgets who is not here
