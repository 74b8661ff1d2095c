"""Games with scores or payoffs of infinite play, solved stage by stage on disk.

``CompiledScores`` gives each part of a drawing with cycles its own stage.
"""

from random import Random
from unittest.mock import patch

import pytest

from gamesolver import GameContractError, MemoryLimitError
from gamesolver.engine import whole_solve
from gamesolver.engine.stage_by_stage import StageByStage
from gamesolver.files.checkpoints import Checkpoints
from gamesolver.system.memory import MemoryMeter
from tests.attacks import compiled_scores
from tests.attacks.compiled_scores import CompiledScores, bounds_of
from tests.attacks.magnitudes import Points
from tests.attacks.scored_graphs import SMALL, ScoredDrawing, abreast, drawn
from tests.engine.test_scores import ROUND
from tests.engine.test_stage_by_stage import ABOUT, solved_in_folder
from tests.support.engine_solving import solved
from tests.support.rank_solving import file_of
from tests.support.scale import scaled

KINDS = [
    {"gains": True, "endless": 2},
    {"gains": True},
    {"gains": False},
    {"gains": False, "endless": 1},
]


LONG = 7
"""Moves in a line: more plies than one-byte entries hold in a game with infinite play."""


def by_stages(seed, gains=True, points=SMALL, **kind):
    """Return a game of random graphs and a line of forced moves."""
    luck, line = Random(seed), [(), *[((ply, False, 0),) for ply in range(LONG)]]
    graphs = [drawn(luck, gains=gains, points=points) for _ in range(scaled(12, 60))]
    whole = abreast([ScoredDrawing(tuple(line), (1, *[None] * LONG)), *graphs])
    if points != SMALL:
        kind["bounds"] = bounds_of(whole, kind.get("endless", 0))
    return CompiledScores(whole, gains=gains, by_stage=True, **kind)


EDGES = [Points(-128, 127), Points(-1, 255), Points(-256, 3)]


@pytest.mark.parametrize("kind", KINDS + [{"points": each} for each in EDGES], ids=str)
def test_stages_with_scores(kind):
    """Games with scores, and with cycles within stages, have the same file as in memory."""
    game = by_stages(1, **kind)
    on_disk = solved_in_folder(game)
    assert file_of(on_disk) == file_of(solved(game))
    assert " stages on disk, " in on_disk.how.why
    assert " of them with cycles" in on_disk.how.why


def test_stopped_at_any_stage_it_goes_on(tmp_path):
    """A solve stopped after any stage resumes, also after its entries changed their form.

    In the course of the solve entries become wider and begin to hold infinite play.
    """
    game, left = by_stages(1), []
    expected, solve_stage = file_of(solved(game)), StageByStage._solve_stage

    def stopped(work, stage, indexes):
        solve_stage(work, stage, indexes)
        left.append((work.stored.width.itemsize, work.stored.has_endless))
        if len(left) % 9 == 0:
            raise KeyboardInterrupt

    with patch.object(StageByStage, "_solve_stage", stopped):
        while True:
            keeper = Checkpoints(tmp_path, 60, ABOUT)
            try:
                solution = solved(game, kept=keeper)
                break
            except KeyboardInterrupt:
                assert len([*tmp_path.glob("gamesolver-stages-*")]) == 1
    assert file_of(solution) == expected
    assert left[0] == (1, False)
    assert left[-1] == (2, True)


LOOP = ScoredDrawing((((0, False, 0), (1, False, 0)), ()), (None, 3))


def test_a_graph_that_does_not_fit_is_reported_as_that_of_a_stage(monkeypatch):
    """The error for a graph that does not fit says that a stage must fit into memory."""
    monkeypatch.setattr("tests.support.engine_solving.MemoryMeter", lambda memory: MemoryMeter(30))
    monkeypatch.setattr(MemoryMeter, "in_use", lambda meter: 0)
    reported = (
        r"after all but 2 positions are resolved: a stage must fit into memory; memory=\.\.\. "
    )
    with pytest.raises(MemoryLimitError, match=reported):
        solved_in_folder(CompiledScores(LOOP, by_stage=True))


LINE = ScoredDrawing((((1, False, 0),), ((2, False, 0),), ()), (None, None, 3))


@pytest.mark.parametrize(
    ("drawing", "stages", "complaint"),
    [
        (LINE, [2, 1, 0], "stage falls from 2 to 1 when .* expected the stage .* never to fall"),
        (ROUND, None, "may be returned from: expected the stage to rise with every move that"),
    ],
    ids=["falling", "gaining"],
)
def test_what_is_wrong_is_reported(drawing, stages, complaint, monkeypatch):
    """A falling stage and a gain within a stage are refused."""
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    if stages:
        monkeypatch.setattr(compiled_scores, "stages_of", lambda drawing: stages)
    with pytest.raises(GameContractError, match=complaint):
        solved_in_folder(CompiledScores(drawing, by_stage=True))
