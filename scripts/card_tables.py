"""Every card of a run of the lab, a table in Markdown for each deck: played how often, won with it.

The cards of docs/helter-skelter-balance.md are from here.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from adjudge.kernel.game import Invalid
from adjudge.lab.findings import Findings, Line, Thing, find
from adjudge.lab.stats import Estimate, share

HEAD = (
    "| card | shows | drawn | played | won if played | n | won if not | n |",
    "| ---: | --- | ---: | --- | --- | ---: | --- | ---: |",
)


def main() -> int:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path, help="the results of `adjudge lab run`")
    try:
        print("\n\n".join(tables(find(arguments.parse_args().folder))))
    except Invalid as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def tables(found: Findings) -> list[str]:
    """The cards of each party by number, under its name."""
    cards = [one for one in found.things if one.kind == "card"]
    decks = {party: [one for one in cards if one.party == party] for party in found.parties}
    return [
        "\n".join([f"### {party}", "", *HEAD, *map(row, decks[party])])
        for party in found.parties
        if decks[party]
    ]


def row(one: Thing) -> str:
    """A card: of the times it was drawn those played; of the games won those with and without."""
    cells = [
        one.thing.rpartition("-")[2],
        one.label,
        f"{one.drawn:,}",
        figure(share(one.played, one.drawn)),
        *won(one.won_played),
        *won(one.won_unplayed),
    ]
    return f"| {' | '.join(cells)} |"


def won(line: Line | None) -> tuple[str, str]:
    """A win rate, and of how many games."""
    return (figure(line), f"{line.n:,}") if line is not None else ("", "0")


def figure(of: Estimate | Line) -> str:
    """A share with its interval."""
    return f"{of.value:.1%} ({of.low:.1%} to {of.high:.1%})".replace("%", " %")


if __name__ == "__main__":
    sys.exit(main())
