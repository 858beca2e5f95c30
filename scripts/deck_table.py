"""The page of The Cursed Earth's default deck: print it, write it, or check it."""

import argparse
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Final, TypedDict

ROOT: Final = Path(__file__).resolve().parent.parent
CARDS: Final = ROOT / "src/adjudge/games/cursed_earth/content/encounters.toml"
PAGE: Final = ROOT / "docs/cursed-earth-deck.md"

MEASURED: Final = ("<!-- measured -->", "<!-- /measured -->")
NOT_MEASURED: Final = "\n<!-- Win rates are written here once they have been measured. -->\n"

COLOURS: Final = {"events": "yellow", "choices": "red", "options": "blue"}

# The Lost Expedition's 56 cards: cards and boxes of each colour, boxes by number of symbols.
MODEL_CARDS: Final = 56
MODEL_CARDS_WITH: Final = {"events": 31, "choices": 39, "options": 11}
MODEL_BOXES: Final = {"events": 31, "choices": 96, "options": 14}
MODEL_SIZES: Final = {
    "events": {1: 13, 2: 8, 3: 8, 4: 2},
    "choices": {1: 36, 2: 42, 3: 16, 4: 2},
    "options": {2: 5, 3: 8, 4: 1},
}
MODEL_ADVANCE_CARDS: Final = 17

# A row of the symbol table: its name, the symbols counted together, and the model's counts in
# yellow, red and blue; None where the model has no such symbol.
ROWS: Final[list[tuple[str, list[str], tuple[int, int, int] | None]]] = [
    ("wound and radiation", ["wound", "radiation"], (9, 32, 3)),
    ("- wound", ["wound"], None),
    ("- radiation", ["radiation"], None),
    ("heal", ["heal"], (0, 4, 4)),
    ("rations", ["rations"], (1, 17, 10)),
    ("eat", ["eat"], (7, 14, 1)),
    ("ammo", ["ammo"], (0, 4, 0)),
    ("violence", ["violence"], (0, 14, 2)),
    ("gain expertise", ["gain-survival", "gain-diplomacy"], (7, 17, 1)),
    ("- gain survival", ["gain-survival"], None),
    ("- gain diplomacy", ["gain-diplomacy"], None),
    ("spend expertise", ["spend-survival", "spend-diplomacy"], (5, 29, 10)),
    ("- spend survival", ["spend-survival"], None),
    ("- spend diplomacy", ["spend-diplomacy"], None),
    ("psi", ["psi"], (6, 9, 1)),
    ("skip", ["skip"], (12, 7, 0)),
    ("swap", ["swap"], (10, 2, 2)),
    ("remove", ["remove"], (4, 0, 1)),
    ("advance", ["advance"], (0, 21, 3)),
    ("enemy advance", ["enemy-advance"], None),
    ("death", ["death"], (0, 6, 0)),
]


class Card(TypedDict, total=False):
    """An encounter card as the content file has it."""

    number: int
    title: str
    flavour: str
    events: list[list[str]]
    choices: list[list[str]]
    options: list[list[str]]


def boxes(card: Card, kind: str) -> list[list[str]]:
    """The card's boxes of one kind, none if it has none."""
    if kind == "events":
        return card.get("events", [])
    if kind == "choices":
        return card.get("choices", [])
    return card.get("options", [])


def scaled(count: int, cards: int) -> int:
    """A count of the model, for a deck of this many cards."""
    return round(count * cards / MODEL_CARDS)


def spread(counts: dict[int, int]) -> str:
    """A small distribution in words: 1: 14, 2: 9."""
    return ", ".join(f"{size}: {counts[size]}" for size in sorted(counts))


def box_table(deck: list[Card]) -> list[str]:
    """Cards, boxes and symbols per box, by colour, beside the target."""
    lines = [
        "| Colour | Cards | Target | Boxes | Target | Boxes a card | Symbols a box | Target |",
        "| --- | ---: | ---: | ---: | ---: | --- | --- | --- |",
    ]
    for kind, colour in COLOURS.items():
        per_card = Counter(len(boxes(card, kind)) for card in deck if boxes(card, kind))
        sizes = Counter(len(box) for card in deck for box in boxes(card, kind))
        target = {size: scaled(count, len(deck)) for size, count in MODEL_SIZES[kind].items()}
        lines.append(
            f"| {colour} | {per_card.total()} | {scaled(MODEL_CARDS_WITH[kind], len(deck))} "
            f"| {sizes.total()} | {scaled(MODEL_BOXES[kind], len(deck))} "
            f"| {spread(per_card)} | {spread(sizes)} | {spread(target)} |"
        )
    return lines


