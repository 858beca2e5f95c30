"""Chance: the same numbers compiled and interpreted.

A match draws from a secret key, so that nobody can foretell what comes from what has come. Worlds
in thought draw from a fast generator, which anybody could.
"""

from __future__ import annotations

import hmac
from typing import Final

from mypy_extensions import i64, mypyc_attr

MULTIPLIER: Final = 1779033213  # MULTIPLIER * 2**32 - 1 is a safe prime: period about 2**62
LOW_32: Final = 4294967295
WARM_UP: Final = 8

KEYED: Final = "sp800-108-hmac-sha-256"  # as records name it
KEY_BYTES: Final = 32
NUMBERS: Final = 4611686018427387904  # 2**62: how many a block can come to
LABEL: Final = b"adjudge chance\x00\x00\x00\x01\x00"  # with a zero byte, and 256 for its bits
MOST_DRAWN: Final = 2147483647  # the counter of a stream has 32 bits


@mypyc_attr(acyclic=True)
class Rng:
    """Keyed, or multiply-with-carry in 63 bits. A script, if given, answers the rolls instead."""

    def __init__(self) -> None:
        self.state: i64 = 1
        self.key: bytes = b""  # none: the fast generator
        self.drawn: i64 = 0  # blocks taken from the key's stream
        self.script: list[int] | None = None  # raw results for roll(), shared and never changed
        self.used: i64 = 0

    def copy(self) -> Rng:
        """Equal now, independent from here on."""
        r = Rng()
        r.state = self.state
        r.key = self.key
        r.drawn = self.drawn
        r.script = self.script
        r.used = self.used
        return r

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each as likely."""
        if self.key:
            return self.unforeseen_below(n)
        x = MULTIPLIER * (self.state & LOW_32) + (self.state >> 32)
        self.state = x
        return ((x & LOW_32) ^ (x >> 32)) * n >> 32

    def unforeseen_below(self, n: i64) -> i64:
        """The same from the key's stream. What would make some numbers likelier is passed over."""
        even: i64 = NUMBERS - NUMBERS % n
        while True:
            self.drawn += 1
            x: i64 = int.from_bytes(block(self.key, self.drawn, LABEL)[:8], "big") >> 2
            if x < even:
                return x % n

    def has_gone_on(self, since: Rng) -> bool:
        """Whether chance has spoken since it was as it is there."""
        moved = self.state != since.state or self.drawn != since.drawn
        return moved or self.used != since.used


def block(key: bytes, number: i64, fixed: bytes) -> bytes:
    """A block, from number 1, of the stream that NIST SP 800-108 makes of a key in counter mode.

    The pseudo-random function is HMAC-SHA-256, and the counter stands before what is fixed.
    """
    counter: int = number
    return hmac.digest(key, counter.to_bytes(4, "big") + fixed, "sha256")


def keyed(key: bytes) -> Rng:
    """Chance that nobody can foretell who has not the key."""
    assert len(key) == KEY_BYTES
    r = Rng()
    r.key = key
    return r


def seeded(seed: i64) -> Rng:
    """The fast generator of a seed between 0 and 2**62 - 1; neighbours have nothing in common."""
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
