"""Words for options, prompts, events and endings, with the things on the table they are about."""

from __future__ import annotations

import re
from typing import Any

from adjudge.games.cursed_earth.encounters import first_of
from adjudge.games.cursed_earth.forecast import outlook
from adjudge.games.cursed_earth.procedures import (
    COOPERATIVE_DAWN,
    COOPERATIVE_DUSK,
    ENCOUNTER,
    SOLO_DAWN,
    SOLO_DUSK,
    VERSUS_DAWN,
    VERSUS_DUSK,
    Action,
    Encounter,
    Placing,
)
from adjudge.games.cursed_earth.schema import (
    RESOURCES,
    SYMBOLS,
    Content,
    Location,
    boxes,
    slug,
)
from adjudge.games.cursed_earth.solo import losses, progress, score
from adjudge.games.cursed_earth.state import (
    ALL_DEAD,
    ALL_SIX_DEAD,
    BOTH_FOUND,
    CARD_BITS,
    CARDS,
    CHOICE,
    DEATH,
    DECK_OUT,
    DECK_OUT_CLOSEST,
    FOUND,
    HEAD_TO_HEAD,
    HEAL,
    HIDDEN,
    OPTION,
    PERPS_FOUND,
    PSI,
    RADIATION,
    SOLO,
    SPEND_DIPLOMACY,
    SPEND_SURVIVAL,
    TEAM_DEAD,
    VIOLENCE,
    WOUND,
    Pack,
    Table,
    has_tokens,
    holds,
    is_face_down,
    location_row_starts,
    row_of,
    survivors,
    team_area,
)
from adjudge.games.cursed_earth.words import (
    ADD_CARD,
    ADDED_BY_PSI,
    AGREE,
    ATE,
    BECAME_SENIOR,
    CACHE_LOST,
    CACHE_PLACED,
    CACHE_TAKEN,
    CHOICE_PASSED,
    CHOOSE,
    DAWN_BROKE,
    DIED,
    DISCARDED,
    DRAW,
    DRAWN_INTO_ROW,
    DRAWN_TO_PLACE,
    DREW,
    DREW_UNSEEN,
    DUSK_FELL,
    ENCOUNTERED,
    ENDED,
    FLIPPED,
    GAINED_AMMO,
    GAINED_RATION,
    HEAL_ONE,
    HEALED,
    HIDE,
    IGNORE,
    IGNORED,
    IRRADIATE,
    IRRADIATED,
    KEEP,
    KEPT,
    KILL,
    LET_CHOOSE,
    LOCATION_ACTS,
    LOCATION_REMOVED,
    LOCATION_REVEALED,
    LOSE,
    MET_ENDING,
    MOVED,
    NO_SWAP,
    NOTHING_HAPPENED,
    PLACE,
    PLACED,
    PLAY,
    PLAY_AT,
    PLAY_TO,
    PLAYED,
    PLAYED_FACE_DOWN,
    PLAYED_UNSEEN,
    PSI_HIDDEN,
    PSI_LOOKED,
    PSI_SEEN,
    REMOVED,
    ROUND_BEGAN,
    ROW_TAKEN,
    SAY,
    SHOOTOUT,
    SKIPPED,
    SPEND_AMMO,
    SPEND_CARD,
    SPEND_ONE,
    SPEND_TWO,
    SPENT_AMMO,
    SPENT_CARD,
    SPENT_HEALTH,
    SPOKE,
    STARVED,
    SWAP_FIRST,
    SWAP_WITH,
    SWAPPED,
    TAKE_PSI_ACTION,
    TAKE_ROW,
    TRIGGER,
    TRIGGERED,
    TURNED_UP,
    WOUND_ONE,
    WOUNDED,
)
from adjudge.kernel.agenda import outer
from adjudge.kernel.game import Outcome, Prompt, Refused, arguments
from adjudge.kernel.piles import size

SIDES = ("above", "below")
ENDS = ("left", "right")
BOX_LETTERS = ("a", "b", "c", "d", "e", "f", "g", "h")
JUDGEMENT_WORDS = ("very-good", "good", "mixed", "bad", "disastrous")
ADVICE_WORDS = ("play", "discard")
TEAMS = ("judges", "perps")
PEOPLE = ("the Judges", "the perps")

# Per kind of argument: the rule that says what there is of it.
KIND_RULES = {
    "card": "CE-PARTS-03",
    "character": "CE-PARTS-01",
    "side": "CE-HHROWS-02",
    "end": "CE-SODUSK-02",
    "box": "CE-CARD-03",
    "place": "CE-SYM-02",
    "seat": "CE-SETUP-01",
    "judgement": "CE-COPSI-05",
    "advice": "CE-COPSI-04",
}

