"""Every rule of the ledger is cited by the code and proved by a test, and every id named exists.

    python scripts/ledger_check.py        prints the count per game; exits 1 if a rule is missing

A rule is cited by the docstring of a function or class of the game; it is proved by a test marked
@pytest.mark.proves(id). Advice is only shown in the rule browser and needs neither.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAMES = {  # ledger and package of the games in scope
    "cursed-earth": "cursed_earth",
    "helter-skelter": "helter_skelter",
}
ID = re.compile(r"\b[A-Z]{2}-[A-Z]+-\d+\b")


@dataclass(frozen=True)
class Report:
    """What the ledger of one game asks for, and what there is."""

    game: str
    rules: frozenset[str]
    rulings: frozenset[str]
    advice: frozenset[str]
    cited: frozenset[str]
    proved: frozenset[str]
    named: frozenset[str]  # every id anywhere in the code, docs and tests of the game

    @property
    def wanted(self) -> frozenset[str]:
        """What must be cited and proved."""
        return self.rules | self.rulings

    @property
    def problems(self) -> list[str]:
        """One line for each rule without code or test, and each id that does not exist."""
        known = self.wanted | self.advice
        found = [f"{id}: cited by no docstring" for id in sorted(self.wanted - self.cited)]
        found += [f"{id}: proved by no test" for id in sorted(self.wanted - self.proved)]
        return found + [f"{id}: not in the ledger" for id in sorted(self.named - known)]

    def __str__(self) -> str:
        rules, rulings, done = self.rules, self.rulings, self.cited & self.proved
        return (
            f"{self.game}: {len(rules & done)} of {len(rules)} engine rules and "
            f"{len(rulings & done)} of {len(rulings)} rulings cited and proved; "
            f"{len(self.advice)} pieces of advice"
        )


def check(game: str, package: str) -> Report:
    """The report of one game."""
    data = tomllib.loads((ROOT / "ledger" / f"{game}.toml").read_text(encoding="utf-8"))
    advice = frozenset(row["id"] for row in data["rule"] if row.get("kind") == "advice")
    rules = frozenset(row["id"] for row in data["rule"]) - advice
    rulings = frozenset(row["id"] for row in data["ruling"])
    prefix = next(iter(rules)).split("-")[0]
    sources = sorted((ROOT / "src" / "adjudge" / "games" / package).rglob("*.py"))
    tests = sorted((ROOT / "tests").rglob("*.py"))
    cited = {id for file in sources for text in docstrings(file) for id in ID.findall(text)}
    proved = {id for file in tests for id in proofs(file)}
    everywhere = [*(ROOT / "src").rglob("*.py"), *tests, *(ROOT / "docs").glob("*.md")]
    named = {id for file in everywhere for id in ID.findall(file.read_text("utf-8"))}
    named = {id for id in named if id.startswith(f"{prefix}-")}
    return Report(
        game, rules, rulings, advice, frozenset(cited), frozenset(proved), frozenset(named)
    )


def docstrings(file: Path) -> Iterator[str]:
    """The docstrings of all functions and classes of a file."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield ast.get_docstring(node) or ""


def proofs(file: Path) -> Iterator[str]:
    """The ids that the tests of a file say they prove; without an assertion they prove nothing."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and asserts_something(node):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.proves":
                    yield from [ast.literal_eval(argument) for argument in mark.args]


def asserts_something(test: ast.FunctionDef) -> bool:
    """Whether the test can fail by its own words."""
    for node in ast.walk(test):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("raises", "expect")):
            return True
    return False


def main() -> int:
    """Print the counts and what is missing."""
    reports = [check(game, package) for game, package in GAMES.items()]
    for report in reports:
        print(report)
        for problem in report.problems:
            print(f"  {problem}")
    return 1 if any(report.problems for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
