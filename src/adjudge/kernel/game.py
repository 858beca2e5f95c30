"""What a game tells the layers above it, and the three ways to say no."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from adjudge.kernel.accounts import Account
from adjudge.kernel.agenda import Rulebook, State
from adjudge.kernel.rng import Rng


def brief(value: object) -> str:
    """A value from outside in a message: never long, never failing."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 200 else f"{text[:200]}..."


class Refused(Exception):
    """An action that may not be done: why, and by which rules. Nothing has changed."""

    def __init__(self, reason: str, rules: Iterable[str] = ()) -> None:
        self.reason = reason
        self.rules = tuple(rules)
        cited = f" [{', '.join(self.rules)}]" if self.rules else ""
        super().__init__(reason + cited)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refused) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


class Invalid(ValueError):
    """Input from outside (pack, save, set-up, record) that cannot be used: where, what, and why."""


class Broken(Exception):
    """A record that does not replay: at which move, and why."""

    def __init__(self, at: int, why: str) -> None:
        self.at = at
        self.why = why
        super().__init__(f"move {at}: {why}" if at else why)


@dataclass(frozen=True)
class SetupOption:
    """A choice made before the game: its values, and the one taken if nothing is said."""

    name: str
    choices: tuple[str, ...]
    default: str
    help: str
    default_by_seats: Mapping[int, str] = field(default_factory=dict)

    def default_for(self, seats: int) -> str:
        """The value for a game of so many seats."""
        return self.default_by_seats.get(seats, self.default)

    def chosen(self, value: object) -> str:
        """The choice that the value names in full or by an unmistakable beginning."""
        text = value if isinstance(value, str) else brief(value)
        if text in self.choices:
            return text
        begun = [choice for choice in self.choices if text and choice.startswith(text)]
        if len(begun) == 1:
            return begun[0]
        raise Invalid(f"{self.name}: {brief(value)} is not one of {', '.join(self.choices)}")


@dataclass(frozen=True)
class Prompt:
    """What is to be decided, for people, and the rules that ask for it."""

    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Order:
    """A standing order: when a seat need not be asked in a window."""

    name: str
    meaning: str
    lasts: Literal["game", "turn"] = "game"  # or until the next turn begins


@dataclass(frozen=True)
class Window:
    """A question to several seats at once, none of which learns what the others answer."""

    seats: tuple[int, ...]  # those still to answer, in the order of the rules
    silence: str  # the answer of a seat that gives none


