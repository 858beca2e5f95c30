"""Windows for INTERRUPT neither stall nor tell: open for the same time whatever anybody holds."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import pytest

import adjudge
from adjudge.kernel.rng import seeded
from adjudge.table.client import Client
from adjudge.table.denials import Denied
from adjudge.table.live import BACK, MOVE, STAND_IN, Entry
from adjudge.table.protocol import Clock, Position
from tests.table.servers import Server
from tests.table.worlds import (
    MIDNIGHT,
    MOMENT,
    TABLE,
    Socket,
    World,
    places_for,
    settings_for,
    tell,
    world,
)

WINDOW = 4.0
CLOSES = MIDNIGHT + WINDOW
HOUR = 3600.0
EVERYBODY = ("ann", "bob", "cat", "dan")


# Positions


@cache
def first_window(seats: int, after: str) -> adjudge.Match:
    """A game at its first window after an action, or after a declared end ("turn")."""
    for seed in itertools.count(1):
        match = adjudge.new("helter-skelter", seats=seats, seed=seed)
        for _ in range(150):
            agenda = match.save()["table"]["agenda"]
            if match.window is not None and (agenda[-2]["is"] == "turn") == (after == "turn"):
                return match
            match.play(match.game.careful(match._state))
    raise AssertionError


@cache
def dealt(seats: int, holders: tuple[int, ...] = (), after: str = "action") -> adjudge.Match:
    """The same window, in which of those asked just these places hold an INTERRUPT."""
    match = first_window(seats, after)
    view = match.game.view(match._state, None)
    for n in range(2000):
        state = match.game.determinize(view, seeded(n))
        made = adjudge.load(match.save() | {"table": match.game.write(state)})
        assert made.window is not None
        asked = made.window.seats
        holding = [i for i, seat in enumerate(asked) if len(made.answering(seat).options) > 1]
        if holding == list(holders):
            return made
    raise AssertionError(f"nobody is ever dealt that: {holders}")


def asked_in(match: adjudge.Match) -> tuple[int, ...]:
    """The seats that are asked, the closest first."""
    assert match.window is not None
    return match.window.seats


def an_interrupt(match: adjudge.Match, seat: int) -> str:
    """A card that the seat may interrupt with."""
    return match.answering(seat).options[-1].text


# Tables


@asynccontextmanager
async def at_table(
    folder: Path,
    match: adjudge.Match,
    people: Sequence[str | None] = EVERYBODY,
    orders: Sequence[str] = (),
    window: float = WINDOW,
    clock: Clock | None = None,
) -> AsyncIterator[World]:
    """The match at a table of these people, who keep their orders; bots sit where nobody does."""
    async with world(folder) as w:
        people = people[: match.seats]
        settings = settings_for(match, window, clock=clock)
        await w.open_table(settings, places_for(people, orders[: match.seats]))
        yield w


async def everybody_comes(w: World) -> list[Socket]:
    """A socket for each person, and a spectator's last."""
    live = await w.live()
    seated = [p for p in live.places if p.guest is not None]
    sockets = [await w.connect(str(p.guest), p.seat) for p in seated]
    sockets.append(await w.connect("watcher", None))
    return sockets


async def until(time: float) -> None:
    """Wait until so long after midnight, and a moment."""
    await asyncio.sleep(time + MOMENT - asyncio.get_running_loop().time())


async def answers_in(w: World) -> list[Entry]:
    """The moves on the log."""
    return [entry for entry in await w.entries() if entry.kind == MOVE]


