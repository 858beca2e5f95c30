"""Game end: points, elimination, ties, and what happens when everybody is gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudge.games.helter_skelter.schema import ROSTER, Card
from tests.helter_skelter.story import Story, card, story

TWO = ("judges", "strontium-dogs")
THREE = (*TWO, "nikolai-dante")
FOUR = (*THREE, "slaine")


def others(*ids: str, teams: Sequence[str] = TWO) -> list[str]:
    """Everybody of the teams of these people but themselves."""
    concerned = [team for team in teams if set(ids) & set(ROSTER[team])]
    return [id for team in concerned for id in ROSTER[team] if id not in ids]


def linked(action: str, to: str = "dredd") -> Card:
    """A card with an action that one character can use."""
    return card(to, linked=f"{action} {to}")


def fragments(*collected: int) -> dict[str, Any]:
    """So many fragments were collected by the seats."""
    rows = [[33, 34, 35, 36, 37], [25, 26, 27, 28, 29], [38, 39, 40, 30, 31], [17, 18, 19, 20, 21]]
    return {"fragments": [row[n:] for n, row in zip(collected, rows, strict=False)]}


def fight(
    *last: str,
    action: str = "explode",
    teams: Sequence[str] = TWO,
    points: Sequence[int] = (0, 0, 0, 0),
    gone: Sequence[str] = (),
    places: dict[str, int] | None = None,
    **more: Any,
) -> Story:
    """The named are the last of their teams, all on space 1 with one health; Dredd has the turn."""
    people = dict.fromkeys(last, 1) | (places or {})
    hands = more.pop("hands", [[linked(action)]])
    return story(
        people,
        hands=hands,
        teams=teams,
        health=dict.fromkeys(last, 1),
        dead=[*others(*last, teams=teams), *gone],
        **fragments(*points[: len(teams)]),
        **more,
    )


def strike(s: Story, action: str = "explode") -> Story:
    """Dredd acts, and nobody defends."""
    s.choose(f"{action} dredd", "pay 1")
    while "take-damage" in s.options:
        s.choose("take-damage")
    return s


# Points


@pytest.mark.proves("HS-END-01", "HS-END-02")
def test_a_kill_and_a_fragment_are_a_point_each() -> None:
    hand = [linked("melee"), linked("melee"), *[card("dredd")] * 3]
    s = story(
        {"dredd": 1, "wulf": 1, "gronk": 1},
        hands=[hand],
        health={"wulf": 1, "gronk": 1},
        fragments=[[1, 34, 35, 36, 37]],
    )
    seen = [s.points(0)]
    s.choose("melee dredd", "pay 1", "at wulf", "take-damage").nobody_interrupts()
    seen.append(s.points(0))
    s.choose("melee dredd", "pay 2", "take-damage").nobody_interrupts()
    seen.append(s.points(0))
    s.choose("collect dredd dredd", "pay 3 4 5").nobody_interrupts()
    seen.append(s.points(0))
    assert seen == [0, 1, 2, 3]
    assert (s.player(0)["taken"], s.player(0)["collected"]) == (["wulf", "gronk"], 1)
    assert s.match.view(1)["shown"]["points"] == [3, 0]


@pytest.mark.proves("HS-END-03", "HS-END-01", "HS-END-02")
def test_three_fragments_and_two_kills_win() -> None:
    s = story(
        {"dredd": 1, "wulf": 1},
        hands=[[linked("melee")]],
        health={"wulf": 1},
        taken=[["gronk"]],
        **fragments(3),
    )
    assert s.points(0) == 4
    strike(s, "melee")
    assert s.match.outcome is not None
    assert (s.winners, s.match.outcome.scores) == ((0,), (5, 0))
    assert s.match.outcome.rules == ("HS-END-03",)


@pytest.mark.proves("HS-END-03")
def test_the_fifth_point_may_be_a_fragment() -> None:
    s = story({"dredd": 37}, hands=[[card("dredd")] * 3], **fragments(4))
    assert s.choose("collect dredd dredd", "pay 1 2 3").winners == (0,)


@pytest.mark.proves("HS-END-03")
def test_six_points_win_as_well() -> None:
    s = story(
        {"dredd": 1, "wulf": 2, "gronk": 2},
        hands=[[linked("explode")]],
        health={"wulf": 1, "gronk": 1},
        **fragments(4),
    )
    s.choose("explode dredd", "pay 1", "take-damage", "take-damage")
    assert (s.winners, s.points(0)) == ((0,), 6)


@pytest.mark.proves("HS-END-03")
def test_four_points_do_not_win() -> None:
    s = story(
        {"dredd": 1, "wulf": 1}, hands=[[linked("melee")]], health={"wulf": 1}, **fragments(3)
    )
    strike(s, "melee").nobody_interrupts()
    assert (s.winners, s.points(0), s.seat) == (None, 4, 0)


def about_to_win(interrupting: bool) -> Story:
    """A player with four points strikes; the others hold INTERRUPT."""
    hands = [
        [linked("melee"), card("dredd", wild="interrupt")],
        [card("wulf", wild="interrupt")],
    ]
    s = story(
        {"dredd": 1, "wulf": 1},
        hands=hands,
        health={"wulf": 1},
        marker=1 if interrupting else 0,
        **fragments(4),
    )
    return s.choose("end", "interrupt 2") if interrupting else s


@pytest.mark.proves("HS-END-04", "HS-RULING-33")
@pytest.mark.parametrize("interrupting", [False, True])
def test_with_the_fifth_point_the_game_is_over_at_once(interrupting: bool) -> None:
    s = about_to_win(interrupting).choose("melee dredd", "pay 1", "take-damage")
    assert (s.winners, s.seat, s.options) == ((0,), None, [])
    assert s.told()[-3:] == ["damaged", "killed", "ended"]
    assert [len(s.hand(seat)) for seat in (0, 1)] == [0 if interrupting else 1, 1]
    for text in ("interrupt 1", "pass", "end", "deploy gronk 3"):
        assert s.why_not(text, seat=1) == "HS-END-04"


# Elimination


@pytest.mark.proves("HS-END-05", "HS-END-07")
def test_who_has_lost_the_fifth_character_is_eliminated() -> None:
    s = fight("dredd", "wulf", action="melee")
    assert not s.player(1)["eliminated"]
    strike(s, "melee")
    assert s.player(1)["eliminated"]
    assert s.told()[-2:] == ["eliminated", "ended"]
    assert s.winners == (0,)


@pytest.mark.proves("HS-END-05", "HS-RULING-08")
@pytest.mark.parametrize("place", [8, None])
def test_who_has_a_character_left_on_the_map_or_waiting_is_not_eliminated(
    place: int | None,
) -> None:
    """The Gronk stands far away, or waits undeployed."""
    lost = [id for id in others("dredd", "wulf") if id != "gronk"]
    places = {"dredd": 1, "wulf": 1} | ({} if place is None else {"gronk": place})
    s = story(places, hands=[[linked("melee")]], health={"wulf": 1}, dead=lost)
    strike(s, "melee").nobody_interrupts()
    assert (s.dead("wulf"), s.player(1)["eliminated"], s.winners) == (True, False, None)


@pytest.mark.proves("HS-END-05", "HS-RULING-65")
def test_slaines_team_is_out_with_the_fourth() -> None:
    teams = ("judges", "slaine")
    s = fight("dredd", "kai", action="melee", teams=teams)
    assert len(s.player(1)["characters"]) == 4
    strike(s, "melee")
    assert (s.player(1)["eliminated"], s.winners) == (True, (0,))


@pytest.mark.proves("HS-RULING-65")
def test_four_kills_against_slaine_are_all_and_not_five_points() -> None:
    s = story(
        {"dredd": 1, "kai": 1, "wulf": 8},
        hands=[[linked("melee")]],
        teams=("judges", "slaine", "strontium-dogs"),
        taken=[["ukko", "slaine", "niamh"]],
        health={"kai": 1},
        fragments=[[33, 34, 35, 36, 37], [25, 26, 27, 28, 29], [31]],
    )
    strike(s, "melee").nobody_interrupts()
    assert (s.points(0), s.points(2), s.player(1)["eliminated"]) == (4, 4, True)
    assert len(s.player(1)["fragments"]) == 5
    assert s.winners is None


@pytest.mark.proves("HS-END-06", "HS-RULING-30")
@pytest.mark.parametrize(
    ("points", "winner"), [((2, 1, 0), 0), ((0, 3, 0), 1), ((2, 1, 4), 0), ((0, 2, 4), 1)]
)
def test_the_surviving_player_with_most_points_wins(
    points: tuple[int, int, int], winner: int
) -> None:
    """Seat 0 kills the last of seat 2, for one point more; what seat 2 holds does not count."""
    s = fight(
        "nikolai",
        action="melee",
        teams=THREE,
        points=points,
        places={"dredd": 1, "wulf": 8},
    )
    strike(s, "melee")
    assert s.winners == (winner,)
    assert s.match.outcome is not None
    assert s.match.outcome.rules == ("HS-END-06",)
    assert s.match.outcome.scores == (points[0] + 1, *points[1:])


@pytest.mark.proves("HS-RULING-30")
def test_an_elimination_ends_the_game_only_after_the_action_is_complete() -> None:
    """Durham Red may still take her cube, and with it nothing changes but her health."""
    s = story(
        {"durham-red": 1, "dredd": 1},
        hands=[[card("durham-red", linked="melee durham-red")]],
        teams=("strontium-dogs", "judges"),
        health={"durham-red": 1, "dredd": 1},
        dead=others("dredd"),
    )
    s.choose("melee durham-red", "pay 1", "take-damage")
    assert (s.options, s.winners) == (["drink", "abstain"], None)
    assert not s.player(1)["eliminated"]
    s.choose("drink")
    assert (s.winners, s.health("durham-red")) == ((0,), 2)


@pytest.mark.proves("HS-END-07")
@pytest.mark.parametrize("points", [(2, 4), (0, 4), (0, 0)])
def test_with_two_players_the_survivor_wins_whatever_the_points(points: tuple[int, int]) -> None:
    s = fight("dredd", "wulf", action="melee", points=points)
    assert strike(s, "melee").winners == (0,)
    assert (s.points(0), s.points(1)) == (points[0] + 1, points[1])


@pytest.mark.proves("HS-END-07")
def test_who_destroys_the_own_team_loses_to_the_other() -> None:
    s = fight("dredd", points=(3, 0), places={"wulf": 1})
    strike(s)
    assert (s.winners, s.health("wulf")) == ((1,), 2)


# Ties


def tie() -> Story:
    """Seat 2 has just been eliminated at 2-2; Dredd stands on a fragment and can pay for it."""
    s = story(
        {"dredd": 1, "wulf": 8, "nikolai": 1},
        hands=[[linked("melee"), *[card("dredd")] * 3]],
        teams=THREE,
        health={"nikolai": 1},
        dead=others("nikolai", teams=THREE),
        fragments=[[1, 34, 35, 36], [25, 26, 27], [38, 39, 40, 30]],
    )
    return strike(s, "melee")


@pytest.mark.proves("HS-END-08", "HS-RULING-31")
def test_a_tie_is_played_on_until_somebody_has_the_most() -> None:
    s = tie().nobody_interrupts()
    assert (s.winners, s.points(0), s.points(1), s.seat) == (None, 2, 2, 0)
    assert s.player(2)["eliminated"]
    s.choose("collect dredd dredd", "pay 2 3 4")
    assert s.winners == (0,)
    assert s.match.outcome is not None
    assert s.match.outcome.scores == (3, 2, 1)


@pytest.mark.proves("HS-END-08", "HS-RULING-31")
def test_an_action_without_a_point_leaves_the_tie() -> None:
    s = tie().nobody_interrupts()
    s.choose("move dredd", "pay 2", "to 2").nobody_interrupts()
    assert (s.winners, s.seat) == (None, 0)


@pytest.mark.proves("HS-RULING-31")
def test_the_eliminated_are_skipped_and_their_fragments_stay() -> None:
    s = tie()
    asked, holders = set(), []
    for turn in range(s.table["turn"], s.table["turn"] + 4):
        holders.append(s.table["marker"])
        while s.table["turn"] == turn:
            asked.add(s.seat)
            s.choose("pass" if s.in_window else s.options[0])
    assert (asked, holders) == ({0, 1}, [0, 1, 0, 1])
    assert s.player(2)["fragments"] == [30, 38, 39, 40]


def behind(points: int) -> Story:
    """Seat 2 is out, seats 0 and 1 have two points; seat 3 has fewer, and the turn."""
    return story(
        {"dredd": 5, "wulf": 8, "kai": 21},
        hands=[[], [], [], [card("kai")] * 4],
        teams=FOUR,
        marker=3,
        dead=list(ROSTER["nikolai-dante"]),
        eliminated=[2],
        **fragments(2, 2, 0, points),
    )


@pytest.mark.proves("HS-RULING-31", "HS-END-08")
def test_who_is_behind_plays_on_and_may_draw_level() -> None:
    s = behind(1).choose("collect kai kai", "pay 1 2 3").nobody_interrupts()
    assert (s.winners, s.points(3), s.seat) == (None, 2, 3)


@pytest.mark.proves("HS-RULING-31", "HS-END-08")
def test_who_was_level_wins_with_the_next_point() -> None:
    assert behind(2).choose("collect kai kai", "pay 1 2 3").winners == (3,)


@pytest.mark.proves("HS-RULING-31")
def test_the_leaders_tie_is_no_win_for_anybody_while_others_gain_less() -> None:
    s = behind(0).choose("collect kai kai", "pay 1 2 3").nobody_interrupts()
    assert (s.winners, s.points(3), s.seat) == (None, 1, 3)


@pytest.mark.proves("HS-RULING-31")
def test_a_further_elimination_ends_the_tie() -> None:
    """Seats 0 and 1 lead with two each, seat 3 is behind; Dredd kills himself with nobody else."""
    s = story(
        {"dredd": 1, "wulf": 1, "kai": 17},
        hands=[[linked("explode")]],
        teams=FOUR,
        health={"dredd": 1},
        dead=[*ROSTER["nikolai-dante"], *others("dredd")],
        eliminated=[2],
        fragments=[[33, 34, 35], [25, 26, 27], [38, 39, 40, 30, 31], [17, 18, 19, 20]],
    )
    strike(s)
    assert (s.winners, s.player(0)["eliminated"]) == ((1,), True)


# Eliminated on a turn, and the game goes on


def own_end(**more: Any) -> Story:
    """Dredd, the last of seat 0, blows himself up; seats 1 and 2 have two points each."""
    return story(
        {"dredd": 1, "wulf": 1, "gronk": 1, "nikolai": 8},
        teams=THREE,
        health={"dredd": 1},
        dead=others("dredd"),
        fragments=[[33, 34, 35, 36], [25, 26, 27], [38, 39, 40]],
        **more,
    )


@pytest.mark.proves("HS-RULING-32")
def test_the_eliminated_holders_turn_ends_without_drawing() -> None:
    s = strike(own_end(hands=[[linked("explode"), card("dredd")]])).nobody_interrupts()
    assert s.winners is None
    assert (s.table["marker"], s.seat, s.hand(0), s.discard(0)) == (1, 1, [2], [1])
    assert "drew" not in s.told(0)
    assert "end-of-turn" not in s.told(0)
    assert s.told(0)[-3:] == ["no-interrupt", "marker", "turn"]
    assert s.told(0).count("no-interrupt") == 1


@pytest.mark.proves("HS-RULING-32")
def test_the_marker_skips_the_eliminated_on_the_left() -> None:
    s = tie().nobody_interrupts().choose("end").nobody_interrupts()
    assert s.table["marker"] == 1
    while s.table["marker"] == 1:
        s.choose("pass" if s.in_window else s.options[0])
    assert s.table["marker"] == 0


@pytest.mark.proves("HS-RULING-32")
def test_an_interrupter_who_eliminates_the_holder_finishes_first() -> None:
    """Wulf kills the last judge on an interrupting turn; seats 1 and 2 are level with two."""
    hand = [card("wulf", wild="interrupt"), card("wulf", wild="melee"), card("wulf")]
    s = story(
        {"dredd": 1, "wulf": 1, "nikolai": 8},
        hands=[[card("dredd")], hand],
        teams=THREE,
        health={"dredd": 1},
        dead=others("dredd"),
        fragments=[[33, 34, 35, 36], [25, 26, 27, 28], [38, 39, 40]],
    )
    s.choose("move dredd", "pay 1", "to 9").nobody_interrupts()
    s.choose("end", "interrupt 1", "pass", "move wulf", "pay 3", "to 9").nobody_interrupts()
    s.choose("melee wulf", "pay 2", "take-damage")
    assert (s.player(0)["eliminated"], s.points(1), s.points(2)) == (True, 2, 2)
    s.nobody_interrupts()
    assert (s.seat, s.table["marker"], s.doing) == (1, 0, ["game", "turn", "interrupting-turn"])
    s.choose("end").nobody_interrupts()
    assert (s.table["marker"], s.winners, s.doing) == (1, None, ["game", "turn"])
    assert (s.hand(0), "drew" in s.told(0)) == ([], False)


@pytest.mark.proves("HS-RULING-32")
def test_an_eliminated_holder_who_was_interrupted_in_step_2_does_not_go_on() -> None:
    hand = [card("wulf", wild="interrupt"), card("wulf", wild="melee")]
    s = story(
        {"dredd": 1, "wulf": 9, "nikolai": 8},
        hands=[[card("dredd"), card("dredd")], hand],
        teams=THREE,
        health={"dredd": 1},
        dead=others("dredd"),
        fragments=[[33, 34, 35, 36], [25, 26, 27, 28], [38, 39, 40]],
    )
    s.choose("move dredd", "pay 1", "to 9", "interrupt 1", "pass")
    s.choose("melee wulf", "pay 2", "take-damage").nobody_interrupts()
    s.choose("end").nobody_interrupts()
    assert (s.table["marker"], s.seat, s.winners) == (1, 1, None)
    assert (s.hand(0), "drew" in s.told(0)) == ([2], False)


@pytest.mark.proves("HS-RULING-32")
def test_an_eliminated_interrupters_turn_ends_and_play_returns_to_the_holder() -> None:
    hand = [card("dredd", wild="interrupt"), linked("explode"), card("dredd")]
    s = own_end(hands=[hand, [card("wulf"), card("wulf")]], marker=1)
    s.choose("move wulf", "pay 1", "to 2", "pass", "interrupt 1")
    s.choose("explode dredd", "pay 2", "on 1")
    while "take-damage" in s.options:
        s.choose("take-damage")
    assert (s.player(0)["eliminated"], s.winners) == (True, None)
    s.nobody_interrupts()
    assert (s.seat, s.table["marker"], s.doing) == (1, 1, ["game", "turn"])
    assert "move wulf" in s.options
    assert (s.hand(0), s.told(0).count("no-interrupt")) == ([3], 1)


# Everybody gone


@pytest.mark.proves("HS-RULING-28")
def test_the_fifth_point_wins_although_the_own_team_dies_with_it() -> None:
    s = fight("dredd", "wulf", points=(4, 4))
    strike(s)
    assert (s.dead("dredd"), s.dead("wulf"), s.winners) == (True, True, (0,))
    assert s.match.outcome is not None
    assert s.match.outcome.rules == ("HS-END-03",)


@pytest.mark.proves("HS-RULING-29")
@pytest.mark.parametrize(
    ("points", "winner"),
    [((1, 1), 0), ((3, 0), 0), ((0, 1), 1), ((1, 2), 1), ((0, 4), 1)],
)
def test_if_nobody_is_left_more_points_win_and_who_did_it_loses_a_tie(
    points: tuple[int, int], winner: int
) -> None:
    """Dredd's last blast makes one point more for seat 0."""
    s = strike(fight("dredd", "wulf", points=points))
    assert s.winners == (winner,)
    assert [s.player(seat)["eliminated"] for seat in (0, 1)] == [True, True]
    assert s.match.outcome is not None
    assert s.match.outcome.rules == ("HS-RULING-29",)


