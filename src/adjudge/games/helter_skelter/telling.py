"""What happened, in words: events and endings, with the things and the rules they are about."""

from __future__ import annotations

from typing import Any

from adjudge.games.helter_skelter.describe import ACTION_WORDS, character_of, face
from adjudge.games.helter_skelter.state import (
    ALL_GONE,
    FIVE_POINTS,
    MOST_POINTS,
    QUIET,
    TEAM_SIZE,
    Table,
    points,
)
from adjudge.games.helter_skelter.words import (
    ACTED,
    AIMED,
    ASSIGNED,
    ASSIGNED_UNSEEN,
    BLOCKED,
    CLIMBED,
    COLLECTED,
    DAMAGED,
    DECLARED_END,
    DEFLECTED,
    DEPLOYED,
    DRANK,
    DREW,
    DREW_UNSEEN,
    ELIMINATED,
    ENDED,
    EXPLODED,
    FLEW,
    FORESAW,
    FRAGMENT_PLACED,
    GAVE_UP,
    HEALED,
    HI_EX,
    INTERRUPTED,
    KILLED,
    KILLED_OWN,
    MOVED,
    NOBODY_INTERRUPTED,
    ONE_ONLY,
    PAID,
    PASSED_MAP_CARDS,
    PASSED_MARKER,
    PLAY_RETURNED,
    RALLIED,
    SHUFFLED,
    TOOK_COVER,
    TOOK_MARKER,
    TURN_BEGAN,
    UNDEFENDED,
    WARP_CUBED,
    WARPED,
)
from adjudge.kernel.game import Outcome, arguments

# Per event: its name, what it says, what its numbers mean, and the rules behind it.
EVENTS: dict[int, tuple[str, str, str, tuple[str, ...]]] = {
    ASSIGNED: ("assigned", "{0} will start on space {1}.", "character space", ("HS-PREP-13",)),
    ASSIGNED_UNSEEN: ("assigned-unseen", "{0} gets a map card.", "character", ("HS-PREP-13",)),
    PASSED_MAP_CARDS: (
        "map-cards-passed",
        "{0} passes five map cards to {1}.",
        "seat seat",
        ("HS-PREP-14",),
    ),
    FRAGMENT_PLACED: (
        "fragment",
        "A fragment of {0} lies on space {1}.",
        "seat space",
        ("HS-PREP-15",),
    ),
    DREW: ("drew", "{0} draws card {1}.", "seat card", ("HS-TURN-12",)),
    DREW_UNSEEN: ("drew-unseen", "{0} draws: {1}.", "seat number", ("HS-TURN-12",)),
    SHUFFLED: (
        "shuffled",
        "{0} shuffles the discard pile into a new deck.",
        "seat",
        ("HS-TURN-14",),
    ),
    TOOK_MARKER: (
        "first",
        "{0} begins: a fragment lies on space {1}.",
        "seat space",
        ("HS-PREP-18", "HS-PREP-19"),
    ),
    TURN_BEGAN: ("turn", "Turn {1}: {0}.", "seat number", ("HS-TURN-01",)),
    DEPLOYED: ("deployed", "{0} is deployed on space {1}.", "character space", ("HS-TURN-04",)),
    ACTED: ("action", "{1}: {0}.", "action character", ("HS-TURN-09",)),
    PAID: ("paid", "{0} discards {1}.", "seat card", ("HS-TURN-09",)),
    MOVED: ("moved", "{0} moves from {1} to {2}.", "character space space", ("HS-MOVE-02",)),
    CLIMBED: ("climbed", "{0} climbs from {1} to {2}.", "character space space", ("HS-CLIMB-02",)),
    FLEW: ("flew", "{0} flies from {1} to {2}.", "character space space", ("HS-FLY-02",)),
    COLLECTED: (
        "collected",
        "{0} collects the fragment on space {1}.",
        "character space",
        ("HS-FRAG-04", "HS-END-02"),
    ),
    AIMED: ("aimed", "{0} attacks {1}.", "character character", ("HS-ACT-04",)),
    EXPLODED: ("exploded", "{0} blows up space {1}.", "character space", ("HS-EXPLODE-04",)),
    HI_EX: ("hi-ex", "HI-EX: {0} hits everyone on space {1}.", "character space", ("HS-JUD-04",)),
    BLOCKED: ("blocked", "{0} BLOCKS with {1}.", "character card", ("HS-BLOCK-03",)),
    DEFLECTED: ("deflected", "{0} DEFLECTS with {1}.", "character card", ("HS-DEFLECT-03",)),
    FORESAW: (
        "foresaw",
        "{0} saw it coming: PRECOG with {1}.",
        "character card",
        ("HS-PRECOG-03",),
    ),
    TOOK_COVER: ("took-cover", "{0} takes COVER with {1}.", "character card", ("HS-COVDEF-03",)),
    DAMAGED: (
        "damaged",
        "{0} takes {1} damage: {2} health left.",
        "character number number",
        ("HS-DMG-02",),
    ),
    KILLED: (
        "killed",
        "{0} is killed: a point for {1}.",
        "character seat",
        ("HS-DMG-03", "HS-DMG-04"),
    ),
    KILLED_OWN: (
        "killed-own",
        "{0} is killed by their own side: no point.",
        "character",
        ("HS-DMG-05", "HS-DMG-06"),
    ),
    ELIMINATED: ("eliminated", "{0} is eliminated.", "seat", ("HS-END-05",)),
    HEALED: ("healed", "{0} is healed: {1} health.", "character number", ("HS-HEAL-04",)),
    DRANK: ("drank", "{0} takes life: {1} health.", "character number", ("HS-DOGS-02",)),
    WARP_CUBED: ("warp", "Warp cubes on Sláine's card: {0}.", "number", ("HS-SLAINE-04",)),
    WARPED: (
        "warped",
        "{0} warps: he is Warp-Sláine now, with {1} health.",
        "character number",
        ("HS-SLAINE-05", "HS-SLAINE-08"),
    ),
    GAVE_UP: ("gave-up", "{0}'s player gives up {1}.", "character card", ("HS-PSI-03",)),
    INTERRUPTED: ("interrupted", "{0} INTERRUPTS with {1}.", "seat card", ("HS-INT-07",)),
    NOBODY_INTERRUPTED: ("no-interrupt", "Nobody interrupts.", "", ("HS-INT-16",)),
    DECLARED_END: ("end-of-turn", "{0} declares the end of the turn.", "seat", ("HS-TURN-11",)),
    PLAY_RETURNED: (
        "returned",
        "No cards are drawn; play returns to {0}.",
        "seat",
        ("HS-INT-11",),
    ),
    PASSED_MARKER: ("marker", "The marker goes to {0}.", "seat", ("HS-TURN-15",)),
    ENDED: ("ended", "The game is over: {0}.", "ending", ("HS-END-03",)),
    UNDEFENDED: ("undefended", "{0} makes no defence.", "character", ("HS-ACT-04", "HS-RULING-23")),
    ONE_ONLY: ("one-only", "No HI-EX: {0} alone is the defender.", "character", ("HS-JUD-03",)),
    RALLIED: ("rallied", "{0} rallies {1}.", "character character", ("HS-RALLY-02",)),
}

