"""gamesolver: exact outcomes of every position of two-player games, and the best moves.

Write the rules of a two-player game once. ``solve`` finds the outcome of every
position, cycles included.

>>> from gamesolver import solve
>>> from games import TicTacToe
>>> print(solve(TicTacToe()).outcome)
draw in 9

Names are loaded on first use, so that importing the package is fast: numpy, numba and networkx
are imported by the work that needs them.

Modules and packages, from interfaces to foundations. Each imports only from lower ones
(``docs/explanation/architecture.md``):

==============  ====================================================================
``notebook``    a match by clicking the board
``cli``         the command line
``web``         the explorer
``plots``       pictures of solutions
``players``     players, matches, odds, audits, puzzles, strategies, comparisons
``solving``     ``solve``: choice of a method, and the solve
``proving``     ``prove``: one position of a game too large for a table
``loading``     ``load``: a solution whose outcomes stay in its file
``solution``    read-only view of a solved game
``proofs``      one position proved: questions, searches, claims
``exports``     tables and graphs for other programs
``forecast``    ``estimate``: how large, how long
``sums``        nimbers of impartial games, and sums of games
``verify``      the certificate, sharing nothing with what it checks
``check``       ``check_game`` and its laws
``files``       solutions, checkpoints and values in files
``engine``      compiled games solved: positions enumerated or indexed, outcomes resolved
``graph``       plain games solved: ``explore``, retrograde analysis, minimax
``answers``     rows of moves, lines, boards
``shapes``      JSON forms of all results
``game_options``  parameters of games as typed text
``show``        sentences, markup, colours, pictures
``tables``      the outcomes of many positions
``adapters``    games of other frameworks
``boardgames``  board games: rules written once over sets of places
``rules``       base classes for authors, and guarded calls of their methods
``system``      threads, ranks, memory, disk, progress
``arguments``   checks of arguments before any work
``value``       values, outcomes and preferences
``verdicts``    verdicts that compiled ``candidates`` may return instead of moves, for authors
``orbits``      indexes of positions up to symmetry, for authors of compiled rules
``bits``        sets as the bits of a word, for authors of compiled rules
``validators``  checks of the parameters of a game, for authors
``parts``       strongly connected parts of a graph
``boards``      places, sets of places, lines and symmetries of boards, for authors
``errors``      one family of errors
``texts``       any object in a message
``lazy``        names of a package that are loaded on first use
``kernels``     every compiled inner loop
==============  ====================================================================
"""

from __future__ import annotations

from gamesolver.lazy import names_of

__version__ = "0.10.0"

__getattr__, __dir__, __all__ = names_of(__name__, __file__)
