"""What is under way: procedures, the steps that carry them out, and the question they wait for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from adjudge.kernel.rng import Rng

Step = Callable[[Any, Any], None]  # (state, procedure): one sentence of the rulebook
Verb = Callable[..., None]  # (state, procedure, up to three numbers): what choosing an option does

MOST_OPTIONS: Final = 64
PAST_THE_END: Final = 1000
EVERYBODY: Final = 255  # an event's audience: a bit per seat, and SPECTATORS
SPECTATORS: Final = 128
BEST: Final = 1000  # the worth of a game won; lost it is worth nothing


@mypyc_attr(acyclic=True)
class Procedure:
    """A rulebook sequence under way and how far it has got; subclasses say about what."""

    def __init__(self, kind: i64) -> None:
        self.kind = kind
        self.at: i64 = 0
        self.under: Procedure | None = None  # what it interrupts: the agenda is this chain

    def copy(self) -> Procedure:
        """The record alone; the chain is copied by the state."""
        p = Procedure(self.kind)
        p.at = self.at
        return p


class Log:
    """What happened, for people: packed events, and who may see each."""

    def __init__(self) -> None:
        self.events: list[int] = []
        self.audiences: list[int] = []


@mypyc_attr(acyclic=True)
class State:
    """What every game has: rules, the innermost procedure, a pending question, an end, chance."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        self.now: Procedure = Procedure(0)
        self.then: i64 = 0  # where the asking procedure goes on
        self.player: i64 = 0  # who is asked
        self.n_options: i64 = 0
        self.over: i64 = 0  # why the game ended, by the game's own numbers; 0 while it goes on
        self.winners: i64 = 0  # a bit per seat
        self.rng: Rng = Rng()
        self.log: Log | None = None
        self.options: vec[i64] = vec[i64]()

    def lay_out_kernel(self, rng: Rng) -> None:
        """What a new state needs and a copy brings along."""
        self.rng = rng
        self.options = vec[i64]([0] * MOST_OPTIONS)

    def copy_kernel(self, g: State) -> None:
        """Take over agenda, question, end and chance. The log stays behind."""
        self.now = copy_chain(g.now)
        self.then = g.then
        self.player = g.player
        self.n_options = g.n_options
        self.over = g.over
        self.winners = g.winners
        self.rng = g.rng.copy()
        self.options = g.options[:]

    def copy(self) -> State:
        """Equal and independent. Every game writes its own."""
        raise NotImplementedError

    def offer(self, verb: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """One more legal option for whoever is about to be asked."""
        self.options[self.n_options] = verb << 48 | a << 32 | b << 16 | c
        self.n_options += 1


def copy_chain(p: Procedure) -> Procedure:
    """The whole agenda, record by record."""
    top = p.copy()
    last = top
    under = p.under
    while under is not None:
        record = under.copy()
        last.under = record
        last = record
        under = under.under
    return top


@mypyc_attr(allow_interpreted_subclasses=True)
class Rulebook:
    """A game's summary page: its sequences by kind of procedure, its verbs by number."""

    def __init__(self, sequences: list[list[Step]], verbs: list[Verb], arity: list[int]) -> None:
        self.sequences = sequences
        self.verbs = verbs
        self.arity = arity

    def step(self, g: State, p: Procedure, at: i64) -> bool:
        """Do that step; false if none is left. Generated code overrides this with direct calls."""
        steps = self.sequences[p.kind]
        if at >= len(steps):
            return False
        steps[at](g, p)
        return True

    def perform(self, g: State, p: Procedure, verb: i64, a: i64, b: i64, c: i64) -> None:
        """Do what the option says. Generated code overrides this too."""
        do = self.verbs[verb]
        n = self.arity[verb]
        if n == 0:
            do(g, p)
        elif n == 1:
            do(g, p, a)
        elif n == 2:
            do(g, p, a, b)
        else:
            do(g, p, a, b, c)

    def prefer(self, g: State) -> i64:
        """The index of the option that the game's plain heuristic takes. Generated code says it."""
        raise NotImplementedError

    def worth(self, g: State, seat: i64) -> i64:
        """How good an unfinished position is for a seat, 0 to BEST. Generated code says it."""
        raise NotImplementedError

    def estimate(self, g: State, seat: i64) -> i64:
        """The seat's chance to win as experience puts it, 0 to BEST. Generated code says it."""
        raise NotImplementedError


def begin(g: State, p: Procedure) -> None:
    """Put p on the agenda: it runs before whatever is under way goes on."""
    p.under = g.now
    g.now = p


def ask(g: State, player: i64) -> None:
    """Stop until the player has chosen. A step changes nothing before it asks."""
    g.player = player


def ask_unless_forced(g: State, player: i64) -> None:
    """Ask, but take the only option at once: a choice of one is none."""
    g.player = player
    if g.n_options == 1:
        g.n_options = 0
        perform(g, g.now, g.options[0])


def again(p: Procedure) -> None:
    """Do the current step once more when control returns to p."""
    p.at -= 1


def go_on(p: Procedure) -> None:
    """Leave out the step that comes next."""
    p.at += 1


def end(p: Procedure) -> None:
    """Skip what is left of p."""
    p.at = PAST_THE_END


def unwind(g: State, kind: i64) -> Procedure:
    """Abandon everything begun since the innermost procedure of that kind, which is returned."""
    while g.now.kind != kind:
        leave(g)
    return g.now


def outer(g: State, kind: i64) -> Procedure | None:
    """The nearest procedure of that kind that is under way, if there is one."""
    p: Procedure | None = g.now
    while p is not None and p.kind != kind:
        p = p.under
    return p


def leave(g: State) -> None:
    """Back to what was interrupted."""
    under = g.now.under
    assert under is not None, "the agenda is empty"
    g.now = under


def tell(g: State, event: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
    """Everybody sees it happen."""
    tell_only(g, EVERYBODY, event, a, b, c)


def tell_only(g: State, audience: i64, event: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
    """Those in the audience see it happen. Without a log, as in search, nothing is kept."""
    log = g.log
    if log is not None:
        log.events.append(event << 48 | a << 32 | b << 16 | c)
        log.audiences.append(audience)


def perform(g: State, p: Procedure, option: i64) -> None:
    """Do what a packed option says."""
    g.rules.perform(
        g, p, option >> 48, option >> 32 & 0xFFFF, option >> 16 & 0xFFFF, option & 0xFFFF
    )


def play(g: State, choice: i64) -> None:
    """Take one option of the pending question, then run on to the next question."""
    assert 0 <= choice < g.n_options, "no such option"
    option = g.options[choice]
    p = g.now
    p.at = g.then
    g.n_options = 0
    perform(g, p, option)
    advance(g)


def advance(g: State) -> None:
    """Run steps until somebody must decide or the game is over."""
    rules = g.rules
    while g.n_options == 0 and g.over == 0:
        p = g.now
        here = p.at
        p.at = here + 1
        if not rules.step(g, p, here):
            leave(g)
        elif (
            g.n_options != 0
        ):  # stay at the question until it is answered, so it can be asked again
            g.then = p.at
            p.at = here


def ask_again(g: State) -> None:
    """Derive the pending question from the state: after load, after determinize."""
    g.n_options = 0
    advance(g)


def hide_options(view: State, seat: i64) -> None:
    """What others may choose, and what is left of earlier questions, would show their cards."""
    if view.player != seat:
        view.n_options = 0
    for i in range(view.n_options, i64(MOST_OPTIONS)):
        view.options[i] = 0


def play_out(g: State, chance: Rng, most: i64) -> i64:
    """Play on at random to the end, or for so many decisions; how many were made."""
    made: i64 = 0
    while g.over == 0 and made < most:
        play(g, chance.below(g.n_options))
        made += 1
    return made


def play_on(g: State, chance: Rng, rashness: i64, most: i64) -> i64:
    """Play on by the heuristic, and at random so often in a thousand; how many decisions it made.

    Like play_out, it stops at the end of the game or after so many decisions.
    """
    made: i64 = 0
    while g.over == 0 and made < most:
        if g.n_options == 1:
            play(g, 0)
        elif chance.below(1000) < rashness:
            play(g, chance.below(g.n_options))
        else:
            play(g, g.rules.prefer(g))
        made += 1
    return made


def worth(g: State, seat: i64) -> i64:
    """How good the position is for a seat, 0 to BEST: the end if it has come, else an estimate."""
    if g.over == 0:
        return g.rules.worth(g, seat)
    return BEST if g.winners >> seat & 1 != 0 else 0
