"""Sets up a position in one line, plays it by name, and asks what a player would see.

    s = resolving([card(must=["wound"])], dredd=1)
    s.choose("wound dredd")
    assert s.dead("dredd")

Every choice is also played on a copy and on a saved and loaded twin, and the three must agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

import adjudge
from adjudge.games.cursed_earth.schema import Content, Encounter, Location, facts_of
from adjudge.kernel.notation import digest
from adjudge.packs import LoadedPack, default_pack

GAME = adjudge.game("cursed-earth")
NAMES = ("dredd", "giant", "anderson", "mean-machine", "satellat", "disciple")
SEATS = {"solo": 1, "cooperative": 2, "head-to-head": 2}

# Where an investigation is when its row is about to be resolved, and the round while it runs.
RESOLVING = {
    ("solo", "dawn"): ("solo-dawn", 11),
    ("solo", "dusk"): ("solo-dusk", 4),
    ("cooperative", "dawn"): ("cooperative-dawn", 4),
    ("cooperative", "dusk"): ("cooperative-dusk", 3),
    ("head-to-head", "dawn"): ("versus-dawn", 10),
    ("head-to-head", "dusk"): ("versus-dusk", 8),
}


@dataclass(frozen=True)
class Card:
    """A card of our own for a story: yellow, red and blue boxes."""

    must: tuple[tuple[str, ...], ...] = ()
    one_of: tuple[tuple[str, ...], ...] = ()
    may: tuple[tuple[str, ...], ...] = ()


def card(
    must: Sequence[str] = (),
    one_of: Sequence[Sequence[str]] = (),
    may: Sequence[Sequence[str]] = (),
    musts: Sequence[Sequence[str]] = (),
) -> Card:
    """One yellow box (or several with musts), red boxes, blue boxes."""
    yellow = (*((tuple(must),) if must else ()), *map(tuple, musts))
    return Card(yellow, tuple(map(tuple, one_of)), tuple(map(tuple, may)))


NOTHING = card(may=[["heal"]])  # a card that can be passed without effect


@cache
def story_pack(
    cards: tuple[tuple[int, Card], ...], places: tuple[tuple[str, str, Any], ...]
) -> LoadedPack:
    """The default pack with some cards and locations rewritten."""
    pack = default_pack(GAME)
    content = msgspec.convert(dict(pack.content), Content)
    for number, c in cards:
        boxes = {"events": c.must, "choices": c.one_of, "options": c.may}
        data = {"number": number, "title": f"Story {number}"} | boxes
        if number in (1, 13, 25, 36, 44):
            data["title"] = f"Story {number}!"
        content.encounter[number - 1] = msgspec.convert(data, Encounter)
    for name, key, value in places:
        i = next(i for i, place in enumerate(content.location) if slug(place.name) == name)
        cleared = {"name": content.location[i].name, "goal": content.location[i].goal, key: value}
        content.location[i] = msgspec.convert(cleared, Location)
    hash = pack.hash if not cards and not places else f"story:{hash_of(cards, places)}"
    return LoadedPack("story", "1", "Story", GAME, hash, {}, facts_of(content))


def hash_of(*parts: Any) -> str:
    """A name for a rewritten pack."""
    return digest(repr(parts))


def slug(name: str) -> str:
    """A location's name in the notation."""
    return "-".join(name.lower().split())


@cache
def plain_locations() -> tuple[str, ...]:
    """The ordinary locations, by name."""
    content = msgspec.convert(dict(default_pack(GAME).content), Content)
    return tuple(slug(place.name) for place in content.location if not place.goal)


def goal_name() -> str:
    """Max Normal's location."""
    content = msgspec.convert(dict(default_pack(GAME).content), Content)
    return next(slug(place.name) for place in content.location if place.goal)


