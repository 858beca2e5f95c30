"""The pool of bot processes: what a bot is told, who is next, and who stands in for it."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from signal import SIGALRM, SIGINT, SIGKILL
from typing import Any

import pytest

import adjudge
from adjudge.bots import Budget, find_bot
from adjudge.games import GAMES
from adjudge.kernel.rng import seeded
from adjudge.match import SeatView
from adjudge.packs import default_pack, load_pack
from adjudge.review import weigh
from adjudge.table.thinker import Request, budget_of, line_of
from adjudge.table.thinkers import FIRST_PAUSE, Choice, Thinkers

PACKS = {pack.hash: pack for pack in map(default_pack, GAMES.values())}
PATIENCE = 60.0  # seconds, after which something hangs
THINKER = [sys.executable, "-m", "adjudge.table.thinker"]
LONG = "flat:3600s"
EITHER_GAME = pytest.mark.parametrize("game", list(GAMES))


def run(story: Coroutine[Any, Any, None]) -> None:
    """Let the story happen; it fails if it never ends."""
    asyncio.run(asyncio.wait_for(story, PATIENCE))


@asynccontextmanager
async def running(
    processes: int = 1,
    cap: float = PATIENCE,
    command: Sequence[str] = (),
    packs: Any = PACKS,
) -> AsyncIterator[Thinkers]:
    """Thinkers that are stopped at the end; with a command, it is another program that thinks."""
    thinkers = Thinkers(processes, packs, cap)
    thinkers.command = list(command) or thinkers.command
    try:
        await thinkers.start()
        yield thinkers
    finally:
        await thinkers.stop()


async def until(happens: Callable[[], bool]) -> None:
    """Wait for something that comes in its own time."""
    while not happens():
        await asyncio.sleep(0.005)


def some_match(game: str = "cursed-earth", moves: int = 12, pack: Any = None) -> adjudge.Match:
    """A match at a decision between several options, at least so many moves into the game."""
    match = adjudge.new(game, seats=2, seed=7, pack=pack)
    while len(match.moves) < moves or len(match.options) < 3:
        match.play(match.game.careful(match._state))
    return match


async def asked(
    thinkers: Thinkers,
    match: adjudge.Match,
    bot: str = "careful",
    table: str = "table",
    guest: str = "guest",
) -> Choice:
    """What comes of the decision that the match is at."""
    assert match.seat is not None
    view = match.seat_view(match.seat)
    return await thinkers.choose(guest, table, bot, match.pack.hash, view, "c0ffee", None)


def chosen_here(match: adjudge.Match, bot: str) -> str:
    """What the bot chooses in this process, from the same view and chance."""
    assert match.seat is not None
    view = match.seat_view(match.seat)
    return find_bot(bot).choose(view, view.options, Random("c0ffee"), Budget()).text


def saying(answer: str) -> list[str]:
    """A program that is ready, and then says something to every question."""
    program = "import sys\nprint('{\"ready\": true}', flush=True)\nfor line in sys.stdin:\n  "
    return [sys.executable, "-c", program + answer]


def is_running(pid: int) -> bool:
    """Whether there is such a process, be it only one that nobody has taken leave of."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# What a bot is told, and what it chooses


@EITHER_GAME
def test_a_process_says_what_its_choice_rests_on(game: str) -> None:
    async def story() -> None:
        match = some_match(game)
        async with running() as thinkers:
            choice = await asked(thinkers, match, "flat:60")
        view = match.seat_view(match.seat or 0)
        thought = find_bot("flat:60").think(view, view.options, Random("c0ffee"), Budget())
        assert choice.thought == thought
        assert thought.estimates

    run(story())


@EITHER_GAME
def test_a_process_weighs_a_move_as_it_is_weighed_here(game: str) -> None:
    async def story() -> None:
        match = some_match(game)
        view = match.seat_view(match.seat or 0)
        taken = len(view.options) - 1
        move, pack = view.options[taken].text, match.pack.hash
        async with running() as thinkers:
            weighed = await thinkers.weigh("guest", "table", "flat:60", pack, view, "c0ffee", move)
            assert weighed == weigh(view, taken, find_bot("flat:60"), "c0ffee")
        async with running(command=saying("print('rubbish', flush=True)")) as thinkers:
            assert (
                await thinkers.weigh("guest", "table", "flat:60", pack, view, "c0ffee", move)
                is None
            )
            assert thinkers.died == 1

    run(story())


