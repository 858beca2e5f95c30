"""INTERRUPT: who is asked and when, interrupting turns, turns within turns, and sealed answers.

Everybody has a character on the map, three plain cards (1 to 3) and perhaps INTERRUPT cards from 4
on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudge.games.helter_skelter.schema import Card
from tests.helter_skelter.story import TEAMS, Board, Story, card, row_of_five, story

HEROES = ("dredd", "wulf", "nikolai", "niamh")
HOMES = (1, 8, 33, 40)
STEPS = {"dredd": (1, 2), "wulf": (8, 7), "nikolai": (33, 34), "niamh": (40, 39)}
OTHERS = {
    "judges": ["giant", "anderson", "hershey", "mean-machine"],
    "strontium-dogs": ["middenface", "durham-red", "johnny-alpha", "gronk"],
    "nikolai-dante": ["viktor", "jena", "elena", "lulu"],
    "slaine": ["ukko", "slaine", "kai"],
}


def hand_of(hero: str, interrupts: int) -> list[Card]:
    """Three plain cards, and so many with an INTERRUPT."""
    return [card(hero)] * 3 + [card(hero, wild="interrupt")] * interrupts


def table_of(seats: int, interrupts: Sequence[int] = (1, 1, 1, 1), **more: Any) -> Story:
    """So many players, each with a character in a corner; step 2 of the marker holder's turn."""
    hands = [hand_of(HEROES[seat], interrupts[seat]) for seat in range(seats)]
    places = dict(zip(HEROES[:seats], HOMES, strict=False))
    return story(places, hands=hands, teams=TEAMS[:seats], **more)


def act(s: Story, pay: int = 1) -> Story:
    """Whoever is on turn moves a space, there or back, with that card."""
    assert s.seat is not None
    hero = HEROES[s.seat]
    there, back = STEPS[hero]
    space = back if s.space(hero) == there else there
    return s.choose(f"move {hero}", f"pay {pay}", f"to {space}")


def asked_in(s: Story) -> list[int | None]:
    """Everybody who is asked in this window, in order; all let it pass."""
    seats = []
    while s.in_window:
        seats.append(s.seat)
        s.choose("pass")
    return seats


def interrupted_by(s: Story, seat: int, pay: int = 4) -> Story:
    """The others let it pass; this seat interrupts."""
    while s.in_window:
        s.choose(f"interrupt {pay}" if s.seat == seat else "pass")
    return s


def acting(s: Story) -> tuple[int | None, bool]:
    """Who is asked what to do next, and whether it is an interrupting turn."""
    assert s.offered("end") == [""]
    assert s.doing in (["game", "turn"], ["game", "turn", "interrupting-turn"])
    return s.seat, s.doing[-1] == "interrupting-turn"


# What it costs, and who may


@pytest.mark.proves("HS-INT-01")
def test_an_interrupt_costs_one_card_with_the_symbol() -> None:
    s = act(table_of(2, (0, 2)))
    assert s.options == ["pass", "interrupt 4", "interrupt 5"]
    assert [s.why_not(f"interrupt {n}") for n in (1, 3, 6)] == ["HS-INT-01"] * 3
    s.choose("interrupt 5")
    assert (s.hand(1), s.discard(1)) == ([1, 2, 3, 4], [5])
    assert acting(s) == (1, True)


@pytest.mark.proves("HS-INT-01", "HS-RULING-20")
def test_nobody_on_the_map_is_needed_for_an_interrupt_even_before_ones_first_turn() -> None:
    hands = [[card("dredd")], [card("wulf", wild="interrupt"), card("wulf")]]
    s = story({"dredd": 1}, hands=hands, turn=1, waiting={"wulf": 12})
    s.choose("move dredd", "pay 1", "to 2", "interrupt 1")
    assert acting(s) == (1, True)
    assert (s.offered("move"), s.why_not("move wulf")) == ([], "HS-RULING-08")
    s.choose("deploy wulf 12", "move wulf", "pay 2", "to 13")
    assert s.space("wulf") == 13


@pytest.mark.proves("HS-RULING-20")
def test_the_eliminated_are_not_asked() -> None:
    gone = ["nikolai", *OTHERS["nikolai-dante"]]
    hands = [hand_of(hero, 1) for hero in HEROES]
    places = {"dredd": 1, "wulf": 8, "niamh": 40}
    s = story(places, hands=hands, teams=TEAMS, dead=gone, eliminated=[2])
    assert asked_in(act(s)) == [1, 3]
    s.choose("end")
    assert asked_in(s) == [1, 3]


@pytest.mark.proves("HS-RULING-20")
def test_an_interrupt_of_the_eliminated_is_refused_because_they_are_out() -> None:
    hands = [hand_of(hero, 1) for hero in HEROES[:3]]
    gone = ["nikolai", *OTHERS["nikolai-dante"]]
    places = {"dredd": 1, "wulf": 8}
    s = act(story(places, hands=hands, teams=TEAMS[:3], dead=gone, eliminated=[2]))
    assert s.why_not("interrupt 4", 2) == "HS-END-05"


@pytest.mark.proves("HS-INT-02", "HS-RULING-17")
def test_on_ones_own_turn_there_is_no_interrupt() -> None:
    s = table_of(2)
    assert (s.offered("interrupt"), s.why_not("interrupt 4")) == ([], "HS-INT-02")
    assert asked_in(act(s)) == [1]
    assert (acting(s), s.why_not("interrupt 4")) == ((0, False), "HS-INT-02")
    s.choose("end")
    assert asked_in(s) == [1]
    assert s.table["marker"] == 1


@pytest.mark.proves("HS-RULING-17")
def test_interrupting_ones_own_action_is_refused_by_the_ruling_about_it() -> None:
    assert act(table_of(2)).why_not("interrupt 4", 0) == "HS-RULING-17"


@pytest.mark.proves("HS-INT-02")
def test_there_is_none_in_step_1_either() -> None:
    s = table_of(2, step=1)
    assert all(text.startswith("deploy") for text in s.options)
    assert s.why_not("interrupt 4") == "HS-INT-02"
    assert s.why_not("interrupt 4", 1) == "HS-INT-03"


@pytest.mark.proves("HS-RULING-17", "HS-INT-02")
def test_nobody_interrupts_their_own_interrupting_turn() -> None:
    s = interrupted_by(act(table_of(3, (2, 2, 2))), 1)
    assert s.why_not("interrupt 5") == "HS-INT-02"
    act(s)
    assert asked_in(s) == [2, 0]
    s.choose("end")
    assert asked_in(s) == [2, 0]


# When


@pytest.mark.proves("HS-INT-03")
@pytest.mark.parametrize(("seats", "asked"), [(2, [1]), (3, [1, 2]), (4, [1, 2, 3])])
def test_after_an_action_every_other_player_is_asked(seats: int, asked: list[int]) -> None:
    s = act(table_of(seats))
    assert asked_in(s) == asked
    assert acting(s) == (0, False)


@pytest.mark.proves("HS-INT-03")
def test_before_the_action_nobody_may_interrupt() -> None:
    s = table_of(3)
    assert [s.why_not("interrupt 4", seat) for seat in (1, 2)] == ["HS-INT-03"] * 2
    s.choose("move dredd")
    assert [s.why_not("interrupt 4", seat) for seat in (1, 2)] == ["HS-TURN-09"] * 2


ACTIONS: dict[str, list[str]] = {
    "move": ["move giant", "pay 1", "to 11"],
    "climb": ["climb giant", "pay 1 2"],
    "collect": ["collect giant giant", "pay 1 2 3"],
    "melee": ["melee giant", "pay 4", "take-damage"],
    "smash": ["smash giant", "pay 4", "take-damage"],
    "snipe": ["snipe giant", "pay 4", "take-damage"],
    "shotgun": ["shotgun giant", "pay 4", "take-damage"],
    "explode": ["explode giant", "pay 4", "take-damage", "take-damage", "take-damage"],
    "psi": ["psi giant", "pay 4"],
    "fly": ["fly giant", "pay 4", "to 11"],
    "rally": ["rally giant", "pay 4", "move giant 11", "stay"],
    "heal": ["heal giant", "pay 4"],
}


