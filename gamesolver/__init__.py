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
    from gamesolver.answers import How, MoveRow, Probes
    from gamesolver.boards import Board
    from gamesolver.compiled import NO_POSITION, CompiledGame, CompiledRules
    from gamesolver.contract import ContractReport, check_game
    from gamesolver.errors import (
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
    from gamesolver.estimates import Estimate, Range
    from gamesolver.estimating import estimate
    from gamesolver.exploring import explore
    from gamesolver.exports.load_values import ValueProbes, Values, load_values
    from gamesolver.files.loading import load
    from gamesolver.game import Game
    from gamesolver.graph import GameGraph
    from gamesolver.labels import Round
    from gamesolver.notes import Note
    from gamesolver.pictures import grid_svg
    from gamesolver.progress import Progress
    from gamesolver.registry import find_game, registered_games
    from gamesolver.solution import Solution
    from gamesolver.solving import solve
    from gamesolver.value import Outcome, Value
    from gamesolver.verifying import VerificationReport

__version__ = "0.1.0"

_HOMES = {
    "answers": ("How", "MoveRow", "Probes"),
    "boards": ("Board",),
    "compiled": ("NO_POSITION", "CompiledGame", "CompiledRules"),
    "contract": ("ContractReport", "check_game"),
    "errors": (
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
    "estimates": ("Estimate", "Range"),
    "estimating": ("estimate",),
    "exploring": ("explore",),
    "exports.load_values": ("ValueProbes", "Values", "load_values"),
    "files.loading": ("load",),
    "game": ("Game",),
    "graph": ("GameGraph",),
    "labels": ("Round",),
    "notes": ("Note",),
    "pictures": ("grid_svg",),
    "progress": ("Progress",),
    "registry": ("find_game", "registered_games"),
    "solution": ("Solution",),
    "solving": ("solve",),
    "value": ("Outcome", "Value"),
    "verifying": ("VerificationReport",),
}

__all__ = [
    "NO_POSITION",
    "Board",
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
