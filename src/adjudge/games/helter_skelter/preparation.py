"""Preparation: teams, map cards, fragments, and who begins."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from adjudge.games.helter_skelter.hands import draw, shuffle_deck
from adjudge.games.helter_skelter.procedures import Game
from adjudge.games.helter_skelter.state import (
    CARDS,
    MOST_IN_HAND,
    SPACES,
    Table,
    cards_in_box,
    end_of,
    first_of,
)
from adjudge.games.helter_skelter.words import (
    ASSIGN,
    ASSIGNED,
    ASSIGNED_UNSEEN,
    FRAGMENT_PLACED,
    PASSED_MAP_CARDS,
    TOOK_MARKER,
)
from adjudge.kernel.agenda import EVERYBODY, advance, again, ask, tell, tell_only
from adjudge.kernel.piles import bit, has, shuffle, with_card, without
from adjudge.kernel.rng import Rng

MAP_CARDS_EACH: Final = 10


def set_up(t: Table, rng: Rng) -> None:
    """HS-PREP-02, HS-PREP-03: map and teams are chosen; everything goes to its place."""
    t.lay_out_kernel(rng)
    t.now = Game()
    for seat in range(t.seats):
        take_team(t, seat)
    deal_map_cards(t)
    advance(t)


def take_team(t: Table, seat: i64) -> None:
    """HS-PREP-04, HS-PREP-05, HS-PREP-08, HS-SLAINE-02: a deck, and characters at full health."""
    t.owner[t.team[seat]] = seat
    shuffle_deck(t, seat, bit(CARDS) - 1, t.rng)
    for who in range(first_of(t, seat), end_of(t, seat)):
        t.health[who] = t.pack.health[who]


def deal_map_cards(t: Table) -> None:
    """HS-PREP-10, HS-PREP-11, HS-PREP-12, HS-RULING-01, HS-RULING-04: ten each, the rest unseen."""
    pile = vec[i64]([0] * SPACES)
    n: i64 = 0
    for space in range(i64(1), i64(SPACES + 1)):
        if not has(cards_in_box(t), space):
            pile[n] = space
            n += 1
    shuffle(t.rng, pile, n)
    for seat in range(t.seats):
        for i in range(i64(MAP_CARDS_EACH)):
            n -= 1
            t.map_cards[seat] = with_card(t.map_cards[seat], pile[n])
        t.map_cards_held[seat] = MAP_CARDS_EACH
    for i in range(n):
        t.undealt = with_card(t.undealt, pile[i])


def each_assigns_map_cards(t: Table, g: Game) -> None:
    """HS-PREP-13, HS-RULING-80: seat by seat, a map card goes face down under each character."""
    for seat in range(t.seats):
        for who in range(first_of(t, seat), end_of(t, seat)):
            if wants_map_card(t, who):
                again(g)
                offer_map_cards(t, seat, who)
                return


def wants_map_card(t: Table, who: i64) -> bool:
    """HS-PREP-13, HS-SLAINE-11: one for everybody, two for Ukko."""
    if t.assigned[who] == 0:
        return True
    return has(t.pack.stealth, who) and t.stealth_card == 0


def offer_map_cards(t: Table, seat: i64, who: i64) -> None:
    """HS-PREP-13: any of the seat's own map cards."""
    for space in range(i64(1), i64(SPACES + 1)):
        if has(t.map_cards[seat], space):
            t.offer(ASSIGN, who, space)
    assert t.n_options > 0, "no map card is left"
    ask(t, seat)


def assign(t: Table, g: Game, who: i64, space: i64) -> None:
    """HS-PREP-13, HS-SLAINE-11: under the character's card, and known to its player alone."""
    seat = t.player
    t.map_cards[seat] = without(t.map_cards[seat], space)
    t.map_cards_held[seat] -= 1
    if t.assigned[who] == 0:
        t.assigned[who] = space
    else:
        t.stealth_card = space
    tell_only(t, bit(seat), ASSIGNED, who, space)
    tell_only(t, EVERYBODY & ~bit(seat), ASSIGNED_UNSEEN, who)


def pass_map_cards_to_the_right(t: Table, g: Game) -> None:
    """HS-PREP-14, HS-RULING-05: what is left goes to the player on the right, all at once."""
    passed = t.map_cards[:]
    for seat in range(t.seats):
        right = (seat + t.seats - 1) % t.seats
        t.map_cards[right] = passed[seat]
        tell(t, PASSED_MAP_CARDS, seat, right)


def place_fragments(t: Table, g: Game) -> None:
    """HS-PREP-15, HS-PREP-16, HS-RULING-06: where the cards from the left say; then these go."""
    for seat in range(t.seats):
        t.fragments[seat] = t.map_cards[seat]
        t.removed |= t.map_cards[seat]
        t.map_cards[seat] = 0
        t.map_cards_held[seat] = 0
        for space in range(i64(1), i64(SPACES + 1)):
            if has(t.fragments[seat], space):
                tell(t, FRAGMENT_PLACED, seat, space)


def each_draws_seven(t: Table, g: Game) -> None:
    """HS-PREP-17, HS-PREP-20: the first hands, after the fragments."""
    for seat in range(t.seats):
        draw(t, seat, MOST_IN_HAND)


def lowest_number_starts(t: Table, g: Game) -> None:
    """HS-PREP-18, HS-PREP-19, HS-RULING-06: the fragment on the lowest number takes the marker."""
    lowest: i64 = SPACES + 1
    for seat in range(t.seats):
        for space in range(i64(1), lowest):
            if has(t.fragments[seat], space):
                lowest = space
                t.marker = seat
                break
    tell(t, TOOK_MARKER, t.marker, lowest)
