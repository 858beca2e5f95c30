"""What a position must be like to be played: every part once, and an agenda that the book knows."""

from __future__ import annotations

from adjudge.games.helter_skelter.allies import beside
from adjudge.games.helter_skelter.attacks import why_no_aim, why_no_blast
from adjudge.games.helter_skelter.describe import character_of, members
from adjudge.games.helter_skelter.endings import all_killed, with_most_points
from adjudge.games.helter_skelter.fragments import why_no_collect
from adjudge.games.helter_skelter.interrupts import answer_of, may_interrupt
from adjudge.games.helter_skelter.movement import ways_to_climb
from adjudge.games.helter_skelter.preparation import MAP_CARDS_EACH, wants_map_card
from adjudge.games.helter_skelter.procedures import (
    CLIMB,
    COLLECT,
    FIRST_CARD,
    GAME,
    MOVE,
    NOT_YET,
    TURN,
    WINDOW,
    Action,
    Turn,
    Window,
)
from adjudge.games.helter_skelter.state import (
    ALL_GONE,
    CARDS,
    CHARACTERS,
    ENOUGH_POINTS,
    EXPLODE,
    FIVE_POINTS,
    FRAGMENTS,
    HEAL,
    HIDDEN,
    INTERRUPT,
    MELEE,
    MOST_POINTS,
    NOBODY,
    QUIET,
    QUIET_TURNS,
    RALLY,
    SNIPE,
    SPACES,
    Table,
    alive,
    cards_in_box,
    end_of,
    first_of,
    in_play,
    interrupts_of,
    on_map,
    owner_of,
    points,
    standing_on,
)
from adjudge.kernel.agenda import Procedure, Rulebook
from adjudge.kernel.game import Invalid

ACTING = {*range(1, HEAL + 1), *range(MOVE, COLLECT + 1)}
NOTHING, AN_ACTION = -1, -2

# Per kind of record: the steps at which it stands, by what is above it. A turn is at its second
# step while somebody acts, and past the third when its end has been declared.
STANDS: dict[int, dict[int, list[int]]] = {
    GAME: {NOTHING: [0], TURN: [5]},
    TURN: {NOTHING: [0, 1], AN_ACTION: [1], WINDOW: [3], INTERRUPT: [1, 3]},
    INTERRUPT: {NOTHING: [0], AN_ACTION: [0], WINDOW: [2]},
    WINDOW: {NOTHING: [0]},
}


def check_table(t: Table) -> None:
    """What holds of a view as well."""
    for seat in range(t.seats):
        check_action_cards(t, seat)
        check_team(t, seat)
        check_points(t, seat)
    check_map_cards(t)
    check_slaine(t)


def is_view(t: Table) -> bool:
    """Whether something on the table is secret."""
    hands = any(t.hand_size[seat] != len(members(t.hands[seat])) for seat in range(t.seats))
    held = any(t.map_cards_held[s] != len(members(t.map_cards[s])) for s in range(t.seats))
    cards = [*t.assigned, t.stealth_card, t.stealth_lost, *t.decks]
    sealed = isinstance(t.now, Window) and any(
        answer_of(t.now, seat) == HIDDEN for seat in range(t.seats)
    )
    return hands or held or HIDDEN in cards or sealed


def check_action_cards(t: Table, seat: int) -> None:
    """HS-PARTS-06: every card of the deck is in one place."""
    path = f"table.players[{seat}]"
    deck = list(t.decks)[seat * CARDS : seat * CARDS + t.deck_size[seat]]
    known = members(t.hands[seat]) + members(t.discards[seat]) + [c for c in deck if c != HIDDEN]
    for card in known:
        if known.count(card) > 1:
            raise Invalid(f"{path}: card {card + 1} is in two places [HS-PARTS-06]")
    total = t.hand_size[seat] + len(deck) + len(members(t.discards[seat]))
    if total != CARDS:
        raise Invalid(f"{path}: {total} cards in hand, deck and discard, not 30 [HS-PARTS-06]")


def check_team(t: Table, seat: int) -> None:
    """HS-RULING-08: figures stand on the map, wait with a map card, or are dead."""
    for who in range(first_of(t, seat), end_of(t, seat)):
        id = character_of(t.pack, who).id
        path = f"table.players[{seat}].characters.{id}"
        if on_map(t, who) and not alive(t, who):
            raise Invalid(f"{path}: dead, and on space {t.space[who]} [HS-DMG-03]")
        if t.assigned[who] and (on_map(t, who) or not alive(t, who)):
            raise Invalid(f"{path}.map_card: it has been deployed already [HS-TURN-05]")
        waits = alive(t, who) and not on_map(t, who)
        if waits and not t.assigned[who] and t.turn:
            raise Invalid(f"{path}.map_card: it waits without one [HS-PREP-13]")
        if waits and t.health[who] != t.pack.health[who]:
            raise Invalid(f"{path}.health: {t.health[who]}, and it waits [HS-RULING-08]")
    if not in_play(t, seat) and not all_killed(t, seat):
        raise Invalid(f"table.players[{seat}].eliminated: somebody lives [HS-END-05]")


