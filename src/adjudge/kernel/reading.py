"""Data from outside: walked with its path at hand, so that a message can say where it is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, TypeVar

import msgspec

from adjudge.kernel.agenda import PAST_THE_END, Procedure
from adjudge.kernel.game import Invalid, brief
from adjudge.kernel.rng import KEY_BYTES, MOST_DRAWN, Rng

T = TypeVar("T")

MOST_RECORDS = 100  # deeper than any agenda

# What the rules do with a position that no game can reach.
IMPOSSIBLE = (ValueError, AssertionError, IndexError, OverflowError)


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

    def secret(self, length: int) -> bytes:
        """So many bytes, written in base 16; a message tells nothing of them."""
        text = self.data if isinstance(self.data, str) else ""
        if not re.fullmatch(f"[0-9a-f]{{{2 * length}}}", text):
            raise Invalid(f"{self.path}: not {2 * length} hexadecimal digits")
        return bytes.fromhex(text)

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


R = TypeVar("R", bound=Reader)


class Records:
    """How a game's agenda is written: per kind a name, and what each field beside `at` holds."""

    def __init__(self, records: Mapping[int, tuple[str, Mapping[str, str]]]) -> None:
        self.records = records
        self.kinds = {name: kind for kind, (name, fields) in records.items()}

    def write(self, now: Procedure, write_value: Callable[[str, Any], Any]) -> list[dict[str, Any]]:
        """What is under way, the outermost first."""
        written: list[dict[str, Any]] = []
        p: Procedure | None = now
        while p is not None:
            name, fields = self.records[p.kind]
            record: dict[str, Any] = {"is": name, "at": p.at}
            record |= {key: write_value(kind, getattr(p, key)) for key, kind in fields.items()}
            written.insert(0, record)
            p = p.under
        return written

    def read(
        self,
        saved: R,
        blank: Callable[[int], Procedure],
        read_value: Callable[[str, R], Any],
    ) -> Procedure:
        """The innermost record; the first one written, of kind 0, is the game itself."""
        now: Procedure | None = None
        for record in saved.items(MOST_RECORDS):
            kind = self.kind_of(record)
            if (now is None) != (kind == 0):
                raise Invalid(f"{record.path}.is: the game, and nothing else, is outermost")
            p = blank(kind)
            p.at = record["at"].number(0, PAST_THE_END)
            for key, value_kind in self.records[kind][1].items():
                setattr(p, key, read_value(value_kind, record[key]))
            p.under = now
            now = p
        if now is None:
            raise saved.wrong("an agenda with the game in it")
        return now

    def kind_of(self, record: Reader) -> int:
        """The kind that a record names; it has the fields of that kind."""
        name = record.data.get("is") if isinstance(record.data, dict) else None
        if not isinstance(name, str) or name not in self.kinds:
            known = ", ".join(self.kinds)
            raise Invalid(f"{record.path}.is: {brief(name)} is not one of {known}")
        kind = self.kinds[name]
        record.keys(("is", "at", *self.records[kind][1]))
        return kind


def write_rng(rng: Rng) -> dict[str, Any]:
    """Chance: key and place in its stream, or the fast generator; a script and its used part."""
    script = {"script": rng.script, "used": rng.used}
    if rng.key:
        return {"key": rng.key.hex(), "drawn": rng.drawn} | script
    return {"state": f"{rng.state:x}"} | script


def read_rng(saved: Reader) -> Rng:
    """Chance."""
    rng = Rng()
    if isinstance(saved.data, dict) and "key" in saved.data:
        saved.keys(("key", "drawn", "script", "used"))
        rng.key = saved["key"].secret(KEY_BYTES)
        rng.drawn = saved["drawn"].number(0, MOST_DRAWN)
    else:
        saved.keys(("state", "script", "used"))
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
    if found:
        return f"{path}: {message}, in {brief(value_at(data, path))}"
    unknown = re.fullmatch("Object contains unknown field `(.*)`", message)
    return f"{unknown[1]}: unknown" if unknown else message


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
