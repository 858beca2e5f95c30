"""A server under a path: what it serves, and that a proxy may take the path off or pass it on."""

from __future__ import annotations

import asyncio
import gzip
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from adjudge.cli import main
from adjudge.kernel.game import Invalid
from adjudge.table.client import Client
from adjudge.table.pages import pieces
from adjudge.table.routes import COOKIE
from adjudge.table.subpath import checked_path
from adjudge.table.visitor import invitation
from tests.table.servers import FAST, Server
from tests.table.test_opening import opened

PATH = "/games/adjudge"
BROWSER = {"accept": "text/html"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this module's own, under a path."""
    folder = tmp_path_factory.mktemp("path")
    with Server(folder, flags=(*FAST, "--path", PATH)) as running:
        yield running


@pytest.mark.parametrize(
    ("text", "path"),
    [("", ""), ("/", ""), ("/adjudge", "/adjudge"), ("/adjudge/", "/adjudge"), (PATH, PATH)],
)
def test_a_path_is_known_with_its_slash_or_without(text: str, path: str) -> None:
    assert checked_path(text) == path


@pytest.mark.parametrize(
    "text",
    [
        "adjudge",
        "//x",
        "/a b",
        '/"><script>',
        "/..",
        "/a/../b",
        "/api",
        "/x/t",
        "/ä",
        "/a?b",
        "/a#b",
    ],
)
def test_what_is_no_path_is_refused(capsys: pytest.CaptureFixture[str], text: str) -> None:
    with pytest.raises(Invalid, match="path: "):
        checked_path(text)
    assert main(["serve", "--path", text, "--database", "/nowhere/x", "--keys", "/nowhere/y"]) == 2
    assert capsys.readouterr().err.startswith("adjudge: path: ")


def test_with_the_path_or_without_it_is_the_same(server: Server) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}") as http:
        for path in ("/health", "/api/games", "/favicon.svg", "/t/abc"):
            passed_on, taken_off = http.get(PATH + path), http.get(path)
            assert passed_on.status_code == taken_off.status_code == 200
            if path != "/health":
                assert passed_on.content == taken_off.content
        assert http.get(PATH).text == http.get(f"{PATH}/").text == http.get("/").text
        assert http.get(f"{PATH}ely/health").status_code == 404
        assert http.get(PATH + PATH + "/health").status_code == 404
        schema = http.get(f"{PATH}/schema/openapi.json").json()
        assert schema["servers"] == [{"url": PATH}]


def test_the_page_knows_its_path_and_its_tag_does(server: Server, tmp_path: Path) -> None:
    page = httpx.get(f"{server.url}/t/abc", headers=BROWSER)
    found = re.findall(r'(?:src|href)="([^"]*)"', page.text)
    assert len(found) > 3
    for place in found:
        assert place.startswith(f"{PATH}/")
        asset = httpx.get(f"http://127.0.0.1:{server.port}{place}")
        assert asset.status_code == 200
    assert f'<meta name="path" content="{PATH}" />' in page.text
    again = httpx.get(f"{server.url}/", headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    astray = httpx.get(f"{server.url}/no/where", headers=BROWSER)
    assert (astray.status_code, astray.text) == (404, page.text)

    index = '<meta name="path" content="" /><script src="./assets/x.js"></script>'
    (tmp_path / "index.html").write_text(index)
    (tmp_path / "index.html.br").write_bytes(b"of another path")
    plain, placed = pieces(tmp_path)["/index.html"], pieces(tmp_path, PATH)["/index.html"]
    assert plain.bodies[""] == index.replace("./", "/").encode()
    assert placed.tag != plain.tag
    assert gzip.decompress(placed.bodies["gzip"]) == placed.bodies[""]
    assert "br" not in placed.bodies


def test_a_cookie_is_for_the_path_and_a_client_plays_there(server: Server) -> None:
    first = httpx.post(f"http://127.0.0.1:{server.port}/api/guest")  # as a proxy that took it off
    assert f"{COOKIE}=" in first.headers["set-cookie"]
    assert f"; Path={PATH};" in first.headers["set-cookie"]

    async def play() -> None:
        async with Client(server.url) as ann:
            table = await ann.make("cursed-earth", ["me"], setup={"mode": "solo"}, pace=0.0)
            async with ann.live(table.id, 0) as live:
                position = await live.until_position()
                await live.play(position.options[0].text)
                assert (await ann.table(table.id)).version == 2

    asyncio.run(play())


def test_a_bot_follows_a_link_under_the_path(server: Server, tmp_path: Path) -> None:
    link = f"https://example.org{PATH}/t/abc?seat=1&invite=xyz"
    assert invitation(link, None, "").server == f"https://example.org{PATH}"
    for other in (f"https://example.org{PATH}/t/", f"https://example.org{PATH}/t/a/b"):
        with pytest.raises(Invalid, match="is not a table's"):
            invitation(other, 0, "")

    async def solo() -> str:
        async with Client(server.url) as host:
            made = await host.make("cursed-earth", ["link"], setup={"mode": "solo"})
            code = (await host.table(made.id)).seats[0].invite
            return f"{server.url}/t/{made.id}?seat=0&invite={code}"

    bot = subprocess.run(
        [sys.executable, "-m", "adjudge", "bot", "--url", asyncio.run(solo())],
        env=os.environ | {"ADJUDGE_STATE": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    assert "The match is over" in bot.stdout


def test_a_browser_is_opened_under_the_path(tmp_path: Path) -> None:
    with opened(tmp_path, "--port", "0", "--path", PATH) as process:
        assert process.stdout is not None
        url = process.stdout.readline().removeprefix("Adjudge serves at ").strip()
        assert url.endswith(PATH)
        assert process.stdout.readline() == f"Ready: {url} (Ctrl-C stops)\n"
