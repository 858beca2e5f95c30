"""SNIPE and SHOTGUN: a shot at an enemy in line of sight."""

from __future__ import annotations

import copy

import pytest

from adjudge.kernel.game import Invalid
from adjudge.packs import default_pack
from tests.helter_skelter.story import GAME, OPEN, TEAMS, Board, Story, card, story

SHOTS = ["snipe", "shotgun"]
DAMAGE = {"snipe": 1, "shotgun": 2}
DEFENCES = [
    card("gronk", wild="deflect"),
    card("wulf", linked="psi wulf"),
    card("gronk", wild="cover"),
]


def rule(shot: str, number: str) -> str:
    """HS-SNIPE-01 or HS-SHOTGUN-01."""
    return f"HS-{shot.upper()}-{number}"


def shooting(shot: str, places: dict[str, int], board: Board = OPEN) -> Story:
    """Giant can shoot; the dogs hold a DEFLECT, a PRECOG for Wulf and a COVER."""
    hands = [[card("giant", linked=f"{shot} giant")], DEFENCES]
    return story(places, hands=hands, board=board)


def shot_at(shot: str, *, cover: bool) -> Story:
    """Giant has shot at Wulf, two spaces away, who is to decide."""
    board = Board(cover=(3,) if cover else ())
    return shooting(shot, {"giant": 1, "wulf": 3}, board).choose(f"{shot} giant", "pay 1")


@pytest.mark.proves("HS-SNIPE-01")
def test_snipe_costs_one_card_with_its_symbol_wild_or_linked_to_the_sniper() -> None:
    hand = [
        card("giant", wild="snipe"),
        card("dredd", linked="snipe dredd"),
        card("dredd", "giant", linked="snipe giant"),
        card("dredd", linked="shotgun dredd"),
    ]
    s = story({"dredd": 1, "wulf": 3}, hands=[hand]).choose("snipe dredd")
    assert s.options == ["pay 1", "pay 2"]
    assert [s.why_not(f"pay {n}") for n in (3, 4)] == ["HS-SNIPE-01"] * 2
    s.choose("pay 1")
    assert (s.hand(0), s.discard(0)) == ([2, 3, 4], [1])


@pytest.mark.proves("HS-SNIPE-01")
def test_without_a_card_for_it_nobody_snipes() -> None:
    hand = [card("dredd", "giant", linked="snipe giant"), card("dredd", wild="melee")]
    s = story({"dredd": 1, "giant": 1, "wulf": 3}, hands=[hand])
    assert s.offered("snipe") == ["giant"]
    assert s.why_not("snipe dredd") == "HS-SNIPE-01"


@pytest.mark.proves("HS-SHOTGUN-01")
def test_shotgun_costs_one_card_with_its_symbol_linked_to_the_shooter() -> None:
    hand = [
        card("giant", linked="shotgun giant"),
        card("giant", "dredd", linked="shotgun dredd"),
        card("giant", linked="snipe giant"),
    ]
    s = story({"giant": 1, "dredd": 1, "hershey": 1, "wulf": 3}, hands=[hand])
    assert s.offered("shotgun") == ["giant", "dredd"]
    assert s.why_not("shotgun hershey") == "HS-SHOTGUN-01"
    s.choose("shotgun giant")
    assert s.options == ["pay 1"]
    assert [s.why_not(f"pay {n}") for n in (2, 3)] == ["HS-SHOTGUN-01"] * 2
    s.choose("pay 1")
    assert (s.hand(0), s.discard(0)) == ([2, 3], [1])


@pytest.mark.proves("HS-SHOTGUN-01", "HS-EXPLODE-01", "HS-PSI-01")
@pytest.mark.parametrize("action", ["shotgun", "explode", "psi"])
def test_no_card_of_any_deck_has_it_wild(action: str) -> None:
    content = copy.deepcopy(dict(default_pack(GAME).content))
    printed = [c for team in TEAMS for c in content[team]["card"]]
    assert any(c.get("linked", {}).get("action") == action for c in printed)
    assert [c for c in printed if c.get("wild") == action] == []
    printed[0]["wild"] = action
    with pytest.raises(Invalid, match="never wild"):
        GAME.read_pack(content)


@pytest.mark.proves("HS-SNIPE-02")
def test_snipe_hits_one_enemy_in_sight_at_any_distance() -> None:
    places = {"giant": 1, "dredd": 3, "middenface": 1, "durham-red": 9, "wulf": 8, "gronk": 33}
    s = shooting("snipe", places, Board(high=(9,))).choose("snipe giant", "pay 1")
    assert s.options == ["at middenface", "at wulf"]
    assert [s.why_not(f"at {id}") for id in ("durham-red", "gronk")] == ["HS-SNIPE-02"] * 2
    assert s.why_not("at dredd") == "HS-RULING-73"
    assert s.why_not("at johnny-alpha") == "HS-RULING-08"
    s.choose("at wulf", "take-damage")
    assert [s.health(id) for id in ("middenface", "wulf", "dredd")] == [3, 2, 3]


