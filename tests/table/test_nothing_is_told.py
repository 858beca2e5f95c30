"""What somebody may not know is told to them by nothing, whatever they do at the table."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from adjudge.games import GAMES
from adjudge.match import Match, new_start, parse_record, started
from adjudge.packs import default_pack
from adjudge.table.client import Client, Denial, Live
from adjudge.table.protocol import Accepted, Fork, Hello, Ping, Said, Say, SeatWish, Table
from tests.table.strangers import SEED, Scene

HEAD_TO_HEAD = {"mode": "head-to-head"}


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A server with tables and people."""
    laid = Scene(tmp_path_factory.mktemp("secrets"))
    yield laid
    laid.close()


def client(scene: Scene, who: str) -> Client:
    """One of the people."""
    return Client(scene.server.url, scene.cookies[who])


def tell(story: Coroutine[Any, Any, None]) -> None:
    """From beginning to end, unless it never ends."""
    asyncio.run(asyncio.wait_for(story, 60))


async def denied(asking: Any) -> str:
    """The code of the refusal."""
    with pytest.raises(Denial) as denial:
        await asking
    return denial.value.code


def engine_of(setup: dict[str, str]) -> Match:
    """The same match, known in full."""
    pack = default_pack(GAMES["cursed-earth"])
    start = {"game": "cursed-earth", "pack": pack.hash, **new_start(2, {}, SEED)}
    record = start | {"setup": pack.game.choose_setup(2, dict(setup))}
    return started(parse_record(json.dumps(record)), pack)


@pytest.mark.parametrize("who", ["host", "player", "stranger"])
def test_a_match_that_goes_on_has_no_record_no_replay_and_no_fork(scene: Scene, who: str) -> None:
    async def story() -> None:
        before = scene.kept()
        async with client(scene, who) as guest:
            fork = Fork(0, [SeatWish("me"), SeatWish("me")])
            assert await denied(guest.record(scene.match)) == "not-yet"
            assert await denied(guest.fork(scene.match, fork)) == "not-yet"
            for seat in (None, 0, 1):
                assert await denied(guest.replay(scene.match, 0, seat)) == "not-yet"
        assert scene.kept() == before

    tell(story())


def test_each_sees_what_the_engine_shows_them_and_no_more(scene: Scene) -> None:
    async def story() -> None:
        whole = engine_of(HEAD_TO_HEAD)
        async with client(scene, "host") as host, client(scene, "player") as player:
            for guest, seat in ((host, 0), (player, 1), (host, None), (player, None)):
                position = await guest.position(scene.match, seat)
                assert position.view == json.loads(json.dumps(whole.view(seat)))
                assert bool(position.options) == (seat == whole.seat)
            assert whole.view(0) != whole.view(1) != whole.view(None)
            assert await denied(host.position(scene.match, 1)) == "not-yours"
            assert await denied(player.position(scene.match, 0)) == "not-yours"

    tell(story())


def test_a_host_who_does_not_play_sees_what_a_stranger_sees(scene: Scene) -> None:
    async def story() -> None:
        async with (
            client(scene, "host") as host,
            client(scene, "player") as player,
            client(scene, "stranger") as stranger,
            Client(scene.server.url) as watcher,
        ):
            table = await host.make("cursed-earth", ["open", "link"], setup=HEAD_TO_HEAD)
            invite = table.seats[1].invite
            assert invite
            await player.sit(table.id, 0)
            await stranger.sit(table.id, 1, invite)
            for seat in (0, 1):
                assert await denied(host.position(table.id, seat)) == "not-yours"
            seen = await host.position(table.id, None)
            assert seen.view == (await watcher.position(table.id, None)).view
            assert seen.options == []
            async with host.live(table.id, None) as live:
                assert (await live.until_position()).view == seen.view
            async with host.live(table.id, 0) as live:
                assert await denied(live.receive()) == "not-yours"

    tell(story())


def test_invites_are_the_host_s_until_they_are_used(scene: Scene) -> None:
    def invites(table: Table) -> list[str | None]:
        return [seat.invite for seat in table.seats]

    async def story() -> None:
        async with client(scene, "host") as host, client(scene, "player") as player:
            made = await host.make("cursed-earth", ["open", "link"], setup=HEAD_TO_HEAD)
            link = made.seats[1].invite
            assert invites(await host.table(made.id)) == [None, link]
            assert invites(await player.table(made.id)) == [None, None]
            assert await denied(player.sit(made.id, 1)) == "not-yours"
            assert await denied(player.sit(made.id, 1, "x")) == "not-yours"
            await player.sit(made.id, 0)
            assert invites(await player.table(made.id)) == [None, None]
            assert link
            assert link not in scene.ask("GET", "/api/tables", "player").text
            assert link not in scene.ask("GET", "/api/guest/tables", "player").text
            async with player.live(made.id, 0) as live:
                assert link not in repr(await live.receive())
            await host.sit(made.id, 1, link)
            assert invites(await host.table(made.id)) == [None, None]
            assert await denied(player.sit(made.id, 1, link)) == "taken"

    tell(story())


