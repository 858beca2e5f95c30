"""Several workers of one database: what happens is told, not read again; one acts at a table; and
what a seat is shown of a position is made once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec
import psycopg
import pytest
import sqlalchemy as sql

import adjudge
from adjudge.match import Match, SeatView
from adjudge.table import rows, seen, service
from adjudge.table.config import Config
from adjudge.table.database import connect, database_url, migrate, tables
from adjudge.table.driver import GRACE
from adjudge.table.fan import Outbox, encode
from adjudge.table.house import House
from adjudge.table.live import MOVE, OFFER, START, Entry, Live
from adjudge.table.news import MOST_BYTES, entries_in, following, words_of
from adjudge.table.protocol import Clock, NewTable, Position, SeatWish
from adjudge.table.seen import Eyes, position_seen
from adjudge.table.thinkers import Choice
from tests.table.postgres import Cluster
from tests.table.stories import story
from tests.table.test_sealed import ID, STATE, place, settings
from tests.table.test_sealed import entry as first_entry
from tests.table.test_windows import an_interrupt, asked_in, dealt
from tests.table.worlds import MOMENT, TABLE, places_for, settings_for, tell, world

Who = Literal["me", "open", "link", "bot"]
DUEL = {"mode": "head-to-head"}  # seat 0 begins
LOOKS = ("news", "load_table")


def entry(number: int, text: str = "pass") -> Entry:
    """On the log of some table."""
    return Entry(number, MOVE, 0, text, "d" * 16, 1.5, "t")


# What is told


def test_the_entries_themselves_are_told() -> None:
    told = [entry(7), entry(8)]
    words = words_of("worker", "table", told)
    worker, table, entries = words.split(" ", 2)
    assert (worker, table) == ("worker", "table")
    assert entries_in(entries.encode()) == told


def test_what_is_too_large_for_a_notification_is_a_word_to_look() -> None:
    for letter in ("x", "\u2620"):
        size = MOST_BYTES // len(letter.encode())
        assert words_of("worker", "table", [entry(1, letter * size)]) == "worker table"
    fits = words_of("worker", "table", [entry(1, "x" * (MOST_BYTES - 200))])
    assert MOST_BYTES - 200 < len(fits) <= MOST_BYTES


@pytest.mark.parametrize(
    "told", [b"", b"nonsense", b"{}", b'[{"number": 1}]', b'[{"number": "x"}]', b'["\xff"]']
)
def test_what_is_not_understood_is_a_word_to_look(told: bytes) -> None:
    assert entries_in(told) is None


def test_entries_that_come_twice_or_in_another_order_are_followed_once_and_in_theirs() -> None:
    told = [entry(n) for n in (5, 3, 4, 4, 2, 5)]
    assert following(2, told) == [entry(3), entry(4), entry(5)]
    assert following(5, told) == []


def test_entries_after_one_that_was_lost_are_not_followed() -> None:
    assert following(1, [entry(3)]) is None
    assert following(1, [entry(2), entry(4)]) is None


# Two workers


@asynccontextmanager
async def worker(folder: Path, database: str) -> AsyncIterator[House]:
    """A server's inside, which hears of the others on its database. Its bots are asked by tests."""
    house = House(Config(database, str(folder / "keys"), thinkers=0))
    await house.open()
    try:
        yield house
    finally:
        await house.close()


@asynccontextmanager
async def two(folder: Path, cluster: Cluster) -> AsyncIterator[tuple[House, House]]:
    """Of one database."""
    database = cluster.new_database()
    async with worker(folder, database) as here, worker(folder, database) as there:
        yield here, there


async def made(house: House, guests: Sequence[str], *seats: Who, **wish: Any) -> str:
    """A table of The Cursed Earth, at which they sit."""
    given: dict[str, Any] = {"game": "cursed-earth", "seed": 8, "setup": DUEL, "pace": 0.0} | wish
    wished = NewTable(seats=[SeatWish(who) for who in seats], **given)
    id = await house.lobby.make(guests[0], guests[0], wished)
    for seat, guest in enumerate(guests[1:], start=1):
        await house.lobby.sit(id, guest, guest, seat, "")
    return id


async def guests_of(house: House, number: int) -> list[str]:
    """So many who have never been here."""
    return [(await house.new_guest())[0] for _ in range(number)]


async def play(house: House, id: str) -> int:
    """The first option of whoever is to decide; the version that it makes."""
    async with house.service.table(id) as live:
        assert live.match is not None
        seat, version = live.asked[0], live.version
        guest, text = live.places[seat].guest, live.match.options[0].text
    assert guest is not None
    return await house.service.play(id, guest, seat, version, text, "")


