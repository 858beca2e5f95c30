"""The application: routes, the guards before them, and one shape for every refusal."""

from __future__ import annotations

import asyncio
import gc
import re
import sys
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog
from litestar import Litestar, Request, Response, get
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.di import NamedDependency, Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Server
from litestar.routes import HTTPRoute
from litestar.types import Message, Receive, Scope, Send

import adjudge
from adjudge.table import pages, rows
from adjudge.table.addresses import household
from adjudge.table.config import Config, handed_over
from adjudge.table.denials import Denied
from adjudge.table.entrance import share_of
from adjudge.table.house import House
from adjudge.table.logs import set_up_logs
from adjudge.table.pages import Pages
from adjudge.table.protocol import Health, Problem
from adjudge.table.routes import (
    COOKIE,
    COOKIE_SECONDS,
    JSON,
    NO_GUEST,
    OPEN_TO_ALL,
    PROBLEMS,
    address_of,
    routes,
)
from adjudge.table.steady import Steady
from adjudge.table.store import Unavailable
from adjudge.table.subpath import Subpath

log = structlog.get_logger("adjudge")

BODY_BYTES = 64_000
CYCLES = (10_000, 20, 1_000)  # objects made before a look at the young, the middle, and all
HEALTH_SECONDS = 2.0
HEALTH = "/health"  # asked by neighbours, whose address may be banned by mistake
SWITCH = 0.001  # seconds that a thread computes before others have their turn
SHOWN = 100  # characters of what somebody calls us
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "style-src-attr 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
HSTS = "max-age=31536000; includeSubDomains"


@get("/health", responses=PROBLEMS | {503: ResponseSpec(Health, generate_examples=False)})
async def health(house: NamedDependency[House]) -> Response[Health]:
    """Whether the service and its database answer."""
    try:
        await asyncio.wait_for(house.store.read(rows.ping), HEALTH_SECONDS)
        database = True
    except (Unavailable, TimeoutError):
        database = False
    reason = "" if database else "the database does not answer"
    reason = "the server is stopping" if house.service.closing else reason or house.store.fault
    there = Health(
        not reason,
        database,
        adjudge.__version__,
        adjudge.BUILD,
        len(house.service.stuck),
        reason,
    )
    return Response(there, status_code=200 if there.ok else 503)


def port_of(connection: ASGIConnection[Any, Any, Any, Any]) -> int | None:
    """The port that it came to."""
    server = connection.scope.get("server")
    return None if server is None else server[1]


def at_home(address: str) -> bool:
    """Whether a client is on this machine or in a private network."""
    try:
        return ip_address(address).is_private
    except ValueError:
        return True  # a socket of the file system, or a test


# Guards


