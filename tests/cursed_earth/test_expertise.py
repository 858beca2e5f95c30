"""Expertise symbols: survival and diplomacy, gained and spent."""

from __future__ import annotations

import pytest

from tests.cursed_earth.story import NOTHING, SEATS, Story, card, resolving

every_mode = pytest.mark.parametrize("mode", SEATS)
JUDGES = ("dredd", "giant", "anderson")


def healths(s: Story) -> list[int]:
    """Health of Dredd, Giant and Anderson."""
    return [s.health(name) for name in JUDGES]


# Gaining


@pytest.mark.proves("CE-EXP-01")
@every_mode
@pytest.mark.parametrize("expertise", ["survival", "diplomacy"])
def test_a_card_that_gives_expertise_is_kept(mode: str, expertise: str) -> None:
    s = resolving([NOTHING, card(must=[f"gain-{expertise}"]), NOTHING], mode=mode)
    s.choose("ignore a")
    assert s.team()[expertise] == [15]
    assert s.kept() == [15]
    assert s.discard == [14]
    assert s.news()[2:] == ["encountered", "triggered", "kept", "encountered"]


@pytest.mark.proves("CE-EXP-01")
def test_the_perps_keep_a_card_in_their_own_team_area() -> None:
    row = [card(must=["gain-survival"]), card(must=["gain-diplomacy"]), NOTHING]
    s = resolving(row, mode="head-to-head", team="perps")
    assert (s.team("perps")["survival"], s.team("perps")["diplomacy"]) == ([14], [15])
    assert s.kept("judges") == []


@pytest.mark.proves("CE-EXP-07", "CE-EXP-08")
@every_mode
@pytest.mark.parametrize(
    ("expertise", "other"), [("survival", "diplomacy"), ("diplomacy", "survival")]
)
def test_gaining_and_spending_have_symbols_of_their_own(
    mode: str, expertise: str, other: str
) -> None:
    s = resolving([card(must=[f"gain-{expertise}"]), NOTHING], mode=mode)
    assert (s.team()[expertise], s.team()[other]) == ([14], [])
    assert healths(s) == [5, 5, 5]
    kept = {expertise: [NOTHING], other: [NOTHING]}
    s = resolving([card(must=[f"spend-{expertise}"]), NOTHING], mode=mode, kept=kept)
    s.choose("spend-card 16")
    assert (s.team()[expertise], s.team()[other]) == ([], [17])


@pytest.mark.proves("CE-RULING-16")
@every_mode
def test_the_card_is_kept_as_soon_as_its_gain_is_resolved(mode: str) -> None:
    c = card(musts=[["gain-survival", "wound"], ["ammo"]], may=[["rations"]])
    s = resolving([c, NOTHING], mode=mode)
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    assert s.kept() == [14]
    s.choose("wound dredd")
    assert s.ammo == 5
    s.choose("trigger a")
    assert s.rations == 4
    assert s.kept() == [14]
    assert s.discard == []


@pytest.mark.proves("CE-RULING-16")
@every_mode
@pytest.mark.parametrize("expertise", ["survival", "diplomacy"])
def test_a_card_may_pay_for_its_own_later_symbol(mode: str, expertise: str) -> None:
    s = resolving(
        [card(must=[f"gain-{expertise}", f"spend-{expertise}", "wound"]), NOTHING], mode=mode
    )
    assert s.options[0] == "spend-card 14"
    s.choose("spend-card 14")
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    s.choose("wound dredd")
    assert s.kept() == []
    assert s.discard == [14]
    assert healths(s) == [4, 5, 5]


@pytest.mark.proves("CE-RULING-17")
@every_mode
def test_a_gain_in_a_choice_not_taken_keeps_nothing(mode: str) -> None:
    s = resolving([card(one_of=[["gain-survival"], ["ammo"]]), NOTHING], mode=mode)
    s.choose("choose b")
    assert s.kept() == []
    assert s.discard == [14]


@pytest.mark.proves("CE-RULING-17")
@every_mode
def test_a_gain_in_an_option_left_alone_keeps_nothing(mode: str) -> None:
    s = resolving([card(may=[["gain-diplomacy"]]), NOTHING], mode=mode)
    s.choose("ignore a")
    assert s.kept() == []
    assert s.discard == [14]
    s = resolving([card(may=[["gain-diplomacy"]]), NOTHING], mode=mode)
    s.choose("trigger a")
    assert s.kept() == [14]
    assert s.discard == []


