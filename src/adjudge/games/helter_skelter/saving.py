"""A table as readable JSON-safe data, and back; in a view secrets are "?" or a mere count."""

from __future__ import annotations

from typing import Any

from adjudge.games.helter_skelter.describe import ACTION_WORDS, characters, members
from adjudge.games.helter_skelter.positions import (
    check_agenda,
    check_asked,
    check_ending,
    check_table,
    is_view,
)
from adjudge.games.helter_skelter.preparation import MAP_CARDS_EACH
from adjudge.games.helter_skelter.procedures import (
    ANSWER_BITS,
    FIRST_CARD,
    GAME,
    NOT_YET,
    PASSED,
    TURN,
    WINDOW,
    Action,
    Game,
    Turn,
    Window,
)
from adjudge.games.helter_skelter.schema import MAP_IDS, TEAM_IDS
from adjudge.games.helter_skelter.state import (
    CARDS,
    CHARACTERS,
    FRAGMENTS,
    HIDDEN,
    INTERRUPT,
    MOST_IN_HAND,
    OFF_MAP,
    QUIET,
    QUIET_TURNS,
    SPACES,
    WARP_CUBES,
    Pack,
    Table,
    end_of,
    first_of,
)
from adjudge.kernel.agenda import Procedure, Rulebook, ask_again
from adjudge.kernel.game import Invalid
from adjudge.kernel.reading import IMPOSSIBLE, Reader, Records, read_rng, write_rng

UNKNOWN = "?"
MOST_TURNS = 1_000_000

# Per procedure: its name and the fields beside `at`, each with the kind of its value.
ACTION_FIELDS = {
    "player": "seat",
    "who": "character",
    "payer": "character",
    "target": "target",
    "waiting": "characters",
    "struck": "characters",
    "moved": "characters",
    "climbing": "space",
}
RECORDS = Records(
    {
        GAME: ("game", {}),
        **{
            kind: (words.lower().replace(" ", "-"), ACTION_FIELDS)
            for kind, (words, rules) in ACTION_WORDS.items()
        },
        TURN: ("turn", {"player": "seat"}),
        INTERRUPT: ("interrupting-turn", {"player": "seat"}),
        WINDOW: ("window", {"origin": "seat", "answers": "answers"}),
    }
)


def blank(kind: int) -> Procedure:
    """A record of that kind, to be filled in."""
    if kind == GAME:
        return Game()
    if kind == WINDOW:
        return Window(0)
    return Turn(kind, 0) if kind in (TURN, INTERRUPT) else Action(kind, 0, 0)


# Writing


def write(t: Table) -> dict[str, Any]:
    """Everything that is on the table or under way."""
    return {
        "seats": t.seats,
        "map": MAP_IDS[t.map],
        "turn": t.turn,
        "marker": t.marker,
        "quiet": t.quiet,
        "players": [write_player(t, seat) for seat in range(t.seats)],
        "warp": t.warp,
        "warped": t.warped,
        "stealth_card": write_map_card(t.stealth_card),
        "stealth_lost": write_map_card(t.stealth_lost),
        "removed": members(t.removed),
        "undealt": members(t.undealt),
        "over": t.over,
        "winners": members(t.winners),
        "agenda": write_agenda(t),
        "rng": write_rng(t.rng),
    }


def write_player(t: Table, seat: int) -> dict[str, Any]:
    """One player's side of the table."""
    ids = names(t.pack)
    deck = list(t.decks)[seat * CARDS : seat * CARDS + t.deck_size[seat]]
    return {
        "team": TEAM_IDS[t.team[seat]],
        "eliminated": bool(t.eliminated >> seat & 1),
        "hand": write_hidden(t.hands[seat], t.hand_size[seat], 1),
        "deck": len(deck) if HIDDEN in deck else [card + 1 for card in deck],
        "discard": [card + 1 for card in members(t.discards[seat])],
        "map_cards": write_hidden(t.map_cards[seat], t.map_cards_held[seat], 0),
        "fragments": members(t.fragments[seat]),
        "collected": t.collected[seat],
        "taken": [ids[who] for who in members(t.taken[seat])],
        "characters": {
            ids[who]: {
                "health": t.health[who],
                "space": None if t.space[who] == OFF_MAP else t.space[who],
                "map_card": write_map_card(t.assigned[who]),
            }
            for who in range(first_of(t, seat), end_of(t, seat))
        },
    }


