"""MOVE and CLIMB: adjacent spaces, high ground, walls and falls."""

from __future__ import annotations

import pytest

from tests.helter_skelter.story import OPEN, Board, Story, card, story

AROUND_12 = ["4", "11", "13", "20"]


def dredd_moves(space: int, board: Board = OPEN) -> Story:
    """Dredd has paid for a MOVE and is asked where to."""
    return story({"dredd": space}, hands=[[card("dredd")]], board=board).choose(
        "move dredd", "pay 1"
    )


def dredd_may_climb(board: Board, space: int = 12, cards: int = 2) -> Story:
    """Dredd's turn, with as many cards of his."""
    return story({"dredd": space}, hands=[[card("dredd")] * cards], board=board)


# MOVE


@pytest.mark.proves("HS-MOVE-01")
def test_a_move_costs_one_card_with_the_movers_symbol() -> None:
    hand = [card("giant"), card("dredd"), card("giant", "dredd"), card("giant", wild="melee")]
    s = story({"dredd": 12}, hands=[hand])
    s.choose("move dredd")
    assert s.options == ["pay 2", "pay 3"]
    assert [s.why_not(f"pay {n}") for n in (1, 4)] == ["HS-MOVE-01"] * 2
    s.choose("pay 3", "to 13")
    assert (s.space("dredd"), s.hand(0), s.discard(0)) == (13, [1, 2, 4], [3])


@pytest.mark.proves("HS-MOVE-01")
def test_nobody_moves_without_a_card_of_their_own() -> None:
    s = story({"dredd": 12, "giant": 12}, hands=[[card("giant", wild="melee")]])
    assert s.offered("move") == ["giant"]
    assert s.why_not("move dredd") == "HS-MOVE-01"


@pytest.mark.proves("HS-MOVE-01")
def test_only_ones_own_living_figures_on_the_map_move() -> None:
    hand = [card("dredd"), card("giant"), card("anderson")]
    s = story({"dredd": 12, "wulf": 13}, hands=[hand], dead=["giant"])
    assert s.offered("move") == ["dredd"]
    refusals = [s.why_not(f"move {id}") for id in ("giant", "anderson", "wulf")]
    assert refusals == ["HS-DMG-03", "HS-RULING-08", "HS-PREP-04"]


@pytest.mark.proves("HS-MOVE-02", "HS-SPACE-07")
@pytest.mark.parametrize(
    ("space", "beside"),
    [(12, AROUND_12), (1, ["2", "9"]), (8, ["7", "16"]), (36, ["28", "35", "37"])],
)
def test_a_move_goes_to_any_space_that_shares_a_border(space: int, beside: list[str]) -> None:
    s = dredd_moves(space)
    assert s.offered("to") == beside
    for number in beside:
        assert Story(s.match.copy()).choose(f"to {number}").space("dredd") == int(number)


@pytest.mark.proves("HS-MOVE-02")
def test_a_move_goes_neither_across_a_corner_nor_two_spaces_nor_nowhere() -> None:
    s = dredd_moves(12)
    refusals = [s.why_not(f"to {space}") for space in (3, 5, 14, 28, 12)]
    assert refusals == ["HS-MOVE-02"] * 5


@pytest.mark.proves("HS-MOVE-02")
def test_the_only_way_is_taken_without_asking() -> None:
    s = dredd_moves(1, Board(walls=((1, 2),)))
    assert (s.space("dredd"), s.in_window) == (9, True)


@pytest.mark.proves("HS-RULING-07")
def test_friends_and_enemies_stand_together_without_limit() -> None:
    team = ["giant", "anderson", "hershey", "mean-machine"]
    foes = ["middenface", "durham-red", "johnny-alpha", "wulf", "gronk"]
    s = story({"dredd": 12} | dict.fromkeys([*team, *foes], 13), hands=[[card("dredd")]])
    s.choose("move dredd", "pay 1")
    assert s.offered("to") == AROUND_12
    s.choose("to 13")
    assert {s.space(id) for id in ["dredd", *team, *foes]} == {13}


