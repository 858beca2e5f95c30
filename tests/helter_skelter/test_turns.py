"""A turn, step by step; what may be done on it; and where play goes on after an interruption."""

from __future__ import annotations

from typing import Any

import pytest

import adjudge
from adjudge.games.helter_skelter.schema import Card
from tests.helter_skelter.story import Board, Story, card, story

JUDGES = {"giant": 1, "anderson": 1, "hershey": 1, "dredd": 1, "mean-machine": 1}
DOGS = {"middenface": 8, "durham-red": 8, "johnny-alpha": 8, "wulf": 8, "gronk": 8}
ALL = JUDGES | DOGS
INTERRUPT = card("wulf", wild="interrupt")
MOVE = card("dredd")
FILLER = card("giant")


def without(people: dict[str, int], *ids: str) -> dict[str, int]:
    """The same people, but for some."""
    return {id: space for id, space in people.items() if id not in ids}


def by_name(s: Story, what: str, seat: int | None = None) -> list[list[Any]]:
    """What the events of a name tell."""
    return [
        [value for kind, value in event["args"]]
        for event in s.match.events(seat)
        if event["what"] == what
    ]


# Step 1


@pytest.mark.proves("HS-TURN-01")
def test_a_turn_is_deploy_act_declare_draw_and_pass() -> None:
    s = story(without(ALL, "dredd", "giant"), hands=[[MOVE]], step=1, waiting={"dredd": 9})
    s.choose("deploy dredd 9", "move dredd", "pay 1", "to 10").nobody_interrupts()
    s.choose("end").nobody_interrupts()
    assert s.told(1) == [
        "deployed",
        "action",
        "paid",
        "moved",
        "no-interrupt",
        "end-of-turn",
        "no-interrupt",
        "drew-unseen",
        "marker",
        "turn",
    ]


@pytest.mark.proves("HS-TURN-01", "HS-TURN-11")
def test_nothing_is_drawn_before_the_end_is_declared_and_nothing_done_after_it() -> None:
    s = story(ALL, hands=[[MOVE]])
    assert s.hand(0) == [1]
    s.choose("end")
    assert (s.seat, s.hand(0)) == (1, [1])
    assert s.why_not("move dredd", seat=0) == "HS-INT-16"
    s.nobody_interrupts()
    assert (s.seat, len(s.hand(0))) == (1, 4)
    assert s.why_not("move dredd", seat=0) == "HS-TURN-15"


@pytest.mark.proves("HS-TURN-02", "HS-RULING-09")
def test_whoever_has_characters_waiting_must_deploy_one_first() -> None:
    waiting = {"giant": 12, "dredd": 22}
    s = story(
        without(ALL, "giant", "dredd"),
        hands=[[card("hershey"), card("dredd")]],
        step=1,
        waiting=waiting,
    )
    assert s.options == ["deploy giant 12", "deploy dredd 22"]
    for text in ("move hershey", "end"):
        assert s.why_not(text) == "HS-TURN-02"
    s.choose("deploy dredd 22")
    assert s.options == ["end", "deploy giant 12", "move hershey", "move dredd"]


@pytest.mark.proves("HS-RULING-09")
def test_the_last_one_who_waits_comes_without_asking() -> None:
    s = story(without(ALL, "giant"), waiting={"giant": 12}, hands=[[], []], marker=1)
    s.choose("end").nobody_interrupts()
    assert (s.space("giant"), s.seat, s.options) == (12, 0, ["end"])


@pytest.mark.proves("HS-TURN-03")
def test_with_all_deployed_the_turn_opens_in_step_2() -> None:
    s = story(ALL, hands=[[MOVE], []], marker=1).choose("end").nobody_interrupts()
    assert (s.seat, s.options) == (0, ["end", "move dredd"])
    assert s.why_not("deploy dredd 22") == "HS-TURN-05"


@pytest.mark.proves("HS-TURN-03")
def test_the_dead_need_not_be_deployed() -> None:
    s = story(without(ALL, "giant"), dead=["giant"], marker=1).choose("end").nobody_interrupts()
    assert (s.seat, s.options) == (0, ["end"])
    assert s.why_not("deploy giant 22") == "HS-DMG-03"


