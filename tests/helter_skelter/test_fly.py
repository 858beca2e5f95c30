"""FLY: up to two spaces, over falls and onto high ground, but through no wall."""

from __future__ import annotations

import pytest

from tests.helter_skelter.story import OPEN, Board, Story, card, story

WINGS = card("viktor", "jena", linked="fly viktor")
TEAMS = ("nikolai-dante", "judges")


def viktor_flies(space: int, board: Board = OPEN) -> Story:
    """Viktor has paid for a FLY and is asked where to."""
    s = story({"viktor": space}, teams=TEAMS, hands=[[WINGS]], board=board)
    return s.choose("fly viktor", "pay 1")


def numbers(*spaces: int) -> list[str]:
    """As they are offered."""
    return [str(space) for space in spaces]


TWO_AROUND_12 = numbers(3, 4, 5, 10, 11, 13, 14, 19, 20, 21, 28)


@pytest.mark.proves("HS-FLY-01")
def test_a_fly_costs_one_card_with_the_symbol_linked_to_the_flier() -> None:
    hand = [card("viktor"), WINGS, card("jena", linked="rally jena"), WINGS]
    s = story({"viktor": 12, "jena": 12}, teams=TEAMS, hands=[hand])
    assert (s.offered("fly"), s.why_not("fly jena")) == (["viktor"], "HS-FLY-01")
    s.choose("fly viktor")
    assert s.options == ["pay 2", "pay 4"]
    assert [s.why_not(f"pay {n}") for n in (1, 3)] == ["HS-FLY-01"] * 2
    s.choose("pay 4", "to 14")
    assert (s.space("viktor"), s.hand(0), s.discard(0)) == (14, [1, 2, 3], [4])


@pytest.mark.proves("HS-FLY-01")
def test_only_ones_own_living_figures_on_the_map_fly() -> None:
    hand = [WINGS, card("jena", linked="fly jena"), card("elena")]
    s = story({"elena": 12, "dredd": 12}, teams=TEAMS, hands=[hand], dead=["viktor"])
    refusals = [s.why_not(f"fly {id}") for id in ("viktor", "jena", "dredd", "elena")]
    assert refusals == ["HS-DMG-03", "HS-RULING-08", "HS-PREP-04", "HS-FLY-01"]
    assert s.offered("fly") == []


@pytest.mark.proves("HS-FLY-02")
def test_a_fly_goes_one_or_two_spaces_and_not_three() -> None:
    s = viktor_flies(12)
    assert s.offered("to") == TWO_AROUND_12
    assert [s.why_not(f"to {space}") for space in (9, 15, 36, 6, 22)] == ["HS-FLY-02"] * 5
    for space in (13, 14, 21):
        assert Story(s.match.copy()).choose(f"to {space}").space("viktor") == space


@pytest.mark.proves("HS-FLY-03", "HS-RULING-43")
def test_a_fly_enters_and_crosses_high_ground_for_the_one_card() -> None:
    board = Board(high=(4, 11, 13, 14, 20))
    s = viktor_flies(12, board)
    assert s.offered("to") == TWO_AROUND_12
    for space in (13, 14, 10):
        twin = Story(s.match.copy()).choose(f"to {space}")
        assert (twin.space("viktor"), twin.discard(0), twin.in_window) == (space, [1], True)


@pytest.mark.proves("HS-RULING-43", "HS-WALL-01")
def test_walls_stop_a_fly_on_both_of_its_steps() -> None:
    s = viktor_flies(12, Board(walls=((12, 13), (11, 10))))
    assert s.offered("to") == numbers(3, 4, 5, 11, 19, 20, 21, 28)
    assert [s.why_not(f"to {space}") for space in (13, 14, 10)] == ["HS-FLY-02"] * 3


@pytest.mark.proves("HS-RULING-43")
def test_a_fly_goes_round_a_wall_if_another_way_is_as_short() -> None:
    """To 5 there are two ways, over 4 and over 13."""
    assert viktor_flies(12, Board(walls=((4, 5),))).offered("to") == TWO_AROUND_12
    s = viktor_flies(12, Board(walls=((4, 5), (5, 13))))
    assert s.offered("to") == numbers(3, 4, 10, 11, 13, 14, 19, 20, 21, 28)
    assert s.why_not("to 5") == "HS-FLY-02"


@pytest.mark.proves("HS-FALL-05", "HS-FLY-04", "HS-RULING-43")
def test_a_fly_crosses_a_fall_which_is_one_of_its_two_steps() -> None:
    """The fall lies between 12 and 13, and touches 4 above and 20 below as well."""
    s = viktor_flies(12, Board(falls=(2,)))
    assert s.offered("to") == numbers(3, 4, 5, 10, 11, 13, 19, 20, 21, 28)
    assert s.why_not("to 14") == "HS-FLY-02"
    s.choose("to 13")
    assert s.space("viktor") == 13
    assert viktor_flies(4, Board(falls=(2,))).offered("to") == numbers(2, 3, 5, 6, 11, 12, 13, 20)


@pytest.mark.proves("HS-FALL-06", "HS-FLY-05")
def test_a_fly_does_not_end_on_a_fall() -> None:
    """Falls have no number: nothing but spaces of the map is offered or can be named."""
    s = viktor_flies(12, Board(falls=(2,)))
    assert s.offered("to") == numbers(3, 4, 5, 10, 11, 13, 19, 20, 21, 28)
    assert [s.why_not(f"to {place}") for place in ("41", "fall", "0")] == ["HS-SPACE-03"] * 3
    assert s.options == [f"to {space}" for space in s.offered("to")]


@pytest.mark.proves("HS-FLY-05", "HS-FALL-06", "HS-RULING-43")
@pytest.mark.parametrize(
    ("board", "start", "ways", "far"),
    [
        (Board(wide_falls=(2,)), 12, (3, 4, 5, 10, 11, 19, 20, 21, 28), 13),
        (Board(falls=(2, 3)), 4, (2, 3, 5, 6, 11, 12, 13, 20), 28),
    ],
)
def test_two_falls_are_too_many_for_a_fly(
    board: Board, start: int, ways: tuple[int, ...], far: int
) -> None:
    """Space, fall, fall, space: beside one another, and one below the other."""
    s = viktor_flies(start, board)
    assert s.offered("to") == numbers(*ways)
    assert s.why_not(f"to {far}") == "HS-FLY-02"


@pytest.mark.proves("HS-RULING-43")
def test_a_wall_along_a_fall_stops_a_fly() -> None:
    s = viktor_flies(12, Board(falls=(2,), walls=((12, 13),)))
    assert s.offered("to") == numbers(3, 4, 5, 10, 11, 19, 20, 21, 28)
    assert s.why_not("to 13") == "HS-FLY-02"


@pytest.mark.proves("HS-RULING-44")
def test_a_fly_does_not_end_where_it_began() -> None:
    s = viktor_flies(12)
    assert s.offered("to") == TWO_AROUND_12
    assert s.why_not("to 12") != ""


@pytest.mark.proves("HS-RULING-44")
def test_a_fly_on_the_spot_is_refused_by_the_ruling_about_it() -> None:
    assert viktor_flies(12).why_not("to 12") == "HS-RULING-44"


@pytest.mark.proves("HS-RULING-44")
def test_without_a_space_to_enter_there_is_no_fly() -> None:
    walls = ((4, 12), (11, 12), (12, 13), (12, 20))
    s = story({"viktor": 12}, teams=TEAMS, hands=[[WINGS]], board=Board(walls=walls))
    assert (s.offered("fly"), s.why_not("fly viktor")) == ([], "HS-FLY-02")
