"""`adjudge replay`: a recorded game move by move, as a seat saw it or all did together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from adjudge.kernel.game import Invalid
from adjudge.match import Match, started
from adjudge.packs import LoadedPack
from adjudge.terminal.drawings import drawing_for
from adjudge.terminal.screen import LAMP, cited, event_line
from adjudge.terminal.setups import setup_words

ALL, SPECTATOR = "all", "spectator"


class Audience:
    """Who watches a replay: a seat, a spectator, or all seats together."""

    def __init__(self, name: str, seats: int) -> None:
        known = [ALL, SPECTATOR, *map(str, range(seats))]
        if name not in known:
            raise Invalid(f"seat: {name!r} is not one of {', '.join(known)}")
        self.all = name == ALL
        self.seat = int(name) if name.isdigit() else None
        self.told = 0

    def news(self, match: Match) -> list[dict[str, Any]]:
        """The events since the last time."""
        events = match.history(self.told) if self.all else match.events(self.seat, self.told)
        self.told += len(events)
        return events

    def view(self, match: Match) -> dict[str, Any]:
        """The table as it is watched; for all, as the seat that decides sees it."""
        return match.view((match.seat or 0) if self.all else self.seat)


def told(
    record: Mapping[str, Any], pack: LoadedPack, audience: Audience
) -> Iterator[RenderableType]:
    """The whole game: each move, what it caused, and the end."""
    match = started(record, pack)
    yield heading(match)
    for number, (text, digest) in enumerate(record["moves"], start=1):
        yield from map(event_line, audience.news(match))
        yield move_line(number, match, text, audience)
        match.play(text)
    yield from map(event_line, audience.news(match))
    yield from ending(match)


def heading(match: Match) -> Text:
    """Which game it is."""
    words = setup_words(match.game, match.setup, match.seats)
    return Text(f"{match.game.title}: {words}{origin(match)}", "bold")


def origin(match: Match) -> str:
    """Where its chance comes from, if there is something to say of it."""
    if "seed" not in match.start:
        return ", from a position"
    seed = match.start["seed"]
    return f", seed {seed}" if isinstance(seed, int) else ""


def move_line(number: int, match: Match, text: str, audience: Audience) -> Text:
    """A move: its number, who made it, and its notation, which may be a secret of who made it."""
    known = audience.all or audience.seat == match.seat
    words = f"Seat {match.seat}: {text}" if known else f"Seat {match.seat} decides."
    return Text.assemble((f"{number:>4}  ", LAMP), (words, "bold"))


def ending(match: Match) -> Iterator[RenderableType]:
    """How it ended, or that it goes on."""
    outcome = match.outcome
    if outcome is None:
        yield Text(f"The record ends here; seat {match.seat} is to decide.")
        return
    winners = ", ".join(f"seat {seat}" for seat in outcome.winners) or "nobody"
    scores = ", ".join(map(str, outcome.scores))
    words = f"Outcome: {outcome.reason}. Won by: {winners}. Scores: {scores}.  "
    yield Text.assemble((words, "bold"), cited(outcome.rules))


def table_at(
    record: Mapping[str, Any], pack: LoadedPack, audience: Audience, step: int, width: int
) -> Iterator[RenderableType]:
    """The table after so many moves, what the last of them caused, and what is asked then."""
    moves = [text for text, digest in record["moves"]]
    if not 0 <= step <= len(moves):
        raise Invalid(f"step: {step} is not a number from 0 to {len(moves)}")
    match = started(record, pack)
    yield heading(match)
    for number, text in enumerate(moves[:step], start=1):
        audience.news(match)
        if number == step:
            yield move_line(number, match, text, audience)
        match.play(text)
    yield from map(event_line, audience.news(match))
    yield drawing_for(match.pack).table(audience.view(match), width)
    if match.prompt is None:
        yield from ending(match)
    else:
        yield Text.assemble(f"{match.prompt.text}  ", cited(match.prompt.rules))
