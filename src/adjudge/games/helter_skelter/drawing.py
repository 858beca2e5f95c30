"""A map as a picture: one SVG that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import cos, hypot, pi, sin

from adjudge.games.helter_skelter.geometry import (
    INSIDE,
    Ground,
    Stretch,
    space_numbered,
    stretches,
    where,
)
from adjudge.games.helter_skelter.map_schema import SPACES, Fall, Floor, Map, Outline, Point, Space
from adjudge.kernel.piles import has

MARGIN = 40
HEAD = 104  # title
FOOT = 92  # legend
DISC = 17

NIGHT = "#0a0f19"
INK = "#0d1420"
PAPER = "#f1f4fa"
BORDER = "#6484b8"
LEMON = "#e3ea54"  # HS-WALL-04: walls are marked with a yellow outline
MAGENTA = "#f25fc3"  # HS-FALL-02: falls are marked with a magenta outline
SKY = "#76d3f5"
LAMP = "#ffbf3f"
STONE = "#7f93b5"

FLOORS: dict[Floor, tuple[str, str, str]] = {
    "plaza": ("#27476a", "#315478", "M0 0H36V36H0Z M18 0V36 M0 18H36"),
    "gallery": ("#172436", "#1d2d43", "M0 0L36 36 M36 0L0 36"),
    "balcony": ("#51517c", "#5d5d8b", "M0 9H36 M0 27H36"),
    "stairs": ("#1f4650", "#2f6570", "M0 6H36 M0 15H36 M0 24H36 M0 33H36"),
    "roof": ("#223a52", "#2b475f", "M0 0L36 12 M0 18L36 30 M9 0V36"),
    "room": ("#2f2a40", "#3a3450", "M0 0H36 M0 12H36 M0 24H36 M12 0V12 M28 12V24 M6 24V36"),
    "corridor": ("#1c2637", "#263449", "M0 0H36V36H0Z"),
    "bridge": ("#454b58", "#5a6272", "M6 0V36 M18 0V36 M30 0V36"),
}
CAPTIONS = {
    "grand-hall": ("Plaza, four stairs, eight balconies", "Galleries all around"),
    "city-blocks": ("Dan Tanna: the rooftop", "Enid Blyton: the rooms"),
}


def svg(
    map_id: str, board: Map, ground: Ground, multiplayer: list[int], sight_from: int | None = None
) -> str:
    """The map with title and legend; with a space given, what it sees and its range 1 and 2."""
    width = board.size[0] + 2 * MARGIN
    height = board.size[1] + HEAD + FOOT
    shown = stretches(board)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" font-family="Archivo Narrow, '
        f'Roboto Condensed, DejaVu Sans Condensed, Arial Narrow, sans-serif">',
        f"<title>{escape(board.title)}</title>",
        definitions(),
        f'<rect width="{width}" height="{height}" fill="{NIGHT}"/>',
        heading(map_id, board, sight_from),
        f'<g transform="translate({MARGIN} {HEAD})">',
        *floors(board),
        *falls(board.fall),
        *([] if sight_from is None else dark(board, ground, sight_from)),
        *borders(board, shown),
        *heights(board, shown),
        *walls(board),
        *([] if sight_from is None else rings(ground, shown, sight_from)),
        *([] if sight_from is None else sight_lines(board, ground, sight_from)),
        *discs(board, multiplayer),
        "</g>",
        legend(board, sight_from),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def definitions() -> str:
    """Floors, the hatching of falls, and a light from above."""
    floor_patterns = [
        f'<pattern id="{kind}" width="36" height="36" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({-7 + 3 * i})"><rect width="36" height="36" fill="{ground}"/>'
        f'<path d="{lines}" fill="none" stroke="{joint}" stroke-width="1.4"/></pattern>'
        for i, (kind, (ground, joint, lines)) in enumerate(FLOORS.items())
    ]
    hatching = (
        '<pattern id="hatching" width="16" height="16" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(35)"><rect width="16" height="16" fill="#0a0510"/>'
        '<path d="M8 0V16" stroke="#5c2a56" stroke-width="4"/></pattern>'
    )
    light = (
        '<radialGradient id="light" cx=".5" cy=".45" r=".75"><stop offset=".35" '
        'stop-color="#fff" stop-opacity=".03"/><stop offset="1" stop-color="#000" '
        'stop-opacity=".34"/></radialGradient>'
    )
    return f"<defs>{''.join(floor_patterns)}{hatching}{light}</defs>"


def heading(map_id: str, board: Map, sight_from: int | None) -> str:
    """The title, and what lies left and right."""
    left, right = CAPTIONS.get(map_id, ("", ""))
    if sight_from is not None:
        right = f"Sight and range from {sight_from}"
    end = board.size[0] + MARGIN
    return (
        f'<path d="M{MARGIN} 30V66" stroke="{LAMP}" stroke-width="6"/>'
        + words(MARGIN + 18, 60, 38, PAPER, board.title, "start", 700)
        + words(MARGIN, 93, 19, STONE, left, "start")
        + words(end, 93, 19, STONE, right, "end")
    )


def words(
    x: float, y: float, size: int, colour: str, text: str, anchor: str, weight: int = 500
) -> str:
    """A line of text."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{colour}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def points(outline: Outline) -> str:
    """An outline as SVG writes it."""
    return " ".join(f"{x},{y}" for x, y in outline)


