"""Content packs: those at hand, and those that the database keeps for the matches played with them.

A match pins its pack by its hash. So that it goes on when a folder is changed or gone, every pack
at hand is kept with the database; what is kept is read when a table needs it.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from adjudge.kernel.game import Invalid, brief
from adjudge.kernel.reading import IMPOSSIBLE
from adjudge.packs import LoadedPack, from_text, pack_text
from adjudge.table import rows
from adjudge.table.store import Store

HASH: Final = re.compile(r"sha256:[0-9a-f]{64}")


class Library(Mapping[str, LoadedPack]):
    """The packs that this worker has read, by hash."""

    def __init__(self, at_hand: Mapping[str, LoadedPack], store: Store) -> None:
        self.at_hand = at_hand  # with which new tables are made
        self.store = store
        self._read = dict(at_hand)

    def __getitem__(self, hash: str) -> LoadedPack:
        return self._read[hash]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)

    async def keep(self) -> None:
        """What is at hand is kept for the matches that will be played with it."""
        kept = [kept_as(pack) for pack in self.at_hand.values()]
        await self.store.write(partial(rows.keep_packs, kept=kept))

    async def find(self, hash: str) -> LoadedPack:
        """The pack of that hash, from the database if need be; Invalid says why there is none."""
        if hash not in self._read:
            kept = None
            if HASH.fullmatch(hash):
                kept = await self.store.read(partial(rows.find_pack, hash=hash))
            if kept is None:
                raise Invalid(f"pack: {brief(hash)} is nowhere: --pack FOLDER gives it back")
            self._read.setdefault(hash, await asyncio.to_thread(unkept, kept, hash))
        return self._read[hash]


def kept_as(pack: LoadedPack) -> dict[str, Any]:
    """A pack as a row of the database."""
    header = {"name": pack.name, "version": pack.version, "title": pack.title}
    content = zlib.compress(pack_text(pack), 9)
    return header | {"game": pack.game.id, "hash": pack.hash, "content": content}


def unkept(content: bytes, hash: str) -> LoadedPack:
    """The pack that was kept; Invalid if it is broken, or if its game cannot read it any more."""
    try:
        return from_text(zlib.decompress(content), hash)
    except zlib.error as problem:
        raise Invalid(f"pack: {brief(hash)} is broken: {problem}") from None
    except IMPOSSIBLE as problem:
        raise Invalid(f"pack: {brief(hash)} cannot be read by this Adjudge: {problem}") from None