@pytest.mark.proves("HS-RULING-07")
def test_one_climbs_and_flies_onto_an_occupied_space_as_well() -> None:
    hand = [card("dredd"), card("dredd"), card("giant", linked="fly giant")]
    places = {"dredd": 12, "giant": 11, "hershey": 13, "wulf": 13}
    s = story(places, hands=[hand], board=Board(high=(13,)))
    s.choose("climb dredd", "pay 1 2").nobody_interrupts()
    s.choose("fly giant", "pay 3", "to 13")
    assert {s.space(id) for id in places} == {13}


# High ground


@pytest.mark.proves("HS-MOVE-03", "HS-HIGH-03", "HS-SPACE-07")
def test_from_a_normal_space_a_move_does_not_enter_high_ground() -> None:
    s = dredd_moves(12, Board(high=(13, 20)))
    assert s.offered("to") == ["4", "11"]
    assert [s.why_not(f"to {space}") for space in (13, 20)] == ["HS-MOVE-03"] * 2


@pytest.mark.proves("HS-HIGH-03", "HS-CLIMB-02")
def test_a_climb_enters_the_high_ground_that_a_move_does_not() -> None:
    s = dredd_may_climb(Board(high=(13, 20, 14, 5)))
    s.choose("climb dredd", "pay 1 2")
    assert s.offered("to") == ["13", "20"]
    assert [s.why_not(f"to {space}") for space in (4, 11, 14, 5, 12)] == ["HS-CLIMB-02"] * 5
    s.choose("to 20")
    assert s.space("dredd") == 20


@pytest.mark.proves("HS-MOVE-04", "HS-MOVE-05", "HS-RULING-53")
def test_from_high_ground_a_move_goes_along_it_and_down_for_one_card() -> None:
    board = Board(high=(12, 13))
    for space in (13, 11):
        s = dredd_moves(12, board)
        assert s.offered("to") == AROUND_12
        s.choose(f"to {space}")
        assert (s.space("dredd"), s.discard(0)) == (space, [1])


@pytest.mark.proves("HS-CLIMB-03", "HS-RULING-53")
def test_nobody_on_high_ground_climbs() -> None:
    s = dredd_may_climb(Board(high=(12, 13)))
    assert (s.offered("climb"), s.offered("move")) == ([], ["dredd"])
    assert s.why_not("climb dredd") == "HS-CLIMB-03"
    assert dredd_may_climb(Board(high=(13,))).offered("climb") == ["dredd"]


# CLIMB


@pytest.mark.proves("HS-CLIMB-01")
def test_a_climb_costs_two_cards_with_the_climbers_symbol() -> None:
    hand = [card("dredd"), card("giant"), card("dredd", wild="melee"), card("giant", "dredd")]
    s = story({"dredd": 12}, hands=[hand], board=Board(high=(13,)))
    s.choose("climb dredd")
    assert s.options == ["pay 1 3", "pay 1 4", "pay 3 4"]
    assert [s.why_not(f"pay {two}") for two in ("1 2", "2 3", "2 4")] == ["HS-CLIMB-01"] * 3
    s.choose("pay 1 4")
    assert (s.space("dredd"), s.hand(0), s.discard(0)) == (13, [2, 3], [1, 4])


@pytest.mark.proves("HS-CLIMB-01")
def test_one_card_is_not_enough_to_climb() -> None:
    hand = [card("dredd"), card("giant")]
    s = story({"dredd": 12}, hands=[hand], board=Board(high=(13,)))
    assert (s.offered("climb"), s.why_not("climb dredd")) == ([], "HS-CLIMB-01")


@pytest.mark.proves("HS-CLIMB-02")
def test_there_is_no_climb_without_high_ground_beside() -> None:
    s = dredd_may_climb(Board(high=(14, 5)))
    assert (s.offered("climb"), s.why_not("climb dredd")) == ([], "HS-CLIMB-02")


@pytest.mark.proves("HS-CLIMB-01")
def test_only_ones_own_living_figures_on_the_map_climb() -> None:
    hand = [card("dredd", "giant", "anderson"), card("dredd", "giant", "anderson")]
    board = Board(high=(13,))
    s = story({"dredd": 12, "wulf": 12}, hands=[hand], dead=["giant"], board=board)
    assert s.offered("climb") == ["dredd"]
    refusals = [s.why_not(f"climb {id}") for id in ("giant", "anderson", "wulf")]
    assert refusals == ["HS-DMG-03", "HS-RULING-08", "HS-PREP-04"]


