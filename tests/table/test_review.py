"""Stories that once went wrong: between two workers, at the edge of a stop, and by ill will."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
import sqlalchemy
from sqlalchemy.engine import Connection

import adjudge
from adjudge.kernel.game import Invalid
from adjudge.match import record_text
from adjudge.table import rows, store
from adjudge.table.backup import back_up
from adjudge.table.config import Config
from adjudge.table.denials import Denied
from adjudge.table.fan import Outbox
from adjudge.table.guests import Keys
from adjudge.table.house import House
from adjudge.table.live import BACK, MOVE, STAND_IN, Entry, Live
from adjudge.table.protocol import Clock, NewTable, SeatWish
from adjudge.table.service import EVERYTHING
from tests.table.stories import story
from tests.table.test_thinkers import asked, running, saying, some_match

Who = Literal["me", "open", "link", "bot"]
DUEL = {"mode": "head-to-head"}  # seat 0 begins


@asynccontextmanager
async def worker(folder: Path) -> AsyncIterator[House]:
    """A server's inside, without bots' processes. Two on one folder hear nothing of each other."""
    house = House(Config(str(folder / "table.db"), str(folder / "keys"), thinkers=0))
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def made(house: House, host: str, *seats: Who, **wish: Any) -> str:
    """A table of The Cursed Earth."""
    wished = [SeatWish(who) for who in seats]
    given: dict[str, Any] = {"game": "cursed-earth", "seed": 8, "setup": DUEL} | wish
    return await house.lobby.make(host, host, NewTable(seats=wished, **given))


async def guests(house: House, number: int) -> list[str]:
    """So many who have never been here."""
    return [(await house.new_guest())[0] for _ in range(number)]


async def option(house: House, id: str) -> tuple[int, int, str]:
    """Who is to decide, at which version, and the first thing that may be done."""
    async with house.service.table(id) as live:
        assert live.match is not None
        return live.asked[0], live.version, live.match.options[0].text


@story
async def test_two_people_with_the_same_token_make_two_moves(tmp_path: Path) -> None:
    """Tokens are of one's own making: both may count 1, 2, 3."""
    async with worker(tmp_path) as house:
        one, two = await guests(house, 2)
        id = await made(house, one, "me", "open")
        await house.lobby.sit(id, two, "Two", 1, "")
        moved: dict[int, int] = {}
        while len(moved) < 2:
            seat, version, move = await option(house, id)
            token = "1" if seat not in moved else ""
            made_at = await house.service.play(id, (one, two)[seat], seat, version, move, token)
            assert made_at == version + 1
            moved.setdefault(seat, made_at)


@story
async def test_an_imported_record_is_not_replayed_at_every_look(tmp_path: Path) -> None:
    """It may have 20,000 moves, and whoever folds them holds up every other table."""
    match = adjudge.new("cursed-earth", seats=1, seed=1, mode="solo")
    for _ in range(8):
        match.play(0)
    async with worker(tmp_path) as house:
        (host,) = await guests(house, 1)
        id = await house.records.bring(host, "Host", match.record(), True)
        look = partial(rows.load_table, id=id, before=EVERYTHING)
        loaded = await house.store.read(look)
        assert loaded is not None
        assert (loaded.snapshot is not None, loaded.entries) == (True, [])
        seen = await house.records.replayed(id, host, "", 8, 0, 0)
        assert (seen.steps, seen.position.people.status) == (8, "finished")
        assert await house.records.export(id, host, "") == record_text(match.record())


@story
async def test_nobody_gets_up_from_a_match_that_has_begun_on_another_worker(tmp_path: Path) -> None:
    """The seat would be empty for good, and the match would wait for nobody."""
    async with worker(tmp_path) as here, worker(tmp_path) as there:
        one, two = await guests(here, 2)
        id = await made(here, one, "me", "open")
        async with there.service.table(id):
            pass  # it is in that worker's memory, open
        await here.lobby.sit(id, two, "Two", 1, "")
        with pytest.raises(Denied, match="The match has begun"):
            await there.lobby.leave(id, one, 0)
        async with here.service.table(id), there.service.table(id) as live:
            assert [place.guest for place in live.places] == [one, two]


