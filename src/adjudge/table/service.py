"""The tables of one worker: any worker may take any move. Load the head, play, insert, publish."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
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
from adjudge.table.library import Library
from adjudge.table.live import (
    BACK,
    MOVE,
    MOVED,
    STAND_IN,
    STAND_IN_BOT,
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
from adjudge.table.names import apart, names_of_others
from adjudge.table.news import entries_in, following, words_of
from adjudge.table.protocol import Why
from adjudge.table.seen import why_not, why_not_thing
from adjudge.table.steady import Steady
from adjudge.table.store import Store, Unavailable, Unsaved

log = structlog.get_logger("adjudge")

SNAPSHOT_EVERY = 50
UNDOABLE = 20  # moves that can be taken back at a table that was just loaded
MOST_LIVE = 1_000  # tables in memory, beside those that somebody is at
LOOKED_AT = 4  # of those in memory when one more comes
MOST_HEARD = 20  # entries of others, before a table that nobody is at leaves the memory
EVERYTHING = 2**31 - 1
Sealed = tuple[int, int, str]  # the version of the window, the seat, its answer
MOST_TOLD = 50  # matches that cannot go on, each with a line in the log
NO_PACK = "This match cannot go on: its content pack is not on this server any more."
NO_REPLAY = "This match cannot go on: it does not replay with this version of Adjudge."
LOOKED_UP = 500  # tables, in one question to the database


class Service:
    """What can be done at tables."""

    def __init__(
        self,
        store: Store,
        fan: Fan,
        packs: Library,
        metrics: Metrics,
        cap: float,
        now: Steady,
    ) -> None:
        self.store = store
        self.fan = fan
        self.packs = packs
        self.metrics = metrics
        self.cap = cap
        self.now: Callable[[], float] = now
        self.clock = now
        self.worker = secrets.token_hex(4)
        self.attend: Callable[[Live], None] = lambda live: None  # who acts when a table is due
        self.wake: Callable[[Live], None] = lambda live: None  # who waits for it, if anybody does
        self.driven: Callable[[str], bool] = lambda id: False  # whether anybody does
        self.turns: Callable[[Live, int], None] = lambda live, before: None  # "your turn"
        self.closing = False
        self.stuck: dict[str, str] = {}  # matches found unable to go on, and why in a sentence
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._holding: dict[str, int] = {}
        self._behind: set[asyncio.Task[None]] = set()
        self._to_refresh: set[str] = set()
        # What others have written and this worker has not followed yet; None: it has to look.
        self._heard: dict[str, list[Entry] | None] = {}
        self._told: set[str] = set()  # tables of which the log has said that they cannot be loaded

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

    def heard(self, id: str, seats: Sequence[int]) -> list[str]:
        """A sign of life of some seats; what other workers are told of it, if a bot waits."""
        live = self._live.get(id)
        if live is None:
            return []
        for seat in seats:
            live.places[seat].seen = self.now()
        awaited = live.notice and live.seats_of(live.places[live.notice.seat].guest)
        return [f"{self.worker} {id}"] if awaited and not set(seats).isdisjoint(awaited) else []

    def may_sit(self, id: str, guest: str) -> bool:
        """Whether the guest sits at the table; of one that is not in memory nobody knows."""
        live = self._live.get(id)
        return live is None or bool(live.seats_of(guest))

    def heard_of(self, id: str, guest: str) -> list[str]:
        """The same of a guest who has asked about the table; who counts down counts anew."""
        live = self._live.get(id)
        words = [] if live is None else self.heard(id, live.seats_of(guest))
        if live is not None and words:
            self.fan.people(live)
        return words

    @asynccontextmanager
    async def table(self, id: str) -> AsyncIterator[Live]:
        """The table as it stands, alone with it; Denied if there is none."""
        async with self.alone(id):
            live = self._live.get(id)
            if live is None:
                self._heard.pop(id, None)  # it is read now
                live = await self._load(id)
                self._live[id] = live
                self._make_room()
                if live.match is not None:
                    self.fan.position(live)  # who is here may have missed something
            else:
                self._live.move_to_end(id)
            while id in self._heard:
                live = await self._follow(live)
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
                if id not in self._live:
                    self._heard.pop(id, None)

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
            self.drop(id)

    def drop(self, id: str) -> None:
        """What is in memory may differ from what is written: it is loaded anew."""
        self._live.pop(id, None)
        self._heard.pop(id, None)
        self.stuck.pop(id, None)

    async def _load(self, id: str, deep: bool = True) -> Live:
        """The table as it is written. Most of the time the latest snapshot but one will do.

        Each further look goes back twice as far: a log without moves must not cost its square.
        A snapshot only saves time: with one that cannot be read, an earlier one or the whole log
        will do. Deep enough to take moves back, unless that is not wanted.
        """
        before, shallow = EVERYTHING, None
        while True:
            loaded = await self.store.read(partial(rows.load_table, id=id, before=before))
            if loaded is None:
                raise Denied("not-found", "There is no such table.")
            try:
                pack = await self.packs.find(loaded.header.settings.pack)
            except Invalid as problem:
                return await self._unable(loaded, NO_PACK, problem)
            try:
                live = self._fold(loaded, pack)
                if loaded.snapshot is None or not deep or not short(live):
                    return self._able(live)
                shallow = live
            except Exception as problem:  # whatever rules make of an old log, or a snapshot holds
                if loaded.snapshot is None:
                    if shallow is not None:
                        return self._able(shallow)
                    return await self._unable(loaded, NO_REPLAY, problem)
            number = snapshot_number(loaded)
            before = number - 1 - (loaded.header.version - number)

    def _fold(self, loaded: rows.Loaded, pack: LoadedPack) -> Live:
        """Settings, snapshot and log made into a table; it fails if the log does not replay."""
        live = self.unfolded(loaded.header)
        live.said = loaded.said
        if loaded.snapshot is not None:
            go_on_from(live, loaded.snapshot, pack)
        self.follow(live, loaded.entries)
        live.answers = answers_at(live, loaded.answers)
        live.status, live.result = loaded.header.status, loaded.header.result
        return live

    def _able(self, live: Live) -> Live:
        """It goes on, whatever was found before."""
        self.stuck.pop(live.settings.id, None)
        return live

    async def _unable(self, loaded: rows.Loaded, sentence: str, why: Exception) -> Live:
        """The table without its match, which cannot go on; the log tells why, once.

        People are told the sentence and no more: a reason may name moves that nobody has seen.
        """
        id = loaded.header.settings.id
        live = self.unfolded(loaded.header)
        live.stuck, live.said = sentence, loaded.said
        live.version, live.result = loaded.header.version, loaded.header.result
        live.skim(await self.store.read(partial(rows.entries_since, id=id, number=0)))
        self.stuck.pop(id, None)
        if live.result is None:
            self.stuck[id] = sentence
        self._tell(id, live.version, f"{type(why).__name__}: {why}")
        return live

    def _tell(self, id: str, version: int, why: str) -> None:
        """To the operator, once for each table, and not for ever."""
        if id in self._told or len(self._told) > MOST_TOLD:
            return
        self._told.add(id)
        if len(self._told) <= MOST_TOLD:
            log.warning("a match cannot go on", table=id, version=version, why=why)
        else:
            log.warning("more matches cannot go on", told=MOST_TOLD)

    async def look_at(self, id: str) -> None:
        """Find out whether a table can be loaded; it need not be in memory for that."""
        async with self.alone(id):
            if id not in self._live:
                with suppress(Denied):  # it was taken away
                    await self._load(id, deep=False)

    def unfolded(self, header: rows.Header) -> Live:
        """A table before anything of its log is known."""
        start = parse_record(header.settings.start)
        game = GAMES[header.settings.game]
        return Live(
            header.settings, start["setup"], header.places, game, header.status, header.rematch
        )

    def follow(self, live: Live, entries: list[Entry]) -> None:
        """Fold some more of the log; Forgotten if there is nothing that it could follow."""
        if live.stuck:
            raise Forgotten
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
        words = words_of(self.worker, id, entries)
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
            there = await self.reload(id)
            # Not if it was only an answer in the window that this worker had not heard of.
            there.elsewhere = there.version >= entries[0].number
            reason = "Somebody was faster: look at the table again."
            raise Denied("stale", reason, version=there.version)
        if any(entry.kind in MOVED for entry in entries):
            live.elsewhere = False
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

    async def forgive_sleep(self, live: Live) -> bool:
        """Nobody could play while the machine was suspended: a clock of seconds did not run.

        It is as if a bot had held the seat from then until now, without a move: who has a time for
        each move has all of it again, once in a position.
        """
        if self.store.notifies:  # others may have served meanwhile
            return False
        sleep, clock = self.clock.slept_since(live.thinking_since), live.settings.clock
        if sleep is None or live.flag is None or clock is None or clock.kind == "day":
            return False
        (seat,), before = live.asked, mask_of(live.asked)
        parts = ((STAND_IN, STAND_IN_BOT, sleep.began), (BACK, "", self.now()))
        held = [live.act(kind, seat, text, at, secrets.token_hex(8)) for kind, text, at in parts]
        await self.commit(live, held, before)
        log.info(
            "the machine slept", table=live.settings.id, seconds=round(held[1].at - held[0].at)
        )
        return True

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

    def check_begun(self, live: Live) -> None:
        """Denied unless there is a match to look at."""
        if live.stuck:
            raise Denied("stuck", live.stuck, version=live.version)
        if live.match is None:
            raise Denied("not-yet", "The match has not begun.", version=live.version)

    def check_playing(self, live: Live) -> None:
        """Denied unless the match goes on."""
        self.check_begun(live)
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
        words = words_of(self.worker, id)
        job = partial(rows.seal, id=id, version=live.moved, seat=seat, text=text, words=words)
        try:
            kept = await self.store.write(job)
        except IntegrityError:  # an operator has deleted the table
            self.drop(id)
            raise Denied("not-found", "There is no such table.") from None
        if not kept:
            there = await self.reload(id)
            there.elsewhere = True
            reason = "The window has closed: look at the table again."
            raise Denied("stale", reason, version=there.version)
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
            words = words_of(self.worker, id)
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
                live.places[seat].name = apart(name or "", names_of_others(live.places, guest))
            if seats:
                self.fan.people(live)

    # Other workers

    def hear(self, id: str, told: bytes) -> None:
        """Another worker has written something: followed at once if anybody here waits for it.

        Else when somebody asks for the table; what nobody asks for is forgotten.
        """
        here = self.fan.anybody(id) or self.driven(id) or id in self.stuck
        if not here and id not in self._live and id not in self._holding:
            return
        self._note(id, entries_in(told))
        if here:
            self.behind(self._keep_up(id))
        elif len(self._heard[id] or ()) > MOST_HEARD:
            self.release(id)

    def _note(self, id: str, entries: list[Entry] | None) -> None:
        """Something to be followed before anybody sees the table again."""
        noted = self._heard.setdefault(id, [])
        self._heard[id] = None if noted is None or entries is None else [*noted, *entries]

    async def refresh(self, id: str) -> None:
        """Another worker may have written anything: look, and tell those who are here."""
        if id in self._live or id in self.stuck or self.fan.anybody(id):
            self._note(id, None)
            await self._keep_up(id)

    async def refresh_all(self) -> None:
        """Nobody knows what was missed: every table in memory is looked at before it is seen."""
        here = {table for table, _ in self.fan.sockets}
        for id in {*self._live, *here}:
            self._note(id, None)
        for id in {*filter(self.driven, self._live), *here}:
            await self._keep_up(id)

    async def _keep_up(self, id: str) -> None:
        """Follow the others. Who waits for its turn follows all that came until then: one does."""
        if id in self._to_refresh:
            return
        self._to_refresh.add(id)
        try:
            async with self.table(id):
                self._to_refresh.discard(id)
        except Denied as denial:
            if denial.code != "not-found":  # or its host has just taken it away
                log.warning("cannot catch up", table=id, why=denial.reason)
        except Unavailable as problem:
            log.warning("cannot catch up", table=id, why=str(problem))
        finally:
            self._to_refresh.discard(id)

    async def _follow(self, live: Live) -> Live:
        """What others have written since: from what they told, or by a look if that is not all."""
        id = live.settings.id
        told = self._heard.pop(id)
        new = None if told is None else following(live.version, told)
        if new is None:
            try:
                await self._catch_up(live)
            except BaseException:
                self._note(id, None)
                raise
        elif new:
            await self._go_on(live, new)
        if id not in self._live:
            raise Denied("not-found", "There is no such table.")
        return self._live[id]

    async def _go_on(
        self, live: Live, entries: list[Entry], sealed: list[Sealed] | None = None
    ) -> Live:
        """Entries of others, folded and told to those who are here; who acts there is another."""
        id, moved, said = live.settings.id, live.moved, live.said
        try:
            self.follow(live, entries)
            if sealed is not None:
                live.answers = answers_at(live, sealed)
        except (Forgotten, Broken, Refused):
            self.drop(id)
            live = self._live[id] = await self._load(id)
            live.said = said
        if live.match is None:
            self.fan.people(live)
            return live
        if live.moved != moved:
            live.elsewhere = True
        self.fan.position(live)
        self.wake(live)
        return live

    def _tell_each_its_own(self, live: Live, places: list[Place], answers: dict[int, str]) -> None:
        """A seat's answer or order from another worker: to that seat, and to nobody else."""
        for old, place in zip(places, live.places, strict=True):
            order = (old.order, old.order_turn) != (place.order, place.order_turn)
            if order or answers.get(place.seat) != live.answers.get(place.seat):
                self.fan.position_of(live, place.seat)

    async def _catch_up(self, live: Live) -> None:
        """Entries, seats, answers and talk of others, as they are written."""
        id, said, heard = live.settings.id, live.said, live.answers
        news = await self.store.read(partial(rows.news, id=id, version=live.version))
        if news is None:
            self.drop(id)
            self.fan.gone(live)
            return
        before, rematch = live.places, live.rematch
        live.places, live.rematch, live.sights = news.header.places, news.header.rematch, {}
        if news.entries:
            live = await self._go_on(live, news.entries, news.answers)
        else:
            live.answers = answers_at(live, news.answers)
            self._tell_each_its_own(live, before, heard)
            awaited = live.seats_of(live.places[live.notice.seat].guest) if live.notice else []
            if live.rematch != rematch or public(live.places, awaited) != public(before, awaited):
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


def answers_at(live: Live, sealed: list[Sealed]) -> dict[int, str]:
    """By seat, the answers in the window that is open now."""
    return {seat: text for at, seat, text in sealed if at == live.moved}


def public(
    places: list[Place], awaited: Sequence[int]
) -> list[tuple[str | None, str, str, str, float]]:
    """What others may see of the seats: not orders; when they were here last if a bot waits."""
    return [
        (p.guest, p.name, p.bot, p.invite, p.seen if p.seat in awaited else 0.0) for p in places
    ]


async def quietly(work: Coroutine[Any, Any, Any]) -> None:
    """A failure is logged, not raised: nobody waits for it."""
    try:
        await work
    except Unsaved:
        return  # the log has said so
    except Exception as problem:
        log.warning("left undone", why=str(problem))
