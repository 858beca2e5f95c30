"""The commands of an operator, on the database of a server that may be running."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TYPE_CHECKING, Any

import msgspec

from adjudge.flags import NOT_OK, OK, Parser, Run, add_command, add_json, check_number
from adjudge.games import GAMES
from adjudge.kernel.game import Invalid, brief
from adjudge.match import find_game
from adjudge.serving import add_database, database_of
from adjudge.terminal.reports import plain
from adjudge.terminal.screen import Screen, console, typed

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine

    from adjudge.table.bans import Ban
    from adjudge.table.operators import GuestLine, Memory, TableLine
    from adjudge.table.pruning import Found

DAY = 86_400.0
MOST_DAYS = 36_500
MOST_PAGE = 1_000
WHY_CHARACTERS = 200
ROUNDS = 10  # of forgetting somebody who does not stop sitting down
STATUSES = ("open", "playing", "finished")
WHAT = ("open", "finished", "guests", "snapshots", "chat")
Command = Callable[[str, Run, str, str], Parser]


def add_commands(top: Any) -> None:
    """tables, guests, addresses, prune."""
    command = group(top, "tables", "a server's tables: look at them, delete some", "list")
    add_tables(command)
    command = group(top, "guests", "a server's guests: look at them, ban, delete", "list")
    add_guests(command)
    command = group(top, "addresses", "keep addresses out of a server", "ban 203.0.113.0/24")
    add_addresses(command)
    p = add_command(
        top, "adjudge", "prune", run_prune, "delete what is old", "--older 90 --dry-run"
    )
    p.add_argument("--older", metavar="DAYS", type=float, required=True, help="how old")
    p.add_argument(
        "--what",
        metavar="A,B",
        default="open,finished",
        help=f"some of {', '.join(WHAT)} (default open,finished)",
    )
    p.add_argument("--dry-run", action="store_true", help="only count what would go")
    add_change(p)
    add_json(p)


def group(top: Any, name: str, help: str, example: str) -> Command:
    """A word that commands follow; how they are added."""
    words: Parser = top.add_parser(
        name,
        help=help,
        description=f"{help[0].upper()}{help[1:]}.",
        epilog=f"example: adjudge {name} {example}",
        allow_abbrev=False,
    )
    commands = words.add_subparsers(title="commands", metavar="COMMAND", required=True)
    return partial(add_command, commands, f"adjudge {name}")


def add_tables(command: Command) -> None:
    """list, show, delete."""
    p = command("list", run_tables_list, "the tables, the latest first", "--status open --json")
    p.add_argument("--status", metavar="A,B", help=f"some of {', '.join(STATUSES)} (default: all)")
    p.add_argument("--game", metavar="GAME", help="of this game")
    p.add_argument("--guest", metavar="ID", help="made by this guest, or with a seat of theirs")
    p.add_argument("--older", metavar="DAYS", type=float, help="nothing has happened for so long")
    p.add_argument(
        "--order",
        choices=("moved", "made", "size"),
        default="moved",
        help="by what happened last, by age, or by size (default moved)",
    )
    add_paging(p)
    p = command("show", run_tables_show, "one table and who sits there", "5r_U2dEnyTNI")
    p.add_argument("table", metavar="ID", help="the table")
    add_database(p)
    add_json(p)
    p = command("delete", run_tables_delete, "delete tables for good", "5r_U2dEnyTNI --yes")
    p.add_argument("tables", metavar="ID", nargs="+", help="the tables")
    add_change(p)


def add_guests(command: Command) -> None:
    """list, show, ban, unban, delete."""
    p = command("list", run_guests_list, "the guests, the latest first", "--name heron")
    p.add_argument("--name", metavar="TEXT", help="with this in their name")
    p.add_argument("--banned", action="store_true", help="those who are banned")
    p.add_argument(
        "--order",
        choices=("seen", "made", "tables"),
        default="seen",
        help="by when they sat at a table last, by age, or by their tables (default seen)",
    )
    add_paging(p)
    p = command("show", run_guests_show, "one guest and their tables", "GUEST")
    add_guest(p)
    add_database(p)
    add_json(p)
    p = command("ban", run_guests_ban, "keep a guest out", 'GUEST --for 7 --why "insults"')
    add_guest(p)
    add_ban(p)
    p = command("unban", run_guests_unban, "let a guest come again", "GUEST")
    add_guest(p)
    add_change(p)
    p = command("delete", run_guests_delete, "forget a guest for good", "GUEST")
    add_guest(p)
    add_change(p)


def add_addresses(command: Command) -> None:
    """list, ban, unban."""
    p = command("list", run_addresses_list, "the addresses that are banned", "--json")
    add_database(p)
    add_json(p)
    p = command("ban", run_addresses_ban, "keep an address or a network out", "203.0.113.7 --for 1")
    add_address(p)
    add_ban(p)
    p = command("unban", run_addresses_unban, "let an address come again", "203.0.113.7")
    add_address(p)
    add_change(p)


def add_guest(p: Parser) -> None:
    """Which guest."""
    p.add_argument("guest", metavar="ID", help="the guest, as `adjudge guests list` names them")


def add_address(p: Parser) -> None:
    """Which address."""
    p.add_argument("address", metavar="ADDRESS", help="IPv4 or IPv6, or a network as 2001:db8::/32")


def add_ban(p: Parser) -> None:
    """For how long, and why."""
    p.add_argument("--for", dest="days", metavar="DAYS", type=float, help="(default: for good)")
    p.add_argument("--why", metavar="TEXT", default="", help="what they are told as the reason")
    add_change(p)


def add_paging(p: Parser) -> None:
    """Which of many lines."""
    p.add_argument("--limit", metavar="N", type=int, default=20, help="lines a page (default 20)")
    p.add_argument("--page", metavar="N", type=int, default=1, help="which page (default 1)")
    add_database(p)
    add_json(p)


def add_change(p: Parser) -> None:
    """What changes something asks first."""
    p.add_argument("--yes", action="store_true", help="do it without being asked")
    add_database(p)


# Asking, and telling


def agreed(args: argparse.Namespace, what: str) -> bool:
    """Whether it is to be done: the flag says so, or somebody at the terminal does."""
    if args.yes:
        return True
    if not sys.stdin.isatty():
        raise Invalid(f"{what} Nobody is here to be asked: --yes does it")
    if Screen(console(), typed).agrees(f"{what} Go on?"):
        return True
    print("Nothing has been changed.")
    return False


def show_json(data: Any) -> None:
    """One object on a line."""
    print(json.dumps(msgspec.to_builtins(data), ensure_ascii=False))


def told(at: float | None) -> str:
    """A moment, or that there was none."""
    from adjudge.table.bans import day_and_hour

    return "never" if at is None else day_and_hour(at)


def weighed(size: float) -> str:
    """So many bytes, for people."""
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"


def numbered(count: int, words: str, more: str | None = None) -> str:
    """So many of something."""
    return f"{count} {words if count == 1 else more or words + 's'}"


def some_of(name: str, text: str | None, known: Iterable[str]) -> list[str]:
    """The words of a list with commas; Invalid if one is not known."""
    words = [] if text is None else [word.strip() for word in text.split(",")]
    for word in words:
        if word not in known:
            raise Invalid(f"{name}: {brief(word)} is none of {', '.join(known)}")
    return words


def check_days(name: str, days: float | None) -> None:
    """Invalid unless that many days can be."""
    if days is not None and not 0 < days <= MOST_DAYS:
        raise Invalid(f"{name}: {days:g} is not a number of days above 0, up to {MOST_DAYS}")


def paged(args: argparse.Namespace) -> tuple[int, int]:
    """How many lines, after how many."""
    check_number("limit", args.limit, 1, MOST_PAGE)
    check_number("page", args.page, 1, 1_000_000)
    return args.limit, args.limit * (args.page - 1)


def there(args: argparse.Namespace) -> AbstractContextManager[Engine]:
    """The database that is meant."""
    from adjudge.table.operators import database_at

    return database_at(database_of(args))


def show_page(args: argparse.Namespace, shown: int, of: int, words: str) -> None:
    """How many there are beside those on this page."""
    first = args.limit * (args.page - 1)
    if shown < of or first:
        rest = f"; --page {args.page + 1} for more" if first + shown < of else ""
        print(f"{shown} of {numbered(of, words)}{rest}")


# Tables


def run_tables_list(args: argparse.Namespace) -> int:
    """adjudge tables list."""
    from adjudge.table import operators

    limit, offset = paged(args)
    check_days("older", args.older)
    game = None if args.game is None else find_game(args.game).id
    before = None if args.older is None else time.time() - args.older * DAY
    status = some_of("status", args.status, STATUSES)
    wanted = operators.Wanted(status, game, args.guest, before)
    with there(args) as engine, engine.connect() as c:
        found = operators.list_tables(c, wanted, args.order, limit, offset)
        of = operators.count_tables(c, wanted)
    if args.json:
        show_json({"tables": found, "of": of, "page": args.page})
        return OK
    lines = plain("table", "game", "status", "seats", "moved last", "entries", "size")
    for one in found:
        figures = (told(one.moved), str(one.entries), weighed(one.size))
        lines.add_row(one.id, one.game, shown_status(one), names_at(one), *figures)
    console().print(lines)
    show_page(args, len(found), of, "table")
    return OK


def shown_status(table: TableLine) -> str:
    """Its stage, and whether others can see it."""
    return f"{table.status}, private" if table.private else table.status


def names_at(table: TableLine) -> str:
    """Who sits there."""
    return ", ".join([seat.name or "(empty)" for seat in table.seats])


def find_tables(engine: Engine, ids: list[str]) -> list[TableLine]:
    """These tables; Invalid if one of them is not there."""
    from adjudge.table import operators

    with engine.connect() as c:
        found = operators.tables_told(c, ids)
    missing = [id for id in ids if id not in {one.id for one in found}]
    if missing:
        raise Invalid(f"tables: there is no table {brief(missing[0])}")
    return found


def run_tables_show(args: argparse.Namespace) -> int:
    """adjudge tables show."""
    with there(args) as engine:
        (table,) = find_tables(engine, [args.table])
    if args.json:
        show_json(table)
        return OK
    out = console()
    out.print(f"{table.id}: {GAMES[table.game].title}, {shown_status(table)}")
    if table.result is not None:
        out.print(f"It is over: {table.result}.")
    out.print(f"Made {told(table.made)} by {table.host}; moved last {told(table.moved)}")
    said = numbered(table.said, "line of chat", "lines of chat")
    log = numbered(table.entries, "entry", "entries")
    out.print(f"{log} in the log, {said}, {weighed(table.size)}")
    lines = plain("seat", "name", "guest", "seen last")
    for seat in table.seats:
        who = seat.guest or (f"(bot {seat.bot})" if seat.bot else "(empty)")
        lines.add_row(str(seat.seat), seat.name, who, told(seat.seen or None))
    out.print(lines)
    return OK


def run_tables_delete(args: argparse.Namespace) -> int:
    """adjudge tables delete."""
    from adjudge.table import operators

    ids = list(dict.fromkeys(args.tables))
    with there(args) as engine:
        found = find_tables(engine, ids)
        for one in found:
            print(f"{one.id}: {one.game}, {shown_status(one)}, {names_at(one)}", file=sys.stderr)
        what = f"This deletes {numbered(len(found), 'table')}, with seats, log and chat."
        if not agreed(args, what):
            return NOT_OK
        gone = 0
        for id in ids:
            with operators.changing(engine) as c:
                gone += operators.delete_table(c, id)
    print(f"{numbered(gone, 'table')} deleted")
    return OK


# Guests


def run_guests_list(args: argparse.Namespace) -> int:
    """adjudge guests list."""
    from adjudge.table import operators

    limit, offset = paged(args)
    fits = operators.wanted_guests(args.name, args.banned, time.time())
    with there(args) as engine, engine.connect() as c:
        found = operators.list_guests(c, fits, args.order, limit, offset)
        of = operators.count_guests(c, fits)
    if args.json:
        show_json({"guests": found, "of": of, "page": args.page})
        return OK
    lines = plain("guest", "name", "came", "seen last", "tables", "")
    for one in found:
        banned = "banned" if one.banned else ""
        lines.add_row(one.id, one.name, told(one.made), told(one.seen), str(one.tables), banned)
    console().print(lines)
    show_page(args, len(found), of, "guest")
    return OK


def find_guest(engine: Engine, id: str) -> GuestLine:
    """The guest; Invalid if nobody has that id."""
    from adjudge.table import operators

    with engine.connect() as c:
        found = operators.guests_told(c, [id])
    if not found:
        raise Invalid(f"guests: there is no guest {brief(id)}: `adjudge guests list` names them")
    return found[0]


def run_guests_show(args: argparse.Namespace) -> int:
    """adjudge guests show."""
    from adjudge.table import operators

    wanted = operators.Wanted(guest=args.guest)
    with there(args) as engine:
        guest = find_guest(engine, args.guest)
        with engine.connect() as c:
            tables = operators.list_tables(c, wanted, "moved", MOST_PAGE, 0)
    if args.json:
        show_json({"guest": guest, "tables": tables})
        return OK
    out = console()
    webhook = ", with a webhook" if guest.webhook else ""
    out.print(f"{guest.id}: {guest.name}, came {told(guest.made)}{webhook}")
    if guest.banned is not None:
        out.print(guest.banned)
    lines = plain("table", "game", "status", "seats", "moved last")
    for one in tables:
        lines.add_row(one.id, one.game, shown_status(one), names_at(one), told(one.moved))
    out.print(lines)
    return OK


def ban_of(args: argparse.Namespace, kind: str, whom: str) -> Ban:
    """The ban that was asked for."""
    from adjudge.table.bans import Ban

    check_days("for", args.days)
    why = " ".join(args.why.split())
    if len(why) > WHY_CHARACTERS or not why.isprintable():
        raise Invalid(f"why: at most {WHY_CHARACTERS} characters, all of which can be shown")
    now = time.time()
    return Ban(kind, whom, why, now, None if args.days is None else now + args.days * DAY)


def keep_ban(engine: Engine, ban: Ban) -> None:
    """In force; running servers notice within seconds."""
    from adjudge.table import operators

    with operators.changing(engine) as c:
        operators.ban(c, ban)
    print(f"Banned. They are told: {ban.sentence}")


def drop_ban(engine: Engine, kind: str, whom: str) -> int:
    """No longer in force; whether there was one."""
    from adjudge.table import operators

    with operators.changing(engine) as c:
        if not operators.unban(c, kind, whom):
            raise Invalid(f"unban: {brief(whom)} is not banned")
    print(f"{whom} may come again")
    return OK


def run_guests_ban(args: argparse.Namespace) -> int:
    """adjudge guests ban."""
    ban = ban_of(args, "guest", args.guest)
    with there(args) as engine:
        guest = find_guest(engine, args.guest)
        what = f"{guest.name} can neither play nor watch nor talk {span(args.days)}."
        if not agreed(args, what):
            return NOT_OK
        keep_ban(engine, ban)
    return OK


def span(days: float | None) -> str:
    """For how long."""
    return "any more" if days is None else f"for {days:g} day{'' if days == 1 else 's'}"


def run_guests_unban(args: argparse.Namespace) -> int:
    """adjudge guests unban."""
    with there(args) as engine:
        if not agreed(args, f"The guest {brief(args.guest)} may come again."):
            return NOT_OK
        return drop_ban(engine, "guest", args.guest)


def run_guests_delete(args: argparse.Namespace) -> int:
    """adjudge guests delete."""
    from adjudge.table import operators

    with there(args) as engine:
        guest = find_guest(engine, args.guest)
        with engine.connect() as c:
            memory = operators.memory_of(c, guest.id)
        if not agreed(args, f"This forgets {guest.name}: {becomes(memory)}."):
            return NOT_OK
        forget(engine, guest.id)
    print(f"{guest.name} is forgotten: {becomes(memory)}")
    return OK


def forget(engine: Engine, guest: str) -> None:
    """Table by table, and again while the guest goes on sitting down; the guest comes last."""
    from adjudge.table import operators

    ghost = operators.new_ghost()
    for _ in range(ROUNDS):
        with engine.connect() as c:
            tables = operators.memory_of(c, guest).tables
        for id in tables:
            with operators.changing(engine) as c:
                operators.forget_at(c, id, guest, ghost, time.time())
        if not tables:
            break
    with operators.changing(engine) as c:
        operators.forget_guest(c, guest)


def becomes(memory: Memory) -> str:
    """What happens to the tables that know somebody."""
    parts = [
        (memory.closed, "goes that has not begun", "go that have not begun"),
        (memory.left, "has an empty seat again", "have an empty seat again"),
        (memory.handed_over, "goes on with a bot", "go on with a bot"),
        (memory.renamed, 'shows "Somebody"', 'show "Somebody"'),
    ]
    lines = [
        f"{numbered(len(ids), 'table')} {one if len(ids) == 1 else more}"
        for ids, one, more in parts
        if ids
    ]
    return ", ".join(lines) or "no table knows them"


# Addresses


def network_of(text: str) -> IPv4Network | IPv6Network:
    """An address, or a network; Invalid if it is neither, or everybody."""
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        example = "203.0.113.7, 203.0.113.0/24 or 2001:db8::/32"
        raise Invalid(f"address: {brief(text)} is none, as {example}") from None
    if network.prefixlen == 0:
        raise Invalid(f"address: {network} is everybody: stop the server instead")
    if isinstance(network, IPv6Network) and network.network_address.ipv4_mapped is not None:
        raise Invalid(f"address: {brief(text)}: name it as an IPv4 address")
    return network


def run_addresses_list(args: argparse.Namespace) -> int:
    """adjudge addresses list."""
    from adjudge.table import operators
    from adjudge.table.bans import ADDRESS

    with there(args) as engine, engine.connect() as c:
        now = time.time()
        found = [ban for ban in operators.bans_kept(c) if ban.kind == ADDRESS and ban.holds(now)]
    if args.json:
        names = ("whom", "why", "made", "until")
        show_json({"addresses": [{name: getattr(ban, name) for name in names} for ban in found]})
        return OK
    lines = plain("address", "since", "until", "why")
    for ban in found:
        until = "for good" if ban.until is None else told(ban.until)
        lines.add_row(ban.whom, told(ban.made), until, ban.why)
    console().print(lines)
    return OK


def run_addresses_ban(args: argparse.Namespace) -> int:
    """adjudge addresses ban."""
    network = network_of(args.address)
    with there(args) as engine:
        who = f"Nobody from {network} ({numbered(network.num_addresses, 'address', 'addresses')})"
        if not agreed(args, f"{who} can come {span(args.days)}, whoever it is."):
            return NOT_OK
        keep_ban(engine, ban_of(args, "address", str(network)))
    return OK


def run_addresses_unban(args: argparse.Namespace) -> int:
    """adjudge addresses unban."""
    network = network_of(args.address)
    with there(args) as engine:
        if not agreed(args, f"Whoever is at {network} may come again."):
            return NOT_OK
        return drop_ban(engine, "address", str(network))


# Pruning


def run_prune(args: argparse.Namespace) -> int:
    """adjudge prune."""
    from adjudge.table import pruning

    check_days("older", args.older)
    before = time.time() - args.older * DAY
    kinds = {kind: pruning.KINDS[kind] for kind in some_of("what", args.what, WHAT)}
    with there(args) as engine:
        with engine.connect() as c:
            found = {name: kind.find(c, before) for name, kind in kinds.items()}
        counts = {name: sum(ids.values()) for name, ids in found.items()}
        if not args.dry_run:
            if not agreed(args, f"This deletes {listed(counts)}."):
                return NOT_OK
            counts = pruned(engine, found, before)
    if args.json:
        show_json(counts)
    else:
        print(f"{'Would go' if args.dry_run else 'Deleted'}: {listed(counts)}")
    return OK


def listed(counts: dict[str, int]) -> str:
    """How many of each kind."""
    from adjudge.table import pruning

    return ", ".join([f"{pruning.KINDS[name].words} {count}" for name, count in counts.items()])


def pruned(engine: Engine, found: dict[str, Found], before: float) -> dict[str, int]:
    """What has gone of each kind. Half of the time is left to servers that write as well."""
    from adjudge.laboratory import bar
    from adjudge.table import operators, pruning

    counts = dict.fromkeys(found, 0)
    for name, ids in found.items():
        kind, done = pruning.KINDS[name], 0
        with (
            bar(f"Pruning {kind.words}") if ids else nullcontext(lambda done, of: None) as progress
        ):
            for some in kind.portions(ids):
                begun = time.monotonic()
                with operators.changing(engine) as c:
                    counts[name] += kind.remove(c, some, before)
                done += len(some)
                progress(done, len(ids))
                time.sleep(time.monotonic() - begun)
    return counts
