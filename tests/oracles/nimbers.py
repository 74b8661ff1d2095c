"""Impartial games in other words: nimbers by a table, and sums that are lost where they cancel."""

from functools import reduce
from operator import xor

from gamesolver import Value, solve


def mex(taken):
    """The least number that is not taken."""
    return next(number for number in range(len(taken) + 1) if number not in taken)


def nimber_table(most, leaves):
    """The nimbers of heaps from 0 to the most; ``leaves(size)`` lists what a move leaves of one."""
    table = []
    for size in range(most + 1):
        table.append(mex({reduce(xor, (table[rest] for rest in left)) for left in leaves(size)}))
    return table


def partitions(size, least=1):
    """Every way to write a number as a sum of others, smallest first."""
    if size == 0:
        yield ()
    for first in range(least, size + 1):
        for rest in partitions(size - first, first):
            yield first, *rest


def assert_lost_where_nimbers_cancel(game, tables):
    """A sum, solved whole, is lost exactly where the nimbers of its games are 0 together."""
    solution = solve(game)
    assert {Value.WIN, Value.LOSS} == {solution[position].value for position in solution}
    for position in solution:
        each = [table[part] for table, part in zip(tables, position, strict=True)]
        assert (solution[position].value is Value.LOSS) == (reduce(xor, each) == 0)
