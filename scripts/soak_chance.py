"""A match's chance before the judges of random numbers: dieharder reads a key's stream.

python scripts/soak_chance.py [--tests 0,2,100]

A p-value below one in a million is a failure (one test in a million fails for a fair stream), and
then the exit code is 1. "WEAK" is not: of a hundred tests, one or two are.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread
from typing import IO

from adjudge.kernel.rng import LABEL, block
from adjudge.match import chance_of, new_start, secret_seed

# Those that its own list calls good, and that do not take hours.
TESTS = (0, 2, 3, 4, 8, 9, 10, 11, 12, 13, 15, 16, 100, 101, 102, 204, 205, 206, 207, 208, 209)
AT_ONCE = 4096  # blocks that are written together
FROM_A_PIPE = "200"  # dieharder's number for raw numbers on its standard input


def stream() -> Iterator[bytes]:
    """The blocks of a new match's key, of which each number takes one."""
    key = chance_of(new_start(1, {}, secret_seed())).key
    numbers = itertools.count(1)
    while True:
        yield b"".join(block(key, n, LABEL) for n in itertools.islice(numbers, AT_ONCE))


def pour(pipe: IO[bytes]) -> None:
    """The stream, as long as somebody drinks."""
    with suppress(BrokenPipeError), pipe:
        for blocks in stream():
            pipe.write(blocks)


def judged(test: int) -> list[str]:
    """What dieharder says of it, a line for each figure."""
    command = ["dieharder", "-g", FROM_A_PIPE, "-d", str(test)]
    running = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert running.stdin is not None
    assert running.stdout is not None
    pouring = Thread(target=pour, args=(running.stdin,), daemon=True)
    pouring.start()
    said = running.stdout.read().decode()
    running.wait()
    pouring.join()
    return [
        line for line in said.splitlines() if line.rstrip().endswith(("PASSED", "WEAK", "FAILED"))
    ]


def main() -> int:
    """Test by test, as they come."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", default=",".join(map(str, TESTS)), help="dieharder's numbers")
    tests = [int(number) for number in parser.parse_args().tests.split(",")]
    if shutil.which("dieharder") is None:
        parser.error("dieharder is missing: python scripts/need.py dieharder")
    failed = figures = 0
    for test in tests:
        lines = judged(test)
        assert lines, f"dieharder knows no test {test}"
        figures += len(lines)
        failed += sum("FAILED" in line for line in lines)
        print("\n".join(" ".join(line.split()) for line in lines), flush=True)
    print(f"{figures} figures, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
