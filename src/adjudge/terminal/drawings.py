"""Which drawing goes with which game; any other game is drawn as an outline of its view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from adjudge.match import Match
from adjudge.packs import LoadedPack
from adjudge.terminal.cursed_earth import CursedEarthDrawing
from adjudge.terminal.drawing import Drawing
from adjudge.terminal.helter_skelter import HelterSkelterDrawing


class Outline(Drawing):
    """Any game: its view as an indented list."""

    def __init__(self, pack: LoadedPack) -> None:
        self.title = pack.game.title

    def opening(self) -> RenderableType:
        """Nothing needs explaining."""
        return Text(self.title, "bold")

    def legend(self) -> RenderableType:
        """There are no signs."""
        return Text("The table is shown in words; ? stands for what you may not know.")

    def table(self, view: Mapping[str, Any], width: int) -> RenderableType:
        """Key by key; what is under way is left to the prompt."""
        shown = {key: value for key, value in view["table"].items() if key != "agenda"}
        return Group(Text(self.title, "bold"), *outline(shown, 2))

    def ending(self, match: Match) -> RenderableType:
        """The outcome says it all."""
        return ""


def outline(value: Any, depth: int) -> Iterator[RenderableType]:
    """A value line by line; short ones stand beside their key."""
    named = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in named:
        words = f"{key}: ".replace("_", " ")
        if is_short(part):
            yield Padding(Text(words + spelt(part)), (0, 0, 0, depth), expand=False)
        else:
            yield Padding(Text(words.rstrip()), (0, 0, 0, depth), expand=False)
            yield from outline(part, depth + 2)


def is_short(value: Any) -> bool:
    """One value, or a plain list of them."""
    parts = value if isinstance(value, list) else value.values() if isinstance(value, dict) else ()
    return not any(isinstance(part, dict | list) for part in parts)


def spelt(value: Any) -> str:
    """A short value in words."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {spelt(part)}" for key, part in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(spelt, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


DRAWINGS: dict[str, Callable[[LoadedPack], Drawing]] = {
    "cursed-earth": CursedEarthDrawing,
    "helter-skelter": HelterSkelterDrawing,
}


def drawing_for(pack: LoadedPack) -> Drawing:
    """The game's own drawing, or the outline."""
    return DRAWINGS.get(pack.game.id, Outline)(pack)
