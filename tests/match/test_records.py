"""A game is a proof: records replay, and any change to one is found and named."""

from __future__ import annotations

import json
from typing import Any

import pytest

import adjudge
from adjudge.kernel.rng import seeded


def finished() -> adjudge.Match:
    """A game played at random to its end."""
    match = adjudge.new("cursed-earth", seats=1, seed=21)
    chance = seeded(21)
    while match.seat is not None:
        match.play(chance.below(len(match.options)))
    return match


def test_a_record_verifies_and_replays_to_the_same_end() -> None:
    match = finished()
    again = adjudge.verify(adjudge.record_text(match.record()))
    assert again.outcome == match.outcome
    assert again.digest() == match.digest()


def test_a_running_game_has_a_record_too() -> None:
    match = adjudge.new("cursed-earth", seats=3, seed=2, dice=[1])
    match.play(0)
    record = match.record()
    assert record["outcome"] is None
    assert record["dice"] == [1]
    assert adjudge.replay(record).record() == record


def test_a_record_from_a_position_replays_from_it() -> None:
    start = adjudge.load(adjudge.new("cursed-earth", seats=2, seed=8).save())
    start.play(1)
    start.play(0)
    assert adjudge.replay(start.record()).digest() == start.digest()


def test_one_byte_changed_anywhere_is_found_and_named() -> None:
    text = adjudge.record_text(finished().record())
    chance = seeded(77)
    found = 0
    for at in range(0, len(text), 3):
        other = "x" if text[at] != "x" else "y"
        if chance.below(2):
            other = chr(33 + chance.below(90))
        if other == text[at]:
            continue
        with pytest.raises((adjudge.Broken, adjudge.Invalid)) as problem:
            adjudge.verify(text[:at] + other + text[at + 1 :])
        assert str(problem.value)
        assert "\n" not in str(problem.value)
        found += 1
    assert found > len(text) // 4


def test_a_byte_added_or_left_out_is_found() -> None:
    text = adjudge.record_text(finished().record())
    for broken in (text + "\n", text[:-1], " " + text, text.replace(": ", ":", 1)):
        with pytest.raises((adjudge.Broken, adjudge.Invalid)):
            adjudge.verify(broken)


def changed(record: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """A record with some keys replaced."""
    copy: dict[str, Any] = json.loads(json.dumps(record))
    return copy | keys


def test_the_first_differing_move_is_named() -> None:
    record = finished().record()
    moves = record["moves"]
    wrong_digest = [*moves[:4], [moves[4][0], "0" * 16], *moves[5:]]
    with pytest.raises(adjudge.Broken, match=r"^move 5: '.*' leads to [0-9a-f]{16}, not to 0{16}"):
        adjudge.replay(changed(record, moves=wrong_digest))
    illegal = [*moves[:4], ["heal dredd", moves[4][1]], *moves[5:]]
    with pytest.raises(adjudge.Broken, match=r"^move 5: 'heal dredd': .*CE-RES-09"):
        adjudge.replay(changed(record, moves=illegal))
    with pytest.raises(adjudge.Broken, match="the game is over already"):
        adjudge.replay(changed(record, moves=[*moves, moves[-1]]))
    with pytest.raises(adjudge.Broken, match="the outcome is"):
        adjudge.replay(changed(record, outcome=None))
    with pytest.raises(adjudge.Broken, match="the seal does not fit"):
        adjudge.replay(changed(record, seal="0" * 64))


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("moves", None, "record.moves: NoneType is not a list"),
        ("moves", [["play 1"]], r"record.moves\[0\]: \['play 1'\] is not a move and a digest"),
        ("pack", "sha256:0", "record.pack: 'sha256:0' is not the pack at hand"),
        ("setup", 3, "record.setup: 3 is not an object"),
        ("seed", "7", "seed: '7' is not a whole number"),
        ("seats", 9, "seats: 9 is not a number from 1 to 4"),
        ("game", "chess", "game: 'chess' is not one of cursed-earth, helter-skelter"),
        ("adjudge", 9, "record.adjudge: format 9 is not 1"),
        ("colour", "red", "record.colour: unknown"),
        ("setup", {"seats": 2}, "seats: not a set-up option of cursed-earth"),
        ("setup", {"game": "chess"}, "game: not a set-up option of cursed-earth"),
        ("dice", 4, "dice: 4 is not a list"),
    ],
)
def test_what_is_no_record_is_refused_by_key_and_value(key: str, value: Any, message: str) -> None:
    with pytest.raises(adjudge.Invalid, match=message):
        adjudge.replay(changed(finished().record(), **{key: value}))


@pytest.mark.parametrize("record", [None, 7, "x", [], {}])
def test_nonsense_is_no_record(record: Any) -> None:
    with pytest.raises(adjudge.Invalid, match="record"):
        adjudge.replay(record)


@pytest.mark.parametrize("text", ["", "nonsense", "[" * 100_000, "9" * 5000, "{}", "[]", "null"])
def test_nonsense_is_no_record_file(text: str) -> None:
    with pytest.raises(adjudge.Invalid, match="record"):
        adjudge.verify(text)
