"""Locations: moving along them, revealing them, and what they do to the team there."""

from __future__ import annotations

import random

import pytest

import adjudge
from tests.cursed_earth.story import (
    NOTHING,
    Story,
    card,
    goal_name,
    plain_locations,
    resolving,
    starting,
    story_pack,
)

ADVANCE = card(may=[["advance"]])
ENEMY_ADVANCE = card(may=[["enemy-advance"]])


def play_a_day(s: Story) -> None:
    """Leave every blue box alone until the next day begins."""
    day = s.table["round"]
    while s.table["round"] == day:
        s.choose("ignore a" if "ignore a" in s.options else s.options[0])


def turned_up(s: Story) -> list[str]:
    """The locations that a player has seen so far."""
    return [name for name in s.view(0)["locations"] if name != "?"]


def on_the_table(s: Story) -> list[str]:
    """The location row as a player sees it: the cards that are turned up and not removed."""
    return turned_up(s)[s.match.view(0)["shown"]["location_row_starts"] - 1 :]


def removals(s: Story) -> list[str]:
    """The locations that were taken out of the game, as everybody is told."""
    told = [event for event in s.match.events(None) if event["what"] == "location-removed"]
    return [event["args"][0][1] for event in told]


# Reaching Max Normal


@pytest.mark.proves("CE-LOC-02", "CE-LOC-05")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_the_game_is_lost_the_moment_the_perps_reach_max_normal(mode: str) -> None:
    row = [card(may=[["enemy-advance", "ammo"]]), NOTHING]
    s = resolving(row, mode=mode, pawns=(1, 8), goal=9)
    s.choose("trigger a")
    assert s.reason == "the perps found Max Normal first"
    assert s.winners == ()
    assert s.seat is None
    assert s.ammo == 4
    assert s.why_not("trigger a") == "CE-LOC-05"


@pytest.mark.proves("CE-LOC-01", "CE-LOC-02", "CE-LOC-03")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_the_judges_win_the_moment_they_reach_max_normal(mode: str) -> None:
    row = [card(may=[["advance", "ammo"]]), NOTHING, NOTHING]
    s = resolving(row, mode=mode, pawns=(8, 8), goal=9)
    s.choose("trigger a")
    assert s.reason == "Max Normal is found"
    assert s.winners == tuple(range(s.match.seats))
    assert s.options == []
    assert (s.ammo, len(s.row())) == (4, 2)


@pytest.mark.proves("CE-LOC-04")
def test_a_win_stands_though_a_later_symbol_would_have_lost() -> None:
    row = [card(may=[["advance", "death"]]), NOTHING]
    s = resolving(row, mode="cooperative", pawns=(8, 8), goal=9, dredd=0, giant=0, anderson=1)
    s.choose("trigger a")
    assert s.winners == (0, 1)
    assert not s.dead("anderson")


@pytest.mark.proves("CE-LOC-04")
def test_a_win_stands_though_a_later_card_would_have_lost() -> None:
    row = [ADVANCE, card(must=["enemy-advance"])]
    s = resolving(row, mode="cooperative", pawns=(8, 8), goal=9)
    s.choose("trigger a")
    assert s.winners == (0, 1)
    assert s.pawn("perps") == 8


@pytest.mark.proves("CE-LOC-01", "CE-LOC-10")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_only_the_way_along_the_locations_wins_and_it_never_goes_back(seats: int) -> None:
    for seed in range(4):
        match = adjudge.new("cursed-earth", seats=seats, seed=seed)
        chance = random.Random(seed)
        before = Story(match)
        judges, perps = before.pawn("judges"), before.pawn("perps")
        while match.seat is not None:
            match.play(chance.choice(match.options))
            s = Story(match)
            assert s.pawn("judges") >= judges
            assert s.pawn("perps") >= perps
            judges, perps = s.pawn("judges"), s.pawn("perps")
        assert match.outcome is not None
        found = match.view(0)["table"]["locations"][judges - 1] == goal_name()
        assert bool(match.outcome.winners) == found


# Moving


