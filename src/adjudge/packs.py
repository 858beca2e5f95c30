"""Content packs: folders of TOML, checked before play."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from adjudge.games import GAMES
from adjudge.kernel.game import Game, Invalid, brief
from adjudge.kernel.notation import canonical, seal

_BY_FACTS: WeakValueDictionary[int, LoadedPack] = WeakValueDictionary()
HEADER = ("name", "version", "game", "title")


@dataclass(frozen=True)
class LoadedPack:
    """A checked pack: who it is, the hash that records pin, and its facts."""

    name: str
    version: str
    title: str
    game: Game
    hash: str
    content: Mapping[str, Any]
    facts: Any

    def __post_init__(self) -> None:
        _BY_FACTS[id(self.facts)] = self

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process gets the content and makes the facts of it again."""
        header = (self.name, self.version, self.title, self.game.id, self.hash)
        return unpacked, (*header, self.content)


def unpacked(
    name: str, version: str, title: str, game: str, hash: str, content: Mapping[str, Any]
) -> LoadedPack:
    """The pack again, on the other side."""
    found = GAMES[game]
    return LoadedPack(name, version, title, found, hash, content, found.read_pack(content))


def pack_text(pack: LoadedPack) -> bytes:
    """All that the pack's hash is of, to the letter: from_text() makes the pack of it again."""
    header = {"name": pack.name, "version": pack.version, "title": pack.title}
    return canonical({**header, "game": pack.game.id, **pack.content})


def from_text(text: bytes, hash: str) -> LoadedPack:
    """The pack of that text; Invalid if the text is not what the hash is of."""
    if f"sha256:{hashlib.sha256(text).hexdigest()}" != hash:
        raise Invalid(f"pack: what was kept is not {brief(hash)}")
    tables: dict[str, Any] = json.loads(text)
    header = [str(tables.pop(key)) for key in ("name", "version", "title", "game")]
    if header[-1] not in GAMES:
        raise Invalid(f"pack: {brief(header[-1])} is not one of {', '.join(GAMES)}")
    return unpacked(header[0], header[1], header[2], header[3], hash, tables)


def load_pack(folder: Path | str) -> LoadedPack:
    """Read and check a pack; Invalid names the file, the path in it, the value and the rule."""
    if not isinstance(folder, str | Path):
        raise Invalid(f"pack: {brief(folder)} is not a folder")
    folder = Path(folder)
    tables, origin = read_tables(folder)
    header = {key: required_text(folder / "pack.toml", tables, key) for key in HEADER}
    game = GAMES.get(header["game"])
    if game is None:
        raise Invalid(
            f"{folder / 'pack.toml'}: game: {header['game']!r} is not one of {', '.join(GAMES)}"
        )
    content = {key: value for key, value in tables.items() if key not in HEADER}
    try:
        facts = game.read_pack(content)
    except Invalid as problem:
        raise Invalid(f"{origin_of(str(problem), origin, folder)}: {problem}") from None
    return LoadedPack(
        header["name"],
        header["version"],
        header["title"],
        game,
        "sha256:" + seal(tables),
        content,
        facts,
    )


def with_content(pack: LoadedPack, content: Mapping[str, Any]) -> LoadedPack:
    """The same pack with other content, checked like any; its hash is that of the changed pack."""
    header = {"name": pack.name, "version": pack.version, "title": pack.title}
    hash = "sha256:" + seal({**header, "game": pack.game.id, **content})
    return unpacked(pack.name, pack.version, pack.title, pack.game.id, hash, content)


def read_tables(folder: Path) -> tuple[dict[str, Any], dict[str, Path]]:
    """All top-level keys of all files, and the file each came from."""
    files = sorted(folder.glob("*.toml"))
    if not (folder / "pack.toml").is_file():
        raise Invalid(f"{folder}: not a pack: pack.toml is missing")
    tables: dict[str, Any] = {}
    origin: dict[str, Path] = {}
    for file in files:
        try:
            read = tomllib.loads(file.read_text(encoding="utf-8"))
        except (ValueError, OSError, RecursionError) as problem:
            raise Invalid(f"{file}: {problem}") from None
        for key, value in read.items():
            if key in tables:
                raise Invalid(f"{file}: {key}: already given in {origin[key]}")
            tables[key] = value
            origin[key] = file
    return tables, origin


def required_text(file: Path, tables: Mapping[str, Any], key: str) -> str:
    """A key of the header, which must be a non-empty text."""
    value = tables.get(key)
    if not isinstance(value, str) or not value:
        raise Invalid(f"{file}: {key}: a text is required, not {value!r}")
    return value


def origin_of(problem: str, origin: Mapping[str, Path], folder: Path) -> Path:
    """The file that a problem's path begins in."""
    for key, file in origin.items():
        if problem.startswith(key):
            return file
    return folder


def default_pack(game: Game) -> LoadedPack:
    """The complete pack that ships with the game; read once."""
    if game.id not in _DEFAULT:
        _DEFAULT[game.id] = load_pack(game.content)
    return _DEFAULT[game.id]


def pack_with(facts: Any) -> LoadedPack:
    """The pack that these facts are of, as long as somebody has it."""
    pack = _BY_FACTS.get(id(facts))
    if pack is None or pack.facts is not facts:
        raise Invalid("pack: it is not there any more")
    return pack


_DEFAULT: dict[str, LoadedPack] = {}
