"""A PostgreSQL server of the tests' own, in a temporary folder, gone when they are."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from glob import glob
from itertools import count
from pathlib import Path
from random import Random
from typing import Final, Literal

import psycopg

PLACES: Final = (  # scripts/need.py looks in the same places
    "/usr/lib/postgresql/*/bin",
    "/usr/libexec/postgresql*",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
)
HOST: Final = "127.0.0.1"
PORTS: Final = range(20_000, 32_000)  # below those that systems give to clients
SUPERUSER: Final = "postgres"
START_SECONDS: Final = 60.0
STOP_SECONDS: Final = 60.0

Mode = Literal["fast", "immediate"]
SIGNALS: Final[dict[Mode, str]] = {"fast": "INT", "immediate": "QUIT"}

# The server's parent: waits for the name of a signal to stop it with. The pipe's end without one
# means that the tests died: then server and folder go at once.
GUARD: Final = """
folder=$1; shift
"$@" &
read -r signal
kill -s "${signal:-QUIT}" $! 2>/dev/null
wait $!
test -n "$signal" || rm -rf "$folder"
"""


def newest_first(folder: str) -> list[int]:
    """A key that sorts folders by the version in their names."""
    return [-int(number) for number in re.findall(r"\d+", folder)]


def programs() -> Path:
    """The folder with `initdb` and `postgres`: on the PATH, else the newest version installed."""
    on_path = os.environ.get("PATH", os.defpath).split(os.pathsep)
    installed = [folder for place in PLACES for folder in sorted(glob(place), key=newest_first)]
    for folder in map(Path, on_path + installed):
        if (folder / "initdb").is_file() and (folder / "postgres").is_file():
            return folder
    raise FileNotFoundError("PostgreSQL is not installed: python scripts/need.py postgresql")


def account() -> pwd.struct_passwd | None:
    """Whom the server runs as, where that is not ourselves: PostgreSQL refuses to be root."""
    if os.geteuid() != 0:
        return None
    accounts = {entry.pw_name: entry for entry in pwd.getpwall()}
    return accounts.get("postgres") or accounts["nobody"]


def free_port() -> int:
    """A port that nobody listens on, and that no client is given while the server is stopped."""
    for port in Random().sample(PORTS, len(PORTS)):
        with suppress(OSError), socket.create_server((HOST, port)):
            return port
    raise OSError("no port is free")


class Cluster:
    """A running server; what is committed survives `stop` and `start`."""

    def __init__(self) -> None:
        self.programs = programs()
        self.account = account()
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="adjudge-postgres-"))
        self.log = self.folder / "log"
        self.guard: subprocess.Popen[bytes] | None = None
        self.numbers = count(1)
        try:
            self._create()
            self.start()
        except BaseException:
            self.close()
            raise

    def url(self, database: str = "postgres") -> str:
        """Where SQLAlchemy finds a database of this cluster."""
        return f"postgresql+psycopg://{SUPERUSER}@{HOST}:{self.port}/{database}"

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        name = f"test_{next(self.numbers)}"
        with self._connect() as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def start(self) -> None:
        """Start the server, on the same port and folder each time, and wait until it answers."""
        assert self.guard is None
        settings = {
            "port": self.port,
            "listen_addresses": HOST,
            "unix_socket_directories": self.folder,
            "max_connections": 60,
            "shared_buffers": "16MB",
        }
        command = [str(self.programs / "postgres"), "-D", str(self.folder / "cluster")]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        self.guard = self._begin("sh", "-c", GUARD, "guard", str(self.folder), *command)
        self._wait_until_ready()

    def stop(self, mode: Mode = "fast") -> None:
        """Stop the server: cleanly, or `immediate`, as if it had crashed."""
        assert self.guard is not None
        self.guard.communicate(f"{SIGNALS[mode]}\n".encode(), timeout=STOP_SECONDS)
        self.guard = None

    def close(self) -> None:
        """Stop the server, if it runs, and remove everything."""
        if self.guard is not None:
            self.stop("immediate")
        shutil.rmtree(self.folder)

    def _create(self) -> None:
        """Make the cluster; what initdb writes need not survive a power cut."""
        if self.account:
            os.chown(self.folder, self.account.pw_uid, self.account.pw_gid)
        flags = ["--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        initdb = str(self.programs / "initdb")
        made = self._begin(initdb, *flags, f"--username={SUPERUSER}", str(self.folder / "cluster"))
        made.communicate()
        if made.returncode != 0:
            raise RuntimeError(f"initdb failed: {self.log.read_text()}")

    def _begin(self, *command: str) -> subprocess.Popen[bytes]:
        """Start a program as the server's user, away from the terminal's signals."""
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"},
                user=self.account.pw_uid if self.account else None,
                group=self.account.pw_gid if self.account else None,
                extra_groups=[] if self.account else None,
                start_new_session=True,
            )

    def _connect(self) -> psycopg.Connection[tuple[object, ...]]:
        """A connection of the superuser, outside any transaction."""
        return psycopg.connect(
            host=HOST,
            port=self.port,
            user=SUPERUSER,
            dbname="postgres",
            autocommit=True,
            connect_timeout=5,
        )

    def _wait_until_ready(self) -> None:
        """Return when the server answers; fail with its log when it does not."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            try:
                self._connect().close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        raise RuntimeError(f"PostgreSQL does not answer: {self.log.read_text()}")
