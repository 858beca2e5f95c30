"""One thing at a time, each guest in turn: who asks for much waits for their own."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from adjudge.table.denials import Denied


class Turns:
    """Lines of those who wait, one for each guest."""

    def __init__(self, most: int) -> None:
        self.most = most  # that one guest may have in line
        self.busy = False
        self.lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def turn(self, guest: str) -> AsyncIterator[None]:
        """Until this is left, nobody else has it; Denied if the guest has too many in line."""
        if self.busy:
            await self.called(guest)
        self.busy = True
        try:
            yield
        finally:
            self.call_next()

    async def called(self, guest: str) -> None:
        """In line until it is our turn."""
        line = self.lines.setdefault(guest, deque())
        if len(line) >= self.most:
            raise Denied("slow-down", "You have asked for much at once: wait for the answers.")
        ours: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(ours)
        try:
            await ours
        except asyncio.CancelledError:
            if not ours.cancelled():  # we were called, and have gone all the same
                self.call_next()
            raise

    def call_next(self) -> None:
        """Whoever has waited longest of the guest who was not called for longest."""
        while self.lines:
            guest, line = self.lines.popitem(last=False)
            ours = line.popleft()
            if line:
                self.lines[guest] = line
            if not ours.done():
                ours.set_result(None)
                return
        self.busy = False
