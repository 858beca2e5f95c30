"""The Cursed Earth drawn from a seat's view: the hunt, the teams, the row, the hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from adjudge.games.cursed_earth.describe import content_of, location_words
from adjudge.games.cursed_earth.schema import Character, Content, slug
from adjudge.match import Match
from adjudge.packs import LoadedPack
from adjudge.terminal.drawing import Drawing
from adjudge.terminal.layout import WIDE, card_box, flowing, framed, laid_out, titled
from adjudge.terminal.screen import FAINT, LAMP, cited
from adjudge.terminal.signs import (
    PAY,
    SIGNS,
    boxes_in_a_line,
    full_legend,
    labelled_boxes,
    short_legend,
    sign,
    signs,
)

TEAM_WIDTH = 34
HUNT_WIDTH = 50
PAWNS = {"judges": ("J", "bold #5cb0ff"), "perps": ("P", "bold #ff8a66")}
TITLES = {"judges": "Judges", "perps": "Perps"}
TIMES = {"dawn": "☀ dawn", "dusk": "☾ dusk"}
EXPERTISE_SIGNS = {"survival": "▲", "diplomacy": "☺", "psi": "◉"}
UNKNOWN = "?"


class CursedEarthDrawing(Drawing):
    """Draws what a view holds, with the pack's words; it knows no rule and nothing hidden."""

    def __init__(self, pack: LoadedPack) -> None:
        self.content: Content = content_of(pack.facts)
        self.places = {slug(location.name): location for location in self.content.location}

    # The parts that every drawing has

    def opening(self) -> RenderableType:
        """The signs, once at the start."""
        return short_legend()

    def legend(self) -> RenderableType:
        """Every sign with its meaning."""
        return full_legend()

    def table(self, view: Mapping[str, Any], width: int) -> RenderableType:
        """Everything on the table that the seat may know."""
        t = view["table"] | {"shown": view["shown"]}
        teams = [team for team in ("judges", "perps") if self.plays(t, team)]
        parts: list[RenderableType] = [self.header(t, width)]
        parts += self.hunt_and_teams(t, teams, view["seat"], width)
        parts += self.rows(t, width)
        parts += self.cards_apart(t, view["seat"], width)
        now = under_way(t)
        return Group(*parts, now) if now else Group(*parts)

    def ending(self, match: Match) -> RenderableType:
        """The solo score, line by line."""
        if match.setup["mode"] != "solo":
            return ""
        return score_lines(match)

    # The parts of the table

    def plays(self, t: Mapping[str, Any], team: str) -> bool:
        """The perps have tokens only in head-to-head."""
        return team == "judges" or t["mode"] == "head-to-head"

    def header(self, t: Mapping[str, Any], width: int) -> RenderableType:
        """Mode, day, dawn or dusk, piles."""
        words = [f"Day {t['round']}", TIMES[t["time"]]]
        if t["seats"] > 1:
            words.append(f"Seat {t['senior']} is Senior Judge")
        deck = t["deck"] if isinstance(t["deck"], int) else len(t["deck"])
        piles = f"deck {deck}, discard {len(t['discard'])}"
        left = Text(" · ".join(words), "bold")
        right = Text(" · ".join([t["mode"], t["difficulty"].replace("-", " "), piles]), FAINT)
        if len(left) + len(right) + 3 > width:
            return Group(left, right)
        return Text.assemble(left, " " * (width - len(left) - len(right)), right)

    def hunt_and_teams(
        self, t: Mapping[str, Any], teams: Sequence[str], seat: int | None, width: int
    ) -> list[RenderableType]:
        """Side by side where there is room, else one below the other."""
        beside = width - TEAM_WIDTH * len(teams)
        if width < WIDE or beside < HUNT_WIDTH:
            parts: list[RenderableType] = [titled("The hunt"), *self.hunt(t, width)]
            for team in teams:
                parts += [titled(self.team_title(t, team, seat)), *self.team(t, team, width, True)]
            return parts
        hunt = self.hunt(t, beside - 4)
        lines = [self.team(t, team, TEAM_WIDTH - 4, False) for team in teams]
        height = 2 + max(map(len, [hunt, *lines]))
        grid = Table.grid()
        grid.add_row(
            framed("The hunt", hunt, beside, height),
            *(
                framed(self.team_title(t, team, seat), side, TEAM_WIDTH, height)
                for team, side in zip(teams, lines, strict=True)
            ),
        )
        return [grid]

    def hunt(self, t: Mapping[str, Any], width: int) -> list[Text]:
        """The track with both pawns, what the locations do, how far it is."""
        lines = self.track(t)
        first = min(t["teams"][team]["pawn"] for team in PAWNS)
        for place in range(first, t["revealed"] + 1):
            location = self.places[t["locations"][place - 1]]
            effect = Text(location_words(location, place in t["caches"]), FAINT)
            lines += flowing(
                [Text.assemble(pawns_at(t, place), f" {place:>2} {location.name} "), effect],
                width,
                6,
            )
        return [*lines, *flowing(self.steps(t), width, 2)]

    def track(self, t: Mapping[str, Any]) -> list[Text]:
        """A square for each place; where Max Normal may be; the pawns below."""
        first = min(t["teams"][team]["pawn"] for team in PAWNS)
        numbers, squares, pawns = Text(), Text(), Text()
        for place, name in enumerate(t["locations"], start=1):
            numbers.append(f"{place:<4}", FAINT)
            square = self.square(t, place, name, first)
            squares.append(square if place == len(t["locations"]) else f"{square}───")
            pawns.append_text(pawns_at(t, place)).append("  ")
        return [numbers, squares, pawns]

    def square(self, t: Mapping[str, Any], place: int, name: str, first: int) -> str:
        """How a place looks on the track."""
        if name == UNKNOWN:
            near, far = self.goal_places(t)
            return "?" if near <= place <= far else "░"
        if self.places[name].goal:
            return "★"
        return "■" if place >= first else "·"

    def goal_places(self, t: Mapping[str, Any]) -> tuple[int, int]:
        """CE-SETUP-18: the first and the last place where Max Normal can be, from what all see."""
        pawn = t["teams"]["judges"]["pawn"]
        nearest, furthest = t["shown"]["steps_to_goal"]["judges"]
        return pawn + nearest, pawn + furthest

    def steps(self, t: Mapping[str, Any]) -> list[Text]:
        """How far each side has to go, as a range."""
        ways = [Text("Steps to Max Normal:", "bold")]
        for team, title in TITLES.items():
            near, far = t["shown"]["steps_to_goal"][team]
            way = f"{near}" if near == far else f"{near} to {far}"
            ways.append(Text(f" {title} {way}", PAWNS[team][1]))
        return ways

    def team_title(self, t: Mapping[str, Any], team: str, seat: int | None) -> str:
        """Whose team it is, where that is a question."""
        if t["mode"] != "head-to-head":
            return TITLES[team]
        owner = t["judges_seat"] if team == "judges" else 1 - t["judges_seat"]
        return f"{TITLES[team]}, {'you' if owner == seat else f'Seat {owner}'}"

    def team(self, t: Mapping[str, Any], team: str, width: int, short: bool) -> list[Text]:
        """Hearts above radiation in the same columns (or beside), what is to spare, the stores."""
        lines = []
        for character in self.content.character:
            if character.team == team:
                tokens = t["teams"][team]["characters"][slug(character.name)]
                lines += character_lines(character, tokens, short)
        stores = t["teams"][team]
        held = Text(f"♨ {stores['rations']} rations   ▮ {stores['ammo']} ammunition", "bold")
        kept = [
            Text(f"{EXPERTISE_SIGNS[expertise]} {' '.join(map(str, stores[expertise])) or 'none'} ")
            for expertise in ("survival", "diplomacy")
        ]
        kept[0] = Text.assemble("kept ", kept[0])
        if short:
            return [*lines, *flowing([Text.assemble(held, "  "), *kept], width, 5)]
        return [*lines, held, *flowing(kept, width, 5)]

    def rows(self, t: Mapping[str, Any], width: int) -> list[RenderableType]:
        """The encounter row, or both of head-to-head, the current card first."""
        parts: list[RenderableType] = []
        sides = ("above", "below") if t["mode"] == "head-to-head" else ("above",)
        for side in sides:
            current = current_card(t, side)
            title = "Encounter row" if len(sides) == 1 else f"Row {side}"
            shown = [self.card(current, width, now=True)] if current is not None else []
            shown += [self.card(card, width) for card in t["rows"][side]]
            parts.append(titled(title))
            parts.append(laid_out(shown, width) if shown else Text("  empty", FAINT))
        for card in t["waiting"]:
            words = f"A face-down card waits {card['side']} the locations"
            parts.append(Text(f"  {words}{self.if_known(card['face_down'])}.", FAINT))
        return parts

    def card(self, card: Any, width: int, now: bool = False) -> RenderableType:
        """A card of the row: a box where there is room, else a line."""
        if isinstance(card, dict):
            words = f"face down{self.if_known(card['face_down'])}"
            return (
                card_box("", Text(words, FAINT), [], now) if width >= WIDE else Text(f"    {words}")
            )
        if width < WIDE:
            return self.card_line(card, width, now)
        printed = self.content.encounter[card - 1]
        return card_box(str(card), Text(printed.title, "bold"), labelled_boxes(printed), now)

    def if_known(self, card: Any) -> str:
        """The name of a face-down card, for the one who has seen it."""
        return "" if card == UNKNOWN else f", you have seen it: {self.name(card)}"

    def name(self, card: int) -> str:
        """Number and title."""
        return f"{card} {self.content.encounter[card - 1].title}"

    def card_line(self, card: int, width: int, now: bool = False) -> RenderableType:
        """A card on a line, or on more if they do not hold it."""
        printed = self.content.encounter[card - 1]
        mark = Text(f"{'▶' if now else ' '} {card:>2} ", LAMP if now else "")
        head = (mark, Text(f"{printed.title} ", "bold"))
        boxes = list(boxes_in_a_line(printed))
        return Group(*flowing([Text.assemble(*head, " ", boxes[0]), *boxes[1:]], width, 5))

    def cards_apart(
        self, t: Mapping[str, Any], seat: int | None, width: int
    ) -> list[RenderableType]:
        """A card drawn and not placed, what psi has drawn, and the hand; others' only by number."""
        parts: list[RenderableType] = []
        for record in t["agenda"]:
            if record["is"] == "placing":
                seen = record["card"] != UNKNOWN
                drawn = (
                    self.card_line(record["card"], width) if seen else Text("     unseen", FAINT)
                )
                parts += [titled("Drawn, to be placed"), drawn]
        psi = [card for card in t["psi_cards"] if card not in (None, UNKNOWN)]
        if psi:
            parts += [titled("Drawn by psi"), self.card_lines(psi, width)]
        for other, hand in enumerate(t["hands"]):
            if other == seat and hand:
                parts += [titled("Your hand"), self.card_lines(hand, width)]
        held = [
            f"Seat {other} holds {hand if isinstance(hand, int) else len(hand)}"
            for other, hand in enumerate(t["hands"])
            if other != seat
        ]
        return [*parts, Text(f"  {', '.join(held)}.", FAINT)] if held else parts

    def card_lines(self, cards: Iterable[int], width: int) -> RenderableType:
        """Cards as lines, in two columns where there is room."""
        if width < WIDE:
            return Group(*(self.card_line(card, width) for card in cards))
        column = width // 2 - 1
        lines = [self.card_line(card, column) for card in cards]
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=column)
        half = (len(lines) + 1) // 2
        for left, right in zip(lines[:half], [*lines[half:], ""], strict=False):
            grid.add_row(left, right)
        return grid


