"""PSI: the defender's player gives up a card, or the defender takes the damage."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adjudge.games.helter_skelter.schema import Card
from tests.helter_skelter.story import OPEN, Board, Story, card, story

PSI = card("anderson", linked="psi anderson")
NO_SYMBOL = [card("gronk"), card("gronk", wild="deflect")]
WULFS = [
    card("wulf"),
    card("gronk", "wulf", linked="psi gronk"),
    card("wulf", linked="psi wulf"),
    card("gronk"),
]


def probing(hand: Sequence[Card], board: Board = OPEN, **more: int) -> Story:
    """Anderson on 1 holds a PSI card, Wulf on 8 is in sight; the dogs have this hand."""
    return story({"anderson": 1, "wulf": 8} | more, hands=[[PSI], hand], board=board)


def probed(hand: Sequence[Card], board: Board = OPEN) -> Story:
    """Anderson has taken PSI against Wulf."""
    return probing(hand, board).choose("psi anderson", "pay 1")


@pytest.mark.proves("HS-PSI-01")
def test_psi_costs_one_card_with_its_symbol_linked_to_the_actor() -> None:
    hand = [PSI, card("anderson", "dredd", linked="psi dredd"), card("anderson", wild="snipe")]
    s = story({"anderson": 1, "dredd": 1, "giant": 1, "wulf": 8}, hands=[hand])
    assert s.offered("psi") == ["anderson", "dredd"]
    assert s.why_not("psi giant") == "HS-PSI-01"
    s.choose("psi anderson")
    assert s.options == ["pay 1"]
    assert [s.why_not(f"pay {n}") for n in (2, 3)] == ["HS-PSI-01"] * 2
    s.choose("pay 1")
    assert (s.hand(0), s.discard(0)) == ([2, 3], [1])


@pytest.mark.proves("HS-PSI-02")
def test_psi_hits_one_enemy_in_sight_at_any_distance() -> None:
    s = probing([], Board(high=(9,)), dredd=3, gronk=9, middenface=1)
    s.choose("psi anderson", "pay 1")
    assert s.options == ["at middenface", "at wulf"]
    assert s.why_not("at gronk") == "HS-PSI-02"
    assert s.why_not("at dredd") == "HS-RULING-73"
    assert s.why_not("at durham-red") == "HS-RULING-08"
    s.choose("at wulf")
    assert [s.health(id) for id in ("middenface", "wulf", "gronk", "dredd")] == [3, 2, 3, 3]


@pytest.mark.proves("HS-PSI-02")
def test_an_adjacent_enemy_out_of_sight_is_safe_from_psi() -> None:
    s = story({"anderson": 1, "wulf": 2}, hands=[[PSI]], board=Board(high=(2,)))
    assert s.offered("psi") == []
    assert s.why_not("psi anderson") == "HS-PSI-02"


@pytest.mark.proves("HS-PSI-03", "HS-RULING-36")
def test_the_defenders_player_must_give_up_a_card_with_the_defenders_symbol() -> None:
    s = probed(WULFS)
    assert (s.seat, s.options) == (1, ["give-up 1", "give-up 2", "give-up 3"])
    assert s.why_not("give-up 4") == "HS-PSI-03"
    s.choose("give-up 2")
    assert (s.hand(1), s.discard(1), s.health("wulf")) == ([1, 3, 4], [2], 3)
    assert s.in_window


@pytest.mark.proves("HS-PSI-03", "HS-RULING-36")
def test_damage_cannot_be_preferred_to_a_card() -> None:
    s = probed([card("wulf")])
    assert (s.seat, s.options) == (1, ["give-up 1"])


@pytest.mark.proves("HS-PSI-03")
def test_who_would_rather_take_the_damage_is_told_that_a_card_must_go() -> None:
    assert probed([card("wulf")]).why_not("take-damage") == "HS-PSI-03"


@pytest.mark.proves("HS-PSI-04", "HS-RULING-36")
def test_without_such_a_card_the_defender_takes_one_damage() -> None:
    s = probed(NO_SYMBOL)
    assert (s.health("wulf"), s.hand(1), s.discard(1)) == (2, [1, 2], [])
    assert s.in_window
    assert s.told(0)[-1] == "damaged"


@pytest.mark.proves("HS-PSI-05", "HS-RULING-37")
@pytest.mark.parametrize(
    ("defence", "held"),
    [
        ("deflect", card("wulf", wild="deflect")),
        ("precog", card("wulf", linked="psi wulf")),
        ("cover", card("wulf", wild="cover")),
        ("block", card("wulf", wild="melee")),
    ],
)
def test_no_defence_can_be_made_against_psi(defence: str, held: Card) -> None:
    s = probed([held], Board(cover=(8,)))
    assert s.options == ["give-up 1"]
    assert s.why_not(f"{defence} 1") == "HS-PSI-05"


@pytest.mark.proves("HS-PSI-04", "HS-PSI-05", "HS-RULING-72")
def test_who_cannot_give_up_a_card_is_asked_for_no_defence() -> None:
    wilds = [card("gronk", wild=symbol) for symbol in ("deflect", "cover", "melee")]
    s = probed(wilds, Board(cover=(8,)))
    assert (s.health("wulf"), s.hand(1), s.in_window) == (2, [1, 2, 3], True)


def test_everybody_hears_what_was_given_up() -> None:
    hands = [[card("anderson", linked="psi anderson")], [card("wulf"), card("wulf", wild="melee")]]
    s = story({"anderson": 2, "wulf": 1}, hands=hands).choose("psi anderson", "pay 1", "give-up 2")
    said = "Wulf Sternhammer's player gives up 2 (Wulf Sternhammer; wild MELEE)."
    assert said in [event["text"] for event in s.match.events(None)]