def check_points(t: Table, seat: int) -> None:
    """HS-PARTS-10, HS-DMG-04: five fragments, and figures of others who are dead."""
    path = f"table.players[{seat}]"
    placed = len(members(t.fragments[seat])) + t.collected[seat]
    if placed != (FRAGMENTS if t.turn else 0):
        raise Invalid(f"{path}.fragments: {placed} fragments in all [HS-PARTS-10]")
    if t.fragments[seat] & ~t.removed:
        raise Invalid(f"{path}.fragments: its map card is not removed [HS-PREP-16]")
    for who in members(t.taken[seat]):
        id = character_of(t.pack, who).id
        if owner_of(t, who) in (seat, NOBODY) or alive(t, who):
            raise Invalid(f"{path}.taken: {id} is not a dead enemy [HS-DMG-04]")
        if any(t.taken[other] >> who & 1 for other in range(seat)):
            raise Invalid(f"{path}.taken: {id} is with somebody else too [HS-DMG-04]")


def check_map_cards(t: Table) -> None:
    """HS-PARTS-09: every map card is in one place."""
    places = [members(t.removed), members(t.undealt), [t.stealth_card], [t.stealth_lost]]
    places += [members(t.map_cards[seat]) for seat in range(t.seats)]
    places.append(list(t.assigned))
    known = [card for place in places for card in place if card not in (0, HIDDEN)]
    for card in known:
        if known.count(card) > 1:
            raise Invalid(f"table: map card {card} is in two places [HS-PARTS-09]")
        if cards_in_box(t) >> card & 1:
            raise Invalid(f"table: map card {card} is not in this game [HS-PREP-10]")
    in_game = SPACES - len(members(cards_in_box(t)))
    if len(known) != in_game and not is_view(t):
        raise Invalid(f"table: {len(known)} map cards, not {in_game} [HS-PARTS-09]")
    for seat in range(t.seats):
        if any(t.fragments[seat] & t.fragments[other] for other in range(seat)):
            raise Invalid(f"table.players[{seat}].fragments: two on one space [HS-RULING-06]")


def check_slaine(t: Table) -> None:
    """HS-SLAINE-05, HS-SLAINE-11, HS-SLAINE-13: warp cubes, and Ukko's second map card."""
    slaine = next(iter(members(t.pack.warp_spasm)))
    ukko = next(iter(members(t.pack.stealth)))
    plays = owner_of(t, slaine) < t.seats
    if (t.warp or t.warped or t.stealth_card or t.stealth_lost) and not plays:
        raise Invalid("table.warp: nobody plays Sláine [HS-SLAINE-03]")
    if t.warp and (t.warped or t.health[slaine] <= t.warp) and alive(t, slaine):
        raise Invalid(f"table.warp: {t.warp} cubes would have changed him [HS-SLAINE-05]")
    if (t.warp or t.warped) and alive(t, slaine) and not on_map(t, slaine):
        raise Invalid("table.warp: Sláine has not been deployed [HS-RULING-08]")
    if plays and t.turn and (t.assigned[ukko] == 0) != (t.stealth_card == 0):
        raise Invalid("table.stealth_card: Ukko has two map cards or none [HS-SLAINE-13]")
    if plays and t.turn and (t.stealth_card == 0) != (t.stealth_lost != 0):
        raise Invalid("table.stealth_lost: one of Ukko's cards is lost [HS-SLAINE-13]")


# The agenda


def check_agenda(t: Table, rules: Rulebook) -> None:
    """Each record stands on one that begins it, at a step where it can be asked."""
    if t.over:
        return
    if (t.turn == 0) != (t.now.kind == GAME):
        raise Invalid(f"table.turn: {t.turn} does not fit the agenda [HS-PREP-20]")
    if t.turn == 0:
        check_preparation(t)
    above: Procedure | None = None
    p: Procedure | None = t.now
    while p is not None:
        steps = places_of(p, above, len(rules.sequences[p.kind]))
        if p.at not in steps:
            raise Invalid(f"table.agenda: {words(p)} cannot stand at step {p.at}")
        check_record(t, p)
        above = p
        p = p.under


def words(p: Procedure) -> str:
    """A record in a message."""
    if p.kind == GAME:
        return "the game"
    return "a turn" if isinstance(p, Turn) else "a window" if p.kind == WINDOW else "an action"


