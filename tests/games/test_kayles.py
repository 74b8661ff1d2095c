"""Kayles: its nimbers and their period, the misère game, and sums."""

import re
from collections import Counter

import pytest

from games import GrundysGame, Kayles
from gamesolver import (
    Sum,
    Value,
    nimbers,
    solve,
)
from tests.oracles.nimbers import (
    assert_lost_where_nimbers_cancel,
    nimber_table,
    partitions,
)

PUBLISHED = [
    0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6,
    4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7,
    4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7,
    4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7,
    4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7,
    4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 6, 7,
]  # fmt: skip
"""Before the period: J. H. Conway, On Numbers and Games, 1976, page 127."""
PERIOD = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
EXCEPTIONS = [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]
"""OEIS A002186: rows whose nimber is not the one that the period has in their place."""


def leaves(knocks):
    """Return the rows after each move in a row, as in Winning Ways: take some, split the rest."""

    def of(size):
        for count in knocks:
            for left in range(size - count + 1):
                yield left, size - count - left

    return of


def single_rows(game, most):
    """Return the nimbers of single rows from 0 to ``most``, as the library finds them."""
    table = nimbers(game, game.parts, positions=[(size,) for size in range(1, most + 1)])
    assert len(table) == most
    return [table[(size,) if size else ()] for size in range(most + 1)]


def test_nimbers_to_two_hundred():
    """Nimbers of rows are as published, repeat from 71 on, and agree with an independent table."""
    found = single_rows(Kayles(), 200)
    assert found == (PUBLISHED + PERIOD * 11)[:201]
    assert found == nimber_table(200, leaves((1, 2)))
    assert [size for size in range(201) if found[size] != PERIOD[size % 12]] == EXCEPTIONS


@pytest.mark.parametrize("knocks", [(1,), (2,), (3,), (1, 3), (1, 2, 3)])
def test_nimbers_with_other_knocks(knocks):
    """With other numbers of falling pins, nimbers of rows agree with an independent table."""
    assert single_rows(Kayles(knocks=knocks), 60) == nimber_table(60, leaves(knocks))


def test_thirteen_pins_without_the_second():
    """Dudeney's rows are won by leaving rows of 1, 3 and 7, in any order."""
    solution = solve(Kayles())
    best = solution.best_moves((1, 11))
    assert [solution.game.format_move(move) for move in best] == ["pin 4", "pin 8"]
    assert {solution.game.play((1, 11), move) for move in best} == {(1, 3, 7), (1, 7, 3)}


def has_form(rows, even=(), odd=(), one=()):
    """Return True if a position has only the given rows, with the given parities.

    ``even`` and ``odd`` are lists of groups of row sizes. Each group must have an even or odd
    number of rows. Each size in ``one`` must occur once.
    """
    counts = Counter(rows)
    kinds = [(kind, 0) for kind in even] + [(kind, 1) for kind in odd]
    return all(counts.pop(size, 0) == 1 for size in one) and (
        all(sum(counts.pop(size, 0) for size in kind) % 2 == parity for kind, parity in kinds)
        and not counts
    )


def is_lost_in_misere_play(rows, nimber):
    """Return True if rows of less than 25 pins are lost, by W. L. Sibert and J. H. Conway."""
    lost_in_both = nimber == 0 and not (
        has_form(rows, even=[(5,), (4, 1)]) or has_form(rows, even=[(17, 12, 9), (20, 4, 1)])
    )
    return (
        lost_in_both
        or has_form(rows, odd=[(5,), (4, 1)])
        or has_form(rows, even=[(5,)], odd=[(4, 1)])
        or has_form(rows, even=[(4, 1)], odd=[(9,)])
        or has_form(rows, even=[(4, 1)], one=[12])
        or has_form(rows, even=[(17, 12, 9)], odd=[(20, 4, 1)])
    )


def test_misere_play():
    """Positions of up to 20 pins are lost exactly as Sibert and Conway state.

    Mathematical Kayles, *International Journal of Game Theory* 20, 1992. The lost single rows have
    1, 4, 9, 12 and 20 pins.
    """
    game = Kayles(rows=(20,), misere=True)
    every = [rows for size in range(21) for rows in partitions(size)]
    solution, table = solve(game, positions=every), nimbers(Kayles(rows=(20,)), game.parts)
    for rows in every:
        lost = is_lost_in_misere_play(rows, table[rows])
        assert solution[rows].value is (Value.LOSS if lost else Value.WIN), rows
    single = [size for size in range(1, 21) if solution[size,].value is Value.LOSS]
    assert single == [1, 4, 9, 12, 20]


def test_a_sum_with_grundys_game():
    """A sum of Kayles and Grundy's game is lost exactly if the nimbers cancel."""
    pins, heaps = Kayles(rows=(6,)), GrundysGame(heaps=(7,))
    tables = [nimbers(pins, pins.parts), nimbers(heaps, heaps.parts)]
    assert_lost_where_nimbers_cancel(Sum(pins, heaps), tables)


def test_moves():
    """One pin falls or two neighbours, never two with a gap between them; what is left splits."""
    game = Kayles(rows=(1, 3))
    after = {game.format_move(move): game.play((1, 3), move) for move in game.moves((1, 3))}
    assert after == {
        "pin 0": (3,),
        "pin 1": (1, 2),
        "pins 1 and 2": (1, 1),
        "pin 2": (1, 1, 1),
        "pins 2 and 3": (1, 1),
        "pin 3": (1, 2),
    }
    assert game.render((1, 3)) == "0   1-2-3"
    assert game.render(()) == "(none left)"


@pytest.mark.parametrize("rows", [(1, 4), (5,), (2, 1, 3)])
def test_every_knock_is_clicked(rows):
    """The picture has shapes to click for every move, and for no other."""
    game = Kayles(knocks=(1, 2, 3))
    named = re.findall('data-move="(.*?)"', game.svg(rows))
    assert set(named) == {game.format_move(move) for move in game.moves(rows)}
    assert "data-move" not in game.svg(())


def test_ends():
    """A player who cannot move has lost, or won in misère play."""
    assert Kayles().terminal_value(()) is Value.LOSS
    assert Kayles(misere=True).terminal_value(()) is Value.WIN
    assert Kayles().terminal_value((1,)) is None
    assert Kayles(knocks=(2,)).terminal_value((1, 1)) is Value.LOSS
