"""Before a move: why a thing cannot be used, what a move would do, what a bot would do, boards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest

import adjudge
from adjudge.advice import ADVISER
from adjudge.games import GAMES
from adjudge.packs import default_pack
from adjudge.table.client import Client, Denial
from adjudge.table.protocol import Accepted, Hint, Hinted, Offered, Previewed, Problem, Refusal
from tests.table.servers import Server
from tests.table.stories import AT_ONCE, DUEL, denied, move, move_live, people, story

SOLO: dict[str, Any] = {"setup": {"difficulty": "cadet"}, "seed": 7}
BOARD = f"/api/packs/{quote(default_pack(GAMES['helter-skelter']).hash)}/boards"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all of these stories."""
    with Server(tmp_path_factory.mktemp("study")) as running:
        yield running
        assert running.log() == ""


@story
async def test_a_thing_is_offered_or_refused_as_the_match_says(server: Server) -> None:
    mirror = adjudge.new("cursed-earth", seats=1, seed=7, difficulty="cadet")
    held = mirror.view(0)["table"]["hands"][0]
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        assert (await ann.why_thing(table.id, 0, f"card:{held[0]}")).offered
        for thing in ("character:dredd", "location:1", "deck", "card:61", "nonsense"):
            expected = mirror.why_not_thing(0, thing)
            assert expected is not None
            answer = await ann.why_thing(table.id, 0, thing)
            assert (answer.reason, answer.rules) == (expected.reason, list(expected.rules))
        async with ann.live(table.id, 0) as live:
            await live.until_position()
            assert isinstance(await live.why_thing(f"card:{held[0]}"), Offered)
            told = await live.why_thing("deck")
            assert isinstance(told, Refusal)
            assert told.rules == ["CE-PARTS-03"]


