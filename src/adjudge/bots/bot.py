"""What a bot is, and what it may spend on a decision."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from adjudge.kernel.game import Invalid, Option, brief
from adjudge.match import SeatView

ITERATIONS = re.compile(r"[0-9]{1,9}")
SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?s|\.[0-9]{1,9}s")
PROCESSES = re.compile(r"(?P<each>[^x]*)x(?P<processes>[0-9]{1,3})")
MOST_SECONDS = 3600
MOST_ITERATIONS = 1_000_000
MOST_PROCESSES = 64


@dataclass(frozen=True)
class Budget:
    """What a bot may spend on one decision; None is no limit of that kind."""

    seconds: float | None = None
    iterations: int | None = None
    processes: int = 1  # that think at the same time and share the iterations

    def __post_init__(self) -> None:
        if not 1 <= self.processes <= MOST_PROCESSES:
            raise Invalid(f"budget: {self.processes} processes are not 1 to {MOST_PROCESSES}")
        for name, value in (("seconds", self.seconds), ("iterations", self.iterations)):
            if value is not None and value <= 0:
                raise Invalid(f"budget: {value} {name} are not more than none")

    def data(self) -> dict[str, float | int | None]:
        """JSON-safe."""
        shared = {} if self.processes == 1 else {"processes": self.processes}
        return {"seconds": self.seconds, "iterations": self.iterations, **shared}


@dataclass(frozen=True)
class Estimate:
    """What an option is thought to bring."""

    index: int  # among the options
    tries: int  # play-outs that looked at it
    chance: float  # of winning, 0 to 1
    error: float  # its standard error, compared with the favourite in the same worlds


@dataclass(frozen=True)
class Thought:
    """A decision, and what it rests on: nothing, for a bot that does not look ahead."""

    choice: int  # among the options
    estimates: tuple[Estimate, ...] = ()  # the best first
    playouts: int = 0


class Bot(ABC):
    """Who decides for a seat. Its name is what it is asked for by."""

    name: str

    @abstractmethod
    def think(
        self, view: SeatView, options: Sequence[Option], rng: Random, budget: Budget
    ) -> Thought:
        """Decide from the view alone; chance comes from rng, so a seed repeats it."""

    def choose(
        self, view: SeatView, options: Sequence[Option], rng: Random, budget: Budget
    ) -> Option:
        """The option it takes."""
        return options[self.think(view, options, rng, budget).choice]


def parse_budget(text: str) -> Budget:
    """Seconds (0.2s) or iterations (100) for each decision; Invalid says what is wrong.

    Either may be followed by a number of processes: 0.2sx2, 100x2.
    """
    shared = PROCESSES.fullmatch(text)
    if shared and 1 <= int(shared["processes"]) <= MOST_PROCESSES:
        return replace(parse_budget(shared["each"]), processes=int(shared["processes"]))
    if ITERATIONS.fullmatch(text) and 1 <= int(text) <= MOST_ITERATIONS:
        return Budget(iterations=int(text))
    if SECONDS.fullmatch(text) and 0 < float(text[:-1]) <= MOST_SECONDS:
        return Budget(seconds=float(text[:-1]))
    raise Invalid(
        f"budget: {brief(text)} is neither iterations (100, up to {MOST_ITERATIONS}) "
        f"nor seconds (0.2s, up to {MOST_SECONDS}s), "
        f"in one process or several (100x2, up to x{MOST_PROCESSES})"
    )
