"""What an operator looks up and changes: jobs on a database that servers may be using."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine, Row

from adjudge.kernel.game import Invalid
from adjudge.table import pruning
from adjudge.table.backup import opened
from adjudge.table.bans import GUEST, Ban
from adjudge.table.database import (
    bans,
    database_url,
    entries,
    guests,
    marks,
    one_line,
    sayings,
    seats,
    snapshots,
    tables,
)
from adjudge.table.live import (
    BACK,
    FORGOTTEN,
    RESIGN,
    STAND_IN,
    STAND_IN_BOT,
    TIME,
    Entry,
    mask_of,
)
from adjudge.table.protocol import Result
from adjudge.table.pruning import SOMEBODY, changed, delete_tables, unsay
from adjudge.table.store import TROUBLE

DECIDED: Final = (STAND_IN, BACK, RESIGN, TIME)  # entries that say who plays a seat


@contextmanager
def database_at(text: str) -> Iterator[Engine]:
    """A database that is there, at the newest schema; Invalid if there is none, or it is away."""
    url = database_url(text)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise Invalid(f"database: there is no file {url.database}")
    engine = opened(text, writes=False)  # to look, there need be no room on the disk
    try:
        yield engine
    except TROUBLE as trouble:
        raise Invalid(f"database: {one_line(trouble)}") from None
    finally:
        engine.dispose()


@contextmanager
def changing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes."""
    with engine.connect().execution_options(writes=True) as c, c.begin():
        yield c


def changes(c: Connection) -> int:
    """How often an operator has changed something that servers have to look at."""
    number = sql.select(marks.c.number).where(marks.c.name == pruning.CHANGES)
    return int(c.execute(number).scalar_one_or_none() or 0)


# Tables


class SeatLine(msgspec.Struct):
    """A seat, as an operator sees it."""

    seat: int
    name: str
    guest: str | None
    bot: str
    seen: float


class TableLine(msgspec.Struct):
    """A table, as an operator sees it: nothing of its match."""

    id: str
    game: str
    status: str
    private: bool
    host: str
    seats: list[SeatLine]
    made: float
    moved: float  # when something happened there last
    ended: float | None
    result: str | None
    entries: int
    said: int
    size: int  # characters and bytes that it takes in the database


class Wanted(msgspec.Struct):
    """Which tables."""

    status: list[str] = []
    game: str | None = None
    guest: str | None = None
    before: float | None = None  # nothing has happened there since


def of_table(table: sql.Table, value: sql.ColumnElement[Any]) -> sql.ScalarSelect[Any]:
    """A figure of what belongs to a table."""
    return sql.select(value).where(table.c.table == tables.c.id).scalar_subquery()


def lengths(table: sql.Table, *columns: str) -> sql.ScalarSelect[Any]:
    """How much stands in some columns of what belongs to a table."""
    whole = sum((sql.func.length(table.c[name]) for name in columns), sql.literal(0))
    return of_table(table, sql.func.coalesce(sql.func.sum(whole), 0))


LAST = (
    sql.select(entries.c.at)
    .where(entries.c.table == tables.c.id)
    .order_by(entries.c.number.desc())
    .limit(1)
    .scalar_subquery()
)
MOVED = sql.func.coalesce(LAST, tables.c.made)
SIZE = (
    sql.func.length(tables.c.start)
    + lengths(entries, "kind", "text", "digest", "token")
    + lengths(snapshots, "content")
    + lengths(sayings, "name", "text", "token")
)
TABLE_ORDERS = {"moved": MOVED, "made": tables.c.made, "size": SIZE}


def wanted_tables(wanted: Wanted) -> sql.ColumnElement[bool]:
    """The tables that are meant."""
    fits: list[sql.ColumnElement[bool]] = [sql.true()]
    if wanted.status:
        fits.append(tables.c.status.in_(wanted.status))
    if wanted.game is not None:
        fits.append(tables.c.game == wanted.game)
    if wanted.before is not None:
        fits.append(TABLE_ORDERS["moved"] < wanted.before)
    if wanted.guest is not None:
        fits.append(sql.or_(tables.c.host == wanted.guest, sits(wanted.guest)))
    return sql.and_(*fits)


