"""Proofs with a solution of another game that shares stages with the one proved."""

import pytest

from games import ConnectFour, TicTacToe
from gamesolver import (
    ClosedError,
    FileError,
    GameContractError,
    InvalidArgumentError,
    load,
    load_proof,
    prove,
    solve,
)
from gamesolver.proofs.compiled_tables import Stretches
from tests.support.example_games import example

BY_DISCS = example("connect_four_by_discs").ConnectFourByDiscs
GAME = BY_DISCS(3, 2, line=3)
NAME = f"the solution of {GAME!r}, 123 positions"


class Whole(BY_DISCS):
    """Game that shares single stages with a game solved before."""

    def shared_stage(self, other, stage):
        """Return the stage if it has three or five discs; the others are not shared."""
        return stage if type(other) is BY_DISCS and stage in (3, 5) else None


WHOLE = Whole(3, 2, line=3)


@pytest.fixture(scope="module")
def table():
    """Solution of the other game."""
    return solve(GAME)


@pytest.fixture(scope="module")
def alone():
    """Solution of the game that is proved, by itself."""
    return solve(WHOLE)


@pytest.mark.parametrize("is_saved", [False, True])
def test_the_same_is_proved_as_without_a_table(is_saved, table, alone, tmp_path):
    """A table in memory or in a file gives the same outcome, and claims end at shared stages."""
    path = tmp_path / "saved"
    table.save(path)
    with load(path, GAME) as loaded:
        proof = prove(WHOLE, tables=[loaded if is_saved else table])
        report = proof.verify()
        assert proof.outcome == report.bounds.outcome == alone.outcome
        assert [row.outcome for row in proof.moves()] == [
            row.outcome for row in alone.moves(alone.start)
        ]
    assert [each.table for each in report.reused] == [NAME]
    assert report.reused[0].claims > 0
    for claim in proof.claims:
        assert WHOLE.rules.calls.call("stage", claim.position) not in (3, 5)


def test_every_position_is_proved(table, alone):
    """Positions before, within, between and after the shared stages are proved."""
    for position in solve(ConnectFour(3, 2, line=3)):
        proof = prove(WHOLE, position, tables=[table])
        assert proof.outcome == proof.verify().bounds.outcome == alone[position]


def test_beside_a_solution_of_the_very_game(table, alone):
    """A solution of the proved game itself can be used in addition, in either order."""
    for tables in ([table, alone], [alone, table]):
        proof = prove(WHOLE, tables=tables)
        report = proof.verify()
        assert report.bounds.outcome == alone.outcome
        assert all(each.table.endswith("positions") for each in report.reused)


def test_stretches_have_places():
    """Indexes between stretches have no place; those of a stretch are consecutive."""
    stretches = Stretches.of([(10, 13), (2, 4), (10, 13)])
    assert len(stretches) == 5
    assert [stretches.place(slot) for slot in (2, 3, 10, 11, 12)] == list(range(5))


def test_a_file_names_the_other_game(table, tmp_path):
    """A proof file names the solution it rests on, and cannot be loaded without it."""
    path = tmp_path / "whole.proof"
    prove(WHOLE, tables=[table]).save(path)
    opened = load_proof(path, WHOLE, tables=[table])
    assert opened.verify().reused == prove(WHOLE, tables=[table]).verify().reused
    with pytest.raises(FileError) as caught:
        load_proof(path, WHOLE)
    assert f"rests on a solution of {GAME!r}, 123 positions from " in str(caught.value)
    with pytest.raises(FileError) as caught:
        load_proof(path, WHOLE, tables=[solve(WHOLE)])
    assert f"rests on a solution of {GAME!r}, 123 positions from " in str(caught.value)


def refusal(kind, game, tables):
    """Return the message about tables that cannot be used."""
    with pytest.raises(kind) as caught:
        prove(game, tables=tables)
    return str(caught.value)


def test_what_an_author_states_is_tried(table, tmp_path):
    """A false ``shared_stage`` is refused if the stages differ in size or in moves."""

    class Slip(BY_DISCS):
        def shared_stage(self, other, stage):
            return {3: 5}.get(stage)

    assert "and that has 30 indexes, not 21" in refusal(
        GameContractError, Slip(3, 2, line=3), [table]
    )

    class Other(BY_DISCS):
        def shared_stage(self, other, stage):
            return stage

    verdict = refusal(GameContractError, Other(3, 2, line=4), [table])
    assert verdict.endswith(
        "expected the same positions at the same indexes, with the same moves, or None"
    )


def test_tables_that_cannot_serve(table, tmp_path):
    """Tables without a common stage, of another method, or closed are refused."""
    assert refusal(InvalidArgumentError, GAME, [solve(WHOLE)]) == (
        f"bad table: the solution of {WHOLE!r}, 123 positions has no stage of {GAME!r}: expected "
        "a solution of a game with which it shares stages"
    )
    for other in (solve(TicTacToe()), solve(GAME, method="minimax")):
        assert "does not store table entries" in refusal(InvalidArgumentError, WHOLE, [other])
    table.save(tmp_path / "saved")
    closed = load(tmp_path / "saved", GAME)
    closed.close()
    refusal(ClosedError, WHOLE, [closed])
