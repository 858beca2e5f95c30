"""The processes that think along, kept running: started when first needed, replaced when gone.

They end with the process that started them.
"""

from __future__ import annotations

import atexit
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil, inf
from select import POLLIN, poll
from subprocess import PIPE, Popen
from threading import Lock
from time import perf_counter

import msgspec

from adjudge.bots.aide import OVERDUE, READ_ANSWER, READY, Printed, Request
from adjudge.bots.bot import Budget, Thought
from adjudge.match import SeatView
from adjudge.packs import default_pack, pack_with

COMMAND = (sys.executable, "-P", "-c", "from adjudge.bots.aide import main; main()")
IN_VAIN = 3  # processes that ended before they were ready: then no more are started
AT_ONCE = 65536  # bytes


class Gone(Exception):
    """The process cannot be asked any more."""


@dataclass(frozen=True)
class Share:
    """What one process has to think of a decision."""

    chance: int
    budget: Budget


class Aide:
    """One process, seen from outside."""

    def __init__(self, command: Sequence[str]) -> None:
        # A session of its own: Ctrl-C is for those who asked, and ends this one through them.
        self.process = Popen(command, stdin=PIPE, stdout=PIPE, start_new_session=True)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.ear = self.process.stdin
        self.mouth = self.process.stdout
        self.poll = poll()
        self.poll.register(self.mouth, POLLIN)
        self.ready = False
        self.asked = 0
        self.owes = False  # an answer
        self.due = inf  # when it should have come
        self.packs: set[str] = set()  # that it was given
        self.said = b""  # the beginning of a line

    def ask(self, bot: str, view: SeatView, share: Share) -> None:
        """Ask for a share, and give it the pack if it does not have it; Gone if it is not there."""
        pack = pack_with(view.game.facts(view.state))
        self.asked += 1
        budget = share.budget
        limits = (budget.seconds, budget.iterations)
        request = Request(self.asked, bot, pack.hash, view.data(), share.chance, *limits)
        if pack.hash not in self.packs and pack is not default_pack(pack.game):
            header = (pack.name, pack.version, pack.title, pack.game.id, pack.hash)
            request.printed = Printed(*header, dict(pack.content))
        self.owes = True
        self.due = inf if budget.seconds is None else perf_counter() + budget.seconds
        try:
            self.ear.write(msgspec.json.encode(request) + b"\n")
            self.ear.flush()
        except OSError:
            raise Gone from None
        self.packs.add(pack.hash)

    def answer(self, ends: float) -> Thought | None:
        """What it thinks, if it says so by then; Gone if it never will."""
        thought = None
        while self.owes and self.hears(max(0.0, ends - perf_counter())):
            for line in self.lines():
                thought = self.take(line)
        return thought

    def look(self) -> None:
        """Take note of what it has said meanwhile: that it is ready, an answer that came late."""
        while self.hears(0):
            for line in self.lines():
                self.take(line)

    def hears(self, seconds: float) -> bool:
        """Whether it says something within these seconds."""
        return bool(self.poll.poll(None if seconds == inf else ceil(1000 * seconds)))

    def lines(self) -> list[bytes]:
        """What it says, as far as there are whole lines; Gone if it has ended."""
        read = os.read(self.mouth.fileno(), AT_ONCE)
        if not read:
            raise Gone
        *lines, self.said = (self.said + read).split(b"\n")
        return lines

    def take(self, line: bytes) -> Thought | None:
        """A line: it is ready, or it answers what it was asked last or before."""
        if line + b"\n" == READY:
            self.ready = True
            return None
        answer = READ_ANSWER.decode(line)
        if answer.id != self.asked:
            return None
        self.owes = False
        return answer.thought

    def end(self) -> None:
        """It is gone, and its pipes are closed."""
        self.process.kill()
        self.process.wait()
        self.mouth.close()
        with suppress(OSError):  # what was not sent any more
            self.ear.close()


class Aides:
    """As many processes as were ever needed at once; one decision at a time has them all."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self.command = command
        self.process = os.getpid()
        self.lock = Lock()
        self.started = 0
        self.died = 0
        self.vain = 0  # in succession
        self.aides: list[Aide] = []

    def at_hand(self, wanted: int) -> list[Aide]:
        """Up to so many that are running; those that are gone or hang are replaced."""
        for aide in list(self.aides):
            try:
                aide.look()
            except Gone:
                self.lose(aide)
                continue
            if aide.owes and perf_counter() > aide.due + OVERDUE:
                self.lose(aide)
        while len(self.aides) < wanted and self.start():
            pass
        return self.aides[:wanted]

    def start(self) -> bool:
        """One more, if it can be had."""
        if self.vain >= IN_VAIN:
            return False
        try:
            self.aides.append(Aide(self.command))
        except OSError as problem:
            self.give_up(str(problem))
            return False
        self.started += 1
        return True

    def lose(self, aide: Aide) -> None:
        """It is gone, or of no use any more."""
        self.aides.remove(aide)
        aide.end()
        self.died += 1
        self.vain = 0 if aide.ready else self.vain + 1
        if self.vain == IN_VAIN:
            self.give_up(f"{IN_VAIN} ended before they were ready")

    def give_up(self, why: str) -> None:
        """One process thinks alone from now on, and that is said."""
        self.vain = IN_VAIN
        warnings.warn(f"no processes can be had that think along: {why}", stacklevel=2)

    def end(self) -> None:
        """All are gone, if they are this process's own."""
        if self.process == os.getpid():
            for aide in self.aides:
                aide.end()
            self.aides = []


_aides: Aides | None = None


def aides_here() -> Aides:
    """Those of this process: one that was forked starts its own."""
    global _aides
    if _aides is None or _aides.process != os.getpid():
        _aides = Aides()
        atexit.register(_aides.end)
    return _aides
