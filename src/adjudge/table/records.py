"""Finished matches: as records, replayed through anybody's eyes, and played on from any step."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

import msgspec

from adjudge.games import GAMES
from adjudge.kernel.game import Broken, Invalid, Refused, brief
from adjudge.kernel.reading import IMPOSSIBLE
from adjudge.match import ORIGIN_KEYS, Match, record_text, replay, started
from adjudge.table import rows, stuck
from adjudge.table.bringing import Desk
from adjudge.table.denials import Denied
from adjudge.table.live import (
    BACK,
    MOVE,
    RESIGN,
    STAND_IN,
    START,
    TIME,
    UNDO,
    Entry,
    Live,
    Place,
    Settings,
)
from adjudge.table.lobby import Lobby, result_of_record, start_of
from adjudge.table.marks import Marks
from adjudge.table.protocol import Event, Fork, Position, Question, Replay, Table, View
from adjudge.table.seen import MOST_EVENTS, table_seen
from adjudge.table.service import NO_REPLAY, Service

P = ParamSpec("P")
T = TypeVar("T")

START_KEYS = ("seats", "setup", *ORIGIN_KEYS)
KEPT = 32  # replays in memory


class Made(NamedTuple):
    """A move, its digest, the bot that made it for a guest, and the seats played for so then."""

    text: str
    digest: str  # of the position that it led to, as it was played
    stand_in: str
    stand_ins: frozenset[int]


NOTHING_YET = Made("", "", "", frozenset())


@dataclass
class Reel:
    """A finished match on its way through a replay."""

    start: str
    pack: str
    moves: list[Made]
    wound: tuple[Match, Marks]


class Records:
    """What can be done with a match that is over."""

    def __init__(self, service: Service, lobby: Lobby) -> None:
        self.service = service
        self.lobby = lobby
        self.desk = Desk()
        self._reels: OrderedDict[str, Reel] = OrderedDict()
        self._one = asyncio.Semaphore(1)

    async def aside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Long work in a thread, one at a time: more of them would starve the tables that live."""
        async with self._one:
            return await asyncio.to_thread(work, *args, **kwargs)

    async def export(self, id: str, guest: str | None, invite: str) -> str:
        """The whole match as a record: only once it is over, for it holds every secret."""
        async with self.service.table(id) as live:
            self.check_ended(live, guest, invite)
        if live.stuck:
            return await self.as_written(live)
        reel = await self.reel(id)
        try:
            whole, _ = await self.aside(self.wind, reel, len(reel.moves))
        except Denied:
            return await self.as_written(live)
        return record_text(whole.record())

    async def as_written(self, live: Live) -> str:
        """The record of a match that does not replay here."""
        log = partial(rows.entries_since, id=live.settings.id, number=0)
        return stuck.record_as_written(live, await self.service.store.read(log))

    def check_over(self, live: Live, guest: str | None, invite: str) -> None:
        """Denied unless the guest may look at it, the match is over, and it can be shown."""
        self.check_ended(live, guest, invite)
        stuck.check_replays(live)

    def check_ended(self, live: Live, guest: str | None, invite: str) -> None:
        """Denied unless the guest may look at it and the match is over."""
        self.lobby.check_watch(live, guest, invite)
        if live.result is None:
            reason = "The match is not over: its record would tell every secret."
            raise Denied("not-yet", reason, version=live.version)

    async def reel(self, id: str) -> Reel:
        """All its moves, those taken back left out."""
        if id not in self._reels:
            loaded = await self.service.store.read(partial(rows.load_table, id=id, before=-1))
            assert loaded is not None
            settings = loaded.header.settings
            match = self.first(settings.start, settings.pack)
            moves = moves_of(loaded.entries)
            self._reels[id] = Reel(settings.start, settings.pack, moves, (match, Marks()))
            if len(self._reels) > KEPT:
                self._reels.popitem(last=False)
        self._reels.move_to_end(id)
        return self._reels[id]

    def first(self, start: str, pack: str) -> Match:
        """A match at its first position."""
        return started(msgspec.json.decode(start), self.service.packs[pack])

    def wind(self, reel: Reel, step: int) -> tuple[Match, Marks]:
        """The match after so many moves: on from where the reel is, or from the beginning.

        Denied if it comes out otherwise than it was played: by a snapshot, it may be over all the
        same.
        """
        wound, marked = reel.wound
        match, marks = wound.copy(), Marks(marked.spans)  # another thread may wind it too
        if match.length > step:
            match, marks = self.first(reel.start, reel.pack), Marks()
        try:
            for made in reel.moves[match.length : step]:
                marks.play(match, made.text, made.stand_ins)
                match.forget(0)
        except (Refused, *IMPOSSIBLE) as problem:
            raise Denied("stuck", NO_REPLAY) from problem
        if match.length and match.last[1] != reel.moves[match.length - 1].digest:
            raise Denied("stuck", NO_REPLAY)
        reel.wound = match, marks
        return match, marks

    async def replayed(
        self, id: str, guest: str | None, invite: str, step: int, seat: int | None, since: int
    ) -> Replay:
        """The match after so many moves, as that seat saw it then."""
        async with self.service.table(id) as live:
            self.check_over(live, guest, invite)
            if seat is not None and seat >= len(live.places):
                raise Denied("not-found", f"There is no seat {seat}.")
            people = self.people(live, guest)
        reel = await self.reel(id)
        steps = len(reel.moves)
        if step > steps:
            raise Denied("not-found", f"step: the match has {steps} moves, not {step}.")
        match, marks = await self.aside(self.wind, reel, step)
        position = replayed_position(id, match, marks, seat, since, people)
        made = reel.moves[step - 1] if step else NOTHING_YET
        return Replay(id, step, steps, made.text, made.stand_in, position)

    def people(self, live: Live, guest: str | None) -> Table:
        """Who played."""
        return table_seen(live, self.service.fan.eyes(live, guest))

    async def bring(self, guest: str, name: str, record: Mapping[str, Any], private: bool) -> str:
        """A record from elsewhere as a finished table; its id. Denied if it does not replay."""
        with suppress(Invalid):  # what is wrong with it is said below
            await self.service.packs.find(str(record.get("pack")))
        match = await self.aside(self.checked, record)
        now = self.service.now()
        made = match.record()
        start = start_of(match.pack, {key: made[key] for key in START_KEYS if key in made})
        names = (match.game.id, match.pack.hash, start, guest, now)
        settings = Settings(*names, private=private, seeded=True, chat=False)
        seats = range(match.seats)
        places = [Place(n, None, f"Seat {n}", "record", "", None, "", 0, 0.0) for n in seats]
        log = await self.aside(log_of, match, made, now)
        state = rows.State(0, None, "finished", result_of_record(made["outcome"]), now)
        job = partial(rows.keep_table, settings=settings, places=places, state=state, log=log)
        await self.service.store.write(job)
        live = self.lobby.laid(settings, places)
        live.match, live.version, live.moved, live.at = match, len(log), len(log), now
        await self.service.keep_snapshot(live)  # or every look would replay it, and hold up all
        return settings.id

    def checked(self, record: Mapping[str, Any]) -> Match:
        """The match that a record proves."""
        game, pack = record.get("game"), record.get("pack")
        known = self.service.packs.get(pack) if isinstance(pack, str) else None
        if known is None and isinstance(game, str) and game in GAMES and "pack" in record:
            raise Denied("bad-request", f"record.pack: {brief(pack)} is not a pack of this server.")
        try:
            return replay(dict(record), known)
        except (Broken, Invalid) as problem:
            raise Denied("bad-request", str(problem)) from None

    async def fork(self, id: str, guest: str, name: str, wish: Fork, invite: str) -> str:
        """A new table that goes on from a step of a finished match; its id."""
        await self.lobby.check_room(guest)
        async with self.service.table(id) as live:
            self.check_over(live, guest, invite)
            setup, n = live.setup, len(live.places)
        if len(wish.seats) != n:
            raise Denied("bad-request", f"seats: the match has {n}, not {len(wish.seats)}.")
        match = await self.at_step(id, wish.step)
        start = {"seats": n, "setup": setup, "position": match.save()["table"]}
        settings = Settings(
            match.game.id,
            match.pack.hash,
            start_of(match.pack, start),
            guest,
            self.service.now(),
            private=wish.private,
            seeded=True,
            window=wish.window,
            pace=wish.pace,
            away=self.lobby.time_away(None),
        )
        return await self.lobby.lay(settings, wish.seats, name)

    async def at_step(self, id: str, step: int) -> Match:
        """A finished match at a decision of the past; Denied if there is none."""
        reel = await self.reel(id)
        if step > len(reel.moves):
            reason = f"step: the match has {len(reel.moves)} moves, not {step}."
            raise Denied("bad-request", reason)
        match, _ = await self.aside(self.wind, reel, step)
        if match.seat is None:
            raise Denied("bad-request", f"step: the match is over at {step}.")
        return match


def log_of(match: Match, record: Mapping[str, Any], now: float) -> list[Entry]:
    """The log that a table has whose match is that record."""
    log = [Entry(1, START, 0, "", "", now, secrets.token_hex(8))]
    again = started(record, match.pack)
    for number, (move, after) in enumerate(record["moves"], start=2):
        assert again.seat is not None
        log.append(Entry(number, MOVE, again.seat, move, after, now, secrets.token_hex(8)))
        again.play(move)
        again.forget(0)
    return log


def moves_of(log: Sequence[Entry]) -> list[Made]:
    """The moves of a match, those taken back left out."""
    moves: list[Made] = []
    stand_ins: dict[int, str] = {}
    for entry in log:
        if entry.kind == MOVE:
            bot = stand_ins.get(entry.seat, "")
            moves.append(Made(entry.text, entry.digest, bot, frozenset(stand_ins)))
        elif entry.kind == UNDO:
            moves.pop()
        elif entry.kind == BACK:
            stand_ins.pop(entry.seat, None)
        elif entry.kind in (STAND_IN, RESIGN, TIME):
            stand_ins[entry.seat] = entry.text
    return moves


def replayed_position(
    id: str, match: Match, marks: Marks, seat: int | None, since: int, people: Table
) -> Position:
    """A position of the past: looked at, not played."""
    prompt = match.prompt
    asked = [] if match.seat is None else [match.seat]
    events = marks.put_on(match, seat, since, match.events(seat, since))
    first = since + max(0, len(events) - MOST_EVENTS)
    return Position(
        table=id,
        version=match.length,
        seat=seat,
        view=cast(View, match.view(seat)),
        question=None if prompt is None else Question(prompt.text, list(prompt.rules)),
        options=[],
        first=first,
        events=cast(list[Event], events[-MOST_EVENTS:]),
        moves=match.length,
        at=0.0,
        flag=None,
        asked=asked,
        undo=None,
        window=None,
        standing=None,
        people=people,
    )
