"""The public face: what is promised of every match."""

from __future__ import annotations

import json
from typing import Any

import pytest

import adjudge
from adjudge.bots import Budget, find_bot
from adjudge.kernel.rng import seeded
from adjudge.packs import default_pack

SOLO = "cursed-earth"


def test_the_public_names_are_there() -> None:
    assert adjudge.games() == ["cursed-earth", "helter-skelter"]
    game = adjudge.game("cursed-earth")
    assert (game.id, game.title, game.seats) == (SOLO, "Judge Dredd: The Cursed Earth", (1, 4))
    assert [option.name for option in game.setup] == [
        "mode",
        "difficulty",
        "first_player",
        "judges",
    ]
    for name in adjudge.__all__:
        assert hasattr(adjudge, name)


def test_a_new_match_needs_only_seats_and_seed() -> None:
    for seats in range(1, 5):
        match = adjudge.new(SOLO, seats=seats, seed=7)
        assert match.setup["mode"] == ("solo" if seats == 1 else "cooperative")
        assert match.setup["difficulty"] == "street-judge"


def test_the_first_lines_of_the_documentation_hold() -> None:
    m = adjudge.new("cursed-earth", seats=1, seed=7, mode="solo", difficulty="cadet")
    assert m.seat == 0
    assert m.prompt is not None
    assert m.prompt.text.startswith("Seat 0: play a card")
    assert m.prompt.rules == ("CE-SODAWN-03", "CE-SODAWN-01")
    first = m.options[0]
    assert first.text.startswith("play ")
    assert first.label.startswith("Play ")
    assert first.refs == (f"card:{first.text.split()[1]}",)
    assert first.rules == ("CE-SODAWN-03",)
    m.play(first.text)
    m.play(0)
    m.play(m.options[0])
    assert len(m.moves) == 3
    assert m.outcome is None


def test_a_setup_option_may_be_shortened_when_it_is_unmistakable() -> None:
    match = adjudge.new(SOLO, seats=2, seed=1, mode="head")
    assert match.setup["mode"] == "head-to-head"
    assert (
        adjudge.new(SOLO, seats=1, seed=1, difficulty="chief").setup["difficulty"] == "chief-judge"
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"game": "chess"}, "game: 'chess' is not one of cursed-earth, helter-skelter"),
        ({"seats": 5}, "seats: 5 is not a number from 1 to 4"),
        ({"seats": 0}, "seats: 0 is not a number from 1 to 4"),
        ({"seats": "2"}, "seats: '2' is not a number from 1 to 4"),
        ({"seats": True}, "seats: True is not a number from 1 to 4"),
        (
            {"seed": -1},
            "seed: -1 is not a whole number from 0 to 9007199254740991, nor 64 hexadecimal digits",
        ),
        (
            {"seed": "x"},
            "seed: 'x' is not a whole number from 0 to 9007199254740991, nor 64 hexadecimal digits",
        ),
        ({"mode": "duel"}, "mode: 'duel' is not one of solo, cooperative, head-to-head"),
        ({"mode": ""}, "mode: '' is not one of solo, cooperative, head-to-head"),
        ({"mode": "cooperative"}, "seats: 1 cannot play cooperative [CE-SETUP-01]"),
        ({"mode": "solo", "seats": 2}, "seats: 2 cannot play solo [CE-SOLO-01]"),
        ({"mode": "head-to-head", "seats": 3}, "seats: 3 cannot play head-to-head [CE-HH-01]"),
        (
            {"mode": "head-to-head", "seats": 2, "difficulty": "cadet"},
            "difficulty: 'cadet': head-to-head is played at street-judge [CE-HHSETUP-08]",
        ),
        (
            {"mode": "head-to-head", "seats": 2, "first_player": "1"},
            "first_player: '1' is not possible here [CE-HHSETUP-11]",
        ),
        ({"judges": 1}, "judges: '1' is for head-to-head [CE-HH-01]"),
        (
            {"seed": 10**5000},
            "seed: <int> is not a whole number from 0 to "
            "9007199254740991, nor 64 hexadecimal digits",
        ),
        ({"seats": 2, "first_player": 3}, "first_player: '3' is not possible here [CE-SETUP-22]"),
        (
            {"colour": "red"},
            "colour: not a set-up option of cursed-earth; "
            "those are mode, difficulty, first_player, judges",
        ),
        ({"dice": ["six"]}, "dice[0]: 'six' is not a whole number from 0"),
        ({"dice": 3}, "dice: 3 is not a list"),
        ({"dice": "12"}, "dice: '12' is not a list"),
        ({"dice": [-1]}, "dice[0]: -1 is not a whole number from 0"),
    ],
)
def test_a_bad_set_up_is_refused_in_one_line(given: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"game": SOLO, "seats": 1, "seed": 1} | given
    with pytest.raises(adjudge.Invalid) as refusal:
        adjudge.new(arguments.pop("game"), **arguments)
    assert str(refusal.value) == message


