"""Laws of the engine, at every decision of random play."""

from __future__ import annotations

import pytest

from adjudge.kernel.agenda import Rulebook, State, ask_again, play
from adjudge.kernel.game import Game, arguments
from adjudge.kernel.rng import seeded
from adjudge.packs import default_pack
from tests.laws.positions import TABLES, Table

every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def options_of(state: State) -> list[int]:
    """The packed options."""
    return list(state.options)[: state.n_options]


@every_table
def test_a_copy_is_equal_and_independent(table: Table) -> None:
    for seed in table.seeds(3):
        for state in table.random_play(seed):
            before = table.game.write(state)
            copy = state.copy()
            assert table.game.write(copy) == before
            assert options_of(copy) == options_of(state)
            assert (copy.player, copy.then, copy.over) == (state.player, state.then, state.over)
            if not state.over:
                play(copy, copy.n_options - 1)
                assert table.game.write(state) == before


@every_table
def test_a_loaded_save_is_equal(table: Table) -> None:
    pack = default_pack(table.game)
    for seed in table.seeds(3):
        for state in table.random_play(seed):
            saved = table.game.write(state)
            loaded = table.game.read(pack.facts, saved)
            assert table.game.write(loaded) == saved
            assert options_of(loaded) == options_of(state)
            assert state.over or loaded.player == state.player


@every_table
def test_asking_again_gives_the_same_options(table: Table) -> None:
    for seed in table.seeds(3):
        for state in table.random_play(seed):
            options, player, before = options_of(state), state.player, table.game.write(state)
            ask_again(state)
            assert (options_of(state), state.player) == (options, player)
            assert table.game.write(state) == before


@every_table
def test_some_option_exists_until_the_game_is_over(table: Table) -> None:
    for seed in table.seeds(20):
        for state in table.random_play(seed):
            assert (state.n_options == 0) == (state.over != 0)
            assert state.over or 0 <= state.player < table.seats


@every_table
def test_the_text_of_an_option_parses_back(table: Table) -> None:
    for seed in table.seeds(3):
        for state in table.random_play(seed):
            packed = options_of(state)
            texts = [table.game.option_text(state, option) for option in packed]
            assert len(set(texts)) == len(texts)
            for option, text in zip(packed, texts, strict=True):
                verb = option >> 48
                args = arguments(option, len(table.game.words[verb]) - 1)
                assert (verb, args) in table.game.parse(state, text)


@every_table
def test_the_view_of_a_world_that_fits_a_view_is_the_view(table: Table) -> None:
    for seed in table.seeds(3):
        for n, state in enumerate(table.random_play(seed)):
            for seat in (None, *range(table.seats)):
                view = table.game.view(state, seat)
                world = table.game.determinize(view, seeded(n))
                again = table.game.view(world, seat)
                assert table.game.write(again) == table.game.write(view)
                assert options_of(again) == options_of(view)


@every_table
def test_a_view_hides_chance_and_the_options_of_others(table: Table) -> None:
    for state in table.random_play(1):
        for seat in range(table.seats):
            view = table.game.view(state, seat)
            assert view.rng.state == 1
            assert not any(list(view.options)[view.n_options :])
            assert options_of(view) == (options_of(state) if seat == state.player else [])


@every_table
def test_cards_neither_appear_nor_vanish(table: Table) -> None:
    """Reading a position counts every card; a card in two places or none is refused."""
    pack = default_pack(table.game)
    for seed in table.seeds(6):
        for state in table.random_play(seed + 3):
            table.game.read(pack.facts, table.game.write(state))


@every_table
def test_the_heuristic_needs_no_more_than_the_view(table: Table) -> None:
    for seed in table.seeds(3):
        for state in table.random_play(seed):
            if not state.over:
                view = table.game.view(state, state.player)
                before = table.game.write(view)
                assert 0 <= table.game.careful(view) < state.n_options
                assert table.game.careful(view) == table.game.careful(state)
                assert table.game.write(view) == before


def with_tables_only(game: Game) -> Rulebook:
    """The game's rulebook called through its tables."""
    book = game.rulebook
    return Rulebook(book.sequences, book.verbs, book.arity)


@every_table
def test_direct_calls_do_what_the_tables_say(table: Table) -> None:
    plain = with_tables_only(table.game)
    state = table.new(5)
    twin = state.copy()
    twin.rules = plain
    chance = seeded(6)
    while not state.over:
        choice = chance.below(state.n_options)
        play(state, choice)
        play(twin, choice)
        assert table.game.write(twin) == table.game.write(state)
        assert options_of(twin) == options_of(state)
