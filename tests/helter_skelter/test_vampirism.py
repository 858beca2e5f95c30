"""Vampirism: Durham Red takes life with her MELEE."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adjudge.games.helter_skelter.schema import Card
from tests.helter_skelter.story import Story, card, story

ATTACKS = ["melee", "smash", "snipe", "shotgun", "explode", "psi"]


def bite(
    attack: str = "melee",
    *,
    health: int = 2,
    victim: int = 3,
    who: str = "durham-red",
    judges: Sequence[Card] = (),
) -> Story:
    """An attack of the dogs on Dredd, who stands beside for EXPLODE and is to decide."""
    places = {who: 1, "dredd": 2 if attack == "explode" else 1}
    hands = [judges, [card(who, linked=f"{attack} {who}")]]
    s = story(places, hands=hands, marker=1, health={who: health, "dredd": victim})
    s.choose(f"{attack} {who}", "pay 1")
    return s


@pytest.mark.proves("HS-DOGS-02")
@pytest.mark.parametrize(("choice", "left"), [("drink", 3), ("abstain", 2)])
def test_after_her_melee_did_damage_she_may_take_a_health_cube(choice: str, left: int) -> None:
    s = bite().choose("take-damage")
    assert (s.seat, s.options) == (1, ["drink", "abstain"])
    assert (s.health("dredd"), s.health("durham-red")) == (2, 2)
    s.choose(choice)
    assert (s.health("dredd"), s.health("durham-red"), s.in_window) == (2, left, True)


def test_the_question_says_that_she_may_take_a_health_cube() -> None:
    prompt = bite().choose("take-damage").match.prompt
    assert prompt is not None
    assert prompt.text == "Seat 1: put a health cube back on Durham Red, or leave it."
    assert prompt.rules == ("HS-DOGS-02",)


@pytest.mark.proves("HS-DOGS-02")
def test_nobody_else_has_vampirism() -> None:
    s = bite(who="wulf").choose("take-damage")
    assert (s.health("wulf"), s.in_window) == (2, True)


@pytest.mark.proves("HS-DOGS-02")
def test_a_melee_against_her_gives_her_nothing() -> None:
    hands = [[card("dredd", wild="melee")]]
    s = story({"durham-red": 1, "dredd": 1}, hands=hands).choose("melee dredd", "pay 1")
    s.choose("take-damage")
    assert (s.health("durham-red"), s.in_window) == (2, True)


@pytest.mark.proves("HS-DOGS-03")
def test_a_blocked_melee_gives_nothing() -> None:
    s = bite(judges=[card("dredd", wild="melee")]).choose("block 1")
    assert (s.health("durham-red"), s.health("dredd"), s.in_window) == (2, 3, True)
    assert s.offered("drink") == []


@pytest.mark.proves("HS-DOGS-04")
@pytest.mark.parametrize("attack", ATTACKS[1:])
def test_no_other_attack_gives_her_a_cube(attack: str) -> None:
    s = bite(attack)
    if attack != "psi":
        s.choose("take-damage")
    assert s.health("dredd") < 3
    assert (s.health("durham-red"), s.in_window) == (2, True)


@pytest.mark.proves("HS-DOGS-05", "HS-RULING-57")
def test_at_three_cubes_there_is_nothing_to_ask() -> None:
    s = bite(health=3).choose("take-damage")
    assert (s.health("durham-red"), s.health("dredd"), s.in_window) == (3, 2, True)


@pytest.mark.proves("HS-DOGS-05")
def test_at_three_cubes_nobody_can_heal_her() -> None:
    hands = [[], [card("gronk", linked="heal gronk")]]
    hurt = {"wulf": 2, "gronk": 2}
    s = story({"durham-red": 1, "gronk": 1, "wulf": 1}, hands=hands, marker=1, health=hurt)
    s.choose("heal gronk", "pay 1")
    assert s.options == ["ally wulf", "ally gronk"]
    assert s.why_not("ally durham-red") == "HS-HEAL-05"


@pytest.mark.proves("HS-RULING-57")
def test_the_killing_blow_gives_her_a_cube_as_well_and_only_one() -> None:
    s = bite(health=1, victim=1).choose("take-damage")
    assert (s.dead("dredd"), s.points(1)) == (True, 1)
    assert (s.seat, s.options, s.doing[-1]) == (1, ["drink", "abstain"], "melee")
    s.choose("drink")
    assert (s.health("durham-red"), s.in_window) == (2, True)


@pytest.mark.proves("HS-RULING-58")
def test_she_takes_life_on_an_interrupting_turn_too() -> None:
    hands = [[card("dredd")], [card("wulf", wild="interrupt"), card("wulf", wild="melee")]]
    s = story({"dredd": 1, "durham-red": 2}, hands=hands, health={"durham-red": 1})
    s.choose("move dredd", "pay 1", "to 2", "interrupt 1")
    s.choose("melee durham-red", "pay 2", "take-damage", "drink")
    assert s.health("durham-red") == 2


@pytest.mark.proves("HS-RULING-58")
def test_she_cannot_bite_her_own_side() -> None:
    hands = [[], [card("wulf", wild="melee")]]
    s = story({"durham-red": 1, "wulf": 1, "dredd": 2}, hands=hands, marker=1)
    assert s.offered("melee") == []
    both = story({"durham-red": 1, "wulf": 1, "dredd": 1, "giant": 1}, hands=hands, marker=1)
    both.choose("melee durham-red", "pay 1")
    assert both.offered("at") == ["giant", "dredd"]
    assert both.why_not("at wulf") == "HS-RULING-73"
