"""Names that import their module on first use.

:func:`names_of` gives a package its ``__getattr__``, ``__dir__`` and ``__all__`` from the stub
file next to it. :func:`shown_by` gives a class a ``_repr_html_`` or similar method. The module
that writes the markup is imported at the first call, so a solve imports no display code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

# ── names of a package that are loaded when first used, each from the module that is its home ───


def names_of(
    package: str, file: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return the ``__getattr__``, ``__dir__`` and ``__all__`` of a package from its stub file.

    A stub has a line for each name, ``from its.home import name as name``. A name is thus written
    once, for readers, for Python and for type checkers.
    """
    with open(f"{file.rpartition('.')[0]}.pyi", encoding="utf-8") as stub:
        lines = [line.split() for line in stub if line.startswith("from ")]
    home_of = {name: home for _, home, _, name, *_ in lines}

    def load(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(home_of[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    names = sorted(home_of)
    return load, names.copy, names


# ── representations are made when they are read ─────────────────────────────────────────────────


def loaded(home: str, name: str) -> Any:
    """Return the object with this name in a module of the library, importing the module."""
    return getattr(import_module(f"gamesolver.{home}"), name)


def shown_by(home: str, name: str) -> Callable[[Any], str]:
    """Return a ``_repr_html_`` or similar method that imports its module at the first call.

    >>> from gamesolver.value import Value
    >>> shown_by("show.html", "chip")(Value.WIN).startswith("<span ")
    True
    """

    def show(self: Any) -> str:
        written: str = loaded(home, name)(self)
        return written

    return show
