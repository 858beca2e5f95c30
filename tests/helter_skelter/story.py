"""Sets up a position in one line, plays it by name, and asks what a player would see.

    s = story({"dredd": 1, "wulf": 1}, hands=[[card("dredd", wild="melee")]])
    s.choose("melee dredd", "pay 1", "take-damage")
    assert s.health("wulf") == 2

The board is a plain grid of eight columns and five rows, numbered like text: 1 to 8 in the first
row. Everybody starts with three health, Sláine with five. Who is not named waits undeployed. Every
choice is also played on a copy and on a saved and loaded twin, and the three must agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

import adjudge
from adjudge.games.helter_skelter.map_schema import Fall, Map, Space, Wall
from adjudge.games.helter_skelter.schema import ROSTER, Card, Content, Link, facts_of
from adjudge.kernel.notation import digest
from adjudge.packs import LoadedPack, default_pack

GAME = adjudge.game("helter-skelter")
TEAMS = tuple(ROSTER)
SIDE = 100  # of a space of the grid
COLUMNS, ROWS = 8, 5


@dataclass(frozen=True)
class Board:
    """A grid: which spaces are cover or high, what is walled off, and where a fall lies.

    A wall is a pair of neighbours. A row of `falls` has a fall between its fourth and fifth space,
    a row of `wide_falls` two of them side by side; in the other rows the fourth space is longer.
    A pair in `half_walls` has a wall from the first corner of its border to just past the middle.
    `at` moves number discs within their spaces.
    """

    cover: tuple[int, ...] = ()
    high: tuple[int, ...] = ()
    walls: tuple[tuple[int, int], ...] = ()
    falls: tuple[int, ...] = ()
    wide_falls: tuple[int, ...] = ()
    at: tuple[tuple[int, tuple[int, int]], ...] = ()
    half_walls: tuple[tuple[int, int], ...] = ()


def corners(board: Board, number: int) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a space."""
    row, column = divmod(number - 1, COLUMNS)
    gap = bool(board.falls or board.wide_falls)
    left = column * SIDE + (SIDE if gap and column > 3 else 0)
    right = left + SIDE
    if gap and column == 3 and row + 1 not in (*board.falls, *board.wide_falls):
        right += SIDE
    return left, row * SIDE, right, row * SIDE + SIDE


def rectangle(left: int, top: int, right: int, bottom: int) -> list[tuple[int, int]]:
    """As an outline."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def drawn(board: Board) -> Map:
    """The grid as a map."""
    discs = dict(board.at)
    spaces = []
    for number in range(1, COLUMNS * ROWS + 1):
        left, top, right, bottom = corners(board, number)
        at = discs.get(number, (left + SIDE // 2, top + SIDE // 2))
        outline = rectangle(left, top, right, bottom)
        cover, high = number in board.cover, number in board.high
        spaces.append(Space(number, at, outline, "room", cover=cover, high=high))
    falls = []
    for row in (*board.falls, *board.wide_falls):
        top = (row - 1) * SIDE
        middle = 4 * SIDE + SIDE // 2
        if row in board.wide_falls:
            falls.append(Fall(rectangle(4 * SIDE, top, middle, top + SIDE)))
            falls.append(Fall(rectangle(middle, top, 5 * SIDE, top + SIDE)))
        else:
            falls.append(Fall(rectangle(4 * SIDE, top, 5 * SIDE, top + SIDE)))
    walls = [Wall(shared_side(board, a, b)) for a, b in board.walls]
    walls += [Wall(half_of(shared_side(board, a, b))) for a, b in board.half_walls]
    width = (COLUMNS + bool(falls)) * SIDE
    return Map("Story", (width, ROWS * SIDE), spaces, walls, falls)


def shared_side(board: Board, a: int, b: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where two neighbours meet."""
    left, top, right, bottom = corners(board, min(a, b))
    if abs(a - b) == 1:
        return (right, top), (right, bottom)
    return (left, bottom), (corners(board, min(a, b) + COLUMNS)[2], bottom)


