"""The sharp bot: a tree over all worlds that fit its view, within its budget."""

from __future__ import annotations

from random import Random

import pytest

from adjudge.bots import Budget
from adjudge.bots.flat import Allowance
from adjudge.bots.sharp import EARLY, FEW, LATE, PATIENCE, Search, SharpBot, looks
from adjudge.kernel.agenda import BEST, play
from adjudge.kernel.rng import Rng, seeded
from adjudge.kernel.search import (
    ANYWHERE,
    DEEPEST,
    NOWHERE,
    ROOT,
    Tree,
    believed,
    below,
    best_known,
    child_of,
    count,
    grow,
    named,
)
from adjudge.match import SeatView
from tests.bots.test_flat import MODES, Clock, positions, story_view, view_of
from tests.cursed_earth.story import NOTHING, card, resolving
from tests.laws.positions import Table


def chosen(view: SeatView, iterations: int = 40, seed: int = 5) -> str:
    """The bot's choice."""
    budget = Budget(iterations=iterations)
    return SharpBot().choose(view, view.options, Random(seed), budget).text


@pytest.mark.parametrize("table", MODES, ids=str)
def test_a_thought_tells_what_it_rests_on(table: Table) -> None:
    for state in positions(table):
        view = view_of(table, state)
        most = 6 * len(view.options)
        thought = SharpBot().think(view, view.options, Random(5), Budget(iterations=most))
        assert sorted(e.index for e in thought.estimates) == list(range(len(view.options)))
        assert sum(e.tries for e in thought.estimates) <= thought.playouts <= most
        assert thought.estimates[0].index == thought.choice
        assert thought == SharpBot().think(view, view.options, Random(5), Budget(iterations=most))


@pytest.mark.parametrize("mode", ["solo", "cooperative", "head-to-head"])
def test_it_takes_the_step_to_max_normal(mode: str) -> None:
    row = [card(one_of=[["heal"], ["ammo", "rations"], ["advance"]]), NOTHING]
    assert chosen(story_view(resolving(row, mode=mode, pawns=(8, 8), goal=9))) == "choose c"


def test_it_sees_what_comes_of_an_option_later_in_the_row() -> None:
    """The first card skips the second, or else that one kills the last Judge."""
    deadly = card(must=["wound", "wound", "wound"])
    row = [card(one_of=[["ammo", "ammo", "rations"], ["skip"]]), deadly, NOTHING]
    assert chosen(story_view(resolving(row, dredd=1, giant=0, anderson=0, ammo=0))) == "choose b"


def test_it_finds_out_what_is_worse_after_an_option() -> None:
    """On the second card the last Judge may die or find shells: the tree tries both."""
    deadly = card(one_of=[["wound", "wound", "wound"], ["ammo"]])
    row = [card(one_of=[["ammo"], ["rations"]]), deadly, NOTHING]
    view = story_view(resolving(row, dredd=1, giant=0, anderson=0))
    tree = a_tree(view, 500)
    first = child_of(tree, ROOT, view.options[0].packed)
    for number in range(160):
        world = view.determinize(seeded(number))
        play(world, 0)
        grow(tree, world, first, view.seat, seeded(number), True)
    world = view.determinize(seeded(1))
    play(world, 0)
    death, shells = (named(world, i) for i in (0, 1))
    assert tree.tried[child_of(tree, first, death)] > 3
    assert tree.gain[child_of(tree, first, death)] < 0
    assert tree.tried[child_of(tree, first, shells)] == 0  # the favourite that it is compared with
    anywhere = child_of(tree, child_of(tree, ANYWHERE, shells), death)
    assert tree.gain[anywhere] <= tree.gain[child_of(tree, first, death)]
    assert best_known(tree, first, world, 1) == 1


@pytest.mark.parametrize("table", MODES, ids=str)
def test_one_lucky_try_does_not_lead_away_from_the_favourite(table: Table) -> None:
    state = next(state for state in table.random_play(1) if state.n_options > 1)
    tree = Tree(50)
    node = below(tree, ROOT, 77)
    other = below(tree, node, named(state, 1))
    count(tree, other, 200)
    assert best_known(tree, node, state, 0) == 0
    for _ in range(9):
        count(tree, other, 200)
    assert best_known(tree, node, state, 0) == 1


