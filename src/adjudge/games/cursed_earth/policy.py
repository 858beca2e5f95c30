"""A plain heuristic player: it weighs what it can see and never looks ahead. Worth is in tenths."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from adjudge.games.cursed_earth.encounters import box_of, first_of
from adjudge.games.cursed_earth.procedures import Action, Encounter, PsiAction
from adjudge.games.cursed_earth.resources import why_no_ammo
from adjudge.games.cursed_earth.state import (
    ABOVE,
    ADVANCE,
    AMMO,
    BELOW,
    BOXES,
    CARD_BITS,
    CHOICE,
    DEATH,
    DIPLOMACY,
    DUSK,
    EAT,
    ENEMY_ADVANCE,
    EVENT,
    GAIN_DIPLOMACY,
    GAIN_SURVIVAL,
    HEAL,
    HIDDEN,
    LEFT,
    MOST_HEALTH,
    OPTION,
    PSI,
    PSI_EXPERTISE,
    RADIATION,
    RATIONS,
    REMOVE,
    SKIP,
    SPEND_DIPLOMACY,
    SPEND_SURVIVAL,
    SURVIVAL,
    VIOLENCE,
    WOUND,
    Table,
    alive,
    kept_for,
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

LIFE: Final = 120  # what a character is worth
STEP: Final = 75  # an advance
NEVER: Final = -100_000


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


def appeal(t: Table, option: i64) -> i64:
    """How good an option looks to the player who is asked."""
    verb = option >> 48
    a = option >> 32 & 0xFFFF
    b = option >> 16 & 0xFFFF
    team = team_of(t, t.player)
    if verb == PLAY or verb == PLAY_AT or verb == PLAY_TO:
        return appeal_of_playing(t, team, verb, a, b)
    if verb == CHOOSE or verb == TRIGGER:
        return appeal_of_box(t, team, verb, a)
    if verb == HEAL_ONE:
        return -spare(t, a)
    if verb == WOUND_ONE or verb == IRRADIATE:
        return spare(t, a)
    if verb == SAY:
        return -distance(2 * a + b, fitting_words(t))
    if verb == AGREE:
        return appeal_of_agreeing(t, a)
    if verb == SWAP_FIRST or verb == SWAP_WITH:
        return appeal_of_swapping(t, team, verb, a)
    if verb == KEEP:
        return worth_of_card(t, team, a) + worth_of_card(t, team, b)
    if verb == TAKE_ROW:
        return worth_of_row(t, team, a)
    if verb == LET_CHOOSE:
        return min(worth_of_row(t, team, ABOVE), worth_of_row(t, team, BELOW)) + 30
    if verb == DRAW:
        return -5
    if verb == PLACE:
        return 0 if a == LEFT else 1
    return -price(t, verb, a)


def distance(a: i64, b: i64) -> i64:
    """How far apart two numbers are."""
    return a - b if a > b else b - a


def price(t: Table, verb: i64, who: i64) -> i64:
    """What a payment costs."""
    if verb == SPEND_AMMO:
        return 15
    if verb == SPEND_CARD:
        return 18
    if verb == SPEND_ONE:
        return price_of_health(t, who, 1)
    if verb == SPEND_TWO:
        return price_of_health(t, who, 2)
    if verb == KILL or verb == LOSE:
        return LIFE + 10 * t.health[who]
    if verb == TAKE_PSI_ACTION:
        return price_of_psi_action(t)
    return 0


def price_of_health(t: Table, who: i64, n: i64) -> i64:
    """Dearer the closer it brings death."""
    left = spare(t, who) - n
    if left < 0:
        return LIFE + 10 * t.health[who]
    return 20 * n + (15 if left == 0 else 5 if left == 1 else 0)


def price_of_psi_action(t: Table) -> i64:
    """Against an unseen card at no cost: worth it while the specialist is well and the deck is deep."""
    team = team_of(t, t.player)
    healthy = spare(t, specialist(team, PSI_EXPERTISE)) >= 3
    return -10 if healthy and t.deck_size > 20 else 20


def spare(t: Table, who: i64) -> i64:
    """How much health a character can lose and live."""
    return t.health[who] - max(t.radiation[who], 1)


def team_spare(t: Table, team: i64) -> i64:
    """How much health the team can lose with nobody dying."""
    total: i64 = 0
    for who in range(team * 3, team * 3 + 3):
        if alive(t, who):
            total += spare(t, who)
    return total


def harm(t: Table, team: i64) -> i64:
    """What the next lost health costs the team."""
    left = team_spare(t, team)
    if left <= 0:
        return LIFE
    return 20 + (20 if left <= 2 else 8 if left <= 5 else 0)


def worth(t: Table, team: i64, symbol: i64) -> i64:
    """What a symbol is worth to the team as things stand; row symbols are weighed with the row."""
    if symbol == ADVANCE:
        return STEP
    if symbol == ENEMY_ADVANCE:
        return -45
    if symbol == WOUND or symbol == RADIATION:
        return -harm(t, team)
    if symbol == HEAL:
        return 20 if hurt(t, team) else 0
    if symbol == RATIONS:
        return 18 if t.rations[team] < 4 else 8
    if symbol == EAT:
        return -15 if t.rations[team] > 0 else -harm(t, team)
    if symbol == AMMO:
        return 15
    if symbol == VIOLENCE:
        return -16 if not why_no_ammo(t, team) else -2 * harm(t, team)
    if symbol == GAIN_SURVIVAL or symbol == GAIN_DIPLOMACY:
        return 22
    if symbol == SPEND_SURVIVAL:
        return -price_of_expertise(t, team, SURVIVAL)
    if symbol == SPEND_DIPLOMACY:
        return -price_of_expertise(t, team, DIPLOMACY)
    if symbol == DEATH:
        return -LIFE
    return -8 if symbol == PSI else 0


def hurt(t: Table, team: i64) -> bool:
    """Whether anybody could use healing."""
    for who in range(team * 3, team * 3 + 3):
        if alive(t, who) and t.health[who] < MOST_HEALTH:
            return True
    return False


def price_of_expertise(t: Table, team: i64, expertise: i64) -> i64:
    """A kept card, or somebody's health."""
    if kept_for(t, expertise, team) != 0:
        return 18
    who = specialist(team, expertise)
    return price_of_health(t, who, 1) if alive(t, who) else 2 * harm(t, team)