def pawns_at(t: Mapping[str, Any], place: int) -> Text:
    """The pawns on a place, two columns wide."""
    found = [mark for team, mark in PAWNS.items() if t["teams"][team]["pawn"] == place]
    return Text.assemble(*found, " " * (2 - len(found)))


def character_lines(character: Character, tokens: Mapping[str, int], short: bool) -> list[Text]:
    """Two lines: hearts, and radiation below them; or both on one."""
    health, radiation = tokens["health"], tokens["radiation"]
    expert = f"{EXPERTISE_SIGNS[character.expertise]} {character.expertise}"
    if health == 0:
        lines = [Text(f"{character.name:<13}", "strike dim"), Text(f"{expert:<13}dead", FAINT)]
        return [Text.assemble(*lines)] if short else lines
    spare = health - max(radiation, 1)
    hearts = Text.assemble(("♥" * health, PAY), ("♡" * (5 - health), FAINT))
    trefoils = Text.assemble(("☢" * radiation, "yellow"), ("·" * (5 - radiation), FAINT))
    left = Text(f"  {spare} to spare", "bold red" if spare == 0 else "")
    name = Text(f"{character.name:<13}", "bold")
    skill = Text(f"{expert:<13}", FAINT)
    if short:
        return [Text.assemble(name, skill, hearts, " ", trefoils, left)]
    return [Text.assemble(name, hearts), Text.assemble(skill, trefoils, left)]


