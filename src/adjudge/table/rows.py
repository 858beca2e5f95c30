"""The jobs on the database: each is one function on a connection, and may be run twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Row

from adjudge.table.database import (
    answers,
    entries,
    guests,
    packs,
    sayings,
    seats,
    snapshots,
    tables,
)
from adjudge.table.live import MOVED, UNDO, Entry, Place, Settings
from adjudge.table.names import apart, names_of_others
from adjudge.table.protocol import Clock, Result, Said, Status

CHANNEL = "adjudge"  # of PostgreSQL's notifications
MOST_LISTED = 50
MOST_SAID = 100
SNAPSHOTS = 3  # kept of a table
MOST_NUMBER = 2**31 - 1  # that an integer column can be compared with


@dataclass(frozen=True)
class Header:
    """A table as it is listed: without its match."""

    settings: Settings
    status: Status
    result: Result | None
    asked: int
    rematch: str | None
    places: list[Place]
    version: int


@dataclass(frozen=True)
class Loaded:
    """A table with what its match is folded from."""

    header: Header
    snapshot: bytes | None
    entries: list[Entry]
    answers: list[tuple[int, int, str]]  # version, seat, text
    said: int


People = tuple[str, list[tuple[str | None, str]]]  # a table's host; guest and name of each seat


@dataclass(frozen=True)
class State:
    """What a change makes of a table beside the entries."""

    asked: int
    due: float | None
    status: Status
    result: Result | None
    at: float


# Of every move, so made once: to make a statement takes far longer than to run it.
CHANGE = sql.update(tables).where(tables.c.id == sql.bindparam("of"))
FORGET = sql.delete(answers).where(answers.c.table == sql.bindparam("of"))
SEE = sql.update(seats).where(
    seats.c.table == sql.bindparam("at"), seats.c.seat == sql.bindparam("on")
)
SEE_GUEST = sql.update(seats).where(
    seats.c.table == sql.bindparam("at"), seats.c.guest == sql.bindparam("of")
)
NOTIFY = sql.select(sql.func.pg_notify(CHANNEL, sql.bindparam("words")))


def one_entry() -> sql.Select[Any]:
    """PostgreSQL only: an entry, what it makes of its table, and the notification, in one go.

    No row comes back, and nothing has changed, if an entry of that number is there.
    """
    names = ("asked", "due", "status")
    state: dict[str, Any] = {name: sql.bindparam(f"state_{name}") for name in names}
    columns = ("table", *Entry.__dataclass_fields__)
    entry: dict[str, Any] = {name: sql.bindparam(f"entry_{name}") for name in columns}
    insert = postgresql.insert(entries).values(entry).on_conflict_do_nothing()
    added = insert.returning(entries.c.number).cte("added")
    here = sql.exists().select_from(added)
    change = sql.update(tables).where(tables.c.id == sql.bindparam("of"), here).values(state)
    told = sql.func.pg_notify(CHANNEL, sql.bindparam("words"))
    return sql.select(told).select_from(added).add_cte(change.cte("changed"))


ONE_ENTRY = one_entry()


@cache
def inserting(dialect: str, table: sql.Table) -> sql.Insert:
    """The statement that inserts a row unless one with its key is there."""
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    statement = insert(table).on_conflict_do_nothing()
    return statement.execution_options(preserve_rowcount=True)  # psycopg tells none otherwise


def insert_once(c: Connection, table: sql.Table, values: dict[str, Any]) -> bool:
    """Insert a row unless one with its key is there; whether it was inserted."""
    return c.execute(inserting(c.dialect.name, table), values).rowcount == 1


def notify(c: Connection, words: str) -> None:
    """Tell the other workers, if this is committed. A SQLite file has none."""
    if c.dialect.name == "postgresql":
        c.execute(NOTIFY, {"words": words})


def encoded(value: Any) -> str | None:
    """JSON, or nothing."""
    return None if value is None else msgspec.json.encode(value).decode()


# Guests


def keep_guest(c: Connection, id: str, name: str, made: float, secret: str) -> None:
    """A new guest."""
    insert_once(c, guests, {"id": id, "name": name, "made": made, "secret": secret})


def find_guest(c: Connection, id: str) -> Row[Any] | None:
    """The guest of that id."""
    return c.execute(sql.select(guests).where(guests.c.id == id)).one_or_none()


def change_guest(c: Connection, id: str, changes: dict[str, Any], worker: str) -> None:
    """Another name or webhook; seats at tables that have not ended carry the name too."""
    c.execute(sql.update(guests).where(guests.c.id == id).values(changes))
    if "name" in changes:
        going_on = sql.select(tables.c.id).where(tables.c.status != "finished")
        mine = sql.and_(seats.c.guest == id, seats.c.table.in_(going_on))
        where = sql.select(seats.c.table).where(mine).distinct().order_by(seats.c.table)
        for (table,) in c.execute(where).all():
            hold(c, table)
            name = name_at(c, table, id, changes["name"])
            at = sql.and_(seats.c.table == table, seats.c.guest == id)
            c.execute(sql.update(seats).where(at).values(name=name))
            notify(c, f"{worker} {table}")


def name_at(c: Connection, table: str, guest: str, name: str) -> str:
    """What a guest is called at a table: nobody there is called the same."""
    sitting = sql.select(seats.c.seat, seats.c.guest, seats.c.name).where(seats.c.table == table)
    places = [Named(row.seat, row.guest, row.name) for row in c.execute(sitting)]
    return apart(name, names_of_others(places, guest))


class Named(NamedTuple):
    """A seat, and what whoever sits there is called."""

    seat: int
    guest: str | None
    name: str


# Tables


def keep_table(
    c: Connection, settings: Settings, places: Sequence[Place], state: State, log: Sequence[Entry]
) -> None:
    """A new table with its seats, and the log that it begins with."""
    row = asdict(settings) | {"clock": encoded(settings.clock)}
    row |= {"status": state.status, "asked": state.asked, "due": state.due}
    row |= {"result": encoded(state.result), "ended": state.at if state.result else None}
    if insert_once(c, tables, row):
        rows = [asdict(place) | {"table": settings.id} for place in places]
        c.execute(sql.insert(seats), rows)
        if log:  # all at once: an import has thousands, and every other write waits for it
            c.execute(sql.insert(entries), [vars(entry) | {"table": settings.id} for entry in log])


def settings_of(row: Row[Any]) -> Settings:
    """The settings in a row of tables."""
    kept = row._mapping
    clock = None if row.clock is None else msgspec.json.decode(row.clock, type=Clock)
    names = [name for name in Settings.__dataclass_fields__ if name != "clock"]
    return Settings(clock=clock, **{name: kept[name] for name in names})


def place_of(row: Row[Any]) -> Place:
    """The seat in a row of seats."""
    return Place(**{name: row._mapping[name] for name in Place.__dataclass_fields__})


def headers_of(c: Connection, rows: Sequence[Row[Any]]) -> list[Header]:
    """The tables of some rows, with their seats and versions."""
    ids = [row.id for row in rows]
    found: dict[str, list[Place]] = {id: [] for id in ids}
    sitting = sql.select(seats).where(seats.c.table.in_(ids)).order_by(seats.c.seat)
    for row in c.execute(sitting):
        found[row._mapping["table"]].append(place_of(row))
    last = sql.select(entries.c.table, sql.func.max(entries.c.number))
    latest = last.where(entries.c.table.in_(ids)).group_by(entries.c.table)
    versions = {row[0]: row[1] for row in c.execute(latest)}
    return [header_of(row, found[row.id], versions.get(row.id, 0)) for row in rows]


def header_of(row: Row[Any], places: list[Place], version: int) -> Header:
    """One of them."""
    result = None if row.result is None else msgspec.json.decode(row.result, type=Result)
    return Header(settings_of(row), row.status, result, row.asked, row.rematch, places, version)


def find_table(c: Connection, id: str) -> Header | None:
    """The table of that id."""
    row = c.execute(sql.select(tables).where(tables.c.id == id)).one_or_none()
    return None if row is None else headers_of(c, [row])[0]


def load_table(c: Connection, id: str, before: int) -> Loaded | None:
    """All of a table, from its latest snapshot up to that number."""
    header = find_table(c, id)
    if header is None:
        return None
    earlier = sql.and_(snapshots.c.table == id, snapshots.c.number <= before)
    latest = sql.select(snapshots).where(earlier).order_by(snapshots.c.number.desc()).limit(1)
    snapshot = c.execute(latest).one_or_none()
    if snapshot is None:
        return loaded(c, header, None, 0)
    return loaded(c, header, snapshot.content, snapshot.number)


def news(c: Connection, id: str, version: int) -> Loaded | None:
    """A table that is known up to that version."""
    header = find_table(c, id)
    return None if header is None else loaded(c, header, None, version)


def loaded(c: Connection, header: Header, snapshot: bytes | None, since: int) -> Loaded:
    """With the log after that number, the answers of an open window, and how much was said."""
    id = header.settings.id
    last = sql.select(sql.func.coalesce(sql.func.max(sayings.c.number), 0))
    said = c.execute(last.where(sayings.c.table == id)).scalar_one()
    return Loaded(header, snapshot, entries_since(c, id, since), answers_of(c, id), said)


def entries_since(c: Connection, id: str, number: int, most: int | None = None) -> list[Entry]:
    """The log of a table after that number, or the beginning of it."""
    later = sql.and_(entries.c.table == id, entries.c.number > number)
    rows = c.execute(sql.select(entries).where(later).order_by(entries.c.number).limit(most))
    names = Entry.__dataclass_fields__
    return [Entry(**{name: row._mapping[name] for name in names}) for row in rows]


def append(
    c: Connection,
    id: str,
    log: Sequence[Entry],
    state: State,
    words: str,
    sealed: dict[int, str] | None = None,
) -> bool:
    """Add to the log; whether these entries are there now. Another's were first otherwise.

    A window closes with just the answers that are sealed: one may have come on another worker.
    """
    plain = sealed is None and state.result is None and len(log) == 1 and log[0].kind != UNDO
    if plain and c.dialect.name == "postgresql":
        return append_one(c, id, log[0], state, words) or is_there(c, id, log[0])
    if sealed is not None and not is_there(c, id, log[0]):
        hold(c, id)
        if sealed != {seat: text for _, seat, text in answers_of(c, id)}:
            return False
    for entry in log:
        if not insert_once(c, entries, vars(entry) | {"table": id}):
            return is_there(c, id, entry)
    changes: dict[str, Any] = {"asked": state.asked, "due": state.due, "status": state.status}
    if state.result is not None:
        changes |= {"result": encoded(state.result), "ended": state.at}
    c.execute(CHANGE, changes | {"of": id})
    if sealed is not None or log[-1].kind == UNDO:  # the window is closed, or never was
        c.execute(FORGET, {"of": id})
    notify(c, words)
    return True


def append_one(c: Connection, id: str, entry: Entry, state: State, words: str) -> bool:
    """Almost every move: asking the database once takes a third of the time of asking thrice."""
    values = {f"entry_{name}": value for name, value in (vars(entry) | {"table": id}).items()}
    values |= {"state_asked": state.asked, "state_due": state.due, "state_status": state.status}
    return c.execute(ONE_ENTRY, values | {"of": id, "words": words}).first() is not None


def hold(c: Connection, id: str) -> bool:
    """No other worker changes the table before this is committed; False if there is none."""
    held = sql.select(tables.c.id).where(tables.c.id == id).with_for_update(key_share=True)
    return c.execute(held).first() is not None


def answers_of(c: Connection, id: str) -> list[tuple[int, int, str]]:
    """What is sealed in the window that is open: version, seat, text."""
    sealed = sql.select(answers.c.version, answers.c.seat, answers.c.text)
    rows = c.execute(sealed.where(answers.c.table == id))
    return [(at, seat, text) for at, seat, text in rows]


def is_there(c: Connection, id: str, entry: Entry) -> bool:
    """Whether the entry was written by the same job before a connection broke."""
    return [entry] == entries_since(c, id, entry.number - 1, 1)


def keep_snapshot(c: Connection, id: str, number: int, content: bytes) -> None:
    """A snapshot of a table; of the older ones a few are kept, for undo to reach behind."""
    insert_once(c, snapshots, {"table": id, "number": number, "content": content})
    kept = sql.select(snapshots.c.number).where(snapshots.c.table == id)
    oldest = kept.order_by(snapshots.c.number.desc()).offset(SNAPSHOTS - 1).limit(1)
    past = sql.and_(snapshots.c.table == id, snapshots.c.number < oldest.scalar_subquery())
    c.execute(sql.delete(snapshots).where(past))


def seal(c: Connection, id: str, version: int, seat: int, text: str, words: str) -> bool:
    """A seat's answer in the window that opened at that version; False if it is closed.

    A later answer replaces an earlier one.
    """
    hold(c, id)
    after = sql.and_(entries.c.table == id, entries.c.number > version, entries.c.kind.in_(MOVED))
    if c.execute(sql.select(entries.c.number).where(after).limit(1)).one_or_none() is not None:
        return False
    key = sql.and_(answers.c.table == id, answers.c.version == version, answers.c.seat == seat)
    values = {"table": id, "version": version, "seat": seat, "text": text}
    if not insert_once(c, answers, values):
        c.execute(sql.update(answers).where(key).values(text=text))
    notify(c, words)
    return True


def sit(c: Connection, id: str, place: Place, state: State, start: Entry, words: str) -> bool:
    """A guest sits down, unless somebody has; with the last of them the match begins."""
    c.execute(sql.select(tables.c.id).where(tables.c.id == id).with_for_update())
    if place.guest is not None:
        place = replace(place, name=name_at(c, id, place.guest, place.name))
    here = sql.and_(seats.c.table == id, seats.c.seat == place.seat)
    empty = sql.and_(seats.c.guest.is_(None), seats.c.bot == "")
    free = sql.and_(here, sql.or_(empty, seats.c.guest == place.guest))
    if c.execute(sql.update(seats).where(free).values(asdict(place))).rowcount != 1:
        return False
    notify(c, words)
    left = sql.select(seats.c.seat).where(sql.and_(seats.c.table == id, empty)).limit(1)
    if c.execute(left).one_or_none() is None:
        append(c, id, [start], state, words)
    return True


def get_up(c: Connection, id: str, seat: int, guest: str, words: str) -> bool:
    """A seat is empty again; False if the match has begun, on any worker."""
    still_open = sql.and_(tables.c.id == id, tables.c.status == "open")
    if c.execute(sql.select(tables.c.id).where(still_open).with_for_update()).first() is None:
        return False
    mine = sql.and_(seats.c.table == id, seats.c.seat == seat, seats.c.guest == guest)
    c.execute(sql.update(seats).where(mine).values(guest=None, name="", seen=0.0, sat=None))
    notify(c, words)
    return True


def keep_order(c: Connection, id: str, place: Place, due: float | None, words: str) -> None:
    """Another standing order, and when it answers if it does.

    Nothing else of the seat: another worker may have changed it.
    """
    key = sql.and_(seats.c.table == id, seats.c.seat == place.seat)
    order = {"order": place.order, "order_turn": place.order_turn}
    c.execute(sql.update(seats).where(key).values(order))
    if due is not None:
        c.execute(CHANGE, {"due": due, "of": id})
    notify(c, words)


def see(
    c: Connection, ids: Sequence[tuple[str, int]], now: float, words: Sequence[str] = ()
) -> None:
    """These seats were connected just now; some workers may want to know."""
    if ids:
        c.execute(SEE, [{"at": id, "on": seat, "seen": now} for id, seat in ids])
    for told in words:
        notify(c, told)


def see_guest(c: Connection, id: str, guest: str, now: float, words: Sequence[str]) -> None:
    """Whoever sits there has asked about the table just now."""
    c.execute(SEE_GUEST, {"at": id, "of": guest, "seen": now})
    for told in words:
        notify(c, told)


def close_table(c: Connection, id: str, words: str) -> bool:
    """An open table that never began is gone."""
    still_open = sql.and_(tables.c.id == id, tables.c.status == "open")
    if c.execute(sql.select(tables.c.id).where(still_open).with_for_update()).first() is None:
        return False
    c.execute(sql.delete(seats).where(seats.c.table == id))
    c.execute(sql.delete(sayings).where(sayings.c.table == id))
    c.execute(sql.delete(tables).where(tables.c.id == id))
    notify(c, words)
    return True


def set_rematch(c: Connection, id: str, rematch: str, before: str | None, words: str) -> str:
    """The table that follows this one: the first that was named instead of the one before."""
    unchanged = sql.and_(tables.c.id == id, tables.c.rematch.is_not_distinct_from(before))
    c.execute(sql.update(tables).where(unchanged).values(rematch=rematch))
    notify(c, words)
    named = sql.select(tables.c.rematch).where(tables.c.id == id)
    return str(c.execute(named).scalar_one())


def open_tables(c: Connection) -> list[Header]:
    """Tables that wait for people, and those that can be watched; newest first."""
    public = sql.and_(tables.c.private.is_(False), tables.c.status != "finished")
    newest = sql.select(tables).where(public).order_by(tables.c.made.desc()).limit(MOST_LISTED)
    return headers_of(c, c.execute(newest).all())


def tables_of(c: Connection, guest: str) -> list[Header]:
    """The tables that the guest made or sits at: those that go on first, then newest first."""
    sitting = sql.select(seats.c.table).where(
        sql.or_(seats.c.guest == guest, seats.c.reserved == guest)
    )
    mine = sql.or_(tables.c.id.in_(sitting), tables.c.host == guest)
    ended = sql.case((tables.c.status == "finished", 1), else_=0)
    newest = sql.select(tables).where(mine).order_by(ended, tables.c.made.desc())
    return headers_of(c, c.execute(newest.limit(MOST_LISTED)).all())


def going_on(c: Connection, guest: str) -> int:
    """How many tables that have not ended the guest has made."""
    mine = sql.and_(tables.c.host == guest, tables.c.status != "finished")
    return int(c.execute(sql.select(sql.func.count()).where(mine)).scalar_one())


def people_at(c: Connection, ids: Sequence[str]) -> dict[str, People]:
    """Who made each of these tables, and who sits there; nothing of one that is gone."""
    hosts = sql.select(tables.c.id, tables.c.host).where(tables.c.id.in_(ids))
    found: dict[str, People] = {id: (host, []) for id, host in c.execute(hosts)}
    sitting = sql.select(seats.c.table, seats.c.guest, seats.c.name).where(seats.c.table.in_(ids))
    for id, guest, name in c.execute(sitting.order_by(seats.c.table, seats.c.seat)):
        if id in found:  # or it was made just now
            found[id][1].append((guest, name))
    return found


def overdue(c: Connection, now: float) -> list[str]:
    """Matches that somebody should have looked at by now.

    The latest first: what cannot be driven is overdue for ever, and must not keep out the others.
    """
    late = sql.and_(tables.c.status == "playing", tables.c.due <= now)
    latest = sql.select(tables.c.id).where(late).order_by(tables.c.due.desc()).limit(500)
    return [id for (id,) in c.execute(latest)]


def latest(c: Connection) -> float:
    """When something was written last at a match that goes on."""
    playing = sql.select(tables.c.id).where(tables.c.status == "playing")
    last = sql.select(sql.func.max(entries.c.at)).where(entries.c.table.in_(playing))
    return c.execute(last).scalar_one() or 0.0


def clocked(c: Connection) -> list[str]:
    """Matches that go on by a clock."""
    ticking = sql.and_(tables.c.status == "playing", tables.c.clock.is_not(None))
    return [id for (id,) in c.execute(sql.select(tables.c.id).where(ticking))]


def going(c: Connection, most: int) -> list[str]:
    """Matches that go on, the newest first."""
    playing = sql.select(tables.c.id).where(tables.c.status == "playing")
    return [id for (id,) in c.execute(playing.order_by(tables.c.made.desc()).limit(most))]


def give_up(c: Connection, id: str, entry: Entry, result: Result | None, words: str) -> bool:
    """Somebody gives up a match that cannot go on; False if another was faster.

    Who is asked, and what is due, stays as it was: the match may be loaded again one day.
    """
    if not insert_once(c, entries, vars(entry) | {"table": id}):
        return is_there(c, id, entry)
    if result is None:
        notify(c, words)
    else:
        end(c, id, result, entry.at, words)
    return True


def end(c: Connection, id: str, result: Result, at: float, words: str) -> None:
    """A match is over, whatever its log says."""
    ended = {"status": "finished", "result": encoded(result), "ended": at}
    c.execute(CHANGE, ended | {"of": id})
    notify(c, words)


# Packs


def keep_packs(c: Connection, kept: Sequence[dict[str, Any]]) -> None:
    """These packs; those that are there stay as they are."""
    for pack in kept:
        insert_once(c, packs, pack)


def find_pack(c: Connection, hash: str) -> bytes | None:
    """The content of the pack, if it is kept."""
    found = c.execute(sql.select(packs.c.content).where(packs.c.hash == hash))
    return found.scalar_one_or_none()


# What is said


def say(c: Connection, id: str, said: Said, guest: str, token: str, words: str) -> int:
    """Something is said; its number at this table, 0 if there is no such table any more."""
    if not hold(c, id):
        return 0
    known = sql.and_(sayings.c.table == id, sayings.c.token == token)
    before = c.execute(sql.select(sayings.c.number).where(known)).scalar_one_or_none()
    if before is not None:
        return int(before)
    while True:
        last = sql.select(sql.func.coalesce(sql.func.max(sayings.c.number), 0))
        number = c.execute(last.where(sayings.c.table == id)).scalar_one() + 1
        row = {"table": id, "number": number, "token": token, "room": said.room, "at": said.at}
        row |= {"seat": said.seat, "name": said.name, "text": said.text, "guest": guest}
        if insert_once(c, sayings, row):
            notify(c, words)
            return int(number)


def said_since(c: Connection, id: str, number: int) -> list[Said]:
    """What was said at a table after that number: the latest of it."""
    later = sql.and_(sayings.c.table == id, sayings.c.number > min(number, MOST_NUMBER))
    newest = sql.select(sayings).where(later).order_by(sayings.c.number.desc()).limit(MOST_SAID)
    rows = c.execute(newest).all()
    return [Said(0, r.number, r.room, r.seat, r.name, r.text, r.at) for r in reversed(rows)]


def ping(c: Connection) -> None:
    """Whether the database answers."""
    c.execute(sql.select(1))