# How long it is open


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("holders", [(), (0,)], ids=["nobody holds", "one holds"])
@pytest.mark.parametrize("answers", ["none", "early", "late", "all"])
@pytest.mark.parametrize("order", ["card", "ask", "end", "never"])
def test_every_window_is_open_for_the_same_time(
    tmp_path: Path, seats: int, holders: tuple[int, ...], answers: str, order: str
) -> None:
    match = dealt(seats, holders)
    asked = asked_in(match)

    async def story() -> None:
        async with at_table(tmp_path, match, orders=[order] * seats) as w:
            watcher = await w.connect("watcher", None)
            if answers == "late":
                await until(WINDOW - 0.5)
            for seat in {"none": (), "early": asked[:1], "late": asked[-1:], "all": asked}[answers]:
                await w.play(seat, an_interrupt(match, seat))
            assert len(watcher.frames) == 1
            await until(WINDOW)
            entered = await answers_in(w)
            assert [entry.seat for entry in entered] == list(asked)
            assert {entry.at for entry in entered} == {CLOSES}
            assert [frame.at for frame in watcher.frames[1:]] == [CLOSES]

    tell(story())


def test_a_window_says_when_it_closes(tmp_path: Path) -> None:
    match = dealt(3)

    async def story() -> None:
        async with at_table(tmp_path, match) as w:
            for socket in await everybody_comes(w):
                window = socket.position["window"]
                assert (window["opened"], window["closes"]) == (MIDNIGHT, CLOSES)
                assert window["seats"] == sorted(asked_in(match)) == socket.position["asked"]

    tell(story())


def test_handing_over_and_coming_back_keeps_no_window_open(tmp_path: Path) -> None:
    match = dealt(2)
    seat = asked_in(match)[0]

    async def story() -> None:
        async with at_table(tmp_path, match) as w:
            for at in (1.0, 2.0, 3.0, 3.5):
                await until(at)
                await w.house.lobby.stand_in(TABLE, EVERYBODY[seat], seat)
                await w.house.lobby.back(TABLE, EVERYBODY[seat], seat)
            await until(WINDOW)
            kinds = [entry.kind for entry in await w.entries()]
            assert (kinds.count(STAND_IN), kinds.count(BACK)) == (4, 4)
            assert [entry.at for entry in await answers_in(w)] == [CLOSES]

    tell(story())


def test_the_clock_does_not_run_while_a_window_is_open(tmp_path: Path) -> None:
    match = dealt(3)

    async def story() -> None:
        async with at_table(tmp_path, match, clock=Clock("game", 1.0)) as w:
            await until(WINDOW)
            position = await w.position("watcher", None)
            assert [seat["left"] for seat in position["people"]["seats"]] == [1.0, 1.0, 1.0]
            assert {entry.kind for entry in await w.entries()} == {"start", MOVE}

    tell(story())


# Sealed


def test_an_early_answer_is_accepted_and_told_to_nobody_else(tmp_path: Path) -> None:
    match = dealt(3, (0,))
    seat = asked_in(match)[0]

    async def story() -> None:
        async with at_table(tmp_path, match) as w:
            sockets = await everybody_comes(w)
            others = [socket for socket in sockets if socket is not sockets[seat]]
            before = [len(socket.frames) for socket in others]
            known = [await w.position(name, None) for name in EVERYBODY[:3]]
            answer = await sockets[seat].play(seat, an_interrupt(match, seat))
            await asyncio.sleep(1.0)
            assert (answer["type"], answer["version"]) == ("accepted", 1)
            assert sockets[seat].position["window"]["answer"] == an_interrupt(match, seat)
            assert [len(socket.frames) for socket in others] == before
            assert [await w.position(name, None) for name in EVERYBODY[:3]] == known
            for other in range(3):
                seen = (await w.position(EVERYBODY[other], other))["window"]["answer"]
                assert (seen is not None) == (other == seat)
            assert len(await w.entries()) == 1

    tell(story())


def test_an_answer_may_be_changed_until_it_closes_and_then_it_is_stale(tmp_path: Path) -> None:
    match = dealt(2, (0,))
    seat = asked_in(match)[0]

    async def story() -> None:
        async with at_table(tmp_path, match) as w:
            socket = (await everybody_comes(w))[seat]
            for move in ("pass", an_interrupt(match, seat), "pass"):
                assert (await socket.play(seat, move))["type"] == "accepted"
            await until(WINDOW)
            assert [entry.text for entry in await answers_in(w)] == ["pass"]
            late = await socket.play(seat, an_interrupt(match, seat), version=1)
            assert (late["type"], late["code"]) == ("refusal", "stale")
            assert len(await answers_in(w)) == 1

    tell(story())


