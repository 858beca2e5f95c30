"""Content types of a Helter Skelter pack, and what the book demands of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

import msgspec

from adjudge.games.helter_skelter.geometry import Ground, survey
from adjudge.games.helter_skelter.map_check import check_map, check_map_cards
from adjudge.games.helter_skelter.map_schema import Map
from adjudge.games.helter_skelter.state import (
    CARDS,
    STRIDE,
    SYMBOLS,
    TEAM_SIZE,
    WARP_CUBES,
    Pack,
)
from adjudge.kernel.game import Invalid
from adjudge.kernel.reading import typed

Action = Literal[
    "melee",
    "smash",
    "snipe",
    "shotgun",
    "explode",
    "psi",
    "fly",
    "rally",
    "heal",
    "interrupt",
    "deflect",
    "cover",
]
ACTIONS: tuple[str, ...] = get_args(Action)  # from 1 on the numbers of state.py
LINKED_ONLY = frozenset({"shotgun", "explode", "psi", "fly", "rally", "heal"})
Ability = Literal["", "hi-ex", "vampirism", "demons", "warp-spasm", "stealth"]
Rule = Literal["hi-ex", "vampirism", "demons", "warp-spasm", "berserk", "stealth"]

# HS-JUD-01, HS-JUD-02, HS-DOGS-01, HS-DANTE-01, HS-SLAINE-01: who plays in which team, and how.
ROSTER: dict[str, dict[str, str]] = {
    "judges": {
        "giant": "",
        "anderson": "hi-ex",
        "hershey": "hi-ex",
        "dredd": "hi-ex",
        "mean-machine": "",
    },
    "strontium-dogs": {
        "middenface": "",
        "durham-red": "vampirism",
        "johnny-alpha": "",
        "wulf": "",
        "gronk": "",
    },
    "nikolai-dante": {"viktor": "", "jena": "", "nikolai": "", "elena": "", "lulu": "demons"},
    "slaine": {"ukko": "stealth", "slaine": "warp-spasm", "niamh": "", "kai": ""},
}
ROSTER_RULES = ("HS-JUD-01", "HS-DOGS-01", "HS-DANTE-01", "HS-SLAINE-01")
TEAM_IDS = tuple(ROSTER)
MAP_IDS = ("grand-hall", "city-blocks")
SPECIAL_RULES = {
    "judges": ["hi-ex"],
    "strontium-dogs": ["vampirism"],
    "nikolai-dante": ["demons"],
    "slaine": ["warp-spasm", "berserk", "stealth"],
}
HEALTH_CUBES = 65
DURHAM_RED = 3
NO_WAY = 20

Text = Annotated[str, msgspec.Meta(pattern=r"\S")]


class Character(msgspec.Struct, forbid_unknown_fields=True):
    """HS-PARTS-12: a symbol, a name, starting health, perhaps an ability, and a reminder."""

    id: Text
    name: Text
    health: Annotated[int, msgspec.Meta(ge=1, le=20)]
    reminder: str = ""
    ability: Ability = ""


class Warp(msgspec.Struct, forbid_unknown_fields=True):
    """HS-PARTS-01, HS-SLAINE-02: the card that takes Sláine's place, with his health."""

    id: Text
    name: Text
    ability: Literal["berserk"]
    reminder: str = ""


class Link(msgspec.Struct, forbid_unknown_fields=True):
    """HS-PARTS-14: an action, and the only character who can take it."""

    action: Action
    to: str


class Card(msgspec.Struct, forbid_unknown_fields=True):
    """HS-PARTS-14, HS-PARTS-15: character symbols, perhaps a linked and a wild action."""

    symbols: Annotated[list[str], msgspec.Meta(min_length=1)]
    linked: Link | None = None
    wild: Action | None = None


class Team(msgspec.Struct, forbid_unknown_fields=True):
    """HS-PARTS-07, HS-PARTS-17: a team card's back, the characters and the deck."""

    title: Text
    colour: Text
    rules: list[Rule]
    character: list[Character]
    card: list[Card]
    warp: Warp | None = None


