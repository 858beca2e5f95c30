"""By keys alone, and for those who hear the page: a place is never lost, everything has a name."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Newcomer
from tests.page.people import Person

REGIONS = ["top", "side", "board", "prompt", "hand", "talk"]
PLACE = """() => {
    const one = document.activeElement;
    return one.closest('[data-region]')?.dataset.region ?? one.tagName;
}"""
# Whether it shows that something has the focus: an outline, or on a map a ring or an edge.
SHOWN = """() => {
    const one = document.activeElement;
    if (one === document.body) return true;
    const drawn = one.querySelector(':scope > .ring, :scope > .glow');
    const { outlineStyle, outlineWidth, stroke } = getComputedStyle(drawn ?? one);
    return drawn ? stroke !== 'none' : outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
}"""
# Everything that is called out or told, as it is.
LISTEN = """() => {
    window.heard = { assertive: [], polite: [] };
    for (const one of document.querySelectorAll('.unseen[aria-live]')) {
        const told = window.heard[one.getAttribute('aria-live')];
        new MutationObserver(() => one.textContent && told.push(one.textContent))
            .observe(one, { childList: true, characterData: true, subtree: true });
    }
}"""


def solo(one: Person) -> str:
    """A table of The Cursed Earth, always the same."""
    table = one.make("cursed-earth", seed=4, setup={"mode": "solo"})
    one.open(f"/t/{table}")
    one.decides()
    return table


def named(one: Person, ref: str) -> str | None:
    """What a thing is called by those who read the page out."""
    return one.thing(ref).get_attribute("aria-label")


def round_trip(one: Person, key: str) -> list[str]:
    """The regions that a key goes through, from the top of the page."""
    found: list[str] = []
    for _ in range(80):
        one.keys(key)
        assert one.page.evaluate(SHOWN), one.focused
        place = one.page.evaluate(PLACE)
        if found and place in (found[0], "BODY") and found[-1] != place:
            break
        if place in REGIONS and found[-1:] != [place]:
            found.append(place)
    return found


def test_keys_go_through_the_table_in_its_order(person: Newcomer) -> None:
    ann = person()
    solo(ann)
    assert round_trip(ann, "Tab") == REGIONS
    ann.thing("card:5").focus()
    ann.keys("Shift+F6", "F6", "F6")
    assert ann.page.evaluate(PLACE) == "talk"
    ann.keys("F6")
    assert ann.page.evaluate(PLACE) == "top"


def test_arrows_go_about_within_a_region(person: Newcomer) -> None:
    ann = person()
    solo(ann)
    ann.thing("card:5").focus()
    ann.keys("ArrowRight")
    assert ann.focused == "card:16"
    ann.offers.first.focus()
    ann.keys("ArrowRight")
    assert ann.focused == "play 16"
    table = ann.make("helter-skelter", "me", "careful", seed=4)
    ann.open(f"/t/{table}")
    ann.decides()
    ann.thing("space:4").focus()
    ann.keys("ArrowRight")
    assert ann.focused == "space:5"


def test_focus_shows_in_every_theme(person: Newcomer) -> None:
    ann = person()
    solo(ann)
    for theme in ("dark", "light", "contrast"):
        ann.page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        for ref in ("card:5", "deck", "character:dredd"):
            ann.thing(ref).focus()
            ann.keys("Shift")
            assert ann.page.evaluate(SHOWN), (theme, ref)


def test_a_place_is_kept_after_every_move(person: Newcomer) -> None:
    ann = person()
    solo(ann)
    ann.keys("g")
    for _ in range(8):
        at = ann.version
        ann.keys("Enter")
        ann.moved(at)
        expect(ann.decision.locator(":focus")).to_be_visible()


def test_somebody_who_reads_is_left_alone(person: Newcomer) -> None:
    ann = person()
    table = solo(ann)
    ann.log.last.get_by_role("button").first.focus()
    ann.keys("ArrowUp")
    reading = ann.focused
    at = ann.version
    ann.ask("POST", f"tables/{table}/moves", {"seat": 0, "version": at, "move": "play 5"})
    ann.moved(at)
    assert ann.focused == reading


def test_a_sheet_gives_the_focus_back(person: Newcomer) -> None:
    ann = person()
    solo(ann)
    ann.thing("card:16").focus()
    ann.keys("?")
    ann.page.get_by_role("dialog").get_by_role("button", name="Settings").press("Enter")
    expect(ann.page.get_by_role("dialog", name="Settings")).to_be_visible()
    ann.keys("Escape")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    assert ann.focused == "card:16"
    ann.keys("i")
    expect(ann.page.locator(".inspect:focus")).to_be_visible()
    ann.keys("Enter")
    assert ann.focused == "card:16"


def test_only_keys_that_do_something_are_listed(person: Newcomer) -> None:
    ann = person()
    keys = ann.page.get_by_role("dialog", name="Keys").locator("dt")
    everywhere = {"Enter", "Esc", "/", "?"}
    table = {"Tab", "F6", "←↑→↓", "1–9", "Space", "U", "H", "W", "I", "L", "G"}
    solo(ann)
    for own in ({"A–D"}, {"P", "E", "S"}):
        ann.keys("?")
        assert set(keys.all_text_contents()) == everywhere | table | own
        ann.open(f"/t/{ann.make('helter-skelter', 'me', 'careful', seed=4)}")
        ann.decides()
    while "end" not in ann.texts:
        ann.choose_first()
        ann.decides()
    assert ann.texts[-1] == "end"  # what is about no thing stands last
    at = ann.version
    ann.keys("e")
    ann.moved(at)
    ann.open()
    ann.keys("?")
    assert set(keys.all_text_contents()) == everywhere


def test_what_is_heard(person: Newcomer) -> None:
    ann = person()
    solo(ann)
    ann.page.evaluate(LISTEN)
    for number in (5, 16):
        at = ann.version
        ann.press(f"card:{number}")
        ann.moved(at)
        told = f" {number} "
        ann.page.wait_for_function("(told) => heard.assertive.at(-1)?.includes(told)", arg=told)
    question = " You: play a card to the row; it is kept in number order."
    heard = ann.page.evaluate("heard")
    assert [told.endswith(question) for told in heard["assertive"]] == [True, True]
    assert heard["polite"] == []  # once is enough


def test_names_of_things(person: Newcomer) -> None:
    ann = person()
    solo(ann)
    assert named(ann, "character:dredd") == "Dredd, survival. 5 health, 0 radiation, 5 to spare."
    assert named(ann, "card:30") == (
        "Twin Buttes, card 30. Choose one: A, spend survival, spend diplomacy, radiation, advance. "
        "B, heal, heal, enemy advance."
    )
    assert named(ann, "row:above:1") == (
        "Broken Flyover, card 17, first of two. Choose one: "
        "A, spend survival, spend survival, radiation, advance. B, gain survival, swap."
    )
    expect(ann.page.locator("body")).to_match_aria_snapshot(
        """
        - banner
        - complementary "Your side"
        - main "Board"
        - region "Decision":
          - group "Options":
            - button "Play 5 Rusted Crawler"
        - region "Hand"
        - complementary "Players and log":
          - list "Players"
          - tabpanel "Log":
            - log "Log"
        """
    )
    table = ann.make("helter-skelter", "me", "careful", seed=4)
    ann.open(f"/t/{table}")
    ann.decides()
    assert named(ann, "space:2") == "Space 2, cover, empty."
    while "end" not in ann.texts:
        ann.choose_first()
        ann.decides()
    figure = ann.page.locator('svg [data-ref="character:giant"]')
    assert figure.get_attribute("aria-label") == (
        "Judge Giant, coral, space 1, 3 of 3 health. Press Enter: Judge Giant: MOVE from space 1."
    )


def test_a_curtain_tells_nothing_else(person: Newcomer) -> None:
    ann = person()
    ann.open(f"/t/{ann.make('cursed-earth', 'me', 'me', seed=4, setup={'mode': 'cooperative'})}")
    expect(ann.page.get_by_role("button", name="Hold to open")).to_be_focused()
    told = ann.page.locator("body").aria_snapshot().splitlines()
    assert [line.strip(" -").split(" ")[0] for line in told] == [
        "main:", "heading", "button", "paragraph:"
    ]  # fmt: skip
