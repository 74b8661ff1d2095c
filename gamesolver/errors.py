"""Errors of the library: one family, whose members are also builtin errors.

A message states the problem, the value, the place and what to do, in lower case and without a full
stop. Objects that it mentions are attributes of the exception, so a program need not parse the
text. An :class:`Advice` is stored apart from the message. Each interface words it for its user:
Python by arguments, the command line by options, and a page only what its reader can do. A fault
in an author's code is reported as :class:`GameContractError`, with its own traceback as the cause.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import wraps
from typing import Any, ClassVar, Self, TypeVar

import attrs


@attrs.frozen
class Advice:
    """Advice: arguments to pass, or another tool to use, and its effect.

    Each interface words it for its user. ``str`` is the form for Python.

    >>> print(Advice("makes it smaller", {"plies": None, "moves": "best"}))
    plies=... or moves="best" makes it smaller
    >>> print(Advice("solves it", {"start": None}, call="solve(game, {})"))
    solve(game, start=...) solves it
    >>> print(Advice("shows it", tool="gamesolver.web.serve"))
    gamesolver.web.serve shows it
    """

    does: str
    arguments: Mapping[str, str | bool | None] = attrs.field(factory=dict)
    """By name, each with the value to give, or ``None`` if the caller chooses it."""
    call: str = "{}"
    """Call that takes the arguments, if not the function that was called."""
    tool: str = ""
    """Name of another tool to use."""

    def __str__(self) -> str:
        passed = [f"{name}={_written(value)}" for name, value in self.arguments.items()]
        return f"{self.tool or self.call.format(listed(passed))} {self.does}"


def _written(value: str | bool | None) -> str:
    if value is None:
        return "..."
    return repr(value) if isinstance(value, bool) else f'"{value}"'


FEW = 2
"""Pieces of advice that stand on the line of the message."""

MORE = Advice("allows more", {"limit": None})
"""Advice for an exceeded ``limit``."""


def listed(texts: Sequence[str]) -> str:
    """One, or another.

    >>> listed(["a", "b", "c"]), listed(["a"])
    ('a, b or c', 'a')
    """
    return " or ".join(filter(None, [", ".join(texts[:-1]), *texts[-1:]]))


class GameSolverError(Exception):
    """Base class of the errors: ``except GameSolverError`` catches all that this library raises.

    ``message`` describes the problem, and ``advice`` the remedies. The text has both.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> try:
    ...     solve(Nim(), method="magic")
    ... except GameSolverError as error:
    ...     print(error)
    unknown method 'magic': expected "auto", "retrograde" or "minimax"
    """

    advice: tuple[Advice, ...] = ()

    def advised(self, *advice: Advice) -> Self:
        """Set the ``advice`` of the error, and return it."""
        self.advice = advice
        return self

    @property
    def message(self) -> str:
        """Message without the advice."""
        return str(self.args[0]) if self.args else ""

    def worded(self, word: Callable[[Advice], str]) -> str:
        """Return the message and the advice, each piece made a text by ``word``.

        Three pieces or more stand on lines of their own.
        """
        advice = list(map(word, self.advice))
        if len(advice) > FEW:
            return "\n  ".join([self.message, *advice])
        return "; ".join(filter(None, [self.message, ", ".join(advice)]))

    def __str__(self) -> str:  # a KeyError would show its message in quotes
        return self.worded(str)

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel between processes with all they carry: words, then attributes in order."""
        excluded = ("__notes__", "advice")
        carried = [value for name, value in self.__dict__.items() if name not in excluded]
        return type(self), (*self.args, *carried), self.__dict__


class InvalidArgumentError(GameSolverError, ValueError):
    """An argument that cannot be used.

    >>> issubclass(InvalidArgumentError, ValueError)
    True
    """


@attrs.frozen
class Violation:
    """Violation of a law: its name, a message, and the first position that shows it, if any.

    >>> Violation("seats", "seats is 'xo': expected a tuple of two texts")
    Violation(law='seats', message="seats is 'xo': expected a tuple of two texts", position=None)
    """

    law: str
    message: str
    position: object = None


