"""`sight`: what is seen from a space, and why a line is blocked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from adjudge.games.helter_skelter.geometry import blockers, space_numbered
from adjudge.games.helter_skelter.map_schema import Map
from adjudge.games.helter_skelter.schema import MAP_IDS
from adjudge.games.helter_skelter.sightlines import why_blocked
from adjudge.games.helter_skelter.state import SPACES, STRIDE
from adjudge.kernel.piles import has
from adjudge.terminal.helter_cast import everybody, meant, space_of
from adjudge.terminal.layout import flowing
from adjudge.terminal.screen import RULE, cited

if TYPE_CHECKING:
    from adjudge.terminal.helter_skelter import HelterSkelterDrawing
    from adjudge.terminal.session import Session

USAGE = "sight from where? A character or a space: sight dredd, sight 12, sight dredd wulf."


class Unclear(Exception):
    """A word that names no one place."""


class Sight:
    """Answers about lines of sight from the engine's tables and the map's geometry."""

    def __init__(self, drawing: HelterSkelterDrawing) -> None:
        self.drawing = drawing

    def command(self, session: Session, seat: int, rest: str) -> None:
        """The map lit from one place, or one line explained."""
        view = session.match.view(seat)
        words = rest.split()
        try:
            spots = [self.spot(view["table"], word) for word in words]
        except Unclear as problem:
            session.screen.say(str(problem))
            return
        if len(spots) == 1:
            session.screen.show(self.from_one(view, *spots[0], session.screen.width))
        elif len(spots) == 2:
            session.screen.show(self.between(view, spots[0], spots[1], session.screen.width))
        else:
            session.screen.say(USAGE)

    def spot(self, t: Mapping[str, Any], word: str) -> tuple[int, str | None]:
        """A space, and the character it was named by."""
        if word.isascii() and word.isdigit():
            if not 1 <= int(word[:9]) <= SPACES:
                raise Unclear(f"There is no space {word[:9]}: they are numbered 1 to {SPACES}.")
            return int(word), None
        found = meant(self.drawing.cast, t, word)
        if len(found) != 1:
            names = " or ".join(self.drawing.cast.name(t, id) for id in found)
            raise Unclear(f"{word!r} could be {names}." if found else f"Nobody here is {word!r}.")
        space = space_of(t, found[0])
        if space is None:
            raise Unclear(f"{self.drawing.cast.name(t, found[0])} is not on the map.")
        return space, found[0]

    # What the engine's tables say

    def seen(self, t: Mapping[str, Any], space: int) -> set[int]:
        """HS-LOS-02: the spaces in sight, this one included."""
        mask = self.drawing.facts.sight[MAP_IDS.index(t["map"]) * STRIDE + space]
        return {n for n in range(1, SPACES + 1) if has(mask, n)}

    def steps(self, t: Mapping[str, Any], space: int, other: int) -> str:
        """HS-SHOTGUN-03: how far, as SHOTGUN asks."""
        at = MAP_IDS.index(t["map"]) * STRIDE + space
        if space == other:
            return "same space"
        if has(self.drawing.facts.neighbours[at], other):
            return "1 step"
        return "2 steps" if has(self.drawing.facts.near[at], other) else "beyond SHOTGUN"

    def board(self, t: Mapping[str, Any]) -> Map:
        """The map being played on."""
        return self.drawing.content.maps[MAP_IDS.index(t["map"])]

    # From one place

    def from_one(
        self, view: Mapping[str, Any], space: int, who: str | None, width: int
    ) -> RenderableType:
        """The map with the seen spaces lit; enemies in sight, out of sight, and looking back."""
        t = view["table"]
        seen = self.seen(t, space)
        raster = self.drawing.raster(t, width)
        picture = self.drawing.picture(t, raster, seen, space)
        others = sorted(seen - {space})
        named = f"{self.drawing.cast.name(t, who)} on space {space}" if who else f"Space {space}"
        head = f"{named} sees {', '.join(map(str, others))}; the rest is dark."
        lines = [Text.assemble((head, "bold"), "  ", cited(["HS-LOS-03", "HS-LOS-04"]))]
        enemies = list(self.enemies(view, who))
        lines += self.listed(
            "In sight:",
            [f"{name} on {at} ({self.steps(t, space, at)})" for name, at in enemies if at in seen],
            width,
        )
        lines += self.listed(
            "Out of sight:",
            [
                f"{name} on {at} ({self.first_reason(t, space, at)})"
                for name, at in enemies
                if at not in seen
            ],
            width,
        )
        back = [name for name, at in enemies if space in self.seen(t, at)]
        lines += self.listed("Who sees this space:", back, width)
        return Group(*picture.lines(), *lines)

    def enemies(self, view: Mapping[str, Any], who: str | None) -> Iterator[tuple[str, int]]:
        """Everybody on the map who is not of that character's team, or not of the own."""
        t = view["table"]
        side = next((seat for seat, id, figures in everybody(t) if id == who), view["seat"])
        for seat, id, figures in everybody(t):
            if seat != side and figures["space"] is not None:
                yield self.drawing.cast.name(t, id), figures["space"]

    def listed(self, title: str, found: list[str], width: int) -> list[Text]:
        """A title and what belongs to it, or that there is none."""
        words = [f"{word}{',' if i < len(found) else '.'}" for i, word in enumerate(found, 1)]
        return flowing([Text(f"  {title}", RULE), *map(Text, words or ["nobody."])], width, 4)

    def first_reason(self, t: Mapping[str, Any], space: int, other: int) -> str:
        """What blocks the line first."""
        board = self.board(t)
        return why_blocked(board, space, blockers(board, space, other)[0])[0]

    # One line

    def between(
        self,
        view: Mapping[str, Any],
        source: tuple[int, str | None],
        target: tuple[int, str | None],
        width: int,
    ) -> RenderableType:
        """The line on the map, crossed where it is blocked, and each reason with its rule."""
        t = view["table"]
        a, b = source[0], target[0]
        board = self.board(t)
        found = blockers(board, a, b)
        picture = self.drawing.picture(t, self.drawing.raster(t, width))
        points = [point for kind, what, point in found]
        ends = space_numbered(board, a).at, space_numbered(board, b).at
        picture.trace(*ends, points, "bold red" if found else "bold #76d3f5")
        names = [
            f"{self.drawing.cast.name(t, id)} on {space}" if id else f"space {space}"
            for space, id in (source, target)
        ]
        head = f"From {names[0]} to {names[1]}: "
        if not found:
            words = f"{head}a clear line, {self.steps(t, a, b)}."
            return Group(
                *picture.lines(), Text.assemble((words, "bold"), "  ", cited(["HS-LOS-04"]))
            )
        lines = [Text(f"{head}no line of sight.", "bold")]
        for blocker in found:
            words, rule = why_blocked(board, a, blocker)
            lines.append(Text.assemble(f"  {words}  ", cited([rule])))
        return Group(*picture.lines(), *lines)