@pytest.mark.proves("CE-RULING-17")
@every_mode
@pytest.mark.parametrize("first", ["survival", "diplomacy"])
@pytest.mark.parametrize("second", ["survival", "diplomacy"])
def test_a_card_with_both_gains_pays_once_and_for_either(
    mode: str, first: str, second: str
) -> None:
    row = [
        card(must=["gain-survival", "gain-diplomacy"]),
        card(must=[f"spend-{first}", f"spend-{second}"]),
        NOTHING,
    ]
    s = resolving(row, mode=mode)
    assert s.options[0] == "spend-card 14"
    s.choose("spend-card 14")
    assert s.kept() == []
    assert s.discard == [14]
    specialist = {"survival": "dredd", "diplomacy": "giant"}[second]
    others = [f"spend-two {name}" for name in JUDGES if name != specialist]
    assert s.options == [f"spend-one {specialist}", *others]


@pytest.mark.proves("CE-RULING-17")
@every_mode
def test_a_card_with_one_gain_twice_pays_once(mode: str) -> None:
    row = [
        card(must=["gain-survival", "gain-survival"]),
        card(must=["spend-survival", "spend-survival"]),
        NOTHING,
    ]
    s = resolving(row, mode=mode)
    s.choose("spend-card 14")
    assert s.options == ["spend-one dredd", "spend-two giant", "spend-two anderson"]
    assert s.why_not("spend-card 14") == "CE-EXP-03"


@pytest.mark.proves("CE-RULING-17")
@every_mode
def test_a_card_pays_only_for_what_it_gained(mode: str) -> None:
    row = [
        card(one_of=[["gain-survival"], ["gain-diplomacy"]]),
        card(must=["spend-diplomacy"]),
        NOTHING,
    ]
    s = resolving(row, mode=mode)
    s.choose("choose a")
    assert s.options == ["spend-one giant", "spend-two dredd", "spend-two anderson"]
    assert s.why_not("spend-card 14") == "CE-EXP-06"


# Spending


@pytest.mark.proves("CE-EXP-02")
@every_mode
@pytest.mark.parametrize(
    ("symbol", "ways"),
    [
        (
            "spend-survival",
            ["spend-card 16", "spend-one dredd", "spend-two giant", "spend-two anderson"],
        ),
        (
            "spend-diplomacy",
            ["spend-card 17", "spend-one giant", "spend-two dredd", "spend-two anderson"],
        ),
    ],
)
@pytest.mark.parametrize("way", range(4))
def test_a_spend_is_paid_in_exactly_one_of_three_ways(
    mode: str, symbol: str, ways: list[str], way: int
) -> None:
    kept = {"survival": [NOTHING], "diplomacy": [NOTHING]}
    s = resolving([card(must=[symbol]), NOTHING], mode=mode, kept=kept)
    assert s.options == ways
    assert s.why_not("ignore a") == "CE-CARD-13"
    s.choose(ways[way])
    verb, name = ways[way].split()
    lost = {"spend-card": 0, "spend-one": 1, "spend-two": 2}[verb]
    assert healths(s) == [5 - lost * (judge == name) for judge in JUDGES]
    assert len(s.kept()) == (1 if verb == "spend-card" else 2)
    assert (s.ammo, s.rations) == (4, 3)
    assert s.options == ["trigger a", "ignore a"]


@pytest.mark.proves("CE-EXP-02")
@every_mode
def test_only_the_ways_at_hand_are_listed(mode: str) -> None:
    s = resolving([card(must=["spend-survival"]), NOTHING], mode=mode)
    assert s.options == ["spend-one dredd", "spend-two giant", "spend-two anderson"]
    assert s.why_not("spend-card 14") == "CE-EXP-03"
    assert s.why_not("spend-ammo") == "CE-RES-16"


@pytest.mark.proves("CE-EXP-03")
@every_mode
def test_a_kept_card_pays_and_leaves_the_team_area(mode: str) -> None:
    kept = {"survival": [NOTHING, NOTHING]}
    s = resolving([card(must=["spend-survival"]), NOTHING], mode=mode, kept=kept)
    assert s.options[:2] == ["spend-card 16", "spend-card 17"]
    s.choose("spend-card 17")
    assert s.kept() == [16]
    assert s.discard == [14, 17]
    assert healths(s) == [5, 5, 5]
    assert s.news()[0] == "spent-card"