class Story:
    """A match and short questions about it."""

    def __init__(self, match: adjudge.Match) -> None:
        self.match = match
        self.told = len(match.events(None))

    # Playing

    def choose(self, *texts: str) -> Story:
        """Make these moves in order; each must be among the options."""
        for text in texts:
            copy, twin = self.match.copy(), adjudge.load(self.match.save(), self.match.pack)
            self.match.play(text)
            copy.play(text)
            twin.play(text)
            assert self.match.digest() == copy.digest() == twin.digest()
        return self

    @property
    def options(self) -> list[str]:
        """What may be chosen now, in the notation."""
        return [option.text for option in self.match.options]

    @property
    def seat(self) -> int | None:
        """Who is asked."""
        return self.match.seat

    def why_not(self, text: str, seat: int | None = None) -> str:
        """The rule that forbids it now; empty if it is offered."""
        asked = self.match.seat if seat is None else seat
        refusal = self.match.why_not(asked or 0, text)
        return refusal.rules[0] if refusal else ""

    # Looking

    @property
    def table(self) -> dict[str, Any]:
        """The whole position, as saved."""
        table: dict[str, Any] = self.match.save()["table"]
        return table

    def view(self, seat: int | None) -> dict[str, Any]:
        """The table as a seat sees it."""
        table: dict[str, Any] = self.match.view(seat)["table"]
        return table

    def team(self, team: str = "judges") -> dict[str, Any]:
        """A team's tokens and cards."""
        found: dict[str, Any] = self.table["teams"][team]
        return found

    def person(self, name: str) -> dict[str, int]:
        """Health and radiation of a character."""
        people = self.team("judges")["characters"] | self.team("perps")["characters"]
        found: dict[str, int] = people[name]
        return found

    def health(self, name: str) -> int:
        """Health tokens on a character."""
        return self.person(name)["health"]

    def radiation(self, name: str) -> int:
        """Radiation tokens on a character."""
        return self.person(name)["radiation"]

    def dead(self, name: str) -> bool:
        """Whether a character is dead."""
        return self.health(name) == 0

    @property
    def rations(self) -> int:
        """The Judges' rations."""
        return int(self.team()["rations"])

    @property
    def ammo(self) -> int:
        """The Judges' ammunition."""
        return int(self.team()["ammo"])

    def kept(self, team: str = "judges") -> list[int]:
        """Cards in the team area."""
        area = self.team(team)
        return sorted(set(area["survival"]) | set(area["diplomacy"]))

    def pawn(self, team: str = "judges") -> int:
        """The place of a pawn, from 1."""
        return int(self.team(team)["pawn"])

    def row(self, side: str = "above") -> list[Any]:
        """The cards still to come in a row."""
        found: list[Any] = self.table["rows"][side]
        return found

    @property
    def discard(self) -> list[int]:
        """The discard pile, by number."""
        found: list[int] = self.table["discard"]
        return found

    @property
    def deck(self) -> list[int]:
        """The encounter deck, the top card first."""
        return list(reversed(self.table["deck"]))

    @property
    def reason(self) -> str:
        """Why the game ended; empty while it goes on."""
        return self.match.outcome.reason if self.match.outcome else ""

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Who won, or None while the game goes on."""
        return self.match.outcome.winners if self.match.outcome else None

    def news(self, seat: int | None = None) -> list[str]:
        """What has been told since the story began, by the events' names."""
        return [event["what"] for event in self.match.events(seat)][
            self.told if seat is None else 0 :
        ]


Row = Sequence[int | Card]


def resolving(
    row: Row, *, mode: str = "solo", time: str = "dawn", team: str = "judges", **position: Any
) -> Story:
    """A row about to be resolved by a team, its first question asked. Other keys: position_of()."""
    name, at = RESOLVING[mode, time]
    side = "above"
    seat = 0 if team == "judges" else 1
    investigation = record(name, at, played=6, drawn=3, picker=None, picked="above")
    if mode == "head-to-head":
        investigation |= {"picker": seat}
    encounters = record("encounters", 0, team=team, side=side)
    return position_of(mode, time, [investigation, encounters], rows={"above": row}, **position)


def starting(*, mode: str = "solo", time: str = "dawn", **position: Any) -> Story:
    """An investigation about to start: start effects, then the first card."""
    names = {"solo": "solo", "cooperative": "cooperative", "head-to-head": "versus"}
    investigation = record(
        f"{names[mode]}-{time}", 0, played=0, drawn=0, picker=None, picked="above"
    )
    return position_of(mode, time, [investigation], **position)


def record(name: str, at: int, **fields: Any) -> dict[str, Any]:
    """A procedure as it is saved."""
    return {"is": name, "at": at} | fields


