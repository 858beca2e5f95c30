"""A game being played: options, moves, views, events, undo, saves and records."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudge.games import GAMES
from adjudge.kernel.agenda import EVERYBODY, SPECTATORS, Log, State, ask_again, play
from adjudge.kernel.game import (
    Broken,
    Game,
    Invalid,
    Option,
    Outcome,
    Prompt,
    Refused,
    Window,
    brief,
    packed_option,
)
from adjudge.kernel.notation import canonical, digest, seal
from adjudge.kernel.reading import IMPOSSIBLE
from adjudge.kernel.rng import KEY_BYTES, KEYED, Rng, keyed, seeded
from adjudge.ledgers import ledger
from adjudge.packs import LoadedPack, default_pack, load_pack

FORMAT = 1
TAKEN_BACK = 0x7FFF  # an event of the match, not of the game: events are never unsaid
MOST_SEED = 2**53 - 1  # of those that people choose: what every JSON reader keeps exactly
SECRET_SEED = re.compile(f"[0-9a-f]{{{2 * KEY_BYTES}}}")


class SeatView:
    """What a seat may know, for bots: the same data as Match.view, and as the rules read it."""

    def __init__(self, game: Game, state: State, seat: int) -> None:
        self.game = game
        self.state = state
        self.seat = seat

    @property
    def options(self) -> list[Option]:
        """The legal choices, if it is this seat's decision."""
        return [Option(self.game, self.state, i) for i in range(self.state.n_options)]

    def data(self) -> dict[str, Any]:
        """JSON-safe; SeatView.load makes the same view of it, in this process or another."""
        return view_data(self.game, self.state, self.seat)

    @staticmethod
    def load(data: Mapping[str, Any], pack: LoadedPack) -> SeatView:
        """The view that was written; its options follow from what the seat knows."""
        check_view(data, pack.game)
        asked, seat = data["asked"], data["seat"]
        table = data["table"] | {"rng": NO_CHANCE}
        state = pack.game.read(pack.facts, table, -1 if asked is None else asked)
        if (asked is None) != bool(state.over):
            raise Invalid(f"view.asked: {brief(asked)} does not fit the table")
        shown = pack.game.write(state)
        try:
            if asked == seat:
                ask_again(state)
            world = pack.game.determinize(state, Rng())
            again = pack.game.view(world, seat)
        except IMPOSSIBLE as problem:
            raise Invalid(f"view.table: nobody can see this: {problem}") from None
        told = [pack.game.write(state), pack.game.write(again)]
        if told != [shown, shown] or not (state.over or world.player == asked):
            raise Invalid("view.table: this is not what the seat would see")
        return SeatView(pack.game, state, seat)

    def determinize(self, rng: Rng) -> State:
        """A full world that fits the view, dealt by the generator given."""
        return self.game.determinize(self.state, rng)


def check_view(data: Any, game: Game) -> None:
    """Invalid unless it is a seat's view of that game."""
    check_keys(data, ("game", "seat", "asked", "table", "shown"), "view")
    if data["game"] != game.id:
        raise Invalid(f"view.game: {brief(data['game'])} is not {game.id}")
    if not isinstance(data["table"], dict):
        raise Invalid(f"view.table: {brief(data['table'])} is not an object")
    seats = data["table"].get("seats")
    most = (seats if type(seats) is int else game.seats[1]) - 1
    for key, value in (("seat", data["seat"]), ("asked", data["asked"])):
        nobody = key == "asked" and value is None
        if not nobody and (type(value) is not int or not 0 <= value <= most):
            raise Invalid(f"view.{key}: {brief(value)} is not a number from 0 to {most}")


NO_CHANCE = {"state": "1", "script": None, "used": 0}


def view_data(game: Game, view: State, seat: int | None) -> dict[str, Any]:
    """A view as data. Chance is no part of it."""
    table = game.write(view)
    del table["rng"]
    asked = None if view.over else int(view.player)
    shown = game.shown(view)
    return {"game": game.id, "seat": seat, "asked": asked, "table": table, "shown": shown}


