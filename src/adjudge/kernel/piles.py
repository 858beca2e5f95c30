"""Piles of cards as vecs, sets of cards as bit masks."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from adjudge.kernel.rng import Rng


def shl(x: i64, k: i64) -> i64:
    """x << k. A shift with a constant on its left would be done in 32 bits when compiled."""
    return x << k


def bit(k: i64) -> i64:
    """The set holding k alone."""
    return shl(1, k)


def has(cards: i64, card: i64) -> bool:
    """Whether the set holds the card."""
    return cards >> card & 1 == 1


def with_card(cards: i64, card: i64) -> i64:
    """The set and the card."""
    return cards | bit(card)


def without(cards: i64, card: i64) -> i64:
    """The set less the card."""
    return cards & ~bit(card)


def size(cards: i64) -> i64:
    """How many the set holds."""
    n: i64 = 0
    while cards != 0:
        cards &= cards - 1
        n += 1
    return n


def shuffle(rng: Rng, pile: vec[i64], n: i64) -> None:
    """The first n of the pile in random order, every order as likely."""
    left = n
    while left > 1:
        other = rng.below(left)
        left -= 1
        card = pile[left]
        pile[left] = pile[other]
        pile[other] = card


def sort(pile: vec[i64], start: i64, n: i64) -> None:
    """n numbers of the pile, from start, in rising order."""
    for i in range(start + 1, start + n):
        card = pile[i]
        at = i
        while at > start and pile[at - 1] > card:
            pile[at] = pile[at - 1]
            at -= 1
        pile[at] = card
