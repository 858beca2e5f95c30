"""Every command, in this process: what it prints and its exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import adjudge
from adjudge.bots.levels import levels
from adjudge.cli import main
from adjudge.lab.wilson import wilson
from adjudge.ledgers import ledger
from tests.cli.typist import careful_game

Capture = pytest.CaptureFixture[str]
CONTENT = str(adjudge.game("cursed-earth").content)


def printed(capsys: Capture, *argv: str, code: int = 0) -> str:
    """What a command prints; nothing may go to stderr."""
    assert main(argv) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out


def data(capsys: Capture, *argv: str, code: int = 0) -> Any:
    """The one JSON object that a command prints."""
    return json.loads(printed(capsys, *argv, "--json", code=code))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a finished game."""
    path = tmp_path / "game.json"
    path.write_text(adjudge.record_text(careful_game(1000).record()), encoding="utf-8", newline="")
    return path


def test_version_names_the_build(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["--version"])
    assert leaving.value.code == 0
    assert capsys.readouterr().out == f"adjudge {adjudge.__version__} ({adjudge.BUILD})\n"


@pytest.mark.parametrize(
    "command", ["games", "play", "sim", "verify", "replay", "rules", "check", "bench"]
)
def test_every_command_has_help_with_an_example(capsys: Capture, command: str) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([command, "--help"])
    assert leaving.value.code == 0
    assert f"example: adjudge {command}" in capsys.readouterr().out


def test_games_lists_every_game_with_its_options(capsys: Capture) -> None:
    text = printed(capsys, "games")
    for game in adjudge.games():
        assert game in text
    for option in adjudge.game("cursed-earth").setup:
        assert f"--{option.name.replace('_', '-')}" in text
    for level in levels("cursed-earth"):
        assert level.id in text


def test_games_as_json(capsys: Capture) -> None:
    game = data(capsys, "games")["cursed-earth"]
    assert game["seats"] == [1, 4]
    assert game["setup"]["mode"]["default_by_seats"] == {"1": "solo"}
    assert game["setup"]["difficulty"]["choices"] == ["cadet", "street-judge", "chief-judge"]
    assert [told["bot"] for told in game["levels"]] == [one.bot for one in levels("cursed-earth")]


def test_sim_counts_games(capsys: Capture) -> None:
    argv = ["sim", "cursed-earth", "--games", "4", "--bots", "careful,random", "--seed", "3"]
    tally = data(capsys, *argv, "--mode", "head-to-head")
    assert tally["games"] == tally["ended"] == sum(tally["reasons"].values()) == 4
    assert tally["setup"]["mode"] == "head-to-head"
    assert sum(tally["wins"].values()) == 4
    assert tally["decisions"] > 0
    assert tally["seconds"] >= 0


def test_sim_knows_bots_by_their_levels(capsys: Capture) -> None:
    low, next = levels("helter-skelter")[:2]
    tally = data(capsys, "sim", "helter-skelter", "--games", "1", "--bots", f"{low.id},{next.id}")
    assert tally["bots"] == [low.bot, next.bot]


def test_sim_repeats_with_its_seed(capsys: Capture) -> None:
    argv = [
        "sim",
        "cursed-earth",
        "--games",
        "2",
        "--bots",
        "random",
        "--seats",
        "3",
        "--seed",
        "5",
    ]
    first, again = data(capsys, *argv), data(capsys, *argv)
    del first["seconds"], again["seconds"]
    assert first == again
    assert first["bots"] == ["random"] * 3


def test_sim_for_people_has_win_rates_with_intervals(capsys: Capture) -> None:
    text = printed(capsys, "sim", "cursed-earth", "--games", "3", "--mode", "solo")
    assert "3 of 3 games ended" in text
    assert "95 % interval" in text


