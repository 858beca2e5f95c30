"""Results on disk: Parquet in chunks, and a journal of the games that no chunk holds yet.

A folder has `run.json` (which plan), and for each chunk of the plan's games `games-00000.parquet`,
`uses-00000.parquet` and `times-00000.parquet`. The first two depend on the plan alone, byte for
byte; how long a game took stands apart. A chunk is there once its games file is.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from adjudge.kernel.game import Invalid
from adjudge.lab.plans import Case, Plan
from adjudge.lab.playing import Played, Used

FORMAT = 1
CHUNK = 100  # games in a file
RUN = "run.json"
JOURNAL = "unfinished.jsonl"

WORD = pa.dictionary(pa.int32(), pa.string())
NUMBERS = pa.list_(pa.int32())

GAMES = pa.schema(
    [
        ("plan", WORD),
        ("setup", WORD),
        ("case", pa.int32()),
        ("deal", pa.int32()),
        ("order", pa.int16()),
        ("seed", pa.int64()),
        ("seats", pa.int16()),
        ("options", pa.map_(pa.string(), pa.string())),
        ("bots", pa.list_(pa.string())),
        ("parties", pa.list_(pa.string())),
        ("first", pa.int16()),
        ("ended", pa.bool_()),
        ("winners", NUMBERS),
        ("scores", NUMBERS),
        ("reason", WORD),
        ("decisions", pa.int32()),
        ("turns", pa.int32()),
        ("dead_turns", pa.int32()),
        ("lead_changes", pa.int32()),
        ("behind", pa.bool_()),
        ("figures", pa.map_(pa.string(), NUMBERS)),
    ]
)
USES = pa.schema(
    [
        ("case", pa.int32()),
        ("seat", pa.int16()),
        ("party", WORD),
        ("kind", WORD),
        ("thing", WORD),
        ("label", WORD),
        ("drawn", pa.int16()),
        ("played", pa.int16()),
        ("paid", pa.int16()),
        ("discarded", pa.int16()),
        ("held", pa.int16()),
        ("longest", pa.int16()),
        ("how", pa.map_(pa.string(), pa.int16())),
        ("won", pa.bool_()),
    ]
)
TIMES = pa.schema([("case", pa.int32()), ("seconds", pa.float64()), ("busy", pa.float64())])


class Results:
    """The folder of a plan's results. Whatever was added is there after any crash."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        self.pending: dict[int, dict[int, Played]] = {}  # by chunk, by case
        folder.mkdir(parents=True, exist_ok=True)
        self.check_run()
        self.finished = {n for n in range(self.chunks) if self.file("games", n).exists()}
        for played in self.journalled():
            self.keep(played)
        self.write_journal()
        for chunk in list(self.pending):
            self.finish(chunk)

    @property
    def chunks(self) -> int:
        """How many files of each kind the whole plan fills."""
        return -(-len(self.plan.cases) // CHUNK)

    def file(self, kind: str, chunk: int) -> Path:
        """Where a chunk lies."""
        return self.folder / f"{kind}-{chunk:05}.parquet"

    def cases_of(self, chunk: int) -> tuple[Case, ...]:
        """The games of a chunk."""
        return self.plan.cases[chunk * CHUNK : (chunk + 1) * CHUNK]

    def check_run(self) -> None:
        """A folder belongs to one plan with one pack; Invalid if it is another's."""
        run = run_data(self.plan)
        path = self.folder / RUN
        if not path.exists():
            write_whole(path, json.dumps(run, ensure_ascii=False, indent=1).encode() + b"\n")
        elif read_run(self.folder)["digest"] != run["digest"]:
            raise Invalid(
                f"{self.folder}: holds the games of another plan or pack "
                f"({read_run(self.folder)['plan']!r}); name another folder with --out"
            )

    def missing(self) -> list[int]:
        """The cases that are still to be played, in order."""
        return [
            case.number
            for chunk in range(self.chunks)
            if chunk not in self.finished
            for case in self.cases_of(chunk)
            if case.number not in self.pending.get(chunk, {})
        ]

    def add(self, played: Played) -> None:
        """One more game: it is on disk when this returns."""
        with (self.folder / JOURNAL).open("ab") as journal:
            journal.write(msgspec.json.encode(played) + b"\n")
        self.keep(played)
        self.finish(played.case // CHUNK)

    def keep(self, played: Played) -> None:
        """Until its chunk is full."""
        if played.case // CHUNK not in self.finished:
            self.pending.setdefault(played.case // CHUNK, {})[played.case] = played

    def finish(self, chunk: int) -> None:
        """Write a chunk of which all games are there."""
        have = self.pending.get(chunk, {})
        cases = self.cases_of(chunk)
        if len(have) < len(cases):
            return
        pairs = [(case, have[case.number]) for case in cases]
        times = {name: [getattr(played, name) for case, played in pairs] for name in TIMES.names}
        write_table(self.file("times", chunk), times, TIMES)
        write_table(self.file("uses", chunk), use_columns(self.plan, pairs), USES)
        games = [game_row(self.plan.name, *pair) for pair in pairs]
        write_table(self.file("games", chunk), pa.Table.from_pylist(games, GAMES), GAMES)
        self.finished.add(chunk)
        del self.pending[chunk]
        self.write_journal()

    def journalled(self) -> Iterator[Played]:
        """The games that no chunk holds; a last line that was cut off counts for nothing."""
        path = self.folder / JOURNAL
        for line in path.read_bytes().splitlines(keepends=True) if path.exists() else []:
            if line.endswith(b"\n"):
                yield msgspec.json.decode(line, type=Played)

    def write_journal(self) -> None:
        """What is pending, and no more; no journal once all is done."""
        kept = [played for chunk in self.pending.values() for played in chunk.values()]
        if kept:
            write_whole(
                self.folder / JOURNAL, b"".join(msgspec.json.encode(p) + b"\n" for p in kept)
            )
        else:
            (self.folder / JOURNAL).unlink(missing_ok=True)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Nobody else writes into the folder meanwhile; Invalid if somebody does."""
    folder.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Invalid(f"{folder}: another run writes there now") from None
        yield


def run_data(plan: Plan) -> dict[str, Any]:
    """Which plan a folder's games are of."""
    return {
        "format": FORMAT,
        "plan": plan.name,
        "game": plan.game.id,
        "pack": {"name": plan.pack.name, "version": plan.pack.version, "hash": plan.pack.hash},
        "setups": msgspec.to_builtins(plan.setups),
        "games": len(plan.cases),
        "digest": plan.digest,
    }


def read_run(folder: Path) -> dict[str, Any]:
    """What a folder says of itself; Invalid if it holds no results."""
    try:
        run: dict[str, Any] = json.loads((folder / RUN).read_text(encoding="utf-8"))
        assert run["format"] == FORMAT
        assert isinstance(run["digest"], str)
    except (OSError, ValueError, KeyError, TypeError, AssertionError):
        raise Invalid(f"{folder}: no results of `adjudge lab run` are there") from None
    return run


def game_row(plan: str, case: Case, played: Played) -> dict[str, Any]:
    """A game as a row."""
    known = {name: getattr(played, name) for name in GAMES.names if hasattr(played, name)}
    return known | {
        "plan": plan,
        "setup": case.setup,
        "deal": case.deal,
        "order": case.order,
        "seed": case.seed,
        "seats": len(case.bots),
        "options": list(case.options.items()),
        "bots": case.bots,
        "parties": case.parties,
        "figures": list(played.figures.items()),
    }


def use_columns(plan: Plan, pairs: Sequence[tuple[Case, Played]]) -> dict[str, list[Any]]:
    """The uses of some games, column by column."""
    uses = [(case, played.winners, use) for case, played in pairs for use in played.uses]
    columns = {
        name: [getattr(use, name) for case, winners, use in uses] for name in Used.__struct_fields__
    }
    labels = {
        (kind, thing): plan.game.label(plan.pack.facts, kind, thing)
        for kind, thing in set(zip(columns["kind"], columns["thing"], strict=True))
    }
    return columns | {
        "case": [case.number for case, winners, use in uses],
        "party": [case.parties[use.seat] for case, winners, use in uses],
        "label": [labels[use.kind, use.thing] for case, winners, use in uses],
        "how": [list(use.how.items()) for case, winners, use in uses],
        "won": [use.seat in winners for case, winners, use in uses],
    }


def write_table(path: Path, content: Any, schema: pa.Schema) -> None:
    """All of it or nothing."""
    part = path.with_suffix(".part")
    table = pa.Table.from_pydict(content, schema) if isinstance(content, dict) else content
    pq.write_table(table, part, compression="zstd")
    os.replace(part, path)


def write_whole(path: Path, data: bytes) -> None:
    """All of it or nothing."""
    part = path.with_suffix(".part")
    part.write_bytes(data)
    os.replace(part, path)


def read_games(folder: Path) -> list[dict[str, Any]]:
    """Every game of the finished chunks, in the order of the plan."""
    rows = []
    for row in read_all(folder, "games", GAMES).to_pylist():
        row["options"], row["figures"] = dict(row["options"]), dict(row["figures"])
        rows.append(row)
    return rows


def read_uses(folder: Path) -> pa.Table:
    """Every use."""
    return read_all(folder, "uses", USES)


def read_times(folder: Path, column: str = "seconds") -> float:
    """How long all games took together, or how long a processor was busy with them."""
    return float(sum(read_all(folder, "times", TIMES)[column].to_pylist()))


def read_all(folder: Path, kind: str, schema: pa.Schema) -> pa.Table:
    """All chunks of a kind as one table; Invalid if the run is not finished."""
    run = read_run(folder)
    files = [folder / f"{kind}-{n:05}.parquet" for n in range(-(-run["games"] // CHUNK))]
    if not all(file.exists() for file in files):
        raise Invalid(f"{folder}: the run is not finished; run the plan again to play the rest")
    return pa.concat_tables([pq.read_table(file, schema=schema) for file in files])