class Option:
    """A legal choice for people, logs and bots. Words are made when they are asked for."""

    __slots__ = ("_game", "_state", "index", "packed")

    def __init__(self, game: Game, state: State, index: int) -> None:
        self._game = game
        self._state = state  # what the deciding seat may know
        self.index = index
        self.packed: int = state.options[index]

    @property
    def text(self) -> str:
        """The stable notation: a verb's word and its arguments."""
        return self._game.option_text(self._state, self.packed)

    @property
    def label(self) -> str:
        """For people."""
        return self._game.option_label(self._state, self.packed)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that allow it."""
        return self._game.option_rules(self._state, self.packed)

    @property
    def refs(self) -> tuple[str, ...]:
        """The things on the table that it is about."""
        return self._game.option_refs(self._state, self.packed)

    def __repr__(self) -> str:
        return f"<Option {self.text!r}>"


def arguments(packed: int, n: int) -> list[int]:
    """The first n of the three numbers packed beside a verb or an event."""
    return [packed >> 32 - 16 * i & 0xFFFF for i in range(n)]


def packed_option(verb: int, args: list[int]) -> int:
    """A verb and up to three numbers in one."""
    a, b, c = [*args, 0, 0, 0][:3]
    return verb << 48 | a << 32 | b << 16 | c


class Game(abc.ABC):
    """One game for the layers above: everything that match, bots, lab and table need to know."""

    id: str
    title: str
    seats: tuple[int, int]
    content: Path  # the folder of its default pack
    setup: tuple[SetupOption, ...]
    rolls = True  # whether anything is rolled, so that dice can be scripted
    undo_rule: str  # what is cited when something was revealed
    rulebook: Rulebook
    kind_rules: Mapping[str, str]  # per kind of argument: the rule that says what there is of it
    words: list[list[str]]  # per verb: its word, then what each number means
    maps: tuple[str, ...] = ()  # the boards that it can draw
    draws = False  # whether a game can end without a winner, and so be agreed to
    orders: tuple[Order, ...] = ()  # what a seat may say once for many windows; the first is usual

    def choose_setup(self, seats: int, given: Mapping[str, object]) -> dict[str, str]:
        """Every set-up option with its value; Invalid names the option and what it may be."""
        least, most = self.seats
        if isinstance(seats, bool) or not isinstance(seats, int) or not least <= seats <= most:
            raise Invalid(f"seats: {brief(seats)} is not a number from {least} to {most}")
        names = [option.name for option in self.setup]
        for name in given:
            if name not in names:
                raise Invalid(
                    f"{name}: not a set-up option of {self.id}; those are {', '.join(names)}"
                )
        chosen = {
            option.name: option.chosen(given.get(option.name, option.default_for(seats)))
            for option in self.setup
        }
        self.check_setup(seats, chosen, given)
        return chosen

    def fewest_seats(
        self, given: Mapping[str, object], fitting: Iterable[int] | None = None
    ) -> int:
        """The first number of seats, of all or of those fitting, that these options go with."""
        least, most = self.seats
        problems = []
        for seats in range(least, most + 1) if fitting is None else fitting:
            try:
                self.choose_setup(seats, given)
            except Invalid as problem:
                problems.append(str(problem))
            else:
                return seats
        if not problems:
            raise Invalid(f"seats: {self.id} is for {least} to {most}")
        raise Invalid(next((p for p in problems if not p.startswith("seats:")), problems[0]))

    def number(self, state: State, kind: str, text: str) -> int:
        """The number that the notation names; Refused if there is none."""
        names = self.names(state, kind)
        if text not in names:
            raise Refused(f"There is no {kind} {brief(text)}.", [self.kind_rules[kind]])
        return names[text]

    def option_text(self, state: State, packed: int) -> str:
        """The stable notation of a packed option."""
        words = self.words[packed >> 48]
        args = arguments(packed, len(words) - 1)
        named = [self.name(state, kind, n) for kind, n in zip(words[1:], args, strict=True)]
        return " ".join([words[0], *named])

    def parse(self, state: State, text: str) -> list[tuple[int, list[int]]]:
        """Every reading of the text as a verb and its numbers, offered now or not.

        Refused if the verb is known and something it names does not exist.
        """
        parts = text.split()
        readings = []
        refusal: Refused | None = None
        for verb, words in enumerate(self.words):
            if parts and words[0] == parts[0] and len(words) == len(parts):
                pairs = zip(words[1:], parts[1:], strict=True)
                try:
                    readings.append(
                        (verb, [self.number(state, kind, part) for kind, part in pairs])
                    )
                except Refused as unknown:
                    refusal = unknown
        if refusal is not None and not readings:
            raise refusal
        return readings

    def thing(self, view: State, ref: str) -> tuple[str, str]:
        """The kind of argument that a ref is in a move now, and its name in the notation.

        No kind if no move that could be asked for now is about it; Refused if it does not exist.
        """
        kind, _, name = ref.partition(":")
        if kind not in self.kind_rules:
            raise Refused(f"There is no {brief(ref)} on the table.")
        self.number(view, kind, name)
        return kind, name

    def fixtures(self, view: State) -> dict[str, tuple[str, str]]:
        """By ref, the things on the table that no move names: what they do, and the rule."""
        return {}

    def sides(self, seats: int, setup: Mapping[str, str]) -> list[list[int]]:
        """The seats that win or lose together."""
        return [[seat] for seat in range(seats)]

    def window(self, state: State) -> Window | None:
        """The window that is open, from public facts only."""
        return None

    def turn(self, state: State) -> int:
        """The number of the turn, which everybody knows: some orders last for one."""
        return 0

    def wants_to_be_asked(
        self, order: str, view: Mapping[str, Any], latest: Iterator[Mapping[str, Any]], choices: int
    ) -> bool:
        """Whether a seat under that order wants to decide in a window, from what it may know.

        That is its view, what happened with the last of it first, and how many options it has.
        """
        return True

    def draw_map(self, pack: Any, name: str, space: int | None) -> str:
        """A board as SVG, with what is seen from a space; Invalid if there is no such thing."""
        raise Invalid(f"map: {self.id} has no maps")

    def pack_report(self, pack: Any) -> list[str]:
        """What a pack's author wants to know of it, a line each."""
        return []

    @abc.abstractmethod
    def check_setup(
        self, seats: int, chosen: Mapping[str, str], given: Mapping[str, object]
    ) -> None:
        """Invalid if the options do not go together."""

    @abc.abstractmethod
    def read_pack(self, content: Mapping[str, Any]) -> Any:
        """The printed facts of a pack, as the rules want them; Invalid if they break a rule."""

    @abc.abstractmethod
    def facts(self, state: State) -> Any:
        """The printed facts that it is played with."""

    @abc.abstractmethod
    def new(self, pack: Any, seats: int, setup: Mapping[str, str], rng: Rng, log: Any) -> State:
        """A game set up and run on to its first decision."""

    @abc.abstractmethod
    def view(self, state: State, seat: int | None) -> State:
        """What the seat may know; None is a spectator."""

    @abc.abstractmethod
    def determinize(self, view: State, rng: Rng) -> State:
        """A full state that fits the view."""

    @abc.abstractmethod
    def secrets(self, state: State, seat: int) -> frozenset[str]:
        """What is still hidden from the seat, by name: undo may not shrink it."""

    @abc.abstractmethod
    def write(self, state: State) -> dict[str, Any]:
        """The state, or a view of it, as readable JSON-safe data."""

    @abc.abstractmethod
    def read(self, pack: Any, data: Any, asked: int | None = None) -> State:
        """The state that write() wrote, its question asked again; Invalid names path and value.

        A view has secrets: it is read only if `asked` tells whose decision it is.
        """

    @abc.abstractmethod
    def table_setup(self, state: State) -> Mapping[str, str]:
        """The set-up options that a table itself shows."""

    @abc.abstractmethod
    def name(self, state: State, kind: str, n: int) -> str:
        """A number of that kind in the notation."""

    @abc.abstractmethod
    def names(self, state: State, kind: str) -> Mapping[str, int]:
        """Everything of a kind that the notation can name."""

    @abc.abstractmethod
    def option_label(self, view: State, packed: int) -> str:
        """An option for people."""

    @abc.abstractmethod
    def option_rules(self, view: State, packed: int) -> tuple[str, ...]:
        """The rules that allow an option."""

    @abc.abstractmethod
    def option_refs(self, view: State, packed: int) -> tuple[str, ...]:
        """The things on the table that an option is about."""

    @abc.abstractmethod
    def prompt(self, state: State) -> Prompt:
        """What is being decided, from public facts only."""

    @abc.abstractmethod
    def event(self, state: State, packed: int) -> dict[str, Any]:
        """An event in words, with the things it is about and its rules."""

    @abc.abstractmethod
    def why_not(self, state: State, seat: int, verb: int, args: list[int]) -> str:
        """The id of the rule that forbids it now, or nothing."""

    @abc.abstractmethod
    def refusal(self, state: State, seat: int, verb: int, args: list[int]) -> str:
        """What is in the way, in a sentence with its facts, before the rule's words; or nothing."""

    @abc.abstractmethod
    def shown(self, view: State) -> dict[str, Any]:
        """What follows from a view and people want to see beside it, JSON-safe."""

    @abc.abstractmethod
    def seats_of(self, state: State) -> int:
        """How many play at this table."""

    @abc.abstractmethod
    def gauges(self, view: State) -> dict[tuple[str, str], int]:
        """The numbers that people watch, by the thing's ref and what is counted."""

    @abc.abstractmethod
    def gauge_text(self, view: State, ref: str, what: str, numbers: tuple[int, int, int]) -> str:
        """A change for people: what it was, the least and the most it would be. Nothing: untold."""

    def proposal(self, view: State) -> tuple[int, str] | None:
        """Of several ways to pay, the index of the one proposed, and the rule it is chosen by."""
        return None

    def follows(self, before: State, after: State) -> list[int]:
        """Of the decision after a move, the options that its preview goes on with.

        What is the same whichever of them is taken belongs to the preview. Both are a seat's views.
        """
        return []

    def board(self, pack: Any, name: str) -> dict[str, Any]:
        """A board as data to be drawn, JSON-safe; Invalid if there is no such board."""
        raise Invalid(f"board: {self.id} has no boards")

    @abc.abstractmethod
    def outcome(self, state: State) -> Outcome:
        """How a finished game ended."""

    # For the lab

    shares: Mapping[str, str] = {}  # the numbers of an account that are a share of another

    def account(self, state: State) -> Account:
        """Who keeps account of a game that has just been set up, from its log."""
        return Account(self.seats_of(state))

    def label(self, pack: Any, kind: str, thing: str) -> str:
        """A thing that an account names, for people: what is printed on it."""
        return thing

    def parties(self, seats: int, setup: Mapping[str, str]) -> list[str]:
        """What each seat plays, by name: a team, a role."""
        return [f"seat {seat}" for seat in range(seats)]

    def reseated(self, setup: Mapping[str, str], order: Sequence[int]) -> dict[str, str]:
        """The same set-up for the same players in other seats: `order[seat]` was theirs before."""
        moved = dict(setup)
        for name in setup:
            stem, _, seat = name.rpartition("_")
            if stem and seat.isdigit() and int(seat) < len(order):
                moved[name] = setup[f"{stem}_{order[int(seat)]}"]
        return moved

    def replaced(
        self, content: Mapping[str, Any], card: str, by: str
    ) -> tuple[dict[str, Any], str]:
        """A pack's content with one card in the place of another, and what was done, in words.

        Cards are named as in the uses of an account; Invalid if there is no such card.
        """
        raise Invalid(f"card: {self.id} has no cards that can be replaced")

    def careful(self, view: State) -> int:
        """The index of the option that a plain heuristic takes, from the view alone."""
        return self.rulebook.prefer(view)
