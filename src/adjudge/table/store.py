"""Reading and writing: jobs on a connection, many of them in one commit.

Fan-in on purpose: a commit waits for the disk, so whatever has come meanwhile goes into the next
one together. A job may run twice when a connection broke in the middle of a commit: jobs are
written so that the second time changes nothing.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import sqlalchemy as sql
import structlog
from sqlalchemy.engine import URL, Connection

from adjudge.table.database import connect, migrate, one_line, touch
from adjudge.table.faults import ONLY_READ, fault_of

T = TypeVar("T")
Job = Callable[[Connection], T]

BATCH = 64
READERS = 4
PATIENCE = 8.0  # how long a job waits for a database that does not answer
LONGEST = 12.0  # and for one that does not even refuse
PAUSE = 0.2
PROBE = 1.0  # how often it is tried whether what could not be written can be again
TROUBLE = (sql.exc.OperationalError, sql.exc.InterfaceError, sql.exc.TimeoutError)


log = structlog.get_logger("adjudge")


class Unavailable(Exception):
    """The database does not answer; whether the job was done is not known until it does."""

    told = "The database does not answer; try again with the same token."


class Unsaved(Unavailable):
    """Nothing can be written at present; the log has said so when it began."""

    def __init__(self, fault: str) -> None:
        self.told = f"Nothing can be saved now: {fault}. Try again later with the same token."
        super().__init__(fault)


@dataclass
class Waiting(Generic[T]):
    """A job and who waits for it."""

    job: Job[T]
    answer: asyncio.Future[T]
    until: float


class Store:
    """A database behind one writing thread and a few reading ones."""

    def __init__(
        self,
        url: URL,
        on_commit: Callable[[int, float], None] | None = None,
        on_trouble: Callable[[], None] | None = None,
    ) -> None:
        self.engine = connect(url)
        self.notifies = self.engine.dialect.name == "postgresql"
        self.file = None if self.notifies else url.database
        self.fault = ""  # why nothing can be written, as long as that is so
        self.on_commit = on_commit or (lambda jobs, seconds: None)
        self.on_trouble = on_trouble or (lambda: None)
        self._jobs: queue.SimpleQueue[Waiting[Any] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "adjudge-read")
        self._writer = threading.Thread(target=self._write_on, name="adjudge-write", daemon=True)

    def open(self) -> None:
        """The newest schema, and ready for jobs."""
        migrate(self.engine)
        self._writer.start()

    def close(self) -> None:
        """Every job that was given is done first."""
        self._jobs.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    async def write(self, job: Job[T]) -> T:
        """What the job gives, once it is on the disk; Unavailable if the database stays away."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(Waiting(job, answer, time.monotonic() + PATIENCE))
        return await bounded(answer)

    async def read(self, job: Job[T]) -> T:
        """What the job gives; Unavailable if the database stays away."""
        loop = asyncio.get_running_loop()
        until = time.monotonic() + PATIENCE
        return await bounded(loop.run_in_executor(self._readers, self._read, job, until))

    def _read(self, job: Job[T], until: float) -> T:
        """Again and again, as long as patience lasts."""
        while True:
            try:
                with self.engine.connect() as connection:
                    return job(connection)
            except TROUBLE as trouble:
                self.on_trouble()
                if time.monotonic() > until:
                    raise Unavailable(one_line(trouble)) from None
                time.sleep(PAUSE)

    def _write_on(self) -> None:
        """The writing thread: whatever has come goes into one commit."""
        while True:
            first = self._next()
            if first is None:
                return
            batch = [first]
            ends = False
            while len(batch) < BATCH and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    ends = True
                    break
                batch.append(following)
            self._write(batch)
            if ends:
                return

    def _next(self) -> Waiting[Any] | None:
        """The next job. While nothing can be written, that is tried again and again meanwhile."""
        while self.fault:
            try:
                return self._jobs.get(timeout=PROBE)
            except queue.Empty:
                self._probe()
        return self._jobs.get()

    def _probe(self) -> None:
        """Whether something can be written again."""
        try:
            with self.engine.connect().execution_options(writes=True) as c, c.begin():
                touch(c)
        except sql.exc.SQLAlchemyError:
            self.on_trouble()
        else:
            log.warning("everything can be saved again", was=self.fault)
            self.fault = ""

    def _refuse(self, batch: list[Waiting[Any]], fault: str) -> None:
        """No patience helps: everybody is told at once, and the operator when it begins."""
        self.on_trouble()
        if self.fault != fault:
            log.error("nothing can be saved", why=fault)
            self.fault = fault
        if self.notifies and fault == ONLY_READ:  # another server may have taken its place
            self.engine.dispose()
        tell([(waiting.answer, None, Unsaved(fault)) for waiting in batch])

    def _write(self, batch: list[Waiting[Any]]) -> None:
        """All in one commit; if one of them fails, each in its own."""
        started = time.perf_counter()
        try:
            with self.engine.connect().execution_options(writes=True) as c, c.begin():
                results = [waiting.job(c) for waiting in batch]
        except Exception as problem:
            fault = fault_of(problem, self.file)
            if fault is not None:
                self._refuse(batch, fault)
            elif isinstance(problem, TROUBLE):
                self._try_again(batch, problem)
            elif len(batch) == 1:
                tell([(batch[0].answer, None, problem)])
            else:
                for waiting in batch:
                    self._write([waiting])
        else:
            if self.fault:  # a job that changes nothing proves nothing
                self._probe()
            self.on_commit(len(batch), time.perf_counter() - started)
            pairs = zip(batch, results, strict=True)
            tell([(waiting.answer, result, None) for waiting, result in pairs])

    def _try_again(self, batch: list[Waiting[Any]], trouble: Exception) -> None:
        """One by one, as long as each has patience: two workers may have locked each other out."""
        self.on_trouble()
        time.sleep(PAUSE if len(batch) == 1 else 0.0)
        for waiting in batch:
            if time.monotonic() > waiting.until:
                tell([(waiting.answer, None, Unavailable(one_line(trouble)))])
            else:
                self._write([waiting])


async def bounded(answer: asyncio.Future[T]) -> T:
    """The answer, if it comes before long; a job goes on though nobody waits for it any more."""
    try:
        return await asyncio.wait_for(answer, LONGEST)
    except TimeoutError:
        raise Unavailable(f"no answer within {LONGEST:g} s") from None


Answer = tuple[asyncio.Future[Any], Any, BaseException | None]


def tell(answers: list[Answer]) -> None:
    """Hand the results to the loop that waits for them."""
    loop = answers[0][0].get_loop()
    try:
        loop.call_soon_threadsafe(settle, answers)
    except RuntimeError:
        return  # the loop has ended: nobody waits any more


def settle(answers: list[Answer]) -> None:
    """In the loop: results and problems to whoever still waits."""
    for answer, result, problem in answers:
        if answer.done():
            continue
        if problem is None:
            answer.set_result(result)
        else:
            answer.set_exception(problem)
