"""How tests are dealt out to workers."""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadScopeScheduling

WHOLE = (
    "tests/page/",
    "tests/table/",
    "tests/lab/test_reports.py",
)  # where a module has a server, and perhaps a browser


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> LoadScopeScheduling:
    """For `pytest -n`: modules that have a server of their own go to one worker, before all others.

    All other tests go one by one to whichever worker is free, so that all end together.
    """
    dealer = LoadScopeScheduling(config, log)
    dealer._split_scope = dealt_together
    return dealer


def dealt_together(nodeid: str) -> str:
    """What tests have in common that go to one worker."""
    return nodeid.partition("::")[0] if nodeid.startswith(WHOLE) else nodeid
