"""Steps, rays, lines and shapes of boards, compared with searches over all places."""

from itertools import combinations

import pytest

from gamesolver.boards import (
    ALL_DIRECTIONS,
    DIAGONAL,
    HEXAGONAL,
    STRAIGHT,
    Graph,
    Grid,
    GridEdges,
    Hexagons,
    Rings,
)

GRIDS = [Grid(rows, columns) for rows in (1, 2, 3, 5) for columns in (1, 2, 4)]


def away(one, other):
    """Return the difference in rows and in columns from one place to another."""
    return other.spot[0] - one.spot[0], other.spot[1] - one.spot[1]


@pytest.mark.parametrize("board", GRIDS, ids=repr)
@pytest.mark.parametrize("directions", [STRAIGHT, DIAGONAL, ALL_DIRECTIONS, ((1, 2), (-2, 0))])
def test_steps_and_rays_of_a_grid(board, directions):
    """A step leads to the places one direction away, and a ray to all multiples of it in order."""
    steps, rays = board.steps(*directions), board.rays(*directions)
    for place in board:
        assert set(steps[place]) == {to for to in board if away(place, to) in directions}
        for ray, (down, right) in zip(rays[place], directions, strict=True):
            multiples = [(n * down, n * right) for n in range(1, 9)]
            assert list(ray) == [
                to for multiple in multiples for to in board if away(place, to) == multiple
            ]


@pytest.mark.parametrize("board", GRIDS[4:], ids=repr)
def test_lines_of_a_grid(board):
    """Lines of three are the sets of three places with one half-way between the other two."""

    def is_line(places):
        one, middle, other = places
        return away(one, middle) == away(middle, other) in ALL_DIRECTIONS

    expected = {board.set(each) for each in combinations(board, 3) if is_line(each)}
    if expected:
        lines = board.lines(3)
        assert set(lines) == expected
        assert len(lines) == len(expected)


@pytest.mark.parametrize(
    ("board", "length", "count"),
    [
        (Grid(3, 3), 3, 8),
        (Grid(6, 7), 4, 69),
        (Grid(4, 4), 4, 10),
        (Grid(4, 5), 5, 4),
        (Grid(2, 2), 1, 4),
        (Rings(3), 3, 16),
        (Rings(3, diagonals=True), 3, 20),
        (Rings(2), 3, 8),
        (Rings(1, diagonals=True), 3, 8),
        (Hexagons(3, 3), 3, 7),
    ],
    ids=repr,
)
def test_counts_of_lines(board, length, count):
    """Boards have the known numbers of lines: 69 in Connect Four, 16 mills in Nine Men's Morris."""
    lines = board.lines(length)
    assert len(lines) == len(set(lines)) == count
    assert {len(line) for line in lines} == {length}


def test_lines_in_given_directions():
    """Lines are restricted to the given directions, and opposite directions give a line once."""
    board = Grid(3, 3)
    assert set(board.lines(3, STRAIGHT)) == {board.row(n) for n in range(3)} | {
        board.column(n) for n in range(3)
    }
    assert len(board.lines(3, DIAGONAL)) == 2


def test_shapes_are_moved_and_not_turned():
    """A shape is found wherever it fits, and the origin of its coordinates does not matter."""
    board = Grid(3, 3)
    corner = [(0, 0), (0, 1), (1, 0)]
    assert board.shapes(corner) == board.shapes([(5, 5), (5, 6), (6, 5)])
    assert set(board.shapes(corner)) == {
        board.set([board.at[row, column], board.at[row, column + 1], board.at[row + 1, column]])
        for row in range(2)
        for column in range(2)
    }
    assert board.shapes([(0, 0), (0, 1)], [(0, 0), (1, 0)]) == board.lines(2, [(0, 1), (1, 0)])


def test_boxes_are_a_shape_of_edges():
    """Boxes are the shape of four edges around the middle of a square, not around a dot."""
    board = GridEdges(2, 3)
    assert set(board.boxes) == set(board.shapes([(0, 1), (1, 0), (1, 2), (2, 1)]))
    assert len(board.boxes) == 6
    assert all(len(box) == 4 for box in board.boxes)


def test_rows_and_columns():
    """Rows are counted from above, columns from the left, and negative numbers from the end."""
    board = Grid(2, 3)
    assert [list(map(str, board.row(n))) for n in (0, -1)] == [
        ["a2", "b2", "c2"],
        ["a1", "b1", "c1"],
    ]
    assert board.column(2) == board.column(-1) == board.set(["c2", "c1"])
    assert Hexagons(3, 4).row(0) == Hexagons(3, 4).set(["a1", "b1", "c1", "d1"])
    assert Rings(2).row(2) == Rings(2).set(["a3", "b3", "d3", "e3"])


def test_hexagons_have_up_to_six_neighbours():
    """Inner hexagons have six neighbours; two corners of a rhombus have two, and two have three."""
    board = Hexagons(4, 5)
    steps = board.steps()
    assert steps == board.steps(*HEXAGONAL)
    assert sorted(map(len, steps)) == [2, 2, 3, 3] + [4] * 10 + [6] * 6
    assert all((one in steps[other]) == (other in steps[one]) for one in board for other in board)


@pytest.mark.parametrize("rings", range(1, 6))
@pytest.mark.parametrize("diagonals", [False, True])
def test_rings_have_their_points_and_lines(rings, diagonals):
    """Each ring has eight points; lines join neighbours on a ring and, at the spokes, two rings."""
    board = Rings(rings, diagonals=diagonals)
    spokes = 8 if diagonals else 4
    assert board.size == (9 if rings == 1 else 8 * rings)
    assert len(board.edges) == 8 * rings + (spokes if rings == 1 else spokes * (rings - 1))
    assert board.steps(*ALL_DIRECTIONS) == board.steps()
    assert len(board.lines(2)) == len(board.edges)


def test_a_graph_has_the_steps_of_its_edges():
    """Neighbours in a graph are the places that an edge joins, in either order."""
    board = Graph(range(4), [(0, 1), (2, 1, 3), (1, 3)])
    assert [set(near) for near in board.steps()] == [{1}, {0, 2, 3}, {1}, {1}]
    assert board.edges == ((0, 1), (1, 2), (1, 3))


def test_a_graph_with_coordinates_has_lines_along_its_edges():
    """Lines of a graph run along its edges in one direction, at any distance of its points."""
    board = Graph("abcd", ["ab", "bc", "bd"], spots=[(0, 0), (0, 1), (0, 3), (1, 2)])
    assert [list(line) for line in board.lines(3)] == [[0, 1, 2]]
    assert board.rays((0, 1))[0] == ((1, 2),)
    assert board.at[1, 2] == board["d"]


def test_names():
    """Squares are named as in chess, or with rows from above; points and hexagons likewise."""
    assert Grid(2, 2).names == ("a2", "b2", "a1", "b1")
    assert Grid(2, 2, from_above=True).names == ("a1", "b1", "a2", "b2")
    assert Hexagons(2, 2).names == ("a1", "b1", "a2", "b2")
    assert Rings(1).names == ("a3", "b3", "c3", "c2", "c1", "b1", "a1", "a2", "b2")
    assert Graph(range(2), [(0, 1)]).names == ("0", "1")
    assert Grid(1, 28).names[-3:] == ("z1", "aa1", "ab1")
    for board in (*GRIDS, GridEdges(5, 6), Rings(4), Hexagons(12, 3)):
        assert len(set(board.names)) == board.size
        assert [board[name] for name in board.names] == list(board.places)
