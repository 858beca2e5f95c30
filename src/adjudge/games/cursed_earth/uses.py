"""What the lab is told of a game: the ways of every card, box and character, days and places."""

from __future__ import annotations

from adjudge.games.cursed_earth.describe import box_words, content_of
from adjudge.games.cursed_earth.encounters import first_of, is_box
from adjudge.games.cursed_earth.procedures import ENCOUNTERS
from adjudge.games.cursed_earth.schema import EXPERTISES, slug
from adjudge.games.cursed_earth.state import (
    BOXES,
    CHOICE,
    HEAD_TO_HEAD,
    JUDGES,
    OPTION,
    PERPS,
    Pack,
    Table,
    has_tokens,
)
from adjudge.games.cursed_earth.words import (
    ADDED_BY_PSI,
    BECAME_SENIOR,
    DAWN_BROKE,
    DIED,
    DISCARDED,
    DRAWN_INTO_ROW,
    DRAWN_TO_PLACE,
    DREW,
    DUSK_FELL,
    ENCOUNTERED,
    IGNORED,
    KEPT,
    MOVED,
    PLACED,
    PLAYED,
    PLAYED_FACE_DOWN,
    PSI_HIDDEN,
    PSI_SEEN,
    REMOVED,
    SKIPPED,
    SPENT_CARD,
    SPENT_HEALTH,
    TRIGGERED,
)
from adjudge.kernel.accounts import CHARACTER, Account
from adjudge.kernel.agenda import State, outer
from adjudge.kernel.game import arguments

CARD = "card"  # from the deck into a row, in the hands of whoever drew it
ENCOUNTER = "encounter"  # in the row of whoever must face it
BOX = "box"  # a red or blue box that could be taken
COLOURS = {CHOICE: "red", OPTION: "blue"}
LETTERS = "abcdefgh"

# The game's own numbers that are a share of another.
SHARES = {"dead turns": "turns"}


