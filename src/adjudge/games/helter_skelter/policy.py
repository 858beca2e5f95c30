"""A plain heuristic: what a sensible player does without looking ahead."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.helter_skelter.state import Table


def careful(t: Table) -> i64:
    """The index of the option it takes, from what the deciding seat knows."""
    return t.n_options - 1
