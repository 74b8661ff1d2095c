"""Read-only view of a solved game: outcomes, best moves, counts and exports.

A :class:`Solution` is a game and a *table* with the outcomes of its canonical positions. A
look-up maps a position to the canonical position of its orbit. ``moves`` plays each move by the
rules and looks up the successor. ``best_moves`` and ``mainline`` are both derived from
``moves``, so they agree. Modules for rows, boards, files and exports are imported on first use.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import (
    Callable,
    Container,
    Hashable,
    ItemsView,
    Iterable,
    Iterator,
    Mapping,
    ValuesView,
)
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    Protocol,
    Self,
    SupportsIndex,
    TypeVar,
    cast,
    overload,
)

import attrs

from gamesolver.arguments import require_several, require_yes_or_no
from gamesolver.errors import ClosedError
from gamesolver.lazy import shown_by
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.rules.lookup import look_up, own, unknown_position
from gamesolver.system.progress import Listener, reporting
from gamesolver.tables.labels import SolveInfo
from gamesolver.tables.table import EntriesView, Part, Table, count_outcomes
from gamesolver.texts import one_line
from gamesolver.value import Outcome, Value

if TYPE_CHECKING:
    from types import TracebackType

    import networkx as nx
    import pandas as pd
    import polars as pl

    from gamesolver.answers import Board, MoveRow, OutcomeArray
    from gamesolver.exports.move_labels import MoveLabels
    from gamesolver.exports.rows import Selection, Source
    from gamesolver.shapes import SolutionShape
    from gamesolver.verify.certificate import VerificationReport


# ── what a solution shows of itself ─────────────────────────────────────────────────────────────


class Shown(Generic[PositionT, MoveT]):
    """Part of a solution that its representations need: ``repr``, HTML and boards."""

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> Game[PositionT, MoveT]:
        """Game that was solved."""

    @property
    @abstractmethod
    def start(self) -> PositionT:
        """Start position."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """Outcome of the start position."""

    @property
    @abstractmethod
    def how(self) -> SolveInfo:
        """Record of the solve, with method, seconds, bytes and checks."""

    @property
    @abstractmethod
    def is_closed(self) -> bool:
        """True if the solution was closed. It then has no outcomes."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def _require_position(self, position: PositionT) -> PositionT:
        """Return the position in the game's own form. Raise if it is not in the solution."""

    @abstractmethod
    def counts(self) -> dict[Outcome, int]:
        """Return the number of positions with each outcome."""

    def board(self, position: PositionT | None = None) -> Board[PositionT, MoveT]:
        """Return the board of a position, by default of the start.

        It is shown as a picture in a notebook and as text elsewhere.
        """
        from gamesolver.answers import Board

        return Board(
            self.game, self._require_position(self.start if position is None else position)
        )

    def __repr__(self) -> str:
        if self.is_closed:
            return f"<Solution of {one_line(self.game)}: closed>"
        notes = "".join(f"; {note}" for note in self.how.notes)
        text = f"{one_line(self.game)}: {self.outcome}, {len(self)} positions{notes}"
        return f"<Solution of {text}>"

    _repr_html_ = shown_by("show.reports", "solution_html")


# ── solution: the outcomes of a game, and their look-ups ────────────────────────────────────────

DefaultT = TypeVar("DefaultT")


def notes_on(table: Table[Any]) -> tuple[str, ...]:
    """Return remarks on legal rules that may be a mistake, as the table shows them."""
    if not table.is_endless():
        return ()
    from gamesolver.rules.notes import no_position_ends

    return (no_position_ends(len(table)),)


class OpenFile(Protocol):
    """Interface of the file that holds a solution's outcomes."""

    def close(self) -> None:
        """Close the file. No outcome can be read afterwards."""

    def closed(self) -> ClosedError:
        """Return the error that later look-ups raise."""


