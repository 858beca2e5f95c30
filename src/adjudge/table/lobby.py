"""Coming and going: tables are made, seats taken and left, matches given up and played again."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from adjudge.bots import parse_budget
from adjudge.bots.levels import bot_named, called, usual_bot
from adjudge.kernel.game import Game, Invalid
from adjudge.match import FORMAT, find_game, new_start, secret_seed, started
from adjudge.packs import LoadedPack, default_pack
from adjudge.table import rows, stuck
from adjudge.table.denials import Denied
from adjudge.table.live import (
    AGREE,
    AWAY,
    BACK,
    DECLINE,
    FORGOTTEN,
    NOTICE,
    OFFER,
    RESIGN,
    STAND_IN,
    STAND_IN_BOT,
    START,
    Entry,
    Live,
    Notice,
    Place,
    Settings,
    new_id,
    new_invite,
    new_secret,
    waiting_for,
)
from adjudge.table.names import apart, names_of_others
from adjudge.table.protocol import NewTable, Result, Room, Said, SeatWish
from adjudge.table.service import Service

MOST_ITERATIONS = 2000  # that a bot at this table may be given


class Lobby:
    """What people do around a match."""

    def __init__(
        self, service: Service, cap: float, away: float, tables: int, processes: int
    ) -> None:
        self.service = service
        self.cap = cap
        self.processes = processes  # that may think about one decision
        self.tables = tables  # that one guest may have going on
        self.away = away  # seconds: the least after which a bot may take an absent person's seat
        self.noticed: Callable[[Live, Notice], None] = lambda live, notice: None  # to who is away

    # Making tables

    async def make(self, guest: str, name: str, wish: NewTable) -> str:
        """A new table; its id. It begins at once if every seat is taken."""
        await self.check_room(guest)
        game = asked(lambda: find_game(wish.game))
        pack = self.pack_of(game, wish.pack)
        given: dict[str, object] = dict(wish.setup)
        setup = asked(lambda: game.choose_setup(len(wish.seats), given))
        seed = secret_seed() if wish.seed is None else wish.seed
        start = new_start(len(wish.seats), setup, seed)
        settings = Settings(
            game.id,
            pack.hash,
            start_of(pack, start),
            guest,
            self.service.now(),
            private=wish.private,
            seeded=wish.seed is not None,
            clock=wish.clock,
            window=wish.window,
            pace=wish.pace,
            chat=wish.chat,
            hints=wish.hints,
            away=self.time_away(wish.away),
        )
        return await self.lay(settings, wish.seats, name)

    def time_away(self, wish: float | None) -> float:
        """How long a notice stands at a table; Denied if that is less than this server allows."""
        if wish is not None and wish < self.away:
            reason = f"away: {wish:g} is less than {self.away:g} seconds, the least on this server."
            raise Denied("bad-request", reason)
        return max(AWAY, self.away) if wish is None else wish

    async def lay(self, settings: Settings, wishes: Sequence[SeatWish], name: str) -> str:
        """A table with its seats as wished by its host; its id."""
        places = [self.place(seat, wish, settings, name) for seat, wish in enumerate(wishes)]
        called = apart(name, names_of_others(places, settings.host))  # bots have names too
        own = [p if p.guest is None else replace(p, name=called) for p in places]
        await self.keep(settings, own)
        return settings.id

    async def check_room(self, guest: str) -> None:
        """Denied if the guest has made as many tables as one may have going on."""
        going_on = await self.service.store.read(partial(rows.going_on, guest=guest))
        if going_on >= self.tables:
            reason = f"You have {going_on} tables that go on: end or close some first."
            raise Denied("slow-down", reason)

    def pack_of(self, game: Game, hash: str | None) -> LoadedPack:
        """The pack that was asked for, or the game's own."""
        if hash is None:
            return default_pack(game)
        pack = self.service.packs.at_hand.get(hash)
        if pack is None or pack.game is not game:
            raise Denied(
                "bad-request", f"pack: {hash!r} is not a pack of {game.id} on this server."
            )
        return pack

    def place(self, seat: int, wish: SeatWish, settings: Settings, name: str) -> Place:
        """A seat as it was wished."""
        empty = Place(seat, None, "", "", "", None, "", 0, 0.0)
        if wish.who == "me":
            return replace(empty, guest=settings.host, name=name, seen=self.service.now())
        if wish.who == "bot":
            bot = self.checked_bot(seat, settings.game, wish.bot)
            return with_bot(empty, settings.game, bot)
        if wish.bot:
            raise Denied(
                "bad-request", f"seats[{seat}].bot: {wish.bot!r}: the seat is not a bot's."
            )
        return replace(empty, invite=new_invite() if wish.who == "link" else "")

    def checked_bot(self, seat: int, game: str, name: str) -> str:
        """A bot that this server lends out: known, and within what a decision may take.

        A level is kept as the bot behind it: a match goes on as it was when levels change.
        """
        bot = asked(lambda: bot_named(game, name)) if name else usual_bot(game)
        text = bot.partition(":")[2]
        if text:
            budget = parse_budget(text)
            if (budget.seconds or 0) > self.cap or (budget.iterations or 0) > MOST_ITERATIONS:
                most = f"{self.cap:g}s or {MOST_ITERATIONS} iterations"
                reason = f"seats[{seat}].bot: {name!r} is more than {most} for a decision."
                raise Denied("bad-request", reason)
            if budget.processes > self.processes:
                reason = f"seats[{seat}].bot: {name!r}: x{self.processes} is the most here."
                raise Denied("bad-request", reason)
        return bot

    async def keep(self, settings: Settings, places: list[Place]) -> None:
        """On the disk; the match begins if nobody is missing."""
        live = self.laid(settings, places)
        waiting = any(place.guest is None and not place.bot for place in places)
        entries = [] if waiting else [self.first_entry(live)]
        job = partial(
            rows.keep_table,
            settings=settings,
            places=places,
            state=self.state_of(live),
            log=entries,
        )
        await self.service.store.write(job)
        if not waiting:
            self.service.attend(live)

    def laid(self, settings: Settings, places: list[Place]) -> Live:
        """The table before its match."""
        header = rows.Header(settings, "open", None, 0, None, list(places), 0)
        return self.service.unfolded(header)

    def first_entry(self, live: Live) -> Entry:
        """The match begins."""
        self.service.begin(live)
        return live.act(START, 0, "", self.service.now(), secrets.token_hex(8))

    def state_of(self, live: Live) -> rows.State:
        """What is written beside the log."""
        due = live.due(self.cap)
        return rows.State(waiting_for(live), due, live.status, live.result, live.at)

    # Seats

    async def sit(self, id: str, guest: str, name: str, seat: int, invite: str) -> int:
        """Take an empty seat; the table's version. With the last of them the match begins."""
        async with self.service.table(id) as live:
            self.check_watch(live, guest, invite)
            stuck.check_replays(live)
            if not 0 <= seat < len(live.places):
                raise Denied("not-found", f"There is no seat {seat}.")
            place = live.places[seat]
            if place.guest == guest:
                return live.version
            self.check_free(live, place, guest, invite)
            now = self.service.now()
            taken = replace(place, guest=guest, name=name, seen=now, sat=now)
            await self.fill(live, [taken])
        async with self.service.table(id) as live:
            return live.version

    def check_free(self, live: Live, place: Place, guest: str, invite: str) -> None:
        """Denied unless the guest may sit there."""
        fits = secrets.compare_digest(place.invite.encode(), invite.encode())
        if place.guest is not None or place.bot:
            if place.invite and fits and place.sat is not None:
                reason = f"This link seats one person. It was used {clock_time(place.sat)}."
                raise Denied("taken", reason, version=live.version, at=place.sat)
            raise Denied("taken", f"Seat {place.seat} is taken.", version=live.version)
        if place.reserved is not None and place.reserved != guest:
            raise Denied("not-yours", f"Seat {place.seat} is kept for somebody else.")
        if place.invite and place.reserved is None and not fits:
            raise Denied("not-yours", f"Seat {place.seat} needs its invite link.")

    async def fill(self, live: Live, places: Sequence[Place]) -> None:
        """These sit down; the match begins if nobody is missing then."""
        id = live.settings.id
        everybody = list(live.places)
        for place in places:
            everybody[place.seat] = place
            begun = self.laid(live.settings, everybody)
            entry = self.first_entry(begun)
            words = f"{self.service.worker} {id}"
            job = partial(
                rows.sit, id=id, place=place, state=self.state_of(begun), start=entry, words=words
            )
            seated = await self.service.store.write(job)
            if not seated:
                self.service.drop(id)
                raise Denied("taken", f"Seat {place.seat} is taken.", version=live.version)
        begun = await self.service.reload(id)
        if begun.match is not None:
            self.service.attend(begun)
            self.service.turns(begun, 0)

    async def leave(self, id: str, guest: str, seat: int) -> None:
        """Get up before the match begins."""
        async with self.service.table(id) as live:
            self.service.check_seat(live, guest, seat)
            self.check_open(live)
            words = f"{self.service.worker} {id}"
            job = partial(rows.get_up, id=id, seat=seat, guest=guest, words=words)
            if not await self.service.store.write(job):
                begun = await self.service.reload(id)
                raise Denied("over", "The match has begun.", version=begun.version)
            live.places[seat] = replace(live.places[seat], guest=None, name="", seen=0.0, sat=None)
            self.service.fan.people(live)

    async def bots(self, id: str, guest: str) -> int:
        """The host stops waiting: bots take the empty seats."""
        async with self.service.table(id) as live:
            self.check_host(live, guest)
            stuck.check_replays(live)
            self.check_open(live)
            empty = [place for place in live.places if place.guest is None and not place.bot]
            game = live.settings.game
            filled = [with_bot(place, game, usual_bot(game)) for place in empty]
            await self.fill(live, filled)
        async with self.service.table(id) as live:
            return live.version

    async def close(self, id: str, guest: str) -> None:
        """The host takes an open table away."""
        async with self.service.table(id) as live:
            self.check_host(live, guest)
            if live.stuck and live.status == "playing":
                await stuck.close(self.service, live)
                return
            self.check_open(live)
            words = f"{self.service.worker} {id}"
            gone = await self.service.store.write(partial(rows.close_table, id=id, words=words))
            self.service.drop(id)
            if not gone:
                raise Denied("over", "The match has begun.", version=live.version)
            self.service.fan.gone(live)

    def check_host(self, live: Live, guest: str) -> None:
        """Denied unless the guest made the table."""
        self.service.check_known(live, guest)
        if live.settings.host != guest:
            raise Denied("not-yours", "Only who made the table can do that.", version=live.version)

    def check_open(self, live: Live) -> None:
        """Denied if the match has begun."""
        if live.match is not None or live.status != "open":
            raise Denied("over", "The match has begun.", version=live.version)

    def check_watch(self, live: Live, guest: str | None, invite: str) -> None:
        """A private table is there only for those who sit at it, made it, or have a link of it."""
        if live.known_to(guest):
            return
        links = [live.settings.invite, *(place.invite for place in live.places if place.invite)]
        if not any(secrets.compare_digest(link.encode(), invite.encode()) for link in links):
            raise Denied("not-found", "There is no such table.")

    # Giving up, agreeing, handing over

    async def resign(self, id: str, guest: str, seat: int) -> int:
        """Give up. Among several sides, a bot plays on for the seat."""
        async with self.service.table(id) as live:
            self.service.check_seat(live, guest, seat)
            lost = bool(live.stuck) and live.status == "playing"
            if not lost:
                self.service.check_playing(live)
            if seat in live.resigned:
                raise Denied("over", f"Seat {seat} has resigned already.", version=live.version)
            if lost:
                return await stuck.give_up(self.service, live, seat)
            return await self.service.enter(live, RESIGN, seat, STAND_IN_BOT)

    async def draw(self, id: str, guest: str, seat: int, agree: bool) -> int:
        """Offer or accept a draw; or decline, which takes back every offer."""
        async with self.service.table(id) as live:
            self.service.check_seat(live, guest, seat)
            self.service.check_playing(live)
            if not live.game.draws or len(live.sides) == 1:
                raise Denied("refused", "This game has no draws.", version=live.version)
            if seat in live.resigned:
                raise Denied("over", f"Seat {seat} has resigned.", version=live.version)
            if not agree:
                return (
                    await self.service.enter(live, DECLINE, seat, "")
                    if live.offers
                    else live.version
                )
            if seat in live.offers:
                return live.version
            people = {p.seat for p in live.places if p.guest and not live.bot_of(p.seat)}
            if len(people) < 2:
                raise Denied("refused", "A bot agrees to no draw.", version=live.version)
            everybody = people <= live.offers | {seat}
            return await self.service.enter(live, AGREE if everybody else OFFER, seat, "")

    async def stand_in(self, id: str, guest: str, seat: int) -> int:
        """A bot takes a seat: one's own at once, another's after a notice that all could see."""
        async with self.service.table(id) as live:
            self.service.check_known(live, guest)
            self.service.check_playing(live)
            if guest not in live.guests:
                raise Denied("not-yours", "Only those at the table can do that.")
            if not 0 <= seat < len(live.places):
                raise Denied("not-found", f"There is no seat {seat}.")
            if live.bot_of(seat):
                raise Denied("taken", f"A bot plays for seat {seat} already.")
            if live.places[seat].guest != guest:
                self.check_awaited(live, seat)
                if live.notice is None:
                    return await self.give_notice(live, live.seats_of(guest)[0], seat)
                await self.check_time(live, live.notice)
            return await self.service.enter(live, STAND_IN, seat, STAND_IN_BOT)

    def check_awaited(self, live: Live, seat: int) -> None:
        """Denied unless all wait for the seat, without a clock, and its guest is not there."""
        clock = live.settings.clock
        if clock is not None:
            then = "a bot plays" if clock.then == "bot" else "the seat loses"
            reason = f"Seat {seat} has a clock: when that has run out, {then}."
            raise Denied("refused", reason, version=live.version)
        if live.simultaneous or live.asked != [seat]:
            reason = f"Nobody waits for seat {seat}: it is not its decision."
            raise Denied("not-yet", reason, version=live.version)
        if self.service.fan.here(live, live.places[seat].guest):
            reason = f"Seat {seat} is connected: a bot may only play for somebody who has gone."
            raise Denied("not-yet", reason, version=live.version)

    async def give_notice(self, live: Live, by: int, seat: int) -> int:
        """All are told that a bot is wanted for the seat, its guest too; the version it makes."""
        version = await self.service.enter(live, NOTICE, seat, str(by))
        if live.notice is not None:
            self.noticed(live, live.notice)
        return version

    async def check_time(self, live: Live, notice: Notice) -> None:
        """Denied unless the notice has stood for long enough, with no sign of life anywhere."""
        id = live.settings.id
        header = await self.service.store.read(partial(rows.find_table, id=id))
        if header is None:
            raise Denied("not-found", "There is no such table.")
        for place, written in zip(live.places, header.places, strict=True):
            place.seen = max(place.seen, written.seen)
        until = live.bot_may_sit(notice)
        if self.service.now() < until:
            self.service.fan.people(live)
            reason = f"A bot may play for seat {notice.seat} {clock_time(until)}, if nobody comes."
            raise Denied("not-yet", reason, version=live.version, at=until)

    async def back(self, id: str, guest: str, seat: int) -> int:
        """The seat's own guest plays again, or is there: a notice ends."""
        async with self.service.table(id) as live:
            self.service.check_seat(live, guest, seat)
            self.service.check_playing(live)
            if seat in live.resigned:
                raise Denied("over", f"Seat {seat} has resigned.", version=live.version)
            awaited = live.notice is not None and live.notice.seat == seat
            if seat not in live.stand_ins and not awaited:
                return live.version
            return await self.service.enter(live, BACK, seat, "")

    # Talk

    async def say(self, id: str, guest: str, name: str, text: str, invite: str) -> int:
        """Something to those at the table; from a spectator, to the other spectators."""
        async with self.service.table(id) as live:
            self.check_watch(live, guest, invite)
            if not live.settings.chat:
                raise Denied("refused", "There is no chat at this table.", version=live.version)
            mine = live.seats_of(guest)
            room: Room = "table" if mine else "watchers"
            seat = mine[0] if mine else None
            words = f"{self.service.worker} {id}"
            name = live.places[mine[0]].name if mine else self.service.fan.called(live, guest, name)
            said = Said(live.version, 0, room, seat, name, text, self.service.now())
            token = secrets.token_hex(8)
            job = partial(rows.say, id=id, said=said, guest=guest, token=token, words=words)
            if not await self.service.store.write(job):
                raise Denied("not-found", "There is no such table.")
            await self.service.pass_on_talk(live)
            return live.version

    # Again

    async def rematch(self, id: str, guest: str, name: str) -> str:
        """The table that follows a finished one, with the same people; its id."""
        async with self.service.table(id) as live:
            self.service.check_known(live, guest)
            if guest not in live.guests:
                raise Denied("not-yours", "Only those at the table can do that.")
            if live.result is None:
                raise Denied("not-yet", "The match is not over.", version=live.version)
            stuck.check_replays(live)
            following = live.rematch
            if following is None or await self.gone(following):
                following = await self.follow_on(live, guest)
        async with self.service.table(following) as after:
            kept = [place for place in after.places if place.reserved == guest]
        for place in kept:
            await self.sit(following, guest, name, place.seat, "")
        return following

    async def gone(self, id: str) -> bool:
        """Whether its host has taken the table away."""
        return await self.service.store.read(partial(rows.find_table, id=id)) is None

    def again(self, old: Settings, guest: str) -> Settings:
        """The same settings, another deal."""
        start = msgspec.json.decode(old.start)
        start |= new_start(start["seats"], start["setup"], secret_seed())
        start.pop("position", None)
        fresh = replace(old, id=new_id(), invite=new_invite(), secret=new_secret())
        text = msgspec.json.encode(start).decode()
        now = self.service.now()
        return replace(fresh, start=text, host=guest, seeded=False, made=now)

    async def follow_on(self, live: Live, guest: str) -> str:
        """A table like this one, its seats kept for the same people."""
        old = live.settings
        settings = self.again(old, guest)
        await self.keep(settings, [kept_for(place) for place in live.places])
        words = f"{self.service.worker} {old.id}"
        job = partial(
            rows.set_rematch, id=old.id, rematch=settings.id, before=live.rematch, words=words
        )
        live.rematch = following = await self.service.store.write(job)
        if following != settings.id:  # another worker was faster: nobody will come to this one
            words = f"{self.service.worker} {settings.id}"
            await self.service.store.write(partial(rows.close_table, id=settings.id, words=words))
        self.service.fan.people(live)
        return following