def test_an_answer_cannot_be_taken_back_once_it_has_closed(tmp_path: Path) -> None:
    match = dealt(2)
    seat = asked_in(match)[0]

    async def story() -> None:
        async with at_table(tmp_path, match) as w:
            socket = (await everybody_comes(w))[seat]
            await until(WINDOW)
            assert not socket.position["undo"]["may"]
            version = socket.position["version"]
            answer = await socket.ask(type="undo", seat=seat, version=version)
            assert (answer["type"], answer["reason"]) == (
                "refusal",
                "Too late to undo: the window has closed.",
            )

    tell(story())


def test_a_card_that_is_not_held_is_no_answer(tmp_path: Path) -> None:
    match = dealt(2)
    seat = asked_in(match)[0]

    async def story() -> None:
        async with at_table(tmp_path, match) as w:
            socket = (await everybody_comes(w))[seat]
            answer = await socket.play(seat, "interrupt 1")
            assert (answer["type"], answer["code"]) == ("refusal", "refused")
            assert answer["rules"]
            assert (await w.live()).answers == {}

    tell(story())


def test_silence_lets_it_pass(tmp_path: Path) -> None:
    match = dealt(3, (0, 1))

    async def story() -> None:
        async with at_table(tmp_path, match, orders=["ask"] * 3) as w:
            await until(WINDOW)
            assert [entry.text for entry in await answers_in(w)] == ["pass", "pass"]
            events = (await w.position("watcher", None))["events"]
            assert "no-interrupt" in [event["what"] for event in events]

    tell(story())


def test_who_is_closest_interrupts_and_the_other_shows_nothing(tmp_path: Path) -> None:
    match = dealt(3, (0, 1))
    first, second = asked_in(match)

    async def story() -> None:
        async with at_table(tmp_path, match) as w:
            for seat in (second, first):
                await w.play(seat, an_interrupt(match, seat))
            await until(WINDOW)
            told = (await w.position("watcher", None))["events"]
            shown = [event for event in told if event["what"] == "interrupted"]
            assert [event["args"][0] for event in shown] == [["seat", first]]
            assert not any(["seat", second] in event["args"] for event in told)
            assert (await w.live()).asked == [first]

    tell(story())


def test_a_sealed_answer_outlives_the_server_and_counts_when_it_closes(tmp_path: Path) -> None:
    match = dealt(3, (0,))
    seat = asked_in(match)[0]

    async def story() -> None:
        async with at_table(tmp_path, match) as w:
            await w.play(seat, an_interrupt(match, seat))
        async with world(tmp_path) as again:
            await until(WINDOW)
            assert [entry.text for entry in await answers_in(again)] == [
                an_interrupt(match, seat),
                "pass",
            ]
            assert {entry.at for entry in await answers_in(again)} == {CLOSES}

    tell(story())


async def play_to_a_window(people: Sequence[Client], table: str) -> Position:
    """Whatever is legal, until a window is open."""
    for _ in range(200):
        position = await people[0].position(table, 0)
        if position.window is not None:
            return position
        seat = position.asked[0]
        options = (await people[seat].position(table, seat)).options
        texts = [option.text for option in options]
        move = "end" if "end" in texts else texts[0]
        await people[seat].play(table, seat, position.version, move)
    raise AssertionError("no window")


def test_a_sealed_answer_survives_a_kill(tmp_path: Path) -> None:
    async def before(url: str) -> tuple[str, int, list[str | None]]:
        async with Client(url) as one, Client(url) as other:
            table = await one.make("helter-skelter", ["me", "open"], seed=1, window=HOUR)
            await other.sit(table.id, 1)
            position = await play_to_a_window([one, other], table.id)
            assert position.window is not None
            seat = position.window.seats[0]
            await [one, other][seat].play(table.id, seat, position.version, "pass")
            return table.id, seat, [one.cookie, other.cookie]

    async def after(url: str, table: str, seat: int, cookies: list[str | None]) -> None:
        for own, cookie in enumerate(cookies):
            async with Client(url, cookie) as client:
                window = (await client.position(table, own)).window
                assert window is not None
                assert window.answer == ("pass" if own == seat else None)

    with Server(tmp_path) as server:
        table, seat, cookies = asyncio.run(before(server.url))
        server.kill()
        server.start()
        asyncio.run(after(server.url, table, seat, cookies))


