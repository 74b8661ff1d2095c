"""Rules as one argument of a kernel: unpacked once, and the same rules as before."""

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
    """As a kernel queries: of each position the ending, the number of moves and the slot."""
    moves, after = np.empty(64, np.int64), np.empty(64, np.uint64)
    for each in range(positions.size):
        answers[3 * each] = rules.end(positions[each])
        answers[3 * each + 1] = rules.successors(positions[each], moves, after)
        answers[3 * each + 2] = rules.index(positions[each])


@cache
def compiled():
    """Compiled variant: it makes arrays, which no kernel of the engine does."""
    return nb.njit((RULES, types.uint64[::1], types.int64[::1]))(queried)


def answers_of(rules, position):
    """Arguments of a kernel for one position."""
    answers = np.zeros(3, np.int64)
    kernel = compiled()
    kernel(rules, np.array([position], np.uint64), answers)
    return answers.tolist()


@pytest.mark.parametrize("game", [Quixo(size=3), ConnectFour(width=4, height=4)], ids=str)
def test_kernels_receive_what_the_rules_state(game):
    """A rule that is written and one that is not answer a kernel as they answer Python."""
    calls, start = game.rules.calls, game.start()
    moves, _ = calls.call_successors(start)
    reported = [2, len(moves), calls.index(np.uint64(start))]
    assert answers_of(UnpackedRules.of(calls), start) == reported


def test_rules_of_several_games_are_not_mixed_up():
    """Each bundle keeps words of its own, for as long as there is anyone to use them."""
    games = [Quixo(size=2), Quixo(size=3), ConnectFour(width=4, height=4)]
    handed = [UnpackedRules.of(game.rules.calls) for game in games]
    gc.collect()
    for _ in range(2):
        counts = [answers_of(r, g.start())[1] for r, g in zip(handed, games, strict=True)]
        assert counts == [len(list(game.moves(game.start()))) for game in games]


@pytest.mark.compiled(why="plain Python hands functions over as they are")
def test_a_call_queries_no_player_for_an_address():
    """Addresses are looked up when rules are handed over, and never after."""
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