@story
async def test_an_order_changes_nothing_else_of_a_seat(tmp_path: Path) -> None:
    """Another worker has seen the guest since, or knows a new name."""
    async with worker(tmp_path) as here, worker(tmp_path) as there:
        (one,) = await guests(here, 1)
        id = await made(here, one, "me", "bot", game="helter-skelter", setup={}, pace=10.0)
        async with there.service.table(id):
            pass
        changes = {"name": "Bold Fox"}
        await here.store.write(partial(rows.change_guest, id=one, changes=changes, worker="here"))
        await here.store.write(partial(rows.see, ids=[(id, 0)], now=2e9))
        await there.service.order(id, one, 0, "ask")
        header = await here.store.read(partial(rows.find_table, id=id))
        assert header is not None
        place = header.places[0]
        assert (place.name, place.seen, place.order) == ("Bold Fox", 2e9, "ask")


@story
async def test_a_log_without_moves_is_loaded_in_a_few_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who hands a seat to and fro makes a long log of no moves, at no cost to anybody else."""
    async with worker(tmp_path) as house:
        (one,) = await guests(house, 1)
        id = await made(house, one, "me", "me")
        seat, version, move = await option(house, id)
        await house.service.play(id, one, seat, version, move, "")
        async with house.service.table(id) as live:
            for _ in range(24):
                entries = []
                for _ in range(25):
                    entries.append(live.act(STAND_IN, 0, "careful", house.service.now(), ""))
                    entries.append(live.act(BACK, 0, "", house.service.now(), ""))
                await house.service.write(live, entries)
        await house.service.settled()
        house.service.drop(id)
        looks = 0
        read = house.store.read

        async def counted(job: Any) -> Any:
            nonlocal looks
            looks += 1
            return await read(job)

        monkeypatch.setattr(house.store, "read", counted)
        async with house.service.table(id) as live:
            assert (live.version, looks < 8) == (1202, True), looks


@story
async def test_a_table_that_cannot_be_driven_rests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an upgrade there may be hundreds that do not replay: not one a second each."""
    async with worker(tmp_path) as house:
        (one,) = await guests(house, 1)
        id = await made(house, one, "me", "me", clock=Clock("move", 1000.0))
        async with house.service.table(id) as live:
            broken = rows.State(0, 1.0, "playing", None, live.at)
            entry = Entry(2, MOVE, 0, "dance", "", live.at, "")
        words = f"{house.service.worker} {id}"
        job = partial(rows.append, id=id, log=[entry], state=broken, words=words)
        await house.store.write(job)
        house.service.drop(id)
        tries = 0
        load = house.service._load

        async def counted(id: str) -> Live:
            nonlocal tries
            tries += 1
            return await load(id)

        monkeypatch.setattr(house.service, "_load", counted)
        await asyncio.sleep(3.5)
        assert tries == 1