def test_on_another_worker_an_answer_or_an_order_reaches_its_own_seat_only(tmp_path: Path) -> None:
    match = dealt(3, (0,))
    seat = asked_in(match)[0]

    async def story() -> None:
        async with at_table(tmp_path, match) as here, world(tmp_path) as there:
            sockets = await everybody_comes(there)
            before = [len(socket.frames) for socket in sockets]
            await here.play(seat, an_interrupt(match, seat))
            await here.service.order(TABLE, EVERYBODY[seat], seat, "never")
            here.house.seen(TABLE, (seat + 1) % 3)
            await here.service.settled()
            await there.service.refresh(TABLE)
            await asyncio.sleep(MOMENT)
            more = [len(s.frames) - n for s, n in zip(sockets, before, strict=True)]
            assert [n > 0 for n in more] == [other == seat for other in range(4)]
            assert sockets[seat].position["window"]["answer"] == an_interrupt(match, seat)
            assert sockets[seat].position["standing"] == {"order": "never", "quiet": True}

    tell(story())


# Standing orders


def test_an_order_and_what_it_does_are_known_to_its_seat_only(tmp_path: Path) -> None:
    match = dealt(3)
    seat = asked_in(match)[0]

    async def story() -> None:
        async with at_table(tmp_path, match, orders=["ask"] * 3) as w:
            sockets = await everybody_comes(w)
            before = [len(socket.frames) for socket in sockets]
            own = sockets[seat]
            for order, quiet in (("never", True), ("ask", False), ("card", True), ("end", True)):
                assert (await own.ask(type="order", seat=seat, order=order))["version"] == 1
                assert own.position["standing"] == {"order": order, "quiet": quiet}
            for other, socket in enumerate(sockets):
                assert (len(socket.frames) > before[other]) == (other == seat)
            assert (await w.position("watcher", None))["standing"] is None

    tell(story())


def test_at_the_end_of_a_turn_the_order_end_wants_to_be_asked(tmp_path: Path) -> None:
    match = dealt(2, after="turn")
    seat = asked_in(match)[0]

    async def story() -> None:
        async with at_table(tmp_path, match, orders=["end"] * 2) as w:
            position = await w.position(EVERYBODY[seat], seat)
            assert position["standing"] == {"order": "end", "quiet": False}

    tell(story())


def test_never_lapses_with_the_next_turn(tmp_path: Path) -> None:
    match = dealt(2, after="turn")
    seat = asked_in(match)[0]

    async def story() -> None:
        async with at_table(tmp_path, match) as w:
            await w.service.order(TABLE, EVERYBODY[seat], seat, "never")
            before = await w.position(EVERYBODY[seat], seat)
            await until(WINDOW)
            after = await w.position(EVERYBODY[seat], seat)
            assert [p["standing"]["order"] for p in (before, after)] == ["never", "card"]

    tell(story())


def alone(match: adjudge.Match, seat: int) -> list[str | None]:
    """One person among bots."""
    return [EVERYBODY[seat] if s == seat else None for s in range(match.seats)]


