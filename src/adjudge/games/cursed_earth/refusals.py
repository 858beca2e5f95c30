"""Why an action cannot be done now: the rule that forbids it, from what the seat may know."""

from __future__ import annotations

from adjudge.games.cursed_earth.cooperative import why_no_play
from adjudge.games.cursed_earth.describe import ending_rules
from adjudge.games.cursed_earth.encounters import why_no_choice, why_no_option
from adjudge.games.cursed_earth.expertise import (
    wanted,
    why_no_card,
    why_no_life_instead,
    why_no_one_health,
    why_no_two_instead,
)
from adjudge.games.cursed_earth.procedures import (
    COOPERATIVE_DAWN,
    COOPERATIVE_DUSK,
    COOPERATIVE_PSI,
    ENCOUNTER,
    PLACING,
    SOLO_DAWN,
    SOLO_DUSK,
    SOLO_PSI,
    VERSUS_DAWN,
    VERSUS_DUSK,
    VERSUS_PSI,
    Action,
    Encounter,
    Investigation,
)
from adjudge.games.cursed_earth.psi import why_no_keeping, why_no_psi_action
from adjudge.games.cursed_earth.resources import (
    why_no_ammo,
    why_no_heal,
    why_no_two_health,
    why_not_theirs,
)
from adjudge.games.cursed_earth.row import why_no_partner, why_no_place
from adjudge.games.cursed_earth.solo import why_no_draw
from adjudge.games.cursed_earth.state import (
    COOPERATIVE,
    DEATH,
    HEAD_TO_HEAD,
    HEAL,
    PSI,
    RADIATION,
    SOLO,
    SPEND_DIPLOMACY,
    SPEND_SURVIVAL,
    SWAP,
    VIOLENCE,
    WOUND,
    Table,
)
from adjudge.games.cursed_earth.words import (
    ADD_CARD,
    AGREE,
    CHOOSE,
    DRAW,
    HEAL_ONE,
    HIDE,
    IGNORE,
    IRRADIATE,
    KEEP,
    KILL,
    LET_CHOOSE,
    LOSE,
    NO_SWAP,
    PLACE,
    PLAY,
    PLAY_AT,
    PLAY_TO,
    SAY,
    SPEND_AMMO,
    SPEND_CARD,
    SPEND_ONE,
    SPEND_TWO,
    SWAP_FIRST,
    SWAP_WITH,
    TAKE_PSI_ACTION,
    TAKE_ROW,
    TRIGGER,
    WOUND_ONE,
)
from adjudge.kernel.game import packed_option

ONE_ROW = (COOPERATIVE_DAWN, COOPERATIVE_DUSK, SOLO_DAWN, SOLO_DUSK)
VERSUS = (VERSUS_DAWN, VERSUS_DUSK)

# Per verb: the procedures that ask for it, and the rule that says when it is done.
ASKED: dict[int, tuple[tuple[int, ...], str]] = {
    PLAY: (ONE_ROW, "CE-DAWN-02"),
    PLAY_AT: ((SOLO_DUSK,), "CE-SODUSK-04"),
    DRAW: ((SOLO_DUSK,), "CE-SODUSK-04"),
    PLACE: ((PLACING,), "CE-SODUSK-04"),
    PLAY_TO: (VERSUS, "CE-HHROWS-02"),
    TAKE_ROW: (VERSUS, "CE-HHROWS-12"),
    LET_CHOOSE: ((VERSUS_DAWN,), "CE-HHROWS-12"),
    CHOOSE: ((ENCOUNTER,), "CE-CARD-10"),
    TRIGGER: ((ENCOUNTER,), "CE-CARD-13"),
    IGNORE: ((ENCOUNTER,), "CE-CARD-13"),
    HEAL_ONE: ((HEAL,), "CE-RES-09"),
    WOUND_ONE: ((WOUND,), "CE-RES-10"),
    IRRADIATE: ((RADIATION,), "CE-RES-11"),
    SPEND_AMMO: ((VIOLENCE,), "CE-RES-16"),
    SPEND_TWO: ((VIOLENCE, SPEND_SURVIVAL, SPEND_DIPLOMACY), "CE-RES-16"),
    KILL: ((VIOLENCE, SPEND_SURVIVAL, SPEND_DIPLOMACY), "CE-RES-19"),
    SPEND_CARD: ((SPEND_SURVIVAL, SPEND_DIPLOMACY), "CE-EXP-02"),
    SPEND_ONE: ((SPEND_SURVIVAL, SPEND_DIPLOMACY), "CE-EXP-02"),
    LOSE: ((DEATH,), "CE-DEATH-07"),
    ADD_CARD: ((PSI,), "CE-PSI-01"),
    TAKE_PSI_ACTION: ((PSI,), "CE-PSI-01"),
    SAY: ((COOPERATIVE_PSI,), "CE-COPSI-04"),
    AGREE: ((COOPERATIVE_PSI,), "CE-COPSI-06"),
    KEEP: ((SOLO_PSI,), "CE-SOPSI-03"),
    HIDE: ((VERSUS_PSI,), "CE-HHPSI-03"),
    SWAP_FIRST: ((SWAP,), "CE-SYM-02"),
    SWAP_WITH: ((SWAP,), "CE-SYM-02"),
    NO_SWAP: ((SWAP,), "CE-SYM-06"),
}


