"""Files that hold what is secret: hands, seeds, keys. Only their owner may read them.

Modes are given as files are made, whatever the umask: there is no moment at which others may look.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO, Final

import structlog

FILE: Final = 0o600
FOLDER: Final = 0o700
OTHERS: Final = 0o077
BESIDE: Final = ("", "-wal", "-shm", "-journal")  # what SQLite keeps beside a database

log = structlog.get_logger("adjudge")


def make_folder(folder: Path) -> None:
    """The folder, and those above it that are missing, for their owner only."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(FOLDER, exist_ok=True)


def make_file(path: Path) -> None:
    """An empty file, unless there is one; what SQLite puts beside a database gets its mode."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE))


def new_file(path: Path) -> BinaryIO:
    """A new file to write, in place of one that may be there."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE), "wb")


def narrow_database(path: Path) -> None:
    """A database's files, for their owner only from now on."""
    for ending in BESIDE:
        narrow(path.with_name(path.name + ending))


def narrow(path: Path) -> None:
    """A file that others may read is made private, or at least that is said."""
    if sys.platform == "win32" or not path.is_file():
        return
    mode = stat.S_IMODE(path.stat().st_mode)
    if not mode & OTHERS:
        return
    try:
        path.chmod(mode & ~OTHERS)
    except OSError as problem:
        why = problem.strerror
        log.warning("others may read a file", file=str(path), mode=f"{mode:04o}", why=why)
    else:
        log.warning("others could read a file", file=str(path), was=f"{mode:04o}", now="private")
