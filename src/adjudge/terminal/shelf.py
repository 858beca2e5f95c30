"""Unfinished games on disk: written after every move, whole or not at all."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from adjudge.kernel.game import Invalid
from adjudge.match import Match, record_text


def state_folder() -> Path:
    """ADJUDGE_STATE, or adjudge/ in the platform's folder for state."""
    if os.environ.get("ADJUDGE_STATE"):
        return Path(os.environ["ADJUDGE_STATE"])
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "adjudge"


def write_whole(path: Path, text: str) -> None:
    """The file has the old content or the new, never half of it, and survives a power cut."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with draft.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """A renamed file is there after a power cut too."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@dataclass(frozen=True)
class Waiting:
    """A game that was left: its record, who plays, and the pack's folder if it has one."""

    text: str
    who: tuple[str, ...]
    pack: str | None


class Shelf:
    """The unfinished game of one kind, and the finished ones."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder = folder
        self.game = game
        self.record = folder / f"{game}.json"
        self.seats = folder / f"{game}.seats.json"

    @contextmanager
    def mine(self) -> Iterator[None]:
        """Only one terminal plays this game; the claim ends with the process, however it ends."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / f".{self.game}.lock").open("w") as claim:
            if sys.platform != "win32":
                import fcntl

                try:
                    fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise Invalid(f"{self.game} is being played in another terminal") from None
            yield

    def waiting(self) -> Waiting | None:
        """The game that was left, if there is one."""
        if not self.record.is_file():
            return None
        text = self.record.read_bytes().decode("utf-8", "replace")
        try:
            seats = json.loads(self.seats.read_text(encoding="utf-8"))
            return Waiting(text, tuple(map(str, seats["who"])), seats["pack"])
        except (OSError, ValueError, TypeError, KeyError):
            return Waiting(text, (), None)

    def begin(self, who: Sequence[str], pack: str | None) -> None:
        """Who plays the game that will be kept."""
        write_whole(self.seats, json.dumps({"who": list(who), "pack": pack}) + "\n")

    def keep(self, match: Match) -> None:
        """The game so far."""
        write_whole(self.record, record_text(match.record()))

    def set_aside(self) -> Path:
        """The unfinished game gets another name; which one."""
        taken = 1
        while (self.folder / f"{self.game}.{taken}.json").exists():
            taken += 1
        path = self.folder / f"{self.game}.{taken}.json"
        os.replace(self.record, path)
        return path

    def finish(self, match: Match) -> Path:
        """The finished game, among the others; no game is left."""
        record = match.record()
        path = self.folder / "finished" / f"{self.game}-{record['seal'][-12:]}.json"
        path.parent.mkdir(exist_ok=True)
        write_whole(path, record_text(record))
        self.record.unlink(missing_ok=True)
        return path
