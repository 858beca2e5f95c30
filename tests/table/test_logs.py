"""Every line can be read by a machine or by a person, and none tells a secret."""

from __future__ import annotations

import io
import json
import logging
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import structlog
import uvicorn

from adjudge.kernel.game import Invalid
from adjudge.table.logs import MOST_LINES, OFTEN, OTHERS, QUIET, Outlet, set_up_logs


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Logging is one for the whole process: put back what was there."""
    names = (None, *OTHERS, *QUIET)
    before = [(logging.getLogger(n), logging.getLogger(n).level) for n in names]
    outlets = logging.getLogger().handlers[:]
    yield
    for logger, level in before:
        logger.setLevel(level)
    logging.getLogger().handlers[:] = outlets
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def said(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The lines on stderr, each of which must be one JSON object."""
    out, err = capsys.readouterr()
    assert out == ""
    return [json.loads(line) for line in err.splitlines()]


def test_our_event_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(json=True, level="info")
    structlog.get_logger("adjudge").info("match\nopened", match="m1", seats=2)
    (line,) = said(capsys)
    when = datetime.fromisoformat(line.pop("time"))
    assert when.tzinfo == UTC
    assert line == {
        "event": "match\nopened",
        "level": "info",
        "logger": "adjudge",
        "match": "m1",
        "seats": 2,
    }


