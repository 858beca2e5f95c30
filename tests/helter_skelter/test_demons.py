"""Demons: Lulu Romanov strikes over a border."""

from __future__ import annotations

import pytest

from tests.helter_skelter.story import OPEN, Board, Story, card, story

BLOWS = ["melee", "smash"]
DAMAGE = {"melee": 1, "smash": 2}


def summoned(
    blow: str, enemies: dict[str, int], board: Board = OPEN, who: str = "lulu", own: int = 10
) -> Story:
    """Lulu, or another, holds a wild card for the blow; the judges can BLOCK."""
    hands = [[card("jena", wild=blow)], [card("giant", wild="melee")]]
    return story({who: own} | enemies, hands=hands, teams=("nikolai-dante", "judges"), board=board)


@pytest.mark.proves("HS-DANTE-02", "HS-MELEE-04", "HS-SMASH-04", "HS-RULING-67")
@pytest.mark.parametrize("blow", BLOWS)
@pytest.mark.parametrize("space", [2, 9, 11, 18])
def test_lulu_may_strike_an_enemy_on_an_adjacent_space(blow: str, space: int) -> None:
    s = summoned(blow, {"dredd": space}).choose(f"{blow} lulu", "pay 1")
    assert (s.seat, s.options) == (1, ["take-damage", "block 1"])
    s.choose("take-damage")
    assert (s.health("dredd"), s.space("lulu")) == (3 - DAMAGE[blow], 10)


@pytest.mark.proves("HS-DANTE-02", "HS-MELEE-04", "HS-SMASH-04")
@pytest.mark.parametrize("blow", BLOWS)
def test_her_reach_ends_after_one_border(blow: str) -> None:
    s = summoned(blow, {"dredd": 12, "giant": 19})
    assert s.offered(blow) == []
    assert s.why_not(f"{blow} lulu") == "HS-DANTE-02"


@pytest.mark.proves("HS-DANTE-02")
@pytest.mark.parametrize("blow", BLOWS)
def test_nobody_else_has_demons(blow: str) -> None:
    s = summoned(blow, {"dredd": 11}, who="elena")
    assert s.offered(blow) == []
    assert s.why_not(f"{blow} elena") == f"HS-{blow.upper()}-04"


@pytest.mark.proves("HS-DANTE-03", "HS-DANTE-02")
@pytest.mark.parametrize("blow", BLOWS)
def test_lulu_may_choose_between_her_own_and_an_adjacent_space(blow: str) -> None:
    enemies = {"dredd": 10, "giant": 11, "hershey": 12, "elena": 11}
    s = summoned(blow, enemies).choose(f"{blow} lulu", "pay 1")
    assert s.options == ["at giant", "at dredd"]
    assert s.why_not("at hershey") == "HS-DANTE-02"
    assert s.why_not("at elena") == "HS-RULING-73"
    s.choose("at dredd", "take-damage")
    assert [s.health(id) for id in ("dredd", "giant")] == [3 - DAMAGE[blow], 3]


@pytest.mark.proves("HS-RULING-67")
@pytest.mark.parametrize("blow", BLOWS)
def test_the_defender_of_demons_may_block(blow: str) -> None:
    s = summoned(blow, {"dredd": 11}).choose(f"{blow} lulu", "pay 1", "block 1")
    assert (s.health("dredd"), s.discard(1)) == (3, [1])


@pytest.mark.proves("HS-RULING-67")
def test_demons_need_no_line_of_sight() -> None:
    """Up to high ground, and past a wall beside the way."""
    above = summoned("melee", {"dredd": 11}, Board(high=(11,)))
    assert above.offered("melee") == ["lulu"]
    aside = summoned("melee", {"dredd": 11}, Board(half_walls=((10, 11),)))
    assert aside.offered("melee") == ["lulu"]


@pytest.mark.proves("HS-WALL-03", "HS-DANTE-02")
def test_demons_do_not_pass_a_wall_or_a_fall() -> None:
    walled = summoned("melee", {"dredd": 11}, Board(walls=((10, 11),)))
    assert walled.offered("melee") == []
    assert walled.why_not("melee lulu") == "HS-DANTE-02"
    assert summoned("melee", {"dredd": 5}, Board(falls=(1,)), own=4).offered("melee") == []
    assert summoned("melee", {"dredd": 5}, own=4).offered("melee") == ["lulu"]
