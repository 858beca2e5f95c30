"""What is too old goes: jobs on the database, each small, so that no move waits long for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sql
from sqlalchemy.engine import Connection

from adjudge.table.database import bans, guests, marks, metadata, sayings, seats, snapshots, tables
from adjudge.table.rows import insert_once

DAY: Final = 86_400.0
CHANGES, PRUNED = "changes", "pruned"  # marks: how often an operator has changed something; when
SOMEBODY, UNSAID = "Somebody", "…"  # who is forgotten, and what they said
AT_TABLES: Final = [  # rows that belong to a table
    table
    for table in reversed(metadata.sorted_tables)
    if any(key.column.table is tables for key in table.foreign_keys)
]

Found = Mapping[str, int]  # ids of tables or guests, and how many rows go with each


def changed(c: Connection) -> None:
    """Tell running servers, if this is committed, to look at everything again."""
    insert_once(c, marks, {"name": CHANGES, "number": 0})
    mine = sql.update(marks).where(marks.c.name == CHANGES)
    c.execute(mine.values(number=marks.c.number + 1))


def claim(c: Connection, now: float) -> bool:
    """Whether it is a day since anything was pruned, and nobody else is at it."""
    insert_once(c, marks, {"name": PRUNED, "number": 0})
    early = sql.or_(marks.c.number <= now - DAY, marks.c.number > now)
    mine = sql.and_(marks.c.name == PRUNED, early)
    return c.execute(sql.update(marks).where(mine).values(number=now)).rowcount == 1


def held(c: Connection, ids: Sequence[str], fits: sql.ColumnElement[bool]) -> list[str]:
    """Of these tables those that fit and that nobody else is writing to: now nobody can."""
    mine = sql.select(tables.c.id).where(sql.and_(tables.c.id.in_(ids), fits))
    return list(c.scalars(mine.with_for_update(skip_locked=True)))


def delete_tables(c: Connection, ids: Sequence[str]) -> None:
    """With all that belongs to them; they are held."""
    for table in AT_TABLES:
        c.execute(sql.delete(table).where(table.c.table.in_(ids)))
    c.execute(sql.delete(tables).where(tables.c.id.in_(ids)))


def counted(c: Connection, statement: sql.Executable) -> Found:
    """Ids with their counts."""
    return {str(row[0]): int(row[1]) for row in c.execute(statement)}


# Tables that never began, or are over


def never_began(before: float) -> sql.ColumnElement[bool]:
    """Made before then, and nobody has waited there since."""
    here = sql.select(seats.c.seat).where(seats.c.table == tables.c.id, seats.c.seen >= before)
    return sql.and_(tables.c.status == "open", tables.c.made < before, ~here.exists())


def is_over(before: float) -> sql.ColumnElement[bool]:
    """Ended before then."""
    ended = sql.func.coalesce(tables.c.ended, tables.c.made)
    return sql.and_(tables.c.status == "finished", ended < before)


def find_open(c: Connection, before: float) -> Found:
    """Tables that wait in vain."""
    return counted(c, sql.select(tables.c.id, sql.literal(1)).where(never_began(before)))


def find_finished(c: Connection, before: float) -> Found:
    """Matches that are over."""
    return counted(c, sql.select(tables.c.id, sql.literal(1)).where(is_over(before)))


def remove_open(c: Connection, ids: Sequence[str], before: float) -> int:
    """These, if they still wait."""
    return remove_tables(c, ids, never_began(before))


def remove_finished(c: Connection, ids: Sequence[str], before: float) -> int:
    """These, with everything that is known of them."""
    return remove_tables(c, ids, is_over(before))


def remove_tables(c: Connection, ids: Sequence[str], fits: sql.ColumnElement[bool]) -> int:
    """Those that fit; servers that have one in memory look again."""
    mine = held(c, ids, fits)
    if mine:
        delete_tables(c, mine)
        changed(c)
    return len(mine)


# Guests whom nothing reminds of


def forgotten(before: float) -> sql.ColumnElement[bool]:
    """Came before then, has no table, sits at none, and is not banned."""
    id = guests.c.id
    return sql.and_(
        guests.c.made < before,
        ~sql.select(tables.c.id).where(tables.c.host == id).exists(),
        ~sql.select(seats.c.seat).where(seats.c.guest == id).exists(),
        ~sql.select(seats.c.seat).where(seats.c.reserved == id).exists(),
        ~sql.select(bans.c.whom).where(bans.c.whom == id).exists(),
    )


def find_guests(c: Connection, before: float) -> Found:
    """Those who have left nothing."""
    return counted(c, sql.select(guests.c.id, sql.literal(1)).where(forgotten(before)))


def remove_guests(c: Connection, ids: Sequence[str], before: float) -> int:
    """These, if it is still so."""
    mine = sql.and_(guests.c.id.in_(ids), forgotten(before))
    return c.execute(sql.delete(guests).where(mine)).rowcount


# What a finished match can do without


def find_snapshots(c: Connection, before: float) -> Found:
    """Snapshots of matches that are over: their log says as much, only slower."""
    over = sql.select(snapshots.c.table, sql.func.count()).join(tables).where(is_over(before))
    return counted(c, over.group_by(snapshots.c.table))


def remove_snapshots(c: Connection, ids: Sequence[str], before: float) -> int:
    """All of them at these tables."""
    mine = held(c, ids, is_over(before))
    return c.execute(sql.delete(snapshots).where(snapshots.c.table.in_(mine))).rowcount


def said_before(before: float) -> sql.ColumnElement[bool]:
    """Words that somebody said before then."""
    return sql.and_(sayings.c.at < before, sayings.c.text != UNSAID)


def find_chat(c: Connection, before: float) -> Found:
    """What was said, at any table."""
    old = sql.select(sayings.c.table, sql.func.count()).where(said_before(before))
    return counted(c, old.group_by(sayings.c.table))


def remove_chat(c: Connection, ids: Sequence[str], before: float) -> int:
    """The latest of each table stays, without its words: what comes next goes on counting there."""
    later = sayings.alias()
    newer = sql.select(later.c.number).where(
        later.c.table == sayings.c.table, later.c.number > sayings.c.number
    )
    mine = sql.and_(sayings.c.table.in_(ids), sayings.c.at < before)
    gone = c.execute(sql.delete(sayings).where(sql.and_(mine, newer.exists()))).rowcount
    return gone + unsay(c, sql.and_(mine, sayings.c.text != UNSAID))


def unsay(c: Connection, which: sql.ColumnElement[bool]) -> int:
    """Neither who said it, nor what; how many."""
    nothing = {"name": SOMEBODY, "text": UNSAID, "guest": None}
    return c.execute(sql.update(sayings).where(which).values(nothing)).rowcount


@dataclass(frozen=True)
class Kind:
    """Something that gets old: what it is called, how it is found, and how it goes."""

    words: str
    at_once: int  # of what is found, in one transaction: some milliseconds of work
    find: Callable[[Connection, float], Found]
    remove: Callable[[Connection, Sequence[str], float], int]

    def portions(self, found: Found) -> Iterator[list[str]]:
        """What was found, as much at once as one transaction takes."""
        ids = list(found)
        for first in range(0, len(ids), self.at_once):
            yield ids[first : first + self.at_once]


KINDS: Final = {
    "open": Kind("tables that never began", 50, find_open, remove_open),
    "finished": Kind("finished matches", 10, find_finished, remove_finished),
    "guests": Kind("guests without a table", 200, find_guests, remove_guests),
    "snapshots": Kind("snapshots of finished matches", 50, find_snapshots, remove_snapshots),
    "chat": Kind("lines of chat", 50, find_chat, remove_chat),
}
