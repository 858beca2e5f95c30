"""What a seat may know, and worlds that fit what it knows (HS-RULING-03)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from adjudge.games.helter_skelter.hands import for_rally_climb, payable, shuffle_deck
from adjudge.games.helter_skelter.interrupts import answer_of, seal
from adjudge.games.helter_skelter.procedures import (
    CLIMB,
    COLLECT,
    FIRST_CARD,
    NOT_YET,
    PASSED,
    Action,
    Window,
)
from adjudge.games.helter_skelter.state import (
    CARDS,
    CHARACTERS,
    HIDDEN,
    NO_CARD,
    PSI,
    SPACES,
    Table,
    cards_in_box,
    interrupts_of,
    owner_of,
)
from adjudge.kernel.agenda import ask_again, hide_options
from adjudge.kernel.piles import bit, has, shuffle, size, with_card, without
from adjudge.kernel.rng import Rng

SPECTATOR: Final = 7  # no seat has this number
HOLDERS_PASS: Final = 4  # one in so many who hold an INTERRUPT is taken to have announced it


def view(t: Table, seat: i64) -> Table:
    """HS-RULING-03: the table as the seat sees it, without chance."""
    v = t.copy()
    v.rng = Rng()
    hide_options(v, seat)
    hide_action_cards(v, seat)
    hide_map_cards(v, seat)
    w = v.now
    if isinstance(w, Window):
        hide_answers(v, w, seat)
    return v


def hide_action_cards(v: Table, seat: i64) -> None:
    """HS-PREP-09, HS-RULING-03: all decks, and the hands of the others."""
    for other in range(v.seats):
        for i in range(other * CARDS, other * CARDS + v.deck_size[other]):
            v.decks[i] = HIDDEN
        if other != seat:
            v.hands[other] = 0


def hide_map_cards(v: Table, seat: i64) -> None:
    """HS-PREP-13, HS-RULING-04, HS-RULING-66, HS-RULING-80: those of others, the undealt."""
    v.undealt = 0
    for other in range(v.seats):
        if other != seat:
            v.map_cards[other] = 0
    for who in range(i64(CHARACTERS)):
        if owner_of(v, who) != seat and v.assigned[who] != 0:
            v.assigned[who] = HIDDEN
        if has(v.pack.stealth, who) and owner_of(v, who) != seat:
            v.stealth_card = HIDDEN if v.stealth_card != 0 else 0
            v.stealth_lost = HIDDEN if v.stealth_lost != 0 else 0


def hide_answers(v: Table, w: Window, seat: i64) -> None:
    """HS-RULING-22: what the others have answered is sealed; that they have is not."""
    for other in range(v.seats):
        if other != seat and answer_of(w, other) != NOT_YET:
            seal(w, other, HIDDEN)


# Worlds that fit


def determinize(v: Table, rng: Rng) -> Table:
    """A full table that fits the view: what is hidden is dealt at random, and chance is new."""
    t = v.copy()
    t.rng = rng.copy()
    for seat in range(t.seats):
        deal_action_cards(t, seat)
    hold_what_is_needed(t)
    deal_map_cards(t)
    w = t.now
    if isinstance(w, Window):
        open_answers(t, w)
    ask_again(t)
    return t


def unseen_cards(v: Table, seat: i64) -> i64:
    """The action cards of a seat that the view shows neither in its hand nor discarded."""
    return (bit(CARDS) - 1) & ~v.discards[seat] & ~v.hands[seat]


def deal_action_cards(t: Table, seat: i64) -> None:
    """A hand, if it is hidden, and a deck of the rest."""
    shuffle_deck(t, seat, unseen_cards(t, seat), t.rng)
    while size(t.hands[seat]) < t.hand_size[seat]:
        t.deck_size[seat] -= 1
        card = t.decks[seat * CARDS + t.deck_size[seat]]
        t.hands[seat] = with_card(t.hands[seat], card)
        t.decks[seat * CARDS + t.deck_size[seat]] = NO_CARD


def hold_what_is_needed(t: Table) -> None:
    """HS-RULING-78: who has declared an action, or gives up a card to PSI, holds what it takes."""
    a = t.now
    if isinstance(a, Action):
        if a.at == 0:
            hold(t, a.player, payable(t, a), cost_of(a))
        elif a.climbing != 0:
            hold(t, a.player, for_rally_climb(t, a, a.payer), 1)
        elif a.kind == PSI and a.waiting != 0:
            hold(t, owner_of(t, a.target), t.pack.shows[a.target], 1)


def cost_of(a: Action) -> i64:
    """HS-MOVE-01, HS-CLIMB-01, HS-FRAG-01: how many cards an action takes."""
    return 3 if a.kind == COLLECT else 2 if a.kind == CLIMB else 1


def hold(t: Table, seat: i64, cards: i64, n: i64) -> None:
    """Exchange cards of hand and deck, drawn by lot, until n of the cards are in hand."""
    assert size(cards & ~t.discards[seat]) >= n, "nobody can have declared this"
    while size(t.hands[seat] & cards) < n:
        at = seat * CARDS + t.rng.below(t.deck_size[seat])
        given = drawn_by_lot(t, t.hands[seat] & ~cards)
        if has(cards, t.decks[at]):
            t.hands[seat] = with_card(without(t.hands[seat], given), t.decks[at])
            t.decks[at] = given


def drawn_by_lot(t: Table, cards: i64) -> i64:
    """Any one of a set."""
    n = t.rng.below(size(cards))
    for card in range(i64(CARDS)):
        if has(cards, card):
            if n == 0:
                return card
            n -= 1
    raise AssertionError("the set is empty")


def unseen_map_cards(v: Table) -> i64:
    """The map cards of which the view does not tell where they are."""
    cards = bit(SPACES + 1) - 2 & ~cards_in_box(v) & ~v.removed & ~v.undealt
    for seat in range(v.seats):
        cards &= ~v.map_cards[seat]
    for who in range(i64(CHARACTERS)):
        cards = without(cards, v.assigned[who])
    return without(without(cards, v.stealth_card), v.stealth_lost)


def deal_map_cards(t: Table) -> None:
    """Under every hidden one, and what is left goes unseen."""
    pile = vec[i64]([0] * SPACES)
    n: i64 = 0
    unseen = unseen_map_cards(t)
    for space in range(i64(1), i64(SPACES + 1)):
        if has(unseen, space):
            pile[n] = space
            n += 1
    shuffle(t.rng, pile, n)
    for seat in range(t.seats):
        while size(t.map_cards[seat]) < t.map_cards_held[seat]:
            n -= 1
            t.map_cards[seat] = with_card(t.map_cards[seat], pile[n])
    for who in range(i64(CHARACTERS)):
        if t.assigned[who] == HIDDEN:
            n -= 1
            t.assigned[who] = pile[n]
    if t.stealth_card == HIDDEN:
        n -= 1
        t.stealth_card = pile[n]
    if t.stealth_lost == HIDDEN:
        n -= 1
        t.stealth_lost = pile[n]
    for i in range(n):
        t.undealt = with_card(t.undealt, pile[i])


def open_answers(t: Table, w: Window) -> None:
    """HS-RULING-22: a sealed answer is any that the seat's hand allows."""
    for seat in range(t.seats):
        if answer_of(w, seat) == HIDDEN:
            cards = interrupts_of(t, seat)
            passes = cards == 0 or t.rng.below(HOLDERS_PASS) != 0
            seal(w, seat, PASSED if passes else FIRST_CARD + drawn_by_lot(t, cards))


# What is still secret


def secret_map_cards(t: Table, seat: i64) -> i64:
    """The map cards whose place the seat does not know."""
    return unseen_map_cards(view(t, seat))


def secret_action_cards(t: Table, seat: i64, other: i64) -> i64:
    """The action cards of another seat, or of its own, whose place the seat does not know."""
    return unseen_cards(view(t, seat), other)


def awaits_target(t: Table) -> bool:
    """HS-RULING-36: whether a PSI is under way that has not been aimed."""
    a = t.now
    return isinstance(a, Action) and a.kind == PSI and a.waiting == 0


def secret_answers(t: Table, seat: i64) -> i64:
    """The set of other seats whose answer in a window is sealed."""
    w = t.now
    seats: i64 = 0
    if isinstance(w, Window):
        for other in range(t.seats):
            if other != seat and answer_of(w, other) != NOT_YET:
                seats = with_card(seats, other)
    return seats
