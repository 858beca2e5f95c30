"""Two at one screen: a curtain between them. And what a person can ask for: hints."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.page.conftest import Newcomer
from tests.page.people import Person
from tests.page.test_for_everyone import sound_in_every_theme

DUEL = {"mode": "head-to-head"}
SOLO = {"mode": "solo", "difficulty": "cadet"}
SEED = 3
SECRETS = "[data-ref], [data-event], [data-region], [data-option], [data-group]"


def curtain(somebody: Person) -> Locator:
    """What hides the table until the other one sits in front of it."""
    return somebody.page.locator("[data-curtain]")


def hold(somebody: Person) -> Locator:
    """The button that is held to open it."""
    return curtain(somebody).get_by_role("button")


def nothing_is_told(somebody: Person) -> None:
    """The curtain is all there is: for the eye, for a screen reader, and in the title."""
    expect(curtain(somebody)).to_be_visible()
    page = somebody.page
    assert page.locator(SECRETS).count() == 0
    hidden = page.locator("body").evaluate(
        """(body, known) => {
            const copy = body.cloneNode(true);
            for (const one of copy.querySelectorAll(known)) one.remove();
            return copy.textContent.trim();
        }""",
        "[data-curtain], script, noscript",
    )
    assert hidden == ""


def open_with_the_pointer(somebody: Person) -> None:
    """Pressed and held until the table is there."""
    hold(somebody).hover()
    somebody.page.mouse.down()
    somebody.decides()
    somebody.page.mouse.up()


def open_with_a_key(somebody: Person) -> None:
    """The curtain's button has the focus; a key is held down."""
    expect(hold(somebody)).to_be_focused()
    somebody.page.keyboard.down("Enter")
    somebody.decides()
    somebody.page.keyboard.up("Enter")


def hand(somebody: Person) -> set[str]:
    """The cards in the hand that lies open."""
    cards = somebody.page.locator('[data-region="hand"] [data-ref^="card:"]')
    return set(cards.evaluate_all("all => all.map((one) => one.dataset.ref)"))


def test_the_curtain_falls_between_two_seats(person: Newcomer) -> None:
    ann = person()
    table = ann.make("cursed-earth", "me", "me", setup=DUEL, seed=SEED)
    ann.open(f"/t/{table}")
    nothing_is_told(ann)
    hold(ann).click()  # too short
    nothing_is_told(ann)
    ann.keys("Enter")
    nothing_is_told(ann)
    hands: dict[str, set[str]] = {}
    passes = 0
    while "Day 2" not in ann.page.locator("body").inner_text():
        if curtain(ann).count():
            nothing_is_told(ann)
            whose = curtain(ann).get_attribute("data-curtain") or ""
            passes += 1
            open_with_a_key(ann) if passes % 2 else open_with_the_pointer(ann)
            hands[whose] = hand(ann)
        at = ann.version
        while ann.offers.first.get_attribute("data-group") is not None:
            ann.take(0)
        ann.take(0)
        later = ann.page.locator(f'[data-region="prompt"]:not([data-version="{at}"])')
        expect(later.or_(curtain(ann))).to_be_visible()
    assert passes > 4
    assert hands["0"]
    assert hands["1"]
    assert not hands["0"] & hands["1"]
    assert ann.page.evaluate("localStorage['adjudge.seen'] ?? ''") == ""  # the rules tell nothing


def test_who_shares_a_screen_beside_a_friend_gets_it_for_each_window(person: Newcomer) -> None:
    ann, bob = person(), person()
    table = ann.make("helter-skelter", "me", "me", "open", seed=SEED)
    bob.ask("POST", "guest")
    bob.ask("POST", f"tables/{table}/seats/2", {})
    whose = {0: ann, 1: ann, 2: bob}
    active = -1
    while True:
        seat = ann.ask("GET", f"tables/{table}")["asked"][0]
        position = whose[seat].ask("GET", f"tables/{table}/position?seat={seat}")
        texts = [option["text"] for option in position["options"]]
        if "pass" in texts and active == 2:
            break
        active = active if "pass" in texts else seat
        move = "pass" if "pass" in texts else texts[0]
        whose[seat].ask(
            "POST",
            f"tables/{table}/moves",
            {"seat": seat, "version": position["version"], "move": move},
        )
    assert position["window"] is None
    ann.open(f"/t/{table}")
    for one in (seat, 1 - seat):
        expect(curtain(ann)).to_have_attribute("data-curtain", str(one))
        open_with_the_pointer(ann)
        assert "pass" in ann.texts
        ann.keys("p")


def test_a_hint_is_one_of_the_options(person: Newcomer) -> None:
    ann = person()
    table = ann.make("cursed-earth", setup=SOLO, seed=SEED)
    ann.open(f"/t/{table}")
    ann.decides()
    labels = [label.lower() for label in ann.offers.locator(".text").all_inner_texts()]
    ann.page.locator('[data-tool="hint"]').click()
    hint = ann.page.get_by_role("status").filter(has_text="would choose this")
    expect(hint).to_be_visible()
    told = hint.inner_text().lower()
    assert any(label.strip() in told for label in labels), (told, labels)
    chances = ann.page.locator("[data-advised]")
    assert chances.count() > 1
    for one in chances.all():
        assert re.search(r"\d+ % ± \d+\s+\d+ futures? tried", one.inner_text())
    sound_in_every_theme(ann)
    other = chances.nth(1).get_attribute("data-advised")
    chances.nth(1).click()
    expect(ann.page.locator(f'[data-option="{other}"]')).to_be_focused()
    ann.choose_first()
    expect(hint).to_have_count(0)
    ann.keys("h")
    expect(hint).to_be_visible()


def test_a_table_without_hints_gives_none(person: Newcomer) -> None:
    ann = person()
    table = ann.make("cursed-earth", setup=SOLO, hints=False)
    ann.open(f"/t/{table}")
    ann.decides()
    expect(ann.page.locator('[data-tool="hint"]')).to_be_disabled()
    ann.keys("h")
    expect(ann.decision.get_by_role("alert")).to_be_visible()
    expect(ann.page.get_by_text("would choose this")).to_have_count(0)
