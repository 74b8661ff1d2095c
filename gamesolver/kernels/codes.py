"""The numbers that stand for an outcome in a solved table and in a comparison.

A *table entry* (cell) is what a table stores of a position. A *preference key* orders outcomes for
the player to move: the greater, the better. All modules take them apart by the functions below, and
kernels use the same functions compiled (``cells``). The verifier has its own functions, on purpose.

In both, a loss, a draw and a win are the integers of ``Value``: -1, 0 and 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

LOSS, DRAW, WIN = -1, 0, 1
PENDING, HOLE, ENDLESS, FIRST = 0, 1, 2, 3
"""Entries of an unresolved position, an unused slot and infinite play, and the first with plies."""


# ── entries, and whole columns of them ──────────────────────────────────────────────────────────


def cell_of(value, plies):
    """Return the entry of a loss, draw or win (-1, 0, 1) in this many plies."""
    return FIRST + 1 + 3 * plies + value


def value_of(cell: Any) -> Any:
    """Return -1, 0 or 1 for the entry of a loss, draw or win."""
    return (cell - FIRST) % 3 - 1


def plies_of(cell: Any) -> Any:
    """Return the plies of an entry that has some."""
    return (cell - FIRST) // 3


def is_end(cell):
    """Return True if an entry is the outcome of a terminal position."""
    return FIRST <= cell < FIRST + 3


class ScoreForm(NamedTuple):
    """How a score and a length make a cell: ``FIRST + scores * length + (score - least)``."""

    rises: Any
    """True if the stage must rise with every move that gains."""

    scores: Any
    """Number of possible scores."""
    least: Any
    """The least of them."""
    worth: Any
    """Payoff of infinite play for seat 0."""
    has_endless: Any
    """True if infinite play may have a score. Then every second length stands for such play."""


# ── preference keys ─────────────────────────────────────────────────────────────────────────────


def rank_of(value, plies):
    """Return the preference key of an outcome for the player to move.

    In descending order: fast win, slow win, finished draw (fewer plies first), infinite play (0),
    slow loss, fast loss.
    """
    if value == WIN:
        return (1 << 40) - plies
    if value == DRAW:
        return (1 << 34) - plies
    return plies - (1 << 40)


def cell_of_rank(rank):
    """Return the entry of the outcome with this key, the inverse of :func:`rank_of`."""
    if rank == 0:
        return ENDLESS
    if rank < 0:
        return FIRST + 1 + 3 * (rank + (1 << 40)) + LOSS
    if rank > (1 << 35):
        return FIRST + 1 + 3 * ((1 << 40) - rank) + WIN
    return FIRST + 1 + 3 * ((1 << 34) - rank) + DRAW


APART, NEAR, BEYOND = 40, 34, 35  # bits: between scores, from endless play, of play without end
HALF = 1 << (APART - 1)
MOST_GAIN = 2_000_000  # of a compiled game, either way


class OverflowColumns(NamedTuple):
    """The few cells that do not fit the element type of the other cells."""

    code: Any
    """Cell that marks a slot as listed here."""
    slots: Any
    """Slots, in ascending order."""
    cells: Any
