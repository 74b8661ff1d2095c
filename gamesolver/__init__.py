"""gamesolver: who wins, how fast, and which move keeps the win.

Write the rules of a two-player game once; ``solve`` finds the outcome of every
position, loops included.

>>> from gamesolver import solve
>>> from games import TicTacToe
>>> print(solve(TicTacToe()).outcome)
draw in 9

Names are loaded when first used, so that importing the package costs next to
nothing: numpy, numba and networkx come with the work that needs them.

Where what stands, from what people touch down to what all rest on; imports go down only
(``docs/explanation/house.md``, room by room):

==============  ====================================================================
``notebook``    a match by clicking the board
``cli``         the command line
``web``         the explorer
``plots``       pictures of solutions
``players``     players, matches, odds, audits, puzzles, strategies, comparisons
``solving``     ``solve``: choose a road, walk it
``proving``     ``prove``: one position, where there are too many for a table
``loading``     ``load``: a solution whose outcomes stay in its file
``solution``    everything there is to know about a game, ready to be asked
``proofs``      one position proved: questions, searches, claims
``exports``     tables and graphs for other programs
``forecast``    ``estimate``: how large, how long
``sums``        nimbers of impartial games, and games beside each other
``verify``      the certificate, sharing nothing with what it checks
``check``       ``check_game`` and its laws
``files``       solutions, checkpoints and values in files
``engine``      compiled games solved: positions found or numbered, slots settled
``graph``       plain games solved: ``explore``, retrograde analysis, minimax
``answers``     rows of moves, lines, boards: what a solution answers with
``shapes``      the shape of every answer in JSON
``show``        sentences, markup, colours, pictures
``tables``      the outcomes of many positions
``adapters``    other people's games in, by the frameworks that they are written for
``rules``       what an author writes, and how the library asks it
``system``      threads, ranks, memory, disk, progress
``arguments``   what callers pass, looked at before any work
``value``       who wins, by how much, and how fast
``verdicts``    what compiled ``candidates`` may say in place of moves, for authors
``bits``        sets as the bits of a word, for authors of compiled rules
``validators``  checks of the parameters that a game is made with, for authors
``parts``       which nodes of a graph lie on loops together
``errors``      one family of errors
``texts``       any object in a message
``lazy``        names of a package that are loaded when first used
``kernels``     every compiled inner loop
==============  ====================================================================
"""

from __future__ import annotations

from gamesolver.lazy import names_of

__version__ = "0.10.0"

__getattr__, __dir__, __all__ = names_of(__name__, __file__)