@EITHER_GAME
def test_a_process_chooses_what_the_bot_chooses_here(game: str) -> None:
    async def story() -> None:
        async with running() as thinkers:
            for moves in (0, 10, 25):
                match = some_match(game, moves)
                for bot in ("random", "careful", "flat:30"):
                    choice = await asked(thinkers, match, bot)
                    assert (choice.move, choice.stand_in) == (chosen_here(match, bot), "")
            assert (thinkers.started, thinkers.died, thinkers.late) == (1, 0, 0)

    run(story())


def children(pid: int) -> list[int]:
    """The processes that a process has started and that are there."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_a_process_that_thinks_with_another_takes_it_along() -> None:
    async def story() -> None:
        match = some_match()
        async with running() as thinkers:
            choice = await asked(thinkers, match, "flat:40x2")
            assert (choice.move, choice.stand_in) == (chosen_here(match, "flat:40x2"), "")
            (pid,) = thinkers.pids
            (child,) = children(pid)
        await until(lambda: not is_running(child))

    run(story())


async def heard(match: adjudge.Match, view: SeatView, file: Path) -> bytes:
    """The bytes that a process is sent to choose from a view."""
    command = saying(f"open({str(file)!r}, 'w').write(line); break")
    async with running(command=command) as thinkers:
        choice = await thinkers.choose(
            "guest 9", "table 9", "flat:9", match.pack.hash, view, "5eed", 0.5
        )
    assert choice.stand_in == "died"
    return file.read_bytes()


@EITHER_GAME
def test_a_bot_is_told_a_view_and_nothing_else(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        match = some_match(game)
        assert match.seat is not None
        told = json.loads(await heard(match, match.seat_view(match.seat), tmp_path / "heard"))
        assert told.pop("view") == match.view(match.seat)
        names = {"bot": "flat:9", "pack": match.pack.hash}
        assert told == {"id": 1, **names, "chance": "5eed", "seconds": 0.5}

    run(story())


@EITHER_GAME
def test_what_the_seat_cannot_see_changes_no_byte(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        match = some_match(game)
        assert match.seat is not None
        world = match.seat_view(match.seat).determinize(seeded(99))
        twin = adjudge.Match(match.pack, world, match.start, match._log)
        assert twin.digest() != match.digest()
        sent = [
            await heard(match, one.seat_view(match.seat), tmp_path / "heard")
            for one in (match, twin)
        ]
        assert sent[0] == sent[1]

    run(story())


@pytest.mark.parametrize(
    ("bot", "seconds", "budget"),
    [
        ("flat", None, Budget()),
        ("flat", 0.5, Budget(seconds=0.5)),
        ("flat:100", None, Budget(iterations=100)),
        ("flat:100", 0.5, Budget(seconds=0.5, iterations=100)),
        ("flat:0.2s", None, Budget(seconds=0.2)),
        ("flat:0.2s", 0.5, Budget(seconds=0.2)),
        ("flat:9s", 0.5, Budget(seconds=0.5)),
        ("flat:100x2", 0.5, Budget(seconds=0.5, iterations=100, processes=2)),
    ],
)
def test_a_bot_keeps_its_own_budget_within_the_seconds(
    bot: str, seconds: float | None, budget: Budget
) -> None:
    assert budget_of(bot, seconds) == budget


def test_a_pack_of_ones_own_is_given_to_each_process_once(tmp_path: Path) -> None:
    """Its folder may be gone; a process that died is followed by one that has not got it."""

    async def story() -> None:
        folder = tmp_path / "own"
        shutil.copytree(GAMES["cursed-earth"].content, folder)
        header = (folder / "pack.toml").read_text("utf-8").replace("title =", "title = 'Own' #")
        (folder / "pack.toml").write_text(header, "utf-8")
        own = load_pack(folder)
        shutil.rmtree(folder)
        assert own.hash not in PACKS
        match = some_match(pack=own)
        async with running(packs={own.hash: own}) as thinkers:
            for _ in range(2):
                assert (await asked(thinkers, match)).stand_in == ""
            (pid,) = thinkers.pids
            os.kill(pid, SIGKILL)
            await until(lambda: thinkers.started == 2)
            assert (await asked(thinkers, match)).stand_in == ""

    run(story())


@pytest.mark.parametrize(
    ("bot", "pack", "seconds", "problem"),
    [
        ("hal", "", None, "bot: 'hal' is not one of random, careful, flat, sharp"),
        ("flat:soon", "", None, "budget: 'soon' is neither"),
        ("flat", "sha256:none", None, "pack: 'sha256:none' is not served here"),
        ("flat", "", 0.0, r"budget: 0.0 seconds are not more than none"),
    ],
)
def test_what_cannot_be_asked_is_said_at_once(
    bot: str, pack: str, seconds: float | None, problem: str
) -> None:
    async def story() -> None:
        thinkers = Thinkers(1, PACKS)
        match = some_match()
        assert match.seat is not None
        view = match.seat_view(match.seat)
        with pytest.raises(adjudge.Invalid, match=problem):
            await thinkers.choose(
                "guest", "table", bot, pack or match.pack.hash, view, "0", seconds
            )

    run(story())


def test_a_seat_that_is_not_asked_has_nothing_to_choose() -> None:
    async def story() -> None:
        match = some_match("helter-skelter")
        assert match.seat is not None
        view = match.seat_view(1 - match.seat)
        with pytest.raises(adjudge.Invalid, match="has nothing to decide"):
            await Thinkers(1, PACKS).choose(
                "guest", "table", "random", match.pack.hash, view, "0", None
            )

    run(story())


# Stand-ins


async def check_the_next_is_fine(thinkers: Thinkers, match: adjudge.Match) -> None:
    """A new process has come, and it chooses by itself."""
    thinkers.cap = PATIENCE
    choice = await asked(thinkers, match, "random")
    assert (choice.move, choice.stand_in) == (chosen_here(match, "random"), "")
    assert thinkers.started == 2
    assert len(thinkers.pids) == 1


def test_a_process_killed_in_mid_thought_is_stood_in_for_and_replaced() -> None:
    async def story() -> None:
        match = some_match()
        async with running() as thinkers:
            thought = asyncio.create_task(asked(thinkers, match, LONG))
            await until(lambda: thinkers.busy == 1)
            os.kill(thinkers.pids.copy().pop(), SIGKILL)
            choice = await thought
            assert (choice.move, choice.stand_in) == (chosen_here(match, "careful"), "died")
            await check_the_next_is_fine(thinkers, match)
            assert (thinkers.died, thinkers.late, thinkers.busy) == (1, 0, 0)

    run(story())


def test_a_thought_beyond_the_cap_is_stood_in_for_and_its_process_replaced() -> None:
    async def story() -> None:
        match = some_match("helter-skelter")
        async with running(cap=0.1) as thinkers:
            first = set(thinkers.pids)
            choice = await asked(thinkers, match, LONG)
            assert (choice.move, choice.stand_in) == (chosen_here(match, "careful"), "late")
            await check_the_next_is_fine(thinkers, match)
            assert not first & thinkers.pids
            assert (thinkers.died, thinkers.late) == (0, 1)

    run(story())


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("print('hello', flush=True)", "is not an answer"),
        ("print('[]', flush=True)", "is not an answer"),
        ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "is not an answer"),
        ("""print('{"id": 1, "move": "cheat"}', flush=True)""", "'cheat' is not an option"),
        ("""print('{"id": 9, "move": "cheat"}', flush=True)""", "does not answer question 1"),
        ("""print('{"id": 1, "mo', end=''); break""", "died"),
        ("print('long' * 9_000_000)", "chunk"),
        ("break", "died"),
    ],
)
def test_rubbish_is_stood_in_for_and_its_process_replaced(answer: str, reason: str) -> None:
    async def story() -> None:
        match = some_match()
        async with running(command=saying(answer)) as thinkers:
            choice = await asked(thinkers, match)
            assert choice.move == chosen_here(match, "careful")
            assert reason in choice.stand_in
            assert "\n" not in choice.stand_in
            await until(lambda: thinkers.started == 2)
            assert thinkers.died == 1

    run(story())


def test_a_process_that_dies_idle_is_replaced_before_it_is_missed() -> None:
    async def story() -> None:
        async with running() as thinkers:
            os.kill(thinkers.pids.copy().pop(), SIGKILL)
            await until(lambda: thinkers.died == 1)
            await check_the_next_is_fine(thinkers, some_match())

    run(story())


@pytest.mark.parametrize("program", [[sys.executable, "-c", "print('no')"], ["./no such program"]])
def test_where_no_process_starts_stand_ins_choose_until_one_does(program: list[str]) -> None:
    async def story() -> None:
        match = some_match()
        async with running(processes=2, command=program) as thinkers:
            for _ in range(3):
                choice = await asked(thinkers, match, LONG)
                careful = chosen_here(match, "careful")
                assert (choice.move, choice.stand_in) == (careful, "no processes")
            thinkers.command = Thinkers(0, PACKS).command
            while choice.stand_in:
                await asyncio.sleep(0.01)
                choice = await asked(thinkers, match)

    run(story())


def test_starts_in_vain_become_rare(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with running(command=["./no such program"]):
            await until(lambda: len(pauses) == 9)
        assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0]

    pauses: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        if seconds >= FIRST_PAUSE and len(pauses) < 9:
            pauses.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", note)
    run(story())


def test_without_processes_every_choice_is_a_stand_ins() -> None:
    async def story() -> None:
        async with running(processes=0) as thinkers:
            for game in GAMES:
                match = some_match(game)
                choice = await asked(thinkers, match, LONG)
                careful = chosen_here(match, "careful")
                assert (choice.move, choice.stand_in) == (careful, "no processes")
            assert (thinkers.started, thinkers.waiting, thinkers.busy) == (0, 0, 0)

    run(story())


# Who is next


def test_a_table_with_many_questions_does_not_hold_up_another() -> None:
    async def story() -> None:
        match = some_match()
        finished: list[str] = []

        async def ask(table: str) -> None:
            await asked(thinkers, match, "random", table)
            finished.append(table)

        async with running() as thinkers:
            tables = ["greedy"] * 50 + ["modest"] + ["second"] * 2
            asking = [asyncio.create_task(ask(table)) for table in tables]
            await asyncio.sleep(0)
            assert thinkers.waiting == 52
            await asyncio.gather(*asking)
        assert finished[:6] == ["greedy", "modest", "second", "greedy", "second", "greedy"]
        assert len(finished) == 53

    run(story())


def test_several_processes_think_at_the_same_time() -> None:
    async def story() -> None:
        async with running(processes=2) as thinkers:
            thoughts = [
                asyncio.create_task(asked(thinkers, some_match(), LONG, table)) for table in "abc"
            ]
            await until(lambda: thinkers.busy == 2)
            assert thinkers.waiting == 1
            for thought in thoughts:
                thought.cancel()
            await asyncio.gather(*thoughts, return_exceptions=True)
            assert thinkers.waiting == 0

    run(story())


def test_a_cancelled_question_leaves_the_queue_and_its_answer_is_dropped() -> None:
    async def story() -> None:
        match = some_match()
        async with running() as thinkers:
            thought = asyncio.create_task(asked(thinkers, match, "flat:0.3s"))
            await until(lambda: thinkers.busy == 1)
            queued = asyncio.create_task(asked(thinkers, match, LONG))
            await until(lambda: thinkers.waiting == 1)
            for task in (queued, thought):
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            assert (thinkers.waiting, thinkers.busy) == (0, 1)
            choice = await asked(thinkers, match, "random")
            assert (choice.move, choice.stand_in) == (chosen_here(match, "random"), "")
            assert thinkers.started == 1

    run(story())


# The end


def test_stop_leaves_no_process_and_makes_no_choice_up() -> None:
    async def story() -> None:
        match = some_match()
        async with running(processes=2) as thinkers:
            pids = set(thinkers.pids)
            thoughts = [asyncio.create_task(asked(thinkers, match, LONG)) for _ in range(3)]
            await until(lambda: thinkers.busy == 2)
            assert thinkers.waiting == 1
            await thinkers.stop()
            assert not thinkers.pids
            assert [pid for pid in pids if is_running(pid)] == []
            came = await asyncio.gather(*thoughts, return_exceptions=True)
            assert [type(one) for one in came] == [asyncio.CancelledError] * 3

    run(story())


def test_stop_comes_at_any_moment_of_a_start() -> None:
    async def story() -> None:
        for moments in (0, 1, 2, 3, 5, 8, 20):
            thinkers = Thinkers(2, PACKS)
            starting = asyncio.create_task(thinkers.start())
            for _ in range(moments):
                await asyncio.sleep(0)
            await thinkers.stop()
            starting.cancel()
            assert not thinkers.pids

    run(story())


SERVER = """
import asyncio, sys
import adjudge
from adjudge.table.thinkers import Thinkers
match = adjudge.new("helter-skelter", seats=2, seed=7)
async def serve():
    thinkers = Thinkers(2, {match.pack.hash: match.pack}, cap=1.0)
    await thinkers.start()
    view = match.seat_view(match.seat)
    if "think" in sys.argv:
        asking = thinkers.choose("g", "t", "flat:3600s", match.pack.hash, view, "0", None)
        task = asyncio.create_task(asking)
        while not thinkers.busy:
            await asyncio.sleep(0.01)
    print("up", flush=True)
    await asyncio.sleep(60)
