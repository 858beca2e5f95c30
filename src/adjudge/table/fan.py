"""Who is connected on this worker, and what goes out to them.

Litestar's channels carry the messages: one channel for each seat of a table, one for spectators.
A message is made once for each audience that is there. A socket that cannot keep up loses its
oldest messages; the numbers in the next one show it, and it says hello again.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from litestar.channels import ChannelsPlugin

from adjudge.table.live import Live
from adjudge.table.protocol import People, Said
from adjudge.table.seen import Eyes, position_seen, table_seen

Audience = tuple[str, int | None]  # a table, and a seat or the spectators
encode = msgspec.json.Encoder().encode


def channel(table: str, seat: int | None) -> str:
    """The name of an audience's channel."""
    return f"{table}:{'watch' if seat is None else seat}"


class Fan:
    """The audiences of this worker."""

    def __init__(self, channels: ChannelsPlugin) -> None:
        self.channels = channels
        self.sockets: Counter[Audience] = Counter()
        self.told: dict[Audience, int] = {}  # how many events each audience has been sent

    def join(self, table: str, seat: int | None) -> None:
        """One more socket for that audience."""
        self.sockets[table, seat] += 1

    def leave(self, table: str, seat: int | None) -> None:
        """One less."""
        self.sockets[table, seat] -= 1
        if not self.sockets[table, seat]:
            del self.sockets[table, seat]
            self.told.pop((table, seat), None)

    def audiences(self, table: str, seats: int) -> list[int | None]:
        """Those who are there."""
        everyone: list[int | None] = [None, *range(seats)]
        return [seat for seat in everyone if (table, seat) in self.sockets]

    def eyes(self, live: Live, guest: str | None) -> Eyes:
        """Who looks, and who is seen to be there."""
        id = live.settings.id
        return Eyes(guest, lambda seat: (id, seat) in self.sockets, self.sockets[id, None])

    def eyes_of_seat(self, live: Live, seat: int | None) -> Eyes:
        """The same for whoever sits there."""
        return self.eyes(live, None if seat is None else live.places[seat].guest)

    def send(self, table: str, seat: int | None, message: Any) -> None:
        """To everybody in that audience."""
        self.channels.publish(encode(message), channel(table, seat))

    def position(self, live: Live) -> None:
        """The new position, to everybody as they may know it."""
        for seat in self.audiences(live.settings.id, len(live.places)):
            key = (live.settings.id, seat)
            position = position_seen(
                live, seat, self.told.get(key, 0), self.eyes_of_seat(live, seat)
            )
            self.told[key] = position.first + len(position.events)
            self.send(*key, position)

    def position_of(self, live: Live, seat: int) -> None:
        """The position again to one seat: what it alone sees has changed."""
        key = (live.settings.id, seat)
        if key in self.sockets:
            eyes = self.eyes_of_seat(live, seat)
            self.send(*key, position_seen(live, seat, self.told.get(key, 0), eyes))

    def people(self, live: Live) -> None:
        """Who is there has changed."""
        for seat in self.audiences(live.settings.id, len(live.places)):
            table = table_seen(live, self.eyes_of_seat(live, seat))
            self.send(live.settings.id, seat, People(live.version, table))

    def said(self, live: Live, said: Said) -> None:
        """Something was said: spectators' talk is for spectators until the match is over."""
        said = msgspec.structs.replace(said, version=live.version)
        for seat in self.audiences(live.settings.id, len(live.places)):
            if may_hear(live, seat, said):
                self.send(live.settings.id, seat, said)


def may_hear(live: Live, seat: int | None, said: Said) -> bool:
    """Whether that audience may know what was said."""
    return said.room == "table" or seat is None or live.status == "finished"
