"""Words for options, prompts, events and endings, with the things on the table they are about."""

from __future__ import annotations

import re
from typing import Any

from adjudge.games.helter_skelter.attacks import range_of
from adjudge.games.helter_skelter.damage import damage_of
from adjudge.games.helter_skelter.defences import next_defender
from adjudge.games.helter_skelter.hands import for_smash
from adjudge.games.helter_skelter.preparation import wants_map_card
from adjudge.games.helter_skelter.procedures import (
    CLIMB,
    COLLECT,
    MOVE,
    Action,
    Turn,
    Window,
)
from adjudge.games.helter_skelter.schema import Character, Content, Team, Warp, team_card
from adjudge.games.helter_skelter.sightlines import first_blocker, parted_by_wall, why_blocked
from adjudge.games.helter_skelter.state import (
    CARDS,
    CHARACTERS,
    EXPLODE,
    FLY,
    HEAL,
    INTERRUPT,
    MELEE,
    PSI,
    RALLY,
    SHOTGUN,
    SMASH,
    SNIPE,
    SPACES,
    TEAM_SIZE,
    Pack,
    Table,
    end_of,
    first_of,
    is_cover,
    is_high,
    is_warped,
    neighbours,
    on_map,
    owner_of,
    points,
    standing_on,
    usable,
)
from adjudge.games.helter_skelter.words import (
    ABSTAIN,
    AIM_AT,
    AIM_ON,
    ANNOUNCE,
    ASSIGN,
    DEPLOY,
    DRINK,
    END,
    GIVE_UP,
    GO_TO,
    LET_PASS,
    MAKE_BLOCK,
    MAKE_COVER,
    MAKE_DEFLECT,
    MAKE_PRECOG,
    NAME_ALLY,
    PAY,
    PAY_THREE,
    PAY_TWO,
    RALLY_CLIMB,
    RALLY_MOVE,
    STAY,
    STRIKE_ALL,
    STRIKE_ONE,
    TAKE_CLIMB,
    TAKE_COLLECT,
    TAKE_DAMAGE,
    TAKE_EXPLODE,
    TAKE_FLY,
    TAKE_HEAL,
    TAKE_MELEE,
    TAKE_MOVE,
    TAKE_PSI,
    TAKE_RALLY,
    TAKE_SHOTGUN,
    TAKE_SMASH,
    TAKE_SNIPE,
)
from adjudge.kernel.game import Prompt, arguments
from adjudge.kernel.piles import has

# Per kind of argument: the rule that says what there is of it.
KIND_RULES = {
    "character": "HS-PARTS-01",
    "symbol": "HS-PARTS-12",
    "space": "HS-SPACE-03",
    "card": "HS-PARTS-06",
}

# Per action: its name, and the rules that say what it costs and does.
ACTION_WORDS: dict[int, tuple[str, tuple[str, ...]]] = {
    MELEE: ("MELEE", ("HS-MELEE-01", "HS-MELEE-02")),
    SMASH: ("SMASH", ("HS-SMASH-01", "HS-SMASH-02")),
    SNIPE: ("SNIPE", ("HS-SNIPE-01", "HS-SNIPE-02")),
    SHOTGUN: ("SHOTGUN", ("HS-SHOTGUN-01", "HS-SHOTGUN-03")),
    EXPLODE: ("EXPLODE", ("HS-EXPLODE-01", "HS-EXPLODE-02")),
    PSI: ("PSI", ("HS-PSI-01", "HS-PSI-02")),
    FLY: ("FLY", ("HS-FLY-01", "HS-FLY-02")),
    RALLY: ("RALLY", ("HS-RALLY-01", "HS-RALLY-02")),
    HEAL: ("HEAL", ("HS-HEAL-01", "HS-HEAL-02")),
    MOVE: ("MOVE", ("HS-MOVE-01", "HS-MOVE-02")),
    CLIMB: ("CLIMB", ("HS-CLIMB-01", "HS-CLIMB-02")),
    COLLECT: ("COLLECT FRAGMENT", ("HS-FRAG-01", "HS-FRAG-03")),
}