# Per verb: what it says to people, and the rules that allow it.
LABELS: dict[int, tuple[str, tuple[str, ...]]] = {
    PLAY: ("Play {card}", ()),
    PLAY_AT: ("Play {card} at the {end} end", ("CE-SODUSK-04",)),
    DRAW: ("Draw a card from the deck", ("CE-SODUSK-04",)),
    PLACE: ("Place it at the {end} end", ("CE-SODUSK-04",)),
    PLAY_TO: ("Play {card} to the row {side}", ("CE-HHROWS-02",)),
    TAKE_ROW: ("Take the row {side}", ("CE-HHROWS-12",)),
    LET_CHOOSE: ("Let the other player choose", ("CE-HHROWS-12",)),
    CHOOSE: ("{choice}", ("CE-CARD-10",)),
    TRIGGER: ("{option}", ("CE-CARD-13",)),
    IGNORE: ("Leave it", ("CE-CARD-13",)),
    HEAL_ONE: ("Heal {character}, {health} to {health:1}", ("CE-RES-09",)),
    WOUND_ONE: ("Wound {character}, {health} to {health:-1}", ("CE-RES-10",)),
    IRRADIATE: ("Radiation on {character}, {radiation} to {radiation:1}", ("CE-RES-11",)),
    SPEND_AMMO: ("Spend 1 ammunition", ("CE-RES-17",)),
    SPEND_TWO: ("{character} pays 2 of {health} health", ("CE-RES-18",)),
    KILL: ("Let {character} die", ("CE-RES-19",)),
    SPEND_CARD: ("The kept card {card} pays", ("CE-EXP-03",)),
    SPEND_ONE: ("{character} pays 1 of {health} health", ("CE-EXP-04",)),
    LOSE: ("Lose {character}", ("CE-DEATH-07",)),
    ADD_CARD: ("Add the top card of the deck to the row, unseen", ("CE-PSI-02",)),
    TAKE_PSI_ACTION: ("The psi specialist pays 1 health for the psi action", ("CE-PSI-03",)),
    SAY: ("{judgement}, {advice} it", ("CE-COPSI-04", "CE-COPSI-05")),
    AGREE: ("Add the card of {seat} to the row", ("CE-COPSI-06",)),
    KEEP: ("Add {card} and {card} to the row", ("CE-SOPSI-03",)),
    HIDE: ("Hide it {side} the locations", ("CE-HHPSI-03",)),
    SWAP_FIRST: ("Swap {place}", ("CE-SYM-02",)),
    SWAP_WITH: ("With {place}", ("CE-SYM-02",)),
    NO_SWAP: ("Do not swap", ("CE-SYM-06",)),
}

