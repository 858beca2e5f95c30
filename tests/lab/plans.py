"""Small plans, and packs with one card changed."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import adjudge

SOLO = """\
name = "Solo"
game = "cursed-earth"

[[setup]]
name = "solo"
bots = ["{bot}"]
games = {games}
seed = 5
options = {{ mode = "solo", difficulty = {difficulty} }}
"""

TEAMS = """\
name = "Two teams"
game = "helter-skelter"

[[setup]]
name = "pairs"
bots = ["careful"]
seats = 2
games = {games}
seed = 9
paired = true

[setup.options]
map = ["grand-hall", "city-blocks"]
team_0 = ["judges", "slaine"]
team_1 = ["judges", "slaine"]
"""

WINNING = '[["advance", "advance", "advance", "advance", "advance", "advance"]]'
BROKEN = 30  # a card that wins the game for whoever meets it


def solo(
    folder: Path, games: int, bot: str = "careful", difficulty: str = '"street-judge"'
) -> Path:
    """A plan of solo games."""
    file = folder / "solo.toml"
    text = SOLO.format(games=games, bot=bot, difficulty=difficulty)
    file.write_text(text, encoding="utf-8")
    return file


def teams(folder: Path, games: int) -> Path:
    """A plan of two teams on two maps, in both orders: four games for each of `games`."""
    file = folder / "teams.toml"
    file.write_text(TEAMS.format(games=games), encoding="utf-8")
    return file


def broken_pack(folder: Path) -> Path:
    """The default pack but for one card."""
    copy = folder / "broken"
    copytree(adjudge.game("cursed-earth").content, copy)
    file = copy / "encounters.toml"
    before, head, after = file.read_text(encoding="utf-8").partition(f"number = {BROKEN}\n")
    own, rest = after.split("[[encounter]]", 1)
    kept = [line for line in own.splitlines() if line.startswith(("title", "flavour"))]
    changed = "\n".join([*kept, f"events = {WINNING}", "", "[[encounter]]"])
    file.write_text(before + head + changed + rest, encoding="utf-8")
    return copy


def tables(folder: Path) -> dict[str, bytes]:
    """What a run has written that depends on its plan alone."""
    found = [*folder.glob("games-*.parquet"), *folder.glob("uses-*.parquet")]
    return {file.name: file.read_bytes() for file in sorted(found)}
