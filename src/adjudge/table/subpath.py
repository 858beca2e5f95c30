"""A server under a path of a larger site, as https://example.org/adjudge/, not on its own host.

The path is an operator's word (`--path`), never a header's: what a stranger could say would end up
in the page. A proxy may pass it on or take it off; both are the same here.
"""

from __future__ import annotations

import re
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from adjudge.kernel.game import Invalid, brief

PATH: Final = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+", re.ASCII)
OWN: Final = ("api", "assets", "health", "metrics", "new", "r", "rules", "schema", "t")


def checked_path(text: str) -> str:
    """The path without a slash at its end, "" for none; Invalid if it is none, or one of ours."""
    path = text.rstrip("/")
    if path and not PATH.fullmatch(path):
        raise Invalid(f"path: {brief(text)} is not a path, as /adjudge")
    taken = [part for part in path.split("/") if part in OWN]
    if taken:
        raise Invalid(f"path: /{taken[0]} is an address of the server's own: take another word")
    return path


class Subpath:
    """Around everything: the path is taken off where it is there."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app = app
        self.path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The same request, as if this were the whole site."""
        if scope["type"] in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            asked = scope["path"]
            if asked == self.path or asked.startswith(f"{self.path}/"):
                scope["path"] = asked.removeprefix(self.path) or "/"
        await self.app(scope, receive, send)
