"""The ways in which the service says no: each has a code, a reason, and the HTTP status of it."""

from __future__ import annotations

from collections.abc import Iterable

from adjudge.kernel.game import Refused

STATUS = {
    "bad-request": 400,
    "no-guest": 401,
    "not-yours": 403,
    "banned": 403,
    "not-found": 404,
    "stale": 409,
    "taken": 409,
    "over": 409,
    "not-yet": 409,
    "stuck": 409,
    "too-large": 413,
    "refused": 422,
    "slow-down": 429,
    "unavailable": 503,
}


class Denied(Exception):
    """A request that is not done: why, and at which version. Nothing has changed."""

    def __init__(
        self,
        code: str,
        reason: str,
        rules: Iterable[str] = (),
        version: int | None = None,
        at: float | None = None,
    ) -> None:
        self.code = code
        self.reason = reason
        self.rules = list(rules)
        self.version = version
        self.at = at
        super().__init__(f"{code}: {reason}")

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.code]


def refused(refusal: Refused, version: int) -> Denied:
    """What the rules refuse."""
    return Denied("refused", refusal.reason, refusal.rules, version)
