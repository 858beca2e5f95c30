"""The rulebook's summary page. Read this first: what happens when, and what players may do."""

from __future__ import annotations

from adjudge.games.helter_skelter.acting import deploy_or_act
from adjudge.games.helter_skelter.allies import (
    choose_ally,
    climb_up,
    heal_ally,
    move_one_of_them,
    move_the_other,
    name_ally,
    pay_for_the_climb,
    rally_climb,
    rally_move,
    stay,
    take_heal,
    take_rally,
)
from adjudge.games.helter_skelter.attacks import (
    aim_at,
    aim_on,
    choose_defender,
    choose_space_to_explode,
    offer_hi_ex,
    strike_all,
    strike_one,
    take_explode,
    take_melee,
    take_psi,
    take_shotgun,
    take_smash,
    take_snipe,
)
from adjudge.games.helter_skelter.damage import (
    abstain,
    damage_falls,
    drink,
    vampirism,
    warp_spasm,
)
from adjudge.games.helter_skelter.defences import (
    block,
    cover,
    deflect,
    discard_for_the_defender,
    each_defends,
    give_up,
    precog,
    take_damage,
)
from adjudge.games.helter_skelter.endings import see_whether_it_is_over
from adjudge.games.helter_skelter.fragments import collect_the_fragment, take_collect
from adjudge.games.helter_skelter.hands import (
    pay,
    pay_all_three,
    pay_both,
    pay_one,
    pay_three,
    pay_two,
    pay_with_symbol,
)
from adjudge.games.helter_skelter.interrupts import (
    action_may_be_interrupted,
    announce,
    ask_each_other_player,
    closest_interrupts,
    end_may_be_interrupted,
    let_pass,
    play_returns_to_the_marker,
)
from adjudge.games.helter_skelter.movement import (
    choose_destination,
    go_to,
    take_climb,
    take_fly,
    take_move,
)
from adjudge.games.helter_skelter.preparation import (
    assign,
    each_assigns_map_cards,
    each_draws_seven,
    lowest_number_starts,
    pass_map_cards_to_the_right,
    place_fragments,
)
from adjudge.games.helter_skelter.turns import (
    declare_end,
    deploy,
    deploy_first,
    draw_three,
    marker_holder_takes_turn,
    pass_marker_to_the_left,
)
from adjudge.kernel.agenda import Step, Verb


def sequences() -> list[list[Step]]:
    """What happens, by kind of procedure."""
    return [
        # The game: preparation, then turn after turn.
        [
            each_assigns_map_cards,
            pass_map_cards_to_the_right,
            place_fragments,
            each_draws_seven,
            lowest_number_starts,
            marker_holder_takes_turn,
        ],
        # The combat actions: MELEE, SMASH ...
        [
            pay_with_symbol,
            choose_defender,
            each_defends,
            damage_falls,
            warp_spasm,
            vampirism,
            see_whether_it_is_over,
            action_may_be_interrupted,
        ],
        [
            pay_with_symbol,
            choose_defender,
            each_defends,
            damage_falls,
            warp_spasm,
            see_whether_it_is_over,
            action_may_be_interrupted,
        ],
        # ... SNIPE, SHOTGUN, EXPLODE, PSI ...
        [
            pay_with_symbol,
            choose_defender,
            offer_hi_ex,
            each_defends,
            damage_falls,
            warp_spasm,
            see_whether_it_is_over,
            action_may_be_interrupted,
        ],
        [
            pay_with_symbol,
            choose_defender,
            each_defends,
            damage_falls,
            warp_spasm,
            see_whether_it_is_over,
            action_may_be_interrupted,
        ],
        [
            pay_with_symbol,
            choose_space_to_explode,
            each_defends,
            damage_falls,
            warp_spasm,
            see_whether_it_is_over,
            action_may_be_interrupted,
        ],
        [
            pay_with_symbol,
            choose_defender,
            discard_for_the_defender,
            damage_falls,
            warp_spasm,
            see_whether_it_is_over,
            action_may_be_interrupted,
        ],
        # ... FLY, RALLY, HEAL ...
        [pay_with_symbol, choose_destination, action_may_be_interrupted],
        [
            pay_with_symbol,
            choose_ally,
            move_one_of_them,
            pay_for_the_climb,
            climb_up,
            move_the_other,
            pay_for_the_climb,
            climb_up,
            action_may_be_interrupted,
        ],
        [pay_with_symbol, choose_ally, heal_ally, action_may_be_interrupted],
        # ... and INTERRUPT: an interrupting turn.
        [deploy_or_act, end_may_be_interrupted, play_returns_to_the_marker],
        # The standard actions: MOVE, CLIMB, COLLECT FRAGMENT.
        [pay_one, choose_destination, action_may_be_interrupted],
        [pay_two, choose_destination, action_may_be_interrupted],
        [pay_three, collect_the_fragment, see_whether_it_is_over, action_may_be_interrupted],
        # A normal turn.
        [
            deploy_first,
            deploy_or_act,
            end_may_be_interrupted,
            draw_three,
            pass_marker_to_the_left,
        ],
        # The others may interrupt.
        [ask_each_other_player, closest_interrupts],
    ]


def verbs() -> list[tuple[Verb, str]]:
    """What a player may do, by number: the function, its word, and what its numbers mean."""
    return [
        (assign, "assign character space"),
        (deploy, "deploy character space"),
        (take_move, "move character"),
        (take_climb, "climb character"),
        (take_collect, "collect character symbol"),
        (take_melee, "melee character"),
        (take_smash, "smash character"),
        (take_snipe, "snipe character"),
        (take_shotgun, "shotgun character"),
        (take_explode, "explode character"),
        (take_psi, "psi character"),
        (take_fly, "fly character"),
        (take_rally, "rally character"),
        (take_heal, "heal character"),
        (declare_end, "end"),
        (pay, "pay card"),
        (pay_both, "pay card card"),
        (pay_all_three, "pay card card card"),
        (go_to, "to space"),
        (aim_at, "at character"),
        (aim_on, "on space"),
        (strike_all, "hi-ex"),
        (strike_one, "one-only"),
        (block, "block card"),
        (deflect, "deflect card"),
        (precog, "precog card"),
        (cover, "cover card"),
        (take_damage, "take-damage"),
        (give_up, "give-up card"),
        (drink, "drink"),
        (abstain, "abstain"),
        (name_ally, "ally character"),
        (rally_move, "move character space"),
        (rally_climb, "climb character space"),
        (stay, "stay"),
        (announce, "interrupt card"),
        (let_pass, "pass"),
    ]
