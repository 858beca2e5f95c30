"""Why a line of sight is blocked, in words: for refusals, the terminal, and drawn boards."""

from __future__ import annotations

from math import hypot

from adjudge.games.helter_skelter.geometry import (
    BELOW,
    COVER,
    HIGH,
    OUTSIDE,
    WALL,
    Blocker,
    Stretch,
    blockers,
    space_numbered,
    stretches,
)
from adjudge.games.helter_skelter.map_schema import Map, Point


def distance(stretch: Stretch, x: float, y: float) -> float:
    """From a point to a stretch."""
    (ax, ay), (bx, by) = stretch.line
    dx, dy = bx - ax, by - ay
    part = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return hypot(ax + part * dx - x, ay + part * dy - y)


def why_blocked(board: Map, source: int, blocker: Blocker) -> tuple[str, str]:
    """What is in the way, and the rule that says so."""
    return words_for(board, stretches(board), source, blocker)


def words_for(board: Map, lines: list[Stretch], source: int, blocker: Blocker) -> tuple[str, str]:
    """The same for a map whose stretches are known: for many lines of it."""
    kind, what, point = blocker
    if kind == WALL:
        return wall_words(lines, point), "HS-WALL-02"
    if kind == COVER:
        return f"cover on {what}", "HS-COVER-04"
    if kind == HIGH:
        high = space_numbered(board, source).high
        return f"high ground on {what}", "HS-HIGH-07" if high else "HS-HIGH-05"
    if kind == BELOW:
        return f"{what} is high ground, seen from below", "HS-HIGH-04"
    assert kind == OUTSIDE
    return "the line leaves the map", "HS-RULING-74"


def wall_words(lines: list[Stretch], point: Point) -> str:
    """A wall by the spaces that it parts."""
    walls = [wall for wall in lines if wall.wall]
    nearest = min((distance(wall, *point), sorted(wall.places)) for wall in walls)
    beside = [n for n in nearest[1] if n > 0]
    if len(beside) == 2:
        return f"wall between {beside[0]} and {beside[1]}"
    return f"wall of {beside[0]}"


def parted_by_wall(board: Map, one: int, other: int) -> bool:
    """HS-WALL-01: whether a wall runs along the border of two spaces."""
    return any(s.wall and set(s.places) == {one, other} for s in stretches(board))


def first_blocker(board: Map, source: int, target: int) -> Blocker | None:
    """HS-LOS-04: what blocks the line nearest to its source; None if it is clear."""
    found = blockers(board, source, target)
    return found[0] if found else None
