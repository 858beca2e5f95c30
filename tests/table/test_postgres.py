"""The tests' own PostgreSQL server keeps what it is given, and leaves nothing behind."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, text

from tests.table.postgres import Cluster, Mode

ROOT = Path(__file__).parents[2]
DOOMED = """
import sys
from tests.table.postgres import Cluster
cluster = Cluster()
print(cluster.port, cluster.folder, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_what_is_committed_survives_a_stop(cluster: Cluster, mode: Mode) -> None:
    engine = create_engine(cluster.new_database())
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE moves (notation text)"))
        connection.execute(text("INSERT INTO moves VALUES ('heal dredd')"))
    engine.dispose()

    cluster.stop(mode)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(host="127.0.0.1", port=cluster.port, user="postgres")
    cluster.start()

    with engine.connect() as connection:
        assert connection.scalars(text("SELECT notation FROM moves")).all() == ["heal dredd"]
    engine.dispose()


def test_a_killed_test_run_leaves_nothing_behind() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", DOOMED],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout is not None
        port, folder = run.stdout.readline().split()
        assert Path(folder).is_dir()
        run.kill()
    deadline = time.monotonic() + 30
    while Path(folder).exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(folder).exists()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(host="127.0.0.1", port=int(port), user="postgres")
