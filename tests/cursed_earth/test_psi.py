"""Psi: the symbol, in every mode."""

from __future__ import annotations

import re

import pytest

from tests.cursed_earth.story import NOTHING, SEATS, Story, card, resolving, starting

every_mode = pytest.mark.parametrize("mode", SEATS)
JUDGES = ("dredd", "giant", "anderson")
PSI = card(must=["psi"])
EVERY_SAYING = [
    f"say {judgement} {advice}"
    for judgement in ("very-good", "good", "mixed", "bad", "disastrous")
    for advice in ("play", "discard")
]
# What the psi action asks first in each mode, with the cards 16 to 19 on top of the deck.
PSI_ACTION = {
    "solo": ["keep 16 17", "keep 16 18", "keep 16 19", "keep 17 18", "keep 17 19", "keep 18 19"],
    "cooperative": EVERY_SAYING,
    "head-to-head": ["hide above", "hide below"],
}


def healths(s: Story) -> list[int]:
    """Health of Dredd, Giant and Anderson."""
    return [s.health(name) for name in JUDGES]


def meets(s: Story, number: int) -> bool:
    """Whether that card is being encountered."""
    prompt = s.match.prompt
    return prompt is not None and re.search(rf"Story {number}\b", prompt.text) is not None


# Two branches


@pytest.mark.proves("CE-PSI-01")
@every_mode
def test_psi_is_a_choice_between_exactly_two_things(mode: str) -> None:
    s = resolving([PSI, NOTHING], mode=mode, deck=[NOTHING] * 4)
    assert s.options == ["add-card", "psi-action"]
    assert s.why_not("ignore a") == "CE-CARD-13"
    assert s.why_not("no-swap") == "CE-SYM-06"


@pytest.mark.proves("CE-PSI-02", "CE-RULING-61")
@every_mode
def test_the_top_card_unseen_before_joins_the_end_of_the_row(mode: str) -> None:
    s = resolving([PSI, NOTHING, NOTHING], mode=mode, deck=[NOTHING, NOTHING])
    size = len(s.deck)
    for seat in (None, *range(SEATS[mode])):
        assert s.view(seat)["deck"] == size
        assert s.view(seat)["rows"]["above"] == [15, 16]
    s.choose("add-card")
    assert len(s.deck) == size - 1
    assert s.deck[0] == 18
    for seat in (None, *range(SEATS[mode])):
        assert s.view(seat)["deck"] == size - 1
    assert meets(s, 15)
    assert s.row() == [16, 17]
    assert healths(s) == [5, 5, 5]
    assert s.news()[0] == "added"


@pytest.mark.proves("CE-PSI-03")
@every_mode
def test_the_psi_action_costs_one_health_of_anderson(mode: str) -> None:
    s = resolving([PSI, NOTHING], mode=mode, deck=[NOTHING] * 4)
    s.choose("psi-action")
    assert healths(s) == [5, 5, 4]
    assert s.row() == [15]
    assert s.news()[0] == "spent-health"


@pytest.mark.proves("CE-PSI-03")
def test_the_psi_action_of_the_perps_costs_one_health_of_the_disciple() -> None:
    s = resolving([PSI, NOTHING], mode="head-to-head", team="perps", deck=[NOTHING])
    s.choose("psi-action")
    assert s.health("disciple") == 4
    assert (s.health("mean-machine"), s.health("satellat")) == (5, 5)
    assert healths(s) == [5, 5, 5]


@pytest.mark.proves("CE-PSI-04", "CE-RULING-08")
@every_mode
@pytest.mark.parametrize(("health", "radiation"), [(1, 0), (2, 2)])
def test_anderson_may_die_before_a_card_is_drawn_and_the_psi_action_follows(
    mode: str, health: int, radiation: int
) -> None:
    s = resolving(
        [PSI, NOTHING],
        mode=mode,
        anderson=health,
        radiation={"anderson": radiation},
        deck=[NOTHING] * 4,
    )
    size = len(s.deck)
    assert s.options == ["add-card", "psi-action"]
    s.choose("psi-action")
    assert s.person("anderson") == {"health": 0, "radiation": 0}
    assert s.options == PSI_ACTION[mode]
    drawn = {"solo": 4, "cooperative": 2, "head-to-head": 1}[mode]
    assert len(s.deck) == size - drawn
    shown = "psi-seen" if mode == "solo" else "psi-looked"
    assert s.news() == ["spent-health", "died"] + [shown] * drawn


@pytest.mark.proves("CE-PSI-05")
@every_mode
@pytest.mark.parametrize("other", ["dredd", "giant"])
def test_nobody_else_pays_for_the_psi_action(mode: str, other: str) -> None:
    s = resolving([PSI, NOTHING], mode=mode, deck=[NOTHING] * 4)
    assert s.options == ["add-card", "psi-action"]
    assert s.why_not(f"spend-two {other}") == "CE-RES-16"
    s.choose("psi-action")
    assert s.health(other) == 5


