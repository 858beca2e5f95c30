"""Reports, swaps and comparisons: what people are told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from adjudge.cli import main
from adjudge.lab.findings import find
from adjudge.lab.plans import read_plan
from adjudge.lab.report import html
from adjudge.lab.runs import run
from tests.lab.plans import BROKEN, broken_pack, solo, teams
from tests.page.conftest import browser

__all__ = ["browser"]  # a fixture

Capture = pytest.CaptureFixture[str]
CULPRIT = f"encounter {BROKEN}: won with it, above without"
MOST_BYTES = 3_000_000


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both games: head-to-head teams, and solo at two difficulties."""
    folder = tmp_path_factory.mktemp("results")
    run(read_plan(teams(folder, 10)), folder / "teams")
    plan = read_plan(solo(folder, 30, difficulty='["cadet", "chief-judge"]'))
    run(plan, folder / "solo")
    return folder


@pytest.mark.parametrize("name", ["teams", "solo"])
def test_the_page_works_alone(results: Path, page: Page, name: str) -> None:
    """From a file, without a network: every plot is drawn, tables sort, nothing complains."""
    found = find(results / name)
    file = results / f"{name}.html"
    file.write_text(html(found), encoding="utf-8")
    assert file.stat().st_size < MOST_BYTES
    complaints: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    plots = page.locator(".plot")
    page.wait_for_function(
        "[...document.querySelectorAll('.plot')].every((plot) => plot.querySelector('svg'))"
    )
    assert plots.count() >= len(found.charts)
    assert page.get_by_role("heading", name=found.plan).is_visible()
    column = page.locator("table").first.locator("tbody tr td:nth-child(3)")
    page.locator("th button", has_text="played").first.click()
    values = [float(v) for v in column.evaluate_all("cells => cells.map(c => c.dataset.v)")]
    assert values == sorted(values, reverse=True)
    assert len(values) > 20
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert complaints == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.fixture
def page(browser: Any) -> Iterator[Page]:
    """An empty page."""
    opened: Page = browser.new_page()
    yield opened
    opened.close()


def told(capsys: Capture, *argv: str) -> str:
    """What a command prints."""
    assert main(argv) == 0
    return capsys.readouterr().out


def test_a_report_for_programs_and_documents(results: Path, capsys: Capture) -> None:
    data = json.loads(told(capsys, "lab", "report", str(results / "teams"), "--json"))
    assert data["games"] == 40
    chart = next(c for c in data["charts"] if c["title"] == "Win rate by what is played")
    assert [line["name"] for line in chart["lines"]] == ["judges", "slaine"]
    assert sum(line["value"] for line in chart["lines"]) == pytest.approx(1)
    assert all(line["low"] <= line["value"] <= line["high"] for line in chart["lines"])
    cards = [one for one in data["things"] if one["kind"] == "card"]
    assert len(cards) == 60
    for card in cards:
        gone = card["played"] + card["paid"] + card["discarded"] + card["held"]
        assert card["drawn"] == gone
    text = told(capsys, "lab", "report", str(results / "teams"), "--markdown")
    assert "| judges | " in text
    assert "| judges-1 | giant · SHOTGUN giant · INTERRUPT wild |" in text
    people = told(capsys, "lab", "report", str(results / "solo"))
    assert "Games won by difficulty" in people
    assert "Comebacks" in people


def test_a_report_of_one_set_up(results: Path, capsys: Capture) -> None:
    argv = ["lab", "report", str(results / "teams"), "--setup"]
    assert "40 games" in told(capsys, *argv, "pairs")
    assert main([*argv, "threes"]) == 2
    assert capsys.readouterr().err == "adjudge: setup: 'threes' is not one of pairs\n"


