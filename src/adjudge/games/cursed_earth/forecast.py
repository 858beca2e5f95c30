"""What a team could hold after each card of its row: sound bounds, from public facts only.

Boxes are followed symbol by symbol with the least and the most of everything. A card that may be
skipped may not come; where the order is open (Swap), any of the others may come first; a card that
lies face down may be any. A card that joins the row (Psi) makes another row, and another forecast.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from adjudge.games.cursed_earth.procedures import (
    COOPERATIVE_DAWN,
    ENCOUNTERS,
    SOLO_DAWN,
    VERSUS_DAWN,
    Action,
    Box,
    Encounter,
    Encounters,
    Investigation,
    Move,
    PsiAction,
)
from adjudge.games.cursed_earth.state import (
    ABOVE,
    ADVANCE,
    AMMO,
    BOXES,
    CACHE,
    CARD_BITS,
    CARDS,
    CHIEF_JUDGE,
    COOPERATIVE,
    DAWN,
    DEATH,
    DUSK,
    EAT,
    ENEMY_ADVANCE,
    GAIN_DIPLOMACY,
    GAIN_SURVIVAL,
    HEAD_TO_HEAD,
    HEAL,
    HIDDEN,
    JUDGES,
    LOCATIONS,
    MOST_HEALTH,
    NO_AMMO,
    NO_HEALING,
    PERPS,
    PSI,
    RADIATION,
    RATIONS,
    REMOVE,
    SKIP,
    SOLO,
    SPEND_DIPLOMACY,
    SPEND_SURVIVAL,
    SWAP,
    VIOLENCE,
    WOUND,
    Pack,
    Table,
    is_face_down,
    row_of,
)
from adjudge.kernel.agenda import Procedure, outer

PLENTY = 99  # more than anybody ever holds
EVERYBODY = 3 * MOST_HEALTH
DEEPEST = 3  # a location's effect within another's


@dataclass(slots=True)
class Bounds:
    """The least and the most that a team may hold, and what may have happened by then."""

    least_rations: int
    rations: int
    least_ammo: int
    ammo: int
    least_health: int
    health: int
    strongest: int  # the most health of one character
    fewest: int  # wounds or radiation that somebody dies of
    survival: int = 0  # cards kept for it, at most
    diplomacy: int = 0
    damage: int = 0  # wounds and radiation so far, at most
    moved: int = 0  # places that the pawn may have gone on
    skips: int = 0  # cards to come that may be skipped
    death: bool = False  # whether somebody may have died, but for a life given as payment
    fewer: bool = False  # whether anybody may have died
    raced: bool = False  # whether the other pawn may have moved
    swap: bool = False  # whether the cards to come may have changed places
    psi: bool = False  # whether cards may have joined the row
    removed: bool = False  # whether the last cards of the row may be gone
    unknown: bool = False  # whether it leads too far to be followed
    hungry: bool = False  # only to measure a card: as if there might be no rations


LEAST = ("least_rations", "least_ammo", "least_health")
MOST = ("rations", "ammo", "health", "strongest", "survival", "diplomacy", "damage", "moved")
FLAGS = ("death", "fewer", "raced", "swap", "psi", "removed", "unknown")


def copied(b: Bounds) -> Bounds:
    """Equal and independent; far quicker than replace()."""
    return joined(b, b)


def joined(a: Bounds, b: Bounds) -> Bounds:
    """Either of two courses."""
    return Bounds(
        min(a.least_rations, b.least_rations),
        max(a.rations, b.rations),
        min(a.least_ammo, b.least_ammo),
        max(a.ammo, b.ammo),
        min(a.least_health, b.least_health),
        max(a.health, b.health),
        max(a.strongest, b.strongest),
        min(a.fewest, b.fewest),
        max(a.survival, b.survival),
        max(a.diplomacy, b.diplomacy),
        max(a.damage, b.damage),
        max(a.moved, b.moved),
        max(a.skips, b.skips),
        a.death or b.death,
        a.fewer or b.fewer,
        a.raced or b.raced,
        a.swap or b.swap,
        a.psi or b.psi,
        a.removed or b.removed,
        a.unknown or b.unknown,
        a.hungry,
    )


@dataclass(frozen=True, slots=True)
class Ground:
    """What stays while a row is looked ahead at: where the pawns stand, and the printed cards."""

    pack: Pack
    team: int
    pawn: int
    rival: int
    places: tuple[int, ...]  # the locations turned up
    hidden: tuple[int, ...]  # those that may come
    caches: int
    shootouts: bool
    most: int  # health that the living can have

    def reachable(self, moved: int) -> tuple[int, ...]:
        """CE-LOC-08: the locations that the pawn may stand on after so many steps at most."""
        known = self.places[self.pawn : self.pawn + moved + 1]
        return known + self.hidden if self.pawn + moved >= len(self.places) else known

    def may_be_at(self, b: Bounds, ongoing: int) -> bool:
        """CE-LOC-14: whether the pawn may stand where that goes on."""
        return any(self.pack.ongoing[place] == ongoing for place in self.reachable(b.moved))

    def is_at(self, b: Bounds, ongoing: int) -> bool:
        """Whether it surely does."""
        return not b.moved and self.may_be_at(b, ongoing)


# Symbols


def carry_out(g: Ground, b: Bounds, symbols: Sequence[int], depth: int = 0) -> Bounds:
    """CE-CARD-09: symbols from left to right, whatever is chosen for each. It changes b."""
    for symbol in symbols:
        if symbol == ADVANCE:
            b = advance(g, b, depth)
        elif symbol in RESOURCES:
            RESOURCES[symbol](g, b)
            within_limits(g, b)
        else:
            change_row(g, b, symbol)
    return b


def within_limits(g: Ground, b: Bounds) -> None:
    """CE-RES-06: nothing falls below none, and health not above five each."""
    b.least_rations, b.rations = max(0, b.least_rations), max(0, b.rations)
    b.least_ammo = max(0, b.least_ammo)
    b.health = max(0, min(g.most, b.health))
    b.least_health = max(0, min(b.least_health, b.health))


def gain_ration(g: Ground, b: Bounds) -> None:
    """CE-RES-12: one ration."""
    b.least_rations += 1
    b.rations += 1


def gain_ammo(g: Ground, b: Bounds) -> None:
    """CE-RES-15: one ammunition."""
    b.least_ammo += 1
    b.ammo += 1


def eat(g: Ground, b: Bounds) -> None:
    """CE-RES-13, CE-RES-14: a ration, or radiation if there is none."""
    if b.least_rations == 0 or b.hungry:
        hurt(b, 1, 0)
    b.least_rations -= 1
    b.rations -= 0 if b.hungry else 1


def heal(g: Ground, b: Bounds) -> None:
    """CE-RES-09: one more, if anybody can have it."""
    sure = not b.fewer and not g.may_be_at(b, NO_HEALING)
    b.least_health += 1 if sure else 0
    if not g.is_at(b, NO_HEALING):
        b.health += 1
        b.strongest = min(MOST_HEALTH, b.strongest + 1)


def wound(g: Ground, b: Bounds) -> None:
    """CE-RES-10: one health."""
    hurt(b, 1, 1)
    b.health -= 1


def irradiate(g: Ground, b: Bounds) -> None:
    """CE-RES-11: one radiation."""
    hurt(b, 1, 0)


def hurt(b: Bounds, points: int, health: int) -> None:
    """CE-DEATH-01, CE-DEATH-02: it costs so much health, or all that a character has left."""
    b.damage += points
    if b.damage >= b.fewest:
        b.death = b.fewer = True
        health = max(health, b.strongest)
    b.least_health -= health


def pay_for_violence(g: Ground, b: Bounds) -> None:
    """CE-RES-16: ammunition, two health, or a life, which may be given without need."""
    if b.ammo == 0 or g.is_at(b, NO_AMMO):
        b.health -= 1
    b.least_ammo -= 1
    before = b.least_health
    hurt(b, 2, 2)
    b.fewer = True
    b.least_health = min(b.least_health, before - b.strongest)


def pay_with_survival(g: Ground, b: Bounds) -> None:
    """CE-EXP-02: a kept card, one health, or two."""
    b.health -= 0 if b.survival else 1
    hurt(b, 2, 2)


def pay_with_diplomacy(g: Ground, b: Bounds) -> None:
    """CE-EXP-02: a kept card, one health, or two."""
    b.health -= 0 if b.diplomacy else 1
    hurt(b, 2, 2)


def lose_somebody(g: Ground, b: Bounds) -> None:
    """CE-DEATH-07: whatever their health."""
    b.death = b.fewer = True
    b.least_health -= b.strongest
    b.health -= 1


def take_psi(g: Ground, b: Bounds) -> None:
    """CE-PSI-01: a card joins the row, or the specialist pays one health."""
    hurt(b, 1, 1)
    b.psi = True


RESOURCES = {
    HEAL: heal,
    WOUND: wound,
    RADIATION: irradiate,
    RATIONS: gain_ration,
    EAT: eat,
    AMMO: gain_ammo,
    VIOLENCE: pay_for_violence,
    SPEND_SURVIVAL: pay_with_survival,
    SPEND_DIPLOMACY: pay_with_diplomacy,
    DEATH: lose_somebody,
    PSI: take_psi,
}


def change_row(g: Ground, b: Bounds, symbol: int) -> None:
    """Expertise gained, cards to come that change, the other pawn."""
    if symbol == GAIN_SURVIVAL:
        b.survival += 1
    elif symbol == GAIN_DIPLOMACY:
        b.diplomacy += 1
    elif symbol == SKIP:
        b.skips += 1
    elif symbol == SWAP:
        b.swap = True
    elif symbol == ENEMY_ADVANCE:
        b.raced = True
    else:
        assert symbol == REMOVE, symbol
        b.removed = True


def advance(g: Ground, b: Bounds, depth: int) -> Bounds:
    """CE-HUNT-01, CE-RULING-29: what was left lying is taken along, then the next location acts."""
    take_cache(g, b)
    b.moved += 1
    if depth == DEEPEST:
        b.unknown = True
        return b
    landed = b
    if g.pawn + b.moved >= len(g.places):
        for place in g.hidden:
            symbols = symbols_in(g.pack.at_reveal[place])
            if symbols:
                landed = joined(landed, carry_out(g, copied(b), symbols, depth + 1))
    if not g.shootouts or not (b.raced or g.pawn < g.rival <= g.pawn + b.moved):
        return landed
    for symbol in (SPEND_SURVIVAL, SPEND_DIPLOMACY, PSI):
        landed = joined(landed, carry_out(g, copied(landed), (symbol,), depth + 1))
    return landed


def take_cache(g: Ground, b: Bounds) -> None:
    """CE-RULING-29: surely there only if nobody can have moved since."""
    if not b.moved:
        lies = g.caches >> g.pawn & 1
        b.ammo += lies
        b.least_ammo += 0 if b.raced else lies
        return
    ahead = g.caches >> g.pawn & (1 << b.moved + 1) - 1
    b.ammo += 1 if ahead or g.may_be_at(b, CACHE) else 0


# Cards


@cache
def symbols_in(packed: int) -> tuple[int, ...]:
    """Symbols as they are printed: five bits each, the first lowest."""
    return (packed & 31, *symbols_in(packed >> 5)) if packed else ()


@cache
def boxes_of(pack: Pack, card: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """CE-CARD-04: the events, the choices and the options of a card."""
    found: list[list[tuple[int, ...]]] = [[], [], []]
    for box in range(pack.n_boxes[card]):
        at = card * BOXES + box
        found[pack.types[at]].append(symbols_in(pack.boxes[at]))
    return tuple(tuple(boxes) for boxes in found)


def resolve(g: Ground, b: Bounds, card: int, step: int = 0, box: int = 0) -> Bounds:
    """CE-CARD-06, CE-CARD-10, CE-CARD-13: all events, one choice, any options; or what is left."""
    events, choices, options = boxes_of(g.pack, card)
    left = [options, options, options[max(0, box - len(events) - len(choices)) :], ()][step]
    if step == 0:
        for symbols in events[box:]:
            b = carry_out(g, b, symbols)
    if step <= 1 and choices:
        courses = [carry_out(g, copied(b), symbols) for symbols in choices]
        b = courses[0]
        for course in courses[1:]:
            b = joined(b, course)
    for symbols in left:
        b = joined(b, carry_out(g, copied(b), symbols))
    return b


@dataclass(frozen=True, slots=True)
class Reach:
    """What a card can do at most, whenever it comes: to each of the bounds."""

    least: tuple[int, ...]
    most: tuple[int, ...]
    flags: tuple[bool, ...]


SCALE = Bounds(500, 500, 500, 500, 500, 500, MOST_HEALTH, 0, 50, 50, 0, LOCATIONS, 0)


@cache
def reach_of(pack: Pack, card: int) -> Reach:
    """Measured where everything is possible: no rations, anywhere on the way, anybody may die."""
    if card == HIDDEN:
        return reach_of_any(pack)
    g = Ground(pack, JUDGES, 0, 0, (), tuple(range(LOCATIONS)), 0, True, 1000)
    scale = replace(SCALE, fewer=True, raced=True, hungry=True)
    after = resolve(g, replace(scale), card)
    hardy = resolve(g, replace(scale, fewest=1000), card)  # dies of nothing but Death
    least = [min(0, getattr(after, name) - getattr(scale, name)) for name in LEAST]
    most = [max(0, getattr(after, name) - getattr(scale, name)) for name in MOST]
    return Reach(tuple(least), tuple(most), tuple(getattr(hardy, name) for name in FLAGS))


def reach_of_any(pack: Pack) -> Reach:
    """What an unknown card can do."""
    every = [reach_of(pack, card) for card in range(1, CARDS + 1)]
    return Reach(
        tuple(min(lows) for lows in zip(*(reach.least for reach in every), strict=True)),
        tuple(max(highs) for highs in zip(*(reach.most for reach in every), strict=True)),
        tuple(any(flags) for flags in zip(*(reach.flags for reach in every), strict=True)),
    )


def together(reaches: Sequence[Reach]) -> Reach:
    """What several cards can do, all of them or some."""
    return Reach(
        tuple(map(sum, zip(*(reach.least for reach in reaches), strict=True))),
        tuple(map(sum, zip(*(reach.most for reach in reaches), strict=True))),
        tuple(map(any, zip(*(reach.flags for reach in reaches), strict=True))),
    )


def widened(g: Ground, b: Bounds, reach: Reach) -> Bounds:
    """As if the card might have come already."""
    w = copied(b)
    for name, low in zip(LEAST, reach.least, strict=True):
        setattr(w, name, getattr(w, name) + low)
    for name, high in zip(MOST, reach.most, strict=True):
        setattr(w, name, getattr(w, name) + high)
    for name, flag in zip(FLAGS, reach.flags, strict=True):
        if flag:
            setattr(w, name, flag)
    w.strongest = MOST_HEALTH
    w.death = w.death or w.damage >= w.fewest
    within_limits(g, w)
    return w


# Rows


def follow(g: Ground, b: Bounds, cards: Sequence[int]) -> list[tuple[int, Bounds]]:
    """CE-DAWN-09: card by card from left to right; HIDDEN is any card."""
    found: list[tuple[int, Bounds]] = []
    for i, card in enumerate(cards):
        if b.swap and len(cards) - i > 1:
            return found + in_any_order(g, b, cards[i:])
        before, b = b, come(g, replace(b, skips=0), card)
        found.append((card, b))
        if before.skips:
            b = joined(b, replace(before, skips=before.skips - 1))
    return found


def come(g: Ground, b: Bounds, card: int) -> Bounds:
    """The bounds after a card, known or not."""
    return resolve(g, b, card) if card != HIDDEN else widened(g, b, reach_of(g.pack, HIDDEN))


def in_any_order(g: Ground, b: Bounds, cards: Sequence[int]) -> list[tuple[int, Bounds]]:
    """CE-SYM-02: before each of the cards, any of the others may have come."""
    reaches = [reach_of(g.pack, card) for card in cards]
    found = []
    for i, card in enumerate(cards):
        others = together(reaches[:i] + reaches[i + 1 :])
        found.append((card, come(g, widened(g, b, others), card)))
    return found


# The table


def outlook(v: Table) -> dict[str, Any]:
    """By row, what its team could hold after each card still to come; and what comes for sure.

    A row of a head-to-head game belongs to nobody before it is resolved.
    """
    running = outer(v, ENCOUNTERS)
    if v.over or not (isinstance(running, Encounters) or v.mode != HEAD_TO_HEAD):
        return {"forecast": {}, "to_come": to_come(v, JUDGES, [])}
    team, side = JUDGES, ABOVE
    if isinstance(running, Encounters):
        team, side = int(running.team), int(running.side)
    found = ahead(v, team, side, running is None and bool(v.time == DAWN))
    told = {("above", "below")[side]: [entry(team, card, after) for card, after in found]}
    return {"forecast": told, "to_come": to_come(v, team, [] if running is None else found)}


def ahead(v: Table, team: int, side: int, sorting: bool) -> list[tuple[int, Bounds]]:
    """The present card, if there is one, and those of the row as it will be resolved."""
    cards = [int(card) for card in list(row_of(v, side))[: v.row_size[side]]]
    faces = [HIDDEN if is_face_down(card) else card & CARD_BITS for card in cards]
    g = ground_of(v, team)
    found, b = present(g, bounds_of(v, team), v)
    return found + follow(g, b, sorted(faces) if sorting else faces)


def ground_of(v: Table, team: int) -> Ground:
    """Where the team stands."""
    places = tuple(int(place) for place in list(v.locations)[: v.revealed])
    hidden = tuple(n for n in range(LOCATIONS) if n not in places)
    living = sum(v.health[who] > 0 for who in range(team * 3, team * 3 + 3))
    shootouts = bool(v.difficulty == CHIEF_JUDGE and team == JUDGES)
    pawn, rival = int(v.pawns[team]), int(v.pawns[PERPS - team])
    return Ground(
        v.pack, team, pawn, rival, places, hidden, int(v.caches), shootouts, living * MOST_HEALTH
    )


def bounds_of(v: Table, team: int) -> Bounds:
    """What it holds now."""
    people = range(team * 3, team * 3 + 3)
    health = [int(v.health[who]) for who in people]
    weakest = [
        min(int(v.health[who]), int(v.health[who] - v.radiation[who]) + 1)
        for who in people
        if v.health[who] > 0
    ]
    return Bounds(
        *(int(v.rations[team]), int(v.rations[team])),
        *(int(v.ammo[team]), int(v.ammo[team])),
        *(sum(health), sum(health)),
        max(health),
        min(weakest, default=0),
        int(v.survival[team]).bit_count(),
        int(v.diplomacy[team]).bit_count(),
    )


def present(g: Ground, b: Bounds, v: Table) -> tuple[list[tuple[int, Bounds]], Bounds]:
    """What is under way, from the innermost: the rest of a symbol, a box, a card."""
    p: Procedure | None = v.now
    while p is not None and not isinstance(p, Encounters | Investigation):
        if isinstance(p, Encounter):
            b = resolve(g, b, int(p.card), int(p.at), int(p.box))
            return [(int(p.card), b)], copied(b)
        b = under_way(g, b, v, p)
        p = p.under
    return [], b


def under_way(g: Ground, b: Bounds, v: Table, p: Procedure) -> Bounds:
    """What is left of something smaller than a card; what concerns the other team does not."""
    if isinstance(p, PsiAction):
        b.psi = True
    elif isinstance(p, Action) and p is v.now and p.team == g.team:
        return carry_out(g, b, (int(p.kind),))
    elif isinstance(p, Box) and p.team == g.team:
        return carry_out(g, b, symbols_in(int(p.symbols)))
    elif isinstance(p, Move) and p.revealing and p.at <= 2 and p.team == g.team:
        return carry_out(g, b, symbols_in(int(v.pack.at_reveal[v.locations[g.pawn]])))
    return b


def entry(team: int, card: int, b: Bounds) -> dict[str, Any]:
    """Bounds as data; a card that lies face down has no number."""
    known = not b.unknown
    return {
        "team": ("judges", "perps")[team],
        "card": None if card == HIDDEN else card,
        "rations": [b.least_rations, b.rations] if known else [0, PLENTY],
        "ammo": [b.least_ammo, b.ammo] if known else [0, PLENTY],
        "health": [b.least_health, b.health] if known else [0, EVERYBODY],
        "death": b.death or b.unknown,
    }


# What the day still brings

MEALS = {
    (SOLO, DAWN): "CE-SODAWN-07",
    (SOLO, DUSK): "CE-SODUSK-07",
    (COOPERATIVE, DAWN): "CE-DAWN-13",
    (COOPERATIVE, DUSK): "CE-DUSK-06",
}
STEPS = {SOLO: "CE-SODUSK-08", COOPERATIVE: "CE-DUSK-07"}
DAWNS = (COOPERATIVE_DAWN, SOLO_DAWN, VERSUS_DAWN)


def to_come(v: Table, team: int, found: list[tuple[int, Bounds]]) -> list[dict[str, Any]]:
    """CE-GOAL-06, CE-HHROWS-20, CE-DUSK-07: the meals, and the perps' step after dusk."""
    now: Procedure | None = v.now
    while now is not None and not isinstance(now, Investigation):
        now = now.under
    if v.over or now is None:
        return []
    dawn = now.kind in DAWNS
    meal = meal_words(ground_of(v, team), found)
    told = [] if at_table(v) else [told_meal(v, DAWN if dawn else DUSK, meal)]
    if dawn:
        told.append(told_meal(v, DUSK, "After dusk: eat again"))
    if v.mode != HEAD_TO_HEAD:
        text = "After dusk: the perps advance one place"
        told.append({"text": text, "rules": [STEPS[int(v.mode)]]})
    return told


