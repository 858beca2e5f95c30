"""Records and saves of earlier builds: they verify, load and play on (see corpus/README.md)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import adjudge

CORPUS = Path(__file__).parent / "corpus"
RECORDS = sorted(CORPUS.glob("*/records/*.json"))
SAVES = sorted(CORPUS.glob("*/saves/*.json"))


def pack_of(file: Path, game: str) -> adjudge.LoadedPack:
    """The pack that the build of that file played the game with."""
    return adjudge.load_pack(file.parents[1] / "packs" / game)


def named(file: Path) -> str:
    """As tests are called."""
    return f"{file.parents[1].name}/{file.stem}"


def test_there_is_something_of_every_build() -> None:
    builds = {folder.name for folder in CORPUS.iterdir() if folder.is_dir()}
    assert builds
    assert builds == {file.parents[1].name for file in RECORDS}
    assert builds == {file.parents[1].name for file in SAVES}


@pytest.mark.parametrize("file", RECORDS, ids=named)
def test_a_record_verifies(file: Path) -> None:
    text = file.read_text("utf-8")
    match = adjudge.verify(text, pack_of(file, json.loads(text)["game"]))
    assert adjudge.record_text(match.record()) == text


@pytest.mark.parametrize("file", SAVES, ids=named)
def test_a_save_loads_as_it_was_and_plays_on(file: Path) -> None:
    kept = json.loads(file.read_text("utf-8"))
    match = adjudge.load(kept["save"], pack_of(file, kept["save"]["game"]))
    assert match.save() == kept["save"]
    assert (match.digest(), match.seat) == (kept["digest"], kept["asked"])
    assert [option.text for option in match.options] == kept["options"]
    for _ in range(30):
        if match.seat is not None:
            match.play(0)
    assert adjudge.replay(match.record(), match.pack).digest() == match.digest()
