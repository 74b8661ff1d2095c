"""Rules of a game as a page shows them: a sentence, and the paragraphs of its docstrings.

The docstring of a class describes its parameters, and often that of its module the play. A page
shows both, without doctests and without paragraphs on how positions are stored. The module comes
first, unless it defines several games.
"""

from __future__ import annotations

import re
import sys
from inspect import cleandoc
from types import ModuleType
from typing import Any

import attrs

from gamesolver.rules.game import Game

MOST_PARAGRAPHS, MOST_LETTERS = 8, 4_000
_INTERNAL = re.compile(r"\*\*|>>>|\.\. |Parameters\n-|Raises\n-|Counts:|Examples\n-")


@attrs.frozen
class RulesPanel:
    """Rules of a game: the sentence under its title, and the paragraphs of a panel."""

    sentence: str
    paragraphs: tuple[str, ...]

    @classmethod
    def of(cls, game: Game[Any, Any]) -> RulesPanel:
        """Return the rules of a game. Both parts are empty if it has no docstring."""
        made_from: object = game._made_from  # of another mode, the board game itself
        return cls.of_class(type(made_from))

    @classmethod
    def of_class(cls, kind: type) -> RulesPanel:
        """Return the rules of a class of games."""
        module = sys.modules.get(kind.__module__)
        own = _paragraphs(kind.__doc__)
        shared = _paragraphs(module.__doc__ if kind.__module__ != "__main__" and module else None)
        if own and module and _has_several_games(module):
            return cls(_first_sentence(own[0]), (*own, *shared[1:])[:MOST_PARAGRAPHS])
        first = _first_sentence((shared or own or ("",))[0])
        described = shared[1:] if shared else ()
        found = (*described, *(each for each in own if each not in described))
        return cls(first, found[:MOST_PARAGRAPHS])

    def brief(self, most: int = 3) -> str:
        """Return up to ``most`` sentences: the first one, and the next from the paragraphs."""
        text = [each for each in self.paragraphs if "\n" not in each]
        sentences = [each for paragraph in text for each in _sentences(paragraph)]
        return " ".join(list(dict.fromkeys(filter(None, [self.sentence, *sentences])))[:most])


def _has_several_games(module: ModuleType) -> bool:
    """Return True if a module defines several games, whose own docstrings come first."""
    classes = (each for name, each in vars(module).items() if not name.startswith("_"))
    games = [each for each in classes if isinstance(each, type) and issubclass(each, Game)]
    return sum(each.__module__ == module.__name__ for each in games) > 1


def _paragraphs(doc: str | None) -> tuple[str, ...]:
    r"""Return the paragraphs of a docstring up to the first that is for authors only.

    >>> _paragraphs("Take ``k``.\n\n    >>> 1\n    1\n")
    ('Take k.',)
    """
    found: list[str] = []
    for paragraph in cleandoc(doc or "")[:MOST_LETTERS].split("\n\n"):
        if _INTERNAL.match(paragraph.strip()):
            break
        is_drawing = paragraph.startswith("    ")
        text = paragraph if is_drawing else " ".join(paragraph.split())
        found.append(re.sub(r"``|:\w+:`~?|`|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)", "", text))
    return tuple(filter(None, found))


def _first_sentence(paragraph: str) -> str:
    """Return the first sentence of a paragraph.

    >>> _first_sentence("Nim: take counters. Compiled rules.")
    'Nim: take counters.'
    """
    return _sentences(paragraph)[0]


def _sentences(paragraph: str) -> list[str]:
    """Return the sentences of a paragraph. The full stop of an initial does not end one.

    >>> _sentences("Solved by C. L. Bouton. Two heaps.")
    ['Solved by C. L. Bouton.', 'Two heaps.']
    """
    return re.split(r"(?<=[.!?])(?<!\b[A-Z]\.)\s", paragraph)