def half_of(
    side: tuple[tuple[int, int], tuple[int, int]],
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The side from its first corner to just past its middle."""
    (left, top), (right, bottom) = side
    return (left, top), (left + (right - left) * 3 // 5, top + (bottom - top) * 3 // 5)


OPEN = Board()


def card(*symbols: str, linked: str = "", wild: str | None = None) -> Card:
    """A card of our own: linked="snipe dredd", wild="melee"."""
    link = None
    if linked:
        action, to = linked.split()
        link = Link(action, to)  # type: ignore[arg-type]
    return Card(list(symbols), link, wild)  # type: ignore[arg-type]


@cache
def story_pack(board: Board, decks: bytes, health: tuple[tuple[str, int], ...]) -> LoadedPack:
    """The default pack on a plain board, with decks and health of our own."""
    content = msgspec.convert(dict(default_pack(GAME).content), Content)
    content.grand_hall = content.city_blocks = drawn(board)
    content.multiplayer = []
    cards = msgspec.json.decode(decks, type=list[list[Card]])
    for team, deck in zip(content.teams, cards, strict=True):
        filler = Card([team.character[0].id])
        team.card = [*deck, *[filler] * (30 - len(deck))]
        for character in team.character:
            character.health = dict(health).get(character.id, 5 if character.id == "slaine" else 3)
    hash = f"story:{digest(repr((board, decks, health)))}"
    return LoadedPack("story", "1", "Story", GAME, hash, {}, facts_of(content))


def record(name: str, at: int, **fields: Any) -> dict[str, Any]:
    """An entry of the agenda."""
    return {"is": name, "at": at, **fields}


def story(
    places: Mapping[str, int] | None = None,
    *,
    hands: Sequence[Sequence[Card]] = (),
    decks: Sequence[Sequence[Card]] = (),
    discards: Sequence[Sequence[Card]] = (),
    teams: Sequence[str] = ("judges", "strontium-dogs"),
    board: Board = OPEN,
    health: Mapping[str, int] | None = None,
    starting: Mapping[str, int] | None = None,
    dead: Sequence[str] = (),
    waiting: Mapping[str, int] | None = None,
    stealth_card: int | None = None,
    fragments: Sequence[Sequence[int]] = (),
    collected: Sequence[int] = (),
    taken: Sequence[Sequence[str]] = (),
    eliminated: Sequence[int] = (),
    marker: int = 0,
    turn: int = 9,
    quiet: int = 0,
    step: int = 2,
    warp: int = 0,
    warped: bool = False,
) -> Story:
    """A turn of the marker's holder, in step 2 (or 1).

    Cards are numbered per team from 1 in the order hand, top of the deck first, discard pile; the
    rest of the 30 are plain cards of the team's first character in the deck, below the named ones
    (with `discards` given they stay in the deck too). `waiting` gives map cards of undeployed
    characters; the others get some. `fragments` lists what still lies on the map, five each by
    default; the ones that are missing count as collected unless `collected` says otherwise.
    """
    places = dict(places or {})
    seats = len(teams)
    named = [[*at(hands, s), *at(decks, s), *at(discards, s)] for s in range(seats)]
    by_team = [named[list(teams).index(team)] if team in teams else [] for team in TEAMS]
    pack = story_pack(board, msgspec.json.encode(by_team), tuple(sorted((starting or {}).items())))
    setup: dict[str, Any] = {f"team_{seat}": team for seat, team in enumerate(teams)}
    saved = adjudge.new("helter-skelter", seats=seats, seed=1, pack=pack, **setup).save()
    table = saved["table"]
    lying = [list(at(fragments, s)) if s < len(fragments) else row_of_five(s) for s in range(seats)]
    free = iter(free_spaces(lying, waiting or {}, stealth_card))
    used = {space for spaces in lying for space in spaces}
    for seat, player in enumerate(table["players"]):
        n_hand, n_deck = len(at(hands, seat)), len(at(decks, seat))
        n_named = len(named[seat])
        player["hand"] = list(range(1, n_hand + 1))
        player["discard"] = list(range(n_hand + n_deck + 1, n_named + 1))
        top = list(range(n_hand + 1, n_hand + n_deck + 1))
        player["deck"] = [*range(n_named + 1, 31), *reversed(top)]
        player["map_cards"] = []
        player["fragments"] = sorted(lying[seat])
        player["collected"] = at(collected, seat) if collected else 5 - len(lying[seat])
        player["taken"] = list(at(taken, seat))
        player["eliminated"] = seat in eliminated
        for id, person in player["characters"].items():
            person["space"] = places.pop(id, None)
            person["health"] = (health or {}).get(id, person["health"])
            if id in dead or any(id in figures for figures in taken):
                person["health"], person["space"] = 0, None
            waits = person["space"] is None and person["health"] > 0
            person["map_card"] = (waiting or {}).get(id) or next(free) if waits else None
            used |= {person["map_card"]} - {None}
            if id == "ukko":
                other = stealth_card or next(free)
                table["stealth_card" if waits else "stealth_lost"] = other
                used.add(other)
    assert not places, f"nobody of the teams is called {list(places)}"
    lying_cards = {space for spaces in lying for space in spaces}
    table |= {
        "turn": turn,
        "marker": marker,
        "quiet": quiet,
        "warp": warp,
        "warped": warped,
        "undealt": [],
        "removed": sorted(set(range(1, 41)) - used | lying_cards),
        "agenda": [record("game", 5), record("turn", step - 1, player=marker)],
        "rng": {"state": "1234567", "script": None, "used": 0},
    }
    return Story(adjudge.load(saved, pack))


def at(lists: Sequence[Any], seat: int) -> Any:
    """What is given for a seat, or nothing."""
    return lists[seat] if seat < len(lists) else ()


def row_of_five(seat: int) -> list[int]:
    """Fragments that lie out of the way: the last row and the one before it."""
    return [[33, 34, 35, 36, 37], [25, 26, 27, 28, 29], [38, 39, 40, 30, 31], [17, 18, 19, 20, 21]][
        seat
    ]


def free_spaces(
    lying: list[list[int]], waiting: Mapping[str, int], stealth_card: int | None
) -> list[int]:
    """Map cards that nothing else uses, the last ones first."""
    used = {space for spaces in lying for space in spaces} | set(waiting.values()) | {stealth_card}
    return [space for space in range(40, 0, -1) if space not in used]


class Story:
    """A match and short questions about it."""

    def __init__(self, match: adjudge.Match) -> None:
        self.match = match

    # Playing

    def choose(self, *texts: str) -> Story:
        """Make these moves in order; each must be among the options."""
        for text in texts:
            assert self.match.prompt
            assert all(option.label and option.rules for option in self.match.options)
            copy, twin = self.match.copy(), adjudge.load(self.match.save(), self.match.pack)
            self.match.play(text)
            copy.play(text)
            twin.play(text)
            assert self.match.digest() == copy.digest() == twin.digest()
        return self

    def nobody_interrupts(self) -> Story:
        """Everybody who is asked in the window lets it pass."""
        assert self.in_window
        while self.in_window:
            self.choose("pass")
        return self

    @property
    def in_window(self) -> bool:
        """Whether somebody is asked for an INTERRUPT."""
        return "pass" in self.options

    @property
    def options(self) -> list[str]:
        """What may be chosen now, in the notation."""
        return [option.text for option in self.match.options]

    def offered(self, word: str) -> list[str]:
        """The options that begin with a word, without it: offered("to") == ["2", "9"]."""
        found = [text.split() for text in self.options]
        return [" ".join(words[1:]) for words in found if words[0] == word]

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

    def player(self, seat: int) -> dict[str, Any]:
        """A player's side of the table."""
        found: dict[str, Any] = self.table["players"][seat]
        return found

    def person(self, id: str) -> dict[str, Any]:
        """A character."""
        people = [player["characters"] for player in self.table["players"]]
        found: dict[str, Any] = next(team[id] for team in people if id in team)
        return found

    def health(self, id: str) -> int:
        """Health cubes on a character's card."""
        return int(self.person(id)["health"])

    def space(self, id: str) -> int | None:
        """Where a character stands."""
        space: int | None = self.person(id)["space"]
        return space

    def dead(self, id: str) -> bool:
        """Whether a character was killed."""
        return self.health(id) == 0

    def hand(self, seat: int) -> list[int]:
        """The cards in a hand, by number."""
        found: list[int] = self.player(seat)["hand"]
        return found

    def discard(self, seat: int) -> list[int]:
        """A discard pile, by number."""
        found: list[int] = self.player(seat)["discard"]
        return found

    def points(self, seat: int) -> int:
        """Figures taken and fragments collected."""
        return len(self.player(seat)["taken"]) + int(self.player(seat)["collected"])

    @property
    def doing(self) -> list[str]:
        """What is under way, the outermost first."""
        return [entry["is"] for entry in self.table["agenda"]]

    @property
    def winners(self) -> tuple[int, ...] | None:
        """Who won, or None while the game goes on."""
        return self.match.outcome.winners if self.match.outcome else None

    def told(self, seat: int | None = None) -> list[str]:
        """The events so far, by name, as a seat saw them."""
        return [event["what"] for event in self.match.events(seat)]
