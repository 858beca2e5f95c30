"""Somebody is away: what the others see and may do, and what they find who come back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.page.conftest import PICTURES, Newcomer, start
from tests.page.people import Person
from tests.table.servers import FAST, Server

AWAY = 6.0  # seconds: a loaded machine sees the end of it, and nobody waits for long
MARKED = re.compile(r"plays .*\(a bot for ")
DUEL = {"setup": {"mode": "head-to-head"}, "seed": 8, "pace": 0.0}  # seat 0 begins


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where people are away soon."""
    running = start(Server(tmp_path_factory.mktemp("away"), flags=(*FAST, "--away", str(AWAY))))
    yield running
    running.kill()


def an_hour_ago(somebody: Person) -> None:
    """Every position came about an hour before it did."""

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda message: socket.send(earlier(str(message))))

    def earlier(message: str) -> str:
        found = re.sub(r'"at":(\d+)', lambda at: f'"at":{int(at[1]) - 3600}', message)
        return found if '"type":"position"' in message else message

    somebody.page.route_web_socket("**/socket", listen)


def band(somebody: Person, words: str) -> Locator:
    """A band over the board."""
    return somebody.page.locator(".band").filter(has_text=words)


def duel(ann: Person, bob: Person, away: float = AWAY) -> str:
    """A match of two whose first move Ann has made; Bob is to decide, and not there."""
    table = ann.make("cursed-earth", "me", "open", away=away, **DUEL)
    bob.ask("POST", "guest")
    bob.ask("PUT", "guest", {"name": "Bob"})
    bob.ask("POST", f"tables/{table}/seats/1", {})
    ann.open(f"/t/{table}")
    ann.decides()
    ann.choose_first()
    return table


def picture(somebody: Person, name: str) -> None:
    """To be looked at."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    somebody.picture(PICTURES / f"{name}.png")


@pytest.mark.parametrize("phone", [False, True])
def test_a_bot_may_be_asked_for_and_sits_down_when_the_time_has_come(
    server: Server, person: Newcomer, phone: bool
) -> None:
    ann, bob = person(phone=phone), person()
    an_hour_ago(ann)
    duel(ann, bob)
    ann.reload()
    asking = band(ann, "Bob has been away for 60 minutes")
    expect(asking).to_contain_text("A bot may take over 6 s after Bob is told")
    picture(ann, f"away-asking-{phone}")
    asking.get_by_role("button", name="Ask for a bot").click()
    told = band(ann, "Bob has been told. A bot may take over in")
    expect(told).to_contain_text(re.compile(r"0:0\d"))
    assert told.get_by_role("button").count() == 0
    picture(ann, f"away-told-{phone}")
    due = band(ann, "Bob has not come")
    expect(due).to_be_visible()
    picture(ann, f"away-due-{phone}")
    assert ann.faults("color-contrast", "button-name", "target-size") == []
    due.get_by_role("button", name="Let a bot take over").click()
    if not phone:
        expect(ann.log.filter(has_text=MARKED)).to_have_count(1)
        expect(ann.log.filter(has_text=MARKED)).to_contain_text("(a bot for Bob)")
    ann.decides()
    picture(ann, f"away-marked-{phone}")


@pytest.mark.parametrize("phone", [False, True])
def test_who_comes_back_ends_the_notice_with_one_press(
    server: Server, person: Newcomer, phone: bool
) -> None:
    ann, bob = person(), person(phone=phone)
    table = duel(ann, bob, away=600.0)
    ann.ask("POST", f"tables/{table}/stand-in", {"seat": 1})
    expect(band(ann, "Bob has been told")).to_be_visible()
    bob.open(f"/t/{table}")
    found = band(bob, "wants a bot to play for you")
    expect(band(ann, "Bob is here again")).to_be_visible()
    bob.decides()
    picture(bob, f"away-found-{phone}")
    assert bob.faults("color-contrast", "button-name", "target-size") == []
    found.get_by_role("button", name="I am here").click()
    expect(found).to_have_count(0)
    expect(band(ann, "Bob")).to_have_count(0)
    bob.choose_first()
    ann.decides()


def test_with_a_clock_nobody_is_offered_a_bot_for_another(server: Server, person: Newcomer) -> None:
    ann, bob = person(), person()
    an_hour_ago(ann)
    table = ann.make("cursed-earth", "me", "open", clock={"kind": "day", "amount": 3}, **DUEL)
    bob.ask("POST", "guest")
    bob.ask("POST", f"tables/{table}/seats/1", {})
    ann.open(f"/t/{table}")
    ann.decides()
    ann.choose_first()
    ann.reload()
    expect(ann.decision).to_contain_text("since")
    assert band(ann, "away").count() == 0


def test_what_a_bot_did_is_marked_in_the_replay(server: Server, person: Newcomer) -> None:
    ann, bob = person(), person()
    table = duel(ann, bob)
    bob.ask("POST", f"tables/{table}/stand-in", {"seat": 1})
    ann.decides()
    ann.ask("POST", f"tables/{table}/resign", {"seat": 0})
    ann.open(f"/r/{table}?step=2")
    line = ann.page.locator("[data-event]").filter(has_text=MARKED)
    expect(line).to_contain_text("(a bot for Bob)")
    picture(ann, "away-replay")


def test_the_time_is_set_with_the_table_and_told_before_anybody_sits_down(
    server: Server, person: Newcomer
) -> None:
    ann, bob = person(), person()
    ann.open("/new/cursed-earth")
    page = ann.page
    page.get_by_role("group", name="Players").get_by_label("2").check()
    page.get_by_label("Who sits on seat 2").select_option("open")
    page.get_by_role("group", name="A bot may play for who is away after").get_by_label(
        "30 min"
    ).check()
    told = "a bot may play for who is away for 30 min"
    expect(page.get_by_label("Summary")).to_contain_text(told)
    picture(ann, "away-setup")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    bob.open(page.url.removeprefix(bob.url))
    expect(bob.page.get_by_text(told)).to_be_visible()
    picture(bob, "away-waiting")
