"""Components, and the game overview."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
import pytest

import adjudge
from adjudge import Invalid
from adjudge.games.cursed_earth.schema import EXPERTISES, Content, Tokens, read_content
from adjudge.packs import default_pack
from tests.cursed_earth.story import (
    GAME,
    NOTHING,
    SEATS,
    Story,
    card,
    goal_name,
    resolving,
    starting,
)

every_mode = pytest.mark.parametrize("mode", SEATS)


def printed() -> dict[str, Any]:
    """The default pack as it is written, to be changed at will."""
    return deepcopy(dict(default_pack(GAME).content))


def content() -> Content:
    """The default pack as it is read."""
    return read_content(printed())


def specialists(team: str) -> dict[str, str]:
    """Who of the team knows what."""
    return {c.expertise: c.name for c in content().character if c.team == team}


def quiet_days(mode: str) -> Story:
    """The first of two days on which nothing can happen but eating."""
    return starting(
        mode=mode,
        hands=[[NOTHING] * 6] * SEATS[mode],
        deck=[NOTHING] * 30,
        rations=9,
        perp_rations=9,
    )


# Components


@pytest.mark.proves("CE-PARTS-01", "CE-PARTS-02")
def test_there_are_three_judges_and_three_perps() -> None:
    assert [c.team for c in content().character] == ["judges"] * 3 + ["perps"] * 3


@pytest.mark.proves("CE-PARTS-01", "CE-PARTS-02")
@pytest.mark.parametrize("missing", range(6))
def test_a_pack_that_lacks_a_character_is_refused(missing: int) -> None:
    pack = printed()
    del pack["character"][missing]
    with pytest.raises(Invalid, match="character: six are needed"):
        read_content(pack)


@pytest.mark.proves("CE-PARTS-01", "CE-PARTS-02")
@pytest.mark.parametrize(("first", "second"), [(0, 1), (4, 5)])
def test_no_two_character_cards_are_alike(first: int, second: int) -> None:
    pack = printed()
    pack["character"][second]["name"] = pack["character"][first]["name"]
    with pytest.raises(Invalid, match=rf"character\[{second}\]\.name: .* given twice"):
        read_content(pack)


@pytest.mark.proves("CE-PARTS-03")
def test_there_are_sixty_encounter_cards() -> None:
    assert len(content().encounter) == 60


@pytest.mark.proves("CE-PARTS-03")
def test_a_pack_of_fifty_nine_encounter_cards_is_refused() -> None:
    pack = printed()
    del pack["encounter"][59]
    with pytest.raises(Invalid, match=r"59 cards, not 60 \[CE-PARTS-03\]"):
        read_content(pack)


@pytest.mark.proves("CE-PARTS-03")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deck_and_hands_of_a_fresh_game_are_the_sixty_cards(seats: int) -> None:
    table = adjudge.new("cursed-earth", seats=seats, seed=1, mode="cooperative").save()["table"]
    cards = [*table["deck"], *(c for hand in table["hands"] for c in hand)]
    assert sorted(cards) == list(range(1, 61))


@pytest.mark.proves("CE-PARTS-03")
def test_no_card_is_in_two_places_or_in_none() -> None:
    saved = adjudge.new("cursed-earth", seats=2, seed=1, mode="cooperative").save()
    top = saved["table"]["deck"].pop()
    with pytest.raises(Invalid, match=rf"cards \[{top}\] are nowhere \[CE-PARTS-03\]"):
        adjudge.load(saved)
    saved["table"]["deck"] += [top, saved["table"]["hands"][0][0]]
    with pytest.raises(Invalid, match=r"is in deck too \[CE-PARTS-03\]"):
        adjudge.load(saved)


@pytest.mark.proves("CE-PARTS-04")
def test_there_are_thirteen_locations_and_one_is_max_normals() -> None:
    locations = content().location
    assert len({place.name for place in locations}) == 13
    assert [place.name for place in locations if place.goal] == ["Max Normal's Hideout"]


@pytest.mark.proves("CE-PARTS-04")
def test_a_pack_without_thirteen_different_locations_is_refused() -> None:
    pack = printed()
    lost = pack["location"].pop()
    with pytest.raises(Invalid, match=r"12 locations, not 13 \[CE-PARTS-04\]"):
        read_content(pack)
    pack["location"].append(lost | {"name": pack["location"][1]["name"]})
    with pytest.raises(Invalid, match=r"given twice \[CE-PARTS-04\]"):
        read_content(pack)


@pytest.mark.proves("CE-PARTS-04")
@pytest.mark.parametrize("goals", [0, 2])
def test_a_pack_without_exactly_one_max_normal_is_refused(goals: int) -> None:
    pack = printed()
    for i, place in enumerate(pack["location"]):
        place["goal"] = i < goals
    with pytest.raises(Invalid, match=r"exactly one must be the goal \[CE-PARTS-04\]"):
        read_content(pack)


@pytest.mark.proves("CE-PARTS-04")
@every_mode
def test_no_location_lies_on_the_table_twice(mode: str) -> None:
    saved = adjudge.new("cursed-earth", seats=SEATS[mode], seed=1, mode=mode).save()
    places = saved["table"]["locations"]
    assert len(set(places)) == len(places)
    assert places.count(goal_name()) == 1
    places[1] = places[0]
    with pytest.raises(Invalid, match=r"different locations \[CE-PARTS-04\]"):
        adjudge.load(saved)


@pytest.mark.proves("CE-PARTS-05")
@every_mode
def test_one_player_holds_the_senior_judge_token(mode: str) -> None:
    s = quiet_days(mode)
    seats = SEATS[mode]
    while s.table["round"] < 3:
        assert s.table["senior"] == (s.table["round"] - 1) % seats
        s.choose(s.options[-1])
    told = [e["args"] for e in s.match.events(None) if e["what"] == "senior"]
    assert told == ([] if mode == "solo" else [[["seat", 1]], [["seat", 0]]])


@pytest.mark.proves("CE-PARTS-05")
@pytest.mark.parametrize("holders", [[0, 1], 2, None])
def test_the_senior_judge_token_cannot_be_shared_or_lost(holders: Any) -> None:
    saved = adjudge.new("cursed-earth", seats=2, seed=1, mode="cooperative").save()
    saved["table"]["senior"] = holders
    with pytest.raises(Invalid, match=r"table\.senior"):
        adjudge.load(saved)


@pytest.mark.proves("CE-PARTS-06")
@every_mode
def test_the_token_shows_dawn_and_dusk_in_turn(mode: str) -> None:
    s = quiet_days(mode)
    shown: list[str] = []
    while s.table["round"] < 3:
        if shown[-1:] != [s.table["time"]]:
            shown.append(s.table["time"])
        s.choose(s.options[-1])
    assert shown == ["dawn", "dusk", "dawn", "dusk"]


@pytest.mark.proves("CE-PARTS-06")
def test_the_token_has_no_third_side() -> None:
    saved = adjudge.new("cursed-earth", seats=1, seed=1).save()
    saved["table"]["time"] = "noon"
    with pytest.raises(Invalid, match=r"table\.time: 'noon' is not one of dawn, dusk"):
        adjudge.load(saved)


@pytest.mark.proves("CE-PARTS-07", "CE-PARTS-08", "CE-PARTS-09", "CE-PARTS-10")
def test_the_box_holds_forty_twenty_sixteen_and_sixteen_tokens() -> None:
    tokens = content().tokens
    assert tokens.health == 40
    assert tokens.radiation == 20
    assert tokens.rations == 16
    assert tokens.ammo == 16


@pytest.mark.proves("CE-PARTS-07", "CE-PARTS-08", "CE-PARTS-09", "CE-PARTS-10")
@pytest.mark.parametrize("kind", ["health", "radiation", "rations", "ammo"])
def test_a_pack_must_say_how_many_tokens_of_a_kind_there_are(kind: str) -> None:
    pack = printed()
    pack["tokens"][kind] = -1
    with pytest.raises(Invalid, match=rf"tokens\.{kind}"):
        read_content(pack)
    del pack["tokens"][kind]
    with pytest.raises(Invalid, match=f"missing required field `{kind}`"):
        read_content(pack)


@pytest.mark.proves("CE-PARTS-11", "CE-PARTS-12")
@every_mode
def test_each_team_has_one_pawn(mode: str) -> None:
    s = resolving(
        [NOTHING, card(must=["advance"]), NOTHING, card(must=["enemy-advance"]), NOTHING],
        mode=mode,
        pawns=(1, 3),
    )
    assert (s.pawn("judges"), s.pawn("perps")) == (1, 3)
    s.choose("ignore a")
    assert (s.pawn("judges"), s.pawn("perps")) == (2, 3)
    s.choose("ignore a")
    assert (s.pawn("judges"), s.pawn("perps")) == (2, 4)


@pytest.mark.proves("CE-PARTS-11", "CE-PARTS-12")
@pytest.mark.parametrize("team", ["judges", "perps"])
@pytest.mark.parametrize("pawn", [[1, 2], None, 0])
def test_a_pawn_stands_on_one_location(team: str, pawn: Any) -> None:
    saved = adjudge.new("cursed-earth", seats=1, seed=1).save()
    saved["table"]["teams"][team]["pawn"] = pawn
    with pytest.raises(Invalid, match=rf"teams\.{team}\.pawn"):
        adjudge.load(saved)


@pytest.mark.proves("CE-RULING-36")
@every_mode
def test_the_supply_never_refuses_rations_and_ammunition(mode: str) -> None:
    s = resolving(
        [NOTHING, card(must=["rations", "ammo"]), NOTHING], mode=mode, rations=16, ammo=16
    )
    s.choose("ignore a")
    assert (s.rations, s.ammo) == (17, 17)


@pytest.mark.proves("CE-RULING-36")
def test_the_supply_never_refuses_a_twenty_first_radiation() -> None:
    four_each = dict.fromkeys(("dredd", "giant", "anderson", "mean-machine", "satellat"), 4)
    s = resolving([card(must=["radiation"]), NOTHING], mode="head-to-head", radiation=four_each)
    s.choose("irradiate dredd")
    assert s.radiation("dredd") == 5
    assert sum(s.radiation(name) for name in four_each) == 21


# Game overview


@pytest.mark.proves("CE-OVER-01")
def test_the_resources_are_rations_ammunition_and_health() -> None:
    kinds = {field.name for field in msgspec.structs.fields(Tokens)}
    assert kinds - {"radiation"} == {"rations", "ammo", "health"}
    s = resolving([NOTHING])
    others = {"survival", "diplomacy", "pawn", "met", "characters"}
    assert set(s.team()) - others == {"rations", "ammo"}
    assert set(s.person("dredd")) == {"health", "radiation"}


@pytest.mark.proves("CE-OVER-01")
def test_there_is_no_fourth_resource() -> None:
    pack = printed()
    pack["tokens"]["water"] = 10
    with pytest.raises(Invalid, match="water"):
        read_content(pack)
    saved = adjudge.new("cursed-earth", seats=1, seed=1).save()
    saved["table"]["teams"]["judges"]["water"] = 10
    with pytest.raises(Invalid, match=r"teams\.judges\.water: unknown"):
        adjudge.load(saved)


@pytest.mark.proves("CE-OVER-02")
def test_the_areas_of_expertise_are_survival_diplomacy_and_psi() -> None:
    assert EXPERTISES == ("survival", "diplomacy", "psi")
    pack = printed()
    pack["character"][0]["expertise"] = "law"
    with pytest.raises(Invalid, match=r"character\[0\]\.expertise.*'law'"):
        read_content(pack)


@pytest.mark.proves("CE-OVER-03")
@pytest.mark.parametrize("team", ["judges", "perps"])
def test_each_team_has_one_specialist_for_each_expertise(team: str) -> None:
    assert sorted(specialists(team)) == ["diplomacy", "psi", "survival"]
    pack = printed()
    for person in pack["character"]:
        if person["team"] == team:
            person["expertise"] = "survival"
    with pytest.raises(Invalid, match="CE-OVER-03"):
        read_content(pack)


@pytest.mark.proves("CE-RULING-01")
def test_who_the_specialists_are() -> None:
    judges = {"survival": "Dredd", "diplomacy": "Giant", "psi": "Anderson"}
    perps = {"survival": "Mean Machine", "diplomacy": "Satellat", "psi": "Disciple"}
    assert specialists("judges") == judges
    assert specialists("perps") == perps


@pytest.mark.proves("CE-OVER-03", "CE-RULING-01")
@pytest.mark.parametrize(
    ("team", "symbol", "payment", "specialist"),
    [
        ("judges", "spend-survival", "spend-one dredd", "dredd"),
        ("judges", "spend-diplomacy", "spend-one giant", "giant"),
        ("judges", "psi", "psi-action", "anderson"),
        ("perps", "spend-survival", "spend-one mean-machine", "mean-machine"),
        ("perps", "spend-diplomacy", "spend-one satellat", "satellat"),
        ("perps", "psi", "psi-action", "disciple"),
    ],
)
def test_the_specialist_pays_one_health(
    team: str, symbol: str, payment: str, specialist: str
) -> None:
    s = resolving([card(must=[symbol]), NOTHING], mode="head-to-head", team=team)
    assert [option for option in s.options if option.startswith(payment.split()[0])] == [payment]
    s.choose(payment)
    people = s.team("judges")["characters"] | s.team("perps")["characters"]
    assert {name: person["health"] for name, person in people.items()} == {
        name: 4 if name == specialist else 5 for name in people
    }


@pytest.mark.proves("CE-OVER-04")
@every_mode
def test_the_dead_never_come_back(mode: str) -> None:
    s = resolving(
        [
            card(must=["death"]),
            card(must=["heal"]),
            card(must=["wound"]),
            card(must=["radiation"]),
            card(must=["violence"]),
            card(must=["spend-survival"]),
            card(must=["death"]),
            NOTHING,
        ],
        mode=mode,
        giant=3,
        anderson=3,
    )
    s.choose("lose dredd")
    assert s.options == ["heal giant", "heal anderson"]
    assert s.why_not("heal dredd") == "CE-OVER-04"
    s.choose("heal giant")
    assert s.options == ["wound giant", "wound anderson"]
    assert s.why_not("wound dredd") == "CE-OVER-04"
    s.choose("wound giant")
    assert s.options == ["irradiate giant", "irradiate anderson"]
    assert s.why_not("irradiate dredd") == "CE-OVER-04"
    s.choose("irradiate giant")
    assert s.options == [
        "spend-ammo",
        "spend-two giant",
        "spend-two anderson",
        "kill giant",
        "kill anderson",
    ]
    assert s.why_not("spend-two dredd") == s.why_not("kill dredd") == "CE-OVER-04"
    s.choose("spend-ammo")
    assert s.options == ["spend-two giant", "spend-two anderson"]
    assert s.why_not("spend-one dredd") == "CE-OVER-04"
    s.choose("spend-two anderson")
    assert s.options == ["lose giant", "lose anderson"]
    assert s.why_not("lose dredd") == "CE-OVER-04"
    s.choose("lose anderson")
    assert [s.dead(name) for name in ("dredd", "giant", "anderson")] == [True, False, True]
