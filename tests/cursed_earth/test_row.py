"""Encounter symbols: skip, swap and remove."""

from __future__ import annotations

import re

import pytest

from tests.cursed_earth.story import (
    NOTHING,
    SEATS,
    Card,
    Row,
    Story,
    card,
    position_of,
    record,
    resolving,
    starting,
)

every_mode = pytest.mark.parametrize("mode", SEATS)


def meets(s: Story, number: int) -> bool:
    """Whether that card is being encountered."""
    prompt = s.match.prompt
    return prompt is not None and re.search(rf"Story {number}\b", prompt.text) is not None


def two_rows(above: Row, below: Row, team: str) -> Story:
    """Head-to-head: the team resolves the row above first, and the row below is the other's."""
    picker = 0 if team == "judges" else 1
    dawn = record("versus-dawn", 10, played=6, drawn=0, picker=picker, picked="above")
    encounters = record("encounters", 0, team=team, side="above")
    return position_of(
        "head-to-head", "dawn", [dawn, encounters], rows={"above": above, "below": below}
    )


def into_the_slough(first: Card) -> Story:
    """A dusk of two players on the Slough: first, then 17, 15, 18, 16, and 19 lies face-down."""
    s = starting(
        mode="cooperative",
        time="dusk",
        locations=["ozark-silence"],
        effects=[("ozark-silence", "ongoing", "slough")],
        hands=[[first, NOTHING, NOTHING], [NOTHING, NOTHING, NOTHING]],
    )
    return s.choose("play 14", "play 17", "play 15", "play 18", "play 16", "play 19")


# Skip


@pytest.mark.proves("CE-SYM-01", "CE-SYM-05")
@every_mode
def test_skip_discards_the_next_card(mode: str) -> None:
    row = [card(may=[["skip"]]), card(must=["ammo"]), NOTHING, NOTHING]
    s = resolving(row, mode=mode)
    s.choose("trigger a")
    assert s.discard == [14, 15]
    assert s.ammo == 4
    assert meets(s, 16)
    assert s.row() == [17]
    assert s.news() == ["triggered", "skipped", "discarded", "encountered"]


@pytest.mark.proves("CE-SYM-05", "CE-RULING-19")
@every_mode
@pytest.mark.parametrize("symbol", ["skip", "remove"])
def test_the_only_later_card_must_be_discarded(mode: str, symbol: str) -> None:
    s = resolving([card(must=[symbol], may=[["heal"]]), card(must=["ammo"])], mode=mode)
    assert s.options == ["trigger a", "ignore a"]
    assert meets(s, 14)
    assert s.row() == []
    assert s.discard == [15]


# Remove


@pytest.mark.proves("CE-SYM-03", "CE-SYM-05")
@every_mode
def test_remove_discards_the_last_card(mode: str) -> None:
    s = resolving([card(may=[["remove"]]), NOTHING, NOTHING, NOTHING], mode=mode)
    s.choose("trigger a")
    assert s.discard == [14, 17]
    assert meets(s, 15)
    assert s.row() == [16]
    assert s.news() == ["triggered", "removed", "discarded", "encountered"]


# Swap


@pytest.mark.proves("CE-SYM-02")
@every_mode
def test_swap_exchanges_two_later_cards(mode: str) -> None:
    s = resolving([card(must=["swap"], may=[["heal"]]), NOTHING, NOTHING, NOTHING], mode=mode)
    assert s.options == ["swap 1", "swap 2", "swap 3", "no-swap"]
    assert s.why_not("swap 4") == "CE-SYM-02"
    assert s.why_not("with 2") == "CE-SYM-02"
    s.choose("swap 1")
    assert s.options == ["with 2", "with 3", "no-swap"]
    assert s.why_not("with 4") == "CE-SYM-02"
    s.choose("with 3")
    assert s.row() == [17, 16, 15]
    assert meets(s, 14)
    assert s.news() == ["swapped"]


