"""Plans: which games are to be played, by whom, on which seeds. Read from TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from pathlib import Path
from typing import Annotated, Any

import msgspec

from adjudge.bots import find_bot, parse_budget
from adjudge.games import GAMES
from adjudge.kernel.game import Game, Invalid
from adjudge.kernel.notation import seal
from adjudge.kernel.reading import typed
from adjudge.match import MOST_SEED
from adjudge.packs import LoadedPack, default_pack, load_pack

DEFAULT = "default"
MOST_GAMES = 1_000_000

Name = Annotated[str, msgspec.Meta(pattern=r"\S")]
Value = str | int


class Setup(msgspec.Struct, forbid_unknown_fields=True):
    """A named set-up. An option with several values stands for every combination of them."""

    name: Name
    bots: Annotated[list[str], msgspec.Meta(min_length=1)]
    games: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)]
    seats: int | None = None
    options: dict[str, Value | list[Value]] = {}
    seed: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEED)] = 1
    paired: bool = False


class PlanFile(msgspec.Struct, forbid_unknown_fields=True):
    """What a plan's file holds."""

    name: Name
    game: str
    setup: Annotated[list[Setup], msgspec.Meta(min_length=1)]
    pack: str = DEFAULT


@dataclass(frozen=True)
class Case:
    """One game that is to be played."""

    number: int
    setup: str
    deal: int  # games with the same deal have the same seed, set-up and players, in other seats
    order: int  # which order of seats
    seed: int
    options: Mapping[str, str]
    bots: tuple[str, ...]
    parties: tuple[str, ...]  # what each seat plays


@dataclass(frozen=True)
class Plan:
    """A checked plan with its pack: everything that decides how its games end."""

    name: str
    game: Game
    pack: LoadedPack
    setups: tuple[Setup, ...]
    cases: tuple[Case, ...]

    @property
    def digest(self) -> str:
        """The same for plans with the same games."""
        told = msgspec.to_builtins(self.setups)
        return seal({"game": self.game.id, "pack": self.pack.hash, "setups": told})

    @property
    def timed(self) -> bool:
        """Whether a bot thinks by the clock, so that its games cannot be repeated."""
        budgets = [bot.partition(":")[2] for case in self.cases for bot in case.bots]
        return any(parse_budget(text).seconds is not None for text in set(budgets) if text)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process gets the id of the game, and the pack as its content."""
        return unpacked, (self.name, self.game.id, self.pack, self.setups, self.cases)


def unpacked(
    name: str, game: str, pack: LoadedPack, setups: tuple[Setup, ...], cases: tuple[Case, ...]
) -> Plan:
    """The plan again, on the other side."""
    return Plan(name, GAMES[game], pack, setups, cases)


def read_plan(file: Path | str, pack: LoadedPack | None = None) -> Plan:
    """The plan of a file, with its own pack or another; Invalid names the file, path and value."""
    path = Path(file)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        wanted = typed(data, PlanFile)
        if wanted.game not in GAMES:
            raise Invalid(f"game: {wanted.game!r} is not one of {', '.join(GAMES)}")
        found = pack or pack_of(GAMES[wanted.game], wanted.pack, path.parent)
        if found.game.id != wanted.game:
            raise Invalid(f"pack: {found.name!r} is a pack of {found.game.id}, not {wanted.game}")
        cases = tuple(all_cases(found.game, wanted.setup))
    except (ValueError, RecursionError) as problem:
        raise Invalid(f"{path}: {problem}") from None
    return Plan(wanted.name, found.game, found, tuple(wanted.setup), cases)


def pack_of(game: Game, name: str, beside: Path) -> LoadedPack:
    """The default pack, or that of a folder, which is named as seen from the plan."""
    return default_pack(game) if name == DEFAULT else load_pack(beside / name)


def with_pack(plan: Plan, pack: LoadedPack) -> Plan:
    """The same games with other content."""
    return replace(plan, pack=pack)


def all_cases(game: Game, setups: Sequence[Setup]) -> Iterator[Case]:
    """Every game of every set-up, in order; the orders of a deal follow each other."""
    number = deal = 0
    for i, setup in enumerate(setups):
        if setup.name in [other.name for other in setups[:i]]:
            raise Invalid(f"setup[{i}].name: {setup.name!r} is given twice")
        for block, (options, bots) in enumerate(tables(game, setup, f"setup[{i}]")):
            first = setup.seed + block * setup.games
            if first + setup.games - 1 > MOST_SEED:
                raise Invalid(f"setup[{i}].seed: {setup.seed} leaves too few for all its games")
            seatings = orders(game, options, bots) if setup.paired else [(options, bots)]
            for seed in range(first, first + setup.games):
                for order, (seated, players) in enumerate(seatings):
                    parties = tuple(game.parties(len(players), seated))
                    yield Case(number, setup.name, deal, order, seed, seated, players, parties)
                    number += 1
                deal += 1


Table = tuple[dict[str, str], tuple[str, ...]]  # the options of a game, and a bot for each seat


def tables(game: Game, setup: Setup, path: str) -> list[Table]:
    """Every combination of the options that the game allows; Invalid if there is none.

    In paired games another order of the seats is no other combination.
    """
    seats = seats_of(game, setup, path)
    bots = bots_of(setup, seats, path)
    values = [v if isinstance(v, list) else [v] for v in setup.options.values()]
    found: list[Table] = []
    refused: Invalid | None = None
    for combination in product(*values):
        given = dict(zip(setup.options, map(str, combination), strict=True))
        try:
            table = game.choose_setup(seats, given), bots
        except Invalid as problem:
            refused = Invalid(f"{path}.options.{problem}")
            if all(len(several) == 1 for several in values):
                raise refused from None
            continue
        known = orders(game, *table) if setup.paired else [table]
        if not any(other in found for other in known):
            found.append(table)
    if not found:
        raise refused or Invalid(f"{path}.options: {setup.options!r} leaves nothing to play")
    return found


def seats_of(game: Game, setup: Setup, path: str) -> int:
    """How many play: as said, or as many as there are bots, or the fewest that can."""
    plain = {k: str(v) for k, v in setup.options.items() if not isinstance(v, list)}
    try:
        if setup.seats is not None:
            game.fewest_seats({}, [setup.seats])
            return setup.seats
        fitting = [len(setup.bots)] if len(setup.bots) > 1 else None
        return game.fewest_seats(plain, fitting)
    except Invalid as problem:
        where = "" if str(problem).startswith("seats") else "options."
        raise Invalid(f"{path}.{where}{problem}") from None


def bots_of(setup: Setup, seats: int, path: str) -> tuple[str, ...]:
    """One for all seats, or one for each."""
    if len(setup.bots) not in (1, seats):
        raise Invalid(f"{path}.bots: {setup.bots!r} are neither one nor {seats}, one for each seat")
    for i, bot in enumerate(setup.bots):
        try:
            find_bot(bot)
        except Invalid as problem:
            raise Invalid(f"{path}.bots[{i}]: {problem}") from None
    return tuple(setup.bots * seats if len(setup.bots) == 1 else setup.bots)


def orders(game: Game, options: Mapping[str, str], bots: Sequence[str]) -> list[Table]:
    """The same players in every order of seats, as far as they make another game."""
    found: list[Table] = []
    for order in permutations(range(len(bots))):
        seated = game.reseated(options, order), tuple(bots[seat] for seat in order)
        if seated not in found:
            found.append(seated)
    return found
