"""Names of a package that are loaded when first used, each from the module that is its home.

**How a class shows itself in a notebook without knowing anything of markup.**
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any

# ── names of a package that are loaded when first used, each from the module that is its home ───


def lazy_names(
    package: str, homes: Mapping[str, Iterable[str]], offered: Iterable[str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """What a package needs for its ``__getattr__`` and ``__dir__``; ``homes`` are its modules."""
    home_of = {name: home for home, names in homes.items() for name in names}

    def load(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home_of[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    def list_names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *offered})

    return load, list_names


# ── how a class shows itself in a notebook without knowing anything of markup ───────────────────


def shown_by(home: str, name: str) -> Callable[[Any], str]:
    """A ``_repr_html_`` that loads the module which writes it when it is first asked.

    >>> from gamesolver.value import Value
    >>> shown_by("show.html", "chip")(Value.WIN).startswith("<span ")
    True
    """

    def show(self: Any) -> str:
        written: str = getattr(import_module(f"gamesolver.{home}"), name)(self)
        return written

    return show