class Match:
    """One game from set-up to outcome. Made by adjudge.new, adjudge.load and adjudge.replay."""

    def __init__(self, pack: LoadedPack, state: State, start: Mapping[str, Any], log: Log) -> None:
        self.pack = pack
        self.game = pack.game
        self.start = dict(start)  # how to come to the first position: set-up and seed, or a save
        self._state = state
        self._log = log
        self._moves: list[str] = []
        self._digests: list[str] = []  # after each move
        self._before: list[State] = []  # the positions before the latest moves, as far as kept
        self._told: dict[int, tuple[int, list[int]]] = {}  # how much of the log was looked through

    # What is to be decided

    @property
    def seat(self) -> int | None:
        """Whose decision it is; None when the game is over."""
        return None if self._state.over else int(self._state.player)

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.start["seats"])

    @property
    def setup(self) -> dict[str, str]:
        """The set-up options of this game."""
        return dict(self.start["setup"])

    @property
    def prompt(self) -> Prompt | None:
        """What is being decided, or None when the game is over."""
        return None if self._state.over else self.game.prompt(self._state)

    @property
    def options(self) -> list[Option]:
        """Every legal choice of the seat whose decision it is."""
        if self.seat is None:
            return []
        view = self.game.view(self._state, self.seat)
        return [Option(self.game, view, i) for i in range(view.n_options)]

    @property
    def proposal(self) -> tuple[str, str]:
        """Of several ways to pay, the option proposed and the rule it is chosen by, or nothing."""
        view = self.game.view(self._state, self._state.player)
        found = self.game.proposal(view)
        return ("", "") if found is None else (Option(self.game, view, found[0]).text, found[1])

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome(self._state) if self._state.over else None

    @property
    def moves(self) -> list[str]:
        """The moves so far, in the notation."""
        return list(self._moves)

    @property
    def length(self) -> int:
        """How many moves were made and not taken back."""
        return len(self._moves)

    @property
    def last(self) -> tuple[str, str]:
        """The last move, and the digest after it."""
        return self._moves[-1], self._digests[-1]

    @property
    def last_in_words(self) -> str:
        """The last move as it was offered to whoever made it."""
        before = self._before[-1]
        view = self.game.view(before, int(before.player))
        offered = (Option(self.game, view, i) for i in range(view.n_options))
        return next(option.label for option in offered if option.text == self._moves[-1])

    @property
    def undoable(self) -> int:
        """How many of the last moves are still known well enough to be taken back."""
        return len(self._before)

    @property
    def window(self) -> Window | None:
        """The question to several seats at once, if one is open."""
        return self.game.window(self._state)

    @property
    def last_was_answer(self) -> bool:
        """Whether the last move, as far as it is known, was an answer in a window."""
        return bool(self._before) and self.game.window(self._before[-1]) is not None

    @property
    def turn(self) -> int:
        """The number of the turn, for orders that last for one."""
        return self.game.turn(self._state)

    # Deciding

    def play(self, choice: str | int | Option) -> None:
        """Make a move. Refused if it is not legal now, and then nothing has changed."""
        index = self._index_of(choice)
        text = self.game.option_text(self._state, self._state.options[index])
        after = self._state.copy()
        after.log = Log()
        try:
            play(after, index)
        except self._not_ours as problem:
            raise Invalid(f"{text!r}: {problem}") from None
        check_script(after)
        self._moves.append(text)
        self._before.append(self._state)
        self._log.events += after.log.events
        self._log.audiences += after.log.audiences
        after.log = None
        self._state = after
        self._digests.append(self.digest())

    @property
    def _not_ours(self) -> tuple[type[Exception], ...]:
        """What input from outside can break: a script of dice, and a position edited by hand."""
        return IMPOSSIBLE if "position" in self.start else (ValueError,)

    def _index_of(self, choice: str | int | Option) -> int:
        """The position of the choice among the options."""
        if self.seat is None:
            raise Refused("The game is over.", self.game.outcome(self._state).rules)
        if isinstance(choice, Option):
            choice = choice.text
        if isinstance(choice, str):
            spelt = " ".join(choice.split())
            for index in range(self._state.n_options):
                if self.game.option_text(self._state, self._state.options[index]) == spelt:
                    return index
            refusal = self.why_not(self.seat, choice)
            if refusal is None:
                return self._index_as_read(choice)
            raise refusal
        if isinstance(choice, bool) or not isinstance(choice, int):
            raise Refused(f"{brief(choice)} is not a move: give a text, an index or an option.")
        if not 0 <= choice < self._state.n_options:
            n = self._state.n_options
            raise Refused(f"There is no option {brief(choice)}: there are {n}, from 0.")
        return choice

    def _index_as_read(self, text: str) -> int:
        """The option that the text means though it spells it otherwise."""
        readings = self.game.parse(self._state, text)
        meant = [packed_option(verb, args) for verb, args in readings]
        return next(i for i in range(self._state.n_options) if self._state.options[i] in meant)

    def why_not(self, seat: int, text: str) -> Refused | None:
        """Why the seat cannot do that now, with the rule; None if it is offered."""
        self._check_seat(seat)
        if not isinstance(text, str):
            return Refused(f"{brief(text)} is not a move: give a text such as {self._example()!r}.")
        try:
            readings = self.game.parse(self._state, text)
        except Refused as refusal:
            return refusal
        if not readings:
            return Refused(
                f"{brief(text)} is not a move of this game; a move reads like {self._example()!r}."
            )
        rules = [self.game.why_not(self._state, seat, verb, args) for verb, args in readings]
        if "" in rules:
            return None
        said = self.game.refusal(self._state, seat, *readings[0])
        return Refused(f"{said} {self._reason(seat, rules[0])}".strip(), [rules[0]])

    def why_not_thing(self, seat: int, thing: str) -> Refused | None:
        """Why the seat can do nothing with a thing on the table now; None if an option is about it.

        Only what the seat may know decides: its view, and who is asked what.
        """
        self._check_seat(seat)
        view = self.game.view(self._state, seat)
        fixed = self.game.fixtures(view).get(thing)
        try:
            kind, name = ("", "") if fixed else self.game.thing(view, thing)
        except Refused as unknown:
            return unknown
        if self.seat is None:
            return Refused("The game is over.", self.game.outcome(self._state).rules)
        if seat != self.seat:
            rule = self.game.why_not(self._state, seat, 0, [1, 1, 1])
            return Refused(self._reason(seat, rule), [rule])
        if any(thing in option.refs for option in self.options):
            return None
        if fixed:
            return Refused(f"{fixed[0]} {self._reason(seat, fixed[1])}", [fixed[1]])
        return self._most_telling(seat, kind, name)

    def _most_telling(self, seat: int, kind: str, name: str) -> Refused:
        """The refusal with the most facts, of all moves that would be about the thing.

        Moves like those offered come first; if none fits, what is being decided instead.
        """
        texts = [text for option in self.options for text in self._put_in(option.text, kind, name)]
        found = self._refusals(seat, texts)
        told = [refusal for said, refusal in found if said]
        if not told and not found:
            texts = [f"{words[0]} {name}" for words in self.game.words if words[1:] == [kind]]
            told = [refusal for said, refusal in self._refusals(seat, texts) if said]
        if told or found:
            return told[0] if told else found[0][1]
        prompt = self.game.prompt(self._state)
        return Refused(f"Not now. {prompt.text}", prompt.rules)

    def _put_in(self, text: str, kind: str, name: str) -> list[str]:
        """The move with the thing in place of each argument of its kind."""
        parts = text.split()
        readings = [words for words in self.game.words if len(words) == len(parts)]
        kinds = next((words for words in readings if words[0] == parts[0]), [])
        places = [i for i, found in enumerate(kinds) if i and found == kind]
        return [" ".join([*parts[:i], name, *parts[i + 1 :]]) for i in places]

    def _refusals(self, seat: int, texts: Sequence[str]) -> list[tuple[str, Refused]]:
        """Why each of these moves is not offered, and the facts in it, if there are any."""
        found = []
        for text in dict.fromkeys(texts):
            verb, args = self.game.parse(self._state, text)[0]
            rule = self.game.why_not(self._state, seat, verb, args)
            if rule:
                said = self.game.refusal(self._state, seat, verb, args)
                reason = f"{said} {self._reason(seat, rule)}".strip()
                found.append((said, Refused(reason, [rule])))
        return found

    def _reason(self, seat: int, rule: str) -> str:
        """The ledger's words for the rule, and whose decision it is if it is another's."""
        reason = ledger(self.game.id).text(rule)
        if self.seat is not None and seat != self.seat:
            return f"It is the decision of seat {self.seat}. {reason}"
        return reason

    def _example(self) -> str:
        """A move that reads well in a message."""
        return self.game.option_text(self._state, packed_option(0, [1, 1, 1]))

    def _check_seat(self, seat: object) -> None:
        """Invalid unless it is a seat of this game."""
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise Invalid(f"seat: {brief(seat)} is not a number from 0 to {self.seats - 1}")

    def undo(self, seat: int) -> None:
        """Back to that seat's last decision; Refused with what was revealed or decided since."""
        refusal = self.why_no_undo(seat)
        if refusal is not None:
            raise refusal
        self.take_back()

    def take_back(self) -> None:
        """Undo without a question: for a move that is known to have been taken back."""
        before = self._before.pop()
        self._moves.pop()
        self._digests.pop()
        self._log.events.append(TAKEN_BACK << 48 | int(before.player) << 32)
        self._log.audiences.append(EVERYBODY)
        self._state = before

    def why_no_undo(self, seat: int) -> Refused | None:
        """Why the seat cannot take its last decision back; None if it can."""
        self._check_seat(seat)
        reason = self._reason_against_undo(seat)
        return Refused(reason, [self.game.undo_rule]) if reason else None

    def _reason_against_undo(self, seat: int) -> str:
        """Nothing to take back, too far back, somebody has decided since, or learnt something."""
        if not self._moves:
            return "There is nothing to undo."
        if not self._before:
            return "Too late to undo: that is too many moves ago."
        before = self._before[-1]
        if before.player != seat:
            if any(state.player == seat for state in self._before):
                return f"Too late to undo: seat {int(before.player)} has decided since."
            return "There is nothing to undo."
        if self._state.over and self.seats > 1:
            return "Too late to undo: the game is over."
        revealed = self._revealed_since(before, seat)
        return f"Too late to undo: {revealed}." if revealed else ""

    def _revealed_since(self, before: State, seat: int) -> str:
        """What somebody knows now and did not know then, in words fit for that seat."""
        if self._state.rng.has_gone_on(before.rng):
            return "chance has spoken since"
        for other in range(self.seats):
            known = self.game.secrets(before, other) - self.game.secrets(self._state, other)
            if known and other == seat:
                verb = "was" if len(known) == 1 else "were"
                return f"{', '.join(sorted(known))} {verb} revealed since"
            if known:
                return f"seat {other} has seen something since"
        return ""

    # What a seat knows

    def view(self, seat: int | None) -> dict[str, Any]:
        """JSON-safe: what that seat may know; None is a spectator."""
        if seat is not None:
            self._check_seat(seat)
        return view_data(self.game, self.game.view(self._state, seat), seat)

    def seat_view(self, seat: int) -> SeatView:
        """The same for bots."""
        self._check_seat(seat)
        return SeatView(self.game, self.game.view(self._state, seat), seat)

    def answering(self, seat: int) -> Match:
        """The match as the seat finds it when it is to answer in the window: to look at only.

        Those before it in the window are taken to let it pass; what they answer is sealed anyway.
        """
        window = self.window
        if window is None or seat not in window.seats or seat == self.seat:
            return self
        state = self._state.copy()
        while state.player != seat:
            play(state, 0)
        return Match(self.pack, state, self.start, self._log)

    def wants_to_be_asked(self, seat: int, order: str, blind: bool = False) -> bool:
        """Whether the seat, under that order, wants to decide in the window that is open.

        Blind, it is taken to have a choice whether it has one or not.
        """
        asked = self.answering(seat)
        events = self.latest(seat)
        choices = len(self.game.words) if blind else len(asked.options)
        return self.game.wants_to_be_asked(order, asked.view(seat), events, choices)

    def latest(self, seat: int) -> Iterator[dict[str, Any]]:
        """What happened as that seat may know it, the last first; words are made as they go."""
        for event, audience in zip(
            reversed(self._log.events), reversed(self._log.audiences), strict=True
        ):
            if audience & 1 << seat:
                yield self._event(event)

    def events(self, seat: int | None, since: int = 0) -> list[dict[str, Any]]:
        """JSON-safe: what happened as that seat may know it, from its event number `since`."""
        if seat is not None:
            self._check_seat(seat)
        if isinstance(since, bool) or not isinstance(since, int) or since < 0:
            raise Invalid(f"since: {brief(since)} is not a number from 0")
        seen = self._told_to(SPECTATORS if seat is None else 1 << seat)
        return [{"number": since + i} | self._event(event) for i, event in enumerate(seen[since:])]

    @property
    def audiences(self) -> Sequence[int]:
        """Who was told each of the events so far: a bit for each seat, and one for spectators."""
        return self._log.audiences

    def _told_to(self, mask: int) -> list[int]:
        """The events that an audience has been told; the log only grows, so each is met once."""
        looked, seen = self._told.get(mask, (0, []))
        new = zip(self._log.events[looked:], self._log.audiences[looked:], strict=True)
        seen += [event for event, audience in new if audience & mask]
        self._told[mask] = len(self._log.events), seen
        return seen

    def _event(self, packed: int) -> dict[str, Any]:
        """An event in words: the game's, or a move taken back."""
        if packed >> 48 != TAKEN_BACK:
            return self.game.event(self._state, packed)
        seat = packed >> 32 & 0xFFFF
        text = f"Seat {seat} takes back the last move."
        rules = [self.game.undo_rule]
        return {"what": "taken-back", "text": text, "args": [["seat", seat]], "rules": rules}

    def history(self, since: int = 0) -> list[dict[str, Any]]:
        """Every event, secrets included, each told once: for a game that is over, or one's own.

        What all but one seat are told is the outside of something that the one is told in full.
        """
        told = zip(self._log.events, self._log.audiences, strict=True)
        whole = [event for event, audience in told if (EVERYBODY - audience).bit_count() != 1]
        return [{"number": since + i} | self._event(event) for i, event in enumerate(whole[since:])]

    # Keeping it

    def digest(self) -> str:
        """Of the whole position, hidden parts and chance included."""
        return digest(self.game.write(self._state))

    def save(self) -> dict[str, Any]:
        """The position, exactly, JSON-safe and editable by hand. It holds what is hidden."""
        return {
            "adjudge": FORMAT,
            "game": self.game.id,
            "pack": self.pack.hash,
            "setup": self.setup,
            "table": self.game.write(self._state),
        }

    def copy(self) -> Match:
        """An equal match that goes its own way."""
        log = Log()
        log.events = list(self._log.events)
        log.audiences = list(self._log.audiences)
        twin = Match(self.pack, self._state.copy(), self.start, log)
        twin._moves = list(self._moves)
        twin._digests = list(self._digests)
        twin._before = list(self._before)
        return twin

    def forget(self, keep: int) -> None:
        """Keep the positions before the last moves only: what is older cannot be undone."""
        del self._before[: max(0, len(self._before) - keep)]

    def snapshot(self) -> dict[str, Any]:
        """All of the match but the positions it came by, JSON-safe: resumed() goes on from it."""
        return {
            "save": self.save(),
            "start": self.start,
            "moves": list(self._moves),
            "digests": list(self._digests),
            "events": list(self._log.events),
            "audiences": list(self._log.audiences),
        }

    def record(self) -> dict[str, Any]:
        """The whole game as a proof: how it was set up, every move, and a digest after each."""
        outcome = self.outcome
        data = {
            "adjudge": FORMAT,
            "game": self.game.id,
            "pack": self.pack.hash,
            **self.start,
            "moves": [list(pair) for pair in zip(self.moves, self._digests, strict=True)],
            "outcome": None if outcome is None else outcome_data(outcome),
        }
        return data | {"seal": seal(data)}


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """JSON-safe."""
    return {
        "winners": list(outcome.winners),
        "scores": list(outcome.scores),
        "reason": outcome.reason,
        "rules": list(outcome.rules),
    }


