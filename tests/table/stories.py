"""How stories at a real server are told: people come, play, and wait for what has to happen."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any, ParamSpec, TypeVar

import pytest

from adjudge.table.client import Client, Denial, Live
from adjudge.table.protocol import Accepted, Position, Table
from tests.table.servers import Server

PATIENCE = 90.0  # seconds, after which something hangs
AT_ONCE: dict[str, Any] = {"pace": 0.0, "window": 0.0}  # nobody waits for anybody to see it
DUEL: dict[str, Any] = {"setup": {"mode": "head-to-head"}, "seed": 8}  # seat 0 begins

P = ParamSpec("P")
T = TypeVar("T")


def story(tell: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that is told as a coroutine; it fails if it never ends."""

    @functools.wraps(tell)
    def told(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(tell(*args, **kwargs), PATIENCE))

    return told


@asynccontextmanager
async def people(server: Server, number: int) -> AsyncIterator[list[Client]]:
    """So many guests, who have never been there."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Client(server.url)) for _ in range(number)]


@contextmanager
def denied(code: str, reason: str) -> Iterator[None]:
    """The server says no, with that code and these words."""
    with pytest.raises(Denial, match=reason) as told:
        yield
    assert told.value.code == code, told.value


async def until(look: Callable[[], Awaitable[T]], happens: Callable[[T], bool]) -> T:
    """Look again and again until it is so."""
    while not happens(seen := await look()):
        await asyncio.sleep(0.02)
    return seen


async def over(client: Client, id: str) -> Table:
    """The table once its match is over."""
    return await until(lambda: client.table(id), lambda table: table.result is not None)


async def asked(client: Client, id: str, seat: int) -> Position:
    """The position once the seat is to decide; the match must not be over."""
    return await until(lambda: client.position(id, seat), lambda p: p.asked == [seat])


async def move(client: Client, id: str, seat: int, text: str | None = None) -> int:
    """The seat's first option, or that move; the version that it makes."""
    now = await client.position(id, seat)
    return await client.play(id, seat, now.version, text or now.options[0].text)


async def move_live(live: Live, text: str | None = None) -> Accepted:
    """The same over a socket."""
    assert live.position is not None
    answer = await live.play(text or live.position.options[0].text)
    assert isinstance(answer, Accepted), answer
    if live.position.version < answer.version:
        await live.until_position(answer.version - 1)
    return answer
