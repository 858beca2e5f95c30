"""Head-to-head rules: two rows, and who takes which."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.cursed_earth.cooperative import (
    cards_in_hand,
    deal_hands,
    lay_face_down,
    why_no_play,
)
from adjudge.games.cursed_earth.endings import settle
from adjudge.games.cursed_earth.hunt import end_at_location, start_at_location
from adjudge.games.cursed_earth.procedures import (
    VERSUS_DAWN,
    VERSUS_DUSK,
    VERSUS_ROUND,
    Action,
    Encounters,
    Investigation,
    Round,
)
from adjudge.games.cursed_earth.state import (
    ABOVE,
    BELOW,
    CARD_BITS,
    CARDS,
    EAT,
    JUDGES,
    MET_DECK_OUT,
    NO_CARD,
    NOBODY,
    PERPS,
    SLOUGH,
    Table,
    add_to_row,
    is_face_down,
    ongoing_at,
    row_of,
    take_from_hand,
    team_of,
)
from adjudge.games.cursed_earth.words import (
    CHOICE_PASSED,
    DAWN_BROKE,
    DUSK_FELL,
    LET_CHOOSE,
    PLAY_TO,
    PLAYED,
    ROW_TAKEN,
    TAKE_ROW,
    TURNED_UP,
)
from adjudge.kernel.agenda import again, ask, begin, outer, tell
from adjudge.kernel.piles import sort


def two_rows_at_dawn(t: Table, r: Round) -> None:
    """CE-HHROWS-01: dawn first."""
    tell(t, DAWN_BROKE, t.round)
    begin(t, Investigation(VERSUS_DAWN))


def two_rows_at_dusk(t: Table, r: Round) -> None:
    """CE-HHROWS-01, CE-HH-06: then dusk, after which no pawn moves by itself."""
    tell(t, DUSK_FELL, t.round)
    begin(t, Investigation(VERSUS_DUSK))


def senior_starts_at_location(t: Table, i: Investigation) -> None:
    """CE-HHLOC-02, CE-RULING-56: start effects, the Senior Judge's team first."""
    start_at_location(t, team_of(t, t.senior))


def other_starts_at_location(t: Table, i: Investigation) -> None:
    """CE-HHLOC-02, CE-RULING-56: then the other team."""
    start_at_location(t, team_of(t, 1 - t.senior))


def add_cards_to_either_row(t: Table, i: Investigation) -> None:
    """CE-HHROWS-02, CE-HHROWS-03, CE-HHROWS-05, CE-HHROWS-08, CE-HHROWS-09: three each, in turn."""
    seat = t.senior if i.played % 2 == 0 else 1 - t.senior
    if i.played < cards_in_hand(t) and t.hand_size[seat] > 0:
        again(i)
        for card in range(i64(1), i64(CARDS + 1)):
            if not why_no_play(t, seat, card):
                t.offer(PLAY_TO, card, ABOVE)
                t.offer(PLAY_TO, card, BELOW)
        ask(t, seat)


def play_to(t: Table, i: Investigation, card: i64, side: i64) -> None:
    """CE-HHROWS-06, CE-HHROWS-07, CE-HHROWS-11, CE-RULING-59: to the right end of either row."""
    take_from_hand(t, t.player, card)
    i.played += 1
    if is_third_at_slough(t, i):
        lay_face_down(t, side, card)
    else:
        add_to_row(t, side, card)
        tell(t, PLAYED, t.player, card)


def is_third_at_slough(t: Table, i: Investigation) -> bool:
    """CE-SLOUGH-01, CE-HHLOC-01, CE-RULING-30: a player's third dusk card at the Slough."""
    third = i.kind == VERSUS_DUSK and i.played > cards_in_hand(t) - 2
    return third and ongoing_at(t, team_of(t, t.player)) == SLOUGH


def arrange_both_rows(t: Table, i: Investigation) -> None:
    """CE-HHROWS-10: each row by number, before the choice."""
    sort(t.above, 0, t.row_size[ABOVE])
    sort(t.below, 0, t.row_size[BELOW])


def senior_takes_a_row_or_lets_choose(t: Table, i: Investigation) -> None:
    """CE-HHROWS-04, CE-HHROWS-12: only now is it settled who takes which."""
    t.offer(TAKE_ROW, ABOVE)
    t.offer(TAKE_ROW, BELOW)
    t.offer(LET_CHOOSE)
    ask(t, t.senior)


