"""Rows of exported positions, and the selection of positions to export.

==============  ====================================================================
``position``    text of the position
``code``        integer of the position in a compiled game; in a plain game its number
                in the order of the solution
``value``       -1, 0 or 1 for the player to move
``remoteness``  plies to the end; missing for infinite play
``score``       points that the player to move wins from here on, in a game with scores
``best_moves``  texts of the best moves; empty at the end of play
``orbit_size``  number of positions it represents
``moves``       optional: all legal moves, best first
==============  ====================================================================

A move has the outcome columns for the player who makes it, and ``gain`` if moves gain points.
In JSON, ``outcome`` replaces ``value``, ``remoteness`` and ``score``, as in all JSON results.

A :class:`Selection` filters positions by value, remoteness, score, stage, reachability or a
function. A :class:`Source` yields the rows of the selected positions one by one or in batches.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator
from itertools import islice
from typing import Annotated, Any, TypedDict

import attrs

from gamesolver.answers import MoveRow, move_rows
from gamesolver.arguments import is_count, require_yes_or_no, whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.faults import no_scores
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import shown
from gamesolver.shapes import MoveShape, Natural, OutcomeShape, move_shape, outcome_shape
from gamesolver.show.sentences import VALUES
from gamesolver.system.progress import Reporter
from gamesolver.tables.table import Table, require_stages
from gamesolver.texts import error_text, none_of, spelled
from gamesolver.value import Outcome, Value

# ── a selection: which positions of a solution are exported ─────────────────────────────────────

POSITIONS_A_REPORT = 1 << 10

Where = Callable[[Any, Outcome], object]
"""Function of a canonical position and its outcome. Its result is read as a truth value."""


@attrs.frozen
class Selection:
    """Conditions on the positions to export. Without conditions all positions are selected."""

    value: Value | None = None
    remoteness: int | Container[int | None] | None = None
    score: int | Container[int] | None = None
    stage: Hashable = None
    reachable: bool = False
    where: Where | None = None

    def __attrs_post_init__(self) -> None:
        require_yes_or_no(reachable=self.reachable)
        _require_sound(self.value, self.stage, self.where)
        plies, points = "a number of plies", "a whole number"
        _require_numbers("remoteness", self.remoteness, is_count(self.remoteness), plies)
        _require_numbers("score", self.score, whole(self.score) is not None, points)

    @property
    def is_all(self) -> bool:
        """True if all positions are selected."""
        conditions = self.value, self.remoteness, self.score, self.stage, self.where
        return not self.reachable and all(condition is None for condition in conditions)

    def chosen(
        self, rules: Rules[Any, Any], table: Table[Any], report: Reporter
    ) -> Iterator[tuple[int, Any, Outcome]]:
        """Yield the number in the order of the solution, the position and its outcome."""
        total = len(table)
        require_stages(rules, self.stage, "stage=...")
        if self.score is not None and not rules.is_scored:
            raise no_scores(rules.game)
        for number, (position, outcome) in enumerate(table.items()):
            if not number % POSITIONS_A_REPORT:
                report("export", number, total)
            if self._fits(outcome) and self._has(rules, table, position, outcome):
                yield number, position, outcome
        report("export", total, total)

    def _fits(self, outcome: Outcome) -> bool:
        if self.value is not None and outcome.value is not self.value:
            return False
        return _holds("remoteness", self.remoteness, outcome.remoteness) and _holds(
            "score", self.score, outcome.score
        )

    def _has(
        self, rules: Rules[Any, Any], table: Table[Any], position: Any, outcome: Outcome
    ) -> bool:
        if self.stage is not None and rules.stage(position) != self.stage:
            return False
        if self.reachable and not table.start_reaches(position):
            return False
        return self.where is None or self._passes_where(rules, position, outcome)

    def _passes_where(self, rules: Rules[Any, Any], position: Any, outcome: Outcome) -> bool:
        assert self.where is not None
        try:
            return bool(self.where(position, outcome))
        except Exception as error:
            raise InvalidArgumentError(
                f"where raised {type(error).__name__} at position "
                f"{shown(rules.game, position)}: {error}"
            ) from error


def _holds(name: str, wanted: Any, number: int | None) -> bool:
    """Return True if a number is ``wanted`` or in it. ``None`` accepts every number."""
    if not isinstance(wanted, Container):
        return wanted is None or bool(wanted == number)
    try:
        return number in wanted
    except Exception as error:
        raise InvalidArgumentError(f"bad {name} {spelled(wanted)}: {error_text(error)}") from error


def _require_numbers(name: str, wanted: object, is_number: bool, expected: str) -> None:
    """Raise unless ``wanted`` is ``None``, a number or a container of numbers."""
    are_several = isinstance(wanted, Container) and not isinstance(wanted, str | bytes)
    if not (wanted is None or is_number or are_several):
        expected = f"expected {expected}, or a range or set of them"
        raise InvalidArgumentError(f"bad {name} {spelled(wanted)}: {expected}")


def _require_sound(value: object, stage: object, where: object) -> None:
    """Raise unless each condition has the type that its name requires."""
    if value is not None and not isinstance(value, Value):
        complaint = none_of(value, Value.WIN, Value.DRAW, Value.LOSS)
        raise InvalidArgumentError(f"bad value {complaint}")
    if stage is not None and not isinstance(stage, Hashable):
        raise InvalidArgumentError(f"bad stage {spelled(stage)}: expected the label of a stage")
    if where is not None and not callable(where):
        expected = "expected a function of a position and its outcome"
        raise InvalidArgumentError(f"bad where {spelled(where)}: {expected}")


# ── rows of a table ────────────────────────────────────────────────────────────────────────

Row = dict[str, Any]
OUTCOME, SCORED = ("value", "remoteness"), ("value", "remoteness", "score")
ROWS_A_BATCH = 1 << 12


class RowShape(TypedDict):
    """A line of a `.jsonl` file."""

    position: str
    code: Annotated[
        Natural, "The position itself in a compiled game, otherwise its number in order."
    ]
    outcome: OutcomeShape
    best_moves: Annotated[list[str], "None at the end of play."]
    orbit_size: Annotated[Natural, "Number of positions in the orbit."]


class RowWithMovesShape(RowShape):
    """A line of a `.jsonl` file that was written with moves."""

    moves: Annotated[list[MoveShape], "All legal ones, best first."]


@attrs.frozen(eq=False)
class Source:
    """Input of an export: a game, its table and the selected positions."""

    rules: Rules[Any, Any]
    table: Table[Any]
    selection: Selection
    with_moves: bool
    report: Reporter

    @property
    def outcome_fields(self) -> tuple[str, ...]:
        """Names of the columns of an outcome."""
        return SCORED if self.rules.is_scored else OUTCOME

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the columns."""
        moves = ("moves",) if self.with_moves else ()
        return ("position", "code", *self.outcome_fields, "best_moves", "orbit_size", *moves)

    @property
    def move_fields(self) -> tuple[str, ...]:
        """Names of the fields of a move."""
        return ("move", *self.outcome_fields, *(("gain",) if self.rules.has_gains else ()))

    def batches(self) -> Iterator[list[Row]]:
        """Yield the rows in batches of some thousand."""
        rows = self.rows()
        while batch := list(islice(rows, ROWS_A_BATCH)):
            yield batch

    def rows(self) -> Iterator[Row]:
        """Yield a row of texts and numbers for each position, in the order of the solution."""
        for shape, rows in self._shapes_and_rows():
            row: Row = {**shape, **self.indexed(shape["outcome"])}
            if self.with_moves:
                row["moves"] = [self._move(move_row) for move_row in rows]
            yield row

    def shapes(self) -> Iterator[RowShape]:
        """Yield the rows in the JSON shape."""
        for shape, rows in self._shapes_and_rows():
            yield self._with_moves(shape, rows) if self.with_moves else shape

    def _move(self, row: MoveRow[Any, Any]) -> Row:
        fields: Row = {"move": self.rules.format_move(row.move), "gain": row.gain}
        fields |= self.indexed(outcome_shape(row.outcome))
        return {name: fields[name] for name in self.move_fields}

    def indexed(self, outcome: OutcomeShape) -> Row:
        """Return an outcome as numbers, for columns."""
        fields: Row = {**outcome, "value": int(VALUES[outcome["value"]])}
        return {name: fields[name] for name in self.outcome_fields}

    def _with_moves(self, shape: RowShape, rows: Iterable[MoveRow[Any, Any]]) -> RowWithMovesShape:
        return {**shape, "moves": [move_shape(self.rules, row) for row in rows]}

    def _shapes_and_rows(self) -> Iterator[tuple[RowShape, tuple[MoveRow[Any, Any], ...]]]:
        """Yield the JSON shape of each position with its move rows."""
        rules, is_compiled = self.rules, isinstance(self.rules.game, CompiledGame)
        for number, position, outcome in self.selection.chosen(rules, self.table, self.report):
            rows = move_rows(rules, self.table, position)
            shape: RowShape = {
                "position": rules.format(position),
                "code": int(position) if is_compiled else number,
                "outcome": outcome_shape(outcome),
                "best_moves": [rules.format_move(row.move) for row in rows if row.is_best],
                "orbit_size": len(rules.orbit(position)),
            }
            yield shape, rows
