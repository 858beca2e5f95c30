"""Afterwards: records that verify, replays through anybody's eyes, and forks that go on."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import adjudge
from adjudge.bots import find_bot
from adjudge.games import GAMES
from adjudge.kernel.game import Broken
from adjudge.match import Match, started
from adjudge.packs import LoadedPack
from adjudge.review import REVIEWER, review
from adjudge.table.client import Client
from adjudge.table.protocol import Fork, Review, SeatWish, Table
from tests.table.servers import FAST, Server
from tests.table.stories import AT_ONCE, DUEL, asked, denied, move, over, people, story, until

BOT, ME = SeatWish("bot", "careful"), SeatWish("me")
FORKED: dict[str, Any] = {"pace": 0.0, "window": 0.0}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A content pack of one's own."""
    return changed_pack(tmp_path_factory.mktemp("pack"), "Enormous Spider")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[Server]:
    """One for all of these stories, with that pack."""
    flags = (*FAST, "--pack", str(folder))
    with Server(tmp_path_factory.mktemp("records"), flags=flags) as running:
        yield running
        assert running.log() == ""


def changed_pack(folder: Path, title: str) -> Path:
    """The default pack of The Cursed Earth with another title on a card."""
    mine = folder / "mine"
    shutil.copytree(GAMES["cursed-earth"].content, mine)
    file = mine / "encounters.toml"
    text = file.read_text("utf-8")
    assert "Giant Spider" in text
    file.write_text(text.replace("Giant Spider", title), "utf-8")
    return mine


def duel_elsewhere() -> Match:
    """A match of two that was played elsewhere, to its end."""
    match, rng = adjudge.new("cursed-earth", seats=2, seed=8, mode="head-to-head"), Random(7)
    while match.seat is not None:
        match.play(rng.choice(match.options))
    return match


async def bots_played(client: Client, game: str, seats: int, **settings: Any) -> Table:
    """A finished table of bots."""
    table = await client.make(game, ["careful"] * seats, **AT_ONCE, **settings)
    return await over(client, table.id)


# Records


@pytest.mark.parametrize(("game", "seats"), [("cursed-earth", 3), ("helter-skelter", 2)])
@story
async def test_the_record_of_a_finished_match_verifies_to_the_byte(
    server: Server, game: str, seats: int
) -> None:
    async with people(server, 2) as (ann, bob):
        table = await bots_played(ann, game, seats)
        text = await bob.record_text(table.id)
        match = adjudge.verify(text)
        assert match.outcome is not None
        assert table.result is not None
        assert list(match.outcome.winners) == table.result.winners
        assert match.outcome.reason == table.result.reason
        assert await bob.record(table.id) == match.record()
        with pytest.raises((Broken, adjudge.Invalid)):
            adjudge.verify(text.replace('"moves"', '"moves" ', 1))


