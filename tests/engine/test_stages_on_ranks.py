"""Games indexed by stage, solved by ranks stage by stage in a folder."""

import re
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

from gamesolver import FileError, MemoryLimitError
from gamesolver.engine import predecessors, stage_blocks, whole_solve
from gamesolver.engine.stage_by_stage import StageByStage
from gamesolver.files import stage_file
from gamesolver.files.checkpoints import Checkpoints
from tests.attacks.staged_games import (
    FOLDS,
    StagedSheet,
    long_chain,
    random_staged,
    winding,
    without_turns_kept,
)
from tests.engine.test_stage_by_stage import columns_of
from tests.support.engine_solving import solved
from tests.support.example_games import example
from tests.support.rank_solving import file_of, solved_on
from tests.support.rank_threads import on_ranks
from tests.support.scale import scaled

BY_DISCS = example("connect_four_by_discs").ConnectFourByDiscs(3, 2, line=3)
ABOUT = dict.fromkeys(["game", "parameters", "rules", "cells", "leads back", "roots"], "it")


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    """Make ranks share small stages, and skip the trial of the rules."""
    monkeypatch.setattr(stage_blocks, "LEAST", 1)
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)


def by_ranks(size, game, folder, **others):
    """Return the results of each rank for a game that they solve in a folder."""

    def work(team):
        team.get_acquainted()
        keeper = Checkpoints(Path(folder), 60, ABOUT, team)
        solution = solved_on(team, game, keeper=keeper, **others)
        team.meet()
        keeper.remove()
        return solution

    return on_ranks(size, work)


def require_the_same(game, folder, sizes=(1, 2, 3, 4)):
    """Check that ranks give the entries of one process, and return the last solution."""
    expected = columns_of(solved(game))
    for size in sizes:
        first, *others = by_ranks(size, game, folder)
        assert not isinstance(first, BaseException), first
        assert others == [None] * (size - 1)
        assert columns_of(first) == expected, size
        assert "stages on disk" in first.how.why
        assert not list(Path(folder).iterdir())
    return first


@pytest.mark.parametrize("fold", FOLDS)
def test_stages_with_loops(fold, tmp_path):
    """Stages with cycles have the same entries on any number of ranks."""
    drawing = without_turns_kept(random_staged(3, 80, seed=5), fold)
    last = require_the_same(StagedSheet(drawing, 3, fold), tmp_path)
    assert last.how.why.startswith("3 stages on disk by 4 ranks, 3 of them with cycles, by the")


@pytest.mark.parametrize("fold", FOLDS)
def test_passes_through_predecessors(fold, tmp_path):
    """Retrograde passes on ranks give the same entries, and report their messages."""
    drawing = without_turns_kept(random_staged(3, 80, seed=5), fold)
    last = require_the_same(StagedSheet(drawing, 3, fold, back=True), tmp_path)
    reported = (
        r"(\d+) updates sent in (.*) bytes each, "
        r"(\d+) moves of possible losses looked up at other ranks"
    )
    ranks = "3 stages on disk by 4 ranks, 3 of them with cycles, by retrograde passes, "
    found = re.fullmatch(ranks + reported, last.how.why)
    assert int(found[1]) > 100
    assert 1 <= float(found[2]) <= 4
    assert int(found[3]) > 0


def test_passes_in_many_rounds_by_several_threads(tmp_path, monkeypatch):
    """Small message buffers and two threads per rank give the same entries."""
    for seed in range(scaled(3, 60)):
        fold, stays = FOLDS[seed % 3], (0.9, 0.3)[seed % 2]
        drawing = without_turns_kept(random_staged(2, 60, seed, stays), fold)
        game = StagedSheet(drawing, 2, fold, back=True)
        expected = columns_of(solved(game))
        monkeypatch.setattr(predecessors, "MESSAGES", 10)
        first, *_ = by_ranks(3, game, tmp_path, threads=2)
        assert columns_of(first) == expected


@pytest.mark.parametrize("few", [1, 32])
@pytest.mark.parametrize("end", [-1, 0, 1])
def test_passes_longer_than_a_byte_holds(end, few, tmp_path, monkeypatch):
    """Outcomes and boundary values too long for a byte are the same on ranks."""
    monkeypatch.setattr(stage_file, "FEW", few)
    require_the_same(StagedSheet(winding(3, 80, end, seed=3), 3, back=True), tmp_path, (2, 3))


