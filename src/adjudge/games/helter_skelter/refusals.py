"""Why an action cannot be done now: the rule that forbids it, from what the seat may know."""

from __future__ import annotations

from adjudge.games.helter_skelter.allies import why_no_ally, why_no_heal, why_no_rally
from adjudge.games.helter_skelter.attacks import (
    why_no_aim,
    why_no_blast,
    why_no_explode,
    why_no_melee,
    why_no_psi,
    why_no_shotgun,
    why_no_smash,
    why_no_snipe,
)
from adjudge.games.helter_skelter.defences import (
    next_defender,
    why_no_block,
    why_no_cover,
    why_no_deflect,
    why_no_precog,
)
from adjudge.games.helter_skelter.describe import ACTION_WORDS
from adjudge.games.helter_skelter.fragments import why_no_collect
from adjudge.games.helter_skelter.hands import for_rally_climb, payable
from adjudge.games.helter_skelter.movement import (
    why_no_climb,
    why_no_fly,
    why_no_move,
    why_no_way,
)
from adjudge.games.helter_skelter.procedures import CLIMB, COLLECT, MOVE, Action, Turn, Window
from adjudge.games.helter_skelter.state import (
    FLY,
    INTERRUPT,
    PSI,
    RALLY,
    Table,
    in_play,
    interrupts_of,
    showing,
)
from adjudge.games.helter_skelter.turns import why_no_deployment
from adjudge.games.helter_skelter.words import (
    ABSTAIN,
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
    MAKE_DEFLECT,
    MAKE_PRECOG,
    NAME_ALLY,
    PAY,
    PAY_THREE,
    PAY_TWO,
    RALLY_CLIMB,
    RALLY_MOVE,
    STAY,
    STRIKE_ALL,
    STRIKE_ONE,
    TAKE_CLIMB,
    TAKE_COLLECT,
    TAKE_DAMAGE,
    TAKE_EXPLODE,
    TAKE_FLY,
    TAKE_HEAL,
    TAKE_MELEE,
    TAKE_MOVE,
    TAKE_PSI,
    TAKE_RALLY,
    TAKE_SHOTGUN,
    TAKE_SMASH,
    TAKE_SNIPE,
)
from adjudge.kernel.game import packed_option

# Per verb: the rule that says when it is done.
WHEN: dict[int, str] = {
    ASSIGN: "HS-PREP-13",
    DEPLOY: "HS-TURN-06",
    TAKE_MOVE: "HS-TURN-06",
    TAKE_CLIMB: "HS-TURN-06",
    TAKE_COLLECT: "HS-TURN-06",
    TAKE_MELEE: "HS-TURN-06",
    TAKE_SMASH: "HS-TURN-06",
    TAKE_SNIPE: "HS-TURN-06",
    TAKE_SHOTGUN: "HS-TURN-06",
    TAKE_EXPLODE: "HS-TURN-06",
    TAKE_PSI: "HS-TURN-06",
    TAKE_FLY: "HS-TURN-06",
    TAKE_RALLY: "HS-TURN-06",
    TAKE_HEAL: "HS-TURN-06",
    END: "HS-TURN-11",
    PAY: "HS-TURN-09",
    PAY_TWO: "HS-CLIMB-01",
    PAY_THREE: "HS-FRAG-01",
    GO_TO: "HS-RULING-78",
    AIM_AT: "HS-RULING-78",
    AIM_ON: "HS-EXPLODE-02",
    STRIKE_ALL: "HS-JUD-03",
    STRIKE_ONE: "HS-JUD-03",
    MAKE_BLOCK: "HS-BLOCK-02",
    MAKE_DEFLECT: "HS-DEFLECT-02",
    MAKE_PRECOG: "HS-PRECOG-02",
    MAKE_COVER: "HS-COVDEF-02",
    TAKE_DAMAGE: "HS-ACT-04",
    GIVE_UP: "HS-PSI-03",
    DRINK: "HS-DOGS-02",
    ABSTAIN: "HS-DOGS-02",
    NAME_ALLY: "HS-RALLY-02",
    RALLY_MOVE: "HS-RALLY-03",
    RALLY_CLIMB: "HS-RALLY-06",
    STAY: "HS-RALLY-04",
    ANNOUNCE: "HS-INT-03",
    LET_PASS: "HS-INT-03",
}

