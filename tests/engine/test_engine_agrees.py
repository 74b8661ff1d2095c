"""The engine agrees with the reference for every method, kind of game and number of threads."""

from collections import Counter
from functools import cache
from random import Random
from unittest.mock import patch

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamesolver import Outcome, Value
from gamesolver.engine import backward, schedule
from gamesolver.engine.ends import INDEXES_A_CHUNK
from gamesolver.engine.queries import ROWS_A_CHUNK
from gamesolver.rules.guard import Rules
from gamesolver.verify.tables import verify_table
from tests.attacks.engine_games import ENUMERATED, INDEXED, SheetGame
from tests.attacks.graph_games import (
    ONE_BY_ONE,
    SIDE_BY_SIDE,
    Drawing,
    abreast,
    drawings,
    filled_up,
    reached,
    truth_abreast,
)
from tests.attacks.magnitudes import about
from tests.graph.test_methods import outcome_of
from tests.oracles.reference import reference
from tests.oracles.unfolded import unfolded_size
from tests.support.engine_solving import (
    METHODS,
    labelled,
    playable,
    random_drawing,
    solved,
    table_of,
)

STAGES = [-(2**63), -7, -1, 0, 1, 900, 2**40, 2**63 - 1]


@st.composite
def staged_drawings(draw):
    """Draw a graph whose stages never fall along a move, with cycles in some, and its stages."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    labels = sorted(draw(st.sets(st.sampled_from(STAGES), min_size=5)))
    whole = sum(sizes)
    moves, ends, labelling = [], [], []
    for size, label in zip(sizes, labels, strict=False):
        begin = len(moves)
        lowest = draw(st.sampled_from([begin, begin + size]))  # with cycles, or strictly rising
        for _ in range(size):
            edge = st.tuples(st.integers(min(lowest, whole - 1), whole - 1), st.booleans())
            edges = draw(st.lists(edge, max_size=4)) if lowest < whole else []
            moves.append(tuple(edges))
            ends.append(None if edges else draw(st.sampled_from([-1, -1, 0, 1])))
            labelling.append(label)
    roots = draw(st.lists(st.integers(0, whole - 1), min_size=1, max_size=3))
    return Drawing(tuple(moves), tuple(ends), (None,) * whole, tuple(roots)), tuple(labelling)


@st.composite
def games(draw, staged=False):
    """Draw a compiled game, enumerated or indexed, with any kind of symmetry reduction."""
    drawing, labels = draw(staged_drawings()) if staged else (draw(drawings()), None)
    indexed = draw(st.booleans())
    fold = draw(st.sampled_from(INDEXED if indexed else ENUMERATED))
    drawing = playable(drawing, fold)
    return SheetGame(drawing, fold, indexed, labels, back=indexed and draw(st.booleans()))


def covered(game, nodes):
    """Return the nodes in a table: all of an indexed game, else those that the roots reach."""
    return nodes if game.indexed else reached(game.drawing, game.drawing.roots)


def require_right(game, methods, threads):
    """Solve, compare with the reference node by node, and verify."""
    truth = reference(game.drawing.as_dict(), game.drawing.known())
    solution = solved(game, methods, threads)
    nodes = covered(game, truth)
    assert labelled(solution) == {node: outcome_of(truth[node]) for node in nodes}
    if game.indexed and game.fold == "raw":
        assert len(solution) == 2 * len(nodes)
    elif game.fold != "raw":
        assert len(solution) == len(nodes)
    assert solution.verify(full=True).positions == unfolded_size(solution)


@settings(max_examples=ONE_BY_ONE // 2)
@given(games(), st.sampled_from([1, 2]))
def test_every_method_agrees_with_the_reference(game, threads):
    """On games with cycles, kept turns and unused indexes, every method is correct."""
    for methods in METHODS:
        require_right(game, methods, threads)


@settings(max_examples=ONE_BY_ONE // 2)
@given(games(staged=True), st.sampled_from([1, 2]), st.sampled_from([1, 3, 1000]))
def test_stage_by_stage_gives_what_the_reference_gives(game, threads, together):
    """Games with stages, strictly rising or with cycles inside, are solved correctly.

    This includes cycles noticed only when their stage is solved, boundary values at any
    remoteness, and any number of indexes for which small stages are solved together.
    """
    require_right(game, "either", threads)
    with (
        patch.object(schedule, "goes_by_stages", return_value=True),
        patch.object(backward, "TOGETHER", together),
    ):
        require_right(game, "either", threads)


@pytest.mark.parametrize(
    ("fold", "indexed"),
    [*((fold, False) for fold in ENUMERATED), *((fold, True) for fold in INDEXED)],
)
def test_many_graphs_in_one_solve(fold, indexed):
    """Many graphs in one game have the outcomes that each has alone."""
    luck = Random(11)
    sizes = [luck.randrange(1, 20) for _ in range(SIDE_BY_SIDE // 8)]
    parts = [playable(random_drawing(size, seed), fold) for seed, size in enumerate(sizes)]
    game = SheetGame(abreast(parts), fold, indexed, back=indexed)
    truth = truth_abreast(parts)
    for methods in METHODS:
        outcomes = labelled(solved(game, methods, threads=2))
        assert len(outcomes) == len(covered(game, truth))
        for node, outcome in outcomes.items():
            assert outcome == outcome_of(truth[node])


def test_a_game_without_stages_is_resolved_by_sweeps():
    """A game without stages can be solved by sweeps, which build no graph."""
    game = SheetGame(playable(random_drawing(60, 3), "strict"), "strict", True)
    _, summary = table_of(game, "sweeps")
    assert any("sweeps for wins and losses" in each for each in summary), summary
    assert not any("graph" in each for each in summary), summary


WIDE_MOVES = 2**8 + 1


@pytest.mark.parametrize(("fold", "indexed"), [("raw", True), ("strict", False), ("raw", False)])
def test_graphs_with_many_moves_in_one_solve(fold, indexed):
    """Graphs with up to 257 moves per position are solved correctly in one game."""
    parts = [
        playable(random_drawing(size, size, most_moves=WIDE_MOVES), fold) for size in range(1, 16)
    ]
    game = SheetGame(abreast(parts), fold, indexed, back=indexed, most_moves=WIDE_MOVES)
    truth = truth_abreast(parts)
    for methods in METHODS:
        outcomes = labelled(solved(game, methods, threads=2))
        nodes = covered(game, range(len(truth)))
        assert outcomes == {node: outcome_of(truth[node]) for node in nodes}


EDGES_OF_CHUNKS = about((ROWS_A_CHUNK, INDEXES_A_CHUNK), 2 * INDEXES_A_CHUNK)


@pytest.mark.compiled(why="a game of several chunks is too slow in plain Python")
@pytest.mark.parametrize("size", EDGES_OF_CHUNKS[::-1])
def test_graphs_about_the_edges_of_chunks(size):
    """An indexed game is solved correctly if its pending positions exactly fill a chunk.

    One position fewer or more is tried, too.
    """
    parts = [random_drawing(nodes, nodes) for nodes in range(1, 16)]
    drawing, truth = filled_up(abreast(parts), size), truth_abreast(parts)
    game = SheetGame(attrs.evolve(drawing, roots=(0,)), "index", indexed=True)
    outcomes = list(map(outcome_of, truth))
    circles = [Outcome(Value.DRAW, None)] * (len(drawing.moves) - len(truth))
    for methods in METHODS:
        solution = solved(game, methods, threads=2)
        assert [solution[game.at(node)] for node in range(len(truth))] == outcomes
        assert solution.counts() == Counter(outcomes + circles)


@cache
def large_drawing():
    """Return a random graph of 100,000 nodes."""
    return random_drawing(100_000, seed=8)


@pytest.mark.compiled(why="a game of several chunks is too slow in plain Python")
@pytest.mark.parametrize(
    ("fold", "indexed", "back"),
    [
        ("symmetries", False, False),
        ("index", True, True),
        ("raw", False, False),
        ("index", True, False),
        ("raw", True, True),
    ],
)
def test_large_games_are_the_same_by_every_method_and_number_of_threads(fold, indexed, back):
    """A game of several chunks has the same table for every method and number of threads."""
    game = SheetGame(large_drawing(), fold, indexed, back=back)
    tables = [table_of(game, methods, threads)[0] for methods in METHODS for threads in (1, 2)]
    for table in tables[1:]:
        assert table.entries.dtype == tables[0].entries.dtype
        assert np.array_equal(table.entries, tables[0].entries)
        assert np.array_equal(table.places.keys, tables[0].places.keys)
    report = verify_table(Rules(game), tables[0], (game.start(),), full=True)
    if fold != "raw":
        nodes = covered(game, game.drawing.moves)
        seats = 1 if fold == "strict" else 2
        assert report.positions == seats * len(tables[0]) == seats * len(nodes)
