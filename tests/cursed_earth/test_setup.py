"""Setting up a game together; alone and head-to-head build on it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import msgspec
import pytest

import adjudge
from adjudge.games.cursed_earth.schema import Content, facts_of
from adjudge.packs import LoadedPack, default_pack
from tests.cursed_earth.story import (
    GAME,
    NOTHING,
    Story,
    card,
    goal_name,
    plain_locations,
    resolving,
    story_pack,
)

MANY = 600  # seeds; bounds on counts are so wide that only a wrong rule leaves them
TEAMWORK = [(1, "solo"), (2, "cooperative"), (3, "cooperative"), (4, "cooperative")]
DIFFICULTIES = ["cadet", "street-judge", "chief-judge"]


def new(seats: int = 3, seed: int = 1, **setup: Any) -> Story:
    """A new game, with no location doing anything before the first decision."""
    pack = story_pack((), tuple((name, "start", ()) for name in plain_locations()))
    return Story(adjudge.new("cursed-earth", seats=seats, seed=seed, pack=pack, **setup))


@pytest.mark.proves("CE-SETUP-01")
def test_the_cooperative_game_is_for_two_to_four_players() -> None:
    for seats in (2, 3, 4):
        assert new(seats, mode="cooperative").match.seats == seats
    for seats in (1, 5):
        with pytest.raises(adjudge.Invalid, match=r"seats: [15]"):
            new(seats, mode="cooperative")
    with pytest.raises(adjudge.Invalid, match=r"CE-SETUP-01"):
        new(1, mode="cooperative")


@pytest.mark.proves("CE-SETUP-02", "CE-SETUP-03", "CE-SETUP-04", "CE-SETUP-05")
@pytest.mark.parametrize(("seats", "mode"), TEAMWORK)
def test_three_judges_with_five_health_four_ammunition_and_three_rations(
    seats: int, mode: str
) -> None:
    s = new(seats, mode=mode)
    for seat in range(seats):
        team = s.view(seat)["teams"]["judges"]
        assert sorted(team["characters"]) == ["anderson", "dredd", "giant"]
        assert [judge["health"] for judge in team["characters"].values()] == [5, 5, 5]
        assert (team["ammo"], team["rations"]) == (4, 3)
    assert [s.health(perp) for perp in s.team("perps")["characters"]] == [0, 0, 0]


@pytest.mark.proves("CE-SETUP-25")
def test_all_other_tokens_are_the_supply() -> None:
    s = new()
    judges = s.view(0)["teams"]["judges"]["characters"].values()
    assert [judge["radiation"] for judge in judges] == [0, 0, 0]
    supply = {"health": 25, "radiation": 20, "rations": 13, "ammo": 12}
    for seat in (0, 1, 2, None):
        assert s.match.view(seat)["shown"]["supply"] == supply


@pytest.mark.proves("CE-SETUP-06", "CE-SETUP-18")
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_max_normal_is_in_play_among_the_last_three_each_as_likely(difficulty: str) -> None:
    last = 10 if difficulty == "cadet" else 11
    places = Counter(
        new(seed=seed, difficulty=difficulty).table["locations"].index(goal_name()) + 1
        for seed in range(MANY)
    )
    assert sorted(places) == [last - 2, last - 1, last]
    assert all(MANY // 4 < count < MANY * 5 // 12 for count in places.values())


@pytest.mark.proves("CE-SETUP-06", "CE-SETUP-18")
def test_max_normal_is_among_the_last_three_wherever_his_card_lay_in_the_box() -> None:
    content = msgspec.convert(dict(default_pack(GAME).content), Content)
    content.location.reverse()
    pack = LoadedPack("story", "1", "Story", GAME, "story:reversed", {}, facts_of(content))
    for seed in range(20):
        match = adjudge.new("cursed-earth", seats=3, seed=seed, pack=pack)
        locations = Story(match).table["locations"]
        assert len(set(locations)) == 11
        assert goal_name() in locations[8:]


@pytest.mark.proves("CE-SETUP-18")
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_everybody_knows_that_he_is_among_the_last_three(difficulty: str) -> None:
    shown = new(difficulty=difficulty).match.view(0)["shown"]["steps_to_goal"]
    shorter = difficulty == "cadet"
    assert shown == {
        "judges": [7, 9] if shorter else [8, 10],
        "perps": [5, 7] if shorter else [6, 8],
    }


@pytest.mark.proves("CE-SETUP-06", "CE-SETUP-17", "CE-SETUP-18")
def test_the_ordinary_locations_are_shuffled_and_any_of_them_may_stay_in_the_box() -> None:
    boxed: Counter[str] = Counter()
    first: Counter[str] = Counter()
    last: Counter[str] = Counter()
    for seed in range(MANY):
        locations = new(seed=seed).table["locations"]
        boxed.update(set(plain_locations()) - set(locations))
        first[locations[0]] += 1
        last[locations[-1]] += 1
    assert sorted(boxed) == sorted(first) == sorted(plain_locations())
    assert all(MANY // 10 < count < MANY // 4 for count in boxed.values())  # two of twelve
    assert all(MANY // 24 < count < MANY // 6 for count in first.values())  # one of twelve
    assert all(MANY // 50 < last[name] < MANY // 8 for name in plain_locations())


@pytest.mark.proves("CE-SETUP-07", "CE-SETUP-10")
def test_the_encounter_cards_are_shuffled() -> None:
    assert new(seed=1).table["hands"] == new(seed=1).table["hands"]
    assert new(seed=1).table["hands"] != new(seed=2).table["hands"]
    dealt: Counter[int] = Counter()
    tops: Counter[int] = Counter()
    for seed in range(MANY):
        s = new(2, seed=seed, mode="cooperative")
        dealt.update(s.table["hands"][0])
        tops[s.deck[0]] += 1
    assert sorted(dealt) == sorted(tops) == list(range(1, 61))
    assert all(MANY // 20 < count < MANY // 6 for count in dealt.values())  # six of sixty
    assert max(tops.values()) < MANY // 20  # one of sixty


@pytest.mark.proves("CE-SETUP-08", "CE-SETUP-09", "CE-SETUP-10")
@pytest.mark.parametrize(("seats", "mode", "hand", "deck"), [
    (1, "solo", 6, 54),
    (2, "cooperative", 6, 48),
    (3, "cooperative", 4, 48),
    (4, "cooperative", 4, 44),
])  # fmt: skip
def test_everybody_is_dealt_a_hand_and_the_rest_is_a_face_down_deck(
    seats: int, mode: str, hand: int, deck: int
) -> None:
    # alone, two cards of the deck lie in the row already when the first card is asked for
    drawn = 2 if mode == "solo" else 0
    s = new(seats, mode=mode)
    for seat in range(seats):
        view = s.view(seat)
        assert len(view["hands"][seat]) == hand
        assert view["deck"] == deck - drawn
        others = [view["hands"][other] for other in range(seats) if other != seat]
        assert others == [hand] * (seats - 1)
    table = s.table
    cards = [*table["deck"], *table["rows"]["above"], *(c for h in table["hands"] for c in h)]
    assert sorted(cards) == list(range(1, 61))


@pytest.mark.proves("CE-SETUP-11")
def test_there_are_three_difficulty_levels() -> None:
    levels = next(option for option in GAME.setup if option.name == "difficulty")
    assert sorted(levels.choices) == ["cadet", "chief-judge", "street-judge"]
    for level in levels.choices:
        assert new(difficulty=level).view(0)["difficulty"] == level
    with pytest.raises(adjudge.Invalid, match="difficulty: 'mega-judge'"):
        new(difficulty="mega-judge")


@pytest.mark.proves("CE-SETUP-13", "CE-SETUP-14", "CE-SETUP-15", "CE-SETUP-19")
@pytest.mark.parametrize(("difficulty", "in_play"), [
    ("cadet", 10),
    ("street-judge", 11),
    ("chief-judge", 11),
])  # fmt: skip
@pytest.mark.parametrize(("seats", "mode"), TEAMWORK)
def test_cadet_leaves_ten_locations_the_other_levels_eleven(
    difficulty: str, in_play: int, seats: int, mode: str
) -> None:
    s = new(seats, mode=mode, difficulty=difficulty)
    locations = s.table["locations"]
    assert len(locations) == len(set(locations)) == in_play
    assert goal_name() in locations
    seen = s.view(0)["locations"]
    assert seen[:3] == locations[:3]
    assert seen[3:] == ["?"] * (in_play - 3)


@pytest.mark.proves("CE-SETUP-16")
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_only_chief_judge_has_shootouts(difficulty: str) -> None:
    dice = [0] if difficulty == "chief-judge" else []
    row = [card(may=[["advance"]]), NOTHING]
    s = resolving(row, mode="cooperative", difficulty=difficulty, pawns=(1, 2), dice=dice)
    s.choose("trigger a")
    assert ("shootout" in s.news()) == (difficulty == "chief-judge")
    assert s.table["rng"]["used"] == len(dice)


@pytest.mark.proves("CE-SETUP-17")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_nobody_knows_which_locations_were_put_back(seats: int) -> None:
    for seed in range(10):
        s = new(seats, seed=seed)
        unseen = {*plain_locations(), goal_name()} - set(s.table["locations"][:3])
        assert len(unseen) == 10
        for seat in (*range(seats), None):
            known = json.dumps([s.match.view(seat), s.match.events(seat)]).lower()
            for name in unseen:
                assert name not in known
                assert name.replace("-", " ") not in known


@pytest.mark.proves("CE-SETUP-19", "CE-SETUP-20", "CE-SETUP-21")
@pytest.mark.parametrize(("seats", "mode"), TEAMWORK)
def test_the_judges_start_on_the_first_of_three_cards_and_the_perps_on_the_third(
    seats: int, mode: str
) -> None:
    s = new(seats, mode=mode)
    teams = s.view(0)["teams"]
    assert (teams["judges"]["pawn"], teams["perps"]["pawn"]) == (1, 3)
    assert s.view(0)["revealed"] == 3
    told = [event["what"] for event in s.match.events(0)]
    assert told.count("revealed") == 3


@pytest.mark.proves("CE-SETUP-22", "CE-SETUP-24", "CE-RULING-35")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_the_player_chosen_to_go_first_is_senior_judge_and_plays_the_first_card(
    first: int,
) -> None:
    s = new(4, first_player=str(first))
    assert s.view(None)["senior"] == s.view(None)["first_senior"] == first
    assert s.seat == first
    assert all(option.startswith("play ") for option in s.options)
    told = [event["text"] for event in s.match.events(0) if event["what"] == "senior"]
    assert told == [f"Seat {first} is Senior Judge."]


@pytest.mark.proves("CE-SETUP-22")
def test_only_a_seat_of_the_table_can_be_chosen_to_go_first() -> None:
    with pytest.raises(adjudge.Invalid, match="CE-SETUP-22"):
        new(2, first_player="2", mode="cooperative")


@pytest.mark.proves("CE-RULING-35", "CE-SETUP-24")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_by_default_the_first_player_is_drawn_by_lot(seats: int) -> None:
    first = Counter(new(seats, seed=seed).view(0)["senior"] for seed in range(MANY))
    assert sorted(first) == list(range(seats))
    assert all(MANY * 3 // 4 < count * seats < MANY * 5 // 4 for count in first.values())
    scripted = new(seats, dice=[seats - 1])
    assert scripted.seat == scripted.view(0)["senior"] == seats - 1
    assert scripted.news(0).count("senior") == 1


@pytest.mark.proves("CE-SETUP-24")
def test_alone_the_only_player_is_senior_judge() -> None:
    s = new(1)
    assert (s.view(0)["senior"], s.seat) == (0, 0)


@pytest.mark.proves("CE-SETUP-23")
@pytest.mark.parametrize(("seats", "mode"), [*TEAMWORK, (2, "head-to-head")])
def test_the_first_investigation_is_a_dawn(seats: int, mode: str) -> None:
    s = new(seats, mode=mode)
    assert (s.view(0)["time"], s.view(0)["round"]) == ("dawn", 1)
    told = [event["what"] for event in s.match.events(0)]
    assert "dawn" in told
    assert "dusk" not in told
    assert s.seat == s.view(0)["senior"]


@pytest.mark.proves("CE-SETUP-26")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_judge_belongs_to_a_player(seats: int) -> None:
    for senior in range(seats):
        s = resolving([card(must=["wound"])], mode="cooperative", seats=seats, senior=senior)
        assert s.seat == senior
        assert s.options == ["wound dredd", "wound giant", "wound anderson"]
        for judge in s.view(senior)["teams"]["judges"]["characters"].values():
            assert sorted(judge) == ["health", "radiation"]
