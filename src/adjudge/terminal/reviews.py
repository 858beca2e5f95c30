"""Chances for people: a hint's options, and a game that is looked through again."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from adjudge.advice import Advised
from adjudge.bots import Bot, Budget
from adjudge.kernel.game import Option
from adjudge.match import started
from adjudge.packs import LoadedPack
from adjudge.review import METHOD, USUAL, Judged, Review, review
from adjudge.terminal.screen import FAINT, LAMP, console

BAR = 8  # columns
CLOSE = "≈"  # is too close to call
HEIGHT = 6  # lines of the curve
EIGHTHS = " ▁▂▃▄▅▆▇█"
GOOD, BAD = "#74d9a3", "#ff8373"


def percent(chance: float) -> str:
    """Of a hundred games."""
    return f"{100 * chance:.0f} %"


def points(change: float, sign: bool = True) -> str:
    """A change of a chance, in games of a hundred."""
    return f"{100 * change:+.0f}" if sign else f"{100 * change:.0f}"


def advice_table(options: Sequence[Option], found: Sequence[Advised]) -> RenderableType:
    """The options a bot thinks best: number, chance (≈ if close), how sure, in how many futures."""
    texts = [option.text for option in options]
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style=LAMP, width=3)
    for justify in ("left", "right", "left", "right", "left"):
        grid.add_column(justify=justify)
    for place, one in enumerate(found):
        close = f"{CLOSE} " if place and one.close else ""
        grid.add_row(
            str(1 + texts.index(one.option.text)),
            ProgressBar(1.0, one.chance, width=BAR, complete_style=GOOD, finished_style=GOOD),
            Text.assemble((close, FAINT), percent(one.chance)),
            Text(f"± {100 * one.within:.0f}", FAINT),
            Text(f"{one.tries} tried", FAINT),
            one.option.label,
        )
    return grid


def looked_through(
    record: Mapping[str, Any], pack: LoadedPack, seat: int, bot: Bot, budget: Budget = USUAL
) -> Review:
    """The review of one seat; how far it has got is shown on stderr, if somebody looks."""
    out = console(stderr=True)
    moves = [text for text, digest in record["moves"]]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeRemainingColumn(), console=out, transient=True, disable=not out.is_terminal
    ) as shown:
        task = shown.add_task(f"Looking through seat {seat}", total=None)

        def tell(done: int, of: int) -> None:
            shown.update(task, completed=done, total=of)

        return review(started(record, pack), moves, seat, bot, budget, tell)


def review_lines(found: Review, worst: int, width: int) -> Iterator[RenderableType]:
    """The curve, luck and choice in sum, and the costliest decisions."""
    count = len(found.decisions)
    head = f"Seat {found.seat}: {count} decisions with a choice, looked through by {found.bot}"
    yield Text(head, "bold")
    yield ""
    yield from curve(found, min(width, 100) - 8)
    yield ""
    yield sums(found)
    yield ""
    yield from costliest(found, worst)
    yield ""


def method_lines(width: int) -> Iterator[RenderableType]:
    """How a review is made."""
    for line in textwrap.wrap(METHOD, min(width, 100)):
        yield Text(line, FAINT)


def curve(found: Review, width: int) -> Iterator[RenderableType]:
    """The chance of winning from the first move to the last; mistakes are marked below it."""
    heights = [round(chance * HEIGHT * 8) for chance in sampled(found, width)]
    for row in reversed(range(HEIGHT)):
        blocks = "".join(EIGHTHS[max(0, min(8, height - 8 * row))] for height in heights)
        label = {HEIGHT - 1: "100 %", 0: "  0 %"}.get(row, "     ")
        yield Text.assemble((label, FAINT), " ", (blocks, GOOD))
    marks = [" "] * width
    for one in found.mistakes:
        marks[column(one.step, found.steps, width)] = "▲"
    yield Text.assemble("      ", ("".join(marks).rstrip(), BAD))


def column(step: int, steps: int, width: int) -> int:
    """Where a step stands in the curve."""
    return min(width - 1, step * width // max(1, steps))


def sampled(found: Review, width: int) -> list[float]:
    """The chance at each column: before the first decision as at it, then as after the last one."""
    chances = [found.first] * width
    for one in found.decisions:
        at = column(one.step, found.steps, width)
        chances[at:] = [one.kept] * (width - at)
    chances[-1] = found.last
    return chances


def sums(found: Review) -> RenderableType:
    """From the first chance to the result, by luck and by choice."""
    ended = {None: "left at the end", 1.0: "won", 0.0: "lost"}[found.result]
    grid = Table.grid(padding=(0, 2))
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_column(style=FAINT)
    grid.add_row("First chance", percent(found.first), "going on by rule of thumb")
    grid.add_row("Luck", points(found.luck), "cards, dice, and what the others did")
    grid.add_row("Choice", points(found.choice), "against the rule of thumb")
    grid.add_row(Text("Result", "bold"), Text(percent(found.last), "bold"), ended)
    return grid


def costliest(found: Review, worst: int) -> Iterator[RenderableType]:
    """The worst mistakes: what was taken, what was better, and by how much."""
    if not found.mistakes:
        yield Text("No decision cost anything beyond doubt.")
        return
    count = len(found.mistakes)
    words = "one decision" if count == 1 else f"{count} decisions"
    yield Text.assemble(("What cost most", "bold"), (f", of {words} beyond doubt", FAINT))
    for one in found.mistakes[:worst]:
        yield mistake_line(one)
    left = len(found.mistakes) - worst
    if left > 0:
        yield Text(f"and {left} more", FAINT)


def mistake_line(one: Judged) -> RenderableType:
    """One of them."""
    words = Text.assemble(
        (f"{points(-one.cost):>4}", BAD),
        (f" ± {points(2 * one.error, sign=False)}  ", FAINT),
        (f"after move {one.step}, ", FAINT),
        f"{percent(one.kept + one.cost)} possible, {percent(one.kept)} left: ",
        one.taken.label,
        ("; better: ", FAINT),
        (one.best.label, "bold"),
    )
    return Padding(words, (0, 0, 0, 2), expand=False)
