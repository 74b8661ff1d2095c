"""What a solution is for: players, odds and audits; puzzles, strategies, comparisons.

A *player* is anything that can be called with a position and gives a move, or exactly a
``list`` of candidate moves, among which it chooses evenly. (That is why a move is never
a list.) It is asked only where play goes on. No player here draws lots: whoever chooses
at random says among what, and only :func:`match` draws. So :func:`odds` and
:func:`audit` are exact.

The player named first makes the move at the start, whichever seat that is. From there
the mover follows the turn, which passes unless a move keeps it.

Of a solution alone, :func:`puzzles` and :func:`traps` find positions worth a thought,
:func:`strategy` the least one must know, and :func:`compare` what another rule changes.

=====================  ===========================================================
``players``            what a player is; random, perfect, minimax, share of wins
``asking``             asking players, and checking what they say
``arguments``          what callers of this package pass
``remembering``        what was found out once is not found out again
``matches``            many games between two players
``against_person``     one match of a person against a perfect opponent
``play_graph``         what two players can come to, by whose choices; its loops
``chances``            odds, on the graph of play
``responses``          the best response to a known opponent
``linear``             the equations of chances on loops
``auditing``           whether a player is perfect, and where it errs
``audit_report``       what an audit found out
``keeping_shares``     how much of value and outcome a policy keeps, by ply and remoteness
``survey``             what the positions of a game are like, all of them together
``puzzling``           puzzles: positions with one right move
``puzzle_search``      what makes a position a puzzle
``compiled_puzzles``   looking for puzzles among the cells of a compiled game
``trapping``           traps: drawn positions in which most moves lose
``exercises``          what books of puzzles and of traps have in common
``strategies``         how little one must know to play perfectly
``strategy_search``    what must be decided, and the smallest strategy
``comparing``          two sets of rules compared
``comparison_tables``  two tables laid side by side
``comparison_slots``   the same where both have the same slots
``comparison_tally``   how often which outcome meets which
``reports``            what all of these show in a notebook
``sheet``              boards with what is asked about them, to print
=====================  ===========================================================

Names are loaded when first used, as those of ``gamesolver`` are. No module bears the name of
what it exports: the module would take the place of the name.
"""

from __future__ import annotations

from gamesolver.lazy import names_of

__getattr__, __dir__, __all__ = names_of(__name__, __file__)