@pytest.mark.proves("HS-SNIPE-02", "HS-SHOTGUN-02")
@pytest.mark.parametrize("shot", SHOTS)
def test_an_adjacent_enemy_out_of_sight_cannot_be_shot(shot: str) -> None:
    behind = shooting(shot, {"giant": 1, "wulf": 2}, Board(walls=((1, 2),)))
    assert behind.offered(shot) == []
    assert behind.why_not(f"{shot} giant") == rule(shot, "02")
    above = shooting(shot, {"giant": 1, "wulf": 2}, Board(high=(2,)))
    assert above.why_not(f"{shot} giant") == rule(shot, "02")
    assert shooting(shot, {"giant": 1, "wulf": 2}).offered(shot) == ["giant"]


@pytest.mark.proves("HS-SHOTGUN-02")
def test_shotgun_hits_one_enemy_in_sight() -> None:
    places = {"giant": 1, "dredd": 2, "middenface": 3, "wulf": 9, "gronk": 17}
    s = shooting("shotgun", places, Board(walls=((9, 17),))).choose("shotgun giant", "pay 1")
    assert s.options == ["at middenface", "at wulf"]
    assert s.why_not("at gronk") == "HS-SHOTGUN-02"
    assert s.why_not("at dredd") == "HS-RULING-73"
    s.choose("at middenface", "take-damage")
    assert [s.health(id) for id in ("middenface", "wulf", "dredd")] == [1, 3, 3]


@pytest.mark.proves("HS-SHOTGUN-03", "HS-RULING-45")
def test_shotgun_reaches_two_spaces_and_no_further() -> None:
    places = {"giant": 10, "middenface": 10, "durham-red": 11, "johnny-alpha": 12, "wulf": 19}
    s = shooting("shotgun", places | {"gronk": 13}).choose("shotgun giant", "pay 1")
    assert s.offered("at") == ["middenface", "durham-red", "johnny-alpha", "wulf"]
    assert s.why_not("at gronk") == "HS-SHOTGUN-03"


@pytest.mark.proves("HS-SHOTGUN-03", "HS-RULING-45")
@pytest.mark.parametrize("space", [13, 20, 27])
def test_three_spaces_are_too_far_for_a_shotgun(space: int) -> None:
    s = shooting("shotgun", {"giant": 10, "wulf": space})
    assert s.offered("shotgun") == []
    assert s.why_not("shotgun giant") == "HS-SHOTGUN-03"


@pytest.mark.proves("HS-RULING-45")
def test_down_from_high_ground_is_an_ordinary_step() -> None:
    places = {"giant": 1, "durham-red": 2, "wulf": 3, "gronk": 4}
    s = shooting("shotgun", places, Board(high=(1,))).choose("shotgun giant", "pay 1")
    assert s.offered("at") == ["durham-red", "wulf"]
    assert s.why_not("at gronk") == "HS-SHOTGUN-03"


@pytest.mark.proves("HS-SNIPE-03", "HS-SHOTGUN-04")
@pytest.mark.parametrize("shot", SHOTS)
def test_a_shot_does_its_damage_to_who_does_not_defend(shot: str) -> None:
    s = shot_at(shot, cover=False)
    assert (s.seat, s.options) == (1, ["take-damage", "deflect 1", "precog 2"])
    s.choose("take-damage")
    assert (s.health("wulf"), s.hand(1)) == (3 - DAMAGE[shot], [1, 2, 3])
    assert s.in_window


@pytest.mark.proves("HS-SNIPE-03", "HS-SHOTGUN-04")
@pytest.mark.parametrize("shot", SHOTS)
@pytest.mark.parametrize(("defence", "left"), [("deflect 1", [2, 3]), ("precog 2", [1, 3])])
def test_a_shot_does_nothing_to_who_deflects_or_foresees_it(
    shot: str, defence: str, left: list[int]
) -> None:
    s = shot_at(shot, cover=False).choose(defence)
    assert (s.health("wulf"), s.hand(1)) == (3, left)
    assert s.in_window


@pytest.mark.proves("HS-SNIPE-04", "HS-SHOTGUN-05", "HS-COVER-02", "HS-COVER-03")
@pytest.mark.parametrize("shot", SHOTS)
def test_a_defender_on_a_cover_space_and_only_there_may_use_cover(shot: str) -> None:
    s = shot_at(shot, cover=True)
    assert s.options == ["take-damage", "deflect 1", "precog 2", "cover 3"]
    s.choose("cover 3")
    assert (s.health("wulf"), s.hand(1), s.discard(1)) == (3, [1, 2], [3])
    off = shot_at(shot, cover=False)
    assert off.offered("cover") == []
    assert off.why_not("cover 3") == "HS-COVER-03"
