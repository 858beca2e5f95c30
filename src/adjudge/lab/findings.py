"""What a folder of results says: shares and means with intervals, and every thing that was used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from adjudge.games import GAMES
from adjudge.kernel.accounts import CHARACTER
from adjudge.kernel.game import Game, Invalid
from adjudge.lab.stats import Difference, Estimate, grouped_share, mean, newcombe, share
from adjudge.lab.store import read_games, read_run, read_times, read_uses

Row = dict[str, Any]


class Line(msgspec.Struct):
    """A figure with its interval."""

    name: str
    value: float
    low: float
    high: float
    n: int


class Chart(msgspec.Struct):
    """Figures that belong together."""

    section: str
    title: str
    of: str  # "share" or "mean"
    lines: list[Line]
    even: float | None = None  # where all would be if it made no difference
    note: str = ""


class Spread(msgspec.Struct):
    """How often each value came up, by set-up."""

    title: str
    counts: dict[str, dict[int, int]]


class Thing(msgspec.Struct):
    """A card, box or character over all games in which somebody had it."""

    kind: str
    thing: str
    label: str
    party: str
    games: int  # in which its holder had it
    drawn: int
    played: int
    paid: int
    discarded: int
    held: int
    kept: float  # turns at most, on average
    use: Line  # of the games that it was drawn in: those in which it was played
    won_played: Line | None  # by its holder, if it was played
    won_unplayed: Line | None  # if it was drawn and never played
    edge: Line | None  # the difference
    mark: str  # "never played", "always played" or nothing
    how: dict[str, int]


class Findings(msgspec.Struct):
    """Everything that a report shows."""

    plan: str
    game: str
    title: str
    pack: dict[str, str]
    setups: list[dict[str, Any]]
    games: int
    ended: int
    seconds: float
    parties: list[str]
    charts: list[Chart]
    spreads: list[Spread]
    things: list[Thing]


WINS, LENGTH, COURSE, OWN = "Who wins", "How long it takes", "How it goes", "The game's own figures"


def find(folder: Path, setup: str | None = None) -> Findings:
    """Read a folder of results, or one set-up of it; Invalid if it holds none, or not all."""
    run = read_run(folder)
    game = GAMES[run["game"]]
    names = [one["name"] for one in run["setups"]]
    if setup is not None and setup not in names:
        raise Invalid(f"setup: {setup!r} is not one of {', '.join(names)}")
    rows = [row for row in read_games(folder) if setup in (None, row["setup"])]
    uses = read_uses(folder)
    uses = uses.filter(pc.is_in(uses["case"], pa.array([row["case"] for row in rows], pa.int32())))
    return Findings(
        plan=run["plan"],
        game=game.id,
        title=game.title,
        pack=run["pack"],
        setups=[one for one in run["setups"] if setup in (None, one["name"])],
        games=len(rows),
        ended=sum(row["ended"] for row in rows),
        seconds=round(read_times(folder), 3),
        parties=in_order(party for row in rows for party in row["parties"]),
        charts=[*win_charts(game, rows), *length_charts(rows), *course_charts(game, rows)],
        spreads=[
            Spread("Turns", spread(rows, "turns")),
            Spread("Decisions", spread(rows, "decisions")),
        ],
        things=things(uses),
    )


def line(name: str, figure: Estimate) -> Line:
    """A figure with a name."""
    return Line(name, figure.value, figure.low, figure.high, figure.n)


def change(name: str, found: Difference, n: int) -> Line:
    """A difference with a name."""
    return Line(name, found.value, found.low, found.high, n)


def in_order(names: Iterable[str]) -> list[str]:
    """Each once, as they come."""
    return list(dict.fromkeys(names))


# Who wins


def win_charts(game: Game, rows: Sequence[Row]) -> list[Chart]:
    """Games of several sides by party, seat and order; others by what was set up."""
    sides = [len(game.sides(row["seats"], row["options"])) for row in rows]
    against = [row for row, n in zip(rows, sides, strict=True) if n > 1]
    together = [row for row, n in zip(rows, sides, strict=True) if n == 1]
    charts = []
    if against:
        even = sum(1 / n for n in sides if n > 1) / len(against)
        charts += [*party_charts(against, even), *order_charts(against, even)]
    if together:
        charts += together_charts(together)
    charts.append(reasons_chart(rows))
    return [chart for chart in charts if chart.lines]


def won_by(rows: Iterable[Row], seats: Callable[[Row], Sequence[int]]) -> Estimate:
    """How often those seats won; each counts."""
    return grouped_share(
        (row["deal"], seat in row["winners"]) for row in rows for seat in seats(row)
    )


def playing(party: str) -> Callable[[Row], list[int]]:
    """The seats that play it."""
    return lambda row: [seat for seat, name in enumerate(row["parties"]) if name == party]


def party_charts(rows: Sequence[Row], even: float) -> list[Chart]:
    """By party: over all, for each value of an option, and against each other."""
    parties = in_order(party for row in rows for party in row["parties"])
    lines = [line(party, won_by(rows, playing(party))) for party in parties]
    charts = [Chart(WINS, "Win rate by what is played", "share", lines, even)]
    for option, groups in divided(rows):
        lines = [
            line(f"{party}, {value}", won_by(some, playing(party)))
            for value, some in groups.items()
            for party in in_order(party for row in some for party in row["parties"])
        ]
        charts.append(Chart(WINS, f"Win rate by {option}", "share", lines, even))
    pairs = in_order(" : ".join(sorted(set(row["parties"]))) for row in rows)
    if len(pairs) > 1 and all(row["seats"] == 2 for row in rows):
        charts.append(Chart(WINS, "The first named of each pair", "share", pair_lines(rows), 0.5))
    return charts


def pair_lines(rows: Sequence[Row]) -> list[Line]:
    """Each pair of parties once."""
    lines = []
    for one, other in in_order_of_pairs(rows):
        met = [row for row in rows if set(row["parties"]) == {one, other}]
        lines.append(line(f"{one} : {other}", won_by(met, playing(one))))
    return lines


def in_order_of_pairs(rows: Iterable[Row]) -> list[tuple[str, str]]:
    """Who met whom, as they come."""
    found: dict[frozenset[str], tuple[str, str]] = {}
    for row in rows:
        one, other = row["parties"]
        if one != other:
            found.setdefault(frozenset((one, other)), (one, other))
    return list(found.values())


def divided(rows: Sequence[Row]) -> list[tuple[str, dict[str, list[Row]]]]:
    """The options that differ between deals, with the games of each value; seats, and set-ups.

    What divides the games as another does already is left out.
    """
    found = []
    for option in rows[0]["options"]:
        if option.rpartition("_")[2].isdigit() or changes_within_a_deal(rows, option):
            continue
        found.append((option.replace("_", " "), by(rows, value_of(option))))
    found.append(("players", by(rows, lambda row: str(row["seats"]))))
    found.append(("set-up", by(rows, lambda row: row["setup"])))
    told: list[list[list[int]]] = []
    kept = []
    for option, groups in found:
        parts = [[row["case"] for row in some] for some in groups.values()]
        if len(groups) > 1 and parts not in told:
            told.append(parts)
            kept.append((option, groups))
    return kept


def value_of(option: str) -> Callable[[Row], str]:
    """Of a set-up option."""
    return lambda row: str(row["options"][option])


def changes_within_a_deal(rows: Iterable[Row], option: str) -> bool:
    """Whether it goes with the seats."""
    seen: dict[int, str] = {}
    return any(
        seen.setdefault(row["deal"], v) != v for row in rows for v in [row["options"][option]]
    )


def by(rows: Iterable[Row], key: Callable[[Row], str]) -> dict[str, list[Row]]:
    """The games in groups."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def order_charts(rows: Sequence[Row], even: float) -> list[Chart]:
    """Whether it matters who begins, who sits where, and who thinks."""
    most = max(row["seats"] for row in rows)
    begun = [row for row in rows if row["first"] is not None]
    lines = []
    for n in range(most if begun else 0):
        place = "the first player" if n == 0 else f"{n} to the left"
        some = [row for row in begun if row["seats"] > n]
        lines.append(line(place, won_by(some, seat_from_first(n))))
    seats = [
        line(f"seat {n}", won_by([row for row in rows if row["seats"] > n], seat_itself(n)))
        for n in range(most)
    ]
    bots = in_order(bot for row in rows for bot in row["bots"])
    by_bot = [line(bot, won_by(rows, thinking(bot))) for bot in bots]
    charts = [
        Chart(WINS, "Win rate by who begins", "share", lines, even),
        Chart(WINS, "Win rate by seat", "share", seats, even),
    ]
    return charts + (
        [Chart(WINS, "Win rate by bot", "share", by_bot, even)] if len(bots) > 1 else []
    )