def check_script(state: State) -> None:
    """A finished game must have used up its scripted dice."""
    script = state.rng.script
    if state.over and script is not None and state.rng.used < len(script):
        raise Invalid(f"dice: the game is over and {list(script[state.rng.used :])} were not used")


def chance_of(start: Mapping[str, Any]) -> Rng:
    """The chance of a match; those of before said nothing of it, and had the fast generator."""
    seed = start["seed"]
    number = isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed <= MOST_SEED
    if not number and not (isinstance(seed, str) and SECRET_SEED.fullmatch(seed)):
        known = f"a whole number from 0 to {MOST_SEED}, nor {2 * KEY_BYTES} hexadecimal digits"
        raise Invalid(f"seed: {brief(seed)} is not {known}")
    if "chance" not in start and number:
        return seeded(scrambled(seed))
    if start.get("chance") != KEYED:
        raise Invalid(f"chance: {brief(start.get('chance'))} is not {KEYED}")
    return keyed(hashlib.sha256(f"adjudge chance {seed}".encode()).digest())


def scrambled(seed: int) -> int:
    """62 bits that tell nothing of the seed."""
    return int.from_bytes(hashlib.sha256(f"adjudge {seed}".encode()).digest()[:8], "big") >> 2


def find_game(game: str) -> Game:
    """A game by its id: title, seats (min, max), setup: options with choices and defaults."""
    if not isinstance(game, str) or game not in GAMES:
        raise Invalid(f"game: {brief(game)} is not one of {', '.join(GAMES)}")
    return GAMES[game]


