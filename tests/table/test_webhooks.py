"""Webhooks reach who asked for them, and nobody else by way of us."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import httpx
import pytest

from adjudge.kernel.game import Invalid
from adjudge.table.webhooks import Webhooks, check_url, public, resolve

TURN: dict[str, object] = {"match": "m1", "seat": 0, "name": "Quiet Heron"}


class Elsewhere:
    """A server on loopback: answers with the given answers in turn, then with 204."""

    def __init__(self, answers: Sequence[bytes]) -> None:
        self.answers = list(answers)
        self.heard: list[tuple[dict[str, str], bytes]] = []
        self.port = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hears one request and answers it."""
        try:
            start, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = dict([line.lower().split(": ", 1) for line in lines if line])
            headers["start"] = start
            body = await reader.readexactly(int(headers["content-length"]))
            self.heard.append((headers, body))
            writer.write(self.answers.pop(0) if self.answers else answer(204))
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


def answer(status: int, more: str = "") -> bytes:
    """An answer without a body."""
    return f"HTTP/1.1 {status} So\r\nContent-Length: 0\r\n{more}\r\n".encode()


@asynccontextmanager
async def elsewhere(*answers: bytes) -> AsyncIterator[Elsewhere]:
    """A server that is there for the length of a story."""
    place = Elsewhere(answers)
    server = await asyncio.start_server(place.answer, "127.0.0.1", 0)
    place.port = server.sockets[0].getsockname()[1]
    async with server:
        yield place


class Pauses(list[float]):
    """Takes note of a pause instead of making it."""

    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


async def told(
    webhooks: Webhooks, results: list[str], urls: Sequence[str], secret: str = "s"
) -> list[str]:
    """Posts to each, waits until all of them have a result, and says which."""
    await webhooks.start()
    for url in urls:
        webhooks.post("anna", url, secret, TURN)
    await asyncio.wait_for(webhooks.settled(), 5)
    await webhooks.stop()
    return results


def test_a_turn_is_told_and_signed() -> None:
    async def story() -> None:
        async with elsewhere() as there:
            results: list[str] = []
            webhooks = Webhooks([f"127.0.0.1:{there.port}"], results.append)
            url = f"http://127.0.0.1:{there.port}/hook?for=anna"
            assert await told(webhooks, results, [url], "kept between us") == ["sent"]
            ((headers, body),) = there.heard
            assert headers["start"] == "POST /hook?for=anna HTTP/1.1"
            assert headers["host"] == f"127.0.0.1:{there.port}"
            assert headers["content-type"] == "application/json"
            assert json.loads(body) == TURN
            signed = hmac.new(b"kept between us", body, hashlib.sha256).hexdigest()
            assert headers["adjudge-signature"] == f"sha256={signed}"

    asyncio.run(story())


def test_a_name_that_is_listed_may_lead_home() -> None:
    async def story() -> None:
        async with elsewhere() as there:
            results: list[str] = []
            webhooks = Webhooks([f"LocalHost:{there.port}"], results.append, resolve=home)
            url = f"http://localhost:{there.port}/"
            assert await told(webhooks, results, [url]) == ["sent"]
            assert there.heard[0][0]["host"] == f"localhost:{there.port}"

    async def home(host: str, port: int) -> list[str]:
        assert host == "localhost"
        return ["127.0.0.1"]

    asyncio.run(story())


@pytest.mark.parametrize(
    ("answers", "result", "asked", "pauses"),
    [
        ([answer(500)], "sent", 2, [1.0]),
        ([answer(429), answer(503)], "sent", 3, [1.0, 5.0]),
        ([answer(500)] * 9, "failed", 3, [1.0, 5.0]),
        ([b""] * 9, "failed", 3, [1.0, 5.0]),
        ([b"who knows\r\n\r\n"] * 9, "failed", 3, [1.0, 5.0]),
        ([b"HTTP/1.1 200 " + b"x" * 200_000] * 9, "failed", 3, [1.0, 5.0]),
        ([answer(404)], "refused", 1, []),
        ([answer(302, "Location: http://127.0.0.1:1/\r\n")], "refused", 1, []),
    ],
)
def test_what_the_other_side_says(
    answers: list[bytes], result: str, asked: int, pauses: list[float]
) -> None:
    async def story() -> None:
        async with elsewhere(*answers) as there:
            results: list[str] = []
            pause = Pauses()
            webhooks = Webhooks([f"127.0.0.1:{there.port}"], results.append, pause=pause)
            url = f"http://127.0.0.1:{there.port}/"
            assert await told(webhooks, results, [url]) == [result]
            assert len(there.heard) == asked
            assert pause == pauses

    asyncio.run(story())


