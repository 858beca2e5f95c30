"""Expertise symbols: survival and diplomacy, gained and spent."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.cursed_earth.procedures import ENCOUNTER, Action, Encounter
from adjudge.games.cursed_earth.resources import lose_health, why_not_theirs
from adjudge.games.cursed_earth.state import (
    CARDS,
    DIPLOMACY,
    SPEND_SURVIVAL,
    SURVIVAL,
    Table,
    kept_for,
    seat_of,
    specialist,
)
from adjudge.games.cursed_earth.words import (
    KEPT,
    KILL,
    SPEND_CARD,
    SPEND_ONE,
    SPEND_TWO,
    SPENT_CARD,
    SPENT_HEALTH,
)
from adjudge.kernel.agenda import ask_unless_forced, outer, tell
from adjudge.kernel.piles import has, with_card, without


def keep_for_survival(t: Table, a: Action) -> None:
    """CE-EXP-01, CE-EXP-07, CE-RULING-16: the card joins the team area at its gain symbol."""
    card = current_card(t)
    if not has(t.discard, card):
        t.survival[a.team] = with_card(t.survival[a.team], card)
        tell(t, KEPT, card, SURVIVAL, a.team)


def keep_for_diplomacy(t: Table, a: Action) -> None:
    """CE-EXP-01, CE-EXP-08, CE-RULING-17: the same for diplomacy; a card once spent is gone."""
    card = current_card(t)
    if not has(t.discard, card):
        t.diplomacy[a.team] = with_card(t.diplomacy[a.team], card)
        tell(t, KEPT, card, DIPLOMACY, a.team)


def current_card(t: Table) -> i64:
    """The card being resolved."""
    encounter = outer(t, ENCOUNTER)
    assert isinstance(encounter, Encounter)
    return encounter.card


def wanted(a: Action) -> i64:
    """Which expertise a spend symbol asks for."""
    return SURVIVAL if a.kind == SPEND_SURVIVAL else DIPLOMACY


def pay_with_expertise(t: Table, a: Action) -> None:
    """CE-EXP-02, CE-EX-04, CE-EX-05: a kept card, one of the specialist, or two of another."""
    expertise = wanted(a)
    for card in range(i64(1), i64(CARDS + 1)):
        if not why_no_card(t, a.team, expertise, card):
            t.offer(SPEND_CARD, card)
    if not why_no_one_health(t, a.team, expertise, specialist(a.team, expertise)):
        t.offer(SPEND_ONE, specialist(a.team, expertise))
    for who in range(a.team * 3, a.team * 3 + 3):
        if not why_no_two_instead(t, a.team, expertise, who):
            t.offer(SPEND_TWO, who)
        if not why_no_life_instead(t, a.team, expertise, who):
            t.offer(KILL, who)
    if t.n_options > 0:
        ask_unless_forced(t, seat_of(t, a.team))


def why_no_card(t: Table, team: i64, expertise: i64, card: i64) -> str:
    """CE-EXP-03, CE-EXP-06: only a card kept by the team for that very expertise."""
    if has(kept_for(t, expertise, team), card):
        return ""
    return "CE-EXP-06" if has(kept_for(t, 1 - expertise, team), card) else "CE-EXP-03"


def why_no_one_health(t: Table, team: i64, expertise: i64, who: i64) -> str:
    """CE-EXP-04, CE-RULING-10: only the specialist pays with one, and only while alive."""
    refusal = why_not_theirs(t, team, who)
    if refusal:
        return refusal
    return "" if who == specialist(team, expertise) else "CE-EXP-05"


def why_no_two_instead(t: Table, team: i64, expertise: i64, who: i64) -> str:
    """CE-EXP-05, CE-RULING-11: any other character with two health or more."""
    refusal = why_not_theirs(t, team, who)
    if refusal:
        return refusal
    if who == specialist(team, expertise):
        return "CE-EXP-04"
    return "CE-CLAR-03" if t.health[who] < 2 else ""


def why_no_life_instead(t: Table, team: i64, expertise: i64, who: i64) -> str:
    """CE-CLAR-03, CE-RULING-11: a character other than the specialist who has one health left."""
    refusal = why_not_theirs(t, team, who)
    if refusal:
        return refusal
    if who == specialist(team, expertise):
        return "CE-EXP-04"
    return "CE-CLAR-03" if t.health[who] != 1 else ""


def spend_card(t: Table, a: Action, card: i64) -> None:
    """CE-EXP-03, CE-RULING-17, CE-RULING-18: one card pays once and goes to the discard pile."""
    t.survival[a.team] = without(t.survival[a.team], card)
    t.diplomacy[a.team] = without(t.diplomacy[a.team], card)
    t.discard = with_card(t.discard, card)
    tell(t, SPENT_CARD, card, a.team)


def spend_one(t: Table, a: Action, who: i64) -> None:
    """CE-EXP-04: one health of the team's own specialist."""
    tell(t, SPENT_HEALTH, who, 1, t.health[who] - 1)
    lose_health(t, who, 1)
