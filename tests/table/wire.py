"""Bytes as they go over a connection: for requests that no library would send."""

from __future__ import annotations

import socket
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.table.servers import Server

SECONDS = 20.0  # after which nothing will come any more
ELSEWHERE = "127.0.0.2"  # no proxy's address, as 127.0.0.1 is


class Wire:
    """A connection to a server, from some address of this machine."""

    def __init__(self, server: Server, source: str = "127.0.0.1") -> None:
        self.server = server
        self.socket = socket.create_connection(
            ("127.0.0.1", server.port), SECONDS, source_address=(source, 0)
        )

    def __enter__(self) -> Self:
        """Open."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closed."""
        self.socket.close()

    def say(self, *parts: bytes) -> Self:
        """As it is."""
        self.socket.sendall(b"".join(parts))
        return self

    def head(self, request: str, *headers: str) -> Self:
        """The head of a request to this server, but for what ends it."""
        lines = [f"{request} HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}", *headers]
        return self.say("\r\n".join(lines).encode())

    def asks(self, request: str, *headers: str) -> Self:
        """A whole head."""
        return self.head(request, *headers).say(b"\r\n\r\n")

    def hears(self) -> str:
        """What comes, up to the end of an answer or of the connection."""
        came = b""
        while not whole(came):
            more = self.more()
            if not more:
                break
            came += more
        return came.decode()

    def more(self) -> bytes:
        """Some more; nothing if the connection has ended."""
        try:
            return self.socket.recv(65_536)
        except ConnectionResetError:
            return b""

    def ends(self) -> bool:
        """Whether the server closes the connection, whatever it says before."""
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            try:
                if not self.more():
                    return True
            except TimeoutError:
                return False
        return False


def whole(came: bytes) -> bool:
    """Whether an answer is there with all of its body."""
    head, end, body = came.partition(b"\r\n\r\n")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return bool(end and lengths) and len(body) >= int(lengths[0].partition(b":")[2])


def status(answer: str) -> int:
    """Of an answer; 0 if there is none."""
    return int(answer.split()[1]) if answer else 0


def most_memory(server: Server) -> int:
    """The most bytes that a server has had at any time."""
    assert server.process is not None
    lines = Path(f"/proc/{server.process.pid}/status").read_text("ascii").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
