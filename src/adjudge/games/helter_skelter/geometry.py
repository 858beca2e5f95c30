"""The Map: from outlines and walls to neighbours, range and line of sight, without rounding."""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from adjudge.games.helter_skelter.map_schema import SPACES, Line, Map, Point, Space
from adjudge.kernel.piles import bit, has

Part = Fraction | int
Spot = tuple[Part, Part]
Blocker = tuple[str, int | Line, Point]

WALL: Final = "wall"
COVER: Final = "cover"
HIGH: Final = "high"
OUTSIDE: Final = "outside"
BELOW: Final = "below"

INSIDE: Final = 1
ON_EDGE: Final = 0
BEYOND: Final = -1


class Ground:
    """A map as the rules ask for it: a set of spaces for each designation; entry 0 is unused."""

    def __init__(self) -> None:
        self.neighbours: vec[i64] = vec[i64]([0] * (SPACES + 1))
        self.near: vec[i64] = vec[i64]([0] * (SPACES + 1))
        self.sight: vec[i64] = vec[i64]([0] * (SPACES + 1))
        self.high: i64 = 0
        self.cover: i64 = 0


class Edge:
    """A side of an outline, or a wall, with its ends in rising order."""

    def __init__(self, start: Point, end: Point, place: int, turn: int) -> None:
        self.low = min(start, end)
        self.top = max(start, end)
        self.place = place
        self.side = turn if start < end else -turn


