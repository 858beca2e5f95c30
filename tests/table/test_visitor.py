"""`adjudge bot`: a bot from outside takes a seat by an invite link and plays to the end."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudge.cli import main
from adjudge.kernel.game import Invalid
from adjudge.table.client import Client
from adjudge.table.visitor import Invitation, invitation
from tests.table.servers import Server


def test_a_link_says_where_to_play() -> None:
    link = "https://play.example/t/abc?seat=2&invite=xyz"
    assert invitation(link, None, "") == Invitation("https://play.example", "abc", 2, "xyz")
    assert invitation("http://h:1/t/abc", 0, "code") == Invitation("http://h:1", "abc", 0, "code")
    assert invitation(link, 1, "other") == Invitation("https://play.example", "abc", 1, "other")


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("abc", "url: 'abc' is not a table's"),
        ("ftp://h/t/abc", "is not a table's"),
        ("http://h/abc", "is not a table's"),
        ("http://h/t/", "is not a table's"),
        ("http://h/t/abc", "seat: say which seat"),
        ("http://h/t/abc?seat=two", "seat: say which seat"),
    ],
)
def test_what_is_no_link_is_refused(url: str, problem: str) -> None:
    with pytest.raises(Invalid, match=problem):
        invitation(url, None, "")


def test_no_server_there_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("adjudge.table.visitor.PAUSES", ())
    monkeypatch.setenv("ADJUDGE_STATE", str(tmp_path))
    assert main(["bot", "--url", "http://127.0.0.1:9/t/abc", "--seat", "0"]) == 2
    assert capsys.readouterr().err.startswith("adjudge: http://127.0.0.1:9: ")


def test_two_bots_from_outside_play_each_other_to_the_end(tmp_path: Path) -> None:
    """One by its invite link, one in an open seat; windows are open for a short time."""

    async def table_for_two(url: str) -> tuple[str, str]:
        async with Client(url) as host:
            made = await host.make("helter-skelter", ["link", "open"], window=0.01)
            code = (await host.table(made.id)).seats[0].invite
            return made.id, f"{url}/t/{made.id}?seat=0&invite={code}"

    async def result(url: str, table: str) -> object:
        async with Client(url) as anybody:
            return (await anybody.table(table)).result

    with Server(tmp_path) as server:
        table, link = asyncio.run(table_for_two(server.url))
        command = [sys.executable, "-m", "adjudge", "bot", "--url"]
        environment = os.environ | {"ADJUDGE_STATE": str(tmp_path)}
        bots = [
            subprocess.Popen([*command, link], env=environment, stdout=subprocess.PIPE),
            subprocess.Popen(
                [*command, f"{server.url}/t/{table}", "--seat", "1", "--bot", "bystander"],
                env=environment,
                stdout=subprocess.PIPE,
            ),
        ]
        said = [bot.communicate(timeout=100)[0].decode() for bot in bots]
        assert [bot.returncode for bot in bots] == [0, 0]
        assert sorted(text.splitlines()[-1] for text in said) == [
            "We have not won.",
            "We have won.",
        ]
        assert asyncio.run(result(server.url, table)) is not None


def test_a_stranger_is_not_let_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def private_table(url: str) -> str:
        async with Client(url) as host:
            return (await host.make("helter-skelter", ["me", "link"])).id

    with Server(tmp_path) as server:
        table = asyncio.run(private_table(server.url))
        monkeypatch.setenv("ADJUDGE_STATE", str(tmp_path))
        assert main(["bot", "--url", f"{server.url}/t/{table}", "--seat", "1"]) == 2
        assert "Seat 1 needs its invite link." in capsys.readouterr().err
