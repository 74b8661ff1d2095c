"""Stages reused from a solution of another game: copied, sampled at random, and reported."""

from pathlib import Path
from unittest.mock import patch

import attrs
import numpy as np
import pytest

from games import Awari, Quixo, TicTacToe
from gamesolver import (
    ClosedError,
    GameContractError,
    InvalidArgumentError,
    MemoryLimitError,
    Solution,
    VerificationError,
    load,
    solve,
)
from gamesolver.engine import stage_blocks
from gamesolver.engine.keeper import Keeper
from gamesolver.engine.stage_by_stage import StageByStage
from gamesolver.engine.whole_solve import solve_compiled
from gamesolver.files import shared_stages, stage_file
from gamesolver.files.checkpoints import Checkpoints
from gamesolver.files.rank_notes import keeping_on_ranks
from gamesolver.kernels.codes import PENDING, UNUSED
from gamesolver.rules.guard import Rules
from gamesolver.tables.entries import VALUES
from tests.attacks.staged_games import StagedSheet, long_chain
from tests.support.engine_solving import job_for, solved
from tests.support.example_games import example
from tests.support.rank_solving import file_of, solved_on
from tests.support.rank_threads import on_ranks

BY_DISCS = example("connect_four_by_discs").ConnectFourByDiscs
GAME = BY_DISCS(3, 2, line=3)
NAME = f"the solution of {GAME!r}, 123 positions"
NAMED = "4 stages with 107 indexes from " + NAME


class Whole(BY_DISCS):
    """Game that shares the second half of play with a game solved before."""

    def shared_stage(self, other, stage):
        """Return the stage itself from three discs on, if the other game is the right one."""
        return stage if type(other) is BY_DISCS and stage >= 3 else None


WHOLE = Whole(3, 2, line=3)


@pytest.fixture(scope="module")
def table():
    """The solution whose stages are reused."""
    return solve(GAME)


def entries_of(solution):
    """Return the table entries of a solution in memory."""
    return solution._table.entries.tolist()


def changed(solution, index, entry):
    """Return a copy of a solution with another entry at one index."""
    entries = solution._table.entries.copy()
    entries[index] = entry
    table = attrs.evolve(solution._table, entries=entries)
    return Solution(solution.game, table, solution.how, (solution.start,))


def first_of(discs):
    """Return the first index of the positions with the given number of discs."""
    return sum(GAME.rules.by_stage[each] for each in range(discs))


# ── reused stages ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("is_saved", [False, True])
def test_the_same_comes_out_as_without_a_table(is_saved, table, tmp_path):
    """Reusing a table from memory or from a file gives the same entries, and is reported."""
    path = tmp_path / "saved"
    table.save(path)
    with load(path, GAME) as loaded:
        over = solve(WHOLE, folder=tmp_path / "kept", tables=[loaded if is_saved else table])
    assert entries_of(over) == entries_of(table)
    assert over.how.why == f"7 stages on disk, {NAMED}"
    assert [str(each) for each in over.how.reused] == [NAMED]
    assert not list((tmp_path / "kept").iterdir())


@pytest.mark.parametrize("is_saved", [False, True])
def test_without_a_folder_stages_are_in_memory(is_saved, table, tmp_path):
    """A solve with a table and without a folder saves the same file as a solve without a table."""
    table.save(tmp_path / "table")
    with load(tmp_path / "table", GAME) as loaded:
        over = solve(WHOLE, tables=[loaded if is_saved else table])
    assert over.how.why == f"7 stages in memory, {NAMED}"
    assert [str(each) for each in over.how.reused] == [NAMED]
    for name, solution in (("one", over), ("other", solve(WHOLE))):
        solution.save(tmp_path / name, how=False)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_memory_that_is_too_small_for_all_stages(table):
    """The error for stages that do not fit in memory together names the folder as the remedy."""
    job = job_for(WHOLE, [WHOLE.start()], memory=1)
    with pytest.raises(MemoryLimitError, match="with a folder, only one stage must fit"):
        solve_compiled(job, Keeper(), lambda places, by_stage: {})


def test_a_file_states_what_its_solution_rests_on(table, tmp_path):
    """A loaded solution names the reused table as the saved one did."""
    over = solve(WHOLE, folder=tmp_path / "kept", tables=[table])
    over.save(tmp_path / "saved")
    assert load(tmp_path / "saved", WHOLE).how.reused == over.how.reused


def test_the_first_table_that_has_a_stage_gives_it(table, tmp_path):
    """The first of two tables is reused, and of the own game without ``shared_stage``."""
    over = solve(GAME, folder=tmp_path, tables=(each for each in [table, table]))
    assert [each.stages for each in over.how.reused] == [7]
    assert entries_of(over) == entries_of(table)


