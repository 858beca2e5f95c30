"""Reviews of finished matches: bots weigh one decision after another, from its view alone."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass

import msgspec

from adjudge.kernel.game import Invalid
from adjudge.review import REVIEWER, Asked, Weighed, asked, put_together, result_for
from adjudge.table.denials import Denied
from adjudge.table.protocol import Review, Reviewed
from adjudge.table.records import Records, Reel
from adjudge.table.thinkers import Thinkers

KEPT = 64  # reviews in memory
PATIENCE = 20.0  # seconds after which nobody seems to wait for it any more
TRIES = 6  # for a decision: bot processes may be busy, or die
PAUSE = 0.5  # seconds between them


@dataclass(eq=False)
class Work:
    """A review under way, or done: then the decisions are in the answer alone."""

    guest: str  # who asked for it
    pack: str
    asked: list[Asked]
    answer: Review
    weighed: list[Weighed]
    looked_at: float  # when somebody asked for it last
    task: asyncio.Task[None] | None = None
    problem: str = ""


class Reviews:
    """One game at a time is gone through; bots at live tables take turns with it."""

    def __init__(self, records: Records, thinkers: Thinkers) -> None:
        self.records = records
        self.thinkers = thinkers
        self._works: OrderedDict[tuple[str, int], Work] = OrderedDict()
        self._one = asyncio.Semaphore(1)

    def known(self, id: str, seat: int) -> bool:
        """Whether somebody has asked for it already."""
        return (id, seat) in self._works

    async def reviewed(self, id: str, guest: str, invite: str, seat: int) -> Review:
        """How far it has got; Denied unless the guest may look through that seat's eyes."""
        async with self.records.service.table(id) as live:
            self.records.check_over(live, guest, invite)
            if seat >= len(live.places):
                raise Denied("not-found", f"There is no seat {seat}.")
        work = self._works.get((id, seat)) or await self.begun(guest, id, seat)
        self._works.move_to_end((id, seat))
        work.looked_at = time.monotonic()
        if work.problem:
            del self._works[id, seat]
            raise Denied("unavailable", work.problem)
        if work.task is None and work.answer.done < work.answer.of:
            work.task = asyncio.create_task(self.go_through(id, work))
        return work.answer

    async def begun(self, guest: str, id: str, seat: int) -> Work:
        """All decisions of the seat, none of them weighed yet."""
        reel = await self.records.reel(id)
        await self.records.aside(self.records.wind, reel, len(reel.moves))  # it does replay
        found, result = await self.records.aside(self.gathered, reel, seat)
        steps = len(reel.moves)
        answer = Review(id, seat, REVIEWER, steps, 0, len(found), result, [])
        work = self._works.setdefault((id, seat), Work(guest, reel.pack, found, answer, [], 0.0))
        if len(self._works) > KEPT:
            self.end(self._works.popitem(last=False)[1])
        return work

    def gathered(self, reel: Reel, seat: int) -> tuple[list[Asked], float | None]:
        """The seat's decisions, and how the game ended by its rules."""
        match = self.records.first(reel.start, reel.pack)
        found = list(asked(match, [made.text for made in reel.moves], seat))
        return found, result_for(match, seat)

    async def go_through(self, id: str, work: Work) -> None:
        """Weigh what is left, as long as somebody waits for it."""
        try:
            async with self._one:
                while work.answer.done < work.answer.of:
                    if time.monotonic() - work.looked_at > PATIENCE:
                        return
                    work.weighed.append(await self.weighed(id, work))
                    work.answer = msgspec.structs.replace(work.answer, done=len(work.weighed))
            finish(work)
        except Invalid as problem:
            work.problem = str(problem)
        finally:
            work.task = None

    async def weighed(self, id: str, work: Work) -> Weighed:
        """The next decision; Invalid if no bot can be had for it."""
        one = work.asked[len(work.weighed)]
        taken = one.view.options[one.taken].text
        for _ in range(TRIES):
            found = await self.thinkers.weigh(
                work.guest, id, REVIEWER, work.pack, one.view, one.chance, taken
            )
            if found is not None:
                return found
            await asyncio.sleep(PAUSE)
        raise Invalid("No bot could be had to look through this match: try again later.")

    def end(self, work: Work) -> None:
        """It is not wanted any more."""
        if work.task is not None:
            work.task.cancel()

    async def stop(self) -> None:
        """Nothing is gone through any more."""
        tasks = [work.task for work in self._works.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def finish(work: Work) -> None:
    """The answer is whole; what it was made of is not needed any more."""
    answer = work.answer
    if work.asked:
        pairs = list(zip(work.asked, work.weighed, strict=True))
        whole = put_together(answer.seat, answer.bot, answer.steps, answer.result, pairs)
        decisions = [msgspec.convert(one.data(), Reviewed) for one in whole.decisions]
        work.answer = msgspec.structs.replace(answer, decisions=decisions)
    work.asked, work.weighed = [], []