@pytest.mark.proves("CE-LOC-06")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_a_round_without_an_advance_leaves_the_judges_where_they_are(mode: str) -> None:
    hands = [[NOTHING] * 6 for seat in range(1 if mode == "solo" else 2)]
    s = starting(mode=mode, hands=hands, deck=[NOTHING] * 18, pawns=(1, 3))
    play_a_day(s)
    assert s.table["round"] == 2
    assert s.pawn("judges") == 1


@pytest.mark.proves("CE-LOC-06")
def test_a_head_to_head_round_without_symbols_leaves_both_where_they_are() -> None:
    hands = [[NOTHING] * 6, [NOTHING] * 6]
    s = starting(mode="head-to-head", hands=hands, deck=[NOTHING] * 12, pawns=(2, 1))
    play_a_day(s)
    assert s.table["round"] == 2
    assert (s.pawn("judges"), s.pawn("perps")) == (2, 1)


@pytest.mark.proves("CE-LOC-07")
@pytest.mark.parametrize(("seats", "mode"), [(1, "solo"), (4, "cooperative"), (2, "head-to-head")])
def test_three_locations_are_face_up_after_setup(seats: int, mode: str) -> None:
    s = Story(adjudge.new("cursed-earth", seats=seats, seed=5, mode=mode))
    assert turned_up(s) == s.table["locations"][:3]
    assert s.view(0)["locations"][3:] == ["?"] * 8
    assert s.view(None)["locations"] == s.view(0)["locations"]


@pytest.mark.proves("CE-LOC-07", "CE-LOC-08")
def test_an_advance_to_a_card_on_the_table_reveals_nothing() -> None:
    s = resolving([ADVANCE, NOTHING], mode="cooperative", pawns=(1, 3))
    s.choose("trigger a")
    assert s.pawn() == 2
    assert len(turned_up(s)) == 3
    assert "revealed" not in s.news()


@pytest.mark.proves("CE-LOC-07", "CE-LOC-09")
def test_leaving_the_last_card_on_the_table_reveals_the_next_and_enters_it() -> None:
    places = ["ozark-silence", "alabama-morass", "slough-of-st-louis", "static-mesa"]
    s = resolving([ENEMY_ADVANCE, NOTHING], mode="cooperative", pawns=(1, 3), locations=places)
    assert turned_up(s) == places[:3]
    s.choose("trigger a")
    assert s.pawn("perps") == 4
    assert turned_up(s) == places
    assert s.news() == ["triggered", "revealed", "moved", "discarded", "encountered"]


@pytest.mark.proves("CE-LOC-09")
def test_the_judges_reveal_the_next_card_when_they_lead() -> None:
    places = ["ozark-silence", "alabama-morass", "slough-of-st-louis", "mutie-country"]
    s = resolving([ADVANCE, NOTHING], mode="cooperative", pawns=(3, 3), locations=places)
    s.choose("trigger a")
    assert (s.pawn("judges"), s.pawn("perps")) == (4, 3)
    assert turned_up(s) == places


@pytest.mark.proves("CE-LOC-11")
def test_when_the_team_behind_advances_the_card_it_leaves_is_gone() -> None:
    places = ["ozark-silence", "alabama-morass", "slough-of-st-louis"]
    s = resolving([ADVANCE, NOTHING], mode="cooperative", pawns=(1, 3), locations=places)
    assert on_the_table(s) == places
    s.choose("trigger a")
    assert on_the_table(s) == places[1:]
    assert removals(s) == ["ozark-silence"]


@pytest.mark.proves("CE-LOC-11")
def test_when_the_team_in_front_advances_no_card_is_gone() -> None:
    places = ["ozark-silence", "alabama-morass", "slough-of-st-louis"]
    s = resolving([ENEMY_ADVANCE, NOTHING], mode="cooperative", pawns=(1, 2), locations=places)
    s.choose("trigger a")
    assert on_the_table(s) == places
    assert removals(s) == []


