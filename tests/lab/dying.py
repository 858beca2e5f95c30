"""Games that kill the process that plays them."""

from __future__ import annotations

import os
import signal
from pathlib import Path


class Dying:
    """Every fifth game does so, the first time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def play(self, number: int) -> int:
        """Twice the number."""
        mark = self.folder / str(number)
        if number % 5 == 0 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return 2 * number
