"""Helter Skelter at the terminal: the map, what is told and what is not, sight, orders."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from random import Random
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

import adjudge
from adjudge.bots import Budget, find_bot
from adjudge.cli import main
from adjudge.games.helter_skelter.describe import content_of
from adjudge.games.helter_skelter.geometry import blockers
from adjudge.games.helter_skelter.schema import MAP_IDS
from adjudge.games.helter_skelter.state import STRIDE
from adjudge.kernel.piles import has
from adjudge.kernel.rng import seeded
from adjudge.match import Match, view_data
from adjudge.terminal.drawings import drawing_for
from adjudge.terminal.helter_map import WALL, Raster, line_sign
from adjudge.terminal.helter_skelter import HelterSkelterDrawing
from adjudge.terminal.screen import Screen
from adjudge.terminal.session import Session
from tests.cli.typist import Typist
from tests.helter_skelter.story import Board, card, story

GAME = adjudge.game("helter-skelter")


def played(moves: int, seats: int = 2, seed: int = 3, map: str = "city-blocks") -> Match:
    """A game after so many random moves."""
    match = adjudge.new("helter-skelter", seats=seats, seed=seed, map=map)
    chance = Random(seed)
    while match.seat is not None and len(match.moves) < moves:
        view = match.seat_view(match.seat)
        match.play(find_bot("random").choose(view, match.options, chance, Budget()))
    return match


def drawing_of(match: Match) -> HelterSkelterDrawing:
    """The game's own drawing."""
    drawing = drawing_for(match.pack)
    assert isinstance(drawing, HelterSkelterDrawing)
    return drawing


def drawn(thing: RenderableType, width: int) -> str:
    """A thing as text."""
    paper = io.StringIO()
    Console(file=paper, width=width, highlight=False, markup=False, emoji=False).print(thing)
    return paper.getvalue()


def table(match: Match, seat: int | None, width: int = 120) -> str:
    """The table as a seat sees it."""
    return drawn(drawing_for(match.pack).table(match.view(seat), width), width)


def at_prompt(match: Match, lines: list[str], who: tuple[str, ...] = ("human", "random")) -> str:
    """What is seen when these lines are typed."""
    typist = Typist(lines, width=120)
    with pytest.raises(EOFError):
        Session(match, who, typist.screen, None).run()
    return typist.seen


def typed_by(choose: Callable[[Match], str], match: Match, width: int = 120) -> str:
    """A whole game of one person against bots: what was seen."""
    paper = io.StringIO()
    out = Console(file=paper, width=width, no_color=True, highlight=False, markup=False)
    who = ["human"] + ["careful"] * (match.seats - 1)

    def answer(prompt: str) -> str:
        return "" if match.seat is None else choose(match)

    Session(match, who, Screen(out, answer), None).run()
    return paper.getvalue()


# The map


@pytest.mark.parametrize("map", MAP_IDS)
@pytest.mark.parametrize("width", [80, 120, 160])
def test_forty_numbers_stand_on_the_map(map: str, width: int) -> None:
    match = played(0, map=map)
    drawing = drawing_of(match)
    t = match.view(0)["table"]
    raster = drawing.raster(t, width)
    cells = drawing.picture(t, raster).cells
    for space in raster.board.space:
        lines = lines_in(cells, raster, space.number)
        assert [int(n) for n in re.findall(r"\d+", " ".join(lines))] == [space.number]


@pytest.mark.parametrize("width", [80, 120, 160])
def test_figures_and_fragments_stand_on_their_spaces(width: int) -> None:
    for moves in (40, 90, 200):
        match = played(moves, seats=4, map="grand-hall")
        drawing = drawing_of(match)
        t = match.view(None)["table"]
        raster = drawing.raster(t, width)
        cells = drawing.picture(t, raster).cells
        for player in t["players"]:
            for id, figure in player["characters"].items():
                if figure["space"] is not None:
                    assert token_found(cells, raster, figure["space"], drawing.cast.token(id)[0][0])
            for space in player["fragments"]:
                sign = drawing.cast.fragment(player["team"])[0][0]
                assert token_found(cells, raster, space, sign)


def lines_in(
    cells: dict[tuple[int, int], tuple[str, str]], raster: Raster, space: int
) -> list[str]:
    """What is written in a space, row by row."""
    rows = raster.rooms[space].rows.items()
    return ["".join(cells[row, column][0] for column in columns) for row, columns in rows]


def token_found(
    cells: dict[tuple[int, int], tuple[str, str]], raster: Raster, space: int, token: str
) -> bool:
    """Whether it is written inside the space, or a sign that there are more than have room."""
    return any(token in line or "+" in line for line in lines_in(cells, raster, space))


