"""Is Helter Skelter fair? Every choice of teams meets on both maps in every order of seats.

python scripts/fairness.py [--bot flat:40] [--games 50] [--seed 1] [--seats 2] [--jobs 2] [--json F]

The same bot plays every seat, so a difference is the content's. --games counts for each order of
teams on each map: with two seats, 50 are 200 games a pair and 1,200 in all. The orders of the same
teams on a map share their seeds. Prints tables for docs/helter-skelter-balance.md; --pack measures
another pack, --json writes the games as data. The games are the same with any number of --jobs.
--cards prints the team cards, counted from the decks, and plays nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import permutations
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from adjudge.bots import Bot, Budget, find_bot
from adjudge.games.helter_skelter import GAME, table
from adjudge.games.helter_skelter.procedures import TURN
from adjudge.games.helter_skelter.schema import ACTIONS, MAP_IDS, TEAM_IDS
from adjudge.games.helter_skelter.state import Table, alive, end_of, first_of
from adjudge.games.helter_skelter.words import ANNOUNCE, END
from adjudge.kernel.agenda import play
from adjudge.kernel.piles import size
from adjudge.kernel.rng import seeded
from adjudge.lab.sim import MOST_DECISIONS
from adjudge.match import SeatView, scrambled
from adjudge.packs import LoadedPack, default_pack, load_pack

BATCH = 4  # games handed to a process at a time
NORMAL = 1.96  # standard deviations on either side of the mean hold 95 %


@dataclass(frozen=True)
class Case:
    """One game that is to be played: who sits where, on which map, with which seed."""

    teams: tuple[str, ...]
    map: str
    seed: int


@dataclass
class Played:
    """What came of it; the lists are by seat."""

    case: Case
    winner: int | None = None
    first: int = 0
    turns: int = 0
    decisions: int = 0
    fragments: list[int] = field(default_factory=list)
    kills: list[int] = field(default_factory=list)
    interrupts: list[int] = field(default_factory=list)
    hands: list[tuple[int, int, bool]] = field(default_factory=list)  # seat, living, nothing to do


def cases(seats: int, games: int, seed: int) -> Iterator[Case]:
    """Every order of every choice of teams on both maps, so many games of each."""
    blocks: dict[tuple[object, ...], int] = {}
    for map in MAP_IDS:
        for teams in permutations(TEAM_IDS, seats):
            block = blocks.setdefault((map, *sorted(teams)), len(blocks))
            for n in range(games):
                yield Case(teams, map, seed + block * games + n)


def play_case(pack: LoadedPack, bot: Bot, case: Case) -> Played:
    """One game from the first map card to its end."""
    given = {"map": case.map} | {f"team_{seat}": team for seat, team in enumerate(case.teams)}
    setup = GAME.choose_setup(len(case.teams), given)
    t = table(GAME.new(pack.facts, len(case.teams), setup, seeded(scrambled(case.seed)), None))
    chance, played = Random(case.seed), Played(case, interrupts=[0] * len(case.teams))
    while not t.over and played.decisions < MOST_DECISIONS:
        look_at_hand(t, played)
        view = SeatView(GAME, GAME.view(t, t.player), t.player)
        choice = bot.choose(view, view.options, chance, Budget())
        if t.options[choice.index] >> 48 == ANNOUNCE:
            played.interrupts[t.player] += 1
        play(t, choice.index)
        played.decisions += 1
    count_points(t, played)
    return played


def look_at_hand(t: Table, played: Played) -> None:
    """At the first choice of a turn's step 2: is there anything to do but to end the turn?"""
    now = t.now
    if t.turn == played.turns or now is None or now.kind != TURN or t.options[0] >> 48 != END:
        return
    if t.turn == 1:
        played.first = t.player
    played.turns = t.turn
    living = sum(alive(t, who) for who in range(first_of(t, t.player), end_of(t, t.player)))
    played.hands.append((t.player, living, t.n_options == 1))


def count_points(t: Table, played: Played) -> None:
    """Who won, and what everybody has scored."""
    winners = GAME.outcome(t).winners if t.over else ()
    played.winner = winners[0] if winners else None
    played.fragments = [t.collected[seat] for seat in range(t.seats)]
    played.kills = [size(t.taken[seat]) for seat in range(t.seats)]


def play_all(pack: LoadedPack, bot: Bot, listed: Sequence[Case], jobs: int) -> list[Played]:
    """The games in order, played here or by so many processes."""
    one = partial(play_case, pack, bot)
    if jobs == 1:
        return [one(case) for case in listed]
    with get_context("spawn").Pool(jobs) as pool:
        return list(pool.imap(one, listed, BATCH))


