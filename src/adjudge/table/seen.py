"""What a seat or a spectator is shown of a table: whatever leaves the server is made here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

import msgspec
from msgspec import Raw

from adjudge.kernel.game import Option, Refused
from adjudge.match import Match
from adjudge.table.live import Live
from adjudge.table.protocol import (
    Choice,
    Notice,
    OpenWindow,
    Position,
    Question,
    Seat,
    Standing,
    Table,
    UndoOffer,
)

MOST_NAMED = 20  # of those who watch: everybody is sent their names with every position
MOST_EVENTS = 500  # more than this at once is a whole view, with the latest of them
MOST_TOLD = 8  # pieces of the events that are kept as written, for those who come later
FEW = 20  # events that may be kept for one seat
encode = msgspec.json.Encoder().encode


class Eyes:
    """Who looks: a guest, the seats that are connected, and who watches, once for each socket."""

    def __init__(
        self, guest: str | None, connected: Callable[[int], bool], watching: Sequence[str] = ()
    ) -> None:
        self.guest = guest
        self.connected = connected
        self.watching = watching


def table_seen(live: Live, eyes: Eyes) -> Table:
    """The table as that guest sees it."""
    s = live.settings
    host = eyes.guest is not None and eyes.guest == s.host
    return Table(
        id=s.id,
        game=s.game,
        setup=live.setup,
        pack=s.pack,
        status=live.status,
        private=s.private,
        seeded=s.seeded,
        seats=[seat_seen(live, eyes, seat, host) for seat in range(len(live.places))],
        clock=s.clock,
        window=s.window,
        pace=s.pace,
        chat=s.chat,
        hints=s.hints,
        away=s.away,
        notice=notice_seen(live, eyes),
        made=s.made,
        version=live.version,
        asked=live.asked,
        watchers=len(eyes.watching),
        watching=sorted(set(eyes.watching))[:MOST_NAMED],
        result=live.result,
        rematch=live.rematch,
        host=host,
        invite=s.invite if host and s.private else None,
        stuck=live.stuck,
    )


def notice_seen(live: Live, eyes: Eyes) -> Notice | None:
    """That a bot is wanted for a seat, and when it may sit down if nobody comes."""
    notice = live.notice
    if notice is None or live.result is not None:
        return None
    own = live.seats_of(live.places[notice.seat].guest)
    here = any(eyes.connected(seat) for seat in own)
    return Notice(notice.seat, notice.by, None if here else live.bot_may_sit(notice))


def seat_seen(live: Live, eyes: Eyes, seat: int, host: bool) -> Seat:
    """A seat as that guest sees it."""
    place = live.places[seat]
    empty = place.guest is None and not place.bot
    return Seat(
        seat=seat,
        who="empty" if empty else "bot" if place.bot else "person",
        name=place.name,
        bot=place.bot,
        stand_in=live.stand_ins.get(seat, ""),
        connected=bool(place.bot) or eyes.connected(seat),
        resigned=seat in live.resigned,
        offers_draw=seat in live.offers,
        left=live.left(seat) if live.status == "playing" and not place.bot else None,
        you=eyes.guest is not None and place.guest == eyes.guest,
        invite=(place.invite or None) if host and empty else None,
    )


class Sight:
    """What a seat, or a spectator, is shown of one version, whoever looks: made and written once.

    Not in it is what may change without another version: who is there, an order, a sealed answer.
    """

    def __init__(self, live: Live, seat: int | None) -> None:
        assert live.match is not None
        self.match = live.match
        self.seat = seat
        self.looked = live.match if seat is None else looked_at(live, seat)
        self.view = written(self.looked.view(seat))
        self.question = written(question_seen(live, self.looked, seat))
        self.options = written(options_seen(live, self.looked, seat))
        self.undo = written(undo_seen(live, live.match, seat))
        self._marks = live.marks
        self._told: dict[int, Told] = {}

    def told(self, since: int) -> Told:
        """The events from that number on; all of them if there are not so many."""
        known = self._told.get(since)
        if known is not None:
            return known
        told = self._events(since)
        if self.seat is None or told.until - told.first <= FEW:  # a seat is not many people
            if len(self._told) >= MOST_TOLD:
                self._told.clear()
            self._told[since] = told
        return told

    def _events(self, since: int) -> Told:
        """As they are sent: the latest, if they are too many."""
        events = self.match.events(self.seat, since)
        if not events and since and not self.match.events(self.seat, since - 1):
            since, events = 0, self.match.events(self.seat)
        events = self._marks.put_on(self.match, self.seat, since, events)
        last = events[-MOST_EVENTS:]
        until = since + len(events)
        return Told(until - len(last), until, written(last))


class Told(NamedTuple):
    """Events: the number of the first, the number after the last, and what is sent of them."""

    first: int
    until: int
    events: Any


def written(value: Any) -> Any:
    """As it is sent, for one of a message's fields: it stands there as what it was."""
    return Raw(encode(value))


