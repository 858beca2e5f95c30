"""The goal: one result for all, day after day, and nothing told of the cards in hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

import adjudge
from tests.cursed_earth.story import (
    NOTHING,
    Story,
    card,
    resolving,
    starting,
)


def pass_on(s: Story) -> None:
    """Leave a blue box alone, or play any card."""
    s.choose("ignore a" if "ignore a" in s.options else s.options[0])


def cards_told(events: list[dict[str, Any]]) -> set[int]:
    """The cards that events name."""
    return {n for event in events for kind, n in event["args"] if kind == "card"}


# One aim and one result


@pytest.mark.proves("CE-GOAL-01")
def test_if_the_judges_find_max_normal_every_player_wins() -> None:
    row = [card(may=[["advance"]]), NOTHING]
    s = resolving(row, mode="cooperative", seats=3, pawns=(8, 8), goal=9)
    s.choose("trigger a")
    assert s.winners == (0, 1, 2)
    assert s.match.outcome is not None
    assert s.match.outcome.scores == (1, 1, 1)


@pytest.mark.proves("CE-GOAL-01")
@pytest.mark.parametrize(("loss", "position"), [
    (["enemy-advance"], {"pawns": (8, 8), "goal": 9}),
    (["psi"], {"deck_ends": True}),
    (["death"], {"dredd": 0, "giant": 0}),
])  # fmt: skip
def test_otherwise_nobody_does(loss: list[str], position: dict[str, Any]) -> None:
    row = [card(may=[loss]), NOTHING]
    s = resolving(row, mode="cooperative", seats=3, **position)
    s.choose("trigger a")
    assert s.seat is None
    assert s.winners == ()
    assert s.match.outcome is not None
    assert s.match.outcome.scores == (0, 0, 0)


# Days


@pytest.mark.proves("CE-GOAL-04", "CE-GOAL-05")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_each_round_is_a_day_of_dawn_then_dusk(mode: str) -> None:
    hands = [[NOTHING] * 6 for seat in range(1 if mode == "solo" else 2)]
    s = starting(mode=mode, hands=hands, deck=[NOTHING] * 24)
    times = [(s.view(0)["round"], s.view(0)["time"])]
    while times[-1] != (2, "dusk"):
        pass_on(s)
        now = (s.view(0)["round"], s.view(0)["time"])
        if now != times[-1]:
            times.append(now)
    assert times == [(1, "dawn"), (1, "dusk"), (2, "dawn"), (2, "dusk")]
    days = [event for event in s.news() if event in ("round", "dawn", "dusk")]
    assert days == ["dusk", "round", "dawn", "dusk"]


@pytest.mark.proves("CE-GOAL-06")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
@pytest.mark.parametrize("time", ["dawn", "dusk"])
def test_after_each_investigation_the_judges_must_eat(mode: str, time: str) -> None:
    hands = [[NOTHING] * (3 if time == "dawn" else 0) for seat in range(1 + (mode != "solo"))]
    position: dict[str, Any] = {"hands": hands, "deck": [NOTHING] * 14}
    fed = resolving([NOTHING], mode=mode, time=time, rations=1, **position).choose("ignore a")
    assert (fed.rations, fed.view(0)["time"] != time) == (0, True)
    assert [fed.radiation(name) for name in ("dredd", "giant", "anderson")] == [0, 0, 0]
    hungry = resolving([NOTHING], mode=mode, time=time, rations=0, **position)
    hungry.choose("ignore a")
    assert hungry.options == ["irradiate dredd", "irradiate giant", "irradiate anderson"]
    hungry.choose("irradiate giant")
    assert (hungry.rations, hungry.radiation("giant")) == (0, 1)


@pytest.mark.proves("CE-GOAL-07")
@pytest.mark.parametrize(("mode", "seats"), [("solo", 1), ("cooperative", 2), ("cooperative", 3)])
def test_new_hands_are_drawn_after_dusk_and_never_between_dawn_and_dusk(
    mode: str, seats: int
) -> None:
    full = 4 if seats == 3 else 6
    hands = [[NOTHING] * full for seat in range(seats)]
    s = starting(mode=mode, seats=seats, hands=hands, deck=[NOTHING] * 18)
    sizes = [len(hand) for hand in s.table["hands"]]
    while s.table["round"] == 1:
        now = [len(hand) for hand in s.table["hands"]]
        assert all(after <= before for after, before in zip(now, sizes, strict=True))
        if s.view(0)["time"] == "dusk":
            assert max(now) <= full // 2
        sizes = now
        pass_on(s)
    assert sizes == [0] * seats
    assert [len(hand) for hand in s.table["hands"]] == [full] * seats


# What nobody may tell


@pytest.mark.proves("CE-GOAL-03", "CE-RULING-53")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_view_event_or_option_tells_of_a_card_in_another_hand(seats: int) -> None:
    for seed in range(3):
        match = adjudge.new("cursed-earth", seats=seats, seed=seed)
        chance = random.Random(seed)
        while match.seat is not None:
            hands = match.save()["table"]["hands"]
            for seat in range(seats):
                others = {c for other in range(seats) if other != seat for c in hands[other]}
                view = match.view(seat)["table"]
                assert view["hands"] == [
                    hand if other == seat or not hand else len(hand)
                    for other, hand in enumerate(hands)
                ]
                assert not others & cards_told(match.events(seat))
            mine = {f"play {number}" for number in hands[match.seat]}
            held = {f"card:{number}" for hand in hands for number in hand}
            for option in match.options:
                assert option.text in mine or not held & set(option.refs)
            match.play(chance.choice(match.options))


@pytest.mark.proves("CE-GOAL-03")
def test_a_hand_card_can_be_played_and_nothing_else_done_with_it() -> None:
    hands = [[NOTHING] * 6, [NOTHING] * 6]
    s = starting(mode="cooperative", hands=hands)
    assert s.options == ["play 14", "play 15", "play 16", "play 17", "play 18", "play 19"]


@pytest.mark.proves("CE-GOAL-03")
def test_a_refusal_does_not_tell_whether_another_player_holds_the_card() -> None:
    hands = [[NOTHING] * 6, [NOTHING] * 6]
    s = starting(mode="cooperative", hands=hands, deck=[NOTHING])
    in_the_other_hand, in_the_deck = "play 20", "play 27"
    assert s.why_not(in_the_other_hand) == s.why_not(in_the_deck) == "CE-DAWN-04"
    assert s.why_not("play 14") == ""


# Hidden and open


@pytest.mark.proves("CE-RULING-53", "CE-SETUP-10", "CE-SETUP-17")
@pytest.mark.parametrize("mode", ["solo", "cooperative", "head-to-head"])
def test_the_order_of_both_decks_is_hidden_and_their_sizes_are_open(mode: str) -> None:
    s = resolving([NOTHING, NOTHING], mode=mode, pawns=(1, 3))
    for seat in (*range(s.match.seats), None):
        view = s.view(seat)
        assert view["deck"] == len(s.table["deck"])
        assert view["locations"] == [*s.table["locations"][:3], *["?"] * 8]
        assert "rng" not in view
    for seat in range(s.match.seats):
        seen = s.match.seat_view(seat)
        assert len(seen.options) == (2 if seat == s.seat else 0)
        assert f"{seen.state.rng.state:x}" != s.table["rng"]["state"]


@pytest.mark.proves("CE-RULING-53")
@pytest.mark.parametrize("mode", ["cooperative", "head-to-head"])
def test_each_hand_is_hidden_from_the_others_and_its_size_is_open(mode: str) -> None:
    hands = [[NOTHING] * 6, [NOTHING] * 6]
    s = starting(mode=mode, hands=hands)
    first, second = s.table["hands"]
    assert s.view(0)["hands"] == [first, 6]
    assert s.view(1)["hands"] == [6, second]
    assert s.view(None)["hands"] == [6, 6]


@pytest.mark.proves("CE-RULING-53")
def test_rows_team_areas_tokens_and_the_discard_pile_are_open_to_all() -> None:
    s = resolving(
        [NOTHING, NOTHING, NOTHING],
        mode="cooperative",
        seats=3,
        kept={"survival": [NOTHING], "diplomacy": [NOTHING]},
        radiation={"dredd": 2},
        locations=["mutie-country"],
        caches=[1],
    )
    s.choose("ignore a")
    for seat in (0, 1, 2, None):
        view = s.view(seat)
        assert view["rows"]["above"] == [16]
        assert view["discard"] == [14]
        assert view["teams"] == s.table["teams"]
        assert view["teams"]["judges"]["survival"] == [17]
        assert view["teams"]["judges"]["diplomacy"] == [18]
        assert view["caches"] == [1]


@pytest.mark.proves("CE-RULING-53")
def test_a_head_to_head_psi_card_is_known_only_to_the_player_who_looked_at_it() -> None:
    row = [card(may=[["psi"]]), NOTHING]
    s = resolving(row, mode="head-to-head", deck=[NOTHING])
    s.choose("trigger a", "psi-action")
    assert s.view(0)["psi_cards"][0] == 16
    assert s.view(1)["psi_cards"][0] == s.view(None)["psi_cards"][0] == "?"
    s.choose("hide below")
    seen = {"side": "below", "face_down": 16, "seen_by": 0}
    assert s.view(0)["waiting"] == [seen]
    for other in (1, None):
        assert s.view(other)["waiting"] == [seen | {"face_down": "?"}]
        assert 16 not in cards_told(s.match.events(other))
        assert {"psi-looked", "psi-hidden"} <= set(s.news(other))
    assert 16 in cards_told(s.match.events(0))


@pytest.mark.proves("CE-RULING-53")
def test_what_is_revealed_cannot_be_taken_back() -> None:
    row = [card(may=[["psi"]]), NOTHING]
    s = resolving(row, mode="cooperative", deck=[NOTHING, NOTHING])
    s.choose("trigger a", "add-card")
    with pytest.raises(adjudge.Refused, match="CE-RULING-53"):
        s.match.undo(0)


# From one investigation to the next


@pytest.mark.proves("CE-RULING-55")
def test_the_order_from_dawn_to_dusk() -> None:
    s = resolving(
        [NOTHING],
        mode="cooperative",
        rations=0,
        hands=[[NOTHING] * 3, [NOTHING] * 3],
        effects=[("ozark-silence", "end", ["wound"])],
    )
    s.choose("ignore a")
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    assert s.view(0)["time"] == "dawn"
    s.choose("wound dredd")
    assert s.options == ["irradiate dredd", "irradiate giant", "irradiate anderson"]
    assert s.view(0)["time"] == "dusk"
    s.choose("irradiate dredd")
    assert s.options == ["play 15", "play 16", "play 17"]
    expected = ["location", "wounded", "starved", "irradiated", "dusk"]
    assert [what for what in s.news() if what not in ("ignored", "discarded")] == expected


@pytest.mark.proves("CE-RULING-55")
def test_the_order_from_dusk_to_dawn() -> None:
    s = resolving(
        [NOTHING],
        mode="cooperative",
        seats=3,
        senior=1,
        time="dusk",
        rations=0,
        pawns=(1, 3),
        revealed=4,
        deck=[NOTHING] * 12,
        effects=[("ozark-silence", "end", ["wound"])],
    )
    s.choose("ignore a")
    assert (s.seat, s.options[0], s.view(0)["time"]) == (1, "wound dredd", "dusk")
    s.choose("wound dredd")
    assert (s.seat, s.options[0], s.view(0)["time"]) == (1, "irradiate dredd", "dawn")
    assert (s.pawn("perps"), s.table["hands"], s.view(0)["senior"]) == (3, [[], [], []], 1)
    s.choose("irradiate dredd")
    assert (s.seat, s.pawn("perps"), s.view(0)["senior"]) == (2, 4, 2)
    after = ["location", "wounded", "starved", "irradiated", "moved", "senior"]
    after += ["drew-unseen"] * 3 + ["round", "dawn"]
    assert [what for what in s.news() if what not in ("ignored", "discarded")] == after


@pytest.mark.proves("CE-RULING-55")
def test_start_effects_come_after_the_new_hands_and_the_new_senior_judge_decides() -> None:
    s = resolving(
        [NOTHING],
        mode="cooperative",
        seats=3,
        senior=2,
        time="dusk",
        deck=[NOTHING] * 12,
        effects=[("ozark-silence", "start", ["wound"])],
    )
    s.choose("ignore a")
    assert s.seat == 0
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    assert [len(hand) for hand in s.table["hands"]] == [4, 4, 4]
    s.choose("wound dredd")
    assert (s.seat, s.options[0].split()[0]) == (0, "play")


@pytest.mark.proves("CE-RULING-55")
def test_in_head_to_head_hands_are_drawn_before_the_token_goes_on() -> None:
    s = resolving([NOTHING], mode="head-to-head", time="dusk", deck=[NOTHING] * 12)
    s.choose("ignore a")
    after = [what for what in s.news() if what in ("drew-unseen", "senior", "round", "moved")]
    assert after == ["drew-unseen", "drew-unseen", "senior", "round"]
    assert (s.pawn("judges"), s.pawn("perps")) == (1, 1)


@pytest.mark.proves("CE-RULING-55")
def test_a_loss_stops_the_list_where_it_happens() -> None:
    s = resolving(
        [NOTHING],
        mode="cooperative",
        time="dusk",
        deck=[NOTHING] * 12,
        effects=[("ozark-silence", "end", ["wound"])],
        dredd=1,
        giant=0,
        anderson=0,
    )
    s.choose("ignore a")
    assert s.reason == "all Judges are dead"
    assert (s.view(0)["time"], s.rations, s.pawn("perps"), s.view(0)["senior"]) == ("dusk", 3, 3, 0)
