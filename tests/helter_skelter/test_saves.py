"""Saves and views of Helter Skelter: every kind of record comes back; what no game reaches is
refused by one line that says where it is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import pytest

import adjudge
from adjudge import Invalid
from adjudge.games.helter_skelter.saving import RECORDS
from adjudge.games.helter_skelter.schema import ROSTER
from adjudge.kernel.rng import seeded
from adjudge.match import SeatView
from tests.helter_skelter.story import OPEN, Board, Story, card, record, story, story_pack

NUMBERS = {id: team * 5 + i for team, ids in enumerate(ROSTER.values()) for i, id in enumerate(ids)}
WULF, GRONK, MIDDENFACE = NUMBERS["wulf"], NUMBERS["gronk"], NUMBERS["middenface"]
GIANT, HERSHEY, DREDD, KAI = (NUMBERS[id] for id in ("giant", "hershey", "dredd", "kai"))


# There and back


def adventure(*actions: str, **more: Any) -> Story:
    """Dredd on his fragment among friends and enemies, high ground on two sides."""
    hand = [card("dredd", "giant", linked=f"{action} dredd") for action in actions]
    people = {"dredd": 10, "giant": 10, "hershey": 10, "wulf": 10, "gronk": 10, "nikolai": 9}
    return story(
        people,
        hands=[hand or [card("dredd")] * 3, [card("wulf", "gronk", wild="interrupt")]],
        teams=("judges", "strontium-dogs", "nikolai-dante"),
        board=Board(high=(2, 11)),
        health={"giant": 2, "hershey": 2},
        fragments=[[10, 34, 35, 36, 37]],
        **more,
    )


def vampire() -> Story:
    """Durham Red, hurt, among judges."""
    return story(
        {"durham-red": 1, "dredd": 1, "giant": 1},
        hands=[[card("durham-red", wild="melee")]],
        teams=("strontium-dogs", "judges"),
        health={"durham-red": 1},
    )


def preparing(**setup: Any) -> Story:
    """The first character of seat 0 has a map card, nobody else."""
    pack = story_pack(OPEN, msgspec.json.encode([[], [], [], []]), ())
    match = adjudge.new("helter-skelter", seats=2, seed=1, pack=pack, team_1="slaine", **setup)
    return Story(match).choose(match.options[0].text)


def ukkos() -> Story:
    """Ukko waits with two map cards."""
    return story({"slaine": 1, "wulf": 1}, teams=("slaine", "strontium-dogs"), step=1, warp=2)


ADVENTURES: dict[str, tuple[Callable[[], Story], list[str]]] = {
    "preparation": (preparing, []),
    "deployment": (ukkos, ["deploy ukko 39", "end", "pass"]),
    "MELEE": (vampire, ["melee durham-red", "pay 1", "at dredd", "take-damage", "drink", "pass"]),
    "SMASH": (lambda: adventure("smash"), ["smash dredd", "pay 1", "at wulf", "take-damage"]),
    "SNIPE": (
        lambda: adventure("snipe"),
        ["snipe dredd", "pay 1", "at wulf", "hi-ex", *["take-damage"] * 5],
    ),
    "SHOTGUN": (lambda: adventure("shotgun"), ["shotgun dredd", "pay 1", "at wulf"]),
    "EXPLODE": (
        lambda: adventure("explode"),
        ["explode dredd", "pay 1", "on 10", *["take-damage"] * 5],
    ),
    "PSI": (lambda: adventure("psi"), ["psi dredd", "pay 1", "at wulf", "give-up 1", "pass"]),
    "FLY": (lambda: adventure("fly"), ["fly dredd", "pay 1", "to 12", "pass", "pass"]),
    "RALLY": (
        lambda: adventure("rally", "melee", "melee"),
        ["rally dredd", "pay 1", "ally giant", "climb dredd 2", "pay 2", "climb giant 11", "pay 3"],
    ),
    "HEAL": (lambda: adventure("heal"), ["heal dredd", "pay 1", "ally giant", "pass", "pass"]),
    "MOVE": (adventure, ["move dredd", "pay 1", "to 18", "pass", "pass"]),
    "CLIMB": (adventure, ["climb dredd", "pay 1 2", "to 2", "pass", "pass"]),
    "COLLECT": (adventure, ["collect dredd dredd", "pay 1 2 3", "pass", "pass"]),
    "INTERRUPT": (
        adventure,
        ["end", "interrupt 1", "pass", "deploy middenface 24", "end", "pass", "pass"],
    ),
}


def decisions(name: str) -> Iterator[Story]:
    """Every decision of an adventure."""
    begin, moves = ADVENTURES[name]
    s = begin()
    yield s
    for text in moves:
        yield s.choose(text)


@pytest.mark.parametrize("name", ADVENTURES)
def test_a_position_comes_back_as_it_was(name: str) -> None:
    for s in decisions(name):
        saved = json.loads(json.dumps(s.match.save()))
        twin = Story(adjudge.load(saved, s.match.pack))
        assert twin.match.save() == s.match.save()
        assert (twin.seat, twin.options) == (s.seat, s.options)


@pytest.mark.parametrize("name", ADVENTURES)
def test_every_question_has_words_and_comes_back(name: str) -> None:
    for s in decisions(name):
        assert s.match.prompt is not None
        assert s.match.prompt.text.startswith(f"Seat {s.seat}: ")
        assert adjudge.load(s.match.save(), s.match.pack).prompt == s.match.prompt


@pytest.mark.parametrize("name", ADVENTURES)
def test_a_view_comes_back_as_it_was(name: str) -> None:
    for s in decisions(name):
        for seat in range(s.match.seats):
            seen = json.loads(json.dumps(s.match.view(seat)))
            twin = SeatView.load(seen, s.match.pack)
            assert twin.data() == s.match.view(seat)
            assert [o.text for o in twin.options] == (s.options if s.seat == seat else [])


def test_every_kind_of_record_came_back() -> None:
    asked = {s.doing[-1] for name in ADVENTURES for s in decisions(name)}
    assert asked == set(RECORDS.kinds)


def test_every_answer_of_a_window_came_back() -> None:
    s = adventure().choose("end")
    assert s.table["agenda"][-1]["answers"] == [None, None, None]
    s.choose("interrupt 1")
    assert s.table["agenda"][-1]["answers"] == [None, 1, None]
    s = adventure().choose("end", "pass")
    assert s.table["agenda"][-1]["answers"] == [None, "pass", None]
    assert s.view(2)["agenda"][-1]["answers"] == [None, "?", None]


def test_a_finished_game_comes_back() -> None:
    s = story({"dredd": 33}, hands=[[card("dredd")] * 3], fragments=[[33]])
    s.choose("collect dredd dredd", "pay 1 2 3")
    twin = adjudge.load(json.loads(json.dumps(s.match.save())), s.match.pack)
    assert twin.outcome == s.match.outcome
    assert twin.outcome is not None


def test_a_hand_edited_position_is_played_as_edited() -> None:
    s = adventure()
    data = s.match.save()
    data["table"]["players"][0]["characters"]["dredd"] |= {"health": 1, "space": 40}
    edited = Story(adjudge.load(data, s.match.pack))
    assert (edited.health("dredd"), edited.space("dredd")) == (1, 40)
    edited.choose("move dredd", "pay 1")
    assert edited.offered("to") == ["32", "39"]


# Wrong edits


def acting() -> Story:
    """Dredd in step 2, with enemies on his space and next to it, and one friend hurt."""
    actions = ("melee", "snipe", "explode", "psi", "rally")
    hand = [card("dredd", linked=f"{action} dredd") for action in actions]
    return story(
        {"dredd": 1, "giant": 1, "wulf": 1, "durham-red": 1, "gronk": 2},
        hands=[hand, [card("wulf", wild="interrupt"), card("wulf", wild="melee")]],
        health={"giant": 2},
        waiting={"hershey": 39, "middenface": 32},
    )


def spasm() -> Story:
    """Sláine with two warp cubes; Ukko waits."""
    return story(
        {"slaine": 1, "wulf": 1},
        teams=("slaine", "strontium-dogs"),
        warp=2,
        waiting={"ukko": 40, "niamh": 38},
        stealth_card=39,
    )


def on_top(*records: dict[str, Any]) -> dict[str, Any]:
    """An agenda with these above step 2 of seat 0's turn."""
    return {"agenda": [record("game", 5), record("turn", 1, player=0), *records]}


