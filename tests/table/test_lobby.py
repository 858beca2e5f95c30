"""Coming together: guests, tables, seats, invite links, bots, and all that can be chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from adjudge.games import GAMES
from adjudge.table.client import CLOSED, Client, Denial
from adjudge.table.guests import ADJECTIVES, ANIMALS
from adjudge.table.protocol import Done, Guest, People, SeatWish, Table
from tests.table.servers import Server
from tests.table.stories import AT_ONCE, DUEL, asked, denied, move, over, people, story


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all of these stories."""
    with Server(tmp_path_factory.mktemp("lobby")) as running:
        yield running
        assert running.log() == ""


def ids(tables: list[Table]) -> list[str]:
    """Which tables these are."""
    return [table.id for table in tables]


# Guests


@story
async def test_a_guest_gets_a_friendly_name_of_two_words(server: Server) -> None:
    async with Client(server.url) as ann:
        first, second = (await ann.guest()).name.split()
        assert first in ADJECTIVES
        assert second in ANIMALS


@story
async def test_a_guest_keeps_cookie_and_name(server: Server) -> None:
    async with Client(server.url) as ann:
        name = (await ann.guest()).name
        again = await ann.post("/api/guest", None, Guest)
        assert again.name == name
    async with Client(server.url, ann.cookie) as returned:
        assert (await returned.guest()).name == name


@story
async def test_another_name_is_shown_at_tables_that_go_on(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        before = (await ann.guest()).name
        done = await ann.make("cursed-earth", ["me"])
        await ann.at_seat(done.id, "resign", 0)
        open_table = await ann.make("cursed-earth", ["me", "open"])
        going_on = await ann.make("cursed-earth", ["me", "careful"])
        async with bob.live(going_on.id, None) as watching:
            await watching.until_position()
            assert (await ann.be(name="  Tall   Otter ")).name == "Tall Otter"
            await watching.until(
                lambda m: isinstance(m, People) and m.table.seats[0].name == "Tall Otter"
            )
        assert (await bob.table(open_table.id)).seats[0].name == "Tall Otter"
        assert (await bob.table(done.id)).seats[0].name == before
        listed = {table.id: table.seats[0].name for table in await ann.tables()}
        assert listed[going_on.id] == listed[open_table.id] == "Tall Otter"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "name: at least one character"),
        ("   ", "name: at least one character"),
        ("x" * 25, "name: at most 24 characters"),
        ("x" * 41, "name"),
        ("a\u202eb", "name: a character that cannot be shown"),
        ("\u0301a", "name: accents without a letter"),
    ],
)
@story
async def test_a_bad_name_is_refused_and_the_old_one_stays(
    server: Server, name: str, reason: str
) -> None:
    async with Client(server.url) as ann:
        before = await ann.guest()
        with denied("bad-request", reason):
            await ann.be(name=name)
        assert await ann.guest() == before


@story
async def test_without_a_guests_cookie_nothing_can_be_made(server: Server) -> None:
    nobody = Client(server.url)
    with denied("no-guest", "POST /api/guest"):
        await nobody.make("cursed-earth", ["me"])
    forged = Client(server.url, "nobody.aaaaaa." + "a" * 43)
    with denied("no-guest", "POST /api/guest"):
        await forged.guest()
    for client in (nobody, forged):
        await client.http.aclose()


# Tables


@story
async def test_anybody_sits_at_an_open_seat_and_the_match_begins_with_the_last(
    server: Server,
) -> None:
    async with people(server, 3) as (ann, bob, cat):
        table = await ann.make("cursed-earth", ["me", "open", "open"])
        assert (table.status, table.version, table.asked) == ("open", 0, [])
        assert [seat.who for seat in table.seats] == ["person", "empty", "empty"]
        with denied("not-yet", "has not begun"):
            await ann.position(table.id, 0)
        await bob.sit(table.id, 2)
        assert (await cat.table(table.id)).status == "open"
        assert (await cat.sit(table.id, 1)).version == 1
        begun = await cat.table(table.id)
        assert begun.status == "playing"
        assert len(begun.asked) == 1
        assert [seat.you for seat in begun.seats] == [False, True, False]
        assert [table.host for table in (begun, await ann.table(table.id))] == [False, True]


