"""Somebody at the terminal: types prepared lines and remembers what was printed."""

from __future__ import annotations

import io
from collections.abc import Iterable
from random import Random

from rich.console import Console

import adjudge
from adjudge.bots import Budget, find_bot
from adjudge.match import Match
from adjudge.terminal.play import Wish, play
from adjudge.terminal.screen import Screen
from adjudge.terminal.shelf import Shelf, state_folder

GAME = adjudge.game("cursed-earth")


class Typist:
    """Lines to type, in order; then the input is at its end."""

    def __init__(self, lines: Iterable[str] = (), width: int = 120, terminal: bool = False) -> None:
        self.lines = list(lines)
        self.prompts: list[str] = []
        self.paper = io.StringIO()
        out = Console(
            file=self.paper,
            width=width,
            force_terminal=terminal,
            no_color=True,
            highlight=False,
            markup=False,
            emoji=False,
        )
        self.screen = Screen(out, self.answer)

    def answer(self, prompt: str) -> str:
        """The next line; the prompt and the line are seen on the screen."""
        self.prompts.append(prompt)
        self.paper.write(prompt)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        self.paper.write(f"{line}\n")
        return line

    @property
    def seen(self) -> str:
        """Everything printed so far."""
        return self.paper.getvalue()


def sit_and_play(
    lines: Iterable[str] = (),
    interactive: bool = True,
    width: int = 120,
    terminal: bool = False,
    seats: int | None = None,
    seed: int | None = 7,
    named: list[str] | None = None,
    bots: str | None = None,
    pack: str | None = None,
    file: str | None = None,
    new: bool = False,
    **setup: str,
) -> str:
    """`adjudge play cursed-earth` with these flags and lines: what was seen."""
    typist = Typist(lines, width, terminal)
    wish = Wish(GAME, setup, seats, seed, named, bots, pack, file, new)
    play(wish, typist.screen, Shelf(state_folder(), GAME.id), interactive)
    return typist.seen


def careful_game(moves: int, seats: int = 1, seed: int = 7, **setup: str) -> Match:
    """A game after so many moves of the careful bot, or at its end."""
    given: dict[str, object] = dict(setup)
    match = adjudge.new("cursed-earth", seats=seats, seed=seed, pack=None, dice=None, **given)
    while match.seat is not None and len(match.moves) < moves:
        view = match.seat_view(match.seat)
        match.play(find_bot("careful").choose(view, match.options, Random(0), Budget()))
    return match
