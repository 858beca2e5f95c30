"""The whole application in this process, in a time of its own: an hour passes at once.

Time stands still while anything can be done, and then jumps to the next thing that waits for it.
So whatever goes out has an exact time, and two runs can be compared.
"""

from __future__ import annotations

import asyncio
import json
import selectors
import warnings
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple, Unpack

import httpx
import msgspec
from litestar.exceptions import LitestarDeprecationWarning

import adjudge
from adjudge.table import rows
from adjudge.table.app import make_app
from adjudge.table.config import Config
from adjudge.table.house import House
from adjudge.table.live import Entry, Live, Place, Settings
from adjudge.table.lobby import start_of
from adjudge.table.protocol import Clock
from adjudge.table.routes import COOKIE
from adjudge.table.store import Job, Store

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
MIDNIGHT = 1000.0  # when every story begins
MOMENT = 0.125  # long enough for all that is under way
PATIENCE = 1e6  # of the story's own time, after which something hangs
TABLE = "table"
ANSWERED = ("accepted", "refusal", "offered", "previewed", "hinted", "current", "pong")


class Skipping(selectors.DefaultSelector):
    """Where nothing is waited for but time, time passes at once."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0.0
        self.working = 0  # threads that will report to the loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready; if nothing is, the time is up."""
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        if self.working:
            return super().select(None)
        ready = super().select(0)
        if not ready:
            self.passed += timeout
        return ready


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose time is the selector's."""

    def __init__(self) -> None:
        self.clock = Skipping()
        super().__init__(self.clock)

    def time(self) -> float:
        """Seconds since the story began."""
        return self.clock.passed

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """A thread's work takes no time."""
        self.clock.working += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._worked)
        return future

    def _worked(self, future: Any) -> None:
        """One thread less."""
        self.clock.working -= 1


class Desk:
    """A store without threads: a job is done when it is given, so that stories can be repeated."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def write(self, job: Job[T]) -> T:
        """Done and committed."""
        with self.store.engine.connect().execution_options(writes=True) as c, c.begin():
            return job(c)

    async def read(self, job: Job[T]) -> T:
        """What it gives."""
        with self.store.engine.connect() as c:
            return job(c)


def tell(story: Coroutine[Any, Any, T]) -> T:
    """Let the story happen in its own time; it fails if it never ends."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(within(story))


async def within(story: Coroutine[Any, Any, T]) -> T:
    """The story, or TimeoutError."""
    return await asyncio.wait_for(story, PATIENCE)


def now() -> float:
    """What the clock on the wall says."""
    return MIDNIGHT + asyncio.get_running_loop().time()


@dataclass
class Told:
    """Something that the server has sent: when, on which channel, and what."""

    at: float
    channel: str
    what: str


