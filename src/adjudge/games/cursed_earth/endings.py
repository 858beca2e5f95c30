"""How the game ends: at once alone or together, by conditions met in head-to-head."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.cursed_earth.encounters import put_card_away
from adjudge.games.cursed_earth.procedures import (
    ENCOUNTER,
    ENCOUNTERS,
    Encounter,
    Encounters,
    Investigation,
)
from adjudge.games.cursed_earth.state import (
    ALL_SIX_DEAD,
    BOTH_FOUND,
    DECK_OUT_CLOSEST,
    FOUND,
    HEAD_TO_HEAD,
    JUDGES,
    MET_DEAD,
    MET_FOUND,
    PERPS,
    TEAM_DEAD,
    Table,
    seat_of,
    survivors,
)
from adjudge.games.cursed_earth.words import ENDED, MET_ENDING
from adjudge.kernel.agenda import end, outer, tell, unwind
from adjudge.kernel.piles import bit


def meet(t: Table, team: i64, condition: i64, reason: i64) -> None:
    """CE-END-01, CE-HHEND-04, CE-RULING-51: alone or together it is over; head-to-head goes on."""
    if t.mode != HEAD_TO_HEAD:
        finish(t, reason, 0)
    else:
        t.met[team] = t.met[team] | condition
        tell(t, MET_ENDING, team, condition)
        stop_resolving(t, team)


def finish(t: Table, reason: i64, winners: i64) -> None:
    """The game is over."""
    t.over = reason
    t.winners = winners
    tell(t, ENDED, reason, winners)


def everybody(t: Table) -> i64:
    """CE-GOAL-01: the players share one result."""
    return bit(t.seats) - 1


def stop_resolving(t: Table, team: i64) -> None:
    """CE-HHEND-05, CE-RULING-44: who has met an end condition resolves nothing more."""
    row = outer(t, ENCOUNTERS)
    if row is not None:
        assert isinstance(row, Encounters)
        if row.team == team:
            leave_card(t)
            unwind(t, ENCOUNTERS)
            end(row)


def leave_card(t: Table) -> None:
    """The card in the middle of which it happened is put away like any other."""
    encounter = outer(t, ENCOUNTER)
    if encounter is not None:
        assert isinstance(encounter, Encounter)
        put_card_away(t, encounter)


def stop_if_ending(t: Table, i: Investigation) -> None:
    """CE-HHEND-01, CE-HHEND-02, CE-HHEND-06, CE-RULING-57: a condition met ends the game now."""
    if t.met[JUDGES] | t.met[PERPS] != 0:
        settle(t)


def settle(t: Table) -> None:
    """CE-RULING-45, CE-RULING-47: ending 1 before ending 2 before ending 3."""
    met = t.met[JUDGES] | t.met[PERPS]
    if met & MET_FOUND != 0:
        settle_finding(t)
    elif met & MET_DEAD != 0:
        settle_deaths(t)
    else:
        settle_empty_deck(t)


def settle_finding(t: Table) -> None:
    """CE-HH-03, CE-HHEND-07, CE-HHEND-08: the finder wins; of two, the higher product."""
    if t.met[JUDGES] & t.met[PERPS] & MET_FOUND != 0:
        win_by(t, BOTH_FOUND, product(t, JUDGES) - product(t, PERPS))
    else:
        win_by(t, FOUND, 1 if t.met[JUDGES] & MET_FOUND != 0 else -1)


def product(t: Table, team: i64) -> i64:
    """CE-HHEND-08: surviving characters times the team's health tokens."""
    total: i64 = 0
    for who in range(team * 3, team * 3 + 3):
        total += t.health[who]
    return survivors(t, team) * total


def settle_deaths(t: Table) -> None:
    """CE-HHEND-09, CE-HHEND-10: the dead team loses; if all six are dead the nearer one wins."""
    if t.met[JUDGES] & t.met[PERPS] & MET_DEAD != 0:
        win_by(t, ALL_SIX_DEAD, lead(t))
    else:
        win_by(t, TEAM_DEAD, -1 if t.met[JUDGES] & MET_DEAD != 0 else 1)


def settle_empty_deck(t: Table) -> None:
    """CE-HHEND-11, CE-HHEND-12: the nearer one wins, then the one with more survivors."""
    ahead = lead(t)
    if ahead == 0:
        ahead = survivors(t, JUDGES) - survivors(t, PERPS)
    win_by(t, DECK_OUT_CLOSEST, ahead)


def lead(t: Table) -> i64:
    """CE-RULING-48: further along is nearer; above zero if the Judges are."""
    return t.pawns[JUDGES] - t.pawns[PERPS]


def win_by(t: Table, reason: i64, judges_ahead: i64) -> None:
    """CE-HHEND-13, CE-RULING-49: a tie is lost by the Senior Judge of the first round."""
    if judges_ahead > 0:
        winner = seat_of(t, JUDGES)
    elif judges_ahead < 0:
        winner = seat_of(t, PERPS)
    else:
        winner = 1 - t.first_senior
    finish(t, reason, bit(winner))