def after_the_end(*answers: Any, origin: int = 0, at: int = 0) -> dict[str, Any]:
    """An agenda with a window after seat 0's declared end."""
    window = record("window", at, origin=origin, answers=list(answers))
    return {"agenda": [record("game", 5), record("turn", 3, player=0), window]}


def action(kind: str, at: int, **fields: Any) -> dict[str, Any]:
    """An action of Dredd's on an agenda."""
    who = fields.get("who", "dredd")
    plain = {"player": 0, "who": who, "payer": who, "target": 0, "waiting": [], "struck": []}
    return record(kind, at, **plain | {"moved": [], "climbing": 0} | fields)


def interrupting(at: int, player: int) -> dict[str, Any]:
    """An interrupting turn on an agenda."""
    return record("interrupting-turn", at, player=player)


def edited(data: dict[str, Any], edits: Mapping[str, Any]) -> dict[str, Any]:
    """Data as JSON has it, with other values at some paths."""
    data = json.loads(json.dumps(data))
    for path, value in edits.items():
        *parts, last = path.split(".")
        target: Any = data
        for part in parts:
            target = target[int(part) if part.isdigit() else part]
        target[int(last) if last.isdigit() else last] = value
    return data


def refused(s: Story, edits: Mapping[str, Any]) -> str:
    """What is said of a save whose table is edited so; empty if it is accepted."""
    data = s.match.save()
    data["table"] = edited(data["table"], edits)
    try:
        adjudge.load(data, s.match.pack)
    except Invalid as problem:
        return str(problem)
    return ""


