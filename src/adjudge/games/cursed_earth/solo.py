"""Solo rules: a row built from hand and deck, and the score."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.cursed_earth.cooperative import offer_hand, why_no_play
from adjudge.games.cursed_earth.endings import finish
from adjudge.games.cursed_earth.procedures import Investigation, Placing
from adjudge.games.cursed_earth.state import (
    ABOVE,
    CARDS,
    DECK_OUT,
    FOUND,
    HIDDEN,
    JUDGES,
    LEFT,
    RIGHT,
    SLOUGH,
    Table,
    add_on_the_left,
    add_to_row,
    ongoing_at,
    survivors,
    take_from_hand,
    take_top_card,
    team_area,
)
from adjudge.games.cursed_earth.words import (
    DRAW,
    DRAWN_INTO_ROW,
    DRAWN_TO_PLACE,
    PLACE,
    PLACED,
    PLAY_AT,
    PLAYED,
)
from adjudge.kernel.agenda import again, ask, begin, tell
from adjudge.kernel.piles import size, sort


def draw_into_the_row(t: Table, i: Investigation) -> None:
    """CE-SODAWN-01, CE-SODAWN-02, CE-SODAWN-04, CE-RULING-05: from the deck, into number order."""
    if t.deck_size == 0:
        finish(t, DECK_OUT, 0)
        return
    card = take_top_card(t)
    add_to_row(t, ABOVE, card)
    sort(t.above, 0, t.row_size[ABOVE])
    tell(t, DRAWN_INTO_ROW, card)


def play_from_hand(t: Table, i: Investigation) -> None:
    """CE-SOLO-01, CE-SODAWN-03, CE-SODAWN-05, CE-SODUSK-03: one card from hand."""
    offer_hand(t, t.senior)


def build_row_at_both_ends(t: Table, i: Investigation) -> None:
    """CE-SODUSK-04, CE-SODUSK-05: until the hand is empty and three cards were drawn."""
    if t.hand_size[t.senior] == 0 and i.drawn == 3:
        return
    again(i)
    for card in range(i64(1), i64(CARDS + 1)):
        if not why_no_play(t, t.senior, card):
            t.offer(PLAY_AT, card, LEFT)
            t.offer(PLAY_AT, card, RIGHT)
    if not why_no_draw(t, i):
        t.offer(DRAW)
    if t.n_options > 0:
        ask(t, t.senior)
    else:
        finish(t, DECK_OUT, 0)  # CE-RULING-05


def why_no_draw(t: Table, i: Investigation) -> str:
    """CE-SODUSK-05, CE-RULING-05: three cards at most, and only while the deck has one."""
    if i.drawn == 3:
        return "CE-SODUSK-05"
    return "CE-RULING-05" if t.deck_size == 0 else ""


def play_at(t: Table, i: Investigation, card: i64, where: i64) -> None:
    """CE-SODUSK-01, CE-SODUSK-02: at the left or the right end, and it stays there."""
    take_from_hand(t, t.player, card)
    lay_at(t, card, where)
    tell(t, PLAYED, t.player, card)


def lay_at(t: Table, card: i64, where: i64) -> None:
    """CE-SODUSK-02: at either end of the row."""
    if where == LEFT:
        add_on_the_left(t, card)
    else:
        add_to_row(t, ABOVE, card)


def draw(t: Table, i: Investigation) -> None:
    """CE-SODUSK-04, CE-SLOUGH-02, CE-RULING-31: shown, then placed; the Slough's last unseen."""
    i.drawn += 1
    if i.drawn == 3 and ongoing_at(t, JUDGES) == SLOUGH:
        begin(t, Placing(HIDDEN))
    else:
        card = take_top_card(t)
        tell(t, DRAWN_TO_PLACE, card)
        begin(t, Placing(card))


def choose_an_end(t: Table, p: Placing) -> None:
    """CE-SODUSK-04, CE-SLOUGH-03: left or right."""
    t.offer(PLACE, LEFT)
    t.offer(PLACE, RIGHT)
    ask(t, t.senior)


def place(t: Table, p: Placing, where: i64) -> None:
    """CE-SODUSK-02, CE-RULING-30: an unseen card is turned up once it is placed."""
    card = take_top_card(t) if p.card == HIDDEN else p.card
    lay_at(t, card, where)
    tell(t, PLACED, card, where)


def score(t: Table) -> i64:
    """CE-SCORE-02, CE-SCORE-03, CE-SCORE-04, CE-SCORE-05: counted at the end, won or lost.

    CE-SCORE-09, CE-RULING-38: only the twelve points need Max Normal.
    """
    kept = 2 * size(team_area(t, JUDGES))
    found: i64 = 12 if t.over == FOUND else 0
    return t.rations[JUDGES] + t.ammo[JUDGES] + kept + progress(t) - losses(t) + found


def progress(t: Table) -> i64:
    """CE-SCORE-06, CE-SCORE-07, CE-RULING-37: three for each location left behind."""
    return 3 * t.pawns[JUDGES]


def losses(t: Table) -> i64:
    """CE-SCORE-08: eight for each dead Judge."""
    return 8 * (3 - survivors(t, JUDGES))
