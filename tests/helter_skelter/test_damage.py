"""Damage and death: what costs health, what it is to be killed, and who takes the figure."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge.games.helter_skelter.schema import Card
from tests.helter_skelter.story import Board, Story, card, story

THREE = ("judges", "strontium-dogs", "nikolai-dante")
DAMAGE = {"melee": 1, "smash": 2, "snipe": 1, "shotgun": 2, "explode": 1, "psi": 1}


def dredds(action: str) -> Card:
    """A card that Dredd alone can use, with the symbol of Giant as well."""
    return card("dredd", "giant", linked=f"{action} dredd")


def attack(action: str, places: dict[str, int] | None = None, **more: Any) -> Story:
    """Dredd on space 2 attacks whoever is there, Wulf by default; nobody defends."""
    s = story({"dredd": 2} | (places or {"wulf": 2}), hands=[[dredds(action)]], **more)
    s.choose(f"{action} dredd", "pay 1")
    for choice in ("at wulf", "hi-ex", *["take-damage"] * 4):
        if choice in s.options:
            s.choose(choice)
    return s


def all_health(s: Story) -> dict[str, int]:
    """Everybody's health."""
    people = [player["characters"] for player in s.table["players"]]
    return {id: person["health"] for team in people for id, person in team.items()}


# Damage


@pytest.mark.proves("HS-DMG-02")
@pytest.mark.parametrize(("action", "damage"), DAMAGE.items())
def test_as_many_cubes_are_lost_as_the_damage_says(action: str, damage: int) -> None:
    places = {"wulf": 3, "dredd": 3, "gronk": 9}
    s = attack(action, places if action != "explode" else places | {"dredd": 2})
    assert s.health("wulf") == 3 - damage
    assert (s.health("gronk"), s.health("giant")) == (3, 3)
    assert s.space("wulf") == 3


@pytest.mark.proves("HS-DMG-01")
def test_no_standard_action_deployment_draw_or_discard_changes_any_health() -> None:
    hand = [card("dredd")] * 6
    s = story(
        {"dredd": 1, "giant": 1, "wulf": 1, "gronk": 2},
        hands=[hand],
        board=Board(high=(9,)),
        fragments=[[9, 34, 35, 36, 37]],
        waiting={"hershey": 2},
        health={"dredd": 2, "wulf": 1},
    )
    before = all_health(s)
    s.choose("deploy hershey 2")
    s.choose("climb dredd", "pay 1 2").nobody_interrupts()
    s.choose("collect dredd dredd", "pay 3 4 5").nobody_interrupts()
    s.choose("move dredd", "pay 6", "to 1").nobody_interrupts()
    s.choose("end").nobody_interrupts()
    assert (s.points(0), s.space("dredd"), len(s.hand(0))) == (1, 1, 3)
    assert all_health(s) == before


@pytest.mark.proves("HS-DMG-01")
@pytest.mark.parametrize("action", ["fly", "rally"])
def test_a_combat_action_that_is_no_attack_hurts_nobody(action: str) -> None:
    s = story({"dredd": 1, "giant": 1, "wulf": 1}, hands=[[dredds(action)]])
    before = all_health(s)
    s.choose(f"{action} dredd", "pay 1")
    s.choose(s.options[0])
    assert s.told()[-1] in ("flew", "moved")
    assert all_health(s) == before


# Death


@pytest.mark.proves("HS-DMG-03")
@pytest.mark.parametrize(
    ("action", "health"), [("melee", 1), ("snipe", 1), ("psi", 1), ("smash", 2), ("shotgun", 1)]
)
def test_who_loses_the_last_cube_is_killed_and_leaves_the_map(action: str, health: int) -> None:
    s = attack(action, health={"wulf": health})
    assert s.person("wulf") == {"health": 0, "space": None, "map_card": None}
    assert s.told().count("killed") == 1


@pytest.mark.proves("HS-DMG-03")
def test_with_a_cube_left_a_character_lives() -> None:
    s = attack("smash")
    assert (s.health("wulf"), s.space("wulf")) == (1, 2)
    assert "killed" not in s.told()


@pytest.mark.proves("HS-DMG-03")
@pytest.mark.parametrize(
    "text", ["move giant", "melee giant", "collect giant giant", "deploy giant 3"]
)
def test_the_dead_do_nothing_more(text: str) -> None:
    hand = [card("giant", wild="melee")] * 3
    s = story({"dredd": 2, "wulf": 2}, hands=[hand], dead=["giant"])
    assert text not in s.options
    assert s.why_not(text) == "HS-DMG-03"


@pytest.mark.proves("HS-DMG-03")
def test_the_dead_are_no_targets() -> None:
    people = {"dredd": 2, "middenface": 2, "gronk": 2}
    s = story(people, hands=[[dredds("melee")]], dead=["wulf"]).choose("melee dredd", "pay 1")
    assert s.offered("at") == ["middenface", "gronk"]
    s = story({"dredd": 2}, hands=[[dredds("melee")]], dead=["wulf"])
    assert s.why_not("melee dredd") == "HS-MELEE-04"


def test_the_dead_are_no_targets_because_they_are_dead() -> None:
    people = {"dredd": 2, "middenface": 2, "gronk": 2}
    s = story(people, hands=[[dredds("melee")]], dead=["wulf"]).choose("melee dredd", "pay 1")
    assert s.why_not("at wulf") == "HS-DMG-03"