class Content(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A whole pack."""

    judges: Team
    strontium_dogs: Team
    nikolai_dante: Team
    slaine: Team
    grand_hall: Map
    city_blocks: Map
    multiplayer: list[int]

    @property
    def teams(self) -> tuple[Team, Team, Team, Team]:
        """By number."""
        return (self.judges, self.strontium_dogs, self.nikolai_dante, self.slaine)

    @property
    def maps(self) -> tuple[Map, Map]:
        """By number."""
        return (self.grand_hall, self.city_blocks)


def read_content(data: Mapping[str, Any]) -> Content:
    """The typed content; Invalid names the path and the value."""
    content = typed(data, Content)
    for number, team in enumerate(content.teams):
        check_team(TEAM_IDS[number], team, ROSTER_RULES[number])
    check_health(content)
    check_looks(content)
    for id, board in zip(MAP_IDS, content.maps, strict=True):
        check_map(id, board)
    check_map_cards(content.multiplayer)
    return content


def check_team(id: str, team: Team, rule: str) -> None:
    """HS-PARTS-02, HS-PARTS-06, HS-PARTS-17: who is in it, what it can do, how many cards.

    HS-JUD-01, HS-DOGS-01, HS-DANTE-01, HS-SLAINE-01: the team that the book lists.
    """
    roster = ROSTER[id]
    if [character.id for character in team.character] != list(roster):
        raise Invalid(f"{id}.character: the team is {', '.join(roster)}, in this order [{rule}]")
    for i, character in enumerate(team.character):
        if character.ability != roster[character.id]:
            raise Invalid(
                f"{id}.character[{i}].ability: {character.ability!r} is not "
                f"{roster[character.id]!r} [HS-PARTS-17]"
            )
    if team.rules != SPECIAL_RULES[id]:
        raise Invalid(f"{id}.rules: {team.rules!r} is not {SPECIAL_RULES[id]!r} [HS-PARTS-17]")
    if (team.warp is None) == (id == "slaine"):
        raise Invalid(f"{id}.warp: Sláine, and nobody else, has Warp-Sláine [HS-SLAINE-02]")
    if len(team.card) != CARDS:
        raise Invalid(f"{id}.card: {len(team.card)} cards, not {CARDS} [HS-PARTS-06]")
    for i, card in enumerate(team.card):
        check_card(f"{id}.card[{i}]", card, list(roster))
    for symbol in roster:
        if sum(symbol in card.symbols for card in team.card) < 3:
            raise Invalid(f"{id}.card: {symbol} is on fewer than three cards [HS-FRAG-01]")


def check_card(path: str, card: Card, roster: list[str]) -> None:
    """HS-PARTS-14, HS-REF-02: known symbols, and every action in a form that it may have."""
    for symbol in card.symbols:
        if symbol not in roster:
            raise Invalid(f"{path}.symbols: {symbol!r} is not of the team [HS-PARTS-14]")
    if len(set(card.symbols)) != len(card.symbols):
        raise Invalid(f"{path}.symbols: {card.symbols!r} shows one twice [HS-PARTS-14]")
    if card.linked is not None and card.linked.to not in card.symbols:
        raise Invalid(f"{path}.linked.to: {card.linked.to!r} is not on the card [HS-PARTS-14]")
    if card.linked is not None and card.linked.action == "interrupt":
        raise Invalid(f"{path}.linked.action: 'interrupt' is always wild [HS-INT-01]")
    if card.wild in LINKED_ONLY:
        raise Invalid(f"{path}.wild: {card.wild!r} is never wild [HS-REF-02]")


def check_health(content: Content) -> None:
    """HS-PARTS-04, HS-PARTS-05, HS-DOGS-05: the cubes of the box must do."""
    durham_red = content.strontium_dogs.character[1].health
    if durham_red != DURHAM_RED:
        raise Invalid(f"strontium-dogs.character[1].health: {durham_red} is not 3 [HS-DOGS-05]")
    slaine = content.slaine.character[1].health
    if slaine > WARP_CUBES:
        raise Invalid(f"slaine.character[1].health: {slaine} is more than 5 [HS-PARTS-05]")
    total = sum(character.health for team in content.teams for character in team.character)
    if total > HEALTH_CUBES:
        raise Invalid(
            f"slaine.character: with the other teams {total} health, more than 65 [HS-PARTS-04]"
        )


def check_looks(content: Content) -> None:
    """HS-PARTS-03, HS-PARTS-12: teams are told apart by colour, characters by name."""
    colours = [team.colour for team in content.teams]
    names = [character.name for team in content.teams for character in team.character]
    for i, colour in enumerate(colours):
        if colour in colours[:i]:
            raise Invalid(f"{TEAM_IDS[i]}.colour: {colour!r} is another team's [HS-PARTS-03]")
    for name in names:
        if names.count(name) > 1:
            raise Invalid(f"judges.character: two are called {name!r} [HS-PARTS-12]")


def team_card(team: Team) -> dict[str, dict[str, int]]:
    """HS-PARTS-16: how often each action symbol is in the deck, linked and wild."""
    linked: Counter[str] = Counter(
        card.linked.action for card in team.card if card.linked is not None
    )
    wild: Counter[str] = Counter(card.wild for card in team.card if card.wild is not None)
    return {
        action: {"linked": linked[action], "wild": wild[action]}
        for action in ACTIONS
        if linked[action] or wild[action]
    }


def team_report(team: Team) -> list[str]:
    """HS-PARTS-12, HS-PARTS-16: health and symbols of a team, a line each."""
    health = ", ".join(f"{character.name} {character.health}" for character in team.character)
    shown = Counter(symbol for card in team.card for symbol in card.symbols)
    symbols = ", ".join(f"{character.id} {shown[character.id]}" for character in team.character)
    actions = ", ".join(
        f"{action} {counts['linked']}+{counts['wild']}"
        for action, counts in team_card(team).items()
    )
    return [
        f"{team.title}: {sum(character.health for character in team.character)} health",
        f"  {health}",
        f"  cards with the symbol of {symbols}",
        f"  linked+wild: {actions}",
    ]


# The numbers that the rules read


def facts_of(content: Content) -> Pack:
    """Everything printed, by number."""
    facts = Pack()
    facts.printed = content
    facts.multiplayer = sum(1 << space for space in content.multiplayer)
    for number, team in enumerate(content.teams):
        read_team(facts, number, team)
    for number, board in enumerate(content.maps):
        read_map(facts, number, board)
    return facts


def read_team(facts: Pack, number: int, team: Team) -> None:
    """Characters and cards of a team."""
    facts.members[number] = len(team.character)
    first = number * TEAM_SIZE
    for who, character in enumerate(team.character, start=first):
        facts.health[who] = character.health
        read_ability(facts, who, character.ability)
    ids = {character.id: who for who, character in enumerate(team.character, start=first)}
    for n, card in enumerate(team.card):
        for symbol in card.symbols:
            facts.shows[ids[symbol]] |= 1 << n
        if card.linked is not None:
            action = ACTIONS.index(card.linked.action) + 1
            facts.linked[ids[card.linked.to] * SYMBOLS + action] |= 1 << n
        if card.wild is not None:
            facts.wild[number * SYMBOLS + ACTIONS.index(card.wild) + 1] |= 1 << n


def read_ability(facts: Pack, who: int, ability: str) -> None:
    """A character joins the set of those who have the ability."""
    if ability:
        name = ability.replace("-", "_")
        setattr(facts, name, getattr(facts, name) | 1 << who)


def read_map(facts: Pack, number: int, board: Map) -> None:
    """HS-SPACE-06, HS-LOS-03: tables from the geometry."""
    ground = survey(board)
    facts.high[number] = ground.high
    facts.cover[number] = ground.cover
    for space in range(1, STRIDE):
        facts.neighbours[number * STRIDE + space] = ground.neighbours[space]
        facts.near[number * STRIDE + space] = ground.near[space]
        facts.sight[number * STRIDE + space] = ground.sight[space]
    for start in range(1, STRIDE):
        for space, cards in enumerate(cards_to_walk(ground, start)):
            facts.walk[(number * STRIDE + start) * STRIDE + space] = cards


def cards_to_walk(ground: Ground, start: int) -> list[int]:
    """HS-MOVE-01, HS-CLIMB-01: to every space, a card a step and two for a step up."""
    cost = [NO_WAY] * STRIDE
    cost[start] = 0
    for spent in range(NO_WAY):
        for space in [n for n in range(1, STRIDE) if cost[n] == spent]:
            low = not ground.high >> space & 1
            for other in range(1, STRIDE):
                if ground.neighbours[space] >> other & 1:
                    step = 2 if low and ground.high >> other & 1 else 1
                    cost[other] = min(cost[other], spent + step)
    return cost
