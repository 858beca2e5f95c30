"""Adjudge beside its peers: rounds of both on the same machine, and the ratios within them.

    .venv/bin/python bench/run.py [--rounds 3] [--seconds 3] [--json]

The peers live in a virtual environment of their own, build/bench-venv, which is made when
it is missing and made again when bench/requirements.txt has changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shlex
import subprocess
import sys
import venv
from pathlib import Path
from statistics import median
from typing import Any, Literal, TypedDict

from peers import PEERS, Peer, Row, format_table, rate

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
REQUIREMENTS = BENCH / "requirements.txt"
PEER_VENV = ROOT / "build" / "bench-venv"
PEER_PYTHON = PEER_VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = PEER_VENV / "requirements.sha256"

GAME = "cursed-earth"
DEFAULT_COMMAND = shlex.join([sys.executable, "-m", "adjudge", "bench", GAME, "--json"])
BUILDS: dict[str, dict[str, str]] = {"compiled": {}, "interpreted": {"ADJUDGE_PURE": "1"}}

Field = Literal["decisions_per_s", "games_per_s", "copies_per_s"]
FIELDS: tuple[Field, ...] = ("decisions_per_s", "games_per_s", "copies_per_s")
COMPARED: tuple[Field, ...] = ("decisions_per_s", "copies_per_s")
TIMEOUT_S = 900
RUN_ERRORS = (RuntimeError, OSError, ValueError, subprocess.SubprocessError)


class Round(TypedDict):
    """One round: a row for each Adjudge build, then a row for each peer."""

    adjudge: dict[str, Row]
    peers: dict[str, Row]


class Summary(TypedDict):
    """One line of the result: medians over the rounds, and Adjudge's rates over this engine's."""

    engine: str
    game: str
    version: str | None
    rates: dict[Field, float | None]
    adjudge_ratios: dict[str, dict[Field, float | None]]
    error: str | None


def failed_row(engine: str, game: str, error: str) -> Row:
    """A row that has only a reason."""
    return Row(
        engine=engine,
        game=game,
        version=None,
        decisions_per_s=None,
        games_per_s=None,
        copies_per_s=None,
        error=error,
    )


def last_line(text: str) -> str:
    """The last line of a program's output, which is where it says why it failed."""
    return (text.strip().splitlines() or ["no output"])[-1]


def run_json(command: list[str], extra_environment: dict[str, str]) -> Any:
    """Run a command at the project's root and read its standard output as JSON."""
    inherited = {key: value for key, value in os.environ.items() if key != "ADJUDGE_PURE"}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=inherited | extra_environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    if done.returncode != 0:
        raise RuntimeError(f"exit status {done.returncode}: {last_line(done.stderr)}")
    return json.loads(done.stdout)


def prepare_peers() -> None:
    """Make or refresh the peers' virtual environment; a failure leaves no stamp."""
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    if STAMP.is_file() and STAMP.read_text() == wanted:
        return
    print(f"installing the peers in {PEER_VENV.relative_to(ROOT)}", file=sys.stderr)
    venv.create(PEER_VENV, clear=True, with_pip=True)
    pip = [str(PEER_PYTHON), "-m", "pip", "install", "--quiet", "-r", str(REQUIREMENTS)]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        STAMP.write_text(wanted)
    else:
        print(f"pip failed: {last_line(done.stderr)}", file=sys.stderr)


def measure_adjudge(command: list[str], build: str) -> Row:
    """Run Adjudge's own benchmark with one build."""
    engine = f"Adjudge {build}"
    game = GAME
    try:
        [(game, result)] = run_json(command, BUILDS[build]).items()
        if result["build"] != build:
            return failed_row(engine, game, f"the {result['build']} build ran")
        return Row(
            engine=engine,
            game=game,
            version=None,
            decisions_per_s=float(result["decisions_per_s"]),
            games_per_s=float(result["games_per_s"]),
            copies_per_s=float(result["copies_per_s"]),
            error=None,
        )
    except (*RUN_ERRORS, AttributeError, KeyError, TypeError) as error:
        return failed_row(engine, game, f"{type(error).__name__}: {error}")


def measure_peer(peer: Peer, seconds: float, seed: int) -> Row:
    """Run one peer in a process of its own, so that a crash costs only its row."""
    script = [str(PEER_PYTHON), str(BENCH / "peers.py"), "--json", "--only", peer.name]
    try:
        rows: list[Row] = run_json([*script, "--seconds", str(seconds), "--seed", str(seed)], {})
        return rows[0]
    except RUN_ERRORS as error:
        return failed_row(peer.engine, peer.game, f"{type(error).__name__}: {error}")


