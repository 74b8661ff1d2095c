"""Three men's morris, Achi, and Tsoro Yematatu: moves and ends by example."""

import pytest

from games import Achi, ThreeMensMorris, TsoroYematatu
from gamesolver import (
    Value,
    solve,
)


@pytest.mark.parametrize("blocked", ["loses", "passes"])
def test_achi_with_three_men_is_three_mens_morris(blocked):
    """Every position has the outcome that it has there: with three men nobody is ever blocked."""
    achi, morris = solve(Achi(3, blocked)), solve(ThreeMensMorris())
    assert {each: achi[each] for each in achi} == {each: morris[each] for each in morris}


# ── rules by example ───────────────────────────────────────────────────────

BLOCKED = "mmwww.mmw"
"""The empty point 5 is next to 2, 4 and 8, where men of the player who waits stand."""


def test_placing_then_sliding():
    """Three stones each are placed; then they slide, slanting at the centre only."""
    game, straight = ThreeMensMorris(), ThreeMensMorris(diagonal_slides=False)
    position = game.start()
    for text in (">0", ">1", ">4", ">2", ">7", ">8"):
        position = game.play(position, game.parse_move(position, text))
    assert position == "mww.m..mw"
    assert [game.format_move(move) for move in game.moves(position)] == [
        "a3-a2", "b2-a2", "b2-c2", "b2-a1", "b1-a1",
    ]  # fmt: skip
    assert [game.format_move(move) for move in straight.moves(position)] == [
        "a3-a2", "b2-a2", "b2-c2", "b1-a1",
    ]  # fmt: skip
    assert game.stage(position) == 6


def test_ends_of_morris():
    """The waiting player's line counts first; a diagonal only if it may; no move loses."""
    game, straight = ThreeMensMorris(), ThreeMensMorris(diagonal_lines=False)
    assert game.terminal_value("www.mm.m.") is Value.LOSS
    assert game.terminal_value("w.m.wm.mw") is Value.LOSS
    assert straight.terminal_value("w.m.wm.mw") is None
    assert straight.terminal_value("wmm.wm..w") is Value.LOSS
    assert game.terminal_value("mmmww..w.") is Value.WIN
    assert game.terminal_value("mmmwww...") is Value.LOSS
    assert game.terminal_value("mwm.w..mw") is None


def test_achi_is_placed_and_then_slides():
    """Four men each are placed; after that the one empty point is moved to along a line."""
    game = Achi()
    assert len(game.moves("mwm.wm.w.")) == 3
    assert [game.format_move(move) for move in game.moves("mwmmww.mw")] == ["a2-a1", "b1-a1"]
    assert game.play("mwmmww.mw", (3, 6)) == "wmw.mmwwm"
    assert [game.format_move(move) for move in game.moves("mwwwm.mmw")] == ["b2-c2"]
    assert [game.format_move(move) for move in game.moves(BLOCKED)] == []


@pytest.mark.parametrize(
    ("blocked", "value", "moves"),
    [("loses", Value.LOSS, []), ("draws", Value.DRAW, []), ("passes", None, ["pass"])],
)
def test_a_player_who_cannot_move(blocked, value, moves):
    """A player without a man next to the empty point has lost, or drawn, or passes."""
    game = Achi(blocked=blocked)
    assert game.terminal_value(game.parse(BLOCKED)) is value
    assert [game.format_move(move) for move in game.moves(BLOCKED)] == moves


def test_a_pass_leaves_the_men():
    """After a pass the men are the same, seen by the other player."""
    game = Achi(blocked="passes")
    assert game.play(BLOCKED, game.parse_move(BLOCKED, "pass")) == "wwmmm.wwm"


def test_a_pass_is_clicked_anywhere():
    """The picture of a player who cannot move has one shape to click, over all nine points."""
    picture = Achi(blocked="passes").svg(BLOCKED)
    assert (picture.count("data-move"), picture.count('data-move="pass"')) == (1, 1)
    assert picture.partition("data-move")[2].partition("</g>")[0].count("<rect") == 9


def test_a_man_jumps_over_another():
    """To the top from below along each leg, over men of either player; without jumps only next."""
    game, still = TsoroYematatu(), TsoroYematatu(jumps=False)
    position = game.parse(".wmwmwm")
    assert [game.format_move(move) for move in game.moves(position)] == ["c-a", "e-a", "g-a"]
    assert [still.format_move(move) for move in still.moves(position)] == ["c-a"]
    assert game.play(position, (4, 0)) == "wmwm.mw"


def test_there_is_always_a_move_with_jumps():
    """No position ends but by a row where men jump; without jumps some do."""
    ends = {
        jumps: [each for each in solution if solution[each].remoteness == 0]
        for jumps in (True, False)
        for solution in [solve(TsoroYematatu(jumps=jumps))]
    }
    rows = [(0, 1, 4), (0, 2, 5), (0, 3, 6), (1, 2, 3), (4, 5, 6)]
    is_row = {
        jumps: [any({each[point] for point in row} == {"w"} for row in rows) for each in found]
        for jumps, found in ends.items()
    }
    assert all(is_row[True])
    assert not all(is_row[False])


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
    assert TsoroYematatu().terminal_value(text) is value


def test_the_triangle_in_text():
    """Points stand where the legend has their letters, and men keep their letters."""
    game = TsoroYematatu()
    assert game.legend() == "    a\n   /|\\\n  b-c-d\n /  |  \\\ne---f---g"
    assert game.render_for("m.w....", 0) == "    x\n   /|\\\n  .-o-.\n /  |  \\\n.---.---."
    assert game.render_for("w.m....", 1) == game.render_for("m.w....", 0)