def test_an_endless_answer_is_not_read() -> None:
    async def story() -> None:
        endless = b"HTTP/1.1 200 Fine\r\nContent-Length: 9999999999\r\n\r\n" + b"x" * 100
        async with elsewhere(endless) as there:
            results: list[str] = []
            webhooks = Webhooks([f"127.0.0.1:{there.port}"], results.append)
            url = f"http://127.0.0.1:{there.port}/"
            assert await told(webhooks, results, [url]) == ["sent"]

    asyncio.run(story())


def test_who_keeps_us_waiting_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudge.table.webhooks.SECONDS", 0.05)

    async def drip(request: httpx.Request) -> httpx.Response:
        while True:
            await asyncio.sleep(0.01)

    async def outside(host: str, port: int) -> list[str]:
        return [OUTSIDE[0]]

    results: list[str] = []
    pause = Pauses()
    webhooks = Webhooks(
        ["*"],
        results.append,
        pause=pause,
        resolve=outside,
        transport=httpx.MockTransport(drip),
    )
    assert asyncio.run(told(webhooks, results, ["https://example.org/"])) == ["failed"]
    assert pause == [1.0, 5.0]


def test_nobody_there_is_a_failure() -> None:
    async def story() -> None:
        async with elsewhere() as there:
            port = there.port
        results: list[str] = []
        webhooks = Webhooks([f"127.0.0.1:{port}"], results.append, pause=Pauses())
        assert await told(webhooks, results, [f"http://127.0.0.1:{port}/"]) == ["failed"]

    asyncio.run(story())


INSIDE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
]
OUTSIDE = ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::5db8:d70e"]


def test_addresses_inside_and_outside() -> None:
    assert [address for address in INSIDE if public(address)] == []
    assert [address for address in OUTSIDE if not public(address)] == []


@pytest.mark.parametrize("address", INSIDE)
def test_a_name_that_leads_inside_is_not_called(address: str) -> None:
    async def leads(host: str, port: int) -> list[str]:
        return [OUTSIDE[0], address]

    def nobody(request: httpx.Request) -> httpx.Response:
        raise AssertionError(request.url)

    results: list[str] = []
    webhooks = Webhooks(
        ["*", "*.example.org"],
        results.append,
        resolve=leads,
        transport=httpx.MockTransport(nobody),
    )
    urls = ["http://innocent.example.org/", "https://example.com/", "http://2130706433/"]
    assert asyncio.run(told(webhooks, results, urls)) == ["forbidden"] * 3