@pytest.mark.proves("CE-LOC-11", "CE-RULING-26")
def test_a_card_stays_until_no_pawn_is_on_it_or_behind_it() -> None:
    places = ["ozark-silence", "alabama-morass", "slough-of-st-louis", "mutie-country"]
    row = [ADVANCE, ENEMY_ADVANCE, ENEMY_ADVANCE, NOTHING]
    s = resolving(row, mode="cooperative", pawns=(2, 2), revealed=4, locations=places)
    s.choose("trigger a")
    assert (on_the_table(s), removals(s)) == (places[1:], [])
    s.choose("trigger a")
    assert (on_the_table(s), removals(s)) == (places[2:], ["alabama-morass"])
    s.choose("trigger a")
    assert (on_the_table(s), removals(s)) == (places[2:], ["alabama-morass"])


@pytest.mark.proves("CE-RULING-26", "CE-LOC-12")
def test_a_shared_card_still_acts_on_the_team_that_stays() -> None:
    s = resolving(
        [card(may=[["advance", "heal"]])],
        mode="head-to-head",
        pawns=(1, 1),
        effects=[("ozark-silence", "ongoing", "no-healing")],
        hands=[[NOTHING] * 3, [card(may=[["heal"]]), NOTHING, NOTHING]],
        dawn_picker=0,
        dredd=3,
        mean_machine=3,
    )
    s.choose("trigger a")
    assert s.health("dredd") == 4
    s.choose("play 15 above", "play 18 below", "play 16 above", "play 19 below")
    s.choose("play 17 above", "play 20 below", "take below", "trigger a")
    assert s.health("mean-machine") == 3
    assert s.news()[-4:] == ["triggered", "nothing", "discarded", "encountered"]


# Effects of locations


@pytest.mark.proves("CE-LOC-12", "CE-RULING-60")
def test_an_ongoing_effect_ends_when_the_pawn_leaves_even_within_a_box() -> None:
    s = resolving(
        [card(may=[["heal", "advance", "heal"]]), NOTHING],
        mode="cooperative",
        pawns=(1, 3),
        effects=[("ozark-silence", "ongoing", "no-healing")],
        dredd=1,
    )
    s.choose("trigger a")
    assert s.health("dredd") == 2
    assert [what for what in s.news() if what in ("nothing", "moved", "healed")] == [
        "nothing",
        "moved",
        "healed",
    ]


@pytest.mark.proves("CE-LOC-12", "CE-RULING-60")
def test_an_ongoing_effect_begins_when_the_pawn_arrives_even_within_a_box() -> None:
    s = resolving(
        [card(may=[["heal", "advance", "heal"]]), NOTHING],
        mode="cooperative",
        pawns=(1, 3),
        effects=[("alabama-morass", "ongoing", "no-healing")],
        dredd=1,
    )
    s.choose("trigger a")
    assert s.health("dredd") == 2
    assert [what for what in s.news() if what in ("nothing", "moved", "healed")] == [
        "healed",
        "moved",
        "nothing",
    ]


@pytest.mark.proves("CE-LOC-12")
def test_an_ongoing_effect_where_only_the_perps_are_does_not_touch_the_judges() -> None:
    s = resolving(
        [card(may=[["heal"]]), NOTHING],
        mode="cooperative",
        pawns=(1, 3),
        effects=[("slough-of-st-louis", "ongoing", "no-healing")],
        dredd=1,
    )
    s.choose("trigger a")
    assert s.health("dredd") == 2


@pytest.mark.proves("CE-LOC-14")
def test_an_ongoing_effect_is_still_there_in_the_second_investigation() -> None:
    s = resolving(
        [card(may=[["heal"]])],
        mode="cooperative",
        hands=[[card(may=[["heal"]])] * 3, [NOTHING] * 3],
        effects=[("ozark-silence", "ongoing", "no-healing")],
        dredd=1,
    )
    s.choose("trigger a")
    assert s.health("dredd") == 1
    s.choose("play 15", "play 18", "play 16", "play 19", "play 17", "play 20")
    assert s.view(0)["time"] == "dusk"
    s.choose("trigger a")
    assert s.health("dredd") == 1


