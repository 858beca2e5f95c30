"""Head-to-head rules: two investigations."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cursed_earth.story import (
    GAME,
    NOTHING,
    Row,
    Story,
    card,
    plain_locations,
    position_of,
    record,
    resolving,
    starting,
)

AMMO = card(must=["ammo"])
WOUND = card(must=["wound"])
QUIET = [(place, "flavour", "") for place in plain_locations()]  # no location has an effect
HANDS = [[2, 4, 6, 8, 10, 12], [3, 5, 7, 9, 11, 60]]
LEFT = [[45, 46, 47], [48, 49, 50]]  # what the players hold for dusk
TAKEN = {"dawn": ("versus-dawn", 9), "dusk": ("versus-dusk", 7)}


def both_rows(
    picked: Row,
    other: Row,
    *,
    time: str = "dawn",
    picker: int = 0,
    side: str = "above",
    **position: Any,
) -> Story:
    """The rows have been taken: the picker's first, then the other player's."""
    name, at = TAKEN[time]
    rows = {side: picked, {"above": "below", "below": "above"}[side]: other}
    taken = record(name, at, played=6, drawn=0, picker=picker, picked=side)
    usual: dict[str, Any] = {"hands": LEFT if time == "dawn" else [[], []], "effects": QUIET}
    usual |= {"dawn_picker": picker if time == "dawn" else 1 - picker}
    return position_of("head-to-head", time, [taken], rows=rows, **(usual | position))


def versus(*, time: str = "dawn", **position: Any) -> Story:
    """A head-to-head investigation about to start among quiet locations."""
    usual: dict[str, Any] = {"effects": QUIET}
    return starting(mode="head-to-head", time=time, **(usual | position))


def encountered(s: Story) -> list[tuple[str, int]]:
    """Who has encountered which card since the story began."""
    found = [dict(e["args"]) for e in s.match.events(None) if e["what"] == "encountered"]
    return [(args["team"], args["card"]) for args in found]


def sides(cards: list[int]) -> list[str]:
    """Every way to play these cards."""
    return [f"play {c} {side}" for c in cards for side in ("above", "below")]


def play_six(s: Story, side: str = "above") -> Story:
    """Both players play three cards to that row, the lowest first."""
    for i in range(6):
        s.choose(next(text for text in s.options if text.endswith(side)))
    return s


def investigation(s: Story) -> Any:
    """The dawn or dusk under way, as saved."""
    return next(r for r in s.table["agenda"] if r["is"] in ("versus-dawn", "versus-dusk"))


@pytest.mark.proves("CE-HHROWS-02", "CE-HHROWS-06", "CE-HHROWS-07", "CE-RULING-59")
@pytest.mark.parametrize("time", ["dawn", "dusk"])
@pytest.mark.parametrize("first", ["above", "below"])
def test_every_play_names_a_card_and_one_of_two_rows(time: str, first: str) -> None:
    s = versus(time=time, hands=HANDS, dawn_picker=0 if time == "dusk" else None)
    assert s.options == sides(HANDS[0])
    s.choose(f"play 6 {first}")
    second = {"above": "below", "below": "above"}[first]
    assert (s.row(first), s.row(second)) == ([6], [])
    assert s.seat == 1
    assert s.options == sides(HANDS[1])
    s.choose(f"play 3 {second}")
    assert (s.row(first), s.row(second)) == ([6], [3])
    s.choose(f"play 2 {first}", f"play 5 {first}")
    assert sorted(s.row(first)) == [2, 5, 6]
    assert s.row(second) == [3]


@pytest.mark.proves("CE-HHROWS-05", "CE-HHROWS-08", "CE-HHROWS-09")
@pytest.mark.parametrize("time", ["dawn", "dusk"])
@pytest.mark.parametrize("senior", [0, 1])
def test_the_senior_judge_plays_first_and_then_they_alternate(time: str, senior: int) -> None:
    picker = None if time == "dawn" else 1 - senior
    s = versus(time=time, hands=HANDS, senior=senior, dawn_picker=picker)
    order = []
    while len(s.row("above")) + len(s.row("below")) < 6:
        assert s.seat is not None
        order.append(s.seat)
        waiting = 1 - s.seat
        assert s.why_not(f"play {HANDS[waiting][5]} above", waiting) == "CE-HHROWS-08"
        assert s.why_not(f"play {HANDS[waiting][5]} above")
        assert s.why_not("take above") == "CE-HHROWS-12"
        s.choose(s.options[0])
    assert order == [senior, 1 - senior] * 3
    assert [len(hand) for hand in s.table["hands"]] == [3, 3]
    assert s.options[:2] == ["take above", "take below"]
    assert s.seat == senior
    assert s.why_not("play 12 above", 0)


@pytest.mark.proves("CE-HHROWS-03")
def test_all_six_cards_may_go_to_one_row() -> None:
    s = versus(hands=HANDS)
    s.choose(*(f"play {c} below" for c in (2, 3, 4, 5, 6, 7)))
    assert (s.row("above"), s.row("below")) == ([], [2, 3, 4, 5, 6, 7])
    assert s.options == ["take above", "take below", "let-choose"]


@pytest.mark.proves("CE-HHROWS-04")
def test_nobody_owns_a_row_while_cards_are_being_played() -> None:
    s = versus(hands=[[WOUND] * 6, [WOUND] * 6])
    for c in (14, 20, 15, 21, 16, 22):
        assert investigation(s)["picker"] is None
        s.choose(f"play {c} {'above' if c < 20 else 'below'}")
    assert investigation(s)["picker"] is None
    assert "row-taken" not in s.news()
    other = Story(s.match.copy())
    s.choose("take above")
    assert (investigation(s)["picker"], investigation(s)["picked"]) == (0, "above")
    assert s.news()[-3:] == ["row-taken", "encountered", "triggered"]
    assert (len(s.row("above")), len(s.row("below"))) == (2, 3)
    other.choose("take below")
    assert (len(other.row("above")), len(other.row("below"))) == (3, 2)


@pytest.mark.proves("CE-HHROWS-10")
def test_at_dawn_each_row_is_sorted_before_the_choice() -> None:
    s = versus(hands=[[40, 33, 50, 51, 52, 53], [7, 12, 8, 9, 10, 11]])
    s.choose("play 40 above", "play 7 above", "play 33 below", "play 12 below")
    s.choose("play 50 above", "play 8 below")
    assert s.options == ["take above", "take below", "let-choose"]
    assert (s.row("above"), s.row("below")) == ([7, 40, 50], [8, 12, 33])


@pytest.mark.proves("CE-HHROWS-11")
def test_at_dusk_each_row_keeps_the_order_of_play() -> None:
    s = versus(time="dusk", hands=[[40, 33, 50], [7, 12, 8]], dawn_picker=1)
    s.choose("play 40 above", "play 7 above", "play 33 below", "play 12 below")
    s.choose("play 50 below", "play 8 above")
    assert s.options == ["take above", "take below"]
    assert (s.row("above"), s.row("below")) == ([40, 7, 8], [33, 12, 50])


@pytest.mark.proves("CE-HHROWS-12")
@pytest.mark.parametrize("senior", [0, 1])
def test_at_dawn_the_senior_judge_takes_a_row_or_lets_the_other_choose(senior: int) -> None:
    s = play_six(versus(hands=HANDS, senior=senior))
    assert s.seat == senior
    assert s.options == ["take above", "take below", "let-choose"]
    assert s.why_not("take above", 1 - senior)


@pytest.mark.proves("CE-RULING-39", "CE-HHROWS-12")
@pytest.mark.parametrize("senior", [0, 1])
def test_the_other_player_must_choose_if_let(senior: int) -> None:
    s = play_six(versus(hands=HANDS, senior=senior)).choose("let-choose")
    assert s.seat == 1 - senior
    assert s.options == ["take above", "take below"]
    assert s.why_not("let-choose") == "CE-RULING-39"
    assert s.news()[-1] == "choice-passed"


@pytest.mark.proves("CE-HHROWS-12", "CE-HHROWS-13", "CE-HHROWS-15")
@pytest.mark.parametrize(
    ("choice", "teams"),
    [
        (["take above"], ("judges", "perps")),
        (["take below"], ("perps", "judges")),
        (["let-choose", "take above"], ("perps", "judges")),
        (["let-choose", "take below"], ("judges", "perps")),
    ],
)
def test_the_row_that_is_not_picked_goes_to_the_other_player(
    choice: list[str], teams: tuple[str, str]
) -> None:
    s = versus(hands=[[AMMO] * 6, [AMMO] * 6])
    s.choose("play 14 above", "play 20 below", "play 15 above", "play 21 below")
    s.choose("play 16 above", "play 22 below", *choice)
    above = [(teams[0], c) for c in (14, 15, 16)]
    below = [(teams[1], c) for c in (20, 21, 22)]
    picker_is_above = choice[-1] == "take above"
    assert encountered(s) == (above + below if picker_is_above else below + above)
    assert (s.team("judges")["ammo"], s.team("perps")["ammo"]) == (7, 7)


@pytest.mark.proves("CE-HHROWS-15", "CE-HHROWS-16")
@pytest.mark.parametrize("time", ["dawn", "dusk"])
@pytest.mark.parametrize("picker", [0, 1])
def test_the_picker_resolves_a_whole_row_first_and_rations_wait_for_both(
    time: str, picker: int
) -> None:
    s = both_rows([WOUND, WOUND], [WOUND], time=time, picker=picker)
    asked = []
    for i in range(3):
        assert (s.team("judges")["rations"], s.team("perps")["rations"]) == (3, 3)
        assert s.table["time"] == time
        asked.append(s.seat)
        s.choose(s.options[0])
    assert asked == [picker, picker, 1 - picker]
    assert (s.team("judges")["rations"], s.team("perps")["rations"]) == (2, 2)
    assert s.table["time"] == {"dawn": "dusk", "dusk": "dawn"}[time]


@pytest.mark.proves("CE-HHROWS-14", "CE-RULING-39")
@pytest.mark.parametrize("senior", [0, 1])
@pytest.mark.parametrize("lets", [False, True])
def test_whoever_did_not_pick_at_dawn_picks_at_dusk(senior: int, lets: bool) -> None:
    s = play_six(versus(hands=[[AMMO] * 6, [AMMO] * 6], senior=senior))
    s.choose(*(["let-choose", "take above"] if lets else ["take above"]))
    assert s.table["time"] == "dusk"
    assert s.seat == senior
    play_six(s)
    picker = senior if lets else 1 - senior
    assert s.seat == picker
    assert s.options == ["take above", "take below"]
    assert s.why_not("let-choose") == "CE-RULING-39"
    assert s.why_not("take above", 1 - picker)


@pytest.mark.proves("CE-HHROWS-01", "CE-HHROWS-17", "CE-HHROWS-18", "CE-HHROWS-20", "CE-HH-06")
def test_a_head_to_head_round_is_dawn_then_dusk_and_then_new_hands() -> None:
    deck = [3, 5, 7, 9, 11, 40, 2, 4, 6, 8, 10, 12, 60]
    s = versus(hands=[[AMMO] * 6, [AMMO] * 6], deck=deck, senior=1)
    size = len(s.deck)
    play_six(s).choose("take above")
    assert (s.table["round"], s.table["time"]) == (1, "dusk")
    assert [len(hand) for hand in s.table["hands"]] == [3, 3]
    assert (s.team("judges")["rations"], s.team("perps")["rations"]) == (2, 2)
    play_six(s).choose("take below")
    assert (s.table["round"], s.table["time"]) == (2, "dawn")
    assert (s.team("judges")["rations"], s.team("perps")["rations"]) == (1, 1)
    assert s.table["hands"] == [[3, 5, 7, 9, 11, 40], [2, 4, 6, 8, 10, 12]]
    assert len(s.deck) == size - 12
    assert s.deck[0] == 60
    assert (s.table["senior"], s.seat) == (0, 0)
    assert s.table["first_senior"] == 1
    assert (s.pawn("judges"), s.pawn("perps")) == (1, 1)
    assert [what for what in s.news() if what in ("round", "dawn", "dusk")] == [
        "dusk",
        "round",
        "dawn",
    ]


@pytest.mark.proves("CE-HHROWS-17")
def test_new_hands_are_secret_from_the_other_player() -> None:
    deck = [3, 5, 7, 9, 11, 40, 2, 4, 6, 8, 10, 12]
    s = both_rows([NOTHING], [], time="dusk", deck=deck).choose("ignore a")
    assert s.view(0)["hands"] == [[3, 5, 7, 9, 11, 40], 6]
    assert s.view(1)["hands"] == [6, [2, 4, 6, 8, 10, 12]]
    assert s.view(None)["hands"] == [6, 6]
    assert s.news(0).count("drew") == s.news(1).count("drew") == 6
    assert s.news(None).count("drew") == 0


@pytest.mark.proves("CE-HHROWS-18")
@pytest.mark.parametrize("senior", [0, 1])
def test_the_senior_judge_token_alternates_every_round(senior: int) -> None:
    s = both_rows([NOTHING], [], time="dusk", senior=senior).choose("ignore a")
    assert s.table["senior"] == 1 - senior
    assert s.seat == 1 - senior
    dawn = both_rows([NOTHING], [], senior=senior).choose("ignore a")
    assert dawn.table["senior"] == senior


@pytest.mark.proves("CE-RULING-40", "CE-HHROWS-03")
@pytest.mark.parametrize("time", ["dawn", "dusk"])
def test_an_empty_row_may_be_picked_and_its_taker_still_eats(time: str) -> None:
    hands = [[AMMO] * 6, [AMMO] * 6] if time == "dawn" else [[AMMO] * 3, [AMMO] * 3]
    place = ("ozark-silence", "end", ["ammo"])
    picker = None if time == "dawn" else 1
    s = starting(
        mode="head-to-head", time=time, hands=hands, dawn_picker=picker, effects=[*QUIET, place]
    )
    play_six(s, "below").choose("take above")
    assert {team for team, c in encountered(s)} == {"perps"}
    assert (s.team("judges")["ammo"], s.team("perps")["ammo"]) == (5, 11)
    assert (s.team("judges")["rations"], s.team("perps")["rations"]) == (2, 2)


@pytest.mark.proves("CE-RULING-40")
def test_the_taker_of_an_empty_row_still_has_the_start_of_a_location() -> None:
    s = starting(
        mode="head-to-head", hands=HANDS, effects=[*QUIET, ("ozark-silence", "start", ["rations"])]
    )
    assert (s.team("judges")["rations"], s.team("perps")["rations"]) == (4, 4)


@pytest.mark.proves("CE-HHROWS-21", "CE-HHROWS-15")
def test_a_row_acts_on_the_team_of_the_player_who_resolves_it() -> None:
    row = [card(must=["wound", "ammo", "gain-survival"]), NOTHING]
    s = both_rows(row, [NOTHING], picker=1)
    assert s.seat == 1
    assert s.options == ["wound mean-machine", "wound satellat", "wound disciple"]
    judges = s.team("judges")
    s.choose("wound satellat")
    assert s.health("satellat") == 4
    assert s.team("perps")["ammo"] == 5
    assert s.kept("perps") == [14]
    assert s.team("judges") == judges


PICKS = {
    "heal": ["heal mean-machine", "heal satellat"],
    "wound": ["wound mean-machine", "wound satellat"],
    "radiation": ["irradiate mean-machine", "irradiate satellat"],
    "death": ["lose mean-machine", "lose satellat"],
    "violence": [
        "spend-ammo",
        "spend-two mean-machine",
        "spend-two satellat",
        "kill mean-machine",
        "kill satellat",
    ],
    "spend-survival": ["spend-one mean-machine", "spend-two satellat"],
    "spend-diplomacy": ["spend-one satellat", "spend-two mean-machine"],
    "swap": ["swap 1", "swap 2", "no-swap"],
}


@pytest.mark.proves("CE-RULING-04")
@pytest.mark.parametrize("symbol", PICKS)
@pytest.mark.parametrize("judges_seat", [0, 1])
def test_a_player_picks_living_characters_of_their_own_team(symbol: str, judges_seat: int) -> None:
    perps_seat = 1 - judges_seat
    s = both_rows(
        [card(must=[symbol]), NOTHING, NOTHING],
        [NOTHING],
        picker=perps_seat,
        judges_seat=judges_seat,
        mean_machine=4,
        satellat=3,
        disciple=0,
    )
    assert s.seat == perps_seat
    assert s.options == PICKS[symbol]
    assert s.why_not(PICKS[symbol][0], judges_seat) == "CE-RULING-04"
    if symbol != "swap":
        verb = PICKS[symbol][-1].split()[0]
        assert s.why_not(f"{verb} giant") == "CE-RULING-04"
        assert s.why_not(f"{verb} disciple") == "CE-OVER-04"


@pytest.mark.proves("CE-RULING-04")
def test_a_player_picks_the_boxes_of_their_own_row() -> None:
    both = card(one_of=[["ammo"], ["rations"]], may=[["wound"]])
    s = both_rows([both], [both], picker=1)
    for seat in (1, 0):
        assert s.seat == seat
        assert s.options == ["choose a", "choose b"]
        assert s.why_not("choose a", 1 - seat) == "CE-RULING-04"
        s.choose("choose a")
        assert s.seat == seat
        assert s.options == ["trigger a", "ignore a"]
        s.choose("ignore a")
    assert (s.team("judges")["ammo"], s.team("perps")["ammo"]) == (5, 5)


def careful_play(s: Story) -> str:
    """What the careful player does."""
    assert s.seat is not None
    return s.options[GAME.careful(s.match.seat_view(s.seat).state)]


@pytest.mark.proves("CE-HHROWS-19")
@pytest.mark.parametrize("boxes", [["advance"], ["death"]])
def test_who_will_pick_makes_the_rows_uneven_and_the_other_makes_them_even(
    boxes: list[str],
) -> None:
    same = card(must=boxes)
    rows = {"above": [same]}
    for dawn_picker, side in ((1, "above"), (0, "below")):
        s = versus(time="dusk", rows=rows, hands=[[same] * 3, [same] * 3], dawn_picker=dawn_picker)
        assert careful_play(s).split()[2] == side
    s = versus(hands=[[same] * 6, [same] * 6])
    s.choose("play 14 above")
    assert careful_play(s).split()[2] == "below"
    s.choose("play 20 below", "play 15 below")
    assert careful_play(s).split()[2] == "above"
    s = versus(hands=[[same] * 6, [same] * 6])
    s.choose("play 14 below", "play 20 below")
    assert careful_play(s).split()[2] == "below"


@pytest.mark.proves("CE-HHROWS-16")
def test_the_other_player_waits_for_the_picker() -> None:
    s = resolving([WOUND, NOTHING], mode="head-to-head", team="perps")
    assert s.seat == 1
    assert s.why_not("wound dredd", 0) == "CE-RULING-04"
