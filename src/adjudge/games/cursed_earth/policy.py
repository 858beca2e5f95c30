"""A plain heuristic player: it adds up what it can see and does not search."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from adjudge.games.cursed_earth.chances import chance_of_duel, chance_of_hunt
from adjudge.games.cursed_earth.encounters import box_of, first_of
from adjudge.games.cursed_earth.procedures import Action, Encounter, Placing, PsiAction
from adjudge.games.cursed_earth.psi import cards_for_psi
from adjudge.games.cursed_earth.purse import (
    END,
    FRAIL,
    LIFE,
    NEVER,
    SHELL,
    SKILL,
    bears,
    loss,
    purse_of,
    worth_of_box,
    worth_of_card,
    worth_of_rest,
    worth_of_row,
)
from adjudge.games.cursed_earth.state import (
    ABOVE,
    BELOW,
    CARD_BITS,
    CHOICE,
    DUSK,
    HEAD_TO_HEAD,
    LEFT,
    MOST_HEALTH,
    NO_CARD,
    OPTION,
    PSI_EXPERTISE,
    Table,
    row_of,
    specialist,
    team_of,
)
from adjudge.games.cursed_earth.versus import today
from adjudge.games.cursed_earth.words import (
    AGREE,
    CHOOSE,
    DRAW,
    HEAL_ONE,
    IGNORE,
    IRRADIATE,
    KEEP,
    KILL,
    LET_CHOOSE,
    LOSE,
    PLACE,
    PLAY,
    PLAY_AT,
    PLAY_TO,
    SAY,
    SPEND_AMMO,
    SPEND_CARD,
    SPEND_ONE,
    SPEND_TWO,
    SWAP_FIRST,
    SWAP_WITH,
    TAKE_PSI_ACTION,
    TAKE_ROW,
    TRIGGER,
    WOUND_ONE,
)
from adjudge.kernel.agenda import BEST

# How to play.
DRAWING: Final = 6  # to see the deck's card before one's own is placed
INSIGHT: Final = 10  # for every card that a psi action shows
PATIENCE: Final = 60  # what picking at dusk is worth
DOUBT: Final = 10  # no unfinished game is lost or won


def careful(t: Table) -> i64:
    """The option that appeals most; the first of equals."""
    best: i64 = 0
    best_appeal: i64 = NEVER
    for i in range(t.n_options):
        this = appeal(t, t.options[i])
        if this > best_appeal:
            best = i
            best_appeal = this
    return best


def worth(t: Table, seat: i64) -> i64:
    """How good an unfinished position is for a seat: never quite lost, never quite won."""
    duel = t.mode == HEAD_TO_HEAD
    chance = chance_of_duel(t, team_of(t, seat)) if duel else chance_of_hunt(t)
    return max(DOUBT, min(BEST - DOUBT, chance))


def estimate(t: Table, seat: i64) -> i64:
    """The same: it was fitted to games that were played."""
    return worth(t, seat)


def appeal(t: Table, option: i64) -> i64:
    """How good an option looks to the player who is asked."""
    verb = option >> 48
    a = option >> 32 & 0xFFFF
    b = option >> 16 & 0xFFFF
    team = team_of(t, t.player)
    if verb == PLAY or verb == PLAY_AT or verb == PLAY_TO:
        return appeal_of_playing(t, team, verb, a, b)
    if verb == CHOOSE or verb == TRIGGER or verb == IGNORE:
        return appeal_of_box(t, team, verb, a)
    if verb == HEAL_ONE:
        return -bears(t, a)
    if verb == WOUND_ONE:
        return bears(t, a)
    if verb == IRRADIATE:
        return bears(t, a) + (MOST_HEALTH if t.radiation[a] == 0 else 0)
    if verb == SAY:
        return -distance(2 * a + b, fitting_words(t))
    if verb == AGREE:
        return appeal_of_agreeing(t, a)
    if verb == SWAP_FIRST or verb == SWAP_WITH:
        return appeal_of_swapping(t, team, verb, a)
    if verb == KEEP:
        return appeal_of_keeping(t, team, a, b)
    if verb == TAKE_ROW:
        return appeal_of_row(t, team, a)
    if verb == LET_CHOOSE:
        return min(appeal_of_row(t, team, ABOVE), appeal_of_row(t, team, BELOW)) + PATIENCE
    if verb == DRAW:
        return worth_of_row(t, team, ABOVE) + DRAWING
    if verb == PLACE:
        return appeal_of_placing(t, team, a)
    return -price(t, verb, a)


def distance(a: i64, b: i64) -> i64:
    """How far apart two numbers are."""
    return a - b if a > b else b - a


def price(t: Table, verb: i64, who: i64) -> i64:
    """What a payment costs."""
    if verb == SPEND_AMMO:
        return SHELL
    if verb == SPEND_CARD:
        return SKILL
    if verb == SPEND_ONE:
        return price_of_health(t, who, 1)
    if verb == SPEND_TWO:
        return price_of_health(t, who, 2)
    if verb == KILL or verb == LOSE:
        return price_of_health(t, who, bears(t, who))
    if verb == TAKE_PSI_ACTION:
        return price_of_psi_action(t)
    return 0


def price_of_health(t: Table, who: i64, n: i64) -> i64:
    """Each loss, and a life if the last is among them."""
    p = purse_of(t, who // 3)
    total: i64 = LIFE if n >= bears(t, who) else 0
    for i in range(min(n, bears(t, who))):
        total -= loss(t, p)
    return total + FRAIL // (4 * max(1, bears(t, who) - n))


def price_of_psi_action(t: Table) -> i64:
    """A health and more of the deck, for a choice of cards: only when the other pawn is close."""
    team = team_of(t, t.player)
    p = purse_of(t, team)
    if p.rival + 2 < p.first:
        return END
    health = price_of_health(t, specialist(team, PSI_EXPERTISE), 1)
    return health - INSIGHT * cards_for_psi(t)


def appeal_of_playing(t: Table, team: i64, verb: i64, card: i64, where: i64) -> i64:
    """How well the card fits there; it must be played some time, but good ones early."""
    side = where if verb == PLAY_TO else ABOVE
    place = t.row_size[side]
    if verb == PLAY_AT and where == LEFT:
        place = 0
    elif t.time != DUSK:
        place = place_by_number(t, side, card)
    if verb == PLAY_TO:
        return appeal_to_picker(t, team, side, place, card)
    alone = worth_of_card(t, purse_of(t, team), card, NO_CARD)
    return worth_with(t, team, side, place, card) - alone // 4


def appeal_of_placing(t: Table, team: i64, where: i64) -> i64:
    """The end of the row where the drawn card does more good."""
    p = t.now
    assert isinstance(p, Placing)
    return worth_with(t, team, ABOVE, 0 if where == LEFT else t.row_size[ABOVE], p.card)


def worth_with(t: Table, team: i64, side: i64, place: i64, card: i64) -> i64:
    """The worth of the row with one more card in it."""
    insert(t, side, place, card)
    total = worth_of_row(t, team, side)
    take_out(t, side, place)
    return total


def place_by_number(t: Table, side: i64, card: i64) -> i64:
    """Where the card would come in a sorted row."""
    place: i64 = 0
    for i in range(t.row_size[side]):
        if row_of(t, side)[i] & CARD_BITS < card:
            place += 1
    return place


def insert(t: Table, side: i64, place: i64, card: i64) -> None:
    """Try the card there."""
    row = row_of(t, side)
    at = t.row_size[side]
    while at > place:
        row[at] = row[at - 1]
        at -= 1
    row[place] = card
    t.row_size[side] += 1


def take_out(t: Table, side: i64, place: i64) -> None:
    """Undo it."""
    row = row_of(t, side)
    last = t.row_size[side] - 1
    for i in range(place, last):
        row[i] = row[i + 1]
    row[last] = NO_CARD
    t.row_size[side] = last


def appeal_to_picker(t: Table, team: i64, side: i64, place: i64, card: i64) -> i64:
    """CE-HHROWS-19: who will pick wants the rows uneven, the other wants them even."""
    insert(t, side, place, card)
    mine = appeal_of_row(t, team, side)
    gap = distance(mine, appeal_of_row(t, team, 1 - side))
    take_out(t, side, place)
    return gap if will_pick(t) else -gap


def appeal_of_row(t: Table, team: i64, side: i64) -> i64:
    """Head-to-head: the row for one team, the other row for the other."""
    return worth_of_row(t, team, side) - worth_of_row(t, 1 - team, 1 - side)


def will_pick(t: Table) -> bool:
    """At dawn the Senior Judge; at dusk whoever did not pick at dawn."""
    if t.time != DUSK:
        return t.player == t.senior
    return today(t).picker != t.player


def appeal_of_box(t: Table, team: i64, verb: i64, n: i64) -> i64:
    """A red or blue box of the current card, with what it leaves for the rest of the row."""
    e = t.now
    assert isinstance(e, Encounter)
    p = purse_of(t, team)
    total: i64 = 0
    if verb != IGNORE:
        box = first_of(t, e.card, CHOICE if verb == CHOOSE else OPTION) + n
        total = worth_of_box(t, p, box_of(t, e.card, box))
    return total + worth_of_rest(t, p, e.side)


def appeal_of_keeping(t: Table, team: i64, card: i64, other: i64) -> i64:
    """Two cards of a psi action, at the end of the row."""
    p = t.now
    assert isinstance(p, PsiAction)
    insert(t, p.side, t.row_size[p.side], card)
    total = worth_with(t, team, p.side, t.row_size[p.side], other)
    take_out(t, p.side, t.row_size[p.side] - 1)
    return total


def appeal_of_swapping(t: Table, team: i64, verb: i64, place: i64) -> i64:
    """The pair whose exchange gains most; nothing gained, nothing swapped."""
    a = t.now
    assert isinstance(a, Action)
    if verb == SWAP_WITH:
        return gain_of_swap(t, team, a.side, a.first, place)
    best: i64 = NEVER
    for other in range(t.row_size[a.side]):
        if other != place:
            best = max(best, gain_of_swap(t, team, a.side, place, other))
    return best if best > 0 else -1


def gain_of_swap(t: Table, team: i64, side: i64, first: i64, second: i64) -> i64:
    """How much better the row looks afterwards."""
    before = worth_of_row(t, team, side)
    exchange(t, side, first, second)
    after = worth_of_row(t, team, side)
    exchange(t, side, first, second)
    return after - before


def exchange(t: Table, side: i64, first: i64, second: i64) -> None:
    """Try it; done twice it changes nothing."""
    row = row_of(t, side)
    card = row[first]
    row[first] = row[second]
    row[second] = card


def fitting_words(t: Table) -> i64:
    """CE-COPSI-04: the statement that fits the secret card, as 2 * judgement + advice."""
    worth_of_mine = worth_of_card(
        t, purse_of(t, team_of(t, t.player)), t.psi_cards[t.player], NO_CARD
    )
    if worth_of_mine > 40:
        return 0
    if worth_of_mine > 10:
        return 2
    if worth_of_mine > -15:
        return 4
    return 7 if worth_of_mine > -50 else 9


def appeal_of_agreeing(t: Table, seat: i64) -> i64:
    """One's own card by its worth, the others by what was said of them."""
    p = t.now
    assert isinstance(p, PsiAction)
    said = (p.judgements >> (4 * seat) & 15) - 1
    if seat == t.player:
        said = fitting_words(t)
    return -said
