"""Builds the engine with mypyc where a C compiler is; elsewhere the same source is installed.

ADJUDGE_PURE=1 leaves the compiler out. The page is built where npm is, unless it is there and newer
than its source. Everything else about the project stands in pyproject.toml.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "adjudge" / "page" / "index.html"
NOT_COMPILED = {
    "__init__.py",
    "accounts.py",
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
    "uses.py",
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


class BuildWithPage(build_py):
    """The page lies in the package: it has to be there before the package's files are gathered."""

    def run(self) -> None:
        """Build the page, then do the rest."""
        if page_is_old():
            build_page()
        super().run()


def page_is_old() -> bool:
    """Whether the page is missing, or older than something that it is made of."""
    sources = [*WEB.glob("*.*"), *(WEB / "src").rglob("*"), *(WEB / "public").rglob("*")]
    found = [path.stat().st_mtime for path in sources if path.is_file()]
    return bool(found) and not (PAGE.is_file() and PAGE.stat().st_mtime >= max(found))


def build_page() -> None:
    """With npm, if it is there and can; without a page the server still serves its interface."""
    npm = shutil.which("npm")
    if npm is None:
        print("adjudge: npm was not found: installed without the page", file=sys.stderr)
        return
    for command in ("ci", "run build"):
        done = subprocess.run([npm, *command.split()], cwd=WEB, stdout=sys.stderr, check=False)
        if done.returncode:
            print(f"adjudge: npm {command} failed: installed without the page", file=sys.stderr)
            return


setup(ext_modules=extensions(), cmdclass={"build_py": BuildWithPage})
