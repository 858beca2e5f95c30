"""A client is known by the address that a trusted proxy saw, and nobody can make up another."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from adjudge.cli import main
from adjudge.kernel.game import Invalid
from adjudge.table.addresses import Proxies, household
from adjudge.table.app import make_app
from adjudge.table.config import Config
from tests.table.servers import Server
from tests.table.wire import ELSEWHERE, Wire, status

HERE = ["127.0.0.1", "::1"]
OURS = ["10.0.0.0/8", "192.168.1.5", "fd00::/8"]
FORWARDED = "X-Forwarded-For"


def client(trusted: Sequence[str], peer: str, *forwarded: str) -> str:
    """Whose request it is that comes from there with these headers."""
    headers = [(b"x-forwarded-for", value.encode("latin-1")) for value in forwarded]
    return Proxies(trusted).client(peer, headers)


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "found"),
    [
        (HERE, "127.0.0.1", (), "127.0.0.1"),
        (HERE, "127.0.0.1", ("203.0.113.7",), "203.0.113.7"),
        (HERE, "::1", ("2001:db8::7",), "2001:db8::7"),
        (HERE, "::ffff:127.0.0.1", ("203.0.113.7",), "203.0.113.7"),
        (HERE, "127.0.0.1", ("203.0.113.7:4711",), "203.0.113.7"),
        (HERE, "127.0.0.1", ("[2001:db8::7]:4711",), "2001:db8::7"),
        # What the client has written itself stands further to the left.
        (HERE, "127.0.0.1", ("198.51.100.9, 203.0.113.7",), "203.0.113.7"),
        (HERE, "127.0.0.1", ("198.51.100.9", "203.0.113.7"), "203.0.113.7"),
        # Two hops, three hops.
        (OURS, "10.0.0.1", ("203.0.113.7, 10.0.0.2",), "203.0.113.7"),
        (OURS, "10.0.0.1", ("1.2.3.4, 203.0.113.7, 192.168.1.5, 10.0.0.2",), "203.0.113.7"),
        (OURS, "fd00::1", ("203.0.113.7, fd00::2",), "203.0.113.7"),
        (OURS, "10.0.0.1", ("203.0.113.7, 192.168.1.6, 10.0.0.2",), "192.168.1.6"),
        # Nobody who is not trusted is believed.
        (HERE, "10.0.0.1", ("203.0.113.7",), "10.0.0.1"),
        (["none"], "127.0.0.1", ("203.0.113.7",), "127.0.0.1"),
        (HERE, "", ("203.0.113.7",), ""),
        # What cannot be read is worth no address.
        (HERE, "127.0.0.1", ("",), "127.0.0.1"),
        (HERE, "127.0.0.1", ("unknown",), "127.0.0.1"),
        (HERE, "127.0.0.1", ("203.0.113.7, x",), "127.0.0.1"),
        (HERE, "127.0.0.1", ("203.0.113.7,",), "127.0.0.1"),
        (HERE, "127.0.0.1", ("\xff\x00",), "127.0.0.1"),
        (HERE, "127.0.0.1", ("1" * 10_000,), "127.0.0.1"),
        (OURS, "10.0.0.1", ("203.0.113.7, x, 10.0.0.2",), "10.0.0.2"),
        # Where all are proxies, the last is the client: the others are what it says.
        (OURS, "10.0.0.1", ("10.9.9.9, 10.0.0.5",), "10.0.0.5"),
        (HERE, "127.0.0.1", ("127.0.0.1",), "127.0.0.1"),
    ],
)
def test_the_client_is_the_last_that_is_no_proxy(
    trusted: Sequence[str], peer: str, forwarded: tuple[str, ...], found: str
) -> None:
    assert client(trusted, peer, *forwarded) == found


def test_a_long_chain_is_not_followed_for_ever() -> None:
    chain = ", ".join([*(f"203.0.{n}.1" for n in range(200)), *(["10.0.0.2"] * 5_000)])
    assert client(OURS, "10.0.0.1", chain) == "10.0.0.2"


@pytest.mark.parametrize(
    ("trusted", "peer", "said", "scheme"),
    [
        (HERE, "127.0.0.1", b"https", "https"),
        (HERE, "127.0.0.1", b"HTTP", "http"),
        (HERE, "127.0.0.1", b"gopher", None),
        (HERE, "10.0.0.1", b"https", None),
    ],
)
def test_only_a_proxy_says_how_the_client_came(
    trusted: Sequence[str], peer: str, said: bytes, scheme: str | None
) -> None:
    assert Proxies(trusted).scheme(peer, [(b"x-forwarded-proto", said)]) == scheme
    assert Proxies(trusted).scheme(peer, []) is None


@pytest.mark.parametrize("trusted", [["10.0.0.1/8"], ["proxy"], [""], ["none", "10.0.0.1"]])
def test_a_proxy_that_is_none_is_told_before_anything_starts(
    trusted: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Invalid, match="proxy: "):
        Proxies(trusted)
    flags = [word for text in trusted for word in ("--proxy", text)]
    assert main(["serve", "--database", str(tmp_path / "x.db"), *flags]) == 2
    assert "proxy: " in capsys.readouterr().err
    assert not (tmp_path / "x.db").exists()


def test_a_line_of_ipv6_is_one_household() -> None:
    assert household("2001:db8::1") == household("2001:db8::ffff:1") == "2001:db8::/64"
    assert household("2001:db8:0:1::1") != household("2001:db8::1")
    assert household("::ffff:203.0.113.7") == household("203.0.113.7") == "203.0.113.7"
    assert household("fe80::1%eth0") == "fe80::/64"
    assert household("") == ""


# What follows from it


def arrivals(tmp_path: Path, peer: str, forwarded: list[str], **settings: Any) -> list[int]:
    """What newcomers are answered whose requests come from there with these headers."""
    names = (str(tmp_path / "table.db"), str(tmp_path / "keys"))
    app: Any = make_app(Config(*names, thinkers=0, **settings))

    async def come() -> list[int]:
        transport = httpx.ASGITransport(app, client=(peer, 1))
        async with (
            app.lifespan(),
            httpx.AsyncClient(transport=transport, base_url="http://here") as http,
        ):
            answers = []
            for value in forwarded:
                http.cookies.clear()
                answer = await http.post("/api/guest", headers={FORWARDED: value})
                answers.append(answer.status_code)
            return answers

    return asyncio.run(come())


FEW: dict[str, Any] = {"arrivals": 0.001, "arrivals_burst": 3.0}
MADE_UP = [f"203.0.113.{n}" for n in range(8)]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("peer", "forwarded"),
    [
        ("10.0.0.1", MADE_UP),
        ("198.51.100.1", MADE_UP),
        ("127.0.0.1", [f"{address}, x" for address in MADE_UP]),
        ("127.0.0.1", [f"{address}, 198.51.100.1" for address in MADE_UP]),
        ("127.0.0.1", [f"2001:db8::{n}" for n in range(8)]),
    ],
    ids=["a stranger", "a far one", "unreadable", "behind a proxy", "a line of IPv6"],
)
def test_no_header_makes_a_new_client(tmp_path: Path, peer: str, forwarded: list[str]) -> None:
    assert arrivals(tmp_path, peer, forwarded, **FEW) == [200] * 3 + [429] * 5


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_clients_of_a_trusted_proxy_are_told_apart(tmp_path: Path) -> None:
    assert arrivals(tmp_path, "127.0.0.1", MADE_UP, **FEW) == [200] * 8
    away = [f"{address}, 10.0.0.2" for address in MADE_UP]
    assert arrivals(tmp_path, "10.0.0.1", away, **FEW, proxies=["10.0.0.0/8"]) == [200] * 8


def test_a_proxy_that_nobody_trusts_is_told_once_and_has_no_figures(tmp_path: Path) -> None:
    with Server(tmp_path, flags=("--log-level", "info")) as server:
        for _ in range(3):
            with Wire(server, ELSEWHERE) as wire:
                answer = wire.asks("GET /metrics", f"{FORWARDED}: 203.0.113.7").hears()
                assert status(answer) == 404
        with Wire(server, ELSEWHERE) as wire:
            assert status(wire.asks("POST /api/guest").hears()) == 200
        with Wire(server) as wire:
            wire.asks("POST /api/guest", f"{FORWARDED}: 203.0.113.9")
            cookie = wire.hears().partition("adjudge_guest=")[2].partition(";")[0]
        log = server.log()
        assert log.count("a proxy is not trusted") == 1
        assert f"--proxy {ELSEWHERE}" in log
        assert [f"address={a}" in log for a in (ELSEWHERE, "203.0.113.9")] == [True, True]
        assert cookie
        assert cookie.split(".")[0] not in log


def test_a_refusal_says_in_the_log_whom_it_was_for(tmp_path: Path) -> None:
    with Server(tmp_path, flags=("--rate", "1", "--arrivals", "0.2")) as server:
        for _ in range(12):
            with Wire(server, ELSEWHERE) as wire:
                wire.asks("POST /api/guest").hears()
        log = server.log()
        assert f"address={ELSEWHERE}" in log
        assert "too many" in log