WRONG_TABLES: list[tuple[dict[str, Any], str]] = [
    ({"extra": 1}, "table.extra: unknown"),
    ({"seats": 5}, "table.seats: 5 is not between 2 and 4"),
    ({"seats": 3}, "table.players: "),
    ({"map": "sewers"}, "table.map: 'sewers' is not one of grand-hall, city-blocks"),
    ({"turn": -1}, "table.turn: -1 is not between 0 and 1000000"),
    ({"turn": 0}, "table.players[0].fragments: 5 fragments in all [HS-PARTS-10]"),
    ({"marker": 2}, "table.marker: 2 is not between 0 and 1"),
    ({"marker": 1}, "table.agenda: the turn is not the marker holder's [HS-TURN-15]"),
    ({"quiet": 201}, "table.quiet: 201 is not between 0 and 200"),
    ({"warp": 1}, "table.warp: nobody plays Sláine [HS-SLAINE-03]"),
    ({"warped": True}, "table.warp: nobody plays Sláine [HS-SLAINE-03]"),
    ({"warped": 1}, "table.warped: 1 is not true or false"),
    ({"removed": [41]}, "table.removed[0]: 41 is not between 1 and 40"),
    ({"removed": [1, 1]}, "table.removed[1]: 1 is not a number that is here once"),
    ({"undealt": [3]}, "table: map card 3 is in two places [HS-PARTS-09]"),
    ({"over": 1, "winners": [0]}, "table.over: 1 does not fit the table [HS-END-03]"),
    ({"over": 2, "winners": [0]}, "table.over: 2 does not fit the table [HS-END-03]"),
    ({"over": 3, "winners": [0]}, "table.over: 3 does not fit the table [HS-END-03]"),
    ({"over": 4, "winners": [0]}, "table.over: 4 does not fit the table [HS-END-03]"),
    ({"over": 5}, "table.over: 5 is not between 0 and 4"),
    ({"winners": [2]}, "table.winners[0]: 2 is not between 0 and 1"),
    ({"rng.state": "zz"}, "table.rng.state: 'zz' is not a hexadecimal number above 0"),
    ({"rng.used": 3}, "table.rng.used: 3 is not between 0 and 0"),
]
WRONG_PLAYERS: list[tuple[dict[str, Any], str]] = [
    ({"1.team": "judges"}, "[1].team: 'judges' is not a team that nobody else plays"),
    ({"1.team": "slaine"}, "[1].characters: ukko is missing"),
    ({"1.eliminated": True}, "[1].eliminated: somebody lives [HS-END-05]"),
    ({"0.hand": [1, 2, 3, 4, 5, 6, 7, 8]}, "[0].hand: [1, 2, 3, 4, 5, 6, 7, 8] is not a list of"),
    ({"0.hand": [1, 31]}, "[0].hand[1]: 31 is not between 1 and 30"),
    ({"0.hand": [1]}, "[0]: 26 cards in hand, deck and discard, not 30 [HS-PARTS-06]"),
    ({"0.discard": [1]}, "[0]: card 1 is in two places [HS-PARTS-06]"),
    ({"0.deck": [1, 2]}, "[0]: card 1 is in two places [HS-PARTS-06]"),
    ({"0.collected": 1}, "[0].fragments: 6 fragments in all [HS-PARTS-10]"),
    ({"0.fragments": [39, 34, 35, 36, 37]}, "[0].fragments: its map card is not removed"),
    ({"0.fragments": [25, 34, 35, 36, 37]}, "[1].fragments: two on one space [HS-RULING-06]"),
    ({"0.taken": ["wulf"]}, "[0].taken: wulf is not a dead enemy [HS-DMG-04]"),
    ({"0.taken": ["giant"]}, "[0].taken: giant is not a dead enemy [HS-DMG-04]"),
    ({"0.taken": ["kai"]}, "[0].taken: kai is not a dead enemy [HS-DMG-04]"),
    ({"0.taken": ["max"]}, "[0].taken[0]: 'max' is not one of giant, "),
    ({"0.characters.max": {}}, "[0].characters.max: unknown"),
    ({"0.characters.dredd.health": 4}, "[0].characters.dredd.health: 4 is not between 0 and 3"),
    ({"0.characters.dredd.health": 0}, "[0].characters.dredd: dead, and on space 1 [HS-DMG-03]"),
    ({"0.characters.dredd.space": 41}, "[0].characters.dredd.space: 41 is not between 1 and 40"),
    ({"0.characters.dredd.map_card": 3}, "[0].characters.dredd.map_card: it has been deployed"),
    ({"0.characters.hershey.map_card": None}, "[0].characters.hershey.map_card: it waits without"),
]
WRONG_AGENDAS: list[tuple[dict[str, Any], str]] = [
    ({"agenda": {}}, "table.agenda: {} is not a list of at most 10"),
    ({"agenda": []}, "table.agenda: [] is not an agenda with the game in it"),
    ({"agenda": [record("game", 5)]}, "table."),
    ({"agenda.1.is": "game"}, "table.agenda[1].player: unknown"),
    ({"agenda.1": record("game", 5)}, "table.agenda[1].is: the game, and nothing else, is outer"),
    ({"agenda.0": record("turn", 1, player=0)}, "table.agenda[0].is: the game, and nothing else"),
    ({"agenda.1.is": "tea"}, "table.agenda[1].is: 'tea' is not one of game, "),
    ({"agenda.1.at": 2}, "table.agenda: a turn cannot stand at step 2"),
    ({"agenda.1.at": 5}, "table.agenda: a turn cannot stand at step 5"),
    ({"agenda.1.at": -1}, "table.agenda[1].at: -1 is not between 0 and 1000"),
    ({"agenda.1.player": 1}, "table.agenda: the turn is not the marker holder's [HS-TURN-15]"),
    (on_top(record("turn", 1, player=0)), "table.agenda: a turn cannot stand at step 1"),
    (on_top(interrupting(0, 1), interrupting(0, 0)), "table.agenda: a turn cannot stand at step 0"),
    (on_top(interrupting(1, 1)), "table.agenda: a turn cannot stand at step 1"),
    (on_top(interrupting(0, 2)), "table.agenda[2].player: 2 is not between 0 and 1"),
    (
        {"agenda": [record("game", 5), interrupting(0, 1)]},
        "table.agenda: an interrupting turn without a turn [HS-INT-09]",
    ),
    (
        on_top(action("move", 3), interrupting(0, 1)),
        "table.agenda: an interrupting turn without a turn [HS-INT-09]",
    ),
]
WRONG_WINDOWS: list[tuple[dict[str, Any], str]] = [
    (after_the_end(None, None, at=1), "table.agenda: "),
    (
        after_the_end(None, None, origin=1),
        "table.agenda: a window after nobody's action [HS-INT-03]",
    ),
    (after_the_end(None, "pass"), "table.agenda: there is nothing to decide here"),
    (after_the_end("pass", None), "table.agenda: seat 0 may not answer here [HS-INT-03]"),
    (after_the_end(None, 5), "table.agenda: seat 1 holds no such card [HS-INT-01]"),
    (after_the_end(None, 2), "table.agenda: seat 1 holds no such card [HS-INT-01]"),
    (after_the_end(None, 31), "table.agenda[2].answers[1]: 31 is not between 1 and 30"),
    (after_the_end(None, "maybe"), "table.agenda[2].answers[1]: 'maybe' is not a whole number"),
    (after_the_end(None, []), "table.agenda[2].answers[1]: [] is not a whole number"),
    (after_the_end(None), "table.agenda[2].answers: [None] is not a list of 2 answers"),
    (after_the_end(None, "?"), "table: something on it is secret; a view is not a position"),
    (
        on_top(record("window", 0, origin=0, answers=[None, None])),
        "table.agenda: a turn cannot stand at step 1",
    ),
    (
        on_top(action("move", 1), record("window", 0, origin=0, answers=[None, None])),
        "table.agenda: an action cannot stand at step 1",
    ),
]
OFF_MAP = "table.agenda: somebody off the map is in it [HS-RULING-08]"
NOBODYS = "table.agenda: an action of nobody's turn [HS-TURN-09]"
WRONG_ACTIONS: list[tuple[dict[str, Any], str]] = [
    (on_top(action("melee", 0, player=1)), NOBODYS),
    (on_top(action("melee", 0, who="wulf")), NOBODYS),
    (on_top(action("move", 3), action("melee", 0)), NOBODYS),
    (on_top(action("melee", 0, who=[])), "table.agenda[2].who: [] is not one of giant, "),
    (on_top(action("melee", 0, who="hershey")), "table.agenda: an action of somebody off the map"),
    (on_top(action("melee", 0, payer="wulf")), "table.agenda: an action of somebody off the map"),
    (on_top(action("melee", 2, target=GIANT, waiting=["giant"])), "table.agenda: "),
    (on_top(action("melee", 2, target=KAI, waiting=["wulf"])), "table.agenda: "),
    (on_top(action("melee", 2, target=MIDDENFACE, waiting=["middenface"])), OFF_MAP),
    (on_top(action("melee", 2, target=WULF, waiting=["kai"])), OFF_MAP),
    (on_top(action("psi", 2, target=41)), "table.agenda[2].target: 41 is not between 0 and 40"),
    (on_top(action("melee", 9)), "table.agenda: an action cannot stand at step 9"),
    (on_top(action("melee", 3, target=WULF, struck=["wulf"])), "table.agenda: "),
    (on_top(action("explode", 2, target=1, waiting=["gronk"])), "table.agenda: "),
    (on_top(action("explode", 2, target=0, waiting=["wulf"])), "table.agenda: "),
    (on_top(action("climb", 1)), "table.agenda: "),
    (on_top(action("collect-fragment", 0, payer="giant")), "table.agenda: "),
    (
        on_top(action("rally", 3, payer="hershey", target=GIANT, moved=["dredd"], climbing=2)),
        "table.agenda: ",
    ),
]


