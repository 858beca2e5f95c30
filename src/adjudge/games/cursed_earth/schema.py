"""Content types of a Cursed Earth pack, and what the book demands of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, get_args

import msgspec

from adjudge.games.cursed_earth.state import (
    BOXES,
    CARDS,
    CHOICE,
    EVENT,
    LOCATIONS,
    OPTION,
    Pack,
)
from adjudge.kernel.game import Invalid
from adjudge.kernel.reading import check_distinct, typed

Symbol = Literal[
    "heal",
    "wound",
    "radiation",
    "rations",
    "eat",
    "ammo",
    "violence",
    "gain-survival",
    "spend-survival",
    "gain-diplomacy",
    "spend-diplomacy",
    "psi",
    "skip",
    "swap",
    "remove",
    "advance",
    "enemy-advance",
    "death",
]
SYMBOLS: tuple[str, ...] = get_args(Symbol)
Expertise = Literal["survival", "diplomacy", "psi"]
EXPERTISES: tuple[str, ...] = get_args(Expertise)
Ongoing = Literal["", "slough", "cache", "no-healing", "no-psi-action", "no-ammo", "no-swap"]
ONGOING: tuple[str, ...] = get_args(Ongoing)
RESOURCES = ("rations", "ammo", "health")
AT_LOCATIONS = frozenset(SYMBOLS[:7]) | {"spend-survival", "spend-diplomacy"}
SHOUTS = (1, 13, 25, 36, 44)
MOST_SYMBOLS = 12  # five bits each in one number

Text = Annotated[str, msgspec.Meta(pattern=r"\S")]
Effect = Annotated[list[Symbol], msgspec.Meta(max_length=MOST_SYMBOLS)]
Symbols = Annotated[list[Symbol], msgspec.Meta(min_length=1, max_length=MOST_SYMBOLS)]


class Encounter(msgspec.Struct, forbid_unknown_fields=True):
    """CE-CARD-01, CE-CARD-02, CE-CARD-03, CE-CARD-04: a title, a number, and caption boxes."""

    number: Annotated[int, msgspec.Meta(ge=1, le=CARDS)]
    title: Text
    flavour: str = ""
    events: list[Symbols] = []
    choices: list[Symbols] = []
    options: list[Symbols] = []


class Location(msgspec.Struct, forbid_unknown_fields=True):
    """CE-LOC-13, CE-LOC-14, CE-LOC-15: a name, and perhaps an effect at a moment or ongoing."""

    name: Text
    flavour: str = ""
    reveal: Effect = []
    start: Effect = []
    end: Effect = []
    ongoing: Ongoing = ""
    goal: bool = False


class Character(msgspec.Struct, forbid_unknown_fields=True):
    """CE-OVER-02, CE-OVER-03: a name, a team, one of three areas of expertise."""

    name: Text
    team: Literal["judges", "perps"]
    expertise: Expertise


class Tokens(msgspec.Struct, forbid_unknown_fields=True):
    """CE-PARTS-07, CE-PARTS-08, CE-PARTS-09, CE-PARTS-10: what the box holds."""

    health: Annotated[int, msgspec.Meta(ge=0)]
    radiation: Annotated[int, msgspec.Meta(ge=0)]
    rations: Annotated[int, msgspec.Meta(ge=0)]
    ammo: Annotated[int, msgspec.Meta(ge=0)]


class Content(msgspec.Struct, forbid_unknown_fields=True):
    """A whole pack."""

    encounter: list[Encounter]
    location: list[Location]
    character: list[Character]
    tokens: Tokens


def read_content(data: Mapping[str, Any]) -> Content:
    """The typed content; Invalid names the path and the value."""
    content = typed(data, Content)
    check(content)
    return content


def check(content: Content) -> None:
    """What the book says of its parts."""
    check_encounters(content.encounter)
    check_locations(content.location)
    check_characters(content.character)


def check_encounters(cards: list[Encounter]) -> None:
    """CE-PARTS-03, CE-CARD-02, CE-RULING-52, CE-HHSETUP-02: 60 cards, numbered, five that shout."""
    if len(cards) != CARDS:
        raise Invalid(f"encounter: {len(cards)} cards, not {CARDS} [CE-PARTS-03]")
    for i, card in enumerate(cards):
        if card.number != i + 1:
            raise Invalid(
                f"encounter[{i}].number: {card.number} where {i + 1} is next [CE-CARD-02]"
            )
        if not 1 <= len(boxes(card)) <= BOXES:
            raise Invalid(
                f"encounter[{i}]: {len(boxes(card))} boxes, not 1 to {BOXES} [CE-CARD-03]"
            )
        if ("!" in card.title) != (card.number in SHOUTS):
            raise Invalid(
                f"encounter[{i}].title: {card.title!r}: an exclamation mark belongs to "
                f"{', '.join(map(str, SHOUTS))} alone [CE-HHSETUP-02]"
            )


def boxes(card: Encounter) -> list[tuple[int, list[str]]]:
    """CE-CARD-06: all boxes in the order of resolution, each with its type."""
    typed = ((EVENT, card.events), (CHOICE, card.choices), (OPTION, card.options))
    return [(box_type, list(box)) for box_type, group in typed for box in group]


def check_locations(locations: list[Location]) -> None:
    """CE-PARTS-04: 13 locations, one of them Max Normal's."""
    if len(locations) != LOCATIONS:
        raise Invalid(f"location: {len(locations)} locations, not {LOCATIONS} [CE-PARTS-04]")
    if sum(location.goal for location in locations) != 1:
        raise Invalid("location: exactly one must be the goal [CE-PARTS-04]")
    check_distinct("location", [slug(location.name) for location in locations], "CE-PARTS-04")
    for i, location in enumerate(locations):
        for moment in ("reveal", "start", "end"):
            for symbol in getattr(location, moment):
                if symbol not in AT_LOCATIONS:
                    raise Invalid(
                        f"location[{i}].{moment}: {symbol!r} makes no sense away from a row "
                        "[CE-RULING-60]"
                    )


