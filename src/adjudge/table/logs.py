"""What the server says: one JSON object a line for machines, readable lines for people.

    log: structlog.stdlib.BoundLogger = structlog.get_logger("adjudge")
    log.info("match opened", match=match_id, game="cursed-earth", seats=2)
    log.exception("bot failed", match=match_id)  # inside an except block

Events are short texts that do not vary; what varies is a field. Call `set_up_logs` once, before the
server starts, with `uvicorn.run(..., log_config=None)` and `Litestar(..., logging_config=None)`:
their own settings would undo it. Lines of these libraries come out in the same way.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
from collections import Counter
from typing import Final, NamedTuple, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from adjudge.kernel.game import Invalid

LEVELS: Final = ("debug", "info", "warning", "error")
HIDDEN: Final = "…"
SECRETS: Final = frozenset({"cookie", "set-cookie", "invite", "token", "secret", "authorization"})
DEEPEST: Final = 5  # what lies deeper is hidden unseen

OFTEN: Final = 20  # times that a line is said in a minute
MINUTE: Final = 60.0
MOST_LINES: Final = 1_000  # that are told apart in a minute
MOST_WORDS: Final = 300

# An address in an access log or in an error has its secrets in the query.
IN_TEXT: Final = re.compile(r"\b(cookie|invite|token|secret|authorization)=[^&\s\"']+", re.I)

# At info these tell every statement and every address, with what is secret in them.
QUIET: Final = ("alembic", "sqlalchemy", "httpx", "httpcore", "asyncio")
# These come with outlets of their own, which would say everything twice.
OTHERS: Final = ("uvicorn", "uvicorn.error", "uvicorn.access", "sqlalchemy", "litestar")


class Line(NamedTuple):
    """What is counted."""

    logger: str
    level: int
    words: str


def set_up_logs(json: bool, level: str) -> None:
    """From now on all logs of this process go to stderr, in one form, without secrets."""
    if level.lower() not in LEVELS:
        raise Invalid(f"log level: {level!r} is none of {', '.join(LEVELS)}")
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.contextvars.merge_contextvars,
            *stamps(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    outlet = Outlet(sys.stderr)
    outlet.setFormatter(line_form(json))
    root = logging.getLogger()
    root.handlers[:] = [outlet]
    root.setLevel(level.upper())
    for name in OTHERS:
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    for name in QUIET:
        logging.getLogger(name).setLevel(max(root.level, logging.WARNING))


class Outlet(logging.StreamHandler[TextIO]):
    """Says a line some times a minute; then it only counts, and tells how often when that is over.

    Warnings are the same line whatever they are about: a stranger could make each of them another.
    """

    def __init__(self, stream: TextIO, minute: float = MINUTE) -> None:
        super().__init__(stream)
        self.minute = minute
        self.said: Counter[Line] = Counter()
        self.over: threading.Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Said, or counted."""
        line = line_of(record)
        if line not in self.said and len(self.said) >= MOST_LINES:
            line = Line(record.name, record.levelno, "other lines")
        self.said[line] += 1
        if self.over is None:
            self.over = threading.Timer(self.minute, self.begin_again)
            self.over.daemon = True
            self.over.start()
        if self.said[line] <= OFTEN:
            super().emit(record)

    def begin_again(self) -> None:
        """A minute is over: what was not said is told in one line each."""
        self.acquire()
        try:
            said, self.said, self.over = self.said, Counter(), None
            for line, count in said.items():
                if count > OFTEN:
                    words = f"{line.words} ... {count - OFTEN:,} times more"
                    super().emit(logging.LogRecord(*line[:2], "", 0, words, None, None))
        finally:
            self.release()

    def close(self) -> None:
        """What was not said yet is told."""
        if self.over is not None:
            self.over.cancel()
            self.begin_again()
        super().close()


def line_of(record: logging.LogRecord) -> Line:
    """What makes a line the same as another."""
    said = record.msg
    if record.levelno < logging.WARNING:
        words = str(said | {"time": ""}) if isinstance(said, dict) else record.getMessage()
    else:
        words = str(said.get("event") if isinstance(said, dict) else said)
    return Line(record.name, record.levelno, words.partition("\n")[0][:MOST_WORDS])


def stamps() -> list[Processor]:
    """What every line says, whoever wrote it: logger, level, time."""
    return [
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        structlog.stdlib.PositionalArgumentsFormatter(),
    ]


def line_form(json: bool) -> structlog.stdlib.ProcessorFormatter:
    """Makes a line of an event of ours or of a library's record."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *stamps()],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            hide_secrets,
            structlog.processors.JSONRenderer() if json else lines_for_people(),
        ],
    )


def lines_for_people() -> structlog.dev.ConsoleRenderer:
    """Colours at a terminal; plain tracebacks, because the pretty ones show variables."""
    return structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(),
        timestamp_key="time",
        exception_formatter=structlog.dev.plain_traceback,
    )


def hide_secrets(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """No value of a secret's name leaves, however deep it lies, nor in the query of an address."""
    event.pop("color_message", None)  # uvicorn's event once more, for its own terminal
    return {key: without_secrets(key, value, DEEPEST) for key, value in event.items()}


def without_secrets(key: object, value: object, deep: int) -> object:
    """The value, or what of it may be shown."""
    if deep == 0 or str(key).lower() in SECRETS:
        return HIDDEN
    if isinstance(value, str):
        return IN_TEXT.sub(rf"\1={HIDDEN}", value)
    if isinstance(value, dict):
        return {str(k): without_secrets(k, v, deep - 1) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [without_secrets("", v, deep - 1) for v in value]
    return value