def find_pack(game: Game, pack: LoadedPack | Path | str | None) -> LoadedPack:
    """The pack given, from a folder if need be, or the game's own; it must be for this game."""
    if pack is None:
        return default_pack(game)
    loaded = pack if isinstance(pack, LoadedPack) else load_pack(pack)
    if loaded.game is not game:
        raise Invalid(f"pack: {loaded.name} is for {loaded.game.id}, not for {game.id}")
    return loaded


def new(
    game: str,
    *,
    seats: int,
    seed: int | str,
    pack: LoadedPack | Path | str | None = None,
    dice: Sequence[int] | None = None,
    **setup: object,
) -> Match:
    """A new match. Set-up options are keywords; dice, if given, answer the named rolls in order.

    The seed is a number of one's own, or `secret_seed()`, which nobody can guess.
    """
    found = find_game(game)
    start = new_start(seats, setup, seed)
    if dice is not None:
        start["dice"] = dice
    return set_up(found, find_pack(found, pack), start)


def secret_seed() -> str:
    """256 bits of the system's chance, for a match in which nobody shall foretell anything."""
    return secrets.token_hex(KEY_BYTES)


def new_start(seats: int, setup: Mapping[str, object], seed: int | str) -> dict[str, Any]:
    """How a match begins, with the chance that new matches have."""
    return {"seats": seats, "setup": dict(setup), "seed": seed, "chance": KEYED}


