"""The tables of docs/levels.md, made from the files of levels: write them, or check them.

`adjudge lab ladder` measures levels and writes the tables too; this is for changed names and words.
"""

from __future__ import annotations

import argparse
import sys

from adjudge.lab.ladder import PAGE, document, write_page


def main() -> int:
    """Write or check."""
    arguments = argparse.ArgumentParser(description=__doc__)
    way = arguments.add_mutually_exclusive_group(required=True)
    way.add_argument("--write", action="store_true", help="write the tables")
    way.add_argument("--check", action="store_true", help="exit with 1 if they are stale")
    chosen = arguments.parse_args()
    if chosen.write:
        write_page()
        return 0
    page = PAGE.read_text(encoding="utf-8")
    if document(page) != page:
        print(f"{PAGE.name} is stale: run scripts/levels_table.py --write", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
