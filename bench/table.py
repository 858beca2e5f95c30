"""The web table under load: delay from move to delivery, memory, limits; beside boardgame.io.

    .venv/bin/python bench/table.py [--matches 1000] [--rate 200] [--seconds 20] [--json]
    .venv/bin/python bench/table.py --ramp      # the highest rate with p99 below 100 ms
    .venv/bin/python bench/table.py --idle      # how many matches a worker holds
    .venv/bin/python bench/table.py --workers 2 --database postgresql://...    # beside one worker

It starts `adjudge serve` with the Python it runs under, on SQLite in a temporary folder unless
--database names PostgreSQL, and afterwards boardgame.io's server under the same load.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

import players
from measured import (
    BOARDGAME,
    BoardgameServer,
    Server,
    Spread,
    Usage,
    percentile,
    scrape,
)
from peers import format_table

Figures = dict[str, Any]

P99_GOAL_MS = 100.0
FIRST_RATE = 100.0
GROWTH = 1.5
HALVINGS = 2
BUSY = 0.85  # of a core: more than this is as good as all of it
GIB = 2**30
IDLE_MEMORY = 4 * GIB
IDLE_WATCH = 25.0  # seconds; every socket is pinged in that time
COLD_MATCHES = 25
COLD_MOVES = 200
SNAPSHOTS_APART = 50
TIMEOUT_S = 900


class Load:
    """Processes full of players."""

    def __init__(self, urls: list[str], count: int, spread: bool = False) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipes: list[Connection] = []
        self.processes = []
        for seed in range(count):
            here, there = context.Pipe()
            given = (there, urls, spread, seed)
            process = context.Process(target=players.run, args=given, daemon=True)
            process.start()
            self.pipes.append(here)
            self.processes.append(process)

    def __enter__(self) -> Load:
        """Ready."""
        return self

    def __exit__(self, *problem: object) -> None:
        """Gone, and their sockets with them."""
        for process in self.processes:
            process.terminate()
            process.join()

    def ask(self, name: str, *arguments: Any) -> list[Any]:
        """The same of every process at once; their answers."""
        return self.ask_each([(name, *arguments)] * len(self.pipes))

    def ask_each(self, orders: list[tuple[Any, ...]]) -> list[Any]:
        """Something of each process; their answers."""
        for pipe, order in zip(self.pipes, orders, strict=True):
            pipe.send(order)
        answers = [pipe.recv() for pipe in self.pipes]
        for done, answer in answers:
            if not done:
                raise RuntimeError(f"the load failed: {answer}")
        return [answer for _, answer in answers]

    def open(self, count: int, wish: Figures | None = None, sockets: bool = True) -> None:
        """So many more matches in all."""
        shares = [len(range(i, count, len(self.pipes))) for i in range(len(self.pipes))]
        self.ask_each([("open", share, wish, sockets) for share in shares])


# Under load


def measure(server: Server, load: Load, rate: float, seconds: float) -> Figures:
    """One phase of moves at a steady rate."""
    scraped, used, began = scrape(server), Usage(server.pid), time.perf_counter()
    each = rate / len(load.pipes)
    tallies = load.ask("play", each, seconds)
    took = time.perf_counter() - began
    after, scraped_after = Usage(server.pid), scrape(server)
    commits = Spread("adjudge_commit_seconds", scraped, scraped_after)
    batches = Spread("adjudge_commit_batch", scraped, scraped_after)
    figures = figures_of_moves(tallies, rate)
    moves = max(1, figures["sent"] - figures["lost"])
    loop, everything = after.loop_cpu - used.loop_cpu, after.cpu - used.cpu
    figures |= {
        "loop_cpu_ms_per_move": 1000 * loop / moves,
        "other_cpu_ms_per_move": 1000 * (everything - loop) / moves,
        "server_cpu": everything / took,
        "loop_cpu": loop / took,
        "others_cores": others_cores(used, after, tallies, took),
        "commits_per_s": commits.count / took,
        "commit_ms": 1000 * commits.mean,
        "commit_p99_below_ms": None if (most := commits.bound(0.99)) is None else 1000 * most,
        "commit_busy": commits.total / took,
        "commit_jobs": batches.mean,
        "commit_jobs_p99_up_to": batches.bound(0.99),
    }
    return figures | {"limit": limit_of(figures)}


def others_cores(used: Usage, after: Usage, tallies: list[Figures], took: float) -> float:
    """How many cores whatever else runs on this machine has had."""
    ours: float = after.cpu - used.cpu + sum(tally["cpu"] * tally["seconds"] for tally in tallies)
    idle = after.idle - used.idle
    return max(0.0, (os.cpu_count() or 1) - (idle + ours) / took)


def figures_of_moves(tallies: list[Figures], rate: float) -> Figures:
    """What the processes of the load have seen, together."""
    figures: Figures = {"rate": rate, "seconds": max(tally["seconds"] for tally in tallies)}
    for name in ("sent", "skipped", "lost", "finished"):
        figures[name] = sum(tally[name] for tally in tallies)
    figures["moves_per_s"] = (figures["sent"] - figures["lost"]) / figures["seconds"]
    for name in ("delivered", "accepted", "lags"):
        times = [1000 * each for tally in tallies for each in tally[name]]
        for part in (50, 95, 99, 100):
            figures[f"{name}_p{part}_ms"] = percentile(times, part / 100)
    figures["load_cpu"] = max(tally["cpu"] for tally in tallies)
    figures["errors"] = {}
    for tally in tallies:
        for what, count in tally["errors"].items():
            figures["errors"][what] = figures["errors"].get(what, 0) + count
    return figures


def limit_of(figures: Figures) -> str:
    """What there is no more of, most telling first."""
    loop, rest = figures["loop_cpu"], figures["server_cpu"] - figures["loop_cpu"]
    if figures["load_cpu"] > BUSY:
        return "the load itself: more --players"
    if loop > BUSY:
        return "CPU of the event loop"
    if loop + rest > BUSY:
        return "CPU: the event loop and the writing thread share one interpreter lock"
    if figures["others_cores"] > BUSY:
        return "the machine: others use it"
    if figures["commit_busy"] > BUSY:
        return "commits: the disk"
    return "nothing yet"


def memory_figures(before: Usage, opened: Usage, after: Usage, matches: int) -> Figures:
    """What matches and sockets weigh in the server."""
    return {
        "rss_before_mb": before.rss / 1e6,
        "rss_opened_mb": opened.rss / 1e6,
        "rss_after_mb": after.rss / 1e6,
        "rss_per_match_kb": (after.rss - before.rss) / matches / 1e3,
        "rss_per_socket_kb": (after.rss - before.rss) / matches / 2e3,
    }


def run_load(server: Server, arguments: argparse.Namespace) -> Figures:
    """Matches opened, then played at one rate, or at more and more."""
    before = Usage(server.pid)
    with Load([server.url], arguments.players) as load:
        began = time.perf_counter()
        say(f"opening {arguments.matches} matches")
        load.open(arguments.matches)
        opening = time.perf_counter() - began
        opened = Usage(server.pid)
        say(f"{arguments.rate:g} moves a second for {arguments.seconds:g} s")
        figures = measure(server, load, arguments.rate, arguments.seconds)
        after = Usage(server.pid)
        figures |= {"matches": arguments.matches, "sockets": 2 * arguments.matches}
        figures["opening_s"] = opening
        figures |= memory_figures(before, opened, after, arguments.matches)
        if arguments.ramp:
            figures["ramp"] = ramp(server, load, arguments.step_seconds)
    return figures


def ramp(server: Server, load: Load, seconds: float) -> Figures:
    """The highest rate at which p99 stays below the goal: growing, then halving the rest."""
    steps: list[Figures] = []
    good, bad, rate = 0.0, 0.0, FIRST_RATE
    while not bad or len(steps) < most_steps(steps):
        steps.append(measure(server, load, rate, seconds))
        fine = keeps_up(steps[-1])
        say(f"{rate:7.0f}/s: {ms(steps[-1]['delivered_p99_ms'])} ms, {steps[-1]['limit']}")
        good, bad = (rate, bad) if fine else (good, rate)
        rate = rate * GROWTH if not bad else (good + bad) / 2
        time.sleep(1.0)
    failing = next(step for step in steps if not keeps_up(step))
    return {"highest_rate": good, "limit": failing["limit"], "steps": steps}


def most_steps(steps: list[Figures]) -> int:
    """As many as were needed to fail first, and a few to come closer."""
    failed = [number for number, step in enumerate(steps) if not keeps_up(step)]
    return failed[0] + 1 + HALVINGS


def keeps_up(step: Figures) -> bool:
    """Whether all moves came through in time."""
    p99 = step["delivered_p99_ms"]
    return p99 is not None and p99 < P99_GOAL_MS and not step["lost"] and not step["skipped"]


# Several workers


def run_workers(arguments: argparse.Namespace) -> Figures:
    """One worker, then several with every table at its own, then with everything anywhere."""
    rounds: list[Figures] = []
    for number in range(arguments.rounds):
        say(f"round {number + 1}")
        phases = {
            "one": run_phase(arguments, 1, False),
            "pinned": run_phase(arguments, arguments.workers, False),
            "spread": run_phase(arguments, arguments.workers, True),
        }
        one = phases["one"]["capacity"]
        ratios = {name: phases[name]["capacity"] / one for name in ("pinned", "spread")}
        rounds.append({"phases": phases, "ratios": ratios})
    return {
        "workers": arguments.workers,
        "rounds": rounds,
        "ratios": {
            name: median(each["ratios"][name] for each in rounds) for name in ("pinned", "spread")
        },
    }


def run_phase(arguments: argparse.Namespace, count: int, spread: bool) -> Figures:
    """So many workers, each under the same load: what they used for a move.

    Equal load for each, for a move costs less on a busy worker: more of them share a commit.
    """
    rate = arguments.rate * count
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="adjudge-bench-")))
        servers = []
        for number in range(count):
            (folder / str(number)).mkdir()
            server = Server(folder / str(number), arguments.database)
            server.keys = folder / "keys"
            servers.append(stack.enter_context(server))
        urls = [server.url for server in servers]
        load = stack.enter_context(Load(urls, arguments.players, spread))
        load.open(arguments.matches * count)
        before = [Usage(server.pid).cpu for server in servers]
        tallies = load.ask("play", rate / len(load.pipes), arguments.seconds)
        used = [Usage(server.pid).cpu - cpu for server, cpu in zip(servers, before, strict=True)]
    figures = figures_of_moves(tallies, rate)
    moves = figures["sent"] - figures["lost"]
    each = [1000 * cpu / moves for cpu in used]
    # A worker has one interpreter, so one core: all is full when the busiest of them is.
    figures |= {"cpu_ms_per_move": each, "capacity": 1000 / max(each)}
    told = ", ".join(f"{cpu:.2f}" for cpu in each)
    say(f"{count} workers, spread {spread}: {told} ms a move, {figures['capacity']:.0f}/s")
    return figures


def print_workers(found: Figures) -> None:
    """A line for each phase, medians over the rounds."""
    lines = []
    for name in ("one", "pinned", "spread"):
        phases = [each["phases"][name] for each in found["rounds"]]
        used = median(sum(phase["cpu_ms_per_move"]) for phase in phases)
        capacity = median(phase["capacity"] for phase in phases)
        delay = median(phase["delivered_p99_ms"] for phase in phases)
        lost = sum(phase["lost"] + phase["skipped"] for phase in phases)
        ratio = found["ratios"].get(name, 1.0)
        lines.append([name, f"{used:.2f}", f"{capacity:.0f}", f"{ratio:.2f}", ms(delay), str(lost)])
    head = [f"1 and {found['workers']} workers", "CPU ms a move, in all", "moves/s by CPU"]
    head += ["ratio", "p99 ms", "lost or skipped"]
    print(format_table(head, lines, text_columns=1))


# Idle


def run_idle(server: Server, arguments: argparse.Namespace) -> Figures:
    """Matches that wait: with both players connected, and with nobody there."""
    connected = idle_connected(server, arguments)
    return {"connected": connected, "away": idle_away(arguments)}


def idle_connected(server: Server, arguments: argparse.Namespace) -> Figures:
    """More and more matches with two silent sockets each."""
    steps: list[Figures] = []
    empty = Usage(server.pid)
    with Load([server.url], arguments.players) as load:
        for part in (0.2, 0.6, 1.0):
            count = int(arguments.idle_matches * part)
            say(f"opening matches up to {count}")
            load.open(count - (steps[-1]["matches"] if steps else 0))
            steps.append({"matches": count, "rss_mb": Usage(server.pid).rss / 1e6})
        before = Usage(server.pid)
        time.sleep(IDLE_WATCH)
        after = Usage(server.pid)
        trickle = measure(server, load, 20.0, 10.0)
    first, last = steps[0], steps[-1]
    each = (last["rss_mb"] - first["rss_mb"]) * 1e6 / (last["matches"] - first["matches"])
    return {
        "matches": last["matches"],
        "sockets": 2 * last["matches"],
        "steps": steps,
        "rss_empty_mb": empty.rss / 1e6,
        "rss_per_match_kb": each / 1e3,
        "matches_in_4_gib": int((IDLE_MEMORY - empty.rss) / each),
        "cpu": (after.cpu - before.cpu) / IDLE_WATCH,
        "trickle": trickle,
    }


def idle_away(arguments: argparse.Namespace) -> Figures:
    """Matches with nobody there: bytes on disk, and the first move after a load from it."""
    with tempfile.TemporaryDirectory(prefix="adjudge-bench-") as folder:
        server = Server(Path(folder), arguments.database)
        with server:
            pass
        empty = server.bytes_on_disk()
        with server, Load([server.url], 1) as load:
            say(f"playing {COLD_MATCHES} matches of helter-skelter to {COLD_MOVES} moves")
            load.open(COLD_MATCHES, players.GAMES[1])
            [versions] = load.ask("play_up_to", COLD_MOVES, SNAPSHOTS_APART)
            load.ask("part")
            server.__exit__()
            kept = server.bytes_on_disk()
            server.__enter__()
            load.open(1, sockets=False)  # what is loaded once is loaded
            [cold] = load.ask("move_by_request")
            load.ask("look_by_request")
            [warm] = load.ask("move_by_request")
        with server, Load([server.url], 1) as load:
            begun = server.bytes_on_disk()
            load.open(arguments.matches, sockets=False)
        fresh = (server.bytes_on_disk() - begun) / arguments.matches
    return {
        "matches": COLD_MATCHES,
        "versions": [min(versions), max(versions)],
        "kb_on_disk_per_match_played": (kept - empty) / COLD_MATCHES / 1e3,
        "kb_on_disk_per_match_begun": fresh / 1e3,
        "cold_ms": spread_ms(cold),
        "warm_ms": spread_ms(warm),
    }


def spread_ms(seconds: list[float]) -> Figures:
    """Median and worst."""
    return {"p50": 1000 * median(seconds), "max": 1000 * max(seconds)}


# boardgame.io


def run_boardgame(arguments: argparse.Namespace) -> Figures:
    """Its own load with the same matches, rate and time; the error if it cannot run."""
    try:
        with BoardgameServer() as server:
            say("the same for boardgame.io")
            command = ["node", "load.mjs", "--port", str(server.port)]
            command += ["--pid", str(server.process.pid), "--matches", str(arguments.matches)]
            command += ["--rate", str(arguments.rate), "--seconds", str(arguments.seconds)]
            done = subprocess.run(
                command, cwd=BOARDGAME, capture_output=True, check=True, timeout=TIMEOUT_S
            )
        figures: Figures = json.loads(done.stdout)
        return figures
    except (OSError, RuntimeError, ValueError, subprocess.SubprocessError) as problem:
        return {"error": f"{type(problem).__name__}: {problem}"}


def ratios(ours: Figures, theirs: Figures) -> Figures:
    """Ours over theirs: below 1 is less time, less CPU, less memory."""
    if "error" in theirs:
        return {}
    pairs = {
        "p50": (ours["delivered_p50_ms"], theirs["p50_ms"]),
        "p99": (ours["delivered_p99_ms"], theirs["p99_ms"]),
        "cpu": (ours["server_cpu"], theirs["server_cpu_share"]),
        "rss_per_match": (ours["rss_per_match_kb"] * 1e3, theirs["server_rss_per_match_kb"] * 1024),
    }
    return {name: our / their for name, (our, their) in pairs.items() if our and their}


# Telling


def say(text: str) -> None:
    """What is under way."""
    print(text, file=sys.stderr, flush=True)


def ms(value: float | None) -> str:
    """Milliseconds for the table."""
    return "-" if value is None else f"{value:.1f}"


def load_lines(f: Figures) -> list[list[str]]:
    """The readable table of one phase."""
    lines = [
        ["matches, sockets", f"{f['matches']}, {f['sockets']}"],
        ["moves/s asked, reached", f"{f['rate']:g}, {f['moves_per_s']:.1f}"],
        ["skipped, lost, finished", f"{f['skipped']}, {f['lost']}, {f['finished']}"],
    ]
    for name, words in (
        ("delivered", "to the other player"),
        ("accepted", "to the acknowledgement"),
        ("lags", "load behind its schedule"),
    ):
        times = [ms(f[f"{name}_p{part}_ms"]) for part in (50, 95, 99, 100)]
        lines.append([f"ms {words}: p50, p95, p99, max", ", ".join(times)])
    rest = f["server_cpu"] - f["loop_cpu"]
    lines += [
        ["server CPU: event loop, other threads", f"{f['loop_cpu']:.0%}, {rest:.0%}"],
        ["CPU ms per move: event loop, other threads", cpu_each(f)],
        ["CPU of the load, of others", f"{f['load_cpu']:.0%}, {f['others_cores']:.0%}"],
        ["commits/s, jobs in one", f"{f['commits_per_s']:.0f}, {f['commit_jobs']:.2f}"],
        ["commit ms, share of the time", f"{f['commit_ms']:.2f}, {f['commit_busy']:.0%}"],
        ["RSS MB: empty, opened, played", rss_line(f)],
        ["RSS kB per match, per socket", rss_each(f)],
        ["limit", f["limit"]],
        ["errors", json.dumps(f["errors"])],
    ]
    return lines


def cpu_each(f: Figures) -> str:
    """CPU for a move, which is much the same on a busy machine."""
    return f"{f['loop_cpu_ms_per_move']:.2f}, {f['other_cpu_ms_per_move']:.2f}"


def rss_line(f: Figures) -> str:
    """Memory in three states."""
    return ", ".join(f"{f[f'rss_{state}_mb']:.0f}" for state in ("before", "opened", "after"))


def rss_each(f: Figures) -> str:
    """Memory for each."""
    return f"{f['rss_per_match_kb']:.0f}, {f['rss_per_socket_kb']:.0f}"


def print_load(result: Figures) -> None:
    """Adjudge under load, the ramp, and boardgame.io beside it."""
    print(format_table(["Adjudge", ""], load_lines(result["adjudge"]), text_columns=2))
    if "ramp" in result["adjudge"]:
        found = result["adjudge"]["ramp"]
        print(f"\nhighest rate with p99 below {P99_GOAL_MS:g} ms: {found['highest_rate']:.0f}/s")
        print(f"beyond it: {found['limit']}")
    if "boardgame" in result:
        print_boardgame(result["boardgame"], result["ratios"])


def print_boardgame(theirs: Figures, ratios: Figures) -> None:
    """The peer, and how we compare."""
    if "error" in theirs:
        print(f"\nboardgame.io: {theirs['error']}")
        return
    lines = [[name, f"{value:g}"] for name, value in theirs.items()]
    print("\n" + format_table(["boardgame.io, tic-tac-toe", ""], lines, text_columns=1))
    told = ", ".join(f"{name} {value:.2f}" for name, value in ratios.items())
    print(f"\nAdjudge over boardgame.io: {told}")


def print_idle(idle: Figures) -> None:
    """How much can wait."""
    c, a = idle["connected"], idle["away"]
    cold, warm = a["cold_ms"], a["warm_ms"]
    delays = [ms(c["trickle"][f"delivered_p{part}_ms"]) for part in (50, 99)]
    lines = [
        ["connected: matches, sockets", f"{c['matches']}, {c['sockets']}"],
        ["RSS MB empty, with all", f"{c['rss_empty_mb']:.0f}, {c['steps'][-1]['rss_mb']:.0f}"],
        ["RSS kB per match", f"{c['rss_per_match_kb']:.0f}"],
        ["matches in 4 GiB", f"{c['matches_in_4_gib']}"],
        ["CPU while nobody moves", f"{c['cpu']:.1%}"],
        ["ms at 20 moves/s among them: p50, p99", ", ".join(delays)],
        ["away: versions of the matches", f"{a['versions'][0]} to {a['versions'][1]}"],
        ["kB on disk per match so played", f"{a['kb_on_disk_per_match_played']:.1f}"],
        ["kB on disk per match begun", f"{a['kb_on_disk_per_match_begun']:.1f}"],
        ["ms of the first move from disk: p50, max", f"{ms(cold['p50'])}, {ms(cold['max'])}"],
        ["ms of the next move: p50, max", f"{ms(warm['p50'])}, {ms(warm['max'])}"],
    ]
    print(format_table(["Adjudge, idle", ""], lines, text_columns=2))


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="The web table under load.")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=200.0, help="moves a second in all")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--players", type=int, default=1, help="processes of the load")
    parser.add_argument("--database", metavar="URL", help="PostgreSQL, instead of SQLite")
    parser.add_argument("--ramp", action="store_true", help="then more and more moves a second")
    parser.add_argument("--step-seconds", type=float, default=8.0, help="of each step of a ramp")
    parser.add_argument(
        "--workers", type=int, default=1, help="so many beside one, each at the rate"
    )
    parser.add_argument("--rounds", type=int, default=3, help="of one worker and several")
    parser.add_argument("--idle", action="store_true", help="matches that wait, instead")
    parser.add_argument("--idle-matches", type=int, default=5000, help="with two sockets each")
    parser.add_argument("--alone", action="store_true", help="without boardgame.io")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    chosen = parser.parse_args()
    if chosen.database is not None and "://" not in chosen.database:
        parser.error(f"--database: {chosen.database!r} is not a URL")
    if chosen.workers > 1 and chosen.database is None:
        parser.error("--workers: several of them need --database postgresql://...")
    return chosen


def main() -> int:
    """Measure and print."""
    arguments = parse_arguments()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    result: Figures = {}
    if arguments.workers > 1:
        result["workers"] = run_workers(arguments)
        print_workers(result["workers"])
        if arguments.json:
            print(json.dumps(result))
        return 0
    with (
        tempfile.TemporaryDirectory(prefix="adjudge-bench-") as folder,
        Server(Path(folder), arguments.database) as server,
    ):
        if arguments.idle:
            result["idle"] = run_idle(server, arguments)
        else:
            result["adjudge"] = run_load(server, arguments)
    if arguments.idle:
        print_idle(result["idle"])
    else:
        if not arguments.alone:
            result["boardgame"] = run_boardgame(arguments)
            result["ratios"] = ratios(result["adjudge"], result["boardgame"])
        print_load(result)
    if arguments.json:
        print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