def places_of(p: Procedure, above: Procedure | None, length: int) -> list[int]:
    """The steps at which a record may stand, by what is above it."""
    on_top = NOTHING if above is None else AN_ACTION if above.kind in ACTING else above.kind
    if p.kind in ACTING:
        return {NOTHING: list(range(length)), WINDOW: [length]}.get(on_top, [])
    return STANDS[p.kind].get(on_top, [])


def check_record(t: Table, p: Procedure) -> None:
    """What a record speaks of must be there."""
    below = p.under
    if isinstance(p, Turn) and p.kind == TURN and p.player != t.marker:
        raise Invalid("table.agenda: the turn is not the marker holder's [HS-TURN-15]")
    if isinstance(p, Turn) and p.kind == INTERRUPT and not isinstance(below, Turn):
        raise Invalid("table.agenda: an interrupting turn without a turn [HS-INT-09]")
    if isinstance(p, Window):
        check_window(t, p)
    if isinstance(p, Action):
        check_action(t, p)


def check_window(t: Table, w: Window) -> None:
    """HS-INT-03, HS-RULING-22: it follows somebody's act, and answers come from hands."""
    if not isinstance(w.under, Turn | Action) or w.under.player != w.origin:
        raise Invalid("table.agenda: a window after nobody's action [HS-INT-03]")
    for seat in range(t.seats):
        answer = answer_of(w, seat)
        if answer != NOT_YET and not may_interrupt(t, w, seat):
            raise Invalid(f"table.agenda: seat {seat} may not answer here [HS-INT-03]")
        known = t.hand_size[seat] == len(members(t.hands[seat]))
        held = known and interrupts_of(t, seat) >> max(0, answer - FIRST_CARD) & 1
        if known and not held and FIRST_CARD <= answer < HIDDEN:
            raise Invalid(f"table.agenda: seat {seat} holds no such card [HS-INT-01]")


def check_action(t: Table, a: Action) -> None:
    """HS-RULING-08: who acts and who is acted on are on the map."""
    own = range(first_of(t, a.player), end_of(t, a.player))
    if not isinstance(a.under, Turn) or a.under.player != a.player or a.who not in own:
        raise Invalid("table.agenda: an action of nobody's turn [HS-TURN-09]")
    if t.now is not a:
        if alive(t, a.who) and not on_map(t, a.who):
            raise Invalid("table.agenda: an action of one who waits [HS-RULING-08]")
        return
    if a.payer not in own or not on_map(t, a.who):
        raise Invalid("table.agenda: an action of somebody off the map [HS-RULING-08]")
    for who in members(a.waiting | a.struck | a.moved):
        if owner_of(t, who) >= t.seats or not (on_map(t, who) or a.struck >> who & 1):
            raise Invalid("table.agenda: somebody off the map is in it [HS-RULING-08]")
    if a.kind != EXPLODE and a.target >= CHARACTERS:
        raise Invalid(f"table.agenda: the target {a.target} is no character [HS-PARTS-01]")
    wrong = why_not_declared(t, a) if a.at < 2 else why_not_under_way(t, a)
    if wrong:
        raise Invalid(f"table.agenda: no action stands like this at step {a.at} [{wrong}]")


def why_not_declared(t: Table, a: Action) -> str:
    """HS-TURN-09: before the target is chosen nothing else is."""
    if a.target or a.waiting or a.struck or a.moved or a.climbing:
        return "HS-TURN-09"
    if a.kind == COLLECT:
        known = t.hand_size[a.player] == len(members(t.hands[a.player]))
        why = why_no_collect(t, a.player, a.who, a.payer)
        return why if known or why not in ("HS-FRAG-01", "HS-FRAG-05") else ""
    if a.payer != a.who:
        return "HS-ACT-01"
    return "HS-CLIMB-02" if a.kind == CLIMB and not ways_to_climb(t, t.space[a.who]) else ""


def why_not_under_way(t: Table, a: Action) -> str:
    """Once the target is chosen: it may be chosen, and those concerned are there."""
    if a.kind == RALLY:
        return why_not_rallying(t, a)
    if a.moved or a.climbing or a.payer != a.who or a.waiting & a.struck:
        return "HS-TURN-09"
    concerned = a.waiting | a.struck
    if a.kind == EXPLODE:
        there = standing_on(t, a.target)
        return why_no_blast(t, a, a.target) or ("HS-EXPLODE-04" if concerned & ~there else "")
    if a.kind == MELEE and a.at > 2:
        return "" if a.waiting == 0 and a.struck == 1 << a.target else "HS-DOGS-02"
    aim = why_no_aim(t, a, a.target)
    if aim:
        return aim
    if a.kind == SNIPE and a.at > 2 and t.pack.hi_ex >> a.who & 1:
        return "HS-JUD-05" if concerned & ~standing_on(t, t.space[a.target]) else ""
    return "" if a.waiting == 1 << a.target and not a.struck else "HS-ACT-04"


