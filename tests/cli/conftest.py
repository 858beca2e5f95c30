"""What the terminal's tests share: a state folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test touches a real unfinished game or depends on the terminal that it runs in."""
    folder = tmp_path / "state"
    monkeypatch.setenv("ADJUDGE_STATE", str(folder))
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    return folder
