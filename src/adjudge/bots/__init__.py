"""Who chooses from a view. A bot never gets the truth: it is handed a SeatView and its options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from adjudge.kernel.game import Invalid, Option
from adjudge.match import SeatView


@dataclass(frozen=True)
class Budget:
    """What a bot may spend on one decision; None is no limit of that kind."""

    seconds: float | None = None
    iterations: int | None = None


class Bot(Protocol):
    """The interface of every bot."""

    name: str

    def choose(
        self, view: SeatView, options: Sequence[Option], rng: Random, budget: Budget
    ) -> Option:
        """One of the options, from the view alone; chance comes from rng, so a seed repeats it."""


class RandomBot:
    """Any option, each as likely."""

    name = "random"

    def choose(
        self, view: SeatView, options: Sequence[Option], rng: Random, budget: Budget
    ) -> Option:
        """Any of them."""
        return options[rng.randrange(len(options))]


class CarefulBot:
    """The game's plain heuristic: it weighs what it sees and does not look ahead."""

    name = "careful"

    def choose(
        self, view: SeatView, options: Sequence[Option], rng: Random, budget: Budget
    ) -> Option:
        """The one the heuristic prefers."""
        return options[view.game.careful(view.state)]


BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), CarefulBot())}


def find_bot(name: str) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        raise Invalid(f"bot: {name!r} is not one of {', '.join(BOTS)}")
    return BOTS[name]