def test_the_checked_address_is_the_one_called() -> None:
    asked: list[str] = []
    requests: list[httpx.Request] = []

    async def turncoat(host: str, port: int) -> list[str]:
        asked.append(host)
        return [OUTSIDE[1], OUTSIDE[0]] if len(asked) <= 2 else ["127.0.0.1"]

    def busy(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(503)

    results: list[str] = []
    webhooks = Webhooks(
        ["*"],
        results.append,
        pause=Pauses(),
        resolve=turncoat,
        transport=httpx.MockTransport(busy),
    )
    url = "https://Hook.example.org/a%20b?c"
    assert asyncio.run(told(webhooks, results, [url])) == ["forbidden"]
    assert asked == ["hook.example.org"] * 3
    assert [request.url.host for request in requests] == [OUTSIDE[1], OUTSIDE[0]]
    for request in requests:
        assert request.headers["host"] == "hook.example.org"
        assert request.extensions["sni_hostname"] == "hook.example.org"
        assert request.url.raw_path == b"/a%20b?c"


def test_odd_names_cost_one_call_and_no_worker(caplog: pytest.LogCaptureFixture) -> None:
    async def odd(host: str, port: int) -> list[str]:
        if host == "a.org":
            raise UnicodeError("label too long")
        if host == "b.org":
            raise OSError("no such name")
        if host == "c.org":
            raise KeyError("nobody thought of this")
        return [] if host == "d.org" else [OUTSIDE[0]]

    results: list[str] = []
    webhooks = Webhooks(
        ["*"],
        results.append,
        at_once=1,
        pause=Pauses(),
        resolve=odd,
        transport=httpx.MockTransport(lambda request: httpx.Response(200)),
    )
    urls = [f"https://{letter}.org/?key=hush" for letter in "abcde"]
    assert asyncio.run(told(webhooks, results, urls)) == ["failed"] * 4 + ["sent"]
    assert "webhook to c.org" in caplog.text
    assert "hush" not in caplog.text


def test_the_newest_is_dropped_when_the_queue_is_full() -> None:
    async def story() -> None:
        results: list[str] = []
        never = asyncio.Event()

        async def slow(host: str, port: int) -> list[str]:
            await never.wait()
            return []

        webhooks = Webhooks(["*"], results.append, each=2, resolve=slow)
        webhooks.post("anna", "https://example.org/", "s", TURN)
        assert results == ["dropped"]  # not started yet
        await webhooks.start()
        webhooks.post("anna", "https://example.org/", "s", TURN)
        while webhooks.queues:
            await asyncio.sleep(0)
        for _ in range(5):
            webhooks.post("anna", "https://example.org/", "s", TURN)
        assert results == ["dropped"] * 4
        await webhooks.stop(within=0)
        assert results == ["dropped"] * 7
        webhooks.post("anna", "https://example.org/", "s", TURN)
        assert results == ["dropped"] * 8
        await webhooks.stop()

    asyncio.run(story())


class Outside:
    """The internet: hosts that begin with "slow" answer when they are let go, others at once."""

    def __init__(self) -> None:
        self.let_go = asyncio.Event()
        self.asked: list[str] = []

    async def resolve(self, host: str, port: int) -> list[str]:
        """A name server that is quick, but for hosts of "slow-names"."""
        if host.startswith("slow-names"):
            self.asked.append(host)
            await self.let_go.wait()
        return [OUTSIDE[0]]

    async def answer(self, request: httpx.Request) -> httpx.Response:
        """What a host says."""
        host = request.headers["host"]
        self.asked.append(host)
        if host.startswith("slow"):
            await self.let_go.wait()
        return httpx.Response(204)

    def webhooks(
        self, results: list[str], at_once: int = 16, each: int = 20, waiting: int = 1000
    ) -> Webhooks:
        """Calls to its hosts."""
        return Webhooks(
            ["*"],
            results.append,
            at_once=at_once,
            each=each,
            waiting=waiting,
            resolve=self.resolve,
            transport=httpx.MockTransport(self.answer),
        )

    async def until_asked(self, *hosts: str) -> None:
        """All of these have been called or looked up."""
        while not set(hosts) <= set(self.asked):
            await asyncio.sleep(0.001)


def test_a_silent_host_of_one_guest_holds_up_nobody_elses_calls() -> None:
    async def story() -> None:
        results: list[str] = []
        outside = Outside()
        webhooks = outside.webhooks(results, each=100)
        await webhooks.start()
        for _ in range(60):
            webhooks.post("mallory", "https://slow.org/", "s", TURN)
        await outside.until_asked("slow.org")
        webhooks.post("anna", "https://quick.org/", "s", TURN)
        while not results:
            await asyncio.sleep(0.001)
        assert results == ["sent"]  # Anna's: none of the others is over
        assert outside.asked == ["slow.org", "quick.org"]
        outside.let_go.set()
        await webhooks.settled()
        assert results == ["sent"] * 61
        await webhooks.stop()

    asyncio.run(asyncio.wait_for(story(), 20))


def test_who_has_taken_little_time_is_next_when_all_are_busy() -> None:
    async def story() -> None:
        outside = Outside()
        webhooks = outside.webhooks([], at_once=2)
        await webhooks.start()
        for _ in range(2):
            for guest in range(6):
                webhooks.post(f"slow {guest}", f"https://slow-{guest}.org/", "s", TURN)
        await outside.until_asked("slow-0.org", "slow-1.org")
        webhooks.post("anna", "https://quick.org/", "s", TURN)
        outside.let_go.set()
        await webhooks.settled()
        first = {guest: outside.asked.index(f"slow-{guest}.org") for guest in range(6)}
        second = {
            guest: outside.asked.index(f"slow-{guest}.org", first[guest] + 1) for guest in range(6)
        }
        assert outside.asked.index("quick.org") < min(second.values())
        await webhooks.stop()

    asyncio.run(asyncio.wait_for(story(), 20))


def test_a_guests_names_that_are_looked_up_for_ever_take_one_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A lookup cannot be broken off, so the next one of its guest waits for its end."""
    monkeypatch.setattr("adjudge.table.webhooks.SECONDS", 0.05)

    async def story() -> None:
        results: list[str] = []
        outside = Outside()
        webhooks = outside.webhooks(results)
        webhooks.pause = Pauses()
        await webhooks.start()
        webhooks.post("mallory", "https://slow-names.org/", "s", TURN)
        while not webhooks.pause:  # the first try is over
            await asyncio.sleep(0.001)
        webhooks.post("anna", "https://quick.org/", "s", TURN)
        await outside.until_asked("quick.org")
        assert outside.asked == ["slow-names.org", "quick.org"]
        outside.let_go.set()
        await webhooks.settled()
        assert results == ["sent", "sent"]
        await webhooks.stop()

    asyncio.run(asyncio.wait_for(story(), 20))


def test_the_whole_is_bounded_and_who_has_most_waiting_makes_room() -> None:
    async def story() -> None:
        results: list[str] = []
        outside = Outside()
        webhooks = outside.webhooks(results, each=6, waiting=8)
        await webhooks.start()
        for guest, waiting in (("mallory", 6), ("trudy", 2)):
            webhooks.post(guest, f"https://slow-{guest}.org/", "s", TURN)
            await outside.until_asked(f"slow-{guest}.org")
            for _ in range(waiting):
                webhooks.post(guest, f"https://slow-{guest}.org/", "s", TURN)
        assert {guest: len(queue) for guest, queue in webhooks.queues.items()} == {
            "mallory": 6,
            "trudy": 2,
        }
        for _ in range(4):
            webhooks.post("trudy", "https://slow-trudy.org/", "s", TURN)
        assert {guest: len(queue) for guest, queue in webhooks.queues.items()} == {
            "mallory": 4,
            "trudy": 4,
        }
        assert results == ["dropped"] * 4  # two of each
        await webhooks.stop(within=0)
        assert results == ["dropped"] * 14  # what waited, and the two under way

    asyncio.run(asyncio.wait_for(story(), 20))


def test_stopping_makes_the_calls_that_can_be_made() -> None:
    async def story() -> None:
        async with elsewhere() as there:
            results: list[str] = []
            webhooks = Webhooks([f"127.0.0.1:{there.port}"], results.append)
            await webhooks.start()
            for _ in range(10):
                webhooks.post("anna", f"http://127.0.0.1:{there.port}/", "s", TURN)
            await webhooks.stop()
            assert results == ["sent"] * 10

    asyncio.run(story())


def test_a_lookup_finds_loopback() -> None:
    assert asyncio.run(resolve("127.0.0.1", 80)) == ["127.0.0.1"]


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://example.org", ["*"]),
        ("https://example.org/", ["*"]),
        ("http://example.org:80/a/b?c=d&e=%20", ["*"]),
        ("HTTPS://EXAMPLE.org/", ["example.org"]),
        ("https://hook.example.org/", ["*.example.org"]),
        ("https://a.b.example.org/", ["nobody", "*.Example.org"]),
        ("https://example.org:8443/", ["example.org:8443"]),
        ("https://hook.example.org:8443/", ["*.example.org:8443"]),
        ("http://127.0.0.1:8080/", ["127.0.0.1:8080"]),
        ("http://[::1]:8080/", ["[::1]:8080"]),
        ("http://my_bot/", ["my_bot"]),
        ("https://93.184.215.14/", ["*"]),
        ("https://example.org/" + "x" * 480, ["*"]),
    ],
)
def test_what_may_be_called(url: str, allowed: list[str]) -> None:
    assert check_url(url, allowed) == url


@pytest.mark.parametrize(
    ("url", "allowed", "why"),
    [
        ("https://example.org/", [], "switched off"),
        ("https://example.org/" + "x" * 481, ["*"], "at most 500"),
        ("", ["*"], "not a plain"),
        ("example.org", ["*"], "not a plain"),
        ("//example.org/", ["*"], "not a plain"),
        ("ftp://example.org/", ["*"], "not a plain"),
        ("file:///etc/passwd", ["*"], "not a plain"),
        ("javascript:alert(1)", ["*"], "not a plain"),
        ("https:///path", ["*"], "not a plain"),
        ("https://me@example.org/", ["*"], "not a plain"),
        ("https://me:word@example.org/", ["*"], "not a plain"),
        ("https://@example.org/", ["*"], "not a plain"),
        ("https://example.org\\@127.0.0.1/", ["*"], "not a plain"),
        ("https://example.org/#", ["*"], "not a plain"),
        ("https://example.org#@127.0.0.1/", ["*"], "not a plain"),
        ("https://example.org /", ["*"], "not a plain"),
        ("https://example.org/a b", ["*"], "not a plain"),
        ("https://example.org/\r\nX: y", ["*"], "not a plain"),
        ("https://example.org/\n", ["*"], "not a plain"),
        ("https://example.org/\x00", ["*"], "not a plain"),
        ("https://éxample.org/", ["*"], "not a plain"),
        ("https://ex%61mple.org/", ["*"], "not a plain"),
        ("https://example.org./", ["*"], "not a plain"),
        ("https://.example.org/", ["*"], "not a plain"),
        ("https://[::::]/", ["*"], "not a plain"),
        ("https://[fe80::1%25eth0]/", ["*"], "not a plain"),
        ("https://999.1.1.1/", ["*"], "not a plain"),
        ("https://example.org:/", ["*"], "not a plain"),
        ("https://example.org:-1/", ["*"], "not a plain"),
        ("https://example.org:0/", ["*:0"], "no port 0"),
        ("https://example.org:70000/", ["*"], "plain|no port 70000"),
        ("https://example.org:22/", ["*"], "not among"),
        ("https://example.org:80/", ["example.org"], "not among"),
        ("https://example.com/", ["example.org"], "not among"),
        ("https://example.org/", ["*.example.org"], "not among"),
        ("https://evilexample.org/", ["*.example.org"], "not among"),
        ("https://example.org.evil.com/", ["*.example.org", "example.org"], "not among"),
        ("http://127.0.0.1/", ["*"], "not among"),
        ("http://127.0.0.1:8081/", ["127.0.0.1:8080"], "not among"),
        ("http://169.254.169.254/", ["*"], "not among"),
        ("http://[::1]/", ["*"], "not among"),
        ("http://[::ffff:127.0.0.1]/", ["*"], "not among"),
    ],
)
def test_what_may_not_be_called(url: str, allowed: list[str], why: str) -> None:
    with pytest.raises(Invalid, match=f"webhook: .*({why})"):
        check_url(url, allowed)
    results: list[str] = []
    Webhooks(allowed, results.append).post("anna", url, "s", TURN)
    assert results == ["forbidden"]


@pytest.mark.parametrize(
    "pattern", ["", "https://example.org", "exam*.org", "*.*", "a.org/", "a.org:", "::1", "a b"]
)
def test_a_list_that_cannot_be_read_is_refused(pattern: str) -> None:
    with pytest.raises(Invalid, match=r"webhook hosts: '.*' is not a host"):
        Webhooks(["*", pattern], print)
