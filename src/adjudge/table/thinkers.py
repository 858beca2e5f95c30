"""The pool of bot processes: every decision gets a legal move in time, whatever becomes of them.

Where a process is late, dies or talks rubbish, the game's plain heuristic stands in for it.
"""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import msgspec

from adjudge.bots import Thought, find_bot
from adjudge.bots.aide import Printed
from adjudge.kernel.game import Invalid, brief
from adjudge.match import SeatView
from adjudge.packs import LoadedPack, default_pack
from adjudge.review import Weighed
from adjudge.table.shares import Shares
from adjudge.table.thinker import READ_ANSWER, READY, Answer, Request, budget_of, line_of

LONGEST_LINE = 4 * 1024 * 1024  # bytes; a view has some thousand
SLOWEST_START = 30.0  # seconds, after which a process that is not ready never will be
FIRST_PAUSE = 0.1  # seconds after a start in vain, and twice as many after each further one
LONGEST_PAUSE = 5.0
ORPHANED = 1.0  # seconds beyond the cap, after which a process ends itself: nobody else has
NO_PROCESSES = "no processes"
BUSY = "busy"  # no process was free for as long as a thought may take


@dataclass(frozen=True)
class Choice:
    """A move, how long it took with the time in the queue, and why a stand-in chose it if so."""

    move: str
    seconds: float
    stand_in: str
    thought: Thought | None = None  # what the bot says that it rests on


class Gone(Exception):
    """A process cannot be asked any more; the text is the reason for a stand-in."""


@dataclass(eq=False)
class Question:
    """One decision that somebody waits for: what is sent, and what comes back."""

    guest: str  # at whose expense
    table: str
    number: int
    request: Request
    pack: LoadedPack
    processes: int  # that think about it
    view: SeatView
    taken: str  # the move that is to be weighed, or nothing if one is to be made
    reply: asyncio.Future[tuple[Answer | None, str]]  # None comes with the reason for a stand-in

    def settle(self, answer: Answer | None, reason: str) -> None:
        """Give the reply, if it is still waited for."""
        if not self.reply.done():
            self.reply.set_result((answer, reason))

    def is_answered_by(self, answer: Answer) -> bool:
        """Whether it names options of the view, and a move letter by letter."""
        texts = [option.text for option in self.view.options]
        if self.taken:
            return answer.weighed is not None and 0 <= answer.weighed.best < len(texts)
        estimates = () if answer.thought is None else answer.thought.estimates
        return answer.move in texts and all(0 <= e.index < len(texts) for e in estimates)


