"""Judge Dredd: Helter Skelter. Read sequences.py first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudge.games.helter_skelter import describe, gauges, refusals, saving, telling
from adjudge.games.helter_skelter.board import drawn
from adjudge.games.helter_skelter.direct import Direct
from adjudge.games.helter_skelter.drawing import svg
from adjudge.games.helter_skelter.geometry import survey
from adjudge.games.helter_skelter.interrupts import answer_of, closest, may_interrupt
from adjudge.games.helter_skelter.map_check import report, starts_report, warnings
from adjudge.games.helter_skelter.orders import ORDERS, wants_to_be_asked
from adjudge.games.helter_skelter.preparation import set_up
from adjudge.games.helter_skelter.procedures import NOT_YET
from adjudge.games.helter_skelter.procedures import Window as OpenWindow
from adjudge.games.helter_skelter.schema import (
    MAP_IDS,
    TEAM_IDS,
    facts_of,
    read_content,
    team_report,
)
from adjudge.games.helter_skelter.sequences import sequences, verbs
from adjudge.games.helter_skelter.state import SPACES, Pack, Table
from adjudge.games.helter_skelter.uses import SHARES, HelterAccount, label
from adjudge.games.helter_skelter.views import (
    SPECTATOR,
    awaits_target,
    determinize,
    secret_action_cards,
    secret_answers,
    secret_map_cards,
    view,
)
from adjudge.games.helter_skelter.words import LET_PASS, PAY_THREE, PAY_TWO
from adjudge.kernel.agenda import Log, State
from adjudge.kernel.game import Game, Invalid, Outcome, Prompt, SetupOption, Window
from adjudge.kernel.rng import Rng

NEXT = "next"


def table(state: State) -> Table:
    """The state as this game's."""
    assert isinstance(state, Table)
    return state


def team_option(seat: int) -> SetupOption:
    """HS-PREP-03, HS-RULING-79: which team a seat plays."""
    help = f"the team of seat {seat}; next is the next one free in the book's order"
    return SetupOption(f"team_{seat}", (NEXT, *TEAM_IDS), NEXT, help)


