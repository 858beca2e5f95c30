"""COLLECT FRAGMENT."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.helter_skelter.endings import score
from adjudge.games.helter_skelter.procedures import COLLECT, Action, Turn
from adjudge.games.helter_skelter.state import Table, alive, end_of, first_of, showing
from adjudge.games.helter_skelter.turns import begin_action, why_cannot_act
from adjudge.games.helter_skelter.words import COLLECTED
from adjudge.kernel.agenda import tell
from adjudge.kernel.piles import has, size, without


def why_no_collect(t: Table, seat: i64, who: i64, payer: i64) -> str:
    """HS-FRAG-01, HS-FRAG-02, HS-FRAG-03: one's own fragment underfoot, and three cards."""
    unable = why_cannot_act(t, seat, who)
    if unable != "":
        return unable
    if not has(t.fragments[seat], t.space[who]):
        return "HS-FRAG-02" if is_fragment(t, t.space[who]) else "HS-FRAG-03"
    if who != payer and not is_dead_friend(t, seat, payer):
        return "HS-FRAG-05"
    if size(showing(t, seat, payer)) >= 3:
        return ""
    return "HS-FRAG-01" if who == payer else "HS-FRAG-05"


def is_fragment(t: Table, space: i64) -> bool:
    """Whether anybody's fragment lies there."""
    for seat in range(t.seats):
        if has(t.fragments[seat], space):
            return True
    return False


def is_dead_friend(t: Table, seat: i64, who: i64) -> bool:
    """HS-FRAG-05, HS-RULING-41: a killed character of one's own team; Warp-Sláine is not dead."""
    return first_of(t, seat) <= who < end_of(t, seat) and not alive(t, who)


def take_collect(t: Table, turn: Turn, who: i64, payer: i64) -> None:
    """HS-FRAG-01, HS-FRAG-05: whose symbol pays is said with the action."""
    a = begin_action(t, turn, COLLECT, who)
    a.payer = payer


def collect_the_fragment(t: Table, a: Action) -> None:
    """HS-FRAG-04: off the map, in front of the player, and a point."""
    t.fragments[a.player] = without(t.fragments[a.player], t.space[a.who])
    t.collected[a.player] += 1
    tell(t, COLLECTED, a.who, t.space[a.who])
    score(t, a.player)
