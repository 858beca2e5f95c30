"""Does flat keep its budget? Real decisions of every game, timed, on both builds.

    .venv/bin/python bench/flat.py [--decisions 300] [--json]

For each budget: the decisions timed, the longest of them, by how much it was over or under, the
longest in processor time (a machine busy with other things takes the rest), and how many were
more than a tenth too late.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

import adjudge
from adjudge.bots import Budget, find_bot
from adjudge.kernel.agenda import play
from adjudge.lab.bench import started
from adjudge.match import SeatView

ROOT = Path(__file__).resolve().parents[1]
BUILDS = {"compiled": "0", "interpreted": "1"}
SECONDS = (0.02, 0.05, 0.2)
APART = 3  # decisions with a choice that careful makes between two that are timed


def measure(id: str, seconds: float, decisions: int) -> dict[str, Any]:
    """So many decisions with that budget, over all modes in turn."""
    game = adjudge.game(id)
    chance = Random(1)
    flat = find_bot("flat")
    taken: list[float] = []
    worked: list[float] = []
    number = choices = 0
    while len(taken) < decisions:
        state = started(game, number)
        number += 1
        while not state.over and len(taken) < decisions:
            view = SeatView(game, game.view(state, state.player), state.player)
            options = view.options
            choices += len(options) > 1
            index = game.careful(view.state)
            if len(options) > 1 and choices % APART == 0:
                began, busy = perf_counter(), process_time()
                index = flat.choose(view, options, chance, Budget(seconds=seconds)).index
                taken.append(perf_counter() - began)
                worked.append(process_time() - busy)
            play(state, index)
    worst = max(taken)
    return {
        "game": id,
        "build": adjudge.BUILD,
        "seconds": seconds,
        "decisions": len(taken),
        "median": round(sorted(taken)[len(taken) // 2], 4),
        "worst": round(worst, 4),
        "over_percent": round(100 * (worst / seconds - 1), 1),
        "worst_cpu": round(max(worked), 4),
        "late": sum(time > seconds * 1.1 for time in taken),
    }


def run_build(build: str, decisions: int) -> list[dict[str, Any]]:
    """The rows of one build, measured in a process of its own."""
    command = [sys.executable, __file__, "--here", "--decisions", str(decisions)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"ADJUDGE_PURE": BUILDS[build]},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


def main() -> int:
    """Measure and print; 1 if a decision took more than a tenth too long."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--decisions", type=int, default=300, help="for each budget and game")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--here", action="store_true", help="this build only, as JSON")
    arguments = parser.parse_args()
    games = list(adjudge.games())
    if arguments.here:
        rows = [measure(id, seconds, arguments.decisions) for id in games for seconds in SECONDS]
        print(json.dumps(rows))
        return 0
    rows = [row for build in BUILDS for row in run_build(build, arguments.decisions)]
    if arguments.json:
        print(json.dumps(rows))
    else:
        for row in rows:
            print("  ".join(f"{key} {value}" for key, value in row.items()))
    return 1 if any(row["late"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