@pytest.mark.parametrize(
    ("edits", "said"),
    [*WRONG_TABLES, *WRONG_AGENDAS, *WRONG_WINDOWS, *WRONG_ACTIONS],
)
def test_a_wrong_table_is_refused_by_path_and_value(edits: dict[str, Any], said: str) -> None:
    message = refused(acting(), edits)
    assert message.startswith(said)
    assert "\n" not in message


@pytest.mark.parametrize(("edits", "said"), WRONG_PLAYERS)
def test_a_wrong_player_is_refused_by_path_and_value(edits: dict[str, Any], said: str) -> None:
    message = refused(acting(), {f"players.{path}": value for path, value in edits.items()})
    assert message.startswith(f"table.players{said}")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ({"warp": 5}, "table.warp: 5 cubes would have changed him [HS-SLAINE-05]"),
        ({"warped": True}, "table.warp: 2 cubes would have changed him [HS-SLAINE-05]"),
        ({"players.0.characters.slaine.health": 2}, "table.warp: 2 cubes would have changed him"),
        ({"stealth_card": None}, "table: 39 map cards, not 40 [HS-PARTS-09]"),
        ({"stealth_card": 7}, "table: map card 7 is in two places [HS-PARTS-09]"),
        (
            {"stealth_card": None, "stealth_lost": 39},
            "table.stealth_card: Ukko has two map cards or none [HS-SLAINE-13]",
        ),
    ],
)
def test_a_wrong_slaine_is_refused(edits: dict[str, Any], said: str) -> None:
    assert refused(spasm(), edits).startswith(said)


