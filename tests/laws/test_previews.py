"""A preview tells what is certain, a range of the rest, and nothing of what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

import adjudge
from adjudge.kernel.game import Option
from adjudge.kernel.rng import seeded
from adjudge.match import SeatView
from adjudge.preview import Foresight, foresee
from tests.cursed_earth import story as earth
from tests.helter_skelter import story as skelter
from tests.laws.positions import MODES, Table
from tests.laws.test_secrets import twin_of

every_mode = pytest.mark.parametrize("table", MODES, ids=str)
EVERY = 9  # decisions of a walk


def some_option(match: adjudge.Match, n: int) -> Option:
    """One of the options, another at every decision."""
    options = match.options
    return options[n % len(options)]


def preview(match: adjudge.Match, text: str) -> Foresight:
    """To the seat that decides."""
    view = match.seat_view(match.seat or 0)
    return foresee(view, next(option for option in view.options if option.text == text))


def ends(match: adjudge.Match, text: str, start: SeatView) -> Iterator[tuple[SeatView, bool]]:
    """Where a move leads with every answer that its preview follows, and if one can go back."""
    after = match.copy()
    after.play(text)
    view = after.seat_view(start.seat)
    back = after.why_no_undo(start.seat) is None
    on = start.game.follows(start.state, view.state) if after.seat == start.seat else []
    if not on:
        yield view, back
    for index in on:
        for end, further in ends(after, after.options[index].text, start):
            yield end, back and further


@every_mode
def test_what_is_certain_comes_about(table: Table) -> None:
    """Nothing hidden, no chance: exactly what was told, and it can be taken back."""
    certain = ranges = missed = 0
    for n, match in enumerate(table.walks(3)):
        if n % EVERY or match.seat is None:
            continue
        seat, option = match.seat, some_option(match, n)
        told = preview(match, option.text)
        before = table.game.gauges(match.seat_view(seat).state)
        reached = list(ends(match, option.text, match.seat_view(seat)))
        numbers = [table.game.gauges(view.state) for view, _ in reached]
        same = {key: n for key, n in numbers[0].items() if all(o[key] == n for o in numbers)}
        after = before | same
        if all(back for _, back in reached):
            certain += 1
            assert not told.one_way
            changed = {(c.ref, c.what): c.most for c in told.changes}
            assert after == before | changed, option.text
            assert all(c.least == c.most and c.text for c in told.changes)
            continue
        ranges += 1
        bounds = {(c.ref, c.what): (c.least, c.most) for c in told.changes}
        known = {key: bounds.get(key, (number, number)) for key, number in before.items()}
        missed += any(not least <= after[key] <= most for key, (least, most) in known.items())
    assert certain or ranges
    assert missed <= ranges * 0.2  # what is rare need not come up in the worlds that were tried


@every_mode
def test_a_preview_is_the_same_in_every_world_that_fits_the_view(table: Table) -> None:
    for n, match in enumerate(table.walks(4)):
        if n % EVERY or match.seat is None:
            continue
        option = some_option(match, n)
        twin = twin_of(match, match.seat, n)
        assert preview(twin, option.text) == preview(match, option.text)


def test_ammunition_is_spent_and_nobody_bleeds() -> None:
    """CE-RES-17, CE-RES-18."""
    s = earth.resolving([earth.card(must=["violence"]), earth.NOTHING], ammo=3)
    told = preview(s.match, "spend-ammo")
    assert [change.text for change in told.changes] == ["Ammo 3 to 2"]
    assert told.one_way == ""
    told = preview(s.match, "spend-two dredd")
    assert [change.text for change in told.changes] == ["Dredd: health 5 to 3"]
    assert s.match.proposal[0] == "spend-ammo"


def test_a_box_is_told_with_its_payment_and_what_comes_whoever_is_named() -> None:
    """CE-RES-16, CE-EXP-02: as it is proposed; whom the wound hits is still open."""
    boxes = [["violence", "wound", "advance"], ["spend-survival", "rations"]]
    row = [earth.card(one_of=boxes), earth.NOTHING]
    s = earth.resolving(row, ammo=3, rations=2, kept={"survival": [17]}, pawns=(1, 3))
    told = preview(s.match, "choose a")
    assert [c.text for c in told.changes] == ["The Judges advance", "Ammo 3 to 2"]
    told = preview(s.match, "choose b")
    assert [c.text for c in told.changes][:1] == ["Rations 2 to 3"]
    assert told.changes[1].text.endswith(" pays")


def test_what_is_turned_up_cannot_be_taken_back() -> None:
    """CE-RULING-53: the next location is not known before."""
    s = earth.resolving(
        [earth.card(one_of=[["advance"], ["rations"]]), earth.NOTHING], pawns=(3, 3), revealed=3
    )
    assert preview(s.match, "choose b").one_way == ""
    told = preview(s.match, "choose a")
    assert told.one_way == "It reveals a location."
    assert any(change.ref == "pawn:judges" for change in told.changes)


def test_a_figure_moves_for_a_card() -> None:
    """HS-MOVE-01, HS-ACT-07."""
    hand = [skelter.card("dredd"), skelter.card("dredd", "giant", wild="snipe")]
    s = skelter.story({"dredd": 10, "wulf": 20}, hands=[hand])
    s.choose("move dredd")
    assert s.match.proposal == ("pay 1", "Proposed: the cards with the fewest other uses.")
    assert [c.text for c in preview(s.match, "pay 1").changes] == ["Seat 0: cards in hand 2 to 1"]
    s.choose("pay 1")
    told = preview(s.match, "to 11")
    assert "Judge Dredd: space 10 to 11" in [change.text for change in told.changes]


def test_nobody_stands_on_space_0() -> None:
    """HS-TURN-04: who is not on the map comes onto it, and does not leave a space."""
    s = skelter.story({"dredd": 10})
    view = s.match.seat_view(0).state
    tell = partial(s.match.game.gauge_text, view, "character:anderson", "space")
    assert tell((0, 12, 12)) == "Judge Anderson onto space 12"
    assert tell((0, 0, 12)) == "Judge Anderson may come onto the map"
    assert tell((12, 0, 12)) == "Judge Anderson may leave space 12"
    assert tell((12, 0, 0)) == "Judge Anderson leaves the map"


def test_the_same_view_gives_the_same_preview() -> None:
    match = adjudge.new("cursed-earth", seats=1, seed=8)
    chance = seeded(8)
    for _ in range(30):
        option = match.options[chance.below(len(match.options))]
        assert preview(match, option.text) == preview(match.copy(), option.text)
        match.play(option)
