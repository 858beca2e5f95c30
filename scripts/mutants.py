"""Breaks rule functions one at a time and looks whether the test suite notices.

    python scripts/mutants.py [--count 50] [--seed 1] [--game cursed_earth] [--jobs 2]

Each mutant is one small change to one function that cites the ledger: a statement left out, a
condition turned round, a comparison or a number changed. It runs interpreted, on a copy.
Exits 1 if fewer than nine in ten are caught; survivors are printed to be looked at.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from random import Random

ROOT = Path(__file__).parents[1]
ID = re.compile(r"\b[A-Z]{2}-[A-Z]+-\d+\b")
NOT_RULES = {
    "policy.py",
    "chances.py",
    "drawing.py",
    "map_check.py",
    "map_schema.py",
    "purse.py",
    "positions.py",
    "refusals.py",
    "direct.py",
    "schema.py",
    "saving.py",
    "describe.py",
    "telling.py",
    "__init__.py",
}
OTHERS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
SECONDS = 300  # a mutant that runs longer than this has broken the game for good


@dataclass(frozen=True)
class Mutant:
    """A file, the function in it, and its text before and after."""

    file: Path
    function: str
    before: str
    after: str

    @property
    def change(self) -> str:
        """The lines that differ."""
        old, new = self.before.splitlines(), self.after.splitlines()
        gone = [f"    - {line.strip()}" for line in old if line not in new]
        come = [f"    + {line.strip()}" for line in new if line not in old]
        return "\n".join(gone + come)


def rule_functions(package: str) -> list[tuple[Path, ast.FunctionDef]]:
    """Every function of the rules that cites the ledger."""
    found = []
    for file in sorted((ROOT / "src" / "adjudge" / "games" / package).glob("*.py")):
        if file.name not in NOT_RULES:
            for node in ast.parse(file.read_text("utf-8")).body:
                if isinstance(node, ast.FunctionDef) and ID.search(ast.get_docstring(node) or ""):
                    found.append((file, node))
    return found


def mutations(function: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
    """All small ways to break a function."""
    for at in range(len(list(ast.walk(function)))):
        broken = copy.deepcopy(function)
        node = list(ast.walk(broken))[at]
        if mutate(node):
            yield broken
    for at in range(1, len(function.body)):
        broken = copy.deepcopy(function)
        if not isinstance(broken.body[at], ast.Return | ast.Assert):
            broken.body[at] = ast.Pass()
            yield broken


def mutate(node: ast.AST) -> bool:
    """Break this node, if it is of a kind that can be broken."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OTHERS:
        node.ops[0] = OTHERS[type(node.ops[0])]()
        return True
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        node.test = ast.UnaryOp(ast.Not(), node.test)
        return True
    if isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += 1
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        return True
    return False


def chosen(package: str, count: int, seed: int) -> list[Mutant]:
    """That many mutants, each of another function where there are enough."""
    chance = Random(seed)
    functions = rule_functions(package)
    chance.shuffle(functions)
    mutants: list[Mutant] = []
    for file, function in functions:
        ways = list(mutations(function))
        if ways and len(mutants) < count:
            broken = chance.choice(ways)
            mutants.append(
                Mutant(
                    file,
                    function.name,
                    ast.unparse(function),
                    ast.unparse(ast.fix_missing_locations(broken)),
                )
            )
    return mutants


def tree(number: int) -> Path:
    """A fresh copy of what the tests need."""
    folder = ROOT / "build" / "mutants" / str(number)
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("src", "tests", "ledger"):
        shutil.copytree(
            ROOT / name,
            folder / name,
            symlinks=True,
            ignore=shutil.ignore_patterns("*.so", "__pycache__"),
        )
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def is_caught(mutant: Mutant, folder: Path, suite: list[str]) -> bool:
    """Whether the suite fails with the mutant in place."""
    file = folder / mutant.file.relative_to(ROOT)
    original = file.read_text("utf-8")
    module = ast.parse(original)
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name == mutant.function:
            replacement = ast.parse(mutant.after).body[0]
            assert isinstance(replacement, ast.FunctionDef)
            node.body = replacement.body
    file.write_text(ast.unparse(ast.fix_missing_locations(module)), "utf-8")
    environment = os.environ | {
        "ADJUDGE_PURE": "1",
        "PYTHONPATH": str(folder / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:xdist", *suite]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        file.write_text(original, "utf-8")
    return done.returncode != 0


def main() -> int:
    """Break, run, count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="cursed_earth")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    game = arguments.game.partition("_")[0]
    suite = [f"tests/{arguments.game}", "tests/laws/test_states.py", "-k", game]
    mutants = chosen(arguments.game, arguments.count, arguments.seed)
    folders: Queue[Path] = Queue()
    for number in range(arguments.jobs):
        folders.put(tree(number))

    def run(mutant: Mutant) -> bool:
        folder = folders.get()
        try:
            return is_caught(mutant, folder, suite)
        finally:
            folders.put(folder)

    survivors = []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for number, (mutant, caught) in enumerate(
            zip(mutants, pool.map(run, mutants), strict=True), start=1
        ):
            verdict = "caught  " if caught else "SURVIVED"
            print(f"{number:3} {verdict} {mutant.file.stem}.{mutant.function}", flush=True)
            if not caught:
                survivors.append(mutant)
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} caught")
    for mutant in survivors:
        print(f"  {mutant.file.stem}.{mutant.function}\n{mutant.change}")
    return 1 if len(survivors) * 10 > len(mutants) else 0


if __name__ == "__main__":
    sys.exit(main())