@pytest.mark.proves("CE-LOC-14")
def test_where_healing_fails_nobody_can_be_healed() -> None:
    row = [card(must=["wound"], may=[["heal"]]), NOTHING]
    s = resolving(row, effects=[("ozark-silence", "ongoing", "no-healing")])
    s.choose("wound dredd", "trigger a")
    assert s.health("dredd") == 4
    assert s.news() == ["wounded", "triggered", "nothing", "discarded", "encountered"]


@pytest.mark.proves("CE-LOC-14")
def test_where_psi_fails_only_adding_a_card_is_left() -> None:
    row = [card(may=[["psi"]]), NOTHING]
    s = resolving(row, effects=[("ozark-silence", "ongoing", "no-psi-action")], deck=[NOTHING])
    s.choose("trigger a")
    assert s.health("anderson") == 5
    assert s.row() == [16]
    elsewhere = resolving(row, deck=[NOTHING]).choose("trigger a")
    assert elsewhere.options == ["add-card", "psi-action"]


@pytest.mark.proves("CE-LOC-14")
def test_where_guns_fail_ammunition_cannot_be_spent() -> None:
    row = [card(must=["violence"])]
    s = resolving(row, effects=[("ozark-silence", "ongoing", "no-ammo")], anderson=0, giant=0)
    assert s.options == ["spend-two dredd", "kill dredd"]
    assert s.why_not("spend-ammo") == "CE-LOC-14"
    elsewhere = resolving(row, anderson=0, giant=0)
    assert elsewhere.options == ["spend-ammo", "spend-two dredd", "kill dredd"]


@pytest.mark.proves("CE-LOC-14")
def test_where_nothing_can_be_swapped_swap_is_ignored() -> None:
    row = [card(may=[["swap"]]), NOTHING, NOTHING]
    s = resolving(row, effects=[("ozark-silence", "ongoing", "no-swap")])
    s.choose("trigger a")
    assert s.news() == ["triggered", "nothing", "discarded", "encountered"]
    elsewhere = resolving(row).choose("trigger a")
    assert elsewhere.options == ["swap 1", "swap 2", "no-swap"]


@pytest.mark.proves("CE-LOC-15", "CE-LOC-12")
@pytest.mark.parametrize("time", ["dawn", "dusk"])
def test_a_location_without_effect_does_nothing(time: str) -> None:
    s = starting(
        mode="cooperative",
        time=time,
        hands=[[NOTHING] * 6, [NOTHING] * 6],
        deck=[NOTHING] * 12,
        effects=[("ozark-silence", "start", [])],
        pawns=(1, 2),
    )
    assert s.options == ["play 14", "play 15", "play 16", "play 17", "play 18", "play 19"]
    while s.view(0)["time"] == time:
        s.choose("ignore a" if "ignore a" in s.options else s.options[0])
    assert "location" not in s.news()
    assert (s.rations, s.ammo, s.health("dredd"), s.radiation("dredd")) == (2, 4, 5, 0)


@pytest.mark.proves("CE-LOC-13", "CE-RULING-60", "CE-RULING-28")
def test_an_effect_on_reveal_comes_at_once_and_before_the_next_symbol() -> None:
    s = resolving(
        [card(may=[["advance", "ammo"]]), NOTHING],
        mode="cooperative",
        senior=1,
        pawns=(3, 3),
        locations=["ozark-silence", "alabama-morass", "slough-of-st-louis", "mutie-country"],
        effects=[("mutie-country", "reveal", ["wound"])],
    )
    s.choose("trigger a")
    assert s.seat == 1
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    assert (s.pawn(), s.ammo) == (4, 4)
    s.choose("wound giant")
    assert (s.health("giant"), s.ammo) == (4, 5)


@pytest.mark.proves("CE-LOC-13")
def test_an_effect_on_reveal_comes_once_and_not_again() -> None:
    s = resolving(
        [ADVANCE],
        mode="cooperative",
        pawns=(3, 3),
        locations=["ozark-silence", "alabama-morass", "slough-of-st-louis", "mutie-country"],
        effects=[("mutie-country", "reveal", ["ammo"])],
        hands=[[NOTHING] * 3, [NOTHING] * 3],
        deck=[NOTHING] * 12,
    )
    s.choose("trigger a")
    assert s.ammo == 5
    play_a_day(s)
    assert (s.pawn("judges"), s.pawn("perps")) == (4, 4)
    assert s.ammo == 5
    assert s.news().count("location") == 1


