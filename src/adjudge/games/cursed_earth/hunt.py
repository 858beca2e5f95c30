"""The hunt: pawns, locations and their effects, and the shootout of Chief Judge."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.cursed_earth.endings import everybody, finish, meet
from adjudge.games.cursed_earth.procedures import Action, Box, Move
from adjudge.games.cursed_earth.state import (
    ABOVE,
    CACHE,
    CHIEF_JUDGE,
    DIPLOMACY,
    FOUND,
    HEAD_TO_HEAD,
    JUDGES,
    MET_FOUND,
    PERPS,
    PERPS_FOUND,
    PSI,
    SPEND_DIPLOMACY,
    SPEND_SURVIVAL,
    SURVIVAL,
    Table,
    has_tokens,
    location_row_starts,
    specialist,
    survivors,
)
from adjudge.games.cursed_earth.words import (
    CACHE_LOST,
    CACHE_PLACED,
    CACHE_TAKEN,
    LOCATION_ACTS,
    LOCATION_REMOVED,
    LOCATION_REVEALED,
    MOVED,
    NOTHING_HAPPENED,
    SHOOTOUT,
)
from adjudge.kernel.agenda import begin, end, tell
from adjudge.kernel.piles import has, with_card, without
from adjudge.kernel.rng import roll


def advance_own_pawn(t: Table, a: Action) -> None:
    """CE-HUNT-01, CE-HH-04, CE-LOC-06: only a symbol moves your own pawn."""
    begin(t, Move(a.team, a.side))


def advance_enemy_pawn(t: Table, a: Action) -> None:
    """CE-HUNT-02, CE-HH-05: the opposing pawn."""
    begin(t, Move(1 - a.team, a.side))


def go_to_next_location(t: Table, m: Move) -> None:
    """CE-LOC-08, CE-LOC-10, CE-RULING-54: one card along, never back and never past Max Normal."""
    if at_goal(t, m.team):
        tell(t, NOTHING_HAPPENED, 0)
        end(m)
        return
    take_cache(t, m.team)
    t.pawns[m.team] += 1
    m.revealing = t.pawns[m.team] == t.revealed
    if m.revealing:
        reveal_location(t)
    tell(t, MOVED, m.team, t.pawns[m.team], t.locations[t.pawns[m.team]])
    remove_location_behind(t, m.team)
    if at_goal(t, m.team):
        end(m)
        reach_max_normal(t, m.team)


def remove_location_behind(t: Table, team: i64) -> None:
    """CE-LOC-11, CE-RULING-26: a location with no pawn on it or behind it is out of the game."""
    left = t.pawns[team] - 1
    if location_row_starts(t) > left:
        tell(t, LOCATION_REMOVED, t.locations[left])


def at_goal(t: Table, team: i64) -> bool:
    """Whether the pawn is on Max Normal's location."""
    return t.locations[t.pawns[team]] == t.pack.goal


def take_cache(t: Table, team: i64) -> None:
    """CE-RULING-29, CE-CLAR-09: the first to leave takes the token; a mere pawn gives it back."""
    if has(t.caches, t.pawns[team]):
        t.caches = without(t.caches, t.pawns[team])
        if has_tokens(t, team):
            t.ammo[team] += 1
            tell(t, CACHE_TAKEN, team)
        else:
            tell(t, CACHE_LOST)


def reveal_location(t: Table) -> None:
    """CE-LOC-07, CE-LOC-09, CE-LOC-13: the top location; a token is put on it if it says so."""
    location = t.locations[t.revealed]
    tell(t, LOCATION_REVEALED, location, t.revealed)
    if t.pack.ongoing[location] == CACHE:
        t.caches = with_card(t.caches, t.revealed)
        tell(t, CACHE_PLACED, location)
    t.revealed += 1


def reach_max_normal(t: Table, team: i64) -> None:
    """CE-LOC-01, CE-LOC-02, CE-LOC-03, CE-LOC-04, CE-LOC-05: won or lost at once, or ending 1."""
    if t.mode == HEAD_TO_HEAD:
        if survivors(t, team) > 0:  # CE-RULING-45: the dead find nobody
            meet(t, team, MET_FOUND, FOUND)
    elif team == JUDGES:
        finish(t, FOUND, everybody(t))
    else:
        finish(t, PERPS_FOUND, 0)


def shoot_it_out(t: Table, m: Move) -> None:
    """CE-SHOOT-01, CE-SHOOT-02, CE-SHOOT-07, CE-SHOOT-08: the Judges move onto the perps' card.

    CE-SETUP-16, CE-RULING-33: at Chief Judge only, so never head-to-head, and never at the goal.
    """
    if t.difficulty == CHIEF_JUDGE and m.team == JUDGES and t.pawns[JUDGES] == t.pawns[PERPS]:
        perp = specialist(PERPS, roll(t.rng, 3, "the perp of a shootout"))
        tell(t, SHOOTOUT, perp)
        begin(t, Action(symbol_against(t, perp), JUDGES, m.side))


def symbol_against(t: Table, perp: i64) -> i64:
    """CE-SHOOT-03, CE-SHOOT-04, CE-SHOOT-05, CE-SHOOT-06: what the revealed perp demands."""
    expertise = t.pack.expertise[perp]
    if expertise == SURVIVAL:
        return SPEND_SURVIVAL
    return SPEND_DIPLOMACY if expertise == DIPLOMACY else PSI


def land(t: Table, m: Move) -> None:
    """CE-LOC-13, CE-RULING-28, CE-RULING-32: what a location does to the team that revealed it."""
    if m.revealing:
        location_acts(t, m.team, t.pack.at_reveal[t.locations[t.pawns[m.team]]])


def start_at_location(t: Table, team: i64) -> None:
    """CE-EX-06, CE-EX-07, CE-RULING-27: before the first card is played or drawn."""
    location_acts(t, team, t.pack.at_start[t.locations[t.pawns[team]]])


def end_at_location(t: Table, team: i64) -> None:
    """CE-RULING-27: after the last card is resolved, before the ration is lost."""
    location_acts(t, team, t.pack.at_end[t.locations[t.pawns[team]]])


def location_acts(t: Table, team: i64, symbols: i64) -> None:
    """CE-LOC-12, CE-LOC-15, CE-RULING-60: like the symbols of the same name, for the team there."""
    if symbols != 0 and has_tokens(t, team) and survivors(t, team) > 0:
        tell(t, LOCATION_ACTS, t.locations[t.pawns[team]], team)
        begin(t, Box(symbols, team, ABOVE))