def sight_of(live: Live, seat: int | None) -> Sight:
    """What is shown of the table as it stands now."""
    found = live.sights.get(seat)
    if found is None:
        found = live.sights[seat] = Sight(live, seat)
    return found


def position_seen(live: Live, seat: int | None, since: int, eyes: Eyes) -> tuple[Position, int]:
    """All that the seat, or a spectator, may know, with the events from its number `since` on.

    And the number of the next event.
    """
    sight = sight_of(live, seat)
    told = sight.told(since)
    position = Position(
        table=live.settings.id,
        version=live.version,
        seat=seat,
        view=sight.view,
        question=sight.question,
        options=sight.options,
        first=told.first,
        events=told.events,
        moves=sight.match.length,
        at=live.at,
        flag=live.flag,
        asked=live.asked,
        undo=sight.undo,
        window=window_seen(live, seat),
        standing=standing_seen(live, seat),
        people=table_seen(live, eyes),
    )
    return position, told.until


def question_seen(live: Live, looked: Match, seat: int | None) -> Question | None:
    """What is being decided; to whoever decides, how it could be paid."""
    prompt = looked.prompt if live.result is None else None
    if prompt is None:
        return None
    proposed, by = looked.proposal if looked.seat == seat else ("", "")
    return Question(prompt.text, list(prompt.rules), proposed, by)


def options_seen(live: Live, looked: Match, seat: int | None) -> list[Choice]:
    """The legal moves, if it is the seat's decision."""
    if live.result is not None or seat is None or looked.seat != seat:
        return []
    return [choice_of(option) for option in looked.options]


def choice_of(option: Option) -> Choice:
    """An option in words."""
    return Choice(option.text, option.label, list(option.rules), list(option.refs))


def undo_seen(live: Live, match: Match, seat: int | None) -> UndoOffer | None:
    """Whether the seat may take its last move back."""
    if seat is None or live.result is not None:
        return None
    if live.bot_of(seat):
        return UndoOffer(False, "A bot plays for this seat.", [])
    refusal = live.why_no_undo(seat)
    if refusal is None:
        return UndoOffer(True, f"Take back: {match.last_in_words}.", [])
    return UndoOffer(False, refusal.reason, list(refusal.rules))


def window_seen(live: Live, seat: int | None) -> OpenWindow | None:
    """The window that is open, with the seat's own answer and no other."""
    if not live.simultaneous:
        return None
    answer = None if seat is None else live.answers.get(seat)
    return OpenWindow(live.asked, live.at, live.closes, answer)


def standing_seen(live: Live, seat: int | None) -> Standing | None:
    """The seat's order, in a game that has windows."""
    if seat is None or not live.game.orders or live.result is not None:
        return None
    return Standing(live.order_of(seat), live.quiet(seat))


def looked_at(live: Live, seat: int) -> Match:
    """The match as the seat finds it, in a window too; to look at only."""
    assert live.match is not None
    if seat in live.sights:
        return cast(Sight, live.sights[seat]).looked
    return live.match.answering(seat) if live.simultaneous else live.match


def why_not(live: Live, seat: int, move: str) -> Refused | None:
    """Why the seat cannot do that now; None if it can."""
    return looked_at(live, seat).why_not(seat, move)


def why_not_thing(live: Live, seat: int, thing: str) -> Refused | None:
    """Why the seat can do nothing with that thing now; None if it can."""
    return looked_at(live, seat).why_not_thing(seat, thing)
