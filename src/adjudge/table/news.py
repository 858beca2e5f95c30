"""What workers tell each other of their tables, in the notifications of the database.

A notification names the worker that speaks and the table. Where they fit, the entries that were
written come with it, and nobody has to read them. All else (who sits there, an answer in a window,
talk) is a word to look: what is sealed or private is read where it is kept, and travels nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudge.table.live import Entry

MOST_BYTES = 7_900  # PostgreSQL takes less than 8,000
decoder = msgspec.json.Decoder(list[Entry])


def words_of(worker: str, table: str, entries: Sequence[Entry] = ()) -> str:
    """What is told of a table: the entries, or to look where there are none or too many."""
    words = f"{worker} {table}"
    if not entries:
        return words
    told = f"{words} {msgspec.json.encode(entries).decode()}"
    return told if len(told.encode()) <= MOST_BYTES else words


def entries_in(told: bytes) -> list[Entry] | None:
    """The entries that came with a notification; None where it says no more than to look."""
    try:
        return decoder.decode(told)
    except (msgspec.MsgspecError, UnicodeError):  # nothing, or what another version says
        return None


def following(version: int, told: Sequence[Entry]) -> list[Entry] | None:
    """What of it comes after that version, in its order; None if something in between is missing.

    Notifications may come twice, and one may have been lost.
    """
    later = {entry.number: entry for entry in told if entry.number > version}
    if sorted(later) != list(range(version + 1, version + 1 + len(later))):
        return None
    return [later[number] for number in sorted(later)]
