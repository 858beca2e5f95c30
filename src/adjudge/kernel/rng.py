"""Chance: one generator in the state, the same numbers compiled and interpreted."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

MULTIPLIER: Final = 1779033213  # MULTIPLIER * 2**32 - 1 is a safe prime: period about 2**62
LOW_32: Final = 4294967295
WARM_UP: Final = 8


@mypyc_attr(acyclic=True)
class Rng:
    """Multiply-with-carry in 63 bits. A script, if given, answers the rolls instead of the seed."""

    def __init__(self) -> None:
        self.state: i64 = 1
        self.script: list[int] | None = None  # raw results for roll(), shared and never changed
        self.used: i64 = 0

    def copy(self) -> Rng:
        """Equal now, independent from here on."""
        r = Rng()
        r.state = self.state
        r.script = self.script
        r.used = self.used
        return r

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each as likely."""
        x = MULTIPLIER * (self.state & LOW_32) + (self.state >> 32)
        self.state = x
        return ((x & LOW_32) ^ (x >> 32)) * n >> 32


def seeded(seed: i64) -> Rng:
    """The generator of a seed between 0 and 2**62 - 1; neighbours have nothing in common."""
    r = Rng()
    r.state = (seed & LOW_32) + 1 + ((seed >> 32) << 32)
    for i in range(WARM_UP):
        r.below(2)
    return r


def roll(r: Rng, sides: i64, what: str) -> i64:
    """A named roll (die, coin, card turned at random): 0 to sides - 1, or as scripted."""
    script = r.script
    if script is None:
        return r.below(sides)
    if r.used >= len(script):
        raise ValueError(f"dice: nothing left for {what}; {len(script)} results were given")
    result: i64 = script[r.used]
    if result < 0 or result >= sides:
        raise ValueError(f"dice: {result} for {what} is not between 0 and {sides - 1}")
    r.used += 1
    return result
