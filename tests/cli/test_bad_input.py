"""Bad input is exit code 2 and one clear line on stderr, for every command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudge.cli import main
from tests.cli.typist import careful_game

BAD = [
    "",
    "fly",
    "games --colour",
    "play",
    "play chess",
    "play cursed-earth --mode duel",
    "play cursed-earth --mode head-to-head --difficulty cadet",
    "play cursed-earth --mode solo --seats 2",
    "play cursed-earth --seats 9",
    "play cursed-earth --seats many",
    "play cursed-earth --seed -1",
    "play cursed-earth --bots clever",
    "play cursed-earth --bots careful,careful,careful --seats 2",
    "play cursed-earth --seat dog",
    "play cursed-earth --seat human warlord",
    "play cursed-earth --seat human flat:often",
    "play cursed-earth --seat human human:0.2s",
    "play cursed-earth --budget 2m",
    "play cursed-earth --seat human human --seats 3",
    "play cursed-earth --seat human --bots careful",
    "play cursed-earth --pack nowhere",
    "play cursed-earth --from nowhere.json",
    "play cursed-earth --from {text}",
    "play cursed-earth --from {record} --seed 3",
    "sim",
    "sim chess",
    "sim cursed-earth --games 0",
    "sim cursed-earth --games lots",
    "sim cursed-earth --seed -4",
    "sim cursed-earth --seed 99999999999999999999",
    "sim cursed-earth --bots human",
    "sim cursed-earth --bots careful,random --seats 3",
    "sim cursed-earth --bots careful,random,careful,random,careful",
    "sim cursed-earth --difficulty impossible",
    "sim cursed-earth --budget soon",
    "sim cursed-earth --budget 0",
    "sim cursed-earth --bots flat:",
    "sim cursed-earth --bots flat:0s",
    "sim cursed-earth --jobs 0",
    "sim cursed-earth --jobs 1000",
    "sim cursed-earth --pack {text}",
    "verify",
    "verify nowhere.json",
    "verify {folder}",
    "verify {record} --pack nowhere",
    "replay",
    "replay nowhere.json",
    "replay {text}",
    "replay {record} --seat 7",
    "replay {record} --seat nobody",
    "replay {record} --step 99",
    "replay {record} --step -1",
    "review",
    "review nowhere.json",
    "review {text}",
    "review {record} --seat 7",
    "review {record} --seat me",
    "review {record} --bot hal",
    "review {record} --bot flat:often",
    "review {record} --worst -1",
    "review {record} --pack nowhere",
    "rules",
    "rules chess",
    "check",
    "check nowhere",
    "check {folder}",
    "serve --path api",
    "serve --path /adjudge/api",
    "serve --keep 0",
    "serve --keep forever",
    "bench chess",
    "bench --seconds 0",
    "bench --seconds nan",
    "bench --seconds soon",
]


@pytest.fixture
def places(tmp_path: Path) -> dict[str, Path]:
    """A record, a file that is none, and a folder that is no pack."""
    from adjudge import record_text

    record, text, folder = tmp_path / "game.json", tmp_path / "notes.txt", tmp_path / "folder"
    record.write_text(record_text(careful_game(3).record()), encoding="utf-8")
    text.write_text("not a game", encoding="utf-8")
    folder.mkdir()
    return {"record": record, "text": text, "folder": folder}


@pytest.mark.parametrize("line", BAD)
def test_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], places: dict[str, Path], line: str
) -> None:
    assert main(line.format(**places).split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("adjudge: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def run(*argv: str) -> subprocess.CompletedProcess[str]:
    """A process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "adjudge", *argv],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
        env=os.environ | {"PYTHONWARNINGS": "error"},
    )


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["games"], 0),
        (["rules", "cursed-earth", "zebra"], 1),
        (["verify", "/nowhere.json"], 2),
        (["play", "chess"], 2),
        ([], 2),
    ],
)
def test_exit_codes_of_the_process(argv: list[str], code: int) -> None:
    done = run(*argv)
    assert done.returncode == code
    assert done.stderr.count("\n") == (1 if code else 0)


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m adjudge rules cursed-earth the | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_letters_that_are_none_are_no_move(state: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "adjudge", "play", "cursed-earth", "--seed", "7"],
        input=b"\xff\xfe\n1\n",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"play 5" in (state / "cursed-earth.json").read_bytes()


def test_an_output_without_our_signs_is_no_error() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "adjudge", "play", "cursed-earth", "--seed", "7"],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Rusted Crawler" in done.stdout
