"""How good an unfinished position is: the chance to win in thousandths.

Fitted to games of bots that look ahead: each seat has a standing, in thousandths of the logarithm
of the odds, and wins as often as its standing says beside the others'.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from adjudge.games.helter_skelter.state import (
    ENOUGH_POINTS,
    SPACES,
    STRIDE,
    Table,
    end_of,
    first_of,
    in_play,
    on_map,
    points,
    showing,
)
from adjudge.kernel.piles import has, size

POINT: Final = 1340
THIRD_POINT: Final = 203
FOURTH_POINT: Final = 571
LAST_IN_REACH: Final = 716  # the fifth point is a walk and three cards away, and they are there
LIFE: Final = 300
SCRATCH: Final = -370  # for everybody with a single health
CARD: Final = 285
TURN: Final = 446
OUT_THERE: Final = -250  # for everybody on the map, where they can be hit
SECOND_NEAREST: Final = -130  # for every card that the second nearest has to walk to a fragment
ON_FRAGMENT: Final = 140
TO_SPARE: Final = 75  # for every card more than it takes the best placed to walk and collect
FRAGMENT: Final = 85  # for every one still to be had

FAR: Final = 6  # cards to walk, when there is no way or nobody to go it
LEAST_TO_SPARE: Final = -5
MOST_TO_SPARE: Final = 2
TO_COLLECT: Final = 3  # cards
ONE: Final = 4096  # fixed point
CERTAIN: Final = 8000  # odds beyond this are taken for this


def chance_of_winning(t: Table, seat: i64) -> i64:
    """Beside what the others have."""
    if not in_play(t, seat):
        return 0
    own = standing(t, seat)
    others: i64 = 0
    for other in range(t.seats):
        if other != seat and in_play(t, other):
            others += exponential(standing(t, other) - own)
    return 1000 * ONE // (ONE + others)


def exponential(odds: i64) -> i64:
    """Of thousandths, in fixed point: the sixteenth power of 1 + x / 16."""
    q = ONE + max(-CERTAIN, min(CERTAIN, odds)) * ONE // 16_000
    for i in range(4):
        q = q * q // ONE
    return q


def standing(t: Table, seat: i64) -> i64:
    """What a seat has, in thousandths of the logarithm of its odds."""
    have = points(t, seat)
    odds = POINT * have + CARD * t.hand_size[seat] + FRAGMENT * size(t.fragments[seat])
    if have >= 3:
        odds += THIRD_POINT
    if have >= 4:
        odds += FOURTH_POINT
    if t.marker == seat:
        odds += TURN
    nearest: i64 = FAR
    second: i64 = FAR
    spare: i64 = LEAST_TO_SPARE
    for who in range(first_of(t, seat), end_of(t, seat)):
        health = t.health[who]
        if health > 0:
            odds += LIFE
        if health == 1:
            odds += SCRATCH
        if on_map(t, who):
            walk = way(t, seat, t.space[who])
            odds += OUT_THERE
            if walk == 0:
                odds += ON_FRAGMENT
            spare = max(spare, size(showing(t, seat, who)) - walk - TO_COLLECT)
            if walk < nearest:
                second = nearest
                nearest = walk
            elif walk < second:
                second = walk
    spare = min(spare, MOST_TO_SPARE)
    if have == ENOUGH_POINTS - 1 and spare >= 0:
        odds += LAST_IN_REACH
    return odds + SECOND_NEAREST * second + TO_SPARE * spare


def way(t: Table, seat: i64, space: i64) -> i64:
    """Cards that it takes to walk to the nearest fragment."""
    best: i64 = 20
    row = (t.map * STRIDE + space) * STRIDE
    for other in range(i64(1), i64(SPACES + 1)):
        if has(t.fragments[seat], other):
            best = min(best, t.pack.walk[row + other])
    return best
