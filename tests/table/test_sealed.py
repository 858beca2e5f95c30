"""A sealed answer that was acknowledged counts, whichever worker closes the window."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy.engine import Engine

from adjudge.table import rows
from adjudge.table.client import Client
from adjudge.table.database import connect, database_url, migrate
from adjudge.table.live import MOVE, RESIGN, START, Entry, Place, Settings
from tests.table.postgres import Cluster
from tests.table.servers import Server
from tests.table.stories import people

ID = "table"
STATE = rows.State(3, None, "playing", None, 1.0)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """With one table, whose window has just opened."""
    if request.param == "sqlite":
        url = str(tmp_path / "table.db")
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        url = cluster.new_database()
    engine = connect(database_url(url))
    migrate(engine)
    with engine.begin() as c:
        rows.keep_table(c, settings(), [place(0), place(1)], STATE, [entry(1, START)])
    yield engine
    engine.dispose()


def settings() -> Settings:
    """Of a table; what is played there does not matter."""
    return Settings("game", "pack", "{}", "host", 0.0, pace=0.0, id=ID)


def place(seat: int) -> Place:
    """Somebody sits there."""
    return Place(seat, f"guest {seat}", "", "", "", None, "", 0, 0.0)


def entry(number: int, kind: str, seat: int = 0, text: str = "") -> Entry:
    """On the log."""
    return Entry(number, kind, seat, text, "", 1.0, f"token {number}")


def closing(first: str, second: str) -> list[Entry]:
    """The window closes with these answers."""
    return [entry(2, MOVE, 0, first), entry(3, MOVE, 1, second)]


def test_a_window_is_not_closed_over_an_answer_that_the_worker_has_not_heard_of(
    database: Engine,
) -> None:
    with database.begin() as c:
        assert rows.seal(c, ID, 1, 1, "interrupt", "")
        assert not rows.append(c, ID, closing("pass", "pass"), STATE, "", {})
        assert rows.append(c, ID, closing("pass", "interrupt"), STATE, "", {1: "interrupt"})


def test_closing_a_window_twice_by_one_job_is_closing_it_once(database: Engine) -> None:
    with database.begin() as c:
        assert rows.seal(c, ID, 1, 1, "interrupt", "")
        for _ in range(2):
            assert rows.append(c, ID, closing("pass", "interrupt"), STATE, "", {1: "interrupt"})
        assert len(rows.entries_since(c, ID, 0)) == 3


def test_no_answer_is_taken_for_a_window_that_has_closed(database: Engine) -> None:
    with database.begin() as c:
        assert rows.append(c, ID, closing("pass", "pass"), STATE, "", {})
        assert not rows.seal(c, ID, 1, 1, "interrupt", "")


def test_who_resigns_takes_nobodys_answer_away(database: Engine) -> None:
    with database.begin() as c:
        assert rows.seal(c, ID, 1, 1, "interrupt", "")
        assert rows.append(c, ID, [entry(2, RESIGN)], STATE, "")
        assert rows.answers_of(c, ID) == [(1, 1, "interrupt")]


async def until_a_window_opens(guests: Sequence[Client], table: str) -> list[int]:
    """The seats that are asked in it; each is played by the guest of its number until then."""
    while True:
        asked = (await guests[0].table(table)).asked
        seen = await guests[asked[0]].position(table, asked[0])
        if seen.window is not None:
            return seen.window.seats
        await guests[asked[0]].play(table, asked[0], seen.version, seen.options[-1].text)


async def answered(server: Server) -> tuple[str | None, str, int, str]:
    """A guest who has answered in an open window, while another has let a bot take over."""
    async with people(server, 3) as guests:
        made = await guests[0].make(
            "helter-skelter", ["me", "open", "open"], window=600.0, pace=0.0
        )
        for number in (1, 2):
            await guests[number].sit(made.id, number)
        seats = await until_a_window_opens(guests, made.id)
        seat = next(seat for seat in seats if seat != 2)
        seen = await guests[seat].position(made.id, seat)
        answer = seen.options[-1].text
        await guests[seat].play(made.id, seat, seen.version, answer)
        await guests[2].at_seat(made.id, "stand-in", 2)
        return guests[seat].cookie, made.id, seat, answer


async def answer_of(server: Server, cookie: str | None, table: str, seat: int) -> str | None:
    """What the seat has answered in the window that is open."""
    async with Client(server.url, cookie) as guest:
        seen = await guest.position(table, seat)
        assert seen.window is not None
        return seen.window.answer


def test_a_sealed_answer_outlives_the_server_whatever_else_happens(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        cookie, table, seat, answer = asyncio.run(answered(server))
        server.kill()
        server.start()
        assert asyncio.run(answer_of(server, cookie, table, seat)) == answer
