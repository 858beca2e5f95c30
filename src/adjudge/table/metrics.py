"""What the server counts and measures, for Prometheus, at an address of its own.

Never where people play: how many jobs a commit had told whether somebody else had answered.
"""

from __future__ import annotations

import socket
from typing import Final
from wsgiref.simple_server import WSGIServer

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    start_http_server,
)

from adjudge.kernel.game import Invalid, brief

HERE: Final = "127.0.0.1"
MOST_PORT: Final = 65_535
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SLOW: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
JOBS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """One server's figures, in a registry of its own: two servers in one process do not mix.

    A label's values must be few: a game's name, a reason's kind, a route's pattern with its
    parameters unfilled, never an id nor anything else that a client makes up.
    """

    def __init__(self) -> None:
        """Everything at zero."""
        own = CollectorRegistry()
        self.registry = own
        self.moves = Counter("adjudge_moves", "Moves played", ["game", "who"], registry=own)
        self.refusals = Counter("adjudge_refusals", "Moves refused", ["reason"], registry=own)
        self.conflicts = Counter(
            "adjudge_conflicts", "Moves that came after another had changed the match", registry=own
        )
        self.matches_live = Gauge("adjudge_matches_live", "Matches in memory", registry=own)
        self.sockets = Gauge("adjudge_sockets", "Open sockets", registry=own)
        self.bot_seconds = Histogram(
            "adjudge_bot_seconds", "A bot's time for a choice", buckets=SLOW, registry=own
        )
        self.stand_ins = Counter(
            "adjudge_stand_ins", "Choices made for a bot or a person", ["why"], registry=own
        )
        self.commit_seconds = Histogram(
            "adjudge_commit_seconds", "Time of a transaction", buckets=QUICK, registry=own
        )
        self.commit_batch = Histogram(
            "adjudge_commit_batch", "Jobs in a transaction", buckets=JOBS, registry=own
        )
        self.deliver_seconds = Histogram(
            "adjudge_deliver_seconds",
            "From a move's arrival to its delivery",
            buckets=QUICK,
            registry=own,
        )
        self.requests = Counter(
            "adjudge_requests", "Requests answered", ["method", "route", "status"], registry=own
        )
        self.database_errors = Counter(
            "adjudge_database_errors", "Errors of the database", registry=own
        )
        self.webhooks = Counter("adjudge_webhooks", "Webhooks by result", ["result"], registry=own)
        ProcessCollector(registry=own)  # memory and CPU, by the names that dashboards know

    def answered(self, method: str, route: str, status: int) -> None:
        """Counts a request; methods that clients make up count as one."""
        known = method if method in METHODS else "other"
        self.requests.labels(known, route, str(status)).inc()


def place_of(text: str) -> tuple[str, int]:
    """Host and port, or a port of this machine; Invalid if it is neither."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and 0 <= int(port) <= MOST_PORT):
        raise Invalid(f"metrics: {brief(text)} is not HOST:PORT, such as {HERE}:9100")
    return host.removeprefix("[").removesuffix("]") or HERE, int(port)


def ports_from(first: int, workers: int) -> list[int]:
    """Of each worker its own, counting up; 0 takes any that is free."""
    return list(range(first, first + workers)) if first else [0]


def check_place(text: str, workers: int) -> None:
    """Invalid unless every worker can show its figures there."""
    host, first = place_of(text)
    for port in ports_from(first, workers):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as there:
            there.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                there.bind((host, port))
            except (OSError, OverflowError) as problem:
                raise Invalid(f"metrics: {host}:{port}: {problem}") from None


class Shown:
    """A worker's figures at their own address, in a thread, until they are taken away."""

    def __init__(self, metrics: Metrics, place: str, workers: int) -> None:
        """At the first port that no other worker has; OSError if there is none."""
        host, first = place_of(place)
        self.server = self._first_free(metrics, host, ports_from(first, workers))
        self.port = self.server.server_port

    def _first_free(self, metrics: Metrics, host: str, ports: list[int]) -> WSGIServer:
        """The others are the other workers'."""
        for port in ports[:-1]:
            try:
                return start_http_server(port, host, metrics.registry)[0]
            except OSError:
                continue
        return start_http_server(ports[-1], host, metrics.registry)[0]

    def close(self) -> None:
        """Nobody is answered any more."""
        self.server.shutdown()
        self.server.server_close()
