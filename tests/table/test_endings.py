"""How matches end at the table: given up, agreed, out of time, handed over, played again, told."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from adjudge.table.client import Client, Denial
from adjudge.table.protocol import Clock, People, Table
from tests.table.servers import FAST, Server
from tests.table.stories import (
    AT_ONCE,
    DUEL,
    asked,
    denied,
    move,
    over,
    people,
    story,
    until,
)

DAY = 86_400.0
SHORT = 0.3  # seconds
AWAY = 0.5


class Ear(ThreadingHTTPServer):
    """Hears what is posted to it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Listener)
        self.heard: list[tuple[str, bytes, str]] = []  # path, body, signature

    def about(self, path: str) -> list[dict[str, Any]]:
        """What was posted to that path."""
        return [json.loads(body) for heard, body, _ in list(self.heard) if heard == path]


class Listener(BaseHTTPRequestHandler):
    """Notes one call."""

    def do_POST(self) -> None:
        """Thanks."""
        assert isinstance(self.server, Ear)
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.heard.append((self.path, body, self.headers["adjudge-signature"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on the screen."""


@pytest.fixture(scope="module")
def ear() -> Iterator[Ear]:
    """A server elsewhere."""
    with Ear() as listening:
        thread = threading.Thread(target=listening.serve_forever)
        thread.start()
        yield listening
        listening.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, ear: Ear) -> Iterator[Server]:
    """One for all of these stories; who is away is so soon."""
    place = f"127.0.0.1:{ear.server_port}"
    flags = (*FAST, "--away", str(AWAY), "--webhook-host", place)
    with Server(tmp_path_factory.mktemp("endings"), flags=flags) as running:
        yield running
        assert running.log() == ""


async def duel(ann: Client, bob: Client, **settings: Any) -> str:
    """A head-to-head match of two people that has begun; Ann is to decide."""
    table = await ann.make("cursed-earth", ["me", "open"], **DUEL, **settings)
    await bob.sit(table.id, 1)
    return table.id


async def skirmish(*players: Client, **settings: Any) -> str:
    """A match of Helter Skelter that has begun; the first of them is to decide."""
    seats = ["me", *["open"] * (len(players) - 1)]
    table = await players[0].make("helter-skelter", seats, seed=7, **AT_ONCE | settings)
    for seat, client in enumerate(players[1:], start=1):
        await client.sit(table.id, seat)
    return table.id


def result(table: Table) -> tuple[list[int], str, str]:
    """Who won, how, and why."""
    assert table.result is not None
    assert table.status == "finished"
    return table.result.winners, table.result.how, table.result.reason


# Giving up


@story
async def test_of_two_sides_the_other_wins_when_one_resigns(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        id = await duel(ann, bob)
        async with bob.live(id, 1) as live:
            await live.until_position()
            await ann.at_seat(id, "resign", 0)
            now = await live.until_position(1)
            assert result(now.people) == ([1], "resigned", "seat 0 has resigned")
            assert (now.question, now.asked, now.options) == (None, [], [])
        with denied("over", "The match is over: seat 0 has resigned"):
            await bob.at_seat(id, "resign", 1)


@story
async def test_a_bot_wins_when_its_opponent_resigns(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["careful", "me"], **DUEL)
        await ann.at_seat(table.id, "resign", 1)
        assert result(await ann.table(table.id))[:2] == ([0], "resigned")


@story
async def test_together_a_bot_plays_on_and_all_must_resign_to_lose(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open"], setup={"first_player": "0"})
        await bob.sit(table.id, 1)
        await ann.at_seat(table.id, "resign", 0)
        now = await bob.table(table.id)
        assert now.status == "playing"
        assert (now.seats[0].resigned, now.seats[0].stand_in) == (True, "careful")
        with denied("over", "Seat 0 has resigned already"):
            await ann.at_seat(table.id, "resign", 0)
        with denied("over", "Seat 0 has resigned"):
            await ann.at_seat(table.id, "back", 0)
        await until(lambda: bob.position(table.id, 1), lambda p: p.moves > 0)
        await bob.at_seat(table.id, "resign", 1)
        assert result(await ann.table(table.id)) == ([], "resigned", "seat 1 has resigned")


@story
async def test_together_with_bots_it_is_lost_when_all_people_have_resigned(
    server: Server,
) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me", "careful", "careful"])
        await ann.at_seat(table.id, "resign", 0)
        assert result(await ann.table(table.id))[:2] == ([], "resigned")


@story
async def test_of_three_a_bot_plays_on_for_the_one_who_resigned(server: Server) -> None:
    async with people(server, 3) as (ann, bob, cat):
        id = await skirmish(ann, bob, cat)
        await ann.at_seat(id, "resign", 0)
        now = await asked(bob, id, 1)
        assert now.people.status == "playing"
        assert now.moves == 5
        with denied("refused", "A bot plays for this seat"):
            await ann.undo(id, 0, now.version)
        offer = (await ann.position(id, 0)).undo
        assert offer is not None
        assert not offer.may
        with denied("refused", "A bot plays for this seat"):
            await ann.play(id, 0, now.version, "end")
        await cat.at_seat(id, "resign", 2)
        assert result(await ann.table(id)) == ([1], "resigned", "seat 2 has resigned")


# Agreeing


@story
async def test_a_draw_is_offered_declined_offered_again_and_agreed(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        id = await skirmish(ann, bob)
        assert await ann.draw(id, 0, True) == await ann.draw(id, 0, True) == 2
        assert [seat.offers_draw for seat in (await bob.table(id)).seats] == [True, False]
        assert await bob.draw(id, 1, False) == await bob.draw(id, 1, False) == 3
        assert not any(seat.offers_draw for seat in (await ann.table(id)).seats)
        await bob.draw(id, 1, True)
        await ann.draw(id, 0, True)
        assert result(await bob.table(id)) == ([], "agreed", "a draw was agreed")


@story
async def test_a_move_takes_back_ones_own_offer_and_no_other(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        id = await skirmish(ann, bob)
        await ann.draw(id, 0, True)
        await bob.draw(id, 1, False)
        await bob.draw(id, 1, True)
        await move(ann, id, 0)
        assert [seat.offers_draw for seat in (await ann.table(id)).seats] == [False, True]
        await bob.draw(id, 1, False)
        await ann.draw(id, 0, True)
        await move(ann, id, 0)
        assert [seat.offers_draw for seat in (await ann.table(id)).seats] == [False, False]
        assert (await ann.table(id)).status == "playing"


@story
async def test_a_draw_needs_everybody(server: Server) -> None:
    async with people(server, 3) as (ann, bob, cat):
        id = await skirmish(ann, bob, cat)
        for seat, client in enumerate((ann, bob)):
            await client.draw(id, seat, True)
        assert (await cat.table(id)).status == "playing"
        await cat.draw(id, 2, True)
        assert result(await ann.table(id))[1] == "agreed"


@story
async def test_who_has_resigned_has_no_say_in_a_draw(server: Server) -> None:
    async with people(server, 3) as (ann, bob, cat):
        id = await skirmish(ann, bob, cat)
        await cat.at_seat(id, "resign", 2)
        await ann.draw(id, 0, True)
        for agree in (True, False):
            with denied("over", "Seat 2 has resigned"):
                await cat.draw(id, 2, agree)
        await bob.draw(id, 1, True)
        assert result(await ann.table(id))[1] == "agreed"


@story
async def test_bots_and_the_cursed_earth_know_no_draws(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        id = await duel(ann, bob)
        with denied("refused", "This game has no draws"):
            await ann.draw(id, 0, True)
        against_bot = await ann.make("helter-skelter", ["me", "careful"])
        with denied("refused", "A bot agrees to no draw"):
            await ann.draw(against_bot.id, 0, True)
        with denied("not-yours", "Seat 1 is not yours"):
            await ann.draw(id, 1, True)


# Clocks

KINDS = pytest.mark.parametrize(
    ("kind", "amount"), [("move", SHORT), ("game", SHORT), ("day", SHORT / DAY)]
)


@KINDS
@story
async def test_whose_clock_has_run_out_loses_if_so_agreed(
    server: Server, kind: Any, amount: float
) -> None:
    async with people(server, 2) as (ann, bob):
        id = await duel(ann, bob, clock=Clock(kind, amount, "lose"))
        ended = await over(bob, id)
        assert result(ended) == ([1], "time", "seat 0 has no time left")


@KINDS
@story
async def test_whose_clock_has_run_out_is_played_for_by_a_bot(
    server: Server, kind: Any, amount: float
) -> None:
    async with people(server, 2) as (ann, bob):
        id = await duel(ann, bob, clock=Clock(kind, amount, "bot"), **AT_ONCE)
        now = await until(lambda: bob.table(id), lambda table: bool(table.seats[1].stand_in))
        assert now.seats[0].stand_in == "careful"
        assert not now.seats[0].resigned
        assert result(await over(bob, id))[1] == "played"


@story
async def test_together_a_clock_that_has_run_out_costs_the_seat_and_not_the_match(
    server: Server,
) -> None:
    async with people(server, 2) as (ann, bob):
        clock = Clock("move", SHORT, "lose")
        table = await ann.make("cursed-earth", ["me", "open"], clock=clock, pace=0.0, seed=7)
        await bob.sit(table.id, 1)
        one = await until(
            lambda: bob.table(table.id), lambda t: any(seat.resigned for seat in t.seats)
        )
        assert one.status == "playing" or all(seat.resigned for seat in one.seats)
        assert result(await over(ann, table.id))[:2] == ([], "time")


@story
async def test_who_comes_back_after_the_clock_has_run_out_plays_again(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        id = await duel(ann, bob, clock=Clock("move", 1.5, "bot"), pace=10.0)
        await until(lambda: ann.table(id), lambda table: bool(table.seats[0].stand_in))
        await ann.at_seat(id, "back", 0)
        await move(ann, id, 0)
        assert (await asked(bob, id, 1)).moves == 1


@story
async def test_a_clock_for_the_game_never_gives_time_back(server: Server) -> None:
    async with Client(server.url) as ann:
        clock = Clock("game", 3600.0)
        table = await ann.make("cursed-earth", ["me"], seed=7, clock=clock, pace=10.0)

        async def left() -> float:
            """What is on the clock, a moment after the position came about."""
            await asyncio.sleep(0.05)
            return (await ann.table(table.id)).seats[0].left or 0.0

        clocks = [await left()]
        await move(ann, table.id, 0)
        clocks.append(await left())
        await ann.undo(table.id, 0, 2)
        clocks.append(await left())
        await ann.at_seat(table.id, "stand-in", 0)
        clocks.append(await left())
        assert clocks[0] == 3600.0
        assert clocks == sorted(set(clocks), reverse=True)
        await ann.at_seat(table.id, "back", 0)
        assert await left() == clocks[-1]


# Standing in


@story
async def test_a_bot_stands_in_for_ones_own_seat_until_one_is_back(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        id = await duel(ann, bob, pace=0.0)
        await ann.at_seat(id, "stand-in", 0)
        await asked(bob, id, 1)
        seen = (await bob.table(id)).seats[0]
        assert (seen.who, seen.stand_in, seen.resigned) == ("person", "careful", False)
        with denied("taken", "A bot plays for seat 0 already"):
            await ann.at_seat(id, "stand-in", 0)
        with denied("refused", "A bot plays for this seat: take it back first"):
            await ann.play(id, 0, 3, "play 7 above")
        await ann.at_seat(id, "back", 0)
        assert (await bob.table(id)).seats[0].stand_in == ""
        await move(bob, id, 1)
        await move(ann, id, 0)


@story
async def test_a_bot_takes_the_seat_of_somebody_who_is_away_and_of_nobody_else(
    server: Server,
) -> None:
    async with people(server, 3) as (ann, bob, cat):
        id = await duel(ann, bob, pace=10.0, away=AWAY)
        await move(ann, id, 0)
        async with bob.live(id, 1) as live:
            await live.until_position()
            with denied("not-yet", "Seat 1 is connected"):
                await ann.at_seat(id, "stand-in", 1)
        with denied("not-yours", "Only those at the table"):
            await cat.at_seat(id, "stand-in", 1)
        await until(lambda: replaced(ann, id, 1), bool)
        assert (await ann.table(id)).seats[1].stand_in == "careful"
        await bob.at_seat(id, "back", 1)
        assert (await ann.table(id)).seats[1].stand_in == ""


async def replaced(client: Client, id: str, seat: int) -> bool:
    """Whether a bot could be put on the seat: for that there must have been a notice."""
    try:
        await client.at_seat(id, "stand-in", seat)
    except Denial as denial:
        if denial.code != "not-yet":
            raise
    return bool((await client.table(id)).seats[seat].stand_in)


@story
async def test_who_is_connected_to_one_of_two_seats_is_not_away(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        first = {"first_player": "0"}
        table = await bob.make("cursed-earth", ["me", "me", "open"], away=AWAY, setup=first)
        await ann.sit(table.id, 2)
        async with bob.live(table.id, 1) as live:
            await live.until_position()
            with denied("not-yet", "Seat 0 is connected"):
                await ann.at_seat(table.id, "stand-in", 0)


# Again


@story
async def test_two_people_who_ask_for_a_rematch_meet_at_one_table(server: Server) -> None:
    async with people(server, 3) as (ann, bob, cat):
        id = await duel(ann, bob, clock=Clock("day", 3))
        with denied("not-yet", "The match is not over"):
            await ann.rematch(id)
        await ann.at_seat(id, "resign", 0)
        with denied("not-yours", "Only those at the table"):
            await cat.rematch(id)
        async with bob.live(id, 1) as live:
            await live.until_position()
            again = await ann.rematch(id)
            await live.until(lambda m: isinstance(m, People) and m.table.rematch == again.id)
        assert (again.status, again.setup["mode"]) == ("open", "head-to-head")
        assert (again.clock, again.seeded) == (Clock("day", 3), False)
        assert [seat.who for seat in again.seats] == ["person", "empty"]
        with denied("not-yours", "Seat 1 is kept for somebody else"):
            await cat.sit(again.id, 1)
        assert again.id in [table.id for table in await bob.tables()]
        begun = await bob.rematch(id)
        assert (begun.id, begun.status) == (again.id, "playing")
        assert [seat.you for seat in begun.seats] == [False, True]
        assert (await ann.rematch(id)).id == again.id


@story
async def test_two_people_who_ask_at_the_same_moment_meet_at_one_table(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        id = await duel(ann, bob)
        await ann.at_seat(id, "resign", 0)
        one, other = await asyncio.gather(ann.rematch(id), bob.rematch(id))
        assert one.id == other.id
        assert (await ann.table(one.id)).status == "playing"


@pytest.mark.parametrize("seats", [["me", "careful"], ["me", "me"]])
@story
async def test_alone_against_bots_or_at_one_screen_a_rematch_begins_at_once(
    server: Server, seats: list[str]
) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", seats, **DUEL)
        await ann.at_seat(table.id, "resign", 0)
        again = await ann.rematch(table.id)
        assert again.status == "playing"
        assert [seat.bot for seat in again.seats] == [seat.bot for seat in table.seats]


@story
async def test_a_rematch_that_was_closed_can_be_asked_for_again(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        id = await duel(ann, bob)
        await ann.at_seat(id, "resign", 0)
        await ann.close((await ann.rematch(id)).id)
        again = await bob.rematch(id)
        assert (await ann.rematch(id)).id == again.id
        assert (await ann.table(again.id)).status == "playing"


# "Your turn"


async def called(ear: Ear, path: str, table: str) -> dict[str, Any]:
    """The call about that table, once it has come."""

    async def look() -> list[dict[str, Any]]:
        return [told for told in ear.about(path) if told["table"] == table]

    return (await until(look, bool))[0]


@story
async def test_who_is_not_there_is_told_whose_turn_it_is(server: Server, ear: Ear) -> None:
    async with people(server, 2) as (ann, bob):
        assert (await ann.games()).webhooks
        assert (await bob.guest()).secret is None
        guest = await bob.be(webhook=f"http://127.0.0.1:{ear.server_port}/bob")
        here, away = await duel(ann, bob), await duel(ann, bob)
        async with bob.live(here, 1) as live:
            await live.until_position()
            await move(ann, here, 0)
            await live.until_position(1)
            await move(ann, away, 0)
            told = await called(ear, "/bob", away)
        assert told == {"event": "your-turn", "table": away, "game": "cursed-earth", "seat": 1}
        assert [call["table"] for call in ear.about("/bob")] == [away]
        ((_, body, signature),) = [call for call in ear.heard if call[0] == "/bob"]
        assert guest.secret
        right = hmac.new(guest.secret.encode(), body, hashlib.sha256).hexdigest()
        assert signature == f"sha256={right}"


@story
async def test_the_host_is_told_when_the_last_seat_is_taken(server: Server, ear: Ear) -> None:
    async with people(server, 2) as (ann, bob):
        await ann.be(webhook=f"http://127.0.0.1:{ear.server_port}/host")
        id = await duel(ann, bob)
        assert (await called(ear, "/host", id))["seat"] == 0


@story
async def test_who_plays_both_seats_at_one_screen_is_not_told(server: Server, ear: Ear) -> None:
    async with Client(server.url) as ann:
        await ann.be(webhook=f"http://127.0.0.1:{ear.server_port}/both")
        here = await ann.make("cursed-earth", ["me", "me"], **DUEL)
        away = await ann.make("cursed-earth", ["me", "me"], **DUEL)
        async with ann.live(here.id, 0) as live:
            await live.until_position()
            await move(ann, here.id, 0)
            await move(ann, away.id, 0)
            await called(ear, "/both", away.id)
        assert [call["table"] for call in ear.about("/both")] == [away.id]


@story
async def test_only_hosts_that_the_operator_allows_are_called(server: Server, ear: Ear) -> None:
    async with Client(server.url) as ann:
        for url in ("http://127.0.0.1:1/", "http://example.org/", "file:///etc/passwd"):
            with denied("bad-request", "webhook: "):
                await ann.be(webhook=url)
        kept = await ann.be(webhook=f"http://127.0.0.1:{ear.server_port}/kept")
        assert kept.webhook
        assert (await ann.be(webhook="")).webhook is None


@story
async def test_many_matches_at_once_tell_which_of_them_wait(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        tables = await asyncio.gather(*(duel(ann, bob) for _ in range(16)))
        moved = set(tables[::3])
        await asyncio.gather(*(move(ann, id, 0) for id in moved))
        for client, waiting in ((ann, set(tables) - moved), (bob, moved)):
            listed = await client.tables()
            found = [
                table.id
                for table in listed
                if any(seat.you and seat.seat in table.asked for seat in table.seats)
            ]
            assert set(found) == waiting
            assert [table.id for table in listed[: len(found)]] == found