@pytest.mark.proves("HS-TURN-04", "HS-TURN-05", "HS-SPACE-04")
@pytest.mark.parametrize("space", [17, 22])
def test_a_figure_is_deployed_where_its_map_card_says(space: int) -> None:
    s = story(without(ALL, "dredd", "giant"), step=1, waiting={"dredd": space})
    assert s.view(1)["players"][0]["characters"]["dredd"]["map_card"] == "?"
    assert space not in s.view(1)["removed"]
    assert s.why_not("deploy dredd 23") == "HS-TURN-04"
    s.choose(f"deploy dredd {space}")
    assert s.person("dredd") == {"health": 3, "space": space, "map_card": None}
    for seat in (0, 1, None):
        assert space in s.view(seat)["removed"]
        assert by_name(s, "deployed", seat) == [["dredd", space]]


@pytest.mark.proves("HS-TURN-05")
def test_a_map_card_deploys_once() -> None:
    s = story(without(ALL, "dredd", "giant"), step=1, waiting={"dredd": 22})
    s.choose("deploy dredd 22")
    assert s.why_not("deploy dredd 22") == "HS-TURN-05"
    saved = s.match.save()
    saved["table"]["players"][0]["characters"]["dredd"]["map_card"] = 22
    with pytest.raises(adjudge.Invalid, match=r"dredd.map_card: it has been deployed already"):
        adjudge.load(saved, s.match.pack)


@pytest.mark.proves("HS-RULING-11", "HS-TURN-06")
def test_all_five_can_be_deployed_on_the_first_turn_and_no_window_opens() -> None:
    hands: list[list[Card]] = [[], [INTERRUPT]]
    starts = {id: space for space, id in enumerate(JUDGES, start=1)}
    s = story(DOGS, hands=hands, step=1, waiting=starts)
    for id, space in starts.items():
        assert s.seat == 0
        s.choose(f"deploy {id} {space}")
    assert s.told() == ["deployed"] * 5
    assert (s.seat, s.options) == (0, ["end"])


@pytest.mark.proves("HS-RULING-11")
def test_nobody_can_interrupt_a_deployment() -> None:
    s = story(without(ALL, "dredd", "giant"), hands=[[], [INTERRUPT]], step=1)
    s.choose(s.options[0])
    assert (s.seat, s.in_window) == (0, False)
    assert s.why_not("interrupt 1", seat=1) == "HS-INT-03"


# Step 2


@pytest.mark.proves("HS-TURN-06")
def test_after_each_action_another_is_offered_until_the_end_is_declared() -> None:
    s = story(ALL, hands=[[MOVE] * 3])
    for card_number, space in ((1, 2), (2, 3), (3, 4)):
        assert s.options == ["end", "move dredd"]
        s.choose("move dredd", f"pay {card_number}", f"to {space}").nobody_interrupts()
        assert s.seat == 0
    assert s.options == ["end"]


@pytest.mark.proves("HS-TURN-07")
def test_step_2_may_be_passed_over() -> None:
    s = story(without(ALL, "giant"), hands=[[MOVE]])
    assert s.options[0] == "end"
    s.choose("end").nobody_interrupts()
    assert (s.seat, s.table["marker"], s.space("dredd"), s.discard(0)) == (1, 1, 1, [])


@pytest.mark.proves("HS-TURN-08")
def test_act_deploy_act() -> None:
    s = story(without(ALL, "giant"), hands=[[MOVE, MOVE]], waiting={"giant": 12})
    s.choose("move dredd", "pay 1", "to 2").nobody_interrupts()
    s.choose("deploy giant 12", "move dredd", "pay 2", "to 3").nobody_interrupts()
    assert (s.space("dredd"), s.space("giant"), s.seat) == (3, 12, 0)


@pytest.mark.proves("HS-TURN-09")
def test_the_cost_is_discarded_before_the_action_is_performed() -> None:
    s = story({**ALL, "wulf": 1, "gronk": 1}, hands=[[card("dredd", wild="melee")]])
    s.choose("melee dredd")
    assert (s.options, s.discard(0)) == (["pay 1"], [])
    assert s.why_not("at wulf") == "HS-RULING-78"
    s.choose("pay 1")
    assert (s.options, s.discard(0), s.hand(0)) == (["at wulf", "at gronk"], [1], [])
    assert (s.health("wulf"), s.health("gronk")) == (3, 3)


@pytest.mark.proves("HS-TURN-09")
def test_without_the_cards_there_is_no_action() -> None:
    s = story({**ALL, "wulf": 1}, hands=[[card("giant")]])
    assert s.options == ["end", "move giant"]
    assert s.why_not("move dredd") == "HS-MOVE-01"
    assert s.why_not("melee giant") == "HS-MELEE-01"
    s.choose("move giant")
    assert s.why_not("pay 2") == "HS-MOVE-01"


