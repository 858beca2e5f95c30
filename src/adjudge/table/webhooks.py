"""Webhooks: a server elsewhere is told that it is somebody's turn.

A person names the address, so it is hostile until shown otherwise. The operator lists the hosts
that may be called; a name is looked up once for each try, every address found must be public, and
the request goes to that very address: the URL has the number, `Host` and TLS (`sni_hostname`, by
which the certificate is checked too) have the name. There is no second lookup to be answered
differently, no redirect, no proxy, no connection kept for another name, and no body read.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import logging
import re
import socket
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final

import httpx

from adjudge.kernel.game import Invalid
from adjudge.table.shares import Slots

URL_CHARACTERS: Final = 500
SECONDS: Final = 5.0
PAUSES: Final = (0.0, 1.0, 5.0)  # seconds before each try
USUAL: Final = {"http": 80, "https": 443}
AGAIN: Final = frozenset({408, 425, 429})  # with 5xx: the answers that may differ in a moment

# No user, no fragment, no escapes in the host: nothing that two readers could read differently.
HOST: Final = r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]"
PORT: Final = r"[0-9]{1,5}"
URL: Final = re.compile(rf"https?://(?:{HOST})(?::{PORT})?(?:[/?][^\s\\#]*)?", re.A | re.I)
PATTERN: Final = re.compile(rf"(\*|(?:\*\.)?(?:{HOST}))(?::({PORT}))?", re.A)

UNICAST: Final = IPv6Network("2000::/3")
NAT64: Final = IPv6Network("64:ff9b::/96")

AT_ONCE: Final = 16  # tries, of as many guests

# A name server may take its time; nothing else in the process shall wait for a thread for that.
LOOKUPS: Final = ThreadPoolExecutor(AT_ONCE, "webhook-lookup")

log = logging.getLogger("adjudge.webhooks")


@dataclass(frozen=True)
class Place:
    """Where a URL leads, and whether the operator listed that very host."""

    url: httpx.URL
    host: str
    port: int
    listed: bool


@dataclass(frozen=True)
class Call:
    """One thing to tell."""

    guest: str
    place: Place
    body: bytes
    signature: str


def check_url(url: str, allowed: Sequence[str]) -> str:
    """The URL, if its form is plain and the operator allows its host; Invalid otherwise."""
    find_place(url, allowed)
    return url


def check_patterns(allowed: Sequence[str]) -> tuple[str, ...]:
    """The operator's hosts: "*", "*.example.org", "10.0.0.7:8080"; Invalid for anything else."""
    patterns = tuple([pattern.strip().lower() for pattern in allowed])
    for pattern in patterns:
        if not PATTERN.fullmatch(pattern):
            raise Invalid(f"webhook hosts: {pattern!r} is not a host, host:port, *.domain or *")
    return patterns


def find_place(text: str, allowed: Sequence[str]) -> Place:
    """Where the URL leads, if it may; Invalid otherwise."""
    patterns = check_patterns(allowed)
    if not patterns:
        raise Invalid("webhook: switched off on this server")
    if len(text) > URL_CHARACTERS:
        raise Invalid(f"webhook: at most {URL_CHARACTERS} characters")
    url = plain_url(text)
    port = url.port or USUAL[url.scheme]
    host = f"[{url.host}]" if ":" in url.host else url.host
    fitting = [pattern for pattern in patterns if fits(url, host, port, pattern)]
    listed = any(not pattern.startswith("*") for pattern in fitting)
    if not fitting or not (listed or may_be_public(url.host)):
        raise Invalid(f"webhook: {host}:{port} is not among the hosts allowed here")
    return Place(url, url.host, port, listed)


def plain_url(text: str) -> httpx.URL:
    """The URL as it will be called, or Invalid if it could be read in two ways."""
    if not (text.isascii() and text.isprintable() and URL.fullmatch(text)):
        raise Invalid("webhook: not a plain http or https address")
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL:
        raise Invalid("webhook: not a plain http or https address") from None
    if url.port is not None and not 0 < url.port < 65536:
        raise Invalid(f"webhook: there is no port {url.port}")
    return url


def fits(url: httpx.URL, host: str, port: int, pattern: str) -> bool:
    """A pattern without a port means the usual one of http or https."""
    parts = PATTERN.fullmatch(pattern)
    assert parts
    name, wanted = parts.groups()
    if port != int(wanted or USUAL[url.scheme]):
        return False
    return name in ("*", host) or (name.startswith("*.") and host.endswith(name[1:]))


def may_be_public(host: str) -> bool:
    """False for an address that is not public; a name is known only when it is looked up."""
    try:
        ip_address(host)
    except ValueError:
        return True
    return public(host)


def public(address: str) -> bool:
    """On the internet: not this machine, not its network, not many machines, not reserved."""
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        inner = (
            ip.ipv4_mapped or ip.sixtofour or (IPv4Address(ip.packed[12:]) if ip in NAT64 else None)
        )
        if inner is None:
            return ip in UNICAST and ip.is_global
        ip = inner
    return ip.is_global and not (ip.is_multicast or ip.is_reserved)


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host, by the system's lookup."""
    found = await asyncio.get_running_loop().run_in_executor(LOOKUPS, look_up, host, port)
    return list(dict.fromkeys(found))


