"""Laws of accounts: what was drawn was played, paid, discarded or held, and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

import adjudge
from adjudge.bots import Budget, find_bot
from adjudge.games.cursed_earth import table as earth
from adjudge.games.cursed_earth.procedures import PLACING, Placing
from adjudge.games.cursed_earth.state import HIDDEN, NO_CARD, NOBODY
from adjudge.games.helter_skelter import table as skelter
from adjudge.games.helter_skelter.schema import TEAM_IDS
from adjudge.games.helter_skelter.state import alive, end_of, first_of, points
from adjudge.kernel.accounts import CHARACTER, Account
from adjudge.kernel.agenda import Log, State, outer
from adjudge.kernel.rng import seeded
from adjudge.lab.playing import decide_all, lead_changes, play_one, tell_all, was_behind
from adjudge.match import scrambled
from adjudge.packs import default_pack

CASES = [
    ("helter-skelter", 2, {"map": "grand-hall", "team_0": "slaine"}),
    ("helter-skelter", 3, {"map": "city-blocks", "team_0": "strontium-dogs"}),
    ("helter-skelter", 4, {"map": "city-blocks"}),
    ("cursed-earth", 1, {"mode": "solo"}),
    ("cursed-earth", 2, {"mode": "cooperative", "difficulty": "cadet"}),
    ("cursed-earth", 4, {"mode": "cooperative", "difficulty": "chief-judge"}),
    ("cursed-earth", 2, {"mode": "head-to-head", "judges": "1"}),
]


def followed(
    name: str, seats: int, given: dict[str, str], bot: str, seed: int
) -> tuple[State, Account]:
    """A game played to its end, and its account."""
    game = adjudge.game(name)
    setup = game.choose_setup(seats, given)
    facts = default_pack(game).facts
    state = game.new(facts, seats, setup, seeded(scrambled(seed)), Log())
    account = game.account(state)
    tell_all(state, account)
    bots = [find_bot(bot)] * seats
    result = decide_all(game, state, bots, Budget(), seed, account)
    account.close()
    assert result == play_one(default_pack(game), setup, bots, Budget(), seed)  # no log, no account
    return state, account


@pytest.mark.parametrize("bot", ["random", "careful"])
@pytest.mark.parametrize(("name", "seats", "given"), CASES)
def test_uses_add_up(name: str, seats: int, given: dict[str, str], bot: str) -> None:
    for seed in range(12):
        state, account = followed(name, seats, given, bot, seed)
        for use in account.uses.values():
            gone = use.discarded if use.kind == CHARACTER else use.played + use.paid + use.discarded
            assert use.drawn == gone + use.held, use
            assert 0 <= use.longest <= account.turns
            if use.kind == "card":
                assert use.how.total() == gone
            label = adjudge.game(name).label(
                default_pack(adjudge.game(name)).facts, use.kind, use.thing
            )
            assert label != use.thing
        if name == "helter-skelter":
            check_skelter(state, account)
        else:
            check_earth(state, account)


def held(account: Account, kind: str) -> Counter[tuple[int, str]]:
    """What everybody has at the end, by the account."""
    return Counter(
        (use.seat, use.thing) for use in account.uses.values() if use.kind == kind and use.held
    )


def check_skelter(state: State, account: Account) -> None:
    """Hands, the living, turns and points are the table's."""
    t = skelter(state)
    hands = [
        (s, f"{TEAM_IDS[t.team[s]]}-{c + 1}")
        for s in range(t.seats)
        for c in range(30)
        if t.hands[s] >> c & 1
    ]
    assert held(account, "card") == Counter(hands)
    living = sum(
        alive(t, who) for s in range(t.seats) for who in range(first_of(t, s), end_of(t, s))
    )
    assert held(account, CHARACTER).total() == living
    assert account.turns == t.turn
    assert list(account.standing) == [points(t, seat) for seat in range(t.seats)]
    assert sum(account.figures["turns"]) <= account.turns


def check_earth(state: State, account: Account) -> None:
    """Hands and cards in mid-air, the living, days and places are the table's."""
    t = earth(state)
    hands = [str(c) for s in range(t.seats) for c in range(1, 61) if t.hands[s] >> c & 1]
    hands += [str(card) for card in t.psi_cards if card != NO_CARD]
    placing = outer(t, PLACING)
    if isinstance(placing, Placing) and placing.card != HIDDEN:
        hands.append(str(placing.card))
    assert Counter(thing for seat, thing in held(account, "card")) == Counter(hands)
    living = sum(health > 0 for health in t.health)
    assert held(account, CHARACTER).total() == living
    days = t.round
    assert account.turns in (2 * days - 1, 2 * days)
    assert account.first == t.first_senior != NOBODY
    places = {int(t.pawns[0]), int(t.pawns[1])}
    assert set(account.standing) == places
    drawn = [use for use in account.uses.values() if use.kind == "card"]
    assert sum(use.drawn for use in drawn) + t.deck_size == len(cards_in_play(state))


def cards_in_play(state: State) -> list[int]:
    """Head-to-head leaves out those that shout."""
    t = earth(state)
    return [c for c in range(1, 61) if t.mode != 2 or not t.pack.shouts >> c & 1]


def test_comebacks_and_changes_of_the_lead() -> None:
    from adjudge.kernel.game import Outcome

    sides = [[0], [1]]
    standings = [(0, 1), (1, 1), (2, 1), (2, 3)]
    assert lead_changes(standings, sides) == 2
    assert was_behind(standings, sides, Outcome((1,), (), "", ())) is False
    assert was_behind([(0, 1), (0, 2), (3, 2)], sides, Outcome((0,), (), "", ())) is True
    assert was_behind([(0, 1)], sides, Outcome((0,), (), "", ())) is None
    assert was_behind(standings, sides, Outcome((), (), "", ())) is None
    together = [[0, 1]]
    assert lead_changes([(1, 1, 2), (3, 3, 2)], together) == 1
    assert was_behind([(1, 1, 2), (3, 3, 2)], together, Outcome((0, 1), (), "", ())) is True
