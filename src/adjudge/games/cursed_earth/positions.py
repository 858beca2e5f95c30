"""What a position must be like to be played: every card once, and an agenda that the book knows."""

from __future__ import annotations

from adjudge.games.cursed_earth.describe import SIDES, TEAMS, cards_of
from adjudge.games.cursed_earth.endings import everybody, settle
from adjudge.games.cursed_earth.hunt import at_goal
from adjudge.games.cursed_earth.procedures import (
    BOX,
    COOPERATIVE_DAWN,
    COOPERATIVE_DUSK,
    COOPERATIVE_PSI,
    ENCOUNTER,
    ENCOUNTERS,
    GAME,
    MOVE,
    PLACING,
    ROUND,
    SOLO_DAWN,
    SOLO_DUSK,
    SOLO_PSI,
    VERSUS_DAWN,
    VERSUS_DUSK,
    VERSUS_PSI,
    VERSUS_ROUND,
    Box,
    Encounter,
    Investigation,
    PsiAction,
    Round,
)
from adjudge.games.cursed_earth.schema import AT_LOCATIONS, SYMBOLS, unpacked
from adjudge.games.cursed_earth.state import (
    ADVANCE,
    ALL_DEAD,
    CARD_BITS,
    COOPERATIVE,
    DECK_OUT,
    EAT,
    ENEMY_ADVANCE,
    FACE_DOWN,
    FOUND,
    HEAD_TO_HEAD,
    HIDDEN,
    JUDGES,
    NO_CARD,
    NOBODY,
    PERPS,
    PERPS_FOUND,
    PSI,
    RADIATION,
    SOLO,
    SPEND_DIPLOMACY,
    SPEND_SURVIVAL,
    Table,
    everyone_in_play,
    has_tokens,
    row_of,
    seat_of,
    survivors,
    team_area,
)
from adjudge.games.cursed_earth.views import current_cards
from adjudge.kernel.agenda import PAST_THE_END, Procedure, Rulebook
from adjudge.kernel.game import Invalid

SYMBOL_KINDS = range(1, len(SYMBOLS) + 1)
INVESTIGATIONS = {
    SOLO: (SOLO_DAWN, SOLO_DUSK),
    COOPERATIVE: (COOPERATIVE_DAWN, COOPERATIVE_DUSK),
    HEAD_TO_HEAD: (VERSUS_DAWN, VERSUS_DUSK),
}
ROUNDS = {SOLO: ROUND, COOPERATIVE: ROUND, HEAD_TO_HEAD: VERSUS_ROUND}
PSI_ACTIONS = {SOLO: SOLO_PSI, COOPERATIVE: COOPERATIVE_PSI, HEAD_TO_HEAD: VERSUS_PSI}
DAWN_IN_ROUND = 1  # where a round stands while it is dawn
ROW_TAKEN_AT = {VERSUS_DAWN: 7, VERSUS_DUSK: 5}  # the steps by which a row has been taken


def check_cards(t: Table) -> None:
    """CE-PARTS-03: every card is in one place, and no place for a secret card is left over."""
    where: dict[int, str] = {}
    for path, cards in places_of_cards(t):
        for card in cards:
            if not everyone_in_play(t) >> card & 1:
                raise Invalid(f"table.{path}: card {card} is not in this game [CE-HHSETUP-01]")
            if card in where:
                raise Invalid(f"table.{path}: card {card} is in {where[card]} too [CE-PARTS-03]")
            where[card] = path
    missing = [card for card in cards_of(everyone_in_play(t)) if card not in where]
    if len(missing) != hidden_places(t):
        raise Invalid(f"table: cards {missing} are nowhere [CE-PARTS-03]")


def places_of_cards(t: Table) -> list[tuple[str, list[int]]]:
    """Every place and the known cards in it."""
    places = [("deck", [c for c in list(t.deck)[: t.deck_size] if c != HIDDEN])]
    places += [(f"hands[{seat}]", cards_of(t.hands[seat])) for seat in range(t.seats)]
    places += [("psi_cards", [c for c in t.psi_cards if c not in (NO_CARD, HIDDEN)])]
    for i, side in enumerate(SIDES):
        places.append((f"rows.{side}", known(list(row_of(t, i))[: t.row_size[i]])))
    places.append(("waiting", known(list(t.waiting)[: t.n_waiting])))
    for i, team in enumerate(TEAMS):
        places.append((f"teams.{team}", cards_of(team_area(t, i))))
    kept_or_gone = team_area(t, 0) | team_area(t, 1) | t.discard
    places.append(("agenda", cards_of(current_cards(t) & ~kept_or_gone)))
    places.append(("discard", cards_of(t.discard)))
    return places


def known(cards: list[int]) -> list[int]:
    """Those that are no secret."""
    return [card & CARD_BITS for card in cards if card & CARD_BITS != HIDDEN]


def hidden_places(t: Table) -> int:
    """How many places hold a secret card."""
    rows = list(t.above)[: t.row_size[0]] + list(t.below)[: t.row_size[1]]
    rows += list(t.waiting)[: t.n_waiting]
    hidden = sum(card & CARD_BITS == HIDDEN for card in rows if card & FACE_DOWN)
    hidden += sum(card == HIDDEN for card in list(t.deck)[: t.deck_size])
    hidden += sum(card == HIDDEN for card in t.psi_cards)
    return hidden + sum(t.hand_size[seat] - len(cards_of(t.hands[seat])) for seat in range(t.seats))


