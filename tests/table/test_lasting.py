"""Matches outlive what they were made of: their pack's folder, a snapshot, the version's rules."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import adjudge
from adjudge.games import GAMES
from adjudge.packs import default_pack, from_text, pack_text
from adjudge.table.backup import back_up, restore
from adjudge.table.client import Client
from adjudge.table.protocol import People, Refusal
from tests.table.postgres import Cluster
from tests.table.servers import FAST, Server
from tests.table.stories import AT_ONCE, DUEL, denied, move, over, people, story, until
from tests.table.test_earlier_builds import asked, health
from tests.table.test_faults import superuser
from tests.table.test_records_served import changed_pack

SNAPSHOT = 50  # entries, after which there is one


def change(server: Server, statement: str, *about: Any) -> None:
    """As nobody but a broken disk does it."""
    with closing(sqlite3.connect(server.database)) as connection, connection:
        connection.execute(statement, about)


async def many_moves(client: Client, id: str, most: int = SNAPSHOT + 6) -> None:
    """Enough of them for a snapshot, or to the end."""
    for _ in range(most):
        if (await client.table(id)).result is not None:
            return
        table = await client.table(id)
        await move(client, id, table.asked[0])


async def snapshot_is_there(server: Server, id: str) -> None:
    """It is written behind everybody's back."""

    async def look() -> list[Any]:
        return asked(Path(server.database), 'SELECT 1 FROM snapshots WHERE "table" = ?', id)

    await until(look, bool)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_pack_that_was_kept_is_the_same_pack(game: str) -> None:
    """Its text is sorted by keys: nothing in a game hangs on their order."""
    pack = default_pack(GAMES[game])
    again = from_text(pack_text(pack), pack.hash)
    assert (again.name, again.version, again.title) == (pack.name, pack.version, pack.title)
    one, two = (adjudge.new(game, seats=2, seed=5, pack=which) for which in (pack, again))
    while one.seat is not None and one.length < 120:
        one.play(one.options[one.length % len(one.options)])
        two.play(two.options[two.length % len(two.options)])
    assert one.record() == two.record()
    with pytest.raises(adjudge.Invalid, match="is not"):
        from_text(pack_text(pack).replace(pack.title.encode(), b"Another"), pack.hash)


def test_a_match_goes_on_when_its_pack_has_changed(tmp_path: Path) -> None:
    """Bots too, and what comes after it: the record, a replay, a rematch."""
    folder = changed_pack(tmp_path, "Enormous Spider")
    own = adjudge.load_pack(folder)

    @story
    async def before() -> None:
        async with Client(server.url) as ann:
            table = await ann.make(
                "cursed-earth", ["me", "flat:9"], pack=own.hash, **DUEL, **AT_ONCE
            )
            await move(ann, table.id, 0)
            kept.extend([table.id, ann.cookie or ""])

    @story
    async def after() -> None:
        id, cookie = kept
        async with Client(server.url, cookie) as ann:
            table = await ann.table(id)
            assert (table.pack, table.stuck) == (own.hash, "")
            shown = await ann.get(f"/api/packs/{own.hash}", dict[str, Any])
            assert "Enormous Spider" in str(shown["content"])
            await ann.at_seat(id, "stand-in", 0)
            await over(ann, id)
            assert "a stand-in decided" not in server.log()
            adjudge.verify(await ann.record_text(id), own)
            assert (await ann.replay(id, 1, 0)).step == 1
            offers = next(game for game in (await ann.games()).games if game.id == "cursed-earth")
            assert own.hash not in {pack.hash for pack in offers.packs}
            again = await ann.rematch(id)
            assert (again.pack, again.status) == (own.hash, "playing")
            with denied("bad-request", "is not a pack of cursed-earth"):
                await ann.make("cursed-earth", ["me"], pack=own.hash)

    kept: list[str] = []
    flags = (*FAST[:-1], "info")
    with Server(tmp_path, flags=(*flags, "--pack", str(folder))) as server:
        before()
        server.stop()
    shutil.rmtree(folder)
    with Server(tmp_path, flags=flags) as server:
        after()
        assert "cannot go on" not in server.log()


