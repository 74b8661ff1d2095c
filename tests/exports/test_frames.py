"""Data frames: the same rows as in a Parquet file, and the same types."""

import sys

import pandas as pd
import polars as pl
import pytest

from games import ConnectFour, Nim, TicTacToe
from gamesolver import InvalidArgumentError, SizeLimitError, Value, load, solve
from tests.support.exported import ALL_KINDS, SELECTIONS, SOLUTIONS

NIM = solve(Nim(heaps=(1, 2)))


@pytest.fixture(scope="module", params=ALL_KINDS)
def solution(request):
    """A solution of each kind."""
    return solve(ALL_KINDS[request.param]())


@pytest.fixture(params=SELECTIONS, ids=["whole", "chosen"])
def options(request):
    """Arguments of ``export``."""
    return request.param


@pytest.mark.parametrize("moves", [False, True])
def test_a_frame_of_polars_is_the_parquet_file(solution, options, moves, tmp_path):
    """``to_polars`` gives the rows, columns, types and nulls of the Parquet file."""
    solution.export(tmp_path / "a.parquet", **options, moves=moves)
    read = pl.read_parquet(tmp_path / "a.parquet")
    frame = solution.to_polars(**options, moves=moves)
    assert frame.schema == read.schema
    assert frame.equals(read)


@pytest.mark.parametrize("moves", [False, True])
def test_a_frame_of_pandas_is_the_parquet_file(solution, options, moves, tmp_path):
    """``to_pandas`` gives the rows of the Parquet file, with a fixed type for each column."""
    solution.export(tmp_path / "a.parquet", **options, moves=moves)
    rows = pl.read_parquet(tmp_path / "a.parquet").to_dicts()
    frame = solution.to_pandas(**options, moves=moves)
    types = {
        "position": "string",
        "code": "uint64",
        "value": "int8",
        "remoteness": "Int32",
        **({} if solution.outcome.score is None else {"score": "int64"}),
        "best_moves": "object",
        "orbit_size": "int32",
    }
    assert list(frame) == list(types) + ["moves"] * moves
    assert {name: str(frame[name].dtype) for name in types} == types
    assert list(frame.index) == list(range(len(rows)))
    reported = frame.astype(object).where(frame.notna(), None).to_dict("records")
    assert reported == rows


def test_draws_without_end_have_no_remoteness():
    """The remoteness of an endless draw is a missing value in pandas and in Polars."""
    solution = solve(SOLUTIONS["loops"]())
    endless = sum(each.remoteness is None for each in map(solution.__getitem__, solution))
    assert solution.to_pandas()["remoteness"].isna().sum() == endless > 0
    assert solution.to_polars()["remoteness"].null_count() == endless


def test_many_batches_are_one_frame():
    """Rows of several batches are in one frame, with consecutive row numbers."""
    large = solve(ConnectFour(4, 3, 4))
    assert len(large) > 4_096  # rows of a batch
    frame, other = large.to_pandas(), large.to_polars()
    assert list(frame["code"]) == other["code"].to_list() == list(large)
    assert frame.groupby("value")["orbit_size"].sum().sum() == sum(
        large.counts(symmetric=True).values()
    )
    assert solve(TicTacToe()).to_pandas()["code"].tolist() == list(range(765))


@pytest.mark.parametrize("name", ["to_pandas", "to_polars"])
def test_what_is_chosen(name):
    """Frames accept the selections of ``export``, and an empty selection gives no rows."""
    frame = getattr(NIM, name)
    assert len(frame(value=Value.LOSS)) == NIM.counts()[NIM[(0, 0)]] + 1
    assert len(frame(remoteness=0)) == 1
    assert len(frame(where=lambda position, outcome: position == (1, 2))) == 1
    assert len(frame(stage=2)) == sum(NIM.game.stage(each) == 2 for each in NIM)
    assert len(frame(reachable=True)) == len(NIM)
    nothing, whole = frame(remoteness=99, moves=True), frame(moves=True)
    assert len(nothing) == 0
    assert list(nothing.dtypes) == list(whole.dtypes)


@pytest.mark.parametrize("name", ["to_pandas", "to_polars"])
def test_a_loaded_solution_gives_the_same(name, tmp_path):
    """A loaded solution gives the same frame as the solution in memory."""
    NIM.save(tmp_path / "kept")
    with load(tmp_path / "kept") as again:
        assert getattr(again, name)().equals(getattr(NIM, name)())


@pytest.mark.parametrize("name", ["to_pandas", "to_polars"])
def test_too_many_rows_are_refused(name):
    """More rows than ``limit`` are refused, and before any export if all rows are requested."""
    message = (
        "more than 4 positions are selected: expected fewer, or a .parquet file; "
        "limit=... allows more"
    )
    received = []
    for chosen in ({"progress": received.append}, {"where": lambda position, outcome: True}):
        with pytest.raises(SizeLimitError) as caught:
            getattr(NIM, name)(limit=4, **chosen)
        assert str(caught.value) == message
        assert caught.value.limit == 4
    assert not [each for each in received if each.phase == "export"]
    assert len(getattr(NIM, name)(limit=5)) == 5


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_libraries_are_requested_in_words(name, monkeypatch):
    """Without pandas or Polars the message states what to install."""
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InvalidArgumentError) as caught:
        getattr(NIM, f"to_{name}")()
    assert str(caught.value) == (
        f'to_{name} needs {name}, which is not installed: pip install "solved-games[{name}]"'
    )


@pytest.mark.parametrize("name", ["to_pandas", "to_polars"])
def test_arguments_that_cannot_be(name):
    """Wrong arguments are refused with a message."""
    for wrong, message in {
        "moves": "bad moves 'x': expected True or False",
        "limit": "bad limit 'x': expected a number of rows from 0 on",
    }.items():
        with pytest.raises(InvalidArgumentError) as caught:
            getattr(NIM, name)(**{wrong: "x"})
        assert str(caught.value) == message


def test_types_of_columns_from_either_library_agree():
    """Frames of pandas and of Polars have equal values in each column."""
    frame, other = NIM.to_pandas(), NIM.to_polars()
    assert isinstance(frame, pd.DataFrame)
    for name in ("position", "code", "value", "remoteness", "orbit_size"):
        assert frame[name].tolist() == other[name].to_list()
