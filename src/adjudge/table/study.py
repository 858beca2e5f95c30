"""What the page shows before a move is made: a preview, and a hint. Both from a view alone."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from dataclasses import dataclass

import msgspec

from adjudge.advice import ADVISER, Advised, advised
from adjudge.kernel.game import Option, Refused
from adjudge.kernel.reading import IMPOSSIBLE
from adjudge.match import SeatView
from adjudge.preview import Foresight, foresee
from adjudge.table.budgets import HINT, PREVIEW, Budgets
from adjudge.table.denials import Denied, refused
from adjudge.table.live import Live
from adjudge.table.protocol import Change, Hint, Hinted, HintedOption, Preview, Previewed
from adjudge.table.seen import looked_at
from adjudge.table.service import Service
from adjudge.table.thinkers import Choice, Thinkers
from adjudge.table.turns import Turns

STAND_IN = "careful"
MOST_IN_LINE = 64  # previews that one guest waits for; the page asks for a few
KEPT = 2_000  # previews in memory

Key = tuple[str, int, int, str]  # a table, its version, a seat, a move: they say what is seen


@dataclass(frozen=True)
class Ahead:
    """A move whose outcome is asked for, and by whom."""

    id: int
    guest: str
    key: Key
    view: SeatView
    option: Option


@dataclass(frozen=True)
class Wondered:
    """A question to a bot, and whose it is."""

    id: int
    guest: str
    table: str
    pack: str
    version: int
    view: SeatView
    chance: str


class Study:
    """Answers that change nothing."""

    def __init__(self, service: Service, thinkers: Thinkers, budgets: Budgets) -> None:
        self.service = service
        self.thinkers = thinkers
        self.budgets = budgets
        self._turns = Turns(MOST_IN_LINE)
        self._foreseen: OrderedDict[Key, Previewed] = OrderedDict()
        self._hinting: set[tuple[str, int]] = set()

    async def preview(self, id: str, guest: str, address: str, asked: Preview) -> Previewed:
        """What a move would do, as far as the seat can know; Denied if it is not offered."""
        return await self.foretold(await self.ahead(id, guest, address, asked))

    async def ahead(self, id: str, guest: str, address: str, asked: Preview) -> Ahead:
        """What is to be foretold; Denied if it is not offered, or too much of it is asked for."""
        async with self.service.table(id) as live:
            self.check(live, guest, asked.seat, asked.version)
            view = looked_at(live, asked.seat).seat_view(asked.seat)
            option = self.offered(live, asked.seat, view, asked.move)
            key = (id, live.version, asked.seat, option.text)
        if key not in self._foreseen:
            self.budgets.spend(guest, address, PREVIEW)
        return Ahead(asked.id, guest, key, view, option)

    async def foretold(self, about: Ahead) -> Previewed:
        """In a thread, one at a time: no move waits for it."""
        if about.key not in self._foreseen:
            async with self._turns.turn(about.guest):
                if about.key not in self._foreseen:
                    found = await asyncio.to_thread(previewed, about)
                    self._foreseen[about.key] = found
                    if len(self._foreseen) > KEPT:
                        self._foreseen.popitem(last=False)
        return msgspec.structs.replace(self._foreseen[about.key], id=about.id)

    def check(self, live: Live, guest: str, seat: int, version: int) -> None:
        """Denied unless it is the guest's seat, the match goes on, and nothing has changed."""
        self.service.check_seat(live, guest, seat)
        self.service.check_playing(live)
        self.service.check_version(live, version)

    def offered(self, live: Live, seat: int, view: SeatView, move: str) -> Option:
        """The option of that text; Denied with the reason why it is none."""
        text = " ".join(move.split())
        for option in view.options:
            if option.text == text:
                return option
        refusal = looked_at(live, seat).why_not(seat, move)
        raise refused(refusal or Refused("Write it as it is offered."), live.version)

    async def hint(self, id: str, guest: str, address: str, asked: Hint) -> Hinted:
        """What a bot would do that sees what the seat sees; Denied if the seat is not asked."""
        return await self.think(await self.wondered(id, guest, address, asked))

    async def wondered(self, id: str, guest: str, address: str, asked: Hint) -> Wondered:
        """What a bot is to be asked; Denied if there is nothing to ask it."""
        async with self.service.table(id) as live:
            self.check(live, guest, asked.seat, asked.version)
            view = self.to_hint_at(live, asked.seat)
            if (id, asked.seat) in self._hinting:
                reason = "A hint is on its way already."
                raise Denied("slow-down", reason, version=live.version)
            self.budgets.spend(guest, address, HINT)
            chance = chance_of(live, asked.seat)
            return Wondered(asked.id, guest, id, live.settings.pack, live.version, view, chance)

    async def think(self, about: Wondered) -> Hinted:
        """Ask a bot: it gets the view and nothing else, and no move waits for it."""
        key = about.table, about.view.seat
        self._hinting.add(key)
        try:
            choice = await self.thinkers.choose(
                about.guest, about.table, ADVISER, about.pack, about.view, about.chance, None
            )
        finally:
            self._hinting.discard(key)
        return told(about, choice)

    def to_hint_at(self, live: Live, seat: int) -> SeatView:
        """The view of a seat that is asked, at a table that gives hints."""
        if not live.settings.hints:
            raise Denied("refused", "There are no hints at this table.", version=live.version)
        view = looked_at(live, seat).seat_view(seat)
        if not view.options:
            who = ", ".join(str(other) for other in live.asked)
            reason = f"There is nothing to hint at: it is the decision of seat {who}."
            raise Denied("refused", reason, version=live.version)
        return view


def told(about: Wondered, choice: Choice) -> Hinted:
    """The hint that a bot's choice makes, with the options that come closest to it."""
    options = about.view.options
    option = next(option for option in options if option.text == choice.move)
    found = [] if choice.thought is None else advised(options, choice.thought)
    games = 0 if choice.thought is None else choice.thought.playouts
    reason = why_this(len(options), games, foreseen(about.view, option))
    return Hinted(
        about.id,
        about.version,
        option.text,
        option.label,
        STAND_IN if choice.stand_in else ADVISER,
        games,
        reason,
        [hinted(one) for one in found],
    )


def hinted(one: Advised) -> HintedOption:
    """An option as it is sent."""
    text, label = one.option.text, one.option.label
    return HintedOption(text, label, one.chance, one.within, one.tries, one.close)


def previewed(about: Ahead) -> Previewed:
    """A preview as it is sent."""
    found = foreseen(about.view, about.option)
    changes = [msgspec.convert(vars(change), Change) for change in found.changes]
    rules = list(about.option.rules)
    return Previewed(0, about.key[1], about.option.text, changes, found.one_way, rules)


def foreseen(view: SeatView, option: Option) -> Foresight:
    """A preview; Denied for a position from outside that the rules cannot go on from."""
    try:
        return foresee(view, option)
    except IMPOSSIBLE as problem:
        raise Denied("refused", f"Nobody can tell what comes of it: {problem}") from None


def why_this(options: int, games: int, found: Foresight) -> str:
    """A hint's reason: how it was found, and what is known of it beforehand."""
    how = "Nothing did surely better."
    if options == 1:
        how = "It is the only thing to do."
    elif not games:
        how = "It is what a careful player would do at a glance."
    texts = [change.text for change in found.changes]
    return f"{how} {'; '.join(texts)}." if texts else how


def chance_of(live: Live, seat: int) -> str:
    """The chance of a hint: the same if it is asked for again, and it tells of nothing."""
    words = f"{live.settings.secret} hint {live.moved} {seat}"
    return hashlib.sha256(words.encode()).hexdigest()