def measure_round(number: int, command: list[str], seconds: float) -> Round:
    """Adjudge's builds, then every peer; the round's number is the peers' seed."""
    print(f"round {number}", file=sys.stderr)
    return Round(
        adjudge={build: measure_adjudge(command, build) for build in BUILDS},
        peers={peer.name: measure_peer(peer, seconds, number) for peer in PEERS},
    )


def median_or_none(values: list[float]) -> float | None:
    """The median, or None of nothing."""
    return median(values) if values else None


def median_rate(rows: list[Row], field: Field) -> float | None:
    """The median of one rate over the rounds that have it."""
    return median_or_none([value for row in rows if (value := row[field]) is not None])


def median_ratio(ours: list[Row], theirs: list[Row], field: Field) -> float | None:
    """The median of the rounds' ratios, ours over theirs."""
    pairs = [(our[field], their[field]) for our, their in zip(ours, theirs, strict=True)]
    return median_or_none([our / their for our, their in pairs if our and their])


def summarise_errors(rows: list[Row]) -> str | None:
    """Why an engine has no figures, or how many rounds are missing from them."""
    errors = [row["error"] for row in rows if row["error"]]
    if not errors:
        return None
    missing = "not available" if len(errors) == len(rows) else f"{len(errors)} round(s) failed"
    return f"{missing}: {errors[0]}"


def summarise(rows: list[Row], adjudge: dict[str, list[Row]]) -> Summary:
    """Medians of one engine's rounds, with each Adjudge build's ratios to it."""
    return Summary(
        engine=rows[0]["engine"],
        game=rows[0]["game"],
        version=rows[0]["version"],
        rates={field: median_rate(rows, field) for field in FIELDS},
        adjudge_ratios={
            build: {field: median_ratio(ours, rows, field) for field in COMPARED}
            for build, ours in adjudge.items()
        },
        error=summarise_errors(rows),
    )


def summarise_rounds(rounds: list[Round]) -> list[Summary]:
    """Every Adjudge build, then every peer, in the order they were measured."""
    adjudge = {build: [one["adjudge"][build] for one in rounds] for build in BUILDS}
    peers = [[one["peers"][peer.name] for one in rounds] for peer in PEERS]
    return [summarise(rows, adjudge) for rows in [*adjudge.values(), *peers]]


def ratio(value: float | None) -> str:
    """A ratio for the table."""
    if value is None:
        return "-"
    return f"{value:.1f}x" if value >= 10 else f"{value:.2f}x"


def table_line(summary: Summary) -> list[str]:
    """One engine's line of the table."""
    rates, ratios = summary["rates"], summary["adjudge_ratios"]
    return [
        summary["engine"],
        summary["game"],
        rate(rates["decisions_per_s"]),
        *(ratio(ratios[build]["decisions_per_s"]) for build in BUILDS),
        rate(rates["copies_per_s"]),
        summary["error"] or "",
    ]


def print_table(summaries: list[Summary]) -> None:
    """The readable result."""
    columns = [f"Adjudge {build} is" for build in BUILDS]
    header = ["engine", "game", "moves/s", *columns, "copies/s", ""]
    print(format_table(header, map(table_line, summaries), text_columns=2))
    print("\n4.00x: Adjudge makes four moves while the engine on that line makes one.")


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Adjudge beside its peers, in rounds.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3.0, help="play time for each peer")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument(
        "--adjudge-command",
        type=shlex.split,
        default=DEFAULT_COMMAND,
        help="the command that prints Adjudge's figures as JSON (default: %(default)s)",
    )
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error("--rounds must be at least 1")
    return arguments


def main() -> int:
    """Measure, print, and fail when no build of Adjudge could be measured."""
    arguments = parse_arguments()
    prepare_peers()
    numbers = range(1, arguments.rounds + 1)
    rounds = [
        measure_round(number, arguments.adjudge_command, arguments.seconds) for number in numbers
    ]
    summaries = summarise_rounds(rounds)
    print_table(summaries)
    if arguments.json:
        print(json.dumps({"summary": summaries, "rounds": rounds}))
    measured = [summary["rates"]["decisions_per_s"] for summary in summaries[: len(BUILDS)]]
    return 0 if any(measured) else 1


if __name__ == "__main__":
    sys.exit(main())