# Per event: its name, what it says, and the rules behind it.
EVENTS: dict[int, tuple[str, str, tuple[str, ...]]] = {
    ROUND_BEGAN: ("round", "Day {number} begins.", ("CE-GOAL-04",)),
    DAWN_BROKE: (
        "dawn",
        "Dawn of day {number}: the row will be sorted by number.",
        ("CE-DAWN-07",),
    ),
    DUSK_FELL: ("dusk", "Dusk of day {number}: the row keeps its order.", ("CE-DUSK-03",)),
    FLIPPED: ("flipped", "The token is flipped: {seat} begins.", ("CE-HHSETUP-11",)),
    BECAME_SENIOR: ("senior", "{seat} is Senior Judge.", ("CE-ROUND-01",)),
    DREW: ("drew", "{seat} draws {card}.", ("CE-ROUND-02",)),
    DREW_UNSEEN: ("drew-unseen", "{seat} draws {number} cards.", ("CE-ROUND-02",)),
    PLAYED: ("played", "{seat} plays {card}.", ("CE-DAWN-03",)),
    PLAYED_FACE_DOWN: ("played-face-down", "{seat} plays {card} face down.", ("CE-SLOUGH-01",)),
    PLAYED_UNSEEN: ("played-unseen", "{seat} plays a card face down.", ("CE-SLOUGH-01",)),
    ADDED_BY_PSI: ("added", "{card} joins the end of the row.", ("CE-PSI-02",)),
    DRAWN_INTO_ROW: ("drawn-into-row", "{card} comes from the deck.", ("CE-SODAWN-02",)),
    PLACED: ("placed", "{card} is placed at the {end} end.", ("CE-SODUSK-04",)),
    DRAWN_TO_PLACE: ("drawn", "{card} is drawn and waits to be placed.", ("CE-SODUSK-04",)),
    TURNED_UP: ("turned-up", "{card} is turned up.", ("CE-RULING-30",)),
    ENCOUNTERED: ("encountered", "{team} encounter {card}.", ("CE-DAWN-09",)),
    TRIGGERED: ("triggered", "{card}: {box}.", ("CE-CARD-08",)),
    IGNORED: ("ignored", "{card}: {box} is left alone.", ("CE-CARD-13",)),
    DISCARDED: ("discarded", "{card} is discarded.", ("CE-DAWN-10",)),
    HEALED: ("healed", "{character} is healed: {number} health.", ("CE-RES-09",)),
    WOUNDED: ("wounded", "{character} is wounded: {number} health.", ("CE-RES-10",)),
    IRRADIATED: ("irradiated", "{character} takes radiation: {number}.", ("CE-RES-11",)),
    DIED: ("died", "{character} dies.", ("CE-DEATH-01", "CE-DEATH-04")),
    GAINED_RATION: ("rations", "{team} find a ration: {number}.", ("CE-RES-12",)),
    ATE: ("ate", "{team} eat a ration: {number} left.", ("CE-RES-13",)),
    STARVED: ("starved", "{team} have nothing to eat.", ("CE-RES-14",)),
    GAINED_AMMO: ("ammo", "{team} find ammunition: {number}.", ("CE-RES-15",)),
    SPENT_AMMO: ("spent-ammo", "{team} spend ammunition: {number} left.", ("CE-RES-17",)),
    KEPT: ("kept", "{card} is kept for {expertise}.", ("CE-EXP-01",)),
    SPENT_CARD: ("spent-card", "{card} is spent.", ("CE-EXP-03",)),
    SKIPPED: ("skipped", "{card} is skipped.", ("CE-SYM-01",)),
    SWAPPED: (
        "swapped",
        "Places {position} and {position} of the row are swapped.",
        ("CE-SYM-02",),
    ),
    REMOVED: ("removed", "{card} is removed from the end of the row.", ("CE-SYM-03",)),
    NOTHING_HAPPENED: ("nothing", "{symbol} has no effect.", ("CE-SYM-04",)),
    MOVED: ("moved", "{team} advance to place {position}, {location}.", ("CE-HUNT-01",)),
    LOCATION_REVEALED: ("revealed", "A new location: {location}.", ("CE-LOC-09",)),
    LOCATION_REMOVED: ("location-removed", "{location} is left behind.", ("CE-LOC-11",)),
    CACHE_TAKEN: ("cache-taken", "{team} take the ammunition left here.", ("CE-RULING-29",)),
    CACHE_LOST: ("cache-lost", "The ammunition left here is lost.", ("CE-CLAR-09",)),
    CACHE_PLACED: ("cache-placed", "Ammunition is placed on {location}.", ("CE-RULING-29",)),
    SHOOTOUT: ("shootout", "Shootout with {character}.", ("CE-SHOOT-02", "CE-SHOOT-03")),
    SPOKE: ("spoke", "{seat} says of the secret card: {judgement}, {advice} it.", ("CE-COPSI-04",)),
    PSI_LOOKED: ("psi-looked", "{seat} looks at a secret card.", ("CE-COPSI-03",)),
    PSI_SEEN: ("psi-seen", "{seat} sees {card}.", ("CE-COPSI-02",)),
    PSI_HIDDEN: ("psi-hidden", "{seat} hides the card {side} the locations.", ("CE-HHPSI-03",)),
    ROW_TAKEN: ("row-taken", "{seat} takes the row {side}.", ("CE-HHROWS-12",)),
    CHOICE_PASSED: ("choice-passed", "{seat} lets the other player choose.", ("CE-HHROWS-12",)),
    ENDED: ("ended", "The game is over: {ending}.", ("CE-END-01",)),
    LOCATION_ACTS: ("location", "{location} acts on {team}.", ("CE-LOC-12",)),
    MET_ENDING: ("ending", "{team} have met an end of the game.", ("CE-HHEND-04",)),
    SPENT_HEALTH: (
        "spent-health",
        "{character} pays {number} health: {number} left.",
        ("CE-EXP-04",),
    ),
}