def sits(guest: str) -> sql.ColumnElement[bool]:
    """Whether the guest has a seat at a table, or one is kept for them."""
    mine = sql.or_(seats.c.guest == guest, seats.c.reserved == guest)
    return tables.c.id.in_(sql.select(seats.c.table).where(mine))


def count_tables(c: Connection, wanted: Wanted) -> int:
    """How many there are."""
    fits = sql.select(sql.func.count()).select_from(tables).where(wanted_tables(wanted))
    return int(c.execute(fits).scalar_one())


def list_tables(
    c: Connection, wanted: Wanted, order: str, limit: int, offset: int
) -> list[TableLine]:
    """Some of them: what comes first in that order is the latest, or the largest."""
    newest = sql.select(tables.c.id).where(wanted_tables(wanted))
    newest = newest.order_by(TABLE_ORDERS[order].desc(), tables.c.id)
    return tables_told(c, list(c.scalars(newest.limit(limit).offset(offset))))


def tables_told(c: Connection, ids: Sequence[str]) -> list[TableLine]:
    """These tables, in this order; those that are there."""
    figures = {
        "moved": MOVED,
        "size": SIZE,
        "entries": of_table(entries, sql.func.coalesce(sql.func.max(entries.c.number), 0)),
        "said": of_table(sayings, sql.func.count()),
    }
    told = [figure.label(name) for name, figure in figures.items()]
    looked = sql.select(tables, *told).where(tables.c.id.in_(ids))
    found = {row.id: table_line(row) for row in c.execute(looked)}
    sitting = sql.select(seats).where(seats.c.table.in_(ids)).order_by(seats.c.seat)
    for row in c.execute(sitting):
        line = SeatLine(row.seat, row.name, row.guest, row.bot, row.seen)
        found[row._mapping["table"]].seats.append(line)
    return [found[id] for id in ids if id in found]


def table_line(row: Row[Any]) -> TableLine:
    """One of them, without its seats."""
    result = None if row.result is None else msgspec.json.decode(row.result, type=Result).reason
    first = (row.id, row.game, row.status, row.private, row.host)
    times = (row.made, row.moved, row.ended)
    return TableLine(*first, [], *times, result, row.entries, row.said, row.size)


def delete_table(c: Connection, id: str) -> bool:
    """Gone with all that belongs to it; False if there is none. Servers are told."""
    mine = sql.select(tables.c.id).where(tables.c.id == id).with_for_update()
    if c.execute(mine).first() is None:
        return False
    delete_tables(c, [id])
    changed(c)
    return True


# Guests


class GuestLine(msgspec.Struct):
    """A guest, as an operator sees them."""

    id: str
    name: str
    made: float
    seen: float | None  # at a seat
    tables: int  # made by them, or with a seat of theirs
    webhook: bool
    banned: str | None  # what they are told


SEEN = sql.select(sql.func.max(seats.c.seen)).where(seats.c.guest == guests.c.id).scalar_subquery()
HAS_SEAT = sql.select(seats.c.seat).where(
    seats.c.table == tables.c.id, seats.c.guest == guests.c.id
)
HAVE = (
    sql.select(sql.func.count(tables.c.id))
    .where(sql.or_(tables.c.host == guests.c.id, HAS_SEAT.correlate(tables, guests).exists()))
    .correlate(guests)
    .scalar_subquery()
)
ORDER_OF_GUESTS = {"made": guests.c.made, "seen": sql.func.coalesce(SEEN, 0.0), "tables": HAVE}