def set_up(game: Game, pack: LoadedPack, begins: Mapping[str, Any]) -> Match:
    """A match at its first decision; Invalid names what cannot be used."""
    seats, dice = begins["seats"], begins.get("dice")
    chosen = game.choose_setup(seats, begins["setup"])
    rng = chance_of(begins)
    start: dict[str, Any] = {"seats": seats, "setup": chosen}
    start |= {key: begins[key] for key in ("seed", "chance") if key in begins}
    if dice is not None and not game.rolls:
        raise Invalid(f"dice: nothing is rolled in {game.id}")
    if dice is not None:
        start["dice"] = rng.script = checked_dice(dice)
    log = Log()
    try:
        state = game.new(pack.facts, seats, chosen, rng, log)
    except ValueError as problem:
        raise Invalid(str(problem)) from None
    state.log = None
    check_script(state)
    return Match(pack, state, start, log)


def checked_dice(dice: Sequence[int]) -> list[int]:
    """Whole numbers from 0."""
    if isinstance(dice, str) or not isinstance(dice, Sequence):
        raise Invalid(f"dice: {brief(dice)} is not a list")
    for i, result in enumerate(dice):
        if isinstance(result, bool) or not isinstance(result, int) or not 0 <= result <= MOST_SEED:
            raise Invalid(f"dice[{i}]: {brief(result)} is not a whole number from 0")
    return list(dice)


