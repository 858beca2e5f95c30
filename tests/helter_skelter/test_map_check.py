"""The check of maps: each way to be wrong is refused with its path, its value and its rule."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from adjudge import Invalid
from adjudge.games.helter_skelter.geometry import survey
from adjudge.games.helter_skelter.map_check import (
    check_map,
    check_map_cards,
    check_outlines,
    check_overlaps,
    check_starts,
    check_stretches,
    check_walks,
    check_ways,
    report,
    starts_report,
    walks,
    warnings,
)
from adjudge.games.helter_skelter.map_schema import Fall, Map, Space, Wall
from tests.helter_skelter.small_maps import (
    MAPS,
    board,
    ground_of,
    printed_map,
    printed_multiplayer,
)

HALL, BLOCKS = MAPS


def refused(map_id: str, change: Callable[[Map], object]) -> str:
    """What is said of a printed map after a change."""
    changed = printed_map(map_id)
    change(changed)
    with pytest.raises(Invalid) as problem:
        check_map(map_id, changed)
    return str(problem.value)


@pytest.mark.parametrize("map_id", MAPS)
def test_the_printed_maps_pass(map_id: str) -> None:
    check_map(map_id, printed_map(map_id))
    check_starts(map_id, ground_of(map_id), printed_multiplayer())


# Numbers


@pytest.mark.proves("HS-SPACE-02")
def test_a_map_has_forty_spaces() -> None:
    said = refused(HALL, lambda m: m.space.pop())
    assert said == "grand-hall.space: 39 spaces, not 40 [HS-SPACE-02]"


@pytest.mark.proves("HS-SPACE-03")
@pytest.mark.parametrize("number", [1, 0, 41])
def test_each_space_has_its_own_number(number: int) -> None:
    def renumber(m: Map) -> None:
        m.space[3].number = number

    said = refused(HALL, renumber)
    assert said.startswith(f"grand-hall.space[3].number: {number}, where each of 1 to 40")
    assert said.endswith("[HS-SPACE-03]")


def test_the_number_stands_inside_its_space() -> None:
    def move(m: Map) -> None:
        m.space[3].at = m.space[4].at

    said = refused(HALL, move)
    assert said.startswith("grand-hall.space[3].at: [")
    assert said.endswith("is not inside space 4 [HS-SPACE-03]")


def test_an_unknown_key_or_floor_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `colour`"):
        msgspec.convert({"title": "T", "size": [1, 1], "space": [], "colour": 1}, Map)
    space = {"number": 1, "at": [1, 1], "outline": [[0, 0], [2, 0], [0, 2]], "floor": "lava"}
    with pytest.raises(msgspec.ValidationError, match="lava"):
        msgspec.convert({"title": "T", "size": [1, 1], "space": [space]}, Map)


# Shapes


@pytest.mark.parametrize(
    ("outline", "why"),
    [
        ([(0, 0), (100, 100), (100, 0), (0, 100)], "it encloses nothing"),
        ([(0, 0), (100, 100), (100, 0), (0, 90)], "it meets itself near [100, 0]"),
        ([(0, 0), (100, 0), (200, 0)], "it encloses nothing"),
        ([(0, 0), (0, 0), (100, 0), (0, 100)], "[0, 0] stands twice"),
        ([(0, 0), (201, 0), (0, 100)], "[201, 0] is off the board"),
        ([(0, 0), (100, 0), (100, 100), (0, 100), (0, -1)], "[0, -1] is off the board"),
        ([(0, 0), (100, 0), (150, 0), (100, 0), (0, 100)], "it meets itself near [150, 0]"),
        ([(50, 0), (0, 0), (100, 0), (100, 100), (0, 100)], "it meets itself near [0, 0]"),
        ([(0, 0), (100, 0), (50, 100), (50, 0), (0, 100)], "it meets itself near [50, 100]"),
    ],
)
def test_an_outline_does_not_cross_itself(outline: list[tuple[int, int]], why: str) -> None:
    row = board("12")
    row.space[0].outline = outline
    with pytest.raises(Invalid) as problem:
        check_outlines("m", row)
    assert str(problem.value) == f"m.space[0].outline: space 1: {why} [HS-SPACE-05]"


@pytest.mark.proves("HS-SPACE-05")
def test_no_two_places_overlap() -> None:
    row = board("12f")
    check_overlaps("m", row)
    row.fall[0].outline[0] = (199, 0)
    with pytest.raises(Invalid) as problem:
        check_overlaps("m", row)
    assert str(problem.value) == "m.fall[0].outline: fall 1 overlaps space 2 [HS-SPACE-05]"
    inside = board("12")
    inside.fall.append(Fall([(10, 10), (20, 10), (10, 20)]))
    with pytest.raises(Invalid, match="fall 1 overlaps space 1"):
        check_overlaps("m", inside)


@pytest.mark.proves("HS-SPACE-05")
@pytest.mark.parametrize(
    ("rows", "wall", "why"),
    [
        (("1.2",), None, "nothing lies beside space 1, and the map does not end there"),
        (("12",), ((50, 10), (50, 90)), "a wall on no outline"),
        (("12",), ((100, 50), (100, 150)), "a wall on no outline"),
        (("12",), ((0, 0), (0, 100)), "a wall on the outer edge"),
    ],
)
def test_each_stretch_is_border_wall_fall_or_outer_edge(
    rows: tuple[str, ...], wall: tuple[tuple[int, int], tuple[int, int]] | None, why: str
) -> None:
    found = board(*rows, walls=[wall] if wall else [])
    with pytest.raises(Invalid) as problem:
        check_stretches("m", found)
    assert str(problem.value).startswith("m: [")
    assert str(problem.value).endswith(f": {why} [HS-SPACE-05]")


@pytest.mark.proves("HS-SPACE-05")
def test_the_same_place_given_twice_is_refused() -> None:
    row = board("12")
    row.fall.append(Fall(list(row.space[0].outline)))
    with pytest.raises(Invalid, match="space 1 and fall 1 lie on the same side"):
        check_stretches("m", row)


@pytest.mark.proves("HS-SPACE-05")
def test_a_moved_corner_leaves_a_gap_or_an_overlap() -> None:
    def shift(m: Map) -> None:
        x, y = m.space[19].outline[0]
        m.space[19].outline[0] = (x + 2, y + 1)

    assert refused(HALL, shift).endswith("[HS-SPACE-05]")


def test_a_wall_has_a_length() -> None:
    said = refused(HALL, lambda m: m.wall.insert(0, Wall(((5, 5), (5, 5)))))
    assert said == "grand-hall.wall[0].line: [5, 5] twice [HS-WALL-01]"


# High ground and falls


@pytest.mark.proves("HS-HIGH-01")
def test_only_the_grand_hall_has_high_ground() -> None:
    def lower(m: Map) -> None:
        for space in m.space:
            space.high = False

    def lift(m: Map) -> None:
        m.space[0].high = True

    assert refused(HALL, lower) == "grand-hall.space: 0 high-ground spaces [HS-HIGH-01]"
    assert refused(BLOCKS, lift) == "city-blocks.space: 1 high-ground spaces [HS-HIGH-01]"


@pytest.mark.proves("HS-FALL-01")
def test_only_the_city_blocks_have_falls() -> None:
    blocks = printed_map(BLOCKS)
    assert blocks.fall
    with pytest.raises(Invalid, match=r"grand-hall.fall: 4 falls \[HS-FALL-01\]"):
        check_map(HALL, msgspec.structs.replace(blocks, space=lifted(blocks)))
    with pytest.raises(Invalid, match=r"city-blocks.fall: 0 falls \[HS-FALL-01\]"):
        check_map(BLOCKS, msgspec.structs.replace(printed_map(HALL), space=level()))


def lifted(m: Map) -> list[Space]:
    """The spaces of a map, the first on high ground."""
    return [msgspec.structs.replace(m.space[0], high=True), *m.space[1:]]


def level() -> list[Space]:
    """The spaces of the Grand Hall without heights."""
    return [msgspec.structs.replace(space, high=False) for space in printed_map(HALL).space]


# Play


def test_one_can_walk_everywhere() -> None:
    apart = board("12", "34", walls=[((100, 0), (100, 100)), ((100, 100), (100, 200))])
    with pytest.raises(Invalid) as problem:
        check_ways("m", apart, survey(apart))
    assert str(problem.value) == "m.space[1]: no way from space 1 to 2 [HS-SPACE-07]"


def test_every_space_can_be_left_by_a_move() -> None:
    pit = board("123", high="2")
    with pytest.raises(Invalid) as problem:
        check_ways("m", pit, survey(pit))
    assert str(problem.value) == "m.space[0]: no MOVE leaves 1 [HS-HIGH-03]"
    check_ways("m", board("1234", high="1"), survey(board("1234", high="1")))


def test_a_space_that_sees_more_than_a_third_of_the_map_is_warned_of() -> None:
    hall = printed_map(HALL)
    assert warnings(HALL, hall, survey(hall), printed_multiplayer()) == []
    hall.wall.clear()
    said = warnings(HALL, hall, survey(hall), printed_multiplayer())[0]
    assert said.startswith("warning: grand-hall.space[")
    assert said.endswith("other spaces, more than 13 [HS-LOS-04]")
    check_map(HALL, hall)


def test_no_space_is_much_farther_from_the_others() -> None:
    hall = printed_map(HALL)
    ground = survey(hall)
    check_walks(HALL, hall, ground)
    for n in range(1, 41):
        if n not in (1, 10):
            ground.neighbours[n] &= ~(1 << 1)
    ground.neighbours[1] = 1 << 10
    ground.neighbours[10] = 1 << 1 | 1 << 25
    with pytest.raises(Invalid, match=r"grand-hall.space\[0\]: 1 is .* in the mean"):
        check_walks(HALL, hall, ground)


def test_walks_are_counted_in_moves_and_climbs() -> None:
    far = walks(survey(board("1234", high="2")))
    assert far[1][1:5] == [0, 1, 2, 3]
    assert far[4][1:5] == [3, 2, 1, 0]


# Map cards


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ([], "multiplayer: 0 cards, not 1 to 20 [HS-PREP-12]"),
        (list(range(1, 22)), "multiplayer: 21 cards, not 1 to 20 [HS-PREP-12]"),
        ([3, 41], "multiplayer[1]: 41, where numbers from 1 to 40 stand once [HS-PARTS-20]"),
        ([3, 4, 3], "multiplayer[2]: 3, where numbers from 1 to 40 stand once [HS-PARTS-20]"),
    ],
)
def test_twenty_cards_are_left_for_two_players(cards: list[int], said: str) -> None:
    with pytest.raises(Invalid) as problem:
        check_map_cards(cards)
    assert str(problem.value) == said


@pytest.mark.parametrize(
    ("cards", "why"),
    [(list(range(21, 41)), "beside it"), (list(range(1, 21)), "nobody starts on or by")],
)
def test_the_starts_of_two_players_are_spread(cards: list[int], why: str) -> None:
    with pytest.raises(Invalid, match=why):
        check_starts(HALL, ground_of(HALL), cards)


# Figures


@pytest.mark.parametrize("map_id", MAPS)
def test_the_figures_name_what_was_counted(map_id: str) -> None:
    found = printed_map(map_id)
    lines = report(map_id, found, survey(found))
    assert lines[0] == f"{map_id}: {found.title}"
    assert lines[1].startswith("  spaces 40, cover ")
    assert lines[-1].startswith("  longest walk ")
    assert "22 spaces" in starts_report(map_id, survey(found), printed_multiplayer())[0]