def test_scripted_dice_answer_the_named_rolls() -> None:
    for first in (0, 1):
        match = adjudge.new(SOLO, seats=2, seed=1, mode="head-to-head", dice=[first])
        assert match.view(None)["table"]["senior"] == first
    match = adjudge.new(SOLO, seats=4, seed=1, dice=[2])
    assert match.view(None)["table"]["senior"] == 2


def test_missing_impossible_and_unused_dice_are_errors() -> None:
    with pytest.raises(adjudge.Invalid, match="nothing left for the first player; 0 results"):
        adjudge.new(SOLO, seats=4, seed=1, dice=[])
    with pytest.raises(adjudge.Invalid, match="4 for the first player is not between 0 and 3"):
        adjudge.new(SOLO, seats=4, seed=1, dice=[4])
    match = adjudge.new(SOLO, seats=4, seed=1, dice=[2, 0, 0])
    chance = seeded(1)

    def play_to_the_end() -> None:
        while match.seat is not None:
            match.play(chance.below(len(match.options)))

    with pytest.raises(adjudge.Invalid, match=r"the game is over and \[0, 0\] were not used"):
        play_to_the_end()
    assert match.seat is not None  # the move that would have ended it was not made


def test_dice_that_run_out_in_play_stop_the_move_and_change_nothing() -> None:
    for seed in range(200):
        match = adjudge.new(SOLO, seats=1, seed=seed, difficulty="chief-judge", dice=[])
        try:
            while match.seat is not None:
                before = match.digest()
                match.play(match.game.careful(match.seat_view(0).state))
        except adjudge.Invalid as problem:
            said = str(problem)
            break
    assert "dice: nothing left for the perp of a shootout" in said
    assert match.digest() == before


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (99, "There is no option 99: there are 6, from 0."),
        (-1, "There is no option -1: there are 6, from 0."),
        (None, "None is not a move: give a text, an index or an option."),
        (True, "True is not a move: give a text, an index or an option."),
        (1.5, "1.5 is not a move: give a text, an index or an option."),
        ("dance", "'dance' is not a move of this game; a move reads like 'play 1'."),
        ("", "'' is not a move of this game; a move reads like 'play 1'."),
        ("play 99", "There is no card '99'."),
        ("heal nobody", "There is no character 'nobody'."),
        ("heal dredd", "Heal: one character gains one health."),
    ],
)
def test_an_illegal_move_is_refused_and_changes_nothing(move: Any, reason: str) -> None:
    match = adjudge.new(SOLO, seats=1, seed=7)
    before = match.digest(), match.record()
    with pytest.raises(adjudge.Refused) as refusal:
        match.play(move)
    assert refusal.value.reason == reason
    assert (match.digest(), match.record()) == before


def test_a_card_that_is_not_held_is_refused_by_its_rule() -> None:
    match = adjudge.new(SOLO, seats=1, seed=7)
    held = match.view(0)["table"]["hands"][0]
    other = next(card for card in range(1, 61) if card not in held)
    refusal = match.why_not(0, f"play {other}")
    assert refusal is not None
    assert refusal.rules == ("CE-SODAWN-03",)
    assert " is not in your hand. Second, the player plays two cards" in refusal.reason
    assert match.why_not(0, f"play {held[0]}") is None


