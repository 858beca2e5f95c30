"""A map as data for whoever draws it: the outlines, the ways, the sight lines and what blocks them.

Everything is in the units of the map's file, and everything is a fact: a page computes nothing.
"""

from __future__ import annotations

from math import hypot
from typing import Any

from adjudge.games.helter_skelter.geometry import (
    Blocker,
    Ground,
    Stretch,
    blockers_within,
    outer_edge,
    stretches,
)
from adjudge.games.helter_skelter.map_schema import SPACES, Line, Map, Space
from adjudge.games.helter_skelter.sightlines import words_for
from adjudge.kernel.piles import has

MOVE, CLIMB = "move", "climb"
CARDS = {MOVE: 1, CLIMB: 2}  # HS-MOVE-01, HS-CLIMB-01


def drawn(name: str, board: Map, ground: Ground) -> dict[str, Any]:
    """HS-SPACE-01: the whole board, JSON-safe."""
    lines = stretches(board)
    return {
        "name": name,
        "title": board.title,
        "width": board.size[0],
        "height": board.size[1],
        "spaces": [space_data(space) for space in board.space],
        "walls": [[list(point) for point in wall.line] for wall in board.wall],
        "falls": [{"polygon": [list(point) for point in fall.outline]} for fall in board.fall],
        "high_edges": high_edges(board, lines),
        "borders": [points_of(s) for s in lines if is_border(s)],
        "neighbours": {str(n): ways(ground, n) for n in range(1, SPACES + 1)},
        "sight": sights(board, ground, lines),
        "distance": {str(n): distances(ground, n) for n in range(1, SPACES + 1)},
    }


def space_data(space: Space) -> dict[str, Any]:
    """HS-SPACE-03, HS-COVER-01, HS-HIGH-01: a space, and what it is."""
    kinds = [kind for kind, found in (("cover", space.cover), ("high", space.high)) if found]
    return {
        "number": space.number,
        "polygon": [list(point) for point in space.outline],
        "disc": list(space.at),
        "kinds": kinds,
        "floor": space.floor,
    }


def points_of(stretch: Stretch) -> list[list[int]]:
    """The ends of a stretch."""
    return [list(point) for point in stretch.line]


def is_border(stretch: Stretch) -> bool:
    """HS-SPACE-05: between two spaces, and no wall."""
    return not stretch.wall and len(stretch.places) == 2 and min(stretch.places) > 0


def high_edges(board: Map, lines: list[Stretch]) -> list[dict[str, Any]]:
    """HS-HIGH-02: the border between two heights, and the way its arrows point: up."""
    high = {space.number for space in board.space if space.high}
    found = []
    for s in lines:
        up = [(place, side) for place, side in zip(s.places, s.sides, strict=True) if place in high]
        if len(s.places) == 2 and len(up) == 1:
            (ax, ay), (bx, by) = s.line
            length = hypot(bx - ax, by - ay)
            side = up[0][1]
            towards = [round(-(by - ay) / length * side, 4), round((bx - ax) / length * side, 4)]
            line = {"line": points_of(s), "space": up[0][0], "towards": towards}
            found.append(line | {"wall": s.wall})
    return found


def ways(ground: Ground, space: int) -> list[list[Any]]:
    """HS-MOVE-02, HS-MOVE-03, HS-CLIMB-02: every neighbour, how one goes there, and its price."""
    found = []
    for other in range(1, SPACES + 1):
        if has(ground.neighbours[space], other):
            up = has(ground.high, other) and not has(ground.high, space)
            how = CLIMB if up else MOVE
            found.append([other, how, CARDS[how]])
    return found


def sights(
    board: Map, ground: Ground, lines: list[Stretch]
) -> dict[str, dict[str, dict[str, Any] | None]]:
    """HS-LOS-04: from each space to each other, nothing if it is seen, else what blocks first."""
    edge = outer_edge(board)
    numbers = range(1, SPACES + 1)
    found: dict[str, dict[str, dict[str, Any] | None]] = {}
    for source in numbers:
        there = found[str(source)] = {}
        for target in numbers:
            if target != source:
                blocker = blocker_of(board, ground, edge, source, target)
                there[str(target)] = (
                    None if blocker is None else told(board, lines, source, target, blocker)
                )
    return found


def blocker_of(
    board: Map, ground: Ground, edge: list[Line], source: int, target: int
) -> Blocker | None:
    """The first of them; the engine's table says whether there are any."""
    if has(ground.sight[source], target):
        return None
    return blockers_within(board, edge, source, target)[0]


def told(
    board: Map, lines: list[Stretch], source: int, target: int, blocker: Blocker
) -> dict[str, Any]:
    """What is in the way, where, and by which rule."""
    words, rule = words_for(board, lines, source, blocker)
    what, point = blocker[1:]
    return {
        "reason": f"No line to {target}: {words}.",
        "rules": [rule],
        "at": list(point),
        "space": what if isinstance(what, int) and what > 0 else None,
    }


def distances(ground: Ground, space: int) -> dict[str, int]:
    """HS-SHOTGUN-03, HS-FALL-04: one step or two, over falls as well."""
    return {
        str(other): 1 if has(ground.neighbours[space], other) else 2
        for other in range(1, SPACES + 1)
        if other != space and has(ground.near[space], other)
    }
