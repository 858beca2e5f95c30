"""Warp-spasm and Berserk: Sláine, and who takes his place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudge.games.helter_skelter.schema import Card
from tests.helter_skelter.story import Story, card, story

TEAMS = ("slaine", "judges")
BLOWS = {"melee": 1, "smash": 2}
WILD_BLOCK = card("giant", wild="melee")


def blow(kind: str, *, who: str = "slaine", **position: Any) -> Story:
    """Sláine, or another, strikes at Dredd, who can BLOCK and is to decide."""
    hands = [[card(who, linked=f"{kind} {who}")], [WILD_BLOCK]]
    places = {who: 1, "dredd": 2 if kind == "explode" else 1}
    s = story(places, hands=hands, teams=TEAMS, **position)
    return s.choose(f"{kind} {who}", "pay 1")


def struck(kind: str, **position: Any) -> Story:
    """A judge attacks Sláine, who has no card: the damage is taken."""
    hands = [[], [card("giant", linked=f"{kind} giant")]]
    places = {"slaine": 1, "giant": 2 if kind == "explode" else 1}
    s = story(places, hands=hands, teams=TEAMS, marker=1, **position)
    s.choose(f"{kind} giant", "pay 1")
    return s if s.in_window else s.choose("take-damage")


def warped_with(hand: Sequence[Card]) -> Story:
    """Warp-Sláine's turn, with Dredd on his space."""
    places = {"slaine": 1, "dredd": 1}
    return story(places, hands=[hand, [WILD_BLOCK]], teams=TEAMS, warped=True)


def warp(s: Story) -> tuple[int, bool]:
    """The warp cubes on his card, and whether he has been replaced."""
    return s.table["warp"], s.table["warped"]


# Warp cubes


@pytest.mark.proves("HS-SLAINE-04")
@pytest.mark.parametrize("kind", BLOWS)
def test_a_warp_cube_for_each_damage_of_his_blow(kind: str) -> None:
    s = blow(kind).choose("take-damage")
    assert (s.health("dredd"), warp(s)) == (3 - BLOWS[kind], (BLOWS[kind], False))
    assert warp(blow(kind, warp=1).choose("take-damage")) == (1 + BLOWS[kind], False)


@pytest.mark.proves("HS-SLAINE-04")
@pytest.mark.parametrize("kind", BLOWS)
def test_a_blocked_blow_brings_no_warp_cube(kind: str) -> None:
    s = blow(kind, warp=4).choose("block 1")
    assert (s.health("dredd"), warp(s)) == (3, (4, False))


@pytest.mark.proves("HS-SLAINE-04")
@pytest.mark.parametrize("kind", ["snipe", "shotgun", "explode", "psi"])
def test_no_other_attack_of_his_brings_a_warp_cube(kind: str) -> None:
    s = blow(kind)
    if not s.in_window:
        s.choose("take-damage")
    assert s.health("dredd") < 3
    assert warp(s) == (0, False)


@pytest.mark.proves("HS-SLAINE-04")
@pytest.mark.parametrize("kind", BLOWS)
def test_a_blow_of_a_team_mate_brings_no_warp_cube(kind: str) -> None:
    s = blow(kind, who="niamh").choose("take-damage")
    assert warp(s) == (0, False)


@pytest.mark.proves("HS-SLAINE-04")
@pytest.mark.parametrize("kind", BLOWS)
def test_a_blow_that_he_takes_brings_no_warp_cube(kind: str) -> None:
    s = struck(kind, warp=1)
    assert (s.health("slaine"), warp(s)) == (5 - BLOWS[kind], (1, False))


@pytest.mark.proves("HS-RULING-59")
def test_a_smash_brings_two_cubes_even_if_one_health_was_left() -> None:
    s = blow("smash", health={"dredd": 1}).choose("take-damage")
    assert (s.dead("dredd"), s.points(0), warp(s)) == (True, 1, (2, False))


@pytest.mark.proves("HS-RULING-58")
def test_warp_cubes_come_on_an_interrupting_turn_too() -> None:
    hands = [[card("kai", wild="interrupt"), card("kai", wild="smash")], [card("dredd")]]
    s = story({"slaine": 2, "dredd": 1}, hands=hands, teams=TEAMS, marker=1)
    s.choose("move dredd", "pay 1", "to 2", "interrupt 1", "smash slaine", "pay 2", "take-damage")
    assert warp(s) == (2, False)


@pytest.mark.proves("HS-RULING-58")
@pytest.mark.parametrize("kind", BLOWS)
def test_he_cannot_strike_his_own_side(kind: str) -> None:
    hands = [[card("slaine", linked=f"{kind} slaine")]]
    alone = story({"slaine": 1, "kai": 1, "dredd": 2}, hands=hands, teams=TEAMS)
    assert alone.offered(kind) == []
    s = story({"slaine": 1, "kai": 1, "dredd": 1, "giant": 1}, hands=hands, teams=TEAMS)
    s.choose(f"{kind} slaine", "pay 1")
    assert s.offered("at") == ["giant", "dredd"]
    assert s.why_not("at kai") == "HS-RULING-73"