@pytest.mark.proves("CE-EXP-03")
@pytest.mark.parametrize("number", [1, 13, 44, 60])
def test_a_kept_card_pays_whatever_its_number(number: int) -> None:
    s = resolving([card(must=["spend-survival"]), NOTHING], kept={"survival": [number]})
    assert s.options[0] == f"spend-card {number}"
    s.choose(f"spend-card {number}")
    assert number in s.discard


@pytest.mark.proves("CE-EXP-03")
def test_the_other_teams_cards_do_not_pay() -> None:
    kept = {"survival": [NOTHING], "perp_survival": [NOTHING]}
    s = resolving(
        [card(must=["spend-survival"]), NOTHING], mode="head-to-head", team="perps", kept=kept
    )
    assert s.options == [
        "spend-card 17",
        "spend-one mean-machine",
        "spend-two satellat",
        "spend-two disciple",
    ]
    assert s.why_not("spend-card 16") == "CE-EXP-03"


@pytest.mark.proves("CE-EXP-04")
@every_mode
@pytest.mark.parametrize(
    ("symbol", "specialist"), [("spend-survival", "dredd"), ("spend-diplomacy", "giant")]
)
def test_the_specialist_pays_with_one_health(mode: str, symbol: str, specialist: str) -> None:
    s = resolving([card(must=[symbol]), NOTHING], mode=mode)
    s.choose(f"spend-one {specialist}")
    assert healths(s) == [4 if name == specialist else 5 for name in JUDGES]
    assert s.news()[0] == "spent-health"


@pytest.mark.proves("CE-EXP-04")
@every_mode
@pytest.mark.parametrize(
    ("symbol", "specialist"), [("spend-survival", "dredd"), ("spend-diplomacy", "giant")]
)
def test_the_specialist_never_pays_with_two_or_with_a_life(
    mode: str, symbol: str, specialist: str
) -> None:
    s = resolving([card(must=[symbol]), NOTHING], mode=mode, health={specialist: 1})
    assert s.why_not(f"spend-two {specialist}") == "CE-EXP-04"
    assert s.why_not(f"kill {specialist}") == "CE-EXP-04"


@pytest.mark.proves("CE-EXP-05")
@every_mode
def test_another_character_pays_with_two_health(mode: str) -> None:
    s = resolving([card(must=["spend-survival"]), NOTHING], mode=mode)
    s.choose("spend-two giant")
    assert healths(s) == [5, 3, 5]
    s = resolving([card(must=["spend-diplomacy"]), NOTHING], mode=mode)
    s.choose("spend-two dredd")
    assert healths(s) == [3, 5, 5]


@pytest.mark.proves("CE-EXP-05")
@every_mode
def test_nobody_but_the_specialist_pays_with_one_health(mode: str) -> None:
    s = resolving([card(must=["spend-survival"]), NOTHING], mode=mode)
    assert s.why_not("spend-one giant") == "CE-EXP-05"
    assert s.why_not("spend-one anderson") == "CE-EXP-05"


@pytest.mark.proves("CE-EXP-06")
@every_mode
def test_a_card_kept_for_one_expertise_cannot_pay_for_the_other(mode: str) -> None:
    row = [card(must=["spend-survival"]), NOTHING]
    s = resolving(row, mode=mode, kept={"diplomacy": [NOTHING]})
    assert s.options == ["spend-one dredd", "spend-two giant", "spend-two anderson"]
    assert s.why_not("spend-card 16") == "CE-EXP-06"
    row = [card(must=["spend-diplomacy"]), NOTHING]
    s = resolving(row, mode=mode, kept={"survival": [NOTHING]})
    assert s.options == ["spend-one giant", "spend-two dredd", "spend-two anderson"]
    assert s.why_not("spend-card 16") == "CE-EXP-06"


# When somebody is dead or nearly so


@pytest.mark.proves("CE-RULING-10")
@every_mode
def test_a_dead_specialist_pays_nothing_and_all_others_are_different(mode: str) -> None:
    kept = {"survival": [NOTHING]}
    s = resolving([card(must=["spend-survival"]), NOTHING], mode=mode, dredd=0, kept=kept)
    assert s.options == ["spend-card 16", "spend-two giant", "spend-two anderson"]
    assert s.why_not("spend-one dredd") == "CE-OVER-04"
    s = resolving([card(must=["spend-diplomacy"]), NOTHING], mode=mode, giant=0)
    assert s.options == ["spend-two dredd", "spend-two anderson"]
    s.choose("spend-two anderson")
    assert healths(s) == [5, 0, 3]


