"""The rulebook's summary page. Read this first: what happens when, and what players may do."""

from __future__ import annotations

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
from adjudge.kernel.agenda import Step, Verb


def sequences() -> list[list[Step]]:
    """What happens, by kind of procedure."""
    return [
        # The game, round after round.
        [next_round_begins],
        # The 18 symbols: heal, wound, radiation, rations, eat, ammo, violence ...
        [choose_healed],
        [choose_wounded],
        [choose_irradiated],
        [gain_ration],
        [eat],
        [gain_ammo],
        [pay_for_violence],
        # ... survival gained and spent, diplomacy gained and spent, psi ...
        [keep_for_survival],
        [pay_with_expertise],
        [keep_for_diplomacy],
        [pay_with_expertise],
        [choose_psi_branch],
        # ... skip, swap, remove ...
        [skip],
        [choose_first_to_swap, choose_second_to_swap],
        [remove],
        # ... advance, enemy advance, death.
        [advance_own_pawn],
        [advance_enemy_pawn],
        [choose_who_is_lost],
        # A round: cooperative and solo, then head-to-head.
        [dawn_breaks, dusk_falls, pass_senior_judge_token, draw_new_hands],
        [two_rows_at_dawn, two_rows_at_dusk, draw_hands_of_six, pass_senior_judge_token],
        # Dawn together.
        [
            judges_start_at_location,
            play_cards_in_turn,
            arrange_by_number,
            resolve_row,
            judges_end_at_location,
            turn_token_to_dusk,
            judges_eat,
        ],
        # Dusk together.
        [
            judges_start_at_location,
            play_cards_in_turn,
            resolve_row,
            judges_end_at_location,
            turn_token_to_dawn,
            judges_eat,
            perps_press_ahead,
        ],
        # Dawn alone.
        [
            judges_start_at_location,
            draw_into_the_row,
            draw_into_the_row,
            play_from_hand,
            arrange_by_number,
            play_from_hand,
            arrange_by_number,
            draw_into_the_row,
            play_from_hand,
            arrange_by_number,
            resolve_row,
            judges_end_at_location,
            turn_token_to_dusk,
            judges_eat,
        ],
        # Dusk alone.
        [
            judges_start_at_location,
            play_from_hand,
            build_row_at_both_ends,
            resolve_row,
            judges_end_at_location,
            turn_token_to_dawn,
            judges_eat,
            perps_press_ahead,
        ],
        # Dawn head-to-head.
        [
            senior_starts_at_location,
            other_starts_at_location,
            stop_if_ending,
            add_cards_to_either_row,
            arrange_both_rows,
            senior_takes_a_row_or_lets_choose,
            other_takes_a_row_if_let,
            psi_cards_join_their_rows,
            psi_cards_fall_into_order,
            picker_resolves,
            other_resolves,
            stop_if_ending,
            picker_ends_at_location,
            other_ends_at_location,
            stop_if_ending,
            turn_token_to_dusk,
            picker_eats,
            other_eats,
            stop_if_ending,
        ],
        # Dusk head-to-head.
        [
            senior_starts_at_location,
            other_starts_at_location,
            stop_if_ending,
            add_cards_to_either_row,
            whoever_did_not_pick_takes_a_row,
            turn_up_face_down_cards,
            psi_cards_join_their_rows,
            picker_resolves,
            other_resolves,
            stop_if_ending,
            picker_ends_at_location,
            other_ends_at_location,
            stop_if_ending,
            turn_token_to_dawn,
            picker_eats,
            other_eats,
            stop_if_ending,
        ],
        # A row, a card, a box.
        [encounter_next_card],
        [trigger_every_event, choose_one_choice, offer_each_option, put_card_away],
        [carry_out_next_symbol],
        # A pawn moves.
        [go_to_next_location, shoot_it_out, land],
        # The psi action: together, alone, head-to-head.
        [each_draws_a_secret_card, each_makes_a_case, senior_judge_settles],
        [draw_four, choose_two_to_keep],
        [look_at_the_top_card, choose_where_to_hide_it],
        # A card drawn at dusk alone.
        [choose_an_end],
    ]


def verbs() -> list[tuple[Verb, str]]:
    """What a player may do, by number: the function, its word, and what its numbers mean."""
    return [
        (play_card, "play card"),
        (play_at, "play card end"),
        (draw, "draw"),
        (place, "place end"),
        (play_to, "play card side"),
        (take_row, "take side"),
        (let_choose, "let-choose"),
        (choose, "choose box"),
        (trigger, "trigger box"),
        (ignore, "ignore box"),
        (heal, "heal character"),
        (wound, "wound character"),
        (irradiate, "irradiate character"),
        (spend_ammo, "spend-ammo"),
        (spend_two, "spend-two character"),
        (kill, "kill character"),
        (spend_card, "spend-card card"),
        (spend_one, "spend-one character"),
        (lose, "lose character"),
        (add_card, "add-card"),
        (take_psi_action, "psi-action"),
        (say, "say judgement advice"),
        (agree, "agree seat"),
        (keep, "keep card card"),
        (hide, "hide side"),
        (swap_first, "swap place"),
        (swap_with, "with place"),
        (do_not_swap, "no-swap"),
    ]
