"""Who is connected on this worker, and what goes out to them.

A message is made once for each audience that is there: a seat of a table, or its spectators.
Everything for a socket goes through its one outbox, so that it comes in one order.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import Any

import msgspec

from adjudge.table.live import Live
from adjudge.table.names import apart, looks, names_of_others
from adjudge.table.protocol import People, Said
from adjudge.table.seen import Eyes, position_seen, table_seen

Audience = tuple[str, int | None]  # a table, and a seat or the spectators
encode = msgspec.json.Encoder().encode


MOST_WAITING = 100  # messages; whoever is slower than this is let go, and comes back


class Outbox:
    """What is to go to one socket."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.name = ""  # of whoever watches
        self.slow = False
        self.gone = False
        self.banned = False
        self._waiting: deque[bytes] = deque()
        self._there = asyncio.Event()

    def put(self, message: bytes) -> None:
        """One more; a socket that does not keep up gets no more."""
        if len(self._waiting) >= MOST_WAITING:
            self.slow = True
            self._waiting.clear()
        if not self.slow:
            self._waiting.append(message)
        self._there.set()

    def end(self, banned: bool = False) -> None:
        """Nothing more will come: the table is gone, or this guest has to."""
        self.gone = True
        self.banned = self.banned or banned
        self._there.set()

    async def take(self) -> bytes | None:
        """The next one, when there is one; None if there is no more for this socket."""
        while not self._waiting and not self.slow and not self.gone:
            self._there.clear()
            await self._there.wait()
        return self._waiting.popleft() if self._waiting else None


class Fan:
    """The audiences of this worker."""

    def __init__(self) -> None:
        self.sockets: dict[Audience, set[Outbox]] = {}
        self.told: dict[Audience, int] = {}  # how many events each audience has been sent
        self.tables: Counter[str] = Counter()
        self.count = 0

    def join(self, table: str, seat: int | None, outbox: Outbox) -> None:
        """One more socket for that audience."""
        self.sockets.setdefault((table, seat), set()).add(outbox)
        self.tables[table] += 1
        self.count += 1

    def leave(self, table: str, seat: int | None, outbox: Outbox) -> None:
        """One less."""
        there = self.sockets[table, seat]
        there.remove(outbox)
        self.tables[table] -= 1
        if not self.tables[table]:
            del self.tables[table]
        self.count -= 1
        if not there:
            del self.sockets[table, seat]
            self.told.pop((table, seat), None)

    def called(self, live: Live, guest: str, name: str) -> str:
        """What a guest who watches is called there: as nobody who sits there or watches is."""
        watching = self.sockets.get((live.settings.id, None), ())
        others = [outbox.name for outbox in watching if outbox.guest != guest]
        return apart(name, [*names_of_others(live.places, guest), *others])

    def tell_apart(self, live: Live) -> None:
        """Somebody who has sat down may be called like somebody who watches."""
        seats = {looks(place.name): place.guest for place in live.places if place.name}
        for outbox in self.sockets.get((live.settings.id, None), ()):
            if seats.get(looks(outbox.name), outbox.guest) != outbox.guest:
                outbox.name = self.called(live, outbox.guest, outbox.name)

    def entitled(self, live: Live, seat: int | None) -> list[Outbox]:
        """That audience, without those who have got up since: another may sit there now."""
        there = self.sockets.get((live.settings.id, seat), ())
        if seat is None:
            return list(there)
        return [outbox for outbox in there if outbox.guest == live.places[seat].guest]

    def here(self, live: Live, guest: str | None) -> bool:
        """Whether the guest is connected at any seat of theirs; who got up there is not the one."""
        return any(self.entitled(live, seat) for seat in live.seats_of(guest))

    def anybody(self, table: str) -> bool:
        """Whether any socket is at that table."""
        return self.tables[table] > 0

    def audiences(self, table: str, seats: int) -> list[int | None]:
        """Those who are there."""
        everyone: list[int | None] = [None, *range(seats)]
        return [seat for seat in everyone if (table, seat) in self.sockets]

    def eyes(self, live: Live, guest: str | None) -> Eyes:
        """Who looks, and who is seen to be there."""
        id = live.settings.id
        return Eyes(
            guest,
            lambda seat: bool(self.entitled(live, seat)),
            [outbox.name for outbox in self.sockets.get((id, None), ())],
        )

    def eyes_of_seat(self, live: Live, seat: int | None) -> Eyes:
        """The same for whoever sits there."""
        return self.eyes(live, None if seat is None else live.places[seat].guest)

    def send(self, live: Live, seat: int | None, message: Any) -> None:
        """To everybody in that audience."""
        encoded = encode(message)
        for outbox in self.entitled(live, seat):
            outbox.put(encoded)

    def position(self, live: Live) -> None:
        """The new position, to everybody as they may know it."""
        for seat in self.audiences(live.settings.id, len(live.places)):
            key = (live.settings.id, seat)
            position, self.told[key] = position_seen(
                live, seat, self.told.get(key, 0), self.eyes_of_seat(live, seat)
            )
            self.send(live, seat, position)

    def position_of(self, live: Live, seat: int) -> None:
        """The position again to one seat: what it alone sees has changed."""
        key = (live.settings.id, seat)
        if key in self.sockets:
            eyes = self.eyes_of_seat(live, seat)
            position, _ = position_seen(live, seat, self.told.get(key, 0), eyes)
            self.send(live, seat, position)

    def people(self, live: Live, but: Outbox | None = None) -> None:
        """Who is there has changed; one may know it already."""
        self.tell_apart(live)
        for seat in self.audiences(live.settings.id, len(live.places)):
            told = self.table_told(live, self.eyes_of_seat(live, seat))
            for outbox in self.entitled(live, seat):
                if outbox is but:
                    continue
                host = seat is None and outbox.guest == live.settings.host
                outbox.put(self.table_told(live, self.eyes(live, outbox.guest)) if host else told)

    def table_told(self, live: Live, eyes: Eyes) -> bytes:
        """The table without its position; a host who only watches has the links all the same."""
        return encode(People(live.version, table_seen(live, eyes)))

    def gone(self, live: Live) -> None:
        """The table is there no more."""
        self.end(live.settings.id)

    def end(self, table: str) -> None:
        """Everybody at the table has to go."""
        for (id, _), there in self.sockets.items():
            for outbox in there if id == table else ():
                outbox.end()

    def said(self, live: Live, said: Said) -> None:
        """Something was said: spectators' talk is for spectators until the match is over."""
        said = msgspec.structs.replace(said, version=live.version)
        encoded = encode(said)
        for seat in self.audiences(live.settings.id, len(live.places)):
            for outbox in self.entitled(live, seat):
                if may_hear(live, outbox.guest, said):
                    outbox.put(encoded)


def may_hear(live: Live, guest: str, said: Said) -> bool:
    """Whether the guest may know what was said: who plays hears no spectators, from any place."""
    return said.room == "table" or guest not in live.guests or live.status == "finished"
