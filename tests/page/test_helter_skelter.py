"""Helter Skelter at the table: what the map tells before anybody has pointed at it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import Newcomer
from tests.page.people import Person

TEAMS = {"map": "city-blocks", "team_0": "judges", "team_1": "strontium-dogs"}
WISHES = ("snipe", "deploy", "move", "to", "pay", "take-damage", "pass", "end")


def wished(options: list[str]) -> str:
    """The first option that is wished for, if there is one."""
    found = (option for wish in WISHES for option in options if option.startswith(wish))
    return next(found, options[0])


def about_to_snipe(one: Person) -> None:
    """At the table, with several enemies in sight and others not."""
    table = one.make("helter-skelter", "me", "careful", setup=TEAMS, seed=36)
    options: list[str] = []
    while not any(option.startswith("at ") for option in options):
        position = one.ask("GET", f"tables/{table}/position?seat=0")
        assert position["people"]["status"] == "playing"
        options = [option["text"] for option in position["options"]]
        if options and not options[0].startswith("at "):
            move = {"seat": 0, "version": position["version"], "move": wished(options)}
            one.context.request.post(f"{one.url}/api/tables/{table}/moves", data=move)
    one.open(f"/t/{table}")
    one.decides()


def test_whoever_snipes_sees_at_once_whom_and_whom_not_and_why(person: Newcomer) -> None:
    ann = person()
    about_to_snipe(ann)
    for option in ann.texts:
        target = ann.thing(f"character:{option.removeprefix('at ')}")
        expect(target).to_have_attribute("data-glow", "legal")
        expect(target).to_have_attribute("aria-label", re.compile("Clear line from"))
    reason = ann.page.get_by_role("main").get_by_role("listitem").first
    expect(reason).to_be_in_viewport()
    expect(ann.log.last).to_be_in_viewport()
    reason.get_by_role("button").click()
    expect(ann.page.get_by_role("dialog").get_by_role("article").first).to_be_visible()


def test_the_map_fills_its_window(person: Newcomer) -> None:
    ann = person()
    ann.open(f"/t/{ann.make('helter-skelter', 'me', 'careful', seed=4)}")
    ann.decides()
    window = ann.page.get_by_role("application").bounding_box()
    plan = ann.page.locator("rect.under").bounding_box()
    assert window
    assert plan
    assert plan["width"] > 0.97 * window["width"]
    assert plan["height"] > 0.97 * window["height"]
