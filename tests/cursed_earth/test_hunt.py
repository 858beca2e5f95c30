"""The hunt: Advance and Enemy advance."""

from __future__ import annotations

import pytest

from tests.cursed_earth.story import NOTHING, card, resolving


@pytest.mark.proves("CE-HUNT-01")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_advance_moves_your_own_pawn_to_the_next_location(mode: str) -> None:
    s = resolving([card(may=[["advance"]]), NOTHING], mode=mode, pawns=(1, 3))
    s.choose("trigger a")
    assert (s.pawn("judges"), s.pawn("perps")) == (2, 3)
    assert s.news().count("moved") == 1


@pytest.mark.proves("CE-HUNT-02")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_enemy_advance_moves_the_opposing_pawn_to_the_next_location(mode: str) -> None:
    s = resolving([card(may=[["enemy-advance"]]), NOTHING], mode=mode, pawns=(1, 3), revealed=4)
    s.choose("trigger a")
    assert (s.pawn("judges"), s.pawn("perps")) == (1, 4)
    assert s.news().count("moved") == 1


@pytest.mark.proves("CE-HUNT-01", "CE-HUNT-02")
def test_for_the_perps_advance_moves_the_perps_and_enemy_advance_the_judges() -> None:
    row = [card(may=[["advance"], ["enemy-advance"]]), NOTHING]
    s = resolving(row, mode="head-to-head", team="perps", pawns=(1, 1))
    s.choose("trigger a")
    assert (s.pawn("judges"), s.pawn("perps")) == (1, 2)
    s.choose("trigger b")
    assert (s.pawn("judges"), s.pawn("perps")) == (2, 2)


@pytest.mark.proves("CE-HUNT-01", "CE-HUNT-02")
def test_each_symbol_moves_one_pawn_by_one_location() -> None:
    row = [card(may=[["advance", "advance"], ["enemy-advance", "advance"]]), NOTHING]
    s = resolving(row, mode="cooperative", pawns=(1, 4), revealed=5)
    s.choose("trigger a")
    assert (s.pawn("judges"), s.pawn("perps")) == (3, 4)
    s.choose("trigger b")
    assert (s.pawn("judges"), s.pawn("perps")) == (4, 5)


@pytest.mark.proves("CE-HUNT-01", "CE-HUNT-02")
def test_everybody_is_told_which_pawn_moved_and_where_to() -> None:
    s = resolving(
        [card(may=[["advance", "enemy-advance"]]), NOTHING],
        mode="cooperative",
        pawns=(1, 3),
        revealed=4,
        locations=["ozark-silence", "alabama-morass", "mutie-country", "slough-of-st-louis"],
    )
    s.choose("trigger a")
    for seat in (0, 1, None):
        moves = [event["text"] for event in s.match.events(seat) if event["what"] == "moved"]
        assert moves == [
            "The Judges advance to place 2, Alabama Morass.",
            "The perps advance to place 4, Slough of St Louis.",
        ]
