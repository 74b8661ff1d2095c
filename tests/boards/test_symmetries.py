"""Symmetries of boards, compared with a search through all permutations."""

from itertools import permutations
from math import factorial

import networkx
import pytest

from gamesolver.boards import STRAIGHT, Graph, Grid, GridEdges, Hexagons, Rings
from gamesolver.errors import InvalidArgumentError

PETERSEN = [(str(one), str(other)) for one, other in networkx.petersen_graph().edges]


def preserving(near):
    """Return all permutations that preserve adjacency, by trying every permutation."""
    size = len(near)
    return {
        each
        for each in permutations(range(size))
        if all((each[b] in near[each[a]]) == (b in near[a]) for a in range(size) for b in range(a))
    }


def are_a_group(board):
    """Assert that symmetries begin with the identity, are different, and have all products."""
    found = board.symmetries
    assert found[0] == tuple(range(board.size))
    assert len(set(found)) == len(found)
    assert {tuple(a[p] for p in b) for a in found[:9] for b in found} == set(found)


@pytest.mark.parametrize("rows", [1, 2, 3])
@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_a_grid_has_the_symmetries_of_its_rectangle(rows, columns):
    """Symmetries of a grid are all permutations of its squares that preserve adjacency."""
    board = Grid(rows, columns)
    are_a_group(board)
    if board.size <= 8:
        assert set(board.symmetries) == preserving(board.steps(*STRAIGHT))
    else:
        assert len(board.symmetries) == (8 if rows == columns else 4)


@pytest.mark.parametrize(("rows", "columns", "count"), [(2, 2, 4), (2, 3, 2), (3, 3, 4), (1, 4, 2)])
def test_hexagons_have_the_symmetries_of_their_rhombus(rows, columns, count):
    """A rhombus with equal sides has four symmetries, others have two; all preserve adjacency."""
    board = Hexagons(rows, columns)
    are_a_group(board)
    assert len(board.symmetries) == count
    near = board.steps()
    if board.size < 9:
        assert set(board.symmetries) == preserving(near)
    for symmetry in board.symmetries:
        assert all(near[p].permuted(symmetry) == near[symmetry[p]] for p in board)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3)])
def test_edges_have_the_symmetries_of_their_boxes(rows, columns):
    """Symmetries move boxes to boxes: eight of them on a square, and four on another rectangle."""
    board = GridEdges(rows, columns)
    are_a_group(board)
    assert len(board.symmetries) == (8 if rows == columns else 4)
    for symmetry in board.symmetries:
        assert {box.permuted(symmetry) for box in board.boxes} == set(board.boxes)


@pytest.mark.parametrize(("rings", "count"), [(1, 8), (2, 16), (3, 16), (4, 16)])
@pytest.mark.parametrize("diagonals", [False, True])
def test_rings_are_turned_mirrored_and_turned_inside_out(rings, count, diagonals):
    """Symmetries preserve lines; several rings have 16, because rings can be exchanged."""
    board = Rings(rings, diagonals=diagonals)
    are_a_group(board)
    assert len(board.symmetries) == count
    for length in (2, 3):
        lines = set(board.lines(length))
        for symmetry in board.symmetries:
            assert {line.permuted(symmetry) for line in lines} == lines


@pytest.mark.parametrize("atlas", range(1, 209))
def test_symmetries_of_all_graphs_of_up_to_six_places(atlas):
    """The search finds exactly the permutations that preserve the edges, for each small graph."""
    graph = networkx.graph_atlas(atlas)
    board = Graph(graph.nodes, graph.edges)
    are_a_group(board)
    assert set(board.symmetries) == preserving([set(graph[node]) for node in graph])


@pytest.mark.parametrize(
    ("names", "edges", "count"),
    [
        (range(10), PETERSEN, 120),
        (range(7), [(a, b) for a in range(7) for b in range(a)], factorial(7)),
        (range(40), [(n, (n + 1) % 40) for n in range(40)], 80),
        (range(9), [(n, 8) for n in range(8)] + [(n, (n + 1) % 8) for n in range(8)], 16),
        (
            [f"{n:04b}" for n in range(16)],
            [(f"{n:04b}", f"{n ^ 1 << k:04b}") for n in range(16) for k in range(4)],
            384,
        ),
    ],
    ids=["Petersen", "complete", "cycle", "Mu Torere", "hypercube"],
)
def test_symmetries_of_known_graphs(names, edges, count):
    """Known graphs have the published numbers of symmetries, such as 120 for Petersen's graph."""
    assert len(Graph(names, edges).symmetries) == count


def test_a_large_grid_as_a_graph_is_searched_fast():
    """A graph of 400 places with eight symmetries is within the bounds of the search."""
    grid = Grid(20, 20)
    steps = grid.steps(*STRAIGHT)
    edges = [(one, other) for one in grid for other in steps[one]]
    assert set(Graph(grid.names, edges).symmetries) == set(grid.symmetries)


@pytest.mark.parametrize(
    "edges",
    [
        [(a, b) for a in range(20) for b in range(a)],
        [],
        [(n, 19) for n in range(19)],
    ],
    ids=["complete", "no edges", "star"],
)
def test_too_many_symmetries_are_refused(edges):
    """A graph with more than 10,000 symmetries is refused unless generators are given."""
    board = Graph(range(20), edges)
    with pytest.raises(InvalidArgumentError) as refused:
        board.symmetries  # noqa: B018
    assert str(refused.value) == (
        f"too many symmetries of {board!r} to list: "
        "pass generators= with those that the game has, or generators=[] for none"
    )
    exchange = (1, 0, *range(2, 20))
    assert len(Graph(range(20), edges, generators=[exchange]).symmetries) == 2
    assert len(Graph(range(20), edges, generators=[]).symmetries) == 1


@pytest.mark.parametrize("board", [Grid(3, 3), Grid(1, 1), Hexagons(2, 3), Rings(1)], ids=repr)
def test_images_of_signs(board):
    """An image has the sign of each place on the place to which a symmetry moves it."""
    signs = [f"sign {place}" for place in board]
    expected = set()
    for symmetry in board.symmetries[1:]:
        image = [""] * board.size
        for place in board:
            image[symmetry[place]] = signs[place]
        expected.add(tuple(image))
    assert set(board.images(signs)) == expected
    assert set(board.images([*signs, "x", ""])) == {(*each, "x", "") for each in expected}
