"""Head-to-head rules: psi."""

from __future__ import annotations

from typing import Any

import pytest

import adjudge
from tests.cursed_earth.story import NOTHING, Row, Story, card
from tests.cursed_earth.test_versus_rows import both_rows, versus

PSI = card(must=["psi"])
WOUND = card(must=["wound"])
AMMO = card(must=["ammo"])


def hidden(side: str, card: int | str, seat: int) -> dict[str, Any]:
    """A psi card waiting face-down."""
    return {"side": side, "face_down": card, "seen_by": seat}


def cards_told(s: Story, seat: int | None) -> list[int]:
    """Every card that events have named to that seat."""
    told = [dict(event["args"]).get("card") for event in s.match.events(seat)]
    return [c for c in told if c is not None]


@pytest.mark.proves("CE-HHPSI-01")
@pytest.mark.parametrize("side", ["above", "below"])
def test_psi_adds_a_card_to_the_end_of_the_players_own_row(side: str) -> None:
    s = both_rows([PSI, WOUND, 60], [40], picker=1, side=side, deck=[20, 5])
    other = {"above": "below", "below": "above"}[side]
    assert s.seat == 1
    assert s.options == ["add-card", "psi-action"]
    s.choose("add-card")
    assert (s.row(side), s.row(other)) == ([60, 20], [40])
    assert s.health("disciple") == 5
    assert s.deck[0] == 5
    assert s.table["waiting"] == []


@pytest.mark.proves("CE-HHPSI-01")
@pytest.mark.parametrize(("picker", "payer"), [(0, "anderson"), (1, "disciple")])
def test_the_psi_action_costs_the_psi_specialist_of_the_team_one_health(
    picker: int, payer: str
) -> None:
    s = both_rows([PSI, WOUND], [NOTHING], picker=picker, deck=[20]).choose("psi-action")
    hurt = {name: s.health(name) for name in ("anderson", "disciple", "dredd", "satellat")}
    assert hurt == {name: 4 if name == payer else 5 for name in hurt}


@pytest.mark.proves("CE-HHPSI-01")
@pytest.mark.parametrize(("picker", "dead"), [(0, "anderson"), (1, "disciple")])
def test_without_a_psi_specialist_the_card_is_added(picker: int, dead: str) -> None:
    s = both_rows([PSI, WOUND], [NOTHING], picker=picker, deck=[20], health={dead: 0})
    assert s.row("above") == [20]
    assert s.options[0] in ("wound dredd", "wound mean-machine")


@pytest.mark.proves("CE-HHPSI-02")
@pytest.mark.parametrize("picker", [0, 1])
def test_only_the_player_who_takes_the_psi_action_sees_the_top_card(picker: int) -> None:
    s = both_rows([PSI, WOUND], [NOTHING], picker=picker, deck=[20, 5])
    s.choose("psi-action")
    assert s.view(picker)["psi_cards"][picker] == 20
    assert s.view(1 - picker)["psi_cards"][picker] == "?"
    assert s.view(None)["psi_cards"][picker] == "?"
    assert s.deck[0] == 5
    assert (cards_told(s, picker), cards_told(s, 1 - picker), cards_told(s, None)) == ([20], [], [])
    assert s.news(picker)[-1] == "psi-seen"
    assert s.news(1 - picker)[-1] == s.news(None)[-1] == "psi-looked"


@pytest.mark.proves("CE-HHPSI-02")
def test_one_card_in_the_deck_is_enough_for_the_psi_action() -> None:
    s = both_rows([PSI, WOUND], [NOTHING], deck=[20], deck_ends=True)
    assert s.options == ["add-card", "psi-action"]
    s.choose("psi-action", "hide below")
    assert s.deck == []


@pytest.mark.proves("CE-HHPSI-03")
@pytest.mark.parametrize("side", ["above", "below"])
@pytest.mark.parametrize("picker", [0, 1])
def test_the_card_is_placed_face_down_above_or_below(side: str, picker: int) -> None:
    s = both_rows([PSI, WOUND], [60], picker=picker, deck=[20]).choose("psi-action")
    assert s.seat == picker
    assert s.options == ["hide above", "hide below"]
    assert s.why_not("hide above", 1 - picker) == "CE-RULING-04"
    assert adjudge.load(s.match.save(), s.match.pack).seat == picker
    s.choose(f"hide {side}")
    assert s.view(picker)["waiting"] == [hidden(side, 20, picker)]
    assert s.view(1 - picker)["waiting"] == [hidden(side, "?", picker)]
    assert s.view(None)["waiting"] == [hidden(side, "?", picker)]
    assert (s.row("above"), s.row("below")) == ([], [60])
    assert s.table["psi_cards"] == [None] * 4
    assert 20 not in cards_told(s, 1 - picker)
    told = next(event for event in s.match.events(1 - picker) if event["what"] == "psi-hidden")
    assert told["args"] == [["seat", picker], ["side", side]]