@pytest.mark.proves("HS-TURN-10")
def test_one_action_is_taken_at_a_time() -> None:
    hand = [card("dredd"), card("dredd", wild="melee"), card("giant")]
    s = story({**without(ALL, "hershey"), "wulf": 1}, hands=[hand], waiting={"hershey": 12})
    s.choose("move dredd")
    for step in ("pay 1", "to 2"):
        for text in ("move dredd", "move giant", "melee dredd", "deploy hershey 12", "end"):
            assert s.why_not(text) == "HS-TURN-10"
        assert s.doing == ["game", "turn", "move"]
        s.choose(step)
    assert s.why_not("move giant", seat=0) == "HS-INT-16"
    s.nobody_interrupts()
    assert s.doing == ["game", "turn"]
    assert s.why_not("move giant") == ""


@pytest.mark.proves("HS-RULING-07")
def test_friend_and_enemy_share_a_space_without_limit() -> None:
    everybody = dict.fromkeys([*JUDGES, *DOGS], 2)
    s = story({**everybody, "dredd": 1}, hands=[[MOVE]])
    s.choose("move dredd", "pay 1", "to 2").nobody_interrupts()
    assert {s.space(id) for id in everybody} == {2}
    s = story(without(everybody, "dredd", "giant"), step=1, waiting={"dredd": 2})
    s.choose("deploy dredd 2")
    assert s.space("dredd") == 2


# An undeployed character


@pytest.mark.proves("HS-RULING-08")
@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("move dredd", [MOVE]),
        ("climb dredd", [MOVE] * 2),
        ("collect dredd dredd", [MOVE] * 3),
        ("melee dredd", [card("dredd", wild="melee")]),
        ("snipe dredd", [card("dredd", linked="snipe dredd")]),
        ("fly dredd", [card("dredd", linked="fly dredd")]),
        ("rally dredd", [card("dredd", linked="rally dredd")]),
        ("heal dredd", [card("dredd", linked="heal dredd")]),
    ],
)
def test_whoever_waits_does_not_act(text: str, cards: list[Card]) -> None:
    s = story(without(ALL, "dredd"), hands=[cards], health={"giant": 1}, waiting={"dredd": 1})
    assert text not in s.options
    assert s.why_not(text) == "HS-RULING-08"


@pytest.mark.proves("HS-RULING-08")
def test_whoever_waits_is_no_target() -> None:
    cards = [card("dredd", wild="snipe"), card("dredd", linked="explode dredd")]
    s = story(JUDGES, hands=[cards], waiting={"wulf": 1})
    assert s.offered("snipe") == s.offered("explode") == []
    assert s.why_not("snipe dredd") == "HS-SNIPE-02"
    s = story({**JUDGES, "gronk": 8, "middenface": 8}, hands=[cards], waiting={"wulf": 1})
    s.choose("snipe dredd", "pay 1")
    assert s.offered("at") == ["middenface", "gronk"]
    assert s.why_not("at wulf") == "HS-RULING-08"


@pytest.mark.proves("HS-RULING-08")
def test_whoever_waits_is_not_struck_and_not_asked_to_defend() -> None:
    cards = [card("dredd", linked="explode dredd")]
    s = story({**JUDGES, "gronk": 2}, hands=[cards, [card("wulf", wild="deflect")]])
    s.choose("explode dredd", "pay 1", "take-damage").nobody_interrupts()
    assert (s.health("gronk"), s.health("wulf"), s.seat) == (2, 3, 0)


@pytest.mark.proves("HS-RULING-08")
@pytest.mark.parametrize("action", ["heal", "rally"])
def test_whoever_waits_is_neither_healed_nor_rallied(action: str) -> None:
    hurt = {"anderson": 1, "hershey": 1}
    people = {"dredd": 1, "anderson": 1, "hershey": 2, **DOGS}
    cards = [card("dredd", linked=f"{action} dredd")]
    s = story(people, hands=[cards], health=hurt, waiting={"giant": 1})
    s.choose(f"{action} dredd", "pay 1")
    assert s.offered("ally") == ["anderson", "hershey"]
    assert s.why_not("ally giant") == "HS-RULING-08"


@pytest.mark.proves("HS-RULING-08")
def test_the_cards_of_whoever_waits_still_pay_for_others() -> None:
    hands = [[card("giant", "dredd", wild="melee")], [card("gronk", wild="melee")]]
    s = story({"dredd": 1, "wulf": 1}, hands=hands)
    assert s.offered("melee") == s.offered("move") == ["dredd"]
    s.choose("melee dredd", "pay 1")
    assert s.options == ["take-damage", "block 1"]