@pytest.mark.parametrize(
    ("order", "holders", "waits"),
    [
        ("card", (), False),
        ("card", (0,), True),
        ("ask", (), True),
        ("end", (0,), False),
        ("never", (0,), False),
    ],
)
def test_a_person_among_bots_is_waited_for_only_if_the_order_says_so(
    tmp_path: Path, order: str, holders: tuple[int, ...], waits: bool
) -> None:
    match = dealt(2, holders)
    seat = asked_in(match)[0]

    async def story() -> None:
        async with world(tmp_path) as w:
            await w.open_table(settings_for(match), places_for(alone(match, seat), [order] * 2))
            live = await w.live()
            live.places[seat].order_turn = match.turn
            w.service.attend(live)
            await asyncio.sleep(HOUR if waits else MOMENT)
            entered = await answers_in(w)
            if waits:
                assert entered == []
                assert (await w.live()).asked == [seat]
            else:
                assert [(e.seat, e.text, e.at) for e in entered] == [(seat, "pass", MIDNIGHT)]

    tell(story())


def test_an_order_given_while_one_is_asked_answers_at_once(tmp_path: Path) -> None:
    match = dealt(2, (0,))
    seat = asked_in(match)[0]

    async def story() -> None:
        async with at_table(tmp_path, match, alone(match, seat)) as w:
            await asyncio.sleep(10.0)
            assert await answers_in(w) == []
            await w.service.order(TABLE, EVERYBODY[seat], seat, "never")
            await asyncio.sleep(MOMENT)
            assert [(e.text, e.at) for e in await answers_in(w)] == [("pass", MIDNIGHT + 10.0)]

    tell(story())


# Asked in turn


async def asked_one_after_the_other(w: World, seats: Sequence[int], wait: float) -> None:
    """Each of them is waited for, without a window that closes."""
    for seat in seats:
        await asyncio.sleep(wait)
        position = await w.position("watcher", None)
        assert (position["asked"], position["window"]) == ([seat], None)
        await w.play(seat, "pass")
    assert [entry.seat for entry in await answers_in(w)] == list(seats)


@pytest.mark.parametrize("holders", [(), (0, 1)], ids=["nobody holds", "both hold"])
@pytest.mark.parametrize("order", ["", "card", "ask"])
def test_without_a_time_for_windows_everybody_is_asked_in_turn(
    tmp_path: Path, holders: tuple[int, ...], order: str
) -> None:
    """Who holds no card is waited for like who does: the time would tell."""
    match = dealt(3, holders)

    async def story() -> None:
        async with at_table(tmp_path, match, orders=[order] * 3, window=0.0) as w:
            await asked_one_after_the_other(w, asked_in(match), HOUR / 4)

    tell(story())


@pytest.mark.parametrize("holders", [(), (0, 1)], ids=["nobody holds", "both hold"])
def test_two_seats_of_one_guest_are_asked_seat_by_seat(
    tmp_path: Path, holders: tuple[int, ...]
) -> None:
    match = dealt(3, holders)
    people: list[str | None] = ["ann" if s in asked_in(match) else None for s in range(3)]

    async def story() -> None:
        async with at_table(tmp_path, match, people) as w:
            await asked_one_after_the_other(w, asked_in(match), HOUR / 4)

    tell(story())


def test_beside_somebody_with_two_seats_everybody_is_asked_seat_by_seat(tmp_path: Path) -> None:
    match = dealt(3, (0, 1))
    others = asked_in(match)
    people = ["ann" if seat in others else "bob" for seat in range(3)]

    async def one_screen() -> None:
        async with at_table(tmp_path, match, people) as w:
            await asked_one_after_the_other(w, others, HOUR / 4)

    tell(one_screen())


def test_an_order_that_asks_for_nothing_lets_it_pass_in_turn_as_well(tmp_path: Path) -> None:
    match = dealt(3, (0,))
    first, second = asked_in(match)

    async def story() -> None:
        async with at_table(tmp_path, match, window=0.0) as w:
            await w.service.order(TABLE, EVERYBODY[first], first, "never")
            await asyncio.sleep(MOMENT)
            assert (await w.live()).asked == [second]

    tell(story())


def test_only_who_is_asked_may_answer_in_turn(tmp_path: Path) -> None:
    match = dealt(3)
    second = asked_in(match)[1]

    async def story() -> None:
        async with at_table(tmp_path, match, window=0.0) as w:
            with pytest.raises(Denied, match="decision"):
                await w.play(second, "pass")

    tell(story())
