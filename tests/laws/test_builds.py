"""Compiled and interpreted, the same source does the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import adjudge
from tests.laws.positions import TABLES, Table

ROOT = Path(__file__).parents[2]
COMPILED = (ROOT / "src" / "adjudge" / "kernel").glob("agenda.*.so")
needs_both_builds = pytest.mark.skipif(
    not list(COMPILED), reason="no C compiler here: there is only the interpreted build"
)


def run(build: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python on one of the builds."""
    environment = os.environ | {"ADJUDGE_PURE": "1" if build == "interpreted" else "0"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )


def trace(build: str) -> dict[str, Any]:
    """The trace checksums of a build."""
    done = run(build, "-m", "tests.laws.trace", "30")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["build"] == build
    return found


@needs_both_builds
def test_both_builds_leave_the_same_trace() -> None:
    assert trace("compiled")["sums"] == trace("interpreted")["sums"]


@needs_both_builds
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_record_made_on_one_build_verifies_on_the_other(table: Table, tmp_path: Path) -> None:
    match = table.random_match(11, 1000)
    file = tmp_path / "record.json"
    file.write_text(adjudge.record_text(match.record()), encoding="utf-8")
    for build in ("compiled", "interpreted"):
        done = run(build, "-m", "adjudge", "verify", "--json", str(file))
        answer = json.loads(done.stdout)
        assert answer == {"ok": True, "moves": len(match.moves), "digest": match.digest()}