class Stretch:
    """A part of outlines that is one thing all along: which places lie on it, and on which side."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.places: list[int] = []  # a space's number; -1, -2, ... for falls
        self.sides: list[int] = []
        self.wall = False


def survey(board: Map) -> Ground:
    """HS-SPACE-06, HS-FALL-04, HS-LOS-04: all that the rules ask of a map."""
    ground = Ground()
    for space in board.space:
        if space.high:
            ground.high |= bit(space.number)
        if space.cover:
            ground.cover |= bit(space.number)
    join(board, ground)
    look(board, ground)
    return ground


# Borders


def places(board: Map) -> list[tuple[int, list[Point]]]:
    """HS-RULING-75: spaces by number, falls as -1, -2, ..., each with its outline."""
    found = [(space.number, space.outline) for space in board.space]
    return found + [(-1 - i, fall.outline) for i, fall in enumerate(board.fall)]


def sides(outline: list[Point]) -> list[Line]:
    """The sides of an outline, in its order."""
    return [(outline[i - 1], outline[i]) for i in range(len(outline))]


def twice_area(outline: list[Point]) -> int:
    """Positive if the outline runs with the x axis turning to the y axis, negative if against."""
    area = 0
    for a, b in sides(outline):
        area += a[0] * b[1] - a[1] * b[0]
    return area


def line_through(a: Point, b: Point) -> tuple[int, int, int]:
    """The same three numbers for every two points of one straight line."""
    x = b[1] - a[1]
    y = a[0] - b[0]
    common = gcd(x, y) if (x, y) > (0, 0) else -gcd(x, y)
    return x // common, y // common, (x * a[0] + y * a[1]) // common


def stretches(board: Map) -> list[Stretch]:
    """HS-SPACE-05: all outlines and walls, cut wherever one begins or ends on their line."""
    lines: dict[tuple[int, int, int], list[Edge]] = {}
    for place, outline in places(board):
        turn = 1 if twice_area(outline) > 0 else -1
        for a, b in sides(outline):
            lines.setdefault(line_through(a, b), []).append(Edge(a, b, place, turn))
    for wall in board.wall:
        a, b = wall.line
        lines.setdefault(line_through(a, b), []).append(Edge(a, b, 0, 0))
    found: list[Stretch] = []
    for edges in lines.values():
        found += stretches_of_line(edges)
    return found


def stretches_of_line(edges: list[Edge]) -> list[Stretch]:
    """HS-RULING-76: two spaces may have a border along one part and a wall along another."""
    ends = sorted({e.low for e in edges} | {e.top for e in edges})
    found: list[Stretch] = []
    for i in range(1, len(ends)):
        stretch = Stretch((ends[i - 1], ends[i]))
        for e in edges:
            if e.low <= ends[i - 1] and ends[i] <= e.top:
                lay_along(stretch, e)
        if stretch.wall or stretch.places:
            found.append(stretch)
    return found


def lay_along(stretch: Stretch, edge: Edge) -> None:
    """The stretch is part of this edge."""
    if edge.place == 0:
        stretch.wall = True
    else:
        stretch.places.append(edge.place)
        stretch.sides.append(edge.side)


def join(board: Map, ground: Ground) -> None:
    """HS-WALL-03, HS-RULING-51, HS-RULING-52: what lies on either side of an open stretch meets."""
    around = vec[i64]([0] * len(board.fall))
    for stretch in stretches(board):
        if stretch.wall or len(stretch.places) != 2:
            continue
        a = max(stretch.places)
        b = min(stretch.places)
        if b > 0:
            ground.neighbours[a] |= bit(b)
            ground.neighbours[b] |= bit(a)
        elif a > 0:
            around[-1 - b] |= bit(a)
    measure(ground, around)


def measure(ground: Ground, around: vec[i64]) -> None:
    """HS-FALL-04, HS-RULING-43, HS-RULING-45, HS-RULING-75: two steps; a fall is one of them."""
    for n in range(1, SPACES + 1):
        ground.near[n] = bit(n) | ground.neighbours[n]
        for m in range(1, SPACES + 1):
            if has(ground.neighbours[n], m):
                ground.near[n] |= ground.neighbours[m]
        for spaces in around:
            if has(spaces, n):
                ground.near[n] |= spaces


# Line of sight


def look(board: Map, ground: Ground) -> None:
    """HS-LOS-03, HS-LOS-12: a line between the designations of every two spaces."""
    edge = outer_edge(board)
    lofty = [space for space in board.space if space.cover or space.high]
    for i, a in enumerate(board.space):
        ground.sight[a.number] |= bit(a.number)
        for b in board.space[:i]:
            if not meets_wall(board, a.at, b.at) and not leaves_map(board, edge, a.at, b.at):
                look_over(lofty, ground, a, b)


def look_over(lofty: list[Space], ground: Ground, a: Space, b: Space) -> None:
    """HS-RULING-47, HS-RULING-49: what lies between counts for each way of looking by itself."""
    cover = False
    high = False
    for space in lofty:
        if space is not a and space is not b and passes_through(a.at, b.at, space.outline):
            cover = cover or space.cover
            high = high or space.high
    if sees(a, b, cover, high):
        ground.sight[a.number] |= bit(b.number)
    if sees(b, a, cover, high):
        ground.sight[b.number] |= bit(a.number)


def sees(source: Space, target: Space, cover: bool, high: bool) -> bool:
    """HS-LOS-05, HS-LOS-07, HS-LOS-08, HS-LOS-10, HS-LOS-11: the book's table, walls apart.

    HS-HIGH-04, HS-FALL-07, HS-RULING-48: falls are not in it, nor are source and target.
    """
    if target.high:
        return source.high
    return not high and (source.high or not cover)


def meets_wall(board: Map, p: Point, q: Point) -> bool:
    """HS-LOS-06, HS-LOS-09, HS-WALL-02, HS-RULING-46: a wall blocks, even at its end point."""
    for wall in board.wall:
        if meets(p, q, wall.line[0], wall.line[1]):
            return True
    return False


def turn_of(a: Point, b: Point, c: Point) -> int:
    """On which side of a line lies a point: the sign says it, 0 is on the line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def apart(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Whether the boxes around two lines are clear of each other: the quick answer."""
    return (
        (p[0] < a[0] and p[0] < b[0] and q[0] < a[0] and q[0] < b[0])
        or (p[0] > a[0] and p[0] > b[0] and q[0] > a[0] and q[0] > b[0])
        or (p[1] < a[1] and p[1] < b[1] and q[1] < a[1] and q[1] < b[1])
        or (p[1] > a[1] and p[1] > b[1] and q[1] > a[1] and q[1] > b[1])
    )


def meets(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Whether two straight lines have a point in common, their ends included."""
    if apart(p, q, a, b) or turn_of(p, q, a) * turn_of(p, q, b) > 0:
        return False
    return turn_of(a, b, p) * turn_of(a, b, q) <= 0


def passes_through(p: Point, q: Point, outline: list[Point]) -> bool:
    """HS-RULING-46: through the inside; a corner touched or an edge run along is not that."""
    left = [turn_of(p, q, corner) for corner in outline]
    if min(left) >= 0 or max(left) <= 0:
        return False
    touched = False
    for i in range(len(outline)):
        if left[i - 1] * left[i] > 0 or not meets(p, q, outline[i - 1], outline[i]):
            continue
        if crosses(p, q, outline[i - 1], outline[i]):
            return True
        touched = True
    if touched:
        return first_inside(p, q, outline) is not None
    return where(p, outline) == INSIDE


def crosses(p: Point, q: Point, a: Point, b: Point) -> bool:
    """Whether each line has one end on either side of the other: the plain case."""
    if turn_of(p, q, a) * turn_of(p, q, b) >= 0:
        return False
    return turn_of(a, b, p) * turn_of(a, b, q) < 0


def first_inside(p: Point, q: Point, outline: list[Point]) -> Fraction | None:
    """How far along the line its first part inside the outline begins, from 0 to 1."""
    cuts = cut(p, q, sides(outline))
    for i in range(1, len(cuts)):
        if where(along(p, q, (cuts[i - 1] + cuts[i]) / 2), outline) == INSIDE:
            return cuts[i - 1]
    return None


def along(p: Point, q: Point, part: Fraction) -> Spot:
    """The point that far along the line."""
    return p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])


def cut(p: Point, q: Point, lines: list[Line]) -> list[Fraction]:
    """Where on its way a line meets others, in order, with its own ends 0 and 1."""
    cuts = {Fraction(0), Fraction(1)}
    for a, b in lines:
        if meets(p, q, a, b):
            cuts.update(met_at(p, q, a, b))
    return sorted(cuts)


