"""Several people at one screen: nothing of one player's hand is left for the next."""

from __future__ import annotations

import sys

import pytest

from adjudge.games.cursed_earth.describe import content_of
from adjudge.terminal.replays import Audience, told
from adjudge.terminal.screen import CLEAR, forget_lines
from adjudge.terminal.session import Session
from tests.cli.typist import Typist, careful_game, sit_and_play
from tests.cursed_earth.story import NOTHING, Story, position_of, record

CURTAIN = "Pass the screen to Seat {}, then press Enter. "


@pytest.mark.parametrize("mode", ["cooperative", "head-to-head"])
def test_no_card_of_the_other_hand_is_left_after_the_curtain(mode: str) -> None:
    first = careful_game(0, seats=2, mode=mode)
    assert first.seat is not None
    one, other = first.seat, 1 - first.seat
    seen = sit_and_play(
        ["", "log", "hint", first.options[0].text, "", "log", "hint"],
        terminal=True,
        named=["human", "human"],
        mode=mode,
    )
    before, after = seen.split(CURTAIN.format(other))
    assert before.endswith(CLEAR)
    assert after.lstrip("\n").startswith(CLEAR)
    held = careful_game(0, seats=2, mode=mode).save()["table"]["hands"]
    played = int(first.options[0].text.split()[1])
    cards = content_of(first.pack.facts).encounter
    for card in held[one]:
        assert cards[card - 1].title in before
        assert (cards[card - 1].title in after) == (card == played)
    for card in held[other]:
        assert cards[card - 1].title not in before
        assert cards[card - 1].title in after


def test_a_curtain_hangs_before_the_first_player_and_on_return() -> None:
    first = careful_game(0, seats=2).seat
    seen = sit_and_play([], named=["human", "human"], terminal=True)
    assert CURTAIN.format(first) in seen
    assert "Your hand" not in seen
    again = sit_and_play([], seed=None, terminal=True)
    assert CURTAIN.format(first) in again
    assert "Your hand" not in again


def test_one_person_needs_no_curtain() -> None:
    seen = sit_and_play(["1"], seats=3, terminal=True)
    assert "Pass the screen" not in seen
    assert CLEAR not in seen


def test_the_next_player_hears_what_happened_since() -> None:
    match = careful_game(0, seats=2)
    move = match.options[0].text
    seen = sit_and_play(["", move, ""], named=["human", "human"])
    after = seen.split("Pass the screen")[2]
    assert f"Seat {match.seat} plays {move.split()[1]} " in after


def test_the_end_is_told_to_all_without_secrets() -> None:
    match = careful_game(1000, seats=2, mode="head-to-head")
    lines: list[str] = []
    before: int | None = None
    again = careful_game(0, seats=2, mode="head-to-head")
    for move in match.moves:
        lines += [""] * (again.seat != before) + [move]
        before = again.seat
        again.play(move)
    seen = sit_and_play(lines, named=["human", "human"], mode="head-to-head", terminal=True)
    outcome = match.outcome
    assert outcome is not None
    assert f"Seat {outcome.winners[0]} has won." in seen.split(CLEAR)[-1]


def test_typed_lines_are_forgotten() -> None:
    readline = pytest.importorskip("readline")
    assert "readline" in sys.modules
    readline.add_history("? play 7")
    forget_lines()
    assert readline.get_current_history_length() == 0


def at_the_slough() -> Story:
    """Dusk on the Slough, the last card to come from seat 1."""
    dusk = record("cooperative-dusk", 1, played=5, drawn=0, picker=None, picked="above")
    row = [NOTHING] * 5
    hands = [[], [19]]
    return position_of(
        "cooperative",
        "dusk",
        [dusk],
        rows={"above": row},
        hands=hands,
        locations=["slough-of-st-louis"],
    )


def test_a_card_that_a_bot_lays_face_down_is_not_named() -> None:
    story = at_the_slough()
    typist = Typist([])
    session = Session(story.match, ["human", "careful"], typist.screen, None)
    with pytest.raises(EOFError):
        session.run()
    assert "Seat 1 plays a card face down." in typist.seen
    assert "play 19" not in typist.seen
    assert story.view(0)["rows"]["above"][-1] == {"face_down": "?", "seen_by": 1}


def test_a_replay_for_a_seat_names_no_secret_move() -> None:
    story = at_the_slough()
    story.choose("play 19")
    match = story.match
    for name, named in (("0", False), ("1", True), ("spectator", False), ("all", True)):
        audience = Audience(name, 2)
        lines = [str(line) for line in told(match.record(), match.pack, audience)]
        assert any("Seat 1: play 19" in line for line in lines) == named
