"""What nobody may learn, by asking or by taking back; and how moves may be spelt."""

from __future__ import annotations

import pytest

import adjudge
from tests.helter_skelter.story import Story, card, story

DEFENCES = ("block", "deflect", "precog", "cover")


def with_hand(s: Story, seat: int, hand: list[int]) -> Story:
    """The same position with other cards in a hand, and the rest in the deck."""
    saved = s.match.save()
    player = saved["table"]["players"][seat]
    player["deck"] = [n for n in range(1, 31) if n not in hand and n not in player["discard"]]
    player["hand"] = hand
    return Story(adjudge.load(saved, s.match.pack))


def about_to_choose_hi_ex() -> Story:
    """Dredd has aimed at Wulf, who is not alone on the space."""
    defence = card("wulf", linked="psi wulf", wild="deflect")
    hands = [[card("dredd", linked="snipe dredd")], [defence]]
    s = story({"dredd": 2, "wulf": 1, "gronk": 1}, hands=hands)
    return s.choose("snipe dredd", "pay 1", "at wulf")


@pytest.mark.proves("HS-RULING-03")
@pytest.mark.parametrize("defence", DEFENCES)
def test_who_is_asked_for_hi_ex_learns_nothing_of_the_defenders_hand(defence: str) -> None:
    s = about_to_choose_hi_ex()
    other = with_hand(s, 1, [9])
    assert s.options == other.options == ["hi-ex", "one-only"]
    for n in range(1, 31):
        text = f"{defence} {n}"
        assert s.match.why_not(0, text) == other.match.why_not(0, text)


@pytest.mark.proves("HS-RULING-03", "HS-RULING-36")
@pytest.mark.parametrize("hand", [[1], [2]])
def test_a_psi_that_was_aimed_is_not_taken_back(hand: list[int]) -> None:
    """Otherwise one card would look into every hand in sight."""
    cards = [card("wulf"), card("gronk")]
    mind = card("anderson", linked="psi anderson")
    s = story({"anderson": 2, "wulf": 1, "gronk": 1}, hands=[[mind], cards])
    s = with_hand(s, 1, hand).choose("psi anderson", "pay 1", "at wulf")
    with pytest.raises(adjudge.Refused, match="what the PSI finds was revealed since"):
        s.match.undo(0)


def test_a_declared_action_is_taken_back_until_it_is_paid_for() -> None:
    s = story({"dredd": 2}, hands=[[card("dredd"), card("dredd")]])
    before = s.match.digest()
    s.choose("move dredd")
    s.match.undo(0)
    assert s.match.digest() == before
    s.choose("move dredd", "pay 1")
    with pytest.raises(adjudge.Refused, match="seat 1 has seen something since"):
        s.match.undo(0)


@pytest.mark.proves("HS-END-04", "HS-RULING-33")
def test_nobody_takes_back_the_end_of_the_game() -> None:
    hands = [[card("dredd", wild="melee")], [card("wulf", wild="melee")]]
    s = story({"dredd": 1, "wulf": 1}, hands=hands, health={"wulf": 1}, fragments=[[33]])
    s.choose("melee dredd", "pay 1", "take-damage")
    assert s.winners == (0,)
    with pytest.raises(adjudge.Refused, match="the game is over"):
        s.match.undo(1)


def test_the_cards_of_a_payment_may_be_named_in_any_order() -> None:
    s = story({"dredd": 33}, hands=[[card("dredd")] * 4])
    s.choose("collect dredd dredd")
    s.match.play("pay 3 1 2")
    assert (s.match.moves[-1], s.hand(0)) == ("pay 1 2 3", [4])


def test_a_card_pays_once() -> None:
    s = story({"dredd": 33}, hands=[[card("dredd")] * 4]).choose("collect dredd dredd")
    assert s.why_not("pay 1 1 2") == "HS-ACT-07"


def test_dice_are_refused_where_nothing_is_rolled() -> None:
    with pytest.raises(adjudge.Invalid, match="dice: nothing is rolled in helter-skelter"):
        adjudge.new("helter-skelter", seats=2, seed=1, dice=[1])


@pytest.mark.proves("HS-RULING-23")
def test_everybody_hears_who_makes_no_defence() -> None:
    blast = card("dredd", linked="explode dredd")
    s = story({"dredd": 2, "wulf": 1, "gronk": 1}, hands=[[blast]])
    s.choose("explode dredd", "pay 1", "take-damage")
    assert s.match.events(None)[-1]["text"] == "Wulf Sternhammer makes no defence."


@pytest.mark.proves("HS-SLAINE-07")
def test_the_log_of_what_slaine_did_stands_when_he_has_changed() -> None:
    blow = card("slaine", wild="smash")
    teams = ("slaine", "judges")
    s = story({"slaine": 1, "dredd": 1}, teams=teams, hands=[[blow]], health={"slaine": 2})
    s.choose("smash slaine", "pay 1")
    before = s.match.events(None)
    s.choose("take-damage")
    assert s.table["warped"] is True
    assert s.match.events(None)[: len(before)] == before
