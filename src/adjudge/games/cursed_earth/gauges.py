"""The numbers that a preview compares, and the payment that is proposed."""

from __future__ import annotations

from adjudge.games.cursed_earth.describe import (
    PEOPLE,
    TEAMS,
    card_name,
    content_of,
    name,
    sentence,
)
from adjudge.games.cursed_earth.procedures import ENCOUNTER, Encounter
from adjudge.games.cursed_earth.state import CARDS, MOST_HEALTH, Table, has_tokens, team_area
from adjudge.games.cursed_earth.words import (
    HEAL_ONE,
    IRRADIATE,
    KILL,
    LOSE,
    SPEND_AMMO,
    SPEND_CARD,
    SPEND_ONE,
    SPEND_TWO,
    WOUND_ONE,
)
from adjudge.kernel.agenda import outer

HEALTH_PAID = {SPEND_AMMO: 0, SPEND_CARD: 0, SPEND_ONE: 1, SPEND_TWO: 2, KILL: MOST_HEALTH}
WHO = {HEAL_ONE, WOUND_ONE, IRRADIATE, LOSE}
PROPOSED = "Proposed: what costs the least health, from whoever has the most to spare."


# What becomes of a card, surely or perhaps. What may be kept is any card that may turn up.
PAYS = ("{} pays", "{} may pay")
IS_KEPT = ("{} is kept", "")


def gauges(v: Table) -> dict[tuple[str, str], int]:
    """CE-OVER-01: rations, ammunition, health; radiation, pawns and kept cards beside them."""
    found = {(f"pawn:{team}", "place"): int(v.pawns[i]) + 1 for i, team in enumerate(TEAMS)}
    for who in range(6):
        if has_tokens(v, who // 3):
            ref = f"character:{name(v, 'character', who)}"
            found[ref, "health"] = int(v.health[who])
            found[ref, "radiation"] = int(v.radiation[who])
    for team, title in enumerate(TEAMS):
        if has_tokens(v, team):
            found[f"team:{title}", "rations"] = int(v.rations[team])
            found[f"team:{title}", "ammo"] = int(v.ammo[team])
    kept = team_area(v, 0) | team_area(v, 1)
    for card in range(1, CARDS + 1):
        found[f"card:{card}", "kept"] = int(kept >> card & 1)
    return found


def gauge_text(v: Table, ref: str, what: str, before: int, least: int, most: int) -> str:
    """A change for people; nothing if it is not worth telling."""
    if what == "kept":
        card = card_name(v.pack, int(ref.partition(":")[2]))
        return (PAYS if before else IS_KEPT)[least != most].format(card)
    if what == "place":
        people = PEOPLE[TEAMS.index(ref.partition(":")[2])]
        return sentence(people) + (" may advance" if least == before else " advance")
    after = str(least) if least == most else f"{least}-{most}"
    return f"{gauge_label(v, ref, what)} {before} to {after}"


def gauge_label(v: Table, ref: str, what: str) -> str:
    """Whose number it is; the Judges' stores need no name where there are no others."""
    kind, _, id = ref.partition(":")
    if kind == "character":
        people = {name(v, kind, who): content_of(v.pack).character[who].name for who in range(6)}
        return f"{people[id]}: {what}"
    if has_tokens(v, 1):
        return f"{id.capitalize()}: {what}"
    return what.capitalize()


def proposal(v: Table) -> tuple[int, str] | None:
    """CE-RES-16, CE-EXP-02: of several ways to pay, the one that costs the least health."""
    options = [int(v.options[i]) for i in range(v.n_options)]
    if len(options) < 2 or any(option >> 48 not in HEALTH_PAID for option in options):
        return None
    return min(range(len(options)), key=lambda i: price(v, options[i])), PROPOSED


def follows(before: Table, after: Table) -> list[int]:
    """What a preview goes on with on the same card: the payment proposed, or whoever is named."""
    if met(before) is None or met(before) != met(after) or before.player != after.player:
        return []
    proposed = proposal(after)
    if proposed is not None:
        return [proposed[0]]
    verbs = {int(after.options[i]) >> 48 for i in range(after.n_options)}
    return list(range(after.n_options)) if verbs <= WHO else []


def met(v: Table) -> int | None:
    """The card that is being resolved."""
    encounter = outer(v, ENCOUNTER)
    return int(encounter.card) if isinstance(encounter, Encounter) else None


def price(v: Table, option: int) -> tuple[int, int]:
    """Health to be lost, then how little the payer has to spare."""
    verb, who = option >> 48, option >> 32 & 0xFFFF
    if not HEALTH_PAID[verb]:
        return 0, 0
    return HEALTH_PAID[verb], int(v.radiation[who] - v.health[who])
