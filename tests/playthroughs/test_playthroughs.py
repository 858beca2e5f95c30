"""Golden playthroughs: whole games as readable text, one file a table.

A line that changes means that rules, words or content have changed: read the difference, then write
the files anew with `python -m tests.playthroughs.test_playthroughs`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import adjudge
from adjudge.match import set_up
from adjudge.packs import default_pack
from tests.laws.positions import TABLES, Table

FOLDER = Path(__file__).parent


def playthrough(table: Table) -> str:
    """One game by the heuristic, with every question, move and event as everybody sees them.

    The deal is that of matches before chance had a key: files change with rules and words alone.
    """
    begins = {"seats": table.seats, "setup": table.setup, "seed": 42}
    match = set_up(table.game, default_pack(table.game), begins)
    lines = [f"{table.game.title}, {table.seats} seats, {dict(table.setup)}", ""]
    told = 0
    while match.seat is not None:
        prompt = match.prompt
        assert prompt is not None
        choice = match.options[table.game.careful(match.seat_view(match.seat).state)]
        lines += [f"? {prompt.text} [{', '.join(prompt.rules)}]"]
        lines += [f"  {len(match.options)} options; > {choice.text}: {choice.label}"]
        match.play(choice)
        lines += [f"    {event['text']}" for event in match.events(None, told)]
        told = len(match.events(None))
    outcome = match.outcome
    assert outcome is not None
    lines += ["", f"{outcome.reason} [{', '.join(outcome.rules)}]"]
    lines += [f"winners {list(outcome.winners)}, scores {list(outcome.scores)}", match.digest(), ""]
    return "\n".join(lines)


def file_of(table: Table) -> Path:
    """Where a table's playthrough stands."""
    return FOLDER / f"{table}.txt"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_game_goes_as_written(table: Table) -> None:
    assert playthrough(table) == file_of(table).read_text("utf-8")


def test_every_file_belongs_to_a_table() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {str(table) for table in TABLES}
    assert adjudge.games() == sorted({table.game.id for table in TABLES})


if __name__ == "__main__":
    for each in TABLES:
        file_of(each).write_text(playthrough(each), "utf-8")
