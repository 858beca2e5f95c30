"""Actions and defences: what they cost, who may use a card, and when an action is complete."""

from __future__ import annotations

import msgspec
import pytest

from adjudge.games.helter_skelter.schema import Card, Content, read_content
from adjudge.kernel.game import Invalid
from adjudge.packs import default_pack
from tests.helter_skelter.story import GAME, Board, Story, card, story

JUDGES = ["giant", "anderson", "hershey", "dredd", "mean-machine"]
EXAMPLE = card("dredd", "mean-machine", linked="snipe dredd", wild="melee")
ATTACKS = ["melee", "smash", "snipe", "shotgun", "explode"]
ON_A_TURN = [*ATTACKS, "psi", "fly", "rally", "heal"]
COST = {action: f"HS-{action.upper()}-01" for action in ON_A_TURN}


def together(*hand: Card) -> Story:
    """Dredd, hurt, and Hershey stand with Wulf on space 12."""
    return story({"dredd": 12, "hershey": 12, "wulf": 12}, hands=[hand], health={"dredd": 2})


# What an action costs


@pytest.mark.proves("HS-ACT-01")
def test_a_standard_action_is_paid_with_cards_of_the_one_who_takes_it() -> None:
    hand = [card("giant"), card("dredd"), card("giant", "dredd"), card("anderson", wild="melee")]
    s = story({"giant": 12, "dredd": 12, "hershey": 12, "wulf": 12}, hands=[hand])
    assert s.offered("move") == ["giant", "dredd"]
    assert s.why_not("move hershey") == "HS-MOVE-01"
    s.choose("move giant")
    assert s.options == ["pay 1", "pay 3"]
    assert [s.why_not(f"pay {n}") for n in (2, 4, 5)] == ["HS-MOVE-01"] * 3


@pytest.mark.proves("HS-ACT-01")
def test_more_than_one_card_is_paid_with_cards_of_the_one_who_takes_it_as_well() -> None:
    hand = [card("giant"), card("dredd"), card("giant", "dredd"), card("giant")]
    s = story({"giant": 12}, hands=[hand], board=Board(high=(13,)), fragments=[[12, 33, 34, 35]])
    up, collecting = s, Story(s.match.copy())
    up.choose("climb giant")
    assert up.options == ["pay 1 3", "pay 1 4", "pay 3 4"]
    assert up.why_not("pay 1 2") == "HS-CLIMB-01"
    collecting.choose("collect giant giant")
    assert collecting.options == ["pay 1 3 4"]
    assert collecting.why_not("pay 1 2 3") == "HS-FRAG-01"


@pytest.mark.proves("HS-ACT-02")
def test_a_combat_action_is_paid_with_its_symbol_wild_or_linked() -> None:
    s = together(
        card("dredd", linked="snipe dredd"),
        card("giant", wild="snipe"),
        card("hershey", linked="snipe hershey"),
        card("dredd"),
        card("dredd", wild="melee"),
    )
    s.choose("snipe dredd")
    assert s.options == ["pay 1", "pay 2"]
    assert [s.why_not(f"pay {n}") for n in (3, 4, 5)] == ["HS-SNIPE-01"] * 3
    s.choose("pay 2")
    assert (s.hand(0), s.discard(0)) == ([1, 3, 4, 5], [2])


@pytest.mark.proves("HS-ACT-02", "HS-ACT-03")
@pytest.mark.parametrize("action", ON_A_TURN)
def test_a_linked_symbol_serves_only_the_one_it_is_linked_to(action: str) -> None:
    s = together(
        card("dredd", "hershey", linked=f"{action} dredd"), card("hershey", wild="deflect")
    )
    assert s.offered(action) == ["dredd"]
    assert s.why_not(f"{action} hershey") == COST[action]
    s.choose(f"{action} dredd")
    assert s.options == ["pay 1"]
    assert s.why_not("pay 2") == COST[action]


@pytest.mark.proves("HS-ACT-02")
@pytest.mark.parametrize("action", ["melee", "smash", "snipe"])
def test_a_wild_symbol_serves_everybody_of_the_team(action: str) -> None:
    s = together(card("giant", wild=action))
    assert s.offered(action) == ["hershey", "dredd"]
    s.choose(f"{action} hershey")
    assert s.options == ["pay 1"]


