"""A hostile stranger asks for everything, in every wrong way, and gets nothing."""

from __future__ import annotations

import json
import time
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute, WebSocketRoute
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from adjudge.table.app import HEADERS, make_app
from adjudge.table.config import Config
from adjudge.table.protocol import FromClient
from adjudge.table.routes import COOKIE
from tests.table.servers import Server
from tests.table.strangers import (
    AT_TABLES,
    BAD,
    CASES,
    LAST,
    NOBODY,
    NOWHERE,
    OK,
    WITH_BODY,
    Case,
    Scene,
)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A server with tables and people."""
    laid = Scene(tmp_path_factory.mktemp("strangers"))
    yield laid
    laid.close()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Litestar's, as it is put together
def test_every_route_has_a_case(tmp_path: Path) -> None:
    app = make_app(Config(str(tmp_path / "table.db"), str(tmp_path / "keys")))
    routes = set()
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            routes |= {(method, route.path_format) for method in route.methods}
    asked = {case.route for case in CASES}
    assert {route for route in routes if route[0] != "OPTIONS"} == asked
    sockets = [route.path_format for route in app.routes if isinstance(route, WebSocketRoute)]
    assert sockets == ["/api/tables/{table}/socket"]


# Who you are

BAD_COOKIES = [
    "nobody",
    "rubbish",
    "unsigned",
    "forged",
    "another's seal",
    "expired",
    "a key of old",
    "too long",
    "odd",
]


@pytest.mark.parametrize("who", BAD_COOKIES)
def test_without_a_good_cookie_nobody_is_anybody(scene: Scene, who: str) -> None:
    before = scene.kept()
    for case in CASES:
        if case.needs:
            assert scene.send(case, who).problem == NOBODY, case
        elif case.method == "GET":
            assert scene.send(case, who).status == case.found, case
    assert scene.kept() == before


@pytest.mark.parametrize("who", [who for who in BAD_COOKIES if who != "expired"])
def test_a_bad_cookie_is_replaced_by_a_stranger_s(scene: Scene, who: str) -> None:
    guests, *others = scene.kept()
    answer = scene.ask("POST", "/api/guest", who)
    assert answer.status == 200
    assert COOKIE in answer.headers["set-cookie"]
    assert scene.cookies["host"].split(".")[0] not in answer.headers["set-cookie"]
    after, *same = scene.kept()
    assert len(after) == len(guests) + 1
    assert same == others


def test_an_expired_cookie_is_renewed_for_the_same_guest(scene: Scene) -> None:
    """It does nothing else: whoever comes back after long, or after a clock was set, keeps all."""
    before = scene.kept()
    answer = scene.send(Case("POST", "/api/guest"), "expired")
    given = answer.headers["set-cookie"].partition("=")[2]
    assert given.split(".")[0] == scene.cookies["host"].split(".")[0]
    assert scene.kept() == before


@pytest.mark.parametrize("who", BAD_COOKIES)
def test_no_socket_opens_without_a_good_cookie(scene: Scene, who: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        scene.talk(who, scene.match)
    assert refused.value.response.status_code == 403


def test_a_stranger_can_watch_a_match_and_nothing_else(scene: Scene) -> None:
    for case in AT_TABLES:
        before = scene.kept()
        answer = scene.send(case, "stranger")
        if case.stranger == OK:
            assert answer.status == 200, case
        else:
            assert answer.problem == case.stranger, case
            assert scene.kept() == before, case


def test_a_player_does_nothing_for_another_seat(scene: Scene) -> None:
    for case in AT_TABLES:
        before = scene.kept()
        answer = scene.send(case, "player")
        if case.player == OK:
            assert answer.status == 200, case
        else:
            assert answer.problem == case.player, case
            assert scene.kept() == before, case


def test_a_private_table_is_to_strangers_as_if_it_were_not_there(scene: Scene) -> None:
    before = scene.kept()
    for case in AT_TABLES:
        there = scene.send(case, "stranger", scene.private)
        nowhere = scene.send(case, "stranger", NOWHERE)
        assert there.problem == (404, "not-found"), case
        assert there.text == nowhere.text, case
        assert set(there.headers) == set(nowhere.headers), case
    assert scene.private not in scene.ask("GET", "/api/tables", "stranger").text
    assert scene.private not in scene.ask("GET", "/api/guest/tables", "stranger").text
    assert scene.kept() == before


@pytest.mark.parametrize("seat", [0, 1, 9, 15])
@pytest.mark.parametrize("invite", ["", "x", "x" * 80, "\0"])
def test_no_seat_of_a_private_table_is_there_either(scene: Scene, seat: int, invite: str) -> None:
    body = json.dumps({"invite": invite}).encode()
    answers = [
        scene.ask("POST", f"/api/tables/{table}/seats/{seat}", "stranger", body).text
        for table in (scene.private, NOWHERE)
    ]
    assert answers[0] == answers[1]


# Requests that are not what they should be

ODD_IDS = [
    "%00",
    "%0a",
    "%ff",
    "%2500",
    "..",
    "%2e%2e",
    "..%2f..%2fetc%2fpasswd",
    "..%5c..%5cwindows",
    "a" * 41,
    "a" * 5000,
    "'%20OR%201=1;--",
    "%ed%a0%80",
    "%f0%9f%92%a5",
    "{table}",
    "%3Cscript%3E",
    "*",
]
ODD_QUERIES = [
    "seat=-1",
    "seat=16",
    "seat=1.5",
    "seat=x",
    "seat=NaN",
    f"seat={'9' * 5000}",
    "since=-1",
    f"since={2**31}",
    f"since={'9' * 5000}",
    "since=%00",
    f"invite={'x' * 81}",
]


@pytest.mark.parametrize("id", ODD_IDS)
def test_an_odd_id_is_the_id_of_nothing(scene: Scene, id: str) -> None:
    before = scene.kept()
    for case in AT_TABLES:
        answer = scene.send(case, "host", id)
        assert answer.problem in [BAD, (404, "not-found"), (405, "bad-request")], case
    assert scene.ask("GET", f"/api/packs/{id}", "host").status in (400, 404)
    assert scene.ask("GET", f"/api/games/{id}/rules", "host").status in (400, 404)
    with pytest.raises(InvalidStatus):
        scene.talk("host", id)
    assert scene.kept() == before


@pytest.mark.parametrize("query", ODD_QUERIES)
def test_an_odd_query_is_a_bad_request(scene: Scene, query: str) -> None:
    for table in (scene.match, scene.over):
        for path in (f"position?{query}", f"replay?step=0&{query}"):
            assert scene.ask("GET", f"/api/tables/{table}/{path}", "host").problem == BAD
    for step in ("", "-1", str(2**31), "x"):
        path = f"/api/tables/{scene.over}/replay?step={step}"
        assert scene.ask("GET", path, "host").problem == BAD
    path = f"/api/tables/{scene.over}/replay?step=1000"
    assert scene.ask("GET", path, "host").problem == (404, "not-found")


NO_BODIES = {
    "nothing": b"",
    "half an object": b"{",
    "null": b"null",
    "a list": b"[]",
    "a text": b'"x"',
    "a number": b"1",
    "two objects": b"{}{}",
    "no number": b'{"seat": NaN}',
    "endless": b'{"seat": Infinity}',
    "beyond numbers": b'{"seat": 1e999}',
    "ten thousand digits": b'{"seat": ' + b"9" * 10_000 + b"}",
    "a raw NUL": b'{"text": "\0"}',
    "half a pair": b'{"text": "\\ud800"}',
    "half a pair as bytes": b'{"text": "\xed\xa0\x80"}',
    "not UTF-8": b'{"text": "\xff"}',
    "UTF-16": "{}".encode("utf-16"),
    "deep lists": b"[" * 60_000,
    "deep objects": b'{"record":' * 6_000,
    "deep objects that end": b'{"record":' * 5_000 + b"1" + b"}" * 5_000,
}


@pytest.mark.parametrize("name", NO_BODIES)
def test_a_body_that_is_none_is_a_bad_request(scene: Scene, name: str) -> None:
    before = scene.kept()
    for case in WITH_BODY:
        headers = {"Content-Type": "application/json"}
        answer = scene.send(case, "host", body=NO_BODIES[name], headers=headers)
        assert answer.problem == BAD, case
    assert scene.kept() == before


WRONG: dict[type, list[Any]] = {
    int: [-1, 2**53, 2**63, 10**40, 1.5, "x", [], {}, True],
    float: [-1, 1e300, "x", [], {}, True],
    str: [1, 1.5, [], {}, True, "x" * 600],
    bool: ["maybe", 3, [], {}],
    list: [
        1,
        "x",
        {},
        [],
        [1],
        [[]],
        [{"who": "god"}],
        [{"who": "me", "x": 1}],
        [{"who": "me"}] * 9,
    ],
    dict: [1, "x", []],
}


def wrong_bodies(valid: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The body with one field of another type, out of range, missing, or too many."""
    yield valid | {"admin": True}
    yield valid | {"__class__": "x"}
    for name, value in valid.items():
        for wrong in WRONG[type(value)]:
            yield valid | {name: wrong}


