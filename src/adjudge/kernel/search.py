"""Looking ahead: a tree of what may happen, grown one world at a time.

A node stands for the options chosen since the root, whatever the world. At every node the game's
heuristic has a favourite, and another option is known by what it brought more than the favourite
in the same worlds, after the same chance: the luck of the world falls out of the comparison. What
is not possible in a world is passed over in it.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from adjudge.kernel.agenda import BEST, State, play
from adjudge.kernel.rng import Rng

NOWHERE: Final = 0  # no node: the root is nobody's child
DEEPEST: Final = 3  # decisions below an option of the root that have nodes
NEXT_LOOK: Final = 6  # decisions between two looks: their mean depends less on luck than one

# What is believed of an option before it is tried: it brings so much less than the favourite.
BELIEF: Final = -30.0
WEIGHT: Final = 2.0  # tries that this belief counts as much as
SPREAD: Final = 100.0  # of what one try says
MOVER: Final = 58  # the bit from which on the number of an option says whose it is


class Tree:
    """Nodes by number: the option that leads there, the next of its siblings, its first child."""

    def __init__(self, room: i64) -> None:
        self.room = room
        self.first_look: i64 = 0  # decisions after which a play-out is judged for the first time,
        self.horizon: i64 = 0  # and for the last time
        self.size: i64 = 1
        self.option: vec[i64] = vec[i64]([0] * room)
        self.sibling: vec[i64] = vec[i64]([0] * room)
        self.child: vec[i64] = vec[i64]([0] * room)
        self.tried: vec[i64] = vec[i64]([0] * room)  # in the same worlds as the favourite
        self.gain: vec[i64] = vec[i64]([0] * room)  # over the favourite, summed
        self.playouts: i64 = 0
        self.made: i64 = 0  # decisions in play-outs
        self.own: i64 = 0  # what the last play-out was worth to the seat that thinks,
        self.others: i64 = 0  # and to whoever might have done something else on the way
        self.fork: State | None = None  # where that is,
        self.node: i64 = NOWHERE  # by its node,
        self.taken: i64 = 0  # and the option that was taken there


def add(tree: Tree, node: i64, option: i64) -> i64:
    """A new child of the node."""
    new = tree.size
    tree.size = new + 1
    tree.option[new] = option
    tree.sibling[new] = tree.child[node]
    tree.child[node] = new
    return new


def named(g: State, i: i64) -> i64:
    """An option and whose it is: two seats may have the same one."""
    return g.options[i] | g.player << MOVER


def child_of(tree: Tree, node: i64, option: i64) -> i64:
    """Where the option leads from the node, if that is known."""
    each = tree.child[node]
    while each != NOWHERE and tree.option[each] != option:
        each = tree.sibling[each]
    return each


def below(tree: Tree, node: i64, option: i64) -> i64:
    """Where the option leads, known or new; nowhere if there is no room."""
    each = child_of(tree, node, option)
    if each == NOWHERE and tree.size < tree.room:
        return add(tree, node, option)
    return each


def expected(tree: Tree, each: i64) -> float:
    """What an option brings more than the favourite, as far as is known."""
    return (BELIEF * WEIGHT + float(tree.gain[each])) / (WEIGHT + float(tree.tried[each]))


def promise(tree: Tree, each: i64) -> float:
    """What it may bring at best."""
    if each == NOWHERE:
        return BELIEF + SPREAD / sqrt(WEIGHT)
    return expected(tree, each) + SPREAD / sqrt(WEIGHT + float(tree.tried[each]))


def best_known(tree: Tree, node: i64, g: State, favourite: i64) -> i64:
    """The favourite, unless something else is expected to bring more."""
    best = favourite
    most = 0.0
    for i in range(g.n_options):
        each = child_of(tree, node, named(g, i))
        if i != favourite and each != NOWHERE and tree.tried[each] > 0:
            value = expected(tree, each)
            if value > most:
                best = i
                most = value
    return best


def most_promising(tree: Tree, node: i64, g: State, taken: i64, favourite: i64) -> i64:
    """Of the options that were not taken, the one that may bring most."""
    best: i64 = -1
    most = 0.0
    for i in range(g.n_options):
        if i != taken:
            value = 0.0 if i == favourite else promise(tree, child_of(tree, node, named(g, i)))
            if best < 0 or value > most:
                best = i
                most = value
    return best


def grow(tree: Tree, g: State, start: i64, seat: i64, luck: Rng, look: bool) -> i64:
    """One play-out from a node, in a world that has come there: what it is worth to the seat.

    Who looks closer also asks of one decision on the way what else might have been done.
    """
    descend(tree, g, start, luck.below(DEEPEST) if look else i64(-1))
    there = tree.fork
    play_and_judge(tree, g, seat, seat if there is None else there.player)
    own = tree.own
    if there is not None:
        try_another(tree, there)
    return own


def descend(tree: Tree, g: State, start: i64, fork: i64) -> None:
    """Go down by what is known to be best; the fork is kept for another way."""
    node = start
    depth: i64 = 0
    tree.fork = None
    while g.over == 0 and depth < DEEPEST and node != NOWHERE:
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


def try_another(tree: Tree, g: State) -> None:
    """What if somebody had done something else there, in the same world?"""
    favourite = g.rules.prefer(g)
    node = tree.node
    taken = child_of(tree, node, named(g, tree.taken))
    index = most_promising(tree, node, g, tree.taken, favourite)
    each = below(tree, node, named(g, index))
    if each == NOWHERE or taken == NOWHERE:
        return
    was = tree.others
    mover = g.player
    play(g, index)
    descend(tree, g, each, -1)
    play_and_judge(tree, g, mover, mover)
    if index == favourite:
        tree.tried[taken] += 1
        tree.gain[taken] += was - tree.own
    else:
        lead: i64 = 0
        if tree.taken != favourite:
            lead = i64(int(expected(tree, taken)))
        tree.tried[each] += 1
        tree.gain[each] += tree.own - was + lead
