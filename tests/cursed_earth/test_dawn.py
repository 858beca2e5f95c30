"""Dawn together: playing cards in turn, the row in number order, resolving it, the ration."""

from __future__ import annotations

import pytest

from tests.cursed_earth.story import NOTHING, Story, card, resolving, starting


def encountered(s: Story) -> list[int]:
    """The cards met so far, in order."""
    told = [event for event in s.match.events(None) if event["what"] == "encountered"]
    return [n for event in told for kind, n in event["args"] if kind == "card"]


# Playing cards


@pytest.mark.proves("CE-DAWN-01", "CE-DAWN-02", "CE-DAWN-04")
@pytest.mark.parametrize("senior", [0, 1, 2, 3])
def test_four_players_play_two_cards_each_clockwise_from_the_senior_judge(senior: int) -> None:
    hands = [[NOTHING] * 4 for seat in range(4)]
    s = starting(mode="cooperative", seats=4, senior=senior, hands=hands)
    for turn in range(8):
        seat = (senior + turn) % 4
        assert s.seat == seat
        assert s.options == [f"play {number}" for number in s.view(seat)["hands"][seat]]
        assert s.why_not("play 14", seat=(seat + 1) % 4) == "CE-DAWN-02"
        assert len(s.row()) == turn
        s.choose(s.options[0])
    assert s.options == ["trigger a", "ignore a"]
    assert [len(hand) for hand in s.table["hands"]] == [2, 2, 2, 2]
    assert len(s.row()) + 1 == 8


@pytest.mark.proves("CE-DAWN-04", "CE-DAWN-02")
def test_three_players_play_two_cards_each() -> None:
    hands = [[NOTHING] * 4 for seat in range(3)]
    s = starting(mode="cooperative", seats=3, senior=1, hands=hands)
    for seat in (1, 2, 0, 1, 2, 0):
        assert s.seat == seat
        s.choose(s.options[-1])
    assert s.options == ["trigger a", "ignore a"]
    assert len(s.row()) + 1 == 6


@pytest.mark.proves("CE-DAWN-05", "CE-DAWN-02")
def test_two_players_play_three_cards_each() -> None:
    hands = [[NOTHING] * 6 for seat in range(2)]
    s = starting(mode="cooperative", senior=1, hands=hands)
    for seat in (1, 0, 1, 0, 1, 0):
        assert s.seat == seat
        s.choose(s.options[0])
    assert s.options == ["trigger a", "ignore a"]
    assert len(s.row()) + 1 == 6
    assert [len(hand) for hand in s.table["hands"]] == [3, 3]


@pytest.mark.proves("CE-DAWN-01", "CE-DAWN-02")
def test_any_card_of_the_hand_may_be_played() -> None:
    s = starting(mode="cooperative", hands=[[1, 2, 13, 25, 44, 60], [3, 4, 5, 6, 7, 8]])
    assert s.options == ["play 1", "play 2", "play 13", "play 25", "play 44", "play 60"]


@pytest.mark.proves("CE-DAWN-03", "CE-DAWN-06")
def test_cards_are_played_face_up_into_one_row_that_everybody_sees() -> None:
    hands = [[NOTHING] * 4 for seat in range(3)]
    s = starting(mode="cooperative", seats=3, hands=hands)
    s.choose("play 16")
    s.choose("play 18")
    for seat in (0, 1, 2, None):
        assert s.view(seat)["rows"] == {"above": [16, 18], "below": []}
        told = [event["text"] for event in s.match.events(seat) if event["what"] == "played"]
        assert told == ["Seat 0 plays 16 Story 16.", "Seat 1 plays 18 Story 18."]
    assert s.view(0)["hands"][0] == [14, 15, 17]


@pytest.mark.proves("CE-DAWN-03")
@pytest.mark.parametrize("time", ["dawn", "dusk"])
def test_in_head_to_head_cards_are_played_face_up_too(time: str) -> None:
    hands = [[NOTHING] * 3 for seat in range(2)]
    s = starting(mode="head-to-head", time=time, hands=hands, dawn_picker=0)
    s.choose("play 15 above", "play 18 below")
    for seat in (0, 1, None):
        assert s.view(seat)["rows"] == {"above": [15], "below": [18]}


@pytest.mark.proves("CE-DAWN-07", "CE-DAWN-09")
def test_at_dawn_the_row_is_arranged_from_lowest_to_highest_number() -> None:
    hands = [[NOTHING] * 6 for seat in range(2)]
    s = starting(mode="cooperative", hands=hands)
    s.choose("play 19", "play 26", "play 15", "play 20", "play 17", "play 22")
    met = [15, 17, 19, 20, 22, 26]
    assert s.row() == met[1:]
    for number in range(1, 6):
        assert encountered(s) == met[:number]
        s.choose("ignore a")
    assert encountered(s) == met


