"""Long simulations: every table of every game, played at random, must end without a hitch.

python scripts/soak.py [--games 10000] [--seed 1]
"""

from __future__ import annotations

import argparse
import sys

import adjudge
from adjudge.bots import find_bot
from adjudge.lab.sim import simulate
from adjudge.packs import default_pack

TABLES = {
    "cursed-earth": [
        (seats, {"mode": mode, "difficulty": difficulty})
        for seats, mode in ((1, "solo"), (2, "cooperative"), (3, "cooperative"), (4, "cooperative"))
        for difficulty in ("cadet", "street-judge", "chief-judge")
    ]
    + [(2, {"mode": "head-to-head"})]
}


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
            chosen = game.choose_setup(seats, setup)
            bots = [find_bot("random")] * seats
            tally = simulate(default_pack(game), chosen, bots, arguments.games, arguments.seed)
            stuck += tally.games - tally.ended
            print(
                f"{id} {seats} {' '.join(setup.values()):24} {tally.ended} of {tally.games} ended, "
                f"{tally.decisions / tally.games:.0f} decisions a game, {tally.seconds:.0f} s",
                flush=True,
            )
    return 1 if stuck else 0


if __name__ == "__main__":
    sys.exit(main())
