"""The proof that nothing is lost would notice if something were."""

from __future__ import annotations

import pytest

from adjudge.table.live import MOVE, START, Entry
from adjudge.table.rows import Header
from tests.table.crowd import Note
from tests.table.proofs import Kept, check_note, check_numbers
from tests.table.test_sealed import ID, closing, entry, place, settings

HEADER = Header(settings(), "playing", None, 0, None, [place(0), place(1)], 3)
LOG = [entry(1, START), *closing("pass", "interrupt")]


def with_log(*log: Entry) -> Kept:
    """The table with that log."""
    return Kept(HEADER, list(log))


def test_a_whole_log_with_all_that_was_acknowledged_passes() -> None:
    table = with_log(*LOG)
    check_numbers(table)
    check_note(table, Note(ID, 3, 1, "move", "interrupt"))
    check_note(table, Note(ID, 1, 1, "answer", "interrupt"))


@pytest.mark.parametrize(
    "note",
    [
        Note(ID, 4, 0, "move", "pass"),
        Note(ID, 3, 1, "move", "pass"),
        Note(ID, 3, 0, "move", "interrupt"),
        Note(ID, 3, 1, "undo", ""),
        Note(ID, 1, 1, "answer", "pass"),
    ],
)
def test_what_is_not_on_the_log_as_acknowledged_is_noticed(note: Note) -> None:
    table = with_log(*LOG)
    with pytest.raises(AssertionError):
        check_note(table, note)


@pytest.mark.parametrize("log", [[LOG[0], LOG[2]], [*LOG, LOG[2]], LOG[1:]])
def test_gaps_and_doubles_are_noticed(log: list[Entry]) -> None:
    table = with_log(*log)
    with pytest.raises(AssertionError):
        check_numbers(table)


def test_a_request_that_was_carried_out_twice_is_noticed() -> None:
    again = Entry(4, MOVE, 1, "interrupt", "", 2.0, LOG[2].token)
    table = with_log(*LOG, again)
    with pytest.raises(AssertionError):
        check_numbers(table)