@pytest.mark.proves("CE-PSI-06")
@every_mode
def test_the_psi_action_depends_on_the_mode(mode: str) -> None:
    s = resolving([PSI, NOTHING], mode=mode, deck=[NOTHING] * 4)
    s.choose("psi-action")
    assert s.options == PSI_ACTION[mode]


# When Anderson is dead, or dies last


@pytest.mark.proves("CE-RULING-07", "CE-CLAR-04")
@every_mode
def test_without_a_psi_specialist_a_card_is_added_and_nothing_is_asked(mode: str) -> None:
    row = [NOTHING, PSI, NOTHING]
    s = resolving(row, mode=mode, anderson=0, deck=[NOTHING] * 5)
    s.choose("ignore a")
    assert meets(s, 16)
    assert s.row() == [17]
    assert healths(s) == [5, 5, 0]


@pytest.mark.proves("CE-RULING-07")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_without_anderson_the_disciple_of_a_shootout_adds_a_card(mode: str) -> None:
    s = resolving(
        [NOTHING, card(must=["advance"]), NOTHING],
        mode=mode,
        difficulty="chief-judge",
        pawns=(2, 3),
        dice=[2],
        anderson=0,
        deck=[NOTHING] * 5,
    )
    s.choose("ignore a")
    assert "shootout" in s.news()
    assert meets(s, 16)
    assert s.row() == [17]
    assert healths(s) == [5, 5, 0]


@pytest.mark.proves("CE-RULING-08")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
@pytest.mark.parametrize(("health", "radiation"), [(1, 0), (2, 2)])
def test_paying_with_the_last_life_loses_before_the_psi_action(
    mode: str, health: int, radiation: int
) -> None:
    s = resolving(
        [PSI, NOTHING],
        mode=mode,
        dredd=0,
        giant=0,
        anderson=health,
        radiation={"anderson": radiation},
        deck=[NOTHING] * 4,
    )
    size = len(s.deck)
    s.choose("psi-action")
    assert (s.reason, s.winners) == ("all Judges are dead", ())
    assert len(s.deck) == size
    assert s.news() == ["spent-health", "died", "ended"]


@pytest.mark.proves("CE-RULING-08")
def test_paying_with_the_last_perp_meets_an_end_before_the_psi_action() -> None:
    s = resolving(
        [PSI, NOTHING],
        mode="head-to-head",
        team="perps",
        mean_machine=0,
        satellat=0,
        disciple=1,
        deck=[NOTHING],
    )
    size = len(s.deck)
    s.choose("psi-action")
    assert (s.reason, s.winners) == ("one team is dead", (0,))
    assert len(s.deck) == size
    assert s.table["waiting"] == []
    assert s.row() == [15]


# When the deck is short


@pytest.mark.proves("CE-RULING-09")
@pytest.mark.parametrize(
    ("mode", "seats", "needed"),
    [
        ("solo", 1, 4),
        ("cooperative", 2, 2),
        ("cooperative", 3, 3),
        ("cooperative", 4, 4),
        ("head-to-head", 2, 1),
    ],
)
def test_the_psi_action_needs_all_its_cards(mode: str, seats: int, needed: int) -> None:
    s = resolving([PSI, NOTHING], mode=mode, seats=seats, deck=[NOTHING] * needed, deck_ends=True)
    assert s.options == ["add-card", "psi-action"]
    s.choose("psi-action")
    assert s.deck == []
    assert s.reason == ""


@pytest.mark.proves("CE-RULING-09")
@pytest.mark.parametrize(
    ("mode", "seats", "cards"),
    [
        ("solo", 1, 1),
        ("solo", 1, 3),
        ("cooperative", 2, 1),
        ("cooperative", 3, 2),
        ("cooperative", 4, 3),
    ],
)
def test_a_deck_too_small_for_the_psi_action_leaves_the_other_branch(
    mode: str, seats: int, cards: int
) -> None:
    s = resolving(
        [NOTHING, PSI, NOTHING], mode=mode, seats=seats, deck=[NOTHING] * cards, deck_ends=True
    )
    s.choose("ignore a")
    assert meets(s, 16)
    assert s.row() == [17]
    assert s.deck == list(range(18, 17 + cards))
    assert s.health("anderson") == 5


@pytest.mark.proves("CE-RULING-09", "CE-RULING-18")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_psi_with_an_empty_deck_loses_for_the_discard_pile_is_never_reused(mode: str) -> None:
    s = resolving([NOTHING, card(must=["psi", "ammo"]), NOTHING], mode=mode, deck_ends=True)
    assert len(s.discard) == 57
    s.choose("ignore a")
    assert (s.reason, s.winners) == ("the encounter deck ran out", ())
    assert s.ammo == 4


@pytest.mark.proves("CE-RULING-09")
@pytest.mark.parametrize(("pawns", "winner"), [((2, 1), 0), ((1, 2), 1)])
def test_psi_with_an_empty_deck_is_the_third_ending_of_head_to_head(
    pawns: tuple[int, int], winner: int
) -> None:
    row = [NOTHING, card(must=["psi", "ammo"]), NOTHING]
    s = resolving(row, mode="head-to-head", deck_ends=True, pawns=pawns)
    s.choose("ignore a")
    assert s.reason == "the encounter deck ran out, the nearer team wins"
    assert s.winners == (winner,)
    assert s.ammo == 4