def test_difficulties_and_boxes_of_solo_games(results: Path) -> None:
    found = find(results / "solo")
    won = next(chart for chart in found.charts if chart.title == "Games won by difficulty")
    assert [(line.name, line.n) for line in won.lines] == [("cadet", 30), ("chief-judge", 30)]
    boxes = [one for one in found.things if one.kind == "box"]
    for one in boxes:
        fits = {"never played": one.won_played is None, "always played": one.won_unplayed is None}
        assert fits.get(one.mark, True)
        assert one.mark or (one.won_played is not None and one.won_unplayed is not None)
    assert all(one.played + one.discarded == one.drawn for one in boxes)


def test_compare_finds_what_is_broken(tmp_path: Path, capsys: Capture) -> None:
    file = solo(tmp_path, 120)
    pack = broken_pack(tmp_path)
    argv = ["lab", "compare", "default", str(pack), "--plan", str(file)]
    found = json.loads(told(capsys, *argv, "--json"))
    assert found["paired"] is True
    (won,) = found["wins"]
    assert won["beyond"]
    assert won["b"] > won["a"] + 0.1
    assert won["low"] > 0
    worth = [change for change in found["things"] if change["of"] == "lift"]
    worst = min(worth, key=lambda change: change["p"])
    assert (worst["what"], worst["beyond"]) == (CULPRIT, True)
    assert worst["b"] > worst["a"] + 0.5
    out = tmp_path / "solo.compare"
    same = json.loads(told(capsys, "lab", "compare", str(out / "a"), str(out / "a"), "--json"))
    assert not any(change["beyond"] for change in same["wins"] + same["course"] + same["things"])
    words = told(capsys, "lab", "compare", str(out / "a"), str(out / "b"), "--markdown")
    assert "Benjamini and Hochberg at 5 %" in words
    assert f"| {CULPRIT} |" in words


def test_swap_says_what_a_card_is_worth(tmp_path: Path, capsys: Capture) -> None:
    pack = broken_pack(tmp_path)
    file = solo(tmp_path, 80)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("[[setup]]", f'pack = "{pack.name}"\n\n[[setup]]', 1))
    argv = ["lab", "swap", str(file), "--card", "12", "--for", str(BROKEN)]
    found = json.loads(told(capsys, *argv, "--json"))
    assert found["title"].startswith("Swapped in B: card 12 ")
    assert f"now has the boxes of {BROKEN} " in found["title"]
    (won,) = found["wins"]
    assert won["beyond"]
    assert won["low"] > 0
    again = told(capsys, *argv)
    assert "beyond chance" in again


@pytest.mark.parametrize(
    ("card", "by", "said"),
    [
        ("judges-31", "judges-2", "card: 'judges-31' is not a card"),
        ("judges-3", "dredd", "for: 'dredd' is not a card"),
        ("judges-3", "slaine-4", "for: 'slaine-4' is not a card of judges"),
    ],
)
def test_cards_that_cannot_be_swapped(
    tmp_path: Path, capsys: Capture, card: str, by: str, said: str
) -> None:
    assert main(["lab", "swap", str(teams(tmp_path, 1)), "--card", card, "--for", by]) == 2
    assert said in capsys.readouterr().err


def test_a_swapped_deck_has_a_second_copy(tmp_path: Path, capsys: Capture) -> None:
    argv = ["lab", "swap", str(teams(tmp_path, 1)), "--card", "judges-3", "--for", "judges-9"]
    assert "card 3 of judges is now a second copy of card 9" in told(capsys, *argv)


def test_packs_need_a_plan(capsys: Capture, tmp_path: Path) -> None:
    assert main(["lab", "compare", "default", str(tmp_path)]) == 2
    assert "two packs need --plan PLAN" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["run", "report", "swap", "compare"])
def test_every_command_has_help_with_an_example(capsys: Capture, command: str) -> None:
    with pytest.raises(SystemExit):
        main(["lab", command, "--help"])
    assert f"example: adjudge lab {command} " in capsys.readouterr().out


def test_without_its_libraries_the_lab_says_what_to_install(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "scipy", None)
    assert main(["lab", "report", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        "adjudge: lab: scipy is not installed; pip install 'adjudge[lab]' brings it\n"
    )