@pytest.mark.parametrize("case", WITH_BODY, ids=[f"{c.method} {c.path}" for c in WITH_BODY])
def test_a_body_with_a_wrong_field_is_a_bad_request(scene: Scene, case: Case) -> None:
    before = scene.kept()
    for body in wrong_bodies(json.loads(scene.body(case))):
        sent = json.dumps(body).encode()
        assert scene.send(case, "host", body=sent).problem == BAD, body
    assert scene.kept() == before


def test_a_body_that_is_too_large_is_refused(scene: Scene) -> None:
    before = scene.kept()
    for case in WITH_BODY:
        size = 4_000_001 if case.path == "/api/records" else 64_001
        whole = scene.body(case)
        answer = scene.send(case, "host", body=whole + b" " * (size - len(whole)))
        assert answer.problem == (413, "too-large"), case
    assert scene.kept() == before


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x", ""]
)
def test_a_body_that_does_not_call_itself_json_is_refused(scene: Scene, kind: str) -> None:
    before = scene.kept()
    for case in WITH_BODY:
        assert scene.send(case, "host", headers={"Content-Type": kind}).problem == BAD, case
    assert scene.kept() == before


def test_a_route_answers_to_its_own_methods_only(scene: Scene) -> None:
    before = scene.kept()
    known = {case.route for case in CASES}
    for case in CASES:
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECTED"):
            if (method, case.path) not in known:
                path = scene.path(case, scene.match)
                assert scene.ask(method, path, "host").problem == (405, "bad-request"), path
    assert scene.kept() == before


