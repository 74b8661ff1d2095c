"""Labels for training: outcomes of many positions, and which of their moves are best.

This module labels positions one by one, by the rules. Positions of a compiled game are labelled in
batches (``compiled_move_labels``).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
import numpy.typing as npt

from gamesolver.answers import OutcomeArray, move_rows
from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.tables.table import Finder, Table
from gamesolver.texts import spelled

if TYPE_CHECKING:
    from gamesolver.system.columns import Columns


# ── labels ────────────────────────────────────────────────────────────────────────────────────────


@attrs.frozen(eq=False)
class MoveMasks:
    """Tables of positions by moves: which moves are legal, are best, and keep the value.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> labels = solve(Nim(heaps=(1, 2))).label_moves([(1, 2), (0, 2)])
    >>> labels.masks([(0, 1), (1, 1), (1, 2)]).best.tolist()
    [[False, True, False], [False, False, True]]
    """

    legal: npt.NDArray[np.bool_]
    """A row for each position, a column for each requested move."""
    best: npt.NDArray[np.bool_]
    keeping: npt.NDArray[np.bool_]


@attrs.frozen(eq=False, repr=False)
class MoveLabels:
    """Outcomes of many positions, and which of their moves are best, as training data.

    The moves of all positions lie end to end, in the order in which the game lists them: those of
    row i are ``moves[ends[i - 1] : ends[i]]``. Terminal positions and unknown positions have none.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> labels = solve(Nim(heaps=(1, 2))).label_moves([(1, 2), (0, 2), (0, 0)])
    >>> labels.values.tolist(), labels.remoteness.tolist(), labels.ends.tolist()
    ([1, 1, -1], [3, 1, 0], [3, 5, 5])
    >>> list(zip(labels.moves.tolist(), labels.best.tolist(), strict=True))[:3]
    [((0, 1), False), ((1, 1), True), ((1, 2), False)]
    """

    game: Game[Any, Any]
    positions: Columns
    """Labelled objects, which are integers in a compiled game."""
    probes: OutcomeArray
    """The outcomes of the positions."""
    ends: npt.NDArray[np.int64]
    """Index of the end of each position's moves."""
    moves: Columns
    """All moves, as whole numbers of a compiled game and any objects of another."""
    best: npt.NDArray[np.bool_]
    """True if no other move of the position is better."""
    keeping: npt.NDArray[np.bool_]
    """True if the move preserves the value, whatever the plies and the points."""

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """True for positions of the solution and positions symmetric to one."""
        return self.probes.known

    @property
    def values(self) -> npt.NDArray[np.int8]:
        """Loss, draw or win for the player to move as -1, 0 or 1; 0 if it is not known."""
        return self.probes.values

    @property
    def remoteness(self) -> npt.NDArray[np.int32]:
        """Plies to the end; -1 for infinite play and for unknown positions."""
        return self.probes.remoteness

    @property
    def scores(self) -> npt.NDArray[np.int64] | None:
        """Points that the player to move wins from here on; ``None`` in a game without scores."""
        return self.probes.scores

    @property
    def texts(self) -> list[str]:
        """Texts of all moves."""
        return [self.game.format_move(move) for move in self.moves.tolist()]

    def __len__(self) -> int:
        return len(self.probes)

    def __repr__(self) -> str:
        return f"<MoveLabels of {len(self)} positions, {len(self.moves)} moves>"

    def masks(self, moves: Iterable[Any]) -> MoveMasks:
        """Return which of these ``moves`` are legal, best and keep the value: a column for each.

        Raises ``InvalidArgumentError`` if a legal move is missing, or a move is given twice.
        """
        return self._masks(_several(moves, "moves"), self.moves)

    def masks_by_text(self, texts: Iterable[str]) -> MoveMasks:
        """Return the masks of moves given by their ``texts``, as other frameworks number them.

        Raises ``InvalidArgumentError`` if the text of a legal move is missing, or a text is given
        twice.
        """
        return self._masks(_several(texts, "texts"), self.texts)

    def _masks(self, columns: list[Any], moves: Columns | list[str]) -> MoveMasks:
        where = _column_of_each(columns, moves)
        rows = np.repeat(np.arange(len(self)), np.diff(self.ends, prepend=0))
        masks = [np.zeros((len(self), len(columns)), np.bool_) for _ in range(3)]
        for mask, holds in zip(masks, (True, self.best, self.keeping), strict=True):
            mask[rows, where] = holds
        return MoveMasks(*masks)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the labels to a ``.parquet`` or ``.npz`` file at this ``path``.

        Raises ``FileError`` if the file cannot be written. Raises ``InvalidArgumentError`` for
        another suffix, or if pyarrow is required and not installed.
        """
        from gamesolver.exports.move_label_files import save_labels

        save_labels(self, path)


def _several(moves: Any, called: str) -> list[Any]:
    """Return moves, or their texts, as a list; raise if they cannot be hashed."""
    try:
        columns = list(moves)
        hash(tuple(columns))
    except TypeError as error:
        raise InvalidArgumentError(
            f"bad {called} {spelled(moves)}: expected a list of hashable {called}"
        ) from error
    return columns


def _column_of_each(columns: list[Any], moves: Columns | list[str]) -> Columns:
    """Return the column of each of the moves."""
    number_of = {move: number for number, move in enumerate(columns)}
    if len(number_of) < len(columns):
        twice = next(move for number, move in enumerate(columns) if number_of[move] != number)
        raise InvalidArgumentError(f"bad moves: {spelled(twice)} occurs twice")
    try:
        if isinstance(moves, list) or moves.dtype == object:
            return np.fromiter((number_of[move] for move in moves), np.int64, len(moves))
        distinct, which = np.unique(moves, return_inverse=True)
        return np.array([number_of[move] for move in distinct.tolist()], np.int64)[which]
    except KeyError as error:
        raise InvalidArgumentError(
            f"bad moves: {spelled(error.args[0])} is legal in one of the positions, and is missing"
        ) from None


# ── method ────────────────────────────────────────────────────────────────────────────────────────


def label_one_by_one(
    rules: Rules[Any, Any], table: Table[Any], find: Finder, positions: list[object]
) -> MoveLabels:
    """Return the labels of positions by the rules, with moves in the order of the game."""
    probes = OutcomeArray.of_labels(table.probe_labels(positions, find), rules.is_scored)
    ends, moves, best, keeping = list[int](), list[Any](), list[bool](), list[bool]()
    for position, is_known in zip(positions, probes.known.tolist(), strict=True):
        rows = {row.move: row for row in move_rows(rules, table, position)} if is_known else {}
        top = next((row.outcome.value for row in rows.values()), None)  # the best comes first
        for move in rules.moves(position) if rows else ():
            moves.append(move)
            best.append(rows[move].is_best)
            keeping.append(rows[move].outcome.value is top)
        ends.append(len(moves))
    return MoveLabels(
        game=rules.game,
        positions=_column(rules, positions, np.uint64),
        probes=probes,
        ends=np.array(ends, np.int64),
        moves=_column(rules, moves, np.int64),
        best=np.array(best, np.bool_),
        keeping=np.array(keeping, np.bool_),
    )


def _column(rules: Rules[Any, Any], things: list[Any], kind: Any) -> Columns:
    """Return a column of positions or moves: integers in a compiled game, else any objects."""
    if isinstance(rules.game, CompiledGame):
        return np.array(things, kind)
    column = np.empty(len(things), object)
    for number, each in enumerate(things):  # given the list at once, numpy would look into tuples
        column[number] = each
    return column
