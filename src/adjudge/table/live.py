"""A table as it stands: settings, people, the match, and what its log of entries has made of it.

No reading or writing here, and no rules: entries are folded one by one, the same on every worker.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from adjudge.kernel.game import Broken, Game, Outcome, Refused
from adjudge.match import Match, resumed
from adjudge.packs import LoadedPack
from adjudge.table.marks import Marks, Span
from adjudge.table.protocol import Clock, Result, Status

START, MOVE, UNDO = "start", "move", "undo"
RESIGN, TIME, OFFER, DECLINE, AGREE = "resign", "time", "offer", "decline", "agree"
STAND_IN, BACK, NOTICE = "stand-in", "back", "notice"
MOVED = (START, MOVE, UNDO)  # what makes another position
SETTLED = (RESIGN, TIME, STAND_IN, BACK)  # after these, nobody awaits the seat's own guest unseen

KEEP = 30  # positions kept for undo
RECENT = 200  # tokens of entries kept, so that a repeated request is known
DAY = 86_400.0
STAND_IN_BOT = "careful"  # plays for whoever has gone
AWAY = 300.0  # seconds, unless a table says otherwise, before a bot may do so
FORGOTTEN = "forgotten."  # begins what stands for a guest who was deleted: no cookie has a dot


@dataclass(frozen=True)
class Entry:
    """One thing that happened at a table, for good."""

    number: int
    kind: str
    seat: int
    text: str
    digest: str
    at: float
    token: str
    stand_in: str = ""  # the bot that made the move, if it was in the place of a guest


def new_id() -> str:
    """Nobody guesses it, and no command line takes it for a flag."""
    while (id := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return id


def new_invite() -> str:
    """The code of a link."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """Where the chance of a table's bots comes from."""
    return secrets.token_hex(16)


@dataclass(frozen=True)
class Settings:
    """What was said when the table was made."""

    game: str
    pack: str
    start: str
    host: str
    made: float
    private: bool = False
    seeded: bool = False
    clock: Clock | None = None
    window: float = 4.0
    pace: float = 0.7
    chat: bool = True
    hints: bool = True
    away: float = AWAY  # without a clock: seconds from a notice until a bot may sit down
    id: str = field(default_factory=new_id)
    invite: str = field(default_factory=new_invite)
    secret: str = field(default_factory=new_secret)


@dataclass
class Place:
    """A seat and who sits there."""

    seat: int
    guest: str | None
    name: str
    bot: str
    invite: str
    reserved: str | None
    order: str
    order_turn: int
    seen: float
    sat: float | None = None  # when somebody sat down


@dataclass(frozen=True)
class Notice:
    """Somebody wants a bot for a seat whose guest is awaited and not there."""

    seat: int
    by: int  # the seat that asked for it
    at: float


