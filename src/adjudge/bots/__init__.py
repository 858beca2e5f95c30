"""Who chooses from a view. A bot never gets the truth: it is handed a SeatView and its options."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from adjudge.bots.bot import Bot, Budget, Estimate, Thought, parse_budget
from adjudge.bots.flat import FlatBot
from adjudge.bots.plain import CarefulBot, RandomBot
from adjudge.bots.several import Several
from adjudge.bots.sharp import DOUBT, SharpBot
from adjudge.kernel.game import Invalid, Option
from adjudge.match import SeatView

__all__ = ["BOTS", "Bot", "Budget", "Estimate", "Thought", "find_bot", "parse_budget"]

LOOKING_AHEAD = [Several(FlatBot()), Several(SharpBot(), DOUBT)]
BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), CarefulBot(), *LOOKING_AHEAD)}


class Allotted(Bot):
    """A bot with a budget of its own, whatever the others get."""

    def __init__(self, name: str, bot: Bot, budget: Budget) -> None:
        self.name = name
        self.bot = bot
        self.budget = budget

    def think(
        self, view: SeatView, options: Sequence[Option], rng: Random, budget: Budget
    ) -> Thought:
        """What the bot makes of it within its own budget."""
        return self.bot.think(view, options, rng, self.budget)


def find_bot(name: str) -> Bot:
    """The bot of that name; "flat:100", "flat:0.2s" and "flat:100x2" name its budget too."""
    kind, colon, budget = name.partition(":")
    if kind not in BOTS:
        raise Invalid(f"bot: {kind!r} is not one of {', '.join(BOTS)}")
    return Allotted(name, BOTS[kind], parse_budget(budget)) if colon else BOTS[kind]
