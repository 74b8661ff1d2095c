"""Server of the Model Context Protocol with four tools: solve, probe, best moves, audit.

Each tool names its game as the command line does: a name of the library, or a prefix with what its
framework calls it, with parameters as options are typed. Files of Python are not loaded here, nor
any other file, because the client of a server need not be the person who started it.

A question has a number of seconds, in which its game is made and solved, and its positions are
read and replayed. All that happens in a process of its own (:mod:`~gamesolver.cli.tool_answers`).
That process looks at the clock while it solves. It is ended if its answer comes no sooner than a
second after that, and the next question begins another one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from inspect import signature
from threading import TIMEOUT_MAX, Lock
from typing import Any
from weakref import finalize

from gamesolver import __version__
from gamesolver.adapters.frameworks import framework
from gamesolver.cli.bots.host import BotProcess, ProcessEndedError
from gamesolver.cli.bots.printed import BotOutput
from gamesolver.cli.tool_answers import ANSWER, INVALID, REFUSED, Given
from gamesolver.errors import GameSolverError, InvalidArgumentError, listed
from gamesolver.texts import spelled

LEAST = "2.3"
SECONDS = 60.0
"""Default number of seconds for a question."""
GRACE = 1.0  # seconds in which the process may report itself that its time is over
LOADING = 60.0  # seconds in which it must have loaded the library
MOST = 1 << 28  # bytes of an answer
ANSWERING = "gamesolver.cli.tool_answers"


class Tools:
    """The four tools, whose process answers each question within the seconds given."""

    def __init__(
        self, memory: str | None = None, threads: int | None = None, seconds: float = SECONDS
    ) -> None:
        if not seconds > 0:
            raise InvalidArgumentError(f"bad --seconds {seconds}: expected more than 0")
        self._seconds = seconds
        self._settings = json.dumps({"memory": memory, "threads": threads, "seconds": seconds})
        self._turn = Lock()
        self._process: BotProcess | None = None
        self._ending: Callable[[], object] | None = None

    def solve(self, game: str, parameters: Given | None = None) -> dict[str, Any]:
        """Return who wins a game from its start, in how many plies, and a line of best moves.

        `game` is a name such as "tic-tac-toe" or "openspiel:nim(pile_sizes=1;2;3)"; `parameters`
        are those of the game by name, for instance {"width": 4} of "connect-four", and
        {"heaps": "1,2"} of "nim".
        """
        return self._request("solve", game=game, parameters=parameters)

    def probe(
        self, game: str, positions: list[str], parameters: Given | None = None
    ) -> dict[str, Any]:
        """Return the outcome of each position for the player to move; null if it is unknown."""
        return self._request("probe", game=game, positions=positions, parameters=parameters)

    def best_moves(
        self, game: str, position: str = "", parameters: Given | None = None
    ) -> dict[str, Any]:
        """Return all legal moves of a position, by default the start, best first, with outcomes."""
        return self._request("best_moves", game=game, position=position, parameters=parameters)

    def audit(
        self, game: str, choices: dict[str, str], parameters: Given | None = None
    ) -> dict[str, Any]:
        """Return how many of a player's choices preserve the value, and how many the outcome.

        `choices` has the text of a move for the text of each position of the audit.
        """
        return self._request("audit", game=game, choices=choices, parameters=parameters)

    def _request(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Return the answer of the process, which is ended if it takes too long."""
        game, question = spelled(arguments["game"]), json.dumps([tool, arguments]).encode()
        with self._turn:
            process = self._begun()
            try:
                return _read(process.answer(question, min(self._seconds + GRACE, TIMEOUT_MAX)))
            except TimeoutError:
                self._end()
                late = game if tool == "solve" else f"{tool} of {game}"
                raise GameSolverError(
                    f"{late} is not solved within {self._seconds:g} seconds: choose a smaller "
                    "game, or start the server with more --seconds"
                ) from None
            except ProcessEndedError as error:
                self._end()
                raise GameSolverError(f"{tool} of {game} failed: it {error}") from None

    def _begun(self) -> BotProcess:
        """Return the process, which has loaded the library."""
        if self._process is None:
            begun = BotProcess.begun(
                ANSWERING, "", self._settings.encode(), sys.maxsize, BotOutput("the server"), MOST
            )
            self._process, self._ending = begun, finalize(self, begun.end)
            try:
                begun.received(LOADING)
            except (TimeoutError, ProcessEndedError) as error:
                self._end()
                why = str(error) or f"does not begin within {LOADING:g} seconds"
                raise GameSolverError(f"the worker process {why}") from None
        return self._process

    def _end(self) -> None:
        if self._ending is not None:
            self._ending()
        self._process = self._ending = None


def _read(reply: list[str]) -> dict[str, Any]:
    """Return the answer in the reply of the process; raise the error in it."""
    match reply:
        case [kind, answer] if kind == ANSWER:
            read: dict[str, Any] = json.loads(answer)
            return read
        case [kind, of, message] if kind == REFUSED:
            raise InvalidArgumentError(message) if of == INVALID else GameSolverError(message)
    raise GameSolverError("the worker process sent an invalid reply")


def server(memory: str | None = None, threads: int | None = None, seconds: float = SECONDS) -> Any:
    """Return a server of the protocol with the four tools; the package ``mcp`` implements it."""
    mcp = framework("mcp.server", "mcp", "mcp", LEAST)
    tools = Tools(memory, threads, seconds)
    wrapped = {
        tool.__name__: tool for tool in (tools.solve, tools.probe, tools.best_moves, tools.audit)
    }

    class Served(mcp.MCPServer):  # type: ignore[misc, name-defined]  # found where it is installed
        """A server that refuses arguments of no tool, which the package leaves out."""

        async def call_tool(self, name: str, arguments: dict[str, Any], *more: Any) -> Any:
            if name in wrapped:
                _in_words(_require_known)(wrapped[name], arguments)
            return await super().call_tool(name, arguments, *more)

    served = Served(
        "gamesolver",
        version=__version__,
        instructions="Two-player games of perfect information, solved completely.",
        log_level="WARNING",
    )
    for name, tool in wrapped.items():
        served.tool(name=name, structured_output=False)(_in_words(tool))
    return served


def _require_known(tool: Callable[..., Any], arguments: Mapping[str, Any]) -> None:
    """Raise if an argument is not one of the tool's."""
    known = list(signature(tool).parameters)
    for name in arguments:
        if name not in known:
            raise InvalidArgumentError(
                f"{tool.__name__} has no argument {name}: expected {listed(known)}; parameters "
                f'of the game go into parameters, as in {{"parameters": {{"{name}": ...}}}}'
            )


def _in_words(tool: Callable[..., Any]) -> Callable[..., Any]:
    """Return the tool, whose errors are the one line of the library."""
    from functools import wraps

    from mcp.server.mcpserver.exceptions import ToolError

    @wraps(tool)
    def wrapped(*arguments: Any, **named: Any) -> Any:
        try:
            return tool(*arguments, **named)
        except GameSolverError as error:
            raise ToolError(str(error)) from error

    return wrapped