async def heard(live: Live, last: str) -> list[str]:
    """Say something last, and all the talk that came before it."""
    await live.send(Say(last))
    said: list[str] = []
    while last not in said:
        message = await live.receive()
        said += [message.text] if isinstance(message, Said) else []
    return said[:-1]


def test_players_do_not_hear_spectators_before_the_end(scene: Scene) -> None:
    async def story() -> None:
        async with client(scene, "host") as host, client(scene, "player") as player:
            table = await host.make("cursed-earth", ["me", "open"], setup=HEAD_TO_HEAD)
            await player.sit(table.id, 1)
            await watch(table.id, player)
            for seat in (1, None):
                assert "she holds 31" not in words(table.id, seat)
            await host.at_seat(table.id, "resign", 0)
            assert "she holds 31" in words(table.id, 1)

    async def watch(table: str, player: Client) -> None:
        async with (
            client(scene, "stranger") as stranger,
            player.live(table, 1) as seated,
            player.live(table, None) as peeping,
            stranger.live(table, None) as watching,
        ):
            for live in (seated, peeping, watching):
                await live.until_position()
            assert isinstance(await watching.say("she holds 31"), Accepted)
            assert await heard(seated, "from the seat") == []
            assert await heard(peeping, "from behind") == ["from the seat"]
            assert await heard(watching, "so?") == ["from the seat", "from behind"]

    def words(table: str, seat: int | None) -> list[str]:
        return [told["text"] for told in scene.talk("player", table, hello(seat)).of("said")]

    tell(story())


def hello(seat: int | None) -> str:
    """The first message."""
    return json.dumps({"type": "hello", "seat": seat})


def test_who_has_got_up_does_not_see_the_cards_of_who_sits_there_now(scene: Scene) -> None:
    async def story() -> None:
        async with (
            client(scene, "host") as host,
            client(scene, "player") as player,
            client(scene, "stranger") as stranger,
        ):
            table = await host.make("cursed-earth", ["open", "open"], setup=HEAD_TO_HEAD)
            await stranger.sit(table.id, 1)
            async with stranger.live(table.id, 1) as left, player.live(table.id, None) as there:
                await left.ask(Ping())
                await stranger.http.delete(f"/api/tables/{table.id}/seats/1")
                await player.sit(table.id, 1)
                await host.sit(table.id, 0)
                assert (await there.until_position()).seat is None
                await left.ask(Ping())
                assert left.position is None
                assert await denied(stranger.position(table.id, 1)) == "not-yours"
                await left.send(Hello(None))
                assert (await left.until_position()).view == (
                    await host.position(table.id, None)
                ).view

    tell(story())


def test_a_sealed_answer_is_told_to_nobody_else(scene: Scene) -> None:
    async def story() -> None:
        async with (
            client(scene, "host") as host,
            client(scene, "player") as player,
            client(scene, "stranger") as stranger,
        ):
            people = [host, player, stranger]
            table = await host.make("helter-skelter", ["me", "open", "open"], window=86_000.0)
            await player.sit(table.id, 1)
            await stranger.sit(table.id, 2)
            seats = await until_window(table.id, people)
            one, others = seats[0], [seat for seat in (0, 1, 2) if seat != seats[0]]
            before = [await people[seat].position(table.id, seat) for seat in others]
            before.append(await host.position(table.id, None))
            mine = await people[one].position(table.id, one)
            answer = mine.options[-1].text
            await people[one].play(table.id, one, mine.version, answer)
            again = await people[one].position(table.id, one)
            assert again.window is not None
            assert again.window.answer == answer
            after = [await people[seat].position(table.id, seat) for seat in others]
            after.append(await host.position(table.id, None))
            assert after == before

    tell(story())


async def until_window(table: str, people: list[Client]) -> list[int]:
    """Play until several are asked at once; who they are."""
    rng = random.Random(5)
    for _ in range(2_000):
        seen = await people[0].position(table, 0)
        seat = seen.asked[0]
        if seen.window is not None and len(seen.window.seats) > 1:
            return seen.window.seats
        position = await people[seat].position(table, seat)
        assert position.window is None
        move = rng.choice(position.options).text
        await people[seat].play(table, seat, position.version, move)
    raise AssertionError("no window opens")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_broken_record_is_refused_and_the_move_is_named(scene: Scene, number: int) -> None:
    async def story() -> None:
        async with client(scene, "host") as host:
            record = await host.record(scene.over)
            before = scene.kept()
            for part, text in ((0, "play 999 above"), (1, "0" * 16), (0, "\0"), (0, "x" * 9999)):
                broken = json.loads(json.dumps(record))
                broken["moves"][number - 1][part] = text
                answer = scene.ask(
                    "POST", "/api/records", "stranger", json.dumps({"record": broken}).encode()
                )
                assert answer.problem == (400, "bad-request")
                assert json.loads(answer.text)["reason"].startswith(f"move {number}:")
            assert scene.kept() == before

    tell(story())
