"""On a telephone, by taps alone: everything that is to be decided is in sight, and nothing else."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.page.conftest import Newcomer
from tests.page.people import Person

SOLO = {"mode": "solo", "difficulty": "cadet"}
SEED = 4  # as in the other stories
FEW = 6  # options that need no scrolling of their own
TEAM = {"team_0": "judges", "team_1": "slaine"}
WISHES = ("move", "deploy", "start", "to", "pay")
MOST_TAPS = 60
SIGHT = """() => {
    const inside = (one) => {
        const { top, bottom, left, right } = one.getBoundingClientRect();
        return top >= -1 && bottom <= innerHeight + 1 && left >= -1 && right <= innerWidth + 1;
    };
    const prompt = document.querySelector('[data-region="prompt"]');
    const options = [...prompt.querySelectorAll('[data-option]:enabled, [data-group]:enabled')];
    const hand = document.querySelectorAll('[data-region="hand"] [data-glow="legal"]');
    return {
        sideways: document.documentElement.scrollWidth > innerWidth,
        scrolls: document.documentElement.scrollHeight > innerHeight,
        prompt: inside(prompt),
        hidden: options.filter((one) => !inside(one)).map((one) => one.textContent),
        options: options.length,
        hand: [...hand].some(inside),
    };
}"""


def check_sight(somebody: Person) -> None:
    """The prompt and its options, or the hand that glows, are on the screen as it is."""
    seen = somebody.page.evaluate(SIGHT)
    where = f"{somebody.prompt}\n{seen}"
    assert not seen["sideways"], where
    assert not seen["scrolls"], where
    assert seen["prompt"], where
    assert seen["options"] or seen["hand"], where
    assert not seen["hidden"] or seen["options"] > FEW, where


def settle(somebody: Person, text: str, refs: list[str]) -> None:
    """Tap the option; before it what it is about, in the prompt or in the hand."""
    at = somebody.version
    option = somebody.decision.locator(f'[data-option="{text}"]')
    for ref in refs:
        if option.count():
            break
        check_sight(somebody)
        group = somebody.decision.locator(f'[data-group="{ref}"]')
        card = somebody.page.locator(f'[data-region="hand"] [data-ref="{ref}"][data-glow="legal"]')
        if group.count() or card.count():
            (group if group.count() else card).first.tap()
            later = somebody.page.locator(f'[data-region="prompt"]:not([data-version="{at}"])')
            expect(later.or_(option)).to_be_visible()
        if somebody.version != at:
            return
    option.tap()
    somebody.moved(at)


def decided(somebody: Person) -> Locator:
    """What can be tapped, or the end."""
    glowing = somebody.page.locator('[data-region="hand"] [data-glow="legal"]')
    return somebody.offers.or_(glowing).or_(somebody.decision.locator("h2")).first


def seen_by(somebody: Person, table: str) -> Any:
    """What the server shows to this person, once the page does too and it is their decision."""
    while True:
        expect(decided(somebody)).to_be_visible()
        position = somebody.ask("GET", f"tables/{table}/position?seat=0")
        if position["version"] == somebody.version:
            return position


def test_a_whole_game_of_the_cursed_earth(person: Newcomer) -> None:
    ann = person(phone=True)
    table = ann.make("cursed-earth", setup=SOLO, seed=SEED)
    ann.open(f"/t/{table}")
    for _ in range(MOST_TAPS):
        position = seen_by(ann, table)
        if not position["options"]:
            break
        check_sight(ann)
        first = position["options"][0]
        settle(ann, first["text"], first["refs"])
    expect(ann.decision.locator("h2")).to_be_in_viewport()
    expect(ann.decision.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)


def test_helter_skelter_until_somebody_has_moved_and_paid(person: Newcomer) -> None:
    ann = person(phone=True)
    table = ann.make("helter-skelter", "me", "careful", setup=TEAM, seed=SEED)
    ann.open(f"/t/{table}")
    done: set[str] = set()
    for _ in range(MOST_TAPS):
        if {"deploy", "to", "pay"} <= done:
            return
        position = seen_by(ann, table)
        options = {option["text"]: option["refs"] for option in position["options"]}
        wished = [text for wish in WISHES for text in options if text.split()[0] == wish]
        text = [*wished, *options][0]
        check_sight(ann)
        settle(ann, text, options[text])
        done.add(text.split()[0])
    raise AssertionError(f"only {done} after {MOST_TAPS} decisions")


def test_four_at_the_table_are_in_sight(person: Newcomer) -> None:
    ann = person(phone=True)
    clock = {"kind": "game", "amount": 600, "then": "bot"}
    bots = ("careful",) * 3
    table = ann.make("helter-skelter", "me", *bots, seed=SEED, clock=clock)
    ann.open(f"/t/{table}")
    seen_by(ann, table)
    check_sight(ann)
    for player in ann.page.get_by_label("Players").get_by_role("listitem").all():
        expect(player).to_be_in_viewport(ratio=1)


def test_a_card_that_is_held_is_looked_at_and_not_played(person: Newcomer) -> None:
    ann = person(phone=True)
    table = ann.make("cursed-earth", setup=SOLO, seed=SEED)
    ann.open(f"/t/{table}")
    seen_by(ann, table)
    at, card = ann.version, ann.page.locator('[data-region="hand"] [data-ref]').first
    place = card.bounding_box()
    assert place is not None
    finger = ann.context.new_cdp_session(ann.page)
    point = {"x": place["x"] + 20, "y": place["y"] + 20}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    closer = ann.page.get_by_role("button", name="Close").filter(has_text="card")
    expect(closer).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(closer).to_contain_text(card.get_attribute("aria-label") or "")
    closer.tap()
    expect(closer).to_have_count(0)
    assert ann.version == at