def clock_time(at: float) -> str:
    """A moment for people, wherever they are: they know their own hour, and the page tells it."""
    return time.strftime("at %H:%M UTC", time.gmtime(at))


def kept_for(place: Place) -> Place:
    """The seat at the next table: for the same guest, and no link of the old one opens it.

    That of a guest who was deleted is for anybody.
    """
    name = place.name if place.bot else ""
    guest = None if (place.guest or "").startswith(FORGOTTEN) else place.guest
    return Place(place.seat, None, name, place.bot, "", guest, "", 0, 0.0)


def with_bot(place: Place, game: str, bot: str) -> Place:
    """A seat that a bot plays: people know it by its level."""
    return replace(place, bot=bot, name=called(game, bot))


def asked(question: Any) -> Any:
    """What the question gives; what it finds invalid is a bad request."""
    try:
        return question()
    except Invalid as problem:
        raise Denied("bad-request", str(problem)) from None


def start_of(pack: LoadedPack, start: Mapping[str, Any]) -> str:
    """How the match begins, as a record tells it; Denied if it does not."""
    record = {"adjudge": FORMAT, "game": pack.game.id, "pack": pack.hash, **start}
    asked(lambda: started(record, pack))
    return msgspec.json.encode(record).decode()


def result_of_record(outcome: Mapping[str, Any] | None) -> Result:
    """How a match ended that was not played here."""
    if outcome is None:
        return Result([], [], "the record ends here", [], "record")
    return Result(
        list(outcome["winners"]),
        list(outcome["scores"]),
        outcome["reason"],
        list(outcome["rules"]),
        "record",
    )