# What joins the row


@pytest.mark.proves("CE-RULING-21")
@every_mode
def test_a_card_added_at_dawn_is_not_sorted(mode: str) -> None:
    s = resolving([PSI, NOTHING, NOTHING], mode=mode, deck=[2])
    s.choose("add-card")
    assert s.row() == [16, 2]


@pytest.mark.proves("CE-RULING-21")
def test_the_two_cards_of_solo_psi_are_in_order_between_themselves_only() -> None:
    s = resolving([PSI, NOTHING, NOTHING], deck=[9, 2, 50, 7])
    s.choose("psi-action")
    assert s.options[0] == "keep 2 7"
    s.choose("keep 2 9")
    assert s.row() == [16, 2, 9]


@pytest.mark.proves("CE-RULING-21")
def test_the_card_agreed_on_is_not_sorted() -> None:
    s = resolving([PSI, NOTHING, NOTHING], mode="cooperative", deck=[9, 2])
    s.choose("psi-action", "say bad discard", "say good play", "agree 1")
    assert s.row() == [16, 2]
    assert s.discard == [9, 14]


@pytest.mark.proves("CE-RULING-21")
@pytest.mark.parametrize(
    ("time", "row"), [("dawn", [15, 50, 51, 52, 53, 54]), ("dusk", [50, 51, 52, 53, 54, 15])]
)
def test_the_hidden_card_of_head_to_head_is_sorted_at_dawn_only(time: str, row: list[int]) -> None:
    s = starting(
        mode="head-to-head",
        time=time,
        dawn_picker=1,
        hands=[[NOTHING, 51, 53], [50, 52, 54]],
        waiting=[("above", NOTHING, 1)],
    )
    s.choose("play 14 above", "play 50 above", "play 51 above")
    s.choose("play 52 above", "play 53 above", "play 54 above", "take above")
    assert meets(s, 14)
    assert s.row() == row


@pytest.mark.proves("CE-RULING-61")
@every_mode
def test_a_card_added_by_the_last_card_is_met_in_the_same_investigation(mode: str) -> None:
    s = resolving([PSI], mode=mode, deck=[NOTHING])
    s.choose("add-card")
    assert meets(s, 15)
    assert s.table["time"] == "dawn"
    assert s.rations == 3


@pytest.mark.proves("CE-RULING-61")
@pytest.mark.parametrize(
    ("mode", "moves", "met", "row"),
    [
        ("solo", ["keep 15 17"], 15, [17]),
        ("cooperative", ["say good play", "say bad discard", "agree 0"], 15, []),
    ],
)
def test_the_cards_of_a_psi_action_on_the_last_card_are_met_too(
    mode: str, moves: list[str], met: int, row: list[int]
) -> None:
    s = resolving([PSI], mode=mode, deck=[NOTHING] * 4)
    s.choose("psi-action", *moves)
    assert meets(s, met)
    assert s.row() == row
    assert s.table["time"] == "dawn"


@pytest.mark.proves("CE-RULING-61")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_a_card_added_by_a_shootout_on_the_last_card_is_met_too(mode: str) -> None:
    s = resolving(
        [card(must=["advance"])],
        mode=mode,
        difficulty="chief-judge",
        pawns=(2, 3),
        dice=[2],
        deck=[NOTHING],
    )
    assert s.options == ["add-card", "psi-action"]
    s.choose("add-card")
    assert meets(s, 15)
    assert s.table["time"] == "dawn"


@pytest.mark.proves("CE-RULING-61")
@every_mode
@pytest.mark.parametrize("symbol", ["skip", "remove"])
def test_an_added_card_counts_for_skip_and_remove(mode: str, symbol: str) -> None:
    s = resolving([card(must=["psi", symbol], may=[["heal"]])], mode=mode, deck=[NOTHING])
    s.choose("add-card")
    assert s.row() == []
    assert s.discard == [15]


@pytest.mark.proves("CE-RULING-61")
@every_mode
def test_an_added_card_counts_for_swap(mode: str) -> None:
    s = resolving([card(must=["psi", "swap"]), NOTHING], mode=mode, deck=[NOTHING])
    s.choose("add-card")
    assert s.options == ["swap 1", "swap 2", "no-swap"]
    s.choose("swap 1", "with 2")
    assert meets(s, 16)
    assert s.row() == [15]


@pytest.mark.proves("CE-RULING-61")
def test_the_cards_of_a_psi_action_count_for_swap_and_remove() -> None:
    s = resolving([card(must=["psi", "swap", "remove"])], deck=[NOTHING] * 4)
    s.choose("psi-action", "keep 15 16")
    assert s.options == ["swap 1", "swap 2", "no-swap"]
    s.choose("swap 1", "with 2")
    assert meets(s, 16)
    assert s.discard == [14, 15, 17, 18]
