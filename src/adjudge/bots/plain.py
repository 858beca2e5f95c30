"""Bots that do not look ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from adjudge.bots.bot import Budget
from adjudge.kernel.game import Option
from adjudge.match import SeatView


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