def test_stages_of_graphs_at_random(tmp_path):
    """Random staged graphs, small and large, with and without cycles, are the same on ranks."""
    for seed in range(scaled(6, 60)):
        fold, stays = FOLDS[seed % 3], (0.5, 0.0)[seed % 2]
        drawing = random_staged(5, (30, 1, 100, 7)[seed % 4], seed, stays)
        game = StagedSheet(without_turns_kept(drawing, fold), 5, fold, back=seed % 5 == 0)
        require_the_same(game, tmp_path)


def test_the_file_is_that_of_one_machine(tmp_path):
    """Connect Four by discs, whose moves all change the stage, has the file of one process."""
    expected = file_of(solved(BY_DISCS))
    for size in [2, 1, 3, 4]:
        first, *_ = by_ranks(size, BY_DISCS, tmp_path)
        assert file_of(first) == expected
        ranks = f" by {size} ranks" if size > 1 else ""
        assert first.how.why == f"7 stages on disk{ranks}"


@pytest.mark.parametrize("few", [1, 32])
@pytest.mark.parametrize("end", [-1, 0, 1])
def test_play_longer_than_a_byte_holds(end, few, tmp_path, monkeypatch):
    """Long lines through several stages are listed by every rank, or widen all entries."""
    monkeypatch.setattr(stage_file, "FEW", few)
    monkeypatch.setattr(stage_file, "ENTRIES_A_PIECE", 16)  # so that records take several messages
    last = require_the_same(StagedSheet(long_chain(3, 80, end), 3), tmp_path, (2,))
    is_listed = f", {len(last._table.overflow)} long outcomes outside the entries" in last.how.why
    assert (last._table.entries.itemsize, is_listed) == ((1, True) if few == 1 else (2, False))


def stopping(after):
    """Return a patch that interrupts the last rank, or the one process, after some stages."""
    solve_stage, left = StageByStage._solve_stage, {}

    def stopped(work, stage, indexes):
        left[work] = left.get(work, after) - 1
        if left[work] < 0 and work.team.rank == work.team.size - 1:
            raise KeyboardInterrupt
        solve_stage(work, stage, indexes)

    return patch.object(StageByStage, "_solve_stage", stopped)


def by_one(game, folder):
    """Return the solution by one process, which resumes from any checkpoint in the folder."""
    keeper = Checkpoints(Path(folder), 60, ABOUT)
    solution = solved(game, kept=keeper)
    keeper.close()
    keeper.remove()
    return solution


def test_any_number_of_ranks_goes_on_and_one_process_does(tmp_path, monkeypatch):
    """Two ranks, one process and three ranks each solve one of three stages.

    Then two ranks solve two stages, and one process the last.
    """
    monkeypatch.setattr(stage_file, "FEW", 1)
    game = StagedSheet(long_chain(3, 80, -1), 3)
    expected = columns_of(solved(game))
    with stopping(1):
        assert isinstance(by_ranks(2, game, tmp_path)[0], KeyboardInterrupt)
    with stopping(1), pytest.raises(KeyboardInterrupt):
        by_one(game, tmp_path)
    first, *_ = by_ranks(3, game, tmp_path)
    assert first.how.why.startswith(
        "resumed from stage 3, after 2 of 3 stages; 3 stages on disk by 3 ranks, 2 of them in an"
    )
    assert columns_of(first) == expected
    with stopping(2):
        by_ranks(2, game, tmp_path)
    for left in ("gamesolver-rank-1", "gamesolver-ranks-gone"):  # left by a killed rank
        (tmp_path / left).write_text("rank 1 of 2")
    alone = by_one(game, tmp_path)
    assert not list(tmp_path.iterdir())
    assert alone.how.why.startswith("3 stages on disk, 2 of them in an earlier solve")
    assert columns_of(alone) == expected


