"""Tables with as many bytes per position as the number of different values requires."""

import numpy as np
import pytest

from gamesolver import MemoryLimitError, prove, solve
from gamesolver.proofs.compiled_tables import IndexedScores
from gamesolver.system import memory
from tests.attacks.compiled_graphs import GraphGame
from tests.attacks.graph_games import Drawing

LENGTH, HALF = 300, 150

UNSOLVED = -(1 << 30)
"""Score of a position that no table has, below all real scores."""


def line_with_ways_in():
    """Return a line longer than a byte can count, with an extra node leading to each node."""
    line = [((node + 1, False),) for node in range(LENGTH - 1)]
    ways_in = [((node, False),) for node in range(LENGTH)]
    nodes = 2 * LENGTH
    ends = tuple(-1 if node == LENGTH - 1 else None for node in range(nodes))
    return Drawing((*line, (), *ways_in), ends, (None,) * nodes, (0,))


def verdict(column):
    """Return the value at each index, and the table that it is from."""
    numbers = column.in_places(np.arange(len(column)))
    return [*zip(column.scores[numbers].tolist(), column.tables[numbers].tolist(), strict=True)]


def test_the_first_table_that_has_a_place_is_used():
    """A stored value stays, and a position that the first table lacks is taken from the next."""
    column = IndexedScores.of_size(4)
    column.put(0, column.numbers_of(0, np.array([7, UNSOLVED, 0])))
    column.put(1, column.numbers_of(1, np.array([-7, 5, 7])))
    assert verdict(column) == [(7, 0), (-7, 1), (0, 0), (7, 1)]


@pytest.mark.parametrize(("kinds", "width"), [(255, 1), (256, 2), (65_535, 2), (65_536, 3)])
def test_a_number_has_as_many_bytes_as_the_scores_need(kinds, width):
    """Numbers have the bytes that the scores require, and values stored before are kept."""
    column = IndexedScores.of_size(kinds + 1)
    for first in range(0, kinds, 1_000):
        scores = np.arange(first, min(first + 1_000, kinds)) - 300
        column.put(first, column.numbers_of(first % 3_000, scores))
    assert (column.width, len(column), len(column.bytes)) == (width, kinds + 1, width * (kinds + 1))
    assert verdict(column) == [
        *((place - 300, place // 1_000 * 1_000 % 3_000) for place in range(kinds)),
        (UNSOLVED, -1),
    ]
    chosen = column.chosen(np.array([kinds, 3, 3]))
    assert verdict(chosen) == [(UNSOLVED, -1), (-297, 0), (-297, 0)]


def test_more_outcomes_than_a_byte_numbers():
    """Kernels read two-byte numbers, and the report names the first table with each position."""
    game = GraphGame(line_with_ways_in(), "alone")
    tables = [solve(game, start=game.position(node)) for node in (HALF, 0)]
    expected = game.expected()
    for node in (0, 1, 42, 43, HALF - 1, HALF, 255, 256, LENGTH - 9):
        position = game.position(LENGTH + node)
        proof = prove(game, position, tables=tables)
        report = proof.verify()
        assert proof.outcome == report.bounds.outcome == expected[position]
        assert {each.table: each.claims for each in report.reused} == {
            f"the solution of {game!r}, {LENGTH - HALF if node >= HALF else LENGTH} positions": 2
        }


def test_tables_for_which_memory_has_no_room_are_refused(monkeypatch):
    """Tables that do not fit in free memory are refused, whatever ``memory`` is."""
    game = GraphGame(line_with_ways_in(), "alone")
    solution = solve(game, start=game.position(HALF))
    monkeypatch.setattr(memory, "free_bytes", lambda: 100)
    with pytest.raises(MemoryLimitError) as refused:
        prove(game, game.position(LENGTH), tables=[solution], memory="10 MB")
    assert str(refused.value) == (
        "not enough memory for the tables of 150 positions: the limit is 85 bytes (85 % of "
        "what was free), 150 bytes are needed; expected smaller tables, or none"
    )


def test_memory_that_is_not_to_be_had_is_refused_in_words(monkeypatch):
    """If the system provides no more memory, the tables are refused with a message."""

    def none_left(size, width):
        raise MemoryError("no")

    monkeypatch.setattr(np, "zeros", none_left)
    with pytest.raises(
        MemoryLimitError, match="of 7 positions: the system provides no more, 7 bytes are"
    ):
        IndexedScores.of_size(7)
