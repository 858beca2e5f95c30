"""The page for everyone: nothing against WCAG in any view and theme, and room for large text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.page.conftest import Newcomer
from tests.page.people import Person

THEMES = ("light", "contrast", "dark")
ALONE = {"mode": "solo"}
BOOK = "/rules/cursed-earth/CE-DEATH-06"
MOST_MOVES = 200


def sound(one: Person) -> None:
    """Nothing against WCAG."""
    assert one.faults() == [], one.page.url


def sound_in_every_theme(one: Person) -> None:
    """The same page in other colours: only these are looked at again."""
    sound(one)
    for theme in THEMES:
        one.page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        assert theme == "dark" or one.faults("color-contrast") == [], f"{theme} {one.page.url}"


def play(one: Person, table: str, until: Callable[[list[str]], bool]) -> None:
    """Behind the page's back: the first option, until there are such; the page follows."""
    for _ in range(MOST_MOVES):
        position = one.ask("GET", f"tables/{table}/position?seat=0")
        options = [option["text"] for option in position["options"]]
        if position["people"]["status"] == "finished" or (options and until(options)):
            break
        if options:  # somebody may have been faster: then they are looked at again
            move = {"seat": 0, "version": position["version"], "move": options[0]}
            one.context.request.post(f"{one.url}/api/tables/{table}/moves", data=move)
    expect(one.decision).to_have_attribute("data-version", str(position["version"]))


def begins(word: str) -> Callable[[list[str]], bool]:
    """Whether the first option does."""
    return lambda options: options[0].startswith(word)


def never(_: list[str]) -> bool:
    """To the end."""
    return False


def test_lobby_settings_and_set_up(person: Newcomer) -> None:
    ann = person()
    ann.open()
    expect(ann.page.get_by_role("button", name="Play now: Helter Skelter")).to_be_enabled()
    sound_in_every_theme(ann)
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_role("dialog").locator("summary").click()
    sound_in_every_theme(ann)
    for game in ("cursed-earth", "helter-skelter"):
        ann.open(f"/new/{game}")
        expect(ann.page.get_by_role("button", name="Start")).to_be_visible()
        sound_in_every_theme(ann)


