"""Pictures of the page for the docs: the same six views, wide and narrow, dark and light.

    python scripts/pictures.py [--only replay]

Starts a server of its own, plays to positions worth looking at, and writes docs/img/*.jpg.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from playwright.sync_api import Browser, Error, Page, ViewportSize, sync_playwright

from adjudge.bots import Budget, find_bot
from adjudge.match import SeatView, find_game
from adjudge.packs import default_pack

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.page.conftest import BROWSERS, FLAGS  # noqa: E402
from tests.page.people import Person  # noqa: E402
from tests.table.servers import Server  # noqa: E402

FOLDER: Final = ROOT / "docs" / "img"
SIZES: Final = {
    "wide": ViewportSize(width=1440, height=900),
    "phone": ViewportSize(width=390, height=844),
}
SCHEMES: Final[tuple[Literal["dark", "light"], ...]] = ("dark", "light")
MOST: Final = 2000
CURSED_EARTH: Final = 115  # seeds of positions worth looking at
HELTER_SKELTER: Final = 7


def careful(position: Any) -> str:
    """What a careful player does who sees this."""
    view = SeatView.load(position["view"], default_pack(find_game(position["view"]["game"])))
    return find_bot("careful").choose(view, view.options, Random(1), Budget()).text


def play(person: Person, table: str, ready: Callable[[Any, list[str]], bool]) -> None:
    """Move over HTTP, carefully, until the position is ready."""
    for _ in range(MOST):
        position = person.ask("GET", f"tables/{table}/position?seat=0")
        texts = [option["text"] for option in position["options"]]
        if position["people"]["status"] == "finished":
            return
        if texts and ready(position["view"]["table"], texts):
            return
        if texts:
            move = {"seat": 0, "version": position["version"], "move": careful(position)}
            with suppress(Error):  # a standing order was faster
                person.ask("POST", f"tables/{table}/moves", {"type": "play"} | move)


def cursed_earth(person: Person) -> str:
    """One of two boxes to choose in the middle of a dawn's row, with cards in hand and kept."""
    setup = {"mode": "solo", "difficulty": "cadet"}
    table = person.make("cursed-earth", setup=setup, seed=CURSED_EARTH)

    def ready(seen: Any, texts: list[str]) -> bool:
        team = seen["teams"]["judges"]
        kept = len(team["survival"]) + len(team["diplomacy"])
        choosing = seen["time"] == "dawn" and texts == ["choose a", "choose b"]
        return choosing and seen["round"] == 2 and kept > 1 and len(seen["rows"]["above"]) == 3

    play(person, table, ready)
    return f"/t/{table}"


def helter_skelter(person: Person) -> str:
    """Whom to shoot, with a hand to speak of."""
    setup = {"map": "city-blocks", "team_0": "judges", "team_1": "strontium-dogs"}
    table = person.make("helter-skelter", "me", "careful", setup=setup, seed=HELTER_SKELTER)

    def ready(seen: Any, texts: list[str]) -> bool:
        targets = sum(text.startswith("at ") for text in texts)
        return targets > 1 and len(seen["players"][0]["hand"]) > 4

    play(person, table, ready)
    pack = person.ask("GET", f"tables/{table}")["pack"]
    person.ask("GET", f"packs/{pack}/boards/city-blocks")  # made once: sight is there at once then
    return f"/t/{table}"


def replay(person: Person) -> str:
    """A finished match in the middle."""
    table = person.make("helter-skelter", "me", "careful", setup={"map": "grand-hall"}, seed=5)
    play(person, table, lambda seen, texts: False)
    if person.ask("GET", f"tables/{table}")["status"] != "finished":
        person.ask("POST", f"tables/{table}/resign", {"seat": 0})
    return f"/r/{table}?step=150&seat=0"


def review(person: Person) -> str:
    """The same match looked through again, at the decision that cost most."""
    path = replay(person).partition("?")[0]
    table = path.rpartition("/")[2]
    while (found := person.ask("GET", f"tables/{table}/review?seat=0"))["done"] < found["of"]:
        person.page.wait_for_timeout(500)
    worst = max(found["decisions"], key=lambda one: one["cost"])
    return f"{path}?step={worst['step']}&seat=0&side=review"


VIEWS: Final[dict[str, Callable[[Person], str]]] = {
    "lobby": lambda person: "/",
    "cursed-earth": cursed_earth,
    "helter-skelter": helter_skelter,
    "replay": replay,
    "review": review,
    "rules": lambda person: "/rules/cursed-earth/CE-PSI-02",
}


def shown(page: Page) -> None:
    """Wait until everything is there and nothing moves."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(1200)


def take(browser: Browser, url: str, names: list[str]) -> None:
    """Every picture of the named views."""
    person = Person(browser.new_context(), url)
    paths = {name: VIEWS[name](person) for name in names}
    cookies = person.context.cookies()
    for size, viewport in SIZES.items():
        for scheme in SCHEMES:
            context = browser.new_context(
                viewport=viewport,
                color_scheme=scheme,
                reduced_motion="reduce",
                has_touch=size == "phone",
                is_mobile=size == "phone",
                device_scale_factor=2 if size == "phone" else 1,
            )
            context.add_cookies([{**cookie} for cookie in cookies])  # type: ignore[typeddict-item]
            page = context.new_page()
            for name, path in paths.items():
                page.goto(url + path)
                shown(page)
                page.evaluate("document.querySelector('[data-review]')?.scrollIntoView()")
                picture = FOLDER / f"{name}-{size}-{scheme}.jpg"
                page.screenshot(path=picture, type="jpeg", quality=84)
                print(picture.relative_to(ROOT))
            context.close()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Pictures of the page for the docs.")
    parser.add_argument("--only", choices=sorted(VIEWS), help="one view")
    chosen = parser.parse_args().only
    FOLDER.mkdir(exist_ok=True)
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(1) as elsewhere:
        server = Server(Path(place))
        elsewhere.submit(server.start).result()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
                take(browser, server.url, [chosen] if chosen else list(VIEWS))
                browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    main()