@pytest.mark.proves("HS-RULING-29")
@pytest.mark.parametrize(
    ("points", "winner"),
    [((0, 2, 2), 1), ((0, 3, 3), 1), ((0, 1, 3), 2), ((0, 1, 2), 2), ((1, 2, 2), 0)],
)
def test_among_others_still_equal_the_next_to_the_left_wins(
    points: tuple[int, int, int], winner: int
) -> None:
    """Dredd's last blast makes two points more for seat 0."""
    s = strike(fight("dredd", "wulf", "nikolai", teams=THREE, points=points))
    assert s.winners == (winner,)


@pytest.mark.proves("HS-RULING-29")
def test_left_is_counted_from_who_did_it() -> None:
    """Dredd's team sits in seat 1; seats 0 and 2 are equal."""
    teams = ("strontium-dogs", "judges", "nikolai-dante")
    s = fight(
        "wulf",
        "dredd",
        "nikolai",
        teams=teams,
        points=(3, 0, 3),
        hands=[[], [linked("explode")]],
        marker=1,
    )
    assert strike(s).winners == (2,)


@pytest.mark.proves("HS-RULING-29", "HS-RULING-30")
def test_who_was_eliminated_before_has_no_part_in_it() -> None:
    s = fight(
        "dredd",
        "wulf",
        teams=THREE,
        points=(1, 1, 4),
        gone=list(ROSTER["nikolai-dante"]),
        eliminated=[2],
    )
    assert strike(s).winners == (0,)