def symbol_table(deck: list[Card]) -> list[str]:
    """How often each symbol is printed in each colour, beside the target."""
    printed = {
        kind: Counter(symbol for card in deck for box in boxes(card, kind) for symbol in box)
        for kind in COLOURS
    }
    lines = [
        "| Symbol | All | Target | Yellow | Target | Red | Target | Blue | Target |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, symbols, model in ROWS:
        found = [sum(printed[kind][symbol] for symbol in symbols) for kind in COLOURS]
        cells: list[tuple[int, int | None]] = [(sum(found), sum(model) if model else None)]
        cells += list(zip(found, model or (None, None, None), strict=True))
        lines.append(
            f"| {name} | "
            + " | ".join(
                f"{count} | {'' if goal is None else scaled(goal, len(deck))}"
                for count, goal in cells
            )
            + " |"
        )
    return lines


def advance_lines(deck: list[Card]) -> list[str]:
    """How many cards can move the Judges, in each quarter of the numbers."""
    able = [
        card["number"]
        for card in deck
        if any("advance" in box for kind in COLOURS for box in boxes(card, kind))
    ]
    quarter = len(deck) // 4
    target = scaled(MODEL_ADVANCE_CARDS, len(deck))
    lines = [
        f"{len(able)} cards can advance your pawn (target {target}).",
        "",
        "| Numbers | Cards | Which |",
        "| --- | ---: | --- |",
    ]
    for first in range(1, len(deck), quarter):
        last = first + quarter - 1
        here = [number for number in able if first <= number <= last]
        lines.append(f"| {first} to {last} | {len(here)} | {', '.join(map(str, here))} |")
    return lines


def in_words(box: list[str]) -> str:
    """A box as a reader would say it."""
    return ", ".join(symbol.replace("-", " ") for symbol in box)


def card_line(card: Card) -> str:
    """One card: number, title, and its boxes in the order they are resolved."""
    parts = [f"event: {in_words(box)}" for box in boxes(card, "events")]
    if boxes(card, "choices"):
        parts.append("choice: " + " / ".join(in_words(box) for box in boxes(card, "choices")))
    parts += [f"option: {in_words(box)}" for box in boxes(card, "options")]
    return f"{card['number']}. **{card['title']}**: " + "; ".join(parts) + "."


def measured(page: str) -> str:
    """What stands between the two marks of an earlier page, or a placeholder."""
    start, end = MEASURED
    if start not in page or end not in page:
        return NOT_MEASURED
    return page.split(start, 1)[1].split(end, 1)[0]


def new_page(deck: list[Card], earlier: str) -> str:
    """The whole page, keeping the measured section of the earlier one."""
    lines = [
        "# The Cursed Earth: the default deck",
        "",
        "Written by `python scripts/deck_table.py --write`. Change the content file, or the text "
        "between the two marks below; nothing else here.",
        "",
        "The targets are the counts of the 56 cards of The Lost Expedition, the game this one grew "
        f"from, scaled to {len(deck)}. They are a starting point, not a rule: an advance costs "
        "more here, because the deck is gone through only once.",
        "",
        "## How hard it is",
        "",
        MEASURED[0] + measured(earlier) + MEASURED[1],
        "",
        "## Boxes",
        "",
        *box_table(deck),
        "",
        "## Symbols",
        "",
        *symbol_table(deck),
        "",
        "## Advancing",
        "",
        *advance_lines(deck),
        "",
        "## The cards",
        "",
        "Every event happens. One choice of those parted by a stroke is taken. "
        "Each option may be left.",
        "",
        *[card_line(card) for card in deck],
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Print the page; with --write, write it; with --check, fail if it is stale."""
    arguments = argparse.ArgumentParser(description=__doc__)
    way = arguments.add_mutually_exclusive_group()
    way.add_argument("--write", action="store_true", help="write the page")
    way.add_argument("--check", action="store_true", help="exit with 1 if the page is stale")
    chosen = arguments.parse_args()
    deck: list[Card] = tomllib.loads(CARDS.read_text(encoding="utf-8"))["encounter"]
    earlier = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    page = new_page(deck, earlier)
    if chosen.write:
        PAGE.write_text(page, encoding="utf-8")
    elif chosen.check:
        if page != earlier:
            print(f"{PAGE.relative_to(ROOT)} is stale: run scripts/deck_table.py --write")
            return 1
    else:
        print(page, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