class Guards:
    """Before every request: where it comes from, how often; after it: headers and a count."""

    def __init__(self, pages: Pages, house: House, for_guests: dict[str, re.Pattern[str]]) -> None:
        self.app = pages
        self.house = house
        self.for_guests = for_guests
        self.under_way: Counter[str] = Counter()  # requests and sockets of each address
        self.share = share_of(house.config.connections)
        self.warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it in, or not."""
        self.find_client(scope)
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        address = connection.client.host if connection.client is not None else ""
        denial = self.denial(connection, address)
        home = household(address)
        self.under_way[home] += 1
        try:
            await self.answer(scope, receive, send, denial)
        finally:
            self.under_way[home] -= 1
            if not self.under_way[home]:
                del self.under_way[home]

    async def answer(
        self, scope: Scope, receive: Receive, send: Send, denial: Denied | None
    ) -> None:
        """What it asks for, or why not."""
        if scope["type"] == ScopeType.WEBSOCKET:
            if denial is not None:
                await send({"type": "websocket.close", "code": 4403, "reason": denial.code})
                return
            await self.app(scope, receive, send)
            return
        if denial is None:
            await self.app(scope, receive, partial(self.headed, scope, send))
            return
        body = msgspec.json.encode(problem_of(denial))
        length = str(len(body)).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", length)]
        headers += [(b"retry-after", b"1")] if denial.status in (429, 503) else []
        start: Message = {
            "type": "http.response.start",
            "status": denial.status,
            "headers": headers,
        }
        await self.headed(scope, send, start)
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def find_client(self, scope: Scope) -> None:
        """From here on, whoever asked is the client, and no proxy in between."""
        there = scope.get("client")
        if not there:
            return
        peer, headers, proxies = there[0], scope["headers"], self.house.proxies
        address = proxies.client(peer, headers)
        scheme = proxies.scheme(peer, headers)
        if address != peer:
            scope["client"] = (address, 0)
        if scheme is not None:
            web = scope["type"] == ScopeType.WEBSOCKET
            scope["scheme"] = scheme.replace("http", "ws") if web else scheme
        strange = not proxies.trusts(peer) and any(n == b"x-forwarded-for" for n, _ in headers)
        if strange and at_home(peer) and not self.warned:
            self.warned = True
            log.warning("a proxy is not trusted: all its clients are one", set=f"--proxy {peer}")

    def denial(self, connection: ASGIConnection[Any, Any, Any, Any], address: str) -> Denied | None:
        """Why this request is not let in."""
        host = connection.headers.get("host")
        if not self.house.hosts.knows(host, port_of(connection)):
            shown = (host or "")[:SHOWN]
            log.warning("called by a strange name", address=address, host=shown)
            reason = f"This server is not known as {shown}: whoever runs it can set --public-host."
            return Denied("bad-request", reason)
        # The page costs nothing: a household that opens it all at once is let in.
        if self.app.has(connection.scope):
            return None
        if not self.own_origin(connection):
            return Denied("not-yours", "This page is not of this server.")
        if connection.headers.get("content-type", JSON).partition(";")[0].strip().lower() != JSON:
            return Denied("bad-request", f"A body has to be JSON: Content-Type: {JSON}.")
        guest = self.house.keys.guest_of(connection.cookies.get(COOKIE, ""), COOKIE_SECONDS)
        banned = self.house.bans.denial(guest, address)
        if banned is not None and connection.scope["path"] != HEALTH:
            return banned
        wait = self.house.limits.take(guest or f"address {household(address)}")
        if wait > 0:
            log.warning("too many requests", address=address)
            return Denied("slow-down", f"Too many requests: wait {wait:.1f} s.")
        if self.too_many(address):
            log.warning("too many at once", address=address)
            return Denied("unavailable", "Your address has too much under way: close some of it.")
        return Denied("no-guest", NO_GUEST) if guest is None and self.needs(connection) else None

    def too_many(self, address: str) -> bool:
        """Whether an address, seen through proxies, has its share of the connections."""
        home = household(address)
        return bool(self.share) and self.under_way[home] >= self.share and self.counts(address)

    def counts(self, address: str) -> bool:
        """Whether an address is some client's: a proxy that says no more has those of many."""
        return bool(address) and not self.house.proxies.trusts(address)

    def needs(self, connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
        """Whether it is for guests only. Sockets say so themselves."""
        pattern = self.for_guests.get(str(connection.scope.get("method", "")))
        path = "/".join(["", *filter(None, connection.scope["path"].split("/"))])
        return pattern is not None and pattern.fullmatch(path) is not None

    def own_origin(self, connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
        """Browsers say which site a request comes from: only our own may act for a guest."""
        origin = connection.headers.get("origin")
        if origin is None or connection.scope.get("method") in ("GET", "HEAD"):
            return True
        try:
            own = urlsplit(origin).netloc == connection.headers.get("host")
        except ValueError:
            return False
        return own or origin in self.house.config.origins

    async def headed(self, scope: Scope, send: Send, message: Message) -> None:
        """The answer with the headers that keep a browser safe."""
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self.house.config.secure:
                headers.setdefault("strict-transport-security", HSTS)
            route = str(scope.get("path_template") or "other")
            method = str(scope.get("method")) if route != "other" else "other"
            self.house.metrics.answered(method, route, message["status"])
        await send(message)


class Asked(Request[Any, Any, Any]):
    """A request whose body may be anything at all."""

    async def json(self) -> Any:
        """The body; ValidationException if it is no text, or nested beyond all reason."""
        try:
            return await super().json()
        except (UnicodeDecodeError, RecursionError):
            raise ValidationException("The body is not JSON that can be read.") from None


# Refusals


def problem_of(denial: Denied) -> Problem:
    """As it is told."""
    return Problem(denial.code, denial.reason, denial.rules, denial.version, denial.at)


def answer_denied(request: Request[Any, Any, Any], denial: Denied) -> Response[Problem]:
    """Something that is not done."""
    headers = {"retry-after": "1"} if denial.status in (429, 503) else {}
    return Response(problem_of(denial), status_code=denial.status, headers=headers)


def answer_unavailable(request: Request[Any, Any, Any], problem: Unavailable) -> Response[Problem]:
    """The database is away, or takes nothing."""
    return answer_denied(request, Denied("unavailable", problem.told))


def answer_invalid(
    request: Request[Any, Any, Any], problem: ValidationException
) -> Response[Problem]:
    """A request that is not what it should be."""
    found = problem.extra if isinstance(problem.extra, list) else []
    words = [f"{at.get('key', '')}: {at.get('message', '')}".strip(": ") for at in found]
    reason = "; ".join(words) or problem.detail
    return answer_denied(request, Denied("bad-request", reason))


WENT_AWAY = "client disconnected prematurely"  # Litestar's words; there is no class for it
CODES = {401: "no-guest", 403: "not-yours", 404: "not-found", 413: "too-large", 429: "slow-down"}


def answer_http(request: Request[Any, Any, Any], problem: HTTPException) -> Response[Problem]:
    """What the framework refuses."""
    code = CODES.get(problem.status_code, "bad-request")
    return Response(Problem(code, problem.detail), status_code=problem.status_code)


def answer_unexpected(request: Request[Any, Any, Any], problem: Exception) -> Response[Problem]:
    """A mistake of ours: it is logged, and nothing of it is told."""
    if isinstance(problem, HTTPException) and problem.detail == WENT_AWAY:
        return Response(Problem("bad-request", "The request broke off."), status_code=400)
    address = address_of(request)
    log.error("a request failed", path=request.url.path, address=address, exc_info=problem)
    return Response(Problem("error", "That is a mistake of the server's."), status_code=500)


# Assembly


def make_app(config: Config, page: Path = pages.FOLDER, clock: Steady | None = None) -> Litestar:
    """The application for these settings, with the page that lies in a folder."""
    house = House(config, clock)

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncGenerator[None, None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    def give_house() -> House:
        return house

    app = Litestar(
        route_handlers=[health, routes()],
        dependencies={"house": Provide(give_house, sync_to_thread=False, use_cache=True)},
        lifespan=[opened],
        exception_handlers={
            Denied: answer_denied,
            Unavailable: answer_unavailable,
            ValidationException: answer_invalid,
            HTTPException: answer_http,
            500: answer_unexpected,
        },
        request_class=Asked,
        request_max_body_size=BODY_BYTES,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Adjudge",
            version=adjudge.__version__,
            description="The web table of Adjudge: matches that live, and lose nothing.",
            path="/schema",
            servers=[Server(url=config.path or "/")],
            render_plugins=[JsonRenderPlugin()],
        ),
    )
    app.state.house = house
    # Around everything: what the framework calls middleware is not asked when there is no route.
    guards = Guards(Pages(app.asgi_handler, page, config.path), house, paths_for_guests(app))
    app.asgi_handler = Subpath(guards, config.path) if config.path else guards
    return app


def paths_for_guests(app: Litestar) -> dict[str, re.Pattern[str]]:
    """The paths that only guests may ask for, by method: all but those that are open to all."""
    found: dict[str, list[str]] = {}
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for method in route.methods - {"OPTIONS"}:
                if (method, route.path_format) not in OPEN_TO_ALL:
                    parts = re.split(r"\{[^}]*\}", route.path_format)
                    found.setdefault(method, []).append("[^/]+".join(map(re.escape, parts)))
    return {method: re.compile("|".join(paths)) for method, paths in found.items()}


def as_process(config: Config) -> Litestar:
    """The application for a process that does nothing else."""
    app = make_app(config)
    rarely_look_for_cycles()
    sys.setswitchinterval(SWITCH)  # or whoever plays waits for previews, records and reviews
    return app


def rarely_look_for_cycles() -> None:
    """Python stops everything to look through all objects for cycles: 0.3 s with 1,000 matches.

    Matches hold none. What is made and thrown away is still looked through, in small.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*CYCLES)


def from_environment() -> Litestar:
    """For workers that uvicorn starts."""
    config = handed_over()
    set_up_logs(config.json_logs, config.level)
    return as_process(config)
