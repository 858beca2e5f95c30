"""Somebody whom an operator keeps out is told so, where they are and wherever they go."""

from __future__ import annotations

from playwright.sync_api import expect

from adjudge.cli import main
from tests.page.conftest import Newcomer
from tests.table.servers import Server


def test_who_is_banned_is_told_why_at_the_table_and_in_the_lobby(
    server: Server, person: Newcomer
) -> None:
    ann = person()
    ann.expect_trouble("403")
    table = ann.make("cursed-earth", setup={"mode": "solo"}, seed=4)
    ann.open(f"/t/{table}")
    ann.decides()
    guest = next(c for c in ann.context.cookies() if c.get("name") == "adjudge_guest")
    ban = ["guests", "ban", str(guest.get("value")).split(".")[0], "--why", "enough", "--yes"]
    assert main([*ban, "--database", server.database]) == 0
    told = "You are banned from this server: enough."
    expect(ann.page.get_by_role("heading", name=told)).to_be_visible()
    for address in (f"/t/{table}", "/"):
        ann.open(address)
        expect(ann.page.get_by_text(told).first).to_be_visible()
