"""The action cards of Helter Skelter: the hand, one card, a team card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from adjudge.games.helter_skelter.schema import Card, team_card
from adjudge.games.helter_skelter.state import MOST_IN_HAND
from adjudge.terminal.helter_cast import Cast
from adjudge.terminal.layout import card_box
from adjudge.terminal.screen import FAINT

if TYPE_CHECKING:
    from adjudge.terminal.session import Session

BOXES = 110  # columns from which a hand of seven lies side by side
MOST_CARD = 20  # columns of a card


class Cards:
    """Draws cards of any team, with the tags of its characters."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast

    def hand(self, team: str, cards: Sequence[int], width: int) -> RenderableType:
        """Boxes side by side where there is room, else lines."""
        if width < BOXES:
            return Group(*(self.card_line(team, card) for card in cards))
        each = min(MOST_CARD, width // MOST_IN_HAND)
        grid = Table.grid()
        for card in cards:
            grid.add_column(width=each)
        grid.add_row(*(self.card_face(team, card) for card in cards))
        return grid

    def card_face(self, team: str, number: int) -> RenderableType:
        """A card: its symbols, the linked action, the wild one."""
        card = self.cast.card(team, number)
        actions = list(self.actions(team, card))
        blank = [(Text(), Text())] * (2 - len(actions))
        return card_box(str(number), self.symbols(team, card), actions + blank, False)

    def card_line(self, team: str, number: int) -> Text:
        """The same on a line."""
        card = self.cast.card(team, number)
        line = Text.assemble(f"  {number:>2}  ", self.symbols(team, card))
        line.append(" " * max(1, 16 - len(line)))
        for to, action in self.actions(team, card):
            line = Text.assemble(line, " | ", to, " ", action)
        return line

    def symbols(self, team: str, card: Card) -> Text:
        """Whose MOVE, CLIMB or COLLECT it pays for."""
        return Text(
            " ".join(self.cast.members[id].tag for id in card.symbols), self.cast.style(team)
        )

    def actions(self, team: str, card: Card) -> Iterator[tuple[Text, Text]]:
        """Who may use it for what."""
        if card.linked is not None:
            tag = self.cast.members[card.linked.to].tag
            yield Text(tag, self.cast.style(team)), Text(card.linked.action.upper(), "bold")
        if card.wild is not None:
            yield Text("any", FAINT), Text(card.wild.upper())

    def look(self, session: Session, seat: int, rest: str) -> None:
        """One card of the own team, and whether it is in hand or discarded."""
        player = session.match.view(seat)["table"]["players"][seat]
        team = player["team"]
        if not rest.isdigit() or not 1 <= int(rest[:9]) <= len(self.cast.teams[team].card):
            session.screen.say(f"card takes a number from 1 to {len(self.cast.teams[team].card)}.")
            return
        number = int(rest[:9])
        card = self.cast.card(team, number)
        where = "in your hand" if number in player["hand"] else "in your deck"
        where = "discarded" if number in player["discard"] else where
        names = " or ".join(self.cast.members[id].name for id in card.symbols)
        session.screen.say(f"Card {number}, {where}.")
        session.screen.say(f"  It pays for a MOVE, CLIMB or COLLECT of {names}.")
        if card.linked is not None:
            to = self.cast.members[card.linked.to].name
            session.screen.say(f"  Linked: {card.linked.action.upper()}, for {to} only.")
        if card.wild is not None:
            session.screen.say(f"  Wild: {card.wild.upper()}, for anybody in the team.")

    def team(self, session: Session, seat: int, rest: str) -> None:
        """HS-PARTS-16: a team card's front, and what the team can do."""
        players = session.match.view(seat)["table"]["players"]
        chosen = rest or str(seat)
        if not chosen.isdigit() or int(chosen[:9]) >= len(players):
            session.screen.say(f"team takes a seat from 0 to {len(players) - 1}.")
            return
        team = self.cast.teams[players[int(chosen)]["team"]]
        session.screen.say(f"{team.title}: {', '.join(team.rules)}")
        grid = Table.grid(padding=(0, 2))
        grid.add_row("", "linked", "wild")
        for action, counts in team_card(team).items():
            grid.add_row(f"  {action.upper()}", str(counts["linked"]), str(counts["wild"]))
        session.screen.show(grid)
        for c in team.character:
            session.screen.say(f"  {self.cast.members[c.id].tag} {c.name}: {c.reminder}")
