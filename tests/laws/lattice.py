"""Who sees numbers of the fast generator can compute its state: why no match draws from it.

The attack on truncated linear generators by lattice reduction, fitted to multiply-with-carry. The
state is a high and a low word, and from draw to draw it is multiplied modulo a prime. A number
below n tells the first bits of `high ^ low`, and the high word is that of the low word before times
MULTIPLIER: so a guess of one low word's first bits gives those of all that follow, but for a doubt
at each, and with them the first bits of the states. Which state they belong to is the closest point
of a lattice, and that is the same lattice for every guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
from flint import fmpz_mat

from adjudge.kernel.rng import LOW_32, MULTIPLIER

Numbers = Sequence[tuple[int, int]]  # below what, and which
Points = npt.NDArray[np.float64]

PRIME = MULTIPLIER * 2**32 - 1
SHRINKS = MULTIPLIER / 2**32  # from a low word to the high word that comes next
CELLS = 16  # so finely are words known
ENOUGH = 19  # numbers, each of 25 and more, that leave one state only


def find_state(told: Numbers) -> int | None:
    """The state at the second of these numbers, if there is one that gives them all."""
    lattice = reduced_lattice()
    for first in range(CELLS):
        for state in states_near(words(first, told[:ENOUGH]), lattice):
            if gives(state, told[1:]):
                return state
    return None


def words(first: int, told: Numbers) -> tuple[Points, Points]:
    """All that the low words could be, in parts of 2**32: from where, and to where."""
    least = np.array([[first / CELLS]])
    most = least + 1 / CELLS
    for n, number in told[1:]:
        seen = range(number * CELLS // n, -(-(number + 1) * CELLS // n))
        longer = [
            (np.hstack([low, cell / CELLS]), np.hstack([high, (cell + 1) / CELLS]))
            for low, high, carried in by_high_word(least, most)
            for cell in [carried ^ word for word in seen]
        ]
        least = np.vstack([low for low, _ in longer])
        most = np.vstack([high for _, high in longer])
    return least, most


def by_high_word(
    least: Points, most: Points
) -> Iterator[tuple[Points, Points, npt.NDArray[np.int64]]]:
    """Apart, where two high words could come next: the last low word is known better then."""
    step = CELLS * SHRINKS
    first = np.floor(least[:, -1:] * step).astype(np.int64)
    for carried in (first, first + 1):
        there = (carried < most[:, -1:] * step)[:, 0]
        low, high, cell = least[there].copy(), most[there].copy(), carried[there]
        low[:, -1:] = np.maximum(low[:, -1:], cell / step)
        high[:, -1:] = np.minimum(high[:, -1:], (cell + 1) / step)
        yield low, high, cell


def reduced_lattice() -> list[list[int]]:
    """Of all sequences of states, with a basis that is short and nearly upright."""
    powers = [pow(MULTIPLIER, k, PRIME) for k in range(ENOUGH)]
    whole = [[PRIME * (i == k) for k in range(ENOUGH)] for i in range(1, ENOUGH)]
    reduced = fmpz_mat([powers, *whole]).lll(False, 0.999)
    return [[int(reduced[i, k]) for k in range(ENOUGH)] for i in range(ENOUGH)]


def states_near(words: tuple[Points, Points], lattice: list[list[int]]) -> Iterator[int]:
    """The states whose sequence is close to such low words: Babai's nearest plane."""
    least, most = words
    basis = np.array([[part / PRIME for part in row] for row in lattice])
    upright = np.linalg.qr(basis.T)[0].T
    rest = (least + most) / 2
    times = np.zeros(rest.shape)
    for i in reversed(range(ENOUGH)):
        times[:, i] = np.rint(rest @ upright[i] / (basis[i] @ upright[i]))
        rest -= times[:, i : i + 1] * basis[i]
    near = (np.abs(rest) <= most - least).all(axis=1)
    for row in times[near]:
        yield sum(int(n) * lattice[i][0] for i, n in enumerate(row)) % PRIME


def gives(state: int, told: Numbers) -> bool:
    """Whether the generator with that state gives these numbers."""
    return [number for _, number in told] == foretold(state, [n for n, _ in told])


def foretold(state: int, sides: Sequence[int]) -> list[int]:
    """The numbers that come of a state, from its own on."""
    numbers = []
    for n in sides:
        numbers.append(((state & LOW_32) ^ (state >> 32)) * n >> 32)
        state = MULTIPLIER * (state & LOW_32) + (state >> 32)
    return numbers
