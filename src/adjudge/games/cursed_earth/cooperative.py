"""Cooperative rules: dawn, dusk, and the end of the round. Solo and head-to-head build on them."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.cursed_earth.endings import finish
from adjudge.games.cursed_earth.hunt import end_at_location, start_at_location
from adjudge.games.cursed_earth.procedures import (
    COOPERATIVE_DAWN,
    COOPERATIVE_DUSK,
    ROUND,
    SOLO_DAWN,
    SOLO_DUSK,
    VERSUS_ROUND,
    Action,
    Encounters,
    Game,
    Investigation,
    Move,
    Round,
)
from adjudge.games.cursed_earth.state import (
    ABOVE,
    CARDS,
    COOPERATIVE,
    DAWN,
    DECK_OUT,
    DUSK,
    EAT,
    HEAD_TO_HEAD,
    JUDGES,
    PERPS,
    SLOUGH,
    SOLO,
    Table,
    add_to_row,
    face_down,
    holds,
    ongoing_at,
    put_in_hand,
    take_from_hand,
    take_top_card,
)
from adjudge.games.cursed_earth.words import (
    BECAME_SENIOR,
    DAWN_BROKE,
    DREW,
    DREW_UNSEEN,
    DUSK_FELL,
    PLAY,
    PLAYED,
    PLAYED_FACE_DOWN,
    PLAYED_UNSEEN,
    ROUND_BEGAN,
)
from adjudge.kernel.agenda import EVERYBODY, again, ask, begin, tell, tell_only
from adjudge.kernel.piles import bit, has, sort, with_card


def next_round_begins(t: Table, g: Game) -> None:
    """CE-GOAL-04: the game is played in rounds, each standing for one day."""
    again(g)
    t.round += 1
    tell(t, ROUND_BEGAN, t.round)
    begin(t, Round(VERSUS_ROUND if t.mode == HEAD_TO_HEAD else ROUND))


def dawn_breaks(t: Table, r: Round) -> None:
    """CE-GOAL-05, CE-SETUP-23: each round is dawn, then dusk."""
    tell(t, DAWN_BROKE, t.round)
    begin(t, Investigation(SOLO_DAWN if t.mode == SOLO else COOPERATIVE_DAWN))


def dusk_falls(t: Table, r: Round) -> None:
    """CE-DUSK-01: played like dawn."""
    tell(t, DUSK_FELL, t.round)
    begin(t, Investigation(SOLO_DUSK if t.mode == SOLO else COOPERATIVE_DUSK))


def judges_start_at_location(t: Table, i: Investigation) -> None:
    """CE-EX-06: the effect of the Judges' location at the start of an investigation."""
    start_at_location(t, JUDGES)


def cards_in_hand(t: Table) -> i64:
    """CE-SETUP-08, CE-SETUP-09, CE-SOLO-03, CE-HHSETUP-10: four, or six for one or two players."""
    return 4 if t.mode == COOPERATIVE and t.seats > 2 else 6


def play_cards_in_turn(t: Table, i: Investigation) -> None:
    """CE-DAWN-01, CE-DAWN-02, CE-DAWN-04, CE-DAWN-05: half a hand each, clockwise."""
    seat = (t.senior + i.played) % t.seats
    if i.played < t.seats * cards_in_hand(t) // 2 and t.hand_size[seat] > 0:
        again(i)
        offer_hand(t, seat)


def offer_hand(t: Table, seat: i64) -> None:
    """Any card of the hand may be played."""
    for card in range(i64(1), i64(CARDS + 1)):
        if not why_no_play(t, seat, card):
            t.offer(PLAY, card)
    ask(t, seat)


def why_no_play(t: Table, seat: i64, card: i64) -> str:
    """CE-DAWN-04, CE-SODAWN-03, CE-HHROWS-09: a card from one's own hand."""
    if holds(t, seat, card):
        return ""
    if t.mode == HEAD_TO_HEAD:
        return "CE-HHROWS-09"
    return "CE-DAWN-04" if t.mode == COOPERATIVE else "CE-SODAWN-03"


