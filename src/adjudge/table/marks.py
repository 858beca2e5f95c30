"""Moves that a bot made in the place of a seat's own guest: marked, wherever they are told.

An event is marked for everybody alike, and only by what everybody may see: who was to decide,
and that a bot played for that seat.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from typing import Any

from adjudge.kernel.agenda import SPECTATORS
from adjudge.match import Match

Span = tuple[int, int, int]  # of the match's log, from and to: what came of a move; and its seat


class Marks:
    """What came of the moves of stand-ins, in the order of the log."""

    def __init__(self, spans: Sequence[Span] = ()) -> None:
        self.spans = list(spans)

    def play(self, match: Match, move: str, stand_ins: Collection[int]) -> None:
        """Make the move; what comes of it is marked if a stand-in decided it."""
        if not stand_ins:
            match.play(move)
            return
        seat, window, begin = match.seat, match.window, len(match.audiences)
        match.play(move)
        end = len(match.audiences)
        if window is not None:
            self._note_window(match, begin, stand_ins)
        elif seat is not None and seat in stand_ins and begin < end:
            self.spans.append((begin, end, seat))

    def _note_window(self, match: Match, begin: int, stand_ins: Collection[int]) -> None:
        """Whoever answered last, what comes of a window is the doing of the seat it names first."""
        before = sum(audience & SPECTATORS != 0 for audience in match.audiences[:begin])
        for event in match.events(None, before)[:1]:
            for kind, which in event["args"][:1]:
                if kind == "seat" and which in stand_ins:
                    self.spans.append((begin, begin + 1, which))

    def put_on(
        self, match: Match, seat: int | None, since: int, events: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """A seat's events from its number `since` on: of each such move, the first is marked."""
        if not self.spans or not events:
            return events
        mask = SPECTATORS if seat is None else 1 << seat
        seen = [i for i, audience in enumerate(match.audiences) if audience & mask]
        marked = list(events)
        for begin, end, of in reversed(self.spans):
            number = bisect_left(seen, begin)
            if number < since:
                break
            if number < len(seen) and seen[number] < end:
                marked[number - since] = with_mark(events[number - since], of)
        return marked


def with_mark(event: dict[str, Any], seat: int) -> dict[str, Any]:
    """The event with the seat for which a bot decided it, in words as well."""
    text = event["text"]
    end = "." if text.endswith(".") else ""
    words = f"{text.removesuffix('.')} (a bot for Seat {seat}){end}"
    return event | {"text": words, "stand_in": seat}
