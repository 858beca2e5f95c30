"""Laws of matches: replay, undo, records, copies."""

from __future__ import annotations

import json

import pytest

import adjudge
from adjudge.kernel.agenda import play
from adjudge.kernel.rng import seeded
from adjudge.match import SeatView
from tests.laws.positions import TABLES, Table

every_table = pytest.mark.parametrize("table", TABLES, ids=str)


@every_table
def test_replay_gives_the_same_digests(table: Table) -> None:
    match = table.random_match(3, 1000)
    again = adjudge.replay(json.loads(json.dumps(match.record())))
    assert again.record() == match.record()
    assert again.outcome == match.outcome
    assert [again.events(seat) for seat in range(table.seats)] == [
        match.events(seat) for seat in range(table.seats)
    ]


def undone_or_refused(match: adjudge.Match, seat: int) -> adjudge.Refused | None:
    """Take back the last move, or say why not."""
    try:
        match.undo(seat)
    except adjudge.Refused as refusal:
        return refusal
    return None


@every_table
def test_undo_then_redo_gives_the_same_digest(table: Table) -> None:
    undone = 0
    for match in table.walks(4):
        before, told = match.digest(), [match.events(seat) for seat in range(table.seats)]
        seat = match.seat
        assert seat is not None
        for option in match.options:
            trial = match.copy()
            trial.play(option)
            after = trial.digest()
            refusal = undone_or_refused(trial, seat)
            if refusal is not None:
                assert refusal.rules == (table.game.undo_rule,)
            else:
                undone += 1
                assert trial.digest() == before
                for s in range(table.seats):
                    assert trial.events(s)[: len(told[s])] == told[s]
                    assert trial.events(s)[-1]["what"] == "taken-back"
                trial.play(option.text)
            assert trial.digest() == after
    assert undone > 0


@every_table
def test_a_refused_undo_has_let_somebody_learn_something(table: Table) -> None:
    for match in table.walks(5):
        seat = match.seat
        assert seat is not None
        for option in match.options[:3]:
            trial = match.copy()
            trial.play(option)
            learnt = any(
                table.game.secrets(match._state, s) - table.game.secrets(trial._state, s)
                for s in range(table.seats)
            )
            rolled = trial._state.rng.has_gone_on(match._state.rng)
            refused = undone_or_refused(trial, seat) is not None
            over = trial.seat is None and table.seats > 1
            assert refused == (learnt or rolled or over)


@every_table
def test_what_can_be_taken_back_has_told_the_mover_nothing(table: Table) -> None:
    """In every world that fits what the mover knew, the move leads to the same view."""
    allowed = 0
    for n, match in enumerate(table.walks(10)):
        seat = match.seat
        assert seat is not None
        for index in range(len(match.options)):
            trial = match.copy()
            trial.play(index)
            told = trial.view(seat)
            if undone_or_refused(trial, seat) is None:
                allowed += 1
                world = match.seat_view(seat).determinize(seeded(n + index))
                play(world, index)
                view = SeatView(match.game, match.game.view(world, seat), seat)
                assert view.data() == told
    assert allowed > 0


@every_table
def test_a_loaded_position_plays_on_like_the_original(table: Table) -> None:
    match = table.random_match(6, 25)
    twin = adjudge.load(json.loads(json.dumps(match.save())))
    chance = seeded(7)
    for _ in range(1000):
        if match.seat is not None:
            choice = chance.below(len(match.options))
            match.play(choice)
            twin.play(choice)
            assert twin.digest() == match.digest()
    assert twin.outcome == match.outcome
    assert adjudge.replay(twin.record()).digest() == match.digest()


@every_table
def test_events_are_numbered_and_can_be_asked_for_from_any_number(table: Table) -> None:
    match = table.random_match(8, 60)
    for seat in (None, *range(table.seats)):
        told = match.events(seat)
        assert [event["number"] for event in told] == list(range(len(told)))
        assert match.events(seat, 5) == told[5:]
        assert match.events(seat, len(told)) == []


@every_table
def test_everything_public_is_json_safe(table: Table) -> None:
    match = table.random_match(9, 40)
    for seat in (None, *range(table.seats)):
        for data in (match.view(seat), match.events(seat), match.save(), match.record()):
            assert json.loads(json.dumps(data)) == data
