"""What can be under way: one record class per shape, one kind per sequence."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from adjudge.games.helter_skelter.state import INTERRUPT
from adjudge.kernel.agenda import Procedure

# Kinds 1 to 9 are the combat actions, by their symbols (state.py), and 10 an interrupting turn.
GAME: Final = 0
MOVE: Final = 11
CLIMB: Final = 12
COLLECT: Final = 13
TURN: Final = 14
WINDOW: Final = 15

NOT_YET: Final = 0  # answers in a window; from 2 on it is a card
PASSED: Final = 1
FIRST_CARD: Final = 2
ANSWER_BITS: Final = 6


@mypyc_attr(acyclic=True, free_list_len=1)
class Game(Procedure):
    """From the map cards to the last turn."""

    def __init__(self) -> None:
        super().__init__(GAME)

    def copy(self) -> Game:
        """Equal and independent."""
        g = Game()
        g.at = self.at
        return g


@mypyc_attr(acyclic=True, free_list_len=1)
class Turn(Procedure):
    """A player's turn: a normal one, or an interrupting one on top of it."""

    def __init__(self, kind: i64, player: i64) -> None:
        super().__init__(kind)
        self.player = player

    def copy(self) -> Turn:
        """Equal and independent."""
        t = Turn(self.kind, self.player)
        t.at = self.at
        return t


def normal_turn(player: i64) -> Turn:
    """HS-TURN-01: the turn of the marker's holder."""
    return Turn(TURN, player)


def interrupting_turn(player: i64) -> Turn:
    """HS-INT-07: a turn taken out of turn."""
    return Turn(INTERRUPT, player)


@mypyc_attr(acyclic=True, free_list_len=1)
class Window(Procedure):
    """Everybody but `origin` may interrupt; answers stay sealed until all are in."""

    def __init__(self, origin: i64) -> None:
        super().__init__(WINDOW)
        self.origin = origin
        self.answers: i64 = 0  # six bits per seat

    def copy(self) -> Window:
        """Equal and independent."""
        w = Window(self.origin)
        w.at = self.at
        w.answers = self.answers
        return w


@mypyc_attr(acyclic=True, free_list_len=1)
class Action(Procedure):
    """One action of a character, and what has been chosen for it."""

    def __init__(self, kind: i64, player: i64, who: i64) -> None:
        super().__init__(kind)
        self.player = player
        self.who = who
        self.payer = who  # whose symbol pays: for COLLECT perhaps a dead team-mate's
        self.target: i64 = 0  # a character, or for EXPLODE a space
        self.waiting: i64 = 0  # defenders who have not decided
        self.struck: i64 = 0  # those who will take the damage
        self.moved: i64 = 0  # RALLY: who has moved
        self.climbing: i64 = 0  # RALLY: the high ground that is still to be paid for

    def copy(self) -> Action:
        """Equal and independent."""
        a = Action(self.kind, self.player, self.who)
        a.at = self.at
        a.payer = self.payer
        a.target = self.target
        a.waiting = self.waiting
        a.struck = self.struck
        a.moved = self.moved
        a.climbing = self.climbing
        return a
