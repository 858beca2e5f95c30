"""From flags to a set-up: how many seats, and who sits there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from adjudge.bots import BOTS
from adjudge.bots.levels import (
    bot_named,
    level_of,
    names_of_levels,
    player_names,
    strength,
    usual_bot,
)
from adjudge.kernel.game import Game, Invalid

HUMAN = "human"


def seats_for(game: Game, given: Mapping[str, str], fits: Callable[[int], bool]) -> int:
    """The smallest number of seats that goes with these options and this wish."""
    least, most = game.seats
    return game.fewest_seats(given, filter(fits, range(least, most + 1)))


def names_in(text: str) -> list[str]:
    """A comma-separated list of names."""
    return [name.strip() for name in text.split(",")]


def bot_seats(game: Game, given: Mapping[str, str], seats: int | None, bots: str) -> list[str]:
    """A bot for each seat: one name for all, or one for each."""
    names = [bot_named(game.id, name) for name in names_in(bots)]
    if seats is None:
        seats = seats_for(game, given, lambda n: len(names) in (1, n))
    if len(names) not in (1, seats):
        raise Invalid(f"bots: {len(names)} names for {seats} seats; give one, or one for each")
    return names * seats if len(names) == 1 else names


def player_seats(
    game: Game,
    given: Mapping[str, str],
    seats: int | None,
    named: Sequence[str] | None,
    bots: str | None,
) -> list[str]:
    """Who plays each seat: as named, or a human at seat 0 and bots for the rest."""
    if named and bots:
        raise Invalid("bots: give either --bots or --seat")
    if named:
        return named_seats(game, given, seats, named)
    names = [checked(game, name) for name in names_in(bots or usual_bot(game.id))]
    if seats is None:
        seats = seats_for(game, given, lambda n: len(names) in (1, n - 1, n))
    if bots and len(names) == seats:
        return names
    if len(names) == 1:
        names *= seats - 1
    if len(names) != seats - 1:
        raise Invalid(f"bots: {len(names)} names do not fit {seats} seats")
    return [HUMAN, *names]


def named_seats(
    game: Game, given: Mapping[str, str], seats: int | None, named: Sequence[str]
) -> list[str]:
    """Every seat by name."""
    who = [checked(game, name) for name in named]
    if seats is None:
        seats = seats_for(game, given, lambda n: n == len(who))
    if len(who) != seats:
        raise Invalid(f"seat: {len(who)} named for {seats} seats")
    return who


def checked(game: Game, name: str) -> str:
    """A person or a known bot; a level is kept as the bot behind it."""
    if name == HUMAN:
        return name
    if name not in names_of_levels(game.id) and name.partition(":")[0] not in BOTS:
        known = ", ".join([HUMAN, *player_names(game.id)])
        raise Invalid(f"seat: {name!r} is not one of {known}")
    return bot_named(game.id, name)


def opponents(game: Game, setup: Mapping[str, str], who: Sequence[str]) -> list[str]:
    """Who plays the seats that no person does, as people know them, and how strong they are."""
    found = []
    for seat, name in enumerate(who):
        level = level_of(game.id, name)
        if level is not None:
            found.append(
                f"Seat {seat}: {level.name}, {strength(level, len(who), setup)}. {level.words}"
            )
        elif name != HUMAN:
            found.append(f"Seat {seat}: {name}.")
    return found


def setup_words(game: Game, setup: Mapping[str, str], seats: int) -> str:
    """A set-up in a few words: what is not the default, and how many play."""
    chosen = [
        f"{option.name.replace('_', ' ')} {setup[option.name]}"
        for option in game.setup
        if setup[option.name] != option.default
    ]
    return ", ".join([*chosen, "1 seat" if seats == 1 else f"{seats} seats"])
