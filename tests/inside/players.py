"""Players from inside: their equations, what they keep, and limits that tests lower."""

from gamesolver.players import auditing, chances, compiled_puzzles, linear, responses
from gamesolver.players import players as players_module
from gamesolver.players.against_person import PersonMatch
from gamesolver.players.comparison_slots import same_slots
from gamesolver.players.linear import (
    RESIDUAL,
    Equations,
    solve_by_reduction,
    solve_exactly,
    solve_in_floats,
)
from gamesolver.players.players import rows_kept