def check_table(t: Table) -> None:
    """What holds of a view as well."""
    check_cards(t)
    check_living(t)


def check_living(t: Table) -> None:
    """A game that goes on has somebody alive in every team that plays."""
    for i, team in enumerate(TEAMS):
        alive = sum(t.health[who] > 0 for who in range(i * 3, i * 3 + 3))
        if not t.over and has_tokens(t, i) and not alive and t.mode != HEAD_TO_HEAD:
            raise Invalid(f"table.teams.{team}.characters: nobody is alive [CE-DEATH-06]")


def check_agenda(t: Table, rules: Rulebook) -> None:
    """Each record stands on one that begins it, at a step that there is."""
    p: Procedure | None = t.now
    while p is not None:
        under = p.under
        left = t.over and p.at == PAST_THE_END
        if (p.at > len(rules.sequences[p.kind]) and not left) or (p.kind == GAME and p.at != 0):
            raise Invalid(f"table.agenda: {p.at} is no step there")
        if under is not None and p.kind not in begun_by(t, under):
            raise Invalid("table.agenda: one of its procedures cannot begin where it stands")
        check_record(t, p)
        p = under


def begun_by(t: Table, p: Procedure) -> tuple[int, ...]:
    """The kinds of procedure that a procedure can begin."""
    kind = p.kind
    if kind in INVESTIGATIONS[t.mode]:
        return (BOX, ENCOUNTERS, EAT, MOVE, *([PLACING] if kind == SOLO_DUSK else []))
    if kind == BOX:
        return tuple(SYMBOL_KINDS)
    return {
        GAME: (ROUNDS[t.mode],),
        ROUNDS[t.mode]: INVESTIGATIONS[t.mode],
        ENCOUNTERS: (ENCOUNTER,),
        ENCOUNTER: (BOX,),
        MOVE: (BOX, SPEND_SURVIVAL, SPEND_DIPLOMACY, PSI),
        EAT: (RADIATION,),
        ADVANCE: (MOVE,),
        ENEMY_ADVANCE: (MOVE,),
        PSI: (PSI_ACTIONS[t.mode],),
    }.get(kind, ())


def check_record(t: Table, p: Procedure) -> None:
    """What a record speaks of must be there."""
    if isinstance(p, Encounter) and p.card in (NO_CARD, HIDDEN):
        raise Invalid("table.agenda: an encounter without a card")
    away = isinstance(p, Box) and not isinstance(p.under, Encounter)
    if isinstance(p, Box) and away and not set(unpacked(p.symbols)) <= AT_LOCATIONS:
        raise Invalid("table.agenda: a box away from a card has a symbol of the row")
    if isinstance(p, PsiAction) and p.at > 0 and not all(psi_cards_needed(t, p)):
        raise Invalid("table.psi_cards: the psi action under way has not all its cards")
    if isinstance(p, Investigation) and p.kind in ROW_TAKEN_AT:
        if p.picker == NOBODY and p.at >= ROW_TAKEN_AT[p.kind]:
            raise Invalid("table.agenda: nobody has picked a row [CE-HHROWS-14]")
        if p.picker != NOBODY and isinstance(p.under, Round):
            check_picked(p.under)
    if isinstance(p, Round) and p.kind == VERSUS_ROUND and p.at > DAWN_IN_ROUND and not t.over:
        check_picked(p)


def check_picked(today: Round) -> None:
    """CE-HHROWS-14: whoever did not pick at dawn will be asked at dusk."""
    if today.picker == NOBODY:
        raise Invalid("table.agenda: the round does not know who has picked a row [CE-HHROWS-14]")


def check_asked(t: Table) -> None:
    """Whoever is to decide sits at the table."""
    if not t.over and not 0 <= t.player < t.seats:
        raise Invalid(f"table.agenda: it asks seat {t.player}, and there is none")


def psi_cards_needed(t: Table, p: PsiAction) -> list[int]:
    """The cards that a psi action has drawn."""
    if p.kind == VERSUS_PSI:
        return [t.psi_cards[seat_of(t, p.team)]]
    return list(t.psi_cards)[: 4 if p.kind == SOLO_PSI else t.seats]


def check_ending(t: Table) -> None:
    """A game that is over has ended by a rule, with the winners that the rule names."""
    if not t.over:
        return
    if t.mode == HEAD_TO_HEAD:
        again = t.copy()
        again.over = again.winners = 0
        if t.met[JUDGES] | t.met[PERPS]:
            settle(again)
        ended = (again.over, again.winners)
    else:
        ended = (t.over, everybody(t) if t.over == FOUND else 0) if has_ended(t) else (0, 0)
    if ended != (t.over, t.winners):
        raise Invalid(f"table.over: {t.over} with winners {t.winners} does not fit the table")


def has_ended(t: Table) -> bool:
    """CE-END-01: the one way to win and the three ways to lose."""
    return {
        FOUND: at_goal(t, JUDGES),
        PERPS_FOUND: at_goal(t, PERPS),
        DECK_OUT: True,
        ALL_DEAD: survivors(t, JUDGES) == 0,
    }.get(t.over, False)
