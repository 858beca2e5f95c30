"""How much of a server one guest may have."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from adjudge.cli import main
from adjudge.table.client import Client, Denial
from tests.table.servers import FAST, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little room."""
    flags = (*FAST, "--tables", "2", "--sockets", "1")
    with Server(tmp_path_factory.mktemp("small"), flags=flags) as running:
        yield running


def test_a_guest_has_so_many_tables_and_gets_more_when_one_is_over(server: Server) -> None:
    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as bob:
            first = await ann.make("cursed-earth", ["me"])
            second = await ann.make("helter-skelter", ["me", "open"])
            with pytest.raises(Denial) as denial:
                await ann.make("cursed-earth", ["me"])
            assert denial.value.code == "slow-down"
            assert "You have 2 tables that go on" in denial.value.reason
            await bob.make("cursed-earth", ["me"])
            await ann.at_seat(first.id, "resign", 0)
            third = await ann.make("cursed-earth", ["me"])
            assert third.status == "playing"
            await ann.http.delete(f"/api/tables/{second.id}")
            await ann.make("cursed-earth", ["me"])

    asyncio.run(story())


def test_a_guest_has_so_many_sockets_and_gets_another_when_one_closes(server: Server) -> None:
    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as bob:
            table = await ann.make("cursed-earth", ["me"])
            async with ann.live(table.id, 0) as live:
                await live.until_position()
                with pytest.raises(InvalidStatus):
                    async with ann.live(table.id, 0):
                        pass
                async with bob.live(table.id, None) as watching:
                    await watching.until_position()
            async with asyncio.timeout(20):
                while True:  # the server may take a moment to see that it has closed
                    try:
                        async with ann.live(table.id, 0) as live:
                            await live.until_position()
                            return
                    except InvalidStatus:
                        await asyncio.sleep(0.05)

    asyncio.run(story())


def test_the_limits_are_numbers_of_at_least_one(tmp_path: Path) -> None:

    for flag in ("--tables", "--sockets", "--bots"):
        assert main(["serve", "--database", str(tmp_path / "x.db"), flag, "-1"]) == 2
    assert not (tmp_path / "x.db").exists()
