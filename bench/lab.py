"""How many games a second the lab plays: one process, two, and a local Ray cluster of two workers.

python bench/lab.py [--games 40] [--rounds 3] [--bot flat:20] [--json]

A plan of Helter Skelter and one of The Cursed Earth are run each way into a temporary folder,
with everything that a run does: accounts, journal, Parquet. Starting processes and the cluster is
not counted: the clock runs from the first tenth of the games to the last. All ways must have
written the same bytes. Read the ratios: each is taken within a round, and the median over rounds is
given. On a machine that is busy with other things read the processor time: what a game costs in the
process that plays it, and in the one that collects results, which bounds what more players can do.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from adjudge.kernel.game import Invalid
from adjudge.lab.fan import LOCAL
from adjudge.lab.plans import read_plan
from adjudge.lab.runs import run
from adjudge.lab.store import read_times

WAYS: dict[str, tuple[int, str | None]] = {
    "1 process": (1, None),
    "2 processes": (2, None),
    "Ray, 2 workers": (2, LOCAL),
}
PLAN = """\
name = "bench"
game = "{game}"

[[setup]]
name = "bench"
bots = ["{bot}"]
games = {games}
seats = 2
seed = 1
options = {{ {options} }}
"""
OPTIONS = {"helter-skelter": 'map = "city-blocks"', "cursed-earth": 'mode = "head-to-head"'}


class Clock:
    """Notes when the first games were there, and the last."""

    def __init__(self, warm: int) -> None:
        self.warm = warm
        self.began = self.ended = 0.0
        self.busy = -time.process_time()
        self.games = 0

    def __call__(self, done: int, of: int) -> None:
        if done == self.warm:
            self.began = time.perf_counter()
        elif done > self.warm:
            self.games += 1
            self.ended = time.perf_counter()

    @property
    def rate(self) -> float:
        """Games a second, once all were at work."""
        return self.games / (self.ended - self.began)


Measured = dict[str, dict[str, float]]  # by way


def measure(game: str, bot: str, games: int, folder: Path) -> Measured:
    """Games a second each way, and milliseconds of processor time a game."""
    file = folder / "plan.toml"
    text = PLAN.format(game=game, bot=bot, games=games, options=OPTIONS[game])
    file.write_text(text, encoding="utf-8")
    plan = read_plan(file)
    found: Measured = {}
    written: list[list[bytes]] = []
    for i, (way, (jobs, ray)) in enumerate(WAYS.items()):
        clock = Clock(warm=max(1, games // 10))
        run(plan, folder / str(i), jobs, ray, clock)
        playing = read_times(folder / str(i), "busy")
        here = clock.busy + time.process_time()
        found[way] = {
            "games_per_s": clock.rate,
            "playing_ms": 1000 * playing / games,
            "collecting_ms": 1000 * (here - (playing if jobs == 1 else 0)) / games,
        }
        files = sorted([*(folder / str(i)).glob("games-*"), *(folder / str(i)).glob("uses-*")])
        written.append([path.read_bytes() for path in files])
    assert all(one == written[0] for one in written), "the ways differ"
    return found


def ratio(measured: Measured, way: str) -> float:
    """How much faster than one process."""
    return measured[way]["games_per_s"] / measured["1 process"]["games_per_s"]


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--bot", default="flat:20")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rounds: dict[str, list[Measured]] = {game: [] for game in OPTIONS}
    for _ in range(asked.rounds):
        for game, measured in rounds.items():
            with tempfile.TemporaryDirectory() as folder:
                measured.append(measure(game, asked.bot, asked.games, Path(folder)))
    summary = {
        game: {
            way: {
                name: round(median(one[way][name] for one in measured), 2)
                for name in measured[0][way]
            }
            | {"ratio": round(median(ratio(one, way) for one in measured), 2)}
            for way in WAYS
        }
        for game, measured in rounds.items()
    }
    if asked.json:
        print(json.dumps({"bot": asked.bot, "summary": summary, "rounds": rounds}))
        return 0
    print(f"{'':34}{'games/s':>10}{'ratio':>8}{'playing ms':>13}{'collecting ms':>15}")
    for game, ways in summary.items():
        for way, found in ways.items():
            print(
                f"{game:16}{way:18}{found['games_per_s']:>10,.1f}{found['ratio']:>8.2f}"
                f"{found['playing_ms']:>13.1f}{found['collecting_ms']:>15.1f}"
            )
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Invalid as problem:
        sys.exit(f"bench/lab.py: {problem}")
