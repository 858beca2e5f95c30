"""Nothing that an opponent can fetch tells that a sealed answer has come: of two servers with the
same table, of which one was given an answer, every address gives the same bytes."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

import httpx
import pytest
from websockets.sync.client import connect

from adjudge.games import GAMES
from adjudge.packs import default_pack
from adjudge.table.client import COOKIE
from tests.table.servers import Server
from tests.table.stories import people
from tests.table.strangers import CASES
from tests.table.test_sealed import until_a_window_opens

LONG = 86_000.0  # seconds that the window is open
TIMES = {"date"}  # headers that say when, and nothing else
ELSEWHERE = ("/", "/metrics", "/api/tables/{table}/position?since=1")


@dataclass(frozen=True)
class Scene:
    """A table whose window is open, and who sits where."""

    table: str
    pack: str
    cookies: list[str]
    answers: int  # the seat that answers
    looks: int  # and the one that looks
    version: int
    move: str


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server, Scene]]:
    """Two servers, one of which is given an answer; nobody has asked them for anything else."""
    folder = tmp_path_factory.mktemp("twins")
    (folder / "one").mkdir()
    with Server(folder / "one") as first:
        scene = asyncio.run(until_open(first))
        first.stop()
    shutil.copytree(folder / "one", folder / "two")
    with Server(folder / "one") as one, Server(folder / "two") as two:
        asyncio.run(answer(one, scene))
        yield one, two, scene


async def until_open(server: Server) -> Scene:
    """A match of three, up to a window in which two of them are asked."""
    async with people(server, 3) as guests:
        made = await guests[0].make("helter-skelter", ["me", "open", "open"], window=LONG, pace=0.0)
        for seat in (1, 2):
            await guests[seat].sit(made.id, seat)
        asked = await until_a_window_opens(guests, made.id)
        seen = await guests[asked[0]].position(made.id, asked[0])
        cookies = [str(guest.cookie) for guest in guests]
        move = seen.options[-1].text
        return Scene(made.id, made.pack, cookies, asked[0], asked[1], seen.version, move)


async def answer(server: Server, scene: Scene) -> None:
    """The seat's, sealed."""
    cookies = {COOKIE: scene.cookies[scene.answers]}
    async with httpx.AsyncClient(base_url=server.url, cookies=cookies) as http:
        body = {"seat": scene.answers, "version": scene.version, "move": scene.move}
        done = await http.post(f"/api/tables/{scene.table}/moves", json=body)
        assert done.json() == {"version": scene.version}


def addresses(scene: Scene) -> list[str]:
    """Everything that can be fetched, for each seat and for nobody's; first what counts things."""
    known = [case.path for case in CASES if case.method == "GET"]
    paths = [path for path in known if path != "/health"]
    seats = ["", *(f"?seat={seat}" for seat in range(3))]
    of_seats = [path + seat for path in paths if path.endswith("/position") for seat in seats]
    found = ["/health", *ELSEWHERE, *paths, *of_seats, "/health"]
    maps = default_pack(GAMES["helter-skelter"]).hash
    values = {"table": scene.table, "digest": quote(maps), "name": "city-blocks"}
    values |= {"game": "helter-skelter", "path": "nothing.yaml"}
    return [path.format(**values) for path in found]


def fetched(
    server: Server, scene: Scene, seat: int | None
) -> list[tuple[str, int, list[tuple[str, str]], str]]:
    """What that seat's guest gets there, or a stranger: all but the hour."""
    cookies = {} if seat is None else {COOKIE: scene.cookies[seat]}
    found = []
    with httpx.Client(base_url=server.url, cookies=cookies) as http:
        for path in addresses(scene):
            got = http.get(path)
            headers = sorted(pair for pair in got.headers.items() if pair[0] not in TIMES)
            found.append((path, got.status_code, headers, got.text))
    return found


def heard(server: Server, scene: Scene, seat: int | None) -> list[str]:
    """What a socket of the opponent's is told when it comes."""
    url = f"ws{server.url.removeprefix('http')}/api/tables/{scene.table}/socket"
    cookie = f"{COOKIE}={scene.cookies[scene.looks]}"
    with connect(url, additional_headers={"Cookie": cookie}, proxy=None, max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "seat": seat}))
        socket.send(json.dumps({"type": "ping"}))
        told: list[str] = []
        while not told or json.loads(told[-1])["type"] != "pong":
            told.append(str(socket.recv(30)))
    return told[:-1]


Twins = tuple[Server, Server, Scene]


def test_every_address_tells_an_opponent_the_same(twins: Twins) -> None:
    one, two, scene = twins
    for a, b in zip(
        fetched(one, scene, scene.looks), fetched(two, scene, scene.looks), strict=True
    ):
        assert a == b


def test_every_address_tells_a_stranger_the_same(twins: Twins) -> None:
    one, two, scene = twins
    assert fetched(one, scene, None) == fetched(two, scene, None)


@pytest.mark.parametrize("watches", [False, True])
def test_a_socket_tells_an_opponent_the_same(twins: Twins, watches: bool) -> None:
    one, two, scene = twins
    seat = None if watches else scene.looks
    assert heard(one, scene, seat) == heard(two, scene, seat)


def test_the_answer_is_there_and_its_own_seat_is_told(twins: Twins) -> None:
    one, two, scene = twins
    path = f"/api/tables/{scene.table}/position?seat={scene.answers}"
    cookies = {COOKIE: scene.cookies[scene.answers]}
    answers = []
    for server in (one, two):
        with httpx.Client(base_url=server.url, cookies=cookies) as http:
            answers.append(http.get(path).json()["window"]["answer"])
    assert answers == [scene.move, None]
