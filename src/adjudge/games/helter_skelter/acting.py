"""Step 2 of a turn: everything that a player may do next."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.helter_skelter.allies import why_no_heal, why_no_rally
from adjudge.games.helter_skelter.attacks import (
    why_no_explode,
    why_no_melee,
    why_no_psi,
    why_no_shotgun,
    why_no_smash,
    why_no_snipe,
)
from adjudge.games.helter_skelter.fragments import why_no_collect
from adjudge.games.helter_skelter.movement import why_no_climb, why_no_fly, why_no_move
from adjudge.games.helter_skelter.procedures import Turn
from adjudge.games.helter_skelter.state import Table, end_of, first_of, in_play, on_map
from adjudge.games.helter_skelter.turns import offer_deployments, stop_acting
from adjudge.games.helter_skelter.words import (
    END,
    TAKE_CLIMB,
    TAKE_COLLECT,
    TAKE_EXPLODE,
    TAKE_FLY,
    TAKE_HEAL,
    TAKE_MELEE,
    TAKE_MOVE,
    TAKE_PSI,
    TAKE_RALLY,
    TAKE_SHOTGUN,
    TAKE_SMASH,
    TAKE_SNIPE,
)
from adjudge.kernel.agenda import again, ask


def deploy_or_act(t: Table, turn: Turn) -> None:
    """HS-TURN-06, HS-TURN-07, HS-TURN-08, HS-INT-08: any number of times, in any order, or not.

    HS-INT-07, HS-RULING-10, HS-RULING-19: an interrupting turn is this step alone.
    """
    if not in_play(t, turn.player):
        stop_acting(t, turn)
        return
    again(turn)
    t.offer(END)
    offer_deployments(t, turn.player)
    for who in range(first_of(t, turn.player), end_of(t, turn.player)):
        if on_map(t, who):
            offer_standard_actions(t, turn.player, who)
            offer_combat_actions(t, turn.player, who)
    ask(t, turn.player)


def offer_standard_actions(t: Table, seat: i64, who: i64) -> None:
    """HS-ACT-11: MOVE, CLIMB and COLLECT FRAGMENT."""
    if why_no_move(t, seat, who) == "":
        t.offer(TAKE_MOVE, who)
    if why_no_climb(t, seat, who) == "":
        t.offer(TAKE_CLIMB, who)
    for payer in range(first_of(t, seat), end_of(t, seat)):
        if why_no_collect(t, seat, who, payer) == "":
            t.offer(TAKE_COLLECT, who, payer)


def offer_combat_actions(t: Table, seat: i64, who: i64) -> None:
    """HS-ACT-12, HS-INT-02: the nine that are taken on a turn; INTERRUPT is not."""
    if why_no_melee(t, seat, who) == "":
        t.offer(TAKE_MELEE, who)
    if why_no_smash(t, seat, who) == "":
        t.offer(TAKE_SMASH, who)
    if why_no_snipe(t, seat, who) == "":
        t.offer(TAKE_SNIPE, who)
    if why_no_shotgun(t, seat, who) == "":
        t.offer(TAKE_SHOTGUN, who)
    if why_no_explode(t, seat, who) == "":
        t.offer(TAKE_EXPLODE, who)
    if why_no_psi(t, seat, who) == "":
        t.offer(TAKE_PSI, who)
    if why_no_fly(t, seat, who) == "":
        t.offer(TAKE_FLY, who)
    if why_no_rally(t, seat, who) == "":
        t.offer(TAKE_RALLY, who)
    if why_no_heal(t, seat, who) == "":
        t.offer(TAKE_HEAL, who)
