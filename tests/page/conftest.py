"""A server and a browser for each module of stories, and people as many as a story needs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from adjudge.table.pages import FOLDER
from tests.page.people import Person
from tests.table.servers import Server

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PLACES = (  # scripts/need.py looks in the same places
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=390, height=844)
SETTINGS = "adjudge.settings"  # where web/src/lib/settings.svelte.ts keeps them
PICTURES = Path(__file__).parents[2] / "build" / "pages"
Newcomer = Callable[..., Person]


def start(server: Server) -> Server:
    """A server that runs. Beside a browser's event loop, another one needs a thread of its own."""
    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(server.start).result()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this module's own."""
    assert (FOLDER / "index.html").is_file(), "the page is not built: make does it"
    running = start(Server(tmp_path_factory.mktemp("page")))
    yield running
    running.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser of this module's own. One for all would leave its event loop to other tests."""
    program = next(filter(None, map(shutil.which, (*BROWSERS, *PLACES))), None)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def person(server: Server, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Newcomer]:
    """Lets somebody come in; see people.py. In the end, nobody may have met with trouble."""
    people: list[Person] = []

    def come(
        phone: bool = False,
        moving: bool = False,
        confirm: str = "never",
        scheme: Literal["dark", "light"] = "dark",
        contrast: Literal["more", "no-preference"] = "no-preference",
    ) -> Person:
        context = browser.new_context(
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="no-preference" if moving else "reduce",
            color_scheme=scheme,
            contrast=contrast,
        )
        kept = json.dumps(json.dumps({"confirm": confirm}))
        context.add_init_script(f"localStorage['{SETTINGS}'] ??= {kept};")
        people.append(Person(context, server.url))
        return people[-1]

    before = request.session.testsfailed
    yield come
    surprises = [trouble for each in people for trouble in each.surprises()]
    if request.session.testsfailed > before or surprises:
        PICTURES.mkdir(parents=True, exist_ok=True)
        for number, each in enumerate(people):
            each.picture(PICTURES / f"{request.node.name}-{number}.png")
    for each in people:
        each.context.close()
    assert not surprises, "\n".join(surprises)