@pytest.mark.proves("HS-ACT-07")
def test_a_discarded_card_is_used_up() -> None:
    """Dredd moves with a card that could have blocked, and cannot block with it any more."""
    hands = [[card("dredd", wild="melee")], [card("wulf", wild="interrupt"), card("wulf")]]
    hands[1].append(card("gronk", wild="melee"))
    s = story({"dredd": 11, "wulf": 12}, hands=hands)
    s.choose("move dredd", "pay 1", "to 12")
    assert (s.hand(0), s.discard(0)) == ([], [1])
    s.choose("interrupt 1", "melee wulf", "pay 3")
    assert s.options == ["take-damage"]
    assert s.why_not("block 1") == "HS-BLOCK-01"
    s.choose("take-damage").nobody_interrupts().choose("end").nobody_interrupts()
    assert s.seat == 0
    assert (s.offered("move"), s.offered("melee")) == ([], [])
    assert (s.why_not("move dredd"), s.why_not("melee dredd")) == ("HS-MOVE-01", "HS-MELEE-01")


@pytest.mark.proves("HS-ACT-07")
def test_without_the_move_the_same_card_would_have_blocked() -> None:
    hands = [[card("dredd", wild="melee")], [card("gronk", wild="melee")]]
    s = story({"dredd": 12, "wulf": 12}, hands=hands, marker=1)
    s.choose("melee wulf", "pay 1")
    assert s.options == ["take-damage", "block 1"]
    s.choose("block 1")
    assert (s.hand(0), s.discard(0), s.health("dredd")) == ([], [1], 3)


# The worked example: symbols of Dredd and Mean Machine, SNIPE linked to Dredd, a wild MELEE


def judges_with_the_example() -> Story:
    """All Judges on Wulf's space, and the card of the example alone in hand."""
    return story(dict.fromkeys([*JUDGES, "wulf"], 12), hands=[[EXAMPLE]])


@pytest.mark.proves("HS-ACT-08", "HS-RULING-38")
def test_the_card_of_the_example_moves_dredd_or_mean_machine_and_nobody_else() -> None:
    """Dredd's symbol counts although the SNIPE is linked to it."""
    s = judges_with_the_example()
    assert s.offered("move") == ["dredd", "mean-machine"]
    others = ["giant", "anderson", "hershey"]
    assert [s.why_not(f"move {judge}") for judge in others] == ["HS-MOVE-01"] * 3
    for judge in ("dredd", "mean-machine"):
        twin = Story(s.match.copy()).choose(f"move {judge}")
        assert twin.options == ["pay 1"]
        twin.choose("pay 1", "to 13")
        assert (twin.space(judge), twin.hand(0)) == (13, [])


@pytest.mark.proves("HS-RULING-38")
def test_a_symbol_with_a_link_counts_for_climbing_and_collecting_too() -> None:
    hand = [card("kai", linked="heal kai"), card("kai", linked="explode kai"), card("kai")]
    s = story(
        {"kai": 12},
        hands=[hand],
        teams=("slaine", "judges"),
        board=Board(high=(13,)),
        fragments=[[12, 33, 34, 35]],
    )
    assert (s.offered("climb"), s.offered("collect")) == (["kai"], ["kai kai"])
    s.choose("collect kai kai", "pay 1 2 3")
    assert s.points(0) == 2


@pytest.mark.proves("HS-ACT-09")
def test_the_snipe_of_the_example_is_dredds_alone() -> None:
    s = judges_with_the_example()
    assert s.offered("snipe") == ["dredd"]
    others = ["giant", "anderson", "hershey", "mean-machine"]
    assert [s.why_not(f"snipe {judge}") for judge in others] == ["HS-SNIPE-01"] * 4


@pytest.mark.proves("HS-ACT-10")
@pytest.mark.parametrize("judge", JUDGES)
def test_the_melee_of_the_example_hits_for_every_judge(judge: str) -> None:
    s = judges_with_the_example()
    assert s.offered("melee") == JUDGES
    s.choose(f"melee {judge}", "pay 1", "take-damage")
    assert s.health("wulf") == 2


