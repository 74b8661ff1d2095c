"""Audits of players that break the rules, raise errors or change their answers."""

import itertools
import random

import pytest

from games import TicTacToe
from gamesolver import PlayerError, SizeLimitError, solve
from gamesolver.players import PerfectPlayer, audit

GAME = TicTacToe()
SOLUTION = solve(GAME)
PERFECT = PerfectPlayer(SOLUTION)
AFTER_THE_CENTRE = GAME.parse("....x....")


def faulty(answer):
    """Return a player that is perfect except in one position."""
    return lambda position: answer(position) if position == AFTER_THE_CENTRE else PERFECT(position)


def test_an_illegal_move():
    """An illegal move is reported with its position and message, and counts as not right."""
    report = audit(faulty(lambda position: 4), SOLUTION)
    (fault,) = report.faults
    assert (fault.kind, fault.position) == ("illegal move", AFTER_THE_CENTRE)
    assert fault.message == (
        "<lambda> returned 4 in position '....x....': legal moves are 0, 1, 2, 3, 5, 6, 7, 8"
    )
    assert report.by_value.positions - report.by_value.right == 1
    assert (report.strong, report.weak, report.fastest) == (False, False, False)
    assert report.own_play[0].holds
    assert [row.move for row in report.own_play[1].line] == [4]
    assert f"\nIllegal move: {fault.message}" in str(report)


def raising(error):
    """Return a function that raises the error."""

    def answer(position):
        raise error

    return answer


def test_what_raises_and_what_hangs():
    """An error is reported as "raises", and a TimeoutError as "hangs"."""
    (fault,) = audit(faulty(raising(KeyError(4))), SOLUTION).faults
    assert (fault.kind, fault.position) == ("raises", AFTER_THE_CENTRE)
    assert "raised KeyError: 4 in position '....x....'" in fault.message
    (fault,) = audit(faulty(raising(TimeoutError("5 seconds"))), SOLUTION).faults
    assert fault.kind == "hangs"


def test_away_from_its_own_play_a_fault_leaves_it_weak():
    """A fault off the bot's own play makes the bot not strong, and leaves it weak."""
    far = GAME.parse(".o..x....")
    assert PERFECT(GAME.start()) != 4

    def bot(position):
        return None if position == far else PERFECT(position)

    report = audit(bot, SOLUTION, seat=0)
    assert [each.position for each in report.faults] == [far]
    assert (report.strong, report.weak) == (False, True)


def test_hidden_lots():
    """A bot that draws its own random moves changes its mind, and is neither strong nor weak."""
    luck = random.Random(1)

    def bot(position):
        return luck.choice(SOLUTION.best_moves(position))

    report = audit(bot, SOLUTION)
    assert {each.kind for each in report.faults} == {"changes its mind"}
    assert not report.mistakes
    assert (report.strong, report.weak, report.fastest) == (False, False, False)


def test_a_memory():
    """A bot that remembers the queried positions changes its mind."""
    met = set()

    def bot(position):
        moves = SOLUTION.best_moves(position)
        met.add(position) if position not in met else met.remove(position)
        return moves[0] if position in met else moves[-1]

    assert {each.kind for each in audit(bot, SOLUTION).faults} == {"changes its mind"}


def test_one_that_prefers_the_upper_left():
    """With ``symmetric=True`` a bot must treat symmetric positions alike, or is refused."""
    with pytest.raises(PlayerError) as caught:
        audit(lambda position: position.index("."), SOLUTION, symmetric=True)
    assert caught.value.kind == "distinguishes symmetric positions"
    assert str(caught.value).startswith("<lambda> answered ")
    assert str(caught.value).endswith(
        "expected moves to symmetric positions; audit it without symmetric=True"
    )


def test_faults_by_symmetry():
    """With ``symmetric=True`` a fault is reported for the canonical position."""

    def bot(position):
        return (
            None if GAME.canonical(position) == canonical else list(SOLUTION.best_moves(position))
        )

    canonical = GAME.canonical(AFTER_THE_CENTRE)
    (fault,) = audit(bot, SOLUTION, symmetric=True).faults
    assert fault.message.startswith("bot returned None in position '....x....'")


def test_what_is_not_the_players_fault_passes():
    """Ctrl-C is not caught as a fault of the bot."""
    with pytest.raises(KeyboardInterrupt):
        audit(faulty(raising(KeyboardInterrupt())), SOLUTION)


def test_who_changes_its_mind_is_not_stated_to_report_images_apart():
    """With ``symmetric=True`` a bot that changes its answer is refused for that reason."""
    queried = set()

    def fickle(position):
        moves = list(GAME.moves(position))
        move = moves[-1] if position in queried else moves[0]
        queried.add(position)
        return move

    with pytest.raises(PlayerError) as caught:
        audit(fickle, SOLUTION, symmetric=True)
    assert caught.value.kind == "changes its mind"


def test_who_changes_its_mind_each_time_is_not_stated_to_report_a_position_from_itself():
    """If a bot cycles through its moves, the error names two of its moves in one position."""
    turn = itertools.count()

    def fickle(position):
        moves = GAME.moves(position)
        return moves[next(turn) % len(moves)]

    with pytest.raises(PlayerError, match=r"^fickle answered \d and then \d in position") as caught:
        audit(fickle, SOLUTION, symmetric=True)
    assert caught.value.kind == "changes its mind"


def test_moves_to_one_orbit_are_one_answer():
    """With ``symmetric=True`` a bot may vary among equivalent moves without being refused."""
    turn = itertools.count()

    def alternating(position):
        first = GAME.canonical(position)
        orbit = GAME.canonical(GAME.play(first, PERFECT(first)))
        alike = [m for m in GAME.moves(position) if GAME.canonical(GAME.play(position, m)) == orbit]
        return alike[next(turn) % len(alike)]

    report = audit(alternating, SOLUTION, symmetric=True)
    assert {fault.kind for fault in report.faults} == {"changes its mind"}
    assert not report.mistakes


def test_a_million_positions_of_ones_own_are_reported_with_the_limit():
    """Own play of more than ``limit`` positions is refused, and the message names ``limit``."""
    with pytest.raises(SizeLimitError) as caught:
        audit(PERFECT, SOLUTION, limit=10)
    assert str(caught.value) == (
        "the graph of play has more than 10 positions; begin at a position nearer to the end of "
        "play; "
        "limit=... allows more"
    )
