"""The rule browser: sections, rules in full, rulings."""

from __future__ import annotations

from collections import Counter

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from adjudge.ledgers import Ledger, Rule
from adjudge.terminal.screen import FAINT, RULE


def sections(book: Ledger) -> RenderableType:
    """Every section with the number of its rules, in the book's order."""
    counts = Counter(rule.section for rule in book.rules.values())
    first = {rule.section: rule.id for rule in reversed(book.rules.values())}
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right")
    for section, count in counts.items():
        grid.add_row(str(count), section, Text(f"from {first[section]}", FAINT))
    return Group(Text(f"{book.title}: {len(book.rules)} rules and rulings", "bold"), grid)


def rule_lines(rule: Rule) -> RenderableType:
    """A rule: id, section, modes, what a ruling settles, and the text."""
    head = Text.assemble((rule.id, f"bold {RULE}"), (f"  {rule.section}", FAINT))
    if rule.modes:
        head.append(f"  {', '.join(rule.modes)} only", FAINT)
    if rule.advice:
        head.append("  advice", "italic")
    if rule.about:
        head.append(f"  about {', '.join(rule.about)}", FAINT)
    words = [Text(rule.question, "italic")] if rule.question else []
    return Group(head, *(indented(text) for text in [*words, Text(rule.text)]))


def indented(text: Text) -> RenderableType:
    """Below its head."""
    return Padding(text, (0, 0, 0, 2), expand=False)
