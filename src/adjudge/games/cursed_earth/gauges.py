"""The numbers that a preview compares, and the payment that is proposed."""

from __future__ import annotations

from adjudge.games.cursed_earth.describe import PEOPLE, TEAMS, content_of, name
from adjudge.games.cursed_earth.state import MOST_HEALTH, Table, has_tokens
from adjudge.games.cursed_earth.words import (
    KILL,
    SPEND_AMMO,
    SPEND_CARD,
    SPEND_ONE,
    SPEND_TWO,
)

HEALTH_PAID = {SPEND_AMMO: 0, SPEND_CARD: 0, SPEND_ONE: 1, SPEND_TWO: 2, KILL: MOST_HEALTH}
PROPOSED = "Proposed: what costs the least health, from whoever has the most to spare."


def gauges(v: Table) -> dict[tuple[str, str], int]:
    """CE-OVER-01: rations, ammunition, health; radiation and the pawns beside them."""
    found: dict[tuple[str, str], int] = {}
    for team, title in enumerate(TEAMS):
        found[f"pawn:{title}", "place"] = v.pawns[team] + 1
        if not has_tokens(v, team):
            continue
        found[f"team:{title}", "rations"] = int(v.rations[team])
        found[f"team:{title}", "ammo"] = int(v.ammo[team])
        for who in range(team * 3, team * 3 + 3):
            found[f"character:{name(v, 'character', who)}", "health"] = int(v.health[who])
            found[f"character:{name(v, 'character', who)}", "radiation"] = int(v.radiation[who])
    return found


def gauge_label(v: Table, ref: str, what: str) -> str:
    """Whose number it is; the Judges' stores need no name where there are no others."""
    kind, _, id = ref.partition(":")
    if kind == "character":
        people = {name(v, kind, who): content_of(v.pack).character[who].name for who in range(6)}
        return f"{people[id]}: {what}"
    team = TEAMS.index(id)
    if kind == "pawn" or has_tokens(v, 1):
        people_of = PEOPLE[team]
        return f"{people_of[:1].upper()}{people_of[1:]}: {what}"
    return what.capitalize()


def proposal(v: Table) -> tuple[int, str] | None:
    """CE-RES-16, CE-EXP-02: of several ways to pay, the one that costs the least health."""
    options = [int(v.options[i]) for i in range(v.n_options)]
    if len(options) < 2 or any(option >> 48 not in HEALTH_PAID for option in options):
        return None
    return min(range(len(options)), key=lambda i: price(v, options[i])), PROPOSED


def price(v: Table, option: int) -> tuple[int, int]:
    """Health to be lost, then how little the payer has to spare."""
    verb, who = option >> 48, option >> 32 & 0xFFFF
    if not HEALTH_PAID[verb]:
        return 0, 0
    return HEALTH_PAID[verb], int(v.radiation[who] - v.health[who])
