"""The encounter cards: captions, and in which order they are resolved."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from adjudge import Invalid
from adjudge.games.cursed_earth.schema import SYMBOLS, Content, boxes, read_content
from adjudge.games.cursed_earth.state import CHOICE, EVENT, OPTION
from adjudge.packs import default_pack
from tests.cursed_earth.story import GAME, NOTHING, SEATS, card, resolving, starting

every_mode = pytest.mark.parametrize("mode", SEATS)


def printed() -> dict[str, Any]:
    """The default pack as it is written, to be changed at will."""
    return deepcopy(dict(default_pack(GAME).content))


def content() -> Content:
    """The default pack as it is read."""
    return read_content(printed())


# What is printed on a card


@pytest.mark.proves("CE-CARD-01")
def test_each_encounter_card_has_a_name() -> None:
    assert all(c.title.strip() for c in content().encounter)
    pack = printed()
    pack["encounter"][7]["title"] = ""
    with pytest.raises(Invalid, match=r"encounter\[7\]\.title"):
        read_content(pack)


@pytest.mark.proves("CE-CARD-02", "CE-RULING-52")
def test_each_encounter_card_has_a_number_of_its_own_from_1_to_60() -> None:
    assert [c.number for c in content().encounter] == list(range(1, 61))


@pytest.mark.proves("CE-CARD-02", "CE-RULING-52")
@pytest.mark.parametrize("number", [7, 61, 0])
def test_a_number_given_twice_or_beyond_60_is_refused(number: int) -> None:
    pack = printed()
    pack["encounter"][7]["number"] = number
    with pytest.raises(Invalid, match=r"encounter\[7\]\.number"):
        read_content(pack)


@pytest.mark.proves("CE-RULING-52")
def test_numbers_sort_a_row_without_a_tie() -> None:
    s = starting(mode="cooperative", hands=[[NOTHING] * 3, [NOTHING] * 3])
    s.choose("play 16", "play 19", "play 15", "play 18", "play 14")
    assert s.row() == [16, 19, 15, 18, 14]
    s.choose("play 17")
    assert s.row() == [15, 16, 17, 18, 19]
    assert s.match.prompt is not None
    assert "Story 14" in s.match.prompt.text


@pytest.mark.proves("CE-CARD-03")
def test_each_encounter_card_has_a_caption_box() -> None:
    assert all(boxes(c) for c in content().encounter)
    pack = printed()
    pack["encounter"][7] = {"number": 8, "title": "Nothing at all"}
    with pytest.raises(Invalid, match=r"encounter\[7\]: 0 boxes, not 1 to 8 \[CE-CARD-03\]"):
        read_content(pack)
    pack["encounter"][7]["events"] = [[]]
    with pytest.raises(Invalid, match=r"encounter\[7\]\.events"):
        read_content(pack)


@pytest.mark.proves("CE-CARD-03")
@every_mode
def test_only_the_boxes_of_a_card_happen(mode: str) -> None:
    s = resolving([NOTHING, card(must=["ammo"]), NOTHING], mode=mode)
    before = s.table["teams"]
    s.choose("ignore a")
    before["judges"]["ammo"] += 1
    assert s.table["teams"] == before
    news = s.news()
    assert news[:2] == ["ignored", "discarded"]
    assert news[2:] == ["encountered", "triggered", "ammo", "discarded", "encountered"]


@pytest.mark.proves("CE-CARD-04")
def test_a_caption_box_is_an_event_a_choice_or_an_option() -> None:
    kinds = {kind for c in content().encounter for kind, symbols in boxes(c)}
    assert kinds == {EVENT, CHOICE, OPTION}
    pack = printed()
    pack["encounter"][7]["green"] = [["heal"]]
    with pytest.raises(Invalid, match="green"):
        read_content(pack)


@pytest.mark.proves("CE-CARD-04")
def test_choices_are_red_and_options_are_blue() -> None:
    s = resolving([card(one_of=[["ammo"], ["rations"]], may=[["heal"]])])
    assert s.match.prompt is not None
    assert "red" in s.match.prompt.text
    s.choose("choose a")
    assert "blue" in s.match.prompt.text


@pytest.mark.proves("CE-CARD-14")
def test_the_symbols_are_of_eighteen_kinds() -> None:
    resources = ("heal", "wound", "radiation", "rations", "eat", "ammo", "violence")
    expertise = ("gain-survival", "spend-survival", "gain-diplomacy", "spend-diplomacy", "psi")
    row = ("skip", "swap", "remove")
    hunt = ("advance", "enemy-advance")
    assert (*resources, *expertise, *row, *hunt, "death") == SYMBOLS
    pack = printed()
    pack["encounter"][7]["events"] = [["arrest"]]
    with pytest.raises(Invalid, match=r"encounter\[7\]\.events\[0\]\[0\].*'arrest'"):
        read_content(pack)


# Events, then choices, then options


@pytest.mark.proves("CE-CARD-05", "CE-CARD-06")
@every_mode
def test_events_then_the_choice_then_the_options(mode: str) -> None:
    c = card(must=["wound"], one_of=[["radiation"], ["violence"]], may=[["ammo"]])
    s = resolving([c, NOTHING], mode=mode)
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    assert s.why_not("choose a") == "CE-CARD-10"
    assert s.why_not("trigger a") == "CE-CARD-13"
    s.choose("wound dredd")
    assert s.options == ["choose a", "choose b"]
    assert s.why_not("trigger a") == "CE-RULING-22"
    s.choose("choose a")
    assert s.options == ["irradiate dredd", "irradiate giant", "irradiate anderson"]
    s.choose("irradiate giant")
    assert s.options == ["trigger a", "ignore a"]
    assert [s.why_not(option) for option in s.options] == ["", ""]
    s.choose("trigger a")
    assert (s.health("dredd"), s.radiation("giant"), s.ammo) == (4, 1, 5)
    assert s.discard == [14]


@pytest.mark.proves("CE-CARD-06")
def test_the_boxes_are_resolved_by_type_whatever_order_a_pack_writes_them_in() -> None:
    pack = printed()
    pack["encounter"][7] = {
        "number": 8,
        "title": "Out of order",
        "options": [["ammo"]],
        "choices": [["eat"], ["skip"]],
        "events": [["heal"], ["wound"]],
    }
    assert boxes(read_content(pack).encounter[7]) == [
        (EVENT, ["heal"]),
        (EVENT, ["wound"]),
        (CHOICE, ["eat"]),
        (CHOICE, ["skip"]),
        (OPTION, ["ammo"]),
    ]


@pytest.mark.proves("CE-CARD-07")
@every_mode
def test_every_event_must_be_triggered(mode: str) -> None:
    s = resolving([card(musts=[["wound"], ["radiation"], ["ammo"]]), NOTHING], mode=mode)
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    s.choose("wound dredd")
    assert s.options == ["irradiate dredd", "irradiate giant", "irradiate anderson"]
    assert s.why_not("ignore a") == "CE-CARD-13"
    s.choose("irradiate giant")
    assert (s.health("dredd"), s.radiation("giant"), s.ammo) == (4, 1, 5)


@pytest.mark.proves("CE-CARD-08")
@every_mode
def test_triggering_a_box_carries_out_all_its_symbols(mode: str) -> None:
    s = resolving([card(must=["ammo", "rations"]), NOTHING], mode=mode)
    assert (s.ammo, s.rations) == (5, 4)
    s = resolving([card(may=[["ammo", "rations", "ammo"]]), NOTHING], mode=mode)
    s.choose("trigger a")
    assert (s.ammo, s.rations) == (6, 4)


@pytest.mark.proves("CE-CARD-08")
def test_a_box_of_twelve_symbols_is_carried_out_to_the_last() -> None:
    s = resolving([card(must=["rations"] * 11 + ["ammo"]), NOTHING])
    assert (s.rations, s.ammo) == (14, 5)


@pytest.mark.proves("CE-CARD-09")
@every_mode
def test_a_ration_found_first_can_be_eaten(mode: str) -> None:
    s = resolving([card(must=["rations", "eat"]), NOTHING], mode=mode, rations=0)
    assert s.options == ["trigger a", "ignore a"]
    assert s.rations == 0
    assert [s.radiation(name) for name in ("dredd", "giant", "anderson")] == [0, 0, 0]


@pytest.mark.proves("CE-CARD-09")
@every_mode
def test_a_ration_found_later_comes_too_late(mode: str) -> None:
    s = resolving([card(must=["eat", "rations"]), NOTHING], mode=mode, rations=0)
    s.choose("irradiate giant")
    assert s.rations == 1
    assert s.radiation("giant") == 1


@pytest.mark.proves("CE-CARD-09")
@every_mode
def test_who_dies_of_a_wound_is_not_there_for_the_heal_after_it(mode: str) -> None:
    s = resolving([card(must=["wound", "heal"]), NOTHING], mode=mode, dredd=1, giant=1, anderson=1)
    s.choose("wound dredd")
    assert s.dead("dredd")
    assert s.options == ["heal giant", "heal anderson"]


@pytest.mark.proves("CE-CARD-10")
@every_mode
def test_exactly_one_choice_is_triggered(mode: str) -> None:
    s = resolving([card(one_of=[["ammo"], ["wound"], ["rations"]]), NOTHING], mode=mode)
    assert s.options == ["choose a", "choose b", "choose c"]
    assert [s.why_not(option) for option in s.options] == ["", "", ""]
    assert s.why_not("choose d") == "CE-CARD-10"
    s.choose("choose b")
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    s.choose("wound dredd")
    assert s.options == ["trigger a", "ignore a"]
    assert s.discard == [14]


@pytest.mark.proves("CE-CARD-10")
@every_mode
def test_a_single_choice_is_triggered(mode: str) -> None:
    s = resolving([card(one_of=[["ammo"]], may=[["heal"]])], mode=mode)
    assert s.options == ["trigger a", "ignore a"]
    assert s.ammo == 5


@pytest.mark.proves("CE-CARD-11")
@every_mode
def test_a_choice_cannot_be_declined(mode: str) -> None:
    s = resolving([card(one_of=[["wound"], ["death"]], may=[["heal"]]), NOTHING], mode=mode)
    assert s.options == ["choose a", "choose b"]
    assert s.why_not("ignore a") == "CE-RULING-22"
    assert s.why_not("no-swap") == "CE-SYM-06"


@pytest.mark.proves("CE-CARD-12")
@every_mode
@pytest.mark.parametrize(("box", "ammo", "rations"), [("a", 5, 3), ("b", 4, 4)])
def test_a_choice_not_taken_has_no_effect(mode: str, box: str, ammo: int, rations: int) -> None:
    s = resolving([card(one_of=[["ammo"], ["rations"]]), NOTHING], mode=mode)
    s.choose(f"choose {box}")
    assert (s.ammo, s.rations) == (ammo, rations)


@pytest.mark.proves("CE-CARD-13")
@every_mode
@pytest.mark.parametrize("first", ["trigger", "ignore"])
@pytest.mark.parametrize("second", ["trigger", "ignore"])
def test_each_option_is_triggered_or_ignored(mode: str, first: str, second: str) -> None:
    s = resolving([card(may=[["ammo"], ["rations"]]), NOTHING], mode=mode)
    assert s.options == ["trigger a", "ignore a"]
    s.choose(f"{first} a")
    assert s.options == ["trigger b", "ignore b"]
    s.choose(f"{second} b")
    assert s.ammo == 4 + (first == "trigger")
    assert s.rations == 3 + (second == "trigger")
    assert s.discard == [14]
    told = {"trigger": "triggered", "ignore": "ignored"}
    assert [what for what in s.news() if what in told.values()] == [told[first], told[second]]


@pytest.mark.proves("CE-RULING-22")
@every_mode
def test_events_are_taken_as_printed(mode: str) -> None:
    s = resolving([card(musts=[["rations"], ["eat"]]), NOTHING], mode=mode, rations=0)
    assert s.options == ["trigger a", "ignore a"]
    assert s.rations == 0
    s = resolving([card(musts=[["eat"], ["rations"]]), NOTHING], mode=mode, rations=0)
    assert s.options == ["irradiate dredd", "irradiate giant", "irradiate anderson"]
    assert s.rations == 0


@pytest.mark.proves("CE-RULING-22")
@every_mode
def test_an_option_is_decided_when_it_is_reached(mode: str) -> None:
    s = resolving([card(may=[["wound", "ammo"], ["rations"]]), NOTHING], mode=mode)
    assert s.why_not("trigger b") == s.why_not("ignore b") == "CE-RULING-22"
    s.choose("trigger a")
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    assert s.why_not("trigger b") == "CE-CARD-13"
    s.choose("wound dredd")
    assert s.options == ["trigger b", "ignore b"]
    assert (s.health("dredd"), s.ammo) == (4, 5)
    assert s.why_not("trigger a") == s.why_not("ignore a") == "CE-RULING-22"


# Every symbol is paid or ignored, so no box is ever unavailable

DEAREST: list[tuple[list[str], list[str]]] = [
    (["violence"], ["kill giant", "kill anderson"]),
    (["spend-survival"], ["kill giant", "kill anderson"]),
    (["spend-diplomacy"], ["spend-one giant", "kill anderson"]),
    (["eat"], ["irradiate giant", "irradiate anderson"]),
    (["skip", "remove", "swap", "wound"], ["wound giant", "wound anderson"]),
    (["heal", "death"], ["heal giant", "heal anderson"]),
]


@pytest.mark.proves("CE-RULING-23")
@every_mode
@pytest.mark.parametrize("box", range(len(DEAREST)))
def test_no_choice_is_unavailable_however_dear(mode: str, box: int) -> None:
    c = card(one_of=[symbols for symbols, options in DEAREST])
    s = resolving([c], mode=mode, ammo=0, rations=0, dredd=0, giant=1, anderson=1)
    assert s.options == [f"choose {letter}" for letter in "abcdef"]
    s.choose(f"choose {'abcdef'[box]}")
    assert s.options == DEAREST[box][1]


@pytest.mark.proves("CE-RULING-23")
@every_mode
@pytest.mark.parametrize(("symbols", "options"), DEAREST)
def test_no_option_is_unavailable_however_dear(
    mode: str, symbols: list[str], options: list[str]
) -> None:
    s = resolving([card(may=[symbols])], mode=mode, ammo=0, rations=0, dredd=0, giant=1, anderson=1)
    assert s.options == ["trigger a", "ignore a"]
    s.choose("trigger a")
    assert s.options == options


# Who decides for the team

DECISIONS: list[tuple[list[str], list[str]]] = [
    (["heal"], ["heal {0}", "heal {1}", "heal {2}"]),
    (["wound"], ["wound {0}", "wound {1}", "wound {2}"]),
    (["radiation"], ["irradiate {0}", "irradiate {1}", "irradiate {2}"]),
    (["death"], ["lose {0}", "lose {1}", "lose {2}"]),
    (
        ["violence"],
        [
            "spend-ammo",
            "spend-two {0}",
            "spend-two {1}",
            "spend-two {2}",
            "kill {0}",
            "kill {1}",
            "kill {2}",
        ],
    ),
    (["spend-survival"], ["spend-one {0}", "spend-two {1}", "spend-two {2}"]),
    (["spend-diplomacy"], ["spend-one {1}", "spend-two {0}", "spend-two {2}"]),
    (["psi"], ["add-card", "psi-action"]),
    (["swap"], ["swap 1", "swap 2", "no-swap"]),
]
JUDGES = ("dredd", "giant", "anderson")
PERPS = ("mean-machine", "satellat", "disciple")


@pytest.mark.proves("CE-RULING-04")
@pytest.mark.parametrize(("symbols", "options"), DECISIONS)
def test_the_senior_judge_decides_in_cooperative_play(
    symbols: list[str], options: list[str]
) -> None:
    row = [card(must=symbols), NOTHING, NOTHING]
    s = resolving(row, mode="cooperative", seats=3, senior=1, dredd=4, giant=4, anderson=4)
    assert s.seat == 1
    assert s.options == [option.format(*JUDGES) for option in options]
    for other in (0, 2):
        assert s.why_not(s.options[0], other) == "CE-DAWN-11"


@pytest.mark.proves("CE-RULING-04")
@pytest.mark.parametrize(("symbols", "options"), DECISIONS)
def test_the_player_of_the_row_decides_for_their_own_team(
    symbols: list[str], options: list[str]
) -> None:
    row = [card(must=symbols), NOTHING, NOTHING]
    s = resolving(
        row, mode="head-to-head", team="perps", mean_machine=4, satellat=4, disciple=4, dredd=4
    )
    assert s.seat == 1
    assert s.options == [option.format(*PERPS) for option in options]
    assert s.why_not(s.options[0], 0) == "CE-RULING-04"


@pytest.mark.proves("CE-RULING-04")
@pytest.mark.parametrize(("symbols", "options"), DECISIONS)
def test_the_solo_player_decides(symbols: list[str], options: list[str]) -> None:
    row = [card(must=symbols), NOTHING, NOTHING]
    s = resolving(row, dredd=4, giant=4, anderson=4)
    assert s.seat == 0
    assert s.options == [option.format(*JUDGES) for option in options]


@pytest.mark.proves("CE-RULING-04")
@pytest.mark.parametrize(
    ("symbol", "texts"),
    [
        ("heal", ["heal {}"]),
        ("wound", ["wound {}"]),
        ("radiation", ["irradiate {}"]),
        ("death", ["lose {}"]),
        ("violence", ["spend-two {}", "kill {}"]),
        ("spend-survival", ["spend-one {}", "spend-two {}", "kill {}"]),
    ],
)
def test_the_other_teams_characters_cannot_be_picked(symbol: str, texts: list[str]) -> None:
    row = [card(must=[symbol]), NOTHING]
    hurt = {"dredd": 4, "giant": 1, "satellat": 1, "disciple": 4}
    s = resolving(row, mode="head-to-head", health=hurt)
    for text in texts:
        assert s.why_not(text.format("satellat")) == "CE-RULING-04"
    s = resolving(row, mode="head-to-head", team="perps", health=hurt)
    for text in texts:
        assert s.why_not(text.format("giant")) == "CE-RULING-04"


@pytest.mark.proves("CE-RULING-04")
@pytest.mark.parametrize(
    ("mode", "team", "senior", "asked"),
    [
        ("solo", "judges", 0, 0),
        ("cooperative", "judges", 1, 1),
        ("head-to-head", "judges", 1, 0),
        ("head-to-head", "perps", 0, 1),
    ],
)
def test_the_same_player_picks_choices_options_and_swaps(
    mode: str, team: str, senior: int, asked: int
) -> None:
    s = resolving([NOTHING], mode=mode, team=team, senior=senior)
    assert (s.seat, s.options) == (asked, ["trigger a", "ignore a"])
    c = card(one_of=[["swap"], ["ammo"]], may=[["heal"]])
    s = resolving([c, NOTHING, NOTHING], mode=mode, team=team, senior=senior)
    assert (s.seat, s.options) == (asked, ["choose a", "choose b"])
    s.choose("choose a")
    assert (s.seat, s.options) == (asked, ["swap 1", "swap 2", "no-swap"])
    s.choose("swap 1")
    assert (s.seat, s.options) == (asked, ["with 2", "no-swap"])
    s.choose("with 2")
    assert (s.seat, s.options) == (asked, ["trigger a", "ignore a"])
