"""The container file and the compose file: linted, and true to the project. No engine runs them."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from adjudge.cli import parser
from tests.deploy.files import DEPLOY, ROOT, instructions, tool

COMPOSE = DEPLOY / "compose.yaml"
STEPS = instructions(DEPLOY / "Dockerfile")
IMAGES = {"python:3.11-slim", "node:20", "postgres:16", "nginx:stable"}


def last_stage() -> list[tuple[str, str]]:
    """What is left of it all."""
    begins = max(number for number, (name, _) in enumerate(STEPS) if name == "FROM")
    return STEPS[begins:]


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    """Of the compose file."""
    found: dict[str, Any] = YAML(typ="safe").load(COMPOSE)["services"]
    return found


def test_the_container_file_has_no_lint(tmp_path: Path) -> None:
    def linted(file: Path) -> subprocess.CompletedProcess[str]:
        command = [tool("hadolint"), "--no-color", str(file)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    found = linted(DEPLOY / "Dockerfile")
    assert (found.returncode, found.stdout) == (0, "")
    (tmp_path / "Dockerfile").write_text("FROM python\nRUN cd /tmp\n")
    assert linted(tmp_path / "Dockerfile").returncode != 0


def test_everything_that_is_copied_is_there_and_sent() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    sent = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert "*" in lines
    copied = set()
    for name, words in STEPS:
        if name == "COPY" and not words.startswith("--from="):
            for source in shlex.split(words)[:-1]:
                assert (ROOT / source).exists(), source
                copied.add(source.split("/")[0])
    assert copied == sent
    assert {"src/adjudge/page", "web/node_modules", "**/*.so"} <= set(lines)  # they are built


def test_images_have_plain_names_and_the_last_one_has_no_tools() -> None:
    bases = [words.split()[0] for name, words in STEPS if name == "FROM"]
    assert set(bases) <= IMAGES
    left = last_stage()
    assert not [words for name, words in left if "pip" in words or "apt" in words or "npm" in words]
    assert [words for name, words in left if name == "USER"] == ["10001:10001"]
    assert [words for name, words in left if name == "VOLUME"] == ["/var/lib/adjudge"]
    (health,) = [words for name, words in left if name == "HEALTHCHECK"]
    program = json.loads(health[health.index("CMD ") + 4 :])
    assert program[:2] == ["python", "-c"]
    compile(program[2], "health", "exec")
    (port,) = [words for name, words in left if name == "EXPOSE"]
    assert f":{port}/health" in program[2]


def test_what_a_container_runs_is_a_command_with_flags_that_are_known(
    services: dict[str, Any],
) -> None:
    (own,) = [json.loads(words) for name, words in last_stage() if name == "CMD"]
    for command in (own, services["table-1"]["command"], services["table-2"]["command"]):
        args = parser().parse_args(command)
        assert (args.host, args.port) == ("0.0.0.0", 8000)


def test_the_compose_file_is_one() -> None:
    command = [tool("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", str(COMPOSE)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_the_compose_file_says_what_it_has_to(services: dict[str, Any]) -> None:
    assert services["database"]["image"] in IMAGES
    assert services["proxy"]["image"] in IMAGES
    assert "UTF8" in services["database"]["environment"]["POSTGRES_INITDB_ARGS"]
    for name in ("table-1", "table-2"):
        table = services[name]
        assert table["depends_on"]["database"]["condition"] == "service_healthy"
        assert table["ulimits"]["nofile"] == {"soft": 65536, "hard": 65536}
        assert table["volumes"] == ["state:/var/lib/adjudge"]
        assert "ports" not in table  # nobody comes but through the proxy
        address = services["proxy"]["networks"]["inside"]["ipv4_address"]
        command = table["command"]
        assert command[command.index("--proxy") + 1] == address
        assert "ADJUDGE_HOST" in command[command.index("--public-host") + 1]
        assert (DEPLOY / table["build"]["context"]).resolve() == ROOT
        assert (ROOT / table["build"]["dockerfile"]).is_file()
    assert "ports" not in services["database"]
    (published,) = services["proxy"]["ports"]
    assert published.startswith("127.0.0.1:")
    for volume in services["proxy"]["volumes"]:
        assert (DEPLOY / volume.split(":")[0]).is_file(), volume
    workers = (DEPLOY / "nginx" / "workers.compose.conf").read_text("utf-8")
    assert all(f"server {name}:8000" in workers for name in ("table-1", "table-2"))