@pytest.mark.proves("HS-INT-03", "HS-INT-16", "HS-RULING-12")
@pytest.mark.parametrize("action", list(ACTIONS))
def test_every_action_standard_or_combat_gives_the_others_time(action: str) -> None:
    standard = action in ("move", "climb", "collect")
    last = card("giant") if standard else card("giant", linked=f"{action} giant")
    s = story(
        {"giant": 12, "hershey": 12, "wulf": 12},
        hands=[[card("giant"), card("giant"), card("giant"), last]],
        teams=TEAMS,
        board=Board(high=(13,)),
        fragments=[[12, 33, 34, 35]],
        health={"hershey": 2},
    )
    for choice in ACTIONS[action]:
        assert not s.in_window
        s.choose(choice)
    assert asked_in(s) == [1, 2, 3]
    assert acting(s) == (0, False)


@pytest.mark.proves("HS-RULING-12")
@pytest.mark.parametrize(
    ("action", "symbol", "defence"),
    [("melee", "melee", "block 1"), ("snipe", "deflect", "deflect 1")],
)
def test_an_action_that_was_defended_can_be_interrupted_too(
    action: str, symbol: str, defence: str
) -> None:
    hands = [[card("giant", wild=action)], [card("wulf", wild=symbol)]]
    s = story({"giant": 12, "wulf": 12}, hands=hands, teams=TEAMS[:3])
    s.choose(f"{action} giant", "pay 1", defence)
    assert s.health("wulf") == 3
    assert asked_in(s) == [1, 2]


@pytest.mark.proves("HS-INT-03")
def test_deploying_is_no_action_and_gives_nobody_a_chance() -> None:
    s = table_of(2, waiting={"giant": 12})
    s.choose("deploy giant 12")
    assert acting(s) == (0, False)


@pytest.mark.proves("HS-INT-04")
def test_the_chance_comes_after_defences_and_damage() -> None:
    hands = [[card("giant", wild="snipe")], [card("wulf", wild="interrupt")], []]
    s = story({"giant": 12, "wulf": 13}, hands=hands, teams=TEAMS[:3])
    s.choose("snipe giant", "pay 1")
    assert (s.seat, s.options, s.health("wulf")) == (1, ["take-damage"], 3)
    assert s.why_not("interrupt 1") == "HS-INT-03"
    s.choose("take-damage")
    assert (s.seat, s.options, s.health("wulf")) == (1, ["pass", "interrupt 1"], 2)


@pytest.mark.proves("HS-INT-05", "HS-RULING-69")
def test_a_declared_end_of_turn_can_be_interrupted_before_the_draw() -> None:
    s = table_of(3).choose("end")
    assert (s.seat, s.options) == (1, ["pass", "interrupt 4"])
    assert (s.hand(0), s.table["marker"]) == ([1, 2, 3, 4], 0)
    twin = Story(s.match.copy())
    assert asked_in(twin) == [1, 2]
    assert (len(twin.hand(0)), twin.table["marker"]) == (7, 1)
    s.choose("interrupt 4", "pass")
    assert (acting(s), len(s.hand(0)), s.table["marker"]) == ((1, True), 4, 0)


@pytest.mark.proves("HS-INT-06", "HS-INT-14")
def test_an_interrupt_itself_cannot_be_interrupted() -> None:
    s = interrupted_by(act(table_of(3)), 1)
    assert acting(s) == (1, True)
    assert [s.why_not("interrupt 4", seat) for seat in (0, 2)] == ["HS-INT-03"] * 2
    s.choose("move wulf", "pay 1")
    assert [s.why_not("interrupt 4", seat) for seat in (0, 2)] == ["HS-TURN-09"] * 2
    s.choose("to 7")
    assert asked_in(s) == [2, 0]
    s.choose("end")
    assert asked_in(s) == [2, 0]


@pytest.mark.proves("HS-INT-17")
def test_three_moves_are_three_actions_with_a_chance_after_each() -> None:
    s = table_of(3, (0, 0, 0))
    for pay, space in ((1, 2), (2, 3), (3, 4)):
        s.choose("move dredd", f"pay {pay}")
        ways = {2: ["2", "9"], 3: ["1", "3", "10"], 4: ["2", "4", "11"]}
        assert s.offered("to") == ways[space]
        s.choose(f"to {space}")
        assert asked_in(s) == [1, 2]
    assert s.told(2) == ["action", "paid", "moved", "no-interrupt"] * 3


# The interrupting turn


