"""Who acts when nobody does: bots that think, windows that close, clocks that run out, orders.

A table that has something due has one task, on the worker that made its position, which sleeps
until then; where others make the next one, the task ends. What is far away, or was due on a worker
that is gone, is found by a look at the database every second. Two workers may act at once even so:
one of them is first, and the other finds that it has been done.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial

import structlog

from adjudge.table import rows
from adjudge.table.denials import Denied
from adjudge.table.live import MOVE, STAND_IN, STAND_IN_BOT, TIME, Entry, Live, mask_of
from adjudge.table.service import Service
from adjudge.table.shares import Lanes
from adjudge.table.store import Unavailable, Unsaved
from adjudge.table.thinkers import Thinkers

log = structlog.get_logger("adjudge")

FAR = 60.0  # what is due later than this is left to the look at the database
LOOK = 1.0
GRACE = 1.5  # others get so much time to do what is theirs
REST = 60.0  # before a table that could not be driven is taken up again for being overdue
SHARE = 0.8  # of a table's pace, for a bot's thinking


@dataclass(frozen=True)
class Thought:
    """What a bot has been asked: it holds while the position is the same."""

    seat: int
    bot: str
    moved: int

    def holds(self, live: Live) -> bool:
        """Whether the answer is still wanted."""
        return live.moved == self.moved and live.bot_of(self.seat) == self.bot


class Driver:
    """Acts at the tables of this worker."""

    def __init__(self, service: Service, thinkers: Thinkers) -> None:
        self.service = service
        self.thinkers = thinkers
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._changed: dict[str, asyncio.Event] = {}
        # Tables at which nobody sits leave a process to others, if there is more than one.
        self._idly = Lanes(max(1, thinkers.processes - 1))
        self._thinking: dict[str, dict[Thought, asyncio.Task[str]]] = {}
        self._resting: dict[str, float] = {}  # tables that could not be driven, and until when
        self._looking: asyncio.Task[None] | None = None
        self._woken = 0.0  # when the last sleep ended that is known here
        service.attend, service.wake, service.driven = self.attend, self.wake, self.drives

    def start(self) -> None:
        """Begin to look for what is due."""
        self._looking = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """Nothing is acted on any more. What is due stays due."""
        tasks = [task for task in (self._looking, *self._tasks.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def attend(self, live: Live) -> None:
        """The table has changed: act on it if there is something to do."""
        id = live.settings.id
        self.wake(live)
        if not live.elsewhere and self._soon(live):
            self.take_up(id)

    def wake(self, live: Live) -> None:
        """The table has changed: thoughts on it are in vain, and who waits for it looks again."""
        id = live.settings.id
        for thought, thinking in self._thinking.get(id, {}).items():
            if not thought.holds(live):
                thinking.cancel()
        if id in self._tasks:
            self._changed[id].set()

    def drives(self, id: str) -> bool:
        """Whether this worker acts at the table when something is due."""
        return id in self._tasks

    def take_up(self, id: str, overdue: bool = False) -> None:
        """A task for the table; for one that is overdue, whoever has made its position."""
        if id not in self._tasks and not self.service.closing:
            self._changed[id] = asyncio.Event()
            self._tasks[id] = asyncio.create_task(self._drive(id, overdue))

    def _soon(self, live: Live) -> bool:
        """Whether something is due before long."""
        due = live.due(0.0)
        return due is not None and due < self.service.now() + FAR

    async def _look(self) -> None:
        """Every second: what is due, here or on a worker that is gone. At the start, all of it."""
        grace = -FAR  # nobody is left who waits for what is due before long
        while True:
            try:
                await self._wake_up()
                late = self.service.now() - grace
                for id in await self.service.store.read(partial(rows.overdue, now=late)):
                    if id not in self._resting and id not in self.service.stuck:
                        self.take_up(id, overdue=True)
                grace = GRACE
            except Unavailable as problem:
                log.warning("the database does not answer", why=str(problem))
            except Exception:  # or nothing would ever be looked for again
                log.exception("the look for what is due failed")
            await asyncio.sleep(LOOK)
            now = self.service.now()
            self._resting = {id: until for id, until in self._resting.items() if until > now}

    async def _wake_up(self) -> None:
        """The machine was suspended since the last look: no clock of seconds ran meanwhile."""
        sleep = self.service.clock.slept_since(self._woken)
        if sleep is None:
            return
        self._woken = sleep.ended  # one that is missed is looked at again when its time is up
        for id in await self.service.store.read(rows.clocked):
            with suppress(Denied):  # another worker was faster, or it is gone
                async with self.service.table(id) as live:
                    await self.service.forgive_sleep(live)

    async def _drive(self, id: str, overdue: bool) -> None:
        """Act as long as there is something to do before long, and nobody else does."""
        try:
            if overdue:
                async with self.service.table(id) as live:
                    live.elsewhere = False
            while await self._step(id):
                pass
        except Denied as denial:
            self._resting[id] = self.service.now() + REST
            log.info("not driven", table=id, why=denial.reason)
        except Unsaved:
            return  # the log has said so, and what is due stays due
        except Unavailable as problem:
            log.warning("the database does not answer", table=id, why=str(problem))
        except Exception:
            self._resting[id] = self.service.now() + REST
            log.exception("a table cannot be driven", table=id)
        finally:
            del self._tasks[id], self._changed[id]

    async def _step(self, id: str) -> bool:
        """Do what is due, or wait for it, or for a change; False if nothing is."""
        changed = self._changed[id]
        changed.clear()
        async with self.service.table(id) as live:
            due = live.due(0.0)
            if due is None or live.elsewhere or not self._soon(live):
                return False
            thoughts, window = self._thoughts(live), live.simultaneous
        if thoughts and not window:
            await self._decide(id, thoughts[0])
            return True
        if thoughts:
            await self._answer(id, thoughts, due)
        await self._until(due, changed)
        await self._act_at(id, due)
        return True

    async def _answer(self, id: str, thoughts: list[Thought], closes: float) -> None:
        """Every bot that is asked in a window, at once, and no longer than it is open."""
        try:
            async with asyncio.timeout(max(0.0, closes - self.service.now())):
                await asyncio.gather(*(self._decide(id, thought) for thought in thoughts))
        except TimeoutError:
            log.info("too late for a window", table=id)

    async def _act_at(self, id: str, due: float) -> None:
        """Do what is due, unless something has changed, or another worker was faster."""
        try:
            async with self.service.table(id) as live:
                late = live.due(0.0) == due and self.service.now() >= due
                if late and not await self.service.forgive_sleep(live):
                    await self._act(live)
        except Denied as denial:
            if denial.code != "stale":
                raise

    async def _until(self, due: float, changed: asyncio.Event) -> None:
        """Sleep until then, or until something changes."""
        try:
            await asyncio.wait_for(changed.wait(), max(0.0, due - self.service.now()))
        except TimeoutError:
            return

    # What bots do

    def _thoughts(self, live: Live) -> list[Thought]:
        """The bots that are to decide and have not been heard."""
        return [
            Thought(seat, live.bot_of(seat), live.moved)
            for seat in live.asked
            if live.bot_of(seat) and seat not in live.answers
        ]

    async def _decide(self, id: str, thought: Thought) -> None:
        """One bot, as long as its decision is wanted: then the next one begins in time."""
        thinking = asyncio.create_task(self._think(id, thought))
        self._thinking.setdefault(id, {})[thought] = thinking
        try:
            await asyncio.wait([thinking])
        finally:
            thinking.cancel()
            del self._thinking[id][thought]
            if not self._thinking[id]:
                del self._thinking[id]
        if not thinking.cancelled():
            await self._put(id, thought, thinking.result())

    async def _think(self, id: str, thought: Thought) -> str:
        """The bot's move: it gets a view and nothing else, and all the time of the table's pace."""
        async with self.service.table(id) as live:
            if not thought.holds(live) or live.match is None:
                raise asyncio.CancelledError
            view = live.match.answering(thought.seat).seat_view(thought.seat)
            chance = chance_of(live, thought.seat)
            pack, at = live.settings.pack, live.at
            pace = live.settings.window if live.simultaneous else live.settings.pace
            begun = at if self.service.now() < at + pace else self.service.now()
            shown_at = 0.0 if live.simultaneous else begun + pace
            host, idle = live.settings.host, not live.people and not live.simultaneous
        seconds = min(self.thinkers.cap, pace) * SHARE if pace else None
        async with self._in_turn(host) if idle else nullcontext():
            choice = await self.thinkers.choose(host, id, thought.bot, pack, view, chance, seconds)
        self.service.metrics.bot_seconds.observe(choice.seconds)
        if choice.stand_in:
            self.service.metrics.stand_ins.labels(choice.stand_in.partition(":")[0]).inc()
            log.info("a stand-in decided", table=id, bot=thought.bot, why=choice.stand_in)
        await asyncio.sleep(max(0.0, shown_at - self.service.now()))
        return choice.move

    @asynccontextmanager
    async def _in_turn(self, host: str) -> AsyncIterator[None]:
        """Where nobody waits, a host's tables do: for each other, and a while for other guests."""
        async with self._idly.lane(host):
            await asyncio.sleep(self.thinkers.rest(host))
            yield

    async def _put(self, id: str, thought: Thought, move: str) -> None:
        """The bot's move, if the position is still the one it thought of."""
        async with self.service.table(id) as live:
            seat = thought.seat
            if not thought.holds(live) or seat not in live.asked:
                return
            try:
                if live.simultaneous:
                    await self.service.keep_answer(live, seat, move)
                    return
                await self.service.enter(live, MOVE, seat, move)
                self.service.metrics.moves.labels(live.settings.game, "bot").inc()
            except Denied as denial:
                if denial.code != "stale":
                    raise

    # What is due

    async def _act(self, live: Live) -> None:
        """A window closes, an order answers, or a clock has run out."""
        if live.simultaneous:
            await self._close_window(live)
            return
        seat = live.asked[0]
        if live.quiet(seat):
            assert live.match is not None
            assert live.match.window is not None
            await self.service.enter(live, MOVE, seat, live.match.window.silence)
        elif live.settings.clock is not None and live.settings.clock.then == "lose":
            await self.service.enter(live, TIME, seat, STAND_IN_BOT)
        else:
            await self.service.enter(live, STAND_IN, seat, STAND_IN_BOT)

    async def _close_window(self, live: Live) -> None:
        """Everybody's answer, or silence, in the order of the rules, all at once."""
        assert live.match is not None
        window = live.match.window
        assert window is not None
        before, answers, now = mask_of(live.asked), dict(live.answers), self.service.now()
        entries: list[Entry] = []
        try:
            for seat in window.seats:
                text = answers.get(seat, window.silence)
                entries.append(live.act(MOVE, seat, text, now, secrets.token_hex(8)))
        except BaseException:  # memory may be ahead of the log
            self.service.drop(live.settings.id)
            raise
        await self.service.commit(live, entries, before, answers)


def chance_of(live: Live, seat: int) -> str:
    """The chance of a bot's decision: the same if it is made again, and it tells of nothing."""
    words = f"{live.settings.secret} {live.version} {seat}"
    return hashlib.sha256(words.encode()).hexdigest()
