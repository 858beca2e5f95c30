"""Random play on the engines a user would pick instead of Adjudge, timed.

    python bench/peers.py [--seconds 3] [--seed 1] [--only ENGINE/GAME ...] [--json]

Every peer does the same work: list the legal moves, pick one uniformly with a seeded
random.Random, apply it, to the end of the game, again and again for the given seconds.
"""

from __future__ import annotations

import argparse
import json
import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, TypedDict

NO_LIMIT = 1_000_000_000
COPIED_POSITIONS = 32


class Row(TypedDict):
    """What one peer measured; the rates are None where there is nothing to report."""

    engine: str
    game: str
    version: str | None
    decisions_per_s: float | None
    games_per_s: float | None
    copies_per_s: float | None
    error: str | None


class Engine(NamedTuple):
    """A loaded peer: `play` stops at a number of decisions and returns (decisions, state)."""

    play: Callable[[Random, int], tuple[int, Any]]
    copy: Callable[[Any], Any] | None = None


class Peer(NamedTuple):
    """One line of the benchmark; `load` imports the engine."""

    engine: str
    game: str
    package: str
    load: Callable[[str], Engine]

    @property
    def name(self) -> str:
        """The name `--only` takes."""
        return f"{self.engine}/{self.game}"


def open_spiel(game_name: str) -> Engine:
    """OpenSpiel, C++ or Python game; chance events are played but not counted."""
    import open_spiel.python.games  # noqa: F401
    import pyspiel

    game = pyspiel.load_game(game_name)

    def play(rng: Random, limit: int) -> tuple[int, Any]:
        state = game.new_initial_state()
        decisions = 0
        while decisions < limit and not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions, state

    return Engine(play, lambda state: state.clone())


def rlcard(game_name: str) -> Engine:
    """RLCard through its environment, the only interface it documents."""
    import rlcard as library

    env = library.make(game_name, config={"seed": 1})

    def play(rng: Random, limit: int) -> tuple[int, Any]:
        state, _ = env.reset()
        decisions = 0
        while decisions < limit and not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions, env

    return Engine(play)


def pettingzoo(game_name: str) -> Engine:
    """PettingZoo without its checking wrappers; the action mask gives the legal moves."""
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{game_name}").raw_env()

    def play(rng: Random, limit: int) -> tuple[int, Any]:
        env.reset()
        decisions = 0
        while decisions < limit:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            mask = observation["action_mask"].tolist()
            env.step(rng.choice([move for move, legal in enumerate(mask) if legal]))
            decisions += 1
        return decisions, env

    return Engine(play)


def python_chess(_game_name: str) -> Engine:
    """python-chess; ends as `is_game_over` does, without listing the moves a second time."""
    import chess

    def play(rng: Random, limit: int) -> tuple[int, Any]:
        board = chess.Board()
        decisions = 0
        while decisions < limit and (moves := list(board.legal_moves)):
            if (
                board.is_insufficient_material()
                or board.is_seventyfive_moves()
                or board.is_fivefold_repetition()
            ):
                break
            board.push(rng.choice(moves))
            decisions += 1
        return decisions, board

    return Engine(play, lambda board: board.copy(stack=False))


def catanatron(_game_name: str) -> Engine:
    """Catanatron with four players, up to its own limit of turns, without move validation."""
    from catanatron.game import TURNS_LIMIT, Game
    from catanatron.models.player import Color, Player

    def play(rng: Random, limit: int) -> tuple[int, Any]:
        game = Game([Player(color) for color in Color], seed=rng.randrange(1, 2**31))
        state = game.state
        decisions = 0
        while decisions < limit and state.num_turns < TURNS_LIMIT and game.winning_color() is None:
            game.execute(rng.choice(state.playable_actions), validate_action=False)
            decisions += 1
        return decisions, game

    return Engine(play, lambda game: game.copy())