@pytest.mark.proves("HS-RULING-81")
@pytest.mark.parametrize(("before", "after"), [(2, 4), (3, 5), (4, 5)])
def test_no_more_cubes_are_placed_than_are_left_of_the_five(before: int, after: int) -> None:
    tough = {"slaine": 8}
    s = blow("smash", warp=before, starting=tough, health=tough).choose("take-damage")
    assert warp(s) == (after, False)


@pytest.mark.proves("HS-RULING-81")
def test_the_last_of_the_five_cubes_is_enough_at_a_health_of_five() -> None:
    s = blow("smash", warp=4).choose("take-damage")
    assert (s.health("slaine"), warp(s)) == (5, (0, True))


# The change


@pytest.mark.proves("HS-SLAINE-05", "HS-RULING-60")
@pytest.mark.parametrize(("health", "warps"), [(2, True), (3, True), (4, False)])
def test_as_many_warp_cubes_as_health_or_more_replace_him(health: int, warps: bool) -> None:
    """At once, inside the action, and nobody is asked."""
    s = blow("smash", warp=1, health={"slaine": health}).choose("take-damage")
    assert warp(s) == ((0, True) if warps else (3, False))
    assert (s.health("slaine"), s.in_window) == (health, True)
    assert ("warped" in s.told()) is warps


@pytest.mark.proves("HS-SLAINE-06", "HS-RULING-61")
@pytest.mark.parametrize("kind", ["melee", "snipe", "explode", "psi"])
def test_losing_health_can_bring_the_change_on_another_players_turn(kind: str) -> None:
    s = struck(kind, warp=2, health={"slaine": 3})
    assert (s.health("slaine"), warp(s), s.in_window) == (2, (0, True), True)
    assert warp(struck(kind, warp=2, health={"slaine": 4})) == (2, False)


@pytest.mark.proves("HS-SLAINE-06")
@pytest.mark.parametrize("kind", ["smash", "shotgun"])
def test_two_damage_can_bring_the_change_past_the_mark(kind: str) -> None:
    s = struck(kind, warp=3, health={"slaine": 4})
    assert (s.health("slaine"), warp(s)) == (2, (0, True))


@pytest.mark.proves("HS-SLAINE-07")
def test_figure_and_card_are_those_of_warp_slaine() -> None:
    hands = [[card("slaine"), card("slaine", wild="smash")]]
    s = story({"slaine": 1, "dredd": 1}, hands=hands, teams=TEAMS, warp=3, health={"slaine": 4})
    assert "Sláine Mac Roth: MOVE from space 1" in [option.label for option in s.match.options]
    s.choose("smash slaine", "pay 2", "take-damage").nobody_interrupts()
    assert s.space("slaine") == 1
    assert "Warp-Sláine: MOVE from space 1" in [option.label for option in s.match.options]


@pytest.mark.proves("HS-SLAINE-08")
@pytest.mark.parametrize("health", [1, 2, 4])
def test_warp_slaine_has_the_health_that_slaine_left_with(health: int) -> None:
    s = blow("smash", warp=health - 1, health={"slaine": health}).choose("take-damage")
    assert (s.health("slaine"), warp(s)) == (health, (0, True))


@pytest.mark.proves("HS-RULING-61")
@pytest.mark.parametrize(("kind", "health"), [("melee", 1), ("smash", 2), ("shotgun", 2)])
def test_a_slaine_who_loses_his_last_health_is_killed_not_replaced(kind: str, health: int) -> None:
    s = struck(kind, warp=health - 1, health={"slaine": health})
    assert (s.dead("slaine"), s.space("slaine"), s.points(1)) == (True, None, 1)
    assert s.table["warped"] is False
    assert "warped" not in s.told()


@pytest.mark.proves("HS-RULING-62")
def test_damage_then_the_point_then_warp_cubes_then_the_change() -> None:
    s = blow("smash", warp=1, health={"slaine": 3, "dredd": 2}).choose("take-damage")
    told = s.told()
    assert told[told.index("damaged") :] == ["damaged", "killed", "warp", "warped"]
    assert (s.points(0), s.in_window) == (1, True)


# What carries over


@pytest.mark.proves("HS-RULING-63")
def test_his_symbol_and_linked_cards_serve_warp_slaine() -> None:
    hand = [
        card("slaine"),
        card("slaine", linked="melee slaine"),
        card("slaine", linked="smash slaine"),
    ]
    s = warped_with(hand)
    assert s.offered("move") == ["slaine"]
    s.choose("melee slaine", "pay 2", "take-damage").nobody_interrupts()
    assert (s.health("dredd"), warp(s)) == (2, (0, True))
    s.choose("smash slaine", "pay 3", "take-damage").nobody_interrupts()
    assert (s.dead("dredd"), warp(s)) == (True, (0, True))


