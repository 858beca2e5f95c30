"""A finished game looked through again: what each decision of a seat cost, and what was luck.

Only what the seat knew is used: a bot thinks from its view at each of its decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from random import Random
from statistics import stdev
from typing import Any

from adjudge.bots import Bot, Budget
from adjudge.kernel.agenda import BEST, State, play, play_on
from adjudge.kernel.game import Invalid, Option
from adjudge.kernel.rng import seeded
from adjudge.kernel.search import chance_of
from adjudge.match import Match, SeatView

THINKS = "sharp"  # for people: it gives hints, and looks through games
REVIEWER = f"{THINKS}:200"  # who looks through games, and what it may spend on a decision
WORLDS = 100  # in which what was taken is compared with what could have been
HORIZON = 60  # decisions, after which a play-out is cut off and its position estimated
DOUBT = 2.0  # standard errors that a cost must be beyond to be called a mistake
LEAST = 0.01  # of a chance: what costs less is no mistake worth a word
USUAL = Budget()

METHOD = (
    f"At each decision {WORLDS} worlds are dealt that fit what the seat knew then, and in each of "
    "them three options are played on by rule of thumb: its own, the one that a bot would take, "
    "and the one that was taken. Choice is what the chance of winning differs from the rule of "
    "thumb's; all else that changes it until the next decision is luck: cards, dice, and what the "
    "others did. Result less first chance is luck and choice, exactly. A choice costs what it "
    "falls short of the best of the three, as far as the seat could not make up for it before "
    "anything happened; it is called a mistake beyond two standard errors."
)


@dataclass(frozen=True)
class Asked:
    """A decision of the seat that had a choice: when, what it knew, and what it took."""

    step: int  # moves made before it
    since: int  # the first decision since which nothing has happened but what the seat did
    question: str
    view: SeatView
    taken: int

    @property
    def chance(self) -> str:
        """The same for every world that looks the same to the seat, and till something happens."""
        return f"review {self.since} {self.view.seat}"


@dataclass(frozen=True)
class Weighed:
    """What the options of a decision bring, each played on by rule of thumb."""

    best: int  # of the bot's option, the rule of thumb's, and what was taken
    usual: float  # the chance of winning with the rule of thumb's
    chance: float  # with the best
    kept: float  # with what was taken
    error: float  # the standard error of the difference of the two
    level: float  # the standard error of the best by itself
    playouts: int


def asked(match: Match, moves: Sequence[str], seat: int) -> Iterator[Asked]:
    """The seat's decisions as the moves are made, one after another, in the match given."""
    since = 0
    for move in moves:
        if match.seat == seat:
            view, prompt = match.seat_view(seat), match.prompt
            assert prompt is not None
            texts = [option.text for option in view.options]
            if len(texts) > 1:
                yield Asked(match.length, since, prompt.text, view, texts.index(move))
        match.play(move)
        if match.why_no_undo(seat) is not None:
            since = match.length
        match.forget(0)


def weigh(view: SeatView, taken: int, bot: Bot, chance: str, budget: Budget = USUAL) -> Weighed:
    """What was taken, beside what a bot and the rule of thumb would take. It sees the view alone.

    The worlds are not those in which the bot thought: what made it prefer its option would flatter
    that.
    """
    thought = bot.think(view, view.options, Random(chance), budget)
    usual = view.game.careful(view.state)
    tried = list(dict.fromkeys((taken, thought.choice, usual)))
    found = dict(zip(tried, zip(*played_out(view, tried, chance), strict=True), strict=True))
    means = {option: sum(worths) / WORLDS / BEST for option, worths in found.items()}
    best = max(tried, key=lambda option: means[option])  # what was taken, if none is better
    lost = [one - other for one, other in zip(found[best], found[taken], strict=True)]
    playouts = thought.playouts + WORLDS * len(tried)
    errors = error_of(lost), error_of(found[best])
    return Weighed(best, means[usual], means[best], means[taken], *errors, playouts)


def played_out(view: SeatView, tried: Sequence[int], chance: str) -> Iterator[list[int]]:
    """What each of the options is worth in one world after another, the same for all of them."""
    rng = Random(f"{chance} worlds")
    for _ in range(WORLDS):
        world, luck = view.determinize(seeded(rng.getrandbits(61))), rng.getrandbits(61)
        yield [brings(world, option, luck, view.seat) for option in tried]


def brings(world: State, option: int, luck: int, seat: int) -> int:
    """What an option is worth in a world, played on by the game's heuristic."""
    state = world.copy()
    play(state, option)
    play_on(state, seeded(luck), 0, HORIZON)
    return chance_of(state, seat)


def error_of(worths: Sequence[int]) -> float:
    """The standard error of their mean, as a chance."""
    return stdev(worths) / sqrt(len(worths)) / BEST


