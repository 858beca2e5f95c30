"""Servers that bench/table.py starts, what the kernel says they use, and their own figures."""

from __future__ import annotations

import asyncio
import math
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx
import psycopg

from adjudge.table.client import wait_for_server

BOARDGAME = Path(__file__).resolve().parent / "boardgame"
FLAGS = ("--rate", "1000000", "--arrivals", "1000000", "--bots", "0", "--log-level", "warning")
TICKS = os.sysconf("SC_CLK_TCK")
STOP_SECONDS = 60
KB = 1024


class Server:
    """`adjudge serve` on a free port; started again, it has the same port and database."""

    def __init__(self, folder: Path, database: str | None) -> None:
        self.folder = folder
        self.database = database or str(folder / "table.db")
        self.keys = folder / "keys"
        self.port = 0
        self.counting = free_port()  # where it shows its figures
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Of the process."""
        assert self.process is not None
        return self.process.pid

    def __enter__(self) -> Server:
        """Running, and healthy."""
        command = [sys.executable, "-m", "adjudge", "serve", "--port", str(self.port)]
        command += ["--database", self.database, "--keys", str(self.keys), *FLAGS]
        command += ["--metrics", f"127.0.0.1:{self.counting}"]
        with (self.folder / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        assert self.process.stdout is not None
        said = self.process.stdout.readline().decode()
        if not said.startswith("Adjudge serves at "):
            raise RuntimeError((self.folder / "log.txt").read_text("utf-8"))
        self.port = int(said.rpartition(":")[2])
        asyncio.run(wait_for_server(self.url))
        return self

    def __exit__(self, *problem: object) -> None:
        """Stopped as an operator does it."""
        assert self.process is not None
        stop(self.process)

    def bytes_on_disk(self) -> int:
        """Of the database."""
        if "://" not in self.database:
            return sum(file.stat().st_size for file in self.folder.glob("table.db*"))
        with psycopg.connect(self.database.replace("+psycopg", "")) as connection:
            row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        assert row is not None
        return int(row[0])


class BoardgameServer:
    """boardgame.io's server with its tic-tac-toe."""

    def __init__(self) -> None:
        if not (BOARDGAME / "node_modules").is_dir():
            subprocess.run(["npm", "ci", "--silent"], cwd=BOARDGAME, check=True)

    def __enter__(self) -> BoardgameServer:
        """Running."""
        node = shutil.which("node") or "node"
        self.process = subprocess.Popen(
            [node, "server.cjs", "0"], cwd=BOARDGAME, stdout=subprocess.PIPE
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline().decode()
        if not said.startswith("ready "):
            raise RuntimeError("boardgame.io did not start")
        self.port = int(said.split()[1])
        return self

    def __exit__(self, *problem: object) -> None:
        """Gone."""
        stop(self.process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Asked to stop, and killed if it does not."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    assert process.stdout is not None
    process.stdout.close()


class Usage:
    """What a process has used up to now."""

    def __init__(self, pid: int) -> None:
        self.cpu = cpu_of(Path(f"/proc/{pid}/stat"))
        self.loop_cpu = cpu_of(Path(f"/proc/{pid}/task/{pid}/stat"))
        self.idle = idle_seconds()
        status = Path(f"/proc/{pid}/status").read_text("utf-8")
        self.rss = int(status.partition("VmRSS:")[2].split()[0]) * KB


def cpu_of(stat: Path) -> float:
    """Seconds of CPU of a process or a thread so far."""
    fields = stat.read_text("utf-8").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def idle_seconds() -> float:
    """How long the machine's cores have had nothing to do, added up."""
    fields = Path("/proc/stat").read_text("utf-8").split(maxsplit=6)
    return (int(fields[4]) + int(fields[5])) / TICKS


def free_port() -> int:
    """One that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as there:
        return int(there.getsockname()[1])


def scrape(server: Server) -> dict[str, float]:
    """The server's own figures, by name and labels."""
    url = f"http://127.0.0.1:{server.counting}/metrics"
    lines = httpx.get(url, timeout=30).text.splitlines()
    pairs = [line.rpartition(" ") for line in lines if line and not line.startswith("#")]
    return {name: float(value) for name, _, value in pairs}


class Spread:
    """A histogram of the server between two looks at it."""

    def __init__(self, name: str, before: dict[str, float], after: dict[str, float]) -> None:
        self.count = after[f"{name}_count"] - before[f"{name}_count"]
        self.total = after[f"{name}_sum"] - before[f"{name}_sum"]
        prefix = f'{name}_bucket{{le="'
        bounds = [key for key in after if key.startswith(prefix)]
        self.buckets = {
            float(key[len(prefix) : -2]): after[key] - before.get(key, 0.0) for key in bounds
        }

    @property
    def mean(self) -> float:
        """The mean, or 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    def bound(self, part: float) -> float | None:
        """What at least so large a part is below; None if that is beyond the buckets."""
        reached = [le for le, count in self.buckets.items() if count >= part * self.count]
        return None if not reached or math.isinf(min(reached)) else min(reached)


def percentile(values: Sequence[float], part: float) -> float | None:
    """A percentile, or None of nothing."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else None
