"""The time by which matches are played: even, whatever is done to the clock of the machine.

It begins where the clock on the wall is, goes on with the ticks of the machine, which nobody sets,
and comes back to the wall by one second in a hundred: an hour's difference is gone in four days,
and no window, bot or clock notices. It never goes back, and at a start it is never earlier than
what was written last.

While a machine is suspended, time goes on: who has three days for a move has three days. But
nobody could play then, so clocks that count seconds are not charged for it: see `slept`.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final

SLEW: Final = 0.01
LEAST_SLEEP: Final = 2.0  # seconds; less is what two looks at two clocks differ by
SLEEPS: Final = 16  # that are remembered


def ticks() -> float:
    """Seconds since the machine was started, those in which it was suspended among them."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)  # Linux has it; elsewhere sleep is not told
    return time.monotonic() if clock is None else time.clock_gettime(clock)


@dataclass(frozen=True)
class Sleep:
    """When the machine was suspended."""

    began: float
    ended: float


class Steady:
    """Seconds since 1970 that never jump."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        ticks: Callable[[], float] = ticks,
        awake: Callable[[], float] = time.monotonic,
    ) -> None:
        self.wall = wall
        self.ticks = ticks
        self.awake = awake  # as ticks, without what was slept
        self.sleeps: deque[Sleep] = deque(maxlen=SLEEPS)
        self._now = wall()
        self._ticked = ticks()
        self._slept = self._ticked - awake()  # in all, and something that does not matter
        self._lock = Lock()

    def __call__(self) -> float:
        """What time it is."""
        with self._lock:
            ticked = self.ticks()
            in_all = ticked - self.awake()  # too little, if this thread had to wait in between
            passed, slept = max(0.0, ticked - self._ticked), in_all - self._slept
            self._ticked, self._slept = ticked, max(in_all, self._slept)
            goes, most = self._now + passed, passed * SLEW
            self._now = goes + max(-most, min(most, self.wall() - goes))
            if slept > LEAST_SLEEP:
                self.sleeps.append(Sleep(self._now - slept, self._now))
            return self._now

    def not_before(self, latest: float) -> None:
        """It is later than that, which was written once."""
        with self._lock:
            self._now = max(self._now, latest)

    @property
    def apart(self) -> float:
        """How far the clock on the wall is ahead."""
        return self.wall() - self()

    def slept_since(self, moment: float) -> Sleep | None:
        """The last sleep, if it ended after that moment."""
        self()
        return self.sleeps[-1] if self.sleeps and self.sleeps[-1].ended > moment else None