def position_of(
    mode: str,
    time: str,
    agenda: Sequence[Mapping[str, Any]],
    *,
    seats: int | None = None,
    difficulty: str = "street-judge",
    senior: int = 0,
    first_senior: int | None = None,
    day: int = 1,
    judges_seat: int = 0,
    dawn_picker: int | None = None,
    rows: Mapping[str, Row] | None = None,
    hands: Sequence[Row] | None = None,
    deck: Row = (),
    deck_ends: bool = False,
    kept: Mapping[str, Row] | None = None,
    waiting: Sequence[tuple[str, int | Card, int]] = (),
    rations: int = 3,
    ammo: int = 4,
    perp_rations: int = 3,
    perp_ammo: int = 4,
    pawns: tuple[int, int] | None = None,
    locations: Sequence[str] = (),
    goal: int = 11,
    revealed: int | None = None,
    effects: Sequence[tuple[str, str, Any]] = (),
    caches: Sequence[int] = (),
    dice: Sequence[int] | None = None,
    health: Mapping[str, int] | None = None,
    radiation: Mapping[str, int] | None = None,
    met: tuple[int, int] = (0, 0),
    **people: int,
) -> Story:
    """Any position.

    rows, hands, deck (top first) and kept ("survival", "diplomacy", "perp_survival", ...) take card
    numbers or card(...). Cards named nowhere lie under the deck, or with deck_ends in the discard
    pile. dredd=2 sets health (mean_machine for two words), radiation={"dredd": 1} radiation.
    locations names the first places in order; goal is Max Normal's place; effects rewrites a
    location: ("ozark-silence", "start", ["wound"]). dice scripts the rolls.
    """
    seats = seats or SEATS[mode]
    numbers = Numbers()
    layout = {
        "above": numbers.of((rows or {}).get("above", ())),
        "below": numbers.of((rows or {}).get("below", ())),
    }
    in_hands = [numbers.of(hand) for hand in (hands or [() for seat in range(seats)])]
    top = numbers.of(deck)
    areas = {key: numbers.of(cards) for key, cards in (kept or {}).items()}
    asides = [(side, numbers.of([c])[0], seat) for side, c, seat in waiting]
    pack = story_pack(
        tuple(sorted(numbers.made.items(), key=lambda item: item[0])), frozen(effects)
    )
    options: dict[str, Any] = {"difficulty": difficulty}
    if mode == "head-to-head":
        options = {"judges": judges_seat}
    base = adjudge.new("cursed-earth", seats=seats, seed=1, pack=pack, mode=mode, **options)
    saved = base.save()
    table = saved["table"]
    named = [c for cards in (*layout.values(), *in_hands, top, *areas.values()) for c in cards]
    named += [c for side, c, seat in asides]
    rest = [
        c
        for c in range(1, 61)
        if c not in named and not (mode == "head-to-head" and c in (1, 13, 25, 36, 44))
    ]
    table |= {
        "round": day,
        "time": time,
        "senior": senior,
        "first_senior": senior if first_senior is None else first_senior,
        "judges_seat": judges_seat,
        "rows": layout,
        "hands": [sorted(hand) for hand in in_hands],
        "deck": [*([] if deck_ends else rest), *reversed(top)],
        "discard": rest if deck_ends else [],
        "waiting": [{"side": side, "face_down": c, "seen_by": seat} for side, c, seat in asides],
    }
    lay_locations(table, mode, pawns, locations, goal, revealed, caches)
    for team, tokens in (("judges", (ammo, rations)), ("perps", (perp_ammo, perp_rations))):
        side = table["teams"][team]
        if team == "judges" or mode == "head-to-head":
            side |= {"ammo": tokens[0], "rations": tokens[1]}
        side["met"] = met[team == "perps"]
        prefix = "" if team == "judges" else "perp_"
        side["survival"] = sorted(areas.get(prefix + "survival", []))
        side["diplomacy"] = sorted(areas.get(prefix + "diplomacy", []))
        for name, person in side["characters"].items():
            person["health"] = (health or {}).get(
                name, people.get(name.replace("-", "_"), person["health"])
            )
            person["radiation"] = (radiation or {}).get(name, 0)
    unknown = [name for name in people if name.replace("_", "-") not in NAMES]
    assert not unknown, f"nobody is called {unknown}"
    round_name = "versus-round" if mode == "head-to-head" else "round"
    if time == "dusk" and dawn_picker is None and mode == "head-to-head":
        dawn_picker = senior
    if time == "dawn" and mode == "head-to-head":
        dawn_picker = next((one["picker"] for one in agenda if "picker" in one), None)
    day_record = record(round_name, 1 if time == "dawn" else 2, picker=dawn_picker)
    table["agenda"] = [record("game", 0), day_record, *map(dict, agenda)]
    table["rng"] = {"state": "1234567", "script": None if dice is None else list(dice), "used": 0}
    return Story(adjudge.load(saved, pack))


class Numbers:
    """Gives cards of our own a number of the deck, in the order in which they are named."""

    def __init__(self) -> None:
        self.made: dict[int, Card] = {}
        self.free = iter([n for n in range(14, 61) if n not in (25, 36, 44)])

    def of(self, cards: Row) -> list[int]:
        """The numbers of these cards."""
        found = []
        for c in cards:
            if isinstance(c, Card):
                number = next(n for n in self.free if n not in cards)
                self.made[number] = c
                found.append(number)
            else:
                found.append(c)
        return found


def frozen(effects: Sequence[tuple[str, str, Any]]) -> tuple[tuple[str, str, Any], ...]:
    """Hashable."""
    return tuple((name, key, tuple(v) if isinstance(v, list) else v) for name, key, v in effects)


def lay_locations(
    table: dict[str, Any],
    mode: str,
    pawns: tuple[int, int] | None,
    locations: Sequence[str],
    goal: int,
    revealed: int | None,
    caches: Sequence[int],
) -> None:
    """Places from 1: the named locations first, quiet ones after, Max Normal at `goal`."""
    pawns = pawns or ((1, 1) if mode == "head-to-head" else (1, 3))
    quiet = ["ozark-silence"]
    others = [*locations, *[n for n in (*quiet, *plain_locations()) if n not in locations]]
    order = list(dict.fromkeys(others))[: len(table["locations"]) - 1]
    order.insert(goal - 1, goal_name())
    table["locations"] = order
    table["revealed"] = revealed or max(3, *pawns)
    table["caches"] = list(caches)
    table["teams"]["judges"]["pawn"], table["teams"]["perps"]["pawn"] = pawns