@dataclass
class Live:
    """A table in memory."""

    settings: Settings
    setup: dict[str, str]
    places: list[Place]
    game: Game
    status: Status
    rematch: str | None
    match: Match | None = None
    version: int = 0
    moved: int = 0  # the version at which the position came about
    at: float = 0.0  # and when: a move taken back brings its time back too
    starts: list[float] = field(default_factory=list)  # when the positions before came about
    charged: float = 0.0  # up to when the time of thinking is accounted for
    returned: float = 0.0  # when somebody first took the seat back in this position, if so
    spent: dict[int, float] = field(default_factory=dict)
    resigned: set[int] = field(default_factory=set)
    stand_ins: dict[int, str] = field(default_factory=dict)
    notice: Notice | None = None
    marks: Marks = field(default_factory=Marks)
    offers: set[int] = field(default_factory=set)
    result: Result | None = None
    tokens: dict[str, int] = field(default_factory=dict)
    answers: dict[int, str] = field(default_factory=dict)  # sealed, in the open window
    said: int = 0
    sights: dict[int | None, Any] = field(default_factory=dict)  # what is shown of this version
    wishes: dict[tuple[int, str, bool], bool] = field(default_factory=dict)  # to be asked in it
    elsewhere: bool = False  # another worker has made the position, and acts when it is due
    stuck: str = ""  # why the match cannot go on, in a sentence, or nothing

    # Folding the log

    def act(self, kind: str, seat: int, text: str, at: float, token: str) -> Entry:
        """Do it, and the entry that tells of it. Refused changes nothing."""
        assert self.match is not None
        digest = stand_in = ""
        at = max(at, self.at, self.charged)
        waited = max(0.0, at - self.thinking_since) if self._thinks(seat) else 0.0
        if kind == MOVE:
            self.marks.play(self.match, text, self.stand_ins)
            self.match.forget(KEEP)
            text, digest = self.match.last
            stand_in = self.stand_ins.get(seat, "")
        elif kind == UNDO:
            if not self.match.undoable:
                raise Forgotten
            self.match.take_back()
            digest = self.match.digest()
        entry = Entry(self.version + 1, kind, seat, text, digest, at, token, stand_in)
        if kind in (MOVE, UNDO, STAND_IN):
            self.spent[seat] = self.spent.get(seat, 0.0) + waited
        self._note(entry)
        return entry

    def apply(self, entry: Entry) -> None:
        """What the log says has happened. Broken if it comes out otherwise here."""
        made = self.act(entry.kind, entry.seat, entry.text, entry.at, entry.token)
        if made != replace(entry, stand_in=made.stand_in):  # of before there may be no mark
            raise Broken(entry.number, f"{entry} comes out as {made}")

    def skim(self, log: Sequence[Entry]) -> None:
        """What a log says without the rules: who has given up, and when something happened last."""
        self.at = max([self.at, *(entry.at for entry in log)])
        self.resigned |= {entry.seat for entry in log if entry.kind in (RESIGN, TIME)}

    def _note(self, entry: Entry) -> None:
        """All that follows from the entry but the position itself."""
        self.version = entry.number
        self.sights, self.wishes = {}, {}
        if entry.token:
            self.tokens[own_token(entry.kind, entry.seat, entry.token)] = entry.number
            if len(self.tokens) > RECENT:
                del self.tokens[next(iter(self.tokens))]
        decides = entry.kind in (STAND_IN, BACK) and self.asked == [entry.seat]
        if entry.kind in MOVED or decides:
            self.charged = entry.at
        if entry.kind in MOVED:
            self._turn_clock(entry)
            self.returned = 0.0
            self.moved = entry.number
            self.notice = None
            self.answers = {}
            self.offers = self.offers if entry.kind == START else self.offers - {entry.seat}
        elif entry.kind in (RESIGN, TIME):
            self.resigned.add(entry.seat)
            self.stand_ins[entry.seat] = entry.text
        elif entry.kind == OFFER:
            self.offers.add(entry.seat)
        elif entry.kind == DECLINE:
            self.offers.clear()
        elif entry.kind == NOTICE:
            self.notice = Notice(entry.seat, int(entry.text), entry.at)
        elif entry.kind == STAND_IN:
            self.stand_ins[entry.seat] = entry.text
        elif entry.kind == BACK:
            self.stand_ins.pop(entry.seat, None)
            if decides and not self.returned:  # once: or it could be held up for ever
                self.returned = entry.at
        if self.notice is not None and self.notice.seat == entry.seat and entry.kind in SETTLED:
            self.notice = None
        self._conclude(entry)

    def _turn_clock(self, entry: Entry) -> None:
        """The time of the new position; taking a move back gives no more time to decide."""
        if entry.kind == UNDO and self.starts:
            self.at = self.starts.pop()
            return
        if entry.kind == MOVE:
            self.starts = [*self.starts, self.at][-KEEP:]
        self.at = entry.at

    def _conclude(self, entry: Entry) -> None:
        """Whether the match is over now, by its rules or at the table."""
        assert self.match is not None
        if self.result is not None:
            return
        outcome = self.match.outcome
        if outcome is not None:
            self.result = played(outcome)
        elif entry.kind == AGREE:
            self.result = Result([], [], "a draw was agreed", [], "agreed")
        elif entry.kind in (RESIGN, TIME):
            self.result = self.conceded(entry)
        if self.result is not None:
            self.status = "finished"

    def conceded(self, entry: Entry) -> Result | None:
        """Over as soon as all but one side have given up; a game of one side is lost."""
        still = [side for side in self.sides if not self._gave_up(side)]
        if len(still) > 1 or (len(self.sides) == 1 and still):
            return None
        winners = still[0] if still else []
        if entry.kind == TIME:
            return Result(winners, [], f"seat {entry.seat} has no time left", [], "time")
        return Result(winners, [], f"seat {entry.seat} has resigned", [], "resigned")

    def _gave_up(self, side: list[int]) -> bool:
        """Whether all people of the side have; bots never do."""
        people = [seat for seat in side if self.places[seat].guest is not None]
        return bool(people) and self.resigned.issuperset(people)

    # Questions

    def made_by(self, kind: str, seat: int, token: str) -> int | None:
        """The version that the request made, if it was made before; None without a token."""
        return self.tokens.get(own_token(kind, seat, token)) if token else None

    def _thinks(self, seat: int) -> bool:
        """Whether the seat's clock runs: its own guest is to decide, and nobody else."""
        return not self.simultaneous and self.asked == [seat] and not self.bot_of(seat)

    @property
    def sides(self) -> list[list[int]]:
        """The seats that win or lose together."""
        return self.game.sides(len(self.places), self.setup)

    def bot_of(self, seat: int) -> str:
        """The bot that decides for the seat, or nothing."""
        return self.stand_ins.get(seat) or self.places[seat].bot

    @property
    def people(self) -> set[str]:
        """The guests who sit here and play themselves."""
        return {
            place.guest
            for place in self.places
            if place.guest is not None and not self.bot_of(place.seat)
        }

    @property
    def guests(self) -> set[str]:
        """The guests who sit here."""
        return {place.guest for place in self.places if place.guest is not None}

    @property
    def persons(self) -> int:
        """The seats that have a guest."""
        return sum(place.guest is not None for place in self.places)

    def known_to(self, guest: str | None) -> bool:
        """Whether the guest may know that there is this table, without a link of it."""
        if not self.settings.private:
            return True
        kept = {place.reserved for place in self.places}
        return guest is not None and guest in {self.settings.host, *self.guests, *kept}

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats of a guest."""
        return [p.seat for p in self.places if guest is not None and p.guest == guest]

    @property
    def timed(self) -> bool:
        """Whether windows are open for a fixed time.

        Only where everybody has one seat: who holds two cannot pass the screen unseen in time.
        """
        return self.settings.window > 0 and 1 < len(self.guests) == self.persons

    def why_no_undo(self, seat: int) -> Refused | None:
        """Why the seat cannot take its last move back; None if it can."""
        assert self.match is not None
        refusal = self.match.why_no_undo(seat)
        if refusal is None and self.timed and self.match.last_was_answer:
            return Refused("Too late to undo: the window has closed.", [self.game.undo_rule])
        return refusal

    @property
    def simultaneous(self) -> bool:
        """Whether a window is open in which several people answer at once, for a fixed time."""
        return (
            self.timed
            and self.result is None
            and self.match is not None
            and (self.match.window is not None)
        )

    @property
    def asked(self) -> list[int]:
        """The seats that are to decide. In a window all of them, whatever they have answered."""
        if self.match is None or self.result is not None or self.match.seat is None:
            return []
        if self.simultaneous:
            window = self.match.window
            assert window is not None
            return sorted(window.seats)
        return [self.match.seat]

    def order_of(self, seat: int) -> str:
        """The standing order that holds for a seat now; nothing in a game without windows."""
        assert self.match is not None
        if not self.game.orders:
            return ""
        place = self.places[seat]
        lasting = {order.name: order.lasts for order in self.game.orders}
        lapsed = lasting.get(place.order) == "turn" and place.order_turn != self.match.turn
        return self.game.orders[0].name if lapsed or place.order not in lasting else place.order

    def quiet(self, seat: int) -> bool:
        """Whether the seat's order lets the open window pass.

        Where several seats are asked one after the other, what it holds does not count: the time
        it takes would tell.
        """
        if self.match is None or self.match.window is None:
            return False
        if seat not in self.match.window.seats:
            return False
        blind = self.persons > 1 and not self.simultaneous
        asked = seat, self.order_of(seat), blind
        if asked not in self.wishes:
            self.wishes[asked] = self.match.wants_to_be_asked(*asked)
        return not self.wishes[asked]

    # Time

    def left(self, seat: int) -> float | None:
        """Seconds on the seat's clock, not counting the decision under way."""
        clock = self.settings.clock
        if clock is None:
            return None
        if clock.kind == "game":
            return max(0.0, clock.amount - self.spent.get(seat, 0.0))
        return clock.amount * (DAY if clock.kind == "day" else 1.0)

    @property
    def thinking_since(self) -> float:
        """From when on the time of whoever decides has not been accounted for."""
        return max(self.at, self.charged)

    @property
    def flag(self) -> float | None:
        """When the clock of whoever is to decide runs out."""
        if self.simultaneous or not self.asked or self.settings.clock is None:
            return None
        seat = self.asked[0]
        left = self.left(seat)
        if self.bot_of(seat) or left is None:
            return None
        per_game = self.settings.clock.kind == "game"
        return (self.thinking_since if per_game else max(self.at, self.returned)) + left

    def bot_may_sit(self, notice: Notice) -> float:
        """When a bot may take the seat, if nothing is heard of its guest before."""
        heard = [self.places[seat].seen for seat in self.seats_of(self.places[notice.seat].guest)]
        return max([notice.at, *heard]) + self.settings.away

    @property
    def closes(self) -> float:
        """When the open window closes."""
        return self.at + self.settings.window

    def due(self, cap: float) -> float | None:
        """When somebody has to look at the match, if nobody has."""
        if self.result is not None or not self.asked:
            return None
        if self.simultaneous:
            return self.closes
        seat = self.asked[0]
        if self.bot_of(seat):
            return self.at + self.settings.pace + cap
        return self.at if self.quiet(seat) else self.flag