class CursedAccount(Account):
    """A turn is a dawn or a dusk. It is dead if a whole row left nothing to decide."""

    def __init__(self, t: Table) -> None:
        super().__init__(t.seats)
        self.table = t
        self.time = ""
        self.senior = int(t.first_senior)
        self.leader = self.senior  # who decides in this turn
        self.first = self.senior
        self.team = JUDGES  # who faces the row
        self.awake: set[int] = set()  # the seats that had something to decide in this row
        self.faced: dict[str, int] = {}  # by card: the seat that met it
        self.psi: dict[int, str] = {}  # by seat: the card that it looked at
        self.places = [int(t.pawns[JUDGES]), int(t.pawns[PERPS])]
        self.see_places()
        for team in (JUDGES, PERPS):
            if has_tokens(t, team):
                for who in range(team * 3, team * 3 + 3):
                    self.comes(self.player(team), CHARACTER, self.character(who))

    def character(self, who: int) -> str:
        """By name."""
        return slug(content_of(self.table.pack).character[who].name)

    def player(self, team: int) -> int:
        """The seat of a team's characters; those who play together share them."""
        t = self.table
        if t.mode != HEAD_TO_HEAD:
            return 0
        return int(t.judges_seat if team == JUDGES else 1 - t.judges_seat)

    def decider(self) -> int:
        """CE-SETUP-26, CE-RULING-58: who decides for the team that faces the row."""
        return self.player(self.team) if self.table.mode == HEAD_TO_HEAD else self.senior

    def asked(self, state: State) -> None:
        """A choice while a row is faced."""
        if self.table.n_options > 1 and outer(self.table, ENCOUNTERS) is not None:
            self.awake.add(int(self.table.player))

    def happened(self, event: int) -> None:
        """Every event that moves a card, a pawn or the day."""
        what = event >> 48
        a, b = arguments(event, 2)
        if what in (DAWN_BROKE, DUSK_FELL):
            self.half_day(what)
        elif what == BECAME_SENIOR:
            self.senior = a
        elif what == MOVED:
            self.places[a] = b
            self.see_places()
        elif what == DIED:
            self.goes(self.player(a // 3), CHARACTER, self.character(a), "discarded", "killed")
        elif what == SPENT_HEALTH:
            used = self.use(self.player(a // 3), CHARACTER, self.character(a))
            used.played += 1
            used.how["health spent"] += 1
        elif what in (TRIGGERED, IGNORED):
            self.box(a, b, what == TRIGGERED)
        else:
            self.drawn_or_laid(what, a, b)
            self.faced_or_kept(what, a, b)

    def half_day(self, what: int) -> None:
        """CE-GOAL-05: each round is dawn, then dusk; the last one is not over at the end."""
        versus = self.table.mode == HEAD_TO_HEAD
        for seat in (range(2) if versus else [self.leader]) if self.turns else []:
            self.count("turns", seat)
            self.count("dead turns", seat, seat not in self.awake)
        self.awake.clear()
        self.leader = self.senior
        self.time = "dawn" if what == DAWN_BROKE else "dusk"
        self.turn_began()

    def see_places(self) -> None:
        """How far everybody is; alone or together the perps are the game's."""
        t = self.table
        if t.mode == HEAD_TO_HEAD:
            self.standing = tuple(self.places[seat != t.judges_seat] for seat in range(2))
        else:
            self.standing = (self.places[JUDGES],) * self.seats + (self.places[PERPS],)

    # A card in the hands of whoever drew it

    def drawn_or_laid(self, what: int, a: int, b: int) -> None:
        """From the deck to a hand, a psi action or a row."""
        if what == DREW:
            self.comes(a, CARD, str(b))
        elif what in (PLAYED, PLAYED_FACE_DOWN):
            self.goes(a, CARD, str(b), "played", f"at {self.time}")
        elif what == DRAWN_TO_PLACE:
            self.comes(self.senior, CARD, str(a))
        elif what in (DRAWN_INTO_ROW, PLACED):
            self.lay(str(a), self.senior, "from the deck")
        elif what == ADDED_BY_PSI:
            self.lay(str(a), self.decider(), "by psi")
        elif what == PSI_SEEN:
            self.psi[a] = str(b)
            self.comes(a, CARD, str(b))
        elif what == PSI_HIDDEN:
            self.goes(a, CARD, self.psi[a], "played", "hidden by psi")
        elif what == DISCARDED and self.holder(str(a)) is not None:
            self.goes(self.holder(str(a)) or 0, CARD, str(a), "discarded", "not chosen by psi")

    def holder(self, card: str) -> int | None:
        """Who has it in hand or looks at it."""
        return next((s for s in range(self.seats) if self.holds(s, CARD, card)), None)

    def lay(self, card: str, seat: int, how: str) -> None:
        """Into the row, by whoever held it, or straight from the deck."""
        found = self.holder(card)
        if found is None:
            self.comes(seat, CARD, card)
        self.goes(seat if found is None else found, CARD, card, "played", how)

    # A card in the row of whoever must face it

    def faced_or_kept(self, what: int, a: int, b: int) -> None:
        """Resolved, skipped or removed; what is kept may be spent later."""
        if what == ENCOUNTERED:
            self.team = b
            self.face(str(a), "played")
        elif what in (SKIPPED, REMOVED):
            self.face(str(a), "discarded", "skipped" if what == SKIPPED else "removed")
        elif what == KEPT:
            self.note(str(a), f"kept for {EXPERTISES[b]}")
        elif what == SPENT_CARD:
            self.note(str(a), "spent")

    def face(self, card: str, way: str, how: str = "") -> None:
        """It came to whoever decides now, and is gone."""
        self.faced[card] = self.decider()
        self.comes(self.decider(), ENCOUNTER, card)
        self.goes(self.decider(), ENCOUNTER, card, way, how)

    def note(self, card: str, how: str) -> None:
        """What became of a card that was faced."""
        self.use(self.faced[card], ENCOUNTER, card).how[how] += 1

    def box(self, card: int, box: int, taken: bool) -> None:
        """CE-CARD-10, CE-CARD-13: of the red boxes one was taken, a blue one taken or left."""
        first, last = first_of(self.table, card, CHOICE), first_of(self.table, card, OPTION)
        if is_box(self.table, card, box, OPTION):
            self.offered(f"{card}-{COLOURS[OPTION]}-{LETTERS[box - last]}", taken)
        elif is_box(self.table, card, box, CHOICE) and last - first > 1:
            for other in range(first, last):
                self.offered(f"{card}-{COLOURS[CHOICE]}-{LETTERS[other - first]}", other == box)

    def offered(self, box: str, taken: bool) -> None:
        """It could be taken, and was or was not."""
        self.comes(self.decider(), BOX, box)
        self.goes(self.decider(), BOX, box, "played" if taken else "discarded")


def label(pack: Pack, kind: str, thing: str) -> str:
    """CE-CARD-01: its title; a box in the words of its symbols; a character's name."""
    if kind == CHARACTER:
        return next(c.name for c in content_of(pack).character if slug(c.name) == thing)
    number, *box = thing.split("-")
    title = content_of(pack).encounter[int(number) - 1].title
    if not box:
        return title
    colour, letter = box
    wanted = next(kind for kind, name in COLOURS.items() if name == colour)
    types = [pack.types[int(number) * BOXES + i] for i in range(pack.n_boxes[int(number)])]
    return f"{title}: {box_words(pack, int(number), types.index(wanted) + LETTERS.index(letter))}"
