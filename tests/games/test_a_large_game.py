"""One game of more than five million positions, whole, in every run of the tests."""

from collections import Counter

import pytest

from games import ConnectFour
from gamesolver import Value, solve


@pytest.mark.compiled(why="millions of positions are too slow in plain Python")
def test_connect_four_of_seven_columns_and_three_rows():
    """27,441,956 positions, half of them up to the mirror: won, lost and drawn as published."""
    solution = solve(ConnectFour(7, 3))
    assert len(solution) == 13_723_856
    assert solution.value is Value.DRAW
    kinds = Counter()
    for outcome, count in solution.counts(symmetric=True).items():
        kinds[outcome.value] += count
    assert kinds == {Value.WIN: 7_051_635, Value.LOSS: 4_566_839, Value.DRAW: 15_823_482}
