"""The first minute: what comes over the wire, the lobby, two clicks to a first move."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import Newcomer

FIRST_LOAD = 300_000  # bytes


def test_a_first_visit_is_light(person: Newcomer) -> None:
    ann = person()
    ann.open()
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    weight = ann.weight()
    assert 10_000 < weight < FIRST_LOAD, weight
    texts = [each for each in ann.requests if each.url.endswith((".js", ".css"))]
    answers = filter(None, [each.response() for each in texts])
    assert {answer.headers.get("content-encoding") for answer in answers} == {"br"}


def test_play_now_is_two_clicks_from_a_first_move(person: Newcomer) -> None:
    ann = person(moving=True, confirm="first")
    ann.open()
    ann.page.get_by_role("button", name="Play now: The Cursed Earth").click()
    ann.decides()
    assert re.search(r"/t/[\w-]+$", ann.page.url)
    ann.choose_first()
    expect(ann.log.first).to_be_visible()
