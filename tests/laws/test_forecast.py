"""What a forecast says of a row is never wrong, and says something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from adjudge.games.cursed_earth.forecast import outlook
from adjudge.games.cursed_earth.procedures import ENCOUNTERS, Encounter, Encounters
from adjudge.games.cursed_earth.state import Table as Earth
from adjudge.games.cursed_earth.words import KILL
from adjudge.kernel.agenda import Log, leave, outer, perform, play
from adjudge.kernel.rng import seeded
from tests.cursed_earth.story import NOTHING, Card, Story, card, resolving
from tests.laws.positions import Table, cursed_earth

MODES = [table for table in cursed_earth() if table.setup["difficulty"] != "cadet"]
every_mode = pytest.mark.parametrize("table", MODES, ids=str)
GAMES = 25
ALL = ("rations", "ammo", "health")
TEAMS = ("judges", "perps")


@dataclass
class Held:
    """What a team holds when a card is over."""

    card: int
    team: str
    numbers: dict[str, int]
    living: int


def held(t: Earth, team: int, card: int) -> Held:
    """As it is now."""
    health = [int(t.health[who]) for who in range(team * 3, team * 3 + 3)]
    numbers = {"rations": int(t.rations[team]), "ammo": int(t.ammo[team]), "health": sum(health)}
    return Held(card, TEAMS[team], numbers, sum(n > 0 for n in health))


def played(t: Earth, choice: int) -> list[Held]:
    """Play an option as the kernel does, and look at the table whenever a card is over."""
    found = []
    option = t.options[choice]
    t.now.at = t.then
    t.n_options = 0
    perform(t, t.now, option)
    while t.n_options == 0 and t.over == 0:
        p = t.now
        here = p.at
        p.at = here + 1
        if not t.rules.step(t, p, here):
            if isinstance(p, Encounter):
                found.append(held(t, int(p.team), int(p.card)))
            leave(t)
        elif t.n_options != 0:
            t.then = p.at
            p.at = here
    return found


@dataclass
class Foretold:
    """A forecast made at some decision: what is left of it."""

    entries: list[dict[str, Any]]
    living: int  # of the team, less the lives it has given by choice
    laid: bool  # whether the row was still being laid

    def check(self, over: Held) -> bool:
        """Whether the card that is over was foretold; if so, within the bounds."""
        named = [entry["card"] for entry in self.entries]
        at = named.index(over.card) if over.card in named else -1
        if at < 0:
            at = named.index(None) if None in named else -1
        if at < 0:
            return False
        entry = self.entries.pop(at)
        for what in ALL:
            least, most = entry[what]
            assert least <= over.numbers[what] <= most, (what, over, entry)
        assert entry["death"] or over.living >= self.living, (over, entry)
        return True


@every_mode
def test_what_comes_never_leaves_the_forecast(table: Table) -> None:
    """At every decision, for every card of the row; whatever is skipped or swapped.

    A card that was not foretold, by psi or laid later, makes another row.
    """
    checked = 0
    for seed in range(GAMES):
        t, chance = table.new(seed), seeded(seed)
        assert isinstance(t, Earth)
        made: list[Foretold] = []
        while not t.over:
            made += foretold(table, t)
            choice = chance.below(t.n_options)
            if t.options[choice] >> 48 == KILL:
                for forecast in made:
                    forecast.living -= 1
            for over in played(t, int(choice)):
                came = [forecast.check(over) for forecast in made]
                checked += sum(came)
                made = [f for f, known in zip(made, came, strict=True) if known]
            if outer(t, ENCOUNTERS) is None:
                made = [forecast for forecast in made if forecast.laid]
    assert checked > 500


@every_mode
def test_the_meal_comes_as_announced(table: Table) -> None:
    """CE-RULING-27: whatever was removed from the row, and whatever the location does before it."""
    eaten = 0
    for seed in range(GAMES):
        t, chance = table.new(seed), seeded(seed)
        assert isinstance(t, Earth)
        while not t.over:
            announced = meal_ahead(table, t)
            t.log = Log()
            play(t, chance.below(t.n_options))
            texts = [table.game.event(t, event)["text"] for event in t.log.events]
            meals = [text for text in texts if text.startswith("The Judges") and " eat" in text]
            if announced and meals and outer(t, ENCOUNTERS) is None and not t.over:
                eaten += 1
                assert announced in meals[-1], texts
    assert eaten > 5 or table.setup["mode"] == "head-to-head"


def meal_ahead(table: Table, t: Earth) -> str:
    """How the Judges' meal after this row will be told, if its numbers are announced."""
    running = outer(t, ENCOUNTERS)
    if not isinstance(running, Encounters) or running.team:
        return ""
    said = outlook(table.game.view(t, None))["to_come"][0]["text"]  # type: ignore[arg-type]
    if "nothing to eat" in said:
        return "have nothing to eat"
    return f"eat a ration: {said.rpartition(' ')[2]} left" if " to " in said else ""


