"""A server under a path of a larger site, behind a proxy that takes it off or passes it on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Newcomer, start
from tests.page.fronts import Front, front
from tests.table.servers import FAST, Server

PATH = "/games/adjudge"
SOURCES = Path(__file__).parents[2] / "web" / "src"
OUT_OF_IT = re.compile(r"""href=("|\{["'`])/|fetch\(["'`]/|location\.(origin|host)\}/""")


@pytest.fixture(scope="module", params=["taken off", "passed on"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Front]:
    """What people's browsers see: nothing but the path."""
    flags = (*FAST, "--path", f"{PATH}/", "--public-host", "127.0.0.1")
    running = start(Server(tmp_path_factory.mktemp("path"), flags=flags))
    assert running.url.endswith(PATH)
    with front(running.port, PATH, request.param == "taken off") as proxy:
        yield proxy
    running.kill()
    assert proxy.astray == []  # no link, file, request or socket leads out of the path


def test_a_match_from_the_lobby_to_the_replay(person: Newcomer) -> None:
    ann, bob = person(), person()
    ann.open("")
    tile = ann.page.get_by_role("link", name=re.compile("Set up.*Helter Skelter"))
    expect(tile).to_have_attribute("href", f"{PATH}/new/helter-skelter")
    tile.click()
    ann.page.get_by_label("Who sits on seat 2").select_option("link")
    ann.page.get_by_role("button", name="Open the table").click()
    link = ann.page.get_by_role("textbox", name="Link for seat 2").input_value()
    assert link.startswith(f"{ann.url}/t/")
    bob.page.goto(link)
    expect(bob.page.locator("[data-ref]").first).to_be_visible()
    expect(bob.page).to_have_url(re.compile(rf"{PATH}/t/[\w-]+$"))
    ann.decides()
    before = ann.version
    ann.choose_first()
    expect(bob.decision).not_to_have_attribute("data-version", str(before))
    ann.reload()
    expect(ann.decision).not_to_have_attribute("data-version", str(before))
    table = bob.page.url.rpartition("/")[2]
    (cookie,) = ann.context.cookies()
    assert cookie.get("path") == PATH
    bob.ask("POST", f"tables/{table}/resign", {"seat": 1})
    ann.page.get_by_role("link", name="Replay").click()
    expect(ann.page).to_have_url(re.compile(rf"{PATH}/r/{table}"))
    expect(ann.page.get_by_role("slider", name="Step")).to_be_visible()
    ann.reload()
    expect(ann.page.get_by_role("slider", name="Step")).to_be_visible()
    ann.page.go_back()
    expect(ann.page).to_have_url(re.compile(rf"{PATH}/t/{table}"))


def test_every_link_of_the_page_stays_under_the_path(person: Newcomer) -> None:
    ann = person()
    table = ann.make("cursed-earth", setup={"mode": "solo"}, seed=4)
    for address in ("/", "/?show=watch", "/rules", "/rules/cursed-earth", f"/t/{table}"):
        ann.open(address)
        links = ann.page.locator('a[href^="/"]')
        expect(links.first).to_be_visible()
        found = links.evaluate_all("all => all.map((one) => one.getAttribute('href'))")
        assert [one for one in found if not one.startswith(PATH)] == []
    ann.open("/rules/helter-skelter")
    ann.page.get_by_role("link", name="Watch").click()
    expect(ann.page).to_have_url(f"{ann.url}/?show=watch")


def test_every_link_in_the_sources_is_made_with_the_path() -> None:
    """Also those of views that no story comes to: `linkTo` makes them."""
    sources = [file for file in SOURCES.rglob("*") if file.suffix in (".svelte", ".ts")]
    assert len(sources) > 50
    found = {
        str(file.relative_to(SOURCES)) for file in sources if OUT_OF_IT.search(file.read_text())
    }
    assert found == set()


def test_nothing_at_an_address_under_the_path_is_said_by_the_page(person: Newcomer) -> None:
    ann = person()
    ann.expect_trouble("404")
    ann.open("/no/where")
    expect(ann.page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    ann.page.get_by_role("link", name="To the lobby").click()
    expect(ann.page).to_have_url(f"{ann.url}/")