@pytest.mark.parametrize("secret", ["hand", "deck", "map_cards"])
def test_a_mere_count_is_no_position(secret: str) -> None:
    s = preparing() if secret == "map_cards" else acting()
    edits = {f"players.0.{secret}": len(s.player(0)[secret])}
    said = "table: something on it is secret; a view is not a position"
    assert refused(s, edits) == said


def test_five_points_without_an_end_are_refused() -> None:
    edits = {"players.0.collected": 5, "players.0.fragments": []}
    said = "table.over: 0, and somebody has five points [HS-END-03]"
    assert refused(acting(), edits) == said


# What no game reaches


def named(*cases: Any) -> list[Any]:
    """Edits, each with its name first."""
    return [pytest.param(*case[1:], id=case[0]) for case in cases]


def dead(*ids: str) -> dict[str, Any]:
    """These of the Strontium Dogs are killed, in an edit of `acting`."""
    killed = {"health": 0, "space": None, "map_card": None}
    waited = [acting().person(id)["map_card"] for id in ids]
    removed = {*acting().table["removed"], *waited} - {None}
    return {f"players.1.characters.{id}": killed for id in ids} | {"removed": sorted(removed)}


IMPOSSIBLE_ACTIONS = [
    ("MELEE at an enemy elsewhere", action("melee", 2, target=GRONK, waiting=["gronk"])),
    ("MELEE at two", action("melee", 2, target=WULF, waiting=["wulf", "durham-red"])),
    ("MELEE at one, another defends", action("melee", 2, target=WULF, waiting=["durham-red"])),
    ("MELEE paid by another", action("melee", 0, payer="giant")),
    ("MELEE with a climb", action("melee", 0, climbing=9)),
    ("MELEE with a move", action("melee", 0, moved=["dredd"])),
    ("MELEE with somebody struck before it is paid", action("melee", 0, struck=["gronk"])),
    ("SNIPE with somebody struck before it is aimed", action("snipe", 1, struck=["gronk"])),
    (
        "SNIPE with the defender struck before HI-EX",
        action("snipe", 2, target=WULF, struck=["wulf"]),
    ),
    (
        "HI-EX of one who has it not",
        action("snipe", 3, who="giant", target=WULF, waiting=["wulf", "durham-red"]),
    ),
    ("HI-EX on two spaces", action("snipe", 3, target=WULF, waiting=["wulf", "gronk"])),
    ("EXPLODE on two spaces", action("explode", 2, target=1, waiting=["wulf"], struck=["gronk"])),
    ("EXPLODE on one twice", action("explode", 2, target=1, waiting=["wulf"], struck=["wulf"])),
    ("PSI with the defender struck", action("psi", 2, target=WULF, struck=["wulf"])),
    ("COLLECT where nothing lies", action("collect-fragment", 0)),
    ("CLIMB where nothing is high", action("climb", 0)),
    ("RALLY of an enemy", action("rally", 2, target=WULF)),
    ("RALLY of oneself", action("rally", 2, target=DREDD)),
    ("RALLY of one who waits", action("rally", 2, target=HERSHEY)),
    ("RALLY: nobody moved first", action("rally", 5, target=GIANT)),
    ("RALLY: both moved first", action("rally", 5, target=GIANT, moved=["dredd", "giant"])),
    (
        "RALLY: a climb on level ground",
        action("rally", 3, target=GIANT, moved=["dredd"], climbing=9),
    ),
    ("RALLY: a payment for no climb", action("rally", 3, target=GIANT, moved=["dredd"])),
    ("two of one defender", action("explode", 2, target=1, waiting=["wulf", "wulf"])),
]
IMPOSSIBLE_TABLES: list[tuple[str, dict[str, Any]]] = [
    ("winners and no end", {"winners": [0]}),
    ("one waits wounded", {"players.0.characters.hershey.health": 1}),
    ("all dead, not eliminated", dead(*ROSTER["strontium-dogs"])),
    (
        "one of two eliminated, and no end",
        dead(*ROSTER["strontium-dogs"]) | {"players.1.eliminated": True},
    ),
    ("a figure twice", dead("gronk") | {"players.0.taken": ["gronk", "gronk"]}),
    (
        "a window after the action of one who waits",
        on_top(action("move", 3, who="hershey"), record("window", 0, origin=0, answers=[None] * 2)),
    ),
]


