"""Line of sight, walls and falls, as they show in the attacks that are offered."""

from __future__ import annotations

import pytest

from tests.helter_skelter.story import OPEN, Board, Story, card, story

SHOTS = ["snipe", "shotgun", "psi"]


def looking(source: int, target: int, board: Board = OPEN, **more: int) -> Story:
    """Dredd could pay for each of the three shots; Wulf may be in sight."""
    hands = [[card("dredd", linked=f"{shot} dredd") for shot in SHOTS]]
    return story({"dredd": source, "wulf": target} | more, hands=hands, board=board)


def shots(s: Story) -> list[str]:
    """Which of the three are offered to Dredd."""
    return [shot for shot in SHOTS if "dredd" in s.offered(shot)]


def refusals(s: Story) -> list[str]:
    """Why each of the three is not."""
    return [s.why_not(f"{shot} dredd") for shot in SHOTS]


UNSEEN = ["HS-SNIPE-02", "HS-SHOTGUN-02", "HS-PSI-02"]


@pytest.mark.proves("HS-LOS-01", "HS-WALL-02")
def test_a_shot_needs_line_of_sight_which_a_wall_blocks() -> None:
    assert shots(looking(1, 3)) == SHOTS
    s = looking(1, 3, Board(walls=((2, 3),)))
    assert (shots(s), refusals(s)) == ([], UNSEEN)
    past = looking(1, 3, Board(walls=((1, 9), (10, 11))))
    assert shots(past) == SHOTS


@pytest.mark.proves("HS-LOS-02")
def test_characters_on_the_same_space_share_what_is_seen() -> None:
    hands = [[card("giant", wild="snipe")]]
    places = {"dredd": 1, "giant": 1, "hershey": 3, "wulf": 2, "gronk": 2, "middenface": 11}
    s = story(places, hands=hands, board=Board(walls=((2, 3),)))
    for judge, seen in (
        ("dredd", ["middenface", "wulf", "gronk"]),
        ("giant", ["middenface", "wulf", "gronk"]),
    ):
        twin = Story(s.match.copy()).choose(f"snipe {judge}", "pay 1")
        assert twin.offered("at") == seen
    behind = Story(s.match.copy()).choose("snipe hershey", "pay 1")
    assert behind.options == ["take-damage"]
    assert "Middenface" in str(behind.match.prompt)


@pytest.mark.proves("HS-LOS-12")
@pytest.mark.parametrize("board", [OPEN, Board(high=(1,)), Board(cover=(1,)), Board((1,), (1,))])
def test_ones_own_space_is_always_in_sight(board: Board) -> None:
    assert shots(looking(1, 1, board)) == SHOTS


# High ground


@pytest.mark.proves("HS-HIGH-04", "HS-RULING-49")
def test_high_ground_cannot_be_seen_from_below_but_sees_down() -> None:
    up = looking(1, 2, Board(high=(2,)))
    assert (shots(up), refusals(up)) == ([], UNSEEN)
    assert shots(looking(2, 1, Board(high=(2,)))) == SHOTS
    assert shots(looking(1, 2, Board(high=(1, 2)))) == SHOTS


@pytest.mark.proves("HS-RULING-49", "HS-LOS-12")
def test_two_on_the_same_high_ground_see_each_other() -> None:
    assert shots(looking(2, 2, Board(high=(2,)))) == SHOTS


@pytest.mark.proves("HS-HIGH-05")
def test_high_ground_between_blocks_the_view_on_normal_ground() -> None:
    s = looking(1, 3, Board(high=(2,)))
    assert (shots(s), refusals(s)) == ([], UNSEEN)
    assert shots(looking(1, 3)) == SHOTS


@pytest.mark.proves("HS-HIGH-06")
def test_from_high_ground_cover_does_not_block_the_view() -> None:
    assert shots(looking(1, 3, Board(high=(1,), cover=(2,)))) == SHOTS
    below = looking(1, 3, Board(cover=(2,)))
    assert (shots(below), refusals(below)) == ([], UNSEEN)


@pytest.mark.proves("HS-HIGH-07", "HS-RULING-47")
def test_looking_down_other_high_ground_blocks_the_view_but_not_ones_own() -> None:
    s = looking(1, 3, Board(high=(1, 2)))
    assert (shots(s), refusals(s)) == ([], UNSEEN)
    assert shots(looking(1, 3, Board(high=(1,)))) == SHOTS
    assert shots(looking(1, 3, Board(high=(1, 2, 3)))) == SHOTS


