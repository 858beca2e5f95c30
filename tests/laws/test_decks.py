"""In which order cards lay in a deck is told to nobody, not even to who draws them together."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import adjudge
from tests.laws.positions import TABLES, Table

every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def decks(table: Any) -> list[list[int]]:
    """The decks of a saved table: one for all, or one for each player."""
    return [table["deck"]] if "deck" in table else [p["deck"] for p in table["players"]]


def hands(table: Any) -> list[list[int]]:
    """The hands of a saved table."""
    return table["hands"] if "hands" in table else [p["hand"] for p in table["players"]]


def drawn_together(before: Any, after: Any) -> Iterator[tuple[int, list[int]]]:
    """The cards of a deck that came into one hand, and which deck it was."""
    pairs = list(zip(hands(before), hands(after), strict=True))
    for which, deck in enumerate(decks(before)):
        own = pairs if len(decks(before)) == 1 else [pairs[which]]
        for old, new in own:
            yield which, [card for card in deck if card in new and card not in old]


def otherwise_stacked(before: Any, after: Any) -> Any | None:
    """The position before, with cards that are drawn together lying the other way round."""
    twin = json.loads(json.dumps(before))
    changed = False
    for which, cards in drawn_together(before, after):
        deck = decks(twin)[which]
        places = [deck.index(card) for card in cards]
        for place, card in zip(places, reversed(cards), strict=True):
            deck[place] = card
        changed = changed or len(cards) > 1
    return twin if changed else None


def told(match: adjudge.Match, seat: int | None) -> dict[str, Any]:
    """All that a seat can read of what has happened, and of the position."""
    return {"view": match.view(seat), "events": match.events(seat)}


@every_table
def test_cards_drawn_together_are_told_alike_however_they_lay(table: Table) -> None:
    looked_at = 0
    for match in table.walks(3):
        save = match.save()
        for option in match.options[:2]:
            after = adjudge.load(save)
            after.play(option.text)
            stacked = otherwise_stacked(save["table"], after.save()["table"])
            if stacked is None:
                continue
            twin = adjudge.load(save | {"table": stacked})
            for seat in [None, *range(table.seats)]:
                assert twin.view(seat) == match.view(seat)
            twin.play(option.text)
            if twin.save() != after.save():  # a deck ran out on the way: the draws were two
                continue
            looked_at += 1
            for seat in [None, *range(table.seats)]:
                assert told(twin, seat) == told(after, seat)
    assert looked_at


@every_table
def test_what_is_drawn_at_once_is_told_by_number(table: Table) -> None:
    """In the set-up too, which has no position before it."""
    for seed in table.seeds(20):
        match = table.match(seed)
        for seat in range(table.seats):
            cards = [e["args"][1][1] for e in match.events(seat) if e["what"] == "drew"]
            assert cards == sorted(cards)
            assert len(cards) == len(hands(match.save()["table"])[seat])


@every_table
def test_no_view_has_the_key_or_how_much_was_drawn(table: Table) -> None:
    match = table.match(3)
    assert match._state.rng.key
    for seat in [None, *range(table.seats)]:
        rng = table.game.view(match._state, seat).rng
        assert (rng.key, rng.drawn, rng.state) == (b"", 0, 1)
        assert match._state.rng.key.hex() not in json.dumps(match.view(seat))
