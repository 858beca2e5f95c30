"""Clarifications, and the rulings on a deck that runs out."""

from __future__ import annotations

import re

import pytest

from adjudge.games.cursed_earth.schema import SYMBOLS
from tests.cursed_earth.story import NOTHING, SEATS, Story, card, resolving, starting

every_mode = pytest.mark.parametrize("mode", SEATS)
JUDGES = ("dredd", "giant", "anderson")


def healths(s: Story) -> list[int]:
    """Health of Dredd, Giant and Anderson."""
    return [s.health(name) for name in JUDGES]


def meets(s: Story, number: int) -> bool:
    """Whether that card is being encountered."""
    prompt = s.match.prompt
    return prompt is not None and re.search(rf"Story {number}\b", prompt.text) is not None


# Health, expertise, psi


@pytest.mark.proves("CE-CLAR-01")
@every_mode
def test_a_wound_takes_health_and_never_a_card(mode: str) -> None:
    kept = {"survival": [NOTHING], "diplomacy": [NOTHING]}
    s = resolving([card(must=["wound"]), NOTHING], mode=mode, kept=kept)
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    assert s.why_not("spend-card 16") == s.why_not("spend-card 17") == "CE-EXP-02"
    s.choose("wound dredd")
    assert s.kept() == [16, 17]
    assert healths(s) == [4, 5, 5]


@pytest.mark.proves("CE-CLAR-02")
@every_mode
@pytest.mark.parametrize(
    ("symbol", "specialist", "other"),
    [("spend-survival", "dredd", "giant"), ("spend-diplomacy", "giant", "dredd")],
)
def test_two_health_come_from_one_other_character(
    mode: str, symbol: str, specialist: str, other: str
) -> None:
    s = resolving([card(must=[symbol]), NOTHING], mode=mode)
    assert s.options == [f"spend-one {specialist}", f"spend-two {other}", "spend-two anderson"]
    assert s.why_not(f"spend-one {other}") == s.why_not("spend-one anderson") == "CE-EXP-05"
    s.choose(f"spend-two {other}")
    assert healths(s) == [3 if name == other else 5 for name in JUDGES]


@pytest.mark.proves("CE-CLAR-03")
@every_mode
def test_one_who_has_one_health_may_be_killed_instead(mode: str) -> None:
    s = resolving([card(must=["spend-survival", "ammo"]), NOTHING], mode=mode, giant=1)
    assert s.options == ["spend-one dredd", "kill giant", "spend-two anderson"]
    assert s.why_not("kill anderson") == "CE-CLAR-03"
    s.choose("kill giant")
    assert healths(s) == [5, 0, 5]
    assert s.ammo == 5
    assert s.options == ["trigger a", "ignore a"]


@pytest.mark.proves("CE-CLAR-04")
@every_mode
def test_once_the_psi_specialist_is_dead_there_is_no_psi_action(mode: str) -> None:
    s = resolving([card(must=["death", "psi"]), NOTHING], mode=mode, deck=[NOTHING] * 4)
    s.choose("lose anderson")
    assert meets(s, 15)
    assert s.row() == [16]
    assert healths(s) == [5, 5, 0]
    s = resolving([card(must=["death", "psi"]), NOTHING], mode=mode, deck=[NOTHING] * 4)
    s.choose("lose dredd")
    assert s.options == ["add-card", "psi-action"]


# Right is right for everybody


@pytest.mark.proves("CE-CLAR-05")
@pytest.mark.parametrize("senior", [0, 2])
def test_every_seat_sees_the_dusk_row_in_the_same_order(senior: int) -> None:
    s = starting(mode="cooperative", time="dusk", seats=3, senior=senior, hands=[[NOTHING] * 2] * 3)
    played: list[int] = []
    for turn in range(5):
        seat = (senior + turn) % 3
        played.append(max(s.table["hands"][seat]))
        s.choose(f"play {played[-1]}")
        for viewer in (None, 0, 1, 2):
            assert s.view(viewer)["rows"]["above"] == played


# Only Swap may be declined

