"""What costs much more than a request: how much of it a guest may have, and an address in all.

Costs are milliseconds of a processor, about. An address has several guests' worth, so that a
household or a school is let in; a thousand guests that somebody makes have no more than that.
"""

from __future__ import annotations

from typing import Final

import structlog

from adjudge.table.addresses import household
from adjudge.table.config import Config
from adjudge.table.denials import Denied
from adjudge.table.limits import Limits

log = structlog.get_logger("adjudge")

PREVIEW: Final = 5.0
TABLE: Final = 20.0  # a new one, with what it begins with
FORK: Final = 100.0  # a match is played again up to there
HINT: Final = 200.0  # in a bot's process
REVIEW: Final = 1_000.0  # the same, for seconds
RECORD: Final = 50.0
RECORD_BYTE: Final = 1 / 70  # a move has some 30 bytes, and is made twice
SAVED: Final = 80.0  # seconds for which what is not used is kept


class Budgets:
    """Of the guests and the addresses of a worker."""

    def __init__(self, config: Config) -> None:
        rate = 5 * config.rate  # a tenth of a processor, as usually set
        self.guests = Limits(rate, SAVED * rate)
        self.addresses = Limits(config.household * rate, config.household * SAVED * rate)

    def spend(self, guest: str, address: str, cost: float) -> None:
        """Denied if the guest, or all from that address, have had too much of it lately."""
        cost = min(cost, self.guests.burst)
        home = household(address)
        # Nobody pays for what is refused, or who asks again and again would wait for ever.
        wait = max(self.guests.wait(guest, cost), self.addresses.wait(home, cost))
        if wait > 0:
            log.warning("too much work at once", address=address)
            raise Denied("slow-down", f"That was much work at once: wait {wait:.1f} s.")
        self.guests.take(guest, cost)
        self.addresses.take(home, cost)


def cost_of_record(size: int) -> float:
    """Of a record of so many bytes: it is read, played, and played again."""
    return RECORD + size * RECORD_BYTE
