"""Resource symbols."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cursed_earth.story import NOTHING, SEATS, Story, card, resolving

every_mode = pytest.mark.parametrize("mode", SEATS)
JUDGES = ("dredd", "giant", "anderson")


def tokens(s: Story) -> dict[str, int]:
    """All tokens of both teams, by kind and owner."""
    counted: dict[str, int] = {}
    for team in ("judges", "perps"):
        counted |= {f"{team} {kind}": s.team(team)[kind] for kind in ("ammo", "rations")}
        for name, person in s.team(team)["characters"].items():
            counted |= {f"{name} {kind}": n for kind, n in person.items()}
    return counted


def changes(s: Story, *texts: str) -> dict[str, int]:
    """What these moves add to or take from the tokens on the table."""
    before = tokens(s)
    after = tokens(s.choose(*texts))
    return {key: after[key] - n for key, n in before.items() if after[key] != n}


def about_to(symbol: str, mode: str, **position: Any) -> Story:
    """A card whose blue box holds just this symbol."""
    return resolving([card(may=[[symbol]]), NOTHING], mode=mode, **position)


# One symbol, one token


@pytest.mark.proves("CE-RES-10", "CE-RES-02")
def test_a_wound_takes_one_health_of_one_character() -> None:
    s = resolving([card(must=["wound"])], dredd=3)
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    s.choose("wound dredd")
    assert s.health("dredd") == 2
    assert (s.health("giant"), s.health("anderson")) == (5, 5)


@pytest.mark.proves("CE-RES-01", "CE-RES-02", "CE-RES-10")
@every_mode
@pytest.mark.parametrize("who", JUDGES)
def test_a_wound_removes_one_health(mode: str, who: str) -> None:
    s = about_to("wound", mode, dredd=3, giant=3, anderson=3)
    assert changes(s, "trigger a", f"wound {who}") == {f"{who} health": -1}
    assert s.news()[-3:] == ["wounded", "discarded", "encountered"]


@pytest.mark.proves("CE-RES-01", "CE-RES-02", "CE-RES-09")
@every_mode
@pytest.mark.parametrize("who", JUDGES)
def test_a_heal_adds_one_health(mode: str, who: str) -> None:
    s = about_to("heal", mode, dredd=3, giant=3, anderson=3)
    s.choose("trigger a")
    assert s.options == ["heal dredd", "heal giant", "heal anderson"]
    assert changes(s, f"heal {who}") == {f"{who} health": 1}
    assert s.health(who) == 4
    assert s.news()[-3:] == ["healed", "discarded", "encountered"]


@pytest.mark.proves("CE-RES-01", "CE-RES-03", "CE-RES-11")
@every_mode
@pytest.mark.parametrize("who", JUDGES)
def test_radiation_goes_to_one_character(mode: str, who: str) -> None:
    s = about_to("radiation", mode)
    s.choose("trigger a")
    assert s.options == ["irradiate dredd", "irradiate giant", "irradiate anderson"]
    assert changes(s, f"irradiate {who}") == {f"{who} radiation": 1}
    assert s.health(who) == 5
    assert s.news()[-3:] == ["irradiated", "discarded", "encountered"]


@pytest.mark.proves("CE-RES-01", "CE-RES-12")
@every_mode
def test_rations_add_one_ration(mode: str) -> None:
    s = about_to("rations", mode)
    assert changes(s, "trigger a") == {"judges rations": 1}
    assert s.rations == 4
    assert "rations" in s.news()


@pytest.mark.proves("CE-RES-01", "CE-RES-15")
@every_mode
def test_ammo_adds_one_ammunition(mode: str) -> None:
    s = about_to("ammo", mode)
    assert changes(s, "trigger a") == {"judges ammo": 1}
    assert s.ammo == 5
    assert "ammo" in s.news()


@pytest.mark.proves("CE-RES-01", "CE-RES-13")
@every_mode
def test_eating_removes_one_ration(mode: str) -> None:
    s = about_to("eat", mode)
    assert changes(s, "trigger a") == {"judges rations": -1}
    assert s.rations == 2
    assert "ate" in s.news()


@pytest.mark.proves("CE-RES-14")
@every_mode
@pytest.mark.parametrize("who", JUDGES)
def test_eating_without_a_ration_brings_radiation(mode: str, who: str) -> None:
    s = about_to("eat", mode, rations=0)
    s.choose("trigger a")
    assert s.options == ["irradiate dredd", "irradiate giant", "irradiate anderson"]
    assert changes(s, f"irradiate {who}") == {f"{who} radiation": 1}
    assert s.rations == 0
    assert "starved" in s.news()


@pytest.mark.proves("CE-RULING-03")
@every_mode
def test_the_last_ration_is_eaten_without_radiation(mode: str) -> None:
    s = about_to("eat", mode, rations=1)
    assert changes(s, "trigger a") == {"judges rations": -1}
    assert s.options == ["trigger a", "ignore a"]


@pytest.mark.proves("CE-RES-01")
@pytest.mark.parametrize(
    ("symbol", "moves", "told"),
    [
        ("heal", ["heal dredd"], "Dredd is healed: 4 health."),
        ("wound", ["wound dredd"], "Dredd is wounded: 2 health."),
        ("radiation", ["irradiate dredd"], "Dredd takes radiation: 1."),
        ("rations", [], "The Judges find a ration: 4."),
        ("eat", [], "The Judges eat a ration: 2 left."),
        ("ammo", [], "The Judges find ammunition: 5."),
        ("violence", ["spend-ammo"], "The Judges spend ammunition: 3 left."),
        ("violence", ["spend-two dredd"], "Dredd pays 2 health: 1 left."),
        ("spend-survival", ["spend-one dredd"], "Dredd pays 1 health: 2 left."),
    ],
)
def test_everybody_is_told_what_is_left(symbol: str, moves: list[str], told: str) -> None:
    s = about_to(symbol, "solo", dredd=3, giant=3)
    s.choose("trigger a", *moves)
    assert s.match.events(None)[1]["text"] == told


# Whose tokens they are


@pytest.mark.proves("CE-RES-04", "CE-RES-05")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rations_and_ammunition_belong_to_the_team_not_to_a_player(seats: int) -> None:
    s = resolving(
        [NOTHING, card(must=["ammo", "rations"]), NOTHING], mode="cooperative", seats=seats
    )
    s.choose("ignore a")
    for seat in range(seats):
        team = s.view(seat)["teams"]["judges"]
        assert (team["ammo"], team["rations"]) == (5, 4)
    assert all(set(s.person(name)) == {"health", "radiation"} for name in JUDGES)


@pytest.mark.proves("CE-RES-04", "CE-RES-05")
def test_each_team_has_its_own_rations_and_ammunition() -> None:
    row = [NOTHING, card(must=["ammo", "rations", "rations", "eat"]), NOTHING]
    s = resolving(row, mode="head-to-head", team="perps")
    assert changes(s, "ignore a") == {"perps ammo": 1, "perps rations": 1}


# Limits


@pytest.mark.proves("CE-RES-06", "CE-RULING-14")
@every_mode
def test_nobody_goes_above_five_health(mode: str) -> None:
    s = about_to("heal", mode)
    assert changes(s, "trigger a") == {}
    assert [s.health(name) for name in JUDGES] == [5, 5, 5]
    assert s.options == ["trigger a", "ignore a"]
    assert "nothing" in s.news()


@pytest.mark.proves("CE-RES-06", "CE-RULING-14")
@every_mode
def test_the_only_one_below_five_is_healed(mode: str) -> None:
    s = about_to("heal", mode, giant=4)
    assert changes(s, "trigger a") == {"giant health": 1}
    assert s.health("giant") == 5


@pytest.mark.proves("CE-RES-06", "CE-RULING-14")
@every_mode
def test_a_heal_may_not_be_wasted_on_the_hale(mode: str) -> None:
    s = about_to("heal", mode, dredd=4, anderson=1)
    s.choose("trigger a")
    assert s.options == ["heal dredd", "heal anderson"]
    assert s.why_not("heal giant") == "CE-RES-06"


@pytest.mark.proves("CE-RULING-14")
@every_mode
def test_a_heal_is_lost_when_all_the_living_are_hale(mode: str) -> None:
    s = about_to("heal", mode, giant=0)
    assert changes(s, "trigger a") == {}
    assert s.dead("giant")


@pytest.mark.proves("CE-RULING-15")
@every_mode
def test_health_and_radiation_never_go_to_the_dead(mode: str) -> None:
    s = resolving([card(must=["heal", "radiation"]), NOTHING], mode=mode, dredd=0, giant=3)
    assert s.health("giant") == 4
    assert s.options == ["irradiate giant", "irradiate anderson"]
    assert s.why_not("irradiate dredd") == "CE-OVER-04"
    s = resolving([card(must=["heal"]), NOTHING], mode=mode, dredd=0, giant=3, anderson=3)
    assert s.options == ["heal giant", "heal anderson"]
    assert s.why_not("heal dredd") == "CE-OVER-04"


@pytest.mark.proves("CE-RULING-15")
@every_mode
def test_a_heal_does_not_remove_radiation(mode: str) -> None:
    s = resolving(
        [card(must=["heal"]), NOTHING], mode=mode, dredd=3, giant=3, radiation={"dredd": 2}
    )
    s.choose("heal dredd")
    assert (s.health("dredd"), s.radiation("dredd")) == (4, 2)


@pytest.mark.proves("CE-RES-07")
@every_mode
def test_there_is_no_limit_to_rations(mode: str) -> None:
    s = resolving([card(musts=[["rations"] * 10] * 2), NOTHING], mode=mode)
    assert s.rations == 23


@pytest.mark.proves("CE-RES-08")
@every_mode
def test_there_is_no_limit_to_ammunition(mode: str) -> None:
    s = resolving([card(musts=[["ammo"] * 10] * 2), NOTHING], mode=mode)
    assert s.ammo == 24


# Violence

VIOLENCE = [
    "spend-ammo",
    "spend-two dredd",
    "spend-two giant",
    "spend-two anderson",
    "kill dredd",
    "kill giant",
    "kill anderson",
]


@pytest.mark.proves("CE-RES-16")
@every_mode
@pytest.mark.parametrize("way", range(len(VIOLENCE)))
def test_violence_is_paid_in_exactly_one_of_three_ways(mode: str, way: int) -> None:
    s = about_to("violence", mode)
    s.choose("trigger a")
    assert s.options == VIOLENCE
    verb, name = f"{VIOLENCE[way]} ".split(" ")[:2]
    paid = {"spend-ammo": {"judges ammo": -1}, "spend-two": {f"{name} health": -2}}
    assert changes(s, VIOLENCE[way]) == paid.get(verb, {f"{name} health": -5})
    assert s.options == ["trigger a", "ignore a"]


@pytest.mark.proves("CE-RES-16")
@every_mode
def test_violence_cannot_be_declined(mode: str) -> None:
    s = resolving([card(must=["violence"]), NOTHING, NOTHING], mode=mode)
    assert s.options == VIOLENCE
    assert s.why_not("ignore a") == "CE-CARD-13"
    assert s.why_not("no-swap") == "CE-SYM-06"


@pytest.mark.proves("CE-RES-17")
@every_mode
def test_violence_is_paid_with_one_ammunition(mode: str) -> None:
    s = about_to("violence", mode, ammo=4)
    assert changes(s, "trigger a", "spend-ammo") == {"judges ammo": -1}
    assert s.ammo == 3
    assert "spent-ammo" in s.news()


@pytest.mark.proves("CE-RES-17")
@every_mode
def test_without_ammunition_violence_costs_health_or_a_life(mode: str) -> None:
    s = about_to("violence", mode, ammo=0)
    s.choose("trigger a")
    assert s.options == VIOLENCE[1:]
    assert s.why_not("spend-ammo") == "CE-RES-17"


@pytest.mark.proves("CE-RES-18")
@every_mode
@pytest.mark.parametrize("who", JUDGES)
def test_violence_is_paid_with_two_health_of_the_same_character(mode: str, who: str) -> None:
    s = about_to("violence", mode)
    s.choose("trigger a")
    assert changes(s, f"spend-two {who}") == {f"{who} health": -2}
    assert s.health(who) == 3
    assert "spent-health" in s.news()


@pytest.mark.proves("CE-RES-18")
@every_mode
def test_the_two_health_of_violence_cannot_be_one_each_from_two(mode: str) -> None:
    s = about_to("violence", mode)
    s.choose("trigger a")
    assert s.options == VIOLENCE
    assert s.why_not("spend-one dredd") == "CE-EXP-02"


@pytest.mark.proves("CE-RES-19")
@every_mode
@pytest.mark.parametrize("who", JUDGES)
@pytest.mark.parametrize("health", [1, 5])
def test_violence_is_paid_with_a_life(mode: str, who: str, health: int) -> None:
    s = resolving([card(must=["violence"]), NOTHING], mode=mode, health={who: health})
    s.choose(f"kill {who}")
    assert s.dead(who)
    assert {s.health(name) for name in JUDGES if name != who} == {5}
    assert s.ammo == 4
    assert "died" in s.news()


@pytest.mark.proves("CE-RULING-12")
@every_mode
def test_two_health_are_asked_only_of_those_who_have_two(mode: str) -> None:
    s = about_to("violence", mode, ammo=0, dredd=1, giant=2, anderson=1)
    s.choose("trigger a")
    assert s.options == ["spend-two giant", "kill dredd", "kill giant", "kill anderson"]
    assert s.why_not("spend-two dredd") == "CE-RES-18"


@pytest.mark.proves("CE-RULING-12")
@every_mode
def test_violence_can_always_be_paid_with_a_life(mode: str) -> None:
    s = about_to("violence", mode, ammo=0, dredd=1, giant=1, anderson=1)
    s.choose("trigger a")
    assert s.options == ["kill dredd", "kill giant", "kill anderson"]


@pytest.mark.proves("CE-RULING-12", "CE-RULING-13")
@every_mode
@pytest.mark.parametrize(("health", "radiation"), [(2, 0), (4, 3)])
def test_two_health_may_be_more_than_the_payer_can_bear(
    mode: str, health: int, radiation: int
) -> None:
    s = resolving(
        [card(must=["violence"]), NOTHING],
        mode=mode,
        dredd=health,
        radiation={"dredd": radiation},
    )
    s.choose("spend-two dredd")
    assert (s.health("dredd"), s.radiation("dredd")) == (0, 0)
    assert s.ammo == 4


# After dawn and dusk


@pytest.mark.proves("CE-RULING-02")
@every_mode
@pytest.mark.parametrize("time", ["dawn", "dusk"])
def test_a_team_that_has_nothing_to_eat_after_an_investigation_takes_radiation(
    mode: str, time: str
) -> None:
    s = resolving([NOTHING], mode=mode, time=time, rations=0, perp_rations=0, senior=0)
    s.choose("ignore a")
    assert s.seat == 0
    assert s.options == ["irradiate dredd", "irradiate giant", "irradiate anderson"]
    assert s.why_not("irradiate disciple") == "CE-RULING-04"


@pytest.mark.proves("CE-RULING-02")
def test_the_senior_judge_picks_who_goes_hungry() -> None:
    s = resolving([NOTHING], mode="cooperative", seats=3, senior=2, rations=0, giant=0)
    s.choose("ignore a")
    assert s.seat == 2
    assert s.options == ["irradiate dredd", "irradiate anderson"]


@pytest.mark.proves("CE-RULING-02")
def test_each_team_picks_who_of_its_own_goes_hungry() -> None:
    s = resolving([NOTHING], mode="head-to-head", rations=3, perp_rations=0, hands=[[], [2]])
    s.choose("ignore a")
    assert s.seat == 1
    assert s.options == ["irradiate mean-machine", "irradiate satellat", "irradiate disciple"]
    assert s.rations == 2


@pytest.mark.proves("CE-RULING-02")
def test_hunger_after_an_investigation_kills() -> None:
    s = resolving([NOTHING], rations=0, dredd=1, giant=0, anderson=0, radiation={"dredd": 1})
    s.choose("ignore a")
    assert s.reason == "all Judges are dead"
    s = resolving(
        [NOTHING],
        mode="head-to-head",
        health={"mean-machine": 1, "satellat": 0, "disciple": 0},
        radiation={"mean-machine": 1},
        perp_rations=0,
    )
    s.choose("ignore a")
    assert (s.reason, s.winners) == ("one team is dead", (0,))
