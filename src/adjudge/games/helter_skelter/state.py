"""What is on the table: printed facts (shared by all copies) and everything that moves."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from adjudge.kernel.agenda import Rulebook, State
from adjudge.kernel.piles import bit, has, size, with_card, without

# HS-ACT-12, HS-ACT-13: the action symbols. The first ten are combat actions, and the kinds of
# their procedures; MELEE is also BLOCK, PSI is also PRECOG.
MELEE: Final = 1
SMASH: Final = 2
SNIPE: Final = 3
SHOTGUN: Final = 4
EXPLODE: Final = 5
PSI: Final = 6
FLY: Final = 7
RALLY: Final = 8
HEAL: Final = 9
INTERRUPT: Final = 10
DEFLECT: Final = 11
COVER: Final = 12
SYMBOLS: Final = 13  # numbers of symbols, 0 included

MAPS: Final = 2
SPACES: Final = 40
STRIDE: Final = 41  # map facts are kept per map and space, from 0, which is no space
OFF_MAP: Final = 0
TEAMS: Final = 4
TEAM_SIZE: Final = 5
CHARACTERS: Final = 20
CARDS: Final = 30  # of each team
MOST_IN_HAND: Final = 7
FRAGMENTS: Final = 5
WARP_CUBES: Final = 5
ENOUGH_POINTS: Final = 5
QUIET_TURNS: Final = 200
HIDDEN: Final = 63  # a map card, an action card or an answer that the holder of a view may not know
NO_CARD: Final = 62  # an action card's place that is empty
NOBODY: Final = 9  # no seat

# Why a game ended (State.over).
FIVE_POINTS: Final = 1
MOST_POINTS: Final = 2
ALL_GONE: Final = 3
QUIET: Final = 4


class Pack:
    """The printed facts of a content pack, by number. Built at load, shared, never changed."""

    def __init__(self) -> None:
        self.printed: object = None  # the words that people read; no rule looks at them
        self.neighbours: vec[i64] = vec[i64]([0] * (MAPS * STRIDE))  # sets of spaces
        self.near: vec[i64] = vec[i64]([0] * (MAPS * STRIDE))  # at most two steps away
        self.sight: vec[i64] = vec[i64]([0] * (MAPS * STRIDE))
        self.high: vec[i64] = vec[i64]([0] * MAPS)
        self.cover: vec[i64] = vec[i64]([0] * MAPS)
        self.walk: vec[i64] = vec[i64]([0] * (MAPS * STRIDE * STRIDE))  # cards from space to space
        self.multiplayer: i64 = 0  # map cards with the symbol
        self.members: vec[i64] = vec[i64]([0] * TEAMS)  # how many characters begin in play
        self.health: vec[i64] = vec[i64]([0] * CHARACTERS)
        self.hi_ex: i64 = 0  # sets of characters by ability
        self.vampirism: i64 = 0
        self.demons: i64 = 0
        self.warp_spasm: i64 = 0
        self.stealth: i64 = 0
        self.shows: vec[i64] = vec[i64]([0] * CHARACTERS)  # cards with the character's symbol
        self.linked: vec[i64] = vec[i64]([0] * (CHARACTERS * SYMBOLS))
        self.wild: vec[i64] = vec[i64]([0] * (TEAMS * SYMBOLS))


@mypyc_attr(acyclic=True)
class Table(State):
    """One game of Helter Skelter.

    Seats count from 0, each on the left of the one before. A character is its team's number times
    five and its place in the team; an action card is its number in the team's deck; a map card is
    the space that it names.
    """

    def __init__(self, rules: Rulebook, pack: Pack) -> None:
        super().__init__(rules)
        self.pack = pack
        self.seats: i64 = 2
        self.map: i64 = 0
        self.turn: i64 = 0  # normal turns begun
        self.marker: i64 = 0  # HS-PARTS-11: who holds the active player marker
        self.eliminated: i64 = 0  # a set of seats
        self.quiet: i64 = 0  # normal turns begun in a row without a point
        self.warp: i64 = 0  # warp cubes on Sláine's card
        self.warped: bool = False  # whether Warp-Sláine has taken his place
        self.stealth_card: i64 = 0  # Ukko's second map card
        self.stealth_lost: i64 = 0  # the one he did not use
        self.removed: i64 = 0  # map cards openly removed from the game
        self.undealt: i64 = 0  # map cards that nobody has seen
        self.team: vec[i64] = vec[i64]()  # per seat
        self.owner: vec[i64] = vec[i64]()  # per team: its seat, or NOBODY
        self.hands: vec[i64] = vec[i64]()  # a set per seat
        self.hand_size: vec[i64] = vec[i64]()  # a view knows how many, not which
        self.decks: vec[i64] = vec[i64]()  # CARDS per seat; the top card is the last
        self.deck_size: vec[i64] = vec[i64]()
        self.discards: vec[i64] = vec[i64]()  # a set per seat
        self.map_cards: vec[i64] = vec[i64]()  # a set per seat: dealt, not yet assigned or passed
        self.map_cards_held: vec[i64] = vec[i64]()
        self.assigned: vec[i64] = vec[i64]()  # per character: the map card under its card
        self.space: vec[i64] = vec[i64]()  # per character, or OFF_MAP
        self.health: vec[i64] = vec[i64]()  # per character; 0 is dead
        self.fragments: vec[i64] = vec[i64]()  # a set of spaces per seat
        self.collected: vec[i64] = vec[i64]()  # fragments in front of each seat
        self.taken: vec[i64] = vec[i64]()  # per seat: the set of enemy characters it killed

    def lay_out(self) -> None:
        """Room for everything that a copy brings along."""
        self.team = vec[i64]([0] * 4)
        self.owner = vec[i64]([NOBODY] * TEAMS)
        self.hands = vec[i64]([0] * 4)
        self.hand_size = vec[i64]([0] * 4)
        self.decks = vec[i64]([NO_CARD] * (4 * CARDS))
        self.deck_size = vec[i64]([0] * 4)
        self.discards = vec[i64]([0] * 4)
        self.map_cards = vec[i64]([0] * 4)
        self.map_cards_held = vec[i64]([0] * 4)
        self.assigned = vec[i64]([0] * CHARACTERS)
        self.space = vec[i64]([0] * CHARACTERS)
        self.health = vec[i64]([0] * CHARACTERS)
        self.fragments = vec[i64]([0] * 4)
        self.collected = vec[i64]([0] * 4)
        self.taken = vec[i64]([0] * 4)

    def copy(self) -> Table:
        """Equal and independent."""
        t = Table(self.rules, self.pack)
        t.copy_kernel(self)
        t.seats = self.seats
        t.map = self.map
        t.turn = self.turn
        t.marker = self.marker
        t.eliminated = self.eliminated
        t.quiet = self.quiet
        t.warp = self.warp
        t.warped = self.warped
        t.stealth_card = self.stealth_card
        t.stealth_lost = self.stealth_lost
        t.removed = self.removed
        t.undealt = self.undealt
        t.team = self.team  # never changed after set-up, like the next
        t.owner = self.owner
        t.hands = self.hands[:]
        t.hand_size = self.hand_size[:]
        t.decks = self.decks[:]
        t.deck_size = self.deck_size[:]
        t.discards = self.discards[:]
        t.map_cards = self.map_cards[:]
        t.map_cards_held = self.map_cards_held[:]
        t.assigned = self.assigned[:]
        t.space = self.space[:]
        t.health = self.health[:]
        t.fragments = self.fragments[:]
        t.collected = self.collected[:]
        t.taken = self.taken[:]
        return t


# Who is who


def owner_of(t: Table, who: i64) -> i64:
    """The seat that plays the character, or NOBODY."""
    return t.owner[who // TEAM_SIZE]


def first_of(t: Table, seat: i64) -> i64:
    """The number of the seat's first character."""
    return t.team[seat] * TEAM_SIZE


