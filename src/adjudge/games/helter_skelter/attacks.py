"""The attacks: MELEE, SMASH, SNIPE, SHOTGUN, EXPLODE and PSI, from declaration to target."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.helter_skelter.hands import for_smash
from adjudge.games.helter_skelter.procedures import Action, Turn
from adjudge.games.helter_skelter.state import (
    CHARACTERS,
    EXPLODE,
    MELEE,
    NOBODY,
    OFF_MAP,
    PSI,
    SHOTGUN,
    SMASH,
    SNIPE,
    SPACES,
    Table,
    enemy_spaces,
    is_warped,
    near,
    neighbours,
    owner_of,
    seen_from,
    standing_on,
    usable,
)
from adjudge.games.helter_skelter.turns import begin_action, why_cannot_act, why_not_there
from adjudge.games.helter_skelter.words import (
    AIM_AT,
    AIM_ON,
    AIMED,
    EXPLODED,
    HI_EX,
    ONE_ONLY,
    STRIKE_ALL,
    STRIKE_ONE,
)
from adjudge.kernel.agenda import ask, ask_unless_forced, tell
from adjudge.kernel.piles import bit, has, without

# What may be attacked


def reach(t: Table, who: i64) -> i64:
    """HS-MELEE-02, HS-SMASH-02: one's own space.

    HS-DANTE-02, HS-DANTE-03, HS-RULING-67: for Lulu the neighbours as well.
    """
    here = bit(t.space[who])
    return here | neighbours(t, t.space[who]) if has(t.pack.demons, who) else here


def blast_reach(t: Table, who: i64) -> i64:
    """HS-EXPLODE-02, HS-EXPLODE-05, HS-EXPLODE-06: one's own space, and over a shared border."""
    return bit(t.space[who]) | neighbours(t, t.space[who])


def range_of(t: Table, kind: i64, who: i64) -> i64:
    """HS-LOS-01: the spaces in which an attack finds its target."""
    if kind == MELEE or kind == SMASH:
        return reach(t, who)
    if kind == EXPLODE:
        return blast_reach(t, who)
    seen = seen_from(t, t.space[who])
    return seen & near(t, t.space[who]) if kind == SHOTGUN else seen


def why_no_target(t: Table, seat: i64, kind: i64, who: i64) -> str:
    """HS-MELEE-04, HS-SMASH-04, HS-RULING-68: an attack needs an enemy in its range."""
    if range_of(t, kind, who) & enemy_spaces(t, seat) != 0:
        return ""
    if (kind == MELEE or kind == SMASH) and has(t.pack.demons, who):
        return "HS-DANTE-02"
    if kind == MELEE:
        return "HS-MELEE-04"
    if kind == SMASH:
        return "HS-SMASH-04"
    if kind == SNIPE:
        return "HS-SNIPE-02"
    if kind == SHOTGUN:
        return why_out_of_range(t, seat, who)
    return "HS-EXPLODE-03" if kind == EXPLODE else "HS-PSI-02"


def why_out_of_range(t: Table, seat: i64, who: i64) -> str:
    """HS-SHOTGUN-02, HS-SHOTGUN-03: out of sight, or in sight and too far."""
    seen = seen_from(t, t.space[who]) & enemy_spaces(t, seat)
    return "HS-SHOTGUN-03" if seen != 0 else "HS-SHOTGUN-02"


# May this character attack?


def why_no_melee(t: Table, seat: i64, who: i64) -> str:
    """HS-MELEE-01: one card with the symbol, wild or linked."""
    return why_no_attack(t, seat, MELEE, who, usable(t, seat, MELEE, who), "HS-MELEE-01")


def why_no_smash(t: Table, seat: i64, who: i64) -> str:
    """HS-SMASH-01: one card with the symbol, wild or linked; HS-SLAINE-09 for Warp-Sláine."""
    cost = "HS-SLAINE-09" if is_warped(t, who) else "HS-SMASH-01"
    return why_no_attack(t, seat, SMASH, who, t.hands[seat] & for_smash(t, who), cost)


def why_no_snipe(t: Table, seat: i64, who: i64) -> str:
    """HS-SNIPE-01: one card with the symbol, wild or linked."""
    return why_no_attack(t, seat, SNIPE, who, usable(t, seat, SNIPE, who), "HS-SNIPE-01")


def why_no_shotgun(t: Table, seat: i64, who: i64) -> str:
    """HS-SHOTGUN-01: one card with the symbol, linked."""
    return why_no_attack(t, seat, SHOTGUN, who, usable(t, seat, SHOTGUN, who), "HS-SHOTGUN-01")


def why_no_explode(t: Table, seat: i64, who: i64) -> str:
    """HS-EXPLODE-01: one card with the symbol, linked."""
    return why_no_attack(t, seat, EXPLODE, who, usable(t, seat, EXPLODE, who), "HS-EXPLODE-01")


def why_no_psi(t: Table, seat: i64, who: i64) -> str:
    """HS-PSI-01: one card with the symbol, linked."""
    return why_no_attack(t, seat, PSI, who, usable(t, seat, PSI, who), "HS-PSI-01")


