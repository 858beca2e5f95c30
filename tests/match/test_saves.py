"""Saved positions: exact, readable, editable by hand, and refused by path and value when wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import adjudge
from adjudge.kernel.rng import seeded


def saved() -> dict[str, Any]:
    """A position some moves into a game."""
    match = adjudge.new("cursed-earth", seats=2, seed=4)
    chance = seeded(4)
    for _ in range(12):
        match.play(chance.below(len(match.options)))
    data: dict[str, Any] = json.loads(json.dumps(match.save()))
    return data


def test_a_hand_edited_position_is_played_as_edited() -> None:
    data = saved()
    data["table"]["teams"]["judges"]["ammo"] = 9
    data["table"]["teams"]["judges"]["characters"]["dredd"] = {"health": 2, "radiation": 1}
    match = adjudge.load(data)
    judges = match.view(0)["table"]["teams"]["judges"]
    assert judges["ammo"] == 9
    assert judges["characters"]["dredd"] == {"health": 2, "radiation": 1}


def edit(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Sets what stands at a path."""

    def change(data: dict[str, Any]) -> None:
        *parts, last = path.split(".")
        target: Any = data
        for part in parts:
            target = target[int(part) if part.isdigit() else part]
        target[int(last) if last.isdigit() else last] = value

    return change


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("adjudge", 2, "save.adjudge: format 2 is not 1"),
        ("game", "chess", "game: 'chess' is not one of cursed-earth, helter-skelter"),
        ("pack", "sha256:0", "save.pack: 'sha256:0' is not the pack at hand"),
        ("setup", [], r"save.setup: \[\] is not an object"),
        ("extra", 1, "save.extra: unknown"),
        ("table", [], r"table: \[\] is not an object"),
        ("table.extra", 1, "table.extra: unknown"),
        ("table.mode", "duel", "table.mode: 'duel' is not one of solo"),
        ("table.seats", 7, "table.seats: 7 is not between 2 and 4"),
        ("table.senior", 2, "table.senior: 2 is not between 0 and 1"),
        ("table.time", "noon", "table.time: 'noon' is not one of dawn, dusk"),
        ("table.teams.judges.ammo", "4", "table.teams.judges.ammo: '4' is not a whole number"),
        ("table.teams.judges.ammo", -1, "table.teams.judges.ammo: -1 is not between 0"),
        ("table.teams.judges.characters.dredd.health", 6, "health: 6 is not between 0 and 5"),
        ("table.teams.judges.pawn", 12, r"pawn: 12 is not at most \d+ \[CE-LOC-09\]"),
        ("table.hands.0", [1, 1], r"table.hands\[0\]\[1\]: 1 is not a number that is here once"),
        ("table.hands.0", [61], r"table.hands\[0\]\[0\]: 61 is not between 1 and 60"),
        ("table.hands", [[]], r"table.hands: \[\[\]\] is not a list of 2 hands"),
        ("table.hands.0", 4, r"table: something on it is secret|table: cards \[.*\] are nowhere"),
        ("table.deck", 40, "table: something on it is secret|table: cards"),
        ("table.discard", [], r"table: cards \[.*\] are nowhere \[CE-PARTS-03\]"),
        ("table.locations", ["ozark-silence"], r"table\."),
        ("table.agenda", [], r"table.agenda: \[\] is not an agenda with the game in it"),
        ("table.agenda.0.is", "tea", r"table.agenda\[0\].is: 'tea' is not one of game, round"),
        ("table.agenda.0.at", -1, r"table.agenda\[0\].at: -1 is not between 0 and 1000"),
        ("table.agenda.1", {"is": "game", "at": 0}, r"table.agenda\[1\].is: the game, and nothing"),
        ("table.rng.key", "zz", "table.rng.key: not 64 hexadecimal digits"),
        ("table.rng.key", "", "table.rng.key: not 64 hexadecimal digits"),
        ("table.rng.key", "0" * 65, "table.rng.key: not 64 hexadecimal digits"),
        ("table.rng.drawn", -1, "table.rng.drawn: -1 is not between 0 and 2147483647"),
        ("table.rng.used", 3, "table.rng.used: 3 is not between 0 and 0"),
    ],
)
def test_a_wrong_save_is_refused_by_path_and_value(path: str, value: Any, message: str) -> None:
    data = saved()
    edit(path, value)(data)
    with pytest.raises(adjudge.Invalid, match=message) as refusal:
        adjudge.load(data)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("data", [None, 3, "x", [], {}])
def test_what_is_no_save_is_refused(data: Any) -> None:
    with pytest.raises(adjudge.Invalid, match="save"):
        adjudge.load(data)


def test_a_card_in_two_places_is_named_with_both() -> None:
    data = saved()
    card = data["table"]["hands"][0][0]
    data["table"]["discard"].append(card)
    with pytest.raises(adjudge.Invalid, match=rf"table.discard: card {card} is in hands\[0\] too"):
        adjudge.load(data)


def test_a_view_is_not_a_position() -> None:
    match = adjudge.new("cursed-earth", seats=2, seed=4)
    data = match.save()
    data["table"] = match.view(0)["table"] | {"rng": data["table"]["rng"]}
    with pytest.raises(adjudge.Invalid, match="a view is not a position"):
        adjudge.load(data)


