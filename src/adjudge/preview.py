"""What a move would do, as far as a seat can know: played in worlds that fit its view."""

from __future__ import annotations

from dataclasses import dataclass

from adjudge.kernel.agenda import State, play
from adjudge.kernel.game import Game, Option
from adjudge.kernel.notation import seal
from adjudge.kernel.rng import seeded
from adjudge.match import SeatView

WORLDS = 12  # where nothing hidden comes to light, they are all alike
MORE_WORLDS = 48  # where something does
MOST_ENDS = 27  # of what a move asks for
POSSIBLY = {"reveals": "may reveal", "shows": "may show", "ends": "may end", "has": "may have"}


@dataclass(frozen=True)
class Change:
    """A number that would change: certain if the least is the most."""

    ref: str
    what: str
    text: str
    before: int
    least: int
    most: int


@dataclass(frozen=True)
class Foresight:
    """What would change, with what the move asks for paid as proposed, and why it is one way."""

    changes: tuple[Change, ...]
    one_way: str


def foresee(view: SeatView, option: Option) -> Foresight:
    """What an option would do: the same for the same view, whatever is hidden.

    Without chance and without anything coming to light, it is certain. Otherwise the numbers are
    the least and the most that came up.
    """
    seed = int(seal(view.data())[:15], 16)
    futures = [future(view, option, seed + i) for i in range(WORLDS)]
    if any(after.reason for after in futures):
        futures += [future(view, option, seed + i) for i in range(WORLDS, MORE_WORLDS)]
    return Foresight(tuple(changes(view, futures)), one_way(futures))


@dataclass(frozen=True)
class Future:
    """A world after the move: its numbers, and why one could not go back."""

    gauges: dict[tuple[str, str], int]
    reason: str


def future(view: SeatView, option: Option, seed: int) -> Future:
    """One world, played on to the next decision that the move does not come with."""
    game = view.game
    before = view.determinize(seeded(seed))
    after = before.copy()
    play(after, option.index)
    why = reason(game, before, after, view.seat)
    numbers = [game.gauges(end) for end in ends(view, after)]
    agreed = {
        key: number
        for key, number in numbers[0].items()
        if all(other.get(key) == number for other in numbers)
    }
    return Future(agreed, why)


def ends(view: SeatView, after: State) -> list[State]:
    """Where a move leads to, seen by its seat, whatever it asks for being answered."""
    game = view.game
    reached: list[State] = []
    open_ = [after]
    while open_:
        state = open_.pop()
        seen = game.view(state, view.seat)
        on = [] if state.over else game.follows(view.state, seen)
        if not on or len(reached) + len(open_) + len(on) > MOST_ENDS:
            reached.append(seen)
            continue
        for index in on:
            further = state.copy()
            play(further, index)
            open_.append(further)
    return reached


def reason(game: Game, before: State, after: State, seat: int) -> str:
    """What undo would be refused for: chance, or something that somebody has learnt."""
    if after.rng.has_gone_on(before.rng):
        return "Chance has a part in it."
    seats = game.seats_of(before)
    for other in [seat, *(n for n in range(seats) if n != seat)]:
        known = game.secrets(before, other) - game.secrets(after, other)
        if known and other == seat:
            return f"It reveals {what_is_known(min(known))}."
        if known:
            return f"It shows something to seat {other}."
    return "It ends the game." if after.over and seats > 1 else ""


def what_is_known(secret: str) -> str:
    """A kind of secret in words."""
    if secret.startswith("location"):
        return "a location"
    if secret.startswith("answer"):
        return "a sealed answer"
    return "what a rival holds" if secret.startswith("what") else "a card"


def one_way(futures: list[Future]) -> str:
    """The reason that came up most; no more than possible if it did not come up everywhere."""
    reasons = [after.reason for after in futures if after.reason]
    if not reasons:
        return ""
    usual = max(sorted(set(reasons)), key=reasons.count)
    if len(reasons) == len(futures):
        return usual
    return " ".join(POSSIBLY.get(word, word) for word in usual.split())


def changes(view: SeatView, futures: list[Future]) -> list[Change]:
    """Every gauge that is not in all worlds as it was."""
    found = []
    for (ref, what), before in view.game.gauges(view.state).items():
        after = [world.gauges.get((ref, what), before) for world in futures]
        least, most = min(after), max(after)
        if (least, most) != (before, before):
            text = view.game.gauge_text(view.state, ref, what, (before, least, most))
            if text:
                found.append(Change(ref, what, text, before, least, most))
    return found
