"""Tables that grow with the number of visited positions, without effect on results."""

import numpy as np
import pytest

from games import ConnectFour
from gamesolver import Value, prove
from gamesolver.kernels import alpha_beta
from gamesolver.proofs.buffers import FIRST_BUCKETS, GROWTH, GrowingTable
from gamesolver.proofs.compiled_search import CompiledSearch
from gamesolver.proofs.search_scores import ANY_DRAW, ANY_WIN
from tests.attacks.graph_games import IS_PLAIN

FIRST = FIRST_BUCKETS * alpha_beta.WAYS
KEPT = 500 if IS_PLAIN else 20_000


def bounds(table, key):
    """Return the entry of a key in a table."""
    word = alpha_beta.word_of(table.columns, np.uint64(key))
    return alpha_beta.least_of(word), alpha_beta.most_of(word)


def test_growing_loses_nothing():
    """Entries of the small table are in the large one."""
    table = GrowingTable(GROWTH * FIRST)
    with np.errstate(over="ignore"):  # in plain Python, keys wrap around as they are mixed
        for key in range(1, KEPT):
            alpha_beta.keep(
                table.memory.for_table(table.columns),
                np.uint64(key),
                -key,
                key,
                key,
                alpha_beta.NO_PLACE,
            )
        held = {key: bounds(table, key) for key in range(1, KEPT)}
        assert sum(each == (-key, key) for key, each in held.items()) > KEPT * 0.99
        assert table.visits(FIRST, 7) == 7
        assert table.columns.size == 2 * GROWTH * FIRST
        assert {key: bounds(table, key) for key in held} == held


@pytest.mark.parametrize(
    ("entries", "sizes"),
    [(4, [4]), (1000, [1000]), (FIRST, [FIRST]), (FIRST * 9, [FIRST * 9 // 16, FIRST * 9 // 4])],
)
def test_it_grows_to_what_there_may_be(entries, sizes):
    """A table grows fourfold, and not before it had as many visits as it has entries."""
    table, found = GrowingTable(entries), []
    while len(found) < len(sizes):
        found.append(table.columns.size // 2)
        left = table.visits(0, 1 << 40)
        assert left in (found[-1], 1 << 40)
        table.visits(left, 1)
    assert found == sizes
    if len(sizes) > 1:
        assert table.columns.size // 2 == entries


@pytest.mark.compiled
def test_when_it_grows_does_not_depend_on_the_clock():
    """A search that is left after every few positions visits as many as one that is not."""
    game, entries = ConnectFour(width=5, height=5), 1 << 20
    at_once, by_few = (
        CompiledSearch(game, entries, lambda visited, forgotten: None) for _ in range(2)
    )
    go_on = by_few._go_on
    by_few._go_on = lambda visits: go_on(min(visits, 999))
    for target in (ANY_WIN, ANY_DRAW):
        assert at_once.decide(game.start(), target) == by_few.decide(game.start(), target)
    assert at_once.visited == by_few.visited > FIRST
    assert at_once._table.columns.size == by_few._table.columns.size > 2 * FIRST


@pytest.mark.compiled
def test_a_proof_is_the_same_with_any_table():
    """A value is the same with a table that grows and with one that cannot."""
    game = ConnectFour(width=5, height=5)
    for memory in ("64 MB", "800 kB"):
        assert prove(game, exact=False, memory=memory).value is Value.DRAW
