"""Preparation: teams, map cards, fragments, hands, and who begins."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

import adjudge
from adjudge import Invalid
from adjudge.games.helter_skelter.schema import Content, facts_of
from adjudge.packs import LoadedPack
from tests.helter_skelter.story import GAME, OPEN, TEAMS, Story, card, story, story_pack

LOW = list(range(1, 11))
MIDDLE = list(range(11, 21))
HIGH = list(range(21, 31))
JUDGES = ["giant", "anderson", "hershey", "dredd", "mean-machine"]
DOGS = ["middenface", "durham-red", "johnny-alpha", "wulf", "gronk"]


def plain_pack() -> LoadedPack:
    """The plain board; no map card has the multiplayer symbol."""
    return story_pack(OPEN, msgspec.json.encode([[], [], [], []]), ())


@cache
def flagged_pack(*flagged: int) -> LoadedPack:
    """The plain board; these map cards have the multiplayer symbol."""
    content = plain_pack().facts.printed
    assert isinstance(content, Content)
    content = msgspec.structs.replace(content, multiplayer=list(flagged))
    return LoadedPack("story", "1", "Story", GAME, f"flagged:{flagged}", {}, facts_of(content))


def new(seats: int = 2, seed: int = 1, pack: LoadedPack | None = None, **setup: Any) -> Story:
    """A new game at its first decision."""
    pack = pack or plain_pack()
    return Story(adjudge.new("helter-skelter", seats=seats, seed=seed, pack=pack, **setup))


def dealt(*hands: list[int], **setup: Any) -> Story:
    """A new game in which just these map cards were dealt."""
    saved = new(len(hands), **setup).match.save()
    for player, cards in zip(saved["table"]["players"], hands, strict=True):
        player["map_cards"] = sorted(cards)
    known = {space for cards in hands for space in cards}
    saved["table"]["undealt"] = sorted(set(range(1, 41)) - known)
    return Story(adjudge.load(saved, plain_pack()))


def assign_in_order(s: Story) -> Story:
    """Everybody assigns the lowest map cards, in the order of the characters."""
    while s.table["turn"] == 0:
        s.choose(s.options[0])
    return s


def places(s: Story, seat: int) -> list[int | None]:
    """The map cards under the characters of a seat."""
    return [person["map_card"] for person in s.player(seat)["characters"].values()]


# Who plays what


@pytest.mark.proves("HS-RULING-01")
def test_two_to_four_can_play() -> None:
    for seats in (2, 3, 4):
        assert new(seats).match.seats == seats
    for seats in (1, 5):
        with pytest.raises(Invalid, match=f"seats: {seats} is not a number from 2 to 4"):
            new(seats)


@pytest.mark.proves("HS-PREP-01")
def test_the_first_game_is_on_city_blocks() -> None:
    assert new().table["map"] == "city-blocks"


@pytest.mark.proves("HS-PREP-02")
@pytest.mark.parametrize("map", ["grand-hall", "city-blocks"])
def test_a_game_is_played_on_either_map(map: str) -> None:
    s = assign_in_order(new(map=map))
    assert s.view(0)["map"] == map
    assert s.offered("deploy")


@pytest.mark.proves("HS-PREP-03", "HS-RULING-79")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("team", TEAMS)
def test_any_seat_can_take_any_team(seat: int, team: str) -> None:
    setup: dict[str, Any] = {f"team_{seat}": team}
    s = new(4, **setup)
    teams = [player["team"] for player in s.table["players"]]
    others = [other for other in TEAMS if other != team]
    assert teams == [*others[:seat], team, *others[seat:]]


@pytest.mark.proves("HS-PREP-03", "HS-RULING-02")
def test_no_two_seats_take_the_same_team() -> None:
    with pytest.raises(Invalid, match=r"team_1: 'slaine' is taken already \[HS-RULING-02\]"):
        new(team_0="slaine", team_1="slaine")
    saved = new().match.save()
    saved["table"]["players"][1]["team"] = "judges"
    with pytest.raises(Invalid, match=r"players\[1\].team: .* nobody else plays \[HS-RULING-02\]"):
        adjudge.load(saved, plain_pack())


@pytest.mark.proves("HS-PREP-03", "HS-RULING-79")
def test_by_default_seats_take_the_teams_in_the_books_order() -> None:
    for seats in (2, 3, 4):
        teams = [player["team"] for player in new(seats).table["players"]]
        assert teams == list(TEAMS[:seats])


@pytest.mark.proves("HS-RULING-79")
def test_a_team_for_a_seat_that_nobody_has_is_refused() -> None:
    with pytest.raises(Invalid, match=r"team_2: 'judges': there are 2 seats \[HS-PREP-03\]"):
        new(2, team_2="judges")


# What everybody starts with


@pytest.mark.proves("HS-PREP-04")
def test_everybody_takes_their_own_teams_things() -> None:
    s = assign_in_order(new(2, team_0="strontium-dogs", team_1="judges"))
    assert [list(s.player(seat)["characters"]) for seat in (0, 1)] == [DOGS, JUDGES]
    for seat in (0, 1):
        assert len(s.player(seat)["fragments"]) == 5
        assert sorted(s.player(seat)["deck"] + s.hand(seat)) == list(range(1, 31))


@pytest.mark.proves("HS-PREP-04")
def test_nobody_plays_with_the_figures_of_another_team() -> None:
    s = assign_in_order(dealt(MIDDLE, LOW))
    assert (s.seat, s.why_not("deploy wulf 6")) == (0, "HS-PREP-04")
    s = story({"dredd": 1, "wulf": 1}, hands=[[card("dredd", wild="melee")]])
    assert s.why_not("melee wulf") == "HS-PREP-04"


@pytest.mark.proves("HS-PREP-05", "HS-PREP-08", "HS-RULING-03")
@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_all_characters_start_alive_at_full_health_for_all_to_see(seat: int | None) -> None:
    health = {"dredd": 4, "gronk": 2, "lulu": 1}
    pack = story_pack(OPEN, msgspec.json.encode([[], [], [], []]), tuple(sorted(health.items())))
    s = new(4, pack=pack)
    for player in s.view(seat)["players"]:
        for id, person in player["characters"].items():
            assert person["health"] == health.get(id, 5 if id == "slaine" else 3)


@pytest.mark.proves("HS-PREP-06")
def test_the_order_of_the_characters_is_the_same_for_all() -> None:
    s = new()
    for seat in (0, 1, None):
        players = s.view(seat)["players"]
        assert [list(player["characters"]) for player in players] == [JUDGES, DOGS]


@pytest.mark.proves("HS-PREP-07")
def test_no_figure_is_on_the_map_before_it_is_deployed() -> None:
    for s in (new(4), assign_in_order(new(4))):
        people = [p for player in s.table["players"] for p in player["characters"].values()]
        assert [person["space"] for person in people] == [None] * 19


@pytest.mark.proves("HS-PREP-09")
def test_the_decks_are_shuffled_and_nobody_sees_their_order() -> None:
    decks = [tuple(new(seed=seed).player(0)["deck"]) for seed in range(20)]
    assert len(set(decks)) == 20
    assert new(seed=7).player(0)["deck"] == list(decks[7])
    assert {deck[-1] for deck in decks} - {decks[0][-1]}
    s = new()
    assert s.player(0)["deck"] != s.player(1)["deck"]
    for seat in (0, 1, None):
        assert [player["deck"] for player in s.view(seat)["players"]] == [30, 30]


# Map cards


@pytest.mark.proves("HS-PREP-10", "HS-RULING-04")
def test_with_two_players_no_card_with_the_symbol_is_dealt() -> None:
    flagged = (3, 7, 11, 40)
    for seed in range(30):
        table = new(2, seed, flagged_pack(*flagged)).table
        dealt_cards = [space for player in table["players"] for space in player["map_cards"]]
        everything = sorted(dealt_cards + table["undealt"])
        assert everything == [space for space in range(1, 41) if space not in flagged]
        assert (len(dealt_cards), table["removed"]) == (20, [])


@pytest.mark.proves("HS-PREP-10")
def test_a_card_with_the_symbol_cannot_be_in_a_game_of_two() -> None:
    pack = flagged_pack(40)
    saved = new(2, 1, pack).match.save()
    saved["table"]["undealt"][0] = 40
    with pytest.raises(Invalid, match=r"map card 40 is not in this game \[HS-PREP-10\]"):
        adjudge.load(saved, pack)


@pytest.mark.proves("HS-PREP-11")
@pytest.mark.parametrize(("seats", "undealt"), [(3, 10), (4, 0)])
def test_with_more_players_the_symbol_means_nothing(seats: int, undealt: int) -> None:
    flagged = (3, 7, 11, 40)
    seen = set()
    for seed in range(30):
        table = new(seats, seed, flagged_pack(*flagged)).table
        cards = [space for player in table["players"] for space in player["map_cards"]]
        seen |= set(cards)
        assert (len(cards), len(table["undealt"])) == (10 * seats, undealt)
        assert sorted(cards + table["undealt"]) == list(range(1, 41))
    assert seen >= set(flagged)


@pytest.mark.proves("HS-RULING-04")
def test_what_is_not_dealt_goes_out_of_the_game_unseen() -> None:
    s = dealt(LOW, MIDDLE, HIGH)
    assert s.table["undealt"] == list(range(31, 41))
    for moment in (s, assign_in_order(s)):
        for seat in (0, 1, 2, None):
            assert moment.view(seat)["undealt"] == []
            assert not set(moment.view(seat)["removed"]) & set(range(31, 41))
    assert s.table["undealt"] == list(range(31, 41))


@pytest.mark.proves("HS-PREP-12")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ten_map_cards_are_dealt_to_each_by_chance(seats: int) -> None:
    hands = [
        [tuple(player["map_cards"]) for player in new(seats, seed).table["players"]]
        for seed in range(20)
    ]
    assert all(len(set(hand)) == 10 for deal in hands for hand in deal)
    assert len({deal[0] for deal in hands}) == 20
    again = [tuple(player["map_cards"]) for player in new(seats, 7).table["players"]]
    assert again == hands[7]


@pytest.mark.proves("HS-PREP-13")
def test_each_character_gets_one_of_the_seats_own_map_cards() -> None:
    s = dealt(LOW, MIDDLE)
    assert s.options == [f"assign giant {space}" for space in LOW]
    assert s.why_not("assign giant 11") == "HS-PREP-13"
    assert s.why_not("assign anderson 4") == "HS-PREP-13"
    s.choose("assign giant 4")
    assert s.options == [f"assign anderson {space}" for space in LOW if space != 4]
    assert s.why_not("assign anderson 4") == "HS-PREP-13"
    s.choose("assign anderson 9", "assign hershey 1", "assign dredd 2", "assign mean-machine 3")
    assert places(s, 0) == [4, 9, 1, 2, 3]
    assert s.player(0)["map_cards"] == [5, 6, 7, 8, 10]
    assert (s.seat, s.offered("assign")[0]) == (1, "middenface 11")


@pytest.mark.proves("HS-PREP-13", "HS-RULING-03", "HS-RULING-80")
def test_map_cards_are_known_to_their_owner_alone() -> None:
    s = dealt(LOW, MIDDLE).choose("assign giant 4")
    own, other, spectator = (s.view(seat)["players"][0] for seat in (0, 1, None))
    assert own["characters"]["giant"]["map_card"] == 4
    assert own["map_cards"] == [1, 2, 3, 5, 6, 7, 8, 9, 10]
    for seen in (other, spectator):
        assert seen["characters"]["giant"]["map_card"] == "?"
        assert seen["map_cards"] == 9
    assert s.told(0) == ["assigned"]
    for seat in (1, None):
        assert [event["args"] for event in s.match.events(seat)] == [[["character", "giant"]]]


@pytest.mark.proves("HS-RULING-80")
def test_seats_are_asked_one_by_one_and_nothing_is_shown_before_all_have_assigned() -> None:
    s = dealt(LOW, MIDDLE)
    assert s.why_not("assign wulf 12", seat=1) == "HS-RULING-80"
    while s.table["turn"] == 0:
        for seat in (0, 1):
            other = s.view(seat)["players"][1 - seat]
            assert {p["map_card"] for p in other["characters"].values()} <= {None, "?"}
            assert isinstance(other["map_cards"], int)
            assert s.view(seat)["removed"] == []
            assert not {"fragment", "map-cards-passed"} & set(s.told(seat))
        s.choose(s.options[0])
    for seat in (0, 1):
        players = s.view(seat)["players"]
        assert [player["fragments"] for player in players] == [[16, 17, 18, 19, 20], LOW[5:]]
        assert {p["map_card"] for p in players[1 - seat]["characters"].values()} == {"?"}


# Ukko


@pytest.mark.proves("HS-SLAINE-11", "HS-PREP-13", "HS-RULING-65")
def test_ukko_gets_two_map_cards_and_five_are_left_to_pass_on() -> None:
    s = dealt(LOW, MIDDLE, team_0="slaine")
    s.choose("assign ukko 4")
    assert s.options == [f"assign ukko {space}" for space in LOW if space != 4]
    s.choose("assign ukko 9")
    assert {text.split()[1] for text in s.options} == {"slaine"}
    s.choose("assign slaine 1", "assign niamh 2", "assign kai 3")
    assert places(s, 0) == [4, 1, 2, 3]
    assert s.table["stealth_card"] == 9
    assert s.player(0)["map_cards"] == [5, 6, 7, 8, 10]
    assert s.view(0)["stealth_card"] == 9
    assert s.view(1)["stealth_card"] == s.view(None)["stealth_card"] == "?"


@pytest.mark.proves("HS-SLAINE-11")
def test_nobody_else_gets_two_map_cards() -> None:
    s = assign_in_order(dealt(LOW, MIDDLE))
    assert (s.table["stealth_card"], s.table["stealth_lost"]) == (None, None)


def ukko_waits(**more: Any) -> Story:
    """Ukko has the map cards 4 and 31."""
    places = {"slaine": 1, "niamh": 1, "kai": 1, "dredd": 8}
    return story(
        places,
        teams=("slaine", "judges"),
        waiting={"ukko": 4},
        stealth_card=31,
        step=1,
        **more,
    )


@pytest.mark.proves("HS-SLAINE-12", "HS-RULING-66")
@pytest.mark.parametrize("space", [4, 31])
def test_ukko_is_deployed_on_the_space_of_either_card(space: int) -> None:
    s = ukko_waits()
    assert s.options == ["deploy ukko 4", "deploy ukko 31"]
    assert s.why_not("deploy ukko 5") == "HS-SLAINE-12"
    assert s.choose(f"deploy ukko {space}").space("ukko") == space


@pytest.mark.proves("HS-SLAINE-13", "HS-RULING-66")
@pytest.mark.parametrize(("used", "lost"), [(4, 31), (31, 4)])
def test_both_cards_of_ukko_leave_the_game_and_only_the_used_one_is_shown(
    used: int, lost: int
) -> None:
    s = ukko_waits().choose(f"deploy ukko {used}")
    assert s.person("ukko")["map_card"] is None
    assert (s.table["stealth_card"], s.table["stealth_lost"]) == (None, lost)
    for seat in (0, 1, None):
        assert used in s.view(seat)["removed"]
        assert lost not in s.view(seat)["removed"]
    assert s.view(0)["stealth_lost"] == lost
    assert s.view(1)["stealth_lost"] == s.view(None)["stealth_lost"] == "?"
    assert [event["args"] for event in s.match.events(1)] == [
        [["character", "ukko"], ["space", used]]
    ]


# Fragments


@pytest.mark.proves("HS-PREP-14", "HS-PREP-15", "HS-RULING-06")
def test_of_three_players_each_passes_to_the_right_and_places_what_came_from_the_left() -> None:
    s = assign_in_order(dealt(LOW, MIDDLE, HIGH))
    assert [s.player(seat)["fragments"] for seat in (0, 1, 2)] == [
        MIDDLE[5:],
        HIGH[5:],
        LOW[5:],
    ]
    passed = [e["args"] for e in s.match.events(0) if e["what"] == "map-cards-passed"]
    assert passed == [
        [["seat", 0], ["seat", 2]],
        [["seat", 1], ["seat", 0]],
        [["seat", 2], ["seat", 1]],
    ]


@pytest.mark.proves("HS-PREP-14")
def test_nothing_is_passed_before_the_last_character_has_a_card() -> None:
    s = dealt(LOW, MIDDLE, HIGH)
    for _ in range(14):
        s.choose(s.options[0])
    assert s.seat == 2
    assert [s.player(seat)["map_cards"] for seat in (0, 1, 2)] == [LOW[5:], MIDDLE[5:], HIGH[4:]]
    assert [s.player(seat)["fragments"] for seat in (0, 1, 2)] == [[], [], []]
    s.choose(s.options[0])
    assert [len(s.player(seat)["fragments"]) for seat in (0, 1, 2)] == [5, 5, 5]


@pytest.mark.proves("HS-RULING-05", "HS-PREP-14", "HS-PREP-15")
def test_two_players_pass_five_cards_to_each_other() -> None:
    s = assign_in_order(dealt(LOW, MIDDLE))
    assert [s.player(seat)["fragments"] for seat in (0, 1)] == [MIDDLE[5:], LOW[5:]]


@pytest.mark.proves("HS-PREP-16")
def test_the_map_cards_of_the_fragments_are_removed_from_the_game() -> None:
    s = assign_in_order(dealt(LOW, MIDDLE))
    assert s.table["removed"] == LOW[5:] + MIDDLE[5:]
    assert [s.player(seat)["map_cards"] for seat in (0, 1)] == [[], []]
    assert [places(s, seat) for seat in (0, 1)] == [LOW[:5], MIDDLE[:5]]


@pytest.mark.proves("HS-RULING-06")
@pytest.mark.parametrize("seed", range(10))
def test_no_two_fragments_and_no_fragment_and_start_share_a_space(seed: int) -> None:
    s = assign_in_order(new(4, seed))
    lying = [space for seat in range(4) for space in s.player(seat)["fragments"]]
    starts = [space for seat in range(4) for space in places(s, seat)]
    assert sorted([*lying, *starts, s.table["stealth_card"]]) == list(range(1, 41))


# Hands, and who begins


@pytest.mark.proves("HS-PREP-17")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_draws_seven(seats: int) -> None:
    s = assign_in_order(new(seats))
    assert [len(s.hand(seat)) for seat in range(seats)] == [7] * seats
    assert [len(s.player(seat)["deck"]) for seat in range(seats)] == [23] * seats
    assert [s.discard(seat) for seat in range(seats)] == [[]] * seats


@pytest.mark.proves("HS-PREP-20", "HS-PREP-17")
def test_hands_are_drawn_after_the_fragments_are_placed() -> None:
    s = new(3)
    while s.table["turn"] == 0:
        assert [s.hand(seat) for seat in (0, 1, 2)] == [[], [], []]
        s.choose(s.options[0])
    assert s.told(1) == [
        *["assigned-unseen"] * 5,
        *["assigned"] * 5,
        *["assigned-unseen"] * 5,
        *["map-cards-passed"] * 3,
        *["fragment"] * 15,
        "drew-unseen",
        *["drew"] * 7,
        "drew-unseen",
        "first",
        "turn",
    ]


def fragments_passed(*passed: list[int]) -> Story:
    """Every seat has passed these; the lowest numbers of all are under characters."""
    free = iter([space for space in range(1, 41) if all(space not in five for five in passed)])
    hands = [[*five, *(next(free) for _ in range(5))] for five in passed]
    s = dealt(*hands)
    for five in passed:
        for _ in range(5):
            s.choose(next(o for o in s.options if int(o.split()[2]) not in five))
    return s


@pytest.mark.proves("HS-PREP-18", "HS-PREP-19", "HS-RULING-06")
@pytest.mark.parametrize(
    ("passed", "first"),
    [
        (([5, 6, 7, 8, 9], [3, 20, 21, 22, 23]), 0),
        (([3, 20, 21, 22, 23], [5, 6, 7, 8, 9]), 1),
        (([30, 31, 32, 33, 34], [21, 22, 23, 24, 40], [25, 26, 27, 28, 29]), 0),
        (([30, 31, 32, 33, 34], [25, 26, 27, 28, 29], [21, 22, 23, 24, 40]), 1),
        (([20, 31, 32, 33, 34], [25, 26, 27, 28, 29], [21, 22, 23, 24, 40]), 2),
    ],
)
def test_the_fragment_on_the_lowest_number_begins(
    passed: tuple[list[int], ...], first: int
) -> None:
    s = fragments_passed(*passed)
    lowest = min(space for five in passed for space in five)
    assert lowest in s.player(first)["fragments"]
    assert min(space for seat in range(len(passed)) for space in places(s, seat) if space) == 1
    assert (s.table["marker"], s.seat) == (first, first)
    begun = next(event for event in s.match.events(None) if event["what"] == "first")
    assert begun["args"] == [["seat", first], ["space", lowest]]


# What is hidden


@pytest.mark.proves("HS-RULING-03")
def test_hands_and_decks_are_hidden_and_their_sizes_are_not() -> None:
    hands = [[card("dredd")] * 2, [card("wulf")] * 3]
    s = story(hands=hands, discards=[[card("giant")], []])
    for seat, seen in ((0, ([1, 2], 3)), (1, (2, [1, 2, 3])), (None, (2, 3))):
        players = s.view(seat)["players"]
        assert tuple(player["hand"] for player in players) == seen
        assert [player["deck"] for player in players] == [27, 27]
        assert [player["discard"] for player in players] == [[3], []]


@pytest.mark.proves("HS-RULING-03")
def test_where_characters_wait_is_hidden_and_cubes_and_fragments_are_open() -> None:
    s = story(
        {"slaine": 2},
        teams=("slaine", "judges"),
        health={"slaine": 4},
        warp=2,
        fragments=[[11, 12, 13, 14], [21, 22, 23, 24, 25]],
        waiting={"kai": 7},
    )
    for seat in (1, None):
        seen = s.view(seat)
        assert seen["players"][0]["characters"]["kai"]["map_card"] == "?"
        assert seen["players"][0]["characters"]["slaine"] == {
            "health": 4,
            "space": 2,
            "map_card": None,
        }
        assert (seen["warp"], seen["players"][0]["fragments"]) == (2, [11, 12, 13, 14])
    assert s.view(0)["players"][0]["characters"]["kai"]["map_card"] == 7


@pytest.mark.proves("HS-RULING-03")
def test_an_answer_in_a_window_is_sealed_until_all_are_in() -> None:
    hands = [[card("dredd")], [card("wulf", wild="interrupt")]]
    s = story(
        {"dredd": 1, "wulf": 9, "nikolai": 17},
        hands=hands,
        teams=("judges", "strontium-dogs", "nikolai-dante"),
    )
    s.choose("end", "interrupt 1")
    assert s.table["agenda"][-1]["answers"] == [None, 1, None]
    assert s.view(1)["agenda"][-1]["answers"] == [None, 1, None]
    for seat in (0, 2, None):
        assert s.view(seat)["agenda"][-1]["answers"] == [None, "?", None]
        assert s.told(seat) == ["end-of-turn"]
    s.choose("pass")
    assert s.told(2) == ["end-of-turn", "interrupted"]