async def version(house: House, id: str) -> int:
    """Of the table as this worker shows it."""
    async with house.service.table(id) as live:
        return live.version


async def until(so: Any) -> None:
    """Wait for it; the story has a time limit of its own."""
    while not so():
        await asyncio.sleep(0.01)


async def followed(house: House, id: str, version: int) -> None:
    """The worker has followed up to there, without being asked."""
    while house.service.version_of(id) != version:
        await asyncio.sleep(0.01)


def come(house: House, id: str, seat: int | None, guest: str) -> Outbox:
    """A socket at a table."""
    outbox = Outbox(guest)
    house.fan.join(id, seat, outbox)
    return outbox


def positions(outbox: Outbox) -> list[dict[str, Any]]:
    """Those that the socket was sent."""
    messages = [msgspec.json.decode(message) for message in outbox._waiting]
    return [message for message in messages if message["type"] == "position"]


def count_looks(house: House, patch: pytest.MonkeyPatch) -> list[str]:
    """The reads of tables from now on, by the name of the job."""
    names: list[str] = []
    read = house.store.read

    async def counted(job: Any) -> Any:
        name = getattr(job, "func", job).__name__
        names.extend([name] if name in LOOKS else [])
        return await read(job)

    patch.setattr(house.store, "read", counted)
    return names


