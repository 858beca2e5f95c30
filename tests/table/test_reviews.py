"""Reviews at the server when bot processes fail, and when nobody waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest

import adjudge
from adjudge.bots import find_bot
from adjudge.match import Match, SeatView
from adjudge.review import Weighed, weigh
from adjudge.table import reviews
from adjudge.table.denials import Denied
from adjudge.table.protocol import Review
from adjudge.table.records import Made, Records
from adjudge.table.reviews import Reviews
from adjudge.table.thinkers import Thinkers
from tests.table.stories import story

MOVES = 6


class Finished:
    """A match that is over after some moves, and all that a review wants to know of it."""

    def __init__(self) -> None:
        self.service = self
        self.match = adjudge.new("cursed-earth", seats=1, seed=7)
        for _ in range(MOVES):
            self.match.play(0)

    @asynccontextmanager
    async def table(self, id: str) -> AsyncIterator[Any]:
        yield SimpleNamespace(places=[None])

    def check_over(self, live: Any, guest: str | None, invite: str) -> None:
        """Anybody may look."""

    async def reel(self, id: str) -> Any:
        moves = [Made(text, "", "", frozenset()) for text in self.match.moves]
        return SimpleNamespace(start="", pack=self.match.pack.hash, moves=moves)

    async def aside(self, work: Callable[..., Any], *args: Any) -> Any:
        return work(*args)

    def wind(self, reel: Any, step: int) -> Match:
        return self.match

    def first(self, start: str, pack: str) -> Match:
        return adjudge.new("cursed-earth", seats=1, seed=7)


class Unsteady:
    """Bot processes that fail so many times before they answer, once or each time."""

    def __init__(self, fails: int) -> None:
        self.fails = fails
        self.asked = 0

    async def weigh(
        self, guest: str, table: str, bot: str, pack: str, view: SeatView, chance: str, taken: str
    ) -> Weighed | None:
        await asyncio.sleep(0)
        self.asked += 1
        if self.asked <= self.fails:
            return None
        index = [option.text for option in view.options].index(taken)
        return weigh(view, index, find_bot("careful"), chance)


def reviewed_by(thinkers: Unsteady) -> Reviews:
    """Reviews of that match by these."""
    return Reviews(cast(Records, Finished()), cast(Thinkers, thinkers))


async def look(house: Reviews) -> Review:
    """Somebody asks."""
    return await house.reviewed("table", "ann", "", 0)


async def settled(house: Reviews) -> Review:
    """Somebody asks until all is weighed."""
    while (found := await look(house)).done < found.of:
        await asyncio.sleep(0)
    return found


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are asked again at once."""
    monkeypatch.setattr(reviews, "PAUSE", 0.0)


@story
async def test_a_process_that_fails_is_asked_again() -> None:
    thinkers = Unsteady(reviews.TRIES - 1)
    found = await settled(reviewed_by(thinkers))
    assert len(found.decisions) == found.of
    assert thinkers.asked == found.of + reviews.TRIES - 1


@story
async def test_a_review_that_no_bot_can_make_says_so_and_can_be_asked_for_again() -> None:
    house = reviewed_by(Unsteady(reviews.TRIES))
    with pytest.raises(Denied, match="No bot could be had"):
        await settled(house)
    assert (await settled(house)).decisions


@story
async def test_nothing_is_weighed_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "PATIENCE", -1.0)
    thinkers = Unsteady(0)
    house = reviewed_by(thinkers)
    first = await look(house)
    for _ in range(20):
        await asyncio.sleep(0)
    assert (await look(house)).done == first.done == thinkers.asked == 0
    monkeypatch.setattr(reviews, "PATIENCE", 60.0)
    assert (await settled(house)).decisions


@story
async def test_a_review_that_is_done_is_kept_and_its_work_is_not() -> None:
    thinkers = Unsteady(0)
    house = reviewed_by(thinkers)
    found = await settled(house)
    asked = thinkers.asked
    assert await look(house) is found
    assert thinkers.asked == asked
    await house.stop()
