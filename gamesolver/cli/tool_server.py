"""What programs ask by the Model Context Protocol: solve, probe, best moves, audit.

Each tool names its game as the command line does: a name on the shelf, or a prefix with what its
framework calls it, with parameters as options are typed. Files of Python are not loaded here, nor
any other file: whoever speaks to a server need not be whoever started it. A few solutions are kept,
so that one question after another about the same game is answered at once.

A game is solved for so many seconds at most. The clock is looked at whenever the work reports how
far it has come, which is a few times a second once positions are found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from inspect import signature
from typing import Any

from gamesolver import __version__
from gamesolver.adapters.frameworks import framework
from gamesolver.adapters.prefixes import adapter_named
from gamesolver.cli.game_options import options_of
from gamesolver.cli.subjects import Subject, find_class, parsed
from gamesolver.errors import GameSolverError, InvalidArgumentError, listed
from gamesolver.players import keeping
from gamesolver.rules.known_sizes import require_feasible
from gamesolver.rules.registry import registered_games
from gamesolver.shapes import game_shape, move_shape, outcome_shape
from gamesolver.solution import Solution
from gamesolver.system.progress import Progress, Stopwatch
from gamesolver.texts import spelled, written

LEAST = "2.3"
SOLUTIONS_KEPT = 4
SECONDS = 60.0
"""That a game may take unless the server is told otherwise."""
MOST_POSITIONS = 10_000
"""In one question."""

Given = dict[str, str | bool | int]
"""The parameters of a game by name."""


class Tools:
    """The four questions, about games that are solved when first asked for."""

    def __init__(
        self, memory: str | None = None, threads: int | None = None, seconds: float = SECONDS
    ) -> None:
        if not seconds > 0:
            raise InvalidArgumentError(f"bad --seconds {seconds}: expected more than 0")
        self._memory = memory
        self._threads = threads
        self._seconds = seconds
        self._solved = lru_cache(maxsize=SOLUTIONS_KEPT)(self._solve)

    def solve(self, game: str, parameters: Given | None = None) -> dict[str, Any]:
        """Who wins a game from its start, in how many plies, by which line of best moves.

        `game` is a name such as "tic-tac-toe" or "openspiel:nim(pile_sizes=1;2;3)"; `parameters`
        are those of the game by name, for instance {"width": 4} of "connect-four", and
        {"heaps": "1,2"} of "nim".
        """
        solution = self._solution(game, parameters)
        rules = solution._rules
        return {
            "game": game_shape(solution.game),
            "outcome": outcome_shape(solution.outcome),
            "start": rules.format(solution.start),
            "line": [rules.format_move(row.move) for row in solution.mainline()],
            "positions": len(solution),
        }

    def probe(
        self, game: str, positions: list[str], parameters: Given | None = None
    ) -> dict[str, Any]:
        """The outcome of each position, for the player to move there; null where it is unknown."""
        solution = self._solution(game, parameters)
        read = [self._position(solution, text) for text in self._few(positions)]
        outcomes = map(solution.get, read)
        return {
            "positions": [
                {"position": text, "outcome": None if known is None else outcome_shape(known)}
                for text, known in zip(positions, outcomes, strict=True)
            ]
        }

    def best_moves(
        self, game: str, position: str = "", parameters: Given | None = None
    ) -> dict[str, Any]:
        """All legal moves of a position (by default the start), best first, with their outcomes."""
        solution = self._solution(game, parameters)
        here = self._position(solution, position) if position else solution.start
        rules = solution._rules
        return {
            "position": rules.format(here),
            "board": rules.render(here),
            "outcome": outcome_shape(solution[here]),
            "moves": [move_shape(rules, row) for row in solution.moves(here)],
        }

    def audit(
        self, game: str, choices: dict[str, str], parameters: Given | None = None
    ) -> dict[str, Any]:
        """How many of a player's choices keep the value, and how many the outcome.

        `choices` has the text of a move for the text of each position the player was asked about.
        """
        solution = self._solution(game, parameters)
        said = {self._position(solution, text): move for text, move in self._few(choices).items()}
        moves = {here: solution.game.parse_move(here, move) for here, move in said.items()}
        found = keeping(moves.__getitem__, solution, positions=moves)
        wrong = [here for here, move in moves.items() if move not in solution.best_moves(here)]
        rules = solution._rules
        return {
            "by_value": {"right": int(found.value.kept), "asked": found.value.asked},
            "by_outcome": {"right": int(found.outcome.kept), "asked": found.outcome.asked},
            "not_best": [
                {
                    "position": rules.format(here),
                    "chosen": said[here],
                    "best": [rules.format_move(move) for move in solution.best_moves(here)],
                }
                for here in wrong
            ],
        }

    def _solution(self, game: str, parameters: Given | None) -> Solution[Any, Any]:
        given = (parameters or {}).items()
        typed = {name: each if isinstance(each, bool) else _typed(each) for name, each in given}
        return self._solved(game, tuple(sorted(typed.items())))

    def _solve(self, game: str, given: tuple[tuple[str, Any], ...]) -> Solution[Any, Any]:
        if adapter_named(game) is None and game not in registered_games():
            raise InvalidArgumentError(
                f"unknown game {spelled(game)}: expected a name on the shelf, or a prefix such as "
                "openspiel: and what the framework calls it"
            )
        known = _parameters_of(game)
        typed = {name.replace("-", "_"): value for name, value in given}
        for name, _ in given:
            if name.replace("-", "_") not in known:
                expected = f"expected {listed(known)}" if known else "it takes none"
                raise InvalidArgumentError(f"{game} has no parameter {name}: {expected}")
        subject = Subject(game, typed=typed)
        made = subject.game()
        require_feasible(made, self._memory, ways=())
        from gamesolver.solving import solve

        watch = Stopwatch(self._seconds)

        def look(progress: Progress) -> None:
            if watch.is_over:
                raise GameSolverError(
                    f"{made!r} is not solved within {watch.seconds:g} seconds: ask about a smaller "
                    "one, or start the server with more --seconds"
                )

        return solve(made, memory=self._memory, threads=self._threads, progress=look)

    def _position(self, solution: Solution[Any, Any], text: str) -> Any:
        return parsed(solution.game, text)

    def _few(self, asked: Any) -> Any:
        if len(asked) > MOST_POSITIONS:
            raise InvalidArgumentError(
                f"{len(asked)} positions in one question: expected {MOST_POSITIONS} at most"
            )
        return asked


def _typed(value: str | int) -> str:
    """What somebody would type: JSON has numbers, and the options of a game are texts."""
    return value if isinstance(value, str) else written(value)


def _parameters_of(game: str) -> list[str]:
    """The parameters that its name does not say already."""
    adapted = adapter_named(game)
    said = () if adapted is None else adapted.parameters
    return [option.name for option in options_of(find_class(game)) if option.name not in said]


def server(memory: str | None = None, threads: int | None = None, seconds: float = SECONDS) -> Any:
    """A server of the protocol with the four tools; the package ``mcp`` speaks it."""
    mcp = framework("mcp.server", "mcp", "mcp", LEAST)
    tools = Tools(memory, threads, seconds)
    asked = {
        tool.__name__: tool for tool in (tools.solve, tools.probe, tools.best_moves, tools.audit)
    }

    class Served(mcp.MCPServer):  # type: ignore[misc, name-defined]  # found where it is installed
        """A server that refuses what no tool asks for, where the package leaves it out."""

        async def call_tool(self, name: str, arguments: dict[str, Any], *more: Any) -> Any:
            if name in asked:
                _in_words(_require_known)(asked[name], arguments)
            return await super().call_tool(name, arguments, *more)

    served = Served(
        "gamesolver",
        version=__version__,
        instructions="Two-player games of perfect information, solved completely.",
        log_level="WARNING",
    )
    for name, tool in asked.items():
        served.tool(name=name, structured_output=False)(_in_words(tool))
    return served


def _require_known(tool: Callable[..., Any], arguments: Mapping[str, Any]) -> None:
    """Raise where an argument is none of the tool's, which would be left out without a word."""
    known = list(signature(tool).parameters)
    for name in arguments:
        if name not in known:
            raise InvalidArgumentError(
                f"{tool.__name__} has no argument {name}: expected {listed(known)}; what a game is "
                f'made with goes into parameters, as in {{"parameters": {{"{name}": ...}}}}'
            )


def _in_words(tool: Callable[..., Any]) -> Callable[..., Any]:
    """The tool, whose errors are the library's one line."""
    from functools import wraps

    from mcp.server.mcpserver.exceptions import ToolError

    @wraps(tool)
    def asked(*arguments: Any, **named: Any) -> Any:
        try:
            return tool(*arguments, **named)
        except GameSolverError as error:
            raise ToolError(str(error)) from error

    return asked
