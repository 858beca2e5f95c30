"""One bot process: a view comes in on a line, a move goes out on a line, or what one cost.

It knows nothing but what stands in the request: no match, no seed, no other seat.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from signal import ITIMER_REAL, SIG_DFL, SIG_IGN, SIGALRM, SIGINT, setitimer, signal
from typing import Any, BinaryIO

import msgspec

from adjudge.bots import Budget, Thought, find_bot, parse_budget
from adjudge.bots.aide import Printed, claim_stdout
from adjudge.games import GAMES
from adjudge.kernel.game import Invalid, brief
from adjudge.match import SeatView
from adjudge.packs import LoadedPack, default_pack, unpacked
from adjudge.review import Weighed, weigh

READY = b'{"ready": true}\n'
LONGEST_ERROR = 300  # characters: it is for one line of a log


class Request(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A decision to make, or one that was made and is to be weighed: all that a bot is told."""

    id: int
    bot: str
    pack: str
    view: dict[str, Any]
    chance: str
    seconds: float | None
    taken: str = ""  # the move that was made
    printed: Printed | None = None  # the first time that a pack is needed which is no game's own


class Answer(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The move and what it rests on, or a move weighed, or why there is neither.

    There is no id if the request could not be read.
    """

    id: int | None
    move: str = ""
    error: str = ""
    thought: Thought | None = None
    weighed: Weighed | None = None


READ_REQUEST = msgspec.json.Decoder(Request)
READ_ANSWER = msgspec.json.Decoder(Answer)


def line_of(message: Request | Answer) -> bytes:
    """A message as it is sent: JSON never has a line break of its own."""
    return msgspec.json.encode(message) + b"\n"


def budget_of(bot: str, seconds: float | None) -> Budget:
    """What the name allots, but never more than the seconds given."""
    allotted = parse_budget(bot.partition(":")[2]) if ":" in bot else Budget()
    limits = [limit for limit in (allotted.seconds, seconds) if limit is not None]
    return replace(allotted, seconds=min(limits, default=None))


def thought_over(request: Request, packs: dict[str, LoadedPack]) -> Answer:
    """The option that the bot takes, in the notation; or what the one taken cost."""
    if request.printed is not None:
        packs[request.pack] = unpacked(**msgspec.structs.asdict(request.printed))
    if request.pack not in packs:
        raise Invalid(f"pack: {brief(request.pack)} is not served here")
    view = SeatView.load(request.view, packs[request.pack])
    bot = find_bot(request.bot.partition(":")[0])  # without a budget that would count alone
    budget = budget_of(request.bot, request.seconds)
    options = view.options
    if request.taken:
        taken = [option.text for option in options].index(request.taken)
        return Answer(request.id, weighed=weigh(view, taken, bot, request.chance, budget))
    thought = bot.think(view, options, Random(request.chance), budget)
    return Answer(request.id, options[thought.choice].text, thought=thought)


def answered(line: bytes, packs: dict[str, LoadedPack]) -> Answer:
    """The answer to a line, whatever is in it: a bot that fails is an answer too."""
    number = None
    try:
        request = READ_REQUEST.decode(line)
        number = request.id
        return thought_over(request, packs)
    except Exception as problem:
        said = " ".join(f"{type(problem).__name__}: {problem}".split())
        return Answer(number, error=said[:LONGEST_ERROR])


def serve(
    requests: Iterable[bytes], answers: BinaryIO, packs: dict[str, LoadedPack], cap: float
) -> None:
    """Answer line by line to the end of the input.

    A thought beyond the cap ends the process: who would have ended it may be gone.
    """
    signal(SIGALRM, SIG_DFL)  # no handler: one would wait for code that does not come back
    answers.write(READY)
    for line in requests:
        setitimer(ITIMER_REAL, cap)
        answer = answered(line, packs)
        setitimer(ITIMER_REAL, 0)
        answers.write(line_of(answer))


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the input ends or nobody reads the answers."""
    signal(SIGINT, SIG_IGN)  # Ctrl-C is meant for the server, which says when this one stops
    parser = argparse.ArgumentParser("adjudge.table.thinker", description=__doc__)
    parser.add_argument("--cap", metavar="SECONDS", type=float, default=0.0, help="0 for none")
    given = parser.parse_args(arguments)
    answers = claim_stdout()
    packs = {pack.hash: pack for pack in map(default_pack, GAMES.values())}
    try:
        serve(sys.stdin.buffer, answers, packs, given.cap)
    except BrokenPipeError:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
