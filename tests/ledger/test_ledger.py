"""Every rule of the book is there: cited by code, proved by a test; and the check can fail."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "ledger_check.py"
CHECKER: dict[str, Any] = runpy.run_path(str(SCRIPT))


def test_no_rule_is_without_code_or_test_and_no_id_is_invented() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "278 of 278 engine rules and 61 of 61 rulings" in done.stdout


@pytest.mark.parametrize(
    ("source", "proved"),
    [
        ("@pytest.mark.proves('X-1')\ndef test_x():\n    assert rule()\n", ["X-1"]),
        ("@pytest.mark.proves('X-1')\ndef test_x():\n    rule()\n", []),
        ("@pytest.mark.proves('X-1', 'X-2')\ndef test_x():\n    assert 1\n", ["X-1", "X-2"]),
        ("def test_x():\n    assert rule()\n", []),
    ],
)
def test_a_test_without_an_assertion_proves_nothing(
    source: str, proved: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "test_x.py"
    file.write_text(source, "utf-8")
    assert list(CHECKER["proofs"](file)) == proved


def test_what_is_missing_or_invented_is_named() -> None:
    report = CHECKER["Report"](
        "toy",
        frozenset({"TY-A-01", "TY-A-02"}),
        frozenset({"TY-RULING-01"}),
        frozenset({"TY-A-03"}),
        frozenset({"TY-A-01", "TY-RULING-01"}),
        frozenset({"TY-A-01", "TY-A-02"}),
        frozenset({"TY-A-01", "TY-A-09"}),
    )
    assert report.problems == [
        "TY-A-02: cited by no docstring",
        "TY-RULING-01: proved by no test",
        "TY-A-09: not in the ledger",
    ]