@pytest.mark.proves("CE-RULING-28", "CE-LOC-13")
def test_what_the_perps_reveal_touches_nobody_together() -> None:
    s = resolving(
        [ENEMY_ADVANCE, card(may=[["advance", "ammo"]]), NOTHING],
        mode="cooperative",
        pawns=(3, 3),
        locations=["ozark-silence", "alabama-morass", "slough-of-st-louis", "mutie-country"],
        effects=[("mutie-country", "reveal", ["rations"])],
    )
    s.choose("trigger a")
    assert (s.rations, s.team("perps")["rations"]) == (3, 0)
    s.choose("trigger a")
    assert (s.pawn("judges"), s.rations) == (4, 3)
    assert "location" not in s.news()


@pytest.mark.proves("CE-RULING-28")
def test_in_head_to_head_the_perps_feel_what_they_reveal() -> None:
    s = resolving(
        [ADVANCE, NOTHING],
        mode="head-to-head",
        team="perps",
        pawns=(1, 3),
        locations=["ozark-silence", "alabama-morass", "slough-of-st-louis", "mutie-country"],
        effects=[("mutie-country", "reveal", ["rations"])],
    )
    s.choose("trigger a")
    assert (s.team("judges")["rations"], s.team("perps")["rations"]) == (3, 4)


@pytest.mark.proves("CE-RULING-28")
@pytest.mark.parametrize(("seats", "mode"), [(1, "solo"), (3, "cooperative"), (2, "head-to-head")])
def test_the_reveals_of_setup_touch_no_team(seats: int, mode: str) -> None:
    pack = story_pack((), tuple((name, "reveal", ("rations",)) for name in plain_locations()))
    s = Story(adjudge.new("cursed-earth", seats=seats, seed=1, mode=mode, pack=pack))
    assert s.rations == 3
    assert s.news(0).count("revealed") == 3
    assert "location" not in s.news(0)


@pytest.mark.proves("CE-RULING-60")
def test_what_a_location_gives_keeps_to_the_cap() -> None:
    s = resolving(
        [ADVANCE, NOTHING],
        mode="cooperative",
        pawns=(3, 3),
        locations=["ozark-silence", "alabama-morass", "slough-of-st-louis", "mutie-country"],
        effects=[("mutie-country", "reveal", ["heal"])],
    )
    s.choose("trigger a")
    assert [s.health(name) for name in ("dredd", "giant", "anderson")] == [5, 5, 5]
    assert s.news()[3:5] == ["location", "nothing"]


@pytest.mark.proves("CE-RULING-60")
def test_what_a_location_costs_is_paid_like_the_symbol() -> None:
    s = resolving(
        [ADVANCE, NOTHING],
        mode="cooperative",
        pawns=(3, 3),
        locations=["ozark-silence", "alabama-morass", "slough-of-st-louis", "mutie-country"],
        effects=[("mutie-country", "reveal", ["spend-diplomacy", "violence"])],
        kept={"survival": [NOTHING], "diplomacy": [NOTHING]},
    )
    s.choose("trigger a")
    health = ["spend-one giant", "spend-two dredd", "spend-two anderson"]
    assert s.options == ["spend-card 17", *health]
    s.choose("spend-card 17", "spend-ammo")
    assert (s.kept(), s.ammo) == ([16], 3)


@pytest.mark.proves("CE-RULING-60")
def test_what_a_location_takes_can_kill_and_lose_the_game() -> None:
    s = resolving(
        [card(may=[["advance", "advance"]]), NOTHING],
        mode="cooperative",
        pawns=(3, 3),
        locations=["ozark-silence", "alabama-morass", "slough-of-st-louis", "mutie-country"],
        effects=[("mutie-country", "reveal", ["wound"])],
        dredd=1,
        giant=0,
        anderson=0,
    )
    s.choose("trigger a")
    assert s.reason == "all Judges are dead"
    assert s.pawn() == 4


