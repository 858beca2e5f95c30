"""Games fan out: played here, by processes of this machine, or on a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, closing, contextmanager
from itertools import islice
from multiprocessing import connection, get_context, parent_process
from signal import SIG_DFL, SIGINT, signal
from socket import create_connection
from threading import Thread
from typing import Any, Protocol, TypeVar

from adjudge.kernel.game import Invalid

T = TypeVar("T", covariant=True)
R = TypeVar("R")

AHEAD = 2  # games given to each process at a time, so that none waits for the next
PATIENCE = 3  # times that all processes may die before any game is finished
LOCAL = "local"  # instead of a cluster's address: one of our own on this machine


class Hall(Protocol[T]):
    """Where games are played by number. It must be able to travel to another process."""

    def play(self, number: int) -> T:
        """The game of that number, the same whoever plays it."""


def fan_out(
    hall: Hall[R], numbers: Sequence[int], jobs: int, ray: str | None = None
) -> AbstractContextManager[Iterator[R]]:
    """The results, each as soon as it is there, in any order."""
    if ray is not None:
        return on_ray(hall, numbers, jobs, ray)
    return by_processes(hall, numbers, jobs) if jobs > 1 else here(hall, numbers)


@contextmanager
def here(hall: Hall[R], numbers: Sequence[int]) -> Iterator[Iterator[R]]:
    """One after another in this process."""
    yield map(hall.play, numbers)


# Processes of this machine

_hall: Hall[Any] | None = None  # of a process that plays for another


def open_hall(hall: Hall[Any]) -> None:
    """A process begins: it leaves with the one that started it, and at once when told to stop."""
    global _hall
    _hall = hall
    signal(SIGINT, SIG_DFL)
    Thread(target=leave_with_parent, daemon=True).start()


def leave_with_parent() -> None:
    """Nobody plays on for a run that was killed."""
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def play_there(number: int) -> Any:
    """In a process that has opened its hall."""
    assert _hall is not None
    return _hall.play(number)


@contextmanager
def by_processes(hall: Hall[R], numbers: Sequence[int], jobs: int) -> Iterator[Iterator[R]]:
    """Processes that die are replaced, and their games are played again."""
    with closing(from_processes(hall, numbers, jobs)) as results:
        yield results


def from_processes(hall: Hall[R], numbers: Sequence[int], jobs: int) -> Generator[R, None, None]:
    """The results of all numbers, with new processes where the old ones died."""
    left = dict.fromkeys(numbers)
    deaths = 0
    while left:
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), open_hall, (hall,))
        try:
            for number, result in from_pool(pool, list(left), jobs):
                del left[number]
                deaths = 0
                yield result
        except BrokenProcessPool:
            deaths += 1
            if deaths == PATIENCE:
                raise Invalid(f"jobs: {jobs} processes keep dying; try fewer") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def from_pool(
    pool: ProcessPoolExecutor, numbers: Sequence[int], jobs: int
) -> Iterator[tuple[int, Any]]:
    """Each number with its result; only a few are given out ahead."""
    waiting = iter(numbers)
    running: dict[Future[Any], int] = {}
    while True:
        for number in islice(waiting, AHEAD * jobs - len(running)):
            running[pool.submit(play_there, number)] = number
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            yield running.pop(future), future.result()


# A Ray cluster


_halls: dict[str, Hall[Any]] = {}  # of a process of a cluster, by what it was given


@contextmanager
def on_ray(hall: Hall[R], numbers: Sequence[int], jobs: int, address: str) -> Iterator[Iterator[R]]:
    """The same games on a cluster: one of our own with so many workers, or that of an address.

    Games whose worker dies are played again by another.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    quiet = {"log_to_driver": False, "logging_level": "error"}
    if address == LOCAL:
        ray.init(num_cpus=jobs, include_dashboard=False, _node_ip_address="127.0.0.1", **quiet)
    else:
        check_address(address)
        ray.init(address=address, **quiet)
    try:
        yield from_cluster(hall, numbers)
    finally:
        ray.shutdown()


def check_address(address: str) -> None:
    """Invalid unless something answers there; Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        create_connection((host, int(port)), timeout=5).close()
    except (OSError, ValueError):
        raise Invalid(
            f"ray: {address!r}: no cluster answers there (as at head.example:6379)"
        ) from None


def from_cluster(hall: Hall[R], numbers: Sequence[int]) -> Iterator[R]:
    """The results of all numbers; only a few are given out ahead."""
    import ray

    ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    given = ray.put(hall)
    task = ray.remote(play_on_cluster)
    waiting = iter(numbers)
    running: list[Any] = []
    while True:
        running += [task.remote([given], n) for n in islice(waiting, ahead - len(running))]
        if not running:
            return
        done, running = ray.wait(running)
        yield from ray.get(done)


def play_on_cluster(given: list[Any], number: int) -> Any:
    """In a process of a cluster, which opens each hall once."""
    import ray

    name = given[0].hex()
    if name not in _halls:
        _halls[name] = ray.get(given[0])
    return _halls[name].play(number)
