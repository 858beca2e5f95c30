"""Ending the round: the token goes on, then new hands are drawn, and the deck may run out."""

from __future__ import annotations

import pytest

import adjudge
from tests.cursed_earth.story import (
    NOTHING,
    Story,
    card,
    plain_locations,
    resolving,
    story_pack,
)


@pytest.mark.proves("CE-ROUND-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_token_goes_to_the_next_player_clockwise(seats: int) -> None:
    for senior in range(seats):
        s = resolving(
            [NOTHING],
            mode="cooperative",
            time="dusk",
            seats=seats,
            senior=senior,
            deck=[NOTHING] * 16,
        )
        assert (s.seat, s.view(None)["senior"]) == (senior, senior)
        s.choose("ignore a")
        after = (senior + 1) % seats
        assert (s.seat, s.view(None)["senior"]) == (after, after)
        assert s.news().count("senior") == 1


@pytest.mark.proves("CE-ROUND-01")
def test_the_token_stays_where_it_is_between_dawn_and_dusk() -> None:
    hands = [[NOTHING] * 2 for seat in range(4)]
    s = resolving([NOTHING], mode="cooperative", seats=4, senior=2, hands=hands)
    s.choose("ignore a")
    assert (s.view(0)["time"], s.view(0)["senior"], s.seat) == ("dusk", 2, 2)


@pytest.mark.proves("CE-ROUND-01")
def test_alone_there_is_nobody_to_pass_the_token_to() -> None:
    s = resolving([NOTHING], mode="solo", time="dusk", deck=[NOTHING] * 8)
    s.choose("ignore a")
    assert (s.table["round"], s.view(0)["senior"], s.seat) == (2, 0, 0)
    assert "senior" not in s.news()


@pytest.mark.proves("CE-ROUND-02", "CE-ROUND-03")
@pytest.mark.parametrize(("seats", "hand"), [(2, 6), (3, 4), (4, 4)])
def test_each_player_draws_a_hand_from_the_top_of_the_deck(seats: int, hand: int) -> None:
    deck = [NOTHING] * 20
    s = resolving([NOTHING], mode="cooperative", time="dusk", seats=seats, deck=deck)
    before = s.deck
    s.choose("ignore a")
    assert [len(cards) for cards in s.table["hands"]] == [hand] * seats
    drawn = [number for cards in s.table["hands"] for number in cards]
    assert sorted(drawn) == sorted(before[: seats * hand])
    assert s.deck == before[seats * hand :]


@pytest.mark.proves("CE-ROUND-02", "CE-ROUND-03")
@pytest.mark.parametrize(("seats", "hand"), [(2, 6), (3, 4)])
def test_each_player_sees_only_their_own_new_cards(seats: int, hand: int) -> None:
    s = resolving([NOTHING], mode="cooperative", time="dusk", seats=seats, deck=[NOTHING] * 12)
    s.choose("ignore a")
    for seat in range(seats):
        drew = [event["text"] for event in s.match.events(seat) if event["what"] == "drew"]
        mine = s.table["hands"][seat]
        assert sorted(drew) == [f"Seat {seat} draws {n} Story {n}." for n in mine]
        unseen = [e["text"] for e in s.match.events(seat) if e["what"] == "drew-unseen"]
        others = [other for other in range(seats) if other != seat]
        assert unseen == [f"Seat {other} draws {hand} cards." for other in others]
    assert "drew" not in s.news(None)


@pytest.mark.proves("CE-ROUND-05")
def test_the_token_is_passed_before_the_new_cards_are_drawn() -> None:
    s = resolving([NOTHING], mode="cooperative", time="dusk", seats=3, deck=[NOTHING] * 12)
    s.choose("ignore a")
    order = [what for what in s.news() if what in ("senior", "drew-unseen", "round", "dawn")]
    assert order == ["senior", "drew-unseen", "drew-unseen", "drew-unseen", "round", "dawn"]


# The deck runs out


@pytest.mark.proves("CE-ROUND-04")
@pytest.mark.parametrize(("seats", "rounds", "left"), [(2, 5, 0), (3, 5, 0), (4, 3, 12)])
def test_without_psi_the_deck_lasts_five_rounds_or_three(
    seats: int, rounds: int, left: int
) -> None:
    food = card(may=[["rations"]])
    cards = tuple((number, food) for number in range(1, 61))
    quiet = tuple((name, "start", ()) for name in plain_locations())
    pack = story_pack(cards, quiet)
    match = adjudge.new("cursed-earth", seats=seats, seed=1, mode="cooperative", pack=pack)
    played = 0
    while match.seat is not None:
        played += match.options[0].text.startswith("play")
        match.play(0)
    assert match.outcome is not None
    assert match.outcome.reason == "the encounter deck ran out"
    assert match.outcome.winners == ()
    table = match.view(None)["table"]
    assert (table["round"], len(Story(match).deck)) == (rounds, left)
    assert played == 60 - left


@pytest.mark.proves("CE-ROUND-04")
@pytest.mark.parametrize(("seats", "dealt"), [(2, 12), (3, 12), (4, 16)])
def test_dealing_the_very_last_card_is_no_loss_and_one_too_few_is(seats: int, dealt: int) -> None:
    enough = resolving(
        [NOTHING],
        mode="cooperative",
        time="dusk",
        seats=seats,
        deck=[NOTHING] * dealt,
        deck_ends=True,
    )
    enough.choose("ignore a")
    assert (enough.seat, enough.deck) == (1, [])
    short = resolving(
        [NOTHING],
        mode="cooperative",
        time="dusk",
        seats=seats,
        deck=[NOTHING] * (dealt - 1),
        deck_ends=True,
    )
    short.choose("ignore a")
    assert short.reason == "the encounter deck ran out"
    assert short.winners == ()
    assert all(hand == [] for hand in short.table["hands"])
    assert len(short.deck) == dealt - 1


@pytest.mark.proves("CE-ROUND-04")
@pytest.mark.parametrize("mode", ["solo", "cooperative"])
def test_a_psi_symbol_that_finds_an_empty_deck_loses_at_once(mode: str) -> None:
    row = [card(may=[["psi", "ammo"]]), NOTHING]
    s = resolving(row, mode=mode, deck_ends=True)
    s.choose("trigger a")
    assert s.reason == "the encounter deck ran out"
    assert s.ammo == 4


@pytest.mark.proves("CE-ROUND-04")
def test_a_psi_symbol_that_takes_the_last_card_is_no_loss() -> None:
    row = [card(may=[["psi", "ammo"]]), NOTHING]
    s = resolving(row, mode="cooperative", deck=[NOTHING], deck_ends=True)
    s.choose("trigger a")
    assert (s.deck, s.ammo, s.row()) == ([], 5, [16])
