"""Laws of the source: what mypyc gets wrong, what goes stale, and which way imports go."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "adjudge"
ENGINE = sorted((SOURCE / "kernel").glob("*.py")) + sorted((SOURCE / "games").glob("*/*.py"))
LAYERS = ("kernel", "games", "ledgers", "packs", "match", "bots", "lab", "table", "terminal", "cli")


@pytest.mark.parametrize("file", ENGINE, ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_constant_is_shifted_left_by_a_variable(file: Path) -> None:
    """Compiled, such a shift is done in 32 bits: shl() does it in 64."""
    compiled = "i64" in file.read_text("utf-8")
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if compiled and isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            constant = isinstance(node.left, ast.Constant) or ast.unparse(node.left).isupper()
            assert not constant or isinstance(node.right, ast.Constant), ast.unparse(node)


@pytest.mark.parametrize("file", ENGINE, ids=lambda file: str(file.relative_to(SOURCE)))
def test_every_function_of_the_engine_says_what_it_does(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
            nested = node.name == "fill"
            assert nested or ast.get_docstring(node), f"{node.name} has no docstring"


@pytest.mark.parametrize(
    "script",
    [
        "direct.py --check",
        "deck_table.py --check",
        "levels_table.py --check",
        "protocol_types.py --check",
    ],
)
def test_nothing_generated_is_stale(script: str) -> None:
    name, *arguments = script.split()
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / name), *arguments], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def layer_of(module: str) -> str:
    """The layer that a module of the package belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


@pytest.mark.parametrize(
    "file", sorted(SOURCE.rglob("*.py")), ids=lambda file: str(file.relative_to(SOURCE))
)
def test_imports_go_one_way(file: Path) -> None:
    """A layer knows nothing of those to its right, and no game knows another."""
    own = file.relative_to(SOURCE).parts[0].removesuffix(".py")
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and own in LAYERS:
            layer = layer_of(node.module) if node.module.startswith("adjudge") else ""
            if layer in LAYERS:
                assert LAYERS.index(layer) <= LAYERS.index(own), node.module
            if (
                own == "games"
                and node.module.startswith("adjudge.games.")
                and file.parent.name != "games"
            ):
                assert node.module.split(".")[2] == file.parent.name, node.module
