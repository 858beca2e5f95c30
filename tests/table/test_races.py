"""Two workers, one match: of two different moves at once, one is made, and all agree which."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx

from adjudge.table.client import Client, Denial, Live
from adjudge.table.protocol import Position
from tests.table.crowd import DUEL, Note
from tests.table.postgres import Cluster
from tests.table.proofs import check_kept, kept
from tests.table.servers import Server
from tests.table.test_kill import quiet, two_servers

RACES = 150
TOKENS = 30  # races of one request with itself
SAID = 100  # races between two words on how it goes


@dataclass
class Ring:
    """One guest, known to both workers, who plays every seat of one match after another."""

    workers: list[Client]
    rng: Random
    notes: list[Note]
    stack: AsyncExitStack
    table: str = ""
    sockets: list[Live] = field(default_factory=list)

    async def begin(self) -> None:
        """A new match, watched on both workers."""
        await self.stack.aclose()
        made = await self.workers[0].make("cursed-earth", ["me", "me"], setup=DUEL)
        self.table, self.sockets = made.id, []
        for worker in self.workers:
            live = await self.stack.enter_async_context(worker.live(made.id, None))
            await live.until_position()
            self.sockets.append(live)

    async def both(self) -> Position:
        """The position of whoever is to decide; both workers must show the same."""
        while True:
            if not self.table:
                await self.begin()
            asked = (await self.workers[0].table(self.table)).asked
            if asked:
                break
            self.table = ""
        seat = asked[0]
        one, two = [await worker.position(self.table, seat) for worker in self.workers]
        assert told(one) == told(two)
        return one

    async def at_once(self, seen: Position, moves: list[str], tokens: list[str]) -> list[Ending]:
        """Each worker gets a move for the same seat at the same version."""
        tries = zip(self.workers, moves, tokens, strict=True)
        endings = await asyncio.gather(
            *(self.attempt(worker, seen, move, token) for worker, move, token in tries)
        )
        for live in self.sockets:  # whoever watches is shown it, on either worker
            while live.position is None or live.position.version <= seen.version:
                await live.receive()
        return endings

    async def attempt(self, worker: Client, seen: Position, move: str, token: str) -> Ending:
        """What one of them says."""
        assert seen.seat is not None
        try:
            version = await worker.play(self.table, seen.seat, seen.version, move, token)
        except Denial as denial:
            return Ending(denial.status, denial.code, denial.version)
        self.notes.append(Note(self.table, version, seen.seat, "move", move))
        return Ending(200, "", version)

    def token(self) -> str:
        """Of one request."""
        return self.rng.randbytes(8).hex()


@dataclass(frozen=True)
class Ending:
    """How a request was answered, and the version that was told."""

    status: int
    code: str
    version: int | None


def told(seen: Position) -> tuple[object, ...]:
    """All of a position but who is connected where."""
    return seen.version, seen.view, seen.options, seen.events, seen.moves, seen.at, seen.asked


async def race(ring: Ring) -> None:
    """Two different moves: one is made, the other is told that it comes too late."""
    seen = await ring.both()
    while len(seen.options) < 2:
        await ring.at_once(seen, [seen.options[0].text] * 2, [ring.token(), ring.token()])
        seen = await ring.both()
    moves = [option.text for option in ring.rng.sample(seen.options, 2)]
    endings = await ring.at_once(seen, moves, [ring.token(), ring.token()])
    made = seen.version + 1
    first, second = sorted(endings, key=lambda ending: ending.status)
    assert (first, second) == (Ending(200, "", made), Ending(409, "stale", made))


async def race_with_itself(ring: Ring) -> None:
    """One request to both: it is accepted by both, and made once."""
    seen = await ring.both()
    move, token = ring.rng.choice(seen.options).text, ring.token()
    endings = await ring.at_once(seen, [move, move], [token, token])
    assert endings == [Ending(200, "", seen.version + 1)] * 2


def conflicts(worker: Server) -> int:
    """How often this worker found that the other had been faster."""
    lines = httpx.get(f"http://{worker.flags[-1]}/metrics").text.splitlines()
    counts = [line for line in lines if line.startswith("adjudge_conflicts_total ")]
    return int(float(counts[0].split()[1]))


async def run_races(
    servers: list[Server], races: int, tokens: int, seed: int, say: Callable[[str], None] = quiet
) -> Ring:
    """So many of both kinds; AssertionError at the first that does not end as it should."""
    async with Client(servers[0].url) as one, Client(servers[1].url, one.cookie) as two:
        ring = Ring([one, two], Random(seed), [], AsyncExitStack())
        for number in range(1, races + 1):
            await race(ring)
            if number % SAID == 0:
                say(f"{number} races")
        for _ in range(tokens):
            await race_with_itself(ring)
        await ring.stack.aclose()
        found = sum(map(conflicts, servers))
        say(f"{races} races, {tokens} with themselves, {found} decided by the database")
        return ring


def test_of_two_moves_at_once_one_is_made_and_the_other_refused(
    tmp_path: Path, cluster: Cluster
) -> None:
    servers = two_servers(tmp_path, cluster.new_database())
    with servers[0], servers[1]:
        ring = asyncio.run(run_races(servers, RACES, TOKENS, seed=3))
    check_kept(kept(servers[0].database), ring.notes)
    made = {(note.table, note.version) for note in ring.notes}
    assert len(made) + TOKENS == len(ring.notes)
