"""Generated from sequences.py by scripts/direct.py. Do not edit."""

from __future__ import annotations

from mypy_extensions import i64

from adjudge.games.cursed_earth.cooperative import (
    arrange_by_number,
    dawn_breaks,
    draw_new_hands,
    dusk_falls,
    judges_eat,
    judges_end_at_location,
    judges_start_at_location,
    next_round_begins,
    pass_senior_judge_token,
    perps_press_ahead,
    play_card,
    play_cards_in_turn,
    resolve_row,
    turn_token_to_dawn,
    turn_token_to_dusk,
)
from adjudge.games.cursed_earth.encounters import (
    carry_out_next_symbol,
    choose,
    choose_one_choice,
    encounter_next_card,
    ignore,
    offer_each_option,
    put_card_away,
    trigger,
    trigger_every_event,
)
from adjudge.games.cursed_earth.endings import stop_if_ending
from adjudge.games.cursed_earth.expertise import (
    keep_for_diplomacy,
    keep_for_survival,
    pay_with_expertise,
    spend_card,
    spend_one,
)
from adjudge.games.cursed_earth.hunt import (
    advance_enemy_pawn,
    advance_own_pawn,
    go_to_next_location,
    land,
    shoot_it_out,
)
from adjudge.games.cursed_earth.policy import careful, estimate, worth
from adjudge.games.cursed_earth.procedures import (
    Action,
    Box,
    Encounter,
    Encounters,
    Game,
    Investigation,
    Move,
    Placing,
    PsiAction,
    Round,
)
from adjudge.games.cursed_earth.psi import (
    add_card,
    agree,
    choose_psi_branch,
    choose_two_to_keep,
    choose_where_to_hide_it,
    draw_four,
    each_draws_a_secret_card,
    each_makes_a_case,
    hide,
    keep,
    look_at_the_top_card,
    say,
    senior_judge_settles,
    take_psi_action,
)
from adjudge.games.cursed_earth.resources import (
    choose_healed,
    choose_irradiated,
    choose_who_is_lost,
    choose_wounded,
    eat,
    gain_ammo,
    gain_ration,
    heal,
    irradiate,
    kill,
    lose,
    pay_for_violence,
    spend_ammo,
    spend_two,
    wound,
)
from adjudge.games.cursed_earth.row import (
    choose_first_to_swap,
    choose_second_to_swap,
    do_not_swap,
    remove,
    skip,
    swap_first,
    swap_with,
)
from adjudge.games.cursed_earth.solo import (
    build_row_at_both_ends,
    choose_an_end,
    draw,
    draw_into_the_row,
    place,
    play_at,
    play_from_hand,
)
from adjudge.games.cursed_earth.state import Table
from adjudge.games.cursed_earth.versus import (
    add_cards_to_either_row,
    arrange_both_rows,
    draw_hands_of_six,
    let_choose,
    other_eats,
    other_ends_at_location,
    other_resolves,
    other_starts_at_location,
    other_takes_a_row_if_let,
    picker_eats,
    picker_ends_at_location,
    picker_resolves,
    play_to,
    psi_cards_fall_into_order,
    psi_cards_join_their_rows,
    senior_starts_at_location,
    senior_takes_a_row_or_lets_choose,
    take_row,
    turn_up_face_down_cards,
    two_rows_at_dawn,
    two_rows_at_dusk,
    whoever_did_not_pick_takes_a_row,
)
from adjudge.kernel.agenda import Procedure, Rulebook, State


