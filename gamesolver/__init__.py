"""gamesolver: who wins, how fast, and which move keeps the win.

Write the rules of a two-player game once; ``solve`` finds the outcome of every
position, loops included.

>>> from gamesolver import solve
>>> from games import TicTacToe
>>> print(solve(TicTacToe()).outcome)
draw in 9

Names are loaded when first used, so that importing the package costs next to
nothing: numpy, numba and networkx come with the work that needs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamesolver.lazy import lazy_names

if TYPE_CHECKING:
    from gamesolver.answers import Board, How, MoveRow, Probes
    from gamesolver.arguments import NO_POSITION
    from gamesolver.check.check_game import ContractReport, check_game
    from gamesolver.errors import (
        Advice,
        ClosedError,
        Fault,
        FileError,
        GameContractError,
        GameSolverError,
        IllegalMoveError,
        InvalidArgumentError,
        LoopError,
        MemoryLimitError,
        PlayerError,
        PositionTextError,
        SizeLimitError,
        UnknownGameError,
        UnknownPositionError,
        VerificationError,
    )
    from gamesolver.files.values import ValueProbes, Values, load_values
    from gamesolver.forecast.estimates import Estimate, Range
    from gamesolver.forecast.estimating import estimate
    from gamesolver.graph.exploring import explore
    from gamesolver.graph.graph import GameGraph
    from gamesolver.loading import load
    from gamesolver.rules.compiled import CompiledGame, CompiledRules
    from gamesolver.rules.game import Game
    from gamesolver.rules.notes import Note
    from gamesolver.rules.registry import find_game, registered_games
    from gamesolver.show.grid import grid_svg
    from gamesolver.solution import Solution
    from gamesolver.solving import solve
    from gamesolver.system.progress import Progress
    from gamesolver.tables.labels import Round
    from gamesolver.value import Outcome, Value
    from gamesolver.verify.certificate import VerificationReport

__version__ = "0.1.0"

_HOMES = {
    "answers": (
        "Board",
        "How",
        "MoveRow",
        "Probes",
    ),
    "arguments": ("NO_POSITION",),
    "check.check_game": (
        "ContractReport",
        "check_game",
    ),
    "errors": (
        "Advice",
        "ClosedError",
        "Fault",
        "FileError",
        "GameContractError",
        "GameSolverError",
        "IllegalMoveError",
        "InvalidArgumentError",
        "LoopError",
        "MemoryLimitError",
        "PlayerError",
        "PositionTextError",
        "SizeLimitError",
        "UnknownGameError",
        "UnknownPositionError",
        "VerificationError",
    ),
    "files.values": (
        "ValueProbes",
        "Values",
        "load_values",
    ),
    "forecast.estimates": (
        "Estimate",
        "Range",
    ),
    "forecast.estimating": ("estimate",),
    "graph.exploring": ("explore",),
    "graph.graph": ("GameGraph",),
    "loading": ("load",),
    "rules.compiled": (
        "CompiledGame",
        "CompiledRules",
    ),
    "rules.game": ("Game",),
    "rules.notes": ("Note",),
    "rules.registry": (
        "find_game",
        "registered_games",
    ),
    "show.grid": ("grid_svg",),
    "solution": ("Solution",),
    "solving": ("solve",),
    "system.progress": ("Progress",),
    "tables.labels": ("Round",),
    "value": (
        "Outcome",
        "Value",
    ),
    "verify.certificate": ("VerificationReport",),
}

__all__ = [
    "NO_POSITION",
    "Advice",
    "Board",
    "ClosedError",
    "CompiledGame",
    "CompiledRules",
    "ContractReport",
    "Estimate",
    "Fault",
    "FileError",
    "Game",
    "GameContractError",
    "GameGraph",
    "GameSolverError",
    "How",
    "IllegalMoveError",
    "InvalidArgumentError",
    "LoopError",
    "MemoryLimitError",
    "MoveRow",
    "Note",
    "Outcome",
    "PlayerError",
    "PositionTextError",
    "Probes",
    "Progress",
    "Range",
    "Round",
    "SizeLimitError",
    "Solution",
    "UnknownGameError",
    "UnknownPositionError",
    "Value",
    "ValueProbes",
    "Values",
    "VerificationError",
    "VerificationReport",
    "check_game",
    "estimate",
    "explore",
    "find_game",
    "grid_svg",
    "load",
    "load_values",
    "registered_games",
    "solve",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES, __all__)