@story
async def test_a_match_that_goes_on_has_no_record_yet(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"])
        for look in (ann.record_text(table.id), ann.replay(table.id, 0, 0)):
            with denied("not-yet", "The match is not over: its record would tell every secret"):
                await look
        with denied("not-yet", "The match is not over"):
            await ann.fork(table.id, Fork(0, [ME]))


@story
async def test_a_match_that_was_given_up_has_a_record_without_an_outcome(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"])
        await move(ann, table.id, 0)
        await ann.at_seat(table.id, "resign", 0)
        match = adjudge.verify(await ann.record_text(table.id))
        assert (match.length, match.outcome) == (1, None)


@story
async def test_moves_that_were_taken_back_are_not_in_the_record(server: Server) -> None:
    mirror = adjudge.new("helter-skelter", seats=2, seed=7)
    async with Client(server.url) as ann:
        table = await ann.make("helter-skelter", ["me", "me"], seed=7, **AT_ONCE)
        version = 1
        for action in "pppuupuppp":
            if action == "p":
                text = mirror.options[version % 3].text
                mirror.play(text)
                version = await ann.play(table.id, 0, version, text)
            else:
                mirror.undo(0)
                version = await ann.undo(table.id, 0, version)
        await ann.at_seat(table.id, "resign", 0)
        match = adjudge.verify(await ann.record_text(table.id))
        assert match.moves == mirror.moves
        for step in range(len(mirror.moves) + 1):
            seen = await ann.replay(table.id, step, 1)
            assert (seen.steps, seen.position.moves) == (len(mirror.moves), step)
        assert seen.position.view == mirror.view(1)


@story
async def test_a_record_that_was_brought_is_the_same_when_taken_away(server: Server) -> None:
    elsewhere = duel_elsewhere()
    async with people(server, 2) as (ann, bob):
        table = await ann.bring(elsewhere.record(), private=False)
        assert (table.status, table.seeded) == ("finished", True)
        assert table.result is not None
        assert elsewhere.outcome is not None
        assert (table.result.how, table.result.winners) == (
            "record",
            list(elsewhere.outcome.winners),
        )
        assert await bob.record(table.id) == elsewhere.record()
        adjudge.verify(await bob.record_text(table.id))
        hidden = await ann.bring(elsewhere.record())
        with denied("not-found", "There is no such table"):
            await bob.record(hidden.id)


@story
async def test_a_record_that_ends_in_the_middle_can_be_brought(server: Server) -> None:
    match = adjudge.new("cursed-earth", seats=2, seed=8, mode="head-to-head")
    for _ in range(12):
        match.play(0)
    async with Client(server.url) as ann:
        table = await ann.bring(match.record())
        assert table.result is not None
        assert (table.result.how, table.result.reason) == ("record", "the record ends here")
        assert (await ann.replay(table.id, 12, 1)).position.view == match.view(1)
        on = await ann.fork(table.id, Fork(12, [BOT, BOT], **FORKED))
        ended = await over(ann, on.id)
        assert ended.result is not None
        assert ended.result.how == "played"


@story
async def test_what_is_no_record_is_refused_in_one_sentence(server: Server) -> None:
    record = duel_elsewhere().record()
    move, digest = record["moves"][3]
    spoilt: list[tuple[dict[str, Any], str]] = [
        ({}, "record: adjudge is missing"),
        (record | {"game": "chess"}, "game: 'chess' is not one of"),
        (record | {"adjudge": 2}, "record.adjudge: format 2 is not 1"),
        (record | {"colour": "blue"}, "record: Object contains unknown field `colour`"),
        (record | {"seed": 9}, "move 1: "),
        (record | {"moves": record["moves"][:-1]}, "the outcome is None"),
        (record | {"seal": "0" * 64}, "the seal does not fit the record"),
        (record | {"moves": 3}, "record.moves: Expected `array`, got `int`"),
        (record | {"pack": "0" * 64}, f"record.pack: '{'0' * 64}' is not a pack of this server"),
        (record | {"pack": 3}, "record.pack: 3 is not"),
        (
            record | {"moves": [*record["moves"][:3], [move, digest[::-1]]]},
            "move 4: .* leads to",
        ),
    ]
    async with Client(server.url) as ann:
        for wrong, reason in spoilt:
            with denied("bad-request", reason):
                await ann.bring(wrong)
        assert await ann.tables() == []


@story
async def test_a_record_with_too_many_moves_is_refused(server: Server) -> None:
    record = duel_elsewhere().record()
    async with Client(server.url) as ann:
        with denied("too-large", "20001 is more than 20000"):
            await ann.bring(record | {"moves": [["a", "b"]] * 20_001})


# Replays


@story
async def test_every_step_is_seen_through_every_seat_as_it_was_then(server: Server) -> None:
    record = duel_elsewhere().record()
    again = adjudge.new("cursed-earth", seats=2, seed=8, mode="head-to-head")
    counts: dict[int | None, int] = {None: 0, 0: 0, 1: 0}
    async with people(server, 2) as (ann, bob):
        table = await ann.bring(record, private=False)
        for step in range(len(record["moves"]) + 1):
            if step:
                again.play(record["moves"][step - 1][0])
            for seat, count in counts.items():
                seen = await bob.replay(table.id, step, seat, since=count)
                now = seen.position
                assert (seen.step, seen.steps) == (step, len(record["moves"]))
                assert seen.move == (record["moves"][step - 1][0] if step else "")
                assert now.view == again.view(seat)
                assert now.events == again.events(seat, count)
                assert (now.first, now.options, now.undo) == (count, [], None)
                assert (now.question is None) == (again.prompt is None)
                counts[seat] = count + len(now.events)
        assert counts == {seat: len(again.events(seat)) for seat in counts}


@story
async def test_steps_can_be_looked_at_in_any_order_and_at_the_same_time(server: Server) -> None:
    match = adjudge.new("helter-skelter", seats=2, seed=7)
    views = [match.view(0)]
    while len(views) <= 120:
        match.play(0)
        views.append(match.view(0))
    steps = Random(1).sample(range(len(views)), 60)
    async with Client(server.url) as ann:
        table = await ann.bring(match.record())
        seen = await asyncio.gather(*(ann.replay(table.id, step, 0) for step in steps))
        assert [s.step for s in seen] == [s.position.moves for s in seen] == steps
        assert all(s.position.view == views[s.step] for s in seen)
        with denied("not-found", f"step: the match has {len(views) - 1} moves"):
            await ann.replay(table.id, len(views), 0)
        with denied("not-found", "There is no seat 2"):
            await ann.replay(table.id, 0, 2)


# Playing on


@story
async def test_a_fork_goes_on_from_its_step_and_ends(server: Server) -> None:
    elsewhere = duel_elsewhere()
    half = elsewhere.length // 2
    async with people(server, 2) as (ann, bob):
        table = await ann.bring(elsewhere.record(), private=False)
        then = (await ann.replay(table.id, half, 0)).position
        wish = Fork(half, [ME, BOT], private=False, **FORKED)
        fork = await bob.fork(table.id, wish)
        assert (fork.status, fork.seeded, fork.host) == ("playing", True, True)
        assert [seat.who for seat in fork.seats] == ["person", "bot"]
        now = await asked(bob, fork.id, 0)
        if then.asked == [0]:
            assert now.view["table"] == then.view["table"]
        await move(bob, fork.id, 0)
        await bob.at_seat(fork.id, "stand-in", 0)
        ended = await over(bob, fork.id)
        assert ended.result is not None
        assert ended.result.how == "played"
        match = adjudge.verify(await bob.record_text(fork.id))
        assert match.length > 0
        assert "position" in match.start


@story
async def test_a_fork_begins_at_the_first_or_at_the_last_decision_but_not_after_it(
    server: Server,
) -> None:
    elsewhere = duel_elsewhere()
    last = elsewhere.length - 1
    async with Client(server.url) as ann:
        table = await ann.bring(elsewhere.record())
        for step in (0, last):
            fork = await ann.fork(table.id, Fork(step, [ME, ME], **FORKED))
            then = (await ann.replay(table.id, step, None)).position
            assert (await ann.position(fork.id, None)).view == then.view
        (seat,) = (await ann.table(fork.id)).asked
        await ann.play(fork.id, seat, 1, elsewhere.moves[-1])
        ended = await ann.table(fork.id)
        assert ended.result is not None
        assert elsewhere.outcome is not None
        assert ended.result.winners == list(elsewhere.outcome.winners)
        with denied("bad-request", f"step: the match is over at {last + 1}"):
            await ann.fork(table.id, Fork(last + 1, [ME, ME]))
        with denied("bad-request", f"step: the match has {last + 1} moves"):
            await ann.fork(table.id, Fork(last + 2, [ME, ME]))
        with denied("bad-request", "seats: the match has 2, not 1"):
            await ann.fork(table.id, Fork(0, [ME]))


@story
async def test_a_fork_of_a_fork_is_replayed_and_forked_again(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await bots_played(ann, "cursed-earth", 2, **DUEL)
        for part in (10, 3):
            step = len((await ann.record(table.id))["moves"]) * (part - 1) // part
            fork = await ann.fork(table.id, Fork(step, [BOT, BOT], **FORKED))
            table = await over(ann, fork.id)
            adjudge.verify(await ann.record_text(table.id))
        brought = await ann.bring(await ann.record(table.id))
        assert (await ann.replay(brought.id, 2, 1)).position.view == (
            await ann.replay(table.id, 2, 1)
        ).position.view


@story
async def test_a_fork_can_wait_for_somebody_with_a_link(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.bring(duel_elsewhere().record())
        fork = await ann.fork(table.id, Fork(3, [ME, SeatWish("link")], **FORKED))
        assert fork.status == "open"
        await bob.sit(fork.id, 1, fork.seats[1].invite or "")
        assert (await bob.table(fork.id)).status == "playing"


@story
async def test_a_rematch_of_a_fork_begins_from_the_start(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.bring(duel_elsewhere().record())
        fork = await ann.fork(table.id, Fork(20, [ME, BOT], **FORKED))
        await ann.at_seat(fork.id, "resign", 0)
        again = await ann.rematch(fork.id)
        assert again.status == "playing"
        assert "position" not in (await resigned_record(ann, again.id))


async def resigned_record(client: Client, id: str) -> dict[str, Any]:
    """The record of a match that its only guest gives up."""
    await client.at_seat(id, "resign", 0)
    return await client.record(id)


# Packs


@pytest.fixture(scope="module")
def pack(folder: Path) -> LoadedPack:
    """The pack that the server has."""
    return adjudge.load_pack(folder)


@story
async def test_a_pack_of_ones_own_is_offered_and_shown(server: Server, pack: LoadedPack) -> None:
    async with Client(server.url) as ann:
        offer = next(game for game in (await ann.games()).games if game.id == "cursed-earth")
        assert [p.hash for p in offer.packs][1:] == [pack.hash]
        shown = await ann.get(f"/api/packs/{pack.hash}", dict[str, Any])
        assert (shown["game"], shown["hash"]) == ("cursed-earth", pack.hash)
        titles = [card["title"] for card in shown["content"]["encounter"]]
        assert "Enormous Spider" in titles
        with denied("not-found", "There is no such pack on this server"):
            await ann.get("/api/packs/none", dict[str, Any])
        with denied("bad-request", "is not a pack of helter-skelter on this server"):
            await ann.make("helter-skelter", ["me", "me"], pack=pack.hash)


@story
async def test_a_pack_of_ones_own_is_played_exported_and_brought_back(
    server: Server, pack: LoadedPack
) -> None:
    async with Client(server.url) as ann:
        seats = ["me", "careful"]
        table = await ann.make("cursed-earth", seats, pack=pack.hash, **DUEL, **AT_ONCE)
        assert table.pack == pack.hash
        await move(ann, table.id, 0)
        await ann.at_seat(table.id, "stand-in", 0)
        await over(ann, table.id)
        text = await ann.record_text(table.id)
        match = adjudge.verify(text, pack)
        assert match.pack.hash == pack.hash
        with pytest.raises(adjudge.Invalid, match="is not the pack at hand"):
            adjudge.verify(text)
        brought = await ann.bring(match.record())
        assert brought.pack == pack.hash
        seen = await ann.replay(brought.id, match.length, 0)
        assert seen.position.view == match.view(0)
        fork = await ann.fork(brought.id, Fork(5, [BOT, BOT], **FORKED))
        assert (await over(ann, fork.id)).pack == pack.hash


@story
async def test_a_record_of_a_pack_that_is_not_there_is_refused(
    server: Server, tmp_path: Path
) -> None:
    other = adjudge.load_pack(changed_pack(tmp_path, "Tiny Spider"))
    match = adjudge.new("cursed-earth", seats=1, seed=1, pack=other)
    async with Client(server.url) as ann:
        with denied("bad-request", f"record.pack: '{other.hash}' is not a pack of this server"):
            await ann.bring(match.record())


# Reviews


@story
async def test_a_review_is_the_one_that_the_record_gives(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await bots_played(ann, "cursed-earth", 1, setup={"mode": "solo"}, seed=3)
        first = await ann.review(table.id, 0)
        assert first.done < first.of
        assert first.decisions == []
        both = [until(partial(who.review, table.id, 0), is_done) for who in (ann, bob)]
        found, other = await asyncio.gather(*both)
        assert found == other
        record = await ann.record(table.id)
        moves = [move for move, digest in record["moves"]]
        here = review(started(record, None), moves, 0, find_bot(REVIEWER))
        assert msgspec.to_builtins(found.decisions) == [one.data() for one in here.decisions]
        assert (found.result, found.steps) == (here.result, here.steps)


def is_done(review: Review) -> bool:
    """Whether all decisions are weighed."""
    return review.done == review.of


@story
async def test_a_review_is_for_those_who_may_look(server: Server) -> None:
    async with people(server, 3) as (ann, bob, eve):
        table = await ann.make("cursed-earth", ["me", "open"], private=True, **DUEL)
        await bob.sit(table.id, 1, table.invite or "")
        with denied("not-yet", "its record would tell every secret"):
            await ann.review(table.id, 0)
        await move(ann, table.id, 0)
        await ann.at_seat(table.id, "resign", 0)
        with denied("not-found", "no seat 2"):
            await ann.review(table.id, 2)
        with denied("not-found", "no such table"):
            await eve.review(table.id, 0)
        nothing = await until(partial(bob.review, table.id, 1), is_done)
        assert (nothing.decisions, nothing.result) == ([], None)
        found = await until(partial(bob.review, table.id, 0), is_done)
        assert len(found.decisions) == 1