def play_card(t: Table, i: Investigation, card: i64) -> None:
    """CE-DAWN-03, CE-DAWN-06, CE-DUSK-02: face up, to the right of those already played."""
    take_from_hand(t, t.player, card)
    i.played += 1
    if goes_face_down(t, i):
        lay_face_down(t, ABOVE, card)
    else:
        add_to_row(t, ABOVE, card)
        tell(t, PLAYED, t.player, card)


def goes_face_down(t: Table, i: Investigation) -> bool:
    """CE-SLOUGH-01: the last card the players add at dusk, with the Judges on the Slough."""
    last = t.seats * cards_in_hand(t) // 2
    return i.kind == COOPERATIVE_DUSK and i.played == last and ongoing_at(t, JUDGES) == SLOUGH


def lay_face_down(t: Table, side: i64, card: i64) -> None:
    """CE-SLOUGH-01, CE-RULING-30: only its player knows it."""
    add_to_row(t, side, face_down(card, t.player))
    tell_only(t, bit(t.player), PLAYED_FACE_DOWN, t.player, card, side)
    tell_only(t, EVERYBODY - bit(t.player), PLAYED_UNSEEN, t.player, side)


def arrange_by_number(t: Table, i: Investigation) -> None:
    """CE-DAWN-07, CE-SODAWN-01: at dawn from lowest to highest. CE-DUSK-03: at dusk never."""
    sort(t.above, 0, t.row_size[ABOVE])


def resolve_row(t: Table, i: Investigation) -> None:
    """CE-DAWN-09, CE-DUSK-04, CE-SODAWN-06, CE-SODUSK-06: the whole row, left to right."""
    begin(t, Encounters(JUDGES, ABOVE))


def judges_end_at_location(t: Table, i: Investigation) -> None:
    """CE-RULING-27, CE-RULING-55: end-of-investigation effects come before the ration."""
    end_at_location(t, JUDGES)


def turn_token_to_dusk(t: Table, i: Investigation) -> None:
    """CE-PARTS-06, CE-DAWN-12: dawn is over."""
    t.time = DUSK


def turn_token_to_dawn(t: Table, i: Investigation) -> None:
    """CE-DUSK-05: dusk is over."""
    t.time = DAWN


def judges_eat(t: Table, i: Investigation) -> None:
    """CE-GOAL-06, CE-DAWN-13, CE-DUSK-06, CE-SODAWN-07, CE-SODUSK-07, CE-RULING-02: an Eat."""
    begin(t, Action(EAT, JUDGES, ABOVE))


def perps_press_ahead(t: Table, i: Investigation) -> None:
    """CE-DUSK-07, CE-SODUSK-08, CE-RULING-24, CE-RULING-25: one enemy advance after dusk."""
    begin(t, Move(PERPS, ABOVE))


def pass_senior_judge_token(t: Table, r: Round) -> None:
    """CE-ROUND-01, CE-HHROWS-18: to the next player clockwise."""
    t.senior = (t.senior + 1) % t.seats
    if t.seats > 1:
        tell(t, BECAME_SENIOR, t.senior)


def draw_new_hands(t: Table, r: Round) -> None:
    """CE-GOAL-07, CE-ROUND-05, CE-SODUSK-09: new hands after dusk, never before.

    CE-ROUND-04, CE-RULING-05, CE-RULING-06: a deal that cannot be completed loses the game.
    """
    if t.deck_size < t.seats * cards_in_hand(t):
        finish(t, DECK_OUT, 0)
    else:
        deal_hands(t)


def deal_hands(t: Table) -> None:
    """CE-ROUND-02, CE-ROUND-03, CE-DUSK-08: the empty hands are filled again."""
    for seat in range(t.seats):
        drawn: i64 = 0
        while t.hand_size[seat] < cards_in_hand(t):
            card = take_top_card(t)
            put_in_hand(t, seat, card)
            drawn = with_card(drawn, card)
        tell_drawn(t, seat, drawn)


def tell_drawn(t: Table, seat: i64, drawn: i64) -> None:
    """By number: in which order the cards lay in the deck is nobody's business."""
    for card in range(i64(1), i64(CARDS + 1)):
        if has(drawn, card):
            tell_only(t, bit(seat), DREW, seat, card)
    tell_only(t, EVERYBODY - bit(seat), DREW_UNSEEN, seat, cards_in_hand(t))