# Per verb: what it says to people, and the rules that allow it.
LABELS: dict[int, tuple[str, tuple[str, ...]]] = {
    ASSIGN: ("{character} on {place}", ("HS-PREP-13",)),
    DEPLOY: ("Deploy {character} on space {place}", ("HS-TURN-04",)),
    TAKE_MOVE: ("{character}: MOVE from {here}", ("HS-MOVE-01",)),
    TAKE_CLIMB: ("{character}: CLIMB from {here}", ("HS-CLIMB-01",)),
    TAKE_COLLECT: ("{character}: COLLECT the fragment on {here}{symbol}", ("HS-FRAG-01",)),
    TAKE_MELEE: ("{character}: MELEE, {targets}", ("HS-MELEE-01",)),
    TAKE_SMASH: ("{character}: SMASH, {targets}", ("HS-SMASH-01",)),
    TAKE_SNIPE: ("{character}: SNIPE, {targets}", ("HS-SNIPE-01",)),
    TAKE_SHOTGUN: ("{character}: SHOTGUN, {targets}", ("HS-SHOTGUN-01",)),
    TAKE_EXPLODE: ("{character}: EXPLODE, {targets}", ("HS-EXPLODE-01",)),
    TAKE_PSI: ("{character}: PSI, {targets}", ("HS-PSI-01",)),
    TAKE_FLY: ("{character}: FLY from {here}", ("HS-FLY-01",)),
    TAKE_RALLY: ("{character}: RALLY", ("HS-RALLY-01",)),
    TAKE_HEAL: ("{character}: HEAL", ("HS-HEAL-01",)),
    END: ("End the turn", ("HS-TURN-11",)),
    PAY: ("Discard {card}", ()),
    PAY_TWO: ("Discard {card} and {card}", ("HS-CLIMB-01",)),
    PAY_THREE: ("Discard {card}, {card} and {card}", ("HS-FRAG-01",)),
    GO_TO: ("To space {place}", ()),
    AIM_AT: ("At {target}", ()),
    AIM_ON: ("On space {place}", ("HS-EXPLODE-02",)),
    STRIKE_ALL: ("HI-EX: everyone on the space", ("HS-JUD-03", "HS-JUD-04")),
    STRIKE_ONE: ("The chosen defender only", ("HS-JUD-03",)),
    MAKE_BLOCK: ("BLOCK with {card}", ("HS-BLOCK-01",)),
    MAKE_DEFLECT: ("DEFLECT with {card}", ("HS-DEFLECT-01",)),
    MAKE_PRECOG: ("PRECOG with {card}", ("HS-PRECOG-01",)),
    MAKE_COVER: ("COVER with {card}", ("HS-COVDEF-01",)),
    TAKE_DAMAGE: ("Take {damage}", ("HS-ACT-04",)),
    GIVE_UP: ("Give up {card}", ("HS-PSI-03",)),
    DRINK: ("Put a health cube back", ("HS-DOGS-02",)),
    ABSTAIN: ("Leave it", ("HS-DOGS-02",)),
    NAME_ALLY: ("{target}", ()),
    RALLY_MOVE: ("{character} moves to {place}", ("HS-RALLY-03",)),
    RALLY_CLIMB: ("{character} climbs, for a card, to {place}", ("HS-RALLY-06",)),
    STAY: ("Nobody else moves", ("HS-RALLY-04",)),
    ANNOUNCE: ("INTERRUPT with {card}", ("HS-INT-01",)),
    LET_PASS: ("Let it pass", ("HS-INT-16",)),
}

# Per attack: what its maker does to whom.
DOES = {
    MELEE: "strikes",
    SMASH: "smashes",
    SNIPE: "snipes",
    SHOTGUN: "shoots",
    PSI: "attacks with PSI",
}
GOES = {MOVE: "moves", CLIMB: "climbs", FLY: "flies"}

# Per step of a RALLY after its cost: what is asked. Steps without words ask nothing.
RALLYING = (
    "name whom {who} rallies",
    "move one of the two",
    "pay for the climb",
    "",
    "move the other one, or stay",
    "pay for the climb",
)

# Per verb that declares an attack: the attack.
ATTACKS = {
    TAKE_MELEE: MELEE,
    TAKE_SMASH: SMASH,
    TAKE_SNIPE: SNIPE,
    TAKE_SHOTGUN: SHOTGUN,
    TAKE_EXPLODE: EXPLODE,
    TAKE_PSI: PSI,
}

PLACEHOLDER = re.compile(r"\{(\w+)\}")