EFFECTS: dict[str, list[str]] = {
    "heal": ["heal dredd", "heal giant", "heal anderson"],
    "wound": ["wound dredd", "wound giant", "wound anderson"],
    "radiation": ["irradiate dredd", "irradiate giant", "irradiate anderson"],
    "violence": [
        "spend-ammo",
        "spend-two dredd",
        "spend-two giant",
        "spend-two anderson",
        "kill dredd",
        "kill giant",
        "kill anderson",
    ],
    "spend-survival": ["spend-one dredd", "spend-two giant", "spend-two anderson"],
    "spend-diplomacy": ["spend-one giant", "spend-two dredd", "spend-two anderson"],
    "psi": ["add-card", "psi-action"],
    "swap": ["swap 1", "swap 2", "swap 3", "no-swap"],
    "death": ["lose dredd", "lose giant", "lose anderson"],
}
NEWS = {
    "rations": "rations",
    "eat": "ate",
    "ammo": "ammo",
    "gain-survival": "kept",
    "gain-diplomacy": "kept",
    "skip": "skipped",
    "remove": "removed",
    "advance": "moved",
    "enemy-advance": "moved",
}


def test_every_symbol_is_either_asked_about_or_simply_done() -> None:
    assert sorted([*EFFECTS, *NEWS]) == sorted(SYMBOLS)


@pytest.mark.proves("CE-CLAR-06")
@every_mode
@pytest.mark.parametrize("symbol", EFFECTS)
def test_only_swap_may_be_declined(mode: str, symbol: str) -> None:
    row = [card(may=[[symbol], ["heal"]]), NOTHING, NOTHING, NOTHING]
    s = resolving(row, mode=mode, dredd=4, giant=4, anderson=4)
    s.choose("trigger a")
    assert s.options == EFFECTS[symbol]
    assert (s.why_not("no-swap") == "") == (symbol == "swap")
    assert s.why_not("ignore a") == s.why_not("ignore b") == "CE-CARD-13"


@pytest.mark.proves("CE-CLAR-06")
@every_mode
@pytest.mark.parametrize("symbol", NEWS)
def test_what_needs_no_decision_is_done_without_asking(mode: str, symbol: str) -> None:
    row = [card(may=[[symbol], ["heal"]]), NOTHING, NOTHING, NOTHING]
    s = resolving(row, mode=mode, locations=["ozark-silence"])
    s.choose("trigger a")
    assert NEWS[symbol] in s.news()
    assert s.options == ["trigger b", "ignore b"]


# Remove never applies to the current card


@pytest.mark.proves("CE-CLAR-10")
@every_mode
def test_remove_on_the_last_card_does_not_discard_that_card(mode: str) -> None:
    s = resolving([card(must=["gain-survival", "remove"], may=[["heal"]])], mode=mode)
    assert meets(s, 14)
    assert s.kept() == [14]
    assert s.discard == []


@pytest.mark.proves("CE-CLAR-10")
@every_mode
@pytest.mark.parametrize("symbols", [["gain-survival", "remove"], ["remove", "gain-survival"]])
def test_a_last_card_with_remove_still_goes_to_the_team_area(mode: str, symbols: list[str]) -> None:
    hands = [[NOTHING] * 3] * SEATS[mode]
    s = resolving([card(may=[symbols])], mode=mode, hands=hands)
    s.choose("trigger a")
    assert s.table["time"] == "dusk"
    assert s.kept() == [14]
    assert s.discard == []


# The deck runs out when a card must be taken and there is none


@pytest.mark.proves("CE-RULING-05")
@every_mode
def test_taking_the_very_last_card_is_not_a_loss(mode: str) -> None:
    row = [card(must=["death", "psi"]), NOTHING]
    s = resolving(row, mode=mode, deck=[NOTHING], deck_ends=True)
    s.choose("lose anderson")
    assert s.row() == [16]
    assert s.deck == []
    assert s.reason == ""


