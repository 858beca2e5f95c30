"""What the server counts and measures, for Prometheus."""

from __future__ import annotations

from typing import Final

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4

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

    def text(self) -> bytes:
        """All figures in Prometheus's text format; CONTENT_TYPE says which."""
        return generate_latest(self.registry)