# Steps 3 and 4


@pytest.mark.proves("HS-TURN-11")
def test_after_a_declared_end_every_other_player_may_interrupt() -> None:
    s = story(
        {"dredd": 1, "wulf": 8, "nikolai": 16},
        hands=[[card("dredd", wild="interrupt")], [INTERRUPT], []],
        teams=("judges", "strontium-dogs", "nikolai-dante"),
    )
    s.choose("end")
    assert (s.seat, s.options) == (1, ["pass", "interrupt 1"])
    s.choose("pass")
    assert (s.seat, s.options) == (2, ["pass"])
    s.choose("pass")
    assert (s.seat, s.in_window, s.table["marker"]) == (1, False, 1)


@pytest.mark.proves("HS-TURN-12", "HS-TURN-13", "HS-RULING-35")
@pytest.mark.parametrize(
    ("held", "then"), [(0, 3), (2, 5), (4, 7), (5, 7), (6, 7), (7, 7)], ids=str
)
def test_three_cards_are_drawn_but_never_an_eighth(held: int, then: int) -> None:
    s = story(ALL, hands=[[FILLER] * held, [INTERRUPT]])
    top = list(reversed(s.player(0)["deck"]))[: then - held]
    s.choose("end").nobody_interrupts()
    assert s.hand(0) == sorted([*range(1, held + 1), *top])
    assert (len(s.player(0)["deck"]), len(s.hand(1))) == (30 - then, 1)
    assert by_name(s, "drew-unseen", 1) == [[0, then - held]]


@pytest.mark.proves("HS-RULING-35")
def test_cards_cannot_be_thrown_away_to_draw_more() -> None:
    s = story({**ALL, "dredd": 3}, hands=[[card("dredd", wild="deflect")] * 7])
    assert s.options == ["end", "move dredd"]
    s.choose("end").nobody_interrupts()
    assert (s.hand(0), s.discard(0)) == ([1, 2, 3, 4, 5, 6, 7], [])


@pytest.mark.proves("HS-TURN-14", "HS-RULING-34")
def test_deck_of_one_then_a_reshuffle_and_two_more() -> None:
    s = story(ALL, hands=[[FILLER] * 2], decks=[[card("dredd")]], discards=[[FILLER] * 27])
    s.choose("end").nobody_interrupts()
    assert s.told(0)[2:7] == ["drew", "shuffled", "drew", "drew", "marker"]
    hand, deck = s.hand(0), s.player(0)["deck"]
    assert hand[:3] == [1, 2, 3]
    assert (len(hand), len(deck), s.discard(0)) == (5, 25, [])
    assert sorted(hand + deck) == list(range(1, 31))


@pytest.mark.proves("HS-TURN-14", "HS-RULING-34")
def test_with_the_last_card_of_the_deck_the_discard_pile_becomes_the_deck() -> None:
    s = story(ALL, hands=[[FILLER] * 2], decks=[[FILLER] * 3], discards=[[FILLER] * 25])
    s.choose("end").nobody_interrupts()
    assert s.told(0)[2:7] == ["drew", "drew", "drew", "shuffled", "marker"]
    assert (s.hand(0), s.discard(0)) == ([1, 2, 3, 4, 5], [])
    assert sorted(s.player(0)["deck"]) == list(range(6, 31))
    assert s.player(0)["deck"] != list(range(6, 31))


@pytest.mark.proves("HS-TURN-14")
def test_while_the_deck_lasts_the_discard_pile_stays() -> None:
    s = story(ALL, hands=[[FILLER] * 2], decks=[[FILLER] * 4], discards=[[FILLER] * 24])
    s.choose("end").nobody_interrupts()
    assert "shuffled" not in s.told(0)
    assert (s.player(0)["deck"], s.discard(0)) == ([6], list(range(7, 31)))


@pytest.mark.proves("HS-RULING-34")
def test_cards_discarded_after_the_shuffle_wait_for_the_next_one() -> None:
    hand = [MOVE, FILLER]
    s = story(ALL, hands=[hand], decks=[[FILLER] * 3], discards=[[FILLER] * 25])
    s.choose("end").nobody_interrupts()
    s.choose("end").nobody_interrupts()
    s.choose("move dredd", "pay 1", "to 2")
    assert (s.discard(0), len(s.player(0)["deck"])) == ([1], 25)