class Turns:
    """Who is next: one guest after the other, then a guest's tables, then questions as they came.

    Of the guests who wait, first the one who has the fewest questions under way; of these the one
    who has used the least time lately. So who asks now and then waits for one answer at most.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._shares = Shares(now)
        self._guests: OrderedDict[str, OrderedDict[str, deque[Question]]] = OrderedDict()
        self._under_way: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(len(asked) for tables in self._guests.values() for asked in tables.values())

    def add(self, question: Question) -> None:
        """Behind what its table asks already; a table that asks nothing yet comes last."""
        tables = self._guests.setdefault(question.guest, OrderedDict())
        tables.setdefault(question.table, deque()).append(question)

    def take(self) -> Question | None:
        """The first question of whoever is next, which is under way then; None if there is none."""
        if not self._guests:
            return None
        guest = min(self._guests, key=self._served)
        tables = self._guests[guest]
        table, questions = tables.popitem(last=False)
        question = questions.popleft()
        if questions:
            tables[table] = questions
        self._guests.move_to_end(guest)
        if not tables:
            del self._guests[guest]
        self._under_way[guest] += 1
        return question

    def _served(self, guest: str) -> tuple[int, float]:
        """How well a guest has been served."""
        return self._under_way[guest], self._shares.used(guest)

    def done(self, question: Question, seconds: float) -> None:
        """It is under way no longer. Its table comes after all that have waited meanwhile."""
        guest = question.guest
        self._under_way[guest] -= 1
        if not self._under_way[guest]:
            del self._under_way[guest]
        self._shares.charge(guest, seconds * question.processes)
        tables = self._guests.get(guest, OrderedDict())
        if question.table in tables:
            tables.move_to_end(question.table)

    def rest(self, guest: str) -> float:
        """Seconds for which the guest owes the others a rest: as long as its last question took."""
        return 0.0 if self._shares.alone(guest) else self._shares.last(guest)

    def drop(self, question: Question) -> bool:
        """It is not waited for any more; False and nothing happens if it was taken already."""
        tables = self._guests.get(question.guest, OrderedDict())
        questions = tables.get(question.table, deque())
        if question not in questions:
            return False
        questions.remove(question)
        if not questions:
            del tables[question.table]
        if not tables:
            del self._guests[question.guest]
        return True


class Thinkers:
    """So many bot processes, kept running, and the questions of all tables shared among them."""

    def __init__(
        self,
        processes: int,
        packs: Mapping[str, LoadedPack],
        cap: float = 3.0,
    ) -> None:
        self.processes = processes
        self.packs = packs
        self.cap = cap
        self.command = [sys.executable, "-P", "-m", "adjudge.table.thinker"]
        self.command += ["--cap", str(cap + ORPHANED)]
        self.started = 0
        self.died = 0  # by themselves, or ended for talking rubbish
        self.late = 0
        self.pids: set[int] = set()
        self._given: dict[Process, set[str]] = {}  # the packs that each has been given
        self._turns = Turns()
        self._idle: deque[asyncio.Future[Question]] = deque()
        self._asked: set[Question] = set()
        self._busy = 0
        self._number = 0
        self._keepers: list[asyncio.Task[None]] = []
        self._endings: set[asyncio.Task[None]] = set()
        self._given_up = set(range(processes))  # places where no process can be had for now

    @property
    def waiting(self) -> int:
        """Decisions that no process has taken up yet."""
        return len(self._turns)

    @property
    def busy(self) -> int:
        """Processes that are thinking."""
        return self._busy

    async def start(self) -> None:
        """Start the processes; it returns when each is ready or has failed for the first time."""
        self._given_up.clear()
        tried = [asyncio.Event() for place in range(self.processes)]
        self._keepers = [
            asyncio.create_task(self._keep(place, event)) for place, event in enumerate(tried)
        ]
        for event in tried:
            await event.wait()

    async def stop(self) -> None:
        """End all processes; choices that are still waited for are cancelled, not made up."""
        for question in self._asked:
            question.reply.cancel()
        self._given_up = set(range(self.processes))
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        await asyncio.gather(*self._endings)
        self._keepers = []
        self._idle.clear()

    async def choose(
        self,
        guest: str,
        table: str,
        bot: str,
        pack: str,
        view: SeatView,
        chance: str,
        seconds: float | None,
    ) -> Choice:
        """The bot's move in that view, or a stand-in's; Invalid at once if it cannot be asked.

        Processes are shared among guests: it is asked at the expense of this one.
        """
        began = perf_counter()
        question = self._question(guest, table, bot, pack, view, chance, seconds)
        answer, reason = await self._answer(question)
        if answer is None:
            return Choice(stand_in(question.view), perf_counter() - began, reason)
        return Choice(answer.move, perf_counter() - began, "", answer.thought)

    def rest(self, guest: str) -> float:
        """Seconds by which a question of the guest's for which nobody waits should come later."""
        return self._turns.rest(guest)

    async def weigh(
        self, guest: str, table: str, bot: str, pack: str, view: SeatView, chance: str, taken: str
    ) -> Weighed | None:
        """What the bot makes of a move that was made in that view; None if it could not be asked.

        No stand-in answers: nothing but a bot that looks ahead can weigh a move.
        """
        question = self._question(guest, table, bot, pack, view, chance, None, taken)
        answer, _ = await self._answer(question)
        return None if answer is None else answer.weighed

    async def _answer(self, question: Question) -> tuple[Answer | None, str]:
        """What a process says to it, or why none does."""
        self._asked.add(question)
        loop = asyncio.get_running_loop()
        waited = loop.call_later(self.cap, self._stop_waiting, question)
        try:
            self._queue(question)
            return await question.reply
        finally:
            waited.cancel()
            self._asked.discard(question)
            self._turns.drop(question)

    def _question(
        self,
        guest: str,
        table: str,
        bot: str,
        pack: str,
        view: SeatView,
        chance: str,
        seconds: float | None,
        taken: str = "",
    ) -> Question:
        """The question, checked; a bot's process is told the view and nothing of the table."""
        find_bot(bot)
        budget = budget_of(bot, seconds)
        if pack not in self.packs:
            raise Invalid(f"pack: {brief(pack)} is not served here")
        if not view.state.n_options:
            raise Invalid(f"view: seat {view.seat} has nothing to decide")
        self._number += 1
        request = Request(self._number, bot, pack, view.data(), chance, seconds, taken)
        reply = asyncio.get_running_loop().create_future()
        printed = self.packs[pack]
        question = (guest, table, self._number, request, printed, budget.processes)
        return Question(*question, view, taken, reply)

    def _queue(self, question: Question) -> None:
        """Hand it to a process that is idle, or let it wait; it does not wait in vain."""
        self._turns.add(question)
        self._settle_if_given_up()
        while self._idle and (first := self._turns.take()) is not None:
            self._idle.popleft().set_result(first)

    def _stop_waiting(self, question: Question) -> None:
        """Others keep all processes busy: a stand-in answers a question that none has taken."""
        if self._turns.drop(question):
            question.settle(None, BUSY)

    def _settle_if_given_up(self) -> None:
        """Where no process can be had at all, stand-ins answer all that wait."""
        if len(self._given_up) < self.processes:
            return
        while (question := self._turns.take()) is not None:
            question.settle(None, NO_PROCESSES)
            self._turns.done(question, 0.0)

    async def _keep(self, place: int, tried: asyncio.Event) -> None:
        """One process after another; after a failure it pauses, each time longer."""
        pause = FIRST_PAUSE
        while True:
            served = await self._run(place, tried)
            tried.set()
            if served:
                pause = FIRST_PAUSE
                continue
            if pause > FIRST_PAUSE:  # not for the first time
                self._given_up.add(place)
                self._settle_if_given_up()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _run(self, place: int, tried: asyncio.Event) -> bool:
        """One process from its start to its end; whether it was ever asked anything."""
        try:
            process = await asyncio.create_subprocess_exec(
                *self.command,
                stdin=PIPE,
                stdout=PIPE,
                limit=LONGEST_LINE,
                start_new_session=True,  # Ctrl-C in a terminal is for the server alone
            )
        except (OSError, RuntimeError):  # no process to be had, or no thread to watch it
            return False
        self.started += 1
        self.pids.add(process.pid)
        try:
            if not await is_ready(process):
                self.died += 1
                return False
            self._given_up.discard(place)
            tried.set()
            return await self._serve(process)
        finally:
            ending = asyncio.create_task(self._end(process))
            self._endings.add(ending)
            ending.add_done_callback(self._endings.discard)
            await asyncio.shield(ending)  # stop may come in between, and waits for it then

    async def _serve(self, process: Process) -> bool:
        """Ask the process until it is gone; whether it was ever asked anything."""
        served = False
        self._given[process] = set()
        ended = asyncio.ensure_future(process.wait())
        try:
            while (question := await self._next(ended)) is not None:
                served = True
                await self._ask(process, question)
        except Gone:
            return True
        finally:
            ended.cancel()
            del self._given[process]
        self.died += 1
        return served

    async def _next(self, ended: asyncio.Future[int]) -> Question | None:
        """The next question as soon as there is one; None if the process ends before."""
        if ended.done():
            return None
        question = self._turns.take()
        if question is not None:
            return question
        wake: asyncio.Future[Question] = asyncio.get_running_loop().create_future()
        self._idle.append(wake)
        either: list[asyncio.Future[Any]] = [wake, ended]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if wake.done():
            return wake.result()
        self._idle.remove(wake)
        return None

    async def _ask(self, process: Process, question: Question) -> None:
        """Settle one question; Gone if the process cannot be asked another.

        Nobody may want the answer any more: it is read all the same, so that the next is not it.
        """
        if question.reply.done():
            self._turns.done(question, 0.0)
            return
        began = perf_counter()
        self._busy += 1
        try:
            question.settle(*await self._reply(process, question))
        except Gone as gone:
            question.settle(None, str(gone))
            raise
        finally:
            self._busy -= 1
            self._turns.done(question, perf_counter() - began)

    async def _reply(self, process: Process, question: Question) -> tuple[Answer | None, str]:
        """The answer of the process, or None and its error; Gone if neither came in time."""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(self.cap):
                process.stdin.write(self._line(process, question))
                return read_reply(await process.stdout.readline(), question)
        except TimeoutError:
            self.late += 1
            raise Gone("late") from None
        except (EOFError, OSError):
            self.died += 1
            raise Gone("died") from None
        except ValueError as rubbish:  # Invalid is one, and so is a line that does not end
            self.died += 1
            raise Gone(f"error: {rubbish}") from None

    def _line(self, process: Process, question: Question) -> bytes:
        """The question as it is sent: with the pack, if it is no game's own, the first time."""
        pack, given = question.pack, self._given[process]
        if pack is default_pack(pack.game) or pack.hash in given:
            return line_of(question.request)
        given.add(pack.hash)
        header = (pack.name, pack.version, pack.title, pack.game.id, pack.hash)
        printed = Printed(*header, dict(pack.content))
        return line_of(msgspec.structs.replace(question.request, printed=printed))

    async def _end(self, process: Process) -> None:
        """The process is gone, and its pipes are closed."""
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate(b"")
        self.pids.discard(process.pid)


def read_reply(line: bytes, question: Question) -> tuple[Answer | None, str]:
    """An answer that fits the question, or None and the error that was reported.

    EOFError if it breaks off, Invalid for anything else.
    """
    if not line.endswith(b"\n"):
        raise EOFError
    try:
        answer = READ_ANSWER.decode(line)
    except msgspec.DecodeError as problem:
        raise Invalid(f"{brief(line)} is not an answer: {problem}") from None
    if answer.id != question.number:
        raise Invalid(f"{brief(line)} does not answer question {question.number}")
    if answer.error:
        return None, f"error: {answer.error}"
    if not question.is_answered_by(answer):
        raise Invalid(f"{brief(answer.move)} is not an option")
    return answer, ""


def stand_in(view: SeatView) -> str:
    """What the game's plain heuristic does, from the same view."""
    return view.options[view.game.careful(view.state)].text


async def is_ready(process: Process) -> bool:
    """Whether the process says that it can be asked."""
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SLOWEST_START):
            return await process.stdout.readline() == READY
    except (OSError, ValueError):  # too late is an OSError too
        return False
