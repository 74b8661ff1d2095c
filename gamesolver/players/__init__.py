"""Players, odds, audits, puzzles, traps, strategies, and comparisons.

A *player* is a callable that takes a position and returns a move, or a ``list`` of candidate
moves of equal probability. A move is therefore never a list. Players are called only at positions
that are not terminal. No player of this package draws random numbers: a randomised player returns
its list of candidates, and only :func:`match` draws. So :func:`odds` and :func:`audit` are exact.

The first of two players makes the move at the start, whether as player 0 or as player 1. The turn
then passes with every move, unless a move keeps it.

Some functions need only a solution: :func:`puzzles` and :func:`traps` find instructive positions,
:func:`strategy` finds a smallest strategy, and :func:`compare` measures the effect of a rule.

======================  ===========================================================
``players``             protocol of players; random, perfect, minimax, share of wins
``calling``             calls to players, with checks of their answers
``arguments``           checks of the arguments of this package
``remembering``         bounded caches of computed results
``matches``             many games between two players
``against_person``      match of a person against a perfect opponent
``play_graph``          graph of play between two players, and its cycles
``chances``             odds, on the graph of play
``responses``           the best response to a known opponent
``linear``              linear equations of chances on cycles
``auditing``            audit of a player, and its mistakes
``audit_report``        report of an audit
``keeping_shares``      shares of value and outcome that a policy preserves
``survey``              statistics of all positions of a game
``puzzling``            puzzles: positions with a single right move
``puzzle_search``       search for puzzles, and their solution trees
``compiled_puzzles``    puzzle search in the table of a compiled game
``trapping``            traps: drawn positions in which most moves lose
``exercises``           common base of books of puzzles and of traps
``strategies``          smallest strategies for perfect play
``strategy_search``     search for the smallest strategy
``comparing``           comparison of two sets of rules
``comparison_tables``   comparison of two tables
``comparison_indexes``  comparison of two tables with the same indexes
``comparison_tally``    counts of pairs of outcomes
``reports``             HTML of these reports in a notebook
``sheet``               printable sheets of boards and questions
======================  ===========================================================

Names are loaded on first use, like those of ``gamesolver``. No module is named like an object that
it exports, because the module would then hide the object.
"""

from __future__ import annotations

from gamesolver.lazy import names_of

__getattr__, __dir__, __all__ = names_of(__name__, __file__)
