"""What the table needs of a match: windows, orders, snapshots, how far undo reaches."""

from __future__ import annotations

import json

import pytest

import adjudge
from adjudge.kernel.rng import seeded
from adjudge.match import resumed
from tests.laws.positions import MODES, Table

every_mode = pytest.mark.parametrize("table", MODES, ids=str)


def at_window(seats: int, seed: int) -> adjudge.Match:
    """A game of Helter Skelter at its first window."""
    match = adjudge.new("helter-skelter", seats=seats, seed=seed)
    while match.window is None:
        match.play(match.game.careful(match._state))
    return match


@pytest.mark.proves("HS-INT-16", "HS-RULING-22")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_window_asks_everybody_else_in_the_order_of_the_rules(seats: int) -> None:
    match = at_window(seats, 3)
    window = match.window
    assert window is not None
    assert len(window.seats) == seats - 1
    asked = []
    while match.window is not None and set(match.window.seats) <= set(window.seats):
        assert match.seat == match.window.seats[0]
        asked.append(match.seat)
        match.play(window.silence)
        if len(asked) == seats - 1:
            break
    assert tuple(asked) == window.seats


@pytest.mark.proves("HS-RULING-22")
@pytest.mark.parametrize("seed", range(12))
def test_what_a_seat_is_asked_does_not_depend_on_the_answers_before_it(seed: int) -> None:
    """Its view, options and prompt are the same whatever the others have said, which is sealed."""
    match = at_window(4, seed)
    window = match.window
    assert window is not None
    last = window.seats[-1]
    looked = match.answering(last)
    shown = (looked.view(last), [o.text for o in looked.options], looked.prompt)
    chance = seeded(seed)
    for seat in window.seats[:-1]:
        assert match.seat == seat
        match.play(chance.below(len(match.options)))
    assert (match.view(last), [o.text for o in match.options], match.prompt) == shown


def test_a_seat_outside_the_window_has_nothing_to_answer() -> None:
    match = at_window(3, 5)
    assert match.window is not None
    origin = next(seat for seat in range(3) if seat not in match.window.seats)
    assert match.answering(origin) is match
    assert match.answering(match.window.seats[0]) is match


@every_mode
def test_only_windows_let_several_seats_answer(table: Table) -> None:
    """The seat that is asked is the first of the window, and its silence is an option."""
    for match in table.walks(4):
        window = match.window
        if window is not None:
            assert match.seat == window.seats[0]
            assert window.silence in [option.text for option in match.options]


@every_mode
def test_a_resumed_match_is_the_same_match(table: Table) -> None:
    """Position, events, record and all that follows; only undo reaches less far."""
    match = table.random_match(11, 40)
    again = resumed(json.loads(json.dumps(match.snapshot())), match.pack)
    assert again.undoable == 0
    chance, twin_chance = seeded(5), seeded(5)
    for _ in range(10):
        assert again.digest() == match.digest()
        assert again.record() == match.record()
        for seat in [None, *range(table.seats)]:
            assert again.events(seat) == match.events(seat)
            assert again.view(seat) == match.view(seat)
        if match.seat is None:
            break
        match.play(chance.below(len(match.options)))
        again.play(twin_chance.below(len(again.options)))


def test_undo_reaches_as_far_as_positions_are_kept() -> None:
    match = adjudge.new("cursed-earth", seats=1, seed=7)
    first = match.options[0].text
    match.play(first)
    before = match.digest()
    match.forget(0)
    refusal = match.why_no_undo(0)
    assert refusal is not None
    assert refusal.reason == "Too late to undo: that is too many moves ago."
    with pytest.raises(adjudge.Refused):
        match.undo(0)
    assert (match.digest(), match.moves) == (before, [first])


def test_forgetting_keeps_the_latest_positions() -> None:
    match = adjudge.new("cursed-earth", seats=1, seed=7)
    digests = [match.digest()]
    for _ in range(5):
        match.play(0)
        digests.append(match.digest())
    match.forget(2)
    assert match.undoable == 2
    match.take_back()
    match.take_back()
    assert match.digest() == digests[-3]
    assert match.length == 3


@every_mode
def test_sides_hold_every_seat_once(table: Table) -> None:
    sides = table.game.sides(table.seats, table.setup)
    assert sorted(seat for side in sides for seat in side) == list(range(table.seats))
