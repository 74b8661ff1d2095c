"""True statements of authors, however weak, never change an outcome."""

from random import Random

import attrs
import numpy as np
import pytest
from numba import njit

from games import TicTacToe
from gamesolver import (
    NO_SCORE,
    Bounds,
    CompiledGame,
    CompiledRules,
    Outcome,
    Value,
    prove,
    solve,
)
from gamesolver.verdicts import nothing_known, scores_at_least
from tests.attacks.false_claims import Walk, drawings, honest
from tests.attacks.scored_graphs import ScoredGame, drawn
from tests.proofs.test_scores import ENDLESS, Gainless
from tests.support.scale import scaled

STATED = 0.7  # share of the positions


def weak_words(outcome):
    """Return bounds that hold for an outcome, most of them without plies."""
    value, yes = outcome.value, Bounds(outcome.value, outcome.value)
    words = [None, yes, Bounds(at_least=value), Bounds(at_most=value)]
    if outcome.remoteness is not None and value is not Value.DRAW:
        words += [Bounds(value, outcome) if value is Value.WIN else Bounds(outcome, value)]
        words += [outcome if outcome.score is None else Outcome(value, outcome.remoteness)]
    if outcome.score is not None:
        score = outcome.score
        words += [Bounds(score, score), Bounds(score, None), Bounds(None, score), outcome]
    return words


def stating(kind):
    """Return a game class whose author states something true about most positions."""

    class WithVerdict(kind):
        def candidates(self, position):
            return truth.get(position)

    truth = WithVerdict.truth = {}
    return WithVerdict


WithVerdictWalk, WithVerdictScores, WithVerdictGainless, WithVerdictTicTacToe = map(
    stating, (Walk, ScoredGame, Gainless, TicTacToe)
)


def drawn_words(solution, luck):
    """Return a true statement about most nonterminal positions, at random."""
    return {
        position: luck.choice(weak_words(solution[position]))
        for position in solution
        if luck.random() < STATED and solution[position].remoteness != 0
    }


def assert_true(game, honestly, has_gains, luck):
    """Check that each position is proved as solved, and verified by the rules alone.

    A claim about a score has plies, which the author's statement may lack. In that case the rules
    are queried.
    """
    solution = solve(honestly)
    game.truth.clear()
    game.truth.update(drawn_words(solution, luck))
    for position in solution:
        outcome = solution[position]
        proof = prove(game, position)
        assert (proof.value, proof.score) == (outcome.value, outcome.score)
        if outcome.value is not Value.DRAW and not has_gains:
            assert proof.outcome == outcome
        alone = prove(game, position, exact=False)
        assert (alone.value, alone.score) == (outcome.value, outcome.score)
        for each in (proof, alone):
            each._grounds.most = 1_000_000
            shown = each.verify().bounds
            assert (shown.value, shown.score) == (outcome.value, outcome.score)


@pytest.mark.parametrize("kind", [WithVerdictScores, WithVerdictGainless])
def test_true_words_about_scores_change_nothing(kind):
    """True bounds of scores, without plies or on one side only, change no outcome."""
    luck = Random(21)
    for number in range(scaled(15, 1_000)):
        drawing = drawn(luck, most_nodes=6, gains=kind is WithVerdictScores, loops=number % 3 != 0)
        endless = ENDLESS[number % len(ENDLESS)]
        honestly = kind.__mro__[1](drawing, endless)
        assert_true(kind(drawing, endless), honestly, kind is WithVerdictScores, luck)


def test_true_words_about_values_change_nothing():
    """True statements about values, most of them without plies, change no outcome."""
    luck = Random(22)
    for drawing in drawings(scaled(30, 1_000), luck):
        assert_true(WithVerdictWalk(attrs.evolve(drawing, where=-1)), honest(drawing), False, luck)


def test_wins_without_plies_on_the_board():
    """If each won position of tic-tac-toe is stated to be won, no outcome changes."""
    game, solution = WithVerdictTicTacToe(), solve(TicTacToe())
    won = [each for each in solution if solution[each].value is Value.WIN]
    game.truth.update(dict.fromkeys(won, Bounds(Value.WIN)))
    for position in Random(23).sample(list(solution), 60):
        outcome = solution[position]
        assert prove(game, position, exact=False).value is outcome.value
        if outcome.value is not Value.DRAW:
            assert prove(game, position).outcome == outcome


@njit
def after(position, moves, positions, gains):
    """List one move, which gains nothing."""
    moves[0], positions[0], gains[0] = 0, position + np.uint64(1), 0
    return 1


@njit
def score_at_end(position):
    """Return a loss by 1 for the player to move after two moves."""
    return -1 if position >= 2 else NO_SCORE


@njit
def won_after_one(position, moves, positions, gains, priorities):
    """Return at least a win by 1 for the player to move after one move."""
    return scores_at_least(1) if position == 1 else nothing_known()


class TwoMoves(CompiledGame):
    """Game in which 0 leads to 1, and 1 to 2, where play ends."""

    rules = CompiledRules(
        after,
        terminal_score=score_at_end,
        max_moves=1,
        candidates=won_after_one,
        least_score=-2,
        most_score=2,
    )

    def start(self):
        return 0


def test_true_words_by_kernels():
    """A compiled statement of a win by at least 1 gives a loss by 1 at the ply before."""
    assert prove(TwoMoves()).outcome == Outcome.of(-1, 2, True)
    assert prove(TwoMoves(), exact=False).score == -1
