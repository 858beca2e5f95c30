"""Long simulations: every table of every game, played at random, must end without a hitch.

python scripts/soak.py [--games 10000] [--seed 1]
"""

from __future__ import annotations

import argparse
import sys
import time

import adjudge
from adjudge.kernel.agenda import play_out
from adjudge.kernel.game import Game
from adjudge.kernel.rng import seeded
from adjudge.match import scrambled
from adjudge.packs import default_pack

TABLES = {
    "cursed-earth": [
        (seats, {"mode": mode, "difficulty": difficulty})
        for seats, mode in ((1, "solo"), (2, "cooperative"), (3, "cooperative"), (4, "cooperative"))
        for difficulty in ("cadet", "street-judge", "chief-judge")
    ]
    + [(2, {"mode": "head-to-head"})],
    "helter-skelter": [
        (seats, {"map": board}) for board in ("grand-hall", "city-blocks") for seats in (2, 3, 4)
    ],
}
SHARE = {"cursed-earth": 1.0, "helter-skelter": 0.5}  # games there are ten times as long
BOUND = {"cursed-earth": 1_000, "helter-skelter": 20_000}  # decisions that no game exceeds


def soak(game: Game, seats: int, setup: dict[str, str], games: int, seed: int) -> int:
    """The decisions of the longest of so many random games; 0 if one is stuck."""
    facts = default_pack(game).facts
    chosen = game.choose_setup(seats, setup)
    longest = 0
    for n in range(seed, seed + games):
        state = game.new(facts, seats, chosen, seeded(scrambled(n)), None)
        made = play_out(state, seeded(scrambled(-n)), BOUND[game.id])
        if not state.over:
            return 0
        longest = max(longest, int(made))
    return longest


def main() -> int:
    """Play, and say what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    stuck = 0
    for id, tables in TABLES.items():
        game = adjudge.game(id)
        for seats, setup in tables:
            games = round(arguments.games * SHARE[id])
            began = time.perf_counter()
            longest = soak(game, seats, setup, games, arguments.seed)
            stuck += longest == 0
            result = f"all ended, the longest in {longest} decisions" if longest else "one is STUCK"
            seconds = time.perf_counter() - began
            print(
                f"{id} {seats} {' '.join(setup.values()):24} {games} games: {result}, "
                f"bound {BOUND[id]}, {seconds:.0f} s",
                flush=True,
            )
    return 1 if stuck else 0


if __name__ == "__main__":
    sys.exit(main())
