"""Playing: over sockets and over HTTP, watching, coming back, taking back, talking, restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import adjudge
from adjudge.match import Match
from adjudge.table.client import Client, Live
from adjudge.table.protocol import (
    Accepted,
    Current,
    Done,
    Event,
    FromServer,
    Offered,
    People,
    Position,
    Refusal,
    Said,
)
from tests.table.servers import Server
from tests.table.stories import (
    AT_ONCE,
    DUEL,
    asked,
    denied,
    move,
    move_live,
    people,
    story,
)

SOLO: dict[str, Any] = {"setup": {"difficulty": "cadet"}, "seed": 7}
UNDO_RULE = "CE-RULING-53"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all of these stories but those in which it ends."""
    with Server(tmp_path_factory.mktemp("matches")) as running:
        yield running
        assert running.log() == ""


# From the first decision to the last


@story
async def test_a_solo_game_is_played_to_its_end_over_the_socket(server: Server) -> None:
    alone = adjudge.new("cursed-earth", seats=1, seed=7, difficulty="cadet")
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        async with ann.live(table.id, 0) as live:
            now = await live.until_position()
            while now.options:
                assert now.view == alone.view(0)
                assert [o.text for o in now.options] == [o.text for o in alone.options]
                alone.play(0)
                await move_live(live)
                assert live.position is not None
                now = live.position
            assert live.events == alone.events(0)
        ended = await ann.table(table.id)
        assert alone.outcome is not None
        assert ended.result is not None
        assert ended.status == "finished"
        assert (ended.result.reason, ended.result.how) == (alone.outcome.reason, "played")
        assert ended.result.rules == list(alone.outcome.rules)
        with denied("over", "The match is over: "):
            await ann.play(table.id, 0, ended.version, "draw")