def check_characters(characters: list[Character]) -> None:
    """CE-PARTS-01, CE-PARTS-02, CE-OVER-03, CE-RULING-01: three a team, one for each expertise."""
    expected = [(team, expertise) for team in ("judges", "perps") for expertise in EXPERTISES]
    if [(c.team, c.expertise) for c in characters] != expected:
        raise Invalid(
            "character: six are needed: survival, diplomacy, psi of the judges, then of the perps "
            "[CE-OVER-03]"
        )
    check_distinct("character", [slug(c.name) for c in characters], "CE-PARTS-01")


def slug(name: str) -> str:
    """A name as one word of the notation."""
    return "-".join(name.lower().split())


def packed(symbols: Iterable[str]) -> int:
    """CE-CARD-14: any of the 18 symbols, five bits each, the first one lowest."""
    return sum((SYMBOLS.index(symbol) + 1) << 5 * i for i, symbol in enumerate(symbols))


def unpacked(symbols: int) -> list[str]:
    """The symbols of a packed box, in order."""
    numbers = [symbols >> 5 * i & 31 for i in range(MOST_SYMBOLS)]
    return [SYMBOLS[n - 1] for n in numbers if n]


def facts_of(content: Content) -> Pack:
    """The numbers that the rules read."""
    facts = Pack()
    facts.printed = content
    facts.shouts = sum(1 << card.number for card in content.encounter if "!" in card.title)
    for card in content.encounter:
        for i, (box_type, symbols) in enumerate(boxes(card)):
            facts.boxes[card.number * BOXES + i] = packed(symbols)
            facts.types[card.number * BOXES + i] = box_type
        facts.n_boxes[card.number] = len(boxes(card))
    for i, location in enumerate(content.location):
        facts.at_reveal[i] = packed(location.reveal)
        facts.at_start[i] = packed(location.start)
        facts.at_end[i] = packed(location.end)
        facts.ongoing[i] = ONGOING.index(location.ongoing)
    facts.goal = next(i for i, location in enumerate(content.location) if location.goal)
    for i, character in enumerate(content.character):
        facts.expertise[i] = EXPERTISES.index(character.expertise)
    return facts
