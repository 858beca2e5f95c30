"""The rules as data: every rule and ruling by id, and a search over them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "ledger"


@dataclass(frozen=True)
class Rule:
    """One atomic rule, or a ruling where the book is silent."""

    id: str
    section: str
    text: str
    question: str = ""  # rulings only: what the book leaves open
    advice: bool = False
    modes: tuple[str, ...] = ()
    about: tuple[str, ...] = ()  # rulings only: the rules they settle


@dataclass(frozen=True)
class Ledger:
    """All rules of a game, in the book's order, then the rulings."""

    title: str
    rules: dict[str, Rule]

    def text(self, rule: str) -> str:
        """What a rule says; a ruling with the question that it answers."""
        found = self.rules[rule]
        return f"{found.question} {found.text}".strip()

    def search(self, words: str) -> list[Rule]:
        """The rules with that id, or with all these words in id, section, question or text."""
        if words.upper() in self.rules:
            found = self.rules[words.upper()]
            return [found, *(rule for rule in self.rules.values() if found.id in rule.about)]
        wanted = words.lower().split()
        return [rule for rule in self.rules.values() if all(word in spelt(rule) for word in wanted)]


def spelt(rule: Rule) -> str:
    """Everything that a search looks through."""
    return " ".join((rule.id, rule.section, rule.question, rule.text)).lower()


@cache
def ledger(game: str) -> Ledger:
    """The ledger of a game by its id."""
    data = tomllib.loads((FOLDER / f"{game}.toml").read_text(encoding="utf-8"))
    rules = [rule_of(row) for row in data["rule"]] + [ruling_of(row) for row in data["ruling"]]
    return Ledger(data["title"], {rule.id: rule for rule in rules})


def rule_of(row: dict[str, Any]) -> Rule:
    """A [[rule]]."""
    advice = row.get("kind") == "advice"
    return Rule(row["id"], row["section"], row["text"], "", advice, tuple(row.get("modes", ())))


def ruling_of(row: dict[str, Any]) -> Rule:
    """A [[ruling]]."""
    return Rule(
        row["id"], "Rulings", row["ruling"], row["question"], False, (), tuple(row["rules"])
    )