@pytest.mark.proves("CE-SYM-02", "CE-RULING-20")
@every_mode
@pytest.mark.parametrize(
    ("first", "second", "row"),
    [
        (1, 2, [16, 15, 17]),
        (2, 1, [16, 15, 17]),
        (2, 3, [15, 17, 16]),
        (3, 1, [17, 16, 15]),
    ],
)
def test_any_two_different_cards_may_be_swapped(
    mode: str, first: int, second: int, row: list[int]
) -> None:
    s = resolving([card(must=["swap"], may=[["heal"]]), NOTHING, NOTHING, NOTHING], mode=mode)
    s.choose(f"swap {first}")
    others = [f"with {place}" for place in (1, 2, 3) if place != first]
    assert s.options == [*others, "no-swap"]
    assert s.why_not(f"with {first}") == "CE-RULING-20"
    s.choose(f"with {second}")
    assert s.row() == row


@pytest.mark.proves("CE-RULING-20")
def test_a_face_down_card_may_be_swapped_without_being_looked_at() -> None:
    s = into_the_slough(card(must=["swap"], may=[["heal"]]))
    hidden = {"face_down": "?", "seen_by": 1}
    assert s.view(0)["rows"]["above"] == [17, 15, 18, 16, hidden]
    assert s.options == ["swap 1", "swap 2", "swap 3", "swap 4", "swap 5", "no-swap"]
    s.choose("swap 5", "with 1")
    assert s.view(0)["rows"]["above"] == [hidden, 15, 18, 16, 17]
    assert s.view(1)["rows"]["above"][0] == {"face_down": 19, "seen_by": 1}
    assert "turned-up" not in s.news()


@pytest.mark.proves("CE-RULING-20")
def test_a_face_down_card_may_be_removed() -> None:
    s = into_the_slough(card(must=["remove"], may=[["heal"]]))
    assert s.row() == [17, 15, 18, 16]
    assert s.discard == [19]


# Too few cards


@pytest.mark.proves("CE-SYM-04", "CE-RULING-19")
@every_mode
@pytest.mark.parametrize("symbol", ["skip", "swap", "remove"])
def test_on_the_last_card_the_symbol_is_ignored(mode: str, symbol: str) -> None:
    s = resolving([card(may=[[symbol, "ammo"], ["heal"]])], mode=mode)
    s.choose("trigger a")
    assert s.options == ["trigger b", "ignore b"]
    assert meets(s, 14)
    assert s.discard == []
    assert s.ammo == 5
    assert s.news() == ["triggered", "nothing", "ammo"]


@pytest.mark.proves("CE-SYM-04", "CE-RULING-19")
@every_mode
def test_swap_is_ignored_with_one_later_card(mode: str) -> None:
    s = resolving([card(may=[["swap", "ammo"], ["heal"]]), NOTHING], mode=mode)
    s.choose("trigger a")
    assert s.options == ["trigger b", "ignore b"]
    assert s.row() == [15]
    assert s.ammo == 5
    assert s.news() == ["triggered", "nothing", "ammo"]


# Must and may


@pytest.mark.proves("CE-SYM-05")
@every_mode
@pytest.mark.parametrize("symbol", ["skip", "remove"])
def test_skip_and_remove_cannot_be_declined(mode: str, symbol: str) -> None:
    s = resolving([card(may=[[symbol]]), NOTHING, NOTHING], mode=mode)
    s.choose("trigger a")
    assert s.options == ["trigger a", "ignore a"]
    assert len(s.discard) == 2
    assert s.why_not("no-swap") == "CE-SYM-06"


@pytest.mark.proves("CE-SYM-06")
@every_mode
def test_swap_may_be_declined_in_an_event(mode: str) -> None:
    row = [card(must=["swap", "ammo"], may=[["heal"]]), NOTHING, NOTHING]
    s = resolving(row, mode=mode)
    assert s.options == ["swap 1", "swap 2", "no-swap"]
    s.choose("no-swap")
    assert (s.row(), s.ammo) == ([15, 16], 5)
    assert s.options == ["trigger a", "ignore a"]
    s = resolving(row, mode=mode)
    s.choose("swap 1", "with 2")
    assert (s.row(), s.ammo) == ([16, 15], 5)