# A game without an end


def quiet(turns: int, *points: int, **more: Any) -> Story:
    """So many turns in a row without a point."""
    return story({"dredd": 37, "wulf": 8}, quiet=turns, **fragments(*points), **more)


@pytest.mark.proves("HS-RULING-82")
@pytest.mark.parametrize(("points", "winners"), [((3, 1), (0,)), ((0, 2), (1,)), ((2, 2), ())])
def test_200_turns_without_a_point_end_the_game(
    points: tuple[int, int], winners: tuple[int, ...]
) -> None:
    s = quiet(200, *points).choose("end").nobody_interrupts()
    assert s.winners == winners
    assert s.match.outcome is not None
    assert s.match.outcome.rules == ("HS-RULING-82",)


@pytest.mark.proves("HS-RULING-82")
def test_199_turns_without_a_point_do_not() -> None:
    s = quiet(199, 3, 1).choose("end").nobody_interrupts()
    assert (s.winners, s.table["quiet"], s.seat) == (None, 200, 1)


@pytest.mark.proves("HS-RULING-82")
def test_a_point_starts_the_count_anew() -> None:
    s = quiet(199, 3, 1, hands=[[card("dredd")] * 3])
    s.choose("collect dredd dredd", "pay 1 2 3").nobody_interrupts()
    assert s.table["quiet"] == 0
    s.choose("end").nobody_interrupts()
    assert (s.winners, s.table["quiet"]) == (None, 1)


@pytest.mark.proves("HS-RULING-82")
def test_a_kill_starts_the_count_anew() -> None:
    s = story({"dredd": 1, "wulf": 1}, hands=[[linked("melee")]], health={"wulf": 1}, quiet=199)
    strike(s, "melee").nobody_interrupts()
    assert s.table["quiet"] == 0


@pytest.mark.proves("HS-RULING-82")
def test_an_interrupting_turn_does_not_count() -> None:
    hands = [[card("dredd")], [card("wulf", wild="interrupt")]]
    s = quiet(198, 3, 1, hands=hands)
    s.choose("move dredd", "pay 1", "to 36", "interrupt 1", "end").nobody_interrupts()
    assert s.table["quiet"] == 198


@pytest.mark.proves("HS-RULING-82")
def test_only_remaining_players_win_a_quiet_game() -> None:
    s = story(
        {"dredd": 5, "wulf": 8},
        teams=THREE,
        quiet=200,
        dead=list(ROSTER["nikolai-dante"]),
        eliminated=[2],
        fragments=[[33, 34, 35], [25, 26, 27], [40]],
    )
    assert s.choose("end").nobody_interrupts().winners == ()