@pytest.mark.parametrize(
    "edits",
    [
        *named(*[(name, on_top(found)) for name, found in IMPOSSIBLE_ACTIONS]),
        *named(*IMPOSSIBLE_TABLES),
    ],
)
def test_a_position_that_no_game_reaches_is_refused(edits: dict[str, Any]) -> None:
    assert refused(acting(), edits).startswith("table")


@pytest.mark.parametrize("target", [20, 40])
def test_a_target_that_is_no_character_is_refused(target: int) -> None:
    edits = on_top(action("melee", 2, target=target, waiting=["wulf"]))
    assert refused(acting(), edits).startswith("table.agenda")


def moved_card(**more: Any) -> dict[str, Any]:
    """The first map card of seat 0 in the preparation is somewhere else."""
    return {"players.0.map_cards": preparing().player(0)["map_cards"][1:]} | more


FIRST = preparing().player(0)["map_cards"][0]
DECK = [n for n in preparing().player(0)["deck"] if n != 1]
IMPOSSIBLE_PREPARATIONS: list[tuple[str, dict[str, Any]]] = [
    ("a hand", {"players.0.hand": [1], "players.0.deck": DECK}),
    ("a discard", {"players.0.discard": [1], "players.0.deck": DECK}),
    ("a wound", {"players.0.characters.dredd.health": 1}),
    ("a death", {"players.0.characters.dredd.health": 0}),
    ("a figure on the map", {"players.0.characters.dredd.space": 3}),
    ("warp cubes", {"warp": 1}),
    ("Warp-Sláine", {"warped": True}),
    ("quiet turns", {"quiet": 5}),
    ("an end", {"over": 4, "quiet": 200}),
    ("a turn", {"agenda": [record("game", 5), record("turn", 1, player=0)]}),
    ("a map card removed", moved_card(removed=[FIRST])),
    ("a map card lost by Ukko", moved_card(stealth_lost=FIRST)),
    ("nine map cards", moved_card(undealt=sorted([FIRST, *preparing().table["undealt"]]))),
    ("a later character first", moved_card(**{"players.0.characters.dredd.map_card": FIRST})),
]


