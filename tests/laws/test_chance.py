"""Chance: nobody can foretell it in a match, and every number is as likely."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy import stats

import adjudge
from adjudge.kernel.rng import KEY_BYTES, Rng, keyed, seeded
from adjudge.match import chance_of, set_up
from adjudge.packs import default_pack
from tests.laws.lattice import ENOUGH, Numbers, find_state, foretold

DRAWS = 60_000
BEYOND_CHANCE = 1e-6  # with some hundred figures, none of a fair generator comes so far out


def pile(n: int) -> list[int]:
    """What a shuffled pile of n takes."""
    return list(range(n, 1, -1))


def decks(seats: int) -> list[int]:
    """What the decks of Helter Skelter take, one after the other."""
    return [n for _ in range(seats) for n in range(1, 31)]


# What the set-up of a game draws, and where in it a large pile begins.
HEAD_TO_HEAD = [*pile(12), *pile(3), *pile(55), 2]
FOUR_TEAMS = [*decks(4), *pile(40)]
MATCHES: list[tuple[str, int, dict[str, Any], list[int], int]] = [
    ("cursed-earth", 2, {"mode": "head-to-head"}, HEAD_TO_HEAD, HEAD_TO_HEAD.index(55)),
    ("helter-skelter", 4, {}, FOUR_TEAMS, FOUR_TEAMS.index(40)),
]
both_games = pytest.mark.parametrize(
    ("game", "seats", "setup", "draws", "large"), MATCHES, ids=[match[0] for match in MATCHES]
)


def told(match: adjudge.Match, sides: Sequence[int]) -> Numbers:
    """Every number that chance gave in setting up: far more than any seat is told."""
    chance = chance_of(match.start)
    numbers = [(n, int(chance.below(n))) for n in sides]
    assert not chance.has_gone_on(match._state.rng), "the set-up draws something else"
    return numbers


@both_games
def test_the_fast_generator_is_broken_by_nineteen_numbers(
    game: str, seats: int, setup: dict[str, Any], draws: list[int], large: int
) -> None:
    """So the matches of before could be foretold to their end."""
    found = adjudge.game(game)
    for seed in (1, 22, 333):
        begins = {"seats": seats, "setup": setup, "seed": seed}
        match = set_up(found, default_pack(found), begins)
        numbers = told(match, draws)
        state = find_state(numbers[large : large + ENOUGH])
        assert state is not None
        rest = numbers[large + 1 :]
        assert foretold(state, [n for n, _ in rest]) == [number for _, number in rest]


@both_games
def test_no_state_explains_the_numbers_of_a_match(
    game: str, seats: int, setup: dict[str, Any], draws: list[int], large: int
) -> None:
    for seed in (3, 4, "1" * 64):
        match = adjudge.new(game, seats=seats, seed=seed, **setup)
        numbers = told(match, draws)
        assert find_state(numbers[large : large + ENOUGH]) is None


def test_the_attack_knows_the_generator_from_others() -> None:
    """It finds nothing in other numbers, and something in all of the generator's."""
    sides = range(60, 60 - ENOUGH - 4, -1)
    for seed in range(12):
        fast, other = seeded(seed), np.random.default_rng(seed)
        assert find_state([(n, int(fast.below(n))) for n in sides]) is not None
        assert find_state([(n, int(other.integers(n))) for n in sides]) is None


# Distinguishers: what makes a figure of many numbers that should be anywhere between 0 and 1.


def evenly(numbers: Callable[[int], int]) -> dict[str, float]:
    """Each of n numbers, and each pair of neighbours, as often as any other."""
    found = {}
    for n in (2, 3, 6, 7, 30, 57, 60):
        drawn = np.array([numbers(n) for _ in range(DRAWS)])
        found[f"one of {n}"] = chi_square(np.bincount(drawn, minlength=n))
        pairs = drawn[::2] * n + drawn[1::2]
        found[f"pairs of {n}"] = chi_square(np.bincount(pairs, minlength=n * n))
    return found


def chi_square(counts: Any) -> float:
    """How likely it is that fair numbers are at least as uneven."""
    return float(stats.chisquare(counts).pvalue)


def in_bits(numbers: Callable[[int], int]) -> dict[str, float]:
    """Of NIST SP 800-22: frequency, runs, and the spectrum, of the same bit of every word."""
    found = {}
    words = np.array([numbers(2**31) for _ in range(DRAWS)], dtype=np.int64)
    for place in (0, 1, 7, 15, 30):
        bits = words >> place & 1
        ones = int(bits.sum())
        found[f"ones at {place}"] = float(stats.binomtest(ones, DRAWS).pvalue)
        runs = 1 + int((bits[1:] != bits[:-1]).sum())
        off = (runs - 2 * ones * (DRAWS - ones) / DRAWS) / (2 * np.sqrt(DRAWS) / 4)
        found[f"runs at {place}"] = float(2 * stats.norm.sf(abs(off)))
        low = np.abs(np.fft.rfft(2 * bits - 1))[1 : DRAWS // 2]
        inside = (low < np.sqrt(np.log(20) * DRAWS)).sum()
        off = (inside - 0.95 * len(low)) / np.sqrt(DRAWS * 0.95 * 0.05 / 4)
        found[f"spectrum at {place}"] = float(2 * stats.norm.sf(abs(off)))
    return found


def suspicious(numbers: Callable[[int], int]) -> dict[str, float]:
    """The figures that no fair chance gives."""
    found = evenly(numbers) | in_bits(numbers)
    return {name: p for name, p in found.items() if p < BEYOND_CHANCE}


def drawn_from(chance: Rng, n: int) -> int:
    """One of n."""
    return int(chance.below(n))


def test_no_distinguisher_finds_anything_in_a_keys_numbers() -> None:
    for key in (b"\0" * KEY_BYTES, hashlib.sha256(b"a match").digest()):
        assert suspicious(partial(drawn_from, keyed(key))) == {}


def test_the_distinguishers_find_what_is_not_fair() -> None:
    """A number too many for even chances, a counter, and one bit that depends on the one before."""
    words = np.random.default_rng(1)
    assert suspicious(lambda n: int(words.integers(256)) % n)
    count = iter(range(10**9))
    assert suspicious(lambda n: next(count) % n)
    last = [0]

    def sticky(n: int) -> int:
        last[0] = int(words.integers(n)) if words.random() < 0.97 else last[0] % n
        return last[0]

    assert suspicious(sticky)


def test_two_keys_have_nothing_in_common() -> None:
    def first(chance: Rng) -> list[int]:
        return [int(chance.below(2**31)) for _ in range(200)]

    one, other = bytearray(KEY_BYTES), bytearray(KEY_BYTES)
    other[-1] = 1
    assert not set(first(keyed(bytes(one)))) & set(first(keyed(bytes(other))))
