"""The page's TypeScript types, made from `adjudge.table.protocol`.

python scripts/protocol_types.py --write     make web/src/protocol.ts anew
python scripts/protocol_types.py --check     fail if it is stale
"""

from __future__ import annotations

import argparse
import inspect
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec

from adjudge.table import protocol

FILE = Path(__file__).parents[1] / "web" / "src" / "protocol.ts"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
HEAD = """\
// Made by scripts/protocol_types.py from src/adjudge/table/protocol.py: change that, not this.
// Times are seconds since 1970; seats count from 0; a spectator's seat is null.
"""


def typescript(hint: Any) -> str:
    """A Python type as TypeScript."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        return "unknown"
    if hint in PLAIN:
        return PLAIN[hint]
    if hint in declared():
        return str(hint.__name__)
    if origin is Annotated:
        return typescript(args[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in args)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(typescript(arg) for arg in args))
    if origin is list:
        inner = typescript(args[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {typescript(args[1])}>"
    raise TypeError(f"{hint} has no form in TypeScript")


def declared() -> list[Any]:
    """Every message type, in the module's order."""
    found = [value for value in vars(protocol).values() if inspect.isclass(value)]
    own = [value for value in found if value.__module__ == protocol.__name__]
    return [value for value in own if issubclass(value, msgspec.Struct) or is_typeddict(value)]


def interface(declaration: Any) -> Iterator[str]:
    """One type."""
    yield f"/** {declaration.__doc__} */"
    yield f"export interface {declaration.__name__} {{"
    if is_typeddict(declaration):
        yield from dict_fields(declaration)
    else:
        yield from struct_fields(declaration)
    yield "}"
    yield ""


def dict_fields(declaration: Any) -> Iterator[str]:
    """The keys of a dictionary."""
    for name, hint in get_type_hints(declaration).items():
        mark = "?" if name in declaration.__optional_keys__ else ""
        yield f"  {name}{mark}: {typescript(hint)};"


def struct_fields(struct: type[msgspec.Struct]) -> Iterator[str]:
    """The fields of a struct; what has a default may be left out of a request."""
    tag = struct.__struct_config__.tag
    if tag is not None:
        yield f'  type: "{tag}";'
    hints = get_type_hints(struct, include_extras=True)
    request = struct.__struct_config__.forbid_unknown_fields
    for field in msgspec.structs.fields(struct):
        mark = "?" if request and not field.required else ""
        yield f"  {field.encode_name}{mark}: {typescript(hints[field.name])};"


def union(name: str) -> str:
    """One of the two directions of a socket."""
    return f"export type {name} = {typescript(getattr(protocol, name))};"


def module() -> str:
    """The whole file."""
    lines = [HEAD, f"export const PROTOCOL = {protocol.PROTOCOL};", ""]
    for declaration in declared():
        lines += interface(declaration)
    lines += ["/** Over the socket, to the server. */", union("FromClient"), ""]
    lines += ["/** Over the socket, to the client. */", union("FromServer"), ""]
    return "\n".join(lines)


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    either = parser.add_mutually_exclusive_group(required=True)
    either.add_argument("--write", action="store_true")
    either.add_argument("--check", action="store_true")
    args = parser.parse_args()
    made = module()
    if args.write:
        FILE.parent.mkdir(parents=True, exist_ok=True)
        FILE.write_text(made, encoding="utf-8")
    elif not FILE.is_file() or FILE.read_text(encoding="utf-8") != made:
        print(f"{FILE.name} is stale: python scripts/protocol_types.py --write", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
