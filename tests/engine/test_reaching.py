"""Positions reachable from the start, found by moves and later by predecessors."""

from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamesolver.engine import table as reaching
from gamesolver.system.workers import Workers
from tests.attacks.engine_games import ENUMERATED, INDEXED, SheetGame
from tests.attacks.graph_games import ONE_BY_ONE, Drawing, abreast, drawings, reached
from tests.support.engine_solving import node_of, playable, random_drawing, table_of

ONE_A_PASS = reaching.INDEXES_A_CHUNK
"""Value of ``SHARE`` at which a chunk expands one index per pass.

With it small games use predecessors, too.
"""


def marked(game, threads=1):
    """Return the nodes marked as reachable, and the number of passes by predecessors."""
    table, _ = table_of(game, threads=threads)
    phases = []

    def run(workers, phase, *given):
        phases.append(phase)
        return run_as_ever(workers, phase, *given)

    run_as_ever = Workers.run
    with patch.object(Workers, "run", run):
        nodes = {node_of(each) for each in table if table.start_reaches(each)}
    return nodes, phases.count("reaching back")


@settings(max_examples=ONE_BY_ONE // 4)
@given(drawings(), st.sampled_from(INDEXED), st.booleans(), st.sampled_from([1, 2]))
def test_random_games(drawing, fold, back, threads):
    """With or without predecessors, the marked nodes are those that the start reaches."""
    game = SheetGame(playable(drawing, fold), fold, indexed=True, back=back)
    with patch.object(reaching, "SHARE", ONE_A_PASS):
        nodes, times = marked(game, threads)
    assert nodes == reached(drawing, drawing.roots[:1])
    assert back or times == 0


@settings(max_examples=ONE_BY_ONE // 4)
@given(drawings(), st.sampled_from(ENUMERATED))
def test_enumerated_games_with_further_roots(drawing, fold):
    """Positions that only additional roots reach are not marked."""
    nodes, times = marked(SheetGame(playable(drawing, fold), fold))
    assert (nodes, times) == (reached(drawing, drawing.roots[:1]), 0)


@pytest.mark.parametrize("threads", [1, 2])
def test_larger_games_turn_around(threads):
    """Once nearly all positions are reached, two passes by predecessors find the rest."""
    drawing = abreast([random_drawing(2_000, seed=4), random_drawing(150, seed=5)])
    game = SheetGame(drawing, "canonical", indexed=True, back=True)
    with patch.object(reaching, "SHARE", ONE_A_PASS // 20):
        nodes, times = marked(game, threads)
    assert nodes == reached(drawing, drawing.roots[:1])
    assert times == 2
    assert len(nodes) < len(drawing.moves)


def test_a_long_way_through_what_is_queried_in_vain():
    """A chain of positions is reached even if each looks for its predecessor too early.

    A tree of 63 nodes has more than half of all nodes. From its last leaf a line leads through
    the forty others in falling order of their numbers.
    """
    tree = [((2 * node + 1, False), (2 * node + 2, False)) for node in range(31)]
    leaves = [*((),) * 31, ((102, False),)]
    line = [(), *(((node, False),) for node in range(63, 102))]
    moves = (*tree, *leaves, *line)
    ends = tuple(None if row else -1 for row in moves)
    drawing = Drawing(moves, ends, (None,) * len(ends), (0,))
    game = SheetGame(drawing, "strict", indexed=True, back=True)
    with patch.object(reaching, "SHARE", ONE_A_PASS):
        assert marked(game) == (set(range(103)), 2)
