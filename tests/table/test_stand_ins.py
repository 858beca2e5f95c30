"""A seat is its guest's: nobody else puts a bot there unseen, and what a bot does there shows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import alembic.command
import alembic.config
import pytest
import sqlalchemy as sql

import adjudge
from adjudge.table import rows
from adjudge.table.database import MIGRATIONS, connect, database_url, entries
from adjudge.table.live import NOTICE, STAND_IN, go_on_from, snapshot_of
from adjudge.table.protocol import Clock
from adjudge.table.store import Store
from tests.table.postgres import Cluster
from tests.table.test_windows import an_interrupt, asked_in, at_table, dealt
from tests.table.worlds import MOMENT, TABLE, World, now, places_for, settings_for, tell, world

AWAY = 600.0
HOUR = 3600.0
MARK = "(a bot for Seat 1)"


@asynccontextmanager
async def duel(folder: Path, clock: Clock | None = None, **server: Any) -> AsyncIterator[World]:
    """Ann and Bob, at a table where one may be away for ten minutes; Bob is to decide."""
    match = adjudge.new("cursed-earth", seats=2, seed=8, mode="head-to-head")
    async with world(folder, **server) as w:
        settings = replace(settings_for(match, clock=clock), away=AWAY)
        await w.open_table(settings, places_for(["ann", "bob"]))
        await w.play(0, match.options[0].text)
        yield w


async def seats_a_bot(w: World, guest: str, seat: int = 1) -> tuple[int, str, Any]:
    """What is said to a guest who wants a bot on a seat: the status, the code or none, and when."""
    answer = await w.request(guest, "POST", f"/api/tables/{TABLE}/stand-in", {"seat": seat})
    body = answer.json()
    return answer.status_code, body.get("code", ""), body.get("at")


async def notice(w: World, guest: str = "ann") -> dict[str, Any] | None:
    """The notice as a guest is shown it."""
    found = (await w.request(guest, "GET", f"/api/tables/{TABLE}")).json()["notice"]
    assert found is None or isinstance(found, dict)
    return found


async def kinds(w: World) -> list[str]:
    """What has happened at the table."""
    return [entry.kind for entry in await w.entries()]


async def a_bot_is_there(w: World, seat: int = 1) -> bool:
    """Whether a bot plays for the seat."""
    return bool((await w.live()).bot_of(seat))


# Before a bot sits down


@pytest.mark.parametrize("then", ["bot", "lose"])
def test_with_a_clock_nobody_else_seats_a_bot_however_long_it_takes(
    tmp_path: Path, then: Literal["bot", "lose"]
) -> None:
    async def story() -> None:
        async with duel(tmp_path, Clock("day", 3.0, then)) as w:
            for seconds in (61.0, AWAY, HOUR):
                await asyncio.sleep(seconds)
                assert (await seats_a_bot(w, "ann"))[:2] == (422, "refused")
            assert await kinds(w) == ["start", "move"]
            assert not await a_bot_is_there(w)

    tell(story())


def test_without_a_clock_a_bot_sits_down_only_after_a_notice_that_all_have_seen(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with duel(tmp_path) as w:
            ann, watcher = await w.connect("ann", 0), await w.connect("watcher", None)
            await asyncio.sleep(HOUR)  # however long ago Bob was there
            assert (await seats_a_bot(w, "ann"))[0] == 200
            until = now() + AWAY
            await asyncio.sleep(MOMENT)
            told = {"seat": 1, "by": 0, "until": until}
            for socket in (ann, watcher):
                assert socket.position["people"]["notice"] == told
            assert (await w.entries())[-1].kind == NOTICE
            await asyncio.sleep(AWAY - 1)
            assert await seats_a_bot(w, "ann") == (409, "not-yet", until)
            assert not await a_bot_is_there(w)
            await asyncio.sleep(1 - MOMENT)
            assert (await seats_a_bot(w, "ann"))[0] == 200
            await asyncio.sleep(MOMENT)
            assert await a_bot_is_there(w)
            assert ann.position["people"]["notice"] is None
            assert ann.position["people"]["seats"][1]["stand_in"] == "careful"

    tell(story())


def test_every_sign_of_life_lets_the_time_begin_anew(tmp_path: Path) -> None:
    async def story() -> None:
        async with duel(tmp_path) as w:
            ann = await w.connect("ann", 0)
            await seats_a_bot(w, "ann")
            await asyncio.sleep(AWAY - 30)
            await w.request("bob", "GET", f"/api/tables/{TABLE}")
            until = now() + AWAY
            await asyncio.sleep(MOMENT)
            assert ann.messages()[-1]["table"]["notice"]["until"] == until
            await asyncio.sleep(AWAY - 30)
            assert (await seats_a_bot(w, "ann"))[:2] == (409, "not-yet")
            bob = await w.connect("bob", 1)
            assert bob.position["people"]["notice"] == {"seat": 1, "by": 0, "until": None}
            await asyncio.sleep(2 * AWAY)
            assert (await seats_a_bot(w, "ann"))[:2] == (409, "not-yet")
            await bob.close()
            found = await notice(w)
            assert found is not None
            assert found["until"] == now() + AWAY
            await asyncio.sleep(AWAY)
            assert (await seats_a_bot(w, "ann"))[0] == 200
            assert await a_bot_is_there(w)

    tell(story())


def test_a_sign_of_life_on_another_worker_counts_too(tmp_path: Path) -> None:
    """Its beats are in the database; what this worker has in memory is from before."""

    async def story() -> None:
        async with duel(tmp_path) as w:
            await seats_a_bot(w, "ann")
            await asyncio.sleep(AWAY - 10)
            seen = partial(rows.see, ids=[(TABLE, 1)], now=now())
            await w.house.store.write(seen)
            await asyncio.sleep(10)
            found = await seats_a_bot(w, "ann")
            assert found == (409, "not-yet", now() - 10 + AWAY)
            assert not await a_bot_is_there(w)

    tell(story())


def test_who_is_connected_is_noted_three_times_in_the_least_time_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with duel(tmp_path, away=6.0) as w:
            await w.connect("bob", 1)
            for _ in range(10):
                await asyncio.sleep(2.5)
                header = await w.house.store.read(partial(rows.find_table, id=TABLE))
                assert header is not None
                assert now() - header.places[1].seen <= 2.0 + 3 * MOMENT

    tell(story())


@pytest.mark.parametrize("how", ["one press", "a move"])
def test_whoever_comes_back_finds_the_notice_and_ends_it(tmp_path: Path, how: str) -> None:
    async def story() -> None:
        async with duel(tmp_path) as w:
            await seats_a_bot(w, "ann")
            await asyncio.sleep(AWAY - 1)
            found = await notice(w, "bob")
            assert found is not None
            if how == "one press":
                await w.request("bob", "POST", f"/api/tables/{TABLE}/back", {"seat": 1})
            else:
                await w.play(1, (await w.position("bob", 1))["options"][0]["text"])
            assert await notice(w) is None
            await asyncio.sleep(2 * AWAY)
            await seats_a_bot(w, "ann")
            assert not await a_bot_is_there(w)

    tell(story())


def test_a_notice_is_given_only_to_who_is_awaited_and_gone_by_those_at_the_table(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with duel(tmp_path) as w:
            assert (await seats_a_bot(w, "watcher"))[:2] == (403, "not-yours")
            bob = await w.connect("bob", 1)
            assert (await seats_a_bot(w, "ann"))[:2] == (409, "not-yet")
            await bob.play(1, bob.position["options"][0]["text"])
            await bob.close()
            assert (await seats_a_bot(w, "ann"))[:2] == (409, "not-yet")  # it is her own decision
            assert NOTICE not in await kinds(w)
            assert (await seats_a_bot(w, "ann", 0))[0] == 200  # her own seat, at any time
            assert await a_bot_is_there(w, 0)

    tell(story())


def test_together_the_same_holds(tmp_path: Path) -> None:
    """A bot would decide about everybody's game, and its guest's most of all."""

    async def story() -> None:
        match = adjudge.new("cursed-earth", seats=2, seed=7, mode="cooperative")
        async with world(tmp_path) as w:
            settings = replace(settings_for(match), away=AWAY)
            await w.open_table(settings, places_for(["ann", "bob"]))
            asked = (await w.live()).asked[0]
            other = ["ann", "bob"][1 - asked]
            assert (await seats_a_bot(w, other, asked))[0] == 200
            assert not await a_bot_is_there(w, asked)
            await asyncio.sleep(AWAY + MOMENT)
            assert (await seats_a_bot(w, other, asked))[0] == 200
            assert STAND_IN in await kinds(w)

    tell(story())


def test_in_an_open_window_nobody_is_awaited(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_table(tmp_path, dealt(2), ["ann", "bob"], window=HOUR) as w:
            (seat, *_) = (await w.live()).asked
            found = await seats_a_bot(w, ["ann", "bob"][1 - seat], seat)
            assert found[:2] == (409, "not-yet")

    tell(story())


def test_who_is_away_is_told_of_the_notice_at_their_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with duel(tmp_path, webhooks=["example.org"]) as w:
            called: list[dict[str, object]] = []
            monkeypatch.setattr(w.house.webhooks, "post", lambda *said: called.append(said[-1]))
            url = {"webhook": "https://example.org/bob"}
            await w.request("bob", "PUT", "/api/guest", url)
            await seats_a_bot(w, "ann")
            until = now() + AWAY
            await asyncio.sleep(MOMENT)
            told = {"event": "notice", "table": TABLE, "game": "cursed-earth", "seat": 1}
            assert [call for call in called if call["event"] != "your-turn"] == [
                told | {"until": until}
            ]

    tell(story())


def test_the_host_says_how_long_and_the_server_how_long_at_least(tmp_path: Path) -> None:
    async def story() -> None:
        async with world(tmp_path, away=120.0) as w:
            await w.guest("ann")
            wish = {"game": "cursed-earth", "seats": [{"who": "me"}, {"who": "open"}]}
            for away, shown in ((None, 300.0), (120.0, 120.0), (86_400.0, 86_400.0)):
                made = await w.request("ann", "POST", "/api/tables", wish | {"away": away})
                assert made.json()["away"] == shown
            for away in (119.0, 0.0, -1.0, 1e9):
                made = await w.request("ann", "POST", "/api/tables", wish | {"away": away})
                assert (made.status_code, made.json()["code"]) == (400, "bad-request")
            assert (await w.request("ann", "GET", "/api/games")).json()["away"] == 120.0

    tell(story())


def test_a_notice_and_the_marks_are_in_a_snapshot(tmp_path: Path) -> None:
    async def story() -> None:
        async with duel(tmp_path) as w:
            await w.request("bob", "POST", f"/api/tables/{TABLE}/stand-in", {"seat": 1})
            await asyncio.sleep(1)  # the bot plays, and it is Ann's decision
            await seats_a_bot(w, "bob", 0)
            live = await w.live()
            assert live.notice is not None
            assert live.marks.spans
            assert live.match is not None
            again = w.service.unfolded(await w.house.store.read(partial(rows.find_table, id=TABLE)))
            go_on_from(again, snapshot_of(live), live.match.pack)
            assert (again.notice, again.marks.spans) == (live.notice, live.marks.spans)

    tell(story())


# What a bot did there


def texts(position: dict[str, Any]) -> list[str]:
    """What happened, in words."""
    return [event["text"] for event in position["events"]]


def test_what_a_stand_in_does_is_marked_for_everybody(tmp_path: Path) -> None:
    async def story() -> None:
        async with duel(tmp_path) as w:
            watcher = await w.connect("watcher", None)
            bob = await w.connect("bob", 1)
            await w.request("bob", "POST", f"/api/tables/{TABLE}/stand-in", {"seat": 1})
            await asyncio.sleep(1)
            await w.request("bob", "POST", f"/api/tables/{TABLE}/back", {"seat": 1})
            await w.play(0, (await w.position("ann", 0))["options"][0]["text"])
            await w.play(1, (await w.position("bob", 1))["options"][0]["text"])
            moves = [entry for entry in await w.entries() if entry.kind == "move"]
            assert [entry.stand_in for entry in moves] == ["", "careful", "", ""]
            for position in (await w.position("ann", 0), await w.position("watcher", None)):
                marked = [event for event in position["events"] if "stand_in" in event]
                assert [event["stand_in"] for event in marked] == [1]
                assert [text for text in texts(position) if MARK in text] == [marked[0]["text"]]
                assert marked[0]["text"].startswith("Seat 1 plays ")
                assert marked[0]["text"].endswith(f" {MARK}.")
            for socket in (watcher, bob):
                sent = [event for p in socket.positions() for event in p["events"]]
                assert [event["stand_in"] for event in sent if "stand_in" in event] == [1]

    tell(story())


def test_marks_are_the_same_after_a_restart_and_in_the_replay(tmp_path: Path) -> None:
    async def story() -> None:
        async with duel(tmp_path) as w:
            await w.request("bob", "POST", f"/api/tables/{TABLE}/stand-in", {"seat": 1})
            await asyncio.sleep(1)
            await w.request("bob", "POST", f"/api/tables/{TABLE}/back", {"seat": 1})
            await w.play(0, (await w.position("ann", 0))["options"][0]["text"])
            before = await w.position("ann", 0)
            w.service.drop(TABLE)
            assert texts(await w.position("ann", 0)) == texts(before)
            await w.request("ann", "POST", f"/api/tables/{TABLE}/resign", {"seat": 0})
            for seat in ("", "&seat=0", "&seat=1"):
                found = []
                for step in (3, 2, 1, 0, 3):  # back to the beginning, and on again
                    path = f"/api/tables/{TABLE}/replay?step={step}{seat}"
                    replay = (await w.request("ann", "GET", path)).json()
                    marks = sum(MARK in text for text in texts(replay["position"]))
                    found.append((replay["stand_in"], marks))
                assert found == [("", 1), ("careful", 1), ("", 0), ("", 0), ("", 1)]

    tell(story())


@pytest.mark.parametrize("bot", [True, False])
def test_who_interrupts_is_marked_whoever_answers_last(tmp_path: Path, bot: bool) -> None:
    """The last answer closes the window: what comes of it is not the doing of that seat."""

    async def story() -> None:
        match = dealt(3, (0,))  # of those who are asked the first holds an INTERRUPT
        first, last = asked_in(match)
        people = ["ann", "bob", "cat"]
        async with at_table(tmp_path, match, people) as w:
            watcher = await w.connect("watcher", None)
            away = first if bot else last
            card = an_interrupt(match, first)
            await w.play(first, card)
            path = f"/api/tables/{TABLE}/stand-in"
            await w.request(people[away], "POST", path, {"seat": away})
            await asyncio.sleep(4 + MOMENT)
            told = [event for p in watcher.positions() for event in p["events"]]
            (interrupted,) = [event for event in told if event["what"] == "interrupted"]
            assert interrupted.get("stand_in") == (first if bot else None)
            assert not [e for e in told if "stand_in" in e and e["what"] != "interrupted"]

    tell(story())


def test_a_bots_own_seat_is_not_marked(tmp_path: Path) -> None:
    """Nobody takes what it does for a person's."""

    async def story() -> None:
        match = adjudge.new("cursed-earth", seats=2, seed=8, mode="head-to-head")
        async with world(tmp_path) as w:
            await w.open_table(settings_for(match), places_for(["ann", None]))
            await w.play(0, match.options[0].text)
            await asyncio.sleep(1)
            assert len([kind for kind in await kinds(w) if kind == "move"]) > 1
            assert not any("stand_in" in e for e in (await w.position("ann", 0))["events"])

    tell(story())


