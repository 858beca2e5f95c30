"""Plans: what they stand for, and what is said of bad ones."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from adjudge.cli import main
from adjudge.kernel.game import Invalid
from adjudge.lab.plans import read_plan
from tests.lab.plans import solo, teams

HEAD = 'name = "x"\ngame = "cursed-earth"\n'
ONE = '[[setup]]\nname = "a"\nbots = ["careful"]\ngames = 1\n'

BAD = [
    ("", "Object missing required field `name`"),
    ("name = ", "Invalid value (at end of document)"),
    ('name = "x"\ngame = "chess"\n' + ONE, "game: 'chess' is not one of cursed-earth"),
    (HEAD, "Object missing required field `setup`"),
    (HEAD + "setup = []", "setup: Expected `array` of length >= 1, in []"),
    (HEAD + ONE + "speed = 3", "setup[0]: Object contains unknown field `speed`"),
    (HEAD + ONE.replace("= 1", "= 0"), "setup[0].games: Expected `int` >= 1, in 0"),
    (HEAD + ONE.replace("= 1", '= "many"'), "setup[0].games: Expected `int`, got `str`, in 'many'"),
    (HEAD + ONE + "seed = -1", "setup[0].seed: Expected `int` >= 0, in -1"),
    (HEAD + ONE + ONE, "setup[1].name: 'a' is given twice"),
    (HEAD + ONE + "seats = 5", "setup[0].seats: 5 is not a number from 1 to 4"),
    (HEAD + ONE.replace("careful", "wise"), "setup[0].bots[0]: bot: 'wise' is not one of"),
    (HEAD + ONE.replace("careful", "flat:no"), "setup[0].bots[0]: budget: 'no' is neither"),
    (
        HEAD + ONE.replace('"careful"', '"careful", "careful", "flat"') + "seats = 2",
        "setup[0].bots: ['careful', 'careful', 'flat'] are neither one nor 2",
    ),
    (
        HEAD + ONE + 'options = { mode = "solo", difficulty = "easy" }',
        "setup[0].options.difficulty: 'easy' is not one of cadet",
    ),
    (HEAD + ONE + "seats = 1\noptions = { colour = 3 }", "setup[0].options.colour: not a set-up"),
    (
        HEAD + ONE + 'seats = 1\noptions = { difficulty = ["easy", "hard"] }',
        "setup[0].options.difficulty: 'hard' is not one of cadet",
    ),
    (HEAD + 'pack = "nowhere"\n' + ONE, "not a pack: pack.toml is missing"),
]


@pytest.mark.parametrize(("text", "said"), BAD, ids=[said[:40] for text, said in BAD])
def test_bad_plans_are_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["lab", "run", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"adjudge: {file}: ")
    assert said in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == [file]


def test_a_plan_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "run", str(tmp_path / "none.toml")]) == 2
    assert (
        capsys.readouterr().err == f"adjudge: {tmp_path / 'none.toml'}: No such file or directory\n"
    )


def test_several_values_stand_for_every_combination(tmp_path: Path) -> None:
    plan = read_plan(solo(tmp_path, 3, difficulty='["cadet", "chief-judge"]'))
    told = [(case.options["difficulty"], case.seed) for case in plan.cases]
    assert told == [("cadet", n) for n in (5, 6, 7)] + [("chief-judge", n) for n in (8, 9, 10)]
    assert [case.number for case in plan.cases] == list(range(6))


def test_paired_games_share_their_seeds_in_every_order(tmp_path: Path) -> None:
    plan = read_plan(teams(tmp_path, 2))
    told = [(case.options["map"], case.parties, case.seed, case.deal) for case in plan.cases]
    both = [("judges", "slaine"), ("slaine", "judges")]
    assert told == [
        (map, parties, 9 + 2 * i + n, 2 * i + n)
        for i, map in enumerate(("grand-hall", "city-blocks"))
        for n in range(2)
        for parties in both
    ]


def test_four_seats_have_24_orders_and_bots_go_along(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(
        'name = "x"\ngame = "helter-skelter"\n[[setup]]\nname = "a"\ngames = 1\npaired = true\n'
        'bots = ["careful", "random", "random", "random"]\n',
        encoding="utf-8",
    )
    cases = read_plan(file).cases
    assert len({case.parties for case in cases}) == len(cases) == 24
    assert {case.parties[case.bots.index("careful")] for case in cases} == {"judges"}


def test_head_to_head_the_judges_change_seats(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    text = HEAD + ONE + 'paired = true\noptions = { mode = "head-to-head" }'
    file.write_text(text, encoding="utf-8")
    assert [case.parties for case in read_plan(file).cases] == [
        ("judges", "perps"),
        ("perps", "judges"),
    ]


def test_orders_that_make_no_other_game_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    text = HEAD + ONE + "seats = 3\npaired = true"
    file.write_text(text, encoding="utf-8")
    assert len(read_plan(file).cases) == 1


def test_a_plan_travels(tmp_path: Path) -> None:
    plan = read_plan(teams(tmp_path, 1))
    again = pickle.loads(pickle.dumps(plan))
    assert again.cases == plan.cases
    assert again.digest == plan.digest


def test_a_pack_of_another_game_is_refused(tmp_path: Path) -> None:
    from adjudge.games import GAMES
    from adjudge.packs import default_pack

    with pytest.raises(Invalid, match="pack: 'helter-skelter' is a pack of helter-skelter"):
        read_plan(solo(tmp_path, 1), default_pack(GAMES["helter-skelter"]))
