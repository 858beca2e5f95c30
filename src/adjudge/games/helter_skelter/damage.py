"""Damage and death, and what they do to Durham Red and Sláine."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.helter_skelter.endings import score
from adjudge.games.helter_skelter.procedures import Action
from adjudge.games.helter_skelter.state import (
    CHARACTERS,
    MELEE,
    OFF_MAP,
    SHOTGUN,
    SMASH,
    WARP_CUBES,
    Table,
    owner_of,
)
from adjudge.games.helter_skelter.words import (
    ABSTAIN,
    DAMAGED,
    DRANK,
    DRINK,
    KILLED,
    KILLED_OWN,
    WARP_CUBED,
    WARPED,
)
from adjudge.kernel.agenda import ask, tell
from adjudge.kernel.piles import has, with_card


def damage_of(action: i64) -> i64:
    """HS-SMASH-03, HS-SHOTGUN-04: two; HS-MELEE-03, HS-SNIPE-03, HS-EXPLODE-07, HS-PSI-04: one."""
    return 2 if action == SMASH or action == SHOTGUN else 1


def damage_falls(t: Table, a: Action) -> None:
    """HS-ACT-06, HS-RULING-23: all damage at once, then deaths, then points."""
    for who in range(i64(CHARACTERS)):
        if has(a.struck, who):
            lose_health(t, who, damage_of(a.kind))
    if bury_the_dead(t, a):
        score(t, a.player)


def lose_health(t: Table, who: i64, damage: i64) -> None:
    """HS-DMG-01, HS-DMG-02: as many cubes as the damage says, if there are as many."""
    t.health[who] -= min(damage, t.health[who])
    tell(t, DAMAGED, who, damage, t.health[who])


def bury_the_dead(t: Table, a: Action) -> bool:
    """HS-DMG-03, HS-PARTS-13: the killed leave the map; true if an enemy was among them."""
    enemy = False
    for who in range(i64(CHARACTERS)):
        if has(a.struck, who) and t.health[who] == 0:
            t.space[who] = OFF_MAP
            if take_figure(t, a.player, who):
                enemy = True
    return enemy


def take_figure(t: Table, killer: i64, who: i64) -> bool:
    """HS-DMG-04, HS-DMG-05, HS-DMG-06, HS-RULING-27: a point, unless it was one's own."""
    if owner_of(t, who) == killer:
        tell(t, KILLED_OWN, who)
        return False
    t.taken[killer] = with_card(t.taken[killer], who)
    tell(t, KILLED, who, killer)
    return True


# Vampirism


def vampirism(t: Table, a: Action) -> None:
    """HS-DOGS-02, HS-DOGS-03, HS-DOGS-04, HS-DOGS-05, HS-RULING-57: after her MELEE did damage."""
    thirsty = t.health[a.who] < t.pack.health[a.who]
    if has(t.pack.vampirism, a.who) and a.struck != 0 and thirsty:
        t.offer(DRINK)
        t.offer(ABSTAIN)
        ask(t, a.player)


def drink(t: Table, a: Action) -> None:
    """HS-DOGS-02, HS-RULING-58: a health cube goes back on her card."""
    t.health[a.who] += 1
    tell(t, DRANK, a.who, t.health[a.who])


def abstain(t: Table, a: Action) -> None:
    """HS-DOGS-02: she may leave it."""


# Warp-spasm


def warp_spasm(t: Table, a: Action) -> None:
    """HS-SLAINE-04, HS-RULING-58, HS-RULING-59: a warp cube for each damage his blow did.

    HS-SLAINE-06, HS-RULING-62: then, and after any damage to him, it is seen whether he changes.
    """
    blow = a.kind == MELEE or a.kind == SMASH
    if blow and has(t.pack.warp_spasm, a.who) and not t.warped and a.struck != 0:
        add_warp_cubes(t, damage_of(a.kind))
    warp_if_due(t)


def add_warp_cubes(t: Table, n: i64) -> None:
    """HS-PARTS-05, HS-SLAINE-03, HS-RULING-81: as many as are left of the five."""
    t.warp = min(t.warp + n, i64(WARP_CUBES))
    tell(t, WARP_CUBED, t.warp)


def warp_if_due(t: Table) -> None:
    """HS-SLAINE-05, HS-RULING-60, HS-RULING-61: cubes as many as health, at once."""
    for who in range(i64(CHARACTERS)):
        if has(t.pack.warp_spasm, who) and 0 < t.health[who] <= t.warp and not t.warped:
            become_warp_slaine(t, who)


def become_warp_slaine(t: Table, who: i64) -> None:
    """HS-SLAINE-07, HS-SLAINE-08, HS-RULING-63: same place, same health; the cubes go away."""
    t.warped = True
    t.warp = 0
    tell(t, WARPED, who, t.health[who])
