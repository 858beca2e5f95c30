"""Resource symbols, and character death."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.cursed_earth.endings import meet
from adjudge.games.cursed_earth.procedures import Action
from adjudge.games.cursed_earth.state import (
    ALL_DEAD,
    MET_DEAD,
    MOST_HEALTH,
    NO_AMMO,
    NO_HEALING,
    RADIATION,
    Table,
    alive,
    ongoing_at,
    seat_of,
    survivors,
)
from adjudge.games.cursed_earth.words import (
    ATE,
    DIED,
    GAINED_AMMO,
    GAINED_RATION,
    HEAL_ONE,
    HEALED,
    IRRADIATE,
    IRRADIATED,
    KILL,
    LOSE,
    NOTHING_HAPPENED,
    SPEND_AMMO,
    SPEND_TWO,
    SPENT_AMMO,
    SPENT_HEALTH,
    STARVED,
    WOUND_ONE,
    WOUNDED,
)
from adjudge.kernel.agenda import ask_unless_forced, begin, tell


def choose_healed(t: Table, a: Action) -> None:
    """CE-RES-02, CE-RES-09, CE-RULING-14: Heal goes to a living character below five health."""
    for who in range(a.team * 3, a.team * 3 + 3):
        if not why_no_heal(t, a.team, who):
            t.offer(HEAL_ONE, who)
    if t.n_options == 0:
        tell(t, NOTHING_HAPPENED, a.kind)
        return
    ask_unless_forced(t, seat_of(t, a.team))


def why_no_heal(t: Table, team: i64, who: i64) -> str:
    """CE-RES-06: nobody goes above five health."""
    refusal = why_not_theirs(t, team, who)
    if refusal:
        return refusal
    if ongoing_at(t, team) == NO_HEALING:
        return "CE-LOC-14"
    return "CE-RES-06" if t.health[who] >= MOST_HEALTH else ""


def why_not_theirs(t: Table, team: i64, who: i64) -> str:
    """CE-OVER-04, CE-RULING-04, CE-RULING-15: only the living of one's own team can be picked."""
    if who // 3 != team:
        return "CE-RULING-04"
    return "" if alive(t, who) else "CE-OVER-04"


def heal(t: Table, a: Action, who: i64) -> None:
    """CE-RES-01, CE-RES-09: one character gains one health."""
    t.health[who] += 1
    tell(t, HEALED, who, t.health[who])


def choose_wounded(t: Table, a: Action) -> None:
    """CE-RES-02, CE-RES-10, CE-CLAR-01: a Wound takes health from one character, nothing else."""
    offer_living(t, a.team, WOUND_ONE)


def wound(t: Table, a: Action, who: i64) -> None:
    """CE-RES-10: one character loses one health."""
    tell(t, WOUNDED, who, t.health[who] - 1)
    lose_health(t, who, 1)


def choose_irradiated(t: Table, a: Action) -> None:
    """CE-RES-03, CE-RES-11: radiation goes to one particular living character."""
    offer_living(t, a.team, IRRADIATE)


def irradiate(t: Table, a: Action, who: i64) -> None:
    """CE-RES-11: one character gains one radiation token."""
    t.radiation[who] += 1
    tell(t, IRRADIATED, who, t.radiation[who])
    die_if_spent(t, who)


def choose_who_is_lost(t: Table, a: Action) -> None:
    """CE-DEATH-07: one of your own characters is removed from the game."""
    offer_living(t, a.team, LOSE)


def lose(t: Table, a: Action, who: i64) -> None:
    """CE-DEATH-07: whatever their health."""
    die(t, who)


def offer_living(t: Table, team: i64, verb: i64) -> None:
    """CE-RULING-04: the team picks one of its living characters; the dead pick nobody."""
    for who in range(team * 3, team * 3 + 3):
        if not why_not_theirs(t, team, who):
            t.offer(verb, who)
    if t.n_options > 0:
        ask_unless_forced(t, seat_of(t, team))


def gain_ration(t: Table, a: Action) -> None:
    """CE-RES-04, CE-RES-07, CE-RES-12: the team gains one ration, without limit."""
    t.rations[a.team] += 1
    tell(t, GAINED_RATION, a.team, t.rations[a.team])


def eat(t: Table, a: Action) -> None:
    """CE-RES-13, CE-RES-14, CE-RULING-03: one ration; if there was none, one radiation instead."""
    if t.rations[a.team] > 0:
        t.rations[a.team] -= 1
        tell(t, ATE, a.team, t.rations[a.team])
    else:
        tell(t, STARVED, a.team)
        begin(t, Action(RADIATION, a.team, a.side))


def gain_ammo(t: Table, a: Action) -> None:
    """CE-RES-05, CE-RES-08, CE-RES-15: the team gains one ammunition, without limit."""
    t.ammo[a.team] += 1
    tell(t, GAINED_AMMO, a.team, t.ammo[a.team])


def pay_for_violence(t: Table, a: Action) -> None:
    """CE-RES-16, CE-EX-02, CE-EX-03: ammunition, two health of one character, or a life."""
    if not why_no_ammo(t, a.team):
        t.offer(SPEND_AMMO)
    for who in range(a.team * 3, a.team * 3 + 3):
        if not why_no_two_health(t, a.team, who):
            t.offer(SPEND_TWO, who)
    for who in range(a.team * 3, a.team * 3 + 3):
        if not why_not_theirs(t, a.team, who):
            t.offer(KILL, who)
    if t.n_options > 0:
        ask_unless_forced(t, seat_of(t, a.team))


def why_no_ammo(t: Table, team: i64) -> str:
    """CE-RES-17: only ammunition that is there, and where guns work, can be spent."""
    if t.ammo[team] == 0:
        return "CE-RES-17"
    return "CE-LOC-14" if ongoing_at(t, team) == NO_AMMO else ""


def why_no_two_health(t: Table, team: i64, who: i64) -> str:
    """CE-RES-18, CE-RULING-12: both health come from the same character, who must have two."""
    refusal = why_not_theirs(t, team, who)
    if refusal:
        return refusal
    return "CE-RES-18" if t.health[who] < 2 else ""


def spend_ammo(t: Table, a: Action) -> None:
    """CE-RES-17: one ammunition."""
    t.ammo[a.team] -= 1
    tell(t, SPENT_AMMO, a.team, t.ammo[a.team])


def spend_two(t: Table, a: Action, who: i64) -> None:
    """CE-RES-18, CE-EXP-05, CE-CLAR-02: two health, both from this character."""
    tell(t, SPENT_HEALTH, who, 2, t.health[who] - 2)
    lose_health(t, who, 2)


def kill(t: Table, a: Action, who: i64) -> None:
    """CE-RES-19, CE-CLAR-03: a life as full payment."""
    die(t, who)


def lose_health(t: Table, who: i64, n: i64) -> None:
    """CE-RULING-13: health may be paid that kills the payer."""
    t.health[who] -= n
    die_if_spent(t, who)


def die_if_spent(t: Table, who: i64) -> None:
    """CE-DEATH-01, CE-DEATH-02, CE-DEATH-03: no health, or less health than radiation, is death."""
    if t.health[who] <= 0 or t.health[who] < t.radiation[who]:
        die(t, who)


def die(t: Table, who: i64) -> None:
    """CE-DEATH-04, CE-DEATH-05, CE-DEATH-06: tokens off, card face-down; three dead is the end."""
    t.health[who] = 0
    t.radiation[who] = 0
    tell(t, DIED, who)
    if survivors(t, who // 3) == 0:
        meet(t, who // 3, MET_DEAD, ALL_DEAD)