def test_a_game_that_does_not_end_is_said(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudge.lab.playing.MOST_DECISIONS", 3)
    assert main(["sim", "cursed-earth", "--games", "2", "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["ended"] == 0
    assert err == "adjudge: 2 games did not end\n"


def test_wilson_intervals_are_the_published_ones() -> None:
    low, high = wilson(1, 10)
    assert (round(low, 4), round(high, 4)) == (0.0179, 0.4042)
    assert wilson(0, 10)[0] == 0.0
    assert round(wilson(10, 10)[1], 9) == 1.0


def test_verify_a_record(capsys: Capture, record: Path) -> None:
    match = careful_game(1000)
    found = data(capsys, "verify", str(record))
    assert found == {"ok": True, "moves": len(match.moves), "digest": match.digest()}
    assert printed(capsys, "verify", str(record)).startswith("ok: ")
    assert printed(capsys, "verify", str(record), "--pack", CONTENT).startswith("ok: ")


def test_verify_names_the_first_move_that_differs(capsys: Capture, record: Path) -> None:
    changed = json.loads(record.read_text())
    changed["moves"][4][1] = "0" * 16
    record.write_text(json.dumps(changed))
    found = data(capsys, "verify", str(record), code=1)
    assert found["ok"] is False
    assert found["at"] == 5
    assert printed(capsys, "verify", str(record), code=1).startswith("not ok at move 5: ")


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"[]", b"{}", b"[" * 100_000, b"1" * 5000, b'{"adjudge": 1, "game": "x"}'],
)
def test_verify_finds_what_is_no_record_not_ok(
    capsys: Capture, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    found = data(capsys, "verify", str(path), code=1)
    assert (found["ok"], found["at"]) == (False, 0)
    assert found["why"]


def test_verify_sees_a_changed_line_end(capsys: Capture, record: Path) -> None:
    record.write_bytes(record.read_bytes().replace(b"\n", b"\r\n"))
    assert data(capsys, "verify", str(record), code=1)["ok"] is False


def test_replay_tells_moves_events_and_outcome(capsys: Capture, record: Path) -> None:
    match = careful_game(1000)
    text = printed(capsys, "replay", str(record))
    for number, move in enumerate(match.moves, start=1):
        assert f"{number:>4}  Seat 0: {move}\n" in text
    for event in match.events(0):
        assert event["text"] in text
    assert "Outcome: " in text


def test_replay_for_a_spectator_hides_the_hand(capsys: Capture, tmp_path: Path) -> None:
    match = careful_game(0, seats=2)
    path = tmp_path / "start.json"
    path.write_text(adjudge.record_text(match.record()), encoding="utf-8")
    drawn = [event["text"] for event in match.events(1) if event["what"] == "drew"]
    everything = printed(capsys, "replay", str(path))
    spectator = printed(capsys, "replay", str(path), "--seat", "spectator")
    other = printed(capsys, "replay", str(path), "--seat", "0")
    assert drawn
    for text in drawn:
        assert text in everything
        assert text not in spectator
        assert text not in other


def test_replay_for_all_tells_everything_once(capsys: Capture, tmp_path: Path) -> None:
    match = careful_game(40, seats=2, mode="head-to-head")
    path = tmp_path / "game.json"
    path.write_text(adjudge.record_text(match.record()), encoding="utf-8")
    lines = printed(capsys, "replay", str(path)).splitlines()
    whole = {event["text"] for event in match.history()}
    for event in [*match.events(0), *match.events(1)]:
        shown = any(event["text"] in line for line in lines)
        assert shown == (event["text"] in whole)
    assert "Seat 1 draws 6 cards." not in whole  # each card is told instead
    assert sum("Day 1 begins." in line for line in lines) == 1


def test_replay_shows_the_table_at_a_step(capsys: Capture, record: Path) -> None:
    text = printed(capsys, "replay", str(record), "--step", "2")
    assert "   2  Seat 0: " in text
    assert "Encounter row" in text
    assert "Seat 0: play a card to the row" in text
    last = printed(capsys, "replay", str(record), "--step", str(len(careful_game(1000).moves)))
    assert "Outcome: " in last


def test_a_broken_record_is_not_replayed(capsys: Capture, record: Path) -> None:
    changed = json.loads(record.read_text())
    changed["moves"][4][0] = "fly away"
    record.write_text(json.dumps(changed))
    assert main(["replay", str(record)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "move 5" in err


def test_rules_without_words_lists_the_sections(capsys: Capture) -> None:
    text = printed(capsys, "rules", "cursed-earth")
    assert "Components" in text
    assert f"{len(ledger('cursed-earth').rules)} rules" in text


def test_rules_by_id_with_the_rulings_about_it(capsys: Capture) -> None:
    text = " ".join(printed(capsys, "rules", "cursed-earth", "ce-psi-05").split())
    book = ledger("cursed-earth")
    assert book.text("CE-PSI-05") in text
    assert book.text("CE-RULING-07") in text


def test_rules_by_words_with_modes_and_advice(capsys: Capture) -> None:
    text = printed(capsys, "rules", "cursed-earth", "cadet")
    assert "Cadet" in text
    advice = next(rule for rule in ledger("cursed-earth").rules.values() if rule.advice)
    assert "advice" in printed(capsys, "rules", "cursed-earth", advice.id)
    modes = next(rule for rule in ledger("cursed-earth").rules.values() if rule.modes)
    shown = printed(capsys, "rules", "cursed-earth", modes.id)
    assert " ".join([*modes.modes, "only"]) in shown.replace(",", "").replace("\n", "").replace(
        "  ", " "
    )


def test_rules_with_nothing_found(capsys: Capture) -> None:
    assert main(["rules", "cursed-earth", "zebra", "crossing"]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == ("", "adjudge: no rule speaks of 'zebra crossing'\n")


def test_check_a_pack(capsys: Capture) -> None:
    text = printed(capsys, "check", CONTENT)
    assert text.startswith("ok\n")
    for word in ("cursed-earth 1.1.0", "sha256:", "60 encounter", "13 location"):
        assert word in text


def test_bench_measures_every_game(capsys: Capture) -> None:
    results = data(capsys, "bench", "--seconds", "0.01")
    assert list(results) == adjudge.games()
    for result in results.values():
        assert set(result) == {"build", "decisions_per_s", "copies_per_s", "games_per_s"}
        assert result["build"] == adjudge.BUILD
        assert result["copies_per_s"] > 0
    assert "cursed-earth" in printed(capsys, "bench", "cursed-earth", "--seconds", "0.01")


def test_play_without_a_human_plays_through(capsys: Capture, state: Path) -> None:
    text = printed(capsys, "play", "cursed-earth", "--bots", "careful", "--seed", "3")
    assert "Seat 0 plays " in text
    assert "The game is over: " in text
    assert "Score" in text
    assert not state.exists()


def test_review_tells_what_cost_most_and_what_was_luck(capsys: Capture, tmp_path: Path) -> None:
    match = careful_game(1000)
    late = careful_game(match.length - 20)
    start = adjudge.load(late.save())
    while start.seat is not None:
        start.play(-1 + len(start.options))
    path = tmp_path / "late.json"
    path.write_text(adjudge.record_text(start.record()), encoding="utf-8", newline="")
    told = printed(capsys, "review", str(path), "--bot", "flat:40", "--worst", "1")
    assert "Seat 0: " in told
    assert "100 % " in told
    for name in ("First chance", "Luck", "Choice", "Result"):
        assert name in told
    found = data(capsys, "review", str(path), "--seat", "0", "--bot", "flat:40")
    assert found["game"] == "cursed-earth"
    [review] = found["reviews"]
    assert review["result"] - review["first"] == pytest.approx(review["luck"] + review["choice"])
    assert told.count("better: ") == min(1, review["mistakes"])
    assert "beyond two standard errors" in review["method"]


def test_a_record_that_does_not_replay_is_not_reviewed(
    capsys: Capture, record: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.json"
    text = record.read_text("utf-8")
    broken.write_text(text.replace('"seed": 7', '"seed": 8'), encoding="utf-8")
    assert main(["review", str(broken)]) == 1
    assert "broken.json" in capsys.readouterr().err
