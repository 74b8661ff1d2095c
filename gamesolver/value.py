"""Who wins, and how fast: the two words every answer is made of.

A *value* says how play ends under best play: LOSS < DRAW < WIN. It is always
the value **for the player to move**. A *remoteness* counts the plies (single
moves, by whoever) until that end; the winner hurries and the loser delays.
Value and remoteness together are an *outcome*.

A draw comes in two kinds. A *finished draw* ends without a winner; both
players prefer an end to endless play and head for the nearest one. An
*endless draw* never ends: its remoteness is ``None``.

Outcomes are ordered by what the player to move prefers, best first: a quick
win, a slow win, a finished draw (shorter first), an endless draw, a slow loss,
a quick loss.
"""

from __future__ import annotations

import operator
from enum import Enum
from functools import total_ordering
from typing import Any

import attrs

from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import came_and_expected, none_of, spelled

PLAYING = 2


@total_ordering
class Value(Enum):
    """How play ends under best play, for the player to move.

    >>> Value.LOSS < Value.DRAW < Value.WIN
    True
    >>> -Value.WIN, int(Value.WIN), Value(-1)
    (Value.LOSS, 1, Value.LOSS)

    Every value is truthy, so that ``if value:`` cannot mistake a draw for play
    that goes on.

    >>> bool(Value.DRAW)
    True
    """

    LOSS = -1
    DRAW = 0
    WIN = 1

    @classmethod
    def _missing_(cls, value: object) -> Value:
        raise InvalidArgumentError(f"bad value {none_of(value, -1, 0, 1)}")

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return bool(self.value < other.value)

    def __neg__(self) -> Value:
        return Value(-self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"Value.{self.name}"


def _to_value(value: Any) -> Value:
    if not isinstance(value, Value):
        got, expected = came_and_expected(value, Value.LOSS, Value.DRAW, Value.WIN)
        raise InvalidArgumentError(f"an outcome needs a Value: expected {expected}, got {got}")
    return value


def _to_remoteness(remoteness: Any) -> int | None:
    if remoteness is None:
        return None
    try:
        plies = operator.index(remoteness)
    except TypeError:
        plies = -1
    if plies < 0 or isinstance(remoteness, bool):
        raise InvalidArgumentError(
            "a remoteness counts plies: expected a whole number from 0 on, "
            f"or None for an endless draw, got {spelled(remoteness)}"
        )
    return plies


@total_ordering
@attrs.frozen(order=False, cache_hash=True, repr=False)
class Outcome:
    """A value with its remoteness, ordered by preference.

    >>> Outcome(Value.WIN, 3) > Outcome(Value.WIN, 5) > Outcome(Value.DRAW, 9)
    True
    >>> Outcome(Value.DRAW, 9) > Outcome(Value.DRAW, None) > Outcome(Value.LOSS, 8)
    True
    >>> print(Outcome(Value.LOSS, 4), "/", Outcome(Value.DRAW, None))
    loss in 4 / endless draw

    An outcome has no minus sign, because a finished draw is short for both
    sides; :meth:`back` carries it one move back instead.
    """

    value: Value = attrs.field(converter=_to_value)
    remoteness: int | None = attrs.field(converter=_to_remoteness)

    _rank: tuple[int, float] = attrs.field(init=False, eq=False)

    @_rank.default
    def _preference(self) -> tuple[int, float]:
        if self.remoteness is None:
            return 0, float("-inf")
        return self.value.value, self.remoteness * (1 if self.value is Value.LOSS else -1)

    def __attrs_post_init__(self) -> None:
        if self.remoteness is None and self.value is not Value.DRAW:
            raise InvalidArgumentError(
                f"a {self.value.name} ends after some number of plies: "
                "expected a remoteness from 0 on, got None (only a draw can be endless)"
            )

    @property
    def is_endless(self) -> bool:
        """Whether play goes on for ever."""
        return self.remoteness is None

    def back(self, turn_kept: bool = False) -> Outcome:
        """This outcome seen from one move before, by the player who makes that move.

        The value is negated unless ``turn_kept``, that is if the turn passes; one ply is added.

        >>> Outcome(Value.LOSS, 4).back()
        Outcome(Value.WIN, 5)
        >>> Outcome(Value.LOSS, 4).back(turn_kept=True)
        Outcome(Value.LOSS, 5)
        """
        value = self.value if turn_kept else -self.value
        return Outcome(value, None if self.remoteness is None else self.remoteness + 1)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return self._rank < other._rank

    def __gt__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return self._rank > other._rank

    def __repr__(self) -> str:
        return f"Outcome({self.value!r}, {self.remoteness})"

    def __str__(self) -> str:
        if self.remoteness is None:
            return "endless draw"
        return f"{self.value.name.lower()} in {self.remoteness}"