@pytest.mark.proves("CE-HHPSI-04", "CE-HHPSI-08", "CE-RULING-41")
def test_a_card_hidden_at_dawn_joins_its_row_at_dusk() -> None:
    hands = [[45, 46, 47], [48, 49, WOUND]]
    s = both_rows([PSI, NOTHING], [AMMO], hands=hands, deck=[20]).choose("psi-action", "hide above")
    s.choose("ignore a")
    assert s.table["time"] == "dusk"
    assert s.table["waiting"] == [hidden("above", 20, 0)]
    s.choose("play 47 above", "play 49 above", "play 46 above", "play 48 above")
    s.choose("play 45 above", "play 17 below", "take below")
    assert s.row("above") == [47, 49, 46, 48, 45, 20]
    assert s.table["waiting"] == []


@pytest.mark.proves("CE-HHPSI-04", "CE-HHPSI-07")
def test_a_card_hidden_at_dusk_joins_its_row_at_the_next_dawn() -> None:
    deck = [34, 2, 3, 4, 5, 6, WOUND, 7, 8, 40, 10, 11, 12]
    s = both_rows([PSI, NOTHING], [], time="dusk", deck=deck).choose("psi-action", "hide below")
    s.choose("ignore a")
    assert (s.table["time"], s.table["round"]) == ("dawn", 2)
    assert (s.row("above"), s.row("below")) == ([], [])
    s.choose("play 40 below", "play 16 above", "play 7 below", "play 2 below", "play 8 below")
    s.choose("play 3 below", "let-choose")
    assert s.row("below") == [2, 3, 7, 8, 40]
    s.choose("take above")
    assert s.row("below") == [2, 3, 7, 8, 34, 40]
    assert s.table["waiting"] == []


@pytest.mark.proves("CE-HHPSI-05", "CE-HHPSI-06", "CE-RULING-42")
@pytest.mark.parametrize("time", ["dawn", "dusk"])
def test_the_card_stays_face_down_until_a_row_has_been_chosen(time: str) -> None:
    hands: list[Row] = [[WOUND, 7, 40, 41, 42, 43], [2, 3, 4, 5, 6, 8]]
    if time == "dusk":
        hands = [hand[:3] for hand in hands]
    picker = None if time == "dawn" else 1
    s = versus(time=time, hands=hands, waiting=[("below", 20, 1)], dawn_picker=picker)
    plays = ["play 14 above", "play 3 above", "play 40 below", "play 2 above", "play 7 below"]
    for text in (*plays, "play 4 above"):
        assert s.view(0)["waiting"] == s.view(None)["waiting"] == [hidden("below", "?", 1)]
        assert s.view(1)["waiting"] == [hidden("below", 20, 1)]
        s.choose(text)
    assert "take below" in s.options
    assert s.view(0)["waiting"] == [hidden("below", "?", 1)]
    assert 20 not in cards_told(s, 0)
    assert s.row("below") == ([7, 40] if time == "dawn" else [40, 7])
    s.choose("take above" if time == "dawn" else "take below")
    for seat in (0, 1, None):
        assert 20 in cards_told(s, seat)
        assert s.view(seat)["waiting"] == []
    assert "turned-up" in s.news()


@pytest.mark.proves("CE-HHPSI-06", "CE-RULING-42")
def test_it_stays_face_down_while_the_choice_is_passed_on() -> None:
    hands = [[WOUND, 7, 40, 41, 42, 43], [2, 3, 4, 5, 6, 8]]
    s = versus(hands=hands, waiting=[("below", 20, 1)])
    s.choose("play 14 above", "play 2 above", "play 7 below", "play 3 above", "play 40 below")
    s.choose("play 4 above", "let-choose")
    assert s.view(0)["waiting"] == [hidden("below", "?", 1)]
    assert s.row("below") == [7, 40]


@pytest.mark.proves("CE-HHPSI-06", "CE-HHPSI-07", "CE-RULING-42")
def test_at_dawn_the_revealed_card_takes_its_place_by_number() -> None:
    hands = [[WOUND, 7, 40, 41, 42, 43], [WOUND, WOUND, WOUND, 5, 6, 8]]
    s = versus(hands=hands, waiting=[("below", 20, 1)])
    s.choose("play 14 above", "play 15 above", "play 40 below", "play 16 above", "play 7 below")
    s.choose("play 17 above", "take above")
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    for seat in (0, 1, None):
        assert s.view(seat)["rows"]["below"] == [7, 20, 40]