def wanted_guests(name: str | None, banned: bool, now: float) -> sql.ColumnElement[bool]:
    """The guests that are meant."""
    fits: list[sql.ColumnElement[bool]] = [sql.true()]
    if name is not None:
        fits.append(sql.func.lower(guests.c.name).contains(name.lower(), autoescape=True))
    if banned:
        held = sql.select(bans.c.whom).where(bans.c.kind == GUEST, in_force(now))
        fits.append(guests.c.id.in_(held))
    return sql.and_(*fits)


def in_force(now: float) -> sql.ColumnElement[bool]:
    """Bans that hold."""
    return sql.or_(bans.c.until.is_(None), bans.c.until > now)


def count_guests(c: Connection, fits: sql.ColumnElement[bool]) -> int:
    """How many there are."""
    return int(c.execute(sql.select(sql.func.count()).select_from(guests).where(fits)).scalar_one())


def list_guests(
    c: Connection, fits: sql.ColumnElement[bool], order: str, limit: int, offset: int
) -> list[GuestLine]:
    """Some of them: the latest, or those with the most tables, first."""
    newest = sql.select(guests.c.id).where(fits)
    newest = newest.order_by(ORDER_OF_GUESTS[order].desc(), guests.c.id)
    return guests_told(c, list(c.scalars(newest.limit(limit).offset(offset))))


def guests_told(c: Connection, ids: Sequence[str]) -> list[GuestLine]:
    """These guests, in this order; those that are known."""
    looked = sql.select(guests, SEEN.label("seen"), HAVE.label("tables"))
    kept = {ban.whom: ban.sentence for ban in bans_kept(c) if ban.kind == GUEST}
    found = {
        row.id: GuestLine(
            row.id,
            row.name,
            row.made,
            row.seen or None,
            row.tables,
            bool(row.webhook),
            kept.get(row.id),
        )
        for row in c.execute(looked.where(guests.c.id.in_(ids)))
    }
    return [found[id] for id in ids if id in found]


# Bans


def bans_kept(c: Connection) -> list[Ban]:
    """All that are written, whether or not they still hold."""
    rows = c.execute(sql.select(bans).order_by(bans.c.kind, bans.c.whom))
    return [Ban(row.kind, row.whom, row.why, row.made, row.until) for row in rows]


def ban(c: Connection, given: Ban) -> None:
    """In force from now on, in the place of an earlier one; those that have run out are dropped."""
    past = sql.and_(bans.c.until.is_not(None), bans.c.until <= given.made)
    same = sql.and_(bans.c.kind == given.kind, bans.c.whom == given.whom)
    c.execute(sql.delete(bans).where(sql.or_(past, same)))
    c.execute(sql.insert(bans).values(vars(given)))
    changed(c)


def unban(c: Connection, kind: str, whom: str) -> bool:
    """May come again; False if there was no ban."""
    mine = sql.and_(bans.c.kind == kind, bans.c.whom == whom)
    if c.execute(sql.delete(bans).where(mine)).rowcount == 0:
        return False
    changed(c)
    return True


# Forgetting a guest


class Memory(msgspec.Struct):
    """The tables that know a guest, by what becomes of them."""

    closed: list[str] = []  # made by the guest, and not begun
    left: list[str] = []  # made by others, and not begun
    handed_over: list[str] = []  # played there: a bot goes on
    renamed: list[str] = []  # over, watched, or talked at

    @property
    def tables(self) -> list[str]:
        """All of them."""
        return [*self.closed, *self.left, *self.handed_over, *self.renamed]


def memory_of(c: Connection, guest: str) -> Memory:
    """What there is to be forgotten."""
    spoke = tables.c.id.in_(sql.select(sayings.c.table).where(sayings.c.guest == guest))
    mine = sql.or_(tables.c.host == guest, sits(guest), spoke)
    playing = seats_of(c, guest)
    memory = Memory()
    for id, status, host in c.execute(
        sql.select(tables.c.id, tables.c.status, tables.c.host).where(mine).order_by(tables.c.id)
    ):
        if status == "open":
            (memory.closed if host == guest else memory.left).append(id)
        else:
            handed = status == "playing" and id in playing
            (memory.handed_over if handed else memory.renamed).append(id)
    return memory


