"""One socket: what comes in is done, what it may know goes out."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Any

import msgspec
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from adjudge.table import rows
from adjudge.table.denials import Denied
from adjudge.table.fan import Outbox, encode, may_hear
from adjudge.table.house import House
from adjudge.table.live import Live
from adjudge.table.protocol import (
    Accepted,
    Current,
    FromClient,
    Hello,
    Hint,
    Hinted,
    Offered,
    Order,
    People,
    Ping,
    Play,
    Pong,
    Preview,
    Previewed,
    Refusal,
    Say,
    Undo,
    Why,
)
from adjudge.table.seen import position_seen, table_seen
from adjudge.table.store import Unavailable

log = structlog.get_logger("adjudge")

PATIENCE = 20.0  # seconds to say hello
MOST_RUBBISH = 10
SLOW, RUBBISH, SILENT, GONE, BANNED = 4008, 4400, 4408, 4404, 4403
decoder = msgspec.json.Decoder(FromClient)


class Connection:
    """A guest's socket at a table."""

    def __init__(
        self, house: House, socket: WebSocket[Any, Any, Any], table: str, guest: str, address: str
    ) -> None:
        self.house = house
        self.socket = socket
        self.table = table
        self.guest = guest
        self.address = address
        self.outbox = Outbox(guest)
        self.joined = False
        self.seat: int | None = None
        self.invite = ""
        self.rubbish = 0
        self.aside: set[asyncio.Task[None]] = set()  # previews and hints that are thought about

    async def serve(self) -> None:
        """Until the socket closes."""
        sending = asyncio.create_task(self.send_on())
        client = self.socket.client
        address = client.host if client is not None else ""
        try:
            with self.house.bans.visit(self.guest, address, self.turn_away):
                await self.receive_on()
        except WebSocketDisconnect:
            pass
        finally:
            tasks = [sending, *self.aside]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.leave()

    def turn_away(self, denial: Denied) -> None:
        """Banned: told so, and nothing more of what this guest says is heard."""
        self.refuse(0, denial)
        self.outbox.end(banned=True)

    async def send_on(self) -> None:
        """Everything in the outbox, in order."""
        while True:
            message = await self.outbox.take()
            if message is None:
                await self.socket.close(*self.why_closed())
                return
            await self.socket.send_data(message, "text", "utf-8")

    def why_closed(self) -> tuple[int, str]:
        """The code and a word, once nothing more will come."""
        if self.outbox.banned:
            return BANNED, "banned"
        return (SLOW, "too slow") if self.outbox.slow else (GONE, "no such table")

    async def receive_on(self) -> None:
        """Every message is answered, in order."""
        while True:
            waiting = None if self.joined else PATIENCE
            try:
                raw = await asyncio.wait_for(self.socket.receive_data("text"), waiting)
            except TimeoutError:
                await self.socket.close(SILENT, "no hello")
                return
            if self.outbox.banned:
                continue  # the socket is being closed; one that does not read is left to its ping
            try:
                message = decoder.decode(raw)
            except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
                self.rubbish += 1
                self.refuse(0, Denied("bad-request", str(problem)))
                if self.rubbish >= MOST_RUBBISH:
                    await self.socket.close(RUBBISH, "not understood")
                    return
                continue
            if self.house.talk.take(self.guest) > 0:
                log.warning("too many messages", address=self.address)
                self.refuse(message.id, Denied("slow-down", "That was too fast: wait a moment."))
                await asyncio.sleep(1 / self.house.config.rate)
                continue
            await self.obey(message)

    @property
    def version(self) -> int:
        """Of the table, for those who have been let in."""
        return self.house.service.version_of(self.table) if self.joined else 0

    def put(self, message: Any) -> None:
        """Into the outbox."""
        self.outbox.put(encode(message))

    def refuse(self, id: int, denial: Denied) -> None:
        """It was not done, and why."""
        version = self.version if denial.version is None else denial.version
        self.put(Refusal(id, version, denial.code, denial.reason, denial.rules))

    async def obey(self, message: FromClient) -> None:
        """Do it, and say so; or say why not."""
        try:
            if isinstance(message, Hello):
                await self.hello(message)
            elif isinstance(message, Ping):
                self.put(Pong(message.id, self.version, self.house.service.now()))
            elif not self.joined:
                raise Denied("bad-request", "Say hello first.")
            elif isinstance(message, Why):
                await self.why(message)
            elif isinstance(message, Preview):
                await self.preview(message)
            elif isinstance(message, Hint):
                await self.hint(message)
            else:
                self.put(Accepted(message.id, await self.change(message)))
        except Denied as denial:
            self.refuse(message.id, denial)
        except Unavailable as problem:
            self.refuse(message.id, Denied("unavailable", problem.told))

    async def change(self, message: Play | Undo | Order | Say) -> int:
        """What changes something; the version of the table after it."""
        self.house.check_open_for_work()
        service, lobby = self.house.service, self.house.lobby
        if isinstance(message, Play):
            m = message
            return await service.play(self.table, self.guest, m.seat, m.version, m.move, m.token)
        if isinstance(message, Undo):
            seat, version, token = message.seat, message.version, message.token
            return await service.undo(self.table, self.guest, seat, version, token)
        if isinstance(message, Order):
            return await service.order(self.table, self.guest, message.seat, message.order)
        name = await self.house.name_of(self.guest)
        return await lobby.say(self.table, self.guest, name, message.text, self.invite)

    async def hint(self, message: Hint) -> None:
        """A bot is asked while the socket goes on: no move waits for a hint."""
        self.house.check_open_for_work()
        study = self.house.study
        about = await study.wondered(self.table, self.guest, self.address, message)
        self.put_later(about.id, study.think(about))

    async def preview(self, message: Preview) -> None:
        """No move waits for a preview either."""
        study = self.house.study
        about = await study.ahead(self.table, self.guest, self.address, message)
        self.put_later(about.id, study.foretold(about))

    def put_later(self, id: int, answer: Coroutine[Any, Any, Hinted | Previewed]) -> None:
        """Into the outbox, when it is there."""
        task = asyncio.create_task(self.put_answer(id, answer))
        self.aside.add(task)
        task.add_done_callback(self.aside.discard)

    async def put_answer(self, id: int, answer: Coroutine[Any, Any, Hinted | Previewed]) -> None:
        """What it is, or why there is none."""
        try:
            self.put(await answer)
        except Denied as denial:
            self.refuse(id, denial)

    async def why(self, message: Why) -> None:
        """Why not?"""
        refusal, version = await self.house.service.why(self.table, self.guest, message)
        if refusal is None:
            self.put(Offered(message.id, version))
        else:
            rules = list(refusal.rules)
            self.put(Refusal(message.id, version, "refused", refusal.reason, rules))

    # Coming and going

    async def hello(self, message: Hello) -> None:
        """Take a place in the audience; what is missed, or all of it."""
        watches = message.seat is None
        name = await self.house.name_of(self.guest) if watches else ""
        async with self.house.service.table(self.table) as live:
            self.house.lobby.check_watch(live, self.guest, message.invite)
            if message.seat is not None:
                self.house.service.check_seat(live, self.guest, message.seat)
            self.part()
            self.seat, self.invite = message.seat, message.invite
            self.outbox.name = self.house.fan.called(live, self.guest, name) if watches else ""
            self.house.fan.join(self.table, self.seat, self.outbox)
            self.joined = True
            self.catch_up(live, message)
            said = await self.house.store.read(
                partial(rows.said_since, id=self.table, number=message.said)
            )
            for saying in said:
                if may_hear(live, self.guest, saying):
                    self.put(msgspec.structs.replace(saying, version=live.version))
            self.house.fan.people(live, self.outbox)
        self.house.seen(self.table, self.seat)

    def catch_up(self, live: Live, message: Hello) -> None:
        """The whole table, unless the client has it; the events that it has not."""
        eyes = self.house.fan.eyes(live, self.guest)
        if live.match is None:
            self.put(People(live.version, table_seen(live, eyes)))
            return
        position, heard = position_seen(live, self.seat, message.events, eyes)
        self.house.fan.told.setdefault((self.table, self.seat), heard)
        if message.version == live.version and heard == position.first:
            self.put(Current(message.id, live.version))
            self.put(People(live.version, position.people))
        else:
            self.put(position)

    def part(self) -> None:
        """Out of the audience."""
        if self.joined:
            self.house.fan.leave(self.table, self.seat, self.outbox)
            self.joined = False

    async def leave(self) -> None:
        """The socket is gone: others see it, and it is noted when."""
        if not self.joined:
            return
        self.part()
        self.house.seen(self.table, self.seat)
        try:
            async with self.house.service.table(self.table) as live:
                self.house.fan.people(live)
        except (Denied, Unavailable) as problem:
            log.info("left a table that cannot be read", table=self.table, why=str(problem))
        self.house.service.release(self.table)
