"""Packs: the default one is complete, and a wrong one is refused by file, path, value and rule."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import adjudge
from adjudge.packs import default_pack

GAME = adjudge.game("cursed-earth")
MANY = ["wound"] * 40


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of the default pack to spoil."""
    folder = tmp_path / "mine"
    shutil.copytree(GAME.content, folder)
    return folder


def spoil(pack: Path, file: str, old: str, new: str) -> None:
    """Replace the first occurrence of a text in a file of the pack."""
    text = (pack / file).read_text("utf-8")
    assert old in text
    (pack / file).write_text(text.replace(old, new, 1), "utf-8")


def test_a_pack_of_ones_own_is_played(pack: Path) -> None:
    spoil(pack, "encounters.toml", 'title = "Giant Spider"', 'title = "Enormous Spider"')
    mine = adjudge.load_pack(pack)
    assert mine.hash != default_pack(GAME).hash
    match = adjudge.new("cursed-earth", seats=1, seed=1, pack=pack)
    record = match.record()
    assert record["pack"] == mine.hash
    assert adjudge.replay(record, pack).digest() == match.digest()
    with pytest.raises(adjudge.Invalid, match="is not the pack at hand"):
        adjudge.replay(record)


def test_comments_and_spaces_do_not_change_the_hash(pack: Path) -> None:
    file = pack / "encounters.toml"
    file.write_text("# mine\n\n" + file.read_text("utf-8"), "utf-8")
    assert adjudge.load_pack(pack).hash == default_pack(GAME).hash


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "pack.toml",
            'game = "cursed-earth"',
            'game = "chess"',
            r"pack.toml: game: 'chess' is not one",
        ),
        (
            "pack.toml",
            'version = "',
            "version = 3 #",
            r"pack.toml: version: a text is required, not 3",
        ),
        ("pack.toml", "health = 40", 'health = "40"', r"pack.toml: tokens.health: Expected `int`"),
        (
            "encounters.toml",
            "number = 2\n",
            "number = 3\n",
            r"encounter\[1\].number: 3 where 2 is next",
        ),
        ("encounters.toml", "number = 2\n", "number = 61\n", r"encounter\[1\].number: .*<= 60"),
        (
            "encounters.toml",
            "number = 2\n",
            'number = "2"\n',
            r"encounter\[1\].number: Expected `int`",
        ),
        (
            "encounters.toml",
            "number = 2\n",
            "number = 2\ncolour = 1\n",
            r"encounter\[1\]: .*`colour`",
        ),
        (
            "encounters.toml",
            '"violence", "wound"',
            '"violence", "woond"',
            "Invalid enum value 'woond'",
        ),
        (
            "encounters.toml",
            'title = "Giant Spider"',
            'title = "Spider!"',
            r"title: 'Spider!': an excl",
        ),
        (
            "encounters.toml",
            "[[encounter]]\nnumber = 1\n",
            "[[encounter]\nnumber = 1\n",
            "encounters.toml",
        ),
        (
            "characters.toml",
            'expertise = "survival"',
            'expertise = "psi"',
            r"character: six .*CE-OVER-03",
        ),
        ("locations.toml", "goal = true", "goal = false", r"location: exactly one .*CE-PARTS-04"),
        (
            "locations.toml",
            'start = ["rations"]',
            'start = ["skip"]',
            r"start: 'skip' makes no sense",
        ),
        (
            "locations.toml",
            'name = "Slough of St Louis"',
            'name = "alabama  MORASS"',
            "given twice",
        ),
        ("locations.toml", 'start = ["rations"]', f"start = {MANY}", "Expected `array`"),
        ("characters.toml", 'name = "Dredd"', 'name = " "', r"character\[0\].name: Expected `str`"),
        ("locations.toml", 'ongoing = "slough"', 'ongoing = "mud"', "Invalid enum value 'mud'"),
    ],
)
def test_a_wrong_pack_is_refused(pack: Path, file: str, old: str, new: str, message: str) -> None:
    spoil(pack, file, old, new)
    with pytest.raises(adjudge.Invalid, match=message) as refusal:
        adjudge.load_pack(pack)
    assert "\n" not in str(refusal.value).removesuffix("\n")
    assert file in str(refusal.value)


def test_a_missing_card_is_counted(pack: Path) -> None:
    text = (pack / "encounters.toml").read_text("utf-8")
    (pack / "encounters.toml").write_text(text[: text.rindex("[[encounter]]")], "utf-8")
    with pytest.raises(adjudge.Invalid, match=r"encounter: 59 cards, not 60 \[CE-PARTS-03\]"):
        adjudge.load_pack(pack)


def test_a_folder_without_a_header_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(adjudge.Invalid, match=r"not a pack: pack\.toml is missing"):
        adjudge.load_pack(tmp_path)


def test_a_key_given_twice_is_named_with_both_files(pack: Path) -> None:
    (pack / "more.toml").write_text('title = "Mine"\n', "utf-8")
    with pytest.raises(adjudge.Invalid, match=r"pack.toml: title: already given in .*more.toml"):
        adjudge.load_pack(pack)


@pytest.mark.parametrize("folder", [None, 3, b"x"])
def test_what_is_no_folder_is_no_pack(folder: Any) -> None:
    with pytest.raises(adjudge.Invalid, match=r"pack: .* is not a folder"):
        adjudge.load_pack(folder)


def test_nesting_without_end_is_refused(pack: Path) -> None:
    (pack / "characters.toml").write_text("x = " + "[" * 5000, "utf-8")
    with pytest.raises(adjudge.Invalid, match=r"characters\.toml"):
        adjudge.load_pack(pack)


def test_a_file_that_is_not_text_is_named(pack: Path) -> None:
    (pack / "characters.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(adjudge.Invalid, match=r"characters.toml"):
        adjudge.load_pack(pack)