@pytest.mark.parametrize("table", MODES, ids=str)
def test_what_was_seen_elsewhere_is_believed_until_it_is_tried_here(table: Table) -> None:
    state = next(state for state in table.random_play(1) if state.n_options > 1)
    favourite, rival = named(state, 0), named(state, 1)
    tree = Tree(50)
    node = below(tree, ROOT, 77)
    instead = below(tree, ANYWHERE, favourite)
    for _ in range(60):
        count(tree, below(tree, instead, rival), 100)
    assert best_known(tree, node, state, 0) == best_known(tree, NOWHERE, state, 0) == 1
    here = below(tree, node, rival)
    for _ in range(60):
        count(tree, here, -100)
    assert believed(tree, node, instead, rival)[0] < 0 < believed(tree, NOWHERE, instead, rival)[0]
    assert best_known(tree, node, state, 0) == 0


def test_what_is_tried_instead_of_another_rival_has_its_lead_over_the_favourite() -> None:
    """Three boxes alike: what is as good as the one that was taken brings as much as that."""
    row = [card(one_of=[["ammo"], ["rations"]]), card(one_of=[["ammo"]] * 3), NOTHING]
    view = story_view(resolving(row))
    tree = a_tree(view, 500)
    first = child_of(tree, ROOT, view.options[0].packed)
    world = view.determinize(seeded(1))
    play(world, 0)
    favourite = world.rules.prefer(world)
    taken, third = (i for i in range(3) if i != favourite)
    for _ in range(18):
        count(tree, below(tree, first, named(world, taken)), 100)
    third_box = named(world, third)
    here = next(seed for seed in range(99) if seeded(seed).below(DEEPEST) == 0)
    grow(tree, world, first, view.seat, seeded(here), True)
    assert tree.tried[child_of(tree, first, third_box)] == 1
    assert tree.gain[child_of(tree, first, third_box)] == (18 * 100 - 2 * 30) // 20


def a_tree(view: SeatView, room: int) -> Tree:
    """A tree with a node for every option of the view, and room for so many more."""
    tree = Tree(len(view.options) + room)
    tree.first_look, tree.horizon = 12, 48
    for option in view.options:
        below(tree, ROOT, option.packed)
    return tree


@pytest.mark.parametrize("table", MODES, ids=str)
def test_options_of_two_seats_are_kept_apart(table: Table) -> None:
    state = next(state for state in table.random_play(1) if state.n_options > 1)
    other = state.copy()
    other.player += 1
    assert named(state, 0) != named(other, 0)


@pytest.mark.parametrize("table", MODES, ids=str)
def test_a_tree_that_is_full_goes_on_without_new_nodes(table: Table) -> None:
    view = view_of(table, positions(table)[0])
    tree = a_tree(view, 0)
    first = child_of(tree, ROOT, view.options[0].packed)
    for number in range(8):
        world = view.determinize(seeded(number))
        play(world, 0)
        assert 0 <= grow(tree, world, first, view.seat, Rng(), True) <= BEST
    assert tree.size == tree.room


def test_an_option_is_looked_into_after_enough_worlds() -> None:
    table = MODES[0]
    view = view_of(table, positions(table)[0])
    search = Search(view, view.options, Random(1), Allowance(Budget(iterations=100_000), Clock(0)))
    left = [0, 1]
    for _ in range(PATIENCE):
        assert len(search.try_each(left)) == 2
    assert search.tree.playouts == 2 * PATIENCE
    for _ in range(8):
        search.try_each(left)
    assert search.tree.playouts > 2 * (PATIENCE + 8)


def test_with_few_play_outs_each_is_judged_early() -> None:
    assert looks(FEW) == EARLY < looks(FEW + 1) == LATE == looks(None)


@pytest.mark.parametrize("at", [2, 3, 10, 50])
def test_a_clock_that_jumps_ends_it(at: int) -> None:
    table = MODES[0]
    view = view_of(table, positions(table)[0])
    clock = Clock(0.0001, at)
    SharpBot(clock).think(view, view.options, Random(1), Budget(seconds=1000))
    assert clock.looks == at


def test_without_time_it_does_what_the_heuristic_does() -> None:
    table = MODES[0]
    view = view_of(table, positions(table)[0])
    choice = SharpBot().think(view, view.options, Random(1), Budget(seconds=0.001)).choice
    assert choice == table.game.careful(view.state)