def test_lines_of_libraries_have_the_same_form(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(json=True, level="info")
    extra = {"color_message": "\x1b[1mStarted\x1b[0m", "pid": 7}
    logging.getLogger("uvicorn.error").info("Started [%d]", 7, extra=extra)
    logging.getLogger("sqlalchemy.pool").error("lost %s", "it")
    logging.getLogger("litestar").warning("slow")
    first, second, third = said(capsys)
    assert first.pop("time") <= second.pop("time") <= third.pop("time")
    assert first == {
        "event": "Started [7]",
        "level": "info",
        "logger": "uvicorn.error",
        "pid": 7,
    }
    assert second == {"event": "lost it", "level": "error", "logger": "sqlalchemy.pool"}
    assert third == {"event": "slow", "level": "warning", "logger": "litestar"}


def test_uvicorn_set_up_before_us_says_nothing_twice(capsys: pytest.CaptureFixture[str]) -> None:
    async def nothing(scope: object, receive: object, send: object) -> None: ...

    uvicorn.Config(nothing)
    set_up_logs(json=True, level="info")
    uvicorn.Config(nothing, log_config=None)
    logging.getLogger("uvicorn.access").info("GET")
    logging.getLogger("uvicorn.error").info("up")
    assert [line["event"] for line in said(capsys)] == ["GET", "up"]


def test_an_exception_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(json=True, level="info")
    hand = "the king of hearts"
    for log in (structlog.get_logger("adjudge"), logging.getLogger("uvicorn.error")):
        try:
            raise ValueError("no such card")
        except ValueError:
            log.exception("bot failed")
    for line in said(capsys):
        assert line["level"] == "error"
        assert line["event"] == "bot failed"
        assert line["exception"].endswith("ValueError: no such card")
        assert hand not in line["exception"]


@pytest.mark.parametrize("as_json", [True, False])
def test_secrets_are_not_told(capsys: pytest.CaptureFixture[str], as_json: bool) -> None:
    set_up_logs(json=as_json, level="debug")
    log = structlog.get_logger("adjudge")
    log.info("a", cookie="hush", invite="hush", token="hush", secret=["hush"], Authorization="hush")
    log.info("b", headers={"Cookie": "hush", "Set-Cookie": "hush", "Accept": "hello"})
    log.info("c", several=[{"token": "hush"}, ({"secret": "hush"},)])
    log.info("d", deep={"1": {"2": {"3": {"4": {"5": {"6": {"token": "hush"}}}}}}})
    logging.getLogger("uvicorn.access").info('"GET %s HTTP/1.1"', "/join?a=1&invite=hush&b=2")
    logging.getLogger("else").info("e", extra={"token": "hush"})
    structlog.contextvars.bind_contextvars(cookie="hush", guest="Quiet Heron")
    log.info("f")
    try:
        token = "hush"
        raise ValueError("GET http://there/?token=" + token)
    except ValueError:
        log.exception("g")
    text = capsys.readouterr().err
    assert "hush" not in text
    assert "hello" in text
    assert "Quiet Heron" in text
    assert "b=2" in text


def test_what_is_not_json_is_told_as_well_as_may_be(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(json=True, level="info")
    ring: list[object] = []
    ring.append(ring)
    log = structlog.get_logger("adjudge")
    log.info("odd", ring=ring, kind=ValueError, half="\ud800", keys={(1, 2): b"\xff"})
    (line,) = said(capsys)
    assert line["ring"] == [[[[["…"]]]]]
    assert line["half"] == "\ud800"
    assert line["keys"] == {"(1, 2)": repr(b"\xff")}
    assert "ValueError" in line["kind"]


def test_people_read_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up_logs(json=False, level="info")
    structlog.get_logger("adjudge").info("match opened", seats=2)
    plain = capsys.readouterr().err
    assert "match opened" in plain
    assert "seats=2" in plain
    assert "\x1b" not in plain
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    set_up_logs(json=False, level="info")
    structlog.get_logger("adjudge").info("match opened", seats=2)
    assert "\x1b" in capsys.readouterr().err


def test_the_level_holds_and_can_be_set_again(capsys: pytest.CaptureFixture[str]) -> None:
    log = structlog.get_logger("adjudge")
    set_up_logs(json=True, level="WARNING")
    log.info("unheard")
    log.warning("heard")
    logging.getLogger("uvicorn.error").info("unheard")
    set_up_logs(json=True, level="debug")
    log.debug("heard too")
    assert [line["event"] for line in said(capsys)] == ["heard", "heard too"]


def test_statements_and_addresses_are_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(json=True, level="debug")
    logging.getLogger("sqlalchemy.engine.Engine").info("SELECT * FROM invites")
    logging.getLogger("httpx").info("HTTP Request: POST https://there/secret")
    assert said(capsys) == []


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(Invalid, match="log level: 'loud' is none of debug, info"):
        set_up_logs(json=True, level="loud")


def often(outlet: Outlet, level: int, words: object, times: int, name: str = "a") -> None:
    """The same thing again and again."""
    for _ in range(times):
        outlet.handle(logging.LogRecord(name, level, "", 0, words, None, None))


def test_a_line_that_comes_again_and_again_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(json=True, level="info")
    log = structlog.get_logger("adjudge")
    for n in range(12_365):
        log.warning("no room for a connection", address=f"10.0.{n // 250}.{n % 250}")
    for name in ("asyncio", "uvicorn.error"):
        for n in range(1_000):
            logging.getLogger(name).error("accept() failed\nfile %s", n)
    log.info("over", table="a")
    (outlet,) = logging.getLogger().handlers
    before = said(capsys)
    assert len(before) == 3 * OFTEN + 1
    outlet.close()
    told = {(line["logger"], line["event"]) for line in said(capsys)}
    assert told == {
        ("adjudge", "no room for a connection ... 12,345 times more"),
        ("asyncio", "accept() failed ... 980 times more"),
        ("uvicorn.error", "accept() failed ... 980 times more"),
    }


def test_what_has_happened_is_told_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(json=True, level="info")
    log = structlog.get_logger("adjudge")
    for n in range(3 * OFTEN):
        log.info("over", table=n)  # another each time
        log.info("open")
    events = [line["event"] for line in said(capsys)]
    assert (events.count("over"), events.count("open")) == (3 * OFTEN, OFTEN)


def test_after_a_minute_a_line_is_said_again() -> None:
    stream = io.StringIO()
    outlet = Outlet(stream, minute=0.2)
    often(outlet, logging.ERROR, "no files", 3 * OFTEN)
    deadline = time.monotonic() + 20
    while "times more" not in stream.getvalue():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert stream.getvalue().splitlines() == ["no files"] * OFTEN + ["no files ... 40 times more"]
    often(outlet, logging.ERROR, "no files", 1)
    assert stream.getvalue().splitlines()[-1] == "no files"
    outlet.close()


def test_lines_of_many_kinds_are_counted_together() -> None:
    stream = io.StringIO()
    outlet = Outlet(stream)
    for n in range(5 * MOST_LINES):
        often(outlet, logging.INFO, f"line {n}", 1)
    assert len(outlet.said) <= MOST_LINES + 1
    assert len(stream.getvalue().splitlines()) == MOST_LINES + OFTEN
    outlet.close()
    assert stream.getvalue().splitlines()[-1] == "other lines ... 3,980 times more"