@pytest.mark.proves("HS-ACT-10")
@pytest.mark.parametrize("judge", JUDGES)
def test_the_melee_of_the_example_blocks_for_every_judge(judge: str) -> None:
    places = {judge: 12, "wulf": 12}
    s = story(places, hands=[[EXAMPLE], [card("wulf", wild="melee")]], marker=1)
    s.choose("melee wulf", "pay 1")
    assert s.options == ["take-damage", "block 1"]
    s.choose("block 1")
    assert (s.health(judge), s.discard(0)) == (3, [1])


# How payments are counted


@pytest.mark.proves("HS-RULING-39")
def test_a_card_with_two_symbols_counts_as_one_card_for_either() -> None:
    hand = [card("giant", "dredd"), card("giant", "dredd"), card("giant", "dredd")]
    s = story({"giant": 12, "dredd": 12}, hands=[hand[:1]], board=Board(high=(13,)))
    assert (s.offered("move"), s.offered("climb")) == (["giant", "dredd"], [])
    s = story({"giant": 12, "dredd": 12}, hands=[hand[:2]], fragments=[[12, 33, 34, 35]])
    assert s.offered("collect") == []
    assert s.why_not("collect giant giant") == "HS-FRAG-01"
    s = story({"giant": 12, "dredd": 12}, hands=[hand], fragments=[[12, 33, 34, 35]])
    assert s.offered("collect") == ["giant giant", "dredd dredd"]


@pytest.mark.proves("HS-RULING-39")
@pytest.mark.parametrize(
    ("action", "paid", "more", "left"),
    [
        ("move dredd", "pay 1", ["pay 1 2", "pay 1 2 3"], 3),
        ("climb dredd", "pay 1 2", ["pay 1", "pay 1 2 3"], 2),
        ("collect dredd dredd", "pay 1 2 3", ["pay 1", "pay 1 2"], 1),
    ],
)
def test_exactly_the_stated_number_is_discarded(
    action: str, paid: str, more: list[str], left: int
) -> None:
    s = story(
        {"dredd": 12},
        hands=[[card("dredd")] * 4],
        board=Board(high=(13,)),
        fragments=[[12, 33, 34, 35]],
    )
    s.choose(action)
    assert [s.why_not(text) for text in more] == ["HS-RULING-39"] * 2
    s.choose(paid)
    assert (len(s.hand(0)), len(s.discard(0))) == (left, 4 - left)


@pytest.mark.proves("HS-RULING-42")
def test_cards_of_the_dead_keep_their_wild_symbols_and_those_of_others() -> None:
    hand = [card("dredd", "giant", linked="snipe dredd", wild="melee")]
    s = story({"giant": 12, "hershey": 12, "wulf": 12}, hands=[hand], dead=["dredd"])
    assert s.offered("melee") == ["giant", "hershey"]
    assert s.offered("move") == ["giant"]
    s.choose("melee hershey", "pay 1", "take-damage")
    assert s.health("wulf") == 2


@pytest.mark.proves("HS-RULING-42")
def test_symbols_linked_to_the_dead_are_useless() -> None:
    hand = [card("dredd", "giant", linked="snipe dredd", wild="melee")]
    s = story({"giant": 12, "hershey": 12, "wulf": 12}, hands=[hand], dead=["dredd"])
    assert s.offered("snipe") == []
    assert (s.why_not("snipe giant"), s.why_not("snipe dredd")) == ("HS-SNIPE-01", "HS-DMG-03")


@pytest.mark.proves("HS-RULING-42")
def test_a_wild_symbol_on_a_card_of_the_dead_still_defends_and_a_linked_one_does_not() -> None:
    hands = [
        [card("dredd", wild="deflect"), card("dredd", linked="deflect dredd")],
        [card("wulf", wild="snipe")],
    ]
    s = story({"giant": 12, "wulf": 12}, hands=hands, dead=["dredd"], marker=1)
    s.choose("snipe wulf", "pay 1")
    assert s.options == ["take-damage", "deflect 1"]
    assert s.why_not("deflect 2") == "HS-DEFLECT-01"


# Defences


