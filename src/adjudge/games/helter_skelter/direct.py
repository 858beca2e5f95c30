"""Generated from sequences.py by scripts/direct.py. Do not edit."""

from __future__ import annotations

from mypy_extensions import i64

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
from adjudge.games.helter_skelter.damage import abstain, damage_falls, drink, vampirism, warp_spasm
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
from adjudge.games.helter_skelter.policy import careful, estimate, worth
from adjudge.games.helter_skelter.preparation import (
    assign,
    each_assigns_map_cards,
    each_draws_seven,
    lowest_number_starts,
    pass_map_cards_to_the_right,
    place_fragments,
)
from adjudge.games.helter_skelter.procedures import Action, Game, Turn, Window
from adjudge.games.helter_skelter.state import Table
from adjudge.games.helter_skelter.turns import (
    declare_end,
    deploy,
    deploy_first,
    draw_three,
    marker_holder_takes_turn,
    pass_marker_to_the_left,
)
from adjudge.kernel.agenda import Procedure, Rulebook, State


class Direct(Rulebook):
    """The summary page, spelt out."""

    def step(self, g: State, p: Procedure, at: i64) -> bool:
        """Do that step; false if none is left."""
        assert isinstance(g, Table)
        kind = p.kind
        if kind < 8:
            if kind < 4:
                if kind < 2:
                    if kind < 1:
                        assert isinstance(p, Game)
                        if at == 0:
                            each_assigns_map_cards(g, p)
                        elif at == 1:
                            pass_map_cards_to_the_right(g, p)
                        elif at == 2:
                            place_fragments(g, p)
                        elif at == 3:
                            each_draws_seven(g, p)
                        elif at == 4:
                            lowest_number_starts(g, p)
                        elif at == 5:
                            marker_holder_takes_turn(g, p)
                        else:
                            return False
                    else:
                        assert isinstance(p, Action)
                        if at == 0:
                            pay_with_symbol(g, p)
                        elif at == 1:
                            choose_defender(g, p)
                        elif at == 2:
                            each_defends(g, p)
                        elif at == 3:
                            damage_falls(g, p)
                        elif at == 4:
                            warp_spasm(g, p)
                        elif at == 5:
                            vampirism(g, p)
                        elif at == 6:
                            see_whether_it_is_over(g, p)
                        elif at == 7:
                            action_may_be_interrupted(g, p)
                        else:
                            return False
                else:
                    if kind < 3:
                        assert isinstance(p, Action)
                        if at == 0:
                            pay_with_symbol(g, p)
                        elif at == 1:
                            choose_defender(g, p)
                        elif at == 2:
                            each_defends(g, p)
                        elif at == 3:
                            damage_falls(g, p)
                        elif at == 4:
                            warp_spasm(g, p)
                        elif at == 5:
                            see_whether_it_is_over(g, p)
                        elif at == 6:
                            action_may_be_interrupted(g, p)
                        else:
                            return False
                    else:
                        assert isinstance(p, Action)
                        if at == 0:
                            pay_with_symbol(g, p)
                        elif at == 1:
                            choose_defender(g, p)
                        elif at == 2:
                            offer_hi_ex(g, p)
                        elif at == 3:
                            each_defends(g, p)
                        elif at == 4:
                            damage_falls(g, p)
                        elif at == 5:
                            warp_spasm(g, p)
                        elif at == 6:
                            see_whether_it_is_over(g, p)
                        elif at == 7:
                            action_may_be_interrupted(g, p)
                        else:
                            return False
            else:
                if kind < 6:
                    if kind < 5:
                        assert isinstance(p, Action)
                        if at == 0:
                            pay_with_symbol(g, p)
                        elif at == 1:
                            choose_defender(g, p)
                        elif at == 2:
                            each_defends(g, p)
                        elif at == 3:
                            damage_falls(g, p)
                        elif at == 4:
                            warp_spasm(g, p)
                        elif at == 5:
                            see_whether_it_is_over(g, p)
                        elif at == 6:
                            action_may_be_interrupted(g, p)
                        else:
                            return False
                    else:
                        assert isinstance(p, Action)
                        if at == 0:
                            pay_with_symbol(g, p)
                        elif at == 1:
                            choose_space_to_explode(g, p)
                        elif at == 2:
                            each_defends(g, p)
                        elif at == 3:
                            damage_falls(g, p)
                        elif at == 4:
                            warp_spasm(g, p)
                        elif at == 5:
                            see_whether_it_is_over(g, p)
                        elif at == 6:
                            action_may_be_interrupted(g, p)
                        else:
                            return False
                else:
                    if kind < 7:
                        assert isinstance(p, Action)
                        if at == 0:
                            pay_with_symbol(g, p)
                        elif at == 1:
                            choose_defender(g, p)
                        elif at == 2:
                            discard_for_the_defender(g, p)
                        elif at == 3:
                            damage_falls(g, p)
                        elif at == 4:
                            warp_spasm(g, p)
                        elif at == 5:
                            see_whether_it_is_over(g, p)
                        elif at == 6:
                            action_may_be_interrupted(g, p)
                        else:
                            return False
                    else:
                        assert isinstance(p, Action)
                        if at == 0:
                            pay_with_symbol(g, p)
                        elif at == 1:
                            choose_destination(g, p)
                        elif at == 2:
                            action_may_be_interrupted(g, p)
                        else:
                            return False
        else:
            if kind < 12:
                if kind < 10:
                    if kind < 9:
                        assert isinstance(p, Action)
                        if at == 0:
                            pay_with_symbol(g, p)
                        elif at == 1:
                            choose_ally(g, p)
                        elif at == 2:
                            move_one_of_them(g, p)
                        elif at == 3:
                            pay_for_the_climb(g, p)
                        elif at == 4:
                            climb_up(g, p)
                        elif at == 5:
                            move_the_other(g, p)
                        elif at == 6:
                            pay_for_the_climb(g, p)
                        elif at == 7:
                            climb_up(g, p)
                        elif at == 8:
                            action_may_be_interrupted(g, p)
                        else:
                            return False
                    else:
                        assert isinstance(p, Action)
                        if at == 0:
                            pay_with_symbol(g, p)
                        elif at == 1:
                            choose_ally(g, p)
                        elif at == 2:
                            heal_ally(g, p)
                        elif at == 3:
                            action_may_be_interrupted(g, p)
                        else:
                            return False
                else:
                    if kind < 11:
                        assert isinstance(p, Turn)
                        if at == 0:
                            deploy_or_act(g, p)
                        elif at == 1:
                            end_may_be_interrupted(g, p)
                        elif at == 2:
                            play_returns_to_the_marker(g, p)
                        else:
                            return False
                    else:
                        assert isinstance(p, Action)
                        if at == 0:
                            pay_one(g, p)
                        elif at == 1:
                            choose_destination(g, p)
                        elif at == 2:
                            action_may_be_interrupted(g, p)
                        else:
                            return False
            else:
                if kind < 14:
                    if kind < 13:
                        assert isinstance(p, Action)
                        if at == 0:
                            pay_two(g, p)
                        elif at == 1:
                            choose_destination(g, p)
                        elif at == 2:
                            action_may_be_interrupted(g, p)
                        else:
                            return False
                    else:
                        assert isinstance(p, Action)
                        if at == 0:
                            pay_three(g, p)
                        elif at == 1:
                            collect_the_fragment(g, p)
                        elif at == 2:
                            see_whether_it_is_over(g, p)
                        elif at == 3:
                            action_may_be_interrupted(g, p)
                        else:
                            return False
                else:
                    if kind < 15:
                        assert isinstance(p, Turn)
                        if at == 0:
                            deploy_first(g, p)
                        elif at == 1:
                            deploy_or_act(g, p)
                        elif at == 2:
                            end_may_be_interrupted(g, p)
                        elif at == 3:
                            draw_three(g, p)
                        elif at == 4:
                            pass_marker_to_the_left(g, p)
                        else:
                            return False
                    else:
                        assert isinstance(p, Window)
                        if at == 0:
                            ask_each_other_player(g, p)
                        elif at == 1:
                            closest_interrupts(g, p)
                        else:
                            return False
        return True

    def perform(self, g: State, p: Procedure, verb: i64, a: i64, b: i64, c: i64) -> None:
        """Do what the option says."""
        assert isinstance(g, Table)
        if verb < 18:
            if verb < 9:
                if verb < 4:
                    if verb < 2:
                        if verb < 1:
                            assert isinstance(p, Game)
                            assign(g, p, a, b)
                        else:
                            assert isinstance(p, Turn)
                            deploy(g, p, a, b)
                    else:
                        if verb < 3:
                            assert isinstance(p, Turn)
                            take_move(g, p, a)
                        else:
                            assert isinstance(p, Turn)
                            take_climb(g, p, a)
                else:
                    if verb < 6:
                        if verb < 5:
                            assert isinstance(p, Turn)
                            take_collect(g, p, a, b)
                        else:
                            assert isinstance(p, Turn)
                            take_melee(g, p, a)
                    else:
                        if verb < 7:
                            assert isinstance(p, Turn)
                            take_smash(g, p, a)
                        else:
                            if verb < 8:
                                assert isinstance(p, Turn)
                                take_snipe(g, p, a)
                            else:
                                assert isinstance(p, Turn)
                                take_shotgun(g, p, a)
            else:
                if verb < 13:
                    if verb < 11:
                        if verb < 10:
                            assert isinstance(p, Turn)
                            take_explode(g, p, a)
                        else:
                            assert isinstance(p, Turn)
                            take_psi(g, p, a)
                    else:
                        if verb < 12:
                            assert isinstance(p, Turn)
                            take_fly(g, p, a)
                        else:
                            assert isinstance(p, Turn)
                            take_rally(g, p, a)
                else:
                    if verb < 15:
                        if verb < 14:
                            assert isinstance(p, Turn)
                            take_heal(g, p, a)
                        else:
                            assert isinstance(p, Turn)
                            declare_end(g, p)
                    else:
                        if verb < 16:
                            assert isinstance(p, Action)
                            pay(g, p, a)
                        else:
                            if verb < 17:
                                assert isinstance(p, Action)
                                pay_both(g, p, a, b)
                            else:
                                assert isinstance(p, Action)
                                pay_all_three(g, p, a, b, c)
        else:
            if verb < 27:
                if verb < 22:
                    if verb < 20:
                        if verb < 19:
                            assert isinstance(p, Action)
                            go_to(g, p, a)
                        else:
                            assert isinstance(p, Action)
                            aim_at(g, p, a)
                    else:
                        if verb < 21:
                            assert isinstance(p, Action)
                            aim_on(g, p, a)
                        else:
                            assert isinstance(p, Action)
                            strike_all(g, p)
                else:
                    if verb < 24:
                        if verb < 23:
                            assert isinstance(p, Action)
                            strike_one(g, p)
                        else:
                            assert isinstance(p, Action)
                            block(g, p, a)
                    else:
                        if verb < 25:
                            assert isinstance(p, Action)
                            deflect(g, p, a)
                        else:
                            if verb < 26:
                                assert isinstance(p, Action)
                                precog(g, p, a)
                            else:
                                assert isinstance(p, Action)
                                cover(g, p, a)
            else:
                if verb < 32:
                    if verb < 29:
                        if verb < 28:
                            assert isinstance(p, Action)
                            take_damage(g, p)
                        else:
                            assert isinstance(p, Action)
                            give_up(g, p, a)
                    else:
                        if verb < 30:
                            assert isinstance(p, Action)
                            drink(g, p)
                        else:
                            if verb < 31:
                                assert isinstance(p, Action)
                                abstain(g, p)
                            else:
                                assert isinstance(p, Action)
                                name_ally(g, p, a)
                else:
                    if verb < 34:
                        if verb < 33:
                            assert isinstance(p, Action)
                            rally_move(g, p, a, b)
                        else:
                            assert isinstance(p, Action)
                            rally_climb(g, p, a, b)
                    else:
                        if verb < 35:
                            assert isinstance(p, Action)
                            stay(g, p)
                        else:
                            if verb < 36:
                                assert isinstance(p, Window)
                                announce(g, p, a)
                            else:
                                assert isinstance(p, Window)
                                let_pass(g, p)

    def prefer(self, g: State) -> i64:
        """The heuristic's choice."""
        assert isinstance(g, Table)
        return careful(g)

    def worth(self, g: State, seat: i64) -> i64:
        """What the game makes of an unfinished position."""
        assert isinstance(g, Table)
        return worth(g, seat)

    def estimate(self, g: State, seat: i64) -> i64:
        """What experience makes of it."""
        assert isinstance(g, Table)
        return estimate(g, seat)
