"""A checksum of random play, printed as JSON: run on both builds, the two must agree."""

from __future__ import annotations

import hashlib
import json
import sys

import adjudge
from adjudge.kernel.agenda import worth
from adjudge.kernel.notation import canonical
from tests.laws.positions import TABLES


def checksum(games: int) -> dict[str, str]:
    """Per table: every option, player, estimate and the end position of so many games."""
    sums = {}
    for table in TABLES:
        trace = hashlib.sha256()
        for seed in table.seeds(games):
            for state in table.random_play(seed):
                options = list(state.options)[: state.n_options]
                trace.update(repr((int(state.player), options, int(state.over))).encode())
                thoughts = [int(worth(state, seat)) for seat in range(table.seats)]
                trace.update(repr(thoughts).encode())
                if not state.over and len(options) > 1:
                    trace.update(repr(table.game.careful(state)).encode())
            trace.update(canonical(table.game.write(state)))
        sums[str(table)] = trace.hexdigest()
    return sums


if __name__ == "__main__":
    print(json.dumps({"build": adjudge.BUILD, "sums": checksum(int(sys.argv[1]))}))