def attacked_by_giant(action: str, *defence: Card) -> Story:
    """Giant has paid for his action; Wulf is the only one it can hit, next to him or with him."""
    space = 13 if action == "explode" else 12
    hands = [[card("giant", linked=f"{action} giant")], list(defence)]
    s = story({"giant": 12, "wulf": space}, hands=hands)
    return s.choose(f"{action} giant", "pay 1")


@pytest.mark.proves("HS-ACT-04")
@pytest.mark.parametrize("action", ATTACKS)
def test_five_combat_actions_let_the_defender_defend(action: str) -> None:
    s = attacked_by_giant(action)
    assert (s.seat, s.options, s.health("wulf")) == (1, ["take-damage"], 3)
    assert s.why_not("take-damage", 0) == "HS-ACT-04"
    defence = "block" if action in ("melee", "smash") else "deflect"
    s = attacked_by_giant(action, card("gronk", wild={"block": "melee"}.get(defence, defence)))
    assert (s.seat, s.options) == (1, ["take-damage", f"{defence} 1"])


DEFENCES = [card("gronk", wild="melee"), card("gronk", wild="deflect"), card("gronk", wild="cover")]


@pytest.mark.proves("HS-ACT-04")
def test_nobody_defends_against_psi() -> None:
    s = attacked_by_giant("psi", *DEFENCES)
    assert s.in_window
    assert (s.health("wulf"), s.hand(1)) == (2, [1, 2, 3])
    s = attacked_by_giant("psi", *DEFENCES, card("wulf"))
    assert s.options == ["give-up 4"]
    refusals = [s.why_not(text) for text in ("block 1", "deflect 2", "cover 3")]
    assert refusals == ["HS-PSI-05"] * 3


@pytest.mark.proves("HS-ACT-04")
@pytest.mark.parametrize(
    ("action", "choices"),
    [("fly", ["to 13"]), ("rally", ["move giant 13", "stay"]), ("heal", [])],
)
def test_nobody_defends_against_fly_rally_and_heal(action: str, choices: list[str]) -> None:
    s = story(
        {"giant": 12, "dredd": 12, "wulf": 12},
        hands=[[card("giant", linked=f"{action} giant")], DEFENCES],
        health={"dredd": 2},
    )
    s.choose(f"{action} giant", "pay 1")
    for choice in choices:
        assert (s.seat, s.offered("take-damage")) == (0, [])
        s.choose(choice)
    assert (s.seat, s.options) == (1, ["pass"])


@pytest.mark.proves("HS-ACT-04")
def test_nobody_defends_against_an_interrupt() -> None:
    defences = [card("giant", wild=symbol) for symbol in ("melee", "deflect", "cover")]
    hands = [[card("giant"), *defences], [card("wulf", wild="interrupt")]]
    s = story({"giant": 12, "wulf": 13}, hands=hands)
    s.choose("move giant", "pay 1", "to 13", "interrupt 1")
    assert (s.seat, s.doing) == (1, ["game", "turn", "interrupting-turn"])
    assert (s.hand(0), s.offered("end")) == ([2, 3, 4], [""])


@pytest.mark.proves("HS-ACT-05")
def test_a_defence_is_paid_with_its_symbol_wild_or_linked_to_the_defender() -> None:
    hand = [
        card("dredd", "anderson", linked="deflect dredd"),
        card("giant", wild="deflect"),
        card("anderson", linked="deflect anderson"),
        card("anderson"),
    ]
    places = {"anderson": 12, "dredd": 1, "wulf": 12}
    s = story(places, hands=[hand, [card("wulf", wild="snipe")]], marker=1)
    s.choose("snipe wulf", "pay 1", "at anderson")
    assert s.options == ["take-damage", "deflect 2", "deflect 3"]
    assert [s.why_not(f"deflect {n}") for n in (1, 4)] == ["HS-DEFLECT-01"] * 2
    s.choose("deflect 2")
    assert (s.health("anderson"), s.hand(0), s.discard(0)) == (3, [1, 3, 4], [2])


# When an action is complete