def names(pack: Pack) -> dict[int, str]:
    """Every character's word, by number."""
    return {who: id for id, who in characters(pack).items()}


def write_hidden(cards: int, count: int, first: int) -> Any:
    """The cards by number, or how many where they are secret."""
    known = [card + first for card in members(cards)]
    return known if len(known) == count else count


def write_map_card(card: int) -> Any:
    """A space, "?" for a secret, null for none."""
    return None if card == 0 else UNKNOWN if card == HIDDEN else card


def write_agenda(t: Table) -> list[dict[str, Any]]:
    """What is under way, the outermost first."""
    return RECORDS.write(t.now, lambda kind, n: write_value(t, kind, n))


def write_value(t: Table, kind: str, n: int) -> Any:
    """A field of a record by its kind."""
    if kind == "character":
        return names(t.pack)[n]
    if kind == "characters":
        return [names(t.pack)[who] for who in members(n)]
    if kind == "answers":
        return [write_answer(n >> seat * ANSWER_BITS & HIDDEN) for seat in range(t.seats)]
    return n


def write_answer(answer: int) -> Any:
    """A card, "pass", "?" for a sealed one, null for none yet."""
    words = {NOT_YET: None, PASSED: "pass", HIDDEN: UNKNOWN}
    return words[answer] if answer in words else answer - FIRST_CARD + 1


# Reading

TABLE_KEYS = (
    "seats",
    "map",
    "turn",
    "marker",
    "quiet",
    "players",
    "warp",
    "warped",
    "stealth_card",
    "stealth_lost",
    "removed",
    "undealt",
    "over",
    "winners",
    "agenda",
    "rng",
)
PLAYER_KEYS = (
    "team",
    "eliminated",
    "hand",
    "deck",
    "discard",
    "map_cards",
    "fragments",
    "collected",
    "taken",
    "characters",
)


def read(rules: Rulebook, pack: Pack, data: Any) -> Table:
    """The table that was written; Invalid names the path, the value and what it should be."""
    saved = Reader(data, "table")
    saved.keys(TABLE_KEYS)
    t = Table(rules, pack)
    t.lay_out_kernel(read_rng(saved["rng"]))
    t.lay_out()
    players = saved["players"].items(4)
    t.seats = saved["seats"].number(2, 4)
    if len(players) != t.seats:
        raise saved["players"].wrong(f"a list of {t.seats} players")
    t.map = saved["map"].one_of(MAP_IDS)
    t.turn = saved["turn"].number(0, MOST_TURNS)
    t.marker = saved["marker"].number(0, t.seats - 1)
    t.quiet = saved["quiet"].number(0, QUIET_TURNS)
    for seat, player in enumerate(players):
        read_player(t, seat, player)
    read_cubes_and_map_cards(t, saved)
    t.over = saved["over"].number(0, QUIET)
    t.winners = saved["winners"].set_of(0, t.seats - 1)
    t.now = RECORDS.read(saved["agenda"], blank, lambda kind, part: read_value(t, kind, part))
    check_table(t)
    return t


def resume(rules: Rulebook, pack: Pack, data: Any) -> Table:
    """A saved table with its question asked again."""
    t = read(rules, pack, data)
    if is_view(t):
        raise Invalid("table: something on it is secret; a view is not a position")
    check_agenda(t, rules)
    check_ending(t)
    agenda = write_agenda(t)
    try:
        ask_again(t)
    except IMPOSSIBLE as problem:
        raise Invalid(f"table.agenda: no game can stand like this: {problem}") from None
    if write_agenda(t) != agenda:
        raise Invalid("table.agenda: there is nothing to decide here")
    check_asked(t)
    return t


def resume_view(rules: Rulebook, pack: Pack, data: Any, asked: int) -> Table:
    """A saved view; the question is asked again only if it is put to the viewer."""
    t = read(rules, pack, data)
    check_agenda(t, rules)
    check_ending(t)
    t.player = asked
    return t


def read_cubes_and_map_cards(t: Table, saved: Reader) -> None:
    """Warp cubes, Ukko's cards, and the map cards out of play."""
    t.warp = saved["warp"].number(0, WARP_CUBES)
    t.warped = saved["warped"].flag()
    t.stealth_card = read_map_card(saved["stealth_card"])
    t.stealth_lost = read_map_card(saved["stealth_lost"])
    t.removed = saved["removed"].set_of(1, SPACES)
    t.undealt = saved["undealt"].set_of(1, SPACES)


