"""The guided day of The Cursed Earth: notes beside what they speak of, until it is night."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.page.conftest import Newcomer
from tests.page.people import Person

NOTES = {
    "hand": '[data-region="hand"]',
    "sorted": "[data-row]",
    "boxes": "[data-current]",
    "symbols": "[data-current]",
    "payment": '[data-region="prompt"]',
    "whyNot": "[data-why]",
    "forecast": "[data-forecast]",
    "advance": "[data-hunt]",
    "dusk": "[data-row]",
}
MOST_WORDS = 22
APART = """([note, thing, prompt]) => {
    const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
    const apart = (a, b) =>
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    const own = box(note);
    return own && [thing, prompt].every((other) => box(other) && apart(own, box(other)));
}"""


def note(somebody: Person, which: str = "") -> Locator:
    """The note on the screen, if it is that one."""
    return somebody.page.locator(f'[data-note="{which}"]' if which else "[data-note]")


def begin(somebody: Person) -> None:
    """From the lobby into the guided day."""
    somebody.open()
    somebody.page.get_by_role("button", name="Start the guided day").click()
    somebody.decides()


def read(somebody: Person) -> str:
    """The note that is there, if one is: short, beside its thing, and clear of the options."""
    if note(somebody).count() == 0:
        return ""
    which = note(somebody).get_attribute("data-note") or ""
    if which in NOTES:
        places = [f'[data-note="{which}"]', NOTES[which], '[data-region="prompt"]']
        somebody.page.wait_for_function(APART, arg=places)
        assert len(note(somebody).locator("p").inner_text().split()) <= MOST_WORDS
    return which


def test_a_day_with_notes(person: Newcomer) -> None:
    ann = person()
    begin(ann)
    expect(note(ann, "hand")).to_be_visible()
    seen = [read(ann)]
    ann.thing("deck").click(force=True)  # it is not to be pressed now, and answers why
    expect(note(ann, "whyNot")).to_be_visible()
    while seen[-1] != "done":
        seen.append(read(ann) or seen[-1])
        ann.choose_first()
    assert set(seen) == {*NOTES, "done"}
    expect(note(ann).get_by_role("link", name="New game")).to_be_visible()
    note(ann).get_by_role("button", name="Play on").click()
    expect(note(ann)).to_have_count(0)
    ann.choose_first()


def test_the_notes_can_be_stopped_and_come_again_with_another_guided_day(person: Newcomer) -> None:
    ann = person()
    begin(ann)
    note(ann, "hand").get_by_role("button", name="Got it").click()
    expect(note(ann)).to_have_count(0)
    ann.choose_first()
    note(ann, "sorted").get_by_role("button", name="Stop the notes").click()
    expect(note(ann)).to_have_count(0)
    ann.choose_first()
    ann.choose_first()
    expect(note(ann)).to_have_count(0)
    begin(ann)
    expect(note(ann, "hand")).to_be_visible()
