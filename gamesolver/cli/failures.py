"""What went wrong, in one line, and the exit code that goes with it."""

from __future__ import annotations

import errno
import re
from difflib import get_close_matches
from typing import Any

import typer

from gamesolver.cli.endings import NO, STOPPED, WRONG
from gamesolver.errors import (
    Advice,
    FileError,
    GameContractError,
    GameSolverError,
    MemoryLimitError,
    PlayerError,
    VerificationError,
    listed,
)
from gamesolver.system.disk import is_full
from gamesolver.texts import clean, said_by, shorten

_USAGE: Any = typer.BadParameter.__base__
"""What typer raises for a wrong call: a class of click, or of the copy that typer brings."""

_OF_THE_MACHINE = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG, errno.EROFS)
LONGEST = 2000


def line_and_code(error: Exception) -> tuple[str, int]:
    """The message for people, in one line, and the exit code."""
    message, code = _message_and_code(error)
    return clean("; ".join(message.splitlines())), code


def _message_and_code(error: Exception) -> tuple[str, int]:
    if isinstance(error, _USAGE):
        return _of_usage(error), WRONG
    if isinstance(error, typer.Abort):
        return "stopped", STOPPED
    if isinstance(error, GameSolverError):
        return shorten(error.worded(_in_options), LONGEST), _code_of(error)
    if isinstance(error, OSError) and error.filename is None and _is_of_the_machine(error):
        return f"the answer cannot be written: {error.strerror}", STOPPED
    if isinstance(error, MemoryError):
        return "out of memory: give less work at a time, or --memory a limit", STOPPED
    return (
        f"{said_by(error)}; this is a fault of gamesolver, and --debug shows where it is"
    ), STOPPED


def _code_of(error: GameSolverError) -> int:
    if isinstance(error, VerificationError) or (isinstance(error, FileError) and error.is_wrong):
        return NO
    if isinstance(error, GameContractError | MemoryLimitError | PlayerError):
        return STOPPED
    if isinstance(error, FileError) and _is_of_the_machine(error.__cause__):
        return STOPPED
    return WRONG


def _is_of_the_machine(cause: BaseException | None) -> bool:
    return is_full(cause) or (isinstance(cause, OSError) and cause.errno in _OF_THE_MACHINE)


def _of_usage(error: Any) -> str:
    """Typer's message in our manner: lower case, no full stop, and what to do."""
    message = str(error.format_message()).strip().rstrip(".")
    sentence = message[:1].lower() + message[1:]
    sentence = _MEANT.sub("", sentence)
    if match := _UNKNOWN.search(sentence):
        sentence = f"no such {match[1]} {match[2]!r}"
        near = get_close_matches(match[2], _names(error, match[1]), n=1)
        sentence += f": did you mean {near[0]!r}?" if near else ""
    where = error.ctx.command_path if error.ctx is not None else "gamesolver"
    return f"{sentence}; {where} --help lists what there is"


_MEANT = re.compile(r"\.? (Did you mean .*|\(Possible options: .*\))$", re.DOTALL)
_UNKNOWN = re.compile(r"^no such (option|command):? '?([^' ]+)'?", re.IGNORECASE)


def _names(error: Any, kind: str) -> list[str]:
    """What could have been meant."""
    command = error.ctx.command
    if kind == "command":
        return list(command.list_commands(error.ctx))
    return [name for parameter in command.get_params(error.ctx) for name in parameter.opts]


def _in_options(advice: Advice) -> str:
    """The library's advice as one follows it here: arguments are options."""
    options = [_option(name, value) for name, value in advice.arguments.items()]
    return f"{_TOOLS.get(advice.tool, advice.tool) or listed(options)} {advice.does}"


def _option(name: str, value: str | bool | None) -> str:
    flag = name.replace("_", "-")
    if isinstance(value, bool):
        return f"--{flag}" if value else f"--no-{flag}"
    return _OPTIONS.get(name) or f"--{flag}" + (f" {value}" if value else "")


_OPTIONS = {
    "game": "--game file.py:MyGame",
    "folder": "--checkpoint FOLDER",
}
"""Options that say more than the name of an argument."""
_TOOLS = {
    "PerfectPlayer": "the player perfect",
    "gamesolver.web.serve": "gamesolver web",
    "prove": "gamesolver prove",
    "registered_games": "gamesolver games",
    "outcomes_by_remoteness": "--kind outcomes",
}
"""What does here what a function or a class does in Python."""
