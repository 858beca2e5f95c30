"""Helter Skelter drawn from a seat's view: the map, the teams, what is under way, the hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from adjudge.games.helter_skelter.describe import content_of
from adjudge.games.helter_skelter.schema import MAP_IDS
from adjudge.kernel.game import Option
from adjudge.match import Match
from adjudge.packs import LoadedPack
from adjudge.terminal.drawing import Drawing, Entry
from adjudge.terminal.helter_cards import Cards
from adjudge.terminal.helter_cast import FRAGMENT, TEAM_SIGNS, Cast, everybody
from adjudge.terminal.helter_map import HATCH, HATCH_STYLE, LINE_STYLES, WALL, Picture, Raster
from adjudge.terminal.helter_orders import StandingOrders
from adjudge.terminal.helter_sight import Sight
from adjudge.terminal.layout import flowing, titled
from adjudge.terminal.screen import FAINT, LAMP, cited
from adjudge.terminal.signs import PAY

SIDE_WIDTH = 40
BESIDE = 110  # columns from which the teams stand beside the map
MOST_MAP = 92
LEAST_MAP = 60
SHAPE = 0.38  # rows to a column: a board's shape in cells twice as high as wide
POINTS = 5
COVER_SIGN, HIGH_SIGN = "▒", "▲"
OPENING = "sight WHO lights what a figure sees; auto says when you are asked to interrupt."
UNKNOWN = "?"


class HelterSkelterDrawing(Drawing):
    """Draws what a view holds, with the pack's words; it knows nothing hidden."""

    def __init__(self, pack: LoadedPack) -> None:
        self.facts = pack.facts
        self.content = content_of(pack.facts)
        self.cast = Cast(self.content)
        self.cards = Cards(self.cast)
        self.orders = StandingOrders()
        self.sight = Sight(self)
        self.rasters: dict[tuple[str, int], Raster] = {}

    # The parts that every drawing has

    def opening(self) -> RenderableType:
        """The signs of the map, once at the start."""
        signs = Columns([Text.assemble(sign, f" {name}") for sign, name in self.signs()])
        return Group(signs, Text(OPENING))

    def legend(self) -> RenderableType:
        """Every sign with its meaning."""
        grid = Table.grid(padding=(0, 2))
        for drawn, name in self.signs():
            grid.add_row(drawn, name)
        for sign, meaning in (
            ("12", "a space's number, where lines of sight are drawn from"),
            ("★Dr", "a figure: its team's sign and its tag, as listed beside the map"),
            ("+2", "two more stand here than there is room for: the lists name them"),
            ("♥♡", "health cubes on the card, and those lost"),
            ("■□", "points of five: an enemy killed or a fragment collected is one"),
            ("Dr Gi", "on a card: the symbols that pay for MOVE, CLIMB and COLLECT"),
            ("Dr SNIPE", "on a card: an action linked to that character"),
            ("any MELEE", "on a card: a wild action, for any of yours; MELEE also blocks"),
        ):
            grid.add_row(sign, meaning)
        return grid

    def signs(self) -> Iterator[tuple[Text, str]]:
        """What is drawn on the map."""
        yield Text("┃━", LINE_STYLES[WALL]), "wall"
        yield Text("║═", "bold"), "edge of high ground"
        yield Text(HATCH * 2, HATCH_STYLE), "fall"
        yield Text(f"{COVER_SIGN}12", "bold"), "cover"
        yield Text(f"{HIGH_SIGN}12", "bold"), "high ground"
        yield Text(FRAGMENT), "fragment"
        for team, sign in TEAM_SIGNS.items():
            yield Text(sign, self.cast.style(team)), self.cast.teams[team].title

    def table(self, view: Mapping[str, Any], width: int) -> RenderableType:
        """Everything on the table that the seat may know."""
        t, seat = view["table"], view["seat"]
        parts = [self.header(t, seat, width), *self.map_and_sides(view, width)]
        parts += self.own_cards(t, seat, width)
        return Group(*parts, *self.under_way(t, seat, width))

    def ending(self, match: Match) -> RenderableType:
        """HS-END-01, HS-END-02: each side's points, and where they came from."""
        grid = Table.grid(padding=(0, 2))
        for seat, player in enumerate(match.view(None)["table"]["players"]):
            kills, fragments = len(player["taken"]), player["collected"]
            team = self.cast.teams[player["team"]].title
            points = Text(f"{kills + fragments} points", "bold")
            words = f"{kills} killed, {fragments} fragments"
            grid.add_row(f"  Seat {seat}, {team}", points, words, cited(["HS-END-01"], FAINT))
        return grid

    def commands(self) -> Mapping[str, Entry]:
        """Looking around, and standing orders."""
        return {
            "map": ("map", "draw the table again", lambda s, seat, rest: s.draw(seat)),
            "sight": (
                "sight WHO or N [WHO or N]",
                "what is seen from there; with two, what blocks that line",
                self.sight.command,
            ),
            "card": ("card N", "a card of yours, and where it is", self.cards.look),
            "team": (
                "team [SEAT]",
                "a team card: how often each symbol is in the deck",
                self.cards.team,
            ),
            "auto": (
                "auto ask|card|end|never",
                "when to ask you about INTERRUPT; auto alone says more",
                self.orders.command,
            ),
        }

    def at_once(self, match: Match, seat: int, alone: bool) -> tuple[Option, str] | None:
        """HS-RULING-22: what standing orders answer; one person alone also skips the forced."""
        return self.orders.at_once(match, seat, alone)

    def step(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> RenderableType | None:
        """While somebody pays or chooses, only what is under way has changed."""
        if on_the_board(before["table"]) != on_the_board(now["table"]):
            return None
        return Group(*self.under_way(now["table"], now["seat"], 1000))

    # The parts of the table

    def header(self, t: Mapping[str, Any], seat: int | None, width: int) -> RenderableType:
        """Which turn, whose, on which map."""
        left = Text("Preparation", "bold")
        if t["turn"]:
            holder = "you hold" if t["marker"] == seat else f"Seat {t['marker']} holds"
            left = Text(f"Turn {t['turn']} · {holder} the marker", "bold")
        right = Text(self.board_title(t), FAINT)
        if len(left) + len(right) + 3 > width:
            return Group(left, right)
        return Text.assemble(left, " " * (width - len(left) - len(right)), right)

    def board_title(self, t: Mapping[str, Any]) -> str:
        """The name of the map."""
        return self.content.maps[MAP_IDS.index(t["map"])].title

    def map_and_sides(self, view: Mapping[str, Any], width: int) -> list[RenderableType]:
        """The sides beside the map where there is room, else below it in columns."""
        t = view["table"]
        picture = self.picture(t, self.raster(t, width)).lines()
        sides = [self.side(view, seat) for seat in range(t["seats"])]
        if width < BESIDE:
            across = max(1, width // SIDE_WIDTH)
            rows = [sides[i : i + across] for i in range(0, len(sides), across)]
            return [*picture, *map(abreast, rows)]
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=len(picture[0]))
        grid.add_column(width=SIDE_WIDTH)
        beside = [line for side in sides for line in [*side, Text()]]
        grid.add_row(Group(*picture), Group(*beside))
        return [grid]

    def raster(self, t: Mapping[str, Any], width: int) -> Raster:
        """The map at the size for so many columns; made once."""
        across = width - SIDE_WIDTH - 1 if width >= BESIDE else width
        across = max(LEAST_MAP, min(MOST_MAP, across))
        if (t["map"], across) not in self.rasters:
            board = self.content.maps[MAP_IDS.index(t["map"])]
            self.rasters[t["map"], across] = Raster(board, across, round(across * SHAPE))
        return self.rasters[t["map"], across]

    def picture(
        self, t: Mapping[str, Any], raster: Raster, lit: set[int] | None = None, at: int = 0
    ) -> Picture:
        """The map with numbers, fragments and figures; what is not lit lies in the dark."""
        picture = Picture(raster, None if lit is None else lambda place: place not in lit)
        for space in raster.board.space:
            sign = (HIGH_SIGN if space.high else "") + (COVER_SIGN if space.cover else "")
            style = LAMP if space.number == at else "bold reverse" if space.cover else "bold"
            if lit is not None and space.number not in lit:
                style = FAINT
            name = [(sign, style.removesuffix(" reverse")), (str(space.number), style)]
            picture.write(space.number, name, self.tokens(t, space.number))
        return picture

    def tokens(self, t: Mapping[str, Any], space: int) -> Iterator[Sequence[tuple[str, str]]]:
        """Figures and fragments on a space."""
        for seat, id, figures in everybody(t):
            if figures["space"] == space:
                yield self.cast.token(id)
        for player in t["players"]:
            if space in player["fragments"]:
                yield self.cast.fragment(player["team"])

    def side(self, view: Mapping[str, Any], seat: int) -> list[Text]:
        """A player's side: points, piles, fragments, and each character."""
        t, player = view["table"], view["table"]["players"][seat]
        team, style = player["team"], self.cast.style(player["team"])
        player_is = "you" if seat == view["seat"] else f"Seat {seat}"
        title = f"{TEAM_SIGNS[team]} {self.cast.teams[team].title}, {player_is}"
        points = view["shown"]["points"][seat]
        boxes = "■" * points + "□" * (POINTS - points)
        lines = [
            Text.assemble((f"{title:<{SIDE_WIDTH - 6}}", style), (boxes, "bold")),
            Text(f"   {self.piles(t, seat)}", FAINT),
            Text(f"   {self.on_the_floor(player)}", FAINT),
        ]
        return lines + [
            self.character(t, view["seat"] == seat, id, figures)
            for id, figures in player["characters"].items()
        ]

    def piles(self, t: Mapping[str, Any], seat: int) -> str:
        """How many cards where, the marker, and warp cubes."""
        player = t["players"][seat]
        hand, deck = (count(player[pile]) for pile in ("hand", "deck"))
        words = f"hand {hand}, deck {deck}, discard {len(player['discard'])}"
        if t["turn"] and t["marker"] == seat:
            words += ", marker"
        if t["warp"] and any(map(self.cast.warps, player["characters"])):
            words += f", warp {'◈' * t['warp']}"
        return words + (", eliminated" if player["eliminated"] else "")

    def on_the_floor(self, player: Mapping[str, Any]) -> str:
        """Where the fragments lie, and how many are collected."""
        lying = " ".join(map(str, player["fragments"])) or "no fragments"
        taken = f", {player['collected']} collected" if player["collected"] else ""
        return f"{FRAGMENT} {lying}{taken}"

    def character(
        self, t: Mapping[str, Any], own: bool, id: str, figures: Mapping[str, Any]
    ) -> Text:
        """Tag, name, health, and where the figure is."""
        member = self.cast.members[id]
        name = f"{self.cast.name(t, id):<21}"
        if not figures["health"]:
            dead = Text(f" {member.tag} {name}", "strike dim")
            return Text.assemble(dead, (" dead", FAINT))
        lost = max(0, member.health - figures["health"])
        hearts = Text.assemble(("♥" * figures["health"], PAY), ("♡" * lost, FAINT))
        gap = " " * max(1, 5 - len(hearts))
        tag = (f" {member.tag} ", self.cast.style(member.team))
        return Text.assemble(tag, name, hearts, gap, self.whereabouts(t, own, id, figures))

    def whereabouts(
        self, t: Mapping[str, Any], own: bool, id: str, figures: Mapping[str, Any]
    ) -> Text:
        """On a space, or waiting; where it will start is told only to its own player."""
        if figures["space"] is not None:
            board = self.content.maps[MAP_IDS.index(t["map"])]
            space = next(s for s in board.space if s.number == figures["space"])
            sort = f"{' high' if space.high else ''}{' cover' if space.cover else ''}"
            return Text.assemble((str(space.number), "bold"), (sort, FAINT))
        start = figures["map_card"]
        if not own or start in (None, UNKNOWN):
            return Text("waits" if start is not None else "to place", FAINT)
        second = t["stealth_card"] if self.stealthy(id) else None
        return Text(f"waits {start}{f'/{second}' if second else ''}", "italic")

    def stealthy(self, id: str) -> bool:
        """HS-SLAINE-11: who has two map cards."""
        return any(
            c.id == id and c.ability == "stealth"
            for team in self.content.teams
            for c in team.character
        )

    # Cards

    def own_cards(self, t: Mapping[str, Any], seat: int | None, width: int) -> list[RenderableType]:
        """The map cards still to be assigned, and the hand."""
        parts: list[RenderableType] = []
        if seat is None:
            return parts
        player = t["players"][seat]
        if isinstance(player["map_cards"], list) and player["map_cards"]:
            numbers = ", ".join(map(str, player["map_cards"]))
            parts += [titled("Your map cards"), Text(f"  {numbers}")]
        if isinstance(player["hand"], list) and player["hand"]:
            parts += [titled("Your hand"), self.cards.hand(player["team"], player["hand"], width)]
        return parts

    # What is under way

    def under_way(self, t: Mapping[str, Any], seat: int | None, width: int) -> list[RenderableType]:
        """Turns within turns, the action, and what it waits for, from the outermost on."""
        crumbs = [words for record in t["agenda"] if (words := self.crumb(t, seat, record))]
        if not crumbs:
            return []
        parts = [Text(f"{'▸ ' if i else ''}{words}") for i, words in enumerate(crumbs)]
        return list(flowing([Text("  Now", FAINT), *parts], width, 6))

    def crumb(self, t: Mapping[str, Any], seat: int | None, record: Mapping[str, Any]) -> str:
        """One thing under way in a few words; the game itself goes without saying."""
        kind = record["is"]
        if kind == "game":
            return "" if t["turn"] else "everybody chooses start spaces"
        if kind == "turn":
            return f"{whose(record['player'], seat)} turn {t['turn']}"
        if kind == "interrupting-turn":
            return f"{whose(record['player'], seat)} interrupting turn"
        if kind == "window":
            return "anybody else may interrupt"
        return self.action_crumb(t, record)

    def action_crumb(self, t: Mapping[str, Any], record: Mapping[str, Any]) -> str:
        """An action: who, what, against whom, and who has still to answer."""
        words = f"{self.cast.name(t, record['who'])}: {record['is'].replace('-', ' ').upper()}"
        if record["is"] not in ("move", "climb", "fly", "collect-fragment") and record["at"] > 1:
            at = record["target"]
            named = (
                f"space {at}"
                if record["is"] == "explode"
                else self.cast.name(t, self.cast.numbered(at))
            )
            words += f" {'of' if record['is'] in ('rally', 'heal') else 'at'} {named}"
        if record["waiting"] and record["at"] > 1:
            words += (
                f", {' and '.join(self.cast.name(t, id) for id in record['waiting'])} to answer"
            )
        return words


def whose(player: int, seat: int | None) -> str:
    """A seat's, or yours."""
    return "your" if player == seat else f"Seat {player}'s"


def abreast(sides: Sequence[Sequence[Text]]) -> RenderableType:
    """Players' sides beside each other."""
    grid = Table.grid()
    for side in sides:
        grid.add_column(width=SIDE_WIDTH)
    grid.add_row(*(Group(*side) for side in sides))
    return grid


def count(pile: Any) -> int:
    """How many cards, known or not."""
    return pile if isinstance(pile, int) else len(pile)


def on_the_board(t: Mapping[str, Any]) -> Any:
    """Everything but the cards that change hands and what is under way."""
    sides = [
        {k: v for k, v in player.items() if k not in ("hand", "deck", "discard")}
        for player in t["players"]
    ]
    return sides, t["turn"], t["marker"], t["warp"], t["warped"]
