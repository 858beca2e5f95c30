"""Nobody waits for somebody else's preview, and the same one is not made twice."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import adjudge
from adjudge.kernel.game import Option
from adjudge.match import SeatView
from adjudge.preview import Foresight, foresee
from adjudge.table import study
from adjudge.table.denials import Denied
from adjudge.table.protocol import Preview
from tests.table.worlds import TABLE, World, places_for, settings_for, world

PATIENCE = 60.0


class Slow:
    """Previews that take as long as the test wants, in their thread; it counts them."""

    def __init__(self) -> None:
        self.count = 0
        self.begun = threading.Event()
        self.go_on = threading.Event()

    def __call__(self, view: SeatView, option: Option) -> Foresight:
        """A preview, in a while."""
        self.count += 1
        self.begun.set()
        self.go_on.wait(PATIENCE / 3)  # bounded: before, everything waited here
        return foresee(view, option)


def at_a_table(folder: Path, story: Callable[[World], Coroutine[Any, Any, None]]) -> None:
    """A story at a table of two, in the time of the clock on the wall."""

    async def told() -> None:
        match = adjudge.new("cursed-earth", seats=2, seed=8, mode="head-to-head")
        async with world(folder) as made:
            await made.open_table(settings_for(match), places_for(["ann", "bob"]))
            await asyncio.wait_for(story(made), PATIENCE)

    asyncio.run(told())


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Instead of the usual ones."""
    made = Slow()
    monkeypatch.setattr(study, "foresee", made)
    return made


async def until(event: threading.Event) -> None:
    """Until it has happened in a thread."""
    while not event.is_set():
        await asyncio.sleep(0.01)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_move_is_made_while_a_preview_is_thought_about(tmp_path: Path, slow: Slow) -> None:
    async def story(there: World) -> None:
        live = await there.live()
        assert live.match is not None
        texts = [option.text for option in live.match.options]
        seat = live.asked[0]
        guest = live.places[seat].guest or ""
        socket = await there.connect(guest, seat)
        socket.say(type="preview", seat=seat, version=1, move=texts[0])
        await until(slow.begun)
        answer = await socket.play(seat, texts[0])  # on the same socket, behind the preview
        assert (answer["type"], answer["version"]) == ("accepted", 2)
        assert not [m for m in socket.messages() if m["type"] == "previewed"]
        slow.go_on.set()
        while not [m for m in socket.messages() if m["type"] == "previewed"]:
            await asyncio.sleep(0.01)
        (told,) = [m for m in socket.messages() if m["type"] == "previewed"]
        assert (told["version"], told["move"]) == (1, texts[0])

    at_a_table(tmp_path, story)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_same_preview_is_made_once(tmp_path: Path, slow: Slow) -> None:
    async def story(there: World) -> None:
        live = await there.live()
        assert live.match is not None
        seat = live.asked[0]
        guest = live.places[seat].guest or ""
        view, texts = live.match.seat_view(seat), [o.text for o in live.match.options]
        slow.go_on.set()
        asked = [(n, text) for n, text in enumerate(3 * texts[:2], start=1)]
        found = await asyncio.gather(
            *(
                there.house.study.preview(TABLE, guest, "10.0.0.1", Preview(seat, 1, text, n))
                for n, text in asked
            )
        )
        assert slow.count == 2
        assert [(told.id, told.move) for told in found] == asked
        for told, option in zip(found, view.options, strict=False):
            fresh = foresee(view, option)
            assert [vars(change) for change in fresh.changes] == [
                {name: getattr(change, name) for name in change.__struct_fields__}
                for change in told.changes
            ]
            assert told.one_way == fresh.one_way
        await there.play(seat, texts[0])  # what is seen is another thing now
        live = await there.live()
        seat = live.asked[0]
        assert live.match is not None
        again = Preview(seat, live.version, live.match.options[0].text, 9)
        await there.house.study.preview(TABLE, live.places[seat].guest or "", "10.0.0.1", again)
        assert slow.count == 3

    at_a_table(tmp_path, story)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_guest_has_so_many_in_line_and_others_come_between(tmp_path: Path, slow: Slow) -> None:
    async def story(there: World) -> None:
        turns = there.house.study._turns
        turns.most = 2
        live = await there.live()
        assert live.match is not None
        seat = live.asked[0]
        guest = live.places[seat].guest or ""
        texts = [option.text for option in live.match.options][:4]
        tasks = [
            asyncio.create_task(
                there.house.study.preview(TABLE, guest, "10.0.0.1", Preview(seat, 1, text))
            )
            for text in texts
        ]
        await until(slow.begun)
        with pytest.raises(Denied, match="much at once"):
            await tasks[3]
        slow.go_on.set()
        assert len(await asyncio.gather(*tasks[:3])) == 3

    at_a_table(tmp_path, story)