def why_no_attack(t: Table, seat: i64, kind: i64, who: i64, cards: i64, cost: str) -> str:
    """Somebody to do it, a card to pay with, and an enemy in range."""
    unable = why_cannot_act(t, seat, who)
    if unable != "":
        return unable
    if cards == 0:
        return cost
    return why_no_target(t, seat, kind, who)


# Declaring


def take_melee(t: Table, turn: Turn, who: i64) -> None:
    """HS-MELEE-01."""
    begin_action(t, turn, MELEE, who)


def take_smash(t: Table, turn: Turn, who: i64) -> None:
    """HS-SMASH-01."""
    begin_action(t, turn, SMASH, who)


def take_snipe(t: Table, turn: Turn, who: i64) -> None:
    """HS-SNIPE-01."""
    begin_action(t, turn, SNIPE, who)


def take_shotgun(t: Table, turn: Turn, who: i64) -> None:
    """HS-SHOTGUN-01."""
    begin_action(t, turn, SHOTGUN, who)


def take_explode(t: Table, turn: Turn, who: i64) -> None:
    """HS-EXPLODE-01."""
    begin_action(t, turn, EXPLODE, who)


def take_psi(t: Table, turn: Turn, who: i64) -> None:
    """HS-PSI-01."""
    begin_action(t, turn, PSI, who)


# Choosing the target


def choose_defender(t: Table, a: Action) -> None:
    """HS-MELEE-02, HS-SMASH-02, HS-SNIPE-02, HS-SHOTGUN-02, HS-PSI-02: one enemy in range."""
    for who in range(i64(CHARACTERS)):
        if why_no_aim(t, a, who) == "":
            t.offer(AIM_AT, who)
    ask_unless_forced(t, a.player)


def why_no_aim(t: Table, a: Action, who: i64) -> str:
    """HS-RULING-08, HS-RULING-25, HS-RULING-73: an enemy, on the map, in the attack's range."""
    if owner_of(t, who) == a.player or owner_of(t, who) == NOBODY:
        return "HS-RULING-73" if owner_of(t, who) == a.player else "HS-PREP-03"
    if t.space[who] == OFF_MAP:
        return why_not_there(t, who)
    if has(range_of(t, a.kind, a.who), t.space[who]):
        return ""
    if a.kind == SHOTGUN and has(seen_from(t, t.space[a.who]), t.space[who]):
        return "HS-SHOTGUN-03"
    return target_rule(t, a)


def target_rule(t: Table, a: Action) -> str:
    """The rule that says whom the attack may hit."""
    kind = a.kind
    if (kind == MELEE or kind == SMASH) and has(t.pack.demons, a.who):
        return "HS-DANTE-02"
    if kind == MELEE:
        return "HS-MELEE-02"
    if kind == SMASH:
        return "HS-SMASH-02"
    if kind == SNIPE:
        return "HS-SNIPE-02"
    return "HS-SHOTGUN-02" if kind == SHOTGUN else "HS-PSI-02"


def aim_at(t: Table, a: Action, who: i64) -> None:
    """HS-RULING-78: the defender is chosen after the card is paid."""
    a.target = who
    a.waiting = bit(who)
    tell(t, AIMED, a.who, who)


def choose_space_to_explode(t: Table, a: Action) -> None:
    """HS-EXPLODE-02: the space that the blast fills."""
    for space in range(i64(1), i64(SPACES + 1)):
        if why_no_blast(t, a, space) == "":
            t.offer(AIM_ON, space)
    ask_unless_forced(t, a.player)


def why_no_blast(t: Table, a: Action, space: i64) -> str:
    """HS-EXPLODE-03, HS-EXPLODE-06, HS-RULING-70: sharing a border, and an enemy on it."""
    if not has(blast_reach(t, a.who), space):
        return "HS-EXPLODE-06"
    return "" if has(enemy_spaces(t, a.player), space) else "HS-EXPLODE-03"


def aim_on(t: Table, a: Action, space: i64) -> None:
    """HS-EXPLODE-04, HS-EXPLODE-09, HS-EXPLODE-10, HS-RULING-26: friend and enemy alike defend."""
    a.target = space
    a.waiting = standing_on(t, space)
    tell(t, EXPLODED, a.who, space)


# HI-EX


def offer_hi_ex(t: Table, a: Action) -> None:
    """HS-JUD-02, HS-JUD-03, HS-JUD-04, HS-RULING-25: all others on that space as well, or none."""
    if has(t.pack.hi_ex, a.who) and others_there(t, a) != 0:
        t.offer(STRIKE_ALL)
        t.offer(STRIKE_ONE)
        ask(t, a.player)


def others_there(t: Table, a: Action) -> i64:
    """HS-JUD-05, HS-RULING-24: everybody else on the defender's space, the sniper included."""
    return without(standing_on(t, t.space[a.target]), a.target)


def strike_all(t: Table, a: Action) -> None:
    """HS-JUD-04, HS-JUD-05, HS-JUD-07: everybody there becomes a defender."""
    a.waiting |= others_there(t, a)
    tell(t, HI_EX, a.who, t.space[a.target])


def strike_one(t: Table, a: Action) -> None:
    """HS-JUD-03: only the defender that was chosen."""
    tell(t, ONE_ONLY, a.target)
