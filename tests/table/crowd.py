"""Many people at many tables, who play on whatever becomes of the servers.

Everything that a server has acknowledged is noted: it must be found on the log afterwards.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from random import Random
from typing import TypeVar

import httpx

from adjudge.table.client import COOKIE, Client, Denial
from adjudge.table.protocol import Choice, Position, Table

T = TypeVar("T")
Request = Callable[[Client], Awaitable[T]]

ME = "person"
AGAIN = 0.1  # seconds before a request that failed is sent again
GLANCE = 0.05  # seconds between two looks at a table where others are to decide
THOUGHT = 0.03  # the longest that a person takes for a decision
PACE = 0.03  # of tables where only bots sit, or they would be over before anything happens
UNDOES = 0.1  # how often somebody who may take a move back does so


@dataclass(frozen=True)
class Party:
    """A table to be made: the game, who sits where, and how long windows are open."""

    game: str
    seats: tuple[str, ...]
    setup: dict[str, str]
    window: float = 0.0

    @property
    def pace(self) -> float:
        """Bots among themselves take their time."""
        return 0.0 if ME in self.seats else PACE


SOLO, TOGETHER, DUEL = {"mode": "solo"}, {"mode": "cooperative"}, {"mode": "head-to-head"}
PARTIES = (
    Party("helter-skelter", (ME, ME), {}, 0.2),
    Party("cursed-earth", (ME, ME), DUEL),
    Party("helter-skelter", ("careful", "random"), {}),
    Party("cursed-earth", (ME, "careful"), TOGETHER),
    Party("helter-skelter", (ME, "careful"), {}),
    Party("cursed-earth", (ME,), SOLO),
    Party("helter-skelter", (ME, ME, "careful"), {}),
    Party("cursed-earth", ("careful", "random"), DUEL),
    Party("cursed-earth", (ME, ME), TOGETHER, 0.2),
    Party("helter-skelter", (ME, ME, "careful"), {}, 0.2),
    Party("cursed-earth", ("random",), SOLO),
    Party("helter-skelter", (ME, "random", "careful"), {}),
)


def parties(count: int) -> list[Party]:
    """So many, of every kind in turn."""
    return list(islice(cycle(PARTIES), count))


@dataclass(frozen=True)
class Note:
    """What a server has said is done and will not be lost."""

    table: str
    version: int
    seat: int
    kind: str  # "move" or "undo" at that version; "answer" in the window that opened there
    text: str


@dataclass
class Figures:
    """What has come of it so far."""

    notes: list[Note] = field(default_factory=list)
    failures: int = 0  # requests without an answer
    unavailable: int = 0  # answered with 503
    stale: int = 0  # answered with 409


class Guest:
    """One person, known by a cookie to all servers; goes to the next if one does not answer."""

    def __init__(self, urls: Sequence[str], figures: Figures, cookie: str | None = None) -> None:
        self.clients = [Client(url, cookie) for url in urls]
        self.figures = figures
        self.at = 0

    async def arrive(self) -> None:
        """A cookie, the same for every server."""
        await self.ask(lambda client: client.__aenter__())
        cookie = self.clients[self.at].cookie
        assert cookie is not None
        for client in self.clients:
            client.http.cookies.clear()
            client.http.cookies.set(COOKIE, cookie)

    async def leave(self) -> None:
        """Nothing stays open."""
        for client in self.clients:
            await client.http.aclose()

    async def ask(self, request: Request[T]) -> T:
        """The answer, however often it must be asked; Denial for all but "not now"."""
        while True:
            try:
                return await request(self.clients[self.at])
            except httpx.TransportError:
                self.figures.failures += 1
            except Denial as denial:
                if denial.code != "unavailable":
                    raise
                self.figures.unavailable += 1
            self.at = (self.at + 1) % len(self.clients)
            await asyncio.sleep(AGAIN)


class Person:
    """A guest who sits at one table until the match is over."""

    def __init__(self, guest: Guest, table: str, seat: int, rng: Random) -> None:
        self.guest = guest
        self.table = table
        self.seat = seat
        self.rng = rng

    async def play_on(self) -> None:
        """To the end."""
        while True:
            seen = await self.look()
            if seen.people.result is not None:
                return
            if seen.undo is not None and seen.undo.may and self.rng.random() < UNDOES:
                await self.told(self.undo(seen))
            elif self.is_asked(seen):
                await asyncio.sleep(self.rng.uniform(0.0, THOUGHT))
                await self.told(self.decide(seen, self.rng.choice(seen.options)))
            else:
                await asyncio.sleep(GLANCE)

    async def look(self) -> Position:
        """What we may know. A worker may not have heard yet that the match has begun."""
        while True:
            try:
                return await self.guest.ask(lambda c: c.position(self.table, self.seat))
            except Denial as denial:
                if denial.code != "not-yet":
                    raise
            await asyncio.sleep(GLANCE)

    def is_asked(self, seen: Position) -> bool:
        """Whether there is anything to decide."""
        answered = seen.window is not None and seen.window.answer is not None
        return bool(seen.options) and not answered

    async def told(self, deed: Awaitable[None]) -> None:
        """Somebody else may be faster, or a restart may make it too late to undo."""
        try:
            await deed
        except Denial as denial:
            if denial.code not in ("stale", "over", "refused"):
                raise
            if denial.code == "refused" and "undo" not in denial.reason:
                raise
            self.guest.figures.stale += 1

    async def decide(self, seen: Position, choice: Choice) -> None:
        """A move, or an answer in a window."""
        token = self.rng.randbytes(8).hex()
        version = await self.guest.ask(
            lambda client: client.play(self.table, self.seat, seen.version, choice.text, token)
        )
        kind = "move" if version > seen.version else "answer"
        self.note(version, kind, choice.text)

    async def undo(self, seen: Position) -> None:
        """Take the last move back."""
        token = self.rng.randbytes(8).hex()
        version = await self.guest.ask(
            lambda client: client.undo(self.table, self.seat, seen.version, token)
        )
        self.note(version, "undo", "")

    def note(self, version: int, kind: str, text: str) -> None:
        """It was acknowledged."""
        note = Note(self.table, version, self.seat, kind, text)
        self.guest.figures.notes.append(note)


class Crowd:
    """All of them. A table that is over makes room for another of the same kind."""

    def __init__(self, urls: Sequence[str], seed: int) -> None:
        self.urls = list(urls)
        self.rng = Random(seed)
        self.figures = Figures()
        self.host = Guest(self.urls, self.figures)
        self.guests = [self.host]
        self.tables: list[str] = []
        self.over = 0  # matches that have come to their end
        self._tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def playing(self, wanted: Sequence[Party]) -> AsyncIterator[Crowd]:
        """At so many tables at once, until this is left; a failure of anybody is raised here."""
        await self.host.arrive()
        self._tasks = [asyncio.create_task(self.keep_up(party)) for party in wanted]
        try:
            yield self
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            for guest in self.guests:
                await guest.leave()

    def check(self) -> None:
        """Raises what has gone wrong for anybody."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait for it; whatever goes wrong meanwhile is raised."""
        while not so():
            self.check()
            await asyncio.sleep(GLANCE)

    async def more(self, count: int) -> None:
        """Until so many more decisions have been acknowledged."""
        enough = len(self.figures.notes) + count
        await self.until(lambda: len(self.figures.notes) >= enough)

    async def keep_up(self, party: Party) -> None:
        """One match after another."""
        while True:
            await self.play(party)

    async def play(self, party: Party) -> None:
        """A match from its making to its end."""
        people = [seat for seat, who in enumerate(party.seats) if who == ME]
        hosts = [await self.newcomer() for _ in people]
        table = await self.make(party)
        for seat, guest in zip(people, hosts, strict=True):
            await self.sit(guest, table, seat)
        self.tables.append(table)
        seats = [
            Person(guest, table, seat, Random(self.rng.randbytes(8)))
            for seat, guest in zip(people, hosts, strict=True)
        ]
        await asyncio.gather(*(person.play_on() for person in seats))
        while not people and not (await self.look(table)).result:
            await asyncio.sleep(10 * GLANCE)
        self.over += 1

    async def newcomer(self) -> Guest:
        """One more guest."""
        guest = Guest(self.urls, self.figures)
        self.guests.append(guest)
        guest.at = self.rng.randrange(len(self.urls))
        await guest.arrive()
        return guest

    async def make(self, party: Party) -> str:
        """The table; if the answer is lost, there is one more, where nobody sits."""
        seats = ["open" if who == ME else who for who in party.seats]
        made = await self.host.ask(
            lambda client: client.make(
                party.game, seats, setup=party.setup, window=party.window, pace=party.pace
            )
        )
        return made.id

    async def sit(self, guest: Guest, table: str, seat: int) -> None:
        """Take a seat; another worker may not have heard of the others yet."""
        await guest.ask(lambda client: client.sit(table, seat))

    async def look(self, table: str) -> Table:
        """A table as everybody sees it."""
        return await self.host.ask(lambda client: client.table(table))

    async def all_go_on(self, moves: int) -> None:
        """Until every table is so many versions further, or over."""
        async with asyncio.TaskGroup() as group:
            for table in self.tables:
                group.create_task(self.goes_on(table, moves))

    async def goes_on(self, table: str, moves: int) -> None:
        """Until that one is."""
        seen = await self.look(table)
        enough = seen.version + moves
        while seen.result is None and seen.version < enough:
            self.check()
            await asyncio.sleep(10 * GLANCE)
            seen = await self.look(table)
