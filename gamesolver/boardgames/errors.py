"""Errors in the rules of a board game, in the author's words, with the file, line and column."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from linecache import getline
from types import CodeType

from gamesolver.errors import GameContractError, Violation

IF_STUCK = "set stuck in the class (LOSS, DRAW, WIN, or a score), or return a result for it"
"""What an author writes for a position without actions."""
NAMES_PLAYER_BY = "set turn = True in the class"
"""What an author does so that positions name the player to move."""


NO_YIELD = "actions yields nothing. Write 'yield at.put(...)' or alike."


class RulesError(GameContractError):
    """Error for rules that cannot be used, with the ``file``, ``line`` and ``column`` at fault."""

    names_line = True

    def __init__(
        self,
        message: str,
        faults: Iterable[Violation] = (),
        file: str = "",
        line: int = 0,
        column: int = 0,
    ) -> None:
        super().__init__(message, tuple(faults))
        self.file = file
        self.line = line
        self.column = column


class ActionError(Exception):
    """Error for an action that the position does not allow, such as a man on a taken place."""


class UnknownPartError(ActionError, AttributeError):
    """Error for a part of a position, or a verb, that does not exist."""


def rules_error(
    complaint: str,
    file: str = "",
    line: int = 0,
    column: int = 0,
    marked: str = "",
    position: str = "",
) -> RulesError:
    """Return the error for a complaint, with the line of the file and a caret below it.

    ``marked`` is the line as the file has it, with the part at fault between two NUL characters.
    ``position`` is the text of the position in which the line was run.
    """
    message = complaint
    if file:
        before, part, after = marked.split("\0")
        text = f"{before}{part}{after}"
        indent = len(text) - len(text.lstrip())
        carets = " " * (len(before) - indent) + "^" * max(1, len(part))
        message += f'\n  File "{file}", line {line}\n    {text.strip()}\n    {carets}'
    if position:
        message += f"\n  in position {position!r}"
    return RulesError(message, [Violation("rules", message)], file, line, column)


def error_in_frame(
    owner: str, code: CodeType, line: int, last: int, complaint: str, position: str
) -> RulesError:
    """Return the error for a line of an author that was run.

    ``last`` is the index of the instruction that was reached, whose part of the line is marked.
    """
    file, text = code.co_filename, getline(code.co_filename, line).rstrip("\n")
    start, end = len(text) - len(text.lstrip()), len(text)
    first, final, left, right = list(code.co_positions())[last // 2]
    if first == final == line and left is not None and right is not None:
        start, end = (len(text.encode()[:each].decode(errors="ignore")) for each in (left, right))
    marked = f"{text[:start]}\0{text[start:end]}\0{text[end:]}"
    where = f"{owner}.{code.co_name}: {complaint}"
    return rules_error(where, file, line, start, marked, position)


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the sentence that suggests the known name most like the given one, or nothing.

    >>> suggestion("emtpy", ["empty", "mine"])
    " Did you mean 'empty'?"
    """
    alike = get_close_matches(name, list(known), n=1)
    return f" Did you mean '{alike[0]}'?" if alike else ""


def counted(arguments: int) -> str:
    """Return a number of arguments in words.

    >>> counted(1), counted(2), counted(0)
    ('1 argument', '2 arguments', 'no argument')
    """
    return f"{arguments or 'no'} argument{'s' if arguments > 1 else ''}"