def read_player(t: Table, seat: int, saved: Reader) -> None:
    """One player's side of the table."""
    saved.keys(PLAYER_KEYS)
    t.team[seat] = saved["team"].one_of(TEAM_IDS)
    if t.owner[t.team[seat]] < seat:
        raise saved["team"].wrong("a team that nobody else plays [HS-RULING-02]")
    t.owner[t.team[seat]] = seat
    t.eliminated |= int(saved["eliminated"].flag()) << seat
    t.hands[seat], t.hand_size[seat] = read_hidden(saved["hand"], CARDS, 1, MOST_IN_HAND)
    read_deck(t, seat, saved["deck"])
    t.discards[seat] = saved["discard"].set_of(1, CARDS) >> 1
    held = saved["map_cards"]
    t.map_cards[seat], t.map_cards_held[seat] = read_hidden(held, SPACES, 0, MAP_CARDS_EACH)
    t.fragments[seat] = saved["fragments"].set_of(1, SPACES)
    t.collected[seat] = saved["collected"].number(0, FRAGMENTS)
    t.taken[seat] = read_characters(t, saved["taken"])
    read_team(t, seat, saved["characters"])


def read_hidden(saved: Reader, most: int, first: int, count: int) -> tuple[int, int]:
    """A set of cards written from 1, numbered less `first`, and its size; or only the size."""
    if not isinstance(saved.data, list):
        return 0, saved.number(0, count)
    cards = saved.set_of(1, most) >> first
    if len(saved.data) > count:
        raise saved.wrong(f"a list of at most {count}")
    return cards, len(saved.data)


def read_deck(t: Table, seat: int, saved: Reader) -> None:
    """The cards with the top one last, or only how many."""
    if not isinstance(saved.data, list):
        t.deck_size[seat] = saved.number(0, CARDS)
        for i in range(t.deck_size[seat]):
            t.decks[seat * CARDS + i] = HIDDEN
        return
    for i, card in enumerate(saved.items(CARDS)):
        t.decks[seat * CARDS + i] = card.number(1, CARDS) - 1
        t.deck_size[seat] = i + 1


def read_map_card(saved: Reader) -> int:
    """A space, a secret, or none."""
    if saved.data is None:
        return 0
    return HIDDEN if saved.data == UNKNOWN else saved.number(1, SPACES)


def read_characters(t: Table, saved: Reader) -> int:
    """A set of characters by name."""
    ids = characters(t.pack)
    found = 0
    for item in saved.items(CHARACTERS):
        member = 1 << ids[list(ids)[item.one_of(list(ids))]]
        if found & member:
            raise item.wrong("somebody who is here once")
        found |= member
    return found


def read_team(t: Table, seat: int, saved: Reader) -> None:
    """The characters of a player."""
    ids = names(t.pack)
    own = range(first_of(t, seat), end_of(t, seat))
    saved.keys([ids[who] for who in own])
    for who in own:
        person = saved[ids[who]]
        person.keys(("health", "space", "map_card"))
        t.health[who] = person["health"].number(0, t.pack.health[who])
        if person["space"].data is not None:
            t.space[who] = person["space"].number(1, SPACES)
        t.assigned[who] = read_map_card(person["map_card"])


def read_value(t: Table, kind: str, saved: Reader) -> int:
    """A field of a record by its kind."""
    if kind == "seat":
        return saved.number(0, t.seats - 1)
    if kind == "character":
        ids = characters(t.pack)
        return ids[list(ids)[saved.one_of(list(ids))]]
    if kind == "characters":
        return read_characters(t, saved)
    if kind == "answers":
        return read_answers(t, saved)
    return saved.number(0, SPACES)


def read_answers(t: Table, saved: Reader) -> int:
    """What each seat has answered."""
    answers = saved.items(4)
    if len(answers) != t.seats:
        raise saved.wrong(f"a list of {t.seats} answers")
    words: dict[Any, int] = {None: NOT_YET, "pass": PASSED, UNKNOWN: HIDDEN}
    total = 0
    for seat, answer in enumerate(answers):
        said = (
            words[answer.data]
            if answer.data is None or (isinstance(answer.data, str) and answer.data in words)
            else answer.number(1, CARDS) - 1 + FIRST_CARD
        )
        total |= said << seat * ANSWER_BITS
    return total
