"""Positions that somebody has made by hand: the server takes them or says why not, and goes on."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import adjudge
from adjudge.kernel.notation import seal
from tests.match.test_crafted import GAMES, VALUES, places, saves, with_value
from tests.table.worlds import World, tell, world

MOST = 60  # records that are brought


def record_of(save: Any) -> dict[str, Any]:
    """A match that begins there and has not gone on, as a record of our own making."""
    record = {key: save[key] for key in ("adjudge", "game", "pack")}
    seats = save["table"].get("seats")
    record |= {"seats": seats, "setup": save["setup"], "position": save["table"]}
    record |= {"moves": [], "outcome": None}
    return record | {"seal": seal(record)}


async def bring(w: World, save: Any) -> tuple[int, Any]:
    """What comes of it."""
    answer = await w.request("ann", "POST", "/api/records", {"record": record_of(save)})
    return answer.status_code, answer.json()


async def play_on(w: World, brought: Any) -> None:
    """A new table from there, and a move at it: each is done, or refused in a line."""
    seats = [{"who": "me"} for _ in brought["seats"]]
    path = f"/api/tables/{brought['id']}/fork"
    made = await w.request("ann", "POST", path, {"step": 0, "seats": seats})
    assert made.status_code in (201, 400, 422), made.text
    if made.status_code != 201:
        return
    table = made.json()
    (asked,) = table["asked"]
    path = f"/api/tables/{table['id']}"
    seen = (await w.request("ann", "GET", f"{path}/position?seat={asked}")).json()
    move = {"seat": asked, "version": seen["version"], "move": seen["options"][0]["text"]}
    played = await w.request("ann", "POST", f"{path}/moves", move)
    assert played.status_code in (200, 400, 422), played.text


def test_a_round_that_asks_nobodys_seat_is_refused_in_a_line(tmp_path: Path) -> None:
    """It was taken, and then nobody could look at the table: 500."""
    match = adjudge.new("cursed-earth", seats=2, seed=0, mode="head-to-head")
    while True:
        save = json.loads(json.dumps(match.save()))
        today, investigation = (save["table"]["agenda"] + [{}, {}])[1:3]
        if (investigation.get("is"), investigation.get("at")) == ("versus-dusk", 4):
            break
        match.play(match.game.careful(match._state))
    investigation["picker"], today["picker"] = 0, None

    async def story() -> None:
        async with world(tmp_path) as w:
            await w.guest("ann")
            status, answer = await bring(w, save)
            assert (status, answer["code"]) == (400, "bad-request")
            assert "does not know who has picked a row" in answer["reason"]

    tell(story())


@pytest.mark.parametrize(("game", "seats", "setup"), GAMES)
def test_no_position_is_an_error_of_the_servers(
    tmp_path: Path, game: str, seats: int, setup: dict[str, Any]
) -> None:
    chance = Random(f"server {game} {seats}")
    save = saves(game, seats, setup, chance, 80)[2]
    paths = [path for path in places(save["table"]) if path[0] != "rng"]

    async def story() -> None:
        async with world(tmp_path, tables=10_000) as w:
            await w.guest("ann")
            status, brought = await bring(w, save)
            assert status == 201
            await play_on(w, brought)
            for _ in range(MOST):
                path = chance.choice(paths)
                value = chance.choice(VALUES)
                status, brought = await bring(w, with_value(save, ("table", *path), value))
                assert status in (201, 400, 422), (path, value, brought)
                if status == 201:
                    await play_on(w, brought)
                else:
                    assert "\n" not in brought["reason"]

    tell(story())
