"""Positions from outside, with anything anywhere: they load and can be played, or one line says no.

What loads must go on as any game does: whoever is asked sits at the table.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import adjudge
from adjudge.games.cursed_earth import positions as cursed_earth
from adjudge.games.helter_skelter import positions as helter_skelter
from adjudge.kernel.game import Invalid, Refused

VALUES: list[Any] = [-1, -8, 99, 2**40, 0, 1, 3, 9, 1.5, True, None, "x", "?", [], {}]
PLAYED = 4  # moves that are made from what loads
Path = tuple[str | int, ...]
GAMES = [
    ("cursed-earth", 1, {"mode": "solo"}),
    ("cursed-earth", 2, {"mode": "head-to-head"}),
    ("cursed-earth", 3, {"mode": "cooperative"}),
    ("helter-skelter", 2, {}),
    ("helter-skelter", 4, {}),
]


def places(data: Any, path: Path = ()) -> Iterator[Path]:
    """Wherever a number, a text or nothing stands."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))
    else:
        yield path


def with_value(save: Any, path: Path, value: Any) -> Any:
    """The save with something else at that place."""
    crafted = copy.deepcopy(save)
    inner = crafted
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return crafted


def saves(game: str, seats: int, setup: dict[str, Any], chance: Random, most: int) -> list[Any]:
    """Some positions of a game."""
    match = adjudge.new(game, seats=seats, seed=chance.randrange(1000), **setup)
    found = []
    for number in range(most):
        if match.seat is None:
            break
        if number % (most // 4) == 3:
            found.append(json.loads(json.dumps(match.save())))
        match.play(match.game.careful(match._state))
    return found


def look(match: adjudge.Match) -> None:
    """All that a table asks of a match."""
    assert match.seat is None or 0 <= match.seat < match.seats
    assert match.outcome is None or match.seat is None
    told = [match.prompt, match.options, match.window, match.turn, match.view(None)]
    assert told[0] is None or match.proposal is not None
    for seat in range(match.seats):
        match.view(seat)
        match.why_not(seat, "nonsense")
        match.why_no_undo(seat)


def check_line(problem: Exception) -> None:
    """It is said in one line."""
    assert len(str(problem).splitlines()) == 1


def goes_on(save: Any, chance: Random) -> bool:
    """Whether it loads; then it can be looked at and played, or says in a line why not."""
    try:
        match = adjudge.load(save)
    except Invalid as problem:
        check_line(problem)
        return False
    look(match)
    for _ in range(PLAYED):
        if match.seat is None:
            break
        try:
            match.play(chance.randrange(len(match.options)))
        except (Invalid, Refused) as problem:
            check_line(problem)
            break
        look(match)
    return True


@pytest.mark.parametrize(("game", "seats", "setup"), GAMES)
def test_whatever_stands_in_a_save_is_played_or_refused(
    game: str, seats: int, setup: dict[str, Any]
) -> None:
    chance = Random(f"{game} {seats}")
    loaded = 0
    for save in saves(game, seats, setup, chance, 100):
        for path in places(save):
            for value in chance.sample(VALUES, 2):
                loaded += goes_on(with_value(save, path, value), chance)
    assert loaded > 10


@pytest.mark.parametrize(("game", "seats", "setup"), GAMES)
def test_two_things_in_an_agenda_that_do_not_fit_each_other(
    game: str, seats: int, setup: dict[str, Any]
) -> None:
    chance = Random(f"agenda {game} {seats}")
    for save in saves(game, seats, setup, chance, 100):
        inside = [path for path in places(save) if "agenda" in path and "is" not in path]
        for path in inside:
            crafted = with_value(save, path, chance.choice(VALUES))
            other = chance.choice(inside)
            if path[: len(other)] != other:
                goes_on(with_value(crafted, other, chance.choice(VALUES)), chance)


def test_nobody_is_asked_who_does_not_sit_there() -> None:
    """A round that does not know who picked a row asked seat -8 to take the other."""
    match = adjudge.new("cursed-earth", seats=2, seed=0, mode="head-to-head")
    refused = 0
    while match.seat is not None:
        save = json.loads(json.dumps(match.save()))
        pickers = [path for path in places(save) if path[-1] == "picker"]
        for path in pickers:
            for value in (None, 0, 1):
                for other in pickers:
                    for second in (None, 0, 1):
                        crafted = with_value(with_value(save, path, value), other, second)
                        refused += not careful_goes_on(crafted)
        match.play(match.game.careful(match._state))
    assert refused


def careful_goes_on(save: Any) -> bool:
    """Whether it loads; until a row is taken again, whoever is asked sits there."""
    try:
        match = adjudge.load(save)
    except Invalid:
        return False
    for _ in range(12):
        if match.seat is None:
            break
        assert 0 <= match.seat < 2
        match.play(match.game.careful(match._state))
    return True


@pytest.mark.parametrize("check", [cursed_earth.check_asked, helter_skelter.check_asked])
def test_a_seat_that_is_not_there_is_not_asked(check: Any) -> None:
    """Whatever leads to it: this is the last that is looked at before a position is taken."""
    for player in (-8, -1, 2, 9):
        with pytest.raises(Invalid, match=f"asks seat {player}, and there is none"):
            check(SimpleNamespace(over=0, player=player, seats=2))
    check(SimpleNamespace(over=0, player=1, seats=2))
