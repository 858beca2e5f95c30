"""Builds the engine with mypyc where a C compiler is; elsewhere the same source is installed.

ADJUDGE_PURE=1 leaves the compiler out. Everything else about the project stands in pyproject.toml.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

ROOT = Path(__file__).parent
NOT_COMPILED = {
    "__init__.py",
    "board.py",
    "describe.py",
    "drawing.py",
    "forecast.py",
    "game.py",
    "gauges.py",
    "map_check.py",
    "map_schema.py",
    "notation.py",
    "orders.py",
    "positions.py",
    "reading.py",
    "refusals.py",
    "saving.py",
    "schema.py",
    "sightlines.py",
    "telling.py",
}


def engine() -> list[str]:
    """Kernel and rules: one unit, since calls between units are slow."""
    sources = sorted((ROOT / "src" / "adjudge" / "kernel").glob("*.py"))
    sources += sorted((ROOT / "src" / "adjudge" / "games").glob("*/*.py"))
    return [str(path.relative_to(ROOT)) for path in sources if path.name not in NOT_COMPILED]


def compiler() -> str | None:
    """The C compiler that Python would use, if it is installed."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0])


def extensions() -> list[Extension]:
    """The compiled engine, or nothing. Metadata and source archives need no compiling."""
    if {"egg_info", "dist_info", "sdist"} & set(sys.argv):
        return []
    if os.environ.get("ADJUDGE_PURE", "") not in ("", "0"):
        print("adjudge: ADJUDGE_PURE is set: the engine will run interpreted", file=sys.stderr)
        return []
    if compiler() is None:
        print("adjudge: no C compiler found: the engine will run interpreted", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    os.chdir(ROOT)
    built = mypycify(["--strict", *engine()], opt_level="3", multi_file=False)
    for extension in built:
        extension.optional = True
        if sys.platform != "win32":
            extension.extra_compile_args.append("-fno-semantic-interposition")
    return built


setup(ext_modules=extensions())
