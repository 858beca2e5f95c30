"""A map of Helter Skelter in characters: the outlines drawn as lines, and room for labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from adjudge.games.helter_skelter.geometry import Stretch, places, stretches
from adjudge.games.helter_skelter.map_schema import Map, Point
from adjudge.games.helter_skelter.sightlines import distance
from adjudge.terminal.screen import FAINT

# What a line between two places can be, the strongest last.
NOTHING, BORDER, FALL, HIGH, WALL = range(5)
LINE_STYLES = ("", FAINT, "#f25fc3", "bold #f1f4fa", "bold #e3ea54")
HATCH, HATCH_STYLE = "╱", "#a04890"
SHADE, SHADE_STYLE = "░", "dim #46566f"

# A character for every way that lines meet: up, right, down, left, each nothing, thin or heavy.
ARMS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
DOUBLE_ARMS = " ═║╗══╔╦║╝║╣╚╩╠╬"

Cell = tuple[int, int]  # row and column
Pieces = Sequence[tuple[str, str]]  # words with their styles


@dataclass(frozen=True)
class Room:
    """The cells of a space that no line crosses: where it can be written on."""

    disc: Cell
    rows: Mapping[int, list[int]] = field(default_factory=dict)  # columns by row


class Raster:
    """A board in so many columns: which place every corner of a cell lies on, and the lines."""

    def __init__(self, board: Map, width: int, height: int) -> None:
        self.board = board
        self.width = width
        self.height = height
        self.scale = (board.size[0] / (width - 1), board.size[1] / (height - 1))
        self.corners = without_specks([self.corner_row(i) for i in range(height + 1)])
        self.edges = edges_by_places(board)
        self.lines = {
            (row, column): sign
            for row in range(height)
            for column in range(width)
            if (sign := self.sign_at(row, column)) is not None
        }
        self.rooms = {space.number: self.room(space.number, space.at) for space in board.space}

    def corner_row(self, i: int) -> list[int]:
        """The places at the corners of cells, from left to right; 0 is none."""
        y = (i - 0.5) * self.scale[1]
        row = [0] * (self.width + 1)
        for place, outline in places(self.board):
            ends = crossings(outline, y)
            for left, right in zip(ends[::2], ends[1::2], strict=True):
                for j in range(self.width + 1):
                    if left <= (j - 0.5) * self.scale[0] < right:
                        row[j] = place
        return row

    def sign_at(self, row: int, column: int) -> tuple[str, str] | None:
        """The line that runs through a cell, with its style; None where all is one place."""
        above, below = self.corners[row], self.corners[row + 1]
        nw, ne, sw, se = above[column], above[column + 1], below[column], below[column + 1]
        if nw == ne == sw == se:
            return None
        arms = [
            self.edge(nw, ne, column, row - 0.5),
            self.edge(ne, se, column + 0.5, row),
            self.edge(sw, se, column, row + 0.5),
            self.edge(nw, sw, column - 0.5, row),
        ]
        return line_sign(arms), LINE_STYLES[max(arms)]

    def edge(self, a: int, b: int, column: float, row: float) -> int:
        """What separates two places about there."""
        if a == b:
            return NOTHING
        x, y = column * self.scale[0], row * self.scale[1]
        known = self.edges.get(frozenset({a, b}))
        if known is None:
            touching = [found for pair, found in self.edges.items() if pair & {a, b} - {0}]
            known = [each for found in touching for each in found]
        return min(known, key=lambda each: distance(each[1], x, y))[0]

    def room(self, number: int, at: Point) -> Room:
        """The cells that are the space's alone."""
        disc = self.cell(at)
        rows: dict[int, list[int]] = {}
        for row in range(self.height):
            for column in range(self.width):
                if (row, column) not in self.lines and self.corners[row][column] == number:
                    rows.setdefault(row, []).append(column)
        return Room(disc, rows)

    def cell(self, at: Point) -> Cell:
        """Where a point of the board lies."""
        return round(at[1] / self.scale[1]), round(at[0] / self.scale[0])

    def place_at(self, cell: Cell) -> int:
        """The place of a cell without a line."""
        return self.corners[cell[0]][cell[1]]


def without_specks(corners: list[list[int]]) -> list[list[int]]:
    """A part of a place cut off from the rest of it is too small to be read: it joins its left."""
    parts: dict[int, list[set[Cell]]] = {}
    seen: set[Cell] = set()
    for i, row in enumerate(corners):
        for j, place in enumerate(row):
            if (i, j) not in seen:
                part = connected(corners, (i, j))
                seen |= part
                parts.setdefault(place, []).append(part)
    for found in parts.values():
        for part in sorted(found, key=len)[:-1]:
            for i, j in sorted(part):
                corners[i][j] = corners[i][max(0, j - 1)]
    return corners


def connected(corners: list[list[int]], start: Cell) -> set[Cell]:
    """The corners of the same place that can be reached from one."""
    place = corners[start[0]][start[1]]
    found, waiting = {start}, [start]
    while waiting:
        i, j = waiting.pop()
        for near in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
            inside = 0 <= near[0] < len(corners) and 0 <= near[1] < len(corners[0])
            if inside and near not in found and corners[near[0]][near[1]] == place:
                found.add(near)
                waiting.append(near)
    return found


def crossings(outline: Sequence[Point], y: float) -> list[float]:
    """Where a level line crosses an outline, from left to right."""
    found = []
    for i, (bx, by) in enumerate(outline):
        ax, ay = outline[i - 1]
        if (ay <= y) != (by <= y):
            found.append(ax + (y - ay) * (bx - ax) / (by - ay))
    return sorted(found)


