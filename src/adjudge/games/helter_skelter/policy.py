"""A plain heuristic: what a sensible player does without looking ahead.

Collect when it can be done, strike where it kills, walk to the nearest fragment while the hand is
full, keep a few cards for defence, and pay with what is worth least.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from adjudge.games.helter_skelter.attacks import range_of
from adjudge.games.helter_skelter.chances import chance_of_winning
from adjudge.games.helter_skelter.damage import damage_of
from adjudge.games.helter_skelter.defences import next_defender
from adjudge.games.helter_skelter.hands import for_smash
from adjudge.games.helter_skelter.movement import ways_to_climb, ways_to_move
from adjudge.games.helter_skelter.procedures import Action
from adjudge.games.helter_skelter.reckoning import FAR, can_kill, walk_to
from adjudge.games.helter_skelter.state import (
    CHARACTERS,
    DEFLECT,
    ENOUGH_POINTS,
    EXPLODE,
    HEAL,
    INTERRUPT,
    MELEE,
    PSI,
    SHOTGUN,
    SMASH,
    SNIPE,
    SPACES,
    SYMBOLS,
    Table,
    alive,
    end_of,
    enemy_spaces,
    first_of,
    in_play,
    is_cover,
    neighbours,
    on_map,
    owner_of,
    points,
    showing,
    spaces_of,
    standing_on,
    usable,
)
from adjudge.games.helter_skelter.words import (
    AIM_AT,
    AIM_ON,
    ANNOUNCE,
    ASSIGN,
    DEPLOY,
    DRINK,
    END,
    GIVE_UP,
    GO_TO,
    LET_PASS,
    MAKE_BLOCK,
    MAKE_COVER,
    NAME_ALLY,
    PAY,
    PAY_THREE,
    PAY_TWO,
    RALLY_CLIMB,
    RALLY_MOVE,
    STRIKE_ALL,
    TAKE_CLIMB,
    TAKE_COLLECT,
    TAKE_EXPLODE,
    TAKE_FLY,
    TAKE_HEAL,
    TAKE_MELEE,
    TAKE_PSI,
    TAKE_RALLY,
    TAKE_SHOTGUN,
    TAKE_SMASH,
    TAKE_SNIPE,
)
from adjudge.kernel.agenda import BEST
from adjudge.kernel.piles import bit, has, size, without

FEW_CARDS: Final = 3  # with which a player can hardly stop a blow
KEEP: Final = 4  # cards held back for the others' turns; more would be lost to the limit of seven
LAST: Final = 1  # card, which is not thrown away on a scratch
DOUBT: Final = 10  # no unfinished game is lost or won
ON_MAP_SOON: Final = 3  # so many figures are brought on without waiting


def careful(t: Table) -> i64:
    """The index of the option it takes, from what the deciding seat knows."""
    best: i64 = 0
    most: i64 = -1_000_000
    for i in range(t.n_options):
        o = t.options[i]
        value = value_of(t, o >> 48, o >> 32 & 0xFFFF, o >> 16 & 0xFFFF, o & 0xFFFF)
        if value > most:
            best, most = i, value
    return best


def value_of(t: Table, verb: i64, a: i64, b: i64, c: i64) -> i64:
    """How good an option looks to the seat that is asked."""
    seat = t.player
    if verb <= END:
        return value_on_turn(t, seat, verb, a, b)
    if verb == PAY or verb == GIVE_UP:
        return -card_value(t, seat, a)
    if verb == PAY_TWO:
        return -card_value(t, seat, a) - card_value(t, seat, b)
    if verb == PAY_THREE:
        return -card_value(t, seat, a) - card_value(t, seat, b) - card_value(t, seat, c)
    if verb == ANNOUNCE or verb == LET_PASS:
        return 1 if (verb == ANNOUNCE) == wants_interrupt(t, seat) else 0
    action = t.now
    assert isinstance(action, Action)
    return value_in_action(t, action, seat, verb, a, b)


# On a turn


def value_on_turn(t: Table, seat: i64, verb: i64, a: i64, b: i64) -> i64:
    """Deploying, acting, ending; an end is worth nothing, so that whatever is better is done."""
    if verb == END:
        return 0
    if verb == ASSIGN:
        return size(neighbours(t, b)) * 4 + (2 if is_cover(t, b) else 0)
    if verb == DEPLOY:
        return value_of_deployment(t, seat, a, b)
    if verb == TAKE_COLLECT:
        return 1000
    if verb == TAKE_HEAL:
        return 30 if spare(t, seat) > 0 else -1
    kind = attack_of(verb)
    if kind != 0:
        return value_of_attack(t, seat, kind, a)
    return value_of_going(t, seat, verb, a)


def attack_of(verb: i64) -> i64:
    """The attack that a verb declares, or none."""
    if verb == TAKE_MELEE:
        return MELEE
    if verb == TAKE_SMASH:
        return SMASH
    if verb == TAKE_SNIPE:
        return SNIPE
    if verb == TAKE_SHOTGUN:
        return SHOTGUN
    if verb == TAKE_EXPLODE:
        return EXPLODE
    return PSI if verb == TAKE_PSI else 0


def spare(t: Table, seat: i64) -> i64:
    """Cards that need not be kept."""
    return t.hand_size[seat] - KEEP


def value_of_deployment(t: Table, seat: i64, who: i64, space: i64) -> i64:
    """The nearer to a fragment the better; some are brought on at once, the others in time."""
    here: i64 = 0
    for other in range(first_of(t, seat), end_of(t, seat)):
        if on_map(t, other):
            here += 1
    near_fragment = 20 - 4 * walk_to(t, space, t.fragments[seat])
    return near_fragment + (50 if here < ON_MAP_SOON else -20)


def value_of_attack(t: Table, seat: i64, kind: i64, who: i64) -> i64:
    """At the enemy for whom it looks best."""
    best: i64 = -1
    where = range_of(t, kind, who)
    for enemy in range(i64(CHARACTERS)):
        if on_map(t, enemy) and owner_of(t, enemy) != seat and has(where, t.space[enemy]):
            best = max(best, value_of_hit(t, seat, kind, enemy))
    return best


def value_of_hit(t: Table, seat: i64, kind: i64, enemy: i64) -> i64:
    """By what it would do, and by how likely the enemy's hand is to stop it.

    An attack costs a card, and so does the defence: it is worth more than an ordinary step.
    """
    value: i64 = 60 * min(damage_of(kind), t.health[enemy])
    if t.health[enemy] <= damage_of(kind):
        value += 300
    if kind == PSI:
        value = value * 2 // 3
    value = value * (10 - t.hand_size[owner_of(t, enemy)]) // 10
    return value + 45 if t.hand_size[seat] > LAST else value


def value_of_going(t: Table, seat: i64, verb: i64, who: i64) -> i64:
    """Towards the goal, if there is one and the cards for it can be spared."""
    far = distance(t, seat, who)
    if far == 0 or far >= FAR:
        return -1
    if verb == TAKE_FLY or verb == TAKE_RALLY:
        return 45 if far > 1 and spare(t, seat) > 0 else -1
    cards = size(showing(t, seat, who))
    cost: i64 = 2 if verb == TAKE_CLIMB else 1
    here = t.space[who]
    ways = ways_to_climb(t, here) if verb == TAKE_CLIMB else ways_to_move(t, here)
    if nearest_of(t, ways, goals(t, seat, who)) >= far:
        return -1
    if cards >= far + 3:
        return 250 - 10 * far
    return 40 - 4 * far + cards if spare(t, seat) >= cost else -1


def goals(t: Table, seat: i64, who: i64) -> i64:
    """Fragments where no team-mate stands; for a fighter with a blow in hand, enemies too."""
    taken = spaces_of(t, seat)
    wanted = t.fragments[seat] & (~taken | bit(t.space[who]))
    blows = usable(t, seat, MELEE, who) | t.hands[seat] & for_smash(t, who)
    if size(blows) > 1 and not has(wanted, t.space[who]):
        wanted |= enemy_spaces(t, seat)
    return wanted


def nearest_of(t: Table, spaces: i64, where: i64) -> i64:
    """The shortest walk from any of the spaces."""
    best: i64 = FAR
    for space in range(i64(1), i64(SPACES + 1)):
        if has(spaces, space):
            best = min(best, walk_to(t, space, where))
    return best


# What a card is worth


def card_value(t: Table, seat: i64, card: i64) -> i64:
    """By what can still be done with it: its actions, and symbols of the living."""
    value: i64 = 0
    row = t.team[seat] * SYMBOLS
    for symbol in range(i64(1), i64(SYMBOLS)):
        if has(t.pack.wild[row + symbol], card):
            value += symbol_value(symbol)
        for who in range(first_of(t, seat), end_of(t, seat)):
            if alive(t, who) and has(t.pack.linked[who * SYMBOLS + symbol], card):
                value += symbol_value(symbol) - 2
    for who in range(first_of(t, seat), end_of(t, seat)):
        if has(t.pack.shows[who], card):
            value += 2 if on_map(t, who) else 1
    return value


def symbol_value(symbol: i64) -> i64:
    """Blows and shots above defences, defences above the rest."""
    if symbol == SMASH or symbol == SHOTGUN or symbol == INTERRUPT:
        return 8
    if symbol == MELEE or symbol == SNIPE or symbol == EXPLODE:
        return 7
    return 6 if symbol == DEFLECT or symbol == PSI else 4


# In an action


def value_in_action(t: Table, a: Action, seat: i64, verb: i64, first: i64, second: i64) -> i64:
    """Targets, places, defences."""
    if verb == AIM_AT:
        return value_of_hit(t, seat, a.kind, first) * 8 + points(t, owner_of(t, first))
    if verb == AIM_ON:
        return enemies_less_friends(t, seat, standing_on(t, first))
    if verb == STRIKE_ALL:
        others = without(standing_on(t, t.space[a.target]), a.target)
        return enemies_less_friends(t, seat, others)
    if verb == GO_TO:
        return -walk_to(t, first, goals(t, seat, a.who))
    if verb == NAME_ALLY:
        return -t.health[first] if a.kind == HEAL else -distance(t, seat, first)
    if verb == RALLY_MOVE or verb == RALLY_CLIMB:
        aim = goals(t, seat, first)
        gain = walk_to(t, t.space[first], aim) - walk_to(t, second, aim)
        return gain if verb == RALLY_MOVE else gain - 1
    if MAKE_BLOCK <= verb <= MAKE_COVER:
        return value_of_defence(t, a, seat, first)
    return 1 if verb == DRINK else 0


def distance(t: Table, seat: i64, who: i64) -> i64:
    """How far the character is from where it wants to be."""
    return walk_to(t, t.space[who], goals(t, seat, who))


def enemies_less_friends(t: Table, seat: i64, characters: i64) -> i64:
    """How many more of the others than of one's own."""
    more: i64 = 0
    for who in range(i64(CHARACTERS)):
        if has(characters, who):
            more += -2 if owner_of(t, who) == seat else 1
    return more


