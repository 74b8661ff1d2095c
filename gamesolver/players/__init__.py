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

Names are loaded when first used, as those of ``gamesolver`` are. No module bears the name of
what it exports: the module would take the place of the name.
"""

from __future__ import annotations

from gamesolver.lazy import names_of

__getattr__, __dir__, __all__ = names_of(__name__, __file__)
