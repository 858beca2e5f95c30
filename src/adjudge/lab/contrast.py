"""Two runs beside each other: what changed, and what of it is beyond chance."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from adjudge.games import GAMES
from adjudge.kernel.game import Game, Invalid
from adjudge.lab.findings import Row, Thing, divided, find, in_order, playing, seat_itself
from adjudge.lab.stats import (
    Difference,
    beyond_chance,
    lift_change,
    newcombe,
    paired_mean,
    paired_share,
    welch,
)
from adjudge.lab.store import read_games, read_run

FEW = 10  # games with a thing on either side, to compare it at all


class Change(msgspec.Struct):
    """A figure of A and of B, what lies between, and how likely so much is by chance alone."""

    what: str
    of: str  # "share", "lift" (one share above another) or "mean"
    a: float
    b: float
    low: float
    high: float
    p: float
    beyond: bool = False  # chance, among all of its table

    @property
    def value(self) -> float:
        """B less A."""
        return self.b - self.a


class Contrast(msgspec.Struct):
    """Everything that was compared."""

    game: str
    a: dict[str, Any]  # the packs, and how many games
    b: dict[str, Any]
    paired: bool  # whether both are the same games
    wins: list[Change]
    course: list[Change]
    things: list[Change]

    @property
    def changes(self) -> list[Change]:
        """All of them."""
        return [*self.wins, *self.course, *self.things]


def contrast(a: Path, b: Path) -> Contrast:
    """Compare two folders of results; Invalid if they are of different games.

    If both are of the same cases, games are compared one by one, otherwise as they are.
    """
    runs = read_run(a), read_run(b)
    if runs[0]["game"] != runs[1]["game"]:
        raise Invalid(f"{b}: games of {runs[1]['game']}, while {a} has {runs[0]['game']}")
    game = GAMES[runs[0]["game"]]
    rows = read_games(a), read_games(b)
    paired = [who(row) for row in rows[0]] == [who(row) for row in rows[1]]
    sides = [
        {"folder": str(folder), "plan": run["plan"], "pack": run["pack"], "games": run["games"]}
        for folder, run in zip((a, b), runs, strict=True)
    ]
    found = Contrast(
        game=game.id,
        a=sides[0],
        b=sides[1],
        paired=paired,
        wins=win_changes(game, *rows, paired),
        course=course_changes(*rows, paired),
        things=thing_changes(
            *(side_of(folder, own) for folder, own in zip((a, b), rows, strict=True))
        ),
    )
    for changes in (found.wins, found.course, found.things):
        marks = beyond_chance([change.p for change in changes])
        for change, mark in zip(changes, marks, strict=True):
            change.beyond = mark
    return found


def who(row: Row) -> tuple[Any, ...]:
    """What makes two games the same case."""
    return row["setup"], row["seed"], row["order"], row["options"]


def changed(what: str, of: str, found: Difference) -> Change:
    """A difference by name."""
    return Change(what, of, found.a, found.b, found.low, found.high, found.p)


# Who wins


def win_changes(game: Game, a: Sequence[Row], b: Sequence[Row], paired: bool) -> list[Change]:
    """By party, overall and in each group of games; where all win together, by group."""
    changes = []
    for name, some_a, some_b in groups(*(together(game, rows, False) for rows in (a, b))):
        for party in in_order(party for row in some_a for party in row["parties"]):
            if any(party in row["parties"] for row in some_b):
                hits = won(playing(party))
                changes.append(share_change(f"{party} wins{name}", some_a, some_b, hits, paired))
    for name, some_a, some_b in groups(*(together(game, rows, True) for rows in (a, b))):
        hits = won(seat_itself(0))
        changes.append(share_change(f"won{name}", some_a, some_b, hits, paired))
    begun = [[r for r in together(game, rows, False) if r["first"] is not None] for rows in (a, b)]
    if all(begun):
        hits = won(lambda row: [row["first"]])
        changes.append(share_change("the first player wins", begun[0], begun[1], hits, paired))
    return changes


def together(game: Game, rows: Iterable[Row], wanted: bool) -> list[Row]:
    """The games in which all win or lose together, or the others."""
    return [row for row in rows if (len(game.sides(row["seats"], row["options"])) == 1) == wanted]


def groups(a: Sequence[Row], b: Sequence[Row]) -> list[tuple[str, list[Row], list[Row]]]:
    """All games of both, and those of each value that both have; with a name for what they are."""
    if not a or not b:
        return []
    found = [("", list(a), list(b))]
    others = dict(divided(b))
    for option, values in divided(a):
        for value, rows in values.items():
            if value in others.get(option, {}):
                found.append((f", {option} {value}", rows, others[option][value]))
    return found


def won(seats: Callable[[Row], Sequence[int]]) -> Callable[[Row], list[bool]]:
    """For each of those seats, whether it won."""
    return lambda row: [seat in row["winners"] for seat in seats(row)]


def share_change(
    what: str,
    a: Sequence[Row],
    b: Sequence[Row],
    hits: Callable[[Row], list[bool]],
    paired: bool,
) -> Change:
    """How often something was so, deal by deal if they are the same."""
    if paired:
        return changed(what, "share", paired_share(by_deal(a, hits), by_deal(b, hits)))
    of_a, of_b = [h for row in a for h in hits(row)], [h for row in b for h in hits(row)]
    return changed(what, "share", newcombe(sum(of_a), len(of_a), sum(of_b), len(of_b)))


def by_deal(rows: Iterable[Row], hits: Callable[[Row], list[bool]]) -> dict[Hashable, list[bool]]:
    """What was so in the games of each deal."""
    found: dict[Hashable, list[bool]] = {}
    for row in rows:
        found.setdefault(row["deal"], []).extend(hits(row))
    return {deal: values for deal, values in found.items() if values}


# How it goes


def course_changes(a: Sequence[Row], b: Sequence[Row], paired: bool) -> list[Change]:
    """Lengths, dead turns, changes of the lead, comebacks."""
    changes = []
    for column in ("turns", "decisions", "dead_turns", "lead_changes"):
        of_a, of_b = [row[column] for row in a], [row[column] for row in b]
        found = paired_mean(of_a, of_b) if paired else welch(of_a, of_b)
        changes.append(changed(f"{column.replace('_', ' ')} a game", "mean", found))
    decided = [[row["behind"] for row in rows if row["behind"] is not None] for rows in (a, b)]
    if all(decided):
        before, after = decided
        found = newcombe(sum(before), len(before), sum(after), len(after))
        changes.append(changed("comebacks", "share", found))
    return changes


# Things


class Side(msgspec.Struct):
    """The things of a run, and how often each party won."""

    things: list[Thing]
    won: dict[str, tuple[int, int]]


def side_of(folder: Path, rows: Iterable[Row]) -> Side:
    """Read one of the two."""
    won: dict[str, tuple[int, int]] = {}
    for row in rows:
        for seat, party in enumerate(row["parties"]):
            hits, n = won.get(party, (0, 0))
            won[party] = hits + (seat in row["winners"]), n + 1
    return Side(find(folder).things, won)


def thing_changes(a: Side, b: Side) -> list[Change]:
    """How often each was played if drawn; and how much more was won with it than without.

    The games of both are taken as different ones.
    """
    after = {(one.kind, one.thing, one.party): one for one in b.things}
    changes = []
    for one in a.things:
        other = after.get((one.kind, one.thing, one.party))
        if other is None or min(one.games, other.games) < FEW:
            continue
        name = f"{one.kind} {one.thing}"
        if one.label != other.label:
            name += f" ({one.label}; in B {other.label})"
        use = newcombe(*counted(one.use), *counted(other.use))
        changes.append(changed(f"{name}: played if drawn", "share", use))
        before, now = with_and_without(one, a.won), with_and_without(other, b.won)
        if min(before[1], before[3], now[1], now[3]) >= FEW:
            found = lift_change(before, now)
            changes.append(changed(f"{name}: won with it, above without", "lift", found))
    return changes


def with_and_without(one: Thing, won: dict[str, tuple[int, int]]) -> tuple[int, int, int, int]:
    """The wins and games of its party in which it was played, and all others."""
    hits, n = counted(one.won_played) if one.won_played else (0, 0)
    all_hits, all_n = won[one.party]
    return hits, n, all_hits - hits, all_n - n


def counted(line: Any) -> tuple[int, int]:
    """Hits, and of how many."""
    return round(line.value * line.n), line.n


# In words


def verdict(change: Change) -> str:
    """A change in a line, in points or as it is."""
    scale, unit = (1.0, "") if change.of == "mean" else (100.0, " points")
    styles = {"share": "{:.1%}", "lift": "{:+.1%}", "mean": "{:,.2f}"}
    a, b = (styles[change.of].format(v) for v in (change.a, change.b))
    between = f"{change.low * scale:+.1f} to {change.high * scale:+.1f}"
    return f"{a} to {b}: {change.value * scale:+.1f}{unit} ({between})"


def headlines(found: Contrast, folder: Path, card: str) -> list[str]:
    """For each party that holds the card: whether it wins more or less often, and by how much."""
    parties = in_order(one.party for one in find(folder).things if one.thing == card)
    wanted = ["won", *(f"{party} wins" for party in parties)] if card else []
    return [
        f"{change.what} {verdict(change)}, p = {change.p:.2g}"
        for change in found.wins
        if change.what in wanted
    ]


def markdown(found: Contrast, title: str) -> str:
    """All changes as tables; what is beyond chance has a star and comes first."""
    lines = [f"# {title}", "", method(found), ""]
    for name, changes in (
        ("Who wins", found.wins),
        ("How it goes", found.course),
        ("Things", shown(found.things)),
    ):
        lines += [f"## {name}", ""]
        lines += ["|  | A | B | B less A | 95 % interval | p | |"]
        lines += ["| --- | ---: | ---: | ---: | --- | ---: | --- |"]
        lines += [table_line(change) for change in changes]
        lines.append("")
    return "\n".join(lines)


def shown(changes: Sequence[Change]) -> list[Change]:
    """The likeliest first, but of those that may be chance no more than a few."""
    ordered = sorted(changes, key=lambda change: (not change.beyond, change.p))
    return [change for i, change in enumerate(ordered) if change.beyond or i < FEW]


def table_line(change: Change) -> str:
    """A row."""
    parts = verdict(change)
    values, rest = parts.split(": ", 1)
    a, b = values.split(" to ")
    value, between = rest.split(" (", 1)
    mark = "beyond chance" if change.beyond else ""
    return f"| {change.what} | {a} | {b} | {value} | {between[:-1]} | {change.p:.2g} | {mark} |"


def method(found: Contrast) -> str:
    """How it was judged."""
    same = (
        "Both are the same games, deal by deal: win rates by a bootstrap over deals and the exact "
        "sign test (McNemar's), lengths by Student's test of the differences"
        if found.paired
        else "The games are different ones: win rates by Newcombe's interval and Fisher's exact "
        "test, lengths by Welch's test"
    )
    n = len(found.changes)
    return (
        f"A: {found.a['games']:,} games with {found.a['pack']['name']} "
        f"{found.a['pack']['hash'][7:15]}; B: {found.b['games']:,} with {found.b['pack']['name']} "
        f"{found.b['pack']['hash'][7:15]}. {same}; things by Newcombe's interval, "
        "Fisher's test for how often they are played and a normal one for what goes with it. "
        f"Of all {n:,} comparisons those are beyond chance that hold by Benjamini and Hochberg at "
        "5 % within their table."
    )