def test_a_backup_carries_the_packs(tmp_path: Path) -> None:
    """Also into a database at which a server has been that keeps the same."""
    folder = changed_pack(tmp_path, "Enormous Spider")
    own = adjudge.load_pack(folder)

    @story
    async def before() -> None:
        async with Client(server.url) as ann:
            table = await ann.make("cursed-earth", ["me"], pack=own.hash)
            kept.extend([table.id, ann.cookie or ""])

    @story
    async def after() -> None:
        async with Client(server.url, kept[1]) as ann:
            await move(ann, kept[0], 0)

    kept: list[str] = []
    with Server(tmp_path, flags=(*FAST, "--pack", str(folder))) as server:
        before()
        server.stop()
    back_up(server.database, tmp_path / "x.backup")
    other = str(tmp_path / "other.db")
    with Server(tmp_path, other) as server:
        server.stop()
    restore(tmp_path / "x.backup", other)
    with Server(tmp_path, other) as server:
        after()


def test_a_snapshot_that_is_broken_costs_time_and_nothing_else(tmp_path: Path) -> None:
    """The log has everything. One whose position is not what it says is broken too."""

    @story
    async def before() -> None:
        async with Client(server.url) as ann:
            for _ in range(2):
                table = await ann.make("helter-skelter", ["me", "me"], **AT_ONCE)
                await many_moves(ann, table.id)
                await snapshot_is_there(server, table.id)
                seen.append(await ann.table(table.id))
            cookie.append(ann.cookie or "")

    @story
    async def after() -> None:
        async with Client(server.url, cookie[0]) as ann:
            for table in seen:
                assert await ann.table(table.id) == table
                await move(ann, table.id, table.asked[0])

    seen: list[Any] = []
    cookie: list[str] = []
    with Server(tmp_path) as server:
        before()
        server.stop()
    one, two = (table.id for table in seen)
    change(server, "UPDATE snapshots SET content = x'00' WHERE \"table\" = ?", one)
    swap = 'UPDATE snapshots SET content = (SELECT content FROM snapshots WHERE "table" = ?)'
    change(server, f'{swap} WHERE "table" = ?', one, two)
    with Server(tmp_path) as server:
        after()
        assert server.log() == ""


# What cannot go on


async def spoilt(ann: Client, server: Server, *seats: str, **settings: Any) -> str:
    """A match with a move in its log that comes out otherwise; its id."""
    game = settings.pop("game", "cursed-earth")
    table = await ann.make(game, seats, **AT_ONCE, **settings)
    for _ in range(4):
        now = await ann.table(table.id)
        if any(seat.you and seat.seat in now.asked for seat in now.seats):
            await move(ann, table.id, now.asked[0])
    wrong = "UPDATE entries SET digest = '0' WHERE \"table\" = ? AND number = 3"
    change(server, wrong, table.id)
    return table.id


def spoil_and_return(
    folder: Path, seats: list[str], tell: Callable[[Client, Server, str], Any], **settings: Any
) -> None:
    """A match that does not replay after the server was started again."""

    @story
    async def before() -> None:
        async with Client(server.url) as ann:
            kept.extend([await spoilt(ann, server, *seats, **settings), ann.cookie or ""])

    @story
    async def after() -> None:
        async with Client(server.url, kept[1]) as ann:
            await tell(ann, server, kept[0])

    kept: list[str] = []
    with Server(folder) as server:
        before()
        server.stop()
    with Server(folder) as server:
        after()
        assert "Traceback" not in server.log()