@pytest.mark.parametrize("edits", named(*IMPOSSIBLE_PREPARATIONS))
def test_a_preparation_that_no_game_reaches_is_refused(edits: dict[str, Any]) -> None:
    assert refused(preparing(), edits).startswith("table")


def no_map_cards() -> dict[str, Any]:
    """Seat 0 has to assign, and nothing to assign."""
    table = preparing().table
    undealt = sorted([*table["undealt"], *table["players"][0]["map_cards"]])
    return {"players.0.map_cards": [], "undealt": undealt}


@pytest.mark.parametrize(
    ("begin", "edits"),
    [
        pytest.param(acting, {"agenda": [record("game", 0)]}, id="preparation in a late turn"),
        pytest.param(preparing, no_map_cards(), id="nothing to assign"),
    ],
)
def test_no_position_hangs(begin: Callable[[], Story], edits: dict[str, Any]) -> None:
    assert refused(begin(), edits).startswith("table")


@pytest.mark.parametrize(
    "edits",
    named(
        (
            "warp cubes of one who waits",
            {"players.0.characters.slaine": {"health": 5, "space": None, "map_card": 8}},
        ),
        (
            "Warp-Sláine waits",
            {
                "warp": 0,
                "warped": True,
                "players.0.characters.slaine": {"health": 5, "space": None, "map_card": 8},
            },
        ),
    ),
)
def test_a_spasm_that_no_game_reaches_is_refused(edits: dict[str, Any]) -> None:
    removed = [space for space in spasm().table["removed"] if space != 8]
    assert refused(spasm(), edits | {"removed": removed}).startswith("table")


# Views


def view_refused(s: Story, seat: int, edits: Mapping[str, Any]) -> str:
    """What is said of an edited view; empty if it is accepted and a world fits it."""
    try:
        SeatView.load(edited(s.match.view(seat), edits), s.match.pack).determinize(seeded(1))
    except Invalid as problem:
        return str(problem)
    return ""