def seats_of(c: Connection, guest: str) -> set[str]:
    """The tables at which the guest sits."""
    return set(c.scalars(sql.select(seats.c.table).where(seats.c.guest == guest)))


def forget_at(c: Connection, id: str, guest: str, ghost: str, now: float) -> None:
    """One table forgets the guest: nobody sits in their seat, or "Somebody" does who never comes.

    A match that has begun keeps as many people as it had: who is asked when depends on that.
    """
    row = c.execute(sql.select(tables).where(tables.c.id == id).with_for_update()).one_or_none()
    if row is None:
        return
    if row.status == "open" and row.host == guest:
        delete_tables(c, [id])
    else:
        forget_words(c, id, guest)
        sitting = sql.and_(seats.c.table == id, seats.c.guest == guest)
        if row.status == "open":
            empty = {"guest": None, "name": "", "seen": 0.0, "sat": None}
            c.execute(sql.update(seats).where(sitting).values(empty))
        else:
            if row.status == "playing":
                hand_over(c, row, guest, now)
            c.execute(sql.update(seats).where(sitting).values(guest=ghost, name=SOMEBODY))
        kept = sql.and_(seats.c.table == id, seats.c.reserved == guest)
        c.execute(sql.update(seats).where(kept).values(reserved=None))
        mine = sql.and_(tables.c.id == id, tables.c.host == guest)
        c.execute(sql.update(tables).where(mine).values(host=ghost))
    changed(c)


def forget_words(c: Connection, id: str, guest: str) -> None:
    """What the guest said at a table, and what was said from their seat before that was noted."""
    theirs = sql.select(seats.c.seat).where(seats.c.table == id, seats.c.guest == guest)
    unknown = sql.and_(sayings.c.guest.is_(None), sayings.c.seat.in_(theirs))
    spoken = sql.or_(sayings.c.guest == guest, unknown)
    unsay(c, sql.and_(sayings.c.table == id, spoken))


def hand_over(c: Connection, row: Row[Any], guest: str, now: float) -> None:
    """A bot plays on for the guest's seats, as if each had been handed to it at the table."""
    log = sql.select(entries.c.number, entries.c.at, entries.c.seat, entries.c.kind)
    log = log.where(entries.c.table == row.id)
    sitting = sql.select(seats.c.seat).where(seats.c.table == row.id, seats.c.guest == guest)
    mine = list(c.scalars(sitting.order_by(seats.c.seat)))
    number = c.execute(sql.select(sql.func.max(log.subquery().c.number))).scalar_one()
    latest = c.execute(sql.select(sql.func.max(log.subquery().c.at))).scalar_one()
    for seat in mine:
        decided = log.where(entries.c.seat == seat, entries.c.kind.in_(DECIDED))
        last = c.execute(decided.order_by(entries.c.number.desc()).limit(1)).one_or_none()
        if last is None or last.kind == BACK:
            number += 1
            token = secrets.token_hex(8)
            entry = Entry(number, STAND_IN, seat, STAND_IN_BOT, "", max(now, latest), token)
            c.execute(sql.insert(entries).values(vars(entry) | {"table": row.id}))
    asked = row.asked & ~mask_of(mine)
    changed_row: dict[str, Any] = {"asked": asked}
    if row.asked and not asked and row.asked.bit_count() == 1:
        changed_row["due"] = now  # the bot is to decide: whoever looks for what is due finds it
    c.execute(sql.update(tables).where(tables.c.id == row.id).values(changed_row))


def forget_guest(c: Connection, guest: str) -> None:
    """Name, webhook, and that there was such a guest. A ban stays: it names nobody but an id."""
    c.execute(sql.delete(guests).where(guests.c.id == guest))


def new_ghost() -> str:
    """What stands in the place of one guest's id."""
    return FORGOTTEN + secrets.token_urlsafe(9)