@pytest.mark.parametrize("map", MAP_IDS)
def test_every_line_is_what_the_map_says(map: str) -> None:
    """HS-WALL-04: where no way leads across, the line is heavy."""
    match = played(0, map=map)
    raster = drawing_of(match).raster(match.view(0)["table"], 160)
    facts, first = match.pack.facts, MAP_IDS.index(map) * STRIDE
    seen = 0
    for (row, column), (sign, style) in raster.lines.items():
        west, east = raster.corners[row][column], raster.corners[row][column + 1]
        if sign in "│┃║" and west > 0 and east > 0:
            seen += 1
            assert sign == "┃" or has(facts.neighbours[first + west], east)
    assert seen > 25


def test_signs_for_lines_that_meet() -> None:
    assert line_sign([WALL, 0, WALL, 0]) == "┃"
    assert line_sign([0, 1, 0, 1]) == "─"
    assert line_sign([3, 0, 3, 0]) == "║"
    assert line_sign([0, WALL, 1, 0]) == "┍"


def test_walls_falls_cover_and_high_ground_have_signs() -> None:
    blocks = table(played(0), 0)
    hall = table(played(0, map="grand-hall"), 0)
    assert "┃" in blocks
    assert "╱╱╱" in blocks
    assert "▒13" in blocks
    assert "╱" not in hall
    assert "║" in hall
    assert "▲16" in hall


def test_a_crowd_is_counted() -> None:
    everybody = ("giant", "anderson", "hershey", "dredd", "mean-machine", "wulf", "gronk")
    crowd = story(dict.fromkeys((*everybody, "middenface", "durham-red", "johnny-alpha"), 1))
    assert "+" in table(crowd.match, 0, 80)


# The sides


@pytest.mark.parametrize("width", [80, 100, 120, 160])
@pytest.mark.parametrize("seats", [2, 4])
def test_every_table_fits_the_terminal(seats: int, width: int) -> None:
    for moves in (0, 5, 30, 120):
        match = played(moves, seats=seats)
        for line in table(match, match.seat, width).splitlines():
            assert cell_len(line) <= width


def test_points_health_piles_and_places() -> None:
    s = story(
        {"dredd": 3, "wulf": 4},
        hands=[[card("dredd", linked="snipe dredd", wild="melee")]],
        fragments=[[33, 34, 35], [25, 26, 27, 28, 29]],
        dead=["gronk"],
        health={"dredd": 2},
        waiting={"hershey": 12},
    )
    seen = table(s.match, 0)
    assert "★ The Judges, you                 ■■□□□" in seen
    assert "hand 1, deck 29, discard 0, marker" in seen
    assert "◆ 33 34 35, 2 collected" in seen
    assert re.search(r"Dr Judge Dredd +♥♥♡ +3", seen)
    assert re.search(r"He Chief Judge Hershey +♥♥♥ +waits 12", seen)
    assert re.search(r"Gr The Gronk +dead", seen)
    assert "Dr  SNIPE" in seen
    assert "any MELEE" in seen
    other = table(s.match, 1)
    assert re.search(r"He Chief Judge Hershey +♥♥♥ +waits *$", other, re.MULTILINE)
    assert "SNIPE" not in other


def test_turns_within_turns_are_told_from_the_outermost() -> None:
    s = story(
        {"dredd": 1, "wulf": 1},
        hands=[[card("dredd", wild="melee")] * 2, [card("wulf", wild="interrupt")] * 2],
    )
    s.choose("melee dredd", "pay 1")
    assert "Now your turn 9 ▸ Judge Dredd: MELEE at Wulf Sternhammer" in table(s.match, 0)
    s.choose("take-damage")
    assert "MELEE at Wulf Sternhammer ▸ anybody else may interrupt" in table(s.match, 1)
    s.choose("interrupt 1")
    assert "Now Seat 0's turn 9 ▸ your interrupting turn" in table(s.match, 1)


def test_warp_cubes_and_warp_slaine() -> None:
    s = story({"slaine": 1}, teams=("slaine", "judges"), warp=2)
    assert "warp ◈◈" in table(s.match, 0)
    s = story({"slaine": 1}, teams=("slaine", "judges"), warped=True)
    assert "Warp-Sláine" in table(s.match, 1)


@pytest.mark.parametrize("moves", [3, 25, 80, 150])
def test_worlds_that_look_the_same_are_drawn_the_same(moves: int) -> None:
    match = played(moves, seats=3)
    assert match.seat is not None
    view = match.seat_view(match.seat)
    twin = match.game.view(view.determinize(seeded(moves)), match.seat)
    drawing = drawing_for(match.pack)
    other = drawn(drawing.table(view_data(match.game, twin, match.seat), 120), 120)
    assert table(match, match.seat) == other


def test_a_spectator_sees_no_hand_and_no_start() -> None:
    seen = table(played(30), None)
    assert "Your hand" not in seen
    assert not re.search(r"waits \d", seen)


