"""Two people of one name at a table: each is told apart, and whoever came later is told so."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Newcomer


def test_who_comes_later_is_told_what_they_are_called_here(person: Newcomer) -> None:
    ann, other = person(), person()
    for somebody in (ann, other):
        somebody.ask("POST", "guest")
        somebody.ask("PUT", "guest", {"name": "Ann"})
    table = ann.make("helter-skelter", "me", "open", "open")
    other.open(f"/t/{table}")
    other.page.get_by_role("button", name="Take this seat").first.click()
    told = "Somebody here is called Ann already: at this table you are Ann (2)."
    expect(other.page.get_by_text(told)).to_be_visible()
    ann.open(f"/t/{table}")
    expect(ann.page.get_by_text("Ann (2)")).to_be_visible()
    assert ann.page.get_by_text("Somebody here is called").count() == 0
