"""What is on the disk, held against what was acknowledged and what the rules make of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

import adjudge
from adjudge.games import GAMES
from adjudge.match import parse_record, started
from adjudge.packs import default_pack
from adjudge.table import rows
from adjudge.table.database import connect, database_url, entries, tables
from adjudge.table.driver import chance_of
from adjudge.table.live import MOVE, MOVED, START, UNDO, Entry, Live
from adjudge.table.thinker import Request, thought_over
from tests.table.crowd import Guest, Note

PACKS = {pack.hash: pack for pack in map(default_pack, GAMES.values())}


@dataclass(frozen=True)
class Kept:
    """A table and its log, as they are on the disk."""

    header: rows.Header
    log: list[Entry]

    @property
    def id(self) -> str:
        """Of the table."""
        return self.header.settings.id

    def live(self) -> Live:
        """The table before anything happened."""
        start = parse_record(self.header.settings.start)
        game = GAMES[self.header.settings.game]
        return Live(self.header.settings, start["setup"], self.header.places, game, "open", None)


def kept(database: str) -> dict[str, Kept]:
    """Every table of a database, by its id."""
    engine = connect(database_url(database))
    try:
        with engine.connect() as c:
            logs: dict[str, list[Entry]] = defaultdict(list)
            for row in c.execute(sql.select(entries).order_by(entries.c.table, entries.c.number)):
                values = dict(row._mapping)
                logs[values.pop("table")].append(Entry(**values))
            headers = rows.headers_of(c, c.execute(sql.select(tables)).all())
            return {h.settings.id: Kept(h, logs[h.settings.id]) for h in headers}
    finally:
        engine.dispose()


def check_kept(found: dict[str, Kept], notes: Iterable[Note]) -> None:
    """Nothing acknowledged is lost, and every log is whole and plays again."""
    for table in found.values():
        check_numbers(table)
        check_replays(table)
    for note in notes:
        check_note(found[note.table], note)


def check_numbers(table: Kept) -> None:
    """From 1 on, without a gap or a double, and no token twice."""
    numbers = [entry.number for entry in table.log]
    assert numbers == list(range(1, len(numbers) + 1)), f"{table.id}: {numbers}"
    tokens = {entry.token for entry in table.log}
    assert len(tokens) == len(table.log), f"{table.id}: a request was carried out twice"


def check_note(table: Kept, note: Note) -> None:
    """What was acknowledged is on the log: at its version, or as its window closed."""
    if note.kind == "answer":
        check_answer(table, note)
        return
    assert note.version <= len(table.log), f"lost: {note}"
    entry = table.log[note.version - 1]
    assert (entry.kind, entry.seat, entry.text) == (note.kind, note.seat, note.text), note


def check_answer(table: Kept, note: Note) -> None:
    """A sealed answer is what its seat did, once the window has closed or was taken back."""
    after = [entry for entry in table.log[note.version :] if entry.kind in MOVED]
    if not after or after[0].kind == UNDO:
        return
    closing = [entry for entry in after if entry.at == after[0].at]
    said = next(entry for entry in closing if entry.seat == note.seat)
    assert said.text == note.text, f"{note} became {said}"


def check_replays(table: Kept) -> None:
    """Undisturbed, from the start, every entry gives the same digest; bots decide the same."""
    live = table.live()
    for entry in table.log:
        if entry.kind == START:
            live.match = started(parse_record(live.settings.start), PACKS[live.settings.pack])
        elif entry.kind == UNDO:
            assert live.match is not None
            assert live.match.why_no_undo(entry.seat) is None, f"{table.id}: {entry}"
        elif entry.kind == MOVE:
            check_bot(live, entry)
        live.apply(entry)
    if live.result is not None or table.header.result is not None:
        assert live.result == table.header.result, table.id


def check_bot(live: Live, entry: Entry) -> None:
    """A bot's move is the one that it would choose in peace. In timed windows it may be late."""
    bot = live.bot_of(entry.seat)
    timed = live.settings.window > 0 and len(live.guests) > 1
    if not bot or timed:
        return
    assert live.match is not None
    view = live.match.seat_view(entry.seat).data()
    request = Request(0, bot, live.settings.pack, view, chance_of(live, entry.seat), None)
    assert entry.text == thought_over(request, PACKS).move, f"{live.settings.id}: {entry}"


def bots_alone(table: Kept) -> bool:
    """Whether nobody else sits there."""
    return all(place.bot for place in table.header.places)


async def check_records(found: dict[str, Kept], guest: Guest) -> int:
    """The records of all that are over pass `adjudge.replay`; how many there are."""
    over = [table.id for table in found.values() if table.header.status == "finished"]
    for id in over:
        record: dict[str, Any] = await guest.ask(lambda client, id=id: client.record(id))  # type: ignore[misc]
        match = adjudge.replay(record)
        assert match.outcome is not None
    return len(over)
