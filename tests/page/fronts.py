"""A small reverse proxy, as one stands before a server that has a path of a larger site."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Final

MOST_HEAD: Final = 64_000
NOTHING: Final = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Front(ThreadingTCPServer):
    """Passes on what is asked under the path, with the path or without it; nothing else is here."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, port: int, path: str, strips: bool) -> None:
        self.behind = port
        self.path = path.encode()
        self.strips = strips
        self.astray: list[str] = []  # what was asked outside of the path
        super().__init__(("127.0.0.1", 0), Passing)

    @property
    def url(self) -> str:
        """Where people find the server."""
        return f"http://127.0.0.1:{self.server_address[1]}{self.path.decode()}"

    def rewritten(self, head: bytes) -> bytes | None:
        """The head of a request as the server gets it: one a connection, unless it is a socket."""
        first, _, rest = head.partition(b"\r\n")
        method, target, version = first.split(b" ")
        if target != self.path and not target.startswith((self.path + b"/", self.path + b"?")):
            self.astray.append(target.decode())
            return None
        if self.strips:
            target = target.removeprefix(self.path)
            target = target if target.startswith(b"/") else b"/" + target
        lines = rest.split(b"\r\n")
        if not any(line.lower().startswith(b"upgrade:") for line in lines):
            lines = [line for line in lines if not line.lower().startswith(b"connection:")]
            lines.insert(0, b"Connection: close")
        return b"\r\n".join([b" ".join([method, target, version]), *lines])


class Passing(BaseRequestHandler):
    """One connection of a browser's."""

    server: Front

    def handle(self) -> None:
        """Its first request, and whatever is said after it, both ways."""
        asked = self.request
        data = b""
        while b"\r\n\r\n" not in data and len(data) < MOST_HEAD:
            more = asked.recv(4096)
            if not more:
                return
            data += more
        head, _, body = data.partition(b"\r\n\r\n")
        rewritten = self.server.rewritten(head)
        if rewritten is None:
            asked.sendall(NOTHING)
            return
        with socket.create_connection(("127.0.0.1", self.server.behind)) as behind:
            behind.sendall(rewritten + b"\r\n\r\n" + body)
            back = Thread(target=pour, args=(behind, asked), daemon=True)
            back.start()
            pour(asked, behind)
            back.join()


def pour(source: socket.socket, target: socket.socket) -> None:
    """Everything that comes, until one of them is gone."""
    with suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)


@contextmanager
def front(port: int, path: str, strips: bool) -> Iterator[Front]:
    """One that runs."""
    with Front(port, path, strips) as running:
        thread = Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()
