"""The encounter cards: a row, a card, its caption boxes, their symbols."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.cursed_earth.procedures import Action, Box, Encounter, Encounters
from adjudge.games.cursed_earth.state import (
    BOXES,
    CHOICE,
    EVENT,
    OPTION,
    Table,
    is_face_down,
    row_of,
    seat_of,
    survivors,
    take_from_row,
    team_area,
)
from adjudge.games.cursed_earth.words import (
    CHOOSE,
    DISCARDED,
    ENCOUNTERED,
    IGNORE,
    IGNORED,
    TRIGGER,
    TRIGGERED,
    TURNED_UP,
)
from adjudge.kernel.agenda import again, ask, ask_unless_forced, begin, tell
from adjudge.kernel.piles import has, with_card


def encounter_next_card(t: Table, e: Encounters) -> None:
    """CE-DAWN-09, CE-DUSK-04, CE-RULING-61: one card after another, from left to right."""
    if t.row_size[e.side] > 0:
        again(e)
        was_face_down = is_face_down(row_of(t, e.side)[0])
        card = take_from_row(t, e.side, 0)
        if was_face_down:
            tell(t, TURNED_UP, card)
        tell(t, ENCOUNTERED, card, e.team)
        begin(t, Encounter(card, e.team, e.side))


def box_of(t: Table, card: i64, box: i64) -> i64:
    """The symbols printed in a box, the first one lowest."""
    return t.pack.boxes[card * BOXES + box]


def is_box(t: Table, card: i64, box: i64, box_type: i64) -> bool:
    """Whether the card has that box, of that type."""
    return box < t.pack.n_boxes[card] and t.pack.types[card * BOXES + box] == box_type


def first_of(t: Table, card: i64, box_type: i64) -> i64:
    """CE-CARD-06: where the boxes of a type begin: events, then choices, then options."""
    box: i64 = 0
    while box < t.pack.n_boxes[card] and t.pack.types[card * BOXES + box] < box_type:
        box += 1
    return box


def trigger_every_event(t: Table, e: Encounter) -> None:
    """CE-CARD-06, CE-CARD-07, CE-RULING-22: every yellow box, as printed."""
    if is_box(t, e.card, e.box, EVENT):
        again(e)
        trigger_box(t, e, e.box)
        e.box += 1


def trigger_box(t: Table, e: Encounter, box: i64) -> None:
    """CE-CARD-03, CE-CARD-08: triggering means carrying out all the symbols in the box."""
    tell(t, TRIGGERED, e.card, box, e.team)
    begin(t, Box(box_of(t, e.card, box), e.team, e.side))


def choose_one_choice(t: Table, e: Encounter) -> None:
    """CE-CARD-10, CE-CARD-11, CE-EX-01: exactly one red box, compulsory."""
    first = first_of(t, e.card, CHOICE)
    for choice in range(first_of(t, e.card, OPTION) - first):
        t.offer(CHOOSE, choice)
    if t.n_options > 0:
        ask_unless_forced(t, seat_of(t, e.team))


def why_no_choice(t: Table, e: Encounter, choice: i64) -> str:
    """CE-CARD-10, CE-RULING-23: any red box of this card; none is ever unavailable."""
    return "" if is_box(t, e.card, first_of(t, e.card, CHOICE) + choice, CHOICE) else "CE-CARD-10"


def choose(t: Table, e: Encounter, choice: i64) -> None:
    """CE-CARD-12: the boxes not chosen have no effect."""
    e.box = first_of(t, e.card, OPTION)
    trigger_box(t, e, first_of(t, e.card, CHOICE) + choice)


def offer_each_option(t: Table, e: Encounter) -> None:
    """CE-CARD-05, CE-CARD-13, CE-RULING-22: each blue box when it is reached, yes or no."""
    if is_box(t, e.card, e.box, OPTION):
        again(e)
        t.offer(TRIGGER, e.box - first_of(t, e.card, OPTION))
        t.offer(IGNORE, e.box - first_of(t, e.card, OPTION))
        ask(t, seat_of(t, e.team))


def why_no_option(t: Table, e: Encounter, option: i64) -> str:
    """CE-CARD-13, CE-RULING-22: only the blue box that has been reached."""
    return "" if option == e.box - first_of(t, e.card, OPTION) else "CE-RULING-22"


def trigger(t: Table, e: Encounter, option: i64) -> None:
    """CE-CARD-13: once triggered it must be completed."""
    trigger_box(t, e, e.box)
    e.box += 1


def ignore(t: Table, e: Encounter, option: i64) -> None:
    """CE-CARD-13: or nothing of it happens."""
    tell(t, IGNORED, e.card, e.box, e.team)
    e.box += 1


def put_card_away(t: Table, e: Encounter) -> None:
    """CE-DAWN-10, CE-RULING-17: discarded unless it gave expertise that is still held."""
    if not has(team_area(t, e.team), e.card):
        t.discard = with_card(t.discard, e.card)
        tell(t, DISCARDED, e.card)


def carry_out_next_symbol(t: Table, b: Box) -> None:
    """CE-CARD-09: one at a time, from left to right, as long as anybody is alive to do it."""
    if b.symbols != 0 and survivors(t, b.team) > 0:
        again(b)
        symbol = b.symbols & 31
        b.symbols = b.symbols >> 5
        begin(t, Action(symbol, b.team, b.side))
