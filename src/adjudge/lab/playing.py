"""One game between bots: the loop behind every simulation and experiment."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

import msgspec

from adjudge.bots import Bot, Budget, find_bot
from adjudge.kernel.accounts import Account, Use
from adjudge.kernel.agenda import Log, State, play
from adjudge.kernel.game import Game, Outcome
from adjudge.kernel.rng import seeded
from adjudge.lab.plans import Case, Plan
from adjudge.match import SeatView, scrambled
from adjudge.packs import LoadedPack

MOST_DECISIONS = 100_000  # no game comes near it; one that did would never end

Result = tuple[Outcome | None, int]  # how a game ended, and after how many decisions


def play_one(
    pack: LoadedPack, setup: Mapping[str, str], bots: Sequence[Bot], budget: Budget, seed: int
) -> Result:
    """How one game ended, or None if not within the bound, and after how many decisions."""
    game = pack.game
    state = game.new(pack.facts, len(bots), setup, seeded(scrambled(seed)), None)
    return decide_all(game, state, bots, budget, seed, None)


def decide_all(
    game: Game,
    state: State,
    bots: Sequence[Bot],
    budget: Budget,
    seed: int,
    account: Account | None,
) -> Result:
    """Play to the end; each bot gets its view alone. An account is told of everything."""
    chance = Random(seed)
    decisions = 0
    while not state.over and decisions < MOST_DECISIONS:
        view = SeatView(game, game.view(state, state.player), state.player)
        choice = bots[state.player].choose(view, view.options, chance, budget)
        if account is not None:
            account.asked(state)
        play(state, choice.index)
        if account is not None:
            tell_all(state, account)
        decisions += 1
    return (game.outcome(state) if state.over else None), decisions


def tell_all(state: State, account: Account) -> None:
    """What has happened since the last time."""
    log = state.log
    assert log is not None
    for event in log.events:
        account.happened(event)
    log.events.clear()
    log.audiences.clear()


class Used(msgspec.Struct, array_like=True):
    """A use as it is kept."""

    seat: int
    kind: str
    thing: str
    drawn: int
    played: int
    paid: int
    discarded: int
    held: int
    longest: int
    how: dict[str, int]


class Played(msgspec.Struct):
    """What came of a case."""

    case: int
    seconds: float
    busy: float  # seconds of processor time
    ended: bool
    winners: list[int]
    scores: list[int]
    reason: str
    decisions: int
    first: int | None
    turns: int
    dead_turns: int
    lead_changes: int
    behind: bool | None  # whether the winner was behind at half-time
    figures: dict[str, list[int]]
    uses: list[Used]


def play_case(plan: Plan, case: Case) -> Played:
    """One game of a plan, with its account. The same wherever and whenever it is played."""
    began, idle = time.perf_counter(), time.process_time()
    game, seats = plan.game, len(case.bots)
    rng = seeded(scrambled(case.seed))
    state = game.new(plan.pack.facts, seats, case.options, rng, Log())
    account = game.account(state)
    tell_all(state, account)
    bots = [find_bot(name) for name in case.bots]
    outcome, decisions = decide_all(game, state, bots, Budget(), case.seed, account)
    account.close()
    sides = game.sides(seats, case.options)
    return Played(
        case=case.number,
        seconds=round(time.perf_counter() - began, 6),
        busy=round(time.process_time() - idle, 6),
        ended=outcome is not None,
        winners=list(outcome.winners) if outcome else [],
        scores=list(outcome.scores) if outcome else [],
        reason=outcome.reason if outcome else "",
        decisions=decisions,
        first=account.first,
        turns=account.turns,
        dead_turns=sum(account.figures.get("dead turns", [])),
        lead_changes=lead_changes(account.standings, sides),
        behind=was_behind(account.standings, sides, outcome),
        figures=account.figures,
        uses=[kept(use) for use in account.uses.values() if use.drawn or use.how],
    )


def kept(use: Use) -> Used:
    """As it is kept."""
    how = dict(sorted(use.how.items()))
    return Used(
        use.seat,
        use.kind,
        use.thing,
        use.drawn,
        use.played,
        use.paid,
        use.discarded,
        use.held,
        use.longest,
        how,
    )


def of_sides(standing: tuple[int, ...], sides: Sequence[Sequence[int]]) -> list[int]:
    """The standing of each side; last of all the game's own, if it plays."""
    seats = sum(map(len, sides))
    return [standing[side[0]] for side in sides] + list(standing[seats:])


def leader(standing: Sequence[int]) -> int | None:
    """The side that is ahead of all others, if one is."""
    best = max(standing)
    return standing.index(best) if standing.count(best) == 1 else None


def lead_changes(standings: Sequence[tuple[int, ...]], sides: Sequence[Sequence[int]]) -> int:
    """How often the lead went from one side to another; a draw in between does not count."""
    ahead = [leader(of_sides(standing, sides)) for standing in standings]
    held = [side for side in ahead if side is not None]
    return sum(one != other for one, other in pairwise(held))


def was_behind(
    standings: Sequence[tuple[int, ...]],
    sides: Sequence[Sequence[int]],
    outcome: Outcome | None,
) -> bool | None:
    """Whether the winning side was behind after half of the turns; None if nobody won, or none."""
    if outcome is None or not outcome.winners or len(standings) < 2:
        return None
    half = of_sides(standings[(len(standings) + 1) // 2 - 1], sides)
    winner = next(i for i, side in enumerate(sides) if outcome.winners[0] in side)
    return half[winner] < max(half)