@dataclass(frozen=True)
class Judged:
    """A decision looked through again."""

    step: int
    question: str
    taken: Option
    best: Option
    usual: float  # the chance of winning before it, going on by rule of thumb
    kept: float  # after it
    cost: float  # what the best option would have brought more, and no later one made up for
    error: float  # the standard error of the cost
    luck: float  # what came between it and the next decision, or the end

    @property
    def choice(self) -> float:
        """What was gained or lost by it, against the rule of thumb."""
        return self.kept - self.usual

    @property
    def mistake(self) -> bool:
        """Whether the cost is beyond doubt."""
        return self.cost >= LEAST and self.cost > DOUBT * self.error

    def data(self) -> dict[str, Any]:
        """JSON-safe."""
        return {
            "step": self.step,
            "question": self.question,
            "taken": self.taken.text,
            "taken_label": self.taken.label,
            "best": self.best.text,
            "best_label": self.best.label,
            "usual": self.usual,
            "kept": self.kept,
            "cost": self.cost,
            "error": self.error,
            "mistake": self.mistake,
            "luck": self.luck,
        }


@dataclass(frozen=True)
class Review:
    """A seat's game: last - first = luck + choice."""

    seat: int
    bot: str
    steps: int
    result: float | None  # 1 won, 0 lost; None if the game has no end by its rules
    decisions: tuple[Judged, ...]

    @property
    def first(self) -> float:
        """The chance at the first decision."""
        return self.decisions[0].usual

    @property
    def last(self) -> float:
        """The result, or the chance after the last choice."""
        return self.decisions[-1].kept if self.result is None else self.result

    @property
    def luck(self) -> float:
        """Of the whole game."""
        return sum(decision.luck for decision in self.decisions)

    @property
    def choice(self) -> float:
        """Of the whole game."""
        return sum(decision.choice for decision in self.decisions)

    @property
    def mistakes(self) -> list[Judged]:
        """The costliest first."""
        found = [decision for decision in self.decisions if decision.mistake]
        return sorted(found, key=lambda decision: -decision.cost)

    def data(self) -> dict[str, Any]:
        """JSON-safe."""
        return {
            "seat": self.seat,
            "bot": self.bot,
            "steps": self.steps,
            "first": self.first,
            "result": self.result,
            "luck": self.luck,
            "choice": self.choice,
            "mistakes": len(self.mistakes),
            "method": METHOD,
            "decisions": [decision.data() for decision in self.decisions],
        }


def put_together(
    seat: int,
    bot: str,
    steps: int,
    result: float | None,
    decisions: Sequence[tuple[Asked, Weighed]],
) -> Review:
    """The decisions in order, with what came between them."""
    if not decisions:
        raise Invalid(f"seat: {seat} had nothing to choose in this game")
    following = [*decisions[1:], None]
    pairs = zip(decisions, following, strict=True)
    return Review(
        seat, bot, steps, result, tuple([judged(*one, then, result) for one, then in pairs])
    )


def judged(
    asked: Asked, weighed: Weighed, then: tuple[Asked, Weighed] | None, result: float | None
) -> Judged:
    """One decision, and how the chance stood at the next, or at the end."""
    options = asked.view.options
    end = weighed.kept if result is None else result
    after = end if then is None else then[1].usual
    return Judged(
        asked.step,
        asked.question,
        options[asked.taken],
        options[weighed.best],
        weighed.usual,
        weighed.kept,
        *cost_of(asked, weighed, then),
        after - weighed.kept,
    )


def cost_of(
    asked: Asked, weighed: Weighed, then: tuple[Asked, Weighed] | None
) -> tuple[float, float]:
    """What a choice cost, and the standard error of that.

    Where the seat decides again before anything has happened, what is still to be had is not lost.
    """
    cost = weighed.chance - weighed.kept
    if then is None or then[0].since != asked.since:
        return cost, weighed.error
    left = max(0.0, weighed.chance - then[1].chance)
    if left >= cost:
        return cost, weighed.error
    return left, hypot(weighed.error, weighed.level, then[1].level)


def result_for(match: Match, seat: int) -> float | None:
    """1 if the seat has won, 0 if not, None if the game goes on."""
    return None if match.outcome is None else float(seat in match.outcome.winners)


def review(
    match: Match,
    moves: Sequence[str],
    seat: int,
    bot: Bot,
    budget: Budget = USUAL,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """The whole review: the match at its first position, then the moves that were made."""
    every = list(asked(match, moves, seat))
    weighed = []
    for done, one in enumerate(every):
        progress(done, len(every))
        weighed.append((one, weigh(one.view, one.taken, bot, one.chance, budget)))
    return put_together(seat, bot.name, len(moves), result_for(match, seat), weighed)
