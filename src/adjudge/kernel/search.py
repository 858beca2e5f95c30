"""Looking ahead: a tree of what may happen, grown one world at a time.

A node stands for the options chosen since the root, whatever the world. At every node the game's
heuristic has a favourite, and another option is known by what it brought more than the favourite
in the same worlds, after the same chance: the luck of the world falls out of the comparison. What
is not possible in a world is passed over in it. Before a node has tries of its own, what the same
option brought more than the same favourite anywhere else is believed of it.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from adjudge.kernel.agenda import BEST, State, play
from adjudge.kernel.rng import Rng

NOWHERE: Final = 0  # no node, and nobody's parent
ROOT: Final = -1
ANYWHERE: Final = -2  # below it favourites, and below each what was tried instead, wherever
DEEPEST: Final = 8  # decisions below an option of the root that are looked at
NEXT_LOOK: Final = 6  # decisions between two looks: their mean depends less on luck than one

# What is believed of an option before it is tried: it brings so much less than the favourite.
BELIEF: Final = -30.0
WEIGHT: Final = 2.0  # tries that this belief counts as much as
ELSEWHERE: Final = 20.0  # tries that all those at other nodes count as at most
SPREAD: Final = 100.0  # of what one try says
DOUBT: Final = 1.0  # standard errors by which an option must be better than the favourite
MOVER: Final = 58  # the bit from which on the number of an option says whose it is
LOW_28: Final = 268435455
MIXER: Final = 2654435761  # times 28 bits is less than 2**60: the same number on both builds


class Tree:
    """Nodes by number, found by the node above them and the option that leads there."""

    def __init__(self, room: i64) -> None:
        self.room = room  # for so many nodes, in a table of twice as many places or more
        self.size: i64 = 0
        places: i64 = 2
        while places < 2 * room:
            places *= 2
        self.last = places - 1
        self.parent: vec[i64] = vec[i64]([NOWHERE] * (places + 1))
        self.option: vec[i64] = vec[i64]([0] * (places + 1))
        self.tried: vec[i64] = vec[i64]([0] * (places + 1))  # in the same worlds as the favourite
        self.gain: vec[i64] = vec[i64]([0] * (places + 1))  # over the favourite, summed
        self.first_look: i64 = 0  # decisions after which a play-out is judged for the first time,
        self.horizon: i64 = 0  # and for the last time
        self.playouts: i64 = 0
        self.made: i64 = 0  # decisions in play-outs
        self.own: i64 = 0  # what the last play-out was worth to the seat that thinks,
        self.others: i64 = 0  # and to whoever might have done something else on the way
        self.fork: State | None = None  # where that is,
        self.node: i64 = NOWHERE  # by its node,
        self.taken: i64 = 0  # and the option that was taken there


def named(g: State, i: i64) -> i64:
    """An option and whose it is: two seats may have the same one."""
    return g.options[i] | g.player << MOVER


def place_of(tree: Tree, node: i64, option: i64) -> i64:
    """Where the option's node is or, if it is not known, would be: from 1 on, 0 is nowhere."""
    mixed = ((option ^ option >> 23 ^ option >> 46) & LOW_28) * MIXER + node * MIXER
    place = (mixed >> 14) & tree.last
    while tree.parent[place + 1] != NOWHERE:
        if tree.parent[place + 1] == node and tree.option[place + 1] == option:
            break
        place = (place + 1) & tree.last
    return place + 1


def child_of(tree: Tree, node: i64, option: i64) -> i64:
    """Where the option leads from the node, if that is known."""
    place = place_of(tree, node, option)
    return place if tree.parent[place] != NOWHERE else NOWHERE


def below(tree: Tree, node: i64, option: i64) -> i64:
    """Where the option leads, known or new; nowhere if there is no room."""
    place = place_of(tree, node, option)
    if tree.parent[place] != NOWHERE:
        return place
    if node == NOWHERE or tree.size == tree.room:
        return NOWHERE
    tree.size += 1
    tree.parent[place] = node
    tree.option[place] = option
    return place


def believed(tree: Tree, node: i64, instead: i64, option: i64) -> tuple[float, float]:
    """What an option brings more than the favourite, and the tries on which that rests."""
    elsewhere = child_of(tree, instead, option)
    tries = WEIGHT + float(tree.tried[elsewhere])
    mean = (BELIEF * WEIGHT + float(tree.gain[elsewhere])) / tries
    here = child_of(tree, node, option)
    counted = min(tries, ELSEWHERE)
    all_tries = counted + float(tree.tried[here])
    return (mean * counted + float(tree.gain[here])) / all_tries, all_tries


