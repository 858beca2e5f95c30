"""BLOCK, DEFLECT, PRECOG and COVER: who may use which card against which attack."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adjudge.games.helter_skelter.schema import Card
from tests.helter_skelter.story import Board, Story, card, story

ATTACKS = ["melee", "smash", "snipe", "shotgun", "explode", "psi"]
SYMBOLS = {"block": "melee", "deflect": "deflect", "precog": "psi", "cover": "cover"}
RULES = {"block": "BLOCK", "deflect": "DEFLECT", "precog": "PRECOG", "cover": "COVDEF"}
MEETS = {
    "block": ["melee", "smash"],
    "deflect": ["snipe", "shotgun", "explode"],
    "precog": ["snipe", "shotgun", "explode"],
    "cover": ["snipe", "shotgun"],
}


def attacked(
    attack: str, hand: Sequence[Card], *, on_cover: bool = True, defender: str = "wulf"
) -> Story:
    """Giant has attacked the defender on space 1 from there, or with EXPLODE from space 2."""
    hands = [[card("giant", linked=f"{attack} giant")], hand]
    board = Board(cover=(1,) if on_cover else ())
    s = story({"giant": 2 if attack == "explode" else 1, defender: 1}, hands=hands, board=board)
    return s.choose(f"{attack} giant", "pay 1")


def linked(defence: str, to: str = "wulf") -> Card:
    """A card with which one character can make the defence."""
    return card(to, linked=f"{SYMBOLS[defence]} {to}")


# The table of the reference page


@pytest.mark.proves("HS-REF-01")
@pytest.mark.parametrize(
    ("attack", "row"),
    [
        ("melee", ["block 1"]),
        ("smash", ["block 1"]),
        ("snipe", ["deflect 2", "precog 3", "cover 4"]),
        ("shotgun", ["deflect 2", "precog 3", "cover 4"]),
        ("explode", ["deflect 2", "precog 3"]),
    ],
)
def test_each_attack_meets_its_row_of_the_table(attack: str, row: list[str]) -> None:
    s = attacked(attack, [linked(defence) for defence in SYMBOLS])
    assert (s.seat, s.options) == (1, ["take-damage", *row])


@pytest.mark.proves("HS-REF-01")
def test_no_defence_meets_psi() -> None:
    s = attacked("psi", [linked(defence) for defence in SYMBOLS])
    assert s.options == ["give-up 1", "give-up 2", "give-up 3", "give-up 4"]


@pytest.mark.proves("HS-BLOCK-02", "HS-DEFLECT-02", "HS-PRECOG-02", "HS-COVDEF-02")
@pytest.mark.parametrize("defence", SYMBOLS)
def test_a_defence_that_can_be_paid_for_is_offered_against_its_attacks_alone(
    defence: str,
) -> None:
    stories = {attack: attacked(attack, [linked(defence)]) for attack in ATTACKS}
    assert [a for a in ATTACKS if stories[a].offered(defence) == ["1"]] == MEETS[defence]
    for attack in set(ATTACKS) - set(MEETS[defence]):
        expected = f"HS-{RULES[defence]}-02"
        if attack == "psi":
            expected = "HS-PSI-05"
        elif (defence, attack) == ("cover", "explode"):
            expected = "HS-EXPLODE-08"
        assert stories[attack].why_not(f"{defence} 1") == expected


@pytest.mark.proves("HS-BLOCK-02", "HS-DEFLECT-02", "HS-PRECOG-02", "HS-COVDEF-02")
@pytest.mark.parametrize("defence", SYMBOLS)
def test_nobody_defends_unless_attacked(defence: str) -> None:
    s = story({"wulf": 1, "giant": 1}, hands=[[], [linked(defence)]], marker=1)
    assert s.offered(defence) == []
    assert s.why_not(f"{defence} 1") == f"HS-{RULES[defence]}-02"


@pytest.mark.proves("HS-COVDEF-02", "HS-COVER-03")
def test_away_from_cover_the_cover_defence_meets_nothing() -> None:
    stories = {a: attacked(a, [linked("cover")], on_cover=False) for a in ATTACKS}
    assert [a for a in ATTACKS if stories[a].offered("cover")] == []
    assert [stories[a].why_not("cover 1") for a in ("snipe", "shotgun")] == ["HS-COVER-03"] * 2


# What a defence costs


@pytest.mark.proves("HS-BLOCK-01")
@pytest.mark.parametrize("attack", MEETS["block"])
def test_block_costs_a_melee_symbol_wild_or_linked_to_the_defender(attack: str) -> None:
    hand = [
        card("gronk", wild="melee"),
        linked("block"),
        card("wulf", "gronk", linked="melee gronk"),
        card("wulf", wild="smash"),
        card("wulf"),
    ]
    s = attacked(attack, hand)
    assert s.options == ["take-damage", "block 1", "block 2"]
    assert [s.why_not(f"block {n}") for n in (3, 4, 5)] == ["HS-BLOCK-01"] * 3
    s.choose("block 2")
    assert (s.hand(1), s.discard(1)) == ([1, 3, 4, 5], [2])


@pytest.mark.proves("HS-DEFLECT-01", "HS-COVDEF-01")
@pytest.mark.parametrize("defence", ["deflect", "cover"])
def test_a_wild_symbol_serves_all_of_the_team_and_a_linked_one_its_character(defence: str) -> None:
    hand = [card("gronk", wild=defence), linked(defence), card("wulf", "gronk", wild="melee")]
    rule = f"HS-{RULES[defence]}-01"
    linked_to = attacked("snipe", hand)
    assert linked_to.options == ["take-damage", f"{defence} 1", f"{defence} 2"]
    assert linked_to.why_not(f"{defence} 3") == rule
    other = attacked("snipe", hand, defender="middenface")
    assert other.options == ["take-damage", f"{defence} 1"]
    assert other.why_not(f"{defence} 2") == rule
    linked_to.choose(f"{defence} 2")
    assert (linked_to.hand(1), linked_to.discard(1)) == ([1, 3], [2])


@pytest.mark.proves("HS-PRECOG-01")
def test_precog_costs_a_psi_symbol_linked_to_the_defender() -> None:
    hand = [linked("precog"), card("wulf", "gronk", linked="psi gronk"), linked("deflect")]
    s = attacked("snipe", hand)
    assert s.offered("precog") == ["1"]
    assert [s.why_not(f"precog {n}") for n in (2, 3)] == ["HS-PRECOG-01"] * 2
    assert attacked("snipe", hand, defender="gronk").offered("precog") == ["2"]
    assert attacked("snipe", hand, defender="middenface").offered("precog") == []
    s.choose("precog 1")
    assert (s.hand(1), s.discard(1)) == ([2, 3], [1])


@pytest.mark.proves("HS-BLOCK-03", "HS-DEFLECT-03", "HS-PRECOG-03", "HS-COVDEF-03")
@pytest.mark.parametrize(
    ("defence", "attack"),
    [("block", "smash"), ("deflect", "shotgun"), ("precog", "shotgun"), ("cover", "shotgun")],
)
def test_a_defence_avoids_all_damage_of_the_action(defence: str, attack: str) -> None:
    s = attacked(attack, [linked(defence)]).choose(f"{defence} 1")
    assert (s.health("wulf"), s.health("giant"), s.in_window) == (3, 3, True)
    assert attacked(attack, [linked(defence)]).choose("take-damage").health("wulf") == 1


# One defence, and who is asked for it


@pytest.mark.proves("HS-RULING-71")
def test_one_defence_is_enough_and_its_card_lies_open() -> None:
    s = attacked("snipe", [linked("deflect"), linked("cover")]).choose("deflect 1")
    assert (s.hand(1), s.in_window, s.doing[-1]) == ([2], True, "window")
    assert s.view(0)["players"][1]["discard"] == [1]
    assert s.told(0)[-1] == "deflected"


@pytest.mark.proves("HS-RULING-72")
@pytest.mark.parametrize("attack", ATTACKS[:5])
def test_a_defender_without_any_card_is_asked_all_the_same(attack: str) -> None:
    s = attacked(attack, [])
    assert (s.seat, s.options) == (1, ["take-damage"])


# COVER: the space of the defender is all that counts


@pytest.mark.proves("HS-RULING-77", "HS-COVER-02")
@pytest.mark.parametrize("shot", MEETS["cover"])
@pytest.mark.parametrize("shooter", [1, 2])
def test_cover_works_against_a_shot_from_the_same_space_and_from_high_ground(
    shot: str, shooter: int
) -> None:
    hands = [[card("giant", linked=f"{shot} giant")], [linked("cover")]]
    board = Board(cover=(1,), high=(2,))
    s = story({"giant": shooter, "wulf": 1}, hands=hands, board=board)
    s.choose(f"{shot} giant", "pay 1")
    assert s.options == ["take-damage", "cover 1"]
    assert s.choose("cover 1").health("wulf") == 3


@pytest.mark.proves("HS-RULING-50", "HS-COVER-02")
@pytest.mark.parametrize(("cover", "offered"), [((1,), ["1"]), ((2,), [])])
def test_a_space_may_be_high_ground_and_cover(cover: tuple[int, ...], offered: list[str]) -> None:
    hands = [[card("giant", linked="snipe giant")], [linked("cover")]]
    board = Board(cover=cover, high=(1, 2))
    s = story({"giant": 2, "wulf": 1}, hands=hands, board=board).choose("snipe giant", "pay 1")
    assert s.offered("cover") == offered


@pytest.mark.proves("HS-RULING-48", "HS-COVER-02")
def test_cover_does_not_hide_whoever_stands_on_it() -> None:
    hands = [[card("giant", linked="snipe giant")], [linked("cover")]]
    s = story({"giant": 1, "wulf": 2, "gronk": 3}, hands=hands, board=Board(cover=(1, 2)))
    assert s.offered("snipe") == ["giant"]
    s.choose("snipe giant", "pay 1")
    assert s.options == ["take-damage", "cover 1"]
