"""A terminal game through prepared lines: moves, commands, resuming, the end."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import adjudge
from adjudge.bots.levels import levels, strength
from adjudge.ledgers import ledger
from adjudge.terminal import drawings
from adjudge.terminal.shelf import Shelf
from tests.cli.typist import GAME, careful_game, sit_and_play

SAVED = "Saved. adjudge play cursed-earth goes on from here."


def kept(state: Path) -> list[str]:
    """The moves of the unfinished game on disk."""
    text = (state / "cursed-earth.json").read_bytes().decode()
    return adjudge.verify(text).moves


def test_the_first_screen_has_everything() -> None:
    seen = sit_and_play(mode="solo", difficulty="cadet")
    for words in (
        "+☢ radiation",
        "Day 1 · ☀ dawn",
        "deck 52, discard 0",
        "Cheyenne Springs  as dawn or dusk ends: heal",
        "Steps to Max Normal:  Judges 7 to 9  Perps 5 to 7",
        "Dredd        ♥♥♥♥♥",
        "4 to spare",
        "♨ 3 rations   ▮ 4 ammunition",
        "Encounter row",
        "Satellat!",
        "Your hand",
        "You: play a card to the row; it is kept in number order.  § CE-SODAWN-03 CE-SODAWN-01",
        "1  Play 5 Rusted Crawler",
        SAVED,
    ):
        assert words in seen


def test_who_plays_is_told_by_level_with_its_strength() -> None:
    top = levels("cursed-earth")[-1]
    told = strength(top, 2, {"mode": "head-to-head"})
    seen = sit_and_play(named=["human", top.id], mode="head-to-head")
    assert f"Seat 1: {top.name}, {told}. {top.words}" in seen
    seen = sit_and_play(named=["human", "flat:7"], new=True, mode="head-to-head")
    assert "Seat 1: flat:7." in seen


def test_a_number_a_text_and_a_beginning_play(state: Path) -> None:
    seen = sit_and_play(["1", "play 8", "Play 13 Sa"])
    assert kept(state) == ["play 5", "play 8", "play 13"]
    assert "Seat 0 plays 5 Rusted Crawler.  § CE-SODAWN-03" in seen


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0", "There is no option 0: there are 6."),
        ("7", "There is no option 7: there are 6."),
        ("9" * 5000, "There is no option 999999999: there are 6."),
        ("play", "'play' could be play 5, play 8, play 13, play 22, play 32, play 53."),
        ("dance", "'dance' is no option and no command."),
        ("²", "'²' is no option and no command."),
        ("why", "why what?"),
        ("why 1", "1 is offered now."),
        ("why play 5", "'play 5' is offered now."),
        ("why dance", "'dance' is not a move of this game"),
        ("? 9", "There is no option 9: there are 6."),
        ("undo", "There is nothing to undo."),
        ("save", "save where?"),
        ("save position", "save where?"),
        ("save /nowhere/at/all", "Not saved: "),
        ("save ~nobody-here/x", "Not saved: "),
        ("save a\x00b", "Not saved: "),
        ("save /", "Not saved: "),
        ("log soon", "log takes a number, not 'soon'."),
        ("rules", "rules about what?"),
        ("rules zebra", "No rule speaks of 'zebra'."),
    ],
)
def test_other_lines_are_answered_and_nothing_moves(state: Path, line: str, answer: str) -> None:
    assert answer in sit_and_play([line], width=200)
    assert kept(state) == []


def test_an_empty_line_asks_again(state: Path) -> None:
    sit_and_play(["", "  ", "1"])
    assert kept(state) == ["play 5"]


def test_why_names_the_rule_and_its_text() -> None:
    seen = sit_and_play(["why draw"], width=300)
    assert f"{ledger('cursed-earth').text('CE-SODUSK-04')}  § CE-SODUSK-04" in seen


def test_an_option_is_explained_in_the_ledgers_words() -> None:
    seen = sit_and_play(["? 1", "? play 8"], width=300)
    assert "Play 5 Rusted Crawler  (play 5)" in seen
    assert ledger("cursed-earth").text("CE-SODAWN-03") in seen
    assert "Play 8 Acid Shower  (play 8)" in seen


def test_the_commands_are_listed() -> None:
    seen = sit_and_play(["?"])
    for form in ("? [N or text]", "why ACTION", "undo", "save [position] FILE", "log [N]", "quit"):
        assert form in seen


def test_undo_takes_a_move_back(state: Path) -> None:
    seen = sit_and_play(["1", "undo"])
    assert "Taken back: play 5." in seen
    assert kept(state) == []


def test_undo_is_refused_once_a_card_was_revealed(state: Path) -> None:
    seen = sit_and_play(["1", "1", "undo"])
    assert "Too late to undo: 55 Night Feeders was revealed since.  § CE-RULING-53" in seen
    assert kept(state) == ["play 5", "play 8"]


def test_log_hint_legend_rules_and_table() -> None:
    seen = sit_and_play(["log 1", "hint", "legend", "rules psi action", "rules the", "table"])
    assert "20 Psychic Echo comes from the deck." in seen
    number = re.search(r"would take (\d): Play ", seen)
    assert number is not None
    assert re.search(rf" {number[1]} .* \d+ % +± \d+ +\d+ tried +Play ", seen)
    assert re.search(r"It knows your view only, and tried \d+ futures", seen)
    assert ("≈ is too close to call." in seen) == bool(re.search(r"≈ \d+ %", seen))
    assert "one ration is eaten; without one, radiation" in seen
    assert "CE-PSI-05" in seen
    assert "more: adjudge rules cursed-earth shows all." in seen
    assert seen.count("Day 1 · ☀ dawn") == 2


def test_saved_files_are_what_they_say(tmp_path: Path) -> None:
    record, position = tmp_path / "r.json", tmp_path / "p.json"
    sit_and_play(["1", f"save {record}", f"save position {position}", f"save {record}"])
    assert adjudge.verify(record.read_text()).moves == ["play 5"]
    match = adjudge.load(json.loads(position.read_text()))
    assert match.digest() == adjudge.verify(record.read_text()).digest()


def test_a_file_that_is_no_saved_game_is_not_overwritten(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.write_text("mine")
    assert "is not a saved game" in sit_and_play([f"save {notes}"], width=300)
    assert notes.read_text() == "mine"


@pytest.mark.parametrize("what", ["", "position "])
def test_a_saved_game_can_be_played_on(tmp_path: Path, state: Path, what: str) -> None:
    path = tmp_path / "saved.json"
    sit_and_play(["1", f"save {what}{path}", "quit"])
    seen = sit_and_play(["play 8"], file=str(path), seed=None)
    assert "The unfinished game is kept in " in seen
    assert kept(state)[-1] == "play 8"


# Leaving and coming back


def test_an_unfinished_game_goes_on() -> None:
    first = sit_and_play(["1", "quit"], mode="solo", difficulty="cadet")
    assert first.endswith(f"{SAVED}\n")
    seen = sit_and_play(seed=None)
    assert "Going on: mode solo, difficulty cadet, 1 seat, 1 move made. Use --new" in seen
    assert "1  Play 8 Acid Shower" in seen


def test_new_sets_the_unfinished_game_aside(state: Path) -> None:
    sit_and_play(["1"])
    sit_and_play(["1", "1"], new=True, seed=8)
    sit_and_play(new=True, seed=9)
    assert kept(state) == []
    moves = [
        len(adjudge.verify((state / f"cursed-earth.{n}.json").read_text()).moves) for n in (1, 2)
    ]
    assert moves == [1, 2]


def test_other_flags_ask_which_game_is_meant(state: Path) -> None:
    sit_and_play(["1"], mode="solo")
    asked = "A game waits: mode solo, 1 seat, 1 move made. It is not the one asked for."
    again = sit_and_play(["what", "y"], difficulty="cadet", seed=None)
    assert asked in again
    assert again.count("Go on with it? [y/n]") == 2
    assert kept(state) == ["play 5"]
    other = sit_and_play(["n"], difficulty="cadet", seed=None)
    assert "The unfinished game is kept in " in other
    assert kept(state) == []


def test_nobody_to_ask_means_a_new_game(state: Path) -> None:
    sit_and_play(["1"], mode="solo")
    seen = sit_and_play(interactive=False, seed=8)
    assert "A game waits: mode solo" in seen
    assert (state / "cursed-earth.1.json").exists()


@pytest.mark.parametrize("damage", ["", "{}", "\x00" * 40])
def test_a_damaged_game_is_said_and_kept(state: Path, damage: str) -> None:
    sit_and_play(["1"])
    (state / "cursed-earth.json").write_text(damage)
    seen = sit_and_play(["1"], seed=None)
    assert "The unfinished game cannot be played on: " in seen
    assert (state / "cursed-earth.1.json").read_text() == damage
    assert len(kept(state)) == 1


def test_a_lost_seating_means_a_human_and_careful_bots(state: Path) -> None:
    sit_and_play(named=["random", "human"], seats=2, first_player="1")
    (state / "cursed-earth.seats.json").write_text("?")
    assert "Seat 1 plays " in sit_and_play(seed=None)


def test_two_terminals_cannot_play_the_same_game(state: Path) -> None:
    shelf = Shelf(state, GAME.id)
    with shelf.mine(), pytest.raises(adjudge.Invalid, match="another terminal"):
        sit_and_play()
    sit_and_play()


def test_a_game_with_a_pack_goes_on_with_it(tmp_path: Path, state: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    for file in GAME.content.glob("*.toml"):
        text = file.read_text(encoding="utf-8").replace("Rusted Crawler", "Old Crawler")
        (pack / file.name).write_text(text, encoding="utf-8")
    assert "Play 5 Old Crawler" in sit_and_play(pack=str(pack))
    assert "Play 5 Old Crawler" in sit_and_play(seed=None)


# To the end


def test_a_whole_game_ends_with_reason_score_and_record(state: Path) -> None:
    match = careful_game(1000)
    outcome = match.outcome
    assert outcome is not None
    seen = sit_and_play(match.moves, width=200)
    assert f"The game is over: {outcome.reason}.  § {outcome.rules[0]}" in seen
    assert ("You have won." if outcome.winners else "You have lost.") in seen
    assert ["Score", str(outcome.scores[0]), "§", "CE-SCORE-02"] in map(
        str.split, seen.splitlines()
    )
    assert match.events(0)[-1]["text"] in seen
    (record,) = (state / "finished").iterdir()
    assert f"Record: {record}" in seen
    assert adjudge.verify(record.read_text()).moves == match.moves
    assert not (state / "cursed-earth.json").exists()


@pytest.mark.parametrize("seed", range(3))
def test_the_score_lines_add_up(seed: int) -> None:
    match = careful_game(1000, seed=seed)
    outcome = match.outcome
    assert outcome is not None
    lines = [
        line.split("§")[0].split()
        for line in sit_and_play(match.moves, seed=seed).splitlines()
        if "§ CE-SCORE" in line
    ]
    assert sum(int(line[-1]) for line in lines[:-1]) == int(lines[-1][-1]) == outcome.scores[0]


def test_bots_moves_are_shown_as_they_happen() -> None:
    seen = sit_and_play(["1"], seats=3, first_player="0")
    assert "Seat 1 plays " in seen
    assert "Seat 2 plays " in seen
    assert seen.index("Seat 0 plays") < seen.index("Seat 1 plays") < seen.index("Seat 2 plays")


def test_a_resumed_bot_plays_as_it_would_have(state: Path) -> None:
    sit_and_play(["1", "1", "1"], seats=2, bots="random", first_player="0")
    straight = kept(state)
    sit_and_play(["1", "quit"], seats=2, bots="random", first_player="0", new=True)
    sit_and_play(["1", "quit"], seed=None)
    sit_and_play(["1", "quit"], seed=None)
    assert kept(state) == straight


# Any other game


def test_a_game_without_a_drawing_is_shown_as_an_outline(
    monkeypatch: pytest.MonkeyPatch, state: Path
) -> None:
    monkeypatch.setattr(drawings, "DRAWINGS", {})
    seen = sit_and_play(["1", "legend", "table"])
    for words in ("  mode: solo", "  teams:", "      giant: health 5, radiation 0", "  deck: 52"):
        assert words in seen
    assert "The table is shown in words" in seen
    assert kept(state) == ["play 5"]
    assert "You have" in sit_and_play(careful_game(1000).moves, new=True)


def test_a_review_is_offered_at_the_end(tmp_path: Path) -> None:
    late = tmp_path / "late.json"
    late.write_text(json.dumps(careful_game(careful_game(1000).length - 3).save()))
    left = sit_and_play(["1"] * 40, seed=None, file=str(late))
    assert left.endswith("Type review to see what cost most, or Enter: 1\n")
    moves = ["1"] * left.count("> 1\n")
    seen = sit_and_play([*moves, "review 4", "review"], seed=None, file=str(late))
    assert "review which seat? 0 can be looked through." in seen
    assert "First chance" in seen
    assert "Saved." not in seen
