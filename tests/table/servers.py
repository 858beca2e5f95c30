"""Real servers for tests: a process on a free port, stopped or killed at will."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from adjudge.table.client import wait_for_server

FAST = ("--rate", "100000", "--arrivals", "100000", "--tables", "10000", "--log-level", "warning")


class Server:
    """`adjudge serve` on a database; started again, it has the same port."""

    def __init__(
        self,
        folder: Path,
        database: str | None = None,
        flags: Sequence[str] = FAST,
        files: str = "",
    ) -> None:
        self.folder = folder
        self.database = database or str(folder / "table.db")
        self.keys = str(folder / "keys")
        self.flags = list(flags)
        self.files = files  # what `ulimit` is told about open files
        self.port = 0
        self.path = ""
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}{self.path}"

    def start(self) -> Server:
        """Running, and healthy."""
        command = [sys.executable, "-m", "adjudge", "serve", "--port", str(self.port)]
        command += ["--database", self.database, "--keys", self.keys, *self.flags]
        if self.files:
            command = ["sh", "-c", f'ulimit {self.files}; exec "$@"', "sh", *command]
        with (self.folder / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        assert self.process.stdout is not None
        said = self.process.stdout.readline().decode()
        assert said.startswith("Adjudge serves at "), self.log()
        place = urlsplit(said.removeprefix("Adjudge serves at ").strip())
        self.port, self.path = place.port or 0, place.path
        asyncio.run(wait_for_server(self.url))
        return self

    def log(self) -> str:
        """What it has said on standard error."""
        return (self.folder / "log.txt").read_text("utf-8")

    def kill(self) -> None:
        """As if the power had failed."""
        self.end(signal.SIGKILL)

    def stop(self) -> int:
        """As an operator does; the exit code."""
        return self.end(signal.SIGTERM)

    def end(self, how: signal.Signals) -> int:
        """Gone when this returns."""
        assert self.process is not None
        os.kill(self.process.pid, how)
        code = self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code

    def __enter__(self) -> Server:
        """Running."""
        return self.start()

    def __exit__(self, *problem: object) -> None:
        """Gone."""
        if self.process is not None:
            self.kill()