def end_of(t: Table, seat: i64) -> i64:
    """One more than the number of the seat's last character (HS-SLAINE-01: Sláine has four)."""
    return t.team[seat] * TEAM_SIZE + t.pack.members[t.team[seat]]


def alive(t: Table, who: i64) -> bool:
    """HS-DMG-03: a character lives as long as there is a health cube on the card."""
    return t.health[who] > 0


def on_map(t: Table, who: i64) -> bool:
    """Deployed and not killed."""
    return t.space[who] != OFF_MAP


def undeployed(t: Table, who: i64) -> bool:
    """HS-PREP-07, HS-RULING-08: alive, and still on the character card."""
    return t.space[who] == OFF_MAP and t.health[who] > 0


def in_play(t: Table, seat: i64) -> bool:
    """Whether the seat is not eliminated."""
    return not has(t.eliminated, seat)


def next_in_play(t: Table, seat: i64) -> i64:
    """The nearest seat to the left that is not eliminated."""
    other = (seat + 1) % t.seats
    while not in_play(t, other):
        other = (other + 1) % t.seats
    return other


def is_warped(t: Table, who: i64) -> bool:
    """HS-SLAINE-07: whether the character is Warp-Sláine now."""
    return t.warped and has(t.pack.warp_spasm, who)


def points(t: Table, seat: i64) -> i64:
    """HS-END-01, HS-END-02: one for each enemy killed, one for each fragment collected."""
    return size(t.taken[seat]) + t.collected[seat]


