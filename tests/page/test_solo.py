"""The Cursed Earth alone: whole games by mouse and by keyboard, and what a careful player tries."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.page.conftest import Newcomer, start
from tests.page.people import Person
from tests.table.servers import Server

SOLO = {"mode": "solo", "difficulty": "cadet"}
SEED = 135  # whoever always takes the first option is dead after 27 of them


def sit_down(somebody: Person) -> str:
    """A game of one's own, at its first decision; the table's id."""
    table = somebody.make("cursed-earth", setup=SOLO, seed=SEED)
    somebody.open(f"/t/{table}")
    somebody.decides()
    return table


def check_over(somebody: Person, table: str) -> None:
    """The page says how it ended, and so does the server."""
    found = somebody.ask("GET", f"tables/{table}")
    assert found["status"] == "finished"
    expect(somebody.decision).to_contain_text(found["result"]["reason"], ignore_case=True)
    for rule in found["result"]["rules"]:
        expect(somebody.decision.get_by_text(rule)).to_be_visible()
    expect(somebody.decision.get_by_role("button", name="Rematch")).to_be_visible()


# Whole games


def by_mouse(somebody: Person) -> None:
    """What lies on the table is pressed where it lies; the prompt has the rest."""
    at = somebody.version
    legal = somebody.things("legal")
    if legal:
        somebody.press(legal[0])
        expect(later(somebody, at).or_(chosen(somebody)).first).to_be_visible()
    if somebody.version == at:
        somebody.choose_first()


def by_keys(somebody: Person) -> None:
    """G goes to what can be done, Enter does it; the digits have the rest."""
    at = somebody.version
    somebody.keys("g", "Enter")
    expect(later(somebody, at).or_(chosen(somebody)).first).to_be_visible()
    while somebody.version == at:
        group = somebody.offers.first.get_attribute("data-group")
        somebody.keys("1")
        if group is None:
            somebody.moved(at)


def later(somebody: Person, at: int) -> Locator:
    """The prompt, once it is about something else."""
    return somebody.page.locator(f'[data-region="prompt"]:not([data-version="{at}"])')


def chosen(somebody: Person) -> Locator:
    """What has been pointed at, or the options that have the focus since there was nothing else."""
    return somebody.page.locator('[data-glow="chosen"], [data-option]:focus, [data-group]:focus')


CUT = """() => {
    const box = (one) => one.getBoundingClientRect();
    const row = box(document.querySelector('[data-row]'));
    const low = [...document.querySelectorAll('[data-row] .paper')]
        .filter((card) => box(card).bottom > row.bottom)
        .map((card) => card.textContent);
    const wide = [...document.querySelectorAll('[data-region="prompt"] button')]
        .filter((option) => option.scrollWidth > option.clientWidth)
        .map((option) => option.textContent);
    const long = ['side', 'board', 'prompt']
        .map((name) => document.querySelector(`[data-region="${name}"]`))
        .filter((region) => region.scrollHeight > region.clientHeight)
        .map((region) => region.dataset.region);
    return [...low, ...wide, ...long];
}"""


def by_mouse_with_an_eye_for_room(somebody: Person) -> None:
    """At no decision is a card or an option cut off, and nothing has to be scrolled."""
    assert somebody.page.evaluate(CUT) == []
    by_mouse(somebody)


def test_a_whole_game_by_mouse(person: Newcomer) -> None:
    ann = person()
    table = sit_down(ann)
    assert ann.play_on(by_mouse_with_an_eye_for_room) > 10
    check_over(ann, table)


def test_a_whole_game_by_keyboard(person: Newcomer) -> None:
    ann = person()
    table = ann.make("cursed-earth", setup=SOLO, seed=SEED)
    ann.open()
    link = ann.page.locator(f'a[href^="/t/{table}"]').first
    expect(link).to_be_visible()
    for _ in range(60):
        if link.evaluate("one => one === document.activeElement"):
            break
        ann.keys("Tab")
    ann.keys("Enter")
    ann.decides()
    assert ann.play_on(by_keys) > 10
    check_over(ann, table)


# What a careful player tries


def test_what_is_not_possible_says_why_and_by_which_rule(person: Newcomer) -> None:
    ann = person()
    sit_down(ann)
    for _ in range(3):
        ann.choose_first()  # the row is full: what is left of the hand waits for dusk
    at, card = ann.version, "card:49"
    assert card in ann.things("idle")
    ann.press(card)
    why = ann.page.locator("[data-why]")
    expect(why).to_be_visible()
    assert why.get_attribute("data-why") == card
    chip = why.get_by_role("button").first
    rule = chip.inner_text().removeprefix("§").strip()
    assert rule.startswith("CE-")
    chip.click()
    expect(ann.page.get_by_role("dialog")).to_contain_text(rule)
    ann.keys("Escape")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    assert ann.version == at
    ann.thing(card).focus()
    ann.keys("w")
    expect(why).to_be_visible()


def test_on_a_telephone_a_kept_card_can_pay(person: Newcomer) -> None:
    """It does not lie in the hand: the prompt has it."""
    ann = person(phone=True)
    table = ann.make("cursed-earth", setup=SOLO, seed=7)
    texts = [""]
    while not texts[0].startswith("spend-card"):
        position = ann.ask("GET", f"tables/{table}/position?seat=0")
        texts = [option["text"] for option in position["options"]]
        if not texts[0].startswith("spend-card"):
            move = {"type": "play", "seat": 0, "version": position["version"], "move": texts[0]}
            ann.ask("POST", f"tables/{table}/moves", move)
    ann.open(f"/t/{table}")
    ann.decides()
    assert len(texts) > 3
    assert ann.texts == texts
    expect(ann.page.get_by_role("region", name="Hand")).to_have_count(0)


def test_a_move_is_taken_back_until_something_was_revealed(person: Newcomer) -> None:
    ann = person()
    sit_down(ann)
    before, undo = ann.texts, ann.page.locator('[data-tool="undo"]')
    ann.choose_first()
    assert ann.texts != before
    at = ann.version
    undo.click()
    ann.moved(at)
    ann.decides()
    assert ann.texts == before
    ann.choose_first()
    ann.choose_first()
    expect(undo).to_have_attribute("aria-disabled", "true")
    at = ann.version
    undo.click(force=True)
    expect(ann.page.get_by_text("was revealed since")).to_be_visible()
    assert ann.version == at


def test_a_one_way_step_is_pressed_twice_at_first(person: Newcomer) -> None:
    ann = person(confirm="first")
    sit_down(ann)
    ann.choose_first()
    at = ann.version
    ann.take(0)
    armed = ann.decision.locator("[data-armed]")
    expect(armed).to_contain_text("again")
    assert ann.version == at
    ann.keys("Escape")
    expect(armed).to_have_count(0)
    ann.choose_first()
    assert ann.version > at


def test_a_reload_brings_back_the_same_decision(person: Newcomer) -> None:
    ann = person()
    sit_down(ann)
    ann.choose_first()
    seen = ann.version, ann.texts, ann.things("legal"), ann.log.all_inner_texts()
    ann.reload()
    ann.decides()
    assert (ann.version, ann.texts, ann.things("legal"), ann.log.all_inner_texts()) == seen
    ann.choose_first()


def test_a_server_that_dies_and_comes_back_finds_the_same_decision(
    server: Server, person: Newcomer
) -> None:
    ann = person()
    ann.expect_trouble("WebSocket connection to")
    sit_down(ann)
    ann.choose_first()
    seen = ann.version, ann.texts
    server.kill()
    expect(ann.page.get_by_text("Your last move, number 1, is safe.")).to_be_visible()
    expect(ann.offers).to_have_count(0)
    start(server)
    ann.decides()
    assert (ann.version, ann.texts) == seen
    ann.choose_first()
