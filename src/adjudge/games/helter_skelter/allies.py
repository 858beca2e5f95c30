"""RALLY and HEAL: what is done with a team-mate on the same or an adjacent space."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.helter_skelter.hands import for_rally_climb, offer_one
from adjudge.games.helter_skelter.movement import put_on, ways_to_climb, ways_to_move
from adjudge.games.helter_skelter.procedures import Action, Turn
from adjudge.games.helter_skelter.state import (
    HEAL,
    RALLY,
    SPACES,
    Table,
    alive,
    end_of,
    first_of,
    neighbours,
    on_map,
    owner_of,
    usable,
)
from adjudge.games.helter_skelter.turns import begin_action, why_cannot_act
from adjudge.games.helter_skelter.words import (
    CLIMBED,
    HEALED,
    MOVED,
    NAME_ALLY,
    RALLIED,
    RALLY_CLIMB,
    RALLY_MOVE,
    STAY,
)
from adjudge.kernel.agenda import ask, ask_unless_forced, go_on, tell
from adjudge.kernel.piles import has, with_card


def beside(t: Table, who: i64, other: i64) -> bool:
    """HS-RALLY-02, HS-HEAL-02, HS-RULING-52: on the same space, or one that shares a border."""
    here, there = t.space[who], t.space[other]
    return here == there or has(neighbours(t, here), there)


def why_no_ally(t: Table, seat: i64, kind: i64, who: i64, ally: i64) -> str:
    """HS-RULING-08: a team-mate on the map and near enough; for the rest RALLY and HEAL differ."""
    if owner_of(t, ally) != seat:
        return "HS-RALLY-02" if kind == RALLY else "HS-HEAL-02"
    if not alive(t, ally):
        return "HS-DMG-03" if kind == RALLY else "HS-RULING-56"
    if not on_map(t, ally):
        return "HS-RULING-08"
    if not beside(t, who, ally):
        return "HS-RALLY-02" if kind == RALLY else "HS-HEAL-02"
    return why_not_rallied(who, ally) if kind == RALLY else why_not_healed(t, ally)


def why_not_rallied(who: i64, ally: i64) -> str:
    """HS-RULING-54: nobody rallies alone."""
    return "HS-RULING-54" if who == ally else ""


def why_not_healed(t: Table, ally: i64) -> str:
    """HS-HEAL-03, HS-HEAL-05, HS-RULING-56: anybody hurt, the healer too; never above the start."""
    return "" if t.health[ally] < t.pack.health[ally] else "HS-HEAL-05"


def has_ally(t: Table, seat: i64, kind: i64, who: i64) -> bool:
    """Whether there is anybody to rally, or to heal."""
    for ally in range(first_of(t, seat), end_of(t, seat)):
        if why_no_ally(t, seat, kind, who, ally) == "":
            return True
    return False


def why_no_rally(t: Table, seat: i64, who: i64) -> str:
    """HS-RALLY-01, HS-RALLY-02, HS-RULING-54: a card with the symbol, linked, and an ally.

    A pack's maps have a MOVE out of every space, so that one of the two can always move.
    """
    unable = why_cannot_act(t, seat, who)
    if unable != "":
        return unable
    if usable(t, seat, RALLY, who) == 0:
        return "HS-RALLY-01"
    return "" if has_ally(t, seat, RALLY, who) else "HS-RALLY-02"


def why_no_heal(t: Table, seat: i64, who: i64) -> str:
    """HS-HEAL-01, HS-HEAL-02, HS-RULING-56: a card with the symbol, linked, and somebody hurt."""
    unable = why_cannot_act(t, seat, who)
    if unable != "":
        return unable
    if usable(t, seat, HEAL, who) == 0:
        return "HS-HEAL-01"
    if has_ally(t, seat, HEAL, who):
        return ""
    return "HS-HEAL-02" if anybody_hurt(t, seat) else "HS-HEAL-05"


def anybody_hurt(t: Table, seat: i64) -> bool:
    """Whether somebody of the team on the map could do with healing, near or far."""
    for ally in range(first_of(t, seat), end_of(t, seat)):
        if on_map(t, ally) and why_not_healed(t, ally) == "":
            return True
    return False


def take_rally(t: Table, turn: Turn, who: i64) -> None:
    """HS-RALLY-01."""
    begin_action(t, turn, RALLY, who)


def take_heal(t: Table, turn: Turn, who: i64) -> None:
    """HS-HEAL-01."""
    begin_action(t, turn, HEAL, who)


def choose_ally(t: Table, a: Action) -> None:
    """HS-RALLY-02, HS-HEAL-02, HS-HEAL-03: which of the team."""
    for ally in range(first_of(t, a.player), end_of(t, a.player)):
        if why_no_ally(t, a.player, a.kind, a.who, ally) == "":
            t.offer(NAME_ALLY, ally)
    ask_unless_forced(t, a.player)


def name_ally(t: Table, a: Action, ally: i64) -> None:
    """HS-RULING-54: range is checked now, not after moving."""
    a.target = ally
    if a.kind == RALLY:
        tell(t, RALLIED, a.who, ally)


def heal_ally(t: Table, a: Action) -> None:
    """HS-HEAL-04: one health cube."""
    t.health[a.target] += 1
    tell(t, HEALED, a.target, t.health[a.target])


# The moves of a RALLY


def move_one_of_them(t: Table, a: Action) -> None:
    """HS-RALLY-03, HS-RALLY-08, HS-RULING-54: either goes first, and one of them must."""
    offer_rally_moves(t, a, a.who)
    offer_rally_moves(t, a, a.target)
    ask(t, a.player)


def move_the_other(t: Table, a: Action) -> None:
    """HS-RALLY-03, HS-RALLY-04: the other may move too, or stay."""
    t.offer(STAY)
    other = a.target if has(a.moved, a.who) else a.who
    offer_rally_moves(t, a, other)
    ask(t, a.player)


def offer_rally_moves(t: Table, a: Action, who: i64) -> None:
    """HS-RALLY-05, HS-RALLY-09: a MOVE for nothing, or a CLIMB if it can be paid for."""
    to_move = ways_to_move(t, t.space[who])
    to_climb = ways_to_climb(t, t.space[who]) if can_pay_climb(t, a, who) else 0
    for space in range(i64(1), i64(SPACES + 1)):
        if has(to_move, space):
            t.offer(RALLY_MOVE, who, space)
        elif has(to_climb, space):
            t.offer(RALLY_CLIMB, who, space)


def can_pay_climb(t: Table, a: Action, who: i64) -> bool:
    """HS-RALLY-06, HS-RALLY-07: whether a card is left for that character's climb."""
    return t.hands[a.player] & for_rally_climb(t, a, who) != 0


def rally_move(t: Table, a: Action, who: i64, space: i64) -> None:
    """HS-RALLY-05: no further card, so there is nothing to pay."""
    a.moved = with_card(a.moved, who)
    put_on(t, who, space, MOVED)
    go_on(a)


def rally_climb(t: Table, a: Action, who: i64, space: i64) -> None:
    """HS-RALLY-06: the way is chosen, and is paid for next."""
    a.moved = with_card(a.moved, who)
    a.payer = who
    a.climbing = space


def stay(t: Table, a: Action) -> None:
    """HS-RALLY-04: the second one does not move."""
    go_on(a)


def pay_for_the_climb(t: Table, a: Action) -> None:
    """HS-RALLY-06, HS-RALLY-07, HS-RULING-55: one additional card, not the two of a CLIMB."""
    offer_one(t, t.hands[a.player] & for_rally_climb(t, a, a.payer))
    ask(t, a.player)


def climb_up(t: Table, a: Action) -> None:
    """HS-RALLY-03: what was paid for is done."""
    if a.climbing != 0:
        put_on(t, a.payer, a.climbing, CLIMBED)
        a.climbing = 0
