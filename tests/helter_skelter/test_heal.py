"""HEAL: a health cube for a team-mate on the same or an adjacent space, or for oneself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.helter_skelter.story import OPEN, Board, Story, card, story

MEDICINE = card("gronk", "wulf", linked="heal gronk")
TEAMS = ("strontium-dogs", "judges")


def gronk_may_heal(
    places: Mapping[str, int],
    health: Mapping[str, int],
    board: Board = OPEN,
    dead: Sequence[str] = (),
) -> Story:
    """The Gronk on space 12 has a HEAL card."""
    placed = {"gronk": 12, **places}
    hands = [[MEDICINE]]
    return story(placed, teams=TEAMS, hands=hands, health=health, board=board, dead=dead)


@pytest.mark.proves("HS-HEAL-01")
def test_a_heal_costs_one_card_with_the_symbol_linked_to_the_healer() -> None:
    hand = [card("gronk"), MEDICINE, card("wulf", wild="melee"), MEDICINE]
    health = {"wulf": 1}
    s = story({"gronk": 12, "wulf": 12}, teams=TEAMS, hands=[hand], health=health)
    assert (s.offered("heal"), s.why_not("heal wulf")) == (["gronk"], "HS-HEAL-01")
    s.choose("heal gronk")
    assert s.options == ["pay 2", "pay 4"]
    assert [s.why_not(f"pay {n}") for n in (1, 3)] == ["HS-HEAL-01"] * 2
    s.choose("pay 4")
    assert (s.health("wulf"), s.hand(0), s.discard(0)) == (2, [1, 2, 3], [4])


@pytest.mark.proves("HS-HEAL-01")
def test_only_ones_own_living_figures_on_the_map_heal() -> None:
    hand = [MEDICINE, card("wulf", linked="heal wulf")]
    places = {"durham-red": 12, "dredd": 12}
    s = story(places, teams=TEAMS, hands=[hand], health={"durham-red": 1}, dead=["gronk"])
    refusals = [s.why_not(f"heal {id}") for id in ("gronk", "wulf", "dredd", "durham-red")]
    assert refusals == ["HS-DMG-03", "HS-RULING-08", "HS-PREP-04", "HS-HEAL-01"]
    assert s.offered("heal") == []


@pytest.mark.proves("HS-HEAL-02")
def test_hurt_team_mates_on_the_same_or_an_adjacent_space_can_be_healed() -> None:
    hurt = dict.fromkeys(["middenface", "durham-red", "johnny-alpha", "wulf", "dredd"], 1)
    places = {"middenface": 12, "durham-red": 13, "johnny-alpha": 14, "wulf": 5, "dredd": 12}
    s = gronk_may_heal(places, hurt).choose("heal gronk", "pay 1")
    assert s.options == ["ally middenface", "ally durham-red"]
    refusals = [s.why_not(f"ally {id}") for id in ("johnny-alpha", "wulf", "dredd")]
    assert refusals == ["HS-HEAL-02"] * 3
    s.choose("ally durham-red")
    assert [s.health(id) for id in ("middenface", "durham-red", "dredd")] == [1, 2, 1]


@pytest.mark.proves("HS-HEAL-02", "HS-RULING-56")
def test_without_anybody_hurt_in_reach_there_is_no_heal() -> None:
    s = gronk_may_heal({"wulf": 14, "dredd": 12}, {"wulf": 1, "dredd": 1})
    assert (s.offered("heal"), s.why_not("heal gronk")) == ([], "HS-HEAL-02")


@pytest.mark.proves("HS-HEAL-03", "HS-HEAL-05")
def test_a_healer_can_heal_itself_up_to_its_start_and_no_further() -> None:
    hand = [MEDICINE, MEDICINE]
    s = story({"gronk": 12}, teams=TEAMS, hands=[hand], health={"gronk": 2})
    s.choose("heal gronk", "pay 1")
    assert (s.health("gronk"), s.in_window) == (3, True)
    s.nobody_interrupts()
    assert (s.offered("heal"), s.why_not("heal gronk")) == ([], "HS-HEAL-05")


@pytest.mark.proves("HS-HEAL-03")
def test_a_hurt_healer_chooses_between_itself_and_others() -> None:
    s = gronk_may_heal({"wulf": 13}, {"gronk": 2, "wulf": 1}).choose("heal gronk", "pay 1")
    assert s.options == ["ally wulf", "ally gronk"]
    s.choose("ally gronk")
    assert (s.health("wulf"), s.health("gronk")) == (1, 3)


@pytest.mark.proves("HS-HEAL-04")
@pytest.mark.parametrize(("before", "after"), [(1, 2), (2, 3)])
def test_a_heal_gives_one_health_cube(before: int, after: int) -> None:
    s = gronk_may_heal({"wulf": 12}, {"wulf": before}).choose("heal gronk", "pay 1")
    assert s.health("wulf") == after
    for seat in (0, 1, None):
        told = [event["text"] for event in s.match.events(seat) if event["what"] == "healed"]
        assert told == [f"Wulf Sternhammer is healed: {after} health."]


@pytest.mark.proves("HS-HEAL-05", "HS-RULING-56")
def test_nobody_at_starting_health_is_healed() -> None:
    s = gronk_may_heal({"wulf": 12, "middenface": 12, "durham-red": 12}, {"wulf": 1, "gronk": 2})
    s.choose("heal gronk", "pay 1")
    assert s.options == ["ally wulf", "ally gronk"]
    refusals = [s.why_not(f"ally {id}") for id in ("middenface", "durham-red")]
    assert refusals == ["HS-HEAL-05"] * 2


@pytest.mark.proves("HS-HEAL-05")
def test_starting_health_is_the_own_one_of_each_character() -> None:
    s = story(
        {"kai": 12, "slaine": 12, "niamh": 12},
        teams=("slaine", "judges"),
        hands=[[card("kai", linked="heal kai")]],
        health={"slaine": 4, "niamh": 3, "kai": 2},
        starting={"niamh": 3, "kai": 2},
    )
    s.choose("heal kai", "pay 1")
    assert (s.health("slaine"), s.health("niamh"), s.health("kai")) == (5, 3, 2)


@pytest.mark.proves("HS-RULING-56")
def test_the_dead_and_the_waiting_are_not_healed() -> None:
    places, hurt = {"wulf": 12}, {"wulf": 1, "gronk": 1}
    s = gronk_may_heal(places, hurt, dead=["middenface"]).choose("heal gronk", "pay 1")
    assert s.options == ["ally wulf", "ally gronk"]
    assert s.why_not("ally durham-red") == "HS-RULING-08"
    assert s.why_not("ally middenface") != ""


@pytest.mark.proves("HS-RULING-56")
def test_healing_the_dead_is_refused_by_the_ruling_about_them() -> None:
    places, hurt = {"wulf": 12}, {"wulf": 1, "gronk": 1}
    s = gronk_may_heal(places, hurt, dead=["middenface"]).choose("heal gronk", "pay 1")
    assert s.why_not("ally middenface") == "HS-RULING-56"


@pytest.mark.proves("HS-RULING-52")
@pytest.mark.parametrize("high", [(12,), (13,)])
def test_a_heal_reaches_up_and_down(high: tuple[int, ...]) -> None:
    s = gronk_may_heal({"wulf": 13}, {"wulf": 1}, Board(high=high)).choose("heal gronk", "pay 1")
    assert s.health("wulf") == 2


@pytest.mark.proves("HS-RULING-52", "HS-HEAL-02")
@pytest.mark.parametrize("board", [Board(falls=(2,)), Board(walls=((12, 13),))])
def test_a_heal_reaches_neither_over_a_fall_nor_through_a_wall(board: Board) -> None:
    hurt = {"wulf": 1, "gronk": 1, "durham-red": 1}
    s = gronk_may_heal({"wulf": 13, "durham-red": 11}, hurt, board).choose("heal gronk", "pay 1")
    assert s.options == ["ally durham-red", "ally gronk"]
    assert s.why_not("ally wulf") == "HS-HEAL-02"