def worth_of_box(t: Table, team: i64, symbols: i64) -> i64:
    """All its symbols; a second wound or advance weighs as much as the first."""
    total: i64 = 0
    while symbols != 0:
        total += worth(t, team, symbols & 31)
        symbols = symbols >> 5
    return total


def worth_of_card(t: Table, team: i64, card: i64) -> i64:
    """Its events, its best choice, its useful options."""
    if card == HIDDEN:
        return 0
    total: i64 = 0
    best_choice: i64 = NEVER
    for box in range(t.pack.n_boxes[card]):
        value = worth_of_box(t, team, box_of(t, card, box))
        box_type = t.pack.types[card * BOXES + box]
        if box_type == EVENT:
            total += value
        elif box_type == CHOICE:
            best_choice = max(best_choice, value)
        else:
            total += max(value, 0)
    return total if best_choice == NEVER else total + best_choice


def event_has(t: Table, card: i64, symbol: i64) -> bool:
    """Whether one of the card's yellow boxes shows the symbol."""
    if card == HIDDEN:
        return False
    for box in range(first_of(t, card, CHOICE)):
        symbols = box_of(t, card, box)
        while symbols != 0:
            if symbols & 31 == symbol:
                return True
            symbols = symbols >> 5
    return False


def worth_of_row(t: Table, team: i64, side: i64) -> i64:
    """Card by card, with the skips and removals that are certain."""
    row = row_of(t, side)
    total: i64 = 0
    length = t.row_size[side]
    place: i64 = 0
    while place < length:
        card = row[place] & CARD_BITS
        total += worth_of_card(t, team, card)
        if event_has(t, card, SKIP):
            place += 1
        if event_has(t, card, REMOVE) and length > place + 1:
            length -= 1
        place += 1
    return total


def appeal_of_playing(t: Table, team: i64, verb: i64, card: i64, where: i64) -> i64:
    """What the row gains by the card's place in it: the card itself must be played sooner or later."""
    side = where if verb == PLAY_TO else ABOVE
    row = row_of(t, side)
    n = t.row_size[side]
    place = n
    if verb == PLAY_AT and where == LEFT:
        place = 0
    elif t.time != DUSK:
        place = place_by_number(t, side, card)
    before = worth_of_row(t, team, side)
    insert(t, side, place, card)
    gained = worth_of_row(t, team, side) - before
    for i in range(place, n):
        row[i] = row[i + 1]
    row[n] = 0
    t.row_size[side] = n
    if verb == PLAY_TO:
        return appeal_to_picker(t, team, side, gained)
    return gained - worth_of_card(t, team, card)


def place_by_number(t: Table, side: i64, card: i64) -> i64:
    """Where the card would come in a sorted row."""
    place: i64 = 0
    for i in range(t.row_size[side]):
        if row_of(t, side)[i] & CARD_BITS < card:
            place += 1
    return place


def insert(t: Table, side: i64, place: i64, card: i64) -> None:
    """Try the card there; the caller takes it out again."""
    row = row_of(t, side)
    at = t.row_size[side]
    while at > place:
        row[at] = row[at - 1]
        at -= 1
    row[place] = card
    t.row_size[side] += 1


def appeal_to_picker(t: Table, team: i64, side: i64, gained: i64) -> i64:
    """CE-HHROWS-19: who will pick wants the rows uneven, the other wants them even."""
    gap = distance(worth_of_row(t, team, side) + gained, worth_of_row(t, team, 1 - side))
    return gap if will_pick(t) else -gap


def will_pick(t: Table) -> bool:
    """At dawn the Senior Judge; at dusk whoever did not pick at dawn."""
    if t.time != DUSK:
        return t.player == t.senior
    return today(t).picker != t.player


def appeal_of_box(t: Table, team: i64, verb: i64, n: i64) -> i64:
    """A red or blue box of the current card, with what its row symbols do to the row."""
    e = t.now
    assert isinstance(e, Encounter)
    symbols = box_of(t, e.card, first_of(t, e.card, CHOICE if verb == CHOOSE else OPTION) + n)
    total = worth_of_box(t, team, symbols)
    length = t.row_size[e.side]
    while symbols != 0 and length > 0:
        if symbols & 31 == SKIP:
            total -= worth_of_card(t, team, row_of(t, e.side)[0] & CARD_BITS)
        elif symbols & 31 == REMOVE:
            total -= worth_of_card(t, team, row_of(t, e.side)[length - 1] & CARD_BITS)
        symbols = symbols >> 5
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
    worth_of_mine = worth_of_card(t, team_of(t, t.player), t.psi_cards[t.player])
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