# The map


def neighbours(t: Table, space: i64) -> i64:
    """HS-SPACE-06, HS-WALL-03, HS-RULING-51, HS-RULING-52: the spaces that share a border."""
    return t.pack.neighbours[t.map * STRIDE + space]


def near(t: Table, space: i64) -> i64:
    """HS-RULING-43, HS-RULING-45, HS-RULING-75: the spaces at most two steps away, and itself."""
    return t.pack.near[t.map * STRIDE + space]


def seen_from(t: Table, space: i64) -> i64:
    """HS-LOS-02: the spaces in line of sight of a space, itself included."""
    return t.pack.sight[t.map * STRIDE + space]


def is_high(t: Table, space: i64) -> bool:
    """HS-HIGH-01: whether the space is on high ground."""
    return has(t.pack.high[t.map], space)


def is_cover(t: Table, space: i64) -> bool:
    """HS-COVER-01, HS-RULING-50: whether the space is cover; high ground may be."""
    return has(t.pack.cover[t.map], space)


def spaces_of(t: Table, seat: i64) -> i64:
    """The set of spaces where the seat's characters stand."""
    spaces: i64 = 0
    for who in range(first_of(t, seat), end_of(t, seat)):
        spaces |= bit(t.space[who])
    return without(spaces, OFF_MAP)


def enemy_spaces(t: Table, seat: i64) -> i64:
    """HS-RULING-73: the spaces where anybody of any other team stands."""
    spaces: i64 = 0
    for other in range(t.seats):
        if other != seat:
            spaces |= spaces_of(t, other)
    return spaces


def standing_on(t: Table, space: i64) -> i64:
    """HS-RULING-07: the set of all characters on a space, friend and enemy, without limit."""
    characters: i64 = 0
    for who in range(i64(CHARACTERS)):
        if t.space[who] == space:
            characters = with_card(characters, who)
    return characters


# Cards


def showing(t: Table, seat: i64, who: i64) -> i64:
    """HS-RULING-38, HS-ACT-08: cards in hand with the symbol, alone or joined to an action."""
    return t.hands[seat] & t.pack.shows[who]


def with_symbol(t: Table, symbol: i64, who: i64) -> i64:
    """HS-ACT-02, HS-ACT-03, HS-PARTS-15: cards with the symbol, wild or linked to the character.

    HS-ACT-09, HS-ACT-10: so a card may do one thing for Dredd and another for anybody.
    """
    return t.pack.wild[who // TEAM_SIZE * SYMBOLS + symbol] | t.pack.linked[who * SYMBOLS + symbol]


def usable(t: Table, seat: i64, symbol: i64, who: i64) -> i64:
    """HS-ACT-02, HS-ACT-05: those of them in the seat's hand."""
    return t.hands[seat] & with_symbol(t, symbol, who)


def interrupts_of(t: Table, seat: i64) -> i64:
    """HS-INT-01: cards in hand with an INTERRUPT, which belongs to no character."""
    return t.hands[seat] & t.pack.wild[t.team[seat] * SYMBOLS + INTERRUPT]


def cards_in_box(t: Table) -> i64:
    """HS-PREP-10, HS-PREP-11: the map cards left out with two players."""
    return t.pack.multiplayer if t.seats == 2 else 0
