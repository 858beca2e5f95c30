"""Who is who on a Helter Skelter table: signs, colours and two-letter tags; found by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from adjudge.games.helter_skelter.schema import TEAM_IDS, Card, Content
from adjudge.terminal.helter_map import Pieces

TEAM_SIGNS = dict(zip(TEAM_IDS, "★●♠♣", strict=True))
FRAGMENT = "◆"
COLOURS = {"blue": "#5cb0ff", "orange": "#ffa94d", "red": "#ff7b7b", "green": "#6fdc8c"}


@dataclass(frozen=True)
class Member:
    """A character as it is shown."""

    id: str
    name: str
    tag: str
    team: str
    health: int  # at the start


class Cast:
    """Everybody of a pack, with the tags that stand for them on the map."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.teams = dict(zip(TEAM_IDS, content.teams, strict=True))
        self.members: dict[str, Member] = {}
        taken: set[str] = set()
        for id, team in self.teams.items():
            for c in team.character:
                tag = tag_for(c.id, taken)
                taken.add(tag)
                self.members[c.id] = Member(c.id, c.name, tag, id, c.health)

    def style(self, team: str) -> str:
        """A team's colour."""
        return f"bold {COLOURS.get(self.teams[team].colour, 'white')}"

    def name(self, t: Mapping[str, Any], id: str) -> str:
        """HS-SLAINE-07: the name of the figure that stands there now."""
        warp = self.content.slaine.warp
        warped = t["warped"] and warp is not None and self.warps(id)
        return warp.name if warped and warp is not None else self.members[id].name

    def warps(self, id: str) -> bool:
        """Whether the character has the warp-spasm."""
        return any(c.id == id and c.ability == "warp-spasm" for c in self.content.slaine.character)

    def token(self, id: str) -> Pieces:
        """A figure on the map: the team's sign and the tag."""
        member = self.members[id]
        return [(f"{TEAM_SIGNS[member.team]}{member.tag}", self.style(member.team))]

    def fragment(self, team: str) -> Pieces:
        """A fragment on the map."""
        return [(f"{FRAGMENT}{TEAM_SIGNS[team]}", self.style(team))]

    def card(self, team: str, number: int) -> Card:
        """A card of a team's deck by its printed number."""
        return self.teams[team].card[number - 1]

    def numbered(self, n: int) -> str:
        """The character that the engine counts as the n-th."""
        team, i = divmod(n, 5)
        return self.content.teams[team].character[i].id


def tag_for(id: str, taken: set[str]) -> str:
    """The first letter, and the next one that makes the tag unlike the others."""
    for letter in id[1:]:
        if id[0].upper() + letter not in taken:
            return id[0].upper() + letter
    raise AssertionError(id)


# On a table


def everybody(t: Mapping[str, Any]) -> Iterator[tuple[int, str, Mapping[str, Any]]]:
    """Seat, id and figures of every character in the game."""
    for seat, player in enumerate(t["players"]):
        for id, figures in player["characters"].items():
            yield seat, id, figures


def space_of(t: Mapping[str, Any], id: str) -> int | None:
    """Where a character stands; None off the map or not in the game."""
    return next((figures["space"] for seat, who, figures in everybody(t) if who == id), None)


def meant(cast: Cast, t: Mapping[str, Any], words: str) -> list[str]:
    """The characters of the game whose id, tag, name or a word of it begins so."""
    low = words.lower()
    found = []
    for seat, id, figures in everybody(t):
        name = cast.name(t, id).lower()
        if low in (id, name, cast.members[id].tag.lower()):
            return [id]
        if any(part.startswith(low) for part in (id, name, *name.split())):
            found.append(id)
    return found
