"""What the heuristic and the evaluation both reckon with: walks, and who could be killed."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from adjudge.games.helter_skelter.attacks import range_of
from adjudge.games.helter_skelter.damage import damage_of
from adjudge.games.helter_skelter.hands import for_smash
from adjudge.games.helter_skelter.state import (
    CHARACTERS,
    MELEE,
    SMASH,
    SPACES,
    STRIDE,
    Table,
    on_map,
    owner_of,
    usable,
)
from adjudge.kernel.piles import has

FAR: Final = 20  # further than any walk


def walk_to(t: Table, space: i64, where: i64) -> i64:
    """Cards that it takes to walk from a space to the nearest of some."""
    best: i64 = FAR
    row = (t.map * STRIDE + space) * STRIDE
    for other in range(i64(1), i64(SPACES + 1)):
        if has(where, other):
            best = min(best, t.pack.walk[row + other])
    return best


def can_kill(t: Table, seat: i64, who: i64, last: i64, held: i64) -> bool:
    """Whether an attack in hand, up to the last kind, kills one whose player holds few cards."""
    for kind in range(i64(MELEE), last + 1):
        cards = t.hands[seat] & for_smash(t, who) if kind == SMASH else usable(t, seat, kind, who)
        if cards != 0 and finds_victim(t, seat, kind, who, held):
            return True
    return False


def finds_victim(t: Table, seat: i64, kind: i64, who: i64, held: i64) -> bool:
    """An enemy in range whom it would kill, and whose player holds at most so many cards."""
    where = range_of(t, kind, who)
    for enemy in range(i64(CHARACTERS)):
        if on_map(t, enemy) and owner_of(t, enemy) != seat and has(where, t.space[enemy]):
            weak = t.health[enemy] <= damage_of(kind) and t.hand_size[owner_of(t, enemy)] <= held
            if weak:
                return True
    return False
