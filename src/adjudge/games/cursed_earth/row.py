"""Encounter symbols: what happens to the cards still to come."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.cursed_earth.procedures import Action
from adjudge.games.cursed_earth.state import (
    NO_SWAP,
    Table,
    ongoing_at,
    row_of,
    seat_of,
    take_from_row,
)
from adjudge.games.cursed_earth.words import (
    NO_SWAP as DO_NOT_SWAP,
)
from adjudge.games.cursed_earth.words import (
    NOTHING_HAPPENED,
    REMOVED,
    SKIPPED,
    SWAP_FIRST,
    SWAP_WITH,
    SWAPPED,
)
from adjudge.kernel.agenda import ask, end, go_on, tell
from adjudge.kernel.piles import with_card


def skip(t: Table, a: Action) -> None:
    """CE-SYM-01, CE-SYM-04, CE-SYM-05: the next card is discarded, if there is one."""
    if t.row_size[a.side] == 0:
        tell(t, NOTHING_HAPPENED, a.kind)
    else:
        discard_from_row(t, a.side, 0, SKIPPED)


def remove(t: Table, a: Action) -> None:
    """CE-SYM-03, CE-SYM-04, CE-SYM-05, CE-CLAR-10: the last card, never the current one."""
    if t.row_size[a.side] == 0:
        tell(t, NOTHING_HAPPENED, a.kind)
    else:
        discard_from_row(t, a.side, t.row_size[a.side] - 1, REMOVED)


def discard_from_row(t: Table, side: i64, place: i64, event: i64) -> None:
    """CE-RULING-18: to the discard pile, face up even if it lay face down."""
    card = take_from_row(t, side, place)
    t.discard = with_card(t.discard, card)
    tell(t, event, card)


def choose_first_to_swap(t: Table, a: Action) -> None:
    """CE-SYM-02, CE-SYM-04, CE-SYM-06, CE-CLAR-06: may be declined; needs two later cards."""
    if why_no_swap(t, a):
        tell(t, NOTHING_HAPPENED, a.kind)
        go_on(a)
        return
    for place in range(t.row_size[a.side]):
        t.offer(SWAP_FIRST, place)
    t.offer(DO_NOT_SWAP)
    ask(t, seat_of(t, a.team))


def why_no_swap(t: Table, a: Action) -> str:
    """CE-SYM-04, CE-RULING-19: two cards after the current one, in the row being resolved."""
    if ongoing_at(t, a.team) == NO_SWAP:
        return "CE-LOC-14"
    return "CE-SYM-04" if t.row_size[a.side] < 2 else ""


def why_no_place(t: Table, a: Action, place: i64) -> str:
    """CE-SYM-02: a place in the row after the current card."""
    return "" if place < t.row_size[a.side] else "CE-SYM-02"


def swap_first(t: Table, a: Action, place: i64) -> None:
    """CE-SYM-02: the first of the two."""
    a.first = place


def do_not_swap(t: Table, a: Action) -> None:
    """CE-SYM-06: the swap is optional."""
    end(a)


def choose_second_to_swap(t: Table, a: Action) -> None:
    """CE-SYM-02, CE-SYM-06, CE-RULING-20: another later card, near or far, or after all none."""
    for place in range(t.row_size[a.side]):
        if not why_no_partner(t, a, place):
            t.offer(SWAP_WITH, place)
    t.offer(DO_NOT_SWAP)
    ask(t, seat_of(t, a.team))


def why_no_partner(t: Table, a: Action, place: i64) -> str:
    """CE-RULING-20: the two are different cards."""
    return "CE-RULING-20" if place == a.first else why_no_place(t, a, place)


def swap_with(t: Table, a: Action, place: i64) -> None:
    """CE-SYM-02: they exchange places."""
    row = row_of(t, a.side)
    card = row[place]
    row[place] = row[a.first]
    row[a.first] = card
    tell(t, SWAPPED, a.first, place)
