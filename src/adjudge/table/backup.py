"""Backup and restore: everything in the database as one file, the same for SQLite and PostgreSQL.

The file is gzipped JSON, a line for a header and one for each row, so that a backup of either
database can be restored into the other.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine

from adjudge.kernel.game import Invalid, brief
from adjudge.table.database import (
    EVERYTHING,
    connect,
    database_url,
    make_ready,
    metadata,
    one_line,
    packs,
)
from adjudge.table.private import new_file
from adjudge.table.rows import keep_packs

FORMAT = 1
AT_ONCE = 500
OLDER = ("0001", "0002", "0003", "0004")  # schemas that can be read: what lacks has a default


class Header(msgspec.Struct):
    """The first line."""

    adjudge_backup: int
    schema: str


class Line(msgspec.Struct):
    """A row of a table; what is binary is base64."""

    table: str
    row: dict[str, Any]


def back_up(database: str, file: Path) -> int:
    """Write a backup; the number of rows. The server may go on meanwhile."""
    url = database_url(database)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise Invalid(f"database: there is no file {url.database}")
    engine = opened(database, writes=False)  # a full disk is no reason against a backup elsewhere
    part = file.with_name(f"{file.name}.part")
    try:
        with (
            engine.connect() as connection,
            new_file(part) as written,
            gzip.open(written, "wb") as out,
        ):
            if engine.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            header = Header(FORMAT, schema_of(connection))
            out.write(msgspec.json.encode(header) + b"\n")
            rows = 0
            for line in lines(connection):
                out.write(msgspec.json.encode(line) + b"\n")
                rows += 1
        part.replace(file)
        return rows
    finally:
        part.unlink(missing_ok=True)
        engine.dispose()


def lines(connection: Connection) -> Iterator[Line]:
    """Every row of every table, those first that others refer to."""
    for table in EVERYTHING:
        for row in connection.execute(sql.select(table).execution_options(yield_per=AT_ONCE)):
            values = {str(name): packed(value) for name, value in row._mapping.items()}
            yield Line(str(table.name), values)


def packed(value: Any) -> Any:
    """Binary as text."""
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def restore(file: Path, database: str) -> int:
    """Read a backup into a database that is empty; the number of rows. All of it, or nothing."""
    engine = opened(database, writes=True)
    try:
        with gzip.open(file, "rb") as source, writing(engine) as connection, connection.begin():
            check_empty(connection)
            return read_in(file, source, connection)
    except (OSError, EOFError, msgspec.MsgspecError) as problem:
        if isinstance(problem, FileNotFoundError | PermissionError | IsADirectoryError):
            raise
        raise Invalid(f"{file}: not a backup, or a broken one: {problem}") from None
    except sql.exc.DBAPIError as problem:
        raise Invalid(f"{file}: the database takes no such row: {one_line(problem)}") from None
    finally:
        engine.dispose()


def writing(engine: Engine) -> Connection:
    """A connection that will write."""
    return engine.connect().execution_options(writes=True)


def read_in(file: Path, source: Any, connection: Connection) -> int:
    """Header and rows."""
    header = msgspec.json.decode(source.readline(), type=Header)
    now = schema_of(connection)
    if header.adjudge_backup != FORMAT or header.schema not in (now, *OLDER):
        raise Invalid(f"{file}: schema {brief(header.schema)}, and this version has {now!r}")
    rows = 0
    waiting: list[dict[str, Any]] = []
    current: sql.Table | None = None
    for number, text in enumerate(source, start=2):
        line = msgspec.json.decode(text, type=Line)
        table = metadata.tables.get(line.table)
        if table is None or not is_row(table, line.row, header.schema == now):
            raise Invalid(f"{file}: line {number}: not a row of {brief(line.table)}")
        if current is not None and (table is not current or len(waiting) >= AT_ONCE):
            put_in(connection, current, waiting)
            waiting = []
        current = table
        waiting.append(unpacked(table, line.row))
        rows += 1
    if current is not None:
        put_in(connection, current, waiting)
    return rows


def put_in(connection: Connection, table: sql.Table, rows: list[dict[str, Any]]) -> None:
    """Some rows of a table; a pack may be there already, and then it is the same."""
    if table is packs:
        keep_packs(connection, rows)
    else:
        connection.execute(sql.insert(table), rows)


def is_row(table: sql.Table, row: dict[str, Any], complete: bool) -> bool:
    """Whether the row has the table's columns; an older one may lack what has a default."""
    needed = {
        column.name
        for column in table.columns
        if complete or (not column.nullable and column.server_default is None)
    }
    return needed <= set(row) <= set(table.columns.keys())


def unpacked(table: sql.Table, row: dict[str, Any]) -> dict[str, Any]:
    """Text as binary where the column is."""
    binary = [c.name for c in table.columns if isinstance(c.type, sql.LargeBinary)]
    return row | {name: base64.b64decode(row[name]) for name in binary}


def opened(database: str, writes: bool) -> Engine:
    """The database at the newest schema; Invalid if it is not fit for what is to be done."""
    url = database_url(database)
    make_ready(url, writes)
    return connect(url)


def schema_of(connection: Connection) -> str:
    """The revision that the database is at."""
    found = connection.execute(sql.text("SELECT version_num FROM alembic_version"))
    return str(found.scalar_one())


def check_empty(connection: Connection) -> None:
    """Invalid if somebody has played here: a restore mixes nothing. A server leaves its packs."""
    for table in EVERYTHING:
        if table is packs:
            continue
        if connection.execute(sql.select(table).limit(1)).first() is not None:
            raise Invalid(f"database: not empty ({table.name}): restore into a new one")
