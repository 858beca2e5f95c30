"""Whatever lies on the table can be pointed at: it is offered, or there is a reason with a rule."""

from __future__ import annotations

import pytest

import adjudge
from adjudge.ledgers import ledger
from tests.cursed_earth import story as earth
from tests.helter_skelter import story as skelter
from tests.laws.positions import MODES, Table
from tests.laws.things import things_on

every_mode = pytest.mark.parametrize("table", MODES, ids=str)


@every_mode
def test_every_thing_is_offered_or_refused_with_a_rule(table: Table) -> None:
    rules = ledger(table.game.id).rules
    for n, match in enumerate(table.walks(5)):
        if n % 7:
            continue
        for seat in range(table.seats):
            refs = {ref for option in match.options for ref in option.refs}
            for thing in things_on(match, seat):
                refusal = match.why_not_thing(seat, thing)
                if seat == match.seat and thing in refs:
                    assert refusal is None, thing
                else:
                    assert refusal is not None, thing
                    assert refusal.reason
                    assert refusal.rules, thing
                    assert set(refusal.rules) <= set(rules)
        assert refs <= set(things_on(match, match.seat or 0)) | boxes(match)


def boxes(match: adjudge.Match) -> set[str]:
    """The boxes that are offered: they are on the card being resolved."""
    refs = {ref for option in match.options for ref in option.refs}
    return {ref for ref in refs if ref.startswith("card:") and ref.count(":") == 2}


def said(match: adjudge.Match, thing: str) -> str:
    """What the seat that decides is told of a thing."""
    refusal = match.why_not_thing(match.seat or 0, thing)
    return "" if refusal is None else str(refusal)


def test_a_card_in_hand_waits_while_the_row_is_resolved() -> None:
    s = earth.resolving([earth.card(must=["wound"])], mode="cooperative", hands=[[30], [31]])
    assert s.options[0] == "wound dredd"
    assert said(s.match, "card:30").startswith("Not now: the row is being resolved.")
    assert said(s.match, "card:31").startswith("31 ")
    assert said(s.match, "character:dredd") == ""
    assert said(s.match, "location:1").endswith("[CE-LOC-12]")


def test_a_dead_judge_takes_no_wound() -> None:
    s = earth.resolving([earth.card(must=["wound"])], dredd=0)
    assert said(s.match, "character:dredd").startswith("Dredd is dead.")


def test_there_is_no_way_through_a_wall() -> None:
    """HS-WALL-01, HS-MOVE-02."""
    board = skelter.Board(walls=((10, 11),), high=(2,))
    s = skelter.story({"dredd": 10}, board=board, hands=[[skelter.card("dredd")]])
    s.choose("move dredd", "pay 1")
    assert said(s.match, "space:9") == ""
    assert said(s.match, "space:11").startswith("There is a wall between 10 and 11.")
    assert said(s.match, "space:2").startswith("Space 2 is higher than 10, where Judge Dredd")
    assert said(s.match, "space:40").startswith("Space 40 is not next to 10")
    assert said(s.match, "space:10").startswith("Judge Dredd stands on 10 already.")
    assert said(s.match, "character:dredd").startswith(
        "Not now. Seat 0: choose where Judge Dredd moves."
    )


def test_no_aim_without_a_line_of_sight() -> None:
    """HS-LOS-04, HS-COVER-04, HS-WALL-02."""
    board = skelter.Board(cover=(2,))
    places = {"dredd": 1, "wulf": 3, "gronk": 9, "middenface": 33}
    s = skelter.story(places, board=board, hands=[[skelter.card("dredd", wild="snipe")]])
    s.choose("snipe dredd", "pay 1")
    assert said(s.match, "character:gronk") == ""
    told = said(s.match, "character:wulf")
    assert told.startswith("No line to 3: cover on 2.")
    assert told.endswith("[HS-SNIPE-02]")


def test_what_a_character_lacks_to_act() -> None:
    """HS-SNIPE-01, HS-RULING-08, HS-DMG-03."""
    hand = [skelter.card("dredd", linked="melee giant")]
    places = {"dredd": 1, "giant": 3, "hershey": 3}
    s = skelter.story(places, hands=[hand], dead=["anderson"])
    assert said(s.match, "character:dredd") == ""
    assert said(s.match, "character:anderson").startswith("Judge Anderson is dead.")
    assert said(s.match, "character:wulf").endswith("[HS-PREP-04]")


def test_what_is_not_there_is_refused() -> None:
    match = adjudge.new("cursed-earth", seats=1, seed=1)
    for thing in ("", ":", "card", "card:0", "card:61", "card:1:z", "row:above:9", "row:up:1", "x"):
        assert "no " in said(match, thing), thing
    match = adjudge.new("helter-skelter", seats=2, seed=1)
    for thing in ("space:41", "space:0", "character:nobody", "card:31", "fragment:99", "player:2"):
        assert "no " in said(match, thing), thing
