"""Components and teams: what is in the box, and what a pack must have to be one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

import adjudge
from adjudge import Invalid
from adjudge.games.helter_skelter.schema import (
    ACTIONS,
    Content,
    Link,
    check_card,
    check_health,
    read_content,
)
from adjudge.games.helter_skelter.state import FRAGMENTS, WARP_CUBES
from adjudge.packs import default_pack
from tests.helter_skelter.story import GAME, TEAMS, Story, card, story

NAMES = {
    "judges": [
        "Judge Giant",
        "Judge Anderson",
        "Chief Judge Hershey",
        "Judge Dredd",
        "Mean Machine",
    ],
    "strontium-dogs": [
        "Middenface McNulty",
        "Durham Red",
        "Johnny Alpha",
        "Wulf Sternhammer",
        "The Gronk",
    ],
    "nikolai-dante": [
        "Viktor Romanov",
        "Tsarina Jena Makarov",
        "Nikolai Dante",
        "Elena Kurakin",
        "Lulu Romanov",
    ],
    "slaine": ["Ukko", "Sláine Mac Roth", "Niamh", "Kai"],
}
each_team = pytest.mark.parametrize("team", TEAMS)


def printed() -> dict[str, Any]:
    """The default pack as it is written, to be changed at will."""
    return deepcopy(dict(default_pack(GAME).content))


@cache
def content() -> Content:
    """The default pack as it is read."""
    return read_content(printed())


def refusal(change: Callable[[dict[str, Any]], object]) -> str:
    """What is said of the default pack after a change; empty if it is read."""
    pack = printed()
    change(pack)
    try:
        read_content(pack)
    except Invalid as problem:
        return str(problem)
    return ""


def fresh(*teams: str, seed: int = 1) -> Story:
    """A new game of these teams with the default pack."""
    setup: dict[str, Any] = {f"team_{seat}": team for seat, team in enumerate(teams)}
    return Story(adjudge.new("helter-skelter", seats=len(teams), seed=seed, **setup))


def prepared(*teams: str) -> Story:
    """The same after the preparation, everybody having assigned the first card at hand."""
    s = fresh(*teams)
    while s.table["turn"] == 0:
        s.match.play(0)
    return s


# Figures and character cards


@pytest.mark.proves("HS-PARTS-01", "HS-PARTS-02")
def test_twenty_figures_and_cards_five_per_team_the_last_of_slaines_is_warp_slaine() -> None:
    teams = [
        [person.id for person in team.character] + ([team.warp.id] if team.warp else [])
        for team in content().teams
    ]
    assert [len(set(team)) for team in teams] == [5, 5, 5, 5]
    assert len({id for team in teams for id in team}) == 20
    assert teams[3] == ["ukko", "slaine", "niamh", "kai", "warp-slaine"]


@pytest.mark.proves("HS-PARTS-01", "HS-PARTS-02")
@each_team
def test_a_team_with_a_character_too_few_or_too_many_is_refused(team: str) -> None:
    said = f"{team}.character: the team is "
    assert refusal(lambda pack: pack[team]["character"].pop()).startswith(said)
    people = printed()[team]["character"]
    assert refusal(lambda pack: pack[team]["character"].append(people[0])).startswith(said)


@pytest.mark.proves("HS-PARTS-01", "HS-PARTS-02", "HS-SLAINE-02")
def test_slaines_team_and_no_other_has_warp_slaine() -> None:
    said = "warp: Sláine, and nobody else, has Warp-Sláine [HS-SLAINE-02]"
    warp = printed()["slaine"]["warp"]
    assert refusal(lambda pack: pack["slaine"].pop("warp")) == f"slaine.{said}"
    assert refusal(lambda pack: pack["judges"].update(warp=warp)) == f"judges.{said}"


@pytest.mark.proves("HS-JUD-01", "HS-DOGS-01", "HS-DANTE-01", "HS-SLAINE-01")
@each_team
def test_who_is_who(team: str) -> None:
    assert [person["name"] for person in printed()[team]["character"]] == NAMES[team]


@pytest.mark.proves("HS-JUD-01", "HS-DOGS-01", "HS-DANTE-01", "HS-SLAINE-01")
@pytest.mark.parametrize(
    ("team", "rule"),
    [
        ("judges", "HS-JUD-01"),
        ("strontium-dogs", "HS-DOGS-01"),
        ("nikolai-dante", "HS-DANTE-01"),
        ("slaine", "HS-SLAINE-01"),
    ],
)
def test_nobody_else_can_be_in_the_team(team: str, rule: str) -> None:
    def change(pack: dict[str, Any]) -> None:
        pack[team]["character"][2]["id"] = "max-normal"

    said = refusal(change)
    assert said.startswith(f"{team}.character: the team is ")
    assert said.endswith(f"[{rule}]")


@pytest.mark.proves("HS-SLAINE-01", "HS-SLAINE-02")
def test_slaine_plays_with_four_and_warp_slaine_is_put_aside() -> None:
    s = fresh("slaine", "judges")
    assert list(s.player(0)["characters"]) == ["ukko", "slaine", "niamh", "kai"]
    assert len(s.player(1)["characters"]) == 5
    assert s.table["warped"] is False
    assert {text.split()[1] for text in s.options} == {"ukko"}
    assert s.why_not("assign warp-slaine 3") == "HS-PARTS-01"


@pytest.mark.proves("HS-SLAINE-02")
def test_warp_slaine_gets_no_map_card() -> None:
    s = fresh("slaine", "judges")
    asked = set()
    while s.seat == 0:
        asked |= {text.split()[1] for text in s.options}
        s.match.play(0)
    assert asked == {"ukko", "slaine", "niamh", "kai"}


@pytest.mark.proves("HS-PARTS-12")
@each_team
def test_a_character_card_has_symbol_name_health_perhaps_an_ability_and_a_reminder(
    team: str,
) -> None:
    for person in printed()[team]["character"]:
        assert set(person) == {"id", "name", "health", "ability", "reminder"}
        assert person["id"]
        assert person["name"]
        assert person["health"] >= 1


@pytest.mark.proves("HS-PARTS-12")
@pytest.mark.parametrize("field", ["id", "name", "health"])
def test_a_character_card_without_symbol_name_or_health_is_refused(field: str) -> None:
    said = refusal(lambda pack: pack["judges"]["character"][0].pop(field))
    assert said.startswith("judges.character[0]: ")
    assert f"`{field}`" in said


@pytest.mark.proves("HS-PARTS-12")
def test_an_ability_and_a_reminder_may_be_empty() -> None:
    people = printed()["judges"]["character"]
    assert [person["ability"] for person in people] == ["", "hi-ex", "hi-ex", "hi-ex", ""]
    pack = printed()
    del pack["judges"]["character"][0]["reminder"]
    assert read_content(pack).judges.character[0].reminder == ""


@pytest.mark.proves("HS-PARTS-12")
@pytest.mark.parametrize(("field", "value"), [("health", 0), ("name", " "), ("colour", "blue")])
def test_a_character_card_with_nonsense_is_refused(field: str, value: object) -> None:
    said = refusal(lambda pack: pack["judges"]["character"][3].update({field: value}))
    assert said.startswith("judges.character[3]")


def kill(**more: Any) -> Story:
    """Dredd strikes Wulf, who has one health left."""
    s = story(
        {"dredd": 1, "wulf": 1},
        hands=[[card("dredd", wild="melee")]],
        health={"wulf": 1},
        **more,
    )
    return s.choose("melee dredd", "pay 1")


@pytest.mark.proves("HS-PARTS-13")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_killed_characters_card_is_turned_to_its_dead_side(seat: int | None) -> None:
    s = kill()
    before = s.view(seat)["players"][1]["characters"]["wulf"]
    assert before == {"health": 1, "space": 1, "map_card": None}
    s.choose("take-damage")
    after = s.view(seat)["players"][1]["characters"]["wulf"]
    assert after == {"health": 0, "space": None, "map_card": None}


# Cubes


@pytest.mark.proves("HS-PARTS-04")
def test_the_health_of_all_who_begin_in_play_is_at_most_the_65_cubes() -> None:
    people = [person for team in content().teams for person in team.character]
    assert len(people) == 19
    assert sum(person.health for person in people) <= 65


@pytest.mark.proves("HS-PARTS-04")
def test_65_cubes_will_do_and_66_are_refused() -> None:
    pack = deepcopy(content())
    people = [person for team in pack.teams for person in team.character]
    pack.judges.character[0].health += 65 - sum(person.health for person in people)
    check_health(pack)
    pack.judges.character[0].health += 1
    with pytest.raises(Invalid, match=r"66 health, more than 65 \[HS-PARTS-04\]"):
        check_health(pack)


@pytest.mark.proves("HS-PARTS-05")
def test_there_are_five_warp_cubes_and_slaine_has_no_more_health() -> None:
    assert WARP_CUBES == 5
    pack = deepcopy(content())
    pack.slaine.character[1].health = 5
    check_health(pack)
    pack.slaine.character[1].health = 6
    pack.judges.character[0].health = 1
    with pytest.raises(Invalid, match=r"slaine.character\[1\].health: 6 is more than 5 \[HS-PARTS"):
        check_health(pack)


def slaine_strikes(action: str, *, warp: int) -> Story:
    """Sláine at full health with some cubes hits Wulf, who does not block."""
    s = story(
        {"slaine": 1, "wulf": 1},
        hands=[[card("slaine", wild=action)]],
        teams=("slaine", "strontium-dogs"),
        warp=warp,
    )
    return s.choose(f"{action} slaine", "pay 1", "take-damage")


@pytest.mark.proves("HS-PARTS-05")
def test_only_the_one_cube_that_is_left_is_placed() -> None:
    s = slaine_strikes("smash", warp=4)
    told = {event["what"]: event["args"] for event in s.match.events(0)}
    assert told["warp"] == [["number", 5]]
    assert (s.table["warp"], s.table["warped"], s.health("slaine")) == (0, True, 5)


@pytest.mark.proves("HS-PARTS-05")
def test_with_four_cubes_of_five_health_slaine_stays_as_he_is() -> None:
    s = slaine_strikes("melee", warp=3)
    assert (s.table["warp"], s.table["warped"]) == (4, False)


@pytest.mark.proves("HS-PARTS-05", "HS-SLAINE-03")
def test_nobody_else_gets_warp_cubes() -> None:
    s = kill().choose("take-damage")
    assert s.table["warp"] == 0
    saved = s.match.save()
    saved["table"]["warp"] = 1
    with pytest.raises(Invalid, match=r"table.warp: nobody plays Sláine \[HS-SLAINE-03\]"):
        adjudge.load(saved, s.match.pack)


@pytest.mark.proves("HS-SLAINE-03")
def test_the_warp_cubes_lie_beside_slaines_card_at_first() -> None:
    for s in (fresh("slaine", "judges"), prepared("slaine", "judges")):
        assert s.table["warp"] == 0
        saved = s.match.save()
        saved["table"]["warp"] = 6
        with pytest.raises(Invalid, match=r"table.warp: 6 is not between 0 and 5"):
            adjudge.load(saved)


# Action cards


@pytest.mark.proves("HS-PARTS-06")
def test_there_are_thirty_action_cards_for_each_team() -> None:
    assert [len(team.card) for team in content().teams] == [30, 30, 30, 30]
    s = fresh(*TEAMS)
    for seat in range(4):
        assert sorted(s.player(seat)["deck"]) == list(range(1, 31))


@pytest.mark.proves("HS-PARTS-06")
@each_team
def test_a_deck_of_29_or_31_cards_is_refused(team: str) -> None:
    def short(pack: dict[str, Any]) -> None:
        pack[team]["card"].pop()

    def long(pack: dict[str, Any]) -> None:
        pack[team]["card"].append(pack[team]["card"][0])

    assert refusal(short) == f"{team}.card: 29 cards, not 30 [HS-PARTS-06]"
    assert refusal(long) == f"{team}.card: 31 cards, not 30 [HS-PARTS-06]"


@pytest.mark.proves("HS-PARTS-14")
def test_a_card_has_character_symbols_perhaps_a_linked_and_a_wild_action() -> None:
    for team in content().teams:
        own = {person.id for person in team.character}
        for c in team.card:
            assert c.symbols
            assert set(c.symbols) <= own
            assert c.linked is None or (c.linked.action in ACTIONS and c.linked.to in c.symbols)
            assert c.wild is None or c.wild in ACTIONS


@pytest.mark.proves("HS-PARTS-14")
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"symbols": []}, "judges.card[4].symbols: "),
        ({"symbols": ["wulf"]}, "judges.card[4].symbols: 'wulf' is not of the team [HS-PARTS-14]"),
        ({"symbols": ["giant"] * 2}, "judges.card[4].symbols: ['giant', 'giant'] shows one twice"),
        (
            {"symbols": ["giant"], "linked": {"action": "snipe", "to": "dredd"}},
            "judges.card[4].linked.to: 'dredd' is not on the card [HS-PARTS-14]",
        ),
        ({"symbols": ["giant"], "linked": {"action": "snipe"}}, "judges.card[4].linked: "),
        ({"symbols": ["giant"], "wild": "dance"}, "judges.card[4].wild: "),
        ({"symbols": ["giant"], "price": 2}, "judges.card[4]: "),
    ],
)
def test_a_card_with_anything_else_on_it_is_refused(wrong: dict[str, Any], said: str) -> None:
    def change(pack: dict[str, Any]) -> None:
        pack["judges"]["card"][4] = wrong

    assert refusal(change).startswith(said)


@pytest.mark.proves("HS-PARTS-15")
def test_a_symbol_without_a_character_is_for_all_of_the_team_a_linked_one_for_its_own() -> None:
    judges = {"giant": 1, "anderson": 1, "hershey": 1, "dredd": 1, "mean-machine": 1}
    wild = story({**judges, "wulf": 1}, hands=[[card("dredd", wild="snipe")]])
    assert wild.offered("snipe") == list(judges)
    linked = story({**judges, "wulf": 1}, hands=[[card("dredd", "giant", linked="snipe dredd")]])
    assert linked.offered("snipe") == ["dredd"]
    assert linked.why_not("snipe giant") == "HS-SNIPE-01"


FORMS = {  # HS-REF-02: whether a symbol may be linked, and whether wild
    "melee": (True, True),
    "smash": (True, True),
    "snipe": (True, True),
    "deflect": (True, True),
    "cover": (True, True),
    "shotgun": (True, False),
    "explode": (True, False),
    "psi": (True, False),
    "fly": (True, False),
    "rally": (True, False),
    "heal": (True, False),
    "interrupt": (False, True),
}


@pytest.mark.proves("HS-REF-02")
def test_every_printed_symbol_has_a_form_that_it_may_have() -> None:
    cards = [c for team in content().teams for c in team.card]
    assert all(FORMS[c.linked.action][0] for c in cards if c.linked is not None)
    assert all(FORMS[c.wild][1] for c in cards if c.wild is not None)


def form_refused(**symbol: Any) -> str:
    """What is said of a card of Dredd's with such an action."""
    printed_card = card("dredd")
    for key, value in symbol.items():
        setattr(printed_card, key, value)
    try:
        check_card("card", printed_card, ["dredd"])
    except Invalid as problem:
        return str(problem)
    return ""


