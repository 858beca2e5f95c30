"""MELEE and SMASH: a blow at an enemy on the same space."""

from __future__ import annotations

import pytest

from tests.helter_skelter.story import Story, card, story

BLOWS = ["melee", "smash"]
DAMAGE = {"melee": 1, "smash": 2}
OTHER = {"melee": "smash", "smash": "melee"}


def rule(blow: str, number: str) -> str:
    """HS-MELEE-01 or HS-SMASH-01."""
    return f"HS-{blow.upper()}-{number}"


def brawl(blow: str, **more: int) -> Story:
    """Dredd holds a wild card for the blow; Wulf, who can BLOCK, is on his space."""
    hands = [[card("giant", wild=blow)], [card("gronk", wild="melee")]]
    return story({"dredd": 1, "wulf": 1} | more, hands=hands)


@pytest.mark.proves("HS-MELEE-01", "HS-SMASH-01")
@pytest.mark.parametrize("blow", BLOWS)
def test_a_blow_costs_one_card_with_its_symbol_wild_or_linked_to_the_actor(blow: str) -> None:
    hand = [
        card("giant", wild=blow),
        card("dredd", linked=f"{blow} dredd"),
        card("dredd", "giant", linked=f"{blow} giant"),
        card("dredd", wild=OTHER[blow]),
        card("dredd"),
    ]
    s = story({"dredd": 1, "wulf": 1}, hands=[hand]).choose(f"{blow} dredd")
    assert s.options == ["pay 1", "pay 2"]
    assert [s.why_not(f"pay {n}") for n in (3, 4, 5)] == [rule(blow, "01")] * 3
    assert s.why_not("pay 1 2") == "HS-RULING-39"
    s.choose("pay 2")
    assert (s.hand(0), s.discard(0)) == ([1, 3, 4, 5], [2])


@pytest.mark.proves("HS-MELEE-01", "HS-SMASH-01")
@pytest.mark.parametrize("blow", BLOWS)
def test_without_a_card_for_it_there_is_no_blow(blow: str) -> None:
    hand = [card("dredd", "giant", linked=f"{blow} giant"), card("dredd", wild="snipe")]
    s = story({"dredd": 1, "giant": 1, "wulf": 1}, hands=[hand])
    assert s.offered(blow) == ["giant"]
    assert s.why_not(f"{blow} dredd") == rule(blow, "01")


@pytest.mark.proves("HS-MELEE-02", "HS-SMASH-02")
@pytest.mark.parametrize("blow", BLOWS)
def test_a_blow_hits_one_enemy_on_the_same_space_and_nobody_else(blow: str) -> None:
    s = brawl(blow, middenface=1, giant=1, gronk=2).choose(f"{blow} dredd", "pay 1")
    assert s.options == ["at middenface", "at wulf"]
    assert s.why_not("at gronk") == rule(blow, "02")
    assert s.why_not("at giant") == "HS-RULING-73"
    assert s.why_not("at durham-red") == "HS-RULING-08"
    s.choose("at wulf", "take-damage")
    assert s.health("wulf") == 3 - DAMAGE[blow]
    assert [s.health(id) for id in ("middenface", "giant", "dredd", "gronk")] == [3, 3, 3, 3]
    assert s.in_window


@pytest.mark.proves("HS-MELEE-03", "HS-SMASH-03")
@pytest.mark.parametrize("blow", BLOWS)
def test_who_does_not_block_takes_the_damage_of_the_blow(blow: str) -> None:
    s = brawl(blow).choose(f"{blow} dredd", "pay 1")
    assert (s.seat, s.options) == (1, ["take-damage", "block 1"])
    s.choose("take-damage")
    assert (s.health("wulf"), s.hand(1)) == (3 - DAMAGE[blow], [1])


@pytest.mark.proves("HS-MELEE-03", "HS-SMASH-03", "HS-BLOCK-03")
@pytest.mark.parametrize("blow", BLOWS)
def test_who_blocks_keeps_all_health(blow: str) -> None:
    s = brawl(blow).choose(f"{blow} dredd", "pay 1", "block 1")
    assert (s.health("wulf"), s.hand(1), s.discard(1)) == (3, [], [1])
    assert s.in_window


@pytest.mark.proves("HS-MELEE-04", "HS-SMASH-04")
@pytest.mark.parametrize("blow", BLOWS)
def test_without_an_enemy_on_the_space_there_is_no_blow(blow: str) -> None:
    hands = [[card("dredd", wild=blow)]]
    s = story({"dredd": 1, "giant": 1, "wulf": 2, "gronk": 9}, hands=hands)
    assert s.offered(blow) == []
    assert s.why_not(f"{blow} dredd") == rule(blow, "04")
    joined = story({"dredd": 1, "giant": 2, "wulf": 2}, hands=hands)
    assert joined.offered(blow) == ["giant"]
