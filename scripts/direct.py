"""Writes each game's direct.py: its tables of sequences and verbs as direct calls.

    python scripts/direct.py --write     after a change to a sequences.py
    python scripts/direct.py --check     exits 1 if a file is stale

Runs on the interpreted source, whose functions still know the types of their parameters.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[1]
GAMES = ("cursed_earth", "helter_skelter")

HEAD = '''"""Generated from sequences.py by scripts/direct.py. Do not edit."""

from __future__ import annotations

from mypy_extensions import i64

'''


def bare_package(name: str) -> None:
    """Make a package importable without its __init__, which needs the file to be written."""
    package = ModuleType(name)
    package.__path__ = [str(ROOT / "src" / Path(*name.split(".")))]
    sys.modules[name] = package


def record_of(function: Callable[..., None]) -> str:
    """The class of record that a step or verb takes."""
    names = list(function.__code__.co_varnames[: function.__code__.co_argcount])
    return str(function.__annotations__[names[1]])


def imports_of(functions: list[Callable[..., None]], package: str) -> str:
    """One import per module, of what is used."""
    wanted: dict[str, set[str]] = {"adjudge.kernel.agenda": {"Procedure", "Rulebook", "State"}}
    wanted[f"{package}.state"] = {"Table"}
    wanted[f"{package}.policy"] = {"careful", "estimate", "worth"}
    for function in functions:
        wanted.setdefault(function.__module__, set()).add(function.__name__)
        wanted.setdefault(f"{package}.procedures", set()).add(record_of(function))
    lines = [
        f"from {module} import {', '.join(sorted(wanted[module]))}" for module in sorted(wanted)
    ]
    return "\n".join(lines) + "\n\n\n"


def steps_of(tables: list[list[Callable[..., None]]]) -> str:
    """The step method."""
    lines = [
        "    def step(self, g: State, p: Procedure, at: i64) -> bool:",
        '        """Do that step; false if none is left."""',
        "        assert isinstance(g, Table)",
        "        kind = p.kind",
        *halved("kind", [steps_of_kind(steps) for steps in tables], 0, "        "),
        "        return True",
    ]
    return "\n".join(lines) + "\n\n"


def steps_of_kind(steps: list[Callable[..., None]]) -> list[str]:
    """The steps of one sequence, in order."""
    lines = [f"assert isinstance(p, {record_of(steps[0])})"]
    for at, step in enumerate(steps):
        lines += [f"{'el' if at else ''}if at == {at}:", f"    {step.__name__}(g, p)"]
    return [*lines, "else:", "    return False"]


def halved(name: str, branches: list[list[str]], first: int, indent: str) -> list[str]:
    """Finds the branch by halves: a long chain of ifs would cost more than the rules."""
    if len(branches) == 1:
        return [indent + line for line in branches[0]]
    middle = len(branches) // 2
    return [
        f"{indent}if {name} < {first + middle}:",
        *halved(name, branches[:middle], first, indent + "    "),
        f"{indent}else:",
        *halved(name, branches[middle:], first + middle, indent + "    "),
    ]


def verbs_of(verbs: list[tuple[Callable[..., None], str]]) -> str:
    """The perform method."""
    lines = [
        "    def perform(self, g: State, p: Procedure, verb: i64, a: i64, b: i64, c: i64) -> None:",
        '        """Do what the option says."""',
        "        assert isinstance(g, Table)",
        *halved("verb", [verb_of(verb, words) for verb, words in verbs], 0, "        "),
    ]
    return "\n".join(lines) + "\n"


def verb_of(verb: Callable[..., None], words: str) -> list[str]:
    """One verb, with as many numbers as its words name."""
    arguments = "".join(f", {name}" for name in "abc"[: len(words.split()) - 1])
    return [f"assert isinstance(p, {record_of(verb)})", f"{verb.__name__}(g, p{arguments})"]


THOUGHTS = '''
    def prefer(self, g: State) -> i64:
        """The heuristic's choice."""
        assert isinstance(g, Table)
        return careful(g)

    def worth(self, g: State, seat: i64) -> i64:
        """What the game makes of an unfinished position."""
        assert isinstance(g, Table)
        return worth(g, seat)

    def estimate(self, g: State, seat: i64) -> i64:
        """What experience makes of it."""
        assert isinstance(g, Table)
        return estimate(g, seat)
'''


def generated(game: str) -> str:
    """The whole file of a game, formatted."""
    package = f"adjudge.games.{game}"
    for name in ("adjudge", "adjudge.games", package):
        bare_package(name)
    os.environ["ADJUDGE_PURE"] = "1"
    importlib.import_module("adjudge.build")
    tables: Any = importlib.import_module(f"{package}.sequences")
    steps, verbs = tables.sequences(), tables.verbs()
    functions = [step for sequence in steps for step in sequence] + [verb for verb, words in verbs]
    source = HEAD + imports_of(functions, package)
    source += 'class Direct(Rulebook):\n    """The summary page, spelt out."""\n\n'
    source += steps_of(steps) + verbs_of(verbs) + THOUGHTS
    ruff = [sys.executable, "-m", "ruff"]
    for command in (["check", "--select", "I", "--fix", "--quiet", "-"], ["format", "-"]):
        stdin = [*ruff, *command, "--stdin-filename", str(path_of(game))]
        source = subprocess.run(
            stdin, input=source, text=True, capture_output=True, check=True, cwd=ROOT
        ).stdout
    return source


def path_of(game: str) -> Path:
    """Where a game's file stands."""
    return ROOT / "src" / "adjudge" / "games" / game / "direct.py"


def main(arguments: list[str]) -> int:
    """Write or check."""
    stale = [
        game
        for game in GAMES
        if not path_of(game).exists() or path_of(game).read_text() != generated(game)
    ]
    if "--write" in arguments:
        for game in stale:
            path_of(game).write_text(generated(game))
        return 0
    for game in stale:
        print(f"{path_of(game).relative_to(ROOT)} is stale: run python scripts/direct.py --write")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
