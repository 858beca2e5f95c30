"""What things are worth to a team, in tenths: a purse in thought that a row fills and empties."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from adjudge.games.cursed_earth.encounters import box_of, first_of
from adjudge.games.cursed_earth.resources import why_no_ammo
from adjudge.games.cursed_earth.state import (
    ADVANCE,
    AMMO,
    CARD_BITS,
    CHIEF_JUDGE,
    CHOICE,
    COOPERATIVE,
    DEATH,
    DIPLOMACY,
    EAT,
    ENEMY_ADVANCE,
    GAIN_DIPLOMACY,
    GAIN_SURVIVAL,
    HEAD_TO_HEAD,
    HEAL,
    HIDDEN,
    MOST_HEALTH,
    NO_CARD,
    OPTION,
    RADIATION,
    RATIONS,
    REMOVE,
    SKIP,
    SPEND_DIPLOMACY,
    SPEND_SURVIVAL,
    SURVIVAL,
    SWAP,
    VIOLENCE,
    WOUND,
    Table,
    alive,
    row_of,
)
from adjudge.games.cursed_earth.views import as_seen_by
from adjudge.kernel.piles import has, size, with_card

# What a team gains or loses by each thing, measured by playing many games. A health is about 20.
HEALTH: Final = 18
FRAIL: Final = 35  # shared among the health that is left: the last ones are dear
LIFE: Final = 22  # a specialist, besides the health
RATION: Final = 13
WANTED: Final = 18  # a ration that will be eaten
SPARE: Final = 6  # one that may not be
SHELL: Final = 16
SKILL: Final = 21
MORE_SKILL: Final = 16  # from the third card of an expertise on
SWAPPING: Final = 4

# The hunt.
STEP: Final = 70
HASTE: Final = 40  # more for every step that is needed in every row
DUEL: Final = 80  # a step in head-to-head
RIVAL: Final = 70  # the other team's
CHASE: Final = 12  # a step of the perps, while they have time
PRESSED: Final = 30  # and when they have none
SHOOTING: Final = 10
END: Final = 600  # Max Normal found, or all dead
NEVER: Final = -100_000


@mypyc_attr(acyclic=True, free_list_len=1)
class Purse:
    """What a team has left at some point of a row, in thought, and where the pawns would be."""

    def __init__(self) -> None:
        self.rations: i64 = 0
        self.ammo: i64 = 0
        self.survival: i64 = 0  # cards kept
        self.diplomacy: i64 = 0
        self.health: i64 = 0  # losses until the last character dies
        self.missing: i64 = 0  # health that healing could bring back
        self.specialists: i64 = 0  # a bit for each who lives
        self.place: i64 = 0  # of the own pawn
        self.rival: i64 = 0  # of the other pawn
        self.first: i64 = 0  # the nearest and the furthest place where Max Normal may be
        self.last: i64 = 0
        self.rows: i64 = 0  # still to come before the deck runs out, this one included
        self.skips: i64 = 0  # cards to be passed over, from the left and from the right
        self.removes: i64 = 0
        self.over: bool = False

    def become(self, other: Purse) -> None:
        """Equal to the other."""
        self.rations = other.rations
        self.ammo = other.ammo
        self.survival = other.survival
        self.diplomacy = other.diplomacy
        self.health = other.health
        self.missing = other.missing
        self.specialists = other.specialists
        self.place = other.place
        self.rival = other.rival
        self.first = other.first
        self.last = other.last
        self.rows = other.rows
        self.skips = other.skips
        self.removes = other.removes
        self.over = other.over


def purse_of(t: Table, team: i64) -> Purse:
    """As things stand."""
    p = Purse()
    p.rations = t.rations[team]
    p.ammo = 0 if why_no_ammo(t, team) else t.ammo[team]
    p.survival = size(t.survival[team])
    p.diplomacy = size(t.diplomacy[team])
    for who in range(team * 3, team * 3 + 3):
        if alive(t, who):
            p.health += bears(t, who)
            p.missing += MOST_HEALTH - t.health[who]
            p.specialists = with_card(p.specialists, who - team * 3)
    p.place = t.pawns[team]
    p.rival = t.pawns[1 - team]
    p.rows = rows_left(t)
    find_goal(t, p)
    return p


def bears(t: Table, who: i64) -> i64:
    """How many losses of health a character bears, the last one deadly."""
    return t.health[who] - max(t.radiation[who], 1) + 1


def find_goal(t: Table, p: Purse) -> None:
    """Where Max Normal may be, as far as the table shows."""
    p.first = max(t.revealed, t.n_locations - 3)
    p.last = t.n_locations - 1
    if t.locations[t.revealed - 1] == t.pack.goal:
        p.first = t.revealed - 1
        p.last = p.first


def rows_left(t: Table) -> i64:
    """How many rows a team will still meet before the deck runs out, this one included."""
    per_row: i64 = 6 if t.mode != COOPERATIVE or t.seats < 4 else 8
    cards = t.deck_size
    for seat in range(t.seats):
        cards += t.hand_size[seat]
    return 1 + cards // (2 * per_row if t.mode == HEAD_TO_HEAD else per_row)


def step(t: Table, p: Purse) -> i64:
    """What the next step of the own pawn is worth: more in a hurry, most at Max Normal's door."""
    p.place += 1
    if p.place >= p.last:
        p.over = True
        return END
    if t.mode == HEAD_TO_HEAD:
        return DUEL if p.place < p.first else DUEL + END // (p.last - p.place + 1)
    worth = STEP + HASTE * (p.first + p.last - 2 * p.place) // (2 * p.rows)
    if p.place >= p.first:
        worth += END // (p.last - p.place + 1)
    if t.difficulty == CHIEF_JUDGE and p.place == p.rival:
        worth -= SHOOTING
    return worth


