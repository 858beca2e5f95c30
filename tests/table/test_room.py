"""How much of a server one guest may have, and who counts as being there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from adjudge.cli import main
from adjudge.table.client import Client, Denial
from adjudge.table.protocol import Done
from tests.table.servers import FAST, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little room, where who is gone is away at once."""
    flags = (*FAST, "--tables", "2", "--sockets", "1", "--away", "1.5")
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


def test_who_asks_over_http_is_there(server: Server) -> None:
    """And a bot may take the seat only when nothing has been heard of its guest for a while."""

    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as bob:
            table = await ann.make("cursed-earth", ["me", "open"], setup={"mode": "head-to-head"})
            await bob.sit(table.id, 1)
            await asyncio.sleep(2)
            await bob.position(table.id, 1)
            await asyncio.sleep(0.2)
            with pytest.raises(Denial) as denial:
                await ann.at_seat(table.id, "stand-in", 1)
            assert denial.value.code == "not-yet"
            async with asyncio.timeout(20):
                while (await taken(ann, table.id)) is None:
                    await asyncio.sleep(0.2)

    async def taken(client: Client, table: str) -> Done | None:
        try:
            return Done(await client.at_seat(table, "stand-in", 1))
        except Denial:
            return None

    asyncio.run(story())


def test_the_limits_are_numbers_of_at_least_one(tmp_path: Path) -> None:

    for flag in ("--tables", "--sockets", "--bots"):
        assert main(["serve", "--database", str(tmp_path / "x.db"), flag, "-1"]) == 2
    assert not (tmp_path / "x.db").exists()
