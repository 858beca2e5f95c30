"""The Map: borders, walls, cover, high ground, falls and line of sight, on small maps."""

from __future__ import annotations

import pytest

from adjudge.games.helter_skelter.geometry import blockers, passes_through, where
from adjudge.games.helter_skelter.map_schema import Map, Space
from tests.helter_skelter.small_maps import board, both_ways, in_sight, near, neighbours, reasons

YES = (True, True)
NO = (False, False)
MIDWAY = ((100, 0), (100, 100))  # a wall between the first and the second square of a row
SECOND = ((200, 0), (200, 100))

# Spaces


@pytest.mark.proves("HS-SPACE-06")
def test_two_spaces_that_share_a_border_are_adjacent() -> None:
    row = board("123")
    assert neighbours(row, 1) == {2}
    assert neighbours(row, 2) == {1, 3}
    assert neighbours(row, 3) == {2}


@pytest.mark.proves("HS-SPACE-06", "HS-RULING-51")
def test_meeting_at_a_corner_does_not_make_spaces_adjacent() -> None:
    square = board("12", "34")
    assert neighbours(square, 1) == {2, 3}
    assert neighbours(square, 4) == {2, 3}


def test_a_border_may_be_part_of_a_longer_side() -> None:
    assert neighbours(board("113", "243"), 3) == {1, 4}


# Walls


@pytest.mark.proves("HS-WALL-03")
def test_spaces_separated_by_a_wall_are_not_adjacent() -> None:
    row = board("123", walls=[MIDWAY])
    assert neighbours(row, 1) == set()
    assert neighbours(row, 2) == {3}
    assert near(row, 1) == {1}


@pytest.mark.proves("HS-RULING-76", "HS-WALL-02")
def test_a_border_beside_a_wall_is_enough_and_the_wall_still_blocks() -> None:
    door = board("12", walls=[((100, 40), (100, 100))])
    assert neighbours(door, 1) == {2}
    assert both_ways(door, 1, 2) == NO
    by_the_door = board("12", walls=[((100, 60), (100, 100))])
    assert both_ways(by_the_door, 1, 2) == YES


def test_two_walls_may_close_a_border_together() -> None:
    walls = [((100, 0), (100, 60)), ((100, 100), (100, 40))]
    assert neighbours(board("12", walls=walls), 1) == set()


# Height


@pytest.mark.proves("HS-RULING-52")
def test_height_does_not_part_neighbours_and_a_fall_does() -> None:
    assert neighbours(board("12", high="2"), 1) == {2}
    assert neighbours(board("1f2"), 1) == set()


@pytest.mark.proves("HS-HIGH-04", "HS-LOS-08", "HS-RULING-49")
def test_normal_ground_never_sees_high_ground() -> None:
    row = board("1234", high="24")
    assert not in_sight(row, 1, 2)
    assert not in_sight(row, 1, 4)
    assert not in_sight(row, 3, 4)
    assert in_sight(row, 2, 1)
    assert in_sight(row, 4, 3)


@pytest.mark.proves("HS-HIGH-05", "HS-LOS-10")
@pytest.mark.parametrize("cover", ["", "2"])
def test_high_ground_blocks_for_those_below(cover: str) -> None:
    assert both_ways(board("123", high="2", cover=cover), 1, 3) == NO
    assert both_ways(board("123"), 1, 3) == YES


@pytest.mark.proves("HS-HIGH-06", "HS-COVER-04", "HS-LOS-02")
def test_cover_does_not_block_the_view_from_high_ground() -> None:
    row = board("123", high="1", cover="2")
    assert both_ways(row, 1, 3) == (True, False)


@pytest.mark.proves("HS-HIGH-07", "HS-LOS-07")
def test_other_high_ground_blocks_the_view_down() -> None:
    assert not in_sight(board("123", high="12"), 1, 3)
    assert in_sight(board("123", high="1"), 1, 3)


@pytest.mark.proves("HS-RULING-47")
def test_the_own_high_ground_does_not_block_the_view_down() -> None:
    assert in_sight(board("112", high="1", at={"1": (20, 50)}), 1, 2)


@pytest.mark.proves("HS-LOS-05")
def test_from_high_ground_to_high_ground_only_walls_block() -> None:
    assert both_ways(board("1234", high="134", cover="2"), 1, 4) == YES
    assert both_ways(board("1234", high="134", cover="2", walls=[SECOND]), 1, 4) == NO