def foretold(table: Table, t: Earth) -> list[Foretold]:
    """What a spectator is told now."""
    laid = outer(t, ENCOUNTERS) is None
    told = outlook(table.game.view(t, None))["forecast"]  # type: ignore[arg-type]
    return [
        Foretold(entries, held(t, TEAMS.index(entries[0]["team"]), 0).living, laid)
        for entries in told.values()
        if entries
    ]


def forecast(s: Story) -> list[dict[str, Any]]:
    """The row of a story, as it is shown."""
    found: list[dict[str, Any]] = s.match.view(0)["shown"]["forecast"]["above"]
    return found


def after(cards: list[Card], what: str, **position: Any) -> list[list[int]]:
    """Of a row, the bounds of one thing after each card; the first asks something harmless."""
    s = resolving([NOTHING, *cards], **position)
    return [entry[what] for entry in forecast(s)[1:]]


def test_what_must_happen_is_exact() -> None:
    """CE-RES-12, CE-RES-13, CE-RES-15."""
    row = [card(must=["rations"]), card(must=["ammo", "ammo"]), card(must=["eat"])]
    assert after(row, "rations", rations=3) == [[4, 4], [4, 4], [3, 3]]
    assert after(row, "ammo", ammo=4) == [[4, 4], [6, 6], [6, 6]]


def test_a_choice_is_one_of_and_an_option_may_be() -> None:
    """CE-CARD-10, CE-CARD-13."""
    row = [card(one_of=[["rations"], ["ammo"]]), card(may=[["rations", "rations"]])]
    assert after(row, "rations", rations=0) == [[0, 1], [0, 3]]


def test_what_is_skipped_need_not_happen() -> None:
    """CE-SYM-01."""
    row = [card(may=[["skip"]]), card(must=["rations"]), card(must=["ammo"])]
    assert after(row, "rations", rations=1) == [[1, 1], [2, 2], [1, 2]]


def test_what_is_swapped_may_come_first() -> None:
    """CE-SYM-02."""
    row = [card(must=["swap"]), card(must=["rations"]), card(must=["eat"])]
    assert after(row, "rations", rations=2) == [[2, 2], [2, 3], [1, 2]]


def test_a_death_is_foretold_when_it_is_near() -> None:
    """CE-DEATH-01, CE-DEATH-02."""
    row = [card(must=["wound"]), card(must=["radiation"])]
    s = resolving([NOTHING, *row], dredd=5, giant=5, anderson=2)
    assert [entry["death"] for entry in forecast(s)] == [False, False, True]
    s = resolving([NOTHING, card(must=["death"])])
    assert [entry["death"] for entry in forecast(s)] == [False, True]


def test_the_meal_is_announced_with_its_numbers() -> None:
    """CE-SODAWN-07, CE-SODUSK-07, CE-SODUSK-08."""
    s = resolving([NOTHING, card(must=["rations"])], rations=1)
    told = s.match.view(0)["shown"]["to_come"]
    assert [line["text"] for line in told] == [
        "After this row: eat, 2 to 1",
        "After dusk: eat again",
        "After dusk: the perps advance one place",
    ]
    assert told[0]["rules"] == ["CE-SODAWN-07"]