def test_a_log_that_does_not_replay_is_told_to_all_and_its_moves_to_nobody(tmp_path: Path) -> None:
    async def told(ann: Client, server: Server, id: str) -> None:
        seen = await until(lambda: health(ann), lambda told: told["unreachable"] == 1)
        assert (seen["ok"], seen["reason"]) == (True, "")
        assert server.log().count(f"table={id}") == 1
        assert "Broken: move 3" in server.log()
        reason = "it does not replay with this version of Adjudge."
        (listed,) = await ann.tables()
        table = await ann.table(id)
        for one in (listed, table):
            assert (one.status, one.asked) == ("playing", [])
            assert one.stuck == f"This match cannot go on: {reason}"
        async with ann.live(id, 0) as live:
            told = await live.receive()
            assert isinstance(told, People)
            assert told.table.stuck == table.stuck
            answer = await live.order("always")
            assert isinstance(answer, Refusal)
            assert (answer.code, answer.reason) == ("stuck", table.stuck)
        for ask in (ann.position(id, 0), ann.play(id, 0, 3, "pass"), ann.hint(id, 0, 3)):
            with denied("stuck", reason):
                await ask
        with denied("not-yet", "its record would tell every secret"):
            await ann.record(id)
        with denied("over", "has begun"):
            await ann.leave(id, 0)
        async with ann.live(id, 0) as live:
            assert isinstance(await live.receive(), People)
            await ann.at_seat(id, "resign", 0)
            last = await live.until(lambda m: isinstance(m, People) and m.table.result is not None)
            assert isinstance(last, People)
        ended = await ann.table(id)
        assert ended.result is not None
        assert (ended.status, ended.result.how) == ("finished", "resigned")
        assert ended.result.winners == []
        assert (await health(ann))["unreachable"] == 0
        record = await ann.record(id)
        assert [len(record["moves"]), record["outcome"]] == [4, None]
        for look in (ann.replay(id, 1, 0), ann.review(id, 0), ann.rematch(id)):
            with denied("stuck", reason):
                await look
        with denied("stuck", reason):
            await ann.at_seat(id, "resign", 0)

    spoil_and_return(tmp_path, ["me"], told, setup={"mode": "solo"})


def test_who_gives_up_what_cannot_go_on_has_lost_it_to_the_other(tmp_path: Path) -> None:
    """As at any table: nobody gets out of a lost match because it is stuck for a while."""

    async def told(ann: Client, server: Server, id: str) -> None:
        with denied("refused", "People sit here"):
            await ann.close(id)
        await ann.at_seat(id, "resign", 0)
        table = await ann.table(id)
        assert table.result is not None
        assert (table.result.winners, table.result.reason) == ([1], "seat 0 has resigned")
        assert [seat.resigned for seat in table.seats] == [True, False]

    spoil_and_return(tmp_path, ["me", "careful"], told, **DUEL)


def test_among_several_it_ends_when_nobody_is_left(tmp_path: Path) -> None:
    """Bots would play on otherwise; here they cannot."""

    async def told(ann: Client, server: Server, id: str) -> None:
        await ann.at_seat(id, "resign", 0)
        assert (await ann.table(id)).status == "playing"
        with denied("over", "has resigned already"):
            await ann.at_seat(id, "resign", 0)
        await ann.at_seat(id, "resign", 1)
        table = await ann.table(id)
        assert table.result is not None
        assert "everybody has given up" in table.result.reason

    seats = ["me", "me", "careful", "careful"]
    spoil_and_return(tmp_path, seats, told, game="helter-skelter")


