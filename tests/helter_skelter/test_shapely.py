"""The tables of both maps against a second opinion: shapely, in floating point, from the files.

Nothing of the geometry of the game is used here: adjacency, two steps and line of sight are worked
out again from the content files and the book's table.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from shapely import LineString, Point, Polygon, unary_union
from shapely.geometry.base import BaseGeometry

from tests.helter_skelter.small_maps import CONTENT, MAPS, ground_of, spaces_in

EPSILON = 1e-3
NUMBERS = range(1, 41)
each_map = pytest.mark.parametrize("map_id", MAPS)


class Opinion:
    """A map as shapely sees it."""

    def __init__(self, map_id: str) -> None:
        tables: dict[str, Any] = tomllib.loads((CONTENT / f"{map_id}.toml").read_text())[map_id]
        spaces = {space["number"]: space for space in tables["space"]}
        self.spaces = {n: Polygon(space["outline"]) for n, space in spaces.items()}
        self.at = {n: Point(space["at"]) for n, space in spaces.items()}
        self.high = {n for n, space in spaces.items() if space.get("high", False)}
        self.cover = {n for n, space in spaces.items() if space.get("cover", False)}
        self.falls = [Polygon(fall["outline"]) for fall in tables.get("fall", [])]
        self.walls = [LineString(wall["line"]) for wall in tables.get("wall", [])]
        self.all_walls = unary_union(self.walls).buffer(EPSILON)
        self.ground = unary_union([*self.spaces.values(), *self.falls]).buffer(EPSILON)

    def open_border(self, a: Polygon, b: Polygon) -> bool:
        """Whether two places share a length of outline where no wall stands."""
        shared = a.boundary.intersection(b.boundary.buffer(EPSILON))
        return bool(shared.difference(self.all_walls).length > 1)

    def adjacent(self, a: int, b: int) -> bool:
        """Whether two spaces share a border."""
        return a != b and self.open_border(self.spaces[a], self.spaces[b])

    def steps(self) -> dict[int, set[int]]:
        """From each place to the next: spaces by number, falls as -1, -2, ..."""
        all_places = dict(self.spaces) | {-1 - i: fall for i, fall in enumerate(self.falls)}
        return {
            a: {b for b, other in all_places.items() if a != b and self.open_border(place, other)}
            for a, place in all_places.items()
        }

    def blocking(self, a: int, b: int) -> set[int]:
        """The spaces that block between these two, by the book's table."""
        if a in self.high and b in self.high:
            return set()
        return (self.high if a in self.high else self.high | self.cover) - {a, b}

    def sees(self, a: int, b: int) -> bool | None:
        """Line of sight; None where the line only touches something."""
        if a == b:
            return True
        if b in self.high and a not in self.high:
            return False
        line = LineString([self.at[a], self.at[b]])
        touches = False
        for obstacle in [*self.walls, *(self.spaces[n] for n in self.blocking(a, b))]:
            if passes(line, obstacle):
                return False
            touches = touches or line.distance(obstacle) < EPSILON
        if not self.ground.contains(line):
            return False
        return None if touches else True


def passes(line: LineString, obstacle: BaseGeometry) -> bool:
    """Whether the line goes clearly through a space, or clearly across a wall."""
    if isinstance(obstacle, Polygon):
        return bool(line.intersection(obstacle.buffer(-EPSILON)).length > 0)
    ends = [Point(end) for end in obstacle.coords]
    return line.crosses(obstacle) and all(line.distance(end) > EPSILON for end in ends)


@each_map
@pytest.mark.proves("HS-SPACE-06", "HS-WALL-03")
def test_shapely_finds_the_same_neighbours(map_id: str) -> None:
    opinion, ground = Opinion(map_id), ground_of(map_id)
    for a in NUMBERS:
        assert spaces_in(ground.neighbours[a]) == {b for b in NUMBERS if opinion.adjacent(a, b)}


@each_map
@pytest.mark.proves("HS-RULING-45", "HS-FALL-04")
def test_shapely_finds_the_same_two_steps(map_id: str) -> None:
    steps, ground = Opinion(map_id).steps(), ground_of(map_id)
    for a in NUMBERS:
        two = {a} | steps[a] | {c for b in steps[a] for c in steps[b]}
        assert spaces_in(ground.near[a]) == {n for n in two if n > 0}


@each_map
@pytest.mark.proves("HS-LOS-03", "HS-LOS-04")
def test_shapely_sees_the_same_on_every_line(map_id: str) -> None:
    opinion, ground = Opinion(map_id), ground_of(map_id)
    unsure: list[tuple[int, int]] = []
    for a in NUMBERS:
        for b in NUMBERS:
            seen = opinion.sees(a, b)
            if seen is None:
                unsure.append((a, b))
            else:
                assert seen == (b in spaces_in(ground.sight[a])), (a, b)
    assert unsure == []  # no line of the printed maps comes near enough to a corner for doubt


@each_map
@pytest.mark.proves("HS-SPACE-05")
def test_shapely_finds_no_gap_and_no_overlap(map_id: str) -> None:
    opinion = Opinion(map_id)
    all_places = [*opinion.spaces.values(), *opinion.falls]
    assert all(place.is_valid for place in all_places)
    assert sum(place.area for place in all_places) == unary_union(all_places).area == 1200 * 800
    edges = unary_union([place.boundary for place in all_places]).buffer(EPSILON)
    assert all(edges.contains(wall) for wall in opinion.walls)
    for n, at in opinion.at.items():
        assert opinion.spaces[n].boundary.distance(at) > 20
