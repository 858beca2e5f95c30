"""A request says whom it is meant for; a name that somebody else let lead here is not ours."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudge.cli import main
from adjudge.table.hosts import Hosts
from tests.table.servers import FAST, Server
from tests.table.wire import Wire, status

MACHINE = socket.gethostname()


@pytest.mark.parametrize(
    ("named", "listens", "host", "known"),
    [
        # At home: only this machine can ask, and it knows how.
        ([], "127.0.0.1", "127.0.0.1:8000", True),
        ([], "127.0.0.1", "localhost:8000", True),
        ([], "127.0.0.1", "LOCALHOST:8000", True),
        ([], "127.0.0.1", "[::1]:8000", True),
        ([], "::1", "[::1]:8000", True),
        ([], "localhost", "localhost:8000", True),
        ([], "127.0.0.9", "127.0.0.9:8000", True),
        ([], "127.0.0.1", "127.0.0.1:8001", False),
        ([], "127.0.0.1", "localhost", False),
        ([], "127.0.0.1", "evil.example:8000", False),
        ([], "127.0.0.1", "localhost.evil.example:8000", False),
        ([], "127.0.0.1", "192.168.1.5:8000", False),
        ([], "127.0.0.1", "", False),
        ([], "127.0.0.1", "127.0.0.1:8000@evil.example", False),
        ([], "127.0.0.1", "127.0.0.1:8000:8000", False),
        ([], "127.0.0.1", "evil.example/127.0.0.1:8000", False),
        # In a network: by its addresses, through whatever port they are passed on, and its name.
        ([], "0.0.0.0", "192.168.1.5:8000", True),
        ([], "0.0.0.0", "192.168.1.5:9000", True),
        ([], "0.0.0.0", "192.168.1.5", True),
        ([], "::", "[fd00::5]:8000", True),
        ([], "0.0.0.0", f"{MACHINE}:8000", True),
        ([], "0.0.0.0", f"{MACHINE}.local:8000", True),
        ([], "0.0.0.0", "localhost:8000", True),
        ([], "0.0.0.0", "evil.example:8000", False),
        ([], "192.168.1.5", "evil.example", False),
        # By the names that the operator gave, and no other.
        (["play.example.org"], "127.0.0.1", "play.example.org", True),
        (["play.example.org"], "127.0.0.1", "Play.Example.org.", True),
        (["play.example.org"], "127.0.0.1", "play.example.org:8443", True),
        (["play.example.org:8443"], "127.0.0.1", "play.example.org:8443", True),
        (["play.example.org:8443"], "127.0.0.1", "play.example.org", False),
        (["play.example.org"], "0.0.0.0", "example.org", False),
        (["play.example.org"], "0.0.0.0", "xplay.example.org", False),
        (["play.example.org", "[fd00::1]"], "127.0.0.1", "[fd00::1]:8000", True),
        (["localhost:9000"], "127.0.0.1", "localhost:9000", True),
    ],
)
def test_who_is_meant(named: list[str], listens: str, host: str, known: bool) -> None:
    assert Hosts(named, listens).knows(host, 8000) is known


def test_what_is_no_browser_s_request_may_name_nobody() -> None:
    assert Hosts([], "127.0.0.1").knows(None, 8000)


@pytest.mark.parametrize("name", ["", "a b", "http://play.example.org", "*.example.org", "x:y"])
def test_a_name_that_is_none_is_told_before_anything_starts(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["serve", "--database", str(tmp_path / "x.db"), "--public-host", name]
    assert main(command) == 2
    assert "public host: " in capsys.readouterr().err
    assert not (tmp_path / "x.db").exists()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """At home, with a proxy before it."""
    flags = (*FAST, "--public-host", "play.example.org")
    with Server(tmp_path_factory.mktemp("host"), flags=flags) as running:
        yield running


def ask(server: Server, host: str, path: str, *headers: str) -> str:
    """What is answered to whoever calls the server that."""
    with Wire(server) as wire:
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", *headers]
        return wire.say("\r\n".join(lines).encode(), b"\r\n\r\n").hears()


@pytest.mark.parametrize("path", ["/", "/api/games", "/health", "/nowhere", "/schema"])
def test_nothing_is_told_to_a_site_that_has_its_name_lead_here(server: Server, path: str) -> None:
    answer = ask(server, f"evil.example:{server.port}", path)
    assert status(answer) == 400
    assert "This server is not known as evil.example" in answer
    assert "--public-host" in answer
    assert status(ask(server, "play.example.org", path)) != 400
    assert status(ask(server, f"localhost:{server.port}", path)) != 400


def test_no_socket_opens_for_another_name(server: Server) -> None:
    upgrade = (
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Cookie: adjudge_guest=x",
    )
    for host in ("evil.example", f"127.0.0.1:{server.port}"):
        assert status(ask(server, host, "/api/tables/x/socket", *upgrade)) == 403
    assert server.log().count("called by a strange name") > 0
    assert "host=evil.example" in server.log()


def test_a_name_that_is_as_long_as_can_be_is_not_kept(server: Server) -> None:
    answer = ask(server, "e" * 5_000, "/")
    assert status(answer) == 400
    assert len(answer) < 2_000


def test_two_hosts_are_none(server: Server) -> None:
    answer = ask(server, f"127.0.0.1:{server.port}", "/health", "Host: evil.example")
    assert status(answer) == 400


def test_phones_in_the_network_use_the_address(tmp_path: Path) -> None:
    with Server(tmp_path, flags=(*FAST, "--host", "0.0.0.0")) as there:
        assert status(ask(there, f"192.168.1.5:{there.port}", "/")) != 400
        assert status(ask(there, "evil.example", "/")) == 400
