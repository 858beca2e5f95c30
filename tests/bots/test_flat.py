"""The flat bot: it thinks, within its budget, and knows no more than its view."""

from __future__ import annotations

import json
from random import Random

import pytest

from adjudge.bots import BOTS, Budget, find_bot, parse_budget
from adjudge.bots.flat import USUAL, FlatBot
from adjudge.cli import main
from adjudge.kernel.agenda import BEST, State, play, play_on, worth
from adjudge.kernel.game import Invalid
from adjudge.kernel.rng import seeded
from adjudge.lab.sim import Tally, simulate
from adjudge.match import SeatView
from adjudge.packs import default_pack
from tests.cursed_earth.story import NOTHING, Story, card, resolving
from tests.laws.positions import MODES as MANY
from tests.laws.positions import Table

FEW = Budget(iterations=12)
MODES = [t for t in MANY if t.seats < 3 and t.setup.get("difficulty") in ("street-judge", None)]


def view_of(table: Table, state: State) -> SeatView:
    """What the player who is asked may know."""
    return SeatView(table.game, table.game.view(state, state.player), state.player)


def chosen(view: SeatView, budget: Budget = FEW, bot: FlatBot | None = None, seed: int = 5) -> int:
    """The index of the bot's choice."""
    return (bot or FlatBot()).choose(view, view.options, Random(seed), budget).index


def positions(table: Table, seed: int = 3) -> list[State]:
    """Some decisions with a choice, from a game by the heuristic."""
    found = []
    state = table.new(seed)
    while not state.over:
        if state.n_options > 1:
            found.append(state.copy())
        play(state, table.game.careful(state))
    return found[4::60]


def story_view(story: Story) -> SeatView:
    """What the player who is asked in a story may know."""
    assert story.seat is not None
    return story.match.seat_view(story.seat)


@pytest.mark.parametrize("table", MODES, ids=str)
def test_a_budget_of_iterations_repeats_its_choices(table: Table) -> None:
    for state in positions(table):
        view = view_of(table, state)
        assert chosen(view) == chosen(view)


@pytest.mark.parametrize("table", MODES, ids=str)
def test_worlds_with_the_same_view_get_the_same_choice(table: Table) -> None:
    for state in positions(table):
        view = view_of(table, state)
        twin = view_of(table, view.determinize(seeded(77)))
        assert chosen(view) == chosen(twin)


@pytest.mark.parametrize("table", MODES, ids=str)
def test_thinking_leaves_the_view_as_it_was(table: Table) -> None:
    for state in positions(table):
        view = view_of(table, state)
        before = view.data()
        chosen(view)
        assert view.data() == before


@pytest.mark.parametrize("table", MODES, ids=str)
def test_a_thought_tells_what_it_rests_on(table: Table) -> None:
    for state in positions(table):
        view = view_of(table, state)
        most = 4 * len(view.options)
        thought = FlatBot().think(view, view.options, Random(5), Budget(iterations=most))
        assert sorted(e.index for e in thought.estimates) == list(range(len(view.options)))
        assert sum(e.tries for e in thought.estimates) == thought.playouts <= most
        assert thought.estimates[0].index == thought.choice
        assert all(0 <= e.chance <= 1 and e.error >= 0 for e in thought.estimates)


def test_a_sure_step_is_thought_better_than_the_others() -> None:
    row = [card(one_of=[["heal"], ["ammo", "rations"], ["advance"]]), NOTHING]
    view = story_view(resolving(row, mode="solo", pawns=(10, 10), goal=11))
    thought = FlatBot().think(view, view.options, Random(5), Budget(iterations=60))
    best, *others = thought.estimates
    assert view.options[best.index].text == "choose c"
    assert best.chance == 1
    assert all(other.chance < 1 for other in others)


@pytest.mark.parametrize("mode", ["solo", "cooperative", "head-to-head"])
@pytest.mark.parametrize("seed", range(3))
def test_it_takes_the_step_to_max_normal(mode: str, seed: int) -> None:
    row = [card(one_of=[["heal"], ["ammo", "rations"], ["advance"]]), NOTHING]
    story = resolving(row, mode=mode, pawns=(10, 10), goal=11)
    view = story_view(story)
    assert view.options[chosen(view, seed=seed)].text == "choose c"


def test_it_sees_what_comes_of_an_option_later_in_the_row() -> None:
    """The first card skips the second, or else that one kills the last Judge."""
    deadly = card(must=["wound", "wound", "wound"])
    row = [card(one_of=[["ammo", "ammo", "rations"], ["skip"]]), deadly, NOTHING]
    story = resolving(row, dredd=1, giant=0, anderson=0, ammo=0)
    view = story_view(story)
    assert view.options[chosen(view)].text == "choose b"


class Clock:
    """Moves on at every look; from the look numbered `at` on, a whole hour at a time."""

    def __init__(self, step: float, at: int = 1_000_000) -> None:
        self.step = step
        self.at = at
        self.looks = 0
        self.now = 1000.0

    def __call__(self) -> float:
        self.looks += 1
        self.now += self.step if self.looks < self.at else 3600
        return self.now


def test_a_single_option_is_taken_without_a_look_at_the_clock() -> None:
    table = MODES[0]
    state = next(state for state in table.random_play(1) if state.n_options > 1)
    view = view_of(table, state)
    clock = Clock(1)
    only = view.options[1:2]
    assert FlatBot(clock).choose(view, only, Random(1), Budget(seconds=9)) is only[0]
    assert clock.looks == 0


