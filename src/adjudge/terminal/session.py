"""A game at the prompt: whoever's turn it is decides, everything is shown, nothing is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from adjudge.bots import Budget, find_bot
from adjudge.kernel.game import Invalid, Option, Refused
from adjudge.match import Match
from adjudge.review import REVIEWER
from adjudge.terminal.commands import obey
from adjudge.terminal.drawings import drawing_for
from adjudge.terminal.layout import flowing
from adjudge.terminal.reviews import looked_through, method_lines, review_lines
from adjudge.terminal.screen import FAINT, LAMP, Screen, cited, event_line
from adjudge.terminal.setups import HUMAN, opponents
from adjudge.terminal.shelf import Shelf

FEW = 8  # as many options stand in one column
WORST = 5  # mistakes are told
LAST = 8  # as many events at least are shown at the end


class Session:
    """A match, who plays it, where it is shown, and where it is kept."""

    def __init__(
        self,
        match: Match,
        who: Sequence[str],
        screen: Screen,
        shelf: Shelf | None,
        budget: Budget | None = None,
    ) -> None:
        self.match = match
        self.who = list(who)
        self.screen = screen
        self.shelf = shelf
        self.budget = budget or Budget()  # of every bot that has none of its own
        self.drawing = drawing_for(match.pack)
        self.humans = [seat for seat, name in enumerate(who) if name == HUMAN]
        self.told: dict[int | None, int] = {}  # per seat: how many of its events it has been shown
        self.before = self.humans[0] if len(self.humans) == 1 else None  # who sits at the screen
        self.explained = False
        self.drawn: tuple[int, Mapping[str, Any]] | None = None  # what is on the screen, for whom
        self.ask_again = False  # after an undo nothing is taken at once

    # Playing

    def run(self) -> None:
        """Play on to the end. Leaving is an exception, and every move made is kept by then."""
        self.keep()
        self.catch_up()
        while self.match.seat is not None:
            if self.match.seat in self.humans:
                if self.taken_at_once(self.match.seat):
                    continue
                self.sit_down(self.match.seat)
                self.decide(self.match.seat)
            else:
                self.let_bot_move(self.match.seat)
        self.end()

    def catch_up(self) -> None:
        """What came before, be it only the set-up, is on the table and in the log."""
        for seat in (None, *range(self.match.seats)):
            self.told[seat] = len(self.match.events(seat))

    def sit_down(self, seat: int) -> None:
        """With several people at one screen, a curtain before each of them; then the news."""
        if seat != self.before and len(self.humans) > 1:
            self.screen.curtain(seat)
            self.drawn = None
        self.before = seat
        if not self.explained:
            self.screen.show(self.drawing.opening())
            for words in opponents(self.match.game, self.match.setup, self.who):
                self.screen.say(words)
            self.screen.say("A number plays an option. ? lists what else you can type.")
            self.explained = True
        self.tell()

    def taken_at_once(self, seat: int) -> bool:
        """A move that the game's drawing need not ask for, such as the only one there is."""
        found = self.drawing.at_once(self.match, seat, len(self.humans) == 1)
        if found is None or self.ask_again:
            return False
        option, words = found
        if words:
            self.tell()
            self.screen.say(words)
        self.play(option)
        return True

    def tell(self) -> None:
        """What happened since whoever is before the screen was last told."""
        since = self.told.get(self.before, 0)
        events = self.match.events(self.before, since)
        for event in events:
            self.screen.show(event_line(event))
        self.told[self.before] = since + len(events)

    def let_bot_move(self, seat: int) -> None:
        """A bot decides from its view; its chance follows from seed and move number."""
        bot = find_bot(self.who[seat])
        if len(self.humans) <= 1:
            self.tell()
        chance = Random(f"{self.match.start.get('seed')} {len(self.match.moves)}")
        view = self.match.seat_view(seat)
        choice = bot.choose(view, self.match.options, chance, self.budget)
        self.match.play(choice)
        self.keep()

    def decide(self, seat: int) -> None:
        """Show the table and take answers until one is a move, or takes one back."""
        self.draw(seat, self.step(seat))
        position = self.match.moves
        while self.match.moves == position:
            line = self.screen.ask("> ")
            if line:
                obey(self, seat, line)

    def play(self, option: Option) -> None:
        """A move made at the prompt."""
        self.match.play(option)
        self.ask_again = False
        self.keep()

    def undo(self, seat: int) -> None:
        """Take the last move back, if nothing was revealed since."""
        last = self.match.moves[-1:]
        try:
            self.match.undo(seat)
        except Refused as refusal:
            self.screen.say(refusal.reason, refusal.rules)
            return
        self.ask_again = True
        self.keep()
        self.told[seat] = min(self.told.get(seat, 0), len(self.match.events(seat)))
        self.screen.say(f"Taken back: {last[0]}.")

    def keep(self) -> None:
        """On disk, before anything else is asked."""
        if self.shelf is not None:
            self.shelf.keep(self.match)

    # Showing

    def step(self, seat: int) -> RenderableType | None:
        """What is enough to show when the table is still on the screen."""
        if self.drawn is None or self.drawn[0] != seat:
            return None
        return self.drawing.step(self.drawn[1], self.match.view(seat))

    def draw(self, seat: int, step: RenderableType | None = None) -> None:
        """The table as the seat sees it, or just a step; what it is asked, and its options."""
        view = self.match.view(seat)
        self.screen.show()
        if step is None:
            self.screen.show(self.drawing.table(view, self.screen.width))
            self.drawn = seat, view
        else:
            self.screen.show(step)
        self.ask(seat)

    def ask(self, seat: int) -> None:
        """What the seat is asked, and its options."""
        prompt = self.match.prompt
        assert prompt is not None
        words = prompt.text
        if len(self.humans) == 1:
            words = words.replace(f"Seat {seat}:", "You:", 1)
        asked = Text.assemble(("▌ ", LAMP), (f"{words} ", "bold"))
        for line in flowing([asked, cited(prompt.rules)], self.screen.width, 2):
            self.screen.show(line)
        self.screen.show(self.numbered(self.match.options))

    def numbered(self, options: Sequence[Option]) -> RenderableType:
        """The options by number; many of them stand in columns."""
        if len(options) > FEW:
            cells = [
                Text.assemble((f"{n:>3} ", LAMP), option.label)
                for n, option in enumerate(options, 1)
            ]
            return Columns(cells, padding=(0, 2), column_first=True)
        grid = Table.grid(padding=(0, 2))
        grid.add_column(width=3, justify="right", style=LAMP)
        for n, option in enumerate(options, 1):
            grid.add_row(str(n), option.label, Text(option.text, FAINT))
        return grid

    def end(self) -> None:
        """What led there, how it ended and why, the score, and where the record lies."""
        outcome = self.match.outcome
        assert outcome is not None
        if len(self.humans) > 1:
            self.screen.clear()
            self.before = None
        events = self.match.events(self.before)
        news = len(events) - self.told.get(self.before, 0)
        self.screen.say("How it ended:")
        for event in events[-max(LAST, news) :]:
            self.screen.show(event_line(event))
        self.screen.show()
        self.screen.say(f"The game is over: {outcome.reason}.", outcome.rules)
        self.screen.say(self.verdict(outcome.winners))
        self.screen.show(self.drawing.ending(self.match))
        if self.shelf is not None:
            self.screen.say(f"Record: {self.shelf.finish(self.match)}")
        if self.humans:
            self.offer_review()

    def offer_review(self) -> None:
        """What the decisions cost, for whoever wants to know; Enter or the end of input leaves."""
        seats = [str(seat) for seat in self.humans]
        which = "" if len(seats) == 1 else f" {' or '.join(seats)}"
        while True:
            try:
                line = self.screen.ask(f"Type review{which} to see what cost most, or Enter: ")
            except EOFError:
                return
            word, _, seat = line.partition(" ")
            if word.lower() != "review":
                return
            if not seat and len(seats) == 1:
                seat = seats[0]
            if seat in seats:
                self.show_review(int(seat))
            else:
                self.screen.say(f"review which seat? {', '.join(seats)} can be looked through.")

    def show_review(self, seat: int) -> None:
        """One person's game, looked through again."""
        try:
            found = looked_through(self.match.record(), self.match.pack, seat, find_bot(REVIEWER))
        except Invalid as problem:
            self.screen.say(f"{problem}.")
            return
        width = self.screen.width
        for line in (*review_lines(found, WORST, width), *method_lines(width)):
            self.screen.show(line)

    def verdict(self, winners: Sequence[int]) -> str:
        """Who has won, as the people here would say it."""
        if len(self.humans) == 1:
            return "You have won." if self.humans[0] in winners else "You have lost."
        if not winners:
            return "Nobody has won."
        seats = " and ".join(f"Seat {seat}" for seat in winners)
        return f"{seats} {'has' if len(winners) == 1 else 'have'} won."
