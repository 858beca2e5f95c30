"""A board as data tells what the engine's tables tell, and draws what is on the map."""

from __future__ import annotations

import json
from typing import Any

import pytest

import adjudge
from adjudge.games.helter_skelter.describe import content_of
from adjudge.games.helter_skelter.geometry import blockers, survey
from adjudge.games.helter_skelter.schema import MAP_IDS
from adjudge.games.helter_skelter.state import SPACES
from adjudge.kernel.game import Invalid
from adjudge.kernel.piles import has
from adjudge.ledgers import ledger
from adjudge.packs import default_pack
from tests.helter_skelter.story import Board, card, story

GAME = adjudge.game("helter-skelter")
NUMBERS = range(1, SPACES + 1)
BOARDS = {name: GAME.board(default_pack(GAME).facts, name) for name in MAP_IDS}
every_map = pytest.mark.parametrize("name", MAP_IDS)


def sights(board: dict[str, Any], source: int) -> dict[str, Any]:
    """From a space."""
    found: dict[str, Any] = board["sight"][str(source)]
    return found


@every_map
def test_sight_ways_and_distance_are_the_engines(name: str) -> None:
    """HS-LOS-04, HS-MOVE-02, HS-CLIMB-02, HS-SHOTGUN-03."""
    board = BOARDS[name]
    drawn = content_of(default_pack(GAME).facts).maps[MAP_IDS.index(name)]
    ground = survey(drawn)
    rules = ledger(GAME.id).rules
    for a in NUMBERS:
        seen = {int(b) for b, block in sights(board, a).items() if block is None}
        assert seen == {b for b in NUMBERS if b != a and has(ground.sight[a], b)}
        ways = {to: (how, cards) for to, how, cards in board["neighbours"][str(a)]}
        assert set(ways) == {b for b in NUMBERS if has(ground.neighbours[a], b)}
        for b, (how, cards) in ways.items():
            up = has(ground.high, b) and not has(ground.high, a)
            assert (how, cards) == (("climb", 2) if up else ("move", 1))
        near = {int(b) for b in board["distance"][str(a)]}
        assert near == {b for b in NUMBERS if b != a and has(ground.near[a], b)}
        assert all((board["distance"][str(a)][str(b)] == 1) == (b in ways) for b in near)
        for block in filter(None, sights(board, a).values()):
            assert set(block["rules"]) <= set(rules)


@every_map
def test_a_blocked_line_is_crossed_where_it_is_blocked(name: str) -> None:
    """HS-LOS-03."""
    drawn = content_of(default_pack(GAME).facts).maps[MAP_IDS.index(name)]
    for a, b in ((1, 40), (26, 5), (17, 33), (30, 12)):
        block = sights(BOARDS[name], a)[str(b)]
        found = blockers(drawn, a, b)
        assert (block is None) == (not found)
        if block is not None:
            assert block["at"] == list(found[0][2])
            assert block["reason"].startswith(f"No line to {b}: ")


@every_map
def test_everything_on_the_map_is_drawn(name: str) -> None:
    """HS-SPACE-03, HS-WALL-04, HS-FALL-02, HS-HIGH-02."""
    board = BOARDS[name]
    drawn = content_of(default_pack(GAME).facts).maps[MAP_IDS.index(name)]
    assert [space["number"] for space in board["spaces"]] == [s.number for s in drawn.space]
    assert len(board["walls"]) == len(drawn.wall)
    assert len(board["falls"]) == len(drawn.fall)
    high = {space["number"] for space in board["spaces"] if "high" in space["kinds"]}
    assert {edge["space"] for edge in board["high_edges"]} == high
    assert json.loads(json.dumps(board)) == board


def test_there_are_two_boards() -> None:
    with pytest.raises(Invalid, match="grand-hall"):
        GAME.board(default_pack(GAME).facts, "atlantis")
    earth = adjudge.game("cursed-earth")
    with pytest.raises(Invalid, match="no boards"):
        earth.board(default_pack(earth).facts, "row")


def test_who_is_in_range_of_whom_is_shown() -> None:
    """HS-RULING-68, HS-LOS-04, HS-MELEE-02."""
    s = story({"dredd": 1, "wulf": 3, "gronk": 1}, board=Board(cover=(2,)), hands=[[card("dredd")]])
    found = s.match.view(0)["shown"]["in_range"]
    assert found["dredd"]["melee"] == ["gronk"]
    assert found["dredd"]["snipe"] == ["gronk"]
    assert found["wulf"]["snipe"] == []