@pytest.mark.proves("HS-RULING-34")
def test_an_empty_deck_is_made_anew_when_a_card_must_be_drawn() -> None:
    s = story(ALL, hands=[[FILLER] * 2], discards=[[FILLER] * 28])
    assert s.player(0)["deck"] == []
    s.choose("end").nobody_interrupts()
    assert s.told(0)[2:6] == ["shuffled", "drew", "drew", "drew"]
    assert (len(s.hand(0)), len(s.player(0)["deck"]), s.discard(0)) == (5, 25, [])


@pytest.mark.proves("HS-RULING-34")
def test_a_full_hand_shuffles_nothing() -> None:
    s = story(ALL, hands=[[FILLER] * 7], discards=[[FILLER] * 23])
    s.choose("end").nobody_interrupts()
    assert (s.player(0)["deck"], s.discard(0)) == ([], list(range(8, 31)))


@pytest.mark.proves("HS-TURN-15")
def test_the_marker_goes_round_to_the_left() -> None:
    teams = ("judges", "strontium-dogs", "nikolai-dante", "slaine")
    slaines = {"ukko": 32, "slaine": 32, "niamh": 32, "kai": 32}
    dantes = {"viktor": 33, "jena": 33, "nikolai": 33, "elena": 33, "lulu": 33}
    s = story(ALL | slaines | dantes, teams=teams, turn=9)
    holders = []
    for _ in range(5):
        holders.append(s.seat)
        assert s.table["marker"] == s.seat
        s.choose("end").nobody_interrupts()
    assert holders == [0, 1, 2, 3, 0]
    assert by_name(s, "turn") == [[1, 10], [2, 11], [3, 12], [0, 13], [1, 14]]
    assert s.why_not("end", seat=2) == "HS-TURN-15"


# After an interruption


@pytest.mark.proves("HS-RULING-13")
def test_an_end_that_was_interrupted_still_stands() -> None:
    s = story(ALL, hands=[[MOVE, MOVE], [INTERRUPT, card("wulf")]])
    s.choose("end", "interrupt 1", "move wulf", "pay 2", "to 7").nobody_interrupts()
    s.choose("end")
    assert (s.seat, s.in_window) == (0, True)
    assert s.why_not("move dredd") == "HS-INT-07"
    s.choose("pass")
    assert (s.table["marker"], s.seat, s.doing) == (1, 1, ["game", "turn"])
    assert (len(s.hand(0)), s.space("dredd")) == (5, 1)
    told = [what for what in s.told(1) if what in ("returned", "drew-unseen", "marker")]
    assert told == ["returned", "drew-unseen", "marker"]


@pytest.mark.proves("HS-RULING-14")
def test_after_an_interrupted_action_step_2_goes_on() -> None:
    people = without(ALL, "giant")
    s = story(people, hands=[[MOVE, MOVE], [INTERRUPT]], waiting={"giant": 12})
    s.choose("move dredd", "pay 1", "to 2", "interrupt 1", "end").nobody_interrupts()
    assert (s.seat, s.table["marker"], s.doing) == (0, 0, ["game", "turn"])
    assert s.options == ["end", "deploy giant 12", "move dredd"]
    assert s.hand(0) == [2]
    s.choose("move dredd", "pay 2", "to 3").nobody_interrupts()
    s.choose("deploy giant 12", "end").nobody_interrupts()
    assert (s.space("dredd"), s.table["marker"]) == (3, 1)


@pytest.mark.proves("HS-RULING-10")
def test_an_interrupting_turn_has_no_step_1_and_does_not_replace_the_next_one() -> None:
    waiting = {"gronk": 12, "middenface": 13, "durham-red": 14}
    people = without(ALL, *waiting)
    s = story(people, hands=[[], [INTERRUPT, card("wulf")]], waiting=waiting)
    s.choose("end", "interrupt 1")
    assert s.options == [
        "end",
        "deploy middenface 13",
        "deploy durham-red 14",
        "deploy gronk 12",
        "move wulf",
    ]
    s.choose("deploy gronk 12", "end").nobody_interrupts()
    assert (s.table["marker"], s.options) == (1, ["deploy middenface 13", "deploy durham-red 14"])


# What there is to do


def dredds(action: str) -> Card:
    """A card of Dredd's with an action."""
    return card("dredd", linked=f"{action} dredd")


COMBAT = ["melee", "smash", "snipe", "shotgun", "explode", "psi", "fly", "rally", "heal"]
COSTS = {action: f"HS-{action.upper()}-01" for action in COMBAT}