@pytest.mark.proves("HS-INT-07")
def test_an_interrupting_turn_is_step_2_of_a_turn() -> None:
    waiting = {"middenface": 12, "durham-red": 13, "johnny-alpha": 14, "gronk": 15}
    s = interrupted_by(act(table_of(2, waiting=waiting)), 1)
    deployments = [f"deploy {id} {space}" for id, space in waiting.items()]
    assert s.options == ["end", *deployments, "move wulf"]
    assert s.match.prompt is not None
    assert s.match.prompt.text == "Seat 1: deploy, act, or end this interrupting turn."


@pytest.mark.proves("HS-INT-07")
def test_without_an_interrupt_the_others_neither_deploy_nor_act() -> None:
    s = act(table_of(2, waiting={"gronk": 12}))
    assert s.options == ["pass", "interrupt 4"]
    assert [s.why_not(text) for text in ("deploy gronk 12", "move wulf")] == ["HS-INT-07"] * 2
    s.choose("pass")
    refusals = [s.why_not(text, 1) for text in ("deploy gronk 12", "move wulf", "end")]
    assert refusals == ["HS-TURN-15"] * 3


@pytest.mark.proves("HS-INT-08")
def test_in_one_interrupting_turn_one_deploys_and_acts_as_often_as_one_likes() -> None:
    hands = [
        [card("dredd")],
        [card("wulf", wild="interrupt"), card("wulf"), card("gronk", wild="snipe"), card("gronk")],
    ]
    waiting = {"gronk": 12, "middenface": 13}
    s = story({"dredd": 1, "wulf": 8}, hands=hands, waiting=waiting)
    s.choose("move dredd", "pay 1", "to 2", "interrupt 1")
    s.choose("deploy gronk 12", "move wulf", "pay 2", "to 7", "pass")
    s.choose("snipe wulf", "pay 3", "take-damage", "pass")
    s.choose("deploy middenface 13", "move gronk", "pay 4", "to 11", "pass")
    assert acting(s) == (1, True)
    assert [s.space(id) for id in ("wulf", "gronk", "middenface")] == [7, 11, 13]
    assert (s.health("dredd"), s.discard(1)) == (2, [1, 2, 3, 4])


@pytest.mark.proves("HS-INT-09")
@pytest.mark.parametrize("marker", [0, 1, 2])
def test_the_marker_stays_with_the_active_player(marker: int) -> None:
    interrupter = (marker + 2) % 3
    s = interrupted_by(act(table_of(3, marker=marker)), interrupter)
    markers = [s.table["marker"]]
    act(s).nobody_interrupts()
    markers.append(s.table["marker"])
    s.choose("end").nobody_interrupts()
    assert [*markers, s.table["marker"]] == [marker] * 3
    assert acting(s) == (marker, False)
    assert "marker" not in s.told()


@pytest.mark.proves("HS-INT-10", "HS-INT-14")
def test_the_end_of_an_interrupting_turn_is_declared_and_can_be_interrupted() -> None:
    s = interrupted_by(act(table_of(4)), 2)
    s.choose("end")
    assert asked_in(s) == [1, 3, 0]
    assert acting(s) == (0, False)


@pytest.mark.proves("HS-RULING-19", "HS-INT-10")
def test_an_interrupter_may_end_at_once_and_the_others_may_interrupt_that() -> None:
    s = interrupted_by(act(table_of(3)), 1)
    s.choose("end")
    assert (s.seat, s.options) == (2, ["pass", "interrupt 4"])
    s.choose("interrupt 4", "pass")
    assert (acting(s), s.discard(1), s.discard(2)) == ((2, True), [4], [4])


@pytest.mark.proves("HS-INT-11", "HS-RULING-14")
def test_after_an_interrupted_action_play_returns_to_step_2_of_the_active_player() -> None:
    s = act(table_of(3, waiting={"giant": 12, "anderson": 13}))
    before = Story(s.match.copy()).nobody_interrupts()
    act(interrupted_by(s, 1)).nobody_interrupts()
    s.choose("end").nobody_interrupts()
    assert acting(s) == (0, False)
    assert s.options == before.options
    s.choose("deploy giant 12")
    act(s, pay=2)
    assert asked_in(s) == [1, 2]
    assert s.told(2).count("returned") == 1


@pytest.mark.proves("HS-INT-11", "HS-RULING-13")
def test_after_an_interrupted_end_the_active_player_draws_and_passes_the_marker() -> None:
    """The declaration stands: no further action of the active player."""
    s = interrupted_by(table_of(3).choose("end"), 2)
    act(s).nobody_interrupts()
    assert (len(s.hand(0)), s.table["marker"]) == (4, 0)
    s.choose("end")
    assert asked_in(s) == [1, 0]
    assert (len(s.hand(0)), s.table["marker"], s.table["turn"], s.seat) == (7, 1, 10, 1)
    assert s.told(1)[-4:] == ["returned", "drew-unseen", "marker", "turn"]


