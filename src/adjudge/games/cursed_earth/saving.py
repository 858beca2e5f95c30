"""A table as readable JSON-safe data, and back; in a view secrets are "?"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudge.games.cursed_earth.cooperative import cards_in_hand
from adjudge.games.cursed_earth.describe import SIDES, TEAMS, cards_of, content_of
from adjudge.games.cursed_earth.positions import (
    check_agenda,
    check_asked,
    check_ending,
    check_table,
    hidden_places,
)
from adjudge.games.cursed_earth.procedures import (
    BOX,
    COOPERATIVE_DAWN,
    COOPERATIVE_DUSK,
    COOPERATIVE_PSI,
    ENCOUNTER,
    ENCOUNTERS,
    GAME,
    MOVE,
    PLACING,
    ROUND,
    SOLO_DAWN,
    SOLO_DUSK,
    SOLO_PSI,
    VERSUS_DAWN,
    VERSUS_DUSK,
    VERSUS_PSI,
    VERSUS_ROUND,
    Action,
    Box,
    Encounter,
    Encounters,
    Game,
    Investigation,
    Move,
    Placing,
    PsiAction,
    Round,
)
from adjudge.games.cursed_earth.schema import SYMBOLS, packed, slug, unpacked
from adjudge.games.cursed_earth.state import (
    CARD_BITS,
    CARDS,
    HIDDEN,
    LOCATIONS,
    MOST_HEALTH,
    NO_CARD,
    NOBODY,
    Pack,
    Table,
    face_down,
    is_face_down,
    row_of,
    seen_by,
)
from adjudge.kernel import reading
from adjudge.kernel.agenda import Procedure, Rulebook, ask_again
from adjudge.kernel.game import Invalid
from adjudge.kernel.reading import IMPOSSIBLE, Records, read_rng, write_rng

MODES = ("solo", "cooperative", "head-to-head")
DIFFICULTIES = ("cadet", "street-judge", "chief-judge")
TIMES = ("dawn", "dusk")
UNKNOWN = "?"

# Per procedure: its name and the fields beside `at`, each with the kind of its value.
INVESTIGATION = {"played": "number", "drawn": "number", "picker": "seat", "picked": "side"}
WHERE = {"team": "team", "side": "side"}
PSI_FIELDS = WHERE | {"spoken": "number", "judgements": "number"}
RECORDS = Records(
    {
        GAME: ("game", {}),
        ROUND: ("round", {"picker": "seat"}),
        VERSUS_ROUND: ("versus-round", {"picker": "seat"}),
        COOPERATIVE_DAWN: ("cooperative-dawn", INVESTIGATION),
        COOPERATIVE_DUSK: ("cooperative-dusk", INVESTIGATION),
        SOLO_DAWN: ("solo-dawn", INVESTIGATION),
        SOLO_DUSK: ("solo-dusk", INVESTIGATION),
        VERSUS_DAWN: ("versus-dawn", INVESTIGATION),
        VERSUS_DUSK: ("versus-dusk", INVESTIGATION),
        ENCOUNTERS: ("encounters", WHERE),
        ENCOUNTER: ("encounter", {"card": "card"} | WHERE | {"box": "number"}),
        BOX: ("box", {"symbols": "symbols"} | WHERE),
        MOVE: ("move", WHERE | {"revealing": "flag"}),
        COOPERATIVE_PSI: ("cooperative-psi", PSI_FIELDS),
        SOLO_PSI: ("solo-psi", PSI_FIELDS),
        VERSUS_PSI: ("versus-psi", PSI_FIELDS),
        PLACING: ("placing", {"card": "card"}),
    }
    | {i + 1: (symbol, WHERE | {"first": "number"}) for i, symbol in enumerate(SYMBOLS)}
)


def blank(kind: int) -> Procedure:
    """A record of that kind, to be filled in."""
    if kind == GAME:
        return Game()
    if kind <= len(SYMBOLS):
        return Action(kind, 0, 0)
    if kind in (ROUND, VERSUS_ROUND):
        return Round(kind)
    if kind <= VERSUS_DUSK:
        return Investigation(kind)
    if kind in (COOPERATIVE_PSI, SOLO_PSI, VERSUS_PSI):
        return PsiAction(kind, 0, 0)
    rest: dict[int, Callable[[], Procedure]] = {
        ENCOUNTERS: lambda: Encounters(0, 0),
        ENCOUNTER: lambda: Encounter(1, 0, 0),
        BOX: lambda: Box(0, 0, 0),
        MOVE: lambda: Move(0, 0),
        PLACING: lambda: Placing(HIDDEN),
    }
    return rest[kind]()


def write(t: Table) -> dict[str, Any]:
    """Everything that is on the table or under way."""
    content = content_of(t.pack)
    names = [slug(character.name) for character in content.character]
    return {
        "mode": MODES[t.mode],
        "difficulty": DIFFICULTIES[t.difficulty],
        "seats": t.seats,
        "judges_seat": t.judges_seat,
        "round": t.round,
        "time": TIMES[t.time],
        "senior": t.senior,
        "first_senior": t.first_senior,
        "deck": write_pile(list(t.deck)[: t.deck_size]),
        "discard": cards_of(t.discard),
        "hands": [write_hand(t, seat) for seat in range(t.seats)],
        "psi_cards": [write_card(card) for card in t.psi_cards],
        "rows": {
            side: [write_row_card(card) for card in list(row_of(t, i))[: t.row_size[i]]]
            for i, side in enumerate(SIDES)
        },
        "waiting": [
            {"side": SIDES[card >> 10]} | write_face_down(card)
            for card in list(t.waiting)[: t.n_waiting]
        ],
        "teams": {
            team: {
                "ammo": t.ammo[i],
                "rations": t.rations[i],
                "survival": cards_of(t.survival[i]),
                "diplomacy": cards_of(t.diplomacy[i]),
                "pawn": t.pawns[i] + 1,
                "met": t.met[i],
                "characters": {
                    names[who]: {"health": t.health[who], "radiation": t.radiation[who]}
                    for who in range(i * 3, i * 3 + 3)
                },
            }
            for i, team in enumerate(TEAMS)
        },
        "locations": [
            UNKNOWN if n == HIDDEN else slug(content.location[n].name)
            for n in list(t.locations)[: t.n_locations]
        ],
        "revealed": t.revealed,
        "caches": [place + 1 for place in range(LOCATIONS) if t.caches >> place & 1],
        "over": t.over,
        "winners": t.winners,
        "agenda": RECORDS.write(t.now, write_value),
        "rng": write_rng(t.rng),
    }


def write_card(card: int) -> Any:
    """A number, "?" for a secret, null for no card."""
    return None if card == NO_CARD else UNKNOWN if card == HIDDEN else card


def write_pile(cards: list[int]) -> Any:
    """The cards with the top one last, or how many where they are secret."""
    return len(cards) if HIDDEN in cards else cards


def write_hand(t: Table, seat: int) -> Any:
    """The cards, or how many where they are secret."""
    cards = cards_of(t.hands[seat])
    return cards if len(cards) == t.hand_size[seat] else t.hand_size[seat]


def write_face_down(card: int) -> dict[str, Any]:
    """The card, and who has seen it."""
    return {"face_down": write_card(card & CARD_BITS), "seen_by": seen_by(card)}


def write_row_card(card: int) -> Any:
    """A number, or a face-down card."""
    return write_face_down(card) if is_face_down(card) else card


def write_value(kind: str, n: Any) -> Any:
    """A field of a record by its kind."""
    if kind == "card":
        return write_card(n)
    if kind == "team":
        return TEAMS[n]
    if kind == "side":
        return SIDES[n]
    if kind == "seat":
        return None if n == NOBODY else n
    if kind == "symbols":
        return unpacked(n)
    return n


class Reader(reading.Reader):
    """Saved data of this game."""

    def card(self) -> int:
        """A card, a secret, or none."""
        if self.data is None:
            return NO_CARD
        return HIDDEN if self.data == UNKNOWN else self.number(1, CARDS)

    def cards(self) -> int:
        """A set of cards."""
        return self.set_of(1, CARDS)


TABLE_KEYS = (
    "mode",
    "difficulty",
    "seats",
    "judges_seat",
    "round",
    "time",
    "senior",
    "first_senior",
    "deck",
    "discard",
    "hands",
    "psi_cards",
    "rows",
    "waiting",
    "teams",
    "locations",
    "revealed",
    "caches",
    "over",
    "winners",
    "agenda",
    "rng",
)
TEAM_KEYS = ("ammo", "rations", "survival", "diplomacy", "pawn", "met", "characters")
SEATS = {"solo": (1, 1), "cooperative": (2, 4), "head-to-head": (2, 2)}
MOST_TOKENS = 10_000


def read(rules: Rulebook, pack: Pack, data: Any) -> Table:
    """The table that was written; Invalid names the path, the value and what it should be."""
    saved = Reader(data, "table")
    saved.keys(TABLE_KEYS)
    t = Table(rules, pack)
    t.lay_out_kernel(read_rng(saved["rng"]))
    t.lay_out()
    read_setting(t, saved)
    read_cards(t, saved)
    read_teams(t, saved["teams"])
    read_locations(t, saved)
    t.over = saved["over"].number(0, 8)
    t.winners = saved["winners"].number(0, (1 << t.seats) - 1)
    t.now = RECORDS.read(saved["agenda"], blank, lambda kind, part: read_value(t, kind, part))
    check_table(t)
    return t


def resume(rules: Rulebook, pack: Pack, data: Any) -> Table:
    """A saved table with its question asked again."""
    t = read(rules, pack, data)
    if hidden_places(t) or HIDDEN in list(t.locations)[: t.n_locations]:
        raise Invalid("table: something on it is secret; a view is not a position")
    check_agenda(t, rules)
    check_ending(t)
    try:
        ask_again(t)
    except IMPOSSIBLE as problem:
        raise Invalid(f"table.agenda: no game can stand like this: {problem}") from None
    check_asked(t)
    return t


def resume_view(rules: Rulebook, pack: Pack, data: Any, asked: int) -> Table:
    """A saved view; the question is asked again only if it is put to the viewer."""
    t = read(rules, pack, data)
    t.player = asked
    return t


def read_setting(t: Table, saved: Reader) -> None:
    """Mode, seats, day."""
    t.mode = saved["mode"].one_of(MODES)
    t.difficulty = saved["difficulty"].one_of(DIFFICULTIES)
    t.seats = saved["seats"].number(*SEATS[MODES[t.mode]])
    t.judges_seat = saved["judges_seat"].number(0, t.seats - 1)
    t.round = saved["round"].number(0, 1000)
    t.time = saved["time"].one_of(TIMES)
    t.senior = saved["senior"].number(0, t.seats - 1)
    t.first_senior = saved["first_senior"].number(0, t.seats - 1)


def read_cards(t: Table, saved: Reader) -> None:
    """Deck, discard pile, hands, rows, and what psi has drawn."""
    read_deck(t, saved["deck"])
    t.discard = saved["discard"].cards()
    hands = saved["hands"].items(t.seats)
    if len(hands) != t.seats:
        raise saved["hands"].wrong(f"a list of {t.seats} hands")
    for seat, hand in enumerate(hands):
        if isinstance(hand.data, list):
            t.hands[seat] = hand.cards()
            t.hand_size[seat] = Reader(len(hand.data), f"{hand.path}: the number of cards").number(
                0, cards_in_hand(t)
            )
        else:
            t.hand_size[seat] = hand.number(0, cards_in_hand(t))
    for i, card in enumerate(saved["psi_cards"].items(4)):
        t.psi_cards[i] = card.card()
    saved["rows"].keys(SIDES)
    for i, side in enumerate(SIDES):
        for place, card in enumerate(saved["rows"][side].items(CARDS)):
            row_of(t, i)[place] = read_row_card(t, card)
            t.row_size[i] = place + 1
    for i, card in enumerate(saved["waiting"].items(CARDS)):
        card.keys(("side", "face_down", "seen_by"))
        t.waiting[i] = read_face_down(t, card) | card["side"].one_of(SIDES) << 10
        t.n_waiting = i + 1


def read_deck(t: Table, saved: Reader) -> None:
    """The cards with the top one last, or only how many."""
    if isinstance(saved.data, list):
        for i, card in enumerate(saved.items(CARDS)):
            t.deck[i] = card.number(1, CARDS)
            t.deck_size = i + 1
    else:
        t.deck_size = saved.number(0, CARDS)
        for i in range(t.deck_size):
            t.deck[i] = HIDDEN


def read_row_card(t: Table, saved: Reader) -> int:
    """A card lying face up or face down."""
    if isinstance(saved.data, dict):
        saved.keys(("face_down", "seen_by"))
        return read_face_down(t, saved)
    return saved.number(1, CARDS)


def read_face_down(t: Table, saved: Reader) -> int:
    """A card, and who has seen it."""
    card = saved["face_down"].card()
    if card == NO_CARD:
        raise saved["face_down"].wrong("a card")
    return face_down(card, saved["seen_by"].number(0, t.seats - 1))


def read_teams(t: Table, saved: Reader) -> None:
    """Tokens, kept cards, pawns and characters."""
    names = [slug(character.name) for character in content_of(t.pack).character]
    saved.keys(TEAMS)
    for i, team in enumerate(TEAMS):
        side = saved[team]
        side.keys(TEAM_KEYS)
        t.ammo[i] = side["ammo"].number(0, MOST_TOKENS)
        t.rations[i] = side["rations"].number(0, MOST_TOKENS)
        t.survival[i] = side["survival"].cards()
        t.diplomacy[i] = side["diplomacy"].cards()
        t.pawns[i] = side["pawn"].number(1, LOCATIONS) - 1
        t.met[i] = side["met"].number(0, 7)
        people = side["characters"]
        people.keys(names[i * 3 : i * 3 + 3])
        for who in range(i * 3, i * 3 + 3):
            people[names[who]].keys(("health", "radiation"))
            t.health[who] = people[names[who]]["health"].number(0, MOST_HEALTH)
            t.radiation[who] = people[names[who]]["radiation"].number(0, t.health[who])


def read_locations(t: Table, saved: Reader) -> None:
    """The locations in order, and how many are turned up."""
    names = [slug(location.name) for location in content_of(t.pack).location]
    places = saved["locations"].items(LOCATIONS)
    t.n_locations = len(places)
    t.revealed = saved["revealed"].number(1, max(1, len(places)))
    for place, location in enumerate(places):
        hidden = location.data == UNKNOWN and place >= t.revealed
        t.locations[place] = HIDDEN if hidden else location.one_of(names)
    known = [n for n in list(t.locations)[: t.n_locations] if n != HIDDEN]
    if len(set(known)) != len(known):
        raise saved["locations"].wrong("a list of different locations [CE-PARTS-04]")
    if HIDDEN not in list(t.locations)[: t.n_locations] and t.pack.goal not in known:
        raise saved["locations"].wrong("a list with Max Normal's location in it [CE-SETUP-18]")
    for i, team in enumerate(TEAMS):
        if t.pawns[i] >= t.revealed:
            raise saved["teams"][team]["pawn"].wrong(f"at most {t.revealed} [CE-LOC-09]")
    for cache in saved["caches"].items(LOCATIONS):
        t.caches |= 1 << cache.number(1, t.revealed) - 1


def read_value(t: Table, kind: str, saved: Reader) -> Any:
    """A field of a record by its kind."""
    if kind == "card":
        return saved.card()
    if kind == "team":
        return saved.one_of(TEAMS)
    if kind == "side":
        return saved.one_of(SIDES)
    if kind == "seat":
        return NOBODY if saved.data is None else saved.number(0, t.seats - 1)
    if kind == "symbols":
        return packed(SYMBOLS[item.one_of(SYMBOLS)] for item in saved.items(12))
    if kind == "flag":
        return saved.flag()
    return saved.number(0, 100_000)
