"""Fibonacci Nim: lost at Fibonacci numbers, Schwenk's theorem, and misère play."""

from functools import cache
from itertools import takewhile

import pytest

from games import FibonacciNim
from gamesolver import (
    Value,
    nimbers,
    solve,
)

FIBONACCI = [2, 3, 5, 8, 13, 21, 34, 55, 89]


def starts(most):
    """Return the position of each heap before its first move."""
    return [(heap, heap - 1) for heap in range(2, most + 1)]


def lost_heaps(game, most):
    """Return the heaps from which the first player loses."""
    solution = solve(game, positions=starts(most))
    return [heap for heap, _ in starts(most) if solution[heap, heap - 1].value is Value.LOSS]


def test_lost_at_fibonacci_numbers():
    """Whinihan's theorem, for every heap up to 100."""
    assert lost_heaps(FibonacciNim(), 100) == FIBONACCI


def parts_of(heap):
    """Return a heap as a sum of Fibonacci numbers, no two of them neighbours, largest first."""
    parts = []
    for part in reversed([1, *FIBONACCI]):
        if part <= heap:
            parts.append(part)
            heap -= part
    return parts


def test_won_by_the_smallest_part():
    """From any other heap, taking the least of its Fibonacci numbers wins: Whinihan's strategy."""
    solution = solve(FibonacciNim(), positions=starts(60))
    assert parts_of(20) == [13, 5, 2]
    for position in starts(60):
        if position[0] not in FIBONACCI:
            after = solution.game.play(position, parts_of(position[0])[-1])
            assert solution[after].value is Value.LOSS


@pytest.mark.parametrize("times", range(1, 7))
def test_other_numbers_of_times(times):
    """Lost heaps are those of Schwenk's theorem, for multiples from 1 to 6."""
    lost = [1]
    while lost[-1] < 80:
        lost.append(lost[-1] + next(heap for heap in lost if times * heap >= lost[-1]))
    expected = list(takewhile((80).__ge__, lost[1:]))
    assert lost_heaps(FibonacciNim(times=times), 80) == expected
    if times == 1:
        assert expected == [2, 4, 8, 16, 32, 64]


@cache
def wins(heap, most, times, misere):
    """Return True if the player to move wins, by trying everything."""
    if heap == 0:
        return misere
    takes = range(1, min(heap, most) + 1)
    return any(not wins(heap - take, times * take, times, misere) for take in takes)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_misere_play(times):
    """In misère play every position has the value that an exhaustive search finds."""
    solution = solve(FibonacciNim(heap=30, times=times, misere=True))
    for position in solution:
        assert (solution[position].value is Value.WIN) == wins(*position, times, True)


def test_nimbers():
    """A position has the nimber 0 exactly if it is lost."""
    game = FibonacciNim(heap=34)
    table, solution = nimbers(game), solve(game)
    for position in solution:
        assert (table[position] == 0) == (solution[position].value is Value.LOSS)


def test_moves():
    """A move takes at most twice the last number, and never more than the heap."""
    game = FibonacciNim(heap=8)
    assert game.start() == (8, 7)
    assert game.play((8, 7), 2) == (6, 4)
    assert game.play((8, 7), 5) == (3, 3)
    assert FibonacciNim(times=3).play((8, 7), 1) == (7, 3)
    assert game.moves((6, 4)) == [1, 2, 3, 4]
    assert game.render((6, 4)) == "||||||   (at most 4)"
    assert game.render((0, 0)) == "(none left)"
