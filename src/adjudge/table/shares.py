"""What is scarce, shared fairly: who has used the least of it lately comes first."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

HALF = 60.0  # seconds after which half of what was used is forgotten
NOTHING = 1e-3  # seconds of use: as good as none


@dataclass(frozen=True)
class Use:
    """What somebody has used, as of when; and the last of it."""

    seconds: float
    at: float
    last: float


class Shares:
    """How much each has used, in seconds that fade. Beyond `most`, the longest unheard of go."""

    def __init__(self, now: Callable[[], float] = time.monotonic, most: int = 10_000) -> None:
        self.now = now
        self.most = most
        self._used: OrderedDict[str, Use] = OrderedDict()

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._used)

    def used(self, key: str) -> float:
        """What has not faded yet."""
        use = self._used.get(key)
        return 0.0 if use is None else use.seconds * 0.5 ** ((self.now() - use.at) / HALF)

    def last(self, key: str) -> float:
        """The last of it."""
        use = self._used.get(key)
        return 0.0 if use is None else use.last

    def alone(self, key: str) -> bool:
        """Whether nobody else has used any lately."""
        return all(other == key or self.used(other) < NOTHING for other in reversed(self._used))

    def charge(self, key: str, seconds: float) -> None:
        """So much more."""
        self._used[key] = Use(self.used(key) + seconds, self.now(), seconds)
        self._used.move_to_end(key)
        oldest = next(iter(self._used))
        if len(self._used) > self.most or self.used(oldest) < NOTHING:
            del self._used[oldest]


class Slots:
    """So many at once, and one of each; who has used the least lately is let in first."""

    def __init__(self, free: int, now: Callable[[], float] = time.monotonic) -> None:
        self._free = free
        self._shares = Shares(now)
        self._holding: set[str] = set()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, key: str) -> None:
        """One of them, as soon as it can be had."""
        gate: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append(gate)
        self._let_in()
        try:
            await gate
        except asyncio.CancelledError:
            if gate.cancelled():
                self._leave(key, gate)
            else:  # let in at this very moment
                self.give(key, 0.0)
            raise

    def give(self, key: str, seconds: float) -> None:
        """It is free again, after so long."""
        self._holding.discard(key)
        self._free += 1
        self._shares.charge(key, seconds)
        self._let_in()

    def _leave(self, key: str, gate: asyncio.Future[None]) -> None:
        """It is not waited for any more."""
        self._waiting[key].remove(gate)
        if not self._waiting[key]:
            del self._waiting[key]

    def _let_in(self) -> None:
        """As many as there is room for."""
        while self._free and (able := [key for key in self._waiting if key not in self._holding]):
            key = min(able, key=self._shares.used)
            gate = self._waiting[key][0]
            self._leave(key, gate)
            self._free -= 1
            self._holding.add(key)
            gate.set_result(None)


class Lanes:
    """So many at once for each; more of the same wait, in the order in which they came."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._lanes: dict[str, asyncio.Semaphore] = {}
        self._users: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many have anything under way, or waiting."""
        return len(self._lanes)

    @asynccontextmanager
    async def lane(self, key: str) -> AsyncIterator[None]:
        """One of them, as long as it lasts."""
        lane = self._lanes.setdefault(key, asyncio.Semaphore(self.width))
        self._users[key] += 1
        try:
            async with lane:
                yield
        finally:
            self._users[key] -= 1
            if not self._users[key]:
                del self._users[key], self._lanes[key]