def chased(t: Table, p: Purse) -> i64:
    """What a step of the other pawn costs: little while it has far to go."""
    p.rival += 1
    if p.rival >= p.last:
        p.over = t.mode != HEAD_TO_HEAD
        return -END
    if t.mode == HEAD_TO_HEAD:
        return -RIVAL
    slack = p.first - p.rival - p.rows // 2  # it takes a step every dusk
    worth = -CHASE - PRESSED // max(1, slack + 2)
    if p.rival >= p.first:
        worth -= END // (p.last - p.rival + 1)
    return worth


def loss(t: Table, p: Purse) -> i64:
    """What the next lost health costs: dearer the fewer are left."""
    if p.health <= 0:
        return 0
    p.health -= 1
    if p.health == 0:
        p.over = True
        return -END
    p.missing += 1
    return -HEALTH - FRAIL // p.health


def radiation(t: Table, p: Purse) -> i64:
    """A loss that no healing brings back."""
    p.missing -= 1
    return loss(t, p)


def healing(t: Table, p: Purse) -> i64:
    """As much as a loss would cost, if anybody is hurt."""
    if p.missing <= 0:
        return 0
    p.missing -= 1
    p.health += 1
    return HEALTH + FRAIL // p.health


def ration(t: Table, p: Purse) -> i64:
    """Wanted while there are fewer than the days will ask for."""
    p.rations += 1
    return WANTED if p.rations <= p.rows // 2 + 1 else SPARE


def meal(t: Table, p: Purse) -> i64:
    """A ration, or radiation."""
    if p.rations == 0:
        return radiation(t, p)
    p.rations -= 1
    return -RATION


def violence(t: Table, p: Purse) -> i64:
    """Ammunition, or two health."""
    if p.ammo == 0:
        return loss(t, p) + loss(t, p)
    p.ammo -= 1
    return -SHELL


def expertise_spent(t: Table, p: Purse, expertise: i64) -> i64:
    """A kept card, one health of the specialist, or two of another."""
    if expertise == SURVIVAL and p.survival > 0:
        p.survival -= 1
        return -SKILL
    if expertise == DIPLOMACY and p.diplomacy > 0:
        p.diplomacy -= 1
        return -SKILL
    cost = loss(t, p)
    return cost if has(p.specialists, expertise) else cost + loss(t, p)


def expertise_gained(t: Table, p: Purse, expertise: i64) -> i64:
    """Less for every card already kept for it."""
    if expertise == SURVIVAL:
        p.survival += 1
        return SKILL if p.survival <= 2 else MORE_SKILL
    p.diplomacy += 1
    return SKILL if p.diplomacy <= 2 else MORE_SKILL