# Per ending: why, in words, and the rules that say so.
ENDINGS: dict[int, tuple[str, tuple[str, ...]]] = {
    FOUND: ("Max Normal is found", ("CE-LOC-03",)),
    PERPS_FOUND: ("the perps found Max Normal first", ("CE-LOC-05",)),
    DECK_OUT: ("the encounter deck ran out", ("CE-ROUND-04",)),
    ALL_DEAD: ("all Judges are dead", ("CE-DEATH-06",)),
    BOTH_FOUND: ("both found Max Normal, survivors times health decide", ("CE-HHEND-08",)),
    TEAM_DEAD: ("one team is dead", ("CE-HHEND-09",)),
    ALL_SIX_DEAD: ("all six are dead, the nearer team wins", ("CE-HHEND-10",)),
    DECK_OUT_CLOSEST: ("the encounter deck ran out, the nearer team wins", ("CE-HHEND-11",)),
}

# Per investigation: how a card is played there, and the rules.
PLAYING: dict[int, tuple[str, tuple[str, ...]]] = {
    COOPERATIVE_DAWN: (
        "play a card to the row; it will be sorted by number",
        ("CE-DAWN-02", "CE-DAWN-07"),
    ),
    COOPERATIVE_DUSK: ("play a card at the right end of the row", ("CE-DUSK-01", "CE-DUSK-02")),
    SOLO_DAWN: (
        "play a card to the row; it is kept in number order",
        ("CE-SODAWN-03", "CE-SODAWN-01"),
    ),
    SOLO_DUSK: ("play a card to open the row", ("CE-SODUSK-03",)),
    VERSUS_DAWN: (
        "play a card to either row; rows will be sorted by number",
        ("CE-HHROWS-02", "CE-HHROWS-10"),
    ),
    VERSUS_DUSK: (
        "play a card to either row; rows keep their order",
        ("CE-HHROWS-02", "CE-HHROWS-11"),
    ),
}

# Per verb offered first: the question, where no symbol asks it.
ASKING: dict[int, tuple[str, tuple[str, ...]]] = {
    PLAY_AT: ("play a card at either end, or draw one", ("CE-SODUSK-04", "CE-SODUSK-02")),
    DRAW: ("draw a card for either end", ("CE-SODUSK-04", "CE-SODUSK-05")),
    PLACE: ("place {drawn} at the left or the right end", ("CE-SODUSK-04",)),
    TAKE_ROW: ("take a row", ("CE-HHROWS-13", "CE-HHROWS-14")),
    CHOOSE: (
        "trigger one red box of {current}; the others are left alone",
        ("CE-CARD-10", "CE-CARD-11"),
    ),
    TRIGGER: ("trigger the blue box of {current}, or leave it", ("CE-CARD-13",)),
    SAY: ("judge your secret card without naming what is on it", ("CE-COPSI-04", "CE-COPSI-05")),
    AGREE: ("settle whose secret card joins the row", ("CE-COPSI-06", "CE-DAWN-11")),
    KEEP: ("add two of the four cards to the row", ("CE-SOPSI-03",)),
    HIDE: ("hide the card you looked at above or below the locations", ("CE-HHPSI-03",)),
    SWAP_FIRST: ("swap two later cards, or leave them", ("CE-SYM-02", "CE-SYM-06")),
    SWAP_WITH: ("choose the card that it is swapped with", ("CE-SYM-02", "CE-SYM-06")),
}

# Per symbol: the question it puts.
SYMBOL_ASKS: dict[int, tuple[str, tuple[str, ...]]] = {
    HEAL: ("choose who is healed", ("CE-RES-02", "CE-RES-09")),
    WOUND: ("choose who takes the wound", ("CE-RES-02", "CE-RES-10")),
    RADIATION: ("choose who takes the radiation", ("CE-RES-03", "CE-RES-11")),
    VIOLENCE: ("pay for violence, with ammunition or with health", ("CE-RES-16",)),
    SPEND_SURVIVAL: ("spend survival, with a kept card or with health", ("CE-EXP-02",)),
    SPEND_DIPLOMACY: ("spend diplomacy, with a kept card or with health", ("CE-EXP-02",)),
    PSI: ("add a card unseen, or pay for the psi action", ("CE-PSI-01",)),
    DEATH: ("choose who is lost", ("CE-DEATH-07",)),
}

PLACEHOLDER = re.compile(r"\{(\w+)(?::(-?\d+))?\}")


def content_of(pack: Pack) -> Content:
    """The words of a pack."""
    content = pack.printed
    assert isinstance(content, Content)
    return content


def card_name(pack: Pack, card: int) -> str:
    """Number and title; a face-down card has neither."""
    if card & CARD_BITS == HIDDEN:
        return "a face-down card"
    return f"{card & CARD_BITS} {content_of(pack).encounter[(card & CARD_BITS) - 1].title}"


