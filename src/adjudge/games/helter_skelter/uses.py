"""What the lab is told of a game: the ways of every action card and character, turns and points."""

from __future__ import annotations

from adjudge.games.helter_skelter.describe import ACTION_WORDS, character_of, content_of
from adjudge.games.helter_skelter.procedures import TURN
from adjudge.games.helter_skelter.schema import TEAM_IDS, Card
from adjudge.games.helter_skelter.state import (
    HEAL,
    RALLY,
    TEAM_SIZE,
    Pack,
    Table,
    alive,
    end_of,
    first_of,
)
from adjudge.games.helter_skelter.words import (
    ACTED,
    BLOCKED,
    COLLECTED,
    DEFLECTED,
    DREW,
    END,
    FORESAW,
    GAVE_UP,
    INTERRUPTED,
    KILLED,
    KILLED_OWN,
    PAID,
    TOOK_COVER,
    TOOK_MARKER,
    TURN_BEGAN,
)
from adjudge.kernel.accounts import CHARACTER, Account
from adjudge.kernel.agenda import State
from adjudge.kernel.game import arguments

CARD = "card"
DEFENCES = {BLOCKED: "block", DEFLECTED: "deflect", FORESAW: "precog", TOOK_COVER: "cover"}
LIVING = [f"{n} living" for n in range(TEAM_SIZE + 1)]

# The game's own numbers that are a share of another.
SHARES = {
    "dead turns": "turns",
    "fragments": "points",
    "kills": "points",
    **{f"dead turns, {words}": f"turns, {words}" for words in LIVING[1:]},
}


class HelterAccount(Account):
    """A card is played for one of its actions, paid for its characters, or given up to PSI."""

    def __init__(self, t: Table) -> None:
        super().__init__(t.seats)
        self.table = t
        self.looked = 0  # the last turn whose hand was looked at
        self.action = 0  # what is being paid for
        self.paid_symbol = False  # whether the card with the action's symbol is paid
        for seat in range(t.seats):
            for who in range(first_of(t, seat), end_of(t, seat)):
                self.comes(seat, CHARACTER, character_of(t.pack, who).id)

    def card(self, seat: int, card: int) -> str:
        """An action card by its team and its number in the deck."""
        return f"{TEAM_IDS[self.table.team[seat]]}-{card + 1}"

    def asked(self, state: State) -> None:
        """HS-TURN-06: at a turn's first choice, whether there is anything to do but end it."""
        t = self.table
        choosing = t.now.kind == TURN and t.options[0] >> 48 == END
        if t.turn == self.looked or not choosing:
            return
        self.looked = t.turn
        seat = t.player
        living = sum(alive(t, who) for who in range(first_of(t, seat), end_of(t, seat)))
        for figure in ("turns", f"turns, {LIVING[living]}"):
            self.count(figure, seat)
            self.count(f"dead {figure}", seat, t.n_options == 1)

    def happened(self, event: int) -> None:
        """Every event that moves a card, kills somebody or makes a point."""
        what = event >> 48
        a, b = arguments(event, 2)
        if what == DREW:
            self.comes(a, CARD, self.card(a, b))
        elif what == TOOK_MARKER:
            self.first = a
        elif what == TURN_BEGAN:
            self.turn_began()
        elif what == ACTED:
            self.acts(a, b)
        elif what == PAID:
            self.pays(a, b)
        elif what in DEFENCES:
            seat = self.owner(a)
            self.goes(seat, CARD, self.card(seat, b), "played", DEFENCES[what])
        elif what == INTERRUPTED:
            self.count("interrupts", a)
            self.goes(a, CARD, self.card(a, b), "played", "interrupt")
        elif what == GAVE_UP:
            seat = self.owner(a)
            self.goes(seat, CARD, self.card(seat, b), "discarded", "given up to psi")
        else:
            self.scores(what, a, b)

    def owner(self, who: int) -> int:
        """The seat of a character."""
        return int(self.table.owner[who // TEAM_SIZE])

    def acts(self, kind: int, who: int) -> None:
        """HS-TURN-09: a character takes an action, which is then paid for."""
        self.action = kind
        self.paid_symbol = False
        used = self.use(self.owner(who), CHARACTER, character_of(self.table.pack, who).id)
        used.played += 1
        used.how[word(kind)] += 1

    def pays(self, seat: int, card: int) -> None:
        """HS-ACT-01, HS-ACT-02: a combat action takes its symbol, all else the character's.

        HS-RALLY-07: what is paid after a RALLY is for its climb.
        """
        for_symbol = self.action <= HEAL and not self.paid_symbol
        climb = self.action == RALLY and self.paid_symbol
        self.paid_symbol = True
        how = "rally climb" if climb else word(self.action)
        self.goes(seat, CARD, self.card(seat, card), "played" if for_symbol else "paid", how)

    def scores(self, what: int, a: int, b: int) -> None:
        """HS-END-01, HS-END-02: a point for a fragment or an enemy; whoever is killed is gone."""
        if what == COLLECTED:
            self.point(self.owner(a), "fragments")
        elif what == KILLED:
            self.point(b, "kills")
        if what in (KILLED, KILLED_OWN):
            gone = character_of(self.table.pack, a).id
            self.goes(self.owner(a), CHARACTER, gone, "discarded", "killed")

    def point(self, seat: int, by: str) -> None:
        """One more."""
        self.count(by, seat)
        self.count("points", seat)
        now = list(self.standing)
        now[seat] += 1
        self.standing = tuple(now)


def word(kind: int) -> str:
    """An action's name."""
    return ACTION_WORDS[kind][0].lower()


def label(pack: Pack, kind: str, thing: str) -> str:
    """HS-PARTS-12, HS-PARTS-14: a card in short, a character's name."""
    if kind == CHARACTER:
        everybody = [one for team in content_of(pack).teams for one in team.character]
        return next(one.name for one in everybody if one.id == thing)
    team, number = thing.rsplit("-", 1)
    return in_short(content_of(pack).teams[TEAM_IDS.index(team)].card[int(number) - 1])


def in_short(card: Card) -> str:
    """HS-PARTS-14: symbols, the linked action and whose it is, the wild action."""
    parts = [" ".join(card.symbols)]
    if card.linked is not None:
        parts.append(f"{card.linked.action.upper()} {card.linked.to}")
    if card.wild is not None:
        parts.append(f"{card.wild.upper()} wild")
    return " · ".join(parts)
