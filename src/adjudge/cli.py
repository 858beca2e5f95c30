"""`adjudge …`: what was asked, and what is printed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

from rich.console import RenderableType

import adjudge
from adjudge import laboratory, operating, serving
from adjudge.bots import BOTS, find_bot
from adjudge.build import is_stale
from adjudge.flags import (
    BAD_INPUT,
    NOT_OK,
    OK,
    STOPPED,
    Parser,
    Run,
    add_budget,
    add_command,
    add_json,
    add_pack,
    check_number,
    given_budget,
)
from adjudge.games import GAMES
from adjudge.kernel.game import Broken, Invalid
from adjudge.lab.bench import bench
from adjudge.lab.sim import simulate
from adjudge.ledgers import ledger
from adjudge.match import MOST_SEED, Match, find_pack, parse_record
from adjudge.review import REVIEWER
from adjudge.terminal import replays, reports, reviews, rules
from adjudge.terminal.play import Wish, play
from adjudge.terminal.screen import (
    Screen,
    Working,
    console,
    edit_lines,
    silence_closed_pipe,
    typed,
)
from adjudge.terminal.setups import bot_seats
from adjudge.terminal.shelf import Shelf, state_folder

MOST_JOBS = 64


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code. Bad input is one line on stderr and 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        args = parser().parse_args(argv)
        run: Run = args.run
        return run(args)
    except Invalid as problem:
        return complain(str(problem))
    except BrokenPipeError:
        silence_closed_pipe()
        return NOT_OK
    except OSError as problem:
        return complain(f"{problem.filename or 'input'}: {problem.strerror}")
    except KeyboardInterrupt:
        print("adjudge: stopped", file=sys.stderr)
        return STOPPED


def complain(problem: str) -> int:
    """One line on stderr."""
    print(f"adjudge: {' '.join(problem.split())}", file=sys.stderr)
    return BAD_INPUT


def show(thing: RenderableType) -> None:
    """On standard output."""
    console().print(thing)


def show_json(data: Any) -> None:
    """One object on a line."""
    print(json.dumps(data, ensure_ascii=False))


# What can be said


def parser() -> Parser:
    """Every command with its flags."""
    top = Parser(
        prog="adjudge",
        description="Tabletop games by the book.",
        epilog="example: adjudge play cursed-earth --mode solo --difficulty cadet",
        allow_abbrev=False,
    )
    stale = ", older than its source: run make" if is_stale() else ""
    version = f"adjudge {adjudge.__version__} ({adjudge.BUILD}{stale})"
    top.add_argument("--version", action="version", version=version)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    command = partial(add_command, commands, "adjudge")
    p = command("games", run_games, "list the games and what can be set up", "--json")
    add_json(p)
    p = command(
        "play",
        run_play,
        "play a game in this terminal, against bots or with others at it",
        "cursed-earth --mode solo --difficulty cadet",
    )
    add_play_flags(p)
    p = command(
        "sim",
        run_sim,
        "let bots play many games and count the results",
        "cursed-earth --games 200 --bots careful --seed 1 --json",
    )
    add_sim_flags(p)
    p = command("verify", run_verify, "replay a record and check every byte of it", "game.json")
    p.add_argument("record", metavar="RECORD", help="the file of a record")
    add_pack(p)
    add_json(p)
    p = command("replay", run_replay, "print a recorded game move by move", "game.json --seat 0")
    add_replay_flags(p)
    p = command(
        "review",
        run_review,
        "look through a recorded game: what cost most, and what was luck",
        "game.json --seat 0 --worst 5",
    )
    add_review_flags(p)
    p = command("rules", run_rules, "look up the rules of a game", "cursed-earth psi action")
    add_game(p)
    p.add_argument("words", metavar="ID or words", nargs="*", help="a rule id, or words in rules")
    p = command(
        "map", run_map, "draw a map of a game as SVG", "helter-skelter city-blocks > map.svg"
    )
    add_map_flags(p)
    p = command("check", run_check, "check a content pack", "my-pack/")
    p.add_argument("pack", metavar="PACK", help="the folder of a pack")
    laboratory.add_commands(commands)
    serving.add_commands(command)
    operating.add_commands(commands)
    p = command("bench", run_bench, "measure the engine on one core", "cursed-earth --seconds 4")
    p.add_argument("game", metavar="GAME", nargs="?", help="the game; all of them if left out")
    p.add_argument("--seconds", type=float, default=4.0, help="how long for each game (default 4)")
    add_json(p)
    return top


def add_game(p: Parser) -> None:
    """Which game."""
    p.add_argument("game", metavar="GAME", help=", ".join(GAMES))


def add_setup(p: Parser) -> None:
    """Every set-up option of every game as a flag, and the number of seats."""
    named: dict[str, list[str]] = {}
    for game in GAMES.values():
        for option in game.setup:
            words = reports.option_words(option).plain.partition(" ")[2]
            named.setdefault(option.name, []).append(f"{game.id}: {option.help}; {words}")
    for name, helps in named.items():
        flags = dict.fromkeys([reports.flag(name), f"--{name}"])
        help = " ".join(helps).replace("%", "%%")
        p.add_argument(*flags, dest=f"setup_{name}", metavar=name.upper(), help=help)
    p.add_argument("--seats", type=int, help="how many play (default: the fewest that can)")


def add_play_flags(p: Parser) -> None:
    """Of `adjudge play`."""
    names = f"a level of the game (adjudge games lists them), {', '.join(BOTS)}"
    add_game(p)
    add_setup(p)
    p.add_argument("--seed", type=int, help="the same seed gives the same deal (default: random)")
    p.add_argument(
        "--bots",
        metavar="A,B",
        help=f"bots for the seats after yours, or for every seat if as many are named: {names}",
    )
    p.add_argument(
        "--seat",
        metavar="WHO",
        nargs="+",
        action="extend",
        help=f"who plays each seat in turn: human, {names}",
    )
    add_budget(p)
    add_pack(p)
    p.add_argument("--new", action="store_true", help="a new game even if one waits")
    p.add_argument(
        "--from", dest="file", metavar="FILE", help="go on from a saved record or position"
    )


def add_sim_flags(p: Parser) -> None:
    """Of `adjudge sim`."""
    add_game(p)
    add_setup(p)
    p.add_argument("--games", type=int, default=100, help="how many (default 100)")
    p.add_argument(
        "--bots",
        metavar="A,B",
        default="careful",
        help="one for all seats or one for each: a level of the game, "
        f"{', '.join(BOTS)} (default careful)",
    )
    p.add_argument(
        "--seed", type=int, default=0, help="of the first game; others follow (default 0)"
    )
    add_budget(p)
    p.add_argument("--jobs", type=int, default=1, help="processes that share the games (default 1)")
    add_pack(p)
    add_json(p)


def add_replay_flags(p: Parser) -> None:
    """Of `adjudge replay`."""
    p.add_argument("record", metavar="RECORD", help="the file of a record")
    p.add_argument(
        "--seat",
        default=replays.ALL,
        help="as which seat saw it: a number, spectator, all (default)",
    )
    p.add_argument("--step", type=int, metavar="N", help="show the table after N moves")
    add_pack(p)


def add_review_flags(p: Parser) -> None:
    """Of `adjudge review`."""
    p.add_argument("record", metavar="RECORD", help="the file of a record")
    p.add_argument("--seat", type=int, metavar="N", help="whose game; all of them if left out")
    p.add_argument(
        "--bot",
        default=REVIEWER,
        metavar="B",
        help=f"who looks it through, and its budget for a decision (default {REVIEWER})",
    )
    p.add_argument(
        "--worst", type=int, default=5, metavar="N", help="how many mistakes to tell (default 5)"
    )
    add_pack(p)
    add_json(p)


def add_map_flags(p: Parser) -> None:
    """Of `adjudge map`."""
    add_game(p)
    p.add_argument("map", metavar="MAP", nargs="?", help="which one; left out, they are listed")
    p.add_argument(
        "--from", dest="space", type=int, metavar="N", help="show sight and range from a space"
    )
    add_pack(p)


# What is done


def run_games(args: argparse.Namespace) -> int:
    """adjudge games."""
    if args.json:
        show_json(reports.games_data(GAMES.values()))
    else:
        show(reports.games_table(GAMES.values()))
    return OK


def given_setup(args: argparse.Namespace) -> dict[str, str]:
    """The set-up options that were said."""
    return {
        name.removeprefix("setup_"): value
        for name, value in vars(args).items()
        if name.startswith("setup_") and value is not None
    }


def run_play(args: argparse.Namespace) -> int:
    """adjudge play."""
    game = adjudge.game(args.game)
    wish = Wish(
        game,
        given_setup(args),
        args.seats,
        args.seed,
        args.seat,
        args.bots,
        args.pack,
        args.file,
        args.new,
        given_budget(args),
    )
    interactive = sys.stdin.isatty()
    if interactive:
        edit_lines()
    play(wish, Screen(console(), typed), Shelf(state_folder(), game.id), interactive)
    return OK


def run_sim(args: argparse.Namespace) -> int:
    """adjudge sim."""
    game = adjudge.game(args.game)
    given = given_setup(args)
    bots = [find_bot(name) for name in bot_seats(game, given, args.seats, args.bots)]
    setup = game.choose_setup(len(bots), given)
    check_number("games", args.games, 1, MOST_SEED)
    check_number("seed", args.seed, 0, MOST_SEED)
    check_number("jobs", args.jobs, 1, MOST_JOBS)
    budget = given_budget(args)
    pack = find_pack(game, args.pack)
    with Working("Playing") as work:

        def progress(done: int) -> None:
            work.now(f"{done} of {args.games} games")

        tally = simulate(pack, setup, bots, args.games, args.seed, progress, budget, args.jobs)
    if args.json:
        show_json(tally.data())
    else:
        show(reports.tally_table(tally))
    if tally.ended < tally.games:
        print(f"adjudge: {tally.games - tally.ended} games did not end", file=sys.stderr)
        return NOT_OK
    return OK


def run_verify(args: argparse.Namespace) -> int:
    """adjudge verify."""
    raw = Path(args.record).read_bytes()
    pack = None if args.pack is None else adjudge.load_pack(args.pack)
    try:
        with Working("Replaying"):
            match = adjudge.verify(raw.decode("utf-8"), pack)
    except (Broken, ValueError) as problem:
        at, why = (problem.at, problem.why) if isinstance(problem, Broken) else (0, str(problem))
        if args.json:
            show_json({"ok": False, "at": at, "why": why})
        else:
            print(f"not ok{f' at move {at}' if at else ''}: {why}")
        return NOT_OK
    if args.json:
        show_json({"ok": True, "moves": len(match.moves), "digest": match.digest()})
    else:
        start = ", from a position" if "position" in match.start else ""
        print(f"ok: {len(match.moves)} moves{start}, digest {match.digest()}")
    return OK


def read_record(file: str, folder: str | None) -> tuple[dict[str, Any], Match] | None:
    """The record in a file and its match at the end; None if it does not replay, which is said."""
    raw = Path(file).read_bytes()
    pack = None if folder is None else adjudge.load_pack(folder)
    try:
        with Working("Replaying"):
            record = parse_record(raw)
            return record, adjudge.replay(record, pack)
    except Broken as problem:
        print(f"adjudge: {file}: {problem}", file=sys.stderr)
        return None
    except ValueError as problem:
        raise Invalid(f"{file}: {problem}") from None


def run_replay(args: argparse.Namespace) -> int:
    """adjudge replay."""
    out = console()
    read = read_record(args.record, args.pack)
    if read is None:
        return NOT_OK
    record, match = read
    audience = replays.Audience(args.seat, match.seats)
    if args.step is None:
        lines = replays.told(record, match.pack, audience)
    else:
        lines = replays.table_at(record, match.pack, audience, args.step, out.width)
    for line in lines:
        out.print(line)
    return OK


def run_review(args: argparse.Namespace) -> int:
    """adjudge review."""
    out = console()
    bot = find_bot(args.bot)
    check_number("worst", args.worst, 0, MOST_SEED)
    read = read_record(args.record, args.pack)
    if read is None:
        return NOT_OK
    record, match = read
    if args.seat is not None:
        check_number("seat", args.seat, 0, match.seats - 1)
    seats = range(match.seats) if args.seat is None else [args.seat]
    found = [reviews.looked_through(record, match.pack, seat, bot) for seat in seats]
    if args.json:
        show_json({"game": match.game.id, "reviews": [one.data() for one in found]})
        return OK
    out.print(replays.heading(match))
    for one in found:
        out.print()
        for line in reviews.review_lines(one, args.worst, out.width):
            out.print(line)
    for line in reviews.method_lines(out.width):
        out.print(line)
    return OK


def run_rules(args: argparse.Namespace) -> int:
    """adjudge rules."""
    book = ledger(adjudge.game(args.game).id)
    words = " ".join(args.words)
    if not words.strip():
        show(rules.sections(book))
        return OK
    found = book.search(words)
    if not found:
        print(f"adjudge: no rule speaks of {words!r}", file=sys.stderr)
        return NOT_OK
    for rule in found:
        show(rules.rule_lines(rule))
    return OK


def run_map(args: argparse.Namespace) -> int:
    """adjudge map."""
    game = adjudge.game(args.game)
    if args.map is None:
        print(reports.maps_list(game, args.space))
    else:
        pack = find_pack(game, args.pack)
        print(game.draw_map(pack.facts, args.map, args.space), end="")
    return OK


def run_check(args: argparse.Namespace) -> int:
    """adjudge check."""
    show(reports.pack_lines(adjudge.load_pack(args.pack)))
    return OK


def run_bench(args: argparse.Namespace) -> int:
    """adjudge bench."""
    chosen = list(GAMES.values()) if args.game is None else [adjudge.game(args.game)]
    if not (isfinite(args.seconds) and 0 < args.seconds <= 3600):
        raise Invalid(f"seconds: {args.seconds} is not a number above 0, up to 3600")
    with Working("Measuring"):
        results = {game.id: bench(game, args.seconds) for game in chosen}
    if args.json:
        show_json(results)
    else:
        show(reports.bench_table(results))
    return OK
