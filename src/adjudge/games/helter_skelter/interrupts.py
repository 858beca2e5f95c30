"""INTERRUPT: the window after every action and every declared end, and turns within turns."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.helter_skelter.hands import discard
from adjudge.games.helter_skelter.procedures import (
    ANSWER_BITS,
    FIRST_CARD,
    NOT_YET,
    PASSED,
    TURN,
    Action,
    Turn,
    Window,
    interrupting_turn,
)
from adjudge.games.helter_skelter.state import CARDS, HIDDEN, Table, in_play, interrupts_of
from adjudge.games.helter_skelter.words import (
    ANNOUNCE,
    INTERRUPTED,
    LET_PASS,
    NOBODY_INTERRUPTED,
    PLAY_RETURNED,
)
from adjudge.kernel.agenda import again, ask, begin, tell, unwind
from adjudge.kernel.piles import has, shl


def action_may_be_interrupted(t: Table, a: Action) -> None:
    """HS-INT-03, HS-INT-04, HS-INT-13, HS-INT-14, HS-RULING-12: after every completed action."""
    begin(t, Window(a.player))


def end_may_be_interrupted(t: Table, turn: Turn) -> None:
    """HS-INT-05, HS-INT-10, HS-RULING-69: after a declared end of turn as well."""
    begin(t, Window(turn.player))


def answer_of(w: Window, seat: i64) -> i64:
    """What the seat has said: nothing yet, to let it pass, or a card."""
    return w.answers >> seat * ANSWER_BITS & HIDDEN


def seal(w: Window, seat: i64, answer: i64) -> None:
    """HS-RULING-22: kept until everybody has answered."""
    w.answers = w.answers & ~shl(HIDDEN, seat * ANSWER_BITS) | shl(answer, seat * ANSWER_BITS)


def closest(t: Table, i: i64) -> i64:
    """HS-INT-18, HS-RULING-18: counted to the left from the marker, whose holder is last."""
    return (t.marker + 1 + i) % t.seats


def may_interrupt(t: Table, w: Window, seat: i64) -> bool:
    """HS-INT-02, HS-INT-03, HS-RULING-16, HS-RULING-17, HS-RULING-20: any other player in play."""
    return seat != w.origin and in_play(t, seat)


def ask_each_other_player(t: Table, w: Window) -> None:
    """HS-INT-16, HS-RULING-22: everybody is asked, card or no card, so it tells nothing."""
    for i in range(t.seats):
        seat = closest(t, i)
        if may_interrupt(t, w, seat) and answer_of(w, seat) == NOT_YET:
            again(w)
            offer_interrupt(t, seat)
            return


def offer_interrupt(t: Table, seat: i64) -> None:
    """HS-INT-01: each card with the symbol, or let it pass."""
    t.offer(LET_PASS)
    cards = interrupts_of(t, seat)
    for card in range(i64(CARDS)):
        if has(cards, card):
            t.offer(ANNOUNCE, card)
    ask(t, seat)


def let_pass(t: Table, w: Window) -> None:
    """HS-RULING-22: sealed like any answer."""
    seal(w, t.player, PASSED)


def announce(t: Table, w: Window, card: i64) -> None:
    """HS-RULING-22: sealed; it is shown only if this player gets to interrupt."""
    seal(w, t.player, FIRST_CARD + card)


def closest_interrupts(t: Table, w: Window) -> None:
    """HS-INT-18, HS-INT-19, HS-RULING-18: the first from the marker's left; others keep theirs."""
    for i in range(t.seats):
        seat = closest(t, i)
        if answer_of(w, seat) >= FIRST_CARD:
            interrupt(t, seat, answer_of(w, seat) - FIRST_CARD)
            return
    tell(t, NOBODY_INTERRUPTED)


def interrupt(t: Table, seat: i64, card: i64) -> None:
    """HS-INT-07, HS-INT-09, HS-INT-15, HS-RULING-15: an interrupted interrupter's turn is over.

    HS-INT-06, HS-RULING-13, HS-RULING-14: no window for the INTERRUPT itself; the turn beneath
    stays where it was. HS-RULING-21: each uses up a card, so it cannot go on for ever.
    """
    discard(t, seat, card)
    tell(t, INTERRUPTED, seat, card)
    unwind(t, TURN)
    begin(t, interrupting_turn(seat))


def play_returns_to_the_marker(t: Table, turn: Turn) -> None:
    """HS-INT-11, HS-INT-12, HS-RULING-16: no cards are drawn; an eliminated holder passes it on."""
    if in_play(t, t.marker):
        tell(t, PLAY_RETURNED, t.marker)
