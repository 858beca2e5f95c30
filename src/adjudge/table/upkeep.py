"""What a server does beside playing: it notices what an operator has changed, and prunes.

An operator's commands write to the database and count up a number there. Every worker looks at
that number each second, the same with SQLite and PostgreSQL, and looks at everything when it has
changed: whoever has missed a change, for whatever reason, has not missed it for long.
"""

from __future__ import annotations

import asyncio
from functools import partial

import structlog

from adjudge.table import operators, pruning
from adjudge.table.bans import Bans
from adjudge.table.service import Service
from adjudge.table.store import Unavailable

log = structlog.get_logger("adjudge")

LOOK = 1.0
PRUNING = 3600.0  # seconds between two looks whether it is time to prune
BREATH = 0.05  # between two small transactions: others write as well


class Upkeep:
    """Of one worker."""

    def __init__(self, service: Service, bans: Bans, keep: float | None) -> None:
        self.service = service
        self.store = service.store
        self.bans = bans
        self.keep = keep  # days for which finished matches are kept; for ever without them
        self._seen = -1
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Nobody who is banned comes in before this has returned."""
        await self._look()
        self._tasks = [asyncio.create_task(self._look_on())]
        if self.keep is not None:
            self._tasks.append(asyncio.create_task(self._prune_on(self.keep)))

    async def stop(self) -> None:
        """Nothing more is looked at."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _look_on(self) -> None:
        """Every second."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self._look()
            except Unavailable:
                continue  # the look for what is due says so already
            except Exception:  # or no ban would ever be noticed again
                log.exception("the look for an operator's changes failed")

    async def _look(self) -> None:
        """Take up what has been changed since the last look."""
        changes = await self.store.read(operators.changes)
        if changes == self._seen:
            return
        self.bans.keep(await self.store.read(operators.bans_kept))
        if self._seen >= 0:
            log.info("an operator has changed something", changes=changes)
            await self.service.look_again()
        self._seen = changes

    async def _prune_on(self, days: float) -> None:
        """Once a day, on one worker of all."""
        while True:
            try:
                if await self.store.write(partial(pruning.claim, now=self.service.now())):
                    gone = await self._prune(self.service.now() - days * pruning.DAY)
                    log.info("pruned", finished=gone, days=days)
            except Unavailable as problem:
                log.warning("not pruned", why=str(problem))
            except Exception:
                log.exception("not pruned")
            await asyncio.sleep(PRUNING)

    async def _prune(self, before: float) -> int:
        """Matches that ended before then; how many. No move waits for more than a few of them."""
        kind, gone = pruning.KINDS["finished"], 0
        for some in kind.portions(await self.store.read(lambda c: kind.find(c, before))):
            gone += await self.store.write(
                partial(pruning.remove_finished, ids=some, before=before)
            )
            await asyncio.sleep(BREATH)
        return gone
