"""Errors of misuse: each message states what is wrong, and what exists or what to do."""

import json
import operator
from pathlib import Path

import pytest

from gamesolver.boards import STRAIGHT, Graph, Grid, GridEdges, Hexagons, Places, Rings
from gamesolver.errors import InvalidArgumentError

GRID, OTHER, GRAPH = Grid(3, 3), Grid(4, 4), Graph("abc", ["ab", "bc"])
SOME = GRID.set(["a1", "b2"])

MISUSE = {
    "a place of another board": lambda: GRID[OTHER["d4"]],
    "a set of places of another board": lambda: GRID.set([OTHER["d4"]]),
    "a place of another board, looked for in a set": lambda: OTHER["a1"] in SOME,
    "a name that does not exist": lambda: GRID["d4"],
    "a name that does not exist on a large board": lambda: Grid(8, 8)["i9"],
    "a number that does not exist": lambda: GRID[9],
    "a negative number": lambda: GRID[-1],
    "something that names no place": lambda: GRID[1.5],
    "a row and a column that do not exist": lambda: GRID.at[3, 0],
    "a row that does not exist": lambda: GRID.row(3),
    "a column that is not a number": lambda: GRID.column("a"),
    "a set of one name": lambda: GRID.set("a1"),
    "a set of a number": lambda: GRID.set(3),
    "sets of different boards": lambda: SOME | OTHER.everywhere,
    "sets of different boards compared": lambda: OTHER.everywhere >= SOME,
    "a set of Python": lambda: SOME & {0},
    "a place in place of a set": lambda: SOME - GRID["a1"],
    "a shape that fits nowhere": lambda: GRID.shapes([(0, 0), (0, 3)]),
    "a shape that is not one": lambda: GRID.shapes((0, 1)),
    "an empty shape": lambda: GRID.shapes([]),
    "a line that fits nowhere": lambda: GRID.lines(4),
    "a length of lines that is no length": lambda: GRID.lines(0),
    "no directions": lambda: GRID.steps(),
    "a direction that leads nowhere": lambda: GRID.rays((0, 0)),
    "all directions as one": lambda: GRID.steps(STRAIGHT),
    "negative rows": lambda: Grid(-1, 3),
    "no columns": lambda: Hexagons(3, 0),
    "rows that are not whole": lambda: Grid(2.5, 3),
    "too many columns": lambda: Grid(3, 101),
    "too many columns of edges": lambda: GridEdges(3, 101),
    "too many rows": lambda: Grid(10**30, 3),
    "too many rings": lambda: Rings(51),
    "no rings": lambda: Rings(0),
    "signs for another board": lambda: GRID.draw("x."),
    "signs for a smaller board": lambda: GRID.images("x..."),
    "an edge to a place that does not exist": lambda: Graph("abc", ["ad"]),
    "an edge from a place to itself": lambda: Graph("abc", ["baa"]),
    "an edge of one place": lambda: Graph("abc", ["a"]),
    "two places of one name": lambda: Graph("aba", ["ab"]),
    "a graph without places": lambda: Graph("", []),
    "spots of too few places": lambda: Graph("ab", ["ab"], spots=[(0, 0)]),
    "spots left of the first column": lambda: Graph("ab", ["ab"], spots=[(0, -1), (0, 1)]),
    "lines of a graph without coordinates": lambda: GRAPH.lines(3),
    "a row of a graph without coordinates": lambda: GRAPH.row(0),
    "coordinates of a graph without them": lambda: GRAPH.at[0, 0],
    "a picture of a graph without coordinates": lambda: GRAPH.picture("..."),
    "a generator that is no permutation": lambda: Graph("abc", ["ab"], generators=[(0, 0, 1)]),
    "a generator that does not preserve edges": lambda: Graph(
        "abc", ["ab", "bc"], generators=[(1, 0, 2)]
    ),
}
MUTATION = {
    "bits of a set": lambda: setattr(SOME, "bits", 0),
    "bits of a set deleted": lambda: delattr(SOME, "bits"),
    "adding to a set": lambda: SOME.add(GRID["a1"]),
    "a method that sets do not have": lambda: SOME.first(),
    "the name of a place": lambda: setattr(GRID["a1"], "name", "z9"),
    "the rows of a board": lambda: setattr(GRID, "rows", 4),
    "an item of a set": lambda: operator.setitem(GRID.at, (0, 0), GRID["a1"]),
}
GOLDEN = Path(__file__).with_name("misuse.json")


@pytest.mark.parametrize("misuse", MISUSE)
def test_misuse_is_refused_in_plain_words(misuse):
    """Each misuse raises an ``InvalidArgumentError`` with the message of ``misuse.json``."""
    with pytest.raises(InvalidArgumentError) as refused:
        MISUSE[misuse]()
    assert str(refused.value) == json.loads(GOLDEN.read_text("utf-8"))[misuse]


@pytest.mark.parametrize("change", MUTATION)
def test_places_sets_and_boards_do_not_change(change):
    """Each change raises an ``AttributeError`` or ``TypeError`` with the message of the file."""
    with pytest.raises((AttributeError, TypeError)) as refused:
        MUTATION[change]()
    assert str(refused.value) == json.loads(GOLDEN.read_text("utf-8"))[change]


def test_operators_that_assign_make_another_set():
    """``|=`` and ``-=`` bind the name to another set, and leave the first set unchanged."""
    some = before = GRID.set(["a1"])
    some |= GRID.set(["b2"])
    some -= GRID.set(["a1"])
    assert (before, some) == (GRID.set(["a1"]), GRID.set(["b2"]))
    assert isinstance(some, Places)