def edges_by_places(board: Map) -> dict[frozenset[int], list[tuple[int, Stretch]]]:
    """Every stretch of outline with what it is, by the two places beside it; 0 is outside."""
    high = {space.number for space in board.space if space.high}
    found: dict[frozenset[int], list[tuple[int, Stretch]]] = {}
    for stretch in stretches(board):
        beside = frozenset(stretch.places if len(stretch.places) == 2 else [*stretch.places, 0])
        found.setdefault(beside, []).append((kind_of(stretch, beside, high), stretch))
    return found


def kind_of(stretch: Stretch, beside: frozenset[int], high: set[int]) -> int:
    """HS-WALL-04, HS-HIGH-02, HS-FALL-02, HS-SPACE-05: how a line is marked."""
    if stretch.wall:
        return WALL
    if 0 not in beside and len(beside & high) == 1:
        return HIGH
    return FALL if min(beside) < 0 else BORDER


def line_sign(arms: Sequence[int]) -> str:
    """The character for lines that meet; a wall is heavy, high ground double, the rest thin."""
    if WALL not in arms and arms.count(HIGH) > 1:
        return DOUBLE_ARMS[sum(8 >> i for i, arm in enumerate(arms) if arm)]
    weights = [2 if arm == WALL else 1 if arm else 0 for arm in arms]
    return ARMS[27 * weights[0] + 9 * weights[1] + 3 * weights[2] + weights[3]]


# Writing on it


class Picture:
    """A raster with something written on it."""

    def __init__(self, raster: Raster, dark: Callable[[int], bool] | None = None) -> None:
        self.raster = raster
        self.cells: dict[Cell, tuple[str, str]] = {}
        for row in range(raster.height):
            for column in range(raster.width):
                self.cells[row, column] = self.ground((row, column), dark)
        self.written: set[Cell] = set()

    def ground(self, cell: Cell, dark: Callable[[int], bool] | None) -> tuple[str, str]:
        """A line, the hatching of a fall, a shade on what is dark, or nothing."""
        line = self.raster.lines.get(cell)
        if line is not None:
            return line
        place = self.raster.place_at(cell)
        if place < 0:
            return HATCH, HATCH_STYLE
        return (SHADE, SHADE_STYLE) if place and dark is not None and dark(place) else (" ", "")

    def write(self, number: int, name: Pieces, tokens: Iterable[Pieces]) -> None:
        """A space's name at its disc, and as many tokens around it as there is room for."""
        room = self.raster.rooms[number]
        self.fit(room, name, 0)
        waiting = list(tokens)
        while waiting and self.fit(room, waiting[0], 1):
            waiting.pop(0)
        if waiting:
            self.crowd(room, len(waiting))

    def crowd(self, room: Room, left_out: int) -> None:
        """There are more than there is room for: a sign instead of the rest."""
        self.fit(room, [(f"+{left_out}", "bold")], 0)

    def fit(self, room: Room, token: Pieces, gap: int) -> bool:
        """Write a token where it fits nearest to the disc; whether it did."""
        length = sum(len(words) for words, style in token)
        best: tuple[float, Cell] | None = None
        for row, columns in room.rows.items():
            for start in starts(row, columns, length, self.written, gap):
                far = out_of_the_way(room.disc, row, start, length)
                if best is None or far < best[0]:
                    best = far, (row, start)
        if best is not None:
            self.put(best[1], token)
        return best is not None

    def put(self, cell: Cell, token: Pieces) -> None:
        """Write at a cell and to the right of it."""
        row, column = cell
        for words, style in token:
            for letter in words:
                self.cells[row, column] = letter, style
                self.written.add((row, column))
                column += 1

    def trace(self, start: Point, end: Point, crosses: Iterable[Point], style: str) -> None:
        """A dotted line between two points, crossed where it is blocked."""
        steps = self.raster.width
        for i in range(steps + 1):
            x = start[0] + (end[0] - start[0]) * i / steps
            y = start[1] + (end[1] - start[1]) * i / steps
            self.dot(self.raster.cell((round(x), round(y))), "•", style)
        for point in crosses:
            self.cells[self.raster.cell(point)] = "✗", "bold red"

    def dot(self, cell: Cell, sign: str, style: str) -> None:
        """A point of a line, where nothing is written."""
        if cell not in self.written:
            self.cells[cell] = sign, style

    def lines(self) -> list[Text]:
        """Row by row."""
        return [
            Text.assemble(*(self.cells[row, column] for column in range(self.raster.width)))
            for row in range(self.raster.height)
        ]


def out_of_the_way(disc: Cell, row: int, start: int, length: int) -> float:
    """How unfit a place is for a token: far from the disc, above it, or to its left."""
    middle = start + (length - 1) / 2
    left = 6 if row == disc[0] and middle < disc[1] - 1 else 0
    return 3 * abs(row - disc[0]) + (row < disc[0]) + abs(middle - disc[1]) + left


def starts(
    row: int, columns: Sequence[int], length: int, written: set[Cell], gap: int
) -> Iterable[int]:
    """Where in a row so many cells in a line are free, with a gap to what is written already."""
    free = {column for column in columns if (row, column) not in written}
    for column in columns:
        inside = all(column + i in free for i in range(length))
        apart = all(
            (row, column - 1 - i) not in written and (row, column + length + i) not in written
            for i in range(gap)
        )
        if inside and apart:
            yield column
