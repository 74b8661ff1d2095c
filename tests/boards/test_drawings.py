"""Texts and pictures of boards."""

import pytest

from gamesolver import edges_svg, grid_svg, hexagons_svg, points_svg
from gamesolver.boards import Graph, Grid, GridEdges, Hexagons, Rings

MOVES, SHAPES = {"one": [0], "two": [1, 0]}, {"x": "dark"}


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (Grid(2, 2), "2 x .\n1 . o\n  a b"),
        (Grid(2, 2, from_above=True), "  a b\n1 x .\n2 . o"),
        (Hexagons(2, 2), " a b\n1 x .\n 2 . o"),
        (GridEdges(1, 1), "+ x +\n.   .\n+ o +"),
        (Graph("abcd", ["abcd"]), "a x\nb .\nc .\nd o"),
        (Graph("abcd", ["abdca"], spots=[(0, 0), (0, 1), (1, 0), (1, 1)]), "x-.\n| |\n.-o"),
        (Graph("abcd", ["ad"], spots=[(0, 0), (0, 1), (1, 0), (1, 2)]), "x .\n  \\\n.   o"),
    ],
    ids=repr,
)
def test_boards_as_text(board, expected):
    """A drawing has the sign of each place, and the names of rows and columns outside."""
    assert board.draw("x..o") == expected


def test_ten_rows_and_long_signs():
    """Row numbers and signs are aligned in columns as wide as the longest of them."""
    assert Grid(10, 1).draw("." * 10).split("\n")[::9] == ["10 .", " 1 ."]
    assert Grid(1, 2).draw(["one", "."]) == "1 one .\n  a   b"
    assert Grid(2, 1).draw("x.", row_names=False) == "x\n.\na"


def test_rings_as_text():
    """The board of Nine Men's Morris has its lines, and its legend has the names of the points."""
    assert Rings(1).legend() == "a3-b3-c3\n|  |  |\na2-b2-c2\n|  |  |\na1-b1-c1"
    assert Rings(3).draw("." * 24).split("\n")[:3] == [
        ".-----.-----.",
        "|     |     |",
        "| .---.---. |",
    ]


def test_pictures_are_those_of_the_functions():
    """``picture`` passes rows or points, names and all options to the drawing function."""
    grid, edges, hexagons, rings = Grid(2, 2), GridEdges(1, 1), Hexagons(2, 2), Rings(1)
    assert grid.picture("x..o", MOVES, SHAPES, hands=("x", "")) == grid_svg(
        ["x.", ".o"], MOVES, SHAPES, names=["a2", "b2", "a1", "b1"], hands=("x", "")
    )
    assert grid.picture("x..o", names=range(4)) == grid_svg(["x.", ".o"], names=range(4))
    assert edges.picture("x..o", {}, boxes=["x"]) == edges_svg(
        ["x", "..", "o"], names=edges.names, boxes=["x"]
    )
    assert hexagons.picture("x..o", MOVES, sides="xo") == hexagons_svg(
        ["x.", ".o"], MOVES, names=hexagons.names, sides="xo"
    )
    square = Graph("abc", ["abca"], spots=[(0, 0), (0, 1), (1, 0.5)])
    assert square.picture("x.o", MOVES, SHAPES) == points_svg(
        [(0, 0), (1, 0), (0.5, 1)], [(0, 1), (0, 2), (1, 2)], "x.o", MOVES, SHAPES, names="abc"
    )
    assert rings.picture("." * 9).count("<circle") == 9
