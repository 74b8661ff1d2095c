"""Table entries of one, two and four bytes, at the last outcome that each width can hold."""

from itertools import product
from unittest.mock import patch

import numpy as np
import pytest

from gamesolver import Outcome, Value
from gamesolver.engine.sweeps import Sweeps
from gamesolver.kernels.codes import ENDLESS, PENDING, UNUSED
from gamesolver.kernels.places import unmixed_plainly
from gamesolver.rules.guard import Rules
from gamesolver.tables.entries import VALUES, WIDTHS
from gamesolver.verify.tables import verify_table
from tests.attacks.engine_games import INDEX_OF, SheetGame
from tests.support.engine_solving import chain, node_of, table_of

ONE_BYTE, TWO_BYTES = 83, 21_843
LAST_OF_ONE_BYTE = [
    (ONE_BYTE, False),
    (ONE_BYTE + 1, True),
    *product((ONE_BYTE - 1, ONE_BYTE + 2), (False, True)),
    (ONE_BYTE, True),
    (ONE_BYTE + 1, False),
]
"""Plies, and True for an indexed game."""
ENDS = {"loss": -1, "draw": 0, "win": 1}


def test_how_far_each_width_goes():
    """Each width holds three outcomes per ply, up to the expected number of plies."""
    assert [VALUES.longest_in(width) for width in WIDTHS[:2]] == [ONE_BYTE, TWO_BYTES]
    assert VALUES.longest_in(WIDTHS[2]) > 2**30
    for width, plies in zip(
        WIDTHS, (ONE_BYTE, TWO_BYTES, VALUES.longest_in(WIDTHS[2])), strict=True
    ):
        last = [VALUES.entry_for(Outcome(value, plies)) for value in Value]
        assert last == [3 + 3 * plies, 4 + 3 * plies, 5 + 3 * plies]
        beyond = VALUES.entry_for(Outcome(Value.WIN, plies + 1))
        assert last[-1] <= np.iinfo(width).max < beyond


@pytest.mark.parametrize("plies", [0, 1, 2, 82, 83, 84, 85, 21_842, 21_843, 21_844, 70_000])
def test_a_code_is_read_as_it_was_written(plies):
    """Outcomes of any value and length convert to codes and back, and so do the special codes."""
    for value in Value:
        outcome = Outcome(value, plies)
        assert VALUES.outcome_of(VALUES.entry_for(outcome)) == outcome
    assert VALUES.outcome_of(ENDLESS) == Outcome(Value.DRAW, None)
    assert VALUES.entry_for(Outcome(Value.DRAW, None)) == ENDLESS
    assert [VALUES.outcome_of(code) for code in (PENDING, UNUSED)] == [None, None]


def require_a_chain(plies, end, method, *, escape=False, indexed=False, threads=1):
    """Solve a chain and check every node of it, and the width of its entries."""
    size = plies + 1 + escape
    stages = None
    if method == "stages":  # one per position, that of the cycle last
        stages = (*range(plies, -1, -1), plies + 1)[:size]
    game = SheetGame(chain(plies, end, escape), "strict", indexed, stages)
    table, _ = table_of(game, "either" if method == "stages" else method, threads)
    nodes = np.arange(plies + 1)
    expected = 4 + 3 * nodes + np.where(nodes % 2, -end, end)
    if escape:
        expected = np.append(expected, ENDLESS)
    assert np.array_equal(entries_by_node(table, size), expected)
    needed = next(width for width in WIDTHS if VALUES.longest_in(width) >= plies)
    wider = WIDTHS[min(2, WIDTHS.index(needed) + 1)]
    allowed = (needed, wider) if method != "graph" and escape else (needed,)
    assert (
        table.entries.dtype in allowed
    )  # a last sweep that resolves nothing may have widened them
    verify_table(Rules(game), table, (game.start(),), full=True)


def entries_by_node(table, size):
    """Return the entry of every node, whatever its index is."""
    if table.places.is_indexed:
        return table.entries[INDEX_OF[:size]]
    entries = np.empty(size, table.entries.dtype)
    entries[[node_of(position) for position in unmixed_plainly(table.places.keys)]] = table.entries
    return entries


@pytest.mark.parametrize("method", ["sweeps", "graph", "either", "stages"])
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize("escape", [True, False])
def test_about_the_last_code_of_one_byte(method, end, escape):
    """Chains of 82 to 85 plies are solved correctly by each method of the engine."""
    for plies, indexed in LAST_OF_ONE_BYTE:
        require_a_chain(plies, end, method, escape=escape, indexed=indexed)


@pytest.mark.compiled(why="chains of twenty thousand plies are too slow in plain Python")
@pytest.mark.parametrize("method", ["graph", "either", "stages"])
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_about_the_last_code_of_two_bytes(method, end):
    """A chain of 21,842 to 21,845 plies: the first two fit into two bytes, the others do not."""
    for plies in (TWO_BYTES - 1, TWO_BYTES, TWO_BYTES + 1, TWO_BYTES + 2):
        require_a_chain(plies, end, method, escape=plies % 2 == 0, indexed=plies > TWO_BYTES)


@pytest.mark.compiled(why="a chain of seventy thousand plies is too slow in plain Python")
@pytest.mark.parametrize("method", ["graph", "either", "stages"])
@pytest.mark.parametrize("indexed", [False, True], ids=["enumerated", "indexed"])
def test_a_chain_of_seventy_thousand_plies(method, indexed):
    """A chain of 70,000 plies is solved correctly with entries of four bytes."""
    require_a_chain(70_000, -1, method, indexed=indexed, threads=2)


@pytest.mark.slow
@pytest.mark.parametrize("plies", [TWO_BYTES, TWO_BYTES + 1, 70_000])
def test_long_chains_by_sweeps(plies):
    """Chains that need one sweep per ply are solved correctly."""
    require_a_chain(plies, -1, "sweeps", indexed=True, threads=1)


def test_entries_are_widened_in_the_middle_of_the_work():
    """Entries widened from one byte to four during a solve keep their outcomes."""
    game = SheetGame(chain(20, -1), "strict", indexed=True)
    with patch.object(Sweeps, "_sweep", autospec=True, side_effect=widening(Sweeps._sweep)):
        table, _ = table_of(game, "sweeps")
    assert table.entries.dtype == np.uint32
    assert VALUES.outcome_of(int(table.entries[INDEX_OF[20]])) == Outcome(Value.LOSS, 20)
    verify_table(Rules(game), table, (game.start(),), full=True)


def widening(sweep):
    """Return a sweep that widens the entries at two levels."""

    def widened(sweeps, pending, level, drawing):
        held = sweeps.resolving.held
        if level in (5, 11):
            held.widen_for(VALUES.longest_in(held.entries.dtype) + 1)
        return sweep(sweeps, pending, level, drawing)

    return widened
