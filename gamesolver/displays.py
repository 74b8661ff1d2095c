"""How a class shows itself in a notebook without knowing anything of markup."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def shown_by(home: str, name: str) -> Callable[[Any], str]:
    """A ``_repr_html_`` that loads the module which writes it when it is first asked.

    >>> from gamesolver.value import Value
    >>> shown_by("showing", "chip")(Value.WIN)[:6]
    '<span '
    """

    def show(self: Any) -> str:
        written: str = getattr(import_module(f"gamesolver.{home}"), name)(self)
        return written

    return show
