"""Shares of value and outcome that a policy keeps, compared with audits and a plain count."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games import Nim, PongHauKi, TicTacToe
from gamesolver import SizeLimitError, solve
from gamesolver.players import Kept, PerfectPlayer, RandomPlayer, audit, keeping


def first_free(position):
    """A policy of tic-tac-toe that is often wrong."""
    return position.index(".")


def test_in_all_it_is_what_an_audit_counts():
    """A policy with one move per position keeps the value as often as an audit counts it right."""
    solution = solve(TicTacToe())
    found, report = keeping(first_free, solution), audit(first_free, solution)
    assert (found.value.kept, found.value.positions) == (
        report.by_value.right,
        report.by_value.positions,
    )
    assert (found.outcome.kept, found.outcome.positions) == (
        report.by_outcome.right,
        report.by_outcome.positions,
    )


@pytest.mark.parametrize("game", [TicTacToe(), Nim(heaps=(1, 2, 3)), PongHauKi()], ids=repr)
def test_the_tables_add_up(game):
    """The tables by ply and by remoteness add up to the totals, and a perfect player keeps all."""
    solution = solve(game)
    found = keeping(RandomPlayer(game), solution)
    for total, *tables in (
        (found.value, found.value_by_ply, found.value_by_remoteness),
        (found.outcome, found.outcome_by_ply, found.outcome_by_remoteness),
    ):
        for table in tables:
            assert sum(each.kept for each in table.values()) == total.kept
            assert sum(each.positions for each in table.values()) == total.positions
    assert keeping(PerfectPlayer(solution), solution).outcome.share == 1


def test_some_positions_by_a_plain_count():
    """Only the given positions are counted, and a choice among several moves keeps its share."""
    game = TicTacToe()
    solution = solve(game)
    position = game.parse("x........")  # only the centre draws
    found = keeping(RandomPlayer(game), solution, positions=[position])
    assert found.value == Kept(Fraction(1, 8), 1)
    assert found.value_by_ply == {}
    assert found.value_by_remoteness == {8: Kept(Fraction(1, 8), 1)}
    assert str(found) == "value   12.50% of 1\noutcome 12.50% of 1"


def test_too_many_positions():
    """More positions than the limit are refused, and the message names ``limit``."""
    with pytest.raises(SizeLimitError) as caught:
        keeping(first_free, solve(TicTacToe()), limit=9)
    assert str(caught.value) == (
        "TicTacToe() has more than 9 positions to query; limit=... allows more"
    )
