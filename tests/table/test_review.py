"""Stories that once went wrong: between two workers, at the edge of a stop, and by ill will."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import adjudge
from adjudge.match import record_text
from adjudge.table import rows
from adjudge.table.config import Config
from adjudge.table.denials import Denied
from adjudge.table.house import House
from adjudge.table.protocol import NewTable, SeatWish
from adjudge.table.service import EVERYTHING
from tests.table.stories import story

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


async def made(house: House, host: str, *seats: str, **wish: Any) -> str:
    """A table of The Cursed Earth."""
    wished = [SeatWish(who) for who in seats]  # type: ignore[arg-type]
    given = {"game": "cursed-earth", "seed": 7, "setup": DUEL} | wish
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
        await here.store.write(partial(rows.change_guest, id=one, changes={"name": "Bold Fox"}))
        await here.store.write(partial(rows.see, ids=[(id, 0)], now=2e9))
        await there.service.order(id, one, 0, "ask")
        header = await here.store.read(partial(rows.find_table, id=id))
        assert header is not None
        place = header.places[0]
        assert (place.name, place.seen, place.order) == ("Bold Fox", 2e9, "ask")