SAVE_KEYS = ("adjudge", "game", "pack", "setup", "table")


def load(saved: Any, pack: LoadedPack | Path | str | None = None) -> Match:
    """The match at a saved position. Invalid names the path and the value that is wrong."""
    check_header(saved, SAVE_KEYS, "save")
    game = find_game(saved["game"])
    loaded = find_pack(game, pack)
    if saved["pack"] != loaded.hash:
        raise Invalid(f"save.pack: {brief(saved['pack'])} is not the pack at hand, {loaded.hash}")
    state = game.read(loaded.facts, saved["table"])
    seats = saved["table"]["seats"]
    setup = saved["setup"]
    if not isinstance(setup, dict):
        raise Invalid(f"save.setup: {brief(setup)} is not an object")
    chosen = game.choose_setup(seats, setup)
    for name, value in game.table_setup(state).items():
        if chosen[name] != value:
            raise Invalid(f"save.setup.{name}: {chosen[name]!r}, but on the table it is {value!r}")
    start = {"seats": seats, "setup": chosen, "position": saved["table"]}
    return Match(loaded, state, json.loads(canonical(start)), Log())


def resumed(snapshot: Mapping[str, Any], pack: LoadedPack) -> Match:
    """The match that a snapshot of our own was taken of; what was before cannot be undone."""
    log = Log()
    log.events, log.audiences = list(snapshot["events"]), list(snapshot["audiences"])
    state = pack.game.read(pack.facts, snapshot["save"]["table"])
    match = Match(pack, state, snapshot["start"], log)
    match._moves = list(snapshot["moves"])
    match._digests = list(snapshot["digests"])
    return match