@pytest.mark.proves("HS-INT-12")
@pytest.mark.parametrize("declared", [False, True])
def test_no_cards_are_drawn_at_the_end_of_an_interrupting_turn(declared: bool) -> None:
    s = table_of(3)
    s = interrupted_by(s.choose("end") if declared else act(s), 2)
    cards = s.hand(2), s.player(2)["deck"], s.discard(2)
    assert cards[0] == [1, 2, 3]
    s.choose("end").nobody_interrupts()
    assert (s.hand(2), s.player(2)["deck"], s.discard(2)) == cards


# Turns within turns


@pytest.mark.proves("HS-INT-13", "HS-INT-14")
def test_an_interrupting_turn_can_be_interrupted_after_an_action_and_after_its_end() -> None:
    for moved in (True, False):
        s = interrupted_by(act(table_of(3)), 1)
        s = act(s) if moved else s.choose("end")
        assert (s.seat, s.options) == (2, ["pass", "interrupt 4"])
        interrupted_by(s, 2)
        assert acting(s) == (2, True)


@pytest.mark.proves("HS-INT-15", "HS-RULING-15")
def test_after_a_nested_interrupt_play_goes_back_to_the_active_player() -> None:
    s = interrupted_by(act(table_of(3)), 1)
    interrupted_by(act(s), 2)
    act(s).nobody_interrupts()
    s.choose("end").nobody_interrupts()
    assert acting(s) == (0, False)
    assert s.told(0).count("returned") == 1


@pytest.mark.proves("HS-RULING-15")
def test_the_interrupted_interrupter_may_come_back_with_another_card() -> None:
    s = interrupted_by(act(table_of(3, (1, 2, 1))), 1)
    interrupted_by(act(s), 2)
    s.choose("end")
    assert s.options == ["pass", "interrupt 5"]
    interrupted_by(s, 1, pay=5)
    assert (acting(s), s.discard(1)) == ((1, True), [1, 4, 5])
    act(s, pay=2).nobody_interrupts()
    s.choose("end").nobody_interrupts()
    assert acting(s) == (0, False)


@pytest.mark.proves("HS-RULING-15")
def test_the_interrupted_interrupter_may_come_back_in_a_later_window_too() -> None:
    s = interrupted_by(act(table_of(3, (1, 2, 1))), 1)
    interrupted_by(act(s), 2).choose("end").nobody_interrupts()
    act(s, pay=2)
    interrupted_by(s, 1, pay=5)
    assert acting(s) == (1, True)


@pytest.mark.proves("HS-RULING-16", "HS-RULING-17", "HS-INT-13")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_active_player_may_interrupt_the_interrupter(seats: int) -> None:
    s = interrupted_by(act(table_of(seats, (2, 1, 1, 1))), 1)
    act(s)
    interrupted_by(s, 0)
    assert acting(s) == (0, True)
    assert (s.discard(0), s.table["marker"]) == ([1, 4], 0)
    act(s, pay=2)
    assert s.seat == 1
    s.nobody_interrupts().choose("end")
    assert asked_in(s) == list(range(1, seats))
    assert acting(s) == (0, False)
    assert (len(s.hand(0)), s.why_not("interrupt 5")) == (2, "HS-INT-02")


@pytest.mark.proves("HS-RULING-16", "HS-RULING-13")
def test_the_active_player_who_had_declared_the_end_only_draws_after_it() -> None:
    s = interrupted_by(table_of(2).choose("end"), 1)
    interrupted_by(act(s), 0)
    assert acting(s) == (0, True)
    act(s).nobody_interrupts()
    s.choose("end")
    assert len(s.hand(0)) == 2
    assert asked_in(s) == [1]
    assert (len(s.hand(0)), s.table["marker"], s.seat) == (5, 1, 1)