@story
async def test_a_seat_that_is_taken_is_taken(server: Server) -> None:
    async with people(server, 3) as (ann, bob, cat):
        table = await ann.make("cursed-earth", ["me", "open", "open"])
        await bob.sit(table.id, 1)
        assert (await bob.sit(table.id, 1)).version == 0
        for seat in (0, 1):
            with denied("taken", f"Seat {seat} is taken."):
                await cat.sit(table.id, seat)
        with denied("not-found", "There is no seat 3"):
            await cat.sit(table.id, 3)


@story
async def test_a_link_seats_one_person_and_is_used_once(server: Server) -> None:
    async with people(server, 3) as (ann, bob, cat):
        table = await ann.make("cursed-earth", ["me", "link"])
        invite = table.seats[1].invite
        assert invite
        assert (await bob.table(table.id)).seats[1].invite is None
        for wrong in ("", "x", invite[:-1]):
            with denied("not-yours", "needs its invite link"):
                await bob.sit(table.id, 1, wrong)
        await bob.sit(table.id, 1, invite)
        with denied("taken", r"This link seats one person. It was used at \d\d:\d\d UTC."):
            await cat.sit(table.id, 1, invite)
        assert (await ann.table(table.id)).seats[1].invite is None


@story
async def test_a_private_table_is_there_only_for_those_who_have_its_link(server: Server) -> None:
    async with people(server, 3) as (ann, bob, cat):
        table = await ann.make("cursed-earth", ["me", "link"], private=True)
        link = table.seats[1].invite or ""
        for look in (cat.table(table.id), cat.table(table.id, "x"), cat.sit(table.id, 1)):
            with denied("not-found", "There is no such table"):
                await look
        assert table.id not in ids(await cat.open_tables())
        await bob.sit(table.id, 1, link)
        with denied("not-found", "There is no such table"):
            await cat.position(table.id, None)
        assert (await cat.position(table.id, None, invite=link)).seat is None
        async with cat.live(table.id, None, invite=link) as watching:
            assert (await watching.until_position()).options == []


@story
async def test_the_host_of_a_private_table_has_a_link_for_spectators(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "careful"], private=True)
        assert table.invite
        assert (await bob.table(table.id, table.invite)).invite is None
        public = await ann.make("cursed-earth", ["me", "careful"])
        assert public.invite is None