def test_waiting_curtain_and_rules(person: Newcomer) -> None:
    ann = person()
    ann.open(f"/t/{ann.make('helter-skelter', 'me', 'open')}")
    expect(ann.page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    sound_in_every_theme(ann)
    ann.open(f"/t/{ann.make('helter-skelter', 'me', 'me', seed=4)}")
    expect(ann.page.locator("[data-curtain]")).to_be_visible()
    sound_in_every_theme(ann)
    ann.open("/rules")
    expect(ann.page.get_by_role("link", name="The Cursed Earth")).to_be_visible()
    sound_in_every_theme(ann)
    ann.open(BOOK)
    expect(ann.page.locator("article[aria-current]")).to_be_visible()
    sound(ann)


def test_cursed_earth(person: Newcomer) -> None:
    ann = person()
    table = ann.make("cursed-earth", seed=4, setup=ALONE)
    ann.open(f"/t/{table}")
    ann.decides()
    sound_in_every_theme(ann)
    ann.press("deck")
    expect(ann.page.locator("[data-why]")).to_be_visible()
    sound_in_every_theme(ann)
    ann.keys("Escape", "/")
    expect(ann.page.get_by_role("dialog").get_by_role("article")).to_be_visible()
    sound(ann)
    ann.keys("Escape", "?")
    expect(ann.page.get_by_role("dialog", name="Keys")).to_be_visible()
    sound(ann)
    ann.keys("Escape")
    play(ann, table, begins("choose"))
    sound_in_every_theme(ann)
    play(ann, table, begins("spend"))
    sound_in_every_theme(ann)
    play(ann, table, never)
    expect(ann.decision.get_by_role("heading")).to_be_visible()
    sound_in_every_theme(ann)
    ann.open(f"/r/{table}")
    expect(ann.page.get_by_role("slider")).to_be_visible()
    sound_in_every_theme(ann)


def test_helter_skelter(person: Newcomer) -> None:
    ann = person()
    table = ann.make("helter-skelter", "me", "careful", seed=4)
    ann.open(f"/t/{table}")
    ann.decides()
    sound_in_every_theme(ann)
    play(ann, table, lambda options: "end" in options)
    sound_in_every_theme(ann)
    at = ann.version
    ann.press("character:giant")
    ann.moved(at)
    assert ann.texts[0].startswith("pay")
    sound_in_every_theme(ann)


def test_telephone(person: Newcomer) -> None:
    ann = person(phone=True)
    ann.open()
    expect(ann.page.get_by_role("button", name="Play now: Helter Skelter")).to_be_enabled()
    sound(ann)
    ann.open("/new/helter-skelter")
    expect(ann.page.get_by_role("button", name="Start")).to_be_visible()
    sound(ann)
    table = ann.make("cursed-earth", seed=4, setup=ALONE)
    ann.open(f"/t/{table}")
    expect(ann.thing("card:5")).to_have_attribute("data-glow", "legal")
    sound(ann)
    play(ann, table, begins("choose"))
    sound(ann)
    for drawer in ("Team", "Log"):
        ann.page.get_by_role("navigation").get_by_role("button", name=drawer).click()
        sound(ann)
    table = ann.make("helter-skelter", "me", "careful", seed=4)
    ann.open(f"/t/{table}")
    play(ann, table, lambda options: "end" in options)
    sound(ann)


@pytest.mark.parametrize("by", ["setting", "browser"])
def test_text_of_twice_the_size(person: Newcomer, by: str) -> None:
    """Nothing lies beyond the edge; the board has room, and the prompt is in sight."""
    ann = person()
    ann.open()
    if by == "setting":
        ann.page.get_by_role("button", name="Settings").click()
        ann.page.get_by_role("radio", name="200 %").check()
    else:
        ann.page.set_viewport_size(ViewportSize(width=720, height=450))
    for address in ("/", "/new/helter-skelter", BOOK):
        ann.open(address)
        expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
    for game, seats in (("cursed-earth", ("me",)), ("helter-skelter", ("me", "careful"))):
        ann.open(f"/t/{ann.make(game, *seats, seed=4)}")
        ann.decides()
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game
        expect(ann.offers.first).to_be_in_viewport()
        tall = ann.page.get_by_role("main").evaluate("(board) => board.clientHeight")
        assert tall >= 400, game
        hand = ann.page.get_by_role("region", name="Hand")
        hand.scroll_into_view_if_needed()
        expect(hand).to_be_in_viewport()


def test_main_controls_are_large_enough_to_touch(person: Newcomer) -> None:
    """44 pixels for fingers; axe has looked for 24 everywhere."""
    ann = person(phone=True)
    table = ann.make("cursed-earth", seed=4, setup=ALONE)
    ann.open(f"/t/{table}")
    expect(ann.thing("card:5")).to_have_attribute("data-glow", "legal")
    play(ann, table, begins("choose"))
    main = ann.page.locator("button.option, .foot button, header.top :is(a, button)")
    small = "all => all.map((one) => [one.textContent, one.getBoundingClientRect().height])"
    assert [one for one in main.evaluate_all(small) if one[1] < 43.5] == []


def test_nothing_travels_under_reduced_motion(person: Newcomer) -> None:
    ann = person()
    table = ann.make("cursed-earth", seed=4, setup=ALONE)
    ann.open(f"/t/{table}")
    ann.decides()
    ann.page.evaluate(
        """() => {
            window.travelled = [];
            const look = () => {
                for (const one of document.getAnimations()) {
                    const { duration } = one.effect.getComputedTiming();
                    if (duration > 1) travelled.push(one.effect.target?.className);
                }
                requestAnimationFrame(look);
            };
            look();
        }"""
    )
    for _ in range(6):
        ann.choose_first()
        ann.decides()
    assert ann.page.evaluate("travelled") == []
