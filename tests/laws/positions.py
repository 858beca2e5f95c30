"""Every game and mode, and random play through them, for laws that hold at every decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import adjudge
from adjudge.kernel.agenda import State, play
from adjudge.kernel.game import Game
from adjudge.kernel.rng import seeded
from adjudge.packs import default_pack

# No game of a kind takes more decisions than this, whatever is chosen.
BOUNDS = {"cursed-earth": 1000, "helter-skelter": 20_000}


@dataclass(frozen=True)
class Table:
    """A game with a number of seats and its set-up."""

    game: Game
    seats: int
    setup: Mapping[str, str]

    def __str__(self) -> str:
        shown = [self.setup[name] for name in ("mode", "difficulty", "map") if name in self.setup]
        return "-".join([self.game.id, str(self.seats), *shown])

    def seeds(self, n: int) -> range:
        """So many seeds, fewer where a game at random takes a thousand decisions and more."""
        return range(n if self.game.id == "cursed-earth" else max(1, n // 10))

    def new(self, seed: int) -> State:
        """A fresh game."""
        pack = default_pack(self.game)
        return self.game.new(pack.facts, self.seats, self.setup, seeded(seed), None)

    def match(self, seed: int) -> adjudge.Match:
        """The same as a match."""
        setup: dict[str, Any] = dict(self.setup)
        return adjudge.new(self.game.id, seats=self.seats, seed=seed, **setup)

    def random_play(self, seed: int) -> Iterator[State]:
        """The state at every decision of one game played at random, and at its end."""
        state = self.new(seed)
        chance = seeded(seed + 1)
        for made in range(BOUNDS[self.game.id]):
            yield state
            if state.over:
                return
            play(state, chance.below(state.n_options))
        raise AssertionError(f"{self} with seed {seed} went on for {made + 1} decisions")

    def walks(self, seed: int) -> Iterator[adjudge.Match]:
        """A match at every decision of random play: a whole game, or stretches of a long one.

        The stretches begin further and further in a game that the heuristic plays.
        """
        chance = seeded(seed)
        for begin in (0,) if self.game.id == "cursed-earth" else (0, 60, 140):
            match = self.match(seed)
            for _ in range(begin):
                if match.seat is not None:
                    match.play(self.game.careful(match._state))
            for _ in range(1000 if self.game.id == "cursed-earth" else 60):
                if match.seat is None:
                    break
                yield match
                match.play(chance.below(len(match.options)))

    def random_match(self, seed: int, moves: int) -> adjudge.Match:
        """A match some random moves into the game."""
        match = self.match(seed)
        chance = seeded(seed + 1)
        for _ in range(moves):
            if match.seat is None:
                break
            match.play(chance.below(len(match.options)))
        return match


def cursed_earth() -> list[Table]:
    """Every mode, every difficulty, every number of seats."""
    game = adjudge.game("cursed-earth")
    kinds = [
        (seats, mode, difficulty)
        for seats, mode in ((1, "solo"), (2, "cooperative"), (3, "cooperative"), (4, "cooperative"))
        for difficulty in ("cadet", "street-judge", "chief-judge")
    ]
    kinds.append((2, "head-to-head", "street-judge"))
    return [
        Table(game, seats, game.choose_setup(seats, {"mode": mode, "difficulty": difficulty}))
        for seats, mode, difficulty in kinds
    ]


def helter_skelter() -> list[Table]:
    """Both maps, every number of seats, and a pair of every team."""
    game = adjudge.game("helter-skelter")
    kinds: list[tuple[int, dict[str, str]]] = [
        (seats, {"map": board}) for board in ("grand-hall", "city-blocks") for seats in (2, 3, 4)
    ]
    kinds[0][1].update(team_0="slaine", team_1="strontium-dogs")
    kinds[3][1].update(team_0="nikolai-dante", team_1="slaine")
    return [Table(game, seats, game.choose_setup(seats, setup)) for seats, setup in kinds]


TABLES = [*cursed_earth(), *helter_skelter()]
MODES = [table for table in TABLES if table.setup.get("difficulty") != "cadet"]
