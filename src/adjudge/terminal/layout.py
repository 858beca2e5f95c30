"""Boxes, lines and columns that drawings are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from adjudge.terminal.screen import FAINT, LAMP

WIDE = 100  # columns from which cards lie side by side
CARD_WIDTH = 18


def titled(title: str) -> RenderableType:
    """A line above a part of the table."""
    return Rule(Text(title, "bold"), align="left", style=FAINT)


def framed(title: str, lines: Sequence[Text], width: int, height: int) -> Panel:
    """Lines in a box as high as its neighbours, unless one is too long for its line."""
    fits = all(line.cell_len <= width - 4 for line in lines)
    return Panel(
        Group(*lines),
        title=Text(title, "bold"),
        title_align="left",
        width=width,
        height=height if fits else None,
        box=box.ROUNDED,
        border_style=FAINT,
    )


def flowing(parts: Sequence[Text], width: int, indent: int) -> list[Text]:
    """Parts after one another; one that does not fit any more begins a new line, indented."""
    lines = [parts[0].copy()]
    for part in parts[1:]:
        if lines[-1].cell_len + 1 + part.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], " ", part)
        else:
            lines.append(Text.assemble(" " * indent, part))
    return lines


def card_box(
    number: str, title: Text, boxes: Iterable[tuple[Text, Text]], now: bool
) -> RenderableType:
    """A card with its boxes; the current one has a heavy frame."""
    grid = Table.grid(padding=(0, 1))
    for label, symbols in boxes:
        grid.add_row(label, symbols)
    return Panel(
        Group(title, grid),
        title=Text(f"▶ {number}" if now else number, LAMP if now else "bold"),
        title_align="left",
        box=box.HEAVY if now else box.ROUNDED,
        border_style=LAMP if now else "",
        padding=0,
    )


def laid_out(cards: Sequence[RenderableType], width: int) -> RenderableType:
    """Cards side by side where there is room, in several lines if need be."""
    if width < WIDE:
        return Group(*cards)
    each = max(CARD_WIDTH, min(24, width // len(cards)))
    across = width // each
    lines = []
    for start in range(0, len(cards), across):
        grid = Table.grid()
        line = cards[start : start + across]
        for card in line:
            grid.add_column(width=each)
        grid.add_row(*line)
        lines.append(grid)
    return Group(*lines)