@pytest.mark.proves("HS-INT-15", "HS-INT-13", "HS-RULING-15", "HS-RULING-16")
@pytest.mark.parametrize("declared", [False, True])
def test_however_deep_the_interrupts_play_returns_to_the_marker_once(declared: bool) -> None:
    s = table_of(4, (1, 2, 1, 1))
    s = s.choose("end") if declared else act(s)
    for seat, pay in ((1, 4), (2, 4), (3, 4), (0, 4), (1, 5)):
        interrupted_by(s, seat, pay)
        assert (acting(s), s.table["marker"]) == ((seat, True), 0)
        act(s, pay=2 if seat == 0 or pay == 5 else 1)
    assert asked_in(s) == [2, 3, 0]
    s.choose("end").nobody_interrupts()
    if declared:
        assert (s.seat, s.table["marker"], len(s.hand(0))) == (1, 1, 5)
    else:
        assert acting(s) == (0, False)
    assert s.told(0).count("returned") == 1


@pytest.mark.proves("HS-RULING-21")
def test_interrupts_end_when_the_cards_do() -> None:
    """Each uses up a card, and nobody draws before step 4."""
    s = table_of(2, (2, 3)).choose("end")
    decks = [s.player(seat)["deck"] for seat in (0, 1)]
    cards = {0: [4, 5], 1: [4, 5, 6]}
    for seat in (1, 0, 1, 0, 1):
        assert s.offered("interrupt") == [str(n) for n in cards[seat]]
        s.choose(f"interrupt {cards[seat].pop(0)}", "end")
    assert (s.seat, s.options) == (0, ["pass"])
    assert (s.discard(0), s.discard(1)) == ([4, 5], [4, 5, 6])
    assert [s.player(seat)["deck"] for seat in (0, 1)] == decks
    s.choose("pass")
    assert s.table["marker"] == 1


# Several at once


@pytest.mark.proves("HS-INT-18", "HS-INT-19", "HS-RULING-18")
def test_of_several_the_one_whose_turn_is_closest_interrupts_and_the_other_keeps_the_card() -> None:
    s = act(table_of(4))
    s.choose("interrupt 4", "pass", "interrupt 4")
    assert acting(s) == (1, True)
    assert (s.hand(1), s.discard(1)) == ([1, 2, 3], [4])
    assert (s.hand(3), s.discard(3)) == ([1, 2, 3, 4], [])


@pytest.mark.proves("HS-INT-18", "HS-RULING-18")
@pytest.mark.parametrize(
    ("marker", "asked", "announcing", "interrupting"),
    [
        (0, [1, 2, 3], {2, 3}, 2),
        (1, [2, 3, 0], {0, 3}, 3),
        (2, [3, 0, 1], {0, 1}, 0),
        (3, [0, 1, 2], {0, 1, 2}, 0),
        (3, [0, 1, 2], {1, 2}, 1),
    ],
)
def test_closest_is_counted_to_the_left_from_the_marker(
    marker: int, asked: list[int], announcing: set[int], interrupting: int
) -> None:
    s = act(table_of(4, marker=marker))
    for seat in asked:
        assert s.seat == seat
        s.choose("interrupt 4" if seat in announcing else "pass")
    assert acting(s) == (interrupting, True)
    kept = {seat for seat in announcing if s.hand(seat) == [1, 2, 3, 4]}
    assert kept == announcing - {interrupting}


@pytest.mark.proves("HS-RULING-18", "HS-INT-18")
def test_in_an_interrupting_turn_it_is_still_counted_from_the_marker_whose_holder_is_last() -> None:
    """Seat 3 interrupts: seat 0 sits on its left and holds the marker, and seat 2 comes first."""
    s = interrupted_by(act(table_of(4)), 3)
    act(s)
    s.choose("pass", "interrupt 4", "interrupt 4")
    assert acting(s) == (2, True)
    assert s.hand(0) == [2, 3, 4]


@pytest.mark.proves("HS-RULING-18", "HS-INT-19")
def test_who_lost_may_try_again_in_the_next_window() -> None:
    s = act(table_of(3)).choose("interrupt 4", "interrupt 4")
    assert (acting(s), s.hand(2)) == ((1, True), [1, 2, 3, 4])
    act(s)
    assert (s.seat, s.options) == (2, ["pass", "interrupt 4"])
    s.choose("interrupt 4", "pass")
    assert (acting(s), s.discard(2)) == ((2, True), [4])


# Sealed answers


