"""The files that an operator takes over, and what is said in them."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"


def tool(name: str) -> str:
    """A program of this environment, such as a linter."""
    return str(Path(sys.executable).parent / name)


def instructions(file: Path) -> list[tuple[str, str]]:
    """Of a container file: each with all its lines, without comments."""
    lines = [line for line in file.read_text("utf-8").splitlines() if not line.startswith("#")]
    whole = re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines()
    found = [line.partition(" ") for line in whole if line.strip()]
    return [(name, words.strip()) for name, _, words in found]


def unit() -> dict[str, list[str]]:
    """Of the systemd unit: every setting with its values."""
    text = (DEPLOY / "adjudge@.service").read_text("utf-8").replace("\\\n", " ")
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        name, given, value = line.partition("=")
        if given and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def command_of_unit() -> list[str]:
    """What the unit starts, on a port, without flags of the operator's."""
    (line,) = unit()["ExecStart"]
    return shlex.split(line.replace("%i", "8001").replace("$ADJUDGE_FLAGS", ""))
