"""What a seat may know, and worlds that fit what it knows (CE-RULING-53)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from adjudge.games.cursed_earth.procedures import SOLO_PSI, Encounter, Placing
from adjudge.games.cursed_earth.state import (
    CARD_BITS,
    CARDS,
    HIDDEN,
    LOCATIONS,
    NO_CARD,
    Table,
    everyone_in_play,
    is_face_down,
    row_of,
    seen_by,
)
from adjudge.kernel.agenda import Procedure, ask_again, hide_options, outer
from adjudge.kernel.piles import bit, has, shuffle, size, with_card, without
from adjudge.kernel.rng import Rng

SPECTATOR: Final = 7  # no seat has this number


def view(t: Table, seat: i64) -> Table:
    """CE-GOAL-03, CE-RULING-53: the table as the seat sees it, without chance."""
    v = t.copy()
    v.rng = Rng()
    hide_options(v, seat)
    for i in range(v.deck_size):
        v.deck[i] = HIDDEN
    for other in range(v.seats):
        if other != seat:
            v.hands[other] = 0
    hide_psi_cards(v, seat)
    for side in range(i64(2)):
        hide_face_down_cards(row_of(v, side), v.row_size[side], seat)
    hide_face_down_cards(v.waiting, v.n_waiting, seat)
    for place in range(v.revealed, v.n_locations):
        v.locations[place] = HIDDEN
    return v


def hide_face_down_cards(row: vec[i64], length: i64, seat: i64) -> None:
    """CE-SLOUGH-01, CE-HHPSI-05: the others see only that a card lies there."""
    for place in range(length):
        row[place] = as_seen_by(row[place], seat)


def as_seen_by(card: i64, seat: i64) -> i64:
    """CE-SLOUGH-01, CE-HHPSI-02: a face-down card is known only to the seat that has seen it."""
    if is_face_down(card) and seen_by(card) != seat:
        return card & ~i64(CARD_BITS) | HIDDEN
    return card


def hide_psi_cards(v: Table, seat: i64) -> None:
    """CE-COPSI-03, CE-HHPSI-02: a psi card is its drawer's secret; the four of solo lie open."""
    if outer(v, SOLO_PSI) is None:
        for other in range(v.seats):
            if other != seat and v.psi_cards[other] != NO_CARD:
                v.psi_cards[other] = HIDDEN


def unseen_cards(v: Table) -> i64:
    """The encounter cards of which the view does not tell where they are."""
    cards = everyone_in_play(v) & ~v.discard & ~current_cards(v)
    for team in range(i64(2)):
        cards = cards & ~v.survival[team] & ~v.diplomacy[team]
    for seat in range(v.seats):
        cards = cards & ~v.hands[seat]
    for i in range(i64(4)):
        cards = without(cards, v.psi_cards[i])
    for i in range(v.deck_size):
        cards = without(cards, v.deck[i])
    for side in range(i64(2)):
        row = row_of(v, side)
        for place in range(v.row_size[side]):
            cards = without(cards, row[place] & CARD_BITS)
    for i in range(v.n_waiting):
        cards = without(cards, v.waiting[i] & CARD_BITS)
    return cards


def current_cards(v: Table) -> i64:
    """The cards being resolved, or drawn and about to be placed."""
    cards: i64 = 0
    p: Procedure | None = v.now
    while p is not None:
        if isinstance(p, Encounter):
            cards = with_card(cards, p.card)
        if isinstance(p, Placing):
            cards = with_card(cards, p.card)
        p = p.under
    return without(cards, HIDDEN)


def unseen_locations(v: Table) -> i64:
    """The locations of which the view does not tell where they are; the box holds some of them."""
    locations = bit(LOCATIONS) - 1
    for place in range(v.revealed):
        locations = without(locations, v.locations[place])
    return locations


def determinize(v: Table, rng: Rng) -> Table:
    """A full table that fits the view: what is hidden is dealt at random, and chance is new."""
    t = v.copy()
    t.rng = rng.copy()
    deal_unseen_cards(t, pile_of(unseen_cards(v)), size(unseen_cards(v)))
    deal_unseen_locations(t)
    ask_again(t)
    return t


def pile_of(cards: i64) -> vec[i64]:
    """The set as a pile, by number."""
    pile = vec[i64]([0] * (CARDS + 1))
    n: i64 = 0
    for card in range(i64(CARDS + 1)):
        if has(cards, card):
            pile[n] = card
            n += 1
    return pile


def deal_unseen_cards(t: Table, pile: vec[i64], n: i64) -> None:
    """Into every hidden place, from a shuffled pile that holds just enough."""
    shuffle(t.rng, pile, n)
    for i in range(t.deck_size):
        if t.deck[i] == HIDDEN:
            n -= 1
            t.deck[i] = pile[n]
    for seat in range(t.seats):
        for missing in range(t.hand_size[seat] - size(t.hands[seat])):
            n -= 1
            t.hands[seat] = with_card(t.hands[seat], pile[n])
        if t.psi_cards[seat] == HIDDEN:
            n -= 1
            t.psi_cards[seat] = pile[n]
    for side in range(i64(2)):
        n = deal_into(row_of(t, side), t.row_size[side], pile, n)
    n = deal_into(t.waiting, t.n_waiting, pile, n)
    assert n == 0, "a card is in two places, or in none"


def deal_into(row: vec[i64], length: i64, pile: vec[i64], n: i64) -> i64:
    """Under every hidden card of the row; how many of the pile are left."""
    for place in range(length):
        if row[place] & CARD_BITS == HIDDEN:
            n -= 1
            row[place] = row[place] & ~i64(CARD_BITS) | pile[n]
    return n


def deal_unseen_locations(t: Table) -> None:
    """CE-SETUP-18: Max Normal in one of the last three places, the rest as they fall."""
    if t.revealed == t.n_locations:
        return
    unseen = unseen_locations(t)
    if has(unseen, t.pack.goal):
        first = max(t.revealed, t.n_locations - 3)
        t.locations[first + t.rng.below(t.n_locations - first)] = t.pack.goal
    others = without(unseen, t.pack.goal)
    pile = pile_of(others)
    n = size(others)
    shuffle(t.rng, pile, n)
    for place in range(t.revealed, t.n_locations):
        if t.locations[place] == HIDDEN:
            n -= 1
            t.locations[place] = pile[n]


def secrets(t: Table, seat: i64) -> i64:
    """The encounter cards whose place the seat does not know."""
    return unseen_cards(view(t, seat))
