"""Names of a package that are loaded when first used, each from the module that is its home."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


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