def check_header(data: Any, keys: Sequence[str], what: str) -> None:
    """An object of this format with just these keys."""
    check_keys(data, keys, what)
    if data["adjudge"] != FORMAT or isinstance(data["adjudge"], bool):
        raise Invalid(f"{what}.adjudge: format {brief(data['adjudge'])} is not {FORMAT}")


def check_keys(data: Any, keys: Sequence[str], what: str) -> None:
    """An object with just these keys."""
    if not isinstance(data, dict):
        raise Invalid(f"{what}: {type(data).__name__} is not an object")
    for key in keys:
        if key not in data:
            raise Invalid(f"{what}: {key} is missing")
    for key in data:
        if key not in keys:
            raise Invalid(f"{what}.{key}: unknown")


RECORD_KEYS = ("adjudge", "game", "pack", "seats", "setup", "moves", "outcome", "seal")
ORIGIN_KEYS = ("seed", "chance", "dice", "position")


def replay(record: Any, pack: LoadedPack | Path | str | None = None) -> Match:
    """Play a record again; Broken at the first move that differs, Invalid if it is no record."""
    origin = [key for key in ORIGIN_KEYS if isinstance(record, dict) and key in record]
    check_header(record, (*RECORD_KEYS, *origin), "record")
    match = started(record, pack)
    for number, move in enumerate(checked_moves(record["moves"]), start=1):
        replay_move(match, number, *move)
    made = match.record()
    if not alike(made["outcome"], record["outcome"]):
        raise Broken(len(match.moves), f"the outcome is {made['outcome']}")
    if not alike(made, record):
        raise Broken(0, "the seal does not fit the record")
    return match


