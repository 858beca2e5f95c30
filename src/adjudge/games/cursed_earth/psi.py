"""Psi: the symbol, and the psi action of each mode."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from adjudge.games.cursed_earth.endings import meet
from adjudge.games.cursed_earth.expertise import spend_one
from adjudge.games.cursed_earth.procedures import (
    COOPERATIVE_PSI,
    SOLO_PSI,
    VERSUS_PSI,
    Action,
    PsiAction,
)
from adjudge.games.cursed_earth.state import (
    ABOVE,
    BELOW,
    COOPERATIVE,
    DECK_OUT,
    MET_DECK_OUT,
    NO_CARD,
    NO_PSI_ACTION,
    PSI_EXPERTISE,
    SOLO,
    Table,
    add_to_row,
    alive,
    face_down,
    ongoing_at,
    seat_of,
    specialist,
    survivors,
    take_top_card,
)
from adjudge.games.cursed_earth.words import (
    ADD_CARD,
    ADDED_BY_PSI,
    AGREE,
    DISCARDED,
    HIDE,
    KEEP,
    PSI_HIDDEN,
    PSI_LOOKED,
    PSI_SEEN,
    SAY,
    SPOKE,
    TAKE_PSI_ACTION,
)
from adjudge.kernel.agenda import EVERYBODY, again, ask, ask_unless_forced, begin, tell, tell_only
from adjudge.kernel.piles import bit, sort, with_card

JUDGEMENTS: Final = 5  # very good, good, mixed, bad, disastrous
ADVICE: Final = 2  # play it, discard it


def choose_psi_branch(t: Table, a: Action) -> None:
    """CE-PSI-01, CE-COPSI-01, CE-SOPSI-01, CE-HHPSI-01, CE-RULING-61: the card is unseen."""
    if t.deck_size == 0:
        meet(t, a.team, MET_DECK_OUT, DECK_OUT)  # CE-RULING-09
        return
    t.offer(ADD_CARD)
    if not why_no_psi_action(t, a.team):
        t.offer(TAKE_PSI_ACTION)
    ask_unless_forced(t, seat_of(t, a.team))


def why_no_psi_action(t: Table, team: i64) -> str:
    """CE-PSI-05, CE-CLAR-04, CE-RULING-07, CE-RULING-09: a living specialist and enough cards."""
    if not alive(t, specialist(team, PSI_EXPERTISE)):
        return "CE-CLAR-04"
    if ongoing_at(t, team) == NO_PSI_ACTION:
        return "CE-LOC-14"
    return "CE-RULING-09" if t.deck_size < cards_for_psi(t) else ""


def cards_for_psi(t: Table) -> i64:
    """CE-COPSI-02, CE-SOPSI-02, CE-HHPSI-02: how many cards the psi action of this mode takes."""
    if t.mode == SOLO:
        return 4
    return t.seats if t.mode == COOPERATIVE else 1


def add_card(t: Table, a: Action) -> None:
    """CE-PSI-02, CE-RULING-21: the top card goes face up to the end of the row, unsorted."""
    card = take_top_card(t)
    add_to_row(t, a.side, card)
    tell(t, ADDED_BY_PSI, card)


def take_psi_action(t: Table, a: Action) -> None:
    """CE-PSI-03, CE-PSI-04, CE-PSI-06, CE-RULING-08: the health first, then the action."""
    spend_one(t, a, specialist(a.team, PSI_EXPERTISE))
    if survivors(t, a.team) > 0:
        begin(t, PsiAction(psi_action_of(t), a.team, a.side))


def psi_action_of(t: Table) -> i64:
    """CE-PSI-06: what the psi action is depends on the mode."""
    if t.mode == SOLO:
        return SOLO_PSI
    return COOPERATIVE_PSI if t.mode == COOPERATIVE else VERSUS_PSI


def each_draws_a_secret_card(t: Table, p: PsiAction) -> None:
    """CE-COPSI-02, CE-COPSI-03, CE-RULING-34: one each, clockwise from the Senior Judge."""
    for turn in range(t.seats):
        look_at_top_card(t, (t.senior + turn) % t.seats)


def look_at_top_card(t: Table, seat: i64) -> None:
    """Only that seat sees it."""
    card = take_top_card(t)
    t.psi_cards[seat] = card
    tell_only(t, bit(seat), PSI_SEEN, seat, card)
    tell_only(t, EVERYBODY - bit(seat), PSI_LOOKED, seat)


def each_makes_a_case(t: Table, p: PsiAction) -> None:
    """CE-COPSI-04, CE-COPSI-05: everybody judges, in words that name no icon."""
    if p.spoken < t.seats:
        again(p)
        for judgement in range(i64(JUDGEMENTS)):
            for advice in range(i64(ADVICE)):
                t.offer(SAY, judgement, advice)
        ask(t, (t.senior + p.spoken) % t.seats)


def say(t: Table, p: PsiAction, judgement: i64, advice: i64) -> None:
    """CE-COPSI-04, CE-RULING-34: each statement is open at once."""
    p.judgements = p.judgements | (1 + judgement * 2 + advice) << (4 * t.player)
    p.spoken += 1
    tell(t, SPOKE, t.player, judgement, advice)


def senior_judge_settles(t: Table, p: PsiAction) -> None:
    """CE-COPSI-06, CE-DAWN-11: after all have spoken the Senior Judge settles whose card it is."""
    for seat in range(t.seats):
        t.offer(AGREE, seat)
    ask(t, t.senior)


def agree(t: Table, p: PsiAction, chosen: i64) -> None:
    """CE-COPSI-06, CE-COPSI-07: that card to the end of the row, the others to the discard pile."""
    add_to_row(t, p.side, t.psi_cards[chosen])
    tell(t, ADDED_BY_PSI, t.psi_cards[chosen])
    t.psi_cards[chosen] = NO_CARD
    discard_psi_cards(t)


def discard_psi_cards(t: Table) -> None:
    """CE-COPSI-07, CE-SOPSI-05: what was drawn and not used is discarded, face up."""
    for i in range(i64(4)):
        card = t.psi_cards[i]
        if card != NO_CARD:
            t.discard = with_card(t.discard, card)
            t.psi_cards[i] = NO_CARD
            tell(t, DISCARDED, card)


def draw_four(t: Table, p: PsiAction) -> None:
    """CE-SOPSI-02: four cards from the top of the deck, all seen."""
    for i in range(i64(4)):
        t.psi_cards[i] = take_top_card(t)
    sort(t.psi_cards, 0, 4)
    for i in range(i64(4)):
        tell(t, PSI_SEEN, 0, t.psi_cards[i])


def choose_two_to_keep(t: Table, p: PsiAction) -> None:
    """CE-SOPSI-03: any two of the four."""
    for i in range(i64(4)):
        for j in range(i + 1, i64(4)):
            t.offer(KEEP, t.psi_cards[i], t.psi_cards[j])
    ask(t, t.senior)


def why_no_keeping(t: Table, card: i64, other: i64) -> str:
    """CE-SOPSI-03, CE-SOPSI-04: two of the cards that were drawn, in number order."""
    if card >= other:
        return "CE-SOPSI-04"
    return "" if drawn_for_psi(t, card) and drawn_for_psi(t, other) else "CE-SOPSI-03"


def drawn_for_psi(t: Table, card: i64) -> bool:
    """Whether the card is one of the four."""
    for i in range(i64(4)):
        if t.psi_cards[i] == card:
            return True
    return False


def keep(t: Table, p: PsiAction, card: i64, other: i64) -> None:
    """CE-SOPSI-03, CE-SOPSI-04, CE-SOPSI-05: to the end of the row in number order."""
    for i in range(i64(4)):
        if t.psi_cards[i] == card or t.psi_cards[i] == other:
            add_to_row(t, p.side, t.psi_cards[i])
            tell(t, ADDED_BY_PSI, t.psi_cards[i])
            t.psi_cards[i] = NO_CARD
    discard_psi_cards(t)


def look_at_the_top_card(t: Table, p: PsiAction) -> None:
    """CE-HHPSI-02: the player looks at the top card of the deck."""
    look_at_top_card(t, seat_of(t, p.team))


def choose_where_to_hide_it(t: Table, p: PsiAction) -> None:
    """CE-HHPSI-03: face-down above or below the location deck."""
    t.offer(HIDE, ABOVE)
    t.offer(HIDE, BELOW)
    ask(t, seat_of(t, p.team))


def hide(t: Table, p: PsiAction, side: i64) -> None:
    """CE-HHPSI-03, CE-HHPSI-04, CE-RULING-41: it waits there for the next dawn or dusk."""
    seat = seat_of(t, p.team)
    t.waiting[t.n_waiting] = face_down(t.psi_cards[seat], seat) | side << 10
    t.n_waiting += 1
    t.psi_cards[seat] = NO_CARD
    tell(t, PSI_HIDDEN, seat, side)
