"""Which build this is. With ADJUDGE_PURE=1 the source runs even where it is compiled."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

ENGINE = ("adjudge.kernel.", "adjudge.games.")
VERSION = version("adjudge")


class SourceFinder:
    """Finds engine modules as source, past their compiled form."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The .py of an engine module; nothing for any other."""
        if not name.startswith(ENGINE) or path is None:
            return None
        source = Path(next(iter(path))) / (name.rpartition(".")[2] + ".py")
        if not source.is_file():
            return None
        return importlib.util.spec_from_file_location(
            name, source, loader=SourceFileLoader(name, str(source))
        )


if os.environ.get("ADJUDGE_PURE", "") not in ("", "0"):
    sys.meta_path.insert(0, SourceFinder)

agenda = importlib.import_module("adjudge.kernel.agenda")
BUILD = "interpreted" if str(agenda.__file__).endswith(".py") else "compiled"


def is_stale() -> bool:
    """Whether, in a checkout, some compiled module is older than its source."""
    package = Path(__file__).parent
    if BUILD == "interpreted" or not (package.parents[1] / "setup.py").is_file():
        return False
    for module in package.rglob("*.so"):
        source = module.with_name(module.name.split(".")[0] + ".py")
        if source.is_file() and source.stat().st_mtime > module.stat().st_mtime:
            return True
    return False
