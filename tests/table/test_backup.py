"""Backup and restore: all of it, from either database into either, or nothing."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from adjudge.cli import main
from adjudge.table.backup import back_up, lines, restore
from adjudge.table.client import Client
from adjudge.table.database import EVERYTHING, connect, database_url, marks, sayings, tables
from tests.table.postgres import Cluster
from tests.table.servers import Server


async def play_some(url: str) -> tuple[str, str]:
    """A match with some moves and some talk; its id and its guest's cookie."""
    async with Client(url) as client:
        table = await client.make("cursed-earth", ["me"], setup={"mode": "solo"})
        async with client.live(table.id, 0) as live:
            position = await live.until_position()
            for _ in range(55):
                if not position.options:
                    break
                await live.play(position.options[0].text)
                while live.position is position:
                    await live.receive()
                assert live.position is not None
                position = live.position
            await live.say("Good game: ä\u2028€")
        assert client.cookie is not None
        return table.id, client.cookie


def content(database: str) -> list[Any]:
    """Every row."""
    engine = connect(database_url(database))
    with engine.connect() as connection:
        found = [(line.table, line.row) for line in lines(connection)]
    engine.dispose()
    return sorted(found, key=str)


def lasting(database: str) -> list[Any]:
    """Every row, but when somebody was last seen: a server notes that until it stops."""
    return [(table, {**row, "seen": None}) for table, row in content(database)]


def test_a_restored_database_is_the_same_and_its_matches_go_on(
    tmp_path: Path, cluster: Cluster
) -> None:
    """From SQLite to PostgreSQL and back, while the server goes on."""
    first, second = str(tmp_path / "table.db"), cluster.new_database()
    with Server(tmp_path) as server:
        table, cookie = asyncio.run(play_some(server.url))
        rows = back_up(first, tmp_path / "one.backup")
        server.stop()
    assert restore(tmp_path / "one.backup", second) == rows
    assert lasting(second) == lasting(first)
    assert back_up(second, tmp_path / "two.backup") == rows
    third = str(tmp_path / "third.db")
    assert restore(tmp_path / "two.backup", third) == rows
    assert content(third) == content(second)

    async def go_on(url: str) -> int:
        async with Client(url, cookie) as client:
            return (await client.table(table)).version

    with Server(tmp_path, second) as server:
        assert asyncio.run(go_on(server.url)) > 1


def test_a_restore_mixes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "table.db")
    with Server(tmp_path) as server:
        asyncio.run(play_some(server.url))
        server.stop()
    backup = str(tmp_path / "x.backup")
    assert main(["backup", backup, "--database", database]) == 0
    before = content(database)
    assert main(["restore", backup, "--database", database]) == 2
    assert "not empty (guests): restore into a new one" in capsys.readouterr().err
    assert content(database) == before


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "not a backup, or a broken one"),
        ("not json", "not a backup, or a broken one"),
        ('{"adjudge_backup":1,"schema":"9999"}', "schema '9999'"),
        ('{"adjudge_backup":2,"schema":"0002"}', "schema '0002'"),
    ],
)
def test_what_is_no_backup_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, problem: str
) -> None:
    file = tmp_path / "x.backup"
    file.write_bytes(gzip.compress(text.encode()) if text else b"not gzip")
    assert main(["restore", str(file), "--database", str(tmp_path / "new.db")]) == 2
    said = capsys.readouterr().err
    assert problem in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "row",
    [
        {"table": "users", "row": {}},
        {"table": "guests", "row": {"id": "x"}},
        {
            "table": "guests",
            "row": {"id": "x", "name": None} | dict.fromkeys(["made", "webhook", "secret"]),
        },
    ],
)
def test_a_broken_row_leaves_the_database_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], row: dict[str, Any]
) -> None:
    guest = {"id": "g", "name": "N", "made": 1.0, "webhook": None, "secret": "s"}
    good = {"table": "guests", "row": guest}
    text = "\n".join(json.dumps(x) for x in ({"adjudge_backup": 1, "schema": "0002"}, good, row))
    file, database = tmp_path / "x.backup", str(tmp_path / "new.db")
    file.write_bytes(gzip.compress(text.encode()))
    assert main(["restore", str(file), "--database", database]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert content(database) == []


def test_a_backup_of_the_first_schema_can_be_restored(tmp_path: Path) -> None:
    """What it does not know is as it was then: hints, and nobody knows when somebody sat down."""
    database = str(tmp_path / "new.db")
    guest = {"id": "g", "name": "N", "made": 1.0, "webhook": None, "secret": "s"}
    columns = [column.name for column in tables.columns if column.name != "hints"]
    table: dict[str, Any] = dict.fromkeys(columns, 0)
    table |= dict.fromkeys(("clock", "result", "ended", "due", "rematch"))
    table |= {"id": "t", "private": False, "seeded": False, "chat": True}
    texts = ("game", "pack", "start", "host", "invite", "status", "secret")
    table |= dict.fromkeys(texts, "x")
    rows = [{"table": "guests", "row": guest}, {"table": "tables", "row": table}]
    lines = [{"adjudge_backup": 1, "schema": "0001"}, *rows]
    file = tmp_path / "old.backup"
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    assert restore(file, database) == 2
    engine = connect(database_url(database))
    with engine.connect() as c:
        assert c.execute(sql.select(tables.c.hints)).scalar_one() is True
    engine.dispose()


def test_a_backup_from_before_bans_can_be_restored(tmp_path: Path) -> None:
    """Who said something then is not known."""
    database = str(tmp_path / "new.db")
    with Server(tmp_path) as server:
        asyncio.run(play_some(server.url))
        server.stop()
    back_up(server.database, tmp_path / "now")
    header, *now = gzip.decompress((tmp_path / "now").read_bytes()).splitlines()
    rows = [json.loads(line) for line in now]
    for line in rows:
        if line["table"] == "sayings":
            del line["row"]["guest"]
    lines = [json.loads(header) | {"schema": "0002"}, *rows]
    (tmp_path / "old").write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    assert restore(tmp_path / "old", database) == len(rows)
    engine = connect(database_url(database))
    with engine.connect() as c:
        assert c.execute(sql.select(sayings.c.guest)).scalar_one() is None
    engine.dispose()


def test_migrations_make_the_tables_that_the_code_knows(tmp_path: Path, cluster: Cluster) -> None:
    """Columns, kinds and indexes, on both databases."""
    for database in (str(tmp_path / "a.db"), cluster.new_database()):
        restored = gzip.compress(b'{"adjudge_backup":1,"schema":"0002"}\n')
        (tmp_path / "empty").write_bytes(restored)
        restore(tmp_path / "empty", database)
        engine = connect(database_url(database))
        seen = sql.inspect(engine)
        for table in (*EVERYTHING, marks):
            made = {
                c["name"]: (str(c["type"]), c["nullable"]) for c in seen.get_columns(table.name)
            }
            known = {
                c.name: (str(c.type.compile(engine.dialect)), c.nullable) for c in table.columns
            }
            assert made == known
            indexes = {index["name"] for index in seen.get_indexes(table.name)}
            assert indexes == {index.name for index in table.indexes}
        engine.dispose()
