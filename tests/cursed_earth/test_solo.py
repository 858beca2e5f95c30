"""Solo rules: set-up and dawn."""

from __future__ import annotations

import pytest

import adjudge
from tests.cursed_earth.story import (
    NOTHING,
    Story,
    card,
    goal_name,
    plain_locations,
    resolving,
    starting,
    story_pack,
)

AMMO = card(must=["ammo"])


def encountered(s: Story) -> list[int]:
    """The cards encountered since the story began, in order."""
    events = [event for event in s.match.events(None) if event["what"] == "encountered"]
    return [dict(event["args"])["card"] for event in events]


@pytest.mark.proves("CE-SOLO-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_solo_is_refused_to_more_than_one_player(seats: int) -> None:
    with pytest.raises(adjudge.Invalid, match="CE-SOLO-01"):
        adjudge.new("cursed-earth", seats=seats, seed=1, mode="solo")


@pytest.mark.proves("CE-SOLO-01")
def test_one_player_plays_solo_and_takes_every_decision() -> None:
    match = adjudge.new("cursed-earth", seats=1, seed=1)
    assert match.save()["table"]["mode"] == "solo"
    while match.seat is not None:
        assert match.seat == 0
        assert match.save()["table"]["senior"] == 0
        match.play(len(match.options) - 1)
    assert match.outcome is not None
    with pytest.raises(adjudge.Invalid, match="CE-SETUP-01"):
        adjudge.new("cursed-earth", seats=1, seed=1, mode="cooperative")


@pytest.mark.proves("CE-SOLO-01")
def test_a_solo_row_is_resolved_under_the_cooperative_rules() -> None:
    row = [card(must=["wound", "ammo"]), card(one_of=[["violence"], ["radiation"]]), NOTHING]
    alone, together = (resolving(row, mode=mode) for mode in ("solo", "cooperative"))
    for text in ("wound dredd", "choose a", "spend-two giant"):
        assert alone.options == together.options
        alone.choose(text)
        together.choose(text)
    assert alone.team() == together.team()
    assert alone.team()["ammo"] == 5
    assert (alone.health("dredd"), alone.health("giant")) == (4, 3)
    assert alone.discard == together.discard == [14, 15]


@pytest.mark.proves("CE-SOLO-02")
@pytest.mark.parametrize(
    ("difficulty", "locations"), [("cadet", 10), ("street-judge", 11), ("chief-judge", 11)]
)
def test_solo_is_set_up_like_a_cooperative_game(difficulty: str, locations: int) -> None:
    goals = set()
    for seed in range(20):
        new = adjudge.new("cursed-earth", seats=1, seed=seed, difficulty=difficulty)
        table = new.save()["table"]
        assert table["difficulty"] == difficulty
        assert len(table["locations"]) == locations
        assert table["revealed"] == 3
        assert (table["teams"]["judges"]["pawn"], table["teams"]["perps"]["pawn"]) == (1, 3)
        goals.add(table["locations"].index(goal_name()) - locations)
    assert goals == {-3, -2, -1}


@pytest.mark.proves("CE-SOLO-02")
@pytest.mark.parametrize("difficulty", ["cadet", "street-judge", "chief-judge"])
def test_the_judges_of_a_solo_game_start_with_the_cooperative_tokens(difficulty: str) -> None:
    quiet = story_pack((), tuple((place, "flavour", "") for place in plain_locations()))
    s = Story(adjudge.new("cursed-earth", seats=1, seed=3, difficulty=difficulty, pack=quiet))
    assert [s.health(name) for name in ("dredd", "giant", "anderson")] == [5, 5, 5]
    assert (s.ammo, s.rations) == (4, 3)
    assert (s.table["round"], s.table["time"]) == (1, "dawn")


@pytest.mark.proves("CE-SOLO-02")
def test_a_solo_chief_judge_has_shootouts() -> None:
    row = [card(must=["wound", "advance"]), NOTHING]
    hard = resolving(row, pawns=(1, 2), difficulty="chief-judge", dice=[0])
    hard.choose("wound dredd")
    assert "shootout" in hard.news()
    assert hard.options == ["spend-one dredd", "spend-two giant", "spend-two anderson"]
    normal = resolving(row, pawns=(1, 2)).choose("wound dredd")
    assert normal.options == ["trigger a", "ignore a"]


@pytest.mark.proves("CE-SOLO-03")
def test_the_solo_player_draws_six_cards() -> None:
    for seed in range(5):
        s = Story(adjudge.new("cursed-earth", seats=1, seed=seed))
        assert len(s.table["hands"][0]) == 6
        assert len(s.deck) + len(s.row()) == 54


@pytest.mark.proves("CE-SODAWN-01", "CE-SODAWN-02", "CE-SODAWN-03", "CE-SODAWN-04", "CE-SODAWN-05")
def test_at_solo_dawn_hand_and_deck_build_a_row_kept_in_number_order() -> None:
    s = starting(hands=[[3, 8, 12, 24, 30, 50]], deck=[40, 10, 28, 60])
    assert s.view(0)["rows"]["above"] == [10, 40]
    assert s.options == ["play 3", "play 8", "play 12", "play 24", "play 30", "play 50"]
    s.choose("play 24")
    assert s.view(0)["rows"]["above"] == [10, 24, 40]
    assert s.options == ["play 3", "play 8", "play 12", "play 30", "play 50"]
    s.choose("play 3")
    assert s.view(0)["rows"]["above"] == [3, 10, 24, 28, 40]
    assert s.options == ["play 8", "play 12", "play 30", "play 50"]
    assert s.seat == 0
    assert s.deck[0] == 60


@pytest.mark.proves("CE-SODAWN-03", "CE-SODAWN-05")
def test_only_cards_of_the_hand_are_played_at_solo_dawn() -> None:
    s = starting(hands=[[3, 8, 12, 24, 30, 50]], deck=[40, 10])
    for text in ("play 40", "draw", "play 3 left"):
        assert s.why_not(text)


@pytest.mark.proves("CE-SODAWN-05", "CE-SODAWN-06", "CE-SODAWN-07")
def test_the_solo_dawn_row_of_six_is_resolved_by_number_and_then_the_judges_eat() -> None:
    s = starting(hands=[[AMMO] * 6], deck=[AMMO] * 3)
    s.choose("play 17", "play 14", "play 15")
    assert encountered(s) == [14, 15, 17, 20, 21, 22]
    assert s.news().count("drawn-into-row") == 1
    assert (s.ammo, s.rations) == (10, 2)
    assert s.table["time"] == "dusk"
    assert s.options == ["play 16", "play 18", "play 19"]


@pytest.mark.proves("CE-SODAWN-07")
def test_hungry_solo_judges_take_radiation_after_dawn() -> None:
    s = resolving([NOTHING], rations=0, hands=[[50, 51, 52]]).choose("ignore a")
    assert s.options == ["irradiate dredd", "irradiate giant", "irradiate anderson"]
    s.choose("irradiate giant")
    assert (s.rations, s.radiation("giant")) == (0, 1)
    assert s.options == ["play 50", "play 51", "play 52"]
