"""COLLECT FRAGMENT: three cards of the collector, or three of one dead team-mate."""

from __future__ import annotations

import pytest

from adjudge.games.helter_skelter.schema import Card
from tests.helter_skelter.story import Story, card, story

LYING = [[12, 33, 34, 35]]  # one has been collected
GIANT, DREDD, ANDERSON = card("giant"), card("dredd"), card("anderson")


def kai_on_a_fragment(*hand: Card) -> Story:
    """Kai stands on a fragment of Sláine's colour."""
    return story({"kai": 12}, hands=[hand], teams=("slaine", "judges"), fragments=LYING)


def dredd_on_a_fragment(*hand: Card, dead: tuple[str, ...] = ("giant",)) -> Story:
    """Dredd stands on a fragment of the Judges' colour; Giant is dead."""
    return story({"dredd": 12, "hershey": 1}, hands=[hand], dead=dead, fragments=LYING)


@pytest.mark.proves("HS-FRAG-01", "HS-FRAG-04")
def test_a_fragment_costs_three_cards_and_is_a_point() -> None:
    s = kai_on_a_fragment(card("kai"), card("niamh"), card("kai", "ukko"), card("kai"), card("kai"))
    assert s.offered("collect") == ["kai kai"]
    s.choose("collect kai kai")
    assert s.options == ["pay 1 3 4", "pay 1 3 5", "pay 1 4 5", "pay 3 4 5"]
    assert s.why_not("pay 1 2 3") == "HS-FRAG-01"
    assert (s.points(0), s.player(0)["fragments"]) == (1, [12, 33, 34, 35])
    s.choose("pay 1 3 5")
    assert (s.hand(0), s.discard(0)) == ([2, 4], [1, 3, 5])
    assert (s.points(0), s.player(0)["fragments"]) == (2, [33, 34, 35])
    assert (s.player(0)["collected"], s.space("kai"), s.in_window) == (2, 12, True)


@pytest.mark.proves("HS-FRAG-01")
def test_two_cards_are_not_enough_for_a_fragment() -> None:
    s = kai_on_a_fragment(card("kai"), card("kai"), card("niamh"))
    assert (s.offered("collect"), s.why_not("collect kai kai")) == ([], "HS-FRAG-01")


@pytest.mark.proves("HS-FRAG-04")
def test_a_collected_fragment_is_gone() -> None:
    s = kai_on_a_fragment(*[card("kai")] * 6)
    s.choose("collect kai kai", "pay 1 2 3").nobody_interrupts()
    assert (s.offered("collect"), s.why_not("collect kai kai")) == ([], "HS-FRAG-03")


@pytest.mark.proves("HS-FRAG-04")
def test_everybody_is_told_who_collected_and_where() -> None:
    s = kai_on_a_fragment(*[card("kai")] * 3).choose("collect kai kai", "pay 1 2 3")
    for seat in (0, 1, None):
        told = [event["text"] for event in s.match.events(seat) if event["what"] == "collected"]
        assert told == ["Kai collects the fragment on space 12."]
        assert s.match.view(seat)["shown"]["points"] == [2, 0]


@pytest.mark.proves("HS-FRAG-02")
def test_only_fragments_of_the_own_colour_are_collected() -> None:
    fragments = [[33, 34, 35, 36], [12, 25, 26, 27]]
    s = story({"dredd": 12}, hands=[[DREDD] * 3], fragments=fragments)
    assert (s.offered("collect"), s.why_not("collect dredd dredd")) == ([], "HS-FRAG-02")
    assert s.offered("move") == ["dredd"]


@pytest.mark.proves("HS-FRAG-03")
@pytest.mark.parametrize("space", [11, 13, 4, 20, 2])
def test_a_fragment_on_another_space_is_not_collected(space: int) -> None:
    s = story({"dredd": space, "hershey": 12}, hands=[[DREDD] * 3], fragments=LYING)
    assert (s.offered("collect"), s.why_not("collect dredd dredd")) == ([], "HS-FRAG-03")


@pytest.mark.proves("HS-FRAG-01")
def test_only_ones_own_living_figures_on_the_map_collect() -> None:
    s = story({"wulf": 12}, hands=[[GIANT, GIANT, GIANT]], dead=["dredd"], fragments=LYING)
    refusals = [s.why_not(f"collect {id} giant") for id in ("dredd", "hershey", "wulf")]
    assert refusals == ["HS-DMG-03", "HS-RULING-08", "HS-PREP-04"]
    assert s.offered("collect") == []


# With cards of the dead