asyncio.run(serve())
"""


@pytest.mark.parametrize("doing", ["nothing", "think"])
def test_processes_end_when_their_server_is_killed(doing: str) -> None:
    """They share its standard error: it ends when the last of them does."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, doing], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"up\n"
        server.kill()
        assert server.communicate(timeout=PATIENCE)[1] == b""


# The program of one process


def told(lines: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """What the program makes of its input."""
    return subprocess.run([*THINKER, *arguments], input=lines, capture_output=True, timeout=60)


def request(match: adjudge.Match, number: int, bot: str) -> bytes:
    """The decision that the match is at, as a process is asked."""
    assert match.seat is not None
    view = match.view(match.seat)
    return line_of(Request(number, bot, match.pack.hash, view, "c0ffee", None))


def test_the_program_answers_line_by_line_and_ends_with_its_input() -> None:
    match = some_match()
    done = told(request(match, 7, "random") + b"rubbish\n" + request(match, 8, "hal"))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[0] == {"ready": True}
    assert (answers[1]["id"], answers[1]["move"]) == (7, chosen_here(match, "random"))
    assert answers[1]["thought"]["estimates"] == []
    assert list(answers[2]) == list(answers[3]) == ["id", "error"]
    assert [answers[2]["id"], answers[3]["id"]] == [None, 8]
    assert answers[3]["error"] == "Invalid: bot: 'hal' is not one of random, careful, flat, sharp"
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_program_ends_itself_when_a_thought_takes_too_long() -> None:
    done = told(request(some_match(), 7, LONG), "--cap", "0.2")
    assert (done.returncode, done.stdout) == (-SIGALRM, b'{"ready": true}\n')


NOISY = """
from adjudge import bots
from adjudge.table.thinker import main
class Noisy(bots.Bot):
    name = "noisy"
    def think(self, view, options, rng, budget):
        print("I think, therefore I print", flush=True)
        return bots.Thought(0)
bots.BOTS["noisy"] = Noisy()
main([])
"""


def test_what_a_bot_prints_is_no_answer() -> None:
    match = some_match()
    lines = request(match, 7, "noisy")
    done = subprocess.run([sys.executable, "-c", NOISY], input=lines, capture_output=True)
    assert json.loads(done.stdout.splitlines()[1])["move"] == match.options[0].text
    assert done.stderr == b"I think, therefore I print\n"


def test_an_interrupt_is_for_the_server_to_heed() -> None:
    async def story() -> None:
        match = some_match()
        async with running() as thinkers:
            os.kill(thinkers.pids.copy().pop(), SIGINT)
            assert (await asked(thinkers, match)).stand_in == ""

    run(story())
