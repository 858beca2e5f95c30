"""Setup: everything on the table before the first dawn."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from adjudge.games.cursed_earth.cooperative import deal_hands
from adjudge.games.cursed_earth.hunt import reveal_location
from adjudge.games.cursed_earth.procedures import Game
from adjudge.games.cursed_earth.state import (
    CADET,
    CARDS,
    COOPERATIVE,
    HEAD_TO_HEAD,
    JUDGES,
    LOCATIONS,
    MOST_HEALTH,
    NOBODY,
    PERPS,
    Table,
    everyone_in_play,
    has_tokens,
)
from adjudge.games.cursed_earth.words import BECAME_SENIOR, FLIPPED
from adjudge.kernel.agenda import advance, tell
from adjudge.kernel.piles import has, shuffle
from adjudge.kernel.rng import Rng, roll


def set_up(t: Table, rng: Rng, first: i64) -> None:
    """CE-SOLO-02, CE-HH-02: one set-up for all modes; then the first dawn."""
    t.lay_out_kernel(rng)
    t.lay_out()
    t.now = Game()
    give_tokens(t, JUDGES)
    if has_tokens(t, PERPS):
        give_tokens(t, PERPS)
    lay_out_locations(t)
    place_pawns(t)
    shuffle_encounters(t)
    choose_senior_judge(t, first)
    deal_hands(t)
    advance(t)


def give_tokens(t: Table, team: i64) -> None:
    """CE-SETUP-02, CE-SETUP-03, CE-HHSETUP-04, CE-HHSETUP-07: five health each.

    CE-SETUP-04, CE-SETUP-05, CE-HHSETUP-05, CE-HHSETUP-06: four ammunition, three rations.
    """
    for who in range(team * 3, team * 3 + 3):
        t.health[who] = MOST_HEALTH
    t.ammo[team] = 4
    t.rations[team] = 3


def removed_locations(t: Table) -> i64:
    """CE-SETUP-13, CE-SETUP-14, CE-SETUP-15, CE-HHSETUP-08: three at Cadet, otherwise two."""
    return 3 if t.difficulty == CADET else 2


def lay_out_locations(t: Table) -> None:
    """CE-SETUP-06, CE-SETUP-17, CE-SETUP-18, CE-SETUP-19: Max Normal among the last three."""
    others = vec[i64]([0] * LOCATIONS)
    n: i64 = 0
    for location in range(i64(LOCATIONS)):
        if location != t.pack.goal:
            others[n] = location
            n += 1
    shuffle(t.rng, others, n)
    t.n_locations = n - removed_locations(t) + 1
    for place in range(t.n_locations - 1):
        t.locations[place] = others[place]
    t.locations[t.n_locations - 1] = t.pack.goal
    shuffle_last_three(t)
    for i in range(i64(3)):
        reveal_location(t)


def shuffle_last_three(t: Table) -> None:
    """CE-SETUP-18: Max Normal is shuffled with the bottom two."""
    last = vec[i64]([0] * 3)
    for i in range(i64(3)):
        last[i] = t.locations[t.n_locations - 3 + i]
    shuffle(t.rng, last, 3)
    for i in range(i64(3)):
        t.locations[t.n_locations - 3 + i] = last[i]


def place_pawns(t: Table) -> None:
    """CE-PARTS-11, CE-PARTS-12, CE-SETUP-20, CE-SETUP-21, CE-HHSETUP-09: two ahead, or together."""
    t.pawns[PERPS] = 0 if t.mode == HEAD_TO_HEAD else 2


def shuffle_encounters(t: Table) -> None:
    """CE-SETUP-07, CE-SETUP-10, CE-HHSETUP-01: the cards in play, face-down."""
    cards = everyone_in_play(t)
    for card in range(i64(1), i64(CARDS + 1)):
        if has(cards, card):
            t.deck[t.deck_size] = card
            t.deck_size += 1
    shuffle(t.rng, t.deck, t.deck_size)


def choose_senior_judge(t: Table, first: i64) -> None:
    """CE-PARTS-05, CE-SETUP-22, CE-SETUP-24: one player holds the token.

    CE-HHSETUP-11, CE-RULING-35, CE-RULING-50: chosen, drawn by lot, or flipped for.
    """
    if t.mode == HEAD_TO_HEAD:
        t.senior = roll(t.rng, 2, "the flip for Senior Judge")
        tell(t, FLIPPED, t.senior)
    elif first != NOBODY:
        t.senior = first
    elif t.mode == COOPERATIVE:
        t.senior = roll(t.rng, t.seats, "the first player")
    t.first_senior = t.senior
    if t.seats > 1:
        tell(t, BECAME_SENIOR, t.senior)