@story
async def test_why_asks_for_a_move_or_a_thing_and_not_both(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        for body in ({"seat": 0}, {"seat": 0, "move": "play 1", "thing": "card:1"}):
            with denied("bad-request", "one of the two"):
                await ann.post(f"/api/tables/{table.id}/why", body, dict)


@story
async def test_a_preview_says_what_then_happens(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        async with ann.live(table.id, 0) as live:
            for _ in range(25):
                position = live.position or await live.until_position()
                text = position.options[-1].text
                over_http = await ann.preview(table.id, 0, position.version, text)
                told = await live.preview(text)
                assert isinstance(told, Previewed)
                assert (told.changes, told.one_way) == (over_http.changes, over_http.one_way)
                assert told.rules
                await move_live(live, text)
                after = live.position
                assert after is not None
                if after.people.result is not None:
                    break
                if not told.one_way:
                    assert after.undo is not None
                    assert after.undo.may


@story
async def test_no_preview_of_what_cannot_be_done(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open"], **DUEL)
        await bob.sit(table.id, 1)
        with denied("refused", "Heal: one character"):
            await ann.preview(table.id, 0, 1, "heal dredd")
        with denied("refused", "It is the decision of seat 0"):
            await bob.preview(table.id, 1, 1, "heal dredd")
        with denied("stale", "look at it again"):
            await ann.preview(table.id, 0, 7, "heal dredd")
        with denied("not-yours", "Seat 0 is not yours"):
            await bob.preview(table.id, 0, 1, "heal dredd")


@story
async def test_a_hint_is_a_legal_move_with_a_reason(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        position = await ann.position(table.id, 0)
        hint = await ann.hint(table.id, 0, position.version)
        assert hint.move in [option.text for option in position.options]
        assert hint.label in [option.label for option in position.options]
        assert hint.bot in (ADVISER, "careful")
        assert (hint.looked_at > 0) == (hint.bot == ADVISER) == bool(hint.options)
        if hint.options:
            assert hint.options[0].move == hint.move
            offered = {option.text: option.label for option in position.options}
            assert all(offered[one.move] == one.label for one in hint.options)
            assert all(0 <= one.chance <= 1 and 0 < one.within < 1 for one in hint.options)
        assert hint.reason.endswith(".")
        async with ann.live(table.id, 0) as live:
            await live.until_position()
            told = await live.hint()
            assert isinstance(told, Hinted)
            assert told.move == hint.move
            assert isinstance(await live.play(told.move), Accepted)


@story
async def test_hints_come_one_at_a_time_and_hold_nobody_up(server: Server) -> None:
    async with Client(server.url) as ann:
        table = await ann.make("cursed-earth", ["me"], **SOLO)
        async with ann.live(table.id, 0) as live:
            position = await live.until_position()
            for id in (901, 902):
                await live.send(Hint(0, position.version, id))
            told = [await live.until(lambda m: getattr(m, "id", 0) in (901, 902)) for _ in "ab"]
            refused = [answer for answer in told if isinstance(answer, Refusal)]
            assert [answer.code for answer in refused] in ([], ["slow-down"])
            assert any(isinstance(answer, Hinted) for answer in told)
        hints = [ann.hint(table.id, 0, position.version) for _ in range(3)]
        done = await asyncio.gather(*hints, move(ann, table.id, 0), return_exceptions=True)
        assert isinstance(done[-1], int)
        denials = [one for one in done if isinstance(one, Denial)]
        assert {denial.code for denial in denials} <= {"slow-down", "stale"}


@story
async def test_no_hint_where_there_is_none_to_give(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        quiet = await ann.make("cursed-earth", ["me"], hints=False, **SOLO)
        assert not quiet.hints
        with denied("refused", "no hints at this table"):
            await ann.hint(quiet.id, 0, 1)
        table = await ann.make("cursed-earth", ["me", "open"], **DUEL)
        assert table.hints
        await bob.sit(table.id, 1)
        with denied("refused", "it is the decision of seat 0"):
            await bob.hint(table.id, 1, 1)
        with denied("stale", "look at it again"):
            await ann.hint(table.id, 0, 9)


@story
async def test_payment_is_proposed_to_whoever_pays(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("helter-skelter", ["me", "open"], seed=3, **AT_ONCE)
        await bob.sit(table.id, 1)
        seats = [ann, bob]
        for _ in range(400):
            seat = (await ann.position(table.id, None)).asked[0]
            position = await seats[seat].position(table.id, seat)
            assert position.question is not None
            if position.question.proposed:
                break
            moves = [option.text for option in position.options]
            going = [text for text in moves if text.startswith(("move", "snipe", "deploy"))]
            await seats[seat].play(table.id, seat, position.version, (going or moves)[0])
        assert position.question is not None
        assert position.question.proposed in moves_of(position)
        assert position.question.by == "Proposed: the cards with the fewest other uses."
        other = await seats[1 - seat].position(table.id, 1 - seat)
        assert other.question is not None
        assert (other.question.proposed, other.question.by) == ("", "")


def moves_of(position: Any) -> list[str]:
    """What is offered."""
    return [option.text for option in position.options]


def test_a_board_is_sent_again_only_if_it_is_drawn_otherwise(server: Server) -> None:
    for name in GAMES["helter-skelter"].maps:
        answer = httpx.get(f"{server.url}{BOARD}/{name}", timeout=30)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-cache"
        tag = answer.headers["etag"]
        for known in (tag, f"W/{tag}"):
            again = httpx.get(f"{server.url}{BOARD}/{name}", headers={"if-none-match": known})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == tag
        other = httpx.get(f"{server.url}{BOARD}/{name}", headers={"if-none-match": '"other"'})
        assert (other.status_code, other.content) == (200, answer.content)
        board = answer.json()
        assert board["name"] == name
        assert len(board["spaces"]) == 40
    for path in (f"{BOARD}/atlantis", "/api/packs/x/boards/city-blocks"):
        answer = httpx.get(f"{server.url}{path}")
        assert answer.status_code == 404
        assert answer.json()["code"] == "not-found"
        assert answer.headers["cache-control"] == "no-store"


@story
async def test_a_link_that_was_used_says_when(server: Server) -> None:
    async with people(server, 3) as (ann, bob, cat):
        table = await ann.make("cursed-earth", ["me", "link"], setup={"mode": "head-to-head"})
        link = table.seats[1].invite or ""
        await bob.sit(table.id, 1, link)
        answer = await cat.http.post(f"/api/tables/{table.id}/seats/1", json={"invite": link})
        problem = Problem(**answer.json())
        assert (answer.status_code, problem.code) == (409, "taken")
        assert problem.reason.startswith("This link seats one person. It was used at ")
        assert problem.at is not None
        with denied("taken", "Seat 1 is taken"):
            await cat.sit(table.id, 1, "another")