# Looking around


@pytest.mark.parametrize("map", MAP_IDS)
def test_sight_is_exactly_the_engines(map: str) -> None:
    match = played(60, map=map)
    assert match.seat is not None
    drawing = drawing_of(match)
    t = match.view(match.seat)["table"]
    first = MAP_IDS.index(map) * STRIDE
    for space in (1, 6, 16, 21, 40):
        seen = drawn(drawing.sight.from_one(match.view(match.seat), space, None, 200), 200)
        told = re.search(rf"Space {space} sees ([\d, ]*); the rest", seen)
        assert told is not None
        expected = [n for n in range(1, 41) if has(match.pack.facts.sight[first + space], n)]
        assert [int(n) for n in told[1].split(",")] == [n for n in expected if n != space]
        for name, at in drawing.sight.enemies(match.view(match.seat), None):
            listed = seen.split("In sight:")[1].split("Out of sight:")[at not in expected]
            assert f"{name} on {at} (" in " ".join(listed.split())
        board = content_of(match.pack.facts).maps[MAP_IDS.index(map)]
        for other in range(1, 41):
            assert (other in drawing.sight.seen(t, space)) == (not blockers(board, space, other))


def test_sight_tells_range_and_reasons() -> None:
    walls = Board(walls=((2, 3),), cover=(11,), high=(20,))
    s = story({"dredd": 1, "wulf": 2, "gronk": 4, "middenface": 12, "durham-red": 9}, board=walls)
    seen = at_prompt(s.match, ["sight dredd", "sight dr wulf", "sight dredd gronk", "sight 9 12"])
    assert "Wulf Sternhammer on 2 (1 step)" in seen
    assert "The Gronk on 4 (wall between 2 and 3)" in seen
    assert "From Judge Dredd on 1 to Wulf Sternhammer on 2: a clear line, 1 step.  § HS-LOS" in seen
    assert "From Judge Dredd on 1 to The Gronk on 4: no line of sight." in seen
    assert "wall between 2 and 3  § HS-WALL-02" in seen
    assert "cover on 11  § HS-COVER-04" in seen
    assert "✗" in seen


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("sight", "sight from where?"),
        ("sight 41", "There is no space 41"),
        ("sight nobody", "Nobody here is 'nobody'."),
        ("sight judge", "'judge' could be Judge Giant or Judge Anderson or"),
        ("sight hershey", "Chief Judge Hershey is not on the map."),
        ("card 31", "card takes a number from 1 to 30."),
        ("card x", "card takes a number from 1 to 30."),
        ("card 1", "Card 1, in your hand."),
        ("team", "The Judges: hi-ex"),
        ("team 1", "The Strontium Dogs: vampirism"),
        ("team 7", "team takes a seat from 0 to 1."),
        ("auto", "▶ auto card"),
        ("auto sometimes", "auto takes card, ask, end, never, not 'sometimes'."),
        ("?", "auto ask|card|end|never"),
    ],
)
def test_commands_answer_and_nothing_moves(line: str, answer: str) -> None:
    s = story({"dredd": 1, "wulf": 2}, hands=[[card("dredd", linked="snipe dredd")]])
    assert answer in at_prompt(s.match, [line])
    assert s.match.moves == []


def test_map_and_legend_draw_again() -> None:
    s = story({"dredd": 1, "wulf": 2}, hands=[[card("dredd")]])
    seen = at_prompt(s.match, ["map", "legend"])
    assert seen.count("Turn 9 · you hold the marker") == 2
    assert "health cubes on the card" in seen


def test_nothing_of_one_side_is_left_for_the_other() -> None:
    s = story(
        {"dredd": 1, "wulf": 3},
        hands=[[card("dredd"), card("dredd", wild="explode")], [card("wulf", wild="smash")]],
        waiting={"hershey": 12, "gronk": 14},
    )
    lines = ["", "move dredd", "pay 1", "to 2", "", "map"]
    seen = at_prompt(s.match, lines, ("human", "human"))
    before, after = seen.split("Pass the screen to Seat 1")
    assert "EXPLODE" in before
    assert "waits 12" in before
    assert "SMASH" not in before
    assert "waits 14" not in before
    assert "SMASH" in after
    assert "waits 14" in after
    assert "EXPLODE" not in after
    assert "waits 12" not in after


# Standing orders


def attacked(*orders: str, interrupts: int = 1) -> str:
    """Dredd has hit Wulf, and seat 1, a person, has given orders before."""
    s = story(
        {"dredd": 1, "wulf": 1, "hershey": 3},
        hands=[
            [card("dredd", "hershey", wild="melee")] * 3,
            [card("wulf", wild="interrupt")] * interrupts + [card("wulf", wild="melee")],
        ],
    )
    s.choose("melee dredd", "pay 1")
    typist = Typist([*orders, *["take-damage"] * 3], width=120)
    session = Session(s.match, ["human", "human"], typist.screen, None)
    session.humans, session.before = [1], 1
    session.who = ["careful", "human"]
    with pytest.raises(EOFError):
        session.run()
    return typist.seen


