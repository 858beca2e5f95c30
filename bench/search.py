"""How many iterations a second a bot thinks, beside OpenSpiel's ISMCTS on its own games.

    .venv/bin/python bench/search.py [--rounds 3] [--seconds 3] [--iterations 400] [--json]

Every bot that looks ahead on both games, compiled and interpreted, then OpenSpiel's bot, in C++ and
in Python, on games that it can search and whose branching and length are near ours: one after the
other in each round, one process each. Thinking alone is timed, by the processor's time, of which
other processes take little. The table has the medians over rounds, and how much faster the compiled
build is than each other line, taken within a round.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any

from run import BENCH, BUILDS, PEER_PYTHON, RUN_ERRORS, prepare_peers, run_json

import adjudge
from adjudge.bots import BOTS, Budget, find_bot
from adjudge.bots.several import Several
from adjudge.kernel.agenda import play
from adjudge.lab.bench import started
from adjudge.match import SeatView

APART = 3  # decisions with a choice that careful makes between two that are thought about
LOOKING_AHEAD = [name for name, bot in BOTS.items() if isinstance(bot, Several)]
PEERS = [  # in Hearts, ISMCTS of open_spiel 2.0.2 crashes; most other games cannot be dealt again
    ("euchre", "cpp"),
    ("euchre", "python"),
    ("oh_hell", "cpp"),
    ("oh_hell", "python"),
    ("gin_rummy", "cpp"),
    ("gin_rummy", "python"),
]
Row = dict[str, Any]


def measure(name: str, id: str, seconds: float, iterations: int) -> Row:
    """Think for the seconds at decisions of games by the heuristic, over all modes in turn."""
    game = adjudge.game(id)
    bot = find_bot(name)
    budget = Budget(iterations=iterations)
    chance = Random(1)
    thinking = 0.0
    playouts = decisions = options = games = 0
    while thinking < seconds:
        state = started(game, games)
        while not state.over:
            decisions += 1
            options += int(state.n_options)
            if state.n_options > 1 and decisions % APART == 0 and thinking < seconds:
                view = SeatView(game, game.view(state, state.player), state.player)
                offered = view.options
                began = process_time()
                thought = bot.think(view, offered, chance, budget)
                thinking += process_time() - began
                playouts += thought.playouts
            play(state, game.careful(state))
        games += 1
    return {
        "iterations_per_s": playouts / thinking,
        "branching": options / decisions,
        "length": decisions / games,
        "build": adjudge.BUILD,
    }


def tried(command: Sequence[str], environment: dict[str, str]) -> Row:
    """What a process of its own has measured, or why it has not."""
    try:
        row: Row = run_json(list(command), environment)
        return row
    except RUN_ERRORS as error:
        return {"error": f"{type(error).__name__}: {error}"}


def measure_round(number: int, bots: Sequence[str], asked: argparse.Namespace) -> dict[str, Row]:
    """Every line of the table once."""
    print(f"round {number}", file=sys.stderr)
    common = ["--seconds", str(asked.seconds), "--iterations", str(asked.iterations)]
    rows: dict[str, Row] = {}
    for bot in bots:
        for build, environment in BUILDS.items():
            for id in adjudge.games():
                command = [sys.executable, __file__, "--here", bot, id, *common]
                rows[f"{bot}, {build}: {id}"] = tried(command, environment)
    for game, kind in PEERS:
        command = [str(PEER_PYTHON), str(BENCH / "ismcts.py"), game, "--bot", kind]
        rows[f"OpenSpiel ISMCTS, {kind}: {game}"] = tried(
            [*command, *common, "--seed", str(number)], {}
        )
    return rows


def rate(row: Row) -> float | None:
    """Iterations a second, if there are any."""
    return row.get("iterations_per_s")


def summarise(name: str, rounds: Sequence[dict[str, Row]], ours: Sequence[str]) -> Row:
    """A line: medians, and how much faster each of ours was in the same round."""
    found = [one[name] for one in rounds if rate(one[name])]
    if not found:
        return {"error": rounds[0][name]["error"]}
    ratios = {}
    for our in ours:
        pairs = [(rate(one[our]), rate(one[name])) for one in rounds]
        known = [one / other for one, other in pairs if one and other]
        ratios[our] = round(median(known), 2) if known else None
    means = {key: median(row[key] for row in found) for key in ("branching", "length")}
    return {"iterations_per_s": median(row["iterations_per_s"] for row in found), **means} | {
        "ratios": ratios
    }


def print_table(summary: dict[str, Row], ours: Sequence[str]) -> None:
    """The readable result."""
    names = [our.replace(", compiled: ", ", ") for our in ours]
    columns = "".join(f"{name:>24}" for name in names)
    print(f"{'':40}{'iterations/s':>14}{'branching':>11}{'length':>8}{columns}")
    for name, row in summary.items():
        if "error" in row:
            print(f"{name:40}{row['error']}")
            continue
        ratios = "" if name in ours else "".join(f"{row['ratios'][our]:>24}" for our in ours)
        print(
            f"{name:40}{row['iterations_per_s']:>14,.0f}{row['branching']:>11.1f}"
            f"{row['length']:>8.0f}{ratios}"
        )


def main() -> int:
    """Measure in rounds, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3.0, help="of thinking for each line")
    parser.add_argument("--iterations", type=int, default=400, help="for each decision")
    parser.add_argument("--bots", help="by name, with commas between; else all that look ahead")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--here", nargs=2, metavar=("BOT", "GAME"), help="one line, as JSON")
    asked = parser.parse_args()
    if asked.here:
        bot, id = asked.here
        print(json.dumps(measure(bot, id, asked.seconds, asked.iterations)))
        return 0
    bots = asked.bots.split(",") if asked.bots else LOOKING_AHEAD
    prepare_peers()
    rounds = [measure_round(number, bots, asked) for number in range(1, asked.rounds + 1)]
    ours = [name for name in rounds[0] if ", compiled: " in name]
    summary = {name: summarise(name, rounds, ours) for name in rounds[0]}
    print_table(summary, ours)
    if asked.json:
        print(json.dumps({"summary": summary, "rounds": rounds}))
    return 0 if any("error" not in summary[name] for name in ours) else 1


if __name__ == "__main__":
    sys.exit(main())
