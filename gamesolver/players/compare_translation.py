"""Carrying a position of one game over to another one, and seeing whether that makes sense.

By default the text of a position is read by the other game. Two games whose texts mean
different boards cannot be compared so: the text of the start, and of a sample of play, must
be read, and must come back as it was. What a function of the caller's own does is their
affair, but for what it raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

import attrs

from gamesolver.apart import apart
from gamesolver.compiled import CompiledGame
from gamesolver.errors import InvalidArgumentError
from gamesolver.reading_back import why_unread
from gamesolver.rules import Rules
from gamesolver.solution import Solution
from gamesolver.spelling import spelled
from gamesolver.words import shown

SAMPLE = 256

Translate = Callable[[Any], Any]
"""Takes a position of the first game, gives one of the second."""


@attrs.frozen(eq=False)
class Translation:
    """Positions of one solution as positions of another."""

    one: Solution[Any, Any]
    other: Solution[Any, Any]
    own: Translate | None
    """The caller's; ``None`` for the texts."""
    is_identity: bool
    """Whether positions of compiled games are the same integers, as far as a sample tells."""

    @classmethod
    def between(
        cls, one: Solution[Any, Any], other: Solution[Any, Any], own: Translate | None
    ) -> Translation:
        """Raise unless the start and a sample can be carried over."""
        if own is not None and not callable(own):
            raise InvalidArgumentError(
                f"bad translate {spelled(own)}: expected a function that takes a position of "
                "the first game and gives one of the second"
            )
        sample = tuple(_sample(one))
        carried = cls(one, other, own, False).many(sample)
        if own is None and not other.probe_many(carried).known.any():
            text = one.game.format(sample[0])
            raise InvalidArgumentError(
                f"{_both(one, other)} cannot be compared: from {spelled(text)} on "
                "play of the first comes to no position of the second; pass translate=..., a "
                "function that takes a position of the first and gives one of the second"
            )
        are_compiled = all(isinstance(each.game, CompiledGame) for each in (one, other))
        is_identity = own is None and are_compiled and list(sample) == carried
        return cls(one, other, own, is_identity)

    def __call__(self, position: Any) -> Any:
        """The position in the other game."""
        if self.own is not None:
            return self._by_function(self.own, position)
        text = self.one.game.format(position)
        try:
            read = self.other.game.parse(text)
            again = self.other.game.format(read)
        except Exception as error:
            why = why_unread(self.other.game, self.other.start) or f"{error}"
            raise self._refused(text, why) from error
        if again != text:
            raise self._refused(text, f"{self.other.game!r} reads it as {spelled(again)}")
        return read

    def many(self, positions: Iterable[Any]) -> list[Any]:
        """Several of them."""
        return list(positions) if self.is_identity else [self(each) for each in positions]

    def _by_function(self, own: Translate, position: Any) -> Any:
        try:
            return own(position)
        except Exception as error:
            raise InvalidArgumentError(
                f"translate raised {type(error).__name__} at position "
                f"{shown(self.one.game, position)}: {error}"
            ) from error

    def _refused(self, text: str, why: str) -> InvalidArgumentError:
        return InvalidArgumentError(
            f"{_both(self.one, self.other)} cannot be compared: position "
            f"{spelled(text)} of the first is none of the second ({why}); pass translate=..., a "
            "function that takes a position of the first and gives one of the second"
        )


def _both(one: Solution[Any, Any], other: Solution[Any, Any]) -> str:
    """The two games."""
    return " and ".join(apart(one.game, other.game))


def _sample(solution: Solution[Any, Any]) -> Iterator[Any]:
    """The start, and positions of seeded play from it, one after the other."""
    rules, luck = Rules(solution.game), Random(0)
    here = solution.start
    for _ in range(SAMPLE):
        yield here
        ended = rules.ending(here) is not None
        here = solution.start if ended else luck.choice(rules.played(here))[1]
