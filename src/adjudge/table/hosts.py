"""By which names this server may be called.

A site of somebody else's can let its own name lead to this machine, and its page then is of the
same origin as this server. Such a request carries that name in `Host`; an address cannot be
borrowed in that way.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from typing import Final

from adjudge.kernel.game import Invalid
from adjudge.table.addresses import known_address

NAME: Final = r"[a-z0-9_][a-z0-9_.-]{0,252}|\[[0-9a-f:.]+\]"
HOST: Final = re.compile(rf"({NAME})(?::([0-9]{{1,5}}))?", re.A)
OF_THIS_MACHINE: Final = ("localhost", "127.0.0.1", "::1")


class Hosts:
    """The names that the operator gave, and those that go without saying."""

    def __init__(self, named: Sequence[str], listens: str) -> None:
        """Invalid if a name is none."""
        self.named = {host_named(text) for text in named}
        self.at_home = {*OF_THIS_MACHINE, listens} if of_this_machine(listens) else set()
        machine = socket.gethostname().lower()
        self.own = {"localhost", machine, f"{machine}.local"}

    def knows(self, host: str | None, port: int | None) -> bool:
        """Whether a request for that host, which came to that port, is meant for this server."""
        if host is None or port is None:  # no browser, or over no network
            return True
        try:
            name, given = host_named(host)
        except Invalid:
            return False
        if (name, given) in self.named or (name, None) in self.named:
            return True
        if self.at_home:  # nobody else can connect: whoever asks for another name was led here
            return name in self.at_home and (given or 80) == port
        return name in self.own or known_address(name) is not None


def of_this_machine(host: str) -> bool:
    """Whether only this machine can connect there."""
    found = known_address(host)
    return host == "localhost" if found is None else found.is_loopback


def host_named(text: str) -> tuple[str, int | None]:
    """A name or an address, and the port if there is one; Invalid if it is none."""
    found = HOST.fullmatch(text.lower().removesuffix("."))
    if found is None:
        raise Invalid(f"public host: {text!r} is not a host, as play.example.org")
    return found[1].strip("[]"), int(found[2]) if found[2] else None