def test_whichever_player_goes_on_copies_nothing_again(table, tmp_path):
    """A resumed solve names the reused table and does not read it, whether it is passed or not."""

    def stop(work, stage, indexes):
        raise KeyboardInterrupt

    with patch.object(StageByStage, "_solve_stage", stop), pytest.raises(KeyboardInterrupt):
        solve(WHOLE, folder=tmp_path, tables=[table])
    assert (
        f'"taken": {{"{NAME}": [6, 5, 4, 3]}}' in (tmp_path / "gamesolver-checkpoint").read_text()
    )
    path = tmp_path / "gamesolver-checkpoint"
    kept = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    for tables in ([], [table]):
        with patch.object(shared_stages.TableEntries, "of", return_value=_unread(table)):
            over = solve(WHOLE, folder=tmp_path, tables=tables)
        assert over.how.why == f"7 stages on disk, 4 of them in an earlier solve, {NAMED}"
        assert entries_of(over) == entries_of(table)
        for name, content in kept.items():
            (path.parent / name).write_bytes(content)


def _unread(table):
    """Return a table whose entries cannot be read."""
    return shared_stages.TableEntries(
        NAME, table.game, VALUES, np.dtype(np.uint8), lambda *ends: None, None, None
    )


@pytest.mark.parametrize("has_folder", [False, True])
@pytest.mark.parametrize("few", [1, 32])
def test_long_outcomes_are_taken_too(few, has_folder, tmp_path, monkeypatch):
    """Outcomes of up to 399 plies are copied, as bytes with a list or as wider entries.

    In memory there is no list, so that all entries become wider.
    """
    monkeypatch.setattr(stage_file, "FEW", few)
    about = dict.fromkeys(["game", "parameters", "rules", "cells", "leads back", "roots"], "it")
    game = StagedSheet(long_chain(4, 100, -1), 4)
    first = solved(game, "sweeps", kept=Checkpoints(_made(tmp_path / "first"), 60, about))
    taken = shared_stages.shared_stages(
        game, [shared_stages.TableEntries.of("it", game, first._table)]
    )
    if not has_folder:
        some = {stage: taken[stage] for stage in [*taken][1:]}
        again = solved(game, "sweeps", known=lambda places, by_stage: some)
        assert again._table.entries.dtype == np.uint16
        assert file_of(again) == file_of(first)
        return
    kept = Checkpoints(_made(tmp_path / "again"), 60, about)
    again = solved(game, "sweeps", kept=kept, known=lambda places, by_stage: taken)
    assert again._table.entries.dtype == (np.uint8 if few == 1 else np.uint16)
    for one, other in zip(_columns(again), _columns(first), strict=True):
        assert one.tolist() == other.tolist()


def _made(folder):
    """Create a folder, and return it."""
    folder.mkdir()
    return folder


def _columns(solution):
    """Return the table entries, and the indexes and entries of the long outcomes."""
    table = solution._table
    return table.entries, table.overflow.indexes, table.overflow.entries


# ── refused stages ──────────────────────────────────────────────────────────────────────────────


def refusal(kind, game, folder, tables):
    """Return the error message of a solve that is refused."""
    with pytest.raises(kind) as caught:
        solve(game, folder=folder, tables=tables)
    return str(caught.value)


def test_a_table_that_lies_is_noticed_by_trial(table, tmp_path):
    """A table with a wrong, unused or pending entry is refused, because a sample is checked."""
    index = first_of(3)
    lie = changed(table, index, 6)
    position = GAME.format(GAME.rules.calls.position_in(index))
    right = table[GAME.rules.calls.position_in(index)]
    assert refusal(InvalidArgumentError, WHOLE, tmp_path, [lie]) == (
        f"bad table: {NAME} has loss in 1 for position {position!r} at index {index}: "
        f"expected {right}, by its moves there; verify() of the table checks all of it"
    )
    for entry, what in ((UNUSED, "an unused entry"), (PENDING, "no outcome")):
        reported = refusal(InvalidArgumentError, WHOLE, tmp_path, [changed(table, index, entry)])
        assert (
            f"has {what} for position {position!r} at index {index}: expected {right}, by"
            in reported
        )
    over = first_of(6)
    assert "expected" in refusal(InvalidArgumentError, WHOLE, tmp_path, [changed(table, over, 6)])


def test_what_no_trial_meets_is_noticed_by_verify(table, tmp_path, monkeypatch):
    """A wrong entry outside the sample is found by ``verify``, and a pending one by copying."""
    monkeypatch.setattr(shared_stages, "TRIED", 1)
    indexes = range(first_of(3), first_of(4))
    tried = shared_stages.Random(shared_stages.SEED).sample(range(len(indexes)), 1)
    index = indexes[(tried[0] + 1) % len(indexes)]
    with pytest.raises(VerificationError):
        solve(WHOLE, folder=tmp_path, tables=[changed(table, index, 30)]).verify()
    reported = refusal(InvalidArgumentError, WHOLE, tmp_path, [changed(table, index, PENDING)])
    assert "has no outcome for position" in reported
    assert f"at index {index}: expected an outcome" in reported


