"""All parts of a server together: opened, closed, and what belongs to none of them alone."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import time
from collections import Counter
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec
import psycopg
import structlog
from psycopg.pq.abc import PGconn

from adjudge.games import GAMES
from adjudge.packs import LoadedPack, default_pack, load_pack
from adjudge.table import rows
from adjudge.table.addresses import Proxies
from adjudge.table.bans import Bans
from adjudge.table.budgets import Budgets
from adjudge.table.config import Config
from adjudge.table.database import POSTGRESQL, database_url
from adjudge.table.denials import Denied
from adjudge.table.driver import Driver
from adjudge.table.fan import Fan
from adjudge.table.guests import Keys, friendly_name, new_guest_id
from adjudge.table.hosts import Hosts
from adjudge.table.library import Library
from adjudge.table.limits import Limits
from adjudge.table.live import Live, Notice
from adjudge.table.lobby import Lobby
from adjudge.table.metrics import Metrics, Shown
from adjudge.table.protocol import Guest, Table
from adjudge.table.records import Records
from adjudge.table.reviews import Reviews
from adjudge.table.seen import table_seen
from adjudge.table.service import Service, quietly
from adjudge.table.steady import Steady
from adjudge.table.store import Store, Unavailable
from adjudge.table.study import Study
from adjudge.table.thinkers import Thinkers
from adjudge.table.upkeep import Upkeep
from adjudge.table.webhooks import Webhooks

log = structlog.get_logger("adjudge")

HEARTBEAT = 20.0
APART = 30.0  # seconds between two clocks that ought to agree
MOST_CALLED = 5_000  # matches that are looked at when the server starts
HEARD = 3  # times within the least time away: who is connected elsewhere is never taken for away
AT_ONCE, BREATH = 100, 0.05  # seats that are noted in one go, and the pause before the next
RECONNECT = 0.5


class Drawn(NamedTuple):
    """A board as it is sent, and the tag of this drawing of it."""

    body: bytes
    tag: str


class House:
    """A worker."""

    def __init__(self, config: Config, clock: Steady | None = None) -> None:
        self.config = config
        self.clock = clock or Steady()
        self.metrics = Metrics()
        self.keys = Keys(Path(config.keys), today=self.clock.wall)
        self.url = database_url(config.database)
        self.store = Store(self.url, self.committed, self.metrics.database_errors.inc)
        self.fan = Fan()
        self.packs = Library(packs_of(config), self.store)
        parts = (self.store, self.fan, self.packs, self.metrics)
        self.service = Service(*parts, config.cap, self.clock)
        limits = (config.cap, config.away, config.tables, cores_for_each(config))
        self.lobby = Lobby(self.service, *limits)
        self.records = Records(self.service, self.lobby)
        self.thinkers = Thinkers(config.thinkers, self.packs, config.cap)
        self.driver = Driver(self.service, self.thinkers)
        self.budgets = Budgets(config)
        self.study = Study(self.service, self.thinkers, self.budgets)
        self.reviews = Reviews(self.records, self.thinkers)
        self.bans = Bans(self.service.now)
        self.upkeep = Upkeep(self.service, self.bans, config.keep)
        self.webhooks = Webhooks(config.webhooks, self.metrics_of_webhook)
        self.limits = Limits(config.rate, config.burst)
        self.talk = Limits(config.rate, config.burst)  # messages on all sockets of a guest
        self.arrivals = Limits(config.arrivals, config.arrivals_burst)
        self.proxies = Proxies(config.proxies)
        self.hosts = Hosts(config.hosts, config.host)
        self.sockets: Counter[str] = Counter()  # of each guest
        self.noted: set[tuple[str, str]] = set()  # who asked over HTTP since the last beat
        self.service.turns = self.tell_turns
        self.metrics.matches_live.set_function(lambda: self.service.live)
        self.metrics.sockets.set_function(lambda: self.fan.count)
        self._shown: Shown | None = None
        self.jumped = False  # whether the machine's clock is far from that of the matches
        self.lobby.noticed = self.tell_notice
        self._boards: dict[tuple[str, str], Drawn] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Ready for people."""
        await asyncio.to_thread(self.store.open)
        await self.packs.keep()
        self.clock.not_before(await self.store.read(rows.latest))
        await self.upkeep.start()
        await self.thinkers.start()
        await self.webhooks.start()
        self.driver.start()
        self._tasks = [asyncio.create_task(self.beat()), asyncio.create_task(self.call_the_roll())]
        if self.store.notifies:
            self._tasks.append(asyncio.create_task(self.listen()))
        if self.config.metrics:
            await asyncio.to_thread(self.show_figures)
        log.info("open", worker=self.service.worker, database=self.url.get_backend_name())

    async def close(self) -> None:
        """What was begun is finished first; nothing that was confirmed is lost."""
        self.service.closing = True
        await self.upkeep.stop()
        await self.driver.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.service.settled()
        await self.webhooks.stop()
        await self.reviews.stop()
        await self.thinkers.stop()
        await asyncio.to_thread(self.store.close)
        if self._shown is not None:
            await asyncio.to_thread(self._shown.close)
        log.info("closed", worker=self.service.worker)

    async def call_the_roll(self) -> None:
        """Every match that goes on is looked at once: which of them cannot, is known from then on.

        It takes a fifth of the time at most, so that nobody waits for it.
        """
        try:
            for id in await self.store.read(partial(rows.going, most=MOST_CALLED)):
                began = time.perf_counter()
                await self.service.look_at(id)
                await asyncio.sleep(4 * (time.perf_counter() - began))
        except Unavailable as problem:
            log.warning("not every match was looked at", why=str(problem))
        except Exception:  # nothing of it is needed to play
            log.exception("not every match was looked at")
        if self.service.stuck:
            log.warning("matches cannot go on", number=len(self.service.stuck))

    def check_open_for_work(self) -> None:
        """Denied while the server stops."""
        if self.service.closing:
            raise Denied("unavailable", "The server is stopping; try again in a moment.")

    def committed(self, jobs: int, seconds: float) -> None:
        """Of every transaction."""
        self.metrics.commit_batch.observe(jobs)
        self.metrics.commit_seconds.observe(seconds)

    def metrics_of_webhook(self, result: str) -> None:
        """Of every call."""
        self.metrics.webhooks.labels(result).inc()

    def show_figures(self) -> None:
        """For Prometheus. People can play though nobody counts."""
        place = self.config.metrics
        try:
            self._shown = Shown(self.metrics, place, self.config.workers)
            log.info("figures", worker=self.service.worker, port=self._shown.port)
        except OSError as problem:
            log.error("no figures", place=place, why=str(problem))

    def board(self, pack: LoadedPack, name: str) -> Drawn:
        """A board as data to be drawn, made once; Invalid if there is no such board."""
        key = pack.hash, name
        if key not in self._boards:
            body = msgspec.json.encode(pack.game.board(pack.facts, name))
            self._boards[key] = Drawn(body, f'"{sha256(body).hexdigest()[:20]}"')
        return self._boards[key]

    def listed(self, header: rows.Header, guest: str | None) -> Table:
        """A table in a list: without its match."""
        live = self.service.unfolded(header)
        live.version, live.result = header.version, header.result
        live.stuck = self.service.stuck.get(header.settings.id, "")
        table = table_seen(live, self.fan.eyes(live, guest))
        if not live.stuck:
            table.asked = [seat for seat in range(len(live.places)) if header.asked >> seat & 1]
        return table

    # Guests

    async def new_guest(self) -> tuple[str, str]:
        """A guest with a friendly name."""
        id, name = new_guest_id(), friendly_name(random.SystemRandom())
        made, secret = self.service.now(), secrets.token_hex(16)
        await self.store.write(partial(rows.keep_guest, id=id, name=name, made=made, secret=secret))
        return id, name

    async def known(self, guest: str) -> Guest:
        """A guest; Denied if nobody has that id any more."""
        row = await self.store.read(partial(rows.find_guest, id=guest))
        if row is None:
            raise Denied("no-guest", "Nobody is known by this cookie: get a new one.")
        return Guest(row.name, row.webhook, row.secret if row.webhook else None)

    async def name_of(self, guest: str) -> str:
        """What a guest is called."""
        return (await self.known(guest)).name

    def seen(self, table: str, seat: int | None) -> None:
        """A seat was connected just now."""
        if seat is not None:
            now = self.service.now()
            words = self.service.heard(table, [seat])
            job = partial(rows.see, ids=[(table, seat)], now=now, words=words)
            self.service.behind(self.store.write(job))

    def looked(self, table: str, guest: str) -> None:
        """Somebody has asked over HTTP: if they sit there, they are there.

        That need not be written every time, unless a bot waits for their seat.
        """
        if not self.service.may_sit(table, guest):
            return
        words = self.service.heard_of(table, guest)
        if words or (table, guest) not in self.noted:
            self.noted.add((table, guest))
            now = self.service.now()
            job = partial(rows.see_guest, id=table, guest=guest, now=now, words=words)
            self.service.behind(self.store.write(job))

    async def beat(self) -> None:
        """Every few seconds: who is connected, for the other workers, and for later."""
        while True:
            await asyncio.sleep(min(HEARTBEAT, self.config.away / HEARD))
            self.look_at_the_clock()
            self.noted.clear()
            there = self.service.connected()
            for first in range(0, len(there), AT_ONCE):  # a move does not wait for all of them
                some = there[first : first + AT_ONCE]
                words = [word for id, seat in some for word in self.service.heard(id, [seat])]
                now = self.service.now()
                job = partial(rows.see, ids=some, now=now, words=words)
                await quietly(self.store.write(job))
                await asyncio.sleep(BREATH)

    def look_at_the_clock(self) -> None:
        """Matches are played by an even clock; that the machine's was set is for the operator."""
        apart = self.clock.apart
        jumped = abs(apart) > APART
        if jumped and not self.jumped:
            log.warning(
                "the clock of this machine was set", ahead=round(apart, 1), followed="slowly"
            )
        self.jumped = jumped

    def tell_turns(self, live: Live, before: int) -> None:
        """ "Your turn", to those who are asked now, were not before, and are not here."""
        if not self.config.webhooks:
            return
        for seat in live.asked:
            guest = live.places[seat].guest
            away = not self.fan.here(live, guest)
            if guest is not None and away and not before >> seat & 1 and not live.bot_of(seat):
                told: dict[str, object] = {"event": "your-turn", "table": live.settings.id}
                told |= {"game": live.settings.game, "seat": seat}
                self.service.behind(self.post(guest, told))

    def tell_notice(self, live: Live, notice: Notice) -> None:
        """To whoever is away: a bot is wanted for their seat, and from when on it may sit down."""
        guest = live.places[notice.seat].guest
        if self.config.webhooks and guest is not None:
            told: dict[str, object] = {"event": "notice", "table": live.settings.id}
            told |= {"game": live.settings.game, "seat": notice.seat}
            self.service.behind(self.post(guest, told | {"until": live.bot_may_sit(notice)}))

    async def post(self, guest: str, body: dict[str, object]) -> None:
        """To the guest's own address, if there is one."""
        row = await self.store.read(partial(rows.find_guest, id=guest))
        if row is not None and row.webhook:
            self.webhooks.post(guest, row.webhook, row.secret, body)

    # Other workers

    async def listen(self) -> None:
        """Hear what other workers have written; after a lost connection, look at everything."""
        conninfo = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    conninfo, autocommit=True, **POSTGRESQL
                ) as connection:
                    await connection.execute(f"LISTEN {rows.CHANNEL}")
                    await self.service.refresh_all()
                    await self.hear_on(connection.pgconn)
            except psycopg.Error as problem:
                log.warning("not listening", why=str(problem).strip())
            except Exception:  # or this worker would be deaf for good
                log.exception("not listening")
            await asyncio.sleep(RECONNECT)

    async def hear_on(self, line: PGconn) -> None:
        """Until the connection is lost, which it raises.

        By the loop's own reader: every worker hears every move, its own too, and to wait for each
        by a generator costs more than all else that is done about it.
        """
        loop = asyncio.get_running_loop()
        lost: asyncio.Future[None] = loop.create_future()

        def hear() -> None:
            try:
                line.consume_input()
                while (notice := line.notifies()) is not None:
                    self.hear(notice.extra)
            except Exception as problem:
                loop.remove_reader(fd)
                if not lost.done():
                    lost.set_exception(problem)

        fd = line.socket
        loop.add_reader(fd, hear)
        try:
            hear()  # what came while everything was looked at
            await lost
        finally:
            loop.remove_reader(fd)

    def hear(self, notice: bytes) -> None:
        """A notification: our own are no news."""
        worker, _, told = notice.partition(b" ")
        if worker != self.service.worker.encode():
            table, _, entries = told.partition(b" ")
            self.service.hear(table.decode(), entries)


def cores_for_each(config: Config) -> int:
    """How many processes may think about one decision, so that all bots' have a core each."""
    return max(1, (os.cpu_count() or 1) // max(1, config.workers * config.thinkers))


def packs_of(config: Config) -> dict[str, LoadedPack]:
    """The games' own packs, and the operator's."""
    packs = [default_pack(game) for game in GAMES.values()]
    packs += [load_pack(folder) for folder in config.packs]
    return {pack.hash: pack for pack in packs}
