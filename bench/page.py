"""The page on a first visit: requests, bytes on the wire, and the time until it can be used.

    .venv/bin/python bench/page.py [--rounds 3] [--json]

It starts `adjudge serve` with the Python it runs under, and a Chromium of the system's for each
visit, which has nothing in its cache.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from measured import Server
from peers import format_table
from playwright.sync_api import Browser, Page, Request, sync_playwright

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
READY = "h2, [data-option]"  # a game in the lobby, a move at a table
SOLO = {"game": "cursed-earth", "seats": [{"who": "me"}], "setup": {"mode": "solo"}, "seed": 4}
DUEL = {"game": "helter-skelter", "seats": [{"who": "me"}, {"who": "bot"}], "seed": 4}
TABLES: dict[str, dict[str, Any]] = {"cursed-earth": SOLO, "helter-skelter": DUEL}


class Visit(NamedTuple):
    """What a visit took."""

    requests: int
    bytes: int
    ready_ms: float


def visit(page: Page, url: str) -> Visit:
    """Open an address and wait until something can be done there."""
    finished: list[Request] = []
    page.on("requestfinished", lambda request: finished.append(request))
    start = time.perf_counter()
    page.goto(url)
    page.locator(READY).first.wait_for()
    ready = time.perf_counter() - start
    page.wait_for_load_state("networkidle")
    sizes = [request.sizes() for request in finished]
    weight = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    return Visit(len(finished), weight, ready * 1000)


def first_visit(browser: Browser, url: str, table: dict[str, Any] | None) -> Visit:
    """By somebody new, to the lobby or to a table of theirs."""
    context = browser.new_context()
    path = "/"
    if table is not None:
        context.request.post(f"{url}/api/guest", fail_on_status_code=True)
        made = context.request.post(f"{url}/api/tables", data=table, fail_on_status_code=True)
        path = f"/t/{made.json()['id']}"
    seen = visit(context.new_page(), url + path)
    context.close()
    return seen


def measure(url: str, rounds: int) -> dict[str, Visit]:
    """The median of some rounds for each view."""
    found: dict[str, Visit] = {}
    with sync_playwright() as playwright:
        program = next(filter(None, map(shutil.which, CHROMIUMS)), None)
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        for name, table in {"lobby": None, **TABLES}.items():
            visits = [first_visit(browser, url, table) for _ in range(rounds)]
            ready = median(seen.ready_ms for seen in visits)
            found[name] = visits[-1]._replace(ready_ms=round(ready))
        browser.close()
    return found


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure the page on a first visit.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), None) as server:
        found = measure(server.url, args.rounds)
    if args.json:
        print(json.dumps({name: seen._asdict() for name, seen in found.items()}))
        return 0
    lines = [
        [name, str(seen.requests), f"{seen.bytes / 1000:.0f}", f"{seen.ready_ms:.0f}"]
        for name, seen in found.items()
    ]
    print(format_table(["first visit", "requests", "kB", "ready after ms"], lines, 1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
