"""The tables of the database, and how to come by one: a SQLite file, or PostgreSQL by URL."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import alembic.command
import alembic.config
import alembic.runtime.migration
import alembic.script
import sqlalchemy as sql
from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, LargeBinary, Text
from sqlalchemy.engine import URL, Connection, Engine, make_url

import adjudge
from adjudge.kernel.game import Invalid, brief
from adjudge.table.faults import fault_of
from adjudge.table.private import make_file, make_folder

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 41_600_113  # the advisory lock under which one worker of many migrates
BUSY_SECONDS = 10
# A network that swallows everything is noticed in seconds, not in the two hours that are usual.
POSTGRESQL: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8_000,  # milliseconds
    "client_encoding": "utf8",
}

metadata = sql.MetaData()

guests = sql.Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("webhook", Text),
    Column("secret", Text, nullable=False),  # signs what is posted to the webhook
)

tables = sql.Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("pack", Text, nullable=False),
    Column("start", Text, nullable=False),  # JSON: set-up and seed, or a position
    Column("host", Text, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("invite", Text, nullable=False),  # lets people watch a private table
    Column("seeded", Boolean, nullable=False),
    Column("clock", Text),  # JSON
    Column("window", Double, nullable=False),
    Column("pace", Double, nullable=False),
    Column("chat", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("result", Text),  # JSON
    Column("made", Double, nullable=False),
    Column("ended", Double),
    Column("due", Double),  # when somebody has to look at the match, if nobody has
    Column("asked", Integer, nullable=False),  # a bit for each seat that is to decide
    Column("rematch", Text),
    Column("secret", Text, nullable=False),  # where the chance of bots comes from
    Column("hints", Boolean, nullable=False, server_default=sql.true()),
    Column("away", Double, nullable=False, server_default="300"),
    Index("tables_due", "status", "due"),
    Index("tables_made", "status", "made"),
    Index("tables_host", "host"),
)

seats = sql.Table(
    "seats",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", Text, index=True),
    Column("name", Text, nullable=False),
    Column("bot", Text, nullable=False),
    Column("invite", Text, nullable=False),  # an empty one lets anybody sit down
    Column("reserved", Text, index=True),  # for this guest only
    Column("order", Text, nullable=False),
    Column("order_turn", Integer, nullable=False),
    Column("seen", Double, nullable=False),
    Column("sat", Double),  # when somebody sat down, as far as it is known
)

entries = sql.Table(
    "entries",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("token", Text, nullable=False),
    Column("stand_in", Text, nullable=False, server_default=""),  # the bot, of a stand-in's move
)

snapshots = sql.Table(
    "snapshots",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

answers = sql.Table(  # in an open window, sealed until it closes
    "answers",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("text", Text, nullable=False),
)

sayings = sql.Table(
    "sayings",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("room", Text, nullable=False),
    Column("seat", Integer),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("token", Text, nullable=False),
    Column("guest", Text, index=True),  # who said it, as far as it is known
)

packs = sql.Table(  # with which matches were played: their folders may change, or go away
    "packs",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("content", LargeBinary, nullable=False),  # all that the hash is of, compressed
)

bans = sql.Table(  # who is kept out, until when
    "bans",
    metadata,
    Column("kind", Text, primary_key=True),  # guest, or address
    Column("whom", Text, primary_key=True),  # an id, or a network
    Column("why", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("until", Double),  # for good without one
)

marks = sql.Table(  # what servers and commands tell each other: a number by its name
    "marks",
    metadata,
    Column("name", Text, primary_key=True),
    Column("number", Double, nullable=False),
)

EVERYTHING = (guests, tables, seats, entries, snapshots, answers, sayings, packs, bans)


def database_url(text: str) -> URL:
    """The URL of a database; a plain path is a SQLite file. Invalid if it is neither."""
    if "://" not in text:
        return URL.create("sqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
    except (sql.exc.ArgumentError, ValueError):
        raise Invalid(f"database: {brief(text)} is neither a file nor a URL") from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and url.database:
        return url
    raise Invalid(f"database: {url.drivername} is neither sqlite nor postgresql")


def connect(url: URL) -> Engine:
    """An engine for it. What SQLite has confirmed is on the disk, as with PostgreSQL."""
    if url.get_backend_name() == "postgresql":
        return sql.create_engine(
            url,
            pool_size=5,  # without a question first whether they live: jobs are tried again
            max_overflow=0,
            connect_args=POSTGRESQL | {"application_name": "adjudge"},
        )
    assert url.database is not None
    file = Path(url.database)
    try:
        make_folder(file.parent)
        if not file.exists():
            make_file(file)
    except OSError as problem:
        raise Invalid(f"database: {url.database}: {problem.strerror}") from None
    engine = sql.create_engine(url, connect_args={"timeout": BUSY_SECONDS}, pool_size=5)
    sql.event.listen(engine, "connect", set_up_sqlite)
    sql.event.listen(engine, "begin", begin_sqlite)
    return engine


def set_up_sqlite(connection: sqlite3.Connection, record: Any) -> None:
    """Write-ahead log, and every commit on the disk before it is confirmed."""
    connection.isolation_level = None  # BEGIN is ours
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def begin_sqlite(connection: Connection) -> None:
    """A transaction of our own; one that will write says so, or it could meet another half-way."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def migrate(engine: Engine) -> None:
    """The database at the newest schema; several workers may do it at once."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(MIGRATING)))
            check_encoding(connection)
        check_known(connection, config)
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, "head")


def check_encoding(connection: Connection) -> None:
    """Invalid unless the database keeps every letter that somebody may have in their name."""
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        name = connection.engine.url.database
        raise Invalid(
            f"database: the encoding of {name} is {encoding}, and must be UTF8: "
            "make another with createdb --encoding=UTF8 --template=template0"
        )


def check_known(connection: Connection, config: alembic.config.Config) -> None:
    """Invalid if a newer Adjudge has been here: what it keeps there is not known yet."""
    scripts = alembic.script.ScriptDirectory.from_config(config)
    known = [script.revision for script in scripts.walk_revisions()]
    context = alembic.runtime.migration.MigrationContext.configure(connection)
    found = context.get_current_heads()
    newer = [revision for revision in found if revision not in known]
    if newer:
        raise Invalid(
            f"database: its schema is {newer[0]}, newer than {known[0]}, the latest that this "
            f"Adjudge ({adjudge.__version__}) knows: use the Adjudge that it was used with"
        )


def touch(connection: Connection) -> None:
    """Something is written, and nothing is changed: to find out whether it can be."""
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")


def make_ready(url: URL, writes: bool = True) -> None:
    """The database at the newest schema, and fit to be written; Invalid says what it is not."""
    engine = connect(url)
    try:
        migrate(engine)
        if writes:
            with engine.connect().execution_options(writes=True) as connection, connection.begin():
                touch(connection)
    except (sql.exc.DBAPIError, sql.exc.TimeoutError) as trouble:
        file = url.database if url.get_backend_name() == "sqlite" else None
        why = fault_of(trouble, file) or one_line(trouble)
        raise Invalid(f"database: {file or url.render_as_string()}: {why}") from None
    finally:
        engine.dispose()


def one_line(trouble: BaseException) -> str:
    """What the database driver says, briefly."""
    text = str(getattr(trouble, "orig", None) or trouble)
    return " ".join(text.split())[:200]
