"""An operator's commands, on the database of a server that runs: it notices without a restart."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pexpect
import pytest
import sqlalchemy as sql
from websockets.exceptions import InvalidStatus

from adjudge.cli import main
from adjudge.operating import WHAT
from adjudge.table import pruning
from adjudge.table.bans import Ban, Bans
from adjudge.table.client import CLOSED, Client, Denial, Live
from adjudge.table.connection import BANNED, GONE
from adjudge.table.database import (
    bans,
    connect,
    database_url,
    entries,
    guests,
    marks,
    metadata,
    sayings,
    seats,
    snapshots,
    tables,
)
from adjudge.table.guests import new_guest_id
from adjudge.table.live import new_id
from adjudge.table.protocol import Ping, Pong, Refusal
from tests.table.postgres import Cluster
from tests.table.servers import FAST, Server
from tests.table.stories import AT_ONCE, DUEL, asked, denied, move, over, people, story, until

SOLO: dict[str, Any] = {"setup": {"mode": "solo"}} | AT_ONCE
DAY = 86_400.0


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A server on either database."""
    cluster: Cluster | None = None
    if request.param == "postgresql":
        cluster = request.getfixturevalue("cluster")
    with Server(tmp_path, cluster.new_database() if cluster is not None else None) as running:
        yield running
        assert "Traceback" not in running.log(), running.log()


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    """A server on SQLite."""
    with Server(tmp_path) as running:
        yield running


