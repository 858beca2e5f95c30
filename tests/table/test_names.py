"""At a table nobody can be taken for somebody else, by whatever name they come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest

import adjudge
from adjudge.table.guests import NAME_CHARACTERS, check_name
from adjudge.table.house import House
from adjudge.table.names import apart, looks
from adjudge.table.protocol import NewTable, SeatWish
from tests.table.stories import story
from tests.table.test_review import guests, worker
from tests.table.worlds import MOMENT, TABLE, World, places_for, settings_for, tell, world


@pytest.mark.parametrize(
    "other",
    ["ANN", "ann ", "A n n", "Ánn", "Аnn", "Αnn", "Ａｎｎ", "𝐀nn", "A-n.n", "a\u0301nn", "ᴬnn"],
)
def test_what_looks_the_same_is_the_same(other: str) -> None:
    assert looks(other) == looks("Ann")
    assert apart(other, ["Ann"]).endswith(" (2)")


@pytest.mark.parametrize(
    ("one", "other"), [("Lily", "1i1y"), ("Otto", "0tt0"), ("PAX", "РАХ"), ("Ill", "lIl")]
)
def test_letters_and_numbers_that_are_drawn_alike_are_alike(one: str, other: str) -> None:
    assert looks(one) == looks(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("Bob", "Rob"), ("Quiet Heron", "Quiet Hare"), ("!", "?")]
)
def test_other_names_are_left_as_they_are(one: str, other: str) -> None:
    assert apart(other, [one]) == other


def test_numbers_go_on_and_names_stay_short_enough() -> None:
    there = ["Ann"]
    for _ in range(12):
        there.append(apart("Ann", there))
    assert there[:4] == ["Ann", "Ann (2)", "Ann (3)", "Ann (4)"]
    assert len(set(map(looks, there))) == 13
    long = check_name("W" * NAME_CHARACTERS)
    shown = apart(long, [long])
    assert len(shown) == NAME_CHARACTERS
    assert check_name(shown) == shown


def names(house_table: list[Any]) -> list[str]:
    """What those at the table are called, seat by seat."""
    return [place.name for place in house_table]


async def at_table(house: House, id: str) -> list[str]:
    """What they are called in memory, and in the database alike."""
    async with house.service.table(id) as live:
        known = names(live.places)
    house.service.drop(id)
    async with house.service.table(id) as live:
        assert names(live.places) == known
    return known


async def made(house: House, host: str, *seats: Literal["me", "open", "bot"]) -> str:
    """A table of Ann's for people who play together."""
    wished = [SeatWish(who) for who in seats]
    wish = NewTable("cursed-earth", wished, {"mode": "cooperative"})
    return await house.lobby.make(host, "Ann", wish)


@story
async def test_who_sits_down_later_has_the_number(tmp_path: Path) -> None:
    async with worker(tmp_path) as house:
        one, two, three = await guests(house, 3)
        id = await made(house, one, "me", "open", "open")
        await house.lobby.sit(id, two, "ANN", 1, "")
        await house.lobby.sit(id, three, "Ann", 2, "")
        assert await at_table(house, id) == ["Ann", "ANN (2)", "Ann (3)"]


@story
async def test_nobody_is_called_like_a_bot_or_a_seat(tmp_path: Path) -> None:
    async with worker(tmp_path) as house:
        one, two = await guests(house, 2)
        id = await made(house, one, "bot", "open", "open")
        async with house.service.table(id) as live:
            bot = live.places[0].name
        await house.lobby.sit(id, one, bot, 1, "")
        await house.lobby.sit(id, two, "Seat 2", 2, "")
        assert await at_table(house, id) == [bot, f"{bot} (2)", "Seat 2 (2)"]


@asynccontextmanager
async def cooperation(folder: Path) -> AsyncIterator[World]:
    """Ann and Bob together."""
    match = adjudge.new("cursed-earth", seats=2, seed=7, mode="cooperative")
    async with world(folder) as w:
        await w.open_table(settings_for(match), places_for(["ann", "bob"]))
        yield w


async def seats_shown(w: World) -> list[str]:
    """What everybody is shown."""
    table = (await w.request("watcher", "GET", f"/api/tables/{TABLE}")).json()
    return [seat["name"] for seat in table["seats"]]


def test_who_takes_another_name_does_not_become_somebody_else(tmp_path: Path) -> None:
    async def tale() -> None:
        async with cooperation(tmp_path) as w:
            answer = await w.request("bob", "PUT", "/api/guest", {"name": "ANN"})
            assert answer.json()["name"] == "ANN"
            assert await seats_shown(w) == ["Ann", "ANN (2)"]
            w.service.drop(TABLE)
            assert await seats_shown(w) == ["Ann", "ANN (2)"]
            await w.request("bob", "PUT", "/api/guest", {"name": "Robert"})
            assert await seats_shown(w) == ["Ann", "Robert"]

    tell(tale())


def test_nobody_speaks_or_watches_by_anothers_name(tmp_path: Path) -> None:
    async def tale() -> None:
        async with cooperation(tmp_path) as w:
            for guest in ("bob", "watcher", "eve"):
                await w.guest(guest)
                await w.request(guest, "PUT", "/api/guest", {"name": "ann"})
            ann = await w.connect("ann", 0)
            watcher = await w.connect("watcher", None)
            eve = await w.connect("eve", None)
            assert ann.messages()[-1]["table"]["watching"] == ["ann (3)", "ann (4)"]
            chat = f"/api/tables/{TABLE}/chat"
            for guest in ("ann", "bob", "watcher", "eve"):
                await w.request(guest, "POST", chat, {"text": "Hello"})
            await eve.ask(type="say", text="Hello")
            await asyncio.sleep(MOMENT)
            said = [m["name"] for m in watcher.messages() if m["type"] == "said"]
            assert said == ["Ann", "ann (2)", "ann (3)", "ann (4)", "ann (4)"]

    tell(tale())


def test_who_watches_is_told_apart_from_who_sits_down_later(tmp_path: Path) -> None:
    async def tale() -> None:
        async with cooperation(tmp_path) as w:
            await w.request("watcher", "PUT", "/api/guest", {"name": "Zoe"})
            ann = await w.connect("ann", 0)
            await w.connect("watcher", None)
            assert ann.messages()[-1]["table"]["watching"] == ["Zoe"]
            await w.request("bob", "PUT", "/api/guest", {"name": "zoe"})
            await asyncio.sleep(MOMENT)
            assert await seats_shown(w) == ["Ann", "zoe"]
            assert ann.messages()[-1]["table"]["watching"] == ["Zoe (2)"]

    tell(tale())


def test_ones_own_two_seats_have_one_name(tmp_path: Path) -> None:
    async def tale() -> None:
        async with world(tmp_path) as w:
            await w.guest("ann")
            wish = {"game": "cursed-earth", "seats": [{"who": "me"}, {"who": "me"}]}
            made = (await w.request("ann", "POST", "/api/tables", wish)).json()
            assert [seat["name"] for seat in made["seats"]] == ["Ann", "Ann"]

    tell(tale())
