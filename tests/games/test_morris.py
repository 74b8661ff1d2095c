"""Three men's morris, Achi, and Tsoro Yematatu: moves and ends by example."""

import pytest

from games import Achi, ThreeMensMorris, TsoroYematatu
from gamesolver import (
    Value,
    explore,
    solve,
)


def after(game, text, *moves):
    """Return the position after moves, all as texts."""
    position = game.parse(text)
    for move in moves:
        position = game.play(position, game.parse_move(position, move))
    return game.format(position)


def moves_of(game, text):
    """Return the texts of the moves of a position."""
    return [game.format_move(move) for move in game.moves(game.parse(text))]


@pytest.mark.parametrize("blocked", ["loses", "passes"])
def test_achi_with_three_men_is_three_mens_morris(blocked):
    """Achi with three men has the outcomes of three men's morris, as no player is ever blocked."""
    achi, morris = solve(Achi(3, blocked)), solve(ThreeMensMorris())
    assert {each: achi[each] for each in achi} == {each: morris[each] for each in achi}
    assert sum(achi.counts().values()) == sum(morris.counts(reachable=True).values())


# ── rules by example ───────────────────────────────────────────────────────

BLOCKED = "mmwww.mmw"
"""The empty point 5 is next to 2, 4 and 8, where men of the player who waits stand."""


def test_placing_then_sliding():
    """Each player places three men; then they slide, diagonally only at the centre."""
    game, straight = ThreeMensMorris(), ThreeMensMorris(diagonal_slides=False)
    text = after(game, ".........", "a3", "b3", "b2", "c3", "b1", "c1")
    assert text == "mww.m..mw"
    assert moves_of(game, text) == ["a3-a2", "b2-a2", "b2-c2", "b2-a1", "b1-a1"]
    assert moves_of(straight, text) == ["a3-a2", "b2-a2", "b2-c2", "b1-a1"]


@pytest.mark.parametrize(
    ("text", "diagonals", "value"),
    [
        ("www.mm.m.", True, Value.LOSS),
        ("w.m.wm.mw", True, Value.LOSS),
        ("w.m.wm.mw", False, None),
        ("wmm.wm..w", False, Value.LOSS),
        ("mmmww..w.", True, Value.WIN),
        ("mmmwww...", True, Value.LOSS),
        ("mwm.w..mw", True, None),
    ],
)
def test_ends_of_morris(text, diagonals, value):
    """Lines end play, diagonals only if they count, and a player without a move has lost."""
    game = ThreeMensMorris(diagonal_lines=diagonals)
    assert game.terminal_value(game.parse(text)) is value


def test_achi_is_placed_and_then_slides():
    """Each player places four men; then a man moves along a line to the one empty point."""
    game = Achi()
    assert len(moves_of(game, "mwm.wm.w.")) == 3
    assert moves_of(game, "mwmmww.mw") == ["a2-a1", "b1-a1"]
    assert after(game, "mwmmww.mw", "a2-a1") == "wmw.mmwwm"
    assert moves_of(game, "mwwwm.mmw") == ["b2-c2"]
    assert moves_of(game, BLOCKED) == []


@pytest.mark.parametrize(
    ("blocked", "value", "moves"),
    [("loses", Value.LOSS, []), ("draws", Value.DRAW, []), ("passes", None, ["pass"])],
)
def test_a_player_who_cannot_move(blocked, value, moves):
    """A player without a man next to the empty point has lost, or drawn, or passes."""
    game = Achi(blocked=blocked)
    assert game.terminal_value(game.parse(BLOCKED)) is value
    assert moves_of(game, BLOCKED) == moves


def test_a_pass_leaves_the_men():
    """After a pass the men are the same, seen by the other player."""
    assert after(Achi(blocked="passes"), BLOCKED, "pass") == "wwmmm.wwm"


def test_a_pass_is_clicked_anywhere():
    """The picture of a player who cannot move has one shape to click, over all nine points."""
    game = Achi(blocked="passes")
    picture = game.svg(game.parse(BLOCKED))
    assert (picture.count("data-move"), picture.count('data-move="pass"')) == (1, 1)
    assert picture.partition("data-move")[2].partition("</g>")[0].count("<rect") == 9


def test_a_man_jumps_over_another():
    """A man jumps along a line over a man of either player, but only if jumps are allowed."""
    game, text = TsoroYematatu(), ".wmwmwm"
    assert moves_of(game, text) == ["c-a", "e-a", "g-a"]
    assert moves_of(TsoroYematatu(jumps=False), text) == ["c-a"]
    assert after(game, text, "e-a") == "wmwm.mw"


@pytest.mark.parametrize("jumps", [True, False])
def test_there_is_always_a_move_with_jumps(jumps):
    """If men jump, play ends only by a row; without jumps some positions have no move."""
    game = TsoroYematatu(jumps=jumps).lowered
    ends = [game.format(each) for each in explore(game) if game.terminal_value(each) is not None]
    rows = [(0, 1, 4), (0, 2, 5), (0, 3, 6), (1, 2, 3), (4, 5, 6)]
    has_row = [any({each[point] for point in row} == {"w"} for row in rows) for each in ends]
    assert all(has_row) == jumps


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("w.mmw.m", None),
        ("wm..w.m", None),
        ("wmm.wmw", None),
        ("wwm.wm.", Value.LOSS),
        ("wmmmw.w", Value.WIN),
        ("m.mw..w", None),
        ("m.mwwwm", None),
        ("mm.w..w", None),
        (".mmwmww", None),
        ("mmmwww.", None),
        ("m..mwww", Value.LOSS),
        (".wwwmmm", Value.LOSS),
    ],
)
def test_rows_of_the_triangle(text, value):
    """Five lines have three points: three from the top, and two across."""
    game = TsoroYematatu()
    assert game.terminal_value(game.parse(text)) is value


def test_the_triangle_in_text():
    """Points stand where the legend has their letters, and men keep their letters."""
    game = TsoroYematatu()
    assert game.legend() == "    a\n   /|\\\n  b-c-d\n /  |  \\\ne---f---g"
    drawn = "    x\n   /|\\\n  .-o-.\n /  |  \\\n.---.---."
    assert game.render_for(game.parse("m.w...."), 0) == drawn
    assert game.render_for(game.parse("w.m...."), 1) == drawn