@pytest.mark.proves("HS-REF-02")
@pytest.mark.parametrize("action", ACTIONS)
def test_no_symbol_is_printed_in_a_form_that_it_may_not_have(action: Any) -> None:
    linked, wild = FORMS[action]
    said_of_wild = f"card.wild: {action!r} is never wild [HS-REF-02]"
    said_of_linked = "card.linked.action: 'interrupt' is always wild [HS-INT-01]"
    assert form_refused(wild=action) == ("" if wild else said_of_wild)
    assert form_refused(linked=Link(action, "dredd")) == ("" if linked else said_of_linked)


@pytest.mark.proves("HS-REF-02")
def test_a_pack_with_a_symbol_in_a_wrong_form_is_refused() -> None:
    def change(pack: dict[str, Any]) -> None:
        pack["slaine"]["card"][7] = {"symbols": ["ukko"], "wild": "fly"}

    assert refusal(change) == "slaine.card[7].wild: 'fly' is never wild [HS-REF-02]"


# Team cards


@pytest.mark.proves("HS-PARTS-07", "HS-PARTS-17", "HS-RULING-03")
@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_every_team_has_one_team_card_open_to_all(seat: int | None) -> None:
    cards = fresh(*TEAMS).match.view(seat)["shown"]["team_cards"]
    assert [team_card["rules"] for team_card in cards] == [
        ["hi-ex"],
        ["vampirism"],
        ["demons"],
        ["warp-spasm", "berserk", "stealth"],
    ]