def loaded_or_refused(data: Any) -> str:
    """What is said of a save; nothing if it loads."""
    try:
        adjudge.load(data)
    except adjudge.Invalid as refusal:
        return str(refusal)
    return ""


def test_broken_positions_never_crash() -> None:
    """Every leaf of a save replaced by nonsense in turn: loaded, or one line."""
    data = saved()

    def leaves(node: Any, path: str = "") -> list[str]:
        if isinstance(node, dict):
            return [p for key in node for p in leaves(node[key], f"{path}.{key}" if path else key)]
        if isinstance(node, list) and node:
            return [p for i in range(len(node)) for p in leaves(node[i], f"{path}.{i}")]
        return [path]

    nonsenses: tuple[Any, ...] = (None, -1, 10**30, "?", [], {}, 1.5, True)
    for path in leaves(data):
        for nonsense in nonsenses:
            trial = json.loads(json.dumps(data))
            edit(path, nonsense)(trial)
            assert "\n" not in loaded_or_refused(trial)


def test_a_save_whose_set_up_is_not_the_tables_is_refused() -> None:
    data = saved()
    data["setup"]["difficulty"] = "cadet"
    with pytest.raises(adjudge.Invalid, match=r"setup\.difficulty: 'cadet', but on the table"):
        adjudge.load(data)


def test_a_win_that_no_rule_gives_is_refused() -> None:
    data = adjudge.new("cursed-earth", seats=1, seed=1).save()
    data["table"] |= {"over": 1, "winners": 1}
    with pytest.raises(adjudge.Invalid, match=r"table\.over: 1 with winners 1 does not fit"):
        adjudge.load(data)


def test_a_finished_game_is_saved_and_loaded() -> None:
    for seats, mode in ((1, "solo"), (3, "cooperative"), (2, "head-to-head")):
        match = adjudge.new("cursed-earth", seats=seats, seed=5, mode=mode)
        chance = seeded(5)
        while match.seat is not None:
            match.play(chance.below(len(match.options)))
        assert adjudge.load(match.save()).outcome == match.outcome


AGENDAS: dict[str, tuple[str, Any]] = {
    "no step": ("0.at", 5),
    "a dawn of another mode": ("2.is", "solo-dawn"),
    "a round of another mode": ("1.is", "versus-round"),
}


@pytest.mark.parametrize("what", AGENDAS)
def test_an_agenda_that_the_book_does_not_know_is_refused(what: str) -> None:
    data = json.loads(json.dumps(adjudge.new("cursed-earth", seats=2, seed=4).save()))
    path, value = AGENDAS[what]
    edit(f"table.agenda.{path}", value)(data)
    with pytest.raises(adjudge.Invalid, match=r"table\.agenda"):
        adjudge.load(data)


def test_a_symbol_of_the_row_cannot_act_away_from_a_card() -> None:
    data = adjudge.new("cursed-earth", seats=2, seed=4).save()
    box = {"is": "box", "at": 0, "symbols": ["gain-survival"], "team": "judges", "side": "above"}
    data["table"]["agenda"].append(box)
    with pytest.raises(adjudge.Invalid, match="a box away from a card has a symbol of the row"):
        adjudge.load(data)


def test_a_psi_action_needs_its_cards() -> None:
    data = adjudge.new("cursed-earth", seats=2, seed=4).save()
    where = {"at": 0, "team": "judges", "side": "above"}
    symbols = {"is": "box", "symbols": ["psi"]} | where
    psi = {"is": "psi", "first": 0} | where | {"at": 1}
    action = {"is": "cooperative-psi", "spoken": 0, "judgements": 0} | where | {"at": 1}
    encounters = {"is": "encounters"} | where
    encounter = {"is": "encounter", "card": data["table"]["deck"].pop(), "box": 0} | where
    data["table"]["agenda"] += [encounters, encounter, symbols, psi, action]
    with pytest.raises(adjudge.Invalid, match="psi_cards: the psi action under way"):
        adjudge.load(data)


def test_a_hand_cannot_be_larger_than_is_dealt() -> None:
    data = adjudge.new("cursed-earth", seats=3, seed=4).save()
    data["table"]["hands"][0].append(data["table"]["deck"].pop())
    with pytest.raises(adjudge.Invalid, match=r"hands\[0\]: the number of cards: 5 is not between"):
        adjudge.load(data)


def test_empty_hands_do_not_hang() -> None:
    """Positions that no game reaches still go on: whoever has no card plays none."""
    for mode in ("cooperative", "head-to-head"):
        data = adjudge.new("cursed-earth", seats=2, seed=4, mode=mode).save()
        table = data["table"]
        table["discard"] = sorted(table["hands"][0])
        table["hands"][0] = []
        match = adjudge.load(data)
        chance = seeded(1)
        while match.seat is not None:
            match.play(chance.below(len(match.options)))
        assert match.outcome is not None


def test_two_spaces_are_as_good_as_one() -> None:
    match = adjudge.new("cursed-earth", seats=1, seed=7)
    match.play("play   5 ")
    assert match.moves == ["play 5"]
