"""Who is kept out of a server: guests by their id, addresses by the network they are in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

from adjudge.table.denials import Denied

GUEST, ADDRESS = "guest", "address"
WHO = {GUEST: "You are banned", ADDRESS: "Your address is banned"}


@dataclass(frozen=True)
class Ban:
    """Somebody who may not come, and until when; for good without a time."""

    kind: str
    whom: str
    why: str
    made: float
    until: float | None

    def holds(self, now: float) -> bool:
        """Whether it is in force."""
        return self.until is None or now < self.until

    @property
    def sentence(self) -> str:
        """What the one who is banned is told."""
        end = "" if self.until is None else f" until {day_and_hour(self.until)}"
        why = f": {self.why.rstrip('.')}" if self.why else ""
        return f"{WHO[self.kind]} from this server{end}{why}."


def day_and_hour(at: float) -> str:
    """A moment for people, wherever they are."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at))


@dataclass(eq=False)
class Visit:
    """A socket that is open, and how it is turned away."""

    guest: str
    address: str
    turn_away: Callable[[Denied], None]


class Bans:
    """Those in force on this worker, and who is at a socket."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self._guests: dict[str, Ban] = {}
        # By IP version and length of the prefix: a ban costs nothing where nobody asks for it.
        self._networks: dict[tuple[int, int], dict[int, Ban]] = {}
        self._visits: set[Visit] = set()

    def keep(self, bans: Sequence[Ban]) -> None:
        """These and no others; whoever is here and banned is turned away."""
        self._guests = {ban.whom: ban for ban in bans if ban.kind == GUEST}
        self._networks = {}
        for ban in bans:
            if ban.kind == ADDRESS:
                network = ip_network(ban.whom)
                length = network.prefixlen
                prefix = int(network.network_address) >> (network.max_prefixlen - length)
                self._networks.setdefault((network.version, length), {})[prefix] = ban
        for visit in list(self._visits):
            self._look_at(visit)

    def denial(self, guest: str | None, address: str) -> Denied | None:
        """Why this guest, or anybody from this address, is not let in; None if they are."""
        now = self.now()
        ban = self._guests.get(guest or "")
        if ban is None or not ban.holds(now):
            ban = self._of_address(address, now)
        return None if ban is None else Denied("banned", ban.sentence)

    def _of_address(self, address: str, now: float) -> Ban | None:
        """The ban on a network that the address is in."""
        if not self._networks:
            return None
        try:
            ip = ip_address(address)
        except ValueError:
            return None  # a socket of the file system
        if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        for (version, length), bans in self._networks.items():
            if version == ip.version:
                ban = bans.get(int(ip) >> (ip.max_prefixlen - length))
                if ban is not None and ban.holds(now):
                    return ban
        return None

    @contextmanager
    def visit(
        self, guest: str, address: str, turn_away: Callable[[Denied], None]
    ) -> Iterator[None]:
        """While a socket is open. Who was banned as it was being opened is turned away at once."""
        visit = Visit(guest, address, turn_away)
        self._visits.add(visit)
        self._look_at(visit)
        try:
            yield
        finally:
            self._visits.discard(visit)

    def _look_at(self, visit: Visit) -> None:
        """Turn it away if it is banned now."""
        denial = self.denial(visit.guest, visit.address)
        if denial is not None:
            visit.turn_away(denial)
