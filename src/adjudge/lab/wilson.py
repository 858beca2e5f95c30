"""The interval of a share, for the lab and for people without its libraries."""

from __future__ import annotations

from math import sqrt

Z = 1.959963984540054  # standard deviations on either side of the mean hold 95 %


def wilson(hits: float, n: float) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score."""
    if n == 0:
        return 0.0, 1.0
    share = hits / n
    spread = Z * sqrt(share * (1 - share) / n + Z**2 / (4 * n**2))
    middle, scale = share + Z**2 / (2 * n), 1 + Z**2 / n
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