@pytest.mark.proves("HS-RULING-63")
@pytest.mark.parametrize(("health", "offered"), [(4, ["slaine"]), (5, [])])
def test_warp_slaine_is_healed_up_to_slaines_starting_health(
    health: int, offered: list[str]
) -> None:
    hands = [[card("slaine", linked="heal slaine")]]
    s = story({"slaine": 1}, hands=hands, teams=TEAMS, warped=True, health={"slaine": health})
    assert s.offered("heal") == offered
    if offered:
        assert s.choose("heal slaine", "pay 1").health("slaine") == 5
    else:
        assert s.why_not("heal slaine") == "HS-HEAL-05"


@pytest.mark.proves("HS-RULING-63")
def test_warp_slaine_never_changes_back_and_is_worth_one_point() -> None:
    hands = [[card("kai")], [card("dredd", linked="melee dredd")] * 2]
    s = story(
        {"slaine": 1, "kai": 9, "dredd": 1},
        hands=hands,
        teams=TEAMS,
        marker=1,
        warped=True,
        health={"slaine": 2},
    )
    s.choose("melee dredd", "pay 1")
    assert (s.health("slaine"), warp(s)) == (1, (0, True))
    s.nobody_interrupts().choose("melee dredd", "pay 2")
    assert (s.dead("slaine"), s.points(1), s.player(1)["taken"]) == (True, 1, ["slaine"])


# Berserk


@pytest.mark.proves("HS-SLAINE-09", "HS-RULING-64", "HS-RULING-63")
def test_warp_slaine_takes_smash_with_a_melee_symbol_wild_or_his_own() -> None:
    hand = [
        card("kai", wild="melee"),
        card("slaine", linked="melee slaine"),
        card("slaine", "kai", linked="melee kai"),
        card("kai", wild="smash"),
        card("slaine", wild="snipe"),
    ]
    s = warped_with(hand)
    assert (s.offered("melee"), s.offered("smash")) == (["slaine"], ["slaine"])
    s.choose("smash slaine")
    assert s.options == ["pay 1", "pay 2", "pay 4"]
    assert [s.why_not(f"pay {n}") for n in (3, 5)] == ["HS-SMASH-01"] * 2
    s.choose("pay 1", "take-damage")
    assert (s.health("dredd"), s.discard(0)) == (1, [1])


@pytest.mark.proves("HS-SLAINE-09")
def test_a_melee_of_warp_slaine_still_does_one_damage_and_takes_no_smash_card() -> None:
    s = warped_with([card("kai", wild="melee"), card("kai", wild="smash")]).choose("melee slaine")
    assert s.options == ["pay 1"]
    assert s.choose("pay 1", "take-damage").health("dredd") == 2


@pytest.mark.proves("HS-SLAINE-09")
def test_slaine_himself_and_his_team_mates_need_a_smash_symbol() -> None:
    hands = [[card("slaine", "kai", wild="melee")]]
    places = {"slaine": 1, "kai": 1, "dredd": 1}
    before = story(places, hands=hands, teams=TEAMS)
    assert before.offered("smash") == []
    assert before.why_not("smash slaine") == "HS-SMASH-01"
    after = story(places, hands=hands, teams=TEAMS, warped=True)
    assert after.offered("smash") == ["slaine"]
    assert after.why_not("smash kai") == "HS-SMASH-01"


@pytest.mark.proves("HS-SLAINE-10", "HS-RULING-64", "HS-RULING-72")
@pytest.mark.parametrize("kind", BLOWS)
@pytest.mark.parametrize("warped", [False, True])
def test_nobody_blocks_for_warp_slaine(kind: str, warped: bool) -> None:
    blocks = [card("kai", wild="melee"), card("slaine", linked="melee slaine")]
    hands = [blocks, [card("dredd", linked=f"{kind} dredd")]]
    places = {"slaine": 1, "kai": 1, "dredd": 1}
    s = story(places, hands=hands, teams=TEAMS, marker=1, warped=warped)
    s.choose(f"{kind} dredd", "pay 1", "at slaine")
    if warped:
        assert (s.health("slaine"), s.hand(0), s.in_window) == (5 - BLOWS[kind], [1, 2], True)
        assert s.offered("block") == []
    else:
        assert (s.seat, s.options) == (0, ["take-damage", "block 1", "block 2"])


@pytest.mark.proves("HS-SLAINE-10", "HS-RULING-72")
def test_warp_slaine_may_make_the_other_defences_and_his_team_mates_may_block() -> None:
    defences = [card("kai", wild="deflect"), card("kai", wild="melee")]
    shot = card("dredd", linked="shotgun dredd")
    position: dict[str, Any] = {"teams": TEAMS, "marker": 1, "warped": True}
    s = story({"slaine": 1, "dredd": 1}, hands=[defences, [shot]], **position)
    s.choose("shotgun dredd", "pay 1")
    assert (s.seat, s.options) == (0, ["take-damage", "deflect 1"])
    fist = card("dredd", linked="melee dredd")
    kai = story({"kai": 1, "slaine": 2, "dredd": 1}, hands=[defences, [fist]], **position)
    kai.choose("melee dredd", "pay 1")
    assert (kai.seat, kai.options) == (0, ["take-damage", "block 2"])
