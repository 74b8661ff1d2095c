"""A game of a framework by one text: its prefix, a colon, and what the framework calls it.

>>> adapter_named("openspiel:nim(pile_sizes=1;2)").parameters
{'name': 'nim(pile_sizes=1;2)'}
>>> adapter_named("nim") is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import attrs

from gamesolver.rules.game import Game

GameClass = type[Game[Any, Any]]
PREFIXES = ("aima", "chess", "easyai", "openspiel", "pettingzoo")
"""Modules of this package that make games."""


@attrs.frozen
class Named:
    """The class that adapts a framework's games, and the parameters that the text names."""

    kind: GameClass
    parameters: Mapping[str, Any]


def adapter_named(text: str) -> Named | None:
    """Return the class and the parameters that a text with a prefix names; ``None`` without one."""
    prefix, colon, rest = text.partition(":")
    if not colon or prefix not in PREFIXES:
        return None
    kind = _class_of(prefix)
    named: Callable[[str], Mapping[str, Any]] = kind.named  # type: ignore[attr-defined]  # each has it
    return Named(kind, named(rest))


def class_at(path: str) -> GameClass | None:
    """Return the class that a file knows as ``module:Class``, if that is one of ours."""
    by_path = {f"{__package__}.{prefix}:Game": prefix for prefix in PREFIXES}
    return _class_of(by_path[path]) if path in by_path else None


def _class_of(prefix: str) -> GameClass:
    kind: GameClass = import_module(f"{__package__}.{prefix}").Game
    return kind
