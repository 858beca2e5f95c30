"""The load of bench/table.py: two guests at each of many matches, moves sent when they are due.

A process of its own that obeys through a pipe. Sockets are protocols without tasks, and of a
position only what is needed to move is decoded, so that the load is not what is measured.
"""

from __future__ import annotations

import asyncio
import gc
import random
import resource
from collections import Counter
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Any
from zlib import crc32

import httpx
import msgspec
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from adjudge.table.client import COOKIE

GAMES: list[dict[str, Any]] = [
    {"game": "cursed-earth", "setup": {"mode": "head-to-head"}},
    {"game": "helter-skelter", "window": 0},
]
SEATS = [{"who": "me"}, {"who": "open"}]
AT_ONCE = 12  # matches being opened at a time
GRACE = 5.0  # seconds for the last positions to arrive
PATIENCE = 30.0


class Option(msgspec.Struct):
    """A legal move."""

    text: str


class Standing(msgspec.Struct):
    """Whether the server answers the open window for us."""

    quiet: bool


class Position(msgspec.Struct, tag="position"):
    """What a player needs of a position."""

    version: int
    options: list[Option]
    asked: list[int]
    standing: Standing | None


class Accepted(msgspec.Struct, tag="accepted"):
    """The move is done."""


class Refusal(msgspec.Struct, tag="refusal"):
    """The move is not done."""

    code: str


class People(msgspec.Struct, tag="people"):
    """Somebody came or went."""


decode = msgspec.json.Decoder(Position | Accepted | Refusal | People).decode
encode = msgspec.json.Encoder().encode


class Line(asyncio.Protocol):
    """A socket: the handshake, then every text as it comes."""

    def __init__(self, url: str, cookie: str, heard: Callable[[Any, float], None]) -> None:
        self.websocket = ClientProtocol(parse_uri(url), max_size=None)
        self.cookie = cookie
        self.heard = heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self.closed: Callable[[], None] = lambda: None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        request = self.websocket.connect()
        request.headers["Cookie"] = self.cookie
        self.websocket.send_request(request)
        self.flush()

    def data_received(self, data: bytes) -> None:
        """Decode what has come, and answer pings."""
        now = perf_counter()
        self.websocket.receive_data(data)
        for event in self.websocket.events_received():
            if isinstance(event, Response):
                self.opened.set_result(None)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self.heard(decode(event.data), now)
        if self.websocket.handshake_exc is not None and not self.opened.done():
            self.opened.set_exception(self.websocket.handshake_exc)
        self.flush()

    def connection_lost(self, problem: Exception | None) -> None:
        """Gone: by us, or told to whoever cares."""
        if not self.opened.done():
            self.opened.set_exception(problem or ConnectionError("closed before it was open"))
        self.closed()

    def send(self, message: dict[str, Any]) -> None:
        """At once."""
        self.websocket.send_text(encode(message))
        self.flush()

    def flush(self) -> None:
        """What the protocol has to say."""
        assert self.transport is not None
        self.transport.write(b"".join(self.websocket.data_to_send()))

    def close(self) -> None:
        """Not by the book, but the server copes."""
        self.closed = lambda: None
        if self.transport is not None:
            self.transport.abort()


class Move:
    """A move under way."""

    __slots__ = ("accepted", "delivered", "seat", "sent", "version")

    def __init__(self, seat: int, version: int) -> None:
        self.seat = seat
        self.version = version
        self.sent = perf_counter()
        self.delivered: float | None = None  # when the other player had the position
        self.accepted: float | None = None


class Match:
    """A match and the sockets of both players."""

    def __init__(self, cookies: list[str]) -> None:
        self.cookies = cookies
        self.table = ""
        self.lines: list[Line] = []
        self.version = 0
        self.next: tuple[int, int, list[Option]] | None = None  # seat, version and its options
        self.move: Move | None = None
        self.over = False

    def part(self) -> None:
        """Both leave."""
        for line in self.lines:
            line.close()
        self.lines = []


class Tally:
    """What one phase has come to, times in seconds."""

    def __init__(self) -> None:
        self.delivered: list[float] = []
        self.accepted: list[float] = []
        self.lags: list[float] = []  # how late this process was in sending
        self.counts: Counter[str] = Counter()


