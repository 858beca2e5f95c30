"""Running a plan: what is missing is played, here, by processes or on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from adjudge.lab.fan import fan_out
from adjudge.lab.plans import Plan
from adjudge.lab.playing import Played, play_case
from adjudge.lab.store import Results, alone_in


@dataclass(frozen=True)
class Experiment:
    """A plan's games by number."""

    plan: Plan

    def play(self, number: int) -> Played:
        """The game of that number."""
        return play_case(self.plan, self.plan.cases[number])


def run(
    plan: Plan,
    folder: Path,
    jobs: int = 1,
    ray: str | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> int:
    """Play whatever the folder does not hold yet; how many games that was.

    Whatever the number of processes, and however often it was stopped, the results are the same.
    """
    with alone_in(folder):
        results = Results(folder, plan)
        missing = results.missing()
        done, of = len(plan.cases) - len(missing), len(plan.cases)
        progress(done, of)
        if missing:
            with fan_out(Experiment(plan), missing, jobs, ray) as played:
                for game in played:
                    results.add(game)
                    done += 1
                    progress(done, of)
    return len(missing)
