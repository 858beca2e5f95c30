"""What the server answers is what its OpenAPI document says, whatever it is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import booleans
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from adjudge.table.client import Client
from adjudge.table.denials import STATUS
from tests.table.servers import Server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 12  # for each of the routes
OPERATIONS = 26  # a new route is asked too; this only makes sure that none goes missing
QUIET = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this module's own."""
    with Server(tmp_path_factory.mktemp("schema")) as running:
        yield running


@pytest.fixture(scope="module")
def document(server: Server) -> dict[str, Any]:
    """The OpenAPI document."""
    found: dict[str, Any] = httpx.get(f"{server.url}/schema/openapi.json").json()
    return found


async def a_table(url: str) -> tuple[str, str]:
    """A guest's cookie, and a match of theirs that goes on."""
    async with Client(url) as guest:
        table = await guest.make("cursed-earth", ["me"], setup={"mode": "solo"})
        assert guest.cookie is not None
        return guest.cookie, table.id


def test_every_answer_is_as_documented(server: Server, document: dict[str, Any]) -> None:
    cookie, table = asyncio.run(a_table(server.url))
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=server.url)
    asked = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        ask_much(found.ok(), cookie, table)
        asked += 1
    assert asked >= OPERATIONS
    assert "a request failed" not in server.log()


def ask_much(operation: Any, cookie: str, table: str) -> None:
    """Many requests to one route: at a table that is there, and anywhere."""

    @seed(20)
    @QUIET
    @given(case=operation.as_strategy(), there=booleans())
    def ask(case: Any, there: bool) -> None:
        if there and "table" in case.path_parameters:
            case.path_parameters["table"] = table
        case.call_and_validate(cookies={"adjudge_guest": cookie}, checks=CHECKS)

    ask()


def test_every_refusal_is_documented_as_a_problem(document: dict[str, Any]) -> None:
    problem = {"$ref": "#/components/schemas/Problem"}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            for status in set(STATUS.values()) - ({503} if path == "/health" else set()):
                content = operation["responses"][str(status)]["content"]
                assert content["application/json"]["schema"] == problem, (method, path, status)


def test_the_document_tells_no_secret(server: Server, document: dict[str, Any]) -> None:
    text = str(document)
    assert server.keys not in text
    assert Path(server.keys).read_text("ascii").strip() not in text