def seat_from_first(n: int) -> Callable[[Row], list[int]]:
    """The seat so many places to the left of the first player's."""
    return lambda row: [(row["first"] + n) % row["seats"]]


def seat_itself(n: int) -> Callable[[Row], list[int]]:
    """That seat."""
    return lambda row: [n]


def thinking(bot: str) -> Callable[[Row], list[int]]:
    """The seats of a bot."""
    return lambda row: [seat for seat, name in enumerate(row["bots"]) if name == bot]


def together_charts(rows: Sequence[Row]) -> list[Chart]:
    """Alone or together against the game: by set-up, and by whatever differs."""
    first = seat_itself(0)
    charts = [
        Chart(WINS, "Games won", "share", [line("all", won_by(rows, first))]),
        *(
            Chart(
                WINS,
                f"Games won by {option}",
                "share",
                [line(value, won_by(some, first)) for value, some in groups.items()],
            )
            for option, groups in divided(rows)
        ),
    ]
    bots = by(rows, lambda row: ", ".join(in_order(row["bots"])))
    if len(bots) > 1:
        lines = [line(name, won_by(some, first)) for name, some in bots.items()]
        charts.append(Chart(WINS, "Games won by bot", "share", lines))
    return charts if len(charts) == 1 else charts[1:]


def reasons_chart(rows: Sequence[Row]) -> Chart:
    """Why games ended."""
    counts = Counter(row["reason"] or "it did not end" for row in rows)
    lines = [line(reason, share(n, len(rows))) for reason, n in counts.most_common()]
    return Chart(WINS, "Why it ended", "share", lines if len(lines) > 1 else [])