PEERS: tuple[Peer, ...] = (
    Peer("OpenSpiel C++", "tic_tac_toe", "open_spiel", open_spiel),
    Peer("OpenSpiel C++", "connect_four", "open_spiel", open_spiel),
    Peer("OpenSpiel C++", "leduc_poker", "open_spiel", open_spiel),
    Peer("OpenSpiel Python", "python_tic_tac_toe", "open_spiel", open_spiel),
    Peer("OpenSpiel Python", "python_kuhn_poker", "open_spiel", open_spiel),
    Peer("RLCard", "uno", "rlcard", rlcard),
    Peer("RLCard", "leduc-holdem", "rlcard", rlcard),
    Peer("PettingZoo", "connect_four_v3", "pettingzoo", pettingzoo),
    Peer("PettingZoo", "tictactoe_v3", "pettingzoo", pettingzoo),
    Peer("python-chess", "chess", "chess", python_chess),
    Peer("Catanatron", "catan", "catanatron", catanatron),
)


def time_play(engine: Engine, rng: Random, seconds: float) -> tuple[float, float]:
    """Decisions and games per second over whole games."""
    decisions = games = 0
    start = perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        decisions += engine.play(rng, NO_LIMIT)[0]
        games += 1
    return decisions / elapsed, games / elapsed


def position(engine: Engine, seed: int) -> Any:
    """An unfinished position, uniform over the decisions of the game the seed plays."""
    length, _ = engine.play(Random(seed), NO_LIMIT)
    return engine.play(Random(seed), Random(seed).randrange(length))[1]


def time_copies(copy: Callable[[Any], Any], states: Sequence[Any], seconds: float) -> float:
    """Copies per second, going round the given positions."""
    copies = 0
    start = perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        for state in states:
            copy(state)
        copies += len(states)
    return copies / elapsed


def installed_version(package: str) -> str | None:
    """The installed version of a package, or None."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def measure(peer: Peer, seconds: float, seed: int) -> Row:
    """Load, warm up and time one peer; whatever it raises becomes the row's error."""
    row = Row(
        engine=peer.engine,
        game=peer.game,
        version=installed_version(peer.package),
        decisions_per_s=None,
        games_per_s=None,
        copies_per_s=None,
        error=None,
    )
    rng = Random(seed)
    try:
        engine = peer.load(peer.game)
        engine.play(rng, NO_LIMIT)
        row["decisions_per_s"], row["games_per_s"] = time_play(engine, rng, seconds)
        if engine.copy is not None:
            states = [position(engine, seed + index) for index in range(COPIED_POSITIONS)]
            row["copies_per_s"] = time_copies(engine.copy, states, seconds / 3)
    except Exception as error:
        row["error"] = f"{type(error).__name__}: {error}"
    return row


def rate(value: float | None) -> str:
    """A rate for the table."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def format_table(header: Sequence[str], lines: Iterable[Sequence[str]], text_columns: int) -> str:
    """Aligned columns; the first `text_columns` to the left, the others to the right."""
    table = [header, *lines]
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if index < text_columns else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in table
    )


def table_line(row: Row) -> list[str]:
    """One peer's line of the table."""
    rates = [rate(row["decisions_per_s"]), rate(row["games_per_s"]), rate(row["copies_per_s"])]
    note = f"not available: {row['error']}" if row["error"] else ""
    return [row["engine"], row["game"], row["version"] or "-", *rates, note]


def silence() -> None:
    """Keep the peers' warnings and banners off the terminal."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    warnings.simplefilter("ignore")


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Random play on other engines, timed.")
    parser.add_argument("--seconds", type=float, default=3.0, help="play time for each peer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=[peer.name for peer in PEERS])
    parser.add_argument("--json", action="store_true", help="print a JSON list of rows instead")
    return parser.parse_args()


def main() -> None:
    """Measure the chosen peers one after the other and print what they did."""
    arguments = parse_arguments()
    silence()
    chosen = [peer for peer in PEERS if not arguments.only or peer.name in arguments.only]
    rows = [measure(peer, arguments.seconds, arguments.seed) for peer in chosen]
    if arguments.json:
        print(json.dumps(rows))
    else:
        header = ["engine", "game", "version", "moves/s", "games/s", "copies/s", ""]
        print(format_table(header, map(table_line, rows), text_columns=3))


if __name__ == "__main__":
    main()
