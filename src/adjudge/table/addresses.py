"""Whose request it is: the address of the client, behind as many trusted proxies as there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final

from adjudge.kernel.game import Invalid

Address = IPv4Address | IPv6Address
Headers = Iterable[tuple[bytes, bytes]]

NOBODY: Final = "none"  # in the place of an address: no proxy is trusted
LINE_BITS: Final = 64  # what one customer of a provider has of IPv6; every address in it is theirs
MOST_HOPS: Final = 20
SCHEMES: Final = (b"http", b"https")


def known_address(text: str) -> Address | None:
    """An address as it is written, without zone, and IPv4 as such; None if it is none."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


@lru_cache(4096)
def household(address: str) -> str:
    """Whom an address counts for: itself, or for IPv6 the network that one line has."""
    found = known_address(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, LINE_BITS), strict=False))
    return address if found is None else str(found)


class Proxies:
    """The machines before this server whose word on a client's address is taken."""

    def __init__(self, trusted: Sequence[str]) -> None:
        """Invalid if one of them is neither an address nor a network."""
        words = [text for text in trusted if text != NOBODY]
        if NOBODY in trusted and words:
            raise Invalid(f"proxy: {NOBODY} goes with no other")
        self.networks = [network_named(text) for text in words]

    def trusts(self, address: str) -> bool:
        """Whether that is one of them."""
        found = known_address(address)
        return found is not None and any(found in network for network in self.networks)

    def client(self, peer: str, headers: Headers) -> str:
        """The right-most address that is no trusted proxy's.

        What anybody else has written says nothing. Nor does what cannot be read: the client is
        then the proxy that passed it on. Where all are proxies, the last of them is the client:
        no header that somebody makes up is worth an address of its own.
        """
        if not self.trusts(peer):
            return peer
        told = b",".join([value for name, value in headers if name == b"x-forwarded-for"])
        hops = told.decode("latin-1").split(",")[: -MOST_HOPS - 1 : -1]
        last = known_address(without_port(hops[0].strip()))
        for hop in hops:
            found = known_address(without_port(hop.strip()))
            if found is None:
                return peer
            if not self.trusts(str(found)):
                return str(found)
            peer = str(found)
        return str(last)

    def scheme(self, peer: str, headers: Headers) -> str | None:
        """How the client came to a trusted proxy, if that says so."""
        told = [value.strip().lower() for name, value in headers if name == b"x-forwarded-proto"]
        believed = self.trusts(peer) and told and told[-1] in SCHEMES
        return told[-1].decode() if believed else None


def network_named(text: str) -> IPv4Network | IPv6Network:
    """An address or a network; Invalid if it is neither."""
    try:
        return ip_network(text)
    except ValueError as problem:
        raise Invalid(f"proxy: {problem}") from None


def without_port(hop: str) -> str:
    """The address of a hop: some proxies add the port."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop
