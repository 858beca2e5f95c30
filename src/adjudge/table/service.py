"""The tables of one worker: any worker may take any move. Load the head, play, insert, publish."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import structlog
from sqlalchemy.exc import IntegrityError

from adjudge.games import GAMES
from adjudge.kernel.game import Broken, Invalid, Refused
from adjudge.match import parse_record, started
from adjudge.packs import LoadedPack
from adjudge.table import rows
from adjudge.table.denials import Denied, refused
from adjudge.table.fan import Fan
from adjudge.table.live import (
    MOVE,
    START,
    UNDO,
    Entry,
    Forgotten,
    Live,
    Place,
    go_on_from,
    mask_of,
    snapshot_of,
    waiting_for,
)
from adjudge.table.metrics import Metrics
from adjudge.table.protocol import Why
from adjudge.table.seen import why_not, why_not_thing
from adjudge.table.store import Store, Unavailable

log = structlog.get_logger("adjudge")

SNAPSHOT_EVERY = 50
UNDOABLE = 20  # moves that can be taken back at a table that was just loaded
MOST_LIVE = 1_000  # tables in memory, beside those that somebody is at
LOOKED_AT = 4  # of those in memory when one more comes
EVERYTHING = 2**31 - 1
LOOKED_UP = 500  # tables, in one question to the database


class Service:
    """What can be done at tables."""

    def __init__(
        self,
        store: Store,
        fan: Fan,
        packs: Mapping[str, LoadedPack],
        metrics: Metrics,
        cap: float,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.fan = fan
        self.packs = packs
        self.metrics = metrics
        self.cap = cap
        self.now = now
        self.worker = secrets.token_hex(4)
        self.attend: Callable[[Live], None] = lambda live: None  # who acts when a table is due
        self.wake: Callable[[Live], None] = lambda live: None  # who waits for it, if anybody does
        self.turns: Callable[[Live, int], None] = lambda live, before: None  # "your turn"
        self.closing = False
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._holding: dict[str, int] = {}
        self._behind: set[asyncio.Task[None]] = set()
        self._to_refresh: set[str] = set()

    # Tables in memory

    @property
    def live(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    def version_of(self, id: str) -> int:
        """The version of a table that is in memory; 0 of another."""
        return self._live[id].version if id in self._live else 0

    def connected(self) -> list[tuple[str, int]]:
        """The seats whose own guest has a socket here, as far as it is known who sits there."""
        there = [(id, seat) for id, seat in self.fan.sockets if seat is not None]
        return [
            (id, seat)
            for id, seat in there
            if id not in self._live or self.fan.entitled(self._live[id], seat)
        ]

    @asynccontextmanager
    async def table(self, id: str) -> AsyncIterator[Live]:
        """The table as it stands, alone with it; Denied if there is none."""
        async with self.alone(id):
            live = self._live.get(id)
            if live is None:
                live = await self._load(id)
                self._live[id] = live
                self._make_room()
                if live.match is not None:
                    self.fan.position(live)  # who is here may have missed something
            else:
                self._live.move_to_end(id)
            yield live

    @asynccontextmanager
    async def alone(self, id: str) -> AsyncIterator[None]:
        """One thing at a time at each table, on this worker."""
        lock = self._locks.setdefault(id, asyncio.Lock())
        self._holding[id] = self._holding.get(id, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._holding[id] -= 1
            if not self._holding[id]:
                del self._holding[id], self._locks[id]

    def _make_room(self) -> None:
        """Too many in memory: those go that nobody is at, the longest untouched first."""
        for _ in range(LOOKED_AT):
            if len(self._live) <= MOST_LIVE:
                return
            oldest = next(iter(self._live))
            self._live.move_to_end(oldest)
            self.release(oldest)

    def release(self, id: str) -> None:
        """A table that nobody is at need not be in memory."""
        live = self._live.get(id)
        if live is not None and id not in self._holding and not self.fan.anybody(id):
            del self._live[id]

    def drop(self, id: str) -> None:
        """What is in memory may differ from what is written: it is loaded anew."""
        self._live.pop(id, None)

    async def _load(self, id: str) -> Live:
        """The table as it is written. Most of the time the latest snapshot but one will do.

        Each further look goes back twice as far: a log without moves must not cost its square.
        """
        before = EVERYTHING
        while True:
            loaded = await self.store.read(partial(rows.load_table, id=id, before=before))
            if loaded is None:
                raise Denied("not-found", "There is no such table.")
            try:
                live = self._fold(loaded)
                if loaded.snapshot is None or not short(live):
                    return live
            except Forgotten:
                if loaded.snapshot is None:
                    reason = "This table does not replay: it takes back what was not there."
                    raise Denied("unavailable", reason) from None
            number = snapshot_number(loaded)
            before = number - 1 - (loaded.header.version - number)

    def _fold(self, loaded: rows.Loaded) -> Live:
        """Settings, snapshot and log made into a table; Denied if the log does not replay."""
        live = self.unfolded(loaded.header)
        live.said = loaded.said
        pack = self.packs.get(live.settings.pack)
        if pack is None:
            raise Denied("not-found", f"The pack {live.settings.pack} is not on this server.")
        try:
            if loaded.snapshot is not None:
                go_on_from(live, loaded.snapshot, pack)
            self.follow(live, loaded.entries)
        except (Broken, Refused) as problem:
            log.error("a table does not replay", table=live.settings.id, why=str(problem))
            raise Denied("unavailable", f"This table does not replay: {problem}") from None
        live.answers = {seat: text for at, seat, text in loaded.answers if at == live.moved}
        live.status, live.result = loaded.header.status, loaded.header.result
        return live

    def unfolded(self, header: rows.Header) -> Live:
        """A table before anything of its log is known."""
        start = parse_record(header.settings.start)
        game = GAMES[header.settings.game]
        return Live(
            header.settings, start["setup"], header.places, game, header.status, header.rematch
        )

    def follow(self, live: Live, entries: list[Entry]) -> None:
        """Fold some more of the log."""
        for entry in entries:
            if entry.kind == START:
                self.begin(live)
            live.apply(entry)

    def begin(self, live: Live) -> None:
        """The first position."""
        record = parse_record(live.settings.start)
        live.match = started(record, self.packs[live.settings.pack])
        live.status = "playing"

    async def reload(self, id: str) -> Live:
        """The table as it is written now, told to those who are here; its lock is held."""
        self.drop(id)
        live = self._live[id] = await self._load(id)
        self.fan.people(live)
        if live.match is not None:
            self.fan.position(live)
            self.wake(live)
        return live

    # Writing

    async def write(
        self, live: Live, entries: list[Entry], sealed: dict[int, str] | None = None
    ) -> None:
        """Put on the log what was done in memory; Denied and undone if another was faster."""
        id = live.settings.id
        words = f"{self.worker} {id}"
        try:
            due = live.due(self.cap)
            state = rows.State(waiting_for(live), due, live.status, live.result, live.at)
            job = partial(rows.append, id=id, log=entries, state=state, words=words, sealed=sealed)
            written = await self.store.write(job)
        except IntegrityError:  # an operator has deleted the table, and it is not noticed yet
            self.drop(id)
            raise Denied("not-found", "There is no such table.") from None
        except BaseException:  # memory is ahead of the log
            self.drop(id)
            raise
        if not written:
            self.metrics.conflicts.inc()
            await self.reload(id)
            now = self._live[id].version
            raise Denied("stale", "Somebody was faster: look at the table again.", version=now)
        if live.version // SNAPSHOT_EVERY > (entries[0].number - 1) // SNAPSHOT_EVERY:
            self.behind(self.keep_snapshot(live))

    def keep_snapshot(self, live: Live) -> Coroutine[Any, Any, None]:
        """The table as it stands at this moment, on the disk."""
        id, content = live.settings.id, snapshot_of(live)
        return self.store.write(
            partial(rows.keep_snapshot, id=id, number=live.version, content=content)
        )

    def behind(self, work: Coroutine[Any, Any, Any]) -> None:
        """Something that nobody waits for."""
        task = asyncio.create_task(quietly(work))
        self._behind.add(task)
        task.add_done_callback(self._behind.discard)

    async def settled(self) -> None:
        """Nothing is under way behind anybody's back."""
        while self._behind:
            await asyncio.gather(*self._behind)

    async def commit(
        self, live: Live, entries: list[Entry], before: int, sealed: dict[int, str] | None = None
    ) -> None:
        """Write, then tell everybody: who is connected, who acts next, who is away."""
        await self.write(live, entries, sealed)
        self.fan.position(live)
        self.attend(live)
        self.turns(live, before)
        if live.result is not None:
            log.info("over", table=live.settings.id, how=live.result.how, why=live.result.reason)

    async def enter(self, live: Live, kind: str, seat: int, text: str) -> int:
        """One entry of our own making on the log; the version that it makes."""
        before = mask_of(live.asked)
        entry = live.act(kind, seat, text, self.now(), secrets.token_hex(8))
        await self.commit(live, [entry], before)
        return live.version

    async def commit_once(self, live: Live, entry: Entry, before: int) -> int:
        """The version that the entry makes, if not here, then where the same request came first."""
        try:
            await self.commit(live, [entry], before)
        except Denied:
            there = self._live.get(live.settings.id)
            made = there.made_by(entry.kind, entry.seat, entry.token) if there else None
            if made is None:
                raise
            return made
        return entry.number

    # Playing

    def check_known(self, live: Live, guest: str) -> None:
        """To others, a private table is as good as none."""
        if not live.known_to(guest):
            raise Denied("not-found", "There is no such table.")

    def check_seat(self, live: Live, guest: str, seat: int) -> None:
        """Denied unless the guest sits there."""
        if seat not in live.seats_of(guest):
            self.check_known(live, guest)
            raise Denied("not-yours", f"Seat {seat} is not yours.", version=live.version)

    def check_playing(self, live: Live) -> None:
        """Denied unless the match goes on."""
        if live.match is None:
            raise Denied("not-yet", "The match has not begun.", version=live.version)
        if live.result is not None:
            raise Denied("over", f"The match is over: {live.result.reason}.", version=live.version)

    def check_version(self, live: Live, version: int) -> None:
        """Denied if the position has changed since."""
        if not live.moved <= version <= live.version:
            reason = f"The table is at version {live.version}, not {version}: look at it again."
            raise Denied("stale", reason, version=live.version)

    def check_may_act(self, live: Live, seat: int, version: int) -> None:
        """Denied unless the match goes on, nothing has changed, and the guest plays the seat."""
        self.check_playing(live)
        self.check_version(live, version)
        if live.bot_of(seat):
            raise Denied("refused", "A bot plays for this seat: take it back first.")

    async def play(
        self, id: str, guest: str, seat: int, version: int, move: str, token: str
    ) -> int:
        """A move of a guest; the version that it makes. The same token again is the same move."""
        arrived = time.perf_counter()
        async with self.table(id) as live:
            self.check_seat(live, guest, seat)
            made = live.made_by(MOVE, seat, token)
            if made is not None:
                return made
            self.check_may_act(live, seat, version)
            if live.simultaneous:
                return await self.answer(live, seat, move)
            if seat != live.asked[0]:
                refusal = why_not(live, seat, move) or Refused("It is not your decision.")
                raise refused(refusal, live.version)
            before = mask_of(live.asked)
            try:
                entry = live.act(MOVE, seat, move, self.now(), token or secrets.token_hex(8))
            except Refused as refusal:
                self.metrics.refusals.labels("move").inc()
                raise refused(refusal, live.version) from None
            except Invalid as problem:  # a position from outside that the rules cannot go on from
                raise Denied("refused", str(problem), version=live.version) from None
            version = await self.commit_once(live, entry, before)
            self.metrics.moves.labels(live.settings.game, "person").inc()
            self.metrics.deliver_seconds.observe(time.perf_counter() - arrived)
            return version

    async def answer(self, live: Live, seat: int, move: str) -> int:
        """A sealed answer in the window that is open: kept, and told to nobody."""
        assert live.match is not None
        refusal = why_not(live, seat, move)
        if refusal is not None:
            raise refused(refusal, live.version)
        text = " ".join(move.split())
        await self.keep_answer(live, seat, text)
        self.fan.position_of(live, seat)
        return live.version

    async def keep_answer(self, live: Live, seat: int, text: str) -> None:
        """On the disk, then in memory; Denied if another worker has closed the window."""
        id = live.settings.id
        words = f"{self.worker} {id}"
        job = partial(rows.seal, id=id, version=live.moved, seat=seat, text=text, words=words)
        try:
            kept = await self.store.write(job)
        except IntegrityError:  # an operator has deleted the table
            self.drop(id)
            raise Denied("not-found", "There is no such table.") from None
        if not kept:
            await self.reload(id)
            now = self._live[id].version
            raise Denied("stale", "The window has closed: look at the table again.", version=now)
        live.answers[seat] = text

    async def undo(self, id: str, guest: str, seat: int, version: int, token: str) -> int:
        """Take the last move back; the version that it makes."""
        async with self.table(id) as live:
            self.check_seat(live, guest, seat)
            made = live.made_by(UNDO, seat, token)
            if made is not None:
                return made
            self.check_may_act(live, seat, version)
            refusal = live.why_no_undo(seat)
            if refusal is not None:
                self.metrics.refusals.labels("undo").inc()
                raise refused(refusal, live.version)
            before = mask_of(live.asked)
            entry = live.act(UNDO, seat, "", self.now(), token or secrets.token_hex(8))
            return await self.commit_once(live, entry, before)

    async def why(self, id: str, guest: str, asked: Why) -> tuple[Refused | None, int]:
        """Why the seat cannot do that now, or None; and the version of the table."""
        if bool(asked.move) == bool(asked.thing):
            raise Denied("bad-request", "why: give a move or a thing, one of the two.")
        async with self.table(id) as live:
            self.check_seat(live, guest, asked.seat)
            self.check_playing(live)
            if asked.thing:
                return why_not_thing(live, asked.seat, asked.thing), live.version
            return why_not(live, asked.seat, asked.move), live.version

    async def order(self, id: str, guest: str, seat: int, order: str) -> int:
        """A standing order for windows."""
        async with self.table(id) as live:
            self.check_seat(live, guest, seat)
            self.check_playing(live)
            assert live.match is not None
            names = [known.name for known in live.game.orders]
            if order not in names:
                offered = f"it is one of {', '.join(names)}" if names else "this game has none"
                raise Denied("bad-request", f"order: {order!r} is not an order here: {offered}.")
            place = replace(live.places[seat], order=order, order_turn=live.match.turn)
            await self._keep_order(live, place)
            self.fan.position_of(live, seat)
            self.attend(live)
            return live.version

    async def _keep_order(self, live: Live, place: Place) -> None:
        """In memory and on the disk; if it answers now, that is due, whoever is left to do it."""
        id = live.settings.id
        live.places[place.seat] = place
        try:
            answers = live.asked == [place.seat] and live.quiet(place.seat)
            due = live.due(self.cap) if answers else None
            words = f"{self.worker} {id}"
            await self.store.write(
                partial(rows.keep_order, id=id, place=place, due=due, words=words)
            )
        except BaseException:
            self.drop(id)
            raise

    def rename(self, guest: str, name: str | None) -> None:
        """A guest has another name: at every table in memory that goes on."""
        for live in self._live.values():
            seats = live.seats_of(guest) if name is not None and live.result is None else []
            for seat in seats:
                live.places[seat].name = name or ""
            if seats:
                self.fan.people(live)

    # Other workers

    async def refresh(self, id: str) -> None:
        """Another worker has written something: catch up, and tell those who are here.

        Who waits for its turn will see all that was written until then: one is enough.
        """
        if id in self._to_refresh or (id not in self._live and not self.fan.anybody(id)):
            return
        self._to_refresh.add(id)
        try:
            async with self.table(id) as live:
                self._to_refresh.discard(id)
                await self._catch_up(live)
        except (Denied, Unavailable) as problem:
            log.warning("cannot catch up", table=id, why=str(problem))
        finally:
            self._to_refresh.discard(id)

    async def refresh_all(self) -> None:
        """Nobody knows what was missed: catch up with every table in memory."""
        for id in {*self._live, *(table for table, _ in self.fan.sockets)}:
            await self.refresh(id)

    def _tell_each_its_own(self, live: Live, places: list[Place], answers: dict[int, str]) -> None:
        """A seat's answer or order from another worker: to that seat, and to nobody else."""
        for old, place in zip(places, live.places, strict=True):
            order = (old.order, old.order_turn) != (place.order, place.order_turn)
            if order or answers.get(place.seat) != live.answers.get(place.seat):
                self.fan.position_of(live, place.seat)

    async def _catch_up(self, live: Live) -> None:
        """Entries, seats, answers and talk of others."""
        id, version, said = live.settings.id, live.version, live.said
        news = await self.store.read(partial(rows.news, id=id, version=version))
        if news is None:
            self.drop(id)
            self.fan.gone(live)
            return
        before, rematch = live.places, live.rematch
        live.places, live.rematch = news.header.places, news.header.rematch
        try:
            self.follow(live, news.entries)
        except (Forgotten, Broken, Refused):
            self.drop(id)
            live = self._live[id] = await self._load(id)
            live.said = said
        answers = {seat: text for at, seat, text in news.answers if at == live.moved}
        heard, live.answers = live.answers, answers
        if live.version != version:
            self.fan.position(live)
        else:
            self._tell_each_its_own(live, before, heard)
            if live.rematch != rematch or public(live.places) != public(before):
                self.fan.people(live)
        self.wake(live)
        if news.said > said:
            await self.pass_on_talk(live)

    # What an operator has changed

    async def look_again(self) -> None:
        """Tables that are not as this worker knows them are loaded anew; some may be gone."""
        ids = list({*self._live, *(table for table, _ in self.fan.sockets)})
        found: dict[str, rows.People] = {}
        for first in range(0, len(ids), LOOKED_UP):
            some = ids[first : first + LOOKED_UP]
            found |= await self.store.read(partial(rows.people_at, ids=some))
        for id in ids:
            live = self._live.get(id)
            if live is None or found.get(id) != people_of(live):
                await self._take_up(id, id in found)

    async def _take_up(self, id: str, there: bool) -> None:
        """The table as an operator has left it, if there still is one."""
        async with self.alone(id):
            if not there:
                self.drop(id)
                self.fan.end(id)
                return
            try:
                await self.reload(id)
            except Denied as denial:
                log.warning("cannot be taken up", table=id, why=denial.reason)

    async def pass_on_talk(self, live: Live) -> None:
        """What was said since, on any worker, in its order: two may have spoken at once."""
        since = partial(rows.said_since, id=live.settings.id, number=live.said)
        for saying in await self.store.read(since):
            live.said = saying.number
            self.fan.said(live, saying)


def people_of(live: Live) -> rows.People:
    """Who made the table, and who sits there, as rows.people_at() tells it."""
    return live.settings.host, [(place.guest, place.name) for place in live.places]


def snapshot_number(loaded: rows.Loaded) -> int:
    """The number of the last entry that is in the snapshot."""
    return loaded.entries[0].number - 1 if loaded.entries else loaded.header.version


def short(live: Live) -> bool:
    """Whether too few moves could be taken back, for the snapshot is from just before."""
    match = live.match
    return (
        match is not None and live.result is None and match.undoable < min(match.length, UNDOABLE)
    )


def public(places: list[Place]) -> list[tuple[str | None, ...]]:
    """What others may see of the seats: neither orders, nor when somebody was here last."""
    return [(place.guest, place.name, place.bot, place.invite) for place in places]


async def quietly(work: Coroutine[Any, Any, Any]) -> None:
    """A failure is logged, not raised: nobody waits for it."""
    try:
        await work
    except Exception as problem:
        log.warning("left undone", why=str(problem))
