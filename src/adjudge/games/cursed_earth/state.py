"""What is on the table: printed facts (shared by all copies) and everything that moves."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from adjudge.kernel.agenda import Rulebook, State
from adjudge.kernel.piles import bit, has, with_card, without

# CE-CARD-14: the 18 symbols, in the rulebook's order. A symbol is also the kind of its procedure.
HEAL: Final = 1
WOUND: Final = 2
RADIATION: Final = 3
RATIONS: Final = 4
EAT: Final = 5
AMMO: Final = 6
VIOLENCE: Final = 7
GAIN_SURVIVAL: Final = 8
SPEND_SURVIVAL: Final = 9
GAIN_DIPLOMACY: Final = 10
SPEND_DIPLOMACY: Final = 11
PSI: Final = 12
SKIP: Final = 13
SWAP: Final = 14
REMOVE: Final = 15
ADVANCE: Final = 16
ENEMY_ADVANCE: Final = 17
DEATH: Final = 18

# CE-OVER-02: the areas of expertise.
SURVIVAL: Final = 0
DIPLOMACY: Final = 1
PSI_EXPERTISE: Final = 2

# CE-CARD-04: the types of caption box, in the order in which they are resolved.
EVENT: Final = 0  # yellow
CHOICE: Final = 1  # red
OPTION: Final = 2  # blue

SOLO: Final = 0
COOPERATIVE: Final = 1
HEAD_TO_HEAD: Final = 2

CADET: Final = 0
STREET_JUDGE: Final = 1
CHIEF_JUDGE: Final = 2

DAWN: Final = 0
DUSK: Final = 1

JUDGES: Final = 0
PERPS: Final = 1

ABOVE: Final = 0  # the rows of a head-to-head game; the only row of the others is ABOVE
BELOW: Final = 1

LEFT: Final = 0
RIGHT: Final = 1

# What a location does besides carrying out symbols.
PLAIN: Final = 0
SLOUGH: Final = 1
CACHE: Final = 2
NO_HEALING: Final = 3
NO_PSI_ACTION: Final = 4
NO_AMMO: Final = 5
NO_SWAP: Final = 6

# Why a game ended (State.over).
FOUND: Final = 1
PERPS_FOUND: Final = 2
DECK_OUT: Final = 3
ALL_DEAD: Final = 4
BOTH_FOUND: Final = 5
TEAM_DEAD: Final = 6
ALL_SIX_DEAD: Final = 7
DECK_OUT_CLOSEST: Final = 8

# End conditions a head-to-head team has met (Table.met).
MET_FOUND: Final = 1
MET_DEAD: Final = 2
MET_DECK_OUT: Final = 4

CARDS: Final = 60
LOCATIONS: Final = 13
BOXES: Final = 8  # most boxes on a card
MOST_HEALTH: Final = 5
NO_CARD: Final = 0
HIDDEN: Final = 61  # a card or location that the holder of a view may not know
FACE_DOWN: Final = 64  # added to a card in a row; who has seen it stands above it
CARD_BITS: Final = 63
NOBODY: Final = 9  # no seat


class Pack:
    """The printed facts of a content pack, by number. Built at load, shared, never changed."""

    def __init__(self) -> None:
        self.printed: object = None  # the words that people read; no rule looks at them
        self.shouts: i64 = 0  # cards with an exclamation mark in the title
        self.boxes: vec[i64] = vec[i64]([0] * (BOXES * (CARDS + 1)))  # symbols, five bits each
        self.types: vec[i64] = vec[i64]([0] * (BOXES * (CARDS + 1)))
        self.n_boxes: vec[i64] = vec[i64]([0] * (CARDS + 1))
        self.at_reveal: vec[i64] = vec[i64]([0] * LOCATIONS)
        self.at_start: vec[i64] = vec[i64]([0] * LOCATIONS)
        self.at_end: vec[i64] = vec[i64]([0] * LOCATIONS)
        self.ongoing: vec[i64] = vec[i64]([0] * LOCATIONS)
        self.goal: i64 = 0
        self.expertise: vec[i64] = vec[i64]([0] * 6)


@mypyc_attr(acyclic=True)
class Table(State):
    """One game of The Cursed Earth. Cards are their printed numbers, seats count from 0."""

    def __init__(self, rules: Rulebook, pack: Pack) -> None:
        super().__init__(rules)
        self.pack = pack
        self.mode: i64 = SOLO
        self.difficulty: i64 = STREET_JUDGE
        self.seats: i64 = 1
        self.judges_seat: i64 = 0  # head-to-head: who plays the Judges
        self.round: i64 = 0
        self.time: i64 = DAWN  # the dawn & dusk token
        self.senior: i64 = 0  # who holds the Senior Judge token
        self.first_senior: i64 = 0
        self.deck_size: i64 = 0  # the top card is the last
        self.discard: i64 = 0  # a set
        self.n_waiting: i64 = 0
        self.n_locations: i64 = 0
        self.revealed: i64 = 0  # locations turned up so far, from the first
        self.caches: i64 = 0  # places along the locations that hold an ammunition token
        self.deck: vec[i64] = vec[i64]()
        self.hands: vec[i64] = vec[i64]()  # a set per seat
        self.hand_size: vec[i64] = vec[i64]()  # a view knows how many, not which
        self.psi_cards: vec[i64] = vec[i64]()  # drawn for a psi action: per seat, or solo's four
        self.above: vec[i64] = vec[i64]()
        self.below: vec[i64] = vec[i64]()
        self.row_size: vec[i64] = vec[i64]()
        self.waiting: vec[i64] = vec[i64]()  # psi cards for the next investigation, side on top
        self.survival: vec[i64] = vec[i64]()  # a set per team: cards kept for survival
        self.diplomacy: vec[i64] = vec[i64]()
        self.health: vec[i64] = vec[i64]()  # per character: Judges 0-2, perps 3-5; 0 is dead
        self.radiation: vec[i64] = vec[i64]()
        self.ammo: vec[i64] = vec[i64]()  # per team
        self.rations: vec[i64] = vec[i64]()
        self.pawns: vec[i64] = vec[i64]()  # per team: the place along the locations, from 0
        self.met: vec[i64] = vec[i64]()  # per team: end conditions met in head-to-head
        self.locations: vec[i64] = vec[i64]()  # in order of place

    def lay_out(self) -> None:
        """Room for everything that a copy brings along."""
        self.deck = vec[i64]([0] * CARDS)
        self.hands = vec[i64]([0] * 4)
        self.hand_size = vec[i64]([0] * 4)
        self.psi_cards = vec[i64]([0] * 4)
        self.above = vec[i64]([0] * CARDS)
        self.below = vec[i64]([0] * CARDS)
        self.row_size = vec[i64]([0] * 2)
        self.waiting = vec[i64]([0] * CARDS)
        self.survival = vec[i64]([0] * 2)
        self.diplomacy = vec[i64]([0] * 2)
        self.health = vec[i64]([0] * 6)
        self.radiation = vec[i64]([0] * 6)
        self.ammo = vec[i64]([0] * 2)
        self.rations = vec[i64]([0] * 2)
        self.pawns = vec[i64]([0] * 2)
        self.met = vec[i64]([0] * 2)
        self.locations = vec[i64]([0] * LOCATIONS)

    def copy(self) -> Table:
        """Equal and independent."""
        t = Table(self.rules, self.pack)
        t.copy_kernel(self)
        t.mode = self.mode
        t.difficulty = self.difficulty
        t.seats = self.seats
        t.judges_seat = self.judges_seat
        t.round = self.round
        t.time = self.time
        t.senior = self.senior
        t.first_senior = self.first_senior
        t.deck_size = self.deck_size
        t.discard = self.discard
        t.n_waiting = self.n_waiting
        t.n_locations = self.n_locations
        t.revealed = self.revealed
        t.caches = self.caches
        t.deck = self.deck[:]
        t.hands = self.hands[:]
        t.hand_size = self.hand_size[:]
        t.psi_cards = self.psi_cards[:]
        t.above = self.above[:]
        t.below = self.below[:]
        t.row_size = self.row_size[:]
        t.waiting = self.waiting[:]
        t.survival = self.survival[:]
        t.diplomacy = self.diplomacy[:]
        t.health = self.health[:]
        t.radiation = self.radiation[:]
        t.ammo = self.ammo[:]
        t.rations = self.rations[:]
        t.pawns = self.pawns[:]
        t.met = self.met[:]
        t.locations = self.locations[:]
        return t


def holds(t: Table, seat: i64, card: i64) -> bool:
    """Whether the card is in that seat's hand."""
    return has(t.hands[seat], card)


