"""The worked examples: the giant spider, and the Alabama Morass."""

from __future__ import annotations

import pytest

from tests.cursed_earth.story import NOTHING, SEATS, Story, card, resolving, starting

every_mode = pytest.mark.parametrize("mode", SEATS)
SPIDER = 12
JUDGES = ("dredd", "giant", "anderson")


def healths(s: Story) -> list[int]:
    """Health of Dredd, Giant and Anderson."""
    return [s.health(name) for name in JUDGES]


@pytest.mark.proves("CE-EX-01")
@every_mode
def test_the_spider_offers_two_choices_and_no_way_out(mode: str) -> None:
    s = resolving([SPIDER, NOTHING], mode=mode)
    assert s.options == ["choose a", "choose b"]
    labels = [option.label for option in s.match.options]
    assert labels == ["Violence, wound", "Spend survival, enemy advance"]
    assert s.why_not("choose c") == "CE-CARD-10"
    assert s.match.prompt is not None
    assert "Giant Spider" in s.match.prompt.text


@pytest.mark.proves("CE-EX-02")
@every_mode
@pytest.mark.parametrize("who", JUDGES)
def test_fighting_the_spider_costs_one_ammunition_then_one_health(mode: str, who: str) -> None:
    s = resolving([SPIDER, NOTHING], mode=mode)
    s.choose("choose a", "spend-ammo")
    assert s.ammo == 3
    assert healths(s) == [5, 5, 5]
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    s.choose(f"wound {who}")
    assert healths(s) == [4 if name == who else 5 for name in JUDGES]
    assert s.pawn("perps") == s.pawn("judges") + (0 if mode == "head-to-head" else 2)
    assert s.discard == [SPIDER]


@pytest.mark.proves("CE-EX-03")
@every_mode
def test_fighting_the_spider_without_ammunition_costs_more_health(mode: str) -> None:
    s = resolving([SPIDER, NOTHING], mode=mode, ammo=0)
    s.choose("choose a")
    assert "spend-ammo" not in s.options
    s.choose("spend-two dredd", "wound giant")
    assert healths(s) == [3, 4, 5]


@pytest.mark.proves("CE-EX-03")
@every_mode
def test_fighting_the_spider_without_ammunition_may_cost_a_life(mode: str) -> None:
    s = resolving([SPIDER, NOTHING], mode=mode, ammo=0)
    s.choose("choose a", "kill dredd")
    assert s.options == ["wound giant", "wound anderson"]
    s.choose("wound anderson")
    assert healths(s) == [0, 5, 4]


@pytest.mark.proves("CE-EX-04")
@every_mode
def test_avoiding_the_spider_spends_a_survival_card_and_the_perps_advance(mode: str) -> None:
    s = resolving([SPIDER, NOTHING], mode=mode, kept={"survival": [NOTHING]})
    perps, judges = s.pawn("perps"), s.pawn("judges")
    s.choose("choose b", "spend-card 15")
    assert s.kept() == []
    assert healths(s) == [5, 5, 5]
    assert (s.pawn("perps"), s.pawn("judges")) == (perps + 1, judges)


@pytest.mark.proves("CE-EX-05")
@every_mode
@pytest.mark.parametrize(
    ("payment", "left"),
    [
        ("spend-one dredd", [4, 5, 5]),
        ("spend-two giant", [5, 3, 5]),
        ("spend-two anderson", [5, 5, 3]),
    ],
)
def test_avoiding_the_spider_without_a_card_costs_health_and_the_perps_advance(
    mode: str, payment: str, left: list[int]
) -> None:
    s = resolving([SPIDER, NOTHING], mode=mode)
    perps = s.pawn("perps")
    s.choose("choose b")
    assert s.options == ["spend-one dredd", "spend-two giant", "spend-two anderson"]
    s.choose(payment)
    assert healths(s) == left
    assert s.pawn("perps") == perps + 1


@pytest.mark.proves("CE-EX-06")
@every_mode
@pytest.mark.parametrize("time", ["dawn", "dusk"])
def test_a_team_on_the_alabama_morass_gains_a_ration_at_the_start(mode: str, time: str) -> None:
    hands = [[NOTHING] * 3] * SEATS[mode]
    s = starting(mode=mode, time=time, locations=["alabama-morass"], hands=hands, pawns=(1, 2))
    assert s.rations == 4
    assert s.options[0].startswith("play 14")
    s = starting(mode=mode, time=time, locations=["alabama-morass"], hands=hands, pawns=(2, 2))
    assert s.rations == 3


@pytest.mark.proves("CE-EX-06")
@pytest.mark.parametrize(("pawns", "rations"), [((1, 1), (4, 4)), ((2, 1), (3, 4))])
def test_each_team_on_the_morass_gains_a_ration(
    pawns: tuple[int, int], rations: tuple[int, int]
) -> None:
    s = starting(
        mode="head-to-head",
        locations=["alabama-morass"],
        hands=[[NOTHING] * 3] * 2,
        pawns=pawns,
    )
    assert (s.rations, s.team("perps")["rations"]) == rations


@pytest.mark.proves("CE-EX-06")
def test_the_ration_comes_when_dusk_begins() -> None:
    hands = [[NOTHING], [NOTHING]]
    s = resolving([NOTHING], mode="cooperative", locations=["alabama-morass"], hands=hands)
    assert s.rations == 3
    s.choose("ignore a")
    assert s.table["time"] == "dusk"
    assert s.rations == 3
    assert s.news()[-4:] == ["ate", "dusk", "location", "rations"]


@pytest.mark.proves("CE-EX-07")
def test_the_ration_of_the_morass_is_there_for_the_first_card() -> None:
    s = starting(
        mode="cooperative",
        time="dusk",
        locations=["alabama-morass"],
        rations=0,
        hands=[[card(must=["eat"]), NOTHING, NOTHING], [NOTHING] * 3],
    )
    s.choose("play 14", "play 17", "play 15", "play 18", "play 16", "play 19")
    assert s.options == ["trigger a", "ignore a"]
    assert s.rations == 0
    assert [s.radiation(name) for name in JUDGES] == [0, 0, 0]
    assert s.discard == [14]
