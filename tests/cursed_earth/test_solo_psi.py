"""Solo rules: psi."""

from __future__ import annotations

import pytest

from tests.cursed_earth.story import card, resolving

PSI = card(must=["psi"])
WOUND = card(must=["wound"])


@pytest.mark.proves("CE-SOPSI-01")
def test_solo_psi_adds_a_card_from_the_deck_to_the_end_of_the_row() -> None:
    s = resolving([PSI, WOUND, 60], deck=[9, 50])
    assert s.options == ["add-card", "psi-action"]
    s.choose("add-card")
    assert s.row() == [60, 9]
    assert 9 in [dict(event["args"]).get("card") for event in s.match.events(0)]
    assert s.deck[0] == 50
    assert s.health("anderson") == 5


@pytest.mark.proves("CE-SOPSI-01", "CE-SOPSI-02")
def test_the_solo_psi_action_costs_anderson_one_health_and_shows_four_cards() -> None:
    s = resolving([PSI, WOUND], deck=[50, 9, 33, 11, 7])
    before = len(s.deck)
    s.choose("psi-action")
    assert s.health("anderson") == 4
    assert (s.health("dredd"), s.health("giant")) == (5, 5)
    assert len(s.deck) == before - 4
    assert s.deck[0] == 7
    assert s.view(0)["psi_cards"] == [9, 11, 33, 50]
    seen = [event for event in s.match.events(0) if event["what"] == "psi-seen"]
    assert [event["args"] for event in seen] == [
        [["seat", 0], ["card", c]] for c in (9, 11, 33, 50)
    ]


@pytest.mark.proves("CE-SOPSI-02")
def test_the_solo_psi_action_needs_four_cards_in_the_deck() -> None:
    enough = resolving([PSI, WOUND], deck=[50, 9, 33, 11], deck_ends=True)
    assert enough.options == ["add-card", "psi-action"]
    enough.choose("psi-action")
    assert enough.deck == []
    short = resolving([WOUND, PSI, WOUND], deck=[50, 9, 33], deck_ends=True).choose("wound dredd")
    assert short.row() == [50]
    assert short.health("anderson") == 5


@pytest.mark.proves("CE-SOPSI-03", "CE-SOPSI-04", "CE-SOPSI-05")
@pytest.mark.parametrize("time", ["dawn", "dusk"])
def test_two_of_the_four_join_the_end_of_the_row_in_number_order(time: str) -> None:
    s = resolving([PSI, WOUND, 60], time=time, deck=[50, 33, 9, 11]).choose("psi-action")
    assert s.options == [
        "keep 9 11",
        "keep 9 33",
        "keep 9 50",
        "keep 11 33",
        "keep 11 50",
        "keep 33 50",
    ]
    assert s.seat == 0
    assert s.why_not("keep 50 9") == "CE-SOPSI-04"
    assert s.why_not("keep 9 9") == "CE-SOPSI-04"
    assert s.why_not("keep 9 12") == "CE-SOPSI-03"
    assert s.why_not("keep 7 9") == "CE-SOPSI-03"
    assert s.why_not("keep 9 50") == ""
    before = len(s.match.events(0))
    s.choose("keep 9 50")
    told = [dict(event["args"]).get("card") for event in s.match.events(0)[before:]]
    assert told[:5] == [9, 50, 11, 33, 14]
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    assert s.row() == [60, 9, 50]
    assert s.discard == [11, 14, 33]
    assert s.table["psi_cards"] == [None, None, None, None]


@pytest.mark.proves("CE-SOPSI-03")
def test_any_two_of_the_four_may_be_kept() -> None:
    for pair in ([9, 11], [9, 33], [11, 33], [11, 50], [33, 50]):
        s = resolving([PSI, WOUND], deck=[50, 33, 9, 11]).choose("psi-action")
        s.choose(f"keep {pair[0]} {pair[1]}")
        assert s.row() == pair
        assert [c for c in s.discard if c != 14] == [c for c in (9, 11, 33, 50) if c not in pair]
