"""Rows of a table: what is told of each position in a file that other programs read.

==============  ====================================================================
``position``    its text
``code``        the integer that it is in a compiled game; in a plain one its number in
                the order of the solution
``value``       -1, 0 or 1 for the player to move
``remoteness``  plies to the end; nothing for an endless draw
``best_moves``  the texts of the best moves; none at the end of play
``orbit_size``  how many positions it stands for
``moves``       if asked for, all legal moves, best first: text, value and remoteness
                for the player making the move, counted from before it
==============  ====================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import attrs

from gamesolver.answers import MoveRow, move_rows
from gamesolver.compiled import CompiledGame
from gamesolver.exports.selection import Selection
from gamesolver.progress import Reporter
from gamesolver.rules import Rules
from gamesolver.table import Table

Row = dict[str, Any]
FIELDS = ("position", "code", "value", "remoteness", "best_moves", "orbit_size")
ROWS_A_BATCH = 1 << 12


@attrs.frozen(eq=False)
class Source:
    """What is exported: a game, its table, and which positions of it."""

    rules: Rules[Any, Any]
    table: Table[Any]
    selection: Selection
    with_moves: bool
    report: Reporter

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the columns."""
        return (*FIELDS, "moves") if self.with_moves else FIELDS

    def batches(self) -> Iterator[list[Row]]:
        """The rows, some thousand at a time."""
        rows = self.rows()
        while batch := list(islice(rows, ROWS_A_BATCH)):
            yield batch

    def rows(self) -> Iterator[Row]:
        """A row for each position, in the order of the solution."""
        for number, position, outcome in self.selection.chosen(self.rules, self.table, self.report):
            rows = move_rows(self.rules, self.table, position)
            row: Row = {
                "position": self.rules.format(position),
                "code": int(position) if isinstance(self.rules.game, CompiledGame) else number,
                "value": int(outcome.value),
                "remoteness": outcome.remoteness,
                "best_moves": [self.rules.format_move(each.move) for each in rows if each.is_best],
                "orbit_size": len(self.rules.orbit(position)),
            }
            if self.with_moves:
                row["moves"] = list(self._moves(rows))
            yield row

    def _moves(self, rows: Iterable[MoveRow[Any, Any]]) -> Iterator[Row]:
        for row in rows:
            yield {
                "move": self.rules.format_move(row.move),
                "value": int(row.outcome.value),
                "remoteness": row.outcome.remoteness,
            }
