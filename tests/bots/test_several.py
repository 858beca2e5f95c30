"""Several processes think about one decision: shares, merging, and whoever is gone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from math import sqrt
from pathlib import Path
from random import Random
from signal import SIGKILL
from time import sleep

import pytest

from adjudge.bots import BOTS, Bot, Budget, Estimate, Thought, find_bot, parse_budget
from adjudge.bots.aides import COMMAND, IN_VAIN, Aides, aides_here
from adjudge.bots.flat import FlatBot, usable
from adjudge.bots.several import Several, merged, split
from adjudge.games import GAMES
from adjudge.kernel.agenda import play
from adjudge.kernel.game import Invalid, Option
from adjudge.kernel.rng import seeded
from adjudge.match import SeatView
from adjudge.packs import default_pack, with_content
from tests.bots.test_flat import MODES, Clock, positions, view_of
from tests.laws.positions import Table

LOOKING_AHEAD = [name for name, bot in BOTS.items() if isinstance(bot, Several)]
TWO = Budget(iterations=60, processes=2)
READY = "import sys; print('{\"ready\": true}', flush=True); "
NEVER = f"{READY}sys.stdin.read()"  # listens, and says nothing
DYING = f"{READY}sys.stdin.readline()"  # is asked, and is gone
VIEW = view_of(MODES[0], positions(MODES[0])[1])


def thought_by(bot: Bot, view: SeatView = VIEW, budget: Budget = TWO) -> Thought:
    """What it makes of the view."""
    return bot.think(view, view.options, Random(5), budget)


@contextmanager
def aided(command: str) -> Iterator[tuple[Several, Aides]]:
    """Flat with another program in place of the processes that think along."""
    aides = Aides([sys.executable, "-c", command] if command else COMMAND)
    flat = BOTS["flat"]
    assert isinstance(flat, Several)
    try:
        yield Several(flat.bot, aides=lambda: aides), aides
    finally:
        aides.end()


# What is written


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("400x2", Budget(iterations=400, processes=2)),
        ("0.2sx2", Budget(seconds=0.2, processes=2)),
        ("7x1", Budget(iterations=7)),
        ("9x64", Budget(iterations=9, processes=64)),
    ],
)
def test_a_budget_may_name_processes(text: str, budget: Budget) -> None:
    assert parse_budget(text) == budget
    assert find_bot(f"flat:{text}").name == f"flat:{text}"


@pytest.mark.parametrize("text", ["x2", "400x", "400x0", "400x65", "400x2x2", "400 x2", "0.2x2s"])
def test_processes_that_cannot_be_are_named(text: str) -> None:
    with pytest.raises(Invalid, match=r"^budget: .*(neither|in one process or several)"):
        parse_budget(text)
    with pytest.raises(Invalid, match="budget: 65 processes are not 1 to 64"):
        Budget(processes=65)


def test_processes_share_the_iterations_and_have_the_same_seconds() -> None:
    shares = split(Budget(2.0, 400, 3), Random(1))
    assert [share.budget for share in shares] == [Budget(2.0, n) for n in (133, 133, 134)]
    assert len({share.chance for share in shares}) == 3
    assert len(split(Budget(iterations=2, processes=8), Random(1))) == 2


# What is merged


def test_thoughts_are_merged_by_their_tries() -> None:
    one = Thought(
        1, (Estimate(1, 30, 0.6, 0.02), Estimate(0, 30, 0.5, 0.0), Estimate(2, 10, 0.3, 0.1)), 70
    )
    other = Thought(0, (Estimate(0, 10, 0.7, 0.0), Estimate(1, 10, 0.6, 0.02)), 20)
    both = merged([one, other], favourite=0, doubt=1.0)
    first, second, third = both.estimates
    # The favourite: (30 * 0.5 + 10 * 0.7) / 40; the first gains (30 * 0.1 - 10 * 0.1) / 40 on it.
    assert (both.choice, both.playouts) == (1, 90)
    assert (first.index, first.tries) == (1, 40)
    assert first.chance == pytest.approx(0.55 + 0.05)
    assert first.error == pytest.approx(sqrt(0.6**2 + 0.2**2) / 40)
    assert (second.index, second.tries, second.error) == (0, 40, 0.0)
    assert second.chance == pytest.approx(0.55)
    assert (third.index, third.tries) == (2, 10)
    assert (third.chance, third.error) == pytest.approx((0.55 - 0.2, 0.1))


def test_the_favourite_stays_unless_another_is_better_beyond_doubt() -> None:
    close = Thought(0, (Estimate(0, 20, 0.5, 0.0), Estimate(1, 20, 0.54, 0.05)), 40)
    assert merged([close], 0, doubt=1.0).choice == 0
    assert merged([close, close], 0, doubt=1.0).choice == 1  # the error is smaller by a root


def test_thoughts_that_tried_nothing_leave_the_choice_to_the_first() -> None:
    assert merged([Thought(3), Thought(1)], 0, 1.0) == Thought(3)


# Who thinks


@pytest.mark.parametrize("name", LOOKING_AHEAD)
@pytest.mark.parametrize("table", MODES, ids=str)
def test_two_processes_repeat_their_thoughts(table: Table, name: str) -> None:
    bot = BOTS[name]
    assert isinstance(bot, Several)
    for state in positions(table)[:1]:
        view = view_of(table, state)
        thought = thought_by(bot, view)
        assert thought == thought_by(bot, view)
        alone = [bot.here(view, view.options, share) for share in split(TWO, Random(5))]
        assert thought == merged(alone, view.game.careful(view.state), bot.doubt)
    assert aides_here().died == 0


def test_a_pack_of_ones_own_travels_along() -> None:
    pack = default_pack(GAMES["cursed-earth"])
    content = deepcopy(dict(pack.content))
    content["encounter"][0]["title"] = "Something else!"
    own = with_content(pack, content)
    state = own.game.new(own.facts, 1, own.game.choose_setup(1, {}), seeded(5), None)
    view = SeatView(own.game, own.game.view(state, 0), 0)
    with aided("") as (bot, aides):
        thought = thought_by(bot, view)
        assert thought == thought_by(bot, view)
        assert (aides.started, aides.died) == (1, 0)
        assert aides.aides[0].packs == {own.hash}


def test_a_process_that_dies_in_mid_thought_is_replaced_and_its_share_is_thought_here() -> None:
    with aided(DYING) as (bot, aides):
        for number in (1, 2, 3, 4):
            assert thought_by(bot) == thought_by(BOTS["flat"])
            assert (aides.started, aides.died) == (number, number)


def test_a_process_that_is_killed_between_two_decisions_is_replaced() -> None:
    with aided("") as (bot, aides):
        before = thought_by(bot)
        aides.aides[0].process.send_signal(SIGKILL)
        aides.aides[0].process.wait()
        assert thought_by(bot) == before
        assert (aides.started, aides.died) == (2, 1)


def test_where_no_process_starts_one_thinks_alone_and_says_so_once() -> None:
    with aided("exit()") as (bot, aides):
        for _ in range(IN_VAIN - 1):
            assert thought_by(bot) == thought_by(BOTS["flat"])
        with pytest.warns(UserWarning, match="no processes can be had that think along: 3 ended"):
            thought_by(bot)
        assert thought_by(bot) == thought_by(BOTS["flat"])
        assert aides.started == IN_VAIN


def chooses(bot: Bot) -> bool:
    """Whether it makes a choice by the clock, be it in time for play-outs or not."""
    return thought_by(bot, budget=Budget(seconds=0.1, processes=2)).choice < len(VIEW.options)


def game_with(bot: Bot, aides: Aides, kills: int) -> list[int]:
    """The choices of a whole game, in which every so many decisions a process is killed."""
    game = MODES[0].game
    state = MODES[0].new(8)
    chance = Random(8)
    made: list[int] = []
    while not state.over:
        view = SeatView(game, game.view(state, state.player), state.player)
        made.append(bot.choose(view, view.options, chance, Budget(None, 8, 2)).index)
        if aides.aides and len(made) % kills == 0:
            aides.aides[0].process.kill()
        play(state, made[-1])
    return made


def test_a_game_goes_on_as_it_would_have_while_processes_are_killed() -> None:
    with aided("") as (bot, aides):
        calm = game_with(bot, aides, 1000)
        assert aides.died == 0
        assert game_with(bot, aides, 40) == calm
        assert aides.died > 1
        assert aides.started > aides.died


@pytest.mark.parametrize("command", [NEVER, DYING], ids=["silent", "dying"])
@pytest.mark.parametrize("seconds", [0.04, 0.1])
def test_two_processes_stop_before_the_seconds_are_over(seconds: float, command: str) -> None:
    """By a clock that moves on at every look; the longest wait for others is in it."""
    with aided(command) as (_, aides):
        until_ready(aides)
        clock = Clock(0.0005)
        bot = Several(FlatBot(clock), clock=clock, aides=lambda: aides)
        thought_by(bot, budget=Budget(seconds, processes=2))
        assert aides.aides == [] or aides.aides[0].owes
        waited = (seconds - usable(seconds)) / 2
        assert clock.now <= 1000 + seconds - waited + 0.0005


def until_ready(aides: Aides) -> None:
    """Wait until the process says so."""
    (aide,) = aides.at_hand(1)
    while not aide.ready:
        aide.hears(60)
        aide.look()


def test_by_the_clock_nobody_waits_for_one_that_is_not_there() -> None:
    with aided(NEVER) as (bot, aides):
        assert chooses(bot)  # it has only been started
        until_ready(aides)
        assert not aides.aides[0].owes
        for _ in range(2):
            assert chooses(bot)
            assert aides.aides[0].asked == 1  # and is not asked again before it has answered
        aides.aides[0].due -= 60
        assert chooses(bot)
        assert (aides.started, aides.died) == (2, 1)


def test_by_the_clock_a_process_that_dies_leaves_the_thoughts_of_the_others() -> None:
    with aided(DYING) as (bot, aides):
        until_ready(aides)
        assert chooses(bot)
        while not aides.died:  # on a busy machine it may outlive the decision it was asked about
            assert chooses(bot)
        assert aides.died == 1


def test_by_the_clock_whoever_finds_the_others_busy_thinks_alone() -> None:
    with aided(NEVER) as (bot, aides):
        until_ready(aides)
        with aides.lock:
            assert chooses(bot)
        assert aides.aides[0].asked == 0


def test_a_single_option_is_taken_at_once() -> None:
    with aided(NEVER) as (bot, aides):
        only: list[Option] = VIEW.options[:1]
        assert bot.think(VIEW, only, Random(1), TWO) == Thought(0)
        assert aides.started == 0


def thinks_on(process: Path) -> bool:
    """Whether there is such a process, and not only one that nobody has taken leave of."""
    try:
        return "State:\tZ" not in (process / "status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_the_processes_end_with_the_one_that_asked_even_in_mid_thought() -> None:
    story = """
import os, sys
from random import Random
from threading import Thread
from tests.bots.test_several import VIEW
from adjudge.bots import Budget, find_bot
from adjudge.bots.aides import aides_here
bot = find_bot("flat:1000000x2")
Thread(target=bot.think, args=(VIEW, VIEW.options, Random(1), Budget()), daemon=True).start()
while not (aides_here().aides and aides_here().aides[0].owes):
    pass
print(aides_here().aides[0].process.pid, flush=True)
sys.stdin.read()
"""
    parent = subprocess.Popen(
        [sys.executable, "-c", story],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with parent:
        assert parent.stdout is not None
        child = Path("/proc", parent.stdout.readline().decode().strip())
        assert thinks_on(child)
        parent.kill()
    while thinks_on(child):
        sleep(0.01)
