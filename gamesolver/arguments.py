"""What callers pass: looked at before any work begins, and refused in words."""

from __future__ import annotations

from gamesolver.errors import InvalidArgumentError
from gamesolver.spelling import spelled


def require_yes_or_no(**options: object) -> None:
    """Raise unless each option is True or False: any text, ``"no"`` too, would be a yes."""
    for name, given in options.items():
        if not isinstance(given, bool):
            raise InvalidArgumentError(f"bad {name} {spelled(given)}: expected True or False")
