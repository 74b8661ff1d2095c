"""Rules as one argument of a kernel, which unpacks them once."""

import gc
from functools import cache
from unittest.mock import patch

import numba as nb
import numpy as np
import pytest
from numba import types
from numba.experimental import function_type

from games import ConnectFour, Quixo
from gamesolver.engine.calling import RULES, UnpackedRules


def queried(rules, positions, answers):
    """Store the ending, number of moves and index of each position, as a kernel would."""
    moves, after = np.empty(64, np.int64), np.empty(64, np.uint64)
    for each in range(positions.size):
        answers[3 * each] = rules.end(positions[each])
        answers[3 * each + 1] = rules.successors(positions[each], moves, after)
        answers[3 * each + 2] = rules.index(positions[each])


@cache
def compiled():
    """Return ``queried`` as a compiled kernel."""
    return nb.njit((RULES, types.uint64[::1], types.int64[::1]))(queried)


def answers_of(rules, position):
    """Return the results of the kernel for one position."""
    answers = np.zeros(3, np.int64)
    kernel = compiled()
    kernel(rules, np.array([position], np.uint64), answers)
    return answers.tolist()


@pytest.mark.parametrize("game", [Quixo(size=3), ConnectFour(width=4, height=4)], ids=str)
def test_kernels_receive_what_the_rules_state(game):
    """Rules give a kernel the same results as Python, with or without an index."""
    calls, start = game.rules.calls, game.start()
    moves, _ = calls.call_successors(start)
    reported = [2, len(moves), calls.index(np.uint64(start))]
    assert answers_of(UnpackedRules.of(calls), start) == reported


def test_rules_of_several_games_are_not_mixed_up():
    """Each game keeps its own unpacked rules while they are in use."""
    games = [Quixo(size=2), Quixo(size=3), ConnectFour(width=4, height=4)]
    handed = [UnpackedRules.of(game.rules.calls) for game in games]
    gc.collect()
    for _ in range(2):
        counts = [answers_of(r, g.start())[1] for r, g in zip(handed, games, strict=True)]
        assert counts == [len(list(game.moves(game.start()))) for game in games]


@pytest.mark.compiled(why="plain Python hands functions over as they are")
def test_a_call_queries_no_player_for_an_address():
    """Addresses of rules are looked up when they are unpacked, not when a kernel is called."""
    game = Quixo(size=2)
    rules = UnpackedRules.of(game.rules.calls)
    expected = answers_of(rules, game.start())

    def refused(*given):
        raise AssertionError("asked again")

    with (
        patch.object(function_type, "_get_jit_address", refused),
        patch.object(function_type, "_get_wrapper_address", refused),
    ):
        assert answers_of(rules, game.start()) == expected
        with pytest.raises(AssertionError, match="asked again"):
            UnpackedRules.of(game.rules.calls)