@story
async def test_everybody_is_told_in_time_that_the_database_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each try takes its time: the last of many in the queue does not wait for all of them."""
    monkeypatch.setattr(store, "PATIENCE", 0.5)

    def away(c: Connection) -> None:
        time.sleep(0.1)
        raise sqlalchemy.exc.OperationalError("", {}, Exception("away"))

    async with worker(tmp_path) as house:
        began = time.monotonic()
        tries = [house.store.write(away) for _ in range(40)]
        ends = await asyncio.gather(*tries, return_exceptions=True)
        assert all(isinstance(end, store.Unavailable) for end in ends)
        assert time.monotonic() - began < 2.0
        errors = house.metrics.registry.get_sample_value("adjudge_database_errors_total")
        assert errors is not None
        assert errors > 0


@story
async def test_a_database_that_hangs_is_as_good_as_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "LONGEST", 0.2)
    async with worker(tmp_path) as house:
        for ask in (house.store.read, house.store.write):
            with pytest.raises(store.Unavailable):
                await ask(lambda c: time.sleep(1.0))


@story
async def test_bots_of_many_tables_do_not_wait_for_each_other_for_ever() -> None:
    """A hundred tables of one guest with slow bots hold up nobody beyond the cap."""
    match = some_match()
    async with running(cap=0.5, command=saying("pass")) as thinkers:
        choices = await asyncio.gather(*(asked(thinkers, match, table=str(n)) for n in range(9)))
    assert [choice.stand_in for choice in choices] == ["late"] + ["busy"] * 8
    assert max(choice.seconds for choice in choices) < 4.0
    assert thinkers.waiting == 0


def words_in(outbox: Outbox) -> list[str]:
    """What was said, as it will be heard."""
    sent = [msgspec.json.decode(message) for message in outbox._waiting]
    return [message["text"] for message in sent if message["type"] == "said"]


@story
async def test_words_from_two_workers_at_once_are_all_heard(tmp_path: Path) -> None:
    """The second worker speaks before it has heard of what was said at the first."""
    async with worker(tmp_path) as here, worker(tmp_path) as there:
        one, two = await guests(here, 2)
        id = await made(here, one, "me", "open")
        await here.lobby.sit(id, two, "Two", 1, "")
        outbox = Outbox(two)
        there.fan.join(id, 1, outbox)
        async with there.service.table(id):
            pass
        await here.lobby.say(id, one, "One", "first", "")
        await there.lobby.say(id, two, "Two", "second", "")
        await there.service.refresh(id)
        assert words_in(outbox) == ["first", "second"]


@story
async def test_nothing_is_said_at_a_table_that_was_just_closed_elsewhere(tmp_path: Path) -> None:
    async with worker(tmp_path) as here, worker(tmp_path) as there:
        (one,) = await guests(here, 1)
        id = await made(here, one, "me", "open")
        async with there.service.table(id):
            pass
        await here.lobby.close(id, one)
        with pytest.raises(Denied, match="There is no such table"):
            await there.lobby.say(id, one, "One", "Anybody?", "")


@pytest.mark.parametrize("clock", [Clock("move", 30.0), Clock("game", 100.0)])
@story
async def test_another_seat_that_goes_and_comes_gives_nobody_time(
    tmp_path: Path, clock: Clock
) -> None:
    """Two seats of one guest, or of friends: one could hold the other's clock for ever."""
    async with worker(tmp_path) as house:
        (one,) = await guests(house, 1)
        id = await made(house, one, "me", "me", clock=clock)
        async with house.service.table(id) as live:
            flag, other, now = live.flag, 1 - live.asked[0], live.at + 20.0
            live.act(STAND_IN, other, "careful", now, "")
            live.act(BACK, other, "", now, "")
            assert live.flag == flag
            house.service.drop(id)


@story
async def test_an_old_link_does_not_lead_to_the_next_private_table(tmp_path: Path) -> None:
    async with worker(tmp_path) as house:
        one, two, three = await guests(house, 3)
        id = await made(house, one, "me", "link", private=True)
        async with house.service.table(id) as live:
            link = live.places[1].invite
        await house.lobby.sit(id, two, "Two", 1, link)
        await house.lobby.resign(id, two, 1)
        following = await house.lobby.rematch(id, one, "One")
        async with house.service.table(following) as live:
            with pytest.raises(Denied, match="There is no such table"):
                house.lobby.check_watch(live, three, link)
        await house.lobby.rematch(id, two, "Two")
        async with house.service.table(following) as live:
            assert live.status == "playing"


@story
async def test_who_has_got_up_does_not_count_as_the_one_who_sits_there_now(tmp_path: Path) -> None:
    """A socket left open at the seat kept its new guest from ever being away."""
    async with worker(tmp_path) as house:
        one, two, three = await guests(house, 3)
        id = await made(house, one, "me", "open")
        await house.lobby.sit(id, two, "Two", 1, "")  # begins; so the third has the old socket
        house.fan.join(id, 1, Outbox(three))
        async with house.service.table(id) as live:
            assert not house.fan.here(live, two)
            assert house.service.connected() == []
            house.fan.join(id, 1, Outbox(two))
            assert house.fan.here(live, two)
            assert house.service.connected() == [(id, 1)]


