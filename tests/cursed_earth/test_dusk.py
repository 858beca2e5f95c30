"""Dusk together: the row keeps its order, the ration, and the perps press ahead."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cursed_earth.story import NOTHING, Story, card, resolving, starting


def encountered(s: Story) -> list[int]:
    """The cards met so far, in order."""
    told = [event for event in s.match.events(None) if event["what"] == "encountered"]
    return [n for event in told for kind, n in event["args"] if kind == "card"]


def pass_on(s: Story) -> None:
    """Leave a blue box alone, or play any card."""
    s.choose("ignore a" if "ignore a" in s.options else s.options[0])


@pytest.mark.proves("CE-DUSK-01")
@pytest.mark.parametrize(("seats", "each"), [(2, 3), (3, 2), (4, 2)])
@pytest.mark.parametrize("senior", [0, 1])
def test_dusk_is_played_like_dawn(seats: int, each: int, senior: int) -> None:
    hands = [[NOTHING] * each for seat in range(seats)]
    s = starting(mode="cooperative", time="dusk", seats=seats, senior=senior, hands=hands)
    for turn in range(seats * each):
        seat = (senior + turn) % seats
        assert s.seat == seat
        assert s.options == [f"play {number}" for number in s.view(seat)["hands"][seat]]
        s.choose(s.options[-1])
    assert s.options == ["trigger a", "ignore a"]
    assert len(s.row()) + 1 == seats * each


@pytest.mark.proves("CE-DUSK-02", "CE-DUSK-03")
def test_at_dusk_each_new_card_goes_to_the_right_and_the_row_is_not_rearranged() -> None:
    hands = [[NOTHING] * 3 for seat in range(2)]
    s = starting(mode="cooperative", time="dusk", hands=hands, deck=[NOTHING] * 12)
    order = [16, 19, 14, 17, 15, 18]
    for number in range(5):
        s.choose(f"play {order[number]}")
        assert s.view(1)["rows"]["above"] == order[: number + 1]
    s.choose("play 18")
    for number in range(1, 6):
        assert (encountered(s), s.row()) == (order[:number], order[number:])
        s.choose("ignore a")
    assert encountered(s) == order


@pytest.mark.proves("CE-DUSK-03")
def test_alone_the_dusk_row_is_not_rearranged_either() -> None:
    hand, deck = [NOTHING] * 3, [NOTHING] * 3
    s = starting(mode="solo", time="dusk", hands=[hand], deck=deck)
    s.choose("play 15", "play 16 left", "play 14 right", "draw", "place left", "draw")
    s.choose("place right", "draw")
    assert s.row() == [17, 16, 15, 14, 18]
    s.choose("place left")
    assert (encountered(s), s.row()) == ([19], [17, 16, 15, 14, 18])


@pytest.mark.proves("CE-DUSK-03")
def test_head_to_head_the_dusk_rows_are_not_rearranged_either() -> None:
    hands = [[NOTHING] * 3 for seat in range(2)]
    s = starting(mode="head-to-head", time="dusk", hands=hands, dawn_picker=1)
    s.choose("play 16 above", "play 19 below", "play 15 above", "play 18 below")
    s.choose("play 14 above", "play 17 below", "take above")
    assert (encountered(s), s.row(), s.row("below")) == ([16], [15, 14], [19, 18, 17])


@pytest.mark.proves("CE-DUSK-04")
@pytest.mark.parametrize("mode", ["solo", "cooperative", "head-to-head"])
def test_a_card_is_resolved_at_dusk_as_it_is_at_dawn(mode: str) -> None:
    c = card(
        must=["radiation", "skip"],
        one_of=[["violence", "ammo"], ["eat"]],
        may=[["gain-survival", "spend-survival"], ["advance"]],
    )
    stories = [
        resolving([c, NOTHING, NOTHING, NOTHING], mode=mode, time=time) for time in ("dawn", "dusk")
    ]
    answers = ["irradiate giant", "choose a", "spend-two dredd", "trigger a", "spend-card 14"]
    answers += ["trigger b", "ignore a"]
    for answer in answers:
        assert stories[0].options == stories[1].options
        for s in stories:
            s.choose(answer)
        seen = [{k: v for k, v in s.table.items() if k not in ("time", "agenda")} for s in stories]
        assert seen[0] == seen[1]
    assert stories[0].discard == [14, 15, 16]


@pytest.mark.proves("CE-DUSK-05", "CE-DUSK-06")
@pytest.mark.parametrize("mode", ["solo", "cooperative", "head-to-head"])
def test_after_the_last_card_the_token_turns_to_dawn_and_a_ration_is_lost(mode: str) -> None:
    s = resolving([NOTHING, NOTHING], mode=mode, time="dusk", rations=2, deck=[NOTHING] * 14)
    s.choose("ignore a")
    assert (s.view(0)["time"], s.view(0)["round"], s.rations) == ("dusk", 1, 2)
    s.choose("ignore a")
    assert (s.view(0)["time"], s.view(0)["round"], s.rations) == ("dawn", 2, 1)
    assert s.team("perps")["rations"] == (2 if mode == "head-to-head" else 0)


@pytest.mark.proves("CE-DUSK-07", "CE-RULING-24")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_a_round_without_symbols_moves_the_perps_by_exactly_one(mode: str) -> None:
    hands = [[NOTHING] * 6 for seat in range(1 if mode == "solo" else 2)]
    s = starting(mode=mode, hands=hands, deck=[NOTHING] * 18, pawns=(1, 3))
    while s.table["round"] == 1:
        assert s.pawn("perps") == 3
        pass_on(s)
    assert (s.pawn("judges"), s.pawn("perps")) == (1, 4)


@pytest.mark.proves("CE-RULING-24", "CE-DUSK-07")
def test_the_advance_after_dusk_reveals_a_location_if_it_must() -> None:
    s = resolving([NOTHING], mode="cooperative", time="dusk", deck=[NOTHING] * 12, pawns=(1, 3))
    assert s.view(0)["revealed"] == 3
    s.choose("ignore a")
    assert (s.pawn("perps"), s.view(0)["revealed"]) == (4, 4)
    assert s.news().count("revealed") == 1


@pytest.mark.proves("CE-RULING-24", "CE-RULING-25", "CE-DUSK-07")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_the_advance_after_dusk_can_win_the_game_for_the_perps(mode: str) -> None:
    s = resolving([NOTHING], mode=mode, time="dusk", deck=[NOTHING] * 12, pawns=(1, 8), goal=9)
    s.choose("ignore a")
    assert s.reason == "the perps found Max Normal first"
    assert (s.rations, s.view(0)["time"]) == (2, "dawn")
    assert (s.table["senior"], s.table["round"]) == (0, 1)
    assert all(hand == [] for hand in s.table["hands"])


@pytest.mark.proves("CE-RULING-25")
def test_the_ration_comes_before_the_advance_and_the_advance_before_the_token() -> None:
    s = resolving(
        [NOTHING],
        mode="cooperative",
        time="dusk",
        rations=0,
        deck=[NOTHING] * 12,
        pawns=(1, 3),
        revealed=4,
    )
    s.choose("ignore a")
    assert (s.seat, s.pawn("perps"), s.view(0)["time"]) == (0, 3, "dawn")
    s.choose("irradiate dredd")
    assert (s.seat, s.pawn("perps")) == (1, 4)
    wanted = ("starved", "irradiated", "moved", "senior", "drew-unseen")
    order = [what for what in s.news() if what in wanted]
    assert order == [*wanted, "drew-unseen"]


@pytest.mark.proves("CE-RULING-25")
def test_dying_of_hunger_loses_before_the_perps_move() -> None:
    position: dict[str, Any] = {"giant": 0, "anderson": 0, "dredd": 1, "radiation": {"dredd": 1}}
    s = resolving([NOTHING], mode="cooperative", time="dusk", rations=0, pawns=(1, 8), goal=9,
                  deck=[NOTHING] * 12, **position)  # fmt: skip
    s.choose("ignore a")
    assert s.reason == "all Judges are dead"
    assert s.pawn("perps") == 8


@pytest.mark.proves("CE-RULING-25")
def test_the_perps_find_max_normal_before_the_deck_can_run_out() -> None:
    s = resolving([NOTHING], mode="cooperative", time="dusk", pawns=(1, 8), goal=9, deck_ends=True)
    s.choose("ignore a")
    assert s.reason == "the perps found Max Normal first"


@pytest.mark.proves("CE-DUSK-08")
@pytest.mark.parametrize("mode", ["solo", "cooperative", "head-to-head"])
def test_after_dusk_all_hands_are_empty_before_new_ones_are_drawn(mode: str) -> None:
    hands = [[NOTHING] * 3 for seat in range(1 if mode == "solo" else 2)]
    s = starting(mode=mode, time="dusk", hands=hands, deck=[NOTHING] * 18, dawn_picker=0)
    while s.table["round"] == 1:
        held = [list(hand) for hand in s.table["hands"]]
        pass_on(s)
    assert held == [[] for hand in hands]
    assert [len(hand) for hand in s.table["hands"]] == [6 for hand in hands]