@pytest.mark.proves("HS-ACT-06")
def test_an_action_is_complete_only_after_the_last_defender_and_all_damage() -> None:
    hands = [[card("dredd", linked="explode dredd")], [card("wulf", wild="interrupt")]]
    s = story({"dredd": 12, "wulf": 13, "gronk": 13, "giant": 13}, hands=hands)
    s.choose("explode dredd", "pay 1")
    for asked in (1, 1, 0):
        assert (s.seat, s.options) == (asked, ["take-damage"])
        assert s.why_not("interrupt 1", 1) != ""
        assert [s.health(id) for id in ("wulf", "gronk", "giant")] == [3, 3, 3]
        s.choose("take-damage")
    assert [s.health(id) for id in ("wulf", "gronk", "giant")] == [2, 2, 2]
    assert (s.seat, s.options) == (1, ["pass", "interrupt 1"])


@pytest.mark.proves("HS-ACT-06")
def test_what_follows_from_the_damage_is_done_before_anybody_interrupts() -> None:
    s = story(
        {"durham-red": 12, "dredd": 12},
        teams=("strontium-dogs", "judges"),
        hands=[[card("gronk", wild="melee")], [card("dredd", wild="interrupt")]],
        health={"durham-red": 1, "dredd": 1},
    )
    s.choose("melee durham-red", "pay 1", "take-damage")
    assert (s.seat, s.options) == (0, ["drink", "abstain"])
    s.choose("drink")
    assert (s.health("durham-red"), s.dead("dredd")) == (2, True)
    assert (s.seat, s.options) == (1, ["pass", "interrupt 1"])


@pytest.mark.proves("HS-ACT-06")
def test_a_move_is_complete_only_when_the_figure_has_moved() -> None:
    s = story({"dredd": 12}, hands=[[card("dredd")], [card("wulf", wild="interrupt")]])
    s.choose("move dredd")
    assert (s.seat, s.why_not("interrupt 1", 1)) == (0, "HS-TURN-09")
    s.choose("pay 1")
    assert (s.seat, s.why_not("interrupt 1", 1)) == (0, "HS-TURN-09")
    s.choose("to 13")
    assert (s.seat, s.space("dredd"), s.in_window) == (1, 13, True)


# In which order, and never for nothing


@pytest.mark.proves("HS-RULING-78")
def test_the_card_is_paid_after_the_action_is_named_and_before_the_target() -> None:
    hand = [card("dredd", linked="snipe dredd"), card("giant", wild="snipe")]
    places = {"dredd": 12, "wulf": 13, "gronk": 13, "middenface": 20}
    s = story(places, hands=[hand])
    s.choose("snipe dredd")
    assert s.options == ["pay 1", "pay 2"]
    assert (s.hand(0), s.why_not("at wulf")) == ([1, 2], "HS-RULING-78")
    s.choose("pay 1")
    assert s.options == ["at middenface", "at wulf", "at gronk"]
    assert (s.hand(0), s.discard(0)) == ([2], [1])
    s.choose("at wulf")
    assert s.options == ["hi-ex", "one-only"]
    s.choose("one-only")
    assert (s.seat, s.options) == (1, ["take-damage"])


@pytest.mark.proves("HS-RULING-78")
@pytest.mark.parametrize("action", ["move", "fly"])
def test_a_destination_before_the_payment_is_refused_by_the_order_of_choices(action: str) -> None:
    s = story({"dredd": 12}, hands=[[card("dredd", linked="fly dredd")]])
    assert s.choose(f"{action} dredd").why_not("to 13") == "HS-RULING-78"


@pytest.mark.proves("HS-RULING-78")
def test_what_is_begun_and_paid_for_must_be_carried_out() -> None:
    s = story({"dredd": 12}, hands=[[card("dredd"), card("dredd")]])
    s.choose("move dredd")
    assert s.options == ["pay 1", "pay 2"]
    assert (s.why_not("end"), s.why_not("move dredd")) == ("HS-TURN-10", "HS-TURN-10")
    s.choose("pay 1")
    assert s.options == ["to 4", "to 11", "to 13", "to 20"]
    assert (s.why_not("end"), s.why_not("pay 2")) == ("HS-TURN-10", "HS-TURN-09")