def put_in_hand(t: Table, seat: i64, card: i64) -> None:
    """Into a hand."""
    t.hands[seat] = with_card(t.hands[seat], card)
    t.hand_size[seat] += 1


def take_from_hand(t: Table, seat: i64, card: i64) -> None:
    """Out of a hand."""
    t.hands[seat] = without(t.hands[seat], card)
    t.hand_size[seat] -= 1


def take_top_card(t: Table) -> i64:
    """Off the encounter deck, which must hold one."""
    assert t.deck_size > 0, "the deck is empty"
    t.deck_size -= 1
    card = t.deck[t.deck_size]
    t.deck[t.deck_size] = NO_CARD
    return card


def row_of(t: Table, side: i64) -> vec[i64]:
    """CE-CLAR-05: the row on that side of the locations, left to right as the cards face."""
    return t.above if side == ABOVE else t.below


def add_to_row(t: Table, side: i64, card: i64) -> None:
    """At the right end."""
    row_of(t, side)[t.row_size[side]] = card
    t.row_size[side] += 1


def add_on_the_left(t: Table, card: i64) -> None:
    """At the left end of the only row."""
    row = t.above
    at = t.row_size[ABOVE]
    while at > 0:
        row[at] = row[at - 1]
        at -= 1
    row[0] = card
    t.row_size[ABOVE] += 1