def cards_of(cards: int) -> list[int]:
    """A set of cards by number."""
    return [card for card in range(1, CARDS + 1) if cards >> card & 1]


def box_words(pack: Pack, card: int, box: int) -> str:
    """The symbols of a box, in words."""
    symbols = boxes(content_of(pack).encounter[card - 1])[box][1]
    return ", ".join(symbol.replace("-", " ") for symbol in symbols)


def name(t: Table, kind: str, n: int) -> str:
    """A number in the notation."""
    if kind == "character":
        return slug(content_of(t.pack).character[n].name)
    if kind == "place":
        return str(n + 1)
    if kind in WORD_LISTS:
        return WORD_LISTS[kind][n]
    return str(n)


WORD_LISTS: dict[str, tuple[str, ...]] = {
    "side": SIDES,
    "end": ENDS,
    "box": BOX_LETTERS,
    "judgement": JUDGEMENT_WORDS,
    "advice": ADVICE_WORDS,
}


def known_names(t: Table, kind: str) -> dict[str, int]:
    """Everything of a kind that the notation can name."""
    if kind in WORD_LISTS:
        return {word: n for n, word in enumerate(WORD_LISTS[kind])}
    if kind == "character":
        return {name(t, kind, n): n for n in range(6)}
    numbers = {"card": range(1, CARDS + 1), "place": range(CARDS), "seat": range(t.seats)}[kind]
    return {name(t, kind, n): n for n in numbers}


def words_for(t: Table, kind: str, n: int) -> str:
    """A number for people."""
    content = content_of(t.pack)
    if kind == "card":
        return card_name(t.pack, n)
    if kind == "character":
        return content.character[n].name
    if kind == "team":
        return PEOPLE[n]
    if kind == "seat":
        return f"Seat {n}"
    if kind == "location":
        return content.location[n].name
    if kind == "expertise":
        return ("survival", "diplomacy", "psi")[n]
    if kind == "symbol":
        return SYMBOLS[n - 1].replace("-", " ") if n else "The advance"
    if kind == "position":
        return str(n + 1)
    if kind == "ending":
        return ENDINGS[n][0]
    if kind in WORD_LISTS:
        return WORD_LISTS[kind][n].replace("-", " ")
    return str(n)


def option_label(v: Table, packed: int) -> str:
    """An option for people, with what it changes."""
    template = LABELS[packed >> 48][0]
    args = arguments(packed, 3)
    taken = iter(args)

    def fill(found: re.Match[str]) -> str:
        kind, by = found.group(1), int(found.group(2) or 0)
        if kind == "health":
            return str(max(0, v.health[args[0]] + by))
        if kind == "radiation":
            return str(v.radiation[args[0]] + by)
        n = next(taken)
        if kind in ("choice", "option"):
            return current_box(v, CHOICE if kind == "choice" else OPTION, n)
        if kind == "place":
            return place_words(v, n)
        return words_for(v, kind, n)

    return sentence(PLACEHOLDER.sub(fill, template))


# Paying with health or a life is ruled differently for Violence and for expertise.
EXPERTISE_RULES = {SPEND_TWO: ("CE-EXP-05",), KILL: ("CE-CLAR-03",)}


def option_rules(v: Table, verb: int) -> tuple[str, ...]:
    """The rules that allow an option."""
    if verb == PLAY:
        return PLAYING[v.now.kind][1][:1]
    if v.now.kind in (SPEND_SURVIVAL, SPEND_DIPLOMACY) and verb in EXPERTISE_RULES:
        return EXPERTISE_RULES[verb]
    return LABELS[verb][1]


def refusal(t: Table, seat: int, verb: int, args: list[int]) -> str:
    """What is in the way, with its facts, from what the seat knows."""
    if t.over or t.player != seat:
        return ""
    if verb in (PLAY, PLAY_AT, PLAY_TO) and not holds(t, seat, args[0]):
        return f"{card_name(t.pack, args[0])} is not in your hand."
    if verb in (PLAY, PLAY_AT, PLAY_TO) and outer(t, ENCOUNTER) is not None:
        return "Not now: the row is being resolved."
    offered = {t.options[i] >> 48 for i in range(t.n_options)}
    if verb in WITH_HEALTH and verb in offered:
        return health_words(t, args[0])
    return ""


WITH_HEALTH = (HEAL_ONE, WOUND_ONE, IRRADIATE, SPEND_TWO, SPEND_ONE, KILL, LOSE)


