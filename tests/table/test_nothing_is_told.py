"""What somebody may not know is told to them by nothing, whatever they do at the table."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from adjudge.games import GAMES
from adjudge.match import Match, parse_record, started
from adjudge.packs import default_pack
from adjudge.table.client import Client, Denial, Live
from adjudge.table.protocol import Fork, Position, Said, Say, SeatWish, Table
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


async def denied(asking: Any) -> str:
    """The code of the refusal."""
    with pytest.raises(Denial) as denial:
        await asking
    return denial.value.code


def engine_of(setup: dict[str, str]) -> Match:
    """The same match, known in full."""
    pack = default_pack(GAMES["cursed-earth"])
    start = {"game": "cursed-earth", "pack": pack.hash, "seats": 2, "seed": SEED}
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

    asyncio.run(story())


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

    asyncio.run(story())


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
                assert getattr(await live.receive(), "code", "") == "not-yours"

    asyncio.run(story())


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

    asyncio.run(story())


async def heard(live: Live, others: list[Live]) -> list[list[str]]:
    """What each of the others has been told by talk, once all that was under way has come."""
    words = []
    for other in others:
        said: list[str] = []
        await other.send(Say("that is all"))
        while "that is all" not in said:
            message = await other.receive()
            said += [message.text] if isinstance(message, Said) else []
        words.append(said[:-1])
    return words


def test_players_do_not_hear_spectators_before_the_end(scene: Scene) -> None:
    async def story() -> None:
        async with client(scene, "host") as host, client(scene, "player") as player:
            table = await host.make("cursed-earth", ["me", "open"], setup=HEAD_TO_HEAD)
            await player.sit(table.id, 1)
            await tell(table.id, host, player)
            after = scene.talk("player", table.id, hello(1)).of("said")
            assert "she holds 31" not in [told["text"] for told in after]
            await host.at_seat(table.id, "resign", 0)
            after = scene.talk("player", table.id, hello(1)).of("said")
            assert "she holds 31" in [told["text"] for told in after]

    async def tell(table: str, host: Client, player: Client) -> None:
        async with (
            client(scene, "stranger") as stranger,
            player.live(table, 1) as seated,
            player.live(table, None) as peeping,
            stranger.live(table, None) as watching,
        ):
            await seated.until_position()
            await peeping.until_position()
            await watching.until_position()
            assert (await watching.say("she holds 31")).version  # type: ignore[union-attr]
            assert await heard(seated, [seated]) == [[]]
            assert await heard(peeping, [peeping]) == [["that is all"]]  # that of their own seat
            await host.http.post(f"/api/tables/{table}/chat", json={"text": "good luck"})
            assert "good luck" in (await heard(watching, [watching]))[0]

    asyncio.run(story())


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
            table = await host.make("cursed-earth", ["me", "open"], setup=HEAD_TO_HEAD)
            await stranger.sit(table.id, 1)  # begins
            other = await host.make("cursed-earth", ["open", "open"], setup=HEAD_TO_HEAD)
            await stranger.sit(other.id, 1)
            async with stranger.live(other.id, 1) as left, player.live(other.id, None) as fresh:
                await left.receive()
                await fresh.receive()
                await stranger.http.delete(f"/api/tables/{other.id}/seats/1")
                await player.sit(other.id, 1)
                await host.sit(other.id, 0)
                assert (await fresh.until_position()).seat is None
                await left.send(Say("are you there?"))
                told = [await left.receive()]
                while getattr(told[-1], "text", "") != "are you there?" and len(told) < 50:
                    told.append(await left.receive())
                    if type(told[-1]).__name__ == "Accepted":
                        break
                assert not [each for each in told if isinstance(each, Position)]
                assert await denied(stranger.position(other.id, 1)) == "not-yours"

    asyncio.run(story())


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

    asyncio.run(story())


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
        async with client(scene, "host") as host, client(scene, "stranger") as stranger:
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

    asyncio.run(story())