def look_up(host: str, port: int) -> list[str]:
    """As resolve, and waits for it."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class Webhooks:
    """Calls waiting to be made: each guest's own one after the other, those of several at once.

    Who is slow to answer holds up nobody but the guest who named it: a guest has one call under
    way and so many that wait, and of the guests who wait, who has taken the least time lately is
    next. `on_result` is told what became of each: "sent"; "refused" by the other side; "forbidden"
    by check_url or because of where its name leads; "failed" in every try; "dropped" unmade.
    """

    def __init__(
        self,
        allowed: Sequence[str],
        on_result: Callable[[str], None],
        *,
        at_once: int = AT_ONCE,
        each: int = 20,
        waiting: int = 1000,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        resolve: Callable[[str, int], Awaitable[list[str]]] = resolve,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Invalid if the operator's list cannot be read; nothing is called before start()."""
        self.allowed = check_patterns(allowed)
        self.on_result = on_result
        self.each = each
        self.waiting = waiting
        self.pause = pause
        self.resolve = resolve
        self.transport = transport
        self.slots = Slots(at_once)
        self.queues: dict[str, deque[Call]] = {}
        self.serving: dict[str, asyncio.Task[None]] = {}
        self.looking: set[asyncio.Future[list[str]]] = set()
        self.started = False

    async def start(self) -> None:
        """Begins to make calls."""
        self.client = httpx.AsyncClient(
            transport=self.transport,
            trust_env=False,  # a proxy would look the name up again
            timeout=SECONDS,
            # Connections are kept by address: another name there would get one checked for this.
            limits=httpx.Limits(max_keepalive_connections=0),
        )
        self.started = True

    async def settled(self) -> None:
        """Nothing waits, and nothing is under way."""
        while self.serving:
            await asyncio.wait(self.serving.values())

    async def stop(self, within: float = 1.0) -> None:
        """Takes no more, makes what calls it can within a second, and drops the others."""
        if not self.started:
            return
        self.started = False
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.settled(), within)
        under_way: list[asyncio.Future[Any]] = [*self.serving.values(), *self.looking]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        for queue in self.queues.values():
            for _ in queue:
                self.on_result("dropped")
        self.queues.clear()
        await self.client.aclose()

    def post(self, guest: str, url: str, secret: str, body: dict[str, object]) -> None:
        """Puts a call in the guest's queue and returns at once; drops one if there is no room."""
        text = json.dumps(body, separators=(",", ":")).encode()
        signature = "sha256=" + hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
        try:
            call = Call(guest, find_place(url, self.allowed), text, signature)
        except Invalid:
            self.on_result("forbidden")
            return
        if not self.started or not self.has_room(guest):
            self.on_result("dropped")
            return
        self.queues.setdefault(guest, deque()).append(call)
        if guest not in self.serving:
            self.serving[guest] = asyncio.create_task(self.serve(guest))

    def has_room(self, guest: str) -> bool:
        """Whether one more of the guest's may wait; who has the most waiting makes room for it."""
        mine = len(self.queues.get(guest, ()))
        if mine >= self.each:
            return False
        if sum(map(len, self.queues.values())) < self.waiting:
            return True
        longest = max(self.queues.values(), key=len)
        if len(longest) <= mine + 1:
            return False
        longest.pop()
        self.on_result("dropped")
        return True

    async def serve(self, guest: str) -> None:
        """Makes a guest's calls, one after another, whatever becomes of them."""
        try:
            while queue := self.queues.get(guest):
                call = queue.popleft()
                if not queue:
                    del self.queues[guest]
                await self.make(call)
        finally:
            del self.serving[guest]

    async def make(self, call: Call) -> None:
        """One call, and what became of it."""
        result = "dropped"
        try:
            result = await self.deliver(call)
        except Exception:
            # An error nobody thought of costs one call, not those that wait behind it.
            log.exception("webhook to %s", call.place.host)
            result = "failed"
        finally:
            self.on_result(result)

    async def deliver(self, call: Call) -> str:
        """What became of the call, after as many tries as it takes or may."""
        for turn, seconds in enumerate(PAUSES):
            if seconds:
                await self.pause(seconds)
            await self.slots.take(call.guest)
            began = time.monotonic()
            looking = asyncio.ensure_future(self.resolve(call.place.host, call.place.port))
            self.looking.add(looking)
            try:
                result = await asyncio.wait_for(self.attempt(call, turn, looking), SECONDS)
            except (httpx.HTTPError, OSError, UnicodeError):
                continue
            finally:
                looking.add_done_callback(partial(self.looked_up, call.guest, began))
            if result != "failed":
                return result
        return "failed"

    def looked_up(self, guest: str, began: float, looking: asyncio.Future[list[str]]) -> None:
        """A lookup cannot be broken off: as long as it takes its thread, its guest has a slot."""
        self.looking.discard(looking)
        if not looking.cancelled():
            looking.exception()  # is known, or nobody wants to know it any more
        self.slots.give(guest, time.monotonic() - began)

    async def attempt(self, call: Call, turn: int, looking: asyncio.Future[list[str]]) -> str:
        """Looks the name up, and calls one of its addresses if all of them may be called."""
        addresses = await asyncio.shield(looking)
        if not call.place.listed and not all(map(public, addresses)):
            return "forbidden"
        if not addresses:
            return "failed"
        status = await self.call_address(call, addresses[turn % len(addresses)])
        if 200 <= status < 300:
            return "sent"
        return "failed" if status >= 500 or status in AGAIN else "refused"

    async def call_address(self, call: Call, address: str) -> int:
        """The status of the answer; its body is left unread."""
        url = call.place.url
        headers = {
            "Host": url.netloc.decode("ascii"),
            "Connection": "close",
            "Content-Type": "application/json",
            "User-Agent": "Adjudge",
            "Adjudge-Signature": call.signature,
        }
        async with self.client.stream(
            "POST",
            url.copy_with(host=address),
            content=call.body,
            headers=headers,
            extensions={"sni_hostname": url.host},
        ) as answer:
            return answer.status_code