def met_at(p: Point, q: Point, a: Point, b: Point) -> list[Fraction]:
    """Where the line meets another that it does meet: one point, or both ends of a shared part."""
    before = turn_of(a, b, p)
    behind = turn_of(a, b, q)
    if before != behind:
        return [Fraction(before, before - behind)]
    x = q[0] - p[0]
    y = q[1] - p[1]
    ends = [Fraction(x * (c[0] - p[0]) + y * (c[1] - p[1]), x * x + y * y) for c in (a, b)]
    return [min(max(end, Fraction(0)), Fraction(1)) for end in ends]


def where(spot: Spot, outline: list[Point]) -> int:
    """INSIDE the outline, ON_EDGE or BEYOND: counts the sides to the right of the point."""
    x, y = spot
    inside = False
    for a, b in sides(outline):
        turn = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
        between = min(a[0], b[0]) <= x <= max(a[0], b[0]) and min(a[1], b[1]) <= y <= max(
            a[1], b[1]
        )
        if turn == 0 and between:
            return ON_EDGE
        if (a[1] > y) != (b[1] > y) and (turn > 0) == (b[1] > a[1]):
            inside = not inside
    return INSIDE if inside else BEYOND


def outer_edge(board: Map) -> list[Line]:
    """HS-RULING-74: where the map ends, but for the sides of its frame, which no line reaches."""
    return [
        s.line
        for s in stretches(board)
        if len(s.places) == 1 and not on_frame(board, s.line[0], s.line[1])
    ]


def on_frame(board: Map, a: Point, b: Point) -> bool:
    """Whether the line runs along a side of the board."""
    width, height = board.size
    return (a[0] == b[0] and a[0] in (0, width)) or (a[1] == b[1] and a[1] in (0, height))


def leaves_map(board: Map, edge: list[Line], p: Point, q: Point) -> bool:
    """HS-RULING-74: the line must stay on spaces and falls."""
    return left_at(board, edge, p, q) is not None


def left_at(board: Map, edge: list[Line], p: Point, q: Point) -> Fraction | None:
    """How far along the line it leaves the map first."""
    cuts = cut(p, q, edge) if edge else []
    if len(cuts) == 2:
        return None
    for i in range(1, len(cuts)):
        if not on_map(board, along(p, q, (cuts[i - 1] + cuts[i]) / 2)):
            return cuts[i - 1]
    return None


def on_map(board: Map, spot: Spot) -> bool:
    """HS-RULING-74: on a space or a fall, or on the edge of one."""
    for place, outline in places(board):
        if where(spot, outline) != BEYOND:
            return True
    return False


# Explanations


def blockers(board: Map, source: int, target: int) -> list[Blocker]:
    """HS-LOS-04: what blocks the line, nearest first; nothing if there is line of sight."""
    return blockers_within(board, outer_edge(board), source, target)


def blockers_within(board: Map, edge: list[Line], source: int, target: int) -> list[Blocker]:
    """The same for a map whose outer edge is known: for many lines of it."""
    a = space_numbered(board, source)
    b = space_numbered(board, target)
    if a is b:
        return []
    found = walls_met(board, a, b) + spaces_between(board, a, b)
    away = left_at(board, edge, a.at, b.at)
    if away is not None:
        found.append((away, OUTSIDE, 0))
    if b.high and not a.high:
        found.append((Fraction(1), BELOW, b.number))
    return [(kind, what, whole(a.at, b.at, part)) for part, kind, what in sorted(found, key=first)]


def space_numbered(board: Map, number: int) -> Space:
    """HS-SPACE-03: each space has its own number."""
    for space in board.space:
        if space.number == number:
            return space
    raise ValueError(f"no space {number}")


def first(found: tuple[Fraction, str, int | Line]) -> Fraction:
    """How far along the line."""
    return found[0]


def whole(p: Point, q: Point, part: Fraction) -> Point:
    """A point of the line in whole units, for drawing."""
    x, y = along(p, q, part)
    return round(x), round(y)


def walls_met(board: Map, a: Space, b: Space) -> list[tuple[Fraction, str, int | Line]]:
    """HS-WALL-02: the walls on the line, and how far along it."""
    found: list[tuple[Fraction, str, int | Line]] = []
    for wall in board.wall:
        start, end = wall.line
        if meets(a.at, b.at, start, end):
            found.append((min(met_at(a.at, b.at, start, end)), WALL, wall.line))
    return found


def spaces_between(board: Map, a: Space, b: Space) -> list[tuple[Fraction, str, int | Line]]:
    """HS-COVER-04, HS-HIGH-05, HS-HIGH-06, HS-HIGH-07: spaces that block, and how far along."""
    found: list[tuple[Fraction, str, int | Line]] = []
    for space in board.space:
        if space is a or space is b or b.high or sees(a, b, space.cover, space.high):
            continue
        begins = first_inside(a.at, b.at, space.outline)
        if begins is not None:
            found.append((begins, HIGH if space.high else COVER, space.number))
    return found
