"""The two maps of the game: content and pictures."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from adjudge.games.helter_skelter.drawing import INK, LEMON, MAGENTA, PAPER, svg
from adjudge.games.helter_skelter.geometry import blockers, stretches, survey
from adjudge.games.helter_skelter.map_check import check_map_cards
from tests.helter_skelter.small_maps import (
    MAPS,
    board,
    ground_of,
    printed_map,
    printed_multiplayer,
    spaces_in,
)

HALL, BLOCKS = MAPS
each_map = pytest.mark.parametrize("map_id", MAPS)


def picture(map_id: str, sight_from: int | None = None) -> ElementTree.Element:
    """The SVG of a map, read."""
    found = printed_map(map_id)
    return ElementTree.fromstring(
        svg(map_id, found, survey(found), printed_multiplayer(), sight_from)
    )


def drawn(tree: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    """All shapes of a kind."""
    return [shape for shape in tree.iter() if shape.get("class") == kind]


# Spaces


@each_map
@pytest.mark.proves("HS-SPACE-02", "HS-SPACE-03")
def test_forty_spaces_each_with_its_own_designation(map_id: str) -> None:
    assert sorted(space.number for space in printed_map(map_id).space) == list(range(1, 41))


@each_map
@pytest.mark.proves("HS-SPACE-05")
def test_every_space_is_enclosed_by_borders_walls_falls_and_the_outer_edge(map_id: str) -> None:
    found = printed_map(map_id)
    width, height = found.size
    for stretch in stretches(found):
        (x, y), (u, v) = stretch.line
        outer = x == u in (0, width) or y == v in (0, height)
        assert len(stretch.places) == (1 if outer else 2)
        assert not (outer and stretch.wall)


@each_map
@pytest.mark.proves("HS-SPACE-06")
def test_adjacency_holds_both_ways(map_id: str) -> None:
    ground = ground_of(map_id)
    for n in range(1, 41):
        assert n not in spaces_in(ground.neighbours[n])
        for m in spaces_in(ground.neighbours[n]):
            assert n in spaces_in(ground.neighbours[m])


@each_map
def test_number_discs_are_clear_of_the_edges(map_id: str) -> None:
    for space in printed_map(map_id).space:
        x, y = space.at
        for i, (bx, by) in enumerate(space.outline):
            ax, ay = space.outline[i - 1]
            twice = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax))
            length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
            beside = 0 <= (x - ax) * (bx - ax) + (y - ay) * (by - ay) <= length**2
            assert twice >= 20 * length or not beside, space.number


@each_map
def test_the_reasons_agree_with_the_table(map_id: str) -> None:
    found = printed_map(map_id)
    ground = survey(found)
    for a in range(1, 41):
        for b in range(1, 41):
            assert (b in spaces_in(ground.sight[a])) == (blockers(found, a, b) == [])


@pytest.mark.proves("HS-HIGH-01", "HS-FALL-01")
def test_high_ground_on_the_one_map_and_falls_on_the_other() -> None:
    assert sum(space.high for space in printed_map(HALL).space) == 8
    assert not any(space.high for space in printed_map(BLOCKS).space)
    assert len(printed_map(BLOCKS).fall) == 4
    assert not printed_map(HALL).fall


@pytest.mark.proves("HS-LOS-08")
def test_nobody_below_sees_a_balcony() -> None:
    ground = ground_of(HALL)
    for n in range(1, 41):
        if n not in spaces_in(ground.high):
            assert not spaces_in(ground.sight[n]) & spaces_in(ground.high)


def test_eighteen_map_cards_have_the_multiplayer_symbol() -> None:
    check_map_cards(printed_multiplayer())
    assert len(printed_multiplayer()) == 18


# Pictures


@each_map
@pytest.mark.proves("HS-WALL-04")
def test_walls_are_yellow(map_id: str) -> None:
    bars = drawn(picture(map_id), "wall")
    assert len(bars) == len(printed_map(map_id).wall)
    assert {bar.get("stroke") for bar in bars} == {LEMON}
    red, green, blue = (int(LEMON[i : i + 2], 16) for i in (1, 3, 5))
    assert min(red, green) > 2 * blue


@each_map
@pytest.mark.proves("HS-COVER-01")
def test_cover_spaces_have_their_number_in_a_black_circle(map_id: str) -> None:
    tree = picture(map_id)
    found = printed_map(map_id)
    black = {(int(d.get("cx", 0)), int(d.get("cy", 0))) for d in drawn(tree, "cover")}
    assert black == {space.at for space in found.space if space.cover}
    assert {d.get("fill") for d in drawn(tree, "cover")} == {"#000"}
    assert {d.get("fill") for d in drawn(tree, "open")} == {PAPER}
    assert len(drawn(tree, "open")) == 40 - len(black)


@pytest.mark.proves("HS-HIGH-02")
def test_high_ground_has_a_double_white_line_with_arrows_towards_it() -> None:
    found = board("12", high="2")
    text = svg("m", found, survey(found), [])
    assert f'class="height" stroke="{PAPER}" stroke-width="8"/>' in text
    assert f'<path d="M100 0L100 100" stroke="{INK}" stroke-width="4"/>' in text
    arrows = re.findall(r'class="arrow" points="([\d.]+),[\d.]+ ([\d.]+)', text)
    assert len(arrows) == 2
    assert all(float(tip) > float(foot) > 100 for tip, foot in arrows)


@pytest.mark.proves("HS-HIGH-02")
def test_all_heights_of_the_grand_hall_are_drawn_and_the_blocks_have_none() -> None:
    high = spaces_in(ground_of(HALL).high)
    steps = [s for s in stretches(printed_map(HALL)) if len(high & set(s.places)) == 1]
    assert len(drawn(picture(HALL), "height")) == len(steps) > 0
    assert not drawn(picture(BLOCKS), "height")


@pytest.mark.proves("HS-FALL-02")
def test_falls_have_a_magenta_outline() -> None:
    shapes = drawn(picture(BLOCKS), "fall")
    assert [shape.get("stroke") for shape in shapes] == [MAGENTA] * 4
    red, green, blue = (int(MAGENTA[i : i + 2], 16) for i in (1, 3, 5))
    assert min(red, blue) > 2 * green


@each_map
def test_the_picture_needs_nothing_from_elsewhere(map_id: str) -> None:
    text = svg(map_id, printed_map(map_id), ground_of(map_id), printed_multiplayer())
    assert "href" not in text
    assert text.count("http") == 1
    assert printed_map(map_id).title in text


@each_map
def test_the_multiplayer_symbol_stands_by_its_numbers(map_id: str) -> None:
    assert len(drawn(picture(map_id), "more")) == 18 + 1  # the legend has one


@each_map
def test_sight_is_lit_with_a_line_each_and_the_rest_is_dark(map_id: str) -> None:
    ground = ground_of(map_id)
    for source in range(1, 41):
        tree = picture(map_id, source)
        seen = len(spaces_in(ground.sight[source]))
        assert len(drawn(tree, "seen")) == seen
        assert len(drawn(tree, "unseen")) == 40 - seen
        assert len(drawn(tree, "sight")) == seen - 1


def test_range_is_drawn_around_what_is_one_and_two_steps_away() -> None:
    found = board("12f34")
    tree = ElementTree.fromstring(svg("m", found, survey(found), [], 2))
    one = {path.get("d") for path in drawn(tree, "range-one")}
    two = {path.get("d") for path in drawn(tree, "range-two")}
    assert "M300 0L300 100" in one
    assert "M300 0L300 100" not in two
    assert "M400 0L400 100" in two
    assert "M200 0L200 100" not in one | two
