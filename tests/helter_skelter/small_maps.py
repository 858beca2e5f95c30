"""Small maps for stories: a row of characters is a row of squares, a hundred units each."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from adjudge.games.helter_skelter import map_schema
from adjudge.games.helter_skelter.geometry import Ground, blockers, survey
from adjudge.games.helter_skelter.map_schema import Fall, Line, Map, Outline, Point, Space, Wall

CONTENT = Path(map_schema.__file__).parent / "content"
MAPS = ("grand-hall", "city-blocks")
SQUARE = 100


def printed_map(map_id: str) -> Map:
    """A map of the game."""
    tables = tomllib.loads((CONTENT / f"{map_id}.toml").read_text(encoding="utf-8"))
    return msgspec.convert(tables[map_id], Map)


def printed_multiplayer() -> list[int]:
    """The map cards with the multiplayer symbol."""
    tables = tomllib.loads((CONTENT / "map-cards.toml").read_text(encoding="utf-8"))
    return msgspec.convert(tables["multiplayer"], list[int])


def board(
    *rows: str,
    cover: str = "",
    high: str = "",
    walls: Iterable[Line] = (),
    at: dict[str, Point] | None = None,
) -> Map:
    """Digits are spaces, letters falls, dots lie outside; a place covers a rectangle."""
    spaces = [
        Space(
            int(sign),
            (at or {}).get(sign, middle(rows, sign)),
            rectangle(rows, sign),
            "room",
            sign in cover,
            sign in high,
        )
        for sign in signs(rows)
        if sign.isdigit()
    ]
    falls = [Fall(rectangle(rows, sign)) for sign in signs(rows) if sign.isalpha()]
    size = (SQUARE * len(rows[0]), SQUARE * len(rows))
    return Map("A small map", size, spaces, [Wall(line) for line in walls], falls)


def signs(rows: tuple[str, ...]) -> list[str]:
    """Each place once."""
    return sorted(set("".join(rows)) - {"."})


def reach(rows: tuple[str, ...], sign: str) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a place."""
    across = [x for row in rows for x, found in enumerate(row) if found == sign]
    down = [y for y, row in enumerate(rows) if sign in row]
    edges = (min(across), min(down), max(across) + 1, max(down) + 1)
    return edges[0] * SQUARE, edges[1] * SQUARE, edges[2] * SQUARE, edges[3] * SQUARE


def rectangle(rows: tuple[str, ...], sign: str) -> Outline:
    """The outline of a place."""
    left, top, right, bottom = reach(rows, sign)
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def middle(rows: tuple[str, ...], sign: str) -> Point:
    """Where the number stands, if nothing else is said."""
    left, top, right, bottom = reach(rows, sign)
    return (left + right) // 2, (top + bottom) // 2


def spaces_in(found: int) -> set[int]:
    """A set of spaces, to be read."""
    return {n for n in range(64) if found >> n & 1}


def neighbours(found: Map, number: int) -> set[int]:
    """The spaces adjacent to a space."""
    return spaces_in(survey(found).neighbours[number])


def near(found: Map, number: int) -> set[int]:
    """The spaces at most two steps from a space, itself among them."""
    return spaces_in(survey(found).near[number])


def in_sight(found: Map, source: int, target: int) -> bool:
    """Whether there is line of sight; the reasons given must say the same."""
    seen = target in spaces_in(survey(found).sight[source])
    assert seen == (blockers(found, source, target) == [])
    return seen


def both_ways(found: Map, a: int, b: int) -> tuple[bool, bool]:
    """Line of sight there and back."""
    return in_sight(found, a, b), in_sight(found, b, a)


def reasons(found: Map, source: int, target: int) -> list[str]:
    """The kinds of what blocks, nearest first."""
    return [kind for kind, what, point in blockers(found, source, target)]


def ground_of(map_id: str) -> Ground:
    """The ground of a map of the game."""
    return survey(printed_map(map_id))
