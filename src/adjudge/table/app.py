"""The application: routes, the guards before them, and one shape for every refusal."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
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
from litestar.types import Message, Receive, Scope, Send

import adjudge
from adjudge.table import pages, rows
from adjudge.table.config import Config, handed_over
from adjudge.table.denials import Denied
from adjudge.table.house import House
from adjudge.table.logs import set_up_logs
from adjudge.table.pages import Pages
from adjudge.table.protocol import Health, Problem
from adjudge.table.routes import COOKIE, COOKIE_SECONDS, PROBLEMS, routes
from adjudge.table.steady import Steady
from adjudge.table.store import Unavailable
from adjudge.table.subpath import Subpath

log = structlog.get_logger("adjudge")

JSON = "application/json"
BODY_BYTES = 64_000
CYCLES = (10_000, 20, 1_000)  # objects made before a look at the young, the middle, and all
HEALTH_SECONDS = 2.0
# Asked by neighbours, whose address may be banned by mistake.
FOR_MACHINES = ("/health", "/metrics")
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


# Guards


class Guards:
    """Before every request: where it comes from, how often; after it: headers and a count."""

    def __init__(self, pages: Pages, house: House) -> None:
        self.app = pages
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it in, or not."""
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        # The page costs nothing: a household that opens it all at once is let in.
        denial = None if self.app.has(scope) else self.denial(connection)
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
        headers = [(b"content-type", b"application/json")]
        headers += [(b"retry-after", b"1")] if denial.status == 429 else []
        start: Message = {
            "type": "http.response.start",
            "status": denial.status,
            "headers": headers,
        }
        await self.headed(scope, send, start)
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def denial(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Denied | None:
        """Why this request is not let in."""
        if not self.own_origin(connection):
            return Denied("not-yours", "This page is not of this server.")
        if connection.headers.get("content-type", JSON).partition(";")[0].strip().lower() != JSON:
            return Denied("bad-request", f"A body has to be JSON: Content-Type: {JSON}.")
        guest = self.house.keys.guest_of(connection.cookies.get(COOKIE, ""), COOKIE_SECONDS)
        address = connection.client.host if connection.client is not None else ""
        banned = self.house.bans.denial(guest, address)
        if banned is not None and connection.scope["path"] not in FOR_MACHINES:
            return banned
        wait = self.house.limits.take(guest or f"address {address}")
        return Denied("slow-down", f"Too many requests: wait {wait:.1f} s.") if wait > 0 else None

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
    log.error("a request failed", path=request.url.path, exc_info=problem)
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
    app.asgi_handler = Guards(Pages(app.asgi_handler, page, config.path), house)
    if config.path:
        app.asgi_handler = Subpath(app.asgi_handler, config.path)
    return app


def as_process(config: Config) -> Litestar:
    """The application for a process that does nothing else."""
    app = make_app(config)
    rarely_look_for_cycles()
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
