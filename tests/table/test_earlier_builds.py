"""Databases of earlier builds are opened by this one; one of a later build is not."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

import adjudge
from adjudge.cli import main
from adjudge.games import GAMES
from adjudge.table.backup import back_up, restore
from adjudge.table.client import Client
from adjudge.table.guests import Keys
from adjudge.table.protocol import Table
from tests.table.servers import FAST, Server
from tests.table.stories import denied, move, story, until

KEPT = Path(__file__).parent / "databases"
FIRST, MIDDLE, LAST = "fa332ef", "afedb57", "eae24cc"
BUILDS = [FIRST, MIDDLE, LAST]
GONE = [FIRST, MIDDLE]  # builds whose pack of The Cursed Earth is not that of today


def database_of(build: str, folder: Path) -> Path:
    """What the build has left, in a folder of its own."""
    file = folder / "table.db"
    file.touch(0o600)
    file.write_bytes(gzip.decompress((KEPT / f"{build}.db.gz").read_bytes()))
    return file


def old_pack(folder: Path) -> Path:
    """The content of The Cursed Earth as it was."""
    shutil.unpack_archive(KEPT / "cursed-earth-of-afedb57.zip", folder / "pack")
    return folder / "pack"


def asked(file: Path, question: str, *about: Any) -> list[Any]:
    """What stands in the database, as others than us read it."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(question, about).fetchall()


def tables_of(file: Path, game: str, status: str) -> list[str]:
    """The tables of a game."""
    ids = "SELECT id FROM tables WHERE game = ? AND status = ? ORDER BY made"
    return [id for (id,) in asked(file, ids, game, status)]


def guests_of(server: Server) -> tuple[Client, Client]:
    """Those who played then: their cookies are signed with the keys of now."""
    ids = {name: id for id, name in asked(Path(server.database), "SELECT id, name FROM guests")}
    keys = Keys(Path(server.keys))
    ann, bob = (Client(server.url, keys.sign(ids[name])) for name in ("Ann", "Bob"))
    return ann, bob


async def health(client: Client) -> dict[str, Any]:
    """What the operator sees."""
    found: dict[str, Any] = (await client.http.get("/health")).json()
    return found


async def goes_on(ann: Client, bob: Client, id: str) -> Table:
    """Whoever is to decide makes a move."""
    table = await ann.table(id)
    assert table.stuck == ""
    seat = table.asked[0]
    version = await move((ann, bob)[seat], id, seat)
    assert version > table.version
    return await ann.table(id)


async def check_helter_skelter(ann: Client, bob: Client, file: Path) -> None:
    """Its pack has not changed: matches go on, a window has its answer, records hold."""
    for id in tables_of(file, "helter-skelter", "playing"):
        if sealed := asked(file, 'SELECT seat, text FROM answers WHERE "table" = ?', id):
            ((seat, text),) = sealed
            position = await ann.position(id, seat)
            if position.window is not None:  # its time may have run out long ago
                assert position.window.answer == text
        else:
            await goes_on(ann, bob, id)
    (ended,) = tables_of(file, "helter-skelter", "finished")
    adjudge.verify(await ann.record_text(ended))
    assert (await ann.replay(ended, 5, 0)).step == 5


@pytest.mark.parametrize("build", BUILDS)
def test_what_can_go_on_goes_on(tmp_path: Path, build: str) -> None:
    file = database_of(build, tmp_path)

    @story
    async def told() -> None:
        ann, bob = guests_of(server)
        async with ann, bob:
            await check_helter_skelter(ann, bob, file)
            for id in tables_of(file, "cursed-earth", "playing") if build == LAST else []:
                await goes_on(ann, bob, id)
            for id in tables_of(file, "cursed-earth", "finished") if build == LAST else []:
                adjudge.verify(await ann.record_text(id))

    with Server(tmp_path) as server:
        told()
        assert "Traceback" not in server.log()


