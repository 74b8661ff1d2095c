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

from typing import TYPE_CHECKING

from gamesolver.errors import PlayerError
from gamesolver.lazy import lazy_names

if TYPE_CHECKING:
    from gamesolver.players.audit_report import Audit, Mistake, OwnPlay, PlayerFault, Stall, Tally
    from gamesolver.players.auditing import audit
    from gamesolver.players.chances import Odds, odds
    from gamesolver.players.comparing import Comparison, Difference, compare
    from gamesolver.players.matches import Match, match
    from gamesolver.players.players import (
        MinimaxPlayer,
        PerfectPlayer,
        Player,
        RandomPlayer,
        ShareOfWinsPlayer,
        SteadyPlayer,
    )
    from gamesolver.players.puzzle_search import Branch, Grade, Refutation
    from gamesolver.players.puzzling import Puzzle, Puzzles, puzzles
    from gamesolver.players.responses import BestResponse, best_response
    from gamesolver.players.strategies import Entry, Strategy, strategy
    from gamesolver.players.strategy_search import Choice
    from gamesolver.players.trapping import Trap, Traps, traps

_HOMES = {
    "audit_report": (
        "Audit",
        "Mistake",
        "OwnPlay",
        "PlayerFault",
        "Stall",
        "Tally",
    ),
    "auditing": ("audit",),
    "chances": (
        "Odds",
        "odds",
    ),
    "comparing": (
        "Comparison",
        "Difference",
        "compare",
    ),
    "matches": (
        "Match",
        "match",
    ),
    "players": (
        "MinimaxPlayer",
        "PerfectPlayer",
        "Player",
        "RandomPlayer",
        "ShareOfWinsPlayer",
        "SteadyPlayer",
    ),
    "puzzle_search": (
        "Branch",
        "Grade",
        "Refutation",
    ),
    "puzzling": (
        "Puzzle",
        "Puzzles",
        "puzzles",
    ),
    "responses": (
        "BestResponse",
        "best_response",
    ),
    "strategies": (
        "Entry",
        "Strategy",
        "strategy",
    ),
    "strategy_search": ("Choice",),
    "trapping": (
        "Trap",
        "Traps",
        "traps",
    ),
}

__all__ = [
    "Audit",
    "BestResponse",
    "Branch",
    "Choice",
    "Comparison",
    "Difference",
    "Entry",
    "Grade",
    "Match",
    "MinimaxPlayer",
    "Mistake",
    "Odds",
    "OwnPlay",
    "PerfectPlayer",
    "Player",
    "PlayerError",
    "PlayerFault",
    "Puzzle",
    "Puzzles",
    "RandomPlayer",
    "Refutation",
    "ShareOfWinsPlayer",
    "Stall",
    "SteadyPlayer",
    "Strategy",
    "Tally",
    "Trap",
    "Traps",
    "audit",
    "best_response",
    "compare",
    "match",
    "odds",
    "puzzles",
    "strategy",
    "traps",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES, __all__)
