"""The wire tells no secrets: in two worlds that differ in what somebody may not know, every frame
and every answer that they get is the same, byte for byte, and comes at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import adjudge
from adjudge.advice import ADVISER as HINT
from adjudge.kernel.rng import Rng, seeded
from adjudge.match import SeatView
from adjudge.table import seen
from adjudge.table.driver import Driver, Thought, chance_of
from adjudge.table.live import Live
from adjudge.table.protocol import OpenWindow, Question, Why
from adjudge.table.service import Service
from adjudge.table.thinkers import Choice
from tests.laws.positions import MODES, Table
from tests.laws.test_secrets import some_texts
from tests.laws.things import things_on
from tests.table.worlds import (
    MOMENT,
    TABLE,
    Socket,
    Told,
    World,
    how_they_differ,
    places_for,
    settings_for,
    tell,
    world,
)

POSITIONS = 4  # of each mode; more for a longer look
MOVES = 6  # made at each of them, if so many leave the views alike
TRIES = 8
PACE, WINDOW = 0.5 + 2**-16, 4.0 + 2**-14  # never at the very moment at which somebody acts
THINKING = (0.0, 0.375)  # seconds that bots take in the two worlds, within what they are given
ANSWERING = (0.25, 2.5)  # when the others answer in a window, in the two worlds
ORDERS = (("never", "ask"), ("end", "card"))  # of the others, in the two worlds
every_mode = pytest.mark.parametrize("table", MODES, ids=str)


@dataclass(frozen=True)
class Step:
    """A decision that exists in both worlds."""

    seat: int
    move: str


@dataclass(frozen=True)
class Script:
    """What happens in both worlds, and before whose eyes: a seat's, or a spectator's."""

    viewer: int | None
    people: list[str | None]
    window: float
    steps: list[Step]
    texts: list[str]

    @property
    def guest(self) -> str:
        """Who looks."""
        return "watcher" if self.viewer is None else str(self.people[self.viewer])

    @property
    def timed(self) -> bool:
        """Whether windows are open for a fixed time."""
        return self.window > 0 and self.several

    @property
    def several(self) -> bool:
        """Whether several people play."""
        return sum(guest is not None for guest in self.people) > 1


# Positions and their twins


def situations(table: Table) -> Iterator[adjudge.Match]:
    """Positions reached by play, each with another question than those before it, if there is."""
    asked: set[Any] = set()
    for seed in range(3):
        chance, match = seeded(seed), table.match(seed)
        for _ in range(300):
            if match.seat is None:
                break
            assert match.prompt is not None
            if match.prompt.rules not in asked:
                asked.add(match.prompt.rules)
                yield match.copy()
            careful = chance.below(2) == 0
            last = len(match.options)
            match.play(table.game.careful(match._state) if careful else chance.below(last))


def some_situations(table: Table, count: int) -> list[adjudge.Match]:
    """So many, from all over the games."""
    found = list(situations(table))
    return [found[i * len(found) // count] for i in range(count)]


def twin_of(match: adjudge.Match, viewer: int | None, n: int) -> adjudge.Match:
    """The match started from here, with everything re-dealt that the viewer cannot see."""
    view = match.game.view(match._state, viewer)
    world = match.game.determinize(view, seeded(n + 1))
    return adjudge.load(match.save() | {"table": match.game.write(world)})


def alike(one: adjudge.Match, other: adjudge.Match, viewer: int | None) -> bool:
    """Whether the viewer may know the same of both."""
    return one.view(viewer) == other.view(viewer) and one.view(None) == other.view(None)


def common(match: adjudge.Match, twin: adjudge.Match, chance: Rng) -> Step | None:
    """A decision that both worlds offer, made in both."""
    theirs = {option.text for option in twin.options}
    texts = [option.text for option in match.options if option.text in theirs]
    if match.seat is None or match.seat != twin.seat or not texts:
        return None
    step = Step(match.seat, texts[chance.below(len(texts))])
    match.play(step.move)
    twin.play(step.move)
    return step


def block(match: adjudge.Match, twin: adjudge.Match, timed: bool, chance: Rng) -> list[Step]:
    """The next decision made in both worlds; in a window, everybody's."""
    count = len(match.window.seats) if timed and match.window is not None else 1
    steps = []
    for _ in range(count):
        step = common(match, twin, chance)
        if step is None:
            return []
        steps.append(step)
    return steps


def steps_of(
    match: adjudge.Match, twin: adjudge.Match, viewer: int | None, timed: bool, chance: Rng
) -> list[Step]:
    """Decisions in a row that both worlds offer and that leave the viewer's views alike."""
    steps: list[Step] = []
    for _ in range(MOVES):
        for _ in range(TRIES):
            one, other = match.copy(), twin.copy()
            made = block(one, other, timed, chance)
            if made and one.seat is not None and alike(one, other, viewer):
                match, twin = one, other
                steps += made
                break
        else:
            return steps
    return steps


