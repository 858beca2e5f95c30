"""Canonical text of JSON-safe data, and digests of it."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def canonical(data: Any) -> bytes:
    """One spelling for equal data: sorted keys, no spaces, UTF-8."""
    return json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


def digest(data: Any) -> str:
    """64 bits of SHA-256 of the canonical text: enough to catch any difference in a replay."""
    return hashlib.sha256(canonical(data)).hexdigest()[:16]


def seal(data: Any) -> str:
    """The whole SHA-256 of the canonical text."""
    return hashlib.sha256(canonical(data)).hexdigest()
