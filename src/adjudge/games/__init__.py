"""The games that Adjudge plays."""

from adjudge.games.cursed_earth import GAME as CURSED_EARTH
from adjudge.games.helter_skelter import GAME as HELTER_SKELTER
from adjudge.kernel.game import Game

GAMES: dict[str, Game] = {game.id: game for game in (CURSED_EARTH, HELTER_SKELTER)}
