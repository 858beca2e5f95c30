"""Data from outside: walked with its path at hand, so that a message can say where it is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self, TypeVar

import msgspec

from adjudge.kernel.game import Invalid, brief
from adjudge.kernel.rng import Rng

T = TypeVar("T")


class Reader:
    """Walks saved data and says where it is wrong."""

    def __init__(self, data: Any, path: str) -> None:
        self.data = data
        self.path = path

    def wrong(self, expected: str) -> Invalid:
        """What stands here, and what should."""
        return Invalid(f"{self.path}: {brief(self.data)} is not {expected}")

    def keys(self, expected: Sequence[str]) -> None:
        """Just these keys."""
        if not isinstance(self.data, dict):
            raise self.wrong("an object")
        for key in expected:
            if key not in self.data:
                raise Invalid(f"{self.path}: {key} is missing")
        for key in self.data:
            if key not in expected:
                raise Invalid(f"{self.path}.{key}: unknown")

    def __getitem__(self, key: str) -> Self:
        return type(self)(self.data[key], f"{self.path}.{key}")

    def items(self, most: int) -> list[Self]:
        """A list of so many things at most."""
        if not isinstance(self.data, list) or len(self.data) > most:
            raise self.wrong(f"a list of at most {most}")
        return [type(self)(item, f"{self.path}[{i}]") for i, item in enumerate(self.data)]

    def number(self, least: int, most: int) -> int:
        """A whole number within bounds."""
        if isinstance(self.data, bool) or not isinstance(self.data, int):
            raise self.wrong("a whole number")
        if not least <= self.data <= most:
            raise self.wrong(f"between {least} and {most}")
        return self.data

    def hexadecimal(self, least: int, most: int) -> int:
        """A number within bounds, written in base 16."""
        text = self.data if isinstance(self.data, str) else ""
        number = int(text, 16) if re.fullmatch("[0-9a-f]{1,16}", text) else -1
        if not least <= number <= most:
            raise self.wrong(f"a hexadecimal number above {least - 1}")
        return number

    def one_of(self, words: Sequence[str]) -> int:
        """The position of the word in the list."""
        if self.data not in words:
            raise self.wrong(f"one of {', '.join(words)}")
        return words.index(self.data)

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.data, bool):
            raise self.wrong("true or false")
        return self.data

    def set_of(self, least: int, most: int) -> int:
        """A list of different numbers within bounds, as a set."""
        found = 0
        for item in self.items(most - least + 1):
            member = 1 << item.number(least, most)
            if found & member:
                raise item.wrong("a number that is here once")
            found |= member
        return found


def write_rng(rng: Rng) -> dict[str, Any]:
    """Chance: the generator as hexadecimal, and a script with how much of it was used."""
    return {"state": f"{rng.state:x}", "script": rng.script, "used": rng.used}


def read_rng(saved: Reader) -> Rng:
    """Chance."""
    saved.keys(("state", "script", "used"))
    rng = Rng()
    rng.state = saved["state"].hexadecimal(1, 2**63 - 1)
    if saved["script"].data is not None:
        rng.script = [item.number(0, 2**31) for item in saved["script"].items(100_000)]
    rng.used = saved["used"].number(0, len(rng.script or []))
    return rng


def typed(data: Mapping[str, Any], kind: type[T]) -> T:
    """Content as that type; Invalid names the path and the value."""
    try:
        return msgspec.convert(dict(data), kind)
    except msgspec.ValidationError as problem:
        raise Invalid(explained(str(problem), data)) from None


def explained(problem: str, data: Any) -> str:
    """msgspec's message with the path in front and the value behind."""
    message, found, path = problem.partition(" - at `$")
    path = path.rstrip("`").lstrip(".")
    return f"{path}: {message}, in {value_at(data, path)!r}" if found else message


def value_at(data: Any, path: str) -> Any:
    """What stands at `a.b[2].c`."""
    for part in path.replace("]", "").replace("[", ".").split("."):
        data = data[int(part)] if part.isdigit() else data[part] if part else data
    return data


def check_distinct(path: str, names: list[str], rule: str) -> None:
    """No two alike."""
    for i, name in enumerate(names):
        if name in names[:i]:
            raise Invalid(f"{path}[{i}].name: {name!r} is given twice [{rule}]")