def line(a: Point, b: Point, style: str) -> str:
    """A straight line."""
    return f'<path d="M{a[0]} {a[1]}L{b[0]} {b[1]}" {style}/>'


# Ground


def floors(board: Map) -> list[str]:
    """Different places have different floors; every other space is a shade lighter."""
    found = [
        f'<polygon class="floor" points="{points(s.outline)}" fill="url(#{s.floor})"/>'
        f'<polygon points="{points(s.outline)}" fill="#fff" opacity=".0{s.number * 7 % 4 * 2}"/>'
        for s in board.space
    ]
    width, height = board.size
    return [*found, f'<rect width="{width}" height="{height}" fill="url(#light)"/>']


def falls(found: list[Fall]) -> list[str]:
    """HS-FALL-02: a magenta outline, around hatching."""
    return [
        f'<polygon class="fall" points="{points(fall.outline)}" fill="url(#hatching)" '
        f'stroke="{MAGENTA}" stroke-width="6" stroke-linejoin="round"/>'
        for fall in found
    ]


def borders(board: Map, shown: list[Stretch]) -> list[str]:
    """HS-SPACE-05: a thin line wherever two spaces meet, and around the map."""
    style = f'class="border" stroke="{BORDER}" stroke-width="2.2" stroke-linecap="round"'
    width, height = board.size
    frame = (
        f'<rect width="{width}" height="{height}" fill="none" stroke="{BORDER}" stroke-width="3"/>'
    )
    return [line(*s.line, style) for s in shown if min(s.places) > 0] + [frame]


def heights(board: Map, shown: list[Stretch]) -> list[str]:
    """HS-HIGH-02: a double white line, with arrows pointing towards the high-ground space."""
    high = {space.number for space in board.space if space.high}
    found: list[str] = []
    for s in shown:
        up = [side for place, side in zip(s.places, s.sides, strict=True) if place in high]
        if len(s.places) == 2 and len(up) == 1:
            found += double_line(s, up[0])
    return found


def double_line(stretch: Stretch, side: int) -> list[str]:
    """The border between two heights, with arrows to one side of it."""
    a, b = stretch.line
    length = hypot(b[0] - a[0], b[1] - a[1])
    found = [
        line(a, b, f'class="height" stroke="{PAPER}" stroke-width="8"'),
        line(a, b, f'stroke="{INK}" stroke-width="4"'),
    ]
    if stretch.wall or length < 24:
        return found
    count = max(1, round(length / 56))
    x, y = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    for i in range(count):
        part = (i + 0.5) / count * length
        found.append(arrow(a[0] + part * x, a[1] + part * y, -y * side, x * side))
    return found


def arrow(x: float, y: float, ahead: float, down: float) -> str:
    """An arrow head astride the line at x, y, that points along (ahead, down)."""
    tip = (x + 14 * ahead, y + 14 * down)
    left = (x + 3 * ahead - 7 * down, y + 3 * down + 7 * ahead)
    right = (x + 3 * ahead + 7 * down, y + 3 * down - 7 * ahead)
    corners = " ".join(f"{px:.1f},{py:.1f}" for px, py in (tip, left, right))
    return f'<polygon class="arrow" points="{corners}" fill="{PAPER}"/>'


