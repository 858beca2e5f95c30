"""Faults of the disk or of the database that no waiting mends: told at once, in a few words."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Final

from sqlalchemy.exc import DBAPIError

FULL: Final = "the disk is full"
ONLY_READ: Final = "the database can only be read"
REFUSED: Final = "the disk refuses to be written"
ROOM: Final = 64 * 1024  # bytes: a disk with less is full, whatever the error is called

SQLITE: Final = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: ONLY_READ,
    sqlite3.SQLITE_IOERR: REFUSED,
}
POSTGRESQL: Final = {"53100": FULL, "25006": ONLY_READ}


def fault_of(problem: BaseException, file: str | None) -> str | None:
    """What is wrong with the disk or the database; None if it is something else, or may pass."""
    if not isinstance(problem, DBAPIError):
        return None
    if isinstance(problem.orig, sqlite3.Error):
        code = getattr(problem.orig, "sqlite_errorcode", 0) & 0xFF  # the kind; the rest is detail
        fault = SQLITE.get(code)
        if code == sqlite3.SQLITE_CANTOPEN and is_fixed(file):
            return ONLY_READ
        return FULL if fault == REFUSED and is_full(file) else fault
    return POSTGRESQL.get(str(getattr(problem.orig, "sqlstate", "")))


def is_full(file: str | None) -> bool:
    """Whether there is no room on the disk of a file."""
    if file is None or not hasattr(os, "statvfs"):
        return False
    try:
        disk = os.statvfs(Path(file).parent)
    except OSError:
        return False
    return disk.f_bavail * disk.f_frsize < ROOM


def is_fixed(file: str | None) -> bool:
    """Whether there is a file in a folder where nothing can be made, as SQLite has to."""
    return file is not None and Path(file).exists() and not os.access(Path(file).parent, os.W_OK)