def battle(hand: list[Card]) -> Story:
    """Dredd among hurt friends and enemies, on his fragment, under high ground."""
    people = ALL | {"wulf": 1, "gronk": 1}
    lying = [[1, 34, 35, 36, 37]]
    board = Board(high=(2,))
    return story(people, hands=[hand], health={"giant": 1}, fragments=lying, board=board)


@pytest.mark.proves("HS-ACT-11", "HS-ACT-12")
def test_character_symbols_pay_for_the_three_standard_actions_and_for_no_combat_action() -> None:
    s = battle([card("dredd")] * 3)
    assert s.options == ["end", "move dredd", "climb dredd", "collect dredd dredd"]
    for action, cost in COSTS.items():
        assert s.why_not(f"{action} dredd") == cost
    s.choose("end").nobody_interrupts()
    s.choose("end")
    assert (s.seat, s.options) == (0, ["pass"])
    assert s.why_not("interrupt 1") == "HS-INT-01"


@pytest.mark.proves("HS-ACT-11")
def test_no_action_symbol_pays_for_a_standard_action() -> None:
    """Dredd may use these symbols, but the cards are not his."""
    s = battle([card("giant", wild=action) for action in ("melee", "smash", "snipe")])
    assert s.offered("move") == s.offered("climb") == ["giant"]
    assert s.offered("collect") == ["giant giant"]
    assert s.why_not("move dredd") == "HS-MOVE-01"
    assert s.why_not("climb dredd") == "HS-CLIMB-01"
    assert s.why_not("collect dredd dredd") == "HS-FRAG-01"


@pytest.mark.proves("HS-ACT-12")
def test_nine_combat_actions_on_a_turn_and_the_tenth_out_of_turn() -> None:
    s = battle([dredds(action) for action in COMBAT[:7]])
    offered = {text.split()[0] for text in s.options} - {"end", "move", "climb", "collect"}
    assert offered == set(COMBAT[:7])
    s = battle([dredds("rally"), dredds("heal"), card("dredd", wild="interrupt")])
    offered = {text.split()[0] for text in s.options} - {"end", "move", "climb", "collect"}
    assert offered == set(COMBAT[7:])
    assert s.why_not("interrupt 3") == "HS-INT-02"
    s.choose("end").nobody_interrupts()
    s.choose("end")
    assert s.options == ["pass", "interrupt 3"]


def attacked(action: str, hand: list[Card]) -> list[str]:
    """What Wulf, in cover, may do against it with a hand."""
    s = story(JUDGES | {"wulf": 1}, hands=[[dredds(action)], hand], board=Board(cover=(1,)))
    s.choose(f"{action} dredd", "pay 1")
    if s.offered("one-only"):
        s.choose("one-only")
    assert s.seat == 1
    return s.options


WULFS = [card("wulf", linked=f"{symbol} wulf") for symbol in ("melee", "deflect", "psi", "cover")]
USELESS = [card("wulf", linked=f"{symbol} wulf") for symbol in COMBAT if symbol not in "melee psi"]


@pytest.mark.proves("HS-ACT-13")
@pytest.mark.parametrize(
    ("action", "defences"),
    [
        ("melee", ["block 1"]),
        ("smash", ["block 1"]),
        ("snipe", ["deflect 2", "precog 3", "cover 4"]),
        ("shotgun", ["deflect 2", "precog 3", "cover 4"]),
        ("explode", ["deflect 2", "precog 3"]),
    ],
)
def test_four_defences_and_no_other_card_defends(action: str, defences: list[str]) -> None:
    assert attacked(action, WULFS) == ["take-damage", *defences]
    assert attacked(action, USELESS) == ["take-damage"]
    assert attacked(action, [card("wulf", wild="interrupt")]) == ["take-damage"]


@pytest.mark.proves("HS-ACT-13")
def test_deflect_and_cover_are_for_defence_only() -> None:
    """The cards show only Giant, who is dead; nothing is left to do with them on a turn."""
    hand = [card("giant", wild="deflect"), card("giant", wild="cover")]
    people = without(ALL, "giant") | {"wulf": 1}
    s = story(people, hands=[hand], dead=["giant"], board=Board(high=(2,)), health={"dredd": 1})
    assert s.options == ["end"]
    for action, cost in COSTS.items():
        assert s.why_not(f"{action} dredd") == cost
    s.choose("end").nobody_interrupts()
    s.choose("end")
    assert s.options == ["pass"]
