"""Standing orders at the terminal: `auto`, and what needs no asking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudge.games.helter_skelter.orders import ASK, CARD, NEVER, ORDERS
from adjudge.kernel.game import Option
from adjudge.match import Match

if TYPE_CHECKING:
    from adjudge.terminal.session import Session

LASTING = ("end", "pay")  # what shows a card or ends a turn cannot be undone: it is always asked


class StandingOrders:
    """HS-RULING-22: a player may set an automatic pass. Orders are private to each seat."""

    def __init__(self) -> None:
        self.orders: dict[int, str] = {}
        self.silent: dict[int, int] = {}  # per seat: the turn in which it lets all pass

    def command(self, session: Session, seat: int, rest: str) -> None:
        """`auto`: what the order is, or a new one."""
        names = [order.name for order in ORDERS]
        if rest and rest not in names:
            session.screen.say(f"auto takes {', '.join(names)}, not {rest!r}.")
            return
        turn = session.match.turn
        if rest == NEVER:
            self.silent[seat] = turn
        elif rest:
            self.orders[seat] = rest
            self.silent.pop(seat, None)
        now = self.order_of(seat, turn)
        for order in ORDERS:
            mark = "▶" if order.name == now else " "
            session.screen.say(f" {mark} auto {order.name:<6} {order.meaning}")

    def order_of(self, seat: int, turn: int) -> str:
        """What holds for the seat in that turn."""
        return NEVER if self.silent.get(seat) == turn else self.orders.get(seat, CARD)

    def at_once(self, match: Match, seat: int, alone: bool) -> tuple[Option, str] | None:
        """The pass that an order gives; for one person alone, the only option there is."""
        window = match.window
        if window is not None:
            order = self.order_of(seat, match.turn)
            # Several people at one screen are asked card or no card, or the screen would tell.
            if match.wants_to_be_asked(seat, ASK if order == CARD and not alone else order):
                return None
            return next(option for option in match.options if option.text == window.silence), ""
        options = match.options
        if alone and len(options) == 1 and options[0].text.split()[0] not in LASTING:
            return options[0], f"Nothing to choose: {options[0].label}."
        return None