class Direct(Rulebook):
    """The summary page, spelt out."""

    def step(self, g: State, p: Procedure, at: i64) -> bool:
        """Do that step; false if none is left."""
        assert isinstance(g, Table)
        kind = p.kind
        if kind < 17:
            if kind < 8:
                if kind < 4:
                    if kind < 2:
                        if kind < 1:
                            assert isinstance(p, Game)
                            if at == 0:
                                next_round_begins(g, p)
                            else:
                                return False
                        else:
                            assert isinstance(p, Action)
                            if at == 0:
                                choose_healed(g, p)
                            else:
                                return False
                    else:
                        if kind < 3:
                            assert isinstance(p, Action)
                            if at == 0:
                                choose_wounded(g, p)
                            else:
                                return False
                        else:
                            assert isinstance(p, Action)
                            if at == 0:
                                choose_irradiated(g, p)
                            else:
                                return False
                else:
                    if kind < 6:
                        if kind < 5:
                            assert isinstance(p, Action)
                            if at == 0:
                                gain_ration(g, p)
                            else:
                                return False
                        else:
                            assert isinstance(p, Action)
                            if at == 0:
                                eat(g, p)
                            else:
                                return False
                    else:
                        if kind < 7:
                            assert isinstance(p, Action)
                            if at == 0:
                                gain_ammo(g, p)
                            else:
                                return False
                        else:
                            assert isinstance(p, Action)
                            if at == 0:
                                pay_for_violence(g, p)
                            else:
                                return False
            else:
                if kind < 12:
                    if kind < 10:
                        if kind < 9:
                            assert isinstance(p, Action)
                            if at == 0:
                                keep_for_survival(g, p)
                            else:
                                return False
                        else:
                            assert isinstance(p, Action)
                            if at == 0:
                                pay_with_expertise(g, p)
                            else:
                                return False
                    else:
                        if kind < 11:
                            assert isinstance(p, Action)
                            if at == 0:
                                keep_for_diplomacy(g, p)
                            else:
                                return False
                        else:
                            assert isinstance(p, Action)
                            if at == 0:
                                pay_with_expertise(g, p)
                            else:
                                return False
                else:
                    if kind < 14:
                        if kind < 13:
                            assert isinstance(p, Action)
                            if at == 0:
                                choose_psi_branch(g, p)
                            else:
                                return False
                        else:
                            assert isinstance(p, Action)
                            if at == 0:
                                skip(g, p)
                            else:
                                return False
                    else:
                        if kind < 15:
                            assert isinstance(p, Action)
                            if at == 0:
                                choose_first_to_swap(g, p)
                            elif at == 1:
                                choose_second_to_swap(g, p)
                            else:
                                return False
                        else:
                            if kind < 16:
                                assert isinstance(p, Action)
                                if at == 0:
                                    remove(g, p)
                                else:
                                    return False
                            else:
                                assert isinstance(p, Action)
                                if at == 0:
                                    advance_own_pawn(g, p)
                                else:
                                    return False
        else:
            if kind < 26:
                if kind < 21:
                    if kind < 19:
                        if kind < 18:
                            assert isinstance(p, Action)
                            if at == 0:
                                advance_enemy_pawn(g, p)
                            else:
                                return False
                        else:
                            assert isinstance(p, Action)
                            if at == 0:
                                choose_who_is_lost(g, p)
                            else:
                                return False
                    else:
                        if kind < 20:
                            assert isinstance(p, Round)
                            if at == 0:
                                dawn_breaks(g, p)
                            elif at == 1:
                                dusk_falls(g, p)
                            elif at == 2:
                                pass_senior_judge_token(g, p)
                            elif at == 3:
                                draw_new_hands(g, p)
                            else:
                                return False
                        else:
                            assert isinstance(p, Round)
                            if at == 0:
                                two_rows_at_dawn(g, p)
                            elif at == 1:
                                two_rows_at_dusk(g, p)
                            elif at == 2:
                                draw_hands_of_six(g, p)
                            elif at == 3:
                                pass_senior_judge_token(g, p)
                            else:
                                return False
                else:
                    if kind < 23:
                        if kind < 22:
                            assert isinstance(p, Investigation)
                            if at == 0:
                                judges_start_at_location(g, p)
                            elif at == 1:
                                play_cards_in_turn(g, p)
                            elif at == 2:
                                arrange_by_number(g, p)
                            elif at == 3:
                                resolve_row(g, p)
                            elif at == 4:
                                judges_end_at_location(g, p)
                            elif at == 5:
                                turn_token_to_dusk(g, p)
                            elif at == 6:
                                judges_eat(g, p)
                            else:
                                return False
                        else:
                            assert isinstance(p, Investigation)
                            if at == 0:
                                judges_start_at_location(g, p)
                            elif at == 1:
                                play_cards_in_turn(g, p)
                            elif at == 2:
                                resolve_row(g, p)
                            elif at == 3:
                                judges_end_at_location(g, p)
                            elif at == 4:
                                turn_token_to_dawn(g, p)
                            elif at == 5:
                                judges_eat(g, p)
                            elif at == 6:
                                perps_press_ahead(g, p)
                            else:
                                return False
                    else:
                        if kind < 24:
                            assert isinstance(p, Investigation)
                            if at == 0:
                                judges_start_at_location(g, p)
                            elif at == 1:
                                draw_into_the_row(g, p)
                            elif at == 2:
                                draw_into_the_row(g, p)
                            elif at == 3:
                                play_from_hand(g, p)
                            elif at == 4:
                                arrange_by_number(g, p)
                            elif at == 5:
                                play_from_hand(g, p)
                            elif at == 6:
                                arrange_by_number(g, p)
                            elif at == 7:
                                draw_into_the_row(g, p)
                            elif at == 8:
                                play_from_hand(g, p)
                            elif at == 9:
                                arrange_by_number(g, p)
                            elif at == 10:
                                resolve_row(g, p)
                            elif at == 11:
                                judges_end_at_location(g, p)
                            elif at == 12:
                                turn_token_to_dusk(g, p)
                            elif at == 13:
                                judges_eat(g, p)
                            else:
                                return False
                        else:
                            if kind < 25:
                                assert isinstance(p, Investigation)
                                if at == 0:
                                    judges_start_at_location(g, p)
                                elif at == 1:
                                    play_from_hand(g, p)
                                elif at == 2:
                                    build_row_at_both_ends(g, p)
                                elif at == 3:
                                    resolve_row(g, p)
                                elif at == 4:
                                    judges_end_at_location(g, p)
                                elif at == 5:
                                    turn_token_to_dawn(g, p)
                                elif at == 6:
                                    judges_eat(g, p)
                                elif at == 7:
                                    perps_press_ahead(g, p)
                                else:
                                    return False
                            else:
                                assert isinstance(p, Investigation)
                                if at == 0:
                                    senior_starts_at_location(g, p)
                                elif at == 1:
                                    other_starts_at_location(g, p)
                                elif at == 2:
                                    stop_if_ending(g, p)
                                elif at == 3:
                                    add_cards_to_either_row(g, p)
                                elif at == 4:
                                    arrange_both_rows(g, p)
                                elif at == 5:
                                    senior_takes_a_row_or_lets_choose(g, p)
                                elif at == 6:
                                    other_takes_a_row_if_let(g, p)
                                elif at == 7:
                                    psi_cards_join_their_rows(g, p)
                                elif at == 8:
                                    psi_cards_fall_into_order(g, p)
                                elif at == 9:
                                    picker_resolves(g, p)
                                elif at == 10:
                                    other_resolves(g, p)
                                elif at == 11:
                                    stop_if_ending(g, p)
                                elif at == 12:
                                    picker_ends_at_location(g, p)
                                elif at == 13:
                                    other_ends_at_location(g, p)
                                elif at == 14:
                                    stop_if_ending(g, p)
                                elif at == 15:
                                    turn_token_to_dusk(g, p)
                                elif at == 16:
                                    picker_eats(g, p)
                                elif at == 17:
                                    other_eats(g, p)
                                elif at == 18:
                                    stop_if_ending(g, p)
                                else:
                                    return False
            else:
                if kind < 30:
                    if kind < 28:
                        if kind < 27:
                            assert isinstance(p, Investigation)
                            if at == 0:
                                senior_starts_at_location(g, p)
                            elif at == 1:
                                other_starts_at_location(g, p)
                            elif at == 2:
                                stop_if_ending(g, p)
                            elif at == 3:
                                add_cards_to_either_row(g, p)
                            elif at == 4:
                                whoever_did_not_pick_takes_a_row(g, p)
                            elif at == 5:
                                turn_up_face_down_cards(g, p)
                            elif at == 6:
                                psi_cards_join_their_rows(g, p)
                            elif at == 7:
                                picker_resolves(g, p)
                            elif at == 8:
                                other_resolves(g, p)
                            elif at == 9:
                                stop_if_ending(g, p)
                            elif at == 10:
                                picker_ends_at_location(g, p)
                            elif at == 11:
                                other_ends_at_location(g, p)
                            elif at == 12:
                                stop_if_ending(g, p)
                            elif at == 13:
                                turn_token_to_dawn(g, p)
                            elif at == 14:
                                picker_eats(g, p)
                            elif at == 15:
                                other_eats(g, p)
                            elif at == 16:
                                stop_if_ending(g, p)
                            else:
                                return False
                        else:
                            assert isinstance(p, Encounters)
                            if at == 0:
                                encounter_next_card(g, p)
                            else:
                                return False
                    else:
                        if kind < 29:
                            assert isinstance(p, Encounter)
                            if at == 0:
                                trigger_every_event(g, p)
                            elif at == 1:
                                choose_one_choice(g, p)
                            elif at == 2:
                                offer_each_option(g, p)
                            elif at == 3:
                                put_card_away(g, p)
                            else:
                                return False
                        else:
                            assert isinstance(p, Box)
                            if at == 0:
                                carry_out_next_symbol(g, p)
                            else:
                                return False
                else:
                    if kind < 32:
                        if kind < 31:
                            assert isinstance(p, Move)
                            if at == 0:
                                go_to_next_location(g, p)
                            elif at == 1:
                                shoot_it_out(g, p)
                            elif at == 2:
                                land(g, p)
                            else:
                                return False
                        else:
                            assert isinstance(p, PsiAction)
                            if at == 0:
                                each_draws_a_secret_card(g, p)
                            elif at == 1:
                                each_makes_a_case(g, p)
                            elif at == 2:
                                senior_judge_settles(g, p)
                            else:
                                return False
                    else:
                        if kind < 33:
                            assert isinstance(p, PsiAction)
                            if at == 0:
                                draw_four(g, p)
                            elif at == 1:
                                choose_two_to_keep(g, p)
                            else:
                                return False
                        else:
                            if kind < 34:
                                assert isinstance(p, PsiAction)
                                if at == 0:
                                    look_at_the_top_card(g, p)
                                elif at == 1:
                                    choose_where_to_hide_it(g, p)
                                else:
                                    return False
                            else:
                                assert isinstance(p, Placing)
                                if at == 0:
                                    choose_an_end(g, p)
                                else:
                                    return False
        return True

    def perform(self, g: State, p: Procedure, verb: i64, a: i64, b: i64, c: i64) -> None:
        """Do what the option says."""
        assert isinstance(g, Table)
        if verb < 14:
            if verb < 7:
                if verb < 3:
                    if verb < 1:
                        assert isinstance(p, Investigation)
                        play_card(g, p, a)
                    else:
                        if verb < 2:
                            assert isinstance(p, Investigation)
                            play_at(g, p, a, b)
                        else:
                            assert isinstance(p, Investigation)
                            draw(g, p)
                else:
                    if verb < 5:
                        if verb < 4:
                            assert isinstance(p, Placing)
                            place(g, p, a)
                        else:
                            assert isinstance(p, Investigation)
                            play_to(g, p, a, b)
                    else:
                        if verb < 6:
                            assert isinstance(p, Investigation)
                            take_row(g, p, a)
                        else:
                            assert isinstance(p, Investigation)
                            let_choose(g, p)
            else:
                if verb < 10:
                    if verb < 8:
                        assert isinstance(p, Encounter)
                        choose(g, p, a)
                    else:
                        if verb < 9:
                            assert isinstance(p, Encounter)
                            trigger(g, p, a)
                        else:
                            assert isinstance(p, Encounter)
                            ignore(g, p, a)
                else:
                    if verb < 12:
                        if verb < 11:
                            assert isinstance(p, Action)
                            heal(g, p, a)
                        else:
                            assert isinstance(p, Action)
                            wound(g, p, a)
                    else:
                        if verb < 13:
                            assert isinstance(p, Action)
                            irradiate(g, p, a)
                        else:
                            assert isinstance(p, Action)
                            spend_ammo(g, p)
        else:
            if verb < 21:
                if verb < 17:
                    if verb < 15:
                        assert isinstance(p, Action)
                        spend_two(g, p, a)
                    else:
                        if verb < 16:
                            assert isinstance(p, Action)
                            kill(g, p, a)
                        else:
                            assert isinstance(p, Action)
                            spend_card(g, p, a)
                else:
                    if verb < 19:
                        if verb < 18:
                            assert isinstance(p, Action)
                            spend_one(g, p, a)
                        else:
                            assert isinstance(p, Action)
                            lose(g, p, a)
                    else:
                        if verb < 20:
                            assert isinstance(p, Action)
                            add_card(g, p)
                        else:
                            assert isinstance(p, Action)
                            take_psi_action(g, p)
            else:
                if verb < 24:
                    if verb < 22:
                        assert isinstance(p, PsiAction)
                        say(g, p, a, b)
                    else:
                        if verb < 23:
                            assert isinstance(p, PsiAction)
                            agree(g, p, a)
                        else:
                            assert isinstance(p, PsiAction)
                            keep(g, p, a, b)
                else:
                    if verb < 26:
                        if verb < 25:
                            assert isinstance(p, PsiAction)
                            hide(g, p, a)
                        else:
                            assert isinstance(p, Action)
                            swap_first(g, p, a)
                    else:
                        if verb < 27:
                            assert isinstance(p, Action)
                            swap_with(g, p, a)
                        else:
                            assert isinstance(p, Action)
                            do_not_swap(g, p)

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
