"""Psi together: every player draws a secret card, and one of them joins the row."""

from __future__ import annotations

from typing import Any

import pytest

import adjudge
from tests.cursed_earth.story import NOTHING, Row, Story, card, resolving

JUDGEMENTS = ("very-good", "good", "mixed", "bad", "disastrous")
STATEMENTS = [f"say {word} {advice}" for word in JUDGEMENTS for advice in ("play", "discard")]


def psi(*, seats: int = 4, deck: Row = (NOTHING,) * 6, **position: Any) -> Story:
    """A psi symbol on the first of three cards: 14, 15, 16; the deck begins with 17."""
    row = [card(may=[["psi", "ammo"]]), NOTHING, NOTHING]
    s = resolving(row, mode="cooperative", seats=seats, deck=deck, **position)
    return s.choose("trigger a")


def cards_told(events: list[dict[str, Any]]) -> set[int]:
    """The cards that events name."""
    return {n for event in events for kind, n in event["args"] if kind == "card"}


@pytest.mark.proves("CE-COPSI-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_psi_symbol_adds_a_card_or_costs_anderson_one_health_for_the_psi_action(
    seats: int,
) -> None:
    assert psi(seats=seats).options == ["add-card", "psi-action"]
    added = psi(seats=seats).choose("add-card")
    assert (added.row(), added.deck[0]) == ([16, 17], 18)
    assert (added.health("anderson"), added.ammo) == (5, 5)
    for seat in (*range(seats), None):
        assert 17 in cards_told(added.match.events(seat))
    paid = psi(seats=seats).choose("psi-action")
    assert [paid.health(name) for name in ("dredd", "giant", "anderson")] == [5, 5, 4]
    assert paid.options == STATEMENTS


@pytest.mark.proves("CE-COPSI-01")
def test_the_psi_action_needs_a_card_for_every_player() -> None:
    short = psi(seats=4, deck=[NOTHING] * 3, deck_ends=True)
    assert (short.row(), short.health("anderson")) == ([16, 17], 5)
    enough = psi(seats=4, deck=[NOTHING] * 4, deck_ends=True)
    assert enough.options == ["add-card", "psi-action"]


@pytest.mark.proves("CE-COPSI-02", "CE-RULING-34")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_player_draws_one_card_clockwise_from_the_senior_judge(seats: int) -> None:
    for senior in range(seats):
        s = psi(seats=seats, senior=senior)
        before = len(s.deck)
        s.choose("psi-action")
        assert len(s.deck) == before - seats
        drawn = {(senior + turn) % seats: 17 + turn for turn in range(seats)}
        assert s.table["psi_cards"][:seats] == [drawn[seat] for seat in range(seats)]
        assert s.row() == [15, 16]


@pytest.mark.proves("CE-COPSI-03", "CE-RULING-53")
def test_each_player_sees_only_their_own_psi_card() -> None:
    s = psi(seats=3).choose("psi-action")
    for answers in range(3):
        assert s.view(0)["psi_cards"][:3] == [17, "?", "?"]
        assert s.view(1)["psi_cards"][:3] == ["?", 18, "?"]
        assert s.view(2)["psi_cards"][:3] == ["?", "?", 19]
        assert s.view(None)["psi_cards"][:3] == ["?", "?", "?"]
        for seat, own in ((0, {17}), (1, {18}), (2, {19}), (None, set())):
            assert cards_told(s.match.events(seat)) & {17, 18, 19} == own
        s.choose("say mixed play")
    for seat in (0, 1, 2, None):
        looked = [e["text"] for e in s.match.events(seat) if e["what"] == "psi-looked"]
        others = [other for other in range(3) if other != seat]
        assert looked == [f"Seat {other} looks at a secret card." for other in others]


@pytest.mark.proves("CE-COPSI-04", "CE-RULING-34")
def test_every_player_makes_a_case_clockwise_from_the_senior_judge_open_at_once() -> None:
    s = psi(seats=4, senior=2).choose("psi-action")
    said = ["say very-good play", "say disastrous discard", "say mixed discard", "say bad play"]
    spoken: list[str] = []
    for seat, text in zip((2, 3, 0, 1), said, strict=True):
        assert s.seat == seat
        assert s.options == STATEMENTS
        assert s.why_not("agree 0") == "CE-COPSI-06"
        s.choose(text)
        said_so_far = s.view(None)["agenda"][-1]["judgements"]
        assert said_so_far >> 4 * seat & 15 == STATEMENTS.index(text) + 1
        words = text.replace("-", " ").removeprefix("say ").rsplit(" ", 1)
        spoken.append(f"Seat {seat} says of the secret card: {words[0]}, {words[1]} it.")
        for other in (0, 1, 2, 3, None):
            told = [event["text"] for event in s.match.events(other) if event["what"] == "spoke"]
            assert told == spoken
    assert s.seat == 2
    assert s.options == ["agree 0", "agree 1", "agree 2", "agree 3"]


