"""What can be under way: one record class per shape, one kind per sequence."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from adjudge.games.cursed_earth.state import NOBODY
from adjudge.kernel.agenda import Procedure

# Kinds 1 to 18 are the symbols (state.py): Action records.
GAME: Final = 0
ROUND: Final = 19
VERSUS_ROUND: Final = 20
COOPERATIVE_DAWN: Final = 21
COOPERATIVE_DUSK: Final = 22
SOLO_DAWN: Final = 23
SOLO_DUSK: Final = 24
VERSUS_DAWN: Final = 25
VERSUS_DUSK: Final = 26
ENCOUNTERS: Final = 27
ENCOUNTER: Final = 28
BOX: Final = 29
MOVE: Final = 30
COOPERATIVE_PSI: Final = 31
SOLO_PSI: Final = 32
VERSUS_PSI: Final = 33
PLACING: Final = 34


@mypyc_attr(acyclic=True, free_list_len=1)
class Game(Procedure):
    """Round after round until somebody wins or loses."""

    def __init__(self) -> None:
        super().__init__(GAME)

    def copy(self) -> Game:
        """Equal and independent."""
        g = Game()
        g.at = self.at
        return g


@mypyc_attr(acyclic=True, free_list_len=1)
class Round(Procedure):
    """One day, and in head-to-head who picked a row at its dawn."""

    def __init__(self, kind: i64) -> None:
        super().__init__(kind)
        self.picker: i64 = NOBODY

    def copy(self) -> Round:
        """Equal and independent."""
        r = Round(self.kind)
        r.at = self.at
        r.picker = self.picker
        return r


@mypyc_attr(acyclic=True, free_list_len=1)
class Investigation(Procedure):
    """A dawn or a dusk: how many cards were played and drawn so far, and who took which row."""

    def __init__(self, kind: i64) -> None:
        super().__init__(kind)
        self.played: i64 = 0
        self.drawn: i64 = 0
        self.picker: i64 = NOBODY  # head-to-head: who picked a row, and which
        self.picked: i64 = 0

    def copy(self) -> Investigation:
        """Equal and independent."""
        i = Investigation(self.kind)
        i.at = self.at
        i.played = self.played
        i.drawn = self.drawn
        i.picker = self.picker
        i.picked = self.picked
        return i


@mypyc_attr(acyclic=True, free_list_len=1)
class Placing(Procedure):
    """Solo dusk: a card drawn and not yet placed; HIDDEN if it must be placed unseen."""

    def __init__(self, card: i64) -> None:
        super().__init__(PLACING)
        self.card = card

    def copy(self) -> Placing:
        """Equal and independent."""
        p = Placing(self.card)
        p.at = self.at
        return p


@mypyc_attr(acyclic=True, free_list_len=1)
class Encounters(Procedure):
    """A team works through a row, card by card."""

    def __init__(self, team: i64, side: i64) -> None:
        super().__init__(ENCOUNTERS)
        self.team = team
        self.side = side

    def copy(self) -> Encounters:
        """Equal and independent."""
        e = Encounters(self.team, self.side)
        e.at = self.at
        return e


@mypyc_attr(acyclic=True, free_list_len=1)
class Encounter(Procedure):
    """One card being resolved, and the box that is looked at next."""

    def __init__(self, card: i64, team: i64, side: i64) -> None:
        super().__init__(ENCOUNTER)
        self.card = card
        self.team = team
        self.side = side
        self.box: i64 = 0

    def copy(self) -> Encounter:
        """Equal and independent."""
        e = Encounter(self.card, self.team, self.side)
        e.at = self.at
        e.box = self.box
        return e


@mypyc_attr(acyclic=True, free_list_len=1)
class Box(Procedure):
    """A caption box, or a location's effect, being carried out: the symbols still to come."""

    def __init__(self, symbols: i64, team: i64, side: i64) -> None:
        super().__init__(BOX)
        self.symbols = symbols  # five bits each, the next one lowest
        self.team = team
        self.side = side

    def copy(self) -> Box:
        """Equal and independent."""
        b = Box(self.symbols, self.team, self.side)
        b.at = self.at
        return b


@mypyc_attr(acyclic=True, free_list_len=1)
class Action(Procedure):
    """One symbol being carried out by a team."""

    def __init__(self, symbol: i64, team: i64, side: i64) -> None:
        super().__init__(symbol)
        self.team = team
        self.side = side
        self.first: i64 = 0  # Swap: the place chosen first

    def copy(self) -> Action:
        """Equal and independent."""
        a = Action(self.kind, self.team, self.side)
        a.at = self.at
        a.first = self.first
        return a


@mypyc_attr(acyclic=True, free_list_len=1)
class Move(Procedure):
    """A pawn goes to the next location."""

    def __init__(self, team: i64, side: i64) -> None:
        super().__init__(MOVE)
        self.team = team
        self.side = side  # the row a shootout's psi adds to
        self.revealing: bool = False

    def copy(self) -> Move:
        """Equal and independent."""
        m = Move(self.team, self.side)
        m.at = self.at
        m.revealing = self.revealing
        return m


@mypyc_attr(acyclic=True, free_list_len=1)
class PsiAction(Procedure):
    """A psi action; the cards drawn for it lie in Table.psi_cards."""

    def __init__(self, kind: i64, team: i64, side: i64) -> None:
        super().__init__(kind)
        self.team = team
        self.side = side
        self.spoken: i64 = 0  # cooperative: how many have given their judgement
        self.judgements: i64 = 0  # a nibble per seat: 1 + judgement * 2 + advice; 0 is not yet

    def copy(self) -> PsiAction:
        """Equal and independent."""
        p = PsiAction(self.kind, self.team, self.side)
        p.at = self.at
        p.spoken = self.spoken
        p.judgements = self.judgements
        return p
