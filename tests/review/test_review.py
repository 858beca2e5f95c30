"""A game looked through again: the blunder is found, and luck is told from choice."""

from __future__ import annotations

from random import Random

import pytest

import adjudge
from adjudge.bots import Budget, find_bot
from adjudge.kernel.game import Invalid
from adjudge.kernel.rng import seeded
from adjudge.match import Match, started
from adjudge.review import Asked, asked, cost_of, review, weigh
from adjudge.review import Weighed as W

GOOD = "flat:200"
BOT = find_bot("flat:60")
LAST = 30  # decisions of a game that are looked at
EITHER = pytest.mark.parametrize(("game", "seed"), [("cursed-earth", 7), ("helter-skelter", 3)])


def play_on(match: Match, bot: str = "careful", moves: int = 10_000) -> Match:
    """Every seat plays like that, to the end or for so many moves."""
    rng = Random(1)
    while match.seat is not None and moves > 0:
        view = match.seat_view(match.seat)
        match.play(find_bot(bot).choose(view, match.options, rng, Budget()))
        moves -= 1
    return match


def tail(game: str, seed: int) -> Match:
    """The end of a game: its last decisions are still to be made."""
    seats = adjudge.game(game).seats[0]
    length = play_on(adjudge.new(game, seats=seats, seed=seed)).length
    match = play_on(adjudge.new(game, seats=seats, seed=seed), moves=length - LAST)
    return adjudge.load(match.save())


def worst(match: Match) -> tuple[float, int]:
    """By how much the worst option of a decision is worse than the best, and which it is."""
    assert match.seat is not None
    thought = find_bot("flat:400").think(
        match.seat_view(match.seat), match.options, Random(2), Budget()
    )
    if not thought.estimates:
        return 0.0, 0
    least = min(thought.estimates, key=lambda estimate: estimate.chance)
    return thought.estimates[0].chance - least.chance, least.index


def replayed(start: Match, moves: list[str]) -> Match:
    """The same moves again."""
    match = start.copy()
    for move in moves:
        match.play(move)
    return match


def played_well(game: str, seed: int) -> tuple[Match, Match, int, float, int]:
    """The end of a game before and after, its step with the worst option, how bad, and which."""
    start = tail(game, seed)
    match, gaps = start.copy(), {}
    while match.seat is not None:
        if match.seat == 0:
            gaps[match.length] = worst(match)
        play_on(match, GOOD, moves=1)
    step = max(gaps, key=lambda n: gaps[n][0])
    return start, match, step, *gaps[step]


@EITHER
def test_a_planted_blunder_is_what_cost_most(game: str, seed: int) -> None:
    games = (played_well(game, seed + i) for i in range(20))
    start, match, step, gap, blunder = next(one for one in games if one[3] > 0.3)
    spoilt = replayed(start, match.moves[:step])
    spoilt.play(blunder)
    play_on(spoilt, GOOD)
    found = review(start.copy(), spoilt.moves, 0, BOT)
    first = found.mistakes[0]
    assert (first.step, first.taken.text) == (step, spoilt.moves[step])
    assert first.best.text != first.taken.text
    assert first.cost == pytest.approx(gap, abs=0.25)


@EITHER
@pytest.mark.parametrize("bot", ["careful", "random"])
def test_luck_and_choice_make_up_the_result(game: str, seed: int, bot: str) -> None:
    start = tail(game, seed)
    match = play_on(start.copy(), bot)
    for seat in range(match.seats):
        found = review(start.copy(), match.moves, seat, BOT)
        assert found.result == float(seat in match.record()["outcome"]["winners"])
        assert found.result - found.first == pytest.approx(found.luck + found.choice)
        assert all(one.cost >= 0 and 0 <= one.kept <= 1 for one in found.decisions)
        if bot == "careful":  # whoever goes by rule of thumb differs from it in nothing
            assert found.choice == 0


def test_a_game_without_an_end_is_reviewed_as_far_as_it_went() -> None:
    start = tail("cursed-earth", 7)
    moves = play_on(start.copy(), moves=6).moves
    found = review(start, moves, 0, BOT)
    assert found.result is None
    assert found.last == found.decisions[-1].kept
    assert found.last - found.first == pytest.approx(found.luck + found.choice)
    assert found.decisions[-1].luck == 0


@EITHER
def test_what_the_seat_could_not_see_changes_nothing(game: str, seed: int) -> None:
    match = tail(game, seed)
    compared = 0
    while match.seat is not None:
        if match.seat == 0 and len(match.options) > 1:
            compared += judged_alike(match)
        play_on(match, moves=1)
    assert compared > 3


def judged_alike(match: Match) -> bool:
    """Whether the decision is weighed as in a world where all that is hidden was dealt again."""
    world = match.seat_view(0).determinize(seeded(99))
    twin = adjudge.load(match.save() | {"table": match.game.write(world)})
    move = match.options[-1].text
    [one] = asked(adjudge.load(match.save()), [move], 0)
    [other] = asked(twin, [move], 0)
    assert one.chance == other.chance
    assert weigh(one.view, one.taken, BOT, one.chance) == weigh(
        other.view, other.taken, BOT, other.chance
    )
    return True


def test_what_is_still_to_be_had_is_not_lost() -> None:
    start = tail("helter-skelter", 3)
    first, second = list(asked(start, play_on(start.copy()).moves, 0))[:2]
    missed = W(best=1, usual=0.4, chance=0.7, kept=0.4, error=0.01, level=0.02, playouts=1)
    after = W(best=1, usual=0.4, chance=0.65, kept=0.4, error=0.01, level=0.02, playouts=1)
    apart = at(second, first.step + 1)
    assert cost_of(first, missed, (apart, after)) == pytest.approx((0.3, 0.01))
    at_once = at(second, first.since)
    assert cost_of(first, missed, (at_once, after)) == pytest.approx((0.05, 0.03))
    assert cost_of(first, missed, None)[0] == pytest.approx(0.3)


def at(one: Asked, since: int) -> Asked:
    """The same decision, but something happened last at that step."""
    return Asked(one.step, since, one.question, one.view, one.taken)


def test_nothing_happens_between_the_steps_of_one_action() -> None:
    match = play_on(adjudge.new("helter-skelter", seats=2, seed=3))
    every = list(asked(started(match.record(), match.pack), match.moves, 0))
    together = [one for one in every if one.since < one.step]
    assert 0 < len(together) < len(every)
    for one in together:
        seats = {other.view.seat for other in every if one.since <= other.step <= one.step}
        assert seats == {0}


def test_the_rule_of_thumb_finds_no_mistake_in_itself() -> None:
    start = tail("cursed-earth", 7)
    found = review(start.copy(), play_on(start.copy()).moves, 0, find_bot("careful"))
    assert [one.cost for one in found.decisions] == [0.0] * len(found.decisions)
    spoilt = review(start.copy(), play_on(start.copy(), "random").moves, 0, find_bot("careful"))
    assert sum(one.cost for one in spoilt.decisions) > 0


def test_a_seat_that_had_nothing_to_choose_has_no_review() -> None:
    match = adjudge.new("cursed-earth", seats=1, seed=7)
    with pytest.raises(Invalid, match="seat: 0 had nothing to choose"):
        review(match, [], 0, BOT)
