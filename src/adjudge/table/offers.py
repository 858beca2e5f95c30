"""What a server offers: games with all that can be chosen, packs, rules."""

from __future__ import annotations

from collections.abc import Mapping

from adjudge.bots import BOTS
from adjudge.bots import levels as bots
from adjudge.games import GAMES
from adjudge.kernel.game import Game, SetupOption
from adjudge.ledgers import ledger
from adjudge.packs import LoadedPack
from adjudge.table.protocol import (
    PROTOCOL,
    GameOffer,
    Level,
    Offers,
    OrderOffer,
    PackOffer,
    Rule,
    Rules,
    SetupChoice,
    WinRate,
)


def offers(packs: Mapping[str, LoadedPack], webhooks: bool, away: float) -> Offers:
    """Everything."""
    games = [game_offer(game, packs) for game in GAMES.values()]
    return Offers(PROTOCOL, games, list(BOTS), webhooks, away)


def game_offer(game: Game, packs: Mapping[str, LoadedPack]) -> GameOffer:
    """A game, and all that can be chosen before it."""
    least, most = game.seats
    own = [pack for pack in packs.values() if pack.game is game]
    return GameOffer(
        game.id,
        game.title,
        least,
        most,
        [setup_choice(option) for option in game.setup],
        [OrderOffer(order.name, order.meaning, order.lasts) for order in game.orders],
        game.draws,
        [PackOffer(pack.hash, pack.name, pack.title, pack.version) for pack in own],
        [level_offer(level) for level in bots.levels(game.id)],
        bots.ladder(game.id).usual,
    )


def level_offer(level: bots.Level) -> Level:
    """A bot as people know it."""
    rating = level.rating.value if level.rating else None
    wins = [WinRate(w.seats, w.options, w.share, w.low, w.high) for w in level.wins]
    return Level(level.id, level.name, level.words, level.bot, rating, wins)


def setup_choice(option: SetupOption) -> SetupChoice:
    """A choice made before the game."""
    by_seats = {str(seats): value for seats, value in option.default_by_seats.items()}
    return SetupChoice(option.name, list(option.choices), option.default, by_seats, option.help)


def rules_of(game: Game) -> Rules:
    """The rules of a game in the book's order, then the rulings."""
    book = ledger(game.id)
    rules = [
        Rule(rule.id, rule.section, rule.question, rule.text, list(rule.about))
        for rule in book.rules.values()
    ]
    return Rules(game.id, rules)
