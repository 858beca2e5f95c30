"""A server with some tables, everything that can be asked of it, and a close look at the answer."""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import sqlalchemy as sql
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from adjudge.games import GAMES
from adjudge.packs import default_pack
from adjudge.table.app import HEADERS
from adjudge.table.client import Client
from adjudge.table.database import EVERYTHING, database_url
from adjudge.table.database import connect as open_database
from adjudge.table.guests import KEYS_KEPT, Keys, rotate
from adjudge.table.protocol import Clock
from adjudge.table.routes import COOKIE, COOKIE_SECONDS
from tests.table.servers import Server

SEED = 4_815_162_342
NOWHERE = "nosuchtable0"
LAST = 424_242  # the id of the ping that ends a talk
MOVE = "a legal move"  # in a body: the one that the host may make at once
PROBLEM = {"code", "reason", "rules", "version", "at"}

Refused = tuple[int, str]
OK: Refused = (200, "")
NOT_YOURS: Refused = (403, "not-yours")
TAKEN: Refused = (409, "taken")
NOT_YET: Refused = (409, "not-yet")
REFUSED: Refused = (422, "refused")  # while the seat has a clock
NOBODY: Refused = (401, "no-guest")
BAD: Refused = (400, "bad-request")


def cache_control(path: str) -> dict[str, str]:
    """How long an answer may be kept, where it may be kept at all."""
    if "/boards/" in path:
        return {"cache-control": "no-cache"}
    if path.startswith("/api/packs/"):
        return {"cache-control": "max-age=31536000, public, immutable"}
    return {}


@dataclass(frozen=True)
class Case:
    """A route, a request that the host could make, and what others get for it at their match."""

    method: str
    path: str
    query: str = ""
    body: dict[str, Any] | None = None
    needs: str = "table"  # or "guest", or nothing
    stranger: Refused = NOT_YOURS  # who sits elsewhere
    player: Refused = NOT_YOURS  # who sits there, for the host's seat
    found: int = 200  # the status for anybody, where nothing is needed

    @property
    def route(self) -> tuple[str, str]:
        """How the application names it."""
        return self.method, self.path


AT = "/api/tables/{table}"
SEAT = {"seat": 0}
ME = [{"who": "me"}]
NEW = {
    "game": "cursed-earth",
    "seats": ME,
    "setup": {"mode": "solo"},
    "seed": 1,
    "private": False,
    "window": 4.0,
    "pace": 0.5,
    "chat": True,
    "hints": True,
}
FORK = {"step": 0, "seats": [*ME, {"who": "open"}], "private": True, "pace": 0.5, "window": 4.0}

CASES = [
    Case("GET", "/health", needs=""),
    Case("GET", "/schema", needs=""),
    Case("GET", "/schema/openapi.json", needs=""),
    Case("GET", "/schema/{path}", needs="", found=404),
    Case("GET", "/api/games", needs=""),
    Case("GET", "/api/games/{game}/rules", needs=""),
    Case("GET", "/api/packs/{digest}", needs=""),
    Case("GET", "/api/packs/{digest}/boards/{name}", needs=""),
    Case("POST", "/api/guest", needs=""),
    Case("GET", "/api/guest", needs="guest"),
    Case("PUT", "/api/guest", body={"name": "Somebody Else"}, needs="guest"),
    Case("GET", "/api/tables", needs=""),
    Case("GET", "/api/guest/tables", needs="guest"),
    Case("POST", "/api/tables", body=NEW, needs="guest"),
    Case("POST", "/api/records", body={"record": {}, "private": True}, needs="guest"),
    Case("GET", AT, stranger=OK, player=OK),
    Case("DELETE", AT),
    Case("POST", f"{AT}/bots"),
    Case("POST", f"{AT}/seats/{{seat}}", body={"invite": "x"}, stranger=TAKEN, player=TAKEN),
    Case("DELETE", f"{AT}/seats/{{seat}}"),
    Case("GET", f"{AT}/position", "seat=0"),
    Case("POST", f"{AT}/moves", body=SEAT | {"version": 1, "move": MOVE, "token": "t"}),
    Case("POST", f"{AT}/undo", body=SEAT | {"version": 1, "token": "t"}),
    Case("POST", f"{AT}/why", body=SEAT | {"move": MOVE}),
    Case("POST", f"{AT}/preview", body=SEAT | {"version": 1, "move": MOVE}),
    Case("POST", f"{AT}/hint", body=SEAT | {"version": 1}),
    Case("POST", f"{AT}/orders", body=SEAT | {"order": "always"}),
    Case("POST", f"{AT}/chat", body={"text": "psst"}, stranger=OK, player=OK),
    Case("POST", f"{AT}/resign", body=SEAT),
    Case("POST", f"{AT}/draw", body=SEAT | {"agree": True}),
    Case("POST", f"{AT}/stand-in", body=SEAT, player=REFUSED),
    Case("POST", f"{AT}/back", body=SEAT),
    Case("POST", f"{AT}/rematch", player=NOT_YET),
    Case("GET", f"{AT}/record", stranger=NOT_YET, player=NOT_YET),
    Case("GET", f"{AT}/replay", "step=0", stranger=NOT_YET, player=NOT_YET),
    Case("GET", f"{AT}/review", "seat=0", stranger=NOT_YET, player=NOT_YET),
    Case("POST", f"{AT}/fork", body=FORK, stranger=NOT_YET, player=NOT_YET),
]
AT_TABLES = [case for case in CASES if case.needs == "table"]
WITH_BODY = [case for case in CASES if case.body is not None]


