"""Adjudge plays tabletop games by the book: an engine that enforces every rule and can cite it."""

from adjudge.build import BUILD, VERSION
from adjudge.games import GAMES
from adjudge.kernel.game import Broken, Game, Invalid, Option, Outcome, Prompt, Refused
from adjudge.match import (
    Match,
    SeatView,
    find_game,
    load,
    new,
    record_text,
    replay,
    secret_seed,
    verify,
)
from adjudge.packs import LoadedPack, load_pack

__version__ = VERSION
__all__ = [
    "BUILD",
    "Broken",
    "Game",
    "Invalid",
    "LoadedPack",
    "Match",
    "Option",
    "Outcome",
    "Prompt",
    "Refused",
    "SeatView",
    "game",
    "games",
    "load",
    "load_pack",
    "new",
    "record_text",
    "replay",
    "secret_seed",
    "verify",
]


def games() -> list[str]:
    """The ids of the games that can be played."""
    return list(GAMES)


game = find_game