@pytest.mark.proves("CE-RULING-60")
@pytest.mark.parametrize("judges_seat", [0, 1])
def test_a_team_moved_by_the_opponent_makes_its_own_choices(judges_seat: int) -> None:
    s = resolving(
        [card(may=[["enemy-advance", "ammo"]]), NOTHING],
        mode="head-to-head",
        judges_seat=judges_seat,
        pawns=(3, 1),
        locations=["ozark-silence", "alabama-morass", "slough-of-st-louis", "mutie-country"],
        effects=[("mutie-country", "reveal", ["wound"])],
        team="perps",
    )
    assert s.seat == 1 - judges_seat
    s.choose("trigger a")
    assert s.seat == judges_seat
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    s.choose("wound dredd")
    assert s.seat == 1 - judges_seat
    assert s.team("perps")["ammo"] == 5


# The start and the end of an investigation


@pytest.mark.proves("CE-RULING-27", "CE-LOC-12")
@pytest.mark.parametrize("time", ["dawn", "dusk"])
def test_a_start_effect_comes_before_the_first_card_is_played(time: str) -> None:
    s = starting(
        mode="cooperative",
        time=time,
        hands=[[NOTHING] * 3, [NOTHING] * 3],
        effects=[("ozark-silence", "start", ["wound"])],
    )
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    assert (s.row(), [len(hand) for hand in s.table["hands"]]) == ([], [3, 3])
    s.choose("wound dredd")
    assert s.options == ["play 14", "play 15", "play 16"]
    assert s.health("dredd") == 4


@pytest.mark.proves("CE-RULING-27")
def test_a_start_effect_comes_before_the_first_card_is_drawn() -> None:
    s = starting(
        mode="solo",
        hands=[[NOTHING] * 6],
        deck=[NOTHING] * 3,
        effects=[("ozark-silence", "start", ["wound"])],
    )
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    assert s.row() == []
    s.choose("wound dredd")
    assert s.row() == [20, 21]


@pytest.mark.proves("CE-RULING-27")
def test_a_start_effect_comes_once_in_each_investigation() -> None:
    s = starting(
        mode="cooperative",
        hands=[[NOTHING] * 6, [NOTHING] * 6],
        deck=[NOTHING] * 12,
        effects=[("ozark-silence", "start", ["ammo"])],
        ammo=0,
    )
    assert s.ammo == 1
    while s.view(0)["time"] == "dawn":
        assert s.ammo == 1
        s.choose("ignore a" if "ignore a" in s.options else s.options[0])
    assert s.ammo == 2
    while s.view(0)["time"] == "dusk":
        assert s.ammo == 2
        s.choose("ignore a" if "ignore a" in s.options else s.options[0])
    assert s.ammo == 3


@pytest.mark.proves("CE-RULING-27")
def test_where_the_pawn_is_at_the_start_counts() -> None:
    s = resolving(
        [ADVANCE],
        mode="cooperative",
        hands=[[NOTHING] * 3, [NOTHING] * 3],
        effects=[("ozark-silence", "start", ["ammo"]), ("alabama-morass", "start", ["wound"])],
    )
    s.choose("trigger a")
    assert s.view(0)["time"] == "dusk"
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    assert (s.ammo, s.rations) == (4, 2)


@pytest.mark.proves("CE-RULING-27")
@pytest.mark.parametrize("time", ["dawn", "dusk"])
def test_an_end_effect_comes_after_the_last_card_and_before_the_ration(time: str) -> None:
    s = resolving(
        [NOTHING, card(may=[["ammo"]])],
        mode="cooperative",
        time=time,
        hands=[[NOTHING] * 3, [NOTHING] * 3] if time == "dawn" else None,
        deck=[NOTHING] * 12,
        effects=[("ozark-silence", "end", ["rations"])],
        rations=0,
    )
    s.choose("ignore a")
    assert "location" not in s.news()
    s.choose("trigger a")
    assert (s.rations, s.radiation("dredd"), s.ammo) == (0, 0, 5)
    happened = ["ammo", "discarded", "location", "rations", "ate"]
    assert s.news()[4:9] == happened