def take_from_row(t: Table, side: i64, place: i64) -> i64:
    """Out of the row; those after it close up."""
    row = row_of(t, side)
    card = row[place]
    last = t.row_size[side] - 1
    for i in range(place, last):
        row[i] = row[i + 1]
    row[last] = NO_CARD
    t.row_size[side] = last
    return card & CARD_BITS


def face_down(card: i64, seat: i64) -> i64:
    """The card turned over; only that seat has seen it."""
    return card | FACE_DOWN | seat << 7


def is_face_down(card: i64) -> bool:
    """Whether it lies face down."""
    return card & FACE_DOWN != 0


def seen_by(card: i64) -> i64:
    """The seat that knows a face-down card."""
    return card >> 7 & 7


def kept_for(t: Table, expertise: i64, team: i64) -> i64:
    """The cards in the team area that show a gained symbol of that expertise."""
    return t.survival[team] if expertise == SURVIVAL else t.diplomacy[team]


def team_area(t: Table, team: i64) -> i64:
    """All cards kept by the team."""
    return t.survival[team] | t.diplomacy[team]


def alive(t: Table, who: i64) -> bool:
    """CE-DEATH-01: a character lives as long as there is health on the card."""
    return t.health[who] > 0


def specialist(team: i64, expertise: i64) -> i64:
    """CE-OVER-03: every team has one specialist for each expertise, in that order."""
    return team * 3 + expertise


def survivors(t: Table, team: i64) -> i64:
    """How many of the team are alive."""
    n: i64 = 0
    for who in range(team * 3, team * 3 + 3):
        if alive(t, who):
            n += 1
    return n


def seat_of(t: Table, team: i64) -> i64:
    """CE-SETUP-26, CE-RULING-58: the Senior Judge decides, or in head-to-head the team's player."""
    if t.mode != HEAD_TO_HEAD:
        return t.senior
    return t.judges_seat if team == JUDGES else 1 - t.judges_seat


def team_of(t: Table, seat: i64) -> i64:
    """CE-HHSETUP-03, CE-SETUP-26: the team a seat plays for."""
    if t.mode != HEAD_TO_HEAD or seat == t.judges_seat:
        return JUDGES
    return PERPS


def has_tokens(t: Table, team: i64) -> bool:
    """Only the perps of a solo or cooperative game are a mere pawn."""
    return team == JUDGES or t.mode == HEAD_TO_HEAD


def ongoing_at(t: Table, team: i64) -> i64:
    """CE-LOC-12, CE-LOC-14: the ongoing effect where that team's pawn stands."""
    if not has_tokens(t, team):
        return PLAIN
    return t.pack.ongoing[t.locations[t.pawns[team]]]


def location_row_starts(t: Table) -> i64:
    """CE-LOC-11: the first place of the location row, where the pawn that is behind stands."""
    return min(t.pawns[JUDGES], t.pawns[PERPS])


def everyone_in_play(t: Table) -> i64:
    """CE-HHSETUP-01: all cards of this game as a set; head-to-head has none that shouts."""
    cards = bit(CARDS + 1) - 2
    return cards & ~t.pack.shouts if t.mode == HEAD_TO_HEAD else cards