def content_of(pack: Pack) -> Content:
    """The words of a pack."""
    content = pack.printed
    assert isinstance(content, Content)
    return content


def team_of(pack: Pack, who: int) -> Team:
    """The team of a character."""
    return content_of(pack).teams[who // TEAM_SIZE]


def character_of(pack: Pack, who: int) -> Character:
    """What is printed on the character's card."""
    return team_of(pack, who).character[who % TEAM_SIZE]


def figure_of(t: Table, who: int) -> Character | Warp:
    """HS-SLAINE-07: the card that stands for the character now."""
    warp = content_of(t.pack).slaine.warp
    return warp if warp is not None and is_warped(t, who) else character_of(t.pack, who)


def characters(pack: Pack) -> dict[str, int]:
    """Every character of the notation."""
    teams = content_of(pack).teams
    return {
        character.id: number * TEAM_SIZE + i
        for number, team in enumerate(teams)
        for i, character in enumerate(team.character)
    }


def members(cards: int) -> list[int]:
    """A set by number."""
    found = []
    cards &= (1 << 64) - 1  # a number from outside may be anything, even below 0
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return found


def face(t: Table, team: int, card: int) -> str:
    """A card in words: its number, the symbols, the linked and the wild action."""
    printed = content_of(t.pack).teams[team].card[card]
    names = {c.id: c.name for c in content_of(t.pack).teams[team].character}
    parts = [" + ".join(names[symbol] for symbol in printed.symbols)]
    if printed.linked is not None:
        parts.append(f"{printed.linked.action.upper()} of {names[printed.linked.to]}")
    if printed.wild is not None:
        parts.append(f"wild {printed.wild.upper()}")
    return f"{card + 1} ({'; '.join(parts)})"


def brief_face(t: Table, team: int, card: int) -> str:
    """A card by its number and the actions that go with it."""
    printed = content_of(t.pack).teams[team].card[card]
    linked = "" if printed.linked is None else printed.linked.action.upper()
    wild = "" if printed.wild is None else f"wild {printed.wild.upper()}"
    actions = ", ".join(filter(None, (linked, wild)))
    return f"{card + 1} ({actions})" if actions else str(card + 1)


# The notation


def name(t: Table, kind: str, n: int) -> str:
    """A number in the notation."""
    if kind in ("character", "symbol"):
        return character_of(t.pack, n).id
    return str(n + 1) if kind == "card" else str(n)


def known_names(t: Table, kind: str) -> dict[str, int]:
    """Everything of a kind that the notation can name."""
    if kind in ("character", "symbol"):
        return characters(t.pack)
    numbers = range(CARDS) if kind == "card" else range(1, SPACES + 1)
    return {name(t, kind, n): n for n in numbers}


# Options


def option_label(v: Table, packed: int) -> str:
    """An option for people, with what it changes."""
    verb = packed >> 48
    left = iter(arguments(packed, 3))
    who = arguments(packed, 1)[0]

    def fill(found: re.Match[str]) -> str:
        kind = found.group(1)
        if kind == "here":
            return f"space {v.space[who]}"
        if kind == "targets":
            return target_words(v, ATTACKS[verb], who)
        if kind == "damage":
            return damage_words(v)
        n = next(left)
        if kind == "target":
            return f"{figure_of(v, n).name}, {v.health[n]} health, on space {v.space[n]}"
        if kind == "place":
            return place(v, n)
        if kind == "symbol":
            return "" if n == who else f", paid with {character_of(v.pack, n).name}'s symbol"
        if kind == "card":
            return brief_face(v, v.team[v.player], n)
        return figure_of(v, n).name if kind == "character" else str(n)

    return PLACEHOLDER.sub(fill, LABELS[verb][0])


def damage_words(v: Table) -> str:
    """HS-DMG-02: how many cubes go, and how many stay."""
    assert isinstance(v.now, Action)
    left = v.health[next_defender(v, v.now)] - damage_of(v.now.kind)
    return f"{damage_of(v.now.kind)} damage{f': {left} health left' if left > 0 else ' and die'}"


def targets(v: Table, attack: int, who: int) -> list[int]:
    """HS-RULING-68: the enemies that an attack could be made on."""
    reached = range_of(v, attack, who)
    return [
        n
        for n in range(CHARACTERS)
        if on_map(v, n) and has(reached, v.space[n]) and owner_of(v, n) != owner_of(v, who)
    ]


def target_words(v: Table, attack: int, who: int) -> str:
    """One enemy by name, several by number."""
    found = targets(v, attack, who)
    return f"at {figure_of(v, found[0]).name}" if len(found) == 1 else f"{len(found)} in range"


def place(v: Table, space: int) -> str:
    """A space, and what a player would look for on it."""
    marks = [word for word, found in (("high", is_high), ("cover", is_cover)) if found(v, space)]
    for seat in range(v.seats):
        if has(v.fragments[seat], space):
            marks.append(f"fragment of {content_of(v.pack).teams[v.team[seat]].title}")
    marks += [figure_of(v, n).name for n in range(CHARACTERS) if has(standing_on(v, space), n)]
    return f"{space} ({', '.join(marks)})" if marks else str(space)


def option_rules(v: Table, verb: int) -> tuple[str, ...]:
    """The rules that allow an option."""
    rules = LABELS[verb][1]
    if rules or not isinstance(v.now, Action):
        return rules
    cost, aim = ACTION_WORDS[v.now.kind][1]
    if verb == PAY:
        return ("HS-RALLY-07",) if v.now.climbing else (cost,)
    return (aim,)


def option_refs(v: Table, packed: int, words: list[str]) -> tuple[str, ...]:
    """The things on the table that an option is about."""
    pairs = zip(words[1:], arguments(packed, len(words) - 1), strict=True)
    return tuple(
        f"{'character' if kind == 'symbol' else kind}:{name(v, kind, n)}" for kind, n in pairs
    )


# The question


def prompt(t: Table) -> Prompt:
    """Who is to decide what, from public facts only."""
    text, rules = question(t)
    return Prompt(f"Seat {t.player}: {text}.", rules)


def question(t: Table) -> tuple[str, tuple[str, ...]]:
    """What is asked, by what is under way."""
    p = t.now
    if isinstance(p, Window):
        return window_question(t, p)
    if isinstance(p, Action):
        return action_question(t, p)
    if isinstance(p, Turn):
        return turn_question(t, p)
    return start_question(t)


def start_question(t: Table) -> tuple[str, tuple[str, ...]]:
    """HS-PREP-13, HS-PREP-14: for whom, and what becomes of the other map cards."""
    own = range(first_of(t, t.player), end_of(t, t.player))
    who = next(who for who in own if wants_map_card(t, who))
    second = "a second start space" if t.assigned[who] else "a start space"
    right = (t.player + t.seats - 1) % t.seats
    text = f"choose {second} for {character_of(t.pack, who).name}"
    rules = ("HS-PREP-13", "HS-SLAINE-11") if t.assigned[who] else ("HS-PREP-13",)
    return f"{text}. The five cards left over place the fragments of seat {right}", rules


def window_question(t: Table, w: Window) -> tuple[str, tuple[str, ...]]:
    """After an action, or after a declared end."""
    if isinstance(w.under, Turn):
        return f"interrupt at the end of seat {w.origin}'s turn, or let it pass", ("HS-INT-05",)
    assert isinstance(w.under, Action)
    action = ACTION_WORDS[w.under.kind][0]
    done = f"{figure_of(t, w.under.who).name}'s {action}"
    return f"interrupt after {done}, or let it pass", ("HS-INT-03", "HS-INT-16")


def turn_question(t: Table, turn: Turn) -> tuple[str, tuple[str, ...]]:
    """Step 1 or 2."""
    if turn.kind == INTERRUPT:
        return "deploy, act, or end this interrupting turn", ("HS-INT-07", "HS-INT-08")
    if turn.at == 0:
        return "deploy a character", ("HS-TURN-02",)
    return "deploy, act, or end the turn", ("HS-TURN-06", "HS-TURN-07")


def action_question(t: Table, a: Action) -> tuple[str, tuple[str, ...]]:
    """What the action still needs."""
    action, (cost, aim) = ACTION_WORDS[a.kind]
    who = figure_of(t, a.who).name
    if a.at == 0:
        return f"pay for {who}'s {action} with {price(t, a)}", (cost,)
    if a.kind == PSI and a.at == 2:
        card = f"a card showing {figure_of(t, a.target).name}"
        return f"give up {card} to {who}'s PSI", ("HS-PSI-03",)
    if a.waiting and not (a.kind == SNIPE and a.at == 2):
        return defence_question(t, a), ("HS-ACT-04", "HS-ACT-05")
    return aim_question(a, who), asked_rules(a, aim)


def aim_question(a: Action, who: str) -> str:
    """Where to, at whom, or what else after the cost."""
    if a.kind in GOES:
        return f"choose where {who} {GOES[a.kind]}"
    if a.kind == EXPLODE:
        return f"choose the space that {who} blows up"
    if a.kind == HEAL:
        return f"choose whom {who} heals"
    if a.kind == RALLY:
        return RALLYING[a.at - 1].format(who=who)
    if a.at == 1:
        return f"choose whom {who} {DOES[a.kind]}"
    if a.kind == SNIPE:
        return f"let {who} hit everyone on the space, or the defender only"
    return f"put a health cube back on {who}, or leave it"


def asked_rules(a: Action, aim: str) -> tuple[str, ...]:
    """The rules behind the later questions of an action."""
    if a.at == 1:
        return (aim,)
    if a.kind == SNIPE:
        return ("HS-JUD-03", "HS-JUD-04")
    if a.kind == RALLY:
        return ("HS-RALLY-06", "HS-RALLY-07") if a.climbing else ("HS-RALLY-03", "HS-RALLY-04")
    return ("HS-DOGS-02",)


def price(t: Table, a: Action) -> str:
    """What an action costs, in words."""
    if a.kind == MOVE:
        return f"a card showing {character_of(t.pack, a.payer).name}"
    if a.kind == CLIMB:
        return f"two cards showing {character_of(t.pack, a.payer).name}"
    if a.kind == COLLECT:
        return f"three cards showing {character_of(t.pack, a.payer).name}"
    return f"a card showing {ACTION_WORDS[a.kind][0]}"


def defence_question(t: Table, a: Action) -> str:
    """Who may defend against what, with what everybody can see."""
    who = next_defender(t, a)
    attack = f"{figure_of(t, a.who).name}'s {ACTION_WORDS[a.kind][0]}"
    name, space = figure_of(t, who).name, t.space[who]
    return f"defend {name} on {space} against {attack}, or take {damage_of(a.kind)} damage"


def refusal(t: Table, seat: int, verb: int, args: list[int]) -> str:
    """What is in the way, with its facts, from what the seat knows."""
    if t.over or t.player != seat:
        return ""
    if verb in CARD_VERBS:
        for card in args:
            if not t.hands[seat] >> card & 1:
                return f"Card {face(t, t.team[seat], card)} is not in your hand."
    a = t.now
    if verb == GO_TO and isinstance(a, Action) and a.kind in (MOVE, CLIMB, FLY):
        return way_words(t, a, args[0])
    if verb == AIM_AT and isinstance(a, Action):
        return aim_words(t, a, args[0])
    if verb == AIM_ON and isinstance(a, Action):
        return blast_words(t, a, args[0])
    if verb in ACTING and isinstance(a, Turn) and in_own_team(t, seat, args[0]):
        return acting_words(t, seat, verb, args[0])
    return ""


def in_own_team(t: Table, seat: int, who: int) -> bool:
    """HS-PREP-04: whether the seat plays the character."""
    return bool(first_of(t, seat) <= who < end_of(t, seat))


def way_words(t: Table, a: Action, space: int) -> str:
    """HS-MOVE-02, HS-WALL-01, HS-CLIMB-02, HS-FLY-02: where the figure stands, what is between."""
    here = t.space[a.who]
    name = figure_of(t, a.who).name
    if space == here:
        return f"{name} stands on {here} already."
    if a.kind == FLY:
        return f"Space {space} is more than two steps from {here}."
    if has(neighbours(t, here), space):
        up = "higher than" if is_high(t, space) else "no higher than"
        return f"Space {space} is {up} {here}, where {name} stands."
    if parted_by_wall(content_of(t.pack).maps[t.map], here, space):
        return f"There is a wall between {here} and {space}."
    return f"Space {space} is not next to {here}, where {name} stands."


def aim_words(t: Table, a: Action, who: int) -> str:
    """HS-LOS-04, HS-SHOTGUN-03, HS-MELEE-02: what keeps the attack from a figure on the map."""
    here, there = t.space[a.who], t.space[who]
    if not there or owner_of(t, who) == a.player:
        return ""
    if a.kind in (MELEE, SMASH):
        return f"{figure_of(t, who).name} is on {there}, {figure_of(t, a.who).name} on {here}."
    blocker = first_blocker(content_of(t.pack).maps[t.map], here, there)
    if blocker is None:
        return f"Space {there} is more than two steps from {here}." if a.kind == SHOTGUN else ""
    return f"No line to {there}: {why_blocked(content_of(t.pack).maps[t.map], here, blocker)[0]}."


def blast_words(t: Table, a: Action, space: int) -> str:
    """HS-EXPLODE-02, HS-EXPLODE-03: a space too far, or nobody on it to attack."""
    here = t.space[a.who]
    if space != here and not has(neighbours(t, here), space):
        return f"Space {space} is not next to {here}, where {figure_of(t, a.who).name} stands."
    return f"No enemy stands on space {space}."


def acting_words(t: Table, seat: int, verb: int, who: int) -> str:
    """HS-RULING-08, HS-ACT-02, HS-RULING-68: what a figure lacks for the action."""
    name = figure_of(t, who).name
    if not t.health[who]:
        return f"{name} is dead."
    if not on_map(t, who):
        return f"{name} is not deployed yet."
    if verb not in ATTACKS:
        return ""
    action = ACTION_WORDS[ATTACKS[verb]][0]
    held = for_smash(t, who) & t.hands[seat] if verb == TAKE_SMASH else 0
    if not held and not usable(t, seat, ATTACKS[verb], who):
        return f"You hold no card for a {action} of {name}."
    if not targets(t, ATTACKS[verb], who):
        return f"{name} on {t.space[who]} has nobody in range of {action}."
    return ""


ACTING = (TAKE_MOVE, TAKE_CLIMB, TAKE_FLY, TAKE_RALLY, TAKE_HEAL, *ATTACKS)


# Things


def fixtures(v: Table) -> dict[str, tuple[str, str]]:
    """By ref, what no move names: what it does, and the rule."""
    found = {"marker": ("The marker shows whose turn it is.", "HS-PARTS-11")}
    for seat in range(v.seats):
        found[f"player:{seat}"] = ("A player is no part of this decision.", "HS-PREP-04")
        found[f"team:{seat}"] = ("A team card tells what is in the deck.", "HS-PARTS-16")
        found[f"deck:{seat}"] = ("Cards are drawn at the end of a turn.", "HS-TURN-12")
        found[f"discard:{seat}"] = ("What is discarded waits to be shuffled.", "HS-TURN-14")
        for space in members(v.fragments[seat]):
            found[f"fragment:{space}"] = (f"A fragment lies on space {space}.", "HS-FRAG-03")
    return found


CARD_VERBS = (
    PAY,
    PAY_TWO,
    PAY_THREE,
    MAKE_BLOCK,
    MAKE_DEFLECT,
    MAKE_PRECOG,
    MAKE_COVER,
    GIVE_UP,
    ANNOUNCE,
)


# What follows from a view


def shown(v: Table) -> dict[str, Any]:
    """HS-PARTS-16, HS-PARTS-17, HS-END-01: points, every team card, who is in range of whom."""
    return {
        "in_range": in_range(v),
        "points": [points(v, seat) for seat in range(v.seats)],
        "team_cards": [
            {"rules": list(team.rules), "symbols": team_card(team)}
            for team in (content_of(v.pack).teams[v.team[seat]] for seat in range(v.seats))
        ],
    }


def in_range(v: Table) -> dict[str, dict[str, list[str]]]:
    """HS-RULING-68: by character on the map and attack, the enemies that it could be made on."""
    there = [(who, int(v.space[who])) for who in range(CHARACTERS) if on_map(v, who)]
    found: dict[str, dict[str, list[str]]] = {}
    for who, _ in there:
        enemies = [(n, at) for n, at in there if owner_of(v, n) != owner_of(v, who)]
        reached = {attack: int(range_of(v, attack, who)) for attack in ATTACKS.values()}
        found[name(v, "character", who)] = {
            ACTION_WORDS[attack][0].lower(): [
                name(v, "character", n) for n, at in enemies if spaces >> at & 1
            ]
            for attack, spaces in reached.items()
        }
    return found