def test_iterations_alone_need_no_clock() -> None:
    clock = Clock(1)
    view = view_of(MODES[0], positions(MODES[0])[0])
    assert chosen(view, FEW, FlatBot(clock)) == chosen(view)
    assert clock.looks == 0


@pytest.mark.parametrize("seconds", [0.02, 0.1])
@pytest.mark.parametrize("step", [0.0005, 0.0015, 0.0049])
def test_it_stops_before_the_seconds_are_over(seconds: float, step: float) -> None:
    for state in positions(MODES[0]):
        clock = Clock(step)
        chosen(view_of(MODES[0], state), Budget(seconds=seconds), FlatBot(clock))
        assert clock.now <= 1000 + step + seconds + 1e-9
        assert clock.now >= 1000 + seconds - 0.021 - 3 * step


@pytest.mark.parametrize("at", [2, 3, 4, 10, 33])
def test_a_clock_that_jumps_ends_it(at: int) -> None:
    for state in positions(MODES[0]):
        view = view_of(MODES[0], state)
        clock = Clock(0.0001, at)
        assert 0 <= chosen(view, Budget(seconds=60), FlatBot(clock)) < state.n_options
        assert clock.looks == at


def test_without_time_it_does_what_careful_does() -> None:
    for state in positions(MODES[0]):
        view = view_of(MODES[0], state)
        careful = view.game.careful(view.state)
        assert chosen(view, Budget(seconds=0.02), FlatBot(Clock(0.015))) == careful
        assert chosen(view, Budget(iterations=1)) == careful


def test_of_two_limits_the_first_one_counts() -> None:
    view = view_of(MODES[0], positions(MODES[0])[0])
    clock = Clock(0.0001)
    assert chosen(view, Budget(60, 12), FlatBot(clock)) in range(len(view.options))
    assert clock.now < 1001


def test_a_bot_that_is_told_nothing_takes_its_usual_iterations() -> None:
    view = view_of(MODES[0], positions(MODES[0])[1])
    assert chosen(view, Budget()) == chosen(view, Budget(iterations=USUAL))


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("100", Budget(iterations=100)),
        ("1000000", Budget(iterations=1_000_000)),
        ("0.2s", Budget(seconds=0.2)),
        (".5s", Budget(seconds=0.5)),
        ("3600s", Budget(seconds=3600)),
    ],
)
def test_budgets_are_seconds_or_iterations(text: str, budget: Budget) -> None:
    assert parse_budget(text) == budget


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "-1", "1000001", "1.5", " 1", "1_0", "٣", "9" * 5000, "1m"),
        *("s", "0s", "0.0s", "-1s", "3601s", "nans", "infs", "1e2s", "1 s", "9" * 5000 + "s"),
    ],
)
def test_a_wrong_budget_is_named(text: str) -> None:
    with pytest.raises(Invalid, match=r"^(bot|budget): "):
        parse_budget(text)
    with pytest.raises(Invalid, match=r"^budget: "):
        find_bot(f"flat:{text}")


def test_a_name_may_bring_its_budget() -> None:
    view = view_of(MODES[0], positions(MODES[0])[0])
    bot = find_bot("flat:12")
    assert bot.name == "flat:12"
    assert bot.choose(view, view.options, Random(5), Budget(iterations=2)).index == chosen(view)
    with pytest.raises(Invalid, match="'round' is not one of random, careful, flat"):
        find_bot("round:30")


def tally(jobs: int) -> Tally:
    """Solo, four games."""
    table = MODES[0]
    seen: list[int] = []
    bots = [find_bot("flat:4")]
    pack = default_pack(table.game)
    made = simulate(pack, table.setup, bots, 4, 3, seen.append, Budget(), jobs)
    assert seen == [1, 2, 3, 4]
    return made


def test_any_number_of_processes_plays_the_same_games() -> None:
    one, two = tally(1), tally(2)
    one.seconds = two.seconds = 0
    assert one == two
    assert one.ended == 4


def test_sim_tells_bots_and_budget(capsys: pytest.CaptureFixture[str]) -> None:
    argv = "sim cursed-earth --mode head-to-head --games 1 --bots flat:3,flat --budget 2 --json"
    assert main(argv.split()) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["bots"] == ["flat:3", "flat"]
    assert data["budget"] == {"seconds": None, "iterations": 2}


def test_a_bot_with_a_budget_sits_at_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    argv = "play cursed-earth --mode solo --seat flat:4 --seed 3 --budget 0.2s"
    assert main(argv.split()) == 0
    assert "The game is over" in capsys.readouterr().out


@pytest.mark.parametrize("table", MODES, ids=str)
def test_play_outs_end_and_every_position_has_a_worth(table: Table) -> None:
    for n, state in enumerate(table.random_play(2)):
        for seat in range(table.seats):
            assert 0 <= worth(state, seat) <= BEST
            if state.over:
                assert worth(state, seat) == BEST * (state.winners >> seat & 1)
        if n % 10 == 0:
            end = state.copy()
            assert (play_on(end, seeded(1), 50, 1000) == 0) == (state.over != 0)
            assert end.over


def test_a_play_out_without_rashness_is_the_heuristic() -> None:
    table = MODES[0]
    state = table.new(4)
    twin = state.copy()
    play_on(state, seeded(1), 0, 1000)
    while not twin.over:
        play(twin, table.game.careful(twin))
    assert table.game.write(twin) == table.game.write(state)


def test_every_bot_is_known_by_its_name() -> None:
    assert (
        [find_bot(name).name for name in BOTS]
        == list(BOTS)
        == ["random", "careful", "flat", "sharp"]
    )
