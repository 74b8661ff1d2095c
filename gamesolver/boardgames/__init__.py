"""Board games: rules written once, over sets of places, and as fast as written by hand.

Import this package to write a game. Boards are in :mod:`gamesolver.boards`.

==================  ============================================================================
``board_game``      ``BoardGame``: what an author subclasses
``position``        positions and actions as rules see them in plain Python
``views``           the same game by the author's own lines, and lowered to integers
``texts``           positions as lines of text
``layout``          the bits of a position
``counters``        small numbers in a position
``source``          syntax trees of the author's methods
``kinds``           kinds of expressions, and tables
``tables``          nested tuples as arrays
``together``        lines of a table that are tested together, by shifts
``order``           loops whose result depends on the order of their rounds
``expressions``     expressions, lowered
``statements``      statements, lowered
``actions``         actions, lowered
``module``          the module into which rules are lowered
``symmetry``        motions of the board that keep the rules
``paths``           loops and conditions around each action
``rounds``          short loops that list actions, in a fixed number of rounds
``inverse``         predecessors: actions undone
``sections``        numbers of men that positions can have
``numbering``       whether positions have indices, and trials of predecessors
``by_hand``         rules that the author writes by hand, tried against the derived ones
``running``         the lowered module on integers, and compiled
``trial``           lowered rules tried against the author's own lines
``modes``           comparison of the three modes
``template``        template of a new board game
``derivation``      report of what was derived from the rules
``errors``          errors in the author's words
==================  ============================================================================
"""

from gamesolver.boardgames.board_game import DRAW, LOSS, WIN, BoardGame
from gamesolver.boardgames.counters import Counter
from gamesolver.boardgames.errors import RulesError

__all__ = ["DRAW", "LOSS", "WIN", "BoardGame", "Counter", "RulesError"]
