"""Action cards: drawing, discarding, and paying for an action."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.helter_skelter.procedures import Action
from adjudge.games.helter_skelter.state import (
    CARDS,
    HEAL,
    MELEE,
    MOST_IN_HAND,
    NO_CARD,
    RALLY,
    SMASH,
    SYMBOLS,
    Table,
    is_warped,
    with_symbol,
)
from adjudge.games.helter_skelter.words import (
    DREW,
    DREW_UNSEEN,
    PAID,
    PAY,
    PAY_THREE,
    PAY_TWO,
    SHUFFLED,
)
from adjudge.kernel.agenda import EVERYBODY, ask, tell, tell_only
from adjudge.kernel.piles import bit, has, with_card, without
from adjudge.kernel.rng import Rng


def shuffle_deck(t: Table, seat: i64, cards: i64, rng: Rng) -> None:
    """HS-PREP-09: a set of cards becomes the seat's face-down deck."""
    start = seat * CARDS
    n: i64 = 0
    for card in range(i64(CARDS)):
        if has(cards, card):
            other = rng.below(n + 1)
            t.decks[start + n] = t.decks[start + other]
            t.decks[start + other] = card
            n += 1
    t.deck_size[seat] = n


def draw(t: Table, seat: i64, most: i64) -> None:
    """HS-TURN-12, HS-TURN-13, HS-RULING-35: so many cards, or fewer if seven are in hand.

    HS-TURN-14, HS-RULING-34: with the last card of the deck the discard pile becomes the deck.
    """
    untold: i64 = 0
    drawn: i64 = 0
    while drawn < most and t.hand_size[seat] < MOST_IN_HAND and can_draw(t, seat):
        untold = with_card(untold, draw_one(t, seat))
        drawn += 1
        if t.deck_size[seat] == 0:
            tell_drawn(t, seat, untold)
            untold = 0
            shuffle_discards(t, seat)
    tell_drawn(t, seat, untold)
    tell_only(t, EVERYBODY & ~bit(seat), DREW_UNSEEN, seat, drawn)


def tell_drawn(t: Table, seat: i64, cards: i64) -> None:
    """By number: in which order they lay in the deck is nobody's business."""
    for card in range(i64(CARDS)):
        if has(cards, card):
            tell_only(t, bit(seat), DREW, seat, card)


def can_draw(t: Table, seat: i64) -> bool:
    """HS-RULING-34: an empty deck is made anew when a card must be drawn, if that can be done."""
    if t.deck_size[seat] == 0:
        shuffle_discards(t, seat)
    return t.deck_size[seat] > 0


def draw_one(t: Table, seat: i64) -> i64:
    """The top card, into the hand."""
    top = seat * CARDS + t.deck_size[seat] - 1
    card = t.decks[top]
    t.decks[top] = NO_CARD
    t.deck_size[seat] -= 1
    t.hands[seat] = with_card(t.hands[seat], card)
    t.hand_size[seat] += 1
    return card


def shuffle_discards(t: Table, seat: i64) -> None:
    """HS-TURN-14: the discard pile is shuffled into a new deck."""
    if t.discards[seat] != 0:
        shuffle_deck(t, seat, t.discards[seat], t.rng)
        t.discards[seat] = 0
        tell(t, SHUFFLED, seat)


def discard(t: Table, seat: i64, card: i64) -> None:
    """HS-ACT-07: face up on the discard pile, and used up."""
    t.hands[seat] = without(t.hands[seat], card)
    t.hand_size[seat] -= 1
    t.discards[seat] = with_card(t.discards[seat], card)


# What an action costs


def payments(t: Table, a: Action) -> i64:
    """HS-ACT-01, HS-ACT-02, HS-RULING-39: the cards in hand that count towards the cost."""
    return t.hands[a.player] & payable(t, a)


def payable(t: Table, a: Action) -> i64:
    """HS-ACT-01, HS-ACT-02: the cards of the deck that the action can be paid with."""
    if a.kind == SMASH:
        return for_smash(t, a.who)
    return with_symbol(t, a.kind, a.who) if a.kind <= HEAL else t.pack.shows[a.payer]


def for_smash(t: Table, who: i64) -> i64:
    """HS-SMASH-01, HS-SLAINE-09, HS-RULING-64: SMASH, and for Warp-Sláine MELEE as well."""
    cards = with_symbol(t, SMASH, who)
    return cards | with_symbol(t, MELEE, who) if is_warped(t, who) else cards


def for_rally_climb(t: Table, a: Action, climber: i64) -> i64:
    """HS-RALLY-07, HS-RULING-42: the climber's symbol, or a RALLY linked to either of the two."""
    linked = t.pack.linked[a.who * SYMBOLS + RALLY] | t.pack.linked[a.target * SYMBOLS + RALLY]
    return t.pack.shows[climber] | linked


def pay_with_symbol(t: Table, a: Action) -> None:
    """HS-ACT-02, HS-RULING-78: one card with the action's symbol."""
    offer_one(t, payments(t, a))
    ask(t, a.player)


def pay_one(t: Table, a: Action) -> None:
    """HS-MOVE-01: one card with the character's symbol."""
    offer_one(t, payments(t, a))
    ask(t, a.player)


def pay_two(t: Table, a: Action) -> None:
    """HS-CLIMB-01: two cards with the character's symbol."""
    cards = payments(t, a)
    for first in range(i64(CARDS)):
        if has(cards, first):
            for second in range(first + 1, i64(CARDS)):
                if has(cards, second):
                    t.offer(PAY_TWO, first, second)
    ask(t, a.player)


def pay_three(t: Table, a: Action) -> None:
    """HS-FRAG-01, HS-FRAG-05, HS-FRAG-06, HS-RULING-40: three with one and the same symbol."""
    cards = payments(t, a)
    for first in range(i64(CARDS)):
        if has(cards, first):
            for second in range(first + 1, i64(CARDS)):
                if has(cards, second):
                    offer_third(t, cards, first, second)
    ask(t, a.player)


def offer_one(t: Table, cards: i64) -> None:
    """Each of the cards as a payment."""
    for card in range(i64(CARDS)):
        if has(cards, card):
            t.offer(PAY, card)


def offer_third(t: Table, cards: i64, first: i64, second: i64) -> None:
    """Each way to fill up two cards to three."""
    for third in range(second + 1, i64(CARDS)):
        if has(cards, third):
            t.offer(PAY_THREE, first, second, third)


def pay(t: Table, a: Action, card: i64) -> None:
    """HS-TURN-09, HS-RULING-39: the cost is discarded before the action is performed."""
    discard(t, a.player, card)
    tell(t, PAID, a.player, card)


def pay_both(t: Table, a: Action, first: i64, second: i64) -> None:
    """HS-CLIMB-01: both cards."""
    pay(t, a, first)
    pay(t, a, second)


def pay_all_three(t: Table, a: Action, first: i64, second: i64, third: i64) -> None:
    """HS-FRAG-01: all three cards."""
    pay_both(t, a, first, second)
    pay(t, a, third)