def test_workers_that_start_at_the_same_moment_have_the_same_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither finds a file: the first one's key is kept, or its first guests would be strangers."""
    path = tmp_path / "keys"
    one = Keys(path)
    exists = Path.exists
    monkeypatch.setattr(Path, "exists", lambda p: p != path and exists(p))
    two = Keys(path)
    assert two.guest_of(one.sign("heron"), 60) == "heron"
    assert [file.name for file in tmp_path.iterdir()] == ["keys"]


def test_nothing_is_no_backup(tmp_path: Path) -> None:
    """A misspelt database was made, empty, and its backup was said to have succeeded."""
    with pytest.raises(Invalid, match="there is no file"):
        back_up(str(tmp_path / "misspelt.db"), tmp_path / "tables.backup")
    assert list(tmp_path.iterdir()) == []


@story
async def test_an_order_that_answers_is_due_though_its_worker_dies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page does not ask any more, and nobody else would ever look at the table."""
    async with worker(tmp_path) as house:
        (one,) = await guests(house, 1)
        wish: dict[str, Any] = {"game": "helter-skelter", "setup": {}, "pace": 0.0}
        id = await made(house, one, "me", "bot", **wish)
        await house.service.order(id, one, 0, "ask")
        while True:
            async with house.service.table(id) as live:
                assert live.match is not None
                if live.asked == [0] and live.match.window is not None:
                    break
                mine = live.asked == [0] and live.match.options[0].text
                version = live.version
            if mine:
                await house.service.play(id, one, 0, version, mine, "")
            await asyncio.sleep(0.001)
        monkeypatch.setattr(house.service, "attend", lambda live: None)  # it dies just here
        await house.service.order(id, one, 0, "never")
        assert await house.store.read(partial(rows.overdue, now=house.service.now())) == [id]


@story
async def test_replays_are_wound_one_at_a_time(tmp_path: Path) -> None:
    """Threads share one interpreter: many at once would starve the tables that live."""
    under_way = most = 0

    def wind() -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        time.sleep(0.02)
        under_way -= 1

    async with worker(tmp_path) as house:
        await asyncio.gather(*(house.records.aside(wind) for _ in range(8)))
    assert most == 1


@story
async def test_a_rematch_asked_for_at_two_workers_is_one_table(tmp_path: Path) -> None:
    """The slower one's table stood open for ever, its seats kept for those who play elsewhere."""
    async with worker(tmp_path) as here, worker(tmp_path) as there:
        one, two = await guests(here, 2)
        id = await made(here, one, "me", "open")
        await here.lobby.sit(id, two, "Two", 1, "")
        await here.lobby.resign(id, two, 1)
        async with there.service.table(id):
            pass
        following = await here.lobby.rematch(id, one, "One")
        assert await there.lobby.rematch(id, two, "Two") == following
        listed = await here.store.read(rows.open_tables)
        assert [(header.settings.id, header.status) for header in listed] == [
            (following, "playing")
        ]


@story
async def test_much_news_of_one_table_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a table is held up, others' notices do not pile up behind it."""
    async with worker(tmp_path) as house:
        (one,) = await guests(house, 1)
        id = await made(house, one, "me", "me")
        caught_up = 0

        async def counted(live: Live) -> None:
            nonlocal caught_up
            caught_up += 1

        async with house.service.table(id):
            monkeypatch.setattr(house.service, "_catch_up", counted)
            waiting = [asyncio.create_task(house.service.refresh(id)) for _ in range(50)]
            await asyncio.sleep(0.01)
        await asyncio.gather(*waiting)
        await house.service.refresh(id)
        assert caught_up == 2