def seen_by(s: Story, seat: int | None) -> tuple[Any, ...]:
    """Everything that a seat or a spectator gets to see: the table, the events, the question."""
    asked = s.options if seat == s.seat else None
    prompt = s.match.prompt
    return s.match.view(seat), s.match.events(seat), prompt, asked


@pytest.mark.proves("HS-RULING-22", "HS-INT-16")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_is_asked_does_not_depend_on_who_holds_an_interrupt(seats: int) -> None:
    """In an action's window, in an interrupting turn, after its end and after a turn's end."""
    for holding in (0, 1):
        s = act(table_of(seats, (holding, 2, holding, holding)))
        assert asked_in(s) == list(range(1, seats))
        act(s, pay=2)
        interrupted_by(s, 1)
        others = [*range(2, seats), 0]
        assert asked_in(act(s)) == others
        s.choose("end")
        assert asked_in(s) == others
        s.choose("end")
        assert asked_in(s) == list(range(1, seats))


@pytest.mark.proves("HS-RULING-22", "HS-INT-16")
def test_who_holds_no_interrupt_can_only_let_it_pass_and_is_asked_in_the_same_words() -> None:
    without, holding = act(table_of(2, (0, 0))), act(table_of(2, (0, 1)))
    assert (without.options, holding.options) == (["pass"], ["pass", "interrupt 4"])
    prompts = [s.match.prompt for s in (without, holding)]
    assert prompts[0] == prompts[1] is not None
    for s in (without, holding):
        assert [s.why_not("interrupt 4", 0), s.why_not("pass", 0)] == ["HS-RULING-17"] * 2


@pytest.mark.proves("HS-RULING-22")
@pytest.mark.parametrize("seat", [0, 2, 3, None])
def test_nobody_sees_what_another_has_answered(seat: int | None) -> None:
    passed = act(table_of(4)).choose("pass")
    announced = act(table_of(4)).choose("interrupt 4")
    assert passed.seat == announced.seat == 2
    assert seen_by(passed, seat) == seen_by(announced, seat)
    assert passed.view(seat)["agenda"][-1]["answers"] == [None, "?", None, None]
    assert passed.told(seat) == ["action", "paid", "moved"]


@pytest.mark.proves("HS-RULING-22")
def test_ones_own_answer_is_no_secret_to_oneself() -> None:
    s = act(table_of(4)).choose("interrupt 4", "pass")
    answers = [s.view(seat)["agenda"][-1]["answers"] for seat in (0, 1, 2, 3, None)]
    assert answers == [
        [None, "?", "?", None],
        [None, 4, "?", None],
        [None, "?", "pass", None],
        [None, "?", "?", None],
        [None, "?", "?", None],
    ]
    assert s.why_not("pass", 1) == s.why_not("interrupt 4", 1) == "HS-INT-16"


@pytest.mark.proves("HS-RULING-22", "HS-INT-19")
@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_an_announcement_that_loses_is_shown_to_nobody(seat: int | None) -> None:
    lost = act(table_of(4)).choose("interrupt 4", "pass", "interrupt 4")
    passed = act(table_of(4)).choose("interrupt 4", "pass", "pass")
    assert acting(lost) == acting(passed) == (1, True)
    assert seen_by(lost, seat) == seen_by(passed, seat)
    assert lost.told(seat) == ["action", "paid", "moved", "interrupted"]
    assert lost.match.events(seat)[-1]["args"] == [["seat", 1], ["card", 4]]
    assert lost.match.digest() == passed.match.digest()


@pytest.mark.proves("HS-RULING-22")
@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_if_nobody_interrupts_that_is_all_that_is_told(seat: int | None) -> None:
    s = act(table_of(4)).nobody_interrupts()
    assert s.told(seat) == ["action", "paid", "moved", "no-interrupt"]


@pytest.mark.proves("HS-RULING-22")
def test_sealed_answers_stay_sealed_in_an_interrupting_turn() -> None:
    def nested(*answers: str) -> Story:
        return act(interrupted_by(act(table_of(4)), 3)).choose(*answers)

    for seat in (0, 2, 3, None):
        assert seen_by(nested("pass"), seat) == seen_by(nested("interrupt 4"), seat)
    for seat in (0, 1, 2, 3, None):
        lost = nested("interrupt 4", "interrupt 4", "interrupt 4")
        assert seen_by(lost, seat) == seen_by(nested("interrupt 4", "pass", "pass"), seat)


# Elimination in between