@pytest.mark.parametrize(("action", "rule"), [("heal", "HS-RULING-56"), ("rally", "HS-DMG-03")])
def test_the_dead_are_no_allies_because_they_are_dead(action: str, rule: str) -> None:
    people = {"dredd": 2, "anderson": 2, "hershey": 2}
    hurt = {"anderson": 1, "hershey": 1}
    s = story(people, hands=[[dredds(action)]], dead=["giant"], health=hurt)
    s.choose(f"{action} dredd", "pay 1")
    assert s.offered("ally") == ["anderson", "hershey"]
    assert s.why_not("ally giant") == rule


@pytest.mark.proves("HS-DMG-04", "HS-RULING-27")
def test_whoever_kills_takes_the_figure_as_a_point() -> None:
    s = attack("melee", health={"wulf": 1})
    assert (s.player(0)["taken"], s.points(0)) == (["wulf"], 1)
    assert (s.player(1)["taken"], s.points(1)) == ([], 0)
    assert s.match.view(1)["shown"]["points"] == [1, 0]


@pytest.mark.proves("HS-DMG-04")
def test_a_wound_is_no_point() -> None:
    s = attack("melee", health={"wulf": 2})
    assert (s.player(0)["taken"], s.points(0)) == ([], 0)


@pytest.mark.proves("HS-DMG-04", "HS-RULING-27")
def test_a_kill_on_an_interrupting_turn_is_the_interrupters() -> None:
    hand = [card("wulf", wild="interrupt"), card("wulf", wild="melee")]
    s = story({"dredd": 1, "wulf": 1}, hands=[[], hand], health={"dredd": 1})
    s.choose("end", "interrupt 1", "melee wulf", "pay 2", "take-damage")
    assert (s.player(1)["taken"], s.points(1), s.points(0)) == (["dredd"], 1, 0)
    assert s.table["marker"] == 0


@pytest.mark.proves("HS-RULING-27", "HS-DMG-04", "HS-RULING-73")
def test_one_blast_takes_figures_of_several_teams() -> None:
    places = {"dredd": 1, "wulf": 2, "gronk": 2, "nikolai": 2}
    health = {"wulf": 1, "nikolai": 1}
    s = attack("explode", places, health=health, teams=THREE)
    assert (s.player(0)["taken"], s.points(0)) == (["wulf", "nikolai"], 2)
    assert s.health("gronk") == 2


def kill_giant() -> Story:
    """Dredd blows up Giant and Wulf, who survives."""
    return attack("explode", {"dredd": 1, "giant": 2, "wulf": 2}, health={"giant": 1})


@pytest.mark.proves("HS-DMG-05", "HS-RULING-27")
def test_killing_ones_own_is_no_point_for_anybody() -> None:
    s = kill_giant()
    assert (s.dead("giant"), s.health("wulf")) == (True, 2)
    assert (s.points(0), s.points(1)) == (0, 0)


@pytest.mark.proves("HS-DMG-06", "HS-RULING-27")
def test_a_figure_killed_by_its_own_team_leaves_the_game() -> None:
    s = kill_giant()
    assert s.person("giant") == {"health": 0, "space": None, "map_card": None}
    assert [s.player(seat)["taken"] for seat in (0, 1)] == [[], []]
    assert "killed-own" in s.told()
    assert "killed" not in s.told()


@pytest.mark.proves("HS-DMG-05", "HS-DMG-06", "HS-RULING-27")
def test_a_sniper_who_is_killed_by_the_own_hi_ex_is_no_point() -> None:
    s = attack("snipe", health={"dredd": 1, "wulf": 1})
    assert (s.dead("dredd"), s.dead("wulf")) == (True, True)
    assert [s.player(seat)["taken"] for seat in (0, 1)] == [["wulf"], []]


# Enemies


@pytest.mark.proves("HS-RULING-73")
def test_everybody_of_every_other_team_is_an_enemy() -> None:
    teams = (*THREE, "slaine")
    places = {"dredd": 1, "giant": 1, "wulf": 1, "nikolai": 1, "kai": 1}
    hand = [dredds("melee"), dredds("snipe"), dredds("psi")]
    for action, pay in (("melee", "pay 1"), ("snipe", "pay 2"), ("psi", "pay 3")):
        s = story(places, hands=[hand], teams=teams).choose(f"{action} dredd", pay)
        assert s.offered("at") == ["wulf", "nikolai", "kai"]
        assert s.why_not("at giant") == s.why_not("at dredd") == "HS-RULING-73"


@pytest.mark.proves("HS-RULING-73")
def test_friends_are_no_reason_to_attack() -> None:
    hand = [dredds("melee"), dredds("snipe"), dredds("explode")]
    s = story({"dredd": 1, "giant": 1}, hands=[hand], teams=THREE)
    assert s.options == [
        "end",
        *[f"deploy {text}" for text in s.offered("deploy")],
        "move giant",
        "move dredd",
    ]
    assert s.why_not("melee dredd") == "HS-MELEE-04"
    assert s.why_not("snipe dredd") == "HS-SNIPE-02"
    assert s.why_not("explode dredd") == "HS-EXPLODE-03"


@pytest.mark.proves("HS-RULING-73")
def test_any_enemys_space_can_be_blown_up() -> None:
    places = {"dredd": 10, "giant": 11, "wulf": 2, "nikolai": 9, "kai": 18}
    s = story(places, hands=[[dredds("explode")]], teams=(*THREE, "slaine"))
    s.choose("explode dredd", "pay 1")
    assert s.offered("on") == ["2", "9", "18"]
    assert s.why_not("on 11") == "HS-EXPLODE-03"
