"""`adjudge play`: find the game that waits or set up a new one, play it, and leave it safely."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import adjudge
from adjudge.bots import Budget
from adjudge.kernel.game import Broken, Game, Invalid
from adjudge.match import Match, parse_record, secret_seed
from adjudge.terminal.commands import Leave
from adjudge.terminal.screen import Screen
from adjudge.terminal.session import Session
from adjudge.terminal.setups import HUMAN, player_seats, setup_words
from adjudge.terminal.shelf import Shelf, Waiting


class HungUp(Exception):
    """The terminal has gone, or the system asks to stop."""


@dataclass(frozen=True)
class Wish:
    """What the flags of `adjudge play` ask for; None is not said."""

    game: Game
    setup: Mapping[str, str]
    seats: int | None = None
    seed: int | None = None
    named: Sequence[str] | None = None
    bots: str | None = None
    pack: str | None = None
    file: str | None = None
    new: bool = False
    budget: Budget = field(default_factory=Budget)


@dataclass(frozen=True)
class Seated:
    """A match and who plays it."""

    match: Match
    who: list[str]
    pack: str | None = None


def play(wish: Wish, screen: Screen, shelf: Shelf, interactive: bool) -> None:
    """From the first question to the last, or until the player leaves."""
    fresh = from_file(wish) if wish.file else set_up(wish)
    if HUMAN not in fresh.who:
        Session(fresh.match, fresh.who, screen, None, wish.budget).run()
        return
    with shelf.mine(), hang_ups_noticed():
        try:
            seated = choose_game(wish, fresh, screen, shelf, interactive)
            Session(seated.match, seated.who, screen, shelf, wish.budget).run()
        except (Leave, EOFError, KeyboardInterrupt, HungUp):
            with contextlib.suppress(OSError):
                screen.show()
                screen.say(f"Saved. adjudge play {wish.game.id} goes on from here.")


@contextmanager
def hang_ups_noticed() -> Iterator[None]:
    """A closed terminal and a polite kill end the game as quit does."""

    def notice(number: int, frame: FrameType | None) -> None:
        raise HungUp

    signals = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    earlier = [(number, signal.signal(number, notice)) for number in signals]
    try:
        yield
    finally:
        for number, handler in earlier:
            signal.signal(number, handler)


def set_up(wish: Wish) -> Seated:
    """A new game as wished."""
    who = player_seats(wish.game, wish.setup, wish.seats, wish.named, wish.bots)
    seed = secret_seed() if wish.seed is None else wish.seed
    setup: dict[str, Any] = dict(wish.setup)
    match = adjudge.new(wish.game.id, seats=len(who), seed=seed, pack=wish.pack, **setup)
    return Seated(match, who, wish.pack)


def from_file(wish: Wish) -> Seated:
    """A saved record or position, to be played on."""
    assert wish.file is not None
    if wish.setup or wish.seats is not None or wish.seed is not None:
        raise Invalid(f"{wish.file}: a saved game brings its own set-up, seats and seed")
    match = load_saved(Path(wish.file), wish.pack)
    if match.game is not wish.game:
        raise Invalid(f"{wish.file}: a game of {match.game.id}, not of {wish.game.id}")
    who = player_seats(wish.game, match.setup, match.seats, wish.named, wish.bots)
    return Seated(match, who, wish.pack)


def load_saved(path: Path, pack: str | None) -> Match:
    """The match in a file: a record at its last move, or a position."""
    try:
        saved = parse_record(path.read_bytes())
        if isinstance(saved, dict) and "table" in saved:
            return adjudge.load(saved, pack)
        return adjudge.replay(saved, pack)
    except (Broken, ValueError) as problem:
        raise Invalid(f"{path}: {problem}") from None


def choose_game(
    wish: Wish, fresh: Seated, screen: Screen, shelf: Shelf, interactive: bool
) -> Seated:
    """The game that waits, if it is meant; else the new one, and that one is set aside."""
    waiting = shelf.waiting()
    if waiting is not None:
        left = wake(waiting, screen)
        if left is not None and is_meant(wish, fresh, left, screen, interactive):
            return left
        screen.say(f"The unfinished game is kept in {shelf.set_aside()}.")
    shelf.begin(fresh.who, None if fresh.pack is None else str(Path(fresh.pack).resolve()))
    return fresh


def wake(waiting: Waiting, screen: Screen) -> Seated | None:
    """The game that was left; a file that does not replay any more is said and not used."""
    try:
        match = adjudge.verify(waiting.text, waiting.pack)
    except (Broken, ValueError) as problem:
        screen.say(f"The unfinished game cannot be played on: {problem}.")
        return None
    default = [HUMAN] + ["careful"] * (match.seats - 1)
    who = list(waiting.who) if len(waiting.who) == match.seats else default
    return Seated(match, who, waiting.pack)


def is_meant(wish: Wish, fresh: Seated, left: Seated, screen: Screen, interactive: bool) -> bool:
    """Whether to go on with the game that waits; asked if the flags speak of another."""
    game = wish.game
    described = setup_words(game, left.match.setup, left.match.seats)
    count = len(left.match.moves)
    moves = f"{count} move{'' if count == 1 else 's'} made"
    if wish.new or wish.file is not None:
        return False
    if not differs(wish, fresh, left):
        screen.say(f"Going on: {described}, {moves}. Use --new for a new game.")
        return True
    screen.say(f"A game waits: {described}, {moves}. It is not the one asked for.")
    return interactive and screen.agrees("Go on with it?")


def differs(wish: Wish, fresh: Seated, left: Seated) -> bool:
    """Whether anything was asked for that the game left is not."""
    new, old = fresh.match, left.match
    return (
        any(new.setup[name] != old.setup[name] for name in wish.setup)
        or (wish.seats is not None and wish.seats != old.seats)
        or (wish.seed is not None and wish.seed != old.start.get("seed"))
        or (bool(wish.named or wish.bots) and fresh.who != left.who)
        or (wish.pack is not None and new.pack.hash != old.pack.hash)
    )
