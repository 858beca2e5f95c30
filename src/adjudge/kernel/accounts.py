"""What the lab wants to know of a game: what became of each thing, turns, and who was ahead.

An account is kept from the game's log and its questions, by the game's own subclass. Nothing in it
is guessed, and nothing of it is done in search: only a game with a log has one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from adjudge.kernel.agenda import State

CHARACTER = "character"  # the kind of things that are not used up by what they do

Key = tuple[int, str, str]  # a seat, a kind of thing, the thing


@dataclass
class Use:
    """What became of one thing in one seat's hands.

    A thing that is used up adds up: drawn = played + paid + discarded + held. A CHARACTER
    is not used up by what it does: for it drawn = discarded + held.
    """

    seat: int
    kind: str
    thing: str
    drawn: int = 0  # how often it came
    played: int = 0  # for what is printed on it
    paid: int = 0  # as a mere payment
    discarded: int = 0  # lost or passed over, without any use
    held: int = 0  # 1 if it was still there at the end
    longest: int = 0  # turns that it was kept, at most
    how: Counter[str] = field(default_factory=Counter)


class Account:
    """One game as it is played. A game's own account knows its events."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.turns = 0
        self.first: int | None = None  # the seat that began
        self.standing: tuple[int, ...] = (0,) * seats  # a seat's; one more if the game plays too
        self.standings: list[tuple[int, ...]] = []  # at the end of each turn but the last
        self.figures: dict[str, list[int]] = {}  # the game's own numbers, by seat
        self.uses: dict[Key, Use] = {}
        self._since: dict[Key, int] = {}  # what is held now, and from which turn on

    # What a game's own account says

    def asked(self, state: State) -> None:
        """Somebody is about to decide."""

    def happened(self, event: int) -> None:
        """A packed event of the log."""

    # What it says it with

    def turn_began(self) -> None:
        """One turn is over, if there was one, and the next begins."""
        if self.turns:
            self.standings.append(self.standing)
        self.turns += 1

    def count(self, figure: str, seat: int, n: int = 1) -> None:
        """More of one of the game's own numbers."""
        self.figures.setdefault(figure, [0] * self.seats)[seat] += n

    def use(self, seat: int, kind: str, thing: str) -> Use:
        """The line of a thing in a seat's hands."""
        key = (seat, kind, thing)
        found = self.uses.get(key)
        if found is None:
            found = self.uses[key] = Use(seat, kind, thing)
        return found

    def comes(self, seat: int, kind: str, thing: str) -> None:
        """The seat has it now."""
        self.use(seat, kind, thing).drawn += 1
        self._since[seat, kind, thing] = self.turns

    def holds(self, seat: int, kind: str, thing: str) -> bool:
        """Whether the seat has it now."""
        return (seat, kind, thing) in self._since

    def goes(self, seat: int, kind: str, thing: str, way: str, how: str = "") -> None:
        """The seat has it no more: it was played, paid or discarded, and for what."""
        used = self.use(seat, kind, thing)
        since = self._since.pop((seat, kind, thing))
        used.longest = max(used.longest, self.turns - since)
        setattr(used, way, getattr(used, way) + 1)
        if how:
            used.how[how] += 1

    def close(self) -> None:
        """The game is over: what is held now is held at the end."""
        for key, since in self._since.items():
            used = self.uses[key]
            used.held = 1
            used.longest = max(used.longest, self.turns - since)
