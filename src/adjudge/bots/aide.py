"""One process that thinks a share of a decision: a view comes in on a line, a thought goes out.

It knows nothing but what stands in the requests: no match, no seed of a game, no other seat.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from random import Random
from signal import ITIMER_REAL, SIG_DFL, SIGALRM, setitimer, signal
from threading import Thread
from time import perf_counter
from typing import Any, BinaryIO

import msgspec

from adjudge.bots.bot import Budget, Thought
from adjudge.games import GAMES
from adjudge.match import SeatView
from adjudge.packs import LoadedPack, default_pack, unpacked

READY = b'{"ready": true}\n'
LEAST = 0.005  # seconds that are worth thinking in
OVERDUE = 1.0  # seconds beyond its own, after which a thought ends the process


class Printed(msgspec.Struct, forbid_unknown_fields=True):
    """A pack that does not ship with its game."""

    name: str
    version: str
    title: str
    game: str
    hash: str
    content: dict[str, Any]


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """A share of a decision: all that the process is told."""

    id: int
    bot: str
    pack: str
    view: dict[str, Any]
    chance: int
    seconds: float | None
    iterations: int | None
    printed: Printed | None = None  # the first time that a pack is needed


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """What has come of it; no thought if there was no time for one."""

    id: int
    thought: Thought | None


READ_REQUEST = msgspec.json.Decoder(Request)
READ_ANSWER = msgspec.json.Decoder(Answer)


def claim_stdout() -> BinaryIO:
    """Standard output for answers alone: whatever else is printed goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return answers


def listen(lines: BinaryIO, heard: SimpleQueue[bytes]) -> None:
    """Hear at any time, also in mid-thought, what comes in; nobody thinks on for one who left."""
    for line in lines:
        heard.put(line)
    os._exit(0)


def requests() -> Iterator[Request]:
    """One after the other, as they come."""
    heard: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=listen, args=(sys.stdin.buffer, heard), daemon=True).start()
    while True:
        yield READ_REQUEST.decode(heard.get())


def thought_of(request: Request, packs: dict[str, LoadedPack]) -> Thought | None:
    """Think from the view alone, within what is left of the seconds when it has been read."""
    from adjudge.bots import BOTS

    began = perf_counter()
    if request.printed is not None:
        packs[request.pack] = unpacked(**msgspec.structs.asdict(request.printed))
    view = SeatView.load(request.view, packs[request.pack])
    options = view.options
    left = request.seconds
    if left is not None:
        left -= perf_counter() - began
        if left < LEAST:
            return None
    budget = Budget(left, request.iterations)
    return BOTS[request.bot].think(view, options, Random(request.chance), budget)


def main() -> None:
    """Answer until nobody asks any more; what goes wrong is said on standard error, and ends it."""
    signal(SIGALRM, SIG_DFL)  # no handler: one would wait for code that does not come back
    answers = claim_stdout()
    packs = {pack.hash: pack for pack in map(default_pack, GAMES.values())}
    answers.write(READY)
    for request in requests():
        if request.seconds is not None:
            setitimer(ITIMER_REAL, request.seconds + OVERDUE)
        answer = Answer(request.id, thought_of(request, packs))
        setitimer(ITIMER_REAL, 0)
        answers.write(msgspec.json.encode(answer) + b"\n")
