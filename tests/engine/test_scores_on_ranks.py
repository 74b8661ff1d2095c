"""Scores, gains and payoffs of infinite play on ranks: the same tables as by one process."""

import re
from functools import cache
from random import Random
from unittest.mock import patch

import pytest

from gamesolver import GameContractError, Value, solve
from gamesolver.engine import backward, propagation, queries, whole_solve
from tests.attacks.compiled_scores import CompiledScores, bounds_of
from tests.attacks.graph_games import Drawing
from tests.attacks.magnitudes import Points
from tests.attacks.scored_graphs import SIGNS, SMALL, ScoredDrawing, abreast, drawn, gathered
from tests.attacks.staged_games import StagedSheet
from tests.engine.test_on_ranks import require_the_same
from tests.engine.test_scores import ROUND, Stairs
from tests.support.rank_solving import solved_on
from tests.support.rank_threads import on_ranks
from tests.support.scale import IS_NIGHTLY, IS_PLAIN, scaled

MANY = 40 if IS_PLAIN else scaled(200, 5000)
FEW = 8 if IS_PLAIN or not IS_NIGHTLY else 40  # because each stage takes several meetings
SIZES = (1, 3) if IS_PLAIN else (1, 2, 4)
ON_RANKS = "moves looked up at other ranks"


@cache
def drawing(parts, gains=True, loops=True, points=SMALL):
    """Return ``parts`` random graphs side by side."""
    luck = Random(f"{parts} {gains} {loops} {points.most}")
    return abreast(drawn(luck, gains=gains, loops=loops, points=points) for _ in range(parts))


@pytest.mark.parametrize("endless", [-2, 0, 1])
def test_stages_with_gains_and_loops(endless):
    """Games with stages, gains and cycles have the file of one process."""
    for points in (SMALL, Points(-128, 255)):
        parts = drawing(FEW, points=points)
        game = CompiledScores(parts, endless, indexed=True, bounds=bounds_of(parts, endless))
        require_the_same(game, SIZES, "of them with moves within; the graph of ")


def test_moves_that_gain_without_stages():
    """Games with gains and without cycles are solved by passes over all pending positions."""
    for points in (SMALL, Points(-128, 127)):
        parts = drawing(FEW, loops=False, points=points)
        kind = {"staged": False, "indexed": True, "bounds": bounds_of(parts)}
        game = CompiledScores(parts, **kind)
        require_the_same(game, SIZES, "passes over positions whose successors are resolved on ")


@pytest.mark.parametrize(
    ("indexed", "by_value", "endless"),
    [(False, False, 1), (True, False, 0), (True, True, Value.WIN), (True, False, -2)],
)
def test_scores_of_ends(indexed, by_value, endless):
    """Games with scores at their ends are solved by one graph of the pending positions."""
    parts = drawing(MANY, gains=False, points=SIGNS if by_value else SMALL)
    parts = parts if indexed else gathered([parts])
    kind = {"gains": False, "staged": False, "indexed": indexed, "by_value": by_value}
    require_the_same(CompiledScores(parts, endless, **kind), SIZES, ON_RANKS)


def test_small_rounds_and_boxes_change_nothing():
    """Small buffers, and an early switch of a stage to its graph, give the same file."""
    with (
        patch.object(queries, "MOVES_A_ROUND", 3),
        patch.object(backward, "MOST", 0.1),
        patch.object(propagation, "MESSAGES", 8),
    ):
        game = CompiledScores(drawing(FEW), -2, indexed=True)
        require_the_same(game, (2,), ON_RANKS)
        game = CompiledScores(drawing(FEW, loops=False), staged=False, indexed=True)
        require_the_same(game, (2,), ON_RANKS)


def test_long_lines_with_scores():
    """If one rank needs wider entries, all ranks widen theirs, also for infinite play."""
    steps = 12  # a byte holds five of these scores
    line = [((each + 1, each % 3 == 0, 0),) for each in range(steps)]
    ending = ScoredDrawing((*line, ()), (*[None] * steps, 3))
    for kind in ({}, {"staged": False}):
        require_the_same(CompiledScores(ending, indexed=True, **kind), (3,), ON_RANKS)
    gaining = [((each + 1, False, (each % 4 - 2) * (each % 2)),) for each in range(steps)]
    never = ScoredDrawing((*gaining, ((steps, False, 0),)), (None,) * (steps + 1))
    require_the_same(CompiledScores(never, indexed=True), (2,), ON_RANKS)


def test_ranks_that_own_nothing():
    """A game with fewer positions than ranks is solved correctly."""
    line = ScoredDrawing((((1, False, 1),), ((2, False, 0),), ()), (None, None, 2))
    for kind in ({}, {"gains": False, "staged": False}):
        require_the_same(CompiledScores(line, -1, **kind), (4, 7), ON_RANKS)


# ── errors ──────────────────────────────────────────────────────────────────────────────────────


def require_the_same_error(game, sizes=(1, 2)):
    """Check that ranks report the fault of one process, perhaps at another position."""
    with pytest.raises(GameContractError) as alone:
        solve(game)
    expected = re.sub(r"\d+", ".", str(alone.value))
    for size in sizes:
        with patch.object(whole_solve, "try_rules"):
            errors = on_ranks(size, lambda team: solved_on(team, game))
        for error in errors:
            assert isinstance(error, GameContractError), error
            assert re.sub(r"\d+", ".", str(error)).endswith(expected)
    return expected


def test_what_is_wrong_is_reported_as_by_one_process():
    """Gains on cycles, scores out of bounds and falling stages are reported as by one process."""
    reported = require_the_same_error(CompiledScores(ROUND, indexed=True))
    assert "may be returned from: expected the stage to rise with every move that gains" in reported
    reported = require_the_same_error(CompiledScores(ROUND, staged=False, indexed=True))
    assert "can run in a cycle: expected a compiled game of that kind to write stage" in reported
    line = ScoredDrawing(
        (((1, False, 5),), ((2, False, 5),), ((3, True, 5),), ()), (None, None, None, 2)
    )
    game = CompiledScores(line, bounds=(-3, 3), indexed=True)
    assert "expected one from least_score to most_score" in require_the_same_error(game)
    later = CompiledScores(line, bounds=(-1, 7), indexed=True)
    assert "expected one from least_score to most_score" in require_the_same_error(later)
    moves = ((2, False),), (), ((3, False),), ((0, False),)
    falls = StagedSheet(Drawing(moves, (None, 0, None, None), (None,) * 4, (0,)), 2)
    with patch.object(whole_solve, "try_rules"):
        assert "stage falls from . to . when" in require_the_same_error(falls)


@pytest.mark.parametrize("by", ["index", "symmetries"])
def test_images_of_different_players_are_refused_where_endless_play_is_won(by):
    """Ranks find symmetric positions of different players if infinite play is not a draw."""
    game = Stairs(9, -1, by) if by == "index" else Stairs(9, Value.LOSS, by, by_value=True)
    assert "expected symmetries that keep the player" in require_the_same_error(game)
