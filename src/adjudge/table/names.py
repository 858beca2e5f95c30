"""Names at one table: nobody there can be taken for somebody else.

A guest is called as they wish, wherever nobody else is called so. Where somebody is, or looks as
if, a number tells them apart: who was there first keeps the plain name.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, Protocol

from adjudge.table.guests import NAME_CHARACTERS

# Letters that are drawn like another, small or capital, after the case is folded.
ALIKE: Final = str.maketrans(
    {
        **dict(zip("авеёзікмнорстухјѕһԁԛԝ", "abee3lkmhopctyxjshdqw", strict=True)),
        **dict(zip("αβεζηικμνορτυχϲϳ", "abezhlkmnoptyxcj", strict=True)),
        **dict(zip("01iı|", "ollll", strict=True)),
    }
)
SEEN: Final = "LNS"  # letters, numbers, and signs: the rest is soon overlooked


class Sitting(Protocol):
    """A seat, in memory or in the database."""

    @property
    def seat(self) -> int:
        """Its number."""

    @property
    def guest(self) -> str | None:
        """Who sits there."""

    @property
    def name(self) -> str:
        """What whoever sits there is called."""


@lru_cache(10_000)
def looks(name: str) -> str:
    """What a name looks like at a glance: names that look the same are the same to a reader."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    seen = "".join(c for c in folded if unicodedata.category(c)[0] in SEEN)
    return (seen or folded).translate(ALIKE)


def names_of_others(seats: Sequence[Sitting], guest: str | None) -> Iterator[str]:
    """What those are called who sit there, but for the guest; and how their seats are called."""
    shared = Counter(place.name for place in seats)
    for place in seats:
        yield f"Seat {place.seat}"
        yield f"Seat {place.seat + 1}"
        if place.name and (place.guest is None or place.guest != guest):
            yield place.name
            if shared[place.name] > 1:  # the page tells seats of one name apart by their numbers
                yield f"{place.name} {place.seat + 1}"


def apart(name: str, taken: Iterable[str]) -> str:
    """The name, with a number if somebody there is called so or as good as so."""
    there = {looks(other) for other in taken}
    if looks(name) not in there:
        return name
    ends = (f" ({number})" for number in itertools.count(2))
    numbered = (name[: NAME_CHARACTERS - len(end)].rstrip() + end for end in ends)
    return next(shown for shown in numbered if looks(shown) not in there)
