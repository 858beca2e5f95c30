"""What the table's tests share: a PostgreSQL server, for those that ask for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.table.postgres import Cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A server of this test process, started when the first test asks for it."""
    server = Cluster()
    yield server
    server.close()