@pytest.mark.proves("HS-RULING-78")
def test_an_action_is_offered_only_if_it_can_be_carried_through() -> None:
    """A card, but no target; a way, but too few cards: neither is begun."""
    hand = [card("dredd", linked="snipe dredd", wild="melee")]
    board = Board(high=(13,), cover=(11,))
    s = story({"dredd": 12, "wulf": 10}, hands=[hand], board=board, waiting={"giant": 1})
    assert [text for text in s.options if not text.startswith("deploy")] == ["end", "move dredd"]
    refusals = [s.why_not(f"{action} dredd") for action in ("snipe", "melee", "climb")]
    assert refusals == ["HS-SNIPE-02", "HS-MELEE-04", "HS-CLIMB-01"]


@pytest.mark.proves("HS-RULING-68")
def test_no_action_is_taken_without_target_or_effect_just_to_be_rid_of_cards() -> None:
    """Dredd, unhurt and walled in on every side, can do nothing with any of his cards."""
    actions = ["smash", "shotgun", "explode", "psi", "fly", "rally"]
    hand = [card("dredd", linked=f"{action} dredd") for action in actions]
    hand.append(card("dredd", linked="heal dredd", wild="melee"))
    walls = ((4, 12), (11, 12), (12, 13), (12, 20))
    others = [judge for judge in JUDGES if judge != "dredd"]
    s = story({"dredd": 12, "wulf": 13}, hands=[hand], board=Board(walls=walls), dead=others)
    assert s.options == ["end"]
    assert {action: s.why_not(f"{action} dredd") for action in [*actions, "heal", "melee"]} == {
        "smash": "HS-SMASH-04",
        "shotgun": "HS-SHOTGUN-02",
        "explode": "HS-EXPLODE-03",
        "psi": "HS-PSI-02",
        "fly": "HS-FLY-02",
        "rally": "HS-RALLY-02",
        "heal": "HS-HEAL-05",
        "melee": "HS-MELEE-04",
    }
    assert (s.why_not("move dredd"), s.why_not("snipe dredd")) == ("HS-MOVE-02", "HS-SNIPE-01")
    s.choose("end").nobody_interrupts()
    assert len(s.hand(0)) == 7


@pytest.mark.proves("HS-RULING-68")
def test_the_same_cards_serve_as_soon_as_there_is_something_to_do() -> None:
    actions = ["smash", "shotgun", "explode", "psi", "fly", "rally"]
    hand = [card("dredd", linked=f"{action} dredd") for action in actions]
    hand.append(card("dredd", linked="heal dredd", wild="melee"))
    s = story({"dredd": 12, "giant": 12, "wulf": 12}, hands=[hand], health={"dredd": 2})
    begun = [text for text in s.options if text.endswith(" dredd")]
    also = ["shotgun", "explode", "psi", "fly", "rally", "heal"]
    assert begun == [f"{word} dredd" for word in ["move", "melee", "smash", *also]]


# What no deck may hold


def default_content() -> Content:
    """The default pack, to be looked at or spoilt."""
    return msgspec.convert(dict(default_pack(GAME).content), Content)


@pytest.mark.proves("HS-FLY-01", "HS-RALLY-01", "HS-HEAL-01")
@pytest.mark.parametrize("action", ["fly", "rally", "heal"])
def test_no_deck_has_a_wild_fly_rally_or_heal(action: str) -> None:
    content = default_content()
    decks = [printed for team in content.teams for printed in team.card]
    assert [c for c in decks if c.wild == action] == []
    assert [c for c in decks if c.linked and c.linked.action == action] != []
    content.judges.card[7] = card("dredd", wild=action)
    with pytest.raises(Invalid, match=rf"judges\.card\[7\]\.wild: '{action}' is never wild"):
        read_content(msgspec.to_builtins(content))


@pytest.mark.proves("HS-INT-01")
def test_every_interrupt_of_every_deck_is_wild() -> None:
    content = default_content()
    for team in content.teams:
        assert [c for c in team.card if c.linked and c.linked.action == "interrupt"] == []
        assert [c for c in team.card if c.wild == "interrupt"] != []
    content.slaine.card[0] = card("kai", linked="interrupt kai")
    with pytest.raises(Invalid, match=r"slaine\.card\[0\]\.linked\.action: .* \[HS-INT-01\]"):
        read_content(msgspec.to_builtins(content))
