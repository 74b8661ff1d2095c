"""How an argument looks, before a question and after it.

What can be changed is held to three things: its hash, its ``format``, and
equality. For equality there must be something to compare with. Every question
is put twice, and so most positions and moves are there twice: the first answer
is what the game is asked about later, and the second, equal to it, is kept
here and never shown to the game again. A ``repr`` may change: a memo shows
there that is no part of the position.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamesolver.apart import apart, texts_apart
from gamesolver.complaints import TAKE_NO_POSITION
from gamesolver.game import Game
from gamesolver.likeness import is_changeless


class Looks:
    """How the arguments of questions look; it remembers answers that were given twice."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._twice: dict[int, tuple[Any, Any]] = {}

    def remember(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        """Keep first answers that might change, each with the equal one that came second."""
        for first, second in pairs:
            if first is not second and not is_changeless(first):
                self._twice.setdefault(id(first), (first, second))

    def forget(self) -> None:
        """Drop all that was remembered."""
        self._twice.clear()

    def of(self, asked: str, given: tuple[Any, ...]) -> dict[str, list[Any]]:
        """How arguments that might change look now; nothing where none can."""
        changeable = [part for part in given if not is_changeless(part)]
        if not changeable:
            return {}
        looks: dict[str, list[Any]] = {"hash": [_hash(part) for part in changeable]}
        if asked not in ("format", *TAKE_NO_POSITION):
            looks["format"] = [self._format(given[0])]
        return looks | {"equality": [self._is_as_it_was(part) for part in changeable]}

    def change(self, asked: str, given: tuple[Any, ...], before: dict[str, list[Any]]) -> str:
        """How the arguments look otherwise than before, in words; empty where they do not."""
        after = self.of(asked, given)
        for way, looks in before.items():
            for old, new in zip(looks, after.get(way, looks), strict=True):
                if old != new:
                    was, is_now = texts_apart((str(old), old), (str(new), new))
                    told = f"whose {way} was {was} and is now {is_now}"
                    return self._told_by_equality(given) if way == "equality" else told
        return ""

    def _format(self, position: Any) -> str | None:
        try:
            text = self._game.format(position)
        except Exception:  # noted where it is asked
            return None
        return text if isinstance(text, str) else None

    def _is_as_it_was(self, part: Any) -> bool:
        first, second = self._twice.get(id(part), (None, None))
        return first is not part or bool(first == second)

    def _told_by_equality(self, given: tuple[Any, ...]) -> str:
        part = next(part for part in given if not self._is_as_it_was(part))
        _, other = self._twice[id(part)]
        was, is_now = apart(other, part)
        return f"which was {was} and is now {is_now}"


def is_hashable(part: object) -> bool:
    """Whether it can be looked up, all the way down."""
    return _hash(part) is not None


def _hash(part: object) -> int | None:
    try:
        return hash(part)
    except Exception:  # an author's own __hash__ may raise anything
        return None


def is_playable(move: object) -> bool:
    """Whether it may be a move."""
    return move is not None and not isinstance(move, list) and is_hashable(move)