# Per ending: why, in words, and the rules that say so.
ENDINGS: dict[int, tuple[str, tuple[str, ...]]] = {
    FIVE_POINTS: ("five points", ("HS-END-03",)),
    MOST_POINTS: ("a team is wiped out, and the most points win", ("HS-END-06",)),
    ALL_GONE: ("the last teams wiped each other out", ("HS-RULING-29",)),
    QUIET: ("200 turns without a point", ("HS-RULING-82",)),
}


def event(t: Table, packed: int) -> dict[str, Any]:
    """An event in words, by name and arguments, with its rules."""
    what, template, meanings, rules = EVENTS[packed >> 48]
    kinds = meanings.split()
    told = arguments(packed, len(kinds))
    team = told[0] // TEAM_SIZE if "character" in kinds[:1] else team_told(t, kinds, told)
    pairs = list(zip(kinds, told, strict=True))
    text = template.format(*(event_words(t, kind, n, team) for kind, n in pairs))
    args = [[kind, event_name(t, kind, n)] for kind, n in pairs]
    text = text[:1].upper() + text[1:]
    return {"what": what, "text": text, "args": args, "rules": event_rules(packed, rules)}


def team_told(t: Table, kinds: list[str], told: list[int]) -> int:
    """The team of the seat that an event is about."""
    return t.team[told[0]] if "seat" in kinds[:1] else 0


def event_words(t: Table, kind: str, n: int, team: int) -> str:
    """An argument for people; a card is of the team that the event is about."""
    if kind == "character":
        return character_of(t.pack, n).name
    if kind == "seat":
        return f"seat {n}"
    if kind == "card":
        return face(t, team, n)
    if kind == "action":
        return ACTION_WORDS[n][0]
    return ENDINGS[n][0] if kind == "ending" else str(n)


def event_name(t: Table, kind: str, n: int) -> Any:
    """An argument for programs: a number, or a name of the notation."""
    if kind == "character":
        return character_of(t.pack, n).id
    if kind == "action":
        return ACTION_WORDS[n][0].lower().replace(" ", "-")
    if kind == "ending":
        return ENDINGS[n][0]
    return n + 1 if kind == "card" else n


def event_rules(packed: int, rules: tuple[str, ...]) -> list[str]:
    """The rules behind an event."""
    what, first = packed >> 48, arguments(packed, 1)[0]
    if what == ENDED:
        return list(ENDINGS[first][1])
    if what == ACTED:
        return list(ACTION_WORDS[first][1])
    return list(rules)


def outcome(t: Table) -> Outcome:
    """HS-END-03, HS-END-06: who won, by what, and the points."""
    winners = tuple(seat for seat in range(t.seats) if t.winners >> seat & 1)
    scores = tuple(int(points(t, seat)) for seat in range(t.seats))
    return Outcome(winners, scores, ENDINGS[t.over][0], ENDINGS[t.over][1])
