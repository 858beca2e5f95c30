"""The ladder: levels play each other, and the game itself; what comes of it is their rating."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec import structs

from adjudge.bots.levels import Beats, Contest, Ladder, Level, Rating, WinRate, file_of, read_ladder
from adjudge.games import GAMES
from adjudge.kernel.game import Invalid
from adjudge.lab import stats
from adjudge.lab.plans import Case, Plan, Setup, all_cases
from adjudge.lab.stats import Estimate, fit, grouped_share
from adjudge.lab.store import read_games, write_whole
from adjudge.packs import LoadedPack, default_pack

USUAL = 1000  # the rating of the usual level
PRIOR = 1.0  # drawn games with an average level: who has won all games has a rating nevertheless
PAGE = Path(__file__).parents[3] / "docs" / "levels.md"  # in a checkout
MARKS = ("<!-- measured by adjudge lab ladder -->", "<!-- /measured -->")
HEAD = """\
# The levels of a game, the weakest first. What [versus] and [[alone]] say is played; that, least
# and each level's id, name, words and bot are chosen by hand; pack, rating, beats and wins are
# measured and written by `adjudge lab ladder`.
"""


@dataclass(frozen=True)
class Rung:
    """Games that measure a level: against a lower one, or against the game itself."""

    title: str
    folder: str
    plan: Plan
    contest: Contest
    level: Level
    lower: Level | None = None


# What is to be played


def rungs(ladder: Ladder, pack: LoadedPack, games: int | None, apart: int) -> list[Rung]:
    """Everything that measures a ladder: neighbours, those up to so many apart, and win rates.

    Games are rounded up so that all combinations and orders of seats are played as often.
    """
    found = [
        meeting(ladder, pack, upper, ladder.level[i - distance], games)
        for distance in range(1, apart + 1)
        for i, upper in enumerate(ladder.level)
        if i >= distance
    ]
    found += [
        trial(ladder, pack, level, contest, games)
        for contest in ladder.alone
        for level in ladder.level
    ]
    return found


def meeting(
    ladder: Ladder, pack: LoadedPack, upper: Level, lower: Level, games: int | None
) -> Rung:
    """A level against a lower one: every order of seats on the same deals."""
    contest = ladder.versus
    setup = setup_of(contest, [upper.bot, lower.bot], 1, paired=True)
    once = len(cases_of(pack, setup, "versus"))
    setup = structs.replace(setup, games=-(-(games or contest.games) // once))
    title = f"{upper.name} against {lower.name}"
    folder = f"{upper.bot} against {lower.bot}"
    return Rung(title, slug(folder), plan_of(pack, title, setup, "versus"), contest, upper, lower)


def trial(
    ladder: Ladder, pack: LoadedPack, level: Level, contest: Contest, games: int | None
) -> Rung:
    """A level alone, or with others like it."""
    setup = setup_of(contest, [level.bot], games or contest.games, paired=False)
    title = f"{level.name}, {contest.name}"
    path = f"alone[{ladder.alone.index(contest)}]"
    folder = slug(f"{level.bot} {contest.name}")
    return Rung(title, folder, plan_of(pack, title, setup, path), contest, level)


def setup_of(contest: Contest, bots: list[str], games: int, paired: bool) -> Setup:
    """A contest as a plan has it."""
    return Setup(
        contest.name, bots, games, contest.seats, contest.options, contest.seed, paired=paired
    )


def plan_of(pack: LoadedPack, title: str, setup: Setup, path: str) -> Plan:
    """A plan with one set-up."""
    return Plan(title, pack.game, pack, (setup,), cases_of(pack, setup, path))


def cases_of(pack: LoadedPack, setup: Setup, path: str) -> tuple[Case, ...]:
    """The games of a contest; Invalid with its place in the file of levels."""
    try:
        return tuple(all_cases(pack.game, [setup]))
    except Invalid as problem:
        raise Invalid(str(problem).replace("setup[0]", path, 1)) from None


def slug(words: str) -> str:
    """As the name of a folder."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower())


# What came of it