@pytest.mark.proves("CE-COPSI-05", "CE-RULING-34")
def test_the_statements_are_one_fixed_list_that_names_nothing_on_a_card() -> None:
    good, bad = card(must=["heal"]), card(must=["death"])
    s = psi(seats=3, deck=[good, bad, NOTHING]).choose("psi-action")
    for seat in range(3):
        assert s.seat == seat
        assert s.options == STATEMENTS
        assert [option.refs for option in s.match.options] == [()] * 10
        s.choose("say good play")
    for text in ("say heal play", "say 17 play"):
        with pytest.raises(adjudge.Refused, match="CE-COPSI-05"):
            psi(seats=3).choose("psi-action", text)


@pytest.mark.proves("CE-COPSI-06", "CE-COPSI-07")
@pytest.mark.parametrize("chosen", [0, 1, 2, 3])
def test_one_card_joins_the_end_of_the_row_and_the_others_are_discarded(chosen: int) -> None:
    s = psi(seats=4).choose("psi-action", *["say good play"] * 4)
    assert s.ammo == 4
    s.choose(f"agree {chosen}")
    drawn = [17, 18, 19, 20]
    assert s.row() == [16, drawn.pop(chosen)]
    assert s.discard == [14, *drawn]
    assert s.table["psi_cards"] == [None] * 4
    assert s.ammo == 5


@pytest.mark.proves("CE-COPSI-06")
def test_the_senior_judge_settles_it_and_nobody_else() -> None:
    s = psi(seats=3, senior=1).choose("psi-action", *["say bad discard"] * 3)
    assert s.seat == 1
    assert s.why_not("agree 0", seat=0) == "CE-DAWN-11"
    assert s.why_not("say bad discard") == "CE-COPSI-04"
    s.choose("agree 2")
    assert s.row() == [16, 18]


@pytest.mark.proves("CE-COPSI-06")
def test_the_card_that_was_agreed_on_is_met_in_this_investigation() -> None:
    deck = [card(must=["death"]), NOTHING]
    s = psi(seats=2, deck=deck).choose("psi-action", *["say bad discard"] * 2, "agree 0")
    for seat in (0, 1, None):
        assert s.view(seat)["rows"]["above"] == [16, 17]
    s.choose("ignore a", "ignore a")
    assert s.options == ["lose dredd", "lose giant", "lose anderson"]


@pytest.mark.proves("CE-COPSI-07", "CE-RULING-34")
def test_the_other_cards_are_shown_in_the_discard_pile() -> None:
    s = psi(seats=3).choose("psi-action", *["say mixed play"] * 3, "agree 1")
    for seat in (0, 1, 2, None):
        assert s.view(seat)["discard"] == [14, 17, 19]
        told = [e["text"] for e in s.match.events(seat) if e["what"] in ("added", "discarded")]
        assert told[:3] == [
            "18 Story 18 joins the end of the row.",
            "17 Story 17 is discarded.",
            "19 Story 19 is discarded.",
        ]


@pytest.mark.proves("CE-RULING-34")
def test_psi_cards_are_kept_apart_from_hands() -> None:
    hands = [[NOTHING] * 2 for seat in range(3)]
    row = [card(may=[["psi"]]), NOTHING]
    s = resolving(row, mode="cooperative", seats=3, hands=hands, deck=[NOTHING] * 3)
    held = s.table["hands"]
    s.choose("trigger a", "psi-action")
    assert s.table["hands"] == held
    assert s.table["psi_cards"][:3] == [22, 23, 24]
    s.choose(*["say good play"] * 3, "agree 0")
    assert s.table["hands"] == held


@pytest.mark.proves("CE-COPSI-04")
def test_the_senior_judge_cannot_settle_before_all_have_spoken() -> None:
    s = resolving([card(must=["psi"])], mode="cooperative", senior=0)
    s.choose("psi-action", "say good play")
    assert s.seat == 1
    assert s.why_not("agree 1", 0) == "CE-COPSI-04"
