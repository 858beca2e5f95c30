"""What comes late, twice, after a long time, or not at all: the page is not misled by it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.page.conftest import Newcomer
from tests.page.people import Person

SOLO = {"mode": "solo", "difficulty": "cadet"}
DUEL = {"mode": "head-to-head"}
SEED = 4
EARLIER = 100  # seconds since the position came about
BEFORE = 600  # events that are not sent any more
Message = dict[str, Any]
Hears = Callable[[Message, Callable[[Message], None]], None]


def listen(somebody: Person, hears: Hears) -> list[Message]:
    """What the server says goes through `hears` from now on; what the page says is returned."""
    said: list[Message] = []

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def on(message: str | bytes) -> None:
            said.append(json.loads(message))
            server.send(message)

        def back(message: str | bytes) -> None:
            hears(json.loads(message), lambda told: page.send(json.dumps(told)))

        page.on_message(on)
        server.on_message(back)

    somebody.page.route_web_socket("**/socket", between)
    return said


def alone(somebody: Person) -> None:
    """A game of one's own, at its first decision."""
    table = somebody.make("cursed-earth", setup=SOLO, seed=SEED)
    somebody.open(f"/t/{table}")
    somebody.decides()


def test_a_clock_that_has_run_for_a_while_is_not_wound_up_again(person: Newcomer) -> None:
    def some_time_ago(message: Message, tell: Callable[[Message], None]) -> None:
        if message["type"] == "position":
            message["at"] -= EARLIER
            message["flag"] -= EARLIER
        tell(message)

    ann, bob = person(), person()
    clock = {"kind": "move", "amount": 600}
    table = ann.make("cursed-earth", "me", "open", setup=DUEL, clock=clock, seed=SEED)
    bob.ask("POST", "guest")
    bob.ask("POST", f"tables/{table}/seats/1", {})
    listen(ann, some_time_ago)
    ann.open(f"/t/{table}")
    ann.decides()
    expect(ann.page.locator(".clock.running")).to_contain_text("8:")


def test_a_log_whose_beginning_is_not_sent_goes_on_after_a_lost_connection(
    person: Newcomer,
) -> None:
    def much_later(message: Message, tell: Callable[[Message], None]) -> None:
        if message["type"] == "position":
            message["first"] += BEFORE
            for event in message["events"]:
                event["number"] += BEFORE
        tell(message)

    ann = person()
    said = listen(ann, much_later)
    alone(ann)
    ann.choose_first()
    known = ann.log.count()
    ann.context.set_offline(True)
    expect(ann.page.get_by_text("is safe")).to_be_visible()
    ann.context.set_offline(False)
    ann.decides()
    hellos = [message for message in said if message["type"] == "hello"]
    assert [hello["events"] for hello in hellos] == [0, BEFORE + known]
    assert ann.log.count() == known


def test_a_hint_that_comes_after_the_move_is_not_told(person: Newcomer) -> None:
    said: list[Message] = []

    def hints_last(message: Message, tell: Callable[[Message], None]) -> None:
        if message["type"] == "hinted":
            return
        tell(message)
        asked = [each for each in said if each["type"] == "hint"]
        if message["type"] == "position" and asked:
            hint = {"type": "hinted", "id": asked[0]["id"], "version": asked[0]["version"]}
            tell(hint | {"move": "x", "label": "X", "bot": "flat:60", "looked_at": 1, "reason": ""})

    ann = person()
    said = listen(ann, hints_last)
    alone(ann)
    ann.keys("h")
    ann.choose_first()
    ann.press("deck")
    expect(ann.page.locator("[data-why]")).to_be_visible()  # and so the hint has come
    assert ann.page.get_by_text("would choose this").count() == 0


def test_a_move_pressed_twice_is_made_once(person: Newcomer) -> None:
    """And what it would do is asked once, though two presses and the prompt want to know."""
    refused: list[Message] = []

    def watch(message: Message, tell: Callable[[Message], None]) -> None:
        refused.extend([message] if message["type"] == "refusal" else [])
        tell(message)

    ann = person(confirm="always")
    said = listen(ann, watch)
    alone(ann)
    at = ann.version
    ann.offers.first.dblclick()
    ann.moved(at)
    ann.decides()
    plays = [message["move"] for message in said if message["type"] == "play"]
    assert (len(plays), refused) == (1, [])
    asked = [(each["version"], each["move"]) for each in said if each["type"] == "preview"]
    assert len(asked) == len(set(asked))


def test_a_seat_that_is_no_longer_ours_is_watched_instead(person: Newcomer) -> None:
    ann = person()
    table = ann.make("cursed-earth", "me", "careful", setup=DUEL, seed=SEED)

    def taken(message: Message, tell: Callable[[Message], None]) -> None:
        if message["type"] == "position" and message["seat"] is not None:
            refusal = {"type": "refusal", "id": 2**31 - 1, "version": 0, "code": "not-yours"}
            tell(refusal | {"reason": "This is not your seat.", "rules": []})
            return
        for seat in (message.get("people") or message.get("table") or {}).get("seats", []):
            seat["you"] = False
        tell(message)

    listen(ann, taken)
    ann.open(f"/t/{table}")
    expect(ann.decision).to_be_visible()
    expect(ann.offers).to_have_count(0)


def test_a_game_counts_when_it_ends_and_not_when_it_is_looked_at_again(person: Newcomer) -> None:
    ann = person()
    alone(ann)
    table = ann.page.url.rpartition("/")[2]
    ann.ask("POST", f"tables/{table}/resign", {"seat": 0})
    again = ann.decision.get_by_role("button", name="Rematch")
    for _ in range(3):
        expect(again).to_be_visible()
        kept = ann.page.evaluate("JSON.parse(localStorage['adjudge.settings']).finished")
        assert kept == 1
        ann.reload()


def test_a_browser_that_lets_no_page_notify_plays_on(person: Newcomer) -> None:
    ann = person()
    ann.page.add_init_script(
        """localStorage['adjudge.settings'] = JSON.stringify({ confirm: 'never', notify: true });
        Object.defineProperty(document, 'hidden', { get: () => true });
        window.Notification = function () { throw new TypeError('Illegal constructor'); };"""
    )
    alone(ann)
    ann.choose_first()


def test_what_cannot_be_had_says_so(person: Newcomer) -> None:
    ann = person()
    ann.expect_trouble("404|Failed to load")
    ann.open("/t/%E0%A4%A")
    expect(ann.page.get_by_role("heading")).to_be_visible()
    ann.page.route("**/assets/Rules-*", lambda route: route.fulfill(status=404, body="{}"))
    ann.open("/")
    ann.page.get_by_role("link", name="Rules").first.click()
    expect(ann.page.get_by_role("heading")).to_contain_text("cannot be had")
    ann.page.unroute_all()
    ann.page.get_by_role("button", name="Try again").click()
    expect(ann.page.get_by_role("heading", name="Rules")).to_be_visible()
