"""The maps of Helter Skelter: their figures, and with --svg FOLDER their pictures.

python scripts/maps.py                       check and measure the maps of the game
python scripts/maps.py --svg out --from 15   and draw them, with what space 15 sees
python scripts/maps.py --random 2000         and compare the starts of two players with random ones
python scripts/maps.py --content FOLDER      other maps, in files of the same names
"""

from __future__ import annotations

import argparse
import random
import tomllib
from pathlib import Path

import msgspec

from adjudge.games.helter_skelter.drawing import svg
from adjudge.games.helter_skelter.geometry import Ground, survey
from adjudge.games.helter_skelter.map_check import (
    CITY_BLOCKS,
    GRAND_HALL,
    check_map,
    check_map_cards,
    check_starts,
    report,
    starts_report,
    walks,
)
from adjudge.games.helter_skelter.map_schema import SPACES, Map
from adjudge.kernel.piles import has

CONTENT = Path(__file__).parents[1] / "src/adjudge/games/helter_skelter/content"


def read(folder: Path, map_id: str) -> Map:
    """A map from its file."""
    tables = tomllib.loads((folder / f"{map_id}.toml").read_text(encoding="utf-8"))
    return msgspec.convert(tables[map_id], Map)


def crowding(ground: Ground, far: list[list[int]], starts: list[int]) -> list[float]:
    """Pairs side by side, lines of sight, mean walk, and spaces with no start on or beside them."""
    pairs = [(a, b) for a in starts for b in starts if a != b]
    bare = [n for n in range(1, SPACES + 1) if min(far[n][m] for m in starts) > 1]
    return [
        sum(far[a][b] == 1 for a, b in pairs) / 2,
        sum(has(ground.sight[a], b) for a, b in pairs),
        sum(far[a][b] for a, b in pairs) / len(pairs),
        len(bare),
    ]


def compare(ground: Ground, multiplayer: list[int], sets: int) -> None:
    """The starts of two players beside random sets of as many spaces."""
    rng = random.Random(1)
    far = walks(ground)
    starts = [n for n in range(1, SPACES + 1) if n not in multiplayer]
    ours = crowding(ground, far, starts)
    every = range(1, SPACES + 1)
    others = [crowding(ground, far, rng.sample(every, len(starts))) for i in range(sets)]
    means = [sum(column) / sets for column in zip(*others, strict=True)]
    as_few = sum(other[0] <= ours[0] for other in others)
    print(f"  side by side, in sight, mean walk, bare: {', '.join(f'{x:.2f}' for x in ours)}")
    print(f"  random sets, mean: {', '.join(f'{x:.2f}' for x in means)}; {as_few} as uncrowded")


def main() -> None:
    """Check, measure, draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--content", type=Path, default=CONTENT)
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--from", type=int, dest="source")
    parser.add_argument("--random", type=int, default=0, metavar="SETS")
    asked = parser.parse_args()
    cards = tomllib.loads((asked.content / "map-cards.toml").read_text(encoding="utf-8"))
    multiplayer = msgspec.convert(cards["multiplayer"], list[int])
    check_map_cards(multiplayer)
    for map_id in (GRAND_HALL, CITY_BLOCKS):
        board = read(asked.content, map_id)
        check_map(map_id, board)
        ground = survey(board)
        check_starts(map_id, ground, multiplayer)
        print("\n".join(report(map_id, board, ground) + starts_report(map_id, ground, multiplayer)))
        if asked.random:
            compare(ground, multiplayer, asked.random)
        if asked.svg:
            asked.svg.mkdir(parents=True, exist_ok=True)
            picture = svg(map_id, board, ground, multiplayer, asked.source)
            (asked.svg / f"{map_id}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
