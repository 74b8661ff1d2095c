"""Cards of games on a home page: the picture, the rules in a sentence, and what is known.

The rules of a large game are not compiled for a card: its plain rules draw the board.
"""

from __future__ import annotations

from typing import Any

import attrs

from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from gamesolver.show.markup import Html
from gamesolver.show.rules_panel import RulesPanel
from gamesolver.show.sanitizing import picture_of


@attrs.frozen
class Link:
    """A link of a card: its words, and its address relative to the home page."""

    words: str
    address: str


@attrs.frozen
class Card:
    """A game on a home page. ``page`` is the address of its own page, empty without one."""

    title: str
    sentence: str
    picture: Html
    result: str
    counted: str
    page: str = ""
    links: tuple[Link, ...] = ()
    """Links to play, explore, and solve a puzzle."""
    sizes: tuple[Link, ...] = ()
    """Sizes that can be solved, if the game itself is too large."""

    @classmethod
    def of(cls, game: Game[Any, Any], result: str, counted: str, page: str = "") -> Card:
        """Return the card of a game, with its first position."""
        rules = plain_rules(game)
        picture = picture_of(rules, rules.start()).html()
        return cls(titled(game), RulesPanel.of(game).sentence, picture, result, counted, page)


def plain_rules(game: Game[Any, Any]) -> Rules[Any, Any]:
    """Return the rules of a game; of a compiled game those of its plain version, if it has one."""
    plain: Game[Any, Any] | None = game.plain if isinstance(game, CompiledGame) else None
    return Rules(game if plain is None else plain)
