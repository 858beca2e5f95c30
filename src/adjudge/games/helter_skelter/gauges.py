"""The numbers that a preview compares, and the payment that is proposed."""

from __future__ import annotations

from adjudge.games.helter_skelter.describe import figure_of, name
from adjudge.games.helter_skelter.state import (
    OFF_MAP,
    SYMBOLS,
    TEAM_SIZE,
    Table,
    end_of,
    first_of,
    points,
)
from adjudge.games.helter_skelter.words import PAY, PAY_THREE, PAY_TWO
from adjudge.kernel.game import arguments

CARDS_PAID = {PAY: 1, PAY_TWO: 2, PAY_THREE: 3}
PROPOSED = "Proposed: the cards with the fewest other uses."


def gauges(v: Table) -> dict[tuple[str, str], int]:
    """HS-PREP-08, HS-END-01, HS-TURN-13: health, places, hands and points."""
    found: dict[tuple[str, str], int] = {}
    for seat in range(v.seats):
        found[f"player:{seat}", "points"] = int(points(v, seat))
        found[f"player:{seat}", "hand"] = int(v.hand_size[seat])
        for who in range(first_of(v, seat), end_of(v, seat)):
            ref = f"character:{name(v, 'character', who)}"
            found[ref, "health"] = int(v.health[who])
            found[ref, "space"] = int(v.space[who])
    return found


def gauge_text(v: Table, ref: str, what: str, numbers: tuple[int, int, int]) -> str:
    """For people: a place is no number, and nobody stands on space 0."""
    before, least, most = numbers
    kind, _, id = ref.partition(":")
    after = str(least) if least == most else f"{least}-{most}"
    if kind == "player":
        return f"Seat {id}: {'cards in hand' if what == 'hand' else what} {before} to {after}"
    name_of = names(v)[id]
    if what == "health":
        return f"{name_of}: health {before} to {after}"
    if most == OFF_MAP:
        return f"{name_of} leaves the map"
    if before == OFF_MAP:
        return (
            f"{name_of} may come onto the map" if least != most else f"{name_of} onto space {after}"
        )
    if least != most:
        return f"{name_of} may leave space {before}"
    return f"{name_of}: space {before} to {after}"


def names(v: Table) -> dict[str, str]:
    """Everybody in play, by the notation."""
    everybody = [
        who for seat in range(v.seats) for who in range(first_of(v, seat), end_of(v, seat))
    ]
    return {name(v, "character", who): figure_of(v, who).name for who in everybody}


def proposal(v: Table) -> tuple[int, str] | None:
    """HS-ACT-07: a card has one use, so those go first that have the fewest others."""
    options = [int(v.options[i]) for i in range(v.n_options)]
    if len(options) < 2 or any(option >> 48 not in CARDS_PAID for option in options):
        return None
    return min(range(len(options)), key=lambda i: uses(v, options[i])), PROPOSED


def uses(v: Table, option: int) -> int:
    """How much could be done with the cards of a payment."""
    cards = arguments(option, CARDS_PAID[option >> 48])
    return sum(uses_of(v, card) for card in cards)


def uses_of(v: Table, card: int) -> int:
    """HS-PARTS-14: the symbols on a card: characters, linked actions, wild ones."""
    team = v.team[v.player]
    shown = sum(v.pack.shows[team * TEAM_SIZE + i] >> card & 1 for i in range(TEAM_SIZE))
    wild = sum(v.pack.wild[team * SYMBOLS + symbol] >> card & 1 for symbol in range(SYMBOLS))
    linked = sum(
        v.pack.linked[(team * TEAM_SIZE + i) * SYMBOLS + symbol] >> card & 1
        for i in range(TEAM_SIZE)
        for symbol in range(SYMBOLS)
    )
    return int(shown + wild + linked)