@pytest.mark.parametrize("build", GONE)
def test_what_cannot_go_on_says_so_and_can_be_ended(tmp_path: Path, build: str) -> None:
    """Nothing is hidden, neither from the operator nor from those who sit there."""
    file = database_of(build, tmp_path)

    @story
    async def told() -> None:
        ann, bob = guests_of(server)
        async with ann, bob:
            going = tables_of(file, "cursed-earth", "playing")
            seen = await until(lambda: health(ann), lambda told: told["unreachable"] == len(going))
            assert seen["ok"] is True
            for id in going:
                assert f"table={id}" in server.log()
            listed = {table.id: table for table in await ann.tables()}
            for id in going:
                assert "its content pack is not on this server" in listed[id].stuck
                with denied("stuck", "content pack is not on this server"):
                    await ann.position(id, 0)
                await ann.at_seat(id, "resign", 0)
                assert (await ann.table(id)).status == "finished"
                record = await ann.record(id)
                kept = "SELECT text FROM entries WHERE \"table\" = ? AND kind = 'move'"
                written = [text for (text,) in asked(file, kept, id)]
                assert [text for text, digest in record["moves"]] == written[: len(record["moves"])]
                assert record["seed"] > 0
            assert (await health(ann))["unreachable"] == 0
            for id in tables_of(file, "cursed-earth", "finished"):
                assert (await ann.record(id))["moves"]
                with denied("stuck", "content pack is not on this server"):
                    await ann.replay(id, 1, 0)

    with Server(tmp_path) as server:
        told()
        assert "Traceback" not in server.log()


@pytest.mark.parametrize("build", GONE)
def test_with_its_pack_at_hand_everything_goes_on(tmp_path: Path, build: str) -> None:
    """Once is enough: it is kept with the database from then on."""
    file = database_of(build, tmp_path)
    folder = old_pack(tmp_path)

    @story
    async def told() -> None:
        ann, bob = guests_of(server)
        async with ann, bob:
            solo, duel = tables_of(file, "cursed-earth", "playing")
            await goes_on(ann, bob, solo)
            assert (await ann.table(duel)).stuck == ""
            for id in tables_of(file, "cursed-earth", "finished"):
                adjudge.verify(await ann.record_text(id), adjudge.load_pack(old))

    old = tmp_path / "copy"
    shutil.copytree(folder, old)
    with Server(tmp_path, flags=(*FAST, "--pack", str(folder))) as server:
        told()
        server.stop()
    shutil.rmtree(folder)
    with Server(tmp_path) as server:
        told()
        assert server.log() == ""


@pytest.mark.parametrize("build", BUILDS)
def test_a_backup_of_an_earlier_build_is_restored(tmp_path: Path, build: str) -> None:
    """The one it made itself, and one of what it left that is made now: they hold the same."""
    file, old, new = database_of(build, tmp_path), tmp_path / "old.db", tmp_path / "new.db"
    rows = restore(KEPT / f"{build}.backup", str(old))
    assert back_up(str(file), tmp_path / "x.backup") == rows
    assert restore(tmp_path / "x.backup", str(new)) == rows
    for table in ("guests", "tables", "seats", "entries", "snapshots", "answers"):
        everything = f"SELECT * FROM {table}"
        assert asked(old, everything) == asked(new, everything) == asked(file, everything)


def serve(folder: Path, flags: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """A server that does not start: what it says, and its exit code."""
    command = [sys.executable, "-m", "adjudge", "serve", "--port", "0"]
    command += ["--database", str(folder / "table.db"), "--keys", str(folder / "keys"), *flags]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_database_of_a_later_build_is_left_alone(tmp_path: Path) -> None:
    """In one line, by whatever command it is opened."""
    with Server(tmp_path) as server:
        server.stop()
    file = tmp_path / "table.db"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    done = serve(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "its schema is 9999, newer than" in done.stderr
    assert main(["backup", str(tmp_path / "x"), "--database", str(file)]) == 2
    assert not (tmp_path / "x").exists()


def test_what_is_no_database_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "table.db").write_text("no database\n" * 100)
    done = serve(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "file is not a database" in done.stderr


def test_every_build_here_is_told_of() -> None:
    told = (KEPT / "README.md").read_text("utf-8")
    for file in KEPT.iterdir():
        assert file.name == "README.md" or f"`{file.name}`" in told
        assert file.stat().st_size < 100_000


def test_the_packs_at_hand_are_kept(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        shown = httpx.get(f"{server.url}/api/games").json()
        server.stop()
    offered = {pack["hash"] for game in shown["games"] for pack in game["packs"]}
    kept = asked(tmp_path / "table.db", "SELECT hash, game, name, version, title FROM packs")
    assert {hash for hash, *_ in kept} == offered
    assert {game for _, game, *_ in kept} == set(GAMES)
