"""`adjudge serve`: the server as a process, or several of them."""

from __future__ import annotations

import signal
import socket
from pathlib import Path
from types import FrameType

import msgspec
import structlog
import uvicorn
from uvicorn.supervisors import Multiprocess

from adjudge.kernel.game import Invalid
from adjudge.table.addresses import Proxies
from adjudge.table.app import as_process
from adjudge.table.config import PORT, Config
from adjudge.table.database import database_url, make_ready
from adjudge.table.door import Door, Settings, Talk
from adjudge.table.entrance import (
    AT_ONCE,
    MOST_CONNECTIONS,
    Entrance,
    Room,
    more_files,
    room_for,
    share_of,
)
from adjudge.table.guests import read_keys
from adjudge.table.hosts import Hosts
from adjudge.table.logs import set_up_logs
from adjudge.table.metrics import check_place
from adjudge.table.opening import address, answers, show, show_when_ready
from adjudge.table.pages import is_built
from adjudge.table.private import narrow, narrow_database

log = structlog.get_logger("adjudge")

MESSAGE_BYTES = 64_000
GRACE = 20  # seconds that requests under way get when the server stops


def serve(config: Config, opens: bool = False, joins: bool = False) -> None:
    """Until it is told to stop. Says on standard output where it is, once it listens.

    One that opens a browser is somebody's own: if the usual port is taken, it takes another. If it
    joins, and an Adjudge has that port, the browser is shown that one.
    """
    set_up_logs(config.json_logs, config.level)
    own = address(config.host, PORT, config.path)
    if joins and config.port == PORT and answers(own):
        print(f"Adjudge is running already: {own}", flush=True)
        show(own)
        return
    if config.metrics:
        check_place(config.metrics, config.workers)
    Hosts(config.hosts, config.host)  # Invalid if they are none: not only when a worker has started
    Proxies(config.proxies)
    prepare(config)
    config = with_room(config)
    if config.workers > 1:
        serve_many(config, opens)
        return
    listening = listen_somewhere(config) if opens else listen(config)
    app = as_process(config)
    server = uvicorn.Server(settings(config, app))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, leave)
    announce(listening, opens, config.path)
    server.run([listening])


def prepare(config: Config) -> None:
    """What every worker relies on; Invalid if it cannot be had, before anybody is let in."""
    url, keys = database_url(config.database), Path(config.keys)
    make_ready(url)
    if url.get_backend_name() == "sqlite":
        narrow_database(Path(str(url.database)))
    if keys.exists():
        read_keys(keys)  # nothing is changed that is no file of keys
        narrow(keys)


def with_room(config: Config) -> Config:
    """With as many connections as its open files allow, unless fewer are asked for, and logged."""
    files = more_files()
    most = room_for(files, config.connections, config.thinkers)
    log.info("room", files=files, connections=most, from_one_address=share_of(most))
    if most < config.connections:
        log.warning("fewer connections than asked for: raise the limit of open files", files=files)
    return msgspec.structs.replace(config, connections=most)


def serve_many(config: Config, opens: bool) -> None:
    """Several workers on one address: they need a database that they can share."""
    if database_url(config.database).get_backend_name() != "postgresql":
        raise Invalid("workers: several of them need PostgreSQL (--database postgresql://...)")
    config.hand_over()
    shared = settings(config, "adjudge.table.app:from_environment")
    listening = listen_somewhere(config) if opens else listen(config)
    announce(listening, opens, config.path)
    Multiprocess(shared, [listening]).run()


def leave(number: int, frame: FrameType | None) -> None:
    """Told to stop, and stopped: that is no failure. Uvicorn sends the signal on at its end."""
    raise SystemExit(0)


def listen_somewhere(config: Config) -> socket.socket:
    """As `listen`; on any free port if somebody else has the usual one."""
    try:
        return listen(config)
    except Invalid:
        if config.port != PORT:
            raise
        print(f"Port {PORT} is taken: this is another one.", flush=True)
        return listen(msgspec.structs.replace(config, port=0))


def listen(config: Config) -> socket.socket:
    """The listening socket; Invalid if the address cannot be had."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # The protocol is named, or asyncio would not switch off the waiting for more to send.
    room = Room(config.connections or MOST_CONNECTIONS, config.proxies)
    listening = Entrance(room, family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((config.host, config.port))
    except (OSError, OverflowError) as problem:
        listening.close()
        raise Invalid(f"host, port: {config.host}:{config.port}: {problem}") from None
    listening.listen()
    listening.set_inheritable(True)
    return listening


def announce(listening: socket.socket, opens: bool, path: str) -> None:
    """Where it is, on a line of its own; and what browsers will miss there."""
    host, port = listening.getsockname()[:2]
    place = f"[{host}]" if ":" in host else host
    print(f"Adjudge serves at http://{place}:{port}{path}", flush=True)
    if not is_built():
        print("The page is not built: a browser is told how to get it.", flush=True)
    if opens:
        show_when_ready(address(host, port, path))


def settings(config: Config, app: object) -> Settings:
    """Uvicorn's own, and ours."""
    return Settings(
        app,
        config.patience,
        factory=isinstance(app, str),
        workers=config.workers,
        loop="asyncio",  # another would not ask the entrance who may come in
        http=Door,
        proxy_headers=False,  # addresses.py knows whom to believe
        backlog=AT_ONCE,
        ws=Talk,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,  # costs more time than it saves on small messages
        log_config=None,
        log_level="warning",  # every coming and going otherwise
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