@pytest.mark.proves("CE-HHPSI-06", "CE-HHPSI-08")
def test_at_dusk_the_revealed_card_goes_to_the_end_of_its_row() -> None:
    hands = [[WOUND, 7, 40], [WOUND, WOUND, WOUND]]
    s = versus(time="dusk", hands=hands, waiting=[("below", 20, 1)], dawn_picker=1)
    s.choose("play 14 above", "play 15 above", "play 40 below", "play 16 above", "play 7 below")
    s.choose("play 17 above", "take above")
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    for seat in (0, 1, None):
        assert s.view(seat)["rows"]["below"] == [40, 7, 20]


@pytest.mark.proves("CE-RULING-41")
@pytest.mark.parametrize(
    ("time", "row"), [("dawn", [7, 9, 20, 33, 40]), ("dusk", [40, 7, 33, 9, 20])]
)
def test_several_hidden_cards_wait_beside_the_three_plays_each(time: str, row: list[int]) -> None:
    waiting = [("below", 33, 1), ("above", 60, 0), ("below", 9, 0), ("below", 20, 1)]
    hands = [[WOUND, 7, 40, 41, 42, 43], [WOUND, WOUND, WOUND, 5, 6, 8]]
    if time == "dusk":
        hands = [hand[:3] for hand in hands]
    picker = None if time == "dawn" else 1
    s = versus(time=time, hands=hands, waiting=waiting, dawn_picker=picker)
    s.choose("play 14 above", "play 15 above", "play 40 below", "play 16 above", "play 7 below")
    assert s.seat == 1
    s.choose("play 17 above")
    assert len(s.row("above")) + len(s.row("below")) == 6
    assert [entry["face_down"] for entry in s.view(0)["waiting"]] == ["?", 60, 9, "?"]
    s.choose("take above")
    assert s.row("below") == row
    assert s.row("above") == [15, 16, 17, 60]


@pytest.mark.proves("CE-RULING-41")
def test_a_card_hidden_now_does_not_join_the_rows_of_this_investigation() -> None:
    s = both_rows([PSI, WOUND], [WOUND], deck=[20]).choose("psi-action", "hide below")
    s.choose("wound dredd", "wound satellat")
    assert s.table["time"] == "dusk"
    assert s.table["waiting"] == [hidden("below", 20, 0)]
    assert 20 not in s.discard


@pytest.mark.proves("CE-RULING-41")
def test_both_players_may_hide_cards_in_one_investigation() -> None:
    s = both_rows([PSI, WOUND], [PSI, WOUND], deck=[20, 5])
    s.choose("psi-action", "hide below", "wound dredd", "psi-action", "hide below")
    assert s.table["waiting"] == [hidden("below", 20, 0), hidden("below", 5, 1)]
    assert [entry["face_down"] for entry in s.view(1)["waiting"]] == ["?", 5]


@pytest.mark.proves("CE-RULING-08")
@pytest.mark.parametrize(("health", "radiation"), [(1, 0), (2, 2)])
def test_a_psi_specialist_may_die_of_the_psi_action_which_is_still_carried_out(
    health: int, radiation: int
) -> None:
    s = both_rows(
        [PSI, WOUND],
        [NOTHING],
        picker=1,
        deck=[20],
        disciple=health,
        radiation={"disciple": radiation},
    )
    s.choose("psi-action")
    assert s.dead("disciple")
    assert s.options == ["hide above", "hide below"]
    s.choose("hide above")
    assert s.view(1)["waiting"] == [hidden("above", 20, 1)]
    assert s.options == ["wound mean-machine", "wound satellat"]


@pytest.mark.proves("CE-RULING-08")
def test_a_psi_specialist_who_is_left_alone_and_lives_takes_the_psi_action() -> None:
    alone: dict[str, Any] = {"mean_machine": 0, "satellat": 0, "disciple": 2}
    s = both_rows([PSI, WOUND], [NOTHING], picker=1, deck=[20], **alone).choose("psi-action")
    assert s.health("disciple") == 1
    assert s.options == ["hide above", "hide below"]


@pytest.mark.proves("CE-RULING-08")
def test_the_last_of_a_team_who_dies_for_the_psi_action_does_not_take_it() -> None:
    alone: dict[str, Any] = {"mean_machine": 0, "satellat": 0, "disciple": 1}
    s = both_rows([PSI, WOUND], [NOTHING], picker=1, deck=[20], **alone).choose("psi-action")
    assert s.deck[0] == 20
    assert s.table["waiting"] == []
    assert s.table["psi_cards"] == [None] * 4
    assert s.seat == 0
    assert s.options == ["trigger a", "ignore a"]
    s.choose("ignore a")
    assert (s.reason, s.winners) == ("one team is dead", (0,))
