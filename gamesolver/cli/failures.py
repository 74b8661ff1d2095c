"""Message and exit code for each error of a call."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

import click

from gamesolver.cli.endings import INTERRUPTED, NO, STOPPED, WRONG
from gamesolver.cli.words import command_in
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
from gamesolver.game_options import OF_THE_GAME
from gamesolver.system.disk import is_full
from gamesolver.texts import clean, error_text, shorten

_OF_THE_MACHINE = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG, errno.EROFS)
LONGEST = 2000


def line_and_code(error: Exception, words: Sequence[str] = ()) -> tuple[str, int]:
    """Return the message for the user and the exit code; ``words`` are those typed.

    The message is one line, with each piece of a longer list of advice on a line below it.
    """
    message, code = _message_and_code(error, words)
    first, *others = message.splitlines() or [""]
    below = [f"\n{each}" if each.startswith("  ") else f"; {each}" for each in others]
    return clean("".join([first, *below])), code


def _message_and_code(error: Exception, words: Sequence[str]) -> tuple[str, int]:
    if isinstance(error, click.UsageError):
        return _of_usage(error, words), WRONG
    if isinstance(error, click.Abort):
        return "stopped", INTERRUPTED
    if isinstance(error, GameSolverError):
        return shorten(error.worded(_in_options), LONGEST), _code_of(error)
    if isinstance(error, OSError) and error.filename is None and _is_of_the_machine(error):
        return f"the answer cannot be written: {error.strerror}", STOPPED
    if isinstance(error, MemoryError):
        return "out of memory: give less work at a time, or --memory a limit", STOPPED
    return (
        f"{error_text(error)}; this is a fault of gamesolver, and --debug shows where it is"
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


def _of_usage(error: Any, words: Sequence[str]) -> str:
    """Return click's message in the style of the library: lower case, no full stop, with advice."""
    message = str(error.format_message()).strip().rstrip(".")
    sentence = message[:1].lower() + message[1:]
    sentence = _MEANT.sub("", sentence)
    if match := _UNKNOWN.search(sentence):
        wrong = _unknown(error, match[2], words) if match[1] == "option" else [match[2]]
        sentence = "; ".join(_not_there(error, match[1], each) for each in wrong)
    return f"{sentence}; {_program(error, words)} --help lists all"


def _program(error: Any, words: Sequence[str]) -> str:
    """Return the called command, which click knows once it has read all words."""
    if error.ctx is not None:
        return str(error.ctx.command_path)
    command, _ = command_in(words)
    return f"gamesolver {command}" if command else "gamesolver"


_MEANT = re.compile(r"\.? (Did you mean .*|\(Possible options: .*\))$", re.DOTALL)
_UNKNOWN = re.compile(r"^no such (option|command):? '?([^' ]+)'?", re.IGNORECASE)


def _unknown(error: Any, first: str, words: Sequence[str]) -> list[str]:
    """Return all unknown options, the first one found first."""
    known = {
        name
        for parameter in error.ctx.command.get_params(error.ctx)
        for name in (*parameter.opts, *parameter.secondary_opts)
    }
    words = words[: words.index("--")] if "--" in words else words
    typed = [word.partition("=")[0] for word in words if word.startswith("--")]
    return list(dict.fromkeys([first, *(name for name in typed if name not in known)]))


def _not_there(error: Any, kind: str, name: str) -> str:
    """Return the message that there is no such option or command, with a suggestion."""
    likely = _likely_options if kind == "option" else _likely_commands
    near = likely(error.ctx, name)
    return f"no such {kind} {name!r}" + (f": did you mean {near[0]!r}?" if near else "")


def _likely_commands(context: Any, name: str) -> list[str]:
    return get_close_matches(name, list(context.command.list_commands(context)), n=1)


def _likely_options(context: Any, name: str) -> list[str]:
    """Return an option of similar spelling or meaning, the game's own options first."""
    options = [each for each in context.command.get_params(context) if each.opts[0][:2] == "--"]
    known = {each.opts[0] for each in options}
    if meant := [each for each in _MEANT_BY.get(name, ()) if each in known]:
        return meant
    own = [each for each in options if each.name.startswith(OF_THE_GAME)]
    return (
        get_close_matches(name, _spelled(own), n=1, cutoff=_NEARLY_SO)
        or _spelled(_meaning(name, own))
        or get_close_matches(name, _spelled(options), n=1, cutoff=_NEARLY_SO)
        or _spelled(_meaning(name, options))
        or get_close_matches(name, _spelled(options), n=1)
    )


def _meaning(name: str, options: Iterable[Any]) -> list[Any]:
    """Return the options whose help contains the word."""
    word = name.strip("-")
    return [each for each in options if word in _WORD.findall((each.help or "").lower())]


def _spelled(options: Iterable[Any]) -> list[str]:
    return [name for each in options for name in each.opts]


_MEANT_BY = {
    "--folder": ("--checkpoint", "--scratch"),
    "--output": ("--save",),
    "--out": ("--save",),
    "--most": ("--limit",),
    "--max": ("--limit",),
    "--cap": ("--limit",),
    "--anyway": ("--force",),
}
"""Options that users may expect under other names."""
_NEARLY_SO = 0.75
"""Least similarity, from 0 to 1, of an option that is preferred to one with the word in its help.
"""
_WORD = re.compile(r"\w+")


def _in_options(advice: Advice) -> str:
    """Return the library's advice for the command line: arguments become options."""
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
    "most": "--limit",
    "cap": "--limit",
    "tables": "--table TABLE",
}
"""Options that differ from the name of an argument."""
_TOOLS = {
    "PerfectPlayer": "the player perfect",
    "gamesolver.load": "gamesolver show FILE",
    "load(path, folder=...)": "gamesolver verify FILE --scratch FOLDER",
    "gamesolver.load_proof": "gamesolver prove FILE",
    "gamesolver.load_values": "gamesolver.load_values in Python",
    "gamesolver.web.serve": "gamesolver web",
    "prove": "gamesolver prove",
    "prove(game)": "gamesolver prove",
    "check_game(game)": "gamesolver check",
    "registered_games": "gamesolver games",
    "outcomes_by_remoteness": "--kind outcomes",
}
"""Command-line equivalents of functions and classes in Python."""
