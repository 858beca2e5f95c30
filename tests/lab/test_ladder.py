"""The ladder: levels play, what came of it is written down, and levels too close are named."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import rmtree

import pytest

from adjudge.bots.levels import read_ladder
from adjudge.cli import main
from adjudge.lab.ladder import MARKS, PAGE, document, pack_for, rungs
from adjudge.lab.store import read_games

Capture = pytest.CaptureFixture[str]

LEVELS = """\
game = "cursed-earth"
usual = "{usual}"
versus = {{ name = "head-to-head", games = 2, seats = 2, options = {{ mode = "head-to-head" }} }}

[[alone]]
name = "solo"
games = 2
seats = 1
options = {{ mode = "solo", difficulty = ["cadet", "chief-judge"] }}

[[level]]
id = "low"
name = "Low"
words = "The lower \\"one\\"."
bot = "{low}"

[[level]]
id = "high"
name = "High"
words = "Der höhere."
bot = "{high}"
"""


def levels(folder: Path, low: str, high: str, usual: str = "low") -> Path:
    """A file of two levels."""
    file = folder / "levels.toml"
    file.write_text(LEVELS.format(low=low, high=high, usual=usual), encoding="utf-8")
    return file


def climb(file: Path, *more: str) -> int:
    """Run the command beside the file."""
    out = str(file.parent / "games")
    return main(["lab", "ladder", "--levels", str(file), "--out", out, *more])


def test_what_was_measured_is_written_and_a_second_run_goes_on(
    tmp_path: Path, capsys: Capture
) -> None:
    file = levels(tmp_path, "random", "careful")
    assert climb(file, "--games", "5") == 0
    found = read_ladder(file)
    low, high = found.level
    assert (low.words, high.words, high.bot) == ('The lower "one".', "Der höhere.", "careful")
    duel = read_games(tmp_path / "games" / "careful-against-random")
    assert len(duel) == 6  # both orders of seats on three deals
    won = sum(row["bots"][seat] == "careful" for row in duel for seat in row["winners"])
    assert high.beats is not None
    assert (high.beats.share, high.beats.games, low.beats) == (round(won / 6, 3), 6, None)
    assert high.rating is not None
    assert low.rating is not None
    assert (low.rating.value, low.rating.low, low.rating.high) == (1000, 1000, 1000)
    assert high.rating.low < high.rating.value < high.rating.high
    assert high.rating.value > 1000
    assert [rate.options["difficulty"] for rate in high.wins] == ["cadet", "chief-judge"]
    alone = read_games(tmp_path / "games" / "careful-solo")
    cadet = [bool(row["winners"]) for row in alone if row["options"]["difficulty"] == "cadet"]
    assert (high.wins[0].share, high.wins[0].games) == (round(sum(cadet) / 5, 3), 5)
    assert found.pack == pack_for(found).hash
    assert "High" in capsys.readouterr().out

    written = file.read_bytes()
    kept = tmp_path / "games" / "careful-against-random" / "games-00000.parquet"
    before = kept.stat().st_mtime_ns
    rmtree(tmp_path / "games" / "careful-solo")
    assert climb(file, "--games", "5", "--json") == 0
    assert (file.read_bytes(), kept.stat().st_mtime_ns) == (written, before)
    told = json.loads(capsys.readouterr().out)
    assert told["too_close"] == []
    assert told["ladders"]["cursed-earth"]["level"][1]["beats"]["games"] == 6


def test_a_level_too_close_to_the_one_below_is_named(tmp_path: Path, capsys: Capture) -> None:
    file = levels(tmp_path, "careful", "random")
    assert climb(file, "--games", "2") == 1
    said = capsys.readouterr().err
    assert said.startswith("adjudge: too close: High (random) wins 0.0 % (0.0 to ")
    assert said.endswith(" against Low (careful), less than 65 %\n")
    beaten = read_ladder(file).level[1].beats
    assert beaten is not None
    assert beaten.share == 0


def test_how_much_each_level_should_win_is_for_the_file_to_say(
    tmp_path: Path, capsys: Capture
) -> None:
    file = levels(tmp_path, "careful", "random")
    text = file.read_text(encoding="utf-8")
    file.write_text(f"least = 0.005\n{text}", encoding="utf-8")
    assert climb(file, "--games", "2") == 1
    assert capsys.readouterr().err.endswith(" against Low (careful), less than 0.5 %\n")
    kept = file.read_text(encoding="utf-8")
    assert "\nleast = 0.005\n" in kept
    file.write_text(kept.replace("least = 0.005", "least = 0"), encoding="utf-8")
    assert climb(file, "--games", "2") == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("part", "instead", "problem"),
    [
        ('mode = "head-to-head"', 'mode = "duel"', "versus.options.mode: 'duel' is not one of"),
        ('["cadet", "chief-judge"]', '"king"', "alone[0].options.difficulty: 'king' is not one"),
        ("seats = 1", "seats = 9", "alone[0].seats: 9 is not"),
    ],
)
def test_what_cannot_be_played_is_said_before_anything_is(
    tmp_path: Path, capsys: Capture, part: str, instead: str, problem: str
) -> None:
    file = levels(tmp_path, "random", "careful")
    text = file.read_text(encoding="utf-8")
    assert part in text
    file.write_text(text.replace(part, instead), encoding="utf-8")
    before = file.read_bytes()
    assert climb(file) == 2
    assert capsys.readouterr().err.startswith(f"adjudge: {file}: {problem}")
    assert file.read_bytes() == before
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("chess", "game: 'chess' is not one of"),
        ("--games 0", "games: 0 is not a whole number from 1"),
        ("--apart 0", "apart: 0 is not a whole number from 1"),
        ("cursed-earth --levels mine.toml", "a file of levels brings its own game"),
        ("--levels nowhere.toml", "nowhere.toml: "),
    ],
)
def test_bad_flags_are_one_line(capsys: Capture, line: str, problem: str) -> None:
    assert main(["lab", "ladder", *line.split()]) == 2
    assert problem in capsys.readouterr().err


def test_levels_that_are_two_apart_meet_if_asked() -> None:
    from adjudge.bots.levels import ladder

    found = ladder("helter-skelter")
    titles = [rung.title for rung in rungs(found, pack_for(found), 1, 2)]
    assert len(titles) == 2 * len(found.level) - 3
    assert f"{found.level[2].name} against {found.level[0].name}" in titles
    teams = rungs(found, pack_for(found), 1, 1)[0].plan.cases
    assert len(teams) == 48  # two maps, twelve pairs of teams, both orders of seats
    assert len({(case.options["map"], case.parties, case.bots) for case in teams}) == 48


def test_the_page_keeps_what_was_written_by_hand() -> None:
    start, end = MARKS
    made = document(f"before{start}old{end}after")
    assert made.startswith(f"before{start}\n\n## The Cursed Earth\n")
    assert made.endswith(f"{end}after")
    assert "old" not in made.replace("older", "")
    assert start in PAGE.read_text(encoding="utf-8")