def why_not(t: Table, seat: int, verb: int, args: list[int]) -> str:
    """The id of the rule that forbids it; empty if it is offered to that seat now."""
    if t.over:
        return ending_rules(t, t.over)[0]
    if t.player != seat:
        return why_not_your_decision(t)
    if t.now.kind not in ASKED[verb][0]:
        return why_not_now(t, verb)
    return why_not_this(t, seat, verb, args) or (
        "" if offered(t, verb, args) else why_not_now(t, verb)
    )


def why_not_now(t: Table, verb: int) -> str:
    """The rule that says when it is done instead."""
    if verb == PLAY and t.mode == SOLO:
        return "CE-SODUSK-04" if t.now.kind == SOLO_DUSK else "CE-SODAWN-03"
    if verb == PLAY and t.mode == HEAD_TO_HEAD:
        return "CE-HHROWS-02"
    if verb == PLAY_TO and t.now.kind in VERSUS:
        return "CE-HHROWS-09"
    if verb == LET_CHOOSE and t.now.kind in VERSUS and asked(t, TAKE_ROW):
        return "CE-RULING-39"
    return ASKED[verb][1]


def asked(t: Table, verb: int) -> bool:
    """Whether the question offers that verb."""
    return any(t.options[i] >> 48 == verb for i in range(t.n_options))


def offered(t: Table, verb: int, args: list[int]) -> bool:
    """Whether it is among the options."""
    return packed_option(verb, args) in list(t.options)[: t.n_options]


def why_not_your_decision(t: Table) -> str:
    """CE-DAWN-02, CE-DAWN-11, CE-HHROWS-08, CE-HHROWS-14, CE-RULING-04: who decides."""
    playing = asked(t, PLAY) or asked(t, PLAY_TO)
    if asked(t, SAY):
        return "CE-COPSI-04"
    if t.mode == COOPERATIVE:
        return "CE-DAWN-02" if playing else "CE-DAWN-11"
    if asked(t, TAKE_ROW):
        return "CE-HHROWS-12" if asked(t, LET_CHOOSE) else "CE-HHROWS-14"
    return "CE-HHROWS-08" if playing else "CE-RULING-04"


def why_not_this(t: Table, seat: int, verb: int, args: list[int]) -> str:
    """The same questions that the offers ask, for the arguments given."""
    p = t.now
    if isinstance(p, Investigation):
        return why_not_at_investigation(t, p, seat, verb, args)
    if isinstance(p, Encounter):
        return why_no_choice(t, p, args[0]) if verb == CHOOSE else why_no_option(t, p, args[0])
    if isinstance(p, Action):
        return why_not_for_symbol(t, p, verb, args)
    return why_no_keeping(t, args[0], args[1]) if verb == KEEP else ""


def why_not_at_investigation(
    t: Table, i: Investigation, seat: int, verb: int, args: list[int]
) -> str:
    """Cards come from one's own hand; solo draws have a limit."""
    if verb in (PLAY, PLAY_AT, PLAY_TO):
        return why_no_play(t, seat, args[0])
    return why_no_draw(t, i) if verb == DRAW else ""


def why_not_for_symbol(t: Table, a: Action, verb: int, args: list[int]) -> str:
    """What a symbol asks for, and who can give it."""
    if verb == HEAL_ONE:
        return why_no_heal(t, a.team, args[0])
    if verb in (WOUND_ONE, IRRADIATE, LOSE):
        return why_not_theirs(t, a.team, args[0])
    if verb == TAKE_PSI_ACTION:
        return why_no_psi_action(t, a.team)
    if verb == SWAP_FIRST:
        return why_no_place(t, a, args[0])
    if verb == SWAP_WITH:
        return why_no_partner(t, a, args[0]) if asked(t, SWAP_WITH) else ""
    if a.kind == VIOLENCE:
        return why_not_for_violence(t, a, verb, args)
    if a.kind in (SPEND_SURVIVAL, SPEND_DIPLOMACY):
        return why_not_for_expertise(t, a, verb, args)
    return ""


def why_not_for_violence(t: Table, a: Action, verb: int, args: list[int]) -> str:
    """CE-RES-16: the three ways to pay."""
    if verb == SPEND_AMMO:
        return why_no_ammo(t, a.team)
    if verb == SPEND_TWO:
        return why_no_two_health(t, a.team, args[0])
    return why_not_theirs(t, a.team, args[0])


def why_not_for_expertise(t: Table, a: Action, verb: int, args: list[int]) -> str:
    """CE-EXP-02: the three ways to pay."""
    if verb == SPEND_CARD:
        return why_no_card(t, a.team, wanted(a), args[0])
    if verb == SPEND_ONE:
        return why_no_one_health(t, a.team, wanted(a), args[0])
    if verb == SPEND_TWO:
        return why_no_two_instead(t, a.team, wanted(a), args[0])
    return why_no_life_instead(t, a.team, wanted(a), args[0])
