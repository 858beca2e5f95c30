"""Tables for people: the games, a simulation, the benchmark, a checked pack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from adjudge.bots.levels import levels
from adjudge.kernel.game import Game, Invalid, SetupOption
from adjudge.lab.sim import Tally
from adjudge.lab.wilson import wilson
from adjudge.packs import LoadedPack


def plain(*titles: str) -> Table:
    """A quiet table."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in titles:
        table.add_column(title, overflow="fold")
    return table


def games_table(games: Iterable[Game]) -> RenderableType:
    """Every game: id, title, seats, what can be set up, and the levels of its bots."""
    known = list(games)
    table = plain("game", "title", "seats", "set-up")
    for game in known:
        least, most = game.seats
        options = Group(*(option_words(option) for option in game.setup))
        table.add_row(Text(game.id, "bold"), game.title, f"{least} to {most}", options)
    return Group(table, levels_table(known))


def levels_table(games: Iterable[Game]) -> Table:
    """The levels of every game's bots: what they are asked for by, ratings, and a line on each."""
    table = plain("bots of", "level", "rating", "")
    for game in games:
        for level in levels(game.id):
            rating = str(level.rating.value) if level.rating else ""
            words = f"{level.name}. {level.words}"
            table.add_row(game.id, Text(level.id, "bold"), rating, words)
    return table


def maps_list(game: Game, space: int | None) -> str:
    """The maps of a game by name; Invalid if it has none, or if a space was asked for."""
    if not game.maps:
        raise Invalid(f"map: {game.id} has no maps")
    if space is not None:
        raise Invalid(f"from: {space} on which map? {', '.join(game.maps)}")
    return "\n".join(game.maps)


def option_words(option: SetupOption) -> Text:
    """A set-up option: its flag, its choices, its default."""
    text = Text(flag(option.name), "bold")
    text.append(f" {', '.join(option.choices)} (default {option.default}")
    for seats, default in option.default_by_seats.items():
        text.append(f"; {default} with {seats} seat{'' if seats == 1 else 's'}")
    return text.append(")")


def flag(name: str) -> str:
    """A set-up option on the command line."""
    return f"--{name.replace('_', '-')}"


def games_data(games: Iterable[Game]) -> dict[str, Any]:
    """The same, JSON-safe."""
    return {
        game.id: {
            "title": game.title,
            "seats": list(game.seats),
            "setup": {
                option.name: {
                    "choices": list(option.choices),
                    "default": option.default,
                    "default_by_seats": {str(n): d for n, d in option.default_by_seats.items()},
                    "help": option.help,
                }
                for option in game.setup
            },
            "levels": [
                {
                    "id": level.id,
                    "name": level.name,
                    "words": level.words,
                    "bot": level.bot,
                    "rating": level.rating.value if level.rating else None,
                }
                for level in levels(game.id)
            ],
        }
        for game in games
    }


def tally_table(tally: Tally) -> RenderableType:
    """Win rates with their intervals, and why the games ended."""
    speed = tally.decisions / tally.seconds if tally.seconds else 0.0
    summary = Text(
        f"{tally.game}: {tally.ended} of {tally.games} games ended, {tally.decisions} decisions "
        f"in {tally.seconds:.1f} s ({speed:,.0f} a second), seed {tally.seed}"
    )
    setup = Text(", ".join(f"{name} {value}" for name, value in tally.setup.items()), "dim")
    wins = plain("seat", "bot", "wins", "share", "95 % interval")
    for seat, bot in enumerate(tally.bots):
        count = tally.wins[str(seat)]
        low, high = wilson(count, tally.games)
        share = f"{count / tally.games:.1%}"
        wins.add_row(str(seat), bot, str(count), share, f"{low:.1%} to {high:.1%}")
    reasons = plain("games", "ended because")
    for reason, count in tally.reasons.most_common():
        reasons.add_row(str(count), reason)
    return Group(summary, setup, wins, reasons)


def bench_table(results: Mapping[str, Mapping[str, Any]]) -> RenderableType:
    """A line for each game."""
    table = plain("game", "build", "decisions a second", "copies a second", "games a second")
    for game, result in results.items():
        rates = (result[key] for key in ("decisions_per_s", "copies_per_s", "games_per_s"))
        table.add_row(game, result["build"], *(f"{rate:,.0f}" for rate in rates))
    return table


def pack_lines(pack: LoadedPack) -> RenderableType:
    """What a checked pack is and holds."""
    told = pack.game.pack_report(pack.facts)
    counts = [f"{len(part)} {key}" for key, part in pack.content.items() if isinstance(part, list)]
    grid = Table.grid(padding=(0, 2))
    for name, value in (
        ("pack", f"{pack.name} {pack.version}, {pack.title}"),
        ("game", pack.game.id),
        ("hash", pack.hash),
        *([] if told else [("holds", ", ".join(counts))]),
    ):
        grid.add_row(name, Text(value, overflow="fold"))
    return Group(Text("ok", "bold"), grid, *map(Text, told))