@dataclass
class Answer:
    """What came back."""

    status: int
    text: str
    headers: httpx.Headers

    @property
    def problem(self) -> Refused:
        """Status and code; a refusal is a Problem and nothing else."""
        found = json.loads(self.text)
        assert set(found) == PROBLEM, self.text
        assert isinstance(found["reason"], str)
        assert found["reason"]
        return self.status, found["code"]


@dataclass
class Talk:
    """What a socket was told before it answered the last ping, and how it was closed if it was."""

    heard: list[dict[str, Any]] = field(default_factory=list)
    closed: int | None = None  # a close code, or the HTTP status of a handshake

    @property
    def codes(self) -> list[str]:
        """Of the refusals."""
        return [told["code"] for told in self.heard if told["type"] == "refusal"]

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The messages of one type."""
        return [told for told in self.heard if told["type"] == kind]


class Scene:
    """A host, a player, a stranger; a match, a private one, one that waits, one that is over."""

    def __init__(self, folder: Path, database: str | None = None) -> None:
        keys = folder / "keys"
        Keys(keys)
        self.lost = shutil.copy(keys, folder / "lost")
        for _ in range(KEYS_KEPT):
            rotate(keys)
        self.server = Server(folder, database).start()
        self.engine = open_database(database_url(self.server.database))
        self.cookies: dict[str, str] = {}
        self.http = httpx.Client(base_url=self.server.url, timeout=60)
        asyncio.run(self.lay())
        self.cookies |= self.bad_cookies()
        self.secrets = self.all_secrets()

    async def lay(self) -> None:
        """Tables and people."""
        url = self.server.url
        async with Client(url) as host, Client(url) as player, Client(url) as stranger:
            people = {"host": host, "player": player, "stranger": stranger}
            self.cookies = {name: client.cookie or "" for name, client in people.items()}
            settings: dict[str, Any] = {"setup": {"mode": "head-to-head"}, "seed": SEED}
            settings["clock"] = Clock("day", 3.0)
            match = await host.make("cursed-earth", ["me", "open"], **settings)
            hidden = await host.make("cursed-earth", ["me", "open"], private=True, **settings)
            over = await host.make("cursed-earth", ["me", "open"], **settings)
            for table in (match, over):
                await player.sit(table.id, 1)
            link = httpx.QueryParams(invite=self.invite_of(hidden.id))
            await player.sit(hidden.id, 1, link["invite"])
            waits = await host.make("cursed-earth", ["me", "link"], setup={"mode": "head-to-head"})
            for _ in range(3):
                await self.play_one(over.id, [host, player])
            await host.at_seat(over.id, "resign", 0)
            self.move = (await host.position(match.id, 0)).options[0].text
            self.pack = match.pack
            self.maps = default_pack(GAMES["helter-skelter"]).hash
        self.match, self.private, self.waits, self.over = match.id, hidden.id, waits.id, over.id

    async def play_one(self, table: str, people: list[Client]) -> None:
        """The first legal move of whoever is asked."""
        seat = (await people[0].position(table, 0)).asked[0]
        position = await people[seat].position(table, seat)
        await people[seat].play(table, seat, position.version, position.options[0].text)

    def invite_of(self, table: str) -> str:
        """The link by which a private table may be watched."""
        tables = EVERYTHING[1]
        with self.engine.connect() as c:
            found = c.execute(sql.select(tables.c.invite).where(tables.c.id == table))
            return str(found.scalar_one())

    def bad_cookies(self) -> dict[str, str]:
        """Cookies of the host's that are worth nothing."""
        good = self.cookies["host"]
        guest, signed, seal = good.split(".")
        other = self.cookies["stranger"].split(".")
        keys = Path(self.server.keys)
        old = Keys(keys, today=lambda: time.time() - COOKIE_SECONDS - 10)
        return {
            "nobody": "",
            "rubbish": "a.b.c",
            "unsigned": guest,
            "forged": f"{guest}.{signed}.{seal[::-1]}",
            "another's seal": f"{guest}.{other[1]}.{other[2]}",
            "expired": old.sign(guest),
            "a key of old": Keys(Path(self.lost)).sign(guest),
            "too long": good + "A" * 5000,
            "odd": f"{good}%00",
        }

    def all_secrets(self) -> set[str]:
        """What no answer may contain: ids of guests, links, seeds, secrets, keys, places."""
        folder = Path(self.server.keys).parent
        found = {str(SEED), str(folder), "Traceback", 'File "', "sqlalchemy", "psycopg"}
        found |= {cookie for cookie in self.cookies.values() if len(cookie) > 10}
        found |= {self.cookies[who].split(".")[0] for who in ("host", "player", "stranger")}
        found |= set(Path(self.server.keys).read_text("ascii").split())
        for name, columns in (("guests", ["secret"]), ("tables", ["invite", "secret"])):
            found |= self.column_texts(name, columns)
        return found | self.column_texts("seats", ["invite"])

    def column_texts(self, name: str, columns: list[str]) -> set[str]:
        """All that stands in some columns."""
        table = next(known for known in EVERYTHING if known.name == name)
        with self.engine.connect() as c:
            rows = c.execute(sql.select(*(table.c[column] for column in columns))).all()
        return {str(value) for row in rows for value in row if value}

    def kept(self) -> list[list[tuple[Any, ...]]]:
        """Everything that is written, but when a seat was last seen."""
        rows = []
        with self.engine.connect() as c:
            for table in EVERYTHING:
                columns = [column for column in table.c if column.name != "seen"]
                keys = list(table.primary_key.columns)
                found = c.execute(sql.select(*columns).order_by(*keys)).all()
                rows.append([tuple(row) for row in found])
        return rows

    def path(self, case: Case, table: str) -> str:
        """The address of a case at a table."""
        filled = case.path.replace("{table}", table).replace("{seat}", "0")
        filled = filled.replace("{path}", "nothing.yaml")
        pack = self.maps if "{name}" in filled else self.pack
        filled = filled.replace("{name}", "city-blocks").replace("{digest}", quote(pack))
        filled = filled.replace("{game}", "cursed-earth")
        return f"{filled}?{case.query}" if case.query else filled

    def body(self, case: Case) -> bytes:
        """A body that the host could send."""
        if case.body is None:
            return b""
        given = case.body | ({"move": self.move} if "move" in case.body else {})
        return json.dumps(given).encode()

    def send(self, case: Case, who: str, table: str = "", **more: Any) -> Answer:
        """A case as somebody would ask it, at the match unless said otherwise."""
        more.setdefault("body", self.body(case))
        return self.ask(case.method, self.path(case, table or self.match), who, **more)

    def ask(
        self,
        method: str,
        path: str,
        who: str,
        body: bytes = b"",
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """The answer, looked at closely: no mistake of ours, every header, no secret."""
        sent = {"Content-Type": "application/json"} if body else {}
        cookie = self.cookies[who]
        sent |= {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
        response = self.http.request(method, path, content=body, headers=sent | (headers or {}))
        self.http.cookies.clear()
        answer = Answer(response.status_code, response.text, response.headers)
        about = (who, method, path[:200], body[:200], answer.status, answer.text[:500])
        assert answer.status < 500, about
        cached = cache_control(path) if answer.status == 200 else {}
        for name, value in (HEADERS | cached).items():
            assert response.headers.get(name) == value, (name, about)
        for secret in self.secrets:
            assert secret not in answer.text, about
        return answer

    def talk(self, who: str, table: str, *messages: str | bytes, origin: str | None = None) -> Talk:
        """Say all that over a socket, then ping, and hear everything up to the answer."""
        url = f"ws{self.server.url.removeprefix('http')}/api/tables/{table}/socket"
        headers = {"Cookie": f"{COOKIE}={self.cookies[who]}"}
        if origin is not None:
            headers["Origin"] = origin
        talk = Talk()
        try:
            with connect(
                url, additional_headers=headers, proxy=None, compression=None, max_size=None
            ) as socket:
                for message in (*messages, json.dumps({"type": "ping", "id": LAST})):
                    socket.send(message)
                while not talk.heard or talk.heard[-1].get("id") != LAST:
                    text = str(socket.recv(30))
                    assert not [secret for secret in self.secrets if secret in text], text
                    talk.heard.append(json.loads(text))
        except ConnectionClosed as closed:
            talk.closed = closed.rcvd.code if closed.rcvd is not None else 0
        for pong in talk.of("pong"):
            del pong["at"]  # the hour is no secret, and never the same twice
        return talk

    def close(self) -> None:
        """Nothing stays open; nothing failed behind anybody's back."""
        self.http.close()
        self.engine.dispose()
        log = self.server.log()
        self.server.kill()
        assert "failed" not in log, log
        assert "Traceback" not in log, log