@pytest.mark.proves("HS-PARTS-17")
@pytest.mark.parametrize(
    ("team", "rules"),
    [
        ("judges", []),
        ("judges", ["hi-ex", "demons"]),
        ("strontium-dogs", ["hi-ex"]),
        ("nikolai-dante", ["vampirism"]),
        ("slaine", ["warp-spasm", "stealth"]),
    ],
)
def test_a_team_with_other_special_rules_is_refused(team: str, rules: list[str]) -> None:
    said = refusal(lambda pack: pack[team].update(rules=rules))
    assert said.startswith(f"{team}.rules: {rules!r} is not ")
    assert said.endswith("[HS-PARTS-17]")


@pytest.mark.proves("HS-PARTS-17")
def test_a_character_with_another_ability_is_refused() -> None:
    said = refusal(lambda pack: pack["judges"]["character"][0].update(ability="hi-ex"))
    assert said == "judges.character[0].ability: 'hi-ex' is not '' [HS-PARTS-17]"
    said = refusal(lambda pack: pack["nikolai-dante"]["character"][4].update(ability=""))
    assert said == "nikolai-dante.character[4].ability: '' is not 'demons' [HS-PARTS-17]"


@pytest.mark.proves("HS-PARTS-16")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_team_card_counts_the_symbols_of_the_deck_linked_and_wild(seat: int | None) -> None:
    hand = [
        card("dredd", linked="snipe dredd", wild="melee"),
        card("giant", linked="snipe giant"),
        card("giant", wild="snipe"),
        card("giant", wild="interrupt"),
    ]
    s = story(hands=[hand])
    assert [team["symbols"] for team in s.match.view(seat)["shown"]["team_cards"]] == [
        {
            "melee": {"linked": 0, "wild": 1},
            "snipe": {"linked": 2, "wild": 1},
            "interrupt": {"linked": 0, "wild": 1},
        },
        {},
    ]


