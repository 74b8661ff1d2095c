"""Board games: rules written once, over sets of places, and translated to bitboards.

Import this package to write a game. Boards are in :mod:`gamesolver.boards`. The rules are *lowered*
as a compiler lowers code: from sets of places to operations on the bits of an integer.

===============  ====================================================================
``board_game``   ``BoardGame``, the base class of board games
``position``     positions and actions as rules see them in plain Python
``views``        the game by the author's own methods, and lowered to integers
``texts``        positions as lines of text
``layout``       the bits of a position
``counters``     small numbers in a position
``source``       syntax trees of the author's methods
``kinds``        kinds of expressions, and tables
``tables``       nested tuples as arrays
``together``     lines of a table that are tested together, by shifts
``order``        loops whose result depends on the order of their rounds
``expressions``  lowering of expressions
``statements``   lowering of statements
``actions``      lowering of actions
``module``       the module that the lowered rules form
``symmetry``     motions of the board that preserve the rules
``paths``        loops and conditions around each action
``rounds``       short loops that list actions, in a fixed number of rounds
``inverse``      predecessors: inverse actions
``sections``     numbers of men that positions can have
``numbering``    choice between an index and enumeration, and tests of predecessors
``by_hand``      rules that the author writes by hand, compared with the derived ones
``running``      the lowered module on integers, and compiled
``trial``        comparison of lowered rules with the author's own methods
``modes``        comparison of the three modes
``template``     template of a new board game
``derivation``   report of what was derived from the rules
``errors``       errors that name the author's line
===============  ====================================================================
"""

from gamesolver.boardgames.board_game import DRAW, LOSS, WIN, BoardGame
from gamesolver.boardgames.counters import Counter
from gamesolver.boardgames.errors import RulesError

__all__ = ["DRAW", "LOSS", "WIN", "BoardGame", "Counter", "RulesError"]