# Walls


@pytest.mark.proves("HS-MOVE-06", "HS-WALL-01")
def test_a_move_does_not_go_through_a_wall() -> None:
    s = dredd_moves(12, Board(walls=((12, 13), (12, 20))))
    assert s.offered("to") == ["4", "11"]
    assert [s.why_not(f"to {space}") for space in (13, 20)] == ["HS-MOVE-02"] * 2
    assert dredd_moves(13, Board(walls=((12, 13),))).offered("to") == ["5", "14", "21"]


@pytest.mark.proves("HS-WALL-01")
def test_a_climb_does_not_go_through_a_wall() -> None:
    walled = Board(high=(13,), walls=((12, 13),))
    s = dredd_may_climb(walled)
    assert (s.offered("climb"), s.why_not("climb dredd")) == ([], "HS-CLIMB-02")
    s = dredd_may_climb(Board(high=(4, 11, 13), walls=((12, 13),)))
    s.choose("climb dredd", "pay 1 2")
    assert s.offered("to") == ["4", "11"]
    assert s.why_not("to 13") == "HS-CLIMB-02"


@pytest.mark.proves("HS-WALL-01")
def test_a_fly_does_not_go_through_a_wall() -> None:
    s = story(
        {"dredd": 12},
        hands=[[card("dredd", linked="fly dredd")]],
        board=Board(walls=((12, 13),)),
    )
    s.choose("fly dredd", "pay 1")
    assert s.offered("to") == ["3", "4", "5", "10", "11", "19", "20", "21", "28"]
    assert [s.why_not(f"to {space}") for space in (13, 14)] == ["HS-FLY-02"] * 2


# Falls

FALL = Board(falls=(2,))  # between 12 and 13; the spaces above and below it reach over to it


@pytest.mark.proves("HS-MOVE-07", "HS-FALL-03")
@pytest.mark.parametrize(
    ("space", "beside"),
    [(12, ["4", "11", "20"]), (13, ["5", "14", "21"]), (4, ["3", "5", "12"])],
)
def test_a_move_goes_neither_onto_a_fall_nor_over_it(space: int, beside: list[str]) -> None:
    s = dredd_moves(space, FALL)
    assert s.offered("to") == beside
    across = {12: 13, 13: 12, 4: 20}[space]
    assert s.why_not(f"to {across}") == "HS-MOVE-02"


@pytest.mark.proves("HS-FALL-03")
def test_a_climb_goes_neither_onto_a_fall_nor_over_it() -> None:
    s = dredd_may_climb(Board(falls=(2,), high=(13,)))
    assert (s.offered("climb"), s.why_not("climb dredd")) == ([], "HS-CLIMB-02")


@pytest.mark.proves("HS-FALL-03")
def test_a_rally_moves_nobody_onto_a_fall_or_over_it() -> None:
    s = story(
        {"hershey": 12, "dredd": 12},
        hands=[[card("hershey", linked="rally hershey"), card("dredd")]],
        board=Board(falls=(2,), high=(13,)),
    )
    s.choose("rally hershey", "pay 1")
    ways = ["4", "11", "20"]
    assert s.offered("move") == [f"{id} {way}" for id in ("hershey", "dredd") for way in ways]
    assert s.offered("climb") == []
    assert s.why_not("move dredd 13") == "HS-MOVE-02"
    assert s.why_not("climb dredd 13") == "HS-CLIMB-02"


@pytest.mark.proves("HS-FALL-03")
def test_a_fall_has_no_number_so_nobody_is_deployed_on_it() -> None:
    """A figure goes where its map card says, and every map card names one of the 40 spaces."""
    waiting = {"giant": 12, "anderson": 13, "hershey": 4, "mean-machine": 20}
    s = story({"dredd": 1}, board=FALL, waiting=waiting)
    assert s.offered("deploy") == ["giant 12", "anderson 13", "hershey 4", "mean-machine 20"]
    refusals = [s.why_not(f"deploy giant {place}") for place in ("41", "0", "fall", "13")]
    assert refusals == ["HS-SPACE-03", "HS-SPACE-03", "HS-SPACE-03", "HS-TURN-04"]
