"""A match that cannot go on: its page says so, and lets it be ended."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from playwright.sync_api import expect

from tests.page.conftest import Newcomer, start
from tests.table.servers import Server

SENTENCE = "This match cannot go on: it does not replay with this version of Adjudge."


def spoil(server: Server, table: str) -> None:
    """The match does not come out as it did when the server has started again."""
    server.stop()
    with closing(sqlite3.connect(server.database)) as connection, connection:
        spoilt = "UPDATE entries SET digest = '0' WHERE kind = 'move' AND \"table\" = ?"
        assert connection.execute(spoilt, (table,)).rowcount
    start(server)


def test_a_match_that_cannot_go_on_says_so_and_can_be_given_up(
    server: Server, person: Newcomer
) -> None:
    ann = person()
    table = ann.make("cursed-earth", "me", setup={"mode": "solo"}, seed=4)
    seen = ann.ask("GET", f"tables/{table}/position?seat=0")
    first = {"seat": 0, "version": seen["version"], "move": seen["options"][0]["text"]}
    ann.ask("POST", f"tables/{table}/moves", first)
    spoil(server, table)  # before anybody's page is open, which would miss its server
    ann.expect_trouble("409")
    ann.open("/")
    expect(ann.page.get_by_text(SENTENCE)).to_be_visible()
    ann.open(f"/t/{table}")
    expect(ann.page.get_by_role("heading", name=SENTENCE)).to_be_visible()
    ann.page.get_by_role("button", name="Give up").click()
    ann.page.get_by_role("button", name="Press again to give up").click()
    for address in (f"/t/{table}", f"/r/{table}"):
        save = ann.page.get_by_role("button", name="Download the record")
        expect(save).to_be_visible()
        with ann.page.expect_download() as saved:
            save.click()
        record = json.loads(Path(saved.value.path()).read_text("utf-8"))
        assert len(record["moves"]) == 1
        ann.open(f"/r/{table}" if address.startswith("/t") else "/")
    assert ann.ask("GET", f"tables/{table}")["status"] == "finished"