def alike(one: Any, other: Any) -> bool:
    """Equal to the letter: true is not 1, and 1.0 is not 1."""
    try:
        return canonical(one) == canonical(other)
    except (TypeError, ValueError, RecursionError):
        return False


def started(record: Mapping[str, Any], pack: LoadedPack | Path | str | None) -> Match:
    """The match at its first position."""
    game = find_game(record["game"])
    loaded = find_pack(game, pack)
    if record["pack"] != loaded.hash:
        raise Invalid(
            f"record.pack: {brief(record['pack'])} is not the pack at hand, {loaded.hash}"
        )
    if not isinstance(record["setup"], dict):
        raise Invalid(f"record.setup: {brief(record['setup'])} is not an object")
    if "position" in record:
        saved = {key: record[key] for key in ("adjudge", "game", "pack", "setup")}
        return load(saved | {"table": record["position"]}, loaded)
    if "seed" not in record:
        raise Invalid("record: seed is missing")
    return set_up(game, loaded, record)


def checked_moves(moves: Any) -> list[tuple[str, str]]:
    """Pairs of a move and the digest after it."""
    if not isinstance(moves, list):
        raise Invalid(f"record.moves: {type(moves).__name__} is not a list")
    for i, move in enumerate(moves):
        if not isinstance(move, list) or [type(part) for part in move] != [str, str]:
            raise Invalid(f"record.moves[{i}]: {brief(move)} is not a move and a digest")
    return [(text, after) for text, after in moves]


def replay_move(match: Match, number: int, text: str, after: str) -> None:
    """One move, and the digest after it."""
    if match.seat is None:
        raise Broken(number, "the game is over already")
    try:
        match.play(text)
    except (Refused, Invalid) as refusal:
        raise Broken(number, f"{brief(text)}: {refusal}") from None
    if match.moves[-1] != text:
        raise Broken(number, f"{text!r} is spelt {match.moves[-1]!r}")
    if match.digest() != after:
        raise Broken(number, f"{text!r} leads to {match.digest()}, not to {after}")


def record_text(record: Mapping[str, Any]) -> str:
    """The one spelling of a record as a file: a line for each key and each move."""
    lines = []
    for key, value in record.items():
        if key == "moves" and value:
            moves = ",\n".join(f"  {json.dumps(move, ensure_ascii=False)}" for move in value)
            lines.append(f' "moves": [\n{moves}\n ]')
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def parse_record(text: str | bytes) -> Any:
    """The data of a record or save file; Invalid if it is not JSON."""
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError) as problem:
        raise Invalid(f"record: not JSON: {problem}") from None


def verify(text: str, pack: LoadedPack | Path | str | None = None) -> Match:
    """Replay a record file: every byte of it must be as Adjudge writes it."""
    match = replay(parse_record(text), pack)
    expected = record_text(match.record())
    if text != expected:
        pairs = zip(text.splitlines(), expected.splitlines(), strict=False)
        line = next((n for n, (a, b) in enumerate(pairs, start=1) if a != b), expected.count("\n"))
        raise Broken(0, f"line {line} is not written as Adjudge writes it")
    return match