@pytest.mark.parametrize(
    "path", ["/api", "/nothing", "/assets/x.js", "/api/tables/x/y/z", "/.env", "/%2fapi"]
)
def test_where_there_is_no_route_there_is_a_problem_with_all_headers(
    scene: Scene, path: str
) -> None:
    assert scene.ask("GET", path, "nobody").problem == (404, "not-found")


FOREIGN = [
    "http://evil.example",
    "https://evil.example:443",
    "null",
    "",
    "http://[",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://127.0.0.1:80@evil.example",
    "file://",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_pages_of_other_sites_cannot_act_for_a_guest(scene: Scene, origin: str) -> None:
    before = scene.kept()
    for case in CASES:
        if case.method != "GET":
            answer = scene.send(case, "host", headers={"Origin": origin})
            assert answer.problem == (403, "not-yours"), case
            assert "access-control-allow-origin" not in answer.headers
    with pytest.raises(InvalidStatus) as refused:
        scene.talk("host", scene.match, origin=origin)
    assert refused.value.response.status_code == 403
    assert scene.kept() == before


def test_pages_of_our_own_can(scene: Scene) -> None:
    answer = scene.ask("POST", "/api/guest", "host", headers={"Origin": scene.server.url})
    assert answer.status == 200
    assert scene.talk("host", scene.match, origin=scene.server.url).closed is None


@pytest.mark.parametrize("version", [0, 2, 2**31 - 1])
def test_a_move_at_another_version_is_stale(scene: Scene, version: int) -> None:
    before = scene.kept()
    for case in AT_TABLES:
        if case.body is not None and "version" in case.body:
            body = json.loads(scene.body(case)) | {"version": version}
            answer = scene.send(case, "host", body=json.dumps(body).encode())
            assert answer.problem == (409, "stale"), case
            assert json.loads(answer.text)["version"] == 1
    play = json.dumps({"type": "play", "seat": 0, "version": version, "move": scene.move})
    assert scene.talk("host", scene.match, hello(0), play).codes == ["stale"]
    assert scene.kept() == before


# What a database could choke on

ODD_TEXTS = ["\0", "a\0b", "\x7f\x1b[2J", "\ufffe", "\u202e", "🂡" * 9, "%s%n", "'; DROP TABLE x"]


def texts_of(scene: Scene, text: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Wherever a text can be put."""
    at = f"/api/tables/{scene.match}"
    seat = {"seat": 0}
    new = {"game": "cursed-earth", "seats": [{"who": "me"}]}
    yield "POST", f"{at}/moves", seat | {"version": 1, "move": text}
    yield "POST", f"{at}/why", seat | {"move": text}
    yield "POST", f"{at}/why", seat | {"thing": text}
    yield "POST", f"{at}/preview", seat | {"version": 1, "move": text}
    yield "POST", f"{at}/orders", seat | {"order": text}
    yield "POST", f"/api/tables/{scene.waits}/seats/1", {"invite": text}
    yield "POST", "/api/tables", new | {"game": text}
    yield "POST", "/api/tables", new | {"pack": text}
    yield "POST", "/api/tables", new | {"setup": {"mode": text}}
    yield "POST", "/api/tables", new | {"setup": {text: "solo"}}
    yield "POST", "/api/tables", new | {"seats": [{"who": "bot", "bot": text}]}
    yield "PUT", "/api/guest", {"webhook": text}
    for key in ("game", "pack", "seal", "outcome", "setup", "seed", "moves"):
        yield "POST", "/api/records", {"record": broken_record(scene, key, text)}


def broken_record(scene: Scene, key: str, value: Any) -> dict[str, Any]:
    """A record with something else in one place."""
    path = f"/api/tables/{scene.over}/record"
    found: dict[str, Any] = scene.http.get(
        path, headers={"Cookie": f"{COOKIE}={scene.cookies['host']}"}
    ).json()
    return found | {key: value}


def test_odd_texts_are_refused_where_they_mean_nothing(scene: Scene) -> None:
    refuse_odd_texts(scene)


def test_what_postgresql_cannot_keep_never_reaches_it(cluster: Any, tmp_path: Path) -> None:
    laid = Scene(tmp_path, cluster.new_database())
    try:
        refuse_odd_texts(laid)
        refuse_great_numbers(laid)
        refuse_no_text(laid)
        say_odd_things(laid)
    finally:
        laid.close()


def refuse_odd_texts(scene: Scene) -> None:
    """Everywhere."""
    before = scene.kept()
    for text in ODD_TEXTS:
        for method, path, body in texts_of(scene, text):
            who = "stranger" if path.endswith("/seats/1") else "host"
            answer = scene.ask(method, path, who, json.dumps(body).encode())
            if path.endswith("/why"):
                assert answer.status == 200
                assert json.loads(answer.text)["offered"] is False
            else:
                assert answer.problem[0] in (400, 403, 422), (text, path)
    for name in ("\0", "a\0b", "\x1b[2J", "\u202eevil", "\u2800", " ", "x" * 41):
        sent = json.dumps({"name": name}).encode()
        assert scene.ask("PUT", "/api/guest", "host", sent).problem == BAD
    assert scene.kept() == before


def refuse_great_numbers(scene: Scene) -> None:
    """Numbers beyond what a column holds are just numbers that nothing has."""
    before = scene.kept()
    great = 2**31 - 1
    for case in AT_TABLES:
        if case.body is not None and "version" in case.body:
            body = json.loads(scene.body(case)) | {"version": great}
            answer = scene.send(case, "host", body=json.dumps(body).encode())
            assert answer.problem == (409, "stale")
    for since in (2**31 - 1, 2**30):
        path = f"/api/tables/{scene.match}/position?seat=0&since={since}"
        assert scene.ask("GET", path, "host").status == 200
    for step in (2**31, great):
        fork = json.dumps({"step": step, "seats": [{"who": "me"}] * 2}).encode()
        assert scene.ask("POST", f"/api/tables/{scene.over}/fork", "host", fork).problem == BAD
    talk = scene.talk("host", scene.match, hello(0, said=great, events=great, version=great))
    assert talk.of("position")
    assert talk.closed is None
    assert scene.kept() == before


def refuse_no_text(scene: Scene) -> None:
    """What is no Unicode, in every body."""
    before = scene.kept()
    for name in ("half a pair", "half a pair as bytes", "not UTF-8", "a raw NUL"):
        for case in WITH_BODY:
            assert scene.send(case, "host", body=NO_BODIES[name]).problem == BAD
    assert scene.kept() == before


def say_odd_things(scene: Scene) -> None:
    """Talk and tokens are kept as they are, all but NUL."""
    at = f"/api/tables/{scene.match}"
    before = scene.kept()
    for text in ("\0", "a\0b"):
        said = json.dumps({"text": text}).encode()
        assert scene.ask("POST", f"{at}/chat", "host", said).problem == BAD
        play = {"seat": 0, "version": 1, "move": scene.move, "token": text}
        assert scene.ask("POST", f"{at}/moves", "host", json.dumps(play).encode()).problem == BAD
        over_socket = [
            json.dumps({"type": "play"} | play),
            json.dumps({"type": "say", "text": text}),
        ]
        talk = scene.talk("host", scene.match, hello(0), *over_socket)
        assert talk.codes == ["bad-request"] * 2
    assert scene.kept() == before
    for text in ODD_TEXTS[2:]:
        said = json.dumps({"text": text}).encode()
        assert scene.ask("POST", f"{at}/chat", "host", said).status == 200
    heard = scene.talk("host", scene.match, hello(0)).of("said")
    assert [told["text"] for told in heard][-len(ODD_TEXTS[2:]) :] == ODD_TEXTS[2:]


# Sockets


def hello(seat: int | None, **more: Any) -> str:
    """The first message."""
    return json.dumps({"type": "hello", "seat": seat} | more)


def messages(scene: Scene) -> dict[str, dict[str, Any]]:
    """Every message that a client may send, as the host could."""
    return {
        "hello": {"seat": 0, "invite": "x"},
        "play": {"seat": 0, "version": 1, "move": scene.move},
        "undo": {"seat": 0, "version": 1},
        "why": {"seat": 0, "move": scene.move},
        "preview": {"seat": 0, "version": 1, "move": scene.move},
        "hint": {"seat": 0, "version": 1},
        "order": {"seat": 0, "order": "always"},
        "say": {"text": "psst"},
        "ping": {},
    }


def test_every_message_has_a_case(scene: Scene) -> None:
    tags = {kind.__struct_config__.tag for kind in typing.get_args(FromClient)}
    assert tags == set(messages(scene))


def test_a_socket_does_nothing_for_another_seat(scene: Scene) -> None:
    before = scene.kept()
    for who, seat in (("stranger", None), ("player", 1), ("player", None)):
        for kind, body in messages(scene).items():
            if kind in ("say", "ping"):
                continue
            sent = json.dumps({"type": kind, "id": 7} | body)
            talk = scene.talk(who, scene.match, hello(seat), sent)
            assert talk.codes == ["not-yours"], (who, kind)
            assert [told["seat"] for told in talk.of("position")] == [seat]
    assert scene.kept() == before


def test_a_socket_at_a_private_table_hears_what_one_at_no_table_hears(scene: Scene) -> None:
    before = scene.kept()
    for kind, body in messages(scene).items():
        sent = json.dumps({"type": kind, "id": 7} | body)
        for first in (hello(None), hello(0), hello(1, invite="x"), sent):
            there = scene.talk("stranger", scene.private, first, sent)
            nowhere = scene.talk("stranger", NOWHERE, first, sent)
            assert there == nowhere
            assert not there.of("position")
            assert not there.of("people")
    assert scene.kept() == before


def test_nothing_is_done_before_a_hello(scene: Scene) -> None:
    before = scene.kept()
    for kind, body in messages(scene).items():
        if kind not in ("hello", "ping"):
            sent = json.dumps({"type": kind, "id": 7} | body)
            talk = scene.talk("host", scene.match, sent)
            assert talk.codes == ["bad-request"], kind
    assert scene.kept() == before


RUBBISH: dict[str, str | bytes] = {
    "nothing": "",
    "bytes": b"\xff\xfe",
    "no type": "{}",
    "an unknown type": '{"type": "admin"}',
    "an answer": '{"type": "accepted", "id": 1, "version": 1}',
    "a number for a type": '{"type": 1}',
    "deep types": '{"type":' * 6_000,
    "deep lists": "[" * 60_000,
    "no number": '{"type": "ping", "id": NaN}',
    "a great number": '{"type": "ping", "id": ' + "9" * 10_000 + "}",
    "beyond counting": f'{{"type": "ping", "id": {2**53}}}',
    "a number below 0": '{"type": "ping", "id": -1}',
    "half a pair": '{"type": "say", "text": "\\ud800"}',
    "NUL": '{"type": "say", "text": "\\u0000"}',
    "too much talk": json.dumps({"type": "say", "text": "x" * 501}),
    "a NUL of a token": '{"type": "undo", "seat": 0, "version": 1, "token": "\\u0000"}',
    "unknown fields": '{"type": "ping", "admin": true}',
    "a seat below 0": hello(-1),
    "seat 16": hello(16),
    "a seat of text": '{"type": "hello", "seat": "0"}',
}


@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_on_a_socket_is_refused_and_in_the_end_it_is_closed(
    scene: Scene, name: str
) -> None:
    before = scene.kept()
    once = scene.talk("host", scene.match, hello(0), RUBBISH[name])
    assert once.codes == ["bad-request"]
    assert (once.heard[-1]["type"], once.heard[-1]["id"]) == ("pong", LAST)
    often = scene.talk("host", scene.match, *[RUBBISH[name]] * 10)
    assert often.closed == 4400
    assert scene.kept() == before


def test_a_message_that_is_too_large_or_no_text_closes_the_socket(scene: Scene) -> None:
    before = scene.kept()
    large = json.dumps({"type": "say", "text": "x" * 64_001})
    assert scene.talk("host", scene.match, hello(0), large).closed == 1009
    assert scene.kept() == before


# Limits


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets nobody be fast, behind HTTPS."""
    flags = ("--rate", "2", "--arrivals", "0.2", "--log-level", "warning", "--https")
    with Server(tmp_path_factory.mktemp("slow"), flags=flags) as running:
        yield running


def until_429(method: str, url: str, **more: Any) -> httpx.Response:
    """The first answer that says so, among many."""
    for _ in range(100):
        answer = httpx.request(method, url, **more)
        if answer.status_code == 429:
            return answer
        assert answer.status_code < 500
    raise AssertionError("nothing was too fast")


@pytest.mark.parametrize("path", ["/api/games", "/api/guest/tables", "/nowhere", "/schema"])
def test_whoever_is_too_fast_is_told_to_wait(slow: Server, path: str) -> None:
    answer = until_429("GET", slow.url + path)
    assert answer.json()["code"] == "slow-down"
    assert answer.headers["retry-after"] == "1"
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert answer.headers["strict-transport-security"].startswith("max-age=31536000")


def arrive(server: Server) -> httpx.Response:
    """A new guest, as soon as the server takes one."""
    while True:
        answer = httpx.post(f"{server.url}/api/guest")
        if answer.status_code == 200:
            return answer
        assert answer.json()["code"] == "slow-down"
        time.sleep(0.5)


def test_a_cookie_stays_with_the_browser_and_the_site(slow: Server, scene: Scene) -> None:
    there = arrive(slow).headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=lax", "Path=/", "Secure"} <= set(there)
    here = scene.ask("POST", "/api/guest", "host").headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(here)


def test_new_guests_arrive_one_after_the_other(slow: Server) -> None:
    cookie = arrive(slow).cookies[COOKIE]
    answer = until_429("POST", f"{slow.url}/api/guest")
    assert answer.headers["retry-after"] == "1"
    known = httpx.post(f"{slow.url}/api/guest", headers={"Cookie": f"{COOKIE}={cookie}"})
    assert known.status_code == 200  # whoever is known is no arrival


def test_a_socket_has_a_limit_of_its_own(slow: Server) -> None:
    cookie = arrive(slow).cookies[COOKIE]
    url = f"ws{slow.url.removeprefix('http')}/api/tables/{NOWHERE}/socket"
    headers = {"Cookie": f"{COOKIE}={cookie}"}
    with connect(url, additional_headers=headers, proxy=None) as socket:
        for number in range(1, 21):
            socket.send(json.dumps({"type": "ping", "id": number}))
        told = [json.loads(socket.recv(30)) for _ in range(20)]
    assert {each["type"] for each in told} == {"pong", "refusal"}
    assert {each["code"] for each in told if each["type"] == "refusal"} == {"slow-down"}
    assert [each["id"] for each in told] == list(range(1, 21))  # whoever waits for one is answered