def walls(board: Map) -> list[str]:
    """HS-WALL-04: yellow, in a dark casing; all casings first, so that walls join."""
    casing = f'stroke="{INK}" stroke-width="13" stroke-linecap="round"'
    bar = f'class="wall" stroke="{LEMON}" stroke-width="7" stroke-linecap="round"'
    lines = [wall.line for wall in board.wall]
    return [line(*w, casing) for w in lines] + [line(*w, bar) for w in lines]


# Numbers


def discs(board: Map, multiplayer: list[int]) -> list[str]:
    """HS-COVER-01: numbers in white discs, those of cover spaces in black ones."""
    found: list[str] = []
    for space in board.space:
        if space.cover:
            found += rubble(space)
        found.append(disc(space))
        if space.number in multiplayer:
            found.append(more_players(space.at[0] + DISC - 2, space.at[1] - DISC + 3))
    return found


def disc(space: Space) -> str:
    """A designation: the point from which lines of sight are drawn."""
    x, y = space.at
    fill, ring, ink = ("#000", PAPER, "#fff") if space.cover else (PAPER, INK, INK)
    kind = "cover" if space.cover else "open"
    return (
        f'<circle class="{kind}" cx="{x}" cy="{y}" r="{DISC}" fill="{fill}" stroke="{ring}" '
        f'stroke-width="2.6"/>' + words(x, y + 7, 20, ink, str(space.number), "middle", 700)
    )


def more_players(x: float, y: float) -> str:
    """HS-PARTS-20: the multiplayer symbol, three pips."""
    pips = [(0, -3.2), (-3.4, 2.6), (3.4, 2.6)]
    dots = "".join(f'<circle cx="{x + i:g}" cy="{y + j:g}" r="2.2" fill="{INK}"/>' for i, j in pips)
    return f'<circle class="more" cx="{x:g}" cy="{y:g}" r="8" fill="{SKY}" stroke="{INK}"/>{dots}'


def rubble(space: Space) -> list[str]:
    """Broken stones around a cover space's number, and three dashes below it."""
    x, y = space.at
    found = [
        stone(x + far * cos(turn), y + far * 0.8 * sin(turn), space.number + i)
        for i, (turn, far) in enumerate(scattered(space.number))
        if has_room(space, x + far * cos(turn), y + far * 0.8 * sin(turn))
    ]
    dashes = f'stroke="{PAPER}" stroke-width="3.4" stroke-dasharray="8 4"'
    return [*found, line((x - 16, y + 26), (x + 16, y + 26), dashes)]


def scattered(number: int) -> Iterable[tuple[float, float]]:
    """Directions and distances that look thrown, the same for the same number."""
    for i in range(11):
        yield 2 * pi * (i + number * 0.37) / 11, 34 + (number * 13 + i * 29) % 22


def has_room(space: Space, x: float, y: float) -> bool:
    """Whether a stone lies well inside its space and clear of the dashes."""
    below = abs(x - space.at[0]) < 24 and 14 < y - space.at[1] < 38
    around = [(round(x) + i, round(y) + j) for i in (-13, 13) for j in (-13, 13)]
    return not below and all(where(p, space.outline) == INSIDE for p in around)


def stone(x: float, y: float, shape: int) -> str:
    """A block of one of a few sizes, lying at an angle."""
    long, wide = 9 + shape * 5 % 7, 7 + shape * 3 % 5
    return (
        f'<rect class="rubble" x="{x - long / 2:.1f}" y="{y - wide / 2:.1f}" width="{long}" '
        f'height="{wide}" rx="1.5" fill="#5f7599" stroke="{INK}" stroke-width="1.4" '
        f'transform="rotate({shape * 47 % 90} {x:.1f} {y:.1f})"/>'
    )


# Sight and range


