"""Content types of a map: what its file may hold."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

SPACES = 40

Point = tuple[int, int]
Line = tuple[Point, Point]
Outline = Annotated[list[Point], msgspec.Meta(min_length=3)]
Side = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
Designation = Annotated[int, msgspec.Meta(ge=1, le=SPACES)]
Floor = Literal["plaza", "gallery", "balcony", "stairs", "roof", "room", "corridor", "bridge"]


class Space(msgspec.Struct, forbid_unknown_fields=True):
    """HS-SPACE-03, HS-COVER-01: a numbered place, perhaps with cover or on high ground."""

    number: Designation
    at: Point  # the number disc: lines of sight run between these
    outline: Outline
    floor: Floor
    cover: bool = False
    high: bool = False


class Wall(msgspec.Struct, forbid_unknown_fields=True):
    """HS-WALL-01: a straight wall along the outlines of spaces."""

    line: Line


class Fall(msgspec.Struct, forbid_unknown_fields=True):
    """HS-RULING-75: a place without a number, on which nobody stands."""

    outline: Outline


class Map(msgspec.Struct, forbid_unknown_fields=True):
    """HS-SPACE-01: a board."""

    title: Annotated[str, msgspec.Meta(pattern=r"\S")]
    size: tuple[Side, Side]
    space: list[Space]
    wall: list[Wall] = []
    fall: list[Fall] = []
