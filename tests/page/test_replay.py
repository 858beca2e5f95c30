"""A match that is over: wound back, seen through other eyes, shared, kept, and played on."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.page.conftest import Newcomer
from tests.page.people import Person
from tests.page.test_for_everyone import sound_in_every_theme

MOVES = 12
SEED = 5


def finished(somebody: Person) -> str:
    """A match of Helter Skelter against a bot, given up after some moves; the table's id."""
    table = somebody.make("helter-skelter", "me", "careful", seed=SEED)
    made = 0
    while made < MOVES:
        position = somebody.ask("GET", f"tables/{table}/position?seat=0")
        if not position["options"]:
            continue
        move = {"seat": 0, "version": position["version"], "move": position["options"][0]["text"]}
        somebody.ask("POST", f"tables/{table}/moves", move)
        made += 1
    somebody.ask("POST", f"tables/{table}/resign", {"seat": 0})
    return table


def slider(somebody: Person) -> Locator:
    """What winds the match back and forth."""
    return somebody.page.get_by_role("slider", name="Step")


def at_step(somebody: Person, step: int) -> None:
    """The board, the slider and the address are at this step."""
    expect(slider(somebody)).to_have_value(str(step))
    expect(somebody.page.get_by_label(f"Board at step {step}", exact=True)).to_be_visible()


def hand(somebody: Person) -> list[str]:
    """The cards that these eyes see in their hand."""
    cards = somebody.page.get_by_label("Hand", exact=True).locator("[data-ref]")
    return [str(ref) for ref in cards.evaluate_all("all => all.map((one) => one.dataset.ref)")]


def test_a_match_is_wound_back_and_seen_through_other_eyes(person: Newcomer) -> None:
    ann = person()
    table = finished(ann)
    ann.open(f"/r/{table}")
    at_step(ann, 0)
    ann.keys("]")
    at_step(ann, 1)
    ann.keys("]")
    at_step(ann, 2)
    ann.keys("[")
    at_step(ann, 1)
    slider(ann).fill("11")
    at_step(ann, 11)
    own = hand(ann)
    eyes = ann.page.get_by_role("group", name="Through whose eyes")
    eyes.get_by_role("button").nth(1).click()
    expect(eyes.get_by_role("button").nth(1)).to_have_attribute("aria-pressed", "true")
    ann.page.wait_for_url("**step=11&seat=1")
    theirs = hand(ann)
    assert own
    assert theirs
    assert own != theirs
    eyes.get_by_role("button", name="Spectator").click()
    ann.page.wait_for_url("**step=11&seat=all")
    assert hand(ann) == []
    bob = person()
    bob.open(f"/r/{table}?step=11&seat=1")
    at_step(bob, 11)
    assert hand(bob) == theirs


def test_play_on_from_a_step(person: Newcomer) -> None:
    ann = person()
    table = finished(ann)
    ann.open(f"/r/{table}?step=3&seat=0")
    at_step(ann, 3)
    shown = hand(ann)
    ann.page.get_by_role("button", name="Play on from here").click()
    ann.page.get_by_role("button", name="Play on", exact=True).click()
    ann.page.wait_for_url(lambda url: "/t/" in url)
    ann.decides()
    assert ann.page.url.rpartition("/")[2] != table
    assert hand(ann) == shown
    ann.choose_first()


def test_a_record_is_kept_and_opened_again(person: Newcomer, tmp_path: Path) -> None:
    ann, bob = person(), person()
    table = finished(ann)
    ann.open(f"/r/{table}")
    at_step(ann, 0)
    with ann.page.expect_download() as kept:
        ann.page.get_by_role("button", name="Download the record").click()
    file = tmp_path / "record.json"
    kept.value.save_as(file)
    record = json.loads(file.read_text("utf-8"))
    assert record["game"] == "helter-skelter"
    bob.open()
    bob.page.get_by_label("Open a record").set_input_files(file)
    bob.page.wait_for_url(lambda url: "/r/" in url)
    at_step(bob, 0)
    bob.keys("]")
    at_step(bob, 1)
    assert slider(bob).get_attribute("max") == slider(ann).get_attribute("max")


def test_a_review_goes_to_what_cost_most(person: Newcomer) -> None:
    ann = person()
    table = finished(ann)
    ann.open(f"/r/{table}?seat=all&side=review")
    expect(ann.page.get_by_text("Choose a player")).to_be_visible()
    ann.page.get_by_role("group", name="Through whose eyes").get_by_role("button").first.click()
    panel = ann.page.locator("[data-review=ready]")
    expect(panel).to_be_visible(timeout=30_000)
    expect(panel.get_by_role("img", name="Chance of winning")).to_be_visible()
    for name in ("First chance", "Luck", "Choice"):
        expect(panel.get_by_text(name, exact=False).first).to_be_visible()
    panel.locator("summary").click()
    expect(panel.get_by_text("a hundred worlds are dealt")).to_be_visible()
    sound_in_every_theme(ann)
    mistakes = panel.locator("[data-mistake]")
    if mistakes.count():
        step = mistakes.first.get_attribute("data-mistake")
        mistakes.first.click()
        at_step(ann, int(step or ""))
    else:
        expect(panel.get_by_text("No decision cost anything")).to_be_visible()
