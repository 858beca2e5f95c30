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
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

import httpx

from adjudge.kernel.game import Invalid

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

# A name server may take its time; nothing else in the process shall wait for a thread for that.
LOOKUPS: Final = ThreadPoolExecutor(4, "webhook-lookup")

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
    """Calls waiting to be made, a few at a time.

    `on_result` is told what became of each: "sent"; "refused" by the other side; "forbidden" by
    check_url or because of where its name leads; "failed" in every try; "dropped" unmade.
    """

    def __init__(
        self,
        allowed: Sequence[str],
        on_result: Callable[[str], None],
        *,
        at_once: int = 4,
        waiting: int = 1000,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        resolve: Callable[[str, int], Awaitable[list[str]]] = resolve,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Invalid if the operator's list cannot be read; nothing is called before start()."""
        self.allowed = check_patterns(allowed)
        self.on_result = on_result
        self.at_once = at_once
        self.pause = pause
        self.resolve = resolve
        self.transport = transport
        self.queue: asyncio.Queue[Call] = asyncio.Queue(waiting)
        self.workers: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begins to make calls."""
        self.client = httpx.AsyncClient(
            transport=self.transport,
            trust_env=False,  # a proxy would look the name up again
            timeout=SECONDS,
            # Connections are kept by address: another name there would get one checked for this.
            limits=httpx.Limits(max_keepalive_connections=0),
        )
        self.workers = [asyncio.create_task(self.work()) for _ in range(self.at_once)]

    async def stop(self, within: float = 1.0) -> None:
        """Takes no more, makes what calls it can within a second, and drops the others."""
        if not self.workers:
            return
        workers, self.workers = self.workers, []
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.queue.join(), within)
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        while not self.queue.empty():
            self.queue.get_nowait()
            self.on_result("dropped")
        await self.client.aclose()

    def post(self, url: str, secret: str, body: dict[str, object]) -> None:
        """Puts a call in the queue and returns at once; drops it if the queue is full."""
        text = json.dumps(body, separators=(",", ":")).encode()
        signature = "sha256=" + hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
        try:
            call = Call(find_place(url, self.allowed), text, signature)
        except Invalid:
            self.on_result("forbidden")
            return
        if not self.workers or self.queue.full():
            self.on_result("dropped")
        else:
            self.queue.put_nowait(call)

    async def work(self) -> None:
        """Makes one call after another, whatever becomes of them."""
        while True:
            call = await self.queue.get()
            result = "dropped"
            try:
                result = await self.deliver(call)
            except Exception:
                # An error nobody thought of costs one call, not a worker for good.
                log.exception("webhook to %s", call.place.host)
                result = "failed"
            finally:
                self.on_result(result)
                self.queue.task_done()

    async def deliver(self, call: Call) -> str:
        """What became of the call, after as many tries as it takes or may."""
        for turn, seconds in enumerate(PAUSES):
            if seconds:
                await self.pause(seconds)
            try:
                result = await asyncio.wait_for(self.attempt(call, turn), SECONDS)
            except (httpx.HTTPError, OSError, UnicodeError):
                continue
            if result != "failed":
                return result
        return "failed"

    async def attempt(self, call: Call, turn: int) -> str:
        """Looks the name up, and calls one of its addresses if all of them may be called."""
        addresses = await self.resolve(call.place.host, call.place.port)
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
