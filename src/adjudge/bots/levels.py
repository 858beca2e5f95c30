"""Levels: bots by names that people know, the weakest first, with what was measured of them.

Each game has a file in `ladder/`. Names, words and bots are chosen by hand; `adjudge lab ladder`
plays what the file says is to be played, and writes ratings and win rates into it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec

from adjudge.bots import BOTS, Bot, Budget, find_bot, parse_budget
from adjudge.games import GAMES
from adjudge.kernel.game import Invalid
from adjudge.kernel.reading import typed
from adjudge.match import MOST_SEED

FOLDER = Path(__file__).parent / "ladder"
AT_ONCE = ("random", "careful")  # bots that need no budget, since they do not look ahead
MOST_GAMES = 100_000

Words = Annotated[str, msgspec.Meta(pattern=r"^\S([^\n]*\S)?$", max_length=120)]
Name = Annotated[str, msgspec.Meta(pattern=r"^[A-Z][A-Za-z ']*[a-z]$", max_length=30)]
Id = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z-]*[a-z]$", max_length=30)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Count = Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)]
Value = str | int


class Contest(msgspec.Struct, forbid_unknown_fields=True):
    """What is played to measure levels; an option with several values stands for each of them."""

    name: Words
    games: Count
    seats: int
    seed: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEED)] = 1
    options: dict[str, Value | list[Value]] = {}


class Rating(msgspec.Struct, forbid_unknown_fields=True):
    """In Elo points; the usual level has 1000, and the interval is the distance to it."""

    value: int
    low: int
    high: int
    games: Count


class Beats(msgspec.Struct, forbid_unknown_fields=True):
    """The share of games won against the level below."""

    share: Share
    low: Share
    high: Share
    games: Count


class WinRate(msgspec.Struct, forbid_unknown_fields=True):
    """The share of games won against the game itself, alone or with others of the same level."""

    contest: str
    seats: int
    options: dict[str, str]
    share: Share
    low: Share
    high: Share
    games: Count


class Level(msgspec.Struct, forbid_unknown_fields=True):
    """A bot as people know it."""

    id: Id
    name: Name
    words: Words
    bot: str
    rating: Rating | None = None
    beats: Beats | None = None
    wins: list[WinRate] = []

    def win_rate(self, seats: int, setup: Mapping[str, str]) -> WinRate | None:
        """How often it wins such games against the game itself, if that was measured."""
        for rate in self.wins:
            if rate.seats == seats and rate.options.items() <= setup.items():
                return rate
        return None


class Ladder(msgspec.Struct, forbid_unknown_fields=True):
    """The levels of a game, the weakest first, and how they are measured."""

    game: str
    usual: str  # the level that plays where nobody chose one
    versus: Contest  # level against level
    level: Annotated[list[Level], msgspec.Meta(min_length=2)]
    alone: list[Contest] = []  # against the game itself: every seat has the same level
    pack: str = ""  # the hash of the pack that it was measured with
    least: Share = 0.65  # of its games that each level should win against the one below


# Reading


def read_ladder(path: Path) -> Ladder:
    """The levels of a file; Invalid names the file, the path and the value."""
    try:
        found = typed(tomllib.loads(path.read_text(encoding="utf-8")), Ladder)
        check(found)
    except (ValueError, RecursionError) as problem:
        raise Invalid(f"{path}: {problem}") from None
    return found


def check(ladder: Ladder) -> None:
    """Invalid unless the game is known, names are given once, and every level has a bot."""
    if ladder.game not in GAMES:
        raise Invalid(f"game: {ladder.game!r} is not one of {', '.join(GAMES)}")
    if ladder.versus.seats != 2:
        raise Invalid(f"versus.seats: {ladder.versus.seats} is not 2, a level against another")
    for key in ("id", "name", "bot"):
        check_once(ladder, key)
    for i, level in enumerate(ladder.level):
        check_level(level, f"level[{i}]")
    ids = [level.id for level in ladder.level]
    if ladder.usual not in ids:
        raise Invalid(f"usual: {ladder.usual!r} is not one of {', '.join(ids)}")


def check_once(ladder: Ladder, key: str) -> None:
    """No two levels share it."""
    values = [getattr(level, key) for level in ladder.level]
    for i, value in enumerate(values):
        if value in values[:i]:
            raise Invalid(f"level[{i}].{key}: {value!r} is given twice")


def check_level(level: Level, path: str) -> None:
    """Its bot is there and thinks by iterations, so that what was measured can be repeated."""
    if level.id in (*BOTS, "human"):
        raise Invalid(f"{path}.id: {level.id!r} is a player's name already")
    try:
        find_bot(level.bot)
    except Invalid as problem:
        raise Invalid(f"{path}.bot: {problem}") from None
    kind, colon, text = level.bot.partition(":")
    budget = parse_budget(text) if colon else Budget()
    if kind not in AT_ONCE and budget.iterations is None:
        raise Invalid(f"{path}.bot: {level.bot!r} names no iterations ({kind}:100)")
    if budget.processes > 1:
        raise Invalid(f"{path}.bot: {level.bot!r} needs several processes; a server may have one")


# Finding


def file_of(game: str) -> Path:
    """Where the levels of a game stand."""
    return FOLDER / f"{game}.toml"


@cache
def ladder(game: str) -> Ladder:
    """The ladder that ships with a game."""
    return read_ladder(file_of(game))


def levels(game: str) -> list[Level]:
    """The levels of a game, the weakest first."""
    return ladder(game).level


def find_level(game: str, id: str) -> Level:
    """The level of that id; Invalid if the game has none such."""
    for level in levels(game):
        if level.id == id:
            return level
    raise Invalid(f"level: {id!r} is not one of {', '.join(names_of_levels(game))}")


def names_of_levels(game: str) -> list[str]:
    """The ids by which the levels of a game are asked for."""
    return [level.id for level in levels(game)]


def player_names(game: str) -> list[str]:
    """Everything that names a bot of a game: its levels, and plain bots."""
    return [*names_of_levels(game), *BOTS]


def bot_named(game: str, name: str) -> str:
    """The plain name of a bot that is asked for by its level, or by that; Invalid if it is none."""
    if name in names_of_levels(game):
        return find_level(game, name).bot
    if name.partition(":")[0] not in BOTS:
        raise Invalid(f"bot: {name!r} is not one of {', '.join(player_names(game))}")
    return find_bot(name).name


def find_player(game: str, name: str) -> Bot:
    """The bot of a level, or of a plain name with or without a budget."""
    return find_bot(bot_named(game, name))


def level_of(game: str, bot: str) -> Level | None:
    """The level that a bot is known by in a game, if it is one."""
    return next((level for level in levels(game) if level.bot == bot), None)


def called(game: str, bot: str) -> str:
    """What people call a bot."""
    level = level_of(game, bot)
    return level.name if level else bot


def usual_bot(game: str) -> str:
    """The bot behind the level that plays where nobody chose one."""
    return find_level(game, ladder(game).usual).bot


# For people


def strength(level: Level, seats: int, setup: Mapping[str, str]) -> str:
    """How strong a level is at such a table: its win rate against the game, or its rating."""
    rate = level.win_rate(seats, setup)
    if rate is not None:
        return f"wins {rate.share:.0%} of such games"
    return f"rating {level.rating.value}" if level.rating else "not measured"
