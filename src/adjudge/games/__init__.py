"""The games that Adjudge plays."""

from adjudge.games.cursed_earth import GAME as CURSED_EARTH
from adjudge.kernel.game import Game

GAMES: dict[str, Game] = {game.id: game for game in (CURSED_EARTH,)}