@pytest.mark.proves("CE-RULING-11")
@every_mode
def test_one_who_has_one_health_may_be_killed_but_another_may_pay(mode: str) -> None:
    s = resolving([card(must=["spend-survival"]), NOTHING], mode=mode, giant=1)
    assert s.options == ["spend-one dredd", "kill giant", "spend-two anderson"]
    assert s.why_not("spend-two giant") == "CE-CLAR-03"
    s.choose("spend-two anderson")
    assert healths(s) == [5, 1, 3]


@pytest.mark.proves("CE-RULING-11")
@every_mode
def test_a_spend_can_always_be_paid(mode: str) -> None:
    row = [card(must=["spend-survival"]), NOTHING]
    s = resolving(row, mode=mode, dredd=0, giant=1, anderson=1)
    assert s.options == ["kill giant", "kill anderson"]


@pytest.mark.proves("CE-RULING-11")
@every_mode
def test_the_last_specialist_pays_with_one_health_or_a_card(mode: str) -> None:
    row = [NOTHING, card(must=["spend-survival"]), NOTHING]
    s = resolving(row, mode=mode, giant=0, anderson=0)
    s.choose("ignore a")
    assert healths(s) == [4, 0, 0]
    assert s.options == ["trigger a", "ignore a"]
    s = resolving(row, mode=mode, giant=0, anderson=0, kept={"survival": [NOTHING]})
    s.choose("ignore a")
    assert s.options == ["spend-card 17", "spend-one dredd"]


@pytest.mark.proves("CE-RULING-13")
@every_mode
@pytest.mark.parametrize(
    ("payment", "health", "radiation"),
    [
        ("spend-one dredd", 1, 0),
        ("spend-one dredd", 3, 3),
        ("spend-two giant", 2, 0),
        ("spend-two giant", 3, 2),
    ],
)
def test_a_payment_may_kill_the_payer(mode: str, payment: str, health: int, radiation: int) -> None:
    payer = payment.split()[1]
    s = resolving(
        [card(must=["spend-survival", "ammo"]), NOTHING],
        mode=mode,
        health={payer: health},
        radiation={payer: radiation},
    )
    s.choose(payment)
    assert (s.health(payer), s.radiation(payer)) == (0, 0)
    assert s.ammo == 5
    assert s.news()[:2] == ["spent-health", "died"]


@pytest.mark.proves("CE-RULING-13")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
@pytest.mark.parametrize(
    ("symbol", "ammo", "payment"),
    [
        ("spend-survival", 0, None),
        ("violence", 1, "kill dredd"),
        ("violence", 1, "spend-two dredd"),
    ],
)
def test_a_payment_that_kills_the_last_character_loses_before_the_advance_that_would_win(
    mode: str, symbol: str, ammo: int, payment: str | None
) -> None:
    s = resolving(
        [NOTHING, card(must=[symbol, "advance"]), NOTHING],
        mode=mode,
        health={"dredd": 2 if payment else 1, "giant": 0, "anderson": 0},
        ammo=ammo,
        pawns=(10, 10),
        goal=11,
    )
    s.choose("ignore a", *([payment] if payment else []))
    assert (s.reason, s.winners) == ("all Judges are dead", ())
    assert s.pawn() == 10


@pytest.mark.proves("CE-RULING-16", "CE-RULING-17")
@pytest.mark.parametrize("second", ["gain-survival", "gain-diplomacy"])
def test_a_card_that_paid_for_itself_is_not_gained_again(second: str) -> None:
    s = resolving([card(must=["gain-survival", "spend-survival", second], may=[["heal"]])])
    s.choose("spend-card 14")
    assert (s.kept(), s.discard) == ([], [14])
    s.choose("ignore a")
    assert (s.kept(), s.discard) == ([], [14])


@pytest.mark.proves("CE-EXP-05", "CE-CLAR-03")
def test_what_pays_for_expertise_cites_expertise() -> None:
    s = resolving([card(must=["spend-survival"])], giant=1)
    rules = {option.text: option.rules for option in s.match.options}
    assert rules["spend-two anderson"] == ("CE-EXP-05",)
    assert rules["kill giant"] == ("CE-CLAR-03",)
    s = resolving([card(must=["violence"])], giant=1)
    rules = {option.text: option.rules for option in s.match.options}
    assert rules["spend-two anderson"] == ("CE-RES-18",)
    assert rules["kill giant"] == ("CE-RES-19",)