def death(t: Table, p: Purse) -> i64:
    """The weakest goes: about a third of the health, and a specialist."""
    total = -LIFE
    for i in range(max(1, p.health // 3)):
        total += loss(t, p)
    return total


def worth(t: Table, p: Purse, symbol: i64) -> i64:
    """What a symbol is worth at this point; the purse is the poorer or richer for it."""
    if symbol == ADVANCE:
        return step(t, p)
    if symbol == ENEMY_ADVANCE:
        return chased(t, p)
    if symbol == WOUND:
        return loss(t, p)
    if symbol == RADIATION:
        return radiation(t, p)
    if symbol == HEAL:
        return healing(t, p)
    if symbol == RATIONS:
        return ration(t, p)
    if symbol == EAT:
        return meal(t, p)
    if symbol == AMMO:
        p.ammo += 1
        return SHELL
    if symbol == VIOLENCE:
        return violence(t, p)
    if symbol == GAIN_SURVIVAL or symbol == GAIN_DIPLOMACY:
        return expertise_gained(t, p, SURVIVAL if symbol == GAIN_SURVIVAL else DIPLOMACY)
    if symbol == SPEND_SURVIVAL or symbol == SPEND_DIPLOMACY:
        return expertise_spent(t, p, SURVIVAL if symbol == SPEND_SURVIVAL else DIPLOMACY)
    if symbol == DEATH:
        return death(t, p)
    if symbol == SKIP:
        p.skips += 1
        return 0
    if symbol == REMOVE:
        p.removes += 1
        return 0
    return SWAPPING if symbol == SWAP else 0


def worth_of_box(t: Table, p: Purse, symbols: i64) -> i64:
    """Its symbols in order, each with what the earlier ones have left; nothing after the end."""
    total: i64 = 0
    while symbols != 0 and not p.over:
        total += worth(t, p, symbols & 31)
        symbols = symbols >> 5
    return total


def tried(t: Table, p: Purse, symbols: i64, following: i64) -> i64:
    """The worth of a box without opening the purse, and of being spared the following card."""
    q = Purse()
    q.become(p)
    q.skips = 0
    total = worth_of_box(t, q, symbols)
    if q.skips > 0 and following != NO_CARD and not q.over:
        total -= worth_of_card(t, q, following, NO_CARD)
    return total


def worth_of_card(t: Table, p: Purse, card: i64, following: i64) -> i64:
    """Its events, its best choice, its useful options."""
    if card == HIDDEN:
        return 0
    total: i64 = 0
    choices = first_of(t, card, CHOICE)
    options = first_of(t, card, OPTION)
    for box in range(choices):
        total += worth_of_box(t, p, box_of(t, card, box))
    if choices < options:
        total += worth_of_box(t, p, box_of(t, card, best_choice(t, p, card, following)))
    for box in range(options, t.pack.n_boxes[card]):
        if tried(t, p, box_of(t, card, box), following) > 0:
            total += worth_of_box(t, p, box_of(t, card, box))
    return total


def best_choice(t: Table, p: Purse, card: i64, following: i64) -> i64:
    """The red box of most worth."""
    best: i64 = 0
    best_worth: i64 = NEVER
    for box in range(first_of(t, card, CHOICE), first_of(t, card, OPTION)):
        this = tried(t, p, box_of(t, card, box), following)
        if this > best_worth:
            best = box
            best_worth = this
    return best


def worth_of_rest(t: Table, p: Purse, side: i64) -> i64:
    """The row, card by card, with the skips and removals on the way."""
    row = row_of(t, side)
    total: i64 = 0
    place = p.skips
    p.skips = 0
    while place < t.row_size[side] - p.removes and not p.over:
        following = seen(t, row[place + 1]) if place + 1 < t.row_size[side] else NO_CARD
        total += worth_of_card(t, p, seen(t, row[place]), following)
        place += 1 + p.skips
        p.skips = 0
    return total if p.over else total + meal(t, p)


def seen(t: Table, card: i64) -> i64:
    """A card of a row as the player who is asked knows it."""
    return as_seen_by(card, t.player) & CARD_BITS


def worth_of_row(t: Table, team: i64, side: i64) -> i64:
    """The whole row, as things stand."""
    return worth_of_rest(t, purse_of(t, team), side)