@pytest.mark.proves("HS-LOS-06")
def test_a_wall_blocks_the_view_down() -> None:
    assert in_sight(board("123", high="1"), 1, 3)
    assert not in_sight(board("123", high="1", walls=[SECOND]), 1, 3)


# Falls and range


@pytest.mark.proves("HS-FALL-04", "HS-RULING-45", "HS-RULING-75")
def test_a_fall_counts_as_a_space_when_range_is_counted() -> None:
    row = board("12f34")
    assert near(row, 2) == {1, 2, 3}
    assert near(row, 1) == {1, 2}
    assert near(row, 3) == {2, 3, 4}


@pytest.mark.proves("HS-RULING-75", "HS-RULING-43")
def test_two_falls_in_a_row_are_two_steps() -> None:
    assert near(board("1fg2"), 1) == {1}
    assert near(board("1ff2"), 1) == {1, 2}


@pytest.mark.proves("HS-RULING-75", "HS-RULING-43")
def test_no_step_onto_a_fall_where_a_wall_stands() -> None:
    assert near(board("1f2", walls=[MIDWAY]), 1) == {1}
    assert near(board("1f2", walls=[SECOND]), 1) == {1}
    assert near(board("1f2", walls=[((100, 0), (100, 90))]), 1) == {1, 2}


@pytest.mark.proves("HS-RULING-45", "HS-RULING-43")
def test_range_goes_round_walls_and_up_and_down_but_never_through() -> None:
    around = board("12", "34", walls=[MIDWAY], high="4")
    assert near(around, 1) == {1, 3, 4}
    assert near(around, 3) == {1, 2, 3, 4}
    assert near(board("123", high="2"), 1) == {1, 2, 3}


@pytest.mark.proves("HS-RULING-45")
def test_the_same_space_is_in_range_and_three_steps_are_not() -> None:
    assert near(board("1234"), 1) == {1, 2, 3}


def test_a_fall_met_at_a_corner_is_not_touched() -> None:
    assert near(board("1.", ".f"), 1) == {1}


@pytest.mark.proves("HS-FALL-07")
def test_falls_do_not_block_line_of_sight() -> None:
    assert both_ways(board("1ff2"), 1, 2) == YES


# Line of sight


@pytest.mark.proves("HS-LOS-12")
@pytest.mark.parametrize(("cover", "high"), [("", ""), ("1", ""), ("", "1"), ("1", "1")])
def test_a_space_always_sees_itself(cover: str, high: str) -> None:
    walled_in = board("1", cover=cover, high=high)
    assert in_sight(walled_in, 1, 1)


@pytest.mark.proves("HS-LOS-03")
def test_the_line_runs_between_the_designations() -> None:
    walls = [((100, 0), (100, 50))]
    assert both_ways(board("12", at={"1": (50, 80), "2": (150, 80)}, walls=walls), 1, 2) == YES
    assert both_ways(board("12", at={"1": (50, 80), "2": (150, 10)}, walls=walls), 1, 2) == NO


@pytest.mark.proves("HS-LOS-04")
def test_on_an_open_map_everybody_sees_everybody() -> None:
    square = board("123", "456", "789")
    for a in range(1, 10):
        for b in range(1, 10):
            assert in_sight(square, a, b)


@pytest.mark.proves("HS-LOS-09", "HS-WALL-02")
def test_a_wall_blocks_between_normal_spaces() -> None:
    assert both_ways(board("123", walls=[SECOND]), 1, 3) == NO
    assert both_ways(board("123", walls=[SECOND]), 1, 2) == YES


@pytest.mark.proves("HS-LOS-11", "HS-COVER-04", "HS-RULING-48")
def test_cover_blocks_but_not_at_the_ends_of_the_line() -> None:
    assert both_ways(board("123", cover="2"), 1, 3) == NO
    assert both_ways(board("123", cover="13"), 1, 3) == YES
    assert both_ways(board("12", cover="2"), 1, 2) == YES


@pytest.mark.proves("HS-RULING-46")
def test_touching_a_corner_of_a_blocking_space_does_not_block() -> None:
    assert both_ways(board("12", "34", cover="23"), 1, 4) == YES
    assert both_ways(board("12", "34", high="23"), 1, 4) == YES


