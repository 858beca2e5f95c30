"""`adjudge bot`: a bot that comes to a table from outside, as any guest does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import httpx
from websockets.exceptions import InvalidHandshake, WebSocketException

from adjudge.bots import Budget
from adjudge.bots.levels import find_player
from adjudge.kernel.game import Invalid, brief
from adjudge.match import SeatView
from adjudge.packs import LoadedPack
from adjudge.table.client import Client, Denial, Live
from adjudge.table.protocol import Position, Refusal, Result

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)  # before another try when the server does not answer
LOST = (httpx.TransportError, OSError, WebSocketException, TimeoutError)


@dataclass(frozen=True)
class Invitation:
    """Where to play: a server, a table, a seat, and the code of its link."""

    server: str
    table: str
    seat: int
    invite: str


def invitation(url: str, seat: int | None, invite: str) -> Invitation:
    """What a table's address says, as `http://host:8000/t/TABLE?seat=1&invite=CODE`."""
    parts = urlsplit(url)
    path, kind, table = parts.path.rstrip("/").rpartition("/t/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not kind or "/" in table:
        raise Invalid(f"url: {brief(url)} is not a table's, as http://127.0.0.1:8000/t/TABLE")
    query = parse_qs(parts.query)
    named = query.get("seat", [""])[0]
    if seat is None and not named.isdecimal():
        raise Invalid("seat: say which seat (--seat 1)")
    chosen = int(named) if seat is None else seat
    code = invite or query.get("invite", [""])[0]
    return Invitation(f"{parts.scheme}://{parts.netloc}{path}", table, chosen, code)


class Visitor:
    """A bot at one seat of one table, until the match is over."""

    def __init__(
        self,
        place: Invitation,
        bot: str,
        budget: Budget,
        packs: Mapping[str, LoadedPack],
        cookie: Path,
        say: Callable[[str], None],
    ) -> None:
        self.place = place
        self.bot = bot  # by its level in the game of the table, or a plain name
        self.budget = budget
        self.packs = packs
        self.cookie = cookie
        self.say = say
        self.chance = Random()

    async def visit(self) -> Result:
        """Sit down, play, and come back when the connection is lost; how it ended."""
        tries = 0
        while True:
            try:
                return await self.play()
            except Denial as denial:
                if denial.code not in ("unavailable", "slow-down"):
                    raise Invalid(f"{self.place.server}: {denial.reason}") from None
                problem = denial.reason
            except InvalidHandshake:
                raise Invalid(f"{self.place.table}: the server does not let us in") from None
            except LOST as lost:
                problem = str(lost) or type(lost).__name__
            if tries >= len(PAUSES):
                raise Invalid(f"{self.place.server}: {problem}")
            self.say(f"Lost the table ({problem}); trying again.")
            await asyncio.sleep(PAUSES[tries])
            tries += 1

    async def play(self) -> Result:
        """Until the match is over, or the connection is lost."""
        known = self.cookie.read_text().strip() if self.cookie.is_file() else None
        async with Client(self.place.server, known) as client:
            self.keep(client.cookie)
            await client.sit(self.place.table, self.place.seat, self.place.invite)
            self.say(f"At seat {self.place.seat} of {self.place.table}.")
            async with client.live(self.place.table, self.place.seat) as live:
                return await self.decide_on(live)

    def keep(self, cookie: str | None) -> None:
        """The same guest next time."""
        if cookie is not None:
            self.cookie.parent.mkdir(parents=True, exist_ok=True)
            self.cookie.touch(mode=0o600)
            self.cookie.write_text(cookie)

    async def decide_on(self, live: Live) -> Result:
        """Every decision of the seat; how the match ended."""
        decided = -1
        while True:
            position = live.position
            if position is not None and position.people.result is not None:
                return position.people.result
            if position is None or position.version <= decided or not position.options:
                await live.receive()
                continue
            decided = position.version
            answer = await live.play(await asyncio.to_thread(self.choose, position))
            if isinstance(answer, Refusal) and answer.code != "stale":
                raise Invalid(f"{self.place.table}: {answer.reason}")

    def choose(self, position: Position) -> str:
        """What the bot does, from what the server tells this seat."""
        pack = self.packs.get(position.people.pack)
        if pack is None:
            raise Invalid(f"pack: {position.people.pack} is not here (--pack FOLDER)")
        view = SeatView.load(position.view, pack)
        bot = find_player(pack.game.id, self.bot)
        return bot.choose(view, view.options, self.chance, self.budget).text
