"""The page on the protocol is true: its conversation, its program, its codes."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import msgspec
import pytest

from adjudge.table import denials
from adjudge.table.protocol import FromClient, FromServer
from adjudge.table.routes import ROUTES
from tests.table.servers import Server

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")


def conversation() -> list[tuple[str, str]]:
    """The messages in the page, with their direction."""
    block = PAGE.split("```json\n")[1].split("```")[0]
    joined = re.sub(r"\n {3}\s*", " ", block)
    return [(line[0], line[2:]) for line in joined.splitlines()]


@pytest.mark.parametrize(("direction", "message"), conversation())
def test_every_message_of_the_conversation_is_one(direction: str, message: str) -> None:
    kinds = FromClient if direction == ">" else FromServer
    decoded = msgspec.json.decode(message, type=kinds)
    sent, read = msgspec.json.decode(message), msgspec.to_builtins(decoded)
    assert {key: read[key] for key in sent} == sent


def test_every_kind_of_message_and_every_code_is_explained() -> None:
    kinds = [kind.__struct_config__.tag for kind in (*FromClient.__args__, *FromServer.__args__)]
    for word in [*kinds, *denials.STATUS]:
        assert f"`{word}`" in PAGE, word
    codes = next(line for line in PAGE.splitlines() if line.startswith("Codes of a"))
    for code, status in denials.STATUS.items():
        listed = re.search(rf"`{code}`[^0-9]*([0-9]{{3}})", codes)
        assert listed is not None
        assert int(listed[1]) == status, code


def test_every_route_is_listed() -> None:
    words = {
        part
        for route in ROUTES
        for path in route.paths
        for part in path.split("/")
        if part and not part.startswith("{")
    }
    for word in words:
        assert word in PAGE, word


def test_the_program_in_the_page_plays_a_game(tmp_path: Path) -> None:
    program = PAGE.split("```python\n")[1].split("```")[0]
    with Server(tmp_path) as server:
        told: list[str] = []
        program = program.replace("http://127.0.0.1:8000", server.url)
        program = program.replace("asyncio.run(main())", "")
        scope: dict[str, object] = {"print": told.append}
        exec(program, scope)
        main = scope["main"]
        assert callable(main)
        asyncio.run(asyncio.wait_for(main(), 60))
        assert len(told) == 1
