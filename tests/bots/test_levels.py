"""Levels: every game has a ladder of bots by name, and whatever is wrong with one is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudge.bots import parse_budget
from adjudge.bots.levels import (
    bot_named,
    called,
    find_level,
    find_player,
    ladder,
    level_of,
    levels,
    read_ladder,
    strength,
    usual_bot,
)
from adjudge.games import GAMES
from adjudge.kernel.game import Invalid
from adjudge.lab.ladder import ladder_text, pack_for, rungs
from adjudge.table.lobby import MOST_ITERATIONS

GOOD = """\
game = "cursed-earth"
usual = "mild"
versus = { name = "head-to-head", games = 4, seats = 2, options = { mode = "head-to-head" } }

[[level]]
id = "mild"
name = "Mild"
words = "Easy."
bot = "random"

[[level]]
id = "wild"
name = "Wild"
words = "Hard."
bot = "flat:20"
"""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_levels_that_can_be_measured_and_lent_out(game: str) -> None:
    found = ladder(game)
    assert found.game == game
    assert 4 <= len(found.level) <= 6
    assert rungs(found, pack_for(found), 1, 1)
    for level in found.level:
        assert find_level(game, level.id) is level
        assert find_player(game, level.id).name == level.bot
        budget = level.bot.partition(":")[2]
        assert not budget or (parse_budget(budget).iterations or 0) <= MOST_ITERATIONS


@pytest.mark.parametrize("game", GAMES)
def test_a_file_of_levels_is_read_as_it_was_written(game: str, tmp_path: Path) -> None:
    file = tmp_path / "levels.toml"
    file.write_text(ladder_text(ladder(game)), encoding="utf-8")
    assert read_ladder(file) == ladder(game)


def test_bots_are_found_by_level_or_by_plain_name() -> None:
    top = levels("helter-skelter")[-1]
    assert bot_named("helter-skelter", top.id) == top.bot
    assert find_player("helter-skelter", "flat:0.2s").name == "flat:0.2s"
    assert level_of("helter-skelter", top.bot) is top
    assert called("helter-skelter", top.bot) == top.name
    assert called("helter-skelter", "flat:0.2s") == "flat:0.2s"
    assert usual_bot("helter-skelter") in [level.bot for level in levels("helter-skelter")]
    with pytest.raises(Invalid, match=f"bot: '{top.id}' is not one of .*, random, careful, flat"):
        bot_named("cursed-earth", top.id)
    with pytest.raises(Invalid, match=f"level: '{top.id}' is not one of "):
        find_level("cursed-earth", top.id)


def test_a_level_is_as_strong_as_it_was_measured_to_be_at_such_a_table(tmp_path: Path) -> None:
    rate = 'contest = "solo"\nseats = 1\noptions = { mode = "solo" }\n'
    share = "share = 0.414\nlow = 0.3\nhigh = 0.5\ngames = 9\n"
    rating = "[level.rating]\nvalue = 1234\nlow = 1200\nhigh = 1300\ngames = 9\n"
    file = tmp_path / "levels.toml"
    file.write_text(f"{GOOD}{rating}[[level.wins]]\n{rate}{share}", encoding="utf-8")
    mild, wild = read_ladder(file).level
    assert strength(wild, 1, {"mode": "solo", "difficulty": "cadet"}) == "wins 41% of such games"
    assert strength(wild, 2, {"mode": "head-to-head"}) == "rating 1234"
    assert strength(mild, 2, {"mode": "head-to-head"}) == "not measured"


@pytest.mark.parametrize(
    ("part", "instead", "problem"),
    [
        ("cursed-earth", "chess", "game: 'chess' is not one of cursed-earth, helter-skelter"),
        ('usual = "mild"', 'usual = "meek"', "usual: 'meek' is not one of mild, wild"),
        ("usual", "least = 1.5\nusual", "least: Expected `float` <= 1.0, in 1.5"),
        ("usual", "least = nan\nusual", "least: Expected `float` >= 0.0, in nan"),
        ("usual", 'least = "most"\nusual', "least: Expected `float`, got `str`, in 'most'"),
        ("seats = 2", "seats = 3", "versus.seats: 3 is not 2, a level against another"),
        ('id = "wild"', 'id = "mild"', "level[1].id: 'mild' is given twice"),
        ('name = "Wild"', 'name = "Mild"', "level[1].name: 'Mild' is given twice"),
        ('bot = "flat:20"', 'bot = "random"', "level[1].bot: 'random' is given twice"),
        ('id = "wild"', 'id = "careful"', "level[1].id: 'careful' is a player's name already"),
        ('bot = "flat:20"', 'bot = "hal"', "level[1].bot: bot: 'hal' is not one of random, "),
        ('bot = "flat:20"', 'bot = "flat"', "level[1].bot: 'flat' names no iterations (flat:100)"),
        ('bot = "flat:20"', 'bot = "flat:1s"', "level[1].bot: 'flat:1s' names no iterations"),
        ('bot = "flat:20"', 'bot = "flat:20x2"', "level[1].bot: 'flat:20x2' needs several proc"),
        ('words = "Hard."', 'colour = "red"', "level[1]: Object contains unknown field `colour`"),
        ('words = "Hard."', "", "level[1]: Object missing required field `words`"),
        ("[[level]]", "[[level", "Expected ']]' at the end of an array declaration"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_clear_message(
    tmp_path: Path, part: str, instead: str, problem: str
) -> None:
    file = tmp_path / "levels.toml"
    assert part in GOOD
    file.write_text(GOOD.replace(part, instead), encoding="utf-8")
    with pytest.raises(Invalid) as told:
        read_ladder(file)
    assert str(told.value).startswith(f"{file}: {problem}")
