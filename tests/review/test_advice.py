"""What a hint tells of a bot's thoughts."""

from __future__ import annotations

import io
from random import Random

import pytest
from rich.console import Console

import adjudge
from adjudge.advice import ADVISER, SHOWN, advised
from adjudge.bots import Budget, Estimate, Thought, find_bot
from adjudge.terminal.reviews import advice_table


def test_the_choice_comes_first_and_then_the_better_ones() -> None:
    match = adjudge.new("helter-skelter", seats=2, seed=3)
    view = match.seat_view(0)
    thought = find_bot(ADVISER).think(view, view.options, Random(1), Budget())
    found = advised(view.options, thought)
    assert 1 < len(found) <= SHOWN
    assert found[0].option.text == view.options[thought.choice].text
    chances = [one.chance for one in found[1:]]
    assert chances == sorted(chances, reverse=True)
    assert sum(one.tries for one in found) <= thought.playouts


def test_few_tries_are_less_sure_than_many() -> None:
    options = adjudge.new("cursed-earth", seats=1, seed=7).options
    estimates = (
        Estimate(0, 200, 0.5, 0.0),
        Estimate(1, 200, 0.48, 0.02),
        Estimate(2, 4, 1.0, 0.0),
        Estimate(3, 100, 0.1, 0.03),
    )
    found = advised(options, Thought(0, estimates, 504))
    assert [one.tries for one in found] == [200, 4, 200, 100]
    assert [one.close for one in found] == [True, True, True, False]
    assert found[0].within == pytest.approx(0.069, abs=0.001)
    assert found[1].within > 0.4  # four wins of four prove little


def test_what_is_too_close_to_call_is_marked_on_one_line_of_80_columns() -> None:
    match = adjudge.new("helter-skelter", seats=2, seed=3)
    estimates = (Estimate(4, 76, 0.5, 0.0), Estimate(1, 76, 0.5, 0.02), Estimate(0, 76, 0.1, 0.03))
    found = advised(match.options, Thought(4, estimates, 228))
    paper = io.StringIO()
    Console(file=paper, width=80).print(advice_table(match.options, found))
    chosen, close, worse = paper.getvalue().splitlines()
    assert [line.split()[0] for line in (chosen, close, worse)] == ["5", "2", "1"]
    assert ["≈" in line for line in (chosen, close, worse)] == [False, True, False]


def test_a_bot_that_does_not_look_ahead_tells_no_chances() -> None:
    options = adjudge.new("cursed-earth", seats=1, seed=7).options
    assert advised(options, Thought(2)) == []
