"""EXPLODE: everyone on a space, friend and enemy alike."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helter_skelter.story import Board, Story, card, story

BLAST = card("dredd", linked="explode dredd")
DEFLECT = card("giant", wild="deflect")
JUDGES = ("giant", "anderson", "hershey", "dredd", "mean-machine")
DOGS = ("middenface", "durham-red", "johnny-alpha", "wulf", "gronk")
DANTES = ("viktor", "jena", "nikolai", "elena", "lulu")


def blast(places: dict[str, int], **position: Any) -> Story:
    """Dredd holds the only card."""
    return story(places, **({"hands": [[BLAST]]} | position))


def exploded(places: dict[str, int], **position: Any) -> Story:
    """Dredd has declared and paid; if he had no choice of space the defenders are asked."""
    return blast(places, **position).choose("explode dredd", "pay 1")


def but(team: tuple[str, ...], *living: str) -> list[str]:
    """The others of a team."""
    return [id for id in team if id not in living]


# The cost and the space


@pytest.mark.proves("HS-EXPLODE-01")
def test_explode_costs_one_card_with_its_symbol_linked_to_the_actor() -> None:
    hand = [BLAST, card("dredd", "giant", linked="explode giant"), card("dredd", wild="melee")]
    s = story({"dredd": 1, "giant": 1, "hershey": 1, "wulf": 1}, hands=[hand])
    assert s.offered("explode") == ["giant", "dredd"]
    assert s.why_not("explode hershey") == "HS-EXPLODE-01"
    s.choose("explode dredd")
    assert s.options == ["pay 1"]
    assert [s.why_not(f"pay {n}") for n in (2, 3)] == ["HS-EXPLODE-01"] * 2
    s.choose("pay 1")
    assert (s.hand(0), s.discard(0)) == ([2, 3], [1])


@pytest.mark.proves("HS-EXPLODE-02", "HS-EXPLODE-06")
def test_the_blast_fills_ones_own_space_or_an_adjacent_one() -> None:
    places = {"dredd": 10, "middenface": 10, "durham-red": 11, "johnny-alpha": 2, "wulf": 12}
    s = exploded(places | {"gronk": 19})
    assert s.options == ["on 2", "on 10", "on 11"]
    assert [s.why_not(f"on {space}") for space in (12, 19)] == ["HS-EXPLODE-06"] * 2
    s.choose("on 11", "take-damage")
    assert [s.health(id) for id in DOGS] == [3, 2, 3, 3, 3]
    assert s.in_window


@pytest.mark.proves("HS-EXPLODE-03", "HS-EXPLODE-06")
def test_what_is_out_of_the_blast_says_why() -> None:
    s = exploded({"dredd": 10, "middenface": 10, "durham-red": 11, "wulf": 12})
    refusals = [s.match.why_not(0, f"on {space}") for space in (12, 2)]
    far, empty = [refusal.reason for refusal in refusals if refusal]
    assert far.startswith("Space 12 is not next to 10, where Judge Dredd stands.")
    assert empty.startswith("No enemy stands on space 2.")


@pytest.mark.proves("HS-EXPLODE-03", "HS-RULING-70")
def test_a_space_without_an_enemy_cannot_be_blown_up() -> None:
    s = exploded({"dredd": 10, "giant": 11, "middenface": 9, "wulf": 2})
    assert s.options == ["on 2", "on 9"]
    assert [s.why_not(f"on {space}") for space in (10, 11, 18)] == ["HS-EXPLODE-03"] * 3


@pytest.mark.proves("HS-EXPLODE-03", "HS-RULING-70")
def test_without_an_enemy_in_reach_there_is_no_explode() -> None:
    s = blast({"dredd": 10, "giant": 10, "hershey": 11, "wulf": 12})
    assert s.offered("explode") == []
    assert s.why_not("explode dredd") == "HS-EXPLODE-03"


@pytest.mark.proves("HS-EXPLODE-05")
def test_the_blast_needs_no_line_of_sight() -> None:
    hands = [[BLAST, card("dredd", wild="snipe")]]
    s = blast({"dredd": 1, "wulf": 2}, board=Board(high=(2,)), hands=hands)
    assert s.why_not("snipe dredd") == "HS-SNIPE-02"
    s.choose("explode dredd", "pay 1", "take-damage")
    assert s.health("wulf") == 2


@pytest.mark.proves("HS-EXPLODE-06", "HS-WALL-03")
def test_the_blast_does_not_pass_a_wall() -> None:
    s = blast({"dredd": 10, "wulf": 11}, board=Board(walls=((10, 11),)))
    assert s.offered("explode") == []
    s = exploded(
        {"dredd": 10, "wulf": 11, "gronk": 9, "middenface": 2}, board=Board(walls=((10, 11),))
    )
    assert s.options == ["on 2", "on 9"]
    assert s.why_not("on 11") == "HS-EXPLODE-06"
    assert exploded({"dredd": 10, "wulf": 11, "gronk": 9}).options == ["on 9", "on 11"]


@pytest.mark.proves("HS-EXPLODE-06")
def test_the_blast_does_not_cross_a_fall() -> None:
    board = Board(falls=(1,))
    s = exploded({"dredd": 4, "wulf": 5, "gronk": 3, "middenface": 12}, board=board)
    assert s.options == ["on 3", "on 12"]
    assert s.why_not("on 5") == "HS-EXPLODE-06"
    assert exploded({"dredd": 12, "wulf": 13, "gronk": 11}, board=board).offered("on") == [
        "11",
        "13",
    ]


# Who defends, and how


@pytest.mark.proves("HS-EXPLODE-04", "HS-EXPLODE-07")
def test_friend_and_enemy_on_the_space_defend_each() -> None:
    s = exploded({"dredd": 1, "giant": 2, "middenface": 2, "wulf": 2, "gronk": 9, "hershey": 1})
    s.choose("on 2")
    for id, seat in (("Middenface McNulty", 1), ("Wulf Sternhammer", 1), ("Judge Giant", 0)):
        assert (s.seat, s.options) == (seat, ["take-damage"])
        assert id in str(s.match.prompt)
        s.choose("take-damage")
    assert s.in_window
    assert [s.health(id) for id in ("middenface", "wulf", "giant")] == [2, 2, 2]
    assert [s.health(id) for id in ("dredd", "hershey", "gronk")] == [3, 3, 3]


@pytest.mark.proves("HS-EXPLODE-07")
@pytest.mark.parametrize(
    ("defence", "held"),
    [("deflect", card("gronk", wild="deflect")), ("precog", card("wulf", linked="psi wulf"))],
)
def test_who_defends_keeps_the_health_and_the_other_loses_one(defence: str, held: Any) -> None:
    s = exploded({"dredd": 1, "middenface": 2, "wulf": 2}, hands=[[BLAST], [held]])
    s.choose("take-damage")
    assert s.options == ["take-damage", f"{defence} 1"]
    s.choose(f"{defence} 1")
    assert (s.health("middenface"), s.health("wulf"), s.hand(1)) == (2, 3, [])


@pytest.mark.proves("HS-EXPLODE-08")
def test_cover_is_no_help_against_a_blast() -> None:
    hands = [[BLAST, card("dredd", wild="snipe")], [card("wulf", wild="cover")]]
    board = Board(cover=(2,))
    s = exploded({"dredd": 1, "wulf": 2}, board=board, hands=hands)
    assert (s.seat, s.options) == (1, ["take-damage"])
    assert s.why_not("cover 1") == "HS-EXPLODE-08"
    shot = blast({"dredd": 1, "wulf": 2}, board=board, hands=hands).choose("snipe dredd", "pay 2")
    assert shot.offered("cover") == ["1"]


@pytest.mark.proves("HS-EXPLODE-09", "HS-RULING-27")
def test_a_blast_can_kill_ones_own_for_no_point() -> None:
    s = exploded({"dredd": 1, "giant": 2, "wulf": 2}, health={"giant": 1, "wulf": 1})
    s.choose("take-damage", "take-damage")
    assert (s.dead("giant"), s.space("giant"), s.dead("wulf")) == (True, None, True)
    assert (s.points(0), s.points(1)) == (1, 0)
    assert [s.player(seat)["taken"] for seat in (0, 1)] == [["wulf"], []]


@pytest.mark.proves("HS-EXPLODE-10")
@pytest.mark.parametrize(
    ("defence", "held"),
    [("deflect", DEFLECT), ("precog", card("giant", linked="psi giant"))],
)
def test_the_acting_player_may_defend_against_the_own_blast(defence: str, held: Any) -> None:
    s = exploded({"dredd": 1, "giant": 2, "wulf": 2}, hands=[[BLAST, held]]).choose("take-damage")
    assert (s.seat, s.options) == (0, ["take-damage", f"{defence} 2"])
    s.choose(f"{defence} 2")
    assert (s.health("giant"), s.health("wulf"), s.discard(0)) == (3, 2, [1, 2])


@pytest.mark.proves("HS-RULING-26", "HS-EXPLODE-02", "HS-EXPLODE-04")
def test_on_the_own_space_the_actor_is_a_defender_too() -> None:
    s = exploded({"dredd": 1, "wulf": 1}, hands=[[BLAST, DEFLECT]]).choose("take-damage")
    assert (s.seat, s.options) == (0, ["take-damage", "deflect 2"])
    s.choose("deflect 2")
    assert (s.health("dredd"), s.health("wulf")) == (3, 2)


@pytest.mark.proves("HS-RULING-26", "HS-EXPLODE-09")
def test_an_actor_who_dies_in_the_blast_has_still_completed_the_action() -> None:
    s = exploded({"dredd": 1, "giant": 20, "wulf": 1, "gronk": 20}, health={"dredd": 1, "wulf": 1})
    s.choose("take-damage", "take-damage")
    assert (s.dead("dredd"), s.dead("wulf"), s.points(0)) == (True, True, 1)
    assert (s.in_window, s.seat) == (True, 1)
    s.nobody_interrupts()
    assert (s.seat, s.doing) == (0, ["game", "turn"])


# Order


def crowd() -> Story:
    """Seat 1 of three blows up a space with two of everybody; each player holds one DEFLECT."""
    both = {"giant": 2, "dredd": 2, "middenface": 2, "wulf": 2, "viktor": 2, "lulu": 2}
    hands = [
        [DEFLECT],
        [card("gronk", linked="explode gronk"), card("gronk", wild="deflect")],
        [card("jena", wild="deflect")],
    ]
    teams = ("judges", "strontium-dogs", "nikolai-dante")
    health = dict.fromkeys(both, 1)
    s = story(both | {"gronk": 1}, hands=hands, teams=teams, marker=1, health=health)
    return s.choose("explode gronk", "pay 1")


@pytest.mark.proves("HS-RULING-23")
def test_defenders_decide_from_the_actors_left_each_player_in_card_order() -> None:
    s = crowd()
    asked = []
    while not s.in_window:
        asked.append((s.seat, str(s.match.prompt)))
        s.choose("take-damage")
    names = ["Viktor", "Lulu", "Giant", "Dredd", "Middenface", "Wulf"]
    assert [seat for seat, prompt in asked] == [2, 2, 0, 0, 1, 1]
    assert [name in prompt for name, (seat, prompt) in zip(names, asked, strict=True)] == [True] * 6


@pytest.mark.proves("HS-RULING-23")
def test_every_defence_is_open_and_uses_its_own_card() -> None:
    s = crowd()
    assert s.options == ["take-damage", "deflect 1"]
    s.choose("deflect 1")
    assert (s.told(0)[-1], s.told(1)[-1]) == ("deflected", "deflected")
    assert (s.seat, s.options) == (2, ["take-damage"])
    assert s.why_not("deflect 1") == "HS-DEFLECT-01"


@pytest.mark.proves("HS-RULING-23")
def test_all_damage_falls_at_once_when_all_have_decided() -> None:
    s = crowd().choose(*["take-damage"] * 5)
    assert s.options == ["take-damage", "deflect 2"]
    assert [s.health(id) for id in ("viktor", "lulu", "giant", "dredd", "middenface")] == [1] * 5
    assert s.points(1) == 0
    s.choose("deflect 2")
    assert [s.health(id) for id in ("viktor", "lulu", "giant", "dredd", "middenface")] == [0] * 5
    assert (s.health("wulf"), s.points(1)) == (1, 4)
    told = [what for what in s.told() if what in ("damaged", "killed", "killed-own")]
    assert told == ["damaged"] * 5 + ["killed", "killed", "killed-own", "killed", "killed"]


# Points and endings


@pytest.mark.proves("HS-RULING-27")
def test_the_one_who_acts_on_an_interrupting_turn_gets_the_point() -> None:
    hands = [[card("dredd")], [card("wulf", wild="interrupt"), card("wulf", wild="melee")]]
    s = story({"dredd": 1, "wulf": 2}, hands=hands, health={"dredd": 1})
    s.choose("move dredd", "pay 1", "to 2", "interrupt 1", "melee wulf", "pay 2", "take-damage")
    assert (s.dead("dredd"), s.points(0), s.points(1)) == (True, 0, 1)


@pytest.mark.proves("HS-RULING-28")
@pytest.mark.parametrize(("collected", "winner", "points"), [(4, 0, 5), (3, 1, 4)])
def test_the_fifth_point_wins_even_if_the_blast_kills_the_own_last_character(
    collected: int, winner: int, points: int
) -> None:
    s = exploded(
        {"dredd": 1, "wulf": 1, "gronk": 20},
        health={"dredd": 1, "wulf": 1},
        dead=but(JUDGES, "dredd"),
        fragments=[[33, 34, 35, 36, 37][collected:]],
    )
    s.choose("take-damage", "take-damage")
    assert (s.winners, s.points(0)) == ((winner,), points)


def last_stand(own: int, other: int) -> Story:
    """Dredd and Wulf, the last of two teams, die in one blast, with so many fragments before."""
    s = exploded(
        {"dredd": 1, "wulf": 1},
        health={"dredd": 1, "wulf": 1},
        dead=[*but(JUDGES, "dredd"), *but(DOGS, "wulf")],
        fragments=[[33, 34, 35, 36, 37][own:], [25, 26, 27, 28, 29][other:]],
    )
    return s.choose("take-damage", "take-damage")


@pytest.mark.proves("HS-RULING-29")
@pytest.mark.parametrize(
    ("own", "other", "winner"), [(1, 1, 0), (0, 2, 1), (1, 2, 1), (0, 1, 1), (0, 0, 0)]
)
def test_if_nobody_remains_more_points_win_and_the_actor_loses_a_tie(
    own: int, other: int, winner: int
) -> None:
    s = last_stand(own, other)
    assert (s.points(0), s.points(1)) == (own + 1, other)
    assert (s.winners, s.dead("dredd"), s.dead("wulf")) == ((winner,), True, True)


@pytest.mark.proves("HS-RULING-29")
@pytest.mark.parametrize(
    ("actor", "winner"), [("judges", 1), ("strontium-dogs", 2), ("nikolai-dante", 0)]
)
def test_between_others_who_are_equal_the_next_to_the_actors_left_wins(
    actor: str, winner: int
) -> None:
    teams = ("judges", "strontium-dogs", "nikolai-dante")
    marker = teams.index(actor)
    doer = ("dredd", "wulf", "lulu")[marker]
    hands: list[list[Any]] = [[], [], []]
    hands[marker] = [card(doer, linked=f"explode {doer}")]
    lying = [[33, 34, 35, 36, 37], [25, 26, 27, 28, 29], [38, 39, 40, 30, 31]]
    s = story(
        {"dredd": 1, "wulf": 1, "lulu": 1},
        hands=hands,
        teams=teams,
        marker=marker,
        health={"dredd": 1, "wulf": 1, "lulu": 1},
        dead=[*but(JUDGES, "dredd"), *but(DOGS, "wulf"), *but(DANTES, "lulu")],
        fragments=[spaces if seat == marker else spaces[3:] for seat, spaces in enumerate(lying)],
    )
    s.choose(f"explode {doer}", "pay 1", *["take-damage"] * 3)
    assert [s.points(seat) for seat in range(3)] == [
        2 if seat == marker else 3 for seat in range(3)
    ]
    assert s.winners == (winner,)
