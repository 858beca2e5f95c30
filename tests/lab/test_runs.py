"""Runs: the same results however they came about."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from adjudge.cli import main
from adjudge.kernel.game import Invalid
from adjudge.lab import fan
from adjudge.lab.fan import fan_out
from adjudge.lab.plans import read_plan
from adjudge.lab.runs import run
from adjudge.lab.store import CHUNK, JOURNAL, read_games, read_run, read_uses
from tests.lab.dying import Dying
from tests.lab.plans import solo, tables, teams


def test_processes_and_ray_play_the_same_games(tmp_path: Path) -> None:
    plan = read_plan(teams(tmp_path, CHUNK // 4 + 1))
    assert len(plan.cases) > CHUNK
    seen: list[tuple[int, int]] = []
    assert run(plan, tmp_path / "one", progress=lambda done, of: seen.append((done, of))) == len(
        plan.cases
    )
    assert seen == [(n, len(plan.cases)) for n in range(len(plan.cases) + 1)]
    run(plan, tmp_path / "two", jobs=2)
    run(plan, tmp_path / "ray", jobs=2, ray=fan.LOCAL)
    one = tables(tmp_path / "one")
    assert sorted(one) == [f"{kind}-{n:05}.parquet" for kind in ("games", "uses") for n in range(2)]
    assert one == tables(tmp_path / "two") == tables(tmp_path / "ray")


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    """Killed with all its processes at work: games are kept, and the rest is the same."""
    file = solo(tmp_path, CHUNK + 20, "flat:1")
    plan = read_plan(file)
    folder = tmp_path / "killed"
    kept = kill_when(file, folder, 20)
    kept = kill_when(file, folder, kept + 20)
    played = run(plan, folder)
    assert 0 < played <= len(plan.cases) - kept
    run(plan, tmp_path / "undisturbed", jobs=2)
    assert tables(folder) == tables(tmp_path / "undisturbed")
    assert not (folder / JOURNAL).exists()
    assert run(plan, folder) == 0


def kill_when(plan: Path, folder: Path, games: int) -> int:
    """Run until so many games are on disk, then kill; how many were there. Nobody plays on."""
    command = [sys.executable, "-m", "adjudge", "lab", "run", str(plan)]
    started = subprocess.Popen([*command, "--out", str(folder), "--jobs", "2"])
    while on_disk(folder) < games:
        assert started.poll() is None
        time.sleep(0.005)
    workers = children(started.pid)
    started.kill()
    started.wait()
    while any(is_running(worker) for worker in workers):
        time.sleep(0.01)
    return on_disk(folder)


def on_disk(folder: Path) -> int:
    """Games that are safe."""
    journal = folder / JOURNAL
    pending = journal.read_bytes().count(b"\n") if journal.exists() else 0
    return pending + CHUNK * len(list(folder.glob("games-*.parquet")))


def children(pid: int) -> list[int]:
    """The processes that a process started."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True
    )
    return [int(word) for word in listed.stdout.split()]


def is_running(pid: int) -> bool:
    """Whether there is such a process, and not only its shadow."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return listed.stdout.strip()[:1] not in ("", "Z")


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    plan = read_plan(solo(tmp_path, 6))
    run(plan, tmp_path / "whole")
    folder = tmp_path / "cut"
    with pytest.raises(KeyboardInterrupt):
        run(plan, folder, progress=Stop(4))
    journal = folder / JOURNAL
    journal.write_bytes(journal.read_bytes()[:-7])
    assert run(plan, folder) == 3
    assert tables(folder) == tables(tmp_path / "whole")


class Stop:
    """Somebody presses Ctrl-C after so many games."""

    def __init__(self, games: int) -> None:
        self.games = games

    def __call__(self, done: int, of: int) -> None:
        if done == self.games:
            raise KeyboardInterrupt


def test_a_folder_belongs_to_one_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "out"
    run(read_plan(solo(tmp_path, 2)), folder)
    other = solo(tmp_path, 3)
    assert main(["lab", "run", str(other), "--out", str(folder)]) == 2
    assert "holds the games of another plan or pack ('Solo')" in capsys.readouterr().err
    with pytest.raises(Invalid, match=r"no results of `adjudge lab run` are there"):
        read_run(tmp_path)


def test_an_unfinished_run_has_no_report(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(read_plan(solo(tmp_path, 3)), tmp_path / "out", progress=Stop(1))
    with pytest.raises(Invalid, match="the run is not finished"):
        read_games(tmp_path / "out")


def test_what_a_row_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = teams(tmp_path, 1)
    assert main(["lab", "run", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    folder = tmp_path / "teams.results"
    assert told == {"folder": str(folder), "games": 4, "played": 4}
    games = read_games(folder)
    first = games[0]
    assert (first["plan"], first["setup"], first["seed"]) == ("Two teams", "pairs", 9)
    assert first["parties"] == ["judges", "slaine"] == games[1]["parties"][::-1]
    assert first["bots"] == ["careful", "careful"]
    assert first["options"]["map"] == "grand-hall"
    assert all(len(game["winners"]) == 1 and game["turns"] > 5 for game in games)
    uses = read_uses(folder)
    assert uses.num_rows > 200
    assert "seconds" not in uses.column_names + list(first)
    times = pq.read_table(folder / "times-00000.parquet")["seconds"].to_pylist()
    assert len(times) == 4
    assert min(times) > 0


def test_processes_that_die_are_replaced(tmp_path: Path) -> None:
    with fan_out(Dying(tmp_path), range(6), 2) as results:
        assert sorted(results) == [2 * n for n in range(6)]


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere"])
def test_a_cluster_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    assert main(["lab", "run", str(solo(tmp_path, 1)), "--ray", address]) == 2
    assert capsys.readouterr().err.startswith(f"adjudge: ray: {address!r}: no cluster answers")


def test_by_the_clock_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "run", str(solo(tmp_path, 1, "flat:0.001s"))]) == 0
    assert "cannot be repeated exactly" in capsys.readouterr().err