def told(capsys: pytest.CaptureFixture[str], server: Server, *argv: str) -> str:
    """What a command prints that must succeed."""
    capsys.readouterr()
    assert main([*argv, "--database", server.database]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def data(capsys: pytest.CaptureFixture[str], server: Server, *argv: str) -> Any:
    """The same for a program."""
    return json.loads(told(capsys, server, *argv, "--json"))


@contextmanager
def written(server: Server) -> Iterator[sql.Connection]:
    """The database, to look into or to make older."""
    engine = connect(database_url(server.database))
    with engine.connect().execution_options(writes=True) as c, c.begin():
        yield c
    engine.dispose()


def rows_of(server: Server, table: sql.Table) -> list[Any]:
    """All rows."""
    with written(server) as c:
        return list(c.execute(sql.select(table)).all())


def own_id(client: Client) -> str:
    """The id behind a cookie."""
    assert client.cookie is not None
    return client.cookie.split(".")[0]


# Looking


@story
async def test_tables_and_guests_are_listed(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    async with people(server, 2) as (ann, bob):
        await ann.be("Ann of Cleves")
        waits = await ann.make("cursed-earth", ["me", "open"], private=True, **DUEL)
        match = await ann.make("cursed-earth", ["me", "open"], **DUEL)
        await bob.sit(match.id, 1)
        await bob.say(match.id, "hello")
        await move(ann, match.id, 0)
        done = await bob.make("cursed-earth", ["me"], **SOLO)
        await bob.at_seat(done.id, "resign", 0)
        found = data(capsys, server, "tables", "list")
        assert [one["id"] for one in found["tables"]] == [done.id, match.id, waits.id]
        assert found["of"] == 3
        by_id = {one["id"]: one for one in found["tables"]}
        assert by_id[match.id]["entries"] == 2
        assert by_id[match.id]["said"] == 1
        assert by_id[match.id]["size"] > by_id[waits.id]["size"] > 0
        assert by_id[match.id]["seats"][0]["name"] == "Ann of Cleves"
        assert by_id[match.id]["seats"][1]["guest"] == own_id(bob)
        assert by_id[done.id]["result"] == "seat 0 has resigned"
        assert by_id[waits.id]["private"] is True
        for flags, ids in [
            (["--status", "open,finished"], [done.id, waits.id]),
            (["--guest", own_id(bob)], [done.id, match.id]),
            (["--game", "helter-skelter"], []),
            (["--older", "1"], []),
            (["--order", "made"], [done.id, match.id, waits.id]),
            (["--limit", "1", "--page", "2"], [match.id]),
        ]:
            found = data(capsys, server, "tables", "list", *flags)
            assert [one["id"] for one in found["tables"]] == ids, flags
        text = told(capsys, server, "tables", "list", "--limit", "2")
        assert "2 of 3 tables; --page 2 for more" in text
        assert "seat 0 has resigned" in told(capsys, server, "tables", "show", done.id)
        known = data(capsys, server, "guests", "list", "--name", "CLEVES")
        assert [(one["name"], one["tables"]) for one in known["guests"]] == [("Ann of Cleves", 2)]
        shown = data(capsys, server, "guests", "show", own_id(ann))
        assert {one["id"] for one in shown["tables"]} == {waits.id, match.id}
        assert shown["guest"]["banned"] is None


# Banning


async def turned_away(client: Client, table: str, seat: int | None) -> Refusal:
    """Who sits at a socket hears why it closes."""
    async with client.live(table, seat) as live:
        refusal = await live.until(lambda message: isinstance(message, Refusal))
        assert await closed(live) == BANNED
    assert isinstance(refusal, Refusal)
    return refusal


@story
async def test_a_banned_guest_is_out_everywhere_within_seconds(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    async with people(server, 2) as (ann, bob):
        match = await ann.make("cursed-earth", ["me", "open"], **DUEL)
        waits = await ann.make("cursed-earth", ["me", "open"], **DUEL)
        await bob.sit(match.id, 1)
        leaving = asyncio.create_task(turned_away(bob, match.id, 1))
        async with ann.live(match.id, 0) as live:
            await live.until_position()
            await until(lambda: ann.table(match.id), lambda table: table.seats[1].connected)
            ban = ["guests", "ban", own_id(bob), "--for", "2", "--why", "insults", "--yes"]
            said = await asyncio.to_thread(told, capsys, server, *ban)
            refusal = await leaving
            assert refusal.code == "banned"
            assert refusal.reason.startswith("You are banned from this server until 20")
            assert refusal.reason.endswith(" UTC: insults.")
            assert refusal.reason in said
            for attempt in (
                bob.guest(),
                bob.tables(),
                bob.make("cursed-earth", ["me"], **SOLO),
                bob.sit(waits.id, 1),
                bob.say(match.id, "I am here"),
                bob.position(match.id, 1),
                bob.at_seat(match.id, "resign", 1),
            ):
                with denied("banned", "You are banned from this server until .* UTC: insults"):
                    await attempt
            with pytest.raises(InvalidStatus):
                async with bob.live(match.id, 1):
                    pass
            assert (await ann.table(match.id)).seats[1].connected is False
            await move(ann, match.id, 0)  # nobody else is kept from anything
        listed = data(capsys, server, "guests", "list", "--banned")
        assert [one["banned"] for one in listed["guests"]] == [refusal.reason]
        told(capsys, server, "guests", "unban", own_id(bob), "--yes")
        await until_let_in(bob)
        assert (await bob.table(match.id)).seats[1].you


async def closed(live: Live) -> int:
    """The code with which a socket is closed, whatever it is told before."""
    try:
        while True:
            await live.receive()
    except CLOSED as closing:
        return closing.rcvd.code if closing.rcvd is not None else 0


async def until_gone(client: Client, table: str) -> None:
    """Until there is no such table."""
    while True:
        try:
            await client.table(table)
        except Denial as denial:
            if denial.code != "not-found":
                raise
            return
        await asyncio.sleep(0.05)


async def until_let_in(client: Client) -> None:
    """Until nobody says any more that this guest is banned."""
    while True:
        try:
            await client.guest()
        except Denial as denial:
            if denial.code != "banned":
                raise
            await asyncio.sleep(0.05)
        else:
            return


@story
async def test_a_banned_address_is_out_whoever_comes_from_it(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    async with people(server, 1) as (ann,):
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        leaving = asyncio.create_task(turned_away(ann, table.id, 0))
        await until(lambda: ann.table(table.id), lambda seen: seen.seats[0].connected)
        ban = ["addresses", "ban", "127.0.0.9/8", "--yes"]
        said = await asyncio.to_thread(told, capsys, server, *ban)
        refusal = await leaving
        assert refusal.reason == "Your address is banned from this server."
        assert refusal.reason in said
        newcomer = httpx.post(f"{server.url}/api/guest")
        assert (newcomer.status_code, newcomer.json()["code"]) == (403, "banned")
        (listed,) = data(capsys, server, "addresses", "list")["addresses"]
        assert (listed["whom"], listed["until"]) == ("127.0.0.0/8", None)
        told(capsys, server, "addresses", "unban", "127.0.0.0/8", "--yes")
        await until_let_in(ann)
        assert data(capsys, server, "addresses", "list") == {"addresses": []}


def test_who_was_banned_before_the_start_is_not_let_in_after_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(tmp_path)
    with server:
        server.stop()
    told(capsys, server, "addresses", "ban", "127.0.0.1", "--why", "enough.", "--yes")
    with server:
        first = httpx.post(f"{server.url}/api/guest").json()
        assert first["reason"] == "Your address is banned from this server: enough."
        assert httpx.get(f"{server.url}/health").json()["ok"] is True  # that is nobody's business


def test_a_ban_holds_for_its_network_and_for_its_time() -> None:
    now = [1000.0]
    kept = Bans(lambda: now[0])
    wide = Ban("address", "2001:db8::/32", "", 0.0, None)
    narrow = Ban("address", "203.0.113.7/32", "spam.", 0.0, 2000.0)
    guest = Ban("guest", "g", "", 0.0, 1500.0)
    kept.keep([wide, narrow, guest])
    for address, is_out in [
        ("203.0.113.7", True),
        ("::ffff:203.0.113.7", True),
        ("203.0.113.8", False),
        ("2001:db8:1::9", True),
        ("2001:db9::1", False),
        ("", False),
        ("a file", False),
    ]:
        assert (kept.denial(None, address) is not None) == is_out, address
    assert str(kept.denial("g", "")) == (
        "banned: You are banned from this server until 1970-01-01 00:25 UTC."
    )
    assert str(kept.denial("h", "203.0.113.7")).endswith("UTC: spam.")
    now[0] = 1500.0
    assert kept.denial("g", "") is None
    now[0] = 2000.0
    assert kept.denial("g", "203.0.113.7") is None
    assert kept.denial("g", "2001:db8::1") is not None


# Deleting


@story
async def test_a_deleted_table_is_gone_for_those_who_sit_there(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    async with people(server, 2) as (ann, bob):
        match = await ann.make("cursed-earth", ["me", "open"], **DUEL)
        stays = await ann.make("cursed-earth", ["me", "open"], **DUEL)
        await bob.sit(match.id, 1)
        await bob.say(match.id, "hello")
        await move(ann, match.id, 0)
        async with ann.live(match.id, 0) as live, bob.live(stays.id, None) as other:
            await live.until_position()
            delete = ["tables", "delete", match.id, "--yes"]
            said = await asyncio.to_thread(told, capsys, server, *delete)
            assert said == "1 table deleted\n"
            assert await closed(live) == GONE
            await other.send(Ping(id=7))
            await other.until(lambda message: isinstance(message, Pong) and message.id == 7)
        with denied("not-found", "There is no such table"):
            await ann.table(match.id)
        assert [table.id for table in await ann.tables()] == [stays.id]
    for table in (entries, sayings, snapshots):
        assert rows_of(server, table) == []
    assert {row.id for row in rows_of(server, tables)} == {stays.id}


@story
async def test_a_move_at_a_table_that_was_just_deleted_is_an_answer(small: Server) -> None:
    """Before the server has noticed."""
    async with people(small, 1) as (ann,):
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        position = await ann.position(table.id, 0)
        with written(small) as c:
            pruning.delete_tables(c, [table.id])
        with denied("not-found", "There is no such table"):
            await ann.play(table.id, 0, position.version, position.options[0].text)
    assert "a request failed" not in small.log()


@story
async def test_a_deleted_guest_is_forgotten_and_a_bot_goes_on(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    async with people(server, 3) as (ann, bob, cat):
        await bob.be("Bob the Builder")
        gone = own_id(bob)
        closed = await bob.make("cursed-earth", ["me", "open"], **DUEL)
        left = await ann.make("cursed-earth", ["me", "open", "open"], setup={})
        await bob.sit(left.id, 1)
        done = await ann.make("cursed-earth", ["me", "open"], **DUEL, **AT_ONCE)
        await bob.sit(done.id, 1)
        await bob.say(done.id, "my secret")
        await ann.at_seat(done.id, "resign", 0)
        match = await bob.make("cursed-earth", ["me", "open"], private=False, **DUEL, **AT_ONCE)
        await ann.sit(match.id, 1)
        await bob.say(match.id, "my other secret")
        async with ann.live(match.id, 1) as live:
            await live.until_position()  # it is Bob's decision, and the table is in memory
            delete = ["guests", "delete", gone, "--yes"]
            said = await asyncio.to_thread(told, capsys, server, *delete)
            assert said == (
                "Bob the Builder is forgotten: 1 table goes that has not begun, 1 table has an"
                ' empty seat again, 1 table goes on with a bot, 1 table shows "Somebody"\n'
            )
            await asked(ann, match.id, 1)  # the bot has made its moves
        seat = (await ann.table(match.id)).seats[0]
        assert (seat.name, seat.stand_in, seat.who) == ("Somebody", "careful", "person")
        await move(ann, match.id, 1)
        assert (await ann.table(done.id)).seats[1].name == "Somebody"
        assert (await ann.table(left.id)).seats[1].who == "empty"
        with denied("no-guest", "Nobody is known by this cookie"):
            await bob.guest()
        with denied("not-yours", "Seat 0 is not yours"):
            await bob.at_seat(match.id, "back", 0)
        again = await ann.rematch(done.id)  # a seat that nobody can come back to is anybody's
        await cat.sit(again.id, 1)
        await ann.at_seat(match.id, "resign", 1)
        record = await ann.record(match.id)
        assert len(record["moves"]) >= 2
        assert closed.id not in {table.id for table in await ann.open_tables()}
    for table in (guests, tables, seats, sayings, entries):
        assert gone not in str(rows_of(server, table)), table.name
    assert "secret" not in str(rows_of(server, sayings))
    assert {row.name for row in rows_of(server, sayings)} == {"Somebody"}


# Pruning


def made_older(server: Server, days: float) -> None:
    """Everything there is happened so many days ago."""
    with written(server) as c:
        for column in (tables.c.made, tables.c.ended, guests.c.made, sayings.c.at, seats.c.seen):
            c.execute(sql.update(column.table).values({column.name: column - days * DAY}))


@story
async def test_what_is_old_goes_and_nothing_else(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    async with people(server, 3) as (ann, bob, _):
        old = [await ann.make("cursed-earth", ["me", "open"], **DUEL) for _ in range(2)]
        done = await ann.make("helter-skelter", ["me", "me"], **AT_ONCE)
        for _ in range(51):
            seat = (await ann.position(done.id, 0)).asked[0]
            await move(ann, done.id, seat)
        await ann.at_seat(done.id, "resign", 0)
        await over(ann, done.id)
        match = await bob.make("cursed-earth", ["me"], **SOLO)
        for text in ("one", "two", "three"):
            await bob.say(match.id, text)
        made_older(server, 30)
        newer = await bob.make("cursed-earth", ["me"], **SOLO)
        await bob.at_seat(newer.id, "resign", 0)
        await bob.say(match.id, "four")
        everything = "open,finished,guests,snapshots,chat"
        prune = ["prune", "--older", "7", "--what", everything]
        counts = {"open": 2, "finished": 1, "guests": 1, "snapshots": 1, "chat": 3}
        assert data(capsys, server, *prune, "--dry-run") == counts
        words = told(capsys, server, *prune, "--dry-run")
        assert words.startswith("Would go: tables that never began 2, finished matches 1, guests")
        assert len(rows_of(server, tables)) == 5
        async with bob.live(match.id, 0) as live:
            await live.until_position()
            done_in = await asyncio.to_thread(
                data, capsys, server, "prune", "--older", "7", "--what", "snapshots", "--yes"
            )
            assert done_in == {"snapshots": 1}
            assert (await ann.replay(done.id, 51, 0)).position.moves == 51
            gone = await asyncio.to_thread(data, capsys, server, *prune, "--yes")
            assert gone == counts | {"snapshots": 0}
            await bob.say(match.id, "five")  # its number goes on from where it was
            await live.until(lambda message: getattr(message, "text", "") == "five")
        left = {row.id for row in rows_of(server, tables)}
        assert left == {match.id, newer.id}
        for table in old:
            await until_gone(ann, table.id)
        assert [row.text for row in rows_of(server, sayings)] == ["four", "five"]
        assert {row.id for row in rows_of(server, guests)} == {own_id(ann), own_id(bob)}


@story
async def test_the_last_line_of_a_chat_leaves_its_number(
    small: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    async with people(small, 1) as (ann,):
        match = await ann.make("cursed-earth", ["me"], **SOLO)
        for text in ("one", "two"):
            await ann.say(match.id, text)
        made_older(small, 30)
        prune = ["prune", "--older", "7", "--what", "chat"]
        assert data(capsys, small, *prune, "--yes") == {"chat": 2}
        assert data(capsys, small, *prune, "--dry-run") == {"chat": 0}
        (kept,) = rows_of(small, sayings)
        assert (kept.number, kept.name, kept.text, kept.guest) == (2, "Somebody", "…", None)
        async with ann.live(match.id, 0) as live:
            await live.until_position()
            await ann.say(match.id, "three")
            await live.until(lambda message: getattr(message, "text", "") == "three")


def test_a_server_keeps_finished_matches_as_long_as_it_is_told(tmp_path: Path) -> None:
    async def play(url: str) -> str:
        async with Client(url) as ann:
            table = await ann.make("cursed-earth", ["me"], **SOLO)
            await ann.at_seat(table.id, "resign", 0)
            return table.id

    with Server(tmp_path) as server:
        old = asyncio.run(play(server.url))
        made_older(server, 30)
        new = asyncio.run(play(server.url))
        server.stop()
    with Server(tmp_path, flags=(*FAST, "--log-level", "info", "--keep", "20")) as server:
        while old in {row.id for row in rows_of(server, tables)}:
            time.sleep(0.05)
        assert {row.id for row in rows_of(server, tables)} == {new}
        (pruned,) = [row for row in rows_of(server, marks) if row.name == pruning.PRUNED]
        assert abs(pruned.number - time.time()) < DAY / 2


def copied(server: Server, id: str, number: int) -> None:
    """So many more tables like this one."""
    with written(server) as c:
        for table in (tables, seats, entries):
            key = "id" if table is tables else "table"
            rows = c.execute(sql.select(table).where(table.c[key] == id)).mappings().all()
            for copy in range(number):
                c.execute(sql.insert(table), [{**row, key: f"copy-{copy}"} for row in rows])


def test_pruning_is_done_in_small_transactions_that_wait_for_nobody(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each of ten matches at most; on PostgreSQL, one that somebody writes to is left for later."""

    async def play() -> str:
        async with Client(server.url) as ann:
            table = await ann.make("cursed-earth", ["me"], **SOLO)
            await ann.at_seat(table.id, "resign", 0)
            return table.id

    first = asyncio.run(play())
    copied(server, first, 24)
    made_older(server, 30)
    held = int(server.database.startswith("postgresql"))
    engine = connect(database_url(server.database))
    with engine.connect() as c, c.begin():
        if held:
            c.execute(sql.select(tables.c.id).where(tables.c.id == first).with_for_update())
        gone = data(capsys, server, "prune", "--older", "7", "--yes")
    engine.dispose()
    assert gone == {"open": 0, "finished": 25 - held}
    assert {row.id for row in rows_of(server, tables)} == ({first} if held else set())
    (told_servers,) = [row for row in rows_of(server, marks) if row.name == pruning.CHANGES]
    assert told_servers.number == 3


def test_one_of_many_workers_prunes_once_a_day(tmp_path: Path, cluster: Cluster) -> None:
    for database in (str(tmp_path / "table.db"), cluster.new_database()):
        engine = connect(database_url(database))
        with engine.connect().execution_options(writes=True) as c, c.begin():
            metadata.create_all(c)
            days = [1.0, 1.5, 1.9, 2.0, 2.9, 3.1, 0.5, 0.9]
            claimed = [pruning.claim(c, day * DAY) for day in days]
            assert claimed == [True, False, False, True, False, True, True, False]
        engine.dispose()


def test_what_can_be_pruned_is_what_the_command_names() -> None:
    assert tuple(pruning.KINDS) == WHAT


def test_no_id_looks_like_a_flag() -> None:
    ids = [make() for make in (new_id, new_guest_id) for _ in range(2_000)]
    assert not [id for id in ids if id.startswith("-")]
    assert len(set(ids)) == len(ids)


# Asking


BAD = [
    "tables",
    "tables list --status lost",
    "tables list --game chess",
    "tables list --older -1",
    "tables list --older nan",
    "tables list --limit 0",
    "tables list --page 0",
    "tables list --order name",
    "tables show",
    "tables show nowhere",
    "tables delete nowhere --yes",
    "guests ban nobody --yes",
    "guests show nobody",
    "guests unban nobody --yes",
    "guests delete nobody --yes",
    "guests list --order name",
    "addresses ban everybody --yes",
    "addresses ban 0.0.0.0/0 --yes",
    "addresses ban ::ffff:10.0.0.1 --yes",
    "addresses ban 203.0.113.7 --for 0 --yes",
    "addresses ban 203.0.113.7 --why {long} --yes",
    "addresses ban 203.0.113.7",  # nobody is there to be asked
    "addresses unban 203.0.113.7 --yes",
    "prune",
    "prune --older soon",
    "prune --older 0 --yes",
    "prune --older 5 --what everything --yes",
    "prune --older 5",
]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """One that nobody has used."""
    file = str(tmp_path_factory.mktemp("operator") / "table.db")
    with Server(Path(file).parent, file) as server:
        server.stop()
    return file


@pytest.mark.parametrize("line", BAD)
def test_bad_input_is_one_line_and_changes_nothing(
    database: str, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    argv = line.format(long="x" * 201).split()
    assert main([*argv, *(["--database", database] if argv[1:] else [])]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("adjudge: ")
    assert err.count("\n") == 1
    engine = connect(database_url(database))
    with engine.connect() as c:
        assert c.execute(sql.select(bans)).all() == c.execute(sql.select(marks)).all() == []
    engine.dispose()


def test_a_database_that_is_not_there_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.db"
    for line in ("tables list", "guests list", "addresses list", "prune --older 3 --dry-run"):
        assert main([*line.split(), "--database", str(file)]) == 2
        assert capsys.readouterr().err == f"adjudge: database: there is no file {file}\n"
    assert not file.exists()


@pytest.mark.parametrize(("answer", "code", "banned"), [("n", 1, 0), ("maybe\ny", 0, 1)])
def test_somebody_at_a_terminal_is_asked(
    database: str, tmp_path: Path, answer: str, code: int, banned: int
) -> None:
    """At a terminal of its own: another answer than yes or no asks again."""
    file = str(tmp_path / "table.db")
    Path(file).write_bytes(Path(database).read_bytes())
    child = pexpect.spawn(
        sys.executable,
        ["-m", "adjudge", "addresses", "ban", "203.0.113.0/24", "--database", file],
        env=os.environ | {"TERM": "dumb"},
        encoding="utf-8",
        timeout=60,
    )
    for line in answer.split("\n"):
        child.expect("256 addresses.*can come any more.*Go on.*y/n")
        child.sendline(line)
    child.expect("They are told: Your address is banned" if banned else "Nothing has been changed")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == code
    engine = connect(database_url(file))
    with engine.connect() as c:
        assert len(c.execute(sql.select(bans)).all()) == banned
    engine.dispose()


def test_every_command_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tables", "tables list", "tables show", "tables delete", "guests", "guests list"]
    words += [f"guests {word}" for word in ("show", "ban", "unban", "delete")]
    words += ["addresses", "addresses list", "addresses ban", "addresses unban", "prune"]
    for line in words:
        shown = subprocess.run(
            [sys.executable, "-m", "adjudge", *line.split(), "--help"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert f"example: adjudge {line}" in shown