@pytest.mark.proves("HS-FRAG-05")
def test_three_cards_of_a_dead_team_mate_pay_for_a_fragment() -> None:
    s = dredd_on_a_fragment(GIANT, GIANT, card("giant", "anderson"), DREDD)
    assert s.offered("collect") == ["dredd giant"]
    s.choose("collect dredd giant")
    assert s.options == ["pay 1 2 3"]
    s.choose("pay 1 2 3")
    assert (s.points(0), s.hand(0), s.discard(0)) == (2, [4], [1, 2, 3])


@pytest.mark.proves("HS-FRAG-05")
def test_whose_cards_pay_is_said_with_the_action() -> None:
    s = dredd_on_a_fragment(*[GIANT] * 3, *[DREDD] * 3)
    assert s.offered("collect") == ["dredd giant", "dredd dredd"]
    own = Story(s.match.copy()).choose("collect dredd dredd")
    assert own.options == ["pay 4 5 6"]
    s.choose("collect dredd giant")
    assert s.options == ["pay 1 2 3"]


@pytest.mark.proves("HS-FRAG-05")
def test_cards_of_living_and_of_waiting_team_mates_do_not_pay() -> None:
    hand = [card("hershey", "anderson")] * 3
    s = dredd_on_a_fragment(*hand)
    assert s.offered("collect") == []
    refusals = [s.why_not(f"collect dredd {id}") for id in ("hershey", "anderson")]
    assert refusals == ["HS-FRAG-05"] * 2


@pytest.mark.proves("HS-FRAG-06")
def test_cards_of_the_collector_and_of_the_dead_do_not_mix() -> None:
    s = dredd_on_a_fragment(DREDD, DREDD, GIANT)
    assert s.offered("collect") == []
    assert s.why_not("collect dredd dredd") == "HS-FRAG-01"
    s = dredd_on_a_fragment(GIANT, GIANT, DREDD)
    assert s.offered("collect") == []
    s = dredd_on_a_fragment(GIANT, GIANT, card("giant", "dredd"))
    assert s.offered("collect") == ["dredd giant"]


@pytest.mark.proves("HS-FRAG-06")
def test_a_mixed_payment_is_refused_by_the_rule_against_mixing() -> None:
    s = dredd_on_a_fragment(*[GIANT] * 3, *[DREDD] * 3)
    s.choose("collect dredd giant")
    assert s.why_not("pay 1 2 4") == "HS-FRAG-06"


@pytest.mark.proves("HS-FRAG-05")
def test_too_few_cards_of_the_dead_are_refused_by_the_rule_about_the_dead() -> None:
    assert dredd_on_a_fragment(GIANT, GIANT).why_not("collect dredd giant") == "HS-FRAG-05"


@pytest.mark.proves("HS-RULING-40")
def test_all_three_are_cards_of_one_and_the_same_dead() -> None:
    dead = ("giant", "anderson")
    s = dredd_on_a_fragment(GIANT, GIANT, ANDERSON, dead=dead)
    assert s.offered("collect") == []
    s = dredd_on_a_fragment(GIANT, GIANT, card("giant", "anderson"), ANDERSON, dead=dead)
    assert s.offered("collect") == ["dredd giant"]
    assert s.choose("collect dredd giant").options == ["pay 1 2 3"]


@pytest.mark.proves("HS-RULING-41")
def test_slaine_is_not_dead_when_warp_slaine_has_taken_his_place() -> None:
    places = {"niamh": 12, "slaine": 1}
    hands = [[card("slaine")] * 3]
    s = story(places, hands=hands, teams=("slaine", "judges"), fragments=LYING, warped=True)
    assert (s.offered("collect"), s.why_not("collect niamh slaine")) == ([], "HS-FRAG-05")


@pytest.mark.proves("HS-RULING-41")
def test_once_warp_slaine_is_killed_his_cards_pay_for_others() -> None:
    s = story(
        {"niamh": 12},
        hands=[[card("slaine")] * 3],
        teams=("slaine", "judges"),
        fragments=LYING,
        warped=True,
        dead=["slaine"],
    )
    assert s.offered("collect") == ["niamh slaine"]
    s.choose("collect niamh slaine", "pay 1 2 3")
    assert s.points(0) == 2


@pytest.mark.proves("HS-RULING-41")
def test_warp_slaine_himself_collects_with_slaines_cards() -> None:
    hands = [[card("slaine")] * 3]
    s = story({"slaine": 12}, hands=hands, teams=("slaine", "judges"), fragments=LYING, warped=True)
    assert s.offered("collect") == ["slaine slaine"]


@pytest.mark.proves("HS-RULING-41")
def test_the_dead_of_other_teams_pay_for_nothing() -> None:
    s = story({"dredd": 12}, hands=[[GIANT] * 3], dead=["wulf"], fragments=LYING)
    assert (s.offered("collect"), s.why_not("collect dredd wulf")) == ([], "HS-FRAG-05")
