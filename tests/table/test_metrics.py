"""Figures come out as Prometheus reads them, and stay few."""

from __future__ import annotations

import sys

import pytest
from prometheus_client.parser import text_string_to_metric_families

from adjudge.table.metrics import CONTENT_TYPE, Metrics


def figures(metrics: Metrics) -> dict[tuple[str, ...], float]:
    """Each sample by its name and the values of its labels, as a scraper reads them."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }


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


def test_the_content_type_says_the_format() -> None:
    assert CONTENT_TYPE.startswith("text/plain; version=0.0.4")
