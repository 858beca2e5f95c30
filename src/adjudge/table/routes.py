"""The HTTP interface. Every answer is JSON; a refusal is a Problem with a code and a reason."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import structlog
from litestar import (
    MediaType,
    Request,
    Response,
    Router,
    WebSocket,
    delete,
    get,
    post,
    put,
    websocket,
)
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, Cookie
from litestar.di import NamedDependency, Provide
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import Parameter

from adjudge.kernel.game import Invalid
from adjudge.match import find_game
from adjudge.packs import LoadedPack
from adjudge.table import rows
from adjudge.table.addresses import household
from adjudge.table.bringing import RECORD_BYTES, read_record
from adjudge.table.budgets import FORK, REVIEW, TABLE, cost_of_record
from adjudge.table.connection import Connection
from adjudge.table.denials import STATUS, Denied
from adjudge.table.guests import FOR_EVER, check_name
from adjudge.table.house import House
from adjudge.table.lobby import asked
from adjudge.table.offers import offers, rules_of
from adjudge.table.protocol import (
    Done,
    DrawWish,
    Fork,
    Guest,
    GuestWish,
    Hint,
    Hinted,
    Invited,
    NewTable,
    Offers,
    Order,
    Play,
    Position,
    Preview,
    Previewed,
    Problem,
    Replay,
    Review,
    Rules,
    Say,
    SeatOnly,
    Table,
    Tables,
    Undo,
    Why,
    WhyAnswer,
)
from adjudge.table.seen import position_seen, table_seen
from adjudge.table.webhooks import check_url

log = structlog.get_logger("adjudge")

COOKIE = "adjudge_guest"
JSON = "application/json"
COOKIE_SECONDS = 365 * 86_400
# What anybody may ask for. All else is for guests: app.py sends others away before it looks at what
# they have sent.
OPEN_TO_ALL = {
    ("GET", "/health"),
    ("GET", "/schema"),
    ("GET", "/schema/openapi.json"),
    ("GET", "/schema/{path}"),
    ("GET", "/api/games"),
    ("GET", "/api/games/{game}/rules"),
    ("GET", "/api/packs/{digest}"),
    ("GET", "/api/packs/{digest}/boards/{name}"),
    ("GET", "/api/tables"),
    ("POST", "/api/guest"),
}
NO_GUEST = "This needs a guest's cookie: POST /api/guest gives one."
# For answers that are large and the same for everybody. Others hold invitations beside words that
# strangers wrote: by its compressed length, one could be guessed.
COMPRESSED = DefineMiddleware(
    CompressionMiddleware,
    config=CompressionConfig("gzip", minimum_size=2_000, gzip_compress_level=6),
)
UNCHANGING = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)
Here = NamedDependency[House]
Me = NamedDependency[str]
Whence = NamedDependency[str]
ID = re.compile("[A-Za-z0-9_-]{1,40}")
Id = Annotated[str, Parameter(max_length=40, pattern="^[A-Za-z0-9_-]+$")]
Code = Annotated[str, Parameter(max_length=80)]
SeatNumber = Annotated[int, Parameter(ge=0, le=15)]
AnySeat = Annotated[int | None, Parameter(ge=0, le=15)]  # within a union it would not be checked
Number = Annotated[int, Parameter(ge=0, le=2**31 - 1)]


async def guest_of(request: Request[Any, Any, Any], house: Here) -> str:
    """Who the cookie says; Denied without a good one."""
    guest = house.keys.guest_of(request.cookies.get(COOKIE, ""), COOKIE_SECONDS)
    if guest is None:
        raise Denied("no-guest", NO_GUEST)
    if ID.fullmatch(table := request.path_params.get("table", "")):
        house.looked(table, guest)
    return guest


def address_of(request: Request[Any, Any, Any]) -> str:
    """Where the client is."""
    return request.client.host if request.client is not None else ""


# What there is


@get("/api/games", sync_to_thread=False, middleware=[COMPRESSED])
def list_games(house: Here) -> Offers:
    """The games, what can be chosen, the bots, the packs."""
    return offers(house.packs.at_hand, bool(house.config.webhooks), house.config.away)


@get("/api/games/{game:str}/rules", sync_to_thread=False, middleware=[COMPRESSED])
def list_rules(game: Id) -> Rules:
    """The rules of a game in the book's order, then the rulings."""
    return rules_of(asked(lambda: find_game(game)))


