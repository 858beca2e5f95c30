"""RALLY: the acting character and an ally each MOVE or CLIMB, in one action."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudge.games.helter_skelter.schema import Card
from tests.helter_skelter.story import OPEN, Board, Story, card, story

ORDERS = card("hershey", "giant", linked="rally hershey")
AROUND_12 = [4, 11, 13, 20]
HIGH = Board(high=(13,))


def hershey_may_rally(
    *hand: Card, places: Mapping[str, int] | None = None, board: Board = OPEN
) -> Story:
    """Hershey on space 12, with Dredd if nothing else is said, has a RALLY card and these."""
    placed = {"hershey": 12, **(places or {"dredd": 12})}
    return story(placed, hands=[[ORDERS, *hand], [card("wulf", wild="interrupt")]], board=board)


def hershey_rallies(
    *hand: Card, places: Mapping[str, int] | None = None, board: Board = OPEN
) -> Story:
    """The same, and she has discarded it."""
    return hershey_may_rally(*hand, places=places, board=board).choose("rally hershey", "pay 1")


def going(who: str, *spaces: int) -> list[str]:
    """Moves of a RALLY as they are offered."""
    return [f"{who} {space}" for space in spaces]


# What it costs


@pytest.mark.proves("HS-RALLY-01")
def test_a_rally_costs_one_card_with_the_symbol_linked_to_the_one_who_takes_it() -> None:
    hand = [card("hershey"), ORDERS, card("dredd", wild="melee"), ORDERS]
    s = story({"hershey": 12, "giant": 12}, hands=[hand])
    assert (s.offered("rally"), s.why_not("rally giant")) == (["hershey"], "HS-RALLY-01")
    s.choose("rally hershey")
    assert s.options == ["pay 2", "pay 4"]
    assert [s.why_not(f"pay {n}") for n in (1, 3)] == ["HS-RALLY-01"] * 2
    s.choose("pay 4", "move giant 13", "stay")
    assert (s.hand(0), s.discard(0)) == ([1, 2, 3], [4])


def test_everybody_hears_who_is_rallied() -> None:
    s = hershey_rallies().choose("move dredd 13", "stay")
    assert "Chief Judge Hershey rallies Judge Dredd." in [e["text"] for e in s.match.events(1)]


@pytest.mark.proves("HS-RALLY-01")
def test_only_ones_own_living_figures_on_the_map_rally() -> None:
    hand = [ORDERS, card("dredd", linked="rally dredd")]
    s = story({"giant": 12, "anderson": 12, "wulf": 12}, hands=[hand], dead=["hershey"])
    refusals = [s.why_not(f"rally {id}") for id in ("hershey", "dredd", "wulf", "giant")]
    assert refusals == ["HS-DMG-03", "HS-RULING-08", "HS-PREP-04", "HS-RALLY-01"]
    assert s.offered("rally") == []


# The ally


@pytest.mark.proves("HS-RALLY-02", "HS-RULING-54")
def test_the_ally_is_a_team_mate_on_the_same_or_an_adjacent_space() -> None:
    places = {"giant": 12, "anderson": 13, "dredd": 14, "mean-machine": 5, "wulf": 12}
    s = hershey_rallies(places=places)
    assert s.options == ["ally giant", "ally anderson"]
    refusals = [s.why_not(f"ally {id}") for id in ("dredd", "mean-machine", "wulf")]
    assert refusals == ["HS-RALLY-02"] * 3
    assert s.why_not("ally hershey") == "HS-RULING-54"


@pytest.mark.proves("HS-RALLY-02", "HS-RULING-54")
def test_without_an_ally_in_reach_there_is_no_rally() -> None:
    s = hershey_may_rally(places={"dredd": 14, "wulf": 12})
    assert (s.offered("rally"), s.why_not("rally hershey")) == ([], "HS-RALLY-02")


@pytest.mark.proves("HS-RALLY-02")
def test_the_waiting_and_the_dead_are_no_allies() -> None:
    s = story({"hershey": 12, "dredd": 12, "mean-machine": 13}, hands=[[ORDERS]], dead=["giant"])
    s.choose("rally hershey", "pay 1")
    assert s.options == ["ally dredd", "ally mean-machine"]
    assert s.why_not("ally anderson") == "HS-RULING-08"
    assert s.why_not("ally giant") != ""


@pytest.mark.proves("HS-RALLY-02")
def test_rallying_the_dead_is_refused_because_they_are_dead() -> None:
    s = story({"hershey": 12, "dredd": 12, "mean-machine": 13}, hands=[[ORDERS]], dead=["giant"])
    assert s.choose("rally hershey", "pay 1").why_not("ally giant") == "HS-DMG-03"


@pytest.mark.proves("HS-RULING-52")
@pytest.mark.parametrize("high", [(12,), (13,)])
def test_a_rally_reaches_up_and_down(high: tuple[int, ...]) -> None:
    s = hershey_rallies(places={"dredd": 13}, board=Board(high=high))
    s.choose("move dredd 14", "stay")
    assert s.space("dredd") == 14


@pytest.mark.proves("HS-RULING-52", "HS-RALLY-02")
@pytest.mark.parametrize("board", [Board(falls=(2,)), Board(walls=((12, 13),))])
def test_a_rally_reaches_neither_over_a_fall_nor_through_a_wall(board: Board) -> None:
    s = hershey_may_rally(places={"dredd": 13}, board=board)
    assert (s.offered("rally"), s.why_not("rally hershey")) == ([], "HS-RALLY-02")


@pytest.mark.proves("HS-RULING-52")
@pytest.mark.parametrize(
    ("board", "reached"),
    [(Board(high=(12,)), True), (Board(high=(13,)), True), (Board(falls=(2,)), False)],
)
def test_explosions_and_demons_go_over_a_height_and_not_over_a_fall(
    board: Board, reached: bool
) -> None:
    hand = [card("lulu", linked="explode lulu", wild="melee")]
    s = story({"lulu": 12, "wulf": 13}, teams=("nikolai-dante", "strontium-dogs"), hands=[hand])
    assert (s.offered("explode"), s.offered("melee")) == (["lulu"], ["lulu"])
    s = story(
        {"lulu": 12, "wulf": 13},
        teams=("nikolai-dante", "strontium-dogs"),
        hands=[hand],
        board=board,
    )
    expected = ["lulu"] if reached else []
    assert (s.offered("explode"), s.offered("melee")) == (expected, expected)


# The moves


@pytest.mark.proves("HS-RALLY-03", "HS-RALLY-05")
def test_both_move_one_space_for_the_one_card() -> None:
    s = hershey_rallies(card("hershey"), card("dredd"))
    s.choose("move hershey 11")
    assert s.options == ["stay", *[f"move {way}" for way in going("dredd", *AROUND_12)]]
    s.choose("move dredd 20")
    assert (s.space("hershey"), s.space("dredd")) == (11, 20)
    assert (s.hand(0), s.discard(0)) == ([2, 3], [1])


@pytest.mark.proves("HS-RALLY-03", "HS-RALLY-09")
def test_each_of_the_two_goes_once_and_one_space() -> None:
    s = hershey_rallies(places={"dredd": 12, "giant": 5}).choose("move hershey 13")
    refusals = [s.why_not(text) for text in ("move hershey 14", "move giant 4", "move dredd 14")]
    assert refusals == ["HS-RALLY-03", "HS-RALLY-03", "HS-MOVE-02"]
    assert s.offered("move") == going("dredd", *AROUND_12)
    s.choose("move dredd 13")
    assert s.in_window


@pytest.mark.proves("HS-RALLY-04")
def test_just_the_ally_may_move() -> None:
    s = hershey_rallies().choose("move dredd 13", "stay")
    assert (s.space("hershey"), s.space("dredd"), s.in_window) == (12, 13, True)


@pytest.mark.proves("HS-RULING-54")
def test_just_the_acting_character_may_move() -> None:
    s = hershey_rallies().choose("move hershey 13", "stay")
    assert (s.space("hershey"), s.space("dredd"), s.in_window) == (13, 12, True)


@pytest.mark.proves("HS-RULING-54")
def test_either_goes_first_and_one_of_them_must() -> None:
    s = hershey_rallies()
    ways = [*going("hershey", *AROUND_12), *going("dredd", *AROUND_12)]
    assert s.options == [f"move {way}" for way in ways]
    s.choose("move dredd 13")
    assert s.options == ["stay", *[f"move {way}" for way in going("hershey", *AROUND_12)]]
    s.choose("move hershey 13")
    assert (s.space("hershey"), s.space("dredd")) == (13, 13)


@pytest.mark.proves("HS-RULING-54")
def test_a_rally_of_nobody_is_refused_by_the_ruling_about_it() -> None:
    assert hershey_rallies().why_not("stay") == "HS-RULING-54"


@pytest.mark.proves("HS-RULING-54")
def test_the_ally_need_not_be_near_any_more_after_the_first_move() -> None:
    s = hershey_rallies(places={"dredd": 13}).choose("move hershey 11", "move dredd 14")
    assert (s.space("hershey"), s.space("dredd")) == (11, 14)


@pytest.mark.proves("HS-RALLY-08")
def test_nobody_interrupts_between_the_two_moves_of_a_rally() -> None:
    s = hershey_rallies()
    for choice in ("move hershey 11", "move dredd 20"):
        assert (s.seat, s.in_window, s.why_not("interrupt 1", 1)) == (0, False, "HS-TURN-09")
        s.choose(choice)
    assert (s.seat, s.options) == (1, ["pass", "interrupt 1"])
    s.choose("pass")
    assert (s.seat, s.doing) == (0, ["game", "turn"])


@pytest.mark.proves("HS-RALLY-08")
def test_nobody_interrupts_between_the_climbs_of_a_rally_and_their_payment() -> None:
    s = hershey_rallies(card("hershey"), card("dredd"), board=HIGH)
    for choice in ("climb hershey 13", "pay 2", "climb dredd 13", "pay 3"):
        assert (s.seat, s.in_window, s.why_not("interrupt 1", 1)) == (0, False, "HS-TURN-09")
        s.choose(choice)
    assert (s.seat, s.options) == (1, ["pass", "interrupt 1"])


@pytest.mark.proves("HS-RALLY-09")
def test_walls_and_falls_stop_the_moves_of_a_rally() -> None:
    s = hershey_rallies(board=Board(walls=((11, 12),), falls=(2,)), places={"dredd": 4})
    assert s.offered("move") == [*going("hershey", 4, 20), *going("dredd", 3, 5, 12)]
    refusals = [s.why_not(f"move {way}") for way in ("hershey 11", "hershey 13", "dredd 20")]
    assert refusals == ["HS-MOVE-02"] * 3


@pytest.mark.proves("HS-RALLY-09")
def test_high_ground_is_climbed_from_a_normal_space_and_moved_to_from_high_ground() -> None:
    board = Board(high=(13, 14))
    s = hershey_rallies(card("dredd"), card("hershey"), places={"dredd": 13}, board=board)
    assert s.offered("move") == [*going("hershey", 4, 11, 20), *going("dredd", 5, 12, 14, 21)]
    assert s.offered("climb") == ["hershey 13"]
    assert s.why_not("move hershey 13") == "HS-MOVE-03"
    refusals = [s.why_not(f"climb {way}") for way in ("hershey 11", "hershey 14", "dredd 14")]
    assert refusals == ["HS-CLIMB-02"] * 3


# The climbs


@pytest.mark.proves("HS-RALLY-06", "HS-RULING-55")
def test_each_climb_costs_one_card_more() -> None:
    hand = [card("hershey"), card("dredd"), card("hershey"), card("dredd")]
    s = hershey_rallies(*hand, board=HIGH)
    assert s.offered("climb") == ["hershey 13", "dredd 13"]
    s.choose("climb hershey 13")
    assert (s.options, s.space("hershey")) == (["pay 2", "pay 4"], 12)
    s.choose("pay 2")
    assert (s.space("hershey"), s.discard(0)) == (13, [1, 2])
    s.choose("climb dredd 13")
    assert (s.options, s.space("dredd")) == (["pay 3", "pay 5"], 12)
    s.choose("pay 3")
    assert (s.space("dredd"), s.discard(0), s.hand(0)) == (13, [1, 2, 3], [4, 5])
    assert s.in_window


@pytest.mark.proves("HS-RALLY-06")
def test_one_may_climb_and_the_other_move() -> None:
    s = hershey_rallies(card("dredd"), board=HIGH).choose("move hershey 11", "climb dredd 13")
    assert s.options == ["pay 2"]
    s.choose("pay 2")
    assert (s.space("hershey"), s.space("dredd"), s.discard(0)) == (11, 13, [1, 2])
    s = hershey_rallies(card("dredd"), board=HIGH).choose("climb dredd 13", "pay 2")
    assert s.options == ["stay", *[f"move {way}" for way in going("hershey", 4, 11, 20)]]


@pytest.mark.proves("HS-RALLY-07")
def test_a_climb_is_paid_with_the_climbers_symbol_or_a_rally_linked_to_either() -> None:
    hand = [
        card("dredd", "mean-machine"),
        card("hershey"),
        ORDERS,
        card("dredd", linked="rally dredd"),
        card("anderson", linked="rally anderson"),
        card("anderson", wild="melee"),
    ]
    s = hershey_rallies(*hand, board=HIGH).choose("climb dredd 13")
    assert s.options == ["pay 2", "pay 4", "pay 5"]
    assert [s.why_not(f"pay {n}") for n in (3, 6, 7)] == ["HS-RALLY-07"] * 3
    s = hershey_rallies(*hand, board=HIGH).choose("climb hershey 13")
    assert s.options == ["pay 3", "pay 4", "pay 5"]
    assert [s.why_not(f"pay {n}") for n in (2, 6, 7)] == ["HS-RALLY-07"] * 3


@pytest.mark.proves("HS-RALLY-07")
def test_the_acting_characters_plain_card_does_not_pay_for_the_allys_climb() -> None:
    s = hershey_rallies(card("hershey"), board=HIGH)
    assert s.offered("climb") == ["hershey 13"]
    assert s.why_not("climb dredd 13") == "HS-RALLY-07"
    s = hershey_rallies(card("dredd"), board=HIGH)
    assert s.offered("climb") == ["dredd 13"]
    assert s.why_not("climb hershey 13") == "HS-RALLY-07"


@pytest.mark.proves("HS-RALLY-07", "HS-RULING-55")
def test_the_card_of_the_first_climb_is_not_left_for_the_second() -> None:
    s = hershey_rallies(card("hershey", "dredd"), board=HIGH).choose("climb hershey 13", "pay 2")
    assert s.options == ["stay", *[f"move {way}" for way in going("dredd", 4, 11, 20)]]
    assert s.why_not("climb dredd 13") == "HS-RALLY-07"


@pytest.mark.proves("HS-RULING-55")
def test_the_rally_card_itself_does_not_pay_for_a_climb() -> None:
    s = hershey_rallies(board=HIGH)
    assert s.offered("climb") == []
    assert s.why_not("climb hershey 13") == "HS-RALLY-07"
    s = hershey_rallies(card("hershey"), board=HIGH).choose("climb hershey 13")
    assert (s.options, s.why_not("pay 1")) == (["pay 2"], "HS-RALLY-07")


@pytest.mark.proves("HS-RULING-42", "HS-RALLY-07")
def test_a_rally_linked_to_the_dead_pays_for_no_climb_but_by_its_other_symbols() -> None:
    hand = [
        card("anderson", linked="rally anderson"),
        card("anderson", "dredd", linked="rally anderson"),
    ]
    s = story({"hershey": 12, "dredd": 12}, hands=[[ORDERS, *hand]], board=HIGH, dead=["anderson"])
    s.choose("rally hershey", "pay 1")
    assert s.offered("climb") == ["dredd 13"]
    assert s.why_not("climb hershey 13") == "HS-RALLY-07"
    s.choose("climb dredd 13")
    assert (s.options, s.why_not("pay 2")) == (["pay 3"], "HS-RALLY-07")