@pytest.mark.proves("HS-RULING-46")
def test_running_along_the_edge_of_a_blocking_space_does_not_block() -> None:
    rows = ("1112", "1342", "5552")
    along = board(*rows, cover="34", at={"1": (50, 100), "2": (350, 100)})
    assert both_ways(shaped(along), 1, 2) == YES


def shaped(found: Map) -> Map:
    """The first space as an L around its neighbours, so that it touches their upper edges."""
    first = found.space[0]
    corners = [(0, 0), (300, 0), (300, 100), (100, 100), (100, 200), (0, 200)]
    found.space[0] = Space(1, first.at, corners, "room")
    return found


@pytest.mark.proves("HS-RULING-46")
@pytest.mark.parametrize("end", [50, 51, 100])
def test_a_wall_blocks_even_at_its_end_point(end: int) -> None:
    assert both_ways(board("12", walls=[((100, 0), (100, end))]), 1, 2) == NO
    assert both_ways(board("12", walls=[((100, 0), (100, 49))]), 1, 2) == YES


@pytest.mark.proves("HS-RULING-46")
def test_a_wall_that_the_line_runs_along_blocks() -> None:
    assert both_ways(board("12", walls=[((80, 50), (120, 50))]), 1, 2) == NO
    assert both_ways(board("12", walls=[((80, 51), (120, 51))]), 1, 2) == YES
    assert both_ways(board("123", walls=[((220, 50), (280, 50))]), 1, 2) == YES


@pytest.mark.proves("HS-RULING-74")
def test_what_lies_outside_the_map_blocks() -> None:
    assert both_ways(board("1.2", "345"), 1, 2) == NO
    assert both_ways(board("1f2", "345"), 1, 2) == YES
    assert both_ways(board("1.2", "345"), 3, 5) == YES


@pytest.mark.proves("HS-RULING-74")
def test_a_corner_of_the_outside_does_not_block() -> None:
    assert both_ways(board("1.", "23"), 1, 3) == YES


@pytest.mark.proves("HS-RULING-74")
def test_along_the_edge_of_the_map_the_line_is_still_on_it() -> None:
    rows = ("13.2", "1452")
    assert both_ways(board(*rows), 1, 2) == YES
    assert both_ways(board(*rows, at={"1": (50, 90)}), 1, 2) == NO


# Reasons


def test_what_blocks_is_named_with_its_place_nearest_first() -> None:
    row = board("12345", cover="2", high="3", walls=[((400, 0), (400, 100))])
    assert blockers(row, 1, 5) == [
        ("cover", 2, (100, 50)),
        ("high", 3, (200, 50)),
        ("wall", ((400, 0), (400, 100)), (400, 50)),
    ]
    assert blockers(board("12", walls=[((120, 50), (80, 50))]), 1, 2)[0][2] == (80, 50)
    assert blockers(row, 5, 1)[0] == ("wall", ((400, 0), (400, 100)), (400, 50))


def test_from_below_and_from_outside_have_their_own_names() -> None:
    assert blockers(board("12", high="2"), 1, 2) == [("below", 2, (150, 50))]
    assert blockers(board("1.2"), 1, 2) == [("outside", 0, (100, 50))]
    assert reasons(board("123", high="23"), 1, 3) == ["below"]


def test_an_unknown_space_has_no_reasons() -> None:
    with pytest.raises(ValueError, match="no space 9"):
        blockers(board("12"), 1, 9)


# Shapes


def test_a_line_into_a_hollow_shape_passes_through_only_its_arms() -> None:
    hollow = [
        (0, 0),
        (300, 0),
        (300, 300),
        (200, 300),
        (200, 100),
        (100, 100),
        (100, 300),
        (0, 300),
    ]
    assert passes_through((50, 200), (250, 200), hollow)
    assert not passes_through((120, 200), (180, 200), hollow)
    assert not passes_through((100, 200), (200, 200), hollow)
    assert not passes_through((150, 350), (150, 100), hollow)
    assert passes_through((150, 350), (150, 99), hollow)
    assert passes_through((10, 10), (20, 20), hollow)


def test_a_diagonal_from_corner_to_corner_passes_through() -> None:
    assert passes_through((-50, -50), (150, 150), [(0, 0), (100, 0), (100, 100), (0, 100)])


def test_a_point_is_inside_on_the_edge_or_beyond() -> None:
    square = [(0, 0), (100, 0), (100, 100), (0, 100)]
    assert [where(p, square) for p in ((50, 50), (100, 50), (0, 0), (101, 50))] == [1, 0, 0, -1]