# How long, and how it goes


def length_charts(rows: Sequence[Row]) -> list[Chart]:
    """Turns and decisions, over all and for each value of an option."""
    charts = []
    for column in ("turns", "decisions"):
        lines = [line("all", mean([row[column] for row in rows]))]
        for option, groups in divided(rows):
            for value, some in groups.items():
                lines.append(line(f"{option} {value}", mean([row[column] for row in some])))
        charts.append(Chart(LENGTH, f"{column.capitalize()} a game", "mean", lines))
    return charts


def spread(rows: Iterable[Row], column: str) -> dict[str, dict[int, int]]:
    """How often each value came up, by set-up."""
    counts: dict[str, Counter[int]] = {}
    for row in rows:
        counts.setdefault(row["setup"], Counter())[row[column]] += 1
    return {name: dict(sorted(found.items())) for name, found in counts.items()}


def course_charts(game: Game, rows: Sequence[Row]) -> list[Chart]:
    """Comebacks and changes of the lead; then the game's own figures by party."""
    groups = {"all": list(rows)}
    for option, some in divided(rows):
        groups |= {f"{option} {value}": found for value, found in some.items()}
    comebacks = [line(name, comeback(some)) for name, some in groups.items()]
    changes = [
        line(name, mean([row["lead_changes"] for row in some])) for name, some in groups.items()
    ]
    note = "Of the games won: those whose winner was behind after half of the turns."
    return [
        Chart(COURSE, "Comebacks", "share", [found for found in comebacks if found.n], None, note),
        Chart(COURSE, "Changes of the lead", "mean", changes),
        *own_charts(game, rows),
    ]


def comeback(rows: Iterable[Row]) -> Estimate:
    """How often the winner was behind at half-time."""
    return grouped_share((row["deal"], row["behind"]) for row in rows if row["behind"] is not None)


def own_charts(game: Game, rows: Sequence[Row]) -> list[Chart]:
    """Shares and means of the game's own figures, over all and by party."""
    names = in_order(name for row in rows for name in row["figures"])
    parties = in_order(party for row in rows for party in row["parties"])
    shares: dict[str, list[Line]] = {}
    means: list[Line] = []
    for name in names:
        for party in ["all", *(parties if len(parties) > 1 else [])]:
            counted = [
                figure(row, name, party) for row in rows if party in ["all", *row["parties"]]
            ]
            of = game.shares.get(name)
            if of is not None:
                whole = sum(figure(row, of, party) for row in rows)
                if whole:
                    title, _, rest = name.partition(", ")
                    words = f"{party}, {rest}" if rest else party
                    shares.setdefault(f"{title} of {of.partition(',')[0]}", []).append(
                        line(words, share(sum(counted), whole))
                    )
            elif name not in game.shares.values():
                means.append(line(f"{name}, {party}", mean(counted)))
    charts = [
        Chart(COURSE if title.startswith("dead") else OWN, sentence(title), "share", lines)
        for title, lines in shares.items()
    ]
    return [*charts, Chart(OWN, "A game, on average", "mean", means)] if means else charts


