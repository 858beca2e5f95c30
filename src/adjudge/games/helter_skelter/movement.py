"""MOVE, CLIMB and FLY."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.helter_skelter.procedures import CLIMB, MOVE, Action, Turn
from adjudge.games.helter_skelter.state import (
    FLY,
    SPACES,
    Table,
    is_high,
    near,
    neighbours,
    showing,
    usable,
)
from adjudge.games.helter_skelter.turns import begin_action, why_cannot_act
from adjudge.games.helter_skelter.words import CLIMBED, FLEW, GO_TO, MOVED
from adjudge.kernel.agenda import ask_unless_forced, tell
from adjudge.kernel.piles import has, size, without

# Where to


def ways_to_move(t: Table, space: i64) -> i64:
    """HS-MOVE-02, HS-MOVE-03, HS-MOVE-04, HS-MOVE-05, HS-RULING-53: only the way up is barred.

    HS-MOVE-06, HS-MOVE-07: walls and falls are no borders, so there is no way over them.
    """
    if is_high(t, space):
        return neighbours(t, space)
    return neighbours(t, space) & ~t.pack.high[t.map]


def ways_to_climb(t: Table, space: i64) -> i64:
    """HS-CLIMB-02, HS-CLIMB-03: from a normal space to the high ground next to it."""
    return 0 if is_high(t, space) else neighbours(t, space) & t.pack.high[t.map]


def ways_to_fly(t: Table, space: i64) -> i64:
    """HS-FLY-02, HS-FLY-03, HS-FLY-04, HS-FLY-05, HS-RULING-43, HS-RULING-44: two steps, not none.

    HS-FALL-05, HS-FALL-06: a fall is one of the steps and no place to land.
    """
    return without(near(t, space), space)


# May this character move?


def why_no_move(t: Table, seat: i64, who: i64) -> str:
    """HS-MOVE-01, HS-SPACE-07: a card with the symbol, and a space to go to."""
    unable = why_cannot_act(t, seat, who)
    if unable != "":
        return unable
    if showing(t, seat, who) == 0:
        return "HS-MOVE-01"
    return "" if ways_to_move(t, t.space[who]) != 0 else "HS-MOVE-02"


def why_no_climb(t: Table, seat: i64, who: i64) -> str:
    """HS-CLIMB-01, HS-CLIMB-02, HS-CLIMB-03, HS-HIGH-03: two cards, and high ground beside."""
    unable = why_cannot_act(t, seat, who)
    if unable != "":
        return unable
    if is_high(t, t.space[who]):
        return "HS-CLIMB-03"
    if size(showing(t, seat, who)) < 2:
        return "HS-CLIMB-01"
    return "" if ways_to_climb(t, t.space[who]) != 0 else "HS-CLIMB-02"


def why_no_fly(t: Table, seat: i64, who: i64) -> str:
    """HS-FLY-01, HS-FLY-02: a card with the symbol, linked, and somewhere to land."""
    unable = why_cannot_act(t, seat, who)
    if unable != "":
        return unable
    if usable(t, seat, FLY, who) == 0:
        return "HS-FLY-01"
    return "" if ways_to_fly(t, t.space[who]) != 0 else "HS-FLY-02"


def take_move(t: Table, turn: Turn, who: i64) -> None:
    """HS-MOVE-01, HS-INT-17: one space; another is another action."""
    begin_action(t, turn, MOVE, who)


def take_climb(t: Table, turn: Turn, who: i64) -> None:
    """HS-CLIMB-01."""
    begin_action(t, turn, CLIMB, who)


def take_fly(t: Table, turn: Turn, who: i64) -> None:
    """HS-FLY-01."""
    begin_action(t, turn, FLY, who)


# Going


def ways(t: Table, a: Action) -> i64:
    """The spaces that the action may end on."""
    here = t.space[a.who]
    if a.kind == MOVE:
        return ways_to_move(t, here)
    return ways_to_climb(t, here) if a.kind == CLIMB else ways_to_fly(t, here)


def choose_destination(t: Table, a: Action) -> None:
    """HS-MOVE-02, HS-CLIMB-02, HS-FLY-02, HS-FALL-03, HS-WALL-01: where it goes."""
    where = ways(t, a)
    for space in range(i64(1), i64(SPACES + 1)):
        if has(where, space):
            t.offer(GO_TO, space)
    ask_unless_forced(t, a.player)


def go_to(t: Table, a: Action, space: i64) -> None:
    """HS-RULING-07: onto the space, whoever is there."""
    event = MOVED if a.kind == MOVE else CLIMBED if a.kind == CLIMB else FLEW
    put_on(t, a.who, space, event)


def put_on(t: Table, who: i64, space: i64, event: i64) -> None:
    """The figure stands there now."""
    tell(t, event, who, t.space[who], space)
    t.space[who] = space


def why_no_way(t: Table, who: i64, kind: i64, space: i64) -> str:
    """HS-MOVE-02, HS-MOVE-03, HS-CLIMB-02, HS-FLY-02, HS-FLY-05: why it cannot go there."""
    here = t.space[who]
    if kind == FLY:
        if has(ways_to_fly(t, here), space):
            return ""
        return "HS-RULING-44" if space == here else "HS-FLY-02"
    if kind == CLIMB:
        return "" if has(ways_to_climb(t, here), space) else "HS-CLIMB-02"
    if has(ways_to_move(t, here), space):
        return ""
    return "HS-MOVE-03" if has(neighbours(t, here), space) else "HS-MOVE-02"