def at_table(v: Table) -> bool:
    """Whether the meal after the row is under way: it asks who takes radiation instead."""
    p: Procedure | None = v.now
    while p is not None and not (isinstance(p, Action) and p.kind == EAT):
        p = p.under
    return p is not None and isinstance(p.under, Investigation)


def told_meal(v: Table, time: int, text: str) -> dict[str, Any]:
    """With the rule of the mode."""
    return {"text": text, "rules": [MEALS.get((int(v.mode), time), "CE-HHROWS-20")]}


def meal_words(g: Ground, found: list[tuple[int, Bounds]]) -> str:
    """With numbers, if it is certain what there will be to eat."""
    after = [b for _, b in found]
    after += [at_the_end(g, after[-1])] if after else []
    open_end = any(b.swap or b.psi or b.skips or b.removed or b.unknown for b in after)
    if not after or open_end or after[-1].least_rations != after[-1].rations:
        return "After this row: eat, one ration"
    rations = after[-1].rations
    if not rations:
        return "After this row: nothing to eat, radiation instead"
    return f"After this row: eat, {rations} to {rations - 1}"


def at_the_end(g: Ground, b: Bounds) -> Bounds:
    """CE-RULING-27: what the location does after the last card comes before the ration."""
    courses = [
        carry_out(g, copied(b), symbols_in(g.pack.at_end[place])) for place in g.reachable(b.moved)
    ]
    ended = courses[0]
    for course in courses[1:]:
        ended = joined(ended, course)
    return ended