@pytest.mark.proves("CE-RULING-28", "CE-LOC-12")
def test_start_and_end_effects_where_only_the_perps_are_touch_nobody_together() -> None:
    s = starting(
        mode="cooperative",
        hands=[[NOTHING] * 6, [NOTHING] * 6],
        deck=[NOTHING] * 12,
        pawns=(1, 3),
        effects=[("slough-of-st-louis", "start", ["ammo"]), ("alabama-morass", "end", ["ammo"])],
    )
    play_a_day(s)
    assert (s.ammo, s.team("perps")["ammo"]) == (4, 0)


# Mutie Country


@pytest.mark.proves("CE-RULING-29", "CE-LOC-13")
def test_an_ammunition_token_is_put_on_mutie_country_when_it_is_revealed() -> None:
    s = resolving(
        [ENEMY_ADVANCE, NOTHING],
        mode="cooperative",
        pawns=(1, 3),
        locations=["ozark-silence", "alabama-morass", "slough-of-st-louis", "mutie-country"],
    )
    assert s.view(0)["caches"] == []
    s.choose("trigger a")
    assert s.view(0)["caches"] == [4]
    assert s.news()[:4] == ["triggered", "revealed", "cache-placed", "moved"]
    assert s.ammo == 4


@pytest.mark.proves("CE-RULING-28", "CE-RULING-29")
@pytest.mark.parametrize(("seats", "mode"), [(1, "solo"), (3, "cooperative"), (2, "head-to-head")])
def test_setup_puts_the_token_on_mutie_country_too(seats: int, mode: str) -> None:
    places = set()
    for seed in range(40):
        table = adjudge.new("cursed-earth", seats=seats, seed=seed, mode=mode).view(0)["table"]
        shown = table["locations"][:3]
        found = [shown.index("mutie-country") + 1] if "mutie-country" in shown else []
        assert table["caches"] == found
        places |= set(found)
    assert places == {1, 2, 3}


@pytest.mark.proves("CE-RULING-29")
@pytest.mark.parametrize("mode", ["solo", "cooperative", "head-to-head"])
def test_the_first_team_to_advance_from_mutie_country_takes_the_token(mode: str) -> None:
    s = resolving(
        [ADVANCE, ENEMY_ADVANCE, NOTHING],
        mode=mode,
        pawns=(1, 1),
        caches=[1],
        locations=["mutie-country", "ozark-silence"],
    )
    s.choose("trigger a")
    assert s.ammo == 5
    assert s.view(0)["caches"] == []
    perps = s.team("perps")["ammo"]
    s.choose("trigger a")
    assert s.team("perps")["ammo"] == perps
    assert s.news().count("cache-taken") == 1
    assert "cache-lost" not in s.news()


@pytest.mark.proves("CE-CLAR-09", "CE-RULING-29")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_if_the_perps_advance_from_mutie_country_the_token_goes_back(mode: str) -> None:
    s = resolving(
        [ENEMY_ADVANCE, ADVANCE, NOTHING],
        mode=mode,
        pawns=(1, 1),
        caches=[1],
        locations=["mutie-country", "ozark-silence"],
    )
    s.choose("trigger a")
    assert s.news()[:3] == ["triggered", "cache-lost", "moved"]
    assert s.view(0)["caches"] == []
    assert (s.ammo, s.team("perps")["ammo"]) == (4, 0)
    s.choose("trigger a")
    assert s.ammo == 4


@pytest.mark.proves("CE-RULING-29")
def test_in_head_to_head_the_perps_do_take_the_token() -> None:
    s = resolving(
        [ENEMY_ADVANCE, ADVANCE, NOTHING],
        mode="head-to-head",
        pawns=(1, 1),
        caches=[1],
        locations=["mutie-country", "ozark-silence"],
    )
    s.choose("trigger a")
    assert (s.team("judges")["ammo"], s.team("perps")["ammo"]) == (4, 5)
    assert s.view(0)["caches"] == []
    s.choose("trigger a")
    assert s.team("judges")["ammo"] == 4