class Crowd:
    """All matches of this process."""

    def __init__(self, urls: list[str], spread: bool, http: httpx.AsyncClient, seed: int) -> None:
        self.urls = urls  # of the workers
        self.spread = spread  # every request and socket goes to any of them, as a plain proxy does
        self.http = http
        self.rng = random.Random(seed)
        self.matches: list[Match] = []
        self.tally = Tally()
        self.turn = 0
        self.replacing: set[asyncio.Task[None]] = set()

    # Coming and going

    def worker(self, table: str = "") -> str:
        """Where a request about a table goes: to its own worker, unless they are spread."""
        if self.spread or not table:
            return self.rng.choice(self.urls)
        return self.urls[crc32(table.encode()) % len(self.urls)]

    async def post(self, path: str, cookie: str, body: Any, table: str = "") -> httpx.Response:
        """A request of one guest."""
        headers = {"Cookie": cookie, "Content-Type": "application/json"}
        url = self.worker(table) + path
        answer = await self.http.post(url, content=encode(body), headers=headers)
        answer.raise_for_status()
        return answer

    async def guest(self) -> str:
        """The cookie of somebody new; the client keeps none of its own."""
        answer = await self.post("/api/guest", "", None)
        self.http.cookies.clear()
        return f"{COOKIE}={answer.cookies[COOKIE]}"

    async def seat(self, match: Match, wish: dict[str, Any]) -> None:
        """A new table with both guests at it."""
        made = await self.post("/api/tables", match.cookies[0], wish | {"seats": SEATS})
        match.table = made.json()["id"]
        path = f"/api/tables/{match.table}/seats/1"
        await self.post(path, match.cookies[1], {}, match.table)

    async def connect(self, match: Match) -> None:
        """A socket for each seat, greeted."""
        match.over, match.next, match.move = False, None, None
        loop = asyncio.get_running_loop()
        for seat, cookie in enumerate(match.cookies):
            worker = self.worker(match.table)
            url = f"ws{worker.removeprefix('http')}/api/tables/{match.table}/socket"
            host, _, port = worker.rpartition("/")[2].partition(":")
            line = Line(url, cookie, partial(self.hear, match, seat))
            await loop.create_connection(partial(itself, line), host, int(port))
            await line.opened
            line.closed = self.lost_line
            line.send({"type": "hello", "seat": seat})
            match.lines.append(line)

    def lost_line(self) -> None:
        """The server has closed a socket."""
        self.tally.counts["closed"] += 1

    async def open(self, count: int, wish: dict[str, Any] | None, sockets: bool) -> int:
        """More matches, of both games in turn or of one."""
        limit = asyncio.Semaphore(AT_ONCE)
        number = len(self.matches)

        async def one(wish: dict[str, Any]) -> None:
            async with limit:
                match = Match([await self.guest(), await self.guest()])
                await self.seat(match, wish)
                if sockets:
                    await self.connect(match)
                self.matches.append(match)

        kinds = [wish or GAMES[(number + i) % len(GAMES)] for i in range(count)]
        await asyncio.gather(*map(one, kinds))
        return len(self.matches)

    async def part(self) -> None:
        """Nobody is connected any more."""
        for match in self.matches:
            match.part()
        await asyncio.sleep(0.5)

    def replace(self, match: Match) -> None:
        """The guests of a finished match begin another."""
        self.tally.counts["finished"] += 1
        task = asyncio.create_task(self.start_over(match))
        self.replacing.add(task)
        task.add_done_callback(self.replacing.discard)

    async def start_over(self, match: Match) -> None:
        """A new table, new sockets."""
        match.part()
        try:
            await self.seat(match, self.rng.choice(GAMES))
            await self.connect(match)
        except (httpx.HTTPError, OSError):
            self.tally.counts["not replaced"] += 1

    # Playing

    def hear(self, match: Match, seat: int, message: Any, now: float) -> None:
        """A message has come to a seat."""
        move = match.move
        if isinstance(message, Position):
            self.see(match, seat, message)
            if move is not None and seat != move.seat and message.version > move.version:
                move.delivered = move.delivered or now
        elif isinstance(message, Accepted) and move is not None:
            move.accepted = now
        elif isinstance(message, Refusal):
            self.tally.counts[f"refused: {message.code}"] += 1
            match.move = None
        if move is not None and move.delivered is not None and move.accepted is not None:
            self.tally.delivered.append(move.delivered - move.sent)
            self.tally.accepted.append(move.accepted - move.sent)
            match.move = None
            if match.over:
                self.replace(match)

    def see(self, match: Match, seat: int, position: Position) -> None:
        """Who is to decide what."""
        match.version = position.version
        match.over = not position.asked
        if match.next is not None and match.next[1] < position.version:
            match.next = None
        quiet = position.standing is not None and position.standing.quiet
        if position.options and not quiet:
            match.next = (seat, position.version, position.options)

    def send(self, match: Match) -> bool:
        """Any legal move, by whoever is to decide; False if we wait for something."""
        if match.move is not None or match.next is None:
            return False
        seat, version, options = match.next
        text = self.rng.choice(options).text
        match.next, match.move = None, Move(seat, version)
        match.lines[seat].send({"type": "play", "seat": seat, "version": version, "move": text})
        return True

    def next_match(self) -> Match:
        """The matches in turn, without those that are being replaced."""
        while True:
            self.turn += 1
            match = self.matches[self.turn % len(self.matches)]
            if not match.over:
                return match

    async def play(self, rate: float, seconds: float) -> dict[str, Any]:
        """Moves at that rate, each when it is due, whatever has become of those before it."""
        tally = self.tally = Tally()
        gc.collect()
        gc.freeze()
        cpu, began = cpu_seconds(), perf_counter()
        for number in range(int(rate * seconds)):
            due = began + number / rate
            await asyncio.sleep(max(0.0, due - perf_counter()))
            tally.lags.append(perf_counter() - due)
            tally.counts["sent" if self.send(self.next_match()) else "skipped"] += 1
        took = perf_counter() - began
        share = (cpu_seconds() - cpu) / took
        await self.settle()
        counts = {name: tally.counts.pop(name, 0) for name in ("sent", "skipped", "finished")}
        return counts | {
            "lost": counts["sent"] - len(tally.delivered),
            "seconds": took,
            "cpu": share,
            "delivered": tally.delivered,
            "accepted": tally.accepted,
            "lags": tally.lags,
            "errors": dict(tally.counts),
        }

    async def settle(self) -> None:
        """Until every move is answered, or patience ends; what is not answered is given up."""
        until = perf_counter() + GRACE
        while perf_counter() < until:
            if not self.replacing and not any(match.move for match in self.matches):
                return
            await asyncio.sleep(0.01)
        for match in self.matches:
            match.move = None

    # Without sockets

    async def play_up_to(self, least: int, spread: int) -> list[int]:
        """Every match as fast as it goes, to versions evenly from least to least + spread."""
        step = spread / len(self.matches)
        goals = [(match, least + int(i * step)) for i, match in enumerate(self.matches)]
        until = perf_counter() + 10 * PATIENCE
        while perf_counter() < until:
            behind = [match for match, goal in goals if match.version < goal and not match.over]
            if not behind:
                break
            for match in behind:
                self.send(match)
            await asyncio.sleep(0.001)
        await self.settle()
        return [match.version for match in self.matches]

    async def move_by_request(self) -> list[float]:
        """One move in every match, one after the other; seconds from request to answer."""
        times = []
        for match in self.matches:
            if match.next is None:
                continue
            seat, version, options = match.next
            body = {"seat": seat, "version": version, "move": self.rng.choice(options).text}
            sent = perf_counter()
            path = f"/api/tables/{match.table}/moves"
            await self.post(path, match.cookies[seat], body, match.table)
            times.append(perf_counter() - sent)
        return times

    async def look_by_request(self) -> None:
        """The position of every match, for its next move."""
        for match in self.matches:
            for seat, cookie in enumerate(match.cookies):
                answer = await self.http.get(
                    f"{self.worker(match.table)}/api/tables/{match.table}/position",
                    params={"seat": seat},
                    headers={"Cookie": cookie},
                )
                answer.raise_for_status()
                self.see(match, seat, msgspec.json.decode(answer.content, type=Position))


def itself(line: Line) -> Line:
    """What makes the protocol of a connection."""
    return line


def cpu_seconds() -> float:
    """Of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def obey_on(pipe: Connection, urls: list[str], spread: bool, seed: int) -> None:
    """One order after the other."""
    loop = asyncio.get_running_loop()
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        crowd = Crowd(urls, spread, http, seed)
        orders: dict[str, Callable[..., Any]] = {
            "open": crowd.open,
            "part": crowd.part,
            "play": crowd.play,
            "play_up_to": crowd.play_up_to,
            "move_by_request": crowd.move_by_request,
            "look_by_request": crowd.look_by_request,
        }
        while True:
            order = await loop.run_in_executor(None, pipe.recv)
            if order is None:
                return
            try:
                pipe.send((True, await orders[order[0]](*order[1:])))
            except Exception as problem:
                pipe.send((False, f"{type(problem).__name__}: {problem}"))


def run(pipe: Connection, urls: list[str], spread: bool, seed: int) -> None:
    """The process."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(obey_on(pipe, urls, spread, seed))
