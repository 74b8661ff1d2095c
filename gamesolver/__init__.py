"""gamesolver: who wins, how fast, and which move keeps the win.

Write the rules of a two-player game once; ``solve`` finds the outcome of every
position, loops included.

>>> from gamesolver import solve
>>> from games import TicTacToe
>>> print(solve(TicTacToe()).outcome)
draw in 9

Names are loaded when first used, so that importing the package costs next to
nothing: numpy, numba and networkx come with the work that needs them.

Where what stands: ``docs/explanation/house.md``, room by room.
"""

from __future__ import annotations

from gamesolver.lazy import names_of

__version__ = "0.9.0"

__getattr__, __dir__, __all__ = names_of(__name__, __file__)
