"""A game of a framework as the call that makes it: ``Hexapawn(size=(3, 3))``.

The parameters are literals given by name, so that the text is complete. A class of the user has
the name of its module, ``my_games:Sticks(pile=20)``, and must be imported already: no text makes
this library import what it names, for a text may come from a file.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import attrs

from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import error_text, read_call, spelled


@attrs.frozen
class Call:
    """Call of a constructor: its name, its module if given, and its parameters."""

    text: str
    module: str
    name: str
    parameters: Mapping[str, Any]

    def made(self, found: Any, framework: str) -> Any:
        """Return the result of the call; raise ``InvalidArgumentError`` if it fails."""
        try:
            return found(**self.parameters)
        except Exception as error:  # a constructor may raise anything
            raise InvalidArgumentError(
                f"{framework} cannot make {spelled(self.text)}: {error_text(error)}"
            ) from error

    def own(self, base: type) -> type:
        """Return the user's class of that name, which must be a game of the framework."""
        module = sys.modules.get(self.module)
        if module is None:
            raise InvalidArgumentError(
                f"module {self.module!r} of {spelled(self.text)} is not imported: import it first"
            )
        found = getattr(module, self.name, None)
        if not (isinstance(found, type) and issubclass(found, base)):
            raise InvalidArgumentError(
                f"{self.module} has no game {self.name!r}: expected a class of {base.__name__}"
            )
        return found


def call_in(text: object) -> Call:
    """Return the call that a text is.

    >>> call_in("Hexapawn(size=(3, 3))").parameters, call_in("mine:Sticks").module
    ({'size': (3, 3)}, 'mine')
    """
    if not isinstance(text, str):
        raise _bad(text)
    module, _, written = text.rpartition(":") if ":" in text.partition("(")[0] else ("", "", text)
    try:
        name, parameters = read_call(written if "(" in written else f"{written}()")
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError) as error:
        raise _bad(text) from error
    return Call(text, module, name, parameters)


def _bad(text: object) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"bad name {spelled(text)}: expected a game with literals by name as parameters, such as "
        "'Hexapawn(size=(3, 3))'"
    )
