"""How good an unfinished position is: the chance to win in thousandths.

Fitted to games of bots (docs/decisions.md): the logarithm of the odds, in thousandths, adds up.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from adjudge.games.cursed_earth.purse import Purse, purse_of
from adjudge.games.cursed_earth.state import CADET, CHIEF_JUDGE, JUDGES, Table, survivors

# Alone or together. The way is counted in half steps, since Max Normal's door is a guess.
START: Final = -3555
HALF_STEP: Final = -263
HURRY: Final = -751  # for every half step that each row must bring
THEIR_TIME: Final = 1188  # for every half step that each row may bring the perps
NEARLY: Final = 313  # for every half step, when fewer than four are left
HEALTH: Final = 260
SURVIVOR: Final = 845
RATION: Final = 122
SHELL: Final = 69
SURVIVAL_CARD: Final = 99
DIPLOMACY_CARD: Final = 163
EASY: Final = 472
HARD: Final = -684

# Head-to-head, for everything that one team has more than the other.
LEAD: Final = 138
LATE_LEAD: Final = 1249  # shared among the rows that are left
DUEL_HEALTH: Final = 222
DUEL_SURVIVOR: Final = 941
DUEL_RATION: Final = 151
DUEL_DIPLOMACY: Final = 168
DUEL_SURVIVAL: Final = 53

ONE: Final = 4096  # fixed point
CERTAIN: Final = 8000  # odds beyond this are taken for this


def chance_of_hunt(t: Table) -> i64:
    """Alone or together: so far to go in so many rows, with so much left to live on."""
    p = purse_of(t, JUDGES)
    way = p.first + p.last - 2 * p.place
    theirs = p.first + p.last - 2 * p.rival
    odds = START + HALF_STEP * way + HURRY * way // p.rows + NEARLY * max(0, 4 - way)
    odds += THEIR_TIME * theirs // p.rows
    odds += HEALTH * p.health + SURVIVOR * survivors(t, JUDGES)
    odds += RATION * min(p.rations, p.rows) + SHELL * p.ammo
    odds += SURVIVAL_CARD * p.survival + DIPLOMACY_CARD * p.diplomacy
    if t.difficulty == CADET:
        odds += EASY
    elif t.difficulty == CHIEF_JUDGE:
        odds += HARD
    return chance(odds)


def chance_of_duel(t: Table, team: i64) -> i64:
    """Head-to-head: what this team has more than the other."""
    own = purse_of(t, team)
    rival = purse_of(t, 1 - team)
    lead = own.place - rival.place
    odds = lead * LEAD + lead * LATE_LEAD // own.rows
    odds += DUEL_SURVIVOR * (survivors(t, team) - survivors(t, 1 - team))
    return chance(odds + strength(own) - strength(rival))


def strength(p: Purse) -> i64:
    """Of a team in a duel, besides its lead and its survivors."""
    owned = DUEL_RATION * p.rations + DUEL_DIPLOMACY * p.diplomacy + DUEL_SURVIVAL * p.survival
    return DUEL_HEALTH * p.health + owned


def chance(odds: i64) -> i64:
    """The logistic curve, with the sixteenth power of 1 + x / 16 for the exponential."""
    q = ONE + max(-CERTAIN, min(CERTAIN, odds)) * ONE // 16_000
    for i in range(4):
        q = q * q // ONE
    return 1000 * q // (ONE + q)
