"""OpenSpiel's ISMCTS on its own games, timed: what bench/search.py puts beside Adjudge's bots.

    python bench/ismcts.py gin_rummy --bot cpp [--seconds 3] [--iterations 400] [--seed 1]

Positions come from random games: every third decision with a choice. The last line is an object
with iterations a second of the processor's time, and with the branching and length of those games.
"""

from __future__ import annotations

import argparse
import json
from importlib.metadata import version
from random import Random
from time import process_time
from typing import Any

APART = 3  # decisions with a choice between two that are thought about
EXPLORATION = 2.0


def cpp_bot(iterations: int, seed: int) -> Any:
    """The one in C++, with one random play-out an iteration."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    policy = pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT
    return pyspiel.ISMCTSBot(
        seed,
        evaluator,
        EXPLORATION,
        iterations,
        -1,
        policy,
        False,
        allow_inconsistent_action_sets=True,
    )


def python_bot(iterations: int, seed: int) -> Any:
    """The one in Python, on the same games in C++."""
    import numpy as np
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    chance = np.random.RandomState(seed)
    return ISMCTSBot(
        game=None,
        evaluator=RandomRolloutEvaluator(1, chance),
        uct_c=EXPLORATION,
        max_simulations=iterations,
        random_state=chance,
        allow_inconsistent_action_sets=True,
    )


BOTS = {"cpp": cpp_bot, "python": python_bot}


def measure(name: str, bot: str, seconds: float, iterations: int, seed: int) -> dict[str, Any]:
    """Think for the seconds, over as many games as it takes."""
    import pyspiel

    game = pyspiel.load_game(name)
    thinker = BOTS[bot](iterations, seed)
    chance = Random(seed)
    thinking, thoughts = 0.0, 0
    decisions = options = games = 0
    while thinking < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
                continue
            legal = state.legal_actions()
            decisions += 1
            options += len(legal)
            if len(legal) > 1 and decisions % APART == 0 and thinking < seconds:
                began = process_time()
                thinker.step(state)
                thinking += process_time() - began
                thoughts += 1
            state.apply_action(chance.choice(legal))
        games += 1
    return {
        "iterations_per_s": thoughts * iterations / thinking,
        "branching": options / decisions,
        "length": decisions / games,
        "version": version("open_spiel"),
    }


def main() -> None:
    """Measure, and print one object."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--bot", choices=BOTS, default="cpp")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(json.dumps(measure(asked.game, asked.bot, asked.seconds, asked.iterations, asked.seed)))


if __name__ == "__main__":
    main()
