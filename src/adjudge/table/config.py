"""What an operator can set."""

from __future__ import annotations

import os
from collections.abc import Sequence

import msgspec

PORT = 8000  # unless one is asked for
THIS_MACHINE = ("127.0.0.1", "::1")
ENVIRONMENT = "ADJUDGE_SERVE"  # how the settings reach the workers


class Config(msgspec.Struct, frozen=True):
    """The settings of a server."""

    database: str
    keys: str
    host: str = "127.0.0.1"
    port: int = PORT
    packs: list[str] = []
    thinkers: int = 1
    cap: float = 3.0
    rate: float = 20.0  # requests or messages a second for each guest
    burst: float = 80.0
    arrivals: float = 2.0  # new guests a second from one address
    arrivals_burst: float = 40.0
    away: float = 60.0  # seconds: the least after which a bot may take an absent person's seat
    tables: int = 100  # of one guest that have not ended
    sockets: int = 100  # of one guest on this worker
    household: float = 4.0  # how many guests' worth of what is dear one address has
    connections: int = 0  # on this worker; 0: as many as its open files allow
    patience: float = 10.0  # seconds for the head of a request; a body may take some more
    proxies: Sequence[str] = THIS_MACHINE  # whose word on a client's address is taken
    hosts: list[str] = []  # by which names the server is called, beside its own
    origins: list[str] = []  # other sites whose pages may call
    webhooks: list[str] = []
    secure: bool = False  # served over HTTPS: cookies only there
    json_logs: bool = False
    level: str = "info"
    workers: int = 1
    metrics: str = ""  # HOST:PORT where figures are shown; each further worker has the next port
    path: str = ""  # under which a proxy serves it, as /adjudge
    keep: float | None = None  # days after which a finished match is pruned; never without them

    def hand_over(self) -> None:
        """To the processes that will be started."""
        os.environ[ENVIRONMENT] = msgspec.json.encode(self).decode()


def handed_over() -> Config:
    """What the parent process has set."""
    return msgspec.json.decode(os.environ[ENVIRONMENT], type=Config)