def test_who_made_a_table_of_bots_can_close_it(tmp_path: Path) -> None:
    """And nobody else."""

    async def told(ann: Client, server: Server, id: str) -> None:
        async with people(server, 1) as (eve,):
            with denied("not-yours", "Only who made the table"):
                await eve.close(id)
        assert (await ann.table(id)).stuck
        await ann.close(id)
        table = await ann.table(id)
        assert (table.status, table.result is not None) == ("finished", True)
        assert (await health(ann))["unreachable"] == 0

    @story
    async def before() -> None:
        async with Client(server.url) as ann:
            seats, setup = ["careful", "careful"], {"mode": "head-to-head"}
            table = await ann.make("cursed-earth", seats, setup=setup, pace=10.0)
            await until(lambda: ann.table(table.id), lambda seen: seen.version >= 2)
            kept.extend([table.id, ann.cookie or ""])

    @story
    async def after() -> None:
        async with Client(server.url, kept[1]) as ann:
            await told(ann, server, kept[0])

    kept: list[str] = []
    with Server(tmp_path) as server:
        before()
        server.stop()
    change(server, "UPDATE entries SET digest = '0' WHERE kind = 'move'")
    with Server(tmp_path) as server:
        after()


def test_a_seat_given_up_meanwhile_is_given_up_when_the_match_goes_on_again(tmp_path: Path) -> None:
    """The entry is one like any other; nothing that was due is forgotten."""
    folder = changed_pack(tmp_path, "Enormous Spider")
    own = adjudge.load_pack(folder)
    setup = {"mode": "cooperative"}

    @story
    async def before() -> None:
        async with Client(server.url) as ann:
            table = await ann.make(
                "cursed-earth", ["me", "me", "me"], pack=own.hash, setup=setup, **AT_ONCE
            )
            kept.extend([table.id, ann.cookie or ""])

    @story
    async def meanwhile() -> None:
        async with Client(server.url, kept[1]) as ann:
            assert "content pack is not on this server" in (await ann.table(kept[0])).stuck
            await ann.at_seat(kept[0], "resign", 1)

    @story
    async def after() -> None:
        async with Client(server.url, kept[1]) as ann:
            table = await ann.table(kept[0])
            assert (table.stuck, table.status) == ("", "playing")
            assert [seat.resigned for seat in table.seats] == [False, True, False]
            assert table.seats[1].stand_in
            await ann.at_seat(kept[0], "resign", 0)

    kept: list[str] = []
    with Server(tmp_path, flags=(*FAST, "--pack", str(folder))) as server:
        before()
        server.stop()
    change(server, "DELETE FROM packs WHERE hash = ?", own.hash)
    with Server(tmp_path) as server:
        meanwhile()
        server.stop()
    with Server(tmp_path, flags=(*FAST, "--pack", str(folder))) as server:
        after()


def test_a_kept_pack_that_is_not_what_it_says_is_not_used(tmp_path: Path) -> None:
    folder = changed_pack(tmp_path, "Enormous Spider")
    own = adjudge.load_pack(folder)

    @story
    async def before() -> None:
        async with Client(server.url) as ann:
            table = await ann.make("cursed-earth", ["me"], pack=own.hash)
            kept.extend([table.id, ann.cookie or ""])

    @story
    async def after() -> None:
        async with Client(server.url, kept[1]) as ann:
            assert "content pack is not on this server" in (await ann.table(kept[0])).stuck
            assert "what was kept is not" in server.log()

    kept: list[str] = []
    with Server(tmp_path, flags=(*FAST, "--pack", str(folder))) as server:
        before()
        server.stop()
    other = default_pack(GAMES["cursed-earth"]).hash
    swap = "UPDATE packs SET content = (SELECT content FROM packs WHERE hash = ?) WHERE hash = ?"
    change(server, swap, other, own.hash)
    with Server(tmp_path) as server:
        after()