def measured(ladder: Ladder, pack: LoadedPack, rungs: Sequence[Rung], folder: Path) -> Ladder:
    """The ladder with what its games say, and nothing that was measured before."""
    played = [(rung, read_games(folder / rung.folder)) for rung in rungs]
    met = [(rung, rows) for rung, rows in played if rung.lower is not None]
    ratings = fit(duels(met), ladder.usual, PRIOR)
    found = [
        structs.replace(
            level,
            rating=rating_of(ratings[level.id]),
            beats=beats_below(ladder, level, met),
            wins=[rate for rung, rows in played for rate in win_rates(rung, rows, level)],
        )
        for level in ladder.level
    ]
    return structs.replace(ladder, pack=pack.hash, level=found)


def duels(met: Iterable[tuple[Rung, list[dict[str, Any]]]]) -> Iterator[tuple[str, str, float]]:
    """Every game between levels: who won, who lost; a draw is half of each."""
    for rung, rows in met:
        assert rung.lower is not None
        for row in rows:
            part = points(rung, row)
            yield rung.level.id, rung.lower.id, part
            yield rung.lower.id, rung.level.id, 1 - part


def points(rung: Rung, row: dict[str, Any]) -> float:
    """What the upper level has of a game: all, half or nothing."""
    seat = row["bots"].index(rung.level.bot)
    own, other = seat in row["winners"], 1 - seat in row["winners"]
    return 0.5 if own == other else float(own)


def rating_of(found: stats.Rating) -> Rating:
    """On the scale for people."""
    value, low, high = (round(USUAL + x) for x in (found.rating, found.low, found.high))
    return Rating(value, low, high, found.games)


def beats_below(
    ladder: Ladder, level: Level, met: Iterable[tuple[Rung, list[dict[str, Any]]]]
) -> Beats | None:
    """The share of games that it wins against the level below."""
    place = ladder.level.index(level)
    for rung, rows in met:
        if rung.level is level and rung.lower is ladder.level[place - 1]:
            won = grouped_share((row["deal"], points(rung, row) == 1) for row in rows)
            return Beats(*rounded(won), won.n)
    return None


def win_rates(rung: Rung, rows: list[dict[str, Any]], level: Level) -> Iterator[WinRate]:
    """How often a level wins against the game itself, for each combination of the options."""
    if rung.lower is not None or rung.level is not level:
        return
    named = list(rung.contest.options)
    for key in dict.fromkeys(tuple(row["options"][name] for name in named) for row in rows):
        options = dict(zip(named, key, strict=True))
        alike = [row for row in rows if options.items() <= row["options"].items()]
        won = grouped_share((row["deal"], bool(row["winners"])) for row in alike)
        yield WinRate(rung.contest.name, rung.contest.seats, options, *rounded(won), won.n)


def rounded(found: Estimate) -> tuple[float, float, float]:
    """A share and its interval to a tenth of a per cent."""
    return round(found.value, 3), round(found.low, 3), round(found.high, 3)


def too_close(ladder: Ladder) -> list[str]:
    """The levels that do not beat the one below as often as they should, in words."""
    found = []
    for below, level in zip(ladder.level, ladder.level[1:], strict=False):
        won = level.beats
        if won is not None and won.share < ladder.least:
            found.append(
                f"{level.name} ({level.bot}) wins {percent(won)} against {below.name} "
                f"({below.bot}), less than {100 * ladder.least:g} %"
            )
    return found


# Written down


def write_ladder(path: Path, ladder: Ladder) -> None:
    """The file of levels anew: all of it or nothing."""
    write_whole(path, ladder_text(ladder).encode())


def ladder_text(ladder: Ladder) -> str:
    """A ladder as TOML."""
    pack = {"pack": ladder.pack} if ladder.pack else {}
    top = {"game": ladder.game, "usual": ladder.usual, "least": ladder.least, **pack}
    parts = [table("", top)]
    parts.append(table("[versus]", structs.asdict(ladder.versus)))
    parts += [table("[[alone]]", structs.asdict(contest)) for contest in ladder.alone]
    for level in ladder.level:
        parts.append(
            table("[[level]]", {k: getattr(level, k) for k in ("id", "name", "words", "bot")})
        )
        if level.rating is not None:
            parts.append(table("[level.rating]", structs.asdict(level.rating)))
        if level.beats is not None:
            parts.append(table("[level.beats]", structs.asdict(level.beats)))
        parts += [table("[[level.wins]]", structs.asdict(rate)) for rate in level.wins]
    return HEAD + "\n\n".join(parts) + "\n"


