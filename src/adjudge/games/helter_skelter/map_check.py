"""What a map must be like to be played on, and its figures."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from adjudge.games.helter_skelter.geometry import (
    INSIDE,
    Ground,
    Stretch,
    apart,
    meets,
    on_frame,
    passes_through,
    places,
    sides,
    stretches,
    survey,
    turn_of,
    twice_area,
    where,
)
from adjudge.games.helter_skelter.map_schema import SPACES, Line, Map, Outline, Point
from adjudge.kernel.game import Invalid
from adjudge.kernel.piles import has, size

GRAND_HALL = "grand-hall"
CITY_BLOCKS = "city-blocks"
MOST_NEIGHBOURS = 24  # so that both moves of a RALLY can be listed at once
MOST_SEEN = SPACES // 3  # a space that sees more would be a fort
NEAREST = Fraction(3, 4)  # of the map's mean walk: no space is much closer to all others ...
FARTHEST = Fraction(4, 3)  # ... and none much farther
MOST_MULTIPLAYER = 20
MOST_STARTS_BESIDE = 3


def check_map(map_id: str, board: Map) -> None:
    """Invalid names path, value and rule of the first thing that is wrong with a map."""
    check_numbers(map_id, board)
    check_outlines(map_id, board)
    check_walls(map_id, board)
    check_overlaps(map_id, board)
    check_stretches(map_id, board)
    check_kinds(map_id, board)
    ground = survey(board)
    check_ways(map_id, board, ground)


def check_numbers(map_id: str, board: Map) -> None:
    """HS-SPACE-02, HS-SPACE-03: forty spaces, each with its own number."""
    if len(board.space) != SPACES:
        raise Invalid(f"{map_id}.space: {len(board.space)} spaces, not {SPACES} [HS-SPACE-02]")
    seen: set[int] = set()
    for i, space in enumerate(board.space):
        if space.number in seen or not 1 <= space.number <= SPACES:
            raise Invalid(
                f"{map_id}.space[{i}].number: {space.number}, "
                f"where each of 1 to {SPACES} stands once [HS-SPACE-03]"
            )
        seen.add(space.number)


# Shapes


def paths(map_id: str, board: Map) -> list[str]:
    """Where in the file each place stands, in the order of places()."""
    spaces = [f"{map_id}.space[{i}]" for i in range(len(board.space))]
    return spaces + [f"{map_id}.fall[{i}]" for i in range(len(board.fall))]


def name(place: int) -> str:
    """A place in words."""
    return f"space {place}" if place > 0 else f"fall {-place}"


def check_outlines(map_id: str, board: Map) -> None:
    """HS-SPACE-05: outlines on the board, that do not cross themselves, around their number."""
    for path, (place, outline) in zip(paths(map_id, board), places(board), strict=True):
        why = why_no_outline(board, outline)
        if why:
            raise Invalid(f"{path}.outline: {name(place)}: {why} [HS-SPACE-05]")
    for i, space in enumerate(board.space):
        if where(space.at, space.outline) != INSIDE:
            raise Invalid(
                f"{map_id}.space[{i}].at: {list(space.at)} is not inside space {space.number} "
                f"[HS-SPACE-03]"
            )


def why_no_outline(board: Map, outline: Outline) -> str:
    """What is wrong with an outline, or nothing."""
    off = [p for p in outline if not on_board(board, p)]
    if off:
        return f"{list(off[0])} is off the board"
    for a, b in sides(outline):
        if a == b:
            return f"{list(a)} stands twice"
    if twice_area(outline) == 0:
        return "it encloses nothing"
    crossing = self_crossing(outline)
    return f"it meets itself near {list(crossing)}" if crossing else ""


def on_board(board: Map, p: Point) -> bool:
    """Whether the point lies on the board."""
    return 0 <= p[0] <= board.size[0] and 0 <= p[1] <= board.size[1]


def self_crossing(outline: Outline) -> Point | None:
    """Where two sides meet that should not: neighbours may share their corner and no more."""
    lines = sides(outline)
    for i, (a, b) in enumerate(lines):
        for j in range(i):
            c, d = lines[j]
            if j == i - 1 and d == a:
                bad = folds(c, a, b)
            elif i == len(lines) - 1 and j == 0:
                bad = folds(a, b, d)
            else:
                bad = meets(a, b, c, d)
            if bad:
                return a
    return None


def folds(a: Point, b: Point, c: Point) -> bool:
    """Whether the way from a by b to c turns back on itself."""
    ahead = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
    return turn_of(a, b, c) == 0 and ahead < 0


def check_walls(map_id: str, board: Map) -> None:
    """HS-WALL-01: a wall has a length."""
    for i, wall in enumerate(board.wall):
        if wall.line[0] == wall.line[1]:
            raise Invalid(f"{map_id}.wall[{i}].line: {list(wall.line[0])} twice [HS-WALL-01]")


def check_overlaps(map_id: str, board: Map) -> None:
    """HS-SPACE-05: no place reaches into another."""
    all_paths = paths(map_id, board)
    found = places(board)
    for i, (a, outline) in enumerate(found):
        for b, other in found[:i]:
            if overlap(outline, other):
                raise Invalid(f"{all_paths[i]}.outline: {name(a)} overlaps {name(b)} [HS-SPACE-05]")


def overlap(outline: Outline, other: Outline) -> bool:
    """Whether two places have more in common than edges and corners."""
    if apart(*box(outline), *box(other)):
        return False
    return reaches_into(outline, other) or reaches_into(other, outline)


def box(outline: Outline) -> Line:
    """Two opposite corners of the box around an outline."""
    across = [p[0] for p in outline]
    down = [p[1] for p in outline]
    return (min(across), min(down)), (max(across), max(down))


def reaches_into(outline: Outline, other: Outline) -> bool:
    """Whether a side of the one goes through the inside of the other."""
    return any(passes_through(a, b, other) for a, b in sides(outline))


def check_stretches(map_id: str, board: Map) -> None:
    """HS-SPACE-05: each stretch is one of border, wall, edge of a fall, outer edge of the map."""
    for stretch in stretches(board):
        why = why_no_stretch(board, stretch)
        if why:
            start, end = stretch.line
            raise Invalid(f"{map_id}: {list(start)} to {list(end)}: {why} [HS-SPACE-05]")


def why_no_stretch(board: Map, stretch: Stretch) -> str:
    """What is wrong with a stretch, or nothing. The outer edge is the frame of the board."""
    who = " and ".join(name(place) for place in stretch.places)
    if not stretch.places:
        return "a wall on no outline"
    if len(stretch.places) != len(set(stretch.sides)):
        return f"{who} lie on the same side"
    outer = on_frame(board, *stretch.line)
    if outer and stretch.wall:
        return "a wall on the outer edge"
    if len(stretch.places) == 1 and not outer:
        return f"nothing lies beside {who}, and the map does not end there"
    return ""


def check_kinds(map_id: str, board: Map) -> None:
    """HS-HIGH-01, HS-FALL-01: high ground on the one map, falls on the other."""
    high = [space.number for space in board.space if space.high]
    if bool(high) != (map_id == GRAND_HALL):
        raise Invalid(f"{map_id}.space: {len(high)} high-ground spaces [HS-HIGH-01]")
    if bool(board.fall) != (map_id == CITY_BLOCKS):
        raise Invalid(f"{map_id}.fall: {len(board.fall)} falls [HS-FALL-01]")


# Play


def members(spaces: int) -> list[int]:
    """The designations in a set."""
    return [n for n in range(1, SPACES + 1) if has(spaces, n)]


def walks(ground: Ground) -> list[list[int]]:
    """How many moves and climbs from space to space; -1 where no way leads. Entry 0 is unused."""
    return [[]] + [walks_from(ground, start) for start in range(1, SPACES + 1)]


def walks_from(ground: Ground, start: int) -> list[int]:
    """The shortest walks from one space."""
    far = [-1] * (SPACES + 1)
    far[start] = 0
    queue = [start]
    for n in queue:
        for m in members(ground.neighbours[n]):
            if far[m] < 0:
                far[m] = far[n] + 1
                queue.append(m)
    return far


def check_ways(map_id: str, board: Map, ground: Ground) -> None:
    """One can walk everywhere, and leave every space by a MOVE: so a RALLY can be carried out."""
    far = walks_from(ground, 1)
    for i, space in enumerate(board.space):
        ways = ground.neighbours[space.number]
        if far[space.number] < 0:
            raise Invalid(
                f"{map_id}.space[{i}]: no way from space 1 to {space.number} [HS-SPACE-07]"
            )
        if size(ways) > MOST_NEIGHBOURS:
            raise Invalid(
                f"{map_id}.space[{i}]: {size(ways)} neighbours, more than {MOST_NEIGHBOURS} "
                "[HS-SPACE-06]"
            )
        if not (ways if space.high else ways & ~ground.high):
            raise Invalid(f"{map_id}.space[{i}]: no MOVE leaves {space.number} [HS-HIGH-03]")


def warnings(map_id: str, board: Map, ground: Ground, multiplayer: list[int]) -> list[str]:
    """What the book allows and we advise against: wide views, unfair starts."""
    checks: list[Callable[[], None]] = [
        lambda: check_sight(map_id, board, ground),
        lambda: check_walks(map_id, board, ground),
        lambda: check_starts(map_id, ground, multiplayer),
    ]
    return [f"warning: {problem}" for problem in map(problem_of, checks) if problem]


def problem_of(check: Callable[[], None]) -> str:
    """What a check objects to, if anything."""
    try:
        check()
    except Invalid as problem:
        return str(problem)
    return ""


def check_sight(map_id: str, board: Map, ground: Ground) -> None:
    """Our own demand: nowhere is more than a third of the map in sight."""
    for i, space in enumerate(board.space):
        seen = size(ground.sight[space.number]) - 1
        if seen > MOST_SEEN:
            raise Invalid(
                f"{map_id}.space[{i}]: {space.number} sees {seen} other spaces, "
                f"more than {MOST_SEEN} [HS-LOS-04]"
            )


def mean_walk(far: list[int]) -> Fraction:
    """The mean way to the other spaces."""
    return Fraction(sum(far[1:]), SPACES - 1)


def check_walks(map_id: str, board: Map, ground: Ground) -> None:
    """Our own demand, as starts are dealt: no space is much nearer to all others, or farther."""
    means = [mean_walk(far) for far in walks(ground)[1:]]
    middle = sum(means) / SPACES
    for i, space in enumerate(board.space):
        mean = means[space.number - 1]
        if not NEAREST * middle <= mean <= FARTHEST * middle:
            raise Invalid(
                f"{map_id}.space[{i}]: {space.number} is {float(mean):.2f} moves from the others "
                f"in the mean, where the map's mean is {float(middle):.2f} [HS-PREP-12]"
            )


# Map cards


def check_map_cards(multiplayer: list[int]) -> None:
    """HS-PARTS-20, HS-PREP-12: some cards have the symbol, and twenty are left for two players."""
    for i, number in enumerate(multiplayer):
        if not 1 <= number <= SPACES or number in multiplayer[:i]:
            raise Invalid(
                f"multiplayer[{i}]: {number}, where numbers from 1 to {SPACES} stand once "
                f"[HS-PARTS-20]"
            )
    if not 1 <= len(multiplayer) <= MOST_MULTIPLAYER:
        raise Invalid(
            f"multiplayer: {len(multiplayer)} cards, not 1 to {MOST_MULTIPLAYER} [HS-PREP-12]"
        )


def check_starts(map_id: str, ground: Ground, multiplayer: list[int]) -> None:
    """Our own demand: the starts of two players reach every part of the map and nowhere crowd."""
    starts = [n for n in range(1, SPACES + 1) if n not in multiplayer]
    for n in range(1, SPACES + 1):
        beside = [m for m in members(ground.neighbours[n]) if m in starts]
        if n in starts and len(beside) > MOST_STARTS_BESIDE:
            raise Invalid(f"multiplayer: on {map_id} {n} has {beside} beside it [HS-PREP-10]")
        if n not in starts and not beside:
            raise Invalid(f"multiplayer: on {map_id} nobody starts on or by {n} [HS-PREP-10]")


# Figures


def report(map_id: str, board: Map, ground: Ground) -> list[str]:
    """The figures of a map, a line each."""
    everywhere = range(1, SPACES + 1)
    far = walks(ground)
    return [
        f"{map_id}: {board.title}",
        f"  spaces {len(board.space)}, cover {size(ground.cover)}, "
        f"high ground {size(ground.high)}, walls {len(board.wall)}, falls {len(board.fall)}",
        "  neighbours " + spread([size(ground.neighbours[n]) for n in everywhere]),
        "  others within two steps " + spread([size(ground.near[n]) - 1 for n in everywhere]),
        "  others in sight " + spread([size(ground.sight[n]) - 1 for n in everywhere]),
        "  mean walk " + spread([float(mean_walk(far[n])) for n in everywhere]),
        f"  longest walk {max(max(row) for row in far[1:])}",
    ]


def starts_report(map_id: str, ground: Ground, multiplayer: list[int]) -> list[str]:
    """The start spaces of two players beside those of four, a line each."""
    everywhere = list(range(1, SPACES + 1))
    two = [n for n in everywhere if n not in multiplayer]
    return [
        f"  {map_id}, starts of two players: {pairs_report(ground, two)}",
        f"  {map_id}, starts of more: {pairs_report(ground, everywhere)}",
    ]


def pairs_report(ground: Ground, starts: list[int]) -> str:
    """How far apart start spaces are, and how many of them see each other."""
    far = walks(ground)
    pairs = [(a, b) for a in starts for b in starts if a != b]
    walk = sum(far[a][b] for a, b in pairs) / len(pairs)
    beside = 100 * sum(far[a][b] == 1 for a, b in pairs) / len(pairs)
    seen = 100 * sum(has(ground.sight[a], b) for a, b in pairs) / len(pairs)
    return (
        f"{len(starts)} spaces, mean walk {walk:.2f}, "
        f"side by side {beside:.1f} %, in sight {seen:.1f} %"
    )


def spread(figures: list[int] | list[float]) -> str:
    """Least, mean and most."""
    mean = sum(figures) / len(figures)
    return f"{min(figures):.3g} to {max(figures):.3g}, mean {mean:.2f}"
