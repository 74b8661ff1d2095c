"""Boards: places, sets of places, directions, lines, symmetries, and drawings.

Import this package to write a game on a board. :class:`Grid` has squares, :class:`GridEdges` the
edges between dots, :class:`Hexagons` the rhombus of Hex, :class:`Rings` the points of Nine Men's
Morris, and :class:`Graph` any points that edges join. Sets of places are immutable, and tables such
as ``board.steps(*STRAIGHT)`` are made once, in the set-up of a game.

>>> from gamesolver.boards import Grid
>>> board = Grid(3, 3)
>>> mine = board.set(["a1", "b2", "c3"])
>>> any(line <= mine for line in board.lines(3))
True
"""

from __future__ import annotations

from gamesolver.lazy import names_of

__getattr__, __dir__, __all__ = names_of(__name__, __file__)
