"""Bots that do not look ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from adjudge.bots.bot import Bot, Budget, Thought
from adjudge.kernel.game import Option
from adjudge.match import SeatView


class RandomBot(Bot):
    """Any option, each as likely."""

    name = "random"

    def think(
        self, view: SeatView, options: Sequence[Option], rng: Random, budget: Budget
    ) -> Thought:
        """Any of them."""
        return Thought(rng.randrange(len(options)))


class CarefulBot(Bot):
    """The game's plain heuristic: it weighs what it sees and does not look ahead."""

    name = "careful"

    def think(
        self, view: SeatView, options: Sequence[Option], rng: Random, budget: Budget
    ) -> Thought:
        """The one the heuristic prefers."""
        return Thought(view.game.careful(view.state))
