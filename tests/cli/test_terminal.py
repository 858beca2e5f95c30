"""A real terminal: a game that is killed goes on where it was; leaving is clean."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pexpect
import pytest

import adjudge

FLAGS = ["play", "cursed-earth", "--mode", "solo", "--difficulty", "cadet"]
SAVED = r"Saved\. adjudge play cursed-earth goes on from here\."


def sit_down(
    *argv: str, rows: int = 40, columns: int = 120, **environment: str
) -> pexpect.spawn[str]:
    """A terminal with adjudge running in it."""
    return pexpect.spawn(
        sys.executable,
        ["-m", "adjudge", *argv],
        env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", **environment},
        dimensions=(rows, columns),
        encoding="utf-8",
        timeout=60,
        echo=False,
    )


@pytest.fixture(autouse=True)
def size_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal says how wide it is."""
    monkeypatch.delenv("COLUMNS", raising=False)


def kept(state: Path) -> adjudge.Match:
    """The unfinished game on disk."""
    return adjudge.verify((state / "cursed-earth.json").read_bytes().decode())


def test_killed_and_resumed_at_the_same_position(state: Path) -> None:
    terminal = sit_down(*FLAGS, "--seed", "7")
    terminal.expect("Play 5 Rusted Crawler")
    terminal.expect("> ")
    terminal.sendline("1")
    terminal.expect("Seat 0 plays 5 Rusted Crawler")
    terminal.expect("> ")
    terminal.sendline("play 8")
    terminal.expect("55 Night Feeders comes from the deck")
    terminal.expect("> ")
    terminal.kill(signal.SIGKILL)
    terminal.wait()
    assert kept(state).moves == ["play 5", "play 8"]

    terminal = sit_down("play", "cursed-earth")
    terminal.expect("Going on: mode solo, difficulty cadet, 1 seat, 2 moves made")
    terminal.expect("Play 13 Satellat!")
    terminal.expect("> ")
    terminal.sendline("26")
    terminal.expect("There is no option 26")
    terminal.sendline("play 13")
    terminal.expect("trigger one red box of 5 Rusted Crawler")
    terminal.sendline("quit")
    terminal.expect(SAVED)
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 0
    straight = adjudge.new("cursed-earth", seats=1, seed=7, difficulty="cadet")
    for move in ("play 5", "play 8", "play 13"):
        straight.play(move)
    assert kept(state).digest() == straight.digest()


@pytest.mark.parametrize("key", ["c", "d"])
def test_control_keys_leave_cleanly(state: Path, key: str) -> None:
    terminal = sit_down(*FLAGS)
    terminal.expect("> ")
    terminal.sendcontrol(key)
    terminal.expect(SAVED)
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 0
    assert kept(state).moves == []


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_closed_terminal_leaves_cleanly(state: Path, number: signal.Signals) -> None:
    terminal = sit_down(*FLAGS)
    terminal.expect("> ")
    terminal.kill(number)
    terminal.expect(SAVED)
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert (terminal.exitstatus, terminal.signalstatus) == (0, None)
    assert kept(state).moves == []


def test_other_flags_are_asked_about_at_a_terminal(state: Path) -> None:
    terminal = sit_down(*FLAGS, "--seed", "7")
    terminal.expect("> ")
    terminal.sendline("1")
    terminal.expect("Seat 0 plays")
    terminal.expect("> ")
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)
    terminal = sit_down("play", "cursed-earth", "--difficulty", "chief-judge")
    terminal.expect(r"Go on with it\? \[y/n\]")
    terminal.sendline("y")
    terminal.expect("Play 8 Acid Shower")
    terminal.sendline("quit")
    terminal.expect(SAVED)
    terminal.wait()


def test_colours_unless_they_are_unwanted() -> None:
    coloured = sit_down(*FLAGS)
    coloured.expect("> ")
    assert "\x1b[" in str(coloured.before)
    coloured.close(force=True)
    plain = sit_down(*FLAGS, NO_COLOR="1")
    plain.expect("> ")
    assert "\x1b[38" not in str(plain.before)
    plain.close(force=True)


def test_work_that_takes_long_is_shown() -> None:
    terminal = sit_down("sim", "cursed-earth", "--games", "1000000")
    terminal.expect(r"\d+ of 1000000 games")
    terminal.sendcontrol("c")
    terminal.expect("adjudge: stopped")
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 130
