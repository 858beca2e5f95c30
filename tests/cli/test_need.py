"""scripts/need.py with a PATH of our own: there, installed, and three ways to fail."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "need.py"
Capture = pytest.CaptureFixture[str]
Put = Callable[[str, str], Path]


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Put:
    """Puts a program, as lines of shell, on a PATH that has nothing else."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CALLS", str(tmp_path / "calls"))

    def write(name: str, lines: str) -> Path:
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho "{name} $*" >> "$CALLS"\n{lines}\n')
        program.chmod(0o755)
        return program

    return write


def load() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("need", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


@pytest.fixture
def need(put: Put, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, run by root, with a table of one need."""
    script = load()
    teapot = script.Need(
        "A teapot",
        ("teapot", "tea-pot"),
        (),
        {"apt-get": ("teapots",), "brew": ("--cask", "teapot")},
        {"apt-get": "echo warm >> $CALLS"},
        {"apt-get": "echo rinse >> $CALLS"},
    )
    monkeypatch.setattr(script, "NEEDS", {"teapot": teapot})
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    put("sh", 'exec /bin/sh "$@"')
    put("env", 'shift; exec "$@"')
    return script


def calls(tmp_path: Path) -> list[str]:
    """The programs that ran, with their arguments; not those that only start others."""
    path = tmp_path / "calls"
    lines = path.read_text().splitlines() if path.exists() else []
    return [line for line in lines if not line.startswith(("sh ", "env "))]


def fake_apt(put: Put, tmp_path: Path) -> None:
    """An apt-get whose install puts a teapot on the PATH."""
    put("apt-get", f'case "$*" in *install*) /bin/cp "$0" {tmp_path}/teapot;; esac')


def test_what_is_there_is_not_installed(
    need: ModuleType, put: Put, tmp_path: Path, capsys: Capture
) -> None:
    put("tea-pot", "")
    put("apt-get", "exit 1")
    assert need.main(["teapot"]) == 0
    assert calls(tmp_path) == []
    assert capsys.readouterr().out == ""


def test_what_is_in_a_usual_place_need_not_be_on_the_path(need: ModuleType, tmp_path: Path) -> None:
    away = tmp_path / "opt" / "teapot-3"
    away.mkdir(parents=True)
    (away / "teapot").touch()
    teapot = need.NEEDS["teapot"]
    assert not need.present(teapot)
    assert need.present(teapot._replace(places=(f"{tmp_path}/opt/teapot-*/teapot",)))


def test_what_this_system_has_no_use_for_is_not_missed(
    need: ModuleType, put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    teapot = need.NEEDS["teapot"]._replace(systems=("linux",))
    monkeypatch.setattr(need, "NEEDS", {"teapot": teapot})
    monkeypatch.setattr(need.sys, "platform", "darwin")
    assert need.main(["teapot"]) == 0
    monkeypatch.setattr(need.sys, "platform", "linux")
    assert not need.present(teapot)


def test_what_is_missing_is_installed(
    need: ModuleType, put: Put, tmp_path: Path, capsys: Capture
) -> None:
    fake_apt(put, tmp_path)
    assert need.main(["teapot"]) == 0
    update, before, install, after = calls(tmp_path)
    assert update == "apt-get -qq update"
    assert install.endswith("install -y --no-install-recommends teapots")
    assert (before, after) == ("warm", "rinse")
    assert capsys.readouterr().out == "A teapot is missing: installing teapots with apt-get\n"


def test_others_than_root_install_with_sudo(
    need: ModuleType, put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    put("true", "")
    put("sudo", 'shift; exec "$@"')
    fake_apt(put, tmp_path)
    assert need.main(["teapot"]) == 0
    assert calls(tmp_path)[0] == "sudo -n true"
    assert "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get -qq update" in calls(tmp_path)


def test_homebrew_needs_no_root(
    need: ModuleType, put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 501)
    put("brew", f'/bin/cp "$0" {tmp_path}/teapot')
    assert need.main(["teapot"]) == 0
    assert calls(tmp_path) == ["brew install --quiet --cask teapot"]


def test_without_a_package_manager_it_says_what_to_install(
    need: ModuleType, capsys: Capture
) -> None:
    assert need.main(["teapot"]) == 1
    assert capsys.readouterr().out == (
        "A teapot is missing: no package manager that this script knows is here; "
        "install teapot or teapots by hand\n"
    )


@pytest.mark.parametrize("sudo", [True, False])
def test_without_leave_nothing_is_tried(
    need: ModuleType, put: Put, capsys: Capture, monkeypatch: pytest.MonkeyPatch, sudo: bool
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    put("apt-get", "")
    if sudo:
        put("sudo", "echo 'a password is required' >&2; exit 1")
    assert need.main(["teapot"]) == 1
    assert capsys.readouterr().out == (
        "A teapot is missing: apt-get needs root, and sudo is not allowed without a password; "
        "install teapots by hand\n"
    )


def test_a_failed_install_is_told(need: ModuleType, put: Put, capsys: Capture) -> None:
    put("apt-get", "exit 100")
    assert need.main(["teapot"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == (
        "A teapot is missing: apt-get did not install it; install teapots by hand"
    )


@pytest.mark.parametrize(
    ("found", "old"),
    [("v3.9.1", True), ("v4.1.99", True), ("v4.2.0", False), ("v4.10", False), ("v5.0.0", False)],
)
def test_what_is_too_old_is_told(
    need: ModuleType, put: Put, capsys: Capture, found: str, old: bool
) -> None:
    put("teapot", f"echo {found}")
    teapot = need.NEEDS["teapot"]._replace(tells=("teapot", "--version"), least=(4, 2))
    need.NEEDS["teapot"] = teapot
    assert need.main(["teapot"]) == int(old)
    told = f"A teapot: {found} is here, and 4.2 or newer is needed\n" if old else ""
    assert capsys.readouterr().out == told


@pytest.mark.parametrize("name", ["postgresql", "npm", "chromium"])
def test_every_installer_has_a_package_for_every_need(name: str) -> None:
    script = load()
    assert set(script.NEEDS[name].packages) == set(script.INSTALLERS)