def test_a_finished_game_takes_no_more_moves() -> None:
    match = adjudge.new(SOLO, seats=1, seed=3)
    chance = seeded(3)
    while match.seat is not None:
        match.play(chance.below(len(match.options)))
    assert match.options == []
    assert match.prompt is None
    assert match.outcome is not None
    with pytest.raises(adjudge.Refused, match="The game is over"):
        match.play(0)
    refusal = match.why_not(0, "draw")
    assert refusal is not None
    assert refusal.rules == match.outcome.rules[:1]


@pytest.mark.parametrize("seat", [-1, 1, None, "0", True])
def test_a_seat_that_does_not_exist_is_named(seat: Any) -> None:
    match = adjudge.new(SOLO, seats=1, seed=1)
    for ask in (match.undo, match.seat_view, lambda s: match.why_not(s, "draw")):
        with pytest.raises(adjudge.Invalid, match="is not a number from 0 to 0"):
            ask(seat)


@pytest.mark.parametrize("since", [-1, None, "3"])
def test_events_since_nonsense_are_refused(since: Any) -> None:
    with pytest.raises(adjudge.Invalid, match="since"):
        adjudge.new(SOLO, seats=1, seed=1).events(0, since)


def test_undo_takes_back_what_revealed_nothing_and_says_why_it_cannot() -> None:
    match = adjudge.new(SOLO, seats=1, seed=7)
    with pytest.raises(adjudge.Refused, match="There is nothing to undo"):
        match.undo(0)
    before = match.digest()
    match.play(0)
    match.undo(0)
    assert match.digest() == before
    match.play(0)
    match.play(0)  # the third deck card joins the row
    with pytest.raises(adjudge.Refused) as refusal:
        match.undo(0)
    assert "was revealed since" in refusal.value.reason
    assert refusal.value.rules == ("CE-RULING-53",)


def test_undo_is_refused_once_somebody_else_has_decided_or_seen() -> None:
    match = adjudge.new(SOLO, seats=2, seed=7, first_player=0)
    match.play(0)
    with pytest.raises(adjudge.Refused, match="seat 1 has seen something since"):
        match.undo(0)
    match.play(0)
    with pytest.raises(adjudge.Refused, match="seat 1 has decided since"):
        match.undo(0)


def test_a_seat_view_travels_as_data_and_has_the_same_options() -> None:
    match = adjudge.new(SOLO, seats=3, seed=5)
    pack = default_pack(match.game)
    chance = seeded(5)
    while match.seat is not None:
        for seat in range(3):
            here = match.seat_view(seat)
            data = json.loads(json.dumps(here.data()))
            assert data == match.view(seat)
            there = adjudge.SeatView.load(data, pack)
            assert there.data() == here.data()
            assert [o.text for o in there.options] == [o.text for o in here.options]
        match.play(chance.below(len(match.options)))


def test_bots_choose_the_same_from_a_view_that_travelled() -> None:
    from random import Random

    match = adjudge.new(SOLO, seats=2, seed=9)
    while match.seat is not None:
        here = match.seat_view(match.seat)
        there = adjudge.SeatView.load(json.loads(json.dumps(here.data())), match.pack)
        for name in ("random", "careful"):
            bot = find_bot(name)
            choice = bot.choose(here, here.options, Random(1), Budget())
            assert bot.choose(there, there.options, Random(1), Budget()).text == choice.text
        match.play(choice)


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(adjudge.Invalid, match="bot: 'genius' is not one of random, careful"):
        find_bot("genius")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("game", "chess", "view.game: 'chess' is not cursed-earth"),
        ("seat", None, "view.seat: None is not a number from 0 to 1"),
        ("asked", "0", "view.asked: '0' is not a number from 0 to 1"),
        ("table", [], "view.table: [] is not an object"),
        ("colour", 1, "view.colour: unknown"),
    ],
)
def test_what_is_no_view_is_refused(key: str, value: Any, message: str) -> None:
    match = adjudge.new(SOLO, seats=2, seed=1)
    with pytest.raises(adjudge.Invalid) as refusal:
        adjudge.SeatView.load(match.view(0) | {key: value}, match.pack)
    assert str(refusal.value) == message
    with pytest.raises(adjudge.Invalid, match="view: game is missing"):
        adjudge.SeatView.load({}, match.pack)
