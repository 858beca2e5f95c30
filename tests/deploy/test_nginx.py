"""nginx with the configuration of deploy/, before two workers: played through it, and pinned."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from adjudge.table.client import Client
from tests.deploy.files import DEPLOY
from tests.table.postgres import Cluster
from tests.table.servers import FAST, Server
from tests.table.stories import AT_ONCE, DUEL, move_live

PATH = "/adjudge"
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"  # not on everybody's PATH
SECONDS = 30.0
TABLES = 20  # their ids are random: that all of them go to one worker happens once in 500,000 times
MAIN = """\
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
events {{ worker_connections 512; }}
http {{
    log_format who '$request_uri $upstream_addr $status';
    access_log {folder}/access.log who;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include adjudge/http.conf;
    include adjudge/workers.conf;
    include adjudge/host.conf;
    server {{
        listen 127.0.0.1:{port};
        include adjudge/path.conf;
        location / {{ return 404; }}
    }}
}}
"""


def free_port() -> int:
    """A port for nginx, which takes none by itself."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class Nginx:
    """A server of Debian's nginx, with the files of deploy/nginx in the place they have there."""

    def __init__(self, folder: Path, workers: str, ports: list[int]) -> None:
        self.folder = folder
        self.port, self.own_port = free_port(), free_port()
        shutil.copytree(DEPLOY / "nginx", folder / "adjudge")
        text = (DEPLOY / "nginx" / workers).read_text("utf-8")
        for place, port in zip(re.findall(r"server (\S+)", text), ports, strict=True):
            text = text.replace(f"server {place}", f"server 127.0.0.1:{port}")
        (folder / "adjudge" / "workers.conf").write_text(text)
        host = folder / "adjudge" / "host.conf"
        host.write_text(host.read_text().replace("listen 80", f"listen 127.0.0.1:{self.own_port}"))
        user = "user root;" if os.geteuid() == 0 else ""
        main = MAIN.format(user=user, folder=folder, port=self.port)
        self.main = folder / "nginx.conf"
        self.main.write_text(main)
        self.command = [NGINX, "-p", str(folder), "-e", f"{folder}/error.log", "-c", str(self.main)]

    def check(self) -> None:
        """As `nginx -t` does."""
        found = subprocess.run([*self.command, "-t"], capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stderr
        assert "warn" not in found.stderr, found.stderr

    def __enter__(self) -> Nginx:
        """Running, and answering."""
        self.check()
        self.process = subprocess.Popen(self.command)
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return self
            except ConnectionRefusedError:
                time.sleep(0.05)
        self.__exit__()
        raise AssertionError(self.log("error"))

    def __exit__(self, *problem: object) -> None:
        """Gone."""
        os.kill(self.process.pid, signal.SIGTERM)
        self.process.wait(SECONDS)

    def log(self, name: str) -> str:
        """What it has written."""
        return (self.folder / f"{name}.log").read_text("utf-8")

    def workers_of(self, part: str) -> set[str]:
        """Who has answered what had that in its address."""
        lines = [line.split(" ") for line in self.log("access").splitlines()]
        return {line[1] for line in lines if part in line[0]}


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory, cluster: Cluster) -> Iterator[list[Server]]:
    """Two of them, with one database and one key file."""
    folder, database = tmp_path_factory.mktemp("workers"), cluster.new_database()
    flags = (*FAST, "--path", PATH, "--https", "--public-host", "127.0.0.1")
    with Server(folder, database, flags) as one, Server(folder, database, flags) as two:
        yield [one, two]


@pytest.fixture
def nginx(tmp_path: Path, workers: list[Server]) -> Iterator[Nginx]:
    """Before the two."""
    with Nginx(tmp_path, "workers.conf", [worker.port for worker in workers]) as running:
        yield running


async def guest(url: str) -> Client:
    """Somebody whose cookie is for HTTPS: a program has to be told to send it all the same."""
    async with httpx.AsyncClient() as http:
        answer = await http.post(f"{url}/api/guest")
    words = answer.headers["set-cookie"]
    assert "; Secure" in words
    assert answer.headers["strict-transport-security"]
    return Client(url, words.split("=", 1)[1].split(";")[0])


def test_every_file_is_read_by_nginx(tmp_path: Path) -> None:
    for name in ("workers.conf", "workers.compose.conf"):
        folder = tmp_path / name
        folder.mkdir()
        Nginx(folder, name, [1, 2]).check()


def test_matches_are_played_through_it_each_on_one_worker(
    nginx: Nginx, workers: list[Server]
) -> None:
    url = f"http://127.0.0.1:{nginx.port}{PATH}"
    settings: dict[str, Any] = DUEL | AT_ONCE

    async def play() -> list[str]:
        ann, bob = await guest(url), await guest(url)
        ids = []
        async with ann, bob:
            for _ in range(TABLES):
                table = await ann.make("cursed-earth", ["me", "open"], **settings)
                ids.append(table.id)
                await bob.sit(table.id, 1)
                async with ann.live(table.id, 0) as live, bob.live(table.id, 1) as other:
                    await live.until_position()
                    accepted = await move_live(live)  # over the socket
                    assert (await other.until_position(1)).version >= accepted.version
                    position = await ann.position(table.id, 0)  # and over HTTP
                    if position.options:
                        move = position.options[0].text
                        await ann.play(table.id, 0, position.version, move)
        return ids

    ids = asyncio.run(play())
    assert {len(nginx.workers_of(id)) for id in ids} == {1}
    used = {worker for id in ids for worker in nginx.workers_of(id)}
    assert used == {f"127.0.0.1:{worker.port}" for worker in workers}
    assert " 101\n" in nginx.log("access")


def test_under_the_path_there_is_all_of_it_and_nothing_else(nginx: Nginx) -> None:
    outside, inside = f"http://127.0.0.1:{nginx.port}", f"http://127.0.0.1:{nginx.own_port}"
    for page in (f"{outside}{PATH}", f"{outside}{PATH}/", f"{outside}{PATH}/t/abc", f"{inside}/"):
        answer = httpx.get(page, headers={"accept": "text/html"})
        assert answer.status_code == 200, page
        assert f'src="{PATH}/assets/' in answer.text
    assert httpx.get(f"{outside}/health").status_code == 404
    assert httpx.get(f"{outside}{PATH}/health").json()["ok"] is True
    for figures in (f"{outside}{PATH}/metrics", f"{inside}/metrics"):
        assert httpx.get(figures).status_code == 404
    record = b'{"record": "' + b"x" * 3_900_000
    answer = httpx.post(f"{outside}{PATH}/api/records", content=record)
    assert answer.status_code in (400, 401)  # it came through, and was no record
    foreign = {"origin": "https://elsewhere.example", "content-type": "application/json"}
    answer = httpx.post(f"{outside}{PATH}/api/guest", headers=foreign)
    assert answer.json()["reason"] == "This page is not of this server."
    own = foreign | {"origin": outside}
    assert httpx.post(f"{outside}{PATH}/api/guest", headers=own).status_code == 200


def test_a_worker_that_dies_is_not_missed(nginx: Nginx, workers: list[Server]) -> None:
    url = f"http://127.0.0.1:{nginx.port}{PATH}"
    settings: dict[str, Any] = {"setup": {"mode": "solo"}} | AT_ONCE

    async def make() -> tuple[Client, list[str]]:
        ann = await guest(url)
        ids = [(await ann.make("cursed-earth", ["me"], **settings)).id for _ in range(8)]
        return ann, [id for id in ids if (await ann.position(id, 0)).options]

    async def look(ann: Client, ids: list[str]) -> None:
        async with ann:
            for id in ids:
                assert (await ann.position(id, 0)).options

    async def story() -> None:
        ann, ids = await make()
        workers[0].kill()
        try:
            await look(ann, ids)
        finally:
            await asyncio.to_thread(workers[0].start)

    asyncio.run(story())


def test_a_guest_is_counted_by_what_the_proxy_sees(tmp_path: Path, cluster: Cluster) -> None:
    """A stranger cannot make up addresses: all that come from one are counted together."""
    flags = ("--arrivals", "0.1", "--log-level", "warning", "--public-host", "127.0.0.1")
    with (
        Server(tmp_path, cluster.new_database(), flags) as server,
        Nginx(tmp_path, "workers.conf", [server.port, server.port]) as nginx,
    ):
        came = [
            httpx.post(
                f"http://127.0.0.1:{nginx.own_port}/api/guest",
                headers={"x-forwarded-for": f"203.0.113.{number}"},
            ).status_code
            for number in range(4)
        ]
    assert came == [200, 200, 429, 429]
