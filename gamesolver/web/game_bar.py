"""Game bar of pages that a library serves: choose another game, its size and its variant.

The two forms of the bar lead to ``open`` of the library, which redirects to the game's address.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from gamesolver.game_options import GameOption, options_of
from gamesolver.rules.game import Game
from gamesolver.rules.parameters import read_parameters
from gamesolver.web.library import ANSWERS, text_of


@attrs.frozen
class Field:
    """A parameter of the game in the bar: its label, its text, and the choices if there are any."""

    name: str
    label: str
    text: str
    choices: tuple[str, ...]

    @classmethod
    def of(cls, option: GameOption, value: object) -> Field:
        """Return the field of a parameter with its present value."""
        choices = tuple(ANSWERS.values()) if option.is_switch else option.choices
        return cls(option.name, option.name.replace("_", " "), text_of(value), choices)


@attrs.frozen
class GameBar:
    """All games by their names, the name of the present one, and its parameters."""

    titles: Mapping[str, str]
    name: str
    fields: tuple[Field, ...]

    @classmethod
    def of(cls, titles: Mapping[str, str], name: str, game: Game[Any, Any]) -> GameBar:
        """Return the bar of a game."""
        values = read_parameters(game)
        options = (each for each in options_of(type(game)) if each.name in values)
        return cls(titles, name, tuple(Field.of(each, values[each.name]) for each in options))
