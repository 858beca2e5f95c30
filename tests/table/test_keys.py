"""Keys are rotated under a running server, and nobody is sent away before their time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from adjudge.table.guests import KEYS_KEPT, Keys, read_keys, rotate
from adjudge.table.routes import COOKIE, COOKIE_SECONDS
from tests.table.servers import Server

PATIENCE = 30.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose keys may be rotated."""
    with Server(tmp_path_factory.mktemp("keys")) as running:
        yield running


def arrive(server: Server) -> str:
    """A new guest's cookie."""
    return httpx.post(f"{server.url}/api/guest").cookies[COOKIE]


def renew(server: Server, cookie: str) -> str:
    """The cookie that a known guest is given when they come back."""
    answer = httpx.post(f"{server.url}/api/guest", headers={"Cookie": f"{COOKIE}={cookie}"})
    return answer.cookies[COOKIE]


def name_of(server: Server, cookie: str) -> str | None:
    """What the bearer is called; None if nobody is known by the cookie."""
    answer = httpx.get(f"{server.url}/api/guest", headers={"Cookie": f"{COOKIE}={cookie}"})
    assert answer.status_code in (200, 401)
    return str(answer.json()["name"]) if answer.status_code == 200 else None


def until(so: Callable[[], bool]) -> None:
    """The server looks at its file every second: wait for it to have looked."""
    ends = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < ends
        time.sleep(0.1)


def rotate_and_wait(server: Server) -> None:
    """A new key signs, and the server knows it."""
    rotate(Path(server.keys))
    until(lambda: signed_by(server, 0, arrive(server)))


def signed_by(server: Server, number: int, cookie: str) -> bool:
    """Whether that key of the file alone, the newest being 0, verifies the cookie."""
    alone = Path(server.keys).with_name("alone")
    alone.write_text(read_keys(Path(server.keys))[number] + "\n", "ascii")
    return Keys(alone).guest_of(cookie, COOKIE_SECONDS) is not None


def test_a_rotated_key_signs_new_cookies_and_the_old_ones_still_work(server: Server) -> None:
    old = arrive(server)
    name = name_of(server, old)
    assert name is not None
    rotate_and_wait(server)
    assert signed_by(server, 1, old)
    assert not signed_by(server, 0, old)
    assert name_of(server, old) == name
    renewed = renew(server, old)
    assert signed_by(server, 0, renewed)
    assert name_of(server, renewed) == name


def test_a_cookie_outlives_its_key_by_so_many_rotations_and_no_more(server: Server) -> None:
    old = arrive(server)
    name = name_of(server, old)
    for _ in range(KEYS_KEPT - 1):
        rotate_and_wait(server)
        assert name_of(server, old) == name
    kept = renew(server, old)
    rotate_and_wait(server)
    until(lambda: name_of(server, old) is None)
    assert name_of(server, kept) == name
    assert renew(server, old).partition(".")[0] != old.partition(".")[0]  # a stranger again


def test_a_stolen_key_is_worth_nothing_once_it_is_gone(server: Server, tmp_path: Path) -> None:
    victim = arrive(server)
    guest = victim.partition(".")[0]
    stolen = tmp_path / "stolen"
    stolen.write_bytes(Path(server.keys).read_bytes())
    forged = Keys(stolen).sign(guest)
    assert name_of(server, forged) == name_of(server, victim)
    for _ in range(KEYS_KEPT):
        rotate_and_wait(server)
    assert name_of(server, Keys(stolen).sign(guest)) is None


def test_the_keys_survive_a_restart(server: Server) -> None:
    cookie = arrive(server)
    name = name_of(server, cookie)
    rotate(Path(server.keys))
    server.stop()
    server.start()
    assert name_of(server, cookie) == name
    assert signed_by(server, 0, arrive(server))


def test_a_broken_key_file_sends_nobody_away(server: Server) -> None:
    cookie = arrive(server)
    name = name_of(server, cookie)
    whole = Path(server.keys).read_bytes()
    Path(server.keys).write_bytes(b"short\n")
    until(lambda: name_of(server, cookie) == name and "the keys stay" in server.log())
    assert name_of(server, cookie) == name
    Path(server.keys).write_bytes(whole)
    assert name_of(server, cookie) == name
