"""`python -m adjudge` is `adjudge`."""

from __future__ import annotations

import sys

from adjudge.cli import main

if __name__ == "__main__":
    sys.exit(main())
