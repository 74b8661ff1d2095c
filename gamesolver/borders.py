"""The border of a graph: what settled positions outside it say to those within.

A pending position may have moves to positions that were settled before and are no part
of the graph. Four things matter of their backs, whatever their remoteness:

* the least WIN, a candidate that is heard when its remoteness comes, and not yet an
  answer, since a way through the graph may be quicker;
* the number of backs that are no losses, which keep the position from being lost;
* the greatest LOSS, for a loss is the greatest of all;
* the least finished draw, heard only when no win or loss is left to find.

So the border is told as *messages*, each to a position, each to be heard at some
remoteness, beside those that the graph sends itself.
"""

from __future__ import annotations

import attrs
import numpy as np

from gamesolver.labels import Columns


@attrs.frozen(eq=False)
class Border:
    """What is heard from outside; ``rows`` and ``plies`` go together, in any order."""

    not_lost: Columns
    """For each position, how many of its moves lead outside and do not lose."""
    wins: tuple[Columns, Columns]
    losses: tuple[Columns, Columns]
    draws: tuple[Columns, Columns]

    @classmethod
    def nothing(cls, size: int) -> Border:
        """The border of a graph that has none."""
        none = np.empty(0, np.int64), np.empty(0, np.int64)
        return cls(np.zeros(size, np.uint8), none, none, none)

    @classmethod
    def gathered(cls, parts: list[Border]) -> Border:
        """One border from those of consecutive ranges of positions."""
        shifts = np.cumsum([0, *(len(part.not_lost) for part in parts)])

        def joined(name: str) -> tuple[Columns, Columns]:
            told = [getattr(part, name) for part in parts]
            return (
                np.concatenate([rows + by for (rows, _), by in zip(told, shifts, strict=False)]),
                np.concatenate([plies for _, plies in told]),
            )

        not_lost = np.concatenate([part.not_lost for part in parts])
        return cls(not_lost, joined("wins"), joined("losses"), joined("draws"))

    @classmethod
    def of_columns(cls, win: Columns, not_lost: Columns, loss: Columns, draw: Columns) -> Border:
        """From one entry a position, 0 for none."""
        narrow = not_lost.astype(np.uint8) if not_lost.max(initial=0) < 256 else not_lost.copy()
        return cls(narrow, _told(win), _told(loss), _told(draw))

    @property
    def longest(self) -> int:
        """The greatest remoteness at which something is heard."""
        told = self.wins, self.losses, self.draws
        return max(int(plies.max(initial=0)) for _, plies in told)

    def messages(self, drawing: bool, column: np.dtype[np.generic]) -> tuple[Columns, Columns]:
        """What is heard in one phase, in order of remoteness; a loss is a complement."""
        told = [self.draws] if drawing else [self.wins, (~self.losses[0], self.losses[1])]
        rows = np.concatenate([rows for rows, _ in told]).astype(column)
        plies = np.concatenate([plies for _, plies in told])
        order = np.argsort(plies, kind="stable")
        return rows[order], plies[order]


def _told(plies: Columns) -> tuple[Columns, Columns]:
    rows = np.flatnonzero(plies)
    return rows, plies[rows].astype(np.int64)