# Tables


def share(hits: int, n: int) -> str:
    """A percentage with n and its 95 % interval (Wilson)."""
    if n == 0:
        return "- | 0 | -"
    p, z = hits / n, NORMAL * NORMAL
    middle = (p + z / (2 * n)) / (1 + z / n)
    half = NORMAL * sqrt(p * (1 - p) / n + z / (4 * n * n)) / (1 + z / n)
    return f"{p:.1%} | {n} | {max(0.0, middle - half):.1%} - {min(1.0, middle + half):.1%}"


def mean(values: Iterable[int]) -> str:
    """A mean with n and its 95 % interval."""
    listed = list(values)
    n, average = len(listed), sum(listed) / len(listed)
    half = NORMAL * sqrt(sum((x - average) ** 2 for x in listed) / max(1, n - 1) / n)
    return f"{average:.1f} | {n} | {average - half:.1f} - {average + half:.1f}"


def show(title: str, rows: Iterable[tuple[str, str]], of: str = "share") -> None:
    """A table for the docs."""
    print(f"\n{title}\n\n|  | {of} | n | 95 % interval |\n| --- | --- | --- | --- |")
    for name, figures in rows:
        print(f"| {name} | {figures} |")


def wins(games: Iterable[Played], team: str) -> str:
    """How often a team won of the games that it was in."""
    present = [g for g in games if team in g.case.teams]
    won = sum(g.winner is not None and g.case.teams[g.winner] == team for g in present)
    return share(won, len(present))


def wins_at(games: Sequence[Played], seat_of: Callable[[Played], int]) -> str:
    """How often the seat that is meant won."""
    return share(sum(g.winner == seat_of(g) for g in games), len(games))


def show_wins(games: Sequence[Played]) -> None:
    """By team: overall, on each map, and against each other."""
    show("Wins by team", ((team, wins(games, team)) for team in TEAM_IDS))
    rows = []
    for map in MAP_IDS:
        there = [g for g in games if g.case.map == map]
        rows += [(f"{team}, {map}", wins(there, team)) for team in TEAM_IDS]
    show("Wins by team and map", rows)
    if len(games[0].case.teams) == 2:
        show("Wins by pair, the first named", list(pair_rows(games)))


def pair_rows(games: Sequence[Played]) -> Iterator[tuple[str, str]]:
    """Each pair of teams once."""
    for i, one in enumerate(TEAM_IDS):
        for other in TEAM_IDS[i + 1 :]:
            met = [g for g in games if {one, other} == set(g.case.teams)]
            yield f"{one} : {other}", wins(met, one)


def show_order(games: Sequence[Played]) -> None:
    """Whether it matters who begins, and who sits where."""
    seats = len(games[0].case.teams)
    rows = [("the first player", wins_at(games, lambda g: g.first))]
    for map in MAP_IDS:
        there = [g for g in games if g.case.map == map]
        rows.append((f"the first player, {map}", wins_at(there, lambda g: g.first)))
    for n in range(1, seats if seats > 2 else 1):
        rows.append((f"the {n}. to the left", wins_at(games, partial(left_of_first, n=n))))
    rows += [(f"seat {n}", wins_at(games, partial(seat_itself, n=n))) for n in range(seats)]
    show("Wins by order", rows)


def left_of_first(g: Played, n: int) -> int:
    """The seat so many places to the left of the first player's."""
    return (g.first + n) % len(g.case.teams)


def seat_itself(g: Played, n: int) -> int:
    """Seat n of any game."""
    return n


def show_length(games: Sequence[Played]) -> None:
    """How long games are, and how often somebody interrupts."""
    rows = [
        ("turns", mean(g.turns for g in games)),
        ("decisions", mean(g.decisions for g in games)),
    ]
    for map in MAP_IDS:
        rows.append((f"turns, {map}", mean(g.turns for g in games if g.case.map == map)))
    rows.append(("interrupts", mean(sum(g.interrupts) for g in games)))
    show("Length", rows, "mean")


