"""The locked versions: what playing needs is a part of what everything needs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def locked(name: str) -> set[str]:
    """The lines of a lock."""
    return set((ROOT / name).read_text("utf-8").split())


def test_players_get_the_versions_that_are_tested() -> None:
    assert locked("requirements-play.lock") < locked("requirements.lock")


def test_players_get_everything_that_the_package_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = project["project"]["dependencies"] + project["build-system"]["requires"]
    names = {re.split(r"[^\w-]", each)[0].replace("_", "-").lower() for each in wanted}
    have = {line.partition("==")[0] for line in locked("requirements-play.lock")}
    assert names <= {name.replace("_", "-").lower() for name in have}
