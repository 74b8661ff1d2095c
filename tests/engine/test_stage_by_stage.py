"""Games indexed by stage, solved stage by stage in a folder, compared with memory."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import attrs
import numpy as np
import pytest
from hypothesis import example as as_well
from hypothesis import given, settings
from hypothesis import strategies as st

from games import ConnectFour, GobbletGobblers
from gamesolver import GameContractError, solve
from gamesolver.engine import whole_solve
from gamesolver.engine.stage_by_stage import StageByStage
from gamesolver.files import stage_file
from gamesolver.files.checkpoints import Checkpoints
from gamesolver.kernels.codes import WIN, entry_of
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.workers import Workers
from tests.attacks.graph_games import ONE_BY_ONE, Drawing
from tests.attacks.staged_games import (
    FOLDS,
    StagedSheet,
    long_chain,
    random_staged,
    staged_graphs,
    winding,
    without_turns_kept,
)
from tests.graph.test_methods import outcome_of
from tests.oracles.reference import reference
from tests.oracles.unfolded import unfolded_size
from tests.support.engine_solving import METHODS, node_of, solved
from tests.support.example_games import example
from tests.support.own_process import printed
from tests.support.scale import IS_PLAIN

ABOUT = dict.fromkeys(["game", "parameters", "rules", "cells", "leads back", "roots"], "a graph")


def solved_in_folder(game, methods="either", threads=1, known=None):
    """Return the solution by stages on disk, with a method for stages with cycles."""
    with TemporaryDirectory() as folder:
        keeper = Checkpoints(Path(folder), 60, ABOUT)
        solution = solved(game, methods, threads, keeper, known)
        keeper.close()
        keeper.remove()
        assert not list(Path(folder).iterdir())
    return solution


def saved(solution, folder, name):
    """Save a solution and return the bytes of its file."""
    path = Path(folder, name)
    solution.save(path, how=False)
    return path.read_bytes()


def columns_of(solution):
    """Return all table entries as wide integers, with the long outcomes in place."""
    table = solution._table
    entries = table.entries.astype("i8")
    entries[table.overflow.indexes] = table.overflow.entries
    return entries.tolist()


def require_right(game, methods, threads):
    """Solve on disk, compare with the reference and with the table in memory, and verify."""
    truth = reference(game.drawing.as_dict(), game.drawing.known())
    solution = solved_in_folder(game, methods, threads)
    assert "stages on disk" in solution.how.why
    assert {node_of(each): solution[each] for each in solution} == {
        node: outcome_of(truth[node]) for node in truth
    }
    assert columns_of(solution) == columns_of(solved(game, methods, threads))
    assert solution.verify(full=True).positions == unfolded_size(solution)
    return solution


ENDLESS_LATER = Drawing(
    ((), (), ((3, False), (4, False)), ((2, False), (5, False)), ((4, False),), ((6, False),),
     ((7, False),), ()),
    (-1, -1, None, None, None, None, None, -1), (None,) * 8, (2,),
)  # fmt: skip
"""Node 2 can move to 4, which cycles in a later stage; its other moves lose."""


@as_well(ENDLESS_LATER, "strict", "sweeps", 1)
@settings(max_examples=ONE_BY_ONE // 2)
@given(staged_graphs(), st.sampled_from(FOLDS), st.sampled_from(METHODS), st.sampled_from([1, 2]))
def test_every_method_agrees_with_the_reference(drawing, fold, methods, threads):
    """Every method is correct on games with cycles in stages, kept turns and unused indexes."""
    game = StagedSheet(without_turns_kept(drawing, fold), 4, fold)
    require_right(game, methods, threads)


@settings(max_examples=ONE_BY_ONE // 10)
@given(staged_graphs(), st.sampled_from(FOLDS), st.sampled_from([1, 2]))
def test_retrograde_passes_give_what_the_reference_gives(drawing, fold, threads):
    """Retrograde passes are correct, with predecessors in earlier stages."""
    game = StagedSheet(without_turns_kept(drawing, fold), 4, fold, back=True)
    require_right(game, "either", threads)


@pytest.mark.parametrize("fold", FOLDS)
def test_retrograde_passes_receive_all_that_later_stages_promise(fold):
    """Retrograde passes use the boundary values of later stages, with outcomes of every kind."""
    drawing = without_turns_kept(random_staged(3, 80, seed=5), fold)
    solution = require_right(StagedSheet(drawing, 3, fold, back=True), "either", 1)
    assert solution.how.why == "3 stages on disk, 3 of them with cycles, by retrograde passes"


def test_retrograde_passes_that_are_stopped_begin_their_stage_again(tmp_path):
    """A stage stopped in the middle is solved again from its beginning."""
    game = StagedSheet(random_staged(3, 80, seed=5), 3, "raw", back=True)
    run = Workers.run

    def stopped(crew, phase, *others):
        if phase == "stage 4, wins and losses in 3":
            raise KeyboardInterrupt
        return run(crew, phase, *others)

    with patch.object(Workers, "run", stopped), pytest.raises(KeyboardInterrupt):
        solved(game, kept=Checkpoints(tmp_path, 60, ABOUT))
    solution = solved(game, kept=Checkpoints(tmp_path, 60, ABOUT))
    assert solution.how.why.startswith("3 stages on disk, 1 of them in an earlier solve, 2 of them")
    assert columns_of(solution) == columns_of(solved(game))


@pytest.fixture
def many(monkeypatch):
    """Allow any number of long outcomes in the overflow list."""
    monkeypatch.setattr(stage_file, "FEW", 1)


def require_listed(solution):
    """Check that entries take one byte, and that the overflow list has only long outcomes."""
    overflow = solution._table.overflow
    assert solution._table.entries.dtype == np.uint8
    assert f", {len(overflow)} long outcomes outside the entries" in solution.how.why
    assert overflow.entries.min() > entry_of(WIN, 83)
    assert (np.diff(overflow.indexes) > 0).all()


@pytest.mark.parametrize("end", [-1, 0, 1])
def test_retrograde_passes_longer_than_a_byte_holds(end, many):
    """A winding line of 400 nodes, whose outcomes exceed one byte, is solved correctly."""
    game = StagedSheet(winding(4, 100, end, seed=2), 4, back=True)
    require_listed(require_right(game, "either", 1))


@pytest.mark.parametrize("end", [-1, 0, 1])
@pytest.mark.parametrize("methods", ["graph", "sweeps"])
def test_play_longer_than_a_byte_holds(end, methods, many):
    """A line of 399 plies through four stages has wide entries in memory, but not on disk.

    In plain Python the line has 199 plies and two stages.
    """
    stages = 2 if IS_PLAIN else 4
    solution = require_right(StagedSheet(long_chain(stages, 100, end), stages), methods, 1)
    assert solution.remoteness == 100 * stages - 1
    require_listed(solution)


def test_a_move_far_back_from_a_wide_stage_is_refused(many, monkeypatch):
    """A move back to an earlier stage is refused while the current stage is wide."""
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    chain = long_chain(4, 100, -1)
    back = (*chain.moves[299], (0, False))
    moves = (*chain.moves[:299], back, *chain.moves[300:])
    game = StagedSheet(attrs.evolve(chain, moves=moves), 4)
    with pytest.raises(GameContractError, match="stage falls from"):
        solved_in_folder(game, "graph")


def test_a_boundary_value_longer_than_a_byte_holds():
    """A line with one position per stage is solved correctly, and all entries become wider.

    In the end too many outcomes are long for the overflow list.
    """
    solution = require_right(StagedSheet(long_chain(120, 1, -1), 120), "either", 1)
    assert (solution.remoteness, solution.how.why) == (119, "120 stages on disk")
    assert solution._table.entries.dtype == np.uint16


@pytest.mark.parametrize("held", [0, 1 << 20])
def test_a_solve_goes_on_with_its_long_outcomes(held, tmp_path, many, monkeypatch):
    """A solve stopped after two stages of four resumes with its list of long outcomes.

    The list is in memory or in a mapped file.
    """
    monkeypatch.setattr(stage_file, "IN_MEMORY", held)
    game = StagedSheet(long_chain(4, 100, -1), 4)
    solve_stage = StageByStage._solve_stage

    def stopped(work, stage, indexes):
        if stage == 4:
            raise KeyboardInterrupt
        solve_stage(work, stage, indexes)

    with patch.object(StageByStage, "_solve_stage", stopped), pytest.raises(KeyboardInterrupt):
        solved(game, "sweeps", kept=Checkpoints(tmp_path, 60, ABOUT))
    keeper = Checkpoints(tmp_path, 60, ABOUT)
    solution = solved(game, "sweeps", kept=keeper)
    assert solution.how.why.startswith("4 stages on disk, 2 of them in an earlier solve, 2 of")
    require_listed(solution)
    assert columns_of(solution) == columns_of(solved(game, "sweeps"))
    keeper.close()
    keeper.remove()
    assert not list(tmp_path.iterdir())


def test_sweeps_receive_what_is_far_in_later_stages():
    """Sweeps use boundary values with many plies, although the first passes resolve nothing."""
    drawing = long_chain(2, 60, -1)
    far = ((60, False), (0, False))  # a move to the later stage, and a move to itself
    game = StagedSheet(type(drawing)((far, *drawing.moves[1:]), *list(_rest(drawing))), 2)
    require_right(game, "sweeps", 1)


def _rest(drawing):
    return drawing.ends, drawing.boundaries, drawing.roots


@pytest.mark.compiled(why="ten thousand positions are slow in plain Python")
@pytest.mark.parametrize(("fold", "stays"), [("raw", 0.5), ("strict", 0), ("index", 0.05)])
def test_large_graphs_have_the_same_file_as_in_memory(fold, stays, tmp_path):
    """Graphs of 50,000 nodes in ten stages have the same entries as in memory, by each method."""
    drawing = without_turns_kept(random_staged(10, 5_000, seed=7, stays=stays), fold)
    game = StagedSheet(drawing, 10, fold)
    entries = columns_of(solved(game, threads=2))
    for methods in ("graph", "sweeps"):
        assert columns_of(solved_in_folder(game, methods, threads=2)) == entries
    game = StagedSheet(drawing, 10, fold, back=True)
    assert columns_of(solved_in_folder(game, threads=2)) == entries


def test_a_graph_that_does_not_fit_gives_way_to_sweeps():
    """A stage with cycles is resolved by sweeps if its graph does not fit in memory."""
    game = StagedSheet(random_staged(3, 80, seed=2), 3, "raw")
    with patch.object(MemoryMeter, "allows", return_value=False):
        require_right(game, "either", 1)


@pytest.mark.compiled(why="200,000 positions are slow in plain Python")
def test_connect_four_by_discs(tmp_path):
    """Connect Four by discs has the file of a solve in memory, and the outcomes of ConnectFour.

    161,029 positions of Connect Four 4x4: J. Tromp, tromp.github.io/c4/c4.html.
    """
    game = example("connect_four_by_discs").ConnectFourByDiscs(4, 4)
    solution = solve(game, folder=tmp_path / "kept")
    assert saved(solution, tmp_path, "disk") == saved(solve(game), tmp_path, "memory")
    assert sum(solution.counts(reachable=True).values()) == 161_029
    other = solve(ConnectFour(4, 4))
    luck = list(other)[::997]
    assert [solution[each] for each in luck] == [other[each] for each in luck]
    assert not list((tmp_path / "kept").iterdir())


@pytest.mark.compiled(why="thousands of positions are slow in plain Python")
@pytest.mark.parametrize("parameters", [{"sizes": 1, "copies": 3}, {"sizes": 2, "copies": 1}])
def test_gobblet_by_pieces(parameters, tmp_path):
    """Gobblet by pieces has the file of a solve in memory, and outcomes of GobbletGobblers."""
    game = example("gobblet_by_pieces").GobbletByPieces(**parameters)
    solution = solve(game, folder=tmp_path / "kept")
    assert solution.how.why.endswith("by retrograde passes")
    assert saved(solution, tmp_path, "disk") == saved(solve(game), tmp_path, "memory")
    on_shelf = solve(GobbletGobblers(**parameters))
    assert {each: solution[each] for each in solution} == {
        each: on_shelf[each] for each in on_shelf
    }


BY_DISCS = example("connect_four_by_discs").ConnectFourByDiscs
SMALL = BY_DISCS(3, 2, line=3)
BY_STAGE = SMALL.rules.by_stage


LARGE = """
import sys
from examples.connect_four_by_discs import ConnectFourByDiscs
from gamesolver import MemoryLimitError, solve
game = ConnectFourByDiscs(5, 4)
right = solve(game, folder=sys.argv[1]).counts()  # and all that is needed is loaded
for folder in (None, sys.argv[1]):
    try:
        solution = solve(game, memory=3_000_000, folder=folder)
        print(solution.how.why, max(solution.how.bytes.values()) < 3_000_000)
        print(solution.counts() == right, len(solution))
    except MemoryLimitError as error:
        print(error)
"""


@pytest.mark.compiled(why="millions of positions are too slow in plain Python")
@pytest.mark.skipif(sys.platform != "linux", reason="counts memory as Linux does")
def test_a_game_larger_than_memory(tmp_path):
    """A game of 5.6 million indexes is refused with 3 MB, and solved if it has a folder."""
    refused, *reported = printed(LARGE, tmp_path).splitlines()
    assert refused.startswith("out of memory: the limit is 3.0 MB (as requested), 5.")
    assert reported == ["21 stages on disk True", "True 5621939"]
    assert not list(tmp_path.iterdir())
