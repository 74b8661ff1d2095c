"""Labels of many positions: the moves of each, as columns, from memory and from files."""

from itertools import chain, pairwise, product

import attrs
import numpy as np
import pyarrow.parquet
import pytest
from numba import njit

from games import ConnectFour, DotsAndBoxes, Nim, TicTacToe
from gamesolver import NO_POSITION, FileError, GameContractError, InvalidArgumentError, load, solve
from tests.files.test_saving import GAMES, reopened
from tests.files.test_scores import Compiled, Plain
from tests.solving.test_probing import STRANGERS, columns, one_by_one
from tests.support.compiled_games import Chain
from tests.support.scale import scaled

CASES = [
    lambda: Compiled(-2, indexed=True),
    lambda: Compiled(-2),
    GAMES[9],
    GAMES[3],
    lambda: Plain(-2),
    GAMES[2],
    lambda: DotsAndBoxes(rows=1, columns=2),
    lambda: Compiled(0, indexed=True),
    *(GAMES[number] for number in (0, 1, 4, 5, 6, 7, 8, 10)),
]
"""Indexed, enumerated and plain games, with and without scores, long outcomes and cycles."""


def rows_of(labels):
    """Return the moves of each position, with their labels."""
    ends = [0, *labels.ends.tolist()]
    rows = list(
        zip(labels.moves.tolist(), labels.best.tolist(), labels.keeping.tolist(), strict=True)
    )
    return [rows[first:last] for first, last in pairwise(ends)]


def expected(solution, position):
    """Return the labels that follow from ``moves``, in the order of the game."""
    if solution.get(position) is None:
        return []
    rows = {row.move: row for row in solution.moves(position)}
    value = next((row.outcome.value for row in rows.values() if row.is_best), None)
    order = solution.game.moves(position) if rows else ()
    return [(move, rows[move].is_best, rows[move].outcome.value is value) for move in order]


def flat(lists):
    """Return the entries of a column of lists as one list."""
    return list(chain.from_iterable(lists.to_pylist()))


@pytest.mark.parametrize("made", CASES)
def test_they_are_what_moves_states(made, tmp_path):
    """Labels of positions, images and strangers agree with ``moves``, in memory and in a file."""
    solution = solve(made())
    images = [image for each in solution for image in (each, *solution.game.symmetries(each))]
    queried = [*images[: scaled(200, 700)], *STRANGERS, *images[:3]]
    for judge in (solution, reopened(solution, tmp_path / "some.solution", check=False)):
        labels = judge.label_moves(queried)
        assert rows_of(labels) == [expected(solution, position) for position in queried]
        assert columns(labels.probes) == one_by_one(solution, queried)
        few = judge.label_moves(queried[:1])
        assert rows_of(few) == rows_of(labels)[:1]
    assert len(labels) == len(queried)
    assert (labels.scores is None) == (labels.probes.scores is None)


def test_no_position_has_no_labels():
    """An empty list of positions gives empty columns, for plain and for compiled games."""
    for game in (Nim(heaps=(1, 2)), ConnectFour(3, 3, 3)):
        labels = solve(game).label_moves([])
        assert (len(labels), len(labels.moves), labels.ends.tolist()) == (0, 0, [])
        assert labels.masks([1, 2]).legal.shape == (0, 2)


def test_masks_have_a_column_for_each_move():
    """Masks of legal, best and keeping moves have a column for each given move or text."""
    game = ConnectFour(3, 3, 3)
    solution = solve(game)
    labels = solution.label_moves(list(solution))
    masks = labels.masks(range(3))
    assert [np.flatnonzero(row).tolist() for row in masks.legal] == [
        sorted(move for move, *_ in row) for row in rows_of(labels)
    ]
    assert masks.best.sum() == labels.best.sum()
    assert not (masks.best & ~masks.keeping).any()
    assert not (masks.keeping & ~masks.legal).any()
    texts = [game.format_move(move) for move in range(3)]
    assert (labels.masks_by_text(texts).best == masks.best).all()
    plain = solve(TicTacToe()).label_moves(list(solve(TicTacToe())))
    assert plain.masks_by_text(map(str, range(9))).best.sum() == plain.best.sum()
    assert repr(plain) == "<MoveLabels of 765 positions, 2270 moves>"


def test_a_move_without_a_column_is_refused():
    """A legal move without a column is refused, and so is a move with two columns."""
    for game, move in ((Nim(heaps=(1, 2)), (0, 1)), (ConnectFour(3, 3, 3), 0)):
        labels = solve(game).label_moves([game.start()])
        with pytest.raises(InvalidArgumentError) as caught:
            labels.masks([])
        assert str(caught.value) == (
            f"bad moves: {move!r} is legal in one of the positions, and is missing"
        )
        with pytest.raises(InvalidArgumentError, match=r"^bad moves: \(0, 1\) occurs twice$"):
            labels.masks([(0, 1), (0, 1)])


def arrays_of(path):
    """Return the arrays in a file, and close the file."""
    with np.load(path) as arrays:
        return dict(arrays)


@pytest.mark.parametrize("moves", [None, 5, [[1]]])
def test_what_are_no_moves_is_refused(moves):
    """Moves and texts for masks are refused if they are not a list of hashable values."""
    labels = solve(Nim(heaps=(1, 2))).label_moves([(1, 2)])
    for masks, called in ((labels.masks, "moves"), (labels.masks_by_text, "texts")):
        with pytest.raises(InvalidArgumentError) as caught:
            masks(moves)
        assert str(caught.value) == (
            f"bad {called} {moves!r}: expected a list of hashable {called}"
        )


