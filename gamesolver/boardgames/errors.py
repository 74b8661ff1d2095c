"""Errors in the rules of a board game, in the author's words, with the file, line and column."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from gamesolver.errors import Fault, GameContractError


class RulesError(GameContractError):
    """Error for rules that cannot be used, with the ``file``, ``line`` and ``column`` at fault."""

    def __init__(
        self,
        message: str,
        faults: Iterable[Fault] = (),
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


def rules_error(
    complaint: str, file: str = "", line: int = 0, column: int = 0, marked: str = ""
) -> RulesError:
    """Return the error for a complaint, with the line of the file and a caret below it.

    ``marked`` is the line as the file has it, with the part at fault between two NUL characters.
    """
    message = complaint
    if file:
        before, part, after = marked.split("\0")
        text = f"{before}{part}{after}"
        indent = len(text) - len(text.lstrip())
        carets = " " * (len(before) - indent) + "^" * max(1, len(part))
        message += f'\n  File "{file}", line {line}\n    {text.strip()}\n    {carets}'
    return RulesError(message, [Fault("rules", complaint)], file, line, column)


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