class HelterSkelter(Game):
    """Helter Skelter for the layers above."""

    id = "helter-skelter"
    title = "Judge Dredd: Helter Skelter"
    seats = (2, 4)
    undo_rule = "HS-RULING-03"
    rolls = False
    kind_rules = describe.KIND_RULES
    content = Path(__file__).parent / "content"
    maps = MAP_IDS
    draws = True  # HS-RULING-82: a game may end without a winner
    orders = ORDERS
    setup = (
        SetupOption(
            "map",
            MAP_IDS,
            "city-blocks",
            "the board; City Blocks is the one for a first game",
        ),
        *(team_option(seat) for seat in range(4)),
    )

    def __init__(self) -> None:
        self.words = [words.split() for function, words in verbs()]
        functions = [function for function, words in verbs()]
        arity = [len(words) - 1 for words in self.words]
        self.rulebook = Direct(sequences(), functions, arity)

    def choose_setup(self, seats: int, given: Mapping[str, object]) -> dict[str, str]:
        """HS-RULING-79: every option with its value, and the team that each seat gets."""
        chosen = super().choose_setup(seats, given)
        for seat, team in enumerate(teams_of(seats, chosen)):
            chosen[f"team_{seat}"] = team
        return chosen

    def check_setup(
        self, seats: int, chosen: Mapping[str, str], given: Mapping[str, object]
    ) -> None:
        """HS-RULING-02, HS-RULING-79: no team twice, and none for a seat that nobody has."""
        taken: list[str] = []
        for seat in range(4):
            team = chosen[f"team_{seat}"]
            if team != NEXT and seat >= seats:
                raise Invalid(f"team_{seat}: {team!r}: there are {seats} seats [HS-PREP-03]")
            if team in taken:
                raise Invalid(f"team_{seat}: {team!r} is taken already [HS-RULING-02]")
            if team != NEXT:
                taken.append(team)

    def read_pack(self, content: Mapping[str, Any]) -> Pack:
        """The checked facts of a pack."""
        return facts_of(read_content(content))

    def facts(self, state: State) -> Pack:
        """Those of its pack."""
        return table(state).pack

    def window(self, state: State) -> Window | None:
        """HS-INT-16, HS-INT-18, HS-RULING-22: all others answer, sealed, the closest first."""
        t = table(state)
        w = t.now
        if t.over or not isinstance(w, OpenWindow):
            return None
        asked = [closest(t, i) for i in range(t.seats)]
        seats = [s for s in asked if may_interrupt(t, w, s) and answer_of(w, s) == NOT_YET]
        return Window(tuple(seats), self.words[LET_PASS][0])

    def turn(self, state: State) -> int:
        """HS-TURN-01: counted by the table itself."""
        return int(table(state).turn)

    def wants_to_be_asked(
        self, order: str, view: Mapping[str, Any], latest: Iterator[Mapping[str, Any]], choices: int
    ) -> bool:
        """HS-RULING-22: what a standing order says of the window that is open."""
        return wants_to_be_asked(order, view, latest, choices)

    def draw_map(self, pack: Any, name: str, space: int | None) -> str:
        """HS-SPACE-01: a board as SVG; with a space, its sight and range."""
        if name not in MAP_IDS:
            raise Invalid(f"map: {name!r} is not one of {', '.join(MAP_IDS)}")
        if space is not None and not 1 <= space <= SPACES:
            raise Invalid(f"from: {space} is not a space from 1 to {SPACES} [HS-SPACE-03]")
        content = describe.content_of(pack)
        board = content.maps[MAP_IDS.index(name)]
        return svg(name, board, survey(board), content.multiplayer, space)

    def board(self, pack: Any, name: str) -> dict[str, Any]:
        """HS-SPACE-01: a board as data to be drawn."""
        if name not in MAP_IDS:
            raise Invalid(f"board: {name!r} is not one of {', '.join(MAP_IDS)}")
        board = describe.content_of(pack).maps[MAP_IDS.index(name)]
        return drawn(name, board, survey(board))

    def pack_report(self, pack: Any) -> list[str]:
        """The figures of both maps, and each team card."""
        content = describe.content_of(pack)
        lines = []
        for name, board in zip(MAP_IDS, content.maps, strict=True):
            ground = survey(board)
            lines += report(name, board, ground)
            lines += starts_report(name, ground, content.multiplayer)
            lines += warnings(name, board, ground, content.multiplayer)
        for team in content.teams:
            lines += team_report(team)
        return lines

    def new(self, pack: Any, seats: int, setup: Mapping[str, str], rng: Rng, log: Any) -> Table:
        """Set up and ready for the first decision."""
        assert log is None or isinstance(log, Log)
        t = Table(self.rulebook, pack)
        t.lay_out()
        t.log = log
        t.seats = seats
        t.map = MAP_IDS.index(setup["map"])
        for seat in range(seats):
            t.team[seat] = TEAM_IDS.index(setup[f"team_{seat}"])
        set_up(t, rng)
        return t

    def view(self, state: State, seat: int | None) -> Table:
        """What the seat, or a spectator, may know."""
        return view(table(state), SPECTATOR if seat is None else seat)

    def determinize(self, view: State, rng: Rng) -> Table:
        """A full table that fits the view."""
        return determinize(table(view), rng)

    def secrets(self, state: State, seat: int) -> frozenset[str]:
        """The cards and answers that the seat cannot know."""
        t = table(state)
        cards = {
            f"{TEAM_IDS[t.team[other]]} card {n + 1}"
            for other in range(t.seats)
            for n in describe.members(secret_action_cards(t, seat, other))
        }
        places = {f"map card {n}" for n in describe.members(secret_map_cards(t, seat))}
        answers = {f"answer of seat {n}" for n in describe.members(secret_answers(t, seat))}
        # Aiming a PSI shows whether the defender's player holds a card: undo must not unsay it.
        finds = {"what the PSI finds"} if awaits_target(t) else set()
        return frozenset(cards | places | answers | finds)

    def write(self, state: State) -> dict[str, Any]:
        """The table as readable data."""
        return saving.write(table(state))

    def read(self, pack: Any, data: Any, asked: int | None = None) -> Table:
        """The table, or a view of it, from readable data."""
        if asked is not None:
            return saving.resume_view(self.rulebook, pack, data, asked)
        return saving.resume(self.rulebook, pack, data)

    def table_setup(self, state: State) -> dict[str, str]:
        """The set-up options that the table itself shows."""
        t = table(state)
        teams = {f"team_{seat}": TEAM_IDS[t.team[seat]] for seat in range(t.seats)}
        return {"map": MAP_IDS[t.map]} | teams

    def parse(self, state: State, text: str) -> list[tuple[int, list[int]]]:
        """Every reading; the cards of a payment may be named in any order."""
        readings = super().parse(state, text)
        return [
            (verb, sorted(args) if verb in (PAY_TWO, PAY_THREE) else args)
            for verb, args in readings
        ]

    def name(self, state: State, kind: str, n: int) -> str:
        """A number in the notation."""
        return describe.name(table(state), kind, n)

    def names(self, state: State, kind: str) -> dict[str, int]:
        """Everything of a kind that the notation can name."""
        return describe.known_names(table(state), kind)

    def fixtures(self, view: State) -> dict[str, tuple[str, str]]:
        """Decks, discards, fragments, teams and players."""
        return describe.fixtures(table(view))

    def option_label(self, view: State, packed: int) -> str:
        """An option for people."""
        return describe.option_label(table(view), packed)

    def option_rules(self, view: State, packed: int) -> tuple[str, ...]:
        """The rules that allow an option."""
        return describe.option_rules(table(view), packed >> 48)

    def option_refs(self, view: State, packed: int) -> tuple[str, ...]:
        """The things that an option is about."""
        return describe.option_refs(table(view), packed, self.words[packed >> 48])

    def prompt(self, state: State) -> Prompt:
        """What is being decided."""
        return describe.prompt(table(state))

    def event(self, state: State, packed: int) -> dict[str, Any]:
        """What happened, in words."""
        return telling.event(table(state), packed)

    def why_not(self, state: State, seat: int, verb: int, args: list[int]) -> str:
        """The rule that forbids it now."""
        return refusals.why_not(table(state), seat, verb, args)

    def refusal(self, state: State, seat: int, verb: int, args: list[int]) -> str:
        """What is in the way, with its facts."""
        return describe.refusal(table(state), seat, verb, args)

    def shown(self, view: State) -> dict[str, Any]:
        """What follows from a view."""
        return describe.shown(table(view))

    def seats_of(self, state: State) -> int:
        """How many play."""
        return int(table(state).seats)

    def gauges(self, view: State) -> dict[tuple[str, str], int]:
        """Health, places, hands, points."""
        return gauges.gauges(table(view))

    def gauge_text(self, view: State, ref: str, what: str, numbers: tuple[int, int, int]) -> str:
        """Whose number it is, and what becomes of it."""
        return gauges.gauge_text(table(view), ref, what, numbers)

    def proposal(self, view: State) -> tuple[int, str] | None:
        """The cards with the fewest other uses."""
        return gauges.proposal(table(view))

    def outcome(self, state: State) -> Outcome:
        """How it ended."""
        return telling.outcome(table(state))

    shares = SHARES

    def account(self, state: State) -> HelterAccount:
        """Action cards, characters, points."""
        return HelterAccount(table(state))

    def label(self, pack: Any, kind: str, thing: str) -> str:
        """HS-PARTS-12, HS-PARTS-14: what is printed on it."""
        return label(pack, kind, thing)

    def parties(self, seats: int, setup: Mapping[str, str]) -> list[str]:
        """HS-PREP-03: the teams."""
        return teams_of(seats, setup)

    def replaced(
        self, content: Mapping[str, Any], card: str, by: str
    ) -> tuple[dict[str, Any], str]:
        """HS-PARTS-06: the place of one card of a deck is taken by a second copy of another."""
        team, place = card_of(content, "card", card)
        other, source = card_of(content, "for", by)
        if other != team:
            raise Invalid(f"for: {by!r} is not a card of {team}, as {card!r} is [HS-PARTS-06]")
        cards = list(content[team]["card"])
        cards[place] = cards[source]
        done = f"card {place + 1} of {team} is now a second copy of card {source + 1}"
        return {**content, team: {**content[team], "card": cards}}, done


def teams_of(seats: int, setup: Mapping[str, str]) -> list[str]:
    """HS-RULING-79: the chosen teams; the other seats take what is left in the book's order."""
    chosen = [setup[f"team_{seat}"] for seat in range(seats)]
    free = iter([team for team in TEAM_IDS if team not in chosen])
    return [next(free) if team == NEXT else team for team in chosen]


def card_of(content: Mapping[str, Any], flag: str, name: str) -> tuple[str, int]:
    """The team, and the place in its deck, of a card such as judges-7."""
    team, _, number = name.rpartition("-")
    if team in TEAM_IDS and number.isdigit() and 1 <= int(number) <= len(content[team]["card"]):
        return team, int(number) - 1
    raise Invalid(f"{flag}: {name!r} is not a card: a team and a number, such as judges-7")


GAME = HelterSkelter()
