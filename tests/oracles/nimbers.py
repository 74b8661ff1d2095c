"""Nimbers of impartial games by a table, and a check of sums of games against them."""

from functools import reduce
from operator import xor

from gamesolver import Value, solve


def mex(taken):
    """Return the least number that is not taken."""
    return next(number for number in range(len(taken) + 1) if number not in taken)


def nimber_table(most, leaves):
    """Return the nimbers of heaps 0 to ``most``; ``leaves(size)`` lists the heaps after a move."""
    table = []
    for size in range(most + 1):
        table.append(mex({reduce(xor, (table[rest] for rest in left)) for left in leaves(size)}))
    return table


def partitions(size, least=1):
    """Yield every way to write a number as a sum of positive numbers, smallest first."""
    if size == 0:
        yield ()
    for first in range(least, size + 1):
        for rest in partitions(size - first, first):
            yield first, *rest


def assert_lost_where_nimbers_cancel(game, tables):
    """Assert that a position of a sum is lost exactly if the nimbers of its parts cancel to 0."""
    solution = solve(game)
    assert {Value.WIN, Value.LOSS} == {solution[position].value for position in solution}
    for position in solution:
        each = [table[part] for table, part in zip(tables, position, strict=True)]
        assert (solution[position].value is Value.LOSS) == (reduce(xor, each) == 0)
