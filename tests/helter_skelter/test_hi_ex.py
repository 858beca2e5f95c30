"""HI-EX: a SNIPE of Hershey, Anderson or Dredd may hit everyone on the defender's space."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adjudge.games.helter_skelter.schema import Card
from tests.helter_skelter.story import OPEN, Board, Story, card, story

WILD = card("giant", wild="snipe")
PAIR = {"middenface": 3, "wulf": 3}


def sniping(
    places: dict[str, int],
    *,
    dogs: Sequence[Card] = (),
    judges: Sequence[Card] = (WILD,),
    board: Board = OPEN,
) -> Story:
    """Dredd on 1 aims at a space; the judges pay with their first card."""
    s = story({"dredd": 1} | places, hands=[judges, dogs], board=board)
    return s.choose("snipe dredd", "pay 1")


# Who has it, and when it is asked


@pytest.mark.proves("HS-JUD-02")
@pytest.mark.parametrize(
    ("judge", "has_it"),
    [
        ("hershey", True),
        ("anderson", True),
        ("dredd", True),
        ("giant", False),
        ("mean-machine", False),
    ],
)
def test_three_of_the_judges_have_hi_ex(judge: str, has_it: bool) -> None:
    s = story({judge: 1} | PAIR, hands=[[WILD]]).choose(f"snipe {judge}", "pay 1", "at wulf")
    assert (s.seat, s.options) == ((0, ["hi-ex", "one-only"]) if has_it else (1, ["take-damage"]))


@pytest.mark.proves("HS-JUD-02")
def test_nobody_of_another_team_has_hi_ex() -> None:
    places = {"johnny-alpha": 1, "dredd": 3, "giant": 3}
    s = story(places, hands=[[], [card("gronk", wild="snipe")]], marker=1)
    s.choose("snipe johnny-alpha", "pay 1", "at dredd")
    assert (s.seat, s.options) == (0, ["take-damage"])


@pytest.mark.proves("HS-JUD-03", "HS-RULING-25")
@pytest.mark.parametrize("paid_with", [WILD, card("dredd", linked="snipe dredd")])
def test_hi_ex_is_asked_after_the_defender_is_chosen(paid_with: Card) -> None:
    s = sniping(PAIR, judges=[paid_with])
    assert s.options == ["at middenface", "at wulf"]
    assert s.why_not("hi-ex") == "HS-JUD-03"
    s.choose("at wulf")
    assert (s.seat, s.options) == (0, ["hi-ex", "one-only"])


@pytest.mark.proves("HS-JUD-03")
def test_hi_ex_is_asked_on_an_interrupting_turn_too() -> None:
    hands = [[card("dredd", wild="interrupt"), WILD], [card("gronk")]]
    s = story({"dredd": 1, "gronk": 8} | PAIR, hands=hands, marker=1)
    s.choose("move gronk", "pay 1", "to 16", "interrupt 1", "snipe dredd", "pay 2", "at wulf")
    assert s.doing == ["game", "turn", "interrupting-turn", "snipe"]
    assert (s.seat, s.options) == (0, ["hi-ex", "one-only"])


@pytest.mark.proves("HS-JUD-03")
def test_hi_ex_is_not_asked_if_the_defender_is_alone_on_the_space() -> None:
    s = sniping({"wulf": 3, "middenface": 4, "giant": 2}).choose("at wulf")
    assert (s.seat, s.options) == (1, ["take-damage"])


@pytest.mark.proves("HS-JUD-03")
def test_hi_ex_goes_with_snipe_alone() -> None:
    s = story({"dredd": 1} | PAIR, hands=[[card("dredd", linked="shotgun dredd")]])
    s.choose("shotgun dredd", "pay 1", "at wulf")
    assert (s.seat, s.options) == (1, ["take-damage"])


@pytest.mark.proves("HS-RULING-25", "HS-JUD-03")
def test_hi_ex_may_be_left_and_then_only_the_chosen_one_is_hit() -> None:
    s = sniping(PAIR).choose("at wulf", "one-only", "take-damage")
    assert (s.health("wulf"), s.health("middenface"), s.in_window) == (2, 3, True)


@pytest.mark.proves("HS-RULING-25")
def test_the_first_defender_is_an_enemy_in_sight() -> None:
    s = sniping(PAIR | {"giant": 3, "gronk": 9}, board=Board(high=(9,)))
    assert s.options == ["at middenface", "at wulf"]
    assert s.why_not("at giant") == "HS-RULING-73"
    assert s.why_not("at gronk") == "HS-SNIPE-02"


# Who is hit


@pytest.mark.proves("HS-JUD-04")
@pytest.mark.parametrize(("choice", "left"), [("hi-ex", [2, 2, 2, 3]), ("one-only", [3, 3, 2, 3])])
def test_of_three_enemies_one_is_hit_or_all_three(choice: str, left: list[int]) -> None:
    s = sniping(PAIR | {"gronk": 3, "johnny-alpha": 2}).choose("at wulf")
    assert s.options == ["hi-ex", "one-only"]
    s.choose(choice)
    while not s.in_window:
        assert s.seat == 1
        s.choose("take-damage")
    assert [s.health(id) for id in ("middenface", "gronk", "wulf", "johnny-alpha")] == left


@pytest.mark.proves("HS-JUD-05", "HS-JUD-04")
def test_hi_ex_includes_friends_on_the_space() -> None:
    s = sniping({"wulf": 3, "giant": 3, "hershey": 2})
    assert (s.seat, s.options) == (0, ["hi-ex", "one-only"])
    s.choose("hi-ex", "take-damage")
    assert s.seat == 0
    assert "Judge Giant" in str(s.match.prompt)
    s.choose("take-damage")
    assert [s.health(id) for id in ("wulf", "giant", "hershey", "dredd")] == [2, 2, 3, 3]


@pytest.mark.proves("HS-JUD-04", "HS-JUD-05")
def test_hi_ex_includes_enemies_of_a_third_team() -> None:
    teams = ("judges", "strontium-dogs", "nikolai-dante")
    s = story({"dredd": 1, "wulf": 3, "lulu": 3}, hands=[[WILD]], teams=teams)
    s.choose("snipe dredd", "pay 1", "at lulu", "hi-ex")
    assert s.seat == 1
    s.choose("take-damage")
    assert s.seat == 2
    s.choose("take-damage")
    assert (s.health("wulf"), s.health("lulu")) == (2, 2)


@pytest.mark.proves("HS-RULING-24", "HS-JUD-05")
def test_a_sniper_on_the_space_is_a_defender_and_may_defend() -> None:
    s = sniping({"wulf": 1}, judges=[WILD, card("giant", wild="deflect")])
    assert (s.seat, s.options) == (0, ["hi-ex", "one-only"])
    s.choose("hi-ex", "take-damage")
    assert (s.seat, s.options) == (0, ["take-damage", "deflect 2"])
    saved = sniping({"wulf": 1}, judges=[WILD, card("giant", wild="deflect")])
    saved.choose("hi-ex", "take-damage", "deflect 2")
    assert (saved.health("wulf"), saved.health("dredd")) == (2, 3)
    s.choose("take-damage")
    assert (s.health("wulf"), s.health("dredd")) == (2, 2)


# How they defend


@pytest.mark.proves("HS-JUD-06", "HS-RULING-23")
def test_each_defender_decides_apart_and_needs_a_card_of_its_own() -> None:
    wild = card("gronk", wild="deflect")
    s = sniping(PAIR, dogs=[wild, wild]).choose("at wulf", "hi-ex")
    assert (s.seat, s.options) == (1, ["take-damage", "deflect 1", "deflect 2"])
    assert "Middenface" in str(s.match.prompt)
    s.choose("deflect 1")
    assert (s.seat, s.options) == (1, ["take-damage", "deflect 2"])
    assert "Wulf" in str(s.match.prompt)
    s.choose("deflect 2")
    assert (s.health("middenface"), s.health("wulf"), s.hand(1)) == (3, 3, [])


@pytest.mark.proves("HS-JUD-06")
def test_with_one_card_one_of_two_is_saved() -> None:
    s = sniping(PAIR, dogs=[card("gronk", wild="deflect")])
    s.choose("at wulf", "hi-ex", "take-damage", "deflect 1")
    assert (s.health("middenface"), s.health("wulf")) == (2, 3)


@pytest.mark.proves("HS-JUD-07")
@pytest.mark.parametrize(
    ("cover", "defences"),
    [((3,), ["deflect 1", "precog 2", "cover 3"]), ((), ["deflect 1", "precog 2"])],
)
def test_hi_ex_is_met_by_deflect_precog_and_cover(
    cover: tuple[int, ...], defences: list[str]
) -> None:
    dogs = [
        card("gronk", wild="deflect"),
        card("middenface", linked="psi middenface"),
        card("gronk", wild="cover"),
        card("gronk", wild="melee"),
    ]
    s = sniping(PAIR, dogs=dogs, board=Board(cover=cover)).choose("at wulf", "hi-ex")
    assert s.options == ["take-damage", *defences]
    for defence in defences:
        twin = sniping(PAIR, dogs=dogs, board=Board(cover=cover))
        twin.choose("at wulf", "hi-ex", defence, "take-damage")
        assert (twin.health("middenface"), twin.health("wulf")) == (3, 2)


@pytest.mark.proves("HS-JUD-07")
def test_who_does_not_defend_loses_exactly_one() -> None:
    s = sniping(PAIR).choose("at wulf", "hi-ex", "take-damage", "take-damage")
    assert (s.health("middenface"), s.health("wulf"), s.in_window) == (2, 2, True)