class Snapshot(msgspec.Struct):
    """A table's fold so far, so that loading it costs a bounded number of entries."""

    version: int
    moved: int
    at: float
    starts: list[float]
    charged: float
    returned: float
    spent: dict[int, float]
    resigned: list[int]
    stand_ins: dict[int, str]
    offers: list[int]
    tokens: dict[str, int]
    match: dict[str, Any]
    notice: Notice | None = None  # older snapshots have none, and no marks
    marked: list[Span] = []


def snapshot_of(live: Live) -> bytes:
    """A snapshot, packed."""
    assert live.match is not None
    taken = Snapshot(
        live.version,
        live.moved,
        live.at,
        live.starts,
        live.charged,
        live.returned,
        live.spent,
        sorted(live.resigned),
        live.stand_ins,
        sorted(live.offers),
        live.tokens,
        live.match.snapshot(),
        live.notice,
        live.marks.spans,
    )
    return zlib.compress(msgspec.json.encode(taken), 1)


def go_on_from(live: Live, content: bytes, pack: LoadedPack) -> None:
    """The table as it was when the snapshot was taken."""
    taken = msgspec.json.decode(zlib.decompress(content), type=Snapshot)
    live.match = resumed(taken.match, pack)
    if live.match.length and live.match.digest() != live.match.last[1]:
        raise Broken(live.match.length, "the snapshot is not the position that it says it is")
    live.version, live.moved, live.at = taken.version, taken.moved, taken.at
    live.starts, live.charged, live.returned = taken.starts, taken.charged, taken.returned
    live.spent, live.stand_ins, live.tokens = taken.spent, taken.stand_ins, taken.tokens
    live.resigned, live.offers = set(taken.resigned), set(taken.offers)
    live.notice, live.marks = taken.notice, Marks(taken.marked)


class Forgotten(Exception):
    """An entry takes back a move from before the snapshot: an older one is needed."""


def own_token(kind: str, seat: int, token: str) -> str:
    """A token is its seat's, for one kind of request: others may have come upon the same one."""
    return f"{kind} {seat} {token}"


def played(outcome: Outcome) -> Result:
    """The end that the rules give."""
    return Result(
        list(outcome.winners), list(outcome.scores), outcome.reason, list(outcome.rules), "played"
    )


def waiting_for(live: Live) -> int:
    """A bit for each seat whose own guest is to decide; bots wait for nobody."""
    return mask_of([seat for seat in live.asked if not live.bot_of(seat)])


def mask_of(seats: Sequence[int]) -> int:
    """A bit for each seat."""
    return sum(1 << seat for seat in seats)
