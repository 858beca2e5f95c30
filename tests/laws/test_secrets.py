"""Hidden information cannot escape: twin worlds look the same on every channel."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import adjudge
from adjudge.games.helter_skelter.schema import ROSTER, TEAM_IDS
from adjudge.kernel.agenda import SPECTATORS, Log
from adjudge.kernel.notation import canonical
from adjudge.kernel.rng import seeded
from adjudge.ledgers import ledger
from tests.laws.positions import MODES, Table
from tests.laws.things import things_on

POSITIONS = 1000
every_mode = pytest.mark.parametrize("table", MODES, ids=str)


def some_texts(table: Table, match: adjudge.Match, n: int) -> list[str]:
    """Some actions for every verb of the game, with arguments that differ between positions."""
    texts = []
    for verb, words in enumerate(table.game.words):
        names = [list(table.game.names(match._state, kind)) for kind in words[1:]]
        for again in range(3 if names else 1):
            at = n + verb + 11 * again
            chosen = [kind[(at + i) % len(kind)] for i, kind in enumerate(names)]
            texts.append(" ".join([words[0], *chosen]))
    return texts


def twin_of(match: adjudge.Match, seat: int, n: int) -> adjudge.Match:
    """The same match with everything re-dealt that the seat cannot see."""
    log = Log()
    log.events, log.audiences = list(match._log.events), list(match._log.audiences)
    world = match.seat_view(seat).determinize(seeded(n + 1))
    return adjudge.Match(match.pack, world, match.start, log)


def recent(match: adjudge.Match, seat: int | None) -> list[dict[str, Any]]:
    """The last events; the earlier ones were looked at when they were the last."""
    mask = SPECTATORS if seat is None else 1 << seat
    count = sum(audience & mask != 0 for audience in match._log.audiences)
    return match.events(seat, max(0, count - 40))


def some_things(match: adjudge.Match, seat: int | None) -> list[str]:
    """Some of what lies on the table, other things after every event."""
    return [] if seat is None else things_on(match, seat)[len(match._log.events) % 20 :: 20]


def told(match: adjudge.Match, seat: int | None, texts: list[str]) -> bytes:
    """All that a seat or a spectator can get out of a match, as bytes."""
    options = match.options if match.seat == seat else []
    refusals = [] if seat is None else [match.why_not(seat, text) for text in texts]
    if seat is not None:
        refusals += [match.why_not_thing(seat, thing) for thing in some_things(match, seat)]
    prompt = match.prompt
    channels: dict[str, Any] = {
        "view": match.view(seat),
        "asked": match.seat,
        "options": [[o.text, o.label, o.rules, o.refs] for o in options],
        "prompt": [prompt.text, prompt.rules] if prompt else None,
        "events": recent(match, seat),
        "bot": [] if seat is None else list(match.seat_view(seat).state.options),
        "refusals": [[r.reason, r.rules] if r else None for r in refusals],
    }
    return canonical(channels)


@every_mode
def test_twin_worlds_tell_a_seat_the_same(table: Table) -> None:
    """At 1,000 random positions a mode, and after a move that leaves the views alike."""
    positions = 0
    for seed in itertools.count():
        match = table.match(seed)
        chance = seeded(seed)
        while match.seat is not None and positions < POSITIONS:
            positions += 1
            seat = positions % table.seats
            texts = some_texts(table, match, positions)
            twin = twin_of(match, seat, positions)
            assert told(twin, seat, texts) == told(match, seat, texts)
            assert told(twin, None, texts) == told(match, None, texts)
            check_events_after_a_move(match, twin, seat, chance.below(64))
            match.play(chance.below(len(match.options)))
        if positions == POSITIONS:
            return


def check_events_after_a_move(match: adjudge.Match, twin: adjudge.Match, seat: int, n: int) -> None:
    """A move that both worlds allow, and that shows the seat nothing different, is told alike."""
    texts = [option.text for option in match.options]
    both = [text for text in texts if text in [option.text for option in twin.options]]
    if not both:
        return
    after, twin_after = match.copy(), twin.copy()
    after.play(both[n % len(both)])
    twin_after.play(both[n % len(both)])
    if after.view(seat) == twin_after.view(seat):
        assert recent(after, seat) == recent(twin_after, seat)


def cards_named(match: adjudge.Match, event: dict[str, Any]) -> set[str]:
    """The cards that an event names, as the game names its secrets."""
    args = event["args"]
    if match.game.id == "cursed-earth":
        titles = [card["title"] for card in match.pack.content["encounter"]]
        return {f"{n} {titles[n - 1]}" for kind, n in args if kind == "card"}
    places = {f"map card {n}" for kind, n in args if kind == "space"}
    if not any(kind == "card" for kind, n in args):
        return places if event["what"] in ("assigned", "deployed", "fragment") else set()
    kind, about = args[0]
    team = match.setup[f"team_{about}"] if kind == "seat" else team_of(about)
    return {f"{team} card {n}" for kind, n in args if kind == "card"}


def team_of(character: str) -> str:
    """The Helter Skelter team that a character is of."""
    return next(team for team in TEAM_IDS if character in ROSTER[team])


@every_mode
def test_no_event_names_a_card_that_the_seat_cannot_know(table: Table) -> None:
    for seed in table.seeds(6):
        match = table.match(seed)
        chance = seeded(seed)
        counts = [0 for seat in range(table.seats)]
        for _ in range(600):
            if match.seat is None:
                break
            match.play(chance.below(len(match.options)))
            for seat in range(table.seats):
                secret = table.game.secrets(match._state, seat)
                for event in match.events(seat, counts[seat]):
                    assert not cards_named(match, event) & secret, event
                    counts[seat] += 1


@every_mode
def test_every_action_not_offered_is_refused_with_a_rule(table: Table) -> None:
    """For every verb at 1,000 random positions: offered, or a reason and a rule that exists."""
    rules = ledger(table.game.id).rules
    positions = 0
    for seed in itertools.count(100):
        match = table.match(seed)
        chance = seeded(seed)
        while positions < POSITIONS:
            positions += 1
            offered = {option.text for option in match.options}
            for text in some_texts(table, match, positions):
                for seat in range(table.seats):
                    refusal = match.why_not(seat, text)
                    if seat == match.seat and text in offered:
                        assert refusal is None, text
                    else:
                        assert refusal is not None, text
                        assert refusal.reason
                        assert refusal.rules, text
                        assert set(refusal.rules) <= set(rules)
            if match.seat is None:
                break
            match.play(chance.below(len(match.options)))
        if positions == POSITIONS:
            return