@pytest.mark.proves("HS-PARTS-16")
def test_the_team_cards_of_the_default_pack_agree_with_its_decks() -> None:
    shown = fresh(*TEAMS).match.view(None)["shown"]["team_cards"]
    for team, team_card in zip(TEAMS, shown, strict=True):
        cards = printed()[team]["card"]
        linked = Counter(c["linked"]["action"] for c in cards if "linked" in c)
        wild = Counter(c["wild"] for c in cards if "wild" in c)
        assert team_card["symbols"] == {
            action: {"linked": linked[action], "wild": wild[action]}
            for action in linked.keys() | wild.keys()
        }


# Map cards, fragments, marker


@pytest.mark.proves("HS-PARTS-09")
def test_there_are_forty_map_cards_one_for_each_designation() -> None:
    s = fresh(*TEAMS)
    cards = [space for player in s.table["players"] for space in player["map_cards"]]
    assert sorted(cards) == list(range(1, 41))


@pytest.mark.proves("HS-PARTS-09")
def test_no_map_card_is_missing_or_in_two_places() -> None:
    saved = fresh(*TEAMS).match.save()
    cards = saved["table"]["players"][0]["map_cards"]
    gone = cards.pop()
    with pytest.raises(Invalid, match=r"table: 39 map cards, not 40 \[HS-PARTS-09\]"):
        adjudge.load(saved)
    cards.append(gone)
    saved["table"]["removed"] = [gone]
    with pytest.raises(Invalid, match=rf"map card {gone} is in two places \[HS-PARTS-09\]"):
        adjudge.load(saved)