def current_card(t: Mapping[str, Any], side: str) -> int | None:
    """The card being resolved in that row."""
    for record in t["agenda"]:
        if record["is"] == "encounter" and record["side"] == side:
            card: int = record["card"]
            return card
    return None


def under_way(t: Mapping[str, Any]) -> Text | None:
    """The symbol being carried out, and those that follow in its box."""
    acting = [record["is"] for record in t["agenda"] if record["is"] in SIGNS]
    if not acting:
        return None
    following = [
        symbol for record in t["agenda"] if record["is"] == "box" for symbol in record["symbols"]
    ]
    now = Text.assemble("  Now ", sign(acting[-1]), f" {acting[-1].replace('-', ' ')}")
    return Text.assemble(now, ", then ", signs(following)) if following else now


def score_lines(match: Match) -> RenderableType:
    """CE-SCORE-02: each part of the solo score, and the sum that the engine counted."""
    outcome = match.outcome
    assert outcome is not None
    grid = Table.grid(padding=(0, 2))
    grid.add_column()
    grid.add_column(justify="right")
    for line in match.view(None)["shown"]["score_lines"]:
        grid.add_row(f"  {line['text']}", str(line["points"]), cited(line["rules"], FAINT))
    grid.add_row("  Score", Text(str(outcome.scores[0]), "bold"), cited(["CE-SCORE-02"], FAINT))
    return grid
