"""Checkpoints of a proof in a folder: the tables of its search, and its bounds.

Entries of a table are true whichever call found them. A call therefore resumes with the tables of
an earlier one and gives equal answers. The game and the question are compared first
(``files.checkpoints``).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import attrs

from gamesolver.errors import FileError
from gamesolver.files.checkpoints import Checkpoints, keeping_proof
from gamesolver.proofs.budget import Budget, nothing
from gamesolver.proofs.questions import Forgotten, Questions, Tables
from gamesolver.system.columns import Columns
from gamesolver.value import Outcome, Value

EVERY = 60.0
"""Seconds from one checkpoint to the next."""


@attrs.define
class KeptProof:
    """Checkpoints of the proof of one position."""

    checkpoints: Checkpoints
    questions: Questions
    position: Any
    most: int
    """Most bytes of the tables."""

    def go_on(self) -> None:
        """Resume from the checkpoint of an earlier call, if any."""
        saved = self.checkpoints.saved
        if saved is None:
            return
        held = sum(column.nbytes for column in saved.parts[0].values())
        if held > self.most:
            folder = self.checkpoints.folder
            raise FileError(
                f"{folder} contains a checkpoint with tables of {held:,} bytes: expected "
                f"at least this memory, got {self.most:,}; pass more, or name another folder",
                str(folder),
            )
        try:
            self._take(saved.parts[0], **saved.state)
        except Exception as error:  # a game's parse may raise anything
            raise self.checkpoints.broken("its table cannot be read") from error

    def _take(
        self,
        columns: Mapping[str, Columns],
        *,
        bounds: tuple[int, int],
        drawn: list[int | None] | None,
        visited: int,
        forgotten: tuple[int, int] = (0, 0),  # missing in checkpoints of earlier versions
    ) -> None:
        numbers = columns.get("numbers")
        tables = Tables(columns["entries"], numbers, visited, Forgotten(*forgotten))
        self.questions.search.take(tables)
        outcome = None if drawn is None else Outcome(Value.DRAW, *drawn)
        least, most = bounds
        self.questions.know(self.position, (least, most), outcome)

    def look(self, visited: int) -> None:
        """Write a checkpoint if one is due."""
        if self.checkpoints.is_due:
            self.save()

    def save(self) -> None:
        """Write a checkpoint with the tables and the bounds."""
        questions, position = self.questions, self.position
        tables = questions.search.tables()
        bounds = questions.bounds(position)
        drawn = questions.found_outcome(position) if questions.is_drawn(position) else None
        state = {
            "bounds": bounds,
            "drawn": None if drawn is None else [drawn.remoteness],
            "visited": tables.visited,
            "forgotten": attrs.astuple(tables.forgotten),
        }
        columns = {"entries": tables.bounds}
        if tables.numbers is not None:
            columns["numbers"] = tables.numbers
        self.checkpoints.save(state, columns)


@contextmanager
def kept_in(
    folder: str | os.PathLike[str] | None,
    questions: Questions,
    position: Any,
    target: object,
    budget: Budget,
    most: int,
) -> Iterator[None]:
    """Context that resumes from a folder, and writes a checkpoint there if the call stops.

    A complete proof removes its checkpoint. Without a folder there is none.
    """
    if folder is None:
        yield
        return
    with keeping_proof(folder, EVERY, questions.rules, position, target) as checkpoints:
        kept = KeptProof(checkpoints, questions, position, most)
        kept.go_on()
        budget.look = kept.look
        try:
            yield
        finally:
            budget.look = nothing
        if budget.stopped:
            kept.save()
        else:
            checkpoints.remove()