@pytest.mark.proves("HS-PARTS-20")
def test_a_map_card_has_a_designation_and_some_have_the_multiplayer_symbol() -> None:
    flagged = content().multiplayer
    assert 0 < len(set(flagged)) == len(flagged) < 40
    assert set(flagged) < set(range(1, 41))


@pytest.mark.proves("HS-PARTS-20")
@pytest.mark.parametrize("flagged", [[0], [41], [3, 3]])
def test_a_symbol_on_no_map_card_or_twice_on_one_is_refused(flagged: list[int]) -> None:
    said = refusal(lambda pack: pack.update(multiplayer=flagged))
    assert said.startswith(f"multiplayer[{len(flagged) - 1}]: {flagged[-1]}")


@pytest.mark.proves("HS-PARTS-10")
def test_every_team_has_five_fragments() -> None:
    assert FRAGMENTS == 5
    s = prepared(*TEAMS)
    assert [len(player["fragments"]) for player in s.table["players"]] == [5, 5, 5, 5]


@pytest.mark.proves("HS-PARTS-10")
@pytest.mark.parametrize(("collected", "lying"), [(1, 5), (0, 4), (3, 3)])
def test_fragments_are_neither_made_nor_lost(collected: int, lying: int) -> None:
    s = story()
    saved = s.match.save()
    saved["table"]["players"][0] |= {"collected": collected}
    del saved["table"]["players"][0]["fragments"][lying:]
    with pytest.raises(Invalid, match=rf"fragments: {collected + lying} fragments in all \[HS-"):
        adjudge.load(saved, s.match.pack)