@story
async def test_two_people_play_to_the_end_with_nothing_but_requests(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open"], **DUEL)
        await bob.sit(table.id, 1)
        ends = await asyncio.gather(*(poll(c, table.id, n) for n, c in enumerate((ann, bob))))
        assert ends[0].people.result == ends[1].people.result
        assert ends[0].people.result is not None
        assert ends[0].moves == ends[1].moves > 20


async def poll(client: Client, id: str, seat: int) -> Position:
    """Play the seat's first options until the match is over."""
    events: list[Event] = []
    while True:
        now = await client.position(id, seat, since=len(events))
        assert now.first == len(events)
        events += now.events
        if now.people.result is not None:
            assert [event["number"] for event in events] == list(range(len(events)))
            return now
        if now.options:
            await client.play(id, seat, now.version, now.options[0].text)
        else:
            await asyncio.sleep(0.01)


@story
async def test_one_guest_plays_both_seats_at_one_screen(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me", "me"], **DUEL)
        async with ann.live(table.id, 0) as live:
            now: FromServer = await live.until_position()
            seats = set()
            for _ in range(20):
                assert isinstance(now, Position)
                (seat,) = now.asked
                if seat != now.seat:
                    assert now.options == []
                    now = await live.hello(seat)
                    assert isinstance(now, Position)
                    assert now.view["seat"] == seat
                assert now.options
                seats.add(seat)
                await move_live(live)
                now = live.position or now
            assert seats == {0, 1}


@story
async def test_a_socket_that_changes_seats_gets_what_that_seat_may_know(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "me", "open"])
        await bob.sit(table.id, 2)
        async with ann.live(table.id, 0) as live:
            first = await live.until_position()
            second = await live.hello(1)
            assert isinstance(second, Position)
            assert (first.seat, second.seat) == (0, 1)
            assert first.view != second.view
            refusal = await live.hello(2)
            assert isinstance(refusal, Refusal)
            assert (refusal.code, refusal.reason) == ("not-yours", "Seat 2 is not yours.")


# Watching


@story
async def test_spectators_are_counted_and_never_get_options(server: Server) -> None:
    async with people(server, 3) as (ann, bob, cat):
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        mirror = adjudge.new("cursed-earth", seats=1, seed=7, difficulty="cadet")
        async with ann.live(table.id, 0) as live:
            await live.until_position()
            async with bob.live(table.id, None) as one, cat.live(table.id, None) as two:
                await live.until(lambda m: isinstance(m, People) and m.table.watchers == 2)
                for _ in range(6):
                    await move_live(live)
                    mirror.play(0)
                assert live.position is not None
                for watching in (one, two):
                    while watching.position is None or watching.position.moves < 6:
                        seen = await watching.until_position()
                        assert (seen.seat, seen.options, seen.undo) == (None, [], None)
                    assert watching.position.view == mirror.view(None)
                    assert watching.events == mirror.events(None)
                    assert watching.position.question is not None
                    assert watching.position.question.text.startswith("Seat 0: ")
                    assert watching.position.people.watchers == 2
                    names = sorted([(await who.guest()).name for who in (bob, cat)])
                    assert watching.position.people.watching == names
            await live.until(lambda m: isinstance(m, People) and m.table.watchers == 0)


@story
async def test_a_spectator_cannot_play_or_ask_for_a_seat(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        for attempt in (
            bob.play(table.id, 0, 1, "play 7"),
            bob.undo(table.id, 0, 1),
            bob.position(table.id, 0),
            bob.why(table.id, 0, "play 7"),
            bob.at_seat(table.id, "resign", 0),
        ):
            with denied("not-yours", "Seat 0 is not yours"):
                await attempt


@story
async def test_everybody_sees_who_is_connected(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open", "careful"], pace=10.0)
        await bob.sit(table.id, 1)
        async with ann.live(table.id, 0) as live:
            now = await live.until_position()
            assert [seat.connected for seat in now.people.seats] == [True, False, True]
            async with bob.live(table.id, 1):
                await live.until(lambda m: isinstance(m, People) and m.table.seats[1].connected)
            await live.until(lambda m: isinstance(m, People) and not m.table.seats[1].connected)


# Coming back


@story
async def test_who_comes_back_gets_just_the_events_that_were_missed(server: Server) -> None:
    async with people(server, 1) as (ann,):
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        async with ann.live(table.id, 0) as live:
            had = await live.until_position()
        for _ in range(4):
            await move(ann, table.id, 0)
        async with ann.live(table.id, 0, had.version, len(had.events)) as again:
            now = await again.until_position()
        everything = (await ann.position(table.id, 0)).events
        assert now.first == len(had.events)
        assert now.events == everything[now.first :] != []
        assert now.options


@story
async def test_who_has_missed_nothing_is_told_so(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        had = await ann.position(table.id, 0)
        async with ann.live(table.id, 0, had.version, len(had.events)) as again:
            answer = await again.receive()
            assert isinstance(answer, Current)
            assert answer.version == had.version
            assert isinstance(await again.hello(0, had.version, len(had.events)), Current)


@story
async def test_who_has_missed_nothing_learns_who_is_there_now(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open"], **DUEL)
        await bob.sit(table.id, 1)
        had = await ann.position(table.id, 0)
        await bob.be(name="Tall Otter")
        async with ann.live(table.id, 0, had.version, len(had.events)) as again:
            assert isinstance(await again.receive(), Current)
            told = await again.receive()
            assert isinstance(told, People)
            assert [seat.name for seat in told.table.seats][1] == "Tall Otter"


@pytest.mark.parametrize(("version", "events"), [(99, 0), (99, 3), (0, 999), (99, 999), (1, 999)])
@story
async def test_who_claims_to_know_the_future_gets_the_whole_table(
    server: Server, version: int, events: int
) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        known = await ann.position(table.id, 0)
        async with ann.live(table.id, 0, version, events) as live:
            now = await live.until_position()
            assert now.view == known.view
            assert now.options == known.options
            assert now.first + len(now.events) == len(known.events)
            await move_live(live)
            assert live.position is not None
            assert live.position.first == len(known.events)
            assert live.position.events != []


@story
async def test_who_has_missed_too_much_gets_the_latest_events_and_the_whole_view(
    server: Server,
) -> None:
    long = adjudge.new("helter-skelter", seats=2, seed=7)
    while long.seat is not None:
        long.play(0)
    async with Client(server.url) as ann:
        table = await ann.bring(long.record())
        async with ann.live(table.id, None, events=3) as live:
            now = await live.until_position()
            assert now.view == long.view(None)
            assert now.events == long.events(None)[-500:]
            assert now.first == now.events[0]["number"] > 3


@story
async def test_two_sockets_of_one_seat_both_get_everything(server: Server) -> None:
    async with people(server, 1) as (ann,):
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        async with ann.live(table.id, 0) as phone:
            await phone.until_position()
            await move_live(phone)
            async with ann.live(table.id, 0) as desk:
                await desk.until_position()
                for mover, other in ((phone, desk), (desk, phone), (phone, desk)):
                    done = await move_live(mover)
                    await other.until_position(done.version - 1)
                    assert other.position == mover.position
                    assert other.events == mover.events
            await move_live(phone)
            assert phone.events == (await ann.position(table.id, 0)).events


# Taking back, and being told no


@story
async def test_a_move_is_taken_back_over_the_wire(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        before = await ann.position(table.id, 0)
        async with ann.live(table.id, 0) as live, bob.live(table.id, None) as watching:
            await live.until_position()
            await move_live(live)
            assert live.position is not None
            assert live.position.undo is not None
            assert (live.position.undo.may, live.position.undo.reason) == (
                True,
                "Take back: Play 5 Rusted Crawler.",
            )
            answer = await live.undo()
            assert isinstance(answer, Accepted)
            assert answer.version == 3
            assert live.position.view == before.view
            assert live.position.options == before.options
            assert live.events[-1]["what"] == "taken-back"
            assert live.position.moves == 0
            await watching.until_position(2)
            assert watching.events[-1]["what"] == "taken-back"


@story
async def test_what_was_revealed_cannot_be_taken_back_and_the_rule_is_cited(
    server: Server,
) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        async with ann.live(table.id, 0) as live:
            await live.until_position()
            nothing = await live.undo()
            assert isinstance(nothing, Refusal)
            assert (nothing.code, nothing.reason, nothing.rules) == (
                "refused",
                "There is nothing to undo.",
                [UNDO_RULE],
            )
            await move_live(live)
            await move_live(live)
            assert live.position is not None
            assert live.position.undo is not None
            reason = "Too late to undo: 55 Night Feeders was revealed since."
            offer = live.position.undo
            assert (offer.may, offer.reason, offer.rules) == (False, reason, [UNDO_RULE])
            refusal = await live.undo()
            assert isinstance(refusal, Refusal)
            assert (refusal.reason, refusal.rules) == (reason, [UNDO_RULE])
        with denied("refused", "was revealed since"):
            await ann.undo(table.id, 0, 3)


@story
async def test_why_not_is_answered_with_the_rule(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open"], **DUEL)
        await bob.sit(table.id, 1)
        mirror = adjudge.new("cursed-earth", seats=2, seed=8, mode="head-to-head")
        for client, seat in ((ann, 0), (bob, 1)):
            expected = mirror.why_not(seat, "heal dredd")
            assert expected is not None
            answer = await client.why(table.id, seat, "heal dredd")
            assert (answer.offered, answer.reason) == (False, expected.reason)
            assert answer.rules == list(expected.rules) != []
            async with client.live(table.id, seat) as live:
                await live.until_position()
                told = await live.why("heal dredd")
                assert isinstance(told, Refusal)
                assert (told.reason, told.rules) == (expected.reason, list(expected.rules))
                if seat == 0:
                    assert isinstance(await live.why(mirror.options[0].text), Offered)
        rubbish = await ann.why(table.id, 0, "dance")
        assert not rubbish.offered
        assert "is not a move of this game" in rubbish.reason


@story
async def test_a_refused_move_changes_nothing(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open"], **DUEL)
        await bob.sit(table.id, 1)
        before = [await ann.position(table.id, 0), await bob.position(table.id, 1)]
        for text in ("heal dredd", "dance", "play 60 above", "play 7"):
            with denied("refused", "."):
                await ann.play(table.id, 0, 1, text)
        with denied("refused", "It is the decision of seat 0"):
            await bob.play(table.id, 1, 1, "play 14 above")
        for version in (0, 2, 99):
            with denied("stale", f"The table is at version 1, not {version}"):
                await ann.play(table.id, 0, version, "play 7 above")
        assert [await ann.position(table.id, 0), await bob.position(table.id, 1)] == before


@story
async def test_a_repeated_token_is_the_same_move(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        made = [await ann.play(table.id, 0, 1, "play 5", "once") for _ in range(3)]
        assert made == [2, 2, 2]
        at_once = [ann.play(table.id, 0, 2, "play 13", "twice") for _ in range(3)]
        assert await asyncio.gather(*at_once) == [3, 3, 3]
        async with ann.live(table.id, 0) as live:
            now = await live.until_position()
            assert now.moves == 2
            for token in ("once", "twice"):
                answer = await live.play("play 7", token)
                assert isinstance(answer, Accepted)
            text = now.options[0].text
            first = await live.play(text, "thrice")
            assert first == Accepted(3, 4)
            again = await live.play(text, "thrice")
            assert again == Accepted(4, 4)
        assert (await ann.table(table.id)).version == 4


@story
async def test_a_repeated_token_takes_back_one_move_only(server: Server) -> None:
    async with people(server, 1) as (ann,):
        table = await ann.make("helter-skelter", ["me", "me"], seed=7, **AT_ONCE)
        for _ in range(3):
            await move(ann, table.id, 0)
        assert [await ann.undo(table.id, 0, 4, "oops") for _ in range(2)] == [5, 5]
        assert (await ann.position(table.id, 0)).moves == 2


@story
async def test_talk_orders_and_offers_do_not_make_a_move_stale(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("helter-skelter", ["me", "open"], seed=7, **AT_ONCE)
        await bob.sit(table.id, 1)
        seen = await ann.position(table.id, 0)
        await bob.say(table.id, "Good luck.")
        await bob.order(table.id, 1, "never")
        await ann.order(table.id, 0, "ask")
        assert (await ann.table(table.id)).version == seen.version
        offered = await bob.draw(table.id, 1, True)
        assert offered == seen.version + 1
        made = await ann.play(table.id, 0, seen.version, seen.options[0].text)
        assert made == offered + 1
        with denied("stale", "look at it again"):
            await ann.play(table.id, 0, seen.version, seen.options[0].text)


@story
async def test_an_order_that_there_is_not_is_refused(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("helter-skelter", ["me", "careful"], **AT_ONCE)
        with denied("bad-request", "order: 'sleep' is not an order here: it is one of card"):
            await ann.order(table.id, 0, "sleep")
        other = await ann.make("cursed-earth", ["me"])
        with denied("bad-request", "this game has none"):
            await ann.order(other.id, 0, "card")
        await ann.order(table.id, 0, "end")
        standing = (await ann.position(table.id, 0)).standing
        assert standing is not None
        assert standing.order == "end"


# Talk


def heard(live: Live) -> list[tuple[str, int | None, str]]:
    """What was said, in the order in which it came."""
    return [(said.room, said.seat, said.text) for said in live.said]


async def until_said(live: Live, text: str) -> None:
    """Until somebody says that."""
    await live.until(lambda m: isinstance(m, Said) and m.text == text)


@story
async def test_players_and_spectators_have_a_room_each(server: Server) -> None:
    async with people(server, 3) as (ann, bob, cat):
        table = await ann.make("cursed-earth", ["me", "open"], **DUEL)
        await bob.sit(table.id, 1)
        async with ann.live(table.id, 0) as player, cat.live(table.id, None) as watching:
            await watching.say("She has no chance.")
            await bob.say(table.id, "Hello.")
            await player.say("Hello to you.")
            await until_said(watching, "Hello to you.")
            assert heard(watching) == [
                ("watchers", None, "She has no chance."),
                ("table", 1, "Hello."),
                ("table", 0, "Hello to you."),
            ]
            assert heard(player) == [("table", 1, "Hello."), ("table", 0, "Hello to you.")]
            assert [said.number for said in watching.said] == [1, 2, 3]
            assert watching.said[1].name == (await bob.guest()).name
        async with bob.live(table.id, 1, said=2) as later:
            await until_said(later, "Hello to you.")
            assert heard(later) == [("table", 0, "Hello to you.")]
        await ann.at_seat(table.id, "resign", 0)
        async with bob.live(table.id, 1) as afterwards:
            await until_said(afterwards, "Hello to you.")
            assert len(afterwards.said) == 3


@story
async def test_a_table_can_be_without_talk(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me", "careful"], chat=False)
        assert not table.chat
        with denied("refused", "There is no chat at this table"):
            await ann.say(table.id, "Hello?")
        async with ann.live(table.id, 0) as live:
            answer = await live.say("Hello?")
            assert isinstance(answer, Refusal)
            assert answer.code == "refused"


@story
async def test_what_is_said_has_a_length(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"])
        await ann.say(table.id, "x" * 500)
        for text in ("", "x" * 501):
            with denied("bad-request", "text"):
                await ann.say(table.id, text)


# Restarts


async def check_alike(client: Client, id: str, mirror: Match) -> None:
    """Both seats see at the table what they see in a match that was never interrupted."""
    for seat in (0, 1):
        now = await client.position(id, seat)
        options = [o.text for o in mirror.options] if mirror.seat == seat else []
        assert now.view == mirror.view(seat)
        assert [o.text for o in now.options] == options
        events = mirror.events(seat)
        assert now.events == events[now.first :]
        assert now.undo is not None
        refusal = mirror.why_no_undo(seat)
        assert now.undo.may == (refusal is None), (now.version, now.undo)
        if refusal is not None:
            assert now.undo.reason == refusal.reason


async def wander(client: Client, id: str, mirror: Match, until: int, rng: Random) -> None:
    """Play and take back until the table has that version, often near a multiple of 50."""
    table = await client.table(id)
    for version in range(table.version, until):
        able = [seat for seat in (0, 1) if mirror.why_no_undo(seat) is None]
        close = version % 50 in (48, 49, 0, 1, 2)
        last = version + 1 == until
        if able and not last and rng.random() < (0.7 if close else 0.2):
            await client.undo(id, able[0], version)
            mirror.undo(able[0])
        else:
            text = rng.choice(mirror.options).text
            assert mirror.seat is not None
            await client.play(id, mirror.seat, version, text)
            mirror.play(text)


async def take_back_all(client: Client, id: str, mirror: Match) -> int:
    """Undo as far as it goes; how many moves that was."""
    taken = 0
    while able := [seat for seat in (0, 1) if mirror.why_no_undo(seat) is None]:
        version = (await client.table(id)).version
        await client.undo(id, able[0], version)
        mirror.undo(able[0])
        await check_alike(client, id, mirror)
        taken += 1
    return taken


def test_a_long_match_with_undos_survives_restarts_and_can_still_be_taken_back(
    tmp_path: Path,
) -> None:
    mirror, rng = adjudge.new("helter-skelter", seats=2, seed=7), Random(3)
    kept: dict[str, str] = {}

    async def begin(url: str) -> None:
        async with Client(url) as ann:
            table = await ann.make("helter-skelter", ["me", "me"], seed=7, **AT_ONCE)
            kept.update(id=table.id, cookie=ann.cookie or "")
            for seat in (0, 1):
                await ann.order(table.id, seat, "ask")

    async def go_on(url: str, until: int) -> None:
        async with Client(url, kept["cookie"]) as ann:
            await check_alike(ann, kept["id"], mirror)
            await wander(ann, kept["id"], mirror, until, rng)
            await check_alike(ann, kept["id"], mirror)

    async def look_and_take_back(url: str) -> int:
        async with Client(url, kept["cookie"]) as ann:
            await check_alike(ann, kept["id"], mirror)
            return await take_back_all(ann, kept["id"], mirror)

    with Server(tmp_path) as server:
        asyncio.run(begin(server.url))
        taken = 0
        for version in (100, 152, 200):
            asyncio.run(go_on(server.url, version))
            server.stop()
            server.start()
            taken += asyncio.run(look_and_take_back(server.url))
        asyncio.run(go_on(server.url, 260))
    assert taken > 0


@story
async def test_a_server_that_is_gone_takes_nothing_with_it(tmp_path: Path) -> None:
    server = Server(tmp_path)
    await asyncio.to_thread(server.start)
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open"], **DUEL)
        waiting = await ann.make("cursed-earth", ["me", "link"])
        await bob.sit(table.id, 1)
        await ann.say(table.id, "Back in a minute.")
        await ann.play(table.id, 0, 1, "play 7 above", "last")
        before = await bob.position(table.id, 1)
        server.kill()
        await asyncio.to_thread(server.start)
        assert await bob.position(table.id, 1) == before
        assert await ann.play(table.id, 0, 1, "play 7 above", "last") == 2
        assert await bob.sit(waiting.id, 1, waiting.seats[1].invite or "") == Done(1)
        async with bob.live(table.id, 1) as live:
            await until_said(live, "Back in a minute.")
        assert (await asked(bob, table.id, 1)).moves == 1
    server.kill()