def test_a_log_without_marks_is_followed_and_marked(tmp_path: Path) -> None:
    """As it is in a backup of before: marks follow from who had handed over."""

    async def story() -> None:
        async with duel(tmp_path) as w:
            await w.request("bob", "POST", f"/api/tables/{TABLE}/stand-in", {"seat": 1})
            await asyncio.sleep(1)
            before = await w.position("ann", 0)
            await w.house.store.write(unmark)
            w.service.drop(TABLE)
            assert texts(await w.position("ann", 0)) == texts(before)
            assert any(MARK in text for text in texts(before))
            await w.request("ann", "POST", f"/api/tables/{TABLE}/resign", {"seat": 0})
            path = f"/api/tables/{TABLE}/replay?step=2"
            assert (await w.request("ann", "GET", path)).json()["stand_in"] == "careful"

    def unmark(c: sql.Connection) -> None:
        c.execute(sql.update(entries).values(stand_in=""))

    tell(story())


# Databases of before


def at_schema(url: sql.URL, revision: str) -> None:
    """The database of an earlier version."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = connect(url)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, revision)
    engine.dispose()


LOG = """\
INSERT INTO entries ("table", number, kind, seat, text, digest, at, token) VALUES
 ('t', 1, 'start', 0, '', '', 1, 'a'), ('t', 2, 'move', 0, 'x', '', 1, 'b'),
 ('t', 3, 'stand-in', 1, 'careful', '', 1, 'c'), ('t', 4, 'move', 1, 'x', '', 1, 'd'),
 ('t', 5, 'move', 0, 'x', '', 1, 'e'), ('t', 6, 'back', 1, '', '', 1, 'f'),
 ('t', 7, 'move', 1, 'x', '', 1, 'g'), ('t', 8, 'resign', 0, 'flat', '', 1, 'h'),
 ('t', 9, 'move', 0, 'x', '', 1, 'i'), ('t', 10, 'undo', 0, '', '', 1, 'j')"""
TABLE_ROW = """\
INSERT INTO tables (id, game, pack, start, host, private, invite, seeded, "window", pace, chat,
 status, made, asked, secret) VALUES
 ('t', 'g', 'p', '{}', 'h', false, 'i', false, 4, 1, true, 'playing', 1, 0, 's')"""


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_what_stand_ins_did_before_is_found_out(
    tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    place = str(tmp_path / "old.db")
    if database == "postgresql":
        cluster: Cluster = request.getfixturevalue("cluster")
        place = cluster.new_database()
    url = database_url(place)
    at_schema(url, "0002")
    engine = connect(url)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        connection.execute(sql.text(TABLE_ROW))
        connection.execute(sql.text(LOG))
    store = Store(url)
    store.open()
    with engine.connect() as connection:
        log = rows.entries_since(connection, "t", 0)
        header = rows.find_table(connection, "t")
    store.close()
    engine.dispose()
    assert {entry.number: entry.stand_in for entry in log if entry.stand_in} == {
        4: "careful",
        9: "flat",
    }
    assert header is not None
    assert header.settings.away == 300.0