@pytest.mark.proves("HS-RULING-48")
def test_cover_under_source_and_target_does_not_block() -> None:
    assert shots(looking(1, 2, Board(cover=(1, 2)))) == SHOTS
    assert shots(looking(1, 3, Board(cover=(1, 3)))) == SHOTS
    assert shots(looking(1, 3, Board(cover=(1, 2, 3)))) == []


# Falls


@pytest.mark.proves("HS-FALL-04", "HS-RULING-45")
def test_a_fall_is_one_space_of_the_shotguns_range() -> None:
    fall = Board(falls=(1,))
    assert shots(looking(4, 5, fall)) == SHOTS
    for source, target in ((4, 6), (3, 5)):
        s = looking(source, target, fall)
        assert (shots(s), s.why_not("shotgun dredd")) == (["snipe", "psi"], "HS-SHOTGUN-03")
        assert shots(looking(source, target)) == SHOTS


@pytest.mark.proves("HS-FALL-04", "HS-RULING-45")
def test_two_falls_side_by_side_are_two_spaces() -> None:
    s = looking(4, 5, Board(wide_falls=(1,)))
    assert (shots(s), s.why_not("shotgun dredd")) == (["snipe", "psi"], "HS-SHOTGUN-03")


@pytest.mark.proves("HS-FALL-07")
def test_falls_do_not_block_the_view() -> None:
    assert shots(looking(4, 5, Board(falls=(1,)))) == SHOTS
    assert shots(looking(1, 8, Board(falls=(1,)))) == ["snipe", "psi"]
    assert shots(looking(1, 8, Board(wide_falls=(1,)))) == ["snipe", "psi"]


# Figures, fragments, and walls beside a border


@pytest.mark.proves("HS-RULING-74")
def test_figures_and_fragments_never_block_the_view() -> None:
    hands = [[card("dredd", linked=f"{shot} dredd") for shot in SHOTS]]
    places = {"dredd": 1, "giant": 2, "wulf": 3, "gronk": 2}
    s = story(places, hands=hands, fragments=[[2, 33, 34, 35, 36], [3, 1, 26, 27, 28]])
    for n, shot in enumerate(SHOTS, 1):
        twin = Story(s.match.copy()).choose(f"{shot} dredd", f"pay {n}")
        assert twin.offered("at") == ["wulf", "gronk"]


@pytest.mark.proves("HS-RULING-76", "HS-WALL-02")
def test_a_border_beside_a_wall_lets_the_blast_pass_and_no_line_that_meets_the_wall() -> None:
    hand = [card("dredd", linked="explode dredd"), card("dredd", wild="snipe"), card("dredd")]
    board = Board(half_walls=((1, 2),))
    s = story({"dredd": 1, "wulf": 2}, hands=[hand], board=board)
    assert (s.offered("explode"), s.offered("snipe")) == (["dredd"], [])
    assert s.why_not("snipe dredd") == "HS-SNIPE-02"
    walked = Story(s.match.copy()).choose("move dredd", "pay 3")
    assert walked.offered("to") == ["2", "9"]
    past = Board(half_walls=((1, 2),), at=((1, (50, 90)), (2, (150, 90))))
    clear = story({"dredd": 1, "wulf": 2}, hands=[hand], board=past)
    assert clear.offered("snipe") == ["dredd"]


@pytest.mark.proves("HS-WALL-03")
def test_rally_and_heal_do_not_pass_a_wall() -> None:
    hand = [card("hershey", linked="rally hershey"), card("hershey", linked="heal hershey")]
    places = {"hershey": 1, "dredd": 2, "giant": 9, "anderson": 9}
    health = {"dredd": 2, "giant": 2, "anderson": 2}
    for board, allies in (
        (OPEN, ["giant", "anderson", "dredd"]),
        (Board(walls=((1, 2),)), ["giant", "anderson"]),
    ):
        s = story(places, hands=[hand], board=board, health=health)
        rally = Story(s.match.copy()).choose("rally hershey", "pay 1")
        heal = Story(s.match.copy()).choose("heal hershey", "pay 2")
        assert (rally.offered("ally"), heal.offered("ally")) == (allies, allies)
    assert rally.why_not("ally dredd") == "HS-RALLY-02"
    assert heal.why_not("ally dredd") == "HS-HEAL-02"


@pytest.mark.proves("HS-WALL-03")
def test_with_the_only_wounded_ally_behind_a_wall_heal_is_refused_for_its_range() -> None:
    hands = [[card("hershey", linked="heal hershey")]]
    board, health = Board(walls=((1, 2),)), {"dredd": 2}
    s = story({"hershey": 1, "dredd": 2}, hands=hands, board=board, health=health)
    assert s.offered("heal") == []
    assert s.why_not("heal hershey") == "HS-HEAL-02"
