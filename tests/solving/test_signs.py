"""``solve(game, scores=False)``: who wins, and no more, of a game without gains."""

import pickle
from random import Random

import pytest

from games import Othello, ScoringHeaps
from gamesolver import InvalidArgumentError, Value, load, solve
from tests.support.compiled_scores import CompiledScores
from tests.support.scored_graphs import ScoredGame, beside, drawn


@pytest.mark.parametrize("endless", [0, 2, -1])
@pytest.mark.parametrize("kind", [ScoredGame, CompiledScores])
def test_values_are_the_signs_of_the_scores(kind, endless):
    """Who wins is the sign of the score, at every position; it is verified as any solution."""
    luck = Random(endless)
    drawing = beside([drawn(luck, gains=False) for _ in range(200)])
    game = (
        CompiledScores(drawing, endless, gains=False, staged=False)
        if kind is CompiledScores
        else type("NoGains", (ScoredGame,), {"gain": ScoredGame.__mro__[1].gain})(drawing, endless)
    )
    scored, signs = solve(game), solve(game, scores=False)
    assert {each: signs[each].value for each in signs} == {
        each: Value.of(scored[each].score) for each in scored
    }
    assert all(signs[each].score is None for each in signs)
    assert signs.verify(full=True).positions == len(scored)


def test_a_game_by_its_signs_is_kept_and_opened(tmp_path):
    """A file of signs opens by the name of the game, which has scores; a pickle comes back too."""
    game = Othello()
    solution = solve(game, scores=False)
    solution.save(tmp_path / "othello.solution")
    with load(tmp_path / "othello.solution") as opened:
        assert opened.counts() == solution.counts()
        assert opened.outcome == solution.outcome
        assert opened.outcome.score is None
    assert pickle.loads(pickle.dumps(solution.game)) == solution.game
    assert repr(solution.game) == repr(game)


def test_a_game_by_its_signs_is_drawn():
    """What a game asks of its own scores it is told: pictures of Othello count discs."""
    game = Othello()
    signs = solve(game, scores=False).game
    assert signs.svg(signs.start()) == game.svg(game.start())
    assert signs.terminal_score(signs.start()) is None


def test_a_game_without_scores_is_as_it_was():
    """There is nothing to leave out of wins, losses and draws."""
    from games import TicTacToe

    assert solve(TicTacToe(), scores=False).game == TicTacToe()


def test_gains_need_scores():
    """Where moves gain, who wins depends on what is gained on the way."""
    with pytest.raises(InvalidArgumentError, match="so that who wins depends on what is gained"):
        solve(ScoringHeaps(), scores=False)
    with pytest.raises(InvalidArgumentError, match="bad scores 0: expected True or False"):
        solve(ScoringHeaps(), scores=0)
