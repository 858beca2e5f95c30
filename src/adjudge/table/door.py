"""HTTP as it comes over a connection: who sends by drops is let go, who frames it oddly is refused.

Uvicorn's protocol, with what it leaves open: a time for the head of a request and one for its
body, a time for a client to take what it is sent, and an end to what is read after the answer.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any, ClassVar, Final, cast

import h11
import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from adjudge.table.protocol import Problem

SHORT_BODY: Final = 64_000
LONGER: Final = 6  # times as long for a larger body, and to take an answer
MOST_UNREAD: Final = 5_000_000  # bytes that may still come after an answer: more than any body
MOST_FRAMES: Final = 1_000  # a minute, that end no message: pings, parts of messages
MINUTE: Final = 60.0
ODD: Final = "This is not HTTP as it should be: one Content-Length, or Transfer-Encoding, not both."
LATE: Final = "The request took too long to come."
LENGTH: Final = re.compile(rb"^content-length[ \t]*:([^\r\n]*)", re.I | re.M)


class Settings(uvicorn.Config):
    """Uvicorn's settings, and how long a client may take."""

    def __init__(self, app: Any, patience: float, **settings: Any) -> None:
        super().__init__(app, **settings)
        self.patience = patience


class Framed(h11.Connection):
    """One reading for everybody: where two could disagree on where a request ends, it is none."""

    def next_event(self) -> Any:
        """As h11 has it; RemoteProtocolError for a request with two lengths."""
        came = self.trailing_data[0] if self.their_state is h11.IDLE else b""
        event = super().next_event()
        if isinstance(event, h11.Request):
            # h11 takes lengths that agree for one, and leaves them out where there are chunks.
            lengths = LENGTH.findall(came[: len(came) - len(self.trailing_data[0])])
            chunks = any(name == b"transfer-encoding" for name, _ in event.headers)
            if len(lengths) + chunks > 1 or any(b"," in length for length in lengths):
                raise h11.RemoteProtocolError("more than one length")
        return event


def answer(status: str, problem: Problem) -> bytes:
    """A whole answer, after which the connection ends."""
    body = msgspec.json.encode(problem)
    head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
    again = "retry-after: 1\r\n" if problem.code == "unavailable" else ""
    return f"{head}{again}connection: close\r\n\r\n".encode() + body


class Door(H11Protocol):
    """A connection until it is closed, or becomes a socket."""

    # Those that have not sent a whole head yet, or not since the last answer; the oldest first.
    waiting: ClassVar[dict[Door, None]] = {}

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        assert isinstance(config, Settings)
        self.patience = config.patience
        self.conn = Framed(h11.SERVER)
        self.awaited: Any = None  # the state of the request that the deadline is for
        self.deadline: asyncio.TimerHandle | None = None
        self.full: asyncio.TimerHandle | None = None  # until the client must have taken something
        self.unread = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The head of a request has to come."""
        super().connection_made(cast(asyncio.Transport, transport))
        self.watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for."""
        self.forget()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some more of a request, or of what nobody will read."""
        if self.conn.our_state is h11.DONE:
            self.unread += len(data)
            if self.unread > MOST_UNREAD:
                self.transport.abort()
                return
        super().data_received(data)
        self.watch()

    def on_response_complete(self) -> None:
        """The next head may take its time again."""
        self.unread = 0
        super().on_response_complete()
        self.watch()

    def watch(self) -> None:
        """One deadline for each part of a request that has to come."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self.forget()
            return
        state = self.conn.their_state
        if state is self.awaited:
            return
        self.forget()
        self.awaited = state
        if state is h11.IDLE:
            Door.waiting[self] = None
            self.deadline = self.loop.call_later(self.patience, self.late)
        elif state is h11.SEND_BODY:
            self.deadline = self.loop.call_later(self.patience * self.longer(), self.late)

    def longer(self) -> int:
        """How many times as long this body may take."""
        length = dict(self.headers).get(b"content-length", b"")
        return 1 if length.isdigit() and int(length) <= SHORT_BODY else LONGER

    def forget(self) -> None:
        """Nothing is waited for any more."""
        Door.waiting.pop(self, None)
        self.awaited = None
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def late(self) -> None:
        """Told so, if it has begun to ask; and gone."""
        begun = self.conn.trailing_data[0] or self.conn.their_state is h11.SEND_BODY
        if begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(answer("408 Request Timeout", Problem("bad-request", LATE)))
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """No request at all."""
        self.transport.write(answer("400 Bad Request", Problem("bad-request", ODD)))
        self.transport.close()

    def pause_writing(self) -> None:
        """The client does not take what it asked for."""
        super().pause_writing()
        if self.full is None:
            self.full = self.loop.call_later(self.patience * LONGER, self.transport.abort)

    def resume_writing(self) -> None:
        """It has taken some."""
        super().resume_writing()
        if self.full is not None:
            self.full.cancel()
            self.full = None


class Talk(WebSocketsSansIOProtocol):
    """A socket. Messages are limited where they are read; here, frames that are none."""

    idle = 0
    since = 0.0

    def handle_cont(self, event: Frame) -> None:
        """One more part of a message."""
        if self.may_come():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answered."""
        if self.may_come():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Heard."""
        if self.may_come():
            super().handle_pong(event)

    def may_come(self) -> bool:
        """Whether there may be one more; a socket that sends nothing else is let go."""
        now = self.loop.time()
        if now - self.since > MINUTE:
            self.since, self.idle = now, 0
        self.idle += 1
        if self.idle > MOST_FRAMES:
            self.transport.abort()
        return self.idle <= MOST_FRAMES
