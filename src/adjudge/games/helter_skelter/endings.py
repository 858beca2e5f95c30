"""Points, elimination, and the end of the game."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.helter_skelter.procedures import Action
from adjudge.games.helter_skelter.state import (
    ALL_GONE,
    ENOUGH_POINTS,
    FIVE_POINTS,
    MOST_POINTS,
    NOBODY,
    QUIET,
    QUIET_TURNS,
    Table,
    alive,
    end_of,
    first_of,
    in_play,
    points,
)
from adjudge.games.helter_skelter.words import ELIMINATED, ENDED
from adjudge.kernel.agenda import tell
from adjudge.kernel.piles import bit, has, with_card


def finish(t: Table, reason: i64, winners: i64) -> None:
    """HS-END-04, HS-RULING-33: nobody takes another turn, and no window opens."""
    t.over = reason
    t.winners = winners
    tell(t, ENDED, reason)


def score(t: Table, seat: i64) -> None:
    """HS-END-03, HS-RULING-28, HS-RULING-33: points were made; five win at once."""
    t.quiet = 0
    if points(t, seat) >= ENOUGH_POINTS:
        finish(t, FIVE_POINTS, bit(seat))


def see_whether_it_is_over(t: Table, a: Action) -> None:
    """HS-END-05, HS-RULING-30: after the action, who has lost every character is out."""
    before = t.eliminated
    for seat in range(t.seats):
        if in_play(t, seat) and all_killed(t, seat):
            t.eliminated = with_card(t.eliminated, seat)
            tell(t, ELIMINATED, seat)
    if t.eliminated != 0:
        settle(t, a.player, t.eliminated & ~before)


def all_killed(t: Table, seat: i64) -> bool:
    """HS-END-05, HS-RULING-08, HS-RULING-65: whether nobody lives, undeployed ones included."""
    for who in range(first_of(t, seat), end_of(t, seat)):
        if alive(t, who):
            return False
    return True


def settle(t: Table, actor: i64, fallen: i64) -> None:
    """HS-END-06, HS-END-07, HS-END-08, HS-RULING-31: one alone with the most points wins."""
    remaining = (bit(t.seats) - 1) & ~t.eliminated
    if remaining == 0:
        finish(t, ALL_GONE, bit(best_of_the_fallen(t, actor, fallen)))
        return
    leaders = with_most_points(t, remaining)
    if leaders & (leaders - 1) == 0:
        finish(t, MOST_POINTS, leaders)


def with_most_points(t: Table, seats: i64) -> i64:
    """Those of the seats that nobody of them is ahead of."""
    most: i64 = -1
    leaders: i64 = 0
    for seat in range(t.seats):
        if has(seats, seat):
            if points(t, seat) > most:
                most = points(t, seat)
                leaders = 0
            if points(t, seat) == most:
                leaders = with_card(leaders, seat)
    return leaders


def best_of_the_fallen(t: Table, actor: i64, fallen: i64) -> i64:
    """HS-RULING-29: more points; the one who did it last; then the next to the actor's left."""
    leaders = with_most_points(t, fallen)
    winner: i64 = NOBODY
    for i in range(t.seats):
        seat = (actor + 1 + i) % t.seats
        if winner == NOBODY and has(leaders, seat):
            winner = seat
    return winner


def stop_a_quiet_game(t: Table) -> None:
    """HS-RULING-82: after 200 turns without a point the most points win, and a tie is a draw."""
    if t.quiet >= QUIET_TURNS:
        leaders = with_most_points(t, (bit(t.seats) - 1) & ~t.eliminated)
        finish(t, QUIET, leaders if leaders & (leaders - 1) == 0 else 0)