def dark(board: Map, ground: Ground, source: int) -> list[str]:
    """HS-LOS-04: what is seen is lit, the rest lies in the dark."""
    return [
        f'<polygon class="seen" points="{points(s.outline)}" fill="{SKY}" opacity=".2"/>'
        if has(ground.sight[source], s.number)
        else f'<polygon class="unseen" points="{points(s.outline)}" fill="#000" opacity=".58"/>'
        for s in board.space
    ]


def sight_lines(board: Map, ground: Ground, source: int) -> list[str]:
    """HS-LOS-03: a line between the designations, to each space that is seen."""
    start = space_numbered(board, source).at
    style = f'class="sight" stroke="{SKY}" stroke-width="2.6" opacity=".85"'
    lines = [
        line(start, s.at, style)
        for s in board.space
        if has(ground.sight[source], s.number) and s.number != source
    ]
    halo = f'<circle cx="{start[0]}" cy="{start[1]}" r="{DISC + 8}" fill="none" stroke="{LAMP}" '
    return [*lines, halo + 'stroke-width="5"/>']


def rings(ground: Ground, shown: list[Stretch], source: int) -> list[str]:
    """HS-RULING-45: contours around what is one and two steps away, falls counted."""
    near = {n for n in range(1, SPACES + 1) if has(ground.neighbours[source], n)} | {source}
    one = near | beside({source}, shown)
    two = (
        {n for n in range(1, SPACES + 1) if has(ground.near[source], n)} | one | beside(near, shown)
    )
    return contour(two, shown, "two", 'stroke-dasharray="3 9"') + contour(one, shown, "one", "")


def beside(spaces: set[int], shown: list[Stretch]) -> set[int]:
    """HS-RULING-75: the falls that touch one of the spaces where no wall stands."""
    touching = [s.places for s in shown if not s.wall and spaces & set(s.places)]
    return {place for both in touching for place in both if place < 0}


def contour(inside: set[int], shown: list[Stretch], kind: str, dashes: str) -> list[str]:
    """A line around a set of places."""
    style = f'class="range-{kind}" stroke="{LAMP}" stroke-width="4.5" stroke-linecap="round"'
    return [
        line(*s.line, f"{style} {dashes}") for s in shown if len(inside.intersection(s.places)) == 1
    ]


# Legend


def legend(board: Map, sight_from: int | None) -> str:
    """What the signs mean, below the board; only those that the map has."""
    entries = [(wall_sign(), "Wall"), (disc_sign(False), "Open"), (disc_sign(True), "Cover")]
    if any(space.high for space in board.space):
        entries.append((high_sign(), "High ground"))
    if board.fall:
        entries.append((fall_sign(), "Fall"))
    entries.append((more_players(18, 0), "No card with two players"))
    if sight_from is not None:
        entries.append((range_sign(""), "Range 1"))
        entries.append((range_sign('stroke-dasharray="3 9"'), "Range 2"))
    x = MARGIN
    found: list[str] = []
    for sign, text in entries:
        found.append(f'<g transform="translate({x} {board.size[1] + HEAD + 46})">{sign}')
        found.append(words(48, 7, 20, PAPER, text, "start") + "</g>")
        x += 84 + 10 * len(text)
    return "\n".join(found)


def wall_sign() -> str:
    """A piece of wall."""
    return line((2, 0), (36, 0), f'stroke="{LEMON}" stroke-width="7" stroke-linecap="round"')


def disc_sign(cover: bool) -> str:
    """A number disc without its number."""
    fill, ring = ("#000", PAPER) if cover else (PAPER, INK)
    return f'<circle cx="20" cy="0" r="13" fill="{fill}" stroke="{ring}" stroke-width="2.6"/>'


def high_sign() -> str:
    """A double line with an arrow."""
    double = line((2, 8), (38, 8), f'stroke="{PAPER}" stroke-width="8"')
    return double + line((2, 8), (38, 8), f'stroke="{INK}" stroke-width="4"') + arrow(20, 6, 0, -1)


def fall_sign() -> str:
    """A small fall."""
    return (
        '<rect x="3" y="-12" width="34" height="24" fill="url(#hatching)" '
        f'stroke="{MAGENTA}" stroke-width="4"/>'
    )


def range_sign(dashes: str) -> str:
    """A piece of contour."""
    return line((2, 0), (38, 0), f'stroke="{LAMP}" stroke-width="4.5" {dashes}')
