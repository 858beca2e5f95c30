"""Matches that cannot go on: their pack is gone, or their log does not replay on this server.

Nothing of them is lost. Who sits there is told so in a sentence, may give up, and has the record
as far as it was written. The operator finds the true reason in the log, and how many in `/health`.
"""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any, Final

import msgspec

from adjudge.kernel.notation import seal
from adjudge.match import record_text
from adjudge.table import rows
from adjudge.table.denials import Denied
from adjudge.table.live import MOVE, RESIGN, STAND_IN_BOT, UNDO, Entry, Live
from adjudge.table.protocol import Result
from adjudge.table.service import Service

GIVEN_UP: Final = "it could not go on, and everybody has given up"
CLOSED: Final = "it could not go on, and was closed"


def check_replays(live: Live) -> None:
    """Denied if the match cannot be shown."""
    if live.stuck:
        raise Denied("stuck", live.stuck, version=live.version)


async def give_up(service: Service, live: Live, seat: int) -> int:
    """A seat gives up what cannot go on; its version. Over as if it had been played, or for all."""
    id, number = live.settings.id, live.version + 1
    at = max(service.now(), live.at)
    entry = Entry(number, RESIGN, seat, STAND_IN_BOT, "", at, secrets.token_hex(8))
    live.resigned.add(seat)
    result = live.conceded(entry)
    if result is None and live.resigned.issuperset(p.seat for p in live.places if p.guest):
        result = Result([], [], GIVEN_UP, [], "resigned")  # bots alone cannot go on either
    words = f"{service.worker} {id}"
    job = partial(rows.give_up, id=id, entry=entry, result=result, words=words)
    written = await service.store.write(job)
    again = await service.reload(id)
    if not written:
        reason = "Somebody was faster: look at the table again."
        raise Denied("stale", reason, version=again.version)
    return number


async def close(service: Service, live: Live) -> None:
    """Who made a table at which only bots sit takes it from those that go on."""
    if live.persons:
        reason = "People sit here: the match is over when they have given up."
        raise Denied("refused", reason, version=live.version)
    id, words = live.settings.id, f"{service.worker} {live.settings.id}"
    result = Result([], [], CLOSED, [], "resigned")
    at = max(service.now(), live.at)
    await service.store.write(partial(rows.end, id=id, result=result, at=at, words=words))
    await service.reload(id)


def record_as_written(live: Live, log: list[Entry]) -> str:
    """The record as far as the log goes: what was set up, and every move that was not taken back.

    It is not played through, since it cannot be: whoever has the pack and the version can.
    """
    start: dict[str, Any] = msgspec.json.decode(live.settings.start)
    moves = [list(move) for move in moves_of(log)]
    record = start | {"moves": moves, "outcome": outcome_of(live.result)}
    return record_text(record | {"seal": seal(record)})


def moves_of(log: list[Entry]) -> list[tuple[str, str]]:
    """The moves that were not taken back, each with the digest of what it led to."""
    moves: list[tuple[str, str]] = []
    for entry in log:
        if entry.kind == MOVE:
            moves.append((entry.text, entry.digest))
        elif entry.kind == UNDO and moves:
            moves.pop()
    return moves


def outcome_of(result: Result | None) -> dict[str, Any] | None:
    """The outcome in a record, of a match that ended by its rules."""
    if result is None or result.how != "played":
        return None
    known = msgspec.structs.asdict(result)
    return {key: known[key] for key in ("winners", "scores", "reason", "rules")}