def why_not_rallying(t: Table, a: Action) -> str:
    """HS-RALLY-03, HS-RALLY-07: an ally, moves one after the other, and a climb to pay for."""
    pair = 1 << a.who | 1 << a.target
    if owner_of(t, a.target) != a.player or not on_map(t, a.target) or a.who == a.target:
        return "HS-RALLY-02"
    if a.waiting or a.struck or a.moved & ~pair:
        return "HS-RALLY-03"
    if a.at == 2:
        return "" if beside(t, a.who, a.target) and not (a.moved or a.climbing) else "HS-RALLY-02"
    if len(members(a.moved)) != (2 if a.at == 6 else 1) or (a.at == 5 and a.climbing):
        return "HS-RALLY-03"
    if a.at == 5:
        return ""
    climbs = ways_to_climb(t, t.space[a.payer]) >> a.climbing & 1
    return "" if a.climbing and climbs and a.moved >> a.payer & 1 else "HS-RALLY-07"


def check_asked(t: Table) -> None:
    """Whoever is to decide sits at the table."""
    if not t.over and not 0 <= t.player < t.seats:
        raise Invalid(f"table.agenda: it asks seat {t.player}, and there is none")


def check_preparation(t: Table) -> None:
    """HS-PREP-13, HS-PREP-20: only map cards have moved, seat by seat, ten for each."""
    waiting = False
    if t.quiet or t.warp or t.warped or t.removed or t.stealth_lost:
        raise Invalid("table.turn: 0, and something has happened [HS-PREP-20]")
    for seat in range(t.seats):
        path = f"table.players[{seat}]"
        if t.hand_size[seat] or t.discards[seat]:
            raise Invalid(f"{path}.hand: cards before the first turn [HS-PREP-20]")
        held = int(t.map_cards_held[seat])
        for who in range(first_of(t, seat), end_of(t, seat)):
            if t.space[who] or t.health[who] != t.pack.health[who]:
                raise Invalid(f"{path}.characters: on the map, or hurt [HS-PREP-07]")
            if waiting and t.assigned[who]:
                raise Invalid(f"{path}.characters: assigned out of order [HS-RULING-80]")
            waiting = waiting or wants_map_card(t, who)
            held += t.assigned[who] != 0
            held += t.pack.stealth >> who & 1 and t.stealth_card != 0
        if held != MAP_CARDS_EACH:
            raise Invalid(f"{path}.map_cards: {held} map cards, not 10 [HS-PREP-12]")


# The end


def check_ending(t: Table) -> None:
    """A game that is over has ended by a rule, with the winners that the rule names."""
    scores = [points(t, seat) for seat in range(t.seats)]
    if t.over and t.turn == 0:
        raise Invalid(f"table.over: {t.over} before the first turn [HS-END-03]")
    if not t.over:
        check_that_it_goes_on(t)
        if max(scores) >= ENOUGH_POINTS:
            raise Invalid("table.over: 0, and somebody has five points [HS-END-03]")
        return
    if t.winners not in possible_winners(t, scores):
        raise Invalid(f"table.over: {t.over} does not fit the table [HS-END-03]")


def check_that_it_goes_on(t: Table) -> None:
    """HS-END-05, HS-END-08, HS-RULING-82: nothing that ends a game has happened."""
    if t.winners:
        raise Invalid(f"table.winners: {members(t.winners)}, and it is not over [HS-END-03]")
    if t.quiet > QUIET_TURNS:
        raise Invalid(f"table.quiet: {t.quiet}, and it is not over [HS-RULING-82]")
    if isinstance(t.now, Action) and t.now.struck:
        return
    for seat in range(t.seats):
        if in_play(t, seat) and all_killed(t, seat):
            raise Invalid(f"table.players[{seat}].eliminated: nobody lives [HS-END-05]")
    remaining = (1 << t.seats) - 1 & ~t.eliminated
    if t.eliminated and len(members(with_most_points(t, remaining))) < 2:
        raise Invalid("table.over: 0, and somebody has the most points [HS-END-06]")


def possible_winners(t: Table, scores: list[int]) -> list[int]:
    """The sets of winners that an ending allows."""
    remaining = (1 << t.seats) - 1 & ~t.eliminated
    leaders = with_most_points(t, remaining)
    alone = [leaders] if len(members(leaders)) == 1 else []
    if t.over == FIVE_POINTS:
        return [1 << seat for seat in range(t.seats) if scores[seat] >= ENOUGH_POINTS]
    if t.over == MOST_POINTS:
        return alone if t.eliminated else []
    if t.over == ALL_GONE:
        return [1 << seat for seat in range(t.seats)] if not remaining else []
    if t.over == QUIET and t.quiet >= QUIET_TURNS:
        return alone or [0]
    return []
