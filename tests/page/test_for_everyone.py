"""The page for everyone: nothing against WCAG in any theme, by axe; see also test_by_keyboard.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Newcomer
from tests.page.people import Person

THEMES = ("dark", "light", "contrast")
ALONE = {"mode": "solo"}


def sound(one: Person) -> None:
    """Nothing against WCAG; the other themes have the same page in other colours."""
    assert one.faults() == [], one.page.url
    for theme in THEMES[1:]:
        one.page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        assert one.faults("color-contrast") == [], f"{theme} {one.page.url}"
    one.page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", THEMES[0])


def play(one: Person, table: str, until: Callable[[list[str]], bool]) -> None:
    """Behind the page's back: the first option, until there are others; the page follows."""
    for _ in range(200):
        position = one.ask("GET", f"tables/{table}/position?seat=0")
        options = [option["text"] for option in position["options"]]
        if position["people"]["status"] == "finished" or (options and until(options)):
            break
        if options:
            move = {"seat": 0, "version": position["version"], "move": options[0]}
            one.context.request.post(f"{one.url}/api/tables/{table}/moves", data=move)
    expect(one.decision).to_have_attribute("data-version", str(position["version"]))


def begins(word: str) -> Callable[[list[str]], bool]:
    return lambda options: options[0].startswith(word)


def never(_: list[str]) -> bool:
    return False


@pytest.fixture(params=[False, True], ids=["desk", "phone"])
def ann(request: pytest.FixtureRequest, person: Newcomer) -> Iterator[Person]:
    yield person(phone=request.param)


def test_lobby_and_settings(ann: Person) -> None:
    ann.open()
    expect(ann.page.get_by_role("button", name="Play now: Helter Skelter")).to_be_enabled()
    sound(ann)
    ann.page.get_by_role("button", name="Settings").click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    ann.page.locator("summary").click()
    sound(ann)


def test_set_up_and_waiting(ann: Person) -> None:
    for game in ("cursed-earth", "helter-skelter"):
        ann.open(f"/new/{game}")
        expect(ann.page.get_by_role("button", name="Start")).to_be_visible()
        sound(ann)
    ann.open(f"/t/{ann.make('helter-skelter', 'me', 'open')}")
    expect(ann.page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    sound(ann)


def test_rules(ann: Person) -> None:
    ann.open("/rules/cursed-earth")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    sound(ann)
    ann.open("/rules/cursed-earth/CE-DEATH-06")
    expect(ann.page.locator("article[aria-current]")).to_be_visible()
    sound(ann)


def test_cursed_earth(ann: Person) -> None:
    table = ann.make("cursed-earth", seed=4, setup=ALONE)
    ann.open(f"/t/{table}")
    expect(ann.thing("card:24")).to_have_attribute("data-glow", "legal")
    sound(ann)
    ann.press("deck")
    expect(ann.page.locator("[data-why]")).to_be_visible()
    sound(ann)
    ann.keys("Escape", "/")
    expect(ann.page.get_by_role("dialog").get_by_role("article")).to_be_visible()
    sound(ann)
    ann.keys("Escape", "?")
    expect(ann.page.get_by_role("dialog", name="Keys")).to_be_visible()
    sound(ann)
    ann.keys("Escape")
    play(ann, table, begins("choose"))
    sound(ann)
    play(ann, table, begins("spend"))
    sound(ann)
    play(ann, table, never)
    expect(ann.decision.get_by_role("heading")).to_be_visible()
    sound(ann)
    ann.open(f"/r/{table}")
    expect(ann.page.get_by_role("slider")).to_be_visible()
    sound(ann)


def test_helter_skelter(ann: Person) -> None:
    table = ann.make("helter-skelter", "me", "careful", seed=4)
    ann.open(f"/t/{table}")
    ann.decides()
    sound(ann)
    play(ann, table, lambda options: "end" in options)
    sound(ann)
    play(ann, table, begins("pay"))
    sound(ann)


def test_curtain(ann: Person) -> None:
    ann.open(f"/t/{ann.make('helter-skelter', 'me', 'me', seed=4)}")
    expect(ann.page.locator("[data-curtain]")).to_be_visible()
    sound(ann)
