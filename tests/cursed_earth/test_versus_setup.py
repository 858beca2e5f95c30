"""Head-to-head rules: what is different, and set-up."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

import adjudge
from adjudge.games.cursed_earth.schema import SYMBOLS, read_content
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

SHOUTS = [1, 13, 25, 36, 44]


def quiet_pack() -> LoadedPack:
    """The default pack with no effect at any location."""
    return story_pack((), tuple((place, "flavour", "") for place in plain_locations()))


def new(seed: int = 1, **options: Any) -> Story:
    """A new head-to-head game among quiet locations."""
    pack = quiet_pack()
    match = adjudge.new(
        "cursed-earth", seats=2, seed=seed, mode="head-to-head", pack=pack, **options
    )
    return Story(match)


@pytest.mark.proves("CE-HH-01")
@pytest.mark.parametrize("seats", [1, 3, 4])
def test_head_to_head_is_refused_to_any_but_two_players(seats: int) -> None:
    with pytest.raises(adjudge.Invalid, match="CE-HH-01"):
        adjudge.new("cursed-earth", seats=seats, seed=1, mode="head-to-head")


@pytest.mark.proves("CE-HH-01", "CE-HHSETUP-04", "CE-RULING-58")
@pytest.mark.parametrize(("judges", "judges_seat"), [(None, 0), ("0", 0), ("1", 1)])
def test_one_plays_the_judges_and_the_other_the_perps(judges: str | None, judges_seat: int) -> None:
    s = new() if judges is None else new(judges=judges)
    assert sorted(s.team("judges")["characters"]) == ["anderson", "dredd", "giant"]
    assert sorted(s.team("perps")["characters"]) == ["disciple", "mean-machine", "satellat"]
    assert s.table["judges_seat"] == judges_seat
    row = [card(must=["wound"])]
    judges_row = resolving(row, mode="head-to-head", judges_seat=judges_seat)
    assert judges_row.options == ["wound dredd", "wound giant", "wound anderson"]
    assert judges_row.seat == judges_seat
    perps_row = resolving(row, mode="head-to-head", team="perps", judges_seat=judges_seat)
    assert perps_row.options == ["wound mean-machine", "wound satellat", "wound disciple"]
    assert perps_row.seat == 1 - judges_seat


def every_end(s: Story, path: tuple[str, ...] = ()) -> list[Any]:
    """What the table is like after every way to resolve the first card, until the next asks."""
    if s.options == ["trigger a", "ignore a"]:
        table = s.table
        places = [table["rows"]["above"], table["discard"], s.pawn("judges"), s.pawn("perps")]
        return [(path, s.team("judges") | {"met": 0}, places)]
    ends = []
    for text in s.options:
        ends += every_end(Story(s.match.copy()).choose(text), (*path, text))
    return ends


@pytest.mark.proves("CE-HH-02")
@pytest.mark.parametrize("rations", [0, 3])
@pytest.mark.parametrize("symbol", [symbol for symbol in SYMBOLS if symbol != "psi"])
def test_a_symbol_does_to_the_judges_what_it_does_in_a_cooperative_game(
    symbol: str, rations: int
) -> None:
    row = [card(must=[symbol]), NOTHING, NOTHING, NOTHING, NOTHING]
    ends = []
    for mode in ("cooperative", "head-to-head"):
        kept = {"survival": [50, 51], "diplomacy": [52]}
        s = resolving(
            row, mode=mode, pawns=(1, 2), dredd=3, giant=1, kept=kept, rations=rations, ammo=1
        )
        assert s.seat == 0
        ends.append(every_end(s))
    assert ends[0] == ends[1]


@pytest.mark.proves("CE-HH-04")
def test_advance_moves_the_pawn_of_the_player_who_resolves_it() -> None:
    row = [card(must=["advance"]), NOTHING]
    perps = resolving(row, mode="head-to-head", team="perps", pawns=(1, 1))
    assert (perps.pawn("judges"), perps.pawn("perps")) == (1, 2)
    judges = resolving(row, mode="head-to-head", team="judges", pawns=(1, 1))
    assert (judges.pawn("judges"), judges.pawn("perps")) == (2, 1)


@pytest.mark.proves("CE-HH-05")
def test_enemy_advance_moves_the_pawn_of_the_opponent() -> None:
    row = [card(must=["enemy-advance"]), NOTHING]
    perps = resolving(row, mode="head-to-head", team="perps", pawns=(1, 1))
    assert (perps.pawn("judges"), perps.pawn("perps")) == (2, 1)
    judges = resolving(row, mode="head-to-head", team="judges", pawns=(1, 1))
    assert (judges.pawn("judges"), judges.pawn("perps")) == (1, 2)


@pytest.mark.proves("CE-HH-06")
@pytest.mark.parametrize("team", ["judges", "perps"])
def test_nobody_advances_automatically_after_dusk(team: str) -> None:
    s = resolving([NOTHING], mode="head-to-head", time="dusk", team=team, pawns=(1, 3))
    s.choose("ignore a")
    assert (s.table["round"], s.table["time"]) == (2, "dawn")
    assert (s.pawn("judges"), s.pawn("perps")) == (1, 3)
    assert "moved" not in s.news()


@pytest.mark.proves("CE-HHSETUP-01", "CE-HHSETUP-02", "CE-HHSETUP-10")
def test_the_cards_with_an_exclamation_mark_stay_in_the_box() -> None:
    for seed in range(10):
        s = new(seed)
        assert [len(hand) for hand in s.table["hands"]] == [6, 6]
        assert len(s.deck) == 43
        cards = [*s.deck, *s.table["hands"][0], *s.table["hands"][1]]
        assert sorted(cards) == [n for n in range(1, 61) if n not in SHOUTS]


@pytest.mark.proves("CE-HHSETUP-01")
def test_no_such_card_ever_comes_into_play() -> None:
    match = adjudge.new("cursed-earth", seats=2, seed=5, mode="head-to-head")
    while match.seat is not None:
        match.play(len(match.moves) * 7 % len(match.options))
    told = [dict(event["args"]).get("card") for seat in (0, 1) for event in match.events(seat)]
    assert not set(told) & set(SHOUTS)
    saved = match.save()
    saved["table"]["deck"].insert(0, 44)
    with pytest.raises(adjudge.Invalid, match="CE-HHSETUP-01"):
        adjudge.load(saved)


@pytest.mark.proves("CE-HHSETUP-02")
def test_five_cards_have_an_exclamation_mark_in_the_title() -> None:
    titles = {c["number"]: c["title"] for c in default_pack(GAME).content["encounter"]}
    assert [number for number, title in titles.items() if "!" in title] == SHOUTS
    for number in (1, 2):
        printed = deepcopy(dict(default_pack(GAME).content))
        printed["encounter"][number - 1]["title"] = "Quiet" if number in SHOUTS else "Loud!"
        with pytest.raises(adjudge.Invalid, match="CE-HHSETUP-02"):
            read_content(printed)


@pytest.mark.proves("CE-HHSETUP-03")
def test_each_player_has_a_team_area_of_their_own() -> None:
    row = [card(must=["spend-survival"]), NOTHING]
    kept = {"survival": [50], "perp_survival": [51]}
    judges = resolving(row, mode="head-to-head", kept=kept)
    assert judges.options == [
        "spend-card 50",
        "spend-one dredd",
        "spend-two giant",
        "spend-two anderson",
    ]
    assert judges.why_not("spend-card 51") == "CE-EXP-03"
    perps = resolving(row, mode="head-to-head", team="perps", kept=kept)
    assert perps.options == [
        "spend-card 51",
        "spend-one mean-machine",
        "spend-two satellat",
        "spend-two disciple",
    ]
    assert perps.why_not("spend-card 50") == "CE-EXP-03"
    perps.choose("spend-card 51")
    assert (perps.kept("judges"), perps.kept("perps")) == ([50], [])


@pytest.mark.proves("CE-HHSETUP-03")
def test_a_card_gained_by_one_player_joins_their_area_alone() -> None:
    row = [card(must=["gain-diplomacy"]), NOTHING]
    s = resolving(row, mode="head-to-head", team="perps")
    assert (s.kept("judges"), s.kept("perps")) == ([], [14])


@pytest.mark.proves("CE-HHSETUP-05", "CE-HHSETUP-06", "CE-HHSETUP-07", "CE-HHSETUP-09")
def test_both_teams_start_with_the_same_tokens_on_the_first_location() -> None:
    s = new()
    for team in ("judges", "perps"):
        assert s.team(team)["ammo"] == 4
        assert s.team(team)["rations"] == 3
        assert [p["health"] for p in s.team(team)["characters"].values()] == [5, 5, 5]
        assert [p["radiation"] for p in s.team(team)["characters"].values()] == [0, 0, 0]
        assert s.pawn(team) == 1


@pytest.mark.proves("CE-HHSETUP-08")
def test_locations_are_laid_out_as_for_street_judge() -> None:
    goals = set()
    for seed in range(20):
        table = new(seed).table
        assert len(table["locations"]) == 11
        assert table["revealed"] == 3
        goals.add(table["locations"].index(goal_name()) + 1)
    assert goals == {9, 10, 11}


@pytest.mark.proves("CE-HHSETUP-08")
def test_there_is_no_shootout_in_head_to_head() -> None:
    s = resolving([card(must=["wound", "advance"]), NOTHING], mode="head-to-head", pawns=(1, 2))
    s.choose("wound dredd")
    assert s.pawn("judges") == s.pawn("perps") == 2
    assert "shootout" not in s.news()
    assert s.options == ["trigger a", "ignore a"]
    for difficulty in ("cadet", "chief-judge"):
        with pytest.raises(adjudge.Invalid, match="CE-HHSETUP-08"):
            new(difficulty=difficulty)


@pytest.mark.proves("CE-HHSETUP-11", "CE-RULING-50")
@pytest.mark.parametrize("flip", [0, 1])
def test_the_token_is_flipped_for_the_first_senior_judge(flip: int) -> None:
    s = new(dice=[flip])
    assert s.table["senior"] == s.table["first_senior"] == flip
    assert s.seat == flip
    assert s.table["rng"]["used"] == 1
    for seat in (0, 1, None):
        flips = [event for event in s.match.events(seat) if event["what"] == "flipped"]
        assert [event["args"] for event in flips] == [[["seat", flip]]]


@pytest.mark.proves("CE-HHSETUP-11", "CE-RULING-50")
def test_the_flip_is_fair() -> None:
    first = [new(seed).table["senior"] for seed in range(200)]
    assert 80 <= sum(first) <= 120


@pytest.mark.proves("CE-HHSETUP-11")
def test_the_first_senior_judge_cannot_be_named() -> None:
    with pytest.raises(adjudge.Invalid, match="CE-HHSETUP-11"):
        new(first_player="0")


@pytest.mark.proves("CE-RULING-58")
def test_who_plays_the_judges_has_no_bearing_on_who_is_senior_judge() -> None:
    for seed in range(10):
        assert new(seed, judges="0").table["senior"] == new(seed, judges="1").table["senior"]
    assert new(judges="1", dice=[1]).seat == 1
    assert new(judges="1", dice=[0]).seat == 0
