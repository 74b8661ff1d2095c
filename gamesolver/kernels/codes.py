"""An outcome as a number: a *cell*, as tables hold it, and a *rank*, by which it is compared.

Whoever makes such a number or takes it apart does it by the functions here, kernels by those of
``cells``, which are these compiled. The verifier alone has its own, on purpose.
"""

from __future__ import annotations

from typing import Any, NamedTuple

PENDING, HOLE, ENDLESS, FIRST = 0, 1, 2, 3
LOSS, DRAW, WIN = 0, 1, 2
"""The *kinds* of outcomes: one more than the ``Value`` of each, for no cell is below 0."""


# ── cells; of whole columns too ─────────────────────────────────────────────────────────────────


def cell_of(kind, plies):
    """The cell of a loss, draw or win (0, 1, 2) in so many plies."""
    return FIRST + 3 * plies + kind


def kind_of(cell: Any) -> Any:
    """Whether a cell is a loss, a draw or a win, of those that have plies."""
    return (cell - FIRST) % 3


def plies_of(cell: Any) -> Any:
    """In how many plies, of a cell that has some."""
    return (cell - FIRST) // 3


def is_end(cell):
    """Whether a cell is the outcome of a position in which play has ended."""
    return FIRST <= cell < FIRST + 3


class ScoreForm(NamedTuple):
    """How a score and a length make a cell: ``FIRST + scores * length + (score - least)``."""

    rises: Any
    """Whether the stage must rise with every move that gains."""

    scores: Any
    """How many scores there may be."""
    least: Any
    """The least of them."""
    worth: Any
    """What endless play is worth to seat 0."""
    has_endless: Any
    """Whether play without end may have a score: then each second length is of such play."""


# ── ranks ───────────────────────────────────────────────────────────────────────────────────────


def rank_of(kind, plies):
    """How good an outcome is for the player to move: the greater, the better.

    A quick win, a slow win, a finished draw (shorter first), an endless draw
    (0), a slow loss, a quick loss.
    """
    if kind == WIN:
        return (1 << 40) - plies
    if kind == DRAW:
        return (1 << 34) - plies
    return plies - (1 << 40)


def cell_of_rank(rank):
    """The cell of an outcome with that rank; undoes :func:`rank_of`."""
    if rank == 0:
        return ENDLESS
    if rank < 0:
        return FIRST + 3 * (rank + (1 << 40)) + LOSS
    if rank > (1 << 35):
        return FIRST + 3 * ((1 << 40) - rank) + WIN
    return FIRST + 3 * ((1 << 34) - rank) + DRAW


APART, NEAR, BEYOND = 40, 34, 35  # bits: between scores, from endless play, of play without end
HALF = 1 << (APART - 1)
MOST_GAIN = 2_000_000  # of a compiled game, either way


class OverflowColumns(NamedTuple):
    """The few cells that are listed beside all others, for they do not fit among them."""

    code: Any
    """The cell that says so of its slot."""
    slots: Any
    """In order."""
    cells: Any