BAD_POSITIONS = {
    "bad positions 'abc': expected a list or a column, got one text": "abc",
    "bad positions: expected a column of shape (n,), got (2, 2)": np.zeros((2, 2), np.uint64),
}


@pytest.mark.parametrize("reported", BAD_POSITIONS)
def test_what_is_no_column_is_refused(reported):
    """A single text and a two-dimensional array are refused as positions."""
    with pytest.raises(InvalidArgumentError) as caught:
        solve(Nim(heaps=(1, 2))).label_moves(BAD_POSITIONS[reported])
    assert str(caught.value) == reported


@pytest.mark.parametrize("made", [lambda: Nim(heaps=(1, 2)), lambda: DotsAndBoxes(1, 1)])
def test_files_have_the_same(made, tmp_path):
    """Parquet and NumPy files have the labels, saved alone or exported with the solution."""
    solution = solve(made())
    labels = solution.label_moves([*solution, -1])
    for name in ("labels.parquet", "labels.npz"):
        labels.save(tmp_path / name)
    table = pyarrow.parquet.read_table(tmp_path / "labels.parquet")
    arrays = arrays_of(tmp_path / "labels.npz")
    is_compiled = isinstance(solution.start, int)
    of_positions = "code" if is_compiled else "position"
    assert table.column_names[:4] == [of_positions, "known", "value", "remoteness"]
    assert arrays["moves_end"].tolist() == labels.ends.tolist()
    moves = labels.moves.tolist() if is_compiled else labels.texts
    assert arrays["move"].tolist() == moves == flat(table["moves"])
    for name in ("best", "keeping"):
        assert arrays[name].tolist() == getattr(labels, name).tolist()
        assert flat(table[name]) == getattr(labels, name).tolist()
    assert table["value"].to_pylist() == labels.values.tolist() == arrays["value"].tolist()
    assert table["remoteness"].to_pylist()[-1] is None
    assert table.schema.metadata[b"game"] == repr(solution.game).encode()
    for name in ("whole.parquet", "whole.npz"):
        solution.export(tmp_path / name, labels=True)
    whole = pyarrow.parquet.read_table(tmp_path / "whole.parquet")
    assert whole.equals(table.slice(0, len(solution)))
    assert arrays_of(tmp_path / "whole.npz")["move"].tolist() == moves
    solution.export(tmp_path / "none.parquet", labels=True, remoteness=99)
    assert pyarrow.parquet.read_table(tmp_path / "none.parquet").schema.equals(table.schema)


def test_other_suffixes_are_refused(tmp_path):
    """Other suffixes are refused with the expected ones, and nothing is written."""
    solution = solve(Nim(heaps=(1, 2)))
    path = tmp_path / "x.csv"
    reported = f"unknown suffix '.csv' of {path}: expected .parquet or .npz for labels"
    for write in (
        lambda: solution.export(path, labels=True),
        lambda: solution.label_moves([]).save(path),
    ):
        with pytest.raises(InvalidArgumentError) as caught:
            write()
        assert str(caught.value) == reported
    with pytest.raises(InvalidArgumentError, match="labels include the moves: leave moves out"):
        solution.export(tmp_path / "x.npz", labels=True, moves=True)
    assert not list(tmp_path.iterdir())


class Stopping(Chain):
    """A chain without moves from some point on."""

    @property
    def rules(self):
        return attrs.evolve(super().rules, successors=no_moves)


class Leaving(Chain):
    """A chain whose first move leads to an integer that is not a position."""

    @property
    def rules(self):
        return attrs.evolve(super().rules, successors=away)


class Raising(Chain):
    """A chain whose rules raise."""

    @property
    def rules(self):
        return attrs.evolve(super().rules, successors=raising)


@njit
def no_moves(position, moves, positions):
    """List no moves."""
    return np.int64(0)


@njit
def away(position, moves, positions):
    """List a move to an integer that is not a position."""
    moves[0], positions[0] = 1, np.uint64(77)
    return np.int64(1)


@njit
def raising(position, moves, positions):
    """Raise for every position."""
    if position < np.uint64(NO_POSITION):
        raise ValueError("not today")
    return np.int64(1)


STATED = {Leaving: "77", Raising: "not today", Stopping: "position 0 has no moves"}


@pytest.mark.parametrize(
    ("kind", "indexed", "in_memory"),
    [
        (Leaving, False, True),
        (Raising, True, False),
        (Stopping, False, False),
        *product(STATED, (False, True), (False, True)),
    ],
)
def test_rules_that_break_their_word_are_named(tmp_path, kind, indexed, in_memory):
    """If the rules of a loaded game have changed, labelling reports the fault."""
    kept = solve(Chain(indexed=indexed))
    kept.save(tmp_path / "chain.solution")
    reported = STATED[kind]
    error = FileError if kind is Leaving and not indexed else GameContractError
    kind = type("Chain", (kind,), {"__module__": Chain.__module__})
    broken = load(tmp_path / "chain.solution", kind(indexed=indexed), check=False)
    queried = list(kept) * (9 if in_memory else 1)
    with pytest.raises(error) as caught:
        broken.label_moves(queried)
    assert reported in str(caught.value)
