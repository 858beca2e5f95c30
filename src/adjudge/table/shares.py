"""What is scarce, shared fairly: who has used the least of it lately comes first."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
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
