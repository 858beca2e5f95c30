"""Nothing acknowledged is lost: servers killed under load, raced against each other, and left
without their database.

python scripts/soak_table.py [--games 200] [--kills 20] [--database sqlite|postgresql|both]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.table.postgres import Cluster
from tests.table.proofs import check_kept, kept
from tests.table.servers import Server
from tests.table.test_kill import PATIENT, storm, two_servers
from tests.table.test_outage import run_outage
from tests.table.test_races import run_races

TOKENS = 200
AWAY = 10.0  # seconds: longer than a request waits for the database
AT_OUTAGE = 24  # tables

began = time.monotonic()


def say(words: str) -> None:
    """On standard error, with the time."""
    print(f"{time.monotonic() - began:7.1f} s  {words}", file=sys.stderr, flush=True)


def on_sqlite(folder: Path, chosen: argparse.Namespace) -> str:
    """One server on a file, killed again and again."""
    with Server(folder, flags=PATIENT) as server:
        return str(asyncio.run(storm([server], chosen.games, chosen.kills, chosen.seed, say)))


def on_postgresql(folder: Path, cluster: Cluster, chosen: argparse.Namespace) -> str:
    """Two servers on one database, killed in turn."""
    one, two = two_servers(folder, cluster.new_database())
    with one, two:
        return str(asyncio.run(storm([one, two], chosen.games, chosen.kills, chosen.seed, say)))


def races(folder: Path, cluster: Cluster, chosen: argparse.Namespace) -> str:
    """Two workers get different moves at once."""
    one, two = two_servers(folder, cluster.new_database())
    with one, two:
        ring = asyncio.run(run_races([one, two], chosen.races, TOKENS, chosen.seed, say))
    check_kept(kept(one.database), ring.notes)
    return f"{chosen.races} races, {TOKENS} with themselves: one of two each time"


def outage(folder: Path, cluster: Cluster, chosen: argparse.Namespace) -> str:
    """The database goes away under load."""
    one, two = two_servers(folder, cluster.new_database())
    with one, two:
        came = asyncio.run(run_outage(cluster, [one, two], AT_OUTAGE, AWAY, chosen.seed, say))
    told = f"{came.unavailable} told to wait, {came.failures} without an answer"
    return f"{len(came.notes)} acknowledged, {told}"


def passed(name: str, trial: Callable[[Path], str]) -> bool:
    """Whether nothing was lost; what came of it is printed."""
    say(name)
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(f"{name}: {trial(Path(folder))}", flush=True)
        except AssertionError as loss:
            print(f"{name}: LOST: {loss}", flush=True)
            return False
    return True


def all_on_postgresql(chosen: argparse.Namespace) -> bool:
    """Whether nothing was lost in any trial there."""
    cluster = Cluster()
    trials = {"PostgreSQL": on_postgresql, "races": races, "outage": outage}
    try:
        good = [
            passed(name, partial(trial, cluster=cluster, chosen=chosen))
            for name, trial in trials.items()
        ]
    finally:
        cluster.close()
    return all(good)


def main() -> int:
    """Every trial; 1 if anything was lost."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200, help="tables at once")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--races", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    chosen = parser.parse_args()
    good = True
    if chosen.database != "postgresql":
        good = passed("SQLite", lambda folder: on_sqlite(folder, chosen))
    if chosen.database != "sqlite":
        good = all_on_postgresql(chosen) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