def health_words(t: Table, who: int) -> str:
    """CE-DEATH-01: how a character is."""
    name = content_of(t.pack).character[who].name
    if not has_tokens(t, who // 3):
        return f"{name} is not in this game: the perps are a pawn."
    if not t.health[who]:
        return f"{name} is dead."
    return f"{name} has {t.health[who]} health and {t.radiation[who]} radiation."


# Things


def thing(v: Table, ref: str) -> tuple[str, str] | None:
    """A place in a row or a box of a card as an argument of a move; None if it is neither."""
    kind, _, rest = ref.partition(":")
    first, colon, second = rest.partition(":")
    if kind == "row" and colon:
        return row_thing(v, first, second)
    if kind == "card" and colon:
        return box_thing(v, first, second)
    return None


def row_thing(v: Table, side: str, place: str) -> tuple[str, str]:
    """CE-SYM-02: a place is named in the row that is being resolved."""
    places = [str(n + 1) for n in range(v.row_size[SIDES.index(side)])] if side in SIDES else []
    if place not in places:
        raise Refused("There is no such place in a row.", [KIND_RULES["place"]])
    asked = isinstance(v.now, Action) and SIDES[v.now.side] == side
    return ("place", place) if asked else ("", "")


def box_thing(v: Table, card: str, letter: str) -> tuple[str, str]:
    """CE-CARD-03: a box is named on the card that is being resolved."""
    cards = known_names(v, "card")
    if card not in cards or letter not in BOX_LETTERS[: v.pack.n_boxes[cards[card]]]:
        raise Refused("There is no such box on a card.", [KIND_RULES["box"]])
    asked = isinstance(v.now, Encounter) and v.now.card == cards[card]
    return ("box", letter) if asked else ("", "")


STORES = {"rations": "CE-RES-12", "ammo": "CE-RES-17"}


def fixtures(v: Table) -> dict[str, tuple[str, str]]:
    """By ref, what no move names: what it does, and the rule."""
    found = {
        "deck": ("Cards come from the deck when a rule says so.", "CE-PARTS-03"),
        "discard": ("What is discarded stays there.", "CE-DAWN-10"),
        "location-deck": ("Locations are turned up when a pawn needs them.", "CE-LOC-07"),
    }
    for place in range(v.n_locations):
        acts = "A location acts by itself."
        if place < v.revealed:
            location = content_of(v.pack).location[v.locations[place]]
            acts = f"{sentence(location_words(location, bool(v.caches >> place & 1)))}. {acts}"
            found[f"location:{slug(location.name)}"] = (acts, "CE-LOC-12")
        found[f"location:{place + 1}"] = (acts, "CE-LOC-12")
    for team, people in zip(TEAMS, PEOPLE, strict=True):
        found[f"pawn:{team}"] = (f"The pawn of {people} moves by symbols only.", "CE-LOC-06")
        found[f"team:{team}"] = (f"A choice is made for one of {people}.", "CE-RES-02")
        for store, rule in STORES.items():
            found[f"{store}:{team}"] = ("It is spent when a symbol asks for it.", rule)
    for seat in range(v.seats):
        found[f"player:{seat}"] = ("A player is no part of this decision.", "CE-DAWN-02")
    return found


MOMENTS = {
    "reveal": "when revealed",
    "start": "as dawn or dusk begins",
    "end": "as dawn or dusk ends",
}
ONGOING_WORDS = {
    "slough": "the last card at dusk is laid face down",
    "no-healing": "nobody is healed here",
    "no-psi-action": "no psi action here",
    "no-ammo": "ammunition cannot be spent here",
    "no-swap": "no swaps here",
}


def location_words(location: Location, cache: bool) -> str:
    """CE-LOC-13, CE-LOC-14, CE-LOC-15: what a location does."""
    if location.goal:
        return "Max Normal is here"
    words = [
        f"{moment}: {', '.join(symbol.replace('-', ' ') for symbol in getattr(location, key))}"
        for key, moment in MOMENTS.items()
        if getattr(location, key)
    ]
    if location.ongoing == "cache":
        words.append("1 ammunition for the first to leave" if cache else "its ammunition is gone")
    elif location.ongoing:
        words.append(ONGOING_WORDS[location.ongoing])
    return "; ".join(words) or "nothing happens here"


def sentence(words: str) -> str:
    """With a capital."""
    return words[:1].upper() + words[1:]


def current_box(v: Table, box_type: int, n: int) -> str:
    """The symbols of the nth box of that type on the card being resolved."""
    assert isinstance(v.now, Encounter)
    return box_words(v.pack, v.now.card, first_of(v, v.now.card, box_type) + n)


def place_words(v: Table, place: int) -> str:
    """A place in the row still to come, by the card that lies there; face down, by its number."""
    assert isinstance(v.now, Action)
    card = row_of(v, v.now.side)[place]
    return card_name(v.pack, card) + (f", place {place + 1}" if is_face_down(card) else "")


def option_refs(v: Table, packed: int, words: list[str]) -> tuple[str, ...]:
    """The things on the table that an option is about."""
    refs = []
    for kind, n in zip(words[1:], arguments(packed, len(words) - 1), strict=True):
        if kind == "place":
            assert isinstance(v.now, Action)
            refs.append(f"row:{SIDES[v.now.side]}:{n + 1}")
        elif kind == "box":
            assert isinstance(v.now, Encounter)
            refs.append(f"card:{v.now.card}:{name(v, kind, n)}")
        elif kind not in ("judgement", "advice"):
            refs.append(f"{kind}:{name(v, kind, n)}")
    return tuple(refs)


def prompt(t: Table) -> Prompt:
    """Who is to decide what, from public facts only."""
    text, rules = question(t)
    return Prompt(f"{words_for(t, 'seat', t.player)}: {text}.", rules)


def question(t: Table) -> tuple[str, tuple[str, ...]]:
    """What is asked: by the symbol that asks, or else by what is offered first."""
    p = t.now
    if p.kind in SYMBOL_ASKS:
        return SYMBOL_ASKS[p.kind]
    offered = {t.options[i] >> 48 for i in range(t.n_options)}
    if offered & {PLAY, PLAY_TO}:
        return PLAYING[p.kind]
    if LET_CHOOSE in offered:
        return "take a row, or let the other player choose", ("CE-HHROWS-12",)
    text, rules = ASKING[t.options[0] >> 48]
    current = card_name(t.pack, p.card) if isinstance(p, Encounter) else ""
    return text.format(current=current, drawn=drawn_name(t)), rules


def drawn_name(t: Table) -> str:
    """The card that waits to be placed at solo dusk."""
    if not isinstance(t.now, Placing):
        return ""
    return "the unseen card" if t.now.card == HIDDEN else card_name(t.pack, t.now.card)


def event(t: Table, packed: int) -> dict[str, Any]:
    """An event in words, by name and arguments, with its rules."""
    what, template, rules = EVENTS[packed >> 48]
    left = arguments(packed, 3)
    card = left[0]
    args: list[list[Any]] = []

    def fill(found: re.Match[str]) -> str:
        kind = found.group(1)
        n = left[ORDER[what].index(kind) if what in ORDER else len(args)]
        args.append([kind, event_name(t, kind, n)])
        return box_words(t.pack, card, n) if kind == "box" else words_for(t, kind, n)

    text = sentence(PLACEHOLDER.sub(fill, template)).replace("!.", "!")
    return {"what": what, "text": text, "args": args, "rules": event_rules(t, packed, rules)}


# Events whose rules are others in solo and in head-to-head.
RULES_IN_MODE: dict[int, dict[int, str]] = {
    DREW: {SOLO: "CE-SODUSK-09", HEAD_TO_HEAD: "CE-HHROWS-17"},
    DREW_UNSEEN: {SOLO: "CE-SODUSK-09", HEAD_TO_HEAD: "CE-HHROWS-17"},
    PLAYED: {SOLO: "CE-SODAWN-03", HEAD_TO_HEAD: "CE-HHROWS-08"},
    TURNED_UP: {HEAD_TO_HEAD: "CE-HHPSI-06"},
    BECAME_SENIOR: {HEAD_TO_HEAD: "CE-HHROWS-18"},
    DAWN_BROKE: {SOLO: "CE-SODAWN-01", HEAD_TO_HEAD: "CE-HHROWS-10"},
    DUSK_FELL: {SOLO: "CE-SODUSK-01", HEAD_TO_HEAD: "CE-HHROWS-11"},
    PSI_LOOKED: {HEAD_TO_HEAD: "CE-HHPSI-02"},
    PSI_SEEN: {SOLO: "CE-SOPSI-02", HEAD_TO_HEAD: "CE-HHPSI-02"},
}


def event_rules(t: Table, packed: int, rules: tuple[str, ...]) -> list[str]:
    """The rules behind an event, by the mode and by what it is about."""
    what, (first, second) = packed >> 48, arguments(packed, 2)
    if what == ENDED:
        return list(ending_rules(t, first))
    if what == SPENT_HEALTH:
        return ["CE-EXP-04", "CE-PSI-03"] if second == 1 else ["CE-RES-18", "CE-EXP-05"]
    if what == NOTHING_HAPPENED:
        return ["CE-RULING-54" if not first else "CE-RES-06" if first == HEAL else "CE-SYM-04"]
    in_mode = RULES_IN_MODE.get(what, {}).get(t.mode)
    return [in_mode] if in_mode else list(rules)


def ending_rules(t: Table, reason: int) -> tuple[str, ...]:
    """The rules by which the game ended."""
    if t.mode == HEAD_TO_HEAD and reason == FOUND:
        return ("CE-HHEND-07",)
    return ENDINGS[reason][1]


# Events whose sentence names its arguments in another order than they are told.
ORDER: dict[str, tuple[str, ...]] = {"encountered": ("card", "team")}


def event_name(t: Table, kind: str, n: int) -> Any:
    """An argument for programs: a number, or a name of the notation."""
    if kind == "team":
        return TEAMS[n]
    if kind == "location":
        return slug(content_of(t.pack).location[n].name)
    if kind == "symbol":
        return SYMBOLS[n - 1] if n else "advance"
    if kind == "position":
        return n + 1
    if kind in ("card", "number", "seat"):
        return n
    if kind in ("expertise", "ending"):
        return words_for(t, kind, n)
    return name(t, kind, n)


def shown(v: Table) -> dict[str, Any]:
    """What follows from a view: the supply, the location row, the way to go, the score so far."""
    alone = {"score": int(score(v)), "score_lines": score_lines(v)} if v.mode == SOLO else {}
    return (
        alone
        | {
            "supply": supply(v),
            "location_row_starts": location_row_starts(v) + 1,
            "steps_to_goal": {team: steps_to_goal(v, i) for i, team in enumerate(TEAMS)},
        }
        | outlook(v)
    )


def supply(v: Table) -> dict[str, int]:
    """CE-OVER-01, CE-SETUP-25, CE-RULING-36: the box less what is in use, never below zero."""
    in_use = {
        "rations": sum(v.rations),
        "ammo": sum(v.ammo) + bin(v.caches).count("1"),
        "health": sum(v.health),
        "radiation": sum(v.radiation),
    }
    box = content_of(v.pack).tokens
    kinds = (*RESOURCES, "radiation")
    return {kind: max(0, int(getattr(box, kind)) - in_use[kind]) for kind in kinds}


def steps_to_goal(v: Table, team: int) -> list[int]:
    """CE-SETUP-18: the fewest and the most advances to Max Normal, from what is turned up."""
    places = list(v.locations)[: v.revealed]
    if v.pack.goal in places:
        return [places.index(v.pack.goal) - v.pawns[team]] * 2
    nearest = max(v.revealed, v.n_locations - 3)
    return [nearest - v.pawns[team], v.n_locations - 1 - v.pawns[team]]


def score_lines(v: Table) -> list[dict[str, Any]]:
    """CE-SCORE-02: each part of the solo score, and its rule."""
    rations, ammo, kept = int(v.rations[0]), int(v.ammo[0]), int(size(team_area(v, 0)))
    left, dead = int(v.pawns[0]), 3 - int(survivors(v, 0))
    found = v.over == FOUND
    lines = [
        (f"rations: {rations}", rations, "CE-SCORE-03"),
        (f"ammunition: {ammo}", ammo, "CE-SCORE-04"),
        (f"kept cards: {kept}", 2 * kept, "CE-SCORE-05"),
        (f"locations left behind: {left}", int(progress(v)), "CE-SCORE-06"),
        (f"dead: {dead}", -int(losses(v)), "CE-SCORE-08"),
        (f"Max Normal found: {'yes' if found else 'no'}", 12 if found else 0, "CE-SCORE-09"),
    ]
    return [{"text": text, "points": points, "rules": [rule]} for text, points, rule in lines]


def outcome(t: Table) -> Outcome:
    """CE-GOAL-01, CE-SCORE-01, CE-SCORE-02: who won, by what, and the solo score."""
    winners = tuple(seat for seat in range(t.seats) if t.winners >> seat & 1)
    scores = tuple(int(seat in winners) for seat in range(t.seats))
    if t.mode == SOLO:
        scores = (score(t),)
    return Outcome(winners, scores, ENDINGS[t.over][0], ending_rules(t, t.over))