def value_of_defence(t: Table, a: Action, seat: i64, card: i64) -> i64:
    """Always if it saves a life, otherwise with a card that is not worth more than the wound."""
    who = next_defender(t, a)
    wound: i64 = 50 if t.health[who] <= damage_of(a.kind) else 25 * damage_of(a.kind)
    return wound - card_value(t, seat, card)


def wants_interrupt(t: Table, seat: i64) -> bool:
    """To win at once, or to kill somebody whose player can hardly stop it."""
    for who in range(first_of(t, seat), end_of(t, seat)):
        if on_map(t, who):
            last_point = points(t, seat) == ENOUGH_POINTS - 1
            if last_point and has(t.fragments[seat], t.space[who]) and can_collect(t, seat, who):
                return True
            if can_kill(t, seat, who, SHOTGUN, FEW_CARDS):
                return True
    return False


def can_collect(t: Table, seat: i64, who: i64) -> bool:
    """Three cards of the character besides the one that interrupts."""
    return size(showing(t, seat, who)) >= 4


# How good a position is


def worth(t: Table, seat: i64) -> i64:
    """0 to 1000 for a game that is not over: points first, then lives, cards and the way to go."""
    own = standing(t, seat)
    rival: i64 = -10_000
    for other in range(t.seats):
        if other != seat and in_play(t, other):
            rival = max(rival, standing(t, other))
    return max(i64(20), min(i64(980), 500 + own - rival))


def estimate(t: Table, seat: i64) -> i64:
    """The chance to win as games have shown it, never quite lost and never quite won."""
    return max(DOUBT, min(BEST - DOUBT, chance_of_winning(t, seat)))


def standing(t: Table, seat: i64) -> i64:
    """What a seat has: points count most, then lives and health, then fragments underfoot."""
    value = 100 * points(t, seat) + 4 * t.hand_size[seat]
    if not in_play(t, seat):
        return -500
    for who in range(first_of(t, seat), end_of(t, seat)):
        if alive(t, who):
            value += 20 + 12 * t.health[who]
        if on_map(t, who) and has(t.fragments[seat], t.space[who]):
            value += 25
    return value