def figure(row: Row, name: str, party: str) -> int:
    """One of the game's own figures, of all seats or those of a party."""
    by_seat = row["figures"].get(name, [0] * row["seats"])
    pairs = zip(row["parties"], by_seat, strict=True)
    return sum(n for who, n in pairs if party in ("all", who))


def sentence(words: str) -> str:
    """With a capital."""
    return words[:1].upper() + words[1:]


# Things


def things(uses: pa.Table) -> list[Thing]:
    """Every thing of every party, with what became of it; the kinds in the order of the game."""
    uses = uses.filter(pc.greater(uses["drawn"], 0))
    if uses.num_rows == 0:
        return []
    keys = [uses[name].combine_chunks().cast(pa.string()) for name in IDENTITY]
    names = pc.binary_join_element_wise(*keys, "\x1f").to_numpy(zero_copy_only=False)
    found, group = np.unique(names.astype(str), return_inverse=True)
    sums = {name: summed(group, uses[name].to_numpy()) for name in SUMMED}
    ever = uses["played"].to_numpy() > 0
    won = uses["won"].to_numpy(zero_copy_only=False).astype(bool)
    sums |= {
        "games": summed(group, np.ones(len(group))),
        "ever": summed(group, ever),
        "won_ever": summed(group, ever & won),
        "won_never": summed(group, ~ever & won),
    }
    how = ways(uses["how"], group, len(found))
    listed = [
        thing(str(name), {key: int(values[i]) for key, values in sums.items()}, how[i])
        for i, name in enumerate(found)
    ]
    mark_extremes(listed)
    return sorted(listed, key=lambda one: (LAST.get(one.kind, 0), one.kind, *natural(one.thing)))


IDENTITY = ("kind", "thing", "label", "party")
SUMMED = ("drawn", "played", "paid", "discarded", "held", "longest")
LAST = {CHARACTER: 1}


def summed(group: Any, values: Any) -> Any:
    """The sum of each group."""
    return np.bincount(group, weights=values)


def ways(how: Any, group: Any, n: int) -> list[dict[str, int]]:
    """How each thing was used, by name."""
    found: list[Counter[str]] = [Counter() for _ in range(n)]
    column = how.combine_chunks()
    counts = np.diff(column.offsets.to_numpy())
    for i, key, times in zip(
        np.repeat(group, counts), column.keys.to_pylist(), column.items.to_pylist(), strict=True
    ):
        found[i][key] += times
    return [dict(one.most_common()) for one in found]


def thing(name: str, sums: dict[str, int], how: dict[str, int]) -> Thing:
    """One thing, counted."""
    kind, id, label, party = name.split("\x1f")
    games, ever = sums["games"], sums["ever"]
    never = games - ever
    edge = None
    if ever and never:
        found = newcombe(sums["won_never"], never, sums["won_ever"], ever)
        edge = change("edge", found, games)
    return Thing(
        kind=kind,
        thing=id,
        label=label,
        party=party,
        games=games,
        **{key: sums[key] for key in ("drawn", "played", "paid", "discarded", "held")},
        kept=sums["longest"] / games,
        use=line("played", share(ever, games)),
        won_played=line("played", share(sums["won_ever"], ever)) if ever else None,
        won_unplayed=line("not played", share(sums["won_never"], never)) if never else None,
        edge=edge,
        mark="never played" if ever == 0 else "always played" if never == 0 else "",
        how=how,
    )


def mark_extremes(listed: Sequence[Thing]) -> None:
    """A mark that most of a kind would have is in the nature of the kind, and is left out."""
    for kind in in_order(one.kind for one in listed):
        own = [one for one in listed if one.kind == kind]
        for mark in ("never played", "always played"):
            marked = [one for one in own if one.mark == mark]
            if kind == CHARACTER or 2 * len(marked) > len(own):
                for one in marked:
                    one.mark = ""


def natural(text: str) -> tuple[tuple[int, str], ...]:
    """Sorts 2 before 10."""
    return tuple((int(p), "") if p.isdigit() else (10**9, p) for p in text.split("-"))
