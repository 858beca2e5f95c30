"""How often somebody may ask: one token bucket a key, in bounded memory."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

SLACK: Final = 1e-6  # seconds: who has waited as told is not sent away for a rounding error


class Limits:
    """Each key may spend `burst` at once and `rate` a second in the long run.

    A bucket is one number, the time at which it will be full again; a full bucket is as good as
    none. Beyond `most` keys the ones not heard of for longest are forgotten, so a flood of new
    keys costs no more memory, and at worst gives somebody a full bucket early.
    """

    def __init__(
        self,
        rate: float,
        burst: float,
        most: int = 50_000,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """ValueError if nobody could ever spend anything."""
        if not (0 < rate < math.inf and 0 < burst < math.inf and most > 0):
            raise ValueError(f"limits: rate {rate}, burst {burst}, most {most}")
        self.rate = rate
        self.burst = burst
        self.most = most
        self.now = now
        self.full_at: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self.full_at)

    def take(self, key: str, cost: float = 1) -> float:
        """0.0 and the cost is spent, or the seconds to wait and nothing is; inf if it is no use."""
        now = self.now()
        wait = self.wait(key, cost, now)
        if wait == 0.0:
            self.full_at[key] = max(now, self.full_at.get(key, now)) + cost / self.rate
        if key in self.full_at:
            self.full_at.move_to_end(key)
        self.forget(now)
        return wait

    def wait(self, key: str, cost: float = 1, now: float | None = None) -> float:
        """The seconds until the cost could be spent; inf if never."""
        if not 0 <= cost <= self.burst:
            return math.inf
        now = self.now() if now is None else now
        full_at = max(now, self.full_at.get(key, now)) + cost / self.rate
        wait = full_at - now - self.burst / self.rate
        return wait if wait > SLACK else 0.0

    def forget(self, now: float) -> None:
        """Drops what is too much, and at most two full buckets: no call pays for all the others."""
        if len(self.full_at) > self.most:
            self.full_at.popitem(last=False)
        for _ in range(2):
            oldest = next(iter(self.full_at), None)
            if oldest is None or self.full_at[oldest] > now:
                return
            del self.full_at[oldest]
