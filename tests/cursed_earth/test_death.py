"""Character death."""

from __future__ import annotations

import pytest

from tests.cursed_earth.story import NOTHING, SEATS, card, resolving

every_mode = pytest.mark.parametrize("mode", SEATS)
alone_or_together = pytest.mark.parametrize("mode", ["solo", "cooperative"])


@pytest.mark.proves("CE-DEATH-01")
@every_mode
def test_who_has_no_health_left_dies_at_once(mode: str) -> None:
    s = resolving([card(must=["wound", "wound"]), NOTHING], mode=mode, dredd=1)
    s.choose("wound dredd")
    assert s.dead("dredd")
    assert s.options == ["wound giant", "wound anderson"]
    assert s.news() == ["wounded", "died"]


@pytest.mark.proves("CE-DEATH-01")
@every_mode
def test_who_has_one_health_left_lives(mode: str) -> None:
    s = resolving([card(must=["wound", "wound"]), NOTHING], mode=mode, dredd=2)
    s.choose("wound dredd")
    assert s.health("dredd") == 1
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]


@pytest.mark.proves("CE-DEATH-02")
@every_mode
def test_who_has_less_health_than_radiation_dies_at_once(mode: str) -> None:
    s = resolving(
        [card(must=["wound", "wound"]), NOTHING], mode=mode, dredd=2, radiation={"dredd": 2}
    )
    s.choose("wound dredd")
    assert s.dead("dredd")
    assert s.options == ["wound giant", "wound anderson"]


@pytest.mark.proves("CE-DEATH-02", "CE-DEATH-04")
@every_mode
def test_a_third_radiation_kills_who_has_two_health_and_all_tokens_go(mode: str) -> None:
    s = resolving(
        [card(must=["radiation"]), NOTHING], mode=mode, dredd=2, radiation={"dredd": 2, "giant": 1}
    )
    s.choose("irradiate dredd")
    assert s.person("dredd") == {"health": 0, "radiation": 0}
    assert s.person("giant") == {"health": 5, "radiation": 1}
    assert s.news()[:2] == ["irradiated", "died"]


@pytest.mark.proves("CE-DEATH-03")
@every_mode
@pytest.mark.parametrize(
    ("symbol", "choice", "health", "radiation"),
    [("radiation", "irradiate dredd", 2, 1), ("wound", "wound dredd", 3, 2)],
)
def test_who_has_as_much_health_as_radiation_lives(
    mode: str, symbol: str, choice: str, health: int, radiation: int
) -> None:
    s = resolving(
        [card(must=[symbol]), NOTHING], mode=mode, dredd=health, radiation={"dredd": radiation}
    )
    s.choose(choice)
    assert s.person("dredd") == {"health": 2, "radiation": 2}
    assert "died" not in s.news()


@pytest.mark.proves("CE-DEATH-04")
@every_mode
def test_all_tokens_of_a_character_who_is_lost_are_removed(mode: str) -> None:
    s = resolving(
        [card(must=["death"]), NOTHING], mode=mode, giant=4, radiation={"giant": 3, "dredd": 1}
    )
    s.choose("lose giant")
    assert s.person("giant") == {"health": 0, "radiation": 0}
    assert s.person("dredd") == {"health": 5, "radiation": 1}


@pytest.mark.proves("CE-DEATH-05")
@every_mode
def test_everybody_sees_the_dead_characters_card_turned_over(mode: str) -> None:
    s = resolving(
        [card(must=["wound"]), NOTHING], mode=mode, dredd=3, radiation={"dredd": 3, "giant": 1}
    )
    s.choose("wound dredd")
    for seat in (None, *range(SEATS[mode])):
        people = s.view(seat)["teams"]["judges"]["characters"]
        assert people["dredd"] == {"health": 0, "radiation": 0}
        assert people["giant"] == {"health": 5, "radiation": 1}
        told = [event["text"] for event in s.match.events(seat) if event["what"] == "died"]
        assert told == ["Dredd dies."]


@pytest.mark.proves("CE-DEATH-06")
@alone_or_together
@pytest.mark.parametrize("symbol", ["wound", "radiation", "death", "violence", "eat"])
def test_the_players_lose_when_the_last_judge_dies(mode: str, symbol: str) -> None:
    s = resolving(
        [NOTHING, card(must=[symbol, "ammo", "ammo"]), NOTHING],
        mode=mode,
        ammo=0,
        rations=0,
        dredd=0,
        giant=1,
        anderson=0,
        radiation={"giant": 1},
    )
    s.choose("ignore a")
    assert (s.reason, s.winners) == ("all Judges are dead", ())
    assert s.ammo == 0
    assert s.row() == [16]
    assert s.news()[-2:] == ["died", "ended"]


@pytest.mark.proves("CE-DEATH-06")
@alone_or_together
def test_two_dead_judges_are_no_loss(mode: str) -> None:
    s = resolving([card(must=["death", "death", "ammo"]), NOTHING], mode=mode)
    s.choose("lose giant", "lose dredd")
    assert s.reason == ""
    assert s.ammo == 5
    assert s.health("anderson") == 5


@pytest.mark.proves("CE-DEATH-07")
@every_mode
@pytest.mark.parametrize("who", ["dredd", "giant", "anderson"])
@pytest.mark.parametrize("health", [1, 5])
def test_death_takes_one_of_your_own_whatever_their_health(
    mode: str, who: str, health: int
) -> None:
    s = resolving([card(must=["death"]), NOTHING], mode=mode, health={who: health})
    assert s.options == ["lose dredd", "lose giant", "lose anderson"]
    assert s.why_not("lose satellat") == "CE-RULING-04"
    assert s.why_not("ignore a") == "CE-CARD-13"
    s.choose(f"lose {who}")
    assert s.dead(who)
    others = [name for name in ("dredd", "giant", "anderson") if name != who]
    assert [s.health(name) for name in others] == [5, 5]


@pytest.mark.proves("CE-DEATH-07")
def test_death_on_the_perps_row_takes_a_perp() -> None:
    s = resolving([card(must=["death"]), NOTHING], mode="head-to-head", team="perps")
    assert s.options == ["lose mean-machine", "lose satellat", "lose disciple"]
    s.choose("lose satellat")
    assert s.dead("satellat")
    assert s.health("giant") == 5