class _Start:
    """Default argument for the start. ``None`` may be the result of a faulty ``play``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "START"

    def __reduce__(self) -> str:
        return "START"


START: Any = _Start()


class SolutionItems(EntriesView[PositionT, Outcome]):
    """View of positions with their outcomes, in the order of the table."""

    __slots__ = ()
    _mapping: Solution[PositionT, Any]

    def __iter__(self) -> Iterator[tuple[PositionT, Outcome]]:
        return self._mapping._table.items()


class SolutionValues(ValuesView[Outcome]):
    """View of the outcomes of all positions, in the order of the table."""

    __slots__ = ()
    _mapping: Solution[Any, Any]

    def __iter__(self) -> Iterator[Outcome]:
        return (outcome for _, outcome in self._mapping._table.items())

    def __contains__(self, outcome: object) -> bool:
        return any(each == outcome for each in self)


class Solution(Shown[PositionT, MoveT], Mapping[PositionT, Outcome]):
    """Outcome of every position of a game. Immutable, and safe to read from several threads.

    It is a mapping from positions to outcomes. Iteration, ``keys()``, :meth:`items` and
    :meth:`values` yield the canonical positions on demand. A look-up also finds symmetric
    positions. Two solutions are equal only if they are one object, because comparing all outcomes
    may take hours: ``dict(solution) == dict(other)`` does it.

    A loaded solution keeps its file open. ``with load(path) as solution`` closes it at the end, as
    :meth:`close` does. Later look-ups raise ``ClosedError``. A pickle holds the path and the game,
    and opens the file again.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> solution = solve(TicTacToe())
    >>> solution
    <Solution of TicTacToe(): draw in 9, 765 positions>
    >>> centre_and_edge = solution.game.parse(".o..x....")
    >>> print(solution[centre_and_edge])
    win in 5
    >>> solution.best_moves(centre_and_edge)
    (0, 2, 3, 5, 6, 8)
    >>> dict(solution)[solution.start] == solution.outcome
    True
    """

    __slots__ = ("_file", "_game", "_held", "_how", "_opens", "_roots", "_rules")

    def __init__(
        self,
        game: Game[PositionT, MoveT],
        table: Table[PositionT],
        how: SolveInfo,
        roots: tuple[PositionT, ...],
        file: OpenFile | None = None,
        opens: Callable[[], Any] | None = None,
    ) -> None:
        self._game = game
        self._held: Table[PositionT] | None = table
        self._file = file
        self._opens = opens
        self._roots = roots
        self._rules = Rules(game)
        self._how = attrs.evolve(how, notes=notes_on(table), turns=self._rules.turns)

    # ── closing ────────────────────────────────────────────────────────────

    @property
    def _table(self) -> Table[PositionT]:
        if self._held is None:
            raise self._closed()
        return self._held

    @property
    def is_closed(self) -> bool:
        """True if the solution was closed. It then has no outcomes."""
        return self._held is None

    def close(self) -> None:
        """Close the solution's file, if any, and release the outcomes. Repeatable."""
        self._held = None
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        if self._held is None:
            raise self._closed()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.close()

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Pickle a loaded solution as its path. Unpickling opens the file again."""
        if self._file is None or self._opens is None:
            return super().__reduce_ex__(protocol)
        if self._held is None:
            raise self._closed()
        return self._opens, ()

    def _closed(self) -> ClosedError:
        if self._file is not None:
            return self._file.closed()
        return ClosedError(f"the solution of {self.game!r} is closed: solve it again", "")

    # ── look-ups ───────────────────────────────────────────────────────────

    @property
    def game(self) -> Game[PositionT, MoveT]:
        """Game that was solved."""
        return self._game

    @property
    def how(self) -> SolveInfo:
        """Record of the solve, with method, seconds, bytes and checks."""
        return self._how

    @property
    def start(self) -> PositionT:
        """Start position."""
        return self._roots[0]

    @property
    def outcome(self) -> Outcome:
        """Outcome of the start position."""
        return self[self.start]

    @property
    def value(self) -> Value:
        """Value of the start position."""
        return self.outcome.value

    @property
    def remoteness(self) -> int | None:
        """Remoteness of the start position."""
        return self.outcome.remoteness

    @property
    def score(self) -> int | None:
        """Score of the start position, or ``None`` in a game without scores."""
        return self.outcome.score

    def __len__(self) -> int:
        return len(self._table)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __iter__(self) -> Iterator[PositionT]:
        return iter(self._table)

    def items(self) -> ItemsView[PositionT, Outcome]:
        """View of the canonical positions with their outcomes, in the order of iteration."""
        return SolutionItems(self)

    def values(self) -> ValuesView[Outcome]:
        """View of the outcomes of the canonical positions, in the order of iteration."""
        return SolutionValues(self)

    def __contains__(self, position: object) -> bool:
        return self.get(position) is not None

    def __getitem__(self, position: object) -> Outcome:
        outcome, cause = look_up(self._rules, self._table.get, self.start, position)
        if outcome is None:
            find = self._table.get
            raise unknown_position(self._rules, find, self.start, position, cause) from cause
        return outcome

    @overload
    def get(self, position: object, default: None = None) -> Outcome | None: ...

    @overload
    def get(self, position: object, default: Outcome | DefaultT) -> Outcome | DefaultT: ...

    def get(self, position: object, default: DefaultT | None = None) -> Outcome | DefaultT | None:
        """Return the outcome of a position, or of a symmetric one, or else ``default``."""
        outcome, _ = look_up(self._rules, self._table.get, self.start, position)
        return default if outcome is None else outcome

    def probe_many(self, positions: Iterable[object]) -> OutcomeArray:
        """Return the outcomes of many positions as columns.

        ``known`` is False for objects that are not positions of the solution.
        """
        from gamesolver.answers import OutcomeArray

        require_several(positions)
        labels = self._table.probe_labels(positions, self.get)
        return OutcomeArray.of_labels(labels, self._rules.is_scored)

    def label_moves(self, positions: Iterable[object]) -> MoveLabels:
        """Return the outcomes of many ``positions`` and their best moves, as arrays.

        In a compiled game a column of integers is expanded by compiled code. A batch that would
        read most of a file loads its table into memory first, once.
        """
        from gamesolver.exports.labelling import label_moves

        require_several(positions)
        return label_moves(self._rules, self._table, self.get, positions)

    def moves(self, position: PositionT = START) -> tuple[MoveRow[PositionT, MoveT], ...]:
        """Return a row for each legal move of a position, by default of the start.

        The best move comes first. Equal moves are in the order of ``game.moves``.
        """
        from gamesolver.answers import MoveRows, move_rows

        here = self._require_position(self.start if position is START else position)
        return MoveRows(move_rows(self._rules, self._table, here), self._game, here)

    def best_moves(self, position: PositionT = START) -> tuple[MoveT, ...]:
        """Return the moves of a position than which no other is better, by default of the start."""
        return tuple(row.move for row in self.moves(position) if row.is_best)

    def best_move(self, position: PositionT = START) -> MoveT | None:
        """Return the first of the best moves of a position, by default of the start.

        It is the move of the mainline, or ``None`` at the end of play.

        >>> from games import Nim
        >>> from gamesolver import solve
        >>> solution = solve(Nim(heaps=(1, 2)))
        >>> solution.best_move((1, 2)), solution.best_move((0, 0))
        ((1, 1), None)
        """
        return next(iter(self.best_moves(position)), None)

    def mainline(self, position: PositionT | None = START) -> tuple[MoveRow[PositionT, MoveT], ...]:
        """Return the principal variation: the first best move of each position, to the end.

        A line of infinite play ends with the first move that returns to a position
        already on it.
        """
        from gamesolver.answers import Line, best_line

        is_start = position is START or (position is None and None not in self)
        here = self._require_position(self.start if is_start else cast(PositionT, position))
        return Line(best_line(self._rules, self._table, here), self._game, here)

    def _require_position(self, position: PositionT) -> PositionT:
        """Return the position in the game's own form. Raise if it is not in the solution."""
        here: PositionT = own(self._rules, self.start, position)
        self[here]
        return here

    def counts(
        self,
        *,
        symmetric: bool = False,
        seat: int | None = None,
        stage: Hashable = None,
        reachable: bool = False,
    ) -> dict[Outcome, int]:
        """Return the number of canonical positions with each outcome, best outcome first.

        Parameters
        ----------
        symmetric
            Count every position of each orbit, not only the canonical one.
        seat
            Only positions with this player (0 or 1) to move.
        stage
            Only positions of this stage.
        reachable
            Only positions whose orbit the start reaches.

        Returns
        -------
        dict
            Number of positions by outcome, without outcomes that do not occur.

        Raises
        ------
        InvalidArgumentError
            An argument is invalid, or the game defines no players or no stages.
        """
        require_yes_or_no(symmetric=symmetric, reachable=reachable)
        part = Part(symmetric, seat, stage, reachable)
        return count_outcomes(self._rules, self._table, part)

    def shape(self) -> SolutionShape:
        """Return the outcome, the mainline and the counts as plain data for JSON."""
        from gamesolver.shapes import solution_shape

        return solution_shape(self, self.counts())

    def as_json(self) -> str:
        """Return the data of :meth:`shape` as JSON text."""
        from gamesolver.shapes import json_text

        return json_text(self.shape())

    def verify(
        self, *, full: bool = False, progress: bool | Listener | None = None
    ) -> VerificationReport:
        """Check the outcome of every position against the rules.

        Parameters
        ----------
        full
            Check every position that the table represents, by all of its own moves, and trust no
            symmetry. By default the stored positions are checked, and a win in one ply only up to
            its first winning move.
        progress
            ``True`` for a bar, or a callable that takes a ``Progress``.

        Returns
        -------
        VerificationReport
            Numbers of positions, moves and terminal positions checked.

        Raises
        ------
        VerificationError
            The outcome of a position is wrong.
        GameContractError
            The rules violate a law. With ``full=True`` also if equal positions differ, or a
            symmetry is false.
        FileError
            The solution's file is corrupt.
        InvalidArgumentError
            An argument is invalid.
        """
        require_yes_or_no(full=full)
        from gamesolver.verify.tables import verify_table

        with reporting(progress) as report:
            return verify_table(self._rules, self._table, self._roots, full, report)

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        how: bool = True,
        progress: bool | Listener | None = None,
    ) -> None:
        """Write the solution to one file. :func:`gamesolver.load` opens it.

        The file appears when it is complete. Until then an older one stays.

        Parameters
        ----------
        path
            File to write.
        how
            ``False`` leaves out the record of the solve. Equal solutions then give equal files.
        progress
            ``True`` for a bar, or a callable that takes a ``Progress``.

        Raises
        ------
        FileError
            The file cannot be written.
        GameContractError
            The game cannot parse its own texts, or its range of scores is too large.
        InvalidArgumentError
            An argument is invalid.
        """
        require_yes_or_no(how=how)
        from gamesolver.files.writing import save

        how_solved = self._how if how else None
        with reporting(progress) as report:
            save(self._rules, self._table, self._roots, path, how_solved, report)

    def export(
        self,
        path: str | os.PathLike[str],
        *,
        value: Value | None = None,
        remoteness: int | Container[int | None] | None = None,
        score: int | Container[int] | None = None,
        stage: Hashable = None,
        reachable: bool = False,
        where: Callable[[PositionT, Outcome], object] | None = None,
        moves: bool = False,
        labels: bool = False,
        limit: int = 100_000,
        progress: bool | Listener | None = None,
    ) -> None:
        """Write a file for other programs. Its suffix selects the format.

        ``.parquet``, ``.csv``, ``.jsonl`` and ``.npz`` have a row for each position;
        ``.graphml``, ``.gexf`` and ``.dot`` are graphs. ``.values`` holds the values
        alone, and :func:`gamesolver.load_values` opens it. Exports cannot be loaded as solutions.

        Parameters
        ----------
        path
            File to write.
        value
            Only positions of this value.
        remoteness
            Only this remoteness: a number of plies, a range or a set; ``None`` is infinite play.
        score
            Only this score: a number, a range or a set, in a game with scores.
        stage
            Only positions of this stage.
        reachable
            Only positions whose orbit the start reaches.
        where
            Only positions for which this function of position and outcome returns True.
        moves
            Include the outcome of each legal move.
        labels
            Labels for machine learning, in ``.parquet`` and ``.npz``: outcomes, and which legal
            moves are best and which preserve the value, as :meth:`label_moves` returns them.
        limit
            Most nodes of a graph. More raise ``SizeLimitError``.
        progress
            ``True`` for a bar, or a callable that takes a ``Progress``.

        Raises
        ------
        SizeLimitError
            The graph has more than ``limit`` nodes.
        FileError
            The file cannot be written.
        InvalidArgumentError
            An argument is invalid, or what writes such files is not installed.
        """
        from gamesolver.exports.exporting import Selection, Source, export

        selected = Selection(value, remoteness, score, stage, reachable, where)
        with reporting(progress) as report:
            source = Source(self._rules, self._table, selected, moves, report)
            export(self, source, self._roots, path, limit, labels)

    def to_pandas(
        self,
        *,
        value: Value | None = None,
        remoteness: int | Container[int | None] | None = None,
        score: int | Container[int] | None = None,
        stage: Hashable = None,
        reachable: bool = False,
        where: Callable[[PositionT, Outcome], object] | None = None,
        moves: bool = False,
        limit: int = 1_000_000,
        progress: bool | Listener | None = None,
    ) -> pd.DataFrame:
        """Return the positions as a pandas data frame with the columns of a ``.parquet`` file.

        Texts are ``string``. The remoteness is ``Int32``, missing for infinite play.

        Parameters
        ----------
        value
            Only positions of this value.
        remoteness
            Only this remoteness: a number of plies, a range or a set; ``None`` is infinite play.
        score
            Only this score: a number, a range or a set, in a game with scores.
        stage
            Only positions of this stage.
        reachable
            Only positions whose orbit the start reaches.
        where
            Only positions for which this function of position and outcome returns True.
        moves
            Include the outcome of each legal move.
        limit
            Most rows. More raise ``SizeLimitError``.
        progress
            ``True`` for a bar, or a callable that takes a ``Progress``.

        Returns
        -------
        pd.DataFrame
            A row for each position, in the order of the solution.

        Raises
        ------
        SizeLimitError
            There are more than ``limit`` positions.
        FileError
            The solution's file is corrupt.
        InvalidArgumentError
            An argument is invalid, or pandas is not installed.
        """
        from gamesolver.exports.frames import pandas_frame
        from gamesolver.exports.rows import Selection

        selected = Selection(value, remoteness, score, stage, reachable, where)
        frame: pd.DataFrame = self._framed(pandas_frame, selected, moves, limit, progress)
        return frame

    def to_polars(
        self,
        *,
        value: Value | None = None,
        remoteness: int | Container[int | None] | None = None,
        score: int | Container[int] | None = None,
        stage: Hashable = None,
        reachable: bool = False,
        where: Callable[[PositionT, Outcome], object] | None = None,
        moves: bool = False,
        limit: int = 1_000_000,
        progress: bool | Listener | None = None,
    ) -> pl.DataFrame:
        """Return the positions as a Polars data frame with the columns of a ``.parquet`` file.

        The remoteness is null for infinite play.

        Parameters
        ----------
        value
            Only positions of this value.
        remoteness
            Only this remoteness: a number of plies, a range or a set; ``None`` is infinite play.
        score
            Only this score: a number, a range or a set, in a game with scores.
        stage
            Only positions of this stage.
        reachable
            Only positions whose orbit the start reaches.
        where
            Only positions for which this function of position and outcome returns True.
        moves
            Include the outcome of each legal move.
        limit
            Most rows. More raise ``SizeLimitError``.
        progress
            ``True`` for a bar, or a callable that takes a ``Progress``.

        Returns
        -------
        pl.DataFrame
            A row for each position, in the order of the solution.

        Raises
        ------
        SizeLimitError
            There are more than ``limit`` positions.
        FileError
            The solution's file is corrupt.
        InvalidArgumentError
            An argument is invalid, or Polars is not installed.
        """
        from gamesolver.exports.frames import polars_frame
        from gamesolver.exports.rows import Selection

        selected = Selection(value, remoteness, score, stage, reachable, where)
        frame: pl.DataFrame = self._framed(polars_frame, selected, moves, limit, progress)
        return frame

    def _framed(
        self,
        make: Callable[[Source, int], Any],
        selected: Selection,
        moves: bool,
        limit: int,
        progress: bool | Listener | None,
    ) -> Any:
        from gamesolver.exports.rows import Source

        with reporting(progress) as report:
            return make(Source(self._rules, self._table, selected, moves, report), limit)

    def to_networkx(
        self,
        *,
        around: PositionT | None = None,
        plies: int | None = None,
        moves: Literal["all", "best", "strategy"] = "all",
        limit: int = 100_000,
        text: bool = False,
    ) -> nx.MultiDiGraph[Any]:
        """Return the game graph with outcomes, or a part of it, for networkx.

        Parameters
        ----------
        around
            Only positions that play from this position can reach.
        plies
            Only positions within this number of plies from there, or from the start.
        moves
            ``"all"``; ``"best"``, perfect play; ``"strategy"``, one winning move of the winner
            and all replies.
        limit
            Most nodes. More raise ``SizeLimitError``.
        text
            Use texts as nodes, for file formats.

        Returns
        -------
        nx.MultiDiGraph
            Attributes are described in :func:`gamesolver.graph.network.solution_to_networkx`.

        Raises
        ------
        SizeLimitError
            There are more than ``limit`` nodes.
        UnknownPositionError
            ``around`` is not a position of the solution.
        InvalidArgumentError
            An argument is invalid.
        """
        from gamesolver.graph.network import solution_to_networkx

        around = around if around is None else own(self._rules, self.start, around)
        return solution_to_networkx(
            self, around=around, plies=plies, moves=moves, limit=limit, text=text
        )