def show_points(games: Sequence[Played]) -> None:
    """Both ways to win: the share of points that were fragments; the rest were kills."""
    fragments, kills = sum(sum(g.fragments) for g in games), sum(sum(g.kills) for g in games)
    rows = [("all points", share(fragments, fragments + kills))]
    won = [g for g in games if g.winner is not None]
    own = sum(g.fragments[g.winner] for g in won if g.winner is not None)
    rest = sum(g.kills[g.winner] for g in won if g.winner is not None)
    rows.append(("the winners' points", share(own, own + rest)))
    for map in MAP_IDS:
        rows.append((map, fragment_share([g for g in games if g.case.map == map], TEAM_IDS)))
    rows += [(team, fragment_share(games, [team])) for team in TEAM_IDS]
    show("Points by fragments; the rest are kills", rows, "fragments")
    rows = [(f"{n} fragments", share(by_fragments(won, n), len(won))) for n in range(6)]
    show("Fragments of the winner", rows)


def fragment_share(games: Iterable[Played], teams: Sequence[str]) -> str:
    """The share of the teams' points that were fragments."""
    fragments = kills = 0
    for g in games:
        for seat, team in enumerate(g.case.teams):
            if team in teams:
                fragments += g.fragments[seat]
                kills += g.kills[seat]
    return share(fragments, fragments + kills)


def by_fragments(won: Iterable[Played], n: int) -> int:
    """The games whose winner had so many fragments."""
    return sum(g.winner is not None and g.fragments[g.winner] == n for g in won)


def show_dead_hands(games: Sequence[Played]) -> None:
    """The share of turns in which a player can do nothing but pass."""
    turns: Counter[tuple[str, int]] = Counter()
    dead: Counter[tuple[str, int]] = Counter()
    for g in games:
        for seat, living, nothing in g.hands:
            for key in ((g.case.teams[seat], living), (g.case.teams[seat], 0), ("all", 0)):
                turns[key] += 1
                dead[key] += nothing
    rows = [("all", share(dead["all", 0], turns["all", 0]))]
    for team in TEAM_IDS:
        rows.append((team, share(dead[team, 0], turns[team, 0])))
        for n in range(1, 6):
            if turns[team, n]:
                rows.append((f"{team}, {n} living", share(dead[team, n], turns[team, n])))
    show("Dead hands", rows)


def show_cards(pack: LoadedPack) -> None:
    """HS-PARTS-16: how often each symbol is in each deck, linked + wild, and on whose cards."""
    teams = [pack.content[team] for team in TEAM_IDS]
    print(f"\n|  | {' | '.join(TEAM_IDS)} |\n| --- |{' --- |' * len(TEAM_IDS)}")
    print(f"| health | {' | '.join(health_of(team) for team in teams)} |")
    print(f"| on cards | {' | '.join(symbols_of(team) for team in teams)} |")
    for action in ACTIONS:
        print(f"| {action.upper()} | {' | '.join(count_of(team, action) for team in teams)} |")


def health_of(team: Any) -> str:
    """The sum, and everybody's."""
    people = team["character"]
    total = sum(person["health"] for person in people)
    return f"{total}: " + ", ".join(f"{person['id']} {person['health']}" for person in people)


def symbols_of(team: Any) -> str:
    """How many character symbols there are, and on how many cards everybody's is."""
    on = Counter(id for card in team["card"] for id in card["symbols"])
    return f"{on.total()}: " + ", ".join(
        f"{who['id']} {on[who['id']]}" for who in team["character"]
    )


def count_of(team: Any, action: str) -> str:
    """Linked + wild."""
    linked = sum(card.get("linked", {}).get("action") == action for card in team["card"])
    wild = sum(card.get("wild") == action for card in team["card"])
    return f"{linked} + {wild}" if linked + wild else ""


def report(games: Sequence[Played]) -> None:
    """Every table."""
    drawn = sum(g.winner is None for g in games)
    print(f"{len(games)} games, {drawn} without a winner")
    show_wins(games)
    show_order(games)
    show_length(games)
    show_points(games)
    show_dead_hands(games)


def arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bot", default="flat:40", help="who plays every seat")
    parser.add_argument("--games", type=int, default=50, help="of each order on each map")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--pack", type=Path, help="a folder; the default pack if none is named")
    parser.add_argument("--cards", action="store_true", help="print the team cards only")
    parser.add_argument("--json", type=Path, help="a file for the games as data")
    return parser.parse_args()


def main() -> int:
    """Play, and print the tables."""
    asked = arguments()
    pack = load_pack(asked.pack) if asked.pack else default_pack(GAME)
    if asked.cards:
        show_cards(pack)
        return 0
    listed = list(cases(asked.seats, asked.games, asked.seed))
    games = play_all(pack, find_bot(asked.bot), listed, asked.jobs)
    report(games)
    if asked.json:
        data: list[dict[str, Any]] = [asdict(g) for g in games]
        asked.json.write_text(json.dumps(data) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
