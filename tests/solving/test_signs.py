"""``solve(game, scores=False)``: only the winner of a game with scores but without gains."""

import pickle
import sys
from functools import partial
from importlib.metadata import EntryPoint
from random import Random
from types import ModuleType

import attrs
import pytest

from games import ScoringHeaps
from games.othello.plain import PlainOthello
from gamesolver import (
    Game,
    GameContractError,
    InvalidArgumentError,
    Value,
    check_game,
    estimate,
    load,
    load_values,
    solve,
)
from gamesolver.plots import outcomes_by_score
from gamesolver.rules import registry
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.magnitudes import Points
from tests.attacks.scored_graphs import SMALL, ScoredGame, abreast, drawn
from tests.oracles.unfolded import unfolded_size
from tests.support.at_the_terminal import refused as refused_there
from tests.support.scale import scaled

PLAIN_OTHELLO = "games.othello.plain:PlainOthello"


@pytest.mark.parametrize("endless", [0, 2, -1])
@pytest.mark.parametrize("kind", [ScoredGame, CompiledScores])
def test_values_are_the_signs_of_the_scores(kind, endless):
    """The value of every position is the sign of its score, and the solution can be verified."""
    luck = Random(endless)
    points = Points.drawn(luck) if kind is ScoredGame else SMALL
    drawing = abreast([drawn(luck, gains=False, points=points) for _ in range(scaled(60, 200))])
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
    assert signs.verify(full=True).positions == unfolded_size(scored)


def test_a_game_by_its_signs_is_kept_and_opened(tmp_path):
    """A solution without scores can be saved, loaded by the name of its game, and pickled."""
    game = PlainOthello()
    solution = solve(game, scores=False)
    solution.save(tmp_path / "othello.solution")
    with load(tmp_path / "othello.solution") as opened:
        assert opened.counts() == solution.counts()
        assert opened.outcome == solution.outcome
        assert opened.outcome.score is None
    assert pickle.loads(pickle.dumps(solution.game)) == solution.game
    assert repr(solution.game) == repr(game)


def test_whichever_player_queries_a_solution_of_signs_for_scores_is_reported_what_gives_them():
    """Queries for scores of a solution without scores are refused, with the remedy."""
    solution = solve(PlainOthello(3, 3), scores=False)
    for query in (partial(solution.to_pandas, score=3), partial(outcomes_by_score, solution)):
        with pytest.raises(InvalidArgumentError) as refused:
            query()
        assert str(refused.value).startswith(
            "PlainOthello(columns=3) was solved without scores: expected a solution with scores; "
            "solve(game, scores=True) gives them"
        )
    arguments = (
        "export",
        PLAIN_OTHELLO,
        "o.csv",
        "--columns",
        "3",
        "--no-scores",
        "--score",
        "3",
    )
    assert refused_there(*arguments).endswith("with scores; --scores gives them")


def test_values_of_a_game_by_its_signs_are_opened(tmp_path):
    """Values exported without scores are loaded by the name of the game."""
    game, opened = PlainOthello(3, 3), []
    for scores in (True, False):
        solve(game, scores=scores).export(tmp_path / "othello.values")
        for given in ([], [game]):
            with load_values(tmp_path / "othello.values", *given) as values:
                opened.append([values.value(each) for each in solve(game)])
                assert Rules(values.game).is_scored is scores
    assert opened == opened[:1] * 4


@attrs.frozen
class Rounds(Game):
    """Walk round a ring, or leave it and lose by a score that depends on the place."""

    size: int = 4
    endless: int = 2

    def start(self):
        return 0, 0

    def moves(self, position):
        return ["on", "out"]

    def play(self, position, move):
        place, seat = position
        return (-1 - place if move == "out" else (place + 1) % self.size), 1 - seat

    def terminal_score(self, position):
        return 1 - position[0] if position[0] < 0 else None

    def player(self, position):
        return position[1]


@pytest.mark.parametrize("endless", [2, -3, 0])
def test_a_file_of_signs_names_the_score_of_endless_play(tmp_path, monkeypatch, endless):
    """A file without scores keeps the payoff of infinite play and loads an equal game."""
    module = ModuleType("their_rounds")
    module.Rounds = Rounds
    monkeypatch.setitem(sys.modules, "their_rounds", module)
    entries = *registry._entries(), EntryPoint("rounds", "their_rounds:Rounds", registry.GROUP)
    monkeypatch.setattr(registry, "_entries", lambda: entries)
    game = Rounds(size=3, endless=endless)
    solution = solve(game, scores=False)
    assert solution.outcome.value is Value.of(endless)
    solution.save(tmp_path / "rounds.solution")
    for given in ([], [game], [solution.game]):
        with load(tmp_path / "rounds.solution", *given) as opened:
            assert opened.counts() == solution.counts()
            assert opened.game == solution.game
            assert opened.game.parameters == game.parameters == {"size": 3, "endless": endless}
            assert (repr(opened.game), titled(opened.game)) == (repr(game), titled(game))
            assert opened.game.endless is Value.of(endless)


def test_a_game_by_its_signs_is_drawn():
    """A game solved without scores has the same pictures as with scores."""
    game = PlainOthello()
    signs = solve(game, scores=False).game
    assert signs.svg(signs.start()) == game.svg(game.start())
    assert signs.terminal_score(signs.start()) is None


def test_a_game_without_scores_is_as_it_was():
    """``scores=False`` does not change a game without scores."""
    from games import TicTacToe

    assert solve(TicTacToe(), scores=False).game == TicTacToe()


def test_gains_need_scores():
    """A game with gains cannot be solved without scores, as the winner depends on earlier gains."""
    for queried in (solve, estimate):
        with pytest.raises(InvalidArgumentError) as caught:
            queried(ScoringHeaps(), scores=False)
        assert str(caught.value) == (
            "ScoringHeaps() cannot be solved without scores: its moves gain, so that the winner "
            "depends on earlier gains; expected a game whose positions contain the score so far; "
            "scores=True solves it by score"
        )
        with pytest.raises(InvalidArgumentError, match="bad scores 0: expected True or False"):
            queried(ScoringHeaps(), scores=0)


def test_a_game_by_its_signs_is_made_again_from_its_parameters():
    """A game solved without scores passes ``check_game`` and is rebuilt from its parameters."""
    signs = solve(Rounds(), scores=False).game
    assert "rebuilt" in check_game(signs).laws
    wider = attrs.evolve(signs, size=5, endless=2)
    assert (repr(wider), wider.endless, wider == signs) == ("Rounds(size=5)", Value.WIN, False)
    assert wider == solve(Rounds(size=5), scores=False).game
    with pytest.raises(GameContractError, match=r"endless is Value\.WIN: expected a whole number"):
        attrs.evolve(signs, size=5)
