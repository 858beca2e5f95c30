"""Systemd is Linux's: elsewhere nobody can run the unit, nor what checks it."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from tests.table.postgres import Cluster

collect_ignore = [] if sys.platform == "linux" else ["test_unit.py"]


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server of this test process."""
    server = Cluster()
    yield server
    server.close()
