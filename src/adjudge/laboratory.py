"""The commands of the lab. Its libraries are loaded only when one of them is run."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from adjudge.bots.levels import Ladder, file_of, read_ladder
from adjudge.flags import NOT_OK, OK, Parser, add_command, add_json, check_number
from adjudge.games import GAMES
from adjudge.kernel.game import Invalid
from adjudge.match import find_game
from adjudge.packs import LoadedPack, load_pack, with_content
from adjudge.terminal.reports import plain
from adjudge.terminal.screen import Working, console

if TYPE_CHECKING:
    from adjudge.lab.contrast import Change, Contrast
    from adjudge.lab.findings import Findings
    from adjudge.lab.plans import Plan

MOST_JOBS = 64
MOST_GAMES = 100_000  # of a pair of levels
MOST_APART = 9
NEEDED = {
    "lab": ("numpy", "scipy", "pyarrow", "vl_convert"),
    "ray": ("ray",),
}


def add_commands(top: Any) -> None:
    """lab: run, report, swap, compare, ladder."""
    lab = top.add_parser(
        "lab",
        help="experiments: what is a team worth, or a card",
        description="Experiments: what is a team worth, or a card.",
        epilog="example: adjudge lab run plans/helter-skelter.toml --jobs 2",
        allow_abbrev=False,
    )
    commands = lab.add_subparsers(title="commands", metavar="COMMAND", required=True)
    command = partial(add_command, commands, "adjudge lab")
    p = command("run", run_run, "play a plan, or the rest of it", "teams.toml --out teams --jobs 2")
    p.add_argument("plan", metavar="PLAN", help="a TOML file: game, set-ups, bots, games, seeds")
    add_running(p)
    add_json(p)
    p = command("report", run_report, "what a run says", "teams --html teams.html")
    p.add_argument("folder", metavar="FOLDER", help="the results of `adjudge lab run`")
    p.add_argument("--setup", metavar="NAME", help="the games of one set-up alone")
    p.add_argument("--html", metavar="FILE", help="write a page with plots that needs nothing else")
    p.add_argument("--markdown", action="store_true", help="tables for a document")
    add_json(p)
    p = command(
        "swap",
        run_swap,
        "play a plan twice, the second time with one card in the place of another",
        "teams.toml --card judges-7 --for judges-22",
    )
    p.add_argument("plan", metavar="PLAN", help="a TOML file")
    p.add_argument("--card", required=True, metavar="A", help="the card that goes")
    p.add_argument("--for", dest="by", required=True, metavar="B", help="what takes its place")
    add_running(p)
    add_telling(p)
    p = command(
        "compare",
        run_compare,
        "what differs between two packs under a plan, or between two runs",
        "mine/ yours/ --plan teams.toml --jobs 2",
    )
    p.add_argument("a", metavar="A", help="a pack's folder, `default`, or a folder of results")
    p.add_argument("b", metavar="B", help="the same")
    p.add_argument("--plan", metavar="PLAN", help="the games to play with both packs")
    add_running(p)
    add_telling(p)
    p = command(
        "ladder",
        run_ladder,
        "measure the levels of the bots, and write down what came of it",
        "helter-skelter --jobs 2",
    )
    p.add_argument("game", metavar="GAME", nargs="?", help="the game; all of them if left out")
    p.add_argument(
        "--games", type=int, help="of each pair and win rate (default: as its file says)"
    )
    p.add_argument(
        "--apart",
        type=int,
        default=1,
        help="levels up to so many apart play each other (default 1)",
    )
    p.add_argument("--levels", metavar="FILE", help="levels of your own instead of the game's")
    add_running(p, "GAME.ladder")
    add_json(p)


def add_running(p: Parser, usual: str = "beside the plan") -> None:
    """Where games are played, and where results go."""
    p.add_argument("--out", metavar="FOLDER", help=f"for the results (default: {usual})")
    p.add_argument("--jobs", type=int, default=1, help="processes that share the games (default 1)")
    p.add_argument(
        "--ray",
        nargs="?",
        const="local",
        metavar="ADDRESS",
        help="play on a Ray cluster; without an address on one of --jobs workers on this machine",
    )


def add_telling(p: Parser) -> None:
    """How a comparison is told."""
    p.add_argument("--markdown", action="store_true", help="tables for a document")
    add_json(p)


def need(extra: str) -> None:
    """Invalid, with what to install, unless the libraries of an extra are there."""
    for name in NEEDED[extra]:
        try:
            importlib.import_module(name)
        except ImportError:
            raise Invalid(
                f"lab: {name} is not installed; pip install 'adjudge[{extra}]' brings it"
            ) from None


# What is done


def run_run(args: argparse.Namespace) -> int:
    """adjudge lab run."""
    need("lab")
    from adjudge.lab.plans import read_plan

    plan = read_plan(args.plan)
    folder = out_of(args, "results")
    played = carry_out(plan, folder, args, plan.name)
    if args.json:
        show_json({"folder": str(folder), "games": len(plan.cases), "played": played})
    else:
        kept = f", {len(plan.cases) - played:,} were there" if played < len(plan.cases) else ""
        print(f"{folder}: {len(plan.cases):,} games ({played:,} played now{kept})")
        print(f"next: adjudge lab report {folder} --html {folder}.html")
    return OK


def out_of(args: argparse.Namespace, ending: str) -> Path:
    """The folder that was named, or one beside the plan."""
    if args.out is not None:
        return Path(args.out)
    plan = Path(args.plan)
    return plan.with_name(f"{plan.stem}.{ending}")


def carry_out(plan: Plan, folder: Path, args: argparse.Namespace, title: str) -> int:
    """Play what is missing, with a bar; how many games that was."""
    from adjudge.lab.runs import run

    check_number("jobs", args.jobs, 1, MOST_JOBS)
    if args.ray is not None:
        need("ray")
    if plan.timed:
        print(
            "adjudge: a bot thinks by the clock: these games cannot be repeated exactly",
            file=sys.stderr,
        )
    with bar(title) as progress:
        return run(plan, folder, args.jobs, args.ray, progress)


@contextmanager
def bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """How far it has got, on stderr, if somebody looks."""
    out = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeRemainingColumn(), console=out, transient=True, disable=not out.is_terminal
    ) as shown:
        task = shown.add_task(title, total=None)
        yield lambda done, of: shown.update(task, completed=done, total=of)


def run_report(args: argparse.Namespace) -> int:
    """adjudge lab report."""
    need("lab")
    import msgspec

    from adjudge.lab.findings import find

    with Working("Counting"):
        found = find(Path(args.folder), args.setup)
        if args.html is not None:
            from adjudge.lab.report import html

            Path(args.html).write_text(html(found), encoding="utf-8")
    if args.json:
        show_json(msgspec.to_builtins(found, str_keys=True))
    elif args.markdown:
        from adjudge.lab.report import markdown

        print(markdown(found), end="")
    elif args.html is not None:
        print(f"{args.html}: {found.games:,} games")
    else:
        show_findings(found)
    return OK


def show_findings(found: Findings) -> None:
    """The charts as tables, and what stands out of the things."""
    from adjudge.lab.report import number

    out = console()
    out.print(Text(f"{found.plan}: {found.title}, {found.games:,} games", "bold"))
    for chart in found.charts:
        table = plain(chart.title, chart.of, "n", "95 % interval")
        for line in chart.lines:
            low, high = number(line.low, chart.of), number(line.high, chart.of)
            value = number(line.value, chart.of)
            table.add_row(line.name, value, f"{line.n:,}", f"{low} to {high}")
        out.print(table)
    for mark in ("never played", "always played"):
        names = [f"{one.kind} {one.thing}" for one in found.things if one.mark == mark]
        if names:
            out.print(Text(f"{mark}: {', '.join(names)}"))


def run_swap(args: argparse.Namespace) -> int:
    """adjudge lab swap."""
    need("lab")
    from adjudge.lab.plans import read_plan, with_pack

    plan = read_plan(args.plan)
    content, words = plan.game.replaced(plan.pack.content, args.card, args.by)
    swapped = with_pack(plan, with_content(plan.pack, content))
    folder = out_of(args, f"swap-{args.card}-{args.by}")
    carry_out(plan, folder / "a", args, f"{plan.name}, as it is")
    carry_out(swapped, folder / "b", args, f"{plan.name}, swapped")
    return tell(folder / "a", folder / "b", args, f"Swapped in B: {words}", args.card)


def run_compare(args: argparse.Namespace) -> int:
    """adjudge lab compare."""
    need("lab")
    from adjudge.lab.plans import read_plan

    packs = [side for side in (args.a, args.b) if not (Path(side) / "run.json").is_file()]
    if args.plan is None:
        if packs:
            raise Invalid(f"{packs[0]}: not a folder of results; two packs need --plan PLAN")
        return tell(Path(args.a), Path(args.b), args, f"{args.a} (A) and {args.b} (B)")
    own = read_plan(args.plan).game
    folders = []
    for name, side in (("a", args.a), ("b", args.b)):
        plan = read_plan(args.plan, pack_named(side, own.id))
        folders.append(out_of(args, "compare") / name)
        carry_out(plan, folders[-1], args, f"{plan.name}, {side}")
    return tell(folders[0], folders[1], args, f"{args.a} (A) and {args.b} (B)")


def pack_named(name: str, game: str) -> LoadedPack:
    """The default pack of the game, or that of a folder."""
    import adjudge
    from adjudge.packs import default_pack

    return default_pack(adjudge.game(game)) if name == "default" else load_pack(name)


def tell(a: Path, b: Path, args: argparse.Namespace, title: str, card: str = "") -> int:
    """What differs between two folders of results; of a card, first whether its holders win."""
    import msgspec

    from adjudge.lab.contrast import contrast, headlines, markdown, method

    with Working("Comparing"):
        found = contrast(a, b)
        title = ". ".join([title, *headlines(found, a, card)])
    if args.json:
        told = msgspec.to_builtins(found)
        show_json({"title": title, "method": method(found), **told})
    elif args.markdown:
        print(markdown(found, title), end="")
    else:
        show_contrast(found, title)
    return OK


def show_contrast(found: Contrast, title: str) -> None:
    """Tables; what is beyond chance stands out."""
    from adjudge.lab.contrast import method, shown

    out = console()
    out.print(Text(title, "bold"))
    for name, changes in (
        ("Who wins", found.wins),
        ("How it goes", found.course),
        ("Things", shown(found.things)),
    ):
        table = plain(name, "A to B", "")
        for change in changes:
            add_change(table, change)
        out.print(table)
    out.print(Text(method(found), "dim"))


def add_change(table: Any, change: Change) -> None:
    """A row."""
    from adjudge.lab.contrast import verdict

    style = "bold" if change.beyond else ""
    mark = "beyond chance" if change.beyond else ""
    table.add_row(Text(change.what, style), Text(verdict(change), style), Text(mark, style))


def run_ladder(args: argparse.Namespace) -> int:
    """adjudge lab ladder: 1 if a level is too close to the one below."""
    need("lab")
    from adjudge.lab.ladder import too_close

    if args.games is not None:
        check_number("games", args.games, 1, MOST_GAMES)
    check_number("apart", args.apart, 1, MOST_APART)
    ladders = [(file, read_ladder(file)) for file in ladder_files(args)]
    found = [climb(file, ladder, args, len(ladders) > 1) for file, ladder in ladders]
    close = [words for ladder in found for words in too_close(ladder)]
    if args.json:
        import msgspec

        told = {ladder.game: msgspec.to_builtins(ladder) for ladder in found}
        show_json({"ladders": told, "too_close": close})
    else:
        for ladder in found:
            show_ladder(ladder)
    for words in close:
        print(f"adjudge: too close: {words}", file=sys.stderr)
    return NOT_OK if close else OK


def ladder_files(args: argparse.Namespace) -> list[Path]:
    """The files of levels that were asked for."""
    if args.levels is None:
        chosen = list(GAMES) if args.game is None else [find_game(args.game).id]
        return [file_of(game) for game in chosen]
    if args.game is not None:
        raise Invalid(f"game: {args.game!r}: a file of levels brings its own game")
    return [Path(args.levels)]


def climb(file: Path, ladder: Ladder, args: argparse.Namespace, many: bool) -> Ladder:
    """Play what is missing of a ladder, and write what came of it into its file and the page."""
    from adjudge.lab.ladder import measured, pack_for, rungs, write_ladder, write_page

    pack = pack_for(ladder)
    try:
        steps = rungs(ladder, pack, args.games, args.apart)
    except Invalid as problem:
        raise Invalid(f"{file}: {problem}") from None
    folder = Path(args.out or f"{ladder.game}.ladder")
    if args.out is not None and many:
        folder /= ladder.game
    for number, step in enumerate(steps, 1):
        title = f"{number} of {len(steps)}: {step.title}"
        carry_out(step.plan, folder / step.folder, args, title)
    found = measured(ladder, pack, steps, folder)
    write_ladder(file, found)
    if args.levels is None:
        write_page()
    return found


def show_ladder(ladder: Ladder) -> None:
    """A line for each level, the weakest first, and its win rates."""
    from adjudge.lab.ladder import percent, rate_words, rated

    out = console()
    levels = plain("level", "bot", "rating", "beats the one below", "games")
    rates = plain("level", "wins of", "share", "games")
    for level in ladder.level:
        won = level.beats
        cells = [percent(won), f"{won.games:,}"] if won else ["", ""]
        levels.add_row(level.name, level.bot, rated(level.rating) if level.rating else "", *cells)
        for rate in level.wins:
            rates.add_row(level.name, rate_words(rate), percent(rate), f"{rate.games:,}")
    out.print(Text(f"{ladder.game}: ratings and shares with their 95 % intervals", "bold"))
    out.print(levels)
    if rates.row_count:
        out.print(rates)


def show_json(data: Any) -> None:
    """One object on a line."""
    print(json.dumps(data, ensure_ascii=False))
