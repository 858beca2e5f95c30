"""Do bots keep their seconds? Real decisions of every game, timed, on both builds.

    .venv/bin/python bench/seconds.py [--decisions 300] [--bots flat,sharp] [--json]

For each bot and budget: the decisions timed, the longest of them, by how much it was over or under,
the longest in processor time (a machine busy with other things takes the rest), how many were more
than a tenth too late, and how many iterations a decision had.
"""

from __future__ import annotations

import argparse
import json
import sys
from random import Random
from time import perf_counter, process_time
from typing import Any

from run import BUILDS, run_json
from search import APART, LOOKING_AHEAD

import adjudge
from adjudge.bots import Budget, find_bot
from adjudge.kernel.agenda import play
from adjudge.lab.bench import started
from adjudge.match import SeatView

SECONDS = (0.02, 0.05, 0.2)


def measure(name: str, id: str, seconds: float, decisions: int) -> dict[str, Any]:
    """So many decisions with that budget, over all modes in turn."""
    game = adjudge.game(id)
    chance = Random(1)
    bot = find_bot(name)
    budget = Budget(seconds=seconds)
    taken: list[float] = []
    worked: list[float] = []
    number = choices = playouts = 0
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
                thought = bot.think(view, options, chance, budget)
                taken.append(perf_counter() - began)
                worked.append(process_time() - busy)
                index = thought.choice
                playouts += thought.playouts
            play(state, index)
    worst = max(taken)
    return {
        "bot": name,
        "game": id,
        "build": adjudge.BUILD,
        "seconds": seconds,
        "decisions": len(taken),
        "median": round(sorted(taken)[len(taken) // 2], 4),
        "worst": round(worst, 4),
        "over_percent": round(100 * (worst / seconds - 1), 1),
        "worst_cpu": round(max(worked), 4),
        "late": sum(time > seconds * 1.1 for time in taken),
        "iterations": playouts // len(taken),
    }


def run_build(bot: str, build: str, decisions: int) -> list[dict[str, Any]]:
    """The rows of a bot on one build, measured in a process of its own."""
    command = [sys.executable, __file__, "--here", bot, "--decisions", str(decisions)]
    rows: list[dict[str, Any]] = run_json(command, BUILDS[build])
    return rows


def main() -> int:
    """Measure and print; 1 if a decision took more than a tenth too long."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decisions", type=int, default=300, help="for each bot, budget and game")
    parser.add_argument("--bots", help="by name, with commas between; else all that look ahead")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--here", metavar="BOT", help="one bot on this build only, as JSON")
    asked = parser.parse_args()
    if asked.here:
        rows = [
            measure(asked.here, id, seconds, asked.decisions)
            for id in adjudge.games()
            for seconds in SECONDS
        ]
        print(json.dumps(rows))
        return 0
    bots = asked.bots.split(",") if asked.bots else LOOKING_AHEAD
    rows = [
        row for bot in bots for build in BUILDS for row in run_build(bot, build, asked.decisions)
    ]
    if asked.json:
        print(json.dumps(rows))
    else:
        for row in rows:
            print("  ".join(f"{key} {value}" for key, value in row.items()))
    return 1 if any(row["late"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
