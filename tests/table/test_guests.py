"""Guests come back with their cookie, and nobody comes with somebody else's."""

from __future__ import annotations

import random
import stat
import sys
from pathlib import Path

import pytest

from adjudge.kernel.game import Invalid
from adjudge.table.guests import (
    ADJECTIVES,
    ANIMALS,
    Keys,
    check_name,
    friendly_name,
    new_guest_id,
    rotate,
)

DAY = 86_400


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 1_700_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys(tmp_path: Path, clock: Clock) -> Keys:
    return Keys(tmp_path / "keys", now=clock, today=clock)


def test_a_guest_comes_back(keys: Keys) -> None:
    me = new_guest_id()
    assert keys.guest_of(keys.sign(me), DAY) == me


def test_ids_do_not_repeat_and_are_long_enough() -> None:
    ids = {new_guest_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert min(map(len, ids)) >= 22


def test_the_key_file_is_made_for_its_owner_only(keys: Keys) -> None:
    assert len(keys.path.read_text().split()) == 1
    if sys.platform != "win32":
        assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600
    assert [file.name for file in keys.path.parent.iterdir()] == ["keys"]


def test_a_second_server_shares_the_file(keys: Keys, clock: Clock) -> None:
    other = Keys(keys.path, now=clock, today=clock)
    assert other.guest_of(keys.sign("me"), DAY) == "me"


def test_a_cookie_ends_with_its_age(keys: Keys, clock: Clock) -> None:
    cookie = keys.sign("me")
    clock.time += DAY
    assert keys.guest_of(cookie, DAY) == "me"
    clock.time += 1
    assert keys.guest_of(cookie, DAY) is None


def test_a_clock_set_back_costs_nobody_a_seat(keys: Keys, clock: Clock) -> None:
    """However far: nobody but us can have signed the cookie."""
    cookie = keys.sign("me")
    for back in (60, 3600, 30 * DAY):
        clock.time -= back
        assert keys.guest_of(cookie, DAY) == "me"


def test_any_changed_or_missing_character_is_noticed(keys: Keys) -> None:
    cookie = keys.sign("me")
    for at in range(len(cookie) - 1):  # the last one carries two bits that mean nothing
        other = "A" if cookie[at] != "A" else "B"
        assert keys.guest_of(cookie[:at] + other + cookie[at + 1 :], DAY) is None
    for length in range(len(cookie)):
        assert keys.guest_of(cookie[:length], DAY) is None


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        ".",
        "..",
        "me",
        "me.AAAA." + "A" * 43,
        "me..." + "A" * 43,
        "." * 300,
        "é.AAAA." + "A" * 43,
        "me.AAAA." + "\uff21" * 43,
        "me.AAAA.\ud800",
        "me\x00.AAAA." + "A" * 43,
        "me." + "_" * 100 + "." + "A" * 43,
    ],
)
def test_what_we_did_not_sign_is_nobody(keys: Keys, cookie: str) -> None:
    assert keys.guest_of(cookie, DAY) is None


def test_a_signed_cookie_has_one_spelling(keys: Keys) -> None:
    cookie = keys.sign("me")
    for other in (cookie + "=", cookie + "\n", cookie + "!", " " + cookie, cookie + ".A"):
        assert keys.guest_of(other, DAY) is None


def test_an_oversized_cookie_is_nobody_even_if_signed(keys: Keys) -> None:
    assert keys.guest_of(keys.sign("m" * 600), DAY) is None


def test_another_servers_cookie_is_nobody(keys: Keys, tmp_path: Path, clock: Clock) -> None:
    other = Keys(tmp_path / "other", now=clock, today=clock)
    assert keys.guest_of(other.sign("me"), DAY) is None


def test_a_rotated_key_signs_and_the_two_before_it_still_verify(keys: Keys, clock: Clock) -> None:
    cookies = [keys.sign("me")]
    for _ in range(3):
        rotate(keys.path)
        clock.time += 2
        cookies.append(keys.sign("me"))
    guests = [keys.guest_of(cookie, DAY) for cookie in cookies]
    assert guests == [None, "me", "me", "me"]
    newest = keys.path.read_text().split()[0]
    keys.path.write_text(newest + "\n")
    clock.time += 2
    assert keys.guest_of(cookies[3], DAY) == "me"
    assert keys.guest_of(cookies[2], DAY) is None


def test_the_file_is_looked_at_once_a_second_at_most(keys: Keys, clock: Clock) -> None:
    cookie = keys.sign("me")
    for _ in range(3):
        rotate(keys.path)
    clock.time += 0.9
    assert keys.guest_of(cookie, DAY) == "me"
    clock.time += 0.2
    assert keys.guest_of(cookie, DAY) is None


def test_a_file_that_breaks_while_we_run_sends_nobody_away(
    keys: Keys, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    cookie = keys.sign("me")
    keys.path.write_text("")
    clock.time += 2
    assert keys.guest_of(cookie, DAY) == "me"
    assert "no key in the file" in caplog.text
    keys.path.unlink()
    clock.time += 2
    assert keys.guest_of(cookie, DAY) == "me"
    assert not keys.path.exists()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "no key"),
        (b" \n\n", "no key"),
        (b"short\n", "at least 32"),
        (b"x" * 40 + b"\nshort\n", "at least 32"),
        (b"\xff" * 40, "not a file of keys"),
    ],
)
def test_a_useless_key_file_is_named(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "keys"
    path.write_bytes(content)
    with pytest.raises(Invalid, match=why) as caught:
        Keys(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(Invalid, match=why):
        rotate(path)
    assert path.read_bytes() == content


def test_a_path_that_is_no_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="cannot read"):
        Keys(tmp_path)
    with pytest.raises(Invalid, match="cannot write"):
        Keys(tmp_path / "nowhere" / "keys")
    with pytest.raises(Invalid, match="cannot read"):
        rotate(tmp_path / "none")


def test_friendly_names_are_names() -> None:
    rng = random.Random(1)
    names = {friendly_name(rng) for _ in range(500)}
    assert len(names) > 400
    for adjective in ADJECTIVES:
        for animal in ANIMALS:
            assert check_name(f"{adjective} {animal}")
    assert len(set(ADJECTIVES)) == len(set(ANIMALS)) == 60


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna \t  of\nthe  Hills ", "Anna of the Hills"),
        ("Rene\u0301", "René"),
        ("x", "x"),
        ("n" * 24, "n" * 24),
        ("e\u0301" * 24, "é" * 24),
        ("李小龍", "李小龍"),
        ("ไพลิน", "ไพลิน"),
        ("O'Neill-2", "O'Neill-2"),
        ("🦊", "🦊"),
        ("<b>Anna</b>", "<b>Anna</b>"),
    ],
)
def test_a_person_chooses_a_name(text: str, name: str) -> None:
    assert check_name(text) == name
    assert check_name(name) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\u2003\u3000",
        "n" * 25,
        "n" * 1_000_000,
        "a\x00b",
        "a\x1bb",
        "\u202eanna",  # right to left from here
        "an\u200bna",  # no width
        "\u2066anna\u2069",
        "\ufeffanna",
        "\ue000",  # for private use
        "\ud800",  # half a character
        "\U000e0041",
        "\u0378",  # unassigned
        "\u3164",  # a letter, but blank
        "\u2800",
        "\u0301",
        "a \u0301",
        "a" + "\u0316" * 12,
    ],
)
def test_what_is_no_name(text: str) -> None:
    with pytest.raises(Invalid, match=r"^name: "):
        check_name(text)
