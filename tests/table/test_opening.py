"""`adjudge serve --open`, the first thing that anybody runs: from nothing to a browser."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from adjudge.cli import main
from adjudge.table import opening
from adjudge.table.config import PORT, Config
from adjudge.table.serve import listen, listen_somewhere, serve


@contextmanager
def opened(home: Path, *flags: str) -> Iterator[subprocess.Popen[str]]:
    """`adjudge serve --open` of somebody who has never run it, with a browser that takes notes."""
    browser = home / "browser"
    browser.write_text(
        f'#!/bin/sh\necho "$1" > {home}/seen.part\nmv {home}/seen.part {home}/seen\n'
    )
    browser.chmod(0o755)
    own = {"ADJUDGE_STATE": str(home / "never" / "there"), "BROWSER": str(browser)}
    process = subprocess.Popen(
        [sys.executable, "-m", "adjudge", "serve", "--open", *flags],
        env=os.environ | own,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_from_nothing_to_a_browser_and_to_a_clean_end(tmp_path: Path) -> None:
    with opened(tmp_path, "--port", "0") as process:
        assert process.stdout is not None
        url = process.stdout.readline().removeprefix("Adjudge serves at ").strip()
        assert process.stdout.readline() == f"Ready: {url} (Ctrl-C stops)\n"
        assert httpx.get(f"{url}/health").json()["ok"] is True
        while not (tmp_path / "seen").exists():
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        said, logged = process.communicate(timeout=60)
        assert (process.returncode, said) == (0, "")
        assert "Traceback" not in logged
    assert (tmp_path / "seen").read_text() == f"{url}\n"


def test_where_the_usual_port_is_taken_there_is_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        port = somebody.getsockname()[1]
        monkeypatch.setattr("adjudge.table.serve.PORT", port)
        with listen_somewhere(Config("x", "y", port=port)) as listening:
            assert listening.getsockname()[1] not in (0, port)
        assert capsys.readouterr().out == f"Port {port} is taken: this is another one.\n"
    assert not opening.answers(f"http://127.0.0.1:{port}")


def test_a_port_that_was_asked_for_is_not_exchanged() -> None:
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        port = somebody.getsockname()[1]
        assert port != PORT
        for way in (listen, listen_somewhere):
            with pytest.raises(ValueError, match=str(port)):
                way(Config("x", "y", port=port))


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("0.0.0.0", "http://127.0.0.1:8"),
        ("::", "http://[::1]:8"),
        ("10.0.0.1", "http://10.0.0.1:8"),
    ],
)
def test_a_browser_is_sent_where_it_can_go(host: str, url: str) -> None:
    assert opening.address(host, 8) == url


def test_no_browser_for_terminals_takes_this_one_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not opening.has_screen()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert opening.has_screen()


def test_whoever_names_a_database_gets_a_server_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[bool, bool]] = []
    monkeypatch.setattr(
        "adjudge.table.serve.serve", lambda config, opens, joins: asked.append((opens, joins))
    )
    monkeypatch.setenv("ADJUDGE_STATE", str(tmp_path))
    for flags in ([], ["--open"], ["--open", "--database", str(tmp_path / "own.db")]):
        assert main(["serve", *flags]) == 0
    assert asked == [(False, False), (True, True), (True, False)]


def test_a_server_that_runs_already_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("adjudge.table.serve.answers", lambda url: True)
    monkeypatch.setattr(opening, "has_screen", lambda: False)
    serve(Config(str(tmp_path / "table.db"), str(tmp_path / "keys")), opens=True, joins=True)
    assert capsys.readouterr().out == f"Adjudge is running already: http://127.0.0.1:{PORT}\n"
