"""The commands around the web table. Its libraries are loaded only when one of them is run."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from math import isfinite
from pathlib import Path

import adjudge
from adjudge.bots import BOTS, find_bot
from adjudge.bots.levels import names_of_levels
from adjudge.flags import OK, Parser, Run, add_budget, add_pack, check_number, given_budget
from adjudge.games import GAMES
from adjudge.kernel.game import Invalid
from adjudge.packs import default_pack
from adjudge.terminal.screen import Working
from adjudge.terminal.shelf import state_folder

MOST_PROCESSES = 64
MOST_COUNTED = 1_000_000
Command = Callable[[str, Run, str, str], Parser]


def add_commands(command: Command) -> None:
    """serve, bot, backup, restore, keys."""
    p = command(
        "serve", run_serve, "serve the web table", "--open --database ~/adjudge.db --bots 2"
    )
    add_serve_flags(p)
    p = command(
        "bot",
        run_bot,
        "let a bot take a seat at a web table",
        "--url http://127.0.0.1:8000/t/TABLE --seat 1 --bot flat:0.5s",
    )
    add_bot_flags(p)
    p = command("backup", run_backup, "save all of a web table's database", "tables.backup")
    p.add_argument("file", metavar="FILE", help="the file to write")
    add_database(p)
    p = command(
        "restore", run_restore, "read a backup into an empty database", "tables.backup --database x"
    )
    p.add_argument("file", metavar="FILE", help="the backup")
    add_database(p)
    p = command("keys", run_keys, "a new key for signing guests' cookies", "rotate")
    p.add_argument("what", choices=("rotate",), help="put a new key before the others")
    add_keys(p)


def add_serve_flags(p: Parser) -> None:
    """Of `adjudge serve`."""
    add_database(p)
    p.add_argument("--host", default="127.0.0.1", help="the address to listen on (default here)")
    p.add_argument("--port", type=int, default=8000, help="0 takes any that is free (default 8000)")
    p.add_argument("--open", action="store_true", help="show it in your browser")
    p.add_argument("--workers", type=int, default=1, help="processes; more than 1 need PostgreSQL")
    p.add_argument("--bots", type=int, default=1, help="processes in which bots think (default 1)")
    p.add_argument(
        "--cap", type=float, default=3.0, help="seconds a bot may take for a decision (default 3)"
    )
    p.add_argument("--pack", metavar="FOLDER", action="append", default=[], help="one more pack")
    add_keys(p)
    p.add_argument(
        "--rate", type=float, default=20.0, help="requests a second for each guest (default 20)"
    )
    p.add_argument(
        "--arrivals", type=float, default=2.0, help="new guests a second from one address"
    )
    p.add_argument(
        "--away",
        metavar="SECONDS",
        type=float,
        default=60.0,
        help="the least that a table may set until a bot plays for who is away (default 60)",
    )
    p.add_argument(
        "--tables", type=int, default=100, help="that one guest may have going on (default 100)"
    )
    p.add_argument(
        "--sockets", type=int, default=100, help="that one guest may have open (default 100)"
    )
    p.add_argument(
        "--household",
        metavar="N",
        type=float,
        default=4.0,
        help="how many guests' worth of what is dear one address may have (default 4)",
    )
    p.add_argument(
        "--connections",
        metavar="N",
        type=int,
        default=0,
        help="open at once on a worker (default as many as its open files allow)",
    )
    p.add_argument(
        "--patience",
        metavar="SECONDS",
        type=float,
        default=10.0,
        help="that a client has to send a request (default 10)",
    )
    p.add_argument(
        "--proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="a proxy, or a network of them, that says who the client is (default this machine); "
        "none for nobody",
    )
    p.add_argument(
        "--public-host",
        metavar="HOST",
        action="append",
        default=[],
        help="a name by which people call this server, as play.example.org",
    )
    p.add_argument(
        "--origin", metavar="URL", action="append", default=[], help="another site that may call"
    )
    p.add_argument(
        "--webhook-host",
        metavar="HOST",
        action="append",
        default=[],
        help='hosts that "your turn" may be posted to, as *.example.org; none if left out',
    )
    p.add_argument(
        "--metrics",
        metavar="HOST:PORT",
        default="",
        help="where Prometheus finds figures; each further worker has the next port (default off)",
    )
    p.add_argument("--https", action="store_true", help="a proxy serves it over HTTPS")
    p.add_argument(
        "--path", default="", help="under which a proxy serves it, as /adjudge (default: none)"
    )
    p.add_argument(
        "--keep",
        metavar="DAYS",
        type=float,
        help="finished matches older than this are deleted, once a day (default: none ever)",
    )
    p.add_argument("--json-logs", action="store_true", help="log as JSON, an object a line")
    p.add_argument("--log-level", default="info", choices=("debug", "info", "warning", "error"))


def add_keys(p: Parser) -> None:
    """What signs cookies."""
    p.add_argument("--keys", metavar="FILE", help="the keys that sign guests' cookies")


def add_bot_flags(p: Parser) -> None:
    """Of `adjudge bot`."""
    p.add_argument("--url", required=True, help="the table's address, or an invite link")
    p.add_argument("--seat", type=int, help="which seat, unless the link says")
    p.add_argument("--invite", default="", help="the code of an invite link")
    p.add_argument(
        "--bot",
        default="careful",
        help=f"a level of the table's game, or {', '.join(BOTS)} (default careful)",
    )
    add_budget(p)
    add_pack(p)


def add_database(p: Parser) -> None:
    """Where everything is kept."""
    p.add_argument(
        "--database",
        metavar="FILE or URL",
        help="a SQLite file, or postgresql://user@host/name (default: a file of yours)",
    )


def run_serve(args: argparse.Namespace) -> int:
    """adjudge serve."""
    from adjudge.table.config import THIS_MACHINE, Config
    from adjudge.table.serve import serve
    from adjudge.table.subpath import checked_path

    path = checked_path(args.path)
    check_number("port", args.port, 0, 65535)
    check_number("workers", args.workers, 1, MOST_PROCESSES)
    check_number("bots", args.bots, 0, MOST_PROCESSES)
    check_number("tables", args.tables, 1, MOST_COUNTED)
    check_number("sockets", args.sockets, 1, MOST_COUNTED)
    check_number("connections", args.connections, 0, MOST_COUNTED)
    for name in ("cap", "rate", "arrivals", "away", "household", "patience", "keep"):
        value = getattr(args, name)
        if value is not None and not (isfinite(value) and value > 0):
            raise Invalid(f"{name}: {value} is not a number above 0")
    if args.household < 1:
        raise Invalid(f"household: {args.household} is less than one guest has")
    serve(
        Config(
            database=database_of(args),
            keys=keys_of(args),
            host=args.host,
            port=args.port,
            packs=args.pack,
            thinkers=args.bots,
            cap=args.cap,
            rate=args.rate,
            burst=4 * args.rate,
            arrivals=args.arrivals,
            arrivals_burst=20 * args.arrivals,
            away=args.away,
            tables=args.tables,
            sockets=args.sockets,
            household=args.household,
            connections=args.connections,
            patience=args.patience,
            proxies=args.proxy or list(THIS_MACHINE),
            hosts=args.public_host,
            origins=args.origin,
            webhooks=args.webhook_host,
            secure=args.https,
            json_logs=args.json_logs,
            level=args.log_level,
            workers=args.workers,
            metrics=args.metrics,
            path=path,
            keep=args.keep,
        ),
        args.open,
        args.open and args.database is None,  # another's database is not the one that was named
    )
    return OK


def run_bot(args: argparse.Namespace) -> int:
    """adjudge bot."""
    from adjudge.table.visitor import Visitor, invitation

    place = invitation(args.url, args.seat, args.invite)
    packs = [default_pack(game) for game in GAMES.values()]
    packs += [] if args.pack is None else [adjudge.load_pack(args.pack)]
    visitor = Visitor(
        place,
        known_bot(args.bot),
        given_budget(args),
        {pack.hash: pack for pack in packs},
        state_folder() / "bots" / f"{place.table}-{place.seat}",
        lambda words: print(words, flush=True),
    )
    result = asyncio.run(visitor.visit())
    print(f"The match is over: {result.reason}.")
    print("We have won." if place.seat in result.winners else "We have not won.")
    return OK


def known_bot(name: str) -> str:
    """A name that means a bot in some game: which one it is, the table will tell."""
    if any(name in names_of_levels(game) for game in GAMES):
        return name
    return find_bot(name).name


def database_of(args: argparse.Namespace) -> str:
    """The database that was named, or one's own."""
    return str(args.database or own_file("table.db"))


def keys_of(args: argparse.Namespace) -> str:
    """The key file that was named, or one's own."""
    return str(args.keys or own_file("table.keys"))


def own_file(name: str) -> Path:
    """A file of one's own; its folder is there, the first time too."""
    from adjudge.table.private import make_folder

    folder = state_folder()
    make_folder(folder)
    return folder / name


def run_backup(args: argparse.Namespace) -> int:
    """adjudge backup."""
    from adjudge.table.backup import back_up

    with Working("Saving"):
        rows = back_up(database_of(args), Path(args.file))
    print(f"{args.file}: {rows} rows")
    return OK


def run_restore(args: argparse.Namespace) -> int:
    """adjudge restore."""
    from adjudge.table.backup import restore

    with Working("Restoring"):
        rows = restore(Path(args.file), database_of(args))
    print(f"{rows} rows restored")
    return OK


def run_keys(args: argparse.Namespace) -> int:
    """adjudge keys."""
    from adjudge.table.guests import rotate

    rotate(Path(keys_of(args)))
    print(f"{keys_of(args)}: a new key signs from now on; cookies of the last two still hold")
    return OK
