"""What happens rarely: nothing at an address, a bot in one's seat, an error of the server."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import WebSocketRoute, expect

from tests.page.conftest import Newcomer

SOLO = {"mode": "solo", "difficulty": "cadet"}
INTERNAL_ERROR = 4500


def test_nothing_at_an_address_is_said_by_the_page(person: Newcomer) -> None:
    ann = person()
    ann.expect_trouble("404")
    ann.open("/nowhere")
    expect(ann.page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    ann.open("/rules/cursed-earth/no-such-rule")
    expect(ann.page.get_by_role("status")).to_have_text(
        "There is no rule no-such-rule in this game."
    )


def test_who_takes_an_open_seat_sits_there_and_can_get_up(person: Newcomer) -> None:
    ann, bob = person(), person()
    table = ann.make("helter-skelter", "me", "open", "open", seed=4)
    ann.open(f"/t/{table}")
    bob.open(f"/t/{table}")
    for _ in range(2):
        bob.page.get_by_role("button", name="Take this seat").first.click()
        bob.page.get_by_role("button", name="Leave the seat").click()
        expect(bob.page.get_by_role("button", name="Leave the seat")).to_have_count(0)
    bob.page.get_by_role("button", name="Take this seat").first.click()
    expect(bob.page.get_by_role("button", name="Leave the seat")).to_be_visible()
    ann.page.get_by_role("button", name="Fill the empty seats with bots").click()
    expect(bob.decision).to_be_visible()
    bob.page.get_by_role("button", name="Table menu").click()
    expect(bob.page.get_by_role("button", name="Give up")).to_be_visible()


def test_while_a_bot_plays_for_somebody_nothing_is_theirs_to_decide(person: Newcomer) -> None:
    ann, bob = person(), person()
    table = ann.make("helter-skelter", "me", "open", seed=4)
    bob.ask("POST", "guest")
    bob.ask("POST", f"tables/{table}/seats/1", {})
    ann.open(f"/t/{table}")
    ann.decides()
    ann.page.get_by_role("button", name="Table menu").click()
    ann.page.get_by_role("button", name="Let a bot play for me").click()
    back = ann.page.get_by_role("button", name="Play myself again")
    expect(back).to_be_visible()
    expect(ann.offers).to_have_count(0)
    assert ann.things("legal") == []
    back.click()
    expect(back).to_have_count(0)


def test_an_error_of_the_server_says_what_is_safe(person: Newcomer) -> None:
    ann = person()
    sockets: list[WebSocketRoute] = []

    def listen(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    ann.page.route_web_socket("**/socket", listen)
    ann.open(f"/t/{ann.make('cursed-earth', setup=SOLO, seed=4, private=True)}")
    ann.decides()
    ann.choose_first()
    sockets[0].close(code=INTERNAL_ERROR)
    apology = ann.page.get_by_role("alert").filter(has_text="your last move is saved as number 1")
    with ann.page.expect_download() as saved:
        apology.get_by_role("button", name="Download for a report").click()
    report = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert report["position"]["seat"] == 0
    assert report["position"]["people"]["invite"] is None
    assert report["record"] is None
    ann.decides()
    apology.get_by_role("button", name="Close").click()
    expect(apology).to_have_count(0)


def test_an_opponent_is_chosen_by_level_and_known_by_its_name(person: Newcomer) -> None:
    """A choice that was kept before there were levels is the level of that bot."""
    ann = person()
    levels = ann.ask("GET", "games")["games"][1]["levels"]
    low, top = levels[0], levels[-1]
    kept = '{"seats": [{"who": "me"}, {"who": "bot", "bot": "random"}, {}, {}]}'
    ann.open()
    ann.page.evaluate("kept => localStorage.setItem('adjudge.setup.helter-skelter', kept)", kept)
    ann.open("/new/helter-skelter")
    choice = ann.page.get_by_label("Level of the bot on seat 2")
    expect(choice).to_have_value(low["id"])
    expect(choice).to_have_accessible_description(low["words"])
    told = f"{top['name']} (rating {top['rating']})"
    expect(choice.get_by_role("option")).to_have_count(len(levels))
    choice.select_option(told)
    expect(ann.page.get_by_text(top["words"])).to_be_visible()
    expect(ann.page.get_by_label("Summary")).to_contain_text(f"you and a bot ({top['name']})")
    ann.page.get_by_role("button", name="Start").click()
    expect(ann.page.get_by_role("list", name="Players")).to_contain_text(top["name"])
