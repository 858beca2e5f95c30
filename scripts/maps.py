"""The maps of Helter Skelter: their figures, and with --svg FOLDER their pictures.

python scripts/maps.py                       check and measure the maps of the game
python scripts/maps.py --svg out --from 15   and draw them, with what space 15 sees
python scripts/maps.py --content FOLDER      other maps, in files of the same names
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

import msgspec

from adjudge.games.helter_skelter.drawing import svg
from adjudge.games.helter_skelter.geometry import survey
from adjudge.games.helter_skelter.map_check import (
    CITY_BLOCKS,
    GRAND_HALL,
    check_map,
    check_map_cards,
    check_starts,
    report,
    starts_report,
)
from adjudge.games.helter_skelter.map_schema import Map

CONTENT = Path(__file__).parents[1] / "src/adjudge/games/helter_skelter/content"


def read(folder: Path, map_id: str) -> Map:
    """A map from its file."""
    tables = tomllib.loads((folder / f"{map_id}.toml").read_text(encoding="utf-8"))
    return msgspec.convert(tables[map_id], Map)


def main() -> None:
    """Check, measure, draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--content", type=Path, default=CONTENT)
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--from", type=int, dest="source")
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
        if asked.svg:
            asked.svg.mkdir(parents=True, exist_ok=True)
            picture = svg(map_id, board, ground, multiplayer, asked.source)
            (asked.svg / f"{map_id}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
