"""Worlds that fit a view are dealt at random, and every one of them can come up."""

from __future__ import annotations

import pytest

import adjudge
from adjudge.kernel.rng import seeded


@pytest.mark.proves("CE-SETUP-18", "CE-RULING-53")
def test_every_world_that_fits_a_view_can_be_dealt() -> None:
    view = adjudge.new("cursed-earth", seats=2, seed=3).seat_view(0)
    worlds = [view.game.write(view.determinize(seeded(n))) for n in range(400)]
    own = view.data()["table"]["hands"][0]
    assert {tuple(world["hands"][0]) for world in worlds} == {tuple(own)}
    assert len({tuple(world["hands"][1]) for world in worlds}) > 390
    assert len({world["deck"][-1] for world in worlds}) == 60 - len(own)
    places = [world["locations"] for world in worlds]
    assert {place.index("max-normal's-hideout") for place in places} == {8, 9, 10}
    shown = set(view.data()["table"]["locations"][:3])
    assert {place[3] for place in places} == {n for world in places for n in world} - shown - {
        "max-normal's-hideout"
    }
    assert len({place[3] for place in places}) == 9