def table(head: str, values: dict[str, Any]) -> str:
    """A table of TOML."""
    lines = [head] if head else []
    return "\n".join(lines + [f"{key} = {toml(value)}" for key, value in values.items()])


def toml(value: Any) -> str:
    """A value of TOML: texts, numbers, lists and tables of them."""
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {toml(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


# The page in the documents


def document(page: str) -> str:
    """The page with the tables of all games between its marks."""
    start, end = MARKS
    before, rest = page.split(start, 1)
    after = rest.split(end, 1)[1]
    sections = [section(read_ladder(file_of(game))) for game in GAMES]
    return f"{before}{start}\n\n{''.join(sections)}{end}{after}"


def section(ladder: Ladder) -> str:
    """What is known of the levels of a game."""
    game = GAMES[ladder.game]
    parts = [f"## {game.title.removeprefix('Judge Dredd: ')}\n", levels_table(ladder)]
    if any(level.wins for level in ladder.level):
        parts += [
            "Games won against the game itself, every seat at the same level (95 % interval):\n"
        ]
        parts += [wins_table(ladder)]
    if ladder.pack:
        pack = ladder.pack.removeprefix("sha256:")[:12]
        parts.append(f"Measured with the pack `{pack}`; {seeds(ladder)}.\n")
    return "\n".join(parts) + "\n"


def seeds(ladder: Ladder) -> str:
    """Where the deals come from, as far as they were played."""
    played = {rate.contest for level in ladder.level for rate in level.wins}
    contests = [ladder.versus, *(one for one in ladder.alone if one.name in played)]
    return ", ".join(f"{contest.name} on seeds from {contest.seed}" for contest in contests)


def levels_table(ladder: Ladder) -> str:
    """A line for each level, the strongest first."""
    lines = [
        "| level | bot | rating | beats the one below | games |",
        "| --- | --- | --- | --- | ---: |",
    ]
    for level in reversed(ladder.level):
        cells = [f"**{level.name}** (`{level.id}`): {level.words}", f"`{level.bot}`"]
        rating, won = level.rating, level.beats
        cells += [rated(rating) if rating else ""]
        cells += [percent(won), f"{won.games:,}"] if won else ["", ""]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def wins_table(ladder: Ladder) -> str:
    """A line for each contest and its options, a column for each level."""
    lines = [
        f"| | {' | '.join(level.name for level in ladder.level)} |",
        f"| --- |{' --- |' * len(ladder.level)}",
    ]
    for first in next(level.wins for level in ladder.level if level.wins):
        cells = [rate_words(first)]
        for level in ladder.level:
            rate = level.win_rate(first.seats, first.options)
            cells.append(percent(rate) if rate else "")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def rate_words(rate: WinRate) -> str:
    """What a win rate is of."""
    different = [value for name, value in rate.options.items() if name != "mode"]
    return ", ".join([rate.contest, *different])


def rated(rating: Rating) -> str:
    """A rating with its interval; the others are measured from the usual level."""
    exact = rating.low == rating.high
    return f"{rating.value}" if exact else f"{rating.value} ({rating.low} to {rating.high})"


def percent(found: Beats | WinRate) -> str:
    """A share with its interval."""
    return f"{100 * found.share:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"


def write_page() -> bool:
    """Write the tables into the documents, if this is a checkout; whether it is."""
    if not PAGE.is_file():
        return False
    write_whole(PAGE, document(PAGE.read_text(encoding="utf-8")).encode())
    return True


def pack_for(ladder: Ladder) -> LoadedPack:
    """Levels are measured with the pack that ships with the game."""
    return default_pack(GAMES[ladder.game])
