"""`adjudge serve --open`: a browser, as soon as there is something to see."""

from __future__ import annotations

import os
import sys
import time
import webbrowser
from threading import Thread
from typing import Final

import httpx

ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
STEP: Final = 0.05  # seconds between two looks whether the server answers
ANSWER: Final = 2.0  # seconds that it has for an answer


def address(host: str, port: int, path: str = "") -> str:
    """Where a browser of this machine finds a server."""
    host = ANYWHERE.get(host, host)
    return f"http://[{host}]:{port}{path}" if ":" in host else f"http://{host}:{port}{path}"


def answers(url: str) -> bool:
    """Whether an Adjudge is there, and well."""
    try:
        there = httpx.get(f"{url}/health", timeout=ANSWER, trust_env=False)
        return there.status_code == 200 and "build" in there.json()
    except (httpx.HTTPError, ValueError, TypeError):
        return False


def show_when_ready(url: str) -> None:
    """In the background: wait for the server, then show it."""
    Thread(target=wait_and_show, args=(url,), daemon=True).start()


def wait_and_show(url: str) -> None:
    """However long that takes."""
    while not answers(url):
        time.sleep(STEP)
    print(f"Ready: {url} (Ctrl-C stops)", flush=True)
    show(url)


def show(url: str) -> None:
    """Open a browser where there is a screen for one."""
    if has_screen():
        webbrowser.open(url)


def has_screen() -> bool:
    """Without one, the browser found might be one for terminals, and take this one over."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(map(os.environ.get, ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")))