# Per verb of step 2 of a turn: the question that the offer asks.
ACTIONS = {
    TAKE_MOVE: why_no_move,
    TAKE_CLIMB: why_no_climb,
    TAKE_MELEE: why_no_melee,
    TAKE_SMASH: why_no_smash,
    TAKE_SNIPE: why_no_snipe,
    TAKE_SHOTGUN: why_no_shotgun,
    TAKE_EXPLODE: why_no_explode,
    TAKE_PSI: why_no_psi,
    TAKE_FLY: why_no_fly,
    TAKE_RALLY: why_no_rally,
    TAKE_HEAL: why_no_heal,
}
IN_WINDOWS = (ANNOUNCE, LET_PASS)
DEFENCES = {
    MAKE_BLOCK: why_no_block,
    MAKE_DEFLECT: why_no_deflect,
    MAKE_PRECOG: why_no_precog,
    MAKE_COVER: why_no_cover,
}


def why_not(t: Table, seat: int, verb: int, args: list[int]) -> str:
    """The id of the rule that forbids it; empty if it is offered to that seat now."""
    if t.over:
        return "HS-END-04"
    if t.player != seat:
        return why_not_your_decision(t, seat, verb) if in_play(t, seat) else "HS-END-05"
    if offered(t, verb, args):
        return ""
    return why_not_this(t, seat, verb, args) or WHEN[verb]


def offered(t: Table, verb: int, args: list[int]) -> bool:
    """Whether it is among the options."""
    return packed_option(verb, args) in list(t.options)[: t.n_options]


def why_not_your_decision(t: Table, seat: int, verb: int) -> str:
    """HS-PREP-13, HS-TURN-15, HS-INT-02, HS-ACT-04: who decides, from what everybody sees."""
    p = t.now
    if isinstance(p, Window):
        return "HS-RULING-17" if seat == p.origin and verb in IN_WINDOWS else "HS-INT-16"
    if isinstance(p, Action):
        asked = "HS-PSI-03" if p.kind == PSI else "HS-ACT-04"
        return asked if t.player != p.player else "HS-TURN-09"
    if isinstance(p, Turn) and verb in IN_WINDOWS:
        return "HS-INT-03"
    if isinstance(p, Turn):
        return "HS-INT-07" if p.kind == INTERRUPT else "HS-TURN-15"
    return "HS-RULING-80"


def why_not_this(t: Table, seat: int, verb: int, args: list[int]) -> str:
    """The same questions that the offers ask, for the arguments given."""
    p = t.now
    if isinstance(p, Turn):
        return why_not_on_turn(t, p, seat, verb, args)
    if isinstance(p, Action):
        return why_not_in_action(t, p, seat, verb, args)
    if isinstance(p, Window):
        return why_not_in_window(t, seat, verb, args)
    return ""


def why_not_on_turn(t: Table, turn: Turn, seat: int, verb: int, args: list[int]) -> str:
    """HS-TURN-02: deploying comes first; then whatever can be done."""
    if verb in IN_WINDOWS:
        return "HS-INT-02"
    if verb == DEPLOY:
        return why_no_deployment(t, seat, args[0], args[1])
    if turn.kind != INTERRUPT and turn.at == 0:
        return "HS-TURN-02"
    if verb in (RALLY_MOVE, RALLY_CLIMB):
        return "HS-RULING-78"
    if verb == TAKE_COLLECT:
        return why_no_collect(t, seat, args[0], args[1])
    return ACTIONS[verb](t, seat, args[0]) if verb in ACTIONS else ""


def why_not_in_window(t: Table, seat: int, verb: int, args: list[int]) -> str:
    """HS-INT-01: an INTERRUPT card, or nothing."""
    if verb == ANNOUNCE and not interrupts_of(t, seat) >> args[0] & 1:
        return "HS-INT-01"
    return "" if verb in IN_WINDOWS else "HS-INT-07"