@pytest.mark.proves("CE-SYM-06")
@every_mode
def test_swap_may_be_declined_in_a_choice(mode: str) -> None:
    row = [card(one_of=[["swap", "ammo"], ["wound"]], may=[["heal"]]), NOTHING, NOTHING]
    s = resolving(row, mode=mode)
    s.choose("choose a", "no-swap")
    assert (s.row(), s.ammo) == ([15, 16], 5)


# Which cards count, and where they go


@pytest.mark.proves("CE-RULING-19")
@every_mode
@pytest.mark.parametrize("symbol", ["skip", "remove"])
def test_the_current_card_is_never_touched(mode: str, symbol: str) -> None:
    s = resolving([card(must=[symbol] * 3, may=[["ammo"], ["heal"]]), NOTHING], mode=mode)
    assert meets(s, 14)
    assert s.discard == [15]
    s.choose("trigger a")
    assert s.ammo == 5


@pytest.mark.proves("CE-RULING-19")
@pytest.mark.parametrize("team", ["judges", "perps"])
@pytest.mark.parametrize(("symbol", "gone"), [("skip", 15), ("remove", 16)])
def test_the_other_players_row_does_not_count(team: str, symbol: str, gone: int) -> None:
    row = [card(must=[symbol], may=[["heal"]]), NOTHING, NOTHING]
    s = two_rows(row, [NOTHING, NOTHING], team)
    assert s.row("above") == [n for n in (15, 16) if n != gone]
    assert s.row("below") == [17, 18]
    assert s.discard == [gone]


@pytest.mark.proves("CE-RULING-19")
@pytest.mark.parametrize("team", ["judges", "perps"])
def test_the_other_players_row_is_no_help_when_cards_are_too_few(team: str) -> None:
    row = [card(must=["swap", "skip", "skip", "remove"], may=[["heal"]]), NOTHING]
    s = two_rows(row, [NOTHING, NOTHING, NOTHING], team)
    assert s.options == ["trigger a", "ignore a"]
    assert s.row("below") == [16, 17, 18]
    assert s.discard == [15]


@pytest.mark.proves("CE-RULING-19")
@pytest.mark.parametrize("team", ["judges", "perps"])
def test_only_cards_of_the_row_being_resolved_are_swapped(team: str) -> None:
    row = [card(must=["swap"], may=[["heal"]]), NOTHING, NOTHING]
    s = two_rows(row, [NOTHING, NOTHING, NOTHING], team)
    assert s.options == ["swap 1", "swap 2", "no-swap"]
    s.choose("swap 1", "with 2")
    assert s.row("above") == [16, 15]
    assert s.row("below") == [17, 18, 19]


@pytest.mark.proves("CE-RULING-18")
@every_mode
def test_spent_skipped_and_removed_cards_lie_open_in_the_discard_pile(mode: str) -> None:
    row = [card(must=["spend-survival", "skip", "remove"]), NOTHING, NOTHING, NOTHING]
    s = resolving(row, mode=mode, kept={"survival": [NOTHING]})
    s.choose("spend-card 18")
    for seat in (None, *range(SEATS[mode])):
        assert s.view(seat)["discard"] == [14, 15, 17, 18]


@pytest.mark.proves("CE-RULING-18")
@pytest.mark.parametrize(
    ("symbols", "moves", "told"),
    [
        (["remove"], [], "removed"),
        (["swap", "skip"], ["swap 5", "with 1"], "skipped"),
    ],
)
def test_a_face_down_card_is_turned_up_in_the_discard_pile(
    symbols: list[str], moves: list[str], told: str
) -> None:
    s = into_the_slough(card(must=symbols, may=[["heal"]]))
    s.choose(*moves)
    for seat in (None, 0, 1):
        assert s.view(seat)["discard"] == [19]
        events = [e["args"] for e in s.match.events(seat) if e["what"] == told]
        assert events == [[["card", 19]]]


@pytest.mark.proves("CE-SYM-06")
@pytest.mark.parametrize("mode", ["solo", "cooperative", "head-to-head"])
def test_a_swap_can_be_declined_after_its_first_card_was_named(mode: str) -> None:
    s = resolving([card(must=["swap", "ammo"], may=[["heal"]]), NOTHING, NOTHING], mode=mode)
    row = s.row()
    s.choose("swap 2", "no-swap")
    assert s.row() == row
    assert s.ammo == 5
