"""A client for programs: bots of one's own, tests, load. What a browser does, in Python."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from adjudge.table.denials import STATUS
from adjudge.table.protocol import (
    Accepted,
    Current,
    Done,
    DrawWish,
    Event,
    Fork,
    FromClient,
    FromServer,
    Guest,
    GuestWish,
    Hello,
    Hint,
    Hinted,
    Imported,
    Invited,
    NewTable,
    Offered,
    Offers,
    Order,
    People,
    Play,
    Pong,
    Position,
    Preview,
    Previewed,
    Problem,
    Refusal,
    Replay,
    Review,
    Said,
    Say,
    SeatOnly,
    SeatWish,
    Table,
    Tables,
    Undo,
    Why,
    WhyAnswer,
)

T = TypeVar("T")
COOKIE = "adjudge_guest"
SECONDS = 15.0
HELLO = 2**31 - 1  # the id of a hello: if it is refused, nothing else will come
decoder: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)
encode = msgspec.json.Encoder().encode
ANSWERS = Accepted | Refusal | Offered | Previewed | Hinted | Current | Pong


class Denial(Exception):
    """The server said no: code, reason, rules, and the version that it is at."""

    def __init__(self, status: int, problem: Problem) -> None:
        self.status = status
        self.code = problem.code
        self.reason = problem.reason
        self.rules = problem.rules
        self.version = problem.version
        super().__init__(f"{problem.code}: {problem.reason}")


class Client:
    """One guest of a server."""

    def __init__(self, url: str, cookie: str | None = None) -> None:
        self.url = url.rstrip("/")
        cookies = {} if cookie is None else {COOKIE: cookie}
        self.http = httpx.AsyncClient(base_url=self.url, cookies=cookies, timeout=SECONDS)

    async def __aenter__(self) -> Self:
        """A guest's cookie, unless there is one."""
        if self.cookie is None:
            await self.post("/api/guest", None, Guest)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing stays open."""
        await self.http.aclose()

    @property
    def cookie(self) -> str | None:
        """Who we are."""
        return self.http.cookies.get(COOKIE)

    async def get(self, path: str, type: type[T], **query: Any) -> T:
        """What is at the path; Denial if the server says no."""
        given = {key: value for key, value in query.items() if value is not None}
        return answer_of(await self.http.get(path, params=given), type)

    async def post(self, path: str, body: Any, type: type[T]) -> T:
        """What comes of it; Denial if the server says no."""
        content = b"" if body is None else encode(body)
        headers = {} if body is None else {"content-type": "application/json"}
        return answer_of(await self.http.post(path, content=content, headers=headers), type)

    async def put(self, path: str, body: Any, type: type[T]) -> T:
        """What comes of it; Denial if the server says no."""
        headers = {"content-type": "application/json"}
        return answer_of(await self.http.put(path, content=encode(body), headers=headers), type)

    async def delete(self, path: str) -> Done:
        """Away with it; Denial if the server says no."""
        return answer_of(await self.http.delete(path), Done)

    async def guest(self) -> Guest:
        """What we are called."""
        return await self.get("/api/guest", Guest)

    async def be(self, name: str | None = None, webhook: str | None = None) -> Guest:
        """Another name, another address for "your turn"."""
        return await self.put("/api/guest", GuestWish(name, webhook), Guest)

    async def games(self) -> Offers:
        """What the server offers."""
        return await self.get("/api/games", Offers)

    async def make(self, game: str, seats: Sequence[str], **settings: Any) -> Table:
        """A new table; a seat is "me", "open", "link" or a bot's name."""
        kinds = ("me", "open", "link")
        wishes = [SeatWish(s) if s in kinds else SeatWish("bot", s) for s in seats]  # type: ignore[arg-type]
        return await self.post("/api/tables", NewTable(game, wishes, **settings), Table)

    async def table(self, id: str, invite: str = "") -> Table:
        """A table as we see it."""
        return await self.get(f"/api/tables/{id}", Table, invite=invite)

    async def tables(self) -> list[Table]:
        """Our tables."""
        return (await self.get("/api/guest/tables", Tables)).tables

    async def open_tables(self) -> list[Table]:
        """Everybody's tables that wait for people or can be watched."""
        return (await self.get("/api/tables", Tables)).tables

    async def sit(self, id: str, seat: int, invite: str = "") -> Done:
        """Take a seat."""
        return await self.post(f"/api/tables/{id}/seats/{seat}", Invited(invite), Done)

    async def leave(self, id: str, seat: int) -> Done:
        """Get up before the match begins."""
        return await self.delete(f"/api/tables/{id}/seats/{seat}")

    async def close(self, id: str) -> Done:
        """Take away a table of ours that has not begun."""
        return await self.delete(f"/api/tables/{id}")

    async def bots(self, id: str) -> int:
        """Bots take the empty seats of a table of ours; the version that it makes."""
        return (await self.post(f"/api/tables/{id}/bots", None, Done)).version

    async def position(
        self, id: str, seat: int | None, since: int = 0, invite: str = ""
    ) -> Position:
        """What a seat of ours, or a spectator, may know."""
        path = f"/api/tables/{id}/position"
        return await self.get(path, Position, seat=seat, since=since, invite=invite)

    async def play(self, id: str, seat: int, version: int, move: str, token: str = "") -> int:
        """A move; the version that it makes."""
        body = Play(seat, version, move, token)
        return (await self.post(f"/api/tables/{id}/moves", body, Done)).version

    async def undo(self, id: str, seat: int, version: int, token: str = "") -> int:
        """Take the last move back; the version that it makes."""
        body = Undo(seat, version, token)
        return (await self.post(f"/api/tables/{id}/undo", body, Done)).version

    async def why(self, id: str, seat: int, move: str) -> WhyAnswer:
        """Why can I not do that?"""
        return await self.post(f"/api/tables/{id}/why", Why(seat, move), WhyAnswer)

    async def why_thing(self, id: str, seat: int, thing: str) -> WhyAnswer:
        """Why can I not use that?"""
        return await self.post(f"/api/tables/{id}/why", Why(seat, thing=thing), WhyAnswer)

    async def preview(self, id: str, seat: int, version: int, move: str) -> Previewed:
        """What would the move do?"""
        return await self.post(f"/api/tables/{id}/preview", Preview(seat, version, move), Previewed)

    async def hint(self, id: str, seat: int, version: int) -> Hinted:
        """What would a bot do?"""
        return await self.post(f"/api/tables/{id}/hint", Hint(seat, version), Hinted)

    async def order(self, id: str, seat: int, order: str) -> int:
        """A standing order for windows; the version of the table."""
        return (await self.post(f"/api/tables/{id}/orders", Order(seat, order), Done)).version

    async def say(self, id: str, text: str) -> int:
        """Say something; the version of the table."""
        return (await self.post(f"/api/tables/{id}/chat", Say(text), Done)).version

    async def draw(self, id: str, seat: int, agree: bool) -> int:
        """Offer or accept a draw, or decline; the version that it makes."""
        return (await self.post(f"/api/tables/{id}/draw", DrawWish(seat, agree), Done)).version

    async def rematch(self, id: str) -> Table:
        """The same again, with the same people."""
        return await self.post(f"/api/tables/{id}/rematch", None, Table)

    async def at_seat(self, id: str, action: str, seat: int) -> int:
        """resign, stand-in or back; the version that it makes."""
        return (await self.post(f"/api/tables/{id}/{action}", SeatOnly(seat), Done)).version

    async def record(self, id: str) -> dict[str, Any]:
        """The record of a finished match."""
        return await self.get(f"/api/tables/{id}/record", dict[str, Any])

    async def record_text(self, id: str) -> str:
        """The same to the letter, for a file."""
        response = await self.http.get(f"/api/tables/{id}/record")
        answer_of(response, dict[str, Any])
        return response.text

    async def bring(self, record: Mapping[str, Any], private: bool = True) -> Table:
        """A record from elsewhere as a finished table."""
        return await self.post("/api/records", Imported(dict(record), private), Table)

    async def replay(self, id: str, step: int, seat: int | None, since: int = 0) -> Replay:
        """A finished match after so many moves."""
        path = f"/api/tables/{id}/replay"
        return await self.get(path, Replay, step=step, seat=seat, since=since)

    async def review(self, id: str, seat: int) -> Review:
        """What the decisions of a seat in a finished match cost, as far as they are weighed."""
        return await self.get(f"/api/tables/{id}/review", Review, seat=seat)

    async def fork(self, id: str, wish: Fork) -> Table:
        """A new table from a step of a finished match."""
        return await self.post(f"/api/tables/{id}/fork", wish, Table)

    @asynccontextmanager
    async def live(
        self,
        id: str,
        seat: int | None,
        version: int = 0,
        events: int = 0,
        invite: str = "",
        said: int = 0,
    ) -> AsyncIterator[Live]:
        """A socket at a table; it has said hello."""
        place = f"ws{self.url.removeprefix('http')}/api/tables/{id}/socket"
        headers = {"Cookie": f"{COOKIE}={self.cookie}"}
        async with connect(
            place,
            additional_headers=headers,
            max_size=None,
            compression=None,
            proxy=None,
            open_timeout=SECONDS,
        ) as socket:
            live = Live(socket, seat)
            await live.send(Hello(seat, version, events, said, invite, HELLO))
            yield live


