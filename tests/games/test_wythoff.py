"""Wythoff's game: lost by the golden section, its nimbers, and misère play."""

from functools import cache
from math import isqrt
from xml.etree import ElementTree

from games import Wythoff
from gamesolver import (
    Value,
    nimbers,
    solve,
)
from tests.oracles.nimbers import mex

NIMBERS = [
    [0, 1, 2, 3, 4, 5, 6, 7],
    [1, 2, 0, 4, 5, 3, 7, 8],
    [2, 0, 1, 5, 3, 4, 8, 6],
    [3, 4, 5, 6, 2, 0, 1, 9],
]
"""OEIS A004481: the first rows of the table of nimbers."""


def golden_pair(n):
    """Return n times the golden section, rounded down, and n more, in integer arithmetic."""
    less = (n + isqrt(5 * n * n)) // 2
    return less, less + n


def lost(solution):
    """Return the positions that are lost, the smaller heap first."""
    return {tuple(sorted(heaps)) for heaps in solution if solution[heaps].value is Value.LOSS}


def test_lost_by_the_golden_section():
    """Of all heaps up to 21 and 34 exactly Wythoff's fourteen pairs are lost."""
    pairs = [golden_pair(n) for n in range(14)]
    assert pairs[:6] == [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]
    assert pairs[-1] == (21, 34)
    solution = solve(Wythoff(heaps=(21, 34)))
    assert len(solution) == 22 * 23 // 2 + 22 * 13
    assert lost(solution) == set(pairs)


@cache
def wins(one, other, misere):
    """Return True if the player to move wins, by trying everything."""
    if one == other == 0:
        return misere
    ways = [(1, 0), (0, 1), (1, 1)]
    after = [
        (one - take * left, other - take * right)
        for left, right in ways
        for take in range(1, max(one, other) + 1)
    ]
    return any(not wins(*heaps, misere) for heaps in after if min(heaps) >= 0)


def test_misere_play():
    """Misère values are those of an exhaustive search; only the first two lost pairs differ."""
    solution = solve(Wythoff(heaps=(13, 13), misere=True))
    for heaps in solution:
        assert (solution[heaps].value is Value.WIN) == wins(*heaps, True)
    assert lost(solution) == {(0, 1), (2, 2)} | {golden_pair(n) for n in range(2, 6)}


def test_nimbers():
    """Nimbers begin as published, and agree with an independent table."""
    found, table = nimbers(Wythoff(heaps=(12, 12))), {}
    for one in range(13):
        for other in range(13):
            row = {table[less, other] for less in range(one)}
            column = {table[one, less] for less in range(other)}
            slanting = {table[one - less, other - less] for less in range(1, min(one, other) + 1)}
            table[one, other] = mex(row | column | slanting)
            assert found[one, other] == table[one, other]
    assert [[found[one, other] for other in range(8)] for one in range(4)] == NIMBERS


def test_moves():
    """A move takes from either heap, or equally from both, and is the position that it leaves."""
    game = Wythoff()
    moves = [(0, 2), (1, 1), (1, 0), (0, 1)]
    assert game.moves((1, 2)) == moves
    assert [game.play((1, 2), move) for move in moves] == moves
    assert game.parse_move((1, 2), "(0, 1)") == (0, 1)


def test_the_queen_goes_to_what_a_move_leaves():
    """The queen stands in the row of the first heap and the column of the second."""
    root = ElementTree.fromstring(Wythoff(heaps=(1, 2)).svg((1, 2)))
    (queen,) = [each for each in root.iter() if each.get("class") == "upright"]
    begin = queen.get("d").removeprefix("M").split()[0].split(",")
    assert [float(number) // 100 for number in begin] == [2, 1]
    squares = [each for each in root if each.get("data-move") == "leave 0 and 1"]
    corners = {(each[0].get("x"), each[0].get("y")) for each in squares}
    assert corners == {("103", "3")}
