"""Hands, seeds and keys lie in files: nobody but their owner may read them, at any moment."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from adjudge.table import private
from adjudge.table.backup import back_up, restore
from adjudge.table.private import make_file, make_folder, narrow, new_file
from tests.table.servers import FAST, Server
from tests.table.test_backup import play_some

WIDE = 0o000  # a umask that takes nothing away


def mode(path: Path) -> int:
    """Who may do what with it."""
    return stat.S_IMODE(path.stat().st_mode)


@contextmanager
def umask(mask: int) -> Iterator[None]:
    """As somebody has it; processes that are started have it too."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """Of all files of a server, however deep they lie."""
    return {path.name: mode(path) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("mask", [WIDE, 0o022, 0o077])
def test_a_server_s_files_are_its_owner_s(tmp_path: Path, mask: int) -> None:
    """The database, what lies beside it while it runs, the keys, a backup, what is restored."""
    place = tmp_path / "new" / "deep"
    (tmp_path / "log").mkdir()
    with umask(mask):
        server = Server(tmp_path / "log", str(place / "table.db"), FAST)
        server.keys = str(place / "keys")
        with server:
            asyncio.run(play_some(server.url))
            running = modes(place)
            assert set(running) == {"table.db", "table.db-wal", "table.db-shm", "keys"}
            back_up(server.database, place / "x.backup")
            restore(place / "x.backup", str(place / "other.db"))
            assert {*running.values(), *modes(place).values()} == {0o600}
            assert server.log() == ""
        for folder in (place, place.parent):
            assert mode(folder) == 0o700


def test_files_of_before_are_narrowed_as_the_server_starts(tmp_path: Path) -> None:
    """With a line for each, once."""
    with Server(tmp_path) as server:
        server.stop()
        for name in ("table.db", "keys"):
            (tmp_path / name).chmod(0o644)
        server.start()
        assert {mode(tmp_path / name) for name in ("table.db", "keys", "table.db-wal")} == {0o600}
        log = server.log()
        assert log.count("others could read a file") == log.count("\n") == 2
        server.stop()
        server.start()
        assert server.log() == log


def test_a_file_that_is_neither_keeps_its_mode(tmp_path: Path) -> None:
    """Whatever somebody names by mistake."""
    for name in ("table.db", "keys"):
        (tmp_path / name).write_text("something else\n" * 99)
        (tmp_path / name).chmod(0o644)
        command = [sys.executable, "-m", "adjudge", "serve", "--port", "0"]
        command += ["--database", str(tmp_path / "table.db"), "--keys", str(tmp_path / "keys")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 2
        assert mode(tmp_path / name) == 0o644
        (tmp_path / "table.db").unlink()


class Told:
    """Hears what is logged."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    def warning(self, event: str, file: str, mode: str, why: str) -> None:
        """A line, and its reason."""
        self.said.append((event, why))


def test_a_file_that_cannot_be_narrowed_is_warned_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be another's. The system says so; here it is said in its stead, for root may all."""
    file = tmp_path / "table.db"
    file.touch(0o644)

    def refuse(path: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    monkeypatch.setattr(private, "log", told := Told())
    narrow(file)
    assert told.said == [("others may read a file", "Operation not permitted")]


def test_there_is_no_moment_at_which_others_may_read(tmp_path: Path) -> None:
    """The mode comes with the file; an old backup's mode is not that of the new one."""
    old = tmp_path / "x"
    old.touch(0o644)
    with umask(WIDE), new_file(old) as file:
        assert os.fstat(file.fileno()).st_mode & 0o777 == 0o600
    with umask(WIDE):
        make_folder(tmp_path / "a" / "b")
        make_file(tmp_path / "a" / "b" / "c")
    assert [mode(tmp_path / "a"), mode(tmp_path / "a" / "b")] == [0o700, 0o700]
    assert mode(tmp_path / "a" / "b" / "c") == 0o600
    tmp_path.chmod(0o755)
    make_folder(tmp_path)
    assert mode(tmp_path) == 0o755