class GameContractError(GameSolverError, ValueError):
    """Error for a game that violates the game contract. ``faults`` lists the violations.

    Each is a :class:`Violation`, with the law by its name among those of ``check_game``.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> class Stuck(Nim):
    ...     def terminal_value(self, position):
    ...         return None
    >>> try:
    ...     solve(Stuck(heaps=(1, 2)))
    ... except GameContractError as error:
    ...     [(fault.law, fault.position) for fault in error.faults]
    [('stuck', (0, 0))]
    """

    names_line: ClassVar[bool] = False
    """True for errors that name the line of the author, so that no frame of the library helps."""

    def __init__(self, message: str, faults: Sequence[Violation] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


CallT = TypeVar("CallT", bound=Callable[..., Any])


def brief(function: CallT) -> CallT:
    """Return a function whose errors in an author's rules have no frames of the library.

    Such an error names the author's line. The frames between the call and that line would hide it.
    """

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except GameContractError as error:
            if not error.names_line:
                raise
            cause = error.__cause__
            while isinstance(cause, GameContractError) and cause.names_line:
                cause = cause.__cause__  # the same error, before it was passed on
            raise error.with_traceback(None) from cause

    return call  # type: ignore[return-value]  # the types of arguments and result are unchanged


class IllegalMoveError(GameSolverError, ValueError):
    """Error for an illegal ``move``, with its ``position`` and the ``legal_moves``.

    >>> from games import TicTacToe
    >>> game = TicTacToe()
    >>> position = game.parse("xo.......")
    >>> try:
    ...     game.play(position, 1)
    ... except IllegalMoveError as error:
    ...     print(error)
    illegal move 1 in position 'xo.......': legal moves are 2, 3, 4, 5, 6, 7, 8
    """

    def __init__(self, message: str, move: Any, position: Any, legal_moves: Sequence[Any]) -> None:
        super().__init__(message)
        self.move = move
        self.position = position
        self.legal_moves = tuple(legal_moves)


class PositionTextError(GameSolverError, ValueError):
    """Error for a ``text`` that is not a position. ``expected`` describes a valid one.

    ``problem`` is the fault of the text, empty if it is not known.

    >>> from games import TicTacToe
    >>> try:
    ...     TicTacToe().parse("xoxo")
    ... except PositionTextError as error:
    ...     print(str(error).split(":")[0])
    no position of TicTacToe() in 'xoxo'
    """

    def __init__(self, message: str, text: Any, expected: str = "", problem: str = "") -> None:
        super().__init__(message)
        self.text = text
        self.expected = expected
        self.problem = problem


class UnknownPositionError(GameSolverError, KeyError):
    """Error for a ``position`` that the solution does not contain.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> try:
    ...     solve(Nim(heaps=(1, 2)))[9, 9]
    ... except UnknownPositionError as error:
    ...     print(error)
    unknown position (9, 9): not reachable from the start of Nim(heaps=(1, 2)); \
solve(game, start=...) solves it
    """

    def __init__(self, message: str, position: Any) -> None:
        super().__init__(message)
        self.position = position


class CycleError(GameSolverError, ValueError):
    """Error for a cycle where none is allowed. ``cycle`` lists its positions.

    >>> issubclass(CycleError, ValueError)
    True
    """

    def __init__(self, message: str, cycle: Sequence[Hashable]) -> None:
        super().__init__(message)
        self.cycle = tuple(cycle)


class MemoryLimitError(GameSolverError, MemoryError):
    """Error for an exceeded memory limit. ``limit`` and ``needed`` are bytes.

    >>> issubclass(MemoryLimitError, MemoryError)
    True
    """

    def __init__(self, message: str, limit: int, needed: int) -> None:
        super().__init__(message)
        self.limit = limit
        self.needed = needed


class SizeLimitError(GameSolverError, ValueError):
    """Error for a graph or a data frame that exceeds its ``limit``.

    >>> issubclass(SizeLimitError, ValueError)
    True
    """

    def __init__(self, message: str, limit: int) -> None:
        super().__init__(message)
        self.limit = limit


class VerificationError(GameSolverError, ValueError):
    """Error for a wrong solution, with ``position``, ``stored`` and ``expected``.

    >>> issubclass(VerificationError, ValueError)
    True
    """

    def __init__(self, message: str, position: Any, stored: Any, expected: Any) -> None:
        super().__init__(message)
        self.position = position
        self.stored = stored
        self.expected = expected


class NotProvedError(GameSolverError, ValueError):
    """Error for a query that a proof has not resolved yet, with its ``position``.

    >>> from games import TicTacToe
    >>> from gamesolver import prove
    >>> try:
    ...     prove(TicTacToe(), seconds=0).best_move()
    ... except NotProvedError as error:
    ...     print(error)
    no best move is proved in position '.........': the time limit was reached; \
call again to resume
    """

    def __init__(self, message: str, position: Any) -> None:
        super().__init__(message)
        self.position = position


class UnknownGameError(GameSolverError, KeyError):
    """Error for a ``name`` that is not a registered game.

    >>> from gamesolver import find_game
    >>> try:
    ...     find_game("nimm")
    ... except UnknownGameError as error:
    ...     print(str(error).split(";")[0])
    unknown game 'nimm': did you mean 'nim'?
    """

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message)
        self.name = name


class PlayerError(GameSolverError, ValueError):
    """Error for an invalid action of a ``player``, with its ``kind`` and ``position``.

    The kinds are ``"illegal move"``, ``"raises"``, ``"hangs"``, ``"changes its mind"``,
    ``"distinguishes symmetric positions"`` and, for a bot that was given up, ``"not called"``.

    >>> from games import TicTacToe
    >>> from gamesolver.players import odds
    >>> def stubborn(position):
    ...     return 4
    >>> try:
    ...     odds(TicTacToe(), stubborn, stubborn)
    ... except PlayerError as error:
    ...     print(error)
    stubborn returned 4 in position '....x....': legal moves are 0, 1, 2, 3, 5, 6, 7, 8
    """

    def __init__(self, message: str, kind: str, position: Any, player: Any) -> None:
        super().__init__(message)
        self.kind = kind
        self.position = position
        self.player = player


class FileError(GameSolverError, OSError):
    """Error for a file that cannot be read or written, or has the wrong content, with its ``path``.

    ``is_wrong`` if it is broken, or was saved under other rules: then solve the game again.

    >>> from gamesolver import load
    >>> try:
    ...     load("nowhere.solution")
    ... except FileError as error:
    ...     print(error)
    cannot read nowhere.solution: No such file or directory
    """

    def __init__(self, message: str, path: str, is_wrong: bool = False) -> None:
        super().__init__(message)
        self.path = path
        self.is_wrong = is_wrong


class ClosedError(FileError):
    """Error for a query of a closed solution. ``path`` is its file, empty if it had none.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> with solve(Nim()) as solution:
    ...     pass
    >>> try:
    ...     solution.outcome
    ... except ClosedError as error:
    ...     print(error)
    the solution of Nim() is closed: solve it again
    """