def in_table(edits: Mapping[str, Any]) -> dict[str, Any]:
    """The same edits in a view."""
    return {f"table.{path}": value for path, value in edits.items()}


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ({"seat": None}, "view.seat: None is not a number from 0 to 1"),
        ({"seat": 4}, "view.seat: 4 is not a number from 0 to 1"),
        ({"asked": "me"}, "view.asked: 'me' is not a number from 0 to 1"),
        ({"table": None}, "view.table: None is not an object"),
        ({"game": "cursed-earth"}, "view.game: 'cursed-earth' is not helter-skelter"),
        ({"extra": 1}, "view.extra: unknown"),
        ({"table.extra": 1}, "table.extra: unknown"),
        ({"table.marker": 7}, "table.marker: 7 is not between 0 and 1"),
        ({"table.players.1.hand": 3}, "table.players[1]: 31 cards in hand, deck and discard"),
        ({"table.players.1.hand": 8}, "table.players[1].hand: 8 is not between 0 and 7"),
        ({"table.players.1.deck": 3}, "table.players[1]: 5 cards in hand, deck and discard"),
        ({"table.removed": [1, 2]}, "table.players[0].fragments: its map card is not removed"),
        (in_table({"agenda.1.at": 2}), "table.agenda: a turn cannot stand at step 2"),
        (in_table(on_top(action("melee", 9))), "table.agenda: an action cannot stand at step 9"),
        (in_table(after_the_end("pass", None)), "table.agenda: seat 0 may not answer here"),
        (in_table(after_the_end(5, None)), "table.agenda: seat 0 may not answer here"),
    ],
)
def test_a_wrong_view_is_refused_by_path_and_value(edits: dict[str, Any], said: str) -> None:
    message = view_refused(acting(), 0, edits)
    assert message.startswith(said)
    assert "\n" not in message


IMPOSSIBLE_VIEWS: list[tuple[str, int, dict[str, Any]]] = [
    ("a seat that nobody has", 0, {"seat": 3}),
    ("a question to a seat that nobody has", 0, {"asked": 3}),
    ("a question to another than the table asks", 1, {"asked": 1}),
    ("a question to nobody, and no end", 0, {"asked": None}),
    ("the own hand hidden", 0, {"table.players.0.hand": 5}),
    ("the own map card hidden", 0, {"table.players.0.characters.hershey.map_card": "?"}),
    ("an end that no rule gives", 0, {"asked": None, "table.over": 1, "table.winners": [0]}),
    ("nothing to decide", 0, in_table(on_top(action("melee", 3, target=WULF, struck=["wulf"])))),
    ("an action that the seat cannot pay", 0, in_table(on_top(action("smash", 0)))),
    ("a sealed answer of one's own", 1, {"asked": 1} | in_table(after_the_end(None, "?"))),
]


@pytest.mark.parametrize(("seat", "edits"), named(*IMPOSSIBLE_VIEWS))
def test_a_view_that_nobody_can_have_is_refused(seat: int, edits: dict[str, Any]) -> None:
    assert view_refused(acting(), seat, edits) != ""


@pytest.mark.parametrize(
    ("seat", "edits"),
    [
        pytest.param(
            0, in_table(on_top(action("melee", 2, target=40, waiting=["wulf"]))), id="no character"
        ),
        pytest.param(1, {"asked": 1} | in_table(after_the_end(None, "pass")), id="answered by all"),
        pytest.param(1, in_table(on_top(action("smash", 0))), id="no card in the deck pays"),
    ],
)
def test_a_wrong_view_does_not_crash(seat: int, edits: dict[str, Any]) -> None:
    assert view_refused(acting(), seat, edits) != ""


@pytest.mark.parametrize(
    ("begin", "edits"),
    [
        pytest.param(acting, {"table.agenda": [record("game", 0)]}, id="preparation"),
        pytest.param(preparing, {"table.players.0.map_cards": 5}, id="own map cards hidden"),
    ],
)
def test_no_view_hangs(begin: Callable[[], Story], edits: dict[str, Any]) -> None:
    assert view_refused(begin(), 0, edits) != ""


# Anything at all


def leaves(node: Any, path: str = "") -> list[str]:
    """The paths of all values."""
    if isinstance(node, dict):
        return [p for key in node for p in leaves(node[key], f"{path}.{key}" if path else key)]
    if isinstance(node, list) and node:
        return [p for i in range(len(node)) for p in leaves(node[i], f"{path}.{i}")]
    return [path]


@pytest.mark.parametrize("nonsense", [None, -1, 10**30, "?", [], {}, 1.5, True], ids=repr)
@pytest.mark.parametrize(
    ("name", "moves"), [("RALLY", 5), ("SNIPE", 5), ("INTERRUPT", 2), ("preparation", 0)]
)
def test_nonsense_anywhere_is_loaded_or_refused_in_one_line(
    name: str, moves: int, nonsense: Any
) -> None:
    begin, texts = ADVENTURES[name]
    s = begin().choose(*texts[:moves])
    for path in leaves(s.table):
        if ".deck." not in path:
            assert "\n" not in refused(s, {path: nonsense})
