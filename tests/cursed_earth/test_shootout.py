"""The shootout of Chief Judge."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import adjudge
from tests.cursed_earth.story import NOTHING, Story, card, resolving

MEAN_MACHINE, SATELLAT, DISCIPLE = 0, 1, 2
TEAMWORK = ["solo", "cooperative"]


def chief(row: list[Any], *, mode: str = "cooperative", **position: Any) -> Story:
    """A row about to be resolved at Chief Judge; the Judges are one card behind the perps."""
    position = {"pawns": (1, 2)} | position
    return resolving(row, mode=mode, difficulty="chief-judge", **position)


def shootouts(match: adjudge.Match) -> list[str]:
    """The perps that were revealed, in order."""
    told = [event for event in match.events(None) if event["what"] == "shootout"]
    return [name for event in told for kind, name in event["args"]]


ADVANCE = card(may=[["advance"]])


@pytest.mark.proves("CE-SHOOT-01")
@pytest.mark.parametrize("mode", TEAMWORK)
@pytest.mark.parametrize("difficulty", ["cadet", "street-judge"])
def test_below_chief_judge_nothing_happens_when_the_judges_catch_up(
    mode: str, difficulty: str
) -> None:
    row = [ADVANCE, NOTHING]
    goal = 10 if difficulty == "cadet" else 11
    s = resolving(row, mode=mode, difficulty=difficulty, pawns=(1, 2), goal=goal, dice=[])
    s.choose("trigger a")
    assert (s.pawn("judges"), s.pawn("perps")) == (2, 2)
    assert shootouts(s.match) == []
    assert s.options == ["trigger a", "ignore a"]


@pytest.mark.proves("CE-SHOOT-02", "CE-SHOOT-04")
@pytest.mark.parametrize("mode", TEAMWORK)
def test_mean_machine_costs_survival_in_one_of_three_ways(mode: str) -> None:
    kept = {"survival": [NOTHING], "diplomacy": [NOTHING]}
    s = chief([ADVANCE, NOTHING], mode=mode, kept=kept, dice=[MEAN_MACHINE])
    s.choose("trigger a")
    assert shootouts(s.match) == ["mean-machine"]
    assert s.options == [
        "spend-card 16",
        "spend-one dredd",
        "spend-two giant",
        "spend-two anderson",
    ]
    s.choose("spend-card 16")
    assert (s.kept(), s.table["rng"]["used"]) == ([17], 1)
    assert s.options == ["trigger a", "ignore a"]


@pytest.mark.proves("CE-SHOOT-02", "CE-SHOOT-05")
@pytest.mark.parametrize("mode", TEAMWORK)
def test_satellat_costs_diplomacy_in_one_of_three_ways(mode: str) -> None:
    kept = {"survival": [NOTHING], "diplomacy": [NOTHING]}
    s = chief([ADVANCE, NOTHING], mode=mode, kept=kept, dice=[SATELLAT])
    s.choose("trigger a")
    assert shootouts(s.match) == ["satellat"]
    assert s.options == [
        "spend-card 17",
        "spend-one giant",
        "spend-two dredd",
        "spend-two anderson",
    ]
    s.choose("spend-one giant")
    assert (s.kept(), s.health("giant")) == ([16, 17], 4)


@pytest.mark.proves("CE-SHOOT-06")
@pytest.mark.parametrize("mode", TEAMWORK)
def test_the_disciple_is_a_psi_symbol_with_both_branches(mode: str) -> None:
    row, deck = [ADVANCE, NOTHING, NOTHING], [NOTHING] * 4
    added = chief(row, mode=mode, deck=deck, dice=[DISCIPLE]).choose("trigger a")
    assert shootouts(added.match) == ["disciple"]
    assert added.options == ["add-card", "psi-action"]
    added.choose("add-card")
    assert (added.row(), added.health("anderson")) == ([16, 17], 5)
    paid = chief(row, mode=mode, deck=deck, dice=[DISCIPLE]).choose("trigger a", "psi-action")
    assert paid.health("anderson") == 4
    if mode == "solo":
        paid.choose("keep 17 20")
        assert paid.row() == [16, 17, 20]
    else:
        paid.choose("say good play", "say bad discard", "agree 0")
        assert paid.row() == [16, 17]


@pytest.mark.proves("CE-SHOOT-06")
def test_without_anderson_the_disciple_only_adds_a_card() -> None:
    s = chief([ADVANCE, NOTHING], deck=[NOTHING] * 4, dice=[DISCIPLE], anderson=0)
    s.choose("trigger a")
    assert s.row() == [16]


@pytest.mark.proves("CE-SHOOT-02", "CE-SHOOT-04")
def test_the_senior_judge_decides_in_a_shootout() -> None:
    s = chief([ADVANCE, NOTHING], seats=3, senior=2, dice=[MEAN_MACHINE])
    s.choose("trigger a")
    assert s.seat == 2
    assert s.why_not("spend-one dredd", seat=0) == "CE-DAWN-11"


@pytest.mark.proves("CE-SHOOT-03", "CE-RULING-32")
def test_in_every_shootout_each_perp_comes_up_a_third_of_the_time() -> None:
    start = chief([card(may=[["advance", "enemy-advance", "advance"]]), NOTHING]).match
    saved = start.save()
    seen: Counter[tuple[str, ...]] = Counter()
    for seed in range(900):
        saved["table"]["rng"]["state"] = f"{random.Random(seed).getrandbits(61) + 1:x}"
        match = adjudge.load(saved, start.pack)
        match.play("trigger a")
        match.play(0)
        seen[tuple(shootouts(match))] += 1
    perps = ("mean-machine", "satellat", "disciple")
    assert set(seen) == {(first, second) for first in perps for second in perps}
    assert all(60 < count < 140 for count in seen.values())  # 900 / 9 is 100


@pytest.mark.proves("CE-SHOOT-02", "CE-RULING-32")
def test_each_arrival_on_the_location_of_the_perps_is_a_new_shootout() -> None:
    row = [card(may=[["advance"], ["enemy-advance"], ["advance"]]), NOTHING]
    s = chief(row, dice=[SATELLAT, SATELLAT])
    s.choose("trigger a", "spend-one giant", "trigger b")
    assert shootouts(s.match) == ["satellat"]
    s.choose("trigger c")
    assert shootouts(s.match) == ["satellat", "satellat"]
    s.choose("spend-one giant")
    assert (s.health("giant"), s.table["rng"]["used"]) == (3, 2)


@pytest.mark.proves("CE-SHOOT-02")
@pytest.mark.parametrize("pawns", [(1, 3), (2, 2), (3, 2)])
def test_no_shootout_where_the_perps_are_not(pawns: tuple[int, int]) -> None:
    s = chief([ADVANCE, NOTHING], pawns=pawns, dice=[])
    s.choose("trigger a")
    assert s.pawn() == pawns[0] + 1
    assert shootouts(s.match) == []


@pytest.mark.proves("CE-SHOOT-07", "CE-RULING-32")
def test_the_shootout_comes_before_the_other_icons_of_the_card() -> None:
    row = [card(may=[["advance", "heal"], ["ammo"]]), NOTHING]
    s = chief(row, dice=[MEAN_MACHINE])
    s.choose("trigger a")
    assert s.pawn() == 2
    assert s.options == ["spend-one dredd", "spend-two giant", "spend-two anderson"]
    s.choose("spend-two giant")
    assert s.health("giant") == 4  # the heal came after the payment
    order = [what for what in s.news() if what in ("moved", "shootout", "spent-health", "healed")]
    assert order == ["moved", "shootout", "spent-health", "healed"]


@pytest.mark.proves("CE-RULING-32")
@pytest.mark.parametrize("mode", TEAMWORK)
def test_a_death_in_a_shootout_can_lose_the_game(mode: str) -> None:
    row = [card(may=[["advance", "ammo"]]), NOTHING]
    s = chief(row, mode=mode, dice=[MEAN_MACHINE], dredd=1, giant=0, anderson=0)
    s.choose("trigger a")
    assert s.reason == "all Judges are dead"
    assert (s.pawn(), s.ammo) == (2, 4)


@pytest.mark.proves("CE-SHOOT-08")
@pytest.mark.parametrize("mode", TEAMWORK)
def test_no_shootout_when_the_perps_move_onto_the_location_of_the_judges(mode: str) -> None:
    s = chief([card(may=[["enemy-advance"]]), NOTHING], mode=mode, pawns=(4, 3), dice=[])
    s.choose("trigger a")
    assert (s.pawn("judges"), s.pawn("perps")) == (4, 4)
    assert shootouts(s.match) == []


@pytest.mark.proves("CE-SHOOT-08")
def test_no_shootout_when_the_perps_catch_up_after_dusk() -> None:
    s = chief([NOTHING], time="dusk", pawns=(4, 3), deck=[NOTHING] * 12, dice=[])
    s.choose("ignore a")
    assert (s.pawn("judges"), s.pawn("perps")) == (4, 4)
    assert shootouts(s.match) == []


@pytest.mark.proves("CE-RULING-33")
def test_arriving_at_max_normal_wins_before_any_shootout() -> None:
    s = chief([ADVANCE, NOTHING], pawns=(8, 9), goal=9, dice=[])
    s.choose("trigger a")
    assert s.reason == "Max Normal is found"
    assert shootouts(s.match) == []


@pytest.mark.proves("CE-RULING-33")
@pytest.mark.parametrize("team", ["judges", "perps"])
def test_head_to_head_has_no_shootouts(team: str) -> None:
    pawns = (1, 2) if team == "judges" else (2, 1)
    s = resolving([ADVANCE, NOTHING], mode="head-to-head", team=team, pawns=pawns, dice=[])
    s.choose("trigger a")
    assert (s.pawn("judges"), s.pawn("perps")) == (2, 2)
    assert shootouts(s.match) == []
    with pytest.raises(adjudge.Invalid, match="CE-HHSETUP-08"):
        adjudge.new("cursed-earth", seats=2, seed=1, mode="head-to-head", difficulty="chief-judge")