def why_not_in_action(t: Table, a: Action, seat: int, verb: int, args: list[int]) -> str:
    """What the action asks for, step by step."""
    if verb in (PAY, PAY_TWO, PAY_THREE):
        return why_no_payment(t, a, seat, args)
    if verb in DEFENCES:
        if a.kind == PSI:
            return "HS-PSI-05"
        defending = t.options[0] >> 48 == TAKE_DAMAGE
        return DEFENCES[verb](t, a, next_defender(t, a), args[0]) if defending else ""
    if a.kind == PSI and verb == TAKE_DAMAGE:
        return "HS-PSI-03"
    if verb == GIVE_UP:
        return "" if a.kind != PSI or showing(t, seat, a.target) >> args[0] & 1 else "HS-PSI-03"
    return why_not_so_aimed(t, a, verb, args)


def why_no_payment(t: Table, a: Action, seat: int, args: list[int]) -> str:
    """HS-ACT-01, HS-ACT-02, HS-ACT-07: held, with the right symbol, as many as it costs."""
    if a.climbing:
        return "HS-RALLY-07"
    if a.at != 0:
        return "HS-TURN-09"
    if len(set(args)) != len(args):
        return "HS-ACT-07"
    if a.kind == COLLECT:
        return why_no_three(t, a, seat, args)
    cost = ACTION_WORDS[a.kind][1][0]
    fit = all(t.hands[seat] & payable(t, a) & 1 << card for card in args)
    return cost if not fit else "HS-RULING-39"


def why_no_three(t: Table, a: Action, seat: int, args: list[int]) -> str:
    """HS-FRAG-01, HS-FRAG-05, HS-FRAG-06, HS-RULING-40: three of one symbol, and no mixing."""
    own = [bool(showing(t, seat, a.who) >> card & 1) for card in args]
    paying = [bool(showing(t, seat, a.payer) >> card & 1) for card in args]
    if all(paying):
        return "HS-RULING-39"
    if a.payer != a.who and all(x or y for x, y in zip(own, paying, strict=True)):
        return "HS-FRAG-06"
    return "HS-FRAG-01" if a.payer == a.who else "HS-FRAG-05"


def why_not_so_aimed(t: Table, a: Action, verb: int, args: list[int]) -> str:
    """Targets, destinations, allies."""
    asking = t.options[0] >> 48
    if verb == AIM_AT and asking == AIM_AT:
        return why_no_aim(t, a, args[0])
    if verb == AIM_AT and asking == AIM_ON:
        return "HS-EXPLODE-02"
    if verb == AIM_ON and asking == AIM_ON:
        return why_no_blast(t, a, args[0])
    if verb == GO_TO and a.kind in (MOVE, CLIMB, FLY) and asking == GO_TO:
        return why_no_way(t, a.who, a.kind, args[0])
    if verb == NAME_ALLY and asking == NAME_ALLY:
        return why_no_ally(t, a.player, a.kind, a.who, args[0])
    if verb in (RALLY_MOVE, RALLY_CLIMB) and a.kind == RALLY and a.at > 1:
        return why_no_rally_move(t, a, verb, args)
    if verb == STAY and a.kind == RALLY and a.at > 1 and not a.moved:
        return "HS-RULING-54"
    if verb in ACTIONS or verb in (TAKE_COLLECT, DEPLOY, END):
        return "HS-TURN-10" if t.player == a.player else "HS-ACT-06"
    return ""


def why_no_rally_move(t: Table, a: Action, verb: int, args: list[int]) -> str:
    """HS-RALLY-03, HS-RALLY-06, HS-RALLY-09: one of the two, once, and paid for."""
    who, space = args
    if who not in (a.who, a.target) or a.moved >> who & 1:
        return "HS-RALLY-03"
    kind = MOVE if verb == RALLY_MOVE else CLIMB
    way = why_no_way(t, who, kind, space)
    if way or verb == RALLY_MOVE:
        return way
    return "" if t.hands[a.player] & for_rally_climb(t, a, who) else "HS-RALLY-07"
