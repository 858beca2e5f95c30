"""Judge Dredd: The Cursed Earth. Read sequences.py first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudge.games.cursed_earth import describe, gauges, refusals, saving
from adjudge.games.cursed_earth.direct import Direct
from adjudge.games.cursed_earth.schema import facts_of, read_content
from adjudge.games.cursed_earth.sequences import sequences, verbs
from adjudge.games.cursed_earth.setup import set_up
from adjudge.games.cursed_earth.state import NOBODY, Pack, Table
from adjudge.games.cursed_earth.uses import SHARES, CursedAccount, label
from adjudge.games.cursed_earth.views import SPECTATOR, determinize, secrets, view
from adjudge.kernel.agenda import Log, State
from adjudge.kernel.game import Game, Invalid, Outcome, Prompt, SetupOption
from adjudge.kernel.rng import Rng


def table(state: State) -> Table:
    """The state as this game's."""
    assert isinstance(state, Table)
    return state


class CursedEarth(Game):
    """The Cursed Earth for the layers above."""

    id = "cursed-earth"
    title = "Judge Dredd: The Cursed Earth"
    seats = (1, 4)
    undo_rule = "CE-RULING-53"
    kind_rules = describe.KIND_RULES
    content = Path(__file__).parent / "content"
    setup = (
        SetupOption(
            "mode",
            saving.MODES,
            "cooperative",
            "solo for one, cooperative for two to four, head-to-head for two",
            {1: "solo"},
        ),
        SetupOption(
            "difficulty",
            saving.DIFFICULTIES,
            "street-judge",
            "cadet for learners, street-judge the normal game, chief-judge the hard one",
        ),
        SetupOption(
            "first_player",
            ("random", "0", "1", "2", "3"),
            "random",
            "cooperative: the seat that is Senior Judge first",
        ),
        SetupOption("judges", ("0", "1"), "0", "head-to-head: the seat that plays the Judges"),
    )

    def __init__(self) -> None:
        self.words = [words.split() for function, words in verbs()]
        functions = [function for function, words in verbs()]
        arity = [len(words) - 1 for words in self.words]
        self.rulebook = Direct(sequences(), functions, arity)

    def check_setup(
        self, seats: int, chosen: Mapping[str, str], given: Mapping[str, object]
    ) -> None:
        """CE-SETUP-01, CE-SETUP-11, CE-SOLO-01, CE-HH-01: what goes with how many seats."""
        least, most = saving.SEATS[chosen["mode"]]
        if not least <= seats <= most:
            rule = {"solo": "CE-SOLO-01", "cooperative": "CE-SETUP-01"}.get(
                chosen["mode"], "CE-HH-01"
            )
            raise Invalid(f"seats: {seats} cannot play {chosen['mode']} [{rule}]")
        if chosen["mode"] == "head-to-head" and chosen["difficulty"] != "street-judge":
            raise Invalid(
                f"difficulty: {chosen['difficulty']!r}: head-to-head is played at street-judge "
                "[CE-HHSETUP-08]"
            )
        if chosen["mode"] != "head-to-head" and chosen["judges"] != "0":
            raise Invalid(f"judges: {chosen['judges']!r} is for head-to-head [CE-HH-01]")
        first = chosen["first_player"]
        if first != "random" and (chosen["mode"] == "head-to-head" or int(first) >= seats):
            rule = "CE-HHSETUP-11" if chosen["mode"] == "head-to-head" else "CE-SETUP-22"
            raise Invalid(f"first_player: {first!r} is not possible here [{rule}]")

    def sides(self, seats: int, setup: Mapping[str, str]) -> list[list[int]]:
        """CE-HH-01: everybody together, except head-to-head."""
        if setup["mode"] == "head-to-head":
            return super().sides(seats, setup)
        return [list(range(seats))]

    def read_pack(self, content: Mapping[str, Any]) -> Pack:
        """The checked facts of a pack."""
        return facts_of(read_content(content))

    def facts(self, state: State) -> Pack:
        """Those of its pack."""
        return table(state).pack

    def new(self, pack: Any, seats: int, setup: Mapping[str, str], rng: Rng, log: Any) -> Table:
        """Set up and ready for the first decision."""
        assert log is None or isinstance(log, Log)
        t = Table(self.rulebook, pack)
        t.log = log
        t.seats = seats
        t.mode = saving.MODES.index(setup["mode"])
        t.difficulty = saving.DIFFICULTIES.index(setup["difficulty"])
        t.judges_seat = int(setup["judges"])
        first = setup["first_player"]
        set_up(t, rng, NOBODY if first == "random" else int(first))
        return t

    def view(self, state: State, seat: int | None) -> Table:
        """What the seat, or a spectator, may know."""
        return view(table(state), SPECTATOR if seat is None else seat)

    def determinize(self, view: State, rng: Rng) -> Table:
        """A full table that fits the view."""
        return determinize(table(view), rng)

    def secrets(self, state: State, seat: int) -> frozenset[str]:
        """The cards and places that the seat cannot know."""
        t = table(state)
        cards = {describe.card_name(t.pack, n) for n in describe.cards_of(secrets(t, seat))}
        return frozenset(cards | {f"location {n + 1}" for n in range(t.revealed, t.n_locations)})

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
        shown = {"mode": saving.MODES[t.mode], "difficulty": saving.DIFFICULTIES[t.difficulty]}
        return shown | {"judges": str(t.judges_seat)}

    def name(self, state: State, kind: str, n: int) -> str:
        """A number in the notation."""
        return describe.name(table(state), kind, n)

    def names(self, state: State, kind: str) -> dict[str, int]:
        """Everything of a kind that the notation can name."""
        return describe.known_names(table(state), kind)

    def thing(self, view: State, ref: str) -> tuple[str, str]:
        """Places in a row and boxes of a card have refs of their own."""
        return describe.thing(table(view), ref) or super().thing(view, ref)

    def fixtures(self, view: State) -> dict[str, tuple[str, str]]:
        """Decks, locations, pawns, stores and players."""
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
        return describe.event(table(state), packed)

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
        """Stores, health, radiation, pawns."""
        return gauges.gauges(table(view))

    def gauge_text(self, view: State, ref: str, what: str, numbers: tuple[int, int, int]) -> str:
        """Whose number it is, and what becomes of it."""
        return gauges.gauge_text(table(view), ref, what, *numbers)

    def proposal(self, view: State) -> tuple[int, str] | None:
        """The payment that costs the least health."""
        return gauges.proposal(table(view))

    def follows(self, before: State, after: State) -> list[int]:
        """Payments as they are proposed, and every name where one is asked for."""
        return gauges.follows(table(before), table(after))

    def outcome(self, state: State) -> Outcome:
        """How it ended."""
        return describe.outcome(table(state))

    shares = SHARES

    def account(self, state: State) -> CursedAccount:
        """Cards, boxes, characters, places."""
        return CursedAccount(table(state))

    def label(self, pack: Any, kind: str, thing: str) -> str:
        """CE-CARD-01, CE-CARD-03: what is printed on it."""
        return label(pack, kind, thing)

    def parties(self, seats: int, setup: Mapping[str, str]) -> list[str]:
        """CE-HH-01: all are Judges, but for one of the two in head-to-head."""
        versus = setup["mode"] == "head-to-head"
        return ["perps" if versus and str(s) != setup["judges"] else "judges" for s in range(seats)]

    def reseated(self, setup: Mapping[str, str], order: Sequence[int]) -> dict[str, str]:
        """CE-HH-01, CE-SETUP-22: who plays the Judges and who is first go along."""
        moved = dict(setup)
        for name in ("judges", "first_player"):
            if setup[name].isdigit() and not (name == "judges" and len(order) != 2):
                moved[name] = str(list(order).index(int(setup[name])))
        return moved

    def replaced(
        self, content: Mapping[str, Any], card: str, by: str
    ) -> tuple[dict[str, Any], str]:
        """CE-CARD-02, CE-CARD-03: number and title stay, the boxes are those of another card."""
        place, source = card_of(content, "card", card), card_of(content, "for", by)
        cards = list(content["encounter"])
        kept = {k: v for k, v in cards[place].items() if k in ("number", "title", "flavour")}
        boxes = {k: v for k, v in cards[source].items() if k in ("events", "choices", "options")}
        done = (
            f"card {cards[place]['number']} {cards[place]['title']!r} now has the boxes of "
            f"{cards[source]['number']} {cards[source]['title']!r}"
        )
        cards[place] = kept | boxes
        return {**content, "encounter": cards}, done


def card_of(content: Mapping[str, Any], flag: str, name: str) -> int:
    """The place in the pack of a card named by its number."""
    numbers = [str(card["number"]) for card in content["encounter"]]
    if name in numbers:
        return numbers.index(name)
    raise Invalid(f"{flag}: {name!r} is not the number of a card, 1 to {len(numbers)}")


GAME = CursedEarth()
