"""Everything that lies on a table, by ref, as a page would name it."""

from __future__ import annotations

from typing import Any

import adjudge


def things_on(match: adjudge.Match, seat: int) -> list[str]:
    """What the seat can point at: whatever its options, and much more."""
    view = match.seat_view(seat).state
    kinds = {kind for words in match.game.words for kind in words[1:]} - {
        "judgement",
        "advice",
        "symbol",
        "place",
        "box",
    }
    named = [f"{kind}:{name}" for kind in sorted(kinds) for name in match.game.names(view, kind)]
    table: dict[str, Any] = match.view(seat)["table"]
    found = [*named, *match.game.fixtures(view)]
    if match.game.id == "cursed-earth":
        found += [
            f"row:{side}:{n + 1}"
            for side in ("above", "below")
            for n in range(len(table["rows"][side]))
        ]
        found += [f"card:{n}:a" for n in range(1, 61)]
    return found
