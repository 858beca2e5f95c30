"""What is drawn: it fits, it has every sign, and it comes from the view alone."""

from __future__ import annotations

import io
from collections.abc import Iterator
from random import Random

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from adjudge.bots import Budget, find_bot
from adjudge.games.cursed_earth.describe import content_of
from adjudge.games.cursed_earth.schema import SYMBOLS
from adjudge.kernel.rng import seeded
from adjudge.match import Match, view_data
from adjudge.terminal.drawings import drawing_for
from adjudge.terminal.signs import SIGNS, boxes_in_a_line, labelled_boxes
from tests.cli.typist import careful_game, sit_and_play
from tests.cursed_earth import story

MODES = [("solo", 1), ("cooperative", 2), ("cooperative", 4), ("head-to-head", 2)]


def drawn(thing: RenderableType, width: int) -> str:
    """A thing as text."""
    paper = io.StringIO()
    Console(file=paper, width=width, highlight=False, markup=False, emoji=False).print(thing)
    return paper.getvalue()


def table(match: Match, seat: int | None, width: int) -> str:
    """The table as a seat sees it."""
    return drawn(drawing_for(match.pack).table(match.view(seat), width), width)


def positions(mode: str, seats: int, bot: str = "careful", seed: int = 11) -> Iterator[Match]:
    """Every position of a game."""
    match = careful_game(0, seats=seats, seed=seed, mode=mode)
    chance = Random(seed)
    while match.seat is not None:
        yield match
        view = match.seat_view(match.seat)
        match.play(find_bot(bot).choose(view, match.options, chance, Budget()))
    yield match


@pytest.mark.parametrize("width", [60, 80, 100, 120])
@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_every_table_fits_the_terminal(mode: str, seats: int, width: int) -> None:
    for n, match in enumerate(positions(mode, seats)):
        lines = table(match, match.seat, width).splitlines() if n % 3 == 0 else []
        assert max(map(cell_len, lines), default=0) <= width


@pytest.mark.parametrize("mode", ["solo", "head-to-head"])
def test_a_whole_session_fits_60_columns(mode: str) -> None:
    seats = 1 if mode == "solo" else 2
    lines = ["legend", "?", "hint", "log", "rules psi", "why draw", *(["1"] * 40)]
    seen = sit_and_play(lines, width=60, mode=mode, seats=seats, new=True)
    for line in seen.splitlines():
        assert line.startswith(">") or cell_len(line) <= 60, line


def test_every_symbol_has_a_sign_of_its_own() -> None:
    assert set(SIGNS) == set(SYMBOLS)
    assert len({sign.glyph for sign in SIGNS.values()}) == len(SYMBOLS)
    legend = drawn(drawing_for(careful_game(0).pack).legend(), 100)
    for sign in SIGNS.values():
        assert sign.glyph in legend
        assert sign.meaning in legend
        assert cell_len(sign.glyph) == len(sign.glyph)


def test_every_card_is_drawn_with_all_its_symbols() -> None:
    for card in content_of(careful_game(0).pack.facts).encounter:
        boxes = [*card.events, *card.choices, *card.options]
        expected = [" ".join(SIGNS[symbol].glyph for symbol in symbols) for symbols in boxes]
        assert [symbols.plain for label, symbols in labelled_boxes(card)] == expected
        for in_line, symbols in zip(boxes_in_a_line(card), expected, strict=True):
            assert in_line.plain.endswith(symbols)


def test_labels_say_must_one_of_and_may() -> None:
    cards = content_of(careful_game(0).pack.facts).encounter
    labels = [label.plain for label, symbols in labelled_boxes(cards[3])]
    assert labels == [" must  ", " one a ", "  of b "]
    assert [label.plain.strip() for label, symbols in labelled_boxes(cards[6])] == ["must", "may"]


@pytest.mark.parametrize("width", [60, 120])
def test_the_current_card_is_marked(width: int) -> None:
    match = careful_game(3)
    assert match.view(0)["table"]["agenda"][-1]["is"] == "encounter"
    assert "▶" in table(match, 0, width)
    assert "▶" not in table(careful_game(0), 0, width)


def test_what_is_under_way_is_said() -> None:
    s = story.resolving(
        [story.card(must=["spend-diplomacy", "spend-diplomacy", "radiation", "advance"])]
    )
    assert "Now -☺ spend diplomacy, then -☺ +☢ »" in table(s.match, 0, 120)


@pytest.mark.parametrize("width", [60, 120])
def test_hearts_radiation_and_what_is_to_spare(width: int) -> None:
    kept = {"survival": [7], "diplomacy": [8]}
    s = story.resolving([story.card(must=["wound"])], dredd=3, radiation={"giant": 2}, kept=kept)
    seen = table(s.match, 0, width)
    assert "♥♥♥♡♡" in seen
    assert "☢☢···  3 to spare" in seen
    assert "kept ▲ 7  ☺ 8" in seen


def test_the_dead_are_shown_dead() -> None:
    for match in positions("solo", 1, "random"):
        team = match.view(0)["table"]["teams"]["judges"]["characters"]
        dead = sum(tokens["health"] == 0 for tokens in team.values())
        assert table(match, 0, 60).count(" dead") == dead


@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_the_steps_to_max_normal_hold_the_truth(mode: str, seats: int) -> None:
    match = careful_game(0, seats=seats, mode=mode)
    truth = match.save()["table"]
    goal = 1 + truth["locations"].index("max-normal's-hideout")
    shown = next(line for line in table(match, 0, 80).splitlines() if "Steps to" in line)
    words = shown.split()
    for team, title in (("judges", "Judges"), ("perps", "Perps")):
        i = words.index(title)
        near, far = int(words[i + 1]), int(words[i + 3])
        assert near <= goal - truth["teams"][team]["pawn"] <= far
        assert far - near == 2


@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_worlds_that_look_the_same_are_drawn_the_same(mode: str, seats: int) -> None:
    for n, match in enumerate(positions(mode, seats)):
        if match.seat is None or n % 7:
            continue
        view = match.seat_view(match.seat)
        twin = match.game.view(view.determinize(seeded(n + 1)), match.seat)
        drawing = drawing_for(match.pack)
        other = drawn(drawing.table(view_data(match.game, twin, match.seat), 120), 120)
        assert table(match, match.seat, 120) == other


@pytest.mark.parametrize("seat", [0, 1, None])
def test_only_the_own_hand_is_drawn(seat: int | None) -> None:
    match = careful_game(2, seats=2)
    truth = match.save()["table"]
    cards = content_of(match.pack.facts).encounter
    seen = table(match, seat, 120)
    for other, hand in enumerate(truth["hands"]):
        for card in hand:
            assert (cards[card - 1].title in seen) == (other == seat)


def test_colour_only_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    thing = drawing_for(careful_game(0).pack).table(careful_game(0).view(0), 120)

    def printed(terminal: bool) -> str:
        paper = io.StringIO()
        monkeypatch.setenv("TERM", "xterm-256color")
        Console(file=paper, width=120, force_terminal=terminal).print(thing)
        return paper.getvalue()

    assert "\x1b[38" in printed(True)
    assert "\x1b" not in printed(False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[38" not in printed(True)
