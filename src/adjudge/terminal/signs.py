"""The Cursed Earth's symbols in a terminal: a sign, a colour, and a meaning for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from adjudge.games.cursed_earth.schema import Encounter

GAIN, PAY, DEPENDS = "#74d9a3", "#ff8373", "#7fd4ec"
MUST = "#241a00 on #f2c230"
ONE_OF = "#ffffff on #c93a2b"
MAY = "#ffffff on #2563b0"


@dataclass(frozen=True)
class Sign:
    """How a symbol looks, whether it helps, and what it does."""

    glyph: str
    style: str
    meaning: str


SIGNS: dict[str, Sign] = {
    "heal": Sign("+♥", GAIN, "one health for a character, five at most"),
    "wound": Sign("-♥", PAY, "a character loses one health"),
    "radiation": Sign("+☢", PAY, "a character takes one radiation"),
    "rations": Sign("+♨", GAIN, "one ration"),
    "eat": Sign("-♨", PAY, "one ration is eaten; without one, radiation"),
    "ammo": Sign("+▮", GAIN, "one ammunition"),
    "violence": Sign("✶", PAY, "one ammunition, two health of one, or a death"),
    "gain-survival": Sign("+▲", GAIN, "keep the card for survival"),
    "spend-survival": Sign(
        "-▲", PAY, "a kept card, one health of the specialist, or two of another"
    ),
    "gain-diplomacy": Sign("+☺", GAIN, "keep the card for diplomacy"),
    "spend-diplomacy": Sign("-☺", PAY, "the same, with diplomacy"),
    "psi": Sign("◉", DEPENDS, "a card joins unseen, or one health for the psi action"),
    "skip": Sign("↷", DEPENDS, "the next card is discarded"),
    "swap": Sign("⇄", DEPENDS, "you may swap two later cards"),
    "remove": Sign("⊗", DEPENDS, "the last card is discarded"),
    "advance": Sign("»", GAIN, "your pawn moves on"),
    "enemy-advance": Sign("▷", PAY, "the other pawn moves on"),
    "death": Sign("☠", PAY, "one of yours dies"),
}


def sign(symbol: str) -> Text:
    """One symbol."""
    return Text(SIGNS[symbol].glyph, SIGNS[symbol].style)


def signs(symbols: Iterable[str]) -> Text:
    """Symbols in their order."""
    return Text(" ").join(map(sign, symbols))


def chip(words: str, style: str) -> Text:
    """A label of a box, in the box's colour."""
    return Text(f" {words} ", style)


def labelled_boxes(card: Encounter) -> Iterator[tuple[Text, Text]]:
    """Every box of a card, for one below the other: its label (must, one of, may), its symbols."""
    for symbols in card.events:
        yield chip("must ", MUST), signs(symbols)
    for i, symbols in enumerate(card.choices):
        yield (
            chip(f"{('one', ' of')[i] if i < 2 else '   '} {letter(card.choices, i)}", ONE_OF),
            signs(symbols),
        )
    for i, symbols in enumerate(card.options):
        yield chip(f"may {letter(card.options, i)}", MAY), signs(symbols)


def boxes_in_a_line(card: Encounter) -> Iterator[Text]:
    """Every box of a card, for one beside the other."""
    for symbols in card.events:
        yield Text.assemble(chip("must", MUST), " ", signs(symbols))
    for words, style, boxes in (("one of", ONE_OF, card.choices), ("may", MAY, card.options)):
        for i, symbols in enumerate(boxes):
            label = f"{words if i == 0 else ''} {letter(boxes, i)}".strip()
            yield Text.assemble(chip(label, style), " ", signs(symbols))


def letter(boxes: Sequence[object], i: int) -> str:
    """The letter of a box in the notation; one alone needs none."""
    return "abcdefgh"[i] if len(boxes) > 1 else " "


def short_legend() -> RenderableType:
    """Signs and names."""
    names = [Text.assemble(sign(name), f" {name.replace('-', ' ')}") for name in SIGNS]
    return Columns(names, padding=(0, 2), column_first=True)


def full_legend() -> RenderableType:
    """Signs, names, meanings, and how cards, hearts and the track are drawn."""
    grid = Table.grid(padding=(0, 2))
    for name, meant in SIGNS.items():
        grid.add_row(sign(name), name.replace("-", " "), meant.meaning)
    grid.add_row("", "", "")
    grid.add_row(chip("must", MUST), "event", "every yellow box happens")
    grid.add_row(chip("one", ONE_OF), "choice", "you pick one red box")
    grid.add_row(chip("may", MAY), "option", "each blue box only if you like")
    grid.add_row(Text("♥♡", PAY), "health", "held and lost, of five")
    grid.add_row(Text("☢·", "yellow"), "radiation", "more of it than health is death")
    grid.add_row("J P", "pawns", "the Judges and the perps")
    grid.add_row("■ ░ ?", "places", "face up, face down, Max Normal may be here")
    return grid
