"""A turn: deploy, act, declare its end, draw, pass the marker on."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.helter_skelter.endings import stop_a_quiet_game
from adjudge.games.helter_skelter.hands import draw
from adjudge.games.helter_skelter.procedures import TURN, Action, Game, Turn, normal_turn
from adjudge.games.helter_skelter.state import (
    Table,
    alive,
    end_of,
    first_of,
    in_play,
    next_in_play,
    on_map,
    undeployed,
)
from adjudge.games.helter_skelter.words import (
    ACTED,
    DECLARED_END,
    DEPLOY,
    DEPLOYED,
    PASSED_MARKER,
    TURN_BEGAN,
)
from adjudge.kernel.agenda import again, ask_unless_forced, begin, end, go_on, tell
from adjudge.kernel.piles import has, with_card


def marker_holder_takes_turn(t: Table, g: Game) -> None:
    """HS-TURN-15, HS-PARTS-11: turn after turn until the game is won."""
    again(g)
    t.turn += 1
    t.quiet += 1
    tell(t, TURN_BEGAN, t.marker, t.turn)
    begin(t, normal_turn(t.marker))


# Deploying


def deploy_first(t: Table, turn: Turn) -> None:
    """HS-TURN-02, HS-TURN-03, HS-RULING-09: one character, unless all are deployed."""
    offer_deployments(t, turn.player)
    if t.n_options != 0:
        ask_unless_forced(t, turn.player)


def offer_deployments(t: Table, seat: i64) -> None:
    """HS-TURN-04, HS-SLAINE-12, HS-RULING-66: where the map card says; Ukko has two to choose."""
    for who in range(first_of(t, seat), end_of(t, seat)):
        if undeployed(t, who):
            t.offer(DEPLOY, who, t.assigned[who])
            if has(t.pack.stealth, who):
                t.offer(DEPLOY, who, t.stealth_card)


def deploy(t: Table, turn: Turn, who: i64, space: i64) -> None:
    """HS-TURN-04, HS-TURN-05, HS-SPACE-04, HS-RULING-11: revealed, used, removed; no window."""
    if has(t.pack.stealth, who):
        lose_other_card(t, who, space)
    t.assigned[who] = 0
    t.removed = with_card(t.removed, space)
    t.space[who] = space
    tell(t, DEPLOYED, who, space)


def lose_other_card(t: Table, who: i64, space: i64) -> None:
    """HS-SLAINE-13, HS-RULING-66: the card that Ukko did not use goes unseen."""
    t.stealth_lost = t.stealth_card if space == t.assigned[who] else t.assigned[who]
    t.stealth_card = 0


def why_no_deployment(t: Table, seat: i64, who: i64, space: i64) -> str:
    """HS-TURN-04, HS-RULING-08, HS-SLAINE-12: one's own, waiting, and where its card says."""
    if not first_of(t, seat) <= who < end_of(t, seat):
        return "HS-PREP-04"
    if not undeployed(t, who):
        return "HS-TURN-05" if alive(t, who) else "HS-DMG-03"
    if space == t.assigned[who] or (has(t.pack.stealth, who) and space == t.stealth_card):
        return ""
    return "HS-SLAINE-12" if has(t.pack.stealth, who) else "HS-TURN-04"


# Acting


def why_cannot_act(t: Table, seat: i64, who: i64) -> str:
    """HS-RULING-08, HS-DMG-03, HS-PREP-04: an action is taken by one's own living figure."""
    if not first_of(t, seat) <= who < end_of(t, seat):
        return "HS-PREP-04"
    if not alive(t, who):
        return "HS-DMG-03"
    return "" if on_map(t, who) else "HS-RULING-08"


def why_not_there(t: Table, who: i64) -> str:
    """HS-DMG-03, HS-RULING-08: dead, or not deployed yet; empty if it is on the map."""
    if not alive(t, who):
        return "HS-DMG-03"
    return "" if on_map(t, who) else "HS-RULING-08"


def begin_action(t: Table, turn: Turn, kind: i64, who: i64) -> Action:
    """HS-TURN-09, HS-TURN-10, HS-RULING-78: character and action first, then the cost."""
    action = Action(kind, turn.player, who)
    begin(t, action)
    tell(t, ACTED, kind, who)
    return action


def declare_end(t: Table, turn: Turn) -> None:
    """HS-TURN-11, HS-INT-10: the others may still interrupt."""
    tell(t, DECLARED_END, turn.player)
    go_on(turn)


def draw_three(t: Table, turn: Turn) -> None:
    """HS-TURN-12, HS-RULING-32: three cards; an eliminated player draws none."""
    if in_play(t, turn.player):
        draw(t, turn.player, 3)


def pass_marker_to_the_left(t: Table, turn: Turn) -> None:
    """HS-TURN-15, HS-RULING-31: to the next player who is still in play."""
    t.marker = next_in_play(t, turn.player)
    tell(t, PASSED_MARKER, t.marker)
    stop_a_quiet_game(t)


def stop_acting(t: Table, turn: Turn) -> None:
    """HS-RULING-32: an eliminated player's turn ends; the holder of the marker passes it on."""
    if turn.kind == TURN:
        go_on(turn)
        go_on(turn)
    else:
        end(turn)