def asked_to_interrupt(seen: str) -> int:
    """How often the person was asked after the blow, up to the end of seat 0's turn."""
    return seen.count(", or let it pass")


def test_without_a_card_nobody_is_asked_in_vain() -> None:
    assert asked_to_interrupt(attacked(interrupts=0)) == 0
    assert asked_to_interrupt(attacked(interrupts=1)) == 1


def test_auto_ask_asks_even_without_a_card() -> None:
    assert asked_to_interrupt(attacked("auto ask", interrupts=0)) == 1


def test_auto_end_asks_when_one_of_mine_was_hit() -> None:
    assert "MELEE, or let it pass" in attacked("auto end")


def test_auto_never_lets_the_turn_pass() -> None:
    seen = attacked("auto never")
    assert asked_to_interrupt(seen) == 0
    assert "▶ auto never" in seen
    assert "Turn 10: seat 1" in seen


def test_people_at_one_screen_are_asked_card_or_no_card() -> None:
    s = story({"dredd": 1, "wulf": 3}, hands=[[card("dredd")], []])
    seen = at_prompt(s.match, ["", "move dredd", "pay 1", "to 2", ""], ("human", "human"))
    assert "Pass the screen to Seat 1" in seen
    assert "Seat 1: interrupt after Judge Dredd's MOVE, or let it pass." in seen


def test_an_only_option_is_played_and_said() -> None:
    s = story({"dredd": 1, "wulf": 1}, hands=[[], [card("wulf", wild="melee")]], marker=1)
    s.choose("melee wulf", "pay 1")
    assert "Nothing to choose: Take 1 damage: 2 health left." in at_prompt(s.match, [])


def test_what_would_show_a_card_is_asked_even_if_it_is_the_only_one() -> None:
    s = story({"dredd": 1, "wulf": 9}, hands=[[card("dredd")]])
    seen = at_prompt(s.match, ["move dredd", "undo"])
    assert "pay for Judge Dredd's MOVE with a card showing Judge Dredd" in seen
    assert "Taken back: move dredd." in seen
    assert s.match.moves == []


# The whole of it


@pytest.mark.parametrize("map", MAP_IDS)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_whole_game_against_bots(map: str, seats: int) -> None:
    match = adjudge.new("helter-skelter", seats=seats, seed=5, map=map)

    def choose(match: Match) -> str:
        assert match.seat == 0
        return str(1 + match.game.careful(match.seat_view(0).state))

    seen = typed_by(choose, match, 80 if seats == 3 else 120)
    outcome = match.outcome
    assert outcome is not None
    assert ("You have won." if 0 in outcome.winners else "You have lost.") in seen
    assert re.search(rf"Seat 0, The Judges +{outcome.scores[0]} points", seen)


@pytest.mark.parametrize("map", MAP_IDS)
def test_the_map_command_draws(map: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "helter-skelter", map]) == 0
    plain = capsys.readouterr().out
    assert ElementTree.fromstring(plain).tag.endswith("svg")
    assert main(["map", "helter-skelter", map, "--from", "16"]) == 0
    lit = capsys.readouterr().out
    assert ElementTree.fromstring(lit).tag.endswith("svg")
    assert "Sight and range from 16" in lit


def test_the_map_command_lists(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "helter-skelter"]) == 0
    assert capsys.readouterr().out.split() == list(MAP_IDS)


@pytest.mark.parametrize(
    ("argv", "problem"),
    [
        (["cursed-earth"], "map: cursed-earth has no maps"),
        (["cursed-earth", "hall"], "map: cursed-earth has no maps"),
        (["helter-skelter", "moon"], "map: 'moon' is not one of grand-hall, city-blocks"),
        (["helter-skelter", "grand-hall", "--from", "41"], "from: 41 is not a space from 1 to 40"),
        (["helter-skelter", "grand-hall", "--from", "0"], "from: 0 is not a space from 1 to 40"),
        (["helter-skelter", "grand-hall", "--from", "x"], "invalid int value: 'x'"),
        (["helter-skelter", "--from", "3"], "from: 3 on which map?"),
        (["chess"], "'chess'"),
    ],
)
def test_bad_map_commands(
    argv: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["map", *argv]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert problem in said.err
    assert said.err.count("\n") == 1


def test_check_reports_maps_and_teams(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(GAME.content)]) == 0
    said = capsys.readouterr().out
    for words in ("grand-hall: The Grand Hall", "starts of two players", "The Judges: 17 health"):
        assert words in said
