"""What would you do? The best options of a decision, and how sure their chances are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from adjudge.bots import Estimate, Thought
from adjudge.kernel.game import Option
from adjudge.lab.wilson import wilson
from adjudge.review import THINKS

ADVISER = f"{THINKS}:400"  # who gives hints, and how many futures it may try for one
SHOWN = 4  # options
ALIKE = 1.5  # what n tries did not show may come up three times in n: half of that
DOUBT = 2.0  # standard errors within which two options are too close to call


@dataclass(frozen=True)
class Advised:
    """An option as a bot sees it."""

    option: Option
    chance: float  # of winning, 0 to 1
    within: float  # of the true mean of its play-outs, 95 times in 100
    tries: int
    close: bool  # too close to the bot's own choice to be called worse, or better


def advised(options: Sequence[Option], thought: Thought) -> list[Advised]:
    """The bot's choice and those that it looked at most; then the better ones first.

    Bots give more tries to what does well, so an option with few of them has done badly.
    """
    found = {estimate.index: estimate for estimate in thought.estimates}
    if thought.choice not in found:
        return []
    chosen = found.pop(thought.choice)
    most = sorted(found.values(), key=lambda e: (-e.tries, -e.chance))[: SHOWN - 1]
    others = sorted(most, key=lambda e: -e.chance)
    return [seen(options[e.index], e, chosen) for e in (chosen, *others)]


def seen(option: Option, estimate: Estimate, chosen: Estimate) -> Advised:
    """One option beside the chosen one."""
    apart = abs(estimate.chance - chosen.chance)
    error = hypot(least_error(estimate), least_error(chosen))
    tries = estimate.tries
    return Advised(option, estimate.chance, margin(estimate), tries, apart <= DOUBT * error)


def least_error(estimate: Estimate) -> float:
    """The error against the favourite; tries that came out alike prove little if they are few."""
    return max(estimate.error, ALIKE / estimate.tries)


def margin(estimate: Estimate) -> float:
    """How far off the mean of so many tries may be, however they are spread from 0 to 1."""
    low, high = wilson(estimate.chance * estimate.tries, estimate.tries)
    return max(high - estimate.chance, estimate.chance - low)
