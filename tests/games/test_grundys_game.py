"""Grundy's game: its nimbers, and misère play by trying everything."""

from functools import cache

import pytest

from games import GrundysGame
from gamesolver import (
    Value,
    nimbers,
    solve,
)
from tests.oracles.nimbers import nimber_table

PUBLISHED = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2]
"""OEIS A002188, from the empty heap on."""
LOST = [1, 2, 4, 7, 10, 20, 23, 26, 50, 53]
"""OEIS A036685: heaps up to 200 whose nimber is 0, except the empty heap."""


def test_nimbers_to_two_hundred():
    """Nimbers of single heaps are as published, and agree with an independent table."""
    game = GrundysGame(heaps=(200,))
    table = nimbers(game, game.parts)
    found = [table[(size,) if size else ()] for size in range(201)]
    assert found[:15] == PUBLISHED
    assert [size for size in range(1, 201) if found[size] == 0] == LOST
    assert found == nimber_table(
        200, lambda size: [(less, size - less) for less in range(1, size) if less < size - less]
    )


@cache
def wins(heaps, misere):
    """Return True if the player to move wins, by trying every split of every heap."""
    after = [
        tuple(sorted((*heaps[:which], less, size - less, *heaps[which + 1 :])))
        for which, size in enumerate(heaps)
        for less in range(1, size)
        if less < size - less
    ]
    return any(not wins(each, misere) for each in after) if after else misere


@pytest.mark.parametrize("misere", [False, True])
def test_either_play_by_trying_everything(misere):
    """From heaps of up to 14 every position has the value that an exhaustive search finds."""
    solution = solve(GrundysGame(heaps=(14,), misere=misere), positions=[(13,), (5, 6)])
    for heaps in solution:
        assert (solution[heaps].value is Value.WIN) == wins(tuple(sorted(heaps)), misere)


def test_moves():
    """A heap splits into two different heaps, and of equal heaps only the first is split."""
    game = GrundysGame()
    splits = [
        (game.format_move(move), game.play((4, 7, 4), move)) for move in game.moves((4, 7, 4))
    ]
    assert splits == [
        ("split 4 into 1 and 3", (1, 3, 7, 4)),
        ("split 7 into 1 and 6", (4, 1, 6, 4)),
        ("split 7 into 2 and 5", (4, 2, 5, 4)),
        ("split 7 into 3 and 4", (4, 3, 4, 4)),
    ]
    assert game.moves((2, 1)) == []
    assert game.terminal_value((2, 1)) is Value.LOSS
    assert GrundysGame(misere=True).terminal_value((2, 1)) is Value.WIN
    assert game.terminal_value((1, 3)) is None