def test_a_table_that_never_began_can_be_closed_without_its_pack(tmp_path: Path) -> None:
    """Nobody can sit down at it, and nobody gives up what has not begun."""
    folder = changed_pack(tmp_path, "Enormous Spider")
    own = adjudge.load_pack(folder)

    @story
    async def before() -> None:
        async with Client(server.url) as ann:
            table = await ann.make("cursed-earth", ["me", "open"], pack=own.hash, **DUEL)
            kept.extend([table.id, ann.cookie or ""])

    @story
    async def after() -> None:
        async with Client(server.url, kept[1]) as ann, Client(server.url) as bob:
            table = await ann.table(kept[0])
            assert (table.status, (await health(ann))["unreachable"]) == ("open", 1)
            with denied("stuck", "content pack is not on this server"):
                await bob.sit(table.id, 1)
            for refused in (ann.bots(table.id), ann.at_seat(table.id, "resign", 0)):
                with denied("stuck", "content pack is not on this server"):
                    await refused
            await ann.close(table.id)
            with denied("not-found", "no such table"):
                await ann.table(table.id)
            assert (await health(ann))["unreachable"] == 0

    kept: list[str] = []
    with Server(tmp_path, flags=(*FAST, "--pack", str(folder))) as server:
        before()
        server.stop()
    change(server, "DELETE FROM packs WHERE hash = ?", own.hash)
    with Server(tmp_path) as server:
        after()
        assert "Traceback" not in server.log()


def test_what_one_worker_finds_and_ends_the_others_know(tmp_path: Path, cluster: Cluster) -> None:
    """A pack that one of them was given is there for all of them."""
    database = cluster.new_database()
    folder = changed_pack(tmp_path, "Enormous Spider")
    own = adjudge.load_pack(folder)
    places = [tmp_path / name for name in ("one", "two")]

    @story
    async def told() -> None:
        async with Client(one.url) as ann, Client(two.url, ann.cookie) as again:
            table = await ann.make("cursed-earth", ["me"], pack=own.hash)
            await move(again, table.id, 0)
            lost = (await ann.make("cursed-earth", ["me", "careful"], **DUEL, **AT_ONCE)).id
            await move(ann, lost, 0)
            with superuser(database) as c:
                c.execute('UPDATE entries SET digest = %s WHERE "table" = %s', ("0", lost))
            kept.extend([ann.cookie or "", lost])

    @story
    async def after() -> None:
        async with Client(one.url, kept[0]) as ann, Client(two.url, kept[0]) as again:
            for client in (ann, again):
                await until(partial(health, client), lambda seen: seen["unreachable"] == 1)
            await ann.at_seat(kept[1], "resign", 0)
            for client in (ann, again):
                await until(partial(health, client), lambda seen: seen["unreachable"] == 0)
                assert (await client.table(kept[1])).status == "finished"

    kept: list[str] = []
    for place in places:
        place.mkdir()
    one = Server(places[0], database, (*FAST, "--pack", str(folder)))
    two = Server(places[1], database)
    two.keys = one.keys
    with one, two:
        told()
        for server in (one, two):
            server.stop()
            server.start()
        after()
        for server in (one, two):
            assert "Traceback" not in server.log()


def test_what_is_over_is_shown_only_as_it_was_played(tmp_path: Path) -> None:
    """Its snapshot tells how it ended; where its log comes out otherwise, nothing is made up."""

    @story
    async def before() -> None:
        async with Client(server.url) as ann:
            table = await ann.make("helter-skelter", ["me", "me"], **AT_ONCE)
            await many_moves(ann, table.id)
            await snapshot_is_there(server, table.id)
            await ann.at_seat(table.id, "resign", 0)
            kept.extend([table.id, ann.cookie or ""])

    @story
    async def after() -> None:
        id, cookie = kept
        async with Client(server.url, cookie) as ann:
            table = await ann.table(id)
            assert (table.status, table.stuck) == ("finished", "")
            record = await ann.record(id)
            assert record["moves"][1][0] == "nonsense"
            assert len(record["moves"]) == SNAPSHOT + 6
            for look in (ann.replay(id, 9, 0), ann.review(id, 0)):
                with denied("stuck", "does not replay with this version"):
                    await look
            assert (await ann.replay(id, 1, 0)).step == 1

    kept: list[str] = []
    with Server(tmp_path) as server:
        before()
        server.stop()
    change(server, "UPDATE entries SET text = 'nonsense' WHERE number = 3")
    with Server(tmp_path) as server:
        after()
        assert "Traceback" not in server.log()