@story
async def test_who_is_at_another_worker_is_shown_a_move_that_nobody_reads(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two(tmp_path, cluster) as (here, there):
        guests = await guests_of(here, 2)
        id = await made(here, guests, "me", "open")
        outbox = come(there, id, 1, guests[1])
        await version(there, id)
        looks = count_looks(there, monkeypatch)
        for _ in range(5):
            made_now = await play(here, id)
            await followed(there, id, made_now)
        assert looks == []
        shown = positions(outbox)
        assert [message["version"] for message in shown] == list(range(1, made_now + 1))
        fresh, _ = await shown_by(here, id, 1, guests[1])
        assert shown[-1]["view"] == fresh["view"]


async def shown_by(house: House, id: str, seat: int | None, guest: str) -> tuple[Any, Live]:
    """The position as that worker tells it."""
    async with house.service.table(id) as live:
        position, _ = position_seen(live, seat, 0, house.fan.eyes(live, guest))
        return json.loads(encode(position)), live


@story
async def test_where_nobody_is_nothing_is_followed_until_somebody_asks(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two(tmp_path, cluster) as (here, there):
        guests = await guests_of(here, 2)
        id = await made(here, guests, "me", "open")
        await version(there, id)
        looks, before = count_looks(there, monkeypatch), there.service.version_of(id)
        for _ in range(4):
            last = await play(here, id)
        await until(lambda: len(there.service._heard.get(id) or ()) == 4)
        assert there.service.version_of(id) == before
        assert await version(there, id) == last
        assert looks == []


@story
async def test_a_table_that_nobody_asks_for_leaves_the_memory_of_the_others(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_HEARD", 3)
    async with two(tmp_path, cluster) as (here, there):
        guests = await guests_of(here, 2)
        id = await made(here, guests, "me", "open")
        await version(there, id)
        for _ in range(4):
            last = await play(here, id)
        await until(lambda: there.service.live == 0)
        assert there.service._heard == {}
        assert await version(there, id) == last


@story
async def test_no_table_stays_behind_if_a_notification_is_lost(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two(tmp_path, cluster) as (here, there):
        guests = await guests_of(here, 2)
        id = await made(here, guests, "me", "open")
        outbox = come(there, id, 1, guests[1])
        await version(there, id)
        hear = there.service.hear
        monkeypatch.setattr(there.service, "hear", lambda id, told: None)
        await play(here, id)
        await asyncio.sleep(0.3)
        monkeypatch.setattr(there.service, "hear", hear)
        last = await play(here, id)
        await followed(there, id, last)
        assert positions(outbox)[-1]["version"] == last


@story
async def test_a_notification_that_comes_again_tells_nobody_anything(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two(tmp_path, cluster) as (here, there):
        guests = await guests_of(here, 2)
        id = await made(here, guests, "me", "open")
        outbox = come(there, id, 1, guests[1])
        await version(there, id)
        for _ in range(2):
            last = await play(here, id)
        await followed(there, id, last)
        told, looks = len(outbox._waiting), count_looks(there, monkeypatch)
        log = await here.store.read(partial(rows.entries_since, id=id, number=0))
        for again in (log[-1:], log[::-1], log[1:2]):
            there.service.hear(id, words_of("", id, again).split(" ", 2)[2].encode())
            await there.service.settled()
        assert (len(outbox._waiting), looks) == (told, [])
        assert await version(there, id) == last


@story
async def test_what_is_heard_while_a_table_is_loaded_is_not_forgotten(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The load has read the log before the move was written."""
    async with two(tmp_path, cluster) as (here, there):
        guests = await guests_of(here, 2)
        id = await made(here, guests, "me", "open")
        there.service.drop(id)
        read = there.store.read

        async def slow(job: Any) -> Any:
            answer = await read(job)
            if getattr(job, "func", job) is rows.load_table:
                await play(here, id)
                await asyncio.sleep(0.3)
            return answer

        monkeypatch.setattr(there.store, "read", slow)
        assert await version(there, id) == await version(here, id)


@story
async def test_moves_that_are_taken_back_are_followed_too(tmp_path: Path, cluster: Cluster) -> None:
    async with two(tmp_path, cluster) as (here, there):
        guests = await guests_of(here, 1)
        id = await made(here, guests, "me", setup={"mode": "solo"})
        come(there, id, 0, guests[0])
        await version(there, id)
        last = await play(here, id)
        async with here.service.table(id) as live:
            assert live.why_no_undo(0) is None
        last = await here.service.undo(id, guests[0], 0, last, "")
        await followed(there, id, last)
        one, _ = await shown_by(here, id, 0, guests[0])
        other, _ = await shown_by(there, id, 0, guests[0])
        assert one["view"] == other["view"]
        assert one["events"] == other["events"]


@story
async def test_notifications_hold_neither_invites_nor_sealed_answers(
    tmp_path: Path, cluster: Cluster
) -> None:
    match = dealt(3, (0,))
    seat = asked_in(match)[0]
    answer = an_interrupt(match, seat)
    database = cluster.new_database()
    async with worker(tmp_path, database) as here:
        heard: list[str] = []
        conninfo = database.replace("+psycopg", "")
        async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as listening:
            await listening.execute(f"LISTEN {rows.CHANNEL}")
            guests = await guests_of(here, 3)
            settings = settings_for(match, 600.0)
            await here.lobby.keep(settings, places_for(guests))
            await here.service.play(TABLE, guests[seat], seat, 1, answer, "")
            linked = await made(here, guests[:1], "me", "link", private=True)
            async with here.service.table(linked) as live:
                invites = [live.settings.invite, live.places[1].invite]
            await here.lobby.sit(linked, guests[1], "Two", 1, invites[1])
            await play(here, linked)
            async for notice in listening.notifies(timeout=2.0):
                heard.append(notice.payload)
    tables = [words.split(" ")[1] for words in heard]
    assert tables.count(TABLE) == 1
    assert tables.count(linked) >= 2
    for secret in (answer, *invites):
        assert not any(secret in words for words in heard)


# One of them acts


def asked_bots(house: House, id: str, patch: pytest.MonkeyPatch) -> list[int]:
    """The versions at which its bots are asked from now on; they take the first option."""
    versions: list[int] = []

    async def choose(
        guest: str,
        table: str,
        bot: str,
        pack: str,
        view: SeatView,
        chance: str,
        seconds: float | None,
    ) -> Choice:
        versions.append(house.service.version_of(id))
        await asyncio.sleep(0.05)
        return Choice(view.options[0].text, 0.0, "")

    patch.setattr(house.thinkers, "choose", choose)
    return versions


async def think_for_ever(*asked: Any) -> Choice:
    """A bot that never answers."""
    await asyncio.sleep(1e6)
    raise AssertionError


async def at_two(here: House, there: House) -> tuple[str, str]:
    """A table against a bot, with a clock, at which a guest has a socket on both workers."""
    (guest,) = await guests_of(here, 1)
    id = await made(here, [guest], "me", "bot", clock=Clock("move", 50.0))
    for house in (here, there):
        come(house, id, 0, guest)
        await version(house, id)
    return id, guest


async def until_asked(house: House, id: str, seat: int) -> None:
    """The seat is to decide, as that worker knows it."""
    while True:
        async with house.service.table(id) as live:
            if live.asked == [seat]:
                return
        await asyncio.sleep(0.01)


@story
async def test_the_worker_that_made_the_last_move_asks_the_bot_and_no_other(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two(tmp_path, cluster) as (here, there):
        id, _ = await at_two(here, there)
        one, other = asked_bots(here, id, monkeypatch), asked_bots(there, id, monkeypatch)
        for house, asks, silent in ((here, one, other), (there, other, one), (here, one, other)):
            before = len(asks), len(silent)
            while len(asks) < before[0] + 2:
                await until_asked(house, id, 0)
                await play(house, id)
            await until_asked(house, id, 0)
            assert len(silent) == before[1]
        assert len({*one, *other}) == len([*one, *other])


@story
async def test_a_worker_that_only_follows_keeps_no_task_for_the_table(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with two(tmp_path, cluster) as (here, there):
        guests = await guests_of(here, 2)
        id = await made(here, guests, "me", "open", clock=Clock("move", 30.0))
        for house in (here, there):
            come(house, id, 0, guests[0])
            await version(house, id)
        for acts, follows in ((here, there), (there, here), (here, there)):
            last = await play(acts, id)
            assert acts.driver.drives(id)
            await followed(follows, id, last)
            while follows.driver.drives(id):
                await asyncio.sleep(0.01)


@story
async def test_what_is_due_on_a_worker_that_is_gone_is_done_by_another(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = cluster.new_database()
    async with worker(tmp_path, database) as there:
        async with worker(tmp_path, database) as here:
            id, _ = await at_two(here, there)
            here.service.cap = 0.0  # a bot is due at once
            monkeypatch.setattr(here.thinkers, "choose", think_for_ever)
            asks = asked_bots(there, id, monkeypatch)
            await until_asked(here, id, 0)
            while (await asked_at(here, id)) == [0]:
                last = await play(here, id)
            await followed(there, id, last)
            assert asks == []
        await until(lambda: there.service.version_of(id) > last)
        assert asks


@story
async def test_a_window_is_closed_at_once_though_an_answer_came_to_another_worker_unheard(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own worker goes on acting: nobody else made the position."""
    match = dealt(3, (0,))
    seat = asked_in(match)[0]
    async with two(tmp_path, cluster) as (here, there):
        guests = await guests_of(here, 3)
        settings = settings_for(match, 3.0)
        await here.lobby.keep(replace(settings, made=here.service.now()), places_for(guests))
        answer = an_interrupt(match, seat)
        monkeypatch.setattr(here.service, "hear", lambda id, told: None)
        await there.service.play(TABLE, guests[seat], seat, 1, answer, "")
        monkeypatch.setattr(there.driver, "take_up", lambda id, overdue=False: None)
        read = partial(rows.entries_since, id=TABLE, number=0)
        while len(log := await here.store.read(read)) == 1:
            await asyncio.sleep(0.01)
        assert answer in [entry.text for entry in log]
        assert log[1].at < log[0].at + 3.0 + GRACE


async def asked_at(house: House, id: str) -> list[int]:
    """Who is to decide, as that worker knows it."""
    async with house.service.table(id) as live:
        return live.asked


# Once a position


def at_table(seats: int = 2) -> Live:
    """A match of Helter Skelter in memory, after some moves."""
    match = adjudge.new("helter-skelter", seats=seats, seed=3)
    while match.length < 12:
        match.play(match.game.careful(match._state))
    settings = settings_for(match)
    places = places_for([f"guest{seat}" for seat in range(seats)])
    live = Live(settings, match.setup, places, match.game, "playing", None)
    live.match, live.version = match, 13
    return live


def nobody(guest: str | None) -> Eyes:
    """Somebody who looks, where nobody else is."""
    return Eyes(guest, lambda seat: False)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_what_is_kept_as_written_says_the_same_as_the_match(seat: int | None) -> None:
    live = at_table()
    assert live.match is not None
    for _ in range(2):
        position, heard = position_seen(live, seat, 2, nobody(None))
        told = msgspec.json.decode(encode(position), type=Position)
        assert told.view == json.loads(json.dumps(live.match.view(seat)))
        assert told.question == seen.question_seen(live, live.match, seat)
        assert told.options == seen.options_seen(live, live.match, seat)
        assert told.undo == seen.undo_seen(live, live.match, seat)
        assert told.events == json.loads(json.dumps(live.match.events(seat, 2)))
        assert (told.first, heard) == (2, 2 + len(told.events))
        assert list(json.loads(encode(position))) == ["type", *Position.__struct_fields__]


def test_who_claims_to_have_more_events_than_there_are_is_told_all_of_them() -> None:
    live = at_table()
    assert live.match is not None
    number = len(live.match.events(0))
    for since, first in ((number, number), (number + 1, 0), (number + 50, 0)):
        position, heard = position_seen(live, 0, since, nobody(None))
        assert (position.first, heard) == (first, number)


def test_a_hundred_spectators_cost_one_rendering(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[int | None] = []
    view = Match.view

    def counted(self: Match, seat: int | None) -> dict[str, Any]:
        rendered.append(seat)
        return view(self, seat)

    async def come_and_look() -> None:
        match = dealt(3)
        async with world(tmp_path) as w:
            await w.open_table(settings_for(match, 0.0), places_for(["ann", "bob", "cat"]))
            monkeypatch.setattr(Match, "view", counted)
            for number in range(100):
                await w.guest(f"fan{number}")
                await w.connect(f"fan{number}", None)
                await w.position(f"fan{number}", None)
            assert rendered.count(None) == 1
            assert all(len(socket.positions()) == 1 for socket in w.sockets)
            shown = {json.dumps(socket.position["view"]) for socket in w.sockets}
            assert len(shown) == 1
            live = await w.live()
            await w.play(live.asked[0], live.match.options[0].text if live.match else "")
            await asyncio.sleep(MOMENT)
            assert rendered.count(None) == 2
            assert all(len(socket.positions()) == 2 for socket in w.sockets)

    tell(come_and_look())


def test_what_a_guest_alone_may_know_is_put_around_what_is_shared() -> None:
    live = at_table()
    own, _ = position_seen(live, None, 0, nobody("guest0"))
    others, _ = position_seen(live, None, 0, nobody("fan"))
    assert [seat.you for seat in own.people.seats] == [True, False]
    assert [seat.you for seat in others.people.seats] == [False, False]
    assert encode(own.view) == encode(others.view)


def test_a_change_that_makes_no_version_is_shown_all_the_same() -> None:
    live = at_table()
    before, _ = position_seen(live, 0, 0, nobody("guest0"))
    assert live.match is not None
    live.places[0].order, live.places[0].order_turn = "never", live.match.turn
    after, _ = position_seen(live, 0, 0, nobody("guest0"))
    assert before.standing != after.standing


# In one go


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_entry_is_written_whole_or_not_at_all(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if kind == "sqlite":
        database = str(tmp_path / "table.db")
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        database = cluster.new_database()

    @story
    async def written() -> None:
        async with worker(tmp_path, database) as house:
            guests = await guests_of(house, 2)
            id = await made(house, guests, "me", "open")
            header = await house.store.read(partial(rows.find_table, id=id))
            assert header is not None
            state = rows.State(2, 5.0, "playing", None, 1.0)
            first = Entry(2, OFFER, 0, "", "", 1.0, "one")
            append = partial(rows.append, id=id, state=state, words=f"other {id}")
            assert await house.store.write(partial(append, log=[first]))
            assert await house.store.write(partial(append, log=[first]))  # the job runs twice
            changed = await house.store.read(partial(rows.find_table, id=id))
            assert changed is not None
            assert (changed.version, changed.asked) == (2, 2)
            late = rows.State(1, None, "playing", None, 1.0)
            second = Entry(2, OFFER, 1, "", "", 1.0, "other")
            append = partial(rows.append, id=id, state=late, words=f"other {id}")
            assert not await house.store.write(partial(append, log=[second]))
            assert await house.store.read(partial(rows.find_table, id=id)) == changed

    written()


def test_an_entry_that_had_to_wait_for_an_answer_changes_its_table_all_the_same(
    tmp_path: Path, cluster: Cluster
) -> None:
    """Another worker holds the table for a moment, and changes it."""
    engine = connect(database_url(cluster.new_database()))
    migrate(engine)
    with engine.begin() as c:
        rows.keep_table(c, settings(), [place(0), place(1)], STATE, [first_entry(1, START)])

    def append() -> bool:
        with engine.begin() as c:
            state = rows.State(2, 7.0, "playing", None, 1.0)
            return rows.append(c, ID, [first_entry(2, OFFER)], state, f"other {ID}")

    with ThreadPoolExecutor(1) as thread:
        with engine.begin() as c:
            rows.keep_order(c, ID, place(1), 3.0, f"another {ID}")
            waiting = thread.submit(append)
            with pytest.raises(TimeoutError):
                waiting.result(0.5)
        assert waiting.result(30)
    with engine.connect() as c:
        found = c.execute(sql.select(tables.c.asked, tables.c.due)).one()
    assert tuple(found) == (2, 7.0)
    engine.dispose()
