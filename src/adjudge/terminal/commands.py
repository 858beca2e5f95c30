"""What can be typed at the prompt beside a move."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from rich.table import Table

from adjudge.advice import ADVISER, advised
from adjudge.bots import Budget, find_bot
from adjudge.kernel.game import Option
from adjudge.ledgers import Rule, ledger
from adjudge.match import record_text
from adjudge.terminal.drawing import Entry
from adjudge.terminal.reviews import CLOSE, advice_table
from adjudge.terminal.rules import rule_lines
from adjudge.terminal.screen import Working, event_line
from adjudge.terminal.shelf import write_whole

if TYPE_CHECKING:
    from adjudge.terminal.session import Session

LOG_LENGTH = 20
MOST_RULES = 12
OURS = '{\n "adjudge": '  # how every file that Adjudge saves begins


class Leave(Exception):
    """The player goes; the game is kept."""


def obey(session: Session, seat: int, line: str) -> None:
    """Carry out a line: a move, or a command; anything else is answered in one line."""
    options = session.match.options
    exact = [option for option in options if option.text == line]
    word, _, rest = line.partition(" ")
    if exact:
        session.play(exact[0])
    elif word.lower() in known(session):
        known(session)[word.lower()][2](session, seat, rest.strip())
    else:
        found = matching(options, line)
        if len(found) == 1:
            session.play(found[0])
        else:
            session.screen.say(unclear(line, found, len(options)))


def known(session: Session) -> Mapping[str, Entry]:
    """The commands of every game, and those of this one."""
    return {**COMMANDS, **session.drawing.commands()}


def matching(options: Sequence[Option], words: str) -> list[Option]:
    """The option with that number, or those that begin with the words."""
    if is_number(words):
        number = int(words[:9])
        return [options[number - 1]] if 1 <= number <= len(options) else []
    begun = [option for option in options if option.text.startswith(words.lower())]
    return begun or [option for option in options if option.label.lower().startswith(words.lower())]


def is_number(words: str) -> bool:
    """Plain digits."""
    return words.isascii() and words.isdigit()


def unclear(line: str, found: Sequence[Option], n_options: int) -> str:
    """Why a line is no move, in one line."""
    if found:
        return f"{line!r} could be {', '.join(option.text for option in found)}."
    if is_number(line):
        return f"There is no option {line[:9]}: there are {n_options}."
    return f"{line!r} is no option and no command. ? lists the commands, why {line} may say more."


def explain(session: Session, seat: int, rest: str) -> None:
    """The commands, or one option with its rules."""
    if not rest:
        grid = Table.grid(padding=(0, 2))
        grid.add_row("a number", "play that option; so does its text, or the beginning of it")
        for form, meaning, run in known(session).values():
            grid.add_row(form, meaning)
        session.screen.show(grid)
        return
    found = matching(session.match.options, rest)
    if len(found) != 1:
        session.screen.say(unclear(rest, found, len(session.match.options)))
        return
    session.screen.say(f"{found[0].label}  ({found[0].text})")
    show_rules(session, [ledger(session.match.game.id).rules[rule] for rule in found[0].rules])


def why(session: Session, seat: int, rest: str) -> None:
    """Why something cannot be done now."""
    if not rest:
        session.screen.say("why what? For example: why draw.")
        return
    if is_number(rest) and matching(session.match.options, rest):
        session.screen.say(f"{rest} is offered now.")
        return
    refusal = session.match.why_not(seat, rest)
    if refusal is None:
        session.screen.say(f"{rest!r} is offered now.")
    else:
        session.screen.say(refusal.reason, refusal.rules)


def undo(session: Session, seat: int, rest: str) -> None:
    """Back by one move."""
    session.undo(seat)


def save(session: Session, seat: int, rest: str) -> None:
    """The record, or the position, to a file."""
    match = session.match
    position = rest.startswith("position ")
    name = rest.removeprefix("position ").strip()
    if not name or rest == "position":
        session.screen.say("save where? For example: save game.json, or save position here.json.")
        return
    text = json.dumps(match.save(), indent=1) + "\n" if position else record_text(match.record())
    try:
        path = Path(name).expanduser()
        if path.exists() and not path.read_text("utf-8", "replace").startswith(OURS):
            session.screen.say(f"{path} is there already and is not a saved game. Choose another.")
            return
        write_whole(path, text)
    except (OSError, RuntimeError, ValueError) as problem:
        session.screen.say(f"Not saved: {problem}.")
        return
    what = "position" if position else "record"
    session.screen.say(f"The {what} is in {os.fspath(path)}. It tells what is hidden.")


def log(session: Session, seat: int, rest: str) -> None:
    """What happened, as the seat may know it."""
    if rest and not is_number(rest):
        session.screen.say(f"log takes a number, not {rest!r}.")
        return
    events = session.match.events(seat)
    length = int(rest[:9]) if rest else LOG_LENGTH
    for event in events[max(0, len(events) - length) :]:
        session.screen.show(event_line(event))


def rules(session: Session, seat: int, rest: str) -> None:
    """Rules by id or words."""
    if not rest:
        session.screen.say("rules about what? For example: rules psi action.")
        return
    found = ledger(session.match.game.id).search(rest)
    if not found:
        session.screen.say(f"No rule speaks of {rest!r}.")
    show_rules(session, found)


def show_rules(session: Session, found: Sequence[Rule]) -> None:
    """The first of them in full."""
    for rule in found[:MOST_RULES]:
        session.screen.show(rule_lines(rule))
    if len(found) > MOST_RULES:
        more = len(found) - MOST_RULES
        session.screen.say(f"And {more} more: adjudge rules {session.match.game.id} shows all.")


def hint(session: Session, seat: int, rest: str) -> None:
    """What a bot would do with the same view, and what its best options may bring."""
    view, options = session.match.seat_view(seat), session.match.options
    with Working("Looking ahead"):
        thought = find_bot(ADVISER).think(view, options, Random(len(session.match.moves)), Budget())
    choice = options[thought.choice]
    session.screen.say(
        f"{ADVISER.partition(':')[0]} would take {1 + thought.choice}: {choice.label}."
    )
    found = advised(options, thought)
    if found:
        session.screen.show(advice_table(options, found))
        near = f" {CLOSE} is too close to call." if any(one.close for one in found[1:]) else ""
        session.screen.say(
            f"It knows your view only, and tried {thought.playouts} futures from it, played on by "
            f"rule of thumb. 95 times in 100 the chance to win is within ±.{near}"
        )


def legend(session: Session, seat: int, rest: str) -> None:
    """What the signs mean."""
    session.screen.show(session.drawing.legend())


def table(session: Session, seat: int, rest: str) -> None:
    """Draw again."""
    session.draw(seat)


def leave(session: Session, seat: int, rest: str) -> None:
    """Go; the game is kept."""
    raise Leave


COMMANDS: dict[str, Entry] = {
    "?": ("? [N or text]", "this list, or an option with its rules", explain),
    "why": ("why ACTION", "why it cannot be done now, and by which rule", why),
    "undo": ("undo", "take your last move back, if nothing was revealed since", undo),
    "save": ("save [position] FILE", "write the record, or just the position, to a file", save),
    "log": ("log [N]", "what happened, with rules", log),
    "rules": ("rules WORDS", "find rules by id or words", rules),
    "hint": ("hint", "what a bot would do with your view, and your chances", hint),
    "legend": ("legend", "what the signs mean", legend),
    "table": ("table", "draw the table again", table),
    "quit": ("quit", "leave; the game waits for you", leave),
}
