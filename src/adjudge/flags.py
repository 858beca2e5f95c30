"""How commands are added, flags that several of them have, and what can be wrong with those."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NoReturn

from adjudge.bots import Budget, parse_budget
from adjudge.kernel.game import Invalid

OK, NOT_OK, BAD_INPUT, STOPPED = 0, 1, 2, 130
Run = Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Bad flags are bad input like any other."""
        raise Invalid(f"{message} (see {self.prog} --help)")


def add_command(commands: Any, before: str, name: str, run: Run, help: str, example: str) -> Parser:
    """One more command; its example begins with the words before its name."""
    added: Parser = commands.add_parser(
        name,
        help=help,
        description=f"{help[0].upper()}{help[1:]}.",
        epilog=f"example: {before} {name} {example}",
        allow_abbrev=False,
    )
    added.set_defaults(run=run)
    return added


def add_json(p: Parser) -> None:
    """For programs."""
    p.add_argument("--json", action="store_true", help="one JSON object instead of text")


def add_pack(p: Parser) -> None:
    """Content of one's own."""
    p.add_argument("--pack", metavar="FOLDER", help="a content pack other than the default")


def add_budget(p: Parser) -> None:
    """How long bots may think."""
    p.add_argument(
        "--budget",
        metavar="B",
        help="what a bot may spend on a decision: seconds (0.2s) or iterations (100), "
        "in two processes 0.2sx2 or 100x2; flat:0.2s as a bot's name gives that one its own",
    )


def given_budget(args: argparse.Namespace) -> Budget:
    """What was said of it."""
    return Budget() if args.budget is None else parse_budget(args.budget)


def check_number(name: str, value: int, least: int, most: int) -> None:
    """Invalid unless it is between the two."""
    if not least <= value <= most:
        raise Invalid(f"{name}: {value} is not a whole number from {least} to {most}")