# Resolving the row


@pytest.mark.proves("CE-DAWN-09")
@pytest.mark.parametrize("mode", ["solo", "cooperative", "head-to-head"])
def test_cards_are_resolved_completely_one_after_another(mode: str) -> None:
    row = [card(must=["wound"], may=[["ammo"]]), card(must=["radiation"]), NOTHING]
    s = resolving(row, mode=mode)
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    assert (s.row(), s.discard) == ([15, 16], [])
    s.choose("wound dredd")
    assert s.options == ["trigger a", "ignore a"]
    s.choose("trigger a")
    assert s.options == ["irradiate dredd", "irradiate giant", "irradiate anderson"]
    assert (s.row(), s.discard, s.ammo) == ([16], [14], 5)
    s.choose("irradiate giant")
    assert (s.row(), s.discard) == ([], [14, 15])


@pytest.mark.proves("CE-DAWN-10")
@pytest.mark.parametrize("mode", ["solo", "cooperative", "head-to-head"])
def test_a_resolved_card_is_discarded_unless_it_gave_expertise(mode: str) -> None:
    gains = card(may=[["gain-survival"], ["gain-diplomacy"]])
    s = resolving([gains, gains, gains, NOTHING, NOTHING], mode=mode)
    s.choose("ignore a", "trigger b")
    assert (s.team()["survival"], s.team()["diplomacy"], s.discard) == ([], [14], [])
    s.choose("trigger a", "ignore b")
    assert (s.team()["survival"], s.team()["diplomacy"], s.discard) == ([15], [14], [])
    s.choose("ignore a", "ignore b")
    assert (s.kept(), s.discard) == ([14, 15], [16])
    s.choose("ignore a")
    assert (s.kept(), s.discard) == ([14, 15], [16, 17])


@pytest.mark.proves("CE-DAWN-11")
@pytest.mark.parametrize("senior", [0, 1, 2])
def test_the_senior_judge_has_the_final_say_on_every_choice_of_the_team(senior: int) -> None:
    decisions = [
        card(one_of=[["ammo"], ["rations"]]),
        card(must=["wound", "radiation", "heal", "violence", "spend-survival"]),
        card(must=["swap", "death"]),
        card(must=["psi"]),
        NOTHING,
    ]
    deck = [NOTHING] * 3
    s = resolving(decisions, mode="cooperative", seats=3, senior=senior, deck=deck, anderson=4)
    answers = ["choose a", "wound dredd", "irradiate giant", "heal dredd", "spend-ammo"]
    answers += ["spend-one dredd", "swap 1", "with 2", "lose giant", "ignore a"]
    answers += ["psi-action"]
    for answer in answers:
        assert s.seat == senior
        assert s.why_not(answer, seat=(senior + 1) % 3) == "CE-DAWN-11"
        s.choose(answer)
    for turn in range(3):
        assert s.seat == (senior + turn) % 3
        s.choose("say good play")
    assert (s.seat, s.options) == (senior, ["agree 0", "agree 1", "agree 2"])


@pytest.mark.proves("CE-DAWN-11")
def test_each_player_still_chooses_which_card_to_play() -> None:
    hands = [[NOTHING] * 6 for seat in range(2)]
    s = starting(mode="cooperative", senior=0, hands=hands)
    s.choose("play 14")
    assert s.seat == 1
    assert s.options == ["play 20", "play 21", "play 22", "play 23", "play 24", "play 26"]


# The end of dawn


@pytest.mark.proves("CE-DAWN-12", "CE-DAWN-13")
@pytest.mark.parametrize("mode", ["solo", "cooperative", "head-to-head"])
def test_after_the_last_card_the_token_turns_to_dusk_and_a_ration_is_lost(mode: str) -> None:
    hands = [[NOTHING] * 3 for seat in range(1 if mode == "solo" else 2)]
    s = resolving([NOTHING, NOTHING], mode=mode, hands=hands, rations=3, dawn_picker=0)
    s.choose("ignore a")
    assert (s.view(0)["time"], s.rations) == ("dawn", 3)
    s.choose("ignore a")
    assert (s.view(0)["time"], s.rations) == ("dusk", 2)
    assert s.options[0].startswith("play 16")
    assert s.team("perps")["rations"] == (2 if mode == "head-to-head" else 0)


@pytest.mark.proves("CE-DAWN-13")
def test_dawn_moves_no_pawn() -> None:
    s = resolving([NOTHING], mode="cooperative", hands=[[NOTHING] * 3, [NOTHING] * 3])
    s.choose("ignore a")
    assert s.view(0)["time"] == "dusk"
    assert (s.pawn("judges"), s.pawn("perps")) == (1, 3)
