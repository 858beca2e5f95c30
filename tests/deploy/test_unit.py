"""The systemd unit: systemd itself reads it, and finds little that it could do."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from adjudge.cli import parser
from tests.deploy.files import DEPLOY, command_of_unit, unit

MOST_EXPOSED = 20  # tenths: "OK" begins at 2.0, and a unit without any hardening has 9.6


@pytest.fixture
def placed(tmp_path: Path) -> Path:
    """The unit where its program is: systemd looks whether it is there."""
    program = tmp_path / "adjudge"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    text = (DEPLOY / "adjudge@.service").read_text("utf-8")
    copy = tmp_path / "adjudge@.service"
    copy.write_text(text.replace(command_of_unit()[0], str(program)))
    return copy


def analysed(*words: str) -> subprocess.CompletedProcess[str]:
    """What systemd says of a unit that it does not run."""
    command = ["systemd-analyze", "--no-pager", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_systemd_finds_nothing_wrong(placed: Path) -> None:
    found = analysed("verify", "--recursive-errors=no", "--man=no", str(placed))
    assert (found.returncode, found.stderr) == (0, "")
    placed.write_text(placed.read_text() + "Colour=blue\n")
    assert "'Colour'" in analysed("verify", str(placed)).stderr


def test_it_may_do_little_that_a_server_does_not_need(placed: Path) -> None:
    security = ("security", "--offline=true", f"--threshold={MOST_EXPOSED}")
    assert analysed(*security, str(placed)).returncode == 0
    lines = placed.read_text().splitlines()
    placed.write_text("\n".join([line for line in lines if "Protect" not in line]))
    assert analysed(*security, str(placed)).returncode != 0


def test_what_it_starts_is_a_command_with_flags_that_are_known() -> None:
    args = parser().parse_args(command_of_unit()[1:])
    assert (args.port, args.https, args.database) == (8001, True, "postgresql:///adjudge")
    known = unit()
    assert known["LimitNOFILE"] == ["65536"]
    assert known["StateDirectoryMode"] == ["0700"]
    assert known["Environment"] == ["ADJUDGE_STATE=/var/lib/adjudge"]
    assert known["Restart"] == ["always"]
    assert int(known["TimeoutStopSec"][0]) > 20  # as long as requests under way may take
