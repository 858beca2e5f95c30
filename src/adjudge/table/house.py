"""All parts of a server together: opened, closed, and what belongs to none of them alone."""

from __future__ import annotations

import asyncio
import os
import random
import secrets
from collections import Counter
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec
import psycopg
import structlog

from adjudge.games import GAMES
from adjudge.packs import LoadedPack, default_pack, load_pack
from adjudge.table import rows
from adjudge.table.addresses import Proxies
from adjudge.table.budgets import Budgets
from adjudge.table.config import Config
from adjudge.table.database import POSTGRESQL, database_url
from adjudge.table.denials import Denied
from adjudge.table.driver import Driver
from adjudge.table.fan import Fan
from adjudge.table.guests import Keys, friendly_name, new_guest_id
from adjudge.table.hosts import Hosts
from adjudge.table.limits import Limits
from adjudge.table.live import Live
from adjudge.table.lobby import Lobby
from adjudge.table.metrics import Metrics
from adjudge.table.protocol import Guest, Table
from adjudge.table.records import Records
from adjudge.table.reviews import Reviews
from adjudge.table.seen import table_seen
from adjudge.table.service import Service, quietly
from adjudge.table.store import Store
from adjudge.table.study import Study
from adjudge.table.thinkers import Thinkers
from adjudge.table.webhooks import Webhooks

log = structlog.get_logger("adjudge")

HEARTBEAT = 20.0
AT_ONCE, BREATH = 100, 0.05  # seats that are noted in one go, and the pause before the next
RECONNECT = 0.5


class Drawn(NamedTuple):
    """A board as it is sent, and the tag of this drawing of it."""

    body: bytes
    tag: str


class House:
    """A worker."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.metrics = Metrics()
        self.packs = packs_of(config)
        self.keys = Keys(Path(config.keys))
        self.url = database_url(config.database)
        self.store = Store(self.url, self.committed, self.metrics.database_errors.inc)
        self.fan = Fan()
        self.service = Service(self.store, self.fan, self.packs, self.metrics, config.cap)
        limits = (config.cap, config.away, config.tables, cores_for_each(config))
        self.lobby = Lobby(self.service, *limits)
        self.records = Records(self.service, self.lobby)
        folders = [Path(folder) for folder in config.packs]
        self.thinkers = Thinkers(config.thinkers, self.packs, folders, config.cap)
        self.driver = Driver(self.service, self.thinkers)
        self.budgets = Budgets(config)
        self.study = Study(self.service, self.thinkers, self.budgets)
        self.reviews = Reviews(self.records, self.thinkers)
        self.webhooks = Webhooks(config.webhooks, self.metrics_of_webhook)
        self.limits = Limits(config.rate, config.burst)
        self.talk = Limits(config.rate, config.burst)  # messages on all sockets of a guest
        self.arrivals = Limits(config.arrivals, config.arrivals_burst)
        self.proxies = Proxies(config.proxies)
        self.hosts = Hosts(config.hosts, config.host)
        self.sockets: Counter[str] = Counter()  # of each guest
        self.noted: set[tuple[str, int]] = set()  # seats that asked over HTTP since the last beat
        self.service.turns = self.tell_turns
        self._boards: dict[tuple[str, str], Drawn] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Ready for people."""
        await asyncio.to_thread(self.store.open)
        await self.thinkers.start()
        await self.webhooks.start()
        self.driver.start()
        self._tasks = [asyncio.create_task(self.beat())]
        if self.store.notifies:
            self._tasks.append(asyncio.create_task(self.listen()))
        log.info("open", worker=self.service.worker, database=self.url.get_backend_name())

    async def close(self) -> None:
        """What was begun is finished first; nothing that was confirmed is lost."""
        self.service.closing = True
        await self.driver.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.service.settled()
        await self.webhooks.stop()
        await self.reviews.stop()
        await self.thinkers.stop()
        await asyncio.to_thread(self.store.close)
        log.info("closed", worker=self.service.worker)

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

    def figures(self) -> bytes:
        """For Prometheus."""
        self.metrics.matches_live.set(self.service.live)
        self.metrics.sockets.set(self.fan.count)
        return self.metrics.text()

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
        table = table_seen(live, self.fan.eyes(live, guest))
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
            self.service.behind(self.store.write(partial(rows.see, ids=[(table, seat)], now=now)))

    def looked(self, table: str, seat: int) -> None:
        """A seat has asked over HTTP: it is there, and that need not be written every time."""
        if (table, seat) not in self.noted:
            self.noted.add((table, seat))
            self.seen(table, seat)

    async def beat(self) -> None:
        """Every few seconds: who is connected, for the other workers, and for later."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            self.noted.clear()
            there = self.service.connected()
            for first in range(0, len(there), AT_ONCE):  # a move does not wait for all of them
                some = there[first : first + AT_ONCE]
                await quietly(self.store.write(partial(rows.see, ids=some, now=self.service.now())))
                await asyncio.sleep(BREATH)

    def tell_turns(self, live: Live, before: int) -> None:
        """ "Your turn", to those who are asked now, were not before, and are not here."""
        if not self.config.webhooks:
            return
        for seat in live.asked:
            guest = live.places[seat].guest
            away = not self.fan.here(live, guest)
            if guest is not None and away and not before >> seat & 1 and not live.bot_of(seat):
                self.service.behind(self.post(live.settings.id, live.settings.game, seat, guest))

    async def post(self, table: str, game: str, seat: int, guest: str) -> None:
        """To the guest's own address, if there is one."""
        row = await self.store.read(partial(rows.find_guest, id=guest))
        if row is not None and row.webhook:
            body: dict[str, object] = {"event": "your-turn", "table": table, "game": game}
            self.webhooks.post(row.webhook, row.secret, body | {"seat": seat})

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
                    async for notice in connection.notifies():
                        worker, _, table = notice.payload.partition(" ")
                        if worker != self.service.worker:
                            self.service.behind(self.service.refresh(table))
            except psycopg.Error as problem:
                log.warning("not listening", why=str(problem).strip())
            except Exception:  # or this worker would be deaf for good
                log.exception("not listening")
            await asyncio.sleep(RECONNECT)


def cores_for_each(config: Config) -> int:
    """How many processes may think about one decision, so that all bots' have a core each."""
    return max(1, (os.cpu_count() or 1) // max(1, config.workers * config.thinkers))


def packs_of(config: Config) -> dict[str, LoadedPack]:
    """The games' own packs, and the operator's."""
    packs = [default_pack(game) for game in GAMES.values()]
    packs += [load_pack(folder) for folder in config.packs]
    return {pack.hash: pack for pack in packs}
