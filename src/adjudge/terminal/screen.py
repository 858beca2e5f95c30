"""Where a game is shown and where answers come from; and the sign that work is going on."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.status import Status
from rich.text import Text

LAMP = "bold #ffc24b"  # you can act on this now, and nothing else
RULE = "#7fd4ec"
FAINT = "dim"
CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what was scrolled off it


def console(stderr: bool = False) -> Console:
    """A console that prints words as they are; colours follow NO_COLOR and the terminal."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def cited(rules: Iterable[str], style: str = RULE) -> Text:
    """The chip of rule ids."""
    ids = " ".join(rules)
    return Text(f"§ {ids}" if ids else "", style)


def event_line(event: Mapping[str, Any]) -> RenderableType:
    """What happened, on a line of its own, with its rules."""
    line = Text.assemble(event["text"], "  ", cited(event["rules"], FAINT))
    return Padding(line, (0, 0, 0, 4), expand=False)


class Screen:
    """A console and a way to ask. Everything a person sees and types passes here."""

    def __init__(self, out: Console, ask: Callable[[str], str]) -> None:
        self.out = out
        self._ask = ask

    @property
    def width(self) -> int:
        """In columns."""
        return self.out.width

    def show(self, thing: RenderableType = "") -> None:
        """Print it."""
        self.out.print(thing)

    def say(self, words: str, rules: Iterable[str] = ()) -> None:
        """One plain sentence, with its rules."""
        chip = cited(rules)
        self.out.print(Text.assemble(words, "  ", chip) if chip else Text(words))

    def ask(self, prompt: str) -> str:
        """A line typed; EOFError when there are no more."""
        return self._ask(prompt).strip()

    def agrees(self, question: str) -> bool:
        """Yes or no; anything else asks again."""
        while True:
            answer = self.ask(f"{question} [y/n] ").lower()
            if answer in ("y", "yes"):
                return True
            if answer in ("n", "no"):
                return False

    def curtain(self, seat: int) -> None:
        """Nothing of what was shown stays visible while the screen is passed on."""
        self.clear()
        self.ask(f"Pass the screen to Seat {seat}, then press Enter. ")
        self.clear()

    def clear(self) -> None:
        """Wipe a terminal, its scrollback and the lines typed; other outputs are left alone."""
        forget_lines()
        if self.out.is_terminal:
            self.out.file.write(CLEAR)
            self.out.file.flush()


def typed(prompt: str) -> str:
    """A line from standard input; one that was not typed at a terminal is shown as if it were."""
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)
    return line


def forget_lines() -> None:
    """Empty the history of typed lines."""
    readline = sys.modules.get("readline")
    if readline is not None:
        readline.clear_history()


def edit_lines() -> None:
    """Let input() edit lines; some platforms cannot."""
    with contextlib.suppress(ImportError):
        __import__("readline")


class Working:
    """Shows on stderr what is being done, once it has taken longer than a moment."""

    def __init__(self, words: str, out: Console | None = None, moment: float = 1.0) -> None:
        self._status = Status(words, console=out or console(stderr=True))
        self._shown = (out or self._status.console).is_terminal
        self._timer = threading.Timer(moment, self._status.start)
        self._timer.daemon = True

    def now(self, words: str) -> None:
        """How far it has got."""
        if self._shown:
            self._status.update(words)

    def __enter__(self) -> Working:
        if self._shown:
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self._shown:
            self._timer.cancel()
            self._timer.join()
            self._status.stop()


def silence_closed_pipe() -> None:
    """After the reader of a pipe has gone, nothing more can be written: let the exit not try."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