@get(
    "/api/packs/{digest:str}",
    cache_control=UNCHANGING,
    middleware=[COMPRESSED],
)
async def show_pack(
    house: Here, digest: Annotated[str, Parameter(max_length=80)]
) -> dict[str, Any]:
    """The content of a pack: what is printed on its cards."""
    pack = await pack_of(house, digest)
    header = {"name": pack.name, "version": pack.version, "title": pack.title}
    return header | {"game": pack.game.id, "hash": pack.hash, "content": dict(pack.content)}


async def pack_of(house: House, digest: str) -> LoadedPack:
    """The pack of that hash; Denied if it is not here."""
    try:
        return await house.packs.find(digest)
    except Invalid:
        raise Denied("not-found", "There is no such pack on this server.") from None


@get("/api/packs/{digest:str}/boards/{name:str}", middleware=[COMPRESSED])
async def show_board(
    request: Request[Any, Any, Any],
    house: Here,
    digest: Annotated[str, Parameter(max_length=80)],
    name: Id,
) -> Response[Any]:
    """A board of a pack, to be drawn: its spaces, what is between them, and what is seen."""
    pack = await pack_of(house, digest)
    try:
        board = await asyncio.to_thread(house.board, pack, name)
    except Invalid as problem:
        raise Denied("not-found", str(problem)) from None
    # Another version of the engine may draw the same pack otherwise: it is asked for again.
    headers = {"etag": board.tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == board.tag:
        return Response(None, status_code=304, headers=headers)
    return Response(board.body, media_type=MediaType.JSON, headers=headers)


# Guests


@post("/api/guest", status_code=200)
async def be_guest(request: Request[Any, Any, Any], house: Here) -> Response[Guest]:
    """A cookie and a friendly name; whoever has a cookie of ours keeps both, however old it is.

    A clock that was a year ahead for a moment must not cost anybody their seats.
    """
    guest = house.keys.guest_of(request.cookies.get(COOKIE, ""), FOR_EVER)
    row = None
    if guest is not None:
        row = await house.store.read(partial(rows.find_guest, id=guest))
    if guest is not None and row is not None:
        answer = await house.known(guest)
    else:
        check_arrival(request, house)
        guest, name = await house.new_guest()
        answer = Guest(name, None)
    return Response(answer, cookies=[cookie_for(house, guest)])


def check_arrival(request: Request[Any, Any, Any], house: House) -> None:
    """Denied if too many new guests come from one address."""
    address = address_of(request)
    if house.arrivals.take(household(address)) > 0:
        log.warning("too many new guests", address=address)
        raise Denied("slow-down", "Too many new guests from this address: wait a moment.")
    log.info("a new guest", address=address)


def cookie_for(house: House, guest: str) -> Cookie:
    """Signed; scripts cannot read it, and other sites cannot send it along."""
    return Cookie(
        key=COOKIE,
        value=house.keys.sign(guest),
        max_age=COOKIE_SECONDS,
        path=house.config.path or "/",
        httponly=True,
        secure=house.config.secure,
        samesite="lax",
    )


@get("/api/guest")
async def show_guest(house: Here, guest: Me) -> Guest:
    """Who you are."""
    return await house.known(guest)


@put("/api/guest")
async def change_guest(house: Here, guest: Me, data: GuestWish) -> Guest:
    """Another name, another webhook; an empty webhook takes it away."""
    changes: dict[str, Any] = {}
    if data.name is not None:
        changes["name"] = asked(lambda: check_name(data.name or ""))
    if data.webhook is not None:
        allowed = house.config.webhooks
        url = data.webhook
        changes["webhook"] = asked(lambda: check_url(url, allowed)) if url else None
    if changes:
        worker = house.service.worker
        job = partial(rows.change_guest, id=guest, changes=changes, worker=worker)
        await house.store.write(job)
        house.service.rename(guest, changes.get("name"))
    return await house.known(guest)


# Tables


@get("/api/tables")
async def list_tables(house: Here) -> Tables:
    """Open tables that wait for people or can be watched."""
    found = await house.store.read(rows.open_tables)
    return Tables([house.listed(header, None) for header in found])


@get("/api/guest/tables")
async def list_own_tables(house: Here, guest: Me) -> Tables:
    """Your tables: those that wait for you, those that go on, and the latest that are over."""
    found = await house.store.read(partial(rows.tables_of, guest=guest))
    tables = [house.listed(header, guest) for header in found]
    return Tables(sorted(tables, key=lambda table: not waits(table)))


def waits(table: Table) -> bool:
    """Whether the table waits for you."""
    return any(seat.you and seat.seat in table.asked for seat in table.seats)


@post("/api/tables", status_code=201)
async def make_table(house: Here, guest: Me, address: Whence, data: NewTable) -> Table:
    """A new table. It begins as soon as every seat is taken."""
    house.check_open_for_work()
    house.budgets.spend(guest, address, TABLE)
    name = await house.name_of(guest)
    return await shown(house, guest, await house.lobby.make(guest, name, data))


async def shown(house: House, guest: str, id: str) -> Table:
    """A table as the guest sees it."""
    async with house.service.table(id) as live:
        return table_seen(live, house.fan.eyes(live, guest))


@get("/api/tables/{table:str}")
async def show_table(house: Here, guest: Me, table: Id, invite: Code = "") -> Table:
    """A table and who sits at it."""
    async with house.service.table(table) as live:
        house.lobby.check_watch(live, guest, invite)
        return table_seen(live, house.fan.eyes(live, guest))


@delete("/api/tables/{table:str}", status_code=200)
async def close_table(house: Here, guest: Me, table: Id) -> Done:
    """Take away a table of yours that has not begun."""
    await house.lobby.close(table, guest)
    return Done(0)


@post("/api/tables/{table:str}/bots", status_code=200)
async def fill_with_bots(house: Here, guest: Me, table: Id) -> Done:
    """Stop waiting: bots take the empty seats of a table of yours, and it begins."""
    house.check_open_for_work()
    return Done(await house.lobby.bots(table, guest))


@post("/api/tables/{table:str}/seats/{seat:int}", status_code=200)
async def sit(house: Here, guest: Me, table: Id, seat: SeatNumber, data: Invited) -> Done:
    """Take a seat."""
    house.check_open_for_work()
    name = await house.name_of(guest)
    return Done(await house.lobby.sit(table, guest, name, seat, data.invite))


@delete("/api/tables/{table:str}/seats/{seat:int}", status_code=200)
async def get_up(house: Here, guest: Me, table: Id, seat: SeatNumber) -> Done:
    """Leave a seat before the match begins."""
    await house.lobby.leave(table, guest, seat)
    return Done(0)


# Playing


@get("/api/tables/{table:str}/position")
async def show_position(
    house: Here,
    guest: Me,
    table: Id,
    seat: AnySeat = None,
    since: Number = 0,
    invite: Code = "",
) -> Position:
    """What the seat, or a spectator, may know, as the socket tells it."""
    async with house.service.table(table) as live:
        house.lobby.check_watch(live, guest, invite)
        if seat is not None:
            house.service.check_seat(live, guest, seat)
        house.service.check_begun(live)
        return position_seen(live, seat, since, house.fan.eyes(live, guest))[0]


@post("/api/tables/{table:str}/moves", status_code=200)
async def play(house: Here, guest: Me, table: Id, data: Play) -> Done:
    """A move at the version that you saw."""
    house.check_open_for_work()
    p = data
    return Done(await house.service.play(table, guest, p.seat, p.version, p.move, p.token))


@post("/api/tables/{table:str}/undo", status_code=200)
async def undo(house: Here, guest: Me, table: Id, data: Undo) -> Done:
    """Take your last move back."""
    house.check_open_for_work()
    return Done(await house.service.undo(table, guest, data.seat, data.version, data.token))


@post("/api/tables/{table:str}/why", status_code=200)
async def why(house: Here, guest: Me, table: Id, data: Why) -> WhyAnswer:
    """Why can I not do that, or use that thing?"""
    refusal, _ = await house.service.why(table, guest, data)
    if refusal is None:
        return WhyAnswer(True, "", [])
    return WhyAnswer(False, refusal.reason, list(refusal.rules))


@post("/api/tables/{table:str}/preview", status_code=200)
async def preview(house: Here, guest: Me, address: Whence, table: Id, data: Preview) -> Previewed:
    """What would this move do, as far as you can know?"""
    return await house.study.preview(table, guest, address, data)


@post("/api/tables/{table:str}/hint", status_code=200)
async def hint(house: Here, guest: Me, address: Whence, table: Id, data: Hint) -> Hinted:
    """What would a bot do that sees what you see?"""
    house.check_open_for_work()
    return await house.study.hint(table, guest, address, data)


@post("/api/tables/{table:str}/orders", status_code=200)
async def order(house: Here, guest: Me, table: Id, data: Order) -> Done:
    """A standing order for windows."""
    house.check_open_for_work()
    return Done(await house.service.order(table, guest, data.seat, data.order))


@post("/api/tables/{table:str}/chat", status_code=200)
async def say(house: Here, guest: Me, table: Id, data: Say, invite: Code = "") -> Done:
    """Something to those at the table, or, from a spectator, to the other spectators."""
    house.check_open_for_work()
    name = await house.name_of(guest)
    return Done(await house.lobby.say(table, guest, name, data.text, invite))


@post("/api/tables/{table:str}/resign", status_code=200)
async def resign(house: Here, guest: Me, table: Id, data: SeatOnly) -> Done:
    """Give up."""
    house.check_open_for_work()
    return Done(await house.lobby.resign(table, guest, data.seat))


@post("/api/tables/{table:str}/draw", status_code=200)
async def draw(house: Here, guest: Me, table: Id, data: DrawWish) -> Done:
    """Offer, accept or decline a draw."""
    house.check_open_for_work()
    return Done(await house.lobby.draw(table, guest, data.seat, data.agree))


@post("/api/tables/{table:str}/stand-in", status_code=200)
async def stand_in(house: Here, guest: Me, table: Id, data: SeatOnly) -> Done:
    """Let a bot play for your seat; for somebody who is away, after a notice to everybody."""
    house.check_open_for_work()
    return Done(await house.lobby.stand_in(table, guest, data.seat))


@post("/api/tables/{table:str}/back", status_code=200)
async def back(house: Here, guest: Me, table: Id, data: SeatOnly) -> Done:
    """Play yourself again, or say that you are there: a notice ends."""
    house.check_open_for_work()
    return Done(await house.lobby.back(table, guest, data.seat))


@post("/api/tables/{table:str}/rematch", status_code=201)
async def rematch(house: Here, guest: Me, address: Whence, table: Id) -> Table:
    """The same again, with the same people: each of them asks for it."""
    house.check_open_for_work()
    house.budgets.spend(guest, address, TABLE)
    name = await house.name_of(guest)
    return await shown(house, guest, await house.lobby.rematch(table, guest, name))


# Afterwards


@get(
    "/api/tables/{table:str}/record",
    media_type="application/json",
    responses={200: ResponseSpec(dict[str, Any], generate_examples=False)},
)
async def export_record(house: Here, guest: Me, table: Id, invite: Code = "") -> Response[bytes]:
    """The record of a finished match, as `adjudge verify` knows it."""
    text = await house.records.export(table, guest, invite)
    headers = {"Content-Disposition": f'attachment; filename="{table}.json"'}
    return Response(text.encode(), media_type="application/json", headers=headers)


@dataclass
class BringsRecord(Operation):
    """The body is read where it is cheap, not by the framework: this is what it holds."""

    def __post_init__(self) -> None:
        fields = {
            "record": Schema(type=OpenAPIType.OBJECT),
            "private": Schema(type=OpenAPIType.BOOLEAN, default=True),
        }
        body = Schema(type=OpenAPIType.OBJECT, properties=dict(fields), required=["record"])
        self.request_body = RequestBody({JSON: OpenAPIMediaType(body)}, required=True)


@post(
    "/api/records",
    status_code=201,
    request_max_body_size=RECORD_BYTES,
    operation_class=BringsRecord,
)
async def import_record(
    request: Request[Any, Any, Any], house: Here, guest: Me, address: Whence
) -> Table:
    """A record from elsewhere as a finished table, to replay and to play on from."""
    house.check_open_for_work()
    size = request.content_length
    if size is not None and size > RECORD_BYTES:
        raise Denied("too-large", f"A record has at most {RECORD_BYTES} bytes.")
    with house.records.desk.place(guest, address):
        # Before it is read: one that does not say how long it is counts as the longest.
        house.budgets.spend(guest, address, cost_of_record(RECORD_BYTES if size is None else size))
        name = await house.name_of(guest)
        record, private = await house.records.aside(read_record, await request.body())
        id = await house.records.bring(guest, name, record, private)
    return await shown(house, guest, id)


@get("/api/tables/{table:str}/replay")
async def replay(
    house: Here,
    guest: Me,
    table: Id,
    step: Number,
    seat: AnySeat = None,
    since: Number = 0,
    invite: Code = "",
) -> Replay:
    """A finished match after so many moves, through the eyes of a seat or of a spectator."""
    return await house.records.replayed(table, guest, invite, step, seat, since)


@get("/api/tables/{table:str}/review")
async def review(
    house: Here, guest: Me, address: Whence, table: Id, seat: SeatNumber, invite: Code = ""
) -> Review:
    """What the decisions of a seat in a finished match cost; ask again until all are weighed."""
    house.check_open_for_work()
    if not house.reviews.known(table, seat):
        house.budgets.spend(guest, address, REVIEW)
    return await house.reviews.reviewed(table, guest, invite, seat)


@post("/api/tables/{table:str}/fork", status_code=201)
async def fork(
    house: Here, guest: Me, address: Whence, table: Id, data: Fork, invite: Code = ""
) -> Table:
    """A new table that goes on from a step of a finished match."""
    house.check_open_for_work()
    house.budgets.spend(guest, address, FORK)
    name = await house.name_of(guest)
    return await shown(house, guest, await house.records.fork(table, guest, name, data, invite))


# Sockets


@websocket("/api/tables/{table:str}/socket")
async def socket(socket: WebSocket[Any, Any, Any], house: Here, table: str) -> None:
    """Live: see docs/protocol.md."""
    guest = house.keys.guest_of(socket.cookies.get(COOKIE, ""), COOKIE_SECONDS)
    if guest is None or not ID.fullmatch(table) or house.service.closing:
        await socket.close(4401 if guest is None else 4404)
        return
    if house.sockets[guest] >= house.config.sockets:
        await socket.close(4429)
        return
    await socket.accept()
    house.sockets[guest] += 1
    try:
        address = socket.client.host if socket.client is not None else ""
        await Connection(house, socket, table, guest, address).serve()
    finally:
        house.sockets[guest] -= 1
        if not house.sockets[guest]:
            del house.sockets[guest]


ROUTES: list[BaseRouteHandler] = [
    list_games,
    list_rules,
    show_pack,
    show_board,
    be_guest,
    show_guest,
    change_guest,
    list_tables,
    list_own_tables,
    make_table,
    show_table,
    close_table,
    fill_with_bots,
    sit,
    get_up,
    show_position,
    play,
    undo,
    why,
    preview,
    hint,
    order,
    say,
    resign,
    draw,
    stand_in,
    back,
    rematch,
    export_record,
    import_record,
    replay,
    review,
    fork,
    socket,
]


PROBLEMS = {
    status: ResponseSpec(Problem, generate_examples=False, description="Not done, and why.")
    for status in STATUS.values()
}


def routes() -> Router:
    """All of them; those that ask for a guest need a cookie."""
    for route in ROUTES:
        if isinstance(route, HTTPRouteHandler):
            route.responses = PROBLEMS | dict(route.responses or {})
    given = {
        "guest": Provide(guest_of),
        "address": Provide(address_of, sync_to_thread=False),
    }
    return Router(path="/", route_handlers=ROUTES, dependencies=given)