def best_known(tree: Tree, node: i64, g: State, favourite: i64) -> i64:
    """The favourite, unless something else brings more beyond doubt."""
    best = favourite
    most = 0.0
    instead = child_of(tree, ANYWHERE, named(g, favourite))
    for i in range(g.n_options):
        if i != favourite:
            mean, tries = believed(tree, node, instead, named(g, i))
            surely = mean - DOUBT * SPREAD / sqrt(tries)
            if surely > most:
                best = i
                most = surely
    return best


def most_promising(tree: Tree, node: i64, g: State, taken: i64, favourite: i64) -> i64:
    """Of the options that were not taken, the one that may bring most."""
    best: i64 = -1
    most = 0.0
    instead = child_of(tree, ANYWHERE, named(g, favourite))
    for i in range(g.n_options):
        if i != taken:
            promise = 0.0
            if i != favourite:
                mean, tries = believed(tree, node, instead, named(g, i))
                promise = mean + SPREAD / sqrt(tries)
            if best < 0 or promise > most:
                best = i
                most = promise
    return best


def grow(tree: Tree, g: State, start: i64, seat: i64, luck: Rng, look: bool) -> i64:
    """One play-out from a node, in a world that has come there: what it is worth to the seat.

    Who looks closer also asks of one decision on the way what else might have been done.
    """
    fork = luck.below(DEEPEST) if look else i64(-1)
    descend(tree, g, start, 0, fork)
    there = tree.fork
    play_and_judge(tree, g, seat, seat if there is None else there.player)
    own = tree.own
    if there is not None:
        try_another(tree, there, fork)
    return own


def descend(tree: Tree, g: State, start: i64, above: i64, fork: i64) -> None:
    """Go down by what is known to be best; the fork is kept for another way."""
    node = start
    depth = above
    tree.fork = None
    while g.over == 0 and depth < DEEPEST:
        if g.n_options == 1:
            play(g, 0)
            continue
        index = best_known(tree, node, g, g.rules.prefer(g))
        if depth == fork:
            tree.fork = g.copy()
            tree.node = node
            tree.taken = index
        depth += 1
        node = below(tree, node, named(g, index))
        play(g, index)


def play_and_judge(tree: Tree, g: State, seat: i64, other: i64) -> None:
    """Play on by the heuristic to the horizon, and take the mean of several looks."""
    made: i64 = 0
    looks: i64 = 0
    own: i64 = 0
    others: i64 = 0
    look = min(tree.first_look, tree.horizon)
    while look <= tree.horizon:
        while g.over == 0 and made < look:
            play(g, 0 if g.n_options == 1 else g.rules.prefer(g))
            made += 1
        looks += 1
        value = chance_of(g, seat)
        own += value
        others += value if other == seat else chance_of(g, other)
        look += NEXT_LOOK
    tree.own = own // looks
    tree.others = others // looks
    tree.made += made
    tree.playouts += 1


def chance_of(g: State, seat: i64) -> i64:
    """The end if it has come, else what experience makes of the position."""
    if g.over == 0:
        return g.rules.estimate(g, seat)
    return BEST if g.winners >> seat & 1 != 0 else 0


def try_another(tree: Tree, g: State, depth: i64) -> None:
    """What if somebody had done something else there, in the same world?"""
    favourite = g.rules.prefer(g)
    node = tree.node
    index = most_promising(tree, node, g, tree.taken, favourite)
    told = named(g, tree.taken if index == favourite else index)
    instead = below(tree, ANYWHERE, named(g, favourite))
    lead = 0.0  # of what was taken over the favourite
    if tree.taken != favourite:
        lead = believed(tree, node, instead, named(g, tree.taken))[0]
    was = tree.others
    mover = g.player
    after = below(tree, node, named(g, index))
    play(g, index)
    descend(tree, g, after, depth + 1, -1)
    play_and_judge(tree, g, mover, mover)
    gain = was - tree.own if index == favourite else tree.own - was + i64(int(lead))
    count(tree, below(tree, node, told), gain)
    count(tree, below(tree, instead, told), gain)


def count(tree: Tree, node: i64, gain: i64) -> None:
    """One try more."""
    if node != NOWHERE:
        tree.tried[node] += 1
        tree.gain[node] += gain