def answer_of(response: httpx.Response, type: type[T]) -> T:
    """The answer as that type, or the Denial."""
    if response.is_success:
        return msgspec.json.decode(response.content, type=type)
    try:
        problem = msgspec.json.decode(response.content, type=Problem)
    except msgspec.MsgspecError:
        problem = Problem("error", f"HTTP {response.status_code}")
    raise Denial(response.status_code, problem)


class Live:
    """An open socket: messages as they come, and requests with their answers."""

    def __init__(self, socket: ClientConnection, seat: int | None) -> None:
        self.socket = socket
        self.seat = seat
        self.position: Position | None = None
        self.events: list[Event] = []
        self.people: Table | None = None
        self.said: list[Said] = []
        self._numbers = itertools.count(1)

    async def send(self, message: FromClient) -> None:
        """A message."""
        await self.socket.send(encode(message), text=True)

    async def receive(self) -> FromServer:
        """The next message; positions and events are kept. Denial if we were not let in."""
        message = decoder.decode(await self.socket.recv())
        if isinstance(message, Refusal) and message.id == HELLO:
            problem = Problem(message.code, message.reason, message.rules, message.version)
            raise Denial(STATUS.get(message.code, 400), problem)
        if isinstance(message, Position):
            self.position = message
            self.people = message.people
            self.events[message.first :] = message.events
        elif isinstance(message, People):
            self.people = message.table
        elif isinstance(message, Said):
            self.said.append(message)
        return message

    async def until(self, happens: Callable[[FromServer], bool]) -> FromServer:
        """The first message of which that is so."""
        while not happens(message := await self.receive()):
            pass
        return message

    async def until_position(self, after: int = -1) -> Position:
        """The first position beyond that version."""
        while True:
            message = await self.receive()
            if isinstance(message, Position) and message.version > after:
                return message

    async def ask(self, message: FromClient) -> FromServer:
        """Send it, and the answer to it; what comes before that is kept as receive() does."""
        message.id = next(self._numbers)
        await self.send(message)
        while True:
            answer = await self.receive()
            answers = isinstance(answer, ANSWERS)
            if answers and answer.id == message.id:  # type: ignore[union-attr]
                return answer

    async def hello(self, seat: int | None, version: int = 0, events: int = 0) -> FromServer:
        """At another seat, or again at this one; a position, or the answer that there is none."""
        if seat != self.seat:
            self.position, self.events = None, []
        self.seat = seat
        id = next(self._numbers)
        await self.send(Hello(seat, version, events, id=id))
        while True:
            answer = await self.receive()
            if isinstance(answer, Position) and answer.seat == seat:
                return answer
            if isinstance(answer, Current | Refusal) and answer.id == id:
                return answer
            if isinstance(answer, People) and answer.table.status == "open":
                return answer

    async def play(self, move: str, token: str = "") -> FromServer:
        """A move at the position that we have; the answer."""
        assert self.position is not None
        return await self.play_at(self.position, move, token)

    async def play_at(self, position: Position, move: str, token: str = "") -> FromServer:
        """A move at that position; the answer."""
        assert self.seat is not None
        token = token or secrets.token_hex(8)
        return await self.ask(Play(self.seat, position.version, move, token))

    async def undo(self, token: str = "") -> FromServer:
        """Take the last move back; the answer."""
        assert self.position is not None
        assert self.seat is not None
        return await self.ask(Undo(self.seat, self.position.version, token))

    async def order(self, order: str) -> FromServer:
        """A standing order; the answer."""
        assert self.seat is not None
        return await self.ask(Order(self.seat, order))

    async def why(self, move: str) -> FromServer:
        """Why not?; the answer."""
        assert self.seat is not None
        return await self.ask(Why(self.seat, move))

    async def why_thing(self, thing: str) -> FromServer:
        """Why can I not use that?; the answer."""
        assert self.seat is not None
        return await self.ask(Why(self.seat, thing=thing))

    async def preview(self, move: str) -> FromServer:
        """What would the move do at the position that we have?; the answer."""
        assert self.position is not None
        assert self.seat is not None
        return await self.ask(Preview(self.seat, self.position.version, move))

    async def hint(self) -> FromServer:
        """What would a bot do at the position that we have?; the answer."""
        assert self.position is not None
        assert self.seat is not None
        return await self.ask(Hint(self.seat, self.position.version))

    async def say(self, text: str) -> FromServer:
        """Say something; the answer."""
        return await self.ask(Say(text))


async def wait_for_server(url: str, seconds: float = 30.0) -> None:
    """Until it is healthy; TimeoutError if it does not become so."""
    async with asyncio.timeout(seconds), httpx.AsyncClient(timeout=2.0) as http:
        while True:
            try:
                if (await http.get(f"{url}/health")).is_success:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.05)


CLOSED = ConnectionClosed