def test_what_a_stopped_rank_had_written_is_not_believed(tmp_path):
    """Content of a stage that no checkpoint names is not used by resuming ranks."""
    game = StagedSheet(random_staged(3, 80, seed=5), 3)
    expected = columns_of(solved(game))
    with stopping(1):
        by_ranks(2, game, tmp_path)
    path, indexes = tmp_path / "gamesolver-stages-1", game.rules.num_indexes
    kept = path.read_bytes()
    first, last = indexes // 3, 2 * indexes // 3
    path.write_bytes(kept[:first] + bytes([77]) * (last - first) + kept[last:])
    first, _ = by_ranks(2, game, tmp_path)
    assert columns_of(first) == expected


def test_a_rank_that_meets_its_limit_of_memory_is_named_by_all(tmp_path):
    """All ranks raise the memory error of one rank, and the next call resumes at that stage."""
    game, solve_stage = BY_DISCS, StageByStage._solve_stage
    expected = file_of(solved(game))

    def limited(work, stage, indexes):
        if stage == 3 and work.team.rank == 1:
            raise MemoryLimitError("out of memory: the limit is 1 byte", limit=1, needed=2)
        solve_stage(work, stage, indexes)

    with patch.object(StageByStage, "_solve_stage", limited):
        received = by_ranks(3, game, tmp_path)
    assert all(isinstance(each, MemoryLimitError) for each in received)
    assert str(received[0]).startswith("rank 1 of 3 (")
    first, *_ = by_ranks(2, game, tmp_path)
    assert first.how.why.startswith("resumed from stage 3, after 3 of 7 stages; ")
    assert file_of(first) == expected


def test_a_disk_that_shows_ranks_different_bytes(tmp_path):
    """A stage whose bytes differ between two ranks is refused by both."""
    read, _ = stage_file.StageFile._hash_in_file, solved(BY_DISCS)

    def other(file, parts):
        return read(file, parts) + (file.team.rank == 1)

    with patch.object(stage_file.StageFile, "_hash_in_file", other):
        received = by_ranks(2, BY_DISCS, tmp_path)
    assert [type(each) for each in received] == [FileError, FileError]
    assert "is broken: a stage differs from what was written; remove it" in str(received[0])


def test_a_folder_that_ranks_do_not_share(tmp_path):
    """If ranks do not share a folder, all name the first rank that does not see the file."""

    def work(team):
        team.get_acquainted()
        folder = tmp_path / str(team.rank)
        folder.mkdir()
        return solved_on(team, BY_DISCS, keeper=Checkpoints(folder, 60, ABOUT, team))

    received = on_ranks(3, work)
    assert all(isinstance(each, FileError) for each in received)
    assert str(received[0]).startswith("rank 1 of 3 (")
    assert str(received[0]).endswith("not visible here; expected a folder that all ranks share")


def test_a_checkpoint_whose_hashes_are_of_another_kind_is_refused(tmp_path, monkeypatch):
    """A checkpoint whose hashes use another block size is refused."""
    solved(BY_DISCS)
    with stopping(2):
        by_ranks(2, BY_DISCS, tmp_path)
    monkeypatch.setattr(stage_blocks, "LEAST", 2)
    received = by_ranks(2, BY_DISCS, tmp_path)
    assert "contains a checkpoint of another version of gamesolver: finish that" in str(received[0])


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize("indexes", [(0, 1), (3, 4), (5, 100), (8, 4096 * 5 + 1)])
def test_each_index_of_a_stage_belongs_to_one_rank(indexes, size):
    """Each index is in a block of one rank, and blocks are aligned to the whole column."""
    stage = stage_blocks.StageBlocks(*indexes, size)
    owned = [np.arange(*block) for rank in range(size) for block in stage.of(rank)]
    assert np.sort(np.concatenate(owned)).tolist() == [*range(*indexes)]
    step = 1 << stage.bits
    assert all(first % step == 0 or first == indexes[0] for first, _ in stage.of(size - 1))


def test_where_a_solve_goes_on():
    """The resume point names the next stage, or the finished ones if all are done."""
    by_stage = {1: 5, 2: 5, 7: 5}
    reported = [whole_solve._next_stage(by_stage, finished) for finished in range(4)]
    assert reported == ["", "stage 2, after 1 of 3 stages", "stage 1, after 2 of 3 stages",
                    "3 finished stages"]  # fmt: skip
