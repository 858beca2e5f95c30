"""Figures come out as Prometheus reads them, stay few, and are shown at their own address only."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from adjudge.kernel.game import Invalid
from adjudge.table.metrics import Metrics, Shown, place_of
from tests.table.postgres import Cluster, free_port
from tests.table.servers import FAST, Server


def samples(text: str) -> dict[tuple[str, ...], float]:
    """Each sample by its name and the values of its labels, as a scraper reads them."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def figures(metrics: Metrics) -> dict[tuple[str, ...], float]:
    """All of them."""
    return samples(generate_latest(metrics.registry).decode())


def test_an_evening_is_counted() -> None:
    metrics = Metrics()
    metrics.moves.labels(game="cursed-earth", who="person").inc()
    metrics.moves.labels(game="cursed-earth", who="person").inc()
    metrics.moves.labels(game="helter-skelter", who="bot").inc()
    metrics.refusals.labels(reason="rule").inc()
    metrics.conflicts.inc()
    metrics.matches_live.set(3)
    metrics.sockets.inc()
    metrics.sockets.dec()
    metrics.bot_seconds.observe(0.7)
    metrics.stand_ins.labels(why="timeout").inc()
    metrics.commit_seconds.observe(0.004)
    metrics.commit_batch.observe(5)
    metrics.deliver_seconds.observe(0.02)
    metrics.database_errors.inc()
    metrics.webhooks.labels(result="sent").inc()
    found = figures(metrics)
    expected = {
        ("adjudge_moves_total", "cursed-earth", "person"): 2,
        ("adjudge_moves_total", "helter-skelter", "bot"): 1,
        ("adjudge_refusals_total", "rule"): 1,
        ("adjudge_conflicts_total",): 1,
        ("adjudge_matches_live",): 3,
        ("adjudge_sockets",): 0,
        ("adjudge_bot_seconds_bucket", "0.5"): 0,
        ("adjudge_bot_seconds_bucket", "1.0"): 1,
        ("adjudge_bot_seconds_sum",): 0.7,
        ("adjudge_stand_ins_total", "timeout"): 1,
        ("adjudge_commit_seconds_bucket", "0.005"): 1,
        ("adjudge_commit_batch_bucket", "4.0"): 0,
        ("adjudge_commit_batch_bucket", "8.0"): 1,
        ("adjudge_deliver_seconds_count",): 1,
        ("adjudge_database_errors_total",): 1,
        ("adjudge_webhooks_total", "sent"): 1,
    }
    assert {key: found.get(key) for key in expected} == expected


def test_two_servers_do_not_mix() -> None:
    one, two = Metrics(), Metrics()
    one.conflicts.inc()
    assert figures(one)["adjudge_conflicts_total",] == 1
    assert figures(two)["adjudge_conflicts_total",] == 0


def test_all_names_are_ours_or_the_process_s() -> None:
    for name, *_ in figures(Metrics()):
        assert name.startswith(("adjudge_", "process_"))


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_memory_and_cpu_are_told() -> None:
    found = figures(Metrics())
    assert found["process_resident_memory_bytes",] > 0
    assert found["process_cpu_seconds_total",] > 0


def test_made_up_methods_count_as_one() -> None:
    metrics = Metrics()
    before = len(figures(metrics))
    for n in range(500):
        metrics.answered(f'EVIL{n}"\n', "/m/{match}", 405)
    metrics.answered("GET", "/m/{match}", 200)
    found = figures(metrics)
    assert found["adjudge_requests_total", "other", "/m/{match}", "405"] == 500
    assert found["adjudge_requests_total", "GET", "/m/{match}", "200"] == 1
    assert len(found) <= before + 4


# Where they are shown


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("127.0.0.1:9100", ("127.0.0.1", 9100)),
        ("9100", ("127.0.0.1", 9100)),
        (":9100", ("127.0.0.1", 9100)),
        ("[::1]:9100", ("::1", 9100)),
        ("watch.internal:0", ("watch.internal", 0)),
    ],
)
def test_a_place_is_a_host_and_a_port(text: str, place: tuple[str, int]) -> None:
    assert place_of(text) == place


@pytest.mark.parametrize("text", ["127.0.0.1", "here:", "here:65536", "here:-1", "here:\u0661"])
def test_what_is_no_place_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Invalid, match=r"^metrics: .* is not HOST:PORT, such as 127.0.0.1:9100$"):
        place_of(text)


def test_each_worker_has_the_next_port() -> None:
    first = free_port()
    shown = [Shown(metrics, f"127.0.0.1:{first}", 3) for metrics in (Metrics(), Metrics())]
    try:
        assert [one.port for one in shown] == [first, first + 1]
        shown[0].close()
        shown[0] = Shown(Metrics(), f"127.0.0.1:{first}", 3)  # one that was started again
        assert shown[0].port == first
    finally:
        for one in shown:
            one.close()


def scraped(port: int) -> dict[tuple[str, ...], float]:
    """What Prometheus gets there."""
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return samples(answer.text)


def test_figures_are_shown_at_their_own_address_and_not_where_people_play(tmp_path: Path) -> None:
    port = free_port()
    with Server(tmp_path, flags=(*FAST, "--metrics", f"127.0.0.1:{port}")) as server:
        httpx.post(f"{server.url}/api/guest")
        found = scraped(port)
        assert found["adjudge_commit_batch_count",] >= 1
        assert found["adjudge_matches_live",] == found["adjudge_sockets",] == 0
        assert httpx.get(f"{server.url}/metrics").status_code == 404
        assert set(httpx.get(f"{server.url}/health").json()) == {
            "ok",
            "database",
            "version",
            "build",
            "unreachable",
            "reason",
        }


def test_without_the_flag_nobody_is_shown_any_figures(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        assert httpx.get(f"{server.url}/metrics").status_code == 404


def test_every_worker_of_several_can_be_asked_for_its_own(tmp_path: Path, cluster: Cluster) -> None:
    first = free_port()
    flags = (*FAST, "--workers", "2", "--metrics", f"127.0.0.1:{first}")
    with Server(tmp_path, cluster.new_database(), flags) as server:
        for _ in range(20):
            httpx.post(f"{server.url}/api/guest")
        guests = ("adjudge_requests_total", "POST", "/api/guest", "200")
        each = [scraped(first + n).get(guests, 0.0) for n in range(2)]
        assert sum(each) == 20, each  # one of them told twice would have another sum
        server.stop()


def test_a_port_that_somebody_else_has_is_named_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        command = [sys.executable, "-m", "adjudge", "serve", "--port", "0", "--metrics", place]
        command += ["--database", str(tmp_path / "table.db"), "--keys", str(tmp_path / "keys")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert f"metrics: {place}: " in done.stderr
    assert len(done.stderr.splitlines()) == 1