def people_at(seats: int, viewer: int | None, n: int) -> list[str | None]:
    """Everybody a person, or all but one bots, or two people and bots."""
    at_least = 0 if viewer is None else viewer
    many = (seats, 1, 2)[n % 3]
    sitting = [(at_least + i) % seats for i in range(min(many, seats))]
    return [f"guest{seat}" if seat in sitting else None for seat in range(seats)]


def scripted(table: Table, match: adjudge.Match, n: int) -> tuple[Script, adjudge.Match]:
    """What is to happen at the position, and its twin."""
    viewer = None if n % 3 == 2 else n % table.seats
    people = people_at(table.seats, viewer, n // 2)
    twin = twin_of(match, viewer, n)
    script = Script(viewer, people, 0.0 if n % 4 == 3 else WINDOW, [], some_texts(table, match, n))
    steps = steps_of(match, twin, viewer, script.timed, seeded(n))
    return replace(script, steps=steps), twin


# What happens in a world


class Scene:
    """One of the two worlds while the script is played in it."""

    def __init__(self, script: Script, world: World, number: int) -> None:
        self.script = script
        self.world = world
        self.number = number
        self.told: list[Told] = []
        self.viewer: Socket | None = None

    async def play(self, match: adjudge.Match) -> list[Told]:
        """All that the viewer and a spectator are told, with its time."""
        self.world.house.thinkers.choose = self.choose  # type: ignore[method-assign]
        order = "card" if self.script.several else "ask"
        places = places_for(self.script.people, [order for seat in self.script.people])
        await self.world.open_table(settings_for(match, self.script.window, PACE), places)
        await self.come()
        await self.look_at_everything()
        await self.ask_why(self.script.texts)
        await self.study()
        await self.try_what_is_refused()
        while (live := await self.world.live()).match is not None:
            done = live.match.length
            if done >= len(self.script.steps):
                break
            await self.others_do_in_private(live)
            await self.make(live, self.script.steps[done])
            await self.look_at_everything()
        await self.ask_why(self.script.texts[::4])
        await self.study()
        await self.answer_apart(live)
        return self.told

    async def come(self) -> None:
        """A spectator, and whoever looks."""
        watcher = await self.world.connect("watcher", None, "spectator's socket")
        watcher.heard = self.told.append
        self.told += watcher.frames
        if self.script.viewer is not None:
            self.viewer = await self.world.connect(self.script.guest, self.script.viewer, "socket")
            self.viewer.heard = self.told.append
            self.told += self.viewer.frames

    async def choose(
        self,
        guest: str,
        table: str,
        bot: str,
        pack: str,
        view: SeatView,
        chance: str,
        seconds: float | None,
    ) -> Choice:
        """A bot that follows the script, and takes its time over it; then it thinks for ever."""
        if bot == HINT:
            return Choice(view.options[-1].text, 0.0, "")
        match = (await self.world.live()).match
        assert match is not None
        left = self.script.steps[match.length :]
        moves = [step.move for step in left if step.seat == view.seat]
        await asyncio.sleep(THINKING[self.number] if moves else 1e6)
        return Choice(moves[0], 0.0, "")

    # Deciding

    async def make(self, live: Live, step: Step) -> None:
        """The next decision of the script; in a timed window, everybody's."""
        if live.simultaneous:
            await self.answer(live)
        elif live.bot_of(step.seat):
            await asyncio.sleep(0.5 + MOMENT)
        elif step.seat == self.script.viewer:
            await self.decide(step)
        else:
            await asyncio.sleep(MOMENT)
            await self.world.play(step.seat, step.move)
            await asyncio.sleep(MOMENT)

    async def decide(self, step: Step) -> None:
        """The viewer decides, takes it back if that can be done, and decides again."""
        assert self.viewer is not None
        await self.viewer.play(step.seat, step.move)
        await asyncio.sleep(MOMENT)
        version = self.viewer.position["version"]
        answer = await self.viewer.ask(type="undo", seat=step.seat, version=version)
        if answer["type"] == "accepted":
            await asyncio.sleep(MOMENT)
            await self.viewer.play(step.seat, step.move)
        await asyncio.sleep(MOMENT)

    async def answer(self, live: Live) -> None:
        """Everybody answers, the others at another time in each world; then it closes."""
        assert live.match is not None
        closes = live.closes
        answers = self.script.steps[live.match.length :][: len(live.asked)]
        for step in answers:
            if step.seat == self.script.viewer and self.viewer is not None:
                await self.viewer.play(step.seat, step.move)
        begun = self.world.service.now()
        await asyncio.sleep(ANSWERING[self.number])
        for step in answers:
            if step.seat != self.script.viewer and not live.bot_of(step.seat):
                await self.world.play(step.seat, step.move)
        await asyncio.sleep(3.0 - (self.world.service.now() - begun))
        await self.look_at_everything()
        await asyncio.sleep(closes + MOMENT - self.world.service.now())

    async def answer_apart(self, live: Live) -> None:
        """At the end, the others answer in one world only, as their cards allow."""
        if not live.simultaneous or live.match is None:
            return
        if self.world.service.now() + 1.0 > live.closes:
            return
        for seat in live.asked:
            if seat != self.script.viewer and not live.bot_of(seat) and self.number:
                await self.world.play(seat, live.match.answering(seat).options[-1].text)
        await asyncio.sleep(MOMENT)
        await self.look_at_everything()

    async def others_do_in_private(self, live: Live) -> None:
        """Orders, questions and mistakes of the others: they differ, and nobody hears of them."""
        for seat, guest in enumerate(self.script.people):
            if guest is None or seat == self.script.viewer or not self.script.timed:
                continue
            if live.game.orders:
                for order in ORDERS[self.number]:
                    await self.world.service.order(TABLE, guest, seat, order)
            if self.number:
                await self.world.service.why(TABLE, guest, Why(seat, self.script.texts[0]))

    # Looking and asking

    async def look_at_everything(self) -> None:
        """Every address that tells something of a table."""
        seat = "" if self.script.viewer is None else f"?seat={self.script.viewer}"
        other = ((self.script.viewer or 0) + 1) % len(self.script.people)
        table = f"/api/tables/{TABLE}"
        for path in (
            table,
            f"{table}/position",
            f"{table}/position{seat}",
            f"{table}/position?seat={other}",
            f"{table}/record",
            f"{table}/replay?step=0",
            f"{table}/replay?step=0&seat={other}",
            "/api/tables",
            "/api/guest/tables",
            "/health",
        ):
            await self.request("GET", path)

    async def request(self, method: str, path: str, body: dict[str, Any] | None = None) -> None:
        """Kept: status, headers and body of the answer."""
        answer = await self.world.request(self.script.guest, method, path, body)
        headers = sorted((k, v) for k, v in answer.headers.items() if k != "date")
        at = self.world.service.now()
        self.told.append(Told(at, f"{method} {path}", f"{answer.status_code} {headers}"))
        self.told.append(Told(at, f"{method} {path}", answer.text))

    async def ask_why(self, texts: list[str]) -> None:
        """Why not?, for every verb; others may not ask for the seat."""
        table = f"/api/tables/{TABLE}/why"
        for text in texts:
            if self.viewer is not None:
                await self.viewer.ask(type="why", seat=self.script.viewer, move=text)
        other = ((self.script.viewer or 0) + 1) % len(self.script.people)
        for seat in {self.script.viewer or 0, other}:
            await self.request("POST", table, {"seat": seat, "move": self.script.texts[0]})

    async def study(self) -> None:
        """What stands in the way of using things, what moves would do, what a bot would do."""
        table = f"/api/tables/{TABLE}"
        seat = self.script.viewer or 0
        live = await self.world.live()
        for asked in (seat, (seat + 1) % len(self.script.people)):
            at = {"seat": asked, "version": live.version}
            await self.request("POST", f"{table}/why", {"seat": asked, "thing": "card:1"})
            await self.request("POST", f"{table}/hint", at)
            await self.request("POST", f"{table}/preview", at | {"move": self.script.texts[0]})
        if self.viewer is not None:
            await self.study_over_the_socket(self.viewer, live, seat)

    async def study_over_the_socket(self, socket: Socket, live: Live, seat: int) -> None:
        """The same, for many things and for what is offered."""
        assert live.match is not None
        for thing in things_on(live.match, seat)[live.version % 9 :: 9]:
            await socket.ask(type="why", seat=seat, thing=thing)
        await socket.ask(type="hint", seat=seat, version=live.version)
        for option in socket.position["options"][:3]:
            move = option["text"]
            await socket.ask(type="preview", seat=seat, version=live.version, move=move)

    async def try_what_is_refused(self) -> None:
        """Moves that are illegal, stale, of others; and whatever else is not to be had."""
        seat = self.script.viewer or 0
        other = (seat + 1) % len(self.script.people)
        if self.viewer is not None:
            await self.try_over_the_socket(self.viewer, seat, other)
        table = f"/api/tables/{TABLE}"
        move = {"seat": seat, "version": 1, "move": "nonsense"}
        await self.request("POST", f"{table}/moves", move)
        await self.request("POST", f"{table}/moves", move | {"version": 99})
        await self.request("POST", f"{table}/moves", move | {"seat": other})
        await self.request("POST", f"{table}/undo", {"seat": seat, "version": 1})
        await self.request("POST", f"{table}/orders", {"seat": seat, "order": "nonsense"})
        await self.request("POST", f"{table}/stand-in", {"seat": other})
        await self.request("POST", f"{table}/back", {"seat": seat})
        await self.request("POST", f"{table}/rematch")
        fork = {"step": 0, "seats": [{"who": "me"} for guest in self.script.people]}
        await self.request("POST", f"{table}/fork", fork)
        await self.request("POST", f"{table}/chat", {"text": "Good evening."})

    async def try_over_the_socket(self, socket: Socket, seat: int, other: int) -> None:
        """The same, and orders and talk."""
        version = socket.position["version"]
        offered = {option["text"] for option in socket.position["options"]}
        for text in self.script.texts[1::4]:
            if text not in offered:
                await socket.play(seat, text)
        await socket.play(seat, self.script.texts[0], version + 7)
        await socket.play(other, self.script.texts[0])
        await socket.ask(type="undo", seat=seat, version=version)
        for order in ("ask", "nonsense", *(("never", "ask") if self.script.timed else ())):
            await socket.ask(type="order", seat=seat, order=order)
        await socket.ask(type="say", text="Well played.")
        await socket.ask(type="ping")
        socket.say(type="hello", seat=seat, version=version, events=0)
        socket.say(type="hello", seat=other)
        socket.say(type="nonsense")
        await asyncio.sleep(MOMENT)


def told_in(folder: Path, script: Script, match: adjudge.Match, number: int) -> list[Told]:
    """All that is told in one world."""

    async def story() -> list[Told]:
        async with world(folder / str(number)) as made:
            return list(await Scene(script, made, number).play(match))

    return tell(story())


def apart(folder: Path, table: Table, match: adjudge.Match, n: int) -> str:
    """What the two worlds do not tell alike, or nothing."""
    match = adjudge.load(match.save())
    script, twin = scripted(table, match, n)
    one, other = (told_in(folder, script, each, i) for i, each in enumerate((match, twin)))
    assert len(one) > 20
    difference = how_they_differ(one, other)
    return f"position {n}, {script}\n{difference}" if difference else ""


# The promise


@every_mode
def test_twin_worlds_send_the_same_bytes_at_the_same_time(table: Table, tmp_path: Path) -> None:
    for n, match in enumerate(some_situations(table, POSITIONS), start=MODES.index(table)):
        assert not apart(tmp_path / str(n), table, match, n)


# And it would be noticed


def in_a_window(seats: int) -> tuple[Table, adjudge.Match]:
    """A position of so many seats in which a window is open."""
    table = next(t for t in MODES if t.game.id == "helter-skelter" and t.seats == seats)
    for match in situations(table):
        if match.window is not None:
            return table, match
    raise AssertionError("no window")


def leaks(folder: Path) -> bool:
    """Whether any of some positions in windows tells twin worlds apart."""
    table, match = in_a_window(3)
    return any(apart(folder / str(n), table, match, n) for n in range(6))


def test_positions_in_windows_are_among_those_compared(tmp_path: Path) -> None:
    assert not leaks(tmp_path)


def test_a_hand_that_shows_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def question(live: Live, looked: adjudge.Match, seat: int | None) -> Question:
        return Question(looked.digest(), [])

    monkeypatch.setattr(seen, "question_seen", question)
    assert leaks(tmp_path)


def test_a_sealed_answer_that_shows_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def window(live: Live, seat: int | None) -> OpenWindow | None:
        count = str(len(live.answers))
        return OpenWindow(live.asked, live.at, live.closes, count) if live.simultaneous else None

    monkeypatch.setattr(seen, "window_seen", window)
    assert leaks(tmp_path)


def test_a_message_at_a_sealed_answer_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = Service.keep_answer

    async def keep_and_tell(self: Service, live: Live, seat: int, text: str) -> None:
        await keep(self, live, seat, text)
        self.fan.position(live)

    monkeypatch.setattr(Service, "keep_answer", keep_and_tell)
    assert leaks(tmp_path)


def test_a_bot_that_moves_as_soon_as_it_has_thought_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hasty(self: Driver, id: str, thought: Thought) -> None:
        async with self.service.table(id) as live:
            assert live.match is not None
            view = live.match.answering(thought.seat).seat_view(thought.seat)
            chance, pack = chance_of(live, thought.seat), live.settings.pack
        choice = await self.thinkers.choose("", id, thought.bot, pack, view, chance, None)
        await self._put(id, thought, choice.move)

    monkeypatch.setattr(Driver, "_decide", hasty)
    assert leaks(tmp_path)