@story
async def test_a_private_table_with_open_seats_needs_its_link_to_sit(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open"], private=True)
        with denied("not-found", "There is no such table"):
            await bob.sit(table.id, 1)
        await bob.sit(table.id, 1, table.invite or "")
        assert (await bob.table(table.id)).status == "playing"


@story
async def test_bots_alone_play_at_once_and_anybody_watches(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["random", "careful", "flat:4"], **AT_ONCE)
        assert table.status == "playing"
        assert [seat.bot for seat in table.seats] == ["random", "careful", "flat:4"]
        ended = await over(bob, table.id)
        assert ended.result is not None
        assert ended.result.how == "played"


@story
async def test_bots_are_asked_for_by_level_and_known_by_its_name(server: Server) -> None:
    async with people(server, 1) as (ann,):
        for game in (await ann.games()).games:
            top = game.levels[-1]
            usual = next(level for level in game.levels if level.id == game.usual)
            table = await ann.make(game.id, ["me", top.id], pace=0)
            assert (table.seats[1].name, table.seats[1].bot) == (top.name, top.bot)
            wish = {"game": game.id, "seats": [{"who": "me"}, {"who": "bot"}]}
            made = await ann.post("/api/tables", wish, Table)
            assert (made.seats[1].name, made.seats[1].bot) == (usual.name, usual.bot)
            waiting = await ann.make(game.id, ["me", "open"])
            await ann.bots(waiting.id)
            assert (await ann.table(waiting.id)).seats[1].name == usual.name


@story
async def test_people_and_bots_mix_as_they_are_told(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        seats = ["careful", "me", "open", "link"]
        setup = {"first_player": "0"}
        table = await ann.make("cursed-earth", seats, setup=setup, seed=7, **AT_ONCE)
        assert [s.who for s in table.seats] == ["bot", "person", "empty", "empty"]
        await bob.sit(table.id, 2)
        await bob.sit(table.id, 3, table.seats[3].invite or "")
        begun = await asked(ann, table.id, 1)
        assert [s.who for s in begun.people.seats] == ["bot", "person", "person", "person"]
        assert begun.moves == 1


@story
async def test_two_people_take_the_last_two_seats_at_the_same_moment(server: Server) -> None:
    async with people(server, 3) as (ann, bob, cat):
        for _ in range(5):
            table = await ann.make("cursed-earth", ["me", "open", "open"])
            versions = await asyncio.gather(bob.sit(table.id, 1), cat.sit(table.id, 2))
            begun = await ann.table(table.id)
            assert (begun.status, begun.version) == ("playing", 1)
            assert Done(1) in versions


@story
async def test_two_people_who_want_the_same_seat_do_not_both_get_it(server: Server) -> None:
    async with people(server, 3) as (ann, bob, cat):
        table = await ann.make("cursed-earth", ["me", "open"])
        came = await asyncio.gather(
            bob.sit(table.id, 1), cat.sit(table.id, 1), return_exceptions=True
        )
        refused = [answer for answer in came if isinstance(answer, Denial)]
        assert [(denial.code, denial.reason) for denial in refused] == [
            ("taken", "Seat 1 is taken.")
        ]


@story
async def test_the_host_stops_waiting_and_bots_sit_down(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open", "link"])
        with denied("not-yours", "Only who made the table"):
            await bob.bots(table.id)
        assert await ann.bots(table.id) == 1
        begun = await ann.table(table.id)
        assert begun.status == "playing"
        assert [seat.who for seat in begun.seats] == ["person", "bot", "bot"]
        with denied("over", "The match has begun"):
            await ann.bots(table.id)


@story
async def test_somebody_gets_up_before_the_start_and_another_sits_down(server: Server) -> None:
    async with people(server, 3) as (ann, bob, cat):
        table = await ann.make("cursed-earth", ["me", "open", "open"])
        await bob.sit(table.id, 1)
        with denied("not-yours", "Seat 1 is not yours"):
            await cat.leave(table.id, 1)
        await bob.leave(table.id, 1)
        assert (await ann.table(table.id)).seats[1].who == "empty"
        await cat.sit(table.id, 1)
        await bob.sit(table.id, 2)
        with denied("over", "The match has begun"):
            await bob.leave(table.id, 2)


@story
async def test_those_who_wait_at_a_table_see_others_come_and_go(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open", "open"])
        async with ann.live(table.id, 0) as waiting:
            first = await waiting.receive()
            assert isinstance(first, People)
            assert first.table.seats[0].connected
            await bob.sit(table.id, 1)
            await waiting.until(
                lambda m: isinstance(m, People) and m.table.seats[1].who == "person"
            )
            await bob.leave(table.id, 1)
            await waiting.until(lambda m: isinstance(m, People) and m.table.seats[1].who == "empty")
            await ann.bots(table.id)
            assert (await waiting.until_position()).people.status == "playing"


@story
async def test_the_host_closes_a_table_that_has_not_begun(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open"])
        with denied("not-yours", "Only who made the table"):
            await bob.close(table.id)
        await ann.close(table.id)
        with denied("not-found", "There is no such table"):
            await ann.table(table.id)
        assert table.id not in ids(await ann.tables()) + ids(await bob.open_tables())
        begun = await ann.make("cursed-earth", ["me"])
        with denied("over", "The match has begun"):
            await ann.close(begun.id)


@story
async def test_those_who_wait_at_a_table_that_is_closed_are_let_go(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open", "open"])
        await bob.sit(table.id, 1)
        async with bob.live(table.id, 1) as waiting, ann.live(table.id, None) as watching:
            await watching.until(lambda m: isinstance(m, People) and m.table.watchers == 1)
            await ann.close(table.id)
            for live in (waiting, watching):
                with pytest.raises(CLOSED):
                    await live.until_position()
                assert live.socket.close_code == 4404


# Lists


@story
async def test_open_tables_are_listed_newest_first_and_private_ones_are_not(
    server: Server,
) -> None:
    async with people(server, 2) as (ann, bob):
        old = await ann.make("cursed-earth", ["me", "open"])
        hidden = await ann.make("cursed-earth", ["me", "open"], private=True)
        new = await ann.make("helter-skelter", ["me", "link"])
        ended = await ann.make("cursed-earth", ["me"])
        await ann.at_seat(ended.id, "resign", 0)
        listed = ids(await bob.open_tables())
        assert listed.index(new.id) < listed.index(old.id)
        assert not {hidden.id, ended.id} & set(listed)
        tables = {table.id: table for table in await bob.open_tables()}
        assert tables[new.id].seats[1].invite is None
        assert not tables[new.id].host


def waiting(table: Table) -> bool:
    """Whether the table waits for whoever looks."""
    return any(seat.you and seat.seat in table.asked for seat in table.seats)


@story
async def test_ones_own_tables_begin_with_those_that_wait_for_one(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        seats = ["me", "open"]
        tables = [await ann.make("cursed-earth", seats, **DUEL) for _ in range(3)]
        open_table = await ann.make("cursed-earth", seats)
        for table in tables:
            await bob.sit(table.id, 1)
        await move(ann, tables[2].id, 0)
        mine, his = await ann.tables(), await bob.tables()
        assert [waiting(table) for table in mine] == [True, True, False, False]
        assert set(ids(mine[:2])) == {tables[0].id, tables[1].id}
        assert ids(mine[2:]) == [open_table.id, tables[2].id]
        assert ids(his)[0] == tables[2].id
        assert [waiting(table) for table in his] == [True, False, False]


@story
async def test_a_table_does_not_wait_for_somebody_for_whom_a_bot_plays(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        table = await ann.make("cursed-earth", ["me", "open"], **DUEL, pace=10.0)
        await bob.sit(table.id, 1)
        assert waiting((await ann.tables())[0])
        await ann.at_seat(table.id, "stand-in", 0)
        assert not waiting((await ann.tables())[0])
        await ann.at_seat(table.id, "back", 0)
        assert waiting((await ann.tables())[0])


@story
async def test_finished_tables_come_last_and_wait_for_nobody(server: Server) -> None:
    async with people(server, 1) as (ann,):
        ended = await ann.make("cursed-earth", ["me"])
        going_on = await ann.make("cursed-earth", ["me"])
        later = await ann.make("cursed-earth", ["me"])
        for table in (ended, later):
            await ann.at_seat(table.id, "resign", 0)
        mine = await ann.tables()
        assert ids(mine) == [going_on.id, later.id, ended.id]
        assert [waiting(table) for table in mine] == [True, False, False]
        assert mine[2].result is not None


# What can be chosen


@story
async def test_every_set_up_option_is_offered_with_its_default_and_choices(
    server: Server,
) -> None:
    async with Client(server.url) as ann:
        offered = {game.id: game for game in (await ann.games()).games}
        assert list(offered) == list(GAMES)
        for game in GAMES.values():
            offer = offered[game.id]
            assert (offer.title, (offer.least_seats, offer.most_seats)) == (game.title, game.seats)
            assert [option.name for option in offer.setup] == [o.name for o in game.setup]
            for shown, option in zip(offer.setup, game.setup, strict=True):
                assert shown.choices == list(option.choices)
                assert shown.default == option.default
                assert shown.help
                assert shown.default in shown.choices
                assert set(shown.default_by_seats.values()) <= set(shown.choices)
            assert offer.draws == game.draws
            assert len(offer.packs) == 1


@story
async def test_every_choice_that_is_offered_can_be_made(server: Server) -> None:
    async with Client(server.url) as ann:
        for offer in (await ann.games()).games:
            for option in offer.setup:
                for choice in option.choices:
                    await make_with(ann, offer.id, option.name, choice)


async def make_with(ann: Client, game: str, name: str, choice: str) -> None:
    """A table with that choice, for the first number of seats that it goes with."""
    setup = {name: choice} if name != "judges" else {name: choice, "mode": "head-to-head"}
    for seats in range(1, 5):
        try:
            table = await ann.make(game, ["me"] * seats, setup=setup)
        except Denial:
            continue
        made = table.setup[name]
        assert made == choice or (choice == "next" and made)
        return
    pytest.fail(f"{game}: no table with {setup}")


SOLO: dict[str, Any] = {"seats": [{"who": "me"}]}
PAIR: dict[str, Any] = {"seats": [{"who": "me"}, {"who": "open"}]}
FIVE: dict[str, Any] = {"seats": [{"who": "me"}] * 5}
NINE: dict[str, Any] = {"seats": [{"who": "me"}] * 9}


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"game": "chess", **SOLO}, r"game: 'chess' is not one of cursed-earth, helter-skelter"),
        ({"game": "cursed-earth", **FIVE}, r"seats: 5 is not a number from 1 to 4"),
        ({"game": "helter-skelter", **SOLO}, r"seats: 1 is not a number from 2 to 4"),
        ({"game": "cursed-earth", **NINE}, r"seats"),
        ({"game": "cursed-earth", "seats": []}, r"seats"),
        (
            {"game": "cursed-earth", **SOLO, "setup": {"mode": "duel"}},
            r"mode: 'duel' is not one of solo, cooperative, head-to-head",
        ),
        (
            {"game": "cursed-earth", **SOLO, "setup": {"speed": "fast"}},
            r"speed: not a set-up option of cursed-earth; those are mode, difficulty",
        ),
        (
            {"game": "helter-skelter", **PAIR, "setup": {"team_0": "slaine", "team_1": "slaine"}},
            r"team_1: 'slaine' is taken already",
        ),
        (
            {"game": "cursed-earth", "seats": [{"who": "bot", "bot": "deep-thought"}]},
            r"bot: 'deep-thought' is not one of tumbleweed, .*, random, careful, flat",
        ),
        (
            {"game": "cursed-earth", "seats": [{"who": "bot", "bot": "flat:60s"}]},
            r"seats\[0\]\.bot: 'flat:60s' is more than 3s or 2000 iterations for a decision",
        ),
        (
            {"game": "cursed-earth", "seats": [{"who": "bot", "bot": "flat:2001"}]},
            r"seats\[0\]\.bot: 'flat:2001' is more than 3s or 2000 iterations for a decision",
        ),
        (
            {"game": "cursed-earth", "seats": [{"who": "bot", "bot": "flat:100x64"}]},
            r"seats\[0\]\.bot: 'flat:100x64': x\d+ is the most here",
        ),
        ({"game": "cursed-earth", "seats": [{"who": "bot", "bot": "flat:soon"}]}, r"budget"),
        (
            {"game": "cursed-earth", "seats": [{"who": "me"}, {"who": "open", "bot": "flat"}]},
            r"seats\[1\]\.bot: 'flat': the seat is not a bot's",
        ),
        ({"game": "cursed-earth", "seats": [{"who": "king"}]}, r"king"),
        ({"game": "cursed-earth", **SOLO, "pack": "none"}, r"pack: 'none' is not a pack of"),
        ({"game": "cursed-earth", **SOLO, "seed": -1}, r"seed"),
        ({"game": "cursed-earth", **SOLO, "seed": 2**53}, r"seed"),
        ({"game": "cursed-earth", **SOLO, "colour": "blue"}, r"colour"),
        ({"game": "cursed-earth", **SOLO, "pace": 11}, r"pace"),
        ({"game": "cursed-earth", **SOLO, "clock": {"kind": "move", "amount": 0}}, r"clock"),
        ({"game": "cursed-earth", **SOLO, "clock": {"kind": "year", "amount": 1}}, r"year"),
    ],
)
@story
async def test_what_cannot_be_played_is_refused_in_one_sentence(
    server: Server, wish: dict[str, Any], reason: str
) -> None:
    async with Client(server.url) as ann:
        with pytest.raises(Denial, match=reason) as told:
            await ann.post("/api/tables", wish, Table)
        assert told.value.code == "bad-request"
        assert "\n" not in told.value.reason
        assert await ann.tables() == []


@story
async def test_a_bot_that_is_not_named_is_the_careful_one(server: Server) -> None:
    async with Client(server.url) as ann:
        wish = {"game": "cursed-earth", "seats": [SeatWish("me"), SeatWish("bot")]}
        table = await ann.post("/api/tables", wish, Table)
        assert table.seats[1].bot == "careful"


@story
async def test_a_chosen_seed_is_told_to_everybody(server: Server) -> None:
    async with people(server, 2) as (ann, bob):
        deals = []
        for seed in (7, 7, None):
            table = await ann.make("cursed-earth", ["me"], seed=seed)
            assert (await bob.table(table.id)).seeded == (seed is not None)
            deals.append((await ann.position(table.id, 0)).view["table"])
        assert deals[0] == deals[1]
        assert deals[0] != deals[2]
