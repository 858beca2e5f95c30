"""What the terminal needs of a game: how it looks, and what can be typed beyond moves."""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType

from adjudge.kernel.game import Option
from adjudge.match import Match

if TYPE_CHECKING:
    from adjudge.terminal.session import Session

Command = Callable[["Session", int, str], None]
Entry = tuple[str, str, Command]  # how it is typed, what it does, and the doing


class Drawing(abc.ABC):
    """Shows a game from views. A game that wants no more leaves the last three as they are."""

    @abc.abstractmethod
    def opening(self) -> RenderableType:
        """What helps to read the table, once at the start; may be empty."""

    @abc.abstractmethod
    def legend(self) -> RenderableType:
        """What the signs mean."""

    @abc.abstractmethod
    def table(self, view: Mapping[str, Any], width: int) -> RenderableType:
        """The table as a view tells it."""

    @abc.abstractmethod
    def ending(self, match: Match) -> RenderableType:
        """What is to be said of a finished game beside its outcome; may be empty."""

    def commands(self) -> Mapping[str, Entry]:
        """What can be typed in this game beside moves and the commands of every game."""
        return {}

    def at_once(self, match: Match, seat: int, alone: bool) -> tuple[Option, str] | None:
        """A move that the person need not be asked for, and what to say of it; may be nothing.

        With several people at one screen, it may depend on nothing that the others cannot see.
        """
        return None

    def step(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> RenderableType | None:
        """What to show instead of the whole table, if it has hardly changed since it was drawn."""
        return None
