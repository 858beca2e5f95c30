"""How good an unfinished position is: the chance to win in thousandths.

Fitted to games of bots that look ahead: each seat has a standing, in thousandths of the logarithm
of the odds, and wins as often as its standing says beside the others'.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from adjudge.games.helter_skelter.reckoning import can_kill, walk_to
from adjudge.games.helter_skelter.state import (
    CARDS,
    ENOUGH_POINTS,
    EXPLODE,
    Table,
    end_of,
    first_of,
    in_play,
    on_map,
    points,
    showing,
)
from adjudge.kernel.piles import size

FIRST_POINT: Final = 838
SECOND_POINT: Final = 1068
THIRD_POINT: Final = 1361
FOURTH_POINT: Final = 1455
CARD: Final = 200
DECK: Final = 10  # for every card in it
HEALTH: Final = 76
TURN: Final = 390
LAST_TURN: Final = 212  # more, if one point is missing
OUT_THERE: Final = -266  # for everybody on the map, where they can be hit
ON_FRAGMENT: Final = 308
READY: Final = 101  # for everybody who stands on one with the cards to collect it
FRAGMENT: Final = -141  # for every one still to be had
NEAR: Final = 347  # if at most three cards are missing to walk and collect,
NEARER: Final = 121  # and if at most one is
SECOND_NEAREST: Final = -66  # for every card that the second nearest has to walk to a fragment
KILL: Final = 426  # for everybody who could kill with a card in hand,
KILL_NOW: Final = 216  # and more on one's own turn
LAST_IN_REACH: Final = 559  # the fifth point is a walk and three cards away, and they are there
LAST_AT_HAND: Final = 274  # and it is this seat's decision, on the fragment

FAR: Final = 6  # cards to walk, when there is no way or nobody to go it
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
    odds = odds_of_points(points(t, seat)) + CARD * t.hand_size[seat] + DECK * t.deck_size[seat]
    odds += FRAGMENT * size(t.fragments[seat])
    if t.marker == seat:
        odds += TURN
        if points(t, seat) == ENOUGH_POINTS - 1:
            odds += LAST_TURN
    return odds + odds_of_team(t, seat)


def odds_of_points(n: i64) -> i64:
    """Each is worth more than the one before."""
    odds: i64 = 0
    if n >= 1:
        odds += FIRST_POINT
    if n >= 2:
        odds += SECOND_POINT
    if n >= 3:
        odds += THIRD_POINT
    return odds + FOURTH_POINT if n >= 4 else odds


def odds_of_team(t: Table, seat: i64) -> i64:
    """Health, places, and what could be done at once."""
    odds: i64 = 0
    nearest: i64 = FAR
    second: i64 = FAR
    spare: i64 = -FAR  # cards more than it takes the best placed to walk and collect
    ready: i64 = 0
    for who in range(first_of(t, seat), end_of(t, seat)):
        odds += HEALTH * t.health[who]
        if not on_map(t, who):
            continue
        walk = walk_to(t, t.space[who], t.fragments[seat])
        cards = size(showing(t, seat, who))
        odds += OUT_THERE
        spare = max(spare, cards - walk - TO_COLLECT)
        if walk == 0:
            odds += ON_FRAGMENT
            if cards >= TO_COLLECT:
                ready += 1
        if can_kill(t, seat, who, EXPLODE, CARDS):
            odds += KILL + KILL_NOW if t.marker == seat else KILL
        if walk < nearest:
            second = nearest
            nearest = walk
        elif walk < second:
            second = walk
    odds += READY * ready + SECOND_NEAREST * second
    if spare >= -3:
        odds += NEAR
    if spare >= -1:
        odds += NEARER
    if points(t, seat) == ENOUGH_POINTS - 1:
        if spare >= 0:
            odds += LAST_IN_REACH
        if ready > 0 and t.player == seat:
            odds += LAST_AT_HAND
    return odds
