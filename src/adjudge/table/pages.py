"""The page: what `npm run build` made of web/, kept in memory and served as it lies there."""

from __future__ import annotations

import gzip
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import Request
from litestar.enums import ScopeType
from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp, Receive, Scope, Send

import adjudge

FOLDER: Final = Path(adjudge.__file__).parent / "page"
OWN_PATHS: Final = re.compile(r"/|/(new|t|r|rules)(/.*)?")  # web/src/App.svelte has a view for each
SERVED: Final = re.compile(
    r"/(api|schema|health|metrics|assets)(/|$)"
)  # by the routes, or not at all
INDEX: Final = "/index.html"
NO_PATH: Final = b'name="path" content=""'  # in web/index.html; web/src/lib/path.ts reads it
HASHED: Final = "/assets/"  # what lies there has its hash in its name
FOR_A_YEAR: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
PACKED: Final = {"br": ".br", "gzip": ".gz"}  # web/compress.js makes them; the smaller one first
KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
NO_PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Adjudge</title>
<h1>The page is not built</h1>
<p>This server works, but the page is missing. In a checkout, with Node.js and npm installed,
<code>make play</code> builds it; so does <code>pip install .</code> for an installed package.
Then start the server again.</p>
<p>Programs can play without it: see docs/protocol.md.</p>
</html>
"""


class Piece(NamedTuple):
    """A file of the page, in every way that it can be sent."""

    kind: str
    cache: str
    tag: str
    bodies: dict[str, bytes]  # by encoding; "" is the file as it is


def is_built(folder: Path = FOLDER) -> bool:
    """Whether there is a page to be served."""
    return (folder / INDEX.removeprefix("/")).is_file()


def pieces(folder: Path, path: str = "") -> dict[str, Piece]:
    """All files of the page by their path; none if it is not built."""
    packed = tuple(PACKED.values())
    files = [file for file in folder.rglob("*") if file.is_file() and file.suffix not in packed]
    found = {f"/{file.relative_to(folder).as_posix()}": piece(file, folder) for file in files}
    if INDEX in found:
        found[INDEX] = placed(found[INDEX], path)
    return found


def placed(index: Piece, path: str) -> Piece:
    """The page, knowing the path that it is served under: its build does not, and need not."""
    whole = index.bodies[""].replace(b'"./', f'"{path}/'.encode())
    whole = whole.replace(NO_PATH, b'name="path" content="%s"' % path.encode())
    bodies = {"": whole, "gzip": gzip.compress(whole, mtime=0)}
    return Piece(index.kind, index.cache, sha256(whole).hexdigest()[:20], bodies)


def piece(path: Path, folder: Path) -> Piece:
    """A file with its compressed twins."""
    whole = path.read_bytes()
    bodies = {"": whole}
    for encoding, suffix in PACKED.items():
        twin = path.with_name(path.name + suffix)
        if twin.is_file():
            bodies[encoding] = twin.read_bytes()
    hashed = f"/{path.relative_to(folder).as_posix()}".startswith(HASHED)
    return Piece(
        KINDS.get(path.suffix, "application/octet-stream"),
        FOR_A_YEAR if hashed else ASK_AGAIN,
        sha256(whole).hexdigest()[:20],
        bodies,
    )


class Pages:
    """Before the routes: the page's files, and index.html for the addresses of its views."""

    def __init__(self, app: ASGIApp, folder: Path, path: str = "") -> None:
        self.app = app
        self.pieces = pieces(folder, path)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A piece of the page; what is none is the routes' business."""
        if not self.has(scope):
            await self.app(scope, receive, send)
            return
        scope["path_template"] = "page"  # for the count of requests
        await self.answer(Request(scope))(scope, receive, send)

    def has(self, scope: Scope) -> bool:
        """Whether that is for the page."""
        if scope["type"] != ScopeType.HTTP or scope["method"] not in ("GET", "HEAD"):
            return False
        path = scope["path"]
        return path in self.pieces or is_view(path) or is_astray(Request(scope))

    def answer(self, request: Request[Any, Any, Any]) -> ASGIResponse:
        """For a path of the page's own; the page itself says so where there is nothing."""
        path = request.scope["path"]
        found = self.pieces.get(path) or self.pieces.get(INDEX)
        if found is None:
            return respond(request, 503, KINDS[".html"], NO_PAGE.encode(), {})
        known = path in self.pieces or is_view(path)
        return found_piece(request, found) if known else missing(request, found)


def is_view(path: str) -> bool:
    """Whether a view of the page has that address."""
    return OWN_PATHS.fullmatch(path) is not None


def is_astray(request: Request[Any, Any, Any]) -> bool:
    """Whether somebody has come to an address with nothing there, and not a program."""
    if SERVED.match(request.scope["path"]):
        return False
    return "text/html" in request.headers.get("accept", "")


def missing(request: Request[Any, Any, Any], index: Piece) -> ASGIResponse:
    """The page, which says that there is nothing here."""
    return respond(request, 404, index.kind, index.bodies[""], {"cache-control": ASK_AGAIN})


def found_piece(request: Request[Any, Any, Any], found: Piece) -> ASGIResponse:
    """A piece as this browser takes it, or that it has it already."""
    wanted = accepted(request.headers.get("accept-encoding", ""))
    encoding = next((name for name in PACKED if name in wanted and name in found.bodies), "")
    tag = f'"{found.tag}{encoding}"'
    headers = {"cache-control": found.cache, "etag": tag, "vary": "Accept-Encoding"}
    known = request.headers.get("if-none-match", "").split(",")
    if tag in {each.strip().removeprefix("W/") for each in known}:
        return ASGIResponse(status_code=304, headers=headers)
    headers |= {"content-encoding": encoding} if encoding else {}
    return respond(request, 200, found.kind, found.bodies[encoding], headers)


def accepted(header: str) -> set[str]:
    """The encodings that an Accept-Encoding allows by name."""
    parts = [part.partition(";") for part in header.lower().split(",")]
    return {name.strip() for name, _, q in parts if not re.fullmatch(r"\s*q=0(\.0*)?\s*", q)}


def respond(
    request: Request[Any, Any, Any], status: int, kind: str, body: bytes, headers: dict[str, str]
) -> ASGIResponse:
    """An answer; to HEAD, all of it but the body."""
    head = request.method == "HEAD"
    return ASGIResponse(
        status_code=status,
        headers={"content-type": kind, "content-length": str(len(body))} | headers,
        body=b"" if head else body,
        is_head_response=head,
    )