@pytest.mark.parametrize(
    ("there", "what"),
    [
        (5, "and that has 30 indexes, not 21"),
        ("three", "returned 'three': expected a stage of that game, or None"),
    ],
)
def test_an_author_who_names_other_stages(there, what, table, tmp_path):
    """A bad result of ``shared_stage`` is refused, and the message says what is wrong with it."""

    class Slip(Whole):
        def shared_stage(self, other, stage):
            return there if stage == 3 else None

    reported = refusal(GameContractError, Slip(3, 2, line=3), tmp_path, [table])
    assert reported.startswith(
        f"Slip breaks its contract: shared_stage({GAME!r}, 3) returned {there!r}"
    )
    assert what in reported


def test_an_author_whose_rule_raises(table, tmp_path):
    """An exception in ``shared_stage`` is reported with the stage and the exception."""

    class Raising(Whole):
        def shared_stage(self, other, stage):
            raise KeyError(stage)

    assert refusal(GameContractError, Raising(3, 2, line=3), tmp_path, [table]) == (
        f"Raising breaks its contract: shared_stage({GAME!r}, 0) raised KeyError: 0"
    )


def test_other_positions_moves_and_ends(table, tmp_path):
    """A shared stage is refused if moves or ends differ, here because of a longer line."""

    class Other(BY_DISCS):
        def shared_stage(self, other, stage):
            return stage

    reported = refusal(GameContractError, Other(3, 2, line=4), tmp_path, [table])
    assert reported.startswith(
        f"Other breaks its contract: shared_stage({GAME!r}, 6) returned 6, and"
    )
    assert reported.endswith(
        "expected the same positions at the same indexes, with the same moves, or None"
    )


def test_tables_that_cannot_serve(table, tmp_path):
    """Tables without shared stages or entries, closed ones, and other objects are refused."""
    tic_tac_toe, found = solve(TicTacToe()), solve(GAME, method="minimax")
    none = f"bad table: the solution of {TicTacToe()!r}, 765 positions does not store "
    assert refusal(InvalidArgumentError, WHOLE, tmp_path, [tic_tac_toe]).startswith(none)
    assert "does not store table entries" in refusal(InvalidArgumentError, WHOLE, tmp_path, [found])
    own = solve(WHOLE)
    assert refusal(InvalidArgumentError, GAME, tmp_path, [own]) == (
        f"bad table: the solution of {WHOLE!r}, 123 positions has no stage of "
        f"{GAME!r}: expected a solution of a game with which it shares stages"
    )
    table.save(tmp_path / "saved")
    closed = load(tmp_path / "saved", GAME)
    closed.close()
    refusal(ClosedError, WHOLE, tmp_path / "kept", [closed])
    for given in ("text", table, [3], 5):
        assert "expected a list of solutions, as solve and load return them" in refusal(
            InvalidArgumentError, WHOLE, tmp_path / "kept", given
        )
    assert not Path(tmp_path / "kept").exists()


@pytest.mark.parametrize("has_folder", [False, True])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_ranks_take_stages(table, tmp_path, size, has_folder):
    """Ranks copy the same stages, each the indexes that it owns, and solve the others together."""
    known = shared_stages.shared_stages(
        WHOLE, [shared_stages.TableEntries.of(NAME, GAME, table._table)]
    )

    def work(team):
        team.get_acquainted()
        roots = [WHOLE.start()]
        folder = tmp_path if has_folder else None
        with keeping_on_ranks(folder, 60.0, Rules(WHOLE), roots, team) as keeper:
            return solved_on(team, WHOLE, keeper=keeper, known=lambda places, by_stage: known)

    with patch.object(stage_blocks, "LEAST", 1):
        first, *others = on_ranks(size, work)
    assert entries_of(first) == entries_of(solve(WHOLE))
    assert others == [None] * (size - 1)
    assert NAMED in first.how.why


NOT_BY_MINIMAX = 'method="minimax" does not use tables; method='
NO_STAGES = (
    "has no stages: expected a compiled game that defines stage and, if it is indexed, the number "
    "of indexes of each stage"
)


def test_solves_that_take_no_tables(table, tmp_path):
    """Tables are refused with minimax, and for games without stages, with or without a folder.

    Games without stages are those in plain Python, compiled games that do not define ``stage``, and
    indexed games that have one number of indexes for all stages.
    """
    of_all = Awari(seeds=4)
    assert of_all.rules.is_indexed
    assert of_all.rules.stage is not None
    for game, how, why in (
        (WHOLE, {"method": "minimax"}, NOT_BY_MINIMAX),
        (TicTacToe(), {}, f"TicTacToe() {NO_STAGES}"),
        (Quixo(2), {}, f"{Quixo(2)!r} {NO_STAGES}"),
        (of_all, {}, f"{of_all!r} {NO_STAGES}"),
    ):
        for where in ({}, {"folder": tmp_path}):
            with pytest.raises(InvalidArgumentError) as caught:
                solve(game, tables=[table], **how, **where)
            assert str(caught.value).startswith(f"bad tables: {why}")