@pytest.mark.proves("HS-PARTS-11")
def test_there_is_one_marker_and_all_see_who_holds_it() -> None:
    hands = [[], [card("wulf", wild="interrupt")]]
    s = story({"dredd": 1, "wulf": 5}, hands=hands, dead=["giant"])
    while s.table["marker"] == 0:
        assert [s.view(seat)["marker"] for seat in (0, 1, None)] == [0, 0, 0]
        s.choose("interrupt 1" if "interrupt 1" in s.options else s.options[0])
    assert "interrupted" in s.told()
    assert [s.view(seat)["marker"] for seat in (0, 1, None)] == [1, 1, 1]


@pytest.mark.proves("HS-PARTS-11")
@pytest.mark.parametrize("marker", [None, 2, [0, 1]])
def test_a_marker_with_nobody_or_with_two_is_refused(marker: object) -> None:
    s = story()
    saved = s.match.save()
    saved["table"]["marker"] = marker
    with pytest.raises(Invalid, match=r"table.marker: "):
        adjudge.load(saved, s.match.pack)


# The maps


@pytest.mark.proves("HS-SPACE-01", "HS-PREP-02")
def test_there_are_two_maps_and_no_third() -> None:
    option = next(option for option in GAME.setup if option.name == "map")
    assert option.choices == ("grand-hall", "city-blocks")
    for map in option.choices:
        match = adjudge.new("helter-skelter", seats=2, seed=1, map=map)
        assert match.view(0)["table"]["map"] == map
    with pytest.raises(Invalid, match="map: 'sewers' is not one of grand-hall, city-blocks"):
        adjudge.new("helter-skelter", seats=2, seed=1, map="sewers")