def other_takes_a_row_if_let(t: Table, i: Investigation) -> None:
    """CE-RULING-39: the other player must then pick."""
    if i.picker == NOBODY:
        offer_rows(t, 1 - t.senior)


def whoever_did_not_pick_takes_a_row(t: Table, i: Investigation) -> None:
    """CE-HHROWS-14: whichever player picked at dawn, the other picks at dusk."""
    offer_rows(t, 1 - today(t).picker)


def offer_rows(t: Table, seat: i64) -> None:
    """CE-RULING-40: either row, an empty one too."""
    t.offer(TAKE_ROW, ABOVE)
    t.offer(TAKE_ROW, BELOW)
    ask(t, seat)


def today(t: Table) -> Round:
    """The round under way."""
    r = outer(t, VERSUS_ROUND)
    assert isinstance(r, Round)
    return r


def take_row(t: Table, i: Investigation, side: i64) -> None:
    """CE-HHROWS-12, CE-HHROWS-13: the row that is not picked goes to the other player."""
    i.picker = t.player
    i.picked = side
    today(t).picker = t.player
    tell(t, ROW_TAKEN, t.player, side)


def let_choose(t: Table, i: Investigation) -> None:
    """CE-HHROWS-12: the Senior Judge lets the other player pick."""
    tell(t, CHOICE_PASSED, t.player)


def turn_up_face_down_cards(t: Table, i: Investigation) -> None:
    """CE-HHPSI-05, CE-HHPSI-06, CE-RULING-30: once a row has been chosen."""
    for side in range(i64(2)):
        row = row_of(t, side)
        for place in range(t.row_size[side]):
            if is_face_down(row[place]):
                row[place] = row[place] & CARD_BITS
                tell(t, TURNED_UP, row[place])


def psi_cards_join_their_rows(t: Table, i: Investigation) -> None:
    """CE-HHPSI-04, CE-HHPSI-08, CE-RULING-41: at the end, in the order they were placed."""
    for n in range(t.n_waiting):
        card = t.waiting[n] & CARD_BITS
        tell(t, TURNED_UP, card)
        add_to_row(t, t.waiting[n] >> 10, card)
        t.waiting[n] = NO_CARD
    t.n_waiting = 0


def psi_cards_fall_into_order(t: Table, i: Investigation) -> None:
    """CE-HHPSI-07, CE-RULING-42: at dawn each takes its place by number."""
    arrange_both_rows(t, i)


def picker_resolves(t: Table, i: Investigation) -> None:
    """CE-HHROWS-15, CE-HHROWS-21: first the picker's row, on the picker's team."""
    resolve(t, i.picker, i.picked)


def other_resolves(t: Table, i: Investigation) -> None:
    """CE-HHROWS-13, CE-HHROWS-16, CE-HHEND-04, CE-CLAR-08: then the other finishes their row."""
    resolve(t, 1 - i.picker, 1 - i.picked)


def resolve(t: Table, seat: i64, side: i64) -> None:
    """CE-RULING-43: but nobody who has met an end condition."""
    if t.met[team_of(t, seat)] == 0:
        begin(t, Encounters(team_of(t, seat), side))


def picker_ends_at_location(t: Table, i: Investigation) -> None:
    """CE-HHLOC-02, CE-RULING-56: end effects, first for who resolved first."""
    end_at_location(t, team_of(t, i.picker))


def other_ends_at_location(t: Table, i: Investigation) -> None:
    """CE-HHLOC-02, CE-RULING-56: then for the other."""
    end_at_location(t, team_of(t, 1 - i.picker))


def picker_eats(t: Table, i: Investigation) -> None:
    """CE-HHROWS-20, CE-CLAR-07, CE-RULING-46: each team loses one ration of its own."""
    begin(t, Action(EAT, team_of(t, i.picker), ABOVE))


def other_eats(t: Table, i: Investigation) -> None:
    """CE-HHROWS-20, CE-RULING-46: and then endings are looked for."""
    begin(t, Action(EAT, team_of(t, 1 - i.picker), ABOVE))


def draw_hands_of_six(t: Table, r: Round) -> None:
    """CE-HHROWS-17, CE-HHEND-03, CE-RULING-06: a deal that cannot be completed is ending 3."""
    if t.deck_size < 2 * cards_in_hand(t):
        t.met[JUDGES] = MET_DECK_OUT
        t.met[PERPS] = MET_DECK_OUT
        settle(t)
    else:
        deal_hands(t)