@dataclass
class Socket:
    """A guest's socket, straight at the application."""

    name: str
    cookie: str
    incoming: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    frames: list[Told] = field(default_factory=list)
    heard: Callable[[Told], None] = lambda told: None
    serving: asyncio.Task[None] | None = None
    numbers: int = 0

    async def send(self, message: Mapping[str, Any]) -> None:
        """What the application sends: kept with its time."""
        what = message.get("text") or message.get("bytes") or str(sorted(message.items()))
        told = Told(now(), self.name, what if isinstance(what, str) else what.decode())
        if message["type"] == "websocket.accept":
            return
        self.frames.append(told)
        self.heard(told)

    def say(self, **message: Any) -> int:
        """A message to the server; its number."""
        self.numbers += 1
        text = json.dumps({"id": self.numbers} | message)
        self.incoming.put_nowait({"type": "websocket.receive", "text": text})
        return self.numbers

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Say it, and the answer to it."""
        looked = len(self.frames)
        number = self.say(**message)
        while True:
            await asyncio.sleep(MOMENT / 64)
            for frame in self.frames[looked:]:
                answer: dict[str, Any] = json.loads(frame.what)
                if answer["type"] in ANSWERED and answer["id"] == number:
                    return answer
            looked = len(self.frames)

    def messages(self) -> list[dict[str, Any]]:
        """All that has come."""
        return [json.loads(frame.what) for frame in self.frames]

    def positions(self) -> list[dict[str, Any]]:
        """The positions among it."""
        return [m for m in self.messages() if m["type"] == "position"]

    @property
    def position(self) -> dict[str, Any]:
        """The latest of them."""
        return self.positions()[-1]

    async def play(self, seat: int, move: str, version: int | None = None) -> dict[str, Any]:
        """A move at the latest version, or at that one; the answer."""
        seen = self.position["version"] if version is None else version
        return await self.ask(type="play", seat=seat, version=seen, move=move)

    async def close(self) -> None:
        """Hang up."""
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        assert self.serving is not None
        await self.serving


class World:
    """A server with one table, and the people at it."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.house: House = app.state.house
        self.sockets: list[Socket] = []

    @property
    def service(self) -> Any:
        """What can be done at tables."""
        return self.house.service

    async def guest(self, name: str) -> None:
        """Somebody who can sit at a table."""
        job = partial(rows.keep_guest, id=name, name=name.title(), made=MIDNIGHT, secret="s")
        await self.house.store.write(job)

    async def open_table(self, settings: Settings, places: list[Place]) -> None:
        """The table begins."""
        for place in places:
            if place.guest is not None:
                await self.guest(place.guest)
        await self.guest("watcher")
        await self.house.lobby.keep(settings, places)

    async def connect(self, guest: str, seat: int | None, name: str = "") -> Socket:
        """A socket of the guest that has said hello."""
        socket = Socket(name or f"{guest}'s socket", self.house.keys.sign(guest))
        path = f"/api/tables/{TABLE}/socket"
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", b"table"), (b"cookie", f"{COOKIE}={socket.cookie}".encode())],
            "client": ("127.0.0.1", 1),
            "server": ("table", 80),
            "subprotocols": [],
        }
        socket.incoming.put_nowait({"type": "websocket.connect"})
        serving = self.app(scope, socket.incoming.get, socket.send)
        socket.serving = asyncio.ensure_future(serving)
        self.sockets.append(socket)
        socket.say(type="hello", seat=seat)
        await asyncio.sleep(MOMENT)
        return socket

    async def request(
        self, guest: str, method: str, path: str, body: Mapping[str, Any] | None = None
    ) -> httpx.Response:
        """An HTTP request of the guest's, below the table's address."""
        transport = httpx.ASGITransport(self.app)
        cookies = {COOKIE: self.house.keys.sign(guest)}
        async with httpx.AsyncClient(
            transport=transport, base_url="http://table", cookies=cookies
        ) as client:
            return await client.request(method, path, json=body)

    async def position(self, guest: str, seat: int | None) -> dict[str, Any]:
        """What the guest is told of the table when it asks."""
        query = "" if seat is None else f"?seat={seat}"
        answer = await self.request(guest, "GET", f"/api/tables/{TABLE}/position{query}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def live(self) -> Live:
        """The table itself."""
        async with self.service.table(TABLE) as live:
            assert isinstance(live, Live)
            return live

    async def play(self, seat: int, move: str) -> int:
        """A move of whoever sits there; the version that it makes."""
        live = await self.live()
        guest = live.places[seat].guest
        token = f"{seat} {live.version} {move}"
        version: int = await self.service.play(TABLE, guest, seat, live.version, move, token)
        return version

    async def entries(self) -> list[Entry]:
        """The log of the table."""
        return await self.house.store.read(partial(rows.entries_since, id=TABLE, number=0))


@asynccontextmanager
async def world(folder: Path, **settings: Any) -> AsyncIterator[World]:
    """A server in the story's time. Its bots are the plain heuristic, in no time."""
    folder.mkdir(parents=True, exist_ok=True)
    limits: dict[str, Any] = {"rate": 1e9, "burst": 1e9, "thinkers": 0, "hosts": ["table"]}
    config = Config(str(folder / "table.db"), str(folder / "keys"), **limits, **settings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LitestarDeprecationWarning)
        app = make_app(config)
    house: House = app.state.house
    house.service.now = now
    desk = Desk(house.store)
    house.store.write, house.store.read = desk.write, desk.read  # type: ignore[method-assign]
    async with app.lifespan():
        made = World(app)
        try:
            yield made
        finally:
            for socket in made.sockets:
                if socket.serving is not None and not socket.serving.done():
                    await socket.close()


def settings_for(
    match: adjudge.Match, window: float = 4.0, pace: float = 0.5, clock: Clock | None = None
) -> Settings:
    """A public table that begins where the match is."""
    start = {"seats": match.seats, "setup": match.setup, "position": match.save()["table"]}
    return Settings(
        id=TABLE,
        game=match.game.id,
        pack=match.pack.hash,
        start=start_of(match.pack, start),
        host="somebody",
        private=False,
        invite="link",
        seeded=False,
        clock=clock,
        window=window,
        pace=pace,
        chat=True,
        made=MIDNIGHT,
        secret="secret",
    )


def places_for(people: Sequence[str | None], orders: Sequence[str] = ()) -> list[Place]:
    """These guests, and bots where nobody sits; with their standing orders."""
    places = []
    for seat, guest in enumerate(people):
        bot = "" if guest else "careful"
        name = guest.title() if guest else bot
        order = orders[seat] if orders else ""
        places.append(Place(seat, guest, name, bot, "", None, order, 0, 0.0))
    return places


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two pieces of JSON differ, and how."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [*one, *(key for key in other if key not in one)]
        pairs = [(f"{path}.{key}", one.get(key), other.get(key)) for key in keys]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f"{path}[{i}]", *pair) for i, pair in enumerate(zip(one, other, strict=True))]
    else:
        return [] if one == other else [f"{path or '.'}: {one!r} | {other!r}"]
    return [line for at, a, b in pairs for line in differences(a, b, at)]


def how_they_differ(one: Sequence[Told], other: Sequence[Told]) -> str:
    """The first thing that was not told alike, or nothing."""
    for a, b in zip(one, other, strict=False):
        if a != b:
            return f"{a.at} {a.channel} | {b.at} {b.channel}\n" + "\n".join(words_apart(a, b))
    if len(one) != len(other):
        longer = one if len(one) > len(other) else other
        return f"only one world tells: {longer[min(len(one), len(other))]}"
    return ""


def words_apart(a: Told, b: Told) -> list[str]:
    """Where two messages differ: by path if both are JSON."""
    try:
        return differences(msgspec.json.decode(a.what), msgspec.json.decode(b.what))
    except msgspec.MsgspecError:
        return [] if a.what == b.what else [f"{a.what} | {b.what}"]