def fight(seats: int, *, killer: int, victim: str) -> Story:
    """The victim, the last of a team and with one health left, stands with another seat's hero.

    Card 5 of that hero is a wild MELEE. Everybody else has a point already, so that the game goes
    on when the victim dies.
    """
    hands = [hand_of(HEROES[seat], 1) for seat in range(seats)]
    hands[killer].append(card(HEROES[killer], wild="melee"))
    return story(
        dict(zip(HEROES[:seats], HOMES, strict=False)) | {victim: HOMES[killer]},
        hands=hands,
        teams=TEAMS[:seats],
        health={victim: 1},
        dead=OTHERS[TEAMS[HEROES.index(victim)]],
        fragments=[row_of_five(seat)[: 5 if seat == killer else 4] for seat in range(seats)],
    )


@pytest.mark.proves("HS-RULING-20", "HS-INT-03", "HS-RULING-32")
@pytest.mark.parametrize(
    ("before", "chase"),
    [(["end"], []), (["move dredd", "pay 1", "to 7"], ["move wulf", "pay 1", "to 7"])],
)
def test_when_the_interrupted_player_is_wiped_out_the_interrupter_finishes_first(
    before: list[str], chase: list[str]
) -> None:
    """Then the marker passes on, and the one who is out draws nothing."""
    s = interrupted_by(fight(3, killer=1, victim="dredd").choose(*before), 1)
    if chase:
        s.choose(*chase).nobody_interrupts()
    hand = s.hand(0)
    s.choose("melee wulf", "pay 5", "take-damage")
    assert (s.player(0)["eliminated"], s.winners) == (True, None)
    assert asked_in(s) == [2]
    assert acting(s) == (1, True)
    s.choose("end")
    assert asked_in(s) == [2]
    assert (s.table["marker"], s.seat, s.hand(0)) == (1, 1, hand)


@pytest.mark.proves("HS-RULING-32")
def test_nobody_is_told_that_play_returns_to_a_player_who_is_out() -> None:
    s = interrupted_by(fight(3, killer=1, victim="dredd").choose("end"), 1)
    s.choose("melee wulf", "pay 5", "take-damage").nobody_interrupts()
    s.choose("end").nobody_interrupts()
    assert s.told(2)[-3:] == ["no-interrupt", "marker", "turn"]


@pytest.mark.proves("HS-RULING-20", "HS-INT-03")
def test_who_is_wiped_out_in_an_interrupting_turn_is_not_asked_any_more() -> None:
    s = act(fight(4, killer=1, victim="niamh"))
    interrupted_by(s, 1).choose("melee wulf", "pay 5", "take-damage")
    assert asked_in(s) == [2, 0]
    s.choose("end")
    assert asked_in(s) == [2, 0]
    assert acting(s) == (0, False)
    assert asked_in(act(s, pay=2)) == [1, 2]


@pytest.mark.proves("HS-INT-11", "HS-RULING-32")
def test_play_returns_to_the_marker_when_an_interrupter_wipes_out_the_own_team() -> None:
    blast = card("nikolai", linked="explode nikolai")
    s = story(
        {"dredd": 11, "nikolai": 12, "niamh": 40},
        teams=("judges", "nikolai-dante", "slaine"),
        hands=[hand_of("dredd", 0), [card("nikolai", wild="interrupt"), blast], []],
        health={"nikolai": 1},
        dead=OTHERS["nikolai-dante"],
    )
    s.choose("move dredd", "pay 1", "to 12", "interrupt 1", "pass")
    s.choose("explode nikolai", "pay 2", "take-damage", "take-damage")
    assert (s.dead("nikolai"), s.health("dredd"), s.player(1)["eliminated"]) == (True, 2, True)
    assert asked_in(s) == [2, 0]
    assert acting(s) == (0, False)
    s.choose("move dredd", "pay 2", "to 11")
    assert asked_in(s) == [2]


@pytest.mark.proves("HS-RULING-16", "HS-RULING-18")
def test_the_next_interrupter_is_counted_past_the_eliminated() -> None:
    s = act(fight(4, killer=2, victim="wulf"))
    interrupted_by(s, 2).choose("melee nikolai", "pay 5", "take-damage")
    assert s.seat == 3
    s.choose("interrupt 4", "interrupt 4")
    assert (acting(s), s.hand(0)) == ((3, True), [2, 3, 4])
