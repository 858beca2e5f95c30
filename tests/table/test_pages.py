"""The page is served at the addresses of its views, compressed, and cached as it may be."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from typing import Any

import httpx
import pytest

from adjudge.table.app import HEADERS, make_app
from adjudge.table.config import Config

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Litestar's

INDEX = "<!doctype html><title>Adjudge</title>"
SCRIPT = "console.log('a page');" * 100
BROTLI = b"what web/compress.js made"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page as a build leaves it."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    for name, text in (("index.html", INDEX), ("assets/main-B5f2.js", SCRIPT)):
        (folder / name).write_text(text, "utf-8")
        (folder / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
        (folder / f"{name}.br").write_bytes(BROTLI)
    (folder / "favicon.svg").write_text("<svg/>", "utf-8")
    (folder / "assets" / "type-9a1c.woff2").write_bytes(b"wOF2")
    return folder


def ask(page: Path, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    """The answer of a server with that page. Without `accept_encoding`, nothing is compressed."""
    app: Any = make_app(Config(str(page.parent / "table.db"), str(page.parent / "keys")), page)
    sent = {"accept-encoding": "identity"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.request(method, path, headers=sent)

    return asyncio.run(asked())


OWN = [
    "/",
    "/new/cursed-earth",
    "/t/AbC_9-x",
    "/t/x?seat=1&invite=y",
    "/r/x",
    "/rules",
    "/rules/x/y",
]


@pytest.mark.parametrize("path", OWN)
def test_every_view_of_the_page_is_the_page(page: Path, path: str) -> None:
    answer = ask(page, path)
    assert (answer.status_code, answer.text) == (200, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    kept = {name: answer.headers[name] for name in HEADERS if name != "cache-control"}
    assert kept == {name: value for name, value in HEADERS.items() if name != "cache-control"}


NOT_OWN = [
    "/api",
    "/api/nothing",
    "/nothing",
    "/index.htm",
    "/assets",
    "/assets/old-0000.js",
    "/assets/../index.html/x",
    "/newer",
    "/.env",
    "/page/index.html",
]


@pytest.mark.parametrize("path", NOT_OWN)
def test_what_is_no_view_and_no_file_is_not_there(page: Path, path: str) -> None:
    answer = ask(page, path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert answer.headers["cache-control"] == "no-store"


def test_somebody_astray_gets_the_page_which_says_so(page: Path) -> None:
    browser = "text/html,application/xhtml+xml,*/*;q=0.8"
    for path in ("/nothing", "/newer"):
        answer = ask(page, path, accept=browser)
        assert (answer.status_code, answer.text) == (404, ask(page, "/").text)
        assert answer.headers["cache-control"] == "no-cache"
    for path in ("/api/nothing", "/assets/old-0000.js"):
        assert ask(page, path, accept=browser).json()["code"] == "not-found"


def test_a_file_with_its_hash_in_its_name_is_kept_for_a_year(page: Path) -> None:
    script, font = ask(page, "/assets/main-B5f2.js"), ask(page, "/assets/type-9a1c.woff2")
    for answer in (script, font):
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert font.headers["content-type"] == "font/woff2"
    icon = ask(page, "/favicon.svg")
    assert icon.headers["content-type"] == "image/svg+xml"
    assert icon.headers["cache-control"] == "no-cache"


def test_a_browser_gets_the_smallest_that_it_can_read(page: Path) -> None:
    path = "/assets/main-B5f2.js"
    small = ask(page, path, accept_encoding="gzip, deflate")
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < len(SCRIPT) / 10
    assert small.text == SCRIPT
    smallest = ask(page, path, "HEAD", accept_encoding="gzip, deflate, br, zstd")
    assert smallest.headers["content-encoding"] == "br"
    assert int(smallest.headers["content-length"]) == len(BROTLI)
    for unwilling in ("", "identity", "gzip;q=0, br; q=0.0", "zstd"):
        whole = ask(page, path, accept_encoding=unwilling)
        assert "content-encoding" not in whole.headers
        assert whole.text == SCRIPT
    assert {answer.headers["vary"] for answer in (small, smallest, whole)} == {"Accept-Encoding"}
    assert len({answer.headers["etag"] for answer in (small, smallest, whole)}) == 3


def test_what_a_browser_has_is_not_sent_again(page: Path) -> None:
    tag = ask(page, "/").headers["etag"]
    again = ask(page, "/t/x", if_none_match=f'"other", W/{tag}')
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    (page / "index.html").write_text(INDEX + "<p>new", "utf-8")
    assert ask(page, "/", if_none_match=tag).status_code == 200


def test_head_tells_all_but_the_body(page: Path) -> None:
    for path in ("/", "/assets/main-B5f2.js"):
        whole, head = ask(page, path), ask(page, path, "HEAD")
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers == whole.headers


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_the_page_is_only_read(page: Path, method: str) -> None:
    for path in ("/", "/favicon.svg"):
        assert ask(page, path, method).json()["code"] == "not-found"


def test_without_a_page_the_server_says_how_to_get_one(tmp_path: Path) -> None:
    missing = tmp_path / "page"
    answer = ask(missing, "/t/x")
    assert answer.status_code == 503
    assert "<code>make play</code>" in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert ask(missing, "/", "HEAD").status_code == 503
    assert ask(missing, "/api/games").status_code == 200
    assert ask(missing, "/nothing").status_code == 404


def test_what_is_large_and_the_same_for_all_is_compressed(page: Path) -> None:
    for path in ("/api/games", "/api/games/cursed-earth/rules"):
        answer = ask(page, path, accept_encoding="gzip")
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.json() == ask(page, path).json()
    schema = ask(page, "/schema/openapi.json", accept_encoding="gzip")
    assert "content-encoding" not in schema.headers  # as every answer that could hold a secret


def test_a_household_that_opens_the_page_at_once_is_let_in(page: Path) -> None:
    config = Config(str(page.parent / "table.db"), str(page.parent / "keys"), rate=0.01, burst=3)
    app: Any = make_app(config, page)

    async def asked() -> list[int]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            paths = ["/", "/assets/main-B5f2.js"] * 20 + ["/api/games"] * 4
            return [(await client.get(path)).status_code for path in paths]

    assert asyncio.run(asked()) == [200] * 43 + [429]
