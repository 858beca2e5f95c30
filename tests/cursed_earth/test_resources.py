"""Resource symbols."""

from __future__ import annotations

import pytest

from tests.cursed_earth.story import card, resolving


@pytest.mark.proves("CE-RES-10", "CE-RES-02")
def test_a_wound_takes_one_health_of_one_character() -> None:
    s = resolving([card(must=["wound"])], dredd=3)
    assert s.options == ["wound dredd", "wound giant", "wound anderson"]
    s.choose("wound dredd")
    assert s.health("dredd") == 2
    assert (s.health("giant"), s.health("anderson")) == (5, 5)
