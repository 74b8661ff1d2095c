"""The public names: each is loaded from its home when it is first used."""

from gamesolver.answers import Board as Board
from gamesolver.answers import MoveRow as MoveRow
from gamesolver.answers import Probes as Probes
from gamesolver.arguments import NO_POSITION as NO_POSITION
from gamesolver.check.check_game import ContractReport as ContractReport
from gamesolver.check.check_game import check_game as check_game
from gamesolver.errors import Fault as Fault
from gamesolver.errors import FileError as FileError
from gamesolver.errors import GameContractError as GameContractError
from gamesolver.errors import GameSolverError as GameSolverError
from gamesolver.errors import IllegalMoveError as IllegalMoveError
from gamesolver.errors import InvalidArgumentError as InvalidArgumentError
from gamesolver.errors import LoopError as LoopError
from gamesolver.errors import MemoryLimitError as MemoryLimitError
from gamesolver.errors import PlayerError as PlayerError
from gamesolver.errors import PositionTextError as PositionTextError
from gamesolver.errors import SizeLimitError as SizeLimitError
from gamesolver.errors import UnknownGameError as UnknownGameError
from gamesolver.errors import UnknownPositionError as UnknownPositionError
from gamesolver.errors import VerificationError as VerificationError
from gamesolver.files.values import ValueProbes as ValueProbes
from gamesolver.files.values import Values as Values
from gamesolver.files.values import load_values as load_values
from gamesolver.forecast.estimates import Estimate as Estimate
from gamesolver.forecast.estimates import Range as Range
from gamesolver.forecast.estimating import estimate as estimate
from gamesolver.graph.exploring import explore as explore
from gamesolver.graph.graph import GameGraph as GameGraph
from gamesolver.loading import load as load
from gamesolver.rules.compiled import CompiledGame as CompiledGame
from gamesolver.rules.compiled import CompiledRules as CompiledRules
from gamesolver.rules.game import Game as Game
from gamesolver.rules.notes import Note as Note
from gamesolver.rules.registry import find_game as find_game
from gamesolver.rules.registry import registered_games as registered_games
from gamesolver.show.grid import grid_svg as grid_svg
from gamesolver.solution import Solution as Solution
from gamesolver.solving import solve as solve
from gamesolver.system.progress import Progress as Progress
from gamesolver.tables.labels import How as How
from gamesolver.tables.labels import Round as Round
from gamesolver.value import Outcome as Outcome
from gamesolver.value import Value as Value
from gamesolver.verify.certificate import VerificationReport as VerificationReport

__version__: str
