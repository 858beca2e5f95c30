"""Defences: who is asked, with what, and what becomes of those who take the blow."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.helter_skelter.hands import discard
from adjudge.games.helter_skelter.procedures import Action
from adjudge.games.helter_skelter.state import (
    CARDS,
    COVER,
    DEFLECT,
    EXPLODE,
    MELEE,
    PSI,
    SHOTGUN,
    SMASH,
    SNIPE,
    Table,
    end_of,
    first_of,
    is_cover,
    is_warped,
    owner_of,
    showing,
    usable,
)
from adjudge.games.helter_skelter.words import (
    BLOCKED,
    DEFLECTED,
    FORESAW,
    GAVE_UP,
    GIVE_UP,
    MAKE_BLOCK,
    MAKE_COVER,
    MAKE_DEFLECT,
    MAKE_PRECOG,
    TAKE_DAMAGE,
    TOOK_COVER,
    UNDEFENDED,
)
from adjudge.kernel.agenda import again, ask, tell
from adjudge.kernel.piles import bit, has, with_card, without


def each_defends(t: Table, a: Action) -> None:
    """HS-ACT-04, HS-JUD-06, HS-EXPLODE-07, HS-RULING-23: one defender after another decides."""
    if a.waiting == 0:
        return
    again(a)
    who = next_defender(t, a)
    if why_never_defends(t, a, who) != "":
        take_damage(t, a)
    else:
        offer_defences(t, a, who)


def next_defender(t: Table, a: Action) -> i64:
    """HS-RULING-23: from the acting player's left, that player last; each in card order."""
    for i in range(t.seats):
        seat = (a.player + 1 + i) % t.seats
        for who in range(first_of(t, seat), end_of(t, seat)):
            if has(a.waiting, who):
                return who
    raise AssertionError("nobody is left to defend")


def why_never_defends(t: Table, a: Action, who: i64) -> str:
    """HS-SLAINE-10, HS-RULING-72: nobody BLOCKs for Warp-Sláine, as everyone can see."""
    if (a.kind == MELEE or a.kind == SMASH) and is_warped(t, who):
        return "HS-SLAINE-10"
    return ""


def offer_defences(t: Table, a: Action, who: i64) -> None:
    """HS-ACT-05, HS-REF-01, HS-RULING-72: asked with or without a card, so it tells nothing."""
    owner = owner_of(t, who)
    t.offer(TAKE_DAMAGE)
    for card in range(i64(CARDS)):
        if has(t.hands[owner], card):
            offer_defences_with(t, a, who, card)
    ask(t, owner)


def offer_defences_with(t: Table, a: Action, who: i64, card: i64) -> None:
    """HS-ACT-13: what one card can do."""
    if why_no_block(t, a, who, card) == "":
        t.offer(MAKE_BLOCK, card)
    if why_no_deflect(t, a, who, card) == "":
        t.offer(MAKE_DEFLECT, card)
    if why_no_precog(t, a, who, card) == "":
        t.offer(MAKE_PRECOG, card)
    if why_no_cover(t, a, who, card) == "":
        t.offer(MAKE_COVER, card)


def can_use(t: Table, who: i64, symbol: i64, card: i64) -> bool:
    """HS-ACT-05: whether the owner holds the card, and the symbol is wild or the defender's."""
    return has(usable(t, owner_of(t, who), symbol, who), card)


def why_no_block(t: Table, a: Action, who: i64, card: i64) -> str:
    """HS-BLOCK-01, HS-BLOCK-02, HS-RULING-64: a MELEE symbol, against MELEE and SMASH."""
    if not can_use(t, who, MELEE, card):
        return "HS-BLOCK-01"
    return "" if a.kind == MELEE or a.kind == SMASH else "HS-BLOCK-02"


def is_shot_or_blast(a: Action) -> bool:
    """HS-DEFLECT-02, HS-PRECOG-02: SNIPE, SHOTGUN or EXPLODE."""
    return a.kind == SNIPE or a.kind == SHOTGUN or a.kind == EXPLODE


def why_no_deflect(t: Table, a: Action, who: i64, card: i64) -> str:
    """HS-DEFLECT-01, HS-DEFLECT-02: a DEFLECT symbol, against shots and blasts."""
    if not can_use(t, who, DEFLECT, card):
        return "HS-DEFLECT-01"
    return "" if is_shot_or_blast(a) else "HS-DEFLECT-02"


def why_no_precog(t: Table, a: Action, who: i64, card: i64) -> str:
    """HS-PRECOG-01, HS-PRECOG-02: a PSI symbol of the defender's, against shots and blasts."""
    if not can_use(t, who, PSI, card):
        return "HS-PRECOG-01"
    return "" if is_shot_or_blast(a) else "HS-PRECOG-02"


def why_no_cover(t: Table, a: Action, who: i64, card: i64) -> str:
    """HS-COVDEF-01, HS-COVDEF-02, HS-COVER-02, HS-COVER-03, HS-EXPLODE-08: on a cover space.

    HS-SNIPE-04, HS-SHOTGUN-05, HS-RULING-77: against shots, from wherever they come.
    """
    if not can_use(t, who, COVER, card):
        return "HS-COVDEF-01"
    if a.kind == EXPLODE:
        return "HS-EXPLODE-08"
    if a.kind != SNIPE and a.kind != SHOTGUN:
        return "HS-COVDEF-02"
    return "" if is_cover(t, t.space[who]) else "HS-COVER-03"


def avoid_damage(t: Table, a: Action, card: i64, how: i64) -> None:
    """HS-ACT-05, HS-ACT-07, HS-RULING-71: one card, face up, and all damage is avoided."""
    who = next_defender(t, a)
    discard(t, owner_of(t, who), card)
    a.waiting = without(a.waiting, who)
    tell(t, how, who, card)


def block(t: Table, a: Action, card: i64) -> None:
    """HS-BLOCK-03."""
    avoid_damage(t, a, card, BLOCKED)


def deflect(t: Table, a: Action, card: i64) -> None:
    """HS-DEFLECT-03."""
    avoid_damage(t, a, card, DEFLECTED)


def precog(t: Table, a: Action, card: i64) -> None:
    """HS-PRECOG-03."""
    avoid_damage(t, a, card, FORESAW)


def cover(t: Table, a: Action, card: i64) -> None:
    """HS-COVDEF-03."""
    avoid_damage(t, a, card, TOOK_COVER)


def take_damage(t: Table, a: Action) -> None:
    """HS-MELEE-03, HS-SMASH-03, HS-SNIPE-03, HS-SHOTGUN-04, HS-EXPLODE-07: no defence."""
    who = next_defender(t, a)
    a.waiting = without(a.waiting, who)
    a.struck = with_card(a.struck, who)
    tell(t, UNDEFENDED, who)


# PSI


def discard_for_the_defender(t: Table, a: Action) -> None:
    """HS-PSI-03, HS-PSI-04, HS-PSI-05, HS-RULING-36, HS-RULING-37: a card, or the damage."""
    owner = owner_of(t, a.target)
    cards = showing(t, owner, a.target)
    if cards == 0:
        a.struck = bit(a.target)
        return
    for card in range(i64(CARDS)):
        if has(cards, card):
            t.offer(GIVE_UP, card)
    ask(t, owner)


def give_up(t: Table, a: Action, card: i64) -> None:
    """HS-PSI-03: the owner chooses which."""
    discard(t, owner_of(t, a.target), card)
    tell(t, GAVE_UP, a.target, card)
