"""Scale on which a search compares outcomes: levels, gains and targets are consistent."""

import pytest

from gamesolver import prove
from gamesolver.proofs.search_scores import MOST, Scale
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.scored_graphs import ScoredDrawing


def test_gains_move_scores_and_questions_alike():
    """Gains move scores and targets alike: the successor's target decides about the position's."""
    scale = Scale(20, has_gains=True, is_scored=True)
    scores = [level * 20 - side * plies for level in range(-4, 5) for plies in range(4)
              for side in ((level > 0) - (level < 0),) if level or not plies]  # fmt: skip
    scores += [scale.bottom(level) for level in range(-3, 5)]  # in any number of plies
    scores += [scale.bottom(level) - 1 for level in range(-3, 5)]
    for gain in range(-3, 4):
        for target in [*scores, *map(scale.bottom, range(-4, 5))]:
            for kept in (True, False):
                question = scale.successor_target(target, kept, gain)
                for score in scores:
                    if not kept and score and scale.plies(score) == 0:
                        continue  # a terminal position, which is never queried
                    answer = score >= question
                    assert (scale.backed_up(score, kept, gain) >= target) == (answer == kept)
    assert Scale().unit == MOST


@pytest.mark.parametrize("has_gains", [False, True])
@pytest.mark.parametrize("endless", [-2, -1, 0, 1, 2])
def test_levels_rise_with_scores(endless, has_gains):
    """Levels increase with scores; without gains level 0 is kept for won or lost infinite play."""
    scale, scores = Scale(20, endless, True, has_gains, -5, 5), list(range(-5, 6))
    levels = [scale.level_with(score) for score in scores]
    assert levels == sorted(set(levels))
    assert [scale.score_at(level) for level in levels] == scores
    assert (0 in levels) == (endless == 0 or has_gains)


def test_limits_of_scores_state_what_a_move_may_get_that_was_not_searched():
    """Without any time no move is called best while another one may still score more."""
    moves = ((1, False, 0), (2, False, 0)), (), ((3, False, 0),), ()
    drawing = ScoredDrawing(moves, (None, 0, None, 1))
    proof = prove(CompiledScores(drawing, bounds=(-1, 3)), seconds=0)
    assert [row.is_best for row in proof.moves()] == [None, None]
    assert [row.is_best for row in prove(proof.game).moves()] == [True, False]
