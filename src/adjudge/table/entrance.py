"""The listening socket: how many may come in, from everywhere and from one address.

Whoever finds no room is told so at once, before anything is made for them, and the one that has
waited longest without asking for anything makes room. So the process always has files left for
its database, its bots and its webhooks, and never tries again and again to accept what it cannot.
"""

from __future__ import annotations

import errno
import os
import socket
import sys
import weakref
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import reduction
from typing import Any, Final, NamedTuple

import structlog

from adjudge.table.addresses import Proxies, household
from adjudge.table.door import Door, answer
from adjudge.table.protocol import Problem

if sys.platform != "win32":
    import resource

log = structlog.get_logger("adjudge")

MOST_FILES: Final = 65_536
MOST_CONNECTIONS: Final = 20_000
RESERVE: Final = 96  # files for the database, webhooks, logs, keys
FOR_BOTS: Final = 8  # for each of their processes
AT_ONCE: Final = 32  # accepted before anything else is done
IN_LINE: Final = 2_048  # connections that wait in the kernel
FEWEST: Final = 16
SHARE: Final = 4  # one address may have a part of all connections
NO_FILES: Final = (errno.EMFILE, errno.ENFILE)
FULL: Final = answer(
    "503 Service Unavailable",
    Problem("unavailable", "This server has as many connections as it can take; try again soon."),
)
TOO_MANY: Final = answer(
    "503 Service Unavailable",
    Problem("unavailable", "Your address has as many connections as it may; close some of them."),
)


class Room(NamedTuple):
    """How many connections there may be."""

    connections: int
    proxies: Sequence[str]  # which have those of many clients


def more_files() -> int:
    """As many open files as this process may have; the limit that holds from now on."""
    if sys.platform == "win32":
        return MOST_FILES  # sockets are no files there
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # some systems have a limit below the one they tell
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


def room_for(files: int, connections: int, bots: int) -> int:
    """How many connections follow from the open files, or fewer if fewer are asked for."""
    left = max(FEWEST, files - RESERVE - AT_ONCE - FOR_BOTS * bots)
    return min(left, connections or MOST_CONNECTIONS)


def share_of(connections: int) -> int:
    """What one address may have of them."""
    return max(connections // SHARE, min(connections, FEWEST))


class Visit(socket.socket):
    """A connection that is counted until it is closed."""

    left: weakref.finalize[Any, Any] | None = None

    def close(self) -> None:
        """Closed, and its place free."""
        super().close()
        if self.left is not None:
            self.left()


class Entrance(socket.socket):
    """Listens, and counts who is in."""

    def __init__(self, room: Room, family: int, kind: int, proto: int, fileno: int | None = None):
        super().__init__(family, kind, proto, fileno)
        self.room = room
        self.share = share_of(room.connections)
        self.proxies = Proxies(room.proxies)
        self.inside: Counter[str] = Counter()
        self.count = 0
        self.spare = -1
        self.keep_a_file()

    def keep_a_file(self) -> None:
        """For when there is no other, if there is one now."""
        if self.spare < 0:
            with suppress(OSError):
                self.spare = os.open(os.devnull, os.O_RDONLY)

    def listen(self, backlog: int = IN_LINE) -> None:
        """The kernel's line is as long as ever, however few are let in at once."""
        super().listen(IN_LINE)

    def close(self) -> None:
        """Nobody comes in any more."""
        super().close()
        if self.spare >= 0:
            os.close(self.spare)
            self.spare = -1

    def accept(self) -> tuple[socket.socket, Any]:
        """The next one that there is room for; BlockingIOError when nobody is left to be asked."""
        for _ in range(AT_ONCE):
            there = self.next_one()
            if there is None:
                continue
            visit, address = there
            peer = str(address[0])
            home = "" if self.proxies.trusts(peer) else household(peer)
            refusal = self.no_room(home)
            if not refusal:
                self.let_in(visit, home)
                return visit, address
            log.warning("no room for a connection", address=peer, connections=self.count)
            turn_away(visit, refusal)
        raise BlockingIOError

    def next_one(self) -> tuple[Visit, Any] | None:
        """Who is next; None if there was no file for it, and it was turned away."""
        self.keep_a_file()
        try:
            there, address = super().accept()
        except OSError as problem:
            if problem.errno not in NO_FILES or self.spare < 0:
                raise
            self.turn_away_without_a_file()
            return None
        return Visit(there.family, there.type, there.proto, there.detach()), address

    def no_room(self, home: str) -> bytes:
        """Why one more from there cannot come in, or nothing."""
        if home and self.inside[home] >= self.share:
            return TOO_MANY
        over = self.count - self.room.connections
        if over < 0 or (over < AT_ONCE and oldest_leaves()):
            return b""
        return FULL

    def let_in(self, visit: Visit, home: str) -> None:
        """It counts until it is gone, however that comes about."""
        self.count += 1
        self.inside[home] += 1
        visit.left = weakref.finalize(visit, self.has_left, home)

    def has_left(self, home: str) -> None:
        """One less."""
        self.count -= 1
        self.inside[home] -= 1
        if not self.inside[home]:
            del self.inside[home]

    def turn_away_without_a_file(self) -> None:
        """With the file that was kept for this: who stays in line would be asked for ever."""
        log.error("no files are left: raise the limit of open files", connections=self.count)
        os.close(self.spare)
        self.spare = -1
        there, _ = super().accept()
        turn_away(there, FULL)
        self.keep_a_file()


def oldest_leaves() -> bool:
    """Whether there was somebody who has asked for nothing, and has been let go."""
    oldest = next(iter(Door.waiting), None)
    if oldest is None:
        return False
    oldest.forget()
    oldest.transport.abort()
    return True


def turn_away(there: socket.socket, words: bytes) -> None:
    """Told why, if it takes that at once; what it has sent is read, or it might not hear it."""
    there.setblocking(False)
    with suppress(OSError):
        there.send(words)
    with suppress(OSError):
        there.recv(len(words))
    there.close()


def sent(entrance: Entrance) -> tuple[Any, ...]:
    """How it goes to a worker."""
    kind = entrance.room, entrance.family, entrance.type, entrance.proto
    return arrived, (reduction.DupFd(entrance.fileno()), *kind)


def arrived(file: Any, room: Room, family: int, kind: int, proto: int) -> Entrance:
    """The same in a worker, which counts for itself."""
    return Entrance(room, family, kind, proto, file.detach())


if sys.platform != "win32":  # there, no descriptor says which socket is meant
    reduction.register(Entrance, sent)