@pytest.mark.proves("CE-RULING-05")
@pytest.mark.parametrize(
    ("mode", "seats", "cards", "hand"),
    [
        ("cooperative", 2, 12, 6),
        ("cooperative", 3, 12, 4),
        ("cooperative", 4, 16, 4),
        ("head-to-head", 2, 12, 6),
    ],
)
def test_a_deal_of_the_last_cards_is_complete(mode: str, seats: int, cards: int, hand: int) -> None:
    deck = [NOTHING] * cards
    s = resolving([NOTHING], mode=mode, seats=seats, time="dusk", deck=deck, deck_ends=True)
    s.choose("ignore a")
    assert s.reason == ""
    assert s.table["round"] == 2
    assert s.deck == []
    assert [len(cards) for cards in s.table["hands"]] == [hand] * seats


@pytest.mark.proves("CE-RULING-05")
def test_alone_the_last_card_may_be_drawn_at_dawn() -> None:
    s = resolving([NOTHING], time="dusk", deck=[NOTHING] * 9, deck_ends=True)
    s.choose("ignore a")
    s.choose(s.options[0], s.options[1])
    assert s.reason == ""
    assert s.deck == []
    assert len(s.row()) == 5


@pytest.mark.proves("CE-RULING-05", "CE-RULING-18")
@pytest.mark.parametrize(("cards", "drawn"), [(6, 0), (7, 1), (8, 2)])
def test_alone_a_draw_at_dawn_from_an_empty_deck_loses(cards: int, drawn: int) -> None:
    s = resolving([NOTHING], time="dusk", deck=[NOTHING] * cards, deck_ends=True)
    s.choose("ignore a")
    while s.match.outcome is None:
        s.choose(s.options[0])
    assert (s.reason, s.winners) == ("the encounter deck ran out", ())
    assert s.news().count("drawn-into-row") == drawn
    assert len(s.discard) > 40


@pytest.mark.proves("CE-RULING-05")
def test_alone_a_draw_at_dusk_from_an_empty_deck_loses() -> None:
    hands = [[NOTHING] * 3]
    s = starting(time="dusk", hands=hands, deck=[NOTHING] * 2, deck_ends=True)
    s.choose("play 14", "draw", "place right", "draw", "place left")
    assert s.options == ["play 15 left", "play 15 right", "play 16 left", "play 16 right"]
    assert s.why_not("draw") == "CE-RULING-05"
    s.choose("play 15 left")
    assert s.reason == ""
    s.choose("play 16 right")
    assert (s.reason, s.winners) == ("the encounter deck ran out", ())


@pytest.mark.proves("CE-RULING-06", "CE-RULING-18")
@pytest.mark.parametrize(
    ("mode", "seats", "cards"),
    [
        ("solo", 1, 5),
        ("solo", 1, 0),
        ("cooperative", 2, 11),
        ("cooperative", 3, 11),
        ("cooperative", 4, 15),
        ("cooperative", 4, 0),
    ],
)
def test_no_short_hands_are_dealt(mode: str, seats: int, cards: int) -> None:
    deck = [NOTHING] * cards
    s = resolving([NOTHING], mode=mode, seats=seats, time="dusk", deck=deck, deck_ends=True)
    s.choose("ignore a")
    assert (s.reason, s.winners) == ("the encounter deck ran out", ())
    assert len(s.deck) == cards
    assert s.table["hands"] == [[]] * seats


@pytest.mark.proves("CE-RULING-06")
@pytest.mark.parametrize(("pawns", "winner"), [((3, 2), 0), ((2, 3), 1)])
@pytest.mark.parametrize("cards", [0, 11])
def test_a_deal_that_cannot_be_completed_is_the_third_ending_of_head_to_head(
    pawns: tuple[int, int], winner: int, cards: int
) -> None:
    deck = [NOTHING] * cards
    s = resolving(
        [NOTHING], mode="head-to-head", time="dusk", deck=deck, deck_ends=True, pawns=pawns
    )
    s.choose("ignore a")
    assert s.reason == "the encounter deck ran out, the nearer team wins"
    assert s.winners == (winner,)
    assert len(s.deck) == cards
    assert s.table["hands"] == [[], []]
