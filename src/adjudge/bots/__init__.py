"""Who chooses from a view. A bot never gets the truth: it is handed a SeatView and its options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from adjudge.bots.bot import Bot, Budget, parse_budget
from adjudge.bots.flat import FlatBot
from adjudge.bots.plain import CarefulBot, RandomBot
from adjudge.kernel.game import Invalid, Option
from adjudge.match import SeatView

__all__ = ["BOTS", "Bot", "Budget", "find_bot", "parse_budget"]

BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), CarefulBot(), FlatBot())}


@dataclass(frozen=True)
class Allotted:
    """A bot with a budget of its own, whatever the others get."""

    name: str
    bot: Bot
    budget: Budget

    def choose(
        self, view: SeatView, options: Sequence[Option], rng: Random, budget: Budget
    ) -> Option:
        """What the bot chooses within its own budget."""
        return self.bot.choose(view, options, rng, self.budget)


def find_bot(name: str) -> Bot:
    """The bot of that name; "flat:100" and "flat:0.2s" name its budget too."""
    kind, colon, budget = name.partition(":")
    if kind not in BOTS:
        raise Invalid(f"bot: {kind!r} is not one of {', '.join(BOTS)}")
    return Allotted(name, BOTS[kind], parse_budget(budget)) if colon else BOTS[kind]
